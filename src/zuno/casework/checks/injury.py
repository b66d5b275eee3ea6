"""Checks on damages for injury: the grade of disability, a paper for each head of loss, who is liable, the insurance.

Local standards (disposable income, average wage) are no facts of the papers and
are not asked for here. Does not know what is a fair sum.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from zuno.casework import forms
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.records import Quote
from zuno.casework.sources import Source, within
from zuno.knowledge.records import MoneyFact

_GRADE = re.compile(
    r"(?P<a>[一二三四五六七八九十]|10|[1-9])\s*级[^，。；\n级]{0,6}(?:伤残|残疾|残)"
    r"|(?:伤残|残疾)(?:等级|程度)?[^，。；\n\d]{0,10}?(?P<b>[一二三四五六七八九十]|10|[1-9])\s*级"
)
_DISABILITY = re.compile(
    r"(?:残疾|伤残)(?:赔偿|补偿)金?|(?:残疾|伤残)[^，。；\n]{0,10}级|级[^，。；\n]{0,4}(?:伤残|残疾)"
)
_NO_GRADE = re.compile(r"(?:不|未|达不到|未达)[^，。；\n]{0,6}(?:构成|达到?|评定?)[^，。；\n]{0,10}(?:伤残|残疾|等级)")
_DIGITS = dict(zip("123456789", "一二三四五六七八九", strict=True)) | {"10": "十"}


def _grades(text: str) -> list[tuple[str, int, int]]:
    found = [(match["a"] or match["b"], match.start(), match.end()) for match in _GRADE.finditer(text)]
    return [(_DIGITS.get(grade, grade), start, end) for grade, start, end in found]


def _complaint(matter: Matter) -> str:
    return matter.complaint.source.text if matter.complaint else ""


def grade_appraised(matter: Matter) -> Outcome:
    """The grade of disability for which the complaint asks is the one that an appraisal found.

    Source: 人损解释 art. 12.
    """
    text = _complaint(matter)
    if not _DISABILITY.search(text):
        return SILENT
    appraisals = matter.of_kind("appraisal")
    found = [
        (grade, source.quote(*source.sentence_at(at))) for source in appraisals for grade, at, _ in _grades(source.text)
    ]
    refused = [
        source.quote(*source.sentence_at(match.start()))
        for source in appraisals
        if (match := _NO_GRADE.search(source.text))
    ]
    pleaded = {grade for grade, _start, _end in _grades(text)}
    if found and (not pleaded or pleaded & {grade for grade, _quote in found}):
        quotes = [quote for grade, quote in found if not pleaded or grade in pleaded]
        return Outcome(
            verdict="carried",
            rule="grade_appraised",
            why=f"鉴定意见评定{'、'.join(dict.fromkeys(grade for grade, _q in found))}级伤残",
            items=items_of(quotes[:2], strength="direct"),
        )
    if found or refused:
        said = f"{found[0][0]}级" if found else "不构成伤残"
        why = f"诉状主张{'、'.join(sorted(pleaded)) or '有'}级伤残，鉴定意见为{said}"
        return Outcome(
            verdict="doubtful",
            rule="grade_differs",
            why=why,
            items=items_of([*(quote for _g, quote in found[:2]), *refused[:1]], strength="direct"),
        )
    treated = [
        source.quote(*source.sentence_at(0)) for source in matter.of_kind("medical_record") if source.text.strip()
    ]
    if not treated:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="grade_not_appraised",
        why="主张伤残，已读材料未见评定等级的鉴定意见",
        items=items_of(treated[:2], strength="corroborating"),
    )


@dataclass(frozen=True, slots=True)
class _Head:
    """One head of loss: how it is claimed, and the papers that show it."""

    name: str
    claimed: str
    kinds: tuple[str, ...]
    words: str


_HEADS = (
    _Head(
        "医疗费",
        r"医(?:疗|药)费|看病|治病|治伤|住院费|治疗费",
        ("medical_bill", "invoice", "receipt"),
        r"医|诊|药|住院",
    ),
    _Head(
        "误工费",
        r"误工|停工损失|没(?:法)?上班",
        ("certificate", "payslip", "bank_statement", "payment_record", "social_insurance", "labour_contract", "ledger"),
        r"误工|工资|收入|薪|工钱|扣发|停发|停薪|请假|代发|工时|缴费基数",
    ),
    _Head(
        "护理费",
        r"护理|陪护|照顾",
        (
            "receipt",
            "invoice",
            "certificate",
            "contract",
            "medical_record",
            "appraisal",
            "labour_contract",
            "medical_bill",
        ),
        r"护理|陪护|护工|陪人|留陪",
    ),
    _Head("营养费", r"营养费|营养", ("medical_record", "appraisal"), r"营养"),
    _Head("住院伙食补助费", r"伙食", ("medical_record", "medical_bill", "appraisal"), r"住院|入院|出院"),
    _Head(
        "交通费",
        r"交通费|路费|车费",
        ("ticket", "receipt", "invoice", "payment_record", "order"),
        r"交通|打车|出租|客票|车票|行程|网约|公交|高铁|火车|地铁|加油|停车|救护|滴滴",
    ),
    _Head("残疾赔偿金", r"(?:残疾|伤残)(?:赔偿|补偿)", ("appraisal",), r"级"),
    _Head(
        "被扶养人生活费",
        r"被?(?:扶|抚)养人",
        ("marriage", "id_copy", "certificate", "birth_certificate"),
        r"父|母|子|女|户主|出生|亲属|扶养|抚养",
    ),
    _Head(
        "死亡赔偿金、丧葬费",
        r"死亡赔偿|丧葬",
        ("death_record", "medical_record", "accident_report", "police_record"),
        r"死",
    ),
    _Head(
        "辅助器具费",
        r"辅助器具|残疾器具|轮椅|假肢|拐杖",
        ("invoice", "receipt", "appraisal", "medical_record"),
        r"器具|轮椅|假肢|拐",
    ),
    _Head(
        "后续治疗费",
        r"后续治疗|二次手术|后期治疗|取(?:内固定|钢板|钢钉)",
        ("medical_record", "appraisal"),
        r"后续|二次|再次手术|取出|内固定|后期",
    ),
)


def _claimed_heads(text: str) -> list[_Head]:
    """Heads that the complaint names with a sum, a day rate or as an item of its list."""
    return [
        head
        for head in _HEADS
        if re.search(
            rf"(?:{head.claimed})[^。；\n]{{0,24}}?[\d０-９壹贰叁肆伍陆柒捌玖拾一二三四五六七八九十百千]", text
        )
    ]


def _papers_for(matter: Matter, head: _Head) -> list[tuple[Source, Quote, str]]:
    """Papers of a head with the place of its words and what weakens them; a paper of one's own making shows nothing."""
    found: list[tuple[Source, Quote, str]] = []
    for source in matter.of_kind(*head.kinds):
        place = _telling_place(source, head.words)
        if place is None:
            continue
        flaw = ""
        if source.kind == "certificate" and forms.certificate_defects(source):
            flaw = "certificate_form"
        elif forms.missing_original(matter, source):
            flaw = "copy_without_original"
        found.append((source, place, flaw))
    return found


def _telling_place(source: Source, words: str) -> Quote | None:
    """Where a paper speaks of a head: the sentence or row with a sum, else with a figure, else the first."""
    best: tuple[int, int, int] | None = None
    for match in re.finditer(words, source.text):
        start, end = source.sentence_at(match.start())
        rank = 2 if within(source.money, start, end) else 1 if re.search(r"\d", source.text[start:end]) else 0
        if best is None or rank > best[0]:
            best = rank, start, end
    return source.quote(*best[1:]) if best else None


def losses_papered(matter: Matter) -> Outcome:
    """Each head of loss that the complaint names has a paper of its own, and the medical bills add up to what is asked.

    Source: 人损解释 art. 6–12.
    """
    heads = _claimed_heads(_complaint(matter))
    shown = {head.name: _papers_for(matter, head) for head in heads}
    papers = {name: [row for row in rows if not row[2]] for name, rows in shown.items()}
    quotes = [row[1] for rows in papers.values() for row in rows[:2]]
    weak = [row[1] for rows in shown.values() for row in rows if row[2]]
    if not quotes and not weak:
        return SILENT
    lacking = [head.name for head in heads if not papers[head.name]]
    items = items_of((quotes or weak)[:8], strength="direct")
    if lacking:
        why = f"{'、'.join(lacking)}未见相应凭证" + ("（只有复制件或形式有缺的证明）" if weak else "")
        return Outcome(verdict="doubtful", rule="head_without_paper", why=why, items=items)
    if differs := _another_medical_sum(matter) or _another_income(matter):
        why, places = differs
        return Outcome(verdict="doubtful", rule="figure_differs", why=why, items=items_of(places, strength="direct"))
    return Outcome(verdict="carried", rule="losses_papered", why="各项损失均有相应凭证", items=items)


_TOTAL = re.compile(r"(?:合\s*计|总\s*计|共\s*计|总金额|金额合计|总费用|费用总额)[^\d\n¥￥]{0,16}[¥￥]?\s*$")


def _bill_total(source: Source) -> MoneyFact | None:
    """What one bill comes to: its stated total, else its only amount or the one in capitals."""
    capitals = [fact for fact in source.money if fact.written == "hanzi"]
    if len(capitals) > 1:
        return None  # several bills in one paper
    for fact in reversed(source.money):
        if _TOTAL.search(source.text[max(0, fact.start - 24) : fact.start]):
            return fact
    if capitals:
        return capitals[-1]
    return source.money[0] if len({fact.fen for fact in source.money}) == 1 else None


def _pleaded_sum(matter: Matter, words: str) -> tuple[int, Quote] | None:
    complaint = matter.complaint
    if complaint is None:
        return None
    source = complaint.source
    for fact in source.money:
        if re.search(rf"(?:{words})[^，。；、\n\d]{{0,12}}$", source.text[max(0, fact.start - 24) : fact.start]):
            return fact.fen, source.quote(fact.start, fact.end)
    return None


def _another_medical_sum(matter: Matter) -> tuple[str, list[Quote]] | None:
    """Where the bills, each with a total that is told, come to less than the medical costs asked for."""
    asked = _pleaded_sum(matter, r"医(?:疗|药)费|住院费|治疗费")
    bills = matter.of_kind("medical_bill")
    totals = [(source, total) for source in bills if (total := _bill_total(source))]
    if asked is None or not totals or len(totals) != len(bills):
        return None
    every = {fact.fen for source in bills for fact in source.money}
    come_to = sum(total.fen for _source, total in totals)
    if asked[0] in every or asked[0] <= come_to:
        return None
    places = [source.quote_cell(total.start, total.end) for source, total in totals[:4]]
    return f"医疗费票据合计{yuan(come_to)}元，主张{yuan(asked[0])}元", places


_INCOME = r"月(?:均|平均)?(?:工资|收入|薪(?:资|酬|金)?)(?:收入)?(?:标准)?"


def _another_income(matter: Matter) -> tuple[str, list[Quote]] | None:
    """Where the papers state another monthly income than the complaint."""
    asked = _pleaded_sum(matter, _INCOME)
    told: list[tuple[Source, MoneyFact]] = [
        (source, fact)
        for source in matter.of_kind("certificate", "payslip", "labour_contract", "social_insurance")
        for fact in source.money
        if re.search(rf"{_INCOME}[^，。；、\n\d]{{0,12}}$", source.text[max(0, fact.start - 24) : fact.start])
    ]
    if asked is None or not told or any(fact.fen == asked[0] for _source, fact in told):
        return None
    source, fact = told[0]
    return f"《{source.title}》载月收入{yuan(fact.fen)}元，诉状按{yuan(asked[0])}元主张", [
        source.quote(fact.start, fact.end)
    ]


_INSURER = re.compile(r"保险|财险|人保|太保|平安|人寿")
_TIES = (
    "accident_report",
    "property_certificate",
    "insurance_policy",
    "police_record",
    "id_copy",
    "contract",
    "judgment",
)


def defendants_in_papers(matter: Matter) -> Outcome:
    """Each defendant stands in a paper of the accident, the vehicle or the insurance; one in none is in doubt."""
    defendants = [name for name in matter.cast.names("defendant")]
    places: dict[str, Quote] = {}
    for source in matter.of_kind(*_TIES):
        for name in defendants:
            at = source.text.find(name)
            if at >= 0 and (name not in places or matter.source(places[name].file).kind == "insurance_policy"):
                places[name] = source.quote(*source.sentence_at(at))
    liable = [name for name in defendants if not _INSURER.search(name)] or defendants
    if not any(name in places for name in liable):
        return SILENT
    items = items_of(list(dict.fromkeys(places.values()))[:6])
    apart = [name for name in liable if name not in places]
    if apart:
        why = f"{'、'.join(apart)}与事故车辆或驾驶人的关系未见材料"
        return Outcome(verdict="doubtful", rule="defendant_not_tied", why=why, items=items)
    return Outcome(verdict="carried", rule="defendants_in_papers", why="被告均见于事故、车辆或保险材料", items=items)


def policy_covers_day(matter: Matter) -> Outcome:
    """The day of the accident lies within the period of each policy; outside it the cover is in doubt."""
    happened = accident_day(matter)
    if happened is None:
        return SILENT
    covered: list[Quote] = []
    for source in matter.of_kind("insurance_policy"):
        period = _period(source)
        if period is None:
            continue
        first, last, quote = period
        if not first <= happened <= last:
            return Outcome(
                verdict="doubtful",
                rule="outside_policy_period",
                why=f"《{source.title}》保险期间{first}至{last}，事故在{happened}",
                items=items_of([quote], strength="direct"),
            )
        covered.append(quote)
    if not covered:
        return SILENT
    return Outcome(
        verdict="carried",
        rule="policy_covers_day",
        why=f"事故日{happened}在保险期间内",
        items=items_of(covered[:3], strength="direct"),
    )


def _period(source: Source) -> tuple[date, date, Quote] | None:
    found = re.search(r"保险期[间限]|(?:自|从)[^。；\n]{0,30}(?:起|时)", source.text)
    if found is None:
        return None
    days = [fact for fact in source.dates if fact.value and found.start() <= fact.start <= found.start() + 120]
    if len(days) < 2 or days[0].value is None or days[1].value is None:
        return None
    return days[0].value, days[1].value, source.quote(found.start(), days[1].end)


def accident_day(matter: Matter) -> date | None:
    """The day of the accident: as the police have it, else as the complaint tells it first."""
    for source in matter.of_kind("accident_report", "police_record"):
        for fact in source.dates:
            near = source.text[max(0, fact.start - 24) : fact.end + 40]
            if fact.value and re.search(r"事故|时|驾|发生|撞|报警", near):
                return fact.value
    if matter.complaint is None:
        return None
    source = matter.complaint.source
    for fact in source.dates:
        if fact.value and fact.start >= matter.complaint.facts_span[0]:
            start, end = source.sentence_at(fact.start)
            if re.search(r"事故|撞|碰|刮|驾驶|打|推|摔|滑|咬|砸|跌|坠|伤", source.text[start:end]):
                return fact.value
    return None


def medical_costs_billed(matter: Matter) -> Outcome:
    """The medical bills come to no less than the medical costs asked for."""
    differs = _another_medical_sum(matter)
    if differs is None:
        return SILENT
    why, places = differs
    return Outcome(verdict="doubtful", rule="figure_differs", why=why, items=items_of(places, strength="direct"))


_AT_ONCE_DAYS, _LATE_DAYS = 3, 14


def treated_at_once(matter: Matter) -> Outcome:
    """The first treatment follows the harm within days; one that comes weeks later leaves its cause in doubt."""
    harmed = accident_day(matter)
    visits = [
        (fact.value, source.quote(*source.sentence_at(fact.start)))
        for source in matter.of_kind("medical_record")
        for fact in source.dates
        if fact.value and harmed and fact.value >= harmed
    ]
    if harmed is None or not visits:
        return SILENT
    first, quote = min(visits, key=lambda visit: visit[0])
    days = (first - harmed).days
    if days <= _AT_ONCE_DAYS:
        why = f"受伤{harmed}，{first}即就诊"
        return Outcome(verdict="carried", rule="treated_at_once", why=why, items=items_of([quote], strength="direct"))
    if days < _LATE_DAYS:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="treated_late",
        why=f"受伤{harmed}，首次就诊记录在{first}，相隔{days}天",
        items=items_of([quote], strength="direct"),
    )


def operator_registered(matter: Matter) -> Outcome:
    """A defendant is registered with the place: a register names it; a bill or contract of the place is direct."""
    names = matter.cast.own_names("defendant")
    registered = [
        source.quote(*source.sentence_at(source.text.index(name)))
        for source in matter.of_kind("business_registry")
        for name in names
        if name in source.text
    ]
    billed = [
        source.quote(*source.sentence_at(source.text.index(name)))
        for source in matter.of_kind("receipt", "invoice", "payment_record", "contract", "order", "ticket")
        for name in names
        if name in source.text
    ]
    if not registered and not billed:
        return SILENT
    items = (*items_of(registered[:2]), *items_of(billed[:2], strength="direct"))
    return Outcome(verdict="carried", rule="operator_registered", why="登记或消费凭证载明被告为经营者", items=items)


def wages_transferred(matter: Matter) -> Outcome:
    """The defendant paid the injured for work: a memo that names wages is direct, another payment only points there."""
    moves = matter.moves("defendant", "plaintiff")
    wages = [(s, move) for s, move in moves if re.search(r"工资|工钱|劳务|人工|日结|工费|薪", move.memo or "")]
    if not moves:
        return SILENT
    quotes = [source.quote_cell(move.amount_start, move.amount_end) for source, move in (wages or moves)[:3]]
    memos = [source.quote_cell(m.memo_start, m.memo_end) for source, m in wages[:2] if m.memo_end > m.memo_start]
    return Outcome(
        verdict="carried",
        rule="wages_transferred",
        why="对方付过工钱" if wages else "对方付过款，用途未写明",
        items=items_of([*quotes, *memos], "record", "direct" if wages else "corroborating"),
    )
