"""Whole hearings: the order holds, bad drafts come back, private words stay private."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from sample_case import DEFENCE_SECRET, LOAN_SECRET, SALE_SECRET, Case, loan, sale

from zuno.errors import Invalid, Unavailable
from zuno.hearing.bench import Judge
from zuno.hearing.clerk import Clerk
from zuno.hearing.conduct import ClerkRefused, Outcome, hold, make_manifest
from zuno.hearing.counsel import Counsel
from zuno.hearing.debrief import Heard, debrief, read_record
from zuno.hearing.procedure import missing_acts
from zuno.hearing.progress import follow
from zuno.hearing.roles import Draft, Packet, Role, Task

ASPECTS = ("真实性", "合法性", "关联性", "证明目的")


class Listener:
    """Speaks by the rules and keeps every packet it was given."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.packets: list[Packet] = []

    def speak(self, packet: Packet, task: Task) -> Draft:
        self.packets.append(packet)
        return self.role.speak(packet, task)


class Faulty:
    """Speaks by the rules, but spoils its drafts of one kind of act: the first only, or all of them."""

    def __init__(self, case: Case, role: str, act: str, words: str, *, always: bool = False) -> None:
        self.rules = Counsel(role, case.reviews[role])
        self.act, self.words, self.always = act, words, always
        self.corrections: list[str] = []

    def speak(self, packet: Packet, task: Task) -> Draft:
        good = self.rules.speak(packet, task)
        if task.correction:
            self.corrections.append(task.correction)
        if task.act.kind != self.act or (self.corrections and not self.always):
            return good
        return Draft(self.words.format(good=good.body), good.citations)


class Parrot:
    """Says in every debate what it said in the first one."""

    def __init__(self, case: Case) -> None:
        self.rules = Counsel("plaintiff", case.reviews["plaintiff"])
        self.said = ""

    def speak(self, packet: Packet, task: Task) -> Draft:
        good = self.rules.speak(packet, task)
        if task.act.kind != "debate" or task.correction:
            return good
        self.said = self.said or good.body
        return Draft(self.said.replace("I-001", task.act.subjects[0]), good.citations)


class Evader:
    """Neither admits nor denies, whatever it is asked."""

    def __init__(self, case: Case) -> None:
        self.rules = Counsel("defendant", case.reviews["defendant"])

    def speak(self, packet: Packet, task: Task) -> Draft:
        if task.act.kind != "answer":
            return self.rules.speak(packet, task)
        return Draft(f"【回应 {task.act.subjects[0]}】既不承认也不否认。")


class Broken:
    """Fails in its own way whenever it is asked for an act of one kind; speaks by the rules otherwise."""

    def __init__(self, rules: Role, act: str, fail: Callable[[], Draft]) -> None:
        self.rules, self.act, self.fail = rules, act, fail

    def speak(self, packet: Packet, task: Task) -> Draft:
        return self.fail() if task.act.kind == self.act else self.rules.speak(packet, task)


class Unspeakable(Exception):
    """Fails even when it is asked what went wrong."""

    def __str__(self) -> str:
        raise RuntimeError


def raising(error: BaseException) -> Callable[[], Draft]:
    def fail() -> Draft:
        raise error

    return fail


class Meddler:
    """Tears up the packet that it was given."""

    def __init__(self, rules: Role) -> None:
        self.rules = rules

    def speak(self, packet: Packet, task: Task) -> Draft:
        draft = self.rules.speak(packet, task)
        packet["documents"].clear()
        packet.clear()
        return draft


class Agreeable:
    """Accepts every exhibit in all four properties."""

    def __init__(self, rules: Role) -> None:
        self.rules = rules

    def speak(self, packet: Packet, task: Task) -> Draft:
        if task.act.kind != "exhibit_answer":
            return self.rules.speak(packet, task)
        names = "、".join(task.act.subjects)
        return Draft(f"【回应 {names}】真实性、合法性、关联性、证明目的均无异议。", task.act.subjects)


class Absent:
    """Cannot be reached for its final statement."""

    def __init__(self, case: Case, failures: int) -> None:
        self.rules = Counsel("plaintiff", case.reviews["plaintiff"])
        self.failures = failures

    def speak(self, packet: Packet, task: Task) -> Draft:
        if task.act.kind == "final" and self.failures:
            self.failures -= 1
            raise Unavailable("no connection")
        return self.rules.speak(packet, task)


def held(
    case: Case, room: Path, roles: Mapping[str, Role] | None = None, max_turns: int | None = None
) -> tuple[Outcome, Heard]:
    outcome = hold(case.reviews, case.papers, room / "hearing", roles=roles, max_turns=max_turns)
    return outcome, read_record(room / "hearing")


@pytest.fixture(scope="module", params=["loan", "sale"])
def hearing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, Heard]:
    case = {"loan": loan, "sale": sale}[request.param]()
    return held(case, tmp_path_factory.mktemp(request.param))


# The order -----------------------------------------------------------------------------------------------------------


def test_the_ordered_procedure_is_complete(hearing: tuple[Outcome, Heard]) -> None:
    outcome, heard = hearing
    assert (outcome.complete, outcome.remaining, outcome.rejected) == (True, (), 0)
    assert heard.complete
    assert missing_acts(heard.record) == ()


def test_recusal_is_asked_of_each_side_and_answered_by_each(hearing: tuple[Outcome, Heard]) -> None:
    turns = [turn for turn in hearing[1].record.turns if "回避" in turn.issue]
    assert [turn.role for turn in turns] == ["judge", "plaintiff", "judge", "defendant"]
    assert turns[1].responds_to == (turns[0].seq,)
    assert turns[3].responds_to == (turns[2].seq,)


def test_each_exhibit_is_answered_on_every_property_and_replied_to(hearing: tuple[Outcome, Heard]) -> None:
    record = hearing[1].record
    progress = follow(record)
    for exhibit in record.exhibits():
        assert progress.aspects[exhibit.id] == set(ASPECTS)
        acts = [progress.done[(kind, exhibit.id)] for kind in ("present", "exhibit_answer", "exhibit_reply")]
        assert acts == sorted(acts)


def test_each_issue_is_debated_by_both_sides(hearing: tuple[Outcome, Heard]) -> None:
    progress = follow(hearing[1].record)
    assert len(progress.issues) == 3
    for issue in progress.issues:
        assert progress.done[("debate", f"{issue}:plaintiff")] < progress.done[("debate", f"{issue}:defendant")]


def test_each_question_ends(hearing: tuple[Outcome, Heard]) -> None:
    questions = follow(hearing[1].record).questions.values()
    assert len(questions) >= 6
    assert all(question.ended in ("answered", "cannot_answer") for question in questions)


def test_the_hearing_ends_with_final_statements_mediation_and_closing(hearing: tuple[Outcome, Heard]) -> None:
    turns = hearing[1].record.turns[-7:]
    assert [turn.stage for turn in turns] == ["closing"] * 7
    assert "休庭" in turns[-1].body


def test_a_hearing_keeps_a_sane_length(hearing: tuple[Outcome, Heard]) -> None:
    assert 40 <= hearing[0].turns <= 140


@pytest.mark.parametrize("exhibits", [20, 40])
def test_many_exhibits_make_no_endless_hearing(tmp_path: Path, exhibits: int) -> None:
    case = _with_more(sale(), exhibits)
    outcome, heard = held(case, tmp_path)
    assert outcome.complete
    assert len(heard.record.exhibits()) == exhibits
    assert 40 <= outcome.turns <= 140


def _with_more(case: Case, exhibits: int) -> Case:
    """Fill a case up with dull exhibits, every second one a copy and so disputed."""
    review = case.reviews["plaintiff"]
    start = sum(paper.exhibit is not None for paper in case.papers)
    for at in range(start, exhibits):
        case.add(
            f"附件{at}.pdf",
            f"往来函件{at}",
            f"letter_{at}",
            "plaintiff",
            f"第{at}次往来的函件，内容为确认第{at}项安排。",
            exhibit=f"证{at + 1}",
            page=20 + at,
            origin="copy" if at % 2 else "original",
        )
    case.share(replace(review, documents=tuple(case.reviewed)))
    return case


def test_undisputed_exhibits_are_heard_in_groups(hearing: tuple[Outcome, Heard]) -> None:
    first = next(turn for turn in hearing[1].record.turns if turn.stage == "evidence")
    assert 2 <= len(set(re.findall(r"D-\d{3}", first.issue))) <= 6


def test_seats_that_nobody_fills_are_listed(hearing: tuple[Outcome, Heard]) -> None:
    assert hearing[0].omitted_seats == ("证人", "鉴定人", "第三人")
    assert "未设证人、鉴定人、第三人席位" in hearing[1].record.turns[0].body


@pytest.mark.parametrize("profile", ["simplified", "judge-questions", "competition"])
def test_another_profile_runs_to_its_own_end(tmp_path: Path, profile: str) -> None:
    case = loan()
    assert hold(case.reviews, case.papers, tmp_path / "hearing", profile=profile).complete


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    case = loan()
    with pytest.raises(Invalid):
        hold(case.reviews, case.papers, tmp_path / "hearing", profile="criminal")


def test_a_used_folder_is_refused(tmp_path: Path) -> None:
    case = loan()
    held(case, tmp_path, max_turns=3)
    with pytest.raises(ClerkRefused):
        held(case, tmp_path)


def test_the_record_verifies(tmp_path: Path) -> None:
    outcome, _ = held(loan(), tmp_path)
    assert Clerk.open(outcome.run_dir).verify()["head"] == {"seq": outcome.head_seq, "hash": outcome.head_hash}


def test_progress_is_told_after_every_turn(tmp_path: Path) -> None:
    case = loan()
    told: list[tuple[int, int, str]] = []

    def listen(done: int, total: int, what: str) -> None:
        told.append((done, total, what))

    outcome = hold(case.reviews, case.papers, tmp_path / "hearing", on_progress=listen)
    assert [done for done, _, _ in told] == list(range(1, outcome.turns + 1))
    assert told[-1][1] == outcome.turns


# What is private -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "secrets"), [(loan, (LOAN_SECRET,)), (sale, (SALE_SECRET, DEFENCE_SECRET))])
def test_private_text_reaches_no_other_role_and_no_public_place(
    tmp_path: Path, make: Callable[[], Case], secrets: tuple[str, ...]
) -> None:
    case = make()
    owner = {paper.text: paper.visibility for paper in case.papers if paper.visibility != "public"}
    roles: dict[str, Listener] = {
        "plaintiff": Listener(Counsel("plaintiff", case.reviews["plaintiff"])),
        "defendant": Listener(Counsel("defendant", case.reviews["defendant"])),
        "judge": Listener(Judge(case.reviews["judge"])),
    }
    outcome, heard = held(case, tmp_path, roles)
    public = (outcome.run_dir / "transcript.md").read_text() + (outcome.run_dir / "state.json").read_text()
    public += "".join(turn.issue + turn.body for turn in heard.record.turns)
    for text, visibility in owner.items():
        secret = next((item for item in secrets if item in text), text)
        runs = [secret[at : at + 8] for at in range(len(secret) - 7)]
        assert not any(run in public for run in runs)
        for role, listener in roles.items():
            seen = json.dumps(listener.packets, ensure_ascii=False)
            assert (secret in seen) is (role in visibility)


def test_private_documents_get_numbers_of_their_own() -> None:
    manifest = make_manifest(loan().papers)
    private = [item for item in manifest if item["visibility"] != "public"]
    assert [item["id"] for item in private] == ["P-001", "P-002"]
    assert [item["visibility"] for item in private] == [["plaintiff"], ["defendant"]]


def test_an_unread_document_says_so_in_its_place() -> None:
    unread = next(item for item in make_manifest(loan().papers) if item["title"] == "证5 快递回单")
    assert "未读" in unread["text"]


# Drafts that come back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("{good}" + LOAN_SECRET, "private"),
        ("{good}另已支付37,500元。", "invented"),
        ("{good}\n被告：原告说得对。", "speaks_for_other"),
        ("{good}见D-077。", "not_public"),
        ("坚持请求，没有标签。", "owed"),
    ],
    ids=["leaks", "invents a sum", "speaks for the other", "cites nothing public", "forgets its label"],
)
def test_a_bad_draft_goes_back_and_the_corrected_one_is_recorded(tmp_path: Path, words: str, code: str) -> None:
    case = loan()
    role = Faulty(case, "plaintiff", "final", words)
    outcome, heard = held(case, tmp_path, {"plaintiff": role})
    assert outcome.complete
    assert outcome.rejected == 1
    assert code in {failure.code for failure in outcome.failures}
    assert len(role.corrections) == 1
    assert not any(word in "".join(turn.body for turn in heard.record.turns) for word in ("37,500", "D-077"))


def test_a_role_that_repeats_itself_is_returned(tmp_path: Path) -> None:
    case = loan()
    outcome, _ = held(case, tmp_path, {"plaintiff": Parrot(case)})
    assert outcome.complete
    assert "repeats" in {failure.code for failure in outcome.failures}


def test_a_role_that_never_mends_loses_the_turn_and_the_run_is_incomplete(tmp_path: Path) -> None:
    case = loan()
    role = Faulty(case, "plaintiff", "final", "{good}另已支付37,500元。", always=True)
    outcome, heard = held(case, tmp_path, {"plaintiff": role})
    assert not outcome.complete
    assert outcome.remaining == ("最后陈述与调解：原告最后陈述",)
    assert outcome.rejected == 4
    assert len(heard.cancelled) == 2
    assert "休庭" in heard.record.turns[-1].body


def test_a_faulty_bench_question_is_dropped_and_the_hearing_stays_complete(tmp_path: Path) -> None:
    case = loan()

    class Rambler:
        def __init__(self) -> None:
            self.rules = Judge(case.reviews["judge"])

        def speak(self, packet: Packet, task: Task) -> Draft:
            good = self.rules.speak(packet, task)
            return Draft(good.body + "另有37,500元。", good.citations) if task.act.subjects == ("Q-002",) else good

    outcome, heard = held(case, tmp_path, {"judge": Rambler()})
    assert outcome.complete
    assert "Q-002" not in follow(heard.record).questions


def test_an_evaded_question_is_pressed_once_and_left_evaded(tmp_path: Path) -> None:
    case = loan()
    outcome, heard = held(case, tmp_path, {"defendant": Evader(case)})
    pressed = follow(heard.record).questions["Q-006"]
    assert (len(pressed.asked_in), pressed.ended) == (2, "evaded")
    assert "证据规定第4条" in pressed.texts[1]
    assert outcome.complete


def test_a_technical_failure_is_no_rejected_draft_and_gets_a_fresh_turn(tmp_path: Path) -> None:
    case = loan()
    outcome, heard = held(case, tmp_path, {"plaintiff": Absent(case, failures=1)})
    assert (outcome.complete, outcome.rejected) == (True, 0)
    assert [failure.code for failure in outcome.failures] == ["technical"]
    assert len(heard.cancelled) == 1


@pytest.mark.parametrize(
    "fail",
    [
        raising(KeyError("turn")),
        raising(RecursionError()),
        raising(ValueError("不可写出的字\udc80" + "长" * 9000)),
        raising(Unspeakable()),
        lambda: None,
        lambda: Draft(None),  # pyright: ignore[reportArgumentType]
        lambda: Draft("【主张】坚持请求。", (7,)),  # pyright: ignore[reportArgumentType]
    ],
    ids=["a bug", "endless", "unwritable words", "no words", "nothing", "no text", "no citations"],
)
def test_a_role_that_breaks_in_any_way_loses_its_turn_and_no_more(tmp_path: Path, fail: Callable[[], Draft]) -> None:
    case = loan()
    role = Broken(Counsel("plaintiff", case.reviews["plaintiff"]), "final", fail)
    outcome, heard = held(case, tmp_path, {"plaintiff": role})
    assert (outcome.complete, outcome.rejected) == (False, 0)
    assert outcome.remaining == ("最后陈述与调解：原告最后陈述",)
    assert [failure.code for failure in outcome.failures] == ["technical", "technical"]
    assert [reason.startswith("技术失败：") for _, _, reason in heard.cancelled] == [True, True]
    assert Clerk.open(outcome.run_dir).record()[-1]["type"] == "close"


@pytest.mark.parametrize("role", ["plaintiff", "defendant", "judge"])
def test_a_role_that_never_speaks_leaves_a_closed_and_incomplete_record(tmp_path: Path, role: str) -> None:
    case = loan()

    class Silent:
        def speak(self, packet: Packet, task: Task) -> Draft:
            raise OSError("no line")

    outcome, heard = held(case, tmp_path, {role: Silent()})
    assert not outcome.complete
    assert outcome.remaining
    assert not heard.complete
    assert Clerk.open(outcome.run_dir).record()[-1]["type"] == "close"


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit(1)])
def test_a_hearing_that_is_interrupted_leaves_no_open_run(tmp_path: Path, stop: BaseException) -> None:
    case = loan()
    role = Broken(Counsel("defendant", case.reviews["defendant"]), "defence", raising(stop))
    with pytest.raises(type(stop)):
        held(case, tmp_path, {"defendant": role})
    last = Clerk.open(tmp_path / "hearing").record()[-1]
    assert (last["type"], last["complete"]) == ("close", False)


def test_a_listener_that_fails_leaves_no_open_run(tmp_path: Path) -> None:
    case = loan()

    def listen(done: int, total: int, what: str) -> None:
        raise RuntimeError(f"{done} {total} {what}")

    with pytest.raises(RuntimeError):
        hold(case.reviews, case.papers, tmp_path / "hearing", on_progress=listen)
    assert Clerk.open(tmp_path / "hearing").record()[-1]["type"] == "close"


def test_a_role_cannot_spoil_the_packet_for_the_rest(tmp_path: Path) -> None:
    case = loan()
    outcome, _ = held(case, tmp_path, {"plaintiff": Meddler(Counsel("plaintiff", case.reviews["plaintiff"]))})
    assert (outcome.complete, outcome.failures) == (True, ())


def test_exhibits_that_are_accepted_outright_are_not_replied_to(tmp_path: Path) -> None:
    case = loan()
    outcome, heard = held(case, tmp_path, {"defendant": Agreeable(Counsel("defendant", case.reviews["defendant"]))})
    replied = {subject for kind, subject in follow(heard.record).done if kind == "exhibit_reply"}
    offered = {item.id: item.side for item in heard.record.exhibits()}
    assert {offered[name] for name in replied} == {"defendant"}
    assert outcome.complete
    assert missing_acts(heard.record) == ()


@pytest.mark.parametrize("profile", ["ordinary", "simplified", "judge-questions", "competition"])
def test_a_debrief_judges_a_hearing_by_the_kind_that_its_record_names(tmp_path: Path, profile: str) -> None:
    case = loan()
    outcome = hold(case.reviews, case.papers, tmp_path / "hearing", profile=profile)
    told = debrief(outcome.run_dir, None)
    assert (told.complete, told.missing_acts) == (True, ())
    assert not [gap for gap in told.gaps if gap.kind == "technical"]


def test_the_judge_says_which_kind_of_hearing_it_is(tmp_path: Path) -> None:
    case = loan()
    outcome = hold(case.reviews, case.papers, tmp_path / "hearing", profile="simplified")
    assert "适用简易程序" in read_record(outcome.run_dir).record.turns[0].body


@pytest.mark.parametrize("turns", [1, 9, 30])
def test_too_few_turns_close_the_run_as_incomplete_with_what_remains(tmp_path: Path, turns: int) -> None:
    outcome, heard = held(loan(), tmp_path, max_turns=turns)
    assert outcome.turns == turns
    assert not outcome.complete
    assert not heard.complete
    assert any("最后陈述" in text for text in outcome.remaining)
    closing = Clerk.open(outcome.run_dir).record()[-1]
    assert closing["reason"].startswith("回合预算已用完；尚未完成：")
    assert (outcome.run_dir / "transcript.md").exists()
