"""Checks on employment: who the records name as employer, what was earned and for how long, overtime, the contract.

The wage is what the papers say was owed, month by month; the sum is reckoned as
``arithmetic.labour`` does. The average wage of the place is no fact of the papers:
a claim below what they give is taken as one that keeps to the cap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from zuno.casework import figures, forms
from zuno.casework.arithmetic.labour import severance
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.periods import after
from zuno.casework.records import Quote, Side
from zuno.casework.sources import Source
from zuno.casework.voices import signatures
from zuno.errors import ZunoError
from zuno.knowledge import facts
from zuno.knowledge.tables import Cell, Row, read_rows

_WAGE_PAPERS = ("payslip", "wage_settlement")
_GROSS = re.compile(
    r"应发(?:工资|合计|总额|金额|数)?|税前(?:工资|合计|总额)?|应付(?:工资|合计)|工资(?:总额|合计)|应得(?:工资)?"
)
_ALL_PAID = re.compile(r"^(?:合计|小计|工资|总工资|金额|工资金额|月工资|实发(?:工资|金额)?)$")
_MONTH = re.compile(r"(?P<year>20\d{2})\s*[年./-]\s*(?P<month>\d{1,2})(?:\s*月(?:份)?)?(?!\d)")
_BARE_MONTH = re.compile(r"(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份)?$")
_SUM_ROW = re.compile(r"^(?:合\s*计|总\s*计|共\s*计|年度合计)")
_MEAN = re.compile(r"(?:月均|平均)")
_NUMBER = re.compile(r"[¥￥]?\s*(\d{1,3}(?:[,，]\d{3})+|\d+)(?:\.(\d{1,2}))?\s*元?")
_WAGE_MEMO = re.compile(r"工资|薪|代发|劳务报酬|奖金")
_STARTED = re.compile(
    r"入职|用工之日|起始|参保(?:日期|时间)|到岗|参加工作|开始(?:上班|工作)|(?:到|来|进|在)[^，。；\n]{0,16}(?:上班|工作|干活|做|任职|担任)"
    r"|期限[^，。；\n\d]{0,8}$|自$|生效"
)
_ENDED = re.compile(
    r"解除|终止|辞退|开除|离职|除名|最后工作日|停保|减员|不(?:用|要|让|必)[^，。；\n]{0,6}(?:来|干|上班)|别来|赶(?:走|出)|不干了"
)
_MONTH_ALONE = "月份"
_CAPPED = re.compile(r"三倍|3倍|封顶|社(?:会)?平(?:均)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """A monthly wage on which a claim may be reckoned, in fen, with where it comes from."""

    fen: int
    words: str
    quotes: tuple[Quote, ...]


def worker(matter: Matter) -> Side:
    """The side that works: it raises the claims, or those that the employer asks to be held not to exist."""
    return matter.claims[0].claimant if matter.claims else "plaintiff"


def employer_on_record(matter: Matter) -> Outcome:
    """Records of third parties that name the respondent as employer: insurance, and wages paid from its account."""
    side = worker(matter)
    other = matter.cast.other(side)
    quotes = [
        quote
        for source in matter.of_kind("social_insurance")
        if (quote := _line_naming(matter, source, other)) is not None
    ]
    paid = [
        source.quote_cell(item.memo_start, item.memo_end)
        for source, item in matter.moves(other, side)
        if item.memo and _WAGE_MEMO.search(item.memo)
    ]
    if not quotes and not paid:
        return SILENT
    return Outcome(
        verdict="carried",
        rule="employer_on_record",
        why="参保或者工资发放记录载明用人单位",
        items=items_of([*quotes[:2], *paid[:2]], "record"),
    )


def _line_naming(matter: Matter, source: Source, side: Side) -> Quote | None:
    for start, end in source.sentences:
        if matter.cast.mentions(source.text[start:end], side):
            return source.quote_cell(start, end)
    return None


def told_to_leave(matter: Matter) -> Outcome:
    """A message by which the employer ends the employment is the act itself, where the chat can be tied to it."""
    employer = matter.cast.other(worker(matter))
    said = [
        s
        for s in matter.acts("dismiss", who=(employer,))
        if s.voice.form == "message" and s.mood in ("said", "promise") and not s.hedged
        if not forms.chat_unauthenticated(matter, s.source)
    ]
    if not said:
        return SILENT
    quotes = [s.source.quote(*s.sentence) for s in said[:3]]
    return Outcome(
        verdict="carried", rule="told_to_leave", why="单位以消息告知不再用工", items=items_of(quotes, "message")
    )


# --- wages and years --------------------------------------------------------------------------------------------


def twice_severance(matter: Matter) -> Outcome:
    """The sum claimed for an unlawful end is twice the years' wage by the papers. Source: 劳动合同法 art. 47, 87."""
    return _severance(matter, "C1", unlawful=True)


def single_severance(matter: Matter) -> Outcome:
    """The sum claimed as compensation is the years' wage by the papers. Source: 劳动合同法 art. 47."""
    return _severance(matter, "C3", unlawful=False)


def _severance(matter: Matter, pack_claim: str, *, unlawful: bool) -> Outcome:
    sums = [c.amount_fen for c in matter.claims if c.pack_claim == pack_claim and c.amount_fen]
    bases = list(_bases(matter))
    starts, ends = _days(matter, _STARTED, earliest=True), _days(matter, _ENDED, earliest=False)
    if not sums or not bases or not starts or not ends:
        return SILENT
    reckoned = [
        (fen, basis, start, end)
        for basis in bases
        for start in starts
        for end in ends
        if (fen := _owed(start.on, end.on, basis.fen, unlawful=unlawful))
    ]
    for fen, basis, start, end in reckoned:
        if any(abs(claimed - fen) <= max(fen // 1000, 100) for claimed in sums):
            quotes = [*basis.quotes[:4], *start.quotes[:1], *end.quotes[:1]]
            if start.pleaded and not _at_work_by(matter, start.on):
                why = f"{basis.words}{yuan(basis.fen)}元可算得请求数额，但入职日{start.on}仅有己方陈述"
                return Outcome(verdict="doubtful", rule="start_only_pleaded", why=why, items=items_of(basis.quotes[:4]))
            why = f"{start.on}至{end.on}，{basis.words}{yuan(basis.fen)}元，算得{yuan(fen)}元，与请求一致"
            return Outcome(verdict="carried", rule="severance_reckoned", why=why, items=items_of(quotes))
    if not reckoned:
        return SILENT
    fen, basis, start, end = reckoned[0]
    quotes = [*basis.quotes[:4], *start.quotes[:1], *end.quotes[:1]]
    if sums[0] < fen and matter.complaint and _CAPPED.search(matter.complaint.source.text):
        why = f"按材料不封顶为{yuan(fen)}元，请求在其以内"
        return Outcome(verdict="carried", rule="severance_within", why=why, items=items_of(quotes))
    why = f"{start.on}至{end.on}，{basis.words}{yuan(basis.fen)}元，算得{yuan(fen)}元；请求{yuan(sums[0])}元"
    return Outcome(verdict="doubtful", rule="figure_differs", why=why, items=items_of(quotes))


def _at_work_by(matter: Matter, day: date) -> bool:
    """Whether wages, messages or punched hours of the first two months show that work had begun."""
    side = worker(matter)
    days = [item.date for _source, item in matter.moves(matter.cast.other(side), side)]
    days += [m.at.date() for source in matter.of_kind("chat", "email") for m in source.messages if m.at]
    days += [fact.value for source in matter.of_kind("attendance") for fact in source.dates]
    days += [month for rows, _total in _wage_tables(matter) for month, _fen, _quote in rows]
    return any(day - timedelta(days=31) <= on <= day + timedelta(days=62) for on in days if on)


def _owed(start: date, end: date, wage: int, *, unlawful: bool) -> int | None:
    try:
        told = severance(start, end, wage, unlawful=unlawful)
    except ZunoError:
        return None
    value = told.parts[0].value if told.value is None and told.parts else told.value
    return value if isinstance(value, int) else None


def _bases(matter: Matter) -> Iterator[Basis]:
    """Monthly wages that the papers give, the surest first: payslips, wages paid, the wage agreed."""
    ended = _days(matter, _ENDED, earliest=False)
    for rows, total in _wage_tables(matter):
        last = [row for row in rows if not ended or row[0] is None or row[0] <= ended[0].on][-12:]
        if len(last) >= 3:
            mean = sum(fen for _m, fen, _q in last) // len(last)
            quotes = [total, *(quote for _m, _f, quote in last[:3])] if total else [quote for _m, _f, quote in last[:4]]
            yield Basis(fen=mean, words=f"工资条{len(last)}个月平均", quotes=tuple(quotes))
    for source in matter.of_kind(*_WAGE_PAPERS, "certificate", "employment_notice", "bank_statement", "ledger"):
        for fact in source.money:
            if _MEAN.search(source.text[max(0, fact.start - 16) : fact.start]):
                yield Basis(fen=fact.fen, words="载明月平均", quotes=(source.quote_cell(fact.start, fact.end),))
    yield from _wages_paid(matter)
    for statement in matter.acts("wage_term"):
        if statement.source.kind in ("labour_contract", "certificate", *_WAGE_PAPERS, "arbitration_award", "chat"):
            for fact in statement.money():
                quote = statement.source.quote(*statement.sentence)
                yield Basis(fen=fact.fen, words="约定月工资", quotes=(quote,))


def _wages_paid(matter: Matter) -> Iterator[Basis]:
    """The average of the last twelve wages that the employer's transfers show."""
    side = worker(matter)
    moves = [
        (source, item)
        for source, item in matter.moves(matter.cast.other(side), side)
        if not item.memo or _WAGE_MEMO.search(item.memo) or not re.search(r"报销|借|还", item.memo)
    ]
    by_month: dict[tuple[int, int], int] = {}
    for _source, item in moves:
        if item.date:
            key = (item.date.year, item.date.month)
            by_month[key] = by_month.get(key, 0) + item.fen
    last = [by_month[key] for key in sorted(by_month)][-12:]
    if len(last) >= 3:
        quotes = tuple(source.quote_cell(item.amount_start, item.amount_end) for source, item in moves[-3:])
        yield Basis(fen=sum(last) // len(last), words=f"代发工资{len(last)}个月平均", quotes=quotes)


def _wage_tables(matter: Matter) -> Iterator[tuple[list[tuple[date | None, int, Quote]], Quote | None]]:
    """The months and gross wages of each payslip, and the place of their total; single slips are put together."""
    singles: list[tuple[date | None, int, Quote]] = []
    for source in matter.of_kind(*_WAGE_PAPERS, "ledger", "other"):
        rows, total = _gross_rows(source)
        if len(rows) >= 3:
            yield sorted(rows, key=lambda row: row[0] or date.min), total
        else:
            singles += rows or _gross_lines(source)
    if singles:
        unique = {(month, fen): (month, fen, quote) for month, fen, quote in singles}
        yield sorted(unique.values(), key=lambda row: row[0] or date.min), None


def _gross_rows(source: Source) -> tuple[list[tuple[date | None, int, Quote]], Quote | None]:
    column: Cell | None = None
    header: Row | None = None
    found: list[tuple[date | None, int, Quote]] = []
    total: Quote | None = None
    for row in read_rows(source.document):
        heading = _gross_heading(row)
        if heading is not None:
            header, column = row, heading
            continue
        if column is None or header is None or row.place != header.place:
            continue
        if _is_heading(row):
            column = None
            continue
        cell = next((cell for cell in row.cells if cell.covers(column.column)), None)
        fen = _fen(cell.text) if cell else None
        first = row.cells[0].text
        if cell is None or fen is None:
            continue
        if _SUM_ROW.match(first):
            total = source.quote_cell(cell.start, cell.end)
            continue
        month = next((m for c in row.cells[:3] if (m := _month(c.text)) is not None), None)
        if month is not None or _BARE_MONTH.search(first):
            found.append((month, fen, source.quote_cell(cell.start, cell.end)))
    return found, total


def _gross_heading(row: Row) -> Cell | None:
    if not _is_heading(row):
        return None
    exact = [cell for cell in row.cells if _GROSS.search(cell.text)]
    monthly = any(re.match(r"(?:所属|工资)?(?:年)?月(?:份|度)?$|期间", cell.text) for cell in row.cells)
    rough = [cell for cell in row.cells if monthly and _ALL_PAID.match(cell.text)]
    return next(iter(exact or rough), None)


def _is_heading(row: Row) -> bool:
    return len(row.cells) >= 2 and not any(re.search(r"\d{3}", cell.text) for cell in row.cells)


def _gross_lines(source: Source) -> list[tuple[date | None, int, Quote]]:
    """Gross wages written out line by line or slip by slip: 2025年3月 … 应发 8,500元."""
    found: list[tuple[date | None, int, Quote]] = []
    month: date | None = None
    at = 0
    for line in source.text.split("\n"):
        month = _month(line) or month
        match = re.search(rf"(?:{_GROSS.pattern})[^\d\n]{{0,6}}(?P<sum>\d[\d,，]*(?:\.\d{{1,2}})?)", line)
        if match and month and (fen := _fen(match["sum"])):
            found.append((month, fen, source.quote(at, at + len(line))))
        at += len(line) + 1
    return found


def _month(text: str) -> date | None:
    match = _MONTH.search(text)
    if match is None or not 1 <= int(match["month"]) <= 12:
        return None
    return date(int(match["year"]), int(match["month"]), 1)


def _fen(text: str) -> int | None:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    return int(re.sub(r"[,，]", "", match[1])) * 100 + int((match[2] or "0").ljust(2, "0"))


def _days(matter: Matter, words: re.Pattern[str], *, earliest: bool) -> list[figures.Day]:
    """Days beside these words, in the papers else in the complaint: the earliest or the latest of each paper first."""
    papers = matter.of_kind(
        *("labour_contract", "employment_notice", "letter", "resignation", "social_insurance", "certificate"),
        *("wage_settlement", "arbitration_award", "arbitration_application"),
    )
    found = [day for source in papers for day in _days_beside(source, words)]
    if words is _ENDED:
        found += [
            figures.Day(on=s.on, quotes=(s.source.quote(*s.sentence),))
            for s in matter.acts("dismiss", "forced_resignation")
            if s.on and s.voice.form == "message" and s.mood == "said"
        ]
    sure = [day for day in found if not matter.source(day.quotes[0].file).kind.startswith("arbitration")]
    exact = [day for day in sure or found if day.words != _MONTH_ALONE]
    chosen = exact or sure or found
    if not chosen and matter.complaint:
        pleaded = next(_days_beside(matter.complaint.source, words), None)
        return [replace(pleaded, pleaded=worker(matter) == "plaintiff")] if pleaded else []
    unique = {day.on: day for day in reversed(chosen)}
    ordered = sorted(unique.values(), key=lambda day: day.on, reverse=not earliest)
    return ordered[:3]


def _days_beside(source: Source, words: re.Pattern[str]) -> Iterator[figures.Day]:
    for fact in source.dates:
        on = fact.value or (date(fact.year, fact.month, 1) if fact.year and fact.month else None)
        before = re.split(r"[。；;\n]", source.text[max(0, fact.start - 30) : fact.start])[-1]
        behind = re.split(r"[。；;\n]", source.text[fact.end : fact.end + 36])[0]
        if words is _STARTED and _ENDED.search(behind[:14]):
            continue
        if on and (words.search(before) or words.search(behind)):
            yield figures.Day(
                on=on, quotes=(source.quote(*source.sentence_at(fact.start)),), words="" if fact.value else _MONTH_ALONE
            )
    if words is _ENDED and source.kind in ("employment_notice", "resignation") and not source.dates[:1]:
        return
    if (
        words is _ENDED
        and source.kind == "employment_notice"
        and (signed := figures.signing_day(source))
        and signed.value
    ):
        yield figures.Day(on=signed.value, quotes=(source.quote(*source.sentence_at(signed.start)),))
    if words is _STARTED and source.kind == "social_insurance":
        yield from _months_beside(source)


def _months_beside(source: Source) -> Iterator[figures.Day]:
    """The first month of insurance: 参保起始：2019年7月, 201907."""
    for match in re.finditer(r"(?:起始|首次|参保|开始)[^\d\n]{0,12}(20\d{2})\s*[年./-]?\s*(\d{1,2})", source.text):
        if 1 <= int(match[2]) <= 12:
            on = date(int(match[1]), int(match[2]), 1)
            yield figures.Day(on=on, quotes=(source.quote(*source.sentence_at(match.start())),), words=_MONTH_ALONE)


_PLEADED_WAGE = re.compile(
    r"(?:月工资|月薪|工资标准|固定工资|底薪)(?:标准)?(?:为|是|：|:|约定为|按)?(?:人民币)?(?:每月)?\s*$"
)
_ROUGH = re.compile(r"平均|月均|左右|约(?!定)|不等|大概")


def wage_differs(matter: Matter) -> Outcome:
    """The wage pleaded as agreed stands in none of the papers that state a wage, and they state another."""
    if matter.complaint is None or worker(matter) == "defendant":
        return SILENT
    source = matter.complaint.source
    pleaded = [
        fact
        for fact in source.money
        if fact.start >= matter.complaint.facts_span[0]
        and _PLEADED_WAGE.search(source.text[max(0, fact.start - 20) : fact.start])
        and not _ROUGH.search(source.text[max(0, fact.start - 24) : fact.end + 4])
    ]
    terms = [s for s in matter.acts("wage_term") if s.source.kind == "labour_contract" and s.money()]
    papers = matter.of_kind(
        "labour_contract", *_WAGE_PAPERS, "bank_statement", "certificate", "chat", "ledger", "letter"
    )
    if not pleaded or not terms or any(_holds(paper, fact.fen) for paper in papers for fact in pleaded):
        return SILENT
    said = terms[0]
    why = f"起诉状称月工资{yuan(pleaded[0].fen)}元，《{said.source.title}》载{yuan(said.money()[0].fen)}元"
    return Outcome(
        verdict="doubtful", rule="figure_differs", why=why, items=items_of([said.source.quote(*said.sentence)])
    )


_OWES = re.compile(r"(?:欠|未付|未发|应付|应发|合计|共计|总计)[^，。；\n\d]{0,16}$")
_OTHER_PAY = re.compile(r"加班|年休假|年假|奖金|提成|绩效|津贴|补贴")


def wages_acknowledged(matter: Matter) -> Outcome:
    """The employer's own note of the wages it owes, and whether the wages claimed go beyond it."""
    heads = [c for c in matter.claims if c.pack_claim == "C4" and c.amount_fen and not _OTHER_PAY.search(c.text)]
    employer = matter.cast.other(worker(matter))
    owed = [
        (source, fact)
        for source in matter.of_kind("iou", "wage_settlement", "statement_of_account")
        if matter.voices[source.file].who in (employer, "both")
        for fact in source.money
        if _OWES.search(source.text[max(0, fact.start - 30) : fact.start])
    ]
    if not heads or not owed:
        return SILENT
    claimed = sum(claim.amount_fen or 0 for claim in heads)
    source, most = max(owed, key=lambda item: item[1].fen)
    quotes = [source.quote(*source.sentence_at(most.start))]
    if claimed > most.fen and claimed != sum({fact.start: fact.fen for _s, fact in owed}.values()):
        why = f"《{source.title}》载欠付{yuan(most.fen)}元，请求{yuan(claimed)}元"
        return Outcome(verdict="doubtful", rule="figure_differs", why=why, items=items_of(quotes))
    return Outcome(verdict="carried", rule="wages_acknowledged", why="对方书面确认欠付工资", items=items_of(quotes))


def _holds(source: Source, fen: int) -> bool:
    return any(fact.fen == fen for fact in source.money) or any(
        _fen(cell.text) == fen for row in read_rows(source.document) for cell in row.cells
    )


# --- overtime ---------------------------------------------------------------------------------------------------

_TIME = re.compile(r"(?<![\d:：])([01]?\d|2[0-3])[:：]([0-5]\d)(?::[0-5]\d)?")
_LATE = 19 * 60 + 30
_LONG = 10 * 60
_SAYS_OVERTIME = re.compile(r"加班|休息日|节假日|周[六日]|星期[六日]|法定假")


def overtime_on_record(matter: Matter) -> Outcome:
    """Days of work beyond the hours in a record of attendance: rest days, late hours, or hours named as overtime."""
    side = worker(matter)
    places: list[Quote] = []
    own: list[Quote] = []
    for source in matter.of_kind("attendance"):
        quotes = list(_overtime_rows(source))
        (own if matter.voices[source.file].who == side else places).extend(quotes[:6])
    if places:
        return Outcome(
            verdict="carried",
            rule="overtime_on_record",
            why="考勤载有休息日或者延时出勤",
            items=items_of(places[:8], "record", "direct"),
        )
    if own:
        return Outcome(verdict="silent", rule="own_record", items=items_of(own[:4], "own_book", "corroborating"))
    return SILENT


def _overtime_rows(source: Source) -> Iterator[Quote]:
    year = next((fact.year for fact in source.dates if fact.year), None)
    for row in read_rows(source.document):
        text = source.text[row.start : row.end]
        days = [fact.value for fact in facts.find_dates(text, year=year) if fact.value]
        if not days:
            continue
        times = sorted({int(m[1]) * 60 + int(m[2]) for m in _TIME.finditer(text)})
        worked = len(times) >= 2 or bool(re.search(r"\d(?:\.\d)?\s*(?:小时|h\b)|出勤|正常|到岗", text))
        rest = days[0].weekday() >= 5
        long = len(times) >= 2 and (times[-1] >= _LATE or times[-1] - times[0] >= _LONG + 60)
        if (rest and worked) or long or _SAYS_OVERTIME.search(text):
            cell = row.cells[0]
            table = source.document.format in ("xlsx", "csv")
            yield source.quote_cell(cell.start, cell.end) if table else source.quote(row.start, row.end)


# --- the written contract ---------------------------------------------------------------------------------------


def contract_signed_late(matter: Matter) -> Outcome:
    """A written contract in the papers: signed within the first month it tells against the claim, later it does not.

    Source: 劳动合同法 art. 10, 82.
    """
    side = worker(matter)
    starts = _days(matter, re.compile(r"入职|用工|参保起始|到岗|开始(?:上班|工作)"), earliest=True)
    pleaded = list(_days_beside(matter.complaint.source, _STARTED)) if matter.complaint else []
    start = (pleaded or starts or [None])[0]
    for source in matter.of_kind("labour_contract"):
        signed = figures.signing_day(source)
        mine = any(name in signer for signer in signatures(source.text) for name in matter.cast.names(side))
        if start is None or signed is None or signed.value is None or not mine:
            continue
        quote = source.quote(*source.sentence_at(signed.start))
        if signed.value > after(start.on, (0, 1, 1)):
            why = f"书面合同签于{signed.value}，晚于{start.on}用工满一个月"
            return Outcome(
                verdict="carried", rule="contract_signed_late", why=why, items=items_of([quote, *start.quotes])
            )
        why = f"材料中有劳动者签于{signed.value}的书面合同"
        return Outcome(verdict="doubtful", rule="contract_in_time", why=why, items=items_of([quote]))
    return SILENT


# --- the grounds of a dismissal ---------------------------------------------------------------------------------

_RULE = re.compile(r"[^。\n]{0,40}(?:解除|辞退|开除|严重违)[^。\n]{0,30}")
_FAULT = re.compile(
    r"[^。；\n]{0,24}(?:旷工|缺勤|迟到|脱岗|违纪|违规|打架|失职|警告|检讨|考核不合格|不合格)[^。；\n]{0,24}"
)


def dismissal_grounds(matter: Matter) -> Outcome:
    """The employer's rule for dismissal and papers on the facts that it names; one without the other shows nothing."""
    side = worker(matter)
    rules = [
        source.quote(match.start(), match.end())
        for source in matter.of_kind("handbook")
        if (match := _RULE.search(source.text))
    ]
    acts = [
        source.quote(match.start(), match.end())
        for source in matter.of_kind(
            "attendance", "letter", "certificate", "other_instrument", "resolution", "appraisal"
        )
        if matter.voices[source.file].who != side
        and not re.search(r"(?:解除|终止)[^\n]{0,8}(?:通知|决定)", source.text[:60])
        and (match := _FAULT.search(source.text))
    ]
    if not rules or not acts:
        return SILENT
    quotes = [*rules[:1], *acts[:2]]
    return Outcome(
        verdict="carried",
        rule="dismissal_grounds",
        why="有规章制度和违纪材料",
        items=items_of(quotes, "check", "direct"),
    )
