"""Evidence for one element: what points to it, and how strongly, by who said it in what form.

The grades follow the law of evidence and not the pack: an opponent's own
pleading ends the need for proof (证据规定 art. 3); a private paper binds its
signer (art. 92); a party's statement alone carries nothing (art. 90); a copy or
a doubtful electronic record does not stand alone (art. 90).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from zuno.casework import figures, forms
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Route, Strength
from zuno.casework.records import Quote, Side
from zuno.casework.sources import PLEADINGS, Source
from zuno.casework.statements import Statement, lexicon

_ORDER: dict[Strength, int] = {"conclusive": 2, "direct": 1, "corroborating": 0}
_STATE_OF_MIND = frozenset({"plead_time", "demand", "limitation_plea"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One piece of evidence for an element."""

    quote: Quote
    strength: Strength
    how: str
    """``admission``, ``instrument``, ``record``, ``message``, ``certificate``, ``own_book``, ``letter``, ``check``,
    ``asked_for`` (the relief itself, where its words and the law decide)."""
    flaw: str = ""
    """What weakens it: ``chat_unauthenticated``, ``copy_without_original``, ``unsigned``, ``certificate_form``, …"""

    @property
    def rank(self) -> int:
        """2 conclusive, 1 direct, 0 corroborating."""
        return _ORDER[self.strength]


def weaker(one: Strength, other: Strength) -> Strength:
    """Return the weaker of two grades."""
    return one if _ORDER[one] <= _ORDER[other] else other


def _speaks_for(route: Route, statement: Statement, claimant: Side, matter: Matter) -> bool:
    who = statement.voice.who
    opponent = matter.cast.other(claimant)
    if route.by == "any":
        return True
    if route.by == "respondent":
        return who in (opponent, "both") or (who == "unknown" and statement.voice.form == "instrument")
    if route.by == "claimant":
        return who in (claimant, "both")
    if route.by == "guarantor":
        return who in (opponent, "both") and any(_said_by(name, statement) for name in matter.cast.guarantors)
    return who == route.by


def _said_by(name: str, statement: Statement) -> bool:
    """Whether words may be this person's: a pleading binds those alone who answer in it (证据规定 art. 3)."""
    text = statement.source.text
    if statement.voice.form == "pleading":
        return bool(re.search(rf"答辩人[^。\n]{{0,30}}{re.escape(name)}", text))
    return name in text


_PLEAS = frozenset({"limitation_plea", "guarantee_period_plea", "penalty_plea", "duplicate_plea", "no_penalty_plea"})


def _argued(statement: Statement) -> bool:
    """In a pleading, words of debt or terms that serve a plea (欠款…过了时效) admit nothing by themselves."""
    term = statement.lexeme.is_term
    if statement.voice.form != "pleading" or not (term or statement.act in ("acknowledge_debt", "plead_time")):
        return False
    sentence = statement.source.text[slice(*statement.sentence)]
    acts = lexicon().acts
    if any(acts[plea].words.search(sentence) for plea in _PLEAS):
        return True
    return term and not statement.agreed


def usable(statement: Statement) -> bool:
    """Whether a statement can carry a fact: not negated, not a mere question or promise, not the words of a plea."""
    if statement.negated or _argued(statement):
        return False
    if statement.voice.form == "instrument" and statement.lexeme.is_term:
        return True
    if statement.mood == "question":
        return statement.act in ("borrow", "buy") or statement.act in _STATE_OF_MIND
    if statement.mood == "promise":
        return statement.act in ("plead_time", "acknowledge_debt", "borrow", "guarantee", "due_term")
    return statement.mood == "said" or statement.lexeme.is_term or statement.act in _STATE_OF_MIND


def _has(route: Route, statement: Statement) -> bool:
    found = {
        "": True,
        "money": bool(statement.money()),
        "date": bool(statement.dates()),
        "rate": bool(statement.rates()),
        "quantity": bool(statement.quantities()),
    }
    return found[route.needs]


def grade(matter: Matter, statement: Statement, burden: Side) -> tuple[Strength, str, str]:
    """Return (strength, how, flaw) of a statement for the side that bears the burden."""
    voice, source = statement.voice, statement.source
    own = voice.who == burden
    if voice.form == "pleading":
        if own:
            return "corroborating", "own_pleading", ""
        # A plea for time lets one infer the debt; it does not own to the fact itself.
        return "direct" if statement.act in _STATE_OF_MIND else "conclusive", "admission", ""
    if voice.form == "instrument" and (own or voice.who == "unknown"):
        return "corroborating", "instrument", "" if own else "unsigned"
    if voice.form in ("instrument", "record"):
        if forms.missing_original(matter, source):
            return "direct", voice.form, "copy_without_original"
        return "conclusive", voice.form, ""
    if voice.form == "message":
        if own or voice.who in ("unknown", "neutral"):
            return "corroborating", "message", ""
        flawed = source.kind == "chat" and (not voice.certain or forms.chat_unauthenticated(matter, source))
        if flawed and forms.chat_unauthenticated(matter, source):
            return "direct", "message", "chat_unauthenticated"
        return "direct", "message", "hedged" if statement.hedged else ""
    if voice.form == "certificate":
        defects = forms.certificate_defects(source) or forms.testimony_without_witness(matter, source)
        return "corroborating", "certificate", "certificate_form" if defects else ""
    if voice.form == "letter":
        return ("corroborating" if own else "direct"), "letter", ""
    return ("corroborating" if own else "direct"), "own_book", ""


def admits_less(matter: Matter, statement: Statement) -> bool:
    """Whether a pleading owns to a smaller debt than the principal or price claimed: it disputes the rest."""
    if statement.voice.form != "pleading" or statement.act not in ("acknowledge_debt", "reconcile"):
        return False
    wanted, owned = figures.claimed(matter, "C1"), [fact.fen for fact in statement.money()]
    return wanted is not None and bool(owned) and max(owned) < wanted


def by_acts(matter: Matter, route: Route, claimant: Side, proponent: Side) -> list[Item]:
    """Evidence by what people said or did, weighed as the proponent's."""
    items: list[Item] = []
    for statement in matter.statements:
        source = statement.source
        if statement.act not in route.acts or (route.kinds and source.kind not in route.kinds):
            continue
        if statement.voice.form in ("private", "other") or source.kind == "evidence_list":
            continue
        if not (_speaks_for(route, statement, claimant, matter) and usable(statement) and _has(route, statement)):
            continue
        if admits_less(matter, statement):
            continue
        strength, how, flaw = grade(matter, statement, proponent)
        if how in ("own_pleading", "own_book") and statement.voice.who == proponent:
            continue
        span = statement.sentence if source.kind not in PLEADINGS else (statement.start, statement.end)
        lines = _slip_lines(source) if statement.act in _OF_GOODS else []
        for place in lines if source.quantities and lines else [source.quote(*span), *lines]:
            items.append(Item(quote=place, strength=weaker(strength, route.at_most), how=how, flaw=flaw))
    return items


_OF_GOODS = frozenset({"receive_goods", "deliver_goods"})


def _slip_lines(source: Source) -> list[Quote]:
    """The lines of a delivery slip that say how much came and who signed; empty for other papers."""
    if source.kind not in ("delivery_note", "warehouse_note", "acceptance_note"):
        return []
    lines = [_line(source, fact.start, fact.end) for fact in source.quantities[:4]]
    signed = re.search(
        r"(?:收货(?!单位[ 　]*[：:])|签收|验收|库管|仓管|保管)[^：:\n]{0,20}[：:]\s*\n?[^\n]{2,30}", source.text
    )
    return [*lines, *([source.quote(signed.start(), signed.end())] if signed else [])]


_POINTERS = 2
"""Transfers that are shown where they only point to a fact: more of them add nothing."""


def by_transfer(matter: Matter, route: Route, claimant: Side) -> list[Item]:
    """Evidence by recorded movements of money."""
    other = matter.cast.other(claimant)
    if route.transfer == "loan_to_respondent":
        moves = figures.deliveries(matter)
    elif route.transfer == "to_respondent":
        moves = matter.moves(claimant, other)
    else:
        moves = matter.moves(other, claimant)
        if route.transfer == "interest_from_respondent":
            moves = [(source, item) for source, item in moves if figures.is_interest(item)]
    if route.at_most == "corroborating":
        moves = moves[-_POINTERS:]
    items: list[Item] = []
    for source, move in moves:
        for start, end in ((move.memo_start, move.memo_end), (move.amount_start, move.amount_end)):
            if end > start:
                items.append(Item(quote=source.quote_cell(start, end), strength=route.at_most, how="record"))
        if route.at_most == "conclusive" and move.party_end > move.party_start and route.transfer == "from_respondent":
            items.append(
                Item(quote=source.quote_cell(move.party_start, move.party_end), strength="conclusive", how="record")
            )
    return items


def by_document(matter: Matter, route: Route, burden: Side) -> list[Item]:
    """Evidence by the mere presence of a kind of document: its line with the figure or the date."""
    items: list[Item] = []
    for source in matter.of_kind(*route.kinds):
        own = matter.voices[source.file].who == burden
        said = route.words.search(source.text) if route.words else None
        if route.words and said is None:
            continue
        places = (
            [source.sentence_at(said.start())]
            if said
            else [(fact.start, fact.end) for fact in source.quantities]
            or [(fact.start, fact.end) for fact in source.money]
        )
        strength, flaw = _of_paper(matter, source, own=own)
        for start, end in places[:3] or [(0, min(40, len(source.text)))]:
            items.append(
                Item(
                    quote=_line(source, start, end),
                    strength=weaker(strength, route.at_most),
                    how="own_book" if own else "record",
                    flaw=flaw,
                )
            )
    return items


def _of_paper(matter: Matter, source: Source, *, own: bool) -> tuple[Strength, str]:
    """How strongly a paper speaks by being there: one that nobody signed, or a mere copy, does not stand alone."""
    voice = matter.voices[source.file]
    if own or (voice.form == "instrument" and voice.who == "unknown"):
        return "corroborating", "" if own else "unsigned"
    if forms.certificate_defects(source) or forms.testimony_without_witness(matter, source):
        return "direct", "certificate_form"
    return "direct", "copy_without_original" if forms.missing_original(matter, source) else ""


def _line(source: Source, start: int, end: int) -> Quote:
    if source.document.format in ("xlsx", "csv"):
        return source.quote_cell(start, end)
    begin = source.text.rfind("\n", 0, start) + 1
    stop = source.text.find("\n", end)
    return source.quote(begin, stop if stop >= 0 else len(source.text))


def chosen(items: Iterable[Item], limit: int = 8) -> list[Item]:
    """Keep the strongest items, no place twice, at most ``limit``: strongest first, then those that say most."""
    kept: list[Item] = []
    for item in sorted(
        items, key=lambda item: (-item.rank, item.how != "admission", bool(item.flaw), _says_little(item.quote))
    ):
        if any(_same_place(item.quote, other.quote) for other in kept):
            continue
        kept.append(item)
    return kept[:limit]


_SAYS_SOMETHING = re.compile(r"\d|[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾百千万]|[：:]|认|收|欠|还|担保|保证")


def _says_little(quote: Quote) -> bool:
    """Whether a quote is a mere heading: short, without figure, label or act."""
    return len(quote.quote) <= 16 and not _SAYS_SOMETHING.search(quote.quote)


def _same_place(one: Quote, other: Quote) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end


def demoted(item: Item, flaw: str) -> Item:
    """Return the item as corroborating only, with the reason."""
    return replace(item, strength="corroborating", flaw=flaw)
