"""Whether the sum that a head of claim asks for stands in the papers, or follows from their figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Strength
from zuno.casework.records import Claim, Quote, Side
from zuno.casework.sources import MESSAGES, Source
from zuno.knowledge.records import MoneyFact

_TOTAL = re.compile(
    r"(?:合计|共计|总计|总额|总价|总金额|余额|结余|尚欠|欠付|未付|应付|应收|结算(?:总)?(?:价|金额)|小计|欠费|欠款)[^，。；\n\d]{0,12}$"
)
_MOST_FIGURES = 60
_MOST_TIMES = 60


def figure_carried(
    matter: Matter, claim: Claim, kinds: Sequence[str], claimant: Side, holding: re.Pattern[str] | None = None
) -> Outcome:
    """The sum of a claim stands in papers of these kinds, or follows from figures in them.

    A sum that stands in a paper that binds the other side, or in a neutral
    record, is carried as strongly as that paper; one that must be reckoned (a
    difference, a sum of two, a multiple) is direct. Where none of it fits and
    the papers state another total, the claim is doubtful. With ``holding`` only papers that hold them are looked at.
    """
    wanted = claim.amount_fen
    if wanted is None:
        return SILENT
    spoken = _said_by(matter, matter.cast.other(claimant), wanted) if MESSAGES & set(kinds) else []
    if spoken:
        why = f"对方在消息中说到{yuan(wanted)}元，与请求一致"
        items = tuple(Item(quote=quote, strength="direct", how="message") for quote in spoken[:3])
        return Outcome(verdict="carried", rule="figure_in_papers", why=why, items=items)
    papers = [
        source
        for source in matter.of_kind(*kinds)
        if matter.voices[source.file].form not in ("pleading", "message")
        and (holding is None or holding.search(source.text))
    ]
    figures = [(source, fact) for source in papers for fact in source.money if fact.fen][:_MOST_FIGURES]
    same = [(source, fact) for source, fact in figures if fact.fen == wanted]
    if same:
        items = tuple(_item(source, fact, _strength(matter, source, claimant)) for source, fact in same[:4])
        return Outcome(
            verdict="carried", rule="figure_in_papers", why=f"材料载明{yuan(wanted)}元，与请求一致", items=items
        )
    for reckoned, words in _reckonings(figures, wanted):
        items = tuple(_item(source, fact, "direct") for source, fact in reckoned)
        return Outcome(verdict="carried", rule="figure_reckoned", why=f"{words}={yuan(wanted)}元", items=items)
    totals = [(source, fact) for source, fact in figures if _is_total(source, fact)]
    if totals:
        source, fact = totals[-1]
        return Outcome(
            verdict="doubtful",
            rule="figure_differs",
            why=f"《{source.title}》载明{yuan(fact.fen)}元，请求{yuan(wanted)}元，差额待证",
            items=(_item(source, fact, "direct"),),
        )
    return SILENT


def _said_by(matter: Matter, other: Side, wanted: int) -> list[Quote]:
    """Messages of the other side that hold the sum, with or without 元."""
    digits = f"{wanted // 100:,}".replace(",", "[,，]?") + (rf"\.{wanted % 100:02d}" if wanted % 100 else r"(?:\.0+)?")
    bare = re.compile(rf"(?<![\d.,-]){digits}(?![\d.%％]|[,，]\d{{3}}|[号月日年点：:])")
    found: list[Quote] = []
    for source in matter.of_kind(*MESSAGES):
        senders = matter.senders[source.file]
        for message in source.messages:
            if message.sender not in senders or senders[message.sender].who != other:
                continue
            named = any(f.fen == wanted for f in source.money if message.start <= f.start < message.end)
            if named or bare.search(source.text, message.start, message.end):
                found.append(source.quote(message.start, message.end))
    return found


def _item(source: Source, fact: MoneyFact, strength: Strength) -> Item:
    quote: Quote = source.quote_cell(fact.start, fact.end)
    if source.document.format not in ("xlsx", "csv"):
        quote = source.quote(*source.sentence_at(fact.start))
    return Item(quote=quote, strength=strength, how="check")


def _strength(matter: Matter, source: Source, claimant: Side) -> Strength:
    voice = matter.voices[source.file]
    if voice.form == "record":
        return "conclusive"
    if voice.who in (matter.cast.other(claimant), "both"):
        return "conclusive" if voice.form == "instrument" else "direct"
    return "corroborating"


def _reckonings(
    figures: list[tuple[Source, MoneyFact]], wanted: int
) -> Iterator[tuple[list[tuple[Source, MoneyFact]], str]]:
    """Ways in which figures give the sum: a − b, a + b, a × n."""
    by_fen = {fact.fen: (source, fact) for source, fact in reversed(figures)}
    ordered = list(dict.fromkeys(fact.fen for _source, fact in figures))
    for one, other in combinations(ordered, 2):
        high, low = max(one, other), min(one, other)
        if high - low == wanted:
            yield [by_fen[high], by_fen[low]], f"{yuan(high)}−{yuan(low)}"
        if one + other == wanted:
            yield [by_fen[one], by_fen[other]], f"{yuan(one)}＋{yuan(other)}"
    for one in ordered:
        times, rest = divmod(wanted, one)
        if rest == 0 and 2 <= times <= _MOST_TIMES:
            yield [by_fen[one]], f"{yuan(one)}×{times}"


def _is_total(source: Source, fact: MoneyFact) -> bool:
    line = source.text[source.text.rfind("\n", 0, fact.start) + 1 : fact.start]
    return bool(_TOTAL.search(line))
