"""Actions: one for every finding and every open cell, with nothing invented and nothing left blank."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from little_cases import LOAN, SALE, answered, changed, extended, photographed, reviewed, without

from zuno.casework.records import Review

BUYER = "柏临市砚北服饰有限公司"
POOR_LOAN = changed(
    without(extended(LOAN, 答辩状=answered("一、答辩人没有收到过这笔钱。")), "借条.txt", "微信聊天.txt"),
    "银行流水.csv",
    ("200000.00,,", "184000.00,,"),
)
POOR_SALE = changed(
    without(
        extended(SALE, 答辩状=answered("一、第二批货没有收到。", by=BUYER)), "送货单二.txt", "对账单.txt", "微信.txt"
    ),
    "委托书.txt",
    ("特别授权：代为承认、放弃、变更诉讼请求，进行和解，代收法律文书", "全权代理"),
)
UNREAD_SALE = photographed(extended(SALE, 答辩状=answered(by=BUYER)), "购销合同.txt", "对账单.txt")
CASES = {
    "loan": (LOAN, {}),
    "sale": (SALE, {}),
    "poor loan": (POOR_LOAN, {}),
    "poor sale": (POOR_SALE, {}),
    "unread": (UNREAD_SALE, {}),
    "poor loan for the defendant": (POOR_LOAN, {"our_side": "defendant"}),
    "poor sale for the defendant": (POOR_SALE, {"our_side": "defendant"}),
    "nothing but the complaint": ({"起诉状.txt": LOAN["起诉状.txt"]}, {}),
    "no complaint": (without(LOAN, "起诉状.txt"), {}),
}
EVERY = pytest.mark.parametrize("name", CASES)


def of(name: str) -> Review:
    files, fields = CASES[name]
    return reviewed(files, **fields)


@EVERY
def test_every_finding_and_every_open_cell_has_exactly_one_action(name: str) -> None:
    result = of(name)
    for_findings = [action.finding for action in result.actions if action.finding]
    for_cells = [action.cell for action in result.actions if not action.finding]
    assert sorted(for_findings) == sorted(finding.id for finding in result.findings)
    open_ = [item.id for item in result.cells if item.mark not in ("supported", "not_applicable")]
    assert sorted(at or "" for at in for_cells) == sorted(open_)


@EVERY
def test_no_field_of_an_action_is_blank_or_unfilled(name: str) -> None:
    for action in of(name).actions:
        for field, value in asdict(action).items():
            if field not in ("cell", "finding"):
                assert value
                assert str(value).strip()
                assert "{" not in str(value)


@EVERY
def test_actions_are_numbered_in_order_and_red_ones_come_first(name: str) -> None:
    actions = of(name).actions
    assert [action.id for action in actions] == [f"A-{at:03d}" for at in range(1, len(actions) + 1)]
    rank = [{"red": 0, "yellow": 1, "green": 2}[action.urgency] for action in actions]
    assert rank == sorted(rank)


@EVERY
def test_a_fallback_is_at_most_three_sentences(name: str) -> None:
    for action in of(name).actions:
        assert action.fallback.count("。") <= 3


@EVERY
def test_no_person_and_no_day_is_invented(name: str) -> None:
    for action in of(name).actions:
        assert action.person == "待填"
        assert action.deadline == "法定：待填；内部：待填"


def test_persons_and_days_come_from_the_case_file() -> None:
    result = reviewed(
        POOR_SALE,
        people={"证据": "董一帆", "庭审": "温如是"},
        evidence_deadline="2025-05-20",
        hearing_date="2025-06-10",
    )
    assert {action.person for action in result.actions} == {"董一帆"}
    assert {action.deadline for action in result.actions} == {"法定：2025-05-20；内部：2025-05-15"}


@pytest.mark.parametrize("role", ["证据", "承办", "律师", "associate", "lawyer"])
def test_the_one_who_does_it_is_named_by_any_usual_role(role: str) -> None:
    assert {action.person for action in reviewed(POOR_SALE, people={role: "董一帆"}).actions} == {"董一帆"}


def test_a_hearing_before_the_deadline_is_pointed_out() -> None:
    late = reviewed(POOR_SALE, evidence_deadline="2025-05-20", hearing_date="2025-05-20").actions
    fine = reviewed(POOR_SALE, evidence_deadline="2025-05-20", hearing_date="2025-06-10").actions
    assert {action.overdue for action in late} & {action.overdue for action in fine} == set()


def test_what_is_missing_or_disputed_is_red_and_what_is_doubtful_yellow() -> None:
    result = reviewed(without(extended(SALE, 答辩状=answered(by=BUYER)), "送货单二.txt", "对账单.txt", "微信.txt"))
    assert {action.cell: action.urgency for action in result.actions} == {
        "CL-1/C1E2": "yellow",
        "CL-1/C1E3": "yellow",
        "CL-2/C2E2": "yellow",
    }
    assert {action.cell: action.urgency for action in of("poor sale").actions}["CL-1/C1E2"] == "red"


def test_an_unread_paper_is_to_be_read_by_its_title() -> None:
    for action in of("unread").actions:
        assert "《购销合同》" in action.action + action.material or "《对账单》" in action.action + action.material


def test_a_cell_that_the_other_side_must_prove_makes_us_hold_and_not_fetch() -> None:
    plaintiff = {action.cell: action.action for action in of("poor loan").actions if not action.finding}
    defendant = {
        action.cell: action.action for action in of("poor loan for the defendant").actions if not action.finding
    }
    missing = [item.id for item in of("poor loan").cells if item.mark == "missing"]
    assert missing
    for at in missing:
        assert plaintiff[at] != defendant[at]
        assert "补" not in defendant[at]


def test_an_action_cites_exhibits_by_number_and_never_by_file_name() -> None:
    for name in CASES:
        files, _fields = CASES[name]
        words = " ".join(str(value) for action in of(name).actions for value in asdict(action).values())
        assert not any(file in words for file in files)
