"""What every calculation returns, how its inputs are checked, and how fractions become fen.

Owns the record, the two refusals and the rounding. Knows no rule of law.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeVar

from zuno.errors import Invalid

_Item = TypeVar("_Item")

Unit = Literal["fen", "day"]
Rounding = Literal["each", "end"]
"""Round every segment, or the sum once."""

NO_RULE = "无统一规定"
"""Said of every convention that no statute settles."""


class MissingInput(Invalid):
    """A calculation needs one more input: its message names it."""

    code = "calc_input_missing"


class WrongInput(Invalid):
    """An input of a calculation cannot be right: correct the one that ``where`` names."""

    code = "calc_input_wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of a data table that a figure rests on."""

    table: str
    since: date
    value: str
    source: str
    verified: bool
    """False: from one source or none checked; compare with the official publication before filing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """One figure with its formula in words, its inputs and what it rests on."""

    name: str
    value: int | date | None
    """Fen (int) or a day (date); None is 待填, and ``to_fill`` says what for."""
    unit: Unit
    formula: str
    inputs: tuple[tuple[str, str], ...] = ()
    """What the caller gave: name and value in words."""
    parts: tuple[Reckoning, ...] = ()
    """The segments or items that make it up, in order."""
    norms: tuple[str, ...] = ()
    """``law#article|anchor``."""
    rows: tuple[TableRow, ...] = ()
    warnings: tuple[str, ...] = ()
    to_fill: str = ""
    """What is missing, where ``value`` is None."""


def half_up(value: Fraction) -> int:
    """Round a value of zero or more to whole fen, half up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def yuan(fen: int) -> str:
    """Write fen as yuan with thousands separators; two decimals only where they are not zero."""
    whole, rest = divmod(abs(fen), 100)
    sign = "-" if fen < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:02d}" if rest else "")


def number(value: Decimal | Fraction) -> str:
    """Write a rate or a count without trailing zeros; a fraction that no decimal holds as a/b."""
    if isinstance(value, Fraction):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        if Fraction(exact) != value:
            return f"{value.numerator}/{value.denominator}"
        value = exact
    return f"{value.normalize():f}"


def unique(items: Iterable[_Item]) -> tuple[_Item, ...]:
    """Return each item once, in order."""
    return tuple(dict.fromkeys(items))


def needed(name: str, value: _Item | None, why: str) -> _Item:
    """Return an input that must be there.

    Raises:
        MissingInput: It is None; ``why`` says what it is needed for.
    """
    if value is None:
        raise MissingInput(f"缺少{name}：{why}", where=name, next_step=f"补上{name}后重算")
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_decimal(value: object) -> bool:
    return _is_whole(value) or (isinstance(value, Decimal) and value.is_finite())


def fen_of(name: str, value: int | None, *, least: int = 0) -> int:
    """Return a sum of money in whole fen, at least ``least``.

    Raises:
        MissingInput: None was given.
        WrongInput: It is no whole number of fen, or below ``least``.
    """
    given = needed(name, value, "没有这个金额无法计算")
    if not _is_whole(given):
        raise WrongInput(f"{name}应为整数分", where=name, next_step="金额精确到分")
    if given < least:
        raise WrongInput(f"{name}不能少于{yuan(least)}元", where=name, next_step="核对金额")
    return given


def count_of(name: str, value: int | None, *, least: int = 0, most: int | None = None) -> int:
    """Return a whole number between bounds.

    Raises:
        MissingInput: None was given.
        WrongInput: It is no whole number or out of bounds.
    """
    given = needed(name, value, "没有这个数无法计算")
    if not _is_whole(given):
        raise WrongInput(f"{name}应为整数", where=name, next_step="改为整数")
    if given < least or (most is not None and given > most):
        upto = "" if most is None else f"、不大于{most}"
        raise WrongInput(f"{name}应不小于{least}{upto}", where=name, next_step="核对输入")
    return given


def decimal_of(name: str, value: Decimal | None, *, least: int = 0, most: int | None = None) -> Fraction:
    """Return a decimal input as an exact fraction between bounds.

    Raises:
        MissingInput: None was given.
        WrongInput: It is a float, no number, or out of bounds.
    """
    given = needed(name, value, "没有这个数无法计算")
    if not _is_decimal(given):
        raise WrongInput(f"{name}应为十进制数", where=name, next_step="改为十进制数，例如 14.8")
    exact = Fraction(given)
    if exact < least or (most is not None and exact > most):
        upto = "" if most is None else f"、不大于{most}"
        raise WrongInput(f"{name}应不小于{least}{upto}", where=name, next_step="核对输入")
    return exact


def ordered(first_name: str, first: date, last_name: str, last: date) -> None:
    """Check that one day does not lie after another.

    Raises:
        WrongInput: It does.
    """
    if first > last:
        raise WrongInput(
            f"{first_name}（{first}）晚于{last_name}（{last}）", where=last_name, next_step="核对两个日期的先后"
        )


def total(name: str, parts: tuple[Reckoning, ...], *, norms: tuple[str, ...] = ()) -> Reckoning:
    """Add up figures in fen; 待填 where one of them is."""
    values = [part.value for part in parts]
    known = [value for value in values if isinstance(value, int)]
    lacking = [part.name for part in parts if not isinstance(part.value, int)]
    return Reckoning(
        name=name,
        value=None if lacking else sum(known),
        unit="fen",
        formula="＋".join(yuan(part.value) if isinstance(part.value, int) else f"{part.name}（待填）" for part in parts)
        or "0",
        parts=parts,
        norms=unique([*norms, *(norm for part in parts for norm in part.norms)]),
        rows=unique(row for part in parts for row in part.rows),
        warnings=unique(text for part in parts for text in part.warnings),
        to_fill="、".join(lacking),
    )
