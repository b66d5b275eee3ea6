"""What ``zuno prepare`` costs: CPU-seconds and peak memory of a process of its own, case by case.

Cases: the two examples; forty text files (both examples together, filled up
with long chats and bank statements); an example with one text of 30 MB beside
it. CPU-seconds hardly depend on what else the machine does; wall time does and
is not told. Run with ``make bench``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = 40
LINES = 400
"""Messages or rows in each file that fills up the case of forty."""
HUGE_BYTES = 30_000_000


def main() -> None:
    """Measure each case and print one line for it."""
    print(f"{'case':<28}{'files':>6}{'text KB':>9}{'CPU s':>8}{'peak MB':>9}")
    with tempfile.TemporaryDirectory() as scratch:
        for name, case in _cases(Path(scratch)):
            files = [path for path in case.rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files) // 1024
            seconds, megabytes = _measure(case, Path(scratch) / f"{name}-out")
            print(f"{name:<28}{len(files):>6}{size:>9}{seconds:>8.1f}{megabytes:>9.0f}")


def _cases(scratch: Path) -> Iterator[tuple[str, Path]]:
    for example in sorted(path for path in EXAMPLES.iterdir() if path.is_dir()):
        yield example.name, example
    yield "forty-text-files", forty(scratch / "forty")
    yield "one-text-of-30-MB", _huge(scratch / "huge")


def forty(case: Path) -> Path:
    """A case of forty text files: both examples together, filled up with long chats and bank statements."""
    shutil.copytree(EXAMPLES / "sale-glass-jars", case)
    materials = case / "materials"
    for path in sorted((EXAMPLES / "loan-tea-house" / "materials").iterdir()):
        shutil.copy(path, materials / f"另案-{path.name}")
    number = 0
    while sum(path.is_file() for path in materials.iterdir()) < FILES:
        number += 1
        filler = _chat(number) if number % 2 else _statement(number)
        (materials / f"补充{number:02d}.{'txt' if number % 2 else 'csv'}").write_text(filler, "utf-8")
    return case


def _chat(number: int) -> str:
    return "".join(
        f"[2023-{1 + at % 12:02d}-{1 + at % 28:02d} 09:{at % 60:02d}:00] 业务{number}: 第{at}批今天到，共{at + 10}箱\n"
        for at in range(LINES)
    )


def _statement(number: int) -> str:
    rows = "".join(
        f"2023-{1 + at % 12:02d}-{1 + at % 28:02d},转账,{100 + at}.00,,某商行{number}\n" for at in range(LINES)
    )
    return "交易日期,摘要,支出,收入,对方户名\n" + rows


def _huge(case: Path) -> Path:
    shutil.copytree(EXAMPLES / "sale-glass-jars", case)
    line = "2023年5月10日，货款人民币12,345.00元，双方再行核对。\n"
    (case / "materials" / "长文本.txt").write_text(line * (HUGE_BYTES // len(line.encode())), "utf-8")
    return case


def _measure(case: Path, out: Path) -> tuple[float, float]:
    """Return CPU-seconds and peak megabytes of one run in a new process."""
    command = [sys.executable, "-m", "zuno.interfaces.cli", "prepare", str(case), "--out", str(out), "--json"]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(started.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"zuno prepare failed on {case}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


if __name__ == "__main__":
    main()
