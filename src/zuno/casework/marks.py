"""Marking the cells: one named rule sets each mark, and the reason is written out.

Order of judgement: what the other side admits; what settles the element; what
is still unread; what stands with a flaw; what merely points to it; nothing.
Absence in what was read is ``missing``, never disproof.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zuno.casework import evidence, figures, forms
from zuno.casework.checks.loan import admitted_short, principal_delivered
from zuno.casework.checks.notices import notice_arrived
from zuno.casework.checks.outcome import SILENT, Outcome
from zuno.casework.checks.registry import CHECKS
from zuno.casework.checks.sums import figure_carried
from zuno.casework.evidence import Item
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Element, Pack, Route
from zuno.casework.records import Cell, Claim, Mark, Quote, Side, Stance
from zuno.casework.sources import CONTRACTS, Source
from zuno.casework.statements import Statement, taken_back

_FLAWS = {
    "chat_unauthenticated": "聊天记录未能对应到本人",
    "copy_without_original": "只有复制件，无原件可核对",
    "unsigned": "未见对方签名盖章",
    "certificate_form": "单位证明或书面证言形式有缺",
    "hedged": "对方表述含糊",
    "receiver_unknown": "签收人与对方的关系没有材料",
}
_MAY_BE_FILLED = frozenset({"delivered_less_than_claimed", "balance_differs"})
"""Doubts of a computed check that a paper still unread may remove."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A mark with its rule and reason, before stance and issue are added."""

    mark: Mark
    rule: str
    why: str
    items: tuple[Item, ...]
    counter: tuple[Quote, ...] = ()


def bearer(element: Element, claimant: Side) -> Side:
    """Return the side that proves an element of a claim raised by ``claimant``."""
    if element.borne_by == "claimant":
        return claimant
    return "defendant" if claimant == "plaintiff" else "plaintiff"


def gather(
    matter: Matter,
    routes: Sequence[Route],
    claimant: Side,
    *,
    proponent: Side | None = None,
    claim: Claim | None = None,
) -> tuple[list[Item], list[Outcome]]:
    """Collect what the routes find: items of evidence, and the outcomes of computed checks.

    Args:
        matter: The case.
        routes: From the pack; their ``by`` is seen from the claimant.
        claimant: The side that raises the claim.
        proponent: The side that the evidence would help; the claimant by default.
        claim: The head of claim, whose sum a ``figure`` route looks for.
    """
    helped = proponent or claimant
    items: list[Item] = []
    outcomes: list[Outcome] = []
    for route in routes:
        if route.figure and any(outcome.verdict == "carried" for outcome in outcomes):
            continue  # the sum was already reckoned
        if route.check or route.notice or route.figure:
            outcome = _outcome(matter, route, claimant, claim)
            outcomes.append(outcome)
            items += [replace(item, strength=evidence.weaker(item.strength, route.at_most)) for item in outcome.items]
        elif route.transfer:
            items += evidence.by_transfer(matter, route, claimant)
        elif route.document:
            items += evidence.by_document(matter, route, helped)
        else:
            items += evidence.by_acts(matter, route, claimant, helped)
    return _weighed(matter, items, helped), outcomes


def _outcome(matter: Matter, route: Route, claimant: Side, claim: Claim | None) -> Outcome:
    if route.notice:
        return notice_arrived(matter, route.notice, route.kinds, claimant)
    if route.figure:
        return figure_carried(matter, claim, route.kinds, claimant, route.words) if claim else SILENT
    return CHECKS[route.check](matter)


def _weighed(matter: Matter, items: list[Item], burden: Side) -> list[Item]:
    """Hold what checks and slips bring against who speaks in them.

    A claimant's own pleading proves nothing for it; a slip signed by somebody
    whom no paper ties to the other side only points to delivery; a message of
    nobody stays a message of nobody, whoever quotes it.
    """
    settled: list[Item] = []
    for item in items:
        source = matter.source(item.quote.file)
        voice = matter.voices[source.file]
        if voice.form == "pleading" and voice.who == burden and item.how != "asked_for":
            continue
        if source.kind in ("delivery_note", "acceptance_note", "warehouse_note") and voice.who == "unknown":
            item = evidence.demoted(item, "receiver_unknown")
        elif item.how == "message" and not item.flaw and forms.chat_unauthenticated(matter, source):
            item = replace(item, flaw="chat_unauthenticated")
        settled.append(item)
    return settled


def bearing_unread(matter: Matter, element: Element) -> list[Source]:
    """Unread documents that may bear on an element: of its kinds, or of no kind that can be told."""
    return [
        source
        for source in matter.unread
        if source.kind in element.instruments or source.kind in ("other", "photo", "contract", "unknown")
    ]


def attacked(matter: Matter, element: Element, burden: Side) -> list[Statement]:
    """What the other side says against an element: its pleas of attack and its denials of the element's acts."""
    other = matter.cast.other(burden)
    acts = _own_acts(element)
    found: list[Statement] = []
    for statement in matter.statements:
        if statement.voice.who != other or statement.voice.form != "pleading":
            continue
        against = statement.act in element.against and statement.mood != "question" and not taken_back(statement)
        denied = statement.act in acts and (statement.negated or evidence.admits_less(matter, statement))
        if against or denied:
            found.append(statement)
    return found


def _own_acts(element: Element) -> set[str]:
    """The acts that are the element itself, not those that only point to it."""
    if element.denied:
        return set(element.denied)
    return {act for route in element.routes if route.at_most == "conclusive" for act in route.acts} - {"plead_time"}


_ALL_DENIED = re.compile(
    r"(?:全部|所有|所称|所述|主张的?|陈述的?)[^。；\n]{0,8}事实[^。；\n]{0,10}(?:不属实|不是事实|不真实|不(?:予)?认可|否认|有异议)"
    r"|(?:全部|一概|均)(?:予以)?否认"
)


def _general_denial(matter: Matter, burden: Side) -> list[Quote]:
    """Where the other side's pleading denies all the facts in one sentence."""
    other = matter.cast.other(burden)
    return [
        source.quote(match.start(), match.end())
        for source in matter.open_sources
        if matter.voices[source.file].form == "pleading" and matter.voices[source.file].who == other
        for match in _ALL_DENIED.finditer(source.text)
    ]


def stance(matter: Matter, element: Element, burden: Side) -> tuple[Stance, list[Quote]]:
    """Return the other side's stance on an element, as its own pleading states it, with the places."""
    other = matter.cast.other(burden)
    acts = {act for route in element.routes if route.at_most == "conclusive" for act in route.acts} - {"plead_time"}
    against = [s.source.quote(s.start, s.end) for s in attacked(matter, element, burden)]
    if against := against or _general_denial(matter, burden):
        return "disputed", against[:3]
    agreed = [
        s
        for s in matter.statements
        if s.voice.who == other
        and s.voice.form == "pleading"
        and s.act in acts
        and s.mood in ("said", "promise")
        and evidence.usable(s)
        and not evidence.admits_less(matter, s)
    ]
    if not agreed:
        return "not_stated", []
    quotes = [s.source.quote(s.start, s.end) for s in agreed[:3]]
    undisputed = all("异议" in s.words or "意见" in s.words for s in agreed)
    return ("undisputed" if undisputed else "admitted"), quotes


def judge(matter: Matter, element: Element, claimant: Side, claim: Claim | None = None) -> Judged:
    """Set the mark of one element.

    Args:
        matter: The case.
        element: The element of the pack.
        claimant: The side that raises the claim; the mark is about the fact as that side pleads it.
        claim: The head of claim.

    Returns:
        The mark with the name of the rule that set it, the reason in Chinese
        and the evidence, strongest first.
    """
    if reason := _not_applicable(matter, element, claimant):
        return reason
    judged = _by_proof(matter, element, claimant, claim)
    if element.borne_by == "respondent":
        judged = _by_burden(matter, element, claimant, judged)
    return _open_in_law(matter, element, judged)


def _not_applicable(matter: Matter, element: Element, claimant: Side) -> Judged | None:
    applies = element.applies
    if applies is None:
        return None
    others = [party for party in matter.cast.parties if party.role != claimant]
    if applies.party and others:
        companies = [party for party in others if party.kind != "person"]
        if not (companies if applies.party == "company" else len(companies) < len(others)):
            kind = "自然人" if applies.party == "company" else "单位"
            return _no_such_element("not_this_kind_of_party", f"对方为{kind}，不适用本要件")
    if applies.claim and not any(applies.claim.search(claim.text) for claim in matter.claims):
        return _no_such_element("not_claimed", "未提出相应请求，不适用本要件")
    open_texts = [source.text for source in matter.open_sources if source.read]
    if applies.unless and any(applies.unless.search(text) for text in open_texts):
        return _no_such_element("not_this_kind_of_case", "材料显示本案不属于本要件的适用情形")
    seen = applies.text is None or any(applies.text.search(text) for text in open_texts)
    if not seen and not bearing_unread(matter, element):
        return _no_such_element("not_this_kind_of_case", "材料未见本要件的适用情形")
    return None


def _no_such_element(rule: str, why: str) -> Judged:
    return Judged(mark="not_applicable", rule=rule, why=why, items=())


def _by_burden(matter: Matter, element: Element, claimant: Side, judged: Judged) -> Judged:
    """The other side must prove the contrary; where it shows nothing, the fact stands."""
    if judged.mark == "supported" or judged.rule == "unread_material":
        return judged
    rival = matter.cast.other(claimant)
    items, _outcomes = gather(matter, element.rebuttal, claimant, proponent=rival)
    against = [item for item in evidence.chosen(items, 4) if item.rank >= 1 and not item.flaw]
    quotes = tuple(item.quote for item in against)
    if against:
        why = f"对方就此负举证责任，已有{_titles(matter, against)}"
        return replace(judged, mark="doubtful", rule="shown_by_the_other_side", why=why, counter=quotes)
    if judged.mark == "doubtful" and judged.items:
        return judged
    why = f"应由{element.burden.split('（')[0]}举证，已读材料未见其证据"
    return replace(judged, mark="supported", rule="burden_not_met", why=why)


def _open_in_law(matter: Matter, element: Element, judged: Judged) -> Judged:
    """Where the papers raise a question on which the law is open, what is not carried is contested in law."""
    if judged.mark not in ("doubtful", "missing") or judged.rule == "unread_material":
        return judged
    for question in element.contested:
        for source in matter.open_sources:
            if not source.read or (question.kinds and source.kind not in question.kinds):
                continue
            if match := question.words.search(source.text):
                place = Item(
                    quote=source.quote(*source.sentence_at(match.start())), strength="corroborating", how="law"
                )
                items = (*judged.items, place)
                return replace(judged, mark="contested_law", rule="open_question_of_law", why=question.why, items=items)
    return judged


def _by_proof(matter: Matter, element: Element, burden: Side, claim: Claim | None) -> Judged:
    """The mark by the claimant's own evidence."""
    items, outcomes = gather(matter, element.routes, burden, claim=claim)
    unread = bearing_unread(matter, element)
    counter = tuple(s.source.quote(s.start, s.end) for s in attacked(matter, element, burden)[:4])
    kept = evidence.chosen(items)
    doubtful = next((outcome for outcome in outcomes if outcome.verdict == "doubtful"), None)
    if doubtful is not None and not (unread and doubtful.rule in _MAY_BE_FILLED):
        return Judged(mark="doubtful", rule=doubtful.rule, why=doubtful.why, items=tuple(kept), counter=counter)
    admitted = [item for item in items if item.how == "admission" and item.rank == 2]
    partial = element.coverage == "money" and _unproven_part(matter)
    if admitted and not counter and not partial:
        others = [item for item in kept if item.how != "admission" and item.rank]
        why = f"对方在{_titles(matter, admitted)}中承认" + (f"；{_titles(matter, others)}相印证" if others else "")
        return Judged(mark="supported", rule="admitted", why=why, items=tuple(kept))
    settled = [item for item in kept if item.rank == 2 and item.how != "admission"]
    if settled and not (unread and _unread_may_unsettle(matter, element, settled, doubtful)):
        return _covered(matter, element, burden, kept, counter, outcomes)
    if unread:
        names = "、".join(f"《{source.title}》" for source in unread[:4])
        return Judged(
            mark="doubtful",
            rule="unread_material",
            why=f"{names}尚未读取，可能影响本要件",
            items=tuple(kept),
            counter=counter,
        )
    return _unsettled(matter, element, kept, counter, outcomes)


def _unread_may_unsettle(matter: Matter, element: Element, settled: list[Item], doubtful: Outcome | None) -> bool:
    """Whether an unread paper may change what was read: fill a gap in it, or fix the terms as their only paper."""
    if doubtful is not None or (element.coverage == "quantity" and uncovered_batches(matter)):
        return True
    terms = {"due_term", "interest_term", "overdue_term", "payment_term", "buy"}
    about_terms = any(set(route.acts) & terms for route in element.routes if route.kinds)
    if not about_terms:
        return False
    return not any(item.how == "admission" or matter.source(item.quote.file).kind in CONTRACTS for item in settled)


def _titles(matter: Matter, items: Sequence[Item]) -> str:
    titles = dict.fromkeys(f"《{matter.source(item.quote.file).title}》" for item in items if item.rank)
    return "、".join(list(titles)[:4])


def _covered(
    matter: Matter,
    element: Element,
    burden: Side,
    kept: list[Item],
    counter: tuple[Quote, ...],
    outcomes: list[Outcome],
) -> Judged:
    """Settled by its evidence, unless the evidence covers less than what is pleaded or contradicts itself."""
    if element.coverage == "quantity" and (gap := uncovered_batches(matter)):
        words = "、".join(f"{batch.on or '日期不详'} {batch.quantity.normalize():f}{batch.unit}" for batch in gap)
        return Judged(
            mark="doubtful",
            rule="batch_without_receipt",
            why=f"所诉批次中 {words} 未见对方签收",
            items=tuple(kept),
            counter=counter,
        )
    if element.coverage == "money" and (short := _unproven_part(matter)):
        return Judged(mark="doubtful", rule="part_without_proof", why=short, items=tuple(kept), counter=counter)
    unsigned = [s for s in attacked(matter, element, burden) if s.act == "signature_denied"]
    if unsigned and all(item.how == "instrument" for item in kept if item.rank == 2):
        return Judged(
            mark="doubtful",
            rule="signature_denied",
            why="对方否认签名盖章，除该文书外无其他直接证据，真伪待鉴定",
            items=tuple(kept),
            counter=counter,
        )
    attack = [s for s in _papers_against(matter, element, burden)]
    if attack:
        quotes = tuple(s.source.quote(s.start, s.end) for s in attack[:3])
        return Judged(
            mark="doubtful",
            rule="contradicted",
            why="对方的同期言辞与本要件相反",
            items=tuple(kept),
            counter=(*counter, *quotes),
        )
    carried = [outcome for outcome in outcomes if outcome.verdict == "carried" and not outcome.from_pleading]
    reasons = [outcome.why for outcome in carried if outcome.why]
    why = reasons[0] if reasons else f"有直接证据：{_titles(matter, kept)}"
    rule = next((outcome.rule for outcome in carried), "direct_evidence")
    return Judged(mark="supported", rule=rule, why=why, items=tuple(kept), counter=counter)


def _unproven_part(matter: Matter) -> str:
    """Why a part of the principal is without proof of delivery; empty when all is proven or interest was deducted."""
    outcome = principal_delivered(matter)
    deducted = any(s.act == "prepaid_interest" for s in admitted_short(matter))
    denied = matter.acts("receive_money", who=("defendant",), negated=True)
    excused = deducted and not any(s.voice.form == "pleading" for s in denied)
    return outcome.why if outcome.verdict == "doubtful" and not excused else ""


def _papers_against(matter: Matter, element: Element, burden: Side) -> list[Statement]:
    """Words of the other side, said before the suit, that deny the element's own acts."""
    other = matter.cast.other(burden)
    acts = {act for route in element.routes for act in route.acts if route.by == "respondent"} & {
        "receive_goods",
        "receive_money",
        "borrow",
        "buy",
    }
    return [
        s
        for s in matter.statements
        if s.voice.who == other
        and s.voice.form == "message"
        and s.act in acts
        and s.negated
        and s.mood == "said"
        and not s.hedged
    ]


def uncovered_batches(matter: Matter) -> list[figures.Batch]:
    """Pleaded deliveries for which no paper of the buyer and no admission stands."""
    admitted = [
        s for s in matter.acts("receive_goods", who=("defendant",)) if s.voice.form == "pleading" and s.mood == "said"
    ]
    refused = (
        *matter.acts("receive_goods", who=("defendant",), negated=True),
        *matter.acts("batch_denied", who=("defendant",)),
    )
    denied = [s for s in refused if s.voice.form == "pleading"]
    if admitted and not denied:
        return []
    proven = _proven_batches(matter)
    total = _acknowledged_quantity(matter)
    pleaded = figures.pleaded_batches(matter)
    if total is not None and total >= sum(batch.quantity for batch in pleaded):
        return []
    return [
        batch
        for batch in pleaded
        if not any(
            other.quantity == batch.quantity and (other.on is None or batch.on is None or other.on == batch.on)
            for other in proven
        )
    ]


def _proven_batches(matter: Matter) -> list[figures.Batch]:
    proven: list[figures.Batch] = []
    for source in matter.of_kind("delivery_note", "warehouse_note", "acceptance_note"):
        proven += figures.batches(source)
    for statement in matter.acts("receive_goods", who=("defendant", "both")):
        if statement.voice.form == "message" and statement.mood == "said":
            proven += [
                figures.Batch(
                    on=statement.on,
                    quantity=q.value,
                    unit=q.unit,
                    quote=statement.source.quote(*statement.sentence),
                    source=statement.source,
                )
                for q in statement.quantities()
            ]
    return proven


def _acknowledged_quantity(matter: Matter):
    amounts = [q.value for source in matter.of_kind("statement_of_account") for q in source.quantities]
    return max(amounts) if amounts else None


def _unsettled(
    matter: Matter, element: Element, kept: list[Item], counter: tuple[Quote, ...], outcomes: list[Outcome]
) -> Judged:
    """Nothing settles the element and nothing is unread: direct words, flawed evidence, pointers, or nothing."""
    carried = next((outcome for outcome in outcomes if outcome.verdict == "carried"), None)
    direct = [item for item in kept if item.rank == 1 and not item.flaw]
    flawed = [item for item in kept if item.flaw]
    if direct and not counter:
        if carried and any(item.quote == found.quote for item in direct for found in carried.items):
            return Judged(mark="supported", rule=carried.rule, why=carried.why, items=tuple(kept))
        rule = "opponents_own_words" if len(direct) == 1 else "agreeing_evidence"
        return Judged(mark="supported", rule=rule, why=f"{_titles(matter, kept)}可证", items=tuple(kept))
    if direct:
        independent = {item.quote.file for item in direct}
        if len(independent) >= 2:
            return Judged(
                mark="supported",
                rule="agreeing_evidence",
                why=f"对方虽有争执，{_titles(matter, kept)}相互印证",
                items=tuple(kept),
                counter=counter,
            )
        return Judged(
            mark="doubtful",
            rule="single_source",
            why=f"仅{_titles(matter, kept)}一处，对方有争执",
            items=tuple(kept),
            counter=counter,
        )
    if flawed:
        flaw = flawed[0].flaw
        return Judged(
            mark="doubtful", rule=flaw, why=_FLAWS.get(flaw, "证据形式有缺"), items=tuple(kept), counter=counter
        )
    if kept:
        kinds = {matter.source(item.quote.file).kind for item in kept}
        if kinds == {"invoice"}:
            mark: Mark = "missing" if counter else "doubtful"
            return Judged(
                mark=mark, rule="invoice_alone", why="只有发票，买方未认可收货", items=tuple(kept), counter=counter
            )
        return Judged(
            mark="doubtful",
            rule="only_pointers",
            why="只有间接材料或己方记载，未见对方认可或第三方记录",
            items=tuple(kept),
            counter=counter,
        )
    if carried and carried.from_pleading:
        return Judged(
            mark="doubtful", rule="pleaded_only", why="仅有起诉状主张，已读材料未见证据", items=(), counter=counter
        )
    return Judged(mark="missing", rule="nothing_found", why="已读材料未见指向本要件的证据", items=(), counter=counter)


def cells(matter: Matter, pack: Pack) -> list[Cell]:
    """Mark every element of every claim by itself, in order; see ``followed`` for what rests on another."""
    return [
        _cell(matter, claim, element) for claim in matter.claims for element in pack.claim(claim.pack_claim).elements
    ]


def _cell(matter: Matter, claim: Claim, element: Element) -> Cell:
    side = bearer(element, claim.claimant)
    judged = judge(matter, element, claim.claimant, claim)
    attitude, places = stance(matter, element, claim.claimant)
    if judged.rule == "admitted" and attitude == "not_stated":
        attitude = "admitted"
        places = [q for item in judged.items if item.how == "admission" and item.rank == 2 for q in (item.quote,)]
    proven = judged.mark in ("supported", "not_applicable")
    ours = (claim.claimant == matter.cast.our_side) == proven
    return Cell(
        id=f"{claim.id}/{element.id}",
        claim=claim.id,
        element=element.id,
        fact=element.fact,
        burden=element.burden,
        burden_side=side,
        norms=element.norms,
        mark=judged.mark,
        opponent=attitude,
        contested_law=judged.mark == "contested_law",
        favours="ours" if ours else "theirs",
        rule=judged.rule,
        why=judged.why,
        issue=None,
        evidence=tuple(item.quote for item in judged.items),
        counter=judged.counter,
        stance_quotes=tuple(places),
        wanted=element.wanted,
        unread=tuple(source.file for source in bearing_unread(matter, element)),
    )


def followed(found: list[Cell], pack: Pack) -> list[Cell]:
    """Carry doubt over: an element that rests on another is no surer than that one, unless a person set its mark."""
    marks = {cell.element: cell for cell in found}
    follows = {element.id: element.follows for claim in pack.claims for element in claim.elements}
    settled: list[Cell] = []
    for cell in found:
        for base in follows.get(cell.element, ()):
            rest = marks.get(base)
            if cell.rule in ("balance_acknowledged", "admitted") or cell.set_by != "rules":
                continue  # the other side itself owned the sum, or a person answers for the mark
            if rest is not None and cell.mark == "supported" and rest.mark in ("doubtful", "missing", "rebutted"):
                cell = replace(
                    cell,
                    mark="doubtful",
                    rule=f"rests_on_{base}",
                    why=f"{cell.why}；但所依的“{rest.fact}”存疑",
                    favours="theirs" if cell.favours == "ours" else "ours",
                )
        settled.append(cell)
    return settled
