"""Loading and checking of cause packs.

A pack says, per element, which acts, transfers, documents and computed checks
can carry it (``proof``), in the order in which a judge would ask for them. How
strong each is follows from who said it where (see ``evidence.py``), not from the pack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Literal, cast

from zuno.casework import shipped
from zuno.errors import Invalid, NotFound

By = Literal["respondent", "claimant", "guarantor", "neutral", "both", "any"]
Strength = Literal["conclusive", "direct", "corroborating"]

_REFERENCE = re.compile(r"[^#|]+#\d+\|.+")
_ROUTE_KEYS = {"act", "by", "in", "needs", "at_most", "transfer", "document", "check"}


class BadPack(Invalid):
    """A cause pack breaks the schema: correct the YAML file at the place named."""

    code = "bad_pack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way to carry an element: exactly one of ``acts``, ``transfer``, ``kinds`` alone, or ``check``."""

    acts: tuple[str, ...] = ()
    by: By = "any"
    kinds: tuple[str, ...] = ()
    """Document kinds that may hold it; empty for any."""
    needs: Literal["", "money", "date", "rate", "quantity"] = ""
    transfer: str = ""
    """``to_respondent``, ``from_respondent`` or ``interest_from_respondent``."""
    document: bool = False
    """The mere presence of a document of these kinds."""
    check: str = ""
    at_most: Strength = "conclusive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One element (要件) of a claim."""

    id: str
    fact: str
    issue: str
    burden: str
    norms: tuple[str, ...]
    wanted: tuple[str, ...]
    gap: str
    instruments: tuple[str, ...]
    """Kinds of document that settle the element; while one of them is unread the cell stays doubtful."""
    routes: tuple[Route, ...]
    against: tuple[str, ...]
    """Acts of the other side that attack the element."""
    denied: tuple[str, ...]
    """Acts whose denial disputes the element; by default those of its own conclusive routes."""
    coverage: str
    follows: tuple[str, ...]
    """Elements whose doubt carries over to this one."""
    applies_to: str
    """``company`` where the element only exists for company respondents; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackClaim:
    """One kind of claim of the cause."""

    id: str
    title: str
    match: tuple[re.Pattern[str], ...]
    match_not: tuple[re.Pattern[str], ...]
    claimant: str
    norms: tuple[str, ...]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackDefence:
    """One defence of the cause, with the pleas that raise it."""

    id: str
    kind: str
    title: str
    norms: tuple[str, ...]
    burden: str
    elements: tuple[str, ...]
    plea: tuple[str, ...]
    deny: tuple[str, ...]
    plea_words: tuple[re.Pattern[str], ...]
    cells: tuple[str, ...]
    routes: tuple[Route, ...]
    trap: str
    limitation: bool
    guarantee_period: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """One cause of action."""

    id: str
    name: str
    corpus_as_of: date
    detect_causes: tuple[str, ...]
    detect_kinds: tuple[tuple[str, float], ...]
    detect_acts: tuple[tuple[str, float], ...]
    places: tuple[str, ...]
    """Parties whose domicile founds jurisdiction when nothing was agreed."""
    jurisdiction_norms: tuple[str, ...]
    claims: tuple[PackClaim, ...]
    defences: tuple[PackDefence, ...]
    judge_questions: tuple[str, ...]
    new_law_warning: str

    def checks(self) -> frozenset[str]:
        """Return the names of the computed checks that this cause uses."""
        routes = (route for claim in self.claims for element in claim.elements for route in element.routes)
        return frozenset(route.check for route in routes if route.check)

    def claim(self, claim_id: str) -> PackClaim:
        """Return the pack's claim of that id."""
        return next(claim for claim in self.claims if claim.id == claim_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """Rules that all packs share."""

    corpus_as_of: date
    limitation_years: int
    finding_norms: dict[str, tuple[str, ...]]


def _strings(value: object, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in cast("list[object]", value)):
        return tuple(cast("list[str]", value))
    raise BadPack(f"{where}: a text or a list of texts is needed", where=where)


def _norms(value: object, where: str) -> tuple[str, ...]:
    found = _strings(value, where)
    for item in found:
        if not _REFERENCE.fullmatch(item):
            raise BadPack(f"{where}: '{item}' is not law#article|anchor", where=where)
    return found


def _patterns(value: object, where: str) -> tuple[re.Pattern[str], ...]:
    try:
        return tuple(re.compile(item) for item in _strings(value, where))
    except re.error as error:
        raise BadPack(f"{where}: {error}", where=where) from error


def _route(data: dict[str, Any], where: str) -> Route:
    if unknown := set(data) - _ROUTE_KEYS:
        raise BadPack(f"{where}: unknown fields {sorted(unknown)}", where=where)
    kinds = _strings(data.get("document") or data.get("in"), where)
    ways = [key for key in ("act", "transfer", "document", "check") if data.get(key)]
    if len(ways) != 1:
        raise BadPack(f"{where}: exactly one of act, transfer, document, check is needed", where=where)
    return Route(
        acts=_strings(data.get("act"), where),
        by=data.get("by", "any"),
        kinds=kinds,
        needs=data.get("needs", ""),
        transfer=data.get("transfer", ""),
        document=ways == ["document"],
        check=data.get("check", ""),
        at_most=data.get("at_most", "conclusive"),
    )


def _routes(data: object, where: str) -> tuple[Route, ...]:
    return tuple(_route(item, f"{where}.proof[{at}]") for at, item in enumerate(cast("list[Any]", data or [])))


def _element(data: dict[str, Any], where: str) -> Element:
    where = f"{where}.{data.get('id', '?')}"
    for needed in ("id", "fact", "issue", "burden", "norms", "evidence", "proof"):
        if not data.get(needed):
            raise BadPack(f"{where}: '{needed}' is missing", where=where)
    return Element(
        id=data["id"],
        fact=data["fact"],
        issue=data["issue"],
        burden=data["burden"],
        norms=_norms(data["norms"], where) + _norms(data.get("gap_norm"), where),
        wanted=_strings(data["evidence"], where),
        gap=data.get("gap", ""),
        instruments=_strings(data.get("instruments"), where),
        routes=_routes(data["proof"], where),
        against=_strings(data.get("against"), where),
        denied=_strings(data.get("denied"), where),
        coverage=data.get("coverage", ""),
        follows=_strings(data.get("follows"), where),
        applies_to=data.get("applies_to", ""),
    )


def _claim(data: dict[str, Any], where: str) -> PackClaim:
    where = f"{where}.{data.get('id', '?')}"
    match = cast("dict[str, Any]", data.get("match") or {})
    return PackClaim(
        id=data["id"],
        title=data["title"],
        match=_patterns(match.get("any"), where),
        match_not=_patterns(match.get("not"), where),
        claimant=data.get("claimant", "seller"),
        norms=_norms(data.get("norms"), where),
        elements=tuple(_element(item, where) for item in data["elements"]),
    )


def _defence(data: dict[str, Any], where: str) -> PackDefence:
    where = f"{where}.{data.get('id', '?')}"
    return PackDefence(
        id=data["id"],
        kind=data["type"],
        title=data["title"],
        norms=_norms(data.get("norms"), where),
        burden=data.get("burden", ""),
        elements=_strings(data.get("elements"), where),
        plea=_strings(data.get("plea"), where),
        deny=_strings(data.get("deny"), where),
        plea_words=_patterns(data.get("plea_words"), where),
        cells=_strings(data.get("cells"), where),
        routes=_routes(data.get("proof"), where),
        trap=data.get("trap", ""),
        limitation=bool(data.get("limitation")),
        guarantee_period=bool(data.get("guarantee_period")),
    )


def read_pack(data: dict[str, Any], where: str) -> Pack:
    """Check a pack's data and return it as a record.

    Raises:
        BadPack: A field is missing, unknown or malformed; the place is named.
    """
    if data.get("schema") != "cause-pack/1":
        raise BadPack(f"{where}: schema must be cause-pack/1", where=where)
    detect = cast("dict[str, Any]", data.get("detect") or {})
    jurisdiction = cast("dict[str, Any]", data.get("jurisdiction") or {})
    return Pack(
        id=data["id"],
        name=data["name"],
        corpus_as_of=data["corpus_as_of"],
        detect_causes=_strings(detect.get("causes"), where),
        detect_kinds=tuple((detect.get("kinds") or {}).items()),
        detect_acts=tuple((detect.get("acts") or {}).items()),
        places=_strings(jurisdiction.get("places"), where),
        jurisdiction_norms=_norms(jurisdiction.get("norms"), where),
        claims=tuple(_claim(item, where) for item in data["claims"]),
        defences=tuple(_defence(item, where) for item in data.get("defences", [])),
        judge_questions=_strings(data.get("judge_questions"), where),
        new_law_warning=data.get("new_law_warning", ""),
    )


def _load(name: str) -> dict[str, Any]:
    return shipped.read("packs", name)


@cache
def packs() -> tuple[Pack, ...]:
    """Return every cause pack that ships with the package, in the order of their ids."""
    names = sorted(
        item.name for item in resources.files("zuno.casework.packs").iterdir() if item.name.endswith(".yaml")
    )
    return tuple(read_pack(_load(name), name) for name in names if name != "common.yaml")


def pack(cause: str) -> Pack:
    """Return the pack of a cause, by id or Chinese name.

    Raises:
        NotFound: No such pack ships; the message lists those that do.
    """
    for item in packs():
        if cause in (item.id, item.name):
            return item
    known = "、".join(f"{item.id}（{item.name}）" for item in packs())
    raise NotFound(f"没有案由包“{cause}”", where="--cause", next_step=f"可用的案由包：{known}")


@cache
def common() -> Common:
    """Return the rules that every cause shares."""
    data = _load("common.yaml")
    return Common(
        corpus_as_of=data["corpus_as_of"],
        limitation_years=data["limitation"]["years"],
        finding_norms={code: _norms(norms, f"findings.{code}") for code, norms in data["findings"].items()},
    )
