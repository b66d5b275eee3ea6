"""Months, years, day counts and small numbers, by the Civil Code's reckoning."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.periods import add_months, add_years, after, days_between, hanzi_number, period_in

DAYS = st.dates(date(1990, 1, 1), date(2060, 12, 31))
MONTHS = st.integers(0, 240)


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2024-01-31", 1, "2024-02-29"),
        ("2023-01-31", 1, "2023-02-28"),
        ("2024-03-31", 1, "2024-04-30"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2024-02-29", 48, "2028-02-29"),
        ("2024-11-30", 3, "2025-02-28"),
        ("2024-12-15", 1, "2025-01-15"),
        ("2025-03-09", 6, "2025-09-09"),
        ("2024-08-31", 6, "2025-02-28"),
        ("2024-05-10", 0, "2024-05-10"),
        ("2024-03-31", -1, "2024-02-29"),
        ("2024-01-10", -1, "2023-12-10"),
    ],
)
def test_a_period_of_months_ends_on_the_same_number_or_the_months_last_day(start: str, months: int, end: str) -> None:
    assert add_months(date.fromisoformat(start), months) == date.fromisoformat(end)


@pytest.mark.parametrize(
    ("start", "years", "end"),
    [("2024-02-29", 3, "2027-02-28"), ("2024-02-29", 4, "2028-02-29"), ("2022-09-17", 3, "2025-09-17")],
)
def test_a_period_of_years_ends_on_the_corresponding_day(start: str, years: int, end: str) -> None:
    assert add_years(date.fromisoformat(start), years) == date.fromisoformat(end)


@given(DAYS, MONTHS)
def test_going_back_the_same_months_returns_at_most_three_days_early(start: date, months: int) -> None:
    back = add_months(add_months(start, months), -months)
    assert timedelta(0) <= start - back <= timedelta(days=3)


@given(DAYS.filter(lambda day: day.day <= 28), MONTHS)
def test_up_to_the_28th_going_back_is_exact(start: date, months: int) -> None:
    assert add_months(add_months(start, months), -months) == start


@given(DAYS, st.integers(0, 400), MONTHS)
def test_a_later_start_never_ends_earlier(start: date, later: int, months: int) -> None:
    assert add_months(start, months) <= add_months(start + timedelta(days=later), months)


@given(DAYS, MONTHS, st.integers(1, 24))
def test_a_longer_period_always_ends_later(start: date, months: int, more: int) -> None:
    assert add_months(start, months) < add_months(start, months + more)


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("2025-03-10", "2025-03-10", 1),
        ("2024-02-28", "2024-03-01", 3),
        ("2023-02-28", "2023-03-01", 2),
        ("2024-01-01", "2024-12-31", 366),
        ("2022-09-17", "2026-03-15", 1276),
    ],
)
def test_days_are_counted_with_both_ends(start: str, end: str, days: int) -> None:
    assert days_between(date.fromisoformat(start), date.fromisoformat(end)) == days


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30", 30),
        ("十", 10),
        ("十五", 15),
        ("二十", 20),
        ("两", 2),
        ("九十九", 99),
        ("一百", 100),
        ("百", 100),
        ("一百零五", 105),
        ("一百二十", 120),
        ("零", 0),
        ("", None),
        ("三个", None),
        ("一万", None),
        ("若干", None),
    ],
)
def test_a_small_number_is_read_in_digits_and_in_hanzi(text: str, value: int | None) -> None:
    assert hanzi_number(text) == value


def hanzi(number: int) -> str:
    digits = "零一二三四五六七八九"
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    written = f"{digits[hundreds]}百" if hundreds else ""
    if tens:
        written += f"{digits[tens]}十"
    elif hundreds and ones:
        written += "零"
    return written + (digits[ones] if ones else "")


@given(st.integers(1, 999))
def test_every_number_below_a_thousand_is_read_as_it_is_written(number: int) -> None:
    assert hanzi_number(hanzi(number)) == number


@pytest.mark.parametrize(
    ("words", "period"),
    [
        ("借期一年", (1, 0, 0)),
        ("借期半年", (0, 6, 0)),
        ("借期一年半", (1, 6, 0)),
        ("期限为两年", (2, 0, 0)),
        ("三周年", (3, 0, 0)),
        ("保证期间为主债务届满后6个月", (0, 6, 0)),
        ("十八个月内还清", (0, 18, 0)),
        ("收货后30日内付清", (0, 0, 30)),
        ("三十日内结清", (0, 0, 30)),
        ("对账后15个工作日内付款", (0, 0, 15)),
        ("年利率12%", None),
        ("按年息一分", None),
        ("年底前还清", None),
        ("尽快归还", None),
    ],
)
def test_a_period_is_read_from_the_words_of_a_term(words: str, period: tuple[int, int, int] | None) -> None:
    assert period_in(words) == period


@pytest.mark.parametrize(
    "words", ["3月10日前还清", "2024年3月10日前还清", "每月10日付息", "2024年年初还清", "2024年还清"]
)
def test_a_part_of_a_date_is_no_period(words: str) -> None:
    assert period_in(words) is None


@pytest.mark.parametrize(
    ("start", "period", "end"),
    [
        ("2023-06-08", (0, 0, 30), "2023-07-08"),
        ("2024-03-10", (1, 0, 0), "2025-03-10"),
        ("2024-08-31", (0, 6, 0), "2025-02-28"),
        ("2024-02-29", (1, 6, 0), "2025-08-29"),
    ],
)
def test_the_first_day_of_a_period_is_not_counted(start: str, period: tuple[int, int, int], end: str) -> None:
    assert after(date.fromisoformat(start), period) == date.fromisoformat(end)
