"""PDF: the text layer, page by page, and an honest word on pages that have none.

A page without text, or whose picture holds what the text does not, needs OCR.
A text layer can also lie (fonts with a missing or wrong character map); such
pages keep their text but are named as garbled. What is read depends on the
bytes alone, not on the fonts of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium_c

from zuno.knowledge.parsing.pdf import columns, drawings, pagetext
from zuno.knowledge.parsing.pdf.frame import frame_of
from zuno.knowledge.parsing.pdf.garble import debris_spans, is_garbled
from zuno.knowledge.parsing.pdf.paragraphs import JOINED, PageLines, join_lines, running_lines, split_paragraphs
from zuno.knowledge.parsing.reading import Member, Reading, Refusal, TextBuilder, spoken_ranges
from zuno.knowledge.records import Doubt, Page

PAGES_LIMIT = 2_000
"""Pages of one file that are read; the rest is named as ``over_budget``."""

TEXT_LIMIT_CHARS = 20_000_000
SHORT_PAGE_CHARS = 50
"""Below this a page with a large picture counts as a scan (a scanner app's own line is no text layer)."""

_PASSWORD_ERROR = 4
_CONTENT_KEYS = {pdfium_c.FPDF_ANNOT_TEXT: b"Contents", pdfium_c.FPDF_ANNOT_FREETEXT: b"Contents"}
_ANNOTATION_LIMIT_BYTES = 200_000


@dataclass(slots=True)
class _Findings:
    """What is wrong with which pages (numbers from 1)."""

    unread: list[int] = field(default_factory=list[int])
    garbled: list[int] = field(default_factory=list[int])
    broken: list[int] = field(default_factory=list[int])
    flags: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class _PageRead:
    """One page before its lines are put into paragraphs, which takes a look at the pages around."""

    number: int
    text: str = ""
    notes: Sequence[str] = ()
    label: str = ""
    width: float = 0.0
    height: float = 0.0
    turned: int = 0
    lines: PageLines
    lost: int = 0
    """Characters of the page without a text."""
    uncertain: Sequence[tuple[int, int]] = ()
    """Amounts whose column cannot be told, in non-blank characters of the text."""


def read(data: bytes) -> Reading:
    """Read the text layer of a PDF; files attached to it are members.

    A PDF of pictures alone is a reading in state ``refused`` (``needs_ocr``) with its pages.

    Raises:
        Refusal: ``encrypted``, ``broken`` or ``empty``.
    """
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _cannot_open(error) from error
    try:
        return _read_pages(pdf)
    finally:
        pdf.close()


def _cannot_open(error: pypdfium2.PdfiumError) -> Refusal:
    if error.err_code == _PASSWORD_ERROR:
        return Refusal("encrypted", "PDF 有打开密码，未读；请解密（另存为无密码 PDF）后重新放入。", format="pdf")
    return Refusal("broken", "PDF 损坏或不完整，打不开；请重新导出或重新下载。", format="pdf")


def _read_pages(pdf: pypdfium2.PdfDocument) -> Reading:
    findings = _Findings()
    pages: list[_PageRead] = []
    labelled = pdfium_c.FPDF_GetPageLabel(pdf, 0, None, 0) > 0  # Of no page there is one, or of all.
    length = 0
    for index in range(min(len(pdf), PAGES_LIMIT)):
        if length > TEXT_LIMIT_CHARS:
            break
        try:
            pages.append(_read_page(pdf, index, findings, labelled=labelled))
        except pypdfium2.PdfiumError:
            findings.broken.append(index + 1)
            pages.append(_PageRead(number=index + 1, lines=PageLines(number=index + 1)))
        length += len(pages[-1].text)
    if pdf.get_formtype() in (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND):
        findings.flags.add("xfa_form")
    return _reading(pages, findings, len(pdf), _attached(pdf))


def _read_page(pdf: pypdfium2.PdfDocument, index: int, findings: _Findings, *, labelled: bool) -> _PageRead:
    page = pdf[index]
    try:
        frame = frame_of(page)
        drawn = drawings.look_at(page)
        with pagetext.upright(page, frame) as (textpage, turned):
            raw, lost = pagetext.extract(textpage)
            if "font_missing_for_render" not in findings.flags and pagetext.has_undrawn(
                textpage, raw, likely=drawn.undrawn
            ):
                findings.flags.add("font_missing_for_render")
            upright = frame_of(page) if turned else frame
            edges = pagetext.edges(textpage, raw, upright)
            uncertain = columns.uncertain_amounts(textpage, raw, upright)
        text = pagetext.tidy(raw)
        if turned:
            findings.flags.add("rotated_fixed")
        _note_unread(page, drawn, text, index + 1, findings)
        notes = tuple(_annotations(page))
        if notes:
            findings.flags.add("annotations_present")
        width, height = frame.size
        return _PageRead(
            number=index + 1,
            text=text,
            notes=notes,
            label=pdf.get_page_label(index) if labelled else "",
            width=width,
            height=height,
            turned=turned,
            lines=PageLines(number=index + 1, edges=edges),
            uncertain=uncertain,
            lost=lost,
        )
    finally:
        page.close()


def _note_unread(page: pypdfium2.PdfPage, drawn: drawings.Drawn, text: str, number: int, findings: _Findings) -> None:
    """Find out whether a page needs OCR."""
    if not text or text.isspace():
        if drawn.count > 0:
            findings.unread.append(number)
    elif drawn.pictures:
        findings.flags.add("scanned_text_layer" if drawn.hidden and not drawn.beside_text else "embedded_images")
        short = len("".join(text.split())) < SHORT_PAGE_CHARS
        if short or drawn.beside_text or drawings.has_ink_beside_text(page, drawn):
            findings.unread.append(number)


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
    return pagetext.tidy(bytes(buffer)[: size_bytes - 2].decode("utf-16-le", "ignore")).strip()


def _put_page(
    builder: TextBuilder, page: _PageRead, running: tuple[set[int], set[int]], *, garbled: bool
) -> Iterator[Doubt]:
    """Append a page: its wrapped lines joined into paragraphs, running lines apart, notes at the end."""
    if builder.length:
        builder.raw("\n")
    start = length = builder.length
    headers, shared = running
    at = place = 0
    parts: list[str] = []
    for begin, end, line in split_paragraphs(page.text, headers | shared):
        paragraph = join_lines(page.text[begin:end])
        parts += [page.text[at:begin], paragraph]
        first = length + begin - at
        length = first + len(paragraph)
        if line in headers:
            builder.mark(first, length, "header", f"第{page.number}页页眉页脚")
        else:
            place += 1
            builder.mark(first, length, "paragraph", f"第{page.number}页¶{place}")
        at = end
    written = "".join(parts)
    builder.raw(written)
    builder.raw(page.text[at:])
    for note in page.notes:
        builder.raw("\n")
        builder.put(note, "paragraph", f"第{page.number}页批注")
    builder.pages.append(
        Page(
            number=page.number,
            start=start,
            end=builder.length,
            label=page.label,
            width=page.width,
            height=page.height,
            turned=page.turned,
        )
    )
    if garbled:
        yield Doubt(start=start, end=start + len(written), flag="garbled_font", detail=_GARBLED)
    else:
        for first, last in debris_spans(written):
            yield Doubt(start=start + first, end=start + last, flag="garbled_font", detail=_GARBLED)
    if page.uncertain:
        visible = [start + offset for offset, char in enumerate(written) if char not in JOINED]
        for first, last in page.uncertain:
            yield Doubt(start=visible[first], end=visible[last - 1] + 1, flag="order_uncertain", detail=_UNCERTAIN)


_GARBLED = "文字层疑似乱码或缺字；请对照原件。"
_UNCERTAIN = "无法确定这笔金额属于收入栏还是支出栏；请对照原件。"


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


def _reading(pages: list[_PageRead], findings: _Findings, count: int, members: list[Member]) -> Reading:
    builder = TextBuilder()
    running = running_lines([page.lines for page in pages])
    doubts: list[Doubt] = []
    for page, lines in zip(pages, running, strict=True):
        bare = "".join(page.text.split())
        garbled = bool(bare) and is_garbled(bare, page.lost)
        if garbled:
            findings.garbled.append(page.number)
        doubts += _put_page(builder, page, lines, garbled=garbled)
    doubts.sort(key=lambda doubt: doubt.start)
    findings.flags |= {doubt.flag for doubt in doubts}
    textless = not builder.blocks
    if textless:
        _refuse_textless(findings, members)
    reasons = list(_reasons(findings, count, len(pages)))
    return Reading(
        format="pdf",
        state="partial" if reasons else "ready",
        reason=reasons[0][0] if reasons else None,
        detail="".join(detail for _, detail in reasons),
        flags=(*sorted(findings.flags), *builder.coarse_flags()),
        text=builder.text(),
        pages=tuple(builder.pages),
        blocks=tuple(builder.blocks),
        unread_pages=tuple(sorted({*findings.unread, *findings.garbled})),
        doubts=tuple(doubts),
        members=iter(members),
    )


def _refuse_textless(findings: _Findings, members: list[Member]) -> None:
    """Refuse a file without text in which OCR would find nothing either."""
    if findings.unread:
        return
    if findings.broken:
        raise Refusal("broken", "PDF 的页面都无法打开；请重新导出或重新下载。", format="pdf")
    if not members:
        raise Refusal("empty", "PDF 里没有内容（空白页）；请核对是否导出失败。", format="pdf")


def _reasons(findings: _Findings, count: int, count_read: int) -> Iterator[tuple[str, str]]:
    if findings.broken:
        yield "broken_pages", f"第 {spoken_ranges(findings.broken)} 页损坏，未读；请重新导出。"
    if "xfa_form" in findings.flags:
        yield "xfa_form", "这是动态表单 PDF，表单内容未读；请打印为普通 PDF 后重新放入。"
    if count_read < count:
        yield "over_budget", f"共 {count} 页，只读了前 {count_read} 页；请拆分后重新放入。"
