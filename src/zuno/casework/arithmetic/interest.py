"""Interest in segments: agreed rates under the cap of their day, and the rate of the market where none was agreed.

Simple interest only. Every span is cut where a rate changes and where a
payment comes in; a payment meets the interest due first, then the principal
(民法典 art. 561). Does not know which rate the parties agreed or when money moved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from zuno.casework import lpr
from zuno.casework.arithmetic.reckoning import (
    NO_RULE,
    Reckoning,
    Rounding,
    TableRow,
    WrongInput,
    decimal_of,
    fen_of,
    half_up,
    needed,
    number,
    ordered,
    unique,
    yuan,
)

Per = Literal["year", "month", "day"]
Counting = Literal["both", "first"]
"""Which of the end days bear interest: both, or the first and not the last (算头不算尾)."""
Basis = Literal["fixed", "floating"]
YEAR_DAYS = (360, 365)

_DAY = timedelta(days=1)
_PER_WORD = {"year": "年", "month": "月", "day": "日"}
_LPR_SOURCE = "全国银行间同业拆借中心公布的一年期LPR（随包数据表）"
_BENCHMARK_SOURCE = "人民银行一年以内（含一年）贷款基准利率（随包数据表）"

_CAP = "民间借贷规定#25|超过合同成立时一年期贷款市场报价利率四倍的除外"
_CAP_OVERDUE = "民间借贷规定#28|以不超过合同成立时一年期贷款市场报价利率四倍为限"
_SPLIT = "民间借贷规定#31|适用起诉时本规定的利率保护标准计算"
_NO_RATE = "民间借贷规定#28|参照当时一年期贷款市场报价利率标准计算"
_ORDER = "民法典#561|其给付不足以清偿全部债务的"
_OLD_CAP_PERCENT = Decimal(24)
_OLD_CAP = "2020-08-20前的司法解释（法释〔2015〕18号第26条，已被修改，旧事实仍可能适用）保护至年利率24%"
_OLD_RULE_FROM = date(2015, 9, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Money that came in on a day."""

    on: date
    fen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A rate as agreed, such as 1.5 percent a month."""

    percent: Decimal
    per: Per


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The conventions of a reckoning; every one is printed with its result."""

    year_days: int = 365
    counting: Counting = "both"
    rounding: Rounding = "end"

    def __post_init__(self) -> None:
        """Refuse what no one uses.

        Raises:
            WrongInput: A convention is unknown.
        """
        if self.year_days not in YEAR_DAYS:
            raise WrongInput("年的天数只能是360或365", where="年的天数", next_step="按合同约定选360或365")
        if self.counting not in ("both", "first") or self.rounding not in ("each", "end"):
            raise WrongInput("计息头尾或舍入方式无法识别", where="口径", next_step="头尾选both/first，舍入选each/end")

    def words(self) -> str:
        """The conventions in words."""
        ends = "首尾两日均计" if self.counting == "both" else "算头不算尾"
        rounded = "每段四舍五入到分" if self.rounding == "each" else "各段累计后四舍五入到分"
        return f"一年按{self.year_days}天、{ends}、已还部分自还款日起不计息、{rounded}、单利"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Applied:
    """The yearly rate that holds from a day until it changes."""

    percent: Fraction
    words: str
    row: TableRow | None = None


def interest_fen(base_fen: int, percent: Decimal, days: int, year_days: int = 365) -> int:
    """Simple interest in fen, rounded half up: base × rate × days ÷ days of the year."""
    return half_up(_accrued(base_fen, Fraction(percent), days, year_days))


def yearly(percent: Decimal, per: str, year_days: int = 365) -> Decimal:
    """Turn a rate per day, month or year into percent a year (12 months, ``year_days`` days)."""
    return percent * {"day": year_days, "month": 12}.get(per, 1)


def _accrued(base_fen: int, percent: Fraction, days: int, year_days: int) -> Fraction:
    return base_fen * percent * days / (100 * year_days)


def agreed_interest(
    principal_fen: int | None,
    start: date | None,
    end: date | None,
    rate: Rate | None,
    *,
    payments: tuple[Payment, ...] = (),
    private_loan: bool = True,
    formed_on: date | None = None,
    filed_on: date | None = None,
    terms: Terms | None = None,
) -> Reckoning:
    """Interest at an agreed rate over a span, capped for a private loan at four times the LPR of its day.

    Args:
        principal_fen: What was lent, in fen, without what was kept back as interest.
        start: First day that bears interest.
        end: Last day, counted or not as ``terms`` say.
        rate: As agreed, for the loan or for default.
        payments: Repayments within the span, in any order; each stops the interest on its part from its own day.
        private_loan: Whether the cap of private lending applies; it does not bind licensed lenders.
        formed_on: Day the loan was formed; needed for the cap.
        filed_on: Day of filing; needed for the cap of a loan formed before 2020-08-20.
        terms: Conventions; by default 365 days, both end days, rounded once.

    Returns:
        The interest of the whole span in fen, with a part for each segment and the state after each payment.
        待填 where the table has no LPR for the day.

    Raises:
        MissingInput: Sum, days, rate, or a day that the cap needs are lacking.
        WrongInput: The span runs backwards, a payment lies outside it, a sum is negative.

    Source: 民间借贷规定 art. 25, 28, 31; 民法典 art. 561.
    """
    terms = terms or Terms()
    rate = needed("利率", rate, "按约定利率计息须有利率；没有约定的改用按LPR计算")
    start, end = needed("起息日", start, "计息要有起点"), needed("止息日", end, "计息要有终点")
    if rate.per not in _PER_WORD:
        raise WrongInput("利率单位只能是年、月、日", where="利率", next_step="写明年利率、月利率或日利率")
    decimal_of("利率", rate.percent)
    percent = Fraction(yearly(rate.percent, rate.per, terms.year_days))
    agreed = f"约定{_PER_WORD[rate.per]}利率{number(rate.percent)}%" + (
        "" if rate.per == "year" else f"（年化{number(percent)}%）"
    )
    norms, warnings = [_ORDER] if payments else list[str](), list[str]()
    cap_at: Callable[[date], _Applied | None] | None = None
    breaks: tuple[date, ...] = ()
    if private_loan:
        formed = needed("借款成立日", formed_on, "四倍LPR上限按合同成立日的LPR计")
        ordered("借款成立日", formed, "起息日", start)
        cap_at, breaks = _cap(formed, filed_on)
        norms += [_CAP, _CAP_OVERDUE, *([_SPLIT] if breaks else [])]
        warnings += _cap_warnings(formed, filed_on)

    def applied(day: date) -> _Applied | None:
        if cap_at is None:
            return _Applied(percent=percent, words=agreed)
        cap = cap_at(day)
        if cap is None:
            return None
        if percent <= cap.percent:
            return _Applied(percent=percent, words=f"{agreed}，未超上限{cap.words}", row=cap.row)
        return _Applied(percent=cap.percent, words=f"{agreed}超过上限，按{cap.words}", row=cap.row)

    return _accrue(
        "约定利息",
        fen_of("本金", principal_fen, least=1),
        start,
        end,
        applied,
        breaks,
        payments,
        terms,
        norms=norms,
        warnings=warnings,
    )


def _cap(formed: date, filed_on: date | None) -> tuple[Callable[[date], _Applied | None], tuple[date, ...]]:
    """Return the cap of a day and the days on which it changes.

    Source: 民间借贷规定 art. 25, 31 para. 2.
    """
    old = _Applied(percent=Fraction(_OLD_CAP_PERCENT), words="年利率24%（旧司法解释）")
    if formed >= lpr.CAP_FROM:
        new = _four_times(formed, "合同成立时")
        return _always(new), ()
    filed = needed("起诉日", filed_on, "2020-08-20前成立的借款，该日以后的利息按起诉时的标准")
    if filed < lpr.CAP_FROM:
        return _always(old), ()
    later = _four_times(filed, "起诉时")
    return (lambda day: old if day < lpr.CAP_FROM else later), (lpr.CAP_FROM,)


def _cap_warnings(formed: date, filed_on: date | None) -> list[str]:
    if formed >= lpr.CAP_FROM:
        return []
    said = [f"{_OLD_CAP}；须当事人请求适用"]
    if formed < _OLD_RULE_FROM:
        said.append("借款成立于2015-09-01前，当时另有更早的规定，24%的口径待核")
    if filed_on is not None and filed_on < lpr.CAP_FROM:
        said.append("起诉早于2020-08-20，适用当时的司法解释，待核")
    return said


def four_times_lpr(day: date) -> tuple[Decimal, Decimal] | None:
    """Return (four times the one-year LPR of a day, that LPR); None where the table does not reach.

    Source: 民间借贷规定 art. 25.
    """
    rate = lpr.one_year(day)
    return None if rate is None else (4 * rate, rate)


def _four_times(day: date, when: str) -> _Applied | None:
    found = four_times_lpr(day)
    if found is None or not lpr.reported(day):
        return None
    cap, rate = found
    words = f"{when}（{day}）一年期LPR {number(rate)}%×4＝{number(cap)}%"
    return _Applied(percent=Fraction(cap), words=words, row=_row(day, rate))


def _row(day: date, rate: Decimal) -> TableRow:
    of_lpr = day >= lpr.FIRST
    return TableRow(
        table="lpr.one_year" if of_lpr else "lpr.benchmark_one_year_unverified",
        since=lpr.row_since(day) or day,
        value=f"{number(rate)}%",
        source=_LPR_SOURCE if of_lpr else _BENCHMARK_SOURCE,
        verified=of_lpr and lpr.verified(day),
    )


def market_interest(
    principal_fen: int | None,
    start: date | None,
    end: date | None,
    *,
    basis: Basis = "fixed",
    times: Decimal = Decimal(1),
    payments: tuple[Payment, ...] = (),
    terms: Terms | None = None,
) -> Reckoning:
    """Interest of a loan without an agreed rate, from the default on: the LPR, the benchmark rate before 2019-08-20.

    Args:
        principal_fen: The sum overdue.
        start: First day of the default.
        end: Last day.
        basis: ``fixed``: the rate of the first day holds throughout; ``floating``: each day has its own rate.
        times: Factor on the rate, such as 1.5.
        payments: Payments within the span.
        terms: Conventions.

    Raises:
        MissingInput: A sum or day is lacking.
        WrongInput: An input cannot be right.

    Source: 民间借贷规定 art. 28 para. 2 (1).
    """
    told = "逾期之日的固定利率" if basis == "fixed" else "各日的利率"
    warnings = [f"“当时”的LPR取逾期之日的（固定）还是随各日变动（浮动），{NO_RULE}，本次按{told}"]
    if start is not None and start < lpr.CAP_FROM:
        warnings.append("2020-08-20前的逾期利息，当时的司法解释（法释〔2015〕18号第29条，已被修改）为年利率6%，待核")
    return at_market_rate(
        "逾期利息（LPR）",
        principal_fen,
        start,
        end,
        basis=basis,
        times=times,
        payments=payments,
        terms=terms,
        norms=[_NO_RATE],
        warnings=warnings,
    )


def at_market_rate(
    name: str,
    principal_fen: int | None,
    start: date | None,
    end: date | None,
    *,
    basis: Basis,
    times: Decimal,
    payments: tuple[Payment, ...],
    terms: Terms | None,
    norms: list[str],
    warnings: list[str],
) -> Reckoning:
    """Interest at a multiple of the market's rate; the rule that calls for it comes with its norms and warnings.

    Raises:
        MissingInput: A sum or day is lacking.
        WrongInput: An input cannot be right.
    """
    first = needed("逾期起算日", start, "逾期利息要有起点")
    last, factor = needed("止息日", end, "计息要有终点"), decimal_of("倍数", times)
    if basis not in ("fixed", "floating"):
        raise WrongInput("LPR口径只能是固定或浮动", where="LPR口径", next_step="选 fixed 或 floating")
    if basis == "floating":
        breaks, rate_on = tuple(lpr.changes(first, last + _DAY)), _market(factor)
        if not lpr.verified(last):
            warnings.append(f"截至{last}是否另有新的LPR只有一个来源或没有来源，未核")
    else:
        breaks, rate_on = (), _always(_market(factor)(first))
    return _accrue(
        name,
        fen_of("本金", principal_fen, least=1),
        first,
        last,
        rate_on,
        breaks,
        payments,
        terms or Terms(),
        norms=[*norms, *([_ORDER] if payments else [])],
        warnings=warnings,
    )


def _always(applied: _Applied | None) -> Callable[[date], _Applied | None]:
    return lambda _day: applied


def _market(factor: Fraction) -> Callable[[date], _Applied | None]:
    def rate_on(day: date) -> _Applied | None:
        of_lpr = day >= lpr.FIRST
        rate = lpr.one_year(day) if of_lpr else lpr.benchmark_one_year(day)
        if rate is None or not lpr.reported(day):
            return None
        times = "" if factor == 1 else f"×{number(factor)}＝{number(factor * Fraction(rate))}%"
        words = f"{day}的{'一年期LPR' if of_lpr else '贷款基准利率'}{number(rate)}%{times}"
        return _Applied(percent=factor * Fraction(rate), words=words, row=_row(day, rate))

    return rate_on


def _accrue(
    name: str,
    principal_fen: int,
    start: date,
    end: date,
    rate_on: Callable[[date], _Applied | None],
    breaks: tuple[date, ...],
    payments: tuple[Payment, ...],
    terms: Terms,
    *,
    norms: list[str],
    warnings: list[str],
) -> Reckoning:
    """Run through the segments: accrue, then set each payment against interest and principal."""
    ordered("起息日", start, "止息日", end)
    stop = end + _DAY if terms.counting == "both" else end
    _payments_within(payments, start, end)
    days = sorted({start, stop, *(d for d in breaks if start < d < stop), *(payment.on for payment in payments)})
    state = _State(balance=principal_fen, terms=terms)
    state.settle([payment for payment in payments if payment.on == start])
    for begin, until in pairwise(days):
        state.accrue(begin, until, rate_on(begin))
        state.settle([payment for payment in payments if payment.on == until])
    lacking = state.lacking
    value = None if lacking else state.paid_interest + half_up(state.due)
    rows = unique(row for part in state.parts for row in part.rows)
    if any(not row.verified for row in rows):
        warnings.append("所用利率表有未核的行，起诉前核对公布原文")
    return Reckoning(
        name=name,
        value=value,
        unit="fen",
        formula=(
            "；".join(f"{part.name}：{part.formula}" for part in state.parts)
            + (f"；合计{yuan(value)}元" if value is not None else "")
            + f"（{terms.words()}；头尾、年天数、舍入没有约定的{NO_RULE}）"
        ),
        inputs=(
            ("本金", f"{yuan(principal_fen)}元"),
            ("起止", f"{start}至{end}"),
            *((f"{payment.on}还款", f"{yuan(payment.fen)}元") for payment in payments),
        ),
        parts=(*state.parts, *([] if lacking else state.outcome(paid=bool(payments)))),
        norms=unique(norms),
        rows=rows,
        warnings=unique([*warnings, *state.warnings]),
        to_fill="、".join(lacking),
    )


def _payments_within(payments: tuple[Payment, ...], start: date, end: date) -> None:
    for payment in payments:
        fen_of("还款", payment.fen, least=1)
        if not start <= payment.on <= end:
            raise WrongInput(
                f"{payment.on}的还款不在计息期间内", where="还款", next_step="止息日延到该日，或另行计算该笔"
            )


class _State:
    """Balance, interest and parts while the segments are run through."""

    def __init__(self, *, balance: int, terms: Terms) -> None:
        self.balance, self.terms = balance, terms
        self.due = Fraction(0)
        self.paid_interest = 0
        self.parts: list[Reckoning] = []
        self.lacking: list[str] = []
        self.warnings: list[str] = []

    def accrue(self, begin: date, until: date, applied: _Applied | None) -> None:
        days, span = (until - begin).days, f"{begin}至{until - _DAY}"
        if applied is None:
            self.lacking.append(f"{begin}所对应的利率（表中没有，须查公布值）")
            self.parts.append(
                Reckoning(name=span, value=None, unit="fen", formula="利率待填", to_fill=self.lacking[-1])
            )
            return
        exact = _accrued(self.balance, applied.percent, days, self.terms.year_days)
        if self.terms.rounding == "each":
            exact = Fraction(half_up(exact))
        self.due += exact
        rounded = half_up(exact)
        self.parts.append(
            Reckoning(
                name=span,
                value=rounded,
                unit="fen",
                formula=f"{yuan(self.balance)}元×{number(applied.percent)}%×{days}天÷{self.terms.year_days}"
                f"＝{yuan(rounded)}元（{applied.words}）",
                rows=(applied.row,) if applied.row else (),
            )
        )

    def settle(self, payments: list[Payment]) -> None:
        for payment in payments:
            if self.lacking:
                return  # what a payment leaves cannot be told while a rate before it is unknown
            owed = half_up(self.due)
            to_interest = min(payment.fen, owed)
            to_principal = min(payment.fen - to_interest, self.balance)
            self.due = Fraction(0) if to_interest == owed else self.due - to_interest
            self.paid_interest += to_interest
            self.balance -= to_principal
            over = payment.fen - to_interest - to_principal
            if over:
                self.warnings.append(f"{payment.on}的还款在清偿本息后尚余{yuan(over)}元")
            self.parts.append(
                Reckoning(
                    name=f"{payment.on}还款",
                    value=payment.fen,
                    unit="fen",
                    formula=f"{yuan(payment.fen)}元先抵利息{yuan(to_interest)}元、再抵本金{yuan(to_principal)}元，余本金{yuan(self.balance)}元",
                    norms=(_ORDER,),
                )
            )

    def outcome(self, *, paid: bool) -> list[Reckoning]:
        if not paid:
            return []
        return [
            Reckoning(name="尚欠本金", value=self.balance, unit="fen", formula="按上列各次还款后的余额"),
            Reckoning(name="尚欠利息", value=half_up(self.due), unit="fen", formula="已生利息减去已抵利息"),
        ]
