"""Debriefing a record: what was asked, admitted, left open, and by whose fault.

Works on any host's record, because everything is read from the clerk's events
and the labels in the speeches; a review, where there is one, adds the cells. A
cell changes by a recorded event only: its stance by an admission or a denial,
its mark by a named rule. A question without an answer is never a finding of
fact. A turn that a later one corrects is left out of everything but the list of
turns. All of it can be computed again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from zuno.casework.records import AdmissionRecord, Cell, CellChange, Debrief, Gap, QuestionOutcome, Review, Turn
from zuno.hearing.agenda import OMITTED_SEATS, ROLE_NAMES, SIDES, PublicDocument, Record, find_ids
from zuno.hearing.clerk import Clerk
from zuno.hearing.labels import Aspect, Label, clauses, unquoted
from zuno.hearing.procedure import missing_acts
from zuno.hearing.progress import Asked, Progress, follow, read_labels, spoken_aspects

REJECTIONS = ("submissions", "rejections.json")
_CELL_ID = re.compile(r"CL-\d+/[A-Z0-9]+")
_APPLICATION = re.compile(r"(?<!不)(?<!是否)(?<!未)(?<!保留)申请(?!回避|书|人)")
_ACCEPTED = re.compile(r"无异议|认可|没有异议|不持异议")
_REFUSED = re.compile(r"(?:不|未)(?:予|能)?认可|有异议|不予确认|暂不确认")
_DENIED = re.compile(r"否认")
_CHECKED = re.compile(r"语义检查未通过")
_OPEN_MARKS = frozenset({"doubtful", "missing", "rebutted"})
_ORIGINAL_RULES = frozenset({"copy_without_original", "no_original"})
"""Rules whose doubt ends when the other side accepts the paper as genuine (证据规定 art. 89)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A record as read from the clerk's events."""

    record: Record
    head_seq: int
    head_hash: str
    complete: bool
    cancelled: tuple[tuple[int, str, str], ...] = ()
    """(seq, role, reason) of cancelled turns; internal, the reason is not public."""
    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    """SHA-256 by document id, where the manifest gives it."""


def read_record(run_dir: Path) -> Heard:
    """Read a run folder through the clerk, which checks the chain.

    Raises:
        Refusal: There is no record, or it is damaged; the clerk's message says where.
    """
    clerk = Clerk.open(run_dir)
    events = clerk.record()
    dispatched = {event["turn_id"]: event for event in events if event["type"] == "dispatch"}
    documents: dict[str, dict[str, Any]] = {}
    for event in events:
        for item in event.get("documents", ()):
            if item["visibility"] == "public":
                documents[item["id"]] = item
    turns = [_read_turn(event, dispatched[event["turn_id"]]) for event in events if event["type"] == "speech"]
    cancelled = [
        (event["seq"], str(dispatched[event["turn_id"]]["role"]), str(event["reason"]))
        for event in events
        if event["type"] == "cancel"
    ]
    return Heard(
        record=Record(
            documents=tuple(PublicDocument.read(item) for item in documents.values()),
            turns=tuple(turns),
        ),
        head_seq=int(events[-1]["seq"]),
        head_hash=str(events[-1]["hash"]),
        complete=events[-1]["type"] == "close" and bool(events[-1]["complete"]),
        cancelled=tuple(cancelled),
        digests={name: str(item["sha256"]) for name, item in documents.items() if "sha256" in item},
    )


def _read_turn(event: Mapping[str, Any], dispatch: Mapping[str, Any]) -> Turn:
    speech = event["speech"]
    return Turn(
        seq=event["seq"],
        role=speech["role"],
        stage=dispatch["stage"],
        issue=dispatch["issue"],
        body=speech["body"],
        citations=tuple(speech["citations"]),
        responds_to=tuple(speech["responds_to"]),
    )


def debrief(run_dir: Path, review: Review | None) -> Debrief:
    """Debrief the record in a run folder.

    Args:
        run_dir: The clerk's folder, any host's.
        review: The review as it stood before the hearing; None where there is none.

    Returns:
        What the events show. ``rejected_drafts`` counts what the caller left in ``submissions/``, else cancelled
        turns whose reason says that the checks failed.

    Raises:
        Refusal: There is no record, or it is damaged.
    """
    heard = read_record(run_dir)
    corrected = find_corrected(heard.record)
    kept = replace(heard.record, turns=tuple(turn for turn in heard.record.turns if turn.seq not in corrected))
    progress = follow(kept)
    spoken = [(turn, label) for turn in kept.turns for label in read_labels(turn, progress)]
    admissions = _read_admissions(spoken, review)
    questions = [_read_question(question, review) for question in progress.questions.values()]
    changes: list[CellChange] = []
    if review is not None:
        changes = [*_stance_changes(review, admissions, spoken, progress), *_mark_changes(review, heard, kept)]
    gaps = [
        *_material_gaps(review, questions, changes),
        *_argument_gaps(review, questions, heard, kept, progress),
        *_execution_gaps(corrected, heard),
        *_technical_gaps(heard),
    ]
    return Debrief(
        head_seq=heard.head_seq,
        head_hash=heard.head_hash,
        complete=heard.complete,
        missing_acts=missing_acts(heard.record),
        turns=heard.record.turns,
        titles=tuple((item.id, item.title) for item in heard.record.documents),
        questions=tuple(questions),
        admissions=tuple(admissions),
        changes=tuple(changes),
        gaps=tuple(gaps),
        clarifications=tuple(turn.seq for turn in kept.turns if _clarifies(turn, progress)),
        applications=tuple(_applications(spoken)),
        omitted_seats=OMITTED_SEATS,
        rejected_drafts=_count_rejected(run_dir, heard),
    )


def find_corrected(record: Record) -> dict[int, int]:
    """Return the turns that a later turn of the same role corrects, with the turn that does.

    A correction names its turn in the label, ``【更正 12】``, or carries the
    label and responds to it.
    """
    roles = {turn.seq: turn.role for turn in record.turns}
    found: dict[int, int] = {}
    for turn in record.turns:
        for label in read_labels(turn):
            if label.kind != "correction":
                continue
            named = [int(target) for target in label.targets if target.isdigit()] or list(turn.responds_to)
            found |= {seq: turn.seq for seq in named if roles.get(seq) == turn.role and seq < turn.seq}
    return found


# Admissions and questions ---------------------------------------------------------------------------------------------


def _read_admissions(spoken: Iterable[tuple[Turn, Label]], review: Review | None) -> list[AdmissionRecord]:
    found: list[AdmissionRecord] = []
    for turn, label in spoken:
        if label.kind == "admission":
            cells = _admitted_cells(turn, label, review)
            record = AdmissionRecord(seq=turn.seq, role=turn.role, text=label.text, withdrawn_in=None, cells=cells)
            found.append(record)
        elif label.kind == "withdrawal":
            at = _find_withdrawn(found, turn, label)
            if at is not None:
                found[at] = replace(found[at], withdrawn_in=turn.seq)
    return found


def _find_withdrawn(found: list[AdmissionRecord], turn: Turn, label: Label) -> int | None:
    """Return which admission a withdrawal takes back: the one it names, else the role's last on the same cells."""
    named = {int(target) for target in label.targets if target.isdigit()} | set(turn.responds_to)
    own = [at for at, item in enumerate(found) if item.role == turn.role and item.withdrawn_in is None]
    cells = set(_CELL_ID.findall(label.text))
    exact = [at for at in own if found[at].seq in named and (not cells or cells & set(found[at].cells))]
    by_cell = [at for at in own if cells & set(found[at].cells)]
    return next(iter([*exact, *reversed(by_cell), *(reversed(own) if not cells and not named else ())]), None)


def _admitted_cells(turn: Turn, label: Label, review: Review | None) -> tuple[str, ...]:
    """Return the cells that an admission goes to: those it names, else those of its issue that are not its own."""
    named = tuple(dict.fromkeys(_CELL_ID.findall(label.text)))
    if named or review is None:
        return named
    issues = label.ids("I") or tuple(name for name in find_ids(turn.issue) if name.startswith("I-"))
    return tuple(cell.id for cell in review.cells if _is_of(cell, issues, review) and cell.burden_side != turn.role)


def _is_of(cell: Cell, issues: Iterable[str], review: Review) -> bool:
    return any(issue.id in issues and cell.id in issue.cells for issue in review.issues)


def _read_question(question: Asked, review: Review | None) -> QuestionOutcome:
    return QuestionOutcome(
        id=question.id,
        to=question.to,
        text=question.texts[0],
        ended=question.ended,
        asked_in=question.asked_in[0],
        answered_in=tuple(reply.seq for reply in question.replies),
        cells=_question_cells(question, review),
    )


def _question_cells(question: Asked, review: Review | None) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(_CELL_ID.findall("\n".join(question.texts))))
    if named or review is None:
        return named
    issues = [name for name in find_ids(question.item) if name.startswith("I-")]
    return tuple(cell.id for cell in review.cells if _is_of(cell, issues, review))


# Changes of cells -----------------------------------------------------------------------------------------------------


def _stance_changes(
    review: Review,
    admissions: Iterable[AdmissionRecord],
    spoken: Iterable[tuple[Turn, Label]],
    progress: Progress,
) -> list[CellChange]:
    """Move the other side's stance by its own words: admitted, withdrawn, or denied where it had said nothing."""
    stance = {cell.id: cell.opponent for cell in review.cells}
    burden = {cell.id: cell.burden_side for cell in review.cells}
    moves: list[tuple[int, str, str, str]] = []
    for item in admissions:
        for cell in item.cells:
            if burden.get(cell) not in (None, item.role):
                moves.append((item.seq, cell, "admitted", "当庭自认（证据规定第3条）"))
                if item.withdrawn_in is not None:
                    moves.append((item.withdrawn_in, cell, "disputed", "撤回自认，是否准许由法庭决定（证据规定第9条）"))
    for turn, label in spoken:
        for cell in _denied_cells(turn, label, progress):
            if burden.get(cell) not in (None, turn.role):
                moves.append((turn.seq, cell, "disputed", "当庭否认"))
    changes: list[CellChange] = []
    for seq, cell, after, why in sorted(moves, key=lambda move: move[0]):
        before = stance[cell]
        if before == after or (why == "当庭否认" and before != "not_stated"):
            continue
        changes.append(CellChange(cell=cell, axis="opponent", before=before, after=after, seq=seq, why=why))
        stance[cell] = after  # pyright: ignore[reportArgumentType]
    return changes


def _denied_cells(turn: Turn, label: Label, progress: Progress) -> tuple[str, ...]:
    """Return the cells that an answer denies, sentence by sentence in the order in which the question named them."""
    if label.kind != "answer" or not label.ids("Q"):
        return ()
    question = progress.questions.get(label.ids("Q")[0])
    if question is None or question.to != turn.role:
        return ()
    cells = tuple(dict.fromkeys(_CELL_ID.findall(question.texts[0])))
    said = clauses(label.text)
    if len(said) != len(cells):
        said = (label.text,) * len(cells)
    return tuple(
        cell
        for cell, clause in zip(cells, said, strict=True)
        if _DENIED.search(unquoted(clause)) and "承认" not in unquoted(clause)
    )


def _mark_changes(review: Review, heard: Heard, kept: Record) -> list[CellChange]:
    """Lift the doubt about a missing original where the other side accepted the paper as genuine."""
    names = {digest: name for name, digest in heard.digests.items()}
    files = {item.file: names.get(item.sha256) for item in review.documents}
    changes: list[CellChange] = []
    for cell in review.cells:
        ids = {files.get(quote.file) for quote in cell.evidence}
        if cell.mark != "doubtful" or cell.rule not in _ORIGINAL_RULES or not ids or None in ids:
            continue
        rival = SIDES[1 - SIDES.index(cell.burden_side)]
        accepted = [_accepted_in(kept, str(name), rival) for name in ids]
        if all(accepted):
            changes.append(
                CellChange(
                    cell=cell.id,
                    axis="mark",
                    before=cell.mark,
                    after="supported",
                    seq=max(seq for seq in accepted if seq),
                    why="对方当庭认可真实性（规则 authenticity_accepted，证据规定第89条）",
                )
            )
    return changes


def _accepted_in(record: Record, exhibit: str, role: str) -> int | None:
    """Return the turn in which a role accepted an exhibit as genuine, None if it did not or took it back."""
    accepted: int | None = None
    for turn in record.turns:
        for label in read_labels(turn) if turn.role == role else ():
            if "真实性" not in spoken_aspects([label], {exhibit}, alone=False):
                continue
            clause = _clause_on("真实性", label)
            objected = label.kind == "challenge" or _REFUSED.search(clause)
            accepted = None if objected or not _ACCEPTED.search(clause) else turn.seq
    return accepted


def _clause_on(aspect: Aspect, label: Label) -> str:
    own = unquoted(label.text)
    match = re.search(rf"{aspect}[^。]*", own)
    return match.group() if match else own


# Gaps -----------------------------------------------------------------------------------------------------------------


def _material_gaps(
    review: Review | None, questions: Iterable[QuestionOutcome], changes: Iterable[CellChange]
) -> list[Gap]:
    """List what the material cannot carry: cells still open, and questions that it could not answer."""
    gaps = [
        Gap(
            kind="material",
            text=f"{item.id}现有材料不能回答：{_short(item.text)}",
            cells=item.cells,
            seqs=(item.asked_in, *item.answered_in),
        )
        for item in questions
        if item.ended == "cannot_answer"
    ]
    covered = {cell for gap in gaps for cell in gap.cells}
    after = {(change.cell, change.axis): change.after for change in changes}
    for cell in review.cells if review else ():
        mark, stance = after.get((cell.id, "mark"), cell.mark), after.get((cell.id, "opponent"), cell.opponent)
        if mark in _OPEN_MARKS and stance not in ("admitted", "undisputed") and cell.id not in covered:
            seqs = tuple(
                seq for item in questions if cell.id in item.cells for seq in (item.asked_in, *item.answered_in)
            )
            wanted = f"；可补：{'、'.join(cell.wanted[:3])}" if cell.wanted else ""
            gaps.append(Gap(kind="material", text=f"“{cell.fact}”庭审后仍未落实{wanted}", cells=(cell.id,), seqs=seqs))
    return gaps


def _argument_gaps(
    review: Review | None, questions: Iterable[QuestionOutcome], heard: Heard, kept: Record, progress: Progress
) -> list[Gap]:
    """List what was there but was not said: evaded or open questions, and evidence not used in the debate."""
    gaps = [
        Gap(
            kind="argument",
            text=f"{item.id}{'回避' if item.ended == 'evaded' else '未答'}：{_short(item.text)}（不据此认定事实）",
            cells=item.cells,
            seqs=(item.asked_in, *item.answered_in),
        )
        for item in questions
        if item.ended in ("evaded", "open")
    ]
    if review is None:
        return gaps
    names = {digest: name for name, digest in heard.digests.items()}
    files = {item.file: names.get(item.sha256) for item in review.documents if item.exhibit}
    said = {turn.seq: set(turn.citations) | set(find_ids(turn.body)) for turn in kept.turns}
    for issue in review.issues:
        for cell in (cell for cell in review.cells if cell.id in issue.cells and cell.mark == "supported"):
            seq = progress.done.get(("debate", f"{issue.id}:{cell.burden_side}"))
            ids = {name for quote in cell.evidence if (name := files.get(quote.file))}
            if seq is not None and ids and not ids & said[seq] and cell.opponent not in ("admitted", "undisputed"):
                text = f"{issue.id}辩论未用到“{cell.fact}”的现有证据：{'、'.join(sorted(ids))}"
                gaps.append(Gap(kind="argument", text=text, cells=(cell.id,), seqs=(seq,)))
    return gaps


def _execution_gaps(corrected: Mapping[int, int], heard: Heard) -> list[Gap]:
    gaps = [
        Gap(kind="execution", text=f"第{seq}号发言由第{by}号更正，不计入复盘", cells=(), seqs=(seq, by))
        for seq, by in corrected.items()
    ]
    gaps += [
        Gap(kind="execution", text=f"{ROLE_NAMES.get(role, role)}的稿件两次未通过检查，回合取消", cells=(), seqs=(seq,))
        for seq, role, reason in heard.cancelled
        if _CHECKED.search(reason)
    ]
    return gaps


def _technical_gaps(heard: Heard) -> list[Gap]:
    gaps = [
        Gap(kind="technical", text=f"{ROLE_NAMES.get(role, role)}的回合被取消", cells=(), seqs=(seq,))
        for seq, role, reason in heard.cancelled
        if not _CHECKED.search(reason)
    ]
    if not heard.complete:
        gaps.append(Gap(kind="technical", text="记录没有正常关闭，属部分笔录", cells=(), seqs=(heard.head_seq,)))
    return gaps


def _short(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"


# The rest -------------------------------------------------------------------------------------------------------------


def _clarifies(turn: Turn, progress: Progress) -> bool:
    labels = read_labels(turn, progress) if turn.role == "judge" else ()
    return any("释明" in unquoted(label.text) for label in labels)


def _applications(spoken: Iterable[tuple[Turn, Label]]) -> list[tuple[int, str]]:
    """Return each sentence in which a party applies for something, once per turn."""
    found: dict[tuple[int, str], None] = {}
    for turn, label in spoken:
        for clause in clauses(label.text) if turn.role != "judge" else ():
            if _APPLICATION.search(unquoted(clause)):
                found[(turn.seq, clause)] = None
    return list(found)


def _count_rejected(run_dir: Path, heard: Heard) -> int:
    try:
        noted: Any = json.loads(run_dir.joinpath(*REJECTIONS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        noted = None
    if isinstance(noted, dict) and isinstance(noted.get("rejected"), int):
        return int(noted["rejected"])
    return sum(bool(_CHECKED.search(reason)) for _seq, _role, reason in heard.cancelled)
