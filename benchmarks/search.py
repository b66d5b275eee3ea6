"""What search costs: a case of 5,000 chunks built and searched, half a million chunks searched by matter.

Texts are pieces of the two examples, shuffled, with names, dates and sums that vary. Also counts what a reader in
another process meets while generations switch. Run with ``make benchsearch``; how well search ranks is measured by
``zuno bench retrieval``.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from zuno.knowledge import intake
from zuno.knowledge.records import Document, Page
from zuno.knowledge.search import chunks
from zuno.knowledge.search.generation import Entry, GenerationStore
from zuno.knowledge.search.index import Chunk, Index, write
from zuno.knowledge.search.measures import percentile
from zuno.knowledge.search.retrieval import search

EXAMPLES = Path(__file__).parents[1] / "examples"
CASE_CHUNKS = 5_000
ARCHIVE_MATTERS, MATTER_CHUNKS = 500, 1_000
QUERIES = 300
READ_S = 20
T = TypeVar("T")


def main() -> None:
    """Measure and print one line for each thing measured."""
    if sys.argv[1:2] == ["read"]:
        print(json.dumps(_read(Path(sys.argv[2]))))
        return
    with tempfile.TemporaryDirectory() as scratch:
        _case(Path(scratch) / "case")
        _archive(Path(scratch) / "archive")


def _case(folder: Path) -> None:
    entries = [_entry(number, seed=1) for number in range(CASE_CHUNKS // 50)]
    store = GenerationStore(folder, "case")
    (built, wall, cpu) = _timed(lambda: store.build(entries))
    count = sum(document.chunks for document in built.manifest.documents)
    size = _megabytes(folder)
    print(f"case of {count} chunks built, verified, synced: {wall:.2f} s wall, {cpu:.2f} s CPU, {size:.1f} MB")
    (_, wall, cpu) = _timed(lambda: store.build(entries))
    print(f"  built again, unchanged: {wall:.3f} s wall, {cpu:.3f} s CPU")
    walls = [
        _timed(lambda query=query: search(store.current, query, viewer="public"))[1] * 1000 for query in _queries()
    ]
    print(f"  search with 10 checked quotes: p50 {percentile(walls, 50):.2f} ms, p95 {percentile(walls, 95):.2f} ms")
    reader = subprocess.Popen([sys.executable, __file__, "read", str(folder)], stdout=subprocess.PIPE, text=True)
    switches, end = 0, time.monotonic() + READ_S
    while time.monotonic() < end:
        switches += 1
        store.build([*entries[1:], _entry(0, seed=1 + switches)])
    told = json.loads(reader.communicate()[0])
    print(f"  read elsewhere for {READ_S} s over {switches} switches: {told}")


def _read(folder: Path) -> dict[str, object]:
    store, end = GenerationStore(folder, "case"), time.monotonic() + READ_S - 1
    walls: list[float] = []
    names, empty = set[str](), 0
    queries = _queries()
    while time.monotonic() < end:
        began = time.perf_counter()
        answer = search(store.current, queries[len(walls) % QUERIES], viewer="public")
        walls.append((time.perf_counter() - began) * 1000)
        names.add(answer.generation)
        empty += not answer.results
    slow = round(percentile(walls, 95), 2)
    return {"searches": len(walls), "empty": empty, "generations met": len(names), "p95_ms": slow}


def _archive(folder: Path) -> None:
    (count, wall, cpu) = _timed(lambda: write(folder, _many()))
    print(f"archive of {count} chunks indexed: {wall:.0f} s wall, {cpu:.0f} s CPU, {_megabytes(folder):.0f} MB")
    index, queries = Index(folder), _queries()
    for limit in (10, 100):
        walls: list[float] = []
        for at, query in enumerate(queries):
            began = time.perf_counter()
            index.rank(query, matter=f"m{at}", seen=("public",), limit=limit)
            walls.append((time.perf_counter() - began) * 1000)
        p50, p95 = percentile(walls, 50), percentile(walls, 95)
        print(f"  first {limit} of one matter, public: p50 {p50:.2f} ms, p95 {p95:.2f} ms")


def _many() -> Iterator[Chunk]:
    pieces, dice = _pieces(), random.Random(2)
    for at in range(ARCHIVE_MATTERS * MATTER_CHUNKS):
        text = _text(pieces, dice, 150)
        yield Chunk(
            id=str(at),
            matter=f"m{at // MATTER_CHUNKS}",
            visibility="ours" if at % 7 == 0 else "public",
            front="材料",
            text=text,
            start=0,
            end=len(text),
        )


def _entry(number: int, seed: int) -> Entry:
    """A document of about fifty chunks on ten pages."""
    text = _text(_pieces(), random.Random(f"{seed}/{number}"), 50 * (chunks.TARGET_CHARS + 10))
    tenth = len(text) // 10
    pages = tuple(
        Page(number=page + 1, start=page * tenth, end=(page + 1) * tenth if page < 9 else len(text))
        for page in range(10)
    )
    document = Document(
        file=f"{number}.txt",
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        size_bytes=len(text),
        format="txt",
        state="ready",
        text=text,
        pages=pages,
    )
    return Entry(document=document, title=f"材料{number}", visibility="public")


_read_once: list[str] = []


def _pieces() -> list[str]:
    if not _read_once:
        texts = [
            document.text for case in sorted(EXAMPLES.iterdir()) if case.is_dir() for document in intake.read_case(case)
        ]
        whole = "".join("".join(texts).split())
        _read_once.extend(whole[at : at + 12] for at in range(0, len(whole), 12))
    return _read_once


def _text(pieces: list[str], dice: random.Random, length: int) -> str:
    parts: list[str] = []
    for _ in range(length // 16):
        parts.append(dice.choice(pieces))
        parts.append(dice.choice(("。", "，", f"{dice.randrange(10**6):,}元。", f"{dice.randrange(1, 13)}月")))
    return "".join(parts)


def _queries() -> list[str]:
    dice = random.Random(3)
    return ["".join(dice.sample(_pieces(), 2)) for _ in range(QUERIES)]


def _timed(act: Callable[[], T]) -> tuple[T, float, float]:
    began, wall = time.process_time(), time.perf_counter()
    result = act()
    return result, time.perf_counter() - wall, time.process_time() - began


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


if __name__ == "__main__":
    main()
