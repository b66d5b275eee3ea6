"""Who speaks in a document: the first thing to know before weighing any of its words.

A pleading is its author's claim; an instrument binds those who signed it; a
bank's record is nobody's; a message is its sender's. Only names that the
material itself ties to a side are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal

from zuno.casework.records import SIDES, Party, Side
from zuno.casework.sources import (
    CERTIFICATES,
    CONTRACTS,
    INSTRUMENTS,
    MESSAGES,
    OWN_BOOKS,
    PAPERWORK,
    PRIVATE_KINDS,
    RECORDS,
    Source,
)
from zuno.knowledge import parties as names
from zuno.knowledge.records import Message
from zuno.knowledge.roles import OTHER_ROLES

Form = Literal["pleading", "instrument", "record", "message", "own_book", "certificate", "letter", "private", "other"]
Who = Literal["plaintiff", "defendant", "both", "neutral", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Whose words these are, and in what form they were said."""

    who: Who
    form: Form
    name: str = ""
    certain: bool = True
    """False where the tie between a nickname and the person is only inferred."""


@cache
def _short_names(name: str) -> frozenset[str]:
    return names.short_names(name)


@dataclass(frozen=True)
class Cast:
    """The people of the case, as far as the material ties them to a side."""

    parties: tuple[Party, ...]
    our_side: Side
    guarantors: frozenset[str] = frozenset()
    affiliates: dict[str, tuple[Side, str]] = field(default_factory=dict[str, tuple[Side, str]])
    """Person → (side, file that ties them to it)."""
    aliases: dict[str, Side] = field(default_factory=dict[str, Side])
    """Names under which the papers know a party that is sued under another."""
    former: dict[str, Side] = field(default_factory=dict[str, Side])
    """Earlier names of a party, as the register has them: its own names too."""

    def names(self, side: Side) -> tuple[str, ...]:
        """Return the party names of a side."""
        return tuple(party.name for party in self.parties if party.role == side)

    def own_names(self, side: Side) -> tuple[str, ...]:
        """Return the party names of a side, those of earlier days too."""
        return (*self.names(side), *(name for name, own in self.former.items() if own == side))

    def is_party(self, name: str) -> bool:
        """Whether a name is a party's own, now or formerly; aliases left out."""
        return any(names.same_name(own, name) for side in SIDES for own in self.own_names(side))

    def other(self, side: Side) -> Side:
        """Return the opposite side."""
        return "defendant" if side == "plaintiff" else "plaintiff"

    def side_of(self, name: str | None) -> Side | None:
        """Return the side that a full or exact short name belongs to, or None."""
        if not name:
            return None
        if name not in self._sides_found:
            self._sides_found[name] = self._find_side(name)
        return self._sides_found[name]

    @cached_property
    def _sides_found(self) -> dict[str, Side | None]:
        return {}

    def _find_side(self, name: str) -> Side | None:
        for party in self.parties:
            if names.same_name(party.name, name):
                return party.role
        for alias, side in self.aliases.items():
            if names.same_name(alias, name):
                return side
        for party in self.parties:
            given = party.name[1:] if party.kind == "person" and len(party.name) == 3 else None
            if name in (given, party.representative):
                return party.role
        for person, (side, _file) in self.affiliates.items():
            if person == name:
                return side
        for party in self.parties:
            if party.name in name or any(short == name for short in self._shorts(party)):
                return party.role
        return None

    def mentions(self, text: str, side: Side) -> bool:
        """Whether a text names a party of that side, in full or by a short name of its own."""
        return any(
            any(short in text for short in self._shorts(party)) for party in self.parties if party.role == side
        ) or any(alias in text for alias, own in self.aliases.items() if own == side)

    def _shorts(self, party: Party) -> set[str]:
        shorts = {party.name} | (set(_short_names(party.name)) if party.kind != "person" else set[str]())
        rivals = {
            short
            for other in self.parties
            if other.role != party.role and other.kind != "person"
            for short in _short_names(other.name)
        }
        return {short for short in shorts if len(short) >= 2 and short not in rivals}


_SIGN_LABELS = (
    r"借款人|出借人|借款方|出借方|甲方|乙方|丙方|买方|卖方|买受人|出卖人|供方|需方|购货方|销货方|收货人|收货方|收件人|签收人|提货人"
    r"|经手人|经办人?|库管|仓管|保管员?|仓库主管|验收人|保证人|担保人|担保方|立据人|欠款人|立借据人|具借人|收款人|确认人|代表人"
    r"|签字|签名|签章|盖章|客户|经营者|法定代表人|负责人|订货方|订货人|欠款单位|确认单位|具状人|答辩人|收货单位|购货单位|收条人|出具人"
    r"|(?<![\u4e00-\u9fff])(?:移?交|交付|接收|接房|收房)(?=[ \t　]*[：:])|(?<![交对])接(?=[ \t　]*[：:])"
)
_ROLE_LABELS = "|".join(sorted((label for label in OTHER_ROLES if label != "证人"), key=len, reverse=True))
_AFTER_LABEL = re.compile(
    rf"(?:{_ROLE_LABELS}|{_SIGN_LABELS})[^：:\n]{{0,14}}[：:]"
    r"[ \t　]*\n?[ \t　]*(?P<name>[\u4e00-\u9fff·（）()]{2,30})"
)
_BEFORE_SEAL = re.compile(
    r"(?P<name>[\u4e00-\u9fff·]{2,30})[ 　]*[（(][^（）()]{0,6}(?:章|签字|签名|签|捺印|手印|指印)[^（）()]{0,8}[）)]"
)
_IN_SEAL = re.compile(r"印章[：:][ ]*(?P<name>[\u4e00-\u9fff·（）()]{2,40})")
_ALONE = re.compile(
    r"^[ \t　]*(?P<name>[\u4e00-\u9fff·]{2,30})[ \t　]*(?:\d{17}[\dXx])?[ \t　]*(?:\d{4}\s*[年./-].{0,10})?$", re.M
)


def signatures(text: str) -> list[str]:
    """Return the names that stand where signatures and seals stand, in order, without repeats."""
    found: list[tuple[int, str]] = []
    for pattern in (_AFTER_LABEL, _BEFORE_SEAL, _IN_SEAL):
        found += [(match.start("name"), match["name"]) for match in pattern.finditer(text)]
    tail = max(0, len(text) - 260, text.rfind("\f") + 1)
    found += [(match.start("name"), match["name"]) for match in _ALONE.finditer(text) if match.start() >= tail]
    ordered = [name.strip() for _at, name in sorted(found)]
    return list(dict.fromkeys(ordered))


_SEALED_ROLE = re.compile(rf"({_ROLE_LABELS})\s*\d?\s*[（(](?:公章|盖章|签|合同专用章)[^）)]{{0,6}}[）)]")
"""A role with its seal or signature in brackets, the name left to the head of the contract."""


_SIGNED_ONLINE = re.compile(r"(?:线上|在线|网上|电子|远程)签(?:署|约|订|名|字)|签署(?:完成)?时间|电子签章|数字证书")


_SLIPS = frozenset({"delivery_note", "warehouse_note", "acceptance_note"})


_SIGNING_BLOCK = re.compile(
    rf"^[ \t　]*(?:{_ROLE_LABELS})\s*\d?\s*[（(][^）)\n]{{0,6}}(?:[签盖]|公章|印章|捺印)[^）)\n]{{0,6}}[）)]"
    r"[ \t　]*[：:][ \t　]*[\u4e00-\u9fff]",
    re.M,
)
"""Where a contract's signing block opens (甲方（盖章）：…): whoever is named above it alone has not signed."""


def _signed_text(source: Source) -> str:
    """The text in which to look for signatures: a name in a contract's head, or printed on a slip, has not signed."""
    if source.kind in CONTRACTS and (block := _SIGNING_BLOCK.search(source.text)):
        return source.text[block.start() :]
    if source.kind not in _SLIPS:
        return source.text
    return BUYER_NAMED.sub(lambda named: named[0] if re.search(r"[章签]", named[0]) else "", source.text)


def _signing_sides(source: Source, cast: Cast) -> set[Side]:
    sides: set[Side] = set()
    if source.kind == "platform_terms" or (source.kind in CONTRACTS and _SIGNED_ONLINE.search(source.text)):
        # Signed by a click, the names stand at the head; whether the signature is proven is asked elsewhere.
        sides |= {side for side in SIDES if any(name in source.text for name in cast.names(side))}
    if source.kind in CONTRACTS:
        roles = contract_roles(source, cast)
        sides |= {roles[match[1]] for match in _SEALED_ROLE.finditer(source.text) if match[1] in roles}
    for name in signatures(_signed_text(source)):
        for party in cast.parties:
            if party.name in name or names.same_name(party.name, name):
                sides.add(party.role)
        sides |= {side for alias, side in cast.aliases.items() if alias in name}
        for person, (side, _file) in cast.affiliates.items():
            if name.startswith(person) or name.endswith(person):
                sides.add(side)
        if side := cast.side_of(re.sub(r"[（(].*", "", name)):
            sides.add(side)
    return sides


def _instrument_voice(source: Source, cast: Cast) -> Voice:
    sides: set[Side] = _signing_sides(source, cast)
    if source.kind in (*_SLIPS, "receipt") and len(sides) == 2:
        # Its printer's name stands on every delivery slip; the one who signs for the goods is the other side.
        sides = {_receiving_side(source, cast)}
    if sides == {"plaintiff", "defendant"}:
        return Voice(who="both", form="instrument")
    if len(sides) == 1:
        return Voice(who=next(iter(sides)), form="instrument")
    if source.kind == "warehouse_note":
        head = source.text[:60]
        for side in SIDES:
            if cast.mentions(head, side) and not cast.mentions(head, cast.other(side)):
                return Voice(who=side, form="instrument")
    return Voice(who="unknown", form="instrument")


def _receiving_side(source: Source, cast: Cast) -> Side:
    for label in (r"(?:收货|签收|收件|提货|验收|库管|仓管|收款)", r"(?:经手|客户)"):
        for match in re.finditer(rf"{label}[^：:\n]{{0,14}}[：:]\s*\n?\s*([\u4e00-\u9fff·]{{2,30}})", source.text):
            if side := cast.side_of(match[1]):
                return side
    return "defendant"


def _issuer(source: Source, cast: Cast) -> Who:
    """Whose book, bill or letter this is: the side named as seller, maker or signer, else who supplied it."""
    text = source.text
    for match in re.finditer(
        r"(?:销售方|销货单位|制表单位|制表|开票单位)[^：:\n]{0,6}[：:]?\s*([\u4e00-\u9fff（）()]{2,40})", text
    ):
        if side := cast.side_of(match[1]):
            return side
    head = text[:40]
    for side in SIDES:
        if cast.mentions(head, side) and not cast.mentions(head, cast.other(side)):
            return side
    return "unknown"


_SELLER = re.compile(
    r"(?:销售方|销货单位|收款单位|开票单位)(?:名称)?[ \t　]*[：:]?[ \t　\n]*(?:名称[：:])?\s*"
    r"(?P<name>[\u4e00-\u9fff（）()]{4,40})"
)


def _of_a_stranger(source: Source, cast: Cast) -> bool:
    """Whether an invoice names a seller who is no party: a repair shop, a hospital, a hotel."""
    sellers = [match["name"] for match in _SELLER.finditer(source.text)]
    return bool(sellers) and all(
        cast.side_of(name) is None and not any(cast.mentions(name, side) for side in SIDES) for name in sellers
    )


_SELF_MADE = re.compile(
    r"自(?:己|行)?(?:记|制|写|统计|整理)|手写|手工记录|本人(?:记录|整理|统计)|个人(?:记录|统计)(?!导出)"
)


def _keeper(source: Source, cast: Cast) -> Side | None:
    """Whose book a payslip, an attendance record or a handbook is: the employer's, unless it says that it is self-made.

    Source: 工资支付暂行规定 art. 6 has the employer keep them.
    """
    if source.kind not in ("payslip", "attendance", "handbook") or _SELF_MADE.search(source.text[:200] + source.file):
        return None
    return _the_company(cast)


def _the_company(cast: Cast) -> Side | None:
    """The side that is a firm, where the other is none."""
    firms: set[Side] = {party.role for party in cast.parties if party.kind != "person"}
    return next(iter(firms)) if len(firms) == 1 else None


def letter_sender(source: Source, cast: Cast) -> Who:
    """Return who sent a letter: the client it is written for, the signer, or the side not addressed."""
    text = source.text
    for match in re.finditer(
        r"(?:受|接受)\s*([\u4e00-\u9fff（）()·]{2,40}?)\s*(?:先生|女士|公司)?[（(]?(?:以下|的)?.{0,8}委托", text
    ):
        for side in SIDES:
            if cast.mentions(match.group(), side):
                return side
    signers = _signing_sides(source, cast)
    if len(signers) == 1:
        return next(iter(signers))
    head = text[:120]
    addressed: list[Side] = [side for side in SIDES if cast.mentions(head, side)]
    return cast.other(addressed[0]) if len(addressed) == 1 else "unknown"


def _pleading_voice(source: Source, cast: Cast, supplied_by: Side) -> Voice:
    if source.kind == "complaint":
        return Voice(who="plaintiff", form="pleading")
    if source.kind in ("answer", "counterclaim"):
        for party in source.parties:
            if party.role in ("defendant", "other", "plaintiff") and (side := cast.side_of(party.name)):
                return Voice(who=side, form="pleading", name=party.name)
        return Voice(who="defendant", form="pleading")
    if source.kind == "court_opinion":
        if (signer := _signing_party(source, cast)) is not None:
            return Voice(who=signer.role, form="pleading", name=signer.name)
        match = re.search(r"(原告|被告)(?:方|代理人|的?代理)", source.text)
        who: Side = supplied_by if match is None else ("plaintiff" if match[1] == "原告" else "defendant")
        return Voice(who=who, form="pleading")
    return Voice(who=supplied_by, form="own_book")


def _signing_party(source: Source, cast: Cast) -> Party | None:
    """The party who signs a paper to the court: its name opens one of the last lines, or 我是 stands before it."""
    tail = [line.strip() for line in source.text.strip().splitlines()[-4:]]
    for party in cast.parties:
        signed = any(re.match(rf"(?:[\u4e00-\u9fff]{{2,5}}[：:])?[ 　]*{re.escape(party.name)}", line) for line in tail)
        if signed or re.search(rf"我(?:就)?是{re.escape(party.name)}", source.text):
            return party
    return None


def document_voice(source: Source, cast: Cast, supplied_by: Side) -> Voice:
    """Return the voice of a document as a whole; a chat's single messages have their own.

    Args:
        source: The document.
        cast: The people of the case.
        supplied_by: Which side handed the document in.
    """
    kind = source.kind
    if kind in PRIVATE_KINDS:
        return Voice(who=supplied_by, form="private")
    if kind in PAPERWORK:
        return _pleading_voice(source, cast, supplied_by)
    if kind in INSTRUMENTS or kind in ("contract", "other_instrument"):
        return _instrument_voice(source, cast)
    if kind in RECORDS:
        return Voice(who="neutral", form="record")
    if kind in CERTIFICATES:
        signers = _signing_sides(source, cast) if kind == "certificate" else set[Side]()
        if signers == {cast.other(supplied_by)}:
            return Voice(who=cast.other(supplied_by), form="instrument")
        return Voice(who="neutral", form="certificate")
    if kind == "letter":
        return Voice(who=letter_sender(source, cast), form="letter")
    if kind == "invoice" and _of_a_stranger(source, cast):
        return Voice(who="neutral", form="record")
    if kind in OWN_BOOKS:
        issuer = "unknown" if kind in ("ledger", "photo", "evidence_list") else _issuer(source, cast)
        issuer = _keeper(source, cast) or issuer
        return Voice(who=supplied_by if issuer == "unknown" else issuer, form="own_book")
    if kind in MESSAGES:
        return Voice(who="unknown", form="message")
    return Voice(who=supplied_by, form="other")


_SELF = frozenset({"我", "本人", "自己", "我方", "me", "Me", "ME"})


_OFFICE = re.compile(
    r"人事|HR|行政|财务|会计|出纳|总监|经理|主管|主任|店长|厂长|站长|班长|组长|队长|领班|老板|总裁|董事|[\u4e00-\u9fff][总长](?![\u4e00-\u9fff])|工头|秘书"
)
"""Offices by which a firm's people go in chats; who has one speaks for the firm, where one side alone is a firm."""


_LISTED = re.compile(r"(?:成员|群友|人员)[^：:\n]{0,8}[：:]|[\u4e00-\u9fff]{2,4}、[\u4e00-\u9fff]{2,4}[、等]")
"""A list of those in a group ties none of them to another."""


def _tied_in_header(sender: str, header: str, cast: Cast) -> Side | None:
    """A header line that names the sender together with one side ties them to it."""
    for line in header.splitlines():
        for part in re.split(r"[\s　]{2,}|[；;|｜]", line):
            if sender not in part or _LISTED.search(part):
                continue
            for side in SIDES:
                if cast.mentions(part, side) and not cast.mentions(part, cast.other(side)):
                    return side
    return None


def _labelled_in_header(sender: str, header: str, supplied_by: Side, cast: Cast) -> Side | None:
    match = re.search(rf"(本方|我方|对方)[^\n]{{0,16}}?{re.escape(sender)}", header)
    if match is None:
        return None
    return supplied_by if match[1] in ("本方", "我方") else cast.other(supplied_by)


def message_voices(source: Source, cast: Cast, supplied_by: Side) -> dict[str, Voice]:
    """Return the voice of each sender of a chat or mail thread.

    A sender is tied to a side by a party's name, by the words for oneself, by
    the header, by other documents, or, last and uncertain, by being the only
    other voice in the conversation.
    """
    senders = list(dict.fromkeys(message.sender for message in source.messages))
    first = source.messages[0].start if source.messages else 0
    header = source.text[:first]
    voices: dict[str, Voice] = {}
    for sender in senders:
        bare = re.sub(r"[（(].*?[）)]|[^\w·]", "", sender)
        side: Side | None = (
            (supplied_by if bare in _SELF else None)
            or cast.side_of(bare)
            or cast.side_of(sender)
            or _labelled_in_header(bare, header, supplied_by, cast)
            or _tied_in_header(bare, header, cast)
            or next((own for own in SIDES if cast.mentions(sender, own)), None)
        )
        if side is not None:
            voices[sender] = Voice(who=side, form="message", name=bare)
        elif _OFFICE.search(sender) and (firm := _the_company(cast)):
            voices[sender] = Voice(who=firm, form="message", name=bare, certain=False)
    if len(senders) == 2 and len(voices) == 1:
        (known, voice), other = next(iter(voices.items())), next(name for name in senders if name not in voices)
        assert known != other  # noqa: S101
        if voice.who in ("plaintiff", "defendant"):
            voices[other] = Voice(who=cast.other(voice.who), form="message", name=other, certain=False)
    return voices


def voice_of_message(message: Message, voices: dict[str, Voice]) -> Voice:
    """Return the voice of one message; unknown where its sender is tied to nobody."""
    return voices.get(message.sender, Voice(who="unknown", form="message", name=message.sender, certain=False))


_SURNAMES = (
    "王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟"
    "秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚汤陶黎温莫易樊乔文安殷颜庄章鲁倪庞邢俞翟蓝聂齐向申葛柴伍覃骆关焦柳欧祝纪尚毕耿芦左季管符辛苗"
    "詹曲欧靳祁路涂兰甘裴梅童翁霍游阮尤岳柯牟滕谷舒卜成饶宁凌盛查单冉鲍华包屈房喻解蒲卫简时连车项闵邬吉党阳司费蒙席晏隋古强穆姬宫景米麦谈柏瞿艾沙鄢桂窦"
    "郁缪畅巩卓褚栾戚全娄甄郎池丛边岑农苟迟保商臧佘卞虞刁冷应匡栗仇练楚揭师官佟封燕桑巫敖原植邝仲荆储宗楼干苑寇盖南屠鞠荣井乐银奚明麻雍花闻冼木郜濮阙"
    "璩桓蔺扈冀郏浦璋茅薄堵从索赏籍隗山濯竺权逯盍益桥公晁勾融訾阚那空毋沃乜养"
)
_PERSON = rf"[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}"
"""A personal name: a surname and one or two characters."""


BUYER_NAMED = re.compile(
    r"(?:买受人|购买方|购货单位|购货方|需方|买方|收货单位|订货方|订货单位|客户|乙方|企业名称|名称)(?:[（(][^）)]{1,6}[）)])?[^：:\n]{0,4}[：:]\s*"
    r"(?P<name>[\u4e00-\u9fff（）()]{4,40}?(?:公司|厂|店|行|部|中心|社|庄|坊|馆|铺|场|站|超市))"
    r"(?![\u4e00-\u9fff（）()]{0,12}公司)"
)
"""A company that a paper names as the buyer, or a registry extract as its subject."""


def find_aliases(sources: Iterable[Source], parties: tuple[Party, ...]) -> dict[str, Side]:
    """Find the names under which papers know a defendant that is sued under another.

    A name is an alias only when something ties it to the defendant: the same
    credit code, the same distinctive word in the name, or the same legal
    representative. Which of the names is right is for the findings to say.
    """
    papers = [source for source in sources if source.read and source.kind not in PRIVATE_KINDS]
    complaint = next((source for source in papers if source.kind == "complaint"), None)
    defendants = [party for party in parties if party.role == "defendant"]
    facts = [fact for fact in (complaint.parties if complaint else []) if fact.role == "defendant"]
    codes = {fact.credit_code for fact in facts if fact.credit_code}
    aliases: dict[str, Side] = {}
    for source in papers:
        if source is complaint:
            continue
        for match in BUYER_NAMED.finditer(source.text):
            name = match["name"]
            if any(names.same_name(name, party.name) for party in parties):
                continue
            near = source.text[match.end() : match.end() + 120]
            tied = any(code in near for code in codes) or any(_akin(name, party) for party in defendants)
            if tied:
                aliases[name] = "defendant"
        if source.kind in CONTRACTS or source.kind == "statement_of_account":
            for name in signatures(source.text):
                known = any(names.same_name(name, party.name) for party in parties)
                if not known and _is_business(name) and any(_akin(name, party) for party in defendants):
                    aliases[name] = "defendant"
    return aliases


_FORMER = re.compile(
    r"(?:曾用名称?|(?:原|变更前)(?:企业|公司)?(?:名称)?)[ \t]*[：:][ \t]*(?P<names>[\u4e00-\u9fff（）()、，,]{4,120})"
)


def find_former_names(sources: Iterable[Source], parties: tuple[Party, ...]) -> dict[str, Side]:
    """Find the earlier names that a registry paper gives to the party it is about."""
    former: dict[str, Side] = {}
    for source in sources:
        if source.kind != "business_registry":
            continue
        for match in _FORMER.finditer(source.text):
            about = max(parties, key=lambda party: source.text.rfind(party.name, 0, match.start()), default=None)
            if about is None or about.name not in source.text[: match.start()]:
                continue
            for name in filter(_is_business, re.split(r"[、，,]", match["names"])):
                former[name] = about.role
    return former


def _is_business(name: str) -> bool:
    return bool(re.search(r"(?:公司|厂|店|行|部|中心|社|庄|坊|馆|铺|场|站|超市)$", name))


def _akin(name: str, party: Party) -> bool:
    """Whether two company names share a distinctive word of two or more characters (恒岳建材, 恒岳建设)."""
    if party.kind == "person":
        return False
    mine = {short[:2] for short in names.short_names(party.name) if len(short) >= 2}
    return any(short[:2] in mine for short in names.short_names(name) if len(short) >= 2)


def find_affiliates(sources: Iterable[Source], cast: Cast) -> dict[str, tuple[Side, str]]:
    """Find the people whom the material ties to a company of one side.

    The ties looked for: legal representative beside the company; receiver or
    warehouse keeper named in a contract; the person who signs under a seal;
    a chat header that gives a name with the company in brackets.
    """
    tied: dict[str, tuple[Side, str]] = {}
    for source in sources:
        if source.kind in PRIVATE_KINDS or not source.read:
            continue
        for name, side in _ties(source, cast):
            if cast.side_of(name) is None:
                tied.setdefault(name, (side, source.file))
    return tied


def find_named_receivers(
    sources: Iterable[Source], cast: Cast, sides: Mapping[str, Side]
) -> dict[str, tuple[Side, str]]:
    """Find those who sign slips and whom the other side itself names in a message as its people."""
    papers = [source for source in sources if source.read and source.kind not in PRIVATE_KINDS]
    signers = {
        name
        for source in papers
        if source.kind in _SLIPS
        for name in signatures(source.text)
        if re.fullmatch(_PERSON, name) and cast.side_of(name) is None
    }
    tied: dict[str, tuple[Side, str]] = {}
    for source in papers:
        if source.kind not in MESSAGES or not signers:
            continue
        voices = message_voices(source, cast, sides[source.file])
        for message in source.messages:
            who = voice_of_message(message, voices).who
            for name in signers:
                if name in message.text and who in ("plaintiff", "defendant"):
                    tied.setdefault(name, (who, source.file))
    return tied


def _ties(source: Source, cast: Cast) -> Iterable[tuple[str, Side]]:
    roles = contract_roles(source, cast)
    for match in re.finditer(
        rf"(?<![\u4e00-\u9fff])(?P<name>{_PERSON})\s*[（(](?P<of>[^（）()\n]{{2,30}})[）)]", source.text
    ):
        for side in SIDES:
            if cast.mentions(match["of"], side) and not cast.mentions(match["of"], cast.other(side)):
                yield match["name"], side
    for match in re.finditer(
        rf"(?P<who>甲方|乙方|买受人|出卖人|买方|卖方|供方|需方)[^。；\n]{{0,12}}?(?:指定|授权|委派|仓库|收货)[^。；\n]{{0,12}}?(?:主管|管理员|库管|保管员?|人员?|负责人|为|是|由)(?P<name>{_PERSON})(?=[（(，,为。；]|$)",
        source.text,
    ):
        if side := roles.get(match["who"]):
            yield match["name"], side
    for match in re.finditer(rf"(?:收货人|签收人|验收人)(?:为|是|：|:)\s*(?P<name>{_PERSON})", source.text):
        if source.kind in ("sale_contract", "contract", "order") and (side := roles.get("乙方") or roles.get("买受人")):
            yield match["name"], side
    for match in re.finditer(
        rf"(?:法定代表人|经营者|负责人)[：:]?\s*(?P<name>{_PERSON})(?![\u4e00-\u9fff])", source.text
    ):
        before = source.text[max(0, match.start() - 120) : match.start()]
        found: list[tuple[int, Side]] = [
            (before.rfind(short), side) for side in SIDES for short in cast.names(side) if short in before
        ]
        if found:
            yield match["name"], max(found)[1]
    if source.kind in ("statement_of_account", "warehouse_note", "sale_contract", "order", "contract"):
        yield from _signing_under_seal(source, cast)


def _signing_under_seal(source: Source, cast: Cast) -> Iterable[tuple[str, Side]]:
    """The person named just under a company's seal, or as keeper on its own slip, acts for it."""
    for match in re.finditer(
        rf"(?:经办|代表人|库管|仓管|制单|联系人)[^：:\n]{{0,6}}[：:]\s*(?:[\u4e00-\u9fff]{{2,6}}\s+)?(?P<name>{_PERSON})\s*$",
        source.text,
        re.M,
    ):
        before = source.text[: match.start()]
        found: list[tuple[int, Side]] = [
            (before.rfind(short), side) for side in SIDES for short in _all_names(cast, side) if short in before
        ]
        if found:
            yield match["name"], max(found)[1]


def _all_names(cast: Cast, side: Side) -> set[str]:
    return {name for own in cast.names(side) for name in {own, *names.short_names(own)} if len(name) >= 4}


def contract_roles(source: Source, cast: Cast) -> dict[str, Side]:
    """Map 甲方, 买受人 … of one contract to the sides of the case."""
    roles: dict[str, Side] = {}
    label = rf"({_ROLE_LABELS})"
    pattern = rf"{label}(?:[（(]{label}[）)])?[^：:\n]{{0,4}}[：:]\s*([^\n，,；;]{{2,40}})"
    for match in re.finditer(pattern, source.text):
        side: Side | None = cast.side_of(match[3].strip()) or next(
            (own for own in SIDES if cast.mentions(match[3], own)), None
        )
        if side is not None:
            for label in (match[1], match[2]):
                if label:
                    roles.setdefault(label, side)
    return roles
