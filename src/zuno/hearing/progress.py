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
from dataclasses import dataclass, field
from typing import Literal

from zuno.casework.records import Turn
from zuno.hearing.agenda import (
    GROUP_MAX,
    QUESTIONS_PER_TURN,
    SIDES,
    STEPS,
    Item,
    Key,
    PublicDocument,
    Record,
    infer_item,
    read_item,
)
from zuno.hearing.labels import ASPECTS, Aspect, Label, parse, quotes, unquoted

_BLANKET_DENIAL = re.compile(r"三性.{0,6}(?:不|有异议|否)")
_ISSUE_LINE = re.compile(r"(I-\d{3,6})[\s：:、.．）)]*([^\n；;。]{0,60})")
_PERMISSION = re.compile(r"准许|可以|许可|请.{0,4}发问|同意")
_CANNOT = re.compile(
    r"(?:不能|无法|尚不能|难以)(?:当庭)?(?:回答|确认|说明|核实|查明|确定|提供)|不清楚|记不清|庭后(?:核实|补充|提交)|不知情"
)
_EVASIVE = re.compile(
    r"与本案无关|不便回答|无可奉告|不置可否|拒绝回答|不予回应|既不承认也不否认|以书面(?:意见|材料)为准"
    r"|请?法庭(?:依法)?(?:认定|裁判|判断)|不发表意见|不做回答|不作回答"
)
_POSITION = re.compile(
    r"承认|否认|认可|属实|收到|未收|异议|同意|坚持|为准|没有|是|否|请求|依据|见|有|放弃|无需|不主张|主张"
)

Ending = Literal["answered", "evaded", "cannot_answer", "open"]
FOLLOW_UPS = 1
"""How often an evaded question is put again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A turn that was meant to answer a question."""

    seq: int
    text: str
    """The words under the answer's label; empty where the addressee spoke without it."""
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the record has it."""

    id: str
    by: str
    to: str
    item: str
    texts: tuple[str, ...]
    asked_in: tuple[int, ...]
    replies: tuple[Reply, ...] = ()

    @property
    def ended(self) -> Ending:
        """How the question stands: by its last reply, or open when the last asking has none."""
        if len(self.replies) < len(self.asked_in):
            return "open" if not self.replies else "evaded"
        return judge_reply(self.replies[-1])


def judge_reply(reply: Reply) -> Ending:
    """Tell an answer from an evasion by the speaker's own words; says nothing about its truth.

    An answer takes a position or points at material. Saying that the present
    material cannot answer is an honest end of its own.
    """
    own = unquoted(reply.text)
    if not own.strip():
        return "evaded"
    if _CANNOT.search(own):
        return "cannot_answer"
    grounded = bool(reply.citations) or bool(quotes(reply.text))
    if _EVASIVE.search(own) and not grounded:
        return "evaded"
    return "answered" if grounded or _POSITION.search(own) else "evaded"


def wants_follow_up(question: Asked) -> bool:
    """Tell whether a question was evaded and may still be put again."""
    replied = len(question.replies) == len(question.asked_in)
    return replied and question.ended == "evaded" and len(question.asked_in) <= FOLLOW_UPS


@dataclass(slots=True)
class Progress:
    """What the record shows as done; computed, never stored."""

    done: dict[Key, int] = field(default_factory=dict[Key, int])
    """Seq of the turn that fulfilled each act."""
    presented_by: dict[str, str] = field(default_factory=dict[str, str])
    aspects: dict[str, set[Aspect]] = field(default_factory=dict[str, set[Aspect]])
    """Per exhibit, what its opponent has spoken to."""
    issues: dict[str, str] = field(default_factory=dict[str, str])
    """Issue ids with their titles, as the presiding judge stated them."""
    questions: dict[str, Asked] = field(default_factory=dict[str, Asked])
    breaches: list[str] = field(default_factory=list[str])


def read_labels(turn: Turn, progress: Progress | None = None) -> tuple[Label, ...]:
    """Return the labels of a turn that count; a party may ask on 发问 once the judge has let it."""
    item = read_item(turn.issue)
    may_ask = item.kind == "party_inquiry" and (progress is None or ("permission", turn.role) in progress.done)
    return parse(turn.body, turn.role, may_ask)


def follow(record: Record) -> Progress:
    """Walk through the record once and return what it fulfils."""
    progress = Progress()
    exhibits = {document.id: document for document in record.exhibits()}
    for turn in record.turns:
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
            _follow_inquiry(progress, turn, item, labels)
    progress.breaches += _find_breaches(progress)
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
            progress.issues |= {match[1]: match[2].strip() for match in _ISSUE_LINE.finditer(words)}
        return


def _follow_exhibits(
    progress: Progress, turn: Turn, item: Item, labels: Sequence[Label], exhibits: Mapping[str, PublicDocument]
) -> None:
    """Move each exhibit of the item one step on: presented, answered on every aspect, replied to."""
    if turn.role not in SIDES:
        return
    kinds = {label.kind for label in labels}
    numbers = {_exhibit_number(document): document.id for document in exhibits.values()}
    ids = dict.fromkeys(numbers.get(name, name) for name in item.ids)
    for exhibit in [name for name in ids if name in exhibits][:GROUP_MAX]:
        presenter = progress.presented_by.get(exhibit)
        if presenter is None:
            offered_by = exhibits[exhibit].side
            if "claim" in kinds and offered_by in (None, turn.role):
                progress.presented_by[exhibit] = turn.role
                progress.done[("present", exhibit)] = turn.seq
        elif turn.role != presenter:
            spoken = progress.aspects.setdefault(exhibit, set())
            number = _exhibit_number(exhibits[exhibit])
            spoken |= spoken_aspects(labels, {exhibit, number}, alone=len(ids) == 1)
            if len(spoken) == len(ASPECTS):
                progress.done.setdefault(("exhibit_answer", exhibit), turn.seq)
        elif ("exhibit_answer", exhibit) in progress.done and kinds & {"answer", "claim"}:
            progress.done.setdefault(("exhibit_reply", exhibit), turn.seq)


def _exhibit_number(document: PublicDocument) -> str:
    match = re.match(r"(?:对方|原告|被告)?证\d+", document.locator)
    return match[0] if match else document.id


def spoken_aspects(labels: Sequence[Label], names: Collection[str], *, alone: bool) -> set[Aspect]:
    """Return the aspects of one exhibit that a speech takes a position on, in its own words.

    A blanket 三性均不认可 is a position on none of them.

    Args:
        labels: The counted labels of the speech.
        names: How the exhibit is called: its id and its number.
        alone: Whether the turn is about this exhibit only, so that labels need not name it.
    """
    spoken: set[Aspect] = set()
    for label in labels:
        if label.kind not in ("challenge", "answer"):
            continue
        evidence = [target for target in label.targets if not target.startswith(("I-", "Q-"))]
        if not (set(names) & set(evidence) if evidence else alone):
            continue
        own = unquoted(label.text)
        if not re.search(r"\w{2}", own) or _BLANKET_DENIAL.search(own):
            continue
        spoken |= {aspect for aspect in ASPECTS if aspect in label.aspects or aspect in own}
        if "三性" in own:
            spoken |= set(ASPECTS[:3])
    return spoken


def _follow_debate(progress: Progress, turn: Turn, item: Item, labels: Sequence[Label]) -> None:
    issue = next((name for name in item.ids if name.startswith("I-")), None)
    spoken = {label.kind for label in labels} & {"claim", "challenge", "answer", "admission"}
    if issue is None or turn.role not in SIDES or not spoken:
        return
    if turn.role == "plaintiff" or ("debate", f"{issue}:plaintiff") in progress.done:
        progress.done.setdefault(("debate", f"{issue}:{turn.role}"), turn.seq)


def _follow_inquiry(progress: Progress, turn: Turn, item: Item, labels: Sequence[Label]) -> None:
    asked = [label for label in labels if label.kind == "question" and label.ids("Q") and label.to]
    for label in asked[:QUESTIONS_PER_TURN]:
        _ask(progress, turn, label)
    if turn.role == "judge":
        own = "\n".join(unquoted(label.text) for label in labels if label.kind == "preside")
        if item.kind == "party_inquiry" and item.side and not asked and _PERMISSION.search(own):
            progress.done.setdefault(("permission", item.side), turn.seq)
    elif not asked:
        _answer(progress, turn, labels)


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
    texts = {name: label.text for label in labels if label.kind == "answer" for name in label.ids("Q")}
    for question in list(progress.questions.values()):
        waiting = len(question.replies) < len(question.asked_in)
        dodged = question.asked_in[-1] in turn.responds_to
        if question.to != turn.role or not waiting or not (question.id in texts or dodged):
            continue
        reply = Reply(seq=turn.seq, text=texts.get(question.id, ""), citations=turn.citations)
        progress.questions[question.id] = Asked(
            id=question.id,
            by=question.by,
            to=question.to,
            item=question.item,
            texts=question.texts,
            asked_in=question.asked_in,
            replies=(*question.replies, reply),
        )
        progress.done[("answer", f"{question.id}#{len(question.asked_in)}")] = turn.seq


_ORDER: tuple[tuple[str, str, str], ...] = (
    ("recusal_answer", "plea", "回避询问应在诉辩之前完成"),
    ("defence", "issues", "归纳争议焦点应在答辩之后"),
    ("issues_confirm", "debate", "法庭辩论应在争议焦点确认之后"),
    ("debate", "final", "最后陈述应在法庭辩论之后"),
    ("final", "closing", "闭庭应在最后陈述之后"),
)
"""(earlier act, later act, what was breached): the order that no profile gives up."""


def _find_breaches(progress: Progress) -> list[str]:
    found: list[str] = []
    for earlier, later, text in _ORDER:
        before = [seq for (kind, _), seq in progress.done.items() if kind == earlier]
        after = [seq for (kind, _), seq in progress.done.items() if kind == later]
        if before and after and max(before) > min(after):
            found.append(f"次序：{text}")
    return found
