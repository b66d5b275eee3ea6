"""Recorded payments of the respondent that a claim must deduct and that the complaint leaves out.

A pack names the claims (``payments``). A payment counts where it lies in the
time that the head covers, is for the same dealing, and is neither told in the
complaint nor contained in a total that it states as paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from zuno.casework import figures
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.findings.drafts import Draft, plain
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, Payments
from zuno.casework.pleadings import Complaint
from zuno.casework.records import Claim, Quote, Side
from zuno.casework.sources import MESSAGES, Source, within
from zuno.knowledge import facts

_LEAST_FEN = 100_00
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One payment of the respondent to the claimant, as a record, a receipt or an acknowledged message has it."""

    on: date
    fen: int
    memo: str
    source: Source
    quotes: tuple[Quote, ...]


def unaccounted_payments(matter: Matter, pack: Pack) -> list[Draft]:
    """Find, for each head from which payments are deducted, those that the complaint leaves out."""
    rule, drafts = pack.payments, list[Draft]()
    if rule is None or matter.complaint is None:
        return []
    used: set[tuple[date, int]] = set()
    for claim in matter.claims:
        if claim.pack_claim not in rule.claims or not claim.amount_fen:
            continue
        missed = [
            item
            for item in left_out(matter, claim, payments(matter, claim.claimant))
            if (item.on, item.fen) not in used
        ]
        used |= {(item.on, item.fen) for item in missed}
        if missed:
            drafts.append(_draft(matter, pack, rule, claim, missed))
    return drafts


def _draft(matter: Matter, pack: Pack, rule: Payments, claim: Claim, missed: list[Payment]) -> Draft:
    total = sum(item.fen for item in missed)
    due = (claim.amount_fen or 0) - total
    named = "、".join(f"《{item.source.title}》载{item.on}收到{yuan(item.fen)}元" for item in missed[:_MOST_NAMED])
    more = f"等{len(missed)}笔共{yuan(total)}元" if len(missed) > _MOST_NAMED else ""
    own = {element.id for element in pack.claim(claim.pack_claim).elements}
    complaint = matter.complaint
    place = claim.quote or (complaint.source.quote(*complaint.source.sentences[0]) if complaint else None)
    return Draft(
        code="amount_mismatch",
        detail=f"{named}{more}，起诉状未计入已付款；{claim.title}扣除后为{yuan(max(due, 0))}元",
        quotes=tuple(quote for quote in (place, *(q for item in missed for q in item.quotes)) if quote),
        expected=plain(due) if due >= 0 else None,
        elements=rule.elements,
        unsettles=tuple(f"{claim.id}/{element}" for element in rule.elements if element in own),
    )


# --- what was paid ----------------------------------------------------------------------------------------------


def payments(matter: Matter, claimant: Side) -> list[Payment]:
    """What the other side paid to the claimant, earliest first, each payment once with all the papers that show it."""
    found = [*_recorded(matter, claimant), *_receipted(matter, claimant), *_acknowledged(matter, claimant)]
    merged: dict[tuple[date, int], Payment] = {}
    for item in found:
        known = merged.get((item.on, item.fen))
        if known is None:
            merged[item.on, item.fen] = item
        elif item.source is known.source:  # equal rows of one record are as many payments
            merged[item.on, item.fen] = _with(known, item.quotes, item.fen)
        else:
            merged[item.on, item.fen] = _with(known, item.quotes, 0)
    return sorted(merged.values(), key=lambda item: item.on)


def _with(payment: Payment, quotes: tuple[Quote, ...], fen: int) -> Payment:
    return Payment(
        on=payment.on,
        fen=payment.fen + fen,
        memo=payment.memo,
        source=payment.source,
        quotes=(*payment.quotes, *quotes),
    )


def _recorded(matter: Matter, claimant: Side) -> Iterator[Payment]:
    for source, item in matter.moves(matter.cast.other(claimant), claimant):
        if item.date:
            quotes = (source.quote_cell(item.amount_start, item.amount_end), *_spoken_of(matter, item.date, item.fen))
            yield Payment(on=item.date, fen=item.fen, memo=item.memo or "", source=source, quotes=quotes)


def _spoken_of(matter: Matter, on: date, fen: int) -> list[Quote]:
    """Messages of those days that name the sum: 先给你打9000."""
    whole = str(fen // 100)
    forms = [whole, f"{int(whole):,}"] + ([f"{int(whole) // 10000}万"] if int(whole) % 10000 == 0 else [])
    written = re.compile(rf"(?<![\d.,])(?:{'|'.join(map(re.escape, forms))})(?![\d.,])")
    found: list[Quote] = []
    for source in matter.of_kind(*MESSAGES):
        for message in source.messages:
            near = message.at and abs((message.at.date() - on).days) <= 1
            match = written.search(source.text, message.start, message.end) if near else None
            if match:
                found.append(source.quote(*source.sentence_at(match.start())))
    return found[:1]


def _receipted(matter: Matter, claimant: Side) -> Iterator[Payment]:
    for statement in matter.acts("receive_money", who=(claimant, "both")):
        source = statement.source
        money = [fact for fact in statement.money() if not facts.is_unit_price(source.text, fact)]
        if source.kind == "receipt" and money and statement.on:
            quote = source.quote(*statement.sentence)
            yield Payment(on=statement.on, fen=money[0].fen, memo=statement.words, source=source, quotes=(quote,))


def _acknowledged(matter: Matter, claimant: Side) -> Iterator[Payment]:
    """A message that says a sum was sent, and the claimant's that it came, within two days of each other."""
    came = matter.acts("receive_money", who=(claimant,))
    for statement in matter.acts("repay", who=(matter.cast.other(claimant),)):
        on, money = statement.on, statement.money()
        if (
            statement.voice.form != "message"
            or not on
            or len(money) != 1
            or statement.mood in ("question", "hypothetical")
        ):
            continue
        answer = next(
            (
                s
                for s in came
                if s.source is statement.source and s.on and 0 <= (s.on - on).days <= 2 and s.mood == "said"
            ),
            None,
        )
        if answer and answer.start > statement.start:
            quotes = (statement.source.quote(*statement.sentence), answer.source.quote(*answer.sentence))
            yield Payment(on=on, fen=money[0].fen, memo=statement.words, source=statement.source, quotes=quotes)


# --- what the complaint leaves out ------------------------------------------------------------------------------

_DEALINGS = (
    "房租|租金|月租",
    "工资|薪",
    "奖金|提成|绩效",
    "加班",
    "报销",
    "物业",
    "水电|水费|电费|燃气",
    "货款",
    "借款|本金",
    "利息|月息",
    "工程|进度款",
    "装修",
    "运费",
    "服务费",
    "生活费|红包|份子|消费",
    "医|住院|抢救|护理|赔|垫付|丧葬",
)
"""Dealings that a memo may name; a payment for one is none for another."""

_DEPOSIT = re.compile(r"押金|保证金|定金|订金|诚意金")
_PAID_WORDS = re.compile(
    r"付(?!款(?:期|义务|责任|能力))|还(?![有是要])|交(?!付(?:房|货|使用)|房|铺|货|接|通)|转|汇|打(?!算|工)|给|收|抵|扣|垫"
)
_NOT_PAID = re.compile(r"未|没|拒|不(?!足)|欠|应|须|约定|预付")
_TOTAL_PAID = re.compile(
    r"(?:已(?:经)?|共|累计|合计|陆续|先后|总共|一共|只|仅|实际)[^，。；\n\d]{0,6}(?:支?付|还|给付?|交|收到?|转)[^，。；\n\d]{0,12}$"
)
_MONTH = re.compile(r"(?<!\d)(1[0-2]|[1-9])(?=月|[-—至到、和]\s*\d{1,2}月)")


def left_out(matter: Matter, claim: Claim, paid: list[Payment]) -> list[Payment]:
    """The payments that belong to a head and are neither told nor contained in what the complaint says was paid."""
    period = _period(matter, claim)
    start = period[0] if period else _began(matter)
    if start is None or matter.filing_date is None:
        return []
    candidates = [
        item
        for item in paid
        if start <= item.on <= matter.filing_date
        and item.fen >= _LEAST_FEN
        and _for_the_same(claim, item.memo)
        and not (period and _for_other_months(item.memo, item.on, period))
    ]
    missed = [item for item in candidates if not _told(matter, item)]
    if not missed:
        return []
    if period is None and not _gives_an_account(matter):
        named = [item for item in missed if _named_for(claim, item.memo)]
        missed = _reckoned_out(matter, claim, candidates, missed) or named
    if _reckons_with(matter, claim, candidates, missed):
        return []
    return _beyond_the_total(matter, candidates, missed)


def _period(matter: Matter, claim: Claim) -> tuple[date, date] | None:
    """The time that a head names for what it asks: from its first day to its last, or to the day of filing."""
    if claim.quote is None:
        return None
    source, start = matter.source(claim.quote.file), claim.quote.start
    end = start + len(claim.text) + 20
    days = [fact.value for fact in source.dates if start <= fact.start < end and fact.value]
    months = [
        date(f.year, f.month, 1) for f in source.dates if start <= f.start < end and f.year and f.month and not f.day
    ]
    if not days and not months:
        return None
    last = max([*days, *(_end_of_month(day) for day in months)])
    return min([*days, *months]), last


def _end_of_month(day: date) -> date:
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return date.fromordinal(following.toordinal() - 1)


def _began(matter: Matter) -> date | None:
    """When the dealing began: by its signed paper, else the first day that the complaint's account tells."""
    if formed := figures.formed_on(matter):
        return None if formed.pleaded and not _first_day(matter) else formed.on
    return _first_day(matter)


def _first_day(matter: Matter) -> date | None:
    complaint = matter.complaint
    if complaint is None:
        return None
    days = [f.value for f in complaint.source.dates if f.value and f.start >= complaint.facts_span[0]]
    return min(days, default=None)


def _for_the_same(claim: Claim, memo: str) -> bool:
    """Whether a memo leaves it open that the payment is for what the head asks for."""
    if _DEPOSIT.search(memo) and not _DEPOSIT.search(claim.text):
        return False
    named = [words for words in _DEALINGS if re.search(words, memo)]
    return not named or any(re.search(words, claim.text + claim.title) for words in named)


def _named_for(claim: Claim, memo: str) -> bool:
    """Whether a memo names the very dealing of the head."""
    return any(re.search(words, memo) and re.search(words, claim.text + claim.title) for words in _DEALINGS)


def _for_other_months(memo: str, on: date, period: tuple[date, date]) -> bool:
    """Whether a memo names months, and none of them lies in the period."""
    named = [int(month) for month in _MONTH.findall(memo)]
    if not named:
        return False
    covered: set[int] = set()
    day = period[0].replace(day=1)
    while day <= period[1] and len(covered) < 12:
        covered.add(day.month)
        day = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return not covered & set(named)


_DEDUCTS = re.compile(r"已|扣|减|抵")
"""Words of a head of relief that takes payments off."""
_CLAUSE = re.compile(r"(?:[^，。；;\n,]|(?<=\d)[,，](?=\d{3}))+")


def _sums_paid(complaint: Complaint) -> set[int]:
    """The sums that a complaint tells as paid: in a clause of paying, with nothing before them that denies it."""
    source, found = complaint.source, set[int]()
    for clause in _CLAUSE.finditer(source.text):
        asked = any(item.start < clause.end() and clause.start() < item.end for item in complaint.relief)
        if not _PAID_WORDS.search(clause.group()) or (asked and not _DEDUCTS.search(clause.group())):
            continue
        for fact in within(source.money, clause.start(), clause.end()):
            denied = _NOT_PAID.search(source.text, clause.start(), fact.start)
            if not denied and not facts.is_unit_price(source.text, fact):
                found.add(fact.fen)
    return found


def _gives_an_account(matter: Matter) -> bool:
    complaint = matter.complaint
    start = complaint.facts_span[0] if complaint else 0
    return bool(complaint) and bool(
        re.search(
            r"(?:付(?:了|过|款)|支付(?:了)?|还(?:了|过)|归还|给(?:了|过)|交(?:了|过))",
            complaint.source.text[start:] if complaint else "",
        )
    )


def _told(matter: Matter, item: Payment) -> bool:
    """Whether the complaint tells of a payment: its day, or its sum in words of paying."""
    complaint = matter.complaint
    if complaint is None:
        return False
    source = complaint.source
    if any(fact.value == item.on for fact in source.dates):
        return True
    return item.fen in _sums_paid(complaint)


def _beyond_the_total(matter: Matter, candidates: list[Payment], missed: list[Payment]) -> list[Payment]:
    """Where the complaint states a total as paid: what the records show beyond it, if single payments make it up."""
    complaint = matter.complaint
    text = complaint.source.text if complaint else ""
    totals = [
        fact.fen
        for fact in (complaint.source.money if complaint else [])
        if _TOTAL_PAID.search(text[max(0, fact.start - 24) : fact.start])
    ]
    recorded = sum(item.fen for item in candidates)
    if not totals:
        return missed
    if any(recorded <= total for total in totals):
        return []
    beyond = {recorded - total for total in totals}
    for size in range(1, _MOST_NAMED + 1):
        for some in combinations(missed, size):
            if sum(item.fen for item in some) in beyond:
                return list(some)
    single = [item.fen for item in candidates if item not in missed]
    return missed if any(total in single or total == sum(single) for total in totals) else []


# --- by the claim's own reckoning -------------------------------------------------------------------------------


def _prices(matter: Matter) -> set[int]:
    """The sums that the complaint and the papers that bind name: what a balance may be reckoned from."""
    complaint = matter.complaint
    papers = [s for s in matter.open_sources if s.read and matter.voices[s.file].form == "instrument"]
    return {fact.fen for source in (*papers, *([complaint.source] if complaint else [])) for fact in source.money}


def _reckons_with(matter: Matter, claim: Claim, candidates: Sequence[Payment], missed: Sequence[Payment]) -> bool:
    """Whether the sum asked is a price, or a number of instalments, less all payments: then none is left out."""
    asked = claim.amount_fen or 0
    paid, left = sum(item.fen for item in candidates), sum(item.fen for item in missed)
    prices = _prices(matter) - {asked}
    if asked + paid in prices and asked + paid - left not in prices:
        return True
    units = {fen for fen in prices if fen >= _LEAST_FEN and (asked + left) % fen == 0 and (asked + left) // fen <= 36}
    return bool(units) and not any(asked % fen == 0 for fen in units) and not _multiple_told(matter, claim)


def _multiple_told(matter: Matter, claim: Claim) -> bool:
    """Whether the head or the facts write out how the sum is reckoned, so that a payment would show in it."""
    return bool(re.search(r"\d\s*(?:元|块)?[^，。；]{0,6}[×xX*＊]\s*\d", claim.text))


def _reckoned_out(
    matter: Matter, claim: Claim, candidates: Sequence[Payment], missed: Sequence[Payment]
) -> list[Payment]:
    """The few payments without which the sum asked is a price less all the others; none where it is not."""
    asked, paid = claim.amount_fen or 0, sum(item.fen for item in candidates)
    prices = _prices(matter) - {asked}
    if asked + paid in prices:
        return []
    for size in range(1, min(_MOST_NAMED, len(candidates) - 1) + 1):
        for some in combinations(missed, size):
            if asked + paid - sum(item.fen for item in some) in prices:
                return list(some)
    return []
