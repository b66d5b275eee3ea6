"""The kind of hearing, read from the record itself."""

from __future__ import annotations

import pytest
from record_desk import FULL, Speeches

from zuno.hearing.procedure import missing_acts
from zuno.hearing.profiles import read_profile


def opened(role: str, item: str, body: str) -> str:
    speeches = Speeches()
    speeches.say(role, item, body)
    return read_profile(speeches.record).name


@pytest.mark.parametrize(
    ("item", "body", "profile"),
    [
        ("程序·核对身份", "【主持】核对身份。本案适用简易程序，由审判员独任审理。", "simplified"),
        ("程序·核对身份", "【主持】核对身份。本案适用小额诉讼程序。", "simplified"),
        ("程序·核对身份 适用简易程序", "【主持】核对身份。", "simplified"),
        ("程序·核对身份 按法官问答方案", "【主持】核对身份。", "judge-questions"),
        ("程序·核对身份", "【主持】核对身份。本案由简易程序转为普通程序。", "ordinary"),
        ("程序·核对身份", "【主持】本案原适用简易程序，现转为适用普通程序。", "ordinary"),
        ("程序·核对身份", "【主持】核对身份。本案不适用简易程序。", "ordinary"),
        ("程序·核对身份", "【主持】核对身份。是否适用简易程序，请双方说明。", "ordinary"),
        ("程序·核对身份", "【主持】核对身份。本案不得适用简易程序。", "ordinary"),
        ("程序·核对身份", "【主持】原告来函「适用简易程序」已收悉，核对身份。", "ordinary"),
        ("程序·核对身份", "核对身份。适用简易程序。", "ordinary"),
        ("程序·核对身份", "【主持】核对身份。", "ordinary"),
    ],
)
def test_the_judges_first_words_or_the_agenda_name_the_kind(item: str, body: str, profile: str) -> None:
    assert opened("judge", item, body) == profile


def test_a_hearing_without_part_one_names_it_in_its_first_agenda_item() -> None:
    assert opened("plaintiff", "程序·诉请 按赛事论辩方案", "【主张】请求归还借款。") == "competition"


def test_no_party_chooses_the_kind() -> None:
    assert opened("plaintiff", "程序·诉请", "【主张】本案适用简易程序。") == "ordinary"


def test_what_is_said_later_changes_nothing() -> None:
    speeches = Speeches()
    speeches.say("judge", "程序·核对身份", "【主持】核对身份。")
    speeches.say("judge", "程序·权利告知", "【主持】告知权利。适用简易程序的案件，可以当庭举证。")
    assert read_profile(speeches.record).name == "ordinary"


def test_a_corrected_opening_names_the_kind_anew() -> None:
    speeches = Speeches()
    seq = speeches.say("judge", "程序·核对身份", "【主持】核对身份。本案适用简易程序。")
    speeches.say("judge", "程序·核对身份", f"【更正 {seq}】\n【主持】核对身份。本案适用普通程序。")
    assert read_profile(speeches.record).name == "ordinary"


def test_a_simplified_hearing_judged_by_its_own_kind_lacks_nothing() -> None:
    speeches = Speeches()
    for role, item, body in FULL:
        if not item.startswith("程序·核对身份·"):
            speeches.say(role, f"{item} 适用简易程序" if item == "程序·核对身份" else item, body)
    assert missing_acts(speeches.record, read_profile(speeches.record)) == ()
    assert len(missing_acts(speeches.record)) == 2
