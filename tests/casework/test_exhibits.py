"""Documents as the case counts them: exhibit numbers, pages, disclosure, originals, two-edged papers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from little_cases import LOAN, SALE, UNREAD, answered, changed, documents, extended, reviewed, without

from zuno.casework.case_file import parse
from zuno.casework.records import Review
from zuno.casework.review import review
from zuno.knowledge.records import Page

LIST = LOAN["证据目录.txt"]


def numbers(result: Review) -> dict[str, str | None]:
    return {item.file: item.exhibit for item in result.documents}


def test_our_exhibits_are_numbered_in_the_order_of_our_list() -> None:
    turned = LIST.replace("1\t借条", "9\t借条").replace("2\t榆川银行流水", "1\t榆川银行流水")
    rows = turned.split("\n")
    rows[3], rows[4] = rows[4], rows[3]
    result = reviewed(extended(LOAN, 证据目录="\n".join(rows)))
    assert numbers(result)["银行流水.csv"] == "证1"
    assert numbers(result)["借条.txt"] == "证2"


def test_without_a_list_they_keep_the_order_of_the_files() -> None:
    found = [number for number in numbers(reviewed(SALE)).values() if number]
    assert found == [f"证{at}" for at in range(1, len(found) + 1)]


@pytest.mark.parametrize("file", ["起诉状.txt", "答辩状.txt", "证据目录.txt", "内部备忘.txt"])
def test_pleadings_lists_and_private_notes_are_no_exhibits(file: str) -> None:
    assert numbers(reviewed(LOAN))[file] is None


def test_a_power_of_attorney_is_no_exhibit() -> None:
    assert numbers(reviewed(SALE))["委托书.txt"] is None


def test_what_the_other_side_served_is_numbered_apart() -> None:
    result = reviewed(SALE, served=["对账单.txt", "微信.txt"])
    assert numbers(result)["对账单.txt"] == "对方证1"
    assert numbers(result)["微信.txt"] == "对方证2"
    assert numbers(result)["企业信息.txt"] == "证6"


def test_an_unread_photo_is_still_an_exhibit() -> None:
    assert numbers(reviewed(SALE | {"IMG_1.jpg": UNREAD}))["IMG_1.jpg"] == "证9"


def test_the_pages_of_our_exhibits_run_through() -> None:
    pages = (Page(number=1, start=0, end=80), Page(number=2, start=80, end=160), Page(number=3, start=160, end=400))
    thick = [replace(item, pages=pages) if item.file == "购销合同.txt" else item for item in documents(SALE)]
    result = review(thick, parse({"our_side": "plaintiff"}))
    first = {item.file: item.first_page for item in result.documents}
    assert (first["购销合同.txt"], first["送货单一.txt"], first["送货单二.txt"]) == (1, 4, 5)


def test_a_place_is_cited_by_exhibit_and_page() -> None:
    result = reviewed(SALE)
    quote = next(quote for item in result.cells for quote in item.evidence if quote.file == "送货单二.txt")
    assert result.cite(quote) == "证3第3页"


def test_a_place_in_a_pleading_is_cited_by_title_and_page() -> None:
    result = reviewed(SALE)
    quote = next(claim.quote for claim in result.claims if claim.quote)
    assert result.cite(quote) == "起诉状第1页"


@pytest.mark.parametrize(
    ("file", "fields", "disclosure"),
    [
        ("起诉状.txt", {}, "pleading"),
        ("内部备忘.txt", {}, "private"),
        ("微信.txt", {"private": ["微信.txt"]}, "private"),
        ("对账单.txt", {"served": ["对账单.txt"]}, "served"),
        ("对账单.txt", {"to_submit": ["对账单.txt"]}, "to_submit"),
        ("对账单.txt", {}, "undecided"),
        ("起诉状.txt", {"our_side": "defendant"}, "pleading"),
    ],
)
def test_a_document_stands_between_the_sides_as_the_case_file_says(
    file: str, fields: dict[str, object], disclosure: str
) -> None:
    assert reviewed(SALE, **fields).document(file).disclosure == disclosure


def test_what_our_list_names_is_to_be_submitted() -> None:
    assert reviewed(LOAN).document("借条.txt").disclosure == "to_submit"


@pytest.mark.parametrize(
    ("swap", "origin"),
    [
        (("原件（1页）", "原件（1页）"), "original"),
        (("原件（1页）", "复印件（1页）"), "copy"),
        (("原件（1页）", "照片，原件已遗失"), "copy"),
        (("原件（1页）", "纸质1页"), "unknown"),
    ],
)
def test_the_list_says_whether_a_paper_is_an_original(swap: tuple[str, str], origin: str) -> None:
    assert reviewed(changed(LOAN, "证据目录.txt", swap)).document("借条.txt").origin == origin


def test_a_chat_is_electronic() -> None:
    assert reviewed(LOAN).document("微信聊天.txt").origin == "electronic"


def test_the_list_of_the_other_side_says_nothing_of_our_originals() -> None:
    theirs = LIST.replace("提交人：原告闵知秋", "提交人：被告卓远航").replace("原件（1页）", "复印件")
    result = reviewed(
        extended(LOAN, 证据目录=LIST.replace("原件（1页）", "纸质1页"), 被告证据目录=theirs), to_submit=["借条.txt"]
    )
    assert result.document("借条.txt").origin == "unknown"


def test_a_paper_that_helps_one_element_and_hurts_another_is_two_edged() -> None:
    files = changed(extended(LOAN, 答辩状=answered()), "银行流水.csv", ("200000.00,,", "184000.00,,"))
    result = reviewed(files)
    assert {item.file for item in result.documents if item.two_edged} >= {"银行流水.csv"}
    for item in result.documents:
        for quote in item.two_edged:
            assert quote.file == item.file


@pytest.mark.parametrize("files", [LOAN, SALE])
def test_where_nothing_is_wrong_no_paper_is_two_edged(files: dict[str, str]) -> None:
    assert [item.file for item in reviewed(files).documents if item.two_edged] == []


def test_every_file_is_listed_once_in_the_order_given() -> None:
    for files in (LOAN, SALE, without(SALE, "对账单.txt")):
        assert [item.file for item in reviewed(files).documents] == list(files)


def test_two_papers_of_one_title_are_told_apart() -> None:
    files = SALE | {"附件/对账单.txt": SALE["对账单.txt"].replace("2023年12月31日", "2022年12月31日")}
    titles = [item.title for item in reviewed(files).documents if item.kind == "statement_of_account"]
    assert len(set(titles)) == 2
