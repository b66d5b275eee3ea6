"""The text of one PDF page as PDFium extracts it, put upright, and where its characters stand.

Extraction is deterministic: the same page gives the same text again, which is
how places are found later without storing them. Holds no state.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

import pypdfium2
import pypdfium2.raw as pdfium_c

from zuno.knowledge.parsing.charset import HANZI
from zuno.knowledge.parsing.pdf.calls import plain
from zuno.knowledge.parsing.pdf.frame import Frame, Sides

ANGLES_LOOKED_AT = 8
"""Characters of a page whose direction is looked at."""

EDGE_LINES = 2
"""Lines at the beginning and at the end of a page's text whose height is measured."""

MARGIN_SHARE = 0.09
"""Share of the page's height, at the top and at the bottom, in which running lines stand."""

_LAST_BLANK = 0x20
_RIGHT_ANGLE = math.pi / 2
_FLAT = 0.02
"""Ratio of height to width below which a hanzi has no drawing; even 一 has more."""

_HYPHEN = "\ufffe"

_get_unicode = plain(pdfium_c.FPDFText_GetUnicode, ctypes.c_uint)
_get_angle = plain(pdfium_c.FPDFText_GetCharAngle, ctypes.c_float)
_get_char_index = plain(pdfium_c.FPDFText_GetCharIndexFromTextIndex)
_get_origin = plain(pdfium_c.FPDFText_GetCharOrigin)
_get_char_box = plain(pdfium_c.FPDFText_GetCharBox)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A line at the beginning or the end of a page's text that stands in a margin."""

    line: int
    """Its number among the lines of the tidied text, from 0."""
    text: str
    is_top: bool
    depth: float
    """Of its base line, from the top of the page or from its bottom."""


@contextmanager
def upright(page: pypdfium2.PdfPage, frame: Frame) -> Generator[tuple[pypdfium2.PdfTextPage, int]]:
    """Give the text of a page in the direction in which its lines are in order.

    Args:
        page: Stays turned as its text needs it; call ``drawings.look_at`` first.
        frame: Of the page as it is.

    Yields:
        The text, and the clockwise degrees by which the page had to be turned.
    """
    textpage = page.get_textpage()
    try:
        wanted = _wanted_rotation(textpage)
        turned = 0 if wanted is None else (wanted - frame.rotation) % 360
        if wanted is not None and turned:
            page.set_rotation(wanted)
            textpage.close()
            textpage = page.get_textpage()
        yield textpage, turned
    finally:
        textpage.close()


def _wanted_rotation(textpage: pypdfium2.PdfTextPage) -> int | None:
    """Return the rotation (0, 90, 180, 270) in which the text stands upright.

    The order of lines is right only for upright text. None where there is no text or it runs in
    several directions.
    """
    raw = textpage.raw
    count = textpage.count_chars()
    angles = {
        _get_angle(raw, at)
        for at in range(0, count, max(1, count // ANGLES_LOOKED_AT))
        if _get_unicode(raw, at) > _LAST_BLANK
    }
    quarters = {round(angle / _RIGHT_ANGLE) % 4 for angle in angles}
    return (4 - quarters.pop()) % 4 * 90 if len(quarters) == 1 else None


def has_undrawn(textpage: pypdfium2.PdfTextPage, text: str, *, likely: bool) -> bool:
    """Tell whether rendering the page leaves out hanzi: their font is neither in the file nor on this machine.

    Args:
        textpage: The page.
        text: As extracted.
        likely: Whether objects of the page are known to have no drawing; else the first hanzi speaks for all.
    """
    for match in HANZI.finditer(text):
        if not is_drawn(textpage, match.start()):
            return True
        if not likely:
            break
    return False


def is_drawn(textpage: pypdfium2.PdfTextPage, at: int) -> bool:
    """Tell whether rendering shows a character; only hanzi in fonts outside the file are ever missing."""
    if not HANZI.match(chr(_get_unicode(textpage.raw, at))):
        return True
    sides = left, right, bottom, top = tuple(ctypes.c_double() for _ in range(4))
    _get_char_box(textpage.raw, at, *map(ctypes.byref, sides))
    wide, high = right.value - left.value, top.value - bottom.value
    if min(wide, high) > _FLAT * max(wide, high):
        return True
    item = pdfium_c.FPDFText_GetTextObject(textpage.raw, at)
    if not item or pdfium_c.FPDFTextObj_GetTextRenderMode(item) == pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE:
        return True
    return bool(pdfium_c.FPDFFont_GetIsEmbedded(pdfium_c.FPDFTextObj_GetFont(item)))


def extract(textpage: pypdfium2.PdfTextPage) -> tuple[str, int]:
    """Return the text of a page as PDFium gives it, and how many characters more the page has than text.

    PDFium writes U+FFFE both for a hyphen at a line end and for a character without a text of
    its own; the latter is told as U+FFFD.
    """
    text = textpage.get_text_range()
    count = textpage.count_chars()
    # PDFium counts UTF-16 units.
    lost = 0 if count == len(text) else max(0, count - len(text.encode("utf-16-le")) // 2)
    if _HYPHEN in text:
        indexes = char_indexes(textpage, text)
        text = "".join(
            "\ufffd" if char == _HYPHEN and pdfium_c.FPDFText_IsHyphen(textpage.raw, indexes[at]) != 1 else char
            for at, char in enumerate(text)
        )
    return text, lost


def tidy(text: str) -> str:
    """Keep the text as extracted, with one kind of line end and hyphens at line ends restored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(_HYPHEN, "-\n") if _HYPHEN in text else text


def edges(textpage: pypdfium2.PdfTextPage, text: str, frame: Frame) -> list[Edge]:
    """Return the first and the last lines of a page's text, as far as they stand in a margin.

    Args:
        textpage: The page, upright.
        text: As extracted, not tidied.
        frame: Of the upright page.
    """
    # Every place stays what it is.
    lines = text.replace("\r\n", " \n").replace("\r", "\n").split("\n")
    filled = [at for at, line in enumerate(lines) if line and not line.isspace()]
    if len(filled) > 2 * EDGE_LINES:
        filled = filled[:EDGE_LINES] + filled[-EDGE_LINES:]
    ends = list(accumulate(map(len, lines)))
    wide = not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)
    height = frame.size[1]
    raw, x, y = textpage.raw, ctypes.c_double(), ctypes.c_double()
    x_place, y_place = ctypes.byref(x), ctypes.byref(y)
    found: list[Edge] = []
    for at in filled:
        line = lines[at].lstrip()
        if _HYPHEN in line:  # It holds several and has no one height.
            continue
        start = ends[at] + at - len(line)
        unit = len(text[:start].encode("utf-16-le")) // 2 if wide else start
        _get_origin(raw, _get_char_index(raw, unit), x_place, y_place)
        top = frame.point(x.value, y.value)[1]
        # Text comes in the order in which it was written; headers may come last and footers first.
        is_top = top < height / 2
        depth = top if is_top else height - top
        if 0 <= depth <= MARGIN_SHARE * height:
            number = tidy(text[:start]).count("\n")
            found.append(Edge(line=number, text=line.rstrip(), is_top=is_top, depth=depth))
    return found


def char_indexes(textpage: pypdfium2.PdfTextPage, text: str) -> list[int]:
    """Return, per code point of the extracted text, the number of its character in PDFium (-1: it has none)."""
    indexes: list[int] = []
    unit = 0
    for char in text:
        indexes.append(_get_char_index(textpage.raw, unit))
        unit += 2 if char > "\uffff" else 1
    return indexes


def char_sides(textpage: pypdfium2.PdfTextPage, at: int) -> Sides | None:
    """Return the place of a character: its drawing, and at least the height of its font."""
    sides = left, right, bottom, top = tuple(ctypes.c_double() for _ in range(4))
    loose = pdfium_c.FS_RECTF()
    if not _get_char_box(textpage.raw, at, *map(ctypes.byref, sides)):
        return None
    if not pdfium_c.FPDFText_GetLooseCharBox(textpage.raw, at, loose):
        return left.value, bottom.value, right.value, top.value
    return (
        min(left.value, loose.left),
        min(bottom.value, loose.bottom),
        max(right.value, loose.right),
        max(top.value, loose.top),
    )
