"""Dates and periods: months, years and day counts, by the Civil Code's reckoning."""

from __future__ import annotations

import calendar as _calendar
import re
from datetime import date, timedelta

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}


def add_months(start: date, months: int) -> date:
    """Return the day ``months`` later of the same number, or the month's last day where there is none.

    Source: 民法典 art. 202 (a period reckoned by months ends on the corresponding day).
    """
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(start.day, _calendar.monthrange(year, month + 1)[1]))


def add_years(start: date, years: int) -> date:
    """Return the corresponding day ``years`` later."""
    return add_months(start, 12 * years)


def days_between(start: date, end: date) -> int:
    """Count the days from ``start`` to ``end``, both included."""
    return (end - start).days + 1


def hanzi_number(text: str) -> int | None:
    """Read a small number written in digits or hanzi, such as 30, 十五, 两; None when it is neither."""
    if text.isdigit():
        return int(text)
    if not text or any(char not in _DIGITS and char not in "十百" for char in text):
        return None
    total, current = 0, 0
    for char in text:
        if char == "百":
            total, current = total + (current or 1) * 100, 0
        elif char == "十":
            total, current = total + (current or 1) * 10, 0
        else:
            current = _DIGITS[char]
    return total + current


_NUMBER = r"(?<![0-9零〇○一二两三四五六七八九十百])([0-9]{1,3}|[零一二两三四五六七八九十百]{1,4})"
"""A whole number; the tail of a longer one, such as 24 in 2024, is none."""


def period_in(text: str) -> tuple[int, int, int] | None:
    """Find a period such as 一年, 6个月, 30日, 半年 in words; return (years, months, days).

    A year or day of the calendar (2024年, 3月10日, 每月10日, 10日前) is no period.
    """
    if re.search(r"一年半", text):
        return 1, 6, 0
    if re.search(r"半年", text):
        return 0, 6, 0
    match = re.search(
        rf"{_NUMBER}\s*(?:周)?年(?!\d|[0-9]*月|利|化|息|底|初|中|末|前|度|期\s*(?:LPR|贷款市场|以上))", text
    )
    if match and (value := hanzi_number(match[1])) and value < 60:
        return value, 0, 0
    match = re.search(rf"{_NUMBER}\s*个月", text)
    if match and (value := hanzi_number(match[1])):
        return 0, value, 0
    match = re.search(rf"(?<!月)(?<!月\s){_NUMBER}\s*(?:天|个?工作日|个?日(?!\s*(?:之|以)?前|起|止))", text)
    if match and (value := hanzi_number(match[1])):
        return 0, 0, value
    return None


def after(start: date, period: tuple[int, int, int]) -> date:
    """Return the day a period reckoned from ``start`` ends (the first day is not counted)."""
    years, months, days = period
    return add_months(start, years * 12 + months) + timedelta(days=days)
