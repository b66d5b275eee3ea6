"""Search over the articles of the corpus by character pairs (BM25), without an index.

Reads every article for each query, which takes a fraction of a second for the
size of a civil practice's law; nothing is stored.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from zuno.knowledge.statutes.corpus import Corpus
from zuno.knowledge.statutes.records import Edition
from zuno.knowledge.statutes.renumbering import plain_words

_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An article that answers a query."""

    edition: Edition
    article: int
    label: str
    text: str
    score: float


def search(corpus: Corpus, query: str, *, limit: int = 10) -> list[Hit]:
    """Return the articles that share most of the query's words with it, best first.

    The title of the law counts as part of each article, so that 民法典 违约金 finds the Code's.
    """
    words = plain_words(query)
    wanted = sorted({words[at : at + 2] for at in range(len(words) - 1)} or set(words))
    rows = list(corpus.articles_with(""))
    counted: list[tuple[int, int, dict[str, int]]] = []
    seen: Counter[str] = Counter()
    total = 0
    for place, (edition, _number, _label, text) in enumerate(rows):
        total += len(text)
        whole = edition.title + text
        counts = {pair: times for pair in wanted if (times := whole.count(pair))}
        if counts:
            seen.update(counts.keys())
            counted.append((place, len(text), counts))
    mean = total / len(rows) if rows else 1.0
    rarity = {pair: math.log(1 + (len(rows) - n + 0.5) / (n + 0.5)) for pair, n in seen.items()}
    scored = [
        (
            sum(rarity[pair] * n * (_K1 + 1) / (n + _K1 * (1 - _B + _B * size / mean)) for pair, n in counts.items()),
            place,
        )
        for place, size, counts in counted
    ]
    scored.sort(key=lambda one: (-one[0], one[1]))
    return [
        Hit(
            edition=rows[place][0],
            article=rows[place][1],
            label=rows[place][2],
            text=rows[place][3],
            score=round(score, 3),
        )
        for score, place in scored[:limit]
    ]
