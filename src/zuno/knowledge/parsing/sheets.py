"""XLSX workbooks: every cell that holds something, with its address.

Values are shown as a person sees them in plain form: dates as ISO, whole
numbers without a fraction, percentages with their sign. A formula without a
stored result is said aloud and never read as zero.
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.utils.escape import unescape

from zuno.knowledge.parsing.ooxml import Package
from zuno.knowledge.parsing.reading import Reading, Refusal, TextBuilder

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

PARTS_LIMIT_BYTES = 40 * 1024 * 1024
"""XML of one workbook, all parts together: some 600 000 cells."""

EXACT_DIGITS = 15
"""Digits that a stored number keeps exactly; longer account numbers are already rounded."""

_REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_UNCACHED = re.compile(
    rb"<(?:\w+:)?c\b([^<>]*)>\s*<(?:\w+:)?f\b(?:[^<>]*/>|[^<>]*>[^<]*</(?:\w+:)?f>)"
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ADDRESS = re.compile(rb'\br="([A-Z]+[0-9]+)"')
_BREAK = re.compile(r"\r\n|[\t\r\n\v\f]")
_QUOTED = re.compile(r'"[^"]*"|\\.')


def read(data: bytes) -> Reading:
    """Read a workbook: each sheet a page, each cell that holds something a block.

    Raises:
        Refusal: ``over_budget``, ``encrypted``, ``broken``, ``empty`` or ``needs_ocr`` (only pictures).
    """
    package = Package(data, "xlsx", PARTS_LIMIT_BYTES)
    uncached = _check_parts(package)
    pictures = sum(name.startswith("xl/media/") for name in package.names())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
    builder = TextBuilder()
    flags: set[str] = set()
    for number, sheet in enumerate(workbook.worksheets, start=1):
        _put_sheet(builder, sheet, number, flags)
    workbook.close()
    if not builder.blocks:
        raise _nothing_read(pictures, uncached)
    return _reading(builder, flags, uncached, pictures)


def _reading(builder: TextBuilder, flags: set[str], uncached: list[str], pictures: int) -> Reading:
    reasons: list[tuple[str, str]] = []
    if uncached:
        flags.add("formula_uncached")
        shown = "、".join(uncached[:5])
        detail = f"{len(uncached)} 个公式没有保存结果（{shown}），未读；请用 Excel/WPS 打开并保存一次后重新放入。"
        reasons.append(("formula_uncached", detail))
    if pictures:
        flags.add("embedded_images")
        reasons.append(("needs_ocr", f"表内有 {pictures} 张图片未识别文字；请另存图片并放入文件夹。"))
    return Reading(
        format="xlsx",
        state="partial" if reasons else "ready",
        reason=reasons[0][0] if reasons else None,
        detail="".join(detail for _, detail in reasons),
        flags=(*sorted(flags), *builder.coarse_flags()),
        text=builder.text(),
        pages=tuple(builder.pages),
        blocks=tuple(builder.blocks),
    )


def _nothing_read(pictures: int, uncached: list[str]) -> Refusal:
    if pictures:
        return Refusal(
            "needs_ocr", f"表内只有 {pictures} 张图片，未识别文字；请另存图片，并补交文字版。", format="xlsx"
        )
    if uncached:
        return Refusal("formula_uncached", "公式都没有保存结果；请用 Excel/WPS 打开并保存一次。", format="xlsx")
    return Refusal("empty", "工作簿里没有内容；请核对是否导出失败。", format="xlsx")


def _check_parts(package: Package) -> list[str]:
    """Unpack every XML part within the budget; return the addresses of formulas without a result."""
    titles = _sheet_titles(package)
    uncached: list[str] = []
    for name in package.names():
        if not name.endswith((".xml", ".rels", ".vml")):
            continue
        content = package.part(name) or b""
        if name in titles and any(tag in content for tag in (b"</f>", b":f>", b"<f ", b"<f/>")):
            uncached += [f"{titles[name]}!{address}" for address in _without_result(content)]
    return uncached


def _without_result(content: bytes) -> Iterator[str]:
    for match in _UNCACHED.finditer(content):
        address = _ADDRESS.search(match.group(1))
        if address and b't="str"' not in match.group(1):
            yield address.group(1).decode("ascii")


def _sheet_titles(package: Package) -> dict[str, str]:
    """Return part name → title of each sheet."""
    main = package.main_part("xl/workbook.xml")
    relations = package.relations(main)
    root = package.tree(main)
    titles: dict[str, str] = {}
    for sheet in root.iter("{*}sheet") if root is not None else ():
        _, part = relations.get(sheet.get(_REL_ID, ""), ("", ""))
        titles[part] = str(sheet.get("name", ""))
    return titles


def _put_sheet(builder: TextBuilder, sheet: Worksheet, number: int, flags: set[str]) -> None:
    if builder.length:
        builder.raw("\n")
    start = builder.length
    if sheet.sheet_state != "visible":
        flags.add("hidden_sheet")
    if any(row.hidden for row in sheet.row_dimensions.values()):
        flags.add("hidden_rows")
    # The stored extent may be wrong or huge, so only cells that exist are visited.
    cells = sorted(
        (at, cell)
        for at, cell in sheet._cells.items()  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        if cell.value is not None
    )
    for row, group in groupby(cells, key=lambda item: item[0][0]):
        if builder.length > start:
            builder.raw("\n")
        _put_row(builder, sheet.title, row, [cell for _, cell in group], flags)
    _put_comments(builder, sheet.title, [cell for _, cell in cells if cell.comment], flags)
    builder.page(number, start, sheet.title)


def _put_row(builder: TextBuilder, title: str, row: int, cells: list[Cell], flags: set[str]) -> None:
    column = 1
    for cell in cells:
        builder.raw("\t" * (cell.column - column))
        column = cell.column
        text = shown_value(cell.value, cell.number_format or "")
        if isinstance(cell.value, (int, float)) and abs(cell.value) >= 10**EXACT_DIGITS:
            flags.add("numeric_over_15_digits")
        builder.put(text, "cell", f"{title}!{get_column_letter(column)}{row}")


def _put_comments(builder: TextBuilder, title: str, cells: list[Cell], flags: set[str]) -> None:
    for cell in cells:
        flags.add("comments_present")
        note = " ".join(str(cell.comment.text if cell.comment else "").split())
        builder.raw("\n")
        builder.put(f"批注{cell.coordinate}：{note}", "paragraph", f"{title}!{cell.coordinate}批注")


def shown_value(value: object, number_format: str) -> str:
    """Return a cell's value as plain text on one line.

    Args:
        value: As openpyxl gives it.
        number_format: Format code of the cell; only the percent sign matters.
    """
    if isinstance(value, bool):
        return "是" if value else "否"
    if isinstance(value, (int, float)):
        return _shown_number(value, number_format)
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    text = str(value)
    if "_x" in text:
        text = unescape(text)
    return _BREAK.sub(" ", text)


def _shown_number(value: float, number_format: str) -> str:
    exact = Decimal(value) if isinstance(value, int) else Decimal(f"{value:.{EXACT_DIGITS}g}")
    if not exact.is_finite():
        return str(value)
    if "%" in number_format and "%" in _QUOTED.sub("", number_format):
        return f"{_plain(exact * 100)}%"
    return _plain(exact)


def _plain(number: Decimal) -> str:
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
