"""The figures of a case, read from its papers: what was lent, delivered, repaid, priced, paid, and when it fell due.

Every figure keeps the places it came from. A figure that no paper carries is
None, never a guess; one that only the complaint carries says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from zuno.casework import forms, goods
from zuno.casework.arithmetic.interest import yearly
from zuno.casework.matter import Matter
from zuno.casework.periods import after, hanzi_number, period_in
from zuno.casework.records import Claim, Quote
from zuno.casework.sources import CONTRACTS, Source, within
from zuno.casework.statements import Statement
from zuno.casework.voices import signatures
from zuno.knowledge import facts
from zuno.knowledge import parties as names
from zuno.knowledge.records import DateFact, MoneyFact, RateFact, Transfer
from zuno.knowledge.tables import whole_sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A value in fen with the places it came from."""

    fen: int
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A date with the places it came from."""

    on: date
    quotes: tuple[Quote, ...]
    pleaded: bool = False
    """Only the complaint says so."""
    words: str = ""


def claimed(matter: Matter, *pack_claims: str) -> int | None:
    """Return the sum claimed under these pack claims, in fen; None where none states an amount."""
    sums = [
        claim.amount_fen for claim in matter.claims if claim.pack_claim in pack_claims and claim.amount_fen is not None
    ]
    return sum(sums) if sums else None


def sum_figure(items: list[tuple[Source, Transfer]]) -> Figure | None:
    """Add up recorded transfers; None when there is none."""
    if not items:
        return None
    quotes = tuple(source.quote_cell(item.amount_start, item.amount_end) for source, item in items)
    return Figure(fen=sum(item.fen for _source, item in items), quotes=quotes)


# --- loan -------------------------------------------------------------------------------------------------------


def instrument_amount(matter: Matter) -> Figure | None:
    """The sum that the borrower's own paper names: the first amount of the borrowing sentence."""
    for source in matter.of_kind("iou", "loan_contract"):
        for statement in matter.statements:
            if statement.source is source and statement.act == "borrow" and not statement.negated:
                for fact in statement.money():
                    return Figure(fen=fact.fen, quotes=(source.quote(*statement.sentence),))
        if source.money:
            largest = max(source.money, key=lambda fact: fact.fen)
            return Figure(fen=largest.fen, quotes=(source.quote(largest.start, largest.end),))
    return None


_SUM = r"人民币|现金|现款|[\d¥￥（(]|[零一二两三四五六七八九壹贰叁肆伍陆柒捌玖拾][拾佰仟萬十百千万亿元块]|[拾十][万元]"
_NAME = r"[\u4e00-\u9fff·]"
_LENDER = re.compile(
    rf"(?:借到|借得)\s*(?P<a>{_NAME}{{0,8}}?)处?(?={_SUM}|借|$)"
    rf"|向\s*(?P<b>{_NAME}{{2,6}}?)处?(?:[（(][^）)\n]{{0,40}}[）)])?(?={_SUM}|借)"
    rf"|出借人[^：:\n]{{0,6}}(?:[：:]\s*|[ \t]+)(?P<c>{_NAME}{{2,4}})"
)
"""Where a borrower's paper names the lender: before the sum or the borrowing, or behind the label."""

_ADDRESSED = re.compile(
    r"(?:先生|女士|小姐|同志|老师|老板|经理|总|[大二三小老表堂]?(?:哥哥?|姐姐?|弟弟?|妹妹?|叔叔?|伯伯?|姨|阿姨|舅舅?|姑姑?|嫂子?|爷爷"
    r"|奶奶|爸爸?|妈妈?|父亲|母亲|岳父|岳母))$"
)
"""Words of courtesy and kinship: they go with a name and are none."""

_ACQUAINTED = re.compile(r"^(?:好?朋友|好友|同[事学乡]|邻居|[战工]友|亲戚|家人|本?公司|单位)")
_NO_NAME = re.compile(
    r"(?:原|被)告|[甲乙丙丁]方|.*(?:借|贷|担保|保证|债权|债务|持有|签字|签名)(?:款)?人?.*|他人.*|[你您他她我贵对]方?|.*银行|.*账户"
)
"""Words that stand for a party, or a label that follows an empty one."""

_INTEREST_MEMO = re.compile(r"息")
_OTHER_DEALING = r"工资|房租|租金|水电|代发|红包|份子|消费"
_OTHER_MEMO = re.compile(rf"{_OTHER_DEALING}|货款|还款(?!.*借)")


def lender_elsewhere(matter: Matter) -> tuple[str, Quote] | None:
    """The lender whom the borrower's paper names, where that is not the plaintiff; with the words."""
    plaintiffs = matter.cast.names("plaintiff")
    for source in matter.of_kind("iou", "loan_contract"):
        if any(own in source.text for own in plaintiffs):
            continue
        for match in _LENDER.finditer(source.text):
            written = match["a"] or match["b"] or match["c"] or ""
            if plaintiffs and _is_another(matter, written):
                bare = _bare_name(written)
                return bare if len(bare) > 1 else written, source.quote(*source.sentence_at(match.start()))
    return None


def _bare_name(written: str) -> str:
    """A name without the words of courtesy, kinship and acquaintance; a surname alone, or nothing, may be left."""
    return re.sub(r"^[老小阿](?=.$)", "", _ADDRESSED.sub("", _ACQUAINTED.sub("", written)))


def _is_another(matter: Matter, written: str) -> bool:
    """Whether the words that stand where a lender is named surely name somebody who is no party.

    Kinship alone names nobody; a surname with a title may be any party of that surname.
    """
    bare = _bare_name(written)
    if not bare or len(bare) > 4 or _NO_NAME.fullmatch(bare):
        return False
    if len(bare) == 1:
        return not any(party.name.startswith(bare) for party in matter.cast.parties)
    return matter.cast.side_of(bare) is None


def deliveries(matter: Matter) -> list[tuple[Source, Transfer]]:
    """Recorded transfers to the borrower that can be the loan: the plaintiff's, else those of the paper's lender."""
    moves = matter.moves("plaintiff", "defendant")
    if not moves and (other := lender_elsewhere(matter)):
        moves = [
            (source, item)
            for source, item in matter.bank_moves
            if names.same_name(item.payer or "", other[0]) and matter.side_at(source, item.payee) == "defendant"
        ]
    moves = [(source, item) for source, item in moves if not _OTHER_MEMO.search(item.memo or "")]
    wanted = claimed(matter, "C1")
    named = [(source, item) for source, item in moves if re.search(r"借", item.memo or "")]
    if named and wanted is not None and sum(item.fen for _s, item in named) >= wanted:
        return named
    return moves


def repayments(matter: Matter) -> list[tuple[Source, Transfer]]:
    """Recorded transfers from the borrower or buyer to the plaintiff."""
    return matter.moves("defendant", "plaintiff")


def is_interest(item: Transfer) -> bool:
    """Whether the memo of a transfer names interest."""
    return bool(_INTEREST_MEMO.search(item.memo or ""))


def is_other_dealing(item: Transfer) -> bool:
    """Whether the memo of a transfer names wages, rent or the like: neither a loan nor a price."""
    return bool(re.search(_OTHER_DEALING, item.memo or ""))


def cash_received(matter: Matter, *, originals_only: bool = False) -> list[tuple[Statement, MoneyFact]]:
    """Amounts that the borrower's own receipts say came in cash, once each."""
    found: list[tuple[Statement, MoneyFact]] = []
    seen: set[tuple[str, int]] = set()
    for statement in matter.acts("receive_money", "deliver_money", who=("defendant", "both")):
        source = statement.source
        if source.kind not in ("receipt", "iou", "loan_contract") or "现金" not in source.text:
            continue
        if originals_only and forms.missing_original(matter, source):
            continue
        for fact in statement.money()[:1]:
            beside = source.text[max(0, fact.start - 14) : fact.end + 6]
            if ("现金" in beside or source.kind == "receipt") and (source.file, fact.fen) not in seen:
                seen.add((source.file, fact.fen))
                found.append((statement, fact))
    return found


def claimed_rate(matter: Matter) -> tuple[Decimal, Quote] | None:
    """The yearly rate that the heads of interest ask for, in percent: the last rate each names, the highest of them."""
    heads = [claim for claim in matter.claims if claim.pack_claim in ("C2", "C3")]
    found = [rate for claim in heads if (rate := rate_in(matter, claim))]
    if heads and not found and matter.complaint:
        found = _rates_argued(matter.complaint.source, *matter.complaint.facts_span)
    return max(found, key=lambda item: item[0]) if found else None


def rate_in(matter: Matter, claim: Claim) -> tuple[Decimal, Quote] | None:
    """The yearly rate that one head of claim names last, in percent, with the multiple put on it."""
    if claim.quote is None:
        return None
    source, start = matter.source(claim.quote.file), claim.quote.start
    end = start + len(claim.text) + 20
    rates = [rate for rate in rates_stated(source, start, end) if rate.unit != "none"]
    if not rates:
        return None
    last = rates[-1]
    return yearly(last.percent, last.unit) * factor_on(source, last, start, end), source.quote(last.start, last.end)


def rates_stated(source: Source, start: int, end: int) -> list[RateFact]:
    """The rates between two offsets; a surcharge on another rate (LPR加计50%) is none."""
    return [
        rate for rate in within(source.rates, start, end) if not re.search(rf"{_ADDED}$", source.text[start : rate.end])
    ]


def factor_on(source: Source, rate: RateFact, start: int, end: int) -> Decimal:
    """The factor that the words between two offsets put on a rate: those right after it, or anywhere on a bare LPR.

    A rate named as the outcome of a multiple (LPR四倍即13.8%) has been multiplied already.
    """
    after_it = re.match(rf"[\s）)]*(?:的|之|基础上)*\s*(?:{_TIMES}|{_ADDED})", source.text[rate.end : end])
    if after_it:
        return multiple(after_it.group())
    is_lpr = re.search(r"(?:LPR|报价利率)[）)]?(?:为|是|即|[：:（(])?\s*$", source.text[start : rate.start])
    return multiple(source.text[start:end]) if is_lpr else Decimal(1)


def _rates_argued(source: Source, start: int, end: int) -> list[tuple[Decimal, Quote]]:
    """The rates that the facts of the complaint say were agreed or are asked for; the law's own limits are none."""
    found: list[tuple[Decimal, Quote]] = []
    for rate in rates_stated(source, start, end):
        before = source.text[max(start, rate.start - 16) : rate.end]
        if rate.unit != "none" and "息" in before and not _LIMIT.search(before):
            found.append((yearly(rate.percent, rate.unit), source.quote(rate.start, rate.end)))
    return found


_LIMIT = re.compile(r"超过|不高于|以内|上限|LPR|报价利率|司法")


def agreed_rate(matter: Matter) -> tuple[Decimal, Quote] | None:
    """The yearly rate of the borrower's paper, in percent."""
    for source in matter.of_kind("iou", "loan_contract", "contract"):
        for rate in source.rates:
            start, end = source.sentence_at(rate.start)
            return yearly(rate.percent, rate.unit), source.quote(start, end)
    return None


_SIGNED_LABEL = re.compile(r"(?:签订|签署|立据|出具|签约|落款|订立)(?:日期|时间|日)?\s*[：:]?\s*$")
_HANDLED = re.compile(r"(?:签收|送达|收到|收件|打印|查询|导出|下载|复印|扫描)(?:日期|时间|日|于)?\s*[：:]?\s*$")
"""Before the day on which a paper was received or printed, which is not that of its signing."""
_TERM_BEFORE = re.compile(r"(?:期限|借期|至|到|前|之前|还款日|还清|归还|于)[^。；\n]{0,14}$")


def signing_day(source: Source) -> DateFact | None:
    """The day a paper was signed: after a signing label, else its last full date that is no term, else its first."""
    dated = [fact for fact in source.dates if fact.value]
    dated = [fact for fact in dated if not is_handling_day(source, fact)] or dated
    labelled = [f for f in dated if _SIGNED_LABEL.search(source.text[max(0, f.start - 10) : f.start])]
    if labelled:
        return labelled[-1]
    last = dated[-1] if dated else None
    if last is None:
        return None
    line = source.text[source.text.rfind("\n", 0, last.start) + 1 : last.start]
    follows = source.text[last.end : last.end + 4]
    is_term = bool(_TERM_BEFORE.search(line)) or bool(re.match(r"[前止]|之前|为止|还", follows))
    return dated[0] if is_term else last


def is_handling_day(source: Source, fact: DateFact) -> bool:
    """Whether a day is that on which a paper was received, printed or looked up."""
    return bool(_HANDLED.search(source.text[max(0, fact.start - 8) : fact.start]))


def formed_on(matter: Matter) -> Day | None:
    """When the loan or sale was formed: the date of the signed paper, else of the first delivery, else as pleaded."""
    for source in matter.of_kind(*CONTRACTS):
        signed = signing_day(source)
        if signed and signed.value:
            return Day(on=signed.value, quotes=(source.quote(signed.start, signed.end),))
    moves = deliveries(matter)
    if moves and moves[0][1].date:
        source, item = moves[0]
        return Day(on=item.date or date.min, quotes=(source.quote_cell(item.date_start, item.date_end),))
    for statement in matter.acts("borrow", "buy", "deliver_money", who=("plaintiff",)):
        if statement.voice.form == "pleading" and not _in_relief(matter, statement):
            for fact in statement.dates():
                if fact.value:
                    return Day(on=fact.value, quotes=(statement.source.quote(*statement.sentence),), pleaded=True)
    return None


def _in_relief(matter: Matter, statement: Statement) -> bool:
    """Whether words stand in the complaint before its facts, where dates are those of the reckoning."""
    complaint = matter.complaint
    return complaint is not None and statement.source is complaint.source and statement.start < complaint.facts_span[0]


def loan_due(matter: Matter) -> Day | None:
    """When the loan fell due: the latest term of the borrower's papers (an extension moves it), else as pleaded."""
    papers = [day for day in _due_days(matter, CONTRACTS) if day]
    if papers:
        return max(papers, key=lambda day: day.on)
    pleaded = [day for day in _due_days(matter, frozenset({"complaint"})) if day]
    return pleaded[0] if pleaded else None


def guaranteed_due(matter: Matter) -> Day | None:
    """When the loan fell due towards its guarantors: an extension that none of them signed does not move it.

    Source: 民法典 art. 695 para. 2.
    """
    papers = [day for day in _due_days(matter, CONTRACTS) if day]
    signed = {day.quotes[0].file: signing_day(matter.source(day.quotes[0].file)) for day in papers}
    first = min((fact.value for fact in signed.values() if fact and fact.value), default=None)
    bound = [
        day
        for day in papers
        if (fact := signed[day.quotes[0].file]) is None
        or fact.value == first
        or any(
            name in signer
            for signer in signatures(matter.source(day.quotes[0].file).text)
            for name in matter.cast.guarantors
        )
    ]
    return max(bound, key=lambda day: day.on) if bound else loan_due(matter)


def _due_days(matter: Matter, kinds: frozenset[str]) -> list[Day | None]:
    found: list[Day | None] = []
    for statement in matter.acts("due_term"):
        source = statement.source
        if source.kind not in kinds or source.kind in ("sale_contract", "order"):
            continue
        if source.kind == "complaint" and matter.complaint:
            asked = re.search(r"要求|催|(?<!担保)(?<!保证)函|限", source.text[slice(*statement.sentence)])
            if asked or _in_relief(matter, statement):
                continue
        found.append(_due_day(matter, statement))
    return found


def _due_day(matter: Matter, statement: Statement) -> Day | None:
    formed = formed_on(matter)
    signed = formed.on if formed else None
    quote = (statement.source.quote(*statement.sentence),)
    pleaded = statement.source.kind == "complaint"
    later = [fact.value for fact in statement.dates() if fact.value and (signed is None or fact.value > signed)]
    if later:
        return Day(on=max(later), quotes=quote, pleaded=pleaded)
    period = period_in(statement.words)
    if period and signed and any(period):
        return Day(on=after(signed, period), quotes=quote, pleaded=pleaded)
    return None


# --- sale -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One delivery of goods, as some paper has it."""

    on: date | None
    quantity: Decimal
    unit: str
    quote: Quote
    source: Source


def statement_balances(matter: Matter) -> list[Figure]:
    """Balances that the buyer's own statements of account or written words acknowledge."""
    found: list[Figure] = []
    for statement in matter.acts("acknowledge_debt", "reconcile", who=("defendant", "both")):
        source = statement.source
        if source.kind in ("answer", "complaint") or statement.mood in ("question", "hypothetical"):
            continue
        if source.kind == "statement_of_account" and not re.search(r"尚欠|欠|余额|未付|应付", statement.words):
            continue
        money = [fact for fact in statement.money() if not facts.is_unit_price(source.text, fact)]
        if not money:
            money = _next_cell(source, statement)
        if money:
            found.append(Figure(fen=money[-1].fen, quotes=(source.quote(*_span(statement, money[-1])),)))
    return found


def _span(statement: Statement, fact: MoneyFact) -> tuple[int, int]:
    return min(statement.start, fact.start), max(statement.end, fact.end)


def _next_cell(source: Source, statement: Statement) -> list[MoneyFact]:
    """The figure beside words in a sheet: written as money, else the only bare one of the row."""
    near = [fact for fact in source.money if 0 <= fact.start - statement.end <= 12][:1]
    if near or source.document.format not in ("xlsx", "csv"):
        return near
    row = next((row for row in source.rows if row.start <= statement.start < row.end), None)
    sums = [(cell, fen) for cell in (row.cells if row else ()) if (fen := whole_sum(cell))]
    return [
        MoneyFact(start=cell.start, end=cell.end, text=cell.text, fen=fen, written="digits")
        for cell, fen in (sums if len(sums) == 1 else [])
    ]


def balance_after_payments(matter: Matter, balance: Figure) -> Figure:
    """An acknowledged balance less what the records show as paid after the paper that acknowledges it."""
    source = matter.source(balance.quotes[0].file)
    days = [fact.value for fact in source.dates if fact.value]
    if source.kind != "statement_of_account" or not days:
        return balance
    later = [pair for pair in repayments(matter) if pair[1].date and pair[1].date > max(days)]
    paid_later = sum_figure(later)
    if paid_later is None:
        return balance
    return Figure(fen=balance.fen - paid_later.fen, quotes=(*balance.quotes, *paid_later.quotes))


def pleaded_batches(matter: Matter) -> list[Batch]:
    """The deliveries that the complaint pleads, one per dated quantity."""
    if not matter.complaint:
        return []
    source = matter.complaint.source
    return [batch for batch in batches(source) if batch.quote.start >= matter.complaint.facts_span[0]]


_DELIVERY_WORDS = re.compile(r"送|交付|交货|供货|发货|签收|收货|到货|运|提货|入库|卸|点完|收到")


def batches(source: Source) -> list[Batch]:
    """Quantities that a document ties to a day of delivery: each with the nearest date before it in its sentence."""
    found: list[Batch] = []
    lines = goods.goods_lines(source)
    if lines:
        return [
            Batch(
                on=_day_before(source, line.start, line.end),
                quantity=line.quantity,
                unit=line.unit,
                quote=source.quote(line.start, line.end),
                source=source,
            )
            for line in lines
        ]
    for quantity in source.quantities:
        start, end = source.sentence_at(quantity.start)
        near = [fact for fact in source.dates if fact.value and start <= fact.start < end]
        before = [fact for fact in near if fact.start <= quantity.start]
        if source.kind != "complaint" and not before:
            before = [fact for fact in source.dates if fact.value and fact.start <= quantity.start]
        chosen = before[-1] if before else (near[0] if near else None)
        if source.kind == "complaint" and (chosen is None or not _DELIVERY_WORDS.search(source.text[start:end])):
            continue
        on = chosen.value if chosen else _document_day(source)
        found.append(
            Batch(on=on, quantity=quantity.value, unit=quantity.unit, quote=source.quote(start, end), source=source)
        )
    return found


def _day_before(source: Source, start: int, end: int) -> date | None:
    """The day of a line of goods: in the line itself, else the last one above it, else the document's first."""
    inside = [fact.value for fact in source.dates if fact.value and start <= fact.start < end]
    above = [fact.value for fact in source.dates if fact.value and fact.start < start]
    return inside[0] if inside else (above[-1] if above else _document_day(source))


def _document_day(source: Source) -> date | None:
    values = [fact.value for fact in source.dates if fact.value]
    return values[0] if values else None


_TOTAL_WORDS = re.compile(r"合计|总价|总额|总计|价税|总金额|共计")


def contract_total(matter: Matter) -> Figure | None:
    """The price that the contracts state: one contract's total, or the sum where several contracts each state one."""
    totals: dict[int, Quote] = {}
    for source in matter.of_kind("sale_contract", "order"):
        for fact in source.money:
            before = source.text[max(0, fact.start - 24) : fact.start]
            if _TOTAL_WORDS.search(before) and not facts.is_unit_price(source.text, fact):
                totals.setdefault(fact.fen, source.quote(fact.start, fact.end))
    if not totals:
        return None
    largest = max(totals)
    others = sum(fen for fen in totals if fen != largest)
    grand = len(totals) == 1 or others == largest or not _several_contracts(matter)
    fen = (largest if others == largest or len(totals) == 1 else next(iter(totals))) if grand else largest + others
    return Figure(fen=fen, quotes=tuple(totals.values())[:4])


def _several_contracts(matter: Matter) -> bool:
    numbers: set[str] = set()
    for source in matter.of_kind("sale_contract", "order"):
        numbers |= set(
            re.findall(r"(?:合同|协议)?(?:编号|No\.?|号)[：:\s]*([A-Za-z0-9][A-Za-z0-9\-]{3,24})", source.text)
        )
    return len(numbers) > 1


def invoices_total(matter: Matter) -> Figure | None:
    """The sum of the invoices: each invoice's total in capitals once."""
    total, quotes = 0, []
    for source in matter.of_kind("invoice"):
        for fact in source.money:
            if fact.written == "hanzi":
                total += fact.fen
                quotes.append(source.quote(fact.start, fact.end))
    return Figure(fen=total, quotes=tuple(quotes)) if quotes else None


def paid(matter: Matter) -> Figure | None:
    """What the buyer has paid by the bank's records."""
    return sum_figure(repayments(matter))


def payment_due(matter: Matter) -> Day | None:
    """When the price fell due: the contract's period from the last delivery, else as pleaded."""
    for kinds, pleaded in (
        (("sale_contract", "order", "contract", "statement_of_account"), False),
        (("complaint",), True),
    ):
        acts = ("payment_term", "due_term", "plead_time") if "statement_of_account" in kinds else ("payment_term",)
        for statement in matter.acts(*acts):
            if statement.source.kind not in kinds:
                continue
            period = period_in(statement.words) or period_in(statement.source.text[slice(*statement.sentence)])
            last = _last_delivery(matter)
            dated = [fact.value for fact in statement.dates() if fact.value]
            if dated and not pleaded:
                return Day(on=min(dated), quotes=(statement.source.quote(*statement.sentence),))
            if period and last:
                quotes = (statement.source.quote(*statement.sentence), last.quote)
                return Day(on=after(last.on or date.min, period), quotes=quotes, pleaded=pleaded)
    return None


def _last_delivery(matter: Matter) -> Batch | None:
    proven = [
        batch
        for source in matter.of_kind("delivery_note", "warehouse_note", "acceptance_note")
        for batch in batches(source)
    ]
    dated = [batch for batch in proven + pleaded_batches(matter) if batch.on]
    return max(dated, key=lambda batch: batch.on or date.min) if dated else None


def multiple(text: str) -> Decimal:
    """The factor that words such as 的1.3倍 or 加计50% put on a rate; 1 where there is none."""
    match = re.search(_TIMES, text)
    if match and (factor := _decimal(match["times"])):
        return factor
    added = re.search(_ADDED, text)
    percent = _decimal(added["percent"] or added["of_hundred"]) if added else None
    return 1 + percent / 100 if percent else Decimal(1)


_NUMERAL = r"(?:\d+(?:\.\d+)?|[零一二两三四五六七八九十百]+(?:点[零一二三四五六七八九]+)?)"
_TIMES = rf"(?<![\d.点零一二两三四五六七八九十百])(?P<times>{_NUMERAL})\s*倍"
_ADDED = rf"(?:加计|加收|上浮|上调)\s*(?:(?P<percent>{_NUMERAL})\s*[%％]|百分之(?P<of_hundred>{_NUMERAL}))"


def _decimal(written: str) -> Decimal | None:
    """Read a number such as 1.3, 四, 一点五."""
    if re.fullmatch(r"[\d.]+", written):
        return Decimal(written)
    whole, _point, rest = written.partition("点")
    value = hanzi_number(whole)
    digits = "".join(str(hanzi_number(sign)) for sign in rest)
    return None if value is None else Decimal(f"{value}.{digits}" if digits else value)
