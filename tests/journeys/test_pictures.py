"""What is cited from a scan is shown to the reader as it stands there, and nothing else is."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from zuno.application import pictures
from zuno.casework.records import Quote
from zuno.knowledge.originals import Originals
from zuno.knowledge.records import Box, Document, Line, Page

WORDS = "尚欠239000元"


def scan(folder: Path) -> bytes:
    """A white picture of 400 × 300 with a black bar where the words stand."""
    picture = Image.new("RGB", (400, 300), "white")
    picture.paste("black", (100, 140, 300, 160))
    picture.save(folder / "scan.png")
    return (folder / "scan.png").read_bytes()


def read(sha256: str) -> Document:
    boxes = tuple(Box(left=100 + 20 * at, top=140, right=120 + 20 * at, bottom=160) for at in range(len(WORDS)))
    line = Line(
        start=0,
        end=len(WORDS),
        box=Box(left=100, top=140, right=300, bottom=160),
        boxes=boxes,
        scores=(0.99,) * len(WORDS),
    )
    page = Page(number=1, start=0, end=len(WORDS), layer="ocr", width=400, height=300, lines=(line,))
    return Document(
        file="对账单.png", sha256=sha256, size_bytes=1, format="image", state="ready", text=WORDS, pages=(page,)
    )


def quoted(file: str) -> Quote:
    return Quote(file=file, page=1, start=0, end=len(WORDS), quote=WORDS)


def test_a_quote_from_a_scan_gets_the_part_of_the_picture_where_it_stands(tmp_path: Path) -> None:
    document = read("a" * 64)
    with Originals(tmp_path) as originals:
        originals.keep(document, scan(tmp_path))
        cut = pictures.of_quotes([quoted("对账单.png")], [document], originals)
    shown = Image.open(io.BytesIO(cut["对账单.png", 0, len(WORDS)])).convert("L")
    assert shown.width < 260
    assert shown.height < 60
    dark = sum(shown.histogram()[:64])
    assert dark > 0.4 * shown.width * shown.height


def test_words_that_were_never_recognised_get_no_picture(tmp_path: Path) -> None:
    typed = Document(
        file="起诉状.txt",
        sha256="b" * 64,
        size_bytes=1,
        format="txt",
        state="ready",
        text=WORDS,
        pages=(Page(number=1, start=0, end=len(WORDS)),),
    )
    with Originals(tmp_path) as originals:
        assert pictures.of_quotes([quoted("起诉状.txt")], [typed], originals) == {}
