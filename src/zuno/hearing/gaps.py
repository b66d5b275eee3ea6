"""What a hearing left open, sorted by whose it is: the material's, the argument's, a role's, the technique's.

An execution error or a technical failure is no weakness of the case. A question
without an answer is a gap, never a finding of fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from zuno.casework.records import CellChange, Gap, QuestionOutcome, Review
from zuno.hearing.agenda import ROLE_NAMES, Record, find_ids
from zuno.hearing.corrections import find_corrected, without_corrected
from zuno.hearing.heard import Heard
from zuno.hearing.progress import Progress, find_unread

CHECKED = re.compile(r"语义检查未通过")
"""The reason of a cancelled turn whose drafts did not pass the checks."""
_OPEN_MARKS = frozenset({"doubtful", "missing", "rebutted"})


def find_gaps(
    review: Review | None,
    heard: Heard,
    progress: Progress,
    questions: Iterable[QuestionOutcome],
    changes: Iterable[CellChange],
) -> list[Gap]:
    """Return the gaps of a record, those of the case first.

    Args:
        review: The review as it stood before the hearing; None where there is none.
        heard: The record.
        progress: What the record shows as done.
        questions: How the questions ended.
        changes: What the hearing changed.
    """
    kept = without_corrected(heard.record)
    return [
        *_material_gaps(review, questions, changes),
        *_argument_gaps(review, questions, heard, kept, progress),
        *_execution_gaps(find_corrected(heard.record), heard),
        *_technical_gaps(heard),
        *_unread_gaps(kept, progress),
    ]


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
        if CHECKED.search(reason)
    ]
    return gaps


def _technical_gaps(heard: Heard) -> list[Gap]:
    gaps = [
        Gap(kind="technical", text=f"{ROLE_NAMES.get(role, role)}的回合被取消", cells=(), seqs=(seq,))
        for seq, role, reason in heard.cancelled
        if not CHECKED.search(reason)
    ]
    if not heard.complete:
        gaps.append(Gap(kind="technical", text="记录没有正常关闭，属部分笔录", cells=(), seqs=(heard.head_seq,)))
    return gaps


def _short(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"


def _unread_gaps(kept: Record, progress: Progress) -> list[Gap]:
    """List the labels that somebody meant and nobody could read, so that none vanishes in silence."""
    unread = [(turn.seq, label) for turn in kept.turns for label in find_unread(turn, progress)]
    if not unread:
        return []
    text = "；".join(f"第{seq}号{label}" for seq, label in unread)
    seqs = tuple(dict.fromkeys(seq for seq, _ in unread))
    return [Gap(kind="technical", text=f"像标签而没有读出、不计入的：{text}", cells=(), seqs=seqs)]
