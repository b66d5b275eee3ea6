"""Movements of money in bank exports, payment records and receipt slips; rows of ledgers.

Owns the reading of rows and columns from a document's cells or lines, the
meaning of column headings, and the question who paid whom. A company's own
ledger (应收, 已收, 余额) is kept apart: it is the party's own book and proves
no payment. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Literal

from zuno.knowledge.dates import find_dates
from zuno.knowledge.money import MoneyUnit, find_money, unit_of_header
from zuno.knowledge.numbers import fold
from zuno.knowledge.parties import is_company_name, same_name
from zuno.knowledge.records import Document, Transfer

Direction = Literal["in", "out"]

_DIRECTIONS: tuple[Direction, Direction] = ("out", "in")
_SIGN_DIRECTION: dict[str, Direction] = {"-": "out", "+": "in"}
_TURNED: dict[Direction, Direction] = {"in": "out", "out": "in"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table, or one field of a line, that is not blank."""

    start: int
    end: int
    text: str
    column: int
    """Counted from 1; the place among the fields where columns are not known."""


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
        """Where the first cell starts."""
        return self.cells[0].start

    @property
    def end(self) -> int:
        """Where the last cell ends."""
        return self.cells[-1].end


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One row of a party's own account of dealings with another."""

    start: int
    end: int
    date: date | None
    memo: str
    charged_fen: int | None
    """应收, 发货金额, 借方: what the book says became due."""
    settled_fen: int | None
    """已收, 回款, 贷方: what the book says was paid."""
    balance_fen: int | None
    balance_start: int
    balance_end: int
    """Span of the balance alone (0, 0 where there is none)."""


_PLACE = re.compile(
    r"^(?P<sheet>.*)!(?P<letters>[A-Z]{1,3})(?P<row>\d+)$|^(?P<table>.*?)行(?P<line>\d+)列(?P<column>\d+)$"
)
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
        cell = Cell(start=block.start, end=block.end, text=document.text[block.start : block.end], column=column)
        groups.setdefault((match["sheet"] or match["table"] or "", row), []).append(cell)
        covered.append((block.start, block.end))
    rows = [
        Row(cells=tuple(sorted(group, key=lambda cell: cell.column)), place=place, aligned=True)
        for (place, _), group in groups.items()
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
    "date": r"(?:交易|记账|入账|发生|业务|付款|支付|转账|收款|到账|还款|借款|放款|汇款|缴费|打款|发薪|发放"
    r"|应[付缴收交])?日期?"
    r"|(?:交易|支付|付款|转账|记账|创建|入账|收款|到账|发生|日期)?时间|年月日",
    "party": r"对方(?:户名|名称|姓名|账户名称?|单位|账户户名)?|(?:交易)?对手方?(?:户名|名称|姓名|账户名称?)?"
    r"|交易(?:对方|对象)(?:户名|名称|姓名)?|往来(?:单位|户名|方)|商户(?:名称)?|客户(?:名称|姓名)"
    r"|收/?付款[方人](?:名称|户名)?",
    "payee": r"(?:收款|收)(?:方|人|单位|账户)?(?:户名|名称|姓名|全称|账户名称?)?|领款人|转入方(?:户名)?",
    "payer": r"(?:付款|付|汇款|缴款|交款|打款)(?:方|人|单位|账户)?(?:户名|名称|姓名|全称|账户名称?)?|转出方(?:户名)?",
    "out": r"支出(?:金额|额)?|借方?(?:发生额|金额)?|转出(?:金额)?|付款金额|付出(?:金额)?|支取|取出|汇出(?:金额)?"
    r"|扣款(?:金额)?",
    "in": r"收入(?:金额|额)?|贷方?(?:发生额|金额)?|转入(?:金额)?|存入(?:金额)?|入账(?:金额)?|收款金额|汇入(?:金额)?"
    r"|来款",
    "amount": r"(?:交易|转账|实付|支付|代发|缴费|到账|还款|借款|实收|收付|汇款|实发|人民币)?金额|交易额|发生额"
    r"|实发(?:工资)?|付款额",
    "direction": r"收/?支(?:类型|方向|标志)?|借/?贷(?:标志|方向)?|收/?付(?:标志)?|(?:交易)?方向|资金流向|交易类型|类型",
    "memo": r"摘要|附言|用途|备注|说明|商品(?:说明|名称)?|(?:交易|转账|款项|支付|付款)(?:摘要|备注|说明|附言|用途"
    r"|分类|性质)"
    r"|留言|事由|款项",
    "balance": r"(?:账户|当前|本次|交易后|联机|欠款)?余额|结余|尚欠(?:金额)?|未付(?:金额)?|未收(?:金额)?|累计欠款"
    r"|余欠|欠[付缴交]",
    "status": r"(?:当前|交易|支付)?状态|交易结果",
    "charged": r"应[收付交缴还](?:金额|账款|货款|款|租金|费用|利息|本金)?|(?:发货|送货|供货|销售|货物)金额"
    r"|货款(?:金额)?|欠款(?:金额)?",
    "settled": r"已[收付交缴还](?:金额|款|货款)?|回款(?:金额)?|实收(?:金额)?|本期(?:收款|付款)|已回款",
    "goods": r"(?:实发|实收|送货)?数量.*|单价.*|品名|规格.*|货物名称|产品名称|型号|税率|税额|发票号码?|应发.*"
    r"|个税.*|社保.*",
}
"""What a column holds, by its heading without blanks and units."""

_HEADING = re.compile("|".join(f"(?P<{role}>{pattern})" for role, pattern in _HEADINGS.items()))
_LEDGER_TITLE = re.compile(r"往来|明细账|台账|应收账款|应付账款|对账|收发存")
_LEDGER_EXCLUDED = re.compile(r"交易明细|流水|银行|微信|支付宝")
_JOURNAL_TITLE = re.compile(r"日记账|银行存款|现金账")
_HOLDER = re.compile(
    r"(?<![对收付手])(?<!对方)(?<!收款)(?<!付款)"
    r"(?:户 ?名|账户名称?|账户姓名|客户(?:名称|姓名)|姓 ?名|开户名|持卡人|微信昵称|真实姓名|账户所有人)"
    r"[:\t ][:\t ]{0,4}[\[【]?(?P<name>[^\s,，;；:：|\]】]{2,30})"
)
_EMPTY = frozenset(("/", "-", "--", "—", "无", "空"))
_YEAR = re.compile(r"(?<!\d)(20\d{2}) ?(?:年|年度)")
_IN_WORDS = re.compile(r"代发|工资|转入|来账|入账|存入|结息|收款|到账|汇入|转来|来自|退款|退回|收到")
_OUT_WORDS = re.compile(r"转出|支出|消费|代扣|取现|支取|付款|支付|扣款|汇出|转给|缴费|扣缴|往账")
_FAILED = re.compile(r"失败|关闭|撤销|退回|退还|已退款|未支付|待支付|冲正|作废|已全额退款")


@dataclass(slots=True)
class _Table:
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
        return [cell for cell in row.cells if self.roles.get(cell.column) == role]

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
            roles[cell.column] = match.lastgroup
    return roles


def _is_header(row: Row, roles: dict[int, str]) -> bool:
    found = set(roles.values())
    sums = found & {"out", "in", "amount", "charged", "settled"}
    return "date" in found and bool(sums) and len(roles) >= 3 and len(roles) * 2 >= len(row.cells)


def _find_tables(document: Document) -> Iterator[_Table]:
    rows = read_rows(document)
    holders = [(match.start(), match["name"]) for match in _HOLDER.finditer(fold(document.text))]
    table: _Table | None = None
    last_end, skip = 0, -1
    for at, row in enumerate(rows):
        if at == skip:
            continue
        roles = _roles_of(row)
        if "date" in roles.values() and at + 1 < len(rows) and _continues_header(row, rows[at + 1]):
            roles, skip = roles | _roles_of(rows[at + 1]), at + 1
        if _is_header(row, roles):
            if table is not None:
                yield table
            table = _open_table(document, row, roles, last_end)
            table.holder = next((name for at, name in reversed(holders) if at < row.start), None)
        elif table is not None and row.place in ("", table.place):
            table.rows.append(row)
        last_end = row.end if table is not None else last_end
    if table is not None:
        yield table


def _continues_header(header: Row, below: Row) -> bool:
    """Tell whether the next row splits a heading of this one, as 借方 and 贷方 under 发生额."""
    roles = _roles_of(below)
    return header.aligned and below.aligned and len(roles) == len(below.cells) and len(roles) >= 2


def _open_table(document: Document, header: Row, roles: dict[int, str], last_end: int) -> _Table:
    above = document.text[max(last_end, header.start - 400) : header.start]
    title = f"{header.place}\n{above}\n{document.file.rsplit('/', 1)[-1]}"
    years = {int(match[1]) for match in _YEAR.finditer(f"{header.place}年\n{above}")}
    headings = {cell.column: cell.text for cell in header.cells}
    units: list[MoneyUnit] = [unit for text in (*headings.values(), above) if (unit := unit_of_header(text))]
    return _Table(
        roles=roles,
        headings=headings,
        place=header.place,
        title=title,
        year=years.pop() if len(years) == 1 else None,
        unit=units[0] if units else "元",
        aligned=header.aligned,
    )


def _is_ledger(table: _Table) -> bool:
    if table.has("charged", "settled"):
        return table.has("charged") or table.has("balance")
    if table.has("goods") or table.has("party", "payee", "payer"):
        return False
    title = table.title.rsplit("\n", 1)[0]
    return table.has("in", "out") and bool(_LEDGER_TITLE.search(title)) and not _LEDGER_EXCLUDED.search(title)


def _date_cell(cells: Sequence[Cell], year: int | None) -> tuple[Cell, date | None, int, int] | None:
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


_SIGN = re.compile(r"^[ ¥￥]*([-+−－＋])|^[（(][^)）]*[)）]$")


def _amount_of(cell: Cell | None, unit: MoneyUnit) -> tuple[int, str] | None:
    """Return fen and sign (``-``, ``+`` or nothing) of a cell that holds one amount other than zero."""
    if cell is None:
        return None
    facts = find_money(cell.text, unit=unit)
    if len(facts) != 1 or facts[0].fen == 0:
        return None
    sign = _SIGN.match(cell.text)
    mark = "" if sign is None else "+" if sign[1] in ("+", "＋") else "-"
    return facts[0].fen, mark


@dataclass(slots=True)
class _Entry:
    """A row of money before it is known who paid whom."""

    row: Row
    date: tuple[Cell, date | None, int, int]
    amount: Cell
    fen: int
    direction: Direction | None
    party: Cell | None
    payer: Cell | None
    payee: Cell | None
    memos: list[Cell]
    balance_fen: int | None


def find_transfers(document: Document) -> list[Transfer]:
    """Find the movements of money that a bank export, payment record or receipt slip states.

    Columns may stand in any order and wording. Who paid whom follows, in this
    order, from columns that name payer or payee, from 支出 and 收入 (借方 and
    贷方 as a bank uses them, turned round where the balance says so), from a
    sign, a direction column, the balance, and words of the memo or title. The
    holder is the nearest 户名 above; without one that side is None. Rows that
    failed or were undone, and rows of ledgers, are left out.

    Args:
        document: Any document; text of PDF pages is read line by line.

    Returns:
        Transfers by start. Where no side can be told, payer and payee are None
        and the party span still shows whom the record names.
    """
    found: list[Transfer] = []
    for table in _find_tables(document):
        if not _is_ledger(table) and not table.has("goods"):
            found.extend(_read_table(table))
    if not found:
        found.extend(_find_slips(document))
    return sorted(found, key=lambda transfer: transfer.start)


def _read_table(table: _Table) -> Iterator[Transfer]:
    entries = [entry for row in table.rows if (entry := _read_entry(table, row))]
    _settle_directions(table, entries)
    for entry in entries:
        yield _state(table, entry)


def _read_entry(table: _Table, row: Row) -> _Entry | None:
    if row.aligned == table.aligned and (table.aligned or _fits(table, row)):
        return _read_by_column(table, row)
    return None if table.aligned else _read_by_type(table, row)


def _fits(table: _Table, row: Row) -> bool:
    """Tell whether a line without known columns has a field for each heading, each of its kind."""
    if len(row.cells) != len(table.headings) or not _date_cell(table.cells(row, "date"), table.year):
        return False
    sums = [cell for role in ("out", "in", "amount", "balance") for cell in table.cells(row, role)]
    return all(re.fullmatch(r"[-+¥￥\d,.，\s]+元?|-", cell.text) for cell in sums)


def _read_by_column(table: _Table, row: Row) -> _Entry | None:
    dated = _date_cell(table.cells(row, "date"), table.year)
    status = table.cell(row, "status")
    if dated is None or (status is not None and _FAILED.search(status.text)):
        return None
    choice = _choose_amount(table, row)
    if choice is None:
        return None
    cell, fen, direction = choice
    balance = _amount_of(table.cell(row, "balance"), table.unit)
    return _Entry(
        row=row,
        date=dated,
        amount=cell,
        fen=fen,
        direction=direction,
        party=table.cell(row, "party"),
        payer=table.cell(row, "payer"),
        payee=table.cell(row, "payee"),
        memos=[cell for cell in table.cells(row, "memo") if cell.text not in _EMPTY],
        balance_fen=balance[0] if balance else None,
    )


def _choose_amount(table: _Table, row: Row) -> tuple[Cell, int, Direction | None] | None:
    for direction in _DIRECTIONS:
        cell = table.cell(row, direction)
        amount = _amount_of(cell, table.unit)
        if cell is not None and amount is not None:
            return cell, amount[0], direction
    cell = table.cell(row, "amount")
    amount = _amount_of(cell, table.unit)
    if cell is None or amount is None:
        return None
    stated: Direction | None = next(
        (told for told in map(_told_direction, table.cells(row, "direction")) if told), None
    )
    signed = _SIGN_DIRECTION.get(amount[1])
    return cell, amount[0], stated or signed


def _told_direction(cell: Cell) -> Direction | None:
    if re.search(r"^(?:收入?|贷方?|转入|来账|入账?|进|存入?|C|\+)$|收入|转入|入账", cell.text):
        return "in"
    return "out" if re.search(r"^(?:支出?|借方?|转出|往账|出账?|付|取出?|D|-)$|支出|转出|付款", cell.text) else None


_AMOUNT_TOKEN = re.compile(r"[-+]?[¥￥]?(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,12}\.\d{2})元?")
_WHOLE_TOKEN = re.compile(r"[-+]?[¥￥]?\d{1,8}元?")
_TIME_TOKEN = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_NUMBER_TOKEN = re.compile(r"[\dA-Za-z*\-]{4,}")
_PERSON_TOKEN = re.compile(r"[\u4e00-\u9fff*·]{2,4}")
_MEMO_WORD = re.compile(
    r"转账|借款|利息|工资|消费|货款|租金|押金|转入|转出|还款|代发|网银|跨行|汇款|支付|手续费|税|款$|费$|购|缴|取现|存"
)


def _read_by_type(table: _Table, row: Row) -> _Entry | None:
    """Read a line whose empty columns are lost, by what each field looks like."""
    dated = _date_cell(row.cells[:3], table.year)
    if dated is None:
        return None
    rest = [cell for cell in row.cells if cell is not dated[0] and not _TIME_TOKEN.fullmatch(cell.text)]
    sums = [cell for cell in rest if _AMOUNT_TOKEN.fullmatch(cell.text)]
    sums = sums or [cell for cell in rest if _WHOLE_TOKEN.fullmatch(cell.text)]
    balance = sums.pop() if table.has("balance") and len(sums) >= 2 else None
    choices = [(cell, amount) for cell in sums if (amount := _amount_of(cell, table.unit))]
    if not choices:
        return None
    cell, (fen, mark) = choices[0]
    signed = _SIGN_DIRECTION.get(mark)
    words = [other for other in rest if other not in sums and other is not balance]
    told: Direction | None = (
        next((told for told in map(_told_direction, words) if told), None) if table.has("direction") else None
    )
    if len(sums) == 2 and table.has("out") and table.has("in"):
        signed = signed or _by_place(table, sums.index(cell))
    party, memos = _sort_words(table, words)
    left = _amount_of(balance, table.unit)
    return _Entry(
        row=row,
        date=dated,
        amount=cell,
        fen=fen,
        direction=told or signed,
        party=party if table.has("party") else None,
        payer=party if table.has("payer") and not table.has("party", "payee") else None,
        payee=party if table.has("payee") and not table.has("party") else None,
        memos=memos,
        balance_fen=left[0] if left else None,
    )


def _by_place(table: _Table, at: int) -> Direction:
    order: list[Direction] = ["in" if role == "in" else "out" for role in table.roles.values() if role in _DIRECTIONS]
    return order[at]


_STATUS_TOKEN = re.compile(r"(?:交易|支付|转账|收款)?(?:成功|完成)|对方已收钱|已存入零钱|已收款|-")
_NAME_IN_BRACKETS = re.compile(r"[（(][\u4e00-\u9fff*]{2,4}[)）]$")


def _sort_words(table: _Table, words: list[Cell]) -> tuple[Cell | None, list[Cell]]:
    """Tell the counterparty from the memo among fields that are neither date nor amount."""
    by_word = table.has("direction")
    texts = [
        cell
        for cell in words
        if not _NUMBER_TOKEN.fullmatch(cell.text)
        and not _STATUS_TOKEN.fullmatch(cell.text)
        and not (by_word and _told_direction(cell))
    ]
    named = [cell for cell in texts if is_company_name(cell.text) or _NAME_IN_BRACKETS.search(cell.text)]
    choices = named or [
        cell for cell in texts if _PERSON_TOKEN.fullmatch(cell.text) and not _MEMO_WORD.search(cell.text)
    ]
    if not choices:
        return None, texts
    order = [role for role in table.roles.values() if role in ("memo", "party", "payee", "payer")]
    party = choices[-1] if order and order[0] == "memo" else choices[0]
    return party, [cell for cell in texts if cell is not party]


def _settle_directions(table: _Table, entries: list[_Entry]) -> None:
    """Correct 借方 and 贷方 of a cash book, and fill directions that no column tells."""
    if _is_turned_round(table, entries):
        for entry in entries:
            entry.direction = _TURNED[entry.direction] if entry.direction else None
    for at, entry in enumerate(entries):
        if entry.direction is None:
            entry.direction = _by_balance(entries, at) or _by_words(table, entry)


def _is_turned_round(table: _Table, entries: list[_Entry]) -> bool:
    headings = "".join(table.headings.values())
    if "借" not in headings or "贷" not in headings or not table.has("in", "out"):
        return False
    votes = [entry.direction == told for at, entry in enumerate(entries) if (told := _by_balance(entries, at))]
    if votes:
        return votes.count(False) > votes.count(True)
    return bool(_JOURNAL_TITLE.search(table.title))


def _by_balance(entries: list[_Entry], at: int) -> Direction | None:
    """Tell the direction from the balance before, or because what came in cannot exceed what is left."""
    entry = entries[at]
    if entry.balance_fen is None:
        return None
    earlier = at + 1 if _runs_backwards(entries) else at - 1
    before = entries[earlier].balance_fen if 0 <= earlier < len(entries) else None
    if before is not None and abs(entry.balance_fen - before) == entry.fen:
        return "in" if entry.balance_fen > before else "out"
    return "out" if entry.balance_fen < entry.fen else None


def _runs_backwards(entries: list[_Entry]) -> bool:
    first, last = entries[0].date[1], entries[-1].date[1]
    return first is not None and last is not None and first > last


def _by_words(table: _Table, entry: _Entry) -> Direction | None:
    for text in (" ".join(cell.text for cell in entry.memos), table.title):
        goes_in, goes_out = bool(_IN_WORDS.search(text)), bool(_OUT_WORDS.search(text))
        if goes_in != goes_out:
            return "in" if goes_in else "out"
    return None


def _clean_name(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    if account := re.fullmatch(r"[\d*@.\-A-Za-z]+[（(]([\u4e00-\u9fff*·]{2,20})[)）]", cell.text):
        return account[1]
    match = re.match(r"[\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z·（）()*&.\- ]{0,40}|\*[\u4e00-\u9fff]{1,4}", cell.text)
    return match.group().strip() if match else None


def _state(table: _Table, entry: _Entry) -> Transfer:
    party, payer, payee = (_clean_name(cell) for cell in (entry.party, entry.payer, entry.payee))
    if payer is None and payee is None and entry.direction:
        payer, payee = (party, table.holder) if entry.direction == "in" else (table.holder, party)
    elif (payer is None) != (payee is None):
        holder = table.holder
        known = payer or payee
        if holder is not None and known is not None and not same_name(holder, known):
            payer, payee = payer or holder, payee or holder
    named = next((cell for cell in (entry.party, entry.payee, entry.payer) if cell is not None), None)
    memo_start, memo_end = _memo_span(entry)
    _, value, date_start, date_end = entry.date
    return Transfer(
        start=entry.row.start,
        end=entry.row.end,
        date=value,
        fen=entry.fen,
        payer=payer,
        payee=payee,
        memo=" ".join(cell.text for cell in entry.memos),
        amount_start=entry.amount.start,
        amount_end=entry.amount.end,
        date_start=date_start,
        date_end=date_end,
        party_start=named.start if named else 0,
        party_end=named.end if named else 0,
        memo_start=memo_start,
        memo_end=memo_end,
    )


def _memo_span(entry: _Entry) -> tuple[int, int]:
    """Return the span of the first memo, with the words of the same line that follow it."""
    if not entry.memos:
        return 0, 0
    start, end = entry.memos[0].start, entry.memos[0].end
    for cell in entry.memos[1:]:
        if entry.row.aligned or cell.start - end != 1:
            break
        end = cell.end
    return start, end


def find_ledger_rows(document: Document) -> list[LedgerRow]:
    """Find the rows of a party's own ledger of what was due and paid (应收, 已收, 余额).

    Rows without a date (sums at the foot) are left out.
    """
    return [
        row
        for table in _find_tables(document)
        if _is_ledger(table)
        for entry in table.rows
        if (row := _read_ledger_row(table, entry))
    ]


def _read_ledger_row(table: _Table, row: Row) -> LedgerRow | None:
    dated = _date_cell(table.cells(row, "date"), table.year)
    charged = _amount_of(table.cell(row, "charged") or table.cell(row, "out"), table.unit)
    settled = _amount_of(table.cell(row, "settled") or table.cell(row, "in"), table.unit)
    balance_cell = table.cell(row, "balance")
    balance = _amount_of(balance_cell, table.unit)
    if dated is None or not (charged or settled or balance):
        return None
    return LedgerRow(
        start=row.start,
        end=row.end,
        date=dated[1],
        memo=" ".join(cell.text for cell in table.cells(row, "memo")),
        charged_fen=charged[0] if charged else None,
        settled_fen=settled[0] if settled else None,
        balance_fen=balance[0] if balance else None,
        balance_start=balance_cell.start if balance_cell else 0,
        balance_end=balance_cell.end if balance_cell else 0,
    )


_SLIP_WORDS = re.compile(r"回单|凭证|凭条|转账|账单|汇款|支付|交易|收款|付款")
_SLIP_START = re.compile(
    r"^[^\n:：。]{0,24}(?:电子回单|回单|账单详情|转账凭证|业务凭证|交易凭证|转账详情|客户回单"
    r"|汇款凭证)[^\n:：。]{0,10}$",
    re.MULTILINE,
)
_SIDE_OR_NAME = re.compile(
    r"(?P<payer>(?:付款|汇款|转出|付|出账)[人方]|付款单位|付款(?=账户|户名))"
    r"|(?P<payee>(?:收款|转入|收|入账)[人方]|收款单位|收款(?=账户|户名))"
    r"|(?P<name>户 ?名|账户名称?|名 ?称|全 ?称|姓 ?名)"
)
_SIDE_REST = re.compile(r"(?:账户)?(?:户名|名称|姓名|全称|账户名称?)?[ \t]{0,6}[:：]?[ \t]{0,8}\n?[ \t]{0,4}")
_SLIP_NAME = re.compile(
    r"(?:[\u4e00-\u9fff·]{1,30}(?:[（(][\u4e00-\u9fff]{1,12}[)）])?[\u4e00-\u9fff]{0,24}|\*[\u4e00-\u9fff]{1,3})"
    r"(?:\*+[\u4e00-\u9fff]{0,3})?"
)
_NOT_NAME = re.compile(
    r"(?:付款|收款|户名|账号|账户|开户|名称|全称|姓名|金额|银行|卡号|地址|人民币|大写|小写|时间|日期|方式|单位|信息"
    r"|账单"
    r"|成功|状态|凭证|回单|备注|摘要|用途|行名|支付|交易|电子|当前)"
)
_SLIP_AMOUNT = re.compile(
    r"(?:金额|小写|合计)(?: ?[（(][^）)\n]{0,8}[)）])?[ \t]{0,4}[:：]?[ \t]{0,6}\n?[ \t]{0,4}(?P<value>[^\n]{1,48})"
)
_SIGNED_LINE = re.compile(
    r"^[ \t]{0,8}(?P<sign>[-+]) ?[¥￥]?(?P<value>\d{1,3}(?:,\d{3}){1,4}\.\d{2}|\d{1,9}\.\d{2})元?[ \t]{0,8}$",
    re.MULTILINE,
)
_SLIP_DATE = re.compile(
    r"(?<!打印)(?P<label>(?:交易|转账|支付|付款|收款|汇款|记账|入账)(?:日期|时间)|到账时间|创建时间|日期|时间)"
    r"[ \t]{0,4}[:：]?[ \t]{0,6}\n?[ \t]{0,4}(?P<value>[^\n]{6,24})"
)
_SLIP_MEMO = re.compile(
    r"(?:附言|用途|摘要|(?:转账|商品|付款)(?:说明|备注)|商品|(?<!方)备注|留言)(?:[ \t]{0,4}:[ \t]{0,4}|[ \t]{1,8})"
    r"(?P<value>[^\s:][^\n]{0,40}?)(?= {2}|\s*\n|\s*$)"
)
_WALLET_NAME = re.compile(
    r"(?:转账|付款|收款|红包) ?[-—–]? ?(?P<way>来自|转账给|付款给|转给|给|付给) ?(?P<name>[\u4e00-\u9fff*·]{2,12})"
    r"|^[ \t]{0,8}(?P<line>[\u4e00-\u9fff*·]{2,16})[ \t]{0,4}\n{1,2}[ \t]{0,8}(?=[-+] ?[¥￥]?\d[\d,]{0,12}\.\d{2})",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    start: int
    end: int


def _find_slips(document: Document) -> Iterator[Transfer]:
    for start, end in _slip_spans(document):
        part = fold(document.text[start:end])
        if len(part) <= 4_000 and _SLIP_WORDS.search(part):
            slip = _read_slip(part, start)
            if slip is not None:
                yield slip


def _slip_spans(document: Document) -> Iterator[tuple[int, int]]:
    """Cut a document at its pages and at each title of a slip."""
    pages = [(page.start, page.end) for page in document.pages] or [(0, len(document.text))]
    for start, end in pages:
        cuts = [start + match.start() for match in _SLIP_START.finditer(document.text[start:end])]
        bounds = [start, *[cut for cut in cuts[1:]], end] if cuts else [start, end]
        yield from pairwise(bounds)


def _read_slip(part: str, offset: int) -> Transfer | None:
    amount = _slip_amount(part)
    dated = _slip_date(part)
    payer, payee = _slip_sides(part)
    if amount is None:
        return None
    fen, amount_start, amount_end, mark = amount
    wallet = _wallet_party(part)
    if wallet and (mark or (payer is None and payee is None)):
        goes_in = mark == "+" or (wallet[1] == "来自" and not mark)
        payer, payee = (wallet[0], None) if goes_in else (None, wallet[0])
    named = payee or payer
    if named is None or (dated is None and wallet is None):
        return None
    memo = _SLIP_MEMO.search(part)
    return Transfer(
        start=offset,
        end=offset + len(part),
        date=dated[0] if dated else None,
        fen=fen,
        payer=payer.name if payer else None,
        payee=payee.name if payee else None,
        memo=memo["value"].strip() if memo else "",
        amount_start=offset + amount_start,
        amount_end=offset + amount_end,
        date_start=offset + dated[1] if dated else 0,
        date_end=offset + dated[2] if dated else 0,
        party_start=offset + named.start,
        party_end=offset + named.end,
        memo_start=offset + memo.start("value") if memo else 0,
        memo_end=offset + memo.end("value") if memo else 0,
    )


def _wallet_party(part: str) -> tuple[_Named, str] | None:
    """Return whom a bill of WeChat or Alipay names, and the word before the name."""
    match = _WALLET_NAME.search(part)
    if match is None:
        return None
    group = "name" if match["name"] else "line"
    if _NOT_NAME.match(match[group]):
        return None
    return _Named(match[group], match.start(group), match.end(group)), match["way"] or ""


def _slip_amount(part: str) -> tuple[int, int, int, str] | None:
    """Return fen, span and sign; digits are taken before 大写."""
    signed = _SIGNED_LINE.search(part)
    if signed:
        fact = find_money(signed["value"], unit="元")[0]
        return fact.fen, signed.start("value"), signed.end("value"), signed["sign"]
    facts = [
        (fact, match.start("value"), "-" if match["value"].lstrip().startswith("-") else "")
        for match in _SLIP_AMOUNT.finditer(part)
        for fact in find_money(match["value"], unit="元")
        if fact.start <= 24
    ]
    if not facts:
        return None
    fact, start, mark = min(facts, key=lambda found: found[0].written == "hanzi")
    return fact.fen, start + fact.start, start + fact.end, mark


def _slip_date(part: str) -> tuple[date | None, int, int] | None:
    matches = sorted(_SLIP_DATE.finditer(part), key=lambda match: match["label"] in ("日期", "时间", "创建时间"))
    for match in matches:
        for fact in find_dates(match["value"]):
            if fact.day is not None:
                start = match.start("value")
                return fact.value, start + fact.start, start + fact.end
    return None


def _slip_sides(part: str) -> tuple[_Named | None, _Named | None]:
    """Read names after 付款人 and 收款人, or after 户名 in the order in which the sides were opened."""
    sides: dict[str, _Named] = {}
    waiting: list[str] = []
    for label in _SIDE_OR_NAME.finditer(part):
        kind = label.lastgroup or ""
        rest = _SIDE_REST.match(part, label.end())
        name = _slip_name(part, rest.end() if rest else label.end())
        if kind in ("payer", "payee"):
            if name is not None:
                sides.setdefault(kind, name)
            elif kind not in sides and kind not in waiting:
                waiting.append(kind)
        elif name is not None and waiting:
            sides.setdefault(waiting.pop(0), name)
    return sides.get("payer"), sides.get("payee")


def _slip_name(part: str, at: int) -> _Named | None:
    match = _SLIP_NAME.match(part, at)
    if match is None or len(match.group()) < 2 or _NOT_NAME.match(match.group()):
        return None
    return _Named(match.group(), match.start(), match.end())
