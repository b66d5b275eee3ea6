"""The dated facts as counsel may tell them in court: from the strongest papers, each with its place.

A paper tells before a message does; of messages only the other side's own words
are told. What only a private or an unread document knows is never told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date

from zuno.casework.records import ChronologyEntry, Party
from zuno.hearing.agenda import SIDE_WORDS, SIDES
from zuno.hearing.exhibits import MESSAGE_KINDS
from zuno.hearing.roles import Desk

MOST_PLACES = 3
MOST_PARTS = 4
_BY_PAPER = frozenset({"contract", "delivery", "transfer"})
"""Kinds of events that a message does not tell where a paper does."""
_AMOUNT_AT_END = re.compile(r"(\D+?)(\d[\d,.]*\D{0,3})")
_COMPANY_TAIL = re.compile(r"(?:有限责任|股份有限|有限)?公司$")


def find_events(desk: Desk, kinds: Collection[str]) -> list[ChronologyEntry]:
    """Return the public dated events of these kinds in order, message chatter left out where a paper tells."""
    return [entry for entry in _shown(desk, kinds) if not _is_chatter(desk, entry)]


def find_chatter(desk: Desk, kind: str) -> list[ChronologyEntry]:
    """Return what ``find_events`` leaves out: messages about something that papers tell of."""
    return [entry for entry in _shown(desk, {kind}) if _is_chatter(desk, entry)]


def is_by(desk: Desk, entry: ChronologyEntry, role: str) -> bool:
    """Tell whether an event names a party of this side, or its representative, as the one who acted."""
    return any(_names(party, entry.event) for party in desk.review.parties if party.role == role)


def tell(desk: Desk) -> list[str]:
    """Tell the facts of the plea in the order in which a court wants them, at most one sentence a stage.

    Contract, performance, payment, then demand and acknowledgement by date;
    every sentence ends with the place where it can be read.
    """
    events = [entry for entry in find_events(desk, _STAGED) if _is_worth_telling(desk, entry)]
    stages: dict[str, list[ChronologyEntry]] = {}
    for entry in events:
        stages.setdefault(_stage(desk, entry), []).append(entry)
    sentences = [
        _sentence(desk, stages[name]) if name in stages else _unread(desk, _PAPERS.get(name, frozenset()))
        for name in ("contract", "performance", "payment")
    ]
    late = sorted((stages[name] for name in ("demand", "acknowledgement") if name in stages), key=_first_day)
    return [sentence for sentence in (*sentences, *(_sentence(desk, entries) for entries in late)) if sentence]


_PAPERS = {
    "contract": frozenset({"iou", "loan_contract", "sale_contract", "contract", "guarantee", "order"}),
    "performance": frozenset({"delivery_note", "warehouse_note", "acceptance_note", "receipt", "bank_receipt"}),
}
"""The papers of a stage, named by their titles where nobody could read a day in them."""
_STAGED = frozenset({"contract", "delivery", "transfer", "demand", "acknowledgement"})


def _unread(desk: Desk, kinds: Collection[str]) -> str:
    """Name the own papers of a stage that no event was read from, and claim nothing of what they say."""
    own = [item for item in desk.review.documents if item.side == desk.role and item.exhibit and item.kind in kinds]
    ids = [name for item in own if (name := desk.id_of(item.file))][:MOST_PLACES]
    named = "、".join(f"{desk.name(name)}（{name}）" for name in ids)
    return f"有{named}，内容以当庭核对的原件为准" if named else ""


def _stage(desk: Desk, entry: ChronologyEntry) -> str:
    if entry.kind == "delivery":
        return "performance"
    if entry.kind == "transfer":
        lent = desk.review.cause == "minjian_jiedai" and not is_by(desk, entry, SIDES[1])
        return "performance" if lent else "payment"
    return entry.kind


def _first_day(entries: Sequence[ChronologyEntry]) -> date:
    return entries[0].date


def _is_worth_telling(desk: Desk, entry: ChronologyEntry) -> bool:
    """Tell whether an event stands in an exhibit of the own side, and in a message only by the other side's words."""
    own = desk.review.document(entry.file).side == desk.role
    return own and (not _is_message(desk, entry) or is_by(desk, entry, SIDES[1 - SIDES.index(desk.role)]))


def _shown(desk: Desk, kinds: Collection[str]) -> list[ChronologyEntry]:
    return [
        entry
        for entry in desk.review.chronology
        if entry.kind in kinds and desk.exhibits_among([entry.quote]) and desk.place(entry.quote)
    ]


def _is_chatter(desk: Desk, entry: ChronologyEntry) -> bool:
    if entry.kind not in _BY_PAPER or not _is_message(desk, entry):
        return False
    return not all(_is_message(desk, other) for other in _shown(desk, {entry.kind}))


def _is_message(desk: Desk, entry: ChronologyEntry) -> bool:
    return desk.review.document(entry.file).kind in MESSAGE_KINDS


def _names(party: Party, words: str) -> bool:
    core = _COMPANY_TAIL.sub("", party.name)
    size = min(4, len(core))
    runs = [core[at : at + size] for at in range(len(core) - size + 1)] if size > 1 else []
    return any(run in words for run in (*runs, *filter(None, [party.representative])))


def _sentence(desk: Desk, entries: Sequence[ChronologyEntry]) -> str:
    """Put the events of one stage into one sentence; a run of like ones counts as one, two papers on one as one."""
    runs: dict[str, dict[date, ChronologyEntry]] = {}
    delivered: set[date] = set()
    for entry in entries:
        event = entry.event.partition("（")[0]
        if entry.kind == "delivery" and entry.date in delivered:
            continue
        delivered.add(entry.date)
        runs.setdefault(event, {}).setdefault(entry.date, entry)
    told = [_part(desk, event, list(run.values())) for event, run in runs.items()]
    more = f"等共{sum(map(len, runs.values()))}次" if len(told) > MOST_PARTS else ""
    places = dict.fromkeys(place for entry in entries if (place := desk.place(entry.quote)))
    return f"{'；'.join(told[:MOST_PARTS])}{more}，见{'、'.join([*places][:MOST_PLACES])}"


def _part(desk: Desk, event: str, run: Sequence[ChronologyEntry]) -> str:
    """``2024年6月6日至2024年12月6日，邱景云付款7次，每次3,120元``."""
    span = _day(run[0].date) + (f"至{_day(run[-1].date)}" if len(run) > 1 else "")
    if len(run) == 1 and run[0].kind == "demand":
        event = run[0].event
    elif len(run) > 1:
        counted = _AMOUNT_AT_END.fullmatch(event)
        event = f"{counted[1]}{len(run)}次，每次{counted[2]}" if counted else f"{event}{len(run)}次"
    return f"{span}，{_actor(desk, event, run[0])}{event}"


def _actor(desk: Desk, event: str, entry: ChronologyEntry) -> str:
    """Say who acted where the event does not: both for a contract, the own side for its letter."""
    if event.startswith("签订"):
        return "双方"
    own = desk.review.document(entry.file).side == desk.role
    return SIDE_WORDS[desk.role] if event.startswith("发函") and own else ""


def _day(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"
