from __future__ import annotations

import time
from difflib import SequenceMatcher
from pathlib import Path

import pypdfium2
import pytest
from tiny_files import pdf as pdf_file

from zuno.knowledge import intake
from zuno.knowledge.parsing import pdf
from zuno.knowledge.parsing.pdf import garble
from zuno.knowledge.parsing.reading import Reading, Refusal

WORDS = "甲方于二〇二四年三月五日向乙方出借人民币三十万元整，借款期限一年，年利率百分之十二。"


def pieces(reading: Reading) -> list[tuple[str, str]]:
    return [(block.locator, reading.text[block.start : block.end]) for block in reading.blocks]


def flags(reading: Reading) -> tuple[str, ...]:
    """Without the one flag that depends on the fonts of the machine."""
    return tuple(flag for flag in reading.flags if flag != "font_missing_for_render")


def refusal(data: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        pdf.read(data)
    return caught.value


def test_each_page_is_a_page_and_its_lines_are_paragraphs() -> None:
    reading = pdf.read(pdf_file([["借款合同", "第一条 " + WORDS], ["第二条 还款"]]))
    assert reading.text == f"借款合同\n第一条 {WORDS}\n第二条 还款"
    assert [(page.number, reading.text[page.start : page.end]) for page in reading.pages] == [
        (1, f"借款合同\n第一条 {WORDS}"),
        (2, "第二条 还款"),
    ]
    assert reading.state == "ready"


def test_a_wrapped_line_runs_on_and_a_form_field_does_not() -> None:
    full = "一二三四五六七八九十" * 4
    reading = pdf.read(pdf_file([[full, "接上行。", "购买方：" + full, "税号：91999999", "尾"]]))
    assert [piece for _, piece in pieces(reading)] == [f"{full}接上行。", f"购买方：{full}", "税号：91999999", "尾"]


def test_rare_names_outside_the_basic_plane_are_right() -> None:
    reading = pdf.read(pdf_file([["甲𬭚乙", "丙丁"]], to_unicode={char: char for char in "甲𬭚乙丙丁"}))
    assert reading.text == "甲𬭚乙\n丙丁"
    assert reading.blocks[1].start == 4
    assert reading.state == "ready"


def test_signs_placed_one_by_one_in_a_font_no_machine_has_are_read() -> None:
    alone = pdf_file([["借", "款", "合同", "1"]], to_unicode={char: char for char in "借款合同1"})
    assert pdf.read(alone).text == "借\n款\n合同\n1"
    beside = pdf_file([list("借款合同")], text_matrix="1 0 0 1 {beside} 700")
    assert pdf.read(beside).text == "借款合同"


def test_text_inside_a_form_object_in_a_font_no_machine_has_is_read() -> None:
    assert pdf.read(pdf_file([["甲", "乙方：" + WORDS]], inside_form=True)).text == "甲\n乙方：" + WORDS


def test_a_hyphen_at_the_line_end_survives() -> None:
    assert (
        pdf.read(pdf_file([["model HRB-", "abc type", "2024-", "03-05"]])).text == "model HRB-\nabc type\n2024-\n03-05"
    )


def test_pages_without_text_are_named_and_the_rest_is_read() -> None:
    reading = pdf.read(pdf_file([[WORDS], [], [WORDS], [], []], images=[1, 3, 4]))
    assert reading.unread_pages == (2, 4, 5)
    assert reading.text.count(WORDS) == 2
    assert len(reading.pages) == 5


def test_a_scan_needs_ocr_even_with_the_line_of_a_scanner_app() -> None:
    scan = pdf.read(pdf_file([[], []], images=[0, 1]))
    assert scan.unread_pages == (1, 2)
    assert [(page.number, page.width, page.height) for page in scan.pages] == [(1, 595, 842), (2, 595, 842)]
    document = intake.read_bytes("扫描.pdf", pdf_file([[], []], images=[0, 1]))[0]
    assert (document.state, document.reason, document.unread_pages) == ("refused", "needs_ocr", (1, 2))
    assert len(document.pages) == 2
    assert pdf.read(pdf_file([["扫描全能王 创建"]], images=[0])).unread_pages == (1,)


def test_a_blank_page_is_nothing_to_recognise() -> None:
    assert pdf.read(pdf_file([[WORDS], []])).state == "ready"
    assert refusal(pdf_file([[]])).reason == "empty"


def test_a_screenshot_beside_text_needs_ocr_and_a_background_does_not() -> None:
    lines = [WORDS] * 3
    beside = pdf.read(pdf_file([lines], images=[0], image_matrix="595 0 0 600 0 0"))
    assert beside.unread_pages == (1,)
    behind = pdf.read(pdf_file([lines], images=[0]))
    stamp = pdf.read(pdf_file([lines], images=[0], image_matrix="100 0 0 100 0 0"))
    assert flags(beside) == ("embedded_images",)
    assert (behind.unread_pages, flags(behind)) == ((), ("embedded_images",))
    assert (stamp.unread_pages, flags(stamp)) == ((), ())


def test_a_scan_below_a_line_that_a_program_stamped_on_it_needs_ocr() -> None:
    reading = pdf.read(pdf_file([[WORDS + "本页由系统自动加盖"]], images=[0], grey=40))
    assert reading.unread_pages == (1,)
    assert pdf.read(pdf_file([[WORDS + "本页由系统自动加盖"]], images=[0], grey=200)).unread_pages == ()


def test_a_page_of_drawn_glyphs_alone_needs_ocr() -> None:
    reading = pdf.read(pdf_file([[WORDS], []], drawings=[1]))
    assert reading.unread_pages == (2,)


def test_invisible_text_over_a_scan_is_flagged_as_a_machine_reading() -> None:
    reading = pdf.read(pdf_file([[WORDS] * 3], images=[0], hidden_text=True))
    assert flags(reading) == ("scanned_text_layer",)


@pytest.mark.parametrize("shift", [1, 7, 50])
def test_a_wrong_character_map_is_flagged(shift: int) -> None:
    claimed = {char: chr(ord(char) + shift) if "\u4e00" <= char <= "\u9fa5" else char for char in WORDS * 2}
    reading = pdf.read(pdf_file([[WORDS[:20], WORDS[20:]]], to_unicode=claimed))
    assert (reading.unread_pages, flags(reading)) == ((1,), ("garbled_font",))


@pytest.mark.parametrize("claimed", ["\x00", "\ufffd", "\x01"])
def test_a_single_lost_character_casts_doubt_on_its_word(claimed: str) -> None:
    to_unicode = {char: char for char in WORDS + "张三"} | {"三": claimed}
    reading = pdf.read(pdf_file([["出借人张三，" + WORDS.replace("三", "")]], to_unicode=to_unicode))
    [doubt] = reading.doubts
    assert (doubt.flag, reading.text[doubt.start : doubt.end][:-1]) == ("garbled_font", "出借人张")
    assert "-" not in reading.text


def test_bytes_of_gbk_in_a_latin_font_are_garbled() -> None:
    reading = pdf.read(pdf_file([[WORDS[:20], WORDS[20:]]], bytes_in="gb18030"))
    assert (reading.unread_pages, flags(reading)) == ((1,), ("garbled_font",))


def test_a_font_without_a_character_map_is_garbled() -> None:
    codes = {char: chr(at) for at, char in enumerate(dict.fromkeys(WORDS), start=1)}
    reading = pdf.read(pdf_file([[WORDS]], to_unicode=codes))
    assert (reading.unread_pages, flags(reading)) == ((1,), ("garbled_font",))


def test_digits_that_survive_do_not_hide_lost_names() -> None:
    claimed = {char: "\ufffd" if char in "张三李四" else char for char in "张三李四0123456789-. "}
    row = "2024-01-02 张三 李四 200000.00 6222021001122334455"
    reading = pdf.read(pdf_file([[row] * 5], to_unicode=claimed))
    assert (reading.unread_pages, flags(reading)) == ((1,), ("garbled_font",))


@pytest.mark.parametrize(
    "text",
    [
        WORDS,
        "違約金之訴，原告請求判決被告給付新臺幣參拾萬元，並負擔訴訟費用。被告則抗辯時效已經消滅。",
        "The Seller shall deliver the goods within thirty days of this Agreement.",
        "\uf0fe是 \uf0a8否 " + WORDS,
    ],
)
def test_ordinary_text_is_not_called_garbled(text: str) -> None:
    assert not garble.is_garbled(text.replace(" ", ""))


def test_a_user_password_is_refused_as_encrypted() -> None:
    assert refusal(pdf_file([[WORDS]], user_password="geheim")).reason == "encrypted"


def test_a_file_that_only_restricts_rights_is_read() -> None:
    assert pdf.read(pdf_file([[WORDS]], user_password="")).text == WORDS


@pytest.mark.parametrize("data", [b"%PDF-1.4 junk", pdf_file([[WORDS]])[:300], b"%PDF-" + bytes(2000)])
def test_broken_files_are_refused(data: bytes) -> None:
    assert refusal(data).reason == "broken"


LINES = ["借款合同", WORDS, "合同编号：（2024）借字第0123号", "甲方：张三 乙方：李四"]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("matrix", ["1 0 0 1 50 {y}", "0 1 -1 0 {x} 50", "-1 0 0 -1 550 {x}", "0 -1 1 0 {y} 800"])
def test_text_is_read_upright_however_the_page_is_turned(rotate: int, matrix: str) -> None:
    reading = pdf.read(pdf_file([LINES], rotate=rotate, text_matrix=matrix))
    assert reading.text == "\n".join(LINES)


def test_a_page_that_was_turned_by_mistake_is_flagged() -> None:
    assert flags(pdf.read(pdf_file([LINES]))) == ()
    assert flags(pdf.read(pdf_file([LINES], rotate=90))) == ("rotated_fixed",)


def test_printed_page_labels_are_kept_beside_the_numbers() -> None:
    reading = pdf.read(pdf_file([["甲"], ["乙"]], labels="<</Nums[0<</S/D/St 103>>]>>"))
    assert [(page.number, page.label) for page in reading.pages] == [(1, "103"), (2, "104")]


def test_notes_and_filled_form_fields_are_read() -> None:
    marks = [
        "<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/Contents<FEFF5DF24ED8>>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[0 0 9 9]/V<FEFF5F204E09>>>",
    ]
    reading = pdf.read(pdf_file([["申请书"]], annotations=marks))
    assert pieces(reading)[1:] == [("第1页批注", "批注：已付"), ("第1页批注", "表单 name：张三")]
    assert flags(reading) == ("annotations_present",)


def test_attached_files_are_members() -> None:
    reading = pdf.read(pdf_file([["发票"]], extra=[("invoice.xml", b"<total>100</total>")]))
    assert [(member.name, member.data) for member in reading.members] == [("invoice.xml", b"<total>100</total>")]


def test_reading_costs_little_more_than_the_bare_extraction() -> None:
    data = pdf_file([[WORDS + str(line) for line in range(35)] for _ in range(10)])

    def bare() -> None:
        document = pypdfium2.PdfDocument(data)
        for page in document:
            textpage = page.get_textpage()
            textpage.get_text_range()
            textpage.close()
            page.close()
        document.close()

    def cost_s(work: object) -> float:
        started = time.process_time()
        assert callable(work)
        work()
        return time.process_time() - started

    bare()
    best_bare = min(cost_s(bare) for _ in range(3))
    best_read = min(cost_s(lambda: pdf.read(data)) for _ in range(3))
    assert best_read < 1.3 * best_bare + 0.05


FOOT = "东篱贸易有限公司 保密"
BODY = "一二三四五六七八九十" * 4


def foot(number: int) -> list[str | tuple[float, float, str]]:
    return [(60, 40, f"{FOOT} 第 {number} 页 共 4 页")]


def test_running_headers_and_footers_are_blocks_of_their_own() -> None:
    pages = [[(60, 810, "购销合同"), f"{at}甲方", BODY, *foot(at)] for at in range(1, 4)]
    reading = pdf.read(pdf_file(pages))
    kinds = [(block.kind, reading.text[block.start : block.end]) for block in reading.blocks]
    assert kinds[4:8] == [
        ("header", "购销合同"),
        ("paragraph", "2甲方"),
        ("paragraph", BODY),
        ("header", f"{FOOT} 第 2 页 共 4 页"),
    ]


def test_headers_and_footers_are_known_whenever_they_are_written() -> None:
    pages = [[*foot(at), (60, 810, "购销合同"), f"{at}甲方", BODY, "尾", "末"] for at in range(1, 4)]
    reading = pdf.read(pdf_file(pages))
    assert [block.kind for block in reading.blocks[:4]] == ["header", "header", "paragraph", "paragraph"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_page_number_never_runs_on_from_a_paragraph(count: int) -> None:
    reading = pdf.read(pdf_file([[BODY, (280, 40, f"第 {at} 页")] for at in range(1, count + 1)]))
    assert [reading.text[block.start : block.end] for block in reading.blocks][:2] == [BODY, "第 1 页"]
    assert reading.blocks[1].kind == "header"


def test_a_line_that_two_pages_share_joins_no_paragraph() -> None:
    reading = pdf.read(pdf_file([[BODY, (60, 40, FOOT)], [BODY, (60, 40, FOOT)]]))
    assert [piece for _, piece in pieces(reading)] == [BODY, FOOT] * 2


def test_rows_that_fill_each_page_alike_are_no_footers() -> None:
    pages = [[(60, 60, f"2024-01-0{at} 货款 {at * at}00.00")] for at in range(1, 5)]
    assert {block.kind for block in pdf.read(pdf_file(pages)).blocks} == {"paragraph"}


def test_what_is_cut_at_a_page_boundary_stays_on_its_pages() -> None:
    pages = [["2024-01-05 货款 乙方" + BODY, *foot(1)], ["（续）5000.00 尾款", *foot(2)], ["尾页", *foot(3)]]
    reading = pdf.read(pdf_file(pages))
    parts = [reading.text[page.start : page.end].split("\n") for page in reading.pages]
    assert [part[0] for part in parts] == ["2024-01-05 货款 乙方" + BODY, "（续）5000.00 尾款", "尾页"]
    assert [part[1] for part in parts] == [f"{FOOT} 第 {at} 页 共 4 页" for at in (1, 2, 3)]


def uncertain(amount_x: float, headings: list[tuple[float, str]]) -> list[str]:
    words = [(x, 700.0, heading) for x, heading in headings]
    row = [(50.0, 680.0, "2024-01-05"), (150.0, 680.0, "货款"), (amount_x, 680.0, "5,000.00")]
    reading = pdf.read(pdf_file([[*words, *row]]))
    assert all(doubt.flag == "order_uncertain" for doubt in reading.doubts)
    return [reading.text[doubt.start : doubt.end] for doubt in reading.doubts]


def test_an_amount_that_stands_under_neither_side_is_doubted() -> None:
    headings = [(50.0, "日期"), (150.0, "摘要"), (250.0, "借方金额"), (350.0, "贷方金额")]
    assert uncertain(250, headings) == []
    assert uncertain(352, headings) == []
    assert uncertain(300, [*headings[:2], (250.0, "借方"), (450.0, "贷方")]) == ["5,000.00"]
    assert uncertain(265, [*headings[:2], (250.0, "借方"), (290.0, "贷方")]) == ["5,000.00"]
    assert uncertain(250, [*headings[:2], (250.0, "借方|贷方")]) == ["5,000.00"]


def test_compatibility_and_rare_hanzi_survive() -> None:
    text = "株式會社 會社 喆堃玥㛃龑\uf900"
    assert pdf.read(pdf_file([[text]])).text == text
    assert pdf.read(pdf_file([[text]], to_unicode={char: char for char in text})).text == text


def test_codes_of_gbk_in_a_font_without_a_character_map_are_read() -> None:
    words = "今借到陈立秋人民币叁万元整"
    data = pdf_file([[words]]).replace(b"UniGB-UCS2-H", b"GBK-EUC-H   ")
    data = data.replace(words.encode("utf-16-be").hex().encode(), words.encode("gbk").hex().encode())
    assert pdf.read(data).text == words


MADE = Path(__file__).parents[3] / "shared" / "ingest" / "made"
needs_made = pytest.mark.skipif(not MADE.exists(), reason="needs ../shared/ingest/made")


@needs_made
@pytest.mark.parametrize(
    "name", ["syn", "syn_gbk_euc_h", "syn_unigb_ucs2_h", "syn_unigb_ucs2_noembed", "syn_rot90", "syn_ownerpw"]
)
def test_made_contracts_give_their_text(name: str) -> None:
    truth = "".join((MADE / "syn.truth.txt").read_text("utf-8").split())
    reading = pdf.read((MADE / f"{name}.pdf").read_bytes())
    matched = SequenceMatcher(None, truth, "".join(reading.text.split()), autojunk=False).ratio()
    assert matched > 0.99
    assert (reading.state, reading.unread_pages) == ("ready", ())


@needs_made
@pytest.mark.parametrize("name", ["syn_wrong_tounicode", "syn_identity_notounicode"])
def test_made_contracts_with_wrong_maps_are_garbled(name: str) -> None:
    reading = pdf.read((MADE / f"{name}.pdf").read_bytes())
    assert (reading.unread_pages, flags(reading)) == ((1,), ("garbled_font",))


@needs_made
def test_the_made_contract_with_a_password_is_refused() -> None:
    assert refusal((MADE / "syn_userpw.pdf").read_bytes()).reason == "encrypted"
