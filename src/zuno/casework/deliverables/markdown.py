"""Writes a deliverable as Markdown: GitHub tables, stamp first, disclaimer last.

Words from documents can hold anything; whatever would read as markup is escaped.
"""

from __future__ import annotations

import re

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
    plain,
    printable,
)

MARKUP = re.compile(r"([\\`*_\[\]<>|~#])")
LEADING = re.compile(r"^(\s*)([-+]|\d+\.)(?=\s)", re.MULTILINE)


def write(document: Deliverable) -> str:
    """Return the Markdown of a deliverable, ending with one newline."""
    parts = [f"# {escape(document.title)}", f"> **【{document.stamp}】** {escape(document.case)}"]
    if document.banner:
        parts.append(f"> **{escape(document.banner)}**")
    parts += [text for block, number in headings(document) if (text := _block(block, number))]
    parts += [
        "---",
        f"> {escape(document.closing)}",
        f"> 【{document.stamp}】" + (f" {document.banner}" if document.banner else ""),
    ]
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Escape what Markdown or HTML would read as markup; line breaks stay."""
    safe = MARKUP.sub(r"\\\1", printable(text).replace("&", "&amp;").replace("\r", ""))
    return LEADING.sub(r"\1\\\2", safe.replace("\\<", "&lt;").replace("\\>", "&gt;"))


def _block(block: Block, number: str) -> str:
    match block:
        case Heading():
            return f"{'#' * (block.level + 1)} {number}{escape(block.text)}"
        case Paragraph():
            return _paragraph(block)
        case Listing():
            return "\n".join(
                f"{f'{place}.' if block.ordered else '-'} {_flat(item, '  ')}"
                for place, item in enumerate(block.items, 1)
            )
        case Table():
            return _table(block)
        case PageBreak():
            return "---"


def _paragraph(block: Paragraph) -> str:
    text = _flat(block.content, "")
    if not text.strip():
        return ""
    return f"**{text}**" if block.style == "lead" else text


def _flat(inline: Inline, indent: str) -> str:
    return escape(plain(inline)).strip().replace("\n", f"  \n{indent}")


def _table(table: Table) -> str:
    head = "| " + " | ".join(escape(title) for title, _ in table.columns) + " |"
    rule = "|" + " --- |" * len(table.columns)
    return "\n".join([head, rule, *(_row(row) for row in table.rows)])


def _row(row: tuple[Box, ...]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in row) + " |"


def _cell(cell: Box) -> str:
    text = escape(plain(cell.content)).strip().replace("\n", "<br>")
    return f"**{text}**" if cell.strong and text and "<br>" not in text else text
