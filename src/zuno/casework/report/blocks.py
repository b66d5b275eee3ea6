"""Deliverables and citations as HTML: the same document, its citations turned into links."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from zuno.casework.deliverables.model import (
    Block,
    Box,
    Deliverable,
    Heading,
    Inline,
    Listing,
    PageBreak,
    Paragraph,
    Table,
    headings,
    printable,
)
from zuno.casework.records import Quote

Href = Callable[[Quote], str | None]
BREAK = Markup("<br>")


def inline(words: Inline, href: Href) -> Markup:
    """Write a line; a citation becomes a link where its words are shown."""
    out = Markup("")
    for part in words:
        if isinstance(part, str):
            out += breaks(part)
            continue
        target = href(part.quote)
        out += link(target, part.text) if target else breaks(part.text)
    return out


def breaks(text: str) -> Markup:
    """Escape words and keep their line breaks."""
    return BREAK.join(escape(item) for item in printable(text).split("\n"))


def link(target: str, text: str) -> Markup:
    """Write a link to a place in a document."""
    return Markup('<a class="cite" href="{}">{}</a>').format(target, printable(text))


def deliverable(document: Deliverable, href: Href) -> Markup:
    """Write a deliverable's blocks, its headings two levels down, and its disclaimer."""
    parts = [block(item, number, href) for item, number in headings(document)]
    closing = Markup('<p class="closing">{}</p>').format(printable(document.closing))
    return Markup("\n").join([*parts, closing])


def block(item: Block, number: str, href: Href) -> Markup:
    """Write one block."""
    match item:
        case Heading():
            level = item.level + 3
            return Markup("<h{0}>{1}{2}</h{0}>").format(level, number, printable(item.text))
        case Paragraph():
            return paragraph(item, href)
        case Listing():
            items = Markup("").join(Markup("<li>{}</li>").format(inline(entry, href)) for entry in item.items)
            return Markup("<ol>{}</ol>").format(items) if item.ordered else Markup("<ul>{}</ul>").format(items)
        case Table():
            return table(item, href)
        case PageBreak():
            return Markup("<hr>")


def paragraph(block: Paragraph, href: Href) -> Markup:
    """Write a paragraph."""
    return Markup('<p class="p-{}">{}</p>').format(block.style, inline(block.content, href))


def table(block: Table, href: Href) -> Markup:
    """Write a table in a box that scrolls sideways on narrow screens and can be reached by keyboard."""
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(title) for title, _ in block.columns)
    rows = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(_cell(cell, href) for cell in row)) for row in block.rows
    )
    name = "、".join(title for title, _ in block.columns[:3])
    return Markup(
        '<div class="wide" tabindex="0" role="region" aria-label="表格：{}"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(name, head, rows)


def _cell(cell: Box, href: Href) -> Markup:
    words = inline(cell.content, href)
    if cell.strong:
        words = Markup("<strong>{}</strong>").format(words)
    return (
        Markup('<td class="tone-{}">{}</td>').format(cell.tone, words)
        if cell.tone
        else Markup("<td>{}</td>").format(words)
    )
