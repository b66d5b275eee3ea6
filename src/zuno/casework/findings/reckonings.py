"""Reckonings that are written out and do not give their result: formulas, lists of items, totals of tables.

A formula is read as people write it, with units and words between (9000元/月×4个月+300元/天×24天).
Only what is complete counts: every operand a number, and the result beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.findings.drafts import Draft, plain
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Side
from zuno.casework.sources import Source
from zuno.knowledge import facts
from zuno.knowledge.money import unit_of_header
from zuno.knowledge.numbers import fold
from zuno.knowledge.tables import Cell, Row

_STATEMENTS = ("complaint", "counterclaim", "answer", "letter", "statement_of_account", "ledger", "court_opinion")
"""Kinds in which a party reckons."""

_NUMBER = r"(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = (
    r"(?:\s*(?:万元?|元|块钱?|圆)(?:人民币)?)?(?:\s*(?:/|每)\s*(?:个)?\s*[\u4e00-\u9fff㎡a-z]{1,3}(?=[\s×xX*＊÷+\-−－)=，。；、]|$))?"
    r"(?:\s*(?:个(?:月|人|工)?|天|日|年|月|周|期|次|人|小时|倍|吨|米|平方米|平米|㎡|件|套|台|份|公里|趟|斤|公斤|箱|张|户|层|间|%))?"
)
_OPERAND = rf"[（(]?\s*[¥￥]?\s*{_NUMBER}{_UNIT}\s*[）)]?"
_SIGN = r"\s*(?:[×xX*＊·÷+＋\-−－]|乘以?|除以|加上?|减去?|/(?=\s*\d))\s*"
_FORMULA = re.compile(rf"{_OPERAND}(?:{_SIGN}{_OPERAND})+")
_RESULT_AFTER = re.compile(
    rf"\s*[）)]?\s*(?:[=＝]|[，,]?\s*(?:即|合计|共计|总计|共|计|得出?|为|应为|等于)(?:为|是|：|:)?)\s*(?:人民币|[¥￥])?\s*(?P<result>{_NUMBER})\s*(?P<unit>万元?|元|块)?"
)
_RESULT_BEFORE = re.compile(
    rf"(?P<result>{_NUMBER})\s*(?P<unit>万元|元|块)\s*[（(]\s*(?:即|按|计算方式[：:]|计算[：:]|算法[：:])?\s*$"
)
_MULTIPLIES = re.compile(r"[×xX*＊·÷]|乘|除以")
_TOKEN = re.compile(
    rf"(?P<number>{_NUMBER})\s*(?P<ten_thousand>万)?|(?P<percent>%)|(?P<times>[×xX*＊·]|乘以?)|(?P<over>÷|除以|/(?=\s*\d))"
    r"|(?P<plus>[+＋]|加上?)|(?P<minus>[-−－]|减去?)|(?P<open>[（(])|(?P<close>[）)])"
)
_PER = re.compile(r"(?:/|每)\s*(?:个)?\s*[\u4e00-\u9fff㎡a-z]{1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A reckoning with its result as written, in yuan."""

    start: int
    end: int
    words: str
    value: Decimal
    stated: Decimal
    exact: bool
    """False where a division or a percentage leaves room for rounding on the way."""

    @property
    def wrong(self) -> bool:
        """Whether the result is not what the reckoning gives, rounding left aside."""
        room = Decimal(1) if self.exact else max(Decimal(5), self.value * Decimal("0.0005"))
        return abs(self.value - self.stated) > room


def formulas(text: str) -> list[Formula]:
    """Find the reckonings of a text whose result stands behind them (…=…) or before them (…元（…））."""
    flat = re.sub(r"(?<=\d)，(?=\d{3}(?!\d))", ",", fold(text))
    found: list[Formula] = []
    for match in _FORMULA.finditer(flat):
        words = match.group()
        if not _MULTIPLIES.search(words) and not re.search(r"[=＝]", flat[match.end() : match.end() + 3]):
            continue
        after = _RESULT_AFTER.match(flat, match.end())
        before = _RESULT_BEFORE.search(
            flat, max(0, match.start() - 40), match.start() + 1 if words[0] in "（(" else match.start()
        )
        if before and not re.match(r"\s*[）)]?\s*[=＝]", flat[match.end() :]):
            written, start, end = before, before.start(), match.end()
        elif after:
            written, start, end = after, match.start(), after.end()
        else:
            continue
        value = _evaluated(words)
        stated = Decimal(written["result"].replace(",", ""))
        if (written["unit"] or "").startswith("万"):
            stated *= 10_000
        if value is None or value <= 0 or stated < 10:
            continue
        exact = not re.search(r"[÷/%]|除以", _PER.sub("", words))
        found.append(Formula(start=start, end=end, words=words.strip(), value=value, stated=stated, exact=exact))
    return found


def _evaluated(words: str) -> Decimal | None:
    """The value of a reckoning; None where its signs and numbers do not fit together."""
    tokens = [(m.lastgroup or "", m) for m in _TOKEN.finditer(_PER.sub("", words))]
    signs: list[str | Decimal] = []
    for kind, match in tokens:
        if match["number"]:
            signs.append(Decimal(match["number"].replace(",", "")) * (10_000 if match["ten_thousand"] else 1))
        elif kind == "percent" and signs and isinstance(signs[-1], Decimal):
            signs[-1] = signs[-1] / 100
        else:
            signs.append(
                {"times": "*", "over": "/", "plus": "+", "minus": "-", "open": "(", "close": ")"}.get(kind, "?")
            )
    if signs.count("(") != signs.count(")"):  # the bracket of the sentence is no bracket of the reckoning
        signs = [sign for sign in signs if sign not in ("(", ")")]
    value, rest = _sum(signs)
    return value if not rest else None


def _sum(signs: list[str | Decimal]) -> tuple[Decimal | None, list[str | Decimal]]:
    value, rest = _product(signs)
    while value is not None and rest and rest[0] in ("+", "-"):
        sign = rest[0]
        other, rest = _product(rest[1:])
        value = None if other is None else value + other if sign == "+" else value - other
    return value, rest


def _product(signs: list[str | Decimal]) -> tuple[Decimal | None, list[str | Decimal]]:
    value, rest = _factor(signs)
    while value is not None and rest and rest[0] in ("*", "/"):
        sign = rest[0]
        other, rest = _factor(rest[1:])
        if other is None or (sign == "/" and other == 0):
            return None, rest
        value = value * other if sign == "*" else value / other
    return value, rest


def _factor(signs: list[str | Decimal]) -> tuple[Decimal | None, list[str | Decimal]]:
    if signs and isinstance(signs[0], Decimal):
        return signs[0], signs[1:]
    if signs and signs[0] == "(":
        value, rest = _sum(signs[1:])
        return (value, rest[1:]) if rest and rest[0] == ")" else (None, rest)
    return None, signs


def wrong_formulas(matter: Matter, pack: Pack) -> list[Draft]:
    """Find the formulas of the parties' papers that do not give their result, the same one once."""
    drafts: dict[tuple[Decimal, Decimal], Draft] = {}
    for source in _reckoning_papers(matter):
        for formula in formulas(source.text):
            key = (formula.value, formula.stated)
            if not formula.wrong or key in drafts:
                continue
            right = _fen(formula.value)
            drafts[key] = Draft(
                code="amount_mismatch",
                detail=f"《{source.title}》{formula.words}＝{yuan(right)}元，写作{yuan(_fen(formula.stated))}元",
                quotes=(source.quote(formula.start, formula.end),),
                expected=plain(right),
                hurts=_author(matter, source),
                elements=_elements(matter, pack, source, formula.start),
                unsettles=_cells_of(matter, pack, source, formula),
            )
    return list(drafts.values())


def _fen(value: Decimal) -> int:
    return int((value * 100).quantize(Decimal(1)))


def _reckoning_papers(matter: Matter) -> Iterator[Source]:
    """Papers in which a party reckons: its pleadings, letters and books, and tables that no seal binds."""
    for source in matter.open_sources:
        voice = matter.voices[source.file]
        if source.read and (
            source.kind in _STATEMENTS or (voice.form == "own_book" and source.kind != "evidence_list")
        ):
            yield source


def _author(matter: Matter, source: Source) -> Side:
    who = matter.voices[source.file].who
    return who if who in ("plaintiff", "defendant") else matter.sides[source.file]


def _elements(matter: Matter, pack: Pack, source: Source, at: int) -> tuple[str, ...]:
    """The elements about the amount of the head in which a place stands."""
    for claim in matter.claims:
        quote = claim.quote
        if quote and quote.file == source.file and quote.start <= at < quote.start + len(claim.text) + 20:
            return pack.amounts_of(claim.pack_claim)
    return ()


def _cells_of(matter: Matter, pack: Pack, source: Source, formula: Formula) -> tuple[str, ...]:
    """The cells of the head that asks for the wrong result itself."""
    return tuple(
        f"{claim.id}/{element}"
        for claim in matter.claims
        if claim.quote and claim.quote.file == source.file and claim.amount_fen == _fen(formula.stated)
        for element in pack.amounts_of(claim.pack_claim)
        if pack.states_how_much(element)
    )


_PER_DAY = re.compile(r"(?:每|按|/|一)\s*(?:一)?\s*[日天]|日租金")
_RUNS_FROM = re.compile(r"自|从|起")


def wrong_day_counts(matter: Matter, pack: Pack) -> list[Draft]:
    """A head that asks a sum a day from one day to another, and a figure that these days do not give."""
    complaint = matter.complaint
    drafts: list[Draft] = []
    for relief in complaint.relief if complaint else ():
        source = complaint.source if complaint else matter.sources[0]
        inside = [fact for fact in source.money if relief.start <= fact.start < relief.end]
        days = [fact.value for fact in source.dates if relief.start <= fact.start < relief.end and fact.value]
        daily = [fact for fact in inside if facts.is_unit_price(source.text, fact)]
        sums = [fact for fact in inside if fact not in daily]
        if len(daily) != 1 or len(sums) != 1 or len(days) != 2 or not _RUNS_FROM.search(relief.text):
            continue
        beside = source.text[max(relief.start, daily[0].start - 6) : daily[0].end + 3]
        if not _PER_DAY.search(beside) or re.search(r"[×xX*＊]", relief.text):
            continue
        between = (days[1] - days[0]).days
        usual = [daily[0].fen * count for count in (between + 1, between)]
        if between > 0 and sums[0].fen not in usual:
            claims = [c for c in matter.claims if c.quote and relief.start <= c.quote.start < relief.end]
            drafts.append(
                Draft(
                    code="amount_mismatch",
                    detail=f"每日{yuan(daily[0].fen)}元、{days[0]}至{days[1]}共{between + 1}天为{yuan(usual[0])}元，"
                    f"起诉状写作{yuan(sums[0].fen)}元",
                    quotes=(source.quote(relief.start, relief.end),),
                    expected=plain(usual[0]),
                    elements=_elements(matter, pack, source, relief.start),
                    unsettles=tuple(
                        f"{c.id}/{e}" for c in claims for e in pack.amounts_of(c.pack_claim) if pack.states_how_much(e)
                    ),
                )
            )
    return drafts


# --- lists ------------------------------------------------------------------------------------------------------

_TOTAL_BEFORE = re.compile(
    r"(?:(?:[两二三四五六七八九十]|\d+)项)?(?:合计|共计|总计|总共|一共|合共|加起来|共|小计)(?:损失|费用|金额|款项|欠款)?(?:为|是|：|:)?\s*(?:人民币)?$"
)
_JOINED = re.compile(
    r"^(?:整|正)?\s*(?:[（(][^（）()]{0,30}[）)])?\s*[，,、；;和及与]?[^，,、；;。\d]{0,16}[，,、；;：:]?[^，,、；;。\d]{0,16}$"
)
_DEDUCTED = re.compile(r"扣|减|已[付还收]|尚欠|欠付|余款|差额|折|抵|退|其中|不含|超出|每|预付|按|基数")
_LEAST_PARTS = 2


def wrong_lists(matter: Matter) -> list[Draft]:
    """Within one sentence, sums that are listed and then added up wrongly (甲费1,000元、乙费2,000元，合计4,000元)."""
    drafts: list[Draft] = []
    for source in _reckoning_papers(matter):
        if source.document.format in ("xlsx", "csv") or "\t" in source.text:
            continue
        for start, end in _passages(source):
            money = [fact for fact in source.money if start <= fact.start < end]
            for at, total in enumerate(money):
                if at < _LEAST_PARTS or not _TOTAL_BEFORE.search(
                    source.text[max(start, total.start - 16) : total.start]
                ):
                    continue
                parts = money[:at]
                joints = zip(parts, [*parts[1:], total], strict=True)
                listed = all(_JOINED.match(source.text[one.end : other.start]) for one, other in joints)
                priced = any(facts.is_unit_price(source.text, fact) for fact in parts)
                if not listed or priced or _DEDUCTED.search(source.text[start : total.start]):
                    break
                sums = [sum(fact.fen for fact in parts[first:]) for first in range(len(parts) - 1)]
                if total.fen not in sums and sums[0] < 10 * total.fen:
                    drafts.append(
                        Draft(
                            code="amount_mismatch",
                            detail=f"《{source.title}》各项相加为{yuan(sums[0])}元，写作{yuan(total.fen)}元",
                            quotes=(source.quote(start, total.end),),
                            expected=plain(sums[0]),
                            hurts=_author(matter, source),
                        )
                    )
                break
    return drafts


def _passages(source: Source) -> Iterator[tuple[int, int]]:
    at = 0
    for match in re.finditer(r"。|(?<![、，,；和及])\n", source.text):  # a list may run over lines
        yield at, match.end()
        at = match.end()
    yield at, len(source.text)


# --- tables -----------------------------------------------------------------------------------------------------

_TOTAL_ROW = re.compile(r"^(?:总?合\s*计|总\s*计|共\s*计|总\s*额)(?:[（(][^（）()]*[）)])?[：:]?$")
_SUBTOTAL_ROW = re.compile(r"小\s*计|分\s*计|其\s*中")
_NO_SUM_COLUMN = re.compile(r"余额|结余|累计|单价|价格|税率|比例|利率|序号|编号|年|日期|月份|尚欠|欠款|均")
_FIGURE = re.compile(r"[-−]?[¥￥]?\s*\d+(?:,\d{3})*(?:\.\d+)?\s*(?:元|块)?")


def wrong_table_totals(matter: Matter) -> list[Draft]:
    """A table of a party whose total row is not the sum of the rows above it; pictures of tables are left out."""
    drafts: list[Draft] = []
    for source in _tables(matter):
        for cell, summed, stated in _wrong_totals(source.rows):
            drafts.append(
                Draft(
                    code="amount_mismatch",
                    detail=f"《{source.title}》各行相加为{yuan(_fen(summed))}元，合计写作{yuan(_fen(stated))}元",
                    quotes=(source.quote_cell(cell.start, cell.end),),
                    expected=plain(_fen(summed)),
                    hurts=_author(matter, source),
                )
            )
    return drafts


_TABLE_KINDS = (*_STATEMENTS, "payslip", "other")


def _tables(matter: Matter) -> Iterator[Source]:
    for source in matter.open_sources:
        native = all(page.layer == "native" for page in source.document.pages)
        own = matter.voices[source.file].form == "own_book" or source.kind in _TABLE_KINDS
        if source.read and native and own and source.kind != "evidence_list" and source.document.format != "image":
            yield source


def _wrong_totals(rows: list[Row]) -> Iterator[tuple[Cell, Decimal, Decimal]]:
    """The cells of total rows that differ from the sum of their column, each with both values in yuan."""
    for at, row in enumerate(rows):
        if not row.aligned or not _TOTAL_ROW.match(row.cells[0].text.strip()):
            continue
        above = _rows_of_the_table(rows[:at], row)
        header = above[0] if above and not any(_figure(cell) is not None for cell in above[0].cells) else None
        body = above[1:] if header else above
        for cell in row.cells[1:]:
            heading = next((h.text for h in header.cells if h.covers(cell.column)), "") if header else ""
            stated = _figure(cell)
            if stated is None or stated < 10 or not heading or _NO_SUM_COLUMN.search(heading):
                continue
            if unit_of_header(heading) not in (None, "元"):
                continue
            column = [next((c for c in line.cells if c.covers(cell.column)), None) for line in body]
            values = [_figure(c) if c else None for c in column]
            plain_rows = [
                v for v, line in zip(values, body, strict=True) if not _SUBTOTAL_ROW.search(line.cells[0].text)
            ]
            subtotals = [v for v, line in zip(values, body, strict=True) if _SUBTOTAL_ROW.search(line.cells[0].text)]
            if any(c is not None and v is None and c.text.strip("-/—无 ") for c, v in zip(column, values, strict=True)):
                continue  # a row that cannot be read as a figure: nothing is added up
            summed = sum((v for v in plain_rows if v is not None), Decimal(0))
            if sum(v is not None for v in plain_rows) < _LEAST_PARTS:
                continue
            if abs(summed - stated) > 1 and sum((v for v in subtotals if v is not None), Decimal(0)) != stated:
                yield cell, summed, stated


def _rows_of_the_table(rows: list[Row], total: Row) -> list[Row]:
    """The rows above a total row that belong to it: up to its header, an earlier total or another table."""
    found: list[Row] = []
    for row in reversed(rows):
        if row.place != total.place or not row.aligned or _TOTAL_ROW.match(row.cells[0].text.strip()):
            break
        found.append(row)
        if len(row.cells) >= _LEAST_PARTS and not any(_figure(cell) is not None for cell in row.cells):
            break
    return found[::-1]


def _figure(cell: Cell) -> Decimal | None:
    bare = fold(cell.text).strip()
    if not _FIGURE.fullmatch(bare) or cell.above:
        return None
    value = Decimal(re.sub(r"[^\d.]", "", bare))
    return -value if bare[0] in "-−" else value
