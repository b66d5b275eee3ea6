"""Told facts: the dates and sums that the complaint tells and that the papers tell too, each with its place.

A pack says which words stand beside them (``told``). Here is how a date or a
sum belongs to words: what stands in the same clause, nearest, of the right
unit, as an event that happened and not as a term, a period or a rough figure.
Reads only; what contradicts what is settled in ``findings/told.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from zuno.casework import figures
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Told
from zuno.casework.sources import CONTRACTS, INSTRUMENTS, MESSAGES, PAPERWORK, PLEADINGS, Source, within
from zuno.knowledge.records import DateFact, MoneyFact
from zuno.knowledge.tables import Cell, Row, whole_sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """One place where a told fact stands with its value."""

    source: Source
    value: date | int
    """A day, or a sum in fen."""
    start: int
    end: int
    """Span of the value."""
    words: str
    """The words beside it; empty for the day of signing."""
    formula: str = ""
    """How the value follows from the figures of a table, where it does not stand there itself."""
    asked: bool = False
    """Whether a head of relief asks for the sum itself."""


_CLAUSE_END = re.compile(r"[。；;！？!?\n]|[，、](?!\d{3}(?!\d))|,(?!\d{3})")
_NEGATED = re.compile(r"(?:未|没有?|并非|不是|而非|拒绝|拒不|无)[^，。；]{0,5}$|不(?:予|再|能|肯|愿|同意)?$")
_AS_A_TERM = re.compile(
    r"约定|应(?:当|于|在|按|付|交|向)|须|承诺|保证(?![金人])|答应|要求|催告|计划|拟|预计|打算|准备|将[于在]|限期|届满|到期"
)
_TERM_AFTER = re.compile(r"\s*(?:[前止内后]|之[前后]|以[前后]|为止|届满|到期)(?![来续])")
_ROUGH_AFTER = re.compile(r"\s*(?:左右|前后|上下|许(?!可)|以[上下]|多(?![次少])|余)")
_ROUGH_BEFORE = re.compile(r"(?:约|近|大概|不低于|不少于|至少|超过|最多|多达|将近|差不多)\s*$")
_PERIOD_AFTER = re.compile(r"\s*(?:起)?\s*[（(]?(?:至|到|[—–~～－-])\s*(?=\d|[一二三四五六七八九十〇零年月今])")
_PERIOD_BEFORE = re.compile(r"(?:[日号年月\d]\s*起?|[（(])\s*(?:至|到|[—–~～－-])\s*$")
_RECKONED_TO = re.compile(r"(?:截至|截止到?|计算?至|算至|暂计至|到期日|为止)\s*$")
_JOINS = re.compile(r"[\s：:为是于在的系即当日期时间之（(]*")
_FARTHEST_LABEL = 8
_MOST_CLAUSES = 3


# --- days -------------------------------------------------------------------------------------------------------


def days_told(source: Source, words: re.Pattern[str], start: int, end: int, *, terms: bool = False) -> list[Telling]:
    """Find the days that belong to words, between two offsets.

    Args:
        source: The document.
        words: Words of the event.
        start: Where to begin.
        end: Where to stop.
        terms: Whether the day of a term counts (应于…前付清); else only what happened.
    """
    found: list[Telling] = []
    for fact in within(source.dates, start, end):
        if fact.value is None or is_of_a_period(source.text, fact, end_counts=terms) or _is_rough(source.text, fact):
            continue
        if match := _beside_day(source, fact, words, terms):
            found.append(Telling(source=source, value=fact.value, start=fact.start, end=fact.end, words=match.group()))
    return found


def is_of_a_period(text: str, fact: DateFact, *, end_counts: bool = False) -> bool:
    """Whether a day is the start or end of a period (自…至…), or one up to which is reckoned.

    With ``end_counts`` the end of a period is a day of its own: that on which a term ends.
    """
    before = text[max(0, fact.start - 8) : fact.start]
    if _PERIOD_AFTER.match(text, fact.end):
        return True
    return not end_counts and bool(_PERIOD_BEFORE.search(before) or _RECKONED_TO.search(before))


def _is_rough(text: str, fact: DateFact | MoneyFact) -> bool:
    before = text[max(0, fact.start - 6) : fact.start]
    return bool(
        _ROUGH_AFTER.match(text, fact.end) or _ROUGH_BEFORE.search(before) or re.search(r"[余多来几]", fact.text)
    )


def _beside_day(source: Source, fact: DateFact, words: re.Pattern[str], terms: bool) -> re.Match[str] | None:
    """The words to which a day belongs: a label right before it, else the first act that it opens."""
    text = source.text
    if not terms and _TERM_AFTER.match(text, fact.end):
        return None
    begin = _clause_start(text, fact.start)
    label = _last(words, text, begin, fact.start)
    if label and _is_label(text[label.end() : fact.start]) and (terms or _happened(text, begin, label.start())):
        return label
    if not terms and (_AS_A_TERM.search(text, begin, fact.start) or _leads_to_term(text, begin)):
        return None
    for clause_start, clause_end in _clauses_opened(source, fact):
        match = words.search(text, clause_start, clause_end)
        if match:
            return match if terms or _happened(text, clause_start, match.start()) else None
        if not terms and _AS_A_TERM.search(text, clause_start, clause_end):
            return None
    return None


def _last(words: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    found = list(words.finditer(text, start, end))
    return found[-1] if found else None


def _is_label(gap: str) -> bool:
    return len(gap) <= _FARTHEST_LABEL and bool(_JOINS.fullmatch(gap))


def _happened(text: str, start: int, end: int) -> bool:
    """Whether what stands before an act in its clause leaves it an event: not denied, no term, no demand."""
    before = text[start:end]
    return not _NEGATED.search(before) and not _AS_A_TERM.search(before)


def _leads_to_term(text: str, start: int) -> bool:
    return bool(re.search(r"(?:约定|载明|写明|规定|承诺)(?:如下)?[，,：:\s]*$", text[max(0, start - 8) : start]))


def _clause_start(text: str, at: int) -> int:
    start = max(0, at - 60)
    ends = [match.end() for match in _CLAUSE_END.finditer(text, start, at)]
    return ends[-1] if ends else start


def _clauses_opened(source: Source, fact: DateFact) -> Iterator[tuple[int, int]]:
    """The clauses after a day, up to the next day, the end of the sentence, or three of them.

    A clause that runs into another day belongs to that day, unless it is the one in which this day stands.
    """
    text = source.text
    stop = re.compile(r"[。；;！？!?\n]").search(text, fact.end)
    limit = min(stop.start() if stop else len(text), fact.end + 90)
    following = [other for other in within(source.dates, fact.end, limit) if other.start >= fact.end]
    nearest = following[0].start if following else None
    at, given = fact.end, 0
    while at < limit and given < _MOST_CLAUSES:
        cut = _CLAUSE_END.search(text, at, limit)
        end = cut.start() if cut else limit
        if nearest is not None and nearest < end:
            if at == fact.end:
                yield at, nearest
            return
        if re.search(r"[\u4e00-\u9fff]{2}", text[at:end]):
            yield at, end
            given += 1
        at = cut.end() if cut else limit


# --- sums -------------------------------------------------------------------------------------------------------

_OF_ANOTHER = re.compile(r"[费金款税薪资息价补](?!额|人|融|标准)")
_SUMMED_UP = re.compile(
    r"合计|共计|总计|共|各|分别|首|半|季|[每/一][年日天期周]|年(?!度)|平均到|上调|增加|涨|降低?|减|扣|差|剩|尚|欠|未|退|不|非|无"
)
_RIGHT_BEFORE = re.compile(r"[\s/每一个]*月?\s*(?:的|作为|作|系|为|是)?\s*")
_BASE_AFTER = re.compile(r"元?\s*为(?:计算)?(?:基数|基准|标准|本金|限)")
_PER_AFTER = re.compile(
    r"\s*(?:/|每|一)\s*个?\s*(?P<per>月|天|日|年|季度?|期|周|平方米|平米|㎡|小?时|吨|件|人|次|套|米)(?![份以])"
)
_FARTHEST_SUM = 14


def sums_told(source: Source, words: re.Pattern[str], start: int, end: int) -> list[Telling]:
    """Find the sums that belong to words, between two offsets: in the same clause or row, nearest, of their unit."""
    found: list[Telling] = []
    for match in words.finditer(source.text, start, end):
        if match.end() == match.start() or _names_another(source.text, match):
            continue
        fact = _sum_beside(source, match)
        if fact is not None:
            found.append(Telling(source=source, value=fact.fen, start=fact.start, end=fact.end, words=match.group()))
    if source.document.format in ("xlsx", "csv") or "\t" in source.text[start:end]:
        found += _sums_in_rows(source, words, start, end)
    return list({(telling.start, telling.value): telling for telling in found}.values())


_REST_BEFORE = re.compile(r"(?:欠付?|剩余?|结余|余|未[付还]|已[付还]|归还|偿还|扣除|部分|首[期付]?)(?:的|了)?\s*$")


def _names_another(text: str, match: re.Match[str]) -> bool:
    """Whether words are part of others: 9月工资 is the pay of September, 尚欠本金 a rest."""
    before = text[max(0, match.start() - 6) : match.start()]
    month = match.group()[0] == "月" and re.search(r"[\d一二三四五六七八九十当上本]\s*$", before)
    return bool(month or _REST_BEFORE.search(before))


def _sum_beside(source: Source, match: re.Match[str]) -> MoneyFact | None:
    text = source.text
    cut = _CLAUSE_END.search(text, match.end())
    limit = min(cut.start() if cut else len(text), match.end() + 40)
    begin = _clause_start(text, match.start())
    if _NEGATED.search(text[begin : match.start()]):
        return None
    after = [fact for fact in source.money if match.end() <= fact.start < limit]
    if after and _is_sum_of(text, match, after[0]):
        return after[0]
    before = [fact for fact in source.money if begin <= fact.start and fact.end <= match.start()]
    if not after and before and _RIGHT_BEFORE.fullmatch(text[before[-1].end : match.start()]):
        return before[-1] if _is_plain_sum(text, before[-1], match.group()) else None
    return None


def _is_sum_of(text: str, match: re.Match[str], fact: MoneyFact) -> bool:
    gap = re.sub(r"[（(][^（）()]*[）)]", "", text[match.end() : fact.start])
    other = _OF_ANOTHER.search(gap) or _SUMMED_UP.search(gap) or re.search(r"\d", gap)
    return len(gap) <= _FARTHEST_SUM and not other and _is_plain_sum(text, fact, match.group())


def _is_plain_sum(text: str, fact: MoneyFact, words: str) -> bool:
    """Whether a sum is exact, no base or end of a range, and of the unit that its words name."""
    before = text[max(0, fact.start - 6) : fact.start]
    if _is_rough(text, fact) or _BASE_AFTER.match(text, fact.end) or re.search(r"[\d元万]\s*[-~～—至到]\s*$", before):
        return False
    if re.match(r"\s*[-~～—至到]\s*[\d一二三四五六七八九十]", text[fact.end :]):
        return False
    per = _PER_AFTER.match(text, fact.end)
    if per is None or per["per"][0] in words:
        return True
    return per["per"] == "月" and not re.search(r"[天日年季周]", words)


def _sums_in_rows(source: Source, words: re.Pattern[str], start: int, end: int) -> Iterator[Telling]:
    """Rows in which a cell holds the words and one cell alone holds a sum."""
    for row in source.rows:
        if not row.aligned or row.start < start or row.end > end:
            continue
        labels = [cell for cell in row.cells if words.search(cell.text) and len(cell.text) <= 24]
        amounts = [(cell, fen) for cell in row.cells if (fen := whole_sum(cell))]
        if labels and len(amounts) == 1 and amounts[0][0] not in labels:
            cell, fen = amounts[0]
            yield Telling(source=source, value=fen, start=cell.start, end=cell.end, words=labels[0].text)


_TOTAL_ROW = re.compile(r"合\s*计|总\s*计|共\s*计|小\s*计|平均|月均|均值")
_PAY_COLUMN = re.compile(r"应发|税前|工资合计|收入合计|工资总额|应得")
_ENOUGH_ROWS = 3


def averages(source: Source, words: re.Pattern[str] | None) -> list[Telling]:
    """The averages of the columns of a table whose headings hold the words (by default those of pay): total ÷ rows."""
    found: list[Telling] = []
    rows = [row for row in source.rows if row.aligned]
    for at, header in enumerate(rows):
        for heading in header.cells:
            if whole_sum(heading) or not ((words and words.search(heading.text)) or _PAY_COLUMN.search(heading.text)):
                continue
            values = list(_column_below(rows[at + 1 :], header, heading.column))
            if len(values) >= _ENOUGH_ROWS:
                total = sum(fen for _cell, fen in values)
                mean = int((Decimal(total) / len(values)).quantize(Decimal(1)))
                last = _total_cell(rows[at + 1 :], heading.column, total) or values[-1][0]
                found.append(
                    Telling(
                        source=source,
                        value=mean,
                        start=last.start,
                        end=last.end,
                        words=heading.text,
                        formula=f"{Decimal(total) / 100:f}÷{len(values)}",
                    )
                )
    return found


def _column_below(rows: list[Row], header: Row, column: int) -> Iterator[tuple[Cell, int]]:
    """The sums below a heading, down to the first row that is a total or has no sum there."""
    for row in rows:
        cell = next((cell for cell in row.cells if cell.covers(column)), None)
        fen = whole_sum(cell) if cell else None
        if row.place != header.place or cell is None or fen is None or _TOTAL_ROW.search(row.cells[0].text):
            return
        yield cell, fen


def _total_cell(rows: list[Row], column: int, total: int) -> Cell | None:
    """The cell of a column that states its total."""
    cells = (cell for row in rows for cell in row.cells if cell.covers(column))
    return next((cell for cell in cells if whole_sum(cell) == total), None)


# --- the complaint and the papers -------------------------------------------------------------------------------

_TERM_WORDS = re.compile(r"约定|应|须|期限|到期|届满|期满|截止|至迟")
_AMENDING = re.compile(r"补充|变更|续[签租订]|展期|修订")
_OTHERS_WORDS = frozenset({"arbitration_award", "judgment", "evidence_list"})
"""Papers that repeat what the parties say."""


def _on_terms(entry: Told) -> bool:
    return bool(_TERM_WORDS.search(entry.pleaded.pattern))


def pleaded(matter: Matter, entry: Told) -> list[Telling]:
    """What the complaint tells of a fact: a day in its account of the facts, a sum anywhere."""
    complaint = matter.complaint
    if complaint is None:
        return []
    source = complaint.source
    begin, end = complaint.facts_span
    if entry.fact == "date":
        told = days_told(source, entry.pleaded, begin, end, terms=_on_terms(entry))
        return [telling for telling in told if telling.value != complaint.signed_on]
    return [
        replace(telling, asked=any(item.start <= telling.start < item.end for item in complaint.relief))
        for telling in sums_told(source, entry.pleaded, 0, len(source.text))
    ]


def in_papers(matter: Matter, entry: Told) -> list[Telling]:
    """What the papers of a fact's kinds tell of it, strongest paper first."""
    found: list[Telling] = []
    for source in matter.of_kind(*entry.kinds):
        if source.kind not in PLEADINGS:
            found += _in_paper(source, entry)
    return sorted(found, key=lambda telling: -weight(matter, telling.source))


def _in_paper(source: Source, entry: Told) -> list[Telling]:
    if entry.fact == "money":
        means = averages(source, entry.words) if "均" in entry.pleaded.pattern else []
        return means + sums_told(source, entry.words or entry.pleaded, 0, len(source.text))
    if source.kind in MESSAGES:
        return []
    if entry.words is None:
        return _signed(source, entry)
    told = days_told(source, entry.words, 0, len(source.text), terms=_on_terms(entry))
    return told or _dated_as_a_whole(source, entry.words, entry)


def _signed(source: Source, entry: Told) -> list[Telling]:
    amending = _AMENDING.search(source.title + source.text[:30]) and not _AMENDING.search(entry.pleaded.pattern)
    fact = None if amending else figures.signing_day(source)
    if fact is None or fact.value is None or figures.is_handling_day(source, fact):
        return []
    return [Telling(source=source, value=fact.value, start=fact.start, end=fact.end, words="")]


def _dated_as_a_whole(source: Source, words: re.Pattern[str], entry: Told) -> list[Telling]:
    """A paper whose title is the event, or that knows one day alone, was made on the day of it."""
    days = {fact.value for fact in source.dates if fact.value}
    titled = words.search(source.title + source.text[:40].split("\n")[0])
    alone = len(days) == 1 and words.search(source.text)
    made_then = source.kind in CONTRACTS | INSTRUMENTS or source.kind == "letter"
    return _signed(source, entry) if made_then and (titled or alone) else []


def stands_in(matter: Matter, entry: Told, value: date | int, *, besides: Source) -> bool:
    """Whether some paper tells the fact with this value, of the fact's kinds or not, or the strongest names it."""
    facts = besides.dates if entry.fact == "date" else besides.money
    if any((fact.value if isinstance(fact, DateFact) else fact.fen) == value for fact in facts):
        return True
    for source in matter.open_sources:
        if not source.read or source is besides or source.kind in PAPERWORK | _OTHERS_WORDS:
            continue
        for words in filter(None, (entry.words, entry.pleaded)):
            told = (
                days_told(source, words, 0, len(source.text))
                if entry.fact == "date"
                else sums_told(source, words, 0, len(source.text))
            )
            if any(telling.value == value for telling in told):
                return True
    return False


_WEIGHTS = {"record": 5, "instrument": 4, "message": 3, "letter": 3, "certificate": 2}


def weight(matter: Matter, source: Source) -> int:
    """How much a paper weighs by who speaks in what form: of both sides, neutral, one side's, words, own books."""
    voice = matter.voices[source.file]
    if voice.form == "instrument" and voice.who == "both":
        return 6
    return _WEIGHTS.get(voice.form, 1)
