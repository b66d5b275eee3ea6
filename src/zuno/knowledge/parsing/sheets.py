"""XLSX workbooks, and how the cells of any workbook become text.

Values are shown as a person sees them in plain form: dates as ISO, whole
numbers without a fraction, percentages with their sign. A formula without a
stored result is said aloud and never read as zero; a number too long for a
sheet to keep is doubted. A merged range is one cell whose locator names the
range. Pictures are members.
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.utils.escape import unescape

from zuno.knowledge.parsing.embedded import embedded_file
from zuno.knowledge.parsing.ooxml import Package
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, TextBuilder
from zuno.knowledge.records import Doubt

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

PARTS_LIMIT_BYTES = 40 * 1024 * 1024
"""XML of one workbook, all parts together: some 600 000 cells."""

EXACT_DIGITS = 15
"""Digits that a stored number keeps exactly; longer account numbers are already rounded."""

_EXACT_WHOLE = 2**53
"""Whole numbers below this are stored as they were written, by programs that write more than 15 digits."""

MERGED_LIMIT = 20_000
"""Merged ranges of one sheet that are looked at."""

Range = tuple[int, int, int, int]
"""First row, first column, last row, last column, counted from 1."""

_REL_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_UNCACHED = re.compile(
    rb"<(?:\w+:)?c\b([^<>]*)>\s*<(?:\w+:)?f\b(?:[^<>]*/>|[^<>]*>[^<]*</(?:\w+:)?f>)"
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ADDRESS = re.compile(rb'\br="([A-Z]+[0-9]+)"')
_PAGE_CODES = re.compile(r"(?:&\[?[A-Za-z]+\]?|[第共页/\-—\s\d])*")
_BREAK = re.compile(r"\r\n|[\t\r\n\v\f]")
_QUOTED = re.compile(r'"[^"]*"|\\.')
_BRACKETED = re.compile(r"\[[^\]]*\]|_.|\*.")
_UNIT = re.compile(r"[万亿千百]+(?:元|美元|吨|平方米|股|份)?|元(?:整|人民币)?|吨|平方米|[%％‰]")
"""What a number format may write behind a number and thereby mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One cell that holds something, ready to be put."""

    row: int
    column: int
    text: str
    rounded: bool = False
    """Whether it is a number with more digits than a sheet keeps."""


class WorkbookText:
    """Builds the text of a workbook sheet by sheet, whoever read the cells."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.flags: set[str] = set()
        self._doubts: list[Doubt] = []

    def put_sheet(
        self, title: str, number: int, cells: Sequence[Shown], merged: Iterable[Range], notes: Iterable[tuple[str, str]]
    ) -> None:
        """Put one sheet as a page.

        Args:
            title: Name of the sheet.
            number: Its place, from 1.
            cells: Ascending by row and column.
            merged: Ranges that are one cell for the eye.
            notes: What stands beside the cells, as (where, words): ``批注B2``, ``文本框``, ``页眉``.
        """
        if self.builder.length:
            self.builder.raw("\n")
        start = self.builder.length
        ranges = {(first_row, first_column): (last_row, last_column)
                  for first_row, first_column, last_row, last_column in merged}  # fmt: skip
        for _, row in groupby(cells, key=lambda cell: cell.row):
            if self.builder.length > start:
                self.builder.raw("\n")
            self._put_row(title, row, ranges)
        for where, words in notes:
            if self.builder.length > start:
                self.builder.raw("\n")
            self.builder.put(f"{where}：{words}", "paragraph", f"{title}!{where}")
        self.builder.page(number, start, title)

    def _put_row(self, title: str, row: Iterable[Shown], ranges: dict[tuple[int, int], tuple[int, int]]) -> None:
        column = 1
        for cell in row:
            self.builder.raw("\t" * (cell.column - column))
            column = cell.column
            start = self.builder.length
            last = ranges.get((cell.row, column))
            whole = f":{get_column_letter(last[1])}{last[0]}" if last else ""
            self.builder.put(cell.text, "cell", f"{title}!{get_column_letter(column)}{cell.row}{whole}")
            if cell.rounded:
                self.flags.add("numeric_over_15_digits")
                detail = "以数字保存、超过 15 位，末尾几位已丢失；请与原件核对。"
                self._doubts.append(
                    Doubt(start=start, end=self.builder.length, flag="numeric_over_15_digits", detail=detail)
                )

    def reading(
        self, format: str, uncached: Sequence[str], pictures: Sequence[Member] = (), objects: Sequence[Member] = ()
    ) -> Reading:
        """Return what was put; partial where formulas have no stored result.

        Raises:
            Refusal: ``formula_uncached`` or ``empty`` where there is nothing to read.
        """
        if not self.builder.blocks and not pictures and not objects:
            if uncached:
                raise Refusal("formula_uncached", "公式都没有保存结果；请用 Excel/WPS 打开并保存一次。", format=format)
            raise Refusal("empty", "工作簿里没有内容；请核对是否导出失败。", format=format)
        reason, detail = None, ""
        if pictures:
            self.flags.add("embedded_images")
        if uncached:
            self.flags.add("formula_uncached")
            reason, shown = "formula_uncached", "、".join(uncached[:5])
            detail = f"{len(uncached)} 个公式没有保存结果（{shown}），未读；请用 Excel/WPS 打开并保存一次后重新放入。"
        return Reading(
            format=format,
            state="partial" if reason else "ready",
            reason=reason,
            detail=detail,
            flags=(*sorted(self.flags), *self.builder.coarse_flags()),
            text=self.builder.text(),
            pages=tuple(self.builder.pages),
            blocks=tuple(self.builder.blocks),
            doubts=tuple(self._doubts),
            members=iter([*pictures, *objects]),
        )


def read(data: bytes) -> Reading:
    """Read a workbook: each sheet a page, each cell that holds something a block, pictures as members.

    Raises:
        Refusal: ``over_budget``, ``encrypted``, ``broken``, ``formula_uncached`` or ``empty``.
    """
    package = Package(data, "xlsx", PARTS_LIMIT_BYTES)
    uncached = _check_parts(package)
    pictures, objects = package.pictures("xl/media/"), _objects(package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        workbook = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
    text = WorkbookText()
    shapes = _shapes(package)
    for number, sheet in enumerate(workbook.worksheets, start=1):
        _put_sheet(text, sheet, number, shapes.get(sheet.title, []))
    workbook.close()
    if objects:
        text.flags.add("embedded_object")
    reading = text.reading("xlsx", uncached, pictures, [member for member in objects if member is not None])
    if None not in objects:
        return reading
    detail = f"{reading.detail}表内嵌有其他文件，未读；请另存为单独文件放入。"
    return replace(reading, state="partial", reason=reading.reason or "embedded_object", detail=detail)


def _objects(package: Package) -> list[Member | None]:
    """Take out the files that lie embedded in the workbook; None for what is no file anybody could open."""
    parts = [name for name in package.names() if name.startswith("xl/embeddings/") and not name.endswith("/")]
    kept = [(part, package.file(part, f"嵌入文件{number}")) for number, part in enumerate(parts, start=1)]
    return [member and embedded_file(member, part) for part, member in kept]


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


def _shapes(package: Package) -> dict[str, list[str]]:
    """Return the words of the text boxes and shapes that lie over each sheet, by its title."""
    found: dict[str, list[str]] = {}
    for part, title in _sheet_titles(package).items():
        for kind, target in package.relations(part).values() if part else ():
            root = package.tree(target) if kind == "drawing" else None
            for shape in root.iter("{*}txBody") if root is not None else ():
                lines = ["".join(str(run.text or "") for run in line.iter("{*}t")) for line in shape.iter("{*}p")]
                words = " ".join(" ".join(lines).split())
                if words:
                    found.setdefault(title, []).append(words)
    return found


def _put_sheet(text: WorkbookText, sheet: Worksheet, number: int, shapes: list[str]) -> None:
    if sheet.sheet_state != "visible":
        text.flags.add("hidden_sheet")
    if any(row.hidden for row in sheet.row_dimensions.values()):
        text.flags.add("hidden_rows")
    if any(column.hidden for column in sheet.column_dimensions.values()):
        text.flags.add("hidden_columns")
    # The stored extent may be wrong or huge, so only cells that exist are visited.
    cells = sorted(
        (at, cell)
        for at, cell in sheet._cells.items()  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        if cell.value is not None
    )
    merged = [
        (range.min_row, range.min_col, range.max_row, range.max_col)
        for range in list(sheet.merged_cells.ranges)[:MERGED_LIMIT]
    ]
    notes = [(f"批注{cell.coordinate}", _one_line(cell)) for _, cell in cells if cell.comment]
    if notes:
        text.flags.add("comments_present")
    notes += [("文本框", words) for words in shapes]
    for name, margin in (("页眉", sheet.oddHeader), ("页脚", sheet.oddFooter)):
        parts = (margin.left, margin.center, margin.right) if margin is not None else ()
        words = " ".join(str(part.text) for part in parts if part.text)
        if words.strip() and not _PAGE_CODES.fullmatch(words):
            notes.append((name, " ".join(words.split())))
    text.put_sheet(sheet.title, number, [_shown(cell) for _, cell in cells], merged, notes)


def _one_line(cell: Cell) -> str:
    return " ".join(str(cell.comment.text if cell.comment else "").split())


def _shown(cell: Cell) -> Shown:
    return Shown(
        row=cell.row,
        column=cell.column,
        text=shown_value(cell.value, cell.number_format or ""),
        rounded=is_rounded(cell.value),
    )


def is_rounded(value: object) -> bool:
    """Tell whether a stored number has more digits than a sheet keeps."""
    return isinstance(value, (int, float)) and abs(value) >= 10**EXACT_DIGITS


def shown_value(value: object, number_format: str) -> str:
    """Return a cell's value as plain text on one line.

    Args:
        value: As the reader of the workbook gives it.
        number_format: Format code of the cell; only its percent sign and its unit matter.
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
    whole = float(value).is_integer() and abs(value) < _EXACT_WHOLE
    exact = Decimal(int(value)) if whole or isinstance(value, int) else Decimal(f"{value:.{EXACT_DIGITS}g}")
    if not exact.is_finite():
        return str(value)
    if "%" in number_format and "%" in _QUOTED.sub("", number_format):
        return f"{_plain(exact * 100)}%"
    return _plain(exact) + unit_of_format(number_format)


def unit_of_format(number_format: str) -> str:
    """Return the unit that a format code writes behind the number as it is stored, or nothing.

    A format that divides the number on show (``0!.0,"万"``) writes a unit that the stored number does not have.
    """
    code = _BRACKETED.sub("", number_format.split(";")[0])
    last = max(code.rfind(sign) for sign in "0#?")
    tail = code[last + 1 :]
    if last < 0 or tail.startswith(",") or "!." in code or "\\." in code:
        return ""
    unit = "".join(tail.replace('"', "").replace("\\", "").split())
    return unit if _UNIT.fullmatch(unit) else ""


def _plain(number: Decimal) -> str:
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
