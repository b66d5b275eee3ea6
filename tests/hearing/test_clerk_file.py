"""The clerk is one file on the standard library that runs anywhere, and its copy in the skill is the same file."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clerk_desk import Desk, MemoryStore, manifest

from zuno.hearing import clerk
from zuno.hearing.clerk import Clerk

CLERK = Path(clerk.__file__)
SKILLS = Path(__file__).parents[2] / "skills"


def other_pythons() -> list[str]:
    """The oldest and the newest other Python that can be started: on the path, or installed beside this one."""
    found: list[str] = []
    for minor in (9, 10, 12, 13, 14):
        beside = sorted(Path(sys.base_prefix).parent.glob(f"*3.{minor}.*/bin/python3.{minor}"))
        for path in [shutil.which(f"python3.{minor}"), *map(str, beside)]:
            if path and subprocess.run([path, "-I", "-c", ""], capture_output=True, check=False).returncode == 0:
                found.append(path)
                break
    return sorted({*found[:1], *found[-1:]})


@pytest.mark.skipif(not SKILLS.exists(), reason="the skills folder is not part of this installation")
def test_the_copy_in_the_skill_is_byte_for_byte_the_same() -> None:
    assert (SKILLS / "moot-court" / "scripts" / "clerk.py").read_bytes() == CLERK.read_bytes()


def test_it_imports_the_standard_library_alone() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(CLERK.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).split(".")[0])
    assert imported <= sys.stdlib_module_names


def test_its_syntax_is_that_of_python_3_9() -> None:
    ast.parse(CLERK.read_text("utf-8"), feature_version=(3, 9))


@pytest.mark.parametrize("python", [sys.executable, *other_pythons()], ids=lambda path: Path(path).name)
def test_a_whole_hearing_runs_isolated_from_any_folder_and_locale(tmp_path: Path, python: str) -> None:
    desk = Desk(tmp_path)
    away = tmp_path / "away"
    away.mkdir()
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PATH": os.environ["PATH"]}

    def run(*args: object) -> dict[str, object]:
        command = [python, "-I", CLERK, "--run", "../hearing", *args]
        done = subprocess.run(list(map(os.fsencode, map(str, command))), capture_output=True, cwd=away, env=environment)
        assert (done.returncode, done.stderr) == (0, b"")
        return json.loads(done.stdout)

    run("init", "--case-type", "civil", "--manifest", desk.save("m.json", manifest()))
    for role in ("plaintiff", "defendant", "judge"):
        packet = run(*desk.dispatch_args(role))
        assert packet == run("packet")
        speech = {**packet["submission_template"], "body": "发言。"}  # pyright: ignore
        run("commit", "--submission", desk.save("s.json", speech))
    run("close", "--reason", "完成")
    transcript = Path(str(run("render")["transcript"]))
    assert transcript.is_absolute()
    assert "> 发言。" in transcript.read_text("utf-8")
    assert run("verify")["head"] == desk.ok("verify")["head"]


@pytest.mark.parametrize("args", [["--help"], ["--run", "x", "init", "--help"]])
def test_help_is_printed_in_utf8_whatever_the_locale(args: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, str(CLERK), *args], capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False
    )
    assert done.returncode == 0
    assert "演练" in done.stdout.decode("utf-8")


def test_a_refusal_about_a_name_that_is_not_utf8_is_still_one_json_object(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.json"
    command = [os.fsencode(sys.executable), b"-I", os.fsencode(CLERK), b"--run", os.fsencode(tmp_path / "hearing")]
    done = subprocess.run([*command, b"init", b"--case-type", b"civil", b"--manifest", name], capture_output=True)
    assert (done.returncode, json.loads(done.stderr)["error"]) == (2, "unreadable_file")


def test_a_hearing_of_150_turns_takes_one_process_a_few_seconds(tmp_path: Path) -> None:
    begun = time.process_time()
    own = Clerk.open(tmp_path / "hearing")
    own.init("civil", manifest(), max_turns=150)
    for number in range(150):
        packet = own.dispatch(("plaintiff", "defendant", "judge")[number % 3], "debate", "I-001", "说明依据")
        own.commit({**packet["submission_template"], "body": "本方认为已经交付。" * 50})
    own.close("完成")
    assert own.verify()["events"] == 302
    assert time.process_time() - begun < 10


def test_the_clerk_writes_to_streams_that_take_text_only(tmp_path: Path) -> None:
    with contextlib.redirect_stderr(io.StringIO()) as out:
        assert clerk.main(["--run", str(tmp_path), "status"]) == 2
    assert json.loads(out.getvalue())["error"] == "no_run"


def test_a_store_in_memory_gives_the_same_answers_as_a_folder(tmp_path: Path) -> None:
    moment = clerk.datetime(2026, 3, 2, tzinfo=clerk.timezone.utc)
    heads = []
    for store in (MemoryStore(), clerk.FolderStore(tmp_path / "hearing")):
        own = Clerk(store, clock=lambda: moment)
        own.init("civil", manifest(), run_id="run-1")
        own.dispatch("judge", "opening", "I-001", "主持")
        heads.append(own.cancel("超时")["head"])
    assert heads[0] == heads[1]
