"""Searching a case: read it, bring its index up to date, search it; and erasing what was kept for that.

What is kept lies in ``ZUNO_HOME`` and can be built again from the case folder.
Owns the name under which a case is kept: its path, so a moved folder is another case.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from zuno import config
from zuno.application.reading import Material, case_material
from zuno.casework import case_file, matter, sources
from zuno.knowledge import places
from zuno.knowledge.ocr.store import PageStore
from zuno.knowledge.records import Document
from zuno.knowledge.search.generation import Entry, Generation, GenerationStore
from zuno.knowledge.search.index import Visibility
from zuno.knowledge.search.retrieval import Retrieval, RetrievalResult, search

Progress = Callable[[str, int, int, str], None]
"""Called with (stage, done, total, what); the stages are ``intake``, ``ocr`` and ``index``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What a search found, and what it could not look into."""

    retrieval: Retrieval
    not_searched: tuple[Document, ...]
    """Documents that were not read, or not whole, as far as the asking side may know of them."""
    notices: tuple[str, ...]


def _no_progress(stage: str, done: int, total: int, what: str) -> None:
    del stage, done, total, what


def search_case(
    case: Path,
    query: str,
    *,
    viewer: Visibility,
    private: Sequence[str] = (),
    limit: int = 10,
    on_progress: Progress = _no_progress,
) -> Searched:
    """Search the material of a case; files added, changed or taken away since the last time count at once.

    Args:
        case: Folder of the case.
        query: Words in any form.
        viewer: ``ours`` searches everything, ``public`` leaves out what only our side may see.
        private: Globs of such files, beyond those of ``case.yaml``.
        limit: Most results.
        on_progress: Called as the work goes on.

    Raises:
        Invalid: The folder is empty, or a setting is wrong.
        NotFound: There is no such folder.
        Unavailable: Another program builds the index and does not end, or the disk fails.
    """
    with case_material(case, on_progress=on_progress) as material:
        documents = material.documents
        settings = case_file.read(case)
        settings = replace(settings, private=(*settings.private, *private))
        # Told apart on what a review would analyse, so that search and review call the same files private.
        found = sources.examine(sources.within_budget(document) for document in documents)
        hidden = matter.private_files(found, settings)
        titles = {source.file: source.title for source in found}
        on_progress("index", 0, 1, "")
        # The generation of these documents: one built elsewhere may call other files private.
        retrieval = search(lambda: index_case(case, documents, titles, hidden), query, viewer=viewer, limit=limit)
        retrieval = replace(retrieval, results=tuple(_placed(result, material) for result in retrieval.results))
        on_progress("index", 1, 1, "")
    return Searched(
        retrieval=retrieval,
        not_searched=tuple(
            document
            for document in documents
            if (document.state != "ready" or document.unread_pages)
            and (viewer == "ours" or document.file not in hidden)
        ),
        notices=tuple(matter.names_that_fit_nothing(found, settings)),
    )


def index_case(
    case: Path, documents: Sequence[Document], titles: Mapping[str, str], hidden: AbstractSet[str]
) -> Generation:
    """Bring the index of a case up to its documents; nothing is written where it is.

    What was recognised in files that have left the case is erased.

    Args:
        case: Folder of the case.
        documents: Its documents as they were read, whole.
        titles: Their titles by file.
        hidden: Files that only our side may see.

    Raises:
        Unavailable: Another program builds the index and does not end, or the disk fails.
    """
    store = _store(case)
    before = store.current()
    built = store.build(
        [
            Entry(
                document=document,
                title=titles[document.file],
                visibility="ours" if document.file in hidden else "public",
            )
            for document in documents
            if document.text.strip()
        ]
    )
    if before is not None:
        kept = {document.sha256 for document in documents}
        _forget_pages(document.sha256 for document in before.manifest.documents if document.sha256 not in kept)
    return built


def _forget_pages(digests: Iterable[str]) -> None:
    """Erase what was recognised in files; a copy of one in another case is recognised anew there."""
    pages = PageStore(config.home())
    for digest in digests:
        pages.forget(digest)


def _placed(result: RetrievalResult, material: Material) -> RetrievalResult:
    """Return a result with the places of the words met on its page, where the format has pages."""
    lineage = result.lineage
    if not lineage.page:
        return result
    document = next(document for document in material.documents if document.file == lineage.file)
    path = material.originals.path(document.sha256)
    spans = [(lineage.start + start, lineage.start + end) for start, end in result.matched]
    found = places.find_boxes(document, path.read_bytes() if path is not None else b"", spans)
    boxes = tuple(box for each in found for _page, box in each)
    return replace(result, lineage=replace(lineage, boxes=boxes or None))


def forget_case(case: Path) -> None:
    """Erase everything that was kept of a case, whether or not its folder still stands; repeating it is harmless.

    What was recognised on its pictures goes with it, though the same picture may lie in another
    case: there it is recognised anew.

    Raises:
        ErasureIncomplete: A program holds a file open; close it and call again.
    """
    store = _store(case)
    serving = store.current()
    if serving is not None:
        _forget_pages(document.sha256 for document in serving.manifest.documents)
    store.erase()


def kept_of(case: Path) -> Path:
    """Return the folder of everything that is kept of a case; it may not be there."""
    name = hashlib.sha256(str(case.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return config.home() / "matters" / name


def _store(case: Path) -> GenerationStore:
    folder = kept_of(case)
    return GenerationStore(folder, folder.name)
