"""Bad input through the command line: one clear line each, never a traceback, and the case folder stays as it was."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bad_files
import pytest
from journey import EXAMPLES, SALE, Run, command, copy_example, environment, events_of, fingerprint, prepare, zuno

MATERIALS = EXAMPLES / SALE / "materials"


def small_case(folder: Path, settings: str | bytes | None = None) -> Path:
    """Make a case of a complaint and a contract, with a ``case.yaml`` if told so."""
    case = folder / "case"
    (case / "materials").mkdir(parents=True)
    for name in ("民事起诉状.docx", "玻璃罐购销合同.pdf"):
        shutil.copy(MATERIALS / name, case / "materials")
    if settings is not None:
        (case / "case.yaml").write_bytes(settings if isinstance(settings, bytes) else settings.encode())
    return case


def refusal(case: Path, out: Path, *options: str | Path) -> dict[str, Any]:
    """Run a command that must be refused, in words and as JSON; return the JSON after looking at both.

    A refusal leaves with exit code 2, says nothing on stdout, tells what, where and what next, and leaves the case
    as it was.
    """
    before = fingerprint(case.parent)
    in_words = prepare(case, out, *options, "--lang", "zh")
    as_json = prepare(case, out, *options, "--json")
    assert fingerprint(case.parent) == before
    assert (in_words.exit_code, as_json.exit_code) == (2, 2)
    assert (in_words.stdout, as_json.stdout) == ("", "")
    told = json.loads(as_json.stderr.splitlines()[-1])
    assert set(told) == {"error", "message", "where", "next"}
    assert told["message"] in in_words.stderr
    assert f"位置：{told['where']}" in in_words.stderr
    assert f"下一步：{told['next']}" in in_words.stderr
    assert told["message"]
    assert told["where"]
    assert told["next"]
    return told


# The folder ----------------------------------------------------------------------------------------------------------


def _empty(folder: Path) -> Path:
    (folder / "case" / "materials").mkdir(parents=True)
    return folder / "case"


def _without_material(folder: Path) -> Path:
    case = small_case(folder, "our_side: plaintiff\n")
    shutil.rmtree(case / "materials")
    return case


def _junk_alone(folder: Path) -> Path:
    case = _empty(folder)
    (case / "materials" / ".DS_Store").write_bytes(b"\0")
    (case / "materials" / "~$起诉状.docx").write_bytes(b"\0")
    return case


def _empty_file_alone(folder: Path) -> Path:
    case = _empty(folder)
    (case / "materials" / "空.txt").write_bytes(b"")
    return case


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (_empty, "case_empty"),
        (_without_material, "case_empty"),
        (_junk_alone, "case_empty"),
        (lambda folder: folder / "nowhere", "case_not_found"),
        (lambda folder: small_case(folder) / "materials" / "民事起诉状.docx", "case_not_a_folder"),
        (_empty_file_alone, "unknown_cause"),
    ],
    ids=["empty", "no-material", "junk-alone", "missing", "a-file", "empty-file-alone"],
)
def test_a_folder_that_holds_no_case_is_refused(tmp_path: Path, make: Callable[[Path], Path], code: str) -> None:
    case = make(tmp_path / "in")
    (tmp_path / "in").mkdir(exist_ok=True)
    assert refusal(case, tmp_path / "out")["error"] == code
    assert not (tmp_path / "out").exists()


def test_a_cause_that_no_pack_knows_is_refused_with_those_that_exist(tmp_path: Path) -> None:
    told = refusal(small_case(tmp_path / "in"), tmp_path / "out", "--cause", "海事纠纷")
    assert told["error"] == "not_found"
    assert "maimai" in told["next"]


def test_a_folder_that_may_not_be_listed_is_refused(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in")
    case.chmod(0)
    try:
        if os.access(case, os.R_OK):
            pytest.skip("this user may read everything")
        assert zuno("prepare", case, "--out", tmp_path / "out", "--json")[0] == 2
    finally:
        case.chmod(0o755)


# case.yaml -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param("our_side: [plaintiff\n x: :", id="no-yaml"),
        pytest.param("- a\n- b\n", id="a-list"),
        pytest.param("只是一句话", id="a-sentence"),
        pytest.param("title: 某某诉某某".encode("gbk"), id="gbk"),
        pytest.param("our_sid: plaintiff\n", id="unknown-field"),
        pytest.param("1: a\nfoo: b\n", id="unknown-number"),
        pytest.param("our_side: 第三人\n", id="unknown-side"),
        pytest.param("our_side: [plaintiff]\n", id="list-of-sides"),
        pytest.param("filing_date: 三月五日\n", id="no-date"),
        pytest.param("filing_date: 2026-13-45\n", id="impossible-date"),
        pytest.param("private: 备忘.md\n", id="private-no-list"),
        pytest.param("served: [2024-01-01]\n", id="served-a-date"),
        pytest.param("procedure: fast\n", id="unknown-procedure"),
        pytest.param("title: [a]\n", id="title-a-list"),
        pytest.param("agents: 张三\n", id="agents-no-list"),
        pytest.param("agents: [张三]\n", id="agents-without-names"),
        pytest.param("people: [张三]\n", id="people-a-list"),
        pytest.param('title: !!python/object/apply:os.system ["true"]\n', id="code-in-yaml"),
    ],
)
def test_a_case_file_that_cannot_be_used_is_refused_with_its_field(tmp_path: Path, settings: str | bytes) -> None:
    told = refusal(small_case(tmp_path / "in", settings), tmp_path / "out")
    assert told["error"] == "bad_case_file"
    assert "case.yaml" in told["where"]
    assert not (tmp_path / "out").exists()


def test_a_date_with_a_time_counts_as_its_day(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in", "filing_date: 2026-03-05 10:00:00\n")
    run = prepare(case, tmp_path / "out", "--max-turns", "1")
    assert (run.exit_code, run.review["filing_date"]) == (0, "2026-03-05")


# overrides.yaml ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("- {cell: [", id="no-yaml"),
        pytest.param("cell: CL-1/C1E1\n", id="no-list"),
        pytest.param("- 5\n", id="no-entry"),
        pytest.param("- {cell: CL-1/C1E1, mark: supported}\n", id="nameless"),
        pytest.param("- {cell: CL-1/C1E1, mark: supported, reason: ' ', name: 甲}\n", id="without-reason"),
        pytest.param("- {cell: CL-1/C1E1, mark: 好, reason: 甲, name: 乙}\n", id="unknown-mark"),
        pytest.param("- {cell: CL-1/C1E1, mark: [supported], reason: 甲, name: 乙}\n", id="list-of-marks"),
        pytest.param("- {cell: CL-1/C1E1, mark: supported, reason: 甲, name: 乙}\n".encode("gbk"), id="gbk"),
    ],
)
def test_corrections_that_cannot_be_used_are_refused_and_kept(tmp_path: Path, text: str | bytes) -> None:
    case, out = small_case(tmp_path / "in"), tmp_path / "out"
    out.mkdir()
    (out / "overrides.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = fingerprint(out)
    assert refusal(case, out)["error"] == "bad_overrides"
    assert fingerprint(out) == before


# Options -------------------------------------------------------------------------------------------------------------

WRONG_OPTIONS = [
    ("--filing-date", "2026/3/5"),
    ("--filing-date", "2026-02-30"),
    ("--side", "judge"),
    ("--max-turns", "0"),
    ("--max-turns", "many"),
    ("--lang", "fr"),
]


@pytest.mark.parametrize(("option", "value"), WRONG_OPTIONS)
def test_a_wrong_option_is_refused_by_its_name(tmp_path: Path, option: str, value: str) -> None:
    run = prepare(EXAMPLES / SALE, tmp_path / "out", option, value)
    assert (run.exit_code, run.stdout) == (2, "")
    assert option in run.stderr
    assert value in run.stderr
    assert not (tmp_path / "out").exists()


def test_with_json_a_wrong_option_is_told_as_json_too(tmp_path: Path) -> None:
    run = prepare(EXAMPLES / SALE, tmp_path / "out", "--json", "--side", "judge")
    assert json.loads(run.stderr.splitlines()[-1])["next"]


def test_a_hearing_cut_short_is_closed_as_incomplete_and_says_what_it_lacks(tmp_path: Path) -> None:
    run = prepare(small_case(tmp_path / "in"), tmp_path / "out", "--max-turns", "5", "--lang", "zh")
    assert run.exit_code == 0
    assert "模拟庭审未完成：" in run.stdout
    assert "原告陈述诉讼请求" in run.stdout
    last = events_of(run.hearing)[-1]
    assert (last["type"], last["complete"]) == ("close", False)
    assert "部分笔录" in (run.hearing / "transcript.md").read_text("utf-8")
    assert run.review["cells"]


# Where to write ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inner", ["", "out", "甲/乙"])
def test_an_output_folder_inside_the_material_is_refused(tmp_path: Path, inner: str) -> None:
    case = small_case(tmp_path / "in")
    assert refusal(case, case / "materials" / inner)["error"] == "output_inside_material"


def test_an_output_folder_that_links_into_the_material_is_refused(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in")
    try:
        (tmp_path / "link").symlink_to(case / "materials", target_is_directory=True)
    except OSError:
        pytest.skip("no links here")
    assert refusal(case, tmp_path / "link" / "out")["error"] == "output_inside_material"


def test_an_output_folder_inside_a_case_without_a_materials_folder_is_refused(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in") / "materials"
    assert refusal(case, case / "out")["error"] == "output_inside_material"


@pytest.mark.parametrize("below", ["", "out"])
def test_an_output_that_is_a_file_or_below_one_is_refused_by_its_path(tmp_path: Path, below: str) -> None:
    case, taken = small_case(tmp_path / "in"), tmp_path / "taken"
    taken.write_text("我的文件", "utf-8")
    assert refusal(case, taken / below)["where"] == str(taken / below)
    assert taken.read_text("utf-8") == "我的文件"


def test_an_output_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    case, out = small_case(tmp_path / "in"), tmp_path / "locked"
    out.mkdir()
    out.chmod(0o555)
    try:
        if os.access(out, os.W_OK):
            pytest.skip("this user may write everywhere")
        assert str(out) in refusal(case, out / "out")["where"]
    finally:
        out.chmod(0o755)


# A heap of bad files -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """A good case with bad files among its material, prepared in words and as JSON."""

    expected: dict[str, str]
    before: dict[str, str]
    after: dict[str, str]
    in_words: Run
    as_json: Run

    @property
    def not_read(self) -> dict[str, str]:
        """Reason by file, as told to programs."""
        return {item["file"]: item["reason"] for item in json.loads(self.as_json.stdout)["not_read"]}


@pytest.fixture(scope="module", params=["bytes", "members", "entries"])
def heap(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Heap:
    folder = tmp_path_factory.mktemp("heap")
    (folder / "in").mkdir()
    case = small_case(folder / "in") if request.param != "bytes" else copy_example(SALE, folder / "in")
    with_members, with_entries = request.param == "members", request.param == "entries"
    expected = bad_files.lay(case / "materials", with_members=with_members, with_entries=with_entries)
    before = fingerprint(folder / "in")
    in_words = prepare(case, folder / "out", "--lang", "zh")
    as_json = prepare(case, folder / "out", "--json")
    assert (in_words.exit_code, as_json.exit_code) == (0, 0), in_words.stderr
    return Heap(expected=expected, before=before, after=fingerprint(folder / "in"), in_words=in_words, as_json=as_json)


def test_bad_files_stop_no_run(heap: Heap) -> None:
    told = json.loads(heap.as_json.stdout)
    assert told["hearing"]["complete"]
    assert told["cells"]["supported"] or told["cells"]["doubtful"]


def test_each_bad_file_ends_with_its_reason(heap: Heap) -> None:
    assert {name: heap.not_read.get(name) for name in heap.expected} == heap.expected


def test_each_bad_file_has_one_line_that_says_what_and_what_next(heap: Heap) -> None:
    lines = heap.in_words.stdout.splitlines()
    for name in heap.expected:
        told = [line for line in lines if line.strip().startswith((f"未读：{name}：", f"部分读取：{name}："))]
        assert len(told) == 1, name
        assert told[0].rstrip().endswith("。"), name


def test_no_file_among_bad_ones_is_lost(heap: Heap) -> None:
    files = {item["file"] for item in heap.as_json.review["documents"]}
    laid = {name.split("!")[0] for name in heap.expected}
    assert laid <= files | {name.split("!")[0] for name in files}
    assert "民事起诉状.docx" in files


def test_bad_files_are_left_as_they_were(heap: Heap) -> None:
    assert heap.after == heap.before


def test_nothing_climbs_out_of_an_archive(heap: Heap) -> None:
    assert [path for path in heap.as_json.out.parent.rglob("逃.txt")] == []


def test_a_folder_named_like_a_document_is_walked(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in")
    inner = case / "materials" / "目录.docx"
    inner.mkdir()
    (inner / "里面.txt").write_text("第三批没有签收。", "utf-8")
    told = json.loads(prepare(case, tmp_path / "out", "--json", "--max-turns", "1").stdout)
    assert told["documents"] == {"ready": 3}


def test_thirty_megabytes_of_text_are_read_or_told_as_unread(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in")
    line = "2023-11-15 18:02:44 门岗登记 货车进出记录 第三批货未见签收\n"
    (case / "materials" / "大.txt").write_bytes((line * 450_000).encode()[:30_000_000])
    before = fingerprint(case)
    started = command("prepare", case, "--out", tmp_path / "out", "--json", "--max-turns", "1")
    done = subprocess.run(started, capture_output=True, check=False, env=environment(), timeout=180)
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    states = {
        item["file"]: item["state"] for item in json.loads((tmp_path / "out" / "review.json").read_text())["documents"]
    }
    assert states["大.txt"] == "ready" or [item for item in told["not_read"] if item["file"] == "大.txt"]
    assert fingerprint(case) == before


# In a process of its own ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    ["prepare nowhere", "prepare", "no-such-command", "debrief nowhere", "clerk --run nowhere status", "skill export"],
)
def test_the_program_itself_refuses_with_code_2_and_without_a_traceback(tmp_path: Path, arguments: str) -> None:
    started = command(*arguments.split())
    done = subprocess.run(started, capture_output=True, check=False, cwd=tmp_path, env=environment())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.strip()
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_a_reader_that_goes_away_costs_no_traceback(tmp_path: Path) -> None:
    case = small_case(tmp_path / "in")
    started = command("prepare", case, "--out", tmp_path / "out", "--max-turns", "1")
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        process.wait(timeout=60)
    assert b"Traceback" not in said
    assert (tmp_path / "out" / "report.html").is_file()
