"""Heads of damages for injury, by hand from the interpretation."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.injury import (
    Dependant,
    age_on,
    daily,
    death,
    dependants,
    disability,
    funeral,
    lost_income,
    receipts,
    years_of_age,
)
from zuno.casework.arithmetic.reckoning import MissingInput, WrongInput

WAN = 10_000_00


@pytest.mark.parametrize(
    ("age", "years"), [(0, 20), (59, 20), (60, 20), (61, 19), (70, 10), (74, 6), (75, 5), (76, 5), (99, 5)]
)
def test_years_by_age(age: int, years: int) -> None:
    assert years_of_age(age) == years


@pytest.mark.parametrize(
    ("born", "on", "age"),
    [("1964-05-01", "2024-04-30", 59), ("1964-05-01", "2024-05-01", 60), ("2004-02-29", "2022-02-28", 17)],
)
def test_age_counts_full_years(born: str, on: str, age: int) -> None:
    assert age_on(date.fromisoformat(born), date.fromisoformat(on)) == age


@pytest.mark.parametrize(
    ("age", "grade", "percent", "fen"),
    [
        (40, 10, None, 12 * WAN),  # 60,000 × 20 × 10 %
        (40, 1, None, 120 * WAN),
        (62, 9, None, 6 * WAN * 18 * 2 // 10),
        (80, 8, None, 6 * WAN * 5 * 3 // 10),
        (40, None, Decimal(22), 6 * WAN * 20 * 22 // 100),
    ],
)
def test_disability(age, grade, percent, fen) -> None:
    assert disability(age, 6 * WAN, grade=grade, percent=percent).value == fen


def test_death_and_funeral() -> None:
    assert death(62, 6 * WAN).value == 6 * WAN * 18
    assert funeral(8_000_00).value == 48_000_00


def test_bills_add_up_with_what_is_sure_to_come() -> None:
    assert receipts("医疗费", (1_234_56, 10_00), future_fen=5_000_00).value == 6_244_56


@pytest.mark.parametrize(
    ("arguments", "fen"),
    [
        ({"actual_loss_fen": 3_210_00}, 3_210_00),
        # 365,000 ÷ 365 × 10
        ({"trade_year_fen": 365_000_00}, 10_000_00),
        # (60,000 + 70,000 + 80,000) ÷ 3 ÷ 365 × 10 = 1,917.808…
        ({"three_years_fen": (6 * WAN, 7 * WAN, 8 * WAN)}, 1_917_81),
    ],
)
def test_lost_income_by_what_can_be_proved(arguments: dict, fen: int) -> None:
    assert lost_income(10, **arguments).value == fen


def test_day_rates() -> None:
    assert daily("nursing", 30, 180_00, persons=2).value == 10_800_00
    assert daily("nutrition", 60, 30_00).value == 1_800_00
    assert daily("meals", 12, 100_00).value == 1_200_00


def person(age: int, keepers: int = 1) -> Dependant:
    return Dependant(name=f"{age}-{keepers}", age=age, keepers=keepers)


@pytest.mark.parametrize(
    ("people", "percent", "fen"),
    [
        # ten years: (1/2 + 1/3) × 20 % = 1/6 of 30,000, 50,000; four more years of the mother: 1/15, 8,000
        ((person(8, 2), person(66, 3)), 20, 58_000_00),
        # two children alone, 16 and 17: first year capped at one spending, second year one: 60,000
        ((person(16), person(17)), 100, 60_000_00),
        ((person(75),), 100, 150_000_00),
        ((person(17, 2),), 50, 7_500_00),
    ],
)
def test_dependants_year_by_year_under_the_cap(people, percent, fen) -> None:
    assert dependants(people, 3 * WAN, percent=Decimal(percent)).value == fen


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(1, 4)), min_size=1, max_size=6), st.integers(1, 100))
def test_dependants_never_exceed_one_spending_a_year(people, percent) -> None:
    told = dependants(tuple(person(*row) for row in people), 3 * WAN, percent=Decimal(percent))
    longest = max(person(*row).years for row in people)
    assert isinstance(told.value, int)
    assert 0 < told.value <= longest * 3 * WAN


def test_a_local_figure_that_is_missing_is_left_open() -> None:
    for told in (
        disability(40, None, grade=10),
        death(40, None),
        funeral(None),
        lost_income(10),
        daily("meals", 3),
        dependants((person(8),), None, percent=Decimal(20)),
    ):
        assert told.value is None
        assert told.to_fill


def test_missing_and_wrong_input_is_refused() -> None:
    for lacking in (
        lambda: disability(None, WAN, grade=1),
        lambda: disability(40, WAN),
        lambda: death(None, WAN),
        lambda: lost_income(None),
        lambda: daily("meals", None, 1),
        lambda: receipts("医疗费", ()),
        lambda: dependants((), WAN, percent=Decimal(1)),
        lambda: dependants((person(8),), WAN),
        lambda: age_on(None, date(2024, 1, 1)),
    ):
        with pytest.raises(MissingInput):
            lacking()
    for wrong in (
        lambda: disability(40, WAN, grade=11),
        lambda: disability(40, WAN, grade=1, percent=Decimal(1)),
        lambda: disability(-1, WAN, grade=1),
        lambda: disability(40, WAN, percent=Decimal(101)),
        lambda: lost_income(1, three_years_fen=(1, 2)),
        lambda: lost_income(1, actual_loss_fen=1, trade_year_fen=1),
        lambda: daily("sauna", 1, 1),
        lambda: daily("meals", 1, 1, persons=2),
        lambda: daily("nursing", 7306, 1),
        lambda: dependants((person(8, 0),), WAN, percent=Decimal(1)),
        lambda: age_on(date(2025, 1, 1), date(2024, 1, 1)),
    ):
        with pytest.raises(WrongInput):
            wrong()
