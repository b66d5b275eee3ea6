"""Pictures of the words that a review cites from scans, so that a reader sees what was recognised."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence

from zuno.casework.records import Quote
from zuno.knowledge import places
from zuno.knowledge.ocr.raster import Raster, raster_of
from zuno.knowledge.originals import Originals
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.records import Box, Document

MOST_PICTURES = 150
"""Of one report, about 20 KB each."""

MARGIN = 0.6
"""Room around the words, in heights of their first line."""

WIDEST_PIXELS = 900
QUALITY = 70


def of_quotes(
    quotes: Collection[Quote], documents: Sequence[Document], originals: Originals
) -> Mapping[tuple[str, int, int], bytes]:
    """Cut the words of quotes out of the pictures they were recognised on.

    Args:
        quotes: What is cited, in any order; words of a native layer get no picture.
        documents: The documents they are from.
        originals: Where the pages are to be seen.

    Returns:
        JPEG bytes by file, start and end of the quote.
    """
    by_file = {document.file: document for document in documents}
    rasters: dict[tuple[str, int], Raster | None] = {}
    cut: dict[tuple[str, int, int], bytes] = {}
    for quote in sorted(quotes, key=lambda quote: (quote.file, quote.start, quote.end)):
        document = by_file[quote.file]
        boxes = [box for page, box in _seen(document, quote) if page == quote.page]
        if not boxes or len(cut) >= MOST_PICTURES:
            continue
        at = (document.sha256, quote.page)
        if at not in rasters:
            rasters[at] = _raster(document, quote.page, originals)
        raster = rasters[at]
        if raster is not None:
            cut[quote.file, quote.start, quote.end] = _jpeg(raster, boxes)
    return cut


def _seen(document: Document, quote: Quote) -> tuple[places.Place, ...]:
    """Where the words were recognised; nothing for words of a native layer."""
    recognised = any(
        line.start < quote.end and quote.start < line.end for page in document.pages for line in page.lines
    )
    return places.boxes(document, b"", quote.start, quote.end) if recognised else ()


def _raster(document: Document, page: int, originals: Originals) -> Raster | None:
    path = originals.path(document.sha256)
    if path is None or document.format not in ("pdf", "image"):
        return None
    try:
        return raster_of(path, document.format, page)
    except Refusal:
        return None


def _jpeg(raster: Raster, boxes: Sequence[Box]) -> bytes:
    whole = places.around(boxes)
    room = MARGIN * (boxes[0].bottom - boxes[0].top)
    across, down = raster.image.width / raster.width, raster.image.height / raster.height
    crop = raster.image.crop(
        (
            max(0, int((whole.left - room) * across)),
            max(0, int((whole.top - room) * down)),
            min(raster.image.width, int((whole.right + room) * across) + 1),
            min(raster.image.height, int((whole.bottom + room) * down) + 1),
        )
    )
    crop.thumbnail((WIDEST_PIXELS, WIDEST_PIXELS))
    buffer = io.BytesIO()
    crop.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
