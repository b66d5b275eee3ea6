"""The commands that measure Zuno itself."""

from __future__ import annotations

import json
from pathlib import Path

import click

from zuno.application.measuring_intake import measure_intake
from zuno.application.measuring_retrieval import measure_retrieval
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.progress import ProgressLine


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
