"""Searching a case: read it, bring its index up to date, search it; and erasing what was kept for that.

What is kept lies in ``ZUNO_HOME`` and can be built again from the case folder.
Owns the name under which a case is kept: its path, so a moved folder is another case.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from zuno import config
from zuno.casework import case_file, matter, sources
from zuno.knowledge import intake
from zuno.knowledge.records import Document
from zuno.knowledge.search.generation import Entry, Generation, GenerationStore
from zuno.knowledge.search.index import Visibility
from zuno.knowledge.search.retrieval import Retrieval, search

Progress = Callable[[str, int, int, str], None]
"""Called with (stage, done, total, what); the stages are ``intake`` and ``index``."""


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
    documents = intake.read_case(case, on_progress=lambda done, total, what: on_progress("intake", done, total, what))
    settings = case_file.read(case)
    settings = replace(settings, private=(*settings.private, *private))
    # Told apart on what a review would analyse, so that search and review call the same files private.
    found = sources.examine(sources.within_budget(document) for document in documents)
    hidden = matter.private_files(found, settings)
    entries = [
        Entry(document=document, title=source.title, visibility="ours" if source.file in hidden else "public")
        for document, source in zip(documents, found, strict=True)
        if document.text.strip()
    ]
    store = _store(case)
    on_progress("index", 0, 1, "")

    def serving() -> Generation:
        """The generation of these documents: one built elsewhere may call other files private."""
        return store.build(entries)

    retrieval = search(serving, query, viewer=viewer, limit=limit)
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


def forget_case(case: Path) -> None:
    """Erase everything that was kept of a case, whether or not its folder still stands; repeating it is harmless.

    Raises:
        ErasureIncomplete: A program holds a file open; close it and call again.
    """
    _store(case).erase()


def _store(case: Path) -> GenerationStore:
    name = hashlib.sha256(str(case.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return GenerationStore(config.home() / "matters" / name, name)
