"""What the bytes are, whatever the name says.

Exports named ``.xls`` are often text or HTML, photos end in ``.pdf`` and Word
files in ``.doc`` may be anything, so the extension decides only between kinds
of text.
"""

from __future__ import annotations

import re

from zuno.knowledge.parsing.archives import open_zip
from zuno.knowledge.parsing.reading import Refusal

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image"),
    (0, b"\xff\xd8\xff", "image"),
    (0, b"II*\x00", "image"),
    (0, b"MM\x00*", "image"),
    (0, b"\x00\x00\x00\x0cjP  ", "image"),
    (0, b"PK\x03\x04", "zip"),
    (0, b"PK\x05\x06", "zip"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (0, b"Rar!\x1a\x07", "rar"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"\x1f\x8b\x08", "gzip"),
    (4, b"1AY&SY", "bzip2"),
    (0, b"\xfd7zXZ\x00", "xz"),
    (257, b"ustar", "tar"),
    (40, b" EMF", "drawing"),
    (0, b"\xd7\xcd\xc6\x9a", "drawing"),
    (0, b"{\\rtf", "rtf"),
    (0, b"OggS", "audio"),
    (0, b"fLaC", "audio"),
    (0, b"#!AMR", "audio"),
    (0, b"#!SILK", "audio"),
    (0, b"\x02#!SILK", "audio"),
    (0, b"0&\xb2u\x8ef\xcf\x11", "video"),
    (0, b"\x1aE\xdf\xa3", "video"),
    (0, b"FLV\x01", "video"),
    (0, b"\x00\x00\x01\xba", "video"),
    (0, b"\x00\x00\x01\xb3", "video"),
    (0, b"SQLite format 3\x00", "database"),
    (0, b"\x7fELF", "program"),
)
"""Offset, bytes, kind."""

_SHORT_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"GIF8", "image"),
    (b"BM", "image"),
    (b"ID3", "audio"),
    (b"\xff\xfb", "audio"),
    (b"\xff\xf3", "audio"),
    (b"\xff\xf2", "audio"),
    (b"\xff\xf1", "audio"),
    (b"\xff\xf9", "audio"),
    (b"MZ", "program"),
)
"""Beginnings that text can have too; believed only beside a NUL byte."""

_RIFF = {b"WEBP": "image", b"WAVE": "audio", b"AVI ": "video"}

_BRANDS = {
    b"heic": "image", b"heix": "image", b"hevc": "image", b"mif1": "image", b"msf1": "image", b"avif": "image",
    b"M4A ": "audio", b"M4B ": "audio",
}  # fmt: skip
_OLE_STREAMS: tuple[tuple[str, str], ...] = (
    ("EncryptedPackage", "encrypted_office"),
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("PowerPoint Document", "ppt"),
    ("__properties_version1.0", "msg"),
)
_ZIP_KINDS: tuple[tuple[str, str], ...] = (
    ("xl/workbook.xml", "xlsx"),
    ("xl/workbook.bin", "xlsb"),
    ("ppt/presentation.xml", "pptx"),
    ("word/document.xml", "docx"),
    ("OFD.xml", "ofd"),
)
_PLAIN_EXTENSIONS = {"txt", "md", "markdown", "log", "csv", "tsv"}
_TABLE_EXTENSIONS = {"csv", "tsv", "xls", "xlsx", "et"}
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|table|meta)\b", re.I | re.S
)
_SPREADSHEET_XML = b"urn:schemas-microsoft-com:office:spreadsheet"
_MAIL_HEADER = re.compile(
    rb"^(?:From|To|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Content-Type|Delivered-To|X-[\w-]+):",
    re.I | re.M,
)
_USUAL_KIND = {
    "pdf": "pdf", "docx": "docx", "docm": "docx", "xlsx": "xlsx", "xlsm": "xlsx", "csv": "csv", "eml": "eml",
    "zip": "zip", "doc": "doc", "xls": "xls", "rar": "rar", "7z": "7z", "html": "html", "htm": "html",
    "jpg": "image", "jpeg": "image", "png": "image", "bmp": "image", "gif": "image", "tif": "image",
    "tiff": "image", "heic": "image", "webp": "image",
}  # fmt: skip


def extension(name: str) -> str:
    """Return the lower-case extension without the dot, or an empty string."""
    base = name.rsplit("/", 1)[-1]
    return base.rsplit(".", 1)[-1].lower() if "." in base else ""


def kind_of(name: str, data: bytes) -> str:
    """Return what the bytes are.

    Args:
        name: File name; its extension decides between kinds of text only.
        data: The whole file, not empty.

    Returns:
        A parser's format (``docx``, ``pdf``, ``xlsx``, ``csv``, ``txt``, ``md``, ``html``,
        ``eml``, ``zip``), or the name of a kind that no parser reads (``image``, ``doc`` …).
    """
    head = data[:4096]
    ending = extension(name)
    if head.startswith(b"%PDF-") or (b"%PDF-" in head[:1024] and ending not in _PLAIN_EXTENSIONS):
        return "pdf"
    for offset, magic, kind in _MAGIC:
        if head.startswith(magic, offset):
            return _inner_kind(kind, data)
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], "video")
    if head.startswith(b"RIFF") and head[8:12] in _RIFF:
        return _RIFF[head[8:12]]
    if b"\x00" in head:
        for magic, kind in _SHORT_MAGIC:
            if head.startswith(magic):
                return kind
    return _text_kind(ending, head)


def _inner_kind(kind: str, data: bytes) -> str:
    if kind == "zip":
        return _zip_kind(data)
    return _ole_kind(data) if kind == "ole" else kind


def is_mismatch(name: str, kind: str) -> bool:
    """Tell whether the extension promises another kind of file than the bytes are."""
    usual = _USUAL_KIND.get(extension(name))
    return usual is not None and usual != kind


def _text_kind(ending: str, head: bytes) -> str:
    if ending in ("md", "markdown"):
        return "md"
    if _SPREADSHEET_XML in head:
        return "xls_xml"
    if ending not in _PLAIN_EXTENSIONS and _HTML.match(head.removeprefix(b"\xef\xbb\xbf")):
        return "html"
    if ending in _TABLE_EXTENSIONS:
        return "csv"
    if ending in ("eml", "mht", "mhtml") or (ending not in _PLAIN_EXTENSIONS and _starts_as_mail(head)):
        return "eml"
    return "txt"


def _starts_as_mail(head: bytes) -> bool:
    block = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    return bool(_MAIL_HEADER.match(block)) and len({found.lower() for found in _MAIL_HEADER.findall(block)}) >= 3


def _ole_kind(data: bytes) -> str:
    for stream, kind in _OLE_STREAMS:
        if stream.encode("utf-16-le") in data:
            return kind
    return "ole"


def _zip_kind(data: bytes) -> str:
    """Tell Office files from ordinary archives by what lies inside."""
    try:
        names = open_zip(data).namelist()
    except Refusal:
        return "zip"
    present = {name.lstrip("/").replace("\\", "/") for name in names}
    for name, kind in _ZIP_KINDS:
        if name in present:
            return kind
    if "[Content_Types].xml" in present and any(name.startswith("word/") for name in present):
        return "docx"
    if "mimetype" in present and "content.xml" in present:
        return "odf"
    if "mimetype" in present and "META-INF/container.xml" in present:
        return "epub"
    return "zip"
