"""Debriefing records, our own and other hosts'."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from record_desk import FULL, STAGES
from sample_case import Case, cell, loan

from zuno.casework.records import Debrief, Issue, Review
from zuno.hearing.clerk import Clerk, Refusal
from zuno.hearing.conduct import hold, make_manifest
from zuno.hearing.debrief import debrief, read_record
from zuno.hearing.progress import follow

PLAIN = [
    {"id": "D-001", "title": "民事起诉状", "visibility": "public", "text": "请求归还借款"},
    {"id": "D-002", "title": "借条", "visibility": "public", "text": "今借到\n【自认】看似标签"},
    {"id": "D-003", "title": "转账回单", "visibility": "public", "text": "转账"},
    {"id": "N-001", "title": "内部备忘", "visibility": ["plaintiff"], "text": "底线"},
]


class Host:
    """Another host: knows the clerk and the labels, nothing else."""

    def __init__(self, room: Path, documents: list[dict[str, Any]] | None = None) -> None:
        self.run = room / "hearing"
        self.clerk = Clerk.open(self.run)
        self.clerk.init("civil", {"schema_version": 1, "documents": documents or PLAIN}, 99)

    def say(self, role: str, issue: str, body: str, responds_to: tuple[int, ...] = (), **more: Any) -> int:
        stage = more.get("stage") or next((code for head, code in STAGES.items() if issue.startswith(head)), "opening")
        packet = self.clerk.dispatch(role, stage, issue, "请发言", responds_to)
        speech = {**packet["submission_template"], "body": body, "citations": list(more.get("citations", ()))}
        return int(self.clerk.commit(speech)["accepted_seq"])

    def told(self, review: Review | None = None) -> Debrief:
        return debrief(self.run, review)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> tuple[Case, Path]:
    case, run = loan(), tmp_path_factory.mktemp("held") / "hearing"
    hold(case.reviews, case.papers, run)
    return case, run


def small_review(**fields: Any) -> Review:
    """A review of two cells on one issue, whose documents are those of the plain host."""
    case = loan()
    cells = (
        cell("CL-1/C1E1", "借贷合意", "supported", "not_stated", [case.quote("借条.jpg", "今借到苏禾")]),
        cell("CL-1/C1E2", "款项交付", "doubtful", "not_stated", [case.quote("流水.xlsx", "184,000.00")]),
    )
    issues = (
        Issue(id="I-001", title="合意", cells=("CL-1/C1E1",)),
        Issue(id="I-002", title="交付", cells=("CL-1/C1E2",)),
    )
    return replace(case.reviews["plaintiff"], **{"cells": cells, "issues": issues, **fields})


def test_another_hosts_whole_hearing_lacks_nothing(host: Host) -> None:
    for role, issue, body in FULL:
        host.say(role, issue, body)
    host.clerk.close("完成")
    told = host.told()
    assert (told.complete, told.missing_acts) == (True, ())
    assert [(item.id, item.ended) for item in told.questions] == [("Q-001", "answered")]
    assert told.titles == (("D-001", "民事起诉状"), ("D-002", "借条"), ("D-003", "转账回单"))


def test_a_record_in_the_making_is_incomplete_and_says_what_is_missing(host: Host) -> None:
    host.say("judge", "I-001", "【主持】现在开庭，核对身份。", stage="opening")
    told = host.told()
    assert not told.complete
    assert "开庭准备：审判长告知诉讼权利义务" in told.missing_acts
    assert not any("核对当事人身份" in text for text in told.missing_acts)
    assert [gap.kind for gap in told.gaps] == ["technical"]


def test_labels_in_quoted_documents_count_for_nothing(host: Host) -> None:
    host.say("defendant", "证据·D-002", "借条写着「今借到\n【自认】欠款属实\n【撤回自认】」")
    told = host.told()
    assert (told.admissions, told.questions, told.applications) == ((), (), ())


@pytest.mark.parametrize(
    ("answer", "ended", "kind"),
    [
        ("【回应 Q-001】承认收到。", "answered", None),
        ("【回应 Q-001】现有材料不能回答。", "cannot_answer", "material"),
        ("【回应 Q-001】与本案无关。", "evaded", "argument"),
        ("天色不早。", "evaded", "argument"),
        (None, "open", "argument"),
    ],
)
def test_how_a_question_ended_and_which_gap_it_leaves(
    host: Host, answer: str | None, ended: str, kind: str | None
) -> None:
    asked = host.say("judge", "询问·I-001", "【问题 Q-001→被告】收到没有？（CL-1/C1E2）")
    if answer:
        host.say("defendant", "询问·I-001", answer, (asked,))
    told = host.told()
    (question,) = told.questions
    assert (question.ended, question.to, question.cells) == (ended, "defendant", ("CL-1/C1E2",))
    assert [gap.kind for gap in told.gaps if gap.kind != "technical"] == ([kind] if kind else [])


def test_an_unanswered_question_changes_no_cell(host: Host) -> None:
    host.say("judge", "询问·I-001", "【问题 Q-001→被告】是承认还是否认？（CL-1/C1E1）")
    assert host.told(small_review()).changes == ()


def test_an_admission_on_an_issue_moves_the_stance_of_its_cells(host: Host) -> None:
    seq = host.say("defendant", "争点·I-001", "【自认 I-001】借款属实。")
    told = host.told(small_review())
    assert [(item.cell, item.axis, item.before, item.after, item.seq) for item in told.changes] == [
        ("CL-1/C1E1", "opponent", "not_stated", "admitted", seq)
    ]
    assert told.admissions[0].cells == ("CL-1/C1E1",)


def test_nobody_admits_against_the_other_side(host: Host) -> None:
    host.say("plaintiff", "争点·I-001", "【自认 I-001】借款属实。")
    assert host.told(small_review()).changes == ()


def test_a_withdrawn_admission_moves_the_stance_back(host: Host) -> None:
    seq = host.say("defendant", "争点·I-001", "【自认 I-001】借款属实。")
    back = host.say("defendant", "争点·I-001", f"【撤回自认 {seq}】系重大误解。")
    told = host.told(small_review())
    assert told.admissions[0].withdrawn_in == back
    assert [change.after for change in told.changes] == ["admitted", "disputed"]


def test_a_denial_moves_a_silent_stance_to_disputed(host: Host) -> None:
    asked = host.say("judge", "询问·I-001", "【问题 Q-001→被告】“合意”；“交付”（CL-1/C1E1、CL-1/C1E2）？")
    seq = host.say("defendant", "询问·I-001", "【回应 Q-001】“合意”：不持异议；“交付”：否认，要求举证。", (asked,))
    assert [(item.cell, item.after, item.seq) for item in host.told(small_review()).changes] == [
        ("CL-1/C1E2", "disputed", seq)
    ]


@pytest.mark.parametrize(
    ("label", "responds"), [("【更正 {seq}】", False), ("【更正】", True)], ids=["by number", "by response"]
)
def test_a_corrected_turn_is_left_out(host: Host, label: str, responds: bool) -> None:
    seq = host.say("defendant", "争点·I-001", "【自认 I-001】借款属实，另申请鉴定。")
    host.say("defendant", "争点·I-001", f"{label.format(seq=seq)}前述发言有误。", (seq,) if responds else ())
    told = host.told(small_review())
    assert (told.admissions, told.changes, told.applications) == ((), (), ())
    assert [gap.seqs[0] for gap in told.gaps if gap.kind == "execution"] == [seq]
    assert seq in {turn.seq for turn in told.turns}


def test_nobody_corrects_the_other_sides_turn(host: Host) -> None:
    seq = host.say("defendant", "争点·I-001", "【自认 I-001】借款属实。")
    host.say("plaintiff", "争点·I-001", f"【更正 {seq}】对方发言有误。")
    assert len(host.told().admissions) == 1


def test_a_cancelled_turn_is_technical_and_no_gap_of_the_case(host: Host) -> None:
    host.clerk.dispatch("plaintiff", "opening", "程序·诉请", "请发言")
    host.clerk.cancel("角色执行超时")
    kinds = [gap.kind for gap in host.told().gaps]
    assert kinds == ["technical", "technical"]


def test_a_turn_cancelled_by_the_checks_is_an_execution_error(host: Host) -> None:
    host.clerk.dispatch("plaintiff", "opening", "程序·诉请", "请发言")
    host.clerk.cancel("语义检查未通过：金额没有出处")
    told = host.told()
    assert "execution" in {gap.kind for gap in told.gaps}
    assert told.rejected_drafts == 1


def test_clarifications_and_applications_are_indexed(host: Host) -> None:
    clarified = host.say("judge", "询问·I-001", "【主持】释明：是否请求调整违约金。")
    applied = host.say(
        "plaintiff", "证据·D-002", "【主张 D-002】出示借条。不申请回避。申请证人“甲；乙”出庭作证；其余无补充。"
    )
    told = host.told()
    assert told.clarifications == (clarified,)
    assert told.applications == ((applied, "申请证人“甲；乙”出庭作证"),)


@pytest.mark.parametrize(
    ("spoken", "after"),
    [
        ("【回应 {id}】真实性、合法性、关联性：无异议。证明目的：不认可。", "supported"),
        ("【质疑 {id} 真实性】未见原件，不认可。", None),
        ("【回应 {id}】真实性：不认可。合法性：无异议。", None),
    ],
)
def test_accepting_a_copy_as_genuine_lifts_the_doubt_about_its_original(
    tmp_path: Path, spoken: str, after: str | None
) -> None:
    case = loan()
    host = Host(tmp_path, make_manifest(case.papers))
    doubtful = cell(
        "CL-1/C1E1",
        "合意",
        "doubtful",
        "disputed",
        [case.quote("借条.jpg", "今借到苏禾")],
        rule="copy_without_original",
    )
    review = small_review(cells=(doubtful,), issues=())
    host.say("plaintiff", "证据·D-004", "【主张 D-004】出示借条。")
    host.say("defendant", "证据·D-004", spoken.format(id="D-004"))
    assert [change.after for change in host.told(review).changes] == ([after] if after else [])


def test_evidence_at_hand_that_was_not_used_in_the_debate_is_an_argument_gap(tmp_path: Path) -> None:
    case = loan()
    host = Host(tmp_path, make_manifest(case.papers))
    host.say("plaintiff", "争点·I-001", "【主张 I-001】大家都知道借了钱。")
    (gap,) = [gap for gap in host.told(small_review()).gaps if gap.kind == "argument"]
    assert gap.cells == ("CL-1/C1E1",)
    assert "D-004" in gap.text


def test_our_own_hearing_is_debriefed_with_its_cells(held: tuple[Case, Path]) -> None:
    case, run = held
    told = debrief(run, case.reviews["plaintiff"])
    assert told.complete
    assert told.missing_acts == ()
    assert told.rejected_drafts == 0
    assert told.omitted_seats == ("证人", "鉴定人", "第三人")
    assert {item.cells for item in told.admissions} == {("CL-1/C1E1",)}
    assert {(item.cell, item.after) for item in told.changes} == {("CL-2/C3E1", "disputed"), ("CL-2/C3E2", "disputed")}
    open_cells = {name for gap in told.gaps if gap.kind == "material" for name in gap.cells}
    assert open_cells == {"CL-1/C1E4", "CL-2/C3E2", "CL-3/C5E1"}


def test_a_debrief_needs_no_review(held: tuple[Case, Path]) -> None:
    told = debrief(held[1], None)
    assert told.changes == ()
    assert len(told.questions) > 5
    assert told.head_seq > 100


def test_a_damaged_record_is_refused(host: Host) -> None:
    host.say("judge", "程序·核对身份", "【主持】核对身份。")
    event = host.run / "events" / "000003.json"
    event.write_bytes(event.read_bytes().replace("核对身份".encode(), "核对姓名".encode()))
    with pytest.raises(Refusal):
        host.told()


# What is owed, and by which documents ---------------------------------------------------------------------------------


def test_a_withdrawn_exhibit_owes_nothing_and_keeps_what_was_done(host: Host) -> None:
    host.say("plaintiff", "证据·D-003", "【主张 D-003】出示转账回单。")
    before = host.told().missing_acts
    host.clerk.materials({"schema_version": 1, "documents": PLAIN[:2]})
    told = host.told()
    assert any("D-003" in text for text in before)
    assert not any("D-003" in text for text in told.missing_acts)
    assert any("D-002" in text for text in told.missing_acts)
    assert ("D-003", "转账回单") in told.titles
    assert ("present", "D-003") in follow(read_record(host.run).record).done


def test_an_exhibit_that_comes_back_owes_what_is_left(host: Host) -> None:
    host.say("plaintiff", "证据·D-003", "【主张 D-003】出示转账回单。")
    host.clerk.materials({"schema_version": 1, "documents": PLAIN[:2]})
    host.clerk.materials({"schema_version": 1, "documents": PLAIN[:3]})
    owed = [text for text in host.told().missing_acts if "D-003" in text]
    assert ["质证（" in text for text in owed] == [True, False]


def test_an_exhibit_taken_back_into_private_owes_nothing(host: Host) -> None:
    kept_back = {**PLAIN[2], "visibility": ["plaintiff"]}
    host.clerk.materials({"schema_version": 1, "documents": [*PLAIN[:2], kept_back]})
    assert not any("D-003" in text for text in host.told().missing_acts)


def test_the_list_of_missing_acts_knows_of_corrections_as_the_rest_of_the_debrief_does(host: Host) -> None:
    for role, issue, body in FULL:
        host.say(role, issue, body)
    answered = next(turn for turn in host.told().turns if turn.role == "defendant" and turn.stage == "evidence")
    host.say("defendant", answered.issue, f"【更正 {answered.seq}】前述质证有误，另行发表。")
    assert len([text for text in host.told().missing_acts if "质证" in text and "被告" in text]) == 2


def test_a_record_that_names_its_kind_of_hearing_is_judged_by_it(host: Host) -> None:
    for role, issue, body in FULL:
        if not issue.startswith("程序·核对身份·"):
            host.say(role, issue, f"{body}本案适用简易程序。" if issue == "程序·核对身份" else body)
    assert host.told().missing_acts == ()


def test_accepting_three_properties_in_one_word_accepts_the_paper_as_genuine(tmp_path: Path) -> None:
    case = loan()
    host = Host(tmp_path, make_manifest(case.papers))
    quote = case.quote("借条.jpg", "今借到苏禾")
    doubtful = cell("CL-1/C1E1", "合意", "doubtful", "disputed", [quote], rule="no_original")
    host.say("plaintiff", "证据·D-004", "【主张 D-004】出示借条。")
    host.say("defendant", "证据·D-004", "【回应 D-004】三性没有异议，不认可证明目的。")
    assert [change.after for change in host.told(small_review(cells=(doubtful,), issues=())).changes] == ["supported"]


# Labels that nobody could read ----------------------------------------------------------------------------------------


def unread(host: Host) -> list[tuple[str, tuple[int, ...]]]:
    gaps = [gap for gap in host.told().gaps if gap.kind == "technical"]
    return [(gap.text, gap.seqs) for gap in gaps if "没有读出" in gap.text]


def test_labels_that_were_not_read_are_listed_with_their_turns(host: Host) -> None:
    host.say("plaintiff", "证据·D-003", "【主张 D-003 第1页】出示转账回单。")
    first = host.say(
        "defendant", "证据·D-003", "【质疑 D-003 证明力】单方形成。\n【质疑 D-003 第1页 真实性】未见原件。"
    )
    second = host.say("defendant", "询问·I-001", "【回答 Q-001】收到。")
    ((text, seqs),) = unread(host)
    assert seqs == (first, second)
    assert text.endswith(f"第{first}号【质疑 D-003 证明力】；第{second}号【回答 Q-001】")


def test_a_question_that_was_not_entered_is_listed_too(host: Host) -> None:
    seq = host.say("judge", "询问·I-001", "【问题→被告】收到没有？")
    elsewhere = host.say("judge", "证据·D-003", "【问题 Q-001→被告】收到没有？")
    ((_, seqs),) = unread(host)
    assert seqs == (seq, elsewhere)


def test_a_corrected_turn_lists_no_label(host: Host) -> None:
    seq = host.say("defendant", "证据·D-003", "【质疑 D-003 证明力】单方形成。")
    host.say("defendant", "证据·D-003", f"【更正 {seq}】\n【质疑 D-003 证明目的】单方形成。")
    assert unread(host) == []


def test_a_partys_question_without_permission_stands_among_the_missing_acts(host: Host) -> None:
    seq = host.say("plaintiff", "发问·原告", "【问题 Q-001→被告】收到没有？")
    told = host.told()
    assert told.questions == ()
    assert f"法庭询问：第{seq}号发言中原告的Q-001未经审判长准许，不计入提问" in told.missing_acts
