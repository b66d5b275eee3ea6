"""A long scan is read page by page: progress is shown, and a killed run goes on where it was.

About 25 CPU-seconds: sixty small pages are really recognised.
"""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

PAGES = 60
KILLED_AFTER = 8
PATIENCE_S = 240


def long_scan(folder: Path) -> Path:
    """A TIFF of sixty frames, each a line of print."""
    font = ImageFont.load_default(28)
    frames: list[Image.Image] = []
    for number in range(1, PAGES + 1):
        frame = Image.new("L", (420, 90), 255)
        ImageDraw.Draw(frame).text((20, 25), f"Receipt No. {number:04d}", fill=0, font=font)
        frames.append(frame)
    path = folder / "receipts.tiff"
    frames[0].save(path, save_all=True, append_images=frames[1:])
    return path


def reading(scan: Path, home: Path) -> list[str]:
    return [sys.executable, "-m", "zuno.interfaces.cli", "read", str(scan), "--json"]


def kept(home: Path) -> dict[Path, int]:
    """Pages that were read and kept, with the time of each."""
    return {path: path.stat().st_mtime_ns for path in home.rglob("*.json") if not path.name.startswith(".")}


@pytest.mark.skipif(os.name != "posix", reason="kills and terminals of POSIX")
def test_a_killed_reading_of_sixty_pages_goes_on_at_the_page_and_shows_how_far_it_is(tmp_path: Path) -> None:
    scan, home = long_scan(tmp_path), tmp_path / "home"
    settings = {**os.environ, "ZUNO_HOME": str(home)}
    first = subprocess.Popen(
        reading(scan, home), env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + PATIENCE_S
    while len(kept(home)) < KILLED_AFTER and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    before = kept(home)
    assert KILLED_AFTER <= len(before) < PAGES
    stdout, shown = run_in_terminal(reading(scan, home), settings)
    told = json.loads(stdout)
    assert [page["number"] for page in told["pages"]] == list(range(1, PAGES + 1))
    assert [told["text"].count(f"{number:04d}") for number in range(1, PAGES + 1)] == [1] * PAGES
    after = kept(home)
    assert {path: after[path] for path in before} == before
    assert len(after) == PAGES
    for done in (1, PAGES // 2, PAGES):
        assert f"{done}/{PAGES}" in shown


def run_in_terminal(command: list[str], settings: dict[str, str]) -> tuple[str, str]:
    """Run a command whose stderr is a terminal; return its stdout and what the terminal showed."""
    master, terminal = pty.openpty()
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        shown = b""
        while process.poll() is None or select.select([master], [], [], 0)[0]:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    shown += os.read(master, 65536)
                except OSError:  # the other end is closed
                    break
        assert process.stdout is not None
        told = process.stdout.read().decode()
    os.close(master)
    return told, shown.decode("utf-8", "replace")
