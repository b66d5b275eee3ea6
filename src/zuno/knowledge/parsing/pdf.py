"""PDF: the text layer, page by page, and an honest word on pages that have none.

A page without text, or whose picture holds what the text does not, needs OCR.
A text layer can also lie (fonts with a missing or wrong character map); such
pages keep their text but are named as garbled.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium_c

from zuno.knowledge.parsing.charset import HANZI, common_hanzi
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, TextBuilder, spoken_ranges

PAGES_LIMIT = 2_000
"""Pages of one file that are read; the rest is named as ``over_budget``."""

TEXT_LIMIT_CHARS = 20_000_000
SHORT_PAGE_CHARS = 50
"""Below this a page with a large picture counts as a scan (a scanner app's own line is no text layer)."""

JUDGED_CHARS = 20
"""Fewer characters than this say nothing about the text layer."""

ANGLES_LOOKED_AT = 8
"""Characters of a page whose direction is looked at."""

LARGE_PICTURE_SHARE = 0.3
"""Share of the page from which a picture may hold content of its own."""

COMMON_HANZI_SHARE = 0.7
"""Below this share of everyday hanzi a page is garbled; ordinary papers have 0.95 and more."""

DEBRIS_SHARE = 0.02
"""Share of control, replacement and lost characters above which a page is garbled: digits survive, names do not."""

DEBRIS_FLOOR = 3
"""So many such characters at least."""

ODD_SHARE = 0.2
"""Share of private-use characters or accented Latin letters above which a page is garbled."""

_DEBRIS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_LATIN_DEBRIS = re.compile("[\u00a1-\u00ff]")
_PICTURE = re.compile(rb"/Subtype\s*/Image\b")
"""A picture is a stream, and the dictionary of a stream is never compressed."""

_SPACE = re.compile(r"\s+")
_SENTENCE_END = "。；：！？"
_PARAGRAPH_START = re.compile(r"\s*(\S{1,12}：|第.{1,6}[条章节]|[一二三四五六七八九十]+、|\d{1,2}[.、．]|[（(])")
FULL_LINE_SHARE = 0.88
"""Share of the longest line of a page from which a line may run on into the next."""

FULL_LINE_WIDTH = 48
"""Width (a hanzi counts 2) below which a line never runs on."""

FLAT_POINTS = 0.02
"""Width below which text is widened; PDFium leaves out what has less than 0.01."""

OUTLINE_EM = 0.7
"""Width of the outline in font sizes: text gets about the height that glyphs would give it."""

_NO_MOVE = pdfium_c.FS_MATRIX(1, 0, 0, 1, 0, 0)
_PASSWORD_ERROR = 4
_LAST_BLANK = 0x20
_CONTENT_KEYS = {pdfium_c.FPDF_ANNOT_TEXT: b"Contents", pdfium_c.FPDF_ANNOT_FREETEXT: b"Contents"}
_ANNOTATION_LIMIT_BYTES = 200_000


@dataclass(slots=True)
class _Findings:
    """What is wrong with which pages (numbers from 1)."""

    unread: list[int] = field(default_factory=list[int])
    garbled: list[int] = field(default_factory=list[int])
    broken: list[int] = field(default_factory=list[int])
    flags: set[str] = field(default_factory=set[str])
    with_pictures: bool = True
    """Whether the file holds any picture; without one no page is searched for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pictures:
    """Large pictures of a page and how they lie with its text."""

    found: bool = False
    beside_text: bool = False
    """The text stands outside the picture, so the picture has content of its own."""
    under_hidden_text: bool = False
    """The text is invisible and lies over the picture: a scanner's OCR layer."""


def read(data: bytes) -> Reading:
    """Read the text layer of a PDF; files attached to it are members.

    Raises:
        Refusal: ``encrypted``, ``broken``, ``needs_ocr`` (no text layer at all) or ``empty``.
    """
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _cannot_open(error) from error
    try:
        return _read_pages(pdf, with_pictures=_PICTURE.search(data) is not None)
    finally:
        pdf.close()


def _cannot_open(error: pypdfium2.PdfiumError) -> Refusal:
    if error.err_code == _PASSWORD_ERROR:
        return Refusal("encrypted", "PDF 有打开密码，未读；请解密（另存为无密码 PDF）后重新放入。", format="pdf")
    return Refusal("broken", "PDF 损坏或不完整，打不开；请重新导出或重新下载。", format="pdf")


def _read_pages(pdf: pypdfium2.PdfDocument, *, with_pictures: bool) -> Reading:
    builder = TextBuilder()
    findings = _Findings(with_pictures=with_pictures)
    count = len(pdf)
    for index in range(min(count, PAGES_LIMIT)):
        if builder.length > TEXT_LIMIT_CHARS:
            count_read = index
            break
        try:
            _read_page(pdf, index, builder, findings)
        except pypdfium2.PdfiumError:
            findings.broken.append(index + 1)
            builder.page(index + 1, builder.length)
    else:
        count_read = min(count, PAGES_LIMIT)
    if pdf.get_formtype() in (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND):
        findings.flags.add("xfa_form")
    return _reading(builder, findings, count, count_read, _attached(pdf))


def _read_page(pdf: pypdfium2.PdfDocument, index: int, builder: TextBuilder, findings: _Findings) -> None:
    page = pdf[index]
    try:
        text, lost = _page_text(page, findings)
        _judge(page, text, lost, index + 1, findings)
        notes = list(_annotations(page))
    finally:
        page.close()
    if builder.length:
        builder.raw("\n")
    start = builder.length
    _put_paragraphs(builder, text, index + 1)
    for note in notes:
        findings.flags.add("annotations_present")
        builder.raw("\n")
        builder.put(note, "paragraph", f"第{index + 1}页批注")
    builder.page(index + 1, start, pdf.get_page_label(index))


def _page_text(page: pypdfium2.PdfPage, findings: _Findings) -> tuple[str, int]:
    """Return the text of a page, and how many of its characters have no text in the file."""
    _widen_flat_text(page)
    text, count, upright = _extract(page)
    if upright is not None and upright != page.get_rotation():
        page.set_rotation(upright)
        text, count, _ = _extract(page)
        findings.flags.add("rotated_fixed")
    # PDFium counts UTF-16 units.
    lost = 0 if count == len(text) else max(0, count - len(text.encode("utf-16-le")) // 2)
    return _tidy(text), lost


def _widen_flat_text(page: pypdfium2.PdfPage) -> None:
    """Give text without extent a thin outline, so that no installed font decides what is extracted.

    PDFium leaves out text whose bounds have no width, and tells lines apart by their height.
    Bounds come from the drawings of the glyphs, which a font has not that is neither in the
    file nor on this machine, nor the font of an invisible OCR layer.
    """
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    waiting = [(pdfium_c.FPDFPage_GetObject, page.raw, pdfium_c.FPDFPage_CountObjects(page))]
    while waiting:
        get_object, holder, count = waiting.pop()
        for at in range(count):
            item = get_object(holder, at)
            kind = pdfium_c.FPDFPageObj_GetType(item)
            if kind == pdfium_c.FPDF_PAGEOBJ_FORM:
                waiting.append((pdfium_c.FPDFFormObj_GetObject, item, pdfium_c.FPDFFormObj_CountObjects(item)))
            elif kind == pdfium_c.FPDF_PAGEOBJ_TEXT:
                pdfium_c.FPDFPageObj_GetBounds(item, left, bottom, right, top)
                if min(right.value - left.value, top.value - bottom.value) < FLAT_POINTS:
                    _outline(item)


def _outline(item: object) -> None:
    mode = pdfium_c.FPDFTextObj_GetTextRenderMode(item)
    hidden = mode == pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE
    if not hidden and pdfium_c.FPDFFont_GetIsEmbedded(pdfium_c.FPDFTextObj_GetFont(item)):
        return  # A space, which has no drawing in any font.
    size, matrix = ctypes.c_float(), pdfium_c.FS_MATRIX()
    pdfium_c.FPDFTextObj_GetFontSize(item, size)
    pdfium_c.FPDFPageObj_GetMatrix(item, matrix)
    pdfium_c.FPDFTextObj_SetTextRenderMode(item, pdfium_c.FPDF_TEXTRENDERMODE_STROKE)
    pdfium_c.FPDFPageObj_SetStrokeWidth(item, OUTLINE_EM * size.value * math.hypot(matrix.c, matrix.d))
    # Bounds, which include the outline, are computed anew when an object is moved; by nothing here.
    pdfium_c.FPDFPageObj_TransformF(item, _NO_MOVE)
    pdfium_c.FPDFTextObj_SetTextRenderMode(item, mode)


def _extract(page: pypdfium2.PdfPage) -> tuple[str, int, int | None]:
    """Return text, its count in UTF-16 units, and the page rotation in which it would stand upright.

    The order of lines is right only for upright text. The rotation (0, 90, 180, 270) is None
    where there is no text or it runs in several directions.
    """
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        text = textpage.get_text_range()
        step = max(1, count // ANGLES_LOOKED_AT)
        angles = {
            round(math.degrees(pdfium_c.FPDFText_GetCharAngle(textpage, at)) / 90) % 4
            for at in range(0, count, step)
            if pdfium_c.FPDFText_GetUnicode(textpage, at) > _LAST_BLANK
        }
    finally:
        textpage.close()
    return text, count, (4 - angles.pop()) % 4 * 90 if len(angles) == 1 else None


def _tidy(text: str) -> str:
    """Keep the text as extracted, with one kind of line end and hyphens at line ends restored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\ufffe", "-\n") if "\ufffe" in text else text


def _judge(page: pypdfium2.PdfPage, text: str, lost: int, number: int, findings: _Findings) -> None:
    bare = _SPACE.sub("", text)
    if not bare:
        if pdfium_c.FPDFPage_CountObjects(page) > 0:
            findings.unread.append(number)
        return
    pictures = _large_pictures(page) if findings.with_pictures else _Pictures()
    if pictures.found:
        if len(bare) < SHORT_PAGE_CHARS or pictures.beside_text:
            findings.unread.append(number)
        findings.flags.add("scanned_text_layer" if pictures.under_hidden_text else "embedded_images")
    if is_garbled(bare, lost):
        findings.garbled.append(number)


def is_garbled(bare: str, lost: int = 0) -> bool:
    """Tell whether text without white space looks like the output of a wrong character map.

    A map that swaps only a few characters cannot be seen this way.

    Args:
        bare: Text of one page.
        lost: Characters on the page for which the file gives no text at all.
    """
    if len(bare) + lost < JUDGED_CHARS:
        return False
    debris = len(_DEBRIS.findall(bare)) + lost
    if debris >= DEBRIS_FLOOR and debris > DEBRIS_SHARE * len(bare):
        return True
    if len(_PRIVATE.findall(bare)) > ODD_SHARE * len(bare):
        return True
    hanzi = HANZI.findall(bare)
    if len(hanzi) >= JUDGED_CHARS:
        common = common_hanzi()
        return sum(char in common for char in hanzi) < COMMON_HANZI_SHARE * len(hanzi)
    return len(_LATIN_DEBRIS.findall(bare)) > ODD_SHARE * len(bare)


def _large_pictures(page: pypdfium2.PdfPage) -> _Pictures:
    """Look at the objects of a page for pictures that cover a good part of it."""
    boxes: list[tuple[float, float, float, float]] = []
    texts: list[object] = []
    for at in range(pdfium_c.FPDFPage_CountObjects(page)):
        item = pdfium_c.FPDFPage_GetObject(page, at)
        kind = pdfium_c.FPDFPageObj_GetType(item)
        if kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
            boxes.append(_bounds(item))
        elif kind == pdfium_c.FPDF_PAGEOBJ_TEXT:
            texts.append(item)
    if not boxes:
        return _Pictures()
    width, height = page.get_size()
    large = [box for box in boxes if (box[2] - box[0]) * (box[3] - box[1]) >= LARGE_PICTURE_SHARE * width * height]
    if not large or not texts:
        return _Pictures(found=bool(large))
    inside = sum(any(_holds(box, _bounds(item)) for box in large) for item in texts)
    hidden = pdfium_c.FPDFTextObj_GetTextRenderMode(texts[0]) == pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE
    return _Pictures(found=True, beside_text=inside * 5 < len(texts), under_hidden_text=hidden and inside > 0)


def _bounds(item: object) -> tuple[float, float, float, float]:
    sides = [ctypes.c_float() for _ in range(4)]
    pdfium_c.FPDFPageObj_GetBounds(item, *sides)
    left, bottom, right, top = (side.value for side in sides)
    return left, bottom, right, top


def _holds(box: tuple[float, float, float, float], inner: tuple[float, float, float, float]) -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _annotations(page: pypdfium2.PdfPage) -> Iterator[str]:
    """Yield what people wrote onto the page: notes, and what they filled into form fields."""
    for at in range(pdfium_c.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, at)
        if not annotation:
            continue
        try:
            kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
            if kind == pdfium_c.FPDF_ANNOT_WIDGET:
                name, value = _annotation_text(annotation, b"T"), _annotation_text(annotation, b"V")
                note = f"表单 {name}：{value}" if value and value != "Off" else ""
            else:
                value = _annotation_text(annotation, _CONTENT_KEYS[kind]) if kind in _CONTENT_KEYS else ""
                note = f"批注：{value}" if value else ""
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)
        if note:
            yield note


def _annotation_text(annotation: object, key: bytes) -> str:
    size_bytes = pdfium_c.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    if not 2 < size_bytes <= _ANNOTATION_LIMIT_BYTES:
        return ""
    buffer = (pdfium_c.FPDF_WCHAR * (size_bytes // 2))()
    pdfium_c.FPDFAnnot_GetStringValue(annotation, key, buffer, size_bytes)
    return _tidy(bytes(buffer)[: size_bytes - 2].decode("utf-16-le", "ignore")).strip()


def _put_paragraphs(builder: TextBuilder, text: str, number: int) -> None:
    """Append a page's text, its wrapped lines joined into paragraphs, each a block."""
    at = 0
    for place, (start, end) in enumerate(paragraphs(text), start=1):
        builder.raw(text[at:start])
        begin = builder.length
        builder.raw(_LINE_WRAP.sub("", text[start:end]))
        builder.mark(begin, builder.length, "paragraph", f"第{number}页¶{place}")
        at = end
    builder.raw(text[at:])


_LINE_WRAP = re.compile(r"[ \t]*\n[ \t]*(?![A-Za-z])|(?<![A-Za-z])\n")
"""A line break inside running Chinese text; one between two Latin words stays as white space."""


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Return the spans of paragraphs: lines that fill the page run on into the next line."""
    lines = text.split("\n")
    widths = [len(line.encode("gb18030", "replace")) for line in lines]
    full = max(FULL_LINE_WIDTH, FULL_LINE_SHARE * max(widths))
    spans: list[tuple[int, int]] = []
    start = offset = 0
    for at, line in enumerate(lines):
        end = offset + len(line)
        runs_on = (
            widths[at] >= full
            and at + 1 < len(lines)
            and line.rstrip()[-1:] not in _SENTENCE_END
            and not _PARAGRAPH_START.match(lines[at + 1])
        )
        if not runs_on:
            if text[start:end].strip():
                spans.append((start, end))
            start = end + 1
        offset = end + 1
    return spans


def _attached(pdf: pypdfium2.PdfDocument) -> list[Member]:
    members: list[Member] = []
    for at in range(min(pdf.count_attachments(), 100)):
        attachment = pdf.get_attachment(at)
        try:
            members.append(Member(name=attachment.get_name() or f"附件{at + 1}", data=bytes(attachment.get_data())))
        except pypdfium2.PdfiumError:
            refusal = Refusal("broken", "PDF 内的附件无法取出；请用 PDF 软件另存附件。")
            members.append(Member(name=attachment.get_name() or f"附件{at + 1}", refusal=refusal))
    return members


def _reading(builder: TextBuilder, findings: _Findings, count: int, count_read: int, members: list[Member]) -> Reading:
    if not builder.blocks:
        _refuse_textless(findings, members)
    reasons = list(_reasons(findings, count, count_read))
    if findings.garbled:
        findings.flags.add("garbled_font")
    return Reading(
        format="pdf",
        state="partial" if reasons else "ready",
        reason=reasons[0][0] if reasons else None,
        detail="".join(detail for _, detail in reasons),
        flags=(*sorted(findings.flags), *builder.coarse_flags()),
        text=builder.text(),
        pages=tuple(builder.pages),
        blocks=tuple(builder.blocks),
        members=iter(members),
    )


def _refuse_textless(findings: _Findings, members: list[Member]) -> None:
    if findings.unread:
        detail = f"没有文字层（扫描件，{len(findings.unread)} 页），未识别文字；请补交文字版，或由承办人通读原件。"
        raise Refusal("needs_ocr", detail, format="pdf")
    if findings.broken:
        raise Refusal("broken", "PDF 的页面都无法打开；请重新导出或重新下载。", format="pdf")
    if not members:
        raise Refusal("empty", "PDF 里没有内容（空白页）；请核对是否导出失败。", format="pdf")


def _reasons(findings: _Findings, count: int, count_read: int) -> Iterator[tuple[str, str]]:
    if findings.unread:
        pages = spoken_ranges(findings.unread)
        yield "needs_ocr", f"第 {pages} 页是扫描或图片，文字未识别；请补交文字版，或由承办人通读原件。"
    if findings.garbled:
        pages = spoken_ranges(findings.garbled)
        yield "garbled_font", f"第 {pages} 页的文字层疑似乱码（字体编码错误），不可引用；请对照原件或启用 OCR。"
    if findings.broken:
        yield "broken_pages", f"第 {spoken_ranges(findings.broken)} 页损坏，未读；请重新导出。"
    if "xfa_form" in findings.flags:
        yield "xfa_form", "这是动态表单 PDF，表单内容未读；请打印为普通 PDF 后重新放入。"
    if count_read < count:
        yield "over_budget", f"共 {count} 页，只读了前 {count_read} 页；请拆分后重新放入。"
