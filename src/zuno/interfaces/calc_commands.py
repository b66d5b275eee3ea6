"""``zuno calc``: each calculation of the arithmetic engine, told with formula, inputs, law and tables.

Reads options, calls one function, prints. Sums are typed in yuan and printed
in yuan; JSON holds fen.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import click

from zuno.casework.arithmetic import allocation, damages, fees, injury, interest, labour, limits
from zuno.casework.arithmetic.reckoning import Reckoning, yuan
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, refusals
from zuno.interfaces.messages import Language, say
from zuno.knowledge.numbers import fold


def _yuan(value: str) -> int:
    """Read a sum in yuan, such as 120000, 120,000.50 or 12万, into fen."""
    text = fold(value).replace(",", "").strip().removesuffix("元")
    digits, times = text.removesuffix("万"), 10**6 if text.endswith("万") else 100
    if not re.fullmatch(r"\d{1,15}(?:\.\d{1,8})?", digits):
        raise click.BadParameter(f"“{value}”不是金额，写成 120000、120,000.50 或 12万")
    fen = Decimal(digits) * times
    if fen != int(fen):
        raise click.BadParameter(f"“{value}”不足一分的部分无法计算")
    return int(fen)


def _day(value: str) -> date:
    try:
        day = date.fromisoformat(fold(value).strip())
    except ValueError:
        raise click.BadParameter(f"“{value}”不是日期，写成 2024-03-10") from None
    if not 1900 <= day.year <= 2100:
        raise click.BadParameter(f"“{value}”的年份应在1900至2100之间")
    return day


def _number(value: str) -> Decimal:
    """Read a decimal number, with or without a percent sign."""
    text = fold(value).strip().removesuffix("%")
    if not re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text):
        raise click.BadParameter(f"“{value}”不是数，写成 14.8")
    return Decimal(text)


# What --help calls the values.
_yuan.__name__, _day.__name__, _number.__name__ = "YUAN", "DAY", "NUMBER"


def _joined(form: str, *types: Callable[[str], Any], least: int) -> Callable[[str], tuple[Any, ...]]:
    """Make a reader of values joined by colons, of which the first ``least`` must be there."""

    def read(value: str) -> tuple[Any, ...]:
        pieces = value.replace("：", ":").split(":")
        if not least <= len(pieces) <= len(types):
            raise click.BadParameter(f"“{value}”应写成 {form}")
        return tuple(kind(piece) for kind, piece in zip(types, pieces, strict=False))

    read.__name__ = form
    return read


_PAYMENT = _joined("DAY:YUAN", _day, _yuan, least=2)
_SPAN = _joined("DAY[:DAY]", _day, _day, least=1)
_PERSON = _joined("NAME:AGE[:KEEPERS]", str, int, int, least=2)
_DEBT = _joined(
    "NAME:DUE:PRINCIPAL[:INTEREST[:FEES[:SECURED[:RATE]]]]", str, _day, _yuan, _yuan, _yuan, _yuan, _number, least=3
)
_PER = click.Choice(["year", "month", "day"])

Command = Callable[..., Reckoning]


@click.group("calc")
def calc_group() -> None:
    """Sums and terms: interest, damages, labour, injury, fees, limitation."""


def _calculation(name: str) -> Callable[[Command], click.Command]:
    """Make a command of a function that takes the options and returns a reckoning."""

    def made(function: Command) -> click.Command:
        @functools.wraps(function)
        def run(*args: Any, as_json: bool, lang: str | None, **options: Any) -> None:
            language = chosen_language(lang)
            with refusals(language, as_json=as_json):
                told = function(*args, **options)
            if as_json:
                click.echo(json.dumps(_data(told), ensure_ascii=False, indent=1, default=str))
            else:
                click.echo("\n".join(_lines(told, language)))

        return calc_group.command(name)(JSON_OPTION(LANGUAGE_OPTION(run)))

    return made


def _conventions(function: Command) -> Command:
    """Add the options for conventions of interest, handed on as ``terms``."""

    @functools.wraps(function)
    def run(*args: Any, year_days: str, count: Any, rounding: Any, **options: Any) -> Reckoning:
        terms = interest.Terms(year_days=int(year_days), counting=count, rounding=rounding)
        return function(*args, terms=terms, **options)

    for option in (
        click.option("--year-days", type=click.Choice(["360", "365"]), default="365", help="Days of a year."),
        click.option("--count", type=click.Choice(["both", "first"]), default="both", help="Which end days count."),
        click.option(
            "--round",
            "rounding",
            type=click.Choice(["end", "each"]),
            default="end",
            help="Round once or each segment.",
        ),
    ):
        run = option(run)
    return run


_FROM = click.option("--from", "start", type=_day, help="First day.")
_TO = click.option("--to", "end", type=_day, help="Last day.")
_PAID = click.option("--paid", type=_PAYMENT, multiple=True, help="A payment, DAY:YUAN; may be given more than once.")
_RATE = click.option("--rate", type=_number, help="Rate in percent.")
_RATE_PER = click.option("--per", type=_PER, default="year", help="What the rate is for.")
_WAGE = click.option("--wage", type=_yuan, help="Monthly wage.")
_INTERRUPT = click.option("--interrupt", type=_SPAN, multiple=True, help="Day of an act that starts the period anew.")
_SUSPEND = click.option("--suspend", type=_SPAN, multiple=True, help="Obstacle, first and last day.")


def _payments(paid: tuple[tuple[date, int], ...]) -> tuple[interest.Payment, ...]:
    return tuple(interest.Payment(on=on, fen=fen) for on, fen in paid)


def _rate(rate: Decimal | None, per: Any) -> interest.Rate | None:
    return None if rate is None else interest.Rate(percent=rate, per=per)


@_calculation("interest")
@click.option("--principal", type=_yuan, help="Sum that bears interest.")
@_FROM
@_TO
@_RATE
@_RATE_PER
@_PAID
@click.option("--formed", type=_day, help="Day the loan was formed; its LPR makes the cap.")
@click.option("--filed", type=_day, help="Day of filing; needed for a loan formed before 2020-08-20.")
@click.option("--no-cap", is_flag=True, help="No private loan: the cap of four times the LPR does not apply.")
@_conventions
def interest_command(
    principal: int | None,
    start: date | None,
    end: date | None,
    rate: Decimal | None,
    per: str,
    paid: tuple[tuple[date, int], ...],
    formed: date | None,
    filed: date | None,
    *,
    no_cap: bool,
    terms: interest.Terms,
) -> Reckoning:
    """Interest at an agreed rate, in segments, under the cap of private lending."""
    return interest.agreed_interest(
        principal,
        start,
        end,
        _rate(rate, per),
        payments=_payments(paid),
        private_loan=not no_cap,
        formed_on=formed,
        filed_on=filed,
        terms=terms,
    )


@_calculation("overdue")
@click.option("--principal", type=_yuan, help="Sum overdue.")
@_FROM
@_TO
@click.option("--basis", type=click.Choice(["fixed", "floating"]), default="fixed", help="LPR of which day.")
@click.option("--times", type=_number, default="1", help="Factor on the rate.")
@_PAID
@_conventions
def overdue_command(
    principal: int | None,
    start: date | None,
    end: date | None,
    basis: Any,
    times: Decimal,
    paid: tuple[tuple[date, int], ...],
    *,
    terms: interest.Terms,
) -> Reckoning:
    """Interest at the LPR where no rate was agreed; the benchmark rate before 2019-08-20."""
    return interest.market_interest(
        principal, start, end, basis=basis, times=times, payments=_payments(paid), terms=terms
    )


@_calculation("allocate")
@click.option("--payment", type=_yuan, help="What was paid.")
@click.option("--fees", type=_yuan, default="0", help="Costs of enforcing the claim.")
@click.option("--interest", type=_yuan, help="Interest due.")
@click.option("--principal", type=_yuan, help="Principal due.")
@click.option("--order", default="fees,interest,principal", help="Order as agreed, joined by commas.")
def allocate_command(
    payment: int | None, fees: int, interest: int | None, principal: int | None, order: str
) -> Reckoning:
    """Set a payment against fees, interest and principal."""
    heads: Any = tuple(order.split(","))
    return allocation.allocate(payment, principal_fen=principal, interest_fen=interest, fees_fen=fees, order=heads)


@_calculation("allocate-debts")
@click.option("--payment", type=_yuan, help="What was paid.")
@click.option("--on", type=_day, help="Day of the payment.")
@click.option("--debt", type=_DEBT, multiple=True, help=f"A debt, {_DEBT.__name__}.")
@click.option("--designated", multiple=True, help="Name of a debt that the debtor designated.")
def allocate_debts_command(
    payment: int | None, on: date | None, debt: tuple[tuple[Any, ...], ...], designated: tuple[str, ...]
) -> Reckoning:
    """Set a payment against several debts."""
    keys = ("name", "due", "principal_fen", "interest_fen", "fees_fen", "secured_fen", "burden_percent")
    debts = tuple(allocation.Debt(**dict(zip(keys, values, strict=False))) for values in debt)
    return allocation.allocate_between(payment, debts, on=on, designated=designated)


@_calculation("damages")
@click.option("--agreed", type=_yuan, help="Liquidated damages as they come out.")
@click.option("--base", type=_yuan, help="Or: the sum on which the clause reckons.")
@_FROM
@_TO
@_RATE
@_RATE_PER
@click.option("--loss", type=_yuan, help="The loss proved.")
def damages_command(
    agreed: int | None,
    base: int | None,
    start: date | None,
    end: date | None,
    rate: Decimal | None,
    per: str,
    loss: int | None,
) -> Reckoning:
    """Compare liquidated damages with 130 % of the loss."""
    if agreed is None and base is not None:
        by_rate = damages.agreed_by_rate(base, start, end, _rate(rate, per))
        agreed = by_rate.value if isinstance(by_rate.value, int) else None
    return damages.liquidated_damages(agreed, loss)


@_calculation("price-loss")
@click.option("--price", type=_yuan, help="Price overdue.")
@_FROM
@_TO
@click.option("--uplift", type=_number, help="Percent added to the rate, 30 to 50.")
@_PAID
@_conventions
def price_loss_command(
    price: int | None,
    start: date | None,
    end: date | None,
    uplift: Decimal | None,
    paid: tuple[tuple[date, int], ...],
    *,
    terms: interest.Terms,
) -> Reckoning:
    """Loss by a price paid late, where no damages were agreed."""
    return damages.overdue_price(price, start, end, uplift_percent=uplift, payments=_payments(paid), terms=terms)


@_calculation("severance")
@_FROM
@_TO
@_WAGE
@click.option("--local-average", type=_yuan, help="Local average monthly wage of the year before.")
@click.option("--local-minimum", type=_yuan, help="Local minimum monthly wage.")
@click.option("--unlawful", is_flag=True, help="Twice as much, for an unlawful end.")
def severance_command(
    start: date | None,
    end: date | None,
    wage: int | None,
    local_average: int | None,
    local_minimum: int | None,
    *,
    unlawful: bool,
) -> Reckoning:
    """Compensation for the end of employment, N or 2N."""
    return labour.severance(
        start, end, wage, local_average_fen=local_average, local_minimum_fen=local_minimum, unlawful=unlawful
    )


@_calculation("overtime")
@_WAGE
@click.option("--workday", type=_number, default="0", help="Hours on working days.")
@click.option("--restday", type=_number, default="0", help="Hours on rest days without time off in lieu.")
@click.option("--holiday", type=_number, default="0", help="Hours on statutory holidays.")
def overtime_command(wage: int | None, workday: Decimal, restday: Decimal, holiday: Decimal) -> Reckoning:
    """Pay for overtime."""
    return labour.overtime(wage, workday_hours=workday, restday_hours=restday, holiday_hours=holiday)


@_calculation("leave")
@_WAGE
@click.option("--years", type=int, help="Full years worked in all.")
@click.option("--taken", type=int, default=0, help="Days of leave taken this year.")
@click.option("--days-in-year", type=int, help="Calendar days employed in the year of leaving.")
@click.option("--unpaid", is_flag=True, help="Normal pay of those days was not given: three parts instead of two.")
def leave_command(
    wage: int | None, years: int | None, taken: int, days_in_year: int | None, *, unpaid: bool
) -> Reckoning:
    """Pay for annual leave not taken."""
    return labour.unused_leave(
        wage, worked_years=years, taken_days=taken, days_in_year=days_in_year, normal_pay_given=not unpaid
    )


@_calculation("double-wage")
@_FROM
@_TO
@click.option("--wage", type=_yuan, multiple=True, help="Monthly wage; once for all months, or once a month in order.")
@click.option("--signed", type=_day, help="Day a written contract was made up.")
@click.option("--worked-days", type=int, help="Days worked in the last part month.")
def double_wage_command(
    start: date | None, end: date | None, wage: tuple[int, ...], signed: date | None, worked_days: int | None
) -> Reckoning:
    """The second wage for work without a written contract."""
    return labour.double_wage(start, end, wage, signed_on=signed, worked_days=worked_days)


@_calculation("labour-limit")
@click.option("--known", type=_day, help="Day the infringement was known.")
@click.option("--ended", type=_day, help="Last day of employment.")
@click.option("--wages", is_flag=True, help="The claim is for pay in arrears.")
@click.option("--interrupt", type=_day, multiple=True, help="Day of an act that starts the year anew.")
@click.option("--suspend", type=_SPAN, multiple=True, help="Obstacle, first and last day.")
def labour_limit_command(
    known: date | None,
    ended: date | None,
    interrupt: tuple[date, ...],
    suspend: tuple[tuple[date, ...], ...],
    *,
    wages: bool,
) -> Reckoning:
    """The last day to apply for labour arbitration."""
    halts = tuple(labour.Halt(first=span[0], last=span[-1]) for span in suspend)
    claim = "wages" if wages else "other"
    return labour.arbitration_limit(known, claim=claim, ended_on=ended, interruptions=interrupt, halts=halts)


@_calculation("bills")
@click.option("--kind", type=click.Choice(["medical", "travel"]), default="medical", help="What the bills are for.")
@click.option("--bill", type=_yuan, multiple=True, help="Sum of a bill; may be given more than once.")
@click.option("--future", type=_yuan, default="0", help="Later treatment that is certain to come.")
def bills_command(kind: str, bill: tuple[int, ...], future: int) -> Reckoning:
    """Medical costs or travel, by the bills."""
    return injury.receipts("医疗费" if kind == "medical" else "交通费", bill, future_fen=future)


@_calculation("lost-income")
@click.option("--days", type=int, help="Days off work.")
@click.option("--loss", type=_yuan, help="What a fixed income really lost.")
@click.option("--year", type=_yuan, multiple=True, help="Income of one of the last three years; three times.")
@click.option("--trade", type=_yuan, help="Local yearly average wage of the trade.")
def lost_income_command(days: int | None, loss: int | None, year: tuple[int, ...], trade: int | None) -> Reckoning:
    """Lost income."""
    return injury.lost_income(days, actual_loss_fen=loss, three_years_fen=year, trade_year_fen=trade)


@_calculation("daily")
@click.argument("kind", type=click.Choice(["nursing", "nutrition", "meals"]), metavar="KIND")
@click.option("--days", type=int, help="Days.")
@click.option("--rate", type=_yuan, help="Local day rate in yuan.")
@click.option("--persons", type=int, default=1, help="How many nurse.")
def daily_command(kind: Any, days: int | None, rate: int | None, persons: int) -> Reckoning:
    """Nursing, nutrition, or meals in hospital."""
    return injury.daily(kind, days, rate, persons=persons)


def _age(age: int | None, born: date | None, on: date | None) -> int | None:
    return injury.age_on(born, on) if age is None and born is not None else age


_AGE = click.option("--age", type=int, help="Full years of age.")
_BORN = click.option("--born", type=_day, help="Or: day of birth.")
_ON = click.option("--on", type=_day, help="With --born: day on which the age counts.")
_INCOME = click.option("--income", type=_yuan, help="Local disposable income per head of the year before.")


@_calculation("disability")
@_AGE
@_BORN
@_ON
@_INCOME
@click.option("--grade", type=int, help="Grade of disability, 1 to 10.")
@click.option("--percent", type=_number, help="Or: degree in percent.")
def disability_command(
    age: int | None,
    born: date | None,
    on: date | None,
    income: int | None,
    grade: int | None,
    percent: Decimal | None,
) -> Reckoning:
    """Compensation for disability."""
    return injury.disability(_age(age, born, on), income, grade=grade, percent=percent)


@_calculation("death")
@_AGE
@_BORN
@_ON
@_INCOME
def death_command(age: int | None, born: date | None, on: date | None, income: int | None) -> Reckoning:
    """Compensation for death."""
    return injury.death(_age(age, born, on), income)


@_calculation("funeral")
@click.option("--wage", type=_yuan, help="Local average monthly wage of the year before.")
def funeral_command(wage: int | None) -> Reckoning:
    """Funeral costs."""
    return injury.funeral(wage)


@_calculation("dependants")
@click.option("--person", type=_PERSON, multiple=True, help=f"A dependant, {_PERSON.__name__}.")
@click.option("--spending", type=_yuan, help="Local consumption per head of the year before.")
@click.option("--percent", type=_number, help="How far the ability to work is lost; 100 for a death.")
def dependants_command(person: tuple[tuple[Any, ...], ...], spending: int | None, percent: Decimal | None) -> Reckoning:
    """What dependants need to live."""
    keys = ("name", "age", "keepers")
    people = tuple(injury.Dependant(**dict(zip(keys, values, strict=False))) for values in person)
    return injury.dependants(people, spending, percent=percent)


@_calculation("fee")
@click.argument("kind", type=click.Choice(fees.KINDS), metavar="KIND")
@click.option("--sum", "asked", type=_yuan, help="Sum claimed, property to divide, or damages.")
@click.option("--local", type=_yuan, help="The province's standard within the range.")
@click.option("--halved", type=click.Choice(fees.HALVINGS), multiple=True, help="A ground of halving.")
def fee_command(kind: Any, asked: int | None, local: int | None, halved: Any) -> Reckoning:
    """The court's fee for hearing a case."""
    return fees.acceptance_fee(kind, asked, local_fen=local, halved=halved)


@_calculation("preservation")
@click.option("--sum", "asked", type=_yuan, help="What is actually preserved.")
def preservation_command(asked: int | None) -> Reckoning:
    """The court's fee for preserving property."""
    return fees.preservation_fee(asked)


@_calculation("limitation")
@click.option("--from", "start", type=_day, help="Day the right was known to be harmed, or performance fell due.")
@click.option("--years", type=int, default=3, help="Length of the period.")
@_INTERRUPT
@_SUSPEND
@click.option("--harmed", type=_day, help="Day of the harm, for the twenty years.")
@click.option("--filed", type=_day, help="Day of filing.")
def limitation_command(
    start: date | None,
    years: int,
    interrupt: tuple[tuple[date, ...], ...],
    suspend: tuple[tuple[date, ...], ...],
    harmed: date | None,
    filed: date | None,
) -> Reckoning:
    """The last day of limitation."""
    return limits.limitation(
        start,
        years=years,
        interruptions=tuple(limits.Interruption(on=span[0], again_from=span[-1]) for span in interrupt),
        suspensions=tuple(
            limits.Suspension(first=span[0], last=span[1] if len(span) > 1 else None) for span in suspend
        ),
        harmed_on=harmed,
        filed_on=filed,
    )


@_calculation("guarantee")
@click.option("--due", type=_day, help="Day the debt fell due.")
@click.option("--kind", type=click.Choice(["general", "joint"]), help="Kind of guarantee.")
@click.option("--months", type=int, help="Period agreed, in months.")
@click.option("--until", type=_day, help="Last day agreed.")
@click.option("--unclear", is_flag=True, help="Words such as 直至还清, which count as unclear.")
@click.option("--contract", type=_day, help="Day of the guarantee contract.")
@click.option("--claimed", type=_day, help="Day the creditor claimed or sued.")
def guarantee_command(
    due: date | None,
    kind: Any,
    months: int | None,
    until: date | None,
    contract: date | None,
    claimed: date | None,
    *,
    unclear: bool,
) -> Reckoning:
    """The last day of the guarantee period."""
    return limits.guarantee_period(
        due,
        kind=kind,
        agreed_months=months,
        agreed_end=until,
        unclear=unclear,
        contract_on=contract,
        claimed_on=claimed,
    )


_ABROAD = click.option("--abroad", is_flag=True, help="A party without domicile in China.")


@_calculation("answer")
@click.option("--received", type=_day, help="Day the complaint was received.")
@_ABROAD
def answer_command(received: date | None, *, abroad: bool) -> Reckoning:
    """The last day to answer a complaint."""
    return limits.answer_deadline(received, abroad=abroad)


@_calculation("appeal")
@click.option("--served", type=_day, help="Day of service.")
@click.option("--ruling", is_flag=True, help="A ruling, not a judgment.")
@_ABROAD
def appeal_command(served: date | None, *, ruling: bool, abroad: bool) -> Reckoning:
    """The last day to appeal."""
    return limits.appeal_deadline(served, ruling=ruling, abroad=abroad)


@_calculation("evidence")
@click.option("--notified", type=_day, help="Day from which the court's term runs.")
@click.option(
    "--procedure",
    type=click.Choice(["ordinary", "second_instance", "simplified", "small"]),
    default="ordinary",
    help="Procedure, for the bounds of the term.",
)
@click.option("--days", type=int, help="Term set by the court.")
@click.option("--by-notice", is_flag=True, help="Service by public notice.")
def evidence_command(notified: date | None, procedure: Any, days: int | None, *, by_notice: bool) -> Reckoning:
    """The last day to bring evidence."""
    return limits.evidence_deadline(notified, procedure=procedure, days=days, by_notice=by_notice)


# --- what is told -----------------------------------------------------------------------------------------------


def _data(told: Reckoning) -> dict[str, Any]:
    return {
        "name": told.name,
        "value": told.value,
        "unit": told.unit,
        "to_fill": told.to_fill,
        "formula": told.formula,
        "inputs": [{"name": name, "value": value} for name, value in told.inputs],
        "parts": [_data(part) for part in told.parts],
        "norms": told.norms,
        "rows": [
            {"table": r.table, "since": r.since, "value": r.value, "source": r.source, "verified": r.verified}
            for r in told.rows
        ],
        "warnings": told.warnings,
    }


def _lines(told: Reckoning, language: Language) -> list[str]:
    lines = [_headline(told, language), say("calc_formula", language, text=told.formula)]
    if told.inputs:
        words = "；".join(f"{name} {value}" for name, value in told.inputs)
        lines.append(say("calc_inputs", language, text=words))
    lines += [f"  {_headline(part, language)}  {part.formula}" for part in told.parts]
    for row in told.rows:
        mark = say("calc_verified" if row.verified else "calc_unverified", language)
        lines.append(
            say("calc_row", language, table=row.table, since=row.since, value=row.value, source=row.source, mark=mark)
        )
    for norm in told.norms:
        law, _sign, rest = norm.partition("#")
        article, _bar, anchor = rest.partition("|")
        lines.append(say("calc_norm", language, law=law, article=article, anchor=anchor))
    return lines + [say("calc_warning", language, text=text) for text in told.warnings]


def _headline(told: Reckoning, language: Language) -> str:
    if told.value is None:
        value = say("calc_to_fill", language, what=told.to_fill)
    elif told.unit == "fen" and isinstance(told.value, int):
        value = say("calc_yuan", language, sum=yuan(told.value))
    else:
        value = str(told.value)
    return f"{told.name}：{value}"
