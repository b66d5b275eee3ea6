"""Measures of a ranking against judged relevance, as TREC defines them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], k: int) -> float:
    """Return the discounted gain of the first ``k`` over that of the best possible order; gain is the grade."""
    best = sorted(grades.values(), reverse=True)
    ideal = _discounted(best[:k])
    return _discounted([grades.get(name, 0) for name in ranked[:k]]) / ideal if ideal else 0.0


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, int], k: int) -> float:
    """Return 1 / rank of the first relevant one within the first ``k``, 0 if there is none."""
    return next((1 / rank for rank, name in enumerate(ranked[:k], start=1) if grades.get(name, 0) > 0), 0.0)


def recall(ranked: Sequence[str], grades: Mapping[str, int], k: int) -> float:
    """Return the share of the relevant ones that stand within the first ``k``."""
    relevant = {name for name, grade in grades.items() if grade > 0}
    return len(relevant.intersection(ranked[:k])) / len(relevant) if relevant else 0.0


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that at least ``percent`` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
