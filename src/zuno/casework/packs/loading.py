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

_PLACES = ("defendant", "plaintiff", "property", "accident", "work", "performance")
_AMOUNT_WORDS = re.compile(
    r"金额|数额|总额|(?:工资|薪酬|收费|费用|计算|赔偿|租金|利率)标准|基数|计算|价款|多少|年限|余额|欠付"
)
_REFERENCE = re.compile(r"[^#|]+#\d+\|.+")
_WAYS = ("act", "transfer", "document", "check", "notice", "figure")
_ROUTE_KEYS = {*_WAYS, "by", "in", "needs", "at_most", "words"}
_ELEMENT_KEYS = {
    *("id", "fact", "issue", "burden", "borne_by", "norms", "gap_norm", "evidence", "gap", "instruments", "proof"),
    *("rebuttal", "denied", "against", "coverage", "follows", "applies", "contested"),
}
_CLAIM_KEYS = {"id", "title", "match", "claimant", "norms", "elements"}
_DEFENCE_KEYS = {
    *(
        "id",
        "type",
        "title",
        "norms",
        "burden",
        "elements",
        "evidence",
        "plea",
        "deny",
        "plea_words",
        "cells",
        "proof",
        "trap",
    ),
    *("limitation", "guarantee_period"),
}
_PACK_KEYS = {
    *("schema", "id", "name", "parent", "corpus_as_of", "new_law_warning", "generic", "sides", "detect", "acts"),
    *("jurisdiction", "limitation", "claims", "told", "exclusive", "must_arrive", "precondition", "payments"),
    *("refile", "parties"),
    *("defences", "formulas", "limitation_start", "judge_questions"),
}


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
    """``to_respondent``, ``from_respondent``, ``loan_to_respondent`` or ``interest_from_respondent``."""
    document: bool = False
    """The mere presence of a document of these kinds."""
    words: re.Pattern[str] | None = None
    """What the document must say; the place is quoted."""
    check: str = ""
    notice: tuple[str, ...] = ()
    """Acts of a declaration that must have arrived."""
    figure: bool = False
    """The sum claimed stands in papers of these kinds, or follows from their figures."""
    at_most: Strength = "conclusive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Applies:
    """When an element exists at all; each field that is set must hold."""

    party: str = ""
    """``company`` or ``person``: some party of the other side is one."""
    claim: re.Pattern[str] | None = None
    """Words of the heads of relief."""
    text: re.Pattern[str] | None = None
    """Words of the complaint or of an open paper."""
    unless: re.Pattern[str] | None = None
    """Words of the complaint or of an open paper that take the element out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contested:
    """A question of law that is open where these words stand in the papers."""

    words: re.Pattern[str]
    kinds: tuple[str, ...]
    why: str
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One element (要件) of a claim."""

    id: str
    fact: str
    issue: str
    burden: str
    """Who proves it, as people say it."""
    borne_by: Literal["claimant", "respondent"]
    """``respondent`` where the other side proves the contrary."""
    norms: tuple[str, ...]
    wanted: tuple[str, ...]
    gap: str
    instruments: tuple[str, ...]
    """Kinds of document that settle the element; while one of them is unread the cell stays doubtful."""
    routes: tuple[Route, ...]
    rebuttal: tuple[Route, ...]
    """Ways in which the other side shows the contrary."""
    against: tuple[str, ...]
    """Acts of the other side that attack the element."""
    denied: tuple[str, ...]
    """Acts whose denial disputes the element; by default those of its own conclusive routes."""
    coverage: str
    follows: tuple[str, ...]
    """Elements whose doubt carries over to this one."""
    applies: Applies | None
    contested: tuple[Contested, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackClaim:
    """One kind of claim of the cause."""

    id: str
    title: str
    match: tuple[re.Pattern[str], ...]
    match_not: tuple[re.Pattern[str], ...]
    when: re.Pattern[str] | None
    """Words of the complaint without which it is not this claim; where several are told, the most often told wins."""
    claimant: str
    """The role that raises it, one of the pack's ``sides``."""
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
class Told:
    """A date or sum that the complaint tells and the papers tell too."""

    id: str
    fact: Literal["date", "money"]
    name: str
    pleaded: re.Pattern[str]
    """Words beside it in the complaint."""
    kinds: tuple[str, ...]
    words: re.Pattern[str] | None
    """Words beside it in papers of these kinds; None for the day of signing."""
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusive:
    """Claims of which one alone can be granted."""

    claims: tuple[str, ...]
    drop: str
    """The claim that a careful lawyer drops."""
    why: str
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MustArrive:
    """A declaration that takes effect when it arrives."""

    act: str
    name: str
    claims: tuple[str, ...]
    elements: tuple[str, ...]
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """A procedure that each topic of the relief must have been through first."""

    kinds: tuple[str, ...]
    topics: tuple[tuple[str, re.Pattern[str]], ...]
    days: int
    """Days in which the suit must follow the decision; 0 for no such period."""
    unless_kinds: tuple[str, ...]
    """Papers with which no such procedure is needed."""
    unless_words: re.Pattern[str] | None
    """What they must say."""
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refile:
    """A decision after which the same plaintiff may not sue again for some months."""

    kinds: tuple[str, ...]
    words: re.Pattern[str]
    """How the decision ended."""
    months: int
    unless: re.Pattern[str]
    """Words of the complaint with which the bar does not stand."""
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededParty:
    """Somebody whom the papers name and who must be sued too."""

    needs: str
    kinds: tuple[str, ...]
    words: re.Pattern[str]
    """Words of the paper that make the party needed."""
    name: re.Pattern[str]
    """How its name looks."""
    why: str
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Payments:
    """Claims from which recorded payments of the respondent are deducted."""

    claims: tuple[str, ...]
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limitation:
    """The limitation period of the cause."""

    years: int
    start: tuple[str, ...]
    """Ids of told facts from which it may run; empty for the day the claim fell due."""
    norms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """One cause of action, or a general frame where no pack of the cause ships (``generic``)."""

    id: str
    name: str
    generic: bool
    corpus_as_of: date
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    """The roles of the cause and the words by which papers name them."""
    detect_causes: tuple[str, ...]
    detect_kinds: tuple[tuple[str, float], ...]
    detect_acts: tuple[tuple[str, float], ...]
    detect_words: tuple[tuple[re.Pattern[str], float], ...]
    acts: dict[str, dict[str, Any]]
    """Acts of its own, in the form of ``lexicon.yaml``."""
    places: tuple[str, ...]
    """Whose place founds jurisdiction when nothing was agreed."""
    exclusive_court: bool
    """No agreement changes the court."""
    agreement_binds: bool
    """The parties may choose the court, or arbitration."""
    jurisdiction_norms: tuple[str, ...]
    limitation: Limitation | None
    claims: tuple[PackClaim, ...]
    told: tuple[Told, ...]
    exclusive: tuple[Exclusive, ...]
    must_arrive: tuple[MustArrive, ...]
    precondition: Precondition | None
    refile: Refile | None
    parties: tuple[NeededParty, ...]
    payments: Payments | None
    defences: tuple[PackDefence, ...]
    judge_questions: tuple[str, ...]
    new_law_warning: str

    def elements(self) -> tuple[Element, ...]:
        """Return the elements of all its claims, in order."""
        return tuple(element for claim in self.claims for element in claim.elements)

    def resting_on(self, *kinds: str) -> tuple[str, ...]:
        """Return the ids of the elements that papers of these kinds settle."""
        return tuple(element.id for element in self.elements() if set(element.instruments) & set(kinds))

    def of_the_sum(self) -> tuple[str, ...]:
        """Return the ids of the elements that state how much is owed."""
        return tuple(e.id for e in self.elements() if e.coverage == "money" or any(r.figure for r in e.routes))

    def states_how_much(self, element_id: str) -> bool:
        """Whether an element is about an amount: by its routes, or by the words of its fact."""
        fact = next((e.fact for e in self.elements() if e.id == element_id), "")
        return element_id in self.of_the_sum() or bool(_AMOUNT_WORDS.search(fact))

    def amounts_of(self, claim_id: str) -> tuple[str, ...]:
        """Return the elements of a claim that are about an amount; all of them where none is."""
        own = tuple(element.id for element in self.claim(claim_id).elements)
        return tuple(element for element in own if self.states_how_much(element)) or own

    def checks(self) -> frozenset[str]:
        """Return the names of the computed checks that this cause uses."""
        routes = (route for element in self.elements() for route in element.routes)
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
    must_arrive: tuple[MustArrive, ...]
    """Declarations of every cause that take effect when they arrive."""


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


def _pattern(value: object, where: str) -> re.Pattern[str] | None:
    found = _patterns(value, where)
    return found[0] if found else None


def _known(data: dict[str, Any], keys: set[str], where: str) -> None:
    if unknown := set(data) - keys:
        raise BadPack(f"{where}: unknown fields {sorted(unknown)}", where=where)


def _route(data: dict[str, Any], where: str) -> Route:
    _known(data, _ROUTE_KEYS, where)
    kinds = _strings(data.get("document") or data.get("in"), where)
    ways = [key for key in _WAYS if data.get(key)]
    if len(ways) != 1:
        raise BadPack(f"{where}: exactly one of {', '.join(_WAYS)} is needed", where=where)
    return Route(
        acts=_strings(data.get("act"), where),
        by=data.get("by", "any"),
        kinds=kinds,
        needs=data.get("needs", ""),
        transfer=data.get("transfer", ""),
        document=ways == ["document"],
        words=_pattern(data.get("words"), where),
        check=data.get("check", ""),
        notice=_strings(data.get("notice"), where),
        figure=bool(data.get("figure")),
        at_most=data.get("at_most", "conclusive"),
    )


def _applies(data: dict[str, Any] | None, where: str) -> Applies | None:
    if data is None:
        return None
    _known(data, {"party", "claim", "text", "unless"}, where)
    return Applies(
        party=data.get("party", ""),
        claim=_pattern(data.get("claim"), where),
        text=_pattern(data.get("text"), where),
        unless=_pattern(data.get("unless"), where),
    )


def _contested(data: dict[str, Any], where: str) -> Contested:
    _known(data, {"words", "in", "why", "norms"}, where)
    return Contested(
        words=re.compile(data["words"]),
        kinds=_strings(data.get("in"), where),
        why=data["why"],
        norms=_norms(data.get("norms"), where),
    )


def _routes(data: object, where: str) -> tuple[Route, ...]:
    return tuple(_route(item, f"{where}.proof[{at}]") for at, item in enumerate(cast("list[Any]", data or [])))


def _element(data: dict[str, Any], where: str) -> Element:
    where = f"{where}.{data.get('id', '?')}"
    _known(data, _ELEMENT_KEYS, where)
    for needed in ("id", "fact", "issue", "burden", "norms", "evidence", "proof"):
        if not data.get(needed) and not (needed == "proof" and data.get("rebuttal")):
            raise BadPack(f"{where}: '{needed}' is missing", where=where)
    if data.get("borne_by", "claimant") not in ("claimant", "respondent"):
        raise BadPack(f"{where}: borne_by is claimant or respondent", where=where)
    return Element(
        id=data["id"],
        fact=data["fact"],
        issue=data["issue"],
        burden=data["burden"],
        borne_by=data.get("borne_by", "claimant"),
        norms=_norms(data["norms"], where) + _norms(data.get("gap_norm"), where),
        wanted=_strings(data["evidence"], where),
        gap=data.get("gap", ""),
        instruments=_strings(data.get("instruments"), where),
        routes=_routes(data.get("proof"), where),
        rebuttal=_routes(data.get("rebuttal"), f"{where}.rebuttal"),
        against=_strings(data.get("against"), where),
        denied=_strings(data.get("denied"), where),
        coverage=data.get("coverage", ""),
        follows=_strings(data.get("follows"), where),
        applies=_applies(data.get("applies"), where),
        contested=tuple(_contested(item, where) for item in data.get("contested", [])),
    )


def _claim(data: dict[str, Any], where: str) -> PackClaim:
    where = f"{where}.{data.get('id', '?')}"
    _known(data, _CLAIM_KEYS, where)
    match = cast("dict[str, Any]", data.get("match") or {})
    _known(match, {"any", "not", "when"}, f"{where}.match")
    return PackClaim(
        id=data["id"],
        title=data["title"],
        match=_patterns(match.get("any"), where),
        match_not=_patterns(match.get("not"), where),
        when=_pattern(match.get("when"), where),
        claimant=data.get("claimant", ""),
        norms=_norms(data.get("norms"), where),
        elements=tuple(_element(item, where) for item in data["elements"]),
    )


def _defence(data: dict[str, Any], where: str) -> PackDefence:
    where = f"{where}.{data.get('id', '?')}"
    _known(data, _DEFENCE_KEYS, where)
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


def _told(data: dict[str, Any], where: str) -> Told:
    where = f"{where}.told.{data.get('id', '?')}"
    _known(data, {"id", "fact", "name", "pleaded", "papers", "elements"}, where)
    if data.get("fact") not in ("date", "money"):
        raise BadPack(f"{where}: fact is date or money", where=where)
    papers = cast("dict[str, Any]", data["papers"])
    _known(papers, {"in", "words"}, where)
    return Told(
        id=data["id"],
        fact=data["fact"],
        name=data["name"],
        pleaded=re.compile(data["pleaded"]),
        kinds=_strings(papers.get("in"), where),
        words=_pattern(papers.get("words"), where),
        elements=_strings(data.get("elements"), where),
    )


def _must_arrive(data: dict[str, Any], where: str) -> tuple[MustArrive, ...]:
    return tuple(
        MustArrive(
            act=item["act"],
            name=item["name"],
            claims=_strings(item.get("claims"), where),
            elements=_strings(item.get("elements"), where),
            norms=_norms(item.get("norms"), where),
        )
        for item in data.get("must_arrive", [])
    )


def _precondition(data: dict[str, Any] | None, where: str) -> Precondition | None:
    if data is None:
        return None
    _known(data, {"papers", "topics", "days", "unless", "norms"}, where)
    topics = cast("dict[str, str]", data["topics"])
    unless = cast("dict[str, Any]", data.get("unless") or {})
    _known(unless, {"in", "words"}, f"{where}.unless")
    return Precondition(
        kinds=_strings(data["papers"], where),
        topics=tuple((name, re.compile(words)) for name, words in topics.items()),
        days=data.get("days", 0),
        unless_kinds=_strings(unless.get("in"), where),
        unless_words=_pattern(unless.get("words"), where),
        norms=_norms(data.get("norms"), where),
    )


def _refile(data: dict[str, Any] | None, where: str) -> Refile | None:
    if data is None:
        return None
    _known(data, {"papers", "words", "months", "unless", "norms"}, where)
    return Refile(
        kinds=_strings(data["papers"], where),
        words=re.compile(data["words"]),
        months=data["months"],
        unless=re.compile(data["unless"]),
        norms=_norms(data.get("norms"), where),
    )


def _needed_party(data: dict[str, Any], where: str) -> NeededParty:
    where = f"{where}.parties"
    _known(data, {"needs", "named_in", "words", "name", "why", "norms"}, where)
    return NeededParty(
        needs=data["needs"],
        kinds=_strings(data["named_in"], where),
        words=re.compile(data["words"]),
        name=re.compile(data["name"]),
        why=data["why"],
        norms=_norms(data.get("norms"), where),
    )


def _limitation(data: dict[str, Any] | None, where: str) -> Limitation | None:
    if data is None:
        return None
    _known(data, {"years", "from", "norms"}, where)
    return Limitation(
        years=data["years"], start=_strings(data.get("from"), where), norms=_norms(data.get("norms"), where)
    )


def read_pack(data: dict[str, Any], where: str) -> Pack:
    """Check a pack's data and return it as a record.

    Raises:
        BadPack: A field is missing, unknown or malformed; the place is named.
    """
    if data.get("schema") != "cause-pack/1":
        raise BadPack(f"{where}: schema must be cause-pack/1", where=where)
    _known(data, _PACK_KEYS, where)
    detect = cast("dict[str, Any]", data.get("detect") or {})
    _known(detect, {"causes", "kinds", "acts", "words"}, f"{where}.detect")
    jurisdiction = cast("dict[str, Any]", data.get("jurisdiction") or {})
    _known(jurisdiction, {"norms", "places", "exclusive", "agreement"}, f"{where}.jurisdiction")
    places = _strings(jurisdiction.get("places"), where)
    for place in places:
        if place not in (*_PLACES, *(data.get("sides") or {})):
            raise BadPack(f"{where}.jurisdiction: '{place}' is no place and no role", where=where)
    payments = cast("dict[str, Any] | None", data.get("payments"))
    return Pack(
        id=data["id"],
        name=data["name"],
        generic=bool(data.get("generic")),
        corpus_as_of=data["corpus_as_of"],
        sides=tuple((role, _strings(words, where)) for role, words in (data.get("sides") or {}).items()),
        detect_causes=_strings(detect.get("causes"), where),
        detect_kinds=tuple((detect.get("kinds") or {}).items()),
        detect_acts=tuple((detect.get("acts") or {}).items()),
        detect_words=tuple((re.compile(words), points) for words, points in (detect.get("words") or {}).items()),
        acts=cast("dict[str, dict[str, Any]]", data.get("acts") or {}),
        places=places,
        exclusive_court=bool(jurisdiction.get("exclusive")),
        agreement_binds=jurisdiction.get("agreement", "work" not in places) and not jurisdiction.get("exclusive"),
        jurisdiction_norms=_norms(jurisdiction.get("norms"), where),
        limitation=_limitation(data.get("limitation"), f"{where}.limitation"),
        claims=tuple(_claim(item, where) for item in data["claims"]),
        told=tuple(_told(item, where) for item in data.get("told", [])),
        exclusive=tuple(
            Exclusive(
                claims=_strings(item["claims"], where),
                drop=item.get("drop", ""),
                why=item["why"],
                norms=_norms(item.get("norms"), where),
            )
            for item in data.get("exclusive", [])
        ),
        must_arrive=_must_arrive(data, where),
        precondition=_precondition(data.get("precondition"), f"{where}.precondition"),
        refile=_refile(data.get("refile"), f"{where}.refile"),
        parties=tuple(_needed_party(item, where) for item in data.get("parties", [])),
        payments=Payments(
            claims=_strings(payments["claims"], where), elements=_strings(payments.get("elements"), where)
        )
        if payments
        else None,
        defences=tuple(_defence(item, where) for item in data.get("defences", [])),
        judge_questions=_strings(data.get("judge_questions"), where),
        new_law_warning=data.get("new_law_warning", ""),
    )


def _load(name: str) -> dict[str, Any]:
    return shipped.read("packs", name)


@cache
def _shipped() -> tuple[Pack, ...]:
    names = sorted(
        item.name for item in resources.files("zuno.casework.packs").iterdir() if item.name.endswith(".yaml")
    )
    return tuple(read_pack(_load(name), name) for name in names if name != "common.yaml")


def packs() -> tuple[Pack, ...]:
    """Return every cause pack that ships with the package, in the order of their ids; general frames left out."""
    return tuple(item for item in _shipped() if not item.generic)


def frames() -> tuple[Pack, ...]:
    """Return the general frames (contract, restitution, tort) for causes that have no pack."""
    return tuple(item for item in _shipped() if item.generic)


def pack(cause: str) -> Pack:
    """Return the pack or frame of a cause, by id or Chinese name.

    Raises:
        NotFound: No such pack ships; the message lists those that do.
    """
    for item in _shipped():
        if cause in (item.id, item.name):
            return item
    known = "、".join(f"{item.id}（{item.name}）" for item in _shipped())
    raise NotFound(f"没有案由包“{cause}”", where="--cause", next_step=f"可用的案由包：{known}")


@cache
def common() -> Common:
    """Return the rules that every cause shares."""
    data = _load("common.yaml")
    return Common(
        corpus_as_of=data["corpus_as_of"],
        limitation_years=data["limitation"]["years"],
        finding_norms={code: _norms(norms, f"findings.{code}") for code, norms in data["findings"].items()},
        must_arrive=_must_arrive(data, "common.yaml"),
    )
