"""Holding a hearing: the program decides who is next, the role speaks, the checks look, the clerk records.

Owns nothing that lasts but the run folder, and in it only ``submissions/``; the
record itself belongs to the clerk. A draft that fails its checks goes back to
its role, never to be rewritten here. What procedure lacks at the end keeps the
run from closing as complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from zuno import errors
from zuno.casework.records import Issue, Review, Side, Turn
from zuno.hearing.agenda import (
    GROUP_MAX,
    OMITTED_SEATS,
    PROFILES,
    SIDE_WORDS,
    SIDES,
    Act,
    Key,
    Profile,
    PublicDocument,
    Record,
)
from zuno.hearing.bench import Judge, plan_issues, plan_questions
from zuno.hearing.checks import Fault, Papers, check, lay_out
from zuno.hearing.clerk import Clerk, Refusal
from zuno.hearing.counsel import Counsel, plan_party_questions
from zuno.hearing.exhibits import is_disputed, offers
from zuno.hearing.procedure import Inquiry, Plan, acts_of, missing_acts, outstanding, owed_turns, require_next
from zuno.hearing.progress import follow
from zuno.hearing.roles import Desk, Draft, Packet, Question, Role, Task, as_spoken
from zuno.hearing.tasks import make_task

DRAFTS = 2
"""Drafts of one turn before it is cancelled."""
ALIKE_MAX = 3
"""Disputed exhibits of one kind and purpose that are heard together."""
ALONE_UP_TO = 16
"""Groups of disputed exhibits that are heard one by one; with more of them neighbours are merged."""
OPTIONAL = frozenset({"ask", "permission"})
"""Acts that a hearing can do without when their role fails: nobody owes a question."""
REJECTIONS = Path("submissions") / "rejections.json"

Progress = Callable[[int, int, str], None]
"""Called after each turn with turns done, turns planned and what was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingDocument:
    """A document as it enters the hearing."""

    file: str
    """Name in the review."""
    title: str
    """Public title: ``证3 借条``, ``民事起诉状``."""
    kind: str
    text: str
    sha256: str
    visibility: Literal["public"] | tuple[str, ...]
    """``public``, or the roles that may see it."""
    side: Side
    """Who supplied it."""
    exhibit: str | None = None
    """``证3``; None for pleadings, powers of attorney and private files."""
    first_page: int | None = None
    """First page in the paging of that side's exhibits; taken from the judge's review where it is None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A draft or a turn that came to nothing; never a weakness of the case."""

    role: str
    act: str
    code: str
    """A fault's code, or ``technical``."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a hearing ended."""

    run_dir: Path
    turns: int
    """Accepted speeches."""
    planned: int
    """Turns that the plan needs, without follow-ups and fresh turns."""
    rejected: int
    """Drafts that came back."""
    failures: tuple[Failure, ...]
    complete: bool
    remaining: tuple[str, ...]
    """What the procedure lacks, in Chinese."""
    omitted_seats: tuple[str, ...]
    head_seq: int
    head_hash: str


class ClerkRefused(errors.Conflict):
    """The clerk refused a command: look at its message, put the folder right, call again."""

    code = "clerk_refused"

    def __init__(self, refusal: Refusal) -> None:
        """Carry the clerk's own code and message."""
        super().__init__(refusal.message, where=refusal.code)


@contextmanager
def _clerk_errors() -> Generator[None]:
    try:
        yield
    except Refusal as refusal:
        raise ClerkRefused(refusal) from refusal


def hold(
    reviews: Mapping[str, Review],
    documents: Sequence[HearingDocument],
    run_dir: Path,
    *,
    profile: str = "ordinary",
    max_turns: int | None = None,
    roles: Mapping[str, Role] | None = None,
    on_progress: Progress | None = None,
) -> Outcome:
    """Hold one hearing from opening to closing and render its record.

    Holding it again in the same folder is refused; take a new one. A role that
    fails, however it fails, loses its turn and no more; whatever else goes wrong
    leaves a closed, incomplete record behind. A process that was killed leaves
    its folder open: that is the caller's to clear away.

    Args:
        reviews: Each role's review, computed from what that role may see: plaintiff, defendant, judge.
        documents: All documents of the run, private ones included.
        run_dir: Folder of the run, missing or empty.
        profile: Name of the kind of hearing, see ``agenda.PROFILES``.
        max_turns: Budget of turns; by default what the plan needs, with a reserve. If it is too small the record
            is closed as incomplete and says what remains.
        roles: Who speaks for a seat; rules speak where nobody is named.
        on_progress: Told after each turn.

    Returns:
        The outcome; ``complete`` only if the ordered procedure holds.

    Raises:
        ClerkRefused: The folder is in use or cannot be written.
        Invalid: There is no such profile.
    """
    if profile not in PROFILES:
        raise errors.Invalid(f"没有程序方案 {profile}。", next_step=f"可用：{'、'.join(PROFILES)}。")
    hearing = _prepare(reviews, documents, run_dir, PROFILES[profile], roles or {})
    needed = hearing.turns_needed()
    budget = max_turns or needed + 2 * len(hearing.questions) + needed // 10 + 6
    with _clerk_errors():
        hearing.clerk.init("civil", {"schema_version": 1, "documents": hearing.manifest}, budget)
        try:
            hearing.run(budget, on_progress)
            return hearing.close(run_dir, needed)
        except BaseException:
            hearing.abandon()
            raise


# Preparing ------------------------------------------------------------------------------------------------------------


def make_manifest(documents: Sequence[HearingDocument]) -> list[dict[str, Any]]:
    """Return the clerk's documents: ``D-001`` … for public ones, ``P-001`` … for private ones, in the order given."""
    manifest: list[dict[str, Any]] = []
    counts = {"D": 0, "P": 0}
    for document in documents:
        family = "D" if document.visibility == "public" else "P"
        counts[family] += 1
        number = (document.exhibit or "").replace("对方", SIDE_WORDS[document.side])
        entry: dict[str, Any] = {
            "id": f"{family}-{counts[family]:03d}",
            "title": document.title.replace("对方证", f"{SIDE_WORDS[document.side]}证").strip() or "未命名材料",
            "visibility": "public" if document.visibility == "public" else list(document.visibility),
            "text": document.text.strip() or "（未读：该件的文字尚未读取，以原件为准。）",
            "kind": document.kind,
            "source": document.side,
            "sha256": document.sha256,
        }
        if number and family == "D":
            entry["locator"] = f"{number}第{document.first_page or 1}页"
        manifest.append(entry)
    return manifest


def _prepare(
    reviews: Mapping[str, Review],
    documents: Sequence[HearingDocument],
    run_dir: Path,
    profile: Profile,
    roles: Mapping[str, Role],
) -> _Hearing:
    pages = {item.file: item.first_page for item in reviews["judge"].documents}
    paged = [replace(item, first_page=item.first_page or pages.get(item.file)) for item in documents]
    manifest = make_manifest(paged)
    public = [item for item in manifest if item["visibility"] == "public"]
    record = Record(documents=tuple(PublicDocument.read(item) for item in public))
    spoken = {role: as_spoken(reviews[role]) for role in (*SIDES, "judge")}
    desks = {role: Desk(role, spoken[role], _packet_for(role, manifest)) for role in spoken}
    issues = plan_issues(spoken["judge"])
    asked = plan_questions(desks["judge"], issues) if 5 in profile.parts else ()
    own = plan_party_questions(spoken, issues, len(asked) + 1) if 5 in profile.parts else []
    questions = {question.id: question for question in (*asked, *own)}
    titles = {issue.id: issue.title for issue in issues}
    names = {item["id"]: desks["judge"].name(item["id"]) for item in public}
    words = [*titles.values(), *(question.text for question in questions.values())]
    words += [cell.fact for review in (reviews["judge"], spoken["judge"]) for cell in review.cells]
    speakers: dict[str, Role] = {
        "plaintiff": Counsel("plaintiff", spoken["plaintiff"]),
        "defendant": Counsel("defendant", spoken["defendant"]),
        "judge": Judge(spoken["judge"]),
    }
    return _Hearing(
        clerk=Clerk.open(run_dir),
        manifest=manifest,
        profile=profile,
        plan=Plan(
            groups=plan_groups(record, desks),
            inquiries=tuple(_inquiry(question, titles) for question in questions.values()),
            titles={**titles, **{item["id"]: item["title"] for item in public}},
        ),
        issues=issues,
        questions=questions,
        names=names,
        papers=lay_out(manifest, reviews, words),
        roles={**speakers, **roles},
        record=record,
    )


def _packet_for(role: str, manifest: Sequence[dict[str, Any]]) -> Packet:
    visible = [item for item in manifest if item["visibility"] == "public" or role in item["visibility"]]
    return {"documents": visible, "history": []}


def _inquiry(question: Question, titles: Mapping[str, str]) -> Inquiry:
    if question.by != "judge":
        item = f"发问·{SIDE_WORDS[question.by]}"
    elif question.issue:
        item = f"询问·{question.issue} {titles[question.issue]}"
    else:
        item = f"询问·{question.id}"
    return Inquiry(id=question.id, to=question.to, item=item, by=question.by)


def plan_groups(record: Record, desks: Mapping[str, Desk]) -> tuple[tuple[str, ...], ...]:
    """Plan which exhibits are heard together: the plaintiff's first, undisputed ones in groups of up to six.

    Which exhibits a side disputes was settled when the evidence was exchanged,
    so the grouping tells nobody anything new.
    """
    groups: list[tuple[str, ...]] = []
    for side in SIDES:
        answering = desks[SIDES[1 - SIDES.index(side)]]
        offered = [item.id for item in record.exhibits() if (item.side or "plaintiff") == side]
        disputed = [name for name in offered if _is_disputed(answering, name)]
        quiet = [name for name in offered if name not in disputed]
        groups += _chunks(quiet, GROUP_MAX)
        groups += _merge(_alike(answering, disputed))
    return tuple(groups)


def _is_disputed(desk: Desk, name: str) -> bool:
    document = desk.file_of(name)
    return document is not None and document.side != desk.role and is_disputed(desk, document)


def _chunks(names: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(names[at : at + size]) for at in range(0, len(names), size)]


def _alike(desk: Desk, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Put disputed exhibits of one kind that are offered for the same facts together, in small groups."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        document = desk.file_of(name)
        facts = [offer.fact for offer in offers(desk.review, document)] if document else []
        found.setdefault((document.kind if document else name, *facts), []).append(name)
    return [chunk for alike in found.values() for chunk in _chunks(alike, ALIKE_MAX)]


def _merge(groups: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Merge neighbouring groups of a large case until the hearing is of a bearable length."""
    while len(groups) > ALONE_UP_TO:
        pairs = [(*groups[at], *(groups[at + 1] if at + 1 < len(groups) else ())) for at in range(0, len(groups), 2)]
        if any(len(pair) > GROUP_MAX for pair in pairs):
            break
        groups = pairs
    return groups


# Running --------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Hearing:
    """One run in progress."""

    clerk: Clerk
    manifest: list[dict[str, Any]]
    profile: Profile
    plan: Plan
    issues: tuple[Issue, ...]
    questions: dict[str, Question]
    names: dict[str, str]
    papers: Papers
    roles: Mapping[str, Role]
    record: Record
    waived: set[Key] = field(default_factory=set[Key])
    failures: list[Failure] = field(default_factory=list[Failure])
    rejected: int = 0
    turns_left: int = 0

    def turns_needed(self) -> int:
        """Count the turns that the plan needs; the debate on issues not yet stated is counted in advance."""
        return len(acts_of(self.record, self.profile, self.plan)) + self._debate_ahead()

    def _debate_ahead(self) -> int:
        stated = follow(self.record).issues or ("issues", "") in self.waived
        return 0 if stated or 6 not in self.profile.parts else 2 * len(self.issues)

    def run(self, budget: int, on_progress: Progress | None) -> None:
        """Take act after act until nothing is left to do or no turn is left to do it in."""
        self.turns_left = budget
        left = self._left()
        while left and self.turns_left > 0:
            act = left[0]
            require_next(self.record, act, self.profile, self.plan, self.waived)
            self._take(act)
            left = self._left()
            if on_progress:
                done = len(self.record.turns)
                on_progress(done, done + len(left) + self._debate_ahead(), act.text)

    def _left(self) -> tuple[Act, ...]:
        return outstanding(self.record, self.profile, self.plan, self.waived)

    def _take(self, act: Act) -> None:
        """Give an act its turn, and a fresh plainer one if it must be done; give it up after that."""
        for plain in (False,) if act.kind in OPTIONAL else (False, True):
            if self.turns_left < 1:
                return
            self.turns_left -= 1
            task = make_task(act, self.issues, self.questions, self.names, plain=plain)
            owed = owed_turns(act, follow(self.record).done)
            packet = self.clerk.dispatch(act.role, act.stage, act.item, task.prompt, owed)
            if self._speak(packet, task):
                return
        self.waived |= set(act.keys)

    def _speak(self, packet: Packet, task: Task) -> bool:
        """Ask for drafts until one passes; cancel the turn when none does."""
        faults: tuple[Fault, ...] = ()
        for _ in range(DRAFTS):
            try:
                draft = self._ask_role(packet, task)
            except Exception as error:  # noqa: BLE001 - a role is somebody else's code and may fail in any way
                why = _in_words(error)
                self._fail(task, "technical", why)
                self.clerk.cancel(f"技术失败：{why}")
                return False
            faults = check(draft, task, packet, self.record, self.papers) or self._commit(packet, task, draft)
            if not faults:
                return True
            self.rejected += 1
            for fault in faults:
                self._fail(task, fault.code, fault.text)
            task = replace(task, correction="；".join(fault.text for fault in faults))
        self.clerk.cancel(f"语义检查未通过：{'；'.join(fault.text for fault in faults)[:500]}")
        return False

    def _ask_role(self, packet: Packet, task: Task) -> Draft:
        """Have the role speak from a copy of its packet; anything but a draft of text is its failure."""
        draft: Any = self.roles[task.act.role].speak(deepcopy(packet), task)
        body, citations = draft.body, tuple(draft.citations)
        if not all(isinstance(text, str) for text in (body, *citations)):
            raise TypeError("a draft is text with the ids that it cites")
        return Draft(body, citations)

    def _commit(self, packet: Packet, task: Task, draft: Draft) -> tuple[Fault, ...]:
        """Commit a checked draft; the clerk's refusal of its content counts as one more fault."""
        speech = {**packet["submission_template"], "body": draft.body, "citations": list(draft.citations)}
        try:
            receipt = self.clerk.commit(speech)
        except Refusal as refusal:
            if refusal.code not in ("body_too_long", "too_many_citations", "citation_not_public", "not_utf8"):
                raise
            return (Fault(refusal.code, refusal.message),)
        turn = Turn(
            seq=receipt["accepted_seq"],
            role=task.act.role,
            stage=task.act.stage,
            issue=task.act.item,
            body=draft.body,
            citations=draft.citations,
            responds_to=tuple(packet["assignment"]["responds_to"]),
        )
        self.record = replace(self.record, turns=(*self.record.turns, turn))
        return ()

    def _fail(self, task: Task, code: str, text: str) -> None:
        self.failures.append(Failure(role=task.act.role, act=task.act.text, code=code, text=text))

    def close(self, run_dir: Path, needed: int) -> Outcome:
        """Close the run, complete only if the ordered procedure holds, and render it."""
        remaining = missing_acts(self.record, self.profile)
        if remaining:
            used_up = "回合预算已用完；" if self.turns_left < 1 else ""
            listed = "；".join(remaining[:20]) + (f"等{len(remaining)}项" if len(remaining) > 20 else "")
            self.clerk.close(f"{used_up}尚未完成：{listed}。", incomplete=True)
        else:
            self.clerk.close(f"{self.profile.title}：约定的环节已完成；未设席位：{'、'.join(OMITTED_SEATS)}。")
        self._write_rejections(run_dir)
        head = self.clerk.render()["head"]
        return Outcome(
            run_dir=run_dir,
            turns=len(self.record.turns),
            planned=needed,
            rejected=self.rejected,
            failures=tuple(self.failures),
            complete=not remaining,
            remaining=remaining,
            omitted_seats=OMITTED_SEATS,
            head_seq=head["seq"],
            head_hash=head["hash"],
        )

    def abandon(self) -> None:
        """Leave no open run behind when the hearing broke off; says nothing of why, for the reason is public."""
        with suppress(Exception):
            self.clerk.cancel("主控中断")
        with suppress(Exception):
            self.clerk.close("主控中断，庭审未完成。", incomplete=True)

    def _write_rejections(self, run_dir: Path) -> None:
        """Leave the count of rejected drafts in the caller's own corner of the run folder, without their words."""
        target = run_dir / REJECTIONS
        target.parent.mkdir(exist_ok=True)
        items = [{"role": item.role, "act": item.act, "code": item.code} for item in self.failures]
        target.write_text(
            json.dumps({"rejected": self.rejected, "items": items}, ensure_ascii=False, indent=1), encoding="utf-8"
        )


def _in_words(error: Exception) -> str:
    """Put an exception into words that the clerk can write, whatever it holds."""
    try:
        told = str(error)
    except Exception:  # noqa: BLE001 - even its words may fail
        told = ""
    return f"{type(error).__name__}：{told}".encode("utf-8", "replace").decode()[:500]
