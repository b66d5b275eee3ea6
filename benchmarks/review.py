"""What the element review costs after intake, on forty and on a thousand text files, and again after one changed file.

CPU-seconds of the review alone, the ratio of a re-run with one changed file to
the first, and the peak memory of the process. Run with ``make benchreview``.
"""

from __future__ import annotations

import hashlib
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cost import EXAMPLES, forty

from zuno.application import reading
from zuno.casework.case_file import parse
from zuno.casework.readings import Readings
from zuno.casework.review import review
from zuno.casework.sources import within_budget
from zuno.knowledge.records import Document

FILES = 1000
_KINDS = (".txt", ".csv", ".eml", ".docx", ".xlsx")
_NOT_TWICE = ("起诉", "答辩", "备忘")


def main() -> None:
    """Measure each case in a process that lives for it alone and print one line for it."""
    print(f"{'case':<16}{'files':>7}{'first CPU s':>13}{'again CPU s':>13}{'ratio':>7}{'peak MB':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        for name, make in (("forty", forty), ("thousand", _thousand)):
            case = make(Path(scratch) / name)
            first, again, count = _measure(case, Path(scratch) / f"{name}-kept")
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{name:<16}{count:>7}{first:>13.1f}{again:>13.1f}{again / first:>7.2f}{peak:>9}")
            sys.stdout.flush()


def _measure(case: Path, kept: Path) -> tuple[float, float, int]:
    with reading.case_material(case, on_progress=lambda *_: None) as material:
        documents = [within_budget(document) for document in material.documents]
    first = _seconds(documents, kept)
    changed = next(at for at, document in enumerate(documents) if document.format == "txt")
    text = documents[changed].text + "\n补记。"
    documents[changed] = replace(documents[changed], text=text, sha256=hashlib.sha256(text.encode()).hexdigest())
    return first, _seconds(documents, kept), len(documents)


def _seconds(documents: Sequence[Document], kept: Path) -> float:
    started = time.process_time()
    review(documents, parse({"our_side": "plaintiff"}), readings=Readings(kept))
    return time.process_time() - started


def _thousand(case: Path) -> Path:
    """A case of a thousand files: papers of both examples, chats of sixty messages, statements of eighty rows."""
    shutil.copytree(EXAMPLES / "sale-glass-jars", case)
    materials, draw = case / "materials", random.Random(3)
    papers = [
        path
        for example in ("sale-glass-jars", "loan-tea-house")
        for path in sorted((EXAMPLES / example / "materials").iterdir())
        if path.suffix in _KINDS and not any(word in path.name for word in _NOT_TWICE)
    ]
    for number in range(FILES - sum(1 for _ in materials.iterdir())):
        if number % 10 < 4:
            paper = papers[number % len(papers)]
            shutil.copy(paper, materials / f"卷{number:04d}-{paper.name}")
        elif number % 10 < 8:
            (materials / f"聊天{number:04d}.txt").write_text(_chat(draw), "utf-8")
        else:
            (materials / f"流水{number:04d}.csv").write_text(_statement(number), "utf-8")
    return case


def _chat(draw: random.Random) -> str:
    return "".join(
        f"[2023-{1 + at % 12:02d}-{1 + at % 28:02d} 09:{at:02d}:00] {'甲方小王' if at % 2 else '乙方老李'}: "
        f"第{at}批今天到，共{at + 10}箱，单价{draw.randint(5, 50)}元，回头把{draw.randint(1, 9)}000元货款付了\n"
        for at in range(60)
    )


def _statement(number: int) -> str:
    rows = "".join(f"2023-{1 + at % 12:02d}-{1 + at % 28:02d},转账,{100 + at}.00,,某商行{number}\n" for at in range(80))
    return "交易日期,摘要,支出,收入,对方户名\n" + rows


if __name__ == "__main__":
    main()
