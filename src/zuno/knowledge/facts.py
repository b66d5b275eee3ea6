"""Plain facts in Chinese text, found by rules: the face of the finders.

Dates, amounts, identity numbers and citations have files of their own; rates
and quantities of goods stand here. Every fact carries exact code-point offsets
(``text[start:end] == fact.text``). Holds no state and asks no clock; can be
rebuilt from the text at any time. Knows nothing of parties or documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from zuno.knowledge.citations import find_citations
from zuno.knowledge.dates import find_dates
from zuno.knowledge.money import MoneyUnit, find_money, is_unit_price, unit_of_header
from zuno.knowledge.numbers import find_numbers, fold, read_numeral
from zuno.knowledge.records import QuantityFact, RateFact

__all__ = [
    "MoneyUnit",
    "find_citations",
    "find_dates",
    "find_money",
    "find_numbers",
    "find_quantities",
    "find_rates",
    "is_unit_price",
    "unit_of_header",
]

RateUnit = Literal["year", "month", "day", "none"]

_DIGIT = "零〇一二两三四五六七八九十百壹贰叁肆伍陆柒捌玖拾"
_VALUE = rf"(?:\d{{1,6}}(?:\.\d{{1,6}})?|[{_DIGIT}][{_DIGIT}点]{{0,8}})"
_PERCENT = re.compile(r"\d(?<![0-9.,]\d)\d{0,5}(?:\.\d{1,6})? ?(?P<sign>[%‰])")
_FRACTION = re.compile(rf"(?P<base>[百千万])分之(?P<value>{_VALUE})")
_SHARE = re.compile(
    r"(?P<sign>[分厘毫])(?P<more>(?:[一二三四五六七八九\d]厘?|半)(?![\d个天日月年]))?(?P<profit>利息?"
    r"|的?利(?=[，。；、\s]|$)|息)?"
)
_POINT = re.compile(r"个点(?P<profit>的?利)?")
_VALUE_BEFORE = re.compile(rf"{_VALUE}$")
_INTEREST_BEFORE = re.compile(
    r"(?:息|利率?|利钱|年化|月化)(?:是|为|按|照|算|计|:|就|定)?[按照为是]?$|[息利][^。！？!?\n]{0,16}(?:按|照|算"
    r"|降到|改成|涨到)$"
)
_SHARE_BASE = {"分": Decimal(1), "厘": Decimal("0.1"), "毫": Decimal("0.01")}

_PERIOD_WORDS: tuple[tuple[RateUnit, str, str], ...] = (
    ("year", "年利率|年化利率|年化收益率|年化|年利息|年息|年利|年费率|LPR|贷款市场报价利率", "每年|按年"),
    ("month", "月利率|月利息|月息|月利|月费率", "每月|每个月|按月|逐月"),
    ("day", "日利率|日利息|日息|日利", "每(?:逾期|延迟|迟延|拖延|拖欠|延期)?[一1]?[日天]|按[日天]|逐日"),
)
_SUMS = (
    "按|的|为|以|计|算|收取?|支付|加收|承担|违约金|利息|滞纳金|罚息|应付|未付|欠付|逾期|款|金额|总额|总价|租金|欠|费|本金|货|:|约"
    "|人民币|并|合同|工程|房|价|总|剩余?|尾|向.方"
)
_PERIOD = re.compile(
    "|".join(f"(?P<{unit}>(?:{strong})|(?:{weak})(?=(?:{_SUMS}){{0,6}}$))" for unit, strong, weak in _PERIOD_WORDS)
)
"""Words that name a rate's period; 每日 and the like only where nothing but the sum stands between."""

_PER_DAY_LATE = re.compile(
    r"每(?:逾期|延迟|迟延|拖延|拖欠|延期|迟交|逾)(?:付款|支付|交付|交货"
    r"|交房)?[一1]?(?:个)?(?P<word>[日天月])[，,]?[^，。；！？\n%‰]{0,24}$"
)
_ADJACENT: dict[str, RateUnit] = {"年": "year", "月": "month", "日": "day", "天": "day"}
_PERIOD_AFTER = re.compile(
    r" ?(?:/|每|[（(]按?|按|(?=[年月日](?:化|利)))(?P<word>[年月日天])(?:利率|息|计|化)?[)）]?(?![\d初底末])"
)
_MARKUP = re.compile(r"浮|提高|降低|下调|上调")
_CLAUSE_CHARS = 16
_NOT_A_RATE = re.compile(r"[不没未钟别也都毛线之数]|钱[^，。；、\s]")


def find_rates(text: str) -> list[RateFact]:
    """Find rates of interest and penalty: ``年利率12%``, ``日万分之一点五``, ``月息1分``, ``3.45%``.

    A rate starts at the word that names its period when that word stands in the
    same clause. 分 and 厘 without a period are per month, as custom has it, and
    count only beside a word of interest; 年息一分 is ten percent a year. A
    multiple (LPR四倍, 3.7%的1.3倍) is left to the caller.

    Returns:
        Facts by start; ``unit`` is ``none`` for a percentage without a period.
    """
    plain = fold(text)
    found = [*_read_percents(text, plain), *_read_fractions(text, plain), *_read_shares(text, plain)]
    found.extend(_read_points(text, plain))
    found.sort(key=lambda fact: (fact.start, -fact.end))
    return [fact for at, fact in enumerate(found) if at == 0 or fact.start >= found[at - 1].end]


def _state_rate(text: str, plain: str, start: int, end: int, percent: Decimal) -> RateFact:
    begin, unit = _find_period(plain, start)
    after = _PERIOD_AFTER.match(plain, end)
    if unit == "none" and after:
        end, unit = after.end(), _ADJACENT[after["word"]]
    return RateFact(start=begin, end=end, text=text[begin:end], percent=percent.normalize() + 0, unit=unit)


def _find_period(plain: str, start: int) -> tuple[int, RateUnit]:
    window = max(0, start - _CLAUSE_CHARS)
    clause = re.split(r"[，。；！？、,;\n%]", plain[window:start])[-1]
    offset = start - len(clause)
    words = list(_PERIOD.finditer(clause))
    if words and not _MARKUP.search(clause, words[-1].end()):
        last = words[-1]
        return offset + last.start(), next(unit for unit, _, _ in _PERIOD_WORDS if last[unit])
    adjacent = re.search(r"(?<!\d)([年月日天])(?:的|按|为)?$", clause)
    if adjacent:
        return offset + adjacent.start(), _ADJACENT[adjacent[1]]
    late = _PER_DAY_LATE.search(plain, max(0, start - 40), start)
    return (late.start(), _ADJACENT[late["word"]]) if late else (start, "none")


def _read_percents(text: str, plain: str) -> Iterator[RateFact]:
    for match in _PERCENT.finditer(plain):
        value = Decimal(match.group()[:-1].strip())
        percent = value / 10 if match["sign"] == "‰" else value
        yield _state_rate(text, plain, match.start(), match.end(), percent)


def _read_fractions(text: str, plain: str) -> Iterator[RateFact]:
    for match in _FRACTION.finditer(plain):
        value = read_numeral(match["value"])
        if value is not None:
            percent = value / {"百": 1, "千": 10, "万": 100}[match["base"]]
            yield _state_rate(text, plain, match.start(), match.end(), percent)


def _value_before(plain: str, at: int) -> tuple[int, Decimal] | None:
    """Return start and value of the numeral that ends at ``at``."""
    written = _VALUE_BEFORE.search(plain, max(0, at - 10), at)
    value = read_numeral(written.group()) if written else None
    return None if written is None or value is None else (written.start(), value)


def _speaks_of_interest(plain: str, start: int) -> bool:
    return bool(_INTEREST_BEFORE.search(plain, max(0, start - 10), start))


def _read_shares(text: str, plain: str) -> Iterator[RateFact]:
    for match in _SHARE.finditer(plain):
        value = _value_before(plain, match.start())
        if value is None or value[1] > 30 or _NOT_A_RATE.match(plain, match.end()):
            continue
        start = value[0]
        if plain[start - 1 : start] in tuple("元角第之.") or not (match["profit"] or _speaks_of_interest(plain, start)):
            continue
        fact = _state_rate(text, plain, start, match.end(), value[1] + _read_rest(match))
        scale = _SHARE_BASE[match["sign"]] * (10 if fact.unit == "year" else 1)
        unit: RateUnit = "month" if fact.unit == "none" else fact.unit
        yield replace(fact, percent=(fact.percent * scale).normalize() + 0, unit=unit)


def _read_rest(match: re.Match[str]) -> Decimal:
    """Return the tenths that follow 分 or 厘, as in 一分半 and 一分五厘."""
    more = (match["more"] or "").removesuffix("厘")
    if more == "半":
        return Decimal("0.5")
    return (read_numeral(more) or Decimal(0)) / 10 if more else Decimal(0)


def _read_points(text: str, plain: str) -> Iterator[RateFact]:
    for match in _POINT.finditer(plain):
        value = _value_before(plain, match.start())
        if value is not None and (match["profit"] or _speaks_of_interest(plain, value[0])):
            yield _state_rate(text, plain, value[0], match.end(), value[1])


_UNIT_WORDS = """
平方米 立方米 平米 千克 公斤 公里 毫升 公升 吨 斤 克 kg t 米 ㎡ m² m³ 升 台 套 件 个 只 支 箱 袋 包 卷 捆 根 张
片 把 桶 瓶 盒 条 辆 组 双 副 扇 株 棵 匹 罐 盘 板 托 筐 幅 架 艘 颗 粒 车 车次 批次 令 樘 面 方 亩 间 幢 栋
"""
GOODS_UNITS = tuple(_UNIT_WORDS.split())
_DIGITS_ONLY = frozenset("个方把面t克张组间条根片双副架令粒板只支")
_NOT_AFTER = {
    "个": r"(?!月|工作|人|小时|自然|星期|年|季|礼拜|点|问题|方面|周|日|亿)",
    "方": r"(?!面|协议|案|签|当|式|向)",
    "条": r"(?!款|第|之|规定|的规定|约定)",
    "件": r"(?!事)",
    "米": r"(?!线)",
    "吨": r"(?!/)",
    "台": r"(?!湾|州|账)",
    "张": r"(?!三|某)",
    "面": r"(?!积)",
    "间": r"(?!接|隔)",
    "板": r"(?!块)",
}
_UNIT = "|".join(
    re.escape(unit) + _NOT_AFTER.get(unit, "") + (r"(?![A-Za-z])" if unit.isascii() else "")
    for unit in sorted(GOODS_UNITS, key=len, reverse=True)
)
_QUANTITY = re.compile(
    r"[0-9](?<![0-9A-Za-z*_Φφ第][0-9])(?<![0-9][.,:/][0-9])"
    r"(?:\d{0,2}(?:,\d{3})+|\d{0,2}(?:，\d{3})+|\d{0,9})(?!\d)(?:\.\d{1,6}(?!\d))?"
    rf" ?(?P<scale>[余多]?[百千万]?) ?(?P<unit>{_UNIT})"
)
_HANZI_QUANTITY = re.compile(
    r"[一二两三四五六七八九十壹贰叁肆伍陆柒捌玖拾](?<![第之点每同\d零一二两三四五六七八九十百千万]\w)"
    rf"[零一二三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟点]{{0,12}}[余多]?(?P<unit>{_UNIT})"
)
_LAW_BEFORE = re.compile(r"(?:法|法典|规定|解释|条例|》)$")
_LEND_BEFORE = re.compile(r"(?:借|周转)[^，。；\n]{0,6}$")


def find_quantities(text: str) -> list[QuantityFact]:
    """Find counted or weighed amounts of goods: ``60吨``, ``2,000公斤``, ``三台``, ``1.5万吨``.

    Units are ``GOODS_UNITS``. Time, money, articles of law and prices per unit
    are no quantities; common classifiers (一张, 一个) count only with digits.
    """
    plain = fold(text)
    found = [*_read_quantities(text, plain, _QUANTITY), *_read_quantities(text, plain, _HANZI_QUANTITY)]
    return sorted(found, key=lambda fact: fact.start)


def _read_quantities(text: str, plain: str, pattern: re.Pattern[str]) -> Iterator[QuantityFact]:
    for match in pattern.finditer(plain):
        unit = match["unit"]
        before = plain[max(0, match.start() - 10) : match.start()]
        if pattern is _HANZI_QUANTITY and unit in _DIGITS_ONLY:
            continue
        if (unit == "条" and _LAW_BEFORE.search(before)) or (unit == "个" and _LEND_BEFORE.search(before)):
            continue
        value = read_numeral(re.sub("[余多]", "", plain[match.start() : match.start("unit")]))
        if value is not None:
            start, end = match.span()
            yield QuantityFact(start=start, end=end, text=text[start:end], value=value, unit=unit)
