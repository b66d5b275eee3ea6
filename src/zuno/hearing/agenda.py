"""What a hearing works through: the public record, agenda items, acts and profiles, all as data.

An agenda item is the public ``issue`` of a dispatch. The grammar::

    程序·NAME            程序·权利告知
    程序·NAME·SIDE       程序·回避·原告
    证据·ID[、ID…]       证据·D-003、D-004 证3 送货单
    询问·I-001           询问·I-002 交付数量
    发问·SIDE            发问·原告
    争点·I-001           争点·I-001 借款是否交付

NAME is one of the names in ``STEPS``, SIDE is 原告 or 被告; words after the ids
are for people. The dot may be any middle dot, hyphen, slash or colon. A host
that dispatches plain ``I-001`` or free words is read by stage, role and labels
(``infer_item``), one item per turn.

Nothing here decides anything; ``procedure.py`` does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from zuno.casework.records import Turn
from zuno.hearing.labels import Kind, Label, unquoted

ItemKind = Literal["procedure", "exhibit", "inquiry", "party_inquiry", "issue", "none"]
Key = tuple[str, str]
"""Identity of an act in a record: (kind, subject)."""

SIDES: tuple[str, str] = ("plaintiff", "defendant")
SIDE_WORDS = {"plaintiff": "原告", "defendant": "被告"}
ROLE_NAMES = {"plaintiff": "原告", "defendant": "被告", "judge": "审判长"}
STAGES: dict[int, str] = {
    1: "opening",
    2: "opening",
    3: "opening",
    4: "evidence",
    5: "questions",
    6: "debate",
    7: "closing",
}
PART_NAMES = {
    1: "开庭准备",
    2: "诉辩",
    3: "归纳争议焦点",
    4: "举证质证",
    5: "法庭询问",
    6: "法庭辩论",
    7: "最后陈述与调解",
}
GROUP_MAX = 6
"""Exhibits that one turn can present or answer."""
QUESTIONS_PER_TURN = 3
OMITTED_SEATS = ("证人", "鉴定人", "第三人")
"""Seats that nobody fills: left out and said so, never spoken for by another role."""

_EXHIBIT_MARK = re.compile(r"(?:对方|原告|被告)?证\s*\d+")
_PAPERWORK_KINDS = frozenset(
    {
        "complaint",
        "answer",
        "counterclaim",
        "power_of_attorney",
        "court_opinion",
        "evidence_list",
        "case_file_note",
        "pleading",
    }
)
_PAPERWORK_TITLE = re.compile(
    r"起\s*诉\s*状|答\s*辩\s*(?:状|意见)|反诉状|代理词|委托书|证据(?:目录|清单)|质证意见|传票|举证通知|应诉通知|申请书|庭前意见"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDocument:
    """A document of the record that everybody in the room may see."""

    id: str
    title: str
    kind: str = ""
    side: str | None = None
    """Role that offers it, where the record says."""
    locator: str = ""
    """``证3第17页`` for an exhibit of a paged bundle."""

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> PublicDocument:
        """Read a document as the clerk's manifest, packet or event has it."""
        source = str(document.get("source", ""))
        sides = [side for side, word in SIDE_WORDS.items() if side in source or word in source]
        return cls(
            id=str(document["id"]),
            title=str(document["title"]),
            kind=str(document.get("kind", "")),
            side=sides[0] if len(sides) == 1 else None,
            locator=str(document.get("locator", "")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that is public in a hearing: the documents and the accepted speeches, in order."""

    documents: tuple[PublicDocument, ...]
    """Those of the current version of the material."""
    turns: tuple[Turn, ...] = ()
    withdrawn: tuple[PublicDocument, ...] = ()
    """Those that only earlier versions had: nothing is owed on them, what was done on them stays."""

    def exhibits(self) -> tuple[PublicDocument, ...]:
        """Return the documents that have to be presented and answered.

        Where the manifest numbers exhibits, those; else all but the papers of
        the proceedings, told by kind or title.
        """
        return _exhibits_among(self.documents)

    def all_exhibits(self) -> tuple[PublicDocument, ...]:
        """Return the exhibits with those that were withdrawn."""
        return (*self.exhibits(), *_exhibits_among(self.withdrawn))


def _exhibits_among(documents: tuple[PublicDocument, ...]) -> tuple[PublicDocument, ...]:
    numbered = tuple(item for item in documents if _EXHIBIT_MARK.match(item.locator))
    return numbered or tuple(item for item in documents if not _is_paperwork(item))


def _is_paperwork(document: PublicDocument) -> bool:
    return document.kind in _PAPERWORK_KINDS or bool(_PAPERWORK_TITLE.search(document.title))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One fixed act of the procedure."""

    kind: str
    part: int
    name: str
    role: str
    side: str | None
    """The side asked, where each side is asked in its own turn."""
    labels: frozenset[Kind]
    words: str
    """Pattern that the speaker's own words must hold."""
    needs: tuple[Key, ...]
    text: str

    @property
    def key(self) -> Key:
        """Identity in a record."""
        return (self.kind, self.side or "")

    @property
    def item(self) -> str:
        """The agenda item to dispatch."""
        return "·".join(("程序", self.name, *([SIDE_WORDS[self.side]] if self.side else [])))


_PRESIDE: frozenset[Kind] = frozenset({"preside"})
_ANSWER: frozenset[Kind] = frozenset({"answer"})
_PLEA: frozenset[Kind] = frozenset({"claim", "answer", "challenge", "admission"})


def _each_side(part: int, name: str, asked: tuple[str, str], answered: tuple[str, str], words: str) -> list[Step]:
    """Return asking and answering for each side in turn; ``asked`` and ``answered`` are (kind, text)."""
    steps: list[Step] = []
    for side in SIDES:
        word = SIDE_WORDS[side]
        ask, answer = asked[1].format(word), answered[1].format(word)
        steps += [
            Step(
                kind=asked[0],
                part=part,
                name=name,
                role="judge",
                side=side,
                labels=_PRESIDE,
                words=words,
                needs=(),
                text=ask,
            ),
            Step(
                kind=answered[0],
                part=part,
                name=name,
                role=side,
                side=side,
                labels=_ANSWER,
                words=r"\w{2}",
                needs=((asked[0], side),),
                text=answer,
            ),
        ]
    return steps


def _by_side(part: int, name: str, kind: str, text: str, labels: frozenset[Kind], needs: tuple[Key, ...]) -> list[Step]:
    """Return the same act for plaintiff and defendant, in this order."""
    return [
        Step(
            kind=kind,
            part=part,
            name=name,
            role=side,
            side=side,
            labels=labels,
            words=r"\w{2}",
            needs=needs,
            text=text.format(SIDE_WORDS[side]),
        )
        for side in SIDES
    ]


def _bench(part: int, name: str, kind: str, words: str, text: str) -> Step:
    return Step(
        kind=kind, part=part, name=name, role="judge", side=None, labels=_PRESIDE, words=words, needs=(), text=text
    )


STEPS: tuple[Step, ...] = (
    _bench(1, "核对身份", "identity", r"核对|到庭|身份", "审判长核对当事人身份、宣布案由"),
    *_by_side(1, "核对身份", "identity_answer", "{}陈明身份与代理权限", _ANSWER, (("identity", ""),)),
    _bench(1, "权利告知", "rights", r"权利", "审判长告知诉讼权利义务"),
    *_each_side(
        1,
        "回避",
        ("recusal_ask", "审判长询问{}是否申请回避"),
        ("recusal_answer", "{}答复是否申请回避"),
        r"回避",
    ),
    Step(
        kind="plea",
        part=2,
        name="诉请",
        role="plaintiff",
        side=None,
        labels=frozenset({"claim"}),
        words=r"\w{2}",
        needs=(),
        text="原告陈述诉讼请求、事实和理由",
    ),
    Step(
        kind="defence",
        part=2,
        name="答辩",
        role="defendant",
        side=None,
        labels=_PLEA,
        words=r"\w{2}",
        needs=(("plea", ""),),
        text="被告答辩",
    ),
    _bench(3, "归纳争点", "issues", r"焦点|争点|I-\d", "审判长归纳争议焦点"),
    *_by_side(3, "确认争点", "issues_confirm", "{}确认或补充争议焦点", _ANSWER, (("issues", ""),)),
    *_by_side(7, "最后陈述", "final", "{}最后陈述", _PLEA, ()),
    *_each_side(
        7,
        "调解",
        ("mediation_ask", "审判长征询{}是否愿意调解"),
        ("mediation_answer", "{}答复是否愿意调解"),
        r"调解",
    ),
    _bench(7, "闭庭", "closing", r"休庭|闭庭|庭审(?:到此)?结束", "审判长宣布闭庭"),
)
"""The fixed acts, in the order of a civil hearing of first instance. Source: 民诉法 art. 140, 141, 144, 145."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Which parts and acts a kind of hearing needs."""

    name: str
    title: str
    parts: frozenset[int]
    merged: bool = False
    """Whether evidence, questions and debate may run in any order (调查与辩论合并)."""
    without: frozenset[str] = frozenset()
    """Kinds of acts that this profile leaves out."""
    said: str = ""
    """How the first agenda item and the judge's first words name it; an ordinary hearing needs no words."""


_ALL_PARTS = frozenset(PART_NAMES)

PROFILES: dict[str, Profile] = {
    "ordinary": Profile(name="ordinary", title="普通程序", parts=_ALL_PARTS),
    "simplified": Profile(
        name="simplified",
        title="简易程序（法庭调查与辩论可合并）",
        parts=_ALL_PARTS,
        merged=True,
        without=frozenset({"identity_answer"}),
        said="适用简易程序",
    ),
    "judge-questions": Profile(
        name="judge-questions", title="法官问答式", parts=frozenset({1, 2, 3, 5, 7}), said="按法官问答方案"
    ),
    "competition": Profile(
        name="competition",
        title="赛事论辩",
        parts=frozenset({2, 3, 5, 6, 7}),
        without=frozenset({"mediation_ask", "mediation_answer"}),
        said="按赛事论辩方案",
    ),
}
ORDINARY = PROFILES["ordinary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act that somebody owes the hearing, and the turn that would fulfil it."""

    kind: str
    role: str
    part: int
    item: str
    """The agenda item to dispatch."""
    keys: tuple[Key, ...]
    needs: tuple[Key, ...]
    """Acts that must stand in the record before this one."""
    text: str
    subjects: tuple[str, ...] = ()
    """Ids of the exhibits, issue or question that it is about."""

    @property
    def stage(self) -> str:
        """Stage code of the clerk."""
        return STAGES[self.part]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An agenda item, read."""

    kind: ItemKind
    name: str = ""
    side: str | None = None
    ids: tuple[str, ...] = ()


_NONE = Item(kind="none")
_ITEM_KINDS: dict[str, ItemKind] = {
    "程序": "procedure",
    "证据": "exhibit",
    "询问": "inquiry",
    "发问": "party_inquiry",
    "争点": "issue",
}
_STEP_NAMES = tuple(dict.fromkeys(step.name for step in STEPS))
_HEAD = re.compile(rf"^({'|'.join(_ITEM_KINDS)})[\s·•・‧∙.:/|\-—_]+")
_ITEM_ID = re.compile(r"([A-Z]{1,8})-(\d{1,6})")


@lru_cache(maxsize=1024)
def read_item(issue: str) -> Item:
    """Read the public issue of a dispatch; kind ``none`` where it is not in the grammar."""
    plain = unicodedata.normalize("NFKC", issue).strip()
    head = _HEAD.match(plain)
    if head is None:
        return _NONE
    kind, rest = _ITEM_KINDS[head[1]], plain[head.end() :]
    side = next((role for role, word in SIDE_WORDS.items() if word in rest), None)
    if kind == "procedure":
        name = next((name for name in _STEP_NAMES if rest.startswith(name)), "")
        return Item(kind=kind, name=name, side=side)
    if kind == "party_inquiry":
        return Item(kind=kind, side=side)
    return Item(kind=kind, ids=find_ids(rest))


def find_ids(text: str) -> tuple[str, ...]:
    """Return the record ids named in a text, written as the record writes them, each once."""
    found = _ITEM_ID.finditer(unicodedata.normalize("NFKC", text).upper())
    return tuple(dict.fromkeys(f"{match[1]}-{match[2].zfill(3)}" for match in found))


def infer_item(turn: Turn, labels: Sequence[Label]) -> Item:
    """Read the item of a turn whose issue is outside the grammar, from stage, role and counted labels.

    At most one item per turn, so that a speech that names every act fulfils one.
    """
    named = [target for label in labels for target in label.targets]
    if turn.stage == "evidence":
        exhibits = [*named, *(turn.citations if any(label.kind == "claim" for label in labels) else ())]
        return Item(kind="exhibit", ids=tuple(dict.fromkeys(exhibits)))
    if turn.stage == "questions" or any(target.startswith("Q-") for target in named):
        return Item(kind="inquiry", ids=find_ids(turn.issue))
    if turn.stage == "debate":
        return Item(kind="issue", ids=tuple(dict.fromkeys((*find_ids(turn.issue), *named))))
    return _infer_step(turn, labels)


_NAME_WORDS: tuple[tuple[str, str, str], ...] = (
    ("opening", "回避", r"回避"),
    ("opening", "确认争点", r"争议焦点|争点"),
    ("opening", "归纳争点", r"争议焦点|争点|I-\d"),
    ("opening", "核对身份", r"核对|到庭|身份|代理权限|委托代理"),
    ("opening", "权利告知", r"权利"),
    ("opening", "诉请", r"请求|起诉"),
    ("opening", "答辩", r"答辩|请求|不同意|否认|承认"),
    ("closing", "调解", r"调解"),
    ("closing", "最后陈述", r"\w"),
    ("closing", "闭庭", r"休庭|闭庭|结束"),
)
"""(stage, step name, words): the first step of that name open to the role whose words occur is the item."""


def _infer_step(turn: Turn, labels: Sequence[Label]) -> Item:
    kinds = {label.kind for label in labels}
    own = unquoted(_ITEM_ID.sub("", turn.issue) + "\n" + "\n".join(label.text for label in labels))
    for stage, name, words in _NAME_WORDS:
        steps = [step for step in STEPS if step.name == name and step.role == turn.role and step.labels & kinds]
        if stage != turn.stage or not steps or not re.search(words, own):
            continue
        if turn.role != "judge":
            return Item(kind="procedure", name=name, side=turn.role)
        at = {side: own.find(word) for side, word in SIDE_WORDS.items() if word in own}
        return Item(kind="procedure", name=name, side=min(at, key=lambda side: at[side]) if at else None)
    return _NONE
