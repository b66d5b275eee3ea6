"""Layers of a page: what the file says it holds, and what is seen on its picture.

Recognised text is a layer of its own. It fills pages that had no text, stands
beside a sound native layer with what that one lacks, and takes the place of a
native layer that the picture belies; the belied one is kept, never shown as
text. Everything here can be made again from the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from zuno.knowledge.ocr.readings import PageReading
from zuno.knowledge.parsing.reading import TextBuilder, spoken_ranges
from zuno.knowledge.records import Block, Document, Doubt, Layer, Line, Page

SEEN_SHARE = 0.6
"""Share of a native layer's characters that must be seen on the picture for the layer to be believed."""

JUDGED_CHARS = 8
"""A native layer of fewer characters says too little to be belied."""

KNOWN_SHARE = 0.7
"""Share of a recognised line's pairs of characters that the native layer has when the line is no news."""

_HIDDEN_LINE = "印章下可能有一行文字没有识别出来，请看原件。"
_NO_TEXT = "第{}页图上没有识别出文字；是照片、二维码则无妨，若有文字请看原件并补文字版。"
_BLANK = re.compile(r"\s+")
_LATIN_END = re.compile(r"[A-Za-z,;]$")
_LATIN_START = re.compile(r"[A-Za-z]")
_SENTENCE_END = tuple("。；：！？;:!?")
_NEW_PARAGRAPH = re.compile(
    r"\s*(?:\S{1,12}[：:]|第.{1,6}[条章节]|[一二三四五六七八九十]+[、.．]|\d{1,2}[.、．)）](?!\d)|[（(]|[—\-•·●]|附[件：:])"
)
_DATE_LINE = re.compile(r"\s*(?:\d{4}|[〇○零一二三四五六七八九]{4})年")


def with_readings(document: Document, readings: Mapping[int, PageReading]) -> Document:
    """Put what was recognised on pages into a document.

    Args:
        document: As its parser left it, with ``unread_pages``.
        readings: What was recognised, by page number; pages that failed are left out.

    Returns:
        The document with the text of all layers that are believed, page after page, and with
        the pages of ``readings`` no longer among ``unread_pages``.
    """
    if not readings:
        return document
    joint = _Joint()
    numbers = sorted({page.number for page in document.pages} | set(document.unread_pages))
    pages = {page.number: page for page in document.pages}
    for number in numbers:
        if joint.builder.length:
            joint.builder.raw("\n")
        reading = readings.get(number)
        native = pages.get(number, Page(number=number, start=0, end=0))
        if reading is None:
            joint.native(document, native)
            continue
        joint.flags |= {"ocr", *reading.flags}
        belied = _belied(document.text[native.start : native.end], reading.text)
        if belied and "font_missing_for_render" not in document.flags:
            joint.recognised(document, native, reading)
        else:
            joint.beside(document, native, reading)
        if "ocr_no_text" in reading.flags:
            at = joint.builder.length
            joint.doubts.append(Doubt(start=at, end=at, flag="ocr_no_text", detail=_NO_TEXT.format(number)))
    return replace(
        document,
        text=joint.builder.text(),
        pages=tuple(joint.pages),
        blocks=tuple(joint.builder.blocks),
        flags=(*document.flags, *sorted(joint.flags - set(document.flags)), *joint.builder.coarse_flags()),
        doubts=tuple(sorted(joint.doubts, key=lambda doubt: (doubt.start, doubt.end, doubt.flag))),
        layers=(*document.layers, *joint.layers),
        unread_pages=tuple(number for number in document.unread_pages if number not in readings),
    )


def with_unread_told(document: Document) -> Document:
    """Say in state, reason and detail which pages were not read; a document that has none or says so stays as it is."""
    pages = document.unread_pages
    told = document.state != "ready" and document.reason == "needs_ocr"
    if not pages or told:
        return document
    if document.format == "image":
        where = "图片，文字未识别"
    elif document.text.strip():
        where = f"第{spoken_ranges(list(pages))}页是图片或文字层不可信，文字未识别"
    else:
        where = f"没有文字层（扫描件，{len(pages)} 页），未识别文字"
    return replace(
        document,
        state="partial" if document.text.strip() else "refused",
        reason=document.reason or ("garbled_font" if "garbled_font" in document.flags else "needs_ocr"),
        detail=f"{document.detail}{where}；请补交文字版，或由承办人通读原件。",
    )


def _belied(native: str, seen: str) -> bool:
    """Whether a native layer says other characters than the picture shows; an empty one always counts as belied."""
    said = _characters(native)
    if sum(said.values()) < JUDGED_CHARS:
        return not said
    shared = sum((said & _characters(seen)).values())
    return shared < SEEN_SHARE * sum(said.values())


def _characters(text: str) -> Counter[str]:
    return Counter(char for char in unicodedata.normalize("NFKC", text) if char.isalnum())


@dataclass(slots=True)
class _Joint:
    """The document as it grows, page by page."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    pages: list[Page] = field(default_factory=list[Page])
    doubts: list[Doubt] = field(default_factory=list[Doubt])
    layers: list[Layer] = field(default_factory=list[Layer])
    flags: set[str] = field(default_factory=set[str])

    def native(self, document: Document, page: Page) -> None:
        """Copy a page as its parser read it."""
        start = self.builder.length
        shift = start - page.start
        self.builder.raw(document.text[page.start : page.end])
        for block in _within(document.blocks, page):
            self.builder.mark(block.start + shift, block.end + shift, block.kind, block.locator)
        self.doubts += [
            replace(doubt, start=doubt.start + shift, end=doubt.end + shift)
            for doubt in document.doubts
            if page.start <= doubt.start < page.end
        ]
        self.pages.append(replace(page, start=start, end=self.builder.length))

    def recognised(self, document: Document, page: Page, reading: PageReading) -> None:
        """Take the recognised layer for the page; a native one that had text is kept aside."""
        said = document.text[page.start : page.end]
        if said.strip():
            self.layers.append(Layer(page=page.number, kind="native", reader=document.format, text=said))
            self.flags.add("map_disagrees_with_raster")
        start = self.builder.length
        lines = self._lines(reading, reading.lines, page.number)
        self._page(page, start, reading, lines, layer="ocr")

    def beside(self, document: Document, page: Page, reading: PageReading) -> None:
        """Keep the native layer and add the recognised lines that it lacks."""
        start = self.builder.length
        self.native(document, page)
        self.pages.pop()
        known = _pairs(document.text[page.start : page.end])
        news = [line for line in reading.lines if not _known(reading.text[line.start : line.end], known)]
        if news and self.builder.length > start:
            self.builder.raw("\n")
        lines = self._lines(reading, news, page.number)
        self._page(page, start, reading, lines, layer="native" if page.end > page.start else "ocr")

    def _page(self, page: Page, start: int, reading: PageReading, lines: list[Line], *, layer: str) -> None:
        self.pages.append(
            Page(
                number=page.number,
                start=start,
                end=self.builder.length,
                label=page.label,
                layer="ocr" if layer == "ocr" else "native",
                width=page.width or reading.width,
                height=page.height or reading.height,
                turned=reading.turned if layer == "ocr" else page.turned,
                lines=tuple(lines),
                quality=reading.quality,
            )
        )

    def _lines(self, reading: PageReading, lines: Iterable[Line], number: int) -> list[Line]:
        """Append recognised lines, those of one paragraph joined; return them where they now stand."""
        page_start = self.builder.length
        placed: list[Line] = []
        for count, paragraph in enumerate(_paragraphs(reading, list(lines)), start=1):
            if placed:
                self.builder.raw("\n")
            begin = self.builder.length
            before = ""
            for line in paragraph:
                words = reading.text[line.start : line.end]
                if _LATIN_END.search(before) and _LATIN_START.match(words):
                    self.builder.raw(" ")
                before = words
                at = self.builder.length
                self.builder.raw(words)
                placed.append(replace(line, start=at, end=at + len(words)))
                self._doubts(reading, line, at)
            self.builder.mark(begin, self.builder.length, "paragraph", f"第{number}页¶{count}")
        self._hidden_lines(reading, placed, page_start)
        return placed

    def _hidden_lines(self, reading: PageReading, placed: list[Line], page_start: int) -> None:
        """Doubt the places where a line seems to lie under a seal and was not read: no text, but a place for it."""
        for seal in reading.seals:
            if seal.hides:
                above = [line.end for line in placed if line.box.bottom <= (seal.box.top + seal.box.bottom) / 2]
                at = max(above, default=page_start)
                self.doubts.append(Doubt(start=at, end=at, flag="stamp_overlap", detail=_HIDDEN_LINE))

    def _doubts(self, reading: PageReading, line: Line, at: int) -> None:
        """Move the doubts of a line to where the line now stands."""
        for doubt in reading.doubts:
            start, end = max(doubt.start, line.start), min(doubt.end, line.end)
            if start < end:
                shift = at - line.start
                self.doubts.append(replace(doubt, start=start + shift, end=end + shift))


def _within(blocks: Iterable[Block], page: Page) -> list[Block]:
    return [block for block in blocks if page.start <= block.start and block.end <= page.end]


def _pairs(text: str) -> set[str]:
    bare = _BLANK.sub("", unicodedata.normalize("NFKC", text))
    return {bare[at : at + 2] for at in range(len(bare) - 1)} | set(bare) | set(_figures(text))


def _figures(text: str) -> list[str]:
    """Return the numbers of a text without points and commas: one that differs makes a line news."""
    plain = unicodedata.normalize("NFKC", text)
    return [re.sub(r"\D", "", figure) for figure in re.findall(r"\d[\d,.]+\d", plain)]


def _known(line: str, known: set[str]) -> bool:
    if not known.issuperset(_figures(line)):
        return False
    bare = _BLANK.sub("", unicodedata.normalize("NFKC", line))
    if len(bare) < 2:
        return bare in known or not bare
    pairs = [bare[at : at + 2] for at in range(len(bare) - 1)]
    return sum(pair in known for pair in pairs) >= KNOWN_SHARE * len(pairs)


def _paragraphs(reading: PageReading, lines: list[Line]) -> list[list[Line]]:
    """Group lines: one that reaches the right margin in the middle of a sentence runs on into the next."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _runs_on(reading, lines, groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _runs_on(reading: PageReading, lines: list[Line], line: Line, after: Line) -> bool:
    words, following = reading.text[line.start : line.end], reading.text[after.start : after.end]
    height = line.box.bottom - line.box.top
    margin = max(item.box.right for item in lines)
    return (
        line.box.right >= margin - 2.5 * height
        and len(words) >= FULL_LINE_CHARS
        and 2 * sum(sign.isalpha() for sign in words) > len(words)
        and "\t" not in words + following
        and after.box.top < line.box.bottom + 1.5 * height
        and after.box.left <= line.box.left + 1.5 * height
        and not words.rstrip().endswith(_SENTENCE_END)
        and not _NEW_PARAGRAPH.match(following)
        and not _DATE_LINE.match(following)
    )


FULL_LINE_CHARS = 16
"""A shorter line never runs on, nor one of figures mostly: forms, receipts and signatures have such lines."""
