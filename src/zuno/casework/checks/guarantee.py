"""Checks on a guarantee: the debt it secures, its manner, its period, its scope, a company's resolution, recourse."""

from __future__ import annotations

import re

from zuno.casework import figures, forms, guarantees
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.demands import delivered_letters
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.records import Quote
from zuno.casework.sources import Source

_LENT = re.compile(r"借到|收到|收讫|已收|放款|发放")
_SECURED = ("loan_contract", "iou", "sale_contract", "contract", "order", "lease_contract", "statement_of_account")


def _states_debt(source: Source) -> Quote | None:
    """Where a paper states the debt itself: a sum in a sentence of borrowing, price or balance."""
    for fact in source.money:
        start, end = source.sentence_at(fact.start)
        if re.search(r"借|款|欠|价|租|本金|金额|授信|债", source.text[start:end]):
            return source.quote(start, end)
    return None


def _fulfilled(matter: Matter, papers: list[Source]) -> list[Quote]:
    """Where the creditor's own performance shows: money paid out, a receipt, goods signed for, a balance owned."""
    paid = [
        source.quote_cell(move.amount_start, move.amount_end)
        for source, move in matter.bank_moves
        if matter.side_at(source, move.payer) == "plaintiff"
    ]
    signed = [
        source.quote(*source.sentence_at(0))
        for source in matter.of_kind("delivery_note", "warehouse_note", "acceptance_note", "statement_of_account")
    ]
    received = [
        source.quote(*source.sentence_at(match.start()))
        for source in (*matter.of_kind("receipt"), *(paper for paper in papers if paper.kind == "iou"))
        if (match := _LENT.search(source.text))
    ]
    return [*paid, *received, *signed]


def principal_debt_due(matter: Matter) -> Outcome:
    """The secured debt stands in a paper of the debtor or a judgment, was performed by the creditor, and is due."""
    judged = [source for source in matter.of_kind("judgment", "arbitration_award") if _states_debt(source)]
    if judged:
        quotes = [quote for source in judged if (quote := _states_debt(source))]
        return Outcome(verdict="carried", rule="debt_adjudged", why="主债权已经裁判确认", items=items_of(quotes[:3]))
    papers = [source for source in matter.of_kind(*_SECURED) if _states_debt(source)]
    stated = [quote for source in papers if (quote := _states_debt(source))]
    if not papers:
        told = [
            source.quote(*source.sentence_at(match.start()))
            for source in matter.of_kind("guarantee", "letter", "resolution")
            if (match := re.search(r"借款|贷款|货款|主合同|主债|债务|欠款", source.text))
        ]
        if not told:
            return SILENT
        return Outcome(
            verdict="doubtful",
            rule="principal_paper_missing",
            why="只有担保文书提到主债权，未见主合同或债权凭证",
            items=items_of(told[:2], strength="direct"),
        )
    if all(forms.missing_original(matter, source) for source in papers):
        return Outcome(
            verdict="doubtful",
            rule="copy_without_original",
            why="主合同只有复制件，无原件可核对",
            items=items_of(stated[:2], strength="direct"),
        )
    done = _fulfilled(matter, papers)
    if not done:
        return Outcome(
            verdict="doubtful",
            rule="delivery_not_shown",
            why="有主合同，未见款项或货物交付的凭证",
            items=items_of(stated[:2], strength="direct"),
        )
    due, filed = figures.guaranteed_due(matter) or figures.payment_due(matter), matter.filing_date
    called = [s for s in matter.acts("demand", who=("plaintiff",)) if s.voice.form in ("letter", "message")]
    if due is None and not called:
        return Outcome(
            verdict="doubtful",
            rule="due_day_unknown",
            why="未见主债务到期日或催告",
            items=items_of([*stated[:2], *done[:2]], strength="direct"),
        )
    if due and filed and not due.pleaded and due.on >= filed:
        return Outcome(
            verdict="doubtful", rule="not_yet_due", why=f"到期日{due.on}晚于起诉日{filed}", items=items_of(due.quotes)
        )
    term = due.quotes if due and not due.pleaded else ()
    why = f"主债务{due.on}到期" if due else "主债务已经催告"
    items = items_of([*stated[:3], *done[:3], *term])
    return Outcome(verdict="carried", rule="principal_debt_due", why=why, items=items)


def guarantee_manner(matter: Matter) -> Outcome:
    """The manner of guarantee that the relief asks for is the one of the papers.

    Source: 民法典 art. 686; 担保解释 art. 25.
    """
    given = guarantees.manner(matter)
    if given is None:
        return SILENT
    name, quote = given
    joint_asked = any(re.search(r"连带", claim.text) for claim in matter.claims)
    if name == "joint" or (name == "general" and not joint_asked):
        said = "连带责任保证" if name == "joint" else "一般保证"
        return Outcome(verdict="carried", rule="manner_agreed", why=f"保证文书的约定为{said}", items=items_of([quote]))
    why = "文书约定的是一般保证，请求连带责任" if name == "general" else "保证方式约定不明，按一般保证"
    return Outcome(verdict="doubtful", rule="manner_differs", why=why, items=items_of([quote], strength="direct"))


def exercised_in_time(matter: Matter) -> Outcome:
    """The creditor exercised its right within the guarantee period, provably.

    Source: 民法典 art. 692, 693; 担保解释 art. 34.
    """
    period, given = guarantees.period(matter), guarantees.manner(matter)
    if period is None or given is None:
        return SILENT
    clause = [period.agreed] if period.agreed else [*period.due.quotes[:1]]
    if given[0] == "general":
        return _sued_in_time(matter, period, clause)
    demands = [(day, quote) for day, quote in guarantees.first_demands(matter) if period.holds(day)]
    proven = [(day, quote) for day, quote in demands if matter.source(quote.file).kind != "letter"]
    letters = {
        letter.file: proof
        for letter, proof, day, _to in delivered_letters(matter, ("demand", "guarantee"))
        if proof and day and period.holds(day)
    }
    arrived = [quote for _day, quote in demands if quote.file in letters]
    if arrived or proven:
        quotes = [*arrived[:2], *(letters[q.file] for q in arrived[:2]), *(quote for _day, quote in proven[:2])]
        day = demands[0][0]
        return Outcome(
            verdict="carried",
            rule="asked_in_time",
            why=f"保证期间至{period.ends}，{day}已向保证人主张",
            items=items_of([*quotes, *clause]),
        )
    if matter.filing_date and matter.complaint and period.holds(matter.filing_date):
        place = matter.complaint.relief[0] if matter.complaint.relief else None
        quotes = [matter.complaint.source.quote(place.start, place.end)] if place else []
        why = f"保证期间至{period.ends}，{matter.filing_date}起诉即在期间内"
        return Outcome(verdict="carried", rule="sued_in_time", why=why, items=items_of([*clause, *quotes]))
    if demands:
        return Outcome(
            verdict="doubtful",
            rule="no_proof_of_arrival",
            why=f"保证期间至{period.ends}，期间内有催告文书，未见到达保证人的证据",
            items=items_of([demands[0][1], *clause], strength="direct"),
        )
    late = guarantees.first_demands(matter)
    if not late:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="asked_too_late",
        why=f"保证期间至{period.ends}，首次向保证人主张在{late[0][0]}",
        items=items_of([late[0][1], *clause], strength="direct"),
    )


def _sued_in_time(matter: Matter, period: guarantees.Period, clause: list[Quote]) -> Outcome:
    suits = guarantees.suits(matter)
    timely = [quote for day, quote in suits if period.holds(day)]
    if timely:
        return Outcome(
            verdict="carried",
            rule="sued_in_time",
            why=f"一般保证，保证期间至{period.ends}，期间内已对债务人起诉或者申请仲裁",
            items=items_of([*clause, *timely[:2]]),
        )
    others = [quote for _day, quote in (*suits, *guarantees.first_demands(matter))]
    if not others:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="not_sued_in_time",
        why=f"一般保证，保证期间至{period.ends}，期间内未见对债务人起诉或者申请仲裁",
        items=items_of([*others[:2], *clause], strength="direct"),
    )


_RESOLUTION = re.compile(r"(?:股东(?:大)?会|董事会|股东|执行董事)[^。；\n]{0,8}(?:决议|决定)")
_NO_RESOLUTION_NEEDED = re.compile(
    r"保函|融资担保|担保(?:有限)?公司|全资子公司|三分之二以上[^。；\n]{0,20}股东|上市公司[^。；\n]{0,30}公告"
)


def company_resolution(matter: Matter) -> Outcome:
    """A company's guarantee rests on a resolution that the creditor looked at before it took the guarantee.

    Source: 公司法 art. 15; 担保解释 art. 7, 8.
    """
    found = [
        source
        for source in matter.of_kind("resolution", "notarial", "contract", "certificate", "letter")
        if (source.kind == "resolution" or _RESOLUTION.search(source.text[:60]))
        and re.search(r"担保|保证", source.text)
    ]
    if found:
        source = found[0]
        place = re.search(r"担保|保证", source.text)
        quote = source.quote(*source.sentence_at(place.start() if place else 0))
        given = [signed.value for paper in matter.of_kind("guarantee") if (signed := figures.signing_day(paper))]
        passed = figures.signing_day(source)
        if given and passed and passed.value and given[0] and passed.value > given[0]:
            return Outcome(
                verdict="doubtful",
                rule="resolved_afterwards",
                why=f"决议{passed.value}晚于担保文书{given[0]}，不能证明订立时已审查",
                items=items_of([quote], strength="direct"),
            )
        if forms.missing_original(matter, source):
            return Outcome(
                verdict="doubtful",
                rule="copy_without_original",
                why="公司决议只有复制件，无原件可核对",
                items=items_of([quote], strength="direct"),
            )
        return Outcome(verdict="carried", rule="resolution_seen", why="有公司同意担保的决议", items=items_of([quote]))
    for source in matter.of_kind("guarantee", "loan_contract", "contract", "business_registry"):
        if exempt := _NO_RESOLUTION_NEEDED.search(source.text):
            quote = source.quote(*source.sentence_at(exempt.start()))
            return Outcome(
                verdict="carried",
                rule="no_resolution_needed",
                why="材料显示属于无须决议的情形",
                items=items_of([quote], strength="direct"),
            )
    return SILENT


_SCOPE = re.compile(
    r"(?:保证|担保)(?:的)?(?:责任)?范围[^。；\n]{0,120}|(?:本金|主债权|货款|借款)[^。；\n]{0,10}(?:利息|违约金)[^。；\n]{0,40}(?:保证|担保)"
)
_MORE = re.compile(r"利息|违约金|费用|损害赔偿|本息|全部")
_PRINCIPAL_ONLY = re.compile(
    r"(?:仅|只)(?:限于|为|对|就|保|担保)?[^。；\n]{0,8}(?:本金|货款本金)|(?:以|限额|最高|不超过)[^。；\n]{0,10}\d[^。；\n]{0,8}(?:元|万)[^。；\n]{0,6}为限"
)


def guarantee_scope(matter: Matter) -> Outcome:
    """What is asked of the guarantor lies within the scope agreed, or within that of the law where none was agreed.

    Source: 民法典 art. 691.
    """
    given = guarantees.manner(matter)
    if given is None:
        return SILENT
    more_asked = any(re.search(r"利息|违约金|罚息|律师费|本息", claim.text) for claim in matter.claims)
    for source in matter.of_kind(*guarantees.PAPERS):
        if not (clause := _SCOPE.search(source.text) or _PRINCIPAL_ONLY.search(source.text)):
            continue
        quote = source.quote(clause.start(), clause.end())
        narrow = _PRINCIPAL_ONLY.search(source.text) or not _MORE.search(clause.group())
        if narrow and more_asked:
            return Outcome(
                verdict="doubtful",
                rule="beyond_scope",
                why="约定的保证范围小于所请求的范围",
                items=items_of([quote], strength="direct"),
            )
        return Outcome(verdict="carried", rule="scope_agreed", why="保证范围有约定", items=items_of([quote]))
    why = "未约定保证范围，依法及于主债权、利息、违约金和实现债权的费用"
    return Outcome(verdict="carried", rule="scope_by_law", why=why, items=items_of([given[1]]))


def guarantor_paid(matter: Matter) -> Outcome:
    """The guarantor who claims recourse paid the creditor as much as it asks back.

    Source: 民法典 art. 700.
    """
    wanted = figures.claimed(matter, "C2")
    moves = [
        (source, move)
        for source, move in matter.bank_moves
        if matter.side_at(source, move.payer) == "plaintiff" and matter.cast.side_of(move.payee) is None
    ]
    if not moves or wanted is None:
        return SILENT
    total = sum(move.fen for _source, move in moves)
    quotes = [source.quote_cell(move.amount_start, move.amount_end) for source, move in moves[:4]]
    if total >= wanted:
        why = f"代偿付款{yuan(total)}元，不少于请求"
        return Outcome(verdict="carried", rule="guarantor_paid", why=why, items=items_of(quotes, "record"))
    return Outcome(
        verdict="doubtful",
        rule="paid_less",
        why=f"付款记录共{yuan(total)}元，请求追偿{yuan(wanted)}元",
        items=items_of(quotes, "record", "direct"),
    )
