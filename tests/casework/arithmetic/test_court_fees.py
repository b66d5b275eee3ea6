"""Court fees: the ends of every bracket by hand, and a reference that adds up fen by rule."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.fees import acceptance_fee, preservation_fee
from zuno.casework.arithmetic.reckoning import MissingInput, WrongInput

WAN = 10_000_00

# Ends of the brackets, each from the one before: 50; + 9 × 2.5 % … in yuan.
PROPERTY = [
    (0, 50),
    (WAN, 50),
    (10 * WAN, 2_300),  # 50 + 90,000 × 2.5 % = 2,250
    (20 * WAN, 4_300),  # + 100,000 × 2 %
    (50 * WAN, 8_800),  # + 300,000 × 1.5 %
    (100 * WAN, 13_800),  # + 500,000 × 1 %
    (200 * WAN, 22_800),  # + 1,000,000 × 0.9 %
    (500 * WAN, 46_800),  # + 3,000,000 × 0.8 %
    (1000 * WAN, 81_800),  # + 5,000,000 × 0.7 %
    (2000 * WAN, 141_800),  # + 10,000,000 × 0.6 %
    (3000 * WAN, 191_800),  # + 10,000,000 × 0.5 %
    (153_000_00, 3_360),  # 2,300 + 53,000 × 2 %
]


@pytest.mark.parametrize(("asked", "fee"), PROPERTY)
def test_the_fee_of_a_property_case(asked: int, fee: int) -> None:
    assert acceptance_fee("property", asked).value == fee * 100
    assert acceptance_fee("property", asked, halved=("simplified",)).value == fee * 50


@pytest.mark.parametrize(
    ("kind", "asked", "local", "yuan"),
    [
        ("labour", None, None, 10),
        # 300 + (1,000,000 − 200,000) × 0.5 %
        ("divorce", 100 * WAN, 300_00, 4_300),
        ("divorce", 20 * WAN, 300_00, 300),
        # 500 + 50,000 × 1 % + 20,000 × 0.5 %
        ("personality", 12 * WAN, 500_00, 1_100),
        ("personality", 5 * WAN, 100_00, 100),
        ("other", None, 80_00, 80),
        ("jurisdiction", None, 100_00, 100),
        ("intellectual_property", None, 800_00, 800),
        ("intellectual_property", 10 * WAN, None, 2_300),
    ],
)
def test_the_fee_of_other_cases(kind, asked, local, yuan: int) -> None:
    assert acceptance_fee(kind, asked, local_fen=local).value == yuan * 100


@pytest.mark.parametrize("kind", ["divorce", "personality", "other", "jurisdiction", "intellectual_property"])
def test_a_range_that_the_province_fills_is_left_open(kind) -> None:
    told = acceptance_fee(kind, None, halved=("settled",))
    assert told.value is None
    assert told.to_fill


def test_two_grounds_halve_once() -> None:
    told = acceptance_fee("property", 10 * WAN, halved=("simplified", "settled"))
    assert told.value == 1_150_00
    assert told.warnings


PRESERVATION = [
    (0, 30),
    (1_000_00, 30),
    (10 * WAN, 1_020),  # 30 + 99,000 × 1 %
    (50 * WAN, 3_020),  # + 400,000 × 0.5 %
    (896_000_00, 5_000),  # + 796,000 × 0.5 % = 5,000, the most
    (1000 * WAN, 5_000),
]


@pytest.mark.parametrize(("kept", "fee"), PRESERVATION)
def test_the_fee_for_preserving_property(kept: int, fee: int) -> None:
    assert preservation_fee(kept).value == fee * 100


def marginal(asked: int) -> Decimal:
    steps = [(1, "0"), (10, "2.5"), (20, "2"), (50, "1.5"), (100, "1"), (200, "0.9"), (500, "0.8"), (1000, "0.7")]
    steps += [(2000, "0.6"), (10**9, "0.5")]
    below, fee = 0, Decimal(50_00)
    for upto, percent in steps:
        fee += Decimal(max(0, min(asked, upto * WAN) - below)) * Decimal(percent) / 100
        below = upto * WAN
    return fee


@given(st.integers(0, 10**12))
def test_the_fee_agrees_with_a_reference_in_decimal(asked: int) -> None:
    assert acceptance_fee("property", asked).value == marginal(asked).quantize(Decimal(1), rounding=ROUND_HALF_UP)


@given(st.integers(0, 10**11), st.integers(0, 10**9))
def test_fees_never_fall_with_the_sum(asked: int, more: int) -> None:
    for fee in (lambda fen: acceptance_fee("property", fen).value, lambda fen: preservation_fee(fen).value):
        assert fee(asked) <= fee(asked + more)


def test_missing_and_wrong_input_is_refused() -> None:
    with pytest.raises(MissingInput):
        acceptance_fee("property")
    with pytest.raises(MissingInput):
        preservation_fee(None)
    with pytest.raises(WrongInput):
        acceptance_fee("property", -1)
    with pytest.raises(WrongInput):
        acceptance_fee("divorce", 0, local_fen=301_00)
    with pytest.raises(WrongInput):
        acceptance_fee("criminal", 0)
    with pytest.raises(WrongInput):
        acceptance_fee("property", 1, halved=("mercy",))
