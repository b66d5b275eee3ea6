"""The inverted index in one folder: which chunks hold which tokens, ranked by BM25.

Owns the schema. Holds spans and digests of texts, never the texts. An index is
written once and then only read; what makes it the serving one is not known here.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, cast

import tantivy
from tantivy import Occur, Query

from zuno.errors import Unavailable
from zuno.knowledge.search.tokens import paired, tokens

Visibility = Literal["public", "ours"]
"""``ours``: for our own side alone."""

SCORER = f"bm25-tantivy-{metadata.version('tantivy')}"
_HEAP_BYTES = 128_000_000

_SHORT = 64
"""Most tokens of a query that is asked whole, however large the index."""
_ENTRIES = 400_000
"""Entries (a chunk under a token) up to which a longer query is asked whole; to unpack them takes some 3 ms. Half a
page of facts, asked of 58,000 articles, has four times as many, and ranks better without its commonest characters."""


class IndexUnwritable(Unavailable):
    """The disk did not take a new index; the old one still serves. Check space and rights, then try again."""

    code = "index_unwritable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of text as it enters the index."""

    id: str
    matter: str
    visibility: Visibility
    front: str
    """Title of the document, searched with every chunk of it."""
    text: str
    start: int
    end: int
    """Code points into the text of the document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A chunk that a query found."""

    id: str
    score: float
    start: int
    end: int
    text_sha256: str


def text_digest(text: str) -> bytes:
    """Return the SHA-256 of a text, of half surrogate pairs too."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def write(folder: Path, chunks: Iterable[Chunk]) -> int:
    """Write an index into an empty folder; return the number of chunks. Nothing is synced yet.

    Raises:
        IndexUnwritable: The disk refused; check space and rights.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return _write(folder, chunks)
    except ValueError as error:  # what the engine makes of a refusal by the disk
        raise IndexUnwritable(
            f"索引写不下去：{error}", where=str(folder), next_step="检查磁盘空间和权限后重试"
        ) from error


def _write(folder: Path, chunks: Iterable[Chunk]) -> int:
    writer = tantivy.Index(_schema(), path=str(folder), reuse=False).writer(heap_size=_HEAP_BYTES, num_threads=1)
    count = 0
    try:
        for count, chunk in enumerate(chunks, start=1):  # noqa: B007 - the number of the last one is the count
            writer.add_document(
                tantivy.Document(
                    chunk_id=chunk.id,
                    case_id=chunk.matter,
                    visibility=chunk.visibility,
                    start=chunk.start,
                    end=chunk.end,
                    text_sha256=text_digest(chunk.text),
                    b=" ".join(tokens(f"{chunk.front} {chunk.text}")),
                )
            )
        writer.commit()
    finally:
        writer.wait_merging_threads()  # after an error too: nothing writes into the folder from here on
    return count


class Index:
    """An index opened for reading; what it found stays readable after its files are deleted (not on Windows)."""

    def __init__(self, folder: Path) -> None:
        index = tantivy.Index.open(str(folder))
        self._schema = index.schema
        self._searcher = index.searcher()

    @property
    def count(self) -> int:
        """Number of chunks."""
        return self._searcher.num_docs

    def rank(self, query: str, *, matter: str, seen: Collection[Visibility], limit: int) -> list[Hit]:
        """Return the chunks of a matter that hold tokens of a query, best first.

        What may not be seen is left out before anything is ranked.

        Args:
            query: Words in any form.
            matter: The matter to which the search is confined.
            seen: Visibilities that the asking side may see.
            limit: Most hits.
        """
        asked = self.asked(query)
        if not asked or not seen:
            return []
        words = Query.boolean_query([(Occur.Should, self._boosted(word, count)) for word, count in asked.items()])
        # The filters stand first: they lead, and of the words only what lies in the matter is unpacked.
        return self._found([*self._filters(matter, seen), (Occur.Must, words)], limit)

    def asked(self, query: str) -> Counter[str]:
        """Return the tokens by which a query is ranked, counted.

        These are all of them, unless the query is long and the index large: then single characters that the query
        has in pairs as well are left out, commonest first, as far as needed. Pairs, words and numbers always stay.
        """
        counted = Counter(tokens(query))
        if len(counted) <= _SHORT:
            return counted
        entries = {word: self._searcher.doc_freq("b", word) for word in counted}
        excess = sum(entries.values()) - _ENTRIES
        for char in sorted(paired(counted) & counted.keys(), key=lambda char: (-entries[char], char)):
            if excess <= 0:
                break
            excess -= entries[char]
            del counted[char]
        return counted

    def holds(self, chunk: Chunk, *, seen: Collection[Visibility]) -> bool:
        """Whether exactly this chunk is found by all its own tokens, for one who may see ``seen``."""
        own = [(Occur.Must, self._boosted(word, 1)) for word in set(tokens(f"{chunk.front} {chunk.text}"))]
        is_it = (Occur.Must, Query.term_query(self._schema, "chunk_id", chunk.id, "basic"))
        found = self._found([is_it, *own, *self._filters(chunk.matter, seen)], 2)
        return [(hit.id, hit.start, hit.end) for hit in found] == [(chunk.id, chunk.start, chunk.end)]

    def every(self) -> Iterator[Hit]:
        """Yield all chunks in no particular order."""
        for score, address in self._searcher.search(Query.all_query(), max(self.count, 1), count=False).hits:
            yield self._hit(score, address)

    def _boosted(self, word: str, count: int) -> Query:
        term = Query.term_query(self._schema, "b", word, "freq")
        return term if count == 1 else Query.boost_query(term, float(count))

    def _filters(self, matter: str, seen: Collection[Visibility]) -> list[tuple[Occur, Query]]:
        """What keeps other matters and what may not be seen out; a filter that every chunk passes is left out.

        The index itself counts who passes: nothing is ever deleted from it, so its counts are exact.
        """
        passes = {"case_id": [matter], "visibility": sorted(seen)}
        return [
            (Occur.Must, Query.const_score_query(self._any_of(field, values), 0.0))
            for field, values in passes.items()
            if sum(self._searcher.doc_freq(field, value) for value in values) < self.count
        ]

    def _any_of(self, field: str, values: Sequence[str]) -> Query:
        if len(values) == 1:  # far cheaper than a set of one
            return Query.term_query(self._schema, field, values[0], "basic")
        return Query.term_set_query(self._schema, field, values)

    def _found(self, parts: Sequence[tuple[Occur, Query]], limit: int) -> list[Hit]:
        query = parts[0][1] if len(parts) == 1 else Query.boolean_query(parts)
        found = self._searcher.search(query, limit, count=False)
        return [self._hit(score, address) for score, address in found.hits]

    def _hit(self, score: float, address: tantivy.DocAddress) -> Hit:
        stored = cast("Callable[[str], Any]", self._searcher.doc(address).get_first)
        return Hit(
            id=stored("chunk_id"),
            score=score,
            start=stored("start"),
            end=stored("end"),
            text_sha256=bytes(stored("text_sha256")).hex(),
        )


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("chunk_id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("case_id", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("visibility", tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("start", stored=True)
    builder.add_integer_field("end", stored=True)
    builder.add_bytes_field("text_sha256", stored=True)
    # No positions: pairs of characters stand in for phrases.
    builder.add_text_field("b", tokenizer_name="whitespace", index_option="freq")
    return builder.build()
