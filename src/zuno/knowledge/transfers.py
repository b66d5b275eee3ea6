"""Movements of money in bank exports, payment records and receipt slips; rows of ledgers.

Owns the question who paid whom. Tables are read in ``tables.py``, slips in
``slips.py``. A company's own ledger (应收, 已收, 余额) is kept apart: it is the
party's own book and proves no payment. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from zuno.knowledge.money import MoneyUnit, find_money
from zuno.knowledge.names import is_company_name, same_name
from zuno.knowledge.numbers import fold
from zuno.knowledge.records import Document, Transfer
from zuno.knowledge.slips import find_slips
from zuno.knowledge.tables import Cell, Row, Table, amount_of, bare_table, date_cell, find_tables, is_ledger, read_rows

__all__ = ["Cell", "Direction", "LedgerRow", "Row", "find_ledger_rows", "find_transfers", "read_rows"]

Direction = Literal["in", "out"]

_DIRECTIONS: tuple[Direction, Direction] = ("out", "in")
_SIGN_DIRECTION: dict[str, Direction] = {"-": "out", "+": "in"}
_TURNED: dict[Direction, Direction] = {"in": "out", "out": "in"}


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


_JOURNAL_TITLE = re.compile(r"日记账|银行存款|现金账")
_EMPTY = frozenset(("/", "-", "--", "—", "无", "空"))
_IN_WORDS = re.compile(r"代发|工资|转入|来账|入账|存入|结息|收款|到账|汇入|转来|来自|退款|退回|收到")
_OUT_WORDS = re.compile(r"转出|支出|消费|代扣|取现|支取|付款|支付|扣款|汇出|转给|缴费|扣缴|往账")
_BANK_IN_WORDS = re.compile(r"代发|转入|来账|存入|结息|汇入|转来")
_BANK_OUT_WORDS = re.compile(r"转出|代扣|取现|支取|汇出|扣缴|往账|消费")
_UNDONE = re.compile(r"(?:交易|支付|转账|订单)?(?:关闭|失败|撤销)|(?:已全?额?|已)(?:退款|退还|退回).{0,8}|冲正|作废")
_FAILED = re.compile(
    r"失败|关闭|撤销|退回|退还|已退款|未支付|待支付|冲正|作废|已全额退款"
    r"|待.{0,4}(?:收款|确认|付款|领取|发货)|未收款|已?过期|处理中|受理中|拒绝|拒收|取消"
)
_REFUNDED_SUM = re.compile(r"已退款?\D{0,4}(?P<sum>\d[\d,]*(?:\.\d{1,2})?)")
_REFUND = re.compile(r"退款成功|退款")
_NEUTRAL = re.compile(r"/|不计(?:收支)?|中性(?:交易)?|其他")
"""What a column of 收/支 says of movements between a holder's own accounts, and of refunds."""


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
    signed: bool = False
    """Whether the direction follows from a sign."""
    neutral: bool = False
    """Whether the record itself says that it is neither income nor expense."""
    negative: bool = False
    """Whether a minus stands in a column that itself tells the direction."""
    undone: bool = False
    """Whether it failed, was never finished or was given back whole."""
    refund: bool = False
    """Whether it gives back what another row paid."""


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
    for table in find_tables(document):
        if not is_ledger(table) and not table.has("goods"):
            found.extend(_read_table(table))
    if not found:
        found.extend(_read_bare_lines(document))
    if not found:
        found.extend(find_slips(document))
    return sorted(found, key=lambda transfer: transfer.start)


_LIST_MARK = re.compile(r"[ \t]*(?:\d{1,3}[.、)](?!\d)|[-*•◇◆●○▪■□] )?[ \t]*")
_RECORD_WORD = re.compile(r"银行|农商|信用社|账户|账号|户名|卡号|尾号|微信|支付宝|流水|收款|付款|收支|转账")
_WORD = re.compile(r"[^\s|]+")
_BALANCE_WORD = re.compile(r"余额|结余")


def _read_bare_lines(document: Document) -> Iterator[Transfer]:
    """Read lines of day, side, sum and words below no heading, in a text that says it is a record of money."""
    plain = fold(document.text)
    if document.format in ("xlsx", "csv") or not _RECORD_WORD.search(plain[:400] + document.file):
        return
    rows: list[Row] = []
    start = 0
    for line in plain.split("\n"):
        mark = _LIST_MARK.match(line)
        begin = mark.end() if mark else 0
        cells = [
            Cell(start=start + match.start(), end=start + match.end(), text=match.group(), column=column)
            for column, match in enumerate(_WORD.finditer(line, begin), start=1)
        ]
        if len(cells) >= 4 and date_cell(cells[:1], None):
            rows.append(Row(cells=tuple(cells), place="", aligned=False))
        start += len(line) + 1
    table = bare_table(document, rows, balance=bool(_BALANCE_WORD.search(plain)))
    entries = [entry for row in rows if (entry := _read_by_type(table, row)) and entry.direction and entry.party]
    if len(entries) >= 2 or (entries and table.holder):
        yield from (_state(table, entry) for entry in entries)


def _read_table(table: Table) -> Iterator[Transfer]:
    entries = [entry for row in table.rows if (entry := _read_entry(table, row))]
    undone = {(entry.fen, entry.party and entry.party.text) for entry in entries if entry.undone}
    kept = [
        entry
        for entry in entries
        if not entry.undone and not (entry.refund and (entry.fen, entry.party and entry.party.text) in undone)
    ]
    _settle_directions(table, kept)
    for entry in kept:
        yield _state(table, entry)


def _read_entry(table: Table, row: Row) -> _Entry | None:
    if row.aligned == table.aligned and (table.aligned or _fits(table, row)):
        return _read_by_column(table, row)
    return None if table.aligned else _read_by_type(table, row)


def _fits(table: Table, row: Row) -> bool:
    """Tell whether a line without known columns has a field for each heading, each of its kind."""
    if len(row.cells) != len(table.headings) or not date_cell(table.cells(row, "date"), table.year):
        return False
    sums = [cell for role in ("out", "in", "amount", "balance") for cell in table.cells(row, role)]
    return all(re.fullmatch(r"[-+¥￥\d,.，\s]+元?|-", cell.text) for cell in sums)


def _read_by_column(table: Table, row: Row) -> _Entry | None:
    dated = date_cell(table.cells(row, "date"), table.year)
    choice = _choose_amount(table, row)
    if dated is None or choice is None:
        return None
    cell, fen, direction = choice
    status = " ".join(cell.text for cell in table.cells(row, "status"))
    told = [cell.text.strip() for cell in table.cells(row, "direction")]
    neutral = direction is None and any(_NEUTRAL.fullmatch(text) for text in told)
    refund = direction != "out" and any(_REFUND.search(text) for text in (status, *told))
    mark = (amount_of(cell, table.unit) or (0, ""))[1]
    balance = amount_of(table.cell(row, "balance"), table.unit)
    return _Entry(
        row=row,
        date=dated,
        amount=cell,
        fen=fen,
        direction=direction,
        party=_filled(table, row, "real") or table.cell(row, "party"),
        payer=table.cell(row, "payer"),
        payee=table.cell(row, "payee"),
        memos=[cell for cell in table.cells(row, "memo") if cell.text not in _EMPTY],
        balance_fen=balance[0] if balance else None,
        signed=bool(mark),
        neutral=neutral and not refund,
        negative=mark == "-" and table.roles.get(cell.column) in _DIRECTIONS,
        undone=_is_undone(status, fen, direction, table.unit),
        refund=refund,
    )


def _is_undone(status: str, fen: int, direction: Direction | None, unit: MoneyUnit) -> bool:
    """Tell whether a row's state says that no money moved in the end.

    A payment of which a part was given back was made; what came back stands in a row of its own.
    """
    part = _REFUNDED_SUM.search(status)
    if part is None:
        return bool(_FAILED.search(status))
    sums = find_money(part["sum"], unit=unit)
    return direction != "in" and bool(sums) and sums[0].fen >= fen


def _filled(table: Table, row: Row, role: str) -> Cell | None:
    cell = table.cell(row, role)
    return cell if cell is not None and _clean_name(cell) else None


def _choose_amount(table: Table, row: Row) -> tuple[Cell, int, Direction | None] | None:
    for direction in _DIRECTIONS:
        cell = table.cell(row, direction)
        amount = amount_of(cell, table.unit)
        if cell is not None and amount is not None:
            return cell, amount[0], direction
    cell = table.cell(row, "amount")
    amount = amount_of(cell, table.unit)
    if cell is None or amount is None:
        return None
    stated: Direction | None = next(
        (told for told in map(_told_direction, table.cells(row, "direction")) if told), None
    )
    signed = _SIGN_DIRECTION.get(amount[1])
    return cell, amount[0], stated or signed


def _told_direction(cell: Cell) -> Direction | None:
    if re.search(r"^(?:收入?|贷方?|转入|来账|入账?|进|存入?|C|\+)$|收入|转入|入账|来自", cell.text):
        return "in"
    return (
        "out"
        if re.search(r"^(?:支出?|借方?|转出|往账|出账?|付|取出?|D|-)$|支出|转出|付款|转给|付给", cell.text)
        else None
    )


_AMOUNT_TOKEN = re.compile(r"[-+]?[¥￥]?(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,12}\.\d{2})元?")
_WHOLE_TOKEN = re.compile(r"[-+]?[¥￥]?\d{1,8}元?")
_TIME_TOKEN = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_NUMBER_TOKEN = re.compile(r"[\dA-Za-z*\-]{4,}")
_PERSON_TOKEN = re.compile(r"[\u4e00-\u9fff*·]{2,4}")
_MEMO_WORD = re.compile(
    r"转账|借款|利息|工资|消费|货款|租金|押金|转入|转出|还款|代发|网银|跨行|汇款|支付|手续费|税|款$|费$|购|缴|取现|存"
)


def _read_by_type(table: Table, row: Row) -> _Entry | None:
    """Read a line whose empty columns are lost, by what each field looks like."""
    dated = date_cell(row.cells[:3], table.year)
    if dated is None or any(_UNDONE.fullmatch(fold(cell.text)) for cell in row.cells):
        return None
    rest = [cell for cell in row.cells if cell is not dated[0] and not _TIME_TOKEN.fullmatch(cell.text)]
    sums = [cell for cell in rest if _AMOUNT_TOKEN.fullmatch(_folded(cell))]
    sums = sums or [cell for cell in rest if _WHOLE_TOKEN.fullmatch(_folded(cell))]
    balance = sums.pop() if table.has("balance") and len(sums) >= 2 else None
    choices = [(cell, amount) for cell in sums if (amount := amount_of(cell, table.unit))]
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
    left = amount_of(balance, table.unit)
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


def _folded(cell: Cell) -> str:
    return fold(cell.text).replace("，", ",")


def _by_place(table: Table, at: int) -> Direction:
    order: list[Direction] = ["in" if role == "in" else "out" for role in table.roles.values() if role in _DIRECTIONS]
    return order[at]


_STATUS_TOKEN = re.compile(r"(?:交易|支付|转账|收款)?(?:成功|完成)|对方已收钱|已存入零钱|已收款|-")
_NAME_IN_BRACKETS = re.compile(r"[（(][\u4e00-\u9fff*]{2,4}[)）]$")


_WAY = re.compile(r"(?:转给|付给|发给|给|来自|收自) ?(?P<name>[\u4e00-\u9fff*·]{2,12})(?:[（(][^（）()]{0,4}[)）])?$")
"""A name behind the word that says which way the money went."""


def _sort_words(table: Table, words: list[Cell]) -> tuple[Cell | None, list[Cell]]:
    """Tell the counterparty from the memo among fields that are neither date nor amount."""
    if way := next((cell for cell in words if _WAY.search(cell.text)), None):
        return way, [cell for cell in words if cell is not way and not _told_direction(cell)]
    by_word = table.has("direction")
    texts = [
        cell
        for cell in words
        if not _NUMBER_TOKEN.fullmatch(cell.text)
        and not _STATUS_TOKEN.fullmatch(cell.text)
        and not _BALANCE_WORD.fullmatch(cell.text)
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


def _settle_directions(table: Table, entries: list[_Entry]) -> None:
    """Correct 借方 and 贷方 of a cash book, and fill directions that no column tells."""
    for direction in _DIRECTIONS:  # a minus among sums without one takes an earlier row back
        group = [entry for entry in entries if entry.direction == direction]
        for entry in group if any(not entry.negative for entry in group) else ():
            entry.direction = _TURNED[direction] if entry.negative else direction
    if _is_turned_round(table, entries):
        for entry in entries:
            entry.direction = _TURNED[entry.direction] if entry.direction else None
    for at, entry in enumerate(entries):
        if entry.direction is None:
            entry.direction = _by_balance(entries, at) or (None if entry.neutral else _by_words(table, entry))


def _is_turned_round(table: Table, entries: list[_Entry]) -> bool:
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


def _by_words(table: Table, entry: _Entry) -> Direction | None:
    memo = " ".join(cell.text for cell in entry.memos)
    if table.has("in") and table.has("out") and not table.aligned:
        # Two columns tell the side, and the line lost which of them: what a payer wrote as purpose
        # (付款), or a title above all rows, cannot stand in for that; the bank's own words can.
        return _told_by(_BANK_IN_WORDS, _BANK_OUT_WORDS, memo)
    return _told_by(_IN_WORDS, _OUT_WORDS, memo) or _told_by(_IN_WORDS, _OUT_WORDS, table.title)


def _told_by(into: re.Pattern[str], out: re.Pattern[str], text: str) -> Direction | None:
    goes_in, goes_out = bool(into.search(text)), bool(out.search(text))
    if goes_in == goes_out:
        return None
    return "in" if goes_in else "out"


def _clean_name(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    if way := _WAY.search(cell.text):
        return way["name"]
    if account := re.fullmatch(r"[\d*@.\-A-Za-z]+[（(]([\u4e00-\u9fff*·]{2,20})[)）]", cell.text):
        return account[1]
    if numbered := re.match(r"[\d* ]{6,30}[/ ](?P<name>[\u4e00-\u9fff*·]{2,40})", cell.text):
        return numbered["name"]
    match = re.match(r"[\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z·（）()*&.\- ]{0,40}|\*[\u4e00-\u9fff]{1,4}", cell.text)
    return re.sub(r"[（(][^（）()]{0,3}\*[^（）()]{0,3}[)）]$", "", match.group()).strip() if match else None


def _state(table: Table, entry: _Entry) -> Transfer:
    party, payer, payee = (_clean_name(cell) for cell in (entry.party, entry.payer, entry.payee))
    turned: Direction = "out" if payer else "in"
    if (payer is None) != (payee is None) and entry.signed and entry.direction == turned:
        party, payer, payee = payer or payee, None, None  # a sign outweighs the heading of the one column of names
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
        for table in find_tables(document)
        if is_ledger(table)
        for entry in table.rows
        if (row := _read_ledger_row(table, entry))
    ]


def _read_ledger_row(table: Table, row: Row) -> LedgerRow | None:
    dated = date_cell(table.cells(row, "date"), table.year)
    charged = amount_of(table.cell(row, "charged") or table.cell(row, "out"), table.unit)
    settled = amount_of(table.cell(row, "settled") or table.cell(row, "in"), table.unit)
    balance_cell = table.cell(row, "balance")
    balance = amount_of(balance_cell, table.unit)
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
