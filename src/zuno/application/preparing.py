"""The main job: a folder of case material in, a prepared hearing out.

Composes the rooms in the order of the job: intake, review, hearing, debrief,
deliverables. Owns no fact of its own. What it writes below ``out`` can be made
again from the material and ``overrides.yaml``, except the hearing record: an
earlier record is kept beside the new one and never overwritten.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, cast

from zuno import __version__, config
from zuno.application import changes, pictures, reading
from zuno.application.changes import Changes
from zuno.application.debriefing import read_debrief
from zuno.application.reading import Material
from zuno.application.searching import index_case, kept_of
from zuno.casework import case_file, overrides, review_json
from zuno.casework.case_file import CaseFile
from zuno.casework.deliverables import write
from zuno.casework.legibility import cited_facts
from zuno.casework.readings import Readings
from zuno.casework.records import Debrief, Review, Side, quotes_of
from zuno.casework.report import build
from zuno.casework.review import review
from zuno.casework.sources import within_budget
from zuno.casework.updating import with_hearing
from zuno.disk import locked
from zuno.errors import Conflict, Invalid
from zuno.hearing import conduct
from zuno.knowledge.originals import Originals
from zuno.knowledge.records import ARCHIVE_FORMATS, Document
from zuno.knowledge.statutes.corpus import Corpus, open_corpus

Progress = Callable[[str, int, int, str], None]
"""Called with (stage, done, total, what).

Stages are ``intake``, ``ocr``, ``review``, ``compare``, ``hearing``, ``deliverables``.
"""


class OutputBusy(Conflict):
    """Another program prepares into the same folder: wait for it, or choose another."""

    code = "output_busy"


class OutputInsideMaterial(Invalid):
    """The output folder lies within the material and would be read as evidence: choose another."""

    code = "output_inside_material"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person asks for beyond the folder."""

    side: Side | None = None
    cause: str | None = None
    filing_date: date | None = None
    private: tuple[str, ...] = ()
    """Globs of files that only our side may see, beyond those of ``case.yaml``."""
    max_turns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What ``prepare`` made."""

    out: Path
    review: Review
    debrief: Debrief
    report: Path
    files: tuple[Path, ...]
    hearing_reused: bool
    changes: Changes | None
    """Against the last run into the same folder; None where there was none or nothing is different."""


def _no_progress(stage: str, done: int, total: int, what: str) -> None:
    del stage, done, total, what


def prepare(case: Path, out: Path, options: Options, *, on_progress: Progress = _no_progress) -> Prepared:
    """Prepare a case: review it, hold the mock hearing, write the deliverables.

    Repeating it on the same material gives the same files; after new material
    ``changes.json`` and ``材料变化.md`` tell what is different and why. A closed hearing
    record of the same input is kept; one of other input is moved to
    ``out/hearing-earlier/`` before a new one is begun.

    Args:
        case: Folder of the case, with or without ``materials/`` and ``case.yaml``.
        out: Folder to write into; ``out/overrides.yaml`` is read and never written.
        options: What the command line says.
        on_progress: Called as the work goes on.

    Returns:
        The review, the debrief and where everything was written.

    Raises:
        Invalid: The folder is empty, a setting is wrong, or no cause pack fits; the message says which.
        NotFound: The folder or the cause named does not exist.
        OutputBusy: Another program writes into ``out``.
        StoreOutdated, StoreUnreadable: The law store cannot be used; the message says what to do.
    """
    _keep_apart(case, out)
    with reading.case_material(case, on_progress=on_progress) as material:
        documents = [within_budget(document) for document in material.documents]
        readings = Readings(kept_of(case) / "readings")
        prepared = _prepared(documents, material, _settings(case, options), options, out, readings, on_progress)
        _index(case, material, prepared.review)
        readings.prune()
        return prepared


def _prepared(
    documents: list[Document],
    material: Material,
    settings: CaseFile,
    options: Options,
    out: Path,
    readings: Readings,
    on_progress: Progress,
) -> Prepared:
    edits = overrides.read(out / "overrides.yaml")
    on_progress("review", 0, 1, "")
    with open_corpus(config.home() / "law") as laws:
        documents, result = _reviewed(documents, material, settings, options, edits, laws, readings, on_progress)
        on_progress("review", 1, 1, "")
        with _alone_in(out):
            reused, told = _hearing(result, documents, settings, options, laws, out, readings, on_progress)
            result = with_hearing(result, told)
            changed = _changed(out / "review.json", result)
            files = _write(result, told, changed, documents, material.originals, out, on_progress)
    return Prepared(
        out=out,
        review=result,
        debrief=told,
        report=out / "report.html",
        files=tuple(files),
        hearing_reused=reused,
        changes=changed,
    )


def review_case(case: Path, options: Options, *, on_progress: Progress = _no_progress) -> Review:
    """Read and review a case as ``prepare`` does, and stop there: no hearing, no index, no file.

    Raises:
        Invalid, NotFound: As ``prepare``.
    """
    with reading.case_material(case, on_progress=on_progress) as material, open_corpus(config.home() / "law") as laws:
        documents = [within_budget(document) for document in material.documents]
        settings = _settings(case, options)
        return _reviewed(documents, material, settings, options, (), laws, None, on_progress)[1]


def lock_of(out: Path) -> Path:
    """Return the lock that is held while an output folder is written; it lies in the home, not among the files."""
    locks = config.home() / "locks"
    locks.mkdir(mode=0o700, exist_ok=True)
    return locks / hashlib.sha256(str(out.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]


@contextmanager
def _alone_in(out: Path) -> Generator[None]:
    """Make the output folder and hold it against other programs while it is written."""
    out.mkdir(parents=True, exist_ok=True)
    with locked(lock_of(out), wait_s=0) as held:
        if not held:
            raise OutputBusy(
                f"另一个程序正在写 {out}", where=str(out), next_step="等它完成，或用 --out 指定另一个文件夹"
            )
        yield


def _reviewed(
    documents: list[Document],
    material: Material,
    settings: CaseFile,
    options: Options,
    edits: Sequence[overrides.Override],
    laws: Corpus,
    readings: Readings | None,
    on_progress: Progress,
) -> tuple[list[Document], Review]:
    """Review, compare what the review cites from PDFs with their pages, and review again where the two differ."""

    def judge(read: Sequence[Document]) -> Review:
        return review(
            read,
            settings,
            cause=options.cause,
            filing_date=options.filing_date,
            edits=edits,
            laws=laws,
            readings=readings,
        )

    result = judge(documents)
    compared = reading.compared(documents, cited_facts(result, documents), material, on_progress)
    return (documents, result) if compared == documents else (compared, judge(compared))


def _index(case: Path, material: Material, told: Review) -> None:
    """Make the case searchable, with the titles and the private files that the review told."""
    titles = {item.file: item.title for item in told.documents}
    hidden = {item.file for item in told.documents if item.disclosure == "private"}
    index_case(case, material.documents, titles, hidden)


def _keep_apart(case: Path, out: Path) -> None:
    material = case / "materials" if (case / "materials").is_dir() else case
    inside, target = material.resolve(), out.resolve()
    if target == inside or inside in target.parents:
        raise OutputInsideMaterial(
            f"输出文件夹在案件材料之内：{out}", where=str(out), next_step="用 --out 指到材料文件夹之外"
        )


def _settings(case: Path, options: Options) -> CaseFile:
    settings = case_file.read(case)
    return replace(
        settings,
        our_side=options.side or settings.our_side,
        private=(*settings.private, *options.private),
    )


# --- hearing ----------------------------------------------------------------------------------------------------


def _hearing(
    result: Review,
    documents: Sequence[Document],
    settings: CaseFile,
    options: Options,
    laws: Corpus,
    out: Path,
    readings: Readings,
    on_progress: Progress,
) -> tuple[bool, Debrief]:
    """Hold the hearing, or keep the closed record of the same input; return (kept, debrief)."""
    run_dir, note = out / "hearing", out / "run.json"
    digest = _input_digest(result, documents, options)
    if _recorded(note) == digest and run_dir.is_dir():
        return True, read_debrief(run_dir, result)
    _set_aside(run_dir, out / "hearing-earlier")
    note.unlink(missing_ok=True)
    public = _public_review(result, documents, settings, options, laws, readings)
    reviews = {
        "plaintiff": _seen_by(public, "plaintiff"),
        "defendant": _seen_by(public, "defendant"),
        "judge": replace(public, agents=(), people=(), actions=()),
    }
    conduct.hold(
        reviews,
        _hearing_documents(result, documents),
        run_dir,
        profile="ordinary" if public.procedure == "ordinary" else "simplified",
        max_turns=options.max_turns,
        on_progress=lambda done, total, what: on_progress("hearing", done, total, what),
    )
    told = read_debrief(run_dir, result)
    _replace_text(note, json.dumps({"input": digest, "zuno": __version__}, indent=2) + "\n")
    return False, told


def _public_review(
    result: Review,
    documents: Sequence[Document],
    settings: CaseFile,
    options: Options,
    laws: Corpus,
    readings: Readings,
) -> Review:
    """The review as it stands on the documents that every role may see.

    Overrides are a person's private judgement and stay out of it.
    """
    hidden = {item.file for item in result.documents if item.disclosure == "private"}
    shown = [document for document in documents if document.file not in hidden]
    fitting = {
        field: tuple(p for p in named if any(settings.names_file((p,), document.file) for document in shown))
        for field, named in (("served", settings.served), ("to_submit", settings.to_submit))
    }
    settings = replace(settings, our_side=result.our_side, private=(), **fitting)
    return review(shown, settings, cause=result.cause, filing_date=options.filing_date, laws=laws, readings=readings)


def _seen_by(public: Review, side: Side) -> Review:
    """The public review from one side's chair: what favours us favours them no more, and our plans are ours alone."""
    if public.our_side == side:
        return public
    turned = {"ours": "theirs", "theirs": "ours"}
    return replace(
        public,
        our_side=side,
        agents=(),
        people=(),
        actions=(),
        cells=tuple(replace(cell, favours=turned[cell.favours]) for cell in public.cells),
        findings=tuple(replace(finding, favours=turned[finding.favours]) for finding in public.findings),
    )


def _hearing_documents(result: Review, documents: Sequence[Document]) -> list[conduct.HearingDocument]:
    texts = {document.file: document.text for document in documents}
    containers = {document.file for document in documents if document.format in ARCHIVE_FORMATS}
    return [
        conduct.HearingDocument(
            file=item.file,
            title=f"{item.exhibit} {item.title}" if item.exhibit else item.title,
            kind=item.kind,
            text=texts[item.file],
            sha256=item.sha256,
            visibility=(result.our_side,) if item.disclosure == "private" else "public",
            side=item.side,
            exhibit=item.exhibit,
            first_page=item.first_page,
        )
        for item in result.documents
        if item.sha256 and item.reason not in ("empty", "not_material") and item.file not in containers
    ]


def _input_digest(result: Review, documents: Sequence[Document], options: Options) -> str:
    """Digest of all that the hearing depends on."""
    parts = {
        "zuno": __version__,
        "documents": [
            (document.file, document.sha256, document.state, hashlib.sha256(document.text.encode()).hexdigest())
            for document in documents
        ],
        "review": asdict(result),
        "max_turns": options.max_turns,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _recorded(note: Path) -> str | None:
    try:
        data = cast("dict[str, Any]", json.loads(note.read_text("utf-8")))
    except (OSError, ValueError):
        return None
    return cast("str | None", data.get("input"))


def _set_aside(run_dir: Path, shelf: Path) -> None:
    """Move an earlier hearing record out of the way; a record is never deleted."""
    if not run_dir.exists():
        return
    shelf.mkdir(parents=True, exist_ok=True)
    number = 1
    while (shelf / f"{number:03d}").exists():
        number += 1
    shutil.move(run_dir, shelf / f"{number:03d}")


# --- output -----------------------------------------------------------------------------------------------------


def _changed(last: Path, result: Review) -> Changes | None:
    """Compare with the review that the last run left, if that can be read."""
    try:
        before = json.loads(last.read_text("utf-8"))
        found = changes.between(before, review_json.to_json(result))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # no earlier run, or one of another version
    return found if found.files or found.changes else None


def _write(
    result: Review,
    told: Debrief,
    changed: Changes | None,
    documents: Sequence[Document],
    originals: Originals,
    out: Path,
    on_progress: Progress,
) -> list[Path]:
    texts = {document.file: document.text for document in documents}
    page_starts = {document.file: [page.start for page in document.pages] for document in documents}
    data = reading.with_boxes(review_json.to_json(result), documents, originals)
    review_json.validate(data)
    on_progress("deliverables", 0, 3, "review.json")
    _replace_text(out / "review.json", json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    on_progress("deliverables", 1, 3, "deliverables")
    files = write.deliverables(result, told, texts, out)
    if changed is not None:
        _replace_text(out / "changes.json", json.dumps(changes.to_json(changed), ensure_ascii=False, indent=1) + "\n")
        _replace_text(out / "材料变化.md", changes.to_markdown(changed))
        files += [out / "changes.json", out / "材料变化.md"]
    on_progress("deliverables", 2, 3, "report.html")
    shown = pictures.of_quotes(quotes_of(result), documents, originals)
    _replace_text(out / "report.html", build.build(result, told, texts, page_starts=page_starts, pictures=shown))
    on_progress("deliverables", 3, 3, "report.html")
    return [out / "review.json", *files, out / "report.html"]


def _replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    pending = path.with_name(f".{path.name}.new")
    try:
        pending.write_text(text, "utf-8")
        pending.replace(path)
    except OSError:
        pending.unlink(missing_ok=True)
        raise
