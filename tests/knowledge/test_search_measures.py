"""Measures of a ranking, on examples worked by hand."""

from __future__ import annotations

import math

import pytest

from zuno.knowledge.search.measures import ndcg, percentile, recall, reciprocal_rank

GRADES = {"a": 1, "b": 1, "c": 0}


def test_gain_is_discounted_by_rank_and_held_against_the_best_order() -> None:
    assert ndcg(["a", "b"], GRADES, 10) == 1
    assert ndcg(["x", "a", "b"], GRADES, 10) == pytest.approx((1 / math.log2(3) + 1 / 2) / (1 + 1 / math.log2(3)))
    assert ndcg(["x", "a", "b"], GRADES, 2) == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))


def test_a_higher_grade_first_is_the_better_order() -> None:
    grades = {"a": 3, "b": 1}
    assert ndcg(["b", "a"], grades, 10) == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))
    assert ndcg(["a", "b"], grades, 1) == 1


def test_the_best_order_within_k_counts_k_places_only() -> None:
    assert ndcg(["a"], {"a": 1, "b": 1}, 1) == 1


def test_the_first_relevant_rank_counts() -> None:
    assert reciprocal_rank(["c", "x", "b", "a"], GRADES, 10) == pytest.approx(1 / 3)
    assert reciprocal_rank(["c", "x", "b"], GRADES, 2) == 0


def test_recall_is_the_share_of_the_relevant() -> None:
    assert recall(["a", "x", "c"], GRADES, 10) == 0.5
    assert recall(["x", "a", "b"], GRADES, 2) == 0.5
    assert recall([], GRADES, 10) == 0


def test_nothing_relevant_measures_nothing() -> None:
    assert ndcg(["c"], {"c": 0}, 10) == recall(["c"], {"c": 0}, 10) == reciprocal_rank(["c"], {"c": 0}, 10) == 0


@pytest.mark.parametrize(("percent", "value"), [(50, 2), (95, 4), (25, 1), (100, 4), (1, 1)])
def test_a_percentile_is_a_value_that_was_met(percent: int, value: int) -> None:
    assert percentile([4, 1, 3, 2], percent) == value
