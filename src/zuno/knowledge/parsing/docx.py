"""DOCX: the words as they stand after all tracked changes are accepted.

An own walker, because common readers drop insertions, text boxes, content
controls and automatic numbers. Deleted words are never part of the text; they
stand in a doubt at their place, as inserted words are doubted where they
stand. Tables give cells joined by tabs and rows by line ends. Pictures and
embedded files are members.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from zuno.knowledge.parsing.embedded import embedded_file
from zuno.knowledge.parsing.numbering import Numbering
from zuno.knowledge.parsing.ooxml import Element, Package, picture_name
from zuno.knowledge.parsing.reading import Member, Reading, Refusal
from zuno.knowledge.parsing.revisions import RevisionText, is_blank, signs_of, without_signs

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
V = "{urn:schemas-microsoft-com:vml}"

PARTS_LIMIT_BYTES = 24 * 1024 * 1024
"""XML of one document that is unpacked and held as a tree, all parts together."""

PICTURE_LIMIT_EMU = 1_000_000
"""Width and height (2.8 cm) from which a picture may hold words: a pasted screenshot, not a logo."""

_DRAWN_DATA = (
    "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart",
    "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds",
)
"""Charts and diagrams: their words lie in parts of their own that are not read."""

NESTING_LIMIT = 60
"""Elements inside elements that are followed; a paper needs far fewer."""

_REVISIONS = {f"{W}del", f"{W}moveFrom", f"{W}ins", f"{W}moveTo", f"{W}cellDel", f"{W}cellIns"}
_GONE = {f"{W}del", f"{W}moveFrom"}
_WRAPPERS = {f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}smartTag", f"{W}ins", f"{W}moveTo"}
_SILENT = {
    f"{W}{name}"
    for name in ("pPr", "rPr", "sdtPr", "sdtEndPr", "delText", "delInstrText", "fldData", "rt", "rubyPr",
                 "commentReference", "footnoteRef", "endnoteRef", "annotationRef", "softHyphen", "customXmlPr")
}  # fmt: skip
_PAGE_NUMBER = re.compile(r"[第共页頁/\-—–\s\d]*|Page \d+( of \d+)?", re.IGNORECASE)
_CLOCK = re.compile(r"\s*(?:DATE|TIME|SAVEDATE|PRINTDATE)\b", re.IGNORECASE)
_CLOCK_DETAIL = "此日期是自动更新的域，显示的是打开、保存或转换当天，并非写明的日期；请与签署的原件核对。"

_SYMBOLS = {
    "WINGDINGS": {0xFC: "✓", 0xFB: "✗", 0xFE: "☑", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0x78: "☒", 0x6C: "●", 0x6E: "■"},
    "WINGDINGS 2": {0x50: "✓", 0x4F: "✗", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x51: "☒", 0xA3: "☐", 0x2A: "☐"},
}
"""Check marks of forms, by font and code; whether a box is ticked is a fact of the case."""


@dataclass(slots=True)
class _Line:
    """One paragraph while it is being read."""

    parts: list[str] = field(default_factory=list[str])
    boxes: list[Element] = field(default_factory=list[Element])
    """Text boxes anchored here."""

    def text(self) -> str:
        return "".join(self.parts).strip("\n")


def read(data: bytes) -> Reading:
    """Read a Word document.

    Raises:
        Refusal: ``over_budget``, ``encrypted``, ``broken`` or ``empty``.
    """
    package = Package(data, "docx", PARTS_LIMIT_BYTES)
    main = package.main_part("word/document.xml")
    relations = package.relations(main)
    parts = {kind: target for kind, target in relations.values()}
    body = package.tree(main)
    body = None if body is None else body.find(f"{W}body")
    if body is None:
        raise Refusal("broken", "文件缺少正文，已损坏；请用 Word/WPS 打开并另存。", format="docx")
    numbering = Numbering(
        package.tree(parts.get("numbering", "word/numbering.xml")), package.tree(parts.get("styles", "word/styles.xml"))
    )
    walker = _Walker(numbering)
    walker.body(body)
    _put_margins(walker, package, list(relations.values()))
    targets = {id: target for id, (_, target) in relations.items()}
    pictures, objects = _pictures(package, walker.pictures, targets), _objects(package, walker.objects, targets)
    return walker.reading(pictures, objects)


def _pictures(package: Package, ids: list[str], targets: dict[str, str]) -> list[Member | None]:
    """Take out the pictures that may hold words, each part once; None for one that is not in the file."""
    parts = dict.fromkeys(targets.get(id, "") for id in ids)
    return [package.file(part, picture_name(number, part)) for number, part in enumerate(parts, start=1)]


def _objects(package: Package, ids: list[str], targets: dict[str, str]) -> list[Member | None]:
    """Take out the files that lie embedded in the text; None for what is no file anybody could open."""
    members: list[Member | None] = []
    for number, part in enumerate(dict.fromkeys(targets.get(id, "") for id in ids), start=1):
        kept = package.file(part, f"嵌入文件{number}")
        members.append(kept and embedded_file(kept, part))
    return members


def _put_margins(walker: _Walker, package: Package, relations: list[tuple[str, str]]) -> None:
    """Append headers, footers, notes and comments after the body."""
    for kind, name in (("header", "页眉"), ("footer", "页脚")):
        seen: set[str] = set()
        for target in sorted(target for found, target in relations if found == kind):
            walker.margin(package.tree(target), name, seen)
    for kind, item, name in (("footnotes", "footnote", "脚注"), ("endnotes", "endnote", "尾注")):
        for target in (target for found, target in relations if found == kind):
            walker.notes(package.tree(target), item, name)
    for target in (target for found, target in relations if found == "comments"):
        walker.notes(package.tree(target), "comment", "批注")


class _Walker:
    """Walks the parts of one document in reading order and builds its text."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._builder = RevisionText()
        self._flags: set[str] = set()
        self._paragraphs = self._tables = self._boxes = 0
        self.pictures: list[str] = []
        """Relations of the pictures that may hold words, in order."""
        self.objects: list[str] = []
        """Relations of the embedded files, in order; an empty one where none is named."""
        self._fields: list[list[str]] = []
        """Fields that are open: the code, and the sign to put at the end of the result."""
        self._carried = ""
        """Text of paragraphs whose end mark was deleted: it belongs to the next paragraph."""
        self._inline: dict[str, Callable[[Element, _Line, int], None]] = {
            f"{W}t": _put_text,
            f"{M}t": _put_text,
            f"{W}tab": lambda _node, line, _depth: line.parts.append("\t"),
            f"{W}ptab": lambda _node, line, _depth: line.parts.append("\t"),
            f"{W}br": _put_break,
            f"{W}cr": _put_break,
            f"{W}noBreakHyphen": lambda _node, line, _depth: line.parts.append("-"),
            f"{W}sym": self._symbol,
            f"{W}fldChar": self._field_sign,
            f"{W}fldSimple": self._simple_field,
            f"{W}instrText": self._field_code,
            f"{W}r": self._run,
            f"{W}ins": self._inserted,
            f"{W}moveTo": self._inserted,
            f"{W}txbxContent": lambda node, line, _depth: line.boxes.append(node),
            f"{W}object": self._object,
            f"{WP}inline": self._drawing,
            f"{WP}anchor": self._drawing,
            f"{V}imagedata": self._old_picture,
            f"{V}textpath": _put_word_art,
            f"{MC}AlternateContent": self._alternate,
        }

    def body(self, container: Element) -> None:
        """Put the body's paragraphs and tables."""
        for kind, node in self._items(container):
            if kind == "table":
                self._tables += 1
                self._new_line()
                self._table(node, f"表{self._tables}", 0)
            else:
                self._body_paragraph(node)
        self._put_paragraph(self._left_over(), [])

    def margin(self, root: Element | None, name: str, seen: set[str]) -> None:
        """Put a header or footer once, leaving out bare page numbers."""
        if root is None:
            return
        pictures = len(self.pictures)
        text = "\n".join(line for line in self._plain_lines(root, 0) if not is_blank(line))
        del self.pictures[pictures:]  # a letterhead's logo holds no evidence
        if text and text not in seen and not _PAGE_NUMBER.fullmatch(text):
            seen.add(text)
            self._new_line()
            self._builder.put(text, "header", name)

    def notes(self, root: Element | None, item: str, name: str) -> None:
        """Put footnotes, endnotes or comments, each as one block with its number."""
        number = 0
        for note in root.iter(f"{W}{item}") if root is not None else ():
            if note.get(f"{W}type") in ("separator", "continuationSeparator", "continuationNotice"):
                continue
            number += 1
            pictures, objects = len(self.pictures), len(self.objects)
            text = "\n".join(self._plain_lines(note, 0))
            # Its relations are those of its own part, not of the body.
            self.pictures[pictures:] = [""] * (len(self.pictures) - pictures)
            self.objects[objects:] = [""] * (len(self.objects) - objects)
            if is_blank(text):
                continue
            author = note.get(f"{W}author") if item == "comment" else None
            if item == "comment":
                self._flags.add("comments_present")
            self._new_line()
            self._builder.put(
                f"{name}{number}{f'（{author}）' if author else ''}：{text}", "paragraph", f"{name}{number}"
            )

    def reading(self, pictures: list[Member | None], objects: list[Member | None]) -> Reading:
        """Return what was read, or refuse a document in which there is nothing.

        Args:
            pictures: The pictures of the body, None for each that could not be found.
            objects: The embedded files, None for each that could not be taken out.
        """
        builder = self._builder
        if not builder.blocks and not pictures and not objects:
            raise Refusal("empty", "文档里没有文字；请核对是否存错文件。", format="docx")
        reason, detail = None, ""
        if pictures:
            self._flags.add("embedded_images")
        if objects:
            self._flags.add("embedded_object")
        if None in objects:
            reason, detail = "embedded_object", "正文嵌有其他文件（如公式、图表对象），未读；请另存为单独文件放入。"
        if None in pictures:
            reason = "needs_ocr"
            detail += f"正文插有图片（{len(pictures)} 张），其中有缺失的；请补交图片或文字版，或由承办人通读原件。"
        return Reading(
            format="docx",
            state="partial" if reason else "ready",
            reason=reason,
            detail=detail,
            flags=(*sorted(self._flags), *builder.coarse_flags()),
            text=builder.text(),
            pages=builder.whole_page(),
            blocks=tuple(builder.blocks),
            doubts=builder.doubts(),
            members=iter([member for member in (*pictures, *objects) if member is not None]),
        )

    def _items(self, container: Element, depth: int = 0) -> Iterator[tuple[str, Element]]:
        """Yield the paragraphs and tables of a container, through content controls and insertions."""
        if depth > NESTING_LIMIT:
            raise Refusal("broken", "文档结构嵌套过深，未读；请用 Word/WPS 打开并另存。", format="docx")
        for node in container:
            tag = node.tag
            self._note_revision(tag)
            if tag == f"{W}p":
                yield "paragraph", node
            elif tag == f"{W}tbl":
                yield "table", node
            elif tag in _WRAPPERS:
                yield from self._items(node, depth + 1)
            elif tag == f"{MC}AlternateContent":
                yield from self._items(_chosen(node), depth + 1)
            elif tag == f"{W}altChunk":
                self.objects.append(str(node.get(f"{R}id", "")))

    def _note_revision(self, tag: object) -> None:
        if tag in _REVISIONS:
            self._flags.add("revision_present")

    def _body_paragraph(self, node: Element) -> None:
        text, boxes = self._paragraph(node)
        self._put_paragraph(text, boxes)

    def _put_paragraph(self, text: str, boxes: list[Element]) -> None:
        if is_blank(text):
            self._builder.raw(signs_of(text))
        else:
            self._paragraphs += 1
            self._new_line()
            self._builder.put(text, "paragraph", f"¶{self._paragraphs}")
        for box in boxes:
            self._boxes += 1
            for line in self._plain_lines(box, 1):
                self._new_line()
                self._builder.put(line, "paragraph", f"文本框{self._boxes}")

    def _paragraph(self, node: Element) -> tuple[str, list[Element]]:
        """Return a paragraph's printed text and the text boxes anchored in it."""
        line = _Line()
        self._collect(node, line, 0)
        properties = node.find(f"{W}pPr")
        mark = None if properties is None else properties.find(f"{W}rPr")
        if mark is not None:
            for change in mark:
                self._note_revision(change.tag)
            if any(change.tag in _GONE for change in mark):
                self._carried += line.text()
                return "", line.boxes
        label = self._numbering.label(properties)
        text = self._left_over() + line.text()
        return (text if is_blank(text) else label + text), line.boxes

    def _collect(self, node: Element, line: _Line, depth: int) -> None:
        """Gather the words below ``node`` that a reader of the final text sees."""
        if depth > NESTING_LIMIT:
            raise Refusal("broken", "文档结构嵌套过深，未读；请用 Word/WPS 打开并另存。", format="docx")
        for child in node:
            tag = child.tag
            self._note_revision(tag)
            if tag in _GONE:
                line.parts.append(self._builder.deleted(_deleted_words(child), _who(child)))
                continue
            if tag in _SILENT:
                continue
            put = self._inline.get(tag)
            if put is not None:
                put(child, line, depth + 1)
            else:
                self._collect(child, line, depth + 1)

    def _run(self, node: Element, line: _Line, depth: int) -> None:
        properties = node.find(f"{W}rPr")
        hidden = None if properties is None else properties.find(f"{W}vanish")
        if hidden is not None and hidden.get(f"{W}val") not in ("0", "false", "off"):
            self._flags.add("hidden_text")
        self._collect(node, line, depth)

    def _field_sign(self, node: Element, line: _Line, _depth: int) -> None:
        """Follow a field from its code to its result; the result of a clock is doubted."""
        _put_check_box(node, line, 0)
        kind = node.get(f"{W}fldCharType")
        if kind == "begin":
            self._fields.append(["", ""])
        elif kind == "separate" and self._fields and _CLOCK.match(self._fields[-1][0]):
            before, self._fields[-1][1] = self._builder.around("date_field", _CLOCK_DETAIL)
            line.parts.append(before)
        elif kind == "end" and self._fields:
            line.parts.append(self._fields.pop()[1])

    def _field_code(self, node: Element, _line: _Line, _depth: int) -> None:
        if self._fields:
            self._fields[-1][0] += str(node.text or "")[:200]

    def _simple_field(self, node: Element, line: _Line, depth: int) -> None:
        clock = _CLOCK.match(str(node.get(f"{W}instr", "")))
        before, after = self._builder.around("date_field", _CLOCK_DETAIL) if clock else ("", "")
        line.parts.append(before)
        self._collect(node, line, depth)
        line.parts.append(after)

    def _inserted(self, node: Element, line: _Line, depth: int) -> None:
        before, after = self._builder.inserted(_who(node))
        line.parts.append(before)
        self._collect(node, line, depth)
        line.parts.append(after)

    def _symbol(self, node: Element, line: _Line, _depth: int) -> None:
        font = str(node.get(f"{W}font", "")).upper()
        try:
            code = int(str(node.get(f"{W}char", "")), 16)
        except ValueError:
            code = 0
        sign = _SYMBOLS.get(font, {}).get(code & 0xFF)
        if sign is None:
            self._flags.add("unknown_symbol")
        line.parts.append(sign or "\ufffd")

    def _object(self, node: Element, line: _Line, depth: int) -> None:
        pictures = len(self.pictures)
        self._collect(node, line, depth)
        del self.pictures[pictures:]  # the picture only shows what the object holds
        inner = next(node.iter("{urn:schemas-microsoft-com:office:office}OLEObject"), None)
        if inner is not None:
            self.objects.append(str(inner.get(f"{R}id", "")))

    def _drawing(self, node: Element, line: _Line, depth: int) -> None:
        extent = node.find(f"{WP}extent")
        sides = [str(extent.get(side, "")) for side in ("cx", "cy")] if extent is not None else []
        if sides and all(side.isdecimal() and int(side[:12]) >= PICTURE_LIMIT_EMU for side in sides):
            self.pictures += [str(blip.get(f"{R}embed", "")) for blip in node.iter(f"{A}blip")]
        if next(node.iter(*_DRAWN_DATA), None) is not None:
            self.objects.append("")
        self._collect(node, line, depth)

    def _old_picture(self, node: Element, _line: _Line, _depth: int) -> None:
        self.pictures.append(str(node.get(f"{R}id", "")))

    def _alternate(self, node: Element, line: _Line, depth: int) -> None:
        self._collect(_chosen(node), line, depth)

    def _plain_lines(self, container: Element, depth: int) -> list[str]:
        """Return the lines of a header, note, text box or cell without marking blocks."""
        if depth > NESTING_LIMIT:
            raise Refusal("broken", "文档结构嵌套过深，未读；请用 Word/WPS 打开并另存。", format="docx")
        lines: list[str] = []
        for kind, node in self._items(container):
            if kind == "table":
                lines += ["\t".join(self._cell_text(cell, depth) for cell in row) for _, row in self._rows(node)]
            else:
                text, boxes = self._paragraph(node)
                self._keep(lines, text)
                for box in boxes:
                    lines += self._plain_lines(box, depth + 1)
        return [*lines, left] if (left := self._left_over()) else lines

    def _keep(self, lines: list[str], text: str) -> None:
        """Add a line that a reader sees; of another one only its changes, at this place."""
        if is_blank(text):
            self._builder.raw(signs_of(text))
        else:
            lines.append(text)

    def _left_over(self) -> str:
        """Return text whose paragraph never ended before its container did."""
        text, self._carried = self._carried, ""
        return text

    def _cell_text(self, cell: Element, depth: int) -> str:
        return " ".join(self._plain_lines(cell, depth + 1)).replace("\t", " ")

    def _table(self, table: Element, locator: str, depth: int) -> None:
        """Put a table: cells joined by tabs, rows by line ends, each cell a block."""
        if depth > NESTING_LIMIT:
            raise Refusal("broken", "表格嵌套过深，未读；请用 Word/WPS 打开并另存。", format="docx")
        merged = self._merged(table)
        for row_number, (before, row) in enumerate(self._rows(table), start=1):
            if row_number > 1:
                self._builder.raw("\n")
            self._builder.raw("\t" * before)
            column = 1 + before
            for cell in row:
                if column > 1 + before:
                    self._builder.raw("\t")
                span, rows = _span(cell), merged.get((row_number, column), 1)
                to = f"至行{row_number + rows - 1}列{column + span - 1}" if span * rows > 1 else ""
                self._cell(cell, f"{locator} 行{row_number}列{column}{to}", depth)
                self._builder.raw("\t" * (span - 1))
                column += span

    def _merged(self, table: Element) -> dict[tuple[int, int], int]:
        """Return how many rows each vertically merged cell covers, by the place of its first row."""
        first: dict[int, int] = {}
        """Column → row in which the merged cell began that reaches down to the row above."""
        counts: dict[tuple[int, int], int] = {}
        standing = (row for row in self._through_wrappers(table, f"{W}tr") if not _is_gone(row))
        for number, row in enumerate(standing, start=1):
            column = 1 + _columns_before(row)
            reached: dict[int, int] = {}
            for cell in self._through_wrappers(row, f"{W}tc"):
                merge = cell.find(f"{W}tcPr/{W}vMerge")
                if merge is not None:
                    begun = first.get(column) if merge.get(f"{W}val") != "restart" else None
                    reached[column] = begun or number
                    counts[reached[column], column] = number - reached[column] + 1
                column += _span(cell)
            first = reached
        return counts

    def _cell(self, cell: Element, locator: str, depth: int) -> None:
        """Put one cell as a block; a table inside it stands on lines of its own."""
        start = self._builder.length
        lines: list[str] = []
        for kind, node in self._items(cell):
            if kind == "table":
                self._put_cell_lines(lines, locator, start)
                self._part_from(start)
                self._table(node, f"{locator} 内表", depth + 1)
                lines = []
            else:
                text, boxes = self._paragraph(node)
                self._keep(lines, text)
                for box in boxes:
                    lines += self._plain_lines(box, depth + 1)
        lines += [left] if (left := self._left_over()) else []
        self._put_cell_lines(lines, locator, start)

    def _put_cell_lines(self, lines: list[str], locator: str, cell_start: int) -> None:
        if lines:
            self._part_from(cell_start)
            self._builder.put("\n".join(lines).replace("\t", " "), "cell", locator)

    def _part_from(self, cell_start: int) -> None:
        """End the line if the cell that began at ``cell_start`` already holds something."""
        if self._builder.length > cell_start:
            self._builder.raw("\n")

    def _rows(self, table: Element) -> Iterator[tuple[int, list[Element]]]:
        """Yield each row that still stands: the columns it leaves free at its left, and its cells."""
        for row in self._through_wrappers(table, f"{W}tr"):
            properties = row.find(f"{W}trPr")
            changes = [] if properties is None else [child.tag for child in properties]
            for tag in changes:
                self._note_revision(tag)
            if any(tag in _GONE for tag in changes):
                self._builder.raw(self._builder.deleted(_deleted_words(row), ""))
            else:
                yield _columns_before(row), list(self._standing_cells(row))

    def _standing_cells(self, row: Element) -> Iterator[Element]:
        for cell in self._through_wrappers(row, f"{W}tc"):
            properties = cell.find(f"{W}tcPr")
            deleted = None if properties is None else properties.find(f"{W}cellDel")
            if deleted is None:
                yield cell
            else:
                self._note_revision(deleted.tag)
                self._builder.raw(self._builder.deleted(_deleted_words(cell), _who(deleted)))

    def _through_wrappers(self, container: Element, wanted: str, depth: int = 0) -> Iterator[Element]:
        for node in container:
            if node.tag == wanted:
                yield node
            elif node.tag in _WRAPPERS and depth < NESTING_LIMIT:
                yield from self._through_wrappers(node, wanted, depth + 1)

    def _new_line(self) -> None:
        if self._builder.length:
            self._builder.raw("\n")


def _is_gone(row: Element) -> bool:
    properties = row.find(f"{W}trPr")
    return properties is not None and any(change.tag in _GONE for change in properties)


def _columns_before(row: Element) -> int:
    before = row.find(f"{W}trPr/{W}gridBefore")
    text = str(before.get(f"{W}val", "0")) if before is not None else "0"
    return min(int(text), 63) if text.isdecimal() and len(text) < 5 else 0


def _put_text(node: Element, line: _Line, _depth: int) -> None:
    line.parts.append(without_signs(node.text or ""))


def _deleted_words(node: Element) -> str:
    return "".join(str(words.text or "") for words in node.iter(f"{W}delText", f"{W}t"))


def _who(change: Element) -> str:
    """Return author and day of a change as a person reads them, or nothing."""
    told = [str(change.get(f"{W}{name}", ""))[:length] for name, length in (("author", 30), ("date", 10))]
    return f"（{'，'.join(part for part in told if part)}）" if any(told) else ""


def _put_word_art(node: Element, line: _Line, _depth: int) -> None:
    """Show the words of a drawn watermark: 作废 and 样本 are facts."""
    line.parts.append(str(node.get("string", "")))


def _put_break(node: Element, line: _Line, _depth: int) -> None:
    if node.get(f"{W}type") not in ("page", "column"):
        line.parts.append("\n")


def _put_check_box(node: Element, line: _Line, _depth: int) -> None:
    """Show the box of an old form field; its tick is data, not text."""
    box = node.find(f"{W}ffData/{W}checkBox")
    if box is None:
        return
    state = box.find(f"{W}checked")
    state = box.find(f"{W}default") if state is None else state
    ticked = state is not None and state.get(f"{W}val") not in ("0", "false", "off")
    line.parts.append("☑" if ticked else "☐")


def _chosen(alternate: Element) -> Element:
    """Return the one branch of ``mc:AlternateContent`` to read: the first that holds words or a picture."""
    branches = [branch for branch in alternate if branch.tag in (f"{MC}Choice", f"{MC}Fallback")]
    telling = (f"{W}txbxContent", f"{A}blip", f"{W}t", f"{W}p", f"{V}imagedata")
    for branch in branches:
        if next(branch.iter(*telling), None) is not None:
            return branch
    return branches[0] if branches else alternate


def _span(cell: Element) -> int:
    span = cell.find(f"{W}tcPr/{W}gridSpan")
    text = str(span.get(f"{W}val", "1")) if span is not None else "1"
    return min(max(int(text), 1), 63) if text.isdecimal() and len(text) < 5 else 1
