"""The records of an evaluation: what was asked, under which code, and what came out.

A run and its result are history: written once, never changed. Everything else
here can be made again from the content files and a seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """What the cases are made from."""

    name: str
    version: str
    """Digest of the content files of these causes and styles."""
    causes: tuple[str, ...]
    styles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One pass of the program over a data set."""

    dataset: str
    """Version of the data set."""
    seed: int
    n: int
    """Defective cases; the clean copies stand beside them."""
    code: str
    """Digest of the package that was measured."""
    started: datetime
    finished: datetime
    cpu_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A finding that must be named."""

    code: str
    files: tuple[str, ...]
    """Naming one of them is enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The right answer of one case."""

    cause: str
    cells: Mapping[str, tuple[str, ...]]
    """Element → marks that are right."""
    planted: frozenset[str]
    """Elements whose gap must be named."""
    free_cells: frozenset[str]
    """Elements that the defect may touch: whatever their mark, neither right nor wrong."""
    finding: Planted | None
    free_findings: frozenset[str]
    """Finding codes that are neither right nor wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One case: what was planted, what was found, what was named wrongly."""

    case: str
    """``maimai/lawyer/0/no_receipt``"""
    cause: str
    style: str
    kind: str
    """``clean``, ``omit``, ``weaken`` or a finding code."""
    defect: str
    found_cause: str | None
    """None where the program refused the case."""
    cells: int
    cells_right: int
    gaps_planted: int
    gaps_found: int
    gaps_false: int
    findings_planted: int
    findings_found: int
    findings_false: int
    missed: tuple[str, ...]
    false: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share with its Wilson 95 % interval."""

    part: int
    whole: int
    value: float | None
    """None where there is nothing to share."""
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The rates of one group of cases."""

    defective: int
    clean: int
    gap_recall: Rate
    gap_precision: Rate
    """Of the open cells of defective cases."""
    finding_recall: Rate
    finding_precision: Rate
    """Of the findings in defective cases."""
    false_findings_per_clean: float | None
    false_gaps_per_clean: float | None
    clean_cells: Rate
    """Cells of clean cases at a right mark; a cell that was not reviewed is wrong."""
    cause: Rate
    """Cases whose cause was detected, defective and clean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a run found."""

    total: Score
    by_cause: Mapping[str, Score]
    by_kind: Mapping[str, Score]
    by_style: Mapping[str, Score]
    cases: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A run with its data set and its result, as stored."""

    dataset: Dataset
    run: Run
    result: Result
