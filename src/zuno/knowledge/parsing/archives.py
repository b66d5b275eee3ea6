"""ZIP: reading the directory of an archive and taking members out of it in memory.

Nothing is written to disk and no size in a header is believed: members are
inflated up to a limit and the bytes that really come out are counted. Also
used for the parts of DOCX and XLSX, which are ZIP archives.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from zuno.knowledge.parsing.charset import decode_name
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, spoken_bytes

MEMBERS_LIMIT = 5_000
"""Members of one archive, archives inside it included."""

MEMBER_LIMIT_BYTES = 200 * 1024 * 1024
UNPACKED_LIMIT_BYTES = 1024 * 1024 * 1024
"""Unpacked bytes of one archive, archives inside it included."""

RATIO_LIMIT = 200
"""Unpacked to packed size, for members that unpack to more than ``RATIO_FLOOR_BYTES``."""

RATIO_FLOOR_BYTES = 1024 * 1024
DEPTH_LIMIT = 3
"""Containers inside containers that are opened."""

DIRECTORY_LIMIT_BYTES = 8 * 1024 * 1024
"""Largest central directory that is parsed."""

NAME_LIMIT_CHARS = 1_000
_STORED, _DEFLATED = 0, 8
_LOCAL_HEADER_BYTES = 30


@dataclass(slots=True, kw_only=True)
class Allowance:
    """What one file of the case may still unpack; shared by everything inside it."""

    members: int = MEMBERS_LIMIT
    unpacked_bytes: int = UNPACKED_LIMIT_BYTES
    text_chars: int = 80_000_000
    """Text that the whole case may still hold."""


def open_zip(data: bytes, format: str = "zip") -> zipfile.ZipFile:
    """Open an archive for its directory only.

    Raises:
        Refusal: ``broken``, ``over_budget`` (directory too large) or ``zip_bomb`` (members overlap).
    """
    size = _directory_bytes(data)
    if size > DIRECTORY_LIMIT_BYTES:
        detail = f"压缩包目录 {spoken_bytes(size)}，超过上限 {spoken_bytes(DIRECTORY_LIMIT_BYTES)}，未打开；请拆分。"
        raise Refusal("over_budget", detail, format=format)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, struct.error, NotImplementedError) as error:
        raise Refusal("broken", "压缩包损坏或不完整；请重新下载或重新压缩后放入。", format=format) from error
    _refuse_overlap(data, archive, format)
    return archive


def unpack(data: bytes, info: zipfile.ZipInfo, limit_bytes: int) -> bytes:
    """Take one member out, never holding more than ``limit_bytes`` of it.

    Args:
        data: The whole archive.
        info: The member, from the directory of ``data``.
        limit_bytes: Bytes that may come out.

    Raises:
        Refusal: ``encrypted``, ``unsupported_archive``, ``over_budget`` or ``broken``.
    """
    if info.flag_bits & 0x1:
        raise Refusal("encrypted", "压缩包内的文件有密码，未读；请解密后重新放入。")
    if info.compress_type not in (_STORED, _DEFLATED):
        raise Refusal("unsupported_archive", "压缩算法不支持，未读；请用普通 ZIP 方式重新压缩或直接放入文件。")
    start = _content_start(data, info)
    packed = memoryview(data)[start : start + info.compress_size]
    if len(packed) < info.compress_size:
        raise Refusal("broken", "压缩包内的文件不完整；请重新下载或重新压缩。")
    ratio_bytes = max(RATIO_FLOOR_BYTES, RATIO_LIMIT * info.compress_size)
    content = _inflate(packed, info.compress_type, min(limit_bytes, ratio_bytes))
    if content is None:
        raise Refusal("over_budget", _too_much(info, limit_bytes, ratio_bytes))
    if zlib.crc32(content) != info.CRC:
        raise Refusal("broken", "压缩包内的文件校验不符（已损坏）；请重新压缩。")
    return content


def read(data: bytes, allowance: Allowance) -> Reading:
    """Read an archive: no text of its own, its files as members.

    Members are unpacked while the caller iterates, one at a time.

    Raises:
        Refusal: The archive as a whole cannot be opened.
    """
    archive = open_zip(data)
    return Reading(format="zip", members=_members(data, archive.infolist(), allowance))


def member_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a member as its author saw it, with ``/`` and in NFC."""
    name = _unicode_path(info.extra)
    if name is None:
        name = info.orig_filename
        if not info.flag_bits & 0x800:
            name = decode_name(name.encode("cp437"))
    return unicodedata.normalize("NFC", name).replace("\\", "/")


def unsafe_name(name: str) -> str | None:
    """Return why a member's path must not be followed, or None when it is an ordinary one."""
    if "\x00" in name:
        return "路径含空字符"
    if len(name) > NAME_LIMIT_CHARS:
        return "路径过长"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "绝对路径"
    if ".." in name.split("/"):
        return "路径越出压缩包（..）"
    return None


def harmless_name(name: str) -> str:
    """Return a name for the report that is recognisable but is no path out of the archive."""
    shown = re.sub(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "�", name)
    shown = re.sub(r"^([A-Za-z]:)", r"[\1]", shown)
    shown = re.sub(r"^/+", "[/]", shown)
    parts = [f"[{part}]" if part in ("..", ".") else part for part in shown.split("/")]
    shown = "/".join(parts)
    return shown if len(shown) <= NAME_LIMIT_CHARS else f"{shown[:80]}…{shown[-40:]}"


def _members(data: bytes, infos: list[zipfile.ZipInfo], allowance: Allowance) -> Iterator[Member]:
    files = [info for info in infos if not member_name(info).endswith("/")]
    for at, info in enumerate(files):
        if allowance.members <= 0:
            yield cut_off(len(files) - at)
            return
        allowance.members -= 1
        yield _member(data, info, allowance)


def cut_off(count: int | None = None) -> Member:
    """Return what stands for the members beyond the limit, ``count`` of them where that is known."""
    shown = "其余成员" if count is None else f"其余{count}个成员"
    return Member(name=shown, refusal=Refusal("over_budget", f"成员超过 {MEMBERS_LIMIT} 个，其余未读；请拆分压缩包。"))


def _member(data: bytes, info: zipfile.ZipInfo, allowance: Allowance) -> Member:
    name = member_name(info)
    why = "符号链接" if stat.S_ISLNK(info.external_attr >> 16) else unsafe_name(name)
    if why:
        refusal = Refusal("unsafe_path", f"{why}，未读；请核对压缩包来源，并把文件直接放入文件夹。")
        return Member(name=harmless_name(name), refusal=refusal, size_bytes=info.file_size)
    try:
        content = unpack(data, info, min(MEMBER_LIMIT_BYTES, allowance.unpacked_bytes))
    except Refusal as refusal:
        return Member(name=name, refusal=refusal, size_bytes=info.file_size)
    allowance.unpacked_bytes -= len(content)
    return Member(name=name, data=content)


def _too_much(info: zipfile.ZipInfo, limit_bytes: int, ratio_bytes: int) -> str:
    if ratio_bytes < limit_bytes:
        packed = spoken_bytes(info.compress_size)
        return f"压缩比超过 {RATIO_LIMIT}:1（压缩后仅 {packed}），疑似压缩炸弹，未读；确需使用请直接放入原文件。"
    return f"解压后超过上限 {spoken_bytes(limit_bytes)}，未读；请拆分或直接放入原文件。"


def _inflate(packed: memoryview, method: int, limit_bytes: int) -> bytes | None:
    """Return the content, or None when more than ``limit_bytes`` would come out."""
    if method == _STORED:
        return bytes(packed) if len(packed) <= limit_bytes else None
    inflater = zlib.decompressobj(-15)
    try:
        content = inflater.decompress(packed, limit_bytes + 1)
    except zlib.error as error:
        raise Refusal("broken", "压缩包内的文件无法解压（已损坏）；请重新压缩。") from error
    if len(content) > limit_bytes:
        return None
    if not inflater.eof:
        raise Refusal("broken", "压缩包内的文件不完整；请重新下载或重新压缩。")
    return content


def _content_start(data: bytes, info: zipfile.ZipInfo) -> int:
    header = data[info.header_offset : info.header_offset + _LOCAL_HEADER_BYTES]
    if len(header) < _LOCAL_HEADER_BYTES or not header.startswith(b"PK\x03\x04"):
        raise Refusal("broken", "压缩包内的文件头损坏；请重新压缩。")
    name_bytes, extra_bytes = struct.unpack("<HH", header[26:30])
    return info.header_offset + _LOCAL_HEADER_BYTES + name_bytes + extra_bytes


def _refuse_overlap(data: bytes, archive: zipfile.ZipFile, format: str) -> None:
    """Refuse archives whose members share bytes: a few kilobytes would unpack to terabytes."""
    ends = -1
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if info.header_offset < ends:
            detail = "压缩包内的成员相互重叠（压缩炸弹的做法），未打开；请核对来源并重新压缩。"
            raise Refusal("zip_bomb", detail, format=format)
        try:
            ends = _content_start(data, info) + info.compress_size
        except Refusal:
            ends = info.header_offset + _LOCAL_HEADER_BYTES


def _directory_bytes(data: bytes) -> int:
    """Return the size of the central directory as the end record states it (0 when there is none)."""
    at = data.rfind(b"PK\x05\x06")
    if at < 0 or at + 22 > len(data):
        return 0
    size = int.from_bytes(data[at + 12 : at + 16], "little")
    if size != 0xFFFFFFFF:
        return size
    at = data.rfind(b"PK\x06\x06", 0, at)
    return int.from_bytes(data[at + 40 : at + 48], "little") if at >= 0 else size


def _unicode_path(extra: bytes) -> str | None:
    """Return the UTF-8 name that 7-Zip, WinRAR and Bandizip add beside the local one (field 0x7075)."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack("<HH", extra[at : at + 4])
        if kind == 0x7075 and size > 5:
            try:
                return extra[at + 9 : at + 4 + size].decode("utf-8")
            except UnicodeDecodeError:
                return None
        at += 4 + size
    return None
