"""The loan prime rate by date, and the benchmark lending rate before it (data: ``tables/lpr.yaml``)."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from zuno.casework import shipped

FIRST = date(2019, 8, 20)
"""No LPR in its present form before this day."""

CAP_FROM = date(2020, 8, 20)
"""From this day new loans are capped at four times the one-year LPR (民间借贷规定 art. 25, 31)."""


@cache
def _table() -> dict[str, Any]:
    return shipped.read("tables", "lpr.yaml")


def one_year(on: date) -> Decimal | None:
    """Return the one-year LPR in force on a day, in percent; None where the table does not reach.

    Source: the table's head says which rows are verified and how.
    """
    if on < FIRST or on > _table()["reported_through"].replace(year=_table()["reported_through"].year + 1):
        return None
    value: Decimal | None = None
    for since, rate in _table()["one_year"]:
        if since <= on:
            value = Decimal(str(rate))
    return value


def verified(on: date) -> bool:
    """Whether the table's row for that day was verified by independent sources."""
    return on <= _table()["verified_through"]


def benchmark_one_year(on: date) -> Decimal | None:
    """Return the benchmark lending rate for up to one year in force on a day before 2019-08-20, in percent.

    Source: the table's rows, none of them verified; None before the first row and from 2019-08-20 on.
    """
    if on >= FIRST:
        return None
    value: Decimal | None = None
    for since, rate in _table()["benchmark_one_year_unverified"]:
        if since <= on:
            value = Decimal(str(rate))
    return value


def row_since(on: date) -> date | None:
    """Return the day from which the row in force on a day holds; None where the table does not reach."""
    rows = _table()["one_year"] if on >= FIRST else _table()["benchmark_one_year_unverified"]
    return max((since for since, _rate in rows if since <= on), default=None)


def changes(after: date, before: date) -> list[date]:
    """Return the days strictly between two days on which the rate, or what is known of it, changes."""
    table = _table()
    days = {since for name in ("one_year", "benchmark_one_year_unverified") for since, _rate in table[name]}
    days.add(table["reported_through"] + timedelta(days=1))
    return sorted(day for day in days if after < day < before)


def reported(on: date) -> bool:
    """Whether any source reports the rate of that day; later ones are carried forward from the last."""
    return on <= _table()["reported_through"]
