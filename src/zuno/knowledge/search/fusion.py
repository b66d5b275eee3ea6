"""A second opinion on the order of hits: vectors of meaning, fused with the ranks of words.

Off unless somebody hands in an ``Embedder``, such as one that asks an
OpenAI-compatible ``/v1/embeddings``; none is here, since no room opens a connection.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import Literal, Protocol

from zuno.errors import Unavailable

DEPTH = 20
"""Hits of the words that are looked at again; embedding more at query time takes seconds on a processor."""
_RRF_K = 60


class EmbeddingsUnavailable(Unavailable):
    """The vectors cannot be had now: search by words alone, or try again later."""

    code = "embeddings_unavailable"


class Embedder(Protocol):
    """Turns texts into vectors; a query and a passage may need different treatment."""

    def embed(self, texts: Sequence[str], mode: Literal["query", "passage"]) -> Sequence[Sequence[float]]:
        """Return one vector a text, all of one length.

        Raises:
            EmbeddingsUnavailable: It cannot now.
        """
        ...


def reorder(query: str, passages: Sequence[str], embedder: Embedder) -> list[int]:
    """Return the places of passages, given in the order of words, in the fused order (reciprocal ranks, k = 60).

    Raises:
        EmbeddingsUnavailable: There are no usable vectors.
    """
    vectors = [*embedder.embed([query], "query"), *embedder.embed(passages, "passage")]
    if len(vectors) != len(passages) + 1 or len({len(vector) for vector in vectors}) != 1:
        raise EmbeddingsUnavailable("向量的数目或长度不符", next_step="检查向量服务")
    near = [_cosine(vectors[0], vector) for vector in vectors[1:]]
    if not all(map(math.isfinite, near)):
        raise EmbeddingsUnavailable("向量含非有限数值", next_step="检查向量服务")
    by_meaning = sorted(range(len(passages)), key=lambda place: -near[place])
    scores = [1 / (_RRF_K + rank) for rank in range(1, len(passages) + 1)]
    for rank, place in enumerate(by_meaning, start=1):
        scores[place] += 1 / (_RRF_K + rank)
    return sorted(range(len(passages)), key=lambda place: (-scores[place], place))


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    length = math.hypot(*one) * math.hypot(*other)
    return sum(map(mul, one, other)) / length if length else 0.0
