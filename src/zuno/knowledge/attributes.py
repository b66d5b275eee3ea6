"""What a paper states of a party beside its name: numbers, birth, address, who represents it.

Attributes are read by label in any order. Holds no state.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from zuno.knowledge.dates import find_dates
from zuno.knowledge.names import is_company_name, name_key
from zuno.knowledge.numbers import find_numbers
from zuno.knowledge.records import NumberFact, PartyFact
from zuno.knowledge.roles import PartyRole

PartyKind = Literal["person", "company", "sole_trader", "unknown"]

_ATTRIBUTE_WORDS = """
法定代表人 负责人 经营者 代表人 执行事务合伙人 住所 住址 住 地址 经营场所 注册地 营业地 送达地址 通讯地址
联系地址 户籍 统一社会 信用代码 纳税人识别号 税号 公民身份 身份证 证件 身份号码 代码 电话 手机 联系 性别 出生 民族
类型 工作单位 职业 职务 邮编 邮箱 开户行 账号 成立日期 注册日期 组织形式 主体类型
"""
ATTRIBUTE_LINE = re.compile(
    r"[ \t·•\-]{0,6}(?:[甲乙丙丁]方?|购买方|销售方|购方|销方|单位)?"
    rf"(?:{'|'.join(sorted(_ATTRIBUTE_WORDS.split(), key=len, reverse=True))})"
)
_REPRESENTATIVE = re.compile(
    r"(?:法定代表人|负责人|经营者|执行事务合伙人|投资人"
    r"|(?<!诉讼)(?<!授权)代表人)(?:姓名)?(?:[（(][^（）()\n]{1,10}[)）])?"
    r"[ \t]{0,3}[:：为是]?[ \t]{0,4}(?P<name>[\u4e00-\u9fff][\u4e00-\u9fff·]{1,11}?)"
    r"(?=[，,。；;、（(）)\s:：]|职务|电话|$|系|该)"
)
_GENDER = re.compile(
    r"性\s?别[ \t]{0,4}[:：]?[ \t]{0,4}(男|女)(?![ ]?[□☐])|(?:^|[，,、。\s（(])(男|女)(?=[，,、。\s）)]|$)|(男"
    r"|女)[ ]?[☑✓√■]"
)
_BOX = r"[□☐☑✓√■]"
_BOX_BEFORE = re.compile(rf"{_BOX}[ \t]?男[ \t]{{0,4}}{_BOX}[ \t]?女")
_CHECKED_AFTER = re.compile(r"[☑✓√■][ \t]?(男|女)")
_BIRTH_LABEL = re.compile(r"出\s?生(?:日期|年月日?)?[ \t]{0,4}[:：]?[ \t]{0,4}$|生于[ ]?$")
_ADDRESS = re.compile(
    r"(?:住所地|住所|住址|户籍所在地|户籍地址?|现住址?|经营场所|注册地址|注册地|营业地址?|营业场所|办公地址"
    r"|送达地址|通讯地址|联系地址"
    r"|家庭住址|地址"
    r"|(?<=[，,。\s])住(?![所址宅户院]))(?:为"
    r"|位于)?[ \t]{0,3}[:：]?[ \t]{0,4}(?P<value>[\u4e00-\u9fffA-Z][^，,。；;\n\t]{3,60}?)"
    r"(?=[，,。；;\n\t]|$|[ ]{2,}|[ ]?(?:公民身份|身份证|统一社会|法定代表人|负责人|联系电话|电话|手机|邮编))"
)
_LANDLINE = re.compile(
    r"(?:电话|联系方式|Tel)[ \t]{0,3}[:：]?[ \t]{0,4}(?P<value>0\d{2,3}-?\d{7,8}|[2-9]\d{6,7})(?!\d)"
)


def state_party(
    text: str, plain: str, role: PartyRole, span: tuple[int, int], name: str, *, bare: bool = False
) -> PartyFact:
    """Return a party with the attributes that ``plain`` states in ``span``; with none where ``bare``."""
    start, end = span
    part = "" if bare else plain[start:end]
    numbers = find_numbers(part)
    credit_code = _first_value(numbers, "credit_code")
    representative = _REPRESENTATIVE.search(part)
    kind = _kind_of(name, part, credit_code)
    address = _ADDRESS.search(part)
    landline = _LANDLINE.search(part)
    return PartyFact(
        start=start,
        end=end,
        text=text[start:end],
        role=role,
        name=re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])", "", name.strip()),
        kind=kind,
        id_number=_first_value(numbers, "id_card"),
        credit_code=credit_code,
        gender=_find_gender(part),
        birth=_find_birth(part),
        legal_representative=representative["name"] if representative and kind != "person" else None,
        address=text[start + address.start("value") : start + address.end("value")] if address else None,
        phone=_first_value(numbers, "phone") or (landline["value"] if landline else None),
    )


def _find_gender(part: str) -> str | None:
    """Return the gender as written or ticked; boxes may stand before or behind their words."""
    pattern = _CHECKED_AFTER if _BOX_BEFORE.search(part) else _GENDER
    match = pattern.search(part)
    return next((group for group in match.groups() if group), None) if match else None


def _first_value(numbers: list[NumberFact], kind: str) -> str | None:
    return next((number.value for number in numbers if number.kind == kind), None)


def _find_birth(part: str) -> date | None:
    for fact in find_dates(part):
        if re.match(r"[ ]?(?:出生|生(?!效))", part[fact.end : fact.end + 3]):
            return fact.value
        if _BIRTH_LABEL.search(part[max(0, fact.start - 16) : fact.start]):
            return fact.value
    return None


def _kind_of(name: str, part: str, credit_code: str | None) -> PartyKind:
    if (credit_code or "").startswith("92") or "个体工商户" in part[:120]:
        return "sole_trader"
    if not name.endswith("公司") and re.search(r"经营者[ \t]{0,3}[:：\u4e00-\u9fff]", part):
        return "sole_trader"
    if is_company_name(name):
        return "company"
    if (
        re.fullmatch(r"[\u4e00-\u9fff\s]{2,6}|[\u4e00-\u9fff]{1,10}·[\u4e00-\u9fff·]{1,12}", name)
        and len(name_key(name)) <= 4
    ):
        return "person"
    marks = re.search(r"公民身份|身份证|出生|[，,](?:男|女)[，,]", part)
    return "person" if "·" in name or marks else "unknown"
