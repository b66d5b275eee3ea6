"""The corpus: both sources as one set of laws, each with its editions in order of time.

Owns the joining of sources, the days on which editions and laws ended, and the
finding of a law by name. All of it is derived when the corpus is opened.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Self

from zuno.knowledge.citations import find_citations
from zuno.knowledge.statutes import names, packaged, store
from zuno.knowledge.statutes.records import Article, Edition, Law, PartialRepeal, Source

_SETTLED = timedelta(days=730)
"""An edition whose effective day is unknown has taken effect two years after publication; before, who knows."""


@dataclass(frozen=True, slots=True)
class Found:
    """Laws that a name can mean."""

    laws: tuple[Law, ...]
    exact: bool
    """The name is the title; otherwise a short name that may mean several laws."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A closing clause: which titles it repeals, when, by which law."""

    by: str
    published: date | None
    on: date
    titles: tuple[str, ...]
    parts: tuple[PartialRepeal, ...]


class Corpus:
    """A read-only view over the package's database and the user's store.

    Open it with `open_corpus`; the connections live as long as it does.
    """

    def __init__(self, package: Path | None, own: Path | None, version: str = "") -> None:
        self._package = packaged.connect(package) if package else None
        self._own = store.connect(own) if own else None
        self._version = version
        self._articles: dict[tuple[str | None, str], dict[tuple[int, int], Article]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; the corpus is not used after."""
        for db in (self._package, self._own):
            if db is not None:
                db.close()

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources present."""
        found: list[Source] = []
        if self._package is not None:
            held = packaged.editions(self._package)
            found.append(_source("package", f"{packaged.NAME} {self._version}".strip(), None, held))
        if self._own is not None:
            found.append(_source("store", "zuno law import", store.read_as_of(self._own), store.editions(self._own)))
        return tuple(found)

    @cached_property
    def as_of(self) -> date | None:
        """The oldest state among the sources; None without a source."""
        return min((source.as_of for source in self.sources if source.as_of), default=None)

    @cached_property
    def laws(self) -> dict[str, Law]:
        """Every law by the key of its title (see `names.key`)."""
        editions: dict[str, list[Edition]] = defaultdict(list)
        for edition in self._all_editions():
            editions[names.key(edition.title)].append(edition)
        fates: dict[str, list[store.Fate]] = defaultdict(list)
        for fate in store.fates(self._own) if self._own is not None else ():
            fates[names.key(fate.title)].append(fate)
        repeals: dict[str, list[_Clause]] = defaultdict(list)
        for clause in self._clauses:
            for title in clause.titles:
                repeals[names.key(title)].append(clause)
        return {
            key: _law(key, editions[key], fates[key], repeals[key])
            for key in [*editions, *(k for k in (*fates, *repeals) if k not in editions)]
        }

    def _all_editions(self) -> Iterable[Edition]:
        if self._own is not None:
            yield from store.editions(self._own)
        if self._package is not None:
            yield from packaged.editions(self._package)

    @cached_property
    def _clauses(self) -> tuple[_Clause, ...]:
        rows: list[tuple[str, str, date | None, date | None]] = []
        if self._own is not None:
            rows += store.closing_clauses(self._own)
        if self._package is not None:
            rows += packaged.closing_clauses(self._package)
        return tuple(clause for row in rows if (clause := _read_clause(*row)))

    @cached_property
    def partial_repeals(self) -> tuple[PartialRepeal, ...]:
        """Articles and paragraphs that later laws took out of force."""
        return tuple(part for clause in self._clauses for part in clause.parts)

    @cached_property
    def _by_words(self) -> dict[str, list[Law]]:
        index: dict[str, list[Law]] = defaultdict(list)
        for law in self.laws.values():
            aliases = {names.core(alias) for edition in law.editions for alias in edition.aliases}
            for words in {names.core(law.title)} | aliases:
                index[words].append(law)
        return index

    def find(self, name: str) -> Found:
        """Find the laws that a name can mean: its title, else every law of the same distinctive words.

        Never a law that is merely like it. A short name without （一） may mean any part.
        """
        exact = self.laws.get(names.key(name))
        if exact is not None:
            return Found((exact,), exact=True)
        for wanted in names.meanings(name):
            laws = list(self._by_words.get(wanted, ()))
            if not names.ordinal(wanted):
                laws += [
                    law
                    for held, several in self._by_words.items()
                    if names.ordinal(held) and names.without_ordinal(held) == wanted
                    for law in several
                ]
            if laws:
                return Found(tuple(dict.fromkeys(laws)), exact=False)
        return Found((), exact=False)

    def articles(self, edition: Edition) -> dict[tuple[int, int], Article]:
        """Return an edition's articles by number and suffix; empty where its text is not in the corpus."""
        where = (edition.origin, edition.key)
        if where not in self._articles:
            rows: list[Article] = []
            if edition.origin == "store" and self._own is not None:
                rows = store.articles(self._own, edition.key)
            elif edition.origin == "package" and self._package is not None:
                rows = packaged.articles(self._package, edition.key)
            held: dict[tuple[int, int], Article] = {}
            for article in rows:
                held.setdefault((article.number, article.suffix), article)
            self._articles[where] = held
        return self._articles[where]

    def articles_with(self, words: str) -> Iterable[tuple[Edition, int, str, str]]:
        """Yield edition, number, label and text of every article that has the words; all articles for none."""
        held = {(e.origin, e.key): e for law in self.laws.values() for e in law.editions if e.origin}
        if self._own is not None:
            for key, number, label, text in store.articles_with(self._own, words):
                if ("store", key) in held:
                    yield held["store", key], number, label, text
        if self._package is not None:
            for key, number, label, text in packaged.articles_with(self._package, words):
                if ("package", key) in held:
                    yield held["package", key], number, label, text


def open_corpus(folder: Path | None, *, packaged_laws: bool = True) -> Corpus:
    """Open what there is: the package's database if installed, and the store in ``folder`` if filled.

    Args:
        folder: The user's law folder; None for the package alone.
        packaged_laws: False leaves the package out.

    Raises:
        StoreOutdated: Another version of Zuno wrote the store.
        StoreUnreadable: The store is damaged or locked.
    """
    located = packaged.locate() if packaged_laws else None
    own = folder / store.FILE if folder else None
    return Corpus(
        located[0] if located else None, own if own and own.is_file() else None, located[1] if located else ""
    )


def _source(origin: str, name: str, as_of: date | None, held: list[Edition]) -> Source:
    return Source(
        origin="package" if origin == "package" else "store",
        name=name,
        as_of=as_of or max((e.published for e in held if e.published), default=None),
        laws=len({names.key(e.title) for e in held}),
        articles=sum(e.articles for e in held),
    )


# --- the life of a law ---------------------------------------------------------------------------------------------


def _law(key: str, editions: list[Edition], fates: list[store.Fate], repeals: list[_Clause]) -> Law:
    kept = _with_fates(_without_doubles(editions), fates, key)
    kept.sort(key=lambda e: (e.effective or e.published or date.min, e.published or date.min))
    whole = [(f.ended, f.successor) for f in fates if f.effective is None and f.year is None and f.ended]
    newest = max((e.published for e in kept if e.published), default=None)
    told = [(c.on, c.by) for c in repeals if newest is None or (c.published is not None and c.published > newest)]
    ended, successor = min([*whole, *told], default=(None, None), key=lambda one: one[0] or date.max)
    chained: list[Edition] = []
    for edition, after in _with_next(kept):
        ends = [day for day in (edition.ended, after.effective if after else None, ended) if day]
        chained.append(replace(edition, ended=min(ends, default=None), successor=edition.successor or successor))
    named = [*(f.title for f in fates), *(t for c in repeals for t in c.titles if names.key(t) == key)]
    title = kept[-1].title if kept else named[0]
    return Law(title=title, editions=tuple(chained), ended=ended, successor=successor)


def _with_next(editions: Iterable[Edition]) -> Iterable[tuple[Edition, Edition | None]]:
    for edition, after in pairwise([*editions, None]):
        if edition is not None:
            yield edition, after


def _without_doubles(editions: list[Edition]) -> list[Edition]:
    """One edition a day of publication; the store's text and dates go before the package's."""
    kept: dict[object, Edition] = {}
    for edition in editions:
        identity = edition.published or (edition.origin, edition.key)
        known = kept.get(identity)
        if known is None:
            kept[identity] = edition
        elif known.effective is None and edition.effective is not None:
            kept[identity] = replace(known, effective=edition.effective)
    return list(kept.values())


def _with_fates(editions: list[Edition], fates: list[store.Fate], key: str) -> list[Edition]:
    kept = list(editions)
    for fate in fates:
        if fate.year is not None:
            kept = [
                replace(e, ended=fate.ended, successor=fate.successor)
                if e.published and e.published.year == fate.year
                else e
                for e in kept
            ]
        elif fate.effective is not None:
            if not any(e.effective == fate.effective for e in kept):
                kept.append(Edition(title=fate.title, effective=fate.effective, ended=fate.ended, doc_no=fate.doc_no))
            kept = [replace(e, ended=fate.ended) if e.effective == fate.effective and fate.ended else e for e in kept]
    return kept


_SELF_DATED = re.compile(r"自(\d{4})年(\d{1,2})月(\d{1,2})日起(?:施行|实施|生效)")
_REPEALS = re.compile(r"(?:同时|即行|予以|起|相应)废止")
_NAMED = re.compile(r"《((?:[^《》]|《[^《》]*》)+)》")


def day_in_text(text: str) -> date | None:
    """Return the day of effect that a closing clause tells: 自2021年1月1日起施行."""
    match = _SELF_DATED.search(text)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def _read_clause(by: str, text: str, published: date | None, effective: date | None) -> _Clause | None:
    on = day_in_text(text) or effective
    titles: list[str] = []
    parts: list[PartialRepeal] = []
    for sentence in re.split(r"[。；\n]", text):
        end = _REPEALS.search(sentence)
        if end is None or on is None:
            continue
        cited = [c for c in find_citations(sentence[: end.start()]) if c.article is not None]
        parts += [
            PartialRepeal(law=c.law, article=c.article or 0, paragraph=c.paragraph, ended=on, by=by) for c in cited
        ]
        held = [(c.start, c.end) for c in cited]
        titles += [
            m[1]
            for m in _NAMED.finditer(sentence[: end.start()])
            if names.key(m[1]) != names.key(by) and not any(s <= m.start() < e for s, e in held)
        ]
    return _Clause(by, published, on, tuple(titles), tuple(parts)) if on and (titles or parts) else None


def force(edition: Edition, after: Edition | None, on: date) -> bool | None:
    """Tell whether an edition was in force on a day; None where the corpus cannot tell.

    Args:
        edition: The edition.
        after: The next edition of the same law, if any.
        on: The day.
    """
    begun = _begun(edition, on)
    if begun is False or (edition.ended is not None and on >= edition.ended):
        return False
    if edition.ended is None:
        if after is not None:
            replaced = _begun(after, on)
            if replaced is not False:
                return None if replaced is None else False
        elif edition.status in ("amended", "repealed"):
            return None
    return begun


def _begun(edition: Edition, on: date) -> bool | None:
    if edition.effective is not None:
        return on >= edition.effective
    if edition.published is None:
        return None
    if on < edition.published:
        return False
    return True if on >= edition.published + _SETTLED else None


def edition_on(law: Law, on: date) -> tuple[Edition | None, bool | None]:
    """Return the edition that applied on a day and whether that is certain.

    Returns:
        ``(edition, True)`` in force; ``(edition, None)`` perhaps; ``(edition, False)`` the last
        that had been in force and ended; ``(None, False)`` before the first.
    """
    states = [(edition, force(edition, after, on)) for edition, after in _with_next(law.editions)]
    for wanted in (True, None):
        for edition, state in reversed(states):
            if state is wanted:
                return edition, wanted
    over = [edition for edition, _ in states if edition.ended is not None and on >= edition.ended]
    return (over[-1], False) if over else (None, False)
