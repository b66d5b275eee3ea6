"""Liquidated damages and the loss by a price paid late, by hand."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.damages import agreed_by_rate, liquidated_damages, overdue_price
from zuno.casework.arithmetic.interest import Rate
from zuno.casework.arithmetic.reckoning import MissingInput, WrongInput

D = date.fromisoformat


@pytest.mark.parametrize(
    ("agreed", "loss", "over"),
    [
        # 20,000 × 130 % = 26,000; 30,000 lies 4,000 above
        (30_000_00, 20_000_00, 4_000_00),
        # exactly 130 % does not exceed
        (26_000_00, 20_000_00, 0),
        (26_000_01, 20_000_00, 1),
        # no loss: all of it
        (5_00, 0, 5_00),
        (10_00, 20_00, 0),
    ],
)
def test_what_lies_above_a_hundred_and_thirty_percent_of_the_loss(agreed: int, loss: int, over: int) -> None:
    assert liquidated_damages(agreed, loss).value == over


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_damages_exceed_only_above_the_line(agreed: int, loss: int) -> None:
    told = liquidated_damages(agreed, loss)
    assert isinstance(told.value, int)
    assert (told.value > 0) <= (Decimal(agreed) > Decimal(loss) * Decimal("1.3"))
    assert abs(told.value - max(Decimal(0), agreed - Decimal(loss) * Decimal("1.3"))) <= Decimal("0.5")


def test_without_the_loss_nothing_is_said_of_excess() -> None:
    told = liquidated_damages(30_000_00)
    assert told.value is None
    assert told.to_fill


def test_a_clause_with_a_daily_rate() -> None:
    # 100,000 × 0.05 % × 30 days = 1,500; the cap of private lending does not bind a sale
    rate = Rate(percent=Decimal("0.05"), per="day")
    assert agreed_by_rate(100_000_00, D("2024-06-01"), D("2024-06-30"), rate).value == 1_500_00


PRICE = [
    # LPR of 2024-03-10 is 3.45 %; × 1.5 = 5.175 %; 365 days on 100,000: 5,175. It stays though the LPR fell later.
    ("2024-03-10", "2025-03-09", "50", 5_175_00),
    # × 1.3 = 4.485 %
    ("2024-03-10", "2025-03-09", "30", 4_485_00),
    # Breach on the last day of the benchmark rate, 4.35 × 1.3 = 5.655 %; 366 days with 2020-02-29: 5,670.493…
    ("2019-08-19", "2020-08-18", "30", 5_670_49),
    # Breach a day later: 4.25 × 1.3 = 5.525 %; 366 days: 5,540.136… = 5,540.14
    ("2019-08-20", "2020-08-19", "30", 5_540_14),
]


@pytest.mark.parametrize(("breach", "end", "uplift", "fen"), PRICE)
def test_the_loss_by_a_late_price(breach: str, end: str, uplift: str, fen: int) -> None:
    assert overdue_price(100_000_00, D(breach), D(end), uplift_percent=Decimal(uplift)).value == fen


def test_without_an_uplift_both_ends_of_the_range_are_told_and_none_is_chosen() -> None:
    told = overdue_price(100_000_00, D("2024-03-10"), D("2025-03-09"))
    assert told.value is None
    assert [part.value for part in told.parts] == [4_485_00, 5_175_00]


def test_missing_and_wrong_input_is_refused() -> None:
    with pytest.raises(MissingInput):
        liquidated_damages(None, 1)
    with pytest.raises(WrongInput):
        liquidated_damages(-1, 1)
    for uplift in ("29.9", "50.1", "0"):
        with pytest.raises(WrongInput):
            overdue_price(1, D("2024-01-01"), D("2024-01-02"), uplift_percent=Decimal(uplift))
    with pytest.raises(MissingInput):
        overdue_price(None, D("2024-01-01"), D("2024-01-02"), uplift_percent=Decimal(30))
    with pytest.raises(MissingInput):
        overdue_price(1, None, D("2024-01-02"))
