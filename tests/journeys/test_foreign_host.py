"""A host that has the moot-court skill and Python, nothing else, holds a hearing; the debrief says what it lacks.

The dispatches are the very commands of the skill's page, the speeches short ones by hand.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from zuno.casework.records import Debrief
from zuno.hearing.clerk import Clerk
from zuno.hearing.debrief import debrief

SKILL = Path(__file__).parents[2] / "skills" / "moot-court"
PAGE = SKILL / "references" / "scheduling-rules.md"
SAMPLE = SKILL / "assets" / "sample" / "materials.json"
COMMANDS = re.findall(r'^python3 scripts/clerk\.py --run "\$RUN" (dispatch .+)$', PAGE.read_text("utf-8"), re.M)
PRIVATE = ("松针七三一", "苔原九零二", "过磅", "入库本", "仓管")
"""Words of the sample that stand in one side's private file only."""


@dataclass(frozen=True)
class Speech:
    """What a role says in one turn."""

    role: str
    item: str
    body: str
    citations: tuple[str, ...] = ()


BOTH = "证据·D-002、D-004"
SPEECHES = (
    Speech(
        "judge",
        "程序·核对身份",
        "【主持】现在开庭，本次为模拟推演。核对到庭人员：原告委托代理人桑样末、被告委托代理人。本次省略：证人、鉴定人、第三人。",
    ),
    Speech("plaintiff", "程序·核对身份·原告", "【回应】原告由桑样末代理，特别授权。对被告出庭人员无异议。"),
    Speech("defendant", "程序·核对身份·被告", "【回应】被告由代理人到庭，授权书待补。对原告出庭人员无异议。"),
    Speech("judge", "程序·权利告知", "【主持】当事人有委托代理人、申请回避、提供证据、辩论和请求调解的权利。"),
    Speech("judge", "程序·回避·原告", "【主持】原告是否申请审判人员、书记员回避？"),
    Speech("plaintiff", "程序·回避·原告", "【回应】不申请回避。"),
    Speech("judge", "程序·回避·被告", "【主持】被告是否申请审判人员、书记员回避？"),
    Speech("defendant", "程序·回避·被告", "【回应】不申请回避。"),
    Speech(
        "plaintiff",
        "程序·诉请",
        "【主张】一、货款 42,400 元：62,400 − 20,000；二、逾期付款违约金，自 2025年6月20日起按日千分之一；"
        "三、诉讼费用。现有对方盖章材料支持 23,200 元，差额 19,200 元另行举证。",
        ("D-001",),
    ),
    Speech(
        "defendant",
        "程序·答辩",
        "【自认】第一、二批共 1,800 件的数量和单价。保留：不及于第三批。\n【质疑】第三批否认，要求举证。\n"
        "【回应】第二批应减价 2,000 元；原告未开发票，不构成违约。",
        ("D-005",),
    ),
    Speech(
        "judge",
        "程序·归纳争点",
        "【主持】双方无争议：合同成立；第一、二批已交付；已付 20,000 元。争议焦点：\n"
        "I-001 第三批 800 件是否交付给被告\nI-002 第二批锈蚀应否减少价款 2,000 元\nI-003 被告是否承担逾期付款违约金\n"
        "第一个争点由原告举证，第二个由被告举证。请双方分别表示意见。",
    ),
    Speech("plaintiff", "程序·确认争点·原告", "【回应】认可三项争点，无补充。"),
    Speech("defendant", "程序·确认争点·被告", "【回应】认可三项争点，无补充。"),
    Speech(
        "plaintiff",
        BOTH,
        "【主张 D-002】买卖合同，称持有原件，共1页，证明单价、收货人和违约金约定。\n"
        "【主张 D-004】对账单，称持有原件，共1页，证明前两批货款 43,200 元。",
        ("D-002", "D-004"),
    ),
    Speech(
        "defendant",
        BOTH,
        "【回应 D-002、D-004】真实性、合法性、关联性均认可；证明目的认可，限于第一、二批。",
        ("D-002", "D-004"),
    ),
    Speech(
        "plaintiff",
        BOTH,
        "【回应 D-002、D-004】无补充。\n【自认】D-004 出具于 2025年5月6日，不包括第三批。保留：第三批另以 D-003 证明。",
        ("D-003", "D-004"),
    ),
    Speech(
        "plaintiff",
        "证据·D-003",
        "【主张 D-003】送货单三张，证明三批均已交付（I-001）。第3页为复印件，「收货人签字：字迹无法辨认；无盖章」。"
        "申请送货经手人出庭作证，期限待填。",
        ("D-003",),
    ),
    Speech(
        "defendant",
        "证据·D-003",
        "【回应 D-003】第1、2页：真实性、合法性、关联性、证明目的均认可。\n"
        "【质疑 D-003 真实性】第3页只有复印件，要求出示原件。\n"
        "【质疑 D-003 证明目的】第3页签收人不是 D-002 第二条指定的收货人。\n"
        "【回应 D-003】第3页：合法性无异议；关联性以真实性成立为前提。",
        ("D-002", "D-003"),
    ),
    Speech("plaintiff", "证据·D-003", "【回应 D-003】第3页目前只有复印件；签收人待核。", ("D-003",)),
    Speech("defendant", "证据·D-006", "【主张 D-006】网上银行打印件，证明 2025年6月3日已付 20,000 元。", ("D-006",)),
    Speech("plaintiff", "证据·D-006", "【回应 D-006】真实性、合法性、关联性、证明目的均认可。", ("D-006",)),
    Speech("defendant", "证据·D-006", "【回应 D-006】无补充。", ("D-006",)),
    Speech("judge", "询问·I-001", "【问题 Q-001→原告】第三批是谁卸货、谁签字？没有材料就说没有（CL-1/C1E2）。"),
    Speech("plaintiff", "询问·I-001", "【回应 Q-001】现有材料不能确认签收人，答复日期待填。"),
    Speech("judge", "询问·I-001", "【问题 Q-002→被告】被告是否收到第三批，承认、否认还是不能回答（CL-1/C1E2）？"),
    Speech("defendant", "询问·I-001", "【回应 Q-002】与本案无关。"),
    Speech("judge", "询问·I-001", "【主持】Q-002 未直接回答。\n【问题 Q-002→被告】当月有没有一批合页送到样例路工地？"),
    Speech("defendant", "询问·I-001", "【回应 Q-002】目前无法确认，庭后核实，答复日期待填。"),
    Speech(
        "judge",
        "询问·I-003",
        "【主持】释明：不构成违约的抗辩若不成立，被告可以表明是否请求调整违约金。\n"
        "【问题 Q-003→被告】是否请求调整违约金？",
    ),
    Speech("defendant", "询问·I-003", "【回应 Q-003】请求。首先坚持不构成违约，其次请求适当减少。"),
    Speech("judge", "发问·原告", "【主持】准许原告向被告发问，限一问。"),
    Speech("plaintiff", "发问·原告", "【问题 Q-004→被告】第二批锈蚀，七日内有没有书面异议？"),
    Speech("defendant", "发问·原告", "【回应 Q-004】没有书面异议的材料。"),
    Speech("plaintiff", "争点·I-001", "【主张 I-001】第3页与前两页同一交易习惯，结合证人可以认定。", ("D-003",)),
    Speech("defendant", "争点·I-001", "【质疑 I-001】原告负举证责任，D-003 第3页不能单独认定。", ("D-003",)),
    Speech("plaintiff", "争点·I-002", "【主张 I-002】没有书面异议，D-002 第四条约定七日。", ("D-002",)),
    Speech("defendant", "争点·I-002", "【回应 I-002】七日过短，应减价 2,000 元。", ("D-002",)),
    Speech("plaintiff", "争点·I-003", "【主张 I-003】发票不是付款条件，违约金按 D-002 第五条。", ("D-002",)),
    Speech("defendant", "争点·I-003", "【回应 I-003】约定过高，请求适当减少。", ("D-002",)),
    Speech("judge", "程序·最后陈述", "【主持】辩论终结，按原告、被告顺序征询最后意见。"),
    Speech("plaintiff", "程序·最后陈述·原告", "【主张】坚持全部请求。"),
    Speech("defendant", "程序·最后陈述·被告", "【主张】请求驳回超出部分。"),
    Speech("judge", "程序·调解·原告", "【主持】原告是否愿意调解？"),
    Speech("plaintiff", "程序·调解·原告", "【回应】愿意。"),
    Speech("judge", "程序·调解·被告", "【主持】被告是否愿意调解？"),
    Speech("defendant", "程序·调解·被告", "【回应】愿意，条件另行书面提出。"),
    Speech("judge", "程序·闭庭", "【主持】未答：第三批的签收人和收货情况。申请：送货经手人出庭。现在休庭。"),
)


def at(role: str, item: str, nth: int = 0) -> int:
    """Place of a role's nth speech on an item."""
    return [index for index, speech in enumerate(SPEECHES) if (speech.role, speech.item) == (role, item)][nth]


def option(words: list[str], name: str) -> str:
    return words[words.index(name) + 1]


# The hearing by command line ------------------------------------------------------------------------------------------


def tell(run: Path, *words: str) -> dict[str, Any]:
    """Give the skill's clerk one command, as a host with Python alone does: no installed package is in reach."""
    command = [sys.executable, "-I", "-S", str(SKILL / "scripts" / "clerk.py"), "--run", str(run), *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def enter(run: Path, packet: dict[str, Any], speech: Speech) -> dict[str, Any]:
    """Fill in the two fields that are the role's own and commit."""
    submission = {**packet["submission_template"], "body": speech.body, "citations": list(speech.citations)}
    file = run / "submissions" / f"{speech.role}-{submission['turn_id']}.json"
    file.write_text(json.dumps(submission, ensure_ascii=False), encoding="utf-8")
    return tell(run, "commit", "--submission", str(file))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("host") / "hearing"
    tell(run, "init", "--case-type", "civil", "--manifest", str(SAMPLE), "--max-turns", "65")
    (run / "submissions").mkdir()
    receipt: dict[str, Any] = {}
    for command, speech in zip(COMMANDS, SPEECHES, strict=True):
        words = [str(receipt["accepted_seq"]) if word == "$SEQ" else word for word in shlex.split(command)]
        receipt = enter(run, tell(run, *words), speech)
    kept = run.with_name("last-commit.json")
    kept.write_text(json.dumps(receipt), encoding="utf-8")
    tell(run, "close", "--reason", "约定范围已演练，未解决事项列入复盘")
    tell(run, "render")
    assert tell(run, "verify", "--receipt", str(kept))["receipts"][0]["status"] == "included"
    return run


def test_the_speeches_are_for_the_dispatches_that_the_skill_lists() -> None:
    listed = [shlex.split(command) for command in COMMANDS]
    assert [(option(words, "--role"), option(words, "--issue").split()[0]) for words in listed] == [
        (speech.role, speech.item) for speech in SPEECHES
    ]


def test_a_hearing_held_by_the_skill_alone_lacks_no_act(whole: Path) -> None:
    told = debrief(whole, None)
    assert (told.complete, told.missing_acts) == (True, ())
    assert len(told.turns) == len(SPEECHES)
    assert [gap for gap in told.gaps if gap.kind in ("technical", "execution")] == []


def test_how_each_question_ended_is_read_from_the_answers_alone(whole: Path) -> None:
    assert [(item.id, item.to, item.ended, len(item.answered_in)) for item in debrief(whole, None).questions] == [
        ("Q-001", "plaintiff", "cannot_answer", 1),
        ("Q-002", "defendant", "cannot_answer", 2),
        ("Q-003", "defendant", "answered", 1),
        ("Q-004", "defendant", "answered", 1),
    ]


def test_questions_keep_the_cells_that_they_name(whole: Path) -> None:
    cells = {item.id: item.cells for item in debrief(whole, None).questions}
    assert cells == {"Q-001": ("CL-1/C1E2",), "Q-002": ("CL-1/C1E2",), "Q-003": (), "Q-004": ()}


def test_admissions_clarifications_and_applications_are_found(whole: Path) -> None:
    told = debrief(whole, None)
    assert [item.role for item in told.admissions] == ["defendant", "plaintiff"]
    assert len(told.clarifications) == 1
    assert [text for _, text in told.applications] == ["申请送货经手人出庭作证，期限待填"]


def test_no_private_word_of_either_side_reaches_the_transcript(whole: Path) -> None:
    manifest, transcript = SAMPLE.read_text("utf-8"), (whole / "transcript.md").read_text("utf-8")
    assert [word for word in PRIVATE if word not in manifest or word in transcript] == []


# Hearings that leave something out ------------------------------------------------------------------------------------

Hold = Callable[..., Debrief]


@pytest.fixture
def hold(whole: Path, tmp_path: Path) -> Hold:
    """Hold the hearing, some turns left out and some speeches put otherwise, and debrief it.

    The record of the whole hearing is kept up to the first difference; a host in this process goes on from there.
    """

    def held(name: str, without: Collection[int] = (), instead: Mapping[int, str] | None = None) -> Debrief:
        first, run = min({*without, *(instead or {})}), tmp_path / name
        (run / "events").mkdir(parents=True)
        for event in sorted((whole / "events").iterdir())[: 1 + 2 * first]:
            shutil.copy(event, run / "events")
        clerk = Clerk.open(run)
        for index in range(first, len(SPEECHES)):
            if index in without:
                continue
            words, speech = shlex.split(COMMANDS[index]), SPEECHES[index]
            packet = clerk.dispatch(speech.role, option(words, "--stage"), option(words, "--issue"), "请发言")
            body = (instead or {}).get(index, speech.body)
            clerk.commit({**packet["submission_template"], "body": body, "citations": list(speech.citations)})
        clerk.close("约定范围已演练")
        return debrief(run, None)

    return held


LEFT_OUT: dict[str, tuple[list[int], tuple[str, ...]]] = {
    "nobody is told of any rights": (
        [at("judge", "程序·权利告知")],
        ("开庭准备：审判长告知诉讼权利义务",),
    ),
    "one side is never asked about recusal": (
        [at("judge", "程序·回避·被告"), at("defendant", "程序·回避·被告")],
        ("开庭准备：审判长询问被告是否申请回避", "开庭准备：被告答复是否申请回避"),
    ),
    "one side answers about recusal without being asked": (
        [at("judge", "程序·回避·原告")],
        ("开庭准备：审判长询问原告是否申请回避", "开庭准备：原告答复是否申请回避"),
    ),
    "one side does not confirm the issues": (
        [at("plaintiff", "程序·确认争点·原告")],
        ("归纳争议焦点：原告确认或补充争议焦点",),
    ),
    "the reply on one exhibit is missing": (
        [at("plaintiff", "证据·D-003", 1)],
        ("举证质证：原告对D-003《送货单三张（证2）》的质证意见作出回应",),
    ),
    "one question is never answered": (
        [at("defendant", "发问·原告")],
        ("法庭询问：被告回答Q-004",),
    ),
    "a follow-up is never answered": (
        [at("defendant", "询问·I-001", 1)],
        ("法庭询问：被告回答Q-002",),
    ),
    "an issue is heard from the plaintiff only": (
        [at("defendant", "争点·I-002")],
        ("法庭辩论：被告就I-002第二批锈蚀应否减少价款 2,000 元发表辩论意见",),
    ),
    "one side makes no last statement": (
        [at("defendant", "程序·最后陈述·被告")],
        ("最后陈述与调解：被告最后陈述",),
    ),
    "one side is never asked to mediate": (
        [at("judge", "程序·调解·原告"), at("plaintiff", "程序·调解·原告")],
        ("最后陈述与调解：审判长征询原告是否愿意调解", "最后陈述与调解：原告答复是否愿意调解"),
    ),
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_an_act_that_is_left_out_is_told_and_nothing_else(hold: Hold, case: str) -> None:
    without, missing = LEFT_OUT[case]
    told = hold("hearing", without)
    assert told.complete
    assert told.missing_acts == missing


UNTESTED = "举证质证：被告对D-003《送货单三张（证2）》质证（{}）"
UNREPLIED = "举证质证：原告对D-003《送货单三张（证2）》的质证意见作出回应"


@pytest.mark.parametrize(
    ("answer", "unspoken"),
    [
        ("【质疑 D-003 真实性、证明目的】第3页只有复印件。\n【回应 D-003】合法性无异议。", "关联性"),
        ("【质疑 D-003 真实性】只有复印件。\n【回应 D-003】合法性、关联性无异议。", "证明目的"),
        ("【质疑 D-003】三性均不认可，证明目的也不认可。", "真实性、合法性、关联性、证明目的"),
        ("【回应 D-004】真实性、合法性、关联性、证明目的均认可。", "真实性、合法性、关联性、证明目的"),
        ("真实性、合法性、关联性、证明目的均认可。", "真实性、合法性、关联性、证明目的"),
    ],
    ids=["one property", "the purpose", "denied in one breath", "another exhibit", "no label"],
)
def test_an_exhibit_not_answered_in_every_property_is_told_with_what_is_unspoken(
    hold: Hold, answer: str, unspoken: str
) -> None:
    told = hold("hearing", instead={at("defendant", "证据·D-003"): answer})
    assert told.missing_acts == (UNTESTED.format(unspoken), UNREPLIED)


def test_a_party_that_was_not_let_has_asked_nothing_and_that_is_told(hold: Hold) -> None:
    told = hold("hearing", [at("judge", "发问·原告")])
    assert [item.id for item in told.questions] == ["Q-001", "Q-002", "Q-003"]
    (missing,) = told.missing_acts
    assert missing.endswith("原告的Q-004未经审判长准许，不计入提问")


def test_the_judge_may_let_a_party_ask_in_the_turn_in_which_it_asks_itself(hold: Hold) -> None:
    asking = at("judge", "询问·I-003")
    both = f"{SPEECHES[asking].body}\n【主持】随后准许原告向被告发问，限一问。"
    told = hold("hearing", [at("judge", "发问·原告")], {asking: both})
    assert (told.missing_acts, len(told.questions)) == ((), 4)


def test_an_exhibit_accepted_outright_may_go_without_a_reply(hold: Hold) -> None:
    assert hold("hearing", [at("defendant", "证据·D-006", 1)]).missing_acts == ()


def test_an_exhibit_accepted_with_a_reserve_may_not(hold: Hold) -> None:
    missing = hold("hearing", [at("plaintiff", BOTH, 1)]).missing_acts
    assert len(missing) == 2
    assert all("作出回应" in text for text in missing)


def test_an_issue_merged_into_another_needs_no_debate(hold: Hold) -> None:
    debated = [at("plaintiff", "争点·I-002"), at("defendant", "争点·I-002")]
    assert len(hold("listed", debated).missing_acts) == 2
    listed = at("judge", "程序·归纳争点")
    told = hold("merged", debated, {listed: f"{SPEECHES[listed].body}\nI-002 并入 I-001"})
    assert told.missing_acts == ()


def test_a_hearing_that_names_its_kind_is_judged_by_it(hold: Hold) -> None:
    opening = at("judge", "程序·核对身份")
    silent = [at("plaintiff", "程序·核对身份·原告"), at("defendant", "程序·核对身份·被告")]
    assert len(hold("ordinary", silent).missing_acts) == 2
    told = hold("simplified", silent, {opening: f"{SPEECHES[opening].body}本案适用简易程序。"})
    assert told.missing_acts == ()


def test_a_fact_told_without_a_citation_is_an_answer(hold: Hold) -> None:
    told = hold("hearing", instead={at("plaintiff", "询问·I-001"): "【回应 Q-001】司机卸货，工地人员签字。"})
    assert {item.id: item.ended for item in told.questions}["Q-001"] == "answered"


def test_a_label_with_a_page_is_read_and_one_with_other_words_is_listed(hold: Hold) -> None:
    answered = at("defendant", "证据·D-003")
    paged = SPEECHES[answered].body.replace("【质疑 D-003 真实性】", "【质疑 D-003 第3页 真实性】")
    told = hold("paged", instead={answered: paged})
    assert (told.missing_acts, unread(told)) == ((), [])
    worded = paged.replace("【质疑 D-003 证明目的】", "【质疑 D-003 证明力】")
    (text,) = unread(hold("worded", instead={answered: worded}))
    assert "【质疑 D-003 证明力】" in text


def unread(told: Debrief) -> list[str]:
    return [gap.text for gap in told.gaps if gap.kind == "technical" and "没有读出" in gap.text]


def test_one_speech_that_names_all_acts_counts_as_its_own_item_only(hold: Hold) -> None:
    spoken = [
        at("judge", "程序·核对身份"),
        at("plaintiff", "程序·核对身份·原告"),
        at("defendant", "程序·核对身份·被告"),
    ]
    silent = [index for index in range(len(SPEECHES)) if index not in spoken]
    everything = {
        index: "\n".join(speech.body for speech in SPEECHES if speech.role == SPEECHES[index].role) for index in spoken
    }
    told = hold("everything", silent, everything)
    assert told.missing_acts == hold("plain", silent).missing_acts
    assert len(told.missing_acts) > 30
    assert told.questions == ()


def test_labels_inside_quoted_document_text_fulfil_nothing(hold: Hold) -> None:
    told = hold(
        "hearing",
        instead={
            at("plaintiff", "程序·回避·原告"): "信中写：「\n【回应】不申请回避。」",
            at("defendant", "程序·回避·被告"): "信中写：『\n【回应】不申请回避。\n』",
            at("plaintiff", "证据·D-003", 1): "```\n【回应 D-003】签收人待核。\n```",
            at("defendant", "发问·原告"): '材料记载："\n【回应 Q-004】没有。"',
            at("defendant", "争点·I-003"): "合同写着“\n【回应 I-003】约定过高。\n”",
            at("plaintiff", "程序·最后陈述·原告"): "见《备忘\n【主张】坚持全部请求。》",
            at("defendant", "程序·调解·被告"): "引文没有收口：「\n【回应】愿意。",
        },
    )
    assert told.missing_acts == (
        "开庭准备：原告答复是否申请回避",
        "开庭准备：被告答复是否申请回避",
        "举证质证：原告对D-003《送货单三张（证2）》的质证意见作出回应",
        "法庭询问：被告回答Q-004",
        "法庭辩论：被告就I-003被告是否承担逾期付款违约金发表辩论意见",
        "最后陈述与调解：原告最后陈述",
        "最后陈述与调解：被告答复是否愿意调解",
    )
