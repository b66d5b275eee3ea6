"""Run one clerk command that is struck down at its n-th touch of the disk.

Usage: ``clerk_kill.py CLERK N FAULT ARGS…``. FAULT is ``kill`` (SIGKILL; a file being synced is first cut in half, as
if the kill came in the middle of the write), the name of an errno for that one touch, or ``full:NAME`` for it and
all later ones that do not delete, ``dead:NAME`` for it and all later ones, or ``link:NAME`` for every hard link. The
last line of stderr counts the touches.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import signal
import stat
import sys
from typing import Any

TOUCHES = {"open", "os.mkdir", "os.link", "os.rename", "os.remove"}
script, number, fault = sys.argv[1], int(sys.argv[2]), sys.argv[3]
kind, _, name = fault.rpartition(":")
code = getattr(errno, name, 0)
run = sys.argv[sys.argv.index("--run") + 1]
real_fsync = os.fsync
count = 0
armed = False


def touch(event: str) -> None:
    global count
    count += 1
    if name == "kill":
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)
    elif is_struck(event):
        raise OSError(code, os.strerror(code))


def is_struck(event: str) -> bool:
    if kind == "link":
        return event == "os.link"
    if not kind:
        return count == number
    return count >= number and (kind == "dead" or event != "os.remove")


def hook(event: str, args: tuple[Any, ...]) -> None:
    if armed and event in TOUCHES and str(args[0]).startswith(run):
        writes = event != "open" or (args[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes:
            touch(event)


def fsync(descriptor: int) -> None:
    found = os.fstat(descriptor)
    if count + 1 == number and name == "kill" and stat.S_ISREG(found.st_mode):
        os.ftruncate(descriptor, found.st_size // 2)
    touch("fsync")
    real_fsync(descriptor)
    touch("after fsync")


spec = importlib.util.spec_from_file_location("clerk", script)
assert spec is not None
assert spec.loader is not None
clerk = importlib.util.module_from_spec(spec)
sys.modules["clerk"] = clerk
spec.loader.exec_module(clerk)
os.fsync = fsync
sys.addaudithook(hook)
armed = True
result = clerk.main(sys.argv[4:])
armed = False
sys.stderr.write(f"touches {count}\n")
sys.exit(result)
