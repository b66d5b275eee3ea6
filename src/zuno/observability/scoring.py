"""Comparing reviews with right answers, and the rates of many cases.

A planted gap is found where every cell of the element stands at a right mark; a
planted error where a finding has its code, names one of its documents and names
at most ``MOST_DOCUMENTS``. What a defect may touch besides (``also_ok``,
``also_accept``) is neither right nor wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt

from zuno.casework.records import Cell, Finding, Review
from zuno.observability.content import CLEAN, STANDING, Case
from zuno.observability.records import Expected, Outcome, Planted, Rate, Result, Score

MOST_DOCUMENTS = 4
"""A finding that points to more documents than this points to none."""

_Z = 1.959963984540054
"""Of the normal distribution, for 95 %."""

_Cells = Mapping[str, Sequence[Cell]]
"""Element → its cells; a claim that is pleaded twice has two."""


# --- one case ---------------------------------------------------------------------------------------------------


def judge(case: Case, review: Review | None, *, refusal: str = "") -> Outcome:
    """Compare the review of a case with its right answer.

    Args:
        case: The case.
        review: What came out; None where the program refused the case.
        refusal: Why it did.
    """
    expected = case.expected
    cells = _by_element(review.cells if review else ())
    findings = review.findings if review else ()
    named = _named(expected.finding, findings)
    gaps_missed = [element for element in sorted(expected.planted) if not _right(expected, element, cells)]
    gaps_false = [element for element in sorted(cells) if _false_gap(expected, element, cells)]
    wrong = [item for item in findings if item is not named and item.code not in expected.free_findings]
    found_cause = review.cause if review else None
    missed = [f"gap {element} {'|'.join(expected.cells[element])}: {_told(element, cells)}" for element in gaps_missed]
    if found_cause != case.cause:
        missed.insert(0, f"cause {case.cause}: {found_cause or refusal}")
    if expected.finding and not named:
        missed.append(f"finding {expected.finding.code}: {'、'.join(expected.finding.files)}")
    return Outcome(
        case=case.id,
        cause=case.cause,
        style=case.style,
        kind=case.kind,
        defect=case.defect,
        found_cause=found_cause,
        cells=len(expected.cells),
        cells_right=sum(_right(expected, element, cells) for element in expected.cells),
        gaps_planted=len(expected.planted),
        gaps_found=len(expected.planted) - len(gaps_missed),
        gaps_false=len(gaps_false),
        findings_planted=int(expected.finding is not None),
        findings_found=int(named is not None),
        findings_false=len(wrong),
        missed=tuple(missed),
        false=(
            *(f"gap {element}: {_told(element, cells)}" for element in gaps_false),
            *(f"finding {item.code}: {'、'.join(item.documents)}: {item.detail}" for item in wrong),
        ),
    )


def _by_element(cells: Iterable[Cell]) -> _Cells:
    grouped: dict[str, list[Cell]] = {}
    for cell in cells:
        grouped.setdefault(cell.element, []).append(cell)
    return grouped


def _right(expected: Expected, element: str, cells: _Cells) -> bool:
    """Whether an element was reviewed and every cell of it stands at a right mark."""
    reviewed = cells.get(element, ())
    return bool(reviewed) and all(cell.mark in expected.cells[element] for cell in reviewed)


def _false_gap(expected: Expected, element: str, cells: _Cells) -> bool:
    """Whether an element is left open for nothing; one of a claim that nobody made is."""
    if element in expected.free_cells:
        return False
    accepted = expected.cells.get(element, ())
    return any(cell.mark not in STANDING and cell.mark not in accepted for cell in cells[element])


def _told(element: str, cells: _Cells) -> str:
    return "、".join(f"{cell.mark} by {cell.rule}（{cell.why}）" for cell in cells.get(element, ())) or "not reviewed"


def _named(planted: Planted | None, findings: Sequence[Finding]) -> Finding | None:
    """The finding that names a planted error, at most of its documents."""
    if planted is None:
        return None
    files = set(planted.files)
    fitting = [
        item
        for item in findings
        if item.code == planted.code and len(item.documents) <= MOST_DOCUMENTS and files & set(item.documents)
    ]
    return max(fitting, key=lambda item: len(files & set(item.documents)), default=None)


# --- many cases -------------------------------------------------------------------------------------------------


def wilson(part: int, whole: int) -> Rate:
    """Return a share with its Wilson 95 % interval."""
    if whole == 0:
        return Rate(part=0, whole=0, value=None, low=None, high=None)
    share, weight = part / whole, _Z * _Z / whole
    middle = (share + weight / 2) / (1 + weight)
    half = _Z / (1 + weight) * sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return Rate(
        part=part,
        whole=whole,
        value=round(share, 4),
        low=round(max(0.0, middle - half), 4),
        high=round(min(1.0, middle + half), 4),
    )


def score(outcomes: Sequence[Outcome]) -> Score:
    """Return the rates of a group of cases."""
    clean = [item for item in outcomes if item.kind == CLEAN]
    defective = [item for item in outcomes if item.kind != CLEAN]
    gaps, findings = _sum(defective, "gaps_found"), _sum(defective, "findings_found")
    return Score(
        defective=len(defective),
        clean=len(clean),
        gap_recall=wilson(gaps, _sum(defective, "gaps_planted")),
        gap_precision=wilson(gaps, gaps + _sum(defective, "gaps_false")),
        finding_recall=wilson(findings, _sum(defective, "findings_planted")),
        finding_precision=wilson(findings, findings + _sum(defective, "findings_false")),
        false_findings_per_clean=round(_sum(clean, "findings_false") / len(clean), 4) if clean else None,
        false_gaps_per_clean=round(_sum(clean, "gaps_false") / len(clean), 4) if clean else None,
        clean_cells=wilson(_sum(clean, "cells_right"), _sum(clean, "cells")),
        cause=wilson(sum(item.found_cause == item.cause for item in outcomes), len(outcomes)),
    )


def _sum(outcomes: Sequence[Outcome], field: str) -> int:
    return sum(getattr(item, field) for item in outcomes)


def result_of(outcomes: Sequence[Outcome]) -> Result:
    """Return the rates of all cases and of each cause, kind of defect and style."""

    def by(key: Callable[[Outcome], str]) -> dict[str, Score]:
        return {name: score([item for item in outcomes if key(item) == name]) for name in sorted({*map(key, outcomes)})}

    return Result(
        total=score(outcomes),
        by_cause=by(lambda item: item.cause),
        by_kind=by(lambda item: item.kind),
        by_style=by(lambda item: item.style),
        cases=tuple(outcomes),
    )
