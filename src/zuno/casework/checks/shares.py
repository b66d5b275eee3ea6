"""Checks on a transfer of shares: what is left of the price, who stands in the registers, what was done in time."""

from __future__ import annotations

import re
from datetime import date, timedelta

from zuno.casework.checks.balance import balance_stated
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.figures import Day, signing_day
from zuno.casework.matter import Matter
from zuno.casework.periods import add_years
from zuno.casework.records import Quote
from zuno.casework.sources import Source

_AGREEMENTS = ("share_transfer", "contract")
_REGISTERS = ("business_registry", "shareholder_register", "notarial")
_HOLDER = re.compile(r"股东|投资人|出资|持股|名册")
_CLAIM_DAYS = timedelta(days=30)
_NEW_LAW = date(2024, 7, 1)


def shares_balance(matter: Matter) -> Outcome:
    """The price claimed is what the agreement, less the payments, or a later paper leaves."""
    totals = (
        r"转让(?:总)?价(?:款|格|金)?|转让款|收购(?:价|款)|对价|交易价格|总价款?|合计|总额|作价|(?<![可所])以(?:人民币)?"
    )
    return balance_stated(matter, totals, (*_AGREEMENTS, "statement_of_account", "iou", "resolution"))


def buyer_registered(matter: Matter) -> Outcome:
    """A register of companies or of shareholders shows the defendant as holder; one that leaves it out raises doubt."""
    registers = [source for source in matter.of_kind(*_REGISTERS) if _HOLDER.search(source.text)]
    entries = [quote for source in registers if (quote := _entry(matter, source))]
    if entries:
        why = f"《{matter.source(entries[0].file).title}》载明受让方为股东"
        return Outcome(verdict="carried", rule="buyer_registered", why=why, items=items_of(entries[:4]))
    sellers = [name for name in matter.cast.names("plaintiff") if any(name in source.text for source in registers)]
    if not sellers:
        return SILENT
    source = next(source for source in registers if sellers[0] in source.text)
    quote = source.quote(*source.sentence_at(source.text.index(sellers[0])))
    why = f"《{source.title}》载明的股东仍为{sellers[0]}，未见受让方"
    return Outcome(verdict="doubtful", rule="seller_still_registered", why=why, items=items_of([quote]))


def _entry(matter: Matter, source: Source) -> Quote | None:
    """The line of a register where a defendant stands, under the word for a holder."""
    for name in matter.cast.own_names("defendant"):
        for match in re.finditer(re.escape(name), source.text):
            before = source.text[max(0, match.start() - 160) : match.end() + 20]
            if _HOLDER.search(before) and not re.search(r"(?:企业|公司)?名称[：:\s]*$", source.text[: match.start()]):
                return source.quote(*source.sentence_at(match.start()))
    return None


def preemption_in_time(matter: Matter) -> Outcome:
    """The other shareholder claimed within thirty days of knowing the terms and a year of the entry, offering them too.

    Source: 公司法解释四 art. 21.
    """
    claim = next((claim for claim in matter.claims if claim.pack_claim == "C4" and claim.quote), None)
    filed = matter.filing_date
    if claim is None or claim.quote is None or filed is None:
        return SILENT
    offers = [s for s in matter.acts("buy_same_terms", who=("plaintiff",)) if s.voice.form in ("letter", "message")]
    said = min((s.on for s in offers if s.on), default=filed)
    claimed = min(said, filed)
    asked = bool(offers) or re.search(r"购买|受让|优先", claim.text) is not None
    if re.search(r"无效|撤销", claim.text) and not re.search(r"购买|受让", " ".join(c.text for c in matter.claims)):
        why = "只请求确认合同效力，未同时主张按同等条件购买"
        return Outcome(
            verdict="doubtful", rule="purchase_not_asked", why=why, items=items_of([claim.quote], "asked_for")
        )
    known, entered = _known_on(matter), _entered_on(matter)
    late = [
        words
        for day, last, words in (
            (known, known.on + _CLAIM_DAYS if known else None, "知道同等条件后三十日"),
            (entered, add_years(entered.on, 1) if entered else None, "变更登记后一年"),
        )
        if day and last and claimed > last
    ]
    quotes = [quote for day in (known, entered) if day for quote in day.quotes]
    quotes += [s.source.quote(*s.sentence) for s in offers[:1]]
    if late:
        why = f"{claimed}主张，已超过{'、'.join(late)}"
        return Outcome(verdict="doubtful", rule="preemption_late", why=why, items=items_of(quotes))
    if known is None or not asked:
        return SILENT
    why = f"{known.on}知道转让条件，{claimed}主张按同等条件购买，未逾三十日"
    return Outcome(
        verdict="carried", rule="preemption_in_time", why=why, items=items_of(quotes), from_pleading=known.pleaded
    )


_LEARNT = re.compile(r"得知|知道|获知|获悉|知悉|才知|发现|告知|查(?:询|档|阅|得)|收到[^，。；]{0,10}通知")


def _known_on(matter: Matter) -> Day | None:
    """When the terms became known: by a notice or a print of the register, else as the complaint says."""
    for source in matter.of_kind("letter", "chat", "email", *_REGISTERS):
        if source.kind in _REGISTERS:
            printed = re.compile(r"(?:打印|查询|查档|出具|调取)(?:日期|时间)?[：: ]*$")
            days = [fact for fact in source.dates if fact.value and printed.search(source.text[: fact.start])]
        elif re.search(r"转让[^。；\n]{0,30}(?:股权|股份)|(?:股权|股份)[^。；\n]{0,20}转让", source.text):
            told = source.kind == "letter" and matter.voices[source.file].who == "defendant"
            signed = signing_day(source) if told else None
            days = [signed] if signed else []
        else:
            days = []
        for fact in days:
            if fact.value:
                return Day(on=fact.value, quotes=(source.quote(*source.sentence_at(fact.start)),))
    complaint = matter.complaint
    if complaint is None:
        return None
    for fact in complaint.source.dates:
        start, end = complaint.source.sentence_at(fact.start)
        if (
            fact.value
            and fact.start >= complaint.facts_span[0]
            and _LEARNT.search(complaint.source.text[fact.end : end])
        ):
            return Day(on=fact.value, quotes=(complaint.source.quote(start, end),), pleaded=True)
    return None


_ENTERED = re.compile(r"(?:变更|核准|登记)[^，。；\n]{0,10}(?:日期|时间)?[：: \t]*$")


def _entered_on(matter: Matter) -> Day | None:
    """When the transfer was entered in the register."""
    found = [
        Day(on=fact.value, quotes=(source.quote(*source.sentence_at(fact.start)),))
        for source in matter.of_kind("business_registry", "shareholder_register")
        for fact in source.dates
        if fact.value and _ENTERED.search(source.text[: fact.start])
    ]
    return max(found, key=lambda day: day.on) if found else None


def transferred_under_new_law(matter: Matter) -> Outcome:
    """Shares whose contribution was not yet due were transferred on or after 2024-07-01.

    Source: 公司法 art. 88 para. 1; 法释〔2024〕15号.
    """
    signed = [
        Day(on=fact.value, quotes=(source.quote(*source.sentence_at(fact.start)),))
        for source in matter.of_kind("share_transfer")
        if (fact := signing_day(source)) and fact.value
    ]
    day = _entered_on(matter) or (max(signed, key=lambda item: item.on) if signed else None)
    if day is None:
        return SILENT
    if day.on >= _NEW_LAW:
        why = f"{day.on}转让，在2024年7月1日之后"
        return Outcome(verdict="carried", rule="transferred_under_new_law", why=why, items=items_of(day.quotes))
    why = f"{day.on}转让，早于2024年7月1日，公司法第八十八条第一款不溯及适用"
    return Outcome(verdict="doubtful", rule="transferred_before_new_law", why=why, items=items_of(day.quotes))
