"""Slips: one movement of money on a page of its own (回单, 转账详情, 账单详情).

Owns how a slip names its sides, amount, time and purpose. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from zuno.knowledge.dates import find_dates
from zuno.knowledge.money import find_money
from zuno.knowledge.numbers import fold
from zuno.knowledge.records import Document, Transfer

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
_SIDE_REST = re.compile(
    r"(?:账户)?(?:[ \t]{0,6}(?:户名|名称|姓名|全称|账户名称?))?[ \t]{0,6}[:：]?[ \t]{0,8}\n?[ \t]{0,4}"
    r"(?:尾号 ?\d{3,6}[ \t]{1,4})?"
)
_SLIP_NAME = re.compile(
    r"(?:[\u4e00-\u9fff·]{1,30}(?:[（(][\u4e00-\u9fff]{1,12}[)）])?[\u4e00-\u9fff]{0,24}|\*[\u4e00-\u9fff]{1,3})"
    r"(?:\*+[\u4e00-\u9fff]{0,3})?"
)
_PAYER_LINE = re.compile(
    r"^[ \t|]{0,8}(?:付款|汇款|转出)(?:人|方|单位|账户)(?:名称|户名|全称|姓名)?[ \t:：|]", re.MULTILINE
)
"""The line that opens a slip with who pays."""
_NOT_NAME = re.compile(
    r"(?:付款|收款|户名|账号|账户|开户|名称|全称|姓名|金额|银行|卡号|地址|人民币|大写|小写|时间|日期|方式|单位|信息"
    r"|账单"
    r"|尾号|成功|状态|凭证|回单|备注|摘要|用途|行名|支付|交易|电子|当前)"
)
_SLIP_AMOUNT = re.compile(
    r"(?:金额|小写|合计)(?: ?[（(][^）)\n]{0,8}[)）])?[ \t]{0,4}[:：]?[ \t]{0,6}\n?[ \t]{0,4}(?P<value>[^\n]{1,48})"
)
_SIGNED_LINE = re.compile(
    r"^[ \t]{0,8}(?P<sign>[-+] ?[¥￥]?|[¥￥] ?)(?P<value>\d{1,3}(?:,\d{3}){1,4}\.\d{2}|\d{1,9}\.\d{2})元?[ \t]{0,8}$",
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
    r"|^[ \t]{0,8}(?P<taken>[\u4e00-\u9fff*·]{2,4})已(?:确认)?收款"
    r"|^[ \t]{0,8}(?P<line>[\u4e00-\u9fff*·]{2,16})[ \t]{0,4}\n{1,2}[ \t]{0,8}(?=[-+] ?[¥￥]?\d[\d,]{0,12}\.\d{2})",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    start: int
    end: int


_BARS = str.maketrans(dict.fromkeys("|│┃║", " "))
_UNDONE = re.compile(
    r"状态[ \t]{0,4}[:：]?[ \t]{0,4}\n?[ \t]{0,4}[^\n]{0,8}?(?:退还|退回|退款|失败|关闭|撤销|待收款|待支付)"
    r"|^[ \t]{0,8}(?:交易|支付|转账)?(?:已全额退款|已退还|已退回|交易关闭|转账失败|支付失败)",
    re.MULTILINE,
)


def find_slips(document: Document) -> Iterator[Transfer]:
    """Find the movement of money on each page or below each title of a slip."""
    for start, end in _slip_spans(document):
        part = fold(document.text[start:end]).translate(_BARS)
        if len(part) <= 4_000 and _SLIP_WORDS.search(part) and not _UNDONE.search(part):
            slip = _read_slip(part, start)
            if slip is not None:
                yield slip


def _slip_spans(document: Document) -> Iterator[tuple[int, int]]:
    """Cut a document at its pages and at each title of a slip."""
    pages = [(page.start, page.end) for page in document.pages] or [(0, len(document.text))]
    for start, end in pages:
        text = document.text[start:end]
        cuts = [start + match.start() for match in _SLIP_START.finditer(text)]
        opened = [match.start() for match in _PAYER_LINE.finditer(text)]
        if len(opened) > len(cuts):  # one title over several slips, each opened by its payer
            cuts = [start + at for at in opened]
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
    group = next(group for group in ("name", "taken", "line") if match[group])
    if _NOT_NAME.match(match[group]):
        return None
    return _Named(match[group], match.start(group), match.end(group)), match["way"] or ""


def _slip_amount(part: str) -> tuple[int, int, int, str] | None:
    """Return fen, span and sign; digits are taken before 大写."""
    signed = _SIGNED_LINE.search(part)
    if signed:
        fact = find_money(signed["value"], unit="元")[0]
        return fact.fen, signed.start("value"), signed.end("value"), signed["sign"].strip("¥￥ ")
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
