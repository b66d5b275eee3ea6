"""Dates that contradict each other: what the complaint says happened on a day, against the papers of that event."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date

from zuno.casework import figures
from zuno.casework.findings import told
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Quote
from zuno.casework.sources import CONTRACTS, Source
from zuno.casework.told import is_of_a_period
from zuno.knowledge.records import DateFact


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    """One dated event with the marks that tell it from others of its kind."""

    kind: str
    on: date
    quote: Quote
    mark: str
    """An amount, quantity or addressee; empty when the event has none."""


_PLEADED = (
    (
        "transfer",
        re.compile(
            r"转账|转给|转入|汇款|汇入|打款|打入|打给|汇给|银行.{0,8}(?:支付|交付)|网银|现金.{0,6}(?:交付|给付|支付)"
        ),
    ),
    ("contract", re.compile(r"签订|签署|签了|订立|(?:出具|写|打).{0,6}(?:借条|借据|欠条|条子)")),
    ("asked", re.compile(r"(?:开口|提出|要求|请求|商量|打算|希望|想)[^，。；]{0,12}借")),
    ("contract", re.compile(r"借(?:款|了|到|给|出|走)")),
    ("statement", re.compile(r"对(?:过|了)?(?:账|帐)|确认书|对账单|结算单|核对(?:账目|往来)")),
    ("letter", re.compile(r"(?:邮寄|寄出?|发出?|送达|寄送|致).{0,16}(?:函|通知)|(?:函|通知).{0,10}(?:寄|邮|发)")),
    ("delivery", re.compile(r"送|交付|交货|供货|发货|签收|到货|到的|(?:拉|运)(?:到|去|过)|验收|提货")),
)


_OTHER_PAPER = re.compile(r"展期|补充|确认书|催|续(?:签|借)|还款(?:协议|计划|承诺)|对账|结算|承诺书|委托|变更")
"""Papers that are signed on a day of their own, not the day of the contract."""


def _pleaded_events(matter: Matter) -> Iterator[_Event]:
    """Dated events that the complaint's facts tell, by the words of the clause in which the date stands."""
    if matter.complaint is None:
        return
    source = matter.complaint.source
    for fact in source.dates:
        if (
            fact.value is None
            or fact.start < matter.complaint.facts_span[0]
            or matter.complaint.signed_on == fact.value
        ):
            continue
        window = _clause_after(source.text, fact)
        for kind, words in _PLEADED:
            found = words.search(window)
            if found and not (kind == "contract" and _OTHER_PAPER.search(window)):
                mark = _mark(source, fact, kind)
                yield _Event(kind=kind, on=fact.value, quote=source.quote(*source.sentence_at(fact.start)), mark=mark)
                break


def _clause_after(text: str, fact: DateFact) -> str:
    """The words that a date opens: up to the end of the sentence or the next date, at most 80 characters."""
    stop = re.search(
        r"[。；;\n]|\d{4}\s*[年.\-/]|[二〇○零一]{2,4}年|\d{1,2}月\d{1,2}日", text[fact.end : fact.end + 80]
    )
    return text[fact.end : fact.end + (stop.start() if stop else 80)]


def _mark(source: Source, fact: DateFact, kind: str) -> str:
    _start, end = source.sentence_at(fact.start)
    if kind == "delivery":
        after = [q for q in source.quantities if fact.end <= q.start < end]
        clause = re.split(r"[，。；\n]", source.text[max(0, fact.start - 24) : fact.start])[-1]
        before = [q for q in source.quantities if fact.start - len(clause) <= q.start and q.end <= fact.start]
        nearest = after or before[-1:]
        return f"{nearest[0].value.normalize():f}" if nearest else ""
    if kind == "transfer":
        near = [m for m in source.money if fact.end <= m.start < fact.end + len(_clause_after(source.text, fact))]
        return str(near[0].fen) if near else ""
    return ""


def _proven_events(matter: Matter) -> Iterator[_Event]:
    for source, item in figures.deliveries(matter):
        if item.date:
            quote = source.quote_cell(item.date_start, item.date_end)
            yield _Event(kind="transfer", on=item.date, quote=quote, mark=str(item.fen))
    for statement, fact in figures.cash_received(matter):
        if statement.on:
            quote = statement.source.quote(*statement.sentence)
            yield _Event(kind="transfer", on=statement.on, quote=quote, mark=str(fact.fen))
    for source in matter.of_kind("iou", "loan_contract", "sale_contract", "order", "letter", "statement_of_account"):
        if source.kind == "letter" and matter.voices[source.file].who != "plaintiff":
            continue
        if source.kind not in ("letter", "statement_of_account") and _OTHER_PAPER.search(
            source.title + source.text[:30]
        ):
            continue
        kind = {"letter": "letter", "statement_of_account": "statement"}.get(source.kind, "contract")
        for fact in _signing_dates(source):
            yield _Event(kind=kind, on=fact.value or date.min, quote=source.quote(fact.start, fact.end), mark="")
    yield from _proven_deliveries(matter)


def _proven_deliveries(matter: Matter) -> Iterator[_Event]:
    for source in matter.of_kind("delivery_note", "warehouse_note", "acceptance_note"):
        for batch in figures.batches(source):
            if batch.on:
                mark = f"{batch.quantity.normalize():f}"
                yield _Event(kind="delivery", on=batch.on, quote=batch.quote, mark=mark)


def _signing_dates(source: Source) -> list[DateFact]:
    signed = figures.signing_day(source)
    return [signed] if signed else []


def contradicting_dates(matter: Matter) -> list[Draft]:
    """The complaint dates an event otherwise than the papers of that very event."""
    return [_contradiction(matter, event, papers) for event, papers in _contradicted(matter)]


def _contradiction(matter: Matter, event: _Event, papers: list[_Event]) -> Draft:
    filed = matter.filing_date
    late = f"，且晚于起诉日{filed}" if filed and event.on > filed else ""
    return Draft(
        code="date_conflict",
        detail=f"起诉状称{event.on}{_EVENT_NAMES[event.kind]}，{_titles(matter, papers)}为{papers[0].on}{late}",
        quotes=(event.quote, *(other.quote for other in papers)),
        expected=str(papers[0].on),
        elements=_ELEMENTS[event.kind],
    )


def _contradicted(matter: Matter) -> Iterator[tuple[_Event, list[_Event]]]:
    """Pair each pleaded event with the papers of the same event that give it another day, which is one day.

    The event is the same when its amount or quantity is the same, or when the
    papers know only one event of its kind.
    """
    proven = list(_proven_events(matter))
    pleaded = _loans_told(list(_pleaded_events(matter)))
    for event in pleaded:
        papers = [other for other in proven if other.kind == event.kind]
        if not papers or any(other.on == event.on for other in papers) or _written_in(matter, papers, event.on):
            continue
        same = [other for other in papers if event.mark and other.mark == event.mark]
        alone = sum(other.kind == event.kind for other in pleaded) == 1
        told_apart = bool(event.mark) and not alone
        if not same and not told_apart and event.kind != "delivery" and len({other.on for other in papers}) == 1:
            same = papers
        if same and abs((same[0].on - event.on).days) <= 400 and len({other.on for other in same}) == 1:
            yield event, same


def _loans_told(events: list[_Event]) -> list[_Event]:
    """Take the day on which a loan was asked for as the day of the loan only where the complaint tells no other."""
    told = any(event.kind in ("transfer", "contract") for event in events)
    return [
        replace(event, kind="contract") if event.kind == "asked" else event
        for event in events
        if event.kind != "asked" or not told
    ]


def _written_in(matter: Matter, papers: list[_Event], on: date) -> bool:
    """Whether one of the papers of letters or contracts also bears the pleaded day (sent one day, received another)."""
    files = {event.quote.file for event in papers if event.kind in ("letter", "contract", "statement")}
    return any(fact.value == on for file in files for fact in matter.source(file).dates)


def _due_otherwise(matter: Matter) -> list[Draft]:
    """The complaint gives another day of repayment than the borrower's papers, which do not know that day at all."""
    if matter.complaint is None:
        return []
    papers = [source for source in matter.of_kind(*CONTRACTS)]
    due = figures.loan_due(matter)
    if due is None or due.pleaded or not papers:
        return []
    known = {fact.value for source in papers for fact in source.dates}
    drafts: list[Draft] = []
    for statement in matter.acts("due_term"):
        source = statement.source
        if source.kind != "complaint" or statement.start < matter.complaint.facts_span[0]:
            continue
        if re.search(r"要求|催|函|限|逾期|计算|暂计", source.text[slice(*statement.sentence)]):
            continue
        told = [
            f
            for f in source.dates
            if statement.start <= f.start < statement.end
            and f.value
            and re.match(r"[前止]|之前|以前|为止|还|归还|到期|付清|届满", source.text[f.end : f.end + 6])
        ]
        if told and (day := told[-1].value) and day not in known and abs((day - due.on).days) <= 400:
            drafts.append(
                Draft(
                    code="date_conflict",
                    detail=f"起诉状称还款日为{day}，《{matter.source(due.quotes[0].file).title}》为{due.on}",
                    quotes=(source.quote(*statement.sentence), *due.quotes[:2]),
                    expected=str(due.on),
                    elements=("C1E3", "C3E1"),
                )
            )
    return drafts[:1]


_EVENT_NAMES = {
    "statement": "对账",
    "transfer": "付款",
    "contract": "签约或出具借据",
    "letter": "发函",
    "delivery": "交货",
}
_ELEMENTS = {"statement": ("C1E3",), "transfer": ("C1E2",), "contract": ("C1E1",), "letter": (), "delivery": ("C1E2",)}


def _titles(matter: Matter, events: list[_Event]) -> str:
    return "、".join(dict.fromkeys(f"《{matter.source(event.quote.file).title}》" for event in events))


def impossible_dates(matter: Matter, contradicted: Collection[date] = ()) -> list[Draft]:
    """A date that cannot be: no such day, or an event after filing.

    An event after filing that the papers date otherwise is told with that contradiction.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind in ("chat", "email", "lpr_page") or not source.read:
            continue
        for fact in source.dates:
            if fact.value is None and fact.year and fact.month and fact.day:
                drafts.append(_impossible(source, fact, f"{fact.text}不存在"))
    filed = matter.filing_date
    if filed and matter.complaint:
        source = matter.complaint.source
        start = matter.complaint.facts_span[0]
        for fact in source.dates:
            past = re.search(r"已|了|签订|签收|收到|转|付|催|出具", _clause_after(source.text, fact))
            if (
                fact.value
                and fact.value > filed
                and fact.start >= start
                and past
                and not is_of_a_period(source.text, fact)
                and fact.value not in contradicted
                and fact.value != matter.complaint.signed_on
            ):
                drafts.append(_impossible(source, fact, f"所称{fact.text}晚于起诉日{filed}"))
    return drafts


def _impossible(source: Source, fact: DateFact, words: str) -> Draft:
    return Draft(
        code="date_conflict",
        detail=f"《{source.title}》{words}",
        quotes=(source.quote(*source.sentence_at(fact.start)),),
    )


def _due_before_signing(matter: Matter) -> list[Draft]:
    drafts: list[Draft] = []
    for statement in matter.acts("due_term"):
        source = statement.source
        if source.kind not in ("iou", "loan_contract"):
            continue
        signed = _signing_dates(source)
        due = [fact.value for fact in statement.dates() if fact.value]
        if signed and due and signed[0].value and max(due) < signed[0].value and signed[0].start >= statement.end:
            quotes = (source.quote(*statement.sentence), source.quote(signed[0].start, signed[0].end))
            if any(draft.quotes == quotes for draft in drafts):
                continue  # each clause of one term states it
            drafts.append(
                Draft(
                    code="date_conflict",
                    detail=f"《{source.title}》载明的还款日{max(due)}早于落款日{signed[0].value}",
                    quotes=quotes,
                    elements=("C1E3",),
                )
            )
    return drafts


def same_paper_dates(matter: Matter) -> list[Draft]:
    """An IOU that says the money was handed over the same day, against a bank record of another day."""
    drafts: list[Draft] = []
    moves = [(source, item) for source, item in figures.deliveries(matter) if item.date]
    for source in matter.of_kind("iou"):
        match = re.search(r"(?:当日|当天|今日|今天|即日).{0,10}(?:收到|交付|转|付|到账)", source.text)
        signed = _signing_dates(source)
        if match is None or not signed or not moves:
            continue
        if all(item.date != signed[0].value for _s, item in moves):
            paper, item = moves[0]
            drafts.append(
                Draft(
                    code="date_conflict",
                    detail=f"《{source.title}》称当日交付（落款{signed[0].value}），《{paper.title}》的转账日为{item.date}",
                    quotes=(
                        source.quote(*source.sentence_at(match.start())),
                        paper.quote_cell(item.date_start, item.date_end),
                    ),
                    expected=str(item.date),
                    elements=("C1E2",),
                )
            )
    return drafts


def date_conflicts(matter: Matter, pack: Pack) -> list[Draft]:
    """All date rules, one finding per event: of the told facts, of loans and sales, of the calendar."""
    told_facts = told.contradictions(matter, pack, "date")
    trade = _CHECKS_OF_LOANS_AND_SALES & pack.checks()
    drafts = contradicting_dates(matter) + _due_otherwise(matter) + same_paper_dates(matter) if trade else []
    known_events = {event.on for event, _papers in _contradicted(matter)} if trade else set[date]()
    calendar = impossible_dates(matter, known_events) + (_due_before_signing(matter) if trade else [])
    kept: list[Draft] = []
    for draft in (*told_facts, *drafts, *calendar):
        known = any(draft.expected is not None and draft.expected == other.expected for other in kept)
        if not known and not any(
            _within(draft.quotes[0], other.quotes[0]) for other in told_facts if other is not draft
        ):
            kept.append(draft)
    return kept


def _within(one: Quote, other: Quote) -> bool:
    """Whether two findings are about one place."""
    return one.file == other.file and one.start < other.end and other.start < one.end


_CHECKS_OF_LOANS_AND_SALES = frozenset({"principal_delivered", "price_balance"})
