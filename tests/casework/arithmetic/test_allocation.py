"""Allocation of payments: by hand, and conserving every fen."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.allocation import Debt, allocate, allocate_between
from zuno.casework.arithmetic.reckoning import MissingInput, Reckoning, WrongInput

FEN = st.integers(0, 10**9)
DUE, ON = date(2024, 1, 1), date(2024, 5, 1)


def values(told: Reckoning) -> dict[str, int]:
    return {part.name: part.value for part in told.parts if isinstance(part.value, int)}


def test_fees_then_interest_then_principal() -> None:
    # 10,000 on fees 1,000, interest 3,000, principal 50,000: 1,000 + 3,000 + 6,000; 44,000 left.
    told = allocate(10_000_00, fees_fen=1_000_00, interest_fen=3_000_00, principal_fen=50_000_00)
    assert told.value == 44_000_00
    assert values(told)["抵本金"] == 6_000_00


def test_an_agreed_order_goes_before_that_of_the_law() -> None:
    told = allocate(10_000_00, interest_fen=3_000_00, principal_fen=50_000_00, order=("principal", "interest", "fees"))
    assert told.value == 40_000_00
    assert told.warnings


@given(FEN, FEN, FEN, FEN)
def test_one_debt_conserves_the_payment(payment: int, fees: int, interest: int, principal: int) -> None:
    told = values(allocate(payment, fees_fen=fees, interest_fen=interest, principal_fen=principal))
    used = [told["抵费用"], told["抵利息"], told["抵本金"]]
    assert sum(used) + told["超付"] == payment
    assert sum(used) + told["余费用"] + told["余利息"] + told["余本金"] == fees + interest + principal
    assert 0 in (told["抵利息"], told["余费用"])
    assert 0 in (told["抵本金"], told["余利息"])


def debt(name: str, fen: int, due: date = DUE, **more) -> Debt:
    return Debt(name=name, principal_fen=fen, due=due, **more)


LATER = date(2024, 3, 1)
NOT_YET = date(2024, 9, 1)
ORDER = [
    # due before not due
    ([debt("甲", 100, NOT_YET), debt("乙", 100)], {"甲": 20, "乙": 100}),
    # all due: the one with the least security first
    ([debt("甲", 100, secured_fen=100), debt("乙", 100, secured_fen=50)], {"甲": 20, "乙": 100}),
    # security alike: the heavier burden first
    ([debt("甲", 100, burden_percent=Decimal(5)), debt("乙", 100, burden_percent=Decimal(12))], {"甲": 20, "乙": 100}),
    # burden alike: in order of the due days
    ([debt("甲", 100, LATER), debt("乙", 100)], {"甲": 20, "乙": 100}),
    # all alike: in proportion, 120 × 100/300 and 120 × 200/300
    ([debt("甲", 100), debt("乙", 200)], {"甲": 40, "乙": 80}),
    # security beyond the debt covers no more than the debt
    ([debt("甲", 100, secured_fen=100), debt("乙", 100, LATER, secured_fen=900)], {"甲": 100, "乙": 20}),
]


@pytest.mark.parametrize(("debts", "received"), ORDER)
def test_debts_are_paid_in_the_order_of_the_law(debts: list[Debt], received: dict[str, int]) -> None:
    assert values(allocate_between(120, tuple(debts), on=ON)) == received


def test_the_debtor_may_designate_even_a_debt_not_yet_due() -> None:
    told = allocate_between(120, (debt("甲", 100), debt("乙", 100, NOT_YET)), on=ON, designated=("乙",))
    assert values(told) == {"甲": 20, "乙": 100}


def test_the_odd_fen_goes_to_the_largest_remainder() -> None:
    # 100 over 1 : 1 : 1 is 33⅓ each: 34, 33, 33.
    told = allocate_between(100, (debt("甲", 99), debt("乙", 99), debt("丙", 99)), on=ON)
    assert sorted(values(told).values()) == [33, 33, 34]


@given(
    FEN,
    st.lists(
        st.tuples(FEN, st.dates(date(2023, 1, 1), date(2025, 1, 1)), st.integers(0, 3), st.integers(0, 3)),
        min_size=1,
        max_size=6,
    ),
)
def test_several_debts_conserve_the_payment(payment: int, rows) -> None:
    debts = tuple(
        debt(str(at), fen, due, secured_fen=secured, burden_percent=Decimal(rate))
        for at, (fen, due, secured, rate) in enumerate(rows)
    )
    told = allocate_between(payment, debts, on=ON)
    received = values(told)
    assert sum(received.values()) + int(str(told.value)) == payment
    assert all(0 <= received[d.name] <= d.fen for d in debts)
    if told.value:
        assert all(received[d.name] == d.fen for d in debts)


def test_missing_and_wrong_input_is_refused() -> None:
    with pytest.raises(MissingInput):
        allocate(None, interest_fen=0, principal_fen=0)
    with pytest.raises(MissingInput):
        allocate(1, interest_fen=None, principal_fen=0)
    with pytest.raises(MissingInput):
        allocate_between(1, (debt("甲", 1),), on=None)
    with pytest.raises(MissingInput):
        allocate_between(1, (Debt(name="甲", principal_fen=1, due=None),), on=ON)
    for debts in ((), (debt("甲", 1), debt("甲", 2)), (debt("甲", -1),)):
        with pytest.raises(WrongInput):
            allocate_between(1, debts, on=ON)
    with pytest.raises(WrongInput):
        allocate_between(1, (debt("甲", 1),), on=ON, designated=("丙",))
    with pytest.raises(WrongInput):
        allocate(1, interest_fen=0, principal_fen=0, order=("fees", "interest"))
