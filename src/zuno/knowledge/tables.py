"""Tables of money: rows and cells of a document, and what its columns hold.

Owns the reading of rows and columns from cells or lines, the meaning of
column headings, and the question whether a table is a party's own ledger.
Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from zuno.knowledge.dates import find_dates
from zuno.knowledge.money import MoneyUnit, find_money, unit_of_header
from zuno.knowledge.names import is_company_name
from zuno.knowledge.numbers import fold
from zuno.knowledge.records import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table, or one field of a line, that is not blank."""

    start: int
    end: int
    text: str
    column: int
    """Counted from 1; the place among the fields where columns are not known."""
    columns: int = 1
    """Columns that it covers; more for a merged cell."""
    above: bool = False
    """Whether it is a merged cell that began in a row above: its value holds here, its place is there."""

    def covers(self, column: int) -> bool:
        """Tell whether the cell stands in a column."""
        return self.column <= column < self.column + self.columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The cells of one row, by column."""

    cells: tuple[Cell, ...]
    place: str
    """Sheet or table that the row belongs to; empty for lines of text."""
    aligned: bool
    """Whether columns are known; a line of PDF text keeps no empty columns."""

    @property
    def start(self) -> int:
        """Where the first cell of this very row starts."""
        return next(cell.start for cell in self.cells if not cell.above)

    @property
    def end(self) -> int:
        """Where the last cell of this very row ends."""
        return next(cell.end for cell in reversed(self.cells) if not cell.above)


_PLACE = re.compile(
    r"^(?P<sheet>.*)!(?P<letters>[A-Z]{1,3})(?P<row>\d+)(?::(?P<last_letters>[A-Z]{1,3})(?P<last_row>\d+))?$"
    r"|^(?P<table>.*?)行(?P<line>\d+)列(?P<column>\d+)(?:至行(?P<last_line>\d+)列(?P<last_column>\d+))?$"
)
_MERGED_ROWS = 500
"""Rows through which a merged cell's value is carried."""
_LONGEST_LINE_CHARS = 1_000


def read_rows(document: Document) -> list[Row]:
    """Read a document as rows, in order: its table cells, and its other lines cut into fields.

    A line is cut at tabs or bars (columns known), else at two blanks, else at
    single blanks (columns not known).
    """
    groups: dict[tuple[str, int], list[Cell]] = {}
    covered: list[tuple[int, int]] = []
    for block in document.blocks:
        match = _PLACE.match(block.locator) if block.kind == "cell" else None
        if match is None:
            continue
        row = int(match["row"] or match["line"])
        column = _column_number(match["letters"]) if match["letters"] else int(match["column"])
        last = _column_number(match["last_letters"]) if match["last_letters"] else int(match["last_column"] or column)
        text = document.text[block.start : block.end]
        cell = Cell(start=block.start, end=block.end, text=text, column=column, columns=last - column + 1)
        place = match["sheet"] or match["table"] or ""
        groups.setdefault((place, row), []).append(cell)
        for below in range(row + 1, min(int(match["last_row"] or match["last_line"] or row), row + _MERGED_ROWS) + 1):
            groups.setdefault((place, below), []).append(replace(cell, above=True))
        covered.append((block.start, block.end))
    rows = [
        Row(cells=tuple(sorted(group, key=lambda cell: cell.column)), place=place, aligned=True)
        for (place, _), group in groups.items()
        if not all(cell.above for cell in group)
    ]
    rows.extend(_read_lines(document.text, covered))
    return sorted(rows, key=lambda row: row.start)


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _read_lines(text: str, covered: list[tuple[int, int]]) -> Iterator[Row]:
    at, start = 0, 0
    for line in text.split("\n"):
        end = start + len(line)
        while at < len(covered) and covered[at][1] < start:
            at += 1
        is_covered = at < len(covered) and covered[at][0] <= end
        if not is_covered and len(line) <= _LONGEST_LINE_CHARS and (row := _split_line(line, start)):
            yield row
        start = end + 1


_TWO_BLANKS = re.compile(r"\S {2,}\S")


def _split_line(line: str, offset: int) -> Row | None:
    bars = line.count("|") + line.count("｜")
    aligned = "\t" in line or bars >= 2
    if aligned:
        fields = _between_bars(line)
    else:
        pattern = r"\S+(?: \S+)*" if _TWO_BLANKS.search(line) else r"\S+"
        fields = [(match.group(), match.start()) for match in re.finditer(pattern, line)]
    cells: list[Cell] = []
    for column, (written, start) in enumerate(fields, start=1):
        bare = written.strip()
        if bare:
            begin = offset + start + len(written) - len(written.lstrip())
            cells.append(Cell(start=begin, end=begin + len(bare), text=bare, column=column))
    return Row(cells=tuple(cells), place="", aligned=aligned) if cells else None


def _between_bars(line: str) -> list[tuple[str, int]]:
    fields: list[tuple[str, int]] = []
    start = 0
    for mark in re.finditer(r"[\t|｜]|$", line):
        fields.append((line[start : mark.start()], start))
        start = mark.end()
    return fields


_HEADINGS = {
    "date": r"(?:交易|记账|入账|发生|业务|付款|支付|转账|收款|到账|还款|借款|放款|开单|回款|付息|汇款|缴费|打款"
    r"|发薪|发放|应[付缴收交])?日期?"
    r"|(?:交易|支付|付款|转账|记账|创建|入账|收款|到账|发生|日期)?时间|年月日",
    "real": r"(?:对方)?(?:实名|真实姓名)",
    "party": r"(?:交易)?对[方手]方?(?:(?:账[号户])?[/及与和]?(?:户名|名称|姓名|账户名称?|单位|信息|账户户名))?"
    r"|交易对象(?:户名|名称|姓名)?|往来(?:单位|户名|方)|商户(?:名称)?|客户(?:名称|姓名)?|买方|买家|购货单位"
    r"|收/?付款[方人](?:名称|户名)?",
    "payee": r"(?:收款|收)(?:方|人|单位|账户)(?:户名|名称|姓名|全称|账户名称?)?|收款(?:户名|名称|姓名|全称)|领款人"
    r"|转入方(?:户名)?|收款",
    "payer": r"(?:付款|付|汇款|缴款|交款|打款)(?:方|人|单位|账户)(?:户名|名称|姓名|全称|账户名称?)?"
    r"|(?:付款|汇款|缴款|交款|打款)(?:户名|名称|姓名|全称)?|转出方(?:户名)?",
    "out": r"支出(?:金额|额)?|借方?(?:发生额|金额)?|转出(?:金额)?|付款金额|付出(?:金额)?|支取|取出|汇出(?:金额)?"
    r"|扣款(?:金额)?|付",
    "in": r"收入(?:金额|额)?|贷方?(?:发生额|金额)?|转入(?:金额)?|存入(?:金额)?|入账(?:金额)?|收款金额|汇入(?:金额)?"
    r"|来款|收",
    "amount": r"(?:交易|转账|实付|支付|代发|缴费|到账|还款|借款|实收|收付|汇款|实发|人民币)?金额|交易额|发生额"
    r"|实发(?:工资)?|付款额",
    "direction": r"收/?支(?:类型|方向|标志)?|借/?贷(?:标志|方向)?|收/?付(?:标志)?|(?:交易)?方向|资金流向|交易类型|类型",
    "memo": r"摘要|附言|用途|备注|说明|商品(?:说明|名称)?|(?:交易|转账|款项|支付|付款)(?:摘要|备注|说明|附言|用途"
    r"|分类|性质)"
    r"|留言|事由|款项",
    "balance": r"(?:账户|当前|本次|交易后|联机|欠款)?余额|结余|尚欠(?:金额)?|未付(?:金额)?|未收(?:金额)?|累计欠款"
    r"|余欠|欠[付缴交]",
    "status": r"(?:当前|交易|支付|订单)?状态|交易结果|结果",
    "charged": r"应[收付交缴还](?:金额|账款|货款|款|租金|费用|利息|本金)?|(?:发货|送货|供货|出货|销售|货物)(?:金额|额)?"
    r"|货款(?:金额)?|欠款(?:金额)?",
    "settled": r"已[收付交缴还](?:金额|款|货款)?|回款(?:金额)?|实收(?:金额)?|本期(?:收款|付款)|已回款",
    "goods": r"(?:实发|实收|送货)?数量.*|单价.*|品名|规格.*|货物名称|产品名称|型号|税率|税额|发票号码?|应发.*"
    r"|个税.*|社保.*",
}
"""What a column holds, by its heading without blanks and units."""

_HEADING = re.compile("|".join(f"(?P<{role}>{pattern})" for role, pattern in _HEADINGS.items()))
_LEDGER_TITLE = re.compile(r"往来|明细账|台账|应收账款|应付账款|对账|收发存")
_LEDGER_EXCLUDED = re.compile(r"交易明细|流水|银行|微信|支付宝")
_HOLDER = re.compile(
    r"(?<![对收付手])(?<!对方)(?<!收款)(?<!付款)"
    r"(?:户 ?名|账户名称?|账户姓名|客户(?:名称|姓名)|姓 ?名|开户名|持卡人|微信昵称|真实姓名|账户所有人|实名"
    r"|用户(?:名|姓名)?|账户(?=[:\t ]{1,3}[\u4e00-\u9fff]{2,30}(?:[\t,，;；\n]|$)))"
    r"(?:[:\t ,][:\t ,]{0,4}|(?=[\u4e00-\u9fff]{2,20}[,，;；]))[\[【]?(?P<name>[^\s,，;；:：|\]】()（）]{2,30})"
)
_HOLDER_BEFORE = re.compile(
    r"(?:^|[(,，\s:])(?P<name>[\u4e00-\u9fff]{2,4}?)(?:的)?(?:账户|银行卡|账号|卡)?(?:,|\t)?尾号", re.MULTILINE
)
_BANK_WORD = re.compile(r"银行|农商|信用社|支行|尾号|账号|卡号|账户")
_YEAR = re.compile(r"(?<!\d)(20\d{2}) ?(?:年|年度)")


@dataclass(slots=True)
class Table:
    """A table whose heading has been read."""

    roles: dict[int, str]
    headings: dict[int, str]
    place: str
    title: str
    year: int | None
    unit: MoneyUnit
    aligned: bool
    holder: str | None = None
    rows: list[Row] = field(default_factory=list)

    def cells(self, row: Row, role: str) -> list[Cell]:
        """Return the cells of ``row`` under headings of ``role``."""
        columns = [column for column, held in self.roles.items() if held == role]
        return [cell for cell in row.cells if any(cell.covers(column) for column in columns)]

    def cell(self, row: Row, role: str) -> Cell | None:
        """Return the first such cell."""
        return next(iter(self.cells(row, role)), None)

    def has(self, *roles: str) -> bool:
        """Tell whether any of the roles has a column."""
        return any(role in roles for role in self.roles.values())


def _heading(text: str) -> str:
    return re.sub(r"\s|[（(【\[][^）)】\]]*[)）】\]]|[:：*]", "", fold(text))


def _roles_of(row: Row) -> dict[int, str]:
    roles: dict[int, str] = {}
    for cell in row.cells:
        heading = _heading(cell.text)
        match = _HEADING.fullmatch(heading) if 0 < len(heading) <= 10 else None
        if match and match.lastgroup:
            roles |= dict.fromkeys(range(cell.column, cell.column + cell.columns), match.lastgroup)
    return roles


def _is_header(row: Row, roles: dict[int, str]) -> bool:
    found = set(roles.values())
    sums = found & {"out", "in", "amount", "charged", "settled"}
    return "date" in found and bool(sums) and len(roles) >= 3 and len(roles) * 2 >= len(row.cells)


def find_tables(document: Document) -> Iterator[Table]:
    """Find the tables of a document that have a date and a sum, each with the rows below its heading."""
    rows = read_rows(document)
    holders = _find_holders(document.text, rows)
    table: Table | None = None
    last_end, skip = 0, -1
    for at, row in enumerate(rows):
        if at == skip:
            continue
        roles = _roles_of(row)
        if "date" in roles.values() and at + 1 < len(rows) and _continues_header(row, rows[at + 1]):
            roles, skip = roles | _roles_of(rows[at + 1]), at + 1
        if _is_header(row, roles):
            if table is not None:
                yield _by_content(table)
            table = _open_table(document, row, roles, last_end)
            if skip == at + 1:
                table.headings |= {cell.column: cell.text for cell in rows[skip].cells}
            table.holder = next((name for at, name in reversed(holders) if at < row.start), None)
        elif table is not None and row.place in ("", table.place):
            table.rows.append(row)
        last_end = row.end if table is not None else last_end
    if table is not None:
        yield _by_content(table)


_SIDE_BY_SUM = {"payee": "in", "payer": "out", "in": "payee", "out": "payer", "charged": "goods"}


def _by_content(table: Table) -> Table:
    """Settle what a heading of one word holds (收款, 付, 发货) by what stands below it: sums or names."""
    for column, role in list(table.roles.items()) if table.aligned else ():
        if role not in _SIDE_BY_SUM or len(_heading(table.headings.get(column, ""))) > 2:
            continue
        cells = [cell for row in table.rows for cell in row.cells if cell.column == column]
        sums = sum(1 for cell in cells if re.fullmatch(r"[-+¥,.\d\s元万/]+|-", fold(cell.text)))
        if cells and (sums * 2 > len(cells)) == (role in ("payee", "payer")):
            table.roles[column] = _SIDE_BY_SUM[role]
    if table.has("settled") and not table.has("charged", "balance"):
        table.roles = {column: "in" if role == "settled" else role for column, role in table.roles.items()}
    if table.has("charged") and table.has("in"):
        table.roles = {column: "settled" if role == "in" else role for column, role in table.roles.items()}
    return table


def _find_holders(text: str, rows: list[Row]) -> list[tuple[int, str]]:
    """Return whose account it is, by place: after 户名 or 实名, before 尾号, or alone beside the name of a bank."""
    plain = fold(text)
    found = [(m.start(), m["name"]) for m in _HOLDER.finditer(plain) if not _HEADING_WORD.search(m["name"])]
    before = (match for match in _HOLDER_BEFORE.finditer(plain) if not _HEADING_WORD.search(match["name"]))
    found += [(match.start(), match["name"]) for match in before]
    for row in rows[:6]:
        first, rest = row.cells[0], " ".join(cell.text for cell in row.cells[1:])
        if row.aligned and _BANK_WORD.search(rest) and not _roles_of(row):
            named = is_company_name(first.text) or re.fullmatch(r"[\u4e00-\u9fff·]{2,4}", first.text)
            if named and not _HEADING_WORD.search(first.text):
                found.append((first.start, first.text))
    return sorted(found)


_HEADING_WORD = re.compile(r"银行|账户|账号|户名|名称|明细|流水|用户|姓名|日期|卡号")


def _continues_header(header: Row, below: Row) -> bool:
    """Tell whether the next row splits a heading of this one, as 借方 and 贷方 under 发生额."""
    roles = _roles_of(below)
    named = all(cell.column in roles for cell in below.cells)
    return header.aligned and below.aligned and named and len(roles) >= 2


def _open_table(document: Document, header: Row, roles: dict[int, str], last_end: int) -> Table:
    above = document.text[max(last_end, header.start - 400) : header.start]
    title = f"{header.place}\n{above}\n{document.file.rsplit('/', 1)[-1]}"
    years = {int(match[1]) for match in _YEAR.finditer(f"{header.place}年\n{above}")}
    headings = {cell.column: cell.text for cell in header.cells}
    units: list[MoneyUnit] = [unit for text in (*headings.values(), above) if (unit := unit_of_header(text))]
    return Table(
        roles=roles,
        headings=headings,
        place=header.place,
        title=title,
        year=years.pop() if len(years) == 1 else None,
        unit=units[0] if units else "元",
        aligned=header.aligned,
    )


def bare_table(document: Document, rows: list[Row], *, balance: bool) -> Table:
    """Return a table for lines that stand below no heading, as if their columns were named."""
    roles = ["date", "direction", "party", "amount", "memo", *(["balance"] if balance else [])]
    place = rows[0].start if rows else 0
    holders = [name for at, name in _find_holders(document.text, []) if at < place]
    years = {int(match[1]) for match in _YEAR.finditer(document.text[:place])}
    return Table(
        roles=dict(enumerate(roles, start=1)),
        headings={},
        place="",
        title=document.text[:place][-400:] + document.file,
        year=years.pop() if len(years) == 1 else None,
        unit="元",
        aligned=False,
        holder=holders[-1] if holders else None,
    )


def is_ledger(table: Table) -> bool:
    """Tell whether a table is a party's own account of dealings rather than a record of payments."""
    if table.has("charged", "settled"):
        return table.has("charged") or table.has("balance")
    if table.has("goods") or table.has("party", "payee", "payer"):
        return False
    title = table.title.rsplit("\n", 1)[0]
    return table.has("in", "out") and bool(_LEDGER_TITLE.search(title)) and not _LEDGER_EXCLUDED.search(title)


def date_cell(cells: Sequence[Cell], year: int | None) -> tuple[Cell, date | None, int, int] | None:
    """Return the first cell that holds a date, its value and the span of the date."""
    for cell in cells:
        for fact in find_dates(cell.text, year=year):
            if fact.day is not None:
                return cell, fact.value, cell.start + fact.start, cell.start + fact.end
        short = re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})", cell.text)
        if short and int(short[1]) <= 12 and int(short[2]) <= 31:
            value = next((fact.value for fact in find_dates(f"{year}-{short[1]}-{short[2]}")), None) if year else None
            return cell, value, cell.start, cell.end
    return None


def whole_sum(cell: Cell) -> int | None:
    """Return the sum in fen of a cell that holds a figure and nothing else.

    A year alone, a count or a serial number of one or two digits is none.
    """
    bare = re.sub(r"[,，\s¥￥元]", "", fold(cell.text))
    found = amount_of(cell, "元") if re.fullmatch(r"\d{3,}(?:\.\d{1,2})?|\d+\.\d{2}", bare) else None
    return found[0] if found else None


_SIGN = re.compile(r"^[ ¥￥]*([-+−－＋])|^[（(][^)）]*[)）]$")


def amount_of(cell: Cell | None, unit: MoneyUnit) -> tuple[int, str] | None:
    """Return fen and sign (``-``, ``+`` or nothing) of a cell that holds one amount other than zero."""
    if cell is None or cell.above:  # a merged sum is one sum
        return None
    facts = find_money(cell.text, unit=unit)
    if len(facts) != 1 or facts[0].fen == 0:
        return None
    sign = _SIGN.match(cell.text)
    mark = "" if sign is None else "+" if sign[1] in ("+", "＋") else "-"
    return facts[0].fen, mark
