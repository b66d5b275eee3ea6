"""Lines of an export and the stamps of day and time that stand in them.

Owns how a line is made plain for matching and how a stamp is written and read.
A stamp without a year gives no time, never a guess. Holds no state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

from zuno.knowledge.numbers import fold

DAY = (
    r"(?:(?P<y>\d{4}) ?[-/.年] ?(?P<mo>\d{1,2}) ?[-/.月] ?(?P<d>\d{1,2}) ?日?"
    r"|(?P<ymd>20\d{6}|(?<!\d)\d{2}(?P<part>[-/.])\d{1,2}(?P=part)\d{1,2})(?!\d)"
    r"|(?P<mo2>\d{1,2})[-/月](?P<d2>\d{1,2})日?|(?P<near>昨天|今天|前天))"
)
WEEKDAY = r"(?: ?\(?(?:星期|周|礼拜)[一二三四五六日天]\)?)?"
HALF = r"(?:上午|下午|晚上|凌晨|中午|早上|傍晚)"
CLOCK = (
    rf"(?P<half>{HALF}|[AaPp][Mm])? ?"
    r"(?P<h>\d{1,2})[:时点](?P<mi>\d{2})分?(?:(?::|(?<=分))(?P<s>\d{2})秒?(?:\.\d{1,6})?|(?!:?\d))"
    r"(?: ?(?P<half2>[AaPp][Mm]))?"
)
STAMP = rf"(?P<stamp>(?:{DAY}{WEEKDAY}[ ,T]{{0,3}})?{CLOCK})"

_EDGE = r"[-=~·*#\s]*"
LONE_STAMP = re.compile(rf"{_EDGE}{STAMP}{_EDGE}")
LONE_DAY = re.compile(rf"[-=~·*#\s\[]*{DAY}{WEEKDAY}[-=~·*#\s\]]*")
RULE = re.compile(r"[-=~·*#_\s|:]*")
CUT_MARK = re.compile(
    r"(?:[.…\-*(\[~\s]{1,12}(?:[^\n]{0,14}?)|(?:中间|以下|以上|其余|后面|前面|其他|此处|部分)[^\n]{0,10}?)"
    r"(?:未截|未完整|省略|从略|中略|下略|上略|略去|略|未导出|未显示|未打印|未保存|不显示)[^\n]{0,10}"
)

_PLAIN = str.maketrans(
    {**dict.fromkeys("【〔〖「『", "["), **dict.fromkeys("】〕〗」』", "]"), **dict.fromkeys("—─–", "-")}
)
_ARROWS = str.maketrans(dict.fromkeys("→⇒➜➡►▶", ">"))
_MARK = re.compile(
    r"(?:[-*+•◇◆●○▪■□◎※·>#]{1,4} +|[◇◆●○▪■□◎※•]+|第\d{1,4}条[ :]?|\d{1,4}[.、)] ?(?!\d)|\(\d{1,3}\) ?|[①-⑳] ?)?"
    r"(?:\|(?=[^|]*\|))? *"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text, made plain one for one: brackets, dashes and arrows of one sort, no bold marks."""

    start: int
    end: int
    plain: str
    """Without blanks at either end; ``start`` and ``end`` are its span."""
    mark: int
    """Where in ``plain`` the line begins after the mark of a list or quote."""


def read_lines(text: str) -> list[Line]:
    """Cut a text into its lines, blank ones too."""
    plain = make_plain(text)
    lines: list[Line] = []
    start = 0
    for line in plain.split("\n"):
        bare = line.strip()
        begin = start + len(line) - len(line.lstrip())
        mark = _MARK.match(bare)
        lines.append(Line(begin, begin + len(bare), bare, mark.end() if mark else 0))
        start += len(line) + 1
    return lines


def make_plain(text: str) -> str:
    """Return ``text`` folded, with brackets, dashes and arrows of one sort; every offset stays."""
    return fold(text).translate(_PLAIN).translate(_ARROWS).replace("**", "  ").replace("`", " ")


def is_dated(match: re.Match[str]) -> bool:
    """Tell whether a stamp names a day."""
    return bool(match["y"] or match["mo2"] or match["ymd"])


def day_of(match: re.Match[str]) -> date | None:
    """Return the day of a stamp that shows its year."""
    parts = (match["y"], match["mo"], match["d"])
    if packed := match["ymd"]:
        year, month, day = re.split(r"[-/.]", packed) if match["part"] else (packed[:4], packed[4:6], packed[6:])
        parts = (year if len(year) == 4 else f"20{year}", month, day)
    if not parts[0]:
        return None
    try:
        return date(int(parts[0]), int(parts[1]), int(parts[2]))
    except ValueError:
        return None


def time_of(match: re.Match[str], day: date | None) -> datetime | None:
    """Return the moment of a stamp; ``day``, of a line above, counts for a stamp with a time only."""
    own = day_of(match)
    if own is None and (is_dated(match) or match["near"]):
        return None
    base = own or day
    hour, minute = int(match["h"]), int(match["mi"])
    half = (match["half"] or match["half2"] or "").lower()
    if half in ("下午", "晚上", "傍晚", "pm") and hour < 12:
        hour += 12
    if half in ("凌晨", "am") and hour == 12:
        hour = 0
    if base is None or hour > 23 or minute > 59:
        return None
    return datetime(base.year, base.month, base.day, hour, minute, int(match["s"] or 0))  # noqa: DTZ001
