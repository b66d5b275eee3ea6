"""Checks on a sale: balance, buyer, late payment, quality and loss."""

from __future__ import annotations

import re

from zuno.casework import figures
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.demands import delivered_letters
from zuno.casework.checks.outcome import SILENT, Outcome, items_of, without_the_term
from zuno.casework.matter import Matter
from zuno.casework.records import Quote, Side
from zuno.casework.voices import BUYER_NAMED, signatures


def price_balance(matter: Matter) -> Outcome:
    """The price claimed equals the balance the buyer acknowledged, or price less payments by the papers."""
    wanted = figures.claimed(matter, "C1")
    if wanted is None:
        return SILENT
    balances = figures.statement_balances(matter)
    if balances:
        same = [balance for balance in balances if balance.fen == wanted]
        same += [net for balance in balances if (net := figures.balance_after_payments(matter, balance)).fen == wanted]
        if same:
            return Outcome(
                verdict="carried",
                rule="balance_acknowledged",
                why=f"对方确认尚欠{yuan(wanted)}元，与请求一致",
                items=items_of([quote for balance in same[:2] for quote in balance.quotes]),
            )
        other = figures.balance_after_payments(matter, balances[-1])
        return Outcome(
            verdict="doubtful",
            rule="balance_differs",
            why=f"对方确认的余额为{yuan(other.fen)}元，请求{yuan(wanted)}元，差额{yuan(abs(wanted - other.fen))}元待证",
            items=items_of(other.quotes),
        )
    return _computed_balance(matter, wanted)


def _computed_balance(matter: Matter, wanted: int) -> Outcome:
    paid = figures.paid(matter)
    paid_fen = paid.fen if paid else 0
    for total, how in ((figures.contract_total(matter), "合同总价"), (figures.invoices_total(matter), "发票合计")):
        if total is None:
            continue
        quotes = (*total.quotes[:3], *(paid.quotes[:4] if paid else ()))
        if total.fen - paid_fen == wanted:
            strength = "conclusive" if how == "合同总价" else "direct"
            return Outcome(
                verdict="carried",
                rule="price_less_payments",
                why=f"{how}{yuan(total.fen)}元−已付{yuan(paid_fen)}元={yuan(wanted)}元",
                items=items_of(quotes, "check", strength),
            )
        if how == "合同总价" and total.fen - paid_fen < wanted:
            return Outcome(
                verdict="doubtful",
                rule="balance_differs",
                why=(
                    f"{how}{yuan(total.fen)}元−已付{yuan(paid_fen)}元={yuan(total.fen - paid_fen)}元，"
                    f"与请求{yuan(wanted)}元不合"
                ),
                items=items_of(quotes),
            )
    return SILENT


def respondent_is_buyer(matter: Matter) -> Outcome:
    """The defendant's exact name stands as buyer in contract, invoice or order."""
    names = matter.cast.own_names("defendant")
    quotes: list[Quote] = []
    for source in matter.of_kind("sale_contract", "order", "statement_of_account", "invoice"):
        for name in names:
            at = source.text.find(name)
            if at >= 0:
                begin = source.text.rfind("\n", 0, at) + 1
                stop = source.text.find("\n", at)
                quotes.append(source.quote(begin, stop if stop >= 0 else len(source.text)))
                break
    strong = [quote for quote in quotes if matter.source(quote.file).kind != "invoice"]
    if strong:
        return Outcome(
            verdict="carried", rule="named_as_buyer", why="合同或对账单的买方名称与被告一致", items=items_of(quotes[:4])
        )
    if quotes:
        return Outcome(
            verdict="carried",
            rule="named_as_buyer",
            why="发票购买方名称与被告一致",
            items=items_of(quotes[:2], "own_book", "direct"),
        )
    rival = rival_buyer(matter)
    if rival is not None:
        name, places = rival
        return Outcome(
            verdict="doubtful",
            rule="buyer_named_otherwise",
            why=f"材料中的买方是{name}，与起诉的被告名称不同",
            items=items_of(tuple(places[:4])),
        )
    return SILENT


def rival_buyer(matter: Matter) -> tuple[str, list[Quote]] | None:
    """A company that the papers name as buyer and that is not sued under that name."""
    found: dict[str, list[Quote]] = {}
    for source in matter.of_kind(
        "sale_contract", "order", "invoice", "statement_of_account", "delivery_note", "business_registry"
    ):
        for match in BUYER_NAMED.finditer(source.text):
            name = match["name"]
            if not matter.cast.is_party(name):
                found.setdefault(name, []).append(source.quote(match.start(), match.end()))
    for source in matter.of_kind("sale_contract", "order", "statement_of_account"):
        for name in signatures(source.text):
            at = source.text.find(name)
            if name in matter.cast.aliases and not matter.cast.is_party(name) and at >= 0:
                found.setdefault(name, []).append(source.quote(at, at + len(name)))
    for source, move in matter.bank_moves:
        payer = move.payer or ""
        if payer and payer in found:
            found[payer].append(source.quote_cell(move.party_start, move.party_end))
    if not found or any(
        matter.cast.mentions(s.text, "defendant") and _names_defendant(matter, s.text)
        for s in matter.of_kind("sale_contract")
    ):
        return None
    name = max(found, key=lambda key: len(found[key]))
    quotes: list[Quote] = []
    for quote in found[name]:
        if all(quote.file != other.file for other in quotes):
            quotes.append(quote)
    return name, quotes


def _names_defendant(matter: Matter, text: str) -> bool:
    return any(name in text for name in matter.cast.own_names("defendant"))


def statutory_late_payment(matter: Matter) -> Outcome:
    """No penalty was agreed and the claim asks for LPR-based loss: the law's standard needs no proof.

    Source: 买卖解释 art. 18.
    """
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C2" and claim.quote), None)
    unread = any(source.kind in ("sale_contract", "order") for source in matter.unread)
    if claim is None or unread or not re.search(r"LPR|贷款市场报价利率|贷款利率|同期", claim.text):
        return SILENT
    if any(
        s.act == "overdue_term" and s.source.kind in ("sale_contract", "order", "contract") for s in matter.statements
    ):
        return SILENT
    quotes = without_the_term(
        matter, "sale_contract", "order", "contract", "statement_of_account", "delivery_note", "iou"
    )
    return Outcome(
        verdict="carried",
        rule="statutory_rate",
        why="未约定违约金，请求按LPR加计计算逾期付款损失",
        items=items_of(quotes),
        from_pleading=not quotes,
    )


def late_payment_start(matter: Matter) -> Outcome:
    """The start day claimed is not before the day the price fell due."""
    due = figures.payment_due(matter)
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C2" and claim.quote), None)
    if due is None or claim is None or claim.quote is None:
        return SILENT
    source = matter.source(claim.quote.file)
    starts = [
        fact.value for fact in source.dates if fact.value and claim.quote.start <= fact.start < claim.quote.end + 60
    ]
    last_paid = [item for item in figures.repayments(matter) if item[1].date]
    paid_quote = tuple(
        src.quote_cell(item.date_start, item.date_end) for src, item in last_paid[-1:] if not due.pleaded
    )
    named_start = re.search(r"自|从|起", claim.text)
    if not starts or not named_start:
        return Outcome(
            verdict="carried",
            rule="start_by_term",
            why=f"按约定的付款日（{due.on}起）计算",
            items=items_of(due.quotes if not due.pleaded else ()),
            from_pleading=due.pleaded,
        )
    if starts[0] > due.on:
        return Outcome(
            verdict="carried",
            rule="start_after_due",
            why=f"付款期于{due.on}届满，请求自{starts[0]}起算，不早于届满次日",
            items=items_of(due.quotes if not due.pleaded else ()) + items_of(paid_quote),
            from_pleading=due.pleaded,
        )
    return Outcome(
        verdict="doubtful",
        rule="start_before_due",
        why=f"请求自{starts[0]}起算，早于付款期届满次日（{due.on}届满）",
        items=items_of(due.quotes),
    )


def quality_notified(matter: Matter) -> Outcome:
    """The buyer's objection to quality reached the seller: by proven letter, by message, or as the seller admits."""
    claimant: Side = "plaintiff"
    other = matter.cast.other(claimant)
    answers = [
        s
        for s in matter.statements
        if s.voice.who == other
        and s.voice.form == "pleading"
        and not s.negated
        and re.search(r"异议|通知", s.words)
        and re.search(r"收到|收悉", s.words)
        and not re.search(r"(?:没有?|未|从没|从未)[^，。]{0,4}收", s.words)
    ]
    letters = delivered_letters(matter, ("quality", "notify"))
    proven = [quote for letter, proof, _day, _to in letters for quote in (letter, proof) if proof and quote]
    spoken = [
        s.source.quote(s.start, s.end) for s in matter.acts("quality", who=(claimant,)) if s.voice.form == "message"
    ]
    if proven or answers:
        quotes = [*proven[:3], *(s.source.quote(s.start, s.end) for s in answers[:1])]
        return Outcome(verdict="carried", rule="quality_notified", why="质量异议已到达对方", items=items_of(quotes))
    if spoken:
        return Outcome(
            verdict="carried",
            rule="quality_notified",
            why="已在聊天中提出质量问题",
            items=items_of(spoken[:3], "message", "direct"),
        )
    if letters:
        return Outcome(
            verdict="doubtful",
            rule="no_proof_of_arrival",
            why="有质量异议函，未见到达对方的证据",
            items=items_of([letters[0][0]], "letter", "direct"),
        )
    return SILENT


def loss_papers(matter: Matter) -> Outcome:
    """Papers of third parties or payments that show the loss claimed: their figures add up to it or are named in it."""
    wanted = figures.claimed(matter, "C3")
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C3" and claim.quote), None)
    if wanted is None or claim is None or claim.quote is None:
        return SILENT
    source = matter.source(claim.quote.file)
    named = {f.fen for f in source.money if claim.quote.start <= f.start < claim.quote.start + len(claim.text) + 10}
    quotes: list[Quote] = []
    for paper in matter.open_sources:
        if (
            not paper.read
            or matter.voices[paper.file].form in ("pleading", "private", "own_book")
            or paper.kind == "complaint"
        ):
            continue
        quotes += [paper.quote_cell(f.start, f.end) for f in paper.money if f.fen in named][:2]
    if not quotes:
        return SILENT
    return Outcome(
        verdict="carried",
        rule="loss_papers",
        why="损失各项有票据或付款凭证",
        items=items_of(quotes[:6], "record", "direct"),
    )
