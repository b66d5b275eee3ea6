"""Citations of laws in the material: 《…》第六百七十五条, 合同法第52条第5项.

Owns the finder and the list of short names by which lawyers call laws. Does
not know whether a law is in force or an article exists; the statute corpus does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zuno.knowledge.numbers import fold, read_int
from zuno.knowledge.records import CitationFact

_NAMES = """
民法典 民法总则 民法通则 合同法 物权法 担保法 婚姻法 继承法 收养法 侵权责任法 民事诉讼法 民诉法 民事诉讼法解释
民诉法解释 民诉解释 民事诉讼法司法解释 民诉法司法解释 劳动法 劳动合同法 劳动合同法实施条例 劳动争议调解仲裁法
调解仲裁法 社会保险法 工伤保险条例 工资支付暂行规定 职工带薪年休假条例 公司法 公司法解释 证券法 合伙企业法
企业破产法 破产法 票据法 保险法 商业银行法 信托法 消费者权益保护法 消法 消保法 产品质量法 食品安全法 电子商务法
电子签名法 价格法 招标投标法 招投标法 建筑法 城市房地产管理法 土地管理法 农村土地承包法 道路交通安全法 道交法
道路交通安全法实施条例 道路交通事故解释 道交解释 机动车交通事故责任强制保险条例 交强险条例 人身损害赔偿解释
人身损害赔偿司法解释 人损解释 精神损害赔偿解释 民间借贷规定 民间借贷司法解释 民间借贷解释 买卖合同解释
买卖合同司法解释 买卖解释 租赁合同解释 房屋租赁解释 城镇房屋租赁司法解释 房屋租赁合同司法解释 物业服务解释
物业管理条例 建设工程解释 建设工程施工合同解释 建工解释 建设工程司法解释 担保制度解释 担保解释
民法典担保制度解释 民法典担保解释 合同编通则解释 民法典合同编通则解释 合同编解释 合同法解释 合同法司法解释
民法典时间效力规定 时间效力规定 总则编解释 民法典总则编解释 诉讼时效规定 时效规定 婚姻家庭编解释
婚姻家庭编司法解释 民事证据规定 证据规定 新证据规定 劳动争议解释 劳动争议司法解释 劳动争议案件司法解释
银行卡规定 信用卡司法解释 网络侵权解释 仲裁法 公证法 律师法 刑法 刑事诉讼法 刑诉法 行政诉讼法 行政处罚法
行政许可法 个人信息保护法 网络安全法 数据安全法 著作权法 商标法 专利法 反不正当竞争法 反垄断法 医疗事故处理条例
妇女权益保障法 未成年人保护法 老年人权益保障法 反家庭暴力法 人民调解法 外商投资法 立法法 宪法 担保法解释
担保法司法解释 公司法司法解释 民法总则解释 民通意见 婚姻法解释 婚姻法司法解释 侵权责任编解释 合同编司法解释
合同编通则司法解释 民法典担保制度司法解释 担保制度司法解释 物业服务纠纷解释 物业服务司法解释 九民纪要
涉外民事关系法律适用法 住房租赁条例 商品房买卖合同解释 商品房买卖司法解释 商品房买卖合同司法解释
劳动保障监察条例 女职工劳动保护特别规定 安全生产法 治安管理处罚法 海商法 民事诉讼证据规定 民诉证据规定
"""
SHORT_NAMES = tuple(_NAMES.split())
"""Names in common use without 《》; ``（一）`` and the like may follow."""


_STATE = "中华人民共和国"
_SIGN = r"[\d零〇一二两三四五六七八九十百千]"
_NUMERAL = rf"{_SIGN}(?:\s?{_SIGN}){{0,8}}"
_AND = r"\s?[、,，和及或与]\s?"
_ANCHOR = re.compile(rf"{_SIGN}\s?条(?!款|件|约)")
_RUN_BEFORE = re.compile(r"[第\s、,，和及或与\d零〇一二两三四五六七八九十百千]{1,40}$")
_ARTICLE = re.compile(
    rf"第?\s?(?P<articles>{_NUMERAL}(?:{_AND}第?\s?{_NUMERAL}){{0,8}})\s?条(?:之(?P<suffix>[一二三四五六七八九十]))?"
    rf"(?:\s?第\s?(?P<paragraphs>{_NUMERAL}(?:{_AND}第?\s?{_NUMERAL}){{0,4}})\s?款)?"
    rf"(?:\s?第?\s?(?P<items>[（(]?\s?{_NUMERAL}\s?[)）]?(?:{_AND}第?\s?[（(]?\s?{_NUMERAL}\s?[)）]?){{0,6}})\s?项)?"
)
_MORE = re.compile(
    rf"第\s?(?P<paragraphs>{_NUMERAL})\s?款(?:\s?第?\s?(?P<items>[（(]?\s?{_NUMERAL}\s?[)）]?)\s?项)?"
    rf"|第?\s?(?P<only>[（(]?\s?{_NUMERAL}\s?[)）]?)\s?项"
)
_LINK = re.compile(r"(?:之?规定)?\s?(?:以及|及其|[、,，;；和及与或至到暨并])\s?")
_RANGE = re.compile(r"\s?[至到]\s?")
_WIDEST_RANGE = 60
"""第一条至第三百条 names a whole law; only its ends are told then."""
_NEXT_ARTICLE = re.compile(rf"第\s?{_NUMERAL}")

_TITLE = re.compile(r"《((?:[^《》]|《[^《》]{1,40}》){2,120})》")
_ORDINAL_AFTER = re.compile(r"[（(]\s?[一二三四五六七八九十]{1,3}\s?[)）]$")
_BETWEEN = re.compile(
    r"(?:[（(](?!\s?[一二三四五六七八九十]{1,3}\s?[)）])[^（）()\n]{1,40}[)）])?\s?"
    r"(?:(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任)编)?(?:[的中之]|当中)?\s?$"
)
_MARK = re.compile(r"^[（(]([^（）()\n]*(?:(?:19|20)\d{2}|法释|法发)[^（）()\n]*)[)）]")
_LAW_ENDING = re.compile(
    r"(?:法|法典|条例|规定|解释|办法|规则|细则|通则|总则|公约)(?:\s?[（(][^（）()]{1,20}[)）])?$"
    r"|(?:最高|国务院|全国|人民银行|监督管理|[部委局]关于).*(?:决定|批复|意见|纪要|答复|标准|通知)(?:\s?[（(][^（）()]{1,20}[)）])?$"
)
_NAME_ENDING = re.compile(
    r"(?:法|法典|条例|规定|解释|办法|规则|细则|纪要|民法[通总]则|民通意见)(?P<ordinal>[（(][一二三四五六七八九十]{1,3}[)）])?$"
)
_NAME_RUN = re.compile(r"[\u4e00-\u9fff、〈〉]{1,60}$")
_LEADING = re.compile(
    r".*(?:依照|按照|根据|依据|参照|适用|违反|符合|援引|以及|及其|基于|因为|由于|我国|国家|[依据按照和及与或系属为是对从在于以其即]"
    r"(?=.{3}))"
)
_SAME_LAW = re.compile(r"(?:该|(?<!合)同|前述|上述|前引)(?:法|法典|条例|规定|解释|司法解释|办法)$")
_NO_TITLE = re.compile(
    r"^(?:[本此该各何]|前述|有关|相关|法律|司法|合同)?(?:法|规定|解释|办法|规则|条例|细则|约定)$|法律规定$|[有相]关规定$"
)


_Span = tuple[int, int, tuple[int | None, int | None, int | None]]


@dataclass(frozen=True, slots=True)
class _Title:
    start: int
    law: str
    edition: str | None = None


def find_citations(text: str) -> list[CitationFact]:
    """Find citations of laws, one fact for each article, paragraph or item named.

    A list continues the law (《民法典》第六百七十五条、第六百七十六条 are two
    facts), 该法 and 同法 take up the last one. The first fact of a list starts
    at the title, the others at their own number. A title in 《》 without an
    article has ``article`` None. 第十条之一 is article 10, suffix 1. Of a range (第一条至第三条)
    every article is told; those between have the span of the whole range.
    Contracts and handbooks are no laws.
    """
    plain = fold(text)
    places: list[CitationFact] = []
    taken, orphan, last = -1, -1, None
    for anchor in _ANCHOR.finditer(plain):
        if anchor.end() <= taken:
            continue
        opening = _start_of_list(plain, anchor, taken)
        orphan, skipped = anchor.end(), plain[orphan:opening] if 0 <= opening - orphan <= 3 else None
        if skipped is not None and _LINK.fullmatch(skipped):
            continue
        title = _find_title(text, plain, opening, last, taken)
        if title is None or not (plain[opening] == "第" or _is_short(title.law)):
            continue
        last = title
        for place in _read_list(text, plain, title, opening):
            places.append(place)
            taken = max(taken, place.end)
    places.extend(_find_bare_titles(text, plain, places))
    return sorted(places, key=lambda place: (place.start, place.end))


def _start_of_list(plain: str, anchor: re.Match[str], taken: int) -> int:
    """Walk back from 条 over 第二十五、二十六 to where the list of articles starts."""
    run = _RUN_BEFORE.search(plain, max(0, anchor.end() - 41, taken), anchor.end() - 1)
    start = run.start() if run else anchor.start()
    while plain[start] in " \n\t、,，和及或与":
        start += 1
    return start


def _find_title(text: str, plain: str, at: int, last: _Title | None, taken: int) -> _Title | None:
    begin = max(0, at - 200, taken)
    between = _BETWEEN.search(plain, max(begin, at - 50), at)
    head = plain[begin : between.start() if between else at]
    ordinal = _ORDINAL_AFTER.search(head)
    closed = head[: ordinal.start()] if ordinal else head
    mark = _MARK.search(between.group()) if between else None
    edition = mark[1] if mark else None
    if closed.endswith("》"):
        opening = _open_title(closed)
        titled = (
            None
            if opening is None
            else _law_title(text[begin + opening + 1 : begin + len(closed) - 1], begin + opening)
        )
        return titled and replace(titled, edition=edition)
    same = _SAME_LAW.search(head, max(0, len(head) - 8))
    if same:
        return None if last is None else _Title(begin + same.start(), last.law, last.edition)
    ending = _NAME_ENDING.search(head, max(0, len(head) - 10))
    stem = head[: ending.start("ordinal")] if ending and ending["ordinal"] else head
    name = _NAME_RUN.search(stem, max(0, len(stem) - 60)) if ending else None
    if name is None:
        return None
    bare = _bare_title(text[begin + name.start() : begin + len(head)], begin + name.start())
    return bare and replace(bare, edition=edition)


def _open_title(closed: str) -> int | None:
    depth = 0
    for at in range(len(closed) - 1, -1, -1):
        depth += {"》": 1, "《": -1}.get(closed[at], 0)
        if depth == 0:
            return at
    return None


def _law_title(written: str, start: int) -> _Title | None:
    law = re.sub(rf"\s|{_STATE}", "", written)
    return _Title(start, law) if _LAW_ENDING.search(law) else None


def _bare_title(run: str, start: int) -> _Title | None:
    """Cut a name without 《》 out of the run of characters before the article."""
    stem = re.sub(r"[（(].*", "", run)
    for size in range(min(len(stem), 20), 1, -1):
        if stem[-size:] in _SHORT_SET:
            begin = len(stem) - size
            lead = len(_STATE) if stem[:begin].endswith(_STATE) else 0
            return _Title(start + begin - lead, run[begin:])
    court = run.rfind("最高人民法院")
    kept = run[court:] if court >= 0 else _LEADING.sub("", run)
    law = kept.replace(_STATE, "")
    if len(law) < 3 or _NO_TITLE.search(re.sub(r"[（(].*", "", law)):
        return None
    return _Title(start + len(run) - len(kept), law)


def _is_short(law: str) -> bool:
    return re.sub(r"[（(].*", "", law) in _SHORT_SET


def _read_list(text: str, plain: str, title: _Title, at: int) -> Iterator[CitationFact]:
    start: int | None = title.start
    match = _ARTICLE.match(plain, at)
    article: int | None = None
    paragraph: int | None = None
    range_from: tuple[int, int] | None = None
    while match is not None:
        is_article = match.re is _ARTICLE
        places = list(_split_article(match) if is_article else _split_more(match, article, paragraph))
        if range_from is not None and is_article:
            for between in _between(range_from[1], places[0][2][0]):
                yield _fact(text, title, (range_from[0], places[0][1], (between, None, None)))
        for place, (begin, end, numbers) in enumerate(places):
            article, paragraph, _ = numbers
            first = begin if start is None else start
            start = None
            suffix = _SUFFIXES.find(match["suffix"]) + 1 if is_article and match["suffix"] else 0
            yield _fact(text, title, (first, end, numbers), suffix if place == len(places) - 1 else 0)
        link = _LINK.match(plain, match.end())
        ranged = link is not None and _RANGE.fullmatch(link.group()) and article is not None
        range_from = (match.start(), article) if ranged and article is not None else None
        match = _next_part(plain, link.end()) if link else None


_SUFFIXES = "一二三四五六七八九十"


def _fact(text: str, title: _Title, span: _Span, suffix: int = 0) -> CitationFact:
    begin, end, (article, paragraph, item) = span
    return CitationFact(
        start=begin,
        end=end,
        text=text[begin:end],
        law=title.law,
        article=article,
        paragraph=paragraph,
        item=item,
        suffix=suffix,
        edition=title.edition,
    )


def _between(first: int, last: int | None) -> range:
    return range(first + 1, last) if last is not None and 0 < last - first <= _WIDEST_RANGE else range(0)


def _next_part(plain: str, at: int) -> re.Match[str] | None:
    if _NEXT_ARTICLE.match(plain, at) and (article := _ARTICLE.match(plain, at)):
        return article
    return _MORE.match(plain, at)


def _split_article(match: re.Match[str]) -> Iterator[_Span]:
    articles = _numbers(match, "articles")
    for begin, end, article in articles[:-1]:
        yield begin, end, (article, None, None)
    begin, _, article = articles[-1]
    if len(articles) == 1:
        begin = match.start()
    paragraphs, items = _numbers(match, "paragraphs"), _numbers(match, "items")
    head = paragraphs[0][2] if paragraphs else None
    if len(paragraphs) > 1:
        yield begin, paragraphs[0][1], (article, head, None)
        for at, end, paragraph in paragraphs[1:-1]:
            yield at, end, (article, paragraph, None)
        begin, _, head = paragraphs[-1]
    yield begin, match.end() if len(items) < 2 else items[0][1], (article, head, items[0][2] if items else None)
    for at, end, item in items[1:]:
        yield at, end, (article, head, item)


def _split_more(match: re.Match[str], article: int | None, paragraph: int | None) -> Iterator[_Span]:
    only = _numbers(match, "only")
    if only:
        yield match.start(), match.end(), (article, paragraph, only[0][2])
        return
    items = _numbers(match, "items")
    head = _numbers(match, "paragraphs")[0][2]
    yield match.start(), match.end(), (article, head, items[0][2] if items else None)


def _numbers(match: re.Match[str], group: str) -> list[tuple[int, int, int | None]]:
    if not match[group]:
        return []
    offset = match.start(group)
    return [
        (offset + number.start(), offset + number.end(), read_int(re.sub(r"[\s（()）]", "", number.group())))
        for number in _NUMBER.finditer(match[group])
    ]


def _find_bare_titles(text: str, plain: str, places: list[CitationFact]) -> Iterator[CitationFact]:
    used = {place.start for place in places}
    for match in _TITLE.finditer(plain):
        title = _law_title(text[match.start(1) : match.end(1)], match.start())
        if title is not None and match.start() not in used:
            start, end = match.span()
            yield CitationFact(start=start, end=end, text=text[start:end], law=title.law, article=None)


_NUMBER = re.compile(rf"(?:[（(]\s?)?{_NUMERAL}(?:\s?[)）])?")
_SHORT_SET = frozenset(SHORT_NAMES)
