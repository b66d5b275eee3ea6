"""The facts of the plea: strongest papers first, each sentence with its place."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sample_case import Case, loan, sale

from zuno.casework.records import AmountLine, ChronologyEntry
from zuno.hearing.agenda import Act
from zuno.hearing.conduct import make_manifest
from zuno.hearing.counsel import Counsel
from zuno.hearing.roles import Desk, as_spoken, figure
from zuno.hearing.story import find_chatter, find_events, tell
from zuno.hearing.tasks import make_task


def with_events(case: Case, *more: tuple[str, str, str, str, str]) -> Case:
    """Add events of the chronology: (day, event, file, words, kind)."""
    added = [
        ChronologyEntry(date=date.fromisoformat(day), event=event, file=file, quote=case.quote(file, words), kind=kind)
        for day, event, file, words, kind in more
    ]
    for role, review in case.reviews.items():
        entries = sorted([*review.chronology, *added], key=lambda entry: entry.date)
        case.reviews[role] = replace(review, chronology=tuple(entries))
    return case


def desk(case: Case, role: str = "plaintiff") -> Desk:
    visible = [item for item in make_manifest(case.papers) if item["visibility"] == "public"]
    return Desk(role, as_spoken(case.reviews[role]), {"documents": visible, "history": []})


def plea(case: Case, **fields: Any) -> str:
    act = Act(kind="plea", role="plaintiff", part=2, item="程序·诉请", keys=(("plea", ""),), needs=(), text="诉请")
    packet = {"documents": [item for item in make_manifest(case.papers) if item["visibility"] == "public"]}
    review = as_spoken(replace(case.reviews["plaintiff"], **fields))
    return Counsel("plaintiff", review).speak({**packet, "history": []}, make_task(act, (), {}, {})).body


CHATTER = ("2024-03-01", "江临确认收款", "聊天.txt", "收到了，十八万四", "transfer")
PRESSED = ("2025-03-05", "原告催款", "聊天.txt", "再缓缓", "demand")
PLEADED = ("2025-03-06", "江临请求宽限", "聊天.txt", "再缓缓", "acknowledgement")
REPAID = (
    ("2024-06-01", "江临付款6,000元（利息）", "流水.xlsx", "2024-06-01", "transfer"),
    ("2024-09-01", "江临付款6,000元（利息）", "流水.xlsx", "2024-09-01", "transfer"),
)


def test_a_loan_is_told_from_contract_to_demand() -> None:
    told = tell(desk(with_events(loan(), *REPAID)))
    assert [sentence.partition("，见")[0] for sentence in told] == [
        "2024年3月1日，出具借条",
        "2024年3月1日，转账184,000元",
        "2024年6月1日至2024年9月1日，江临付款2次，每次6,000元",
        "2025年11月20日，向保证人发律师函",
    ]


def test_a_sale_is_told_from_contract_over_delivery_to_payment() -> None:
    told = tell(desk(sale()))
    assert [sentence.partition("，")[0] for sentence in told] == ["2022年5月6日", "2022年5月10日", "2022年7月1日"]
    assert "双方签订合同" in told[0]
    assert "第三批10盘承运" in told[1]


@pytest.mark.parametrize(
    "case", [with_events(loan(), CHATTER, PRESSED, PLEADED, *REPAID), sale()], ids=["loan", "sale"]
)
def test_at_most_six_sentences_each_with_its_place(case: Case) -> None:
    told = tell(desk(case))
    assert 3 <= len(told) <= 6
    assert all(re.search(r"，见(?:被告)?证\d+第\d+页（D-\d{3}）", sentence) for sentence in told)
    assert all("。" not in sentence for sentence in told)


def test_one_sided_messages_are_not_told() -> None:
    told = "".join(tell(desk(with_events(loan(), CHATTER, PRESSED))))
    assert "确认收款" not in told
    assert "原告催款" not in told


def test_the_other_sides_own_message_is_told_where_no_paper_tells_it() -> None:
    assert any("江临请求宽限，见证3" in sentence for sentence in tell(desk(with_events(loan(), PLEADED))))


def test_nothing_from_a_private_file_is_told() -> None:
    secret = ("2023-07-07", "别的往来", "备忘.docx", "2023年7月7日", "contract")
    assert not any("2023" in sentence for sentence in tell(desk(with_events(loan(), secret))))


def test_the_other_sides_paper_is_left_to_the_other_side() -> None:
    theirs = ("2024-12-01", "江临付款6,000元", "转账截图.png", "2024-12-01", "transfer")
    assert not any("2024年12月1日" in sentence for sentence in tell(desk(with_events(loan(), theirs))))


def test_a_contract_that_nobody_could_read_is_named_and_nothing_is_claimed_of_it() -> None:
    case = loan()
    review = case.reviews["plaintiff"]
    entries = tuple(entry for entry in review.chronology if entry.kind != "contract")
    case.reviews["plaintiff"] = replace(review, chronology=entries)
    assert tell(desk(case))[0] == "有证1《借条》（D-004），内容以当庭核对的原件为准"


def test_one_delivery_on_two_papers_is_told_once() -> None:
    again = ("2022-05-10", "入库20盘", "签收单一.jpg", "线缆20盘", "delivery")
    assert not any("入库" in sentence for sentence in tell(desk(with_events(sale(), again))))


def test_a_message_makes_no_batch_where_papers_tell_the_deliveries() -> None:
    at = desk(with_events(sale(), ("2022-06-20", "原告确认收货", "邮件.eml", "请付清", "delivery")))
    assert not any(entry.file == "邮件.eml" for entry in find_events(at, {"delivery"}))
    assert [entry.file for entry in find_chatter(at, "delivery")] == ["邮件.eml"]


def reckoned(formula: str) -> tuple[AmountLine, ...]:
    return (AmountLine(name="请求本金（请求）", value_fen=20_000_000, formula=formula, basis="as_pleaded"),)


@pytest.mark.parametrize(
    "formula", ["437,000×日万分之一点五×1276天（2022-09-01至2026-02-27）", "180,000＋20,000", "250,000−50,000"]
)
def test_a_claim_shows_how_it_was_reckoned(formula: str) -> None:
    assert f"计算式：{formula}＝200,000元。" in plea(loan(), amounts=reckoned(formula))


@pytest.mark.parametrize("formula", ["诉讼请求第1项", "起诉状所列合计（2026-01-12）", "起诉状第1/3项", ""])
def test_a_formula_that_only_repeats_the_claim_is_not_shown(formula: str) -> None:
    assert "计算式" not in plea(loan(), amounts=reckoned(formula))


def test_a_figure_without_a_reckoning_says_where_it_is_from() -> None:
    line = AmountLine(name="货款（支持）", value_fen=5_800_000, formula="对账单的余额", basis="as_supported")
    assert figure(line) == "货款：58,000元（对账单的余额）"
