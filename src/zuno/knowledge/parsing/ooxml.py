"""What DOCX and XLSX share: XML parts inside a ZIP, taken out and parsed without trust."""

from __future__ import annotations

import posixpath
import zipfile
from typing import Any, TypeAlias

import lxml.etree as etree

from zuno.knowledge.parsing.archives import open_zip, unpack
from zuno.knowledge.parsing.reading import Member, Refusal, spoken_bytes

Element: TypeAlias = Any
"""An lxml element; lxml ships no types."""

_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_STRICT = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": (
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/drawingml/main": b"http://schemas.openxmlformats.org/drawingml/2006/main",
    b"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": (
        b"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}
"""Namespaces of "Strict Open XML" files and the usual ones they stand for."""


FILES_LIMIT_BYTES = 100 * 1024 * 1024
"""Pictures and other files inside one document that are taken out, all together."""

FILES_LIMIT = 300


def picture_name(number: int, part: str) -> str:
    """Return how the picture of a part is named as a member."""
    ending = posixpath.splitext(part)[1].lower()
    return f"图{number}{ending}"


class Package:
    """An Office file: its parts by name, within one budget of unpacked bytes."""

    def __init__(self, data: bytes, format: str, limit_bytes: int) -> None:
        self._data = data
        self._format = format
        self._limit_bytes = self._left_bytes = limit_bytes
        self._files_left_bytes, self._files_left = FILES_LIMIT_BYTES, FILES_LIMIT
        self._infos: dict[str, zipfile.ZipInfo] = {}
        for info in open_zip(data, format).infolist():
            self._infos.setdefault(info.filename.replace("\\", "/").lstrip("/"), info)

    def names(self) -> list[str]:
        """Return the names of all parts, in archive order."""
        return list(self._infos)

    def part(self, name: str) -> bytes | None:
        """Return an XML part, or None when there is no such part.

        Raises:
            Refusal: ``over_budget``, ``encrypted`` or ``broken``; ``broken`` too for a part
                with a document type declaration, which no Office program writes.
        """
        info = self._infos.get(name)
        if info is None:
            return None
        try:
            content = unpack(self._data, info, self._left_bytes)
        except Refusal as refusal:
            if refusal.reason == "over_budget":
                raise Refusal("over_budget", self._too_much(name), format=self._format) from refusal
            raise Refusal(refusal.reason, refusal.detail, format=self._format) from refusal
        self._left_bytes -= len(content)
        if b"<!DOCTYPE" in content or b"<!ENTITY" in content or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            detail = "文件内含外部实体或类型声明（正常的 Office 文件没有），未读；请用 Word/WPS/Excel 打开并另存。"
            raise Refusal("broken", detail, format=self._format)
        return content

    def file(self, part: str, name: str) -> Member | None:
        """Return a picture or another file kept in ``part`` as the member ``name``; None when there is no such part."""
        info = self._infos.get(part)
        if info is None:
            return None
        self._files_left -= 1
        if self._files_left < 0:
            refusal = Refusal("over_budget", f"内含文件超过 {FILES_LIMIT} 个，其余未读；请另存为单独文件放入。")
            return Member(name=name, refusal=refusal, size_bytes=info.file_size)
        try:
            content = unpack(self._data, info, self._files_left_bytes)
        except Refusal as refusal:
            return Member(name=name, refusal=refusal, size_bytes=info.file_size)
        self._files_left_bytes -= len(content)
        return Member(name=name, data=content)

    def pictures(self, folder: str) -> list[Member]:
        """Return the pictures of a folder in archive order, named ``图1.png`` and so on."""
        names = [name for name in self._infos if name.startswith(folder) and not name.endswith("/")]
        found = (self.file(name, picture_name(at, name)) for at, name in enumerate(names, start=1))
        return [member for member in found if member is not None]

    def tree(self, name: str) -> Element | None:
        """Return the root element of a part, or None when there is no such part.

        Raises:
            Refusal: As ``part``; ``broken`` when it is not well-formed.
        """
        content = self.part(name)
        if content is None:
            return None
        if b"purl.oclc.org" in content:
            for strict, usual in _STRICT.items():
                content = content.replace(strict, usual)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
        )
        try:
            root = etree.fromstring(content, parser)
        except etree.XMLSyntaxError as error:
            detail = "文件内部结构损坏或异常（含超长文本节点）；请用 Word/WPS/Excel 打开并另存。"
            raise Refusal("broken", detail, format=self._format) from error
        if root.getroottree().docinfo.doctype:
            raise Refusal("broken", "文件内含类型声明，未读；请用 Office 程序另存。", format=self._format)
        return root

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the relations of a part: id → (kind, name of the part it points to)."""
        folder, base = posixpath.split(part)
        root = self.tree(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, tuple[str, str]] = {}
        for relation in root.iter(_RELATION) if root is not None else ():
            if relation.get("TargetMode") == "External":
                continue
            kind = str(relation.get("Type", "")).rsplit("/", 1)[-1]
            target = posixpath.normpath(posixpath.join("/", folder, str(relation.get("Target", "")))).lstrip("/")
            found[str(relation.get("Id"))] = (kind, target)
        return found

    def main_part(self, usual: str) -> str:
        """Return the name of the part that holds the document itself."""
        for kind, target in self.relations("").values():
            if kind == "officeDocument" and target in self._infos:
                return target
        if usual in self._infos:
            return usual
        raise Refusal("broken", "文件缺少正文部分，已损坏；请用 Office 程序打开并另存。", format=self._format)

    def _too_much(self, name: str) -> str:
        limit = spoken_bytes(self._limit_bytes)
        return f"文件解压后的内容超过上限 {limit} 或压缩比异常（{name}），未读；请拆分或另存后重新放入。"
