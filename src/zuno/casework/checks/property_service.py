"""Property service: whom a contract binds, who owns the home, whether service was given, until when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from zuno.casework import forms
from zuno.casework.arithmetic.interest import yearly
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.records import Quote
from zuno.casework.sources import Source

_SERVICE_CONTRACT = re.compile(r"物业(?:管理)?(?:服务|管理|委托)")
_FOR_THE_OWNERS = re.compile(
    r"[\u4e00-\u9fff（）()]{2,24}(?:公司|集团|开发部|业主委员会|业委会|业主大会|居民委员会|居委会|物业管理委员会)"
)
_IN_SEAL = re.compile(r"印章[：:][ ]*([\u4e00-\u9fff（）()]{4,40})")
_CLAUSE = re.compile(
    r"^[ \t　]*(?:第[一二三四五六七八九十百\d]+条|[一二三四五六七八九十]+、|\d{1,2}[、.．](?!\d))", re.MULTILINE
)
_TAIL = 220
"""Where in a contract signatures stand: behind its last clause, this far from its end at most."""
_ENGAGED_BY = re.compile(r"^[^\n：:]{0,16}(?:甲方|委托方|建设单位|业主)[^\n：:]{0,16}[：:][^\n]{2,60}", re.MULTILINE)
_TASK = re.compile(r"(?:选聘|委托|聘请|负责|提供|实施)[^。；\n]{0,40}(?:服务|管理|保洁|保安|维修)")
_OWNER_PAPERS = ("property_certificate", "sale_contract", "handover_note", "contract", "certificate", "ledger")
_OWNED_BY = re.compile(r"(?:权利人|产权人|所有权人|房屋所有人)[：:\s\t]*(?P<name>[\u4e00-\u9fff·]{2,24})")
_ENTRY = re.compile(
    r"(?:\d{4}[-/.年])?\d{1,2}[-/.月]\d{1,2}日?[^\n]{0,40}(?:巡|查|扫|保洁|清运|修|养护|值班|维保|绿化|消毒|检|处理|剪)"
)
_ENTRIES = 3
"""Dated entries from which a book of work done is one kept at the time."""
_HIGHEST_PERCENT = Decimal(24)
"""A penalty above this a year is regularly cut down (合同编通则65)."""


def owners_contracts(matter: Matter) -> Iterator[tuple[Source, bool]]:
    """Contracts of property service, each with whether a developer or the owners' committee signed it too."""
    for source in matter.of_kind("contract"):
        if _SERVICE_CONTRACT.search(source.text):
            yield source, signed_for_the_owners(matter, source)


def signed_for_the_owners(matter: Matter, source: Source) -> bool:
    """Whether somebody beside the suing manager signed: an owner who is sued, a developer, a committee."""
    claimant = matter.claims[0].claimant
    if matter.voices[source.file].who in (matter.cast.other(claimant), "both"):
        return True
    own = matter.cast.own_names(claimant)
    clauses = [clause.end() for clause in _CLAUSE.finditer(source.text)]
    tail = source.text[max(len(source.text) - _TAIL, *clauses[-1:], 0) :]
    signed = [*_FOR_THE_OWNERS.findall(tail), *_IN_SEAL.findall(source.text)]
    return any(not any(name in signer for name in own) for signer in signed)


def binds_owners(matter: Matter) -> Outcome:
    """A contract of the developer or the owners' committee with the manager binds each owner (民法典939)."""
    contracts = list(owners_contracts(matter))
    for source, signed in contracts:
        if not signed:
            continue
        quotes = _parties_and_task(source)
        if forms.missing_original(matter, source):
            items = tuple(
                Item(quote=quote, strength="direct", how="instrument", flaw="copy_without_original") for quote in quotes
            )
            return Outcome(verdict="carried", rule="contract_binds_owners", items=items)
        why = f"《{source.title}》有业主、建设单位或业主组织签章，对业主有约束力"
        return Outcome(verdict="carried", rule="contract_binds_owners", why=why, items=items_of(quotes, "instrument"))
    if contracts:
        return Outcome(
            verdict="doubtful",
            rule="unsigned",
            why=f"《{contracts[0][0].title}》未见建设单位、业主委员会或业主签章",
            items=items_of(_parties_and_task(contracts[0][0]), "instrument", "corroborating"),
        )
    return SILENT


def _parties_and_task(source: Source) -> list[Quote]:
    """The line of a service contract that names who engaged the manager, and the clause that gives it the task."""
    engaged = _ENGAGED_BY.search(source.text)
    task = next((place for place in source.sentences if _TASK.search(source.text[slice(*place)])), None)
    quotes = [source.quote(engaged.start(), engaged.end())] if engaged else []
    quotes += [source.quote(*task)] if task else []
    return quotes or [source.quote(*source.sentences[0])]


def owner_named(matter: Matter) -> Outcome:
    """The register, the purchase or the hand-over of the home names the one who is sued; another name leaves doubt."""
    respondent = matter.cast.other(matter.claims[0].claimant)
    found: list[Item] = []
    others: list[Quote] = []
    for source in matter.of_kind(*_OWNER_PAPERS):
        voice = matter.voices[source.file]
        strength = "conclusive" if voice.form == "record" or voice.who in (respondent, "both") else "corroborating"
        for name in matter.cast.own_names(respondent):
            label = r"业主[^：:\n]{0,8}[：:][ \t　]*" if source.kind == "contract" else ""
            if named := re.search(label + re.escape(name), source.text):
                quote = _line_of(source, named.start(), named.end())
                found.append(Item(quote=quote, strength=strength, how="record"))
        if source.kind == "property_certificate" and not any(item.quote.file == source.file for item in found):
            others += [source.quote(owner.start(), owner.end()) for owner in _OWNED_BY.finditer(source.text)][:1]
    proven = [item for item in found if item.rank == 2]
    if others and not proven:
        why = "权属材料载明的权利人不是被请求人"
        return Outcome(
            verdict="doubtful", rule="owner_is_another", why=why, items=items_of(others[:2], "record", "direct")
        )
    if not found:
        return SILENT
    why = f"《{matter.source(proven[0].quote.file).title}》载明被请求人为业主" if proven else ""
    return Outcome(verdict="carried", rule="owner_named", why=why, items=tuple(proven[:3] or found[:2]))


def _line_of(source: Source, start: int, end: int) -> Quote:
    if source.document.format in ("xlsx", "csv"):
        return source.quote_cell(start, end)
    stop = source.text.find("\n", end)
    return source.quote(source.text.rfind("\n", 0, start) + 1, stop if stop >= 0 else len(source.text))


def service_shown(matter: Matter) -> Outcome:
    """Books kept at the time, or papers of third parties, show the service; defects that others confirm leave doubt."""
    claimant = matter.claims[0].claimant
    owned = [
        s
        for s in matter.acts("service_bad", negated=None)
        if (s.voice.form == "record" or (s.voice.who == claimant and s.voice.form in ("message", "letter")))
        and s.mood in ("said", "promise")
    ]
    shown: list[Quote] = []
    for source in matter.of_kind(
        "service_log", "ledger", "acceptance_note", "contract", "quality_report", "certificate"
    ):
        entries = list(_ENTRY.finditer(source.text))
        if len(entries) >= _ENTRIES or (source.kind != "contract" and entries and source.kind != "ledger"):
            shown += [source.quote_cell(entry.end() - 1, entry.end()) for entry in entries[:2]]
    if owned:
        quotes = [s.source.quote(*s.sentence) for s in owned[:3]]
        return Outcome(
            verdict="doubtful",
            rule="service_fell_short",
            why="物业方或第三方记录承认服务有欠缺，影响数额",
            items=items_of([*quotes, *shown[:2]], "record", "corroborating"),
        )
    if not shown:
        return SILENT
    return Outcome(
        verdict="carried",
        rule="service_recorded",
        why="有逐日形成的服务记录",
        items=items_of(shown[:6], "record", "direct"),
    )


def penalty_agreed(matter: Matter) -> Outcome:
    """The contract that binds the owner agrees a penalty; a rate far above any loss is regularly cut down."""
    for source, signed in owners_contracts(matter):
        for statement in matter.acts("overdue_term"):
            if statement.source is not source:
                continue
            quote = source.quote(*statement.sentence)
            if not signed:
                return Outcome(
                    verdict="doubtful",
                    rule="unsigned",
                    why=f"《{source.title}》未见业主一方签章",
                    items=items_of([quote], "instrument", "corroborating"),
                )
            rates = [yearly(rate.percent, rate.unit) for rate in statement.rates()]
            if rates and max(rates) > _HIGHEST_PERCENT:
                why = f"约定违约金折合年{max(rates).normalize():f}%，依请求可能调减"
                return Outcome(
                    verdict="doubtful", rule="penalty_high", why=why, items=items_of([quote], "instrument", "direct")
                )
            return Outcome(
                verdict="carried", rule="penalty_agreed", why="合同约定了违约金", items=items_of([quote], "instrument")
            )
    return SILENT


def service_ended(matter: Matter) -> Outcome:
    """The contract has ended: its term ran out, or the owners resolved to dismiss the manager or took another."""
    filed = matter.filing_date
    for statement in matter.acts("dismissed"):
        if statement.source.kind in ("resolution", "price_filing", "certificate", "contract"):
            return Outcome(
                verdict="carried",
                rule="service_ended",
                why=f"《{statement.source.title}》载明终止、解聘或另聘",
                items=items_of([statement.source.quote(*statement.sentence)], "instrument"),
            )
    for source, _signed in owners_contracts(matter):
        for statement in matter.acts("service_term"):
            days = [fact.value for fact in statement.dates() if fact.value]
            if statement.source is source and filed and len(days) >= 2 and max(days) < filed:
                return Outcome(
                    verdict="carried",
                    rule="service_ended",
                    why=f"合同期限至{max(days)}届满",
                    items=items_of([source.quote(*statement.sentence)], "instrument"),
                )
    return SILENT
