"""Files that cannot be read, or not wholly: each the smallest of its sort."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterable
from pathlib import Path


def archive(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in members:
            opened.writestr(zipfile.ZipInfo(name, (2026, 1, 5, 10, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def locked_archive() -> bytes:
    """A ZIP whose member says that it has a password."""
    data = bytearray(archive([("内.txt", b"hello")]))
    data[data.find(b"PK\x03\x04") + 6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def nested_archive(depth: int) -> bytes:
    """A ZIP in a ZIP in a ZIP."""
    data = archive([("底.txt", b"deep")])
    for level in range(depth):
        data = archive([(f"{level}.zip", data)])
    return data


def overlapping_archive() -> bytes:
    """A small ZIP whose directory names the same bytes a thousand times."""
    whole = archive([("a.txt", bytes(900_000))])
    at = whole.find(b"PK\x01\x02")
    end = whole.find(b"PK\x05\x06")
    entry, times = whole[at:end], 1_000
    directory = entry * times
    count = times.to_bytes(2, "little")
    tail = (
        b"PK\x05\x06\0\0\0\0"
        + count
        + count
        + len(directory).to_bytes(4, "little")
        + at.to_bytes(4, "little")
        + b"\0\0"
    )
    return whole[:at] + directory + tail


def locked_pdf() -> bytes:
    """A PDF that opens only with a password."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
        b"<</Filter/Standard/V 1/R 2/P -4/O<" + b"41" * 32 + b">/U<" + b"42" * 32 + b">>>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer<</Size 5/Root 1 0 R/ID[<00><00>]/Encrypt 4 0 R>>\nstartxref\n%d\n%%%%EOF" % start


WORDS = "第三批货物由司机送到仓库，当时没有人在单子上签字。"

BYTES: dict[str, tuple[bytes, str]] = {
    "空.txt": (b"", "empty"),
    "空白.md": (b"\n \n\t\n", "empty"),
    "乱码.txt": (bytes(range(128, 256)) * 20, "not_text"),
    "两可.txt": ("これは説明資料です".encode("shift_jis"), "encoding_ambiguous"),
    "夹坏字.txt": (WORDS.encode() * 400 + b"\xff\xfe" + WORDS.encode() * 400, "undecodable_bytes"),
    "坏.docx": (archive([("word/document.xml", b"<w:document")])[:90], "broken"),
    "缺.docx": (archive([("word/document.xml", b"<w:document>")]), "broken"),
    "网页.docx": (b"<html><body>404 Not Found</body></html>", "broken"),
    "坏.xlsx": (b"not a workbook", "broken"),
    "坏.pdf": (b"%PDF-1.4\nbroken", "broken"),
    "坏.zip": (b"PK\x03\x04" + bytes(40), "broken"),
    "密.pdf": (locked_pdf(), "encrypted"),
    "照片.jpg": (b"\xff\xd8\xff\xe0" + bytes(60), "broken"),
    "录音.mp3": (b"ID3\x03" + bytes(60), "unsupported_audio"),
    "旧.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "unsupported_format"),
    "套娃.zip!6.zip!5.zip!4.zip": (nested_archive(7), "over_budget"),
    "重叠.zip": (overlapping_archive(), "zip_bomb"),
}
"""Name of a document → the bytes of its file, and why it is not read or not wholly."""

MEMBERS: dict[str, tuple[bytes, str]] = {
    "密.zip!内.txt": (locked_archive(), "encrypted"),
    "炸弹.zip!零.txt": (archive([("零.txt", bytes(40_000_000))]), "over_budget"),
    "上爬.zip![..]/[..]/逃.txt": (archive([("../../逃.txt", b"out")]), "unsafe_path"),
    "绝对.zip![/]etc/逃.txt": (archive([("/etc/逃.txt", b"out"), ("在.txt", WORDS.encode())]), "unsafe_path"),
    "盘符.zip![C:]/逃.txt": (archive([("C:\\逃.txt", b"out")]), "unsafe_path"),
}
"""The same for members that are never taken out of their archive."""

ENTRIES: dict[str, str] = {
    "断链.pdf": "unreadable",
    "外链.txt": "symlink_outside",
    "管道.txt": "not_a_file",
    ".隐藏.txt": "not_material",
}
"""Entries of a folder that are not opened."""


def lay(folder: Path, *, with_members: bool, with_entries: bool) -> dict[str, str]:
    """Put bad files into a folder; return document names with the reason each must end with."""
    named = {**BYTES, **(MEMBERS if with_members else {})}
    for name, (data, _) in named.items():
        (folder / name.split("!")[0]).write_bytes(data)
    expected = {name: reason for name, (_, reason) in named.items()}
    if with_entries:
        expected |= _lay_entries(folder)
    return expected


def _lay_entries(folder: Path) -> dict[str, str]:
    outside = folder.parent.parent / "别处.txt"
    outside.write_text("别处的文件", "utf-8")
    (folder / ".隐藏.txt").write_text("藏", "utf-8")
    laid = {".隐藏.txt"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "管道.txt")
        laid.add("管道.txt")
    try:
        (folder / "断链.pdf").symlink_to(folder / "没有.pdf")
        (folder / "外链.txt").symlink_to(outside)
        laid |= {"断链.pdf", "外链.txt"}
    except OSError:
        pass  # A file system, or a user, without links.
    return {name: reason for name, reason in ENTRIES.items() if name in laid}
