"""What an employer owes: compensation, damages, overtime, leave, double wage; and how long one may wait to claim it.

Local averages and minimum wages are inputs; without them a figure that hangs
on them is 待填. Does not know whether a dismissal was lawful.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from zuno.casework.arithmetic.holidays import rolled, workdays
from zuno.casework.arithmetic.reckoning import (
    NO_RULE,
    MissingInput,
    Reckoning,
    WrongInput,
    count_of,
    decimal_of,
    fen_of,
    half_up,
    needed,
    number,
    ordered,
    total,
    unique,
    yuan,
)
from zuno.casework.periods import add_months, add_years

_DAY = timedelta(days=1)
PAID_DAYS = Decimal("21.75")
"""Paid days of a month, (365 − 104) ÷ 12."""
PAID_HOURS = Decimal(174)
"""Paid hours of a month, 21.75 × 8."""
_PAID_DAYS_SAID = "月计薪天数21.75、小时数174出自劳动部门规范性文件（劳社部发〔2008〕3号），未核"
_CONTRACT_LAW = date(2008, 1, 1)

_N = "劳动合同法#47|六个月以上不满一年的，按一年计算"
_N_CAP = "劳动合同法#47|职工月平均工资三倍的数额支付"
_TWICE = "劳动合同法#87|经济补偿标准的二倍向劳动者支付赔偿金"
_TWICE_FROM = "劳动合同法实施条例#25|赔偿金的计算年限自用工之日起计算"
_WAGE = "劳动合同法实施条例#27|按照劳动者应得工资计算"
_BEFORE = "劳动合同法#97|经济补偿年限自本法施行之日起计算"
_OVERTIME = "劳动法#44|支付不低于工资的百分之一百五十的工资报酬"
_LEAVE = "年休假条例#5|按照该职工日工资收入的300%支付年休假工资报酬"
_LEAVE_DAYS = "年休假条例#3|职工累计工作已满1年不满10年的"
_DOUBLE = (
    "劳动合同法#82|自用工之日起超过一个月不满一年未与劳动者订立书面劳动合同的",
    "劳动合同法实施条例#6|起算时间为用工之日起满一个月的次日",
    "劳动合同法实施条例#7|至满一年的前一日",
)
_DOUBLE_DAYS = "劳动争议解释（二）#6|不满一个月的，按该月实际工作日计算"
_LIMIT = "调解仲裁法#27|劳动争议申请仲裁的时效期间为一年"
_LIMIT_WAGES = "调解仲裁法#27|应当自劳动关系终止之日起一年内提出"
_LIMIT_STOPS = "调解仲裁法#27|从中止时效的原因消除之日起，仲裁时效期间继续计算"


def severance(
    started: date | None,
    ended: date | None,
    monthly_fen: int | None,
    *,
    local_average_fen: int | None = None,
    local_minimum_fen: int | None = None,
    unlawful: bool = False,
) -> Reckoning:
    """Compensation for the end of employment (N), or twice as much for an unlawful end (2N).

    Args:
        started: First day of work.
        ended: Last day of employment.
        monthly_fen: Average monthly wage owed over the last twelve months, in fen.
        local_average_fen: Average monthly wage of the place in the year before, for the cap at three times.
        local_minimum_fen: Minimum monthly wage of the place, below which the wage does not count.
        unlawful: 2N; years then count from the first day even before 2008.

    Returns:
        The sum in fen; 待填 without the local average, and a part then tells the figure if no cap applies.

    Raises:
        MissingInput: A day or the wage is lacking.
        WrongInput: The days run backwards or a sum is negative.

    Source: 劳动合同法 art. 47, 87, 97; 实施条例 art. 25, 27.
    """
    first = needed("入职日", started, "年限从用工之日起")
    last = needed("离职日", ended, "年限算到解除或终止之日")
    ordered("入职日", first, "离职日", last)
    wage, warnings = fen_of("月工资", monthly_fen, least=1), list[str]()
    norms = [_N, _N_CAP, _WAGE, *([_TWICE, _TWICE_FROM] if unlawful else [])]
    counted = first if unlawful else max(first, _CONTRACT_LAW)
    if counted != first:
        norms.append(_BEFORE)
        warnings.append("2008-01-01前的工作年限按当时规定另算，本数未含")
        if last < counted:
            raise WrongInput("离职在2008-01-01前，不适用劳动合同法", where="离职日", next_step="按当时规定另算")
    base, floor = wage, ""
    if local_minimum_fen is None:
        warnings.append("未给当地最低工资，月工资低于最低工资的应按最低工资计")
    elif wage < fen_of("当地最低工资", local_minimum_fen):
        base, floor = local_minimum_fen, f"月工资低于最低工资，按{yuan(local_minimum_fen)}元；"
    years, service = _years_of_service(counted, last)
    times = 2 if unlawful else 1
    name = "违法解除赔偿金（2N）" if unlawful else "经济补偿（N）"
    inputs = (("工作期间", f"{first}至{last}"), ("月工资", f"{yuan(wage)}元"))
    plain = _months(f"{name}，不触及三倍封顶时", base, years, times, floor + service)
    if local_average_fen is None:
        return replace(
            plain,
            name=name,
            value=None,
            inputs=inputs,
            parts=(plain,),
            norms=tuple(norms),
            warnings=tuple(warnings),
            to_fill="当地上年度职工月平均工资（核三倍封顶）",
        )
    top = 3 * fen_of("当地上年度职工月平均工资", local_average_fen, least=1)
    if base > top:
        capped = min(years, Fraction(12))
        service += f"，月工资高于三倍{yuan(top)}元，按三倍" + ("、年限以十二年为限" if years > 12 else "")
        plain = _months(name, top, capped, times, service)
    return replace(
        plain,
        name=name,
        inputs=(*inputs, ("当地上年度职工月平均工资", f"{yuan(local_average_fen)}元")),
        norms=tuple(norms),
        warnings=tuple(warnings),
    )


def _months(name: str, base: int, months: Fraction, times: int, service: str) -> Reckoning:
    value = half_up(base * months * times)
    double = "×2" if times == 2 else ""
    return Reckoning(
        name=name,
        value=value,
        unit="fen",
        formula=f"{service}：{yuan(base)}元×{number(months)}个月{double}＝{yuan(value)}元",
    )


def _years_of_service(first: date, last: date) -> tuple[Fraction, str]:
    """Count months of pay: one a full year, one for six months and more, half for less."""
    after = last + _DAY
    years = max(n for n in range(after.year - first.year + 1) if add_years(first, n) <= after)
    anniversary = add_years(first, years)
    if anniversary == after:
        return Fraction(years), f"满{years}年"
    if add_months(first, 12 * years + 6) <= after:
        return Fraction(years + 1), f"满{years}年又六个月以上不满一年，按{years + 1}年"
    return years + Fraction(1, 2), f"满{years}年又不满六个月，加半个月"


def overtime(
    monthly_fen: int | None,
    *,
    workday_hours: Decimal = Decimal(0),
    restday_hours: Decimal = Decimal(0),
    holiday_hours: Decimal = Decimal(0),
) -> Reckoning:
    """Pay for overtime: 150 % on working days, 200 % on rest days without time off in lieu, 300 % on holidays.

    Args:
        monthly_fen: Monthly wage for normal hours, in fen.
        workday_hours: Hours beyond the day's work.
        restday_hours: Hours on rest days not made up for.
        holiday_hours: Hours on statutory holidays.

    Raises:
        MissingInput: The wage or every count of hours is lacking.
        WrongInput: Something is negative.

    Source: 劳动法 art. 44; 21.75 and 174 by notice of the ministry, not verified.
    """
    wage = fen_of("月工资", monthly_fen, least=1)
    if not (workday_hours or restday_hours or holiday_hours):
        raise MissingInput("缺少加班小时数：三类至少一类", where="加班小时数", next_step="按考勤分三类填写")
    parts = list[Reckoning]()
    for name, hours, percent in (
        ("工作日延长工时", workday_hours, 150),
        ("休息日加班", restday_hours, 200),
        ("法定休假日加班", holiday_hours, 300),
    ):
        exact = Fraction(wage) / Fraction(PAID_HOURS) * decimal_of(f"{name}小时", hours) * percent / 100
        value = half_up(exact)
        if hours:
            parts.append(
                Reckoning(
                    name=name,
                    value=value,
                    unit="fen",
                    formula=f"{yuan(wage)}元÷174小时×{number(hours)}小时×{percent}%＝{yuan(value)}元",
                )
            )
    told = total("加班工资", tuple(parts), norms=(_OVERTIME,))
    return replace(
        told,
        inputs=(("月工资", f"{yuan(wage)}元"),),
        formula="；".join(part.formula for part in parts) + f"；每类四舍五入到分，合计{yuan(int(str(told.value)))}元",
        warnings=(_PAID_DAYS_SAID, f"加班工资基数（约定、应得工资或基本工资）{NO_RULE}，各地规定待核"),
    )


def unused_leave(
    monthly_fen: int | None,
    *,
    worked_years: int | None,
    taken_days: int = 0,
    days_in_year: int | None = None,
    normal_pay_given: bool = True,
) -> Reckoning:
    """Pay for annual leave not taken: 300 % of the daily wage, of which normal pay is one part.

    Args:
        monthly_fen: Average monthly wage without overtime, in fen.
        worked_years: Full years worked in all, with any employer.
        taken_days: Days of leave taken this year.
        days_in_year: Calendar days employed in the year of leaving; None for a whole year.
        normal_pay_given: Whether the normal pay of those days was given, so that two parts are left.

    Raises:
        MissingInput: The wage or the years are lacking.
        WrongInput: A count is out of bounds.

    Source: 职工带薪年休假条例 art. 3, 5; the pro rata of the year of leaving by ministry rule, not verified.
    """
    wage = fen_of("月工资", monthly_fen, least=1)
    years = count_of("累计工作年限", worked_years, most=70)
    count_of("已休天数", taken_days)
    entitled = 0 if years < 1 else 5 if years < 10 else 10 if years < 20 else 15
    warnings = [_PAID_DAYS_SAID, "寒暑假、事假、病假达到条例第四条情形的当年不享受，本次未核"]
    due, how = entitled, f"累计工作{years}年，每年{entitled}天"
    if days_in_year is not None:
        within = count_of("当年在职日历天数", days_in_year, least=1, most=366)
        due = min(entitled, within * entitled // 365)
        how += f"；{within}÷365×{entitled}，不足一天的不计＝{due}天"
        warnings.append("离职当年按日历天数折算、不足一天不计，出自部门规章（企业职工带薪年休假实施办法），未核")
    days = max(0, due - taken_days)
    percent = 200 if normal_pay_given else 300
    value = half_up(Fraction(wage) / Fraction(PAID_DAYS) * days * percent / 100)
    if normal_pay_given:
        warnings.append("已付正常工资的，300%中另付200%；折算口径出自部门规章，未核")
    return Reckoning(
        name="未休年休假工资",
        value=value,
        unit="fen",
        formula=f"{how}，已休{taken_days}天，未休{days}天：{yuan(wage)}元÷21.75×{days}天×{percent}%＝{yuan(value)}元",
        inputs=(("月工资", f"{yuan(wage)}元"), ("累计工作年限", f"{years}年"), ("已休", f"{taken_days}天")),
        norms=(_LEAVE, _LEAVE_DAYS),
        warnings=tuple(warnings),
    )


def double_wage(
    started: date | None,
    until: date | None,
    monthly_fens: tuple[int, ...],
    *,
    signed_on: date | None = None,
    worked_days: int | None = None,
) -> Reckoning:
    """The second wage for work without a written contract: from the second month, at most eleven months.

    Args:
        started: First day of work.
        until: Last day of employment, or the day of the claim where it goes on.
        monthly_fens: One monthly wage for all months, or the wage of each month in order, the last part month too.
        signed_on: Day a written contract was made up.
        worked_days: Days worked in the last part month; None counts the working days of the calendar.

    Raises:
        MissingInput: A day or a wage is lacking.
        WrongInput: The days run backwards, or there are not as many wages as months.

    Source: 劳动合同法 art. 82; 实施条例 art. 6, 7; 劳动争议解释（二） art. 6.
    """
    first, last = needed("用工之日", started, "二倍工资从满一个月的次日起"), needed("截止日", until, "要有截止日")
    ordered("用工之日", first, "截止日", last)
    begin = add_months(first, 1)
    end = min(last, add_months(first, 12) - _DAY, signed_on - _DAY if signed_on else date.max)
    if signed_on is not None:
        ordered("用工之日", first, "补签日", signed_on)
    if not monthly_fens:
        raise MissingInput("缺少月工资", where="月工资", next_step="给一个统一的月工资，或逐月列出")
    full = max((n for n in range(12) if add_months(first, 1 + n) <= end + _DAY), default=0)
    months = [(add_months(first, 1 + n), add_months(first, 2 + n) - _DAY) for n in range(full)]
    rest = (add_months(first, 1 + full), end) if end >= add_months(first, 1 + full) else None
    count = len(months) + (rest is not None)
    if len(monthly_fens) not in (1, count):
        raise WrongInput(
            f"本段共{count}个月（含不满月），给了{len(monthly_fens)}个月工资",
            where="月工资",
            next_step="给一个统一的月工资，或逐月列出",
        )
    wages = [fen_of("月工资", fen, least=1) for fen in monthly_fens] * (count if len(monthly_fens) == 1 else 1)
    parts = [
        Reckoning(name=f"{a}至{b}", value=wage, unit="fen", formula=f"整月{yuan(wage)}元")
        for (a, b), wage in zip(months, wages, strict=False)
    ]
    if rest:
        parts.append(_part_month(*rest, wages[-1], worked_days))
    told = total("未签书面合同二倍工资差额", tuple(parts), norms=(*_DOUBLE, _DOUBLE_DAYS))
    ends = f"{begin}至{end}" if end >= begin else "不满一个月，没有差额"
    return replace(
        told,
        formula=f"{ends}（最多十一个月）：{told.formula}＝"
        + (f"{yuan(told.value)}元" if isinstance(told.value, int) else "待填"),
        inputs=(("用工之日", str(first)), ("截止日", str(last)), ("补签日", str(signed_on or "未签"))),
        to_fill=f"{told.to_fill}的实际工作日" if told.to_fill else "",
        warnings=unique(
            [
                "本数是已付一倍工资之外的差额",
                f"起算按第二个月首日；“满一个月的次日”有晚一日的读法，{NO_RULE}",
                *([_PAID_DAYS_SAID, f"不满月按实际工作日÷21.75折算，{NO_RULE}"] if rest else []),
                "另受一年仲裁时效限制，见仲裁时效的计算",
            ]
        ),
    )


def _part_month(begin: date, end: date, wage: int, worked_days: int | None) -> Reckoning:
    days = workdays(begin, end) if worked_days is None else count_of("实际工作日", worked_days, most=31)
    if days is None:
        return Reckoning(name=f"{begin}至{end}", value=None, unit="fen", formula="实际工作日待填", to_fill="实际工作日")
    value = min(wage, half_up(Fraction(wage) / Fraction(PAID_DAYS) * days))
    return Reckoning(
        name=f"{begin}至{end}",
        value=value,
        unit="fen",
        formula=f"{yuan(wage)}元÷21.75×{days}个工作日，不超过一个月＝{yuan(value)}元",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A time during which a limitation of arbitration stood still, both days included."""

    first: date
    last: date


def arbitration_limit(
    known_on: date | None,
    *,
    claim: Literal["wages", "other"] = "other",
    ended_on: date | None = None,
    interruptions: tuple[date, ...] = (),
    halts: tuple[Halt, ...] = (),
) -> Reckoning:
    """The last day to apply for labour arbitration.

    Args:
        known_on: Day the infringement was or should have been known; not needed for wages.
        claim: ``wages``: pay in arrears, which runs from the end of employment.
        ended_on: Last day of employment.
        interruptions: Days of demands, complaints to authorities, or consent of the other side.
        halts: Times of force majeure or the like.

    Returns:
        The day; 待填 for wages while employment lasts, for then the year does not run.

    Raises:
        MissingInput: The day it runs from is lacking.
        WrongInput: A halt runs backwards.

    Source: 劳动争议调解仲裁法 art. 27; 民法典 art. 203.
    """
    if claim == "wages" and ended_on is None:
        return Reckoning(
            name="仲裁时效届满日",
            value=None,
            unit="day",
            formula="劳动关系存续期间追索劳动报酬，不受一年限制",
            norms=(_LIMIT_WAGES,),
            to_fill="劳动关系终止日",
        )
    start = (
        needed("劳动关系终止日", ended_on, "欠薪的一年从该日起算")
        if claim == "wages"
        else needed("知道权利被侵害之日", known_on, "一年从该日起算")
    )
    for halt in halts:
        ordered("中止开始", halt.first, "中止结束", halt.last)
    begun = start
    end, steps, warnings = _year_from(start, halts), [f"{start}起一年"], list[str]()
    for day in sorted(interruptions):
        if not start <= day <= end:
            warnings.append(f"{day}的中断事由不在时效期间内（届满日{end}），不计")
            continue
        start, end = day, _year_from(day, halts)
        steps.append(f"{day}中断，重新计算")
    steps += [f"{halt.first}至{halt.last}中止" for halt in halts if start <= halt.last and halt.first <= end]
    steps.append(f"至{end}")
    day, moved, warning = rolled(end)
    return Reckoning(
        name="仲裁时效届满日",
        value=day,
        unit="day",
        formula="；".join(steps) + moved,
        inputs=(("起算日", str(begun)),),
        norms=(
            _LIMIT_WAGES if claim == "wages" else _LIMIT,
            *([_LIMIT_STOPS] if halts else []),
            "民法典#203|以法定休假日结束的次日为期间的最后一日",
        ),
        warnings=tuple(text for text in (*warnings, warning) if text),
    )


def _year_from(start: date, halts: tuple[Halt, ...]) -> date:
    """The day a year from ``start`` is over, longer by the days on which it stood still."""
    end = add_years(start, 1)
    for halt in sorted(halts, key=lambda halt: halt.first):
        begun = max(halt.first, start + _DAY)
        if begun <= end and halt.last >= begun:
            end += halt.last - begun + _DAY
    return end
