"""Checks on a loan: its lender, what was paid out, its rate, its term."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from zuno.casework import figures, lpr
from zuno.casework.arithmetic.interest import four_times_lpr
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.demands import answered_demands
from zuno.casework.checks.outcome import SILENT, Outcome, items_of, without_the_term
from zuno.casework.figures import Figure
from zuno.casework.matter import Matter
from zuno.casework.records import Claim, Quote
from zuno.casework.statements import Statement


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
        items=items_of([quote]),
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
                items=items_of(short, "message", "direct"),
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
            items=items_of(quotes),
        )
    lacking = yuan(wanted.fen - delivered.fen)
    return Outcome(
        verdict="doubtful",
        rule="delivered_less_than_claimed",
        why=f"有凭证的交付为{yuan(delivered.fen)}元，请求本金{yuan(wanted.fen)}元，差额{lacking}元待证",
        items=items_of((*delivered.quotes[:5], *short[:3])),
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
    cap = four_times_lpr(formed.on)
    return (*cap, formed.on) if cap is not None else None


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
            items=items_of(quotes),
            from_pleading=agreed is None and page is None,
        )
    why = f"{said}，{name}年利率{percent.normalize():f}%超过上限"
    return Outcome(verdict="doubtful", rule="rate_above_cap", why=why, items=items_of(quotes))


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
            items=items_of(formed.quotes),
            from_pleading=formed.pleaded,
        )
    return Outcome(
        verdict="doubtful",
        rule="formed_before_cap",
        why=f"借款成立于{formed.on}，利息须按2020-08-20分段",
        items=items_of(formed.quotes),
    )


def overdue_unpaid(matter: Matter) -> Outcome:
    """The due day has passed before filing and the records show no repayment of the principal."""
    due, filed = figures.loan_due(matter), matter.filing_date
    if due is None or filed is None:
        return SILENT
    if due.on >= filed:
        return Outcome(
            verdict="doubtful", rule="not_yet_due", why=f"到期日{due.on}晚于起诉日{filed}", items=items_of(due.quotes)
        )
    pairs = answered_demands(matter)
    replies = tuple(reply.source.quote(reply.start, reply.end) for _demand, reply in pairs[:2])
    return Outcome(
        verdict="carried",
        rule="overdue_unpaid",
        why=f"{due.on}到期，次日起逾期",
        items=items_of(due.quotes if not due.pleaded else ()) + items_of(replies, "message", "direct"),
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
    quotes = without_the_term(matter, "iou", "loan_contract")
    if claim is None or (asked is None and not re.search(r"LPR|报价利率", claim.text)):
        return SILENT
    if _above_law(matter, claim):
        return Outcome(
            verdict="doubtful",
            rule="rate_not_agreed",
            why="未见利率约定，逾期利息只能按逾期时一年期LPR计，请求的利率高于此",
            items=items_of(quotes),
        )
    return Outcome(
        verdict="carried",
        rule="statutory_rate",
        why="未约定利率，逾期利息可按逾期时一年期LPR计",
        items=items_of(quotes),
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
