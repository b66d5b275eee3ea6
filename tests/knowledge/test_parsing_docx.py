from __future__ import annotations

import io
import struct
import zipfile

import pytest
from tiny_files import compound, paragraph, xls, zip_of
from tiny_files import docx as docx_file

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import docx, numbering
from zuno.knowledge.parsing.reading import Reading, Refusal


def lines(reading: Reading) -> list[str]:
    return reading.text.split("\n")


def pieces(reading: Reading) -> list[tuple[str, str]]:
    return [(block.locator, reading.text[block.start : block.end]) for block in reading.blocks]


def run(text: str, properties: str = "") -> str:
    return f"<w:r>{properties}<w:t>{text}</w:t></w:r>"


def holding(inner: str) -> str:
    """A paragraph around ready-made runs."""
    return f"<w:p>{inner}</w:p>"


INS = '<w:ins w:id="1" w:author="a"><w:r><w:t>{}</w:t></w:r></w:ins>'
DEL = '<w:del w:id="2" w:author="a"><w:r><w:delText>{}</w:delText></w:r></w:del>'


def test_insertions_are_read_and_deletions_are_not_but_flagged() -> None:
    body = holding(run("付款金额为") + DEL.format("壹拾万元") + INS.format("贰拾万元") + run("整。"))
    reading = docx.read(docx_file(body))
    assert reading.text == "付款金额为贰拾万元整。"
    assert reading.flags == ("revision_present",)
    assert reading.state == "ready"


def test_moved_text_stands_only_where_it_was_moved_to() -> None:
    moved = run("争议由甲方所在地法院管辖")
    before, after = (holding(f"<w:{kind} w:id='1'>{moved}</w:{kind}>") for kind in ("moveFrom", "moveTo"))
    body = before + paragraph("中间") + after
    reading = docx.read(docx_file(body))
    assert lines(reading) == ["中间", "争议由甲方所在地法院管辖"]
    assert reading.flags == ("revision_present",)


def test_a_deleted_paragraph_mark_joins_the_paragraphs() -> None:
    gone = "<w:rPr><w:del w:id='1' w:author='a'/></w:rPr>"
    reading = docx.read(docx_file(paragraph("本金", gone) + paragraph("叁拾万元")))
    assert reading.text == "本金叁拾万元"


def test_deleted_rows_and_cells_are_left_out() -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    rows = (
        f"<w:tr>{cell('甲')}{cell('旧', '<w:cellDel/>')}</w:tr>"
        f"<w:tr><w:trPr><w:del w:id='2'/></w:trPr>{cell('删')}{cell('除')}</w:tr><w:tr>{cell('乙')}{cell('丙')}</w:tr>"
    )
    reading = docx.read(docx_file(f"<w:tbl>{rows}</w:tbl>"))
    assert reading.text == "甲\n乙\t丙"
    assert reading.flags == ("revision_present",)


def level(index: int, kind: str, text: str, more: str = "") -> str:
    number = f'<w:start w:val="1"/><w:numFmt w:val="{kind}"/>{more}<w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{index}">{number}</w:lvl>'


def pattern(name: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{name}">{"".join(levels)}</w:abstractNum>'


def instance(name: int, of: int, override: str = "") -> str:
    return f'<w:num w:numId="{name}"><w:abstractNumId w:val="{of}"/>{override}</w:num>'


START_ANEW = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
NUMBERING = (
    pattern(
        0,
        level(0, "chineseCountingThousand", "第%1条"),
        level(1, "chineseCounting", "（%2）"),
        level(2, "decimal", "%1.%2.%3", "<w:isLgl/>"),
    )
    + pattern(1, level(0, "chineseCounting", "%1、"))
    + pattern(2, level(0, "bullet", "·"))
    + instance(1, 0)
    + instance(2, 1)
    + instance(3, 1, START_ANEW)
    + instance(4, 2)
)


def numbered(text: str, list_id: int, index: int = 0) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{index}"/><w:numId w:val="{list_id}"/></w:numPr>')


def test_automatic_numbers_are_printed_as_word_prints_them() -> None:
    body = (
        numbered("标的", 1)
        + numbered("数量", 1, 1)
        + numbered("单价", 1, 1)
        + numbered("价款", 1)
        + numbered("付款", 1, 1)
        + numbered("逾期", 1, 2)
        + numbered("请求一", 2)
        + numbered("请求二", 2)
        + numbered("事实一", 3)
        + numbered("事实二", 3)
        + numbered("附注", 4)
    )
    assert lines(docx.read(docx_file(body, numbering=NUMBERING))) == [
        "第一条 标的",
        "（一）数量",
        "（二）单价",
        "第二条 价款",
        "（一）付款",
        "2.1.1 逾期",
        "一、请求一",
        "二、请求二",
        "一、事实一",
        "二、事实二",
        "附注",
    ]


def test_a_number_can_come_from_the_style_and_be_switched_off() -> None:
    own = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
    styles = (
        f'<w:style w:type="paragraph" w:styleId="Clause">{own}</w:style>'
        '<w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="Clause"/></w:style>'
    )
    body = (
        paragraph("甲", '<w:pStyle w:val="Mine"/>')
        + paragraph("无号", '<w:pStyle w:val="Mine"/><w:numPr><w:numId w:val="0"/></w:numPr>')
        + paragraph("乙", '<w:pStyle w:val="Clause"/>')
    )
    assert lines(docx.read(docx_file(body, numbering=NUMBERING, styles=styles))) == ["第一条 甲", "无号", "第二条 乙"]


def test_a_deleted_clause_is_not_counted() -> None:
    gone = '<w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr>'
    deleted = f"<w:p><w:pPr>{gone}</w:pPr>{DEL.format('旧条款')}</w:p>"
    body = numbered("甲", 1) + deleted + numbered("乙", 1)
    assert lines(docx.read(docx_file(body, numbering=NUMBERING))) == ["第一条 甲", "第二条 乙"]


@pytest.mark.parametrize(
    ("number", "kind", "printed"),
    [
        (10, "chineseCounting", "十"),
        (12, "chineseCounting", "十二"),
        (20, "chineseCounting", "二十"),
        (101, "chineseCountingThousand", "一百零一"),
        (110, "chineseCountingThousand", "一百一十"),
        (1010, "chineseCountingThousand", "一千零一十"),
        (3, "chineseLegalSimplified", "叁"),
        (11, "ideographTraditional", "甲"),
        (3, "decimalEnclosedCircleChinese", "③"),
        (21, "decimalEnclosedCircle", "㉑"),
        (7, "decimalZero", "07"),
        (12, "decimalFullWidth", "１２"),
        (28, "lowerLetter", "bb"),
        (14, "upperRoman", "XIV"),
        (5, "somethingNew", "5"),
        (10**9, "lowerRoman", "1000000000"),
    ],
)
def test_number_formats(number: int, kind: str, printed: str) -> None:
    assert numbering.printed_number(number, kind) == printed


def test_a_table_keeps_its_columns_and_every_cell_is_a_block() -> None:
    def cell(content: str, span: int = 1) -> str:
        return f'<w:tc><w:tcPr><w:gridSpan w:val="{span}"/></w:tcPr>{content}</w:tc>'

    inner = f"<w:tbl><w:tr>{cell(paragraph('内甲'))}{cell(paragraph('内乙'))}</w:tr></w:tbl>"
    last = paragraph("100.00") + inner + inner + paragraph("尾")
    rows = (
        f"<w:tr>{cell(paragraph('合并表头'), 2)}{cell(paragraph('金额'))}</w:tr>"
        f"<w:tr>{cell(paragraph('货'))}{cell('<w:p/>')}{cell(last)}</w:tr>"
    )
    reading = docx.read(docx_file(paragraph("前") + f"<w:tbl>{rows}</w:tbl>" + paragraph("后")))
    assert reading.text == "前\n合并表头\t\t金额\n货\t\t100.00\n内甲\t内乙\n内甲\t内乙\n尾\n后"
    assert pieces(reading) == [
        ("¶1", "前"),
        ("表1 行1列1至行1列2", "合并表头"),
        ("表1 行1列3", "金额"),
        ("表1 行2列1", "货"),
        ("表1 行2列3", "100.00"),
        ("表1 行2列3 内表 行1列1", "内甲"),
        ("表1 行2列3 内表 行1列2", "内乙"),
        ("表1 行2列3 内表 行1列1", "内甲"),
        ("表1 行2列3 内表 行1列2", "内乙"),
        ("表1 行2列3", "尾"),
        ("¶2", "后"),
    ]


def test_a_text_box_in_both_branches_is_read_once() -> None:
    box = f"<w:txbxContent>{paragraph('盖章处')}</w:txbxContent>"
    both = (
        f"<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>"
    )
    reading = docx.read(docx_file(f"<w:p><w:r><w:t>正文</w:t></w:r><w:r>{both}</w:r></w:p>"))
    assert pieces(reading) == [("¶1", "正文"), ("文本框1", "盖章处")]


def field_mark(kind: str, inside: str = "") -> str:
    return f"<w:r><w:fldChar w:fldCharType='{kind}'>{inside}</w:fldChar></w:r>"


def test_controls_fields_and_links_are_read_through() -> None:
    control = "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>"
    code = "<w:r><w:instrText>DATE</w:instrText></w:r>"
    date = field_mark("begin") + code + field_mark("separate") + run("2024年3月5日") + field_mark("end")
    ruby = f"<w:ruby><w:rt>{run('zhe')}</w:rt><w:rubyBase>{run('喆')}</w:rubyBase></w:ruby>"
    body = (
        control.format(paragraph("控件段落"))
        + holding(f"<w:hyperlink>{run('链接')}</w:hyperlink>{control.format(run('行内'))}{date}")
        + holding(ruby)
    )
    assert lines(docx.read(docx_file(body))) == ["控件段落", "链接行内2024年3月5日", "喆"]


def test_ticked_boxes_of_forms_are_told_from_empty_ones() -> None:
    def old_box(value: str) -> str:
        state = f"<w:checked w:val='{value}'/>"
        return field_mark("begin", f"<w:ffData><w:checkBox>{state}</w:checkBox></w:ffData>")

    def sign(font: str, code: str) -> str:
        return f"<w:r><w:sym w:font='{font}' w:char='{code}'/></w:r>"

    body = (
        holding(old_box("1") + run("是") + old_box("0") + run("否"))
        + holding(sign("Wingdings", "F0FE") + run("有") + sign("Wingdings", "F0A8") + run("无"))
        + holding(sign("Symbol", "F0B7"))
    )
    reading = docx.read(docx_file(body))
    assert lines(reading) == ["☑是☐否", "☑有☐无", "�"]
    assert "unknown_symbol" in reading.flags


def test_margins_notes_and_comments_follow_the_body() -> None:
    separator = "<w:footnote w:type='separator' w:id='0'><w:p/></w:footnote>"
    reading = docx.read(
        docx_file(
            paragraph("正文"),
            header1=paragraph("某某律师事务所"),
            header2=paragraph("某某律师事务所"),
            footer1=paragraph("第 1 页 共 3 页"),
            footer2=holding("<w:r><w:pict><v:shape><v:textpath string='作废'/></v:shape></w:pict></w:r>"),
            footnotes=f"{separator}<w:footnote w:id='1'>{paragraph('见附件')}</w:footnote>",
            comments=f"<w:comment w:id='0' w:author='律师'>{paragraph('金额待核')}</w:comment>",
        )
    )
    assert pieces(reading) == [
        ("¶1", "正文"),
        ("页眉", "某某律师事务所"),
        ("页脚", "作废"),
        ("脚注1", "脚注1：见附件"),
        ("批注1", "批注1（律师）：金额待核"),
    ]
    assert reading.flags == ("comments_present",)


def test_hidden_text_is_flagged() -> None:
    hidden, shown = "<w:rPr><w:vanish/></w:rPr>", "<w:rPr><w:vanish w:val='0'/></w:rPr>"
    body = holding(run("隐藏", hidden) + run("可见", shown))
    reading = docx.read(docx_file(body))
    assert reading.text == "隐藏可见"
    assert reading.flags == ("hidden_text",)


def picture(side_emu: int) -> str:
    extent = f"<wp:extent cx='{side_emu}' cy='{side_emu}'/>"
    return holding(f"<w:r><w:drawing><wp:inline>{extent}<a:blip/></wp:inline></w:drawing></w:r>")


PNG = b"\x89PNG\r\n\x1a\n" + b"tiny"


def with_files(body: str, files: dict[str, bytes]) -> bytes:
    """A document whose relations name files: ``rId1`` the first, and so on."""
    whole = docx_file(body)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "word/_rels/document.xml.rels":
                told = "".join(
                    f'<Relationship Id="rId{n}" Type="x/image" Target="{f}"/>' for n, f in enumerate(files, start=1)
                )
                content = content.replace(b"</Relationships>", f"{told}</Relationships>".encode())
            new.writestr(name, content)
        for name, content in files.items():
            new.writestr(f"word/{name}", content)
    return out.getvalue()


def shown_picture(side_emu: int, id: str) -> str:
    return picture(side_emu).replace("<a:blip/>", f"<a:blip r:embed='{id}'/>")


def test_a_pasted_screenshot_is_a_document_of_its_own_and_a_logo_is_not() -> None:
    body = paragraph("聊天记录如下") + shown_picture(300_000, "rId1") + shown_picture(3_000_000, "rId2")
    files = {"media/logo.png": PNG, "media/shot.png": PNG + b"2"}
    whole, shot = read_bytes("合同.docx", with_files(body, files))
    assert (whole.state, whole.flags, whole.text) == ("ready", ("embedded_images",), "聊天记录如下")
    assert (shot.file, shot.format, shot.size_bytes) == ("合同.docx!图1.png", "image", len(PNG) + 1)


def test_a_picture_that_is_missing_makes_the_reading_partial() -> None:
    reading = docx.read(docx_file(paragraph("聊天记录如下") + picture(3_000_000)))
    assert (reading.state, reading.reason, reading.flags) == ("partial", "needs_ocr", ("embedded_images",))


def test_what_a_document_of_pictures_alone_holds_is_told_by_its_pictures() -> None:
    whole, shot = read_bytes("a.docx", with_files(shown_picture(3_000_000, "rId1"), {"media/1.png": PNG}))
    assert (whole.state, whole.text, shot.format) == ("ready", "", "image")


def test_a_workbook_embedded_in_the_text_is_read_as_a_document_of_its_own() -> None:
    body = paragraph("明细见表") + "<w:p><w:r><w:object><o:OLEObject r:id='rId1'/></w:object></w:r></w:p>"
    inner = b"\0" * 6 + "明细.txt".encode("gbk") + b"\0C:\\a.txt\0" + struct.pack("<III", 0, 0, 4) + b"data"
    wrapped = compound({"\x01Ole10Native": inner})
    whole, plain = read_bytes("a.docx", with_files(body, {"embeddings/oleObject1.bin": wrapped}))
    assert (whole.state, whole.flags) == ("ready", ("embedded_object",))
    assert (plain.file, plain.text) == ("a.docx!嵌入文件1-明细.txt", "data")
    whole, book = read_bytes("a.docx", with_files(body, {"embeddings/1.xls": xls([(0, 0, "合计"), (0, 1, 5)])}))
    assert (book.file, book.text) == ("a.docx!嵌入文件1.xls", "合计\t5")
    whole = read_bytes("a.docx", with_files(body, {"embeddings/1.bin": compound({"Equation Native": b"x"})}))[0]
    assert (whole.state, whole.reason) == ("partial", "embedded_object")


def test_what_was_struck_out_and_what_was_put_in_can_be_told_apart() -> None:
    change = "w:id='1' w:author='沈临舟' w:date='2024-03-05T10:00:00Z'"
    body = holding(
        run("付款") + f"<w:del {change}><w:r><w:delText>拾万元</w:delText></w:r></w:del>"
        f"<w:ins {change}>{run('贰拾万元')}</w:ins>" + run("整。")
    )  # fmt: skip
    gone = f"<w:tr><w:trPr><w:del {change}/></w:trPr><w:tc>{body}</w:tc></w:tr>"
    table = f"<w:tbl><w:tr><w:tc>{body}</w:tc></w:tr>{gone}</w:tbl>"
    for inside in (body, table):
        reading = docx.read(docx_file(paragraph("第一条") + inside + paragraph("完")))
        assert reading.text == "第一条\n付款贰拾万元整。\n完"
        struck, put = reading.doubts[:2]
        assert (struck.flag, struck.start, struck.end) == ("revision_deleted", 6, 6)
        assert "拾万元" in struck.detail
        assert (put.flag, reading.text[put.start : put.end]) == ("revision_inserted", "贰拾万元")


def test_a_paragraph_struck_out_whole_leaves_its_words_in_a_doubt_alone() -> None:
    gone = holding("<w:del w:id='1'><w:r><w:delText>违约金三万元</w:delText></w:r></w:del>")
    reading = docx.read(docx_file(paragraph("甲") + gone + paragraph("乙")))
    assert (reading.text, [doubt.start for doubt in reading.doubts]) == ("甲\n乙", [1])
    assert len(reading.blocks) == 2


def test_signs_in_the_file_that_mimic_a_change_are_dropped() -> None:
    reading = docx.read(docx_file(paragraph("甲\ufdd2\U000f0000乙")))
    assert (reading.doubts, "\ufdd2" in reading.text) == ((), False)


def test_an_embedded_file_is_said_aloud() -> None:
    reading = docx.read(docx_file(paragraph("明细见表") + "<w:p><w:r><w:object><o:OLEObject/></w:object></w:r></w:p>"))
    assert (reading.state, reading.reason) == ("partial", "embedded_object")


def test_rare_names_count_as_one_character() -> None:
    reading = docx.read(docx_file(paragraph("甲𬭚乙") + paragraph("丙")))
    assert reading.blocks[1].start == 4


HOSTILE = (
    '<!DOCTYPE x [<!ENTITY a "{}">]>'
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>"
)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (HOSTILE.format("内部").encode(), "broken"),
        (HOSTILE.replace('"{}"', 'SYSTEM "file:///etc/hostname"').encode(), "broken"),
        (HOSTILE.format("内部").encode("utf-16"), "broken"),
        (b"<w:document", "broken"),
        (b"<a/>", "broken"),
        (b"<a>" * 1000, "broken"),
        (f"<a>{'零' * 4_000_000}</a>".encode(), "over_budget"),
    ],
)
def test_hostile_or_broken_parts_are_refused(document: bytes, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        docx.read(zip_of([("word/document.xml", document)]))
    assert caught.value.reason == reason


def test_sixty_megabytes_of_one_character_are_refused_by_the_budget() -> None:
    with pytest.raises(Refusal) as caught:
        docx.read(zip_of([("word/document.xml", "零".encode() * 20_000_000)]))
    assert caught.value.reason == "over_budget"


def test_a_document_without_words_is_refused_as_empty() -> None:
    with pytest.raises(Refusal) as caught:
        docx.read(docx_file("<w:p/>"))
    assert caught.value.reason == "empty"


def test_strict_open_xml_is_read_like_the_usual_kind() -> None:
    document = (
        '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main">'
        "<w:body><w:p><w:r><w:t>严格格式</w:t></w:r></w:p></w:body></w:document>"
    )
    assert docx.read(zip_of([("word/document.xml", document.encode())])).text == "严格格式"


@pytest.mark.parametrize(
    "field",
    [
        "<w:fldSimple w:instr=' DATE \\@ \"yyyy年M月d日\" '><w:r><w:t>2024年3月5日</w:t></w:r></w:fldSimple>",
        "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> TI</w:instrText></w:r><w:r><w:instrText>ME "
        "</w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>2024年3月5日</w:t></w:r>"
        "<w:r><w:fldChar w:fldCharType='end'/></w:r>",
    ],
)
def test_a_date_that_renews_itself_is_doubted(field: str) -> None:
    reading = docx.read(docx_file(holding(run("签订于") + field + run("。"))))
    assert reading.text == "签订于2024年3月5日。"
    assert [(doubt.flag, doubt.start, doubt.end) for doubt in reading.doubts] == [("date_field", 3, 12)]


def test_the_result_of_another_field_is_not_doubted() -> None:
    field = "<w:fldSimple w:instr=' REF 期限 '><w:r><w:t>一年</w:t></w:r></w:fldSimple>"
    assert docx.read(docx_file(holding(run("借期") + field))).doubts == ()


def test_a_chart_whose_words_are_not_read_is_said_aloud() -> None:
    chart = "<c:chart xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart' r:id='rId1'/>"
    body = holding(f"<w:r><w:drawing><wp:inline>{chart}</wp:inline></w:drawing></w:r>")
    reading = docx.read(docx_file(paragraph("见图") + body))
    assert (reading.state, reading.reason) == ("partial", "embedded_object")


def test_a_cell_merged_downwards_names_the_rows_it_holds_for() -> None:
    def cell(text: str, merge: str = "") -> str:
        return f"<w:tc><w:tcPr>{merge}</w:tcPr>{paragraph(text)}</w:tc>"

    start, on = "<w:vMerge w:val='restart'/>", "<w:vMerge/>"
    rows = (
        f"<w:tr>{cell('沈临舟', start)}{cell('1')}</w:tr><w:tr>{cell('', on)}{cell('2')}</w:tr>"
        f"<w:tr>{cell('周砚秋', start)}{cell('3')}</w:tr>"
        f"<w:tr><w:trPr><w:gridBefore w:val='1'/></w:trPr>{cell('4')}</w:tr>"
    )
    assert pieces(docx.read(docx_file(f"<w:tbl>{rows}</w:tbl>"))) == [
        ("表1 行1列1至行2列1", "沈临舟"), ("表1 行1列2", "1"), ("表1 行2列2", "2"), ("表1 行3列1", "周砚秋"),
        ("表1 行3列2", "3"), ("表1 行4列2", "4"),
    ]  # fmt: skip
