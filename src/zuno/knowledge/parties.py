"""Parties as pleadings, contracts and registry papers introduce them.

Owns the finder of parties. A party's own writing is taken as written: a wrong
number or a name one character off is kept, so that the difference can be
shown. The comparison of names stands in ``names.py`` and is offered here too.
Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from zuno.knowledge.attributes import ATTRIBUTE_LINE, PartyKind, state_party
from zuno.knowledge.names import (
    COMPANY_ENDING,
    birth_of_id,
    gender_of_id,
    is_company_name,
    name_key,
    refers_to,
    same_name,
    short_names,
)
from zuno.knowledge.numbers import find_numbers
from zuno.knowledge.records import PartyFact
from zuno.knowledge.roles import (
    COUNT,
    NAME_LABEL,
    PLEADING_ROLES,
    ROLES,
    Opening,
    PartyRole,
    find_openings,
    role_of,
    simplify,
)

__all__ = [
    "PartyKind",
    "PartyRole",
    "birth_of_id",
    "find_parties",
    "gender_of_id",
    "is_company_name",
    "name_key",
    "refers_to",
    "same_name",
    "short_names",
]

_BRACKETED_ID = re.compile(
    r"\((?=[^()\n]{0,12}(?:身份证|公民身份|身份号码))(?P<inside>[^()\n]{10,120})\)",
)
_NAME_BEFORE_ID = re.compile(
    r"(?:证人|保证人|担保人|借款人|出借人|原告|被告|借到|收到|[，。：:、\s向与和由欠]|^)(?P<name>[\u4e00-\u9fff]{2,4})$"
)
_NAME = re.compile(
    r"(?P<company>[^，,。；;:：、\s（()）]{1,30}[（(][^（）()\n]{1,15}[)）]"
    rf"[^，,。；;:：、\s（()）]{{0,30}}?{COMPANY_ENDING})"
    r"|(?P<spaced>[\u4e00-\u9fff](?:[ \u3000]{1,2}[\u4e00-\u9fff]){1,2})(?=[，,。；;、（(\n\t]| {2}|$)"
    r"|(?P<plain>[^，,。；;:：、\s（()）_＿/]{2,40})"
)
_NO_NAME = re.compile(
    r"(?:辩称|诉称|答辩|请求|判令|以上|以下|上述|同上|本人|双方|签字|盖章|签名|捺印|公章|日期|年月|见附|详见|待填|空白|无$"
    r"|身份证|地址|电话|住所|统一|法定|性别|姓名|名称|字号|代表|[甲乙丙丁]方)|(?:是|应|将|有权|不得|收到|已|于|在|须|可"
    r"|未|我方|对方).{3}"
)


_ROLE_ALONE = re.compile(rf"第?[一二三四五六七八九十]?(?:{'|'.join(ROLES)}){COUNT}?")


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
    plain = simplify(text)
    openings = find_openings(plain)
    found: list[PartyFact] = []
    for at, opening in enumerate(openings):
        limit = openings[at + 1].start if at + 1 < len(openings) else len(plain)
        found.extend(_read_party(text, plain, opening, limit))
    found.extend(_read_sections(text, plain))
    found.extend(_read_matrix(text, plain))
    found.extend(_read_bracketed(text, plain))
    spans = [(party.start, party.end) for party in found]
    found.extend(
        party
        for party in _read_registered(text, plain)
        if not any(start < party.end and party.start < end for start, end in spans)
    )
    return list(_drop_repeats(sorted(found, key=lambda party: party.start)))


def _read_party(text: str, plain: str, opening: Opening, limit: int) -> Iterator[PartyFact]:
    if _NUMBERED.match(plain, opening.name_start, limit):
        yield from _read_numbered(text, plain, opening, limit)
        return
    names = list(_read_names(plain, opening.name_start, limit))
    if not names:
        return
    start, end = _find_extent(plain, opening, names[-1][1], limit)
    if opening.registered and not any(
        number.kind in ("id_card", "credit_code") for number in find_numbers(plain[start:end])
    ):
        return
    role = role_of(opening)
    if len(names) > 1:
        for at, (begin, close) in enumerate(names):
            first = opening.start if at == 0 else begin
            yield state_party(text, plain, role, (first, close), text[begin:close], bare=True)
        return
    others = list(_read_joined(text, plain, role, names[0][1], _line_end(plain, names[0][1], limit)))
    end = others[0].start if others else end
    yield state_party(text, plain, role, (start, start + len(plain[start:end].rstrip(" \t;；"))), _cut(text, names[0]))
    yield from others


def _cut(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]]


_NEXT = re.compile(r"[；;][ \t]{0,16}(?:和|与)?")
_STATES = re.compile(
    r"[，,\s(](?:男|女|住|身份证|公民身份|统一社会|信用代码|法定代表人|负责人)|\d{15}|9[1-3][0-9A-Z]{16}"
)


def _read_joined(text: str, plain: str, role: PartyRole, at: int, end: int) -> Iterator[PartyFact]:
    """Read further parties of the same label on its line, parted by ； and each with something stated of it."""
    marks = [mark.end() for mark in _NEXT.finditer(plain, at, end)]
    for place, begin in enumerate(marks):
        stop = marks[place + 1] - 1 if place + 1 < len(marks) else end
        name = _NAME.match(plain, begin, stop)
        if name and _is_name(name.group()) and _STATES.search(plain, name.end(), stop):
            span = (begin, begin + len(plain[begin:stop].rstrip(" \t;；。")))
            yield state_party(text, plain, role, span, name.group())


_NUMBER = r"(?:\d{1,2}[ \t]{0,2}[.、)．](?!\d)|\([一二三四五六七八九十\d]{1,2}\)|[①-⑨]|[一二三四五六七八九][、.])"
_NUMBERED = re.compile(
    rf"(?:(?<=[\n:；;。\t ])|^)[ \t]{{0,4}}{_NUMBER}[ \t]{{0,4}}(?:{NAME_LABEL}[ \t]{{0,4}}:[ \t]{{0,4}})?"
)


def _read_numbered(text: str, plain: str, opening: Opening, limit: int) -> Iterator[PartyFact]:
    """Read parties that one label introduces by numbers: 被告：1、…；2、…, on its line or on lines below."""
    stop = SECTION_END.search(plain, opening.name_start, limit)
    limit = min(stop.start() if stop else limit, opening.name_start + 1_200)
    marks: list[re.Match[str]] = []
    for mark in _NUMBERED.finditer(plain, opening.name_start, limit):
        name = _NAME.match(plain, mark.end(), limit)
        if name is None or not _is_name(name.group()):
            break
        marks.append(mark)
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else _block_end(plain, mark.end(), limit)
        name = _NAME.match(plain, mark.end(), end)
        if name is not None:
            start = opening.start if place == 0 else mark.start() + len(mark.group()) - len(mark.group().lstrip())
            span = (start, start + len(plain[start:end].rstrip(" \t\n;；")))
            yield state_party(text, plain, role_of(opening), span, _cut(text, name.span()))


def _block_end(plain: str, at: int, limit: int) -> int:
    end = _line_end(plain, at, limit)
    for _ in range(12):
        is_value = plain[at:end].rstrip().endswith(":")
        if end + 1 >= limit or not (is_value or ATTRIBUTE_LINE.match(plain, end + 1)):
            break
        at = end
        end = _line_end(plain, end + 1, limit)
    return end


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
        and not _ROLE_ALONE.fullmatch(bare)
    )


def _find_extent(plain: str, opening: Opening, at: int, limit: int) -> tuple[int, int]:
    """Return the span of the label's line and of the lines that state attributes."""
    start, end = opening.start, _block_end(plain, at, limit)
    if opening.registered:
        for _ in range(2):
            above = plain.rfind("\n", max(0, start - 200), max(0, start - 1)) + 1
            if above >= start or not ATTRIBUTE_LINE.match(plain, above):
                break
            start = above
    return start, start + len(plain[start:end].rstrip())


def _line_end(plain: str, at: int, limit: int) -> int:
    end = plain.find("\n", at, limit)
    return limit if end < 0 else end


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
            yield state_party(text, plain, "other", (start, match.end()), name)


_GAP = r"[ \t]{0,16}"
_SECTION = re.compile(
    rf"^{_GAP}[\[(]?{_GAP}(?P<word>原{_GAP}告|被{_GAP}告|第{_GAP}三{_GAP}人|被?申请人){COUNT}?{_GAP}"
    rf"(?:(?:基本)?(?:信息|情况))?[\])]?{_GAP}:?{_GAP}$"
    rf"|^{_GAP}(?P<word2>原告|被告|第三人){COUNT}?{_GAP}\t",
    re.MULTILINE,
)
_SECTION_WORDS = "诉讼请求 请求 要求 事实 案由 诉求"
SECTION_END = re.compile(
    rf"^{_GAP}(?:\[|[一二三][、.])?{_GAP}(?:{'|'.join(_GAP.join(word) for word in _SECTION_WORDS.split())}|委托)",
    re.MULTILINE,
)
_ENTRY = re.compile(
    rf"^{_GAP}(?:(?:原告|被告|第三人){_GAP}\t{_GAP})?(?P<number>{_NUMBER}{_GAP})?(?:{NAME_LABEL}{_GAP}[:\t]{_GAP})?",
    re.MULTILINE,
)
_LABELLED_ENTRY = re.compile(rf"(?:{NAME_LABEL}{_GAP}[:\t]|{_NUMBER}){_GAP}$")
_STATED_ENTRY = re.compile(r"[，,](?:男|女|住所|统一社会|法定代表人|经营场所)")


def _read_sections(text: str, plain: str) -> Iterator[PartyFact]:
    """Read the parties below a role that stands alone, each by its number, its 姓名 or what is stated of it."""
    heads = list(_SECTION.finditer(plain))
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(plain)
        stop = SECTION_END.search(plain, head.end(), end)
        end = stop.start() if stop else min(end, head.end() + 1_200)
        role = PLEADING_ROLES.get(re.sub(r"\s", "", head["word"] or head["word2"]))
        begin = plain.rfind("\n", 0, head.start() + 1) + 1 if head["word2"] else head.end()
        entries = [
            (entry, name)
            for entry in _ENTRY.finditer(plain, begin, end)
            if (name := _NAME.match(plain, entry.end(), end))
            and (_LABELLED_ENTRY.search(entry.group()) or _STATED_ENTRY.match(plain, name.end()))
            and _is_name(name.group())
        ]
        for place, (entry, name) in enumerate(entries):
            until = entries[place + 1][0].start() if place + 1 < len(entries) else end
            span = (entry.start(), entry.start() + len(plain[entry.start() : until].rstrip()))
            if role is not None:
                yield state_party(text, plain, role, span, _cut(text, name.span()))


_MATRIX_LABEL = re.compile(NAME_LABEL)


def _read_matrix(text: str, plain: str) -> Iterator[PartyFact]:
    """Read a table whose columns are the parties and whose rows are their attributes."""
    lines = [(match.start(), match.group()) for match in re.finditer(r"[^\n]+", plain)]
    for at, (start, line) in enumerate(lines):
        heads = line.split("\t")
        roles: list[PartyRole | None] = [PLEADING_ROLES.get(re.sub(r"[\s一二三四五\d]", "", head)) for head in heads]
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
        names = next((row for row in rows if _MATRIX_LABEL.fullmatch(re.sub(r"\s", "", row[0]))), None)
        if names is None:
            continue
        for column, role in enumerate(roles):
            name = names[column].strip() if column < len(names) else ""
            if role is None or not _is_name(name):
                continue
            part = "，".join(_stated_in(row[0].strip(), row[column].strip()) for row in rows if row[column].strip())
            place = text.find(name, start, end)
            stated = state_party(part, part, role, (0, len(part)), name)
            yield replace(stated, start=place, end=place + len(name), text=text[place : place + len(name)])


def _stated_in(label: str, value: str) -> str:
    return f"{'统一社会信用代码' if re.fullmatch(r'9[1-3][0-9A-Z]{16}', value) else label}:{value}"


_REGISTER_LINE = re.compile(
    r"^[ \t]{0,16}(?:\[\d{1,2}\]|\d{1,2}[.、)])?[ \t]{0,16}(?P<name>[^\s，,。；;:\d]{4,40}?)[ \t，,(:]+"
    r"(?=[^\n]{0,80}9[1-3][0-9A-Z]{16})",
    re.MULTILINE,
)


def _read_registered(text: str, plain: str) -> Iterator[PartyFact]:
    """Read the lines of a register that begin with a name and state a credit code."""
    for match in _REGISTER_LINE.finditer(plain):
        name = text[match.start("name") : match.end("name")]
        if is_company_name(name) and _is_name(name):
            start, end = match.start("name"), _line_end(plain, match.end(), len(plain))
            yield state_party(text, plain, "other", (start, start + len(plain[start:end].rstrip(" \t"))), name)


def _drop_repeats(parties: list[PartyFact]) -> Iterator[PartyFact]:
    seen: dict[str, list[PartyFact]] = {}
    sides = {name_key(party.name) for party in parties if party.role != "other"}
    for party in parties:
        if party.role == "other" and name_key(party.name) in sides and _NAME_FIRST.match(party.text):
            continue
        earlier = seen.setdefault(name_key(party.name), [])
        if not any(_adds_nothing(party, other) for other in earlier):
            yield party
        earlier.append(party)


_NAME_FIRST = re.compile(rf"(?:企业|公司|机构)?{NAME_LABEL}")


def _adds_nothing(party: PartyFact, earlier: PartyFact) -> bool:
    if party.role != earlier.role and party.role != "other":
        return False
    fields = ("id_number", "credit_code", "gender", "birth", "legal_representative", "address", "phone")
    return all(getattr(party, field) in (None, getattr(earlier, field)) for field in fields)
