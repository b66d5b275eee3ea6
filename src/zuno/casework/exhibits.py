"""Documents as the case counts them: exhibit numbers, continuous pages, disclosure, two-edged files."""

from __future__ import annotations

from zuno.casework import forms
from zuno.casework.matter import Matter
from zuno.casework.records import Cell, Disclosure, Finding, Quote, ReviewedDocument
from zuno.casework.sources import OWN_BOOKS, PAPERWORK, Source
from zuno.knowledge.records import ARCHIVE_FORMATS, Document


def disclosure(matter: Matter, source: Source) -> Disclosure:
    """Say where a document stands between us and the other side."""
    case_file = matter.case_file
    if source.file in matter.private:
        return "private"
    if source.kind in PAPERWORK:
        return "pleading"
    if matter.sides[source.file] != matter.cast.our_side:
        return "served"
    if case_file.names_file(case_file.to_submit, source.file):
        return "to_submit"
    return "to_submit" if forms.list_row(matter, source) else "undecided"


def _is_exhibit(matter: Matter, source: Source) -> bool:
    container = source.document.format in ARCHIVE_FORMATS or source.document.reason in ("empty", "not_material")
    return source.file not in matter.private and source.kind not in PAPERWORK and not container


def _listed_order(matter: Matter, source: Source, at: int) -> tuple[int, int, int]:
    row = forms.list_row(matter, source)
    return (0, row[1], at) if row else (1, 0, at)


_SPEAKS_AGAINST = frozenset({"amount_mismatch", "date_conflict", "guarantee_period", "limitation_lapsed"})
"""Findings whose places, outside the faulty pleading, speak against the one who exhibits them."""


def _quality(document: Document) -> float | None:
    """Mean score of the recognised pages, to three places."""
    scores = [page.quality for page in document.pages if page.quality is not None]
    return round(sum(scores) / len(scores), 3) if scores else None


def _two_edged(matter: Matter, cells: list[Cell], findings: list[Finding], file: str) -> tuple[Quote, ...]:
    """Places where a file of ours speaks against us while it helps another element."""
    ours, source = matter.cast.our_side, matter.source(file)
    if source.kind in PAPERWORK | OWN_BOOKS:
        return ()
    helps = any(quote.file == file for cell in cells if cell.burden_side == ours for quote in cell.evidence)
    hurts = [quote for cell in cells if cell.burden_side == ours for quote in cell.counter if quote.file == file]
    hurts += [
        quote
        for finding in findings
        if finding.code in _SPEAKS_AGAINST and finding.favours == "theirs"
        for quote in finding.evidence
        if quote.file == file
    ]
    return tuple(dict.fromkeys(hurts))[:4] if helps and hurts else ()


def reviewed_documents(matter: Matter, cells: list[Cell], findings: list[Finding]) -> list[ReviewedDocument]:
    """Number the exhibits of each side in the order of its own list, pages running on, and keep the files' order."""
    numbers: dict[str, tuple[str, int]] = {}
    for side, prefix in ((matter.cast.our_side, "证"), (matter.cast.other(matter.cast.our_side), "对方证")):
        own = [
            (at, source)
            for at, source in enumerate(matter.sources)
            if matter.sides[source.file] == side and _is_exhibit(matter, source)
        ]
        page = 1
        for number, (_at, source) in enumerate(
            sorted(own, key=lambda pair: _listed_order(matter, pair[1], pair[0])), 1
        ):
            numbers[source.file] = (f"{prefix}{number}", page)
            page += max(1, len(source.document.pages))
    return [_reviewed(matter, source, numbers.get(source.file), cells, findings) for source in matter.sources]


def _reviewed(
    matter: Matter, source: Source, number: tuple[str, int] | None, cells: list[Cell], findings: list[Finding]
) -> ReviewedDocument:
    document = source.document
    private = source.file in matter.private
    ours = matter.sides[source.file] == matter.cast.our_side
    return ReviewedDocument(
        file=source.file,
        title=source.title,
        kind=source.kind,
        sha256=document.sha256,
        state=document.state,
        reason=document.reason,
        detail=document.detail,
        flags=document.flags,
        pages=max(1, len(document.pages)),
        ocr="ocr" in document.flags,
        quality=_quality(document),
        exhibit=number[0] if number else None,
        first_page=number[1] if number else None,
        side=matter.sides[source.file],
        disclosure=disclosure(matter, source),
        origin="unknown" if private else forms.origin(matter, source),
        two_edged=_two_edged(matter, cells, findings, source.file) if ours and not private else (),
    )
