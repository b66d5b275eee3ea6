"""One document as it is looked at to tell its kind: title, layout, vocabulary, to whom it speaks.

Owns the signs by which kinds are told apart (named in ``kinds.yaml``). What
costs time is read once and only when asked for. Holds no state beyond one look.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from zuno.knowledge.candour import Address, address_of, count_candour, count_office, is_about_suit, is_to_opponent
from zuno.knowledge.chats import find_messages, is_courier_log
from zuno.knowledge.numbers import fold
from zuno.knowledge.parties import find_parties
from zuno.knowledge.records import Document, Message, PartyFact, Transfer
from zuno.knowledge.transfers import find_ledger_rows, find_transfers

READ_CHARS = 20_000
"""Text from the start that is looked at; a kind shows early."""

_TITLE_LINES = 8


class Look:
    """One document as it is looked at."""

    def __init__(self, document: Document) -> None:
        self.document = _clip(document)
        self.text = fold(document.text[:READ_CHARS]).strip()
        name = document.file.rsplit("!", 1)[-1].rsplit("/", 1)[-1]
        self.file = re.sub(r"^[\d\s._\-、]+", "", name.rsplit(".", 1)[0])

    @cached_property
    def lines(self) -> list[str]:
        """Lines that are not blank, without blanks at either end."""
        return [line.strip() for line in self.text.split("\n") if line.strip()]

    @cached_property
    def titles(self) -> list[tuple[str, ...]]:
        """Ways to read each of the first lines as a title; empty for a line that cannot be one."""
        first = self.lines[:_TITLE_LINES]
        return [_title_forms(line, is_first=at == 0) for at, line in enumerate(first)]

    @cached_property
    def is_mail(self) -> bool:
        """Whether it opens as a mail does."""
        labels = {match[1] for line in self.lines[:5] if (match := _MAIL_LABEL.match(line))}
        return self.document.format == "eml" or (len(labels) >= 2 and bool(labels & {"发件人", "From"}))

    @cached_property
    def parties(self) -> list[PartyFact]:
        """Parties near the start."""
        return find_parties(self.text[:4_000])

    @cached_property
    def transfers(self) -> list[Transfer]:
        """Movements of money."""
        return find_transfers(self.document)

    @cached_property
    def has_ledger(self) -> bool:
        """Whether it holds rows of a party's own account."""
        return bool(find_ledger_rows(self.document))

    @cached_property
    def messages(self) -> list[Message]:
        """Messages of a chat or mails of a thread."""
        return find_messages(self.document)

    @cached_property
    def is_talk(self) -> bool:
        """Whether it is a chat."""
        return not self.is_mail and bool(self.messages)

    @cached_property
    def is_courier_log(self) -> bool:
        """Whether it tells line by line what happened to a parcel."""
        return is_courier_log(self.document.text)

    @cached_property
    def candour(self) -> int:
        """How many sorts of words it has that are said in confidence only."""
        return count_candour(self.text)

    @cached_property
    def is_candid(self) -> bool:
        """Whether it speaks in confidence, and neither in a chat nor to a court or the other side."""
        return self.candour >= 1 and not (self.is_talk or self.to_court or is_to_opponent(self.text))

    @cached_property
    def is_working_note(self) -> bool:
        """Whether it talks of the suit, to neither the court nor the other side."""
        outward = self.is_talk or self.is_mail or self.to_court or self.from_court or is_to_opponent(self.text)
        return is_about_suit(self.text) and not outward

    @cached_property
    def address(self) -> Address:
        """Whether it speaks to the writer's own lawyer, or is that lawyer's own note."""
        senders = tuple(dict.fromkeys(message.sender for message in self.messages[:400])) if self.is_talk else ()
        return address_of(self.text, self.file, is_mail=self.is_mail, senders=senders)

    @cached_property
    def is_note_on_papers(self) -> bool:
        """Whether it is a few words on where the papers come from, and nothing in confidence."""
        short = self.document.format in ("txt", "md") and len(self.text) <= 200
        plain = self.candour == 0 and count_office(self.text) == 0
        return short and plain and not self.messages and self.says(_ABOUT_PAPERS)

    @cached_property
    def is_privileged(self) -> bool:
        """Whether it is said in confidence to a lawyer; such a paper is never an exhibit, whatever its title."""
        if not self.address or self.to_court:
            return False
        return self.candour >= 1 or (self.address == "plainly" and not self.is_note_on_papers)

    def says(self, *patterns: re.Pattern[str]) -> bool:
        """Tell whether every pattern is found."""
        return all(pattern.search(self.text) for pattern in patterns)

    @cached_property
    def to_court(self) -> bool:
        """Whether it is addressed to a court."""
        head = "\n".join(self.lines[:6])
        return bool(_COURT_ADDRESSED.search(head) or _COURT_BELOW.search(self.text[-400:]))

    @cached_property
    def from_court(self) -> bool:
        """Whether a court issues it."""
        edges = [*self.lines[:3], *self.lines[-4:]]
        return any(_COURT_ALONE.match(line) for line in edges) and not self.to_court and self.says(_COURT_SPEAKS)

    @cached_property
    def has_goods(self) -> bool:
        """Whether it names amounts of goods, other than papers in a parcel."""
        goods = any(_QUANTITY.search(line) and not _PAPERS.search(line) for line in self.lines[:60])
        return (goods or self.says(_GOODS_COLUMNS)) and not self.is_talk and not self.is_mail

    @cached_property
    def is_slip_of_goods(self) -> bool:
        """Whether it is a short paper on goods rather than a contract, a pleading or a letter about them."""
        return self.has_goods and len(self.text) <= 2_500 and not self.says(_NO_SLIP)

    @cached_property
    def has_money_table(self) -> bool:
        """Whether it lists movements of money."""
        return len(self.transfers) >= 2 and not self.is_mail

    @cached_property
    def is_contract(self) -> bool:
        """Whether a title of it names a contract that is not a change of an earlier one."""
        forms = [form for forms in self.titles[:4] for form in forms]
        return any(_CONTRACT_TITLE.fullmatch(form) and not _CHANGES.search(form) for form in forms)

    def has_roles(self, *roles: str) -> bool:
        """Tell whether parties of all these roles are introduced."""
        return {party.role for party in self.parties} >= set(roles)


def _clip(document: Document) -> Document:
    """Return the document as far as it is looked at."""
    if len(document.text) <= READ_CHARS:
        return document
    blocks = tuple(block for block in document.blocks if block.end <= READ_CHARS)
    return replace(document, text=document.text[:READ_CHARS], blocks=blocks, pages=())


_MAIL_LABEL = re.compile(r"(发件人|收件人|抄送|主题|发送时间|时间|日期|From|To|Cc|Subject|Date|Sent) ?:")
_TITLE_DRESS = str.maketrans(dict.fromkeys("【〖〔[】〗〕]*#>《》", " "))
_TRAILING = re.compile(
    r"[ \t]*(?:(?:No|NO|№|编号|单号|合同号|凭证号)[ .:]*[A-Za-z\d\-]{2,24}|第[ ]?[\d\-A-Za-z]{1,16}[ ]?号)[ ]*$"
)
_LABEL_AFTER = re.compile(r"[ \t]+[^\s:]{1,8}:.*$")
_BRACKETED = re.compile(r"\([^()]*\)")


def _title_forms(line: str, *, is_first: bool) -> tuple[str, ...]:
    """Return the ways to read a line as a title, without blanks and punctuation."""
    plain = line.translate(_TITLE_DRESS).strip()
    if "\t" in plain and not is_first:
        return ()
    lead = re.match(r"([^:\t ]{2,14})(?::\s*| +)(?=\S)", plain) if is_first else None
    plain = _TRAILING.sub("", _LABEL_AFTER.sub("", plain))
    if re.search(r":\s*\S|[。；]", plain) or len(plain) > 60:
        return (re.sub(r"[\W_]", "", lead[1]),) if lead else ()
    bare = _BRACKETED.sub("", plain)
    fields = [field for field in re.split(r"\t| {2,}|[|/]", bare) if len(field.strip()) > 1]
    written = [
        plain,
        bare,
        *([lead[1]] if lead else []),
        *(_TRAILING.sub("", field) for field in (fields[:1] + fields[-1:])),
    ]
    forms = (re.sub(r"[\W_]", "", form) for form in written)
    return tuple(dict.fromkeys(form for form in forms if 1 < len(form) <= 40))


_COURT_ADDRESSED = re.compile(
    r"^(?:尊敬的)?\S{0,20}(?:法院|法庭|民[一二三四]?庭)(?:领导|法官)?(?:您好|你好)?[:，]$"
    r"|^(?:尊敬的)?\S{0,20}(?:法院|法庭)(?:领导|法官)?:|^(?:尊敬的|承办)?(?:法官|审判[员长])(?:、审判员)?(?:您好|你好|好|们)?[:，]"
    r"|(?:收件人|To) ?:[^\n]*(?:法院|法庭|法官|court)|此致[ \n]{0,4}\S{2,20}法院",
    re.MULTILINE | re.IGNORECASE,
)
_COURT_BELOW = re.compile(r"(?:此致|此呈|呈|敬呈)[ \n]{0,6}\S{2,20}(?:法院|法庭)")
_COURT_ALONE = re.compile(
    r"\[\S{2,20}法院\]|【\S{2,20}法院】|\S{2,20}(?:人民法院|法庭)(?:[ \t(]|$|传票|\S{0,12}通知书)"
)
_COURT_SPEAKS = re.compile(r"本院|受理|举证|应诉|传唤|开庭|诉讼费|受理费|送达|庭审|出庭")
_QUANTITY = re.compile(
    r"\d ?(?:吨|公斤|千克|kg|斤|米|m2|㎡|平方米?|立方米?|m³|方|只|个|台|套|樘|扇|箱|件|包|袋|桶|瓶|盒"
    r"|张|块|根|支|卷|匹|批|株|棵|头"
    r"|羽|捆|板|片|双|组|副|把|尾)(?![\u4e00-\u9fff]?[款钱据票])"
)
_PAPERS = re.compile(r"文件|函|信件|通知|资料|快件|包裹|证件|原件|复印|份|证据|诉状|页")
_GOODS_COLUMNS = re.compile(r"(?:品名|货名|货物|物料|材料|产品|商品|货号)[^\n]{0,30}(?:数量|规格|单位|件数)")
_NO_SLIP = re.compile(r"诉讼请求|本合同|本协议|违约责任|违约金|答辩|此致|判令|贵司|贵方|作证|证言|特此通知|质量异议")
_CONTRACT_TITLE = re.compile(r".{0,24}(?:合同|合同书|协议|协议书|合约|契约|约定|合同条款)(?:要素式|正本|副本|电子版)?")
_CHANGES = re.compile(
    r"补充|变更|展期|延期|解除|终止|和解|调解|转让|保密|竞业|以房抵|三方|技术|服务|劳动|租赁|股权|合伙|离婚|赠与"
)
_ABOUT_PAPERS = re.compile(
    r"截图|照片|原件|复印|打印|本文件夹|第.{1,3}[份张联页]|同一笔|回单|原手机|手机拍|文件名|附件|排(?:列|序)?。|核对"
)
