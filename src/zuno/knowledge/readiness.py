"""Whether material is good enough for a task, and what stands in the way.

The same document may do for a search and not for a sum: a decision is made for
one task, names every open point with its place, and never guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from zuno.knowledge import facts
from zuno.knowledge.records import Document

Task = Literal["full_text_search", "amount_calculation", "seal_comparison"]
TASKS: tuple[Task, ...] = ("full_text_search", "amount_calculation", "seal_comparison")

_AMOUNT_FLAGS = frozenset(
    {"formula_uncached", "encoding_ambiguous", "numeric_over_15_digits", "garbled_font", "raster_unchecked"}
)
"""Flags of a whole document under which none of its amounts is clean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """One thing that a person must settle before the task may rely on a document."""

    file: str
    page: int
    """0 where the whole document is meant."""
    flag: str
    start: int = 0
    end: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadinessDecision:
    """May the task start, and what is open; ``full_text_search`` may start with points open."""

    task: Task
    ready: bool
    open: tuple[OpenPoint, ...]


def decide(task: Task, documents: Sequence[Document]) -> ReadinessDecision:
    """Decide whether a task may rely on these documents.

    Args:
        task: ``full_text_search`` may start as soon as anything was read; ``amount_calculation``
            needs every page read and every amount free of doubt; ``seal_comparison`` needs every
            place under a seal looked at by a person.
        documents: The material that the task would use.

    Returns:
        The decision with all open points, in the order of the documents.
    """
    if task == "full_text_search":
        points = tuple(point for document in documents for point in _unread(document))
        return ReadinessDecision(task=task, ready=any(document.text.strip() for document in documents), open=points)
    if task == "amount_calculation":
        points = tuple(point for document in documents for point in (*_unread(document), *_unclean_amounts(document)))
    else:
        points = tuple(point for document in documents for point in _under_seals(document))
    return ReadinessDecision(task=task, ready=not points, open=points)


def _unread(document: Document) -> Iterator[OpenPoint]:
    if document.state == "ready":
        return
    pages: Iterable[int] = document.unread_pages or (0,)
    for page in pages:
        yield OpenPoint(file=document.file, page=page, flag=document.reason or "partial", detail=document.detail)


def _unclean_amounts(document: Document) -> Iterator[OpenPoint]:
    for flag in document.flags:
        if flag in _AMOUNT_FLAGS:
            yield OpenPoint(file=document.file, page=0, flag=flag)
    if not document.doubts:
        return
    for amount in facts.find_money(document.text):
        for doubt in document.doubts:
            if doubt.start < amount.end and amount.start < doubt.end:
                yield OpenPoint(
                    file=document.file,
                    page=document.page_at(amount.start),
                    flag=doubt.flag,
                    start=amount.start,
                    end=amount.end,
                    detail=doubt.detail,
                )


def _under_seals(document: Document) -> Iterator[OpenPoint]:
    for doubt in document.doubts:
        if doubt.flag == "stamp_overlap":
            yield OpenPoint(
                file=document.file,
                page=document.page_at(doubt.start),
                flag=doubt.flag,
                start=doubt.start,
                end=doubt.end,
                detail=doubt.detail,
            )
