"""The documents' texts as the report shows them: pages, marked quotes, and a budget.

Every quote that a review makes is cut out at its exact code points, so that a
link can lead to the words themselves. Big cases do not fit in one page: beyond
the budget a document is cut down to the surroundings of its quotes, and says so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from typing import cast

from zuno.casework.records import Quote, Review, ReviewedDocument

WHOLE_CASE = 1_500_000
"""Characters of text that the report holds in all; about 4.5 MB of Chinese."""
WHOLE_DOCUMENT = 200_000
"""Characters up to which one document is shown whole."""
EXCERPTS = 0.6
"""Share of the budget that the surroundings of quotes may take in a case too big to be shown whole."""
AROUND = (400, 150, 60, 20)
"""Characters kept before and after a quote; the next smaller is taken while the excerpts exceed the budget."""
QUOTES_PER_DOCUMENT = 2_000
"""Marked places per document; the rest are cited without a link."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of text under the same marks, or the start of a page, or a cut."""

    text: str = ""
    anchors: tuple[str, ...] = ()
    """Quotes that begin here."""
    marks: tuple[str, ...] = ()
    """Quotes that this run belongs to."""
    page: int | None = None
    """Set where a page begins."""
    page_anchor: str = ""
    page_sure: bool = False
    """Whether the page is known to begin here, or only that a quote of it stands here."""
    left_out: int = 0
    """Characters cut here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One document as shown."""

    document: ReviewedDocument
    anchor: str
    pieces: tuple[Piece, ...]
    around: int | None
    """Characters kept around each quote where the text is cut; None when it is whole."""
    length: int
    quotes: int


class Sources:
    """Which quotes can be opened, and under which anchor."""

    def __init__(self, review: Review, texts: Mapping[str, str]) -> None:
        self._number = {item.file: place for place, item in enumerate(review.documents)}
        readable = {item.file for item in review.documents if item.disclosure != "private"}
        spans: dict[str, set[Span]] = {}
        for quote in quotes_of(review):
            text = texts.get(quote.file)
            if quote.file in readable and text and quote.quote and text[quote.start : quote.end] == quote.quote:
                spans.setdefault(quote.file, set()).add((quote.start, quote.end))
        self.spans = {file: sorted(found)[:QUOTES_PER_DOCUMENT] for file, found in spans.items()}
        self._open = {(file, *span) for file, found in self.spans.items() for span in found}
        self.pages = _first_quote_of_each_page(review, self._open)

    def anchor(self, file: str, span: Span) -> str:
        """Name the anchor of a quote."""
        return f"q-{self._number[file]}-{span[0]}-{span[1]}"

    def href(self, quote: Quote) -> str | None:
        """Return the link to a quote's words, or None where they are not shown."""
        if (quote.file, quote.start, quote.end) not in self._open:
            return None
        return f"#{self.anchor(quote.file, (quote.start, quote.end))}"

    def document_anchor(self, file: str) -> str:
        """Name the anchor of a document."""
        return f"doc-{self._number[file]}"


def quotes_of(value: object) -> Iterator[Quote]:
    """Yield every quote of a record, wherever it hangs."""
    if isinstance(value, Quote):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from quotes_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from quotes_of(getattr(value, item.name))


def _first_quote_of_each_page(review: Review, opened: set[tuple[str, int, int]]) -> dict[str, dict[int, int]]:
    """Find, for want of page starts, where the earliest quote of each page stands."""
    first: dict[str, dict[int, int]] = {}
    for quote in quotes_of(review):
        if (quote.file, quote.start, quote.end) in opened:
            pages = first.setdefault(quote.file, {})
            pages[quote.page] = min(quote.start, pages.get(quote.page, quote.start))
    return first


def passages(
    review: Review, texts: Mapping[str, str], sources: Sources, page_starts: Mapping[str, Sequence[int]]
) -> list[Passage]:
    """Cut every document that may be shown into pieces, within the budget.

    Args:
        review: The review; private documents are left out altogether.
        texts: Text by file name.
        sources: The quotes that are to be marked.
        page_starts: Offsets at which the pages of a document begin, where known.
    """
    shown = [item for item in review.documents if item.disclosure != "private" and texts.get(item.file)]
    whole, around = _budgeted([item.file for item in shown], texts, sources)
    made: list[Passage] = []
    for item in shown:
        text = texts[item.file]
        windows = (
            [(0, len(text))] if item.file in whole else _windows(len(text), sources.spans.get(item.file, []), around)
        )
        starts = _page_starts(item.file, sources, page_starts)
        made.append(
            Passage(
                document=item,
                anchor=sources.document_anchor(item.file),
                pieces=tuple(_pieces(text, item.file, windows, starts, sources, sure=item.file in page_starts)),
                around=None if item.file in whole else around,
                length=len(text),
                quotes=len(sources.spans.get(item.file, [])),
            )
        )
    return made


def _budgeted(files: list[str], texts: Mapping[str, str], sources: Sources) -> tuple[set[str], int]:
    """Choose what is shown whole and how much is kept around a quote elsewhere.

    The surroundings of every quote come first; what room is left goes to whole
    documents, the quoted ones before the others.
    """
    lengths = {file: len(texts[file]) for file in files}
    short = {file for file in files if lengths[file] <= WHOLE_DOCUMENT}
    around, kept = AROUND[0], dict[str, int]()
    for around in AROUND:
        kept = {file: _kept(lengths[file], sources.spans.get(file, []), around) for file in files}
        if sum(lengths[file] if file in short else kept[file] for file in files) <= WHOLE_CASE:
            return short, around
        if sum(kept.values()) <= WHOLE_CASE * EXCERPTS:
            break
    whole: set[str] = set()
    left = WHOLE_CASE - sum(kept.values())
    for file in sorted((file for file in files if file in short), key=lambda file: not sources.spans.get(file)):
        extra = lengths[file] - kept[file]
        if extra <= left:
            whole.add(file)
            left -= extra
    return whole, around


def _kept(length: int, spans: Iterable[Span], around: int) -> int:
    return sum(end - start for start, end in _windows(length, spans, around))


def _windows(length: int, spans: Iterable[Span], around: int) -> list[Span]:
    """Merge the surroundings of the quotes."""
    merged: list[Span] = []
    for start, end in spans:
        low, high = max(0, start - around), min(length, end + around)
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


def _page_starts(file: str, sources: Sources, given: Mapping[str, Sequence[int]]) -> dict[int, int]:
    """Return where each page begins: offset → page number."""
    if file in given:
        return {start: number for number, start in enumerate(given[file], 1)}
    return {start: page for page, start in sources.pages.get(file, {}).items() if page > 1}


def _pieces(
    text: str, file: str, windows: list[Span], starts: dict[int, int], sources: Sources, *, sure: bool
) -> Iterator[Piece]:
    spans = sources.spans.get(file, [])
    edges = sorted({edge for span in spans for edge in span} | set(starts))
    active: list[Span] = []
    coming, at = 0, 0
    for low, high in windows:
        if low > at:
            yield Piece(left_out=low - at)
        cuts = [low, *(edge for edge in edges[bisect_right(edges, low) :] if edge < high), high]
        for start, end in pairwise(cuts):
            if start in starts:
                page = starts[start]
                yield Piece(page=page, page_anchor=f"{sources.document_anchor(file)}-p{page}", page_sure=sure)
            while coming < len(spans) and spans[coming][0] <= start:
                active.append(spans[coming])
                coming += 1
            active = [span for span in active if span[1] > start]
            yield Piece(
                text=text[start:end],
                anchors=tuple(sources.anchor(file, span) for span in active if span[0] == start),
                marks=tuple(sources.anchor(file, span) for span in active),
            )
        at = high
    if at < len(text):
        yield Piece(left_out=len(text) - at)
