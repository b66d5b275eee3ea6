"""What a finding rule returns before it gets its number, and how drafts become findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zuno.casework.matter import Matter
from zuno.casework.packs.loading import common
from zuno.casework.records import Cell, Finding, Quote, Side, Urgency
from zuno.casework.sources import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One error found by one rule."""

    code: str
    detail: str
    quotes: tuple[Quote, ...]
    """The faulty place first; each document once is enough."""
    expected: str | None = None
    hurts: Side = "plaintiff"
    """The side whose case the error weakens."""
    elements: tuple[str, ...] = ()
    """Pack elements it bears on."""
    unsettles: tuple[str, ...] = ()
    """Cells whose sum rests on the faulty figure: they are doubtful, if they were supported."""
    urgency: Urgency = "red"
    norms: tuple[str, ...] = ()
    """Where they are not those that the code always has."""


def plain(fen: int) -> str:
    """A sum in yuan as a machine reads it."""
    return f"{fen // 100}.{fen % 100:02d}"


def unsettled(cells: list[Cell], drafts: Iterable[Draft]) -> list[Cell]:
    """Take a sum that rests on a faulty figure as doubtful; what the other side owned stays as it is."""
    faults: dict[str, Draft] = {}
    for draft in drafts:
        for cell_id in draft.unsettles:
            faults.setdefault(cell_id, draft)
    return [
        _doubted(cell, faults[cell.id])
        if cell.id in faults and cell.mark == "supported" and cell.rule not in ("admitted", "balance_acknowledged")
        else cell
        for cell in cells
    ]


def _doubted(cell: Cell, draft: Draft) -> Cell:
    evidence = tuple(dict.fromkeys((*_within_documents(draft.quotes)[:4], *cell.evidence)))[:8]
    return replace(
        cell,
        mark="doubtful",
        rule="figure_differs",
        why=draft.detail,
        evidence=evidence,
        favours="theirs" if cell.favours == "ours" else "ours",
    )


def unread_bearing(matter: Matter, *kinds: str) -> list[Source]:
    """Return the documents not read in full that may change a finding: of these kinds, or of none that can be told."""
    return [source for source in matter.unread if source.kind in (*kinds, "other", "photo")]


_MAX_DOCUMENTS = 4


def number(drafts: Iterable[Draft], our_side: Side, cells: list[Cell]) -> list[Finding]:
    """Number the findings: those that hurt us first, then by urgency, keeping the rules' order."""
    ranked = sorted(drafts, key=lambda d: (d.hurts != our_side, {"red": 0, "yellow": 1, "green": 2}[d.urgency]))
    norms = common().finding_norms
    return [
        Finding(
            id=f"F-{at:03d}",
            code=draft.code,
            documents=tuple(dict.fromkeys(quote.file for quote in draft.quotes))[:_MAX_DOCUMENTS],
            detail=draft.detail,
            expected=draft.expected,
            evidence=_within_documents(draft.quotes),
            norms=draft.norms or norms.get(draft.code, ()),
            cells=tuple(cell.id for cell in cells if cell.element in draft.elements),
            favours="theirs" if draft.hurts == our_side else "ours",
            urgency=draft.urgency,
        )
        for at, draft in enumerate(ranked, 1)
    ]


def _within_documents(quotes: tuple[Quote, ...]) -> tuple[Quote, ...]:
    files = list(dict.fromkeys(quote.file for quote in quotes))[:_MAX_DOCUMENTS]
    return tuple(quote for quote in dict.fromkeys(quotes) if quote.file in files)[:8]
