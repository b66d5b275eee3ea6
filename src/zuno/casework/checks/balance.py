"""What is left of a price: the sum claimed against what the other side's papers state and what was paid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from zuno.casework import figures
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.figures import Figure
from zuno.casework.matter import Matter
from zuno.casework.sources import Source
from zuno.knowledge.records import MoneyFact

_BALANCE = r"尚欠|仍欠|还欠|下欠|结欠|欠付|未付|未支付|余款|余额|尾款|剩余|应付余|欠"
_PAID = r"已经?(?:支付|付|收|给|结)|累计(?:支|已)?付|实付|付过|付了|支付了|给了|收到"
_TO_LABEL = r"[^，。；、\d\n]{0,16}$"


def balance_stated(matter: Matter, totals: str, kinds: Sequence[str]) -> Outcome:
    """The first claim is the balance that papers binding the other side state, or their total less what was paid.

    A balance owned by the other side decides alone. A total decides against
    the claim only where less is left of it than is claimed; what was paid is
    what the records show, what the papers say, or what the claimant owns to.

    Args:
        matter: The case.
        totals: Words, as a regular expression, that stand before the whole price.
        kinds: Kinds of paper that state it.
    """
    wanted = figures.claimed(matter, "C1")
    papers = [source for source in matter.of_kind(*kinds) if _binds(matter, source)]
    if wanted is None or not papers:
        return SILENT
    owed = list(_labelled(papers, _BALANCE))
    after = [figures.balance_after_payments(matter, item) for item in owed]
    if same := [item for item in (*owed, *after) if item.fen == wanted]:
        return _carried("balance_acknowledged", f"材料载明尚欠{yuan(wanted)}元，与请求一致", same[:2])
    whole = list(_labelled(papers, totals))
    for total, deduction in product(whole, _deductions(matter, papers)):
        if total.fen - sum(item.fen for item in deduction) == wanted:
            words = "−".join(yuan(item.fen) for item in (total, *deduction))
            return _carried("price_less_payments", f"{words}={yuan(wanted)}元，与请求一致", [total, *deduction])
    if after:
        last = after[-1]
        return _differs(f"材料载明尚欠{yuan(last.fen)}元，请求{yuan(wanted)}元，差额待证", [last])
    least = min(_deductions(matter, papers), key=lambda items: sum(item.fen for item in items))
    left = max((total.fen for total in whole), default=0) - sum(item.fen for item in least)
    if whole and left < wanted:
        return _differs(f"材料载明的价款扣除已付为{yuan(left)}元，请求{yuan(wanted)}元，差额待证", [*whole[:2], *least])
    return SILENT


def _carried(rule: str, why: str, found: Sequence[Figure]) -> Outcome:
    return Outcome(
        verdict="carried", rule=rule, why=why, items=items_of([q for item in found for q in item.quotes[:4]])
    )


def _differs(why: str, found: Sequence[Figure]) -> Outcome:
    quotes = [q for item in found for q in item.quotes[:4]]
    return Outcome(verdict="doubtful", rule="balance_differs", why=why, items=items_of(quotes))


def _binds(matter: Matter, source: Source) -> bool:
    """Whether a paper's figures hold against the other side: it signed, or an expert or office stated them."""
    voice = matter.voices[source.file]
    return voice.form in ("record", "certificate") or (
        voice.form == "instrument" and voice.who in ("defendant", "both")
    )


def _labelled(papers: Sequence[Source], label: str) -> Iterator[Figure]:
    """Sums that stand behind a label in one line, the units of price left out."""
    words = re.compile(rf"(?:{label}){_TO_LABEL}")
    for source in papers:
        for fact in source.money:
            before = source.text[source.text.rfind("\n", 0, fact.start) + 1 : fact.start]
            if words.search(before) and not re.match(r"\s*(?:元)?\s*[/每]", source.text[fact.end : fact.end + 4]):
                yield Figure(fen=fact.fen, quotes=(_place(source, fact),))


def _place(source: Source, fact: MoneyFact):
    if source.document.format in ("xlsx", "csv"):
        return source.quote_cell(fact.start, fact.end)
    return source.quote(*source.sentence_at(fact.start))


def _deductions(matter: Matter, papers: Sequence[Source]) -> list[tuple[Figure, ...]]:
    """What may have been taken off the price: payments as recorded or as told, and money held back as warranty."""
    recorded = figures.paid(matter)
    told = list(_labelled(papers, _PAID))
    if matter.complaint:
        told += _labelled([matter.complaint.source], _PAID)
    paid: list[tuple[Figure, ...]] = [(item,) for item in ([recorded] if recorded else []) + told]
    held: list[tuple[Figure, ...]] = [(item,) for item in _labelled(papers, "质保金|保修金|保证金|保留金")]
    return [(*one, *other) for one in (paid or [()]) for other in ((), *held)]
