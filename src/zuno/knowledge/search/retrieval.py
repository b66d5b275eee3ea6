"""Search in a matter: ranked quotes, each with the line of descent that proves it.

A result set is of one generation. Every quote is cut from the kept text and
checked against the digest in the index before anybody sees it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from zuno.errors import Conflict, NotFound
from zuno.knowledge.places import around
from zuno.knowledge.records import Box, Doubt, LayerKind, Line
from zuno.knowledge.search import texts
from zuno.knowledge.search.fusion import DEPTH, Embedder, EmbeddingsUnavailable, reorder
from zuno.knowledge.search.generation import Generation, IndexedDocument
from zuno.knowledge.search.index import Hit, Visibility, text_digest
from zuno.knowledge.search.tokens import matches, tokens

_TRIES = 5
"""How often a search starts anew because what it read was swept away by a switch."""


class NotIndexed(NotFound):
    """The matter has no index that can be read: build one."""

    code = "not_indexed"


class IndexDamaged(Conflict):
    """Kept text is not what was indexed: erase what is kept of the case and search again."""

    code = "index_damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationLineage:
    """From a quote down to the place in one version of one document."""

    file: str
    sha256: str
    """Of the document's bytes."""
    text_key: str
    """Which reading of them."""
    reader: str
    layer: LayerKind
    page: int
    label: str
    start: int
    end: int
    """Code points into the text of that reading."""
    text_sha256: str
    boxes: tuple[Box, ...] | None
    """Places of the matched words, line by line; None where the reading has no places of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalResult:
    """One quote that a query found."""

    score: float
    """Comparable within one result set only."""
    title: str
    visibility: Visibility
    quote: str
    matched: tuple[tuple[int, int], ...]
    """Places of the query's words, code points into ``quote``."""
    doubts: tuple[Doubt, ...]
    """What in the quote must not be relied on before a person looked; code points into the document's text."""
    lineage: CitationLineage


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """The answer to one query, from one generation."""

    generation: str
    tokenizer: str
    scorer: str
    dense: Literal["absent", "fused"]
    """Whether a second ranker had its say; ``absent`` too when it failed."""
    results: tuple[RetrievalResult, ...]


def search(
    serving: Callable[[], Generation | None],
    query: str,
    *,
    viewer: Visibility,
    limit: int = 10,
    embedder: Embedder | None = None,
) -> Retrieval:
    """Return the best quotes of a matter for a query, best first.

    Args:
        serving: Gives the generation to search: ``GenerationStore.current`` follows switches by other processes, a
            build gives the very one that it made. Asked again when what it gave was swept away meanwhile.
        query: Words in any form; numbers match with and without thousands separators.
        viewer: ``ours`` sees everything, ``public`` only what every side may see.
        limit: Most results.
        embedder: Second ranker, which orders the best hits anew; without it, or when it fails, words alone rank.

    Raises:
        NotIndexed: Nothing serves yet; build first.
        IndexDamaged: A kept text was changed; erase and build again.
    """
    for _ in range(_TRIES):
        generation = serving()
        if generation is None:
            break
        try:
            return _answer(generation, query, viewer, limit, embedder)
        except FileNotFoundError:  # swept away since; a newer one serves
            continue
    raise NotIndexed("本案尚无可用索引", next_step="重新运行检索，会自动建立索引")


def _answer(generation: Generation, query: str, viewer: Visibility, limit: int, embedder: Embedder | None) -> Retrieval:
    manifest = generation.manifest
    seen: tuple[Visibility, ...] = ("public", "ours") if viewer == "ours" else ("public",)
    depth = limit if embedder is None else max(limit, DEPTH)
    wanted = frozenset(tokens(query))
    opened: dict[str, texts.TextVersion] = {}
    results: list[RetrievalResult] = []
    for hit in generation.index.rank(query, matter=manifest.matter, seen=seen, limit=depth):
        document = manifest.documents[int(hit.id.partition(".")[0])]
        if document.text_key not in opened:
            opened[document.text_key] = _load(generation, document)
        results.append(_result(hit, document, opened[document.text_key], wanted))
    dense: Literal["absent", "fused"] = "absent"
    if embedder is not None and results:
        with contextlib.suppress(EmbeddingsUnavailable):
            head = [f"{result.title}\n{result.quote}" for result in results[:DEPTH]]
            results[:DEPTH] = [results[place] for place in reorder(query, head, embedder)]
            dense = "fused"
    return Retrieval(
        generation=generation.name,
        tokenizer=manifest.tokenizer,
        scorer=manifest.scorer,
        dense=dense,
        results=tuple(results[:limit]),
    )


def _load(generation: Generation, document: IndexedDocument) -> texts.TextVersion:
    try:
        return texts.load(generation.texts, document.text_key)
    except texts.TextDamaged as error:
        raise _damaged(document) from error


def _damaged(document: IndexedDocument) -> IndexDamaged:
    return IndexDamaged(
        "留存的文本与索引不一致，未引用", where=document.file, next_step="运行 zuno forget 清除本案留存后重新检索"
    )


def _result(hit: Hit, document: IndexedDocument, version: texts.TextVersion, wanted: frozenset[str]) -> RetrievalResult:
    quote = version.text[hit.start : hit.end]
    if text_digest(quote).hex() != hit.text_sha256:
        raise _damaged(document)
    matched = tuple(matches(quote, wanted))
    page = version.page_at(hit.start)
    lines = page.lines if page else ()
    places = [(hit.start + start, hit.start + end) for start, end in matched]
    return RetrievalResult(
        score=hit.score,
        title=document.title,
        visibility=document.visibility,
        quote=quote,
        matched=matched,
        doubts=tuple(doubt for doubt in version.doubts if doubt.start < hit.end and doubt.end > hit.start),
        lineage=CitationLineage(
            file=document.file,
            sha256=document.sha256,
            text_key=document.text_key,
            reader=document.reader,
            layer=page.layer if page else "native",
            page=page.number if page else 1,
            label=page.label if page else "",
            start=hit.start,
            end=hit.end,
            text_sha256=hit.text_sha256,
            boxes=tuple(_boxes(lines, places)) if lines else None,
        ),
    )


def _boxes(lines: Sequence[Line], places: Sequence[tuple[int, int]]) -> Iterator[Box]:
    """Yield one box for each piece of a matched place that stands on one line."""
    for start, end in places:
        for line in lines:
            boxes = line.boxes[max(start - line.start, 0) : max(min(end, line.end) - line.start, 0)]
            if boxes:
                yield around(boxes)
