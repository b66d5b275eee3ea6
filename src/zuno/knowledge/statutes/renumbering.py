"""Which article of another edition holds the same rule, told by its words.

Derived from the texts each time; a rule rewritten beyond half of its words is
not followed, and None says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from zuno.knowledge.numbers import fold
from zuno.knowledge.statutes.records import Article

_SAME = 0.6
_MARGIN = 0.1
"""The best must be clearly better than the second: twin rules are told apart by nobody."""


def plain_words(text: str) -> str:
    """Reduce a text to its letters, digits and characters, so that punctuation and breaks do not count."""
    return re.sub(r"[\W_]+", "", fold(text))


def likeness(one: str, other: str) -> float:
    """Return the share of character pairs that two texts have in common, 0 to 1 (Dice)."""
    return _dice(_pairs(one), _pairs(other))


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[str]:
    words = plain_words(text)
    return frozenset(words[at : at + 2] for at in range(len(words) - 1))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def same_rule(text: str, articles: Mapping[tuple[int, int], Article]) -> Article | None:
    """Return the article that holds the rule of ``text``, or None where no article clearly does."""
    wanted = _pairs(text)
    ranked = sorted(((_dice(wanted, _pairs(a.text)), a) for a in articles.values()), key=lambda one: -one[0])
    if not ranked or ranked[0][0] < _SAME:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _MARGIN and ranked[0][0] < 1:
        return None
    return ranked[0][1]
