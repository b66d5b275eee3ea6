"""What recognition costs beside the bare recogniser, on the same picture in one run.

CPU-seconds of a page by our own reading over those of calling rapidocr alone with
the same number of threads, and the peak memory of this process. Run with
``python benchmarks/ocr.py PICTURE…``; no picture means a page drawn here.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import rapidocr
from PIL import Image, ImageDraw, ImageFont

from zuno.knowledge.ocr.engine import THREADS, Recogniser
from zuno.knowledge.ocr.pages import read_page
from zuno.knowledge.ocr.raster import raster_of

RUNS = 3


def measure(picture: Path) -> dict[str, float]:
    """Return ``ours_cpu_s``, ``bare_cpu_s`` (medians of three turns), ``ratio`` and ``peak_mb``."""
    recogniser = Recogniser()
    bare = rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
    raster = raster_of(picture, "image", 1)
    pixels = np.ascontiguousarray(np.asarray(raster.image)[:, :, ::-1])
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(RUNS + 1):
        spent = (
            _cpu_seconds(lambda: read_page(recogniser, raster)),
            _cpu_seconds(lambda: bare(pixels, return_word_box=True)),
        )
        if turn:  # the first one warms both up
            ours.append(spent[0])
            theirs.append(spent[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "ours_cpu_s": round(median(ours), 2),
        "bare_cpu_s": round(median(theirs), 2),
        "ratio": round(median(ours) / median(theirs), 3),
        "peak_mb": round(peak),
    }


def _cpu_seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _drawn_page(folder: Path) -> Path:
    page = Image.new("RGB", (1654, 2339), "white")
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(34)
    for row in range(36):
        text = f"Item {row:02d} delivered on 2024-03-{row % 28 + 1:02d} for {1234.5 + 7 * row:,.2f} paid"
        pen.text((180, 200 + 54 * row), text, fill="black", font=font)
    page.save(folder / "page.png")
    return folder / "page.png"


def main() -> None:
    """Measure each picture named on the command line and print one JSON line for it."""
    with tempfile.TemporaryDirectory() as scratch:
        for picture in [Path(name) for name in sys.argv[1:]] or [_drawn_page(Path(scratch))]:
            print(json.dumps({"picture": picture.name, **measure(picture)}))


if __name__ == "__main__":
    main()
