"""Intake: every file of a case folder becomes a document, read or refused aloud.

Owns nothing that cannot be rebuilt from the files. Knows folders and names;
what the bytes mean is left to ``parsing``. Never writes, never follows a link
out of the folder, never stops at a bad file.
"""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from zuno.errors import Denied, Invalid, NotFound
from zuno.knowledge.layers import with_unread_told
from zuno.knowledge.originals import Originals
from zuno.knowledge.parsing import dispatch
from zuno.knowledge.parsing.archives import Allowance
from zuno.knowledge.parsing.charset import decode_name
from zuno.knowledge.parsing.reading import spoken_bytes
from zuno.knowledge.records import Document

FILE_LIMIT_BYTES = 200 * 1024 * 1024
"""Largest file that is read into memory; larger ones are refused as ``over_budget``."""

CASE_TEXT_LIMIT_CHARS = 80_000_000
"""Text of one case that is kept; documents beyond it are refused as ``over_budget``."""

SETTINGS_NAMES = {"case.yaml", "case.yml", "overrides.yaml"}
"""Files in the case folder that speak to the program, not about the case."""

_CHUNK_BYTES = 1024 * 1024


class CaseNotFound(NotFound):
    """There is no such folder: check the path."""

    code = "case_not_found"


class CaseNotAFolder(Invalid):
    """A file was given where a case folder is needed: give the folder around it."""

    code = "case_not_a_folder"


class CaseUnreadable(Denied):
    """The folder may not be listed: ask for the rights or copy it."""

    code = "case_unreadable"


class FileMissing(NotFound):
    """There is no such file: check the path."""

    code = "file_missing"


class CaseEmpty(Invalid):
    """The folder holds no material: put files into it and call again."""

    code = "case_empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """Something found in the folder: a file to read, or what is wrong with it."""

    name: str
    path: Path
    reason: str | None = None
    detail: str = ""


def read_case(
    root: Path,
    *,
    originals: Originals | None = None,
    on_progress: Callable[[int, int, str], None] | None = None,
) -> list[Document]:
    """Read every file of a case, but for what only its pictures show.

    Reads ``root/materials`` if that is a folder, else ``root`` without its
    settings files. Reading again gives the same documents in the same order.

    Args:
        root: The case folder.
        originals: Gets the bytes of every file with pages to look at; without it
            no picture can be read later and none is.
        on_progress: Called after each file with (files done, files in all, file name).

    Returns:
        Documents sorted by path; what is inside an archive or a mail follows it. With
        ``originals``, what was not read is still to be told: see ``scans.read_scans``.

    Raises:
        CaseNotFound: There is nothing at ``root``.
        CaseNotAFolder: ``root`` is a file.
        CaseUnreadable: ``root`` may not be listed.
        CaseEmpty: There is no material in it.
    """
    folder = _material_folder(root)
    found = sorted(_find(folder, with_settings=folder != root), key=lambda item: item.name)
    if not found:
        raise CaseEmpty(
            f"{folder} 里没有案件材料", where=str(folder), next_step="把起诉状、证据等文件放进这个文件夹后再运行"
        )
    documents: list[Document] = []
    taken: set[str] = set()
    text_chars = CASE_TEXT_LIMIT_CHARS
    for done, item in enumerate(found, start=1):
        allowance = Allowance(text_chars=text_chars)
        documents += _read_found(item, dispatch.distinct(item.name, taken), allowance, originals)
        text_chars = allowance.text_chars
        if on_progress is not None:
            on_progress(done, len(found), item.name)
    return documents if originals is not None else [with_unread_told(document) for document in documents]


def read_file(path: Path, *, originals: Originals) -> list[Document]:
    """Read one file that lies anywhere, and what is inside it, but for what only its pictures show.

    Raises:
        FileMissing: There is no such file.
    """
    if not path.is_file():
        raise FileMissing(f"找不到文件 {path}", where=str(path), next_step="核对路径；文件夹请用 zuno prepare")
    allowance = Allowance(text_chars=CASE_TEXT_LIMIT_CHARS)
    return _read_found(_Found(name=_normal(path.name), path=path), _normal(path.name), allowance, originals)


def read_bytes(name: str, data: bytes) -> list[Document]:
    """Read one file given as bytes.

    Args:
        name: File name with ``/``; its extension tells kinds of text apart.
        data: The whole file.

    Returns:
        The file's own document, then one per member (``archive.zip!member``); never raises
        because of what the bytes are.
    """
    documents = dispatch.read(_normal(name), data, Allowance(text_chars=CASE_TEXT_LIMIT_CHARS))
    return [with_unread_told(document) for document in documents]


def _material_folder(root: Path) -> Path:
    materials = root / "materials"
    folder = root
    try:
        folder = materials if materials.is_dir() else root
        next(folder.iterdir(), None)
    except FileNotFoundError as error:
        raise CaseNotFound(f"找不到文件夹 {root}", where=str(root), next_step="核对路径是否写对") from error
    except NotADirectoryError as error:
        raise CaseNotAFolder(f"{root} 是文件，不是文件夹", where=str(root), next_step="请给出案件文件夹") from error
    except OSError as error:
        raise CaseUnreadable(
            f"无权读取文件夹 {folder}", where=str(folder), next_step="取得读取权限或复制一份"
        ) from error
    return folder


def _find(folder: Path, *, with_settings: bool) -> Iterator[_Found]:
    """Yield everything below ``folder`` that is not standard junk, in no particular order."""
    base = folder.resolve()
    waiting = [(folder, "")]
    while waiting:
        directory, above = waiting.pop()
        try:
            entries = list(directory.iterdir())
        except OSError:
            yield _Found(name=above.rstrip("/"), path=directory, reason="unreadable", detail=_UNREADABLE_FOLDER)
            continue
        for path in entries:
            name = above + _normal(path.name)
            if dispatch.is_junk(name) or (not above and not with_settings and path.name in SETTINGS_NAMES):
                continue
            wrong = _why_not_material(path, base)
            if wrong is not None:
                yield _Found(name=name, path=path, reason=wrong[0], detail=wrong[1])
            elif path.is_dir():
                waiting.append((path, f"{name}/"))
            else:
                yield _Found(name=name, path=path)


_UNREADABLE_FOLDER = "子文件夹无法列出（权限不足），其中文件未读；请取得权限或复制一份。"
_UNREADABLE_FILE = "文件无法读取（权限不足或磁盘错误），未读；请取得权限或重新复制。"


def _why_not_material(path: Path, base: Path) -> tuple[str, str] | None:
    """Return reason and detail for entries that are not to be read, before opening anything."""
    if path.name.startswith("."):
        return "not_material", "隐藏文件，按非案件材料处理，未读；如确为材料请改名（去掉开头的点）。"
    if path.is_symlink():
        return _wrong_link(path, base)
    try:
        mode = path.stat().st_mode
    except OSError:
        return "unreadable", _UNREADABLE_FILE
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return "not_a_file", "不是普通文件（设备、管道等），未读；请核对来源。"
    return None


def _wrong_link(path: Path, base: Path) -> tuple[str, str] | None:
    try:
        target = path.resolve(strict=True)
        mode = target.stat().st_mode
    except (OSError, RuntimeError):
        return "unreadable", "链接指向的文件不存在，未读；请放入原文件。"
    if not target.is_relative_to(base):
        return "symlink_outside", "链接指向文件夹之外，未读；请把原文件复制进来。"
    if stat.S_ISDIR(mode):
        return "symlink_inside", "链接指向本文件夹内的另一子文件夹，其中文件已按原位置处理。"
    return None if stat.S_ISREG(mode) else ("not_a_file", "链接指向的不是普通文件，未读。")


def _read_found(item: _Found, name: str, allowance: Allowance, originals: Originals | None) -> list[Document]:
    if item.reason is not None:
        return [_refused(name, item.reason, item.detail)]
    try:
        size_bytes = item.path.stat().st_size
        if size_bytes > FILE_LIMIT_BYTES:
            detail = f"文件 {spoken_bytes(size_bytes)}，超过上限 {spoken_bytes(FILE_LIMIT_BYTES)}，未读；请拆分后放入。"
            return [_refused(name, "over_budget", detail, _digest(item.path), size_bytes)]
        data = item.path.read_bytes()
    except OSError:
        return [_refused(name, "unreadable", _UNREADABLE_FILE)]
    if originals is None:
        return dispatch.read(name, data, allowance)
    return dispatch.read(name, data, allowance, keep=originals.keep)


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _refused(name: str, reason: str, detail: str, sha256: str = "", size_bytes: int = 0) -> Document:
    return Document(
        file=name,
        sha256=sha256,
        size_bytes=size_bytes,
        format="unknown",
        state="refused",
        reason=reason,
        detail=detail,
    )


def _normal(name: str) -> str:
    """Return a file name in NFC; names in undecodable bytes (GBK disks) are decoded by their look."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        name = decode_name(os.fsencode(name))
    return unicodedata.normalize("NFC", name)
