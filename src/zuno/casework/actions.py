"""Actions: every finding and every open cell forces one thing to do before the hearing.

Nothing is invented here: deadlines and persons come from ``case.yaml`` or read 待填.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

from zuno.casework import shipped
from zuno.casework.records import Action, Cell, Finding, Quote, Review, Urgency

TO_FILL = "待填"
_OPEN = ("doubtful", "missing", "contested_law", "rebutted")
_INTERNAL_DAYS = 5
"""Our own deadline before the court's."""


@cache
def _templates() -> dict[str, Any]:
    return shipped.read("actions.yaml")


def _titles(review: Review, quotes: tuple[Quote, ...], files: tuple[str, ...] = ()) -> str:
    names = [*files, *(quote.file for quote in quotes)]
    return "、".join(dict.fromkeys(f"《{review.document(name).title}》" for name in names)) or "相关材料"


def _cite(review: Review, quotes: tuple[Quote, ...]) -> str:
    return "、".join(dict.fromkeys(review.cite(quote) for quote in quotes[:3])) or "现有材料"


def _deadline(review: Review) -> tuple[str, str]:
    """Return (deadline, whether overdue and why) from the case file; 待填 where it says nothing."""
    if review.evidence_deadline is None:
        return f"法定：{TO_FILL}；内部：{TO_FILL}", "举证期限待填；已逾期的须说明理由（民诉解释101、102）"
    inner = review.evidence_deadline - timedelta(days=_INTERNAL_DAYS)
    late = review.hearing_date is not None and review.hearing_date <= review.evidence_deadline
    overdue = "开庭日不晚于举证期限，请核对" if late else "期限内提交；逾期的申请延长或说明理由（民诉解释100–102）"
    return f"法定：{review.evidence_deadline}；内部：{inner}", overdue


def _source_of(material: str) -> tuple[str, str]:
    """Who holds a material and by which way it is had; 待填 where its words tell nothing."""
    for row in _templates()["routes"]:
        if re.search(row["words"], material):
            return row["holder"], row["route"]
    return TO_FILL, TO_FILL


def _urgency(cell: Cell) -> Urgency:
    if cell.mark in ("missing", "rebutted") or cell.opponent == "disputed":
        return "red"
    return "yellow"


def _person(review: Review) -> str:
    named = dict(review.people)
    return next(
        (named[role] for role in ("证据", "associate", "承办", "经办", "律师", "lawyer") if role in named), TO_FILL
    )


def _filled(template: dict[str, str], slots: dict[str, str]) -> dict[str, str]:
    return {key: value.format(**slots) for key, value in template.items()}


def _action(
    review: Review, number: int, texts: dict[str, str], *, cell: str | None, finding: str | None, urgency: Urgency
) -> Action:
    holder, route = _source_of(texts.get("material", ""))
    holder = texts.get("holder", holder)
    deadline, overdue = _deadline(review)
    return Action(
        id=f"A-{number:03d}",
        cell=cell,
        finding=finding,
        action=texts["action"],
        material=texts.get("material", TO_FILL),
        holder=holder,
        person=_person(review),
        urgency=urgency,
        route=texts.get("route", route),
        deadline=deadline,
        overdue=overdue,
        alternative=texts["alternative"],
        consequence=texts["consequence"],
        fallback=texts["fallback"],
        attack=texts["attack"],
    )


def _for_finding(review: Review, finding: Finding, number: int) -> Action:
    templates = _templates()
    template = templates["findings"][finding.code] if finding.favours == "theirs" else templates["theirs"]["finding"]
    slots = {
        "detail": finding.detail,
        "expected": finding.expected or "见材料",
        "titles": _titles(review, finding.evidence, finding.documents),
        "cite": _cite(review, finding.evidence),
        "fact": "",
        "wanted": "",
    }
    cell = finding.cells[0] if finding.cells else None
    return _action(review, number, _filled(template, slots), cell=cell, finding=finding.id, urgency=finding.urgency)


def _for_cell(review: Review, cell: Cell, number: int) -> Action:
    templates = _templates()
    ours = cell.burden_side == review.our_side
    group = templates["cells"] if ours else templates["theirs"]
    template = group.get(cell.rule) or group.get(cell.mark) or group["default"]
    if not ours and cell.rule == "unread_material":
        template = templates["cells"]["unread_material"]
    quotes = cell.evidence or cell.counter
    unread = cell.rule == "unread_material"
    slots = {
        "detail": cell.why,
        "expected": "",
        "titles": _titles(review, () if unread else quotes, cell.unread if unread else ()),
        "cite": _cite(review, quotes),
        "fact": cell.fact,
        "wanted": "、".join(cell.wanted),
    }
    return _action(review, number, _filled(template, slots), cell=cell.id, finding=None, urgency=_urgency(cell))


def with_actions(review: Review) -> Review:
    """Return the review with its actions: findings first, then every open cell, red before yellow."""
    found = [("finding", item, item.urgency) for item in review.findings]
    open_cells = [("cell", item, _urgency(item)) for item in review.cells if item.mark in _OPEN]
    ranked = sorted([*found, *open_cells], key=lambda row: {"red": 0, "yellow": 1, "green": 2}[row[2]])
    made: list[Action] = []
    for _kind, item, _u in ranked:
        number = len(made) + 1
        made.append(
            _for_finding(review, item, number) if isinstance(item, Finding) else _for_cell(review, item, number)
        )
    return replace(review, actions=tuple(made))
