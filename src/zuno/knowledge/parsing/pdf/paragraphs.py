"""Which lines of PDF pages belong together, and which ones are running headers or footers.

Knows lines and their heights, not pictures or fonts. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from zuno.knowledge.parsing.pdf.pagetext import Edge

FULL_LINE_SHARE = 0.88
"""Share of the longest line of a page from which a line may run on into the next."""

FULL_LINE_WIDTH = 48
"""Width (a hanzi counts 2) below which a line never runs on."""

RUNNING_PAGES = 3
"""Pages on which a line must stand at the same height to be a header or footer."""

SAME_HEIGHT_POINTS = 2.0
NUMBERS_TOLD_APART = 3
"""Numbers in a running line that may each count the pages."""

_SENTENCE_END = "。；：！？"
_PARAGRAPH_START = re.compile(r"\s*(\S{1,12}：|第.{1,6}[条章节]|[一二三四五六七八九十]+、|\d{1,2}[.、．]|[（(])")
_LINE_WRAP = re.compile(r"[ \t]*\n[ \t]*(?![A-Za-z])|(?<![A-Za-z])\n")
"""A line break inside running Chinese text; one between two Latin words stays as white space."""

JOINED = " \t\n"
"""Characters that joining lines may take out."""

_DIGITS = re.compile(r"\d{1,6}")
_COUNT = r"[0-9０-９一二三四五六七八九十百]{1,5}"
_PAGE_NUMBER = re.compile(
    rf"[-—–－·. ]{{0,4}}{_COUNT}[-—–－·. ]{{0,4}}|第 ?{_COUNT} ?页.{{0,4}}(?:共 ?{_COUNT} ?页)?.?"
    rf"|共 ?{_COUNT} ?页.{{0,3}}第 ?{_COUNT} ?页|{_COUNT} ?/ ?{_COUNT}|Page ?\d+(?: ?of ?\d+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLines:
    """What is known of the lines of one page."""

    number: int
    edges: Sequence[Edge] = ()


def running_lines(pages: Sequence[PageLines]) -> list[tuple[set[int], set[int]]]:
    """Find running headers and footers.

    Returns:
        Per page the numbers of its lines that run on every page, and of those that may (a line
        that two pages share): the latter are no header for sure, but no part of a paragraph.
    """
    found: dict[tuple[object, ...], list[tuple[float, int, int]]] = {}
    lines: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in pages]
    for at, page in enumerate(pages):
        for edge in page.edges:
            if _PAGE_NUMBER.fullmatch(edge.text):
                lines[at][0].add(edge.line)
            for key in _readings(edge.text, page.number):
                found.setdefault((edge.is_top, *key), []).append((edge.depth, at, edge.line))
    for members in found.values():
        for group in _same_height(sorted(members)):
            shared_by = len({at for _, at, _ in group})
            if shared_by >= 2:
                for _, at, line in group:
                    lines[at][0 if shared_by >= RUNNING_PAGES else 1].add(line)
    return lines


def _readings(text: str, page: int) -> Iterator[tuple[object, ...]]:
    """Yield what a line says if each of its numbers is constant or counts the pages."""
    numbers = [int(number) for number in _DIGITS.findall(text)]
    if not numbers or len(numbers) > NUMBERS_TOLD_APART:
        yield (text,)
        return
    frame = _DIGITS.sub("#", text)
    for counting in product((False, True), repeat=len(numbers)):
        yield (
            frame,
            counting,
            tuple(number - page if counts else number for number, counts in zip(numbers, counting, strict=True)),
        )


def _same_height(members: list[tuple[float, int, int]]) -> Iterator[list[tuple[float, int, int]]]:
    group: list[tuple[float, int, int]] = []
    for member in members:
        if group and member[0] - group[-1][0] > SAME_HEIGHT_POINTS:
            yield group
            group = []
        group.append(member)
    yield group


def split_paragraphs(text: str, apart: Collection[int] = ()) -> list[tuple[int, int, int]]:
    """Cut the text of a page into paragraphs: lines that fill the page run on into the next line.

    Args:
        text: Tidied text.
        apart: Numbers of lines (from 0) that stand alone.

    Returns:
        Start, end and number of the first line of each paragraph.
    """
    lines = text.split("\n")
    widths = [len(line.encode("gb18030", "replace")) for line in lines]
    full = max(FULL_LINE_WIDTH, FULL_LINE_SHARE * max(widths))
    spans: list[tuple[int, int, int]] = []
    start = offset = first = 0
    for at, line in enumerate(lines):
        end = offset + len(line)
        runs_on = (
            widths[at] >= full
            and at + 1 < len(lines)
            and at not in apart
            and at + 1 not in apart
            and line.rstrip()[-1:] not in _SENTENCE_END
            and not _PARAGRAPH_START.match(lines[at + 1])
        )
        if not runs_on:
            if text[start:end].strip():
                spans.append((start, end, first))
            start, first = end + 1, at + 1
        offset = end + 1
    return spans


def join_lines(text: str) -> str:
    """Join the wrapped lines of one paragraph; takes out none but ``JOINED``."""
    return _LINE_WRAP.sub("", text) if "\n" in text else text
