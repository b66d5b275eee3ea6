"""Periods that have run out: limitation and the guarantee period.

Both print every reading that the papers allow. Limitation is a risk on the
present material, never a statement of law about the case; the court does not
raise it of its own motion (民法典 art. 193), the guarantee period it must (担保解释 art. 34).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from zuno.casework import figures, guarantees
from zuno.casework.arithmetic import limits
from zuno.casework.checks.demands import delivered_letters, to_guarantor_alone
from zuno.casework.findings.drafts import Draft, unread_bearing
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, common
from zuno.casework.records import LimitationLine, Quote
from zuno.casework.sources import MESSAGES
from zuno.casework.voices import voice_of_message


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruption:
    """An act that starts the period anew, with its proof."""

    on: date
    what: str
    quote: Quote


def interruptions(matter: Matter) -> list[Interruption]:
    """Acts by papers that interrupt limitation: part payment, acknowledgement, plea for time, demands that arrived.

    Source: 民法典 art. 195; 时效规定 art. 8, 14.
    """
    found: list[Interruption] = []
    for source, item in figures.repayments(matter):
        if item.date:
            found.append(
                Interruption(on=item.date, what="部分履行", quote=source.quote_cell(item.date_start, item.date_end))
            )
    for statement in matter.acts("acknowledge_debt", "plead_time", "reconcile", who=("defendant", "both")):
        if (
            statement.on
            and statement.voice.form in ("message", "instrument", "letter")
            and statement.mood != "question"
            and statement.source.kind not in ("iou", "loan_contract", "sale_contract")
        ):
            found.append(
                Interruption(
                    on=statement.on,
                    what="对方承认或请求宽限",
                    quote=statement.source.quote(statement.start, statement.end),
                )
            )
    for statement in matter.acts("demand", who=("plaintiff",)):
        if statement.on and statement.voice.form == "message":
            found.append(
                Interruption(on=statement.on, what="催款", quote=statement.source.quote(statement.start, statement.end))
            )
    for letter, proof, day, to in delivered_letters(matter):
        if proof and day and not to_guarantor_alone(matter, to):
            found.append(Interruption(on=day, what="催告函送达", quote=letter))
    return sorted(found, key=lambda item: item.on)


def _due(matter: Matter, cause: str) -> figures.Day | None:
    due = figures.loan_due(matter) if cause == "minjian_jiedai" else figures.payment_due(matter)
    return due or _refused(matter) or _demanded(matter)


def _refused(matter: Matter) -> figures.Day | None:
    """Without a term, limitation runs from the day the debtor plainly refuses.

    Source: 时效规定 art. 4.
    """
    for source in matter.of_kind(*MESSAGES):
        for message in source.messages:
            theirs = voice_of_message(message, matter.senders.get(source.file, {})).who == "defendant"
            match = _REFUSAL.search(source.text, message.start, message.end) if theirs else None
            if match and message.at:
                quote = source.quote(match.start(), match.end())
                return figures.Day(on=message.at.date(), quotes=(quote,), words="对方明确拒绝履行")
    return None


_REFUSAL = re.compile(
    r"[^。！？!?；;\n]*(?:(?:不会|不想|不再|拒绝|别想|凭什么)(?!不)[^，。；！？\n]{0,4}(?:还(?![是有没在要能会])|付|给(?!.{0,3}添))"
    r"|两清|不欠你|谁欠谁|没有?这回事|不认(?:账|帐)|没钱给你|不还了)[^。！？!?；;\n]*"
)
"""A sentence that plainly refuses to pay."""


def _demanded(matter: Matter) -> figures.Day | None:
    """Without a term and a refusal, limitation runs from the end of the time that the first demand gives."""
    demands = [s for s in matter.acts("demand", who=("plaintiff",)) if s.on and s.voice.form in ("message", "letter")]
    for statement in sorted(demands, key=lambda s: s.on or date.max):
        day = statement.on or date.max
        given = [fact.value for fact in statement.dates() if fact.value and fact.value >= day]
        quote = statement.source.quote(*statement.sentence)
        return figures.Day(on=max(given) if given else day, quotes=(quote,), words="首次催告所给期限届满")
    return None


def lines(matter: Matter, cause: str) -> list[LimitationLine]:
    """Every reading of limitation: from the due day, then from each interruption that still found it running."""
    due, years = _due(matter, cause), common().limitation_years
    if due is None:
        return []
    acts = interruptions(matter)
    first, *later = limits.restarts(due.on, tuple(act.on for act in acts), years=years)
    read = [
        LimitationLine(
            start=due.on,
            basis=(due.words or "履行期届满") + ("（仅起诉状主张）" if due.pleaded else ""),
            ends=first[1],
            evidence=due.quotes,
        )
    ]
    for start, end in later:
        act = next(act for act in acts if act.on == start)
        read.append(LimitationLine(start=start, basis=act.what, ends=end, evidence=(act.quote,)))
    return read


def limitation_lapsed(matter: Matter, cause: str, *, pleaded: bool) -> list[Draft]:
    """On the present papers the suit came after the period had run out.

    While an unread file may hold a later interruption and nobody pleads
    limitation, the risk stays in the list of readings and is no finding.
    """
    read, filed = lines(matter, cause), matter.filing_date
    if not read or filed is None or filed <= read[-1].ends:
        return []
    bearing = unread_bearing(matter, "statement_of_account", "letter", "postal_receipt", "chat")
    if bearing and not pleaded:
        return []
    last = read[-1]
    late = [item for item in interruptions(matter) if item.on > last.ends]
    answer = [
        s.source.quote(s.start, s.end)
        for s in matter.acts("limitation_plea", who=("defendant",))
        if s.voice.form == "pleading"
    ]
    claim = [matter.claims[0].quote] if matter.claims and matter.claims[0].quote else []
    unread = f"；未读材料（{'、'.join(f'《{s.title}》' for s in bearing[:3])}）可能另有中断" if bearing else ""
    said = f"，其后的{late[0].what}（{late[0].on}）已在届满之后" if late else ""
    return [
        Draft(
            code="limitation_lapsed",
            detail=f"时效风险（按现有材料）：最后可证的起算或中断为{last.start}（{last.basis}），三年至{last.ends}{said}，{filed}起诉"
            + ("；对方已提时效抗辩" if pleaded else "")
            + unread,
            quotes=(*last.evidence[:1], *(item.quote for item in late[:1]), *claim, *answer[:1]),
            expected=str(last.ends),
        )
    ]


# --- guarantee period -------------------------------------------------------------------------------------------


def guarantee_period(matter: Matter, pack: Pack) -> list[Draft]:
    """The right against the guarantor was exercised after the guarantee period had ended, or not at all.

    A joint guarantor is held by a demand, a general one by a suit against the debtor alone.

    Source: 民法典 art. 692, 693, 695; 担保解释 art. 34.
    """
    if not matter.cast.guarantors or not matter.claims or matter.claims[0].claimant != "plaintiff":
        return []
    period, last = guarantees.period(matter), figures.loan_due(matter)
    if period is None:
        return []
    how_given = guarantees.manner(matter)
    general = how_given is not None and how_given[0] == "general"
    exercised = guarantees.suits(matter) if general else guarantees.first_demands(matter)
    first = exercised[0][0] if exercised else matter.filing_date
    if first is None or period.holds(first):
        return []
    if not exercised and unread_bearing(matter, "letter", "chat"):
        return []
    answer = [
        s.source.quote(*s.sentence)
        for s in matter.acts("guarantee_period_plea", who=("defendant",))
        if s.voice.form == "pleading"
    ]
    papers = [
        source.quote(*source.sentence_at(match.start()))
        for source in matter.of_kind("iou", "guarantee", "loan_contract", "sale_contract")
        if (match := re.search(r"保证|担保", source.text))
    ]
    ends, due = period.ends, period.due
    how = f"约定保证期间至{ends}" if period.agreed else f"未见保证期间约定，主债务{due.on}到期，六个月至{ends}"
    if last and last.on != due.on:
        how += f"（展期至{last.on}未见保证人书面同意，保证期间不受影响）"
    if general:
        said = f"一般保证，首次对债务人起诉或者申请仲裁在{first}"
    else:
        said = f"首次向保证人主张在{first}" if exercised else f"起诉前未见向保证人主张，{first}起诉"
    delivered = [
        source.quote(match.start(), match.end())
        for source in matter.of_kind("postal_receipt")
        if any(name in source.text for name in matter.cast.guarantors)
        and (match := re.search(r"签收[^\n]{0,20}", source.text))
    ]
    quotes = (*papers[:1], *([exercised[0][1]] if exercised else []), *delivered[:1], *answer[:1])
    return [
        Draft(
            code="guarantee_period",
            detail=f"{how}；{said}，已过保证期间",
            quotes=quotes or due.quotes,
            expected=str(ends),
            elements=tuple(cell for defence in pack.defences if defence.guarantee_period for cell in defence.cells),
        )
    ]
