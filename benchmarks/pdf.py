"""What reading PDF text with places costs beside bare extraction, in CPU-seconds of one run.

The PDF has at least a hundred pages, imported again and again from given files (the
examples' own unless files are named): ``python benchmarks/pdf.py [FILE.pdf …]``. Both
ways take turns and the best of each counts, so that a busy machine disturbs little.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pypdfium2

from zuno.knowledge.parsing import pdf

EXAMPLES = Path(__file__).parents[1] / "examples"
PAGES = 120
ROUNDS = 7


def main(names: list[str]) -> None:
    """Measure and print pages, text and both costs with their ratio."""
    paths = [Path(name) for name in names] or sorted(EXAMPLES.rglob("*.pdf"))
    data = _long_pdf(paths)
    bare, read = _best([lambda: _bare(data), lambda: pdf.read(data)])
    reading = pdf.read(data)
    print(f"{len(reading.pages)} pages, {len(reading.text)} characters, from {len(paths)} files")
    print(f"bare get_text_range {bare:.3f} CPU s, read with spans {read:.3f} CPU s, ratio {read / bare:.2f}")


def _long_pdf(paths: list[Path]) -> bytes:
    out = pypdfium2.PdfDocument.new()
    while len(out) < PAGES:
        for path in paths:
            source = pypdfium2.PdfDocument(path)
            out.import_pages(source)
            source.close()
    buffer = io.BytesIO()
    out.save(buffer)
    out.close()
    return buffer.getvalue()


def _bare(data: bytes) -> None:
    document = pypdfium2.PdfDocument(data)
    for page in document:
        textpage = page.get_textpage()
        textpage.get_text_range()
        textpage.close()
        page.close()
    document.close()


def _best(ways: list[Callable[[], object]]) -> list[float]:
    best = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for at, way in enumerate(ways):
            started = time.process_time()
            way()
            best[at] = min(best[at], time.process_time() - started)
    return best


if __name__ == "__main__":
    main(sys.argv[1:])
