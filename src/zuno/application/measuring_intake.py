"""Measuring what reading costs and how well pictures are read, beside the bare libraries in the same run.

CPU-seconds hardly depend on what else the machine does. Writes to a temporary folder only.
"""

from __future__ import annotations

import email.message
import io
import json
import multiprocessing
import re
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any, cast

import docx
import openpyxl
import pypdfium2

from zuno.errors import Invalid
from zuno.knowledge import intake
from zuno.knowledge.ocr.raster import raster_of
from zuno.knowledge.parsing import pdf

Progress = Callable[[str, int, int, str], None]

TEXT_FILES = 1_000
PDF_PAGES = 120
ROUNDS = 7
"""Turns of each way; the best counts."""
OCR_ROUNDS = 3


class NothingToMeasure(Invalid):
    """The folder holds neither PDFs nor pictures with ``truth.json``: give another, or none."""

    code = "nothing_to_measure"


def measure_intake(folder: Path | None, *, on_progress: Progress) -> dict[str, dict[str, Any]]:
    """Measure intake of text files and, with a folder, of its PDFs and pictures.

    Args:
        folder: PDFs and pictures anywhere below it; a ``truth.json`` beside pictures names their true
            text by file name without ending. None measures text files alone.
        on_progress: Called with (stage, done, total, what); stages are ``measure_text``, ``measure_pdf``
            and ``measure_ocr``.

    Returns:
        ``text``: ``files``, ``cpu_s``, ``peak_mb``, ``ready`` · ``pdf``: ``pages``, ``bare_cpu_s``, ``cpu_s``,
        ``ratio`` · ``ocr``: ``cpu_s``, ``bare_cpu_s``, ``ratio``, ``peak_mb`` (both in one process) and
        ``cer`` by picture. CPU-seconds; memory in MB of 1024² bytes.

    Raises:
        NothingToMeasure: The folder has nothing of this kind.
    """
    papers: list[Path] = []
    truths: list[Path] = []
    if folder is not None:
        papers = [path for path in sorted(folder.rglob("*.pdf")) if _opens(path)]
        truths = sorted(folder.rglob("truth.json"))
        if not papers and not truths:
            raise NothingToMeasure(f"{folder} 里没有可测的 PDF 或带 truth.json 的图片", where=str(folder))
    told = {"text": _step("measure_text", _texts, on_progress)}
    if papers:
        told["pdf"] = _step("measure_pdf", lambda: _pdf(papers), on_progress)
    if truths:
        told["ocr"] = _step("measure_ocr", lambda: _in_child(_ocr, truths[0]), on_progress)
    return told


def _step(stage: str, work: Callable[[], dict[str, Any]], on_progress: Progress) -> dict[str, Any]:
    on_progress(stage, 0, 1, "")
    told = work()
    on_progress(stage, 1, 1, "")
    return told


# --- text files -------------------------------------------------------------------------------------------------


def _texts() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        materials = Path(scratch) / "case" / "materials"
        materials.mkdir(parents=True)
        for number in range(TEXT_FILES):
            name, data = _MADE[number % len(_MADE)](number)
            (materials / name).write_bytes(data)
        return _in_child(_read_texts, materials.parent)


def _read_texts(case: Path) -> dict[str, Any]:
    before = time.process_time()
    documents = intake.read_case(case)
    spent = time.process_time() - before
    return {
        "files": TEXT_FILES,
        "cpu_s": round(spent, 2),
        "peak_mb": _peak_mb(),
        "ready": Counter(document.state for document in documents)["ready"],
    }


_LINE = "2024年3月{day}日，第{number}批货款人民币{sum:,.2f}元，收货人签字后三十日内付清；逾期按日万分之五计付违约金。\n"


def _words(number: int) -> str:
    return "".join(_LINE.format(day=1 + at % 28, number=number + at, sum=1000.5 + 7 * at) for at in range(30))


def _plain(number: int) -> tuple[str, bytes]:
    return f"说明{number:04d}.txt", _words(number).encode("gb18030" if number % 2 else "utf-8")


def _table(number: int) -> tuple[str, bytes]:
    rows = "".join(f"2024-03-{1 + at % 28:02d},转账,{100 + at}.00,,某商行{number}\n" for at in range(100))
    return f"流水{number:04d}.csv", ("交易日期,摘要,支出,收入,对方户名\n" + rows).encode("gbk")


def _word(number: int) -> tuple[str, bytes]:
    paper = docx.Document()
    for line in _words(number).splitlines():
        paper.add_paragraph(line)
    return f"合同{number:04d}.docx", _saved(paper.save)


def _sheet(number: int) -> tuple[str, bytes]:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["日期", "品名", "数量", "金额"])
    for at in range(100):
        sheet.append([f"2024-03-{1 + at % 28:02d}", f"货品{number}", at + 1, 100.5 * at])
    return f"台账{number:04d}.xlsx", _saved(book.save)


def _mail(number: int) -> tuple[str, bytes]:
    message = email.message.EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.com", f"催款{number}"
    message.set_content(_words(number))
    return f"邮件{number:04d}.eml", message.as_bytes()


def _web(number: int) -> tuple[str, bytes]:
    paragraphs = "".join(f"<p>{line}</p>" for line in _words(number).splitlines())
    return f"网页{number:04d}.html", f"<html><meta charset=utf-8><body>{paragraphs}</body></html>".encode()


_MADE = (_plain, _word, _table, _plain, _sheet, _mail, _word, _plain, _table, _web)


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()


# --- PDF --------------------------------------------------------------------------------------------------------


def _opens(path: Path) -> bool:
    try:
        pypdfium2.PdfDocument(path).close()
    except pypdfium2.PdfiumError:
        return False
    return True


def _pdf(papers: list[Path]) -> dict[str, Any]:
    data = _long_pdf(papers)
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for at, way in enumerate((lambda: _bare_text(data), lambda: pdf.read(data))):
            best[at] = min(best[at], _cpu_seconds(way))
    bare, ours = best
    return {
        "pages": len(pdf.read(data).pages),
        "bare_cpu_s": round(bare, 3),
        "cpu_s": round(ours, 3),
        "ratio": round(ours / bare, 3),
    }


def _long_pdf(papers: list[Path]) -> bytes:
    """Import the pages of the papers again and again."""
    whole = pypdfium2.PdfDocument.new()
    while len(whole) < PDF_PAGES:
        for path in papers:
            source = pypdfium2.PdfDocument(path)
            whole.import_pages(source)
            source.close()
    data = _saved(whole.save)
    whole.close()
    return data


def _bare_text(data: bytes) -> None:
    whole = pypdfium2.PdfDocument(data)
    for page in whole:
        text = page.get_textpage()
        text.get_text_range()
        text.close()
        page.close()
    whole.close()


# --- pictures ---------------------------------------------------------------------------------------------------


def _ocr(truth: Path) -> dict[str, Any]:
    """Read every picture of a truth; the first is read in turns with the bare recogniser."""
    import numpy as np
    import rapidocr

    from zuno.knowledge.ocr.engine import THREADS, Recogniser
    from zuno.knowledge.ocr.pages import read_page

    texts = cast("dict[str, str]", json.loads(truth.read_text("utf-8")))
    pictures = [path for path in sorted(truth.parent.iterdir()) if path.stem in texts]
    recogniser = Recogniser()
    rates: dict[str, float] = {}
    for path in pictures:
        reading = read_page(recogniser, raster_of(path, "image", 1))
        rates[path.stem] = round(error_rate(texts[path.stem], reading.text), 4)
    threads = {
        "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    bare = rapidocr.RapidOCR(params={"Global.log_level": "critical", **threads})
    named = [path for path in pictures if path.stem == "syn_200"] or pictures
    raster = raster_of(named[0], "image", 1)
    pixels = np.ascontiguousarray(np.asarray(raster.image)[:, :, ::-1])
    bare(pixels, return_word_box=True)  # warms it up
    turns = [
        (_cpu_seconds(lambda: read_page(recogniser, raster)), _cpu_seconds(lambda: bare(pixels, return_word_box=True)))
        for _ in range(OCR_ROUNDS)
    ]
    ours, theirs = (median(way) for way in zip(*turns, strict=True))
    return {
        "picture": named[0].name,
        "cpu_s": round(ours, 2),
        "bare_cpu_s": round(theirs, 2),
        "ratio": round(ours / theirs, 3),
        "peak_mb": _peak_mb(),
        "cer": rates,
    }


def error_rate(truth: str, read: str) -> float:
    """Return edits that turn what was read into the truth, per character of the truth (CER).

    Compared after NFKC and without white space, in reading order.
    """
    wanted, got = _dense(truth), _dense(read)
    before = list(range(len(got) + 1))
    for row, sign in enumerate(wanted, start=1):
        now = [row]
        for column, other in enumerate(got, start=1):
            now.append(min(before[column] + 1, now[-1] + 1, before[column - 1] + (sign != other)))
        before = now
    return before[-1] / max(1, len(wanted))


def _dense(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


# --- processes --------------------------------------------------------------------------------------------------


def _in_child(work: Callable[[Path], dict[str, Any]], what: Path) -> dict[str, Any]:
    """Do a measurement in a process of its own, so that its peak of memory is its own."""
    with ProcessPoolExecutor(max_workers=1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, what).result()


def _peak_mb() -> int | None:
    """Peak memory of this process; None where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return None
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(kilobytes / (1024 if sys.platform != "darwin" else 1024 * 1024))


def _cpu_seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before
