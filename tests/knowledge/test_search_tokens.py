"""Tokens and chunks: what search can find, and what it quotes."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.knowledge.records import Block, Document, Page
from zuno.knowledge.search import chunks
from zuno.knowledge.search.tokens import matches, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("违约金", "违 约 金 违约 约金"),
        ("欠3.5万", "欠 3.5 万"),
        ("LPR报价", "lpr 报 价 报价"),
        ("１２３ＡＢ", "123ab"),
        ("12,345.00元", "12345 元"),
        ("12345元", "12345 元"),
        ("12,345.60", "12345.60"),
        ("第1,2项", "第 1 2 项"),
        ("𠮷𡃁", "𠮷 𡃁 𠮷𡃁"),
        ("二〇二三", "二 〇 二 三 二〇 〇二 二三"),
        ("⽤⼾⻅", "用 户 见 用户 户见"),
        ("Müller αβ", "m ü ller αβ"),
        ("……——！", ""),
        ("", ""),
    ],
)
def test_a_text_becomes_characters_pairs_words_and_whole_numbers(text: str, expected: str) -> None:
    assert Counter(tokens(text)) == Counter(expected.split())


@pytest.mark.parametrize("other", ["12,345.00", "１２３４５", "12345.0", "12345"])
def test_an_amount_is_found_in_every_way_of_writing_it(other: str) -> None:
    assert tokens(other) == ["12345"]


@given(st.text())
def test_no_token_holds_white_space_or_half_a_pair_and_every_text_is_taken(text: str) -> None:
    for token in tokens(text):
        assert token.split() == [token]
        token.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("逾期付款应付违约金。", "违约金", ["违约金"]),
        ("金额12,345.00元，违约", "12345元 违约金", ["12,345.00", "违约"]),
        ("⽤⼾名", "用户", ["⽤⼾"]),
        ("金山", "黄金", ["金"]),
        ("无关", "违约金", []),
    ],
)
def test_the_places_of_a_querys_words_are_found_again_in_the_quote(text: str, query: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in matches(text, set(tokens(query)))] == expected


def document(text: str, pages: tuple[Page, ...] = (), blocks: tuple[Block, ...] = ()) -> Document:
    return Document(
        file="a.txt", sha256="0" * 64, size_bytes=1, format="txt", state="ready", text=text, pages=pages, blocks=blocks
    )


def test_a_chunk_ends_with_a_block_where_it_can() -> None:
    text = "甲" * 320 + "\n" + "乙" * 300
    blocks = (
        Block(start=0, end=320, kind="paragraph", locator="¶1"),
        Block(start=321, end=621, kind="paragraph", locator="¶2"),
    )
    assert [text[start:end] for start, end in chunks.cut(document(text, blocks=blocks))] == ["甲" * 320, "乙" * 300]


def test_a_long_paragraph_is_cut_behind_a_sentence() -> None:
    text = ("甲" * 99 + "。") * 8
    pieces = [text[start:end] for start, end in chunks.cut(document(text))]
    assert all(piece.endswith("。") for piece in pieces)
    assert max(map(len, pieces)) <= chunks.LONGEST_CHARS


@given(st.text(alphabet="甲乙。\n 1", max_size=3000), st.lists(st.integers(0, 3000), max_size=6), st.integers(1, 700))
def test_every_character_is_in_one_chunk_and_no_chunk_crosses_a_page(
    text: str, breaks: list[int], block_length: int
) -> None:
    edges = sorted({0, *(at for at in breaks if at < len(text)), len(text)})
    pages = tuple(
        Page(number=number, start=start, end=end) for number, (start, end) in enumerate(pairwise(edges), start=1)
    )
    blocks = tuple(
        Block(start=at, end=min(at + block_length, len(text)), kind="paragraph", locator="")
        for at in range(0, len(text), block_length)
    )
    made = document(text, pages, blocks)
    covered = Counter(at for start, end in chunks.cut(made) for at in range(start, end))
    assert {at for at, char in enumerate(text) if not char.isspace()} <= set(covered)
    assert set(covered.values()) <= {1}
    assert all(made.page_at(start) == made.page_at(end - 1) for start, end in chunks.cut(made))
    assert all(end - start <= chunks.LONGEST_CHARS for start, end in chunks.cut(made))
