"""质证 as the record has it: which properties of an exhibit a speech speaks to, and which it accepts outright.

Reads the speaker's own words under counted labels. Accepting is narrow on
purpose: with a reserve, a condition or an objection anywhere in the speech the
property is not accepted. Source: 民诉解释 art. 104; 证据规定 art. 89.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from zuno.hearing.labels import ASPECTS, Aspect, Label, unquoted

_PROPERTIES = ASPECTS[:3]
_BLANKET = re.compile(
    r"三性[，,：:、\s]*(?:(?!无|没|认可)[^，,。；;：:！!？?\n]){0,6}?(?:不(?!持|提异议|表示?异议)|有异议|否)"
)
_ACCEPTED = re.compile(r"无异议|没有异议|不(?:持|提|表示?)异议|认可")
_RESERVED = re.compile(
    r"不(?!持异议|提异议|表示?异议)|未(?!见)|(?<!没)有异议|否认|限|仅|只|但|(?<![排解])除|保留|前提|待|核对|核实|要求|请|如|若|部分|暂|尚|为准"
)
_PIECE_END = re.compile(r"[。；;\n，,]")
_BARE = re.compile("|".join(ASPECTS) + r"|三性|[A-Z]{1,8}-\d+|(?:对方|原告|被告)?证据?\d+|[对就其的、和及与以\s]")


def is_blanket_denial(own: str) -> bool:
    """Tell whether words deny 三性 in one breath; a stop after 三性认可 ends what they are about."""
    return _BLANKET.search(own) is not None


def spoken_aspects(labels: Sequence[Label], names: Collection[str], *, alone: bool) -> set[Aspect]:
    """Return the aspects of one exhibit that a speech takes a position on, in its own words.

    A blanket 三性均不认可 is a position on none of them.

    Args:
        labels: The counted labels of the speech.
        names: How the exhibit is called: its id and its number.
        alone: Whether the turn is about this exhibit only, so that labels need not name it.
    """
    spoken: set[Aspect] = set()
    for label in _labels_on(labels, names, alone):
        own = unquoted(label.text)
        if not is_blanket_denial(own):
            spoken |= {*label.aspects, *_named(own)}
    return spoken


def accepted_aspects(labels: Sequence[Label], names: Collection[str], *, alone: bool) -> set[Aspect]:
    """Return the aspects of one exhibit that a speech accepts outright; arguments as in ``spoken_aspects``."""
    accepted: set[Aspect] = set()
    refused: set[Aspect] = set()
    for label in _labels_on(labels, names, alone):
        if is_blanket_denial(unquoted(label.text)):
            return set()
        for aspects, words in passages(label):
            outright = label.kind == "answer" and _ACCEPTED.search(words) and not _RESERVED.search(words)
            (accepted if outright else refused).update(aspects)
    return accepted - refused


def passages(label: Label) -> list[tuple[set[Aspect], str]]:
    """Cut the words under a label into what is said to which aspects: each name with the words up to the next."""
    own = unquoted(label.text)
    found: list[tuple[set[Aspect], str]] = []
    before: set[Aspect] = set()
    for piece in filter(str.strip, _PIECE_END.split(own)):
        named = _named(piece)
        if named and not _BARE.sub("", piece).strip("：: "):
            before |= named
        elif named:
            found.append((before | named, piece))
            before = set()
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}，{piece}")
    unnamed = set(label.aspects).union(before).difference(*(aspects for aspects, _ in found))
    return [*found, (unnamed, own)] if unnamed else found


def _labels_on(labels: Sequence[Label], names: Collection[str], alone: bool) -> Iterator[Label]:
    for label in labels:
        evidence = [target for target in label.targets if not target.startswith(("I-", "Q-"))]
        about = bool(set(names) & set(evidence)) if evidence else alone
        if label.kind in ("challenge", "answer") and about and re.search(r"\w{2}", unquoted(label.text)):
            yield label


def _named(words: str) -> set[Aspect]:
    return {aspect for aspect in ASPECTS if aspect in words or ("三性" in words and aspect in _PROPERTIES)}
