"""E-mail (EML, MHTML): who, to whom, when, what about, and the words as sent.

Mail programs in China declare gb2312 and write GBK or GB18030, so charsets
are mapped here and never left to the standard library. Attachments are members.
"""

from __future__ import annotations

import email
import email.errors
import email.header
import email.policy
import re
from collections.abc import Iterator
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import cast

from zuno.knowledge.parsing.charset import Decoded, decode, decode_declared
from zuno.knowledge.parsing.plain import doubts, mark_lines
from zuno.knowledge.parsing.reading import FINE_BLOCKS, Member, Reading, Refusal, TextBuilder, spoken_bytes

MESSAGE_LIMIT_BYTES = 64 * 1024 * 1024
"""Largest message with all its attachments; taking it apart needs about eight times as much memory."""

BODY_LIMIT_BYTES = 16 * 1024 * 1024
PARTS_LIMIT = 1_000
"""MIME parts of one message that are looked at."""

NESTING_LIMIT = 30
"""Multiparts inside multiparts that are followed."""

_ENCODED_WORD = re.compile(r"=\?[\w\-]+(?:\*[\w-]+)?\?[bBqQ]\?[^?]*\?=")
_HEADERS = (("From", "发件人"), ("To", "收件人"), ("Cc", "抄送"), ("Date", "日期"), ("Subject", "主题"))


def read(data: bytes) -> Reading:
    """Read one message: four header lines (five with copies), a blank line, the body.

    Raises:
        Refusal: ``over_budget``; ``broken`` when there is no header at all.
    """
    if len(data) > MESSAGE_LIMIT_BYTES:
        size, limit = spoken_bytes(len(data)), spoken_bytes(MESSAGE_LIMIT_BYTES)
        raise Refusal("over_budget", f"邮件 {size}，超过上限 {limit}，未读；请把附件另存后放入。", format="eml")
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    if not message.keys():
        raise Refusal("broken", "邮件没有信头，已损坏；请从邮箱重新导出 .eml。", format="eml")
    parts = list(_parts(message, 0))
    bodies = _bodies(parts)
    builder = TextBuilder()
    for header, label in _HEADERS:
        value = _shown_header(message, header)
        if value or header != "Cc":
            builder.put(f"{label}：{value}", "header", label)
            builder.raw("\n")
    builder.raw("\n")
    body_start = builder.length
    builder.raw("\n".join(body.text for body in bodies))
    text = builder.text()
    lines = mark_lines(text, body_start, "正文行", FINE_BLOCKS)
    doubtful = next((body for body in bodies if body.ambiguous or body.damaged), None)
    reason, detail, flags = doubts(doubtful) if doubtful else (None, "", ())
    return Reading(
        format="eml",
        state="partial" if reason else "ready",
        reason=reason,
        detail=detail,
        flags=(*flags, "blocks_coarse") if len(lines) > FINE_BLOCKS else flags,
        encoding=bodies[0].encoding if bodies else None,
        text=text,
        pages=builder.whole_page(),
        blocks=(*builder.blocks, *lines),
        members=_attachments(parts),
    )


def _parts(message: Message, depth: int) -> Iterator[Message]:
    """Yield the leaves to read: one of each ``multipart/alternative``, all of the others."""
    if message.get_content_type() == "message/rfc822" or not message.is_multipart():
        yield message
        return
    if depth >= NESTING_LIMIT:
        raise Refusal("broken", "邮件结构嵌套过深，未读；请从邮箱重新导出。", format="eml")
    inner = _inner(message)
    if message.get_content_type() == "multipart/alternative":
        inner = _alternative(inner)
    for part in inner:
        yield from _parts(part, depth + 1)


def _inner(message: Message) -> list[Message]:
    payload: object = message.get_payload()
    items = cast("list[object]", payload) if isinstance(payload, list) else []
    return [part for part in items[:PARTS_LIMIT] if isinstance(part, Message)]


def _alternative(versions: list[Message]) -> list[Message]:
    """Choose the plain version where it says something, else the last that is not plain text."""
    for version in versions:
        if version.get_content_type() == "text/plain" and _payload(version).strip():
            return [version]
    others = [version for version in versions if version.get_content_type() != "text/plain"]
    return others[-1:] or versions[:1]


def _is_attachment(part: Message) -> bool:
    if part.get_content_disposition() == "attachment" or _file_name(part):
        return True
    return part.get_content_type() not in ("text/plain", "text/html")


def _bodies(parts: list[Message]) -> list[Decoded]:
    return [_body(part) for part in parts if not _is_attachment(part)]


def _body(part: Message) -> Decoded:
    payload = _payload(part)
    if len(payload) > BODY_LIMIT_BYTES:
        detail = f"邮件正文 {spoken_bytes(len(payload))}，超过上限 {spoken_bytes(BODY_LIMIT_BYTES)}，未读。"
        raise Refusal("over_budget", detail, format="eml")
    charset = part.get_content_charset()
    if part.get_content_type() == "text/html":
        from zuno.knowledge.parsing import html

        decoded = html.decode_page(payload, charset)
        text = html.to_text(decoded.text) if decoded else ""
    else:
        decoded = decode_declared(payload, charset)
        text = decoded.text if decoded else ""
    if decoded is None:
        return Decoded(text="", encoding="unknown", ambiguous=True)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text=text, encoding=decoded.encoding, ambiguous=decoded.ambiguous, damaged=decoded.damaged)


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _attachments(parts: list[Message]) -> Iterator[Member]:
    number = 0
    for part in parts:
        if not _is_attachment(part):
            continue
        number += 1
        if part.get_content_type() == "message/rfc822":
            whole = b"".join(message.as_bytes() for message in _inner(part)[:1])
            yield Member(name=_file_name(part) or f"附件{number}.eml", data=whole)
        else:
            name = _file_name(part) or f"附件{number}.{_extension(part.get_content_type())}"
            yield Member(name=name, data=_payload(part))


def _extension(content_type: str) -> str:
    return re.sub(r"[^\w]", "", content_type.rsplit("/", 1)[-1].removeprefix("x-")) or "bin"


def _file_name(part: Message) -> str:
    """Return the attachment's name without any path, decoded by the mapped charset."""
    for parameter, header in (("filename", "content-disposition"), ("name", "content-type")):
        value = part.get_param(parameter, header=header)
        if isinstance(value, tuple):
            charset, _, raw = value
            decoded = decode_declared(raw.encode("latin-1", "replace"), charset)
            name = decoded.text if decoded else raw
        else:
            name = _words(str(value)) if value else ""
        name = re.sub(r"[\x00-\x1f\x7f]", "", name).replace("\\", "/").rsplit("/", 1)[-1].strip()
        if name and name not in (".", ".."):
            return name
    return ""


def _shown_header(message: Message, name: str) -> str:
    values = [_words(str(value)) for key, value in message.raw_items() if key.lower() == name.lower()]
    value = "，".join(value for value in values if value)
    if name != "Date" or not value:
        return value
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return value
    return _shown_time(at)


def _shown_time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S %z").strip()


def _words(raw: str) -> str:
    """Decode a header value: encoded words by the mapped charset, bare 8-bit bytes by their look."""
    folded = re.sub(r"[\r\n]+[ \t]*", " ", raw)
    if not folded.isascii():
        decoded = decode(folded.encode("utf-8", "surrogateescape"))
        folded = decoded.text if decoded else folded.encode("utf-8", "replace").decode("utf-8")
    if not _ENCODED_WORD.search(folded):
        return folded.strip()
    try:
        pieces = email.header.decode_header(folded)
    except (email.errors.HeaderParseError, ValueError):
        return folded.strip()
    shown: list[str] = []
    for piece, charset in pieces:
        if isinstance(piece, str):
            shown.append(piece)
        elif charset is None:
            shown.append(piece.decode("raw-unicode-escape", "replace"))
        else:
            decoded = decode_declared(piece, charset)
            shown.append(decoded.text if decoded else piece.decode("latin-1"))
    return " ".join("".join(shown).split("\n")).replace("\r", "").strip()
