"""Law that no longer applies to the facts, and the wrong court."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any, cast

from zuno.casework import figures, shipped, voices
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Quote, Side
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


# --- jurisdiction -----------------------------------------------------------------------------------------------

_AGREED = re.compile(
    r"[^。；\n]{0,60}(?:管辖|提起诉讼|向[^。；\n]{0,20}法院(?:起诉|提起)|法院(?:诉讼)?(?:解决|处理|起诉)|仲裁委员会|申请仲裁|仲裁解决)[^。；\n]{0,40}"
)
_PLACE_OF = (
    r"(出卖人|供方|卖方|销货方|甲方|乙方|买受人|需方|买方|购货方|出借人|贷款人|债权人|原告|借款人|债务人|被告)"
    r"\s*\d?\s*的?(?:住所地|所在地)"
)
_BY_NATURE: dict[str, Side] = {
    "出卖人": "plaintiff",
    "供方": "plaintiff",
    "卖方": "plaintiff",
    "出借人": "plaintiff",
    "贷款人": "plaintiff",
    "债权人": "plaintiff",
    "原告": "plaintiff",
    "买受人": "defendant",
    "需方": "defendant",
    "买方": "defendant",
    "借款人": "defendant",
    "债务人": "defendant",
    "被告": "defendant",
}
"""Which side a role usually is, when the contract does not say who bears it."""


def wrong_court(matter: Matter, pack: Pack) -> list[Draft]:
    """An arbitration clause, or a court that neither the agreement nor the law's places point to.

    Source: 民诉法 art. 24, 35, 127.
    """
    if matter.complaint is None or matter.court is None:
        return []
    here = _court_quote(matter)
    for source in matter.of_kind("sale_contract", "loan_contract", "iou", "contract", "order"):
        for match in _AGREED.finditer(source.text):
            if re.search(r"仲裁(?:委员会|机构|解决)|申请仲裁", match.group()) and not re.search(
                r"不.{0,4}仲裁", match.group()
            ):
                return [
                    _court_draft(
                        f"《{source.title}》约有仲裁条款，法院不应受理",
                        here,
                        source.quote(match.start(), match.end()),
                        "仲裁",
                    )
                ]
            place = _agreed_place(matter, source, match.group())
            if place and not _in_place(matter.court, place):
                words = f"《{source.title}》约定由{place}法院管辖，起诉状递交{matter.court}"
                return [_court_draft(words, here, source.quote(match.start(), match.end()), place)]
            if place:
                return []
    return _statutory_court(matter, pack, here)


def _court_draft(words: str, here: Quote, there: Quote, expected: str) -> Draft:
    return Draft(code="jurisdiction", detail=words, quotes=(here, there), expected=expected)


def _court_quote(matter: Matter) -> Quote:
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    at = source.text.find(matter.court or "")
    return source.quote(at, at + len(matter.court or "")) if at >= 0 else source.quote(0, 20)


def _agreed_place(matter: Matter, source: Source, words: str) -> str | None:
    """The place whose court a clause names: by name, in brackets, or as one party's domicile."""
    named = re.search(r"([\u4e00-\u9fff]{2,12}?(?:市|区|县|州)[\u4e00-\u9fff]{0,10}?)人民法院", words)
    if named:
        return re.sub(r"^.*?(?:由|向|至|在|交)", "", named[1])
    bracketed = re.search(r"(?:所在地|住所地)[（(]([\u4e00-\u9fff]{2,16})[）)]", words)
    if bracketed:
        return bracketed[1]
    label = re.search(_PLACE_OF, words)
    if label is None:
        return None
    side = voices.contract_roles(source, matter.cast).get(label[1]) or _BY_NATURE.get(label[1])
    places = _domiciles(matter, side) if side else []
    return places[0] if places else None


def _domiciles(matter: Matter, side: Side | str) -> list[str]:
    if matter.complaint is None:
        return []
    return [fact.address for fact in matter.complaint.source.parties if fact.role == side and fact.address]


def _districts(place: str) -> set[str]:
    return set(re.findall(r"[\u4e00-\u9fff]{1,6}?(?:自治州|市|区|县|旗|州)", place))


def _in_place(court: str, place: str) -> bool:
    """Whether a court's name lies in a place: the narrowest unit named by both agrees."""
    named = re.sub(r"(?:中级|高级|基层|铁路运输)?人民法院.*", "", court)
    if not named or named in place or place in named:
        return True
    own, other = _districts(named), _districts(place)
    narrow = {unit for unit in own if unit.endswith(("区", "县", "旗"))}
    return bool(narrow & other) if narrow else bool(own & other)


def _statutory_court(matter: Matter, pack: Pack, here: Quote) -> list[Draft]:
    places = [place for side in pack.places for place in _domiciles(matter, side)]
    sides = {side for side in pack.places if _domiciles(matter, side)}
    if not places or len(sides) < len(pack.places) or matter.court is None:
        return []
    if any(_in_place(matter.court, place) for place in places) or _delivery_place_matches(matter):
        return []
    return [_court_draft(f"{matter.court}不在原、被告住所地或合同履行地", here, here, "、".join(places[:2]))]


def _delivery_place_matches(matter: Matter) -> bool:
    court = matter.court or ""
    for source in matter.of_kind("sale_contract", "order", "iou", "loan_contract", "delivery_note"):
        for match in re.finditer(r"(?:交货|收货|履行|签订)地(?:点|址)?[：:为]?[^\n。；]{2,40}", source.text):
            if _in_place(court, match.group()):
                return True
    return False
