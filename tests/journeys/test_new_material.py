"""New material: what changed since the last run is told with its reason, and what did not change costs little."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from journey import LOAN, Run, copy_example, prepare

from zuno.application import reading
from zuno.casework.case_file import parse
from zuno.casework.readings import Readings
from zuno.casework.review import review

RECORD = "借条"


def told(run: Run) -> dict[str, object]:
    return json.loads((run.out / "changes.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Run, dict[str, object] | None]]:
    """The loan example without its IOU, then with it, then again as it was."""
    folder = tmp_path_factory.mktemp("case")
    case, out = copy_example(LOAN, folder), folder / "out"
    iou = next(path for path in (case / "materials").iterdir() if RECORD in path.name)
    aside = folder / iou.name
    iou.rename(aside)
    first = prepare(case, out)
    none = (out / "changes.json").exists()
    assert not none, "a first run has nothing to compare with"
    aside.rename(iou)
    second = prepare(case, out)
    changed = told(second)
    third = prepare(case, out)
    return {"first": (first, None), "second": (second, changed), "third": (third, told(third))}


def test_a_file_that_came_in_is_named_with_the_cells_and_findings_it_moved(runs) -> None:
    _run, changed = runs["second"]
    assert [RECORD in file for file in changed["added"]] == [True]
    moved = [item for item in changed["changes"] if item["kind"] == "cell" and item["files"]]
    assert moved, changed
    assert all(RECORD in item["reason"] for item in moved)
    assert {item["after"] for item in moved} & {"有据"}


def test_the_terminal_tells_the_changes_and_a_page_for_the_lawyer_lists_them(runs) -> None:
    run, changed = runs["second"]
    assert "与上次相比" in run.stdout or "Since the last run" in run.stdout
    page = (run.out / "材料变化.md").read_text("utf-8")
    assert all(item["id"] in page for item in changed["changes"])


def test_a_run_on_unchanged_material_tells_no_change_and_keeps_the_last_page(runs) -> None:
    run, changed = runs["third"]
    assert "与上次相比" not in run.stdout
    assert changed == runs["second"][1]


@pytest.fixture
def documents(tmp_path: Path):
    case = copy_example(LOAN, tmp_path)
    with reading.case_material(case, on_progress=lambda *_: None) as material:
        yield list(material.documents)


def test_a_review_with_what_was_kept_is_the_same_review(documents, tmp_path: Path) -> None:
    settings, folder = parse({"our_side": "plaintiff"}), tmp_path / "kept"
    plain = review(documents, settings)
    assert review(documents, settings, readings=Readings(folder)) == plain
    assert review(documents, settings, readings=Readings(folder)) == plain


def test_what_is_kept_of_a_file_that_left_is_erased(documents, tmp_path: Path) -> None:
    settings, folder = parse({"our_side": "plaintiff"}), tmp_path / "kept"
    whole = Readings(folder)
    review(documents, settings, readings=whole)
    whole.prune()
    before = {path.name for path in folder.iterdir()}
    fewer = Readings(folder)
    review(documents[:-1], settings, readings=fewer)
    fewer.prune()
    assert {path.name for path in folder.iterdir()} < before


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"kind": "iou"}'])
def test_a_damaged_reading_is_worked_out_anew(documents, tmp_path: Path, damage: bytes) -> None:
    settings, folder = parse({"our_side": "plaintiff"}), tmp_path / "kept"
    plain = review(documents, settings, readings=Readings(folder))
    for path in folder.iterdir():
        path.write_bytes(damage)
    assert review(documents, settings, readings=Readings(folder)) == plain


def test_a_home_that_cannot_be_written_costs_time_and_nothing_else(documents, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    settings = parse({"our_side": "plaintiff"})
    assert review(documents, settings, readings=Readings(blocked / "kept")) == review(documents, settings)
