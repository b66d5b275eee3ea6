"""The user's own law store: one SQLite file, filled by import, that can be deleted and filled again.

Owns the file's tables and their writing; knows nothing of what a text means.
An import is one transaction: it is there whole, or nothing of it is.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import cast

from zuno.errors import Conflict, Unavailable
from zuno.knowledge.statutes.records import Article, Edition, EditionStatus

FILE = "laws.sqlite3"
_SCHEMA = 1
_TABLES = """
CREATE TABLE edition (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, title TEXT NOT NULL,
    aliases TEXT NOT NULL, level TEXT NOT NULL, published TEXT, effective TEXT, status TEXT NOT NULL,
    doc_no TEXT, source TEXT NOT NULL, articles INTEGER NOT NULL);
CREATE TABLE article (
    edition INTEGER NOT NULL REFERENCES edition(id), place INTEGER NOT NULL, number INTEGER NOT NULL,
    suffix INTEGER NOT NULL, label TEXT NOT NULL, path TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (edition, place)) WITHOUT ROWID;
CREATE TABLE fate (
    title TEXT NOT NULL, year INTEGER, effective TEXT, ended TEXT, successor TEXT, doc_no TEXT);
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class StoreOutdated(Conflict):
    """The law store was written by another version of Zuno: delete the file and import again."""

    code = "law_store_outdated"


class StoreUnreadable(Unavailable):
    """The law store cannot be read: delete the file and import again, or free it from the other program."""

    code = "law_store_unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """An edition as a file gives it."""

    edition: Edition
    articles: tuple[Article, ...]
    digest: str
    """Of all that is stored; the same digest is the same text."""
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What a register of repeals tells of a title or one edition of it."""

    title: str
    year: int | None = None
    """Year of publication of the one edition meant."""
    effective: date | None = None
    """Given: tells of the edition that took effect that day. None: of the whole law."""
    ended: date | None = None
    successor: str | None = None
    doc_no: str | None = None


@dataclass(slots=True)
class Tally:
    """What an import changed."""

    laws_added: int = 0
    editions_added: int = 0
    editions_updated: int = 0
    editions_unchanged: int = 0
    articles_added: int = 0
    as_of: date | None = None


def connect(path: Path) -> sqlite3.Connection:
    """Open an existing store read only.

    Raises:
        StoreOutdated: Another version of Zuno wrote it.
        StoreUnreadable: It is no store, damaged or locked.
    """
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    try:
        _require_schema(db, path)
    except sqlite3.Error as error:
        db.close()
        raise _unreadable(path, error) from error
    except StoreOutdated:
        db.close()
        raise
    return db


def _unreadable(path: Path, error: sqlite3.Error) -> StoreUnreadable:
    return StoreUnreadable(
        f"法规库打不开：{error}",
        where=str(path),
        next_step="关闭占用它的程序再试；文件损坏时删除它，重新运行 zuno law import",
    )


def _require_schema(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != _SCHEMA:
        raise StoreOutdated(
            "法规库是另一版本的 Zuno 写的", where=str(path), next_step="删除这个文件，重新运行 zuno law import"
        )


def write(path: Path, imported: Iterable[Imported], fates: Iterable[Fate], *, as_of: date | None) -> Tally:
    """Write editions and fates in one transaction; what is there already stays.

    An edition is the same where its source's id, else title and day of publication, are
    the same; another text under the same identity replaces the former.

    Args:
        path: The store; made if missing.
        imported: What to write.
        fates: What registers of repeals tell.
        as_of: Day up to which the source is complete; None keeps what is known.

    Raises:
        StoreOutdated: Another version of Zuno wrote the store.
        StoreUnreadable: It is no store, damaged or locked. Nothing was written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    tally = Tally()
    try:
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                _make_tables(db, path)
                for one in imported:
                    _write_edition(db, one, tally)
                db.executemany(
                    "INSERT INTO fate SELECT ?1, ?2, ?3, ?4, ?5, ?6"
                    " WHERE NOT EXISTS (SELECT 1 FROM fate WHERE title = ?1 AND year IS ?2"
                    " AND effective IS ?3 AND ended IS ?4 AND successor IS ?5 AND doc_no IS ?6)",
                    [(f.title, f.year, _text(f.effective), _text(f.ended), f.successor, f.doc_no) for f in fates],
                )
                if as_of is not None:
                    db.execute("INSERT OR REPLACE INTO fact VALUES ('as_of', ?)", (as_of.isoformat(),))
                tally.as_of = read_as_of(db)
                db.execute("COMMIT")
            except BaseException:
                db.execute("ROLLBACK")
                raise
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    return tally


def _make_tables(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
        _require_schema(db, path)
        return
    for statement in _TABLES.split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {_SCHEMA}")


def _write_edition(db: sqlite3.Connection, one: Imported, tally: Tally) -> None:
    edition = one.edition
    known = db.execute("SELECT id, digest, aliases FROM edition WHERE identity = ?", (edition.key,)).fetchone()
    if known and known[1] == one.digest:
        tally.editions_unchanged += 1
        return
    if known:
        db.execute("DELETE FROM article WHERE edition = ?", (known[0],))
        db.execute("DELETE FROM edition WHERE id = ?", (known[0],))
        tally.editions_updated += 1
    else:
        tally.editions_added += 1
        if not db.execute("SELECT 1 FROM edition WHERE title = ?", (edition.title,)).fetchone():
            tally.laws_added += 1
    row = db.execute(
        "INSERT INTO edition VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            edition.key,
            one.digest,
            edition.title,
            known[2] if known and not edition.aliases else json.dumps(edition.aliases, ensure_ascii=False),
            edition.level,
            _text(edition.published),
            _text(edition.effective),
            edition.status,
            edition.doc_no,
            edition.source,
            edition.articles,
        ),
    )
    db.executemany(
        "INSERT INTO article VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (row.lastrowid, place, a.number, a.suffix, a.label, "\n".join(a.path), a.text)
            for place, a in enumerate(one.articles)
        ],
    )
    tally.articles_added += len(one.articles)


def _text(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def read_as_of(db: sqlite3.Connection) -> date | None:
    """Return the day up to which the store is complete: as told on import, else its latest publication."""
    told = db.execute("SELECT value FROM fact WHERE name = 'as_of'").fetchone()
    return _day(told[0] if told else db.execute("SELECT MAX(published) FROM edition").fetchone()[0])


def editions(db: sqlite3.Connection) -> list[Edition]:
    """Return every edition in the store."""
    rows = db.execute(
        "SELECT id, title, aliases, level, published, effective, status, doc_no, source, articles FROM edition"
    )
    return [
        Edition(
            title=title,
            aliases=tuple(json.loads(aliases)),
            level=level,
            published=_day(published),
            effective=_day(effective),
            status=cast("EditionStatus", status),
            doc_no=doc_no,
            source=source,
            articles=articles,
            origin="store",
            key=str(key),
        )
        for key, title, aliases, level, published, effective, status, doc_no, source, articles in rows
    ]


def fates(db: sqlite3.Connection) -> list[Fate]:
    """Return what registers of repeals told."""
    rows = db.execute("SELECT title, year, effective, ended, successor, doc_no FROM fate")
    return [
        Fate(title=title, year=year, effective=_day(effective), ended=_day(ended), successor=successor, doc_no=doc_no)
        for title, year, effective, ended, successor, doc_no in rows
    ]


def articles(db: sqlite3.Connection, key: str) -> list[Article]:
    """Return the articles of an edition, in its order."""
    rows = db.execute(
        "SELECT number, suffix, label, path, text FROM article WHERE edition = ? ORDER BY place", (int(key),)
    )
    return [
        Article(number=number, suffix=suffix, label=label, path=tuple(path.split("\n")) if path else (), text=text)
        for number, suffix, label, path, text in rows
    ]


def closing_clauses(db: sqlite3.Connection) -> list[tuple[str, str, date | None, date | None]]:
    """Return title, text and day of publication for each article that repeals something.

    The day it took effect is None: an amended text repeats the clause of the first.
    """
    rows = db.execute(
        "SELECT e.title, a.text, e.published FROM article a JOIN edition e ON e.id = a.edition"
        " WHERE a.text LIKE '%废止%' AND a.text LIKE '%施行%'"
    )
    return [(title, text, _day(published), None) for title, text, published in rows]


def articles_with(db: sqlite3.Connection, words: str) -> list[tuple[str, int, str, str]]:
    """Return edition, number, label and text of every article that has the words."""
    rows = db.execute("SELECT edition, number, label, text FROM article WHERE instr(text, ?)", (words,))
    return [(str(key), number, label, text) for key, number, label, text in rows]
