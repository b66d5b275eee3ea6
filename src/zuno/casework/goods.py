"""Goods as papers list them: quantity, price and amount per line, from tables and from running text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from zuno.casework.sources import Source

_QUANTITY = re.compile(r"数量|米数|吨数|件数|台数|箱数|斤数|重量|面积|实收|实发|送货数")
_PRICE = re.compile(r"单价|价格")
_AMOUNT = re.compile(r"金额|小计|价款|货款|应收|价税")
_BY_TIME = re.compile(r"月数|月份|期间|起止|所属期|计费")
"""Columns of a table of fees, whose amount is price × quantity × time and no line of goods."""
_TOTAL = re.compile(r"^\s*(?:合\s*计|总\s*计|小\s*计|大写)")
_NUMBER = re.compile(r"^[¥￥]?\s*(\d[\d,，]*(?:\.\d+)?)\s*(?:元)?\s*([\u4e00-\u9fffa-zA-Z㎡³²]{0,3})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodsLine:
    """One line of goods; what the paper does not say is None."""

    quantity: Decimal
    unit: str
    price: Decimal | None
    amount: Decimal | None
    start: int
    end: int

    def wrong_product(self) -> bool:
        """Whether quantity times price is not the amount, by more than rounding."""
        if self.price is None or self.amount is None or self.amount < 100:
            return False
        return abs(self.quantity * self.price - self.amount) > max(Decimal(1), self.amount / 1000)


def _number(token: str) -> tuple[Decimal, str] | None:
    match = _NUMBER.match(token.strip())
    if match is None:
        return None
    try:
        return Decimal(re.sub(r"[,，]", "", match[1])), match[2]
    except InvalidOperation:
        return None


def _cells(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()


def goods_lines(source: Source) -> list[GoodsLine]:
    """Read every line of goods of a document, in order."""
    return [*_table_lines(source.text), *_written_lines(source.text)]


def _table_lines(text: str) -> Iterator[GoodsLine]:
    """Lines under a header that names a quantity; columns are counted from the right where blanks divide them."""
    header: list[str] | None = None
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        cells = _cells(line)
        if len(cells) >= 2 and any(_QUANTITY.search(cell) for cell in cells) and not any(map(_number, cells)):
            header = None if any(_BY_TIME.search(cell) for cell in cells) else cells
            continue
        if header is None or not line.strip():
            continue
        if _TOTAL.match(line):
            header = None
            continue
        found = _row(header, cells, aligned="\t" in line)
        if found:
            quantity, unit, price, amount = found
            yield GoodsLine(quantity=quantity, unit=unit, price=price, amount=amount, start=start, end=at - 1)


def _row(
    header: list[str], cells: list[str], *, aligned: bool
) -> tuple[Decimal, str, Decimal | None, Decimal | None] | None:
    def column(wanted: re.Pattern[str]) -> tuple[Decimal, str] | None:
        places = [at for at, name in enumerate(header) if wanted.search(name)]
        if not places:
            return None
        at = places[0] if aligned else places[0] - len(header) + len(cells)
        return _number(cells[at]) if 0 <= at < len(cells) else None

    quantity = column(_QUANTITY)
    if quantity is None:
        return None
    price, amount = column(_PRICE), column(_AMOUNT)
    unit = quantity[1] or _unit_of(header)
    return quantity[0], unit, price[0] if price else None, amount[0] if amount else None


def _unit_of(header: list[str]) -> str:
    for name in header:
        match = re.search(r"数量\s*[（(]([^）)]{1,4})[）)]|([米吨件台箱斤])数", name)
        if match:
            return match[1] or match[2]
    return ""


_WRITTEN = re.compile(
    r"(?P<q>\d[\d,]*(?:\.\d+)?)\s*(?P<u>[\u4e00-\u9fff㎡]{1,3}?)[，,、]?\s*"
    r"(?:单价|每[\u4e00-\u9fff]{1,2}|×|@|按|[（(])\s*(?P<p>\d[\d,]*(?:\.\d+)?)\s*元?(?:/[\u4e00-\u9fff]{1,3}|[）)])?[，,、]?\s*"
    r"(?:计|金额|货款|价款|为|=|＝)\s*(?:人民币)?(?P<a>\d[\d,]*(?:\.\d+)?)\s*元"
)


def _written_lines(text: str) -> Iterator[GoodsLine]:
    """Goods in running text: 860米，单价46元，计39,560元."""
    for match in _WRITTEN.finditer(text):
        quantity, price, amount = (Decimal(match[key].replace(",", "")) for key in ("q", "p", "a"))
        yield GoodsLine(
            quantity=quantity, unit=match["u"], price=price, amount=amount, start=match.start(), end=match.end()
        )
