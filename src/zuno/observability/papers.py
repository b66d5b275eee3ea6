"""From the rendered text of a style file to files as people send them.

A style file is one text; each document begins with a line

    === key | file name | encoding

The ending of the file name chooses the format. ``docx``: a line is a paragraph,
lines that begin with ``|`` are rows of a table, ``# `` centres a line, ``> `` sets it
to the right. ``xlsx`` and ``csv``: a line is a row, cells are parted by ``|``; ``## name``
begins another sheet. ``eml``: header lines, an empty line, the text. Everything else
is written as it stands.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from email.message import EmailMessage
from email.utils import format_datetime
from functools import lru_cache

import docx
import openpyxl
from docx.enum.text import WD_ALIGN_PARAGRAPH

_HEAD = re.compile(r"^=== *(.+)$", re.M)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_CHINA = timezone(timedelta(hours=8))


class BadPaper(ValueError):
    """A style file is not of the documented form; the message says where."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One document of a case."""

    key: str
    """What defects call it: ``receipt``; several papers may share one."""
    file: str
    encoding: str
    text: str

    def data(self) -> bytes:
        """Return the bytes of the file."""
        return _written(self.file.rsplit(".", 1)[-1], self.text, self.encoding)


def papers_of(rendered: str) -> list[Paper]:
    """Part the text of a style file into its documents.

    Raises:
        BadPaper: A head is malformed, two files have one name, or text stands before the first head.
    """
    parts = _HEAD.split(rendered)
    if parts[0].strip():
        raise BadPaper(f"text before the first === line: {parts[0].strip()[:40]}")
    papers = [_paper(head, body) for head, body in zip(parts[1::2], parts[2::2], strict=True)]
    names = [paper.file for paper in papers]
    if doubles := {name for name in names if names.count(name) > 1}:
        raise BadPaper(f"two files of one name: {'、'.join(sorted(doubles))}")
    return papers


def _paper(head: str, body: str) -> Paper:
    key, file, encoding = [*(part.strip() for part in head.split("|")), "", ""][:3]
    if not re.fullmatch(r"[a-z]\w*", key) or not re.fullmatch(r"[^/\\]+\.[a-z]+", file):
        raise BadPaper(f"not of the form === key | name.ending: {head}")
    return Paper(key, file, encoding or "utf-8", re.sub(r"\n{3,}", "\n\n", body.strip("\n")) + "\n")


@lru_cache(maxsize=512)
def _written(format: str, text: str, encoding: str) -> bytes:
    """Write a document; its clean and its defective copies are mostly the same."""
    writer = _WRITERS.get(format)
    return writer(text, encoding) if writer else text.encode(encoding)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _word(text: str, encoding: str) -> bytes:
    del encoding
    paper = docx.Document()
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(_cells(line.strip()[1:].removesuffix("|")))
            continue
        if rows:
            table = paper.add_table(len(rows), max(map(len, rows)), style="Table Grid")
            for row, words in zip(table.rows, rows, strict=True):
                for cell, word in zip(row.cells, words, strict=False):
                    cell.text = word
            rows = []
        if line.startswith("# "):
            paper.add_paragraph(line[2:]).alignment = WD_ALIGN_PARAGRAPH.CENTER
        elif line.startswith("> "):
            paper.add_paragraph(line[2:]).alignment = WD_ALIGN_PARAGRAPH.RIGHT
        else:
            paper.add_paragraph(line)
    return _saved(paper.save)


def _sheet(text: str, encoding: str) -> bytes:
    del encoding
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for number, line in enumerate(text.splitlines()):
        if line.startswith("## "):
            if number:
                sheet = book.create_sheet()
            sheet.title = line[3:].strip()
            continue
        sheet.append([_value(cell) for cell in _cells(line)])
    return _saved(book.save)


def _value(cell: str) -> str | float | date:
    if _NUMBER.fullmatch(cell):
        return float(cell) if "." in cell else int(cell)
    return date.fromisoformat(cell) if _DAY.fullmatch(cell) else cell


def _table(text: str, encoding: str) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(_cells(line) for line in text.splitlines())
    return buffer.getvalue().encode(encoding)


def _mail(text: str, encoding: str) -> bytes:
    head, _, body = text.partition("\n\n")
    message = EmailMessage()
    for line in head.splitlines():
        name, _, value = line.partition(":")
        if name == "Date":
            value = format_datetime(datetime.fromisoformat(value.strip()).replace(tzinfo=_CHINA))
        message[name] = value.strip()
    message.set_content(body, charset=encoding)
    return message.as_bytes()


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()


_WRITERS: dict[str, Callable[[str, str], bytes]] = {"docx": _word, "xlsx": _sheet, "csv": _table, "eml": _mail}
