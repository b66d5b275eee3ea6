"""Preparing twice: the same input gives the same bytes, a person's marks stay, and no hearing is ever lost.

Two runs may differ only in what ``NAMED`` lists; everything else is compared byte for byte.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from journey import (
    EXAMPLES,
    LOAN,
    SALE,
    Run,
    command,
    copy_example,
    environment,
    events_of,
    fingerprint,
    prepare,
    prepare_apart,
    written_words,
    zuno,
)

from zuno.application.preparing import lock_of
from zuno.disk import locked

NAMED = {
    "events": ("run_id", "at", "hash", "prev_hash"),
    "state.json": ("run_id", "head.hash"),
    "transcript.md": ("run_id", "at", "hash"),
    "模拟庭审记录.md": ("hash",),
    "模拟庭审记录.docx": ("hash",),
    "report.html": ("hash",),
}
"""All that may differ between two runs on the same input: the run's name, its times, and the hashes over them.

``hash`` in a page is the head of the record, whole or its first sixteen digits. Files not listed must be equal to the
byte: ``review.json``, ``run.json``, and every deliverable but the record of the hearing.
"""
ALL_EQUAL = ("review.json", "run.json", "一页纸.md", "一页纸.docx", "要件审查表.docx", "庭审提纲.docx", "证据目录.docx")


class Kept:
    """One output folder with its own run name, times and head taken out."""

    def __init__(self, out: Path) -> None:
        self.out = out
        events = events_of(out / "hearing")
        self.run_id, self.head = events[0]["run_id"], events[-1]["hash"]
        self.times = {event["at"] for event in events}

    def files(self) -> dict[str, Any]:
        """Return every file's content, with nothing but ``NAMED`` taken out of it."""
        found: dict[str, Any] = {}
        for path in sorted(self.out.rglob("*")):
            if path.is_file() and path.name != ".lock":
                found[str(path.relative_to(self.out))] = self._content(path)
        return found

    def _content(self, path: Path) -> Any:
        if path.parent.name == "events":
            return _event(path, NAMED["events"])
        if path.name not in NAMED:
            return path.read_bytes()
        if path.suffix == ".docx":
            return self._package(path)
        return self._without_names(path.read_bytes(), NAMED[path.name])

    def _package(self, path: Path) -> list[tuple[str, Any, bytes]]:
        with zipfile.ZipFile(path) as package:
            return [
                (part.filename, part.date_time, self._without_names(package.read(part), NAMED[path.name]))
                for part in package.infolist()
            ]

    def _without_names(self, data: bytes, names: tuple[str, ...]) -> bytes:
        if "run_id" in names:
            data = data.replace(self.run_id.encode(), b"RUN")
        if "at" in names:
            for stamp in self.times:
                data = data.replace(stamp.encode(), b"TIME")
        return data.replace(self.head.encode(), b"HEAD").replace(self.head[:16].encode(), b"HEAD")


def _event(path: Path, names: tuple[str, ...]) -> dict[str, Any]:
    event = {key: value for key, value in json.loads(path.read_text("utf-8")).items() if key not in names}
    if "speech" in event:
        event["speech"] = {key: value for key, value in event["speech"].items() if key not in names}
    return event


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("first")
    env = {"PYTHONHASHSEED": "1", "TZ": "Asia/Shanghai", "LANG": "zh_CN.UTF-8"}
    return prepare_apart(copy_example(SALE, folder), folder / "out", "--json", **env)


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same input in another place, on another day of its files, with another hash seed, zone and language."""
    folder = tmp_path_factory.mktemp("second") / "elsewhere"
    case = copy_example(SALE, folder)
    for path in case.rglob("*"):
        path.touch()
    env = {"PYTHONHASHSEED": "4711", "TZ": "America/New_York", "LANG": "en_US.UTF-8"}
    return prepare_apart(case, folder / "out", "--json", **env)


def test_the_same_input_twice_gives_the_same_bytes(first: Run, second: Run) -> None:
    assert (first.exit_code, second.exit_code) == (0, 0), first.stderr + second.stderr
    one, other = Kept(first.out).files(), Kept(second.out).files()
    assert list(one) == list(other)
    assert [name for name in one if one[name] != other[name]] == []


def test_what_may_differ_is_only_the_run_its_times_and_its_hashes(first: Run, second: Run) -> None:
    for name in ALL_EQUAL:
        assert (first.out / name).read_bytes() == (second.out / name).read_bytes(), name
    assert Kept(first.out).run_id != Kept(second.out).run_id


def test_no_output_names_the_place_it_was_made_in(first: Run) -> None:
    place = str(first.out.parent)
    pages = [path for path in first.out.iterdir() if path.suffix in (".json", ".md", ".html", ".docx")]
    assert [path.name for path in pages if place in written_words(path)] == []


def test_the_same_folder_again_keeps_every_byte_and_the_hearing(first: Run) -> None:
    before = fingerprint(first.out)
    again = prepare(first.out.parent / SALE, first.out, "--json")
    assert json.loads(again.stdout)["hearing"]["reused"] is True
    assert json.loads(first.stdout)["hearing"]["reused"] is False
    assert fingerprint(first.out) == before


# A person's marks ----------------------------------------------------------------------------------------------------

OVERRIDE = "- cell: CL-1/C1E2\n  mark: supported\n  reason: 已取得门卫证言，第三批交付可证\n  name: 段西浔\n"


@pytest.fixture(scope="module")
def overridden(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Run]]:
    """Prepare, write a correction, prepare again, add material, prepare once more."""
    folder = tmp_path_factory.mktemp("overridden")
    case, out = copy_example(SALE, folder), folder / "out"
    out.mkdir()
    (out / "overrides.yaml").write_text(OVERRIDE, "utf-8")
    runs = [prepare(case, out, "--json", "--max-turns", "2")]
    reviews = [(out / "review.json").read_text("utf-8")]
    (case / "materials" / "门卫证言.txt").write_text("门卫荀某说明：2023年11月15日晚有车卸货。", "utf-8")
    runs.append(prepare(case, out, "--json", "--max-turns", "2"))
    reviews.append((out / "review.json").read_text("utf-8"))
    (folder / "reviews.json").write_text(json.dumps([json.loads(text) for text in reviews]), "utf-8")
    return folder, runs


def test_a_persons_mark_shows_with_name_reason_and_what_the_rules_had_said(
    overridden: tuple[Path, list[Run]], first: Run
) -> None:
    folder, _ = overridden
    (by_rules,) = [cell for cell in first.review["cells"] if cell["id"] == "CL-1/C1E2"]
    for review in json.loads((folder / "reviews.json").read_text("utf-8")):
        (cell,) = [cell for cell in review["cells"] if cell["id"] == "CL-1/C1E2"]
        assert (cell["mark"], cell["rule"], cell["set_by"]) == ("supported", "human_override", "段西浔")
        assert (cell["reason"], cell["rule_mark"]) == ("已取得门卫证言，第三批交付可证", by_rules["mark"])


@pytest.mark.parametrize("page", ["要件审查表.md", "要件审查表.docx", "report.html"])
def test_a_persons_name_and_reason_stand_on_the_pages(overridden: tuple[Path, list[Run]], page: str) -> None:
    words = written_words(overridden[0] / "out" / page)
    assert "段西浔" in words
    assert "已取得门卫证言，第三批交付可证" in words


def test_corrections_are_never_rewritten(overridden: tuple[Path, list[Run]]) -> None:
    assert (overridden[0] / "out" / "overrides.yaml").read_text("utf-8") == OVERRIDE


def test_a_correction_for_a_cell_that_is_gone_is_kept_and_told(tmp_path: Path) -> None:
    case, out = copy_example(SALE, tmp_path), tmp_path / "out"
    out.mkdir()
    (out / "overrides.yaml").write_text(OVERRIDE.replace("CL-1/C1E2", "CL-9/C9E9"), "utf-8")
    told = json.loads(prepare(case, out, "--json", "--max-turns", "1").stdout)
    assert [notice for notice in told["notices"] if "CL-9/C9E9" in notice and "段西浔" in notice]
    assert "CL-9/C9E9" in (out / "overrides.yaml").read_text("utf-8")


# Changed material ----------------------------------------------------------------------------------------------------


def test_changed_material_gets_a_new_hearing_and_the_earlier_one_is_kept(tmp_path: Path) -> None:
    case, out = copy_example(LOAN, tmp_path), tmp_path / "out"
    note, held = case / "materials" / "15补充说明.txt", []
    for words in ("", "2024年5月8日，交付现金时店员不在场。", "2024年5月8日，交付现金时店员在场。"):
        if words:
            note.write_text(words, "utf-8")
        told = json.loads(prepare(case, out, "--json", "--max-turns", "3").stdout)
        assert told["hearing"]["reused"] is False
        held.append((Kept(out).run_id, fingerprint(out / "hearing")))
        shelf = out / "hearing-earlier"
        kept = [fingerprint(folder) for folder in sorted(shelf.iterdir())] if shelf.is_dir() else []
        assert kept == [record for _, record in held[:-1]]
    assert len({run_id for run_id, _ in held}) == 3


# Killed runs ---------------------------------------------------------------------------------------------------------


def _kill_when(case: Path, out: Path, reached: Callable[[], bool]) -> bool:
    """Start a run and kill it as soon as it has come so far; tell whether it was killed before it ended."""
    started = command("prepare", case, "--out", out)
    with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()) as process:
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline and not reached():
            time.sleep(0.002)
        process.kill()
        process.wait()
    return process.returncode == -signal.SIGKILL


def _events(out: Path) -> int:
    folder = out / "hearing" / "events"
    return len([path for path in folder.iterdir() if path.suffix == ".json"]) if folder.is_dir() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_a_run_killed_in_the_hearing_is_completed_by_the_next_and_its_record_is_kept(
    tmp_path: Path, first: Run
) -> None:
    case, out = copy_example(SALE, tmp_path), tmp_path / "out"
    assert _kill_when(case, out, lambda: _events(out) >= 40)
    assert not (out / "run.json").exists()
    broken = fingerprint(out / "hearing" / "events")
    assert 40 <= len(broken) < len(events_of(first.hearing))
    told = json.loads(prepare(case, out, "--json").stdout)
    assert told["hearing"]["complete"]
    assert fingerprint(out / "hearing-earlier" / "001" / "events") == broken
    shutil.rmtree(out / "hearing-earlier")
    one, other = Kept(out).files(), Kept(first.out).files()
    assert [name for name in other if one.get(name) != other[name]] == []


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_a_run_killed_while_writing_is_completed_by_the_next_with_the_same_hearing(tmp_path: Path, first: Run) -> None:
    case, out = copy_example(SALE, tmp_path), tmp_path / "out"
    assert _kill_when(case, out, lambda: (out / "review.json").exists())
    assert not (out / "report.html").exists()
    held = fingerprint(out / "hearing")
    told = json.loads(prepare(case, out, "--json").stdout)
    assert told["hearing"]["reused"] is True
    assert fingerprint(out / "hearing") == held
    one, other = Kept(out).files(), Kept(first.out).files()
    assert list(one) == list(other)
    assert [name for name in other if one[name] != other[name]] == []


def test_a_damaged_record_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    case, out = copy_example(SALE, tmp_path), tmp_path / "out"
    prepare(case, out, "--max-turns", "3")
    event = sorted((out / "hearing" / "events").glob("*.json"))[2]
    event.write_bytes(event.read_bytes() + b" ")
    before = fingerprint(out / "hearing")
    exit_code, stdout, stderr = zuno("prepare", case, "--out", out, "--max-turns", "3", "--json")
    assert exit_code == 2
    assert json.loads(stderr.splitlines()[-1])["message"]
    assert stdout == ""
    assert fingerprint(out / "hearing") == before


def test_a_folder_that_another_program_writes_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with locked(lock_of(out), wait_s=0) as held:
        assert held
        run = prepare(EXAMPLES / SALE, out, "--json")
    assert (run.exit_code, json.loads(run.stderr.splitlines()[-1])["error"]) == (2, "output_busy")
    assert list(out.iterdir()) == []
