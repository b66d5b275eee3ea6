"""When a term ends: limitation, the guarantee period, and the terms of procedure.

Reckons by the calendar: the first day does not count, the end is the
corresponding day, a day off moves it. Does not know whether an act reached the
other side or was proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from zuno.casework.arithmetic.holidays import rolled
from zuno.casework.arithmetic.reckoning import (
    MissingInput,
    Reckoning,
    WrongInput,
    count_of,
    needed,
    ordered,
    unique,
)
from zuno.casework.periods import add_months, add_years

_DAY = timedelta(days=1)
_YEARS = 3
_LONGEST = 20
_GUARANTEE_MONTHS = 6
_CODE = date(2021, 1, 1)
_GENERAL_PART = date(2017, 10, 1)

_LIMIT = "民法典#188|诉讼时效期间为三年"
_LONGEST_NORM = "民法典#188|自权利受到损害之日起超过二十年的"
_LONGEST_RUNS_ON = "总则编解释#35|该条第二款规定的二十年期间不适用中止、中断的规定"
_SUSPENDED = "民法典#194|自中止时效的原因消除之日起满六个月"
_INTERRUPTED = "民法典#195|从中断、有关程序终结时起"
_AGAIN = "总则编解释#38|可以认定为诉讼时效再次中断"
_RAISED = "民法典#193|不得主动适用"
_DAYS = ("民法典#201|开始的当日不计入", "民法典#202|到期月的对应日为期间的最后一日")
_MOVED = "民法典#203|以法定休假日结束的次日为期间的最后一日"
_PERIOD = "民法典#692|没有约定或者约定不明确的，保证期间为主债务履行期限届满之日起六个月"
_PERIOD_RUNS_ON = "民法典#692|不发生中止、中断和延长"
_GENERAL = "民法典#693|一般保证的债权人未在保证期间对债务人提起诉讼或者申请仲裁的"
_JOINT = "民法典#693|连带责任保证的债权人未在保证期间请求保证人承担保证责任的"
_UNCLEAR = "担保解释#32|直至主债务本息还清时为止等类似内容的"
_TWO_YEARS = "时间效力规定#27|当事人主张保证期间为主债务履行期限届满之日起二年的"
_OF_MOTION = "担保解释#34|作为案件基本事实予以查明"
_PROCEDURE = ("民诉法#85|以法定休假日后的第一日为期间届满的日期", "民诉解释#125|以日、月、年计算的期间从次日起算")
_ANSWER = "民诉法#128|被告应当在收到之日起十五日内提出答辩状"
_ANSWER_ABROAD = "民诉法#285|收到起诉状副本后三十日内提出答辩状"
_APPEAL = "民诉法#171|有权在判决书送达之日起十五日内向上一级人民法院提起上诉"
_APPEAL_RULING = "民诉法#171|有权在裁定书送达之日起十日内向上一级人民法院提起上诉"
_APPEAL_ABROAD = "民诉法#286|送达之日起三十日内提起上诉"
_EVIDENCE = "证据规定#51|适用第一审普通程序审理的案件不得少于十五日"
_EVIDENCE_NOTICE = "证据规定#55|举证期限自公告期届满之次日起计算"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption:
    """An act that starts limitation anew."""

    on: date
    again_from: date | None = None
    """Where a procedure interrupted: the day it ended; None restarts from ``on``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspension:
    """A time during which an obstacle kept the creditor from claiming."""

    first: date
    last: date | None
    """None: it still lasts."""


def restarts(start: date, interruptions: tuple[date, ...], *, years: int = _YEARS) -> list[tuple[date, date]]:
    """Every (start, end) that limitation had: the first, then from each act that still found it running.

    Source: 民法典 art. 188, 195, 203; 总则编解释 art. 38.
    """
    read = [(start, rolled(add_years(start, years))[0])]
    for day in sorted(interruptions):
        if read[-1][0] < day <= read[-1][1]:
            read.append((day, rolled(add_years(day, years))[0]))
    return read


def limitation(
    start: date | None,
    *,
    years: int = _YEARS,
    interruptions: tuple[Interruption, ...] = (),
    suspensions: tuple[Suspension, ...] = (),
    harmed_on: date | None = None,
    filed_on: date | None = None,
) -> Reckoning:
    """The last day of limitation, by all that restarted or held it.

    Args:
        start: Day the creditor knew or should have known, or the performance fell due.
        years: Three, unless another law says otherwise.
        interruptions: Acts that restart it, with their day.
        suspensions: Obstacles; they count where they reach into the last six months.
        harmed_on: Day of the harm, from which the twenty years run that nothing restarts or holds.
        filed_on: Day of filing; the formula then says whether it was in time.

    Returns:
        The day; 待填 while an obstacle lasts.

    Raises:
        MissingInput: The start is lacking.
        WrongInput: Days run backwards.

    Source: 民法典 art. 188, 194, 195, 201–203; 总则编解释 art. 35, 38.
    """
    begun = needed("起算日", start, "知道或者应当知道权利受损及义务人之日，或履行期届满之日")
    count_of("时效年数", years, least=1, most=_LONGEST)
    for item in interruptions:
        ordered("中断之日", item.on, "重新起算之日", item.again_from or item.on)
    for item in suspensions:
        ordered("障碍发生", item.first, "障碍消除", item.last or item.first)
    steps, warnings, norms = [f"{begun}起{years}年"], list[str](), [_LIMIT, *_DAYS, _RAISED]
    running_from = begun
    for item in sorted(interruptions, key=lambda item: item.on):
        earlier = tuple(held for held in suspensions if held.first <= item.on)
        end, how = _held(add_years(running_from, years), earlier)
        if item.on < running_from:
            warnings.append(f"{item.on}早于当时的起算日，不是中断")
        elif end is not None and item.on > rolled(end)[0]:
            warnings.append(f"{item.on}的中断事由在{rolled(end)[0]}届满之后，不重新起算；是否构成同意履行须另看")
        else:
            running_from = item.again_from or item.on
            steps += [*how, f"{item.on}中断，{running_from}起重新{years}年"]
            norms += [_INTERRUPTED, _AGAIN]
    end, how = _held(add_years(running_from, years), suspensions)
    steps += how
    if suspensions:
        norms.append(_SUSPENDED)
    if harmed_on is not None:
        end = _at_most_twenty_years(harmed_on, end, steps)
        norms += [_LONGEST_NORM, _LONGEST_RUNS_ON]
    else:
        warnings.append("未给权利受损之日，未核二十年最长期间")
    if years == _YEARS and add_years(begun, 2) < _GENERAL_PART:
        warnings.append("二年期间在2017-10-01（民法总则施行）前已满的，旧法二年时效可能已届满，待核")
    if end is None:
        return Reckoning(
            name="诉讼时效届满日",
            value=None,
            unit="day",
            formula="；".join(steps),
            inputs=(("起算日", str(begun)),),
            norms=unique(norms),
            warnings=unique(warnings),
            to_fill="障碍消除之日（消除后满六个月届满）",
        )
    day, moved, warning = rolled(end)
    filed = "" if filed_on is None else f"；{filed_on}起诉，{'未超过' if filed_on <= day else '已超过'}"
    return Reckoning(
        name="诉讼时效届满日",
        value=day,
        unit="day",
        formula="；".join([*steps, f"至{end}"]) + moved + filed,
        inputs=(("起算日", str(begun)), *((("起诉日", str(filed_on)),) if filed_on else ())),
        norms=unique([*norms, _MOVED]),
        warnings=unique([*warnings, *([warning] if warning else [])]),
    )


def _held(end: date, suspensions: tuple[Suspension, ...]) -> tuple[date | None, list[str]]:
    """Move an end past every obstacle that reaches into its last six months; None while one lasts."""
    steps: list[str] = []
    for item in sorted(suspensions, key=lambda item: item.first):
        if item.first > end or (item.last is not None and item.last < add_months(end, -6)):
            continue
        if item.last is None:
            return None, [*steps, f"{item.first}起中止，障碍未消除"]
        end = max(end, add_months(item.last, 6))
        steps.append(f"{item.first}至{item.last}的障碍及于最后六个月，消除后满六个月至{end}")
    return end, steps


def _at_most_twenty_years(harmed_on: date, end: date | None, steps: list[str]) -> date | None:
    longest = add_years(harmed_on, _LONGEST)
    if end is not None and end <= longest:
        return end
    steps.append(f"{harmed_on}受损，最长二十年至{longest}（特殊情况可申请延长）")
    return longest


def guarantee_period(
    due_on: date | None,
    *,
    kind: Literal["general", "joint"] | None,
    agreed_months: int | None = None,
    agreed_end: date | None = None,
    unclear: bool = False,
    contract_on: date | None = None,
    claimed_on: date | None = None,
) -> Reckoning:
    """The last day of the guarantee period: as agreed, else six months from the due day of the debt.

    Args:
        due_on: Day the debt fell due, or the end of the grace that the creditor gave where no term was agreed.
        kind: General or joint guarantee; it tells what the creditor must do within the period.
        agreed_months: Period agreed, in months from the due day.
        agreed_end: Last day agreed.
        unclear: The contract has words such as "until all is paid", which count as unclear.
        contract_on: Day of the contract; one before 2021-01-01 with unclear words may have two years.
        claimed_on: Day the creditor did what the period asks for.

    Raises:
        MissingInput: The due day or the kind is lacking.
        WrongInput: Two periods are agreed at once.

    Source: 民法典 art. 692, 693; 担保制度解释 art. 32, 34; 时间效力规定 art. 27.
    """
    due = needed("主债务履行期届满日", due_on, "保证期间从该日起算；未约定履行期的，给宽限期届满日")
    if kind not in ("general", "joint"):
        raise MissingInput("缺少保证方式：一般保证或连带责任保证", where="保证方式", next_step="选 general 或 joint")
    if (agreed_months is not None) + (agreed_end is not None) + unclear > 1:
        raise WrongInput("约定的月数、届满日、约定不明只能给一项", where="保证期间约定", next_step="按合同原文取一项")
    end, how, norms, warnings = _period_end(due, agreed_months, agreed_end, unclear, contract_on)
    day, moved, warning = rolled(end)
    act = "对债务人起诉或者申请仲裁" if kind == "general" else "请求保证人承担保证责任"
    told = "" if claimed_on is None else f"；{claimed_on}{act}，{'未超过' if claimed_on <= day else '已超过'}"
    before = ["主张早于主债务到期，请核对"] if claimed_on is not None and claimed_on < due else []
    return Reckoning(
        name="保证期间届满日",
        value=day,
        unit="day",
        formula=f"{how}至{end}{moved}；期间内须{act}{told}",
        inputs=(("主债务履行期届满日", str(due)), ("保证方式", "一般保证" if kind == "general" else "连带责任保证")),
        norms=(*norms, _PERIOD_RUNS_ON, _GENERAL if kind == "general" else _JOINT, _OF_MOTION, *_DAYS, _MOVED),
        warnings=tuple(text for text in (*warnings, *before, warning) if text),
    )


def guarantee_end(due: date, *, agreed_months: int | None = None, agreed_end: date | None = None) -> date:
    """The corresponding day on which the guarantee period ends, before it is moved past days off.

    An agreed end that does not lie after the due day counts as not agreed: six months.

    Source: 民法典 art. 692 para. 2.
    """
    if agreed_months is not None and agreed_months > 0:
        return add_months(due, agreed_months)
    if agreed_end is not None and agreed_end > due:
        return agreed_end
    return add_months(due, _GUARANTEE_MONTHS)


def _period_end(
    due: date, agreed_months: int | None, agreed_end: date | None, unclear: bool, contract_on: date | None
) -> tuple[date, str, tuple[str, ...], list[str]]:
    six = guarantee_end(due)
    if agreed_months is not None and count_of("约定月数", agreed_months, most=1200) > 0:
        end = guarantee_end(due, agreed_months=agreed_months)
        return end, f"约定自{due}起{agreed_months}个月", (_PERIOD,), []
    if agreed_end is not None and agreed_end > due:
        return guarantee_end(due, agreed_end=agreed_end), "约定", (_PERIOD,), []
    if agreed_months is not None or agreed_end is not None:
        return six, f"约定不晚于主债务到期，视为没有约定，自{due}起六个月", (_PERIOD,), []
    if not unclear:
        return six, f"没有约定，自{due}起六个月", (_PERIOD,), []
    if contract_on is None:
        return six, f"约定不明，自{due}起六个月", (_PERIOD, _UNCLEAR), ["未给合同成立日；2021-01-01前成立的可能为二年"]
    if contract_on < _CODE and add_years(due, 2) > _CODE:
        return add_years(due, 2), f"合同成立于民法典施行前、约定不明，自{due}起二年", (_TWO_YEARS,), []
    old = ["主债务到期至民法典施行已满二年，适用旧法的二年，待核"] if contract_on < _CODE else []
    return six, f"约定不明，自{due}起六个月", (_PERIOD, _UNCLEAR), old


def _procedural(name: str, start: date, days: int, norms: tuple[str, ...], warnings: tuple[str, ...] = ()) -> Reckoning:
    """The last day of a term of procedure in days.

    Source: 民事诉讼法 art. 85; 民诉法解释 art. 125.
    """
    end = start + days * _DAY
    day, moved, warning = rolled(end)
    return Reckoning(
        name=name,
        value=day,
        unit="day",
        formula=f"{start}的次日起{days}日，至{end}{moved}；期满前交邮的不算过期",
        inputs=(("起算之日（当日不计）", str(start)), ("日数", f"{days}日")),
        norms=(*norms, *_PROCEDURE),
        warnings=(*warnings, *((warning,) if warning else ())),
    )


def answer_deadline(received_on: date | None, *, abroad: bool = False) -> Reckoning:
    """The last day to answer a complaint: 15 days from its receipt, 30 for a defendant without domicile in China.

    Raises:
        MissingInput: The day of receipt is lacking.

    Source: 民事诉讼法 art. 128, 285.
    """
    start = needed("收到起诉状副本之日", received_on, "答辩期从收到起算")
    return _procedural("答辩期届满日", start, 30 if abroad else 15, (_ANSWER_ABROAD if abroad else _ANSWER,))


def appeal_deadline(served_on: date | None, *, ruling: bool = False, abroad: bool = False) -> Reckoning:
    """The last day to appeal: 15 days from service of a judgment, 10 of a ruling, 30 without domicile in China.

    Raises:
        MissingInput: The day of service is lacking.

    Source: 民事诉讼法 art. 171, 286.
    """
    start = needed("送达之日", served_on, "上诉期从送达起算")
    days, norm = (30, _APPEAL_ABROAD) if abroad else (10, _APPEAL_RULING) if ruling else (15, _APPEAL)
    return _procedural("上诉期届满日", start, days, (norm,))


Procedure = Literal["ordinary", "second_instance", "simplified", "small"]
_EVIDENCE_BOUNDS: dict[Procedure, tuple[int | None, int | None, str]] = {
    "ordinary": (15, None, "一审普通程序不得少于15日"),
    "second_instance": (10, None, "二审提供新证据的不得少于10日"),
    "simplified": (None, 15, "简易程序不得超过15日"),
    "small": (None, 7, "小额诉讼一般不得超过7日"),
}


def evidence_deadline(
    notified_on: date | None, *, procedure: Procedure, days: int | None = None, by_notice: bool = False
) -> Reckoning:
    """The last day to bring evidence: as many days as the court set, held against the bounds of the procedure.

    Args:
        notified_on: Day from which the court's term runs; by public notice, the day the notice period ended.
        procedure: Which bounds apply.
        days: The term the court set or the parties agreed; None leaves the day 待填 and tells the bound.
        by_notice: Service by public notice.

    Raises:
        MissingInput: The first day is lacking.
        WrongInput: The term breaks the bounds of its procedure.

    Source: 证据规定 art. 51, 55 (5).
    """
    start = needed("举证通知送达之日", notified_on, "举证期限从送达或指定之日起算")
    if procedure not in _EVIDENCE_BOUNDS:
        raise WrongInput("程序无法识别", where="程序", next_step="、".join(_EVIDENCE_BOUNDS))
    least, most, words = _EVIDENCE_BOUNDS[procedure]
    norms = (_EVIDENCE, *((_EVIDENCE_NOTICE,) if by_notice else ()))
    if days is None:
        bound = _procedural("按法定界限", start, least or most or 0, norms)
        return Reckoning(
            name="举证期限届满日",
            value=None,
            unit="day",
            formula=f"{words}，即{'不早于' if least else '不晚于'}{bound.value}",
            inputs=bound.inputs[:1],
            parts=(bound,),
            norms=bound.norms,
            warnings=bound.warnings,
            to_fill="法院指定或当事人协商的日数（见举证通知书）",
        )
    count_of("举证日数", days, least=1, most=3650)
    warnings = ["反驳证据、补正瑕疵和经准许延长的另定"]
    if procedure != "small":
        if (least and days < least) or (most and days > most):
            raise WrongInput(f"{words}，给的是{days}日", where="举证日数", next_step="核对举证通知书和适用程序")
    elif days > 7:
        warnings.append(f"{words}，给的是{days}日，一般性规定，核对通知书")
    return _procedural("举证期限届满日", start, days, norms, tuple(warnings))
