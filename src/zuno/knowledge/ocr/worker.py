"""The process that recognises: one request a line on stdin, one answer a line on stdout.

It holds the models, which may grow or crash on a bad picture without harming the
caller. It never goes online. Run by ``recognition``, not by people.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from zuno.knowledge.ocr.raster import raster_of
from zuno.knowledge.parsing.reading import Refusal

if TYPE_CHECKING:
    from zuno.knowledge.ocr.engine import Recogniser

MEMORY_BYTES = 2 * 1024**3
"""More is refused by the system; the page that asked for it is then refused."""


def main() -> None:
    """Answer requests until stdin ends; what cannot be answered ends the process."""
    answers = _own_stdout()
    sys.addaudithook(_refuse_network)
    _limit_memory()
    try:
        from zuno.knowledge.ocr.engine import Recogniser

        recogniser = Recogniser()
    except Exception as error:  # noqa: BLE001 - whatever a broken installation raises, it is told
        _answer(answers, {"missing": f"{type(error).__name__}: {error}"})
        return
    _answer(answers, {"ready": True})
    for request in sys.stdin:
        try:
            answer = _handle(recogniser, json.loads(request))
        except Refusal as refusal:
            answer = {"refusal": {"reason": refusal.reason, "detail": refusal.detail}}
        _answer(answers, {**answer, "resident_bytes": _resident_bytes()})


def _handle(recogniser: Recogniser, request: dict[str, Any]) -> dict[str, Any]:
    from zuno.knowledge.ocr.pages import read_boxes, read_page

    raster = raster_of(Path(request["path"]), request["format"], request["page"])
    if "boxes" in request:
        return {"texts": read_boxes(recogniser, raster, request["boxes"], request["turned"])}
    return {"reading": read_page(recogniser, raster).to_json()}


def _own_stdout() -> TextIO:
    """Return the way out for answers; whatever a library prints goes to stderr instead."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _answer(answers: TextIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _refuse_network(event: str, _args: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.getaddrinfo", "socket.sendto"}:
        raise PermissionError(event)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


def _resident_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):  # only Linux tells it this way
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
