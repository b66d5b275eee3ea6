"""Copies of files for one run: they go when the run ends, and those of a killed run with the next."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from zuno.knowledge.originals import Originals
from zuno.knowledge.records import Document


def paper(format: str) -> Document:
    return Document(file="a", sha256="a" * 64, size_bytes=1, format=format, state="ready")


def test_what_has_pages_is_kept_for_the_run_and_nothing_else_is(tmp_path: Path) -> None:
    with Originals(tmp_path) as originals:
        originals.keep(paper("txt"), b"text")
        assert originals.path("a" * 64) is None
        originals.keep(paper("pdf"), b"pages")
        path = originals.path("a" * 64)
        assert path is not None
        assert path.read_bytes() == b"pages"
        if os.name == "posix":
            assert path.parent.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")
def test_copies_of_a_run_that_was_killed_are_swept_away_and_those_of_a_living_one_are_not(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    killed, living = tmp_path / f"originals-{ended.pid}-x", tmp_path / f"originals-{os.getpid()}-x"
    for folder in (killed, living):
        folder.mkdir()
        (folder / "copy").write_bytes(b"words")
    with Originals(tmp_path):
        assert not killed.exists()
        assert living.exists()


def test_what_was_never_taken_out_of_its_archive_has_no_copy(tmp_path: Path) -> None:
    with Originals(tmp_path) as originals:
        assert originals.path("") is None
        assert originals.path("0" * 64) is None
