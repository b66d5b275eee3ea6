"""Amounts that do not agree, and claims that ask twice or too much."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from zuno.casework import figures, goods
from zuno.casework.arithmetic.interest import interest_fen, yearly
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.loan import admitted_short, cap_for, principal_basis, principal_delivered, rate_within_cap
from zuno.casework.checks.sale import price_balance
from zuno.casework.findings.drafts import Draft, plain, unread_bearing
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.pleadings import Complaint
from zuno.casework.records import Claim, Quote
from zuno.casework.sources import CONTRACTS, Source
from zuno.knowledge.records import MoneyFact


def wrong_total(matter: Matter) -> list[Draft]:
    """The complaint's total is not the sum of its heads."""
    complaint = matter.complaint
    if complaint is None or complaint.total is None:
        return []
    amounts = [
        claim.amount_fen
        for claim in matter.claims
        if not re.search(r"上述|以上|前述|上面|前面|这些|连带|共同(?:偿还|清偿|承担)", claim.text)
    ]
    if not amounts or any(amount is None for amount in amounts):
        return []
    costs = [
        fen
        for relief in complaint.relief
        if relief.costs and (fen := _stated(complaint.source, relief.start, relief.end))
    ]
    total, start, end = complaint.total
    summed = sum(amount or 0 for amount in amounts)
    among = sum(_costs_among(complaint))
    if total in (summed, summed + sum(costs), summed + among, summed + sum(costs) + among):
        return []
    return [
        Draft(
            code="amount_mismatch",
            detail=f"起诉状各项请求相加为{yuan(summed + sum(costs))}元，合计写作{yuan(total)}元",
            quotes=(complaint.source.quote(*_line(complaint.source.text, start, end)),),
            expected=plain(summed + sum(costs)),
        )
    ]


def _costs_among(complaint: Complaint) -> Iterator[int]:
    """Costs that stand in a list of other heads (…、交通费247元、鉴定费2,300元)."""
    source = complaint.source
    for relief in complaint.relief:
        if relief.costs:
            continue
        for fact in source.money:
            before = source.text[max(relief.start, fact.start - 12) : fact.start]
            if relief.start <= fact.start < relief.end and _COST_BEFORE.search(before):
                yield fact.fen


_COST_BEFORE = re.compile(r"(?:鉴定|律师|保全|公证|评估|公告|担保|保函|差旅|检测)(?:服务)?费(?:用)?[^，。；、\d]{0,4}$")


def _stated(source: Source, start: int, end: int) -> int | None:
    return next((fact.fen for fact in source.money if start <= fact.start < end), None)


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    return begin, stop if stop >= 0 else len(text)


def _elements_of_heads(matter: Matter, pack: Pack, *claims: Claim) -> tuple[str, ...]:
    """The elements about the amount of these heads, of all heads where none is given."""
    heads = dict.fromkeys(claim.pack_claim for claim in claims or matter.claims)
    return tuple(element for head in heads for element in pack.amounts_of(head))


def capitals_against_digits(matter: Matter, pack: Pack) -> list[Draft]:
    """One paper writes one sum in capitals and in digits, and the two differ."""
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if not source.read or source.document.format in ("xlsx", "csv") or source.kind in ("chat", "email"):
            continue
        for capital in source.money:
            digits = _paired_digits(source, capital)
            if capital.written == "hanzi" and digits and digits.fen != capital.fen:
                drafts.append(
                    Draft(
                        code="amount_mismatch",
                        detail=f"《{source.title}》大写{yuan(capital.fen)}元与小写{yuan(digits.fen)}元不一致",
                        quotes=(source.quote(*_around(source, capital, digits)),),
                        expected=None,
                        elements=_elements_of_heads(matter, pack, *matter.claims[:1]),
                    )
                )
    return drafts


_BESIDE = re.compile(r"[\s（(，,：:]*(?:小写|人民币|即|RMB|[¥￥])*[\s：:]*")


def _paired_digits(source: Source, capital: MoneyFact) -> MoneyFact | None:
    """The figure in digits that is set beside a sum in capitals: within brackets or after 小写 or ￥."""
    if not re.search(r"[壹贰叁肆伍陆柒捌玖拾佰仟]", capital.text):
        return None
    for fact in reversed(source.money):
        if fact.written == "hanzi":
            continue
        if 0 <= fact.start - capital.end <= 12 and _BESIDE.fullmatch(source.text[capital.end : fact.start]):
            return fact
        if 0 <= capital.start - fact.end <= 22 and re.search(r"大写", source.text[fact.end : capital.start]):
            return fact
    return None


def _around(source: Source, one: MoneyFact, other: MoneyFact) -> tuple[int, int]:
    return min(one.start, other.start), max(one.end, other.end)


_PROOFS_OF_PAYMENT = ("receipt", "bank_statement", "bank_receipt", "payment_record")


def delivered_less(matter: Matter) -> list[Draft]:
    """Less was paid out than the paper names and the complaint claims.

    While a proof of payment is unread, a shortfall that the lender did not admit is no finding.

    Source: 民法典 art. 670; 民间借贷规定 art. 26.
    """
    if not any(claim.pack_claim == "C1" for claim in matter.claims):
        return []
    outcome = principal_delivered(matter)
    if outcome.verdict != "doubtful":
        return []
    delivered, wanted = principal_basis(matter)
    short = admitted_short(matter)
    if delivered is None or wanted is None or delivered.fen >= wanted.fen:
        return []
    admitted = any(s.voice.who in ("plaintiff", "both") for s in short)
    if not admitted and unread_bearing(matter, *_PROOFS_OF_PAYMENT):
        return []
    named = figures.instrument_amount(matter)
    quotes = (
        *wanted.quotes,
        *(named.quotes if named else ()),
        *delivered.quotes[:4],
        *(s.source.quote(s.start, s.end) for s in short[:2]),
    )
    words = (
        f"请求本金{yuan(wanted.fen)}元，有凭证的交付{yuan(delivered.fen)}元，差额{yuan(wanted.fen - delivered.fen)}元"
    )
    prepaid = any(s.act == "prepaid_interest" for s in short)
    tail = "系预扣利息，本息应以实际交付额重算" if prepaid else "待证；有凭证部分支持" + yuan(delivered.fen) + "元"
    return [
        Draft(
            code="amount_mismatch",
            detail=f"{words}，{tail}",
            quotes=quotes,
            expected=plain(delivered.fen),
            elements=("C1E4",),
        )
    ]


def balance_differs(matter: Matter) -> list[Draft]:
    """The balance that the buyer acknowledged, or price less payments, is not what is claimed.

    While a paper is unread that may acknowledge or agree another sum, the difference is no finding.
    """
    if not any(claim.pack_claim == "C1" for claim in matter.claims):
        return []
    outcome = price_balance(matter)
    wanted = figures.claimed(matter, "C1")
    if outcome.verdict != "doubtful" or wanted is None:
        return []
    if unread_bearing(matter, "statement_of_account", "sale_contract", "order"):
        return []
    claim = next(claim for claim in matter.claims if claim.pack_claim == "C1")
    balances = figures.statement_balances(matter)
    supported = figures.balance_after_payments(matter, balances[-1]).fen if balances else None
    if supported is None:
        total, paid = figures.contract_total(matter), figures.paid(matter)
        supported = total.fen - (paid.fen if paid else 0) if total else None
    ledgers = [_balance_line(source, wanted) for source in matter.of_kind("ledger")]
    quotes = tuple(q for q in (claim.quote, *(item.quote for item in outcome.items), *ledgers) if q)
    return [
        Draft(
            code="amount_mismatch",
            detail=outcome.why + (f"；有对方确认或合同付款支持{yuan(supported)}元" if supported is not None else ""),
            quotes=quotes,
            expected=plain(supported) if supported is not None else None,
            elements=("C1E3",),
        )
    ]


def _balance_line(source: Source, wanted: int) -> Quote | None:
    for fact in source.money:
        if fact.fen == wanted:
            return source.quote_cell(fact.start, fact.end)
    plain = str(wanted // 100)
    at = source.text.rfind(plain)
    return source.quote_cell(at, at + len(plain)) if at >= 0 else None


def interest_paid(matter: Matter) -> list[Draft]:
    """Interest asked for a time in which the records show interest paid, and the head does not take it off."""
    drafts: list[Draft] = []
    for claim in matter.claims:
        if claim.pack_claim != "C2" or claim.quote is None or re.search(r"扣|已付|欠付|未付|尚欠", claim.text):
            continue
        source = matter.source(claim.quote.file)
        span = (claim.quote.start, claim.quote.start + len(claim.text) + 20)
        days = [fact.value for fact in source.dates if span[0] <= fact.start < span[1] and fact.value]
        if len(days) < 2 or not claim.amount_fen:
            continue
        paid = [
            (paper, item)
            for paper, item in figures.repayments(matter)
            if figures.is_interest(item) and item.date and (item.date - min(days)).days > 20 and item.date < max(days)
        ]
        if paid:
            total = sum(item.fen for _p, item in paid)
            drafts.append(
                Draft(
                    code="amount_mismatch",
                    detail=f"请求期间内已付利息{yuan(total)}元，该项请求未扣除",
                    quotes=(
                        claim.quote,
                        *(paper.quote_cell(item.amount_start, item.amount_end) for paper, item in paid[:3]),
                    ),
                    expected=plain(claim.amount_fen - total),
                    elements=("C2E1",),
                )
            )
    return drafts


def wrong_products(matter: Matter, pack: Pack) -> list[Draft]:
    """Lines of goods whose quantity times price is not their amount; one finding for each wrong line of goods."""
    found: dict[tuple[Decimal, Decimal | None], list[tuple[Source, goods.GoodsLine]]] = {}
    for source in matter.open_sources:
        if source.read and source.kind in (
            "complaint",
            "sale_contract",
            "order",
            "invoice",
            "statement_of_account",
            "ledger",
            "delivery_note",
        ):
            for line in goods.goods_lines(source):
                if line.wrong_product():
                    found.setdefault((line.quantity, line.price), []).append((source, line))
    drafts: list[Draft] = []
    for (quantity, price), places in found.items():
        source, line = places[0]
        product = quantity * (price or 0)
        right = [
            other.quote(row.start, row.end)
            for other in matter.of_kind("delivery_note", "sale_contract", "statement_of_account", "invoice")
            for row in goods.goods_lines(other)
            if row.quantity == quantity and row.price == price and row.amount == product
        ]
        drafts.append(
            Draft(
                code="amount_mismatch",
                detail=f"《{source.title}》{quantity}×{price}={product.normalize():f}，载为{line.amount}",
                quotes=(*(s.quote_cell(row.start, row.end) for s, row in places[:3]), *right[:1]),
                expected=f"{product:.2f}",
                hurts="plaintiff",
                elements=_elements_of_heads(matter, pack, *matter.claims[:1]),
            )
        )
    return drafts


_BASE = re.compile(r"元?[^，。；]{0,3}为(?:计算)?(?:基数|本金?|依据)")


def wrong_interest(matter: Matter, pack: Pack) -> list[Draft]:
    """A head of interest or penalty whose own base, rate and days do not give its figure by any usual reckoning."""
    if matter.complaint is None:
        return []
    source = matter.complaint.source
    drafts: list[Draft] = []
    for relief in matter.complaint.relief:
        inside = [
            fact
            for fact in source.money
            if relief.start <= fact.start < relief.end
            and not re.search(r"每(?:个)?[月日天年期][^，。；]{0,6}$", source.text[relief.start : fact.start])
        ]
        rates = figures.rates_stated(source, relief.start, relief.end)
        days = [fact.value for fact in source.dates if relief.start <= fact.start < relief.end and fact.value]
        if len(inside) < 2 or len(rates) != 1 or len(days) < 2:
            continue
        based = [m for m in inside if _BASE.match(source.text[m.end : m.end + 10])]
        if not based:
            continue
        base, stated = based[0], next((m for m in reversed(inside) if m not in based), inside[-1])
        factor = figures.factor_on(source, rates[0], relief.start, relief.end)
        percent = yearly(rates[0].percent, rates[0].unit) * factor
        usual = _usual_figures(base.fen, percent, min(days), max(days))
        if not any(abs(figure - stated.fen) <= max(100, stated.fen // 200) for figure in usual):
            drafts.append(
                Draft(
                    code="amount_mismatch",
                    detail=f"按{yuan(base.fen)}元、{rates[0].text}、{min(days)}至{max(days)}计算约为{yuan(usual[0])}元，起诉状写作{yuan(stated.fen)}元",
                    quotes=(source.quote(relief.start, relief.end),),
                    expected=plain(usual[0]),
                    elements=_elements_of_heads(
                        matter,
                        pack,
                        *(c for c in matter.claims if c.quote and relief.start <= c.quote.start < relief.end),
                    ),
                )
            )
    return drafts


def _usual_figures(base_fen: int, percent: Decimal, start: date, end: date) -> list[int]:
    between = (end - start).days
    found = [interest_fen(base_fen, percent, days, year) for days in (between + 1, between) for year in (365, 360)]
    months = (end.year - start.year) * 12 + end.month - start.month
    found += [int(Decimal(base_fen) * percent / 1200 * count) for count in (months, months + 1) if count > 0]
    return found


_FOR_ALL_HEADS = re.compile(r"上述|以上|前述|连带|担保|补充(?:清偿|赔偿)?责任|优先受偿|双方|解除")
"""Words of heads that ask nothing more: liability or priority for the others."""


def asked_twice(matter: Matter, pack: Pack) -> list[Draft]:
    """Penalty and interest, or two heads of the same kind, for the same default over the same time."""
    late = [
        claim
        for claim in matter.claims
        if re.search(r"逾期|迟延|延迟|拖欠|拖延|违约金|滞纳金|罚息|资金占用", claim.text)
        and not _FOR_ALL_HEADS.search(claim.text)
    ]
    penalty = [claim for claim in late if re.search(r"违约金|滞纳金|罚息", claim.text)]
    interest = [claim for claim in late if claim not in penalty and re.search(r"利息|损失|资金占用", claim.text)]
    if matter.complaint is None or not ((penalty and interest) or len(penalty) > 1):
        return []
    extra = interest[0] if interest else penalty[-1]
    quotes = [claim.quote for claim in (penalty[0], extra) if claim.quote]
    for source in matter.of_kind(*CONTRACTS):
        term = next((s for s in matter.statements if s.source is source and s.act == "overdue_term"), None)
        if term:
            quotes.append(source.quote(*term.sentence))
    return [
        Draft(
            code="duplicate_or_excess_claim",
            detail=f"对同一欠款的逾期同时主张{'违约金和逾期利息' if interest else '两种违约金'}，属重复",
            quotes=tuple(quotes),
            expected=plain(extra.amount_fen) if extra.amount_fen is not None else None,
            elements=_elements_of_heads(matter, pack, penalty[0], extra),
        )
    ]


_SUMMED = re.compile(r"(?:[两二三四五]项|各期|各笔|以上|合)\s*(?:共计|合计|共|计)\s*$")


def wrong_inner_sum(matter: Matter) -> list[Draft]:
    """Within one head of relief the parts do not add up to the sum that it names (…元、…元，两项共…元)."""
    if matter.complaint is None:
        return []
    source = matter.complaint.source
    drafts: list[Draft] = []
    for relief in matter.complaint.relief:
        inside = [fact for fact in source.money if relief.start <= fact.start < relief.end]
        for at, total in enumerate(inside):
            if at < 2 or not _SUMMED.search(source.text[relief.start : total.start]):
                continue
            parts = [fact for fact in inside[:at] if re.search(r"为\s*$", source.text[relief.start : fact.start])]
            summed = sum(fact.fen for fact in parts)
            if len(parts) >= 2 and summed != total.fen:
                drafts.append(
                    Draft(
                        code="amount_mismatch",
                        detail=f"各项相加为{yuan(summed)}元，起诉状写作{yuan(total.fen)}元",
                        quotes=(source.quote(relief.start, relief.end),),
                        expected=plain(summed),
                    )
                )
    return drafts


def deposit_and_penalty(matter: Matter, pack: Pack) -> list[Draft]:
    """Penalty and deposit forfeited or doubled for the same breach: only one may be chosen.

    Source: 民法典 art. 588.
    """
    deposit = [c for c in matter.claims if _DEPOSIT_RULE.search(c.text)]
    if matter.complaint and not deposit:
        deposit_texts = [r for r in matter.complaint.relief if _DEPOSIT_RULE.search(r.text)]
        quotes = [matter.complaint.source.quote(r.start, r.end) for r in deposit_texts]
    else:
        quotes = [c.quote for c in deposit if c.quote]
    penalty = [c for c in matter.claims if "违约金" in c.text and c not in deposit and c.quote]
    if not quotes or not penalty:
        return []
    amount = deposit[0].amount_fen if deposit else None
    papers = [
        source.quote(*source.sentence_at(match.start()))
        for source in matter.of_kind(*CONTRACTS)
        if (match := re.search(r"定金", source.text))
    ]
    return [
        Draft(
            code="duplicate_or_excess_claim",
            detail="同时主张违约金和定金罚则，依法只能择一",
            quotes=(*quotes[:1], *(c.quote for c in penalty[:1] if c.quote), *papers[:1]),
            expected=plain(amount) if amount is not None else None,
            elements=_elements_of_heads(matter, pack, *penalty[:1]),
        )
    ]


_DEPOSIT_RULE = re.compile(
    r"定金.{0,14}(?:没收|不予?退|不予返还|罚则|归(?!还))|(?:没收|双倍|不予?退|归原告).{0,14}定金"
)
"""A deposit kept or doubled; one that is asked back as paid is no penalty."""


def above_cap(matter: Matter) -> list[Draft]:
    """A loan's rate above four times the LPR of its day.

    Source: 民间借贷规定 art. 25, 29.
    """
    if not any(claim.pack_claim in ("C2", "C3") for claim in matter.claims):
        return []
    outcome = rate_within_cap(matter)
    if outcome.verdict != "doubtful":
        return []
    cap = cap_for(matter)
    quotes = [item.quote for item in outcome.items]
    quotes += [claim.quote for claim in matter.claims if claim.pack_claim in ("C2", "C3") and claim.quote][:1]
    return [
        Draft(
            code="duplicate_or_excess_claim",
            detail=outcome.why + "，超出部分不受保护",
            quotes=tuple(quotes),
            expected=f"{cap[0].normalize():f}%" if cap else None,
            elements=("C2E2",),
        )
    ]
