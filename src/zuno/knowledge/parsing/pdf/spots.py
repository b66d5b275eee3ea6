"""Where words of a PDF's own text layer stand on its pages, found again in the file on demand.

A page is extracted once more and its characters matched with the document's
text: joining lines took out blanks and line ends only, so the characters that
show are the same and in the same order. Holds no state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2

from zuno.knowledge.parsing.pdf import drawings, pagetext
from zuno.knowledge.parsing.pdf.frame import Frame, frame_of
from zuno.knowledge.parsing.pdf.paragraphs import JOINED
from zuno.knowledge.records import Box, Document, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A stretch of a span on one line of one page."""

    page: int
    box: Box
    start: int
    end: int
    """Code points into ``Document.text``."""
    drawn: bool
    """False where the page cannot be drawn faithfully here: a font is missing on this machine."""


def find_spots(document: Document, data: bytes, spans: Sequence[tuple[int, int]]) -> list[list[Spot]]:
    """Find where spans of a PDF's native pages stand.

    Args:
        document: As read from ``data``.
        data: The PDF.
        spans: Start and end, code points into ``document.text``.

    Returns:
        Per span its spots in reading order; none on OCR pages, on notes beside the page's own
        text, and where the page no longer gives the text that the document has.
    """
    found: list[list[Spot]] = [[] for _ in spans]
    wanted = [
        (page, touching)
        for page in document.pages
        if page.layer == "native"
        and (touching := [at for at, span in enumerate(spans) if span[0] < page.end and page.start < span[1]])
    ]
    if not wanted:
        return found
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return found
    try:
        for page, touching in wanted:
            for at, spot in _spots_of_page(pdf, document.text, page, {at: spans[at] for at in touching}):
                found[at].append(spot)
    finally:
        pdf.close()
    return found


def _spots_of_page(
    pdf: pypdfium2.PdfDocument, text: str, known: Page, spans: dict[int, tuple[int, int]]
) -> Iterator[tuple[int, Spot]]:
    if known.number > len(pdf):
        return
    try:
        page = pdf[known.number - 1]
    except pypdfium2.PdfiumError:
        return
    try:
        frame = frame_of(page)
        drawings.look_at(page)
        with pagetext.upright(page, frame) as (textpage, _):
            raw, _ = pagetext.extract(textpage)
            visible = [at for at, char in enumerate(raw) if char not in "\r" + JOINED]
            places = [at for at in range(known.start, known.end) if text[at] not in JOINED]
            if [raw[at].replace("\ufffe", "-") for at in visible] != [text[at] for at in places[: len(visible)]]:
                return
            indexes = pagetext.char_indexes(textpage, raw)
            chars = dict(zip(places, visible, strict=False))
            for number, (start, end) in spans.items():
                inside = [(at, chars[at]) for at in range(max(start, known.start), min(end, known.end)) if at in chars]
                for line in _lines(inside, raw):
                    spot = _spot(textpage, frame, known.number, [(at, indexes[place]) for at, place in line])
                    if spot is not None:
                        yield number, spot
    finally:
        page.close()


def _lines(inside: list[tuple[int, int]], raw: str) -> Iterator[list[tuple[int, int]]]:
    """Cut characters, each with its place in the extracted text, at the line ends of the page."""
    line: list[tuple[int, int]] = []
    for at, place in inside:
        if line and any(char in "\r\n\ufffe" for char in raw[line[-1][1] : place]):
            yield line
            line = []
        line.append((at, place))
    if line:
        yield line


def _spot(textpage: pypdfium2.PdfTextPage, frame: Frame, page: int, chars: list[tuple[int, int]]) -> Spot | None:
    found = [sides for _, index in chars if index >= 0 and (sides := pagetext.char_sides(textpage, index))]
    if not found:
        return None
    lefts, bottoms, rights, tops = zip(*found, strict=True)
    drawn = all(pagetext.is_drawn(textpage, index) for _, index in chars if index >= 0)
    return Spot(
        page=page,
        box=frame.box((min(lefts), min(bottoms), max(rights), max(tops))),
        start=chars[0][0],
        end=chars[-1][0] + 1,
        drawn=drawn,
    )
