"""What an employer owes, by hand from the statute."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.labour import Halt, arbitration_limit, double_wage, overtime, severance, unused_leave
from zuno.casework.arithmetic.reckoning import MissingInput, WrongInput

D = date.fromisoformat
DAY = timedelta(days=1)

# Wage 8,000, local average 9,000 (three times: 27,000). Months of pay are what matters.
SERVICE = [
    ("2019-03-11", "2024-09-20", "6"),  # 5 years to 2024-03-10, then over 6 months: 6
    ("2023-01-01", "2023-12-31", "1"),  # a year to the day
    ("2023-01-01", "2024-01-01", "1.5"),  # and one day more: half a month
    ("2023-01-01", "2023-06-30", "1"),  # six months to the day count as a year
    ("2023-01-01", "2023-06-29", "0.5"),  # a day less: half
    ("2023-01-01", "2023-01-01", "0.5"),
    ("2020-02-29", "2024-02-28", "4"),  # 2024-02-29 is the fourth anniversary; the day before it completes the year
    ("2023-02-28", "2024-02-28", "1.5"),  # a year to 2024-02-27, one day more
    ("2006-01-01", "2010-12-31", "3"),  # counted from 2008-01-01 (art. 97)
]


@pytest.mark.parametrize(("start", "end", "months"), SERVICE)
def test_a_year_is_a_month_and_six_months_are_a_year(start: str, end: str, months: str) -> None:
    told = severance(D(start), D(end), 8_000_00, local_average_fen=9_000_00, local_minimum_fen=2_000_00)
    assert told.value == Decimal(months) * 8_000_00
    # 2N counts from the first day even before 2008 (实施条例 art. 25)
    twice = severance(D(start), D(end), 8_000_00, local_average_fen=9_000_00, unlawful=True)
    years = Decimal(months) if start > "2008" else Decimal(5)
    assert twice.value == years * 2 * 8_000_00


@pytest.mark.parametrize(
    ("wage", "years", "fen"),
    [
        (40_000_00, 15, 12 * 30_000_00),  # above three times 10,000: 30,000 and twelve years
        (40_000_00, 5, 5 * 30_000_00),
        (30_000_00, 15, 15 * 30_000_00),  # exactly three times is not above it: no cap on the years
        (30_000_01, 15, 12 * 30_000_00),
    ],
)
def test_a_high_wage_is_capped_with_its_years(wage: int, years: int, fen: int) -> None:
    told = severance(D("2009-01-01"), D(f"{2008 + years}-12-31"), wage, local_average_fen=10_000_00)
    assert told.value == fen


def test_a_wage_below_the_minimum_counts_as_the_minimum() -> None:
    told = severance(D("2023-01-01"), D("2023-12-31"), 1_500_00, local_average_fen=9_000_00, local_minimum_fen=2_000_00)
    assert told.value == 2_000_00


def test_without_the_local_average_the_sum_is_left_open_and_the_uncapped_one_told() -> None:
    told = severance(D("2019-03-11"), D("2024-09-20"), 8_000_00)
    assert told.value is None
    assert [part.value for part in told.parts] == [48_000_00]


@given(st.dates(date(2008, 1, 1), date(2020, 1, 1)), st.integers(0, 4000), st.integers(0, 400))
def test_longer_service_is_never_paid_less(start: date, days: int, more: int) -> None:
    def pay(length: int) -> int:
        told = severance(start, start + length * DAY, 8_000_00, local_average_fen=9_000_00)
        assert isinstance(told.value, int)
        return told.value

    assert pay(days) <= pay(days + more)


def test_overtime_by_its_three_rates() -> None:
    # 8,700 ÷ 174 = 50 an hour: 10 × 75 = 750; 8 × 100 = 800; 8 × 150 = 1,200; together 2,750
    hours = {"workday_hours": Decimal(10), "restday_hours": Decimal(8), "holiday_hours": Decimal(8)}
    told = overtime(8_700_00, **hours)
    assert told.value == 2_750_00
    assert [part.value for part in told.parts] == [750_00, 800_00, 1_200_00]
    # 5,000 ÷ 174 × 1.5 h × 150 % = 64.6551… = 64.66
    assert overtime(5_000_00, workday_hours=Decimal("1.5")).value == 64_66


@pytest.mark.parametrize(
    ("years", "taken", "in_year", "paid", "fen"),
    [
        (1, 0, None, True, 5 * 600_00),  # 6,525 ÷ 21.75 = 300 a day; two parts are left: 600 a day
        (9, 5, None, True, 0),
        (10, 4, None, True, 6 * 600_00),
        (20, 0, None, False, 15 * 900_00),
        (0, 0, None, True, 0),
        (5, 0, 200, True, 2 * 600_00),  # 200 ÷ 365 × 5 = 2.73…: two days
        (5, 9, None, True, 0),
    ],
)
def test_leave_not_taken(years, taken, in_year, paid, fen) -> None:
    told = unused_leave(6_525_00, worked_years=years, taken_days=taken, days_in_year=in_year, normal_pay_given=paid)
    assert told.value == fen


@pytest.mark.parametrize(
    ("start", "until", "signed", "fen"),
    [
        ("2024-03-10", "2025-06-01", None, 11 * 8_700_00),  # to the day before the year is full, eleven months
        ("2024-03-10", "2025-03-09", None, 11 * 8_700_00),
        ("2024-03-10", "2024-04-09", None, 0),  # the first month is free
        ("2024-03-10", "2025-06-01", "2024-04-10", 0),
        # a month to 05-09, then seven working days to 05-19 (10, 11 made a working day, 13–17): 7 × 400
        ("2024-03-10", "2025-06-01", "2024-05-20", 8_700_00 + 2_800_00),
    ],
)
def test_the_second_wage_runs_from_the_second_month_for_eleven(start, until, signed, fen) -> None:
    told = double_wage(D(start), D(until), (8_700_00,), signed_on=D(signed) if signed else None)
    assert told.value == fen


def test_wages_may_be_given_month_by_month_and_days_worked_by_hand() -> None:
    told = double_wage(D("2024-03-10"), D("2025-06-01"), (8_000_00, 8_700_00), signed_on=D("2024-05-20"), worked_days=5)
    assert told.value == 8_000_00 + 2_000_00


def test_a_part_month_beyond_the_calendar_is_left_open() -> None:
    told = double_wage(D("2030-01-01"), D("2030-02-10"), (8_700_00,))
    assert told.value is None


@pytest.mark.parametrize(
    ("arguments", "day"),
    [
        # 2024-03-31 is a Sunday
        ({"known_on": None, "claim": "wages", "ended_on": D("2023-03-31")}, "2024-04-01"),
        # interrupted 2024-02-01: 2025-02-01 lies in the Spring Festival, to 02-04
        ({"known_on": D("2023-05-10"), "interruptions": (D("2024-02-01"),)}, "2025-02-05"),
        # an act after the end does not revive it
        ({"known_on": D("2022-05-10"), "interruptions": (D("2024-02-01"),)}, "2023-05-10"),
        # ten days still: the rest runs on
        ({"known_on": D("2022-05-10"), "halts": (Halt(first=D("2022-06-01"), last=D("2022-06-10")),)}, "2023-05-22"),
    ],
)
def test_the_year_for_arbitration(arguments: dict, day: str) -> None:
    # the last: 2023-05-10 + 10 days = 05-20, a Saturday, so 05-22
    assert arbitration_limit(**arguments).value == D(day)


def test_wages_have_no_limit_while_employment_lasts() -> None:
    assert arbitration_limit(D("2020-01-01"), claim="wages").value is None


def test_missing_and_wrong_input_is_refused() -> None:
    day = D("2024-01-01")
    for lacking in ((None, day, 1), (day, None, 1), (day, day, None)):
        with pytest.raises(MissingInput):
            severance(*lacking)
    with pytest.raises(MissingInput):
        overtime(1_00)
    with pytest.raises(MissingInput):
        unused_leave(1_00, worked_years=None)
    with pytest.raises(MissingInput):
        double_wage(day, day, ())
    with pytest.raises(MissingInput):
        arbitration_limit(None)
    with pytest.raises(WrongInput):
        severance(day, day - DAY, 1_00)
    with pytest.raises(WrongInput):
        severance(D("2000-01-01"), D("2007-01-01"), 1_00)
    with pytest.raises(WrongInput):
        overtime(1_00, workday_hours=Decimal(-1))
    with pytest.raises(WrongInput):
        unused_leave(1_00, worked_years=1, days_in_year=367)
    with pytest.raises(WrongInput):
        double_wage(day, D("2024-12-31"), (1_00, 2_00))
    with pytest.raises(WrongInput):
        arbitration_limit(day, halts=(Halt(first=day, last=day - DAY),))
