"""Reading material whole: files, what is inside them, and what only their pictures show."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from zuno.knowledge import chats, facts, intake, kinds, parties, places, transfers
from zuno.knowledge.ocr.recognition import Recognition
from zuno.knowledge.originals import Originals
from zuno.knowledge.readiness import TASKS, Task, decide
from zuno.knowledge.records import Document, Page
from zuno.knowledge.scans import read_scans

Progress = Callable[[str, int, int, str], None]
"""Called with (stage, done, total, what); the stages here are ``intake`` (files) and ``ocr`` (pages)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What was read, and the bytes of what may be looked at again."""

    documents: list[Document]
    originals: Originals
    recognition: Recognition


@contextmanager
def case_material(case: Path, home: Path, *, on_progress: Progress) -> Generator[Material]:
    """Read a case folder; what was recognised before, in any case, is taken from ``home``.

    Raises:
        NotFound, Invalid, Denied: The folder cannot be read or is empty (see ``intake.read_case``).
    """
    with Originals(home) as originals, Recognition(home) as recognition:
        documents = intake.read_case(
            case, originals=originals, on_progress=lambda done, total, what: on_progress("intake", done, total, what)
        )
        yield _material(documents, originals, recognition, on_progress)


@contextmanager
def file_material(files: Sequence[Path], home: Path, *, on_progress: Progress) -> Generator[Material]:
    """Read single files, wherever they lie.

    Raises:
        NotFound: One of them does not exist.
    """
    with Originals(home) as originals, Recognition(home) as recognition:
        documents: list[Document] = []
        for done, file in enumerate(files, start=1):
            documents += intake.read_file(file, originals=originals)
            on_progress("intake", done, len(files), file.name)
        yield _material(documents, originals, recognition, on_progress)


def _material(
    documents: list[Document], originals: Originals, recognition: Recognition, on_progress: Progress
) -> Material:
    read = read_scans(
        documents, originals, recognition, on_page=lambda done, total, what: on_progress("ocr", done, total, what)
    )
    return Material(documents=read, originals=originals, recognition=recognition)


def described(document: Document, originals: Originals) -> dict[str, Any]:
    """Return all that is known of one document, for programs: text, pages, facts and doubts with their spans.

    Offsets are code points into ``text``; boxes are ``[left, top, right, bottom]`` in the unit of the page.
    """
    path = originals.path(document.sha256)
    data = path.read_bytes() if path is not None else None

    def with_boxes(fact: Any) -> dict[str, Any]:
        told = {key: _plain(value) for key, value in asdict(fact).items()}
        return {**told, "boxes": placed(document, data, fact.start, fact.end)}

    found: dict[str, list[Any]] = {
        "dates": facts.find_dates(document.text),
        "money": facts.find_money(document.text),
        "rates": facts.find_rates(document.text),
        "quantities": facts.find_quantities(document.text),
        "numbers": facts.find_numbers(document.text),
        "citations": facts.find_citations(document.text),
        "parties": parties.find_parties(document.text),
        "transfers": transfers.find_transfers(document),
        "messages": chats.find_messages(document),
    }
    return {
        "file": document.file,
        "sha256": document.sha256,
        "size_bytes": document.size_bytes,
        "format": document.format,
        "kind": kinds.classify(document),
        "state": document.state,
        "reason": document.reason,
        "detail": document.detail,
        "flags": list(document.flags),
        "encoding": document.encoding,
        "text": document.text,
        "pages": [_page(page) for page in document.pages],
        "blocks": [asdict(block) for block in document.blocks],
        "doubts": [with_boxes(doubt) for doubt in document.doubts],
        "layers": [asdict(layer) for layer in document.layers],
        "facts": {name: [with_boxes(fact) for fact in every] for name, every in found.items()},
        "readiness": {task: _decision(document, task) for task in TASKS},
    }


def placed(document: Document, data: bytes | None, start: int, end: int) -> list[dict[str, Any]]:
    """Return where a span is to be seen: one box per line of it, none for formats without pages."""
    return [
        {"page": page, "box": [round(side, 1) for side in (box.left, box.top, box.right, box.bottom)]}
        for page, box in places.boxes(document, data, start, end)
    ]


def _page(page: Page) -> dict[str, Any]:
    return {
        "number": page.number,
        "label": page.label,
        "start": page.start,
        "end": page.end,
        "layer": page.layer,
        "width": page.width,
        "height": page.height,
        "turned": page.turned,
        "quality": page.quality,
        "lines": [
            {"start": line.start, "end": line.end, "box": [round(side, 1) for side in astuple(line.box)]}
            for line in page.lines
        ],
    }


def _decision(document: Document, task: Task) -> dict[str, Any]:
    decision = decide(task, [document])
    return {"ready": decision.ready, "open": [asdict(point) for point in decision.open]}


def _plain(value: Any) -> Any:
    """Return a value as JSON knows it: dates in ISO form, decimals as text."""
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def with_boxes(told: Any, documents: Sequence[Document], originals: Originals) -> Any:
    """Return a JSON value with ``boxes`` added to every quote in it: where on its page the words are to be seen."""
    by_file = {document.file: document for document in documents}
    bytes_of: dict[str, bytes | None] = {}

    def added(value: Any) -> Any:
        if isinstance(value, list):
            return [added(item) for item in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        item = {key: added(inner) for key, inner in cast("dict[str, Any]", value).items()}
        if not item.keys() >= _QUOTE_KEYS:
            return item
        document = by_file[item["file"]]
        if document.sha256 not in bytes_of:
            path = originals.path(document.sha256)
            bytes_of[document.sha256] = path.read_bytes() if path is not None else None
        return {**item, "boxes": placed(document, bytes_of[document.sha256], item["start"], item["end"])}

    return added(told)


_QUOTE_KEYS = {"file", "page", "start", "end", "quote"}
