"""The commands that search a case and erase what was kept for it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from zuno.application.searching import Searched, forget_case, search_case
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.messages import Language, not_read_words, say, within_quotes
from zuno.interfaces.progress import ProgressLine
from zuno.knowledge.search.index import Visibility
from zuno.knowledge.search.retrieval import RetrievalResult

_SHOWN_CHARS = 120
"""Of a quote, around the words that were met; JSON has it whole."""


@click.command("search")
@click.argument("case", type=click.Path(path_type=Path))
@click.argument("query")
@click.option("--as", "viewer", type=click.Choice(["ours", "public"]), default="ours", help="Who asks; default ours.")
@click.option("--private", multiple=True, metavar="GLOB", help="Files that only our side may see; repeatable.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, help="Most results; default 10.")
@JSON_OPTION
@LANGUAGE_OPTION
def search_command(
    case: Path,
    query: str,
    viewer: Visibility,
    private: tuple[str, ...],
    limit: int,
    *,
    as_json: bool,
    lang: str | None,
) -> None:
    """Search the material of the case in folder CASE for QUERY; each result is a quote with its place."""
    language = chosen_language(lang)
    progress = ProgressLine(language)
    with refusals(language, as_json=as_json, after=progress.end):
        searched = search_case(case, query, viewer=viewer, private=private, limit=limit, on_progress=progress.show)
    progress.end()
    for notice in searched.notices:
        click.echo(say("notice", language, text=within_quotes(notice, language)), err=True)
    if as_json:
        click.echo(json.dumps(_summary(query, viewer, searched), ensure_ascii=False))
    else:
        _tell(searched, language)


@click.command("forget")
@click.argument("case", type=click.Path(path_type=Path))
@JSON_OPTION
@LANGUAGE_OPTION
def forget_command(case: Path, *, as_json: bool, lang: str | None) -> None:
    """Erase what Zuno keeps of the case in folder CASE: its index and its texts. The folder itself is not touched."""
    language = chosen_language(lang)
    with refusals(language, as_json=as_json):
        forget_case(case)
    click.echo(json.dumps({"forgotten": str(case)}, ensure_ascii=False) if as_json else say("forgotten", language))


def _summary(query: str, viewer: Visibility, searched: Searched) -> dict[str, Any]:
    retrieval = searched.retrieval
    return {
        "query": query,
        "as": viewer,
        "generation": retrieval.generation,
        "tokenizer": retrieval.tokenizer,
        "scorer": retrieval.scorer,
        "dense": retrieval.dense,
        "results": [_row(result) for result in retrieval.results],
        "not_searched": [
            {"file": d.file, "state": d.state, "reason": d.reason, "unread_pages": list(d.unread_pages)}
            for d in searched.not_searched
        ],
    }


def _row(result: RetrievalResult) -> dict[str, Any]:
    return {
        **asdict(result.lineage),
        "title": result.title,
        "visibility": result.visibility,
        "score": round(result.score, 4),
        "quote": result.quote,
        "matched": [list(span) for span in result.matched],
        "doubts": [asdict(doubt) for doubt in result.doubts],
    }


def _tell(searched: Searched, language: Language) -> None:
    for rank, result in enumerate(searched.retrieval.results, start=1):
        place = result.lineage
        label = f" ({place.label})" if place.label else ""
        head = say("found_at", language, rank=rank, file=place.file, page=place.page, label=label)
        click.echo(head + (say("found_recognised", language) if place.layer == "ocr" else ""))
        click.echo(f"   {_shown(result)}")
        if result.doubts:
            flags = ", ".join(sorted({doubt.flag for doubt in result.doubts}))
            click.echo("   " + say("found_doubtful", language, flags=flags))
    if not searched.retrieval.results:
        click.echo(say("found_nothing", language))
    for document in searched.not_searched:
        key = "not_read" if document.state == "refused" else "partly_read"
        detail = not_read_words(document.reason, document.detail, language)
        click.echo(say(key, language, file=document.file, detail=detail), err=True)


def _shown(result: RetrievalResult) -> str:
    """The part of a quote that holds most of the words met, those in bold, on one line."""
    start = _best_start(result)
    end = min(start + _SHOWN_CHARS, len(result.quote))
    shown, at = "", start
    for first, last in result.matched:
        first, last = max(first, at), min(last, end)
        if first < last:
            shown += result.quote[at:first] + click.style(result.quote[first:last], bold=True)
            at = last
    shown += result.quote[at:end]
    return ("…" if start else "") + " ".join(shown.split()) + ("…" if end < len(result.quote) else "")


def _best_start(result: RetrievalResult) -> int:
    latest = max(0, len(result.quote) - _SHOWN_CHARS)
    starts = [0, *(min(max(0, first - _SHOWN_CHARS // 4), latest) for first, _last in result.matched)]

    def met(start: int) -> int:
        end = start + _SHOWN_CHARS
        return sum(max(0, min(last, end) - max(first, start)) for first, last in result.matched)

    return max(starts, key=lambda start: (met(start), -start))
