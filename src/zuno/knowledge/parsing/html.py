"""HTML as material: saved pages, chat exports, tables that a system named ``.xls``.

Scripts, styles and comments are left out; block elements end lines, table
cells are joined by tabs. Nothing is fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

import lxml.etree as etree

from zuno.knowledge.parsing.charset import HANZI, Decoded, decode_declared
from zuno.knowledge.parsing.plain import doubts
from zuno.knowledge.parsing.reading import Reading, Refusal, TextBuilder, spoken_bytes

PAGE_LIMIT_BYTES = 12 * 1024 * 1024
"""Largest HTML file that is read; its tree takes some twenty times as much memory."""

COLUMNS_LIMIT, ROWS_SPANNED_LIMIT = 500, 500
"""Columns of a table, and rows that one cell covers; what a page says beyond them is not believed."""

SCRIPT_HANZI = 10
"""Chinese characters in scripts from which a page may show more than it holds as text."""

Element: TypeAlias = Any

_LEFT_OUT = {"script", "style", "head", "template", "noscript", "svg", "object"}
_LINE_ENDING = {
    "p", "div", "tr", "table", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "section",
    "article", "header", "footer", "blockquote", "pre", "form", "fieldset", "hr", "body", "address", "caption",
}  # fmt: skip
_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)""", re.IGNORECASE)
_SCRIPTS = re.compile(r"<script\b[^>]*>(.*?)</script", re.IGNORECASE | re.DOTALL)
_COMMENTS = re.compile(r"/\*.*?\*/|(?<![:\\])//[^\n]*", re.DOTALL)
_IN_SCRIPTS = (
    "网页的内容由脚本在打开时生成（如聊天记录导出），未读；请在浏览器中打开后另存为 PDF 或文本，或换用 txt/csv 导出。"
)
_SPACES = re.compile(r"[ \t\r\n\f\xa0]+")


def read(data: bytes) -> Reading:
    """Read an HTML file; a table cell becomes one block, other lines one each.

    Raises:
        Refusal: ``over_budget``, ``not_text`` or ``empty``.
    """
    if len(data) > PAGE_LIMIT_BYTES:
        size, limit = spoken_bytes(len(data)), spoken_bytes(PAGE_LIMIT_BYTES)
        raise Refusal("over_budget", f"网页 {size}，超过上限 {limit}，未读；请拆分或另存为文本。", format="html")
    decoded = decode_page(data)
    if decoded is None:
        raise Refusal("not_text", "网页文件无法解码；请在浏览器中打开并另存。", format="html")
    builder = TextBuilder()
    for number, line in enumerate(_lines(decoded.text), start=1):
        if builder.length:
            builder.raw("\n")
        _put_line(builder, line, number)
    text = builder.text()
    if not text or text.isspace():
        if _hidden_in_scripts(decoded.text, ""):
            raise Refusal("script_content", _IN_SCRIPTS, format="html")
        raise Refusal("empty", "网页里没有文字（可能只有图片）；请截图或导出 PDF 后重新放入。", format="html")
    reason, detail, flags = doubts(decoded)
    if _hidden_in_scripts(decoded.text, text):
        reason, detail, flags = reason or "script_content", detail + _IN_SCRIPTS, (*flags, "script_content")
    return Reading(
        format="html",
        state="partial" if reason else "ready",
        reason=reason,
        detail=detail,
        flags=(*flags, *builder.coarse_flags()),
        encoding=decoded.encoding,
        text=text,
        pages=builder.whole_page(),
        blocks=tuple(builder.blocks),
    )


def _hidden_in_scripts(page: str, shown: str) -> bool:
    """Tell whether scripts hold more Chinese words than the page shows without running them."""
    words = sum(len(HANZI.findall(_COMMENTS.sub("", script))) for script in _SCRIPTS.findall(page))
    return words >= SCRIPT_HANZI and words > len(HANZI.findall(shown))


def decode_page(data: bytes, charset: str | None = None) -> Decoded | None:
    """Decode HTML by the charset declared outside, else in its ``meta``, else by its bytes."""
    if charset is None and (found := _CHARSET.search(data[:4096])):
        charset = found.group(1).decode("ascii", "ignore")
    return decode_declared(data, charset)


def to_text(page: str) -> str:
    """Return the visible text of an HTML page, lines joined by line ends."""
    return "\n".join("\t".join(line.cells) for line in _lines(page))


_STAMP = re.compile(r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}|\d{1,2}:\d{2}")
_CLOCK = re.compile(r"\d:\d{2}$")
"""Chat pages part a name from its stamp by style alone; they are never one word."""


@dataclass(frozen=True, slots=True)
class _VisibleLine:
    """One line as its cells; ordinary text is one cell."""

    cells: list[str]
    extents: dict[int, tuple[int, int]]
    """Index of a cell that covers more than one place → rows and columns."""


def _put_line(builder: TextBuilder, line: _VisibleLine, number: int) -> None:
    kind = "cell" if len(line.cells) > 1 else "paragraph"
    for column, cell in enumerate(line.cells, start=1):
        if column > 1:
            builder.raw("\t")
        rows, columns = line.extents.get(column - 1, (1, 1))
        to = f"至行{number + rows - 1}列{column + columns - 1}" if rows * columns > 1 else ""
        builder.put(cell, kind, f"行{number}列{column}{to}" if kind == "cell" else f"行{number}")


class _Visible:
    """Gathers visible text into lines, and lines into cells."""

    def __init__(self) -> None:
        self.lines: list[_VisibleLine] = []
        self._cells: list[str] = [""]
        self._extents: dict[int, tuple[int, int]] = {}
        self._rows: list[bool] = []
        """Enclosing table rows; true for a row of data, false for a row that only lays out the page."""
        self._covered: list[dict[int, int]] = []
        """For each enclosing table, columns that cells of rows above cover → rows still to go."""
        self._columns_owed = 0
        """Further columns that the cell at hand covers."""

    def text(self, text: str | None) -> None:
        if text:
            before = self._cells[-1]
            stamped = _STAMP.match(text) and re.search(r"[^\s\d]$", before)
            named = _CLOCK.search(before) and re.match(r"[^\W\d]", text)
            self._cells[-1] += f" {text}" if stamped or named else text

    def open(self, node: Element) -> None:
        if node.tag == "table":
            self._covered.append({})
        if node.tag == "tr":
            self._end_line()
            covered = any(self._covered[-1].values()) if self._covered else False
            self._rows.append(_is_data_row(node, covered))
        elif node.tag in ("td", "th") and self._in_data_row():
            self._open_cell(node)
        elif node.tag == "br" or node.tag in _LINE_ENDING:
            self._break()

    def close(self, node: Element) -> None:
        if node.tag == "tr":
            self._end_line()
            if self._rows:
                self._rows.pop()
            if self._covered:
                left = {column: rows - 1 for column, rows in self._covered[-1].items() if rows > 1}
                self._covered[-1] = left
        elif node.tag == "table" and self._covered:
            self._covered.pop()
            self._break()
        elif node.tag in _LINE_ENDING or node.tag in ("td", "th"):
            self._break()

    def _open_cell(self, node: Element) -> None:
        """Begin a cell in the next column that no cell from above or from the left covers."""
        self._cells += [""] * (self._columns_owed + (node.getprevious() is not None))
        covered = self._covered[-1] if self._covered else {}
        while covered.get(len(self._cells) - 1, 0) and len(self._cells) < COLUMNS_LIMIT:
            self._cells.append("")
        at = len(self._cells) - 1
        rows, columns = _count(node.get("rowspan"), ROWS_SPANNED_LIMIT), _count(node.get("colspan"), COLUMNS_LIMIT)
        columns = min(columns, max(1, COLUMNS_LIMIT - at))
        if rows * columns > 1:
            self._extents[at] = (rows, columns)
        if rows > 1:
            # The end of this very row takes one off.
            covered |= dict.fromkeys(range(at, at + columns), rows)
        self._columns_owed = columns - 1

    def finish(self) -> list[_VisibleLine]:
        self._end_line()
        return self.lines

    def _in_data_row(self) -> bool:
        return bool(self._rows) and self._rows[-1]

    def _break(self) -> None:
        if self._in_data_row():
            self._cells[-1] += " "
        else:
            self._end_line()

    def _end_line(self) -> None:
        shown = [_SPACES.sub(" ", cell).strip() for cell in self._cells]
        if any(shown):
            self.lines.append(_VisibleLine(shown, self._extents))
        self._cells, self._extents, self._columns_owed = [""], {}, 0


def _is_data_row(row: Element, covered: bool) -> bool:
    cells = sum(child.tag in ("td", "th") for child in row)
    return cells > (0 if covered else 1) and next(row.iter("table"), None) is None


def _count(written: object, limit: int) -> int:
    text = str(written or "").strip()
    return min(max(int(text), 1), limit) if text.isdecimal() and len(text) < 8 else 1


def _lines(page: str) -> list[_VisibleLine]:
    """Return visible lines, each as its cells (one for ordinary text)."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True)
    root = etree.fromstring(page.encode("utf-8", "replace"), parser) if page.strip() else None
    if root is None:
        return []
    if any("Excessive depth" in error.message for error in parser.error_log):
        raise Refusal("broken", "网页嵌套过深，无法完整读出；请在浏览器中打开并另存为文本或 PDF。", format="html")
    visible = _Visible()
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, node in walk:
        if event == "start" and node.tag in _LEFT_OUT:
            walk.skip_subtree()
        elif event == "start":
            visible.open(node)
            visible.text(node.text)
        else:
            if node.tag not in _LEFT_OUT:
                visible.close(node)
            visible.text(node.tail)
    return visible.finish()
