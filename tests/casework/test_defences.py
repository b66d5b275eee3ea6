"""Defences: which an answer raises, by whom, and how their own facts stand."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, answered, cell, extended, pleaded_defences, reviewed, without

from zuno.casework.packs.loading import pack
from zuno.casework.records import Review

BUYER = "柏临市砚北服饰有限公司"


def loan(*lines: str, by: str = "卓远航") -> Review:
    return reviewed(extended(LOAN, 答辩状=answered(*lines, by=by)))


def sale(*lines: str) -> Review:
    return reviewed(extended(SALE, 答辩状=answered(*lines, by=BUYER)))


@pytest.mark.parametrize(
    ("words", "defences"),
    [
        ("一、答辩人没有收到过这笔钱。", {"D1"}),
        ("一、答辩人已还清全部借款。", {"D2"}),
        ("一、答辩人已经归还50,000元。", {"D2"}),
        ("一、该款系双方合伙的投资款，不是借款。", {"D1", "D3"}),
        ("一、原告是职业放贷人，借款合同无效。", {"D4"}),
        ("一、已过诉讼时效。", {"D5"}),
        ("一、月息过高，超过法律规定。", {"D6"}),
        ("一、出借时先扣了利息1万6。", {"D6"}),
        ("一、借条系伪造。", {"D8"}),
        ("一、借款合同合法有效。", set()),
        ("一、答辩人不主张诉讼时效抗辩。", set()),
        ("一、借条并非伪造。", set()),
        ("一、答辩人希望分期。", set()),
        ("一、答辩人眼下没有能力归还。", set()),
        ("一、答辩人争取年底前归还。", set()),
        ("一、该笔转账系归还之前的货款，不是借款。", {"D1", "D3"}),
        ("一、本案涉嫌非法集资，公安机关已立案。", {"D7"}),
        ("一、答辩人已将借款50,000元还给原告。", {"D2"}),
        ("一、应付借款本息已全部还清。", {"D2"}),
        ("一、原告称答辩人未还款不属实。", {"D2"}),
        ("一、借款合同无效。", {"D4"}),
        ("一、借条系伪造，答辩人不予认可。", {"D8"}),
        ("一、对诉讼时效没有异议。", set()),
    ],
)
def test_an_answer_to_a_loan_raises_what_it_says(words: str, defences: set[str]) -> None:
    assert pleaded_defences(extended(LOAN, 答辩状=answered(words))) == defences


@pytest.mark.parametrize(
    ("words", "defences"),
    [
        ("一、第二批货没有收到。", {"D1"}),
        ("一、答辩人不是买受人。", {"D1"}),
        ("一、货款已付清。", {"D2"}),
        ("一、货款应与质保金抵销。", {"D2"}),
        ("一、原告没有开具发票，答辩人有权拒付。", {"D3"}),
        ("一、面料有色差，应当减价。", {"D4"}),
        ("一、已过诉讼时效。", {"D5"}),
        ("一、违约金过高，请求调低。", {"D6"}),
        ("一、答辩人不主张违约金过高。", set()),
        ("一、请求分期。", set()),
        ("一、面料质量没有问题。", set()),
        ("一、面料不存在质量问题。", set()),
        ("一、面料质量符合约定。", set()),
        ("一、对面料质量有异议。", {"D4"}),
        ("一、原告未处理质量问题。", {"D4"}),
        ("一、数量没有异议但质量有色差。", {"D4"}),
    ],
)
def test_an_answer_to_a_sale_raises_what_it_says(words: str, defences: set[str]) -> None:
    assert pleaded_defences(extended(SALE, 答辩状=answered(words, by=BUYER))) == defences


@pytest.mark.parametrize(
    ("words", "defence"),
    [
        ("一、保证期间已过，保证责任免除。", "baozheng:D1"),
        ("一、应先向借款人执行，还不上再找答辩人。", "baozheng:D2"),
        ("一、答辩人只是见证人，不是保证人。", "baozheng:D6"),
    ],
)
def test_a_guarantors_answer_raises_the_guarantors_defences(words: str, defence: str) -> None:
    result = loan(words, by="韩霁月")
    (row,) = [item for item in result.defences if item.raised]
    assert (row.defence, row.by) == (defence, "韩霁月")


def test_a_defence_that_was_raised_quotes_the_answer_and_names_who_raised_it() -> None:
    row = next(item for item in sale("一、面料有色差，应当减价。").defences if item.defence == "D4")
    assert row.by == BUYER
    assert row.evidence[0].file == "答辩状.txt"
    assert "色差" in row.text


def test_every_defence_of_the_pack_is_listed_raised_or_not() -> None:
    for files, cause in ((LOAN, "minjian_jiedai"), (SALE, "maimai")):
        assert [row.defence for row in reviewed(files).defences] == [row.id for row in pack(cause).defences]


def test_a_defence_that_nobody_raised_has_no_words_and_no_evidence() -> None:
    for row in reviewed(without(SALE, "答辩状.txt")).defences:
        assert (row.raised, row.by, row.text, row.evidence) == (False, None, "", ())


@pytest.mark.parametrize(
    ("words", "defence", "mark"),
    [
        ("一、第二批货没有收到。", "D1", "not_applicable"),
        ("一、货款已付清。", "D2", "doubtful"),
        ("一、面料有色差，应当减价。", "D4", "missing"),
        ("一、已过诉讼时效。", "D5", "doubtful"),
    ],
)
def test_a_denial_needs_no_proof_and_a_bare_assertion_has_none(words: str, defence: str, mark: str) -> None:
    assert next(row.mark for row in sale(words).defences if row.defence == defence) == mark


def test_a_payment_defence_without_any_payment_in_the_records_has_no_evidence() -> None:
    files = extended(without(SALE, "收款流水.csv"), 答辩状=answered("一、货款已付清。", by=BUYER))
    assert next(row.mark for row in reviewed(files).defences if row.defence == "D2") == "missing"


def test_a_defence_names_the_cells_that_it_attacks() -> None:
    assert next(row.cells for row in reviewed(SALE).defences if row.defence == "D2") == ("CL-1/C1E3",)


def test_a_claim_of_payment_disputes_the_sum() -> None:
    disputed = cell(sale("一、货款已付清。"), "C1E3")
    assert disputed.opponent == "disputed"
    assert [quote.file for quote in disputed.stance_quotes] == ["答辩状.txt"]


def test_a_defence_disputes_no_sum_that_the_other_side_owns() -> None:
    assert cell(sale("一、已经付了6万元，还欠14万元没有异议。"), "C1E3").opponent == "undisputed"


def test_a_plea_of_too_high_a_rate_disputes_the_rate_and_not_the_principal() -> None:
    result = loan("一、月息过高，超过法律规定。")
    assert (cell(result, "C2E2").opponent, cell(result, "C1E4").opponent) == ("disputed", "not_stated")


def test_words_of_the_complaint_raise_no_defence() -> None:
    words = "被告曾称已过诉讼时效、货款已付清、面料有色差，均不属实。"
    files = extended(without(SALE, "答辩状.txt"), 起诉状=SALE["起诉状.txt"].replace("原告依据", words + "原告依据"))
    assert pleaded_defences(files) == set()


@pytest.mark.parametrize(
    ("words", "open_"),
    [
        (("一、答辩人没有违约，不应支付违约金。",), True),
        (("一、答辩人没有违约，不应支付违约金。", "二、违约金过高，请求调低。"), False),
        (("一、请求分期。",), False),
        (("一、答辩人不是买受人。",), True),
    ],
)
def test_the_court_clarifies_reduction_where_the_penalty_is_fought_and_none_is_asked(
    words: tuple[str, ...], open_: bool
) -> None:
    assert sale(*words).penalty_reduction_open is open_


def test_without_a_penalty_there_is_nothing_to_reduce() -> None:
    assert not loan("一、答辩人没有收到过这笔钱。").penalty_reduction_open
