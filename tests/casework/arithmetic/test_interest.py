"""Interest: worked by hand, against a day-by-day reference, and as properties."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework import lpr
from zuno.casework.arithmetic.interest import Payment, Rate, Terms, agreed_interest, market_interest
from zuno.casework.arithmetic.reckoning import MissingInput, Reckoning, WrongInput

D = date.fromisoformat
DAY = timedelta(days=1)
STARTS = st.dates(date(2019, 8, 20), date(2024, 5, 1))


def yearly(percent: str) -> Rate:
    return Rate(percent=Decimal(percent), per="year")


def part(told: Reckoning, name: str) -> int:
    return next(p.value for p in told.parts if p.name == name and isinstance(p.value, int))


# 100,000 yuan throughout.
GOLDEN = [
    # 12 % a year, 2023 whole: 365 days. 100,000 × 12 % × 365 ÷ 365 = 12,000. Cap 3.65 × 4 = 14.6 %.
    ("12", "year", "2023-01-01", "2023-12-31", "2022-12-01", None, 12_000_00),
    # 24 % over the cap of 2024-03-10, 3.45 × 4 = 13.8 %; 2024-03-10 to 2025-03-09 is 365 days: 13,800.
    ("24", "year", "2024-03-10", "2025-03-09", "2024-03-10", None, 13_800_00),
    # 1 % a month is 12 % a year, below 13.8 %: 12,000.
    ("1", "month", "2024-03-10", "2025-03-09", "2024-03-10", None, 12_000_00),
    # 0.05 % a day is 18.25 % a year, above: 13,800.
    ("0.05", "day", "2024-03-10", "2025-03-09", "2024-03-10", None, 13_800_00),
    # Exactly at the cap nothing is cut: 13.8 %.
    ("13.8", "year", "2024-03-10", "2025-03-09", "2024-03-10", None, 13_800_00),
    # Formed 2019, filed 2021-03-01 (LPR 3.85 × 4 = 15.4 %): 10 days to 2020-08-19 at 24 % = 657.5342…,
    # 10 days from 2020-08-20 at 15.4 % = 421.9178…; together 1,079.4520… = 1,079.45.
    ("36", "year", "2020-08-10", "2020-08-29", "2019-01-01", "2021-03-01", 1_079_45),
    # 29 February counts as a day: 2024-02-28, 29, 03-01 are 3 days at 3.65 %: 10 a day.
    ("3.65", "year", "2024-02-28", "2024-03-01", "2024-02-01", None, 30_00),
]


@pytest.mark.parametrize(("percent", "per", "start", "end", "formed", "filed", "fen"), GOLDEN)
def test_agreed_interest_is_what_the_statute_gives_by_hand(percent, per, start, end, formed, filed, fen) -> None:
    told = agreed_interest(
        100_000_00,
        D(start),
        D(end),
        Rate(percent=Decimal(percent), per=per),
        formed_on=D(formed),
        filed_on=D(filed) if filed else None,
    )
    assert told.value == fen


def test_a_payment_meets_interest_first_and_stops_interest_on_its_principal() -> None:
    # 3.65 % on 100,000 is 10 a day. Ten days to 01-10: 100. 20,100 pays 100 and 20,000 of the principal.
    # From 01-11 to 01-31, 21 days at 8 a day: 168. In all 268.
    paid = (Payment(on=D("2023-01-11"), fen=20_100_00),)
    told = agreed_interest(
        100_000_00, D("2023-01-01"), D("2023-01-31"), yearly("3.65"), payments=paid, private_loan=False
    )
    assert told.value == 268_00
    assert (part(told, "尚欠本金"), part(told, "尚欠利息")) == (80_000_00, 168_00)


def test_the_conventions_change_the_figure_as_they_say() -> None:
    # 3.6 % on 100,000: 30 days of 360 are 300.00; without the last day 29 days, 290.00.
    def reckon(terms: Terms) -> object:
        rate, start, end = yearly("3.6"), D("2023-06-01"), D("2023-06-30")
        return agreed_interest(100_000_00, start, end, rate, private_loan=False, terms=terms).value

    assert reckon(Terms(year_days=360)) == 300_00
    assert reckon(Terms(year_days=360, counting="first")) == 290_00
    # 365 days: 295.8904… = 295.89.
    assert reckon(Terms()) == 295_89


def test_rounding_each_segment_can_differ_from_rounding_once() -> None:
    # 0.01 yuan more or less: LPR floating, 1,234.56 over three rates.
    def reckon(rounding) -> Reckoning:
        return market_interest(
            1_234_56, D("2019-09-01"), D("2019-12-31"), basis="floating", terms=Terms(rounding=rounding)
        )

    # 19 × 4.25 + 61 × 4.20 + 42 × 4.15 = 511.25 → 1,234.56 × 5.1125 ÷ 365 = 17.29229… = 17.29
    assert reckon("end").value == 17_29
    # 2.7312… + 8.6654… + 5.8954… → 2.73 + 8.67 + 5.90 = 17.30
    assert reckon("each").value == 17_30


def test_a_floating_rate_is_cut_where_the_table_changes_and_says_which_rows_are_unverified() -> None:
    # 80 days × 4.35 (benchmark) + 31 × 4.25 + 61 × 4.20 + 52 × 4.15 = 951.75; 1,000 × 951.75 ÷ 365 = 2,607.534…
    told = market_interest(100_000_00, D("2019-06-01"), D("2020-01-10"), basis="floating")
    assert told.value == 2_607_53
    assert [row.verified for row in told.rows] == [False, True, True, True]


def test_a_fixed_rate_stays_that_of_the_first_day() -> None:
    # LPR of 2024-03-10 is 3.45 %; it fell on 07-22 and 10-21. 365 days: 3,450.
    assert market_interest(100_000_00, D("2024-03-10"), D("2025-03-09")).value == 3_450_00


@pytest.mark.parametrize(("start", "end"), [("2010-01-01", "2010-02-01"), ("2031-01-01", "2031-02-01")])
def test_beyond_the_table_the_figure_is_left_open(start: str, end: str) -> None:
    told = market_interest(100_000_00, D(start), D(end))
    assert told.value is None
    assert told.to_fill


def test_no_rate_is_carried_beyond_the_last_report() -> None:
    told = market_interest(100_000_00, D("2025-07-01"), D("2026-07-31"), basis="floating")
    assert told.value is None
    assert [p.value is None for p in told.parts] == [False, True]
    # that no later rate came is what one source alone reports
    assert len(told.warnings) == 2


def test_what_is_missing_is_named() -> None:
    full = {"principal_fen": 1, "start": D("2024-01-01"), "end": D("2024-01-02"), "rate": yearly("1")}
    for lacking in full:
        with pytest.raises(MissingInput):
            agreed_interest(**{**full, lacking: None}, private_loan=False)
    with pytest.raises(MissingInput):
        agreed_interest(**full)  # the cap needs the day of formation
    with pytest.raises(MissingInput):
        agreed_interest(**full, formed_on=D("2019-01-01"))  # and for an old loan the day of filing


@pytest.mark.parametrize(
    "wrong",
    [
        {"principal_fen": -1},
        {"principal_fen": 0},
        {"principal_fen": 1.5},
        {"principal_fen": True},
        {"start": D("2024-06-01")},
        {"rate": Rate(percent=0.05, per="year")},  # a float
        {"rate": Rate(percent=Decimal("NaN"), per="year")},
        {"rate": Rate(percent=Decimal(-1), per="year")},
        {"rate": Rate(percent=Decimal(1), per="week")},
        {"payments": (Payment(on=D("2023-12-31"), fen=1),)},
        {"payments": (Payment(on=D("2024-01-02"), fen=0),)},
    ],
)
def test_what_cannot_be_right_is_refused(wrong: dict) -> None:
    right = {"principal_fen": 100, "start": D("2024-01-01"), "end": D("2024-01-31"), "rate": yearly("1")}
    with pytest.raises(WrongInput):
        agreed_interest(**{**right, **wrong}, private_loan=False)


def test_unknown_conventions_are_refused() -> None:
    for wrong in ({"year_days": 366}, {"counting": "none"}, {"rounding": "up"}):
        with pytest.raises(WrongInput):
            Terms(**wrong)


# --- properties -------------------------------------------------------------------------------------------------


def by_days(principal: int, start: date, end: date, percent_on, payments) -> tuple[Decimal, int, Decimal]:
    """Day by day in Decimal: (interest in all, principal left, interest left)."""
    with localcontext() as context:
        context.prec = 60
        balance, due, paid_interest, day = principal, Decimal(0), 0, start
        while day <= end:
            for payment in payments:
                if payment.on == day:
                    owed = int((due + Decimal("0.5")).to_integral_value(rounding="ROUND_FLOOR"))
                    first = min(payment.fen, owed)
                    due = Decimal(0) if first == owed else due - first
                    paid_interest += first
                    balance -= min(balance, payment.fen - first)
            due += Decimal(balance) * percent_on(day) / 36500
            day += DAY
        left = int((due + Decimal("0.5")).quantize(Decimal("1e-40")).to_integral_value(rounding="ROUND_FLOOR"))
        return Decimal(paid_interest + left), balance, Decimal(left)


@given(
    st.integers(1, 10**10),
    STARTS,
    st.integers(0, 700),
    st.lists(st.tuples(st.integers(0, 700), st.integers(1, 10**9)), max_size=4),
)
def test_segments_agree_with_a_reference_that_goes_day_by_day(principal, start, length, paid) -> None:
    end = start + length * DAY
    payments = tuple(Payment(on=start + at * DAY, fen=fen) for at, fen in paid if at <= length)
    told = market_interest(principal, start, end, basis="floating", payments=payments)
    interest, balance, left = by_days(principal, start, end, lambda day: lpr.one_year(day) or Decimal(0), payments)
    # a sum that lies on the half fen may fall either way in a reference of 60 digits
    assert abs(Decimal(str(told.value)) - interest) <= 1
    if payments:
        assert abs(part(told, "尚欠本金") - balance) <= 1
        assert abs(part(told, "尚欠利息") - left) <= 1


@given(st.integers(1, 10**6), st.integers(0, 100), STARTS, st.integers(1, 800), st.integers(1, 800))
def test_interest_adds_up_exactly_over_parts_of_a_span(units, percent, start, first, second) -> None:
    def reckon(a: date, b: date) -> int:
        told = agreed_interest(units * 36500, a, b, yearly(str(percent)), private_loan=False)
        assert isinstance(told.value, int)
        return told.value

    middle, end = start + (first - 1) * DAY, start + (first + second - 1) * DAY
    assert reckon(start, middle) + reckon(middle + DAY, end) == reckon(start, end)


@given(st.integers(1, 10**10), st.integers(0, 10**9), STARTS, st.integers(0, 500), st.integers(0, 90))
def test_interest_never_falls_with_more_money_or_more_days(principal, more, start, length, longer) -> None:
    def reckon(fen: int, days: int) -> int:
        told = market_interest(fen, start, start + days * DAY, basis="floating")
        assert isinstance(told.value, int)
        return told.value

    least = reckon(principal, length)
    assert least <= reckon(principal + more, length)
    assert least <= reckon(principal, length + longer)


@given(st.integers(1, 10**9), st.decimals(0, 60, places=2), st.dates(date(2020, 8, 20), date(2025, 1, 1)))
def test_no_rate_takes_more_than_four_times_the_lpr_of_the_day_of_formation(principal, percent, formed) -> None:
    end = formed + 364 * DAY
    told = agreed_interest(principal, formed, end, Rate(percent=percent, per="year"), formed_on=formed)
    rate = min(percent, 4 * (lpr.one_year(formed) or Decimal(0)))
    assert abs(Decimal(str(told.value)) - principal * rate / 100) <= Decimal("0.5")


@given(st.dates(date(2000, 2, 28), date(2030, 1, 1)))
def test_a_leap_day_is_one_day_of_interest(start: date) -> None:
    end = start + 365 * DAY
    told = agreed_interest(36500, start, end, yearly("100"), private_loan=False)
    assert told.value == 100 * 366
