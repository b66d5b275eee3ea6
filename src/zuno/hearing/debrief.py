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
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from zuno.casework.records import AdmissionRecord, Cell, CellChange, Debrief, QuestionOutcome, Review, Turn
from zuno.hearing.agenda import OMITTED_SEATS, SIDES, Record, find_ids
from zuno.hearing.corrections import without_corrected
from zuno.hearing.gaps import CHECKED, find_gaps
from zuno.hearing.heard import Heard, read_record
from zuno.hearing.labels import Label, clauses, unquoted
from zuno.hearing.procedure import missing_acts
from zuno.hearing.profiles import read_profile
from zuno.hearing.progress import Progress, follow, read_labels
from zuno.hearing.replies import Asked
from zuno.hearing.stances import passages, spoken_aspects

REJECTIONS = ("submissions", "rejections.json")
_CELL_ID = re.compile(r"CL-\d+/[A-Z0-9]+")
_APPLICATION = re.compile(r"(?<!不)(?<!是否)(?<!未)(?<!保留)申请(?!回避|书|人)")
_ACCEPTED = re.compile(r"无异议|认可|没有异议|不持异议")
_REFUSED = re.compile(r"(?:不|未)(?:予|能)?认可|(?<!没)有异议|不予确认|暂不确认")
_DENIED = re.compile(r"否认")
_ORIGINAL_RULES = frozenset({"copy_without_original", "no_original"})
"""Rules whose doubt ends when the other side accepts the paper as genuine (证据规定 art. 89)."""


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
    kept = without_corrected(heard.record)
    progress = follow(heard.record)
    spoken = [(turn, label) for turn in kept.turns for label in read_labels(turn, progress)]
    admissions = _read_admissions(spoken, review)
    questions = [_read_question(question, review) for question in progress.questions.values()]
    changes: list[CellChange] = []
    if review is not None:
        changes = [*_stance_changes(review, admissions, spoken, progress), *_mark_changes(review, heard, kept)]
    return Debrief(
        head_seq=heard.head_seq,
        head_hash=heard.head_hash,
        complete=heard.complete,
        missing_acts=missing_acts(heard.record, read_profile(heard.record)),
        turns=heard.record.turns,
        titles=tuple((item.id, item.title) for item in (*heard.record.documents, *heard.record.withdrawn)),
        questions=tuple(questions),
        admissions=tuple(admissions),
        changes=tuple(changes),
        gaps=tuple(find_gaps(review, heard, progress, questions, changes)),
        clarifications=tuple(turn.seq for turn in kept.turns if _clarifies(turn, progress)),
        applications=tuple(_applications(spoken)),
        omitted_seats=OMITTED_SEATS,
        rejected_drafts=_count_rejected(run_dir, heard),
    )


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
            said = "；".join(words for aspects, words in passages(label) if "真实性" in aspects)
            objected = label.kind == "challenge" or _REFUSED.search(said)
            accepted = None if objected or not _ACCEPTED.search(said) else turn.seq
    return accepted


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
    return sum(bool(CHECKED.search(reason)) for _seq, _role, reason in heard.cancelled)
