"""Who the parties are: numbers that fail their check digit, and defendants who are not the ones in the papers."""

from __future__ import annotations

import re

from zuno.casework import figures
from zuno.casework.checks.sale import rival_buyer
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.records import Quote
from zuno.casework.sources import Source
from zuno.knowledge import parties as names
from zuno.knowledge.records import NumberFact, PartyFact

_PLEADED = frozenset({"complaint"})


def identity_mismatches(matter: Matter) -> list[Draft]:
    """Identity numbers and credit codes in the complaint that cannot be right, one finding a party.

    Looked at: check digits (GB 11643, GB 32100), the same person's number in
    other papers, birth date and sex against the number.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind not in _PLEADED:
            continue
        for party in source.parties:
            if party.role in ("plaintiff", "defendant", "third_party") and (draft := _of_party(matter, source, party)):
                drafts.append(draft)
    return drafts


def _of_party(matter: Matter, source: Source, party: PartyFact) -> Draft | None:
    faults: list[str] = []
    quotes: list[Quote] = [source.quote(party.start, party.end)]
    number = party.id_number or party.credit_code
    expected: str | None = None
    if number:
        place = source.text.find(number, party.start)
        if place >= 0:
            quotes = [source.quote(place, place + len(number))]
        kind = "公民身份号码" if party.id_number else "统一社会信用代码"
        if not _valid(source, number):
            faults.append(f"{party.name}的{kind}校验码不符")
        others = _other_numbers(matter, source, party, number)
        if others:
            faults.append(
                f"{party.name}的{kind}与{'、'.join(f'《{matter.source(q.file).title}》' for q, _v in others)}不一致"
            )
            quotes += [quote for quote, _value in others]
            expected = others[0][1]
    if party.id_number:
        birth, gender = names.birth_of_id(party.id_number), names.gender_of_id(party.id_number)
        if party.birth and birth and party.birth != birth:
            faults.append(f"{party.name}的出生日期与身份号码不符")
        if party.gender and gender and party.gender != gender:
            faults.append(f"{party.name}的性别与身份号码不符")
    if not faults:
        return None
    hurts = "plaintiff"
    return Draft(
        code="identity_mismatch", detail="；".join(faults), quotes=tuple(quotes[:4]), expected=expected, hurts=hurts
    )


def _valid(source: Source, number: str) -> bool:
    return next((fact.valid is not False for fact in source.numbers if fact.value == number.upper()), True)


def _other_numbers(matter: Matter, source: Source, party: PartyFact, number: str) -> list[tuple[Quote, str]]:
    """The same party's number of the same length in other papers, where it is valid and differs."""
    kind = "id_card" if party.id_number else "credit_code"
    found: list[tuple[Quote, str]] = []
    for other in matter.open_sources:
        if other is source or not other.read:
            continue
        for fact in other.numbers:
            if fact.kind != kind or not fact.valid:
                continue
            nearest = _owner(matter, other, fact)
            if nearest and names.same_name(nearest, party.name) and not _same_number(number, fact.value):
                found.append((other.quote(fact.start, fact.end), fact.value))
                break
    return found


def _same_number(written: str, full: str) -> bool:
    """Whether two numbers agree in every sign that the first does not mask."""
    pattern = "".join("." if sign in "*＊×" else re.escape(sign) for sign in written.upper())
    return re.fullmatch(pattern, full) is not None


def _owner(matter: Matter, source: Source, number: NumberFact) -> str | None:
    """The party name that stands last before a number, unless another's name or number stands between."""
    line = source.text.rfind("\n", 0, number.start) + 1
    begin = max(0, min(line, number.start - 60))
    words = source.text[begin : number.start]
    placed = [(words.rfind(party.name), party.name) for party in matter.cast.parties if party.name in words]
    if not placed:
        return None
    at, name = max(placed)
    end = begin + at + len(name)
    taken = any(other.kind == number.kind and end <= other.start < number.start for other in source.numbers)
    introduced = any(
        end <= other.start < number.start and not names.same_name(other.name, name) for other in source.parties
    )
    company = re.search(r"[\u4e00-\u9fff]{4,}(?:公司|厂|店|行|部|中心|社)", words[at + len(name) :])
    another = _ANOTHER_PERSON.search(words, at + len(name))
    return None if taken or introduced or company or another else name


_ANOTHER_PERSON = re.compile(
    r"(?:委托|聘请|请|由|授权|派|代理人|联系人|经办人)[：:]?[ 　]*"
    r"[\u4e00-\u9fff]{2,4}(?=[（(，,、 　]|律师|代理|帮|为|作|出庭|办理)"
    r"|[\u4e00-\u9fff]{2,}[（(](?!以下|下称|简称)[^（）()\n]*$"
)
"""Words between a party's name and a number that bring in somebody else."""


def wrong_parties(matter: Matter) -> list[Draft]:
    """The defendant sued is not the one in the papers: another name under one code, or another buyer altogether."""
    drafts = _same_code_other_name(matter)
    if not drafts and matter.complaint and (rival := rival_buyer(matter)):
        name, quotes = rival
        sued = matter.cast.names("defendant")
        if sued and not any(party.kind == "person" for party in matter.cast.parties if party.role == "defendant"):
            drafts.append(_named_otherwise(matter, name, tuple(quotes)))
    return drafts + _another_lender(matter) + _deregistered(matter) + _operator_left_out(matter)


def _named_otherwise(matter: Matter, name: str, quotes: tuple[Quote, ...]) -> Draft:
    return Draft(
        code="wrong_or_missing_party",
        detail=f"起诉状列{'、'.join(matter.cast.names('defendant'))}为被告，材料中的相对方是{name}",
        quotes=(_defendant_place(matter), *quotes[:3]),
        expected=name,
        elements=("C1E4",),
    )


def _defendant_place(matter: Matter) -> Quote:
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    fact = next((fact for fact in source.parties if fact.role == "defendant"), None)
    return source.quote(fact.start, fact.end) if fact else source.quote(0, 40)


def _same_code_other_name(matter: Matter) -> list[Draft]:
    if matter.complaint is None:
        return []
    source = matter.complaint.source
    drafts: list[Draft] = []
    for party in source.parties:
        if party.role != "defendant" or not party.credit_code:
            continue
        for other in matter.open_sources:
            if other is source or not other.read or party.credit_code not in other.text:
                continue
            name, place = _name_beside(other, party.credit_code)
            own = (party.name, *matter.cast.former)
            if name and not any(names.same_name(name, known) for known in own) and party.name not in other.text:
                extra = _also_named(matter, name, {source.file, other.file})
                drafts.append(
                    Draft(
                        code="wrong_or_missing_party",
                        detail=f"起诉状被告写“{party.name}”，所列信用代码{party.credit_code}在《{other.title}》中属“{name}”",
                        quotes=(source.quote(party.start, party.end), place, *extra),
                        expected=name,
                        elements=("C1E4",),
                    )
                )
                return drafts
    return drafts


def _name_beside(source: Source, code: str) -> tuple[str | None, Quote]:
    """The company name that stands nearest before a credit code (or just after it)."""
    at = source.text.index(code)
    before = source.text[max(0, at - 160) : at]
    matches = list(re.finditer(r"[\u4e00-\u9fff（）()]{4,40}?(?:公司|厂|合作社|中心|店|商行|经营部)", before))
    if not matches:
        return None, source.quote(at, at + len(code))
    match = matches[-1]
    name = re.sub(r"^(?:企业)?名称|^购买方|^.*[：:]", "", match.group())
    start = max(0, at - 160) + match.end() - len(name)
    return name, source.quote(start, start + len(name))


def _also_named(matter: Matter, name: str, besides: set[str]) -> list[Quote]:
    found: list[Quote] = []
    for source in matter.of_kind("sale_contract", "order", "statement_of_account", "power_of_attorney", "answer"):
        at = source.text.find(name)
        if at >= 0 and source.file not in besides:
            found.append(source.quote(*source.sentence_at(at)))
    return found[:2]


def _another_lender(matter: Matter) -> list[Draft]:
    """The borrower's paper names a lender who is not the plaintiff, and no assignment is shown.

    Source: 民间借贷规定 art. 2; 民诉法 art. 122.
    """
    plaintiffs = matter.cast.names("plaintiff")
    if matter.complaint is None or not plaintiffs:
        return []
    other = figures.lender_elsewhere(matter)
    assigned = any(re.search(r"债权转让|转让[^。]{0,10}债权", s.text) for s in matter.open_sources if s.read)
    if other is None or assigned:
        return []
    name, paper = other
    pleaded = next((f for f in matter.complaint.source.parties if f.role == "plaintiff"), None)
    first = matter.complaint.source.quote(pleaded.start, pleaded.end) if pleaded else _defendant_place(matter)
    return [
        Draft(
            code="wrong_or_missing_party",
            detail=f"借款凭证载明的出借人是{name}，不是原告，未见债权转让或代理依据",
            quotes=(first, paper),
            expected=name,
            elements=("C1E1",),
        )
    ]


def _operator_left_out(matter: Matter) -> list[Draft]:
    """A sole trader with a shop name sues or is sued without its operator being named.

    Source: 民诉解释 art. 59.
    """
    drafts: list[Draft] = []
    for source in matter.of_kind("complaint"):
        for party in source.parties:
            if party.role not in ("plaintiff", "defendant") or not _is_shop(matter, party):
                continue
            beside = source.text[party.start : party.end + 160]
            place, operator = _registered_operator(matter, party.name)
            named = party.legal_representative or next(
                iter(re.findall(r"经\s*营\s*者[：:\s]*([\u4e00-\u9fff]{2,4})", beside)), None
            )
            if named and operator and not names.same_name(named, operator):
                drafts.append(_other_operator(source, party, named, operator, place))
            if named or re.search(r"经\s*营\s*者|业主", beside):
                continue
            drafts.append(
                Draft(
                    code="wrong_or_missing_party",
                    detail=f"{party.name}为有字号的个体工商户，起诉状未注明经营者"
                    + (f"{operator}" if operator else ""),
                    quotes=(source.quote(party.start, party.end), *place),
                    expected=operator,
                    hurts="plaintiff",
                    urgency="yellow",
                )
            )
    return drafts


def _other_operator(source: Source, party: PartyFact, named: str, operator: str, place: tuple[Quote, ...]) -> Draft:
    """The operator named in the complaint is not the one in the register: both are joint parties."""
    return Draft(
        code="wrong_or_missing_party",
        detail=f"{party.name}的登记经营者为{operator}，起诉状写{named}；登记与实际经营者不一致的为共同诉讼人",
        quotes=(source.quote(party.start, party.end), *place),
        expected=operator,
        urgency="yellow",
    )


def _is_shop(matter: Matter, party: PartyFact) -> bool:
    if party.kind == "sole_trader" or (party.credit_code or "").startswith("92"):
        return True
    if party.kind == "person":
        return False
    return any("个体工商户" in s.text and party.name in s.text for s in matter.of_kind("business_registry"))


def _registered_operator(matter: Matter, name: str) -> tuple[tuple[Quote, ...], str | None]:
    for source in matter.of_kind("business_registry"):
        at = source.text.find(name)
        match = re.search(r"经\s*营\s*者[：:\s|]*([\u4e00-\u9fff]{2,4})", source.text[at:]) if at >= 0 else None
        if match:
            return (source.quote(at + match.start(), at + match.end()),), match[1]
    return (), None


def _deregistered(matter: Matter) -> list[Draft]:
    """A defendant whom the registry shows as deregistered cannot be sued under that name.

    Source: 民诉解释 art. 64.
    """
    drafts: list[Draft] = []
    for source in matter.of_kind("business_registry"):
        match = re.search(r"(?:登记|经营|企业)?状态[：:\s]*(?:已)?(注销|吊销)|已(?:被)?(注销)", source.text)
        if match and "注销" in match.group() and matter.cast.mentions(source.text, "defendant"):
            drafts.append(
                Draft(
                    code="wrong_or_missing_party",
                    detail=f"《{source.title}》显示被告已注销，应以股东、出资人等为当事人",
                    quotes=(source.quote(match.start(), match.end()),),
                )
            )
    return drafts
