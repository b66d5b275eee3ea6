"""Reading material whole: files, what is inside them, and what only their pictures show."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from zuno import config
from zuno.knowledge import chats, facts, intake, kinds, parties, places, raster_check, transfers
from zuno.knowledge.ocr.readings import Scan
from zuno.knowledge.ocr.recognition import Recognition
from zuno.knowledge.originals import Originals
from zuno.knowledge.parsing.reading import Refusal
from zuno.knowledge.readiness import TASKS, Task, decide
from zuno.knowledge.records import Box, Document, Page
from zuno.knowledge.scans import read_scans

Progress = Callable[[str, int, int, str], None]
"""Called with (stage, done, total, what).

The stages here are ``intake`` (files), ``ocr`` (pages) and ``compare`` (files).
"""


COMPARED_SPANS = 400
"""Facts of one document that are compared with its pages: each takes some hundredths of a second."""

LONGEST_FACT_CHARS = 60

Span = tuple[int, int]
"""Start and end, code points into the text of a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What was read, and the bytes of what may be looked at again."""

    documents: list[Document]
    originals: Originals
    recognition: Recognition


@contextmanager
def case_material(case: Path, *, on_progress: Progress) -> Generator[Material]:
    """Read a case folder; what was recognised before, in any case, is taken from the home.

    Raises:
        NotFound, Invalid, Denied: The folder cannot be read or is empty (see ``intake.read_case``).
    """
    home = config.home()
    with Originals(home) as originals, Recognition(home) as recognition:
        documents = intake.read_case(
            case, originals=originals, on_progress=lambda done, total, what: on_progress("intake", done, total, what)
        )
        yield _material(documents, originals, recognition, on_progress)


@contextmanager
def file_material(files: Sequence[Path], *, on_progress: Progress) -> Generator[Material]:
    """Read single files, wherever they lie.

    Raises:
        NotFound: One of them does not exist.
    """
    home = config.home()
    with Originals(home) as originals, Recognition(home) as recognition:
        documents: list[Document] = []
        for done, file in enumerate(files, start=1):
            documents += intake.read_file(file, originals=originals)
            on_progress("intake", done, len(files), file.name)
        material = _material(documents, originals, recognition, on_progress)
        cited = {document.file: _fact_spans(document) for document in material.documents}
        yield replace(material, documents=compared(material.documents, cited, material, on_progress))


def _fact_spans(document: Document) -> list[Span]:
    """Where the amounts, days, numbers and names of a document stand."""
    found = (
        facts.find_money(document.text),
        facts.find_dates(document.text),
        facts.find_numbers(document.text),
        parties.find_parties(document.text),
    )
    spans = {(fact.start, fact.end) for every in found for fact in every if fact.end - fact.start <= LONGEST_FACT_CHARS}
    return sorted(spans)


def _material(
    documents: list[Document], originals: Originals, recognition: Recognition, on_progress: Progress
) -> Material:
    read = read_scans(
        documents, originals, recognition, on_page=lambda done, total, what: on_progress("ocr", done, total, what)
    )
    return Material(documents=read, originals=originals, recognition=recognition)


def compared(
    documents: Sequence[Document], cited: Mapping[str, Sequence[Span]], material: Material, on_progress: Progress
) -> list[Document]:
    """Compare what is cited from PDFs with their pages; where the two differ the document gets a doubt.

    Args:
        documents: The documents of the material.
        cited: By file, the spans of the amounts, days, numbers and names that something rests on.
        material: Where the pages are to be seen.
        on_progress: Called after each file.

    Returns:
        The documents in their order. What could not be compared (a font missing here, a page
        nobody could read, more than ``COMPARED_SPANS``) proves nothing against the text; the
        document says so by ``raster_unchecked``.
    """
    asked = [document for document in documents if document.format == "pdf" and cited.get(document.file)]
    checked: dict[str, Document] = {}
    for done, document in enumerate(asked, start=1):
        checked[document.file] = _compared(document, cited[document.file], material)
        on_progress("compare", done, len(asked), document.file)
    return [checked.get(document.file, document) for document in documents]


def _compared(document: Document, spans: Sequence[Span], material: Material) -> Document:
    path = material.originals.path(document.sha256)
    if path is None:
        return document
    scan = Scan(path=path, sha256=document.sha256, format=document.format, pages=())
    turned = {page.number: page.turned for page in document.pages}

    def read_crops(page: int, boxes: Sequence[Box]) -> Sequence[str]:
        words = material.recognition.crops(scan, page, boxes, turned=turned.get(page, 0))
        return [""] * len(boxes) if isinstance(words, Refusal) else words

    native = [page for page in document.pages if page.layer == "native"]
    asked = [(start, end) for start, end in spans if any(page.start <= start < page.end for page in native)]
    found = raster_check.compare(document, path.read_bytes(), asked[:COMPARED_SPANS], read_crops)
    flags = [
        *document.flags,
        *(["map_disagrees_with_raster"] if found.doubts else []),
        *(["raster_unchecked"] if found.unchecked or len(asked) > COMPARED_SPANS else []),
    ]
    doubts = sorted((*document.doubts, *found.doubts), key=lambda doubt: (doubt.start, doubt.end))
    return replace(document, doubts=tuple(doubts), flags=tuple(dict.fromkeys(flags)))


def described(document: Document, originals: Originals) -> dict[str, Any]:
    """Return all that is known of one document, for programs: text, pages, facts and doubts with their spans.

    Offsets are code points into ``text``; boxes are ``[left, top, right, bottom]`` in the unit of the page.
    """
    found: dict[str, Sequence[Any]] = {
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
    spans = [(fact.start, fact.end) for every in (document.doubts, *found.values()) for fact in every]
    placed = _boxes(document, originals, spans)
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
        "doubts": [_with_place(doubt, placed) for doubt in document.doubts],
        "layers": [asdict(layer) for layer in document.layers],
        "facts": {name: [_with_place(fact, placed) for fact in every] for name, every in found.items()},
        "readiness": {task: _decision(document, task) for task in TASKS},
    }


def with_boxes(told: Any, documents: Sequence[Document], originals: Originals) -> Any:
    """Return a JSON value with ``boxes`` added to every quote in it: where on its page the words are to be seen."""
    spans: dict[str, set[tuple[int, int]]] = {}
    for quote in _quotes(told):
        spans.setdefault(quote["file"], set()).add((quote["start"], quote["end"]))
    by_file = {document.file: document for document in documents}
    placed = {file: _boxes(by_file[file], originals, sorted(wanted)) for file, wanted in spans.items()}

    def added(value: Any) -> Any:
        if isinstance(value, list):
            return [added(item) for item in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        item = {key: added(inner) for key, inner in cast("dict[str, Any]", value).items()}
        return {**item, "boxes": placed[item["file"]][item["start"], item["end"]]} if _is_quote(item) else item

    return added(told)


def _quotes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        item = cast("dict[str, Any]", value)
        if _is_quote(item):
            yield item
        inner = list(item.values())
    else:
        inner = cast("list[Any]", value) if isinstance(value, list) else []
    for each in inner:
        yield from _quotes(each)


def _is_quote(item: dict[str, Any]) -> bool:
    return {"file", "page", "start", "end", "quote"} <= item.keys()


Boxes = dict[tuple[int, int], list[dict[str, Any]]]
"""Span → one page and box for each line of it."""


def _boxes(document: Document, originals: Originals, spans: Sequence[tuple[int, int]]) -> Boxes:
    path = originals.path(document.sha256)
    data = path.read_bytes() if path is not None else b""
    return {
        span: [{"page": page, "box": [round(side, 1) for side in astuple(box)]} for page, box in found]
        for span, found in zip(spans, places.find_boxes(document, data, spans), strict=True)
    }


def _with_place(fact: Any, placed: Boxes) -> dict[str, Any]:
    told = {key: _plain(value) for key, value in asdict(fact).items()}
    return {**told, "boxes": placed[fact.start, fact.end]}


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
