"""How strong a piece of evidence is, by who said it in what form."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, answered, changed, extended, matter_of
from paper import document

from zuno.casework.evidence import Item, chosen, demoted, grade, usable, weaker
from zuno.casework.records import Quote
from zuno.casework.sources import Source
from zuno.casework.statements import Statement


def quote(start: int, end: int, file: str = "借条.txt", words: str = "今借到二十万元") -> Quote:
    return Quote(file=file, page=1, start=start, end=end, quote=words)


def statement(files: dict[str, str], file: str, act: str, words: str = "") -> Statement:
    matter = matter_of(files)
    return next(s for s in matter.statements if s.source.file == file and s.act == act and words in s.words)


GRADES = [
    (LOAN, "答辩状.txt", "borrow", ("conclusive", "admission", "")),
    (LOAN, "起诉状.txt", "borrow", ("corroborating", "own_pleading", "")),
    (LOAN, "借条.txt", "borrow", ("conclusive", "instrument", "")),
    (LOAN, "微信聊天.txt", "receive_money", ("direct", "message", "")),
    (LOAN, "微信聊天.txt", "demand", ("corroborating", "message", "")),
    (SALE, "购销合同.txt", "overdue_term", ("conclusive", "instrument", "")),
    (SALE, "送货单一.txt", "receive_goods", ("conclusive", "instrument", "")),
    (SALE, "对账单.txt", "acknowledge_debt", ("conclusive", "instrument", "")),
    (
        changed(LOAN, "证据目录.txt", ("原件（1页）", "复印件（1页）")),
        "借条.txt",
        "borrow",
        ("direct", "instrument", "copy_without_original"),
    ),
    (
        changed(
            changed(LOAN, "证据目录.txt", ("，原始手机可当庭核对", "")),
            "微信聊天.txt",
            ("对方微信号：zhuo_yh85  备注名：卓远航  绑定手机：100****4444\n", ""),
            ("导出设备：闵知秋本人手机（设备留存备查）  ", ""),
            ("卓远航  20", "远方的船  20"),
        ),
        "微信聊天.txt",
        "receive_money",
        ("direct", "message", "chat_unauthenticated"),
    ),
]


@pytest.mark.parametrize(("files", "file", "act", "expected"), GRADES)
def test_words_weigh_by_speaker_and_form(
    files: dict[str, str], file: str, act: str, expected: tuple[str, str, str]
) -> None:
    assert grade(matter_of(files), statement(files, file, act), "plaintiff") == expected


def test_the_same_words_weigh_otherwise_for_the_side_that_said_them() -> None:
    matter = matter_of(LOAN)
    said = statement(LOAN, "答辩状.txt", "borrow")
    assert grade(matter, said, "defendant")[1] == "own_pleading"


@pytest.mark.parametrize(
    ("answer", "act", "carries"),
    [
        ("一、借款属实，钱收到了。", "receive_money", True),
        ("一、答辩人没有收到过这笔钱。", "receive_money", False),
        ("一、原告什么时候把钱打到我账上了？", "deliver_money", False),
        ("一、即便收到了这笔钱，也不是借款。", "receive_money", False),
        ("一、欠款拖了这么久，已经过了诉讼时效。", "acknowledge_debt", False),
        ("一、尚欠原告二十万元，答辩人承认。", "acknowledge_debt", True),
    ],
)
def test_a_denial_a_question_and_a_plea_in_the_alternative_carry_nothing(answer: str, act: str, carries: bool) -> None:
    files = extended(LOAN, 答辩状=answered(answer))
    said = [s for s in matter_of(files).statements if s.source.file == "答辩状.txt" and s.act == act]
    assert any(usable(item) for item in said) is carries


def test_the_weaker_of_two_grades_wins() -> None:
    assert weaker("conclusive", "corroborating") == "corroborating"
    assert weaker("direct", "conclusive") == "direct"


def test_the_strongest_and_unflawed_places_come_first_and_none_twice() -> None:
    strong = Item(quote=quote(50, 60), strength="conclusive", how="record")
    flawed = Item(quote=quote(100, 120), strength="direct", how="message", flaw="hedged")
    plain = Item(quote=quote(200, 220), strength="direct", how="message")
    inside = Item(quote=quote(52, 58), strength="corroborating", how="own_book")
    assert chosen([inside, flawed, plain, strong]) == [strong, plain, flawed]


def test_at_most_eight_places_are_kept() -> None:
    items = [Item(quote=quote(at * 20, at * 20 + 10), strength="direct", how="message") for at in range(30)]
    assert len(chosen(items)) == 8
    assert len(chosen(items, 3)) == 3


def test_a_heading_says_less_than_a_figure() -> None:
    heading = Item(quote=quote(0, 4, words="送货单"), strength="direct", how="record")
    figure = Item(quote=quote(10, 20, words="棉布 5000米"), strength="direct", how="record")
    assert chosen([heading, figure])[0] is figure


def test_a_demoted_item_only_points() -> None:
    item = demoted(Item(quote=quote(0, 4), strength="conclusive", how="instrument"), "receiver_unknown")
    assert (item.rank, item.flaw) == (0, "receiver_unknown")


def test_a_quote_is_trimmed_to_its_words_and_to_eighty_signs() -> None:
    paper = Source(document=document("长文.txt", "  \n" + "借" * 200), kind="iou", title="长文")
    made = paper.quote(0, 200)
    assert (made.start, made.end - made.start) == (3, 80)
    assert made.quote == "借" * 80


def test_our_own_ledger_only_points() -> None:
    ledger = "往来账\n日期\t摘要\t应收\t已收\t余额\n2023-06-08\t砚北尚欠\t200000\t60000\t140000\n制表：财务\n"
    matter = matter_of(extended(SALE, 往来账=ledger))
    said = [s for s in matter.statements if s.source.file == "往来账.txt" and s.act == "acknowledge_debt"]
    assert {grade(matter, item, "plaintiff") for item in said} == {("corroborating", "own_book", "")}
