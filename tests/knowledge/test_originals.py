"""Copies of the files that are looked at again."""

from __future__ import annotations

from pathlib import Path

from zuno.knowledge.originals import Originals


def test_what_was_never_taken_out_of_its_archive_has_no_copy(tmp_path: Path) -> None:
    with Originals(tmp_path) as originals:
        assert originals.path("") is None
        assert originals.path("0" * 64) is None
