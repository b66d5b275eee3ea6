"""Drafts that come back, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_case import LOAN_SECRET, loan, sale

from zuno.casework.records import Turn
from zuno.hearing.agenda import Act, PublicDocument, Record
from zuno.hearing.checks import Papers, check, lay_out
from zuno.hearing.conduct import make_manifest
from zuno.hearing.roles import Draft, Packet, Task

LOAN = loan()
MANIFEST = make_manifest(LOAN.papers)
PAPERS = lay_out(MANIFEST, LOAN.reviews, [])
DOCUMENTS = tuple(PublicDocument.read(item) for item in MANIFEST if item["visibility"] == "public")
PACKET: Packet = {"assignment": {"responds_to": []}, "documents": MANIFEST, "history": []}


def turn(seq: int, role: str, issue: str, body: str, stage: str = "opening") -> Turn:
    return Turn(seq=seq, role=role, stage=stage, issue=issue, body=body, citations=(), responds_to=())


RECORD = Record(
    documents=DOCUMENTS,
    turns=(
        turn(
            3,
            "plaintiff",
            "程序·诉请",
            "【主张】请求归还借款本金200,000元，并按年利率12%支付逾期利息，由白屿连带清偿，以上各项依据借条和流水。",
        ),
        turn(5, "judge", "程序·归纳争点", "【主持】争议焦点：\nI-001 款项是否交付"),
        turn(7, "judge", "询问·I-001", "【问题 Q-001→原告】款项如何交付？", "questions"),
        turn(9, "plaintiff", "争点·I-001", "【主张 I-001】已经交付。", "debate"),
    ),
)


def final(body: str, citations: tuple[str, ...] = (), *, role: str = "plaintiff", papers: Papers = PAPERS) -> list[str]:
    """Check a final statement, which owes nothing but itself."""
    act = Act(
        kind="final",
        role=role,
        part=7,
        item=f"程序·最后陈述·{'原告' if role == 'plaintiff' else '被告'}",
        keys=(("final", role),),
        needs=(),
        text="最后陈述",
    )
    task = Task(act=act, prompt="", cap=400)
    return [fault.code for fault in check(Draft(f"【主张】{body}", citations), task, PACKET, RECORD, papers)]


def answer(body: str, role: str = "plaintiff") -> list[str]:
    act = Act(
        kind="answer",
        role=role,
        part=5,
        item="询问·I-001",
        keys=(("answer", "Q-001#1"),),
        needs=(("ask", "Q-001#1"),),
        text="原告回答Q-001",
        subjects=("Q-001",),
    )
    packet = {**PACKET, "assignment": {"responds_to": [7]}}
    return [fault.code for fault in check(Draft(body), Task(act=act, prompt="", cap=400), packet, RECORD, PAPERS)]


def test_a_plain_honest_speech_passes() -> None:
    body = "坚持请求：本金200,000元，依据证2第2页（D-005）「184,000.00」，2024年3月1日由苏禾转给江临。"
    assert final(body, ("D-005",)) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("被告已还款37,500元。", "invented"),
        ("2022年9月9日已经催收。", "invented"),
        ("证人王建国可以作证。", "invented"),
        ("款项经海棠湾贸易有限公司转付。", "invented"),
        ("账户为6222020200012345678。", "invented"),
        ("见证9第40页。", "unknown_id"),
        ("见D-099。", "not_public"),
        ("见P-001。", "not_public"),
        ("就I-009不再重复。", "unknown_id"),
        ("借条写明「利息按月结清不得拖延」。", "misquoted"),
        (f"{LOAN_SECRET[:12]}，请予考虑。", "private"),
        ("可以按十六万元处理。", "private"),
        ("2023年7月7日双方另有往来。", "private"),
        ("没有意见。\n被告：同意原告请求。", "speaks_for_other"),
        ("没有意见。\n【主持】现在休庭。", "speaks_for_other"),
        ("坚持。" * 200, "too_long"),
    ],
)
def test_a_speech_with_a_fault_comes_back(body: str, code: str) -> None:
    assert code in final(body)


def test_an_empty_speech_comes_back() -> None:
    act = Act(kind="final", role="plaintiff", part=7, item="程序·最后陈述·原告", keys=(), needs=(), text="")
    assert [fault.code for fault in check(Draft(" "), Task(act=act, prompt="", cap=9), PACKET, RECORD, PAPERS)] == [
        "empty"
    ]


def test_a_private_citation_comes_back() -> None:
    assert "not_public" in final("坚持请求。", ("P-001",))


def test_line_breaks_and_punctuation_hide_no_private_text() -> None:
    hidden = "，".join(LOAN_SECRET[:14])
    assert "private" in final(hidden)


def test_private_text_that_is_public_too_is_no_leak() -> None:
    public = replace(LOAN.papers[3], file="x", text=f"借条附言：{LOAN_SECRET}")
    papers = lay_out(make_manifest([*LOAN.papers, public]), LOAN.reviews, [])
    assert "private" not in final(f"附言写着：{LOAN_SECRET[:14]}。", papers=papers)


def test_saying_nearly_the_same_again_comes_back() -> None:
    assert final(RECORD.turns[0].body.removeprefix("【主张】")) == ["repeats"]


@pytest.mark.parametrize(
    "body", ["【质疑】说法不能成立。", "【假设攻击】如果是假的呢。", "【质疑 D-005】三性均不认可。"]
)
def test_a_challenge_that_names_nothing_comes_back(body: str) -> None:
    assert "empty_challenge" in final(f"坚持答辩。\n{body}", role="defendant")


@pytest.mark.parametrize(
    "body", ["【质疑】依据证2，数额不足。", "【质疑】不符合民法典第679条。", "【质疑 D-005 证明目的】数额不足。"]
)
def test_a_challenge_that_names_its_target_passes(body: str) -> None:
    assert "empty_challenge" not in final(f"坚持答辩。\n{body}", role="defendant")


def test_an_answer_needs_its_label() -> None:
    assert answer("【回应 Q-001】依据证2转账。") == []
    assert answer("【回应】依据证2转账。") == ["owed"]
    assert answer("依据证2转账。") == ["owed"]


@pytest.mark.parametrize("pleaded", [True, False])
def test_the_bench_speaks_of_limitation_only_when_it_is_pleaded(pleaded: bool) -> None:
    case = sale(pleads_limitation=pleaded)
    papers = lay_out(make_manifest(case.papers), case.reviews, [])
    act = Act(kind="closing", role="judge", part=7, item="程序·闭庭", keys=(("closing", ""),), needs=(), text="闭庭")
    draft = Draft("【主持】请双方注意诉讼时效问题，现在休庭。")
    found = [fault.code for fault in check(draft, Task(act=act, prompt="", cap=400), PACKET, RECORD, papers)]
    assert ("limitation" in found) is not pleaded
