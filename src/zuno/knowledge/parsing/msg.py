"""Outlook messages (MSG): put into the form of an ordinary mail and read as one.

The properties are read here with their own code pages, because mails from
China hold GBK under whatever page they name. A message inside a message
becomes an attached mail; a body that exists as RTF alone becomes a member.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from email.header import Header
from email.mime.application import MIMEApplication
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime
from itertools import chain

from zuno.knowledge.parsing import mail
from zuno.knowledge.parsing.charset import decode_declared
from zuno.knowledge.parsing.compound import Compound, open_compound
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, spoken_bytes

NESTING_LIMIT = 3
"""Messages inside messages that are followed."""

ATTACHMENTS_LIMIT = 500
RTF_LIMIT_BYTES = 16 * 1024 * 1024

_SUBJECT, _BODY, _HTML, _RTF, _HEADERS = 0x0037, 0x1000, 0x1013, 0x1009, 0x007D
_SENDER_NAMES, _SENDER_ADDRESSES = (0x0C1A, 0x0042), (0x5D01, 0x5D02, 0x0C1F, 0x0065)
_TO, _COPIES, _SENT, _DELIVERED = 0x0E04, 0x0E03, 0x0039, 0x0E06
_CODE_PAGES = (0x3FDE, 0x3FFD)
_FILE_NAMES, _FILE = (0x3707, 0x3704, 0x3001), 0x3701
_INNER_MESSAGE = "__substg1.0_3701000D"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_CHINA = timezone(timedelta(hours=8))
_HEADER_BYTES = {"message": 32, "inner": 24, "attachment": 8}
_PAGES = {65001: "utf-8", 936: "gb18030", 54936: "gb18030", 52936: "gb18030", 950: "cp950", 932: "cp932", 949: "cp949"}
"""Code pages by number; western ones fit any bytes and say nothing."""


@dataclass(slots=True)
class _Found:
    """What the message had that an ordinary mail has not."""

    unsure: bool = False
    """Whether words could be decoded in two ways."""
    rtf: bytes = b""
    """Body of the outermost message, where it exists as RTF alone."""
    lost: int = 0
    """Attachments that hold no file: links to a cloud, objects."""


class _Properties:
    """The properties of one storage: the message, an attachment, a message inside."""

    def __init__(self, compound: Compound, storage: tuple[str, ...], kind: str) -> None:
        self.storage = storage
        self._compound = compound
        self._fixed: dict[int, bytes] = {}
        table = self._stream("__properties_version1.0")
        for at in range(_HEADER_BYTES[kind], len(table) - 15, 16):
            self._fixed[struct.unpack_from("<H", table, at + 2)[0]] = table[at + 8 : at + 16]
        pages = [struct.unpack("<I", self._fixed[id][:4])[0] for id in _CODE_PAGES if id in self._fixed]
        self._charset = next((_PAGES.get(page, "cp1252") for page in pages), None)
        self.unsure = False

    def _stream(self, name: str) -> bytes:
        return self._compound.stream(*self.storage, name)

    def text(self, *ids: int) -> str:
        """Return the first of the texts that is not blank."""
        for id in ids:
            wide = self._stream(f"__substg1.0_{id:04X}001F")
            if wide:
                found = wide.decode("utf-16-le", "replace")
            else:
                found = self.decoded(self._stream(f"__substg1.0_{id:04X}001E"))
            if found.strip("\0 \r\n\t"):
                return found.rstrip("\0")
        return ""

    def decoded(self, raw: bytes) -> str:
        """Decode bytes by the code page of the message, else by their look."""
        chosen = decode_declared(raw.rstrip(b"\0"), self._charset) if raw else None
        if chosen is not None and (chosen.ambiguous or chosen.damaged):
            self.unsure = True
        return chosen.text if chosen else raw.decode("gb18030", "replace")

    def page(self) -> str:
        """Return the HTML body."""
        from zuno.knowledge.parsing import html

        raw = self._stream(f"__substg1.0_{_HTML:04X}0102")
        if not raw:
            return self.text(_HTML)
        decoded = html.decode_page(raw) or decode_declared(raw, self._charset)
        return decoded.text if decoded else ""

    def bytes(self, id: int) -> bytes:
        """Return the bytes kept under ``id``."""
        return self._stream(f"__substg1.0_{id:04X}0102")

    def moment(self, *ids: int) -> datetime | None:
        """Return the first of the times, in the time of China."""
        for id in ids:
            ticks = struct.unpack("<Q", self._fixed.get(id, bytes(8)))[0]
            if 0 < ticks < 1 << 61:
                return (_EPOCH + timedelta(microseconds=ticks // 10)).astimezone(_CHINA)
        return None


def read(data: bytes) -> Reading:
    """Read one Outlook message as the mail reader reads a mail.

    Raises:
        Refusal: ``over_budget`` or ``broken``.
    """
    if len(data) > mail.MESSAGE_LIMIT_BYTES:
        size, limit = spoken_bytes(len(data)), spoken_bytes(mail.MESSAGE_LIMIT_BYTES)
        raise Refusal("over_budget", f"邮件 {size}，超过上限 {limit}，未读；请把附件另存后放入。", format="msg")
    found = _Found()
    try:
        with open_compound(data) as compound:
            message = _message(compound, (), "message", found, 0)
    except (OSError, ValueError, struct.error) as error:
        raise Refusal("broken", "邮件文件损坏，未读；请从 Outlook 重新导出。", format="msg") from error
    reading = replace(mail.read(message.as_bytes()), format="msg")
    return _told(reading, found)


def _told(reading: Reading, found: _Found) -> Reading:
    reasons: list[tuple[str, str]] = []
    members = reading.members
    if found.unsure:
        reasons.append(("encoding_ambiguous", "邮件的编码无法确定，请核对文字；不符时请另存为 .eml 后重新放入。"))
    if found.rtf:
        reasons.append(("rtf_body", "邮件正文只有 RTF 格式，另列为“正文.rtf”；读不出时请在 Outlook 中另存为 .eml。"))
        members = chain([Member(name="正文.rtf", data=found.rtf)], members)
    if found.lost:
        reasons.append(("embedded_object", f"{found.lost} 个附件只是链接或对象，没有文件，未读；请另行取得。"))
    if not reasons:
        return reading
    flags = (*reading.flags, *(reason for reason, _ in reasons if reason not in reading.flags))
    detail = reading.detail + "".join(detail for _, detail in reasons)
    return replace(
        reading,
        state="partial",
        reason=reading.reason or reasons[0][0],
        detail=detail,
        flags=flags,
        members=members,
    )


def _message(compound: Compound, storage: tuple[str, ...], kind: str, found: _Found, depth: int) -> MIMEMultipart:
    properties = _Properties(compound, storage, kind)
    message = MIMEMultipart()
    name, address = properties.text(*_SENDER_NAMES).strip(), _address(properties)
    sent = properties.moment(_SENT, _DELIVERED)
    stated = re.search(r"^Date:[ \t]*(.+)$", properties.text(_HEADERS), re.MULTILINE | re.IGNORECASE)
    _set(message, "From", f"{name} <{address}>" if name != address and address else name or address)
    _set(message, "To", properties.text(_TO))
    _set(message, "Cc", properties.text(_COPIES))
    _set(message, "Date", format_datetime(sent) if sent else stated[1] if stated else "")
    _set(message, "Subject", properties.text(_SUBJECT))
    _set_body(message, properties, found, depth)
    inside = [path for path in compound.storages() if _is_attachment(path, storage)]
    for path in sorted(inside)[:ATTACHMENTS_LIMIT]:
        _attach(compound, message, tuple(path), found, depth)
    found.lost += max(0, len(inside) - ATTACHMENTS_LIMIT)
    found.unsure = found.unsure or properties.unsure
    return message


def _is_attachment(path: list[str], storage: tuple[str, ...]) -> bool:
    return tuple(path[:-1]) == storage and path[-1].startswith("__attach_version1.0_")


def _address(properties: _Properties) -> str:
    """Return the sender's address; names inside an Exchange server (``/O=…``) are none."""
    found = (properties.text(id).strip() for id in _SENDER_ADDRESSES)
    return next((address for address in found if "@" in address), "")


def _set(message: MIMEMultipart, header: str, value: str) -> None:
    line = _CONTROLS.sub(" ", value).strip()
    if line:
        message[header] = line if line.isascii() else Header(line, "utf-8").encode()


def _set_body(message: MIMEMultipart, properties: _Properties, found: _Found, depth: int) -> None:
    plain = properties.text(_BODY)
    page = "" if plain.strip() else properties.page()
    packed = b"" if page.strip() or plain.strip() else properties.bytes(_RTF)
    text = (page or plain).encode("utf-8", "replace").decode("utf-8")
    message.attach(MIMEText(text, "html" if page else "plain", "utf-8"))
    if packed and depth == 0:
        found.rtf = _unpack_rtf(packed)
    elif packed:
        message.attach(_file(_unpack_rtf(packed), "正文.rtf"))


def _attach(compound: Compound, message: MIMEMultipart, storage: tuple[str, ...], found: _Found, depth: int) -> None:
    properties = _Properties(compound, storage, "attachment")
    name = _CONTROLS.sub("", properties.text(*_FILE_NAMES)).strip()
    inner = compound.has(*storage, _INNER_MESSAGE)
    data = b"" if inner else properties.bytes(_FILE)
    if inner and depth < NESTING_LIMIT:
        held = MIMEMessage(_message(compound, (*storage, _INNER_MESSAGE), "inner", found, depth + 1))
        held.add_header("Content-Disposition", "attachment", filename=("utf-8", "", f"{name or '邮件'}.eml"))
        message.attach(held)
    elif data:
        message.attach(_file(data, name or "附件"))
    else:
        found.lost += 1


def _file(data: bytes, name: str) -> MIMEApplication:
    part = MIMEApplication(data)
    part.add_header("Content-Disposition", "attachment", filename=("utf-8", "", name))
    return part


_RTF_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor "
    b"MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20"
    b"\\b\\i\\u\\tab\\tx"
)
"""What the dictionary of compressed RTF holds at first. Source: MS-OXRTFCP, 2.1.2.1."""


def _unpack_rtf(packed: bytes) -> bytes:
    """Return the RTF of a body: a header of 16 bytes, then literals and references into a ring of 4096 bytes.

    Source: MS-OXRTFCP, 3.1.1.
    """
    if packed[8:12] != b"LZFu":
        return packed[16:]
    ring = bytearray(_RTF_START.ljust(4096, b" "))
    write = len(_RTF_START)
    out = bytearray()
    at = 16
    while at < len(packed) and len(out) < RTF_LIMIT_BYTES:
        control = packed[at]
        at += 1
        for bit in range(8):
            if control >> bit & 1:
                reference = int.from_bytes(packed[at : at + 2], "big")
                at += 2
                offset, length = reference >> 4, (reference & 15) + 2
                if offset == write or at > len(packed):
                    return bytes(out)
                source: bytes | bytearray = ring
            else:
                source, offset, length = packed, at, min(1, len(packed) - at)
                at += 1
            for step in range(length):  # a reference may reach into what it writes
                byte = source[offset + step & 4095] if source is ring else source[offset]
                out.append(byte)
                ring[write] = byte
                write = write + 1 & 4095
    return bytes(out)
