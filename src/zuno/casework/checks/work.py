"""What is owed for a piece of work: the price agreed, changes confirmed, less what was paid."""

from __future__ import annotations

import re
from itertools import product

from zuno.casework import forms
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Strength
from zuno.casework.records import Side
from zuno.casework.sources import Source
from zuno.knowledge.records import MoneyFact

_PRICE = re.compile(r"总(?:价|额|计|金额|费用)|合计|共计|报酬|价款|费用|费|金额|工钱|包干|一口价")
_NO_PRICE = re.compile(
    r"违约|逾期|赔偿|首(?:付|款|期)|定金|预付|尾款|余款|第[一二三]期|质保|保证金|已付|%|％|百分之|每日|每天"
)
_CHANGE = re.compile(r"增(?:项|加|补)|追加|变更|加做|另加|加急|改版|新增|多做")
_PAPERS = ("contract", "order", "statement_of_account", "acceptance_note", "change_order", "chat", "email", "letter")


def reward_balance(matter: Matter) -> Outcome:
    """The reward claimed is the price agreed, with the changes that the customer confirmed, less recorded payments."""
    claim = next((claim for claim in matter.claims if claim.pack_claim == "K1" and claim.amount_fen), None)
    if claim is None or claim.amount_fen is None:
        return SILENT
    customer = matter.cast.other(claim.claimant)
    prices, confirmed, asked = _sums(matter, customer)
    paid = sum(move.fen for _source, move in matter.moves(customer, claim.claimant))
    added = sum(fact.fen for _source, fact in confirmed)
    for (source, fact), extra in product(prices, sorted({0, added}, reverse=True)):
        if fact.fen + extra - paid == claim.amount_fen:
            why = f"约定{yuan(fact.fen)}元"
            why += f"，增项{yuan(extra)}元" if extra else ""
            why += f"，已付{yuan(paid)}元" if paid else ""
            items = [_item(matter, source, fact, customer)]
            items += [_item(matter, *one, customer) for one in (confirmed if extra else [])]
            return Outcome(verdict="carried", rule="reward_balance", why=f"{why}，与请求一致", items=tuple(items))
    wanted = {fact.fen + added + sum(more.fen for _s, more in asked) - paid for _source, fact in prices}
    if asked and claim.amount_fen in wanted:
        return Outcome(
            verdict="doubtful",
            rule="change_not_confirmed",
            why=f"增项{yuan(sum(more.fen for _s, more in asked))}元只有承揽人一方记载，未见定作人确认",
            items=tuple(_item(matter, *one, customer) for one in asked[:3]),
        )
    if paid and any(fact.fen + extra == claim.amount_fen for _source, fact in prices for extra in (0, added)):
        return Outcome(
            verdict="doubtful",
            rule="payment_not_deducted",
            why=f"记录显示已付{yuan(paid)}元，请求未扣；扣除后为{yuan(claim.amount_fen - paid)}元",
            items=tuple(_item(matter, *one, customer) for one in prices[:2]),
        )
    return SILENT


def _sums(
    matter: Matter, customer: Side
) -> tuple[list[tuple[Source, MoneyFact]], list[tuple[Source, MoneyFact]], list[tuple[Source, MoneyFact]]]:
    """The prices agreed, the changes that the customer signed or wrote, and those that the contractor alone tells."""
    prices: list[tuple[Source, MoneyFact]] = []
    confirmed: list[tuple[Source, MoneyFact]] = []
    asked: list[tuple[Source, MoneyFact]] = []
    for source in matter.of_kind(*_PAPERS):
        told: set[int] = set()
        for fact in source.money:
            start, end = source.sentence_at(fact.start)
            before = source.text[max(start, fact.start - 30) : fact.start]
            changed = _CHANGE.search(source.text[start:end])
            if changed:
                if fact.fen not in told:
                    told.add(fact.fen)
                    bound = _speaker(matter, source, fact, customer)
                    (confirmed if bound else asked).append((source, fact))
            elif _PRICE.search(before) and not _NO_PRICE.search(before[-14:]):
                prices.append((source, fact))
    known = {fact.fen for _source, fact in confirmed}
    return prices, confirmed, [(source, fact) for source, fact in asked if fact.fen not in known]


def _speaker(matter: Matter, source: Source, fact: MoneyFact, customer: Side) -> bool:
    """Whether a figure stands in a paper that binds the customer, or in its own message or its answer to one."""
    voice = matter.voices[source.file]
    if voice.form != "message":
        return voice.who in (customer, "both")
    senders = matter.senders.get(source.file, {})
    for at, message in enumerate(source.messages):
        if message.start <= fact.start < message.end:
            following = source.messages[at + 1 : at + 2]
            if (own := senders.get(message.sender)) and own.who == customer:
                return True
            return any(
                (said := senders.get(reply.sender)) is not None and said.who == customer and _AGREED.search(reply.text)
                for reply in following
            )
    return False


_AGREED = re.compile(
    r"^(?!.*(?:不(?:行|同意|可以|认|要)|太(?:贵|高)|贵了|再(?:说|议|商量)|等等)).*(?:好|行|可以|同意|没问题|确认|ok|OK|嗯|按这个|就这样|做吧)"
)


def _item(matter: Matter, source: Source, fact: MoneyFact, customer: Side) -> Item:
    voice = matter.voices[source.file]
    bound = voice.who in (customer, "both") or (voice.form == "message" and _speaker(matter, source, fact, customer))
    copied = bound and voice.form == "instrument" and forms.missing_original(matter, source) is not None
    strength: Strength = "corroborating"
    if bound:
        strength = "direct" if copied or voice.form != "instrument" else "conclusive"
    quote = source.quote_cell(fact.start, fact.end)
    if source.document.format not in ("xlsx", "csv"):
        quote = source.quote(*source.sentence_at(fact.start))
    return Item(quote=quote, strength=strength, how="instrument", flaw="copy_without_original" if copied else "")
