"""The worker's life and the store, with small workers of our own that stand for one fault each."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zuno.knowledge.ocr.readings import PageReading, Scan
from zuno.knowledge.ocr.recognition import Recognition
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.records import Box

READING = {
    "text": "甲\t7",
    "lines": [
        {
            "start": 0,
            "end": 3,
            "box": [0, 0, 30, 10],
            "boxes": [[0, 0, 10, 10], [10, 0, 20, 10], [20, 0, 30, 10]],
            "scores": [0.99, 1.0, 0.5],
        }
    ],
    "width": 30,
    "height": 10,
    "turned": 90,
    "quality": 0.83,
    "doubts": [{"start": 2, "end": 3, "flag": "ocr_low_char", "detail": ""}],
    "seals": [{"box": [1, 1, 9, 9], "start": 0, "end": 1, "hides": True}],
    "flags": ["ocr_low_char", "stamp_overlap"],
}

WORKER = """
import json, os, sys, time
{greeting}
for line in sys.stdin:
    request = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(f"{{request['path']}} {{request['page']}}\\n")
    {fault}
    answer = {{"reading": {reading!r}}}
    if "boxes" in request:
        answer = {{"texts": [str(box[0]) for box in request["boxes"]]}}
    print(json.dumps(answer), flush=True)
"""
READY = 'print(json.dumps({"ready": True}), flush=True)'


class Workshop:
    """A store, a log of what the worker was asked, and the worker's command."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "store"
        self._log = folder / "asked"
        self._script = folder / "worker.py"

    def worker(self, fault: str = "pass", greeting: str = READY) -> tuple[str, ...]:
        script = WORKER.format(greeting=greeting, log=str(self._log), fault=fault, reading=READING)
        self._script.write_text(script, "utf-8")
        return sys.executable, str(self._script)

    def asked(self) -> list[str]:
        return self._log.read_text("utf-8").splitlines() if self._log.exists() else []


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def scan(name: str = "a", pages: int = 1) -> Scan:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return Scan(path=Path(name), sha256=digest, format="pdf", pages=tuple(range(1, pages + 1)))


def test_a_reading_is_the_same_after_it_was_written_down() -> None:
    reading = PageReading.from_json(READING)
    assert PageReading.from_json(json.loads(json.dumps(reading.to_json()))) == reading


def test_pages_already_read_are_not_read_again(shop: Workshop) -> None:
    for _ in range(2):
        with Recognition(shop.store, worker=shop.worker()) as recognition:
            results = list(recognition.pages([scan("a", pages=2), scan("b")]))
        assert [(one.path.name, page) for one, page, _reading in results] == [("a", 1), ("a", 2), ("b", 1)]
        assert {reading == PageReading.from_json(READING) for _one, _page, reading in results} == {True}
    assert shop.asked() == ["a 1", "a 2", "b 1"]


def test_progress_counts_every_page_once(shop: Workshop) -> None:
    told: list[tuple[int, int, int]] = []
    with Recognition(shop.store, worker=shop.worker()) as recognition:
        pages = recognition.pages(
            [scan("a", pages=2), scan("b")], on_page=lambda done, total, _scan, page: told.append((done, total, page))
        )
        list(pages)
    assert told == [(1, 3, 1), (2, 3, 2), (3, 3, 1)]


def test_a_damaged_page_in_the_store_is_read_again(shop: Workshop) -> None:
    with Recognition(shop.store, worker=shop.worker()) as recognition:
        list(recognition.pages([scan(pages=2)]))
    first, second = sorted(shop.store.rglob("*.json"))
    first.write_bytes(first.read_bytes()[:-20])
    second.write_text(second.read_text("utf-8").replace("0.99", "0.98"), "utf-8")
    with Recognition(shop.store, worker=shop.worker()) as recognition:
        list(recognition.pages([scan(pages=2)]))
    assert shop.asked() == ["a 1", "a 2"] * 2


@pytest.mark.skipif(os.name != "posix", reason="rights of files are kept otherwise there")
def test_only_the_owner_may_look_into_the_store(shop: Workshop) -> None:
    with Recognition(shop.store, worker=shop.worker()) as recognition:
        list(recognition.pages([scan()]))
    made = list(shop.store.rglob("*"))
    assert {path.stat().st_mode & 0o077 for path in made} == {0}


@pytest.mark.parametrize(
    "fault",
    [
        "if request['page'] == 2: os._exit(1)",
        "if request['page'] == 2: time.sleep(60)",
        "if request['page'] == 2: os.kill(os.getpid(), 9)",
        "if request['page'] == 2: print('no answer', flush=True)",
    ],
)
def test_a_page_that_kills_or_hangs_the_worker_does_not_stop_the_others(shop: Workshop, fault: str) -> None:
    with Recognition(shop.store, worker=shop.worker(fault), page_seconds=1.5) as recognition:
        results = [result for _scan, _page, result in recognition.pages([scan(pages=3)])]
    assert [result.reason if isinstance(result, Refusal) else "read" for result in results] == [
        "read",
        "ocr_failed",
        "read",
    ]


def test_a_worker_that_has_grown_is_replaced(shop: Workshop, tmp_path: Path) -> None:
    seen = tmp_path / "processes"
    fault = (
        f"open({str(seen)!r}, 'a').write(f'{{os.getpid()}} ')\n"
        f"    print(json.dumps({{'reading': {READING!r}, 'resident_bytes': 10**10}}), flush=True)\n"
        "    continue"
    )
    with Recognition(shop.store, worker=shop.worker(fault)) as recognition:
        list(recognition.pages([scan(pages=2)]))
    processes = seen.read_text("utf-8").split()
    assert len(set(processes)) == len(processes) == 2


@pytest.mark.parametrize("greeting", ["sys.exit(1)", 'print(json.dumps({"missing": "ImportError"})); sys.exit(0)'])
def test_without_a_recogniser_every_page_is_refused_and_nothing_crashes(shop: Workshop, greeting: str) -> None:
    with Recognition(shop.store, worker=shop.worker(greeting=greeting)) as recognition:
        results = [result for _scan, _page, result in recognition.pages([scan(pages=2)])]
    assert [result.reason for result in results if isinstance(result, Refusal)] == ["needs_ocr", "needs_ocr"]


def test_a_worker_that_cannot_be_run_is_told(shop: Workshop) -> None:
    with Recognition(shop.store, worker=("/nowhere/python",)) as recognition:
        [(_scan, _page, result)] = recognition.pages([scan()])
    assert isinstance(result, Refusal)
    assert result.reason == "needs_ocr"


def test_crops_are_read_once_each(shop: Workshop) -> None:
    one, two = (Box(left=side, top=0, right=side + 5, bottom=5) for side in (1.0, 2.0))
    for boxes in ([one], [two, one], [one, two]):
        with Recognition(shop.store, worker=shop.worker()) as recognition:
            texts = recognition.crops(scan(), 1, boxes)
        assert texts == [str(box.left) for box in boxes]
    assert shop.asked() == ["a 1", "a 1"]


def test_a_run_that_is_killed_resumes_at_the_page(shop: Workshop, tmp_path: Path) -> None:
    command = shop.worker("time.sleep(0.2)")
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from zuno.knowledge.ocr.readings import Scan\nfrom zuno.knowledge.ocr.recognition import Recognition\n"
        f"scan = Scan(path=Path('a'), sha256={scan().sha256!r}, format='pdf', pages=tuple(range(1, 9)))\n"
        f"with Recognition(Path({str(shop.store)!r}), worker={command!r}) as recognition:\n"
        "    for _ in recognition.pages([scan]):\n        print('page', flush=True)\n"
    )
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    for _ in range(3):
        run.stdout.readline()
    run.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    run.wait()
    run.stdout.close()
    time.sleep(0.4)  # the worker left behind finishes its page and ends, for nobody asks any more
    before = shop.asked()
    kept = len(list(shop.store.rglob("[0-9]*.json")))
    assert 3 <= kept < 8
    with Recognition(shop.store, worker=shop.worker()) as recognition:
        results = [result for _scan, _page, result in recognition.pages([scan(pages=8)])]
    assert shop.asked()[len(before) :] == [f"a {page}" for page in range(kept + 1, 9)]
    assert all(isinstance(result, PageReading) for result in results)
    assert len(results) == 8
