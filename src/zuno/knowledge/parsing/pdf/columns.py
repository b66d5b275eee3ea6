"""Amounts of a statement whose side (收入 or 支出, 借方 or 贷方) the page does not tell for sure.

Extraction keeps no empty cells: below two columns of sums a single one may
belong to either. Where it stands on the page decides, if it does. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2

from zuno.knowledge.parsing.pdf.frame import Frame
from zuno.knowledge.parsing.pdf.pagetext import char_indexes, char_sides

_UNIT = r"(?:发生额|金额|额)?(?:[（(][^）)]{1,6}[)）])?"
_OUT_NAMES, _IN_NAMES = "借方?|支出|转出|支取|取出|付出|汇出", "贷方?|收入|转入|存入|汇入|入账"
_OUT, _IN = rf"(?:{_OUT_NAMES}){_UNIT}", rf"(?:{_IN_NAMES}){_UNIT}"
_OUT_WORD, _IN_WORD = re.compile(_OUT_NAMES), re.compile(_IN_NAMES)
_OUT_HEADING, _IN_HEADING = re.compile(_OUT), re.compile(_IN)
_BOTH_HEADING = re.compile(rf"{_OUT}[|｜/]{_IN}|{_IN}[|｜/]{_OUT}")
_SUM_HEADING = re.compile(r"(?:账户|当前|本次|交易后)?余额|结余|.{0,4}金额")
_HEADINGS_HERE = re.compile(rf"{_OUT}[^\r\n]*{_IN}|{_IN}[^\r\n]*{_OUT}")
_SUM = re.compile(r"[-+]?[¥￥]?(?:\d{1,3}(?:[,，]\d{3})+(?:\.\d{1,2})?|\d{1,12}\.\d{2})元?")
_LINE = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"\S+")
_Span = tuple[int, int]
_Reach = tuple[float, float]
"""Left and right end on the page."""


def uncertain_amounts(textpage: pypdfium2.PdfTextPage, text: str, frame: Frame) -> list[_Span]:
    """Return the amounts below a two-sided heading that stand clearly under neither side.

    Args:
        textpage: The page, upright.
        text: As extracted, not tidied.
        frame: Of the upright page.

    Returns:
        Start and end of each, counted in characters of the text that are not white space.
    """
    if not (_OUT_WORD.search(text) and _IN_WORD.search(text) and _HEADINGS_HERE.search(text)):
        return []
    page = _Reaches(textpage, text, frame)
    found: list[_Span] = []
    sides: list[_Span] = []
    sums = 0
    for line in _LINE.finditer(text):
        words = [(line.start() + word.start(), line.start() + word.end()) for word in _WORD.finditer(line.group())]
        heading = _read_heading([text[start:end] for start, end in words])
        if heading is not None:
            sides, sums = [words[at] for at in heading[0]], heading[1]
        elif sides:
            amounts = [span for span in words if _SUM.fullmatch(text[span[0] : span[1]])]
            if 0 < len(amounts) < sums or len(sides) == 1:
                found += page.unplaced(amounts, sides)
    blanks = [0]
    for char in text:
        blanks.append(blanks[-1] + char.isspace())
    return [(start - blanks[start], end - blanks[end]) for start, end in found]


def _read_heading(words: list[str]) -> tuple[list[int], int] | None:
    """Return which words head the two sides (one word may head both), and how many columns of sums there are."""
    both = [at for at, word in enumerate(words) if _BOTH_HEADING.fullmatch(word)]
    out = [at for at, word in enumerate(words) if _OUT_HEADING.fullmatch(word)]
    into = [at for at, word in enumerate(words) if _IN_HEADING.fullmatch(word)]
    others = sum(1 for word in words if _SUM_HEADING.fullmatch(word))
    if both:
        return both[:1], 1 + others
    return ([out[0], into[0]], 2 + others) if out and into else None


class _Reaches:
    """Where the words of one page stand from left to right."""

    def __init__(self, textpage: pypdfium2.PdfTextPage, text: str, frame: Frame) -> None:
        self._textpage = textpage
        self._frame = frame
        self._indexes = char_indexes(textpage, text)

    def unplaced(self, amounts: list[_Span], sides: list[_Span]) -> Iterator[_Span]:
        """Yield the amounts that may stand under a side but not clearly under one.

        An amount clearly right of both sides, as a balance is, or left of them is none of theirs.
        """
        reaches = [reach for side in sides if (reach := self._reach(side))]
        for span in amounts:
            reach = self._reach(span)
            if reach is None or not reaches:
                yield span
                continue
            under = [side for side in reaches if reach[0] < side[1] and side[0] < reach[1]]
            between = min(side[1] for side in reaches) <= reach[0] and reach[1] <= max(side[0] for side in reaches)
            if len(under) > 1 or between or (under and len(sides) == 1):
                yield span

    def _reach(self, span: _Span) -> _Reach | None:
        ends: list[float] = []
        for at in (span[0], span[1] - 1):
            index = self._indexes[at]
            sides = char_sides(self._textpage, index) if index >= 0 else None
            if sides is None:
                return None
            box = self._frame.box(sides)
            ends += [box.left, box.right]
        return min(ends), max(ends)
