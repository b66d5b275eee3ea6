"""What an export of messages says of itself: device, accounts, names, omissions.

Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zuno.knowledge.numbers import fold
from zuno.knowledge.records import Document
from zuno.knowledge.stamps import CUT_MARK, read_lines
from zuno.knowledge.talk import read_chat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatHeader:
    """What an export of messages says of itself; None where it says nothing."""

    start: int
    end: int
    """Span of the lines above the first message (0, 0 without any)."""
    text: str
    exporter: str | None
    """Who exported, or whose device it is."""
    device: str | None
    """The statement of the device as written: ``周砚秋本人手机（设备留存备查）``."""
    self_name: str | None
    self_account: str | None
    self_phone: str | None
    peer_name: str | None
    peer_account: str | None
    peer_remark: str | None
    peer_phone: str | None
    """As written, often masked."""
    real_names: bool
    """Whether the export says that the members' names are verified."""
    truncations: tuple[tuple[int, int], ...]
    """Spans of marks that something was left out, such as ……（中间部分未截）……."""
    has_years: bool
    """Whether the stamps of the messages show a year; False without stamps."""
    senders: tuple[str, ...]
    """Distinct senders in order of their first message."""


_SIDE = re.compile(
    r"(?P<peer>对方|好友(?!\n)|聊天对象|消息对象|对端)|(?P<own>本方|我方|己方|本人|导出账号|导出人|导出者|机主|自己)"
    r"|(?:企业微信号|微信号|微信ID|微信账号|QQ号?|钉钉号|账号)[: ]{0,3}(?P<account>[A-Za-z][\w\-]{4,40}|\d{5,11})"
    r"|(?P<wxid>wxid_\w{3,40})"
    r"|备注(?:名称?|为)?[: ]{0,3}(?P<remark>[^\s,，;；|。、]{1,24})|(?P<phone>1\d{2}[\d*]{8})(?!\d)"
)
_SIDE_NAME = re.compile(r"(?:昵称|姓名|名称)?[: ]{1,3}(?P<name>[\u4e00-\u9fffA-Za-z][^\s,，;；|。、:（(]{0,15})")
_DEVICE = re.compile(
    r"(?:设备|导出设备|手机设备|使用设备|原始载体)[: ]{1,3}(?P<value>[^|\n;；]{2,40}?)(?= {2}|[|\n;；]|$)"
)
_PHONE_OF = re.compile(
    r"(?P<value>(?P<owner>[\u4e00-\u9fff]{2,8}?)(?:本人|业务|个人|自用|工作|名下)?(?:的)?手机)(?!号|[: ]?1\d)"
)
_EXPORTER = re.compile(r"导出(?:账号|人|者)[: ]{1,3}(?P<name>[\u4e00-\u9fff]{2,8})")


_CUT_WORD = re.compile(r"节选|部分截[图取]|截取|部分省略|未截[图全]?|片段")


def chat_header(document: Document) -> ChatHeader:
    """Read what a chat export says of itself: device, accounts, names, omissions.

    An account, remark or phone belongs to the side named last before it (对方,
    本方); without one, to the exporter. Marks of omission are looked for in the
    whole document.
    """
    messages, first = read_chat(document)
    head = document.text[:first].rstrip() if messages else ""
    plain = fold(head)
    start = len(head) - len(head.lstrip())
    sides = _read_sides(head, plain)
    device = _DEVICE.search(plain) or _PHONE_OF.search(plain)
    owner = _PHONE_OF.search(plain)
    exporter = _EXPORTER.search(plain)
    named = exporter["name"] if exporter else owner["owner"] if owner and owner["owner"] != "本人" else None
    return ChatHeader(
        start=start if head.strip() else 0,
        end=len(head) if head.strip() else 0,
        text=head.strip(),
        exporter=named or sides.get("own_name"),
        device=head[device.start("value") : device.end("value")].strip() if device else None,
        self_name=sides.get("own_name"),
        self_account=sides.get("own_account"),
        self_phone=sides.get("own_phone"),
        peer_name=sides.get("peer_name"),
        peer_account=sides.get("peer_account"),
        peer_remark=sides.get("peer_remark"),
        peer_phone=sides.get("peer_phone"),
        real_names=bool(re.search(r"实名", plain)),
        truncations=tuple(_find_cuts(document.text, first)),
        has_years=any(message.at is not None for message in messages),
        senders=tuple(dict.fromkeys(message.sender for message in messages)),
    )


def _read_sides(head: str, plain: str) -> dict[str, str]:
    sides: dict[str, str] = {}
    side = "own"
    for match in _SIDE.finditer(plain):
        if match["peer"] or match["own"]:
            side = "peer" if match["peer"] else "own"
            name = _SIDE_NAME.match(plain, match.end())
            if name and not re.match(r"手机|微信|账号", name["name"]):
                sides.setdefault(f"{side}_name", name["name"])
        elif match["remark"]:
            sides.setdefault("peer_remark", head[match.start("remark") : match.end("remark")])
        elif match["phone"]:
            sides.setdefault(f"{side}_phone", match["phone"])
        else:
            sides.setdefault(f"{side}_account", match["account"] or match["wxid"])
    return sides


def _find_cuts(text: str, first: int) -> Iterator[tuple[int, int]]:
    for line in read_lines(text):
        if line.plain and len(line.plain) <= 40 and CUT_MARK.fullmatch(line.plain):
            yield line.start, line.end
    for match in _CUT_WORD.finditer(text, 0, first):
        yield match.span()
