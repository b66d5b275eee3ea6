"""Turns taken back: what they did is undone, unless the correction does it again."""

from __future__ import annotations

import pytest
from record_desk import FULL, full

from zuno.hearing.corrections import find_corrected, in_place, without_corrected
from zuno.hearing.procedure import missing_acts

ANSWERED = next(at for at, (role, item, _) in enumerate(FULL) if role == "defendant" and item.startswith("证据"))


def at(turn: int) -> int:
    return 3 + 2 * turn


def test_a_corrected_exhibit_answer_is_owed_again() -> None:
    speeches = full()
    speeches.say("defendant", FULL[ANSWERED][1], f"【更正 {at(ANSWERED)}】前述质证有误。")
    missing = missing_acts(speeches.record)
    assert [text for text in missing if "被告对D-002《借条》质证" in text]
    assert [text for text in missing if "被告对D-003《转账回单》质证" in text]


@pytest.mark.parametrize("turn", range(len(FULL)), ids=[f"{role} {item}" for role, item, _ in FULL])
def test_a_correction_that_says_everything_again_leaves_nothing_owed_and_no_breach_of_order(turn: int) -> None:
    role, item, body = FULL[turn]
    speeches = full()
    speeches.say(role, item, f"【更正 {at(turn)}】\n{body}")
    assert missing_acts(speeches.record) == ()


@pytest.mark.parametrize("turn", range(len(FULL)), ids=[f"{role} {item}" for role, item, _ in FULL])
def test_a_correction_that_says_nothing_again_undoes_the_act(turn: int) -> None:
    role, item, _ = FULL[turn]
    speeches = full()
    speeches.say(role, item, f"【更正 {at(turn)}】前述发言有误。")
    assert missing_acts(speeches.record) != ()


def test_a_correction_on_another_item_takes_no_earlier_place() -> None:
    speeches = full()
    seq = speeches.say("plaintiff", "程序·最后陈述·原告", f"【更正 {at(8)}】\n【主张】请求归还借款。")
    assert [turn.seq for turn in in_place(speeches.record).turns][-1] == seq
    assert "诉辩：原告陈述诉讼请求、事实和理由" in missing_acts(speeches.record)


def test_a_correction_of_a_correction_stands_in_the_first_place() -> None:
    speeches = full()
    role, item, body = FULL[8]
    again = speeches.say(role, item, f"【更正 {at(8)}】\n【主张】错。")
    last = speeches.say(role, item, f"【更正 {again}】\n{body}")
    assert in_place(speeches.record).turns[8].seq == last
    assert missing_acts(speeches.record) == ()
    assert find_corrected(speeches.record) == {at(8): again, again: last}


def test_without_corrected_turns_the_rest_stands_in_the_order_in_which_it_was_said() -> None:
    speeches = full()
    seq = speeches.say(FULL[8][0], FULL[8][1], f"【更正 {at(8)}】\n{FULL[8][2]}")
    assert [turn.seq for turn in without_corrected(speeches.record).turns][-1] == seq
