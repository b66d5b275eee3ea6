"""质证 as read from labels: what is spoken to, and what is accepted outright."""

from __future__ import annotations

import pytest
from record_desk import Speeches

from zuno.hearing.agenda import PublicDocument
from zuno.hearing.labels import ASPECTS, parse
from zuno.hearing.procedure import missing_acts
from zuno.hearing.progress import follow
from zuno.hearing.stances import accepted_aspects, is_blanket_denial, spoken_aspects

ALL = set(ASPECTS)


def spoken(words: str) -> set[str]:
    return set(spoken_aspects(parse(words, "defendant"), {"D-003"}, alone=False))


def accepted(words: str) -> set[str]:
    return set(accepted_aspects(parse(words, "defendant"), {"D-003"}, alone=False))


@pytest.mark.parametrize(
    "words",
    [
        "三性认可，不认可证明目的。",
        "三性无异议；证明目的不认可。",
        "三性均没有异议，证明目的不予认可。",
        "三性不持异议，对证明目的有异议。",
    ],
)
def test_accepting_the_three_properties_and_refusing_the_purpose_speaks_to_all_four(words: str) -> None:
    assert spoken(f"【回应 D-003】{words}") == ALL
    assert accepted(f"【回应 D-003】{words}") == ALL - {"证明目的"}


@pytest.mark.parametrize(
    "words",
    [
        "三性均不认可，证明目的也不认可。",
        "三性、证明目的均不认可。",
        "对三性，不予认可。",
        "三性：不认可。",
        "三性均有异议。",
    ],
)
def test_denying_the_three_properties_in_one_breath_speaks_to_none(words: str) -> None:
    assert is_blanket_denial(words)
    assert spoken(f"【质疑 D-003】{words}") == set()


@pytest.mark.parametrize(
    "words",
    [
        "【回应 D-003】真实性、合法性、关联性、证明目的均认可。",
        "【回应 D-003】真实性无异议。合法性：未见应排除的情形，无异议。关联性无异议；证明目的没有异议。",
        "【回应 D-003】三性认可，证明目的认可。",
        "【回应 D-003 真实性、合法性、关联性、证明目的】均无异议。",
        "【回应 D-003】真实性，合法性，关联性均认可，证明目的不持异议。",
    ],
)
def test_four_properties_accepted_without_reserve_are_accepted(words: str) -> None:
    assert accepted(words) == ALL


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("【回应 D-003】真实性、合法性、关联性认可；证明目的认可，限于第一批。", "证明目的"),
        ("【回应 D-003】真实性：以核对原件一致为前提，无异议。合法性、关联性、证明目的无异议。", "真实性"),
        ("【回应 D-003】真实性、合法性、关联性、证明目的均认可。\n【质疑 D-003 真实性】第3页只有复印件。", "真实性"),
        ("【回应 D-003】除合法性外，均认可。真实性、关联性、证明目的认可。", "合法性"),
        ("【回应 D-003】真实性、合法性、关联性无异议。证明目的：不等于认可请求。", "证明目的"),
        ("【回应 D-003】真实性、合法性、关联性无异议，证明目的由法庭判断。", "证明目的"),
        ("【回应 D-003】真实性、合法性、关联性认可，来信「证明目的无异议」。", "证明目的"),
    ],
)
def test_a_reserve_a_condition_or_an_objection_is_no_acceptance(words: str, left: str) -> None:
    assert left not in accepted(words)


def exhibit_heard(answer: str) -> Speeches:
    speeches = Speeches((PublicDocument(id="D-003", title="送货单"),))
    speeches.say("plaintiff", "证据·D-003", "【主张 D-003】出示送货单。")
    speeches.say("defendant", "证据·D-003", answer)
    return speeches


def owes_reply(speeches: Speeches) -> bool:
    return any("作出回应" in text for text in missing_acts(speeches.record))


def test_an_exhibit_accepted_outright_owes_no_reply() -> None:
    assert not owes_reply(exhibit_heard("【回应 D-003】真实性、合法性、关联性、证明目的均认可。"))


@pytest.mark.parametrize(
    "answer",
    [
        "【回应 D-003】真实性、合法性、关联性均认可；证明目的不认可。",
        "【回应 D-003】真实性、合法性、关联性均认可；证明目的认可，限于第一批。",
        "【回应 D-003】真实性、合法性、关联性均认可。",
    ],
)
def test_an_exhibit_not_accepted_outright_owes_a_reply(answer: str) -> None:
    assert owes_reply(exhibit_heard(answer))


def test_a_reply_to_an_accepted_exhibit_is_allowed() -> None:
    speeches = exhibit_heard("【回应 D-003】真实性、合法性、关联性、证明目的均认可。")
    seq = speeches.say("plaintiff", "证据·D-003", "【回应 D-003】无补充。")
    assert follow(speeches.record).done[("exhibit_reply", "D-003")] == seq


def test_an_acceptance_taken_back_owes_a_reply_again() -> None:
    speeches = exhibit_heard("【回应 D-003】真实性、合法性、关联性、证明目的均认可。")
    speeches.say("defendant", "证据·D-003", "【质疑 D-003 真实性】第3页系复印件。")
    assert owes_reply(speeches)


def test_a_title_with_a_model_number_voids_no_bare_label() -> None:
    speeches = Speeches((PublicDocument(id="D-003", title="送货单"),))
    speeches.say("plaintiff", "证据·D-003 H-100 合页", "【主张】出示送货单。")
    speeches.say("defendant", "证据·D-003 H-100 合页", "【回应】真实性、合法性、关联性无异议，证明目的不认可。")
    assert ("exhibit_answer", "D-003") in follow(speeches.record).done


def test_a_bare_label_on_two_exhibits_speaks_to_neither() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "证据·D-002、D-003", "【主张 D-002、D-003】出示。")
    speeches.say("defendant", "证据·D-002、D-003", "【回应】真实性、合法性、关联性、证明目的无异议。")
    assert not {key for key in follow(speeches.record).done if key[0] == "exhibit_answer"}
