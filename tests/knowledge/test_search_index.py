"""What an index is asked of a long query: all of it, until common single characters would cost too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from zuno.knowledge.search.index import Chunk, Index, write
from zuno.knowledge.search.tokens import paired, tokens

COMMON = "".join(map(chr, range(0x4E8C, 0x4E8C + 40)))
"""Forty characters that stand in every chunk: 79 tokens."""
HALF = "鼠牛"
"""Stands in every other chunk."""
RARE = "龘靐"
"""A name that one chunk holds."""
QUERY = f"{COMMON}{HALF}{RARE}，88231.5元，LPR，{RARE}"


def made(folder: Path, texts: Iterable[str]) -> Index:
    chunks = (
        Chunk(id=f"{number}.0", matter="案1", visibility="public", front="", text=text, start=0, end=len(text))
        for number, text in enumerate(texts)
    )
    write(folder, chunks)
    return Index(folder)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Index:
    common = (COMMON + HALF * (number % 2) for number in range(7_000))
    return made(tmp_path_factory.mktemp("large"), [*common, f"{RARE}欠88231.5"])


def test_a_long_query_loses_its_commonest_single_characters_and_nothing_else(large: Index) -> None:
    left_out = Counter(tokens(QUERY)) - large.asked(QUERY)
    assert left_out
    assert left_out.keys() < set(COMMON)


def test_a_long_query_loses_no_more_than_it_must(large: Index) -> None:
    left_out = Counter(tokens(QUERY)) - large.asked(QUERY)
    entries = 7_000 * 79 + 3_500 * 4  # the pairs between the three parts stand nowhere, the rest of the query once
    assert len(left_out) == -(-(entries - 400_000) // 7_000)


def test_a_common_character_that_stands_alone_in_a_long_query_stays(large: Index) -> None:
    alone = COMMON[0]
    asked = large.asked(f"{alone}，{COMMON[1:]}")
    assert asked[alone] == 1
    assert sum(asked.values()) < 78


def test_a_long_query_still_finds_the_one_chunk_with_its_name_first(large: Index) -> None:
    (best,) = large.rank(QUERY, matter="案1", seen=("public",), limit=1)
    assert best.id == "7000.0"


def test_a_short_query_is_asked_whole_in_a_large_index(large: Index) -> None:
    short = COMMON[:32]
    assert large.asked(short) == Counter(tokens(short))


def test_a_long_query_is_asked_whole_in_a_small_index(tmp_path: Path) -> None:
    small = made(tmp_path, [COMMON + HALF + RARE] * 100)
    assert small.asked(QUERY) == Counter(tokens(QUERY))


def test_letters_and_digits_are_no_pairs() -> None:
    assert paired(tokens("LPR 12 ab 甲 乙丙 Mü")) == {"乙", "丙"}
