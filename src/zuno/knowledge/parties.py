"""Parties as pleadings, contracts and registry papers introduce them, and their names.

Owns the finder of parties, the comparison of names and the short names of
companies. A party's own writing is taken as written: a wrong number or a name
one character off is kept, so that the difference can be shown. Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from zuno.knowledge.dates import find_dates
from zuno.knowledge.numbers import find_numbers, fold
from zuno.knowledge.records import NumberFact, PartyFact

PartyRole = Literal["plaintiff", "defendant", "third_party", "agent", "other"]
PartyKind = Literal["person", "company", "sole_trader", "unknown"]

_PLEADING_ROLES: dict[str, PartyRole] = {
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
    "原告人": "plaintiff",
    "被告人": "defendant",
    "原告": "plaintiff",
    "被告": "defendant",
    "申请人": "plaintiff",
    "上诉人": "plaintiff",
    "答辩人": "defendant",
    "第三人": "third_party",
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
赠与人 受赠人 欠款人 今欠人 证人 立据人 经销商 发货方 收货方
"""
_OTHER_ROLES = tuple(_OTHER_WORDS.split())
_ROLES: dict[str, PartyRole] = {**dict.fromkeys(_OTHER_ROLES, "other"), **_PLEADING_ROLES}


def _spaced(word: str) -> str:
    """Allow the blanks of letter-spaced labels: 原 告, 甲　方."""
    return "[ \t]{0,3}".join(word) if len(word) <= 3 else word


_LABEL_WORDS = "|".join(_spaced(word) for word in sorted(_ROLES, key=len, reverse=True))
_LABEL_SIGNS = "".join(sorted({word[0] for word in _ROLES}))
_BRACKET = r"(?:[（(][^（）()\n]{1,24}[)）])"
_COUNT = r"(?: ?(?:[一二三四五六七八九十]{1,2}|\d{1,2}(?!\d))|[（(][一二三四五六七八九十\d]{1,2}[)）])"
_LABEL = re.compile(
    rf"(?:(?<=[\n\t ;；。|])|^)(?=[{_LABEL_SIGNS}\d一二三四五六七八九十])(?:第?[一二三四五六七八九十\d]{{1,2}}[ 、.]?)?"
    rf"(?P<word>{_LABEL_WORDS}){_COUNT}?[ \t]?(?P<note>{_BRACKET}{{0,2}})[ \t]{{0,3}}"
    r"(?::|\t)[ \t]{0,8}(?P<line>\n[ \t]{0,8})?(?:(?:姓名|名称|单位名称)[ \t]{0,2}:[ \t]{0,4})?"
)
_LABEL_WITHOUT_COLON = re.compile(
    rf"^[ \t]{{0,8}}(?P<word>原告|被告|第三人|申请人|被申请人|上诉人"
    rf"|被上诉人){_COUNT}?(?P<note>{_BRACKET}?)[ \t]{{0,4}}"
    r"(?=[\u4e00-\u9fff][^，,。:：\n\d]{1,39}[，,](?:男|女|住|统一|法定|公民|身份证|汉族|个体|经营|生于|出生|电话|系|\d))",
    re.MULTILINE,
)
_FORM_NAME = re.compile(
    rf"^[ \t]{{0,4}}(?P<word>原[ \t]{{0,3}}告|被[ \t]{{0,3}}告|第[ \t]?三[ \t]?人|申请人|被申请人){_COUNT}?[ \t]?"
    rf"(?P<note>{_BRACKET}?)[ \t:|]{{0,4}}(?:\n[ \t]{{0,8}}(?:(?:姓名|名称|单位名称)[ \t]{{0,2}}:[ \t]{{0,4}})?"
    r"|(?:姓名|名称|单位名称)[ \t]{0,2}:[ \t]{0,4})(?P<line>)",
    re.MULTILINE,
)
"""A role alone on its line or in its table cell, the name below it or after 姓名 or 名称."""

_REGISTERED = re.compile(
    r"^[ \t#]{0,4}(?P<word>企业名称|公司名称|单位名称|机构名称|名[ 　]{0,4}称|姓[ 　]{0,4}名)[ \t]{0,4}"
    r"[:：\t ][ \t:：]{0,6}(?P<note>)(?P<line>)",
    re.MULTILINE,
)
_BRACKETED_ID = re.compile(
    r"\((?=[^()\n]{0,12}(?:身份证|公民身份|身份号码))(?P<inside>[^()\n]{10,120})\)",
)
_NAME_BEFORE_ID = re.compile(
    r"(?:证人|保证人|担保人|借款人|出借人|原告|被告|借到|收到|[，。：:、\s向与和由欠]|^)(?P<name>[\u4e00-\u9fff]{2,4})$"
)
_COMPANY_ENDING = (
    r"(?:公司|集团|厂|店|中心|合作社|事务所|银行|信用社|医院|学校|大学|幼儿园|委员会|村委会|居委会|仲裁委|协会|学会"
    r"|基金会|政府|工会"
    r"|[^\d]局|研究院|研究所|设计院|测绘院|分院|营业部|服务部|经营部|工程部|门市部|分理处|支行|分行|合伙企业|工作室"
    r"|商行|商社|超市"
    r"|饭店|酒店|宾馆|面馆|餐馆|餐厅|茶馆|小馆|书店|药房|诊所|农场|基地|市场|经销处|加工厂|管理处|站)"
)
_NAME = re.compile(
    r"(?P<company>[^，,。；;:：、\s（()）]{1,30}[（(][^（）()\n]{1,15}[)）]"
    rf"[^，,。；;:：、\s（()）]{{0,30}}?{_COMPANY_ENDING})"
    r"|(?P<spaced>[\u4e00-\u9fff](?:[ \u3000]{1,2}[\u4e00-\u9fff]){1,2})(?=[，,。；;、（(\n\t]| {2}|$)"
    r"|(?P<plain>[^，,。；;:：、\s（()）_＿/]{2,40})"
)
_NO_NAME = re.compile(
    r"(?:辩称|诉称|答辩|请求|判令|以上|以下|上述|同上|本人|双方|签字|盖章|签名|捺印|公章|日期|年月|见附|详见|待填|空白|无$"
    r"|身份证|地址|电话|住所|统一|法定|性别|姓名|名称|代表|[甲乙丙丁]方)|(?:是|应|将|有权|不得|收到|已|于|在|须|可"
    r"|未|我方|对方).{3}"
)
_ATTRIBUTE_WORDS = """
法定代表人 负责人 经营者 代表人 执行事务合伙人 住所 住址 住 地址 经营场所 注册地 营业地 送达地址 通讯地址
联系地址 户籍 统一社会 信用代码 纳税人识别号 税号 公民身份 身份证 证件 身份号码 电话 手机 联系 性别 出生 民族
类型 工作单位 职业 职务 邮编 邮箱 开户行 账号 成立日期 注册日期 组织形式 主体类型
"""
_ATTRIBUTE_LINE = re.compile(
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


@dataclass(frozen=True, slots=True)
class _Opening:
    start: int
    name_start: int
    word: str
    note: str
    registered: bool = False


def find_parties(text: str) -> list[PartyFact]:
    """Find the parties that a pleading, contract, note of debt or registry paper introduces.

    A party runs from its label (原告：, 甲方（出卖人）：, 借款人：) over the rest
    of the line, cut at the next label, and over the lines below that state its
    attributes. Attributes are read by label in any order. Parties of the
    counterclaim keep their role of the main suit; 申请人 counts as plaintiff,
    答辩人 as defendant; parties of contracts are ``other``. 姓名 and 企业名称 of
    identity cards and registry papers count where a number stands with them. A
    later mention of the same name in the same role (a signature) is left out
    unless it says something else. For a sole trader the identity number,
    gender and birth are those of the person who runs it.

    Args:
        text: Text of one document.

    Returns:
        Parties in order; ``text`` shows the label, so 买受人 can be told from 出卖人.
    """
    plain = fold(text)
    openings = list(_find_openings(plain))
    found: list[PartyFact] = []
    for at, opening in enumerate(openings):
        limit = openings[at + 1].start if at + 1 < len(openings) else len(plain)
        found.extend(_read_party(text, plain, opening, limit))
    found.extend(_read_sections(text, plain))
    found.extend(_read_matrix(text, plain))
    found.extend(_read_bracketed(text, plain))
    return list(_drop_repeats(sorted(found, key=lambda party: party.start)))


def _find_openings(plain: str) -> Iterator[_Opening]:
    found: list[_Opening] = []
    for pattern in (_FORM_NAME, _LABEL, _LABEL_WITHOUT_COLON, _REGISTERED):
        for match in pattern.finditer(plain):
            word = re.sub(r"\s", "", match["word"])
            found.append(_Opening(match.start("word"), match.end(), word, match["note"], pattern is _REGISTERED))
    taken = -1
    for opening in sorted(found, key=lambda opening: (opening.start, -opening.name_start)):
        if opening.start >= taken:
            yield opening
            taken = opening.name_start


def _role_of(opening: _Opening) -> PartyRole:
    """Return the role in the main suit; a bracket such as （原审被告） outweighs 上诉人 or 答辩人."""
    for word, role in _PLEADING_ROLES.items():
        if word in opening.note and role in ("plaintiff", "defendant", "third_party"):
            return role
    return _ROLES.get(opening.word, "other")


def _read_party(text: str, plain: str, opening: _Opening, limit: int) -> Iterator[PartyFact]:
    names = list(_read_names(plain, opening.name_start, limit))
    if not names:
        return
    start, end = _find_extent(plain, opening, names[-1][1], limit)
    if opening.registered and not any(
        number.kind in ("id_card", "credit_code") for number in find_numbers(plain[start:end])
    ):
        return
    role = _role_of(opening)
    if len(names) > 1:
        for at, (begin, close) in enumerate(names):
            first = opening.start if at == 0 else begin
            yield _state(text, plain, role, (first, close), text[begin:close], bare=True)
        return
    yield _state(text, plain, role, (start, end), text[names[0][0] : names[0][1]])


def _read_names(plain: str, at: int, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the name at ``at`` and of those joined to it by 、."""
    match = _NAME.match(plain, at, limit)
    while match is not None and _is_name(match.group()):
        yield match.start(), match.end()
        if plain[match.end() : match.end() + 1] != "、":
            return
        match = _NAME.match(plain, match.end() + 1, limit)


def _is_name(written: str) -> bool:
    bare = re.sub(r"\s", "", written)
    return (
        len(bare) >= 2
        and not _NO_NAME.match(bare)
        and bool(re.search(r"[\u4e00-\u9fff]{2}|[A-Za-z]{2}", bare))
        and not re.search(r"[？?！!“”\"《》]", bare)
    )


def _find_extent(plain: str, opening: _Opening, at: int, limit: int) -> tuple[int, int]:
    """Return the span of the label's line and of the lines that state attributes."""
    start, end = opening.start, _line_end(plain, at, limit)
    for _ in range(12):
        begin = end + 1
        if begin >= limit or not _ATTRIBUTE_LINE.match(plain, begin):
            break
        end = _line_end(plain, begin, limit)
    if opening.registered:
        for _ in range(2):
            above = plain.rfind("\n", max(0, start - 200), max(0, start - 1)) + 1
            if above >= start or not _ATTRIBUTE_LINE.match(plain, above):
                break
            start = above
    return start, start + len(plain[start:end].rstrip())


def _line_end(plain: str, at: int, limit: int) -> int:
    end = plain.find("\n", at, limit)
    return limit if end < 0 else end


def _state(
    text: str, plain: str, role: PartyRole, span: tuple[int, int], name: str, *, bare: bool = False
) -> PartyFact:
    start, end = span
    part = "" if bare else plain[start:end]
    numbers = find_numbers(part)
    credit_code = _first_value(numbers, "credit_code")
    representative = _REPRESENTATIVE.search(part)
    gender = _GENDER.search(part)
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
        gender=next((group for group in gender.groups() if group), None) if gender else None,
        birth=_find_birth(part),
        legal_representative=representative["name"] if representative and kind != "person" else None,
        address=text[start + address.start("value") : start + address.end("value")] if address else None,
        phone=_first_value(numbers, "phone") or (landline["value"] if landline else None),
    )


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


def _read_bracketed(text: str, plain: str) -> Iterator[PartyFact]:
    for match in _BRACKETED_ID.finditer(plain):
        before = _NAME_BEFORE_ID.search(plain, max(0, match.start() - 8), match.start())
        if before is None:
            continue
        start = before.start("name")
        if len(before["name"]) == 4 and before["name"][0] in "向与由给对从将被":
            start += 1
        name = text[start : match.start()]
        if _is_name(name) and any(number.kind == "id_card" for number in find_numbers(match["inside"])):
            yield _state(text, plain, "other", (start, match.end()), name)


_SECTION = re.compile(
    rf"^[ \t]*[【\[(]?[ \t]*(?P<word>原[ \t]*告|被[ \t]*告|第[ \t]*三[ \t]*人|被?申请人){_COUNT}?[ \t]*"
    r"[】\])]?[ \t]*:?[ \t|]*$"
    rf"|^[ \t]*(?P<word2>原告|被告|第三人){_COUNT}?[ \t]*\t",
    re.MULTILINE,
)
_SECTION_END = re.compile(
    r"^[ \t]*(?:[【\[]|[一二三][、.])?[ \t]*"
    r"(?:诉[ \t]*讼[ \t]*请[ \t]*求|请[ \t]*求|要[ \t]*求|事[ \t]*实|案[ \t]*由|诉[ \t]*求|委托)",
    re.MULTILINE,
)
_ENTRY = re.compile(
    r"^[ \t|]*(?:(?:原告|被告|第三人)[ \t]*\t[ \t]*)?(?P<number>\d{1,2}[ \t]*[.、)][ \t]*)?"
    r"(?:(?:姓[ \t]*名|名[ \t]*称|字[ \t]*号|单位名称)[ \t]*:[ \t]*)?",
    re.MULTILINE,
)
_LABELLED_ENTRY = re.compile(r"(?:姓[ \t]*名|名[ \t]*称|字[ \t]*号|单位名称)[ \t]*:[ \t]*$|\d{1,2}[ \t]*[.、)][ \t]*$")


def _read_sections(text: str, plain: str) -> Iterator[PartyFact]:
    """Read the parties listed below a role that stands alone: each entry by its number or its 姓名, 名称 or 字号."""
    heads = list(_SECTION.finditer(plain))
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(plain)
        stop = _SECTION_END.search(plain, head.end(), end)
        end = stop.start() if stop else min(end, head.end() + 1_200)
        role = _PLEADING_ROLES.get(re.sub(r"\s", "", head["word"] or head["word2"]))
        begin = plain.rfind("\n", 0, head.start() + 1) + 1 if head["word2"] else head.end()
        entries = [
            (entry, name)
            for entry in _ENTRY.finditer(plain, begin, end)
            if _LABELLED_ENTRY.search(entry.group())
            and (name := _NAME.match(plain, entry.end(), end))
            and _is_name(name.group())
        ]
        for place, (entry, name) in enumerate(entries):
            until = entries[place + 1][0].start() if place + 1 < len(entries) else end
            span = (entry.start(), entry.start() + len(plain[entry.start() : until].rstrip()))
            if role is not None:
                yield _state(text, plain, role, span, text[name.start() : name.end()])


_MATRIX_LABELS = ("姓名", "名称", "单位名称", "姓名或名称")


def _read_matrix(text: str, plain: str) -> Iterator[PartyFact]:
    """Read a table whose columns are the parties and whose rows are their attributes."""
    lines = [(match.start(), match.group()) for match in re.finditer(r"[^\n]+", plain)]
    for at, (start, line) in enumerate(lines):
        heads = line.split("\t")
        roles = [_PLEADING_ROLES.get(re.sub(r"[\s一二三四五\d]", "", head)) for head in heads]
        if sum(role is not None for role in roles) < 2 or roles[0] is not None:
            continue
        rows: list[list[str]] = []
        end = start + len(line)
        for below_start, below in lines[at + 1 : at + 16]:
            cells = below.split("\t")
            if len(cells) != len(heads):
                break
            rows.append(cells)
            end = below_start + len(below)
        names = next((row for row in rows if re.sub(r"\s", "", row[0]) in _MATRIX_LABELS), None)
        if names is None:
            continue
        for column, role in enumerate(roles):
            name = names[column].strip() if column < len(names) else ""
            if role is None or not _is_name(name):
                continue
            part = "，".join(f"{row[0].strip()}:{row[column].strip()}" for row in rows if row[column].strip())
            place = text.find(name, start, end)
            stated = _state(part, part, role, (0, len(part)), name)
            yield replace(stated, start=place, end=place + len(name), text=text[place : place + len(name)])


def _drop_repeats(parties: list[PartyFact]) -> Iterator[PartyFact]:
    seen: dict[str, list[PartyFact]] = {}
    for party in parties:
        earlier = seen.setdefault(name_key(party.name), [])
        if not any(_adds_nothing(party, other) for other in earlier):
            yield party
        earlier.append(party)


def _adds_nothing(party: PartyFact, earlier: PartyFact) -> bool:
    if party.role != earlier.role and party.role != "other":
        return False
    fields = ("id_number", "credit_code", "gender", "birth", "legal_representative", "address", "phone")
    return all(getattr(party, field) in (None, getattr(earlier, field)) for field in fields)


def gender_of_id(number: str) -> Literal["男", "女"] | None:
    """Return the gender inside an identity number of 18 digits, whatever its check digit; None without one.

    Source: GB 11643-1999 (the seventeenth digit is odd for men).
    """
    if not re.fullmatch(r"\d{17}[\dX]", number, re.ASCII):
        return None
    return "男" if int(number[16]) % 2 else "女"


def birth_of_id(number: str) -> date | None:
    """Return the date of birth inside an identity number of 18 digits, whatever its check digit; None without one.

    Source: GB 11643-1999 (digits seven to fourteen).
    """
    if not re.fullmatch(r"\d{17}[\dX]", number, re.ASCII):
        return None
    try:
        return date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return None


_TITLES = re.compile(r"(?<=..)(?:先生|女士|同志)$")
_REMARK = re.compile(r"[（(\[【][^（）()\[\]【】]{1,20}[)）\]】]\s*$")


def name_key(name: str) -> str:
    """Return a name without blanks, brackets, dots and honorifics, for comparison."""
    bare = re.sub(r"[\s（）()\[\]【】〔〕<>〈〉·•.．、,，:：]", "", fold(name)).upper()
    return _TITLES.sub("", bare)


def same_name(one: str, other: str) -> bool:
    """Tell whether two writings are the same full name.

    Blanks, the form of brackets and honorifics do not count, and a remark in
    brackets at the end of one of them is set aside (孟立川（渡口小馆）). A bank's
    mask (孟*川) fits every name that it can hide. A short form is not the same
    name: ask ``refers_to``.
    """
    left, right = name_key(one), name_key(other)
    if not left or not right:
        return False
    if left == right:
        return True
    if bool(_REMARK.search(one)) != bool(_REMARK.search(other)):
        left, right = name_key(_REMARK.sub("", one)), name_key(_REMARK.sub("", other))
    return left == right or _fits_mask(left, right) or _fits_mask(right, left)


def _fits_mask(mask: str, name: str) -> bool:
    if "*" not in mask or not mask.strip("*") or "*" in name:
        return False
    pattern = re.sub(r"\\\*(?:\\\*)*", ".{1,4}", re.escape(mask))
    return re.fullmatch(pattern, name) is not None


_LEGAL_FORM = re.compile(
    r"(?:股份有限公司|有限责任公司|集团有限公司|控股有限公司|有限公司|集团公司|集团|公司|(?:特殊)?普通合伙企业"
    r"|有限合伙企业|合伙企业"
    r"|个人独资企业|律师事务所|会计师事务所|事务所|专业合作社|合作社|(?:第[一二三四五六七八九十]+)?分公司|工作室"
    r"|经营部|门市部|服务部"
    r"|营业部|商行|加工厂|厂|店|中心)$"
)
_REGION = re.compile(r"(?:[\u4e00-\u9fff]{2,7}?(?:自治区|自治州|特别行政区|省|市|区|县|旗|镇|乡|街道|开发区|新区))")
_TRADE_WORDS = """
钢材贸易 建筑材料 建材贸易 商业贸易 国际贸易 实业投资 文化传播 文化传媒 文化创意 广告传媒 信息技术 网络科技
信息科技 电子商务 电子科技 科技发展 科技 软件技术 软件开发 软件 网络技术 网络 智能科技 生物科技 新能源科技
新材料科技 建设工程 建筑工程 建筑安装 建筑劳务 劳务派遣 劳务服务 劳务分包 劳务 装饰工程 装饰设计 装饰装修
装修工程 装饰 装潢 园林绿化 市政工程 防水工程 安装工程 工程建设 工程技术 工程咨询 工程管理 工程机械 工程 建设
建工 建筑 建材 钢结构 钢铁贸易 钢铁 钢材 钢贸 五金机电 五金制品 五金 机械设备 机械制造 机械租赁 机械 机电设备
机电 电气设备 电气 电器 电子 电力 设备租赁 设备 仪器 物业管理 物业服务 物业 房地产开发 房地产经纪 房地产 置业
地产 置地 商业管理 商业运营管理 酒店管理 餐饮管理 餐饮服务 餐饮 食品加工 食品贸易 食品 农业科技 农业发展 农业
农产品 果蔬 水产 粮油 茶业 酒业 饮品 乳业 医疗器械 医疗科技 医疗 医药 药业 健康管理 健康科技 生物 化工 化学
塑料制品 塑料 橡胶 包装制品 包装材料 包装 印刷 纸业 纺织品 纺织 服饰 服装 制衣 鞋业 家具制造 家具 家居用品 家居
家纺 木业 陶瓷 石材 玻璃 门窗 水泥制品 水泥 混凝土 商品混凝土 汽车销售服务 汽车销售 汽车服务 汽车租赁 汽车维修
汽车 车业 物流运输 物流服务 物流 货运服务 货运代理 货运 运输服务 运输 速运 速递 速达 快递 供应链管理 供应链
仓储服务 仓储 进出口贸易 进出口 贸易发展 贸易 商贸 经贸 工贸 物资贸易 物资 实业发展 实业 投资管理 投资发展 投资
资产管理 资本管理 基金管理 融资租赁 融资担保 小额贷款 商业保理 典当 担保 保险经纪 保险代理 财产保险 人寿保险
保险 信托 证券 期货 企业管理咨询 企业管理 管理咨询 商务咨询 商务服务 咨询 教育科技 教育咨询 教育培训 教育 培训
人力资源服务 人力资源 旅游开发 旅行社 旅游 影视传媒 影视 广告 传媒 传播 文化 体育 环保科技 环保工程 环保
环境科技 环境 新能源 能源科技 能源 矿业 煤炭 石油 燃气 通信技术 通信 通讯 照明 光电 安防 消防工程 消防 保安服务
保安 家政服务 家政 美容美发 美容 摄影 婚庆 珠宝 百货 面馆 餐馆 餐厅 饭店 酒店 宾馆 小馆 茶馆 超市 便利 药房 书店
轧钢 铸造 模具 银行 信用社 医院 学校 幼儿园 金属制品 金属材料 金属 制造 制品 加工 销售 服务 发展 开发 设计 租赁
经营 管理 技术 产业
"""
_TRADES = tuple(sorted(set(_TRADE_WORDS.split()), key=len, reverse=True))
_COMMON_WORDS = """
中国 中华 农商 农村 商业 工商 建设 人民 第一 第二 国家 中央 城市 商务 公司 本人 我司
"""
_TOO_COMMON = frozenset(_COMMON_WORDS.split())


def is_company_name(name: str) -> bool:
    """Tell whether a name ends as companies, shops, offices and other bodies do."""
    return bool(re.search(rf"{_COMPANY_ENDING}(?:[（(].*)?$", name.strip()))


def _split_company(name: str) -> tuple[str, str, str] | None:
    """Split a company name into brand with an unmarked place before it, trade, legal form."""
    bare = re.sub(r"[（(][^（）()]{1,12}[)）]", "", fold(name))
    bare = re.sub(r"\s", "", bare)
    form = _LEGAL_FORM.search(bare)
    stem = bare[: form.start()] if form else bare
    if not form and not is_company_name(bare):
        return None
    while (region := _REGION.match(stem)) and len(stem) - region.end() >= 2:
        stem = stem[region.end() :]
    brand = stem
    while trade := next((word for word in _TRADES if brand.endswith(word) and len(brand) > len(word) + 1), None):
        brand = brand[: -len(trade)]
    return brand, stem[len(brand) :], form.group() if form else ""


def short_names(name: str) -> frozenset[str]:
    """Return the short names by which a company is called: 栾江恒岳建材有限公司 gives 恒岳建材, 恒岳, ….

    The place before the brand is cut where it is marked (澄州市) and, when four
    or more signs stand before the trade, also where it is not (栾江恒岳). The
    brand alone may be shared by companies of one group: it points, it does not
    prove. Persons have no short names.
    """
    parts = _split_company(name)
    if parts is None:
        return frozenset()
    brand, trade, form = parts
    brands = {brand} if len(brand) < 4 else {brand, brand[2:]}
    names: set[str] = set()
    for core in brands:
        if len(core) < 2 or core in _TOO_COMMON:
            continue
        names |= {core, f"{core}公司", f"{core}{trade}"}
        names |= {f"{core}{trade[:cut]}" for cut in range(2, len(trade), 2)}
        if form:
            names |= {f"{core}{trade}公司", f"{core}{trade}{form}"}
    return frozenset(names - {name_key(name)})


def refers_to(mention: str, name: str) -> bool:
    """Tell whether a mention may mean the party ``name``: its full or a short name.

    恒岳, 恒岳建材 and 恒岳公司 refer to 栾江恒岳建材有限公司; 恒岳建设 does not.
    Abbreviated trades count when their signs stand in order (铁原钢贸 for
    铁原钢材贸易).
    """
    if same_name(mention, name):
        return True
    key = name_key(mention)
    shorts = short_names(name)
    if key in shorts:
        return True
    parts = _split_company(name)
    if parts is None:
        return False
    brand, trade, _ = parts
    core = re.sub(r"(?:有限责任公司|有限公司|公司|集团)$", "", key)
    for start in {brand, brand[2:] if len(brand) >= 4 else brand}:
        if len(start) >= 2 and start not in _TOO_COMMON and core.startswith(start):
            return _stands_in_order(core[len(start) :], trade)
    return False


def _stands_in_order(part: str, whole: str) -> bool:
    signs = iter(whole)
    return all(sign in signs for sign in part)
