"""Labels by which papers introduce a party, and the places where they stand.

Owns the words for the sides of a suit and a contract, the layouts of a label,
and the plain form of a text in which they are looked for. Holds no state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from zuno.knowledge.numbers import fold

PartyRole = Literal["plaintiff", "defendant", "third_party", "agent", "other"]

PLEADING_ROLES: dict[str, PartyRole] = {
    "反诉原告": "defendant",
    "反诉被告": "plaintiff",
    "原审原告": "plaintiff",
    "原审被告": "defendant",
    "本诉原告": "plaintiff",
    "本诉被告": "defendant",
    "再审申请人": "plaintiff",
    "被申请人": "defendant",
    "被上诉人": "defendant",
    "被答辩人": "plaintiff",
    "申请执行人": "plaintiff",
    "被执行人": "defendant",
    "被起诉人": "defendant",
    "被诉人": "defendant",
    "起诉人": "plaintiff",
    "具状人": "plaintiff",
    "原告人": "plaintiff",
    "被告人": "defendant",
    "原告": "plaintiff",
    "被告": "defendant",
    "申请人": "plaintiff",
    "上诉人": "plaintiff",
    "答辩人": "defendant",
    "第三人": "third_party",
    "共同委托诉讼代理人": "agent",
    "共同诉讼代理人": "agent",
    "委托诉讼代理人": "agent",
    "委托代理人": "agent",
    "诉讼代理人": "agent",
    "法定代理人": "agent",
    "指定代理人": "agent",
    "特别授权代理人": "agent",
    "代理律师": "agent",
    "代理人": "agent",
    "受委托人": "agent",
    "被委托人": "agent",
    "受托人": "agent",
}
_OTHER_WORDS = """
甲方 乙方 丙方 丁方 出卖人 买受人 出卖方 买受方 卖方 买方 供方 需方 供货方 采购方 供应商 采购商 购货方 销货方
购买方 销售方 出租人 承租人 出租方 承租方 转租人 次承租人 房东 租客 出借人 借款人 出借方 借款方 借入方 贷款人
贷款方 保证人 担保人 连带责任保证人 连带保证人 一般保证人 连带责任担保人 担保方 保证方 共同借款人 共同还款人
抵押人 抵押权人 出质人 质权人 委托人 委托方 受托方 用人单位 劳动者 用工单位 派遣单位 发包人 承包人 发包方 承包方
分包人 分包方 转包人 总承包人 实际施工人 转让方 受让方 出让方 转让人 受让人 债权人 债务人 定作人 承揽人 定作方
承揽方 托运人 承运人 收货人 投保人 被保险人 保险人 物业服务人 物业服务企业 物业公司 业主 男方 女方 入伙人 合伙人
赠与人 受赠人 欠款人 今欠人 证人 立据人 经销商 发货方 收货方 次承租人 租户 建设单位 施工单位 施工方 监理单位 物业服务方
物业 服务方 持卡人 被保险人 移交方 移交人 接收方 接收人 交接人 交房人 收房人 提供方 使用方 用户 开发商 承诺人 授信人
雇主 雇员 收款方 付款方 申请方 制作方 出让人 原股东 新股东 监护人
"""
OTHER_ROLES = tuple(_OTHER_WORDS.split())
"""Labels of the sides of contracts and slips."""

ROLES: dict[str, PartyRole] = {**dict.fromkeys(OTHER_ROLES, "other"), **PLEADING_ROLES}


def _spaced(word: str) -> str:
    """Allow the blanks of letter-spaced labels: 原 告, 甲　方."""
    return "[ \t]{0,3}".join(word) if len(word) <= 3 else word


_LABEL_WORDS = "|".join(_spaced(word) for word in sorted(ROLES, key=len, reverse=True))
_LABEL_SIGNS = "".join(sorted({word[0] for word in ROLES}))
_BRACKET = r"(?:\([^()\n]{1,24}\))"
COUNT = r"(?: ?(?:[一二三四五六七八九十]{1,2}|\d{1,2}(?!\d))|\([一二三四五六七八九十\d]{1,2}\))"
_ORDER = r"(?:第?[一二三四五六七八九十\d]{1,2}[ 、.]?)"
NAME_LABEL = (
    r"(?:(?:当事人)?(?:姓[ \t]{0,4}名|名[ \t]{0,4}称|单位名称|字[ \t]{0,4}号(?:名称)?)"
    r"(?:[/或、及](?:姓名|名称|单位名称))?)"
)
_LABEL = re.compile(
    rf"(?:(?<=[\n\t ;；。])|^)(?=[{_LABEL_SIGNS}\d一二三四五六七八九十]){_ORDER}?"
    rf"(?P<word>{_LABEL_WORDS}){COUNT}?[ \t]?{NAME_LABEL}?(?P<note>{_BRACKET}{{0,2}})[ \t]{{0,3}}"
    rf"(?::|\t)[ \t]{{0,8}}(?P<line>\n[ \t]{{0,8}})?(?:{NAME_LABEL}[ \t]{{0,2}}[:\t][ \t]{{0,4}})?"
)
_STATED = r"男|女|住|统一|信用|法定|公民|身份证|汉族|个体|经营者|经营场所|营业|负责人|生于|出生"
_BARE_WORDS = (
    rf"(?P<word>原告|被告|第三人|申请人|被申请人|上诉人|被上诉人|答辩人|被答辩人|委托诉讼代理人|法定代理人){COUNT}?"
    rf"(?P<note>{_BRACKET}?)[ \t]{{0,4}}"
)
_LABEL_WITHOUT_COLON = re.compile(
    rf"^[ \t]{{0,8}}{_ORDER}?{_BARE_WORDS}"
    rf"(?=(?!系|是|为|依约|依照|按|已|因|与|将|在)[\u4e00-\u9fff][^，,。:：\n\d]{{1,39}}[，,。(][ ]?"
    rf"(?:{_STATED}|电话|手机|系|\d))",
    re.MULTILINE,
)
_LABEL_BEFORE_BLANK = re.compile(
    rf"^[ \t]{{0,8}}(?P<word>原告|被告|第三人){COUNT}?(?P<note>{_BRACKET}?)[ \t]{{1,4}}"
    r"(?=[\u4e00-\u9fff]{2,4}$|[\u4e00-\u9fff()]{4,40}(?:公司|厂|店|部|社|行|中心)$"
    r"|[\u4e00-\u9fff()]{2,40}[ \t]{1,4}(?:男|女|住|统一|身份证|公民|法定|经营者|\d{4}年))",
    re.MULTILINE,
)
_ROLE_BEHIND = re.compile(
    rf"^[ \t]{{0,8}}(?!{_LABEL_WORDS})(?=[\u4e00-\u9fff]{{2,40}}\((?P<word>原告|被告|第三人){COUNT}?(?P<note>)\)"
    r"[，,:。])",
    re.MULTILINE,
)
_LABEL_IN_LINE = re.compile(
    rf"(?<=[；;。:])[ \t]{{0,2}}{_BARE_WORDS}(?=[\u4e00-\u9fff][^，,。:：\n\d]{{1,39}}[，,(][ ]?(?:{_STATED}))"
)
_ANSWERER = re.compile(
    rf"^[ \t]{{0,8}}(?P<word>答辩人)(?P<note>{_BRACKET}?)[ \t]{{0,4}}"
    r"(?=(?!同意|认为|不服|不认|无异议|承认|确认|请求|辩称|答辩|收到|没有|已经)[\u4e00-\u9fff]{2,4}。?$)",
    re.MULTILINE,
)
_FORM_NAME = re.compile(
    rf"^[ \t]{{0,4}}(?P<word>原[ \t]{{0,3}}告|被[ \t]{{0,3}}告|第[ \t]?三[ \t]?人|申请人|被申请人){COUNT}?[ \t]?"
    rf"(?P<note>{_BRACKET}?)[ \t:]{{0,4}}(?:\n[ \t]{{0,8}}(?:{NAME_LABEL}[ \t]{{0,2}}[:\t][ \t]{{0,4}})?"
    rf"|{NAME_LABEL}[ \t]{{0,2}}[:\t][ \t]{{0,4}})(?P<line>)",
    re.MULTILINE,
)
"""A role alone on its line or in its table cell, the name below it or after 姓名 or 名称."""

_REGISTERED = re.compile(
    r"^[ \t#]{0,4}(?P<word>企业名称|公司名称|单位名称|机构名称|名[ 　]{0,4}称|姓[ 　]{0,4}名)[ \t]{0,4}"
    r"[:：\t ][ \t:：]{0,6}(?P<note>)(?P<line>)",
    re.MULTILINE,
)


_SIGNING = ("起诉人", "具状人")
"""Labels that sign a complaint; they introduce a party only where 原告 does not."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A place where a label introduces a party."""

    start: int
    name_start: int
    word: str
    note: str
    registered: bool = False


_PLAIN = str.maketrans({**dict.fromkeys("【〖〔", "["), **dict.fromkeys("】〗〕", "]"), "｜": "|"})
_ROLE_IN_BRACKETS = re.compile(rf"\[(?P<label>[ \t]{{0,16}}(?:{_LABEL_WORDS}){COUNT}?[ \t]{{0,16}})\]")
_LIST_MARK = re.compile(r"^[ \t]{0,16}[-*•·>#+◆◇●○■□▪]{1,4}(?= )", re.MULTILINE)
_SPACED_LABEL = re.compile(
    r"^(?P<before>[ \t]{0,16}(?:\d{1,2}[.、)][ \t]{0,16})?)"
    r"(?P<label>[\u4e00-\u9fff](?:[ ]{1,6}[\u4e00-\u9fff]){1,3})(?:(?=(?P<colon>[ ]*[:\t]))|(?=[ ]+\S))",
    re.MULTILINE,
)
_BARE_LABELS = frozenset(
    ("姓名", "名称", "字号", "性别", "民族", "住址", "住所", "类型", "经营者", "负责人", "法定代表人")
)
_BARS = re.compile(r"^[^|\n]*\|[^|\n]*\|[^\n]*$", re.MULTILINE)


def simplify(text: str) -> str:
    """Return ``text`` folded, without marks of lists, bars as tabs, 【原告】 as a label; every offset stays."""
    plain = fold(text).translate(_PLAIN).replace("**", "  ")
    plain = _LIST_MARK.sub(lambda mark: " " * len(mark.group()), plain)
    plain = _SPACED_LABEL.sub(_close_up, plain)
    plain = _ROLE_IN_BRACKETS.sub(lambda match: f" {match['label']}:", plain)
    return _BARS.sub(lambda line: line.group().replace("|", "\t"), plain) if "|" in plain else plain


def _close_up(match: re.Match[str]) -> str:
    """Move the blanks inside a letter-spaced label behind it."""
    label = match["label"].replace(" ", "")
    if match["colon"] is None and label not in _BARE_LABELS:
        return match.group()
    return match["before"] + label + " " * (len(match["label"]) - len(label))


_PATTERNS = (
    _FORM_NAME,
    _LABEL,
    _LABEL_WITHOUT_COLON,
    _LABEL_BEFORE_BLANK,
    _LABEL_IN_LINE,
    _ROLE_BEHIND,
    _ANSWERER,
    _REGISTERED,
)


def find_openings(plain: str) -> list[Opening]:
    """Find where labels introduce parties, in order, in a text from ``simplify``."""
    found: list[Opening] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            word = re.sub(r"\s", "", match["word"])
            start = match.end() if pattern is _ROLE_BEHIND else match.start("word")
            found.append(Opening(start, match.end(), word, match["note"], pattern is _REGISTERED))
    introduced = any(opening.word == "原告" for opening in found)
    kept: list[Opening] = []
    taken = -1
    for opening in sorted(found, key=lambda opening: (opening.start, -opening.name_start)):
        if opening.start >= taken and not (introduced and opening.word in _SIGNING):
            kept.append(opening)
            taken = opening.name_start
    return kept


def role_of(opening: Opening) -> PartyRole:
    """Return the role in the main suit; a bracket such as （原审被告） outweighs 上诉人 or 答辩人."""
    for word, role in PLEADING_ROLES.items():
        if word in opening.note and role in ("plaintiff", "defendant", "third_party"):
            return role
    return ROLES.get(opening.word, "other")
