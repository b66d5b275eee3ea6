"""Declarations that take effect when they arrive."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from zuno.casework.checks.demands import proof_of_delivery
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.records import Quote, Side
from zuno.casework.sources import Source
from zuno.casework.statements import Statement

_RECEIVED = re.compile(r"(?:收到|收悉|接到|签收)")
_PAPER = re.compile(r"函|通知|信|告知书|催|短信|邮件|微信")
_SIGNED_FOR = re.compile(
    r"(?:签收人|收件人签[名字收]|接收人|本人已收到|已收到(?:本|上述|此)[^，。\n]{0,6})[：:]?[ \t　]*[\u4e00-\u9fff]{2,}"
)
_NOT_RECEIVED = re.compile(r"(?:没有?|未|从没|从未|不曾|并未)[^，。；\n]{0,12}(?:收到|收悉|接到|签收)")


def notice_arrived(matter: Matter, acts: Collection[str], kinds: Sequence[str], claimant: Side) -> Outcome:
    """Whether a declaration of the claimant has arrived with the other side.

    Postal proof or the other side's own word settles it; a message to the
    other side is direct; a letter without proof leaves doubt.

    Args:
        matter: The case.
        acts: Acts of which the declaration does one.
        kinds: Kinds of paper that may hold it; letters, chats and mails by default.
        claimant: The side that declares.
    """
    other = matter.cast.other(claimant)
    said = [s for s in matter.acts(*acts) if not kinds or s.source.kind in kinds]
    letters = [s for s in said if _written(s, claimant)]
    messages = [s for s in said if s.voice.form == "message" and s.voice.who == claimant and s.mood != "hypothetical"]
    proven = [(s, proof) for s in letters if (proof := proof_of_delivery(matter, s.source.text, s.on)[0])]
    if proven:
        quotes = [quote for s, proof in proven[:3] for quote in (s.source.quote(*s.sentence), proof)]
        return Outcome(verdict="carried", rule="notice_arrived", why="通知有到达的凭证", items=items_of(quotes))
    owned = [(s, signed) for s in letters if (signed := signed_for(s.source))]
    if owned:
        quotes = [quote for s, signed in owned[:2] for quote in (s.source.quote(*s.sentence), signed)]
        return Outcome(verdict="carried", rule="notice_arrived", why="对方已在通知上签收", items=items_of(quotes))
    admitted = _admitted(matter, other) if letters or messages else []
    if admitted:
        quotes = [*admitted[:2], *(s.source.quote(*s.sentence) for s in (letters or messages)[:1])]
        return Outcome(verdict="carried", rule="notice_arrived", why="对方承认收到通知", items=items_of(quotes))
    if messages:
        quotes = [s.source.quote(*s.sentence) for s in messages[-3:]]
        return Outcome(
            verdict="carried", rule="notice_sent", why="已以消息通知", items=items_of(quotes, "message", "direct")
        )
    if not letters:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="no_proof_of_arrival",
        why="有通知文书，未见到达对方的证据",
        items=items_of([letters[0].source.quote(*letters[0].sentence)], "letter", "direct"),
    )


def _written(statement: Statement, claimant: Side) -> bool:
    """Whether words stand in a letter or notice that is not the other side's."""
    return statement.voice.form in ("letter", "instrument") and statement.voice.who in (claimant, "unknown", "both")


def signed_for(source: Source) -> Quote | None:
    """Where the notice itself, or the tracking printed below it, bears the other side's signature for receipt."""
    signed = _SIGNED_FOR.search(source.text)
    if signed is None or re.search(r"拒(?:绝)?签", source.text):
        return None
    begin = source.text.rfind("\n", 0, signed.start()) + 1
    return source.quote(begin, signed.end())


def _admitted(matter: Matter, other: Side) -> list[Quote]:
    """Where the other side's pleading or message says that it got the notice."""
    found: list[Quote] = []
    for source in matter.open_sources:
        voice = matter.voices[source.file]
        if not source.read or voice.form != "pleading" or voice.who != other:
            continue
        for match in _RECEIVED.finditer(source.text):
            start, end = source.sentence_at(match.start())
            words = source.text[start:end]
            if _PAPER.search(words) and not _NOT_RECEIVED.search(words) and not re.search(r"起诉|传票|法院", words):
                found.append(source.quote(start, end))
    return found
