"""Computed checks that an element's proof may name: each compares figures and days of the papers.

A check never guesses: what a figure needs and no paper gives leaves the check
``silent``, and the cell is judged by its other routes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from zuno.casework import figures, lpr
from zuno.casework.evidence import Item
from zuno.casework.figures import Figure, yuan
from zuno.casework.matter import Matter
from zuno.casework.records import Claim, Quote, Side
from zuno.casework.statements import Statement
from zuno.casework.voices import BUYER_NAMED, signatures

Verdict = Literal["carried", "doubtful", "silent", "not_applicable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a check found."""

    verdict: Verdict
    rule: str = ""
    why: str = ""
    items: tuple[Item, ...] = ()
    from_pleading: bool = False
    """The check rests on a figure that only the complaint states."""


SILENT = Outcome(verdict="silent")


def _items(
    quotes: tuple[Quote, ...] | list[Quote], how: str = "check", strength: str = "conclusive"
) -> tuple[Item, ...]:
    graded = "conclusive" if strength == "conclusive" else "direct"
    return tuple(Item(quote=quote, strength=graded, how=how) for quote in quotes)


# --- demands and notices ----------------------------------------------------------------------------------------


def answered_demands(matter: Matter, claimant: Side = "plaintiff") -> list[tuple[Statement, Statement]]:
    """Demands by message that the other side answered with a plea for time or an acknowledgement."""
    other = matter.cast.other(claimant)
    pairs: list[tuple[Statement, Statement]] = []
    for demand in matter.acts("demand", "acknowledge_debt", "due_term", who=(claimant,)):
        if demand.voice.form != "message":
            continue
        for reply in matter.acts("plead_time", "acknowledge_debt", "repay", who=(other,)):
            if reply.source is demand.source and reply.start > demand.end and reply.mood != "question":
                pairs.append((demand, reply))
                break
    return pairs


def term_passed(matter: Matter) -> Outcome:
    """A term that the papers set has passed at filing; before that no demand makes the loan due, unless accelerated."""
    due, filed = figures.loan_due(matter), matter.filing_date
    if due is None or filed is None or due.pleaded or due.on < filed or _accelerated(matter):
        return SILENT
    return Outcome(
        verdict="doubtful", rule="not_yet_due", why=f"到期日{due.on}晚于起诉日{filed}", items=_items(due.quotes)
    )


def _accelerated(matter: Matter) -> bool:
    return any(
        re.search(r"(?:提前|加速|立即|全部)[^。；]{0,6}到期", source.text)
        for source in matter.open_sources
        if source.read and matter.voices[source.file].form in ("letter", "message")
    )


def demand_answered(matter: Matter) -> Outcome:
    """The debtor answered a demand and asked for time: demanded, and not denied."""
    pairs = answered_demands(matter)
    if not pairs:
        return SILENT
    quotes = [part.source.quote(part.start, part.end) for pair in pairs[:2] for part in pair]
    return Outcome(
        verdict="carried", rule="demand_answered", why="催款后对方请求宽限", items=_items(quotes, "message", "direct")
    )


def delivered_letters(
    matter: Matter, acts: tuple[str, ...] = ("demand",)
) -> list[tuple[Quote, Quote | None, date | None, str]]:
    """Letters that do these acts: (letter, proof of delivery, day delivered or sent, words of its head)."""
    found: list[tuple[Quote, Quote | None, date | None, str]] = []
    for source in matter.of_kind("letter"):
        said = [s for s in matter.statements if s.source is source and s.act in acts and not s.negated]
        if not said:
            continue
        sent = said[0].on
        proof, day = proof_of_delivery(matter, source.text, sent)
        found.append((source.quote(*said[0].sentence), proof, day or sent, source.text[:80]))
    return found


def to_guarantor_alone(matter: Matter, head: str) -> bool:
    """Whether a letter is addressed to a guarantor and to none of the debtors, by its salutation or its head."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    addressed = [line for line in lines[:4] if line.endswith(("：", ":")) or line.startswith(("致", "收件人"))]
    head = "".join(addressed) or head
    guarantors = matter.cast.guarantors
    debtors = [name for name in matter.cast.names("defendant") if name not in guarantors]
    return any(name in head for name in guarantors) and not any(name in head for name in debtors)


def proof_of_delivery(matter: Matter, letter: str, sent: date | None) -> tuple[Quote | None, date | None]:
    """Find the postal proof of a letter: by waybill number, else by what it says it held and the days."""
    inside = re.search(r"[^\n]{0,40}已?签收[^\n]{0,30}", letter)
    for source in matter.of_kind("postal_receipt"):
        waybill = [n.value for n in source.numbers if n.value and n.value in letter]
        signed = re.search(r"[^\n]{0,24}(?:签收|妥投|投妥)[^\n]{0,30}", source.text)
        days = [
            fact.value
            for fact in source.dates
            if fact.value
            and (sent is None or fact.value >= sent)
            and not re.search(r"打印|查询|导出|复制|网页", source.text[max(0, fact.start - 14) : fact.start])
        ]
        if signed and (waybill or days):
            return source.quote(signed.start(), signed.end()), days[-1] if days else None
    return None, None if inside is None else sent


def demand_delivered(matter: Matter) -> Outcome:
    """A letter of demand whose delivery is proven."""
    letters = [found for found in delivered_letters(matter) if not to_guarantor_alone(matter, found[3])]
    proven = [(letter, proof) for letter, proof, _day, _to in letters if proof]
    if proven:
        return Outcome(
            verdict="carried",
            rule="demand_delivered",
            why="催告函已送达",
            items=_items([quote for pair in proven for quote in pair if quote]),
        )
    return SILENT


def demanded(matter: Matter) -> Outcome:
    """Where no term was set, a demand by message or letter sets one: its own words are the act."""
    papers = matter.of_kind("iou", "loan_contract")
    if any(s.act == "due_term" and s.source in papers for s in matter.statements):
        return SILENT
    said = [
        s
        for s in matter.acts("demand", who=("plaintiff",))
        if s.voice.form in ("message", "letter")
        and s.on
        and (matter.filing_date is None or s.on < matter.filing_date)
        and not (s.voice.form == "letter" and to_guarantor_alone(matter, s.source.text[:80]))
    ]
    if not said:
        return SILENT
    quotes = [s.source.quote(*s.sentence) for s in said[-3:]]
    return Outcome(
        verdict="carried",
        rule="demanded",
        why=f"已于{said[-1].on}催告",
        items=_items(quotes, said[-1].voice.form, "direct"),
    )


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
        items=_items(quotes[:6], "record", "direct"),
    )


def demand_arrived(matter: Matter) -> Outcome:
    """A demand that must have arrived: by proven letter or by message; a letter without proof leaves doubt."""
    outcome = demand_delivered(matter)
    if outcome.verdict == "carried":
        return outcome
    said = [s for s in matter.acts("demand", who=("plaintiff",)) if s.voice.form == "message"]
    if said:
        quotes = [s.source.quote(*s.sentence) for s in said[-3:]]
        return Outcome(
            verdict="carried", rule="demanded", why="已以消息催告", items=_items(quotes, "message", "direct")
        )
    letters = delivered_letters(matter)
    if not letters:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="no_proof_of_arrival",
        why="有催告函，未见到达对方的证据",
        items=_items([letters[0][0]], "letter", "direct"),
    )


def notice_delivered(matter: Matter) -> Outcome:
    """A notice of termination whose arrival is proven."""
    letters = delivered_letters(matter, ("termination",))
    if not letters:
        return SILENT
    letter, proof, _day, _to = letters[0]
    if proof:
        return Outcome(verdict="carried", rule="notice_delivered", why="解除通知已到达", items=_items([letter, proof]))
    return Outcome(
        verdict="doubtful",
        rule="no_proof_of_arrival",
        why="有解除通知，未见到达对方的证据",
        items=_items([letter], "letter", "direct"),
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
        return Outcome(verdict="carried", rule="quality_notified", why="质量异议已到达对方", items=_items(quotes))
    if spoken:
        return Outcome(
            verdict="carried",
            rule="quality_notified",
            why="已在聊天中提出质量问题",
            items=_items(spoken[:3], "message", "direct"),
        )
    if letters:
        return Outcome(
            verdict="doubtful",
            rule="no_proof_of_arrival",
            why="有质量异议函，未见到达对方的证据",
            items=_items([letters[0][0]], "letter", "direct"),
        )
    return SILENT


# --- loan -------------------------------------------------------------------------------------------------------


def lender_named(matter: Matter) -> Outcome:
    """The borrower's paper names the plaintiff as lender; another name there leaves the agreement in doubt."""
    other = figures.lender_elsewhere(matter)
    if other is None:
        return SILENT
    name, quote = other
    return Outcome(
        verdict="doubtful",
        rule="lender_is_another",
        why=f"借款凭证载明的出借人是{name}，不是原告",
        items=_items([quote]),
    )


def principal_basis(matter: Matter, *, originals_only: bool = False) -> tuple[Figure | None, Figure | None]:
    """Return (sum delivered by the records and receipts, sum claimed or named by the borrower's paper)."""
    delivered = figures.sum_figure(figures.deliveries(matter))
    cash = figures.cash_received(matter, originals_only=originals_only)
    if cash:
        extra = sum(fact.fen for _s, fact in cash)
        quotes = tuple(statement.source.quote(*statement.sentence) for statement, _f in cash)
        delivered = Figure(
            fen=(delivered.fen if delivered else 0) + extra, quotes=(delivered.quotes if delivered else ()) + quotes
        )
    wanted = figures.claimed(matter, "C1")
    named = figures.instrument_amount(matter)
    if wanted is not None:
        quote = next((claim.quote for claim in matter.claims if claim.pack_claim == "C1" and claim.quote), None)
        return delivered, Figure(fen=wanted, quotes=(quote,) if quote else ())
    return delivered, named


def _principal_repaid(matter: Matter) -> int:
    return sum(
        item.fen for _s, item in figures.repayments(matter) if re.search(r"本金|还本|还借款|归还借款", item.memo or "")
    )


def _repaid_in_all(matter: Matter) -> int:
    return sum(item.fen for _s, item in figures.repayments(matter) if not figures.is_interest(item))


def admitted_short(matter: Matter) -> list[Statement]:
    """Words of either side that less than the named sum was paid out."""
    return [
        s
        for s in matter.acts("prepaid_interest", "delivered_short")
        if s.voice.form in ("message", "pleading", "instrument") and s.money()
    ]


def principal_delivered(matter: Matter) -> Outcome:
    """The principal claimed is what was paid out."""
    delivered, wanted = principal_basis(matter, originals_only=True)
    short = [s.source.quote(s.start, s.end) for s in admitted_short(matter) if s.voice.who == "defendant"]
    if delivered is None or wanted is None:
        if short:
            return Outcome(
                verdict="doubtful",
                rule="delivered_less_than_claimed",
                why="对方称未足额收到",
                items=_items(short, "message", "direct"),
            )
        return SILENT
    repaid = _principal_repaid(matter)
    received = [
        s.source.quote(s.start, s.end)
        for s in matter.acts("receive_money", who=("defendant", "both"))
        if s.money() and s.mood == "said" and s.money()[0].fen >= min(wanted.fen, delivered.fen)
    ]
    quotes = (*delivered.quotes[:5], *received[:2])
    returned = {delivered.fen - paid for paid in (repaid, _repaid_in_all(matter))}
    if delivered.fen >= wanted.fen or wanted.fen in returned:
        return Outcome(
            verdict="carried",
            rule="principal_matches_delivery",
            why=f"交付{yuan(delivered.fen)}元，与请求一致",
            items=_items(quotes),
        )
    lacking = yuan(wanted.fen - delivered.fen)
    return Outcome(
        verdict="doubtful",
        rule="delivered_less_than_claimed",
        why=f"有凭证的交付为{yuan(delivered.fen)}元，请求本金{yuan(wanted.fen)}元，差额{lacking}元待证",
        items=_items((*delivered.quotes[:5], *short[:3])),
    )


def _lpr_page(matter: Matter, rate: Decimal) -> Quote | None:
    for source in matter.of_kind("lpr_page"):
        match = re.search(rf"1\s*年期[^\n，。；]{{0,16}}{re.escape(str(rate))}\s*%", source.text)
        if match:
            return source.quote(match.start(), match.end())
    return None


def cap_for(matter: Matter) -> tuple[Decimal, Decimal, date] | None:
    """Return (cap in percent a year, LPR, day of formation); None where the day is unknown or before 2020-08-20."""
    formed = figures.formed_on(matter)
    if formed is None or formed.on < lpr.CAP_FROM:
        return None
    rate = lpr.one_year(formed.on)
    return (4 * rate, rate, formed.on) if rate is not None else None


def rate_within_cap(matter: Matter) -> Outcome:
    """The agreed rate does not exceed four times the LPR of the day the loan was formed.

    Source: 民间借贷规定 art. 25.
    """
    asked, agreed, cap = figures.claimed_rate(matter), figures.agreed_rate(matter), cap_for(matter)
    chosen = asked or agreed
    if chosen is None or cap is None:
        return SILENT
    percent, quote = chosen
    limit, rate, day = cap
    page = _lpr_page(matter, rate)
    quotes = [q for q in (page, agreed[1] if agreed else None, quote) if q]
    said = f"{day}一年期LPR {rate}%×4={limit.normalize():f}%"
    name = "所诉" if asked else "约定"
    if percent <= limit:
        return Outcome(
            verdict="carried",
            rule="rate_within_cap",
            why=f"{said}，{name}年利率{percent.normalize():f}%未超",
            items=_items(quotes),
            from_pleading=agreed is None and page is None,
        )
    why = f"{said}，{name}年利率{percent.normalize():f}%超过上限"
    return Outcome(verdict="doubtful", rule="rate_above_cap", why=why, items=_items(quotes))


def formed_after_2020_08_20(matter: Matter) -> Outcome:
    """The loan was formed on or after 2020-08-20, so that no split of periods is needed.

    Source: 民间借贷规定 art. 31.
    """
    formed = figures.formed_on(matter)
    if formed is None:
        return SILENT
    if formed.on >= lpr.CAP_FROM:
        return Outcome(
            verdict="carried",
            rule="formed_after_cap",
            why=f"借款成立于{formed.on}，不分段",
            items=_items(formed.quotes),
            from_pleading=formed.pleaded,
        )
    return Outcome(
        verdict="doubtful",
        rule="formed_before_cap",
        why=f"借款成立于{formed.on}，利息须按2020-08-20分段",
        items=_items(formed.quotes),
    )


def overdue_unpaid(matter: Matter) -> Outcome:
    """The due day has passed before filing and the records show no repayment of the principal."""
    due, filed = figures.loan_due(matter), matter.filing_date
    if due is None or filed is None:
        return SILENT
    if due.on >= filed:
        return Outcome(
            verdict="doubtful", rule="not_yet_due", why=f"到期日{due.on}晚于起诉日{filed}", items=_items(due.quotes)
        )
    pairs = answered_demands(matter)
    replies = tuple(reply.source.quote(reply.start, reply.end) for _demand, reply in pairs[:2])
    return Outcome(
        verdict="carried",
        rule="overdue_unpaid",
        why=f"{due.on}到期，次日起逾期",
        items=_items(due.quotes if not due.pleaded else ()) + _items(replies, "message", "direct"),
        from_pleading=due.pleaded,
    )


def statutory_overdue_rate(matter: Matter) -> Outcome:
    """Neither loan rate nor overdue rate was agreed: the law's rate applies and needs no proof.

    Source: 民间借贷规定 art. 28.
    """
    papers = matter.of_kind("iou", "loan_contract")
    agreed = any(
        s.rates() for s in matter.acts("interest_term", who=("defendant", "both")) if s.voice.form != "pleading"
    )
    if (
        agreed
        or any(source.rates for source in papers)
        or any(source.kind in ("iou", "loan_contract") for source in matter.unread)
    ):
        return SILENT
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C3" and claim.quote), None)
    asked = figures.claimed_rate(matter)
    quotes = _without_the_term(matter, "iou", "loan_contract")
    if claim is None or (asked is None and not re.search(r"LPR|报价利率", claim.text)):
        return SILENT
    if _above_law(matter, claim):
        return Outcome(
            verdict="doubtful",
            rule="rate_not_agreed",
            why="未见利率约定，逾期利息只能按逾期时一年期LPR计，请求的利率高于此",
            items=_items(quotes),
        )
    return Outcome(
        verdict="carried",
        rule="statutory_rate",
        why="未约定利率，逾期利息可按逾期时一年期LPR计",
        items=_items(quotes),
        from_pleading=not quotes,
    )


def _above_law(matter: Matter, claim: Claim) -> bool:
    """Whether a rate that nobody agreed exceeds the one-year LPR of the time of default."""
    if re.search(r"LPR|报价利率", claim.text):
        return bool(re.search(r"(?:LPR|报价利率)[^，。；]{0,12}(?:倍|加)", claim.text))
    own = figures.rate_in(matter, claim) or figures.claimed_rate(matter)
    asked = own[0] if own else None
    due = figures.loan_due(matter) or figures.formed_on(matter)
    lawful = [rate for day in (due.on if due else None, matter.filing_date) if day and (rate := lpr.one_year(day))]
    return asked is not None and bool(lawful) and asked > max(lawful)


def _without_the_term(matter: Matter, *kinds: str) -> list[Quote]:
    """What shows the law's own rate: the page of the LPR, else the heads of the papers that agree none."""
    pages = [source.quote(rate.start, rate.end) for source in matter.of_kind("lpr_page") for rate in source.rates[:1]]
    heads = [source.quote(*source.sentence_at(0)) for source in matter.of_kind(*kinds) if source.text.strip()]
    return pages[:1] or heads[:2]


# --- sale -------------------------------------------------------------------------------------------------------


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
                items=_items([quote for balance in same[:2] for quote in balance.quotes]),
            )
        other = figures.balance_after_payments(matter, balances[-1])
        return Outcome(
            verdict="doubtful",
            rule="balance_differs",
            why=f"对方确认的余额为{yuan(other.fen)}元，请求{yuan(wanted)}元，差额{yuan(abs(wanted - other.fen))}元待证",
            items=_items(other.quotes),
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
                items=_items(quotes, "check", strength),
            )
        if how == "合同总价" and total.fen - paid_fen < wanted:
            return Outcome(
                verdict="doubtful",
                rule="balance_differs",
                why=(
                    f"{how}{yuan(total.fen)}元−已付{yuan(paid_fen)}元={yuan(total.fen - paid_fen)}元，"
                    f"与请求{yuan(wanted)}元不合"
                ),
                items=_items(quotes),
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
            verdict="carried", rule="named_as_buyer", why="合同或对账单的买方名称与被告一致", items=_items(quotes[:4])
        )
    if quotes:
        return Outcome(
            verdict="carried",
            rule="named_as_buyer",
            why="发票购买方名称与被告一致",
            items=_items(quotes[:2], "own_book", "direct"),
        )
    rival = rival_buyer(matter)
    if rival is not None:
        name, places = rival
        return Outcome(
            verdict="doubtful",
            rule="buyer_named_otherwise",
            why=f"材料中的买方是{name}，与起诉的被告名称不同",
            items=_items(tuple(places[:4])),
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
    quotes = _without_the_term(
        matter, "sale_contract", "order", "contract", "statement_of_account", "delivery_note", "iou"
    )
    return Outcome(
        verdict="carried",
        rule="statutory_rate",
        why="未约定违约金，请求按LPR加计计算逾期付款损失",
        items=_items(quotes),
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
            items=_items(due.quotes if not due.pleaded else ()),
            from_pleading=due.pleaded,
        )
    if starts[0] > due.on:
        return Outcome(
            verdict="carried",
            rule="start_after_due",
            why=f"付款期于{due.on}届满，请求自{starts[0]}起算，不早于届满次日",
            items=_items(due.quotes if not due.pleaded else ()) + _items(paid_quote),
            from_pleading=due.pleaded,
        )
    return Outcome(
        verdict="doubtful",
        rule="start_before_due",
        why=f"请求自{starts[0]}起算，早于付款期届满次日（{due.on}届满）",
        items=_items(due.quotes),
    )


CHECKS: Mapping[str, Callable[[Matter], Outcome]] = {
    check.__name__: check
    for check in (
        demand_answered,
        demand_delivered,
        notice_delivered,
        quality_notified,
        loss_papers,
        term_passed,
        demanded,
        demand_arrived,
        lender_named,
        principal_delivered,
        rate_within_cap,
        formed_after_2020_08_20,
        overdue_unpaid,
        statutory_overdue_rate,
        price_balance,
        respondent_is_buyer,
        statutory_late_payment,
        late_payment_start,
    )
}
"""The checks a pack may name."""
