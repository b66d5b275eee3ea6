"""Old and foreign office files (DOC, WPS, RTF, ODT, ODS, XLSB): put into DOCX or XLSX by LibreOffice.

Only where LibreOffice is installed; without it the file is refused with what
to do. Nothing is kept: the copy is read and thrown away.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from zuno.knowledge.parsing.archives import open_zip, unpack
from zuno.knowledge.parsing.compound import open_compound
from zuno.knowledge.parsing.outside import find_program, run
from zuno.knowledge.parsing.reading import Reading, Refusal

TIME_LIMIT_S = 120.0
RESULT_LIMIT_BYTES = 200 * 1024 * 1024

_TARGETS = {"doc": "docx", "rtf": "docx", "odt": "docx", "xlsb": "xlsx", "ods": "xlsx"}
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" \
oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" \
oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" \
oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" \
oor:op="fuse"><value>2</value></prop></item>
</oor:items>
"""
"""No macros, and nothing fetched that the file only points to: neither from the network nor from this disk."""


def read(data: bytes, kind: str) -> Reading:
    """Read a file by way of LibreOffice; the reading carries the flag ``converted``.

    Args:
        data: The whole file.
        kind: ``doc``, ``rtf``, ``odf`` or ``xlsb``.

    Raises:
        Refusal: ``needs_libreoffice`` without the program; ``encrypted``, ``over_budget`` or
            ``conversion_failed``; or as the readers of DOCX and XLSX.
    """
    source = _open_document_kind(data) if kind == "odf" else kind
    if source == "doc" and _is_encrypted(data):
        raise Refusal("encrypted", "文档有打开密码，未读；请去除密码后重新放入。", format=kind)
    target = _TARGETS[source]
    program = find_program("soffice", "libreoffice")
    if program is None:
        detail = f"需经 LibreOffice 转换才能读，本机没有，未读；请安装 LibreOffice 后重试，或另存为 .{target}。"
        raise Refusal("needs_libreoffice", detail, format=kind)
    converted = _convert(program, data, source, target, kind)
    try:
        if target == "docx":
            from zuno.knowledge.parsing import docx

            reading = docx.read(converted)
        else:
            from zuno.knowledge.parsing import sheets

            reading = sheets.read(converted)
    except Refusal as refusal:
        raise Refusal(refusal.reason, refusal.detail, format=kind) from refusal
    return replace(reading, format=kind, flags=(*reading.flags, "converted"))


def _convert(program: str, data: bytes, source: str, target: str, kind: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="zuno-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        user = folder / "profile" / "user"
        user.mkdir(parents=True)
        (user / "registrymodifications.xcu").write_text(_SETTINGS, "utf-8")
        given = folder / f"in.{source}"
        given.write_bytes(data)
        command = [
            program, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--norestore",
            "--nologo", "--nodefault", "--nolockcheck", "--convert-to", target, "--outdir", str(folder / "out"),
            str(given),
        ]  # fmt: skip
        outcome = run(command, folder, TIME_LIMIT_S, RESULT_LIMIT_BYTES)
        if outcome.too_slow:
            detail = f"LibreOffice 转换超过 {TIME_LIMIT_S:.0f} 秒，未读；请用 Word/WPS 打开并另存为 .{target}。"
            raise Refusal("over_budget", detail, format=kind)
        made = folder / "out" / f"in.{target}"
        if not made.is_file() or made.is_symlink() or not 0 < made.stat().st_size <= RESULT_LIMIT_BYTES:
            detail = (
                f"LibreOffice 未能转换（文件可能损坏、有密码或不是其名称所示的格式），未读；"
                f"请用 Word/WPS 打开并另存为 .{target}。"
            )
            raise Refusal("conversion_failed", detail, format=kind)
        return made.read_bytes()


def _open_document_kind(data: bytes) -> str:
    archive = open_zip(data, "odf")
    told = next((unpack(data, info, 200) for info in archive.infolist() if info.filename == "mimetype"), b"")
    for word, kind in ((b"opendocument.text", "odt"), (b"opendocument.spreadsheet", "ods")):
        if word in told:
            return kind
    raise Refusal("unsupported_format", "OpenDocument 演示或图形文件，未读；请导出为 PDF。", format="odf")


def _is_encrypted(data: bytes) -> bool:
    """Tell whether a Word file asks for a password (bit fEncrypted of its header)."""
    try:
        with open_compound(data) as compound:
            head = compound.stream("WordDocument")[:12]
    except (OSError, ValueError):
        return False
    return len(head) == 12 and bool(head[11] & 1)
