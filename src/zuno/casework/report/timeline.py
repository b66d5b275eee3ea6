"""The chronology as a drawing: points on a line of time, limitation as bars under it.

Only places and sizes are worked out here; the template draws them. Points are
numbered as the list below the drawing is, so nothing is known from the drawing alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from zuno.casework.records import ChronologyEntry, LimitationLine, Review

Place = Callable[[date], float]
LEFT, RIGHT = 30, 970
STEP, RADIUS = 20, 8
"""Height of one level of stacked points, and their size."""
MOST_POINTS = 120
MOST_ENTRIES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One event on the line."""

    number: int
    x: float
    y: float
    kind: str
    title: str
    entry: ChronologyEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One reading of limitation, from its start to its end."""

    x: float
    width: float
    y: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """All that the template draws."""

    height: float
    line: float
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, str], ...]
    flags: tuple[tuple[float, str], ...]
    """Filing and hearing: (place, words)."""
    bars: tuple[Bar, ...]
    left_out: int


def entries(review: Review) -> list[ChronologyEntry]:
    """Return the events in order of date."""
    return sorted(review.chronology, key=lambda item: item.date)


def draw(review: Review) -> Drawing | None:
    """Work out the drawing, or None where there is nothing to draw."""
    events = list(enumerate(entries(review)[:MOST_ENTRIES], 1))
    if not events:
        return None
    if len(events) > MOST_POINTS:
        events = [pair for pair in events if pair[1].kind not in ("message", "other")][:MOST_POINTS]
    days = [entry.date for _, entry in events] + [day for item in review.limitation for day in (item.start, item.ends)]
    days += [day for day in (review.filing_date, review.hearing_date) if day]
    first, last = min(days), max(days)
    span = max((last - first).days, 1)

    def x(day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * (day - first).days / span, 1)

    levels = _stack([x(entry.date) for _, entry in events])
    line = 30 + STEP * (max(levels, default=0) + 1)
    points = tuple(
        Point(
            number=number,
            x=x(entry.date),
            y=line - STEP * (level + 0.5),
            kind=entry.kind,
            title=f"{number}. {entry.date.isoformat()} {entry.event}",
            entry=entry,
        )
        for (number, entry), level in zip(events, levels, strict=True)
    )
    bars = tuple(_bar(item, place, line, x) for place, item in enumerate(review.limitation))
    flags = tuple(
        (x(day), words) for day, words in ((review.filing_date, "起诉"), (review.hearing_date, "开庭")) if day
    )
    return Drawing(
        height=line + 40 + 22 * len(bars),
        line=line,
        points=points,
        ticks=_ticks(first, last, x),
        flags=flags,
        bars=bars,
        left_out=len(review.chronology) - len(points),
    )


def _stack(places: list[float]) -> list[int]:
    """Lift each point above its neighbours that would hide it."""
    tops: list[float] = []
    levels: list[int] = []
    for place in places:
        level = next((at for at, last in enumerate(tops) if place - last >= 2 * RADIUS + 2), len(tops))
        if level == len(tops):
            tops.append(place)
        else:
            tops[level] = place
        levels.append(level)
    return levels


def _ticks(first: date, last: date, x: Place) -> tuple[tuple[float, str], ...]:
    years = range(first.year + 1, last.year + 1)
    step = max(1, len(years) // 12 + (len(years) % 12 > 0))
    return tuple((x(date(year, 1, 1)), str(year)) for year in years[::step])


def _bar(item: LimitationLine, place: int, line: float, x: Place) -> Bar:
    start, end = x(item.start), x(item.ends)
    return Bar(
        x=start,
        width=max(end - start, 2),
        y=line + 34 + 22 * place,
        title=f"{item.basis}：{item.start.isoformat()} 至 {item.ends.isoformat()}",
    )
