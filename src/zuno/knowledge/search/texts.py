"""Text versions: the text of a document as one reading gave it, with pages and places, in one file each.

Content-addressed: the name holds the digest of the document's bytes and of what was
read from them, so a later and better reading is another version beside this one.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from zuno.knowledge.records import Box, Document, Doubt, Line, Page


class TextDamaged(ValueError):
    """A kept text is not what its name says; what was read from it must be made again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextVersion:
    """What search needs of a document to quote it and to say where the words stand."""

    text: str
    pages: tuple[Page, ...]
    doubts: tuple[Doubt, ...]

    def page_at(self, offset: int) -> Page | None:
        """Return the page that holds the code point at ``offset``; None in a format without pages."""
        return next((page for page in reversed(self.pages) if page.start <= offset), None)


def pack(document: Document) -> tuple[str, bytes]:
    """Return the key and the bytes of the text version of a document; the same reading gives the same."""
    data = json.dumps(
        {
            "text": document.text,
            "pages": [_page_row(page) for page in document.pages],
            "doubts": [[doubt.start, doubt.end, doubt.flag, doubt.detail] for doubt in document.doubts],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode("utf-8", "surrogatepass")
    return f"{document.sha256}-{_digest(data)}", data


def keep(folder: Path, key: str, data: bytes) -> None:
    """Write a version for its owner alone, synced, whole or not at all; one that is there and sound stays."""
    path = folder / f"{key}.json"
    if path.is_file() and path.read_bytes() == data:
        return
    pending = folder / f"{key}.tmp"
    pending.unlink(missing_ok=True)
    with os.fdopen(os.open(pending, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    pending.replace(path)


def load(folder: Path, key: str) -> TextVersion:
    """Read a version.

    Raises:
        FileNotFoundError: It was swept away; look up the serving generation anew.
        TextDamaged: The file was changed; erase what is kept and index again.
    """
    data = (folder / f"{key}.json").read_bytes()
    if _digest(data) != key.rpartition("-")[2]:
        raise TextDamaged(key)
    kept = cast("dict[str, Any]", json.loads(data.decode("utf-8", "surrogatepass")))
    return TextVersion(
        text=kept["text"],
        pages=tuple(_page(row) for row in kept["pages"]),
        doubts=tuple(Doubt(start=row[0], end=row[1], flag=row[2], detail=row[3]) for row in kept["doubts"]),
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _page_row(page: Page) -> list[Any]:
    lines = [
        [line.start, line.end, _box_row(line.box), [_box_row(box) for box in line.boxes], line.scores]
        for line in page.lines
    ]
    size = [page.width, page.height, page.turned, page.quality]
    return [page.number, page.start, page.end, page.label, page.layer, size, lines]


def _page(row: list[Any]) -> Page:
    number, start, end, label, layer, (width, height, turned, quality), lines = row
    return Page(
        number=number,
        start=start,
        end=end,
        label=label,
        layer=layer,
        width=width,
        height=height,
        turned=turned,
        quality=quality,
        lines=tuple(
            Line(start=line[0], end=line[1], box=_box(line[2]), boxes=tuple(map(_box, line[3])), scores=tuple(line[4]))
            for line in lines
        ),
    )


def _box_row(box: Box) -> list[float]:
    return [round(side, 2) for side in (box.left, box.top, box.right, box.bottom)]


def _box(row: list[float]) -> Box:
    return Box(left=row[0], top=row[1], right=row[2], bottom=row[3])
