from __future__ import annotations

import pytest
from tiny_files import ofd as ofd_file
from tiny_files import ofd_text, zip_of

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import ofd
from zuno.knowledge.parsing.reading import Refusal

SPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
CURVE = "<ofd:AbbreviatedData>M 0 0 B 1 1 2 2 3 3 C</ofd:AbbreviatedData>"
PATH = f'<ofd:PathObject ID="9" Boundary="0 0 5 5">{CURVE}</ofd:PathObject>'
GLYPHS = (
    "<ofd:CGTransform CodePosition='0' CodeCount='2' GlyphCount='2'><ofd:Glyphs>12 13</ofd:Glyphs></ofd:CGTransform>"
)


def test_lines_stand_in_reading_order_whatever_order_the_file_has() -> None:
    page = ofd_text(60, 30, "¥1000.00") + ofd_text(10, 20, "发票") + ofd_text(10, 30, "价税合计")
    reading = ofd.read(ofd_file([page, ofd_text(10, 20, "第二页")]))
    assert reading.text == "发票\n价税合计  ¥1000.00\n第二页"
    assert [(page.number, page.width, page.height) for page in reading.pages] == [(1, 210, 140), (2, 210, 140)]
    assert reading.blocks[1].locator == "第1页¶2"


def test_every_character_has_its_box_in_millimetres() -> None:
    code = '<ofd:TextCode X="2" Y="8" DeltaX="g 2 8 10">借款人张</ofd:TextCode>'
    half = 'ID="3" Boundary="10 16 100 5" Font="1" Size="4" CTM="0.5 0 0 0.5 0 0"'
    page = f"<ofd:TextObject {half}>{code}</ofd:TextObject>"
    (line,) = ofd.read(ofd_file([page])).pages[0].lines
    assert [box.left for box in line.boxes] == [11, 15, 19, 24]
    assert line.box.top < 20 < line.box.bottom
    assert len(line.scores) == 4


def test_words_of_a_template_and_of_a_drawing_stand_among_those_of_the_page() -> None:
    drawing = f"<ofd:Content>{ofd_text(0, 4, '印')}</ofd:Content>"
    unit = f"<ofd:Res {SPACE}><ofd:CompositeGraphicUnit ID='7'>{drawing}</ofd:CompositeGraphicUnit></ofd:Res>"
    page = ofd_text(60, 30, "20万元") + "<ofd:CompositeObject ID='8' Boundary='10 46 9 9' ResourceID='7'/>"
    reading = ofd.read(ofd_file([page], template=ofd_text(10, 30, "金额"), extra=[("Res.xml", unit)]))
    assert reading.text == "金额  20万元\n印"


def test_what_is_printed_twice_for_bold_is_read_once() -> None:
    assert ofd.read(ofd_file([ofd_text(10, 20, "借条") + ofd_text(10.1, 20, "借条")])).text == "借条"


@pytest.mark.parametrize("drawn", [ofd_text(10, 40, "", GLYPHS), ofd_text(10, 40, "  ", GLYPHS), PATH * 50])
def test_words_that_are_only_drawn_are_said_aloud(drawn: str) -> None:
    reading = ofd.read(ofd_file([ofd_text(10, 20, "发票") + drawn, ofd_text(10, 20, "乙")]))
    assert (reading.state, reading.reason, reading.flags) == ("partial", "needs_ocr", ("glyphs_only",))
    assert (reading.text, reading.unread_pages) == ("发票\n乙", (1,))


@pytest.mark.parametrize("page", [PATH, ofd_text(10, 20, "", GLYPHS)])
def test_a_file_in_which_everything_is_drawn_is_refused(page: str) -> None:
    with pytest.raises(Refusal) as caught:
        ofd.read(ofd_file([page]))
    assert caught.value.reason == "needs_ocr"


def test_a_scan_becomes_a_picture_of_its_own() -> None:
    media = "<ofd:MultiMedia ID='5' Type='Image'><ofd:MediaFile>p.png</ofd:MediaFile></ofd:MultiMedia>"
    res = f"<ofd:Res {SPACE} BaseLoc='Res'>{media}</ofd:Res>"
    page = "<ofd:ImageObject ID='6' Boundary='0 0 210 140' ResourceID='5'/>"
    data = ofd_file([page], extra=[("Res.xml", res), ("Res/p.png", "\ufffd")])
    whole, picture = read_bytes("票.ofd", data)
    assert (whole.state, whole.reason, whole.unread_pages, whole.flags) == ("ready", None, (), ("embedded_images",))
    assert picture.file == "票.ofd!图1.png"


def test_a_page_whose_picture_is_not_in_the_file_is_unread() -> None:
    picture = "<ofd:ImageObject ID='6' Boundary='0 0 210 140' ResourceID='5'/>"
    [whole] = read_bytes("票.ofd", ofd_file([ofd_text(10, 20, "甲"), picture]))
    assert (whole.state, whole.reason, whole.unread_pages) == ("partial", "needs_ocr", (2,))


def test_the_data_of_an_invoice_attached_to_it_is_a_document_of_its_own() -> None:
    one = "<ofd:Attachment ID='1' Name='原始'><ofd:FileLoc>original_invoice.xml</ofd:FileLoc></ofd:Attachment>"
    listed = f"<ofd:Attachments {SPACE}>{one}</ofd:Attachments>"
    place = "<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>"
    invoice = ("Attachs/original_invoice.xml", "<eInvoice><Amount>1000.00</Amount></eInvoice>")
    for extra, document in (([("Attachs/Attachments.xml", listed), invoice], place), ([invoice], "")):
        whole, attached = read_bytes("票.ofd", ofd_file([ofd_text(10, 20, "发票")], extra=extra, document=document))
        assert (whole.state, attached.file) == ("ready", "票.ofd!original_invoice.xml")
        assert "1000.00" in attached.text


def test_words_of_annotations_are_read_and_flagged() -> None:
    listed = (
        f"<ofd:Annotations {SPACE}><ofd:Page PageID='10'><ofd:FileLoc>A0.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>"
    )
    look = f"<ofd:Appearance Boundary='50 50 20 20'>{ofd_text(0, 4, '作废')}</ofd:Appearance>"
    note = f"<ofd:PageAnnot {SPACE}><ofd:Annot ID='1' Type='Stamp'>{look}</ofd:Annot></ofd:PageAnnot>"
    place = "<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>"
    data = ofd_file(
        [ofd_text(10, 20, "发票")], document=place, extra=[("Annots/Annotations.xml", listed), ("Annots/A0.xml", note)]
    )
    reading = ofd.read(data)
    assert (reading.text, reading.flags, reading.blocks[1].locator) == (
        "发票\n作废",
        ("annotations_present",),
        "第1页批注1",
    )


def test_every_document_of_the_file_is_read_and_a_seal_is_said_to_be_unproven() -> None:
    inner = "<ofd:Document {0}><ofd:Pages><ofd:Page ID='1' BaseLoc='P.xml'/></ofd:Pages></ofd:Document>".replace(
        "{0}", SPACE
    )
    page = f"<ofd:Page {SPACE}><ofd:Content><ofd:Layer>{{}}</ofd:Layer></ofd:Content></ofd:Page>"
    bodies = "".join(
        f"<ofd:DocBody><ofd:DocRoot>/D{n}/Document.xml</ofd:DocRoot><ofd:Signatures>s</ofd:Signatures></ofd:DocBody>"
        for n in (0, 1)
    )
    parts = [("OFD.xml", f"<ofd:OFD {SPACE}>{bodies}</ofd:OFD>")]
    for n, word in enumerate(("甲", "乙")):
        parts += [(f"D{n}/Document.xml", inner), (f"D{n}/P.xml", page.format(ofd_text(10, 20, word)))]
    reading = ofd.read(zip_of([(name, text.encode()) for name, text in parts]))
    assert (reading.text, reading.flags) == ("甲\n乙", ("seal_unverified",))


def test_a_page_that_is_missing_is_said_aloud() -> None:
    whole = ofd_file([ofd_text(10, 20, "甲"), ofd_text(10, 20, "乙")]).replace(
        b"Page_1/Content.xml", b"Page_1/Contant.xml"
    )
    reading = ofd.read(whole)
    assert (reading.state, reading.text.strip(), reading.unread_pages) == ("partial", "甲", (2,))


def test_a_document_type_declaration_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        ofd.read(zip_of([("OFD.xml", b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>")]))
    assert caught.value.reason == "broken"


def test_a_sentence_runs_on_over_the_end_of_a_line_and_a_table_row_does_not() -> None:
    words = "被告应于二〇二四年三月五日前向原告返还借款本金人民币贰拾万"
    page = ofd_text(20, 20, words) + ofd_text(12, 26, "元及利息。") + ofd_text(12, 32, "另行计算")
    assert ofd.read(ofd_file([page])).text == f"{words}元及利息。\n另行计算"
    row = ofd_text(12, 20, "2024-03-05") + ofd_text(90, 20, "转账支付货款人民币二十万元整")
    assert ofd.read(ofd_file([row + row.replace(" 16 ", " 22 ")])).text.count("\n") == 1
