"""The chronology: dated events as the papers have them, one line an event, the strongest paper for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from zuno.casework import figures
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.matter import Matter
from zuno.casework.records import ChronologyEntry, Quote
from zuno.casework.sources import Source

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

_OF_THE_DEBTOR = ("acknowledge_debt", "plead_time", "receive_goods")
"""Acts that only the one who owes can do: the creditor who names them asks or reproaches."""

_MAX_MESSAGES = 40


def _entry(source: Source, on: date, event: str, quote: Quote, kind: str) -> ChronologyEntry:
    return ChronologyEntry(date=on, event=event, file=source.file, quote=quote, kind=kind)


def _papers(matter: Matter) -> Iterator[ChronologyEntry]:
    for source in matter.open_sources:
        name = _SIGNED.get(source.kind)
        if name is None or not source.read:
            continue
        kind = _KINDS.get(source.kind, "other")
        if source.kind in ("delivery_note", "warehouse_note", "acceptance_note"):
            for batch in figures.batches(source):
                if batch.on:
                    yield _entry(
                        source, batch.on, f"{name}{batch.quantity.normalize():f}{batch.unit}", batch.quote, kind
                    )
            continue
        dated = [fact for fact in source.dates if fact.value]
        if source.kind == "invoice":
            dated = [
                f for f in dated if re.search(r"开票日期[：:\s]*$", source.text[max(0, f.start - 8) : f.start])
            ] or dated[:1]
        else:
            dated = dated[-1:]
        for fact in dated:
            yield _entry(
                source, fact.value or date.min, f"{name}（{source.title}）", source.quote(fact.start, fact.end), kind
            )


def _moves(matter: Matter) -> Iterator[ChronologyEntry]:
    chosen = [(s, i, "付款") for s, i in figures.deliveries(matter)] + [
        (s, i, "付款") for s, i in figures.repayments(matter)
    ]
    for source, item, word in chosen:
        if item.date:
            event = f"{item.payer or '付款人'}{word}{yuan(item.fen)}元" + (
                f"（{item.memo.strip()}）" if item.memo.strip() else ""
            )
            yield _entry(source, item.date, event, source.quote_cell(item.amount_start, item.amount_end), "transfer")


def _messages(matter: Matter) -> Iterator[ChronologyEntry]:
    seen: set[tuple[str, date, str]] = set()
    order = list(_ACT_EVENTS)
    for statement in sorted(matter.statements, key=lambda s: order.index(s.act) if s.act in order else 99):
        if statement.voice.form != "message" or statement.on is None or statement.act not in _ACT_EVENTS:
            continue
        kind, words = _ACT_EVENTS[statement.act]
        if statement.negated or (statement.mood in ("question", "hypothetical") and statement.act not in _STILL_EVENTS):
            continue
        if statement.act == "repay" and (statement.mood != "said" or statement.voice.who == "plaintiff"):
            continue
        if statement.voice.who == "plaintiff" and statement.act in _OF_THE_DEBTOR and _claims_a_debt(matter):
            continue
        key = (statement.source.file, statement.on, statement.voice.who)
        if key in seen:
            continue
        seen.add(key)
        who = statement.voice.name or "对方"
        if who in ("我", "本人"):
            who = {"plaintiff": "原告", "defendant": "被告"}.get(statement.voice.who, "一方")
        yield _entry(
            statement.source,
            statement.on,
            f"{who}{words}",
            statement.source.quote(statement.start, statement.end),
            kind,
        )


def _claims_a_debt(matter: Matter) -> bool:
    """Whether the plaintiff sues as lender or seller: the first claim of both packs is theirs."""
    return any(claim.pack_claim == "C1" for claim in matter.claims)


def _due_and_filing(matter: Matter) -> Iterator[ChronologyEntry]:
    for due in (figures.loan_due(matter), figures.payment_due(matter)):
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
        if fact.value and fact.start >= matter.complaint.facts_span[0] and fact.value not in known:
            known.add(fact.value)
            start, end = source.sentence_at(fact.start)
            words = re.sub(r"\s+", "", source.text[fact.end : min(end, fact.end + 24)]).strip("，,。")
            if words:
                yield _entry(source, fact.value, f"（起诉状）{words}", source.quote(start, end), "other")


def chronology(matter: Matter) -> list[ChronologyEntry]:
    """List the dated events in order; events that only the complaint tells are marked so."""
    entries = [*_papers(matter), *_moves(matter), *_due_and_filing(matter)]
    entries += list(_messages(matter))[:_MAX_MESSAGES]
    entries += list(_pleaded(matter, {entry.date for entry in entries}))
    return sorted(entries, key=lambda entry: (entry.date, entry.file, entry.quote.start))
