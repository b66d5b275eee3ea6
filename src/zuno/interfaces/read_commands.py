"""``zuno read``: what was read from single files, for people and for programs."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from zuno.application.reading import Material, described, file_material
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.messages import Language, not_read_words, say
from zuno.interfaces.progress import ProgressLine
from zuno.knowledge.records import Document


@click.command("read")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@JSON_OPTION
@LANGUAGE_OPTION
def read_command(files: tuple[Path, ...], as_json: bool, lang: str | None) -> None:
    """Read FILES and show their text, what cannot be trusted in it and the facts found."""
    language = chosen_language(lang)
    progress = ProgressLine(language)
    with (
        refusals(language, as_json=as_json, after=progress.end),
        file_material(files, on_progress=progress.show) as material,
    ):
        progress.end()
        if as_json:
            _print_objects(material)
        else:
            for document in material.documents:
                _tell(document, language)


def _print_objects(material: Material) -> None:
    """Print one object a file and line; what is inside a file stands in its ``members``."""
    outer: dict[str, Any] | None = None
    for document in material.documents:
        told = {**described(document, material.originals), "members": []}
        if "!" in document.file and outer is not None:
            outer["members"].append(told)
            continue
        if outer is not None:
            click.echo(json.dumps(outer, ensure_ascii=False))
        outer = told
    click.echo(json.dumps(outer, ensure_ascii=False))


def _tell(document: Document, language: Language) -> None:
    click.echo(say("read_head", language, file=document.file, state=say(f"state_{document.state}", language)))
    if document.state != "ready":
        click.echo("  " + not_read_words(document.reason, document.detail, language))
    if document.flags:
        click.echo("  " + say("read_flags", language, flags=", ".join(document.flags)))
    for flag, doubts in groupby(document.doubts, key=lambda doubt: doubt.flag):
        words = "；".join(document.text[doubt.start : doubt.end][:40] for doubt in list(doubts)[:5])
        click.echo("  " + say("read_doubts", language, flag=flag, words=words))
    if document.text:
        click.echo("\n" + document.text + "\n")
