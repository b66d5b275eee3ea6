"""Checks on loans of banks and on credit cards: signed by whom, fallen due how, reckoned from what, secured by what."""

from __future__ import annotations

import re

from zuno.casework import figures
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.notices import notice_arrived
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.records import Claim, Quote
from zuno.casework.sources import Source

_CONTRACTS = ("loan_contract", "card_agreement", "contract")
_ONLINE = re.compile(r"(?:线上|在线|网上|电子|远程)签(?:署|约|订|名|字|章)|电子合同|电子签章|数据电文")
_SOUND = re.compile(
    r"(?:验证|核验|验签|比对|认证)[^。；\n]{0,16}(?:通过|有效|成功|一致|合格)|未被?篡改|签名有效|可靠(?:的)?电子签名"
)


def esign_reliable(matter: Matter) -> Outcome:
    """A contract concluded online bears a signature whose reliability somebody other than the bank attests.

    Source: 电子签名法 art. 13, 14.
    """
    online = [(source, m) for source in matter.of_kind(*_CONTRACTS) if (m := _ONLINE.search(source.text))]
    if not online or _own_to_it(matter):
        return SILENT
    source, place = online[0]
    head = source.quote(*source.sentence_at(place.start()))
    for proof in matter.of_kind("esign_record", "notarial"):
        if not matter.cast.mentions(proof.text, "defendant"):
            continue
        if sound := _SOUND.search(proof.text):
            quotes = [proof.quote(*proof.sentence_at(sound.start())), head]
            why = f"电子签约，《{proof.title}》可证签名系本人所为"
            return Outcome(verdict="carried", rule="esign_reliable", why=why, items=items_of(quotes))
    why = f"《{source.title}》为电子签约，未见签名验证或身份核验的材料"
    return Outcome(verdict="doubtful", rule="esign_unverified", why=why, items=items_of([head], "check", "direct"))


def _own_to_it(matter: Matter) -> bool:
    """Whether the borrower's answer owns to the contract."""
    said = matter.acts("borrow", "apply_card", "author_instrument", who=("defendant",))
    return any(s.voice.form == "pleading" and s.mood == "said" for s in said)


def loan_called(matter: Matter) -> Outcome:
    """The loan has fallen due: its term is over, or it was called in early and the borrower got the notice."""
    due, filed = figures.loan_due(matter), matter.filing_date
    late = _overdue(matter)
    if due and filed and due.on < filed and not due.pleaded:
        why = f"借款于{due.on}到期，起诉时已逾期"
        return Outcome(verdict="carried", rule="overdue_unpaid", why=why, items=items_of([*due.quotes, *late[:2]]))
    sent = notice_arrived(matter, ("accelerate",), ("letter", "chat", "email"), "plaintiff")
    if sent.verdict != "silent":
        items = (*sent.items, *items_of(late[:2], "record", "corroborating"))
        return Outcome(verdict=sent.verdict, rule=sent.rule, why=sent.why, items=items)
    if late:
        when = f"（{due.on}到期）" if due else ""
        why = f"有逾期记录，未见宣布提前到期的通知{when}"
        return Outcome(verdict="doubtful", rule="not_called", why=why, items=items_of(late[:3], "record", "direct"))
    return SILENT


def _overdue(matter: Matter) -> list[Quote]:
    """Where the bank's sheets or the borrower's own words say that an instalment is unpaid."""
    words = re.compile(r"逾期|欠本|欠息|拖欠|未还|未按")
    sheets = [(s, m) for s in matter.of_kind("interest_sheet", "bank_statement") if (m := words.search(s.text))]
    said = matter.acts("overdue", "plead_time", who=("defendant",))
    return [
        *(source.quote(*source.sentence_at(match.start())) for source, match in sheets),
        *(s.source.quote(*s.sentence) for s in said if s.mood != "question"),
    ]


_SHEETS = ("interest_sheet", "card_statement", "statement_of_account", "bank_statement")
_BASE = re.compile(r"以[^，。；]{0,16}$")


def loan_sums_reckoned(matter: Matter) -> Outcome:
    """Every sum that the heads of the loan name stands in the bank's sheet."""
    return _sums_reckoned(matter, "C1", _SHEETS)


def card_sums_reckoned(matter: Matter) -> Outcome:
    """Every sum that the heads of the card debt name stands in the bills or the bank's sheet."""
    return _sums_reckoned(matter, "C3", _SHEETS)


def _sums_reckoned(matter: Matter, pack_claim: str, kinds: tuple[str, ...]) -> Outcome:
    asked = [fen for claim in matter.claims if claim.pack_claim == pack_claim for fen in _named(matter, claim)]
    sheets = matter.of_kind(*kinds)
    listed = {fact.fen: _place(source, fact.start, fact.end) for source in sheets for fact in source.money}
    if not asked or not listed:
        return SILENT
    sums = {one + other for one in listed for other in listed if one != other}
    found = [fen for fen in asked if fen in listed]
    lacking = [fen for fen in asked if fen not in listed and fen not in sums and fen not in _totals(asked, fen)]
    quotes = [listed[fen] for fen in dict.fromkeys(found)]
    if found and not lacking:
        why = "、".join(f"{yuan(fen)}元" for fen in dict.fromkeys(found)) + "与计息清单、账单一致"
        return Outcome(verdict="carried", rule="sums_reckoned", why=why, items=items_of(quotes[:5]))
    if not found and not any(source.kind != "bank_statement" for source in sheets):
        return SILENT
    why = f"请求的{yuan(lacking[0])}元不见于计息清单、账单，无法复算"
    places = quotes or list(listed.values())
    return Outcome(verdict="doubtful", rule="sums_not_reckoned", why=why, items=items_of(places[:4], "check", "direct"))


def _named(matter: Matter, claim: Claim) -> list[int]:
    """The sums that a head names, without those on which interest is reckoned."""
    if claim.quote is None:
        return []
    source, start = matter.source(claim.quote.file), claim.quote.start
    end = start + max(len(claim.text), claim.quote.end - start) + 8
    inside = [fact for fact in source.money if start <= fact.start < end]
    return [fact.fen for fact in inside if not _BASE.search(source.text[max(start, fact.start - 20) : fact.start])]


def _totals(asked: list[int], fen: int) -> set[int]:
    """A head's own total of the other sums it names."""
    return {sum(asked) - fen}


def _place(source: Source, start: int, end: int) -> Quote:
    if source.document.format in ("xlsx", "csv"):
        return source.quote_cell(start, end)
    return source.quote(*source.sentence_at(start))


_MORTGAGE = re.compile(r"抵押|质押|出质|拍卖|变卖|折价")
_REGISTERED = re.compile(r"抵押权|他项权|抵押登记|质押登记|质权|登记证明|担保登记")


def security_registered(matter: Matter) -> Outcome:
    """A mortgage or pledge asked for stands in a contract of the giver and in the register.

    Source: 民法典 art. 402.
    """
    if not any(claim.pack_claim == "C2" and _MORTGAGE.search(claim.text) for claim in matter.claims):
        return SILENT
    signed = [
        (source, match)
        for source in matter.of_kind("guarantee", "loan_contract", "contract")
        if matter.voices[source.file].who in ("defendant", "both")
        and (match := re.search(r"抵押|质押|出质", source.text))
    ]
    entered = [
        (source, match)
        for source in matter.open_sources
        if source.read and matter.voices[source.file].form == "record" and (match := _REGISTERED.search(source.text))
    ]
    items: list[Item] = list(items_of([s.quote(*s.sentence_at(m.start())) for s, m in (*signed[:2], *entered[:2])]))
    if signed and entered:
        why = f"有《{signed[0][0].title}》，并有《{entered[0][0].title}》载明登记"
        return Outcome(verdict="carried", rule="security_registered", why=why, items=tuple(items))
    if not signed and not entered:
        return SILENT
    lacks = "登记" if signed else "抵押（质押）合同"
    return Outcome(verdict="doubtful", rule="security_incomplete", why=f"未见{lacks}的材料", items=tuple(items))
