"""The commands that measure Zuno itself."""

from __future__ import annotations

import json
from pathlib import Path

import click

from zuno.application.measuring_intake import measure_intake
from zuno.application.measuring_retrieval import measure_retrieval
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.messages import Language, say
from zuno.interfaces.progress import ProgressLine
from zuno.observability import content, publishing, store
from zuno.observability.benchmark import Plan, measure_defects


@click.group("bench")
def bench_group() -> None:
    """Measure Zuno on data whose right answers are known."""


@bench_group.command("retrieval")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@JSON_OPTION
@LANGUAGE_OPTION
def bench_retrieval(folder: Path, *, as_json: bool, lang: str | None) -> None:
    """Index the corpus in DIR, run its query sets, and print how well and how fast they are answered."""
    language = chosen_language(lang)
    progress = ProgressLine(language)
    with refusals(language, as_json=as_json, after=progress.end):
        told = measure_retrieval(folder, on_progress=progress.show)
    progress.end()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for name, row in told.items():
        click.echo(f"{name}: " + ", ".join(f"{key} {value:g}" for key, value in row.items()))


@bench_group.command("ingest")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
@JSON_OPTION
@LANGUAGE_OPTION
def bench_ingest(folder: Path | None, *, as_json: bool, lang: str | None) -> None:
    """Measure what reading costs: 1,000 text files and, from DIR, PDFs and pictures with their truth.json."""
    language = chosen_language(lang)
    progress = ProgressLine(language)
    with refusals(language, as_json=as_json, after=progress.end):
        told = measure_intake(folder, on_progress=progress.show)
    progress.end()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for name, row in told.items():
        click.echo(f"{name}: " + ", ".join(f"{key} {value}" for key, value in row.items()))


@bench_group.command("defects")
@click.option("--causes", metavar="IDS", help="Causes, parted by commas; default all.")
@click.option("--styles", metavar="NAMES", help="Manners of writing, parted by commas; default all.")
@click.option("--n", type=click.IntRange(min=1), help="Defective cases; default each defect once in each style.")
@click.option("--seed", type=int, default=0, show_default=True, help="Other seeds draw other persons and figures.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--keep", metavar="DIR", type=click.Path(path_type=Path), help="Leave the generated cases in DIR.")
@click.option("--misses", is_flag=True, help="Print every miss and every false alarm.")
@click.option(
    "--readme",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Run nothing: write the last stored score of all causes and styles into the READMEs in DIR.",
)
@JSON_OPTION
@LANGUAGE_OPTION
def bench_defects(
    causes: str | None,
    styles: str | None,
    n: int | None,
    seed: int,
    jobs: int,
    keep: Path | None,
    misses: bool,
    readme: Path | None,
    *,
    as_json: bool,
    lang: str | None,
) -> None:
    """Plant one defect a case in complete fictional cases, review them, and score what is named."""
    language = chosen_language(lang)
    if readme is not None:
        _write_score(readme, language, as_json=as_json)
        return
    plan = Plan(causes=_listed(causes), styles=_listed(styles), n=n, seed=seed, jobs=jobs, keep=keep)
    progress = ProgressLine(language)
    with refusals(language, as_json=as_json, after=progress.end):
        told = store.as_json(measure_defects(plan, on_progress=progress.show))
    progress.end()
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    if misses:
        click.echo("\n".join(publishing.misses(told["result"])))
    click.echo(publishing.table(told["result"]))


def _listed(names: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in (names or "").split(",") if name.strip()))


def _write_score(folder: Path, language: Language, *, as_json: bool) -> None:
    with refusals(language, as_json=as_json):
        told = store.latest(*content.shipped())
        written = [str(path) for path in publishing.write_score(told, folder)]
    if as_json:
        click.echo(json.dumps({"written": written}, ensure_ascii=False))
        return
    for path in written:
        click.echo(say("score_written", language, path=path))
