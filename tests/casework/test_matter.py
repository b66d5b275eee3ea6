"""One case assembled: sides, private files, parties, guarantors, movements of money."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, answered, changed, extended, matter_of, photographed, without


def sides(files: dict[str, str], **fields: object) -> dict[str, str]:
    return dict(matter_of(files, **fields).sides)


def test_the_parties_are_those_of_the_complaint() -> None:
    parties = matter_of(LOAN).cast.parties
    assert [(party.role, party.name) for party in parties] == [
        ("plaintiff", "闵知秋"),
        ("defendant", "卓远航"),
        ("defendant", "韩霁月"),
    ]


def test_without_a_complaint_the_one_who_lends_sues_the_one_who_borrows() -> None:
    loan = "借款合同\n出借人：闵知秋\n借款人：卓远航\n借款金额200,000元，借款期限一年，年利率12%。\n2024年3月10日\n"
    parties = matter_of({"借款合同.txt": loan}).cast.parties
    assert [(party.role, party.name) for party in parties] == [("plaintiff", "闵知秋"), ("defendant", "卓远航")]


def test_without_a_complaint_the_review_says_so() -> None:
    matter = matter_of(without(LOAN, "起诉状.txt"))
    assert matter.complaint is None
    assert [claim.pack_claim for claim in matter.claims] == ["C1"]
    assert any("起诉状" in notice for notice in matter.notices)


def test_the_case_file_says_for_whom_we_act() -> None:
    assert matter_of(SALE, our_side="被告").cast.our_side == "defendant"


def test_else_the_principal_of_the_power_of_attorney_is_ours_and_that_is_told() -> None:
    matter = matter_of(SALE, our_side=None)
    assert matter.cast.our_side == "plaintiff"
    assert any("委托书" in notice for notice in matter.notices)


def test_a_power_of_attorney_of_the_defendant_makes_us_the_defendants() -> None:
    swaps = (("委托人：青岸市禾川纺织有限公司", "委托人：柏临市砚北服饰有限公司"),)
    assert matter_of(changed(SALE, "委托书.txt", *swaps), our_side=None).cast.our_side == "defendant"


def test_else_the_file_name_of_our_own_answer_tells() -> None:
    files = without(LOAN, "答辩状.txt") | {"我方答辩状.txt": answered("借款属实。")}
    assert matter_of(files, our_side=None).cast.our_side == "defendant"


def test_else_we_prepare_for_the_plaintiff_and_ask_to_be_told() -> None:
    matter = matter_of(LOAN, our_side=None)
    assert matter.cast.our_side == "plaintiff"
    assert any("case.yaml" in notice for notice in matter.notices)


def test_pleadings_are_their_authors_and_the_rest_is_ours() -> None:
    found = sides(LOAN, our_side="defendant")
    assert (found["起诉状.txt"], found["答辩状.txt"], found["微信聊天.txt"]) == ("plaintiff", "defendant", "plaintiff")
    assert sides(SALE)["送货单一.txt"] == "plaintiff"


@pytest.mark.parametrize("pattern", ["对账单.txt", "对账*", "*.txt"])
def test_what_was_served_on_us_is_theirs(pattern: str) -> None:
    assert sides(SALE, served=[pattern])["对账单.txt"] == "defendant"


def test_a_list_of_the_defendants_exhibits_gives_them_to_the_defendant() -> None:
    listed = "证据目录\n提交人：被告柏临市砚北服饰有限公司\n序号\t名称\t证明目的\n1\t对账单\t已付款\n"
    found = sides(extended(SALE, 被告证据目录=listed))
    assert (found["对账单.txt"], found["送货单一.txt"]) == ("defendant", "plaintiff")


def test_what_we_mean_to_submit_is_ours_even_where_another_list_names_it() -> None:
    listed = "证据目录\n提交人：被告柏临市砚北服饰有限公司\n序号\t名称\t证明目的\n1\t对账单\t已付款\n"
    assert sides(extended(SALE, 被告证据目录=listed), to_submit=["对账单.txt"])["对账单.txt"] == "plaintiff"


def test_a_file_of_the_case_file_is_private() -> None:
    matter = matter_of(SALE, private=["微信*"])
    assert matter.private == {"微信.txt", "内部备忘.txt"}
    assert all(source.file != "微信.txt" for source in matter.open_sources)


@pytest.mark.parametrize(
    ("name", "text", "private"),
    [
        ("给律师的话", "温律师：\n其实第二批有瑕疵，请不要提。\n纪明礼\n", True),
        ("说明", "温律师：回单是从网银下的，跟流水是同一笔，别外传。\n", True),
        ("说明", "送货单是司机带回来的第二联，原件在公司。\n", False),
    ],
)
def test_a_note_to_the_lawyer_is_private_unasked_and_that_is_told(name: str, text: str, private: bool) -> None:
    matter = matter_of(extended(SALE, **{name: text}))
    assert (f"{name}.txt" in matter.private) is private
    assert any(f"《{name}》" in notice for notice in matter.notices) is private


def test_what_lies_inside_a_private_file_is_private_with_it() -> None:
    note = "温律师：\n其实第二批有瑕疵，请不要提。\n纪明礼\n"
    inner = {"给律师的话.txt!附件": "第二批货的检验报告：不合格。\n", "微信.txt!附件": "送货照片\n"}
    matter = matter_of(extended(SALE, 给律师的话=note, **inner), private=["微信.txt"])
    assert {"给律师的话.txt!附件.txt", "微信.txt!附件.txt"} <= matter.private


def test_a_note_that_the_case_file_lists_needs_no_notice() -> None:
    assert not any("内部备忘" in notice for notice in matter_of(SALE, private=["内部备忘.txt"]).notices)


@pytest.mark.parametrize(
    ("files", "guarantors"),
    [
        (LOAN, {"韩霁月"}),
        (without(LOAN, "借条.txt"), {"韩霁月"}),
        (SALE, set()),
        (
            changed(
                changed(
                    LOAN,
                    "借条.txt",
                    ("连带责任保证人：韩霁月", "借款人：韩霁月"),
                    ("韩霁月自愿为上述借款提供连带责任保证。\n", ""),
                ),
                "起诉状.txt",
                ("韩霁月作为连带责任保证人在借条上签字捺印。", "韩霁月与卓远航共同签字。"),
                ("判令被告韩霁月对上述第一至三项债务承担连带清偿责任", "判令被告韩霁月共同归还上述款项"),
                ("要求其承担保证责任", "要求其还款"),
            ),
            set(),
        ),
    ],
)
def test_a_guarantor_is_a_defendant_named_beside_words_of_suretyship(
    files: dict[str, str], guarantors: set[str]
) -> None:
    assert matter_of(files).cast.guarantors == guarantors


def test_the_day_of_filing_is_the_case_files_else_the_complaints() -> None:
    assert str(matter_of(LOAN, filing_date="2026-04-01").filing_date) == "2026-04-01"
    assert str(matter_of(LOAN).filing_date) == "2026-03-16"


def test_the_court_is_the_case_files_else_the_complaints() -> None:
    assert matter_of(LOAN, court="榆川市西岭区人民法院").court == "榆川市西岭区人民法院"
    assert matter_of(LOAN).court == "榆川市东浦区人民法院"


def test_an_unnamed_end_of_a_record_is_its_holder() -> None:
    moves = matter_of(SALE).moves("defendant", "plaintiff")
    assert [(item.fen, str(item.date)) for _source, item in moves] == [(6_000_000, "2023-07-20")]


def test_money_between_strangers_moves_between_no_sides() -> None:
    matter = matter_of(SALE)
    assert matter.moves("plaintiff", "defendant") == []
    assert len(matter.bank_moves) == 2


def test_a_photo_is_open_and_unread_and_never_lost() -> None:
    matter = matter_of(photographed(SALE, "对账单.txt"))
    assert [source.file for source in matter.unread] == ["对账单.jpg"]
    assert len(matter.open_sources) == len(SALE) - 1
