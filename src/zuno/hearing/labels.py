"""Public labels in a speech, such as ``【质疑 D-003 真实性】``: the acts that a speaker performs in words.

A label counts only at the start of a line, from a role entitled to it, and
outside every quotation. Documents are quoted inline in 「…」 or 『…』, flattened
to one line; text inside 「」『』“”《》, a pair of straight quotes or a code fence
is somebody else's and never counts, whatever it looks like.

Everything here is computed from the speech alone. Knows nothing of the
procedure and of what a label is good for.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

Kind = Literal[
    "claim", "challenge", "question", "answer", "admission", "withdrawal", "preside", "hypothesis", "correction"
]
Aspect = Literal["真实性", "合法性", "关联性", "证明目的"]

ASPECTS: tuple[Aspect, ...] = ("真实性", "合法性", "关联性", "证明目的")
WORDS: dict[str, Kind] = {
    "撤回自认": "withdrawal",
    "假设攻击": "hypothesis",
    "主张": "claim",
    "质疑": "challenge",
    "问题": "question",
    "回应": "answer",
    "自认": "admission",
    "主持": "preside",
    "更正": "correction",
}
ROLE_WORDS: dict[str, str] = {
    "原告": "plaintiff",
    "被告": "defendant",
    "法官": "judge",
    "审判长": "judge",
    "法庭": "judge",
    "公诉人": "prosecutor",
    "辩护人": "defender",
    "plaintiff": "plaintiff",
    "defendant": "defendant",
    "judge": "judge",
    "prosecutor": "prosecutor",
    "defender": "defender",
}

JUDGE_KINDS: frozenset[Kind] = frozenset({"preside", "question", "correction"})
PARTY_KINDS: frozenset[Kind] = frozenset(
    {"claim", "challenge", "answer", "admission", "withdrawal", "hypothesis", "correction"}
)
"""A party asks (``question``) only while the presiding judge lets it."""

_PAIRS = {"「": "」", "『": "』", "“": "”", "《": "》"}
_SHAPE = re.compile(rf"[ 　]{{0,3}}[【\[［]\s*(?P<word>{'|'.join(WORDS)})(?P<args>[^】\]］\n]{{0,80}})[】\]］]")
_LOOKS_LIKE = re.compile(
    r"[ 　]{0,3}(?:[-*•·]\s*|[（(]?\d{1,2}[)）.、．]\s*)?(?P<label>【(?=[^】\n]*[\u4e00-\u9fff])[^】\n]{1,60}】)"
)
_PAGES = re.compile(
    r"(?<![A-Z\d-])第?\s*[\d一二三四五六七八九十百]+(?:\s*[-–—~至到、,]\s*第?[\d一二三四五六七八九十百]+)*\s*[页张]"
)
"""Pages named inside a label, ``第3页``, ``第2、3张``: they narrow nothing down and stand in nobody's way."""
_ARROW = re.compile(r"(?:→|➡|⇒|[-=—]*>)(.*)$")
_ID = re.compile(r"([A-Z]{1,8})\s*-?\s*(\d{1,6})")
_EXHIBIT = re.compile(r"(?:对方|原告|被告|我方)?证据?\s*(\d{1,3})")
_NUMBER = re.compile(r"\d{1,6}")
_JOINERS = re.compile(r"[\s、,，;；:：/和及与的第号#之]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One counted label and the words that it governs."""

    kind: Kind
    targets: tuple[str, ...]
    """Ids as written in the record (``I-001``, ``D-003``, ``Q-004``), ``证3``, or the seq of a turn (``12``)."""
    aspects: tuple[Aspect, ...]
    """What a challenge or an answer on evidence goes to."""
    to: str | None
    """Role that a question is put to."""
    text: str
    """The words after the label, up to the next counted label."""

    def ids(self, letter: str) -> tuple[str, ...]:
        """Return the targets of one family: ``ids("Q")``."""
        return tuple(target for target in self.targets if target.startswith(f"{letter}-"))


@lru_cache(maxsize=4096)
def parse(body: str, role: str, may_ask: bool = False) -> tuple[Label, ...]:
    """Return the labels that count in a speech, in order.

    Args:
        body: The speech.
        role: Who speaks, by the record (never by what the speech says).
        may_ask: Whether the presiding judge has let this party ask.
    """
    body = body.replace("\r\n", "\n")
    entitled = _entitled(role, may_ask)
    quoted = quotation_mask(body)
    found: list[tuple[int, int, Kind, _Arguments]] = []
    for line in re.finditer(r"^.*$", body, re.MULTILINE):
        match = _SHAPE.match(line.group())
        if match is None or quoted[line.start()]:
            continue
        kind = WORDS[match["word"]]
        arguments = _read_arguments(match["args"])
        if kind in entitled and arguments is not None:
            found.append((line.start(), line.start() + match.end(), kind, arguments))
    ends = [start for start, *_ in found[1:]] + [len(body)]
    return tuple(
        Label(
            kind=kind,
            targets=arguments.targets,
            aspects=arguments.aspects,
            to=arguments.to,
            text=body[after:end].strip(),
        )
        for (_, after, kind, arguments), end in zip(found, ends, strict=False)
    )


def trespasses(body: str, role: str, may_ask: bool = False) -> tuple[str, ...]:
    """Return the labels at line starts that this role is not entitled to, as written."""
    body = body.replace("\r\n", "\n")
    quoted = quotation_mask(body)
    lines = [match for match in re.finditer(r"^.*$", body, re.MULTILINE) if not quoted[match.start()]]
    shaped = [match for line in lines if (match := _SHAPE.match(line.group()))]
    return tuple(match.group().strip() for match in shaped if WORDS[match["word"]] not in _entitled(role, may_ask))


def unread(body: str, role: str, may_ask: bool = False) -> tuple[str, ...]:
    """Return what looks like a label at a line's start and counts for nothing, as written.

    A word that is no label's, words that do not belong inside one, a label of
    another role, or a list's bullet before it. What is quoted is not reported.
    """
    body = body.replace("\r\n", "\n")
    quoted = quotation_mask(body)
    entitled = _entitled(role, may_ask)
    found: list[str] = []
    for line in re.finditer(r"^.*$", body, re.MULTILINE):
        shape = _SHAPE.match(line.group())
        look = _LOOKS_LIKE.match(line.group())
        if quoted[line.start()] or not (shape or look):
            continue
        if shape is None or WORDS[shape["word"]] not in entitled or _read_arguments(shape["args"]) is None:
            found.append(look["label"] if look else shape.group().strip() if shape else "")
    return tuple(found)


def _entitled(role: str, may_ask: bool) -> frozenset[Kind]:
    asking: frozenset[Kind] = frozenset({"question"}) if may_ask else frozenset()
    return JUDGE_KINDS if role == "judge" else PARTY_KINDS | asking


@lru_cache(maxsize=8192)
def unquoted(text: str) -> str:
    """Return the speaker's own words: the text with every quotation taken out."""
    mask = quotation_mask(text)
    return "".join(char for char, hidden in zip(text, mask, strict=False) if not hidden)


def close_quotations(line: str) -> str:
    """Take out quotation marks that open and never close, so that what follows still counts as own words."""
    while open_at := [start for start, end in _quotations(line) if _runs_out(line, start, end)]:
        line = line[: open_at[0]] + line[open_at[0] + 1 :]
    return line


def _runs_out(line: str, start: int, end: int) -> bool:
    closer = _PAIRS.get(line[start])
    if closer is None or end < len(line):
        return False
    inside = line[start:end]
    return inside.count(line[start]) > inside.count(closer)


def clauses(text: str) -> tuple[str, ...]:
    """Split a speech at 。；and line ends that stand outside quotations."""
    mask = quotation_mask(text)
    cuts = [-1, *(at for at, char in enumerate(text) if char in "。；;\n" and not mask[at]), len(text)]
    parts = [text[before + 1 : cut].strip() for before, cut in pairwise(cuts)]
    return tuple(filter(None, parts))


def quotes(text: str) -> tuple[str, ...]:
    """Return what the speaker quotes inline in 「…」 or 『…』, outermost quotations only."""
    spans = [(start, end) for start, end in _quotations(text) if text[start] in "「『"]
    return tuple(text[start + 1 : end - 1] for start, end in spans)


def quotation_mask(text: str) -> list[bool]:
    """Tell for every character, and for the end of the text, whether it stands inside a quotation.

    A quotation that never closes runs to the end: what cannot be told from a
    quoted document does not count.
    """
    mask = [False] * (len(text) + 1)
    for start, end in _quotations(text):
        for at in range(start, end):
            mask[at] = True
    return mask


def _quotations(text: str) -> list[tuple[int, int]]:
    """Find the outermost quotations as half-open spans, marks included."""
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        end = _quotation_end(text, at)
        if end:
            spans.append((at, end))
            at = end
        else:
            at += 1
    return spans


def _quotation_end(text: str, at: int) -> int:
    """Return where the quotation that opens at ``at`` ends, 0 if none opens there."""
    opener = text[at]
    if opener in _PAIRS:
        depth = 0
        for end in range(at, len(text)):
            depth += (text[end] == opener) - (text[end] == _PAIRS[opener])
            if depth == 0:
                return end + 1
        return len(text)
    if opener == '"':
        return text.find('"', at + 1) + 1
    if opener == "`" and text.startswith("```", at) and (at == 0 or text[at - 1] == "\n"):
        end = text.find("\n```", at)
        return end + 4 if end >= 0 else len(text)
    return 0


@dataclass(frozen=True, slots=True)
class _Arguments:
    targets: tuple[str, ...]
    aspects: tuple[Aspect, ...]
    to: str | None


def _read_arguments(raw: str) -> _Arguments | None:
    """Read what stands behind the label's word; None where it is prose, so that 【自认规则】 is no admission."""
    rest = unicodedata.normalize("NFKC", raw).upper()
    to = None
    if arrow := _ARROW.search(rest):
        addressee = arrow[1].strip()
        to = next((role for word, role in ROLE_WORDS.items() if addressee.startswith(word.upper())), None)
        if to is None:
            return None
        rest = rest[: arrow.start()]
    aspects: list[Aspect] = []
    for aspect in ASPECTS:
        if aspect in rest or ("三性" in rest and aspect != "证明目的"):
            aspects.append(aspect)
    rest = _PAGES.sub(" ", re.sub("三性|" + "|".join(ASPECTS), " ", rest))
    targets: list[str] = []
    for pattern, write in ((_ID, _write_id), (_EXHIBIT, _write_exhibit), (_NUMBER, re.Match[str].group)):
        targets += [str(write(match)) for match in pattern.finditer(rest)]
        rest = pattern.sub(" ", rest)
    if _JOINERS.sub("", rest):
        return None
    return _Arguments(tuple(dict.fromkeys(targets)), tuple(aspects), to)


def _write_id(match: re.Match[str]) -> str:
    return f"{match[1]}-{match[2].zfill(3)}"


def _write_exhibit(match: re.Match[str]) -> str:
    return match[0].replace(" ", "").replace("证据", "证")
