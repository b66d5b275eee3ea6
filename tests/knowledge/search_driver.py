"""Builders and readers of a generation store in a process of their own.

Usage: ``search_driver.py kill-everywhere BASE RUNS``: for n = 1, 2, … copies the store BASE to ``RUNS/n`` and builds
in it, in a child that is killed (SIGKILL) at its n-th touch of the disk, until one lives; prints how many ran.
``search_driver.py full STORE BYTES``: builds where no file may grow beyond BYTES; prints the error's name.
``search_driver.py read STORE``: searches until ``STORE/lock.stop`` appears, then prints what it met.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import resource
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from zuno.errors import ZunoError
from zuno.knowledge.records import Document
from zuno.knowledge.search.generation import Entry, GenerationStore
from zuno.knowledge.search.index import Visibility
from zuno.knowledge.search.retrieval import search

WORDS = {"A": "初稿", "B": "改版"}
TOUCHES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod"}


def entry(file: str, text: str, *, title: str = "", visibility: Visibility = "public") -> Entry:
    document = Document(
        file=file,
        sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        size_bytes=len(text),
        format="txt",
        state="ready",
        text=text,
    )
    return Entry(document=document, title=title, visibility=visibility)


def entries_of(which: str) -> list[Entry]:
    """Three documents of one edition of the case; the word of the other edition stands in none."""
    return [entry(f"{number}.txt", f"{WORDS[which]}的第{number}份材料") for number in range(1, 4)]


def kill_everywhere(base: Path, runs: Path) -> int:
    for number in itertools.count(1):
        run = runs / str(number)
        shutil.copytree(base, run)
        child = os.fork()
        if child == 0:
            arm(str(run), number)
            GenerationStore(run, "案1").build(entries_of("B"))
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return number
    raise AssertionError


def arm(folder: str, number: int) -> None:
    left = [number]
    real_fsync = os.fsync

    def touch() -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event in TOUCHES and str(args[0]).startswith(folder):
            writes = event != "open" or (args[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if writes:
                touch()

    def fsync(descriptor: int) -> None:
        touch()
        real_fsync(descriptor)

    os.fsync = fsync
    sys.addaudithook(hook)


def read(folder: Path) -> dict[str, Any]:
    store = GenerationStore(folder, "案1")
    stop = folder / "lock.stop"
    wrong: list[Any] = []
    generations = set[str]()
    searches = 0
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not stop.exists():
        answer = search(store.current, "初稿 改版", viewer="ours")
        generations.add(answer.generation)
        searches += 1
        words = {result.quote[:2] for result in answer.results}
        if len(answer.results) != 3 or len(words) != 1:
            wrong.append([answer.generation, [result.quote for result in answer.results]])
    return {"searches": searches, "wrong": wrong, "generations": sorted(generations)}


def full(folder: Path, largest_bytes: int) -> str:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_bytes, largest_bytes))
    try:
        GenerationStore(folder, "案1").build(entries_of("B"))
    except (OSError, ZunoError) as error:
        return type(error).__name__
    return ""


if __name__ == "__main__":
    act, place = sys.argv[1], Path(sys.argv[2])
    if act == "kill-everywhere":
        told: object = kill_everywhere(place, Path(sys.argv[3]))
    else:
        told = read(place) if act == "read" else full(place, int(sys.argv[3]))
    sys.stdout.write(json.dumps(told))
