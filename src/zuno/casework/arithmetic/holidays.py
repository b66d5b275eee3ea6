"""Days off, and where a period ends whose last day is one (data: the package ``chinesecalendar``).

Weekends count as days off unless the State Council moved work onto them. The
table ends with the last year announced; beyond it nothing is moved and the
caller is told.
"""

from __future__ import annotations

from datetime import date, timedelta

import chinese_calendar

_DAY = timedelta(days=1)


def is_day_off(day: date) -> bool | None:
    """Whether a day is a holiday or a weekend without work; None beyond the table."""
    try:
        return bool(chinese_calendar.is_holiday(day))
    except NotImplementedError:
        return None


def workdays(first: date, last: date) -> int | None:
    """Count the working days of a span, both ends included; None where the table does not reach."""
    days = [is_day_off(first + n * _DAY) for n in range((last - first).days + 1)]
    return None if None in days else days.count(False)


def rolled(last: date) -> tuple[date, str, str]:
    """Move the last day of a period past days off.

    Returns:
        (the day, what was done in words, a warning or ""). Beyond the table the day stays where it is.

    Source: 民法典 art. 203; 民事诉讼法 art. 85.
    """
    day = last
    while off := is_day_off(day):
        day += _DAY
    if off is None:
        weekend = "，且为周末" if last.weekday() >= 5 else ""
        return last, "", f"{last}的放假安排不在数据表内{weekend}，是否顺延待核"
    return day, (f"，{last}为休息日，顺延至{day}" if day != last else ""), ""
