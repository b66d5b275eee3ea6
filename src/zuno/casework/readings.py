"""What was worked out about single documents, kept between runs: kind, facts, transfers, messages, acts.

A rebuildable derivation: it rests on a document's text and name and on Zuno's
own code alone, and lies with what else is kept of the case. A re-run after one
changed file works out that file anew and takes the rest from here; losing it
costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, fields
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from zuno import config
from zuno.casework.sources import Source, examine
from zuno.knowledge import kinds, records
from zuno.knowledge.records import Document

_FACTS: dict[str, type] = {
    "dates": records.DateFact,
    "money": records.MoneyFact,
    "rates": records.RateFact,
    "quantities": records.QuantityFact,
    "numbers": records.NumberFact,
    "citations": records.CitationFact,
    "parties": records.PartyFact,
    "transfers": records.Transfer,
    "messages": records.Message,
}
"""Properties of a source that are lists of records."""

_MAKERS: dict[tuple[type, str], Callable[[str], object]] = {
    (records.DateFact, "value"): date.fromisoformat,
    (records.PartyFact, "birth"): date.fromisoformat,
    (records.Transfer, "date"): date.fromisoformat,
    (records.Message, "at"): datetime.fromisoformat,
    (records.RateFact, "percent"): Decimal,
    (records.QuantityFact, "value"): Decimal,
}
"""Fields that JSON does not hold as they are."""


class Readings:
    """The readings of one case, one file a document below ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._code = config.code_digest()
        self._recalled: dict[str, set[str]] = {}
        self._used: set[Path] = set()

    def examined(self, documents: Sequence[Document]) -> list[Source]:
        """Return the documents as sources, with what was worked out about them before."""
        kept = {document.file: self._read(self._path(document)) for document in documents if document.text.strip()}

        def kind_of(document: Document) -> str:
            known = kept.get(document.file)
            return kinds.classify(document) if known is None else known["kind"]

        sources = examine(documents, kind_of)
        for source in sources:
            if known := kept.get(source.file):
                self._recall(source, known)
        return sources

    def _recall(self, source: Source, known: dict[str, Any]) -> None:
        """Give a source its facts; lists that are there already are not worked out again."""
        for name, kind in _FACTS.items():
            if name in known:
                source.__dict__[name] = _made(kind, known[name])
        if "sentences" in known:
            source.__dict__["sentences"] = [(start, end) for start, end in known["sentences"]]
        source.acts_found.update({key: [tuple(row) for row in rows] for key, rows in known["acts"].items()})
        self._recalled[source.file] = set(known) | set(known["acts"])

    def keep(self, sources: Iterable[Source]) -> None:
        """Keep what was worked out about these sources.

        A disk that refuses costs the next run its time and this one nothing.
        """
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for source in sources:
                path = self._path(source.document)
                self._used.add(path)
                have = self._content(source).keys() | source.acts_found.keys()
                if source.read and not have <= self._recalled.get(source.file, set()):
                    self._write(path, source)

    def prune(self) -> None:
        """Erase what is kept of documents that no review of this object has seen: they left the case."""
        with contextlib.suppress(OSError):
            for path in set(self._folder.glob("*")) - self._used:
                path.unlink()

    def _path(self, document: Document) -> Path:
        text = hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
        named = f"{self._code}\n{document.file}\n{document.sha256}\n{text}"
        return self._folder / f"{hashlib.sha256(named.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.json"

    @staticmethod
    def _read(path: Path) -> dict[str, Any] | None:
        """Return what a file holds behind its digest; None for one that is missing or damaged."""
        with contextlib.suppress(OSError):
            digest, _, body = path.read_bytes().partition(b"\n")
            if hashlib.sha256(body).hexdigest().encode() == digest:
                return json.loads(body)
        return None

    @staticmethod
    def _content(source: Source) -> dict[str, Any]:
        names = [name for name in (*_FACTS, "sentences") if name in source.__dict__]
        return {"kind": source.kind, "acts": source.acts_found} | {name: source.__dict__[name] for name in names}

    def _write(self, path: Path, source: Source) -> None:
        content = self._content(source)
        data = content | {name: [astuple(fact) for fact in content[name]] for name in _FACTS if name in content}
        pending = path.with_suffix(".new")
        body = json.dumps(data, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
        pending.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        pending.replace(path)


def _made(kind: type, rows: list[list[Any]]) -> list[Any]:
    named = [field.name for field in fields(kind)]
    makers = [_MAKERS.get((kind, name)) for name in named]
    return [
        kind(
            **{
                name: make(value) if make and value is not None else value
                for name, make, value in zip(named, makers, row, strict=True)
            }
        )
        for row in rows
    ]
