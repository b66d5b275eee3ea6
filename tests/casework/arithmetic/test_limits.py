"""Terms: by the calendar, by hand."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.casework.arithmetic.holidays import is_day_off, rolled, workdays
from zuno.casework.arithmetic.limits import (
    Interruption,
    Suspension,
    answer_deadline,
    appeal_deadline,
    evidence_deadline,
    guarantee_period,
    limitation,
    restarts,
)
from zuno.casework.arithmetic.reckoning import MissingInput, WrongInput
from zuno.casework.periods import add_months, add_years

D = date.fromisoformat
DAYS = st.dates(date(2004, 1, 1), date(2020, 1, 1))


def act(day: str, again: str | None = None) -> Interruption:
    return Interruption(on=D(day), again_from=D(again) if again else None)


def obstacle(first: str, last: str | None) -> Suspension:
    return Suspension(first=D(first), last=D(last) if last else None)


LIMITATION = [
    ("2020-03-31", {}, "2023-03-31"),
    ("2020-02-29", {}, "2023-02-28"),  # no corresponding day: the month's last
    ("2021-10-01", {}, "2024-10-08"),  # National Day to 10-07
    # an act restarts it: 2025-05-01, moved past the holiday to 05-06
    ("2020-03-31", {"interruptions": (act("2022-05-01"),)}, "2025-05-06"),
    # an act on the last day still does, one the day after does not
    ("2020-03-31", {"interruptions": (act("2023-03-31"),)}, "2026-03-31"),
    ("2020-03-31", {"interruptions": (act("2023-04-01"),)}, "2023-03-31"),
    # the last day is 2024-10-08, for 10-01 is a holiday: an act on it counts
    ("2021-10-01", {"interruptions": (act("2024-10-08"),)}, "2027-10-08"),
    # a suit of 2022 that ended on 2023-06-15 restarts it from its end
    ("2020-03-31", {"interruptions": (act("2022-05-01", "2023-06-15"),)}, "2026-06-15"),
    # ends 2023-01-10; the last six months begin 2022-07-10. Obstacle to 2022-09-01: six months on, 2023-03-01
    ("2020-01-10", {"suspensions": (obstacle("2022-06-01", "2022-09-01"),)}, "2023-03-01"),
    # an obstacle over before the last six months does nothing
    ("2020-01-10", {"suspensions": (obstacle("2022-02-01", "2022-07-09"),)}, "2023-01-10"),
    ("2020-01-10", {"suspensions": (obstacle("2023-01-11", "2023-03-01"),)}, "2023-01-10"),
    # an act within the longer period that an obstacle gave
    (
        "2020-01-10",
        {"suspensions": (obstacle("2022-12-01", "2022-12-31"),), "interruptions": (act("2023-06-01"),)},
        "2026-06-01",
    ),
    # the obstacle came after the act: it never touched the first period
    (
        "2020-03-31",
        {"suspensions": (obstacle("2023-01-01", "2023-02-01"),), "interruptions": (act("2021-02-02"),)},
        "2024-02-02",
    ),
    # harmed 2001-05-10: twenty years end first
    ("2019-05-10", {"harmed_on": D("2001-05-10")}, "2021-05-10"),
    ("2019-05-10", {"harmed_on": D("2001-05-10"), "interruptions": (act("2020-05-10"),)}, "2021-05-10"),
    ("2019-05-10", {"harmed_on": D("2001-05-10"), "suspensions": (obstacle("2021-01-01", None),)}, "2021-05-10"),
]


@pytest.mark.parametrize(("start", "arguments", "day"), LIMITATION)
def test_limitation(start: str, arguments: dict, day: str) -> None:
    assert limitation(D(start), **arguments).value == D(day)


def test_while_an_obstacle_lasts_the_end_is_open() -> None:
    told = limitation(D("2020-01-10"), suspensions=(obstacle("2022-12-01", None),))
    assert told.value is None
    # an earlier act, however, takes the period out of its reach
    told = limitation(D("2020-01-10"), interruptions=(act("2022-11-01"),), suspensions=(obstacle("2026-12-01", None),))
    assert told.value == D("2025-11-03")  # 2025-11-01 is a Saturday


@given(DAYS, st.lists(st.integers(0, 4000), max_size=5))
def test_an_act_never_shortens_the_period_and_restarts_tell_the_same(start: date, acts: list[int]) -> None:
    days = tuple(start + timedelta(days=at) for at in acts)
    told = limitation(start, interruptions=tuple(Interruption(on=day) for day in days))
    assert isinstance(told.value, date)
    assert told.value >= add_years(start, 3)
    assert told.value == restarts(start, days)[-1][1]


@given(DAYS)
def test_a_term_never_ends_on_a_day_off_and_moves_only_over_days_off(day: date) -> None:
    moved, _words, warning = rolled(day)
    assert not warning
    assert is_day_off(moved) is False
    assert all(is_day_off(day + timedelta(days=n)) for n in range((moved - day).days))


def test_a_weekend_made_a_working_day_is_none_off() -> None:
    assert is_day_off(D("2024-05-11")) is False  # a Saturday of work
    assert is_day_off(D("2024-05-12")) is True
    assert workdays(D("2024-05-10"), D("2024-05-19")) == 7


def test_beyond_the_calendar_nothing_is_moved_and_the_reader_is_told() -> None:
    moved, _words, warning = rolled(D("2040-10-01"))
    assert moved == D("2040-10-01")
    assert warning
    assert workdays(D("2040-10-01"), D("2040-10-02")) is None


GUARANTEE = [
    ("2023-03-10", {}, "2023-09-11"),  # six months: 2023-09-10, a Sunday
    ("2023-03-10", {"agreed_months": 12}, "2024-03-11"),  # 2024-03-10, a Sunday
    ("2023-03-10", {"agreed_end": D("2023-12-29")}, "2023-12-29"),
    ("2023-03-10", {"agreed_end": D("2023-03-10")}, "2023-09-11"),  # no later than the due day: not agreed
    ("2023-03-10", {"agreed_months": 0}, "2023-09-11"),
    ("2023-03-10", {"unclear": True, "contract_on": D("2022-01-01")}, "2023-09-11"),
    ("2023-08-31", {}, "2024-02-29"),  # no 31st of February
    ("2020-06-01", {"unclear": True, "contract_on": D("2019-05-01")}, "2022-06-01"),  # of the old law: two years
]


@pytest.mark.parametrize(("due", "arguments", "day"), GUARANTEE)
@pytest.mark.parametrize("kind", ["general", "joint"])
def test_the_guarantee_period(due: str, arguments: dict, day: str, kind) -> None:
    assert guarantee_period(D(due), kind=kind, **arguments).value == D(day)


@given(DAYS, st.integers(1, 60))
def test_the_guarantee_period_ends_no_earlier_than_the_corresponding_day(due: date, months: int) -> None:
    told = guarantee_period(due, kind="joint", agreed_months=months)
    assert isinstance(told.value, date)
    assert told.value >= add_months(due, months)


def test_terms_of_procedure_begin_the_day_after_and_move_past_holidays() -> None:
    assert answer_deadline(D("2024-04-16")).value == D("2024-05-06")  # 05-01, Labour Day to 05-05
    assert answer_deadline(D("2024-04-17"), abroad=True).value == D("2024-05-17")
    assert answer_deadline(D("2026-09-18")).value == D("2026-10-08")  # 10-03, National Day to 10-07
    assert appeal_deadline(D("2024-06-03")).value == D("2024-06-18")
    assert appeal_deadline(D("2024-06-03"), ruling=True).value == D("2024-06-13")
    assert appeal_deadline(D("2024-06-03"), abroad=True).value == D("2024-07-03")
    assert evidence_deadline(D("2024-06-03"), procedure="ordinary", days=15).value == D("2024-06-18")


def test_a_term_that_only_the_court_sets_is_left_open_with_its_bound() -> None:
    told = evidence_deadline(D("2024-06-03"), procedure="ordinary")
    assert told.value is None
    assert told.parts[0].value == D("2024-06-18")


@pytest.mark.parametrize(("procedure", "days"), [("ordinary", 14), ("second_instance", 9), ("simplified", 16)])
def test_a_term_outside_the_bounds_of_its_procedure_is_refused(procedure, days: int) -> None:
    with pytest.raises(WrongInput):
        evidence_deadline(D("2024-06-03"), procedure=procedure, days=days)


def test_small_claims_may_have_more_than_seven_days_by_exception() -> None:
    told = evidence_deadline(D("2024-06-03"), procedure="small", days=10)
    assert told.value == D("2024-06-13")
    assert len(told.warnings) == 2


def test_missing_and_wrong_input_is_refused() -> None:
    day = D("2024-01-01")
    for lacking in (
        lambda: limitation(None),
        lambda: guarantee_period(None, kind="joint"),
        lambda: guarantee_period(day, kind=None),
        lambda: answer_deadline(None),
        lambda: appeal_deadline(None),
        lambda: evidence_deadline(None, procedure="ordinary"),
    ):
        with pytest.raises(MissingInput):
            lacking()
    for wrong in (
        lambda: limitation(day, years=0),
        lambda: limitation(day, suspensions=(obstacle("2024-02-01", "2024-01-01"),)),
        lambda: limitation(day, interruptions=(act("2024-02-01", "2024-01-01"),)),
        lambda: guarantee_period(day, kind="joint", agreed_months=1, unclear=True),
        lambda: guarantee_period(day, kind="joint", agreed_months=-1),
        lambda: evidence_deadline(day, procedure="ordinary", days=0),
        lambda: evidence_deadline(day, procedure="martial"),
    ):
        with pytest.raises(WrongInput):
            wrong()
