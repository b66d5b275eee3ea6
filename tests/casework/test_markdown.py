"""Markdown: the same content as the DOCX, and nothing that a document says is read as markup."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sample_review

from zuno.casework.deliverables import markdown, write
from zuno.casework.deliverables.model import INTERNAL, Deliverable, Heading, Listing, Table, body, box, lines_of, plain


def small(*blocks: Any, **given: Any) -> Deliverable:
    fields: dict[str, Any] = {"name": "试", "title": "试", "case": "某案", "stamp": INTERNAL, "closing": "说明。"}
    return Deliverable(blocks=blocks, **{**fields, **given})


def test_stamp_stands_first_and_last_and_the_banner_with_it() -> None:
    text = markdown.write(small(body("正文"), banner="不得提交"))
    assert text.splitlines()[:5] == ["# 试", "", "> **【内部】** 某案", "", "> **不得提交**"]
    assert text.endswith("> 说明。\n\n> 【内部】 不得提交\n")


def test_a_table_keeps_its_columns_whatever_its_cells_hold() -> None:
    rows = ((box("a|b\\|c", strong=True), box("两\n行")), (box("`<b>`"), box("")))
    text = markdown.write(small(Table(columns=(("甲|", 1), ("乙", 1)), rows=rows)))
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3 for line in lines)
    assert "两<br>行" in text


def test_words_are_not_read_as_markup() -> None:
    text = markdown.write(small(body("<script>alert(1)</script> &amp; *强* _线_ [链](http) # 题")))
    assert "<script>" not in text
    assert "&amp;amp; \\*强\\* \\_线\\_ \\[链\\]" in text


def test_a_line_that_looks_like_a_list_is_not_one() -> None:
    assert markdown.escape("1. 甲\n- 乙\n+ 丙") == "\\1. 甲\n\\- 乙\n\\+ 丙"


def test_headings_carry_chinese_numbers_and_drafts_none() -> None:
    blocks = (
        Heading(text="甲"),
        Heading(text="子", level=2),
        Heading(text="乙"),
        Listing(items=(("一",),), ordered=False),
    )
    assert "## 一、甲\n\n### （一）子\n\n## 二、乙\n\n- 一" in markdown.write(small(*blocks))
    assert "## 甲\n\n### 子" in markdown.write(small(*blocks, numbered=False))


@pytest.mark.parametrize("make", [sample_review.sale, sample_review.loan, sample_review.bare])
def test_every_line_of_a_deliverable_is_in_its_markdown(make: Any) -> None:
    texts = {**sample_review.SALE_TEXTS, **sample_review.LOAN_TEXTS}
    for document in write.compose(make(), None, texts):
        text = (
            markdown.write(document)
            .replace("<br>", "\n")
            .replace("\\", "")
            .replace("  \n  ", "\n")
            .replace("  \n", "\n")
        )
        for line in lines_of(document):
            assert plain(line).strip() in text, (document.name, plain(line))


def test_a_reader_of_github_tables_sees_the_same_cells() -> None:
    reader = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    document = {item.name: item for item in write.compose(sample_review.sale(), None, sample_review.SALE_TEXTS)}[
        "要件审查表"
    ]
    tokens = reader.parse(markdown.write(document))
    tables = [block for block in document.blocks if isinstance(block, Table)]
    assert sum(token.type == "tr_open" for token in tokens) == sum(1 + len(table.rows) for table in tables)
    assert sum(token.type == "th_open" for token in tokens) == sum(len(table.columns) for table in tables)
