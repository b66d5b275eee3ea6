"""The order of a hearing, judged from public records alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from record_desk import FULL, Speeches, full

from zuno.hearing.agenda import PROFILES, Act, PublicDocument, read_item
from zuno.hearing.procedure import (
    NORMS,
    Inquiry,
    OutOfOrder,
    Plan,
    acts_of,
    missing_acts,
    obligations,
    outstanding,
    require_next,
)
from zuno.hearing.progress import follow
from zuno.hearing.replies import Reply, judge_reply

SHARED = Path(__file__).parents[3] / "shared" / "law"


def act(record: Speeches, kind: str, role: str) -> Act:
    return next(item for item in acts_of(record.record) if item.kind == kind and item.role == role)


def test_a_whole_hearing_lacks_nothing() -> None:
    assert missing_acts(full().record) == ()


@pytest.mark.parametrize("left_out", range(len(FULL)), ids=[f"{role} {issue}" for role, issue, _ in FULL])
def test_a_hearing_that_skips_one_turn_is_incomplete(left_out: int) -> None:
    assert missing_acts(full(without=left_out).record) != ()


@pytest.mark.parametrize(
    ("kind", "role", "spoken"),
    [
        ("recusal_answer", "plaintiff", 4),
        ("plea", "plaintiff", 6),
        ("defence", "defendant", 8),
        ("issues", "judge", 9),
        ("issues_confirm", "defendant", 10),
        ("present", "plaintiff", 12),
        ("exhibit_answer", "defendant", 13),
        ("exhibit_reply", "plaintiff", 14),
        ("final", "plaintiff", 18),
        ("mediation_answer", "plaintiff", 24),
        ("closing", "judge", 26),
    ],
)
def test_an_act_before_its_turn_is_refused(kind: str, role: str, spoken: int) -> None:
    speeches = Speeches()
    for turn in FULL[:spoken]:
        speeches.say(*turn)
    with pytest.raises(OutOfOrder) as refused:
        require_next(speeches.record, act(speeches, kind, role))
    assert refused.value.code == "hearing_out_of_order"
    assert refused.value.missing


def test_each_act_is_allowed_when_everything_before_it_is_done() -> None:
    speeches = Speeches()
    for turn in FULL[:13]:
        speeches.say(*turn)
    require_next(speeches.record, act(speeches, "present", "plaintiff"))


def test_a_question_is_answered_only_after_it_was_asked() -> None:
    speeches = Speeches()
    for turn in FULL[:16]:
        speeches.say(*turn)
    plan = Plan(groups=(), inquiries=(Inquiry(id="Q-001", to="defendant", item="询问·I-001"),))
    answer = next(item for item in acts_of(speeches.record, plan=plan) if item.kind == "answer")
    with pytest.raises(OutOfOrder):
        require_next(speeches.record, answer, plan=plan)


def test_one_speech_that_names_every_act_fulfils_its_own_item_only() -> None:
    everything = "\n".join(body for _, _, body in FULL)
    for role in ("judge", "plaintiff", "defendant"):
        speeches = Speeches()
        speeches.say(role, "程序·权利告知", everything)
        assert set(follow(speeches.record).done) <= {("rights", "")}


def test_one_speech_under_a_plain_issue_fulfils_one_act_at_most() -> None:
    speeches = Speeches()
    speeches.say(
        "judge", "I-001", "【主持】核对身份，告知权利，原告、被告是否申请回避？归纳争议焦点I-001，调解，休庭。"
    )
    assert len(follow(speeches.record).done) == 1


def test_asking_both_sides_for_recusal_in_one_turn_asks_one_side_at_most() -> None:
    speeches = full()
    turns = [turn for turn in speeches.turns if "回避" not in turn.issue]
    both = Speeches()
    both.turns = turns
    both.say("judge", "程序·回避", "【主持】原告、被告是否申请回避？", stage="opening")
    missing = missing_acts(both.record)
    assert any("询问原告是否申请回避" in text for text in missing)
    assert any("询问被告是否申请回避" in text for text in missing)


def test_a_label_in_a_quoted_document_fulfils_nothing() -> None:
    speeches = Speeches()
    speeches.say("judge", "程序·核对身份", "宣读来信：「\n【主持】核对身份」")
    assert follow(speeches.record).done == {}


def test_an_act_by_the_wrong_role_fulfils_nothing() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "程序·权利告知", "【主持】告知诉讼权利义务。")
    assert follow(speeches.record).done == {}


def test_a_recusal_answer_without_a_question_does_not_count() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "程序·回避·原告", "【回应】不申请回避。")
    assert follow(speeches.record).done == {}


@pytest.mark.parametrize("aspect", ["真实性", "合法性", "关联性", "证明目的"])
def test_an_exhibit_is_answered_only_when_all_four_aspects_are(aspect: str) -> None:
    speeches = full()
    at = next(at for at, turn in enumerate(speeches.turns) if turn.role == "defendant" and turn.stage == "evidence")
    others = "、".join(word for word in ("真实性", "合法性", "关联性", "证明目的") if word != aspect)
    short = Speeches()
    short.turns = speeches.turns[:at]
    short.say("defendant", "证据·D-002", f"【回应 D-002】{others}无异议。")
    assert ("exhibit_answer", "D-002") not in follow(short.record).done
    short.say("defendant", "证据·D-002", f"【质疑 D-002 {aspect}】不认可，理由见证2。")
    assert ("exhibit_answer", "D-002") in follow(short.record).done


def test_a_blanket_denial_answers_no_aspect() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "证据·D-002", "【主张 D-002】出示借条。")
    speeches.say("defendant", "证据·D-002", "【质疑 D-002】三性均不认可，证明目的也不认可。")
    assert ("exhibit_answer", "D-002") not in follow(speeches.record).done


def test_nobody_answers_an_exhibit_of_the_own_side() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "证据·D-002", "【主张 D-002】出示借条。")
    speeches.say("plaintiff", "证据·D-002", "【回应 D-002】真实性、合法性、关联性无异议，证明目的成立。")
    assert ("exhibit_answer", "D-002") not in follow(speeches.record).done


def test_a_side_presents_only_what_it_offers() -> None:
    offered = (PublicDocument(id="D-001", title="照片", side="defendant"),)
    speeches = Speeches(offered)
    speeches.say("plaintiff", "证据·D-001", "【主张 D-001】出示照片。")
    assert follow(speeches.record).done == {}


def test_a_host_with_plain_issues_is_read_by_stage_and_labels() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "I-001", "【主张 I-001】出示借条。", stage="evidence", citations=("D-002",))
    speeches.say(
        "defendant",
        "I-001",
        "【质疑 D-002 真实性】未见原件。\n【回应 D-002】合法性、关联性、证明目的无异议。",
        stage="evidence",
    )
    speeches.say("judge", "I-001", "【问题 Q-001→被告】收到没有？", stage="questions")
    speeches.say("defendant", "I-001", "【回应 Q-001】承认收到。", stage="questions")
    speeches.say("plaintiff", "I-001", "【主张 I-001】已交付。", stage="debate")
    done = follow(speeches.record).done
    assert {
        ("present", "D-002"),
        ("exhibit_answer", "D-002"),
        ("answer", "Q-001#1"),
        ("debate", "I-001:plaintiff"),
    } <= set(done)


def test_papers_of_the_proceedings_are_no_exhibits() -> None:
    assert [document.id for document in Speeches().record.exhibits()] == ["D-002", "D-003"]


@pytest.mark.parametrize(
    ("text", "citations", "ended"),
    [
        ("承认收到。", (), "answered"),
        ("否认，要求举证。", (), "answered"),
        ("依据见证2。", ("D-002",), "answered"),
        ("现有材料不能回答，庭后核实。", (), "cannot_answer"),
        ("与本案无关，不便回答。", (), "evaded"),
        ("既不承认也不否认。", (), "evaded"),
        ("请法庭依法认定。", (), "evaded"),
        ("天气很好", (), "evaded"),
        ("", (), "evaded"),
        ("「承认收到」", (), "evaded"),
    ],
)
def test_a_question_ends_by_the_speakers_own_words(text: str, citations: tuple[str, ...], ended: str) -> None:
    assert judge_reply(Reply(seq=1, text=text, citations=citations)) == ended


def test_an_evaded_question_is_put_once_more_and_then_ends() -> None:
    plan = Plan(groups=(), inquiries=(Inquiry(id="Q-001", to="defendant", item="询问·I-001"),))
    speeches = Speeches()
    for turn in FULL[:16]:
        speeches.say(*turn)
    for _ in range(2):
        assert outstanding(speeches.record, plan=plan)[0].kind == "ask"
        speeches.say("judge", "询问·I-001", "【问题 Q-001→被告】收到没有？")
        speeches.say("defendant", "询问·I-001", "【回应 Q-001】不便回答。")
    assert "ask" not in {item.kind for item in outstanding(speeches.record, plan=plan)}
    assert follow(speeches.record).questions["Q-001"].ended == "evaded"


def test_a_party_asks_only_when_the_bench_lets_it() -> None:
    speeches = Speeches()
    speeches.say("plaintiff", "发问·原告", "【问题 Q-001→被告】收到没有？")
    assert follow(speeches.record).questions == {}
    speeches.say("judge", "发问·原告", "【主持】准许原告发问。")
    speeches.say("plaintiff", "发问·原告", "【问题 Q-001→被告】收到没有？")
    assert follow(speeches.record).questions["Q-001"].by == "plaintiff"


def test_obligations_name_who_owes_an_answer_to_which_turn() -> None:
    speeches = Speeches()
    for turn in FULL[:14]:
        speeches.say(*turn)
    owed = {(item.role, item.to) for item in obligations(speeches.record)}
    assert ("defendant", (speeches.turns[-1].seq,)) in owed


def test_final_statements_before_the_debate_are_a_breach_of_order() -> None:
    early = Speeches()
    final = [turn for turn in FULL if "最后陈述" in turn[1]]
    rest = [turn for turn in FULL if "最后陈述" not in turn[1]]
    for turn in [*rest[:13], *final, *rest[13:]]:
        early.say(*turn)
    assert any(text.startswith("次序：") for text in missing_acts(early.record))


@pytest.mark.parametrize(
    ("profile", "may_lack"),
    [
        ("judge-questions", ("证据", "争点")),
        ("competition", ("程序·核对", "程序·权利", "程序·回避", "程序·调解")),
        ("simplified", ("程序·核对身份·",)),
    ],
)
def test_a_profile_asks_for_its_own_parts_only(profile: str, may_lack: tuple[str, ...]) -> None:
    speeches = Speeches()
    for role, issue, body in FULL:
        if not issue.startswith(may_lack):
            speeches.say(role, issue, body)
    if profile == "competition":
        speeches.turns = [turn for turn in speeches.turns if turn.stage != "evidence"]
    assert missing_acts(speeches.record, PROFILES[profile]) == ()
    assert missing_acts(speeches.record) != ()


@pytest.mark.parametrize(
    ("issue", "kind", "side", "ids"),
    [
        ("程序·回避·原告", "procedure", "plaintiff", ()),
        ("程序-回避-被告", "procedure", "defendant", ()),
        ("证据·D-003、D-004 证3 送货单", "exhibit", None, ("D-003", "D-004")),
        ("证据：D-3", "exhibit", None, ("D-003",)),
        ("询问·I-001 交付数量", "inquiry", None, ("I-001",)),
        ("发问·被告", "party_inquiry", "defendant", ()),
        ("争点/I-002", "issue", None, ("I-002",)),
        ("I-001", "none", None, ()),
    ],
)
def test_agenda_items_are_read_in_any_punctuation(
    issue: str, kind: str, side: str | None, ids: tuple[str, ...]
) -> None:
    item = read_item(issue)
    assert (item.kind, item.side, item.ids) == (kind, side, ids)


@pytest.mark.skipif(not SHARED.is_dir(), reason="statute texts are not beside this checkout")
@pytest.mark.parametrize("name", sorted(NORMS))
def test_every_cited_article_holds_its_anchor(name: str) -> None:
    law, rest = NORMS[name].split("#")
    number, anchor = rest.split("|")
    slug = json.loads((SHARED / "causes" / "verification.json").read_text("utf-8"))["law_slugs"][law]
    lines = (SHARED / "statutes" / f"{slug}.jsonl").read_text("utf-8").splitlines()
    articles = {item["no"]: item["text"] for item in map(json.loads, lines) if item["type"] == "article"}
    assert anchor in articles[int(number)]
