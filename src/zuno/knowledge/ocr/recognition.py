"""Recognise the pages of files: from the store where they were read before, else in the worker process.

Owns the worker's life: it is started at the first page that is not in the store, and
replaced when it dies, hangs or grows. A page that cannot be read never stops the others.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from zuno.knowledge.ocr.readings import PageReading, Scan
from zuno.knowledge.ocr.store import PageStore
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.records import Box

PAGE_SECONDS = 600.0
"""Time for one page; an A4 page takes about 5 seconds of CPU, the longest screenshot allowed some minutes."""

START_SECONDS = 120.0

RESIDENT_LIMIT_BYTES = 1_400_000_000
"""Memory after a page from which the worker is replaced."""

WORKER = (sys.executable, "-P", "-m", "zuno.knowledge.ocr.worker")
"""``-P``: a case folder that is the working folder cannot slip modules in."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class _Gone(Exception):
    """The worker died or did not answer in time."""


class Recognition:
    """Recognises pages and crops; a context manager that ends its worker when left."""

    def __init__(self, store: Path, *, worker: Sequence[str] = WORKER, page_seconds: float = PAGE_SECONDS) -> None:
        self._store = PageStore(store)
        self._command = tuple(worker)
        self._page_seconds = page_seconds
        self._worker: _Worker | None = None
        self._missing: Refusal | None = None

    def __enter__(self) -> Recognition:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def pages(
        self,
        scans: Iterable[Scan],
        *,
        on_page: Callable[[int, int, Scan, int], None] = lambda _done, _total, _scan, _page: None,
    ) -> Iterator[tuple[Scan, int, PageReading | Refusal]]:
        """Yield every page asked for, in order; what is yielded has been kept for the next run.

        Args:
            scans: Files and the pages wanted of each.
            on_page: Called after each page with pages done, pages in all, the file and the page.

        Yields:
            File, page, and its reading or why there is none: ``broken``, ``over_budget``,
            ``ocr_failed`` (the worker crashed or hung on it) or ``needs_ocr`` (no recogniser here).

        Raises:
            OSError: The store cannot be written.
        """
        wanted = [(scan, page) for scan in scans for page in scan.pages]
        for done, (scan, page) in enumerate(wanted, start=1):
            result = self._page(scan, page)
            on_page(done, len(wanted), scan, page)
            yield scan, page, result

    def crops(self, scan: Scan, page: int, boxes: Sequence[Box], *, turned: int = 0) -> list[str] | Refusal:
        """Return what is read on the picture inside each box (one line each, in the page's unit).

        Args:
            scan: The file.
            page: Which of its pages.
            boxes: Places on the page as a person sees it.
            turned: Clockwise degrees by which the page must be turned for its text to stand upright.

        Raises:
            OSError: The store cannot be written.
        """
        corners = [[round(side, 2) for side in (box.left, box.top, box.right, box.bottom)] for box in boxes]
        name = f"{page}-crops-{turned}" if turned else f"{page}-crops"
        kept = self._store.load(scan.sha256, name) or {}
        keys = [json.dumps(corner) for corner in corners]
        missing = [corner for key, corner in zip(keys, corners, strict=True) if key not in kept]
        if missing:
            answer = self._ask({**_request(scan, page), "boxes": missing, "turned": turned})
            if isinstance(answer, Refusal):
                return answer
            kept = {**kept, **{json.dumps(corner): text for corner, text in zip(missing, answer["texts"], strict=True)}}
            self._store.save(scan.sha256, name, kept)
        return [str(kept[key]) for key in keys]

    def _page(self, scan: Scan, page: int) -> PageReading | Refusal:
        kept = self._store.load(scan.sha256, str(page))
        if kept is not None:
            try:
                return PageReading.from_json(kept)
            except (KeyError, TypeError, ValueError):  # not ours, or damaged: made anew
                pass
        answer = self._ask(_request(scan, page))
        if isinstance(answer, Refusal):
            return answer
        self._store.save(scan.sha256, str(page), answer["reading"])
        return PageReading.from_json(answer["reading"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any] | Refusal:
        if self._missing is None and self._worker is None:
            self._start()
        if self._missing is not None or self._worker is None:
            return self._missing or _failed(request["page"])
        try:
            answer = self._worker.ask(request, self._page_seconds)
        except _Gone:
            self._end()
            return _failed(request["page"])
        if answer.get("resident_bytes", 0) > RESIDENT_LIMIT_BYTES:
            self._end()
        if "refusal" in answer:
            return Refusal(answer["refusal"]["reason"], answer["refusal"]["detail"])
        return answer

    def _start(self) -> None:
        try:
            worker = _Worker(self._command)
        except OSError as error:
            self._missing = _no_recogniser(str(error))
            return
        try:
            greeting = worker.answer(START_SECONDS)
        except _Gone:
            greeting = {"missing": "识别进程未能启动"}
        if "missing" in greeting:
            worker.end()
            self._missing = _no_recogniser(str(greeting["missing"]))
            return
        self._worker = worker

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None


class _Worker:
    """One running worker process."""

    def __init__(self, command: tuple[str, ...]) -> None:
        environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1"), "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(  # noqa: S603 - the command is a constant of this module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            encoding="utf-8",
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("no pipes")
        self._requests = self._process.stdin
        self._output = self._process.stdout
        self._answers: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        try:
            self._requests.write(json.dumps(request) + "\n")
            self._requests.flush()
        except OSError as error:
            raise _Gone from error
        return self.answer(seconds)

    def answer(self, seconds: float) -> dict[str, Any]:
        """Wait for the next answer."""
        try:
            return json.loads(self._answers.get(timeout=seconds))
        except (queue.Empty, ValueError) as error:
            raise _Gone from error

    def end(self) -> None:
        """Kill the process and let go of its pipes."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        self._output.close()
        with suppress(OSError):  # a request that it never took is still in the pipe
            self._requests.close()

    def _listen(self) -> None:
        for line in self._output:
            self._answers.put(line)
        self._answers.put("")


def _request(scan: Scan, page: int) -> dict[str, Any]:
    return {"path": str(scan.path), "format": scan.format, "page": page}


def _failed(page: int) -> Refusal:
    return Refusal("ocr_failed", f"第{page}页的文字识别中断（超时或内存不足）。请重试；仍不行时请补充文字版。")


def _no_recogniser(why: str) -> Refusal:
    return Refusal("needs_ocr", f"文字识别组件不可用（{why}）。请重新安装 zuno，或补充文字版。")
