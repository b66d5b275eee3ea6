"""How people write sums, numbers and days: the filters of style files.

Sums are in yuan, whole numbers or ``Decimal`` with two places.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

_SMALL, _CAPITAL = "〇一二三四五六七八九", "零壹贰叁肆伍陆柒捌玖"
_FULL_WIDTH = str.maketrans("0123456789.,-:%()", "０１２３４５６７８９．，－：％（）")

Sum = int | Decimal


def cents(value: Sum) -> Decimal:
    """Round to the fen, half up."""
    return Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP)


def _plain(value: Sum) -> str:
    """Write 153000, 153000.50."""
    amount = cents(value)
    return str(int(amount)) if amount == int(amount) else str(amount)


def _comma(value: Sum) -> str:
    """Write 153,000, 153,000.50."""
    amount = cents(value)
    return f"{int(amount):,}" if amount == int(amount) else f"{amount:,}"


def _fixed(value: Sum) -> str:
    """Write 153000.00."""
    return str(cents(value))


def _comma_fixed(value: Sum) -> str:
    """Write 153,000.00."""
    return f"{cents(value):,}"


def _wan(value: Sum) -> str:
    """Write 15.3万, 8600."""
    return f"{(Decimal(value) / 10_000).normalize():f}万" if value >= 10_000 else _plain(value)


def _integer_words(number: int, digits: str, units: tuple[str, str, str]) -> str:
    """Spell a whole number below 10^12 with digits and the signs for ten, hundred and thousand."""
    if number == 0:
        return digits[0]
    told, zero = "", False
    for place in range(len(str(number)) - 1, -1, -1):
        digit = number // 10**place % 10
        group, unit = divmod(place, 4)
        if digit:
            told += (digits[0] if zero and told else "") + digits[digit] + ("" if unit == 0 else units[unit - 1])
            zero = False
        else:
            zero = True
        if unit == 0 and group and number // 10**place % 10_000:
            told += ("", "万", "亿")[group]
    return told


def daxie(value: Sum) -> str:
    """Write 壹拾伍万叁仟元整, 捌佰元零伍分."""
    amount = cents(value)
    yuan, fen = divmod(int(amount * 100), 100)
    told = _integer_words(yuan, _CAPITAL, ("拾", "佰", "仟")) + "元"
    if not fen:
        return told + "整"
    jiao, fen = divmod(fen, 10)
    told += _CAPITAL[jiao] + ("角" if jiao else "")
    return told + (_CAPITAL[fen] + "分" if fen else "整")


def hanzi(value: Sum) -> str:
    """Write 十五万三千, without fen."""
    told = _integer_words(int(value), "零一二三四五六七八九", ("十", "百", "千"))
    return told[1:] if told.startswith("一十") else told


def full_width(value: object) -> str:
    """Write １５３，０００."""
    return str(value).translate(_FULL_WIDTH)


def _hanzi_day(day: date) -> str:
    """Write 二〇二四年三月五日."""
    year = "".join(_SMALL[int(digit)] for digit in str(day.year))
    return f"{year}年{hanzi(day.month)}月{hanzi(day.day)}日"


def masked(number: str) -> str:
    """Write 100****4444."""
    return number[:3] + "****" + number[-4:]


_DAYS: dict[str, Callable[[date], str]] = {
    "cn": lambda day: f"{day.year}年{day.month}月{day.day}日",
    "iso": lambda day: day.isoformat(),
    "dots": lambda day: f"{day.year}.{day.month}.{day.day}",
    "slash": lambda day: f"{day.year}/{day.month}/{day.day}",
    "compact": lambda day: f"{day:%Y%m%d}",
    "hanzi_day": _hanzi_day,
    "md": lambda day: f"{day.month}月{day.day}日",
    "md_dot": lambda day: f"{day.month}.{day.day}",
    "hao": lambda day: f"{hanzi(day.month)}月{hanzi(day.day)}号",
    "yy": lambda day: f"{day.year % 100}年{day.month}月{day.day}号",
}


def filters() -> dict[str, Callable[..., str]]:
    """Return the filters by the names under which style files use them."""
    return {
        "plain": _plain,
        "comma": _comma,
        "fixed": _fixed,
        "comma_fixed": _comma_fixed,
        "wan": _wan,
        "daxie": daxie,
        "hanzi": hanzi,
        "full": full_width,
        "mask": masked,
        **_DAYS,
    }
