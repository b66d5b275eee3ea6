"""What a hearing changes in a review: only what its events record, each with the turn that changed it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from zuno.casework.records import Cell, CellChange, Debrief, Mark, Review, Stance


def with_hearing(review: Review, debrief: Debrief) -> Review:
    """Return the review with the cell changes that the hearing's events made.

    A mark or stance moves only by a recorded event; the reason names its turn.
    """
    by_cell: dict[str, list[CellChange]] = {}
    for change in debrief.changes:
        by_cell.setdefault(change.cell, []).append(change)
    return replace(review, cells=tuple(_changed(cell, by_cell.get(cell.id, [])) for cell in review.cells))


def _changed(cell: Cell, changes: list[CellChange]) -> Cell:
    for change in changes:
        why = f"{cell.why}；庭审第{change.seq}号：{change.why}"
        if change.axis == "opponent":
            cell = replace(cell, opponent=cast("Stance", change.after), why=why)
        elif cell.set_by == "rules":
            cell = replace(cell, mark=cast("Mark", change.after), why=why)
    return cell
