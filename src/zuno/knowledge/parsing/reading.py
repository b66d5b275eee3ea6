"""What a parser hands back: a reading with spans, or a refusal with a reason.

``TextBuilder`` is the only place that turns pieces into text and offsets, so
that every span counts code points of the very text it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from zuno.knowledge.records import Block, DocumentState, Doubt, Page

FINE_BLOCKS = 100_000
"""Blocks of one document that are kept one by one; later ones are joined (flag ``blocks_coarse``)."""

COARSE_BLOCK_CHARS = 4_000
"""Length up to which later pieces are joined into one block."""

BlockKind = Literal["paragraph", "cell", "header"]


class Refusal(Exception):
    """The bytes cannot be read; carries the stable reason and what a person can do."""

    def __init__(self, reason: str, detail: str, *, format: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail
        self.format = format


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file inside a container: its bytes, or why they were not taken out."""

    name: str
    data: bytes = b""
    refusal: Refusal | None = None
    size_bytes: int = 0
    """Size that the container declares, for members that were not taken out."""


def _no_members() -> Iterator[Member]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Text of one file, before the file has a name."""

    format: str
    state: DocumentState = "ready"
    reason: str | None = None
    detail: str = ""
    flags: tuple[str, ...] = ()
    encoding: str | None = None
    text: str = ""
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    unread_pages: tuple[int, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    members: Iterator[Member] = field(default_factory=_no_members)
    """Files inside; unpacked one at a time while being iterated."""


class TextBuilder:
    """Collects pieces of text and remembers where each one landed."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0
        """Code points so far."""
        self.blocks: list[Block] = []
        self.pages: list[Page] = []
        self.coarse = False
        """Whether blocks had to be joined."""

    def raw(self, text: str) -> None:
        """Append text that belongs to no block (separators, page text with its own blocks)."""
        self._parts.append(text)
        self.length += len(text)

    def put(self, text: str, kind: BlockKind, locator: str) -> None:
        """Append text as one block; blank text makes no block."""
        start = self.length
        self.raw(text)
        if text and not text.isspace():
            self.mark(start, self.length, kind, locator)

    def mark(self, start: int, end: int, kind: BlockKind, locator: str) -> None:
        """Record a block over text that is, or will be, appended; call in ascending order."""
        if len(self.blocks) < FINE_BLOCKS:
            self.blocks.append(Block(start=start, end=end, kind=kind, locator=locator))
            return
        last = self.blocks[-1]
        if self.coarse and end - last.start <= COARSE_BLOCK_CHARS:
            self.blocks[-1] = Block(start=last.start, end=end, kind=last.kind, locator=last.locator)
            return
        self.coarse = True
        self.blocks.append(Block(start=start, end=end, kind="paragraph", locator=f"{locator}起"))

    def page(self, number: int, start: int, label: str = "") -> None:
        """Record that the page ``number`` runs from ``start`` to here."""
        self.pages.append(Page(number=number, start=start, end=self.length, label=label))

    def text(self) -> str:
        """Return everything appended so far."""
        return "".join(self._parts)

    def whole_page(self) -> tuple[Page, ...]:
        """Return one page over the whole text, for formats without pages."""
        return (Page(number=1, start=0, end=self.length),)

    def coarse_flags(self) -> tuple[str, ...]:
        """Return the flag that says blocks were joined, if they were."""
        return ("blocks_coarse",) if self.coarse else ()


def spoken_ranges(numbers: list[int]) -> str:
    """Render ascending numbers for a person: ``[1, 2, 3, 7]`` becomes ``1–3、7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return "、".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def spoken_bytes(size_bytes: int) -> str:
    """Render a size for a person, in MB (1 MB = 1024² bytes) or KB."""
    if size_bytes >= 1024 * 1024:
        return f"{size_bytes / 1024 / 1024:.1f} MB"
    return f"{size_bytes / 1024:.1f} KB"
