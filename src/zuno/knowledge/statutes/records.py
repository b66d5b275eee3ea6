"""Records of the statute corpus: laws, their editions and articles, and what a check found.

Dates are days of the law's own calendar. ``ended`` is the first day on which
an edition no longer applied, so that the day a successor takes effect is both
its ``effective`` and the former's ``ended``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

Origin = Literal["package", "store"]
EditionStatus = Literal["in_force", "amended", "repealed", "not_yet", "unknown"]
CitationStatus = Literal["in_force_on_date", "exists", "repealed", "wrong_number", "anchor_mismatch", "not_in_corpus"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One article; number 0 is a text without articles, such as a reply of the court."""

    number: int
    suffix: int = 0
    """之一 is 1."""
    label: str
    path: tuple[str, ...] = ()
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A law as published at one time."""

    title: str
    aliases: tuple[str, ...] = ()
    level: str = ""
    published: date | None = None
    effective: date | None = None
    """None where the source does not tell or cannot be trusted."""
    ended: date | None = None
    status: EditionStatus = "unknown"
    """As the source says; by the day of the source, not of any case."""
    doc_no: str | None = None
    source: str = ""
    articles: int = 0
    """0: known to exist, text not in the corpus."""
    successor: str | None = None
    origin: Origin | None = None
    """Where its text is; None without text."""
    key: str = ""
    """Id of the edition in its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """All known editions of one title, oldest first."""

    title: str
    editions: tuple[Edition, ...] = ()
    ended: date | None = None
    """Day of repeal of the whole law, told by a repeal clause or the register of repeals."""
    successor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialRepeal:
    """An article or paragraph that a later law took out of force."""

    law: str
    article: int
    paragraph: int | None
    ended: date
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One source of the corpus that is present."""

    origin: Origin
    name: str
    as_of: date | None
    """Nothing published after this day is in it."""
    laws: int
    articles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCitation:
    """A citation and what the corpus knows of it on the day asked."""

    start: int
    end: int
    as_written: str
    law: str
    """Official title; as written where the law is not in the corpus."""
    article: int | None
    suffix: int = 0
    paragraph: int | None = None
    item: int | None = None
    status: CitationStatus
    in_force: bool | None
    """Whether the edition meant was in force on the day; None where the corpus cannot tell."""
    effective: date | None = None
    ended: date | None = None
    text: str | None = None
    version: str | None = None
    """The edition, by publication: ``2023-09-01公布``."""
    successor: str | None = None
    partly: bool = False
    """Repealed is the article or paragraph alone, not its law."""
    why: str
    quoted: str | None = None
    """Words quoted beside the citation."""
    quoted_in: tuple[str, ...] = ()
    """Articles in which the quoted words do stand, where not in the one cited."""
    within: str | None = None
    """The article whose quoted words hold this citation: not the case's own."""
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedText:
    """All citations of a text."""

    on: date
    citations: tuple[CheckedCitation, ...]
    corpus_as_of: date | None
    """The oldest state of the sources that answered; None without a corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A reference from one statute to another, by the number of its time."""

    start: int
    end: int
    as_written: str
    law: str
    article: int
    version: str | None
    """The edition meant: the one in force when the citing edition took effect."""
    now: int | None
    """Number of the same rule in the newest edition, where its words show it."""
