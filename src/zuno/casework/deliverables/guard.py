"""Keeps the words of private files out of everything that is printed.

The review reads private files, so a sentence of its own making may repeat one.
Before anything is printed, each line of the review and the debrief is compared
with the private texts: ten characters in a row that stand in a private file
and in no other are enough to withhold the line. Quotes from private files lose
their words and keep their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from zuno.casework.records import Debrief, Quote, Review, ReviewedDocument

WITHHELD = "（涉内部文件，略）"
RUN = 10
"""Characters in a row, white space aside, that count as a repetition."""
FILE_FIELDS = frozenset({"file", "sha256", "documents", "unread"})
"""Fields that name files and are looked up by them; no sentence stands there."""

Record = TypeVar("Record")


def screen(review: Review, debrief: Debrief | None, texts: Mapping[str, str]) -> tuple[Review, Debrief | None]:
    """Return the review and the debrief without a private word.

    Args:
        review: As the engine left it.
        debrief: As the hearing left it, or None before any hearing.
        texts: Every document's text by file name, private ones included.
    """
    private = {item.file for item in review.documents if item.disclosure == "private"}
    if not private:
        return review, debrief
    leaks = _leaks((review, debrief), private, texts)

    def clean(text: str) -> str:
        return WITHHELD if leaks and not leaks.isdisjoint(_runs(text)) else text

    def blank(quote: Quote) -> Quote:
        return replace(quote, start=0, end=0, quote="") if quote.file in private else quote

    public_events = tuple(entry for entry in review.chronology if entry.file not in private)
    cleaned = _map(replace(review, chronology=public_events), clean, blank)
    return cleaned, None if debrief is None else _map(debrief, clean, blank)


def _leaks(records: tuple[object, ...], private: set[str], texts: Mapping[str, str]) -> frozenset[str]:
    """Find the runs of characters that the records share with private files alone."""
    secret = [_dense(texts[file]) for file in sorted(private) if texts.get(file)]
    wanted = {run for text in _sentences(records) for run in _runs(text)} if secret else set[str]()
    shared = {run for text in secret for run in _runs(text) if run in wanted}
    for file, text in texts.items():
        if shared and file not in private:
            dense = _dense(text)
            shared = {run for run in shared if run not in dense}
    return frozenset(shared)


def _dense(text: str) -> str:
    return "".join(text.split())


def _runs(text: str) -> Iterator[str]:
    dense = _dense(text)
    for at in range(len(dense) - RUN + 1):
        yield dense[at : at + RUN]


def _sentences(value: object) -> Iterator[str]:
    """Yield every sentence of a record; quotes stand in their own document and are not looked at."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _sentences(item)
    elif is_dataclass(value) and not isinstance(value, (type, Quote, ReviewedDocument)):
        for item in fields(value):
            if item.name not in FILE_FIELDS:
                yield from _sentences(getattr(value, item.name))


def _map(value: Record, clean: Callable[[str], str], blank: Callable[[Quote], Quote]) -> Record:
    """Rebuild a record with every sentence cleaned and every private quote blanked."""
    rebuilt: Any = value
    if isinstance(value, str):
        rebuilt = clean(value)
    elif isinstance(value, tuple):
        rebuilt = tuple(_map(item, clean, blank) for item in cast("tuple[object, ...]", value))
    elif isinstance(value, Quote):
        rebuilt = blank(value)
    elif is_dataclass(value) and not isinstance(value, (type, ReviewedDocument)):
        names = [item.name for item in fields(value) if item.name not in FILE_FIELDS]
        rebuilt = replace(value, **{name: _map(getattr(value, name), clean, blank) for name in names})
    return rebuilt
