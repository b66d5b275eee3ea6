"""Questions and how they end: by the answer's own words, asking by asking."""

from __future__ import annotations

import pytest
from record_desk import Speeches

from zuno.hearing.procedure import Inquiry, Plan, missing_acts, obligations, outstanding
from zuno.hearing.progress import follow
from zuno.hearing.replies import Ending, Reply, judge_reply


def ended(text: str, citations: tuple[str, ...] = ()) -> Ending:
    return judge_reply(Reply(seq=1, text=text, citations=citations))


@pytest.mark.parametrize(
    "text",
    [
        "司机卸货，工地人员签字。",
        "2025年6月3日付款20,000元。",
        "分三次打款，每次两万元。",
        "合同是双方在茶楼当面签订的。",
        "第一批800件，第二批1,000件。",
        "货送到样例路工地，门卫通知了仓库。",
    ],
)
def test_a_plain_fact_is_an_answer_though_nothing_is_cited(text: str) -> None:
    assert ended(text) == "answered"


@pytest.mark.parametrize(
    "text",
    [
        "现在不知道。",
        "不能当场回答，2025年7月1日前书面答复。",
        "无法当庭确认签收人。",
        "是否收到，不清楚。",
        "不清楚，可能是司机签字。",
        "现有材料不能回答，申请补充提交签收单、入库单。",
        "记不清了，如果收到会有签收单。",
        "签收人待核实。",
    ],
)
def test_saying_that_one_cannot_answer_now_is_no_evasion_and_no_answer(text: str) -> None:
    assert ended(text) == "cannot_answer"


@pytest.mark.parametrize(
    "text",
    [
        "第一批收到，第三批不清楚。",
        "司机卸货，签字人的姓名不清楚。",
        "2025年6月3日付款20,000元，付款账户记不清。",
        "依据送货单第2页「签收：申屠远」；申屠远的职务不清楚。",
    ],
)
def test_one_thing_unknown_does_not_undo_the_rest_of_the_answer(text: str) -> None:
    assert ended(text) == "answered"


def test_a_dodge_beside_a_plain_denial_does_not_undo_the_denial() -> None:
    assert ended("否认，其余请法庭依法认定。") == "answered"


@pytest.mark.parametrize(
    "text",
    [
        "天气很好",
        "与本案无关，不便回答。",
        "既不承认，也不否认。",
        "不发表意见，以答辩意见为准。",
        "交付的事以后再说。",
        "你方凭什么问是否收到？",
        "被告应当按约定付款。",
        "",
    ],
)
def test_words_that_tell_nothing_stay_an_evasion(text: str) -> None:
    assert ended(text) == "evaded"


def asked_twice() -> Speeches:
    speeches = Speeches()
    speeches.say("judge", "询问·I-001", "【问题 Q-001→被告】收到没有？")
    speeches.say("judge", "询问·I-001", "【问题 Q-001→被告】请直接回答，收到没有？")
    return speeches


def owed(speeches: Speeches) -> list[str]:
    return [text for text in missing_acts(speeches.record) if "回答" in text]


def test_a_question_put_again_before_its_answer_can_still_be_answered_each_time() -> None:
    speeches = asked_twice()
    assert len(owed(speeches)) == 2
    first = speeches.say("defendant", "询问·I-001", "【回应 Q-001】承认收到。")
    assert follow(speeches.record).done[("answer", "Q-001#1")] == first
    assert len(owed(speeches)) == 1
    speeches.say("defendant", "询问·I-001", "【回应 Q-001】同上，承认收到。")
    assert owed(speeches) == []


def test_an_answer_after_the_last_asking_says_how_the_question_ended() -> None:
    speeches = asked_twice()
    assert follow(speeches.record).questions["Q-001"].ended == "open"
    speeches.say("defendant", "询问·I-001", "【回应 Q-001】承认收到。")
    assert follow(speeches.record).questions["Q-001"].ended == "answered"


def test_a_dodge_of_the_first_asking_counts_for_the_first_asking() -> None:
    speeches = asked_twice()
    speeches.say("defendant", "询问·I-001", "天色不早。", responds_to=(speeches.turns[0].seq,))
    assert follow(speeches.record).questions["Q-001"].ended == "evaded"
    assert len(owed(speeches)) == 1


def test_a_question_left_without_an_answer_is_owed_and_nothing_more() -> None:
    speeches = Speeches()
    speeches.say("judge", "询问·I-001", "【问题 Q-001→被告】收到没有？")
    assert [(item.role, item.to) for item in obligations(speeches.record) if "Q-001" in item.text] == [
        ("defendant", (speeches.turns[0].seq,))
    ]
    assert follow(speeches.record).questions["Q-001"].ended == "open"


def test_a_planned_question_put_twice_in_a_row_is_not_put_a_third_time() -> None:
    speeches = asked_twice()
    speeches.say("defendant", "询问·I-001", "【回应 Q-001】不便回答。")
    plan = Plan(groups=(), inquiries=(Inquiry(id="Q-001", to="defendant", item="询问·I-001"),))
    due = [act for act in outstanding(speeches.record, plan=plan) if act.part == 5]
    assert [(act.kind, act.keys) for act in due] == [("answer", (("answer", "Q-001#2"),))]


# A party's questions --------------------------------------------------------------------------------------------------

UNASKED = "法庭询问：第{}号发言中原告的Q-009未经审判长准许，不计入提问"
PARTY = "【问题 Q-009→被告】收到没有？"


def test_a_partys_question_without_permission_is_told() -> None:
    speeches = Speeches()
    seq = speeches.say("plaintiff", "发问·原告", PARTY)
    assert follow(speeches.record).questions == {}
    assert UNASKED.format(seq) in missing_acts(speeches.record)


def test_a_question_put_again_with_permission_is_not_lost() -> None:
    speeches = Speeches()
    seq = speeches.say("plaintiff", "发问·原告", PARTY)
    speeches.say("judge", "发问·原告", "【主持】准许。")
    speeches.say("plaintiff", "发问·原告", PARTY)
    assert UNASKED.format(seq) not in missing_acts(speeches.record)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("发问·原告", "【主持】准许。\n【问题 Q-001→被告】先答法庭：收到没有？"),
        ("询问·I-001", "【问题 Q-001→被告】收到没有？\n【主持】准许原告向被告发问。"),
        ("询问·I-001", "【主持】双方可以互相发问。"),
        ("证据·D-003", "【主持】原件已核对。准许原告就该证据向被告提问。"),
    ],
)
@pytest.mark.parametrize("asked_on", ["发问·原告", "询问·I-001"])
def test_permission_counts_whatever_else_the_judges_turn_does(item: str, words: str, asked_on: str) -> None:
    speeches = Speeches()
    speeches.say("judge", item, words)
    speeches.say("plaintiff", asked_on, PARTY)
    assert follow(speeches.record).questions["Q-009"].by == "plaintiff"


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("发问·原告", "【主持】不准许原告发问。"),
        ("发问·原告", "【主持】是否准许，由合议庭决定。"),
        ("询问·I-001", "【主持】准许被告发问。"),
        ("询问·I-001", "【主持】请原告如实回答被告的发问。"),
        ("询问·I-001", "【主持】来信写着「准许原告发问」。"),
        ("程序·权利告知", "【主持】经准许原告可以发问，这是诉讼权利。"),
    ],
)
def test_what_is_no_permission_for_this_side_permits_nothing(item: str, words: str) -> None:
    speeches = Speeches()
    speeches.say("judge", item, words)
    speeches.say("plaintiff", "发问·原告", PARTY)
    assert follow(speeches.record).questions == {}
