"""The wrong court: an arbitration clause, exclusive jurisdiction, an agreed court, and the places of the law.

Where a place cannot be told from the papers, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zuno.casework import voices
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, common
from zuno.casework.records import SIDES, Quote, Side
from zuno.casework.sources import CONTRACTS, Source
from zuno.knowledge.roles import OTHER_ROLES


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place that founds jurisdiction, as some paper writes it."""

    words: str
    quote: Quote


def wrong_court(matter: Matter, pack: Pack) -> list[Draft]:
    """An arbitration clause, or a court that neither exclusive jurisdiction, agreement nor the law's places point to.

    Source: 民诉法 art. 22–35, 127; 民诉解释 art. 28.
    """
    if matter.complaint is None or matter.court is None:
        return []
    here = _court_quote(matter, matter.court)
    if pack.agreement_binds or pack.exclusive_court:
        for contract in _contracts_between(matter):
            if clause := _arbitration_clause(contract):
                words = f"《{contract.title}》约有仲裁条款，法院不应受理"
                quotes = (here, contract.quote(*clause))
                return [_draft(words, quotes, "仲裁", common().finding_norms["arbitration_clause"])]
    if pack.exclusive_court:
        return _not_the_exclusive_court(matter, pack, here)
    if pack.agreement_binds:
        chosen = [(c, found) for c in _contracts_between(matter) if (found := _agreed(matter, pack, c))]
        if chosen:
            return _not_the_agreed_court(matter, chosen, here)
    return _not_a_court_of_the_law(matter, pack, here)


def _draft(words: str, quotes: tuple[Quote, ...], expected: str, norms: tuple[str, ...]) -> Draft:
    return Draft(code="jurisdiction", detail=words, quotes=quotes, expected=expected, norms=norms)


def _court_quote(matter: Matter, court: str) -> Quote:
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    at = source.text.find(court)
    return source.quote(at, at + len(court)) if at >= 0 else source.quote(0, 20)


def _contracts_between(matter: Matter) -> Iterator[Source]:
    """The contracts that name both sides, or that both signed."""
    for source in matter.of_kind(*CONTRACTS):
        both = all(matter.cast.mentions(source.text, side) for side in SIDES)
        if both or matter.voices[source.file].who == "both":
            yield source


# --- places -----------------------------------------------------------------------------------------------------

_UNIT = re.compile(
    r"[\u4e00-\u9fff]{1,7}?(?:自治[州县旗区]|(?<!自治)州(?!市)|市(?!场|政|民|中心|口)|(?<![小社园厂校库])区(?!域|间|号)|县(?!城(?!关))|旗|省)"
)


def _units(place: str) -> list[str]:
    """The administrative units that a place names, from the widest; the province does not tell courts apart."""
    bare = re.sub(r"[\s　]|人民法院.*", "", place)
    return [unit for unit in _UNIT.findall(bare) if not unit.endswith(("省", "自治区"))]


def _narrow(units: list[str]) -> set[str]:
    return {unit for unit in units if unit.endswith(("区", "县", "旗"))}


def lies_in(court: str, place: str) -> bool | None:
    """Whether a place belongs to a court by their names; None where they name no unit of the same rank."""
    named = re.sub(r"(?:中级|高级|基层|铁路运输)?人民法院.*", "", court)
    if named and named in place:
        return True
    own, other = _units(named), _units(place)
    if not own or not other:
        return None
    own_narrow, other_narrow = _narrow(own), _narrow(other)
    if own_narrow and other_narrow:
        return bool(own_narrow & other_narrow)
    own_wide, other_wide = set(own) - own_narrow, set(other) - other_narrow
    if own_narrow or other_narrow:
        if own_narrow and own_wide & other_wide:
            return None
        return bool(own_wide & other_wide) if own_wide and other_wide else None
    return bool(own_wide & other_wide)


def court_of(place: str) -> str:
    """Name the court of a place: 岚汀市河西区人民法院; the place itself where it names no district."""
    units = _units(place)
    for at, unit in enumerate(units):
        if unit.endswith(("区", "县", "旗")):
            city = units[at - 1] if at and units[at - 1].endswith(("市", "州")) else ""
            return f"{city}{unit}人民法院"
    return place


def _all_elsewhere(court: str, places: list[str]) -> bool:
    """Whether every one of these places is known to lie outside the court's district."""
    return bool(places) and all(lies_in(court, place) is False for place in places)


# --- exclusive jurisdiction -------------------------------------------------------------------------------------

_PREMISES = (
    r"房屋|商铺|铺面|铺位|店铺|门面|厂房|仓库|场地|摊位|租赁物|租赁标的|标的物|物业|不动产|房产|住房|住宅|土地|宅基地"
    r"|工程|项目|施工|建设|装修|装饰|小区"
)
_LABELLED = re.compile(
    r"(?:[坐座]\s*落(?:地[址点]|位置)?|(?<!方)(?<!人)位\s*于"
    rf"|(?:{_PREMISES})\s*的?(?:名称及)?\s*(?:地\s*[址点]|位\s*置|所在地|[坐座]落(?:地[址点])?))"
    r"[\s：:|于在为是]*(?P<place>[^，。；;\n|\t]{4,60})"
)
_IN_RUNNING_WORDS = re.compile(
    r"(?:将|把|承租|租赁|租用|租下|出租|承包|承建|装修|施工)了?(?P<place>[^，。；\n]{0,12}[市区县][^，。；\n]{2,40}?"
    r"(?:房|铺|店|门面|厂|仓|库|场地|室|公寓|住宅|楼|工程|项目|小区|大厦|广场))"
)


def _premises(matter: Matter) -> list[_Place]:
    """Where the land or building lies: by its certificate, else the contract, else the complaint's account."""
    found: list[_Place] = []
    contracts = [source for source in matter.of_kind(*CONTRACTS) if source.kind not in ("iou", "loan_contract")]
    for source in (*matter.of_kind("property_certificate"), *contracts, *matter.of_kind("complaint")):
        if source.kind == "complaint" and found:
            break
        begin = matter.complaint.facts_span[0] if matter.complaint and source.kind == "complaint" else 0
        for pattern in (_LABELLED, _IN_RUNNING_WORDS):
            match = next((m for m in pattern.finditer(source.text, begin) if _units(m["place"])), None)
            if match:
                found.append(_Place(words=match["place"], quote=source.quote(match.start("place"), match.end("place"))))
                break
    return found


def _not_the_exclusive_court(matter: Matter, pack: Pack, here: Quote) -> list[Draft]:
    """The court of the place of the land or building is the only one; agreements do not move it.

    Source: 民诉法 art. 34; 民诉解释 art. 28.
    """
    places = _premises(matter)
    if not _all_elsewhere(matter.court or "", [place.words for place in places]):
        return []
    right = court_of(places[0].words)
    words = f"{pack.name}由不动产所在地法院专属管辖（{right}），起诉状递交{matter.court}"
    return [_draft(words, (here, *(place.quote for place in places[:3])), right, pack.jurisdiction_norms)]


# --- agreements -------------------------------------------------------------------------------------------------

_CLAUSE = re.compile(
    r"[^。；\n]{0,60}(?:管辖|提起诉讼|向[^。；\n]{0,24}法院(?:起诉|提起|诉讼)|法院(?:诉讼)?(?:解决|处理|起诉|裁判))[^。；\n]{0,40}"
)
_TRIBUNAL = re.compile(
    r"(?P<name>[\u4e00-\u9fff（）()]{2,24}?)(?:国际|经济贸易|商事|国际经济贸易)?仲\s*裁(?:委员会|委|院|中心|机构)"
)
_BEFORE_NAME = re.compile(
    r"^.*(?:提交|提请|递交|交由|交付|[交向由至到请送在]|选择|约定|申请|通过|可|应|双方|同意|一方|的(?=仲裁))"
)
_OF_LABOUR = re.compile(r"劳动(?:人事)?(?:争议)?仲裁|人事(?:争议)?仲裁|劳动争议")
_OR_COURT = re.compile(r"法院|起诉|诉讼")
_DECLINED = re.compile(r"(?:不|未|无|放弃|排除|并非)[^。；\n]{0,6}仲裁")


def _arbitration_clause(contract: Source) -> tuple[int, int] | None:
    """A clause that names an arbitral institution; one that also lets the parties go to court is void.

    Source: 仲裁法 art. 16, 18; 法释〔2025〕15号 no. 4.
    """
    text = contract.text
    for match in _TRIBUNAL.finditer(text):
        start, end = contract.sentence_at(match.start())
        sentence = text[start:end]
        name = _BEFORE_NAME.sub("", match["name"])
        if len(name) < 2 or _OF_LABOUR.search(text[max(0, match.start() - 4) : match.end()]):
            continue
        if _DECLINED.search(sentence) or _OR_COURT.search(sentence) or not _chosen(text, match.end()):
            continue
        return (start, end) if end - start <= 120 else (match.start(), match.end())
    return None


_OPTION = re.compile(r"[（(]?([一二三四1234])[）)、.．]")
_WHICH = re.compile(r"第\s*[（(]?\s*([一二三四1234])\s*[）)]?\s*(?:种|项|款)")
_SAME_NUMBER = str.maketrans("一二三四", "1234")


def _chosen(text: str, at: int) -> bool:
    """Whether a printed option is the one that was ticked or named by its number."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    box = re.findall(r"[□☐☑√✓✔■]", line)
    if box and box[-1] in "□☐":
        return False
    which = list(_WHICH.finditer(text, max(0, at - 160), at))
    options = list(_OPTION.finditer(text, max(0, at - 80), at))
    if which and options and options[-1].start() > which[-1].end():
        return options[-1][1].translate(_SAME_NUMBER) == which[-1][1].translate(_SAME_NUMBER)
    return True


_ROLE_WORDS = "|".join(sorted({*OTHER_ROLES, "原告", "被告"}, key=len, reverse=True))
_HOME_OF = re.compile(rf"({_ROLE_WORDS})\s*\d?\s*的?(?:住所地|所在地|住址|注册地|经营地)")
_EACH = re.compile(r"(?:双方|各方|各自|任何?一方|当事人)[^。；\n]{0,6}(?:住所地|所在地)")
_NAMED_PLACE = re.compile(r"(签订|签署|签约|履行|交货|交付|收货|工程|项目|施工|房屋|标的物|不动产)(?:所在)?地")


def _agreed(matter: Matter, pack: Pack, contract: Source) -> tuple[list[str], tuple[int, int]] | None:
    """The places whose courts a contract chooses, and its clause; None where it chooses none.

    Places that the papers do not tell are left out, so that the list may be empty.
    """
    for match in _CLAUSE.finditer(contract.text):
        words = match.group()
        if not _chosen(contract.text, match.start() + len(words) // 2):
            continue
        places = [*_named_courts(words), *_homes_named(matter, pack, contract, words)]
        pointed = _HOME_OF.search(words) or _EACH.search(words) or _NAMED_PLACE.search(words)
        for named in _NAMED_PLACE.finditer(words):
            places += _labelled_place(contract, named[1])
        if places or pointed:
            return places, (match.start(), match.end())
    return None


def _not_the_agreed_court(
    matter: Matter, chosen: list[tuple[Source, tuple[list[str], tuple[int, int]]]], here: Quote
) -> list[Draft]:
    """The court is none of those that the parties chose, in the main contract or in that of the guarantee.

    Source: 民诉法 art. 35; 担保解释 art. 21.
    """
    chosen = sorted(chosen, key=lambda found: found[0].kind == "guarantee")
    places = [place for _contract, (named, _clause) in chosen for place in named]
    if not all(named for _contract, (named, _clause) in chosen) or not _all_elsewhere(matter.court or "", places):
        return []
    contract, (_named, clause) = chosen[0]
    words = f"《{contract.title}》约定由{places[0]}法院管辖，起诉状递交{matter.court}"
    return [_draft(words, (here, contract.quote(*clause)), court_of(places[0]), common().finding_norms["agreed_court"])]


def _named_courts(words: str) -> list[str]:
    """Places written out: of a court by name, or in brackets after 所在地."""
    found = [
        re.sub(r"^.*?(?:由|向|至|在|交)", "", match[1])
        for match in re.finditer(r"([\u4e00-\u9fff]{2,16}?(?:市|区|县|州|旗)[\u4e00-\u9fff]{0,10}?)人民法院", words)
    ]
    found += re.findall(r"(?:所在地|住所地|签订地|履行地)[（(](?:即)?([\u4e00-\u9fff]{2,16})[）)]", words)
    return [place for place in found if _units(place)]


def _homes_named(matter: Matter, pack: Pack, contract: Source, words: str) -> list[str]:
    if _EACH.search(words):
        return [place for side in SIDES for place in _homes(matter, side)]
    roles = voices.contract_roles(contract, matter.cast)
    found: list[str] = []
    for match in _HOME_OF.finditer(words):
        side = roles.get(match[1]) or _usual_side(matter, pack, match[1])
        found += _homes(matter, side) if side else []
    return found


def _usual_side(matter: Matter, pack: Pack, label: str) -> Side | None:
    """Which side a role of the cause is in this case, where the contract does not say who bears it."""
    if label in ("原告", "被告"):
        return "plaintiff" if label == "原告" else "defendant"
    role = next((role for role, words in pack.sides if label in words), None)
    return side_in_role(matter, pack, role) if role else None


def side_in_role(matter: Matter, pack: Pack, role: str) -> Side | None:
    """The side that bears a role of the cause: who raises the claims of that role, or the other."""
    for claim in matter.claims:
        claimant = pack.claim(claim.pack_claim).claimant
        if claimant:
            return claim.claimant if claimant == role else matter.cast.other(claim.claimant)
    return None


def _labelled_place(contract: Source, what: str) -> list[str]:
    """The place that a contract gives for its signing, its performance or its object."""
    pattern = rf"{what}(?:所在)?地(?:点|址)?\s*[：:为是在]\s*([^\n。；，]{{3,40}})"
    found = [match[1] for match in re.finditer(pattern, contract.text)]
    if what in ("工程", "项目", "施工", "房屋", "不动产", "标的物"):
        found += [match["place"] for match in _LABELLED.finditer(contract.text)]
    return [place for place in found if _units(place)]


# --- the places of the law --------------------------------------------------------------------------------------


def _homes(matter: Matter, side: Side) -> list[str]:
    if matter.complaint is None:
        return []
    return [fact.address for fact in matter.complaint.source.parties if fact.role == side and fact.address]


_ACCIDENT = re.compile(
    r"(?:(?:事故|发生|案发|事发)(?:的)?地\s*[点址][：:\s|]*|(?:行驶?至|驶至|行经|途经|(?<![存所现])在|沿))"
    r"(?P<place>[^，。；\n|]{2,40}?(?:路|街|道|口|处|桥|村|段|店|场|院|校|园|楼|馆))"
)
_WORK = re.compile(r"工作(?:地\s*[点址]|场所|所在地)[：:\s|为是在于]*(?P<place>[^，。；\n|]{2,40})")
_PERFORMED = re.compile(r"(?:交货|收货|履行|签订|交付|送货)地(?:点|址)?[：:为]?(?P<place>[^\n。；]{2,40})")
_KINDS_OF_PLACE: dict[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    "accident": (_ACCIDENT, ("accident_report", "police_record", "judgment", "complaint")),
    "work": (_WORK, ("labour_contract", "employment_notice", "complaint", "arbitration_award")),
    "performance": (_PERFORMED, (*sorted(CONTRACTS), "delivery_note")),
}


def _places(matter: Matter, pack: Pack, kind: str) -> list[_Place]:
    """The places of one kind that the papers tell."""
    if kind == "property":
        return _premises(matter)
    if kind in _KINDS_OF_PLACE:
        pattern, papers = _KINDS_OF_PLACE[kind]
        return [
            *(_premises(matter) if kind == "performance" else ()),
            *(
                _Place(words=match["place"], quote=source.quote(*source.sentence_at(match.start("place"))))
                for source in matter.of_kind(*papers)
                for match in pattern.finditer(source.text)
                if _units(match["place"])
            ),
        ]
    side: Side | None = kind if kind in SIDES else side_in_role(matter, pack, kind)
    if matter.complaint is None or side is None:
        return []
    source = matter.complaint.source
    return [
        _Place(words=fact.address, quote=source.quote(fact.start, fact.end))
        for fact in source.parties
        if fact.role == side and fact.address
    ]


def _also_lives(matter: Matter, court: str) -> bool:
    """Whether some party's other address in the complaint (经常居住地, 现住) lies in the court's district."""
    assert matter.complaint is not None  # noqa: S101
    return any(
        lies_in(court, match[1])
        for fact in matter.complaint.source.parties
        for match in re.finditer(
            r"(?:居住地|现住址?|现居|暂住|经营地|办公地)[：:址于在]*([^，。；\n]{3,40})", fact.text
        )
    )


def _not_a_court_of_the_law(matter: Matter, pack: Pack, here: Quote) -> list[Draft]:
    """The court is none of those whose places the cause names; where one of the places is unknown nothing is said.

    Source: 民诉法 art. 22, 24, 29, 30; 劳动解释一 art. 3.
    """
    court = matter.court or ""
    told = {kind: _places(matter, pack, kind) for kind in pack.places}
    # Money is received where the plaintiff sits; else the place of performance must be known too.
    needed = [kind for kind in pack.places if kind != "performance" or "plaintiff" not in pack.places]
    if not needed or any(not told[kind] for kind in needed):
        return []
    places = [place for kind in pack.places for place in told[kind]]
    performed = _places(matter, pack, "performance") if pack.agreement_binds else []
    if not _all_elsewhere(court, [place.words for place in places]) or _also_lives(matter, court):
        return []
    if any(lies_in(court, place.words) for place in performed):
        return []
    right = "、".join(list(dict.fromkeys(court_of(place.words) for place in places))[:2])
    quotes = (here, *(place.quote for place in places[:3]))
    words = _NAMES | {role: f"{names[0]}所在地" for role, names in pack.sides if names}
    none_of = "、".join(words[kind] for kind in pack.places)
    return [_draft(f"{court}不在{none_of}", quotes, right, pack.jurisdiction_norms)]


_NAMES = {
    "defendant": "被告住所地",
    "plaintiff": "原告住所地",
    "accident": "事故发生地",
    "work": "劳动合同履行地",
    "performance": "合同履行地",
    "property": "不动产所在地",
}
