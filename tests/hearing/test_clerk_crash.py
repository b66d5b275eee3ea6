"""Kills, full disks, locked and unwritable folders, lost answers, and several clerks at once."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clerk_desk import Desk, manifest

from zuno.hearing import clerk
from zuno.hearing.clerk import Clerk, Refusal

CLERK = Path(clerk.__file__)
KILL = Path(__file__).with_name("clerk_kill.py")
PYTHON = str(Path(sys.executable).resolve())
SHARED_PYTHON = shutil.which("python3", path=os.defpath) or PYTHON
"""One that other users can start as well."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    room = tmp_path / "room"
    room.mkdir()
    return Desk(room)


def strike(desk: Desk, number: int, fault: str, *args: object) -> subprocess.CompletedProcess[bytes]:
    command = [PYTHON, "-I", "-S", KILL, CLERK, str(number), fault, "--run", desk.run, *args]
    return subprocess.run([str(part) for part in command], capture_output=True, check=False)


def error_of(done: subprocess.CompletedProcess[bytes]) -> dict[str, Any]:
    return json.loads(done.stderr.splitlines()[0])


def keep(desk: Desk) -> None:
    shutil.copytree(desk.room, desk.room.with_name("kept"))


def restore(desk: Desk) -> None:
    shutil.rmtree(desk.room)
    shutil.copytree(desk.room.with_name("kept"), desk.room)


def prepare(desk: Desk, command: str) -> tuple[list[object], int]:
    """Bring a run to where the command can pass; return its arguments and the number of events before it."""
    path = desk.save("m.json", manifest())
    if command == "init":
        return ["init", "--case-type", "civil", "--manifest", path], 0
    desk.init()
    if command in ("commit", "cancel"):
        desk.dispatch()
    argses: dict[str, list[object]] = {
        "dispatch": desk.dispatch_args(),
        "commit": ["commit", "--submission", desk.draft() if command == "commit" else ""],
        "cancel": ["cancel", "--reason", "超时"],
        "materials": ["materials", "--manifest", path],
        "close": ["close", "--incomplete", "--reason", "余下"],
        "render": ["render"],
    }
    return argses[command], len(desk.events())


@pytest.mark.parametrize("command", ["init", "dispatch", "commit", "cancel", "materials", "close", "render"])
def test_a_kill_at_any_touch_of_the_disk_leaves_no_event_or_one_whole_event(desk: Desk, command: str) -> None:
    args, before = prepare(desk, command)
    keep(desk)
    grew: list[bool] = []
    for number in range(1, 100):
        restore(desk)
        done = strike(desk, number, "kill", *args)
        if done.returncode == 0:
            break
        assert done.returncode == -9, done.stderr
        after = len(desk.events())
        assert after in (before, before + (command != "render"))
        grew.append(after > before)
        if after:
            assert desk.ok("verify")["events"] == after
        again = desk.call(*args)
        repeatable = command in ("commit", "materials")
        assert again.code == (0 if after == before or repeatable else 2), again.err
        twice = command == "materials" and after > before
        assert desk.ok("verify")["events"] == before + (command != "render") + twice
    assert len(grew) >= 3
    assert command == "render" or (not grew[0] and grew[-1])


@pytest.mark.parametrize("command", ["init", "dispatch"])
@pytest.mark.parametrize("fault", ["ENOSPC", "full:ENOSPC", "full:EACCES", "dead:EIO"])
def test_a_failing_disk_is_a_refusal_that_leaves_the_events_as_they_were(desk: Desk, command: str, fault: str) -> None:
    expected = {"ENOSPC": "disk_full", "EACCES": "not_writable", "EIO": "io_error"}[fault.rpartition(":")[2]]
    args, before = prepare(desk, command)
    keep(desk)
    codes: list[str] = []
    for number in range(1, 100):
        restore(desk)
        done = strike(desk, number, fault, *args)
        after = len(desk.events())
        if done.returncode == 0:
            assert after == before + 1
            if f"touches {number - 1}\n".encode() in done.stderr:
                break
            continue
        codes.append(error_of(done)["error"])
        assert done.stdout == b""
        if codes[-1] == "outcome_unknown":
            assert (done.returncode, after, fault) == (3, before + 1, "dead:EIO")
        else:
            assert (done.returncode, codes[-1], after) == (2, expected, before), number
    assert len(codes) >= 3
    assert ("outcome_unknown" in codes) == (fault == "dead:EIO")


def test_a_folder_without_hard_links_still_takes_events_one_by_one(desk: Desk) -> None:
    args, _ = prepare(desk, "dispatch")
    assert strike(desk, 0, "link:EPERM", *args).returncode == 0
    assert desk.ok("verify")["events"] == 2
    assert not list((desk.run / "events").glob(".pending-*"))


def test_a_file_size_limit_is_a_full_disk(desk: Desk) -> None:
    desk.init()
    before = desk.scene()
    done = subprocess.run(
        [PYTHON, "-I", str(CLERK), "--run", str(desk.run), *map(str, desk.dispatch_args())],
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)),
    )
    assert (done.returncode, json.loads(done.stderr)["error"]) == (2, "disk_full")
    assert desk.scene() == before


@pytest.fixture
def open_desk() -> Iterator[Desk]:
    """A desk in a folder that other users may enter."""
    room = Path(tempfile.mkdtemp())
    room.chmod(0o755)
    shutil.copy(CLERK, room / "clerk.py")
    yield Desk(room)
    for path in room.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    shutil.rmtree(room)


def as_other_user(desk: Desk, *args: object) -> subprocess.CompletedProcess[bytes]:
    options: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    command = [SHARED_PYTHON, "-I", desk.room / "clerk.py", "--run", desk.run, *args]
    return subprocess.run([str(part) for part in command], capture_output=True, check=False, cwd="/", **options)


def can_run_as_other_user() -> bool:
    with tempfile.TemporaryDirectory() as room:
        Path(room).chmod(0o755)
        (Path(room) / "clerk.py").write_text("")
        try:
            return as_other_user(Desk(Path(room))).returncode == 0
        except OSError:
            return False


@pytest.mark.skipif(not can_run_as_other_user(), reason="no Python that another user can start")
@pytest.mark.parametrize("lock", ["kept", "gone", "unreadable"])
def test_an_unwritable_folder_can_be_read_and_verified_but_not_written(open_desk: Desk, lock: str) -> None:
    desk = open_desk
    desk.init()
    desk.speak()
    desk.dispatch("defendant")
    draft = desk.draft()
    lock_file = desk.run / ".lock"
    _ = lock_file.unlink() if lock == "gone" else lock_file.chmod(0o000 if lock == "unreadable" else 0o444)
    for folder in (desk.run, desk.run / "events"):
        folder.chmod(0o555)
    before = desk.scene()
    for command in ("status", "packet", "verify"):
        assert as_other_user(desk, command).returncode == 0
    for args in (["render"], ["commit", "--submission", draft], ["cancel", "--reason", "x"]):
        done = as_other_user(desk, *args)
        assert (done.returncode, json.loads(done.stderr)["error"]) == (2, "not_writable")
    first = desk.room / "plaintiff-T-0001.json"
    again = as_other_user(desk, "commit", "--submission", first)
    assert again.returncode == (0 if lock == "kept" else 2)
    (desk.run / "events" / "000002.json").chmod(0o000)
    done = as_other_user(desk, "status")
    assert (done.returncode, json.loads(done.stderr)["error"]) == (2, "not_readable")
    (desk.run / "events" / "000002.json").chmod(0o644)
    assert desk.scene() == before


@pytest.mark.skipif(not can_run_as_other_user(), reason="no Python that another user can start")
def test_init_where_nothing_may_be_written_is_refused(open_desk: Desk) -> None:
    path = open_desk.save("m.json", manifest())
    open_desk.room.chmod(0o555)
    done = as_other_user(open_desk, "init", "--case-type", "civil", "--manifest", path)
    assert (done.returncode, json.loads(done.stderr)["error"]) == (2, "not_writable")
    assert not open_desk.run.exists()


class OtherClerk:
    """Holds a run's lock as another process would."""

    def __init__(self, run: Path, shared: bool = False) -> None:
        self.file = (run / ".lock").open("rb")
        fcntl.flock(self.file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)

    def __enter__(self) -> OtherClerk:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def test_every_command_waits_for_the_lock_and_then_refuses(desk: Desk) -> None:
    desk.init()
    before = desk.scene()
    own = Clerk.open(desk.run, lock_wait_s=0.05)
    acts = [own.status, own.packet, own.verify, own.render, lambda: own.cancel("x"), lambda: own.close("x", True)]
    with OtherClerk(desk.run):
        for act in acts:
            with pytest.raises(Refusal) as refusal:
                act()
            assert refusal.value.code == "lock_timeout"
    assert desk.scene() == before
    own.status()


def test_the_lock_is_waited_for_up_to_ten_seconds(desk: Desk) -> None:
    assert clerk.LOCK_WAIT_S == 10.0
    desk.init()
    other = OtherClerk(desk.run)
    threading.Timer(0.2, other.file.close).start()
    begun = time.monotonic()
    desk.dispatch()
    assert 0.15 < time.monotonic() - begun < 9


def test_readers_share_the_lock(desk: Desk) -> None:
    desk.init()
    own = Clerk.open(desk.run, lock_wait_s=0.05)
    with OtherClerk(desk.run, shared=True):
        own.status()
        with pytest.raises(Refusal):
            own.render()


def race(commands: list[list[object]]) -> list[tuple[int, dict[str, Any]]]:
    """Start all commands at once and return exit code and answer of each."""
    running = [
        subprocess.Popen([PYTHON, "-I", str(CLERK), *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for args in commands
    ]
    answers: list[tuple[int, dict[str, Any]]] = []
    for process in running:
        out, err = process.communicate()
        answers.append((process.returncode, json.loads(out or err)))
    return answers


def test_of_clerks_that_start_together_one_wins_and_the_others_are_refused(desk: Desk) -> None:
    path = desk.save("m.json", manifest())
    runs = race([["--run", desk.run, "init", "--case-type", "civil", "--manifest", path]] * 4)
    assert sorted(code for code, _ in runs) == [0, 2, 2, 2]
    for number in range(3):
        turns = race([["--run", desk.run, *desk.dispatch_args(prompt=f"任务 {n}")] for n in range(4)])
        assert sorted(code for code, _ in turns) == [0, 2, 2, 2]
        assert {answer["error"] for code, answer in turns if code} == {"turn_pending"}
        draft = json.loads(desk.draft().read_bytes())
        bodies = [desk.save(f"{n}.json", {**draft, "body": f"稿 {n}"}) for n in range(4)]
        speeches = race([["--run", desk.run, "commit", "--submission", body] for body in bodies])
        assert sorted(code for code, _ in speeches) == [0, 2, 2, 2]
        assert {answer["error"] for code, answer in speeches if code} == {"turn_spoken"}
        assert desk.ok("verify")["events"] == 3 + 2 * number


def test_the_same_draft_from_two_clerks_at_once_is_one_speech(desk: Desk) -> None:
    desk.init()
    desk.dispatch()
    draft = desk.draft()
    answers = race([["--run", desk.run, "commit", "--submission", draft]] * 4)
    assert [code for code, _ in answers] == [0] * 4
    assert sorted(answer["duplicate"] for _, answer in answers) == [False, True, True, True]
    assert {answer["accepted_seq"] for _, answer in answers} == {3}


@pytest.mark.parametrize("target", ["/dev/full", "closed", "broken pipe"])
def test_an_answer_that_cannot_be_printed_leaves_with_3_and_can_be_had_again(desk: Desk, target: str) -> None:
    if target == "/dev/full" and not Path(target).exists():
        pytest.skip("no /dev/full here")
    desk.init()
    command = [PYTHON, "-I", str(CLERK), "--run", str(desk.run), *map(str, desk.dispatch_args())]
    if target == "/dev/full":
        with Path(target).open("wb") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    elif target == "closed":
        done = subprocess.run(command, stderr=subprocess.PIPE, check=False, preexec_fn=lambda: os.close(1))
    else:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
    assert (done.returncode, json.loads(done.stderr)["error"]) == (3, "output_lost")
    assert desk.ok("packet")["assignment"]["turn_id"] == "T-0001"
