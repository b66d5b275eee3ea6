"""Workbooks of Excel 2003 in XML, which many business systems write and name ``.xls``."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, TypeAlias

import lxml.etree as etree
from openpyxl.utils import get_column_letter

from zuno.knowledge.parsing.charset import decode_declared
from zuno.knowledge.parsing.reading import Reading, Refusal, spoken_bytes
from zuno.knowledge.parsing.sheets import Range, Shown, WorkbookText, is_rounded, shown_value

Element: TypeAlias = Any

FILE_LIMIT_BYTES = 40 * 1024 * 1024
COLUMNS_LIMIT, ROWS_LIMIT = 16_384, 1_048_576

_DECLARATION = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]+)""")
_DECLARATION_TEXT = re.compile(r"^\s*<\?xml[^>]*\?>")
_SS = "{urn:schemas-microsoft-com:office:spreadsheet}"


def read(data: bytes) -> Reading:
    """Read a workbook: each sheet a page, each cell that holds something a block.

    Raises:
        Refusal: ``over_budget``, ``broken``, ``formula_uncached`` or ``empty``.
    """
    if len(data) > FILE_LIMIT_BYTES:
        size, limit = spoken_bytes(len(data)), spoken_bytes(FILE_LIMIT_BYTES)
        raise Refusal("over_budget", f"工作簿 {size}，超过上限 {limit}，未读；请拆分。", format="xls_xml")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    declared = _DECLARATION.match(data)
    decoded = decode_declared(data, declared[1].decode("ascii") if declared else None)
    page = _DECLARATION_TEXT.sub("", decoded.text.removeprefix("\ufeff")) if decoded else ""
    try:
        root = etree.fromstring(page.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise _broken() from error
    if root.getroottree().docinfo.doctype or root.tag != f"{_SS}Workbook":
        raise _broken()
    formats = {
        str(style.get(f"{_SS}ID")): str(shown.get(f"{_SS}Format", "")).replace("Percent", "0%")
        for style in root.iter(f"{_SS}Style")
        for shown in style.iter(f"{_SS}NumberFormat")
    }
    text = WorkbookText()
    uncached: list[str] = []
    for number, sheet in enumerate(root.iter(f"{_SS}Worksheet"), start=1):
        if any(str(node.text) != "SheetVisible" for node in sheet.iter("{*}Visible")):
            text.flags.add("hidden_sheet")
        _put_sheet(text, sheet, number, formats, uncached)
    return text.reading("xls_xml", uncached)


def _broken() -> Refusal:
    return Refusal("broken", "工作簿损坏或不是 Excel 2003 XML，未读；请用 Excel/WPS 另存为 .xlsx。", format="xls_xml")


def _put_sheet(text: WorkbookText, sheet: Element, number: int, formats: dict[str, str], uncached: list[str]) -> None:
    title = str(sheet.get(f"{_SS}Name", ""))
    cells: list[Shown] = []
    merged: list[Range] = []
    notes: list[tuple[str, str]] = []
    row_number = 0
    for row in sheet.iter(f"{_SS}Row"):
        row_number = _place(row, row_number, ROWS_LIMIT)
        if row.get(f"{_SS}Hidden") == "1":
            text.flags.add("hidden_rows")
        column = 0
        for cell in row.iter(f"{_SS}Cell"):
            column = _place(cell, column, COLUMNS_LIMIT)
            address = f"{get_column_letter(column)}{row_number}"
            across, down = (_count(cell.get(f"{_SS}{name}")) for name in ("MergeAcross", "MergeDown"))
            if across or down:
                merged.append((row_number, column, row_number + down, column + across))
            shown = _shown(cell, row_number, column, formats)
            if shown is not None:
                cells.append(shown)
            elif cell.get(f"{_SS}Formula"):
                uncached.append(f"{title}!{address}")
            for note in cell.iter(f"{_SS}Comment"):
                text.flags.add("comments_present")
                notes.append((f"批注{address}", " ".join("".join(note.itertext()).split())))
            column += across
    text.put_sheet(title, number, cells, merged, notes)


def _place(node: Element, before: int, limit: int) -> int:
    """Return the number of a row or cell: its own index, else the next one."""
    at = _count(node.get(f"{_SS}Index")) or before + 1
    if at > limit:
        raise _broken()
    return at


def _count(written: object) -> int:
    text = str(written or "")
    return int(text) if text.isdecimal() and len(text) < 8 else 0


def _shown(cell: Element, row: int, column: int, formats: dict[str, str]) -> Shown | None:
    data = cell.find(f"{_SS}Data")
    written = "" if data is None else "".join(data.itertext())
    if data is None or not written.strip():
        return None
    kind = data.get(f"{_SS}Type")
    value: object = written
    if kind == "Number":
        try:
            value = int(written) if written.strip().lstrip("-").isdecimal() else float(written)
        except ValueError:
            value = written
    elif kind == "DateTime":
        try:
            value = datetime.fromisoformat(written.strip().removesuffix("Z"))
        except ValueError:
            value = written
    elif kind == "Boolean":
        value = written.strip() == "1"
    code = formats.get(str(cell.get(f"{_SS}StyleID")), "")
    return Shown(row=row, column=column, text=shown_value(value, code), rounded=is_rounded(value))
