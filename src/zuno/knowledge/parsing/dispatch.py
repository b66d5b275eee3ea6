"""Which parser reads which bytes, and what is said of bytes that none reads.

The one place where a failure inside a parser, whatever it is, becomes a
refused document: hostile or damaged material must never end a run.
"""

from __future__ import annotations

import hashlib
import logging
import traceback
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from zuno.knowledge.parsing.archives import DEPTH_LIMIT, Allowance, harmless_name
from zuno.knowledge.parsing.reading import Member, Reading, Refusal
from zuno.knowledge.parsing.sniff import extension, is_mismatch, kind_of
from zuno.knowledge.records import ARCHIVE_FORMATS, Document

_log = logging.getLogger(__name__)

Keep = Callable[[Document, bytes], None]
"""Called with each document that was opened and the bytes it was read from."""


def _keep_nothing(document: Document, data: bytes) -> None:
    del document, data


_BINARY_EXTENSIONS = {
    "docx", "docm", "xlsx", "xlsm", "pptx", "pdf", "ofd", "zip", "rar", "7z", "jpg", "jpeg", "png", "bmp", "gif", "tif",
    "tiff", "heic", "webp", "mp3", "m4a", "amr", "wav", "silk", "mp4", "mov", "avi",
}  # fmt: skip
"""Extensions whose files are never text: text under such a name is a failed download or a wrong name."""

_LABELLED_TEXT = {"txt", "md", "csv", "tsv", "log", "json", "xml", "html", "htm"}
_CONVERTED = {"doc", "rtf", "odf", "xlsb"}
_UNREAD: dict[str, tuple[str, str]] = {
    "drawing": ("unsupported_format", "矢量图（EMF/WMF），未读；请截图或导出为 PDF 后重新放入。"),
    "encrypted_office": ("encrypted", "Office 文件有打开密码，未读；请去除密码后重新放入。"),
    "ppt": ("unsupported_format", "演示文稿，未读；请导出为 PDF。"),
    "pptx": ("unsupported_format", "演示文稿，未读；请导出为 PDF。"),
    "epub": ("unsupported_format", "电子书，未读；请导出为 PDF。"),
    "ole": ("unsupported_format", "旧版 Office 复合文件，类型不明，未读；请用原软件打开并另存为 .docx、.xlsx 或 PDF。"),
    "audio": ("unsupported_audio", "录音，未转写；请整理成文字稿（注明说话人和时间）后放入，原录音保留备查。"),
    "video": ("unsupported_video", "视频，未读；请整理文字说明或截图后放入，原视频保留备查。"),
    "database": ("unsupported_format", "数据库文件，未读；请导出为 .xlsx、.csv 或文本。"),
    "program": ("unsupported_format", "程序文件，未打开；请核对是否误放。"),
}
"""Kind of bytes → reason and what to do; every kind without a parser."""

JUNK_NAMES = {".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".localized", "icon\r", ".gitkeep", ".gitignore"}
JUNK_FOLDERS = {"__macosx", ".git", ".svn", ".spotlight-v100", ".trashes", ".fseventsd", "@eadir", "$recycle.bin"}


def is_junk(path: str) -> bool:
    """Tell whether a path names what systems leave behind: nobody's case material."""
    *folders, base = path.lower().split("/")
    if any(folder in JUNK_FOLDERS for folder in folders) or base in JUNK_NAMES:
        return True
    return base.startswith(("~$", "._", ".~lock."))


def read(name: str, data: bytes, allowance: Allowance, depth: int = 0, *, keep: Keep = _keep_nothing) -> list[Document]:
    """Read one file and everything inside it; never raises because of what the bytes are.

    Args:
        name: How the document is named in the case.
        data: The whole file.
        allowance: What may still be unpacked and kept; reduced by what is used.
        depth: Containers around this file.
        keep: Told of every document that was opened, with its bytes.

    Returns:
        The file's own document first, then one document per member.
    """
    kind = "unknown"
    documents: list[Document] = []
    try:
        kind = _kind(name, data)
        reading = _within_text(_parse(name, data, kind, allowance, depth), allowance)
        outcomes = _read_members(name, reading, allowance, depth, documents, keep)
        reading = _with_refused_members(reading, outcomes)
    except Refusal as refusal:
        return [_refused(name, data, refusal, kind), *documents]
    except Exception as error:  # noqa: BLE001 - the single boundary around every parser
        _log.debug("parser of %s failed: %s", kind, _place_of(error))
        refusal = Refusal("broken", "解析失败（文件损坏或结构异常），未读；请用原软件打开并另存后重新放入。")
        return [_refused(name, data, refusal, kind), *documents]
    document = _document(name, data, reading)
    keep(document, data)
    return [document, *documents]


def _kind(name: str, data: bytes) -> str:
    if not data:
        raise Refusal("empty", "文件为空（0 字节）；请核对是否下载或导出失败。")
    kind = kind_of(name, data)
    if kind in ("txt", "csv", "html", "eml") and extension(name) in _BINARY_EXTENSIONS:
        detail = (
            f"内容不是 .{extension(name)} 文件（可能下载失败或改错后缀），未读；请重新下载，确为文字请改后缀为 .txt。"
        )
        raise Refusal("broken", detail, format="unknown")
    return kind


def _parse(name: str, data: bytes, kind: str, allowance: Allowance, depth: int) -> Reading:
    """Call the parser of ``kind``; each is imported when first needed."""
    if kind in _UNREAD:
        reason, detail = _UNREAD[kind]
        raise Refusal(reason, detail, format=kind)
    if kind in ARCHIVE_FORMATS:
        return _open_archive(name, data, kind, allowance, depth)
    if kind == "docx":
        from zuno.knowledge.parsing import docx

        return docx.read(data)
    if kind == "pdf":
        from zuno.knowledge.parsing import pdf

        return pdf.read(data)
    if kind == "image":
        from zuno.knowledge.parsing import images

        return images.read(data)
    if kind == "xlsx":
        from zuno.knowledge.parsing import sheets

        return sheets.read(data)
    if kind == "xls_xml":
        from zuno.knowledge.parsing import xml_sheets

        return xml_sheets.read(data)
    if kind == "ofd":
        from zuno.knowledge.parsing import ofd

        return ofd.read(data)
    if kind == "xls":
        from zuno.knowledge.parsing import old_sheets

        return old_sheets.read(data)
    if kind in _CONVERTED:
        from zuno.knowledge.parsing import office

        return office.read(data, kind)
    if kind == "msg":
        from zuno.knowledge.parsing import msg

        return msg.read(data)
    return _parse_text(name, data, kind)


def _parse_text(name: str, data: bytes, kind: str) -> Reading:
    from zuno.knowledge.parsing import plain

    if kind == "eml":
        from zuno.knowledge.parsing import mail

        return mail.read(data)
    if kind == "html":
        from zuno.knowledge.parsing import html

        return html.read(data)
    if kind == "csv":
        return plain.read_table(data)
    try:
        return plain.read_text(data, kind)
    except Refusal as refusal:
        if refusal.reason != "not_text" or extension(name) in _LABELLED_TEXT:
            raise
        detail = "无法识别的格式，也不是文字，未读；请用原软件打开，导出为 PDF、.docx 或 .xlsx 后重新放入。"
        raise Refusal("not_text", detail, format="unknown") from refusal


def _open_archive(name: str, data: bytes, kind: str, allowance: Allowance, depth: int) -> Reading:
    from zuno.knowledge.parsing import archives, packed

    if depth >= DEPTH_LIMIT:
        detail = f"压缩包嵌套超过 {DEPTH_LIMIT} 层，未打开；请解压后放入文件夹。"
        raise Refusal("over_budget", detail, format=kind)
    if kind == "zip":
        return archives.read(data, allowance)
    if kind == "tar":
        return packed.read_tar(data, allowance)
    if kind in ("rar", "7z"):
        return packed.read_foreign(data, kind, allowance)
    return packed.read_stream(name, data, kind, allowance)


def _within_text(reading: Reading, allowance: Allowance) -> Reading:
    """Charge the text to what the whole case may hold."""
    if len(reading.text) > allowance.text_chars:
        detail = (
            f"文字 {len(reading.text):,} 字，超出全案文字上限（余 {allowance.text_chars:,} 字），未读；请分案处理。"
        )
        raise Refusal("over_budget", detail, format=reading.format)
    allowance.text_chars -= len(reading.text)
    return reading


def _read_members(
    name: str, reading: Reading, allowance: Allowance, depth: int, documents: list[Document], keep: Keep
) -> list[Refusal | None]:
    """Append the documents of all members; return, per member, why it could not be taken out."""
    outcomes: list[Refusal | None] = []
    taken: set[str] = set()
    for member in reading.members:
        if is_junk(member.name):
            continue
        inner = distinct(f"{name}!{harmless_name(unicodedata.normalize('NFC', member.name))}", taken)
        outcomes.append(member.refusal)
        if member.refusal is None and depth >= DEPTH_LIMIT:
            detail = f"附件嵌套超过 {DEPTH_LIMIT} 层，未打开；请另存后放入文件夹。"
            documents.append(_refused(inner, member.data, Refusal("over_budget", detail), "unknown"))
        elif member.refusal is None:
            documents += read(inner, member.data, allowance, depth + 1, keep=keep)
        else:
            documents.append(_untaken(inner, member, member.refusal))
    return outcomes


def distinct(name: str, taken: set[str]) -> str:
    """Return ``name``, or ``name#2`` and so on where it was given out before."""
    number, shown = 1, name
    while shown in taken:
        number += 1
        shown = f"{name}#{number}"
    taken.add(shown)
    return shown


def _with_refused_members(reading: Reading, outcomes: list[Refusal | None]) -> Reading:
    """Say on the container that not everything inside could be taken out."""
    refusals = [outcome for outcome in outcomes if outcome is not None]
    if reading.format in ARCHIVE_FORMATS and not outcomes:
        raise Refusal("empty", "压缩包里没有文件；请核对是否压缩失败。", format=reading.format)
    if not refusals:
        return reading
    detail = f"{reading.detail}内含 {len(outcomes)} 个文件，其中 {len(refusals)} 个未取出，原因见各成员。"
    whole = reading.format in ARCHIVE_FORMATS and len(refusals) == len(outcomes)
    return replace(
        reading,
        state="refused" if whole or reading.state == "refused" else "partial",
        reason=reading.reason or refusals[0].reason,
        detail=detail,
        flags=(*reading.flags, "members_refused"),
    )


def _document(name: str, data: bytes, reading: Reading) -> Document:
    flags = reading.flags
    if is_mismatch(name, reading.format):
        flags = (*flags, "extension_mismatch")
    return Document(
        file=name,
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
        format=reading.format,
        state=reading.state,
        reason=reading.reason,
        detail=reading.detail,
        flags=flags,
        encoding=reading.encoding,
        text=reading.text,
        pages=reading.pages,
        blocks=reading.blocks,
        unread_pages=reading.unread_pages,
        doubts=reading.doubts,
    )


def _refused(name: str, data: bytes, refusal: Refusal, kind: str) -> Document:
    format = refusal.format or kind
    return Document(
        file=name,
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
        format=format,
        state="refused",
        reason=refusal.reason,
        detail=refusal.detail,
        flags=("extension_mismatch",) if is_mismatch(name, format) and format != "unknown" else (),
    )


def _untaken(name: str, member: Member, refusal: Refusal) -> Document:
    """Return the document of a member whose bytes were never seen: no digest, the declared size."""
    return Document(
        file=name,
        sha256="",
        size_bytes=member.size_bytes,
        format="unknown",
        state="refused",
        reason=refusal.reason,
        detail=refusal.detail,
    )


def _place_of(error: Exception) -> str:
    """Name an error by its type and the line that raised it; its message may hold document text."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at {frames[-1].filename}:{frames[-1].lineno}" if frames else type(error).__name__
