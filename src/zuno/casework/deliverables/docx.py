"""Writes a deliverable as DOCX: A4, repeated header rows, real numbering, fields for page numbers.

python-docx opens the package, the sections and the styles; the body is written
as WordprocessingML at once, which is an order of magnitude faster than cell by
cell. The same deliverable gives the same bytes: no clock is asked, and the zip
is written again in a fixed order with fixed times.
"""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any
from xml.sax.saxutils import escape

import docx
from docx.enum.section import WD_ORIENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Cm

from zuno.casework.deliverables.model import (
    INTERNAL,
    PUBLIC,
    Block,
    Box,
    Deliverable,
    Heading,
    Inline,
    Listing,
    PageBreak,
    Paragraph,
    Table,
    plain,
    printable,
)

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
"""Date of the file's properties where the review has none."""
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
BODY_FONT, HEAD_FONT, LATIN_FONT = "仿宋", "宋体", "Times New Roman"
FILLS = {"good": "E2F0D9", "bad": "FBE0DD", "open": "FFF2CC", "law": "DEEAF6", "none": "EDEDED"}
TWIPS_PER_CM = 567
A4 = (21.0, 29.7)
MARGIN, COMPACT_MARGIN = 2.0, 1.5
HEADINGS_ID, BULLETS_ID, DECIMALS_ID = 1, 2, 3
"""Abstract numbering definitions: Chinese headings, bullets, and decimals that each list starts afresh."""


def write(document: Deliverable) -> bytes:
    """Return the bytes of the DOCX; equal deliverables give equal bytes."""
    package = docx.Document()
    _properties(package, document)
    _styles(package, document)
    _section(package, document)
    lists = _Lists()
    xml = "".join(_block(block, document, lists) for block in document.blocks)
    xml = _paragraph(document.title, "Title") + xml + _closing(document)
    _numbering(package, lists)
    _fill(package, xml)
    return _repack(package)


def _properties(package: Any, document: Deliverable) -> None:
    at = datetime.fromisoformat(document.dated).replace(tzinfo=UTC) if document.dated else EPOCH
    core = package.core_properties
    core.title, core.subject, core.category = printable(document.title), printable(document.case), document.stamp
    core.author = core.last_modified_by = "Zuno"
    core.comments, core.keywords, core.revision = "", "", 1
    core.created = core.modified = core.last_printed = at.replace(tzinfo=None)


# styles and page


def _styles(package: Any, document: Deliverable) -> None:
    """Set each style we use anew; one that names only the Latin font prints Chinese in a fallback."""
    small, filed = document.compact, _for_court(document)
    size, table = (9, 8) if small else (10.5, 9)
    text = _spacing(0, 1) if small else _spacing(0, 4, 320)
    if filed:
        size, table, text = 14, 10.5, _spacing(0, 0, 324)
    heading = "<w:keepNext/>"
    looks = (
        ("Normal", BODY_FONT, size, False, _spacing(0, 0)),
        ("Title", HEAD_FONT, 15 if small else 22 if filed else 18, True, f'{_spacing(0, 6)}<w:jc w:val="center"/>'),
        (
            "Heading 1",
            HEAD_FONT,
            10 if small else 14 if filed else 13,
            True,
            f"{heading}{_spacing(4, 2) if small else _spacing(10, 4)}",
        ),
        ("Heading 2", HEAD_FONT, 9.5 if small else 11, True, f"{heading}{_spacing(6, 3)}"),
        ("Body Text", BODY_FONT, size, False, text),
        ("Body Text 2", BODY_FONT, table, False, _spacing(0, 0)),
        ("Caption", BODY_FONT, 7.5 if small else 9, False, _spacing(1, 1)),
        ("Header", HEAD_FONT, 9, False, _spacing(0, 0)),
        ("Footer", HEAD_FONT, 9, False, _spacing(0, 0)),
    )
    for level, (name, font, points, bold, paragraph) in enumerate(looks):
        outline = f'<w:outlineLvl w:val="{level - 2}"/>' if name.startswith("Heading") else ""
        _style(package.styles[name].element, paragraph + outline, font, points, bold=bold)


def _style(element: Any, paragraph: str, font: str, points: float, *, bold: bool) -> None:
    for name in ("w:pPr", "w:rPr"):
        for old in element.findall(qn(name)):
            element.remove(old)
    half = int(points * 2)
    latin = f'w:ascii="{LATIN_FONT}" w:hAnsi="{LATIN_FONT}" w:cs="{LATIN_FONT}"'
    weight = "<w:b/><w:bCs/>" if bold else '<w:b w:val="0"/>'
    element.append(parse_xml(f"<w:pPr {nsdecls('w')}>{paragraph}</w:pPr>"))
    element.append(
        parse_xml(
            f'<w:rPr {nsdecls("w")}><w:rFonts {latin} w:eastAsia="{font}"/>{weight}<w:i w:val="0"/>'
            '<w:color w:val="000000"/><w:spacing w:val="0"/><w:kern w:val="0"/>'
            f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'
            '<w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr>'
        )
    )


def _spacing(before: int, after: int, line: int = 240) -> str:
    """Space in points before and after, and the height of a line in 240ths."""
    return f'<w:spacing w:before="{before * 20}" w:after="{after * 20}" w:line="{line}" w:lineRule="auto"/>'


def _section(package: Any, document: Deliverable) -> None:
    section = package.sections[0]
    width, height = (A4[1], A4[0]) if document.landscape else A4
    section.orientation = WD_ORIENT.LANDSCAPE if document.landscape else WD_ORIENT.PORTRAIT
    section.page_width, section.page_height = Cm(width), Cm(height)
    margin = Cm(COMPACT_MARGIN if document.compact else MARGIN)
    section.left_margin = section.right_margin = margin
    tight = 0.3 if document.compact else 0
    section.top_margin, section.bottom_margin = Cm((2.0 if document.banner else 1.8) - tight), Cm(1.5 - tight)
    section.header_distance = section.footer_distance = Cm(0.8)
    _header(section.header, document, _usable(document))
    _footer(section.footer)


def _usable(document: Deliverable) -> int:
    """Return the width between the margins in twips."""
    width = A4[1] if document.landscape else A4[0]
    return int((width - 2 * (COMPACT_MARGIN if document.compact else MARGIN)) * TWIPS_PER_CM)


def _header(header: Any, document: Deliverable, right: int) -> None:
    """Print case and stamp on every page, and the banner of the mock record under them."""
    colour = "C00000" if document.stamp == INTERNAL else "1F4E79"
    stamp = f'<w:r><w:rPr><w:b/><w:color w:val="{colour}"/></w:rPr>{_text(f"【{document.stamp}】")}</w:r>'
    tabs = f'<w:tabs><w:tab w:val="right" w:pos="{right}"/></w:tabs>'
    name = f"<w:r>{_text(f'{document.case}　{document.title}')}<w:tab/></w:r>"
    first = f'<w:p {nsdecls("w")}><w:pPr><w:pStyle w:val="Header"/>{tabs}</w:pPr>{name}{stamp}</w:p>'
    element = header._element
    for child in list(element):
        element.remove(child)
    element.append(parse_xml(first))
    if document.banner:
        look = '<w:rPr><w:b/><w:color w:val="C00000"/></w:rPr>'
        element.append(
            parse_xml(
                f'<w:p {nsdecls("w")}><w:pPr><w:pStyle w:val="Header"/><w:jc w:val="center"/></w:pPr>'
                f"<w:r>{look}{_text(document.banner)}</w:r></w:p>"
            )
        )


def _footer(footer: Any) -> None:
    element = footer._element
    for child in list(element):
        element.remove(child)
    fields = f"<w:r>{_text('第 ')}</w:r>{_field('PAGE')}<w:r>{_text(' 页　共 ')}</w:r>"
    fields += f"{_field('NUMPAGES')}<w:r>{_text(' 页')}</w:r>"
    look = '<w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/></w:pPr>'
    element.append(parse_xml(f"<w:p {nsdecls('w')}>{look}{fields}</w:p>"))


def _field(code: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


# numbering


class _Lists:
    """Hands out one numbering instance per ordered list, so that each starts at 1."""

    FIRST = 10

    def __init__(self) -> None:
        self.count = 0

    def next(self) -> int:
        self.count += 1
        return self.FIRST + self.count - 1


def _numbering(package: Any, lists: _Lists) -> None:
    """Replace the template's numbering with ours: headings 一、（一）, bullets, decimals."""
    element = package.part.numbering_part.element
    for child in list(element):
        element.remove(child)
    element.extend(parse_xml(f"<w:numbering {nsdecls('w')}>{''.join(_definitions(lists))}</w:numbering>"))


def _definitions(lists: _Lists) -> list[str]:
    heading = "".join(_level(at, "chineseCountingThousand", shape) for at, shape in enumerate(("%1、", "（%2）")))
    xml = [
        _abstract(HEADINGS_ID, "multilevel", heading),
        _abstract(BULLETS_ID, "singleLevel", _level(0, "bullet", "•", hanging=420)),
        _abstract(DECIMALS_ID, "singleLevel", _level(0, "decimal", "%1.", hanging=420)),
    ]
    again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    instances = [(HEADINGS_ID, HEADINGS_ID, ""), (BULLETS_ID, BULLETS_ID, "")]
    instances += [(lists.FIRST + at, DECIMALS_ID, again) for at in range(lists.count)]
    for number, abstract, override in instances:
        xml.append(f'<w:num w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{override}</w:num>')
    return xml


def _abstract(number: int, kind: str, levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="{kind}"/>{levels}</w:abstractNum>'


def _level(at: int, kind: str, shape: str, *, hanging: int = 0) -> str:
    suffix = "" if hanging else '<w:suff w:val="nothing"/>'
    indent = f'<w:ind w:left="{hanging}" w:hanging="{hanging}"/>' if hanging else '<w:ind w:left="0" w:firstLine="0"/>'
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{suffix}'
        f'<w:lvlText w:val="{shape}"/><w:lvlJc w:val="left"/><w:pPr>{indent}</w:pPr></w:lvl>'
    )


# body


def _fill(package: Any, xml: str) -> None:
    """Put the written body in place of the template's, keeping the section at its end."""
    old = package.element.body
    new = parse_xml(f"<w:body {nsdecls('w')}>{xml}</w:body>")
    new.append(old.sectPr)
    package.element.replace(old, new)


def _block(block: Block, document: Deliverable, lists: _Lists) -> str:
    match block:
        case Heading():
            numbered = f'<w:numPr><w:ilvl w:val="{block.level - 1}"/><w:numId w:val="{HEADINGS_ID}"/></w:numPr>'
            return _paragraph(block.text, f"Heading{block.level}", numbered if document.numbered else "")
        case Paragraph():
            return _written(block, filed=_for_court(document))
        case Listing():
            number = lists.next() if block.ordered else BULLETS_ID
            look = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>'
            return "".join(_paragraph(plain(item), "BodyText", look) for item in block.items)
        case Table():
            return _table(block, _usable(document))
        case PageBreak():
            return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'


def _for_court(document: Deliverable) -> bool:
    """Say whether the file is a text to be filed: set as courts are written to, in larger type and indented."""
    return document.stamp == PUBLIC and not document.landscape


def _written(block: Paragraph, *, filed: bool) -> str:
    text = plain(block.content)
    match block.style:
        case "lead":
            return _paragraph(text, "BodyText", run="<w:rPr><w:b/></w:rPr>")
        case "note":
            return _paragraph(text, "Caption")
        case "right":
            return _paragraph(text, "BodyText", '<w:jc w:val="right"/>')
        case "flush":
            return _paragraph(text, "BodyText")
        case "body":
            return _paragraph(text, "BodyText", '<w:ind w:firstLineChars="200" w:firstLine="560"/>' if filed else "")


def _closing(document: Deliverable) -> str:
    """End with the disclaimer; a draft for the court says that it is to be cut before filing."""
    rule = '<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="808080"/></w:pBdr>'
    said = document.closing if document.stamp == INTERNAL else f"（制作说明，提交前删除）{document.closing}"
    return _paragraph(said, "Caption", rule)


def _paragraph(text: str, style: str, look: str = "", run: str = "") -> str:
    runs = f"<w:r>{run}{_text(text)}</w:r>" if text else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{look}</w:pPr>{runs}</w:p>'


def _text(text: str) -> str:
    """Write words as runs of text and line breaks, escaped and without what XML forbids."""
    lines = printable(text).replace("\r", "").split("\n")
    return "<w:br/>".join(f'<w:t xml:space="preserve">{escape(item)}</w:t>' for item in lines).replace("\t", " ")


def _table(table: Table, usable: int) -> str:
    total = sum(share for _, share in table.columns)
    widths = [int(usable * share / total) for _, share in table.columns]
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    border = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="7F7F7F"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    margins = '<w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar>'
    properties = (
        f'<w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/><w:tblBorders>{border}</w:tblBorders>'
        f'<w:tblLayout w:type="fixed"/>{margins}<w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr>'
    )
    head = "".join(
        _cell(Box(content=(title,), strong=True), width, "D9D9D9")
        for (title, _), width in zip(table.columns, widths, strict=True)
    )
    rows = "".join(_row(row, widths) for row in table.rows)
    header = f"<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>{head}</w:tr>"
    return f"<w:tbl>{properties}<w:tblGrid>{grid}</w:tblGrid>{header}{rows}</w:tbl>{_paragraph('', 'BodyText2')}"


def _row(row: tuple[Box, ...], widths: list[int]) -> str:
    cells = "".join(_cell(cell, width, FILLS.get(cell.tone or "", "")) for cell, width in zip(row, widths, strict=True))
    return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{cells}</w:tr>"


def _cell(cell: Box, width: int, fill: str) -> str:
    shade = f'<w:shd w:val="clear" w:color="auto" w:fill="{fill}"/>' if fill else ""
    run = "<w:rPr><w:b/></w:rPr>" if cell.strong else ""
    text = _paragraph(_words(cell.content), "BodyText2", run=run)
    return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{shade}</w:tcPr>{text}</w:tc>'


def _words(inline: Inline) -> str:
    return plain(inline).strip()


# bytes


def _repack(package: Any) -> bytes:
    """Write the package's parts again in a fixed order with fixed times, leaving out the template's thumbnail."""
    links = package.part.package.rels
    for key in [key for key, link in links.items() if link.reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        del links[key]
    raw, out = io.BytesIO(), io.BytesIO()
    package.save(raw)
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        names = sorted(source.namelist(), key=lambda name: (name != "[Content_Types].xml", name != "_rels/.rels", name))
        for name in names:
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o600 << 16, 3
            target.writestr(entry, source.read(name))
    return out.getvalue()
