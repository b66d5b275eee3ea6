"""Runs calamine on one workbook in a process of its own and writes the cells as JSON.

Damaged workbooks can make it ask for more memory than there is, which ends
the process; so it never runs in the one that reads the case. Started by its
path, it imports nothing of Zuno.
"""

import json
import sys
from datetime import date, datetime, time
from pathlib import Path

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

PASSWORD_CODE, DAMAGED_CODE = 3, 4


def main(path: Path) -> int:
    """Write the sheets of the workbook at ``path``; return the exit code."""
    try:
        with path.open("rb") as file:
            sheets = _sheets(CalamineWorkbook.from_filelike(file))
    except PasswordError:
        return PASSWORD_CODE
    except CalamineError:
        return DAMAGED_CODE
    json.dump(sheets, sys.stdout)
    return 0


def _sheets(workbook: CalamineWorkbook) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for at, about in enumerate(workbook.sheets_metadata):
        if about.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet = workbook.get_sheet_by_index(at)
        cells = [
            (row, column, _written(value))
            for row, values in enumerate(sheet.to_python(skip_empty_area=False))
            for column, value in enumerate(values)
            if value != ""
        ]
        visible = about.visible == SheetVisibleEnum.Visible
        merged = sheet.merged_cell_ranges or []
        found.append({"at": at, "name": about.name, "visible": visible, "cells": cells, "merged": merged})
    return found


def _written(value: object) -> object:
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (datetime, date, time)):
        return {type(value).__name__: value.isoformat()}
    return str(value)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
