"""Composes the set of deliverables and puts it on disk, each as DOCX and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from zuno.casework.deliverables import docx, markdown
from zuno.casework.deliverables.catalogue import catalogue
from zuno.casework.deliverables.drafts import drafts
from zuno.casework.deliverables.gaps import actions, client_list, gaps
from zuno.casework.deliverables.guard import screen
from zuno.casework.deliverables.matrix import matrix
from zuno.casework.deliverables.model import Deliverable
from zuno.casework.deliverables.one_page import one_page
from zuno.casework.deliverables.opinions import opinion_internal, opinion_public
from zuno.casework.deliverables.outline import outline
from zuno.casework.deliverables.record import record
from zuno.casework.deliverables.view import CaseView
from zuno.casework.records import Debrief, Review


def compose(review: Review, debrief: Debrief | None, texts: Mapping[str, str]) -> list[Deliverable]:
    """Compose the whole set, in the order in which it is read.

    Args:
        review: The element review.
        debrief: What the hearing changed, or None before any hearing.
        texts: Every document's text by file name; the private ones are needed to keep their words out.
    """
    view = CaseView(*screen(review, debrief, texts))
    composed = [
        one_page(view),
        matrix(view),
        gaps(view),
        actions(view),
        outline(view),
        opinion_public(view),
        opinion_internal(view),
        catalogue(view),
        record(view),
        client_list(view),
        *drafts(view),
    ]
    dated = review.filing_date or review.corpus_as_of
    return [replace(item, dated=dated.isoformat()) for item in composed]


def deliverables(review: Review, debrief: Debrief | None, texts: Mapping[str, str], out: Path) -> list[Path]:
    """Write the set into a folder, each file as DOCX and Markdown; repeating it gives the same bytes.

    Files that an earlier run left there under other names are not touched.

    Args:
        review: The element review.
        debrief: What the hearing changed, or None before any hearing.
        texts: Every document's text by file name.
        out: The folder; made when it does not exist.

    Returns:
        The paths written, in reading order, DOCX before Markdown.
    """
    return save(compose(review, debrief, texts), out)


def save(documents: list[Deliverable], out: Path) -> list[Path]:
    """Write composed deliverables into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for document in documents:
        word, text = out / f"{document.name}.docx", out / f"{document.name}.md"
        word.write_bytes(docx.write(document))
        text.write_bytes(markdown.write(document).encode("utf-8"))
        written += [word, text]
    return written
