"""Where words of a document stand on the pages that a person sees.

Owns nothing: places of native PDF text are found in the file on demand, those
of recognised text come with the page. Knows no formats without pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zuno.knowledge.parsing.pdf import spots
from zuno.knowledge.records import Box, Document, Page

Place = tuple[int, Box]
"""Page number and rectangle; see ``records.Box`` for origin and unit."""


def boxes(document: Document, data: bytes, start: int, end: int) -> tuple[Place, ...]:
    """Return where a span stands: one rectangle per line of it.

    Args:
        document: As read from ``data``.
        data: The bytes of the file.
        start: First code point of the span in ``document.text``.
        end: The code point after the last.

    Returns:
        Places in reading order; empty where the format has no pages or the place is not known.
    """
    return find_boxes(document, data, [(start, end)])[0]


def find_boxes(document: Document, data: bytes, spans: Sequence[tuple[int, int]]) -> list[tuple[Place, ...]]:
    """Return the places of many spans, opening the file once; see ``boxes``."""
    found = [[place for page in document.pages for place in _recognised(page, start, end)] for start, end in spans]
    if document.format == "pdf":
        for places, native in zip(found, spots.find_spots(document, data, spans), strict=True):
            places += [(spot.page, spot.box) for spot in native]
            places.sort(key=lambda place: place[0])
    return [tuple(places) for places in found]


def _recognised(page: Page, start: int, end: int) -> Iterator[Place]:
    for line in page.lines:
        inside = line.boxes[max(start - line.start, 0) : max(end - line.start, 0)]
        if inside:
            yield page.number, around(inside)


def around(boxes: Sequence[Box]) -> Box:
    """Return the rectangle around several of one page."""
    return Box(
        left=min(box.left for box in boxes),
        top=min(box.top for box in boxes),
        right=max(box.right for box in boxes),
        bottom=max(box.bottom for box in boxes),
    )
