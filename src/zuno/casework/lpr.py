"""The loan prime rate by date (data: ``tables/lpr.yaml``)."""

from __future__ import annotations

from datetime import date
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
