"""The check of citations: does the law have this article, did it apply on that day, are these its words.

Answers come from the corpus alone and say so where it is silent. Nothing is
stored; the same text, day and corpus give the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from zuno.errors import NotFound
from zuno.knowledge.citations import find_citations
from zuno.knowledge.numbers import fold
from zuno.knowledge.records import CitationFact
from zuno.knowledge.statutes import names
from zuno.knowledge.statutes.corpus import Corpus, Found, edition_on
from zuno.knowledge.statutes.records import (
    Article,
    CheckedCitation,
    CheckedText,
    CitationStatus,
    Edition,
    Law,
    Reference,
)
from zuno.knowledge.statutes.renumbering import likeness, plain_words, same_rule

_CIVIL_CODE_DAY = date(2021, 1, 1)


def _old_facts(ended: date | None) -> str:
    by = "（民法典时间效力规定第一条、第二十条）" if ended == _CIVIL_CODE_DAY else ""
    return f"；此前的法律事实仍可能适用{by}"


def check(corpus: Corpus, text: str, on: date) -> CheckedText:
    """Check every citation of a text against the law of a day.

    Finds 《…》第X条第Y款第Z项, lists and ranges, 同法 and 该法, and ``law#article|anchor``. Words
    in quotation marks right beside a citation must stand in its article; citations inside such
    words are the statute's own, read by the numbers of its time and marked ``within``.

    Args:
        corpus: What is known.
        text: Any text.
        on: The day whose law counts, usually that of the legal facts.
    """
    cited = sorted([*_norms(text), *((fact, None) for fact in find_citations(text))], key=lambda one: one[0].start)
    facts = [fact for fact, _ in cited]
    quotes = [anchor or _quote_beside(text, fact) for fact, anchor in cited]
    read = [_read(corpus, fact, on) for fact in facts]
    checked = [_answer(one) for one in read]
    own: list[tuple[_Quote, _Read]] = []
    for at, quote in enumerate(quotes):
        if quote is None:
            continue
        group = [read[i] for i in _list_before(text, facts, at)]
        holder = next((one for one in group if one.article and _holds(one.article.text, quote.words)), None)
        if holder is not None:
            own.append((quote, holder))
            checked[at] = replace(checked[at], quoted=quote.words)
        else:
            checked[at] = _mismatch(corpus, checked[at], read[at], quote.words)
    for at, fact in enumerate(facts):
        around = next((o for o in own if o[0].start <= fact.start and fact.end <= o[0].end), None)
        if around is not None:
            checked[at] = _statutes_own(corpus, fact, around[1])
    return CheckedText(on=on, citations=tuple(checked), corpus_as_of=_as_of(corpus, checked))


def _as_of(corpus: Corpus, checked: Sequence[CheckedCitation]) -> date | None:
    used = {one.source for one in checked}
    days = [source.as_of for source in corpus.sources if source.origin in used and source.as_of]
    return min(days) if days else corpus.as_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUp:
    """One article on a day, with its place, the editions of its law and what it refers to."""

    citation: CheckedCitation
    path: tuple[str, ...]
    editions: tuple[Edition, ...]
    references: tuple[Reference, ...]


class LawNotFound(NotFound):
    """The corpus has no such law or article: check the name, import the law, or ask for another day."""

    code = "law_not_found"


def look_up(corpus: Corpus, law: str, article: int, on: date, *, suffix: int = 0) -> LookedUp:
    """Return one article as it stood on a day.

    Raises:
        LawNotFound: No such law, article or edition in the corpus; the message says which.
    """
    fact = CitationFact(start=0, end=0, text="", law=law, article=article, suffix=suffix)
    one = _read(corpus, fact, on)
    citation = _answer(one)
    if citation.text is None or one.edition is None or one.law is None:
        raise LawNotFound(citation.why, where=law, next_step="核对法名和条号；语料没有的法规可用 zuno law import 导入")
    shown = one.article or Article(number=0, label="", text=citation.text)
    return LookedUp(
        citation=citation,
        path=shown.path,
        editions=one.law.editions,
        references=references(corpus, one.edition, shown),
    )


# --- from words to an article ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A citation read: the law, edition and article it means, as far as the corpus knows."""

    fact: CitationFact
    on: date
    law: Law | None = None
    edition: Edition | None = None
    state: bool | None = None
    """Whether the edition was in force on the day."""
    article: Article | None = None
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Where the number or the rule stands in other editions."""
    partly: date | None = None
    """Day on which this article or paragraph alone was repealed."""
    marked: bool = False
    """The citation names its edition."""
    as_of: date | None = None
    """Day up to which the source of the edition is complete."""
    gap: bool = False
    """The edition as held has higher numbers and not this one: struck out, or lost in the source."""
    unnumbered: str | None = None
    """The whole text of a document without articles."""


def _read(corpus: Corpus, fact: CitationFact, on: date) -> _Read:
    found = corpus.find(fact.law)
    mark = fact.edition or names.edition_mark(fact.law)
    law, notes = _choose(found, fact.law, mark, on)
    if law is None:
        return _Read(fact=fact, on=on, notes=notes)
    edition, state = edition_on(law, on)
    marked = mark is not None and _years(mark) is not None
    if mark is not None and marked:
        edition = _edition_marked(law, mark, on)
        if edition is None:
            return _Read(fact=fact, on=on, law=law, notes=(*notes, f"语料没有“{mark}”这一版"), marked=True)
        state = _state_of(law, edition, on)
    if edition is None and law.editions:
        edition = law.editions[0]
    as_of = next((s.as_of for s in corpus.sources if edition and s.origin == edition.origin), None)
    one = _Read(fact=fact, on=on, law=law, edition=edition, state=state, notes=notes, marked=marked, as_of=as_of)
    return _with_article(corpus, one)


def _choose(found: Found, name: str, mark: str | None, on: date) -> tuple[Law | None, tuple[str, ...]]:
    """Take the one law that a name means on a day; say where it can mean several."""
    laws = found.laws
    if mark is not None and _years(mark) is not None and len(laws) > 1:
        laws = tuple(law for law in laws if _edition_marked(law, mark, on)) or laws
    if len(laws) <= 1:
        return (laws[0], ()) if laws else (None, (f"语料没有《{name}》",))
    listed = "、".join(f"《{law.title}》" for law in laws)
    applied = [law for law in laws if edition_on(law, on)[1] is True]
    plain = [law for law in applied if not names.ordinal(law.title)]
    chosen = plain if len(plain) == 1 else applied
    if not chosen and all(_over(law, on) for law in laws):
        ended = max((day for law in laws if (day := _end(law))), default=None)
        return Law(title=name, ended=ended), (f"“{name}”可指{listed}，均已失效",)
    if len(chosen) == 1:
        return chosen[0], (f"“{name}”可指{listed}，取{on}有效的一部",)
    return None, (f"“{name}”可指{listed}，请写明全称或文号",)


def _end(law: Law) -> date | None:
    return law.ended or (law.editions[-1].ended if law.editions else None)


def _over(law: Law, on: date) -> bool:
    end = _end(law)
    return end is not None and on >= end


_DOC_NO = re.compile(r"\D*?[〔\[（(]?((?:19|20)\d{2})[〕\]）)]?第?(\d{1,3})号")
_YEAR = re.compile(r"(?:19|20)\d{2}")


_NO_EDITION = re.compile(r"废止|失效|简称|下称")
"""Brackets that tell something else than the edition."""


def _years(mark: str) -> str | None:
    match = None if _NO_EDITION.search(mark) else _YEAR.search(mark)
    return match.group() if match else None


def _doc_no(text: str | None) -> tuple[str, str] | None:
    match = _DOC_NO.search(fold(text)) if text else None
    return (match[1], match[2]) if match else None


def _edition_marked(law: Law, mark: str, on: date) -> Edition | None:
    """The edition that a mark names: by document number, else by year of publication, else of effect."""
    number = _doc_no(mark)
    if number is not None:
        return next((e for e in law.editions if _doc_no(e.doc_no) == number), None)
    year = int(_years(mark) or 0)
    dated = [e for e in law.editions if e.published and e.published.year == year]
    dated = dated or [e for e in law.editions if e.effective and e.effective.year == year]
    if not dated:
        return None
    if "第一次" in mark:
        return dated[0]
    return next((e for e in dated if _state_of(law, e, on)), dated[-1])


def _state_of(law: Law, edition: Edition, on: date) -> bool | None:
    at = law.editions.index(edition)
    alone = Law(title=law.title, editions=law.editions[at : at + 2])
    applied, state = edition_on(alone, on)
    if applied is edition:
        return state
    begun = edition.effective or edition.published
    return False if applied is not None or (begun is not None and on < begun) else None


def _with_article(corpus: Corpus, one: _Read) -> _Read:
    fact, law, edition = one.fact, one.law, one.edition
    if law is None or edition is None or fact.article is None or edition.articles == 0:
        return one
    place = (fact.article, fact.suffix)
    held = corpus.articles(edition)
    article = held.get(place) if fact.article else None
    if article is None and held.keys() == {(0, 0)}:
        return replace(one, unnumbered=held[0, 0].text)
    if article is None and not fact.suffix and 0 < fact.article < max(number for number, _ in held):
        return replace(one, gap=True)
    if article is None:
        return replace(one, others=tuple(_elsewhere(corpus, law, edition, place)))
    partly = [
        part.ended
        for part in corpus.partial_repeals
        if part.article == fact.article
        and names.key(part.law) == names.key(law.title)
        and (part.paragraph is None or part.paragraph == fact.paragraph)
        and (edition.published is None or part.ended > edition.published)
    ]
    touched = [
        f"第{part.paragraph}款已被《{part.by}》自{part.ended}起废止"
        for part in corpus.partial_repeals
        if part.paragraph and part.article == fact.article and names.key(part.law) == names.key(law.title)
    ]
    return replace(
        one,
        article=article,
        partly=min(partly, default=None),
        others=tuple(_moved(corpus, law, edition, article)) if not one.marked else (),
        notes=(*one.notes, *touched),
    )


def _elsewhere(corpus: Corpus, law: Law, edition: Edition, place: tuple[int, int]) -> Iterator[str]:
    """Say in which other editions a number exists, and where its rule stands in the one that counts."""
    for other in law.editions:
        article = corpus.articles(other).get(place) if other is not edition and other.articles else None
        if article is not None:
            now = same_rule(article.text, corpus.articles(edition))
            moved = f"，其内容在本版为{now.label}" if now else ""
            yield f"{_version(other)}的版本有{article.label}{moved}"


def _moved(corpus: Corpus, law: Law, edition: Edition, article: Article) -> Iterator[str]:
    """Say where an earlier edition had another rule under this number that now has another number."""
    earlier = [e for e in law.editions[: law.editions.index(edition)] if e.articles]
    told: set[str] = set()
    for other in reversed(earlier):
        former = corpus.articles(other).get((article.number, article.suffix))
        if former is None or likeness(former.text, article.text) >= 0.5:
            continue
        now = same_rule(former.text, corpus.articles(edition))
        if now is not None and now.label not in told:
            told.add(now.label)
            yield f"若所引是{_version(other)}的旧条号，其内容现为{now.label}"


# --- the answer -----------------------------------------------------------------------------------------------------


def _answer(one: _Read) -> CheckedCitation:
    fact, law, edition = one.fact, one.law, one.edition
    base = CheckedCitation(
        start=fact.start,
        end=fact.end,
        as_written=fact.text,
        law=law.title if law else fact.law,
        article=fact.article,
        suffix=fact.suffix,
        paragraph=fact.paragraph,
        item=fact.item,
        status="not_in_corpus",
        in_force=None,
        why="；".join(one.notes),
    )
    if law is None:
        return base
    if edition is None:
        return base if one.marked else _only_repeal_known(base, law, one)
    base = replace(
        base,
        in_force=one.state,
        effective=edition.effective,
        ended=edition.ended,
        version=_version(edition),
        successor=edition.successor,
        source=edition.origin,
        text=one.article.text if one.article else None,
    )
    if fact.article is not None and edition.articles == 0:
        return _without_text(base, one, edition)
    if one.unnumbered is not None:
        return _told(
            replace(base, text=one.unnumbered), "exists", one, "这一文件不分条，条号未核", _time_alone(one, edition)
        )
    if fact.article is not None and one.article is None:
        return _wrong_number(base, one, edition)
    lacking = _lacking_part(one)
    if lacking:
        return _told(base, "wrong_number", one, lacking)
    return _in_time(base, one, edition)


def _told(base: CheckedCitation, status: CitationStatus, one: _Read, *words: str) -> CheckedCitation:
    why = "；".join(dict.fromkeys(word for word in (*words, *one.others, *one.notes) if word))
    return replace(base, status=status, why=why)


def _only_repeal_known(base: CheckedCitation, law: Law, one: _Read) -> CheckedCitation:
    """A law of which the corpus knows only that and when it was repealed."""
    base = replace(base, ended=law.ended, successor=law.successor)
    if law.ended is None:
        return base
    if one.on < law.ended:
        return _told(base, "not_in_corpus", one, f"{law.ended}废止，语料没有它的条文")
    by = f"（《{law.successor}》）" if law.successor else ""
    words = f"已于{law.ended}废止{by}{_old_facts(law.ended)}；语料没有它的条文，条号未核"
    return _told(replace(base, in_force=False), "repealed", one, words)


def _without_text(base: CheckedCitation, one: _Read, edition: Edition) -> CheckedCitation:
    if one.state is False and edition.ended is not None and one.on >= edition.ended:
        return _told(base, "repealed", one, f"已于{edition.ended}失效{_old_facts(edition.ended)}；语料没有这一版的条文")
    doc_no = f"（{edition.doc_no}）" if edition.doc_no else ""
    return _told(base, "not_in_corpus", one, f"{one.on}适用的是{_version(edition)}的版本{doc_no}，语料没有它的条文")


def _wrong_number(base: CheckedCitation, one: _Read, edition: Edition) -> CheckedCitation:
    assert one.fact.article is not None  # noqa: S101
    label = f"第{one.fact.article}条" + (f"之{_hanzi(one.fact.suffix)}" if one.fact.suffix else "")
    if one.gap:
        return _told(base, "not_in_corpus", one, f"{_version(edition)}的版本在语料中缺{label}：可能已删去，也可能漏收")
    over = edition.ended is not None and one.on >= edition.ended
    if one.state is not True and not over:
        return _told(base, "not_in_corpus", one, f"{_version(edition)}的版本没有{label}；{one.on}适用的版本不在语料")
    ended = f"；这一版已于{edition.ended}失效" if over else ""
    return _told(base, "wrong_number", one, f"{_version(edition)}的版本共{edition.articles}条，没有{label}{ended}")


def _in_time(base: CheckedCitation, one: _Read, edition: Edition) -> CheckedCitation:
    if one.state is True:
        if one.partly is not None and one.on >= one.partly:
            base = replace(base, in_force=False, ended=one.partly, partly=True)
            return _told(base, "repealed", one, f"所引部分已于{one.partly}废止{_old_facts(one.partly)}")
        words = f"{one.on}有效" if edition.effective else f"{one.on}应已施行（语料没有这一版的施行日）"
        return _told(base, "in_force_on_date", one, words, _beyond(one))
    if one.state is False and edition.ended is not None and one.on >= edition.ended:
        by = f"（《{edition.successor}》）" if edition.successor else ""
        return _told(base, "repealed", one, f"已于{edition.ended}失效{by}{_old_facts(edition.ended)}")
    if one.state is None and edition.status == "repealed":
        return _told(base, "repealed", one, f"语料标为已废止，没有废止日期；{one.on}是否有效须查")
    if one.state is False:
        return _told(base, "exists", one, _too_early(one, edition))
    return _told(base, "exists", one, f"语料不能判断{one.on}是否有效：{_unknown_day(edition)}")


def _beyond(one: _Read) -> str:
    return f"语料截至{one.as_of}，此后的修改不在内" if one.as_of and one.on > one.as_of else ""


def _time_alone(one: _Read, edition: Edition) -> str:
    if one.state is True:
        return f"{one.on}有效"
    ended = edition.ended is not None and one.on >= edition.ended
    return f"已于{edition.ended}失效" if ended else f"语料不能判断{one.on}是否有效"


def _too_early(one: _Read, edition: Edition) -> str:
    day = f"自{edition.effective}起施行" if edition.effective else f"{_version(edition)}"
    if one.marked:
        return f"所引的版本{day}，{one.on}尚未施行"
    return f"语料所载最早一版{day}；{one.on}该法尚未施行，或适用的旧版不在语料"


def _unknown_day(edition: Edition) -> str:
    if edition.effective is None:
        return f"没有这一版（{_version(edition)}）的施行日"
    return "这一版已被修改，后一版的施行日不在语料"


def _version(edition: Edition) -> str:
    if edition.published is not None:
        return f"{edition.published}公布"
    return f"{edition.effective}施行" if edition.effective else "未注日期"


_ITEM = re.compile(r"^（[一二三四五六七八九十百]{1,4}）")
_OTHER_ITEM = re.compile(r"^(?:\d{1,2}[.．、]|[①-⑳]|[一二三四五六七八九十]{1,3}、)")
"""Marks of items that are counted in another way; what number they have is not judged."""
_HANZI = "零一二三四五六七八九十"


def _hanzi(number: int) -> str:
    if number <= 10:
        return _HANZI[number]
    tens, ones = divmod(number, 10)
    return ("" if tens == 1 else _HANZI[tens]) + "十" + (_HANZI[ones] if ones else "")


def _lacking_part(one: _Read) -> str:
    """Say where the article surely has no such paragraph or item; lines that are no items bound its paragraphs."""
    article, fact = one.article, one.fact
    if article is None:
        return ""
    lines = [line.strip() for line in article.text.split("\n") if line.strip()]
    paragraphs = [line for line in lines if not _ITEM.match(line)]
    if fact.paragraph is not None and not 1 <= fact.paragraph <= len(paragraphs):
        return f"{article.label}只有{len(paragraphs)}款，没有第{fact.paragraph}款"
    if fact.item is not None and not any(_OTHER_ITEM.match(line) for line in lines):
        mark = f"（{_hanzi(fact.item)}）" if 0 < fact.item < 100 else None
        if mark is None or fold(mark) not in fold(article.text):
            return f"{article.label}没有第{fact.item}项"
    return ""


# --- quoted words ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Quote:
    start: int
    end: int
    words: str


_OPEN = r"(?:“(?P<a>[^“”]{6,800})”|「(?P<b>[^「」]{6,800})」|『(?P<c>[^『』]{6,800})』|\"(?P<d>[^\"]{6,800})\")"
_AFTER = re.compile(
    rf"\s?(?:(?:之|的|中|亦|已|也)?(?:明确|明文)?(?:规定|载明|指出|写明|明确)(?:为|是|了|道)?\s?[：:，,]?|[：:]|[，,]\s?即\s?[：:]?|[（(])\s?{_OPEN}"
)
_BEFORE = re.compile(rf"{_OPEN}\s?[。；，,]?\s?[（(—]+\s?(?:参见|见|引自|依据|根据)?\s?$")
_NORM = re.compile(
    r"(?P<law>[\u4e00-\u9fff《》〈〉（）()]{2,80})#(?P<article>\d{1,4})(?:之(?P<suffix>\d))?(?:\|(?P<anchor>[^\n|\"”]{2,300}))?"
)


def _norms(text: str) -> Iterator[tuple[CitationFact, _Quote | None]]:
    """Citations as packs write them: ``民法典#577|anchor``."""
    for match in _NORM.finditer(text):
        anchor = match["anchor"]
        end = match.end("suffix" if match["suffix"] else "article")
        fact = CitationFact(
            start=match.start(),
            end=end,
            text=text[match.start() : end],
            law=match["law"],
            article=int(match["article"]),
            suffix=int(match["suffix"] or 0),
        )
        yield fact, _Quote(match.start("anchor"), match.end("anchor"), anchor) if anchor else None


def _quote_beside(text: str, fact: CitationFact) -> _Quote | None:
    if fact.article is None:
        return None
    match = _AFTER.match(text, fact.end) or _BEFORE.search(text, max(0, fact.start - 820), fact.start)
    if match is None:
        return None
    group = next(name for name in "abcd" if match[name])
    return _Quote(match.start(group), match.end(group), match[group])


def _list_before(text: str, facts: Sequence[CitationFact], at: int) -> list[int]:
    """The list that a citation closes (第577条、第579条), the citation itself first."""
    group = [at]
    while at > 0 and 0 <= facts[at].start - facts[at - 1].end <= 3 and facts[at].law == facts[at - 1].law:
        at -= 1
        group.append(at)
    return group


def _holds(text: str, words: str) -> bool:
    """Whether quoted words stand in a text, in order; what …… leaves out may stand between."""
    plain, at = plain_words(text), 0
    for piece in re.split(r"…+|\.{3,}|。{3,}", words):
        wanted = plain_words(piece)
        found = plain.find(wanted, at)
        if found < 0:
            return False
        at = found + len(wanted)
    return True


def _mismatch(corpus: Corpus, checked: CheckedCitation, one: _Read, words: str) -> CheckedCitation:
    if one.article is None or one.law is None or one.edition is None:
        return replace(checked, quoted=words)
    places = list(_places(corpus, one.law, one.edition, words))
    where = f"，这些文字见于{'、'.join(places)}" if places else "，语料中没有找到这些文字"
    why = f"引号中的文字不在{one.article.label}{where}"
    # A repealed law's own status is what the reader must know first.
    status = checked.status if checked.status == "repealed" else "anchor_mismatch"
    return replace(
        checked,
        status=status,
        quoted=words,
        quoted_in=tuple(places),
        why=f"{why}；{checked.why}" if checked.why else why,
    )


def _places(corpus: Corpus, law: Law, edition: Edition, words: str) -> Iterator[str]:
    """Articles in which words stand: of this edition, else of other editions, else of other laws (three at most)."""
    rough = max(re.split(r"[\W_]+", words), key=len)
    here = [a.label for a in corpus.articles(edition).values() if rough in a.text and _holds(a.text, words)]
    if here:
        yield from (f"本法{label}" for label in here[:3])
        return
    there = [
        f"{_version(other)}的版本{a.label}"
        for other in law.editions
        if other.articles and other is not edition
        for a in corpus.articles(other).values()
        if rough in a.text and _holds(a.text, words)
    ]
    if there:
        yield from there[:3]
    elif len(rough) >= _TELLING:
        found = (f"《{e.title}》{label}" for e, _, label, text in corpus.articles_with(rough) if _holds(text, words))
        yield from list(dict.fromkeys(found))[:3]


_TELLING = 6
"""Fewer characters in a row stand in too many laws to name one."""


# --- a statute's own references --------------------------------------------------------------------------------------


def _statutes_own(corpus: Corpus, fact: CitationFact, holder: _Read) -> CheckedCitation:
    """A citation inside quoted statute text: read by the law of the day when that statute took effect."""
    edition, article = holder.edition, holder.article
    assert edition is not None  # noqa: S101
    assert article is not None  # noqa: S101
    checked = _answer(_read(corpus, fact, edition.effective or edition.published or holder.on))
    within = f"《{edition.title}》{article.label}"
    return replace(checked, within=within, why=f"法条原文中的引用，按{within}施行时的条号读；{checked.why}")


def references(corpus: Corpus, edition: Edition, article: Article) -> tuple[Reference, ...]:
    """References in an article to articles of other laws, with the edition each meant.

    The edition is the one in force when the citing edition took effect; interpretations keep the
    old numbers long after the law was renumbered. 本法第…条 is not followed.

    Source: 证据规定（2019） cites 民事诉讼法 by the numbers of 2017.
    """
    day = edition.effective or edition.published
    if day is None:
        return ()
    found: list[Reference] = []
    for fact in find_citations(article.text):
        one = _read(corpus, fact, day)
        if fact.article is None or one.law is None or one.edition is None or one.state is not True:
            continue
        newest = one.law.editions[-1]
        now = None
        if one.article is not None:
            held = corpus.articles(newest)
            now = one.article if newest is one.edition else same_rule(one.article.text, held)
        found.append(
            Reference(
                start=fact.start,
                end=fact.end,
                as_written=fact.text,
                law=one.law.title,
                article=fact.article,
                version=_version(one.edition),
                now=now.number if now else None,
            )
        )
    return tuple(found)
