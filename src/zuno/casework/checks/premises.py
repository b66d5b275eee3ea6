"""Whether let premises may be let at all and stayed fit for use."""

from __future__ import annotations

import re

from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.records import Side

_PERMIT = re.compile(r"规划许可|不动产权|房屋所有权|房产证")


def lawful_premises(matter: Matter) -> Outcome:
    """Where the other side pleads that the premises were built without permit, a certificate or permit answers it."""
    pleas = [s for s in matter.acts("not_valid", who=(_tenant(matter),), negated=None) if s.voice.form == "pleading"]
    if not pleas:
        return SILENT
    papers = [source for source in matter.of_kind("property_certificate") if _PERMIT.search(source.text)]
    if papers:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="permit_not_shown",
        why="对方称房屋没有合法建造手续，材料中未见产权证或规划许可",
        items=items_of([s.source.quote(s.start, s.end) for s in pleas[:2]], "admission", "corroborating"),
    )


def kept_fit(matter: Matter) -> Outcome:
    """Defects that the tenant reported in writing were repaired, by its own word or a note of completion."""
    tenant = _tenant(matter)
    reported = [
        s
        for s in matter.acts("defect", who=(tenant,), negated=None)
        if s.voice.form in ("message", "letter") and s.mood != "hypothetical"
    ]
    if not reported:
        return SILENT
    repaired = [
        s
        for s in matter.acts("good_repair")
        if s.mood == "said" and (s.voice.who in (tenant, "both") or s.source.kind == "acceptance_note")
    ]
    last = max((s.on for s in reported if s.on), default=None)
    if any(s.on is None or last is None or s.on >= last for s in repaired):
        quotes = [s.source.quote(*s.sentence) for s in repaired[:3]]
        return Outcome(
            verdict="carried",
            rule="repaired",
            why="所报缺陷已经修复",
            items=items_of(quotes, "instrument", "corroborating"),
        )
    return Outcome(
        verdict="doubtful",
        rule="defect_not_repaired",
        why="承租人曾报修，材料中未见修复",
        items=items_of([s.source.quote(*s.sentence) for s in reported[:2]], "message", "corroborating"),
    )


def _tenant(matter: Matter) -> Side:
    """The side that owes the rent."""
    return matter.cast.other(matter.claims[0].claimant)
