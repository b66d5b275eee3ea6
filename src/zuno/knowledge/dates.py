"""Dates as Chinese papers write them.

Owns the finder of dates and the rules by which a month and day borrow the year
that the writer left out. Holds no state and asks no clock: 今年 and 去年 stay
without a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from zuno.knowledge.numbers import fold, read_int
from zuno.knowledge.records import DateFact

_SIGNS = "零〇○一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
_PART = rf"(?:\d{{1,2}}|元|[{_SIGNS}](?: ?[{_SIGNS}]){{0,2}})"
_NO_DAY = r"(?!\s?[\d.,:%/]|\s?[万千百亿元块个吨台件天年月期次张份人组名户批家间条号楼栋幢室])"

_YEAR_SIGNS = "零〇○oO一二三四五六七八九壹贰叁肆伍陆柒捌玖两"
_YEAR_BEFORE = re.compile(
    rf"(?:(?<![\d.第满共达])(\d{{4}}|\d{{2}})|([{_YEAR_SIGNS}](?: ?[{_YEAR_SIGNS}]){{3}}))\s{{0,2}}$"
)
_RELATIVE_BEFORE = re.compile(r"(?:今|去|前|明|本|当|上|次|同|翌|每|第二)$")
_MONTH_BEFORE = re.compile(rf"(?<![\d.,:/第\-{_SIGNS}])({_PART})\s{{0,2}}$")
_SPAN_END = r"(?=\s?(?:[-~至、到—]|起至)\s?\d{1,2}\s?[日号])"
_DAY = rf"\s{{0,3}}({_PART})\s{{0,3}}(?:日|号(?![楼栋幢房线院门仓馆])|{_SPAN_END})"
_AFTER_YEAR = re.compile(rf"\s{{0,3}}({_PART})\s{{0,3}}月(?:{_DAY}|\s?(\d{{1,2}}){_NO_DAY}|份)?")
_AFTER_MONTH = re.compile(_DAY)
_CONTINUED = re.compile(
    rf"\s?(?:起至|起到|以及|[至到和及与、,，~—\-]{{1,2}})\s?(?:至|到)?\s?"
    rf"(?:({_PART})\s?(?:日|号(?![楼栋幢房线院门仓馆]))(?!内|之内|后|期限)|({_PART})\s?月(?:份|(?!\s?[\d{_SIGNS}])))"
)
_NUMERIC = re.compile(
    r"[12](?<![0-9][12])([09]\d{2})(?:\s?([-/.])\s?(\d{1,2})(?:\s?\2\s?(\d{1,2}))?|(\d{2})(\d{2}))(?![0-9])"
)
_MONTH_DAY_TIME = re.compile(r"\d(?<![0-9./:\-]\d)\d?[-/][0-3]?\d(?=\s{1,3}\d{1,2}:\d{2}(?!\d))")
_ENGLISH_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = rf"({'|'.join(name.title() for name in _ENGLISH_MONTHS)})[a-z]{{0,6}}\.?"
_DAY_FIRST = re.compile(rf"\d(?<!\d\d)(\d?)(?:st|nd|rd|th)?\s{_MONTH_NAME},?\s(\d{{4}})(?!\d)")
_MONTH_FIRST = re.compile(r"[JFMASOND](?<![A-Za-z][A-Z])[a-z]{2,8}\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)")
_LABELLED_NUMBER = re.compile(r"(?:编号|单号|号码|[账帐]号|卡号|流水号|代码|No\.?)\s?[:：]?\s?$")

_SENTENCE_END = re.compile(r"[。！？!?]")
_LINE_BREAK = re.compile(r"\n")
_CLOSED_LINE = "。！？；：:;.!?」』”)）"
_WRAPPED_LINE_CHARS = 24
"""A line this long that ends without a stop is taken to run on into the next (PDF text)."""


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    year: int | None
    month: int | None
    day: int | None
    borrows: str = "year"
    """``year`` takes a missing year from earlier, ``range`` may roll over to the next year, ``none`` takes nothing."""


def find_dates(text: str, *, year: int | None = None) -> list[DateFact]:
    """Find the dates in ``text``, in order.

    A month and day without a year borrows it, in this order:

    1. in the same sentence, from the nearest dated place before it; the second
       end of a range (至, 到, -) that lies before the first is in the next year;
    2. in a later sentence of the same paragraph, from the nearest dated place
       before it, unless that would step back in time;
    3. from the argument ``year``.

    Dates of birth lend no year. A borrowed year is filled into ``year`` and
    ``value`` although ``text`` does not show it. 今年, 去年 and 每年 borrow
    nothing. A bare day (16日) counts only as the continuation of a date
    (1月1日至16日). A bare year or bare month is no date.

    Args:
        text: Any text.
        year: Year for a month and day that nothing before it dates.

    Returns:
        Facts by start. ``value`` is None without a full date and for a day
        that does not exist.
    """
    plain = fold(text)
    hits = sorted(_find_hits(plain), key=lambda hit: (hit.start, -hit.end))
    return [_state(text, hit) for hit in _lend_years(plain, list(_keep_first(hits)), year)]


def _keep_first(hits: list[_Hit]) -> Iterator[_Hit]:
    end = -1
    for hit in hits:
        if hit.start >= end:
            yield hit
            end = hit.end


def _state(text: str, hit: _Hit) -> DateFact:
    value = None
    if hit.year is not None and hit.month is not None and hit.day is not None:
        try:
            value = date(hit.year, hit.month, hit.day)
        except ValueError:
            value = None
    return DateFact(
        start=hit.start,
        end=hit.end,
        text=text[hit.start : hit.end],
        value=value,
        year=hit.year,
        month=hit.month,
        day=hit.day,
    )


def _find_hits(plain: str) -> Iterator[_Hit]:
    taken = -1
    for sign in re.finditer("[年月]", plain):
        if sign.start() < taken:
            continue
        hit = _read_year(plain, sign.start()) if sign.group() == "年" else _read_month(plain, sign.start())
        while hit is not None:
            taken = hit.end
            yield hit
            hit = _continue(plain, hit)
    yield from _find_numeric(plain)
    yield from _find_english(plain)


def _read_part(part: str | None) -> int | None:
    if not part:
        return None
    return 1 if part == "元" else read_int(part.replace(" ", ""))


def _read_year(plain: str, at: int) -> _Hit | None:
    after = _AFTER_YEAR.match(plain, at + 1)
    if after is None:
        return None
    month, day = _read_part(after[1]), _read_part(after[2] or after[3])
    if month is None or not 1 <= month <= 12:
        return None
    before = plain[max(0, at - 10) : at]
    relative = _RELATIVE_BEFORE.search(before)
    if relative:
        return _read_relative(relative.group(), at - len(relative.group()), after.end(), month, day)
    written = _YEAR_BEFORE.search(before)
    if written is None:
        return None
    year = _read_full_year(written[1] or written[2])
    if year is None:
        return None
    start = at - len(before) + written.start()
    return _Hit(start, after.end(), year, month, day)


def _read_relative(word: str, start: int, end: int, month: int, day: int | None) -> _Hit:
    borrows = {"同": "year", "次": "next", "翌": "next", "第二": "next"}.get(word, "none")
    return _Hit(start, end, None, month, day, borrows)


def _read_full_year(written: str) -> int | None:
    year = read_int(re.sub("[oO○]", "零", written.replace(" ", "")))
    if year is None:
        return None
    if len(written) == 2:
        return 2000 + year if year <= 39 else 1900 + year
    return year if 1900 <= year <= 2099 else None


def _read_month(plain: str, at: int) -> _Hit | None:
    before = plain[max(0, at - 8) : at]
    after = _AFTER_MONTH.match(plain, at + 1)
    if after is None:
        return None
    day = _read_part(after[1])
    if before.endswith("同"):
        return _Hit(at - 1, after.end(), None, None, day, "month")
    written = _MONTH_BEFORE.search(before)
    if written is None:
        return None
    month = _read_part(written[1])
    if month is None or day is None or not 1 <= month <= 12 or day > 39:
        return None
    start = at - len(before) + written.start()
    return _Hit(start, after.end(), None, month, day, "range" if _is_range_end(plain, start) else "year")


def _is_range_end(plain: str, start: int) -> bool:
    return bool(re.search(r"(?:[至到~—]|\d[日号]?\s?-)\s?$", plain[max(0, start - 4) : start]))


def _continue(plain: str, hit: _Hit) -> _Hit | None:
    """Read 至16日, 、13日 or 至12月 after a date that lends it what is missing."""
    match = _CONTINUED.match(plain, hit.end)
    if match is None:
        return None
    group = 1 if match[1] else 2
    number = _read_part(match[group])
    end = match.end()
    if group == 1 and hit.day is not None and number is not None and number <= 31:
        return _Hit(match.start(1), end, hit.year, hit.month, number, hit.borrows)
    if group == 2 and hit.day is None and number is not None and 1 <= number <= 12:
        rolls = hit.year is not None and hit.month is not None and number < hit.month
        year = hit.year + 1 if rolls and hit.year is not None else hit.year
        return _Hit(match.start(2), end, year, number, None, hit.borrows)
    return None


def _find_numeric(plain: str) -> Iterator[_Hit]:
    for match in _NUMERIC.finditer(plain):
        hit = _read_numeric(plain, match)
        if hit is not None:
            yield hit
    for match in _MONTH_DAY_TIME.finditer(plain):
        month, day = (int(part) for part in re.split("[-/]", match.group()))
        if 1 <= month <= 12:
            yield _Hit(match.start(), match.end(), None, month, day)


def _read_numeric(plain: str, match: re.Match[str]) -> _Hit | None:
    start, end = match.span()
    before, after = plain[max(0, start - 8) : start], plain[end : end + 5]
    year = int(plain[start : start + 4])
    if not 1900 <= year <= 2099 or re.match(r"[-/.]\d{1,3}(?!\d)|[*A-SU-Za-z]|\.\d|\s?元", after):
        return None
    if re.search(r"[A-Za-z*]$|[0-9A-Za-z)）][-/.]$|[.,]$", before) and not re.search(r"\d[-/.]\d{1,2}-$", before):
        return None
    if match[5]:
        month, day = int(match[5]), int(match[6])
        stands_alone = not re.search(r"[-_/+]$", before) and not re.match(r"[-/+_]\d|\s?[元%]|,\d", after)
        if not stands_alone or _LABELLED_NUMBER.search(before) or not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        return _Hit(start, end, year, month, day)
    month = int(match[3])
    if match[4]:
        return _Hit(start, end, year, month, int(match[4])) if 1 <= month <= 12 else None
    if match[2] == "." or len(match[3]) != 2 or not 1 <= month <= 12 or " " in match.group():
        return None
    return None if _LABELLED_NUMBER.search(before) else _Hit(start, end, year, month, None)


def _find_english(plain: str) -> Iterator[_Hit]:
    if not any(name.title() in plain for name in _ENGLISH_MONTHS):
        return
    for match in _DAY_FIRST.finditer(plain):
        day = int(plain[match.start()] + match[1])
        yield _Hit(match.start(), match.end(), int(match[3]), _ENGLISH_MONTHS.index(match[2].lower()) + 1, day)
    for match in _MONTH_FIRST.finditer(plain):
        name = match.group()[:3].lower()
        if name in _ENGLISH_MONTHS:
            yield _Hit(match.start(), match.end(), int(match[2]), _ENGLISH_MONTHS.index(name) + 1, int(match[1]))


def _lend_years(plain: str, hits: list[_Hit], fallback: int | None) -> Iterator[_Hit]:
    anchor: _Hit | None = None
    for hit in hits:
        if anchor is not None and hit.year is None and _parts(plain, anchor.end, hit.start) == "paragraph":
            anchor = None
        dated = hit if hit.year is not None else _borrow(plain, hit, anchor)
        if dated.year is None and hit.borrows in ("year", "range"):
            dated = replace(dated, year=fallback)
        if dated.year is not None and not plain.startswith("出生", dated.end):
            anchor = dated
        if dated.month is not None:
            yield dated


def _borrow(plain: str, hit: _Hit, anchor: _Hit | None) -> _Hit:
    if anchor is None or anchor.year is None or hit.borrows == "none":
        return hit
    if _is_yearly(plain, hit.start):
        return hit
    if hit.borrows == "month":
        return replace(hit, year=anchor.year, month=anchor.month)
    if hit.borrows == "next":
        return replace(hit, year=anchor.year + 1)
    is_earlier = (hit.month or 0, hit.day or 0) < (anchor.month or 0, anchor.day or 0)
    if is_earlier and hit.borrows == "range":
        return replace(hit, year=anchor.year + 1)
    if is_earlier and _parts(plain, anchor.end, hit.start) == "sentence":
        return hit
    return replace(hit, year=anchor.year)


def _is_yearly(plain: str, start: int) -> bool:
    return bool(re.search(r"每年(?:的)?$|逐年$", plain[max(0, start - 4) : start]))


def _parts(plain: str, start: int, end: int) -> str:
    """Tell what parts two places: ``nothing``, a ``sentence`` end or a ``paragraph`` end."""
    for line_break in _LINE_BREAK.finditer(plain, start, end):
        if not _runs_on(plain, line_break.start()):
            return "paragraph"
    return "sentence" if _SENTENCE_END.search(plain, start, end) else "nothing"


def _runs_on(plain: str, line_break: int) -> bool:
    line_start = plain.rfind("\n", max(0, line_break - 200), line_break) + 1
    line = plain[line_start:line_break]
    return len(line) >= _WRAPPED_LINE_CHARS and line[-1] not in _CLOSED_LINE and "\t" not in line and "  " not in line
