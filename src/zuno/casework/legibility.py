"""What rests on words that were not clearly read is said to rest on them.

Recognised text can be wrong, and a text layer can say other than its page
shows. What counts are the facts in the words: amounts, days, rates, numbers,
names. A doubted fact is clear after all where a place free of doubt says the
same. A mark whose whole evidence stands in unclear words is ``doubtful``; an
error found in them is told with the advice to look first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zuno.casework.matter import Matter
from zuno.casework.records import Cell, Finding, Quote, Review
from zuno.casework.sources import Source
from zuno.knowledge.records import Document

UNCLEAR = frozenset(
    {
        "ocr_low_char",
        "order_uncertain",
        "seal_text",
        "garbled_font",
        "map_disagrees_with_raster",
        "numeric_over_15_digits",
    }
)
"""Doubts about what the words are; a stamp over a line that was read alone is none of them."""

Fact = tuple[int, int, object]
"""Start, end and what is said there, so that two places can be compared."""


def unclear(matter: Matter, quote: Quote) -> bool:
    """Whether a quote holds a fact that a person must compare with the original."""
    source = matter.source(quote.file)
    if not any(_doubted_span(source.document, quote.start, quote.end)):
        return False
    names = [party.name for party in matter.cast.parties]
    return any(
        start < quote.end and quote.start < end and any(_doubted_span(source.document, start, end))
        for start, end, said in _facts(source, names)
        if not _said_clearly(matter, said, names)
    )


def doubted(cells: Sequence[Cell], matter: Matter) -> list[Cell]:
    """Return the cells; one that stands on unclear words alone is ``doubtful`` by ``unclear_reading``."""
    return [_doubted(cell, matter) for cell in cells]


def cautioned(found: Sequence[Finding], matter: Matter) -> list[Finding]:
    """Return the findings; one whose words or names may be misread says that the original must be looked at first."""
    return [
        replace(finding, detail=f"{finding.detail}（该处系图片识别或辨认不清，先核对原件再提出）")
        if any(
            unclear(matter, quote) or (finding.code in _OF_NAMES and _seen(matter, quote)) for quote in finding.evidence
        )
        else finding
        for finding in found
    ]


def cited_facts(told: Review, documents: Sequence[Document]) -> dict[str, list[tuple[int, int]]]:
    """Return, by file, where the facts stand that a review quotes: what must read the same on the page itself."""
    texts = {document.file: Source(document=document, kind="", title="") for document in documents}
    names = [party.name for party in told.parties]
    rows = (*told.cells, *told.findings, *told.amounts, *told.limitation)
    quotes = {quote for row in rows for quote in row.evidence}
    spans: dict[str, set[tuple[int, int]]] = {}
    for quote in quotes:
        for start, end, _ in _facts(texts[quote.file], names):
            if quote.start <= start and end <= quote.end:
                spans.setdefault(quote.file, set()).add((start, end))
    return {file: sorted(found) for file, found in spans.items()}


_OF_NAMES = frozenset({"identity_mismatch", "wrong_or_missing_party"})
"""Errors that one misread character of a name would feign."""


def _doubted(cell: Cell, matter: Matter) -> Cell:
    if cell.mark != "supported" or not cell.evidence or not all(unclear(matter, quote) for quote in cell.evidence):
        return cell
    titles = "、".join(dict.fromkeys(f"《{matter.source(quote.file).title}》" for quote in cell.evidence))
    why = f"{cell.why}；但{titles}引文处辨认不清，须先核对原件"
    return replace(cell, mark="doubtful", rule="unclear_reading", why=why)


def _doubted_span(document: Document, start: int, end: int) -> Iterator[bool]:
    return (True for doubt in document.doubts if doubt.flag in UNCLEAR and doubt.start < end and start < doubt.end)


def _seen(matter: Matter, quote: Quote) -> bool:
    """Whether a quote was read on a picture."""
    pages = matter.source(quote.file).document.pages
    return any(line.start < quote.end and quote.start < line.end for page in pages for line in page.lines)


def _facts(source: Source, names: Sequence[str]) -> Iterator[Fact]:
    for amount in source.money:
        yield amount.start, amount.end, amount.fen
    for day in source.dates:
        yield day.start, day.end, (day.year, day.month, day.day)
    for rate in source.rates:
        yield rate.start, rate.end, (rate.percent, rate.unit)
    for quantity in source.quantities:
        yield quantity.start, quantity.end, (quantity.value, quantity.unit)
    for number in source.numbers:
        yield number.start, number.end, number.value
    for name in names:
        for match in re.finditer(_nearly(name), source.text):
            yield match.start(), match.end(), match.group()


def _nearly(name: str) -> str:
    """A pattern of a name with at most one other character in it: how a misreading of it looks."""
    if len(name) < 3:
        return re.escape(name)
    others = [re.escape(name[:at]) + r"[\u4e00-\u9fff]" + re.escape(name[at + 1 :]) for at in range(len(name))]
    return "|".join(others)


def _said_clearly(matter: Matter, said: object, names: Sequence[str]) -> bool:
    """Whether a place free of doubt says the same: a party's name as pleaded, the same sum or day elsewhere."""
    if said in names:
        return True
    return any(
        said == other and not any(_doubted_span(source.document, start, end))
        for source in matter.open_sources
        for start, end, other in _facts(source, ())
    )
