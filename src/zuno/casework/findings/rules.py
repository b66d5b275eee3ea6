"""The rules in the order in which they are asked, and their results as numbered findings."""

from __future__ import annotations

from zuno.casework.findings import (
    amounts,
    courts,
    dates,
    doubles,
    identity,
    law,
    notices,
    papers,
    payments,
    periods,
    procedure,
    reckonings,
    told,
)
from zuno.casework.findings.drafts import Draft, number
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Cell, Defence, Finding
from zuno.knowledge.statutes.corpus import Corpus


def find(
    matter: Matter, pack: Pack, cells: list[Cell], defences: list[Defence], laws: Corpus | None = None
) -> list[Finding]:
    """Ask every rule of the material and number what they find."""
    return number(drafted(matter, pack, defences, laws), matter.cast.our_side, cells)


def drafted(matter: Matter, pack: Pack, defences: list[Defence], laws: Corpus | None = None) -> list[Draft]:
    """Ask every rule of the material; without ``laws`` citations meet the table alone."""
    limitation_pleaded = any(
        defence.raised for defence, rule in zip(defences, pack.defences, strict=True) if rule.limitation
    )
    used = pack.checks()
    return [
        *identity.wrong_parties(matter),
        *identity.identity_mismatches(matter),
        *dates.date_conflicts(matter, pack),
        *told.contradictions(matter, pack, "money"),
        *amounts.wrong_total(matter),
        *amounts.wrong_inner_sum(matter),
        *reckonings.wrong_formulas(matter, pack),
        *reckonings.wrong_day_counts(matter, pack),
        *reckonings.wrong_lists(matter),
        *reckonings.wrong_table_totals(matter),
        *amounts.capitals_against_digits(matter, pack),
        *(amounts.delivered_less(matter) if "principal_delivered" in used else ()),
        *(amounts.balance_differs(matter) if "price_balance" in used else ()),
        *payments.unaccounted_payments(matter, pack),
        *(amounts.interest_paid(matter) if "principal_delivered" in used else ()),
        *amounts.wrong_products(matter, pack),
        *amounts.wrong_interest(matter, pack),
        *amounts.asked_twice(matter, pack),
        *amounts.deposit_and_penalty(matter, pack),
        *doubles.exclusive_heads(matter, pack),
        *doubles.same_sum_twice(matter),
        *(amounts.above_cap(matter) if "rate_within_cap" in used else ()),
        *periods.limitation_lapsed(matter, pack.id, pleaded=limitation_pleaded),
        *periods.guarantee_period(matter, pack),
        *papers.no_original(matter, pack),
        *papers.chat_authenticity(matter),
        *papers.evidence_form(matter, pack),
        *papers.signature_form(matter, pack),
        *papers.authority_of_agent(matter),
        *papers.expired_authority(matter, pack),
        *papers.powerless_signer(matter, pack),
        *procedure.not_asked_before(matter, pack),
        *procedure.late_after_decision(matter, pack),
        *procedure.sued_again_too_soon(matter, pack),
        *procedure.counterclaim_needed(matter, pack),
        *notices.notice_missing(matter, pack),
        *law.repealed_law(matter, laws),
        *courts.wrong_court(matter, pack),
    ]
