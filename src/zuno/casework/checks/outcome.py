"""What a check found, and how its quotes become evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Strength
from zuno.casework.records import Quote

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


def items_of(quotes: Sequence[Quote], how: str = "check", strength: Strength = "conclusive") -> tuple[Item, ...]:
    """Return the quotes as evidence of that strength, in order."""
    return tuple(Item(quote=quote, strength=strength, how=how) for quote in quotes)


def without_the_term(matter: Matter, *kinds: str) -> list[Quote]:
    """What shows the law's own rate: the page of the LPR, else the heads of the papers that agree none."""
    pages = [source.quote(rate.start, rate.end) for source in matter.of_kind("lpr_page") for rate in source.rates[:1]]
    heads = [source.quote(*source.sentence_at(0)) for source in matter.of_kind(*kinds) if source.text.strip()]
    return pages[:1] or heads[:2]
