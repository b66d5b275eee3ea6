"""Rates and the tables they are printed in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zuno.observability import publishing
from zuno.observability.records import Outcome
from zuno.observability.scoring import result_of, wilson

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        # z² = 3.8415; 8/10: (0.8 + 0.19207 ∓ 1.96·√(0.016 + 0.0096036)) ÷ 1.38415
        (8, 10, 0.4902, 0.9433),
        # 0/5: z² ÷ (n + z²) = 3.8415 ÷ 8.8415
        (0, 5, 0.0, 0.4345),
        (5, 5, 0.5655, 1.0),
        # 90/100: (0.9 + 0.0192073 ∓ 1.96·√(0.0009 + 0.0000960365)) ÷ 1.0384146
        (90, 100, 0.8256, 0.9448),
    ],
)
def test_wilson_intervals_agree_with_those_reckoned_by_hand(part: int, whole: int, low: float, high: float) -> None:
    rate = wilson(part, whole)
    assert rate.value == part / whole
    assert (rate.low, rate.high) == (low, high)


def test_a_share_of_nothing_is_no_number() -> None:
    assert wilson(0, 0).value is None


def outcome(case: str, **numbers: Any) -> Outcome:
    cause, style, _, defect = case.split("/")
    none = dict.fromkeys(("cells", "cells_right", "gaps_planted", "gaps_found", "gaps_false"), 0) | dict.fromkeys(
        ("findings_planted", "findings_found", "findings_false"), 0
    )
    fields: dict[str, Any] = {
        "case": case,
        "cause": cause,
        "style": style,
        "kind": "clean" if defect == "clean" else "omit",
        "defect": defect,
        "found_cause": cause,
        "missed": (),
        "false": (),
    }
    return Outcome(**(fields | none | numbers))


OUTCOMES = (
    outcome("maimai/lawyer/0/clean", cells=6, cells_right=5, gaps_false=1, findings_false=3),
    outcome("maimai/lawyer/0/x", gaps_planted=1, gaps_found=1, gaps_false=3, false=("gap C1E1: …",)),
    outcome("lihun/worker/0/x", gaps_planted=1, found_cause=None, missed=("cause lihun: …",)),
)


def test_false_alarms_of_clean_cases_count_apart_from_the_precision() -> None:
    total = result_of(OUTCOMES).total
    assert total.gap_precision.value == 0.25
    assert total.false_findings_per_clean == 3
    assert total.false_gaps_per_clean == 1
    assert (total.clean_cells.part, total.clean_cells.whole) == (5, 6)
    assert (total.cause.part, total.cause.whole) == (2, 3)


def test_groups_hold_their_own_cases() -> None:
    result = result_of(OUTCOMES)
    assert result.by_cause["lihun"].gap_recall.value == 0
    assert result.by_style["lawyer"].gap_recall.value == 1
    assert (result.by_kind["omit"].defective, result.by_kind["clean"].clean) == (2, 1)


def evaluation() -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "dataset": {"version": "d" * 16, "causes": ["maimai"], "styles": ["lawyer"]},
        "run": {"n": 2, "seed": 7, "started": "2026-01-02T03:04:05+00:00", "code": "c" * 16},
        "result": asdict(result_of(OUTCOMES)),
    }


def test_every_miss_and_false_alarm_is_a_line_with_the_id_of_its_case() -> None:
    assert publishing.misses(evaluation()["result"]) == [
        "maimai/lawyer/0/x  false gap C1E1: …",
        "lihun/worker/0/x  missed cause lihun: …",
    ]


def test_the_score_stands_between_the_markers_and_touches_nothing_else(tmp_path: Path) -> None:
    for name in publishing.READMES:
        (tmp_path / name).write_text(f"before\n{publishing.BEGIN}\nold\n{publishing.END}\nafter\n", "utf-8")
    publishing.write_score(evaluation(), tmp_path)
    first = (tmp_path / "README.md").read_text("utf-8")
    publishing.write_score(evaluation(), tmp_path)
    assert (tmp_path / "README.md").read_text("utf-8") == first
    assert first.startswith("before\n")
    assert first.endswith("after\n")
    assert "old" not in first
    assert "0.50 [0.09–0.91]" in first


def test_a_readme_without_markers_is_refused_and_neither_is_changed(tmp_path: Path) -> None:
    marked = f"{publishing.BEGIN}\n{publishing.END}\n"
    (tmp_path / "README.md").write_text(marked, "utf-8")
    (tmp_path / "README.zh-CN.md").write_text("没有标记\n", "utf-8")
    with pytest.raises(publishing.NoMarkers):
        publishing.write_score(evaluation(), tmp_path)
    assert (tmp_path / "README.md").read_text("utf-8") == marked


@pytest.mark.parametrize("name", publishing.READMES)
def test_the_readmes_have_a_place_for_the_score(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert text.count(publishing.BEGIN) == text.count(publishing.END) == 1
    assert text.index(publishing.BEGIN) < text.index(publishing.END)
