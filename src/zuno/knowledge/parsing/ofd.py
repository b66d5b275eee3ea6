"""OFD (GB/T 33190): invoices, electronic licences and court papers of fixed layout.

An own walker: page by page the text objects of the page, its templates and
its annotations, put in reading order by their places, in millimetres. What is
drawn as glyphs, paths or pictures alone has no characters and is said aloud.
Attachments and pictures are members. Whether a seal is valid is not asked.
"""

from __future__ import annotations

import math
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from zuno.knowledge.parsing.ooxml import Element, Package, picture_name
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, TextBuilder, spoken_ranges
from zuno.knowledge.records import Box, Line, Page

PARTS_LIMIT_BYTES = 40 * 1024 * 1024
PAGES_LIMIT = 2_000
PLACED_CHARS = 300_000
"""Characters of one document whose boxes are kept; later pages have none."""

NESTING_LIMIT = 30
_DRAWN_SHAPES = 40
"""Curved shapes of one page from which words may be drawn and not written."""

_ASCENT = 0.86
"""Part of a character's size that stands above the line it is written on."""

_FULL_LINE_CHARS = 15
"""Shorter lines end where they end."""

_CURVE = re.compile(r"[BQA]\s")
_UNTOLD = re.compile("[\ufffd\ue000-\uf8ff\x00-\x1f\u00a4]+")
"""Characters that stand for glyphs whose meaning the file does not tell."""


@dataclass(frozen=True, slots=True)
class _Matrix:
    """Where a point of an object stands on the page."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def within(self, outer: _Matrix) -> _Matrix:
        """Return this matrix with ``outer`` applied after it."""
        e, f = outer.at(self.e, self.f)
        return _Matrix(
            self.a * outer.a + self.b * outer.c,
            self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c,
            self.c * outer.b + self.d * outer.d,
            e,
            f,
        )


@dataclass(slots=True)
class _Piece:
    """One run of characters with the box of each."""

    text: str
    boxes: list[Box]
    baseline: float
    size: float
    level: bool
    """Whether it runs from left to right."""

    @property
    def left(self) -> float:
        return self.boxes[0].left


@dataclass(slots=True)
class _Sheet:
    """What one page holds while it is being read."""

    pieces: list[_Piece] = field(default_factory=list[_Piece])
    notes: list[_Piece] = field(default_factory=list[_Piece])
    glyphs: int = 0
    """Text objects whose characters are not told."""
    shapes: int = 0
    curves: int = 0
    pictures: list[str] = field(default_factory=list[str])


def read(data: bytes) -> Reading:
    """Read an OFD file: its pages in order, lines by their places, attachments and pictures as members.

    Raises:
        Refusal: ``over_budget``, ``encrypted``, ``broken``, ``empty`` or ``needs_ocr`` (nothing is
            written, only drawn, and there is no member either).
    """
    package = Package(data, "ofd", PARTS_LIMIT_BYTES)
    root = package.tree("OFD.xml")
    if root is None:
        raise Refusal("broken", "OFD 文件缺少主入口，已损坏；请重新下载。", format="ofd")
    walker = _Walker(package)
    bodies = [str(node.text or "").strip() for node in root.iter("{*}DocRoot")]
    for body in bodies:
        walker.document(_target("OFD.xml", body))
    if not walker.pages:
        raise Refusal("broken", "OFD 文件里没有页面，已损坏；请重新下载或用阅读器另存。", format="ofd")
    if any(True for _ in root.iter("{*}Signatures")):
        walker.flags.add("seal_unverified")
    return walker.reading()


def _target(part: str, path: str) -> str:
    """Return the part that ``path`` in ``part`` points to; a leading slash means the root of the file."""
    joined = path if path.startswith("/") else posixpath.join("/", posixpath.dirname(part), path)
    return posixpath.normpath(joined).lstrip("/")


def _numbers(text: object) -> list[float]:
    try:
        found = [float(word) for word in str(text or "").split()]
    except ValueError:
        return []
    return found if all(math.isfinite(number) for number in found) else []


class _Walker:
    """Walks the documents of one file and builds its text."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._builder = TextBuilder()
        self.flags: set[str] = set()
        self.pages: list[Page] = []
        self._unread: list[int] = []
        self._drawn: list[int] = []
        self._pictured: dict[int, list[str]] = {}
        """Pages that hold pictures alone → the parts of these, empty where one is not in the file."""
        self._pictures: dict[str, None] = {}
        self._attachments: dict[str, str] = {}
        self._units: dict[str, Element] = {}
        """Drawings of the document at hand that pages use by their id."""
        self._placed = 0

    def document(self, part: str) -> None:
        """Put the pages of one document of the file."""
        root = self._package.tree(part)
        if root is None:
            raise Refusal("broken", "OFD 文件缺少正文，已损坏；请重新下载。", format="ofd")
        media = self._media(root, part)
        templates = {
            str(node.get("ID")): _target(part, str(node.get("BaseLoc", ""))) for node in root.iter("{*}TemplatePage")
        }
        usual = next((_numbers(node.text) for node in root.iterfind("{*}CommonData//{*}PhysicalBox")), [])
        notes = self._annotations(root, part)
        for node in root.iterfind("{*}Pages/{*}Page"):
            if len(self.pages) >= PAGES_LIMIT:
                raise Refusal("over_budget", f"超过 {PAGES_LIMIT} 页，未读；请拆分。", format="ofd")
            self._page(
                _target(part, str(node.get("BaseLoc", ""))), templates, usual, media, notes.get(str(node.get("ID")))
            )
        for node in root.iterfind("{*}Attachments"):
            self._list_attachments(_target(part, str(node.text or "").strip()))

    def _media(self, root: Element, part: str) -> dict[str, str]:
        """Return the pictures of a document: id → part; note its drawings."""
        self._units = {}
        found: dict[str, str] = {}
        for name in ("PublicRes", "DocumentRes"):
            for node in root.iter(f"{{*}}{name}"):
                place = _target(part, str(node.text or "").strip())
                resources = self._package.tree(place)
                if resources is None:
                    continue
                base = _target(place, str(resources.get("BaseLoc", "")) + "/x")
                self._units |= {str(unit.get("ID")): unit for unit in resources.iter("{*}CompositeGraphicUnit")}
                for media in resources.iter("{*}MultiMedia"):
                    file = media.find("{*}MediaFile")
                    if file is not None:
                        found[str(media.get("ID"))] = _target(base, str(file.text or "").strip())
        return found

    def _annotations(self, root: Element, part: str) -> dict[str, str]:
        """Return the parts that hold the annotations of each page, by the page's id."""
        found: dict[str, str] = {}
        for node in root.iterfind("{*}Annotations"):
            place = _target(part, str(node.text or "").strip())
            listed = self._package.tree(place)
            for page in listed.iter("{*}Page") if listed is not None else ():
                loc = page.find("{*}FileLoc")
                if loc is not None:
                    found[str(page.get("PageID"))] = _target(place, str(loc.text or "").strip())
        return found

    def _list_attachments(self, place: str) -> None:
        listed = self._package.tree(place)
        for node in listed.iter("{*}Attachment") if listed is not None else ():
            loc = node.find("{*}FileLoc")
            if loc is not None:
                target = _target(place, str(loc.text or "").strip())
                self._attachments.setdefault(target, posixpath.basename(target) or str(node.get("Name", "附件")))

    def _page(
        self, part: str, templates: dict[str, str], usual: list[float], media: dict[str, str], notes: str | None
    ) -> None:
        root = self._package.tree(part)
        number = len(self.pages) + 1
        sheet = _Sheet()
        if root is None:
            self._unread.append(number)
        else:
            own = next((_numbers(node.text) for node in root.iterfind("{*}Area/{*}PhysicalBox")), [])
            usual = own if len(own) == 4 else usual
            for node in root.iterfind("{*}Template"):
                template = self._package.tree(templates.get(str(node.get("TemplateID")), ""))
                if template is not None:
                    self._objects(template, sheet, _Matrix(), media, sheet.pieces, 0)
            self._objects(root, sheet, _Matrix(), media, sheet.pieces, 0)
        marks = self._package.tree(notes) if notes else None
        for appearance in marks.iter("{*}Appearance") if marks is not None else ():
            self.flags.add("annotations_present")
            self._objects(appearance, sheet, _boundary(appearance), media, sheet.notes, 0)
        self._put(number, sheet, usual if len(usual) == 4 else [0.0] * 4)

    def _objects(
        self,
        container: Element,
        sheet: _Sheet,
        matrix: _Matrix,
        media: dict[str, str],
        pieces: list[_Piece],
        depth: int,
    ) -> None:
        if depth > NESTING_LIMIT:
            raise Refusal("broken", "OFD 页面结构嵌套过深，未读；请用阅读器另存。", format="ofd")
        for node in container:
            name = str(node.tag).rpartition("}")[2]
            if name == "TextObject":
                self._text(node, sheet, matrix, pieces)
            elif name == "PathObject":
                sheet.shapes += 1
                sheet.curves += any(_CURVE.search(str(data.text or "")) for data in node.iter("{*}AbbreviatedData"))
            elif name == "ImageObject":
                sheet.pictures.append(media.get(str(node.get("ResourceID")), ""))
            elif name == "CompositeObject":
                given = _numbers(node.get("CTM"))
                own = _Matrix(*given) if len(given) == 6 else _Matrix()
                unit = self._units.get(str(node.get("ResourceID")), node)
                self._objects(unit, sheet, own.within(_boundary(node)).within(matrix), media, pieces, depth + 1)
            elif name in ("Content", "Layer", "PageBlock", "CellContent"):
                self._objects(node, sheet, matrix, media, pieces, depth + 1)

    def _text(self, node: Element, sheet: _Sheet, matrix: _Matrix, pieces: list[_Piece]) -> None:
        if str(node.get("Visible", "")).lower() == "false":
            self.flags.add("hidden_text")
        given = _numbers(node.get("CTM"))
        own = _Matrix(*given) if len(given) == 6 else _Matrix()
        whole = own.within(_boundary(node)).within(matrix)
        size = next(iter(_numbers(node.get("Size"))), 0.0) or 3.0
        found = [piece for code in node.iter("{*}TextCode") if (piece := _piece(code, whole, size))]
        told = "".join(piece.text for piece in found)
        glyphs = any(str(glyph.text or "").strip() for glyph in node.iter("{*}Glyphs"))
        if (glyphs and not told.strip()) or (told.strip() and not _UNTOLD.sub("", told).strip()):
            sheet.glyphs += 1
            return
        pieces += [piece for piece in found if piece.text.strip()]

    def _put(self, number: int, sheet: _Sheet, area: list[float]) -> None:
        if self._builder.length:
            self._builder.raw("\n")
        start = self._builder.length
        lines: list[Line] = []
        for kind, pieces in (("¶", sheet.pieces), ("批注", sheet.notes)):
            for at, rows in enumerate(_paragraphs([_joined(row) for row in _rows(_distinct(pieces))]), start=1):
                if self._builder.length > start:
                    self._builder.raw("\n")
                begin = self._builder.length
                self._builder.put("".join(text for text, _ in rows), "paragraph", f"第{number}页{kind}{at}")
                for text, boxes in rows:
                    self._placed += len(text)
                    if self._placed <= PLACED_CHARS:
                        lines.append(_line(begin, text, boxes))
                    begin += len(text)
        self._pictures |= dict.fromkeys(picture for picture in sheet.pictures if picture)
        empty = not sheet.pieces and not sheet.notes
        if sheet.glyphs or sheet.curves >= _DRAWN_SHAPES or (empty and sheet.shapes and not sheet.pictures):
            self._drawn.append(number)
        elif empty and sheet.pictures:
            self._pictured[number] = sheet.pictures
        self.pages.append(
            Page(
                number=number, start=start, end=self._builder.length, width=area[2], height=area[3], lines=tuple(lines)
            )
        )

    def reading(self) -> Reading:
        """Return what was read, or refuse a file in which nothing is written."""
        for part in self._package.names():  # some makers attach the invoice's own data and list it nowhere
            folder, base = posixpath.split(part)
            if folder.endswith(("/Attachs", "/Attachments")) and base and base != "Attachments.xml":
                self._attachments.setdefault(part, base)
        attached = [member for part, name in self._attachments.items() if (member := self._package.file(part, name))]
        parts = enumerate(self._pictures, start=1)
        taken = {part: member for at, part in parts if (member := self._package.file(part, picture_name(at, part)))}
        pictures = list(taken.values())
        # A page whose pictures all follow as documents of their own is read there.
        self._unread += [number for number, wanted in self._pictured.items() if not taken.keys() >= set(wanted)]
        self._unread.sort()
        if self._pictures:
            self.flags.add("embedded_images")
        detail = ""
        if self._drawn:
            self.flags.add("glyphs_only")
            detail += f"第 {spoken_ranges(self._drawn)} 页有只画出、没有字符编码的文字，未读；请用 OFD 阅读器对照。"
        if self._unread:
            detail += f"第 {spoken_ranges(self._unread)} 页只有图片或无法读出；文字见各图片，或由承办人通读原件。"
        return self._finished(detail, [*attached, *pictures])

    def _finished(self, detail: str, members: list[Member]) -> Reading:
        builder = self._builder
        if not builder.blocks and not members:
            if detail:
                raise Refusal("needs_ocr", f"{detail}请用阅读器导出为 PDF 后重新放入。", format="ofd")
            raise Refusal("empty", "OFD 文件里没有内容；请核对是否下载失败。", format="ofd")
        return Reading(
            format="ofd",
            state="partial" if detail else "ready",
            reason="needs_ocr" if detail else None,
            detail=detail,
            flags=(*sorted(self.flags), *builder.coarse_flags()),
            text=builder.text(),
            pages=tuple(self.pages),
            blocks=tuple(builder.blocks),
            unread_pages=tuple(sorted({*self._drawn, *self._unread})),
            members=iter(members),
        )


def _boundary(node: Element) -> _Matrix:
    """Return the shift of an object to its place on the page."""
    area = _numbers(node.get("Boundary"))
    return _Matrix(e=area[0], f=area[1]) if len(area) == 4 else _Matrix()


def _piece(code: Element, matrix: _Matrix, size: float) -> _Piece | None:
    text = re.sub(r"[\r\n\t]", " ", str(code.text or ""))
    if not text:
        return None
    x = next(iter(_numbers(code.get("X"))), 0.0)
    y = next(iter(_numbers(code.get("Y"))), 0.0)
    across, down = _deltas(code.get("DeltaX"), len(text)), _deltas(code.get("DeltaY"), len(text))
    boxes: list[Box] = []
    for at, char in enumerate(text):
        width = size if not char.isascii() else size / 2
        corners = [matrix.at(x + dx, y + dy) for dx in (0, width) for dy in (-_ASCENT * size, (1 - _ASCENT) * size)]
        boxes.append(
            Box(
                left=min(corner[0] for corner in corners),
                top=min(corner[1] for corner in corners),
                right=max(corner[0] for corner in corners),
                bottom=max(corner[1] for corner in corners),
            )
        )
        x += (across[at] if across else 0.0 if down else width) if at < len(text) - 1 else 0.0
        y += down[at] if down and at < len(text) - 1 else 0.0
    level = len(text) == 1 or (abs(matrix.b) < abs(matrix.a) and (not down or bool(across)))
    height = boxes[0].bottom - boxes[0].top
    return _Piece(text, boxes, boxes[0].bottom - (1 - _ASCENT) * height, height, level)


def _deltas(written: object, count: int) -> list[float]:
    """Return the steps between characters; ``g 3 2.5`` stands for 2.5 three times. Missing steps repeat the last."""
    words = str(written or "").split()
    steps: list[float] = []
    at = 0
    while at < len(words) and len(steps) < count:
        repeated = words[at] == "g" and at + 2 < len(words) and words[at + 1].isdecimal()
        value = _numbers(words[at + 2] if repeated else words[at])
        times = min(int(words[at + 1][:6]), count) if repeated else 1
        steps += value * times
        at += 3 if repeated else 1
    return steps + steps[-1:] * (count - len(steps)) if steps else []


def _distinct(pieces: list[_Piece]) -> list[_Piece]:
    """Leave out what is drawn twice at one place, as bold print is."""
    seen: set[tuple[str, int, int]] = set()
    kept: list[_Piece] = []
    for piece in pieces:
        key = (piece.text, round(piece.left * 2), round(piece.baseline * 2))
        if key not in seen:
            seen.add(key)
            kept.append(piece)
    return kept


def _rows(pieces: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the pieces of each line, top to bottom and left to right; upright runs stand alone."""
    row: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.baseline):
        if row and not (piece.level and row[0].level and piece.baseline - row[0].baseline <= piece.size * 0.4):
            yield sorted(row, key=lambda piece: piece.left)
            row = []
        row.append(piece)
    if row:
        yield sorted(row, key=lambda piece: piece.left)


def _joined(row: list[_Piece]) -> tuple[str, list[Box]]:
    """Return the text of one line and a box for each character; a gap becomes one blank, a wide one two."""
    text, boxes = row[0].text, list(row[0].boxes)
    for before, piece in pairwise(row):
        gap = piece.left - before.boxes[-1].right
        blanks = 2 if gap > 1.2 * piece.size else 1 if gap > 0.3 * piece.size else 0
        last = before.boxes[-1]
        text += " " * blanks + piece.text
        boxes += [Box(left=last.right, top=last.top, right=piece.left, bottom=last.bottom)] * blanks + piece.boxes
    return text, boxes


def _paragraphs(rows: list[tuple[str, list[Box]]]) -> Iterator[list[tuple[str, list[Box]]]]:
    """Yield lines together where one fills the page and the sentence runs on into the next."""
    running = [boxes[-1].right for text, boxes in rows if "  " not in text]
    edge = max(running, default=0.0)
    paragraph: list[tuple[str, list[Box]]] = []
    for row in rows:
        if paragraph and not _runs_on(paragraph[-1], row, edge):
            yield paragraph
            paragraph = []
        paragraph.append(row)
    if paragraph:
        yield paragraph


def _runs_on(before: tuple[str, list[Box]], after: tuple[str, list[Box]], edge: float) -> bool:
    text, boxes = before
    height = boxes[0].bottom - boxes[0].top
    return (
        len(text) >= _FULL_LINE_CHARS
        and "  " not in text + after[0]
        and text[-1] not in "。；：;:！？!?"
        and boxes[-1].right >= edge - 1.5 * height
        and after[1][0].left <= boxes[0].left + 0.5 * height
        and after[1][0].top - boxes[0].top <= 2.5 * height
    )


def _line(start: int, text: str, boxes: list[Box]) -> Line:
    whole = Box(
        left=min(box.left for box in boxes),
        top=min(box.top for box in boxes),
        right=max(box.right for box in boxes),
        bottom=max(box.bottom for box in boxes),
    )
    return Line(start=start, end=start + len(text), box=whole, boxes=tuple(boxes), scores=(1.0,) * len(text))
