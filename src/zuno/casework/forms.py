"""The form of a piece of evidence: original or copy, a chat that can be tied to a person, a certificate that is signed.

Source: 证据规定 art. 15, 61, 90, 93; 民诉解释 art. 111, 115, 116.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Literal, TypeVar, cast

from zuno.casework.matter import Matter
from zuno.casework.records import Quote
from zuno.casework.sources import CERTIFICATES, MESSAGES, Source
from zuno.knowledge import parties as names

Origin = Literal["original", "copy", "electronic", "unknown"]

_ORIGINAL = re.compile(r"原件(?!.{0,8}(?:丢|遗失|找不到|不在|无法|未能|未留|未存|已毁|没有|去向))")
_COPY = re.compile(r"复印件|复制件|影印|照片|拍照|截图|翻拍|传真件|回传件|扫描件")
_COMPARED = re.compile(
    r"(?:与|和|同)原件(?:核对|一致|相符|无异)|原件.{0,8}(?:核对|备查|可?(?:当庭)?(?:出示|提交))|核对.{0,4}原件"
)
_LOST = re.compile(
    r"原(?:件|单|物|本).{0,10}(?:丢|遗失|找不到|不见|毁|灭失|没有|无法提供|不在|未留|未存|未保存)|(?:没有|无|缺|只有).{0,8}(?:原件|(?:照片|复印件|截图).{0,6}(?:没有|无)原件)|(?:只有|仅有|仅剩).{0,6}(?:照片|复印件|截图)"
)
_CARRIER = re.compile(
    r"原始(?:手机|载体|设备|记录)|(?:手机|设备|电脑).{0,16}(?:备查|出示|核对|查验|留存|保存|在手|演示|登录|使用)|(?:备查|出示|核对|演示|登录).{0,10}(?:手机|设备|原始)|公证"
)


T = TypeVar("T")


def _once(ask: Callable[[Matter, Source], T]) -> Callable[[Matter, Source], T]:
    """Work out an answer about a document of a matter once."""

    @wraps(ask)
    def asked(matter: Matter, source: Source) -> T:
        key = (ask.__name__, source.file)
        if key not in matter.looked_up:
            matter.looked_up[key] = ask(matter, source)
        return cast("T", matter.looked_up[key])

    return asked


@_once
def list_row(matter: Matter, source: Source) -> tuple[Source, int, int] | None:
    """Find the row of an evidence list that names a document: (list, start, end)."""
    title = names.name_key(re.sub(r"[（(].*?[）)]|扫描件?|复印件|导出|[\s_]", "", source.title))
    best: tuple[int, Source, int, int] | None = None
    for row in _rows_like(matter, title):
        if matter.sides[row.listing.file] != matter.sides[source.file]:
            continue
        score = _overlap(title, row.name)
        if score and (best is None or score > best[0]):
            best = (score, row.listing, row.start, row.end)
    return best[1:] if best else None


_ROW = re.compile(r"\s*(?:证据?)?\s*(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s*[、.．)）\s]")


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of an evidence list with the cell that names the document."""

    listing: Source
    start: int
    end: int
    name: str


def _rows_like(matter: Matter, title: str) -> list[_Row]:
    """The rows of all evidence lists that share two characters in a row with a title, in order."""
    rows, by_pair = _listed(matter)
    found = {at for pair in _pairs(title) for at in by_pair.get(pair, ())}
    return [rows[at] for at in sorted(found)]


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}


def _listed(matter: Matter) -> tuple[list[_Row], dict[str, list[int]]]:
    """Every row of the evidence lists, and for each pair of characters the rows whose name holds it; read once."""
    key = ("rows of evidence lists", "")
    if key not in matter.looked_up:
        rows: list[_Row] = []
        for listing in matter.open_sources:
            if listing.kind != "evidence_list":
                continue
            at = 0
            for line in listing.text.split("\n"):
                if _ROW.match(line) or "\t" in line or line.count("|") >= 2:
                    cells = re.split(r"[\t|]", line)
                    name = next((cell for cell in cells if re.search(r"[\u4e00-\u9fff]{2}", cell)), "")
                    rows.append(_Row(listing, at, at + len(line), name))
                at += len(line) + 1
        by_pair: dict[str, list[int]] = {}
        for at, row in enumerate(rows):
            for pair in _pairs(row.name):
                by_pair.setdefault(pair, []).append(at)
        matter.looked_up[key] = (rows, by_pair)
    return cast("tuple[list[_Row], dict[str, list[int]]]", matter.looked_up[key])


def _overlap(title: str, name: str) -> int:
    """Length of the longest run (≥ 2 characters) of the title that a row's name holds."""
    for size in range(len(title), 1, -1):
        if any(title[at : at + size] in name for at in range(len(title) - size + 1)):
            return size
    return 0


@_once
def origin(matter: Matter, source: Source) -> Origin:
    """Say whether a document is handed in as original, copy or electronic data, as far as the papers say."""
    if source.kind in MESSAGES or source.document.format == "eml":
        return "electronic"
    row = list_row(matter, source)
    words = row[0].text[row[1] : row[2]] if row else ""
    if _ORIGINAL.search(words) and not re.search(r"复印件|复制件", words):
        return "original"
    if _COPY.search(words) or (source.kind != "complaint" and re.search(r"复印件|影印件", source.text[:200])):
        return "copy"
    if re.search(r"电子|网页|打印", words):
        return "electronic"
    return "unknown"


@_once
def missing_original(matter: Matter, source: Source) -> Quote | None:
    """Return where the papers say that only a copy of this document exists and nothing can be compared with it."""
    row = list_row(matter, source)
    if row:
        words = row[0].text[row[1] : row[2]]
        copied = _COPY.search(words) and not _ORIGINAL.search(words) and not _COMPARED.search(words)
        if (copied and not _hands_in_copies(matter, row[0])) or _LOST.search(words):
            return row[0].quote(row[1], row[2])
    if source.read and source.kind not in MESSAGES and (match := _LOST.search(source.text)):
        return source.quote(*source.sentence_at(match.start()))
    return None


def _hands_in_copies(matter: Matter, listing: Source) -> bool:
    """Whether a list calls every exhibit a copy: what is handed in, which says nothing about the originals."""
    rows = [listing.text[row.start : row.end] for row in _listed(matter)[0] if row.listing is listing]
    told = [words for words in rows if re.search(r"复印件|复制件|原件|打印件|电子|网页", words)]
    return len(told) >= 3 and all(re.search(r"复印件|复制件", words) for words in told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """One defect of form with its place."""

    code: str
    words: str
    quote: Quote


_DESK = re.compile(r"客服|官方|APP|公众号|平台(?:会话|消息)", re.IGNORECASE)


@_once
def chat_defects(matter: Matter, source: Source) -> list[Defect]:
    """List what keeps a chat from being tied to a person and a time.

    Looked at: account id or phone of the peer, the peer's real name, years in
    the stamps, gaps in the export, the device that holds the original.
    """
    messages = source.messages
    if source.kind != "chat" or not messages:
        return []
    whole = source.text
    header = whole[: messages[0].start]
    first = source.quote(*_first_line(whole, messages[0].start))
    defects: list[Defect] = []
    accounts = bool(
        re.search(
            r"微信号|wxid|账号|帐号|手机(?:号)?[：:\s]*1?\d|QQ|企业微信|飞书|钉钉|实名|绑定",
            header + _list_words(matter, source),
        )
    )
    senders = {re.sub(r"[（(].*?[）)]|[^\w·]", "", message.sender) for message in messages}
    peer = matter.cast.other(matter.sides[source.file])
    real = any(matter.cast.side_of(sender) == peer for sender in senders)
    if _DESK.search(header) and any(v.certain and v.who == peer for v in matter.senders[source.file].values()):
        real = accounts = True  # a desk of the company itself, in its own application, has no account of a person
    if not accounts and not re.search(r"1\d{2}\*{4}\d{4}|1\d{10}", header):
        words = "聊天对象只有昵称，未显示微信号、手机号" if not real else "未显示对方微信号、手机号"
        defects.append(Defect(code="no_account" if real else "nickname_only", words=words, quote=first))
    if all(message.at is None for message in messages):
        defects.append(Defect(code="no_year", words="时间没有年份", quote=first))
    gap = re.search(
        r"[（(]?[^\n]{0,6}(?:未截|略去|省略|中间.{0,6}(?:略|未|删)|部分(?:略|删|未)|已删除|截取|节选)[^\n]{0,8}", whole
    )
    if gap:
        defects.append(Defect(code="truncated", words="内容有截断", quote=source.quote(gap.start(), gap.end())))
    if not _CARRIER.search(whole[: messages[0].start] + _list_words(matter, source)):
        defects.append(Defect(code="no_device", words="未说明原始载体可供核对", quote=first))
    return defects


def _first_line(text: str, before: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, max(0, before - 1)) + 1
    return (start, before - 1) if text[start : before - 1].strip() else (before, min(len(text), before + 20))


def _list_words(matter: Matter, source: Source) -> str:
    row = list_row(matter, source)
    return row[0].text[row[1] : row[2]] if row else ""


def chat_unauthenticated(matter: Matter, source: Source) -> bool:
    """Whether a chat's defects together leave open who wrote it and when."""
    codes = {defect.code for defect in chat_defects(matter, source)}
    return "nickname_only" in codes or len(codes - {"no_account"}) >= 2


_HEADS = r"(?:负责人|法定代表人|经理|主任|书记|院长|校长|所长|厂长|站长|队长|社长|行长|处长|局长|主管|老板|法人)"
"""Who heads a unit, by title."""
_OWN_RULES = frozenset({"witness_statement", "appraisal", "quality_report", "audit_report", "site_log"})
"""Certificates whose form other rules govern."""
_BY_AN_AUTHORITY = re.compile(
    r"公安局|派出所|交警|人民政府|民政局|人民法院|检察院|公证处|登记(?:中心|局)|税务局|社会?保险?(?:局|中心|事业)|管理局"
)
"""Who issues official documents, which prove themselves (民诉解释 art. 114)."""


def certificate_defects(source: Source) -> list[Defect]:
    """List what a unit's certificate lacks: the signature of its head and of the person who made it.

    Source: 民诉解释 art. 115.
    """
    by_rule = source.kind in CERTIFICATES - _OWN_RULES and source.read and _of_unit(source.text)
    by_rule = by_rule and not re.search(r"我叫|作证", source.text[:80])
    if not (by_rule or _by_unit(source)) or _BY_AN_AUTHORITY.search(source.text[-120:]):
        return []
    lacks: list[str] = []
    tail = source.text[-160:]
    if not re.search(rf"{_HEADS}[^\n：:]{{0,8}}[：:\s]\s*[\u4e00-\u9fff]{{2,4}}|{_HEADS}[^\n]{{0,6}}签", tail):
        lacks.append("单位负责人")
    if not re.search(
        r"(?:制作人|经办人?|经手人|承办人|出具人|证明人|制表人?|制单人?|填表人?|班主任|(?:写|开|出|办|做|填)(?:具)?(?:(?:这个|本)?证明)?(?:的人|人|的))"
        r"[^\n：:]{0,8}[：:\s（(]\s*[\u4e00-\u9fff]{2,4}",
        tail,
    ):
        lacks.append("制作证明材料的人员")
    if not lacks:
        return []
    return [
        Defect(
            code="unsigned",
            words=f"单位证明缺{'、'.join(lacks)}签名或盖章",
            quote=source.quote(*_certifying(source.text)),
        )
    ]


_UNIT_SEAL = re.compile(r"[公司学院校园会所站心厂区村局处队行店社][ 　]*[（(](?:公章|盖章|章|印章)[）)]")


def _by_unit(source: Source) -> bool:
    """Whether a statement of facts was made by a unit under its seal and not by a witness."""
    return (
        source.kind == "witness_statement"
        and bool(_UNIT_SEAL.search(source.text[-200:]))
        and not re.search(r"证人|作证|我叫", source.text)
    )


def _of_unit(text: str) -> bool:
    """Whether a certificate is a unit's and not a person's."""
    return bool(
        re.search(
            r"公章|盖章|印章|（章）|公司|[处部站局所会社行](?:\s|（|$)|我(?:部|处|站|公司|单位|村|社区|市场)",
            text[-200:] + text[:120],
        )
    )


def _certifying(text: str) -> tuple[int, int]:
    match = re.search(r"(?:兹|特此)?证明[^\n]{4,80}", text)
    return (match.start(), match.end()) if match else (0, min(60, len(text)))


def testimony_without_witness(matter: Matter, source: Source) -> Defect | None:
    """A written testimony of which no one asks that its author appear in court.

    Source: 证据规定 art. 68.
    """
    if source.kind != "witness_statement" or not source.read or _by_unit(source):
        return None
    if re.search(r"出庭作证(?:申请|的)|申请[^\n]{0,12}出庭", source.text[:200]):
        return None
    for other in matter.open_sources:
        if other is not source and re.search(r"申请[^\n]{0,20}出庭|出庭作证申请", other.text[:400]):
            return None
    head = source.text.strip().split("\n")[0]
    at = source.text.index(head)
    return Defect(code="no_appearance", words="书面证言的证人未申请出庭", quote=source.quote(at, at + len(head)))
