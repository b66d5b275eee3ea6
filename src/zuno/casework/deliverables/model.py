"""A tiny document: headings, paragraphs, lists and tables whose citations know their quote.

The writers (DOCX, Markdown, HTML) print the same document; only HTML turns a
``Ref`` into a link. Knows nothing of cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from zuno.casework.records import Quote

Tone = Literal["good", "bad", "open", "law", "none"]
"""Good for us, bad for us, undecided, a question of law, does not apply."""
Stamp = Literal["内部", "可提交（草稿）"]

INTERNAL: Stamp = "内部"
PUBLIC: Stamp = "可提交（草稿）"


@dataclass(frozen=True, slots=True)
class Ref:
    """A citation as people write it, tied to the words it stands for."""

    text: str
    quote: Quote


Inline = tuple[str | Ref, ...]


def line(*parts: str | Ref | Inline) -> Inline:
    """Join strings, citations and lines into one line; empty strings vanish."""
    flat: list[str | Ref] = []
    for part in parts:
        if isinstance(part, tuple):
            flat.extend(part)
        elif part != "":
            flat.append(part)
    return tuple(flat)


def join(lines: list[Inline], separator: str = "；") -> Inline:
    """Join lines with a separator, leaving out the empty ones."""
    joined: Inline = ()
    for item in lines:
        if item:
            joined = line(joined, separator, item) if joined else item
    return joined


def plain(inline: Inline) -> str:
    """Return the words of a line without its links."""
    return "".join(part if isinstance(part, str) else part.text for part in inline)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of level 1 or 2; numbered by the writer, never by typed digits."""

    text: str
    level: Literal[1, 2] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """One paragraph."""

    content: Inline
    style: Literal["body", "lead", "note", "right", "flush"] = "body"
    """``lead`` is set in bold, ``note`` small, ``right`` to the right margin, ``flush`` without indent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A numbered or bulleted list; numbering starts afresh in each."""

    items: tuple[Inline, ...]
    ordered: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One table cell."""

    content: Inline
    tone: Tone | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with a header row that repeats on every page."""

    columns: tuple[tuple[str, float], ...]
    """(title, share of the width); shares need not sum to one."""
    rows: tuple[tuple[Box, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBreak:
    """What follows starts on a new page."""


Block = Heading | Paragraph | Listing | Table | PageBreak


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverable:
    """One file of the set, ready to be printed."""

    name: str
    """File name without its ending."""
    title: str
    case: str
    """Printed in the page header beside the stamp."""
    stamp: Stamp
    blocks: tuple[Block, ...]
    closing: str
    """The standing disclaimer."""
    banner: str | None = None
    """Printed on every page, under the stamp."""
    landscape: bool = False
    numbered: bool = True
    """Whether headings carry numbers."""
    compact: bool = False
    """Smaller type, for what must fit on one page."""
    dated: str | None = None
    """ISO date of the file's properties; the writers never ask the clock."""


def box(*parts: str | Ref | Inline, tone: Tone | None = None, strong: bool = False) -> Box:
    """Make a table cell."""
    return Box(content=line(*parts), tone=tone, strong=strong)


def body(*parts: str | Ref | Inline) -> Paragraph:
    """Make an ordinary paragraph."""
    return Paragraph(content=line(*parts))


def note(*parts: str | Ref | Inline) -> Paragraph:
    """Make a paragraph in small type."""
    return Paragraph(content=line(*parts), style="note")


def lead(*parts: str | Ref | Inline) -> Paragraph:
    """Make a paragraph in bold type."""
    return Paragraph(content=line(*parts), style="lead")


def headings(document: Deliverable) -> Iterator[tuple[Block, str]]:
    """Yield each block with the number its heading carries (empty for the rest)."""
    first = second = 0
    for block in document.blocks:
        number = ""
        if isinstance(block, Heading) and document.numbered:
            if block.level == 1:
                first, second = first + 1, 0
                number = f"{numeral(first)}、"
            else:
                second += 1
                number = f"（{numeral(second)}）"
        yield block, number


def lines_of(document: Deliverable) -> Iterator[Inline]:
    """Yield every line of words of a document, in reading order."""
    yield (document.title,)
    for block in document.blocks:
        match block:
            case Heading():
                yield (block.text,)
            case Paragraph():
                yield block.content
            case Listing():
                yield from block.items
            case Table():
                yield from ((title,) for title, _ in block.columns)
                for row in block.rows:
                    yield from (cell.content for cell in row)
            case PageBreak():
                continue


DIGITS = "零一二三四五六七八九"


def numeral(number: int) -> str:
    """Write a number below 10,000 in Chinese: 115 → 一百一十五."""
    if number < 10:
        return DIGITS[number]
    written, zero = "", False
    for power, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // power % 10
        if digit:
            written += ("零" if zero and written else "") + DIGITS[digit] + unit
            zero = False
        else:
            zero = bool(written)
    return written.removeprefix("一") if 10 <= number < 20 else written


ILLEGAL = {
    code: "\ufffd"
    for code in (
        *range(0x09),
        0x0B,
        0x0C,
        *range(0x0E, 0x20),
        0x7F,
        0xFFFE,
        0xFFFF,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
}


def printable(text: str) -> str:
    """Replace, one for one, what XML forbids and what reorders a line behind the reader's back."""
    cleaned = text.translate(ILLEGAL)
    try:
        cleaned.encode("utf-8")
    except UnicodeEncodeError:
        cleaned = "".join("\ufffd" if 0xD800 <= ord(char) <= 0xDFFF else char for char in cleaned)
    return cleaned
