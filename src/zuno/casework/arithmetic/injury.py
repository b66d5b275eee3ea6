"""The heads of damages for injury to the person.

Local figures (disposable income, consumption, average wage, day rates) are
inputs, of the year before the one in which the hearing at first instance ends;
without them a head is 待填. Does not know fault, causation, or what insurance pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal

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
    yuan,
)

_MEDICAL = "人损解释#6|按照一审法庭辩论终结前实际发生的数额确定"
_LOST = "人损解释#7|误工费按照实际减少的收入计算"
_LOST_NO_FIXED = "人损解释#7|按照其最近三年的平均收入计算"
_LOST_TRADE = "人损解释#7|可以参照受诉法院所在地相同或者相近行业上一年度职工的平均工资计算"
_NURSING = "人损解释#8|护理人员原则上为一人"
_NURSING_LONGEST = "人损解释#8|最长不超过二十年"
_MEALS = "人损解释#10|出差伙食补助标准予以确定"
_NUTRITION = "人损解释#11|营养费根据受害人伤残情况参照医疗机构的意见确定"
_DISABILITY = "人损解释#12|自定残之日起按二十年计算"
_FUNERAL = "人损解释#14|以六个月总额计算"
_DEATH = "人损解释#15|死亡赔偿金按照受诉法院所在地上一年度城镇居民人均可支配收入标准"
_DEPENDANTS = "人损解释#17|按照受诉法院所在地上一年度城镇居民人均消费支出标准计算"
_DEPENDANTS_CAP = "人损解释#17|年赔偿总额累计不超过上一年度城镇居民人均消费支出额"
_DEPENDANTS_IN = "人损解释#16|被扶养人生活费计入残疾赔偿金或者死亡赔偿金"
_YEAR_BEFORE = "人损解释#22|是指一审法庭辩论终结时的上一统计年度"
_ELSEWHERE = "受害人住所地或经常居住地标准较高并能举证的，可按其标准（人损解释18）"


def age_on(born: date | None, on: date | None) -> int:
    """Full years of age on a day.

    Raises:
        MissingInput: A day is lacking.
        WrongInput: The birth lies after the day.
    """
    birth, day = needed("出生日期", born, "按周岁计算"), needed("计算日", on, "周岁要有计算日")
    ordered("出生日期", birth, "计算日", day)
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def years_of_age(age: int) -> int:
    """Years that count at an age: twenty; one less for each year above sixty; five from seventy-five on.

    Source: 人身损害赔偿解释 art. 12, 15, 17.
    """
    if age >= 75:
        return 5
    return 20 - max(0, age - 60)


def _age_words(age: int) -> str:
    years = years_of_age(age)
    if age >= 75:
        return f"{age}周岁，七十五周岁以上按{years}年"
    return f"{age}周岁，20年" if age <= 60 else f"{age}周岁，20－{age - 60}＝{years}年"


def receipts(name: str, fens: tuple[int, ...], *, future_fen: int = 0) -> Reckoning:
    """Add up medical or travel bills, and later treatment that is certain to come.

    Raises:
        MissingInput: There is no bill.
        WrongInput: A sum is negative.

    Source: 人身损害赔偿解释 art. 6, 9.
    """
    if not fens:
        raise MissingInput(f"缺少{name}票据金额", where=name, next_step="逐张列出票据金额")
    sums = [fen_of(name, fen) for fen in fens]
    later = fen_of("必然发生的后续费用", future_fen)
    value = sum(sums) + later
    added = f"＋后续{yuan(later)}" if later else ""
    return Reckoning(
        name=name,
        value=value,
        unit="fen",
        formula="＋".join(yuan(fen) for fen in sums) + f"{added}＝{yuan(value)}元",
        inputs=(("票据", f"{len(sums)}张"),),
        norms=(_MEDICAL,) if name == "医疗费" else ("人损解释#9|交通费应当以正式票据为凭",),
        warnings=("后续费用须有医疗证明或鉴定结论确定必然发生",) if later else (),
    )


def lost_income(
    days: int | None,
    *,
    actual_loss_fen: int | None = None,
    three_years_fen: tuple[int, ...] = (),
    trade_year_fen: int | None = None,
) -> Reckoning:
    """Lost income: what a fixed income really lost; else the average of three years; else the trade's average.

    Args:
        days: Days off work, by the certificate of the clinic; to the day before the assessment at most.
        actual_loss_fen: What the fixed income lost in all.
        three_years_fen: The income of each of the last three years.
        trade_year_fen: The local yearly average wage of the trade in the year before.

    Returns:
        The sum in fen; 待填 where no basis is given.

    Raises:
        MissingInput: The days are lacking.
        WrongInput: More than one basis is given, or not three years.

    Source: 人身损害赔偿解释 art. 7.
    """
    off = count_of("误工天数", days, most=36500)
    if (actual_loss_fen is not None) + bool(three_years_fen) + (trade_year_fen is not None) > 1:
        raise WrongInput("实际减少、近三年收入、行业平均只能取一种", where="收入", next_step="按能证明的一种填写")
    inputs = (("误工天数", f"{off}天"),)
    if actual_loss_fen is not None:
        loss = fen_of("实际减少的收入", actual_loss_fen)
        return Reckoning(
            name="误工费",
            value=loss,
            unit="fen",
            formula=f"有固定收入，{off}天实际减少{yuan(loss)}元",
            inputs=inputs,
            norms=(_LOST,),
        )
    if three_years_fen:
        if len(three_years_fen) != 3:
            raise WrongInput("近三年收入须正好三年", where="近三年收入", next_step="逐年列出三年")
        sums = [fen_of("年收入", fen) for fen in three_years_fen]
        words = f"（{'＋'.join(yuan(fen) for fen in sums)}）÷3"
        return _per_day(Fraction(sum(sums), 3), words, off, inputs, _LOST_NO_FIXED)
    if trade_year_fen is None:
        return Reckoning(
            name="误工费",
            value=None,
            unit="fen",
            formula=f"日收入×{off}天",
            inputs=inputs,
            norms=(_LOST, _LOST_NO_FIXED, _LOST_TRADE),
            to_fill="实际减少的收入，或近三年收入，或当地相同相近行业上一年度职工平均工资",
        )
    year = fen_of("行业年平均工资", trade_year_fen)
    return _per_day(Fraction(year), f"{yuan(year)}元", off, inputs, _LOST_TRADE)


def _per_day(year: Fraction, words: str, days: int, inputs: tuple[tuple[str, str], ...], norm: str) -> Reckoning:
    value = half_up(year * days / 365)
    return Reckoning(
        name="误工费",
        value=value,
        unit="fen",
        formula=f"{words}÷365×{days}天＝{yuan(value)}元",
        inputs=inputs,
        norms=(norm,),
        warnings=(f"年收入折日按365天，{NO_RULE}",),
    )


Daily = Literal["nursing", "nutrition", "meals"]
_DAILY: dict[Daily, tuple[str, tuple[str, ...], str]] = {
    "nursing": ("护理费", (_NURSING, _NURSING_LONGEST), "当地护工同等级别护理的日劳务报酬，或护理人员的日收入"),
    "nutrition": ("营养费", (_NUTRITION,), "当地营养费日标准及医疗机构或鉴定意见"),
    "meals": ("住院伙食补助费", (_MEALS,), "当地国家机关一般工作人员出差伙食补助日标准"),
}


def daily(kind: Daily, days: int | None, rate_fen: int | None = None, *, persons: int = 1) -> Reckoning:
    """Nursing, nutrition or meals in hospital: a day rate times days, and persons for nursing.

    Returns:
        The sum in fen; 待填 without the local rate.

    Raises:
        MissingInput: The days are lacking.
        WrongInput: The kind is unknown, or a count is out of bounds.

    Source: 人身损害赔偿解释 art. 8, 10, 11.
    """
    if kind not in _DAILY:
        raise WrongInput("项目无法识别", where="项目", next_step="、".join(_DAILY))
    name, norms, standard = _DAILY[kind]
    count = count_of("天数", days, most=7305 if kind == "nursing" else 36500)  # twenty years of nursing
    carers = count_of("护理人数", persons, least=1)
    if carers > 1 and kind != "nursing":
        raise WrongInput("人数只用于护理费", where="护理人数", next_step="去掉人数")
    times = f"×{carers}人" if carers > 1 else ""
    warnings = ("护理超过一人须医疗机构或鉴定机构有明确意见",) if carers > 1 else ()
    if rate_fen is None:
        return Reckoning(
            name=name,
            value=None,
            unit="fen",
            formula=f"日标准×{count}天{times}",
            inputs=(("天数", f"{count}天"),),
            norms=norms,
            warnings=warnings,
            to_fill=standard,
        )
    value = fen_of("日标准", rate_fen) * count * carers
    return Reckoning(
        name=name,
        value=value,
        unit="fen",
        formula=f"{yuan(rate_fen)}元×{count}天{times}＝{yuan(value)}元",
        inputs=(("天数", f"{count}天"), ("日标准", f"{yuan(rate_fen)}元")),
        norms=norms,
        warnings=warnings,
    )


def disability(
    age: int | None, income_fen: int | None, *, grade: int | None = None, percent: Decimal | None = None
) -> Reckoning:
    """Compensation for disability: local disposable income × years × degree.

    Args:
        age: Full years on the day of the assessment.
        income_fen: Local disposable income per head of the year before, in fen; None leaves the sum 待填.
        grade: Grade 1 to 10, taken as 100 % down to 10 %.
        percent: The degree itself, where several grades are combined or it is assessed otherwise.

    Raises:
        MissingInput: Age, or both grade and percent are lacking.
        WrongInput: Both are given, or one is out of bounds.

    Source: 人身损害赔偿解释 art. 12.
    """
    years = years_of_age(count_of("年龄", age, most=130))
    if (grade is None) == (percent is None):
        raise (MissingInput if grade is None else WrongInput)(
            "伤残等级与系数给且只给一项", where="伤残等级", next_step="单一等级给等级，多等级给综合系数"
        )
    if grade is not None:
        degree = Fraction(11 - count_of("伤残等级", grade, least=1, most=10), 10)
        warnings = (f"十级10%至一级100%的系数是通行做法，{NO_RULE}", _ELSEWHERE)
    else:
        degree = decimal_of("伤残系数（%）", percent, most=100) / 100
        warnings = (f"多处伤残的综合系数算法各地不一，{NO_RULE}", _ELSEWHERE)
    return _by_income(
        "残疾赔偿金", income_fen, years, degree, _age_words(age or 0), (_DISABILITY, _YEAR_BEFORE), warnings
    )


def death(age: int | None, income_fen: int | None) -> Reckoning:
    """Compensation for death: local disposable income × years; 待填 without the income.

    Raises:
        MissingInput: The age is lacking.
        WrongInput: It is out of bounds.

    Source: 人身损害赔偿解释 art. 15.
    """
    years = years_of_age(count_of("年龄", age, most=130))
    return _by_income(
        "死亡赔偿金", income_fen, years, Fraction(1), _age_words(age or 0), (_DEATH, _YEAR_BEFORE), (_ELSEWHERE,)
    )


def _by_income(
    name: str,
    income_fen: int | None,
    years: int,
    degree: Fraction,
    age_words: str,
    norms: tuple[str, ...],
    warnings: tuple[str, ...],
) -> Reckoning:
    times = "" if degree == 1 else f"×{number(degree * 100)}%"
    if income_fen is None:
        return Reckoning(
            name=name,
            value=None,
            unit="fen",
            formula=f"（{age_words}）年标准×{years}年{times}",
            norms=norms,
            warnings=warnings,
            to_fill="受诉法院所在地上一年度城镇居民人均可支配收入",
        )
    value = half_up(fen_of("年标准", income_fen, least=1) * years * degree)
    return Reckoning(
        name=name,
        value=value,
        unit="fen",
        formula=f"（{age_words}）{yuan(income_fen)}元×{years}年{times}＝{yuan(value)}元",
        inputs=(("上一年度城镇居民人均可支配收入", f"{yuan(income_fen)}元"),),
        norms=norms,
        warnings=warnings,
    )


def funeral(monthly_average_fen: int | None) -> Reckoning:
    """Funeral costs: six times the local average monthly wage; 待填 without it.

    Source: 人身损害赔偿解释 art. 14.
    """
    norms = (_FUNERAL, _YEAR_BEFORE)
    if monthly_average_fen is None:
        return Reckoning(
            name="丧葬费",
            value=None,
            unit="fen",
            formula="月平均工资×6",
            norms=norms,
            to_fill="受诉法院所在地上一年度职工月平均工资",
        )
    value = 6 * fen_of("月平均工资", monthly_average_fen, least=1)
    return Reckoning(
        name="丧葬费",
        value=value,
        unit="fen",
        formula=f"{yuan(monthly_average_fen)}元×6＝{yuan(value)}元",
        inputs=(("上一年度职工月平均工资", f"{yuan(monthly_average_fen)}元"),),
        norms=norms,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependant:
    """Somebody whom the injured person had to keep."""

    name: str
    age: int
    """Full years on the day from which the years count; below 18 a minor, else without ability to work and income."""
    keepers: int = 1
    """How many persons, the injured one among them, had to keep them."""

    @property
    def years(self) -> int:
        """Years that count: to the age of eighteen, else by the rule of age."""
        return 18 - self.age if self.age < 18 else years_of_age(self.age)


def dependants(people: tuple[Dependant, ...], spending_fen: int | None, *, percent: Decimal | None = None) -> Reckoning:
    """What dependants need to live: year by year, in all at most one person's spending a year.

    Args:
        people: The dependants.
        spending_fen: Local consumption per head of the year before, in fen; None leaves the sum 待填.
        percent: How far the ability to work is lost; 100 in a case of death.

    Raises:
        MissingInput: There is no dependant, or the degree is lacking.
        WrongInput: An age or a count is out of bounds.

    Source: 人身损害赔偿解释 art. 16, 17.
    """
    if not people:
        raise MissingInput("缺少被扶养人", where="被扶养人", next_step="逐人给年龄和扶养人数")
    degree = decimal_of("丧失劳动能力程度（%）", percent, most=100) / 100
    for one in people:
        count_of(f"{one.name}的年龄", one.age, most=130)
        count_of(f"{one.name}的扶养人数", one.keepers, least=1)
    shares = [
        sum((Fraction(1, p.keepers) for p in people if p.years > year), Fraction(0)) * degree for year in range(20)
    ]
    each = "；".join(f"{p.name}{p.age}周岁{p.years}年、扶养人{p.keepers}人" for p in people)
    norms = (_DEPENDANTS, _DEPENDANTS_CAP, _DEPENDANTS_IN, _YEAR_BEFORE)
    warnings = [
        f"年限按整周岁计，{NO_RULE}；该项计入残疾赔偿金或者死亡赔偿金",
        f"年度上限按乘伤残程度后的合计比较，{NO_RULE}",
    ]
    if spending_fen is None:
        return Reckoning(
            name="被扶养人生活费",
            value=None,
            unit="fen",
            formula=f"{each}；逐年相加，每年不超过一个年标准",
            norms=norms,
            warnings=tuple(warnings),
            to_fill="受诉法院所在地上一年度城镇居民人均消费支出",
        )
    spending = fen_of("年标准", spending_fen, least=1)
    parts = tuple(_spans(spending, shares))
    value = half_up(spending * sum((min(share, Fraction(1)) for share in shares), Fraction(0)))
    return Reckoning(
        name="被扶养人生活费",
        value=value,
        unit="fen",
        formula=f"{each}，程度{number(degree * 100)}%："
        + "＋".join(part.formula for part in parts)
        + f"＝{yuan(value)}元",
        inputs=(("上一年度城镇居民人均消费支出", f"{yuan(spending)}元"),),
        parts=parts,
        norms=norms,
        warnings=tuple(warnings),
    )


def _spans(spending: int, shares: list[Fraction]) -> list[Reckoning]:
    """Put years of the same share together."""
    parts, begin = list[Reckoning](), 0
    for year in range(1, len(shares) + 1):
        if year < len(shares) and shares[year] == shares[begin]:
            continue
        share, count = shares[begin], year - begin
        if share:
            over = "，合计超过一个年标准按一个" if share > 1 else ""
            counted = min(share, Fraction(1))
            parts.append(
                Reckoning(
                    name=f"第{begin + 1}至{year}年{over}",
                    value=half_up(spending * counted * count),
                    unit="fen",
                    formula=f"{yuan(spending)}元×{number(counted)}×{count}年",
                )
            )
        begin = year
    return parts
