"""Law that no longer applies to the facts."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any, cast

from zuno.casework import figures, shipped
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.sources import Source
from zuno.knowledge.records import CitationFact
from zuno.knowledge.statutes.checking import check
from zuno.knowledge.statutes.corpus import Corpus


@cache
def _repealed() -> list[dict[str, Any]]:
    data = shipped.read("tables", "repealed_laws.yaml")
    return cast("list[dict[str, Any]]", data["laws"])


_FILLER = re.compile(
    r"中华人民共和国|[《》<>〈〉\s]|最高人民法院|关于|适用法律|适用|审理|案件|若干问题的?|司法|纠纷|的(?=解释|规定)|问题"
)


def bare_title(law: str) -> str:
    """Reduce a law's title to its distinctive words, so that full and short titles meet."""
    return _FILLER.sub("", law)


def _entry(citation: CitationFact) -> dict[str, Any] | None:
    bare = bare_title(citation.law)
    for entry in _repealed():
        if bare in (bare_title(entry.get("title", entry["law"])), bare_title(entry["law"])):
            return entry
    return None


def fact_day(matter: Matter) -> date | None:
    """The day of the legal facts: when the contract was formed; without it, the earliest day the complaint tells."""
    formed = figures.formed_on(matter)
    if formed:
        return formed.on
    if matter.complaint is None:
        return None
    source = matter.complaint.source
    days = [f.value for f in source.dates if f.value and f.start >= matter.complaint.facts_span[0]]
    return min(days) if days else None


def repealed_law(matter: Matter, laws: Corpus | None = None) -> list[Draft]:
    """Our pleading rests on a law repealed before the facts happened, one finding a document.

    Facts before the repeal may still fall under the old law and are no error. The table of
    repeals goes first, for it knows the articles that took the place of the old ones; the
    corpus adds every other law, edition named or paragraph that had ended.

    Source: 民法典 art. 1260; 时间效力 art. 1.
    """
    day = fact_day(matter)
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind not in ("complaint", "answer", "court_opinion", "counterclaim"):
            continue
        cited = [(citation, entry) for citation in source.citations if (entry := _entry(citation))]
        cited += _by_number(source)
        if laws is not None and day is not None:
            cited += _by_corpus(source, laws, day, [citation for citation, _entry in cited])
        wrong = [(c, e) for c, e in cited if day is not None and day >= e["ended"]]
        if wrong:
            drafts.append(_draft(matter, source, wrong, day or date.min))
    return drafts


_NARROW = str.maketrans("０１２３４５６７８９％", "0123456789%")


def _by_number(source: Source) -> list[tuple[CitationFact, dict[str, Any]]]:
    """Citations of an earlier version of an interpretation, told by its document number or year."""
    found: list[tuple[CitationFact, dict[str, Any]]] = []
    for entry in _repealed():
        for pattern in entry.get("cited_as", ()):
            match = re.search(pattern, source.text.translate(_NARROW))
            if match:
                fact = CitationFact(
                    start=match.start(), end=match.end(), text=match.group(), law=entry["law"], article=None
                )
                found.append((fact, entry))
                break
    return found


def _by_corpus(
    source: Source, laws: Corpus, day: date, known: list[CitationFact]
) -> list[tuple[CitationFact, dict[str, Any]]]:
    """Citations that the corpus knows to have ended, beyond those that the table knows."""
    found: list[tuple[CitationFact, dict[str, Any]]] = []
    for one in check(laws, source.text, day).citations:
        overlaps = any(fact.start < one.end and one.start < fact.end for fact in known)
        if one.status != "repealed" or one.ended is None or one.within or overlaps:
            continue
        fact = CitationFact(
            start=one.start, end=one.end, text=one.as_written, law=one.law, article=one.article, paragraph=one.paragraph
        )
        law = one.law.removeprefix("中华人民共和国")
        successor = (one.successor or f"{law}（现行版本）").removeprefix("中华人民共和国")
        part = re.sub(r"^.*?(?=第?[\d零一二三四五六七八九十百]+条)", "", one.as_written) if one.partly else ""
        found.append((fact, {"law": law, "part": part, "ended": one.ended, "successor": successor, "articles": {}}))
    return found


def _draft(matter: Matter, source: Source, wrong: list[tuple[CitationFact, dict[str, Any]]], day: date) -> Draft:
    ended = {f"《{entry['law']}》{entry.get('part', '')}": entry["ended"] for _c, entry in wrong}
    same_day = len({*ended.values()}) == 1
    laws = "、".join(law if same_day else f"{law}（{on}）" for law, on in ended.items())
    when = f"于{wrong[0][1]['ended']}" if same_day else "分别于所注日期"
    now = [f"{e['successor']}第{e['articles'][c.article]}条" for c, e in wrong if c.article in e["articles"]]
    expected = "、".join(dict.fromkeys(now)) or "、".join(dict.fromkeys(e["successor"] for _c, e in wrong))
    return Draft(
        code="repealed_law",
        detail=f"事实发生于{day}，《{source.title}》引用的{laws}已{when}废止；应改引{expected}",
        quotes=tuple(source.quote(c.start, c.end) for c, _e in wrong[:3]),
        expected=expected,
        hurts=matter.sides[source.file],
        urgency="yellow",
    )
