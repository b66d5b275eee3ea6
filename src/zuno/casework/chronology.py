"""The chronology: dated events as the papers have them, one line an event, the strongest paper for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from zuno.casework import figures, told
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import ChronologyEntry, Quote
from zuno.casework.sources import CERTIFICATES, CONTRACTS, INSTRUMENTS, Source
from zuno.casework.statements import Statement
from zuno.knowledge import kinds
from zuno.knowledge.records import DateFact, Transfer

_SIGNED = {
    "iou": "出具借条",
    "loan_contract": "签订借款合同",
    "sale_contract": "签订买卖合同",
    "contract": "签订合同",
    "guarantee": "签订保证合同",
    "order": "下订单",
    "statement_of_account": "对账",
    "receipt": "出具收条",
    "letter": "发函",
    "delivery_note": "交货签收",
    "warehouse_note": "入库",
    "acceptance_note": "验收",
    "postal_receipt": "函件签收",
    "invoice": "开具发票",
    "lease_contract": "签订房屋租赁合同",
    "labour_contract": "签订劳动合同",
    "handover_note": "交接",
    "arbitration_application": "申请仲裁",
    "arbitration_award": "仲裁裁决",
    "judgment": "裁判",
    "appraisal": "出具鉴定评估意见",
}
_KINDS = {
    "iou": "contract",
    "loan_contract": "contract",
    "sale_contract": "contract",
    "contract": "contract",
    "guarantee": "contract",
    "order": "contract",
    "statement_of_account": "acknowledgement",
    "letter": "demand",
    "postal_receipt": "demand",
    "delivery_note": "delivery",
    "warehouse_note": "delivery",
    "acceptance_note": "delivery",
}
_ACT_EVENTS = {
    "acknowledge_debt": ("acknowledgement", "确认欠款"),
    "receive_money": ("transfer", "确认收款"),
    "receive_goods": ("delivery", "确认收货"),
    "borrow": ("contract", "商谈借款"),
    "plead_time": ("acknowledgement", "请求宽限"),
    "quality": ("other", "提出质量问题"),
    "repay": ("transfer", "称已付款"),
    "deliver_goods": ("delivery", "发货"),
    "demand": ("demand", "催款"),
}
"""What a message does, the weightier act first: one line for each sender and day."""

_STILL_EVENTS = ("demand", "plead_time", "borrow")
"""Acts that are events even when they are put as a question."""

_ABOUT_MONEY = re.compile(r"钱|款|[账帐]|万|元|块|转|\d{3}")

_OF_THE_DEBTOR = ("acknowledge_debt", "plead_time", "receive_goods")
"""Acts that only the one who owes can do: the creditor who names them asks or reproaches."""

_MAX_MESSAGES = 40


def _entry(source: Source, on: date, event: str, quote: Quote, kind: str) -> ChronologyEntry:
    return ChronologyEntry(date=on, event=event, file=source.file, quote=quote, kind=kind)


_OTHER_RECORDS = frozenset(
    {"accident_report", "police_record", "medical_record", "insurance_policy", "property_record"}
)
"""Records of others that are made on the day of an event."""


def _signed_as(source: Source) -> str | None:
    """What was done when a paper was signed; None for papers whose day is no event of the case."""
    if name := _SIGNED.get(source.kind):
        return name
    zh = kinds.kinds()[source.kind].zh.split("、")[0] if source.kind in kinds.kinds() else source.title
    if source.kind in CONTRACTS:
        return f"签订{zh}"
    if source.kind in INSTRUMENTS | CERTIFICATES | _OTHER_RECORDS:
        return f"出具{zh}"
    return None


def _papers(matter: Matter, *, goods: bool) -> Iterator[ChronologyEntry]:
    for source in matter.open_sources:
        name = _signed_as(source)
        if name is None or not source.read:
            continue
        kind = _KINDS.get(source.kind) or ("contract" if source.kind in CONTRACTS else "other")
        if goods and source.kind in ("delivery_note", "warehouse_note", "acceptance_note"):
            for batch in figures.batches(source):
                if batch.on:
                    yield _entry(
                        source, batch.on, f"{name}{batch.quantity.normalize():f}{batch.unit}", batch.quote, kind
                    )
            continue
        for fact in _days_of(source):
            yield _entry(
                source, fact.value or date.min, f"{name}（{source.title}）", source.quote(fact.start, fact.end), kind
            )
        yield from _served(source)


def _days_of(source: Source) -> list[DateFact]:
    """The day of a paper: that of an invoice's label, the signing of a paper that is signed, else the last it names."""
    dated = [fact for fact in source.dates if fact.value]
    if source.kind == "invoice":
        labelled = [f for f in dated if re.search(r"开票日期[：:\s]*$", source.text[max(0, f.start - 8) : f.start])]
        return labelled or dated[:1]
    if source.kind in (
        "iou",
        "loan_contract",
        "sale_contract",
        "order",
        "guarantee",
        "statement_of_account",
        "receipt",
    ):
        return dated[-1:]
    signed = figures.signing_day(source)
    return [signed] if signed else []


_RECEIVED = re.compile(r"(?:签收|送达|收到|收件)(?:日期|时间|日)?\s*[：:]?\s*$")


def _served(source: Source) -> Iterator[ChronologyEntry]:
    """The day on which an award or judgment was received."""
    if source.kind in ("arbitration_award", "judgment"):
        for fact in source.dates:
            if fact.value and _RECEIVED.search(source.text[max(0, fact.start - 8) : fact.start]):
                quote = source.quote(fact.start, fact.end)
                yield _entry(source, fact.value, f"收到{kinds.kinds()[source.kind].zh}", quote, "other")


def _moves(matter: Matter, *, trade: bool) -> Iterator[ChronologyEntry]:
    for source, item in _recorded(matter, trade=trade):
        if item.date:
            event = f"{item.payer or _holder(matter, source)}付款{yuan(item.fen)}元" + (
                f"（{item.memo.strip()}）" if item.memo.strip() else ""
            )
            yield _entry(source, item.date, event, source.quote_cell(item.amount_start, item.amount_end), "transfer")


def _holder(matter: Matter, source: Source) -> str:
    """Whose record it is, by the name of that side, where a row does not name who paid."""
    names = matter.cast.names(matter.sides[source.file])
    return names[0] if len(names) == 1 else "付款人"


def _recorded(matter: Matter, *, trade: bool) -> list[tuple[Source, Transfer]]:
    """The recorded payments between the parties; of a loan or sale those that can be of it."""
    there = figures.deliveries(matter) if trade else matter.moves("plaintiff", "defendant")
    return there + figures.repayments(matter)


def _told(matter: Matter, pack: Pack) -> Iterator[ChronologyEntry]:
    """The days of the pack's told facts, by the strongest paper that has each."""
    for entry in pack.told:
        if entry.fact != "date" or entry.words is None:
            continue
        seen: set[date] = set()
        for telling in told.in_papers(matter, entry):
            if isinstance(telling.value, date) and telling.value not in seen:
                seen.add(telling.value)
                source = telling.source
                quote = source.quote_cell(telling.start, telling.end)
                if source.document.format not in ("xlsx", "csv"):
                    quote = source.quote(*source.sentence_at(telling.start))
                yield _entry(source, telling.value, entry.name, quote, _kind_of(entry.name))


def _kind_of(name: str) -> str:
    """The kind of an event by its name."""
    for words, kind in _EVENT_KINDS:
        if re.search(words, name):
            return kind
    return "other"


_EVENT_KINDS = (
    ("签订|订立|签约|成立", "contract"),
    ("交付|交房|交接|移交|验收|完工|竣工|入职", "delivery"),
    ("付款|支付|转账", "transfer"),
    ("解除|通知|催|函", "demand"),
    ("到期|届满|应付", "due"),
)


def _messages(matter: Matter, pack: Pack, *, trade: bool) -> Iterator[ChronologyEntry]:
    seen: set[tuple[str, date, str]] = set()
    yield from _own_acts(matter, pack, seen)
    order = list(_ACT_EVENTS)
    for statement in sorted(matter.statements, key=lambda s: order.index(s.act) if s.act in order else 99):
        if statement.voice.form != "message" or statement.on is None or statement.act not in _ACT_EVENTS:
            continue
        kind, words = _ACT_EVENTS[statement.act]
        if statement.negated or (statement.mood in ("question", "hypothetical") and statement.act not in _STILL_EVENTS):
            continue
        if statement.act == "receive_money" and not trade and not _ABOUT_MONEY.search(statement.words):
            continue
        if statement.act == "repay" and (statement.mood != "said" or statement.voice.who == "plaintiff"):
            continue
        if statement.voice.who == "plaintiff" and statement.act in _OF_THE_DEBTOR and _claims_a_debt(matter):
            continue
        key = (statement.source.file, statement.on, statement.voice.who)
        if key in seen:
            continue
        seen.add(key)
        yield _entry(
            statement.source,
            statement.on,
            f"{_sender(statement)}{words}",
            statement.source.quote(statement.start, statement.end),
            kind,
        )


_WORDS_QUOTED = 24


def _own_acts(matter: Matter, pack: Pack, seen: set[tuple[str, date, str]]) -> Iterator[ChronologyEntry]:
    """What messages do by the pack's own acts, in their own words; days on which a sender is listed are left out."""
    for statement in matter.statements:
        if statement.voice.form != "message" or statement.on is None or statement.act not in pack.acts:
            continue
        key = (statement.source.file, statement.on, statement.voice.who)
        if key in seen or statement.lexeme.is_term or statement.mood in ("question", "hypothetical"):
            continue
        seen.add(key)
        start, end = statement.sentence
        words = re.sub(r"\s+", "", statement.source.text[start:end]).strip("，,。；;！!")[:_WORDS_QUOTED]
        quote = statement.source.quote(start, end)
        yield _entry(statement.source, statement.on, f"{_sender(statement)}：{words}", quote, "other")


def _sender(statement: Statement) -> str:
    who = statement.voice.name or "对方"
    if who in ("我", "本人"):
        who = {"plaintiff": "原告", "defendant": "被告"}.get(statement.voice.who, "一方")
    return who


def _claims_a_debt(matter: Matter) -> bool:
    """Whether the plaintiff sues as the one to whom something is owed."""
    return any(claim.claimant == "plaintiff" for claim in matter.claims)


def _due_and_filing(matter: Matter, *, trade: bool) -> Iterator[ChronologyEntry]:
    for due in (figures.loan_due(matter), figures.payment_due(matter)) if trade else ():
        if due is not None and due.quotes:
            source = matter.source(due.quotes[0].file)
            note = "（按起诉状）" if due.pleaded else ""
            yield _entry(source, due.on, f"履行期届满{note}", due.quotes[0], "due")
    if matter.complaint and matter.filing_date:
        source = matter.complaint.source
        same = [fact for fact in source.dates if fact.value == matter.filing_date]
        place = source.quote(same[-1].start, same[-1].end) if same else source.quote(0, 12)
        yield _entry(source, matter.filing_date, "起诉", place, "filing")


def _pleaded(matter: Matter, known: set[date]) -> Iterator[ChronologyEntry]:
    """What only the complaint tells, said to be pleaded."""
    if matter.complaint is None:
        return
    source = matter.complaint.source
    for fact in source.dates:
        if fact.value and matter.filing_date and fact.value > matter.filing_date:
            continue
        if fact.value and fact.start >= matter.complaint.facts_span[0] and fact.value not in known:
            known.add(fact.value)
            start, end = source.sentence_at(fact.start)
            words = re.sub(r"\s+", "", source.text[fact.end : min(end, fact.end + 24)]).strip("，,。")
            if words:
                yield _entry(source, fact.value, f"（起诉状）{words}", source.quote(start, end), "other")


def chronology(matter: Matter, pack: Pack) -> list[ChronologyEntry]:
    """List the dated events in order; events that only the complaint tells are marked so."""
    used = pack.checks()
    trade = bool({"principal_delivered", "price_balance"} & used)
    entries = [*_told(matter, pack), *_papers(matter, goods=trade)]
    entries += [*_moves(matter, trade=trade), *_due_and_filing(matter, trade=trade)]
    entries += list(_messages(matter, pack, trade=trade))[:_MAX_MESSAGES]
    entries += list(_pleaded(matter, {entry.date for entry in entries}))
    return sorted(_once(entries), key=lambda entry: (entry.date, entry.file, entry.quote.start))


def _once(entries: list[ChronologyEntry]) -> list[ChronologyEntry]:
    """An event that a paper's signing and a told fact both give is listed once for each paper and day."""
    kept: dict[tuple[date, str], list[ChronologyEntry]] = {}
    for entry in entries:
        beside = kept.setdefault((entry.date, entry.file), [])
        if not any(_overlap(entry.quote, other.quote) for other in beside):
            beside.append(entry)
    return [entry for beside in kept.values() for entry in beside]


def _overlap(one: Quote, other: Quote) -> bool:
    return one.start < other.end and other.start < one.end
