"""What people say and do in the material: acts found in clauses, with who, how and about what.

The words for each act are data (``lexicon.yaml``). Negation, admission,
promise, demand and question are judged here, once for all acts, so that
「三批货都收到了，数量没有异议」 is an admission and 「没有收到过这笔钱」 a denial.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import Any, Literal

from zuno.casework import shipped
from zuno.casework.sources import MESSAGES, Source, within
from zuno.casework.voices import Voice, voice_of_message
from zuno.knowledge.records import DateFact, MoneyFact, QuantityFact, RateFact

Mood = Literal["said", "promise", "question", "hypothetical"]


@dataclass(frozen=True)
class Act:
    """The words of one act; they are compiled when first asked for."""

    name: str
    any: tuple[str, ...]
    unlike: tuple[str, ...] = ()
    holds_negation: bool = False
    whole_sentence: bool = False
    is_term: bool = False
    """A term of a paper: it binds whatever its mood (逾期应付…)."""

    @cached_property
    def words(self) -> re.Pattern[str]:
        """What is searched."""
        return _either(self.any)

    @cached_property
    def unless(self) -> re.Pattern[str] | None:
        """Where it matches, the clause is not this act."""
        return _either(self.unlike) if self.unlike else None

    def search(self, text: str) -> list[re.Match[str]]:
        """Find the act's words in a clause; none where the clause only looks like it."""
        if self.unless is not None and self.unless.search(text):
            return []
        return list(self.words.finditer(text))


def _either(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One act in one clause."""

    source: Source
    start: int
    end: int
    """Span of the clause, to be quoted."""
    sentence: tuple[int, int]
    lexeme: Act
    """The act with its words."""
    voice: Voice
    negated: bool
    agreed: bool
    """The clause says expressly that the fact is admitted or not objected to."""
    mood: Mood
    hedged: bool
    on: date | None
    """When it was said (chat, mail, signed paper), where known."""

    @property
    def act(self) -> str:
        """Name of the act."""
        return self.lexeme.name

    @property
    def words(self) -> str:
        """The clause."""
        return self.source.text[self.start : self.end]

    def money(self) -> list[MoneyFact]:
        """Amounts in the clause, else in its sentence."""
        return within(self.source.money, self.start, self.end) or within(self.source.money, *self.sentence)

    def dates(self) -> list[DateFact]:
        """Dates in the clause, else in its sentence."""
        return within(self.source.dates, self.start, self.end) or within(self.source.dates, *self.sentence)

    def rates(self) -> list[RateFact]:
        """Rates in the sentence."""
        return within(self.source.rates, *self.sentence)

    def quantities(self) -> list[QuantityFact]:
        """Quantities in the sentence."""
        return within(self.source.quantities, *self.sentence)


@dataclass(frozen=True, slots=True)
class _Lexicon:
    acts: dict[str, Act]
    negation: re.Pattern[str]
    affirming: re.Pattern[str]
    admitting: re.Pattern[str]
    denying: re.Pattern[str]
    hypothetical: re.Pattern[str]
    promise: re.Pattern[str]
    question: re.Pattern[str]
    hedging: re.Pattern[str]


def read_acts(data: Mapping[str, Any]) -> dict[str, Act]:
    """Read acts in the form of ``lexicon.yaml``."""
    return {
        name: Act(
            name=name,
            any=tuple(entry["any"]),
            unlike=tuple(entry.get("not") or ()),
            holds_negation=entry.get("holds_negation", False),
            whole_sentence=entry.get("scope") == "sentence",
            is_term=entry.get("term", False),
        )
        for name, entry in data.items()
    }


@cache
def lexicon() -> _Lexicon:
    """Return the act words and mood words, compiled."""
    data = shipped.read("lexicon.yaml")
    return _Lexicon(
        acts=read_acts(data["acts"]),
        negation=_either(data["negation"]["words"]),
        affirming=_either(data["negation"]["affirming"]),
        **{
            key: _either(data[key])
            for key in ("admitting", "denying", "hypothetical", "promise", "question", "hedging")
        },
    )


_CLAUSE_END = re.compile(r"[，：:]|,(?!\d)")


def clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a sentence into clauses at commas and colons."""
    at = start
    for match in _CLAUSE_END.finditer(text, start, end):
        if text[at : match.start()].strip():
            yield at, match.start()
        at = match.end()
    if text[at:end].strip():
        yield at, end


def polarity(clause: str, match: re.Match[str], *, holds_negation: bool = False) -> tuple[bool, bool]:
    """Return (negated, agreed) of an act's words inside a clause.

    Args:
        clause: The clause.
        match: The act's words in it.
        holds_negation: The words hold a negation of their own, which does not count.
    """
    words = lexicon()
    agreed = bool(words.affirming.search(clause))
    if words.denying.search(clause) and not agreed:
        return True, False
    bare = words.affirming.sub("", clause[: match.start()])
    near = bare[-14:]
    inside = "" if holds_negation else words.affirming.sub("", match.group())
    negations = len(words.negation.findall(near)) + len(words.negation.findall(inside))
    agreed = agreed or bool(words.admitting.search(clause))
    return negations % 2 == 1, agreed and negations % 2 == 0


_OBJECTIONS = re.compile(r"quality|.*_plea")
"""Acts that are objections: words of agreement about them (质量没有问题) take them back."""
_NOT_RAISED = re.compile(r"(?:不|未|放弃).{0,4}(?:主张|提出|抗辩|要求|援引)")
_NONE_OF_IT = re.compile(r"(?:不存在|没有?|无|未(?:发现|见|出现))(?:任何|什么|明显|严重|重大|过)*$")


def taken_back(statement: Statement) -> bool:
    """Whether an objection is none by the words of its own clause: not raised, agreed about, or said not to exist."""
    act = statement.lexeme
    if not _OBJECTIONS.fullmatch(act.name):
        return False
    if act.name.endswith("_plea") and _NOT_RAISED.search(statement.words):
        return True
    parts = re.split(r"但|不过|只是", statement.words)
    found = [(part, match) for part in parts for match in act.search(part)]
    return bool(found) and all(
        lexicon().affirming.search(part) or _NONE_OF_IT.search(part[: match.start()]) for part, match in found
    )


def _mood(clause: str, sentence: str) -> Mood:
    words = lexicon()
    if words.hypothetical.search(clause):
        return "hypothetical"
    if words.question.search(clause) or sentence.rstrip().endswith(("?", "？", "吗", "呢")):
        return "question"
    if words.promise.search(clause):
        return "promise"
    return "said"


_Found = tuple[str, int, int, int, int, bool, bool, Mood, bool, int]
"""An act in a clause by the words alone: name, clause, sentence, negated, agreed, mood, hedged, message (−1: none)."""


def _in_sentence(text: str, start: int, end: int, acts: Collection[Act], message: int) -> Iterator[_Found]:
    sentence = text[start:end]
    parts = list(clauses(text, start, end))
    for act in acts:
        if not act.words.search(sentence):
            continue
        for at, (clause_start, clause_end) in enumerate([(start, end)] if act.whole_sentence else parts):
            clause = text[clause_start:clause_end]
            polarities = [polarity(clause, match, holds_negation=act.holds_negation) for match in act.search(clause)]
            if not polarities:
                continue
            negated = any(turned for turned, _agreed in polarities)
            agreed = not negated and any(said for _turned, said in polarities)
            if not negated and not agreed and not act.whole_sentence:
                agreed, negated = _said_next(text, parts[at + 1 : at + 2], negated)
            hedged = bool(lexicon().hedging.search(clause))
            mood = _mood(clause, sentence)
            yield act.name, clause_start, clause_end, start, end, negated, agreed, mood, hedged, message


def _said_next(text: str, following: list[tuple[int, int]], negated: bool) -> tuple[bool, bool]:
    """A short next clause such as 「，不属实」 or 「，没有异议」 speaks about the act before it."""
    if not following:
        return False, negated
    clause = text[following[0][0] : following[0][1]].strip("。；; \n")
    if len(clause) > 12:
        return False, negated
    words = lexicon()
    if words.affirming.search(clause):
        return True, negated
    if words.denying.search(clause):
        return False, True
    return bool(words.admitting.search(clause)), negated


def find_statements(
    source: Source, voice: Voice, voices: dict[str, Voice] | None = None, acts: Collection[Act] | None = None
) -> list[Statement]:
    """Find every act in a document, in order.

    Args:
        source: The document.
        voice: The voice of the document as a whole.
        voices: The voice of each sender, for chats and mails.
        acts: The acts to look for; by default those of the shared lexicon.
    """
    known = {act.name: act for act in (lexicon().acts.values() if acts is None else acts)}
    key = hashlib.sha256(",".join(known).encode()).hexdigest()[:8]
    if key not in source.acts_found:
        source.acts_found[key] = list(_acts_in(source, known.values()))
    signed = _signed_on(source)
    found: list[Statement] = []
    for name, start, end, sentence_start, sentence_end, negated, agreed, mood, hedged, message in source.acts_found[
        key
    ]:
        said = source.messages[message] if message >= 0 else None
        found.append(
            Statement(
                source=source,
                start=start,
                end=end,
                sentence=(sentence_start, sentence_end),
                lexeme=known[name],
                voice=voice if said is None else voice_of_message(said, voices or {}),
                negated=negated,
                agreed=agreed,
                mood=mood,
                hedged=hedged,
                on=signed if said is None else said.at.date() if said.at else None,
            )
        )
    return found


def _acts_in(source: Source, acts: Collection[Act]) -> Iterator[_Found]:
    """The acts in a document by its words alone, in order; who says them is not asked."""
    if source.kind in MESSAGES and source.messages:
        for number, message in enumerate(source.messages):
            for start, end in _message_sentences(source, message.start, message.end):
                yield from _in_sentence(source.text, start, end, acts, number)
        return
    for start, end in source.sentences:
        yield from _in_sentence(source.text, start, end, acts, -1)


def _message_sentences(source: Source, start: int, end: int) -> Iterable[tuple[int, int]]:
    at = start
    for match in re.finditer(r"[。！？!?；;\n]+", source.text[start:end]):
        stop = start + match.end()
        if source.text[at:stop].strip():
            yield at, stop
        at = stop
    if source.text[at:end].strip():
        yield at, end


def _signed_on(source: Source) -> date | None:
    """The last complete date of a signed paper is when it was signed."""
    values = [fact.value for fact in source.dates if fact.value is not None]
    return values[-1] if values and source.document.format not in ("xlsx", "csv") else None
