"""The seeded-defect benchmark: make cases, review them as ``prepare`` does, and score what is named."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from zuno import config
from zuno.application.preparing import Options, review_case
from zuno.errors import Invalid, ZunoError
from zuno.observability import store
from zuno.observability.content import SHIPPED, Case, Content, NoSuchContent, dataset, load, made, shipped_causes
from zuno.observability.records import Evaluation, Outcome, Run
from zuno.observability.scoring import judge, result_of

Progress = Callable[[str, int, int, str], None]


class KeepFolderInUse(Invalid):
    """The folder for the generated cases is not empty: name a new one."""

    code = "keep_folder_in_use"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to run."""

    causes: tuple[str, ...] = ()
    """Empty: all that have content."""
    styles: tuple[str, ...] = ()
    """Empty: all that there are."""
    n: int | None = None
    """Defective cases; None: each defect once in each style."""
    seed: int = 0
    jobs: int = 1
    keep: Path | None = None
    """Folder that receives the generated cases."""
    root: Path = SHIPPED
    """Where the content lies."""


@dataclass(frozen=True, slots=True)
class _Job:
    """The cases that share one clean copy: its documents are written once."""

    root: Path
    cause: str
    style: str
    copy: int
    seed: int
    defects: tuple[str, ...]
    keep: Path | None


def measure_defects(plan: Plan, *, on_progress: Progress) -> Evaluation:
    """Run the benchmark and store what came out.

    The result follows from the plan, the content and the code alone.

    Args:
        plan: What to run.
        on_progress: Called with (``defects``, done, total, what) after each group of cases.

    Raises:
        NoSuchContent: A cause or a style has no content.
        BadContent: A content file is wrong; the message names the place.
        KeepFolderInUse: ``keep`` is a folder with something in it.
    """
    if plan.keep and plan.keep.is_dir() and any(plan.keep.iterdir()):
        raise KeepFolderInUse(f"文件夹不是空的：{plan.keep}", where=str(plan.keep), next_step="换一个新文件夹")
    contents = [load(cause, plan.root) for cause in plan.causes or shipped_causes(plan.root)]
    styles = _styles(plan, contents)
    jobs = _jobs(plan, contents, styles)
    started, before = datetime.now(UTC), time.process_time()
    outcomes: list[Outcome] = []
    elsewhere = 0.0
    for done, (told, cpu_s) in enumerate(_done(jobs, plan.jobs), start=1):
        outcomes += told
        elsewhere += cpu_s
        on_progress("defects", done, len(jobs), told[0].case)
    data = dataset([content.cause for content in contents], styles, plan.root)
    evaluation = Evaluation(
        dataset=data,
        run=Run(
            dataset=data.version,
            seed=plan.seed,
            n=sum(len(job.defects) for job in jobs),
            code=config.code_digest()[:16],
            started=started,
            finished=datetime.now(UTC),
            cpu_s=round(elsewhere if plan.jobs > 1 else time.process_time() - before, 2),
        ),
        result=result_of(sorted(outcomes, key=lambda item: item.case)),
    )
    store.keep(evaluation)
    return evaluation


def _styles(plan: Plan, contents: Sequence[Content]) -> tuple[str, ...]:
    known = sorted({style for content in contents for style in content.styles})
    if unknown := sorted(set(plan.styles) - set(known)):
        raise NoSuchContent(f"基准没有这个写法：{'、'.join(unknown)}", next_step=f"可选：{'、'.join(known)}")
    return plan.styles or tuple(known)


def _jobs(plan: Plan, contents: Sequence[Content], styles: Sequence[str]) -> list[_Job]:
    """Spread the defective cases evenly over causes, defects and styles; more than one of each draw other facts."""
    turns = list(_turns(contents, styles))
    wanted = len(turns) if plan.n is None else plan.n
    groups: dict[tuple[str, str, int], list[str]] = {}
    for number in range(wanted if turns else 0):
        cause, style, defect = turns[number % len(turns)]
        groups.setdefault((cause, style, number // len(turns)), []).append(defect)
    return [
        _Job(plan.root, cause, style, copy, plan.seed, tuple(defects), plan.keep)
        for (cause, style, copy), defects in groups.items()
    ]


def _turns(contents: Sequence[Content], styles: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Every (cause, style, defect) once, so ordered that any first part of it is mixed."""
    most = max((len(content.defects) for content in contents), default=0)
    for turn in range(len(styles)):
        for at in range(most):
            for number, content in enumerate(contents):
                style = styles[(turn + at + number) % len(styles)]
                if at < len(content.defects) and style in content.styles:
                    yield content.cause, style, tuple(content.defects)[at]


# --- running ----------------------------------------------------------------------------------------------------


def _done(jobs: Sequence[_Job], processes: int) -> Iterator[tuple[list[Outcome], float]]:
    if processes <= 1:
        yield from map(_run, jobs)
        return
    with ProcessPoolExecutor(max_workers=processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_run, jobs)


def _run(job: _Job) -> tuple[list[Outcome], float]:
    """Make and review the clean copy and its defective ones; return what came out and the CPU-seconds."""
    before = time.process_time()
    content = load(job.cause, job.root)
    chosen = [None, *(content.defects[defect] for defect in job.defects)]
    cases = [made(content, job.style, job.copy, job.seed, defect) for defect in chosen]
    return [_reviewed(case, job.keep) for case in cases], time.process_time() - before


def _reviewed(case: Case, keep: Path | None) -> Outcome:
    with _folder(case, keep) as folder:
        case.write(folder)
        try:
            return judge(case, review_case(folder, Options()))
        except ZunoError as error:
            return judge(case, None, refusal=str(error))


@contextmanager
def _folder(case: Case, keep: Path | None) -> Generator[Path]:
    if keep:
        yield keep / case.id
        return
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch) / case.defect
