"""What a public record shows as done: acts fulfilled, exhibits answered, questions and how they ended.

Walks through the accepted speeches once. An act is fulfilled by a turn of the
right role on the right agenda item that carries the right label in the
speaker's own words; one turn fulfils the acts of its own item and nothing else,
so naming every act in one speech fulfils none of the others.

Everything here is computed from the record and can be computed again by anyone
who holds it. Knows nothing of what is still owed; ``procedure.py`` does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zuno.casework.records import Turn
from zuno.hearing.agenda import (
    GROUP_MAX,
    PART_NAMES,
    QUESTIONS_PER_TURN,
    ROLE_NAMES,
    SIDE_WORDS,
    SIDES,
    STEPS,
    Item,
    Key,
    PublicDocument,
    Record,
    infer_item,
    read_item,
)
from zuno.hearing.corrections import in_place
from zuno.hearing.issues import read_issues
from zuno.hearing.labels import ASPECTS, Aspect, Label, parse, unquoted, unread
from zuno.hearing.replies import Asked, Reply
from zuno.hearing.stances import accepted_aspects, spoken_aspects

_PERMISSION = re.compile(r"(?<!不)(?<!不予)(?<!未)(?<!是否)(?:准许|可以|许可|同意|允许|请.{0,4}发问)")
_PERMITTED = re.compile(
    r"(?<!不)(?<!不予)(?<!未)(?<!是否)(?:准许|许可|同意|允许|请)(原告|被告|双方)[^。；，答]{0,8}(?:发问|提问|询问)"
    r"|(原告|被告|双方)(?:现在|此时)?可以?[^。；，答不]{0,8}(?:发问|提问|询问)"
)
"""The judge lets a named side ask, in a turn on any item but the fixed steps."""


@dataclass(slots=True)
class Progress:
    """What the record shows as done; computed, never stored."""

    done: dict[Key, int] = field(default_factory=dict[Key, int])
    """Seq of the turn that fulfilled each act."""
    presented_by: dict[str, str] = field(default_factory=dict[str, str])
    aspects: dict[str, set[Aspect]] = field(default_factory=dict[str, set[Aspect]])
    """Per exhibit, what its opponent has spoken to."""
    accepted: dict[str, set[Aspect]] = field(default_factory=dict[str, set[Aspect]])
    """Per exhibit, what its opponent last accepted outright."""
    issues: dict[str, str] = field(default_factory=dict[str, str])
    """Issue ids with their titles, as the presiding judge stated them and left them standing."""
    questions: dict[str, Asked] = field(default_factory=dict[str, Asked])
    unpermitted: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])
    """(seq, role, question id) of what a party asked before the judge let it ask."""
    breaches: list[str] = field(default_factory=list[str])

    def is_uncontested(self, exhibit: str) -> bool:
        """Tell whether the opponent accepted an exhibit outright, in every property and for its purpose."""
        return len(self.accepted.get(exhibit, ())) == len(ASPECTS)


def read_labels(turn: Turn, progress: Progress | None = None) -> tuple[Label, ...]:
    """Return the labels of a turn that count; a party may ask in part 5 once the judge has let it."""
    return parse(turn.body, turn.role, _may_ask(turn, progress))


def _may_ask(turn: Turn, progress: Progress | None) -> bool:
    return _is_for_questions(turn) and (progress is None or ("permission", turn.role) in progress.done)


def _is_for_questions(turn: Turn) -> bool:
    kind = read_item(turn.issue).kind
    return kind in ("inquiry", "party_inquiry") or (kind == "none" and turn.stage == "questions")


def find_unread(turn: Turn, progress: Progress) -> tuple[str, ...]:
    """Return what looks like a label in a turn and was not read, questions that were not entered included."""
    entered = {name for name, question in progress.questions.items() if turn.seq in question.asked_in}
    asked = [label for label in read_labels(turn, progress) if label.kind == "question"]
    idle = [label for label in asked if not label.ids("Q") or not entered.issuperset(label.ids("Q"))]
    written = [f"【问题 {'、'.join(label.targets)}→{SIDE_WORDS.get(label.to or '', '')}】" for label in idle]
    return (*unread(turn.body, turn.role, _may_ask(turn, progress)), *written)


def follow(record: Record) -> Progress:
    """Walk through the record once and return what it fulfils."""
    progress = Progress()
    exhibits = {document.id: document for document in record.all_exhibits()}
    turns = in_place(record).turns
    for turn in turns:
        labels = read_labels(turn, progress)
        item = read_item(turn.issue)
        if item.kind == "none" or (item.kind == "procedure" and not item.name):
            item = infer_item(turn, labels)
        if item.kind == "procedure":
            _follow_step(progress, turn, item, labels)
        elif item.kind == "exhibit":
            _follow_exhibits(progress, turn, item, labels, exhibits)
        elif item.kind == "issue":
            _follow_debate(progress, turn, item, labels)
        elif item.kind in ("inquiry", "party_inquiry"):
            _follow_inquiry(progress, turn, labels)
        if turn.role == "judge" and item.kind not in ("procedure", "none"):
            _permit(progress, turn, item, labels)
    progress.breaches += [*_find_breaches(progress, turns), *_tell_unpermitted(progress)]
    return progress


def _follow_step(progress: Progress, turn: Turn, item: Item, labels: Sequence[Label]) -> None:
    for step in STEPS:
        side = turn.role if step.side == turn.role else item.side
        if step.name != item.name or step.role != turn.role or (step.side and step.side != side):
            continue
        words = "\n".join(unquoted(label.text) for label in labels if label.kind in step.labels)
        if not words.strip() or not re.search(step.words, words) or any(n not in progress.done for n in step.needs):
            continue
        progress.done.setdefault(step.key, turn.seq)
        if step.kind == "issues":
            progress.issues = read_issues(progress.issues, words)
        return


def _follow_exhibits(
    progress: Progress, turn: Turn, item: Item, labels: Sequence[Label], exhibits: Mapping[str, PublicDocument]
) -> None:
    """Move each exhibit of the item one step on: presented, answered on every aspect, replied to."""
    if turn.role not in SIDES:
        return
    kinds = {label.kind for label in labels}
    numbers = {_exhibit_number(document): document.id for document in reversed([*exhibits.values()])}
    ids = list(dict.fromkeys(numbers.get(name, name) for name in item.ids))
    heard = [name for name in ids if name in exhibits]
    for exhibit in heard[:GROUP_MAX]:
        presenter = progress.presented_by.get(exhibit)
        if presenter is None:
            offered_by = exhibits[exhibit].side
            if "claim" in kinds and offered_by in (None, turn.role):
                progress.presented_by[exhibit] = turn.role
                progress.done[("present", exhibit)] = turn.seq
        elif turn.role != presenter:
            names = {exhibit, _exhibit_number(exhibits[exhibit])}
            if _hear_answer(progress, exhibit, labels, names, alone=len(heard) == 1):
                progress.done.setdefault(("exhibit_answer", exhibit), turn.seq)
        elif ("exhibit_answer", exhibit) in progress.done and kinds & {"answer", "claim"}:
            progress.done.setdefault(("exhibit_reply", exhibit), turn.seq)


def _exhibit_number(document: PublicDocument) -> str:
    match = re.match(r"(?:对方|原告|被告)?证\d+", document.locator)
    return match[0] if match else document.id


def _hear_answer(
    progress: Progress, exhibit: str, labels: Sequence[Label], names: Collection[str], *, alone: bool
) -> bool:
    """Note what the opponent says to an exhibit, and tell whether every aspect has been spoken to."""
    now = spoken_aspects(labels, names, alone=alone)
    taken = accepted_aspects(labels, names, alone=alone)
    progress.accepted[exhibit] = (progress.accepted.get(exhibit, set()) - now) | taken
    progress.aspects[exhibit] = progress.aspects.get(exhibit, set()) | now
    return len(progress.aspects[exhibit]) == len(ASPECTS)


def _follow_debate(progress: Progress, turn: Turn, item: Item, labels: Sequence[Label]) -> None:
    issue = next((name for name in item.ids if name.startswith("I-")), None)
    spoken = {label.kind for label in labels} & {"claim", "challenge", "answer", "admission"}
    if issue is None or turn.role not in SIDES or not spoken:
        return
    if turn.role == "plaintiff" or ("debate", f"{issue}:plaintiff") in progress.done:
        progress.done.setdefault(("debate", f"{issue}:{turn.role}"), turn.seq)


def _follow_inquiry(progress: Progress, turn: Turn, labels: Sequence[Label]) -> None:
    asked = [label for label in labels if label.kind == "question" and label.ids("Q") and label.to]
    for label in asked[:QUESTIONS_PER_TURN]:
        _ask(progress, turn, label)
    if turn.role != "judge":
        if not _may_ask(turn, progress):
            wished = [label for label in parse(turn.body, turn.role, True) if label.kind == "question"]
            progress.unpermitted += [(turn.seq, turn.role, name) for label in wished for name in label.ids("Q")]
        if not asked:
            _answer(progress, turn, labels)


def _permit(progress: Progress, turn: Turn, item: Item, labels: Sequence[Label]) -> None:
    """Note which sides the judge lets ask, whatever else the turn does."""
    own = "\n".join(unquoted(label.text) for label in labels if label.kind == "preside")
    named = {match[1] or match[2] for match in _PERMITTED.finditer(own)}
    for side, word in SIDE_WORDS.items():
        on_item = item.kind == "party_inquiry" and item.side == side and _PERMISSION.search(own)
        if on_item or named & {word, "双方"}:
            progress.done.setdefault(("permission", side), turn.seq)


def _ask(progress: Progress, turn: Turn, label: Label) -> None:
    name, to = label.ids("Q")[0], label.to or ""
    if to == turn.role or not label.text.strip():
        return
    before = progress.questions.get(name)
    if before and before.by != turn.role:
        return
    progress.questions[name] = Asked(
        id=name,
        by=turn.role,
        to=before.to if before else to,
        item=before.item if before else turn.issue,
        texts=(*(before.texts if before else ()), label.text),
        asked_in=(*(before.asked_in if before else ()), turn.seq),
        replies=before.replies if before else (),
    )
    progress.done[("ask", f"{name}#{len(progress.questions[name].asked_in)}")] = turn.seq


def _answer(progress: Progress, turn: Turn, labels: Sequence[Label]) -> None:
    """Enter a reply to each question that waits for one: to its oldest asking that has none."""
    texts = {name: label.text for label in labels if label.kind == "answer" for name in label.ids("Q")}
    for question in list(progress.questions.values()):
        dodged = set(question.waiting) & set(turn.responds_to)
        if question.to != turn.role or not question.waiting or not (question.id in texts or dodged):
            continue
        text, asked = texts.get(question.id, ""), len(question.asked_in)
        reply = Reply(seq=turn.seq, text=text, citations=turn.citations, asked=asked)
        question = replace(question, replies=(*question.replies, reply))
        progress.questions[question.id] = question
        progress.done[("answer", f"{question.id}#{len(question.replies)}")] = turn.seq


_ORDER: tuple[tuple[str, str, str], ...] = (
    ("recusal_answer", "plea", "回避询问应在诉辩之前完成"),
    ("defence", "issues", "归纳争议焦点应在答辩之后"),
    ("issues_confirm", "debate", "法庭辩论应在争议焦点确认之后"),
    ("debate", "final", "最后陈述应在法庭辩论之后"),
    ("final", "closing", "闭庭应在最后陈述之后"),
)
"""(earlier act, later act, what was breached): the order that no profile gives up."""


def _find_breaches(progress: Progress, turns: Sequence[Turn]) -> list[str]:
    places = {turn.seq: at for at, turn in enumerate(turns)}
    found: list[str] = []
    for earlier, later, text in _ORDER:
        before = [places[seq] for (kind, _), seq in progress.done.items() if kind == earlier]
        after = [places[seq] for (kind, _), seq in progress.done.items() if kind == later]
        if before and after and max(before) > min(after):
            found.append(f"次序：{text}")
    return found


def _tell_unpermitted(progress: Progress) -> list[str]:
    """Say which party's questions were lost for want of permission; one that was put again properly is not lost."""
    return [
        f"{PART_NAMES[5]}：第{seq}号发言中{ROLE_NAMES[role]}的{name}未经审判长准许，不计入提问"
        for seq, role, name in progress.unpermitted
        if name not in progress.questions or progress.questions[name].by != role
    ]
