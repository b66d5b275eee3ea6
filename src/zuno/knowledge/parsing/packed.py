"""TAR, GZIP, BZIP2, XZ, and RAR and 7z where a program of the system unpacks them.

The same budgets as for ZIP: nothing is believed of what a header says before
the bytes came out. RAR and 7z pass through ``bsdtar`` as one TAR stream, or
through ``unar``, which writes into a folder that is thrown away; without
either the archive is refused.
"""

from __future__ import annotations

import bz2
import io
import json
import lzma
import stat
import tarfile
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from zuno.knowledge.parsing.archives import (
    MEMBER_LIMIT_BYTES,
    MEMBERS_LIMIT,
    RATIO_FLOOR_BYTES,
    RATIO_LIMIT,
    Allowance,
    cut_off,
    harmless_name,
    unsafe_name,
)
from zuno.knowledge.parsing.charset import decode_name
from zuno.knowledge.parsing.outside import find_program, run
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, spoken_bytes

TIME_LIMIT_S = 120.0
_CHUNK_BYTES = 1024 * 1024
_ENDINGS = {"gzip": (".gz", ".tgz"), "bzip2": (".bz2", ".tbz", ".tbz2"), "xz": (".xz", ".txz")}
_ABSENT = "{format} 压缩包，本机没有能打开它的程序（bsdtar 或 unar），未打开；请解压后放入文件夹，或改为 .zip。"
_ENCRYPTED = "压缩包有密码，未打开；请解密后重新放入。"
_BROKEN = "压缩包损坏或不完整；请重新下载或重新压缩后放入。"


def read_tar(data: bytes, allowance: Allowance) -> Reading:
    """Read a TAR archive: no text of its own, its files as members.

    Raises:
        Refusal: ``broken``.
    """
    return Reading(format="tar", members=iter(_tar_members(data, "tar", allowance)))


def read_stream(name: str, data: bytes, format: str, allowance: Allowance) -> Reading:
    """Read a file packed by itself: its content is the one member.

    Args:
        name: Name of the packed file; the member's is the same without ``.gz``.
        data: The whole file.
        format: ``gzip``, ``bzip2`` or ``xz``.
        allowance: What may still come out.

    Raises:
        Refusal: ``over_budget`` or ``broken``.
    """
    limit_bytes = min(MEMBER_LIMIT_BYTES, allowance.unpacked_bytes, max(RATIO_FLOOR_BYTES, RATIO_LIMIT * len(data)))
    if allowance.members <= 0:
        raise Refusal("over_budget", f"成员超过 {MEMBERS_LIMIT} 个，未打开；请拆分压缩包。", format=format)
    content = _inflate(data, format, limit_bytes)
    allowance.members -= 1
    allowance.unpacked_bytes -= len(content)
    base = name.rsplit("/", 1)[-1].rsplit("!", 1)[-1]
    for ending in _ENDINGS[format]:
        if base.lower().endswith(ending):
            base = base[: -len(ending)] + (".tar" if ending.startswith(".t") else "")
    return Reading(format=format, members=iter([Member(name=base or "内容", data=content)]))


def _inflate(data: bytes, format: str, limit_bytes: int) -> bytes:
    openers: dict[str, Callable[[], Any]] = {
        "gzip": lambda: zlib.decompressobj(31),
        "bzip2": bz2.BZ2Decompressor,
        "xz": lambda: lzma.LZMADecompressor(memlimit=512 * 1024 * 1024),
    }
    out = bytearray()
    rest = data
    try:
        while rest and (not out or rest[:2] in (b"\x1f\x8b", b"BZ", b"\xfd7")):  # streams may follow one another
            inflater = openers[format]()
            piece = inflater.decompress(rest, limit_bytes + 1 - len(out))
            out += piece
            if len(out) > limit_bytes:
                limit = spoken_bytes(limit_bytes)
                raise Refusal("over_budget", f"解压后超过上限 {limit}，未读；请直接放入原文件。", format=format)
            if not inflater.eof:
                raise Refusal("broken", _BROKEN, format=format)
            rest = bytes(inflater.unused_data)
    except (zlib.error, OSError, EOFError, lzma.LZMAError) as error:
        raise Refusal("broken", _BROKEN, format=format) from error
    return bytes(out)


def read_foreign(data: bytes, format: str, allowance: Allowance) -> Reading:
    """Read a RAR or 7z archive by a program of the system: its files as members.

    Raises:
        Refusal: ``unsupported_archive`` without a program; ``encrypted``, ``over_budget`` or ``broken``.
    """
    tar, lister, unpacker = find_program("bsdtar"), find_program("lsar"), find_program("unar")
    if lister is not None and unpacker is not None:
        members = _by_unar(lister, unpacker, data, format, allowance)
    elif tar is not None:
        members = _by_tar(tar, data, format, allowance)
    else:
        raise Refusal("unsupported_archive", _ABSENT.format(format=format.upper()), format=format)
    return Reading(format=format, members=iter(members))


def _most_bytes(data: bytes, allowance: Allowance) -> int:
    return min(allowance.unpacked_bytes, max(RATIO_FLOOR_BYTES, RATIO_LIMIT * len(data)))


def _by_tar(program: str, data: bytes, format: str, allowance: Allowance) -> list[Member]:
    """Turn the archive into a TAR stream, which never touches the disk as files."""
    limit_bytes = _most_bytes(data, allowance)
    with tempfile.TemporaryDirectory(prefix="zuno-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "in").write_bytes(data)
        outcome = run([program, "-cf", "-", "--format", "pax", "@in"], folder, TIME_LIMIT_S, limit_bytes + _CHUNK_BYTES)
    if outcome.too_slow or len(outcome.output) > limit_bytes:
        raise _too_much(format, limit_bytes)
    if outcome.code != 0:
        if b"ncrypt" in outcome.errors or b"assphrase" in outcome.errors:
            raise Refusal("encrypted", _ENCRYPTED, format=format)
        raise Refusal("broken", _BROKEN, format=format)
    return list(_tar_members(outcome.output, format, allowance))


def _too_much(format: str, limit_bytes: int) -> Refusal:
    detail = f"解压超时或超过上限 {spoken_bytes(limit_bytes)}（或压缩比异常），未打开；请拆分或解压后放入文件夹。"
    return Refusal("over_budget", detail, format=format)


def _tar_members(data: bytes, format: str, allowance: Allowance) -> Iterator[Member]:
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:", encoding="utf-8", errors="surrogateescape") as archive:
            for info in archive:
                if info.isdir():
                    continue
                if allowance.members <= 0:
                    yield cut_off()
                    return
                allowance.members -= 1
                yield _tar_member(archive, info, allowance)
    except (tarfile.TarError, OSError, ValueError, EOFError) as error:
        raise Refusal("broken", _BROKEN, format=format) from error


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, allowance: Allowance) -> Member:
    name = unicodedata.normalize("NFC", decode_name(info.name.encode("utf-8", "surrogateescape"))).replace("\\", "/")
    name = name.removeprefix("./")
    why = unsafe_name(name) if info.isreg() and not info.issparse() else "链接、设备或稀疏文件"
    if why:
        return _unsafe(name, why, info.size)
    limit_bytes = min(MEMBER_LIMIT_BYTES, allowance.unpacked_bytes)
    if info.size > limit_bytes:
        return _over(name, info.size, limit_bytes)
    file = archive.extractfile(info)
    content = file.read(info.size + 1) if file else b""
    if len(content) != info.size:
        return Member(name=name, refusal=Refusal("broken", _BROKEN), size_bytes=info.size)
    allowance.unpacked_bytes -= len(content)
    return Member(name=name, data=content)


def _unsafe(name: str, why: str, size_bytes: int) -> Member:
    refusal = Refusal("unsafe_path", f"{why}，未读；请核对压缩包来源，并把文件直接放入文件夹。")
    return Member(name=harmless_name(name), refusal=refusal, size_bytes=size_bytes)


def _over(name: str, size_bytes: int, limit_bytes: int) -> Member:
    detail = f"解压后超过上限 {spoken_bytes(limit_bytes)}，未读；请拆分或直接放入原文件。"
    return Member(name=name, refusal=Refusal("over_budget", detail), size_bytes=size_bytes)


def _by_unar(lister: str, unpacker: str, data: bytes, format: str, allowance: Allowance) -> list[Member]:
    """List the archive, judge every entry, and unpack only those that may come out."""
    limit_bytes = _most_bytes(data, allowance)
    with tempfile.TemporaryDirectory(prefix="zuno-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "in").write_bytes(data)
        (folder / "out").mkdir()
        members: list[Member] = []
        wanted: list[tuple[int, str, int]] = []
        for entry in _listed(lister, folder, format):
            if entry.get("XADIsDirectory"):
                continue
            if len(members) + len(wanted) >= allowance.members:
                members.append(cut_off())
                break
            member = _judged(entry, limit_bytes, wanted)
            members += [member] if member else []
            limit_bytes -= wanted[-1][2] if wanted and member is None else 0
        allowance.members -= len(members) + len(wanted)
        if wanted:
            options = ["-quiet", "-no-directory", "-no-recursion", "-force-overwrite", "-output-directory", "out"]
            command = [unpacker, *options, "-indexes", "in", *(str(index) for index, _, _ in wanted)]
            if run(command, folder, TIME_LIMIT_S, MEMBER_LIMIT_BYTES).too_slow:
                raise _too_much(format, limit_bytes)
        members += [_unpacked(folder / "out", shown, size, allowance) for _, shown, size in wanted]
    return members


def _listed(lister: str, folder: Path, format: str) -> list[dict[str, Any]]:
    outcome = run([lister, "-json", "-no-recursion", "in"], folder, TIME_LIMIT_S, 32 * _CHUNK_BYTES)
    if b"requires a password" in outcome.output + outcome.errors:
        raise Refusal("encrypted", _ENCRYPTED, format=format)
    try:
        told = cast("dict[str, Any]", json.loads(outcome.output))
        entries = cast("list[dict[str, Any]]", told["lsarContents"])
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal("broken", _BROKEN, format=format) from error
    if told.get("lsarError") or not entries:
        raise Refusal("broken", _BROKEN, format=format)
    if all(entry.get("XADIsEncrypted") for entry in entries if not entry.get("XADIsDirectory")):
        raise Refusal("encrypted", _ENCRYPTED, format=format)
    return entries


def _judged(entry: dict[str, Any], limit_bytes: int, wanted: list[tuple[int, str, int]]) -> Member | None:
    """Add an entry to those wanted, or return why it stays inside."""
    shown = str(entry.get("XADFileName", "")).replace("\\", "/")
    size, index = entry.get("XADFileSize", 0), entry.get("XADIndex")
    size = size if isinstance(size, int) and size >= 0 else MEMBER_LIMIT_BYTES + 1
    odd = entry.get("XADIsLink") or entry.get("XADIsHardLink") or _is_odd(entry.get("XADPosixPermissions"))
    why = "链接或设备" if odd or not isinstance(index, int) else unsafe_name(shown)
    if why or not isinstance(index, int):
        return _unsafe(shown, why or "", size)
    if entry.get("XADIsEncrypted"):
        return Member(name=shown, refusal=Refusal("encrypted", _ENCRYPTED), size_bytes=size)
    if size > min(limit_bytes, MEMBER_LIMIT_BYTES):
        return _over(shown, size, min(limit_bytes, MEMBER_LIMIT_BYTES))
    wanted.append((index, shown, size))
    return None


def _is_odd(mode: object) -> bool:
    """Tell whether Unix permissions name something other than an ordinary file."""
    return isinstance(mode, int) and stat.S_IFMT(mode) not in (0, stat.S_IFREG)


def _unpacked(folder: Path, shown: str, size_bytes: int, allowance: Allowance) -> Member:
    path = folder / shown
    name = unicodedata.normalize("NFC", shown)
    inside = path.resolve().is_relative_to(folder.resolve()) and path.is_file() and not path.is_symlink()
    if not inside or path.stat().st_size != size_bytes:
        return Member(name=name, refusal=Refusal("broken", _BROKEN), size_bytes=size_bytes)
    content = path.read_bytes()
    allowance.unpacked_bytes -= len(content)
    return Member(name=name, data=content)
