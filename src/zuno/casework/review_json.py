"""The machine contract of a review: ``review.json``, versioned, with its schema in the package.

Files are named here by their names, not by exhibit: machines join on them.
Amounts are strings with two decimals, so that no reader rounds them. Private
documents are listed and quoted, as the file is for our own side alone; it is
never published or sent.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from zuno.casework.records import (
    Action,
    AmountLine,
    Cell,
    ChronologyEntry,
    Claim,
    Defence,
    Finding,
    Issue,
    LimitationLine,
    Quote,
    Review,
    ReviewedDocument,
)
from zuno.errors import Invalid

SCHEMA_VERSION = 1


class BadReview(Invalid):
    """A review.json does not keep the contract: the place and what is wrong there are named."""

    code = "bad_review_json"


@cache
def schema() -> dict[str, Any]:
    """Return the JSON schema (2020-12) of ``review.json``."""
    text = (resources.files("zuno.casework") / "review_schema.json").read_text("utf-8")
    return cast("dict[str, Any]", json.loads(text))


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def validate(data: dict[str, Any]) -> None:
    """Check a review.json against its schema; fields it does not know are let through.

    Raises:
        BadReview: A field is missing or wrong; ``where`` names it.
    """
    error = best_match(_validator().iter_errors(data))  # pyright: ignore[reportArgumentType]
    if error is not None:
        raise BadReview(
            error.message,
            where=error.json_path,
            next_step=f"correct the field, or write the file again with schema_version {SCHEMA_VERSION}",
        )


def to_json(review: Review) -> dict[str, Any]:
    """Return the review as plain data, in the order of its records.

    Returns:
        What ``validate`` accepts; ``json.dumps`` needs no hook for it.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "cause": review.cause,
        "cause_name": review.cause_name,
        "cause_why": review.cause_why,
        "title": review.title,
        "our_side": review.our_side,
        "court": review.court,
        "case_no": review.case_no,
        "procedure": review.procedure,
        "filing_date": _day(review.filing_date),
        "hearing_date": _day(review.hearing_date),
        "evidence_deadline": _day(review.evidence_deadline),
        "corpus_as_of": review.corpus_as_of.isoformat(),
        "agents": [{"name": name, "authority": authority} for name, authority in review.agents],
        "people": [{"role": role, "name": name} for role, name in review.people],
        "parties": [
            {"role": item.role, "name": item.name, "kind": item.kind, "representative": item.representative}
            for item in review.parties
        ],
        "documents": [_document(item) for item in review.documents],
        "claims": [_claim(item) for item in review.claims],
        "cells": [_cell(item) for item in review.cells],
        "defences": [_defence(item) for item in review.defences],
        "findings": [_finding(item) for item in review.findings],
        "chronology": [_event(item) for item in review.chronology],
        "amounts": [_amount(item) for item in review.amounts],
        "issues": [_issue(item) for item in review.issues],
        "actions": [_action(item) for item in review.actions],
        "limitation": [_limitation(item) for item in review.limitation],
        "limitation_pleaded": review.limitation_pleaded,
        "guarantee_in_play": review.guarantee_in_play,
        "penalty_reduction_open": review.penalty_reduction_open,
        "judge_questions": list(review.judge_questions),
        "warnings": list(review.warnings),
        "notices": list(review.notices),
    }


def yuan(fen: int | None) -> str | None:
    """Write fen as yuan with two decimals: 15300000 → ``"153000.00"``."""
    if fen is None:
        return None
    whole, cents = divmod(abs(fen), 100)
    return f"{'-' if fen < 0 else ''}{whole}.{cents:02d}"


def _day(value: Any) -> str | None:
    return None if value is None else value.isoformat()


def _quote(quote: Quote) -> dict[str, Any]:
    return {"file": quote.file, "page": quote.page, "start": quote.start, "end": quote.end, "quote": quote.quote}


def _quotes(quotes: tuple[Quote, ...]) -> list[dict[str, Any]]:
    return [_quote(item) for item in quotes]


def _document(item: ReviewedDocument) -> dict[str, Any]:
    return {
        "file": item.file,
        "title": item.title,
        "exhibit": item.exhibit,
        "first_page": item.first_page,
        "pages": item.pages,
        "sha256": item.sha256,
        "state": item.state,
        "reason": item.reason,
        "detail": item.detail,
        "flags": list(item.flags),
        "ocr": item.ocr,
        "quality": item.quality,
        "kind": item.kind,
        "side": item.side,
        "disclosure": item.disclosure,
        "origin": item.origin,
        "two_edged": _quotes(item.two_edged),
    }


def _claim(item: Claim) -> dict[str, Any]:
    return {
        "id": item.id,
        "pack_claim": item.pack_claim,
        "title": item.title,
        "text": item.text,
        "amount": yuan(item.amount_fen),
        "quote": None if item.quote is None else _quote(item.quote),
        "against": list(item.against),
        "norms": list(item.norms),
    }


def _cell(item: Cell) -> dict[str, Any]:
    return {
        "id": item.id,
        "claim": item.claim,
        "element": item.element,
        "fact": item.fact,
        "burden": item.burden,
        "burden_side": item.burden_side,
        "norms": list(item.norms),
        "mark": item.mark,
        "opponent": item.opponent,
        "contested_law": item.contested_law,
        "favours": item.favours,
        "rule": item.rule,
        "why": item.why,
        "issue": item.issue,
        "evidence": _quotes(item.evidence),
        "counter": _quotes(item.counter),
        "stance_quotes": _quotes(item.stance_quotes),
        "wanted": list(item.wanted),
        "unread": list(item.unread),
        "set_by": item.set_by,
        "reason": item.reason,
        "rule_mark": item.rule_mark,
    }


def _defence(item: Defence) -> dict[str, Any]:
    return {
        "defence": item.defence,
        "title": item.title,
        "kind": item.kind,
        "raised": item.raised,
        "by": item.by,
        "text": item.text,
        "mark": item.mark,
        "why": item.why,
        "evidence": _quotes(item.evidence),
        "norms": list(item.norms),
        "cells": list(item.cells),
    }


def _finding(item: Finding) -> dict[str, Any]:
    return {
        "id": item.id,
        "code": item.code,
        "documents": list(item.documents),
        "detail": item.detail,
        "expected": item.expected,
        "evidence": _quotes(item.evidence),
        "norms": list(item.norms),
        "cells": list(item.cells),
        "favours": item.favours,
        "urgency": item.urgency,
    }


def _event(item: ChronologyEntry) -> dict[str, Any]:
    return {
        "date": item.date.isoformat(),
        "event": item.event,
        "file": item.file,
        "quote": item.quote.quote,
        "kind": item.kind,
        "page": item.quote.page,
        "start": item.quote.start,
        "end": item.quote.end,
    }


def _amount(item: AmountLine) -> dict[str, Any]:
    return {
        "name": item.name,
        "value": yuan(item.value_fen),
        "value_text": item.value_text,
        "formula": item.formula,
        "basis": item.basis,
        "source_cells": list(item.source_cells),
        "evidence": _quotes(item.evidence),
    }


def _issue(item: Issue) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "cells": list(item.cells),
        "defences": list(item.defences),
        "findings": list(item.findings),
    }


def _action(item: Action) -> dict[str, Any]:
    return {
        "id": item.id,
        "cell": item.cell,
        "finding": item.finding,
        "action": item.action,
        "material": item.material,
        "holder": item.holder,
        "person": item.person,
        "urgency": item.urgency,
        "route": item.route,
        "deadline": item.deadline,
        "overdue": item.overdue,
        "alternative": item.alternative,
        "consequence": item.consequence,
        "fallback": item.fallback,
        "attack": item.attack,
    }


def _limitation(item: LimitationLine) -> dict[str, Any]:
    return {
        "start": item.start.isoformat(),
        "basis": item.basis,
        "ends": item.ends.isoformat(),
        "evidence": _quotes(item.evidence),
    }
