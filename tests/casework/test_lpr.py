"""The loan prime rate by date."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework import lpr

DAYS = st.dates(lpr.FIRST, date(2026, 6, 22))


@pytest.mark.parametrize(
    ("day", "rate"),
    [
        ("2019-08-20", "4.25"),
        ("2019-09-19", "4.25"),
        ("2019-09-20", "4.20"),
        ("2020-08-20", "3.85"),
        ("2021-12-19", "3.85"),
        ("2024-03-10", "3.45"),
        ("2024-07-21", "3.45"),
        ("2024-07-22", "3.35"),
        ("2025-05-20", "3.00"),
        ("2026-06-22", "3.00"),
    ],
)
def test_a_rate_holds_from_its_day_until_the_next(day: str, rate: str) -> None:
    assert lpr.one_year(date.fromisoformat(day)) == Decimal(rate)


@pytest.mark.parametrize("day", ["2019-08-19", "2012-05-01", "2031-01-01"])
def test_no_rate_is_invented_where_the_table_does_not_reach(day: str) -> None:
    assert lpr.one_year(date.fromisoformat(day)) is None


def test_a_row_that_only_one_source_reports_is_not_verified() -> None:
    assert lpr.verified(date(2024, 3, 10))
    assert not lpr.verified(date(2026, 3, 10))


@given(DAYS)
def test_the_rate_only_changes_on_a_day_of_publication(day: date) -> None:
    today, yesterday = lpr.one_year(day), lpr.one_year(day - timedelta(days=1))
    assert today is not None
    if today != yesterday:
        assert day == lpr.FIRST or day.day >= 20
