"""What only pictures show: every page that no layer has read is recognised and put in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from zuno.knowledge.layers import with_readings, with_unread_told
from zuno.knowledge.ocr.readings import PageReading, Scan
from zuno.knowledge.ocr.recognition import Recognition
from zuno.knowledge.originals import Originals
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.records import Document

OnPage = Callable[[int, int, str], None]
"""Called with (pages done, pages in all, file name)."""


def read_scans(
    documents: Sequence[Document], originals: Originals, recognition: Recognition, *, on_page: OnPage
) -> list[Document]:
    """Recognise the unread pages of all documents and say which remain unread.

    Takes the time that recognition takes: seconds a page. What was recognised once, in this
    or an earlier run, is taken from its store; an interrupted call goes on at the page.

    Args:
        documents: As ``intake`` read them.
        originals: The bytes of those with ``unread_pages``.
        recognition: Recognises pages and keeps what it recognised, by content.
        on_page: Called after each page.

    Returns:
        The documents in their order, each ``ready``, ``partial`` or ``refused`` with a reason.
    """
    scans: dict[str, Scan] = {}
    names: dict[str, str] = {}
    for document in documents:
        drawable = document.unread_pages and document.format in ("pdf", "image")
        path = originals.path(document.sha256) if drawable else None
        if path is not None and document.sha256 not in scans:
            scans[document.sha256] = Scan(
                path=path, sha256=document.sha256, format=document.format, pages=document.unread_pages
            )
            names[document.sha256] = document.file
    readings: dict[str, dict[int, PageReading]] = {}
    failures: dict[str, Refusal] = {}
    for scan, page, outcome in recognition.pages(
        list(scans.values()), on_page=lambda done, total, scan, _page: on_page(done, total, names[scan.sha256])
    ):
        if isinstance(outcome, Refusal):
            failures[scan.sha256] = outcome
        else:
            readings.setdefault(scan.sha256, {})[page] = outcome
    return [
        _settled(document, readings.get(document.sha256, {}), failures.get(document.sha256)) for document in documents
    ]


def _settled(document: Document, readings: dict[int, PageReading], failure: Refusal | None) -> Document:
    read = with_readings(document, readings)
    if failure is not None and read.unread_pages:
        read = replace(read, reason=read.reason or failure.reason, detail=f"{read.detail}{failure.detail}")
    return with_unread_told(read)
