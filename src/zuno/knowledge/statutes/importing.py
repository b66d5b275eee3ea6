"""Import of laws from a folder: JSON lines, Markdown, and registers of repeals.

A file is one edition, taken whole or not at all: a law that lacks an article
would make a right citation look wrong. What could not be read is reported with
file and line; everything else goes into the store in one transaction.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import yaml

from zuno.errors import Invalid, NotFound
from zuno.knowledge.numbers import read_int
from zuno.knowledge.statutes import names, store
from zuno.knowledge.statutes.corpus import day_in_text
from zuno.knowledge.statutes.records import Article, Edition, EditionStatus

_MOST_BYTES = 20_000_000
_MOST_ARTICLES = 100_000
_STATUS: dict[str, EditionStatus] = {
    "有效": "in_force",
    "现行有效": "in_force",
    "已修改": "amended",
    "已被修改": "amended",
    "已废止": "repealed",
    "已失效": "repealed",
    "尚未生效": "not_yet",
}


class LawFolderNotFound(NotFound):
    """The folder to import from does not exist: check the path."""

    code = "law_folder_not_found"


class NoLawsFound(Invalid):
    """No file of the folder is a law in a known layout: nothing was changed."""

    code = "no_laws_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a file was not taken."""

    file: str
    line: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did."""

    laws_added: int
    versions_added: int
    versions_updated: int
    skipped: int
    """Editions that were there already, word for word."""
    articles_added: int
    repeals: int
    """Entries of registers of repeals."""
    ignored: int
    """Files of other kinds."""
    faulty: tuple[Fault, ...]
    corpus_as_of: date | None


class _FaultyFileError(Exception):
    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


def import_laws(folder: Path, into: Path, *, as_of: date | None = None) -> ImportReport:
    """Read every law below ``folder`` into the store of folder ``into``; again changes nothing.

    Args:
        folder: JSON lines (one file an edition: a meta line, then article lines), Markdown
            with front matter or with an info block, and ``repeal_registry.json``.
        into: The user's law folder; made if missing.
        as_of: Day up to which this source is complete; default: its latest publication.

    Raises:
        LawFolderNotFound: There is no such folder.
        NoLawsFound: Nothing in it is a law.
        StoreOutdated, StoreUnreadable: See `store.write`. Nothing was written.
    """
    if not folder.is_dir():
        raise LawFolderNotFound("没有这个法规文件夹", where=str(folder), next_step="检查路径")
    imported: list[store.Imported] = []
    fates: list[store.Fate] = []
    faults: list[Fault] = []
    ignored = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or path.is_symlink() or not path.is_file():
            continue
        try:
            read = _read_file(path)
        except _FaultyFileError as error:
            faults.append(Fault(file=str(inside), line=error.line, why=error.why))
            continue
        if read is None:
            ignored += 1
        elif isinstance(read, list):
            fates += read
        else:
            imported.append(read)
    faults += _clashes(imported)
    if not imported and not fates:
        first = f"{faults[0].file} 第{faults[0].line}行：{faults[0].why}" if faults else "没有可识别的法规文件"
        raise NoLawsFound(first, where=str(folder), next_step="见 docs/howto/law.md 所列的两种格式")
    tally = store.write(into / store.FILE, imported, fates, as_of=as_of)
    return ImportReport(
        laws_added=tally.laws_added,
        versions_added=tally.editions_added,
        versions_updated=tally.editions_updated,
        skipped=tally.editions_unchanged,
        articles_added=tally.articles_added,
        repeals=len(fates),
        ignored=ignored,
        faulty=tuple(faults),
        corpus_as_of=tally.as_of,
    )


def _clashes(imported: list[store.Imported]) -> list[Fault]:
    """Take out the second of two files that claim to be the same edition with other words."""
    seen: dict[str, store.Imported] = {}
    faults: list[Fault] = []
    for one in list(imported):
        first = seen.setdefault(one.edition.key, one)
        if first is not one:
            imported.remove(one)
            if first.digest != one.digest:
                why = f"与另一文件是同一版《{one.edition.title}》而文字不同"
                faults.append(Fault(file=one.file, line=1, why=why))
    return faults


def _read_file(path: Path) -> store.Imported | list[store.Fate] | None:
    kind = path.suffix.lower()
    if kind not in (".jsonl", ".md") and path.name != "repeal_registry.json":
        return None
    if path.stat().st_size > _MOST_BYTES:
        raise _FaultyFileError(1, "文件过大")
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _FaultyFileError(line, "不是 UTF-8 文字") from error
    if kind == ".jsonl":
        return _read_json_lines(text, path.name)
    if kind == ".md":
        return _read_markdown(text, path)
    return _read_register(text)


def _imported(edition: Edition, articles: list[Article], identity: str | None, file: str) -> store.Imported:
    seen = Counter((article.number, article.suffix) for article in articles)
    double = next((place for place, times in seen.items() if times > 1), None)
    if double is not None:
        raise _FaultyFileError(1, f"第{double[0]}条重复")
    key = identity or f"{names.key(edition.title)}@{edition.published}"
    whole = json.dumps([repr(edition), [repr(article) for article in articles]], ensure_ascii=False)
    return store.Imported(
        edition=_with_key(edition, key, len(articles)),
        articles=tuple(articles),
        digest=hashlib.sha256(whole.encode()).hexdigest(),
        file=file,
    )


def _with_key(edition: Edition, key: str, articles: int) -> Edition:
    return Edition(
        title=edition.title,
        aliases=edition.aliases,
        level=edition.level,
        published=edition.published,
        effective=edition.effective,
        status=edition.status,
        doc_no=edition.doc_no,
        source=edition.source,
        articles=articles,
        key=key,
    )


def _settle_effect(told: date | None, published: date | None, articles: list[Article]) -> date | None:
    """The day of effect told, else that of the closing clause where it cannot be the clause of an earlier edition."""
    if told is not None or published is None or not articles:
        return told
    day = day_in_text("\n".join(article.text for article in articles[-2:]))
    return day if day and day >= published else None


# --- JSON lines ----------------------------------------------------------------------------------------------------


def _read_json_lines(text: str, file: str) -> store.Imported:
    rows = list(_objects(text))
    if not rows:
        raise _FaultyFileError(1, "空文件")
    line, meta = rows[0]
    if meta.get("type") != "meta":
        raise _FaultyFileError(line, "首行不是 meta")
    title = _string(meta, "title", line)
    articles = [_article_of(row, at) for at, row in rows[1:]]
    numbered = sum(article.number > 0 for article in articles)
    if not articles:
        raise _FaultyFileError(line, "没有条文")
    told = meta.get("articles")
    if isinstance(told, int) and told != numbered:
        raise _FaultyFileError(rows[-1][0], f"应有{told}条，文件中有{numbered}条")
    published = _date(meta.get("published"), line)
    edition = Edition(
        title=title,
        aliases=tuple(alias for alias in _list(meta.get("aliases")) if isinstance(alias, str)),
        level=str(meta.get("level") or ""),
        published=published,
        effective=_settle_effect(_date(meta.get("effective"), line), published, articles),
        status=_STATUS.get(str(meta.get("status") or ""), "unknown"),
        doc_no=meta.get("doc_no") if isinstance(meta.get("doc_no"), str) else None,
        source=str(meta.get("source") or ""),
    )
    identity = meta.get("flk_id")
    return _imported(edition, articles, str(identity) if identity else None, file)


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _FaultyFileError(at, "不是完整的 JSON") from error
        if not isinstance(row, dict):
            raise _FaultyFileError(at, "不是 JSON 对象")
        yield at, cast("dict[str, Any]", row)


def _article_of(row: dict[str, Any], line: int) -> Article:
    text = _string(row, "text", line)
    if row.get("type") == "body":
        return Article(number=0, label="全文", text=text)
    number = row.get("no")
    if row.get("type") != "article" or not isinstance(number, int) or isinstance(number, bool):
        raise _FaultyFileError(line, "不是条文：缺 type 或 no")
    label = str(row.get("label") or f"第{number}条")
    if not 1 <= number <= _MOST_ARTICLES or len(label) > 40:
        raise _FaultyFileError(line, "条号有误")
    return Article(
        number=number,
        suffix=_suffix(label),
        label=label,
        path=tuple(part for part in _list(row.get("path")) if isinstance(part, str)),
        text=text,
    )


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _suffix(label: str) -> int:
    return read_int(label.partition("条之")[2]) or 0 if "条之" in label else 0


def _string(row: dict[str, Any], name: str, line: int) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _FaultyFileError(line, f"缺 {name}")
    return value.strip()


def _date(value: object, line: int) -> date | None:
    if value is None or value == "":
        return None
    if isinstance(value, date):
        return value.date() if isinstance(value, datetime) else value
    try:
        return date.fromisoformat(str(value).replace("/", "-"))
    except ValueError as error:
        raise _FaultyFileError(line, f"日期有误：{value}") from error


# --- Markdown ------------------------------------------------------------------------------------------------------

_MARKED = re.compile(
    r"^(?:-\s+)?(?:#+\s*)?\*\*(第[一二三四五六七八九十百千零〇\d]{1,10}条(?:之[一二三四五六七八九十]{1,3})?)\*\*\s*(.*)$"
)
_PLAIN = re.compile(r"^(第[一二三四五六七八九十百千零〇\d]{1,10}条(?:之[一二三四五六七八九十]{1,3})?)[\s　]+(.+)$")
_HEADING = re.compile(r"^(#{1,6})\s+(.+)$")
_NEXT_HEADING = re.compile(r"^[一二三四五六七八九十]{1,3}、[^。；：，]{1,30}$|^附[\s　]*则$")
"""Interpretations set headings as plain lines; the one that follows stands at the end of an article."""
_NUMBER = re.compile(r"第(.+?)条")
_INFO_END = "<!-- INFO END -->"
_DAY = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_TAKES_EFFECT = re.compile(r"(\d{4}年\d{1,2}月\d{1,2}日)\s?起?施行")
_FILE_DAY = re.compile(r"[（(](\d{4}-\d{2}-\d{2})[）)]$")
_DOC_NO = re.compile(r"法释〔\d{4}〕\d+号")


def _read_markdown(text: str, path: Path) -> store.Imported | None:
    if text.startswith("---\n"):
        return _read_front_matter(text, path.name)
    if _INFO_END in text:
        return _read_info_block(text, path)
    return None


def _read_front_matter(text: str, file: str) -> store.Imported | None:
    head, closed, body = text[4:].partition("\n---\n")
    if not closed:
        raise _FaultyFileError(1, "文件头没有结束")
    try:
        meta = yaml.safe_load(head)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _FaultyFileError(1, "文件头不是 YAML") from error
    if not isinstance(meta, dict) or "title" not in meta or "publication_date" not in meta:
        return None
    fields = cast("dict[str, Any]", meta)
    title = _string(fields, "title", 1)
    articles, intro = _split_articles(body, _MARKED, head.count("\n") + 3)
    published = _date(fields.get("publication_date"), 1)
    urls = [url for url in _list(fields.get("urls")) if isinstance(url, str)]
    group, status, identity = (
        value if isinstance(value := fields.get(name), str) else "" for name in ("group", "status", "id")
    )
    doc_no = _DOC_NO.search(intro)
    edition = Edition(
        title=title,
        level=group,
        published=published,
        effective=_settle_effect(_date(fields.get("effective_date"), 1), published, articles),
        status=_STATUS.get(status, "unknown"),
        doc_no=doc_no.group() if doc_no else None,
        source=urls[0] if urls else "",
    )
    return _imported(edition, articles, identity or None, file)


def _read_info_block(text: str, path: Path) -> store.Imported:
    head, _, body = text.partition(_INFO_END)
    title = next((match[2] for line in head.split("\n") if (match := _HEADING.match(line))), None)
    if title is None:
        raise _FaultyFileError(1, "没有标题")
    dated = _FILE_DAY.search(path.stem)
    in_force = _TAKES_EFFECT.search(head)
    effective = day_in_text(f"自{in_force[1]}起施行") if in_force else None
    days = [date(int(y), int(m), int(d)) for y, m, d in _DAY.findall(head) if _is_day(y, m, d)]
    articles, _ = _split_articles(body, _PLAIN, head.count("\n") + 1)
    told = _date(dated[1], 1) if dated else None
    published = told or max((day for day in days if day != effective), default=None)
    edition = Edition(
        title=title.strip(),
        published=published,
        effective=_settle_effect(effective, published, articles),
        level=path.parent.name,
    )
    return _imported(edition, articles, None, path.name)


def _is_day(year: str, month: str, day: str) -> bool:
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _split_articles(body: str, mark: re.Pattern[str], first_line: int) -> tuple[list[Article], str]:
    """Cut a text at its articles; without any, the whole is one text."""
    path: dict[int, str] = {}
    cut: list[tuple[int, str, tuple[str, ...], list[str]]] = []
    intro: list[str] = []
    for at, raw in enumerate(body.split("\n"), start=first_line):
        line = raw.strip()
        heading = _HEADING.match(line)
        opening = mark.match(line)
        if opening:
            cut.append((at, opening[1], tuple(path[level] for level in sorted(path)), [opening[2]]))
        elif heading:
            level = len(heading[1])
            path = {known: name for known, name in path.items() if known < level}
            path[level] = re.sub(r"[\s　]+", " ", heading[2].replace("*", ""))
        elif line and line != "---" and not line.startswith("!["):
            (cut[-1][3] if cut else intro).append(re.sub(r"^(?:[-*>]\s+)+", "", line).replace("**", ""))
    before = "\n".join(intro)
    if not cut:
        if not before:
            raise _FaultyFileError(first_line, "没有正文")
        return [Article(number=0, label="全文", text=before)], before
    return [_cut_article(at, label, where, lines) for at, label, where, lines in cut], before


def _cut_article(line: int, label: str, path: tuple[str, ...], lines: list[str]) -> Article:
    found = _NUMBER.match(label)
    number = read_int(found[1]) if found else None
    kept = [part for part in lines if part.strip()]
    while len(kept) > 1 and _NEXT_HEADING.match(kept[-1]):
        kept.pop()
    text = "\n".join(kept)
    if number is None or not text:
        raise _FaultyFileError(line, f"{label}没有内容")
    return Article(number=number, suffix=_suffix(label), label=label, path=path, text=text)


# --- registers of repeals ------------------------------------------------------------------------------------------

_OF_YEAR = re.compile(r"\[(\d{4})\]$")


def _read_register(text: str) -> list[store.Fate]:
    """Read repeals. ``ended`` of a repeal is its first day; ``ended`` of a version is its last."""
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _FaultyFileError(getattr(error, "lineno", 1), "不是完整的 JSON") from error
    if not isinstance(rows, list):
        raise _FaultyFileError(1, "不是清单")
    return [
        fate for row in cast("list[Any]", rows) if isinstance(row, dict) for fate in _fates(cast("dict[str, Any]", row))
    ]


def _fates(row: dict[str, Any]) -> Iterator[store.Fate]:
    written = _string(row, "title", 1)
    of_year = _OF_YEAR.search(written)
    title = _OF_YEAR.sub("", written)
    successor = row.get("successor")
    if row.get("kind") == "repealed":
        yield store.Fate(
            title=title,
            year=int(of_year[1]) if of_year else None,
            ended=_date(row.get("ended"), 1),
            successor=str(successor) if successor else None,
        )
    elif row.get("kind") == "new_not_in_corpus":
        doc_no = row.get("doc_no")
        yield store.Fate(title=title, effective=_date(row.get("effective"), 1), doc_no=str(doc_no) if doc_no else None)
    for version in _list(row.get("versions")):
        if not isinstance(version, dict):
            continue
        version = cast("dict[str, Any]", version)
        last = _date(version.get("ended"), 1)
        yield store.Fate(
            title=title,
            effective=_date(version.get("effective"), 1),
            ended=last + timedelta(days=1) if last else None,
        )
