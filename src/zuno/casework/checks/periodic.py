"""What is owed for a span of time at a price per month: the rent of a house, the fee of a property service."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from zuno.casework import forms
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome
from zuno.casework.checks.property_service import signed_for_the_owners
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Strength
from zuno.casework.periods import add_months, days_between
from zuno.casework.records import Claim, Side
from zuno.casework.sources import Source
from zuno.knowledge.records import DateFact, MoneyFact, Transfer

_MONTH = r"(?:个)?月"
_PER_MONTH = re.compile(rf"月(?:租金?|房租|服务费|物业费)?[^，。；\n\d]{{0,8}}$|每{_MONTH}[^，。；\n\d]{{0,8}}$")
_MONTHLY = re.compile(rf"^[）)整]{{0,2}}\s*(?:[/／]|每)\s*{_MONTH}")
_PER_QUARTER, _QUARTERLY = re.compile(r"季(?:度)?(?:租金?)?[^，。；\n\d]{0,8}$"), re.compile(r"^\s*(?:[/／]|每)\s*季")
_PER_YEAR, _YEARLY = re.compile(r"年(?:租金|租)?[^，。；\n\d月]{0,8}$"), re.compile(r"^\s*(?:[/／]|每)\s*年")
_RENT = re.compile(r"租")
_AREA_UNIT = r"(?:㎡|m2|m²|平方?米?|建筑(?:面积)?平方米)"
_PER_AREA = re.compile(rf"{_AREA_UNIT}[^，。；\n\d]{{0,8}}$", re.IGNORECASE)
_BY_AREA = re.compile(
    rf"^[）)]?\s*(?:[/／]|每)\s*(?:{_MONTH}\s*[·•./／每]?\s*)?(?:每)?(?:建筑)?{_AREA_UNIT}", re.IGNORECASE
)
_SQUARE_METRES = re.compile(r"㎡|m2|m²|平方米|平米|平方", re.IGNORECASE)
_UNPAID = re.compile(r"欠|未交|未付|没交|没付|未缴|没缴|拖")
_NOT_RENT = re.compile(r"押金|保证金|[水电]费|燃气|网费|物业|停车|维修|垃圾")
_NOT_FEE = re.compile(r"停车|车位|[水电]费|装修|押金|维修资金|暖气|供暖")
_AREA_PAPERS = ("property_certificate", "sale_contract", "handover_note")
_BINDING = ("lease_contract", "contract", "statement_of_account")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Price:
    """What one month costs, with the place it comes from."""

    fen: Decimal
    words: str
    source: Source
    fact: MoneyFact


def rent_owed(matter: Matter) -> Outcome:
    """The rent claimed is the rent of the lease for the months pleaded, less what the records show as paid."""
    return _owed(matter, list(_rents(matter)), _NOT_RENT)


def fee_owed(matter: Matter) -> Outcome:
    """The property fee claimed is unit price × area × months pleaded, less what the records show as paid."""
    return _owed(matter, list(_fees(matter)), _NOT_FEE)


def _owed(matter: Matter, prices: list[_Price], other_purpose: re.Pattern[str]) -> Outcome:
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C1" and claim.amount_fen), None)
    span = _span(matter, claim) if claim else None
    if claim is None or claim.amount_fen is None or span is None or not prices:
        return SILENT
    wanted, (start, end) = Decimal(claim.amount_fen), span
    paid = [
        (source, move)
        for source, move in matter.moves(matter.cast.other(claim.claimant), claim.claimant)
        if _in_span(matter, source, move, start) and not other_purpose.search(_row(source, move))
    ]
    settled = sum(move.fen for _source, move in paid)
    base = tuple(_term(matter, price, claim.claimant) for price in prices[:2])
    fitting = [price for price in prices if _fits(wanted, price.fen, start, end, settled)]
    if fitting:
        why = _formula(fitting[0], start, end, settled)
        last = [_payment(source, move, matter) for source, move in _last_before(matter, claim, start, other_purpose)]
        items = (_term(matter, fitting[0], claim.claimant), *last, *(_payment(*one, matter) for one in paid))
        return Outcome(verdict="carried", rule="reckoned_by_the_month", why=f"{why}，与请求一致", items=items)
    full = next((price for price in prices if _fits(wanted, price.fen, start, end, 0)), None)
    if full and paid:
        days = "、".join(f"{move.date}付{yuan(move.fen)}元" for _source, move in paid[:3])
        return Outcome(
            verdict="doubtful",
            rule="payment_not_deducted",
            why=f"{days}，请求未扣；扣除后为{yuan(claim.amount_fen - settled)}元",
            items=(*(_payment(*one, matter) for one in paid), *base),
        )
    low, high = _bounds(min(price.fen for price in prices), max(price.fen for price in prices), start, end, settled)
    if len(prices) > 1 and low <= wanted <= high:
        return Outcome(
            verdict="carried", rule="reckoned_by_the_month", why="请求在约定各期标准计算的范围内", items=base
        )
    return Outcome(
        verdict="doubtful",
        rule="figure_differs",
        why=f"{_formula(prices[0], start, end, settled)}，请求{yuan(claim.amount_fen)}元，差额待证",
        items=(*base, *(_payment(*one, matter) for one in paid)),
    )


def _span(matter: Matter, claim: Claim) -> tuple[date, date] | None:
    """The first and last day that a head of relief names, else a sentence that says what was not paid; or None."""
    complaint = matter.complaint
    if complaint is None or claim.quote is None:
        return None
    at = claim.quote.start
    relief = next((item for item in complaint.relief if item.start <= at < item.end), None)
    places = [(relief.start, relief.end)] if relief else []
    text = complaint.source.text
    places += [place for place in complaint.source.sentences if _UNPAID.search(text[slice(*place)])]
    for start, end in places:
        days = list(_days([fact for fact in complaint.source.dates if start <= fact.start < end]))
        if len(days) >= 2 and days[0][0] < days[-1][1]:
            return days[0][0], days[-1][1]
    return None


def _days(named: Iterable[DateFact]) -> Iterator[tuple[date, date]]:
    """The first and last day of each date named; a month without a year is of the year before it."""
    year: int | None = None
    for fact in named:
        year = fact.year or year
        if fact.value:
            yield fact.value, fact.value
        elif year and fact.month and fact.day is None:
            first = date(year if year > 99 else 2000 + year, fact.month, 1)
            yield first, add_months(first, 1) - timedelta(days=1)


def _months(start: date, end: date) -> tuple[int, int]:
    """Whole months and the days that remain, both ends counted."""
    months = 0
    while add_months(start, months + 1) - timedelta(days=1) <= end:
        months += 1
    return months, days_between(add_months(start, months), end)


def _bounds(low: Decimal, high: Decimal, start: date, end: date, settled: int) -> tuple[Decimal, Decimal]:
    """What the span may cost: a single day is a 31st to a 28th of a month, as the parties reckon it."""
    months, days = _months(start, end)
    slack = 100
    return low * months + low * days / 31 - settled - slack, high * months + high * days / 28 - settled + slack


def _fits(wanted: Decimal, price: Decimal, start: date, end: date, settled: int) -> bool:
    low, high = _bounds(price, price, start, end, settled)
    return low <= wanted <= high


def _formula(price: _Price, start: date, end: date, settled: int) -> str:
    months, days = _months(start, end)
    rest = f"零{days}天" if days else ""
    less = f"，减已付{yuan(settled)}元" if settled else ""
    return f"{price.words}，{start}至{end}计{months}个月{rest}{less}"


def _rents(matter: Matter) -> Iterator[_Price]:
    """The prices per month that leases name, a quarter's or a year's divided."""
    for source in matter.of_kind("lease_contract", "contract"):
        for fact in source.money:
            before = source.text[max(0, fact.start - 24) : fact.start]
            after = source.text[fact.end : fact.end + 8]
            line = source.text[source.text.rfind("\n", 0, fact.start) + 1 : fact.start]
            if not _RENT.search(line[-40:]) or _NOT_RENT.search(before):
                continue
            for months, ahead, behind in (
                (1, _PER_MONTH, _MONTHLY),
                (3, _PER_QUARTER, _QUARTERLY),
                (12, _PER_YEAR, _YEARLY),
            ):
                if behind.search(after) or (ahead.search(before) and not re.match(r"\s*[/／每]", after)):
                    words = f"月租金{yuan(round(Decimal(fact.fen) / months))}元"
                    yield _Price(fen=Decimal(fact.fen) / months, words=words, source=source, fact=fact)
                    break


def _fees(matter: Matter) -> Iterator[_Price]:
    """Prices per month: unit price × area, or a monthly sum that is named."""
    areas = _areas(matter)
    for source in matter.of_kind("contract", "ledger", "statement_of_account", "letter", "price_filing"):
        for fact in source.money:
            before = source.text[max(0, fact.start - 24) : fact.start]
            after = source.text[fact.end : fact.end + 14]
            if _BY_AREA.search(after) or _PER_AREA.search(before):
                for area in areas:
                    words = f"{yuan(fact.fen)}元/㎡×{area}㎡"
                    yield _Price(fen=fact.fen * area, words=words, source=source, fact=fact)
            elif source.kind != "letter" and (_MONTHLY.search(after) or _PER_MONTH.search(before)):
                yield _Price(fen=Decimal(fact.fen), words=f"每月{yuan(fact.fen)}元", source=source, fact=fact)


def _areas(matter: Matter) -> list[Decimal]:
    """The floor area: by the register, the purchase or the hand-over, else by other papers, else as pleaded."""
    for kinds in (_AREA_PAPERS, ("contract", "ledger", "statement_of_account", "letter"), ("complaint",)):
        found = [
            fact.value
            for source in matter.of_kind(*kinds)
            for fact in source.quantities
            if _SQUARE_METRES.match(fact.unit)
        ]
        if found:
            return list(dict.fromkeys(found))[:6]
    return []


def _term(matter: Matter, price: _Price, claimant: Side) -> Item:
    """The clause that names the price, as strong as its paper binds the other side."""
    source, fact = price.source, price.fact
    quote = source.quote(*source.sentence_at(fact.start))
    if source.document.format in ("xlsx", "csv"):
        quote = source.quote_cell(fact.start, fact.end)
    voice = matter.voices[source.file]
    bound = voice.form == "record" or voice.who in (matter.cast.other(claimant), "both")
    bound = bound or (source.kind == "contract" and signed_for_the_owners(matter, source))
    copied = bound and source.kind in _BINDING and forms.missing_original(matter, source) is not None
    strength: Strength = "direct" if copied else "conclusive" if bound else "corroborating"
    return Item(quote=quote, strength=strength, how="instrument", flaw="copy_without_original" if copied else "")


def _payment(source: Source, move: Transfer, matter: Matter) -> Item:
    quote = source.quote_cell(move.start, move.amount_end)
    return Item(quote=quote, strength="corroborating", how="record")


def _row(source: Source, move: Transfer) -> str:
    return source.text[move.start : move.end]


def _in_span(matter: Matter, source: Source, move: Transfer, start: date) -> bool:
    """Whether a payment falls into the span claimed, for no earlier month, and no word of the complaint counts it."""
    if move.date is None or move.date < start or (matter.filing_date and move.date > matter.filing_date):
        return False
    told = {fact.value for fact in matter.complaint.source.dates} if matter.complaint else set[date | None]()
    memo = source.text[move.memo_start : move.memo_end]
    earlier = re.search(r"(?<!\d)(\d{1,2})月", memo)
    if earlier and 1 <= int(earlier[1]) <= 12 and move.date.month != int(earlier[1]):
        named = date(move.date.year - (int(earlier[1]) > move.date.month), int(earlier[1]), 1)
        if named < start.replace(day=1):
            return False
    return move.date not in told


def _last_before(
    matter: Matter, claim: Claim, start: date, other_purpose: re.Pattern[str]
) -> list[tuple[Source, Transfer]]:
    """The last recorded payment before the span: from then on nothing was paid."""
    moves = [
        (source, move)
        for source, move in matter.moves(matter.cast.other(claim.claimant), claim.claimant)
        if move.date and move.date < start and not other_purpose.search(_row(source, move))
    ]
    return sorted(moves, key=lambda one: one[1].date or start)[-1:]
