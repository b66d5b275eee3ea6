"""Knowledge generations of one matter: built beside the serving one, verified, then switched in one step.

Owns a folder::

    CURRENT        name of the serving generation and digest of its manifest
    gen-3/         manifest.json and index/; never changed once it has this name
    gen-4.building what a builder works on, or left when it died
    texts/         text versions that the generations quote from
    lock           held by whoever builds or erases

A builder that dies at any point leaves the old generation serving; the next
one sweeps what it left. Everything can be built again from the documents.
Does not know what is in the texts, nor who asks.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from zuno import __version__
from zuno.disk import locked, sync_folder
from zuno.errors import Unavailable
from zuno.knowledge.records import Document
from zuno.knowledge.search import chunks, texts, tokens
from zuno.knowledge.search.index import SCORER, Chunk, Index, Visibility, text_digest, write

LOCK_WAIT_S = 120.0
_SAMPLES = 24
"""Chunks of a new index that are looked up before it serves."""

_POINTER = "CURRENT"
_LOCK = "lock"
_TEXTS = "texts"
_BUILDING = ".building"


class IndexBusy(Unavailable):
    """Another program builds this index: try again when it is done."""

    code = "index_busy"


class IndexUnsound(Unavailable):
    """A new index did not hold what was put into it; the old one still serves. Check the disk and try again."""

    code = "index_unsound"


class ErasureIncomplete(Unavailable):
    """Some files could not be deleted, because a program holds them: close it and erase again."""

    code = "erasure_incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document as it enters a generation."""

    document: Document
    title: str
    visibility: Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A document version in a generation; its place in the list is the first part of its chunks' ids."""

    file: str
    sha256: str
    text_key: str
    """Name of the text version."""
    title: str
    visibility: Visibility
    reader: str
    chunks: int
    spans_sha256: str
    """Digest of the ids, places and text digests of its chunks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a generation was made from and by; digests only, no text of a document."""

    matter: str
    content: str
    """Digest of all that decides what the index holds: equal content needs no new generation."""
    previous: str | None
    """The generation kept for readers that still use it; None where it held a document that is gone."""
    tokenizer: str
    scorer: str
    chunker: str
    documents: tuple[IndexedDocument, ...]

    @property
    def text_keys(self) -> set[str]:
        """The text versions from which it quotes."""
        return {document.text_key for document in self.documents}


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """A sealed generation, opened for reading."""

    name: str
    pointer: str
    manifest: Manifest
    index: Index
    texts: Path


class GenerationStore:
    """The generations of one matter in one folder; readers and builders may be in different processes."""

    def __init__(self, folder: Path, matter: str, *, lock_wait_s: float = LOCK_WAIT_S) -> None:
        self.matter = matter
        self._folder = folder
        self._lock_wait_s = lock_wait_s
        self._opened: Generation | None = None

    def current(self) -> Generation | None:
        """Return the serving generation; None before the first one and where it cannot be read.

        Cheap when nothing was switched since the last call.
        """
        before = None
        while (pointer := self._pointer()) is not None:
            if self._opened is not None and self._opened.pointer == pointer:
                return self._opened
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                self._opened = self._open(pointer)
                return self._opened
            if pointer == before:  # no switch came between: it is damaged, and can be built again
                break
            before = pointer
        self._opened = None
        return None

    def build(self, entries: Sequence[Entry]) -> Generation:
        """Make the serving generation hold exactly these documents; costs little where it already does.

        Waits for another builder. What was kept of a document that is no longer
        among them is deleted, older generations with it.

        Raises:
            IndexBusy: Another builder did not end in time.
            IndexUnsound: The new index failed its checks; the old one still serves.
            IndexUnwritable: The disk refused it; the old one still serves.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._locked():
            (self._folder / _TEXTS).mkdir(exist_ok=True, mode=0o700)
            serving = self.current()
            if serving is not None:  # what cannot be read now may be readable again, until another one serves
                self._sweep(serving)
            wanted = self._manifest(entries, serving)
            if serving is not None and serving.manifest.content == wanted.content and self._can_quote(serving):
                return serving
            name = self._next_name(serving)
            building = self._folder / f"{name}{_BUILDING}"
            try:
                digest = _seal(building, self._write(building, wanted, entries))
                building.rename(self._folder / name)
            finally:
                _remove(building)  # what an error left; after the rename there is nothing
            sync_folder(self._folder)
            _write_synced(self._folder / f"{_POINTER}.tmp", f"{name} {digest}\n".encode())
            (self._folder / f"{_POINTER}.tmp").replace(self._folder / _POINTER)
            sync_folder(self._folder)
            built = self.current()
            if built is None:
                raise _unsound(self._folder)
            self._sweep(built)
            return built

    def erase(self) -> None:
        """Delete everything that is kept of the matter; an empty lock file alone stays.

        Raises:
            ErasureIncomplete: A file could not be deleted.
        """
        if not self._folder.is_dir():
            return
        with self._locked():
            self._opened = None
            (self._folder / _POINTER).unlink(missing_ok=True)
            sync_folder(self._folder)
            for path in self._folder.iterdir():
                if path.name != _LOCK:
                    _remove(path)
            sync_folder(self._folder)
            left = [path for path in self._folder.iterdir() if path.name != _LOCK]
            if left:
                raise ErasureIncomplete(
                    f"{len(left)} 项未能删除", where=str(left[0]), next_step="关闭正在使用它的程序后重试"
                )

    # --- reading ------------------------------------------------------------------------------------------------

    def _pointer(self) -> str | None:
        try:
            return (self._folder / _POINTER).read_text("ascii")
        except (OSError, UnicodeDecodeError):
            return None

    def _open(self, pointer: str) -> Generation:
        name, digest = pointer.split()
        manifest = _read_manifest(self._folder / name, digest)
        if manifest.matter != self.matter:
            raise ValueError("the index of another matter")
        return Generation(
            name=name,
            pointer=pointer,
            manifest=manifest,
            index=Index(self._folder / name / "index"),
            texts=self._folder / _TEXTS,
        )

    # --- building -----------------------------------------------------------------------------------------------

    def _can_quote(self, generation: Generation) -> bool:
        return all((generation.texts / f"{key}.json").is_file() for key in generation.manifest.text_keys)

    def _manifest(self, entries: Sequence[Entry], serving: Generation | None) -> Manifest:
        """Say what a generation of these documents is made from; the digests of chunks are filled in later."""
        documents = tuple(
            IndexedDocument(
                file=entry.document.file,
                sha256=entry.document.sha256,
                text_key=texts.pack(entry.document)[0],
                title=entry.title,
                visibility=entry.visibility,
                reader=f"{entry.document.format}-{__version__}",
                chunks=0,
                spans_sha256="",
            )
            for entry in entries
        )
        parts = [self.matter, tokens.VERSION, SCORER, chunks.VERSION, [asdict(document) for document in documents]]
        gone = serving is not None and not {kept.sha256 for kept in serving.manifest.documents} <= {
            document.sha256 for document in documents
        }
        return Manifest(
            matter=self.matter,
            content=hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest(),
            previous=serving.name if serving is not None and not gone else None,
            tokenizer=tokens.VERSION,
            scorer=SCORER,
            chunker=chunks.VERSION,
            documents=documents,
        )

    def _next_name(self, serving: Generation | None) -> str:
        taken = [path.name for path in self._folder.glob("gen-*")] + ([serving.name] if serving else [])
        numbers = [int(number) for name in taken if (number := name.removeprefix("gen-").split(".")[0]).isdigit()]
        return f"gen-{max(numbers, default=0) + 1}"

    def _write(self, building: Path, wanted: Manifest, entries: Sequence[Entry]) -> Manifest:
        """Write texts and index, look the index over, and return the manifest with the digests of all chunks."""
        building.mkdir(mode=0o700)
        for entry in entries:
            texts.keep(self._folder / _TEXTS, *texts.pack(entry.document))
        sync_folder(self._folder / _TEXTS)
        spans = [chunks.cut(entry.document) for entry in entries]
        made = defaultdict[int, list[tuple[int, str]]](list)

        def each() -> Iterator[Chunk]:
            for place, entry in enumerate(entries):
                for number in range(len(spans[place])):
                    chunk = _chunk(self.matter, entry, place, number, spans[place])
                    made[place].append((number, _line(chunk.id, chunk.start, chunk.end, text_digest(chunk.text).hex())))
                    yield chunk

        count = write(building / "index", each())
        index = Index(building / "index")
        found = defaultdict[int, list[tuple[int, str]]](list)
        for hit in index.every():
            place, _, number = hit.id.partition(".")
            found[int(place)].append((int(number), _line(hit.id, hit.start, hit.end, hit.text_sha256)))
        digests = [_digest_of(made[place]) for place in range(len(entries))]
        if index.count != count or digests != [_digest_of(found[place]) for place in range(len(entries))]:
            raise _unsound(building)
        for place, number in _samples([len(row) for row in spans], [entry.visibility for entry in entries]):
            chunk = _chunk(self.matter, entries[place], place, number, spans[place])
            public = index.holds(chunk, seen=("public",))
            if not index.holds(chunk, seen=("public", "ours")) or public != (chunk.visibility == "public"):
                raise _unsound(building)
        return replace(
            wanted,
            documents=tuple(
                replace(document, chunks=len(spans[place]), spans_sha256=digests[place])
                for place, document in enumerate(wanted.documents)
            ),
        )

    def _sweep(self, serving: Generation) -> None:
        """Delete what no reader needs: what dead builders left, generations before the previous, their texts.

        What cannot be deleted now, because a reader holds it open, is left to the next sweep.
        """
        kept = {serving.name: serving.manifest}
        if (previous := serving.manifest.previous) is not None:
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                kept[previous] = _read_manifest(self._folder / previous)
        quoted = {f"{key}.json" for manifest in kept.values() for key in manifest.text_keys}
        for path in self._folder.iterdir():
            if (path.name.startswith("gen-") and path.name not in kept) or path.name == f"{_POINTER}.tmp":
                _remove(path)
        for path in (self._folder / _TEXTS).iterdir():
            if path.name not in quoted:
                _remove(path)

    @contextlib.contextmanager
    def _locked(self) -> Generator[None]:
        with locked(self._folder / _LOCK, wait_s=self._lock_wait_s) as held:
            if not held:
                raise IndexBusy("另一个程序正在建立本案索引", where=str(self._folder), next_step="等它完成后重试")
            yield


def _chunk(matter: str, entry: Entry, place: int, number: int, spans: Sequence[tuple[int, int]]) -> Chunk:
    start, end = spans[number]
    return Chunk(
        id=f"{place}.{number}",
        matter=matter,
        visibility=entry.visibility,
        front=f"{entry.title} {entry.document.file}",
        text=entry.document.text[start:end],
        start=start,
        end=end,
    )


def _line(chunk_id: str, start: int, end: int, text_sha256: str) -> str:
    return f"{chunk_id} {start} {end} {text_sha256}\n"


def _digest_of(lines: list[tuple[int, str]]) -> str:
    return hashlib.sha256("".join(line for _number, line in sorted(lines)).encode()).hexdigest()


def _samples(counts: Sequence[int], visibilities: Sequence[Visibility]) -> list[tuple[int, int]]:
    """Choose chunks to look up: evenly over all, and the first of some private documents."""
    every = [(place, number) for place, count in enumerate(counts) for number in range(count)]
    step = max(1, len(every) // _SAMPLES)
    private = [(place, 0) for place, seen in enumerate(visibilities) if seen != "public" and counts[place]]
    return sorted({*every[::step], *private[:_SAMPLES]})


def _seal(building: Path, manifest: Manifest) -> str:
    """Write the manifest and force everything in the folder onto the disk; return the manifest's digest."""
    data = json.dumps(asdict(manifest), indent=1).encode()
    _write_synced(building / "manifest.json", data)
    for path in sorted((building / "index").iterdir()):
        path.chmod(0o600)
        with path.open("r+b") as file:
            os.fsync(file.fileno())
    sync_folder(building / "index")
    sync_folder(building)
    return hashlib.sha256(data).hexdigest()


def _read_manifest(folder: Path, digest: str | None = None) -> Manifest:
    data = (folder / "manifest.json").read_bytes()
    if digest is not None and hashlib.sha256(data).hexdigest() != digest:
        raise ValueError("the manifest was changed")
    read = cast("dict[str, Any]", json.loads(data))
    documents = tuple(IndexedDocument(**row) for row in read.pop("documents"))
    return Manifest(documents=documents, **read)


def _unsound(where: Path) -> IndexUnsound:
    return IndexUnsound(
        "新索引与写入的内容不一致，未启用；原有索引不受影响", where=str(where), next_step="检查磁盘空间和状态后重试"
    )


def _write_synced(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
