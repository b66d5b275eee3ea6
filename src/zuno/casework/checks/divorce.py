"""Checks on divorce: living apart, the other's income, whether a paper stands for each asset, when it was bought.

What a fair share or a fair sum is, is not asked here.
"""

from __future__ import annotations

import re
from datetime import date

from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.figures import signing_day
from zuno.casework.matter import Matter
from zuno.casework.periods import after
from zuno.casework.records import Quote, Side
from zuno.casework.sources import Source

_NOT_GRANTED = re.compile(r"不准(?:予)?[^，。；\n]{0,24}离婚|驳回[^，。；\n]{0,24}离婚")
_APART = re.compile(r"分居|分开(?:住|生活|居住)|搬(?:离|出|到|走|回)|独自(?:居住|租住|生活)|未共同(?:生活|居住)")
_INCOME = re.compile(r"(?:工资|收入|薪|代发|应发|实发|缴费基数|缴存基数|年薪|奖金)")


def lived_apart(matter: Matter) -> Outcome:
    """Living apart: a year after a judgment that refused divorce, or as the complaint alone tells it.

    Source: 民法典 art. 1079.
    """
    pointers = _living_apart(matter)
    for source in matter.of_kind("judgment"):
        refused = _NOT_GRANTED.search(source.text)
        given = signing_day(source)
        if not refused or given is None or given.value is None:
            continue
        quotes = [source.quote(*source.sentence_at(refused.start()))]
        passed = matter.filing_date is not None and after(given.value, (1, 0, 0)) <= matter.filing_date
        if passed and pointers:
            return Outcome(
                verdict="carried",
                rule="apart_after_judgment",
                why=f"{given.value}判决不准离婚，其后分居满一年",
                items=items_of([*quotes, *pointers[:3]], strength="direct"),
            )
        return Outcome(verdict="silent", items=items_of([*quotes, *pointers[:2]], strength="corroborating"))
    if not pointers and _told_apart(matter):
        return Outcome(verdict="carried", rule="pleaded_only", from_pleading=True)
    return SILENT


def _told_apart(matter: Matter) -> bool:
    return matter.complaint is not None and bool(_APART.search(matter.complaint.source.text))


def _living_apart(matter: Matter) -> list[Quote]:
    """Where papers or the other side's messages point to living apart."""
    found: list[Quote] = []
    other = matter.cast.other("plaintiff")
    for statement in matter.acts("separated", who=(other, "both", "neutral")):
        if statement.source.kind != "judgment" and statement.mood == "said":
            found.append(statement.source.quote(*statement.sentence))
    for source in matter.of_kind("lease_contract"):
        if any(name in source.text for side in ("plaintiff", "defendant") for name in matter.cast.names(side)):
            first = source.dates[:1]
            found += [source.quote(*source.sentence_at(fact.start)) for fact in first]
    for source in matter.of_kind("certificate"):
        if match := _APART.search(source.text):
            found.append(source.quote(*source.sentence_at(match.start())))
    return found


def income_of_the_other(matter: Matter) -> Outcome:
    """Papers that name the other side and speak of its income; a support above half of it is doubtful.

    Source: 婚姻家庭编解释（一） art. 49.
    """
    other = matter.cast.other("plaintiff")
    kinds = ("certificate", "payslip", "bank_statement", "social_insurance", "labour_contract", "payment_record")
    places = [
        (source, quote)
        for source in matter.of_kind(*kinds)
        if _about(matter, source, other) and (quote := _income_line(source)) is not None
    ]
    if not places:
        return SILENT
    quotes = [quote for _source, quote in places[:4]]
    monthly = max((fen for source, _quote in places for fen in _monthly(source)), default=0)
    asked = _support(matter)
    if monthly and asked and asked * 2 > monthly:
        why = f"材料载月收入{yuan(monthly)}元，请求每月{yuan(asked)}元，超过一半"
        return Outcome(verdict="doubtful", rule="figure_differs", why=why, items=items_of(quotes, strength="direct"))
    return Outcome(
        verdict="carried", rule="income_on_paper", why="有对方收入的材料", items=items_of(quotes, "record", "direct")
    )


def _about(matter: Matter, source: Source, side: Side) -> bool:
    """Whether a paper is about this side: it names it and not the other side before it."""
    places = {
        own: min((at for name in matter.cast.names(own) if (at := source.text.find(name)) >= 0), default=-1)
        for own in ("plaintiff", "defendant")
    }
    mine, theirs = places[side], places[matter.cast.other(side)]
    return mine >= 0 and (theirs < 0 or mine < theirs)


def _income_line(source: Source) -> Quote | None:
    paid = [item for item in source.transfers if item.memo and _INCOME.search(item.memo)]
    if paid:
        return source.quote_cell(paid[-1].amount_start, paid[-1].amount_end)
    for match in _INCOME.finditer(source.text):
        start, end = source.sentence_at(match.start())
        if re.search(r"\d", source.text[start:end]):
            return source.quote(start, end)
    match = _INCOME.search(source.text)
    return (
        source.quote_cell(match.start(), match.end()) if match and source.document.format in ("xlsx", "csv") else None
    )


def _monthly(source: Source) -> list[int]:
    return [item.fen for item in source.transfers if item.memo and _INCOME.search(item.memo)] or [
        fact.fen
        for fact in source.money
        if re.search(
            r"月(?:均|平均)?(?:收入|工资|薪|应发|实发|总收入)?[^，。；\n\d年]{0,10}$", source.text[: fact.start][-20:]
        )
    ]


def _support(matter: Matter) -> int | None:
    """What is asked for each month."""
    if matter.complaint is None:
        return None
    source = matter.complaint.source
    start, end = matter.complaint.relief_span
    for fact in source.money:
        if start <= fact.start < end and re.search(r"每(?:个)?月[^，。；\n]{0,24}$", source.text[start : fact.start]):
            return fact.fen
    return None


# --- property ---------------------------------------------------------------------------------------------------

_ASSETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "房屋": (r"房(?:屋|产|子)?|住宅|不动产|商铺", ("property_certificate", "sale_contract", "judgment")),
    "车辆": (r"车(?:辆|子)?(?!间|站|库|位)|轿车|SUV", ("property_certificate", "insurance_policy", "sale_contract")),
    "存款": (r"存款|银行(?:账户|卡)|余额|理财|基金|股票", ("bank_statement", "bank_receipt", "payment_record")),
    "公积金": (r"公积金", ("social_insurance", "bank_statement")),
    "股权": (r"股权|股份|公司|出资", ("business_registry", "resolution", "contract")),
    "保险": (r"保险|保单", ("insurance_policy",)),
}
_PAPER_WORDS = {
    "房屋": r"房|坐落|不动产",
    "车辆": r"车|号牌",
    "存款": r"余额|存款|账户|户名|理财",
    "公积金": r"公积金",
    "股权": r"股东|出资|股权",
    "保险": r"保险",
}
_VALUE = re.compile(r"评估|估价|现值|市(?:场)?价|市值|成交价|总价|价税合计|价值")


def assets_shown(matter: Matter) -> Outcome:
    """Whether a paper stands for each asset that is to be divided, and for the value on which a sum is asked."""
    words = "；".join(claim.text for claim in matter.claims if claim.pack_claim == "C3")
    wanted = [name for name, (pattern, _kinds) in _ASSETS.items() if re.search(pattern, words)]
    if not wanted and matter.complaint:
        text = matter.complaint.source.text[slice(*matter.complaint.facts_span)]
        wanted = [name for name, (pattern, _kinds) in _ASSETS.items() if re.search(pattern, text) and name != "保险"]
    papers = {name: _papers_of(matter, name) for name in wanted}
    quotes = [quote for found in papers.values() for quote in found[:2]]
    if not quotes:
        return SILENT
    if lacking := [name for name, found in papers.items() if not found]:
        why = f"{'、'.join(lacking)}没有权属或者数额的材料"
        return Outcome(verdict="doubtful", rule="asset_without_paper", why=why, items=items_of(quotes))
    if "房屋" in wanted and re.search(r"(?:折价|补偿)[^，。；]{0,24}\d", words):
        value = _value_of_home(matter)
        if not value:
            why = "房屋现值没有评估或者双方认可的材料"
            return Outcome(verdict="doubtful", rule="value_not_shown", why=why, items=items_of(quotes))
        quotes = [*quotes, *value[:2]]
    return Outcome(verdict="carried", rule="assets_shown", why="各项财产均有材料", items=items_of(quotes, "record"))


def _papers_of(matter: Matter, name: str) -> list[Quote]:
    _pattern, kinds = _ASSETS[name]
    found: list[Quote] = []
    for source in matter.of_kind(*kinds):
        if match := re.search(_PAPER_WORDS[name], source.text):
            found.append(source.quote_cell(*source.sentence_at(match.start())))
    return found


def _value_of_home(matter: Matter) -> list[Quote]:
    """Where a paper other than our own pleading states what the home is worth."""
    return [
        source.quote_cell(*source.sentence_at(fact.start))
        for source in matter.open_sources
        if source.read and source.kind not in ("complaint", "evidence_list", "sale_contract", "invoice")
        for fact in source.money
        if _VALUE.search(source.text[max(0, fact.start - 24) : fact.start])
    ]


def bought_in_marriage(matter: Matter) -> Outcome:
    """The home was bought or registered after the wedding."""
    return _bought(matter, before=False)


def bought_before_marriage(matter: Matter) -> Outcome:
    """The home was bought or registered before the wedding: it tells for one spouse's own property."""
    return _bought(matter, before=True)


def _bought(matter: Matter, *, before: bool) -> Outcome:
    wedding = _wedding(matter)
    if wedding is None:
        return SILENT
    day, shown = wedding
    places = [
        (source, fact)
        for source in matter.of_kind("property_certificate", "sale_contract")
        for fact in source.dates
        if fact.value
        and re.search(r"登记|签订|签署|发证|购|日期", source.text[max(0, fact.start - 16) : fact.start + 20])
    ]
    chosen = [(source, fact) for source, fact in places if fact.value and (fact.value < day) == before]
    if not chosen:
        return SILENT
    quotes = [shown, *(source.quote_cell(*source.sentence_at(fact.start)) for source, fact in chosen[:2])]
    when = "前" if before else "后"
    return Outcome(
        verdict="carried",
        rule="bought_before_marriage" if before else "bought_in_marriage",
        why=f"财产取得于{day}结婚登记之{when}",
        items=items_of(quotes, "record", "direct"),
    )


def _wedding(matter: Matter) -> tuple[date, Quote] | None:
    for source in matter.of_kind("marriage"):
        for fact in source.dates:
            near = source.text[max(0, fact.start - 16) : fact.start]
            if fact.value and re.search(r"登记|发证|日期|结婚", near) and not re.search(r"出生", near):
                return fact.value, source.quote(*source.sentence_at(fact.start))
    return None
