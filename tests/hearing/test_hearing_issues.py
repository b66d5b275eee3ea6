"""Issues as the judge lists them, amends them and takes them off the list."""

from __future__ import annotations

import pytest
from record_desk import Speeches

from zuno.hearing.issues import read_issues
from zuno.hearing.procedure import missing_acts
from zuno.hearing.progress import follow

TWO = {"I-001": "款项是否交付", "I-002": "是否已经归还"}
LISTED = "争议焦点：\nI-001 款项是否交付\nI-002 是否已经归还"


@pytest.mark.parametrize(
    ("words", "issues"),
    [
        (LISTED, TWO),
        ("争议焦点：\n1. I-001：款项是否交付。\n（二）I-002 是否已经归还。", TWO),
        ("争议焦点：I-001 款项是否交付；I-002 是否已经归还。", TWO),
        ("争议焦点：I-001 款项是否交付，I-002 是否已经归还。", TWO),
        ("I-001、I-002 款项交付与归还", dict.fromkeys(TWO, "款项交付与归还")),
        ("I-001、I-002", dict.fromkeys(TWO, "")),
        (f"{LISTED}\nI-001由原告举证，I-002由被告举证。", TWO),
        (f"以下I-001、I-002由双方分别举证。\n{LISTED}", TWO),
        ("I-1 款项是否交付\nI-2 是否已经归还", TWO),
    ],
)
def test_every_issue_listed_is_kept_with_its_own_title(words: str, issues: dict[str, str]) -> None:
    assert read_issues({}, words) == issues


def test_a_later_mention_in_passing_changes_no_title_and_a_restated_line_does() -> None:
    assert read_issues(TWO, "I-003 利率\n其余如I-001所列。") == {**TWO, "I-003": "利率"}
    assert read_issues(TWO, "I-001 款项是否交付及其数额")["I-001"] == "款项是否交付及其数额"


@pytest.mark.parametrize(
    "words",
    ["I-002 并入 I-001", "I-002 并入 I-001 一并审理。", "I-002 撤回", "I-002 已撤回。", "I-002不再列为争议焦点。"],
)
def test_the_judge_takes_an_issue_off_the_list(words: str) -> None:
    assert read_issues(TWO, words) == {"I-001": "款项是否交付"}


@pytest.mark.parametrize("words", ["I-002 并入 I-009", "I-002 并入 I-002", "请考虑撤回。"])
def test_an_issue_is_not_lost_in_a_slip(words: str) -> None:
    assert read_issues(TWO, words).keys() == TWO.keys()


def test_an_issue_about_a_withdrawal_is_an_issue() -> None:
    assert read_issues(TWO, "I-003 撤回要约是否有效")["I-003"] == "撤回要约是否有效"


def hearing(*more: tuple[str, str, str]) -> Speeches:
    speeches = Speeches()
    speeches.say("judge", "程序·归纳争点", f"【主持】{LISTED}")
    for role, item, body in more:
        speeches.say(role, item, body)
    return speeches


def debated(speeches: Speeches) -> set[str]:
    return {name for name in ("I-001", "I-002") if any(f"就{name}" in text for text in missing_acts(speeches.record))}


def test_a_merged_issue_owes_no_debate() -> None:
    assert debated(hearing(("judge", "程序·归纳争点", "【主持】I-002 并入 I-001"))) == {"I-001"}


@pytest.mark.parametrize(
    ("role", "item", "body"),
    [
        ("plaintiff", "程序·归纳争点", "【主张】I-002 撤回"),
        ("plaintiff", "程序·确认争点·原告", "【回应】I-002 撤回"),
        ("judge", "争点·I-002", "【主持】I-002 撤回"),
        ("judge", "程序·归纳争点", "【主持】原告来信：「I-002 撤回」，争点不变"),
    ],
)
def test_nobody_else_and_nowhere_else_is_an_issue_taken_off(role: str, item: str, body: str) -> None:
    assert debated(hearing((role, item, body))) == {"I-001", "I-002"}


def test_a_hearing_whose_issues_were_all_taken_off_says_that_none_is_left() -> None:
    speeches = hearing(("judge", "程序·归纳争点", "【主持】I-001、I-002 撤回"))
    assert follow(speeches.record).issues == {}
    assert any("未见审判长列明的争议焦点" in text for text in missing_acts(speeches.record))
