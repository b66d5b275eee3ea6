"""Measuring how well and how fast search ranks, on judged queries and beside the bare engine.

Writes to a temporary folder only.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import tantivy
from tantivy import Occur, Query

from zuno.errors import Invalid
from zuno.knowledge.search import measures
from zuno.knowledge.search.index import Chunk, Index, write

_DEPTH = 100
_WARM_UP = 20
_MATTER = "bench"


class BenchDataUnusable(Invalid):
    """The folder does not hold judged queries in the documented form: check the folder."""

    code = "bench_data_unusable"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuerySet:
    """Queries with the relevance that people judged."""

    name: str
    queries: dict[str, str]
    grades: dict[str, dict[str, int]]


def measure_retrieval(
    folder: Path, *, on_progress: Callable[[str, int, int, str], None]
) -> dict[str, dict[str, float]]:
    """Index a corpus as cases are indexed, run each query set, and measure ranking, time and size.

    Args:
        folder: ``corpus.jsonl.gz`` (``id``, ``law``, ``article``, ``text``), and for each set ``NAME.queries.tsv``
            (id, query) with ``NAME.qrels`` (query id, 0, document id, grade).
        on_progress: Called with (stage, done, total, what); stages are ``index`` and ``queries``.

    Returns:
        Per set: ``ndcg@10``, ``mrr@10``, ``recall@10``, ``recall@100``, ``p50_ms``, ``p95_ms`` (wall time of one
        query for the first 100), ``index_mb``, ``index_s``, and ``vs_bare``: processor time over that of the bare
        engine with the same tokens, asked in turn.

    Raises:
        BenchDataUnusable: A file is missing or not of that form.
    """
    sets = _read_sets(folder)
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "index"
        on_progress("index", 0, 1, "")
        began = time.perf_counter()
        write(place, _articles(folder / "corpus.jsonl.gz"))
        index_s = time.perf_counter() - began
        on_progress("index", 1, 1, "")
        index_mb = sum(path.stat().st_size for path in place.iterdir()) / 1e6
        index, bare = Index(place), _BareEngine(place)
        told: dict[str, dict[str, float]] = {}
        for done, queries in enumerate(sets, start=1):
            told[queries.name] = {**_run(queries, index, bare), "index_mb": index_mb, "index_s": index_s}
            on_progress("queries", done, len(sets), queries.name)
        del index, bare
    return {name: {key: round(value, 4) for key, value in row.items()} for name, row in told.items()}


class _BareEngine:
    """The engine without anything of ours but the tokens: what our own search is held against."""

    def __init__(self, folder: Path) -> None:
        index = tantivy.Index.open(str(folder))
        self._schema, self._searcher = index.schema, index.searcher()

    def rank(self, counted: Counter[str]) -> list[Any]:
        """Return the ids of the best chunks for tokens that are chosen and counted already."""
        query = Query.boolean_query(
            [
                (Occur.Should, Query.boost_query(Query.term_query(self._schema, "b", word, "freq"), float(count)))
                for word, count in counted.items()
            ]
        )
        hits = self._searcher.search(query, _DEPTH, count=False).hits
        return [self._searcher.doc(address).get_first("chunk_id") for _score, address in hits]


def _run(queries: QuerySet, index: Index, bare: _BareEngine) -> dict[str, float]:
    walls: list[float] = []
    costs = [0.0, 0.0]
    scores: list[tuple[float, float, float, float]] = []
    asked = [(text, queries.grades[name]) for name, text in queries.queries.items() if queries.grades.get(name)]
    for text, _grades in asked[:_WARM_UP]:
        _ = index.rank(text, matter=_MATTER, seen=("public",), limit=_DEPTH), bare.rank(index.asked(text))
    for text, grades in asked:
        counted = index.asked(text)
        began = time.thread_time()
        bare.rank(counted)
        costs[1] += time.thread_time() - began
        began, wall = time.thread_time(), time.perf_counter()
        hits = index.rank(text, matter=_MATTER, seen=("public",), limit=_DEPTH)
        walls.append((time.perf_counter() - wall) * 1000)
        costs[0] += time.thread_time() - began
        ranked = [hit.id for hit in hits]
        scores.append(
            (
                measures.ndcg(ranked, grades, 10),
                measures.reciprocal_rank(ranked, grades, 10),
                measures.recall(ranked, grades, 10),
                measures.recall(ranked, grades, 100),
            )
        )
    means = [fmean(column) for column in zip(*scores, strict=True)]
    return {
        **dict(zip(("ndcg@10", "mrr@10", "recall@10", "recall@100"), means, strict=True)),
        "p50_ms": measures.percentile(walls, 50),
        "p95_ms": measures.percentile(walls, 95),
        "vs_bare": costs[0] / costs[1] if costs[1] else 0.0,
    }


def _articles(path: Path) -> Iterator[Chunk]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield Chunk(
                    id=str(row["id"]),
                    matter=_MATTER,
                    visibility="public",
                    front=f"{row['law']} {row['article']}",
                    text=row["text"],
                    start=0,
                    end=len(row["text"]),
                )
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise _unusable(path) from error


def _read_sets(folder: Path) -> list[QuerySet]:
    found = sorted(folder.glob("*.queries.tsv"))
    if not found or not (folder / "corpus.jsonl.gz").is_file():
        raise _unusable(folder)
    return [_read_set(path) for path in found]


def _read_set(path: Path) -> QuerySet:
    name = path.name.removesuffix(".queries.tsv")
    judged = path.with_name(f"{name}.qrels")
    grades = defaultdict[str, dict[str, int]](dict)
    try:
        rows = [line.split("\t", 1) for line in path.read_text("utf-8").splitlines() if line]
        queries = {key: text for key, text in rows}
        for line in judged.read_text("utf-8").splitlines():
            query, _, document, grade = line.split()
            grades[query][document] = int(grade)
    except (OSError, ValueError) as error:
        raise _unusable(path) from error
    if not any(grades.get(query) for query in queries):
        raise _unusable(judged)
    return QuerySet(name=name, queries=queries, grades=grades)


def _unusable(where: Path) -> BenchDataUnusable:
    return BenchDataUnusable(
        "缺少可用的评测数据",
        where=str(where),
        next_step="文件夹内放 corpus.jsonl.gz，及每组查询的 NAME.queries.tsv 和 NAME.qrels",
    )
