"""Amounts of money as Chinese papers and chats write them, read into integer fen.

Owns the finder of amounts, the unit that a table header announces, and the
question whether an amount is a price per something. Holds no state; foreign
currency is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from zuno.knowledge.numbers import fold, read_numeral
from zuno.knowledge.records import MoneyFact

MoneyUnit = Literal["元", "百元", "千元", "万元", "亿元"]

_UNIT_FEN: dict[MoneyUnit, int] = {"元": 100, "百元": 10**4, "千元": 10**5, "万元": 10**6, "亿元": 10**10}
_UNIT_NAMES: dict[str, MoneyUnit] = {"万": "万元", "亿": "亿元", **{unit: unit for unit in _UNIT_FEN}}
_LARGEST_FEN = 10**17
"""A thousand trillion yuan; above it the digits are some other number."""

_YUAN = r"(?:元|圆|圓|块钱|块(?!儿))(?![桥旦宵宝首素])"
_ONE_TO_NINE = "一二三四五六七八九壹贰貳叁叄參肆伍陆陸柒捌玖"
_CENTS = rf"(?: ?零?(?P<tens>[\d{_ONE_TO_NINE}]|零) ?[角毛])?(?: ?零?(?P<units>[\d{_ONE_TO_NINE}]|零) ?分)?"
_COUNTER = (
    r"(?:[人名户家件吨台个次平亩公米字册只条份粒股瓶箱袋包匹棵斤克升天周倍册步种票辆张套枚座层间岁度伏瓦夜火颗立点]"
    r"|里(?![面头有的])|小时|日[元圆]|年(?![底前后内初中息利化])|[美港欧澳加韩新卢泰]元|港币|美金|英镑|欧元|分之"
    r"|头(?!寸)|kg|m)"
)
_TAIL = rf"(?:\d{{1,4}}|[{_ONE_TO_NINE}])(?!\d|[.,，]\d|[%日月分号期点:：年]|{_COUNTER}|[十百千万亿])"
_CHAIN = rf"(?:[余多来]?[万亿千百](?:零?\d{{1,4}}(?=[万亿千百]|[ \n]?{_YUAN}))?)+"
_DIGITS = re.compile(
    r"[0-9](?<![0-9AC-XZa-z*_][0-9])(?<![0-9][.,:/][0-9])"
    r"(?P<rest>(?:\d{0,2}(?:,\d{3})+|\d{0,2}(?:，\d{3})+|\d{0,14})(?!\d)(?:\.\d{1,8}(?!\d))?)"
    rf"(?P<chain>[ \n]?{_CHAIN}(?P<tail>{_TAIL})?)?(?P<yuan>[ \n]?[余多来]?{_YUAN}{_CENTS}[整正]?)?"
)
_PLAIN = re.compile(
    r"[一二两三四五六七八九十](?<![第之点周期\d零〇一二两三四五六七八九十百千万亿]\w)"
    rf"[零〇一二两三四五六七八九十百千万亿点余多来]{{0,24}}(?P<yuan>{_YUAN}{_CENTS}[整正]?)?"
)
_FORMAL = re.compile(
    rf"[{_ONE_TO_NINE[9:]}拾](?: ?[零〇{_ONE_TO_NINE}拾佰仟万萬亿億]){{0,40}}"
    rf"(?P<yuan> ?(?:元|圆|圓){_CENTS} ?)?(?P<whole>[整正])?"
)
_SLANG = re.compile(
    r"[0-9](?<![0-9A-Za-z.,*_:/\-][0-9])\d{0,3}(?:\.\d)?"
    r"(?P<sign>个(?=[，。,.!！？?、；;\s]|$|了|吧|呗|先|周转|应急|可以|行不|行吗|给我|就行|[年月]底|下个?月|明年"
    r"|今年|回头)|[wWkK](?![A-Za-z0-9]))"
)
_CURRENCY_BEFORE = re.compile(r"(?:人民币|RMB|CNY|[¥￥])(?:[（(]?(?:大写|小写)[)）]?)?[:：]? ?[-+]?$")
_FOREIGN_BEFORE = re.compile(r"(?:USD|HKD|EUR|GBP|JPY|[$€£]|美元|港币|港元|欧元|英镑|日元) ?$")
_QUANTITY_AFTER = re.compile(rf" ?(?:{_COUNTER}|[%‰㎡³]|平方|立方|千克|公斤)")
_LENDING = re.compile(r"(?:借|周转|贷|凑|垫)[^，。！？；\n]{0,8}$")
_IN_SENTENCE = re.compile(r"[^。！？!?\n]{0,30}$")
_PAYING = re.compile(r"(?:借|还|欠|转|付|给|钱|款|息|租|赔|押金|工资|薪|费|价|万)[^。！？；\n]{0,10}$")
_MONEY_AFTER = re.compile(r"[^，。！？；\n]{0,4}(?:钱|款|利息|本金|租)")
_DIGITS_GO_ON = re.compile(r"[.,]\d")
_ANY_DIGIT = re.compile(r"\d")
_MAGNITUDE = re.compile(r"[百千万亿个wWkK]")
_ROUGH = re.compile("[余多来]")
_LEDGER_FORM = re.compile(r"\d{1,3}(?:[,，]\d{3})+\.\d{2}")
_HEADER_UNIT = re.compile(
    r"(?:[（(]|单位 ?[:：]) ?(?:单位 ?[:：]?)? ?(?:人民币)? ?(亿元?|万元?|千元|百元|元) ?(?:[)）]|\s|$|[,，;；])"
)


def unit_of_header(text: str) -> MoneyUnit | None:
    """Return the unit that a table header announces: ``金额（万元）``, ``单位：亿元``; None without one."""
    match = _HEADER_UNIT.search(fold(text))
    return _UNIT_NAMES[match[1]] if match else None


def find_money(text: str, *, unit: MoneyUnit | None = None) -> list[MoneyFact]:
    """Find the amounts of money in ``text``, in order.

    A bare number is money only with a currency sign, with 元 or 块, with 万, 亿
    or 千 and nothing counted after it, or in the ledger form 300,000.00. The
    slang 30个, 30w and 5k counts where lending or paying is spoken of. Rough
    amounts (几万, 两三千) are left out; 30余万元 gives its stated figure.

    Args:
        text: Any text, or one cell of a table.
        unit: Unit of bare numbers, where a table header announces one.

    Returns:
        Facts by start, in fen, never negative: a sign before the number is
        not part of it.
    """
    plain = fold(text)
    found = [
        fact for read in (_read_digits, _read_plain, _read_formal, _read_slang) for fact in read(text, plain, unit)
    ]
    return list(_keep_longest(found))


def _keep_longest(found: list[MoneyFact]) -> Iterator[MoneyFact]:
    end = -1
    for fact in sorted(found, key=lambda fact: (fact.start, -fact.end)):
        if fact.start >= end:
            yield fact
            end = fact.end


def _state(text: str, start: int, end: int, yuan: Decimal) -> MoneyFact | None:
    fen = int((yuan * 100).to_integral_value(ROUND_HALF_UP))
    if fen > _LARGEST_FEN:
        return None
    written = text[start:end]
    kind: Literal["digits", "hanzi", "mixed"] = "hanzi"
    if _ANY_DIGIT.search(written):
        kind = "mixed" if _MAGNITUDE.search(written) else "digits"
    return MoneyFact(start=start, end=end, text=written, fen=fen, written=kind)


def _cents(match: re.Match[str]) -> Decimal:
    """Return what 角 and 分 add, in yuan."""
    parts = (match["tens"], Decimal("0.1")), (match["units"], Decimal("0.01"))
    return sum(((read_numeral(part) or 0) * scale for part, scale in parts if part), Decimal(0))


def _with_currency(plain: str, start: int) -> int:
    """Return where the amount starts when a currency sign before it belongs to it."""
    sign = _CURRENCY_BEFORE.search(plain[max(0, start - 12) : start])
    return start - len(sign.group()) if sign else start


def _read_digits(text: str, plain: str, unit: MoneyUnit | None) -> Iterator[MoneyFact]:
    for match in _DIGITS.finditer(plain):
        chain, yuan = match["chain"], match["yuan"]
        start, end = match.span()
        if (
            not chain
            and not yuan
            and unit is None
            and "." not in match["rest"]
            and plain[start - 1 : start] not in "¥币YB: "
        ):
            continue
        start = _with_currency(plain, start)
        bare = start == match.start() and not yuan
        if bare and not _is_bare_money(plain, match, unit):
            continue
        if _FOREIGN_BEFORE.search(plain[max(0, start - 4) : start]):
            continue
        number = plain[match.start() : match.start("rest") + len(match["rest"])] + (chain or "")
        value = read_numeral(_ROUGH.sub("", number))
        if value is None:
            continue
        if bare and not chain and unit is not None:
            value = value * _UNIT_FEN[unit] / 100
        fact = _state(text, start, end, value + _cents(match))
        if fact is not None:
            yield fact


def _is_bare_money(plain: str, match: re.Match[str], unit: MoneyUnit | None) -> bool:
    end = match.end()
    if (
        _QUANTITY_AFTER.match(plain, end)
        or _DIGITS_GO_ON.match(plain, end)
        or plain[max(0, match.start() - 1) : match.start()] == "第"
    ):
        return False
    chain = match["chain"]
    if chain:
        if re.search("[万亿千]", chain):
            return True
        return _is_about_money(plain, match.start(), end)
    if _LEDGER_FORM.fullmatch(match.group()):
        return True
    return unit is not None and not _is_part_of_other(plain, match)


def _is_part_of_other(plain: str, match: re.Match[str]) -> bool:
    before, after = plain[max(0, match.start() - 2) : match.start()], plain[match.end() : match.end() + 2]
    return bool(re.search(r"\d[-/]$|[A-Za-z年月]$", before) or re.match(r"[-/:.]\d|[年月日号时A-Za-z*]", after))


def _is_about_money(plain: str, start: int, end: int) -> bool:
    return bool(_PAYING.search(plain[max(0, start - 14) : start]) or _MONEY_AFTER.match(plain, end))


def _read_plain(text: str, plain: str, _unit: MoneyUnit | None) -> Iterator[MoneyFact]:
    for match in _PLAIN.finditer(plain):
        numeral = plain[match.start() : match.start("yuan")] if match["yuan"] else match.group()
        if not match["yuan"] and not re.search("[百千万亿]", numeral):
            continue
        numeral = numeral.rstrip("点余多来")
        value = read_numeral(_ROUGH.sub("", numeral))
        end = match.end() if match["yuan"] else match.start() + len(numeral)
        if value is None or not _is_plain_money(plain, match, numeral, end):
            continue
        fact = _state(text, _with_currency(plain, match.start()), end, value + _cents(match))
        if fact is not None:
            yield fact


def _is_plain_money(plain: str, match: re.Match[str], numeral: str, end: int) -> bool:
    if match["yuan"]:
        is_piece = match["yuan"].startswith("块") and not match["yuan"].startswith("块钱") and len(numeral) == 1
        return not is_piece or _is_about_money(plain, match.start(), end)
    if len(numeral) < 2 or _QUANTITY_AFTER.match(plain, match.end()):
        return False
    return bool(re.search("[千万亿]", numeral)) or _is_about_money(plain, match.start(), end)


def _read_formal(text: str, plain: str, _unit: MoneyUnit | None) -> Iterator[MoneyFact]:
    for match in _FORMAL.finditer(plain):
        numeral = plain[match.start() : match.start("yuan")] if match["yuan"] else match.group()
        numeral = numeral.replace(" ", "").rstrip("整正")
        start = _with_currency(plain, match.start())
        marked = bool(match["yuan"] or match["whole"]) or start < match.start()
        if not re.search("[拾佰仟万萬亿億]", numeral) and not match["yuan"]:
            continue
        if not marked and (len(numeral) < 3 or _QUANTITY_AFTER.match(plain, match.end())):
            continue
        value = read_numeral(numeral)
        if value is None:
            continue
        end = match.start() + len(match.group().rstrip())
        fact = _state(text, start, end, value + _cents(match))
        if fact is not None:
            yield fact


def _read_slang(text: str, plain: str, _unit: MoneyUnit | None) -> Iterator[MoneyFact]:
    for match in _SLANG.finditer(plain):
        before = plain[max(0, match.start() - 14) : match.start()]
        sign = match["sign"].lower()
        if not (_speaks_of_ten_thousands(plain, match.start()) if sign == "个" else _PAYING.search(before)):
            continue
        scale = 1000 if sign == "k" else 10**4
        value = Decimal(plain[match.start() : match.end() - 1]) * scale
        fact = _state(text, match.start(), match.end(), value)
        if fact is not None:
            yield fact


def _speaks_of_ten_thousands(plain: str, at: int) -> bool:
    """Tell whether 30个 at ``at`` means 30万: borrowing is spoken of, or 万 and paying just before."""
    if _LENDING.search(plain, max(0, at - 14), at):
        return True
    sentence = _IN_SENTENCE.search(plain, max(0, at - 30), at)
    return bool(sentence and "万" in sentence.group() and re.search("[借欠还剩给转打]", sentence.group()))


_PER = (
    r"(?:吨|公斤|千克|kg|斤|克|平方米|平米|㎡|m2|m²|立方米?|m³|方|亩|米|m|升|台|套|件|个|只|支|箱|袋|包|次|趟|车|份"
    r"|株|棵|张|块"
    r"|人|户|间|页|字|股|小?时|工?日|天|月|年|季度?|期|晚|周)"
)
_PER_AFTER = re.compile(rf"(?:/|每|一) ?{_PER}(?![份以])")
_PER_BEFORE = re.compile(
    rf"每一?{_PER}[^，。；,;\n\d]{{0,4}}$|单价[^，。；;\n\d]{{0,8}}$"
    r"|[日月年](?:租金|租|薪|工资|物业费|管理费|使用费)(?:标准)?[为是按:：]?\s?(?:人民币)?$"
)
_FACTOR_AFTER = re.compile(r" ?[×xX*＊] ?\d")
_FACTOR_BEFORE = re.compile(r"\d[^，。；,;=\n\d]{0,4}[×xX*] ?$")


def is_unit_price(text: str, fact: MoneyFact) -> bool:
    """Tell whether an amount is a price per something, or a factor of a product, and no sum by itself.

    ``4,900元/吨``, ``单价4,900元``, ``每日300元``, ``月工资10,875元`` and both
    sides of ``6天×500元`` are; ``12月租金9,000元`` is a sum.
    """
    plain = fold(text)
    before, end = plain[max(0, fact.start - 24) : fact.start], fact.end
    if _PER_AFTER.match(plain, end) or _FACTOR_AFTER.match(plain, end) or _FACTOR_BEFORE.search(before):
        return True
    match = _PER_BEFORE.search(before)
    return bool(match) and not re.search(r"[\d个季]$", before[: match.start()])
