"""Checks on building works: what was settled, with whom, what fell due when, priority over the building."""

from __future__ import annotations

import re

from zuno.casework.checks.balance import balance_stated
from zuno.casework.checks.notices import notice_arrived
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.figures import Day, signing_day
from zuno.casework.matter import Matter
from zuno.casework.periods import add_months, add_years, after, period_in
from zuno.casework.records import Claim, Quote
from zuno.casework.sources import Source

_CONTRACTS = ("construction_contract", "contract")
_SETTLED = ("statement_of_account", "iou", "work_note", "appraisal", "audit_report", "contract")
_FIXED = re.compile(r"固定总价|总价(?:包干|闭口|包死)|一次性包死|闭口价|包干价|一口价|大包价")
_PRIORITY_MONTHS = 18
_RETENTION_YEARS = 2


def works_balance(matter: Matter) -> Outcome:
    """The price claimed is what the settlement leaves; under a fixed price the contract states the whole."""
    totals = r"结算(?:总)?(?:价款?|金额|造价|额|款)?|(?:审|核)定(?:金额|造价|价)?|合计|总计|共计|总(?:造价|价|额|金额)"
    outcome = balance_stated(matter, totals, _SETTLED)
    fixed = [source for source in matter.of_kind(*_CONTRACTS) if _FIXED.search(source.text)]
    if outcome.verdict != "silent" or not fixed:
        return outcome
    return balance_stated(matter, r"总价|合同价(?:款|格)?|价款|造价|包干|包死|闭口|一口价", _CONTRACTS)


_DEEMED = re.compile(
    r"(?:逾期|未|不)[^。；\n]{0,14}(?:答复|审核|审定|回复|审完|提出(?:异议|意见)|办理)[^。；\n]{0,16}"
    r"视(?:为|同)[^。；\n]{0,10}(?:认可|同意|确认|接受|审定)"
)


def settlement_deemed_accepted(matter: Matter) -> Outcome:
    """The contract takes silence on the settlement for consent, and the settlement has arrived.

    Source: 建工解释一 art. 21.
    """
    clause = next(
        (
            source.quote(m.start(), m.end())
            for source in matter.of_kind(*_CONTRACTS)
            if (m := _DEEMED.search(source.text))
        ),
        None,
    )
    sent = notice_arrived(matter, ("submit_settlement",), (), "plaintiff")
    if clause is None or sent.verdict != "carried":
        return SILENT
    why = "合同约定逾期不答复视为认可，结算文件已送达"
    items = (*items_of([clause]), *sent.items)
    return Outcome(verdict="carried", rule="settlement_deemed_accepted", why=why, items=items)


def interest_from_filing(matter: Matter) -> Outcome:
    """Interest is asked for from the day of suit, the last of the days that the law gives.

    Source: 建工解释一 art. 27 (3).
    """
    claim = _claim(matter, "C3")
    if claim is None or not re.search(r"起诉(?:之|状)?|立案之日|本案受理", claim.text):
        return SILENT
    return _by_law("from_filing", "请求自起诉之日起算，不早于法定的应付款时间", claim)


def _claim(matter: Matter, pack_claim: str) -> Claim | None:
    return next((claim for claim in matter.claims if claim.pack_claim == pack_claim and claim.quote), None)


def _by_law(rule: str, why: str, claim: Claim) -> Outcome:
    """Carried by what is asked for and the law, without any paper."""
    items = items_of([claim.quote] if claim.quote else [], "asked_for")
    return Outcome(verdict="carried", rule=rule, why=why, items=items)


_SUBCONTRACT = re.compile(r"分包|转包|内部承包|劳务(?:承包|合同|协议)|挂靠|项目(?:责任|目标)承包|班组")


def contract_with_employer(matter: Matter) -> Outcome:
    """The claimant's own contract is one with the employer, not with a contractor who passed the works on.

    Source: 建工解释一 art. 35.
    """
    own = [s for s in matter.of_kind(*_CONTRACTS) if matter.voices[s.file].who == "both"]
    direct = [s for s in own if not _SUBCONTRACT.search(s.text[:120] + s.title)]
    if direct or not own:
        return SILENT
    why = f"《{own[0].title}》是分包、转包性质的合同，未见与发包人订立的合同"
    return Outcome(verdict="doubtful", rule="not_with_employer", why=why, items=items_of([_head(own[0])]))


def _head(source: Source) -> Quote:
    line = next(line for line in source.text.split("\n") if line.strip())
    at = source.text.index(line)
    return source.quote(at, at + len(line))


def priority_in_time(matter: Matter) -> Outcome:
    """Priority was claimed, or the suit filed, within eighteen months of the day the price was to be paid.

    Source: 建工解释一 art. 41.
    """
    due, filed = price_due(matter), matter.filing_date
    if due is None or filed is None:
        return SILENT
    last = add_months(due.on, _PRIORITY_MONTHS)
    early = [s for s in matter.acts("claim_priority", who=("plaintiff",)) if s.on and s.on <= last]
    claims = [s.source.quote(*s.sentence) for s in early if s.voice.form in ("letter", "message")]
    if filed > last and not claims:
        why = f"应付款日{due.on}，18个月至{last}届满，{filed}起诉已逾期"
        return Outcome(verdict="doubtful", rule="priority_lapsed", why=why, items=items_of(due.quotes))
    why = f"应付款日{due.on}，18个月至{last}，{f'{early[0].on}已主张' if claims else f'{filed}起诉'}，未逾期"
    items = items_of((*due.quotes, *claims[:1]))
    return Outcome(verdict="carried", rule="priority_in_time", why=why, items=items, from_pleading=due.pleaded)


def price_due(matter: Matter) -> Day | None:
    """When the price was to be paid: by settlement and the term agreed for it, else by acceptance or handing over."""
    settled = _days(matter, ("statement_of_account",), "")
    accepted = _days(matter, ("acceptance_note", "completion_record", "handover_note"), r"验收|竣工|移交|交接|交付")
    terms = [s for s in matter.acts("works_payment_term", "payment_term", "due_term") if s.source.kind != "complaint"]
    dated = [(fact.value, s) for s in terms for fact in s.dates() if fact.value]
    if dated:
        last, said = max(dated, key=lambda pair: pair[0])
        return Day(on=last, quotes=(said.source.quote(*said.sentence),))
    for days, event in ((settled, r"结算|审计|审定|对账"), (accepted, r"验收|竣工|交付|完工")):
        if not days:
            continue
        last_day = max(days, key=lambda day: day.on)
        for said in terms:
            words = said.source.text[slice(*said.sentence)]
            if re.search(event, words) and (period := period_in(words)):
                quotes = (*last_day.quotes, said.source.quote(*said.sentence))
                return Day(on=after(last_day.on, period), quotes=quotes)
        return last_day
    return None


def _days(matter: Matter, kinds: tuple[str, ...], words: str) -> list[Day]:
    """Days that papers of these kinds give beside the words; the day of signing where no words are asked for."""
    found: list[Day] = []
    for source in matter.of_kind(*kinds):
        signed = signing_day(source)
        chosen = [signed] if signed and not words else []
        if words:
            lines = [
                (fact, source.text[source.text.rfind("\n", 0, fact.start) + 1 : fact.start]) for fact in source.dates
            ]
            chosen = [fact for fact, line in lines if re.search(rf"(?:{words})[^，。；]{{0,12}}$", line)] or [signed]
        found += [
            Day(on=fact.value, quotes=(source.quote(*source.sentence_at(fact.start)),))
            for fact in chosen
            if fact and fact.value
        ]
    return found


_BEYOND = re.compile(
    r"利息|违约金|损失|赔偿|律师费|全部(?:债权|款项|诉请|请求)|(?:上述|以上|前述)(?:全部|所有|各项|款项|债权|债务|请求)"
)
_NUMBERED = re.compile(r"第[一二三四五六七八九十\d]+(?:项)?[至到、和及与第一二三四五六七八九十\d]+项")


def priority_scope(matter: Matter) -> Outcome:
    """Priority is asked for the price alone, not for interest or damages.

    Source: 建工解释一 art. 40.
    """
    claim = _claim(matter, "C4")
    if claim is None:
        return SILENT
    other = next((item for item in matter.claims if item.pack_claim == "C3" and item.quote), None)
    beyond = _BEYOND.search(claim.text) or (other and _NUMBERED.search(claim.text))
    if beyond and not re.search(r"不(?:含|包括)[^，。；]{0,8}(?:利息|违约金)", claim.text):
        why = f"优先受偿的请求及于“{beyond.group()}”，利息、违约金不在优先范围"
        quotes = [item.quote for item in (claim, other) if item and item.quote]
        return Outcome(verdict="doubtful", rule="priority_beyond_price", why=why, items=items_of(quotes, "asked_for"))
    return _by_law("priority_for_price", "优先受偿的请求限于工程价款", claim)


def employer_owes(matter: Matter) -> Outcome:
    """A paper between the defendants, to which the claimant is a stranger, states what one owes the other."""
    owed = re.compile(r"尚欠|仍欠|欠付|未付|未支付|应付|余款|余额|结算")
    for source in matter.of_kind("statement_of_account", "judgment", "appraisal", "audit_report", "iou", "letter"):
        ours = any(name in source.text for name in matter.cast.names("plaintiff"))
        named = [name for name in matter.cast.names("defendant") if name in source.text]
        if ours or len(named) < 2 or not source.money:
            continue
        if match := owed.search(source.text):
            return Outcome(
                verdict="carried",
                rule="employer_owes",
                why=f"《{source.title}》载明发包人与承包人之间的结算和欠付",
                items=items_of([source.quote(*source.sentence_at(match.start()))]),
            )
    return SILENT


_RETENTION = re.compile(r"质保金|质量保证金|保修金|保留金|缺陷责任期|质保期|保修期")


def retention_due(matter: Matter) -> Outcome:
    """The time for which the warranty money is held back has run out; two years from acceptance where none was agreed.

    Source: 建工解释一 art. 17.
    """
    days = _days(matter, ("acceptance_note", "completion_record", "handover_note"), r"验收|竣工|移交|交接|交付")
    filed = matter.filing_date
    if not days or filed is None:
        return SILENT
    accepted = max(days, key=lambda day: day.on)
    agreed = _retention_term(matter)
    end = after(accepted.on, agreed[0]) if agreed else add_years(accepted.on, _RETENTION_YEARS)
    quotes = [*accepted.quotes, *([agreed[1]] if agreed else [])]
    how = "约定的质保期" if agreed else "未约定期限，按验收满二年"
    if end > filed:
        why = f"{accepted.on}验收，{how}至{end}，起诉时未届满"
        return Outcome(verdict="doubtful", rule="retention_not_due", why=why, items=items_of(quotes))
    why = f"{accepted.on}验收，{how}至{end}已届满"
    return Outcome(verdict="carried", rule="retention_due", why=why, items=items_of(quotes))


def _retention_term(matter: Matter) -> tuple[tuple[int, int, int], Quote] | None:
    for source in matter.of_kind(*_CONTRACTS, "statement_of_account", "work_note"):
        for match in _RETENTION.finditer(source.text):
            start, end = source.sentence_at(match.start())
            if period := period_in(source.text[match.start() : end]):
                return period, source.quote(start, end)
    return None
