"""XLS: the binary workbook that banks and old office programs still write.

Values come from calamine, which runs in a process of its own; the records of the file are walked beside it for
what calamine does not tell: percent formats, hidden rows, the extent of each
sheet, and formulas that no program ever worked out, which it would show as
nothing or as 0.
"""

from __future__ import annotations

import json
import struct
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, cast

from openpyxl.utils import get_column_letter

from zuno.knowledge.parsing import calamine_child
from zuno.knowledge.parsing.compound import open_compound
from zuno.knowledge.parsing.outside import run
from zuno.knowledge.parsing.reading import Reading, Refusal
from zuno.knowledge.parsing.sheets import MERGED_LIMIT, Range, Shown, WorkbookText, is_rounded, shown_value

AREA_LIMIT_CELLS = 4_000_000
"""Rows times columns of one sheet; calamine holds every cell of that rectangle, filled or not."""

TIME_LIMIT_S = 60.0
OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024

_FORMULA, _EOF, _FILEPASS, _NUMBER, _RK, _MULRK, _ROW = 0x06, 0x0A, 0x2F, 0x203, 0x27E, 0xBD, 0x208
_BOUNDSHEET, _BOF, _XF, _FORMATS, _LABELS, _PICTURES = 0x85, 0x809, 0xE0, (0x41E, 0x1E), (0xFD, 0x204, 0xD6), 0xEB
_PERCENT_BUILT_IN = {9: "0%", 10: "0.00%"}
_HIDDEN_ROW = 0x20
_ERROR_RESULT = 2
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}


@dataclass(slots=True)
class _SheetFacts:
    """What the records of one sheet say beside its values; rows and columns counted from 0."""

    styles: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """Cell → number of its style."""
    formulas: dict[tuple[int, int], bool] = field(default_factory=dict[tuple[int, int], bool])
    """Cell of a formula → whether its stored result says anything (not 0, not blank)."""
    errors: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    """Cell of a formula that failed → what it shows."""
    hidden_rows: bool = False
    last_row: int = 0
    last_column: int = 0


@dataclass(slots=True)
class _Facts:
    sheets: list[_SheetFacts] = field(default_factory=list[_SheetFacts])
    formats: dict[int, str] = field(default_factory=dict[int, str])
    """Format codes by the number of the style."""
    pictures: bool = False


def read(data: bytes) -> Reading:
    """Read a workbook: each sheet a page, each cell that holds something a block.

    Raises:
        Refusal: ``encrypted``, ``over_budget``, ``broken``, ``formula_uncached`` or ``empty``.
    """
    facts = _facts(_stream(data))
    for sheet in facts.sheets:
        if (sheet.last_row + 1) * (sheet.last_column + 1) > AREA_LIMIT_CELLS:
            raise Refusal("over_budget", "工作表范围过大，未读；请删去空行空列或拆分后另存为 .xlsx。", format="xls")
    text = WorkbookText()
    uncached = _put_sheets(text, _cells_of(data), facts)
    if not facts.pictures:
        return text.reading("xls", uncached)
    text.flags.add("embedded_images")
    detail = "表内有图片，未识别文字；请用 Excel/WPS 另存为 .xlsx，或把图片另存后放入文件夹。"
    if not text.builder.blocks:
        raise Refusal("needs_ocr", detail, format="xls")
    reading = text.reading("xls", uncached)
    return replace(reading, state="partial", reason=reading.reason or "needs_ocr", detail=reading.detail + detail)


def _cells_of(data: bytes) -> list[dict[str, Any]]:
    """Return the sheets as calamine reads them, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="zuno-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "in").write_bytes(data)
        command = [sys.executable, "-I", calamine_child.__file__, "in"]
        outcome = run(command, folder, TIME_LIMIT_S, OUTPUT_LIMIT_BYTES)
    if outcome.too_slow:
        raise Refusal("over_budget", "工作簿过大，读取超时，未读；请拆分或另存为 .xlsx。", format="xls")
    if outcome.code == calamine_child.PASSWORD_CODE:
        raise _encrypted()
    if outcome.code != 0:
        raise _broken()
    return cast("list[dict[str, Any]]", json.loads(outcome.output))


def _put_sheets(text: WorkbookText, sheets: list[dict[str, Any]], facts: _Facts) -> list[str]:
    # A program that works formulas out leaves at least one result other than 0.
    worked_out = any(telling for sheet in facts.sheets for telling in sheet.formulas.values())
    uncached: list[str] = []
    for number, sheet in enumerate(sheets, start=1):
        known = facts.sheets[sheet["at"]] if sheet["at"] < len(facts.sheets) else _SheetFacts()
        if not sheet["visible"]:
            text.flags.add("hidden_sheet")
        if known.hidden_rows:
            text.flags.add("hidden_rows")
        blank = set[tuple[int, int]]() if worked_out else set(known.formulas)
        values = {(row, column): _value(written) for row, column, written in sheet["cells"]} | known.errors
        cells = [
            Shown(
                row=row + 1,
                column=column + 1,
                text=shown_value(value, facts.formats.get(known.styles.get((row, column), 0), "")),
                rounded=is_rounded(value),
            )
            for (row, column), value in sorted(values.items(), key=lambda item: item[0])
            if (row, column) not in blank
        ]
        uncached += [f"{sheet['name']}!{get_column_letter(column + 1)}{row + 1}" for row, column in sorted(blank)]
        text.put_sheet(sheet["name"], number, cells, _merged(sheet["merged"]), ())
    return uncached


def _value(written: object) -> object:
    """Turn what the other process wrote back into a value."""
    if not isinstance(written, dict):
        return written
    ((kind, iso),) = cast("dict[str, str]", written).items()
    return {"datetime": datetime, "date": date, "time": time}[kind].fromisoformat(iso)


def _merged(ranges: list[list[list[int]]]) -> list[Range]:
    return [(top + 1, left + 1, bottom + 1, right + 1) for (top, left), (bottom, right) in ranges[:MERGED_LIMIT]]


def _broken() -> Refusal:
    return Refusal("broken", "工作簿损坏或不完整，未读；请用 Excel/WPS 打开并另存为 .xlsx。", format="xls")


def _encrypted() -> Refusal:
    return Refusal("encrypted", "工作簿有打开密码，未读；请去除密码后重新放入。", format="xls")


def _stream(data: bytes) -> bytes:
    try:
        with open_compound(data) as compound:
            for name in ("Workbook", "Book"):
                if compound.has(name):
                    return compound.stream(name)
    except (OSError, ValueError) as error:
        raise _broken() from error
    raise _broken()


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield (number, content) of each record from ``at`` to the end of its part; refuse a part without an end."""
    while at + 4 <= len(stream):
        number, size = struct.unpack_from("<HH", stream, at)
        yield number, stream[at + 4 : at + 4 + size]
        if number == _EOF:
            return
        at += 4 + size
    raise _broken()


def _facts(stream: bytes) -> _Facts:
    facts = _Facts()
    starts: list[int] = []
    codes = dict(_PERCENT_BUILT_IN)
    styles: list[int] = []
    old = False
    for number, content in _records(stream, 0):
        if number == _FILEPASS:
            raise _encrypted()
        if number == _BOF and len(content) >= 2:
            old = struct.unpack_from("<H", content)[0] < 0x600
        elif number == _BOUNDSHEET and len(content) >= 4:
            starts.append(struct.unpack_from("<I", content)[0])
        elif number in _FORMATS and len(content) > 5:
            codes[struct.unpack_from("<H", content)[0]] = _format_code(content[2:], old)
        elif number == _XF and len(content) >= 4:
            styles.append(struct.unpack_from("<H", content, 2)[0])
        elif number == _PICTURES:
            facts.pictures = facts.pictures or _holds_picture(content)
    facts.formats = {at: codes[code] for at, code in enumerate(styles) if code in codes}
    facts.sheets = [_sheet_facts(stream, start) for start in starts]
    if old and not starts:
        facts.sheets = [_sheet_facts(stream, 0)]
    return facts


def _format_code(content: bytes, old: bool) -> str:
    """Return a format code: behind its length in single bytes, or in one of two widths since Excel 97."""
    if old:
        return content[1:].decode("gb18030", "replace")
    return content[3:].decode("utf-16-le" if content[2] & 1 else "latin-1", "replace")


def _holds_picture(drawings: bytes) -> bool:
    """Tell whether a drawing group holds the bytes of a picture (records F01A to F029)."""
    return any(bytes((code, 0xF0)) in drawings for code in (0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x29))


def _sheet_facts(stream: bytes, start: int) -> _SheetFacts:
    sheet = _SheetFacts()
    for number, content in _records(stream, start):
        if number == _ROW and len(content) >= 16:
            sheet.hidden_rows = sheet.hidden_rows or bool(content[12] & _HIDDEN_ROW)
        if number not in (_FORMULA, _NUMBER, _RK, _MULRK, *_LABELS) or len(content) < 6:
            continue
        row, column, style = struct.unpack_from("<HHH", content)
        sheet.last_row, sheet.last_column = max(sheet.last_row, row), max(sheet.last_column, column)
        if number == _MULRK:
            for at in range((len(content) - 6) // 6):
                sheet.styles[row, column + at] = struct.unpack_from("<H", content, 4 + 6 * at)[0]
            sheet.last_column = max(sheet.last_column, column + (len(content) - 6) // 6 - 1)
            continue
        sheet.styles[row, column] = style
        if number == _FORMULA and len(content) >= 14:
            sheet.formulas[row, column] = not _says_nothing(content[6:14])
            if content[12:14] == b"\xff\xff" and content[6] == _ERROR_RESULT:
                sheet.errors[row, column] = _ERRORS.get(content[8], "#N/A")
    return sheet


def _says_nothing(result: bytes) -> bool:
    """Tell whether a stored result is 0 or a blank, as programs write that work nothing out."""
    return result == bytes(8) or (result[6:] == b"\xff\xff" and result[0] == 3)
