"""The order in which the pieces of a page are read, by plain rules that a person can check.

Pieces whose middles lie at one height form a row; rows run from top to bottom, pieces of
a row from left to right. Only where two columns are filled with running text is one
column read before the other. Columns of vertical text come here as lines already. In the
rows of a table each piece is given its column, so that an empty cell moves no sum under
another heading.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

ROW_SHARE = 0.5
"""Share of the lower piece's height that two pieces of one row have in common."""

COLUMN_LINES = 4
"""Lines that each of two columns of running text has at least."""

COLUMN_EMS = 12
"""Characters that a line of such a column has at least."""

FILLED_SHARE = 0.85
"""Share of the column's width from which a line counts as filled."""

RUNNING_SHARE = 0.5
"""Share of filled lines from which a column is running text; from half of it on, the order is uncertain."""

CROSSING_SHARE = 0.2
"""Share of lines that may run across the gutter (a title, a closing line)."""

GAP_PITCHES = (1.75, 2.25)
"""Distance of two rows, in row pitches, between which exactly one row is missing."""

TABLE_COLUMNS = 3
"""Pieces in one row from which it can head a table."""

CORE_PIECES = 25

OFF_COLUMN_EMS = 1.0
"""How much better, in heights of the signs, a piece must fit its column than the next free one."""

SLANT = 0.1
"""Slope against the rest of the page from which writing is no part of it: a watermark, a label."""

REGULAR_ROWS = 4
"""Rows at an even pitch before a missing one is remarked."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece stands on the upright page, and which piece it is."""

    index: int
    left: float
    top: float
    right: float
    bottom: float
    slope: float = 0.0
    """Rise of its baseline per pixel to the right, measured downwards."""
    figure: bool = False
    """Whether it is a number, as no heading is."""

    @property
    def height(self) -> float:
        """Return the height."""
        return self.bottom - self.top

    @property
    def width(self) -> float:
        """Return the width."""
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Return the height at which it stands."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Order:
    """Rows of piece indexes in reading order."""

    rows: tuple[tuple[int, ...], ...]
    uncertain: bool
    """Whether another order is as likely."""
    columns: dict[int, int] = field(default_factory=dict[int, int])
    """Piece index → column, counted from 0, for pieces in tables."""
    unplaced: frozenset[int] = frozenset()
    """Pieces in tables that may as well stand in another column."""


def rows_of(spots: list[Spot]) -> Order:
    """Return the rows of horizontal text in reading order; what runs aslant to them (a watermark) comes last."""
    slope = _slope(spots)
    aslant = {spot.index for spot in spots if abs(spot.slope - slope) > SLANT}
    level = [spot for spot in _levelled(spots) if spot.index not in aslant]
    gutter = _gutter(level, RUNNING_SHARE)
    parts = [level] if gutter is None else _beside(level, gutter)
    rows = [row for part in parts for row in _rows(part)]
    columns: dict[int, int] = {}
    unplaced: set[int] = set()
    for table in _tables(rows):
        _place_in_columns(table, columns, unplaced)
    return Order(
        rows=(
            *(tuple(spot.index for spot in row) for row in rows),
            *((spot.index,) for spot in spots if spot.index in aslant),
        ),
        uncertain=gutter is None and _gutter(level, RUNNING_SHARE / 2) is not None,
        columns=columns,
        unplaced=frozenset(unplaced),
    )


def missing_rows(spots: list[Spot]) -> list[float]:
    """Return the heights at which the evenly set rows of a table leave room for exactly one more row."""
    rows = [row for row in _rows(_levelled(spots)) if len(row) > 1]
    middles = [median(spot.middle for spot in row) for row in rows]
    pitches = [later - earlier for earlier, later in pairwise(middles)]
    if len(pitches) < REGULAR_ROWS:
        return []
    usual = median(pitches)
    even = sum(abs(pitch - usual) <= 0.12 * usual for pitch in pitches)
    odd = [at for at, pitch in enumerate(pitches) if GAP_PITCHES[0] <= pitch / usual <= GAP_PITCHES[1]]
    if even < len(pitches) - 1 or len(odd) != 1:
        return []
    middle = (middles[odd[0]] + middles[odd[0] + 1]) / 2
    # A row of one cell, such as a heading across the table, fills the room.
    filled = any(abs(spot.middle - middle) < 0.4 * usual for spot in _levelled(spots))
    return [] if filled else [middle]


def _tables(rows: list[list[Spot]]) -> list[list[list[Spot]]]:
    """Return the runs of rows of two and more pieces in which one row has enough of them for a heading.

    A lone piece between two such rows is a cell that takes two lines.
    """
    runs: list[list[list[Spot]]] = [[]]
    for before, row, after in zip([[], *rows], rows, [*rows[1:], []], strict=False):
        if len(row) > 1 or (len(before) > 1 and len(after) > 1):
            runs[-1].append(row)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1 and max(len(row) for row in run) >= TABLE_COLUMNS]


def _place_in_columns(table: list[list[Spot]], columns: dict[int, int], unplaced: set[int]) -> None:
    """Give each piece its column.

    What stands below one another is a column, wherever the heading stands above it. Only where
    there are fewer columns than headings, or more, must places tell which belongs to which.
    """
    most = max(len(row) for row in table)
    first = next(at for at, row in enumerate(table) if len(row) == most)
    headed = not any(spot.figure for spot in table[first])
    heading, stacks = table[first] if headed else [], _stacks(table[first + 1 :] if headed else table[first:])
    cores = [_core(stack) for stack in stacks]
    fewer, more = (cores, heading) if len(cores) <= len(heading) else (heading, cores)
    costs = [[_off_column(spot, other) for other in more] for spot in fewer]
    chosen = _cheapest(costs, len(more)) if len(fewer) < len(more) else list(range(len(more)))
    found = dict(zip((spot.index for spot in fewer), chosen, strict=True))
    found |= {spot.index: at for at, spot in enumerate(more)}
    for number, (core, stack) in enumerate(zip(cores, stacks, strict=True)):
        at = found.pop(core.index)
        found |= {spot.index: at for spot in stack}
        if fewer is cores and len(fewer) < len(more) and _is_unsure(costs[number], at, core, heading[at]):
            unplaced |= {spot.index for spot in stack}
    # A heading of fewer words than there are columns, or one split in two rows, stands above the first full row.
    for row in (row for row in table[:first] if len(row) <= len(more)):
        places = _cheapest([[_off_column(spot, other) for other in more] for spot in row], len(more))
        found |= {spot.index: at for spot, at in zip(row, places, strict=True)}
    columns |= found


def _stacks(rows: list[list[Spot]]) -> list[list[Spot]]:
    """Return the pieces that stand below one another, from left to right; one across two stacks joins the first."""
    stacks: list[list[Spot]] = []
    for row in sorted(rows, key=len, reverse=True):
        for spot in row:
            under = [stack for stack in stacks if _side_overlap(_core(stack), spot) > 0.5]
            if under:
                under[0].append(spot)
            else:
                stacks.append([spot])
                stacks.sort(key=lambda stack: _core(stack).left)
    return stacks


def _core(stack: list[Spot]) -> Spot:
    """Return the usual place of a stack, as its first pieces tell; its index is none of a piece."""
    stack = stack[:CORE_PIECES]
    return Spot(
        index=-1 - stack[0].index,
        left=median(spot.left for spot in stack),
        right=median(spot.right for spot in stack),
        top=min(spot.top for spot in stack),
        bottom=min(spot.top for spot in stack) + median(spot.height for spot in stack),
    )


def _is_unsure(costs: list[float], at: int, core: Spot, heading: Spot) -> bool:
    others = [cost for other, cost in enumerate(costs) if other != at]
    close = min(others, default=math.inf) - costs[at] < OFF_COLUMN_EMS * core.height
    return close or _side_overlap(core, heading) <= 0


def _off_column(spot: Spot, other: Spot) -> float:
    """Return how far two places are from standing left, right or centred below each other."""
    left, right = abs(spot.left - other.left), abs(spot.right - other.right)
    middle = abs(spot.left + spot.right - other.left - other.right) / 2
    return min(left, right, middle) + max(other.left - spot.right, spot.left - other.right, 0.0)


def _cheapest(costs: list[list[float]], count: int) -> list[int]:
    """Return a column below ``count`` for each piece of a row, ascending, at the least cost in all."""
    best: list[tuple[float, list[int]]] = [(0.0, [])] * (count + 1)
    for number, row in enumerate(costs):
        ends: list[tuple[float, list[int]]] = [(math.inf, [])]
        for column in range(count):
            cost, chosen = best[column]
            here = (cost + row[column], [*chosen, column]) if len(chosen) == number else (math.inf, [])
            ends.append(min(ends[-1], here))
        best = ends
    return best[count][1]


def _slope(spots: list[Spot]) -> float:
    """Return the page's common slope; where many pieces run aslant, as watermarks do, that of the others."""
    wide = [spot for spot in spots if spot.width > 4 * spot.height or abs(spot.slope) > 0]
    level = [spot for spot in wide if abs(spot.slope) < SLANT / 2]
    if len(level) > 2 and 5 * len(level) >= len(wide):
        wide = level
    slopes = sorted(spot.slope for spot in wide for _ in range(max(1, round(spot.width / 50))))
    return median(slopes) if slopes else 0.0


def _levelled(spots: list[Spot]) -> list[Spot]:
    """Return the spots with the page's common slope taken out."""
    slope = _slope(spots)
    if abs(slope) < 0.003:
        return spots
    level: list[Spot] = []
    for spot in spots:
        # The upright box of a slanted line is taller than the line: give back what the slope added.
        added = min(abs(slope) * spot.width, 0.8 * spot.height) / 2
        down = slope * (spot.left + spot.right) / 2
        level.append(
            Spot(
                index=spot.index,
                left=spot.left + slope * spot.middle,
                right=spot.right + slope * spot.middle,
                top=spot.top + added - down,
                bottom=spot.bottom - added - down,
                figure=spot.figure,
            )
        )
    return level


def _rows(spots: list[Spot]) -> list[list[Spot]]:
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda one: (one.middle, one.left)):
        best: list[Spot] | None = None
        best_share = ROW_SHARE
        for row in rows[-4:]:
            share = _row_share(row, spot)
            if share > best_share and not any(_side_overlap(other, spot) > 0.5 for other in row):
                best, best_share = row, share
        if best is None:
            rows.append([spot])
        else:
            best.append(spot)
    rows.sort(key=lambda row: median(spot.middle for spot in row))
    return [sorted(row, key=lambda spot: spot.left) for row in rows]


def _row_share(row: list[Spot], spot: Spot) -> float:
    """Return how much of its height a piece shares with the piece of the row that is nearest to it."""
    nearest = min(row, key=lambda other: max(other.left - spot.right, spot.left - other.right))
    shared = min(nearest.bottom, spot.bottom) - max(nearest.top, spot.top)
    return shared / max(1e-6, min(nearest.height, spot.height))


def _side_overlap(one: Spot, other: Spot) -> float:
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared / max(1e-6, min(one.width, other.width))


def _beside(spots: list[Spot], gutter: float) -> list[list[Spot]]:
    """Return the left column, then the right one; a line across both is read before what stands below it."""
    across = sorted((spot for spot in spots if spot.left < gutter < spot.right), key=lambda spot: spot.middle)
    columns = [spot for spot in spots if not spot.left < gutter < spot.right]
    parts: list[list[Spot]] = []
    bounds = [-math.inf, *(spot.middle for spot in across), math.inf]
    for number, (top, bottom) in enumerate(pairwise(bounds)):
        inside = [spot for spot in columns if top < spot.middle <= bottom]
        parts += [[spot for spot in inside if spot.right <= gutter], [spot for spot in inside if spot.left >= gutter]]
        parts.append(across[number : number + 1])
    return parts


def _gutter(spots: list[Spot], running_share: float) -> float | None:
    """Return the middle of the gutter between two columns that both hold running text, if there is one."""
    if len(spots) < 2 * COLUMN_LINES:
        return None
    em = median(spot.height for spot in spots)
    best: tuple[int, float] | None = None
    for at in sorted({round(spot.right + em / 2) for spot in spots}):
        left = [spot for spot in spots if spot.right <= at]
        right = [spot for spot in spots if spot.left >= at]
        crossing = len(spots) - len(left) - len(right)
        if crossing > CROSSING_SHARE * len(spots) or (best is not None and crossing >= best[0]):
            continue
        if all(_is_prose(column, em, running_share) for column in (left, right)) and _share_rows(left, right):
            best = (crossing, float(at))
    return best[1] if best else None


def _is_prose(column: list[Spot], em: float, running_share: float) -> bool:
    if len(column) < COLUMN_LINES:
        return False
    start = min(spot.left for spot in column)
    end = max(spot.right for spot in column)
    width = end - start
    lined = sum(spot.width >= FILLED_SHARE * width for spot in column)
    return width >= COLUMN_EMS * em and lined >= running_share * len(column)


def _share_rows(left: list[Spot], right: list[Spot]) -> bool:
    """Whether the two columns stand beside each other rather than one below the other."""
    top = max(min(spot.top for spot in left), min(spot.top for spot in right))
    bottom = min(max(spot.bottom for spot in left), max(spot.bottom for spot in right))
    return bottom - top > 0.4 * min(
        max(spot.bottom for spot in side) - min(spot.top for spot in side) for side in (left, right)
    )
