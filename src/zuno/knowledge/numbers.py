"""Numbers in Chinese text: how they are written, and those that name a person or an account.

Owns width folding, the reading of numerals (digits, 一二三, 壹贰叁 and their
mixtures) and the finder of identity numbers, credit codes, phones, bank
accounts and case numbers. Knows nothing of money, dates or parties; holds no
state, so everything can be recomputed from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from zuno.knowledge.records import NumberFact

_FOLD = {
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code != 0xFF0C},
    **dict.fromkeys("\u3000\xa0\u2002\u2003", " "),
    **dict.fromkeys("\u2010\u2011\u2013\u2212", "-"),
    "￥": "¥",
}
_FOLD_TABLE = str.maketrans(_FOLD)

HANZI_DIGITS = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    **{"○": 0, "◯": 0, "两": 2, "兩": 2, "貳": 2, "參": 3, "叄": 3, "陸": 6},
}
_SMALL_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_BIG_UNITS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:，\d{3})+|\d{1,12})(?!\d)(?:\.\d{1,8}(?!\d))?"
"""A number in digits, for text that went through ``fold``; thousands separators of one sort only."""

_NOISE = re.compile(r"\s|(?<=\d)[,，](?=\d{3})")
_NUMERAL_TOKEN = re.compile(rf"(?P<number>{NUMBER})|(?P<hanzi>.)", re.DOTALL)


def fold(text: str) -> str:
    """Return ``text`` with full-width forms, odd spaces and dashes made plain, one for one.

    The comma ，is left alone: it parts clauses more often than thousands. Every
    offset into the result is an offset into ``text``.
    """
    if text.isascii():
        return text
    return _fold_document(text) if len(text) > _SHORT_CHARS else text.translate(_FOLD_TABLE)


def _fold_long(text: str) -> str:
    for sign in _FOLD.keys() & set(text):  # several times faster than translate on long text
        text = text.replace(sign, _FOLD[sign])
    return text


_SHORT_CHARS = 2_000
_fold_document = lru_cache(maxsize=4)(_fold_long)
"""Every finder folds the same document; short texts must not push it out of the cache."""


@lru_cache(maxsize=4096)
def read_numeral(text: str) -> Decimal | None:
    """Read a whole numeral: ``12.5万``, ``27万6``, ``壹亿贰仟万``, ``两千五``, ``一点五``, ``二〇二四``.

    A lone digit after a unit of a hundred or more counts tenths of it (27万6 is
    276,000) unless 零 stands before it.

    Args:
        text: The numeral alone; spaces and thousands separators are ignored.

    Returns:
        The value, or None where the text is not one numeral or only a rough
        one (两三千, 几万).
    """
    plain = _NOISE.sub("", fold(text))
    whole, point, fraction = plain.partition("点")
    if point:
        return _read_with_point(whole, fraction)
    return _read_chain(plain)


def _read_with_point(whole: str, fraction: str) -> Decimal | None:
    digits = re.match(r"[零一二三四五六七八九〇\d]{1,6}", fraction)
    base = _read_chain(whole)
    if digits is None or base is None:
        return None
    decimals = "".join(str(HANZI_DIGITS.get(sign, sign)) for sign in digits.group())
    value = base + Decimal(f"0.{decimals}")
    rest = fraction[digits.end() :]
    scale = _read_chain(f"1{rest}") if rest else Decimal(1)
    return None if scale is None else value * scale


class _Chain:
    """Running sum of a numeral that is read from left to right."""

    def __init__(self) -> None:
        self.total = Decimal(0)
        self.section = Decimal(0)
        self.number: Decimal | None = None
        self.zero = False
        self.digits = 0
        self.last_unit = 1

    def take_digit(self, digit: int) -> None:
        self.digits += 1
        if self.digits > 1:
            self.number = (self.number or Decimal(0)) * 10 + digit
        elif digit == 0:
            self.zero = True
        else:
            self.number = Decimal(digit)

    def take_unit(self, unit: int) -> None:
        count = self.number if self.number is not None else Decimal(0 if self.zero else 1)
        self.section += count * unit
        self._start_next(unit)

    def take_big_unit(self, unit: int) -> None:
        value = self.section + (self.number or 0)
        if unit == 10**8:
            self.total = (self.total + value) * unit
        else:
            self.total += value * unit
        self.section = Decimal(0)
        self._start_next(unit)

    def _start_next(self, unit: int) -> None:
        self.number, self.zero, self.digits, self.last_unit = None, False, 0, unit

    def close(self) -> Decimal:
        tail = self.number or Decimal(0)
        if self.last_unit >= 100 and 0 < tail < 10 and tail == int(tail) and not self.zero:
            tail *= self.last_unit // 10
        return self.total + self.section + tail


def _read_chain(text: str) -> Decimal | None:
    if not text or (text[0] in _BIG_UNITS):
        return None
    has_units = any(sign in _SMALL_UNITS or sign in _BIG_UNITS for sign in text)
    chain = _Chain()
    for token in _NUMERAL_TOKEN.finditer(text):
        number, sign = token["number"], token["hanzi"]
        if number is not None:
            if chain.number is not None:
                return None
            chain.number = Decimal(number.replace(",", "").replace("，", ""))
            chain.digits = 1
        elif sign in HANZI_DIGITS:
            if chain.number is not None and has_units:
                return None
            chain.take_digit(HANZI_DIGITS[sign])
        elif sign in _SMALL_UNITS:
            chain.take_unit(_SMALL_UNITS[sign])
        elif sign in _BIG_UNITS:
            chain.take_big_unit(_BIG_UNITS[sign])
        else:
            return None
    return chain.close()


def read_int(text: str) -> int | None:
    """Read a whole number such as ``675``, ``六百七十五`` or ``二〇二四``; None where it is none."""
    if text.isdecimal():
        return int(text)
    value = read_numeral(text)
    return int(value) if value is not None and value == int(value) else None


NumberKind = Literal["id_card", "credit_code", "phone", "account", "case_no"]

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECK = "10X98765432"


def is_id_card(number: str) -> bool:
    """Tell whether an 18-digit identity number carries the right check digit.

    Source: GB 11643-1999 (ISO 7064 MOD 11-2).
    """
    if not re.fullmatch(r"\d{17}[\dX]", number, re.ASCII):
        return False
    total = sum(weight * int(digit) for weight, digit in zip(_ID_WEIGHTS, number, strict=False))
    return _ID_CHECK[total % 11] == number[17]


_CREDIT_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_CREDIT_WEIGHTS = tuple(pow(3, place, 31) for place in range(17))


def is_credit_code(code: str) -> bool:
    """Tell whether a unified social credit code carries the right check character.

    Source: GB 32100-2015 (weights 3^i mod 31, alphabet without I, O, S, V, Z).
    """
    if not re.fullmatch(rf"[{_CREDIT_ALPHABET}]{{18}}", code):
        return False
    total = sum(weight * _CREDIT_ALPHABET.index(sign) for weight, sign in zip(_CREDIT_WEIGHTS, code, strict=False))
    return _CREDIT_ALPHABET[-total % 31] == code[17]


_TOKEN = re.compile(r"[0-9A-Za-z](?<![0-9A-Za-z*_][0-9A-Za-z])[0-9A-Za-z*]{10,24}(?![0-9A-Za-z*_@])")
_SPACED = re.compile(r"\d(?<![0-9A-Za-z*]\d)(?<!\d[ .,，-]\d)\d{2,5}(?:[ -][\d*]{2,8}){2,5}[Xx]?(?![\d*A-Za-z]|[.,]\d)")
_CASE_NUMBER = re.compile(
    r"[(（\[〔【]\s?(?:19|20)\d{2}\s?[)）\]〕】]\s?"
    r"(?:[\u4e00-\u9fff][\u4e00-\u9fffA-Za-z0-9]{0,15}?\s?)?第?\s?\d{1,8}(?:-\d{1,4})?\s?号(?:之[一二三四五六七八九十]{1,2})?"
)
_CASE_PREFIX = re.compile(r"[\u4e00-\u9fff]{2,12}$")
_CASE_PREFIX_BREAK = re.compile(
    r".*(?:作出|出具|下达|送达|依据|根据|按照|参照|依照|收到|不服|编号|案号|文号|[的为是与和及以由于对在经号])"
)

_AMOUNT_AFTER = re.compile(r"\.\d|\s?元|%")
_AMOUNT_BEFORE = re.compile(r"\d[.,]$")
_DIGIT = re.compile(r"\d")
_ID_LABEL = re.compile(r"(?:身份证|公民身份|身份号码|证件号|身份证明号)[^\d\n]{0,12}$")
_CREDIT_LABEL = re.compile(r"(?:信用代码|纳税人识别号|税号|统一代码)[^0-9A-Za-z\n]{0,8}$")
_ACCOUNT_LABEL = re.compile(r"(?:[账帐卡]\s?号|[账帐]户|银行|信用社|户名|卡号)[^\d\n]{0,14}$")
_OTHER_LABEL = re.compile(
    r"(?:编号|单号|流水号|凭证号?|发票(?:号码|代码)|号码牌|订单号?|交易号|验证码|序列号|批号|合同号|门诊号|病历号|住院号"
    r"|工号|证书号|许可证号?|条码|防伪码|校验码|保单号|车架号|识别代码|机器编号)[^\d\n]{0,6}$"
)
_PHONE_LABEL = re.compile(r"(?:电话|手机|联系|微信|号码|传真|致电|拨打|Tel|TEL|tel)[^\d\n]{0,10}$")


def find_numbers(text: str) -> list[NumberFact]:
    """Find identity numbers, credit codes, phones, bank accounts and case numbers.

    An identity number or credit code of the wrong length is reported as
    invalid where its label stands before it.

    Source: GB 11643-1999, GB 32100-2015.
    """
    plain = fold(text)
    found: list[NumberFact] = []
    for match in _CASE_NUMBER.finditer(plain):
        found.append(_name_case(text, plain, match))
    for pattern in (_TOKEN, _SPACED):
        for match in pattern.finditer(plain):
            fact = _name_token(text, plain, match)
            if fact is not None:
                found.append(fact)
    return list(_drop_overlaps(found))


def _drop_overlaps(found: list[NumberFact]) -> Iterator[NumberFact]:
    end = -1
    for fact in sorted(found, key=lambda fact: (fact.start, -fact.end)):
        if fact.start >= end:
            yield fact
            end = fact.end


def _name_case(text: str, plain: str, match: re.Match[str]) -> NumberFact:
    start, end = match.span()
    prefix = _CASE_PREFIX.search(plain[max(0, start - 12) : start])
    body = plain[start:end]
    if prefix and re.match(r"\D{1,6}\d{4}\D\s?第?\s?\d", body):
        kept = _CASE_PREFIX_BREAK.sub("", prefix.group())
        start -= len(kept)
    value = re.sub(r"\s", "", plain[start:end])
    value = re.sub(r"[（\[〔【]", "(", value)
    value = re.sub(r"[）\]〕】]", ")", value)
    return NumberFact(start=start, end=end, text=text[start:end], kind="case_no", value=value.upper(), valid=None)


def _name_token(text: str, plain: str, match: re.Match[str]) -> NumberFact | None:
    start, end = match.span()
    if _AMOUNT_AFTER.match(plain, end) or _AMOUNT_BEFORE.search(plain, max(0, start - 2), start):
        return None
    value = match.group().replace(" ", "").replace("-", "").upper()
    if len(value) < 11 or len(_DIGIT.findall(value)) < 6:
        return None
    before = plain[max(0, start - 24) : start]
    groups = re.split(r"[ -]", match.group())
    kind = _kind_masked(value, before) if "*" in value else _kind_plain(value, before)
    if kind is None or (len(groups) > 1 and not _is_spaced_like(kind, groups, before)):
        return None
    return NumberFact(start=start, end=end, text=text[start:end], kind=kind, value=value, valid=_check(kind, value))


def _check(kind: NumberKind, value: str) -> bool | None:
    if "*" in value or kind not in ("id_card", "credit_code"):
        return None
    return is_id_card(value) if kind == "id_card" else is_credit_code(value)


def _kind_masked(value: str, before: str) -> NumberKind | None:
    if re.fullmatch(r"1\d{2}\*{4}\d{4}", value):
        return "phone"
    if _ID_LABEL.search(before) or (len(value) == 18 and re.fullmatch(r"\d{3,14}\*{2,14}[\dX]{0,4}", value)):
        return "id_card"
    if re.fullmatch(r"\d{3,8}\*{2,13}\d{2,6}", value) and not _OTHER_LABEL.search(before):
        return "account"
    return None


def _kind_plain(value: str, before: str) -> NumberKind | None:
    size = len(value)
    if _CREDIT_LABEL.search(before):
        return "credit_code" if 16 <= size <= 20 else None
    if _ID_LABEL.search(before):
        return "id_card" if 16 <= size <= 20 and re.fullmatch(r"\d+[\dX]", value) else None
    if size == 18 and _is_like_credit_code(value):
        return "credit_code"
    if _is_like_id_card(value) and not _is_account_of(value, before):
        return "id_card"
    if not value.isdigit() or _OTHER_LABEL.search(before):
        return None
    if size == 11:
        return "phone" if value[0] == "1" else None
    return "account" if 12 <= size <= 19 and (size >= 16 or _ACCOUNT_LABEL.search(before)) else None


def _is_like_credit_code(value: str) -> bool:
    if not re.fullmatch(rf"[1-9A-Y][1-59]\d{{6}}[{_CREDIT_ALPHABET}]{{10}}", value):
        return False
    return not value[:17].isdigit() or (is_credit_code(value) and not is_id_card(value))


def _is_like_id_card(value: str) -> bool:
    """Tell whether a date of birth stands at its place; one digit too many or too few is let through."""
    return bool(re.fullmatch(r"[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{2,4}[\dX]", value))


def _is_account_of(value: str, before: str) -> bool:
    return bool(_ACCOUNT_LABEL.search(before)) and not is_id_card(value)


def _is_spaced_like(kind: NumberKind, groups: list[str], before: str) -> bool:
    sizes = [len(group) for group in groups]
    if kind == "phone":
        return sizes == [3, 4, 4] and (groups[0][1] in "3456789" or bool(_PHONE_LABEL.search(before)))
    if kind == "id_card":
        return sizes in ([6, 8, 4], [6, 4, 4, 4], [3, 3, 8, 4], [3, 3, 4, 4, 4])
    if kind != "account" or all(re.fullmatch(r"(?:19|20)\d\d", group) for group in groups):
        return False
    fours = sizes[0] in (4, 6) and all(size == 4 for size in sizes[1:-1])
    return fours and 1 <= sizes[-1] <= 4 and (groups[0][0] in "34569" or bool(_ACCOUNT_LABEL.search(before)))
