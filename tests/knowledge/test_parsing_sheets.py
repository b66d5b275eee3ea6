from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable

import openpyxl
import pytest
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from openpyxl.workbook.workbook import Workbook
from tiny_files import compound

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import sheets
from zuno.knowledge.parsing.reading import Reading, Refusal


def workbook(*sheets_of_rows: list[list[object]], change: Callable[[Workbook], None] | None = None) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, rows in enumerate(sheets_of_rows, start=1):
        sheet = book.create_sheet(f"表{number}")
        for row in rows:
            sheet.append(row)
    if change is not None:
        change(book)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def with_part(data: bytes, name: str, change: Callable[[str], str]) -> bytes:
    """Rewrite one part of the workbook."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info.filename, change(content.decode()).encode() if info.filename == name else content)
    return out.getvalue()


def at(hour: int = 0, minute: int = 0, second: int = 0) -> datetime.datetime:
    """A moment as a sheet stores it: without a time zone."""
    return datetime.datetime(2024, 3, 5, hour, minute, second)  # noqa: DTZ001


SHEET1 = "xl/worksheets/sheet1.xml"


def pieces(reading: Reading) -> list[tuple[str, str]]:
    return [(block.locator, reading.text[block.start : block.end]) for block in reading.blocks]


def test_cells_keep_their_columns_and_sheets_are_pages() -> None:
    reading = sheets.read(workbook([["日期", None, "金额"], [], [None, "乙", 200000]], [["备注"]]))
    assert reading.text == "日期\t\t金额\n\t乙\t200000\n备注"
    assert pieces(reading) == [
        ("表1!A1", "日期"),
        ("表1!C1", "金额"),
        ("表1!B3", "乙"),
        ("表1!C3", "200000"),
        ("表2!A1", "备注"),
    ]
    assert [(page.label, reading.text[page.start : page.end]) for page in reading.pages] == [
        ("表1", "日期\t\t金额\n\t乙\t200000"),
        ("表2", "备注"),
    ]


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (437000.0, "General", "437000"),
        (83641.8, "#,##0.00", "83641.8"),
        (0.1 + 0.2, "General", "0.3"),
        (1e21, "General", "1000000000000000000000"),
        (-12, "General", "-12"),
        (0.12, "0.00%", "12%"),
        (0.0345, "0.0%", "3.45%"),
        (5, '0"%"', "5%"),
        (at(), "yyyy-mm-dd", "2024-03-05"),
        (at(14, 27, 8), "yyyy-mm-dd", "2024-03-05 14:27:08"),
        (datetime.time(9, 21, 38), "h:mm", "09:21:38"),
        (True, "General", "是"),
        (False, "General", "否"),
        ("借方\n金额\t元", "General", "借方 金额 元"),
        ("0012345", "@", "0012345"),
    ],
)
def test_values_are_shown_plainly(value: object, number_format: str, shown: str) -> None:
    assert sheets.shown_value(value, number_format) == shown


def test_dates_are_read_as_dates_and_not_as_serial_numbers() -> None:
    reading = sheets.read(workbook([[datetime.date(2024, 3, 5), at(8, 30)]]))
    assert reading.text == "2024-03-05\t2024-03-05 08:30:00"


def test_a_long_account_number_stored_as_a_number_is_flagged() -> None:
    assert sheets.read(workbook([[6222021001122334455.0]])).flags == ("numeric_over_15_digits",)
    assert sheets.read(workbook([["6222021001122334455", 123456789012345]])).flags == ()


def test_a_formula_without_a_stored_result_is_partial_and_never_zero() -> None:
    reading = sheets.read(workbook([["合计", "=SUM(B2:B3)"], [None, 1], [None, 2]]))
    assert (reading.state, reading.reason) == ("partial", "formula_uncached")
    assert "表1!B1" in reading.detail
    assert reading.text == "合计\n\t1\n\t2"


def test_a_formula_with_a_stored_result_is_read() -> None:
    data = with_part(
        workbook([["合计", "=SUM(B2:B3)"], [None, 1]]),
        SHEET1,
        lambda xml: (
            xml.replace("<v></v>", "<v>437000</v>").replace("<v/>", "<v>437000</v>").replace("<v />", "<v>437000</v>")
        ),
    )
    reading = sheets.read(data)
    assert (reading.state, reading.text) == ("ready", "合计\t437000\n\t1")


def test_a_hidden_sheet_is_read_and_flagged() -> None:
    def hide(book: Workbook) -> None:
        book.worksheets[1].sheet_state = "veryHidden"

    reading = sheets.read(workbook([["明"]], [["暗账"]], change=hide))
    assert reading.text == "明\n暗账"
    assert reading.flags == ("hidden_sheet",)


def test_hidden_rows_and_notes_are_flagged() -> None:
    def mark(book: Workbook) -> None:
        book.worksheets[0].row_dimensions[2].hidden = True
        book.worksheets[0]["A1"].comment = Comment("已核对\n王", "财务")

    reading = sheets.read(workbook([["甲"], ["乙"]], change=mark))
    assert pieces(reading)[-1] == ("表1!批注A1", "批注A1：已核对 王")
    assert reading.flags == ("comments_present", "hidden_rows")


@pytest.mark.parametrize("dimension", ["A1:A1", "A1:XFD1048576"])
def test_a_wrong_extent_neither_drops_nor_multiplies_rows(dimension: str) -> None:
    data = workbook([["甲", "乙"], ["丙", "丁"]])
    wrong = with_part(data, SHEET1, lambda xml: re.sub(r'<dimension ref="[^"]*"', f'<dimension ref="{dimension}"', xml))
    assert sheets.read(wrong).text == "甲\t乙\n丙\t丁"


def test_a_lone_cell_at_the_far_corner_costs_no_million_rows() -> None:
    def far(book: Workbook) -> None:
        book.worksheets[0]["XFD1048576"] = "角"

    reading = sheets.read(workbook([["甲"]], change=far))
    assert reading.text.strip("\t").startswith("甲\n")
    assert len(reading.text) < 20_000
    assert pieces(reading)[-1] == ("表1!XFD1048576", "角")


def test_merged_cells_are_read_once() -> None:
    def merge(book: Workbook) -> None:
        book.worksheets[0].merge_cells("A1:C1")

    assert sheets.read(workbook([["标题"], ["a", "b", "c"]], change=merge)).text == "标题\na\tb\tc"


def test_a_workbook_without_content_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        sheets.read(workbook([[]]))
    assert caught.value.reason == "empty"


def test_a_document_type_in_any_part_is_refused() -> None:
    data = with_part(workbook([["甲"]]), SHEET1, lambda xml: '<!DOCTYPE x [<!ENTITY a "b">]>' + xml)
    with pytest.raises(Refusal) as caught:
        sheets.read(data)
    assert caught.value.reason == "broken"


def test_a_bomb_behind_a_sheet_is_refused_before_it_is_parsed() -> None:
    data = with_part(workbook([["甲"]]), SHEET1, lambda xml: xml + " " * 60_000_000)
    with pytest.raises(Refusal) as caught:
        sheets.read(data)
    assert caught.value.reason == "over_budget"


def test_a_merged_range_is_one_cell_that_names_the_range() -> None:
    def merge(book: Workbook) -> None:
        book.worksheets[0].merge_cells("A1:A2")

    reading = sheets.read(workbook([["沈临舟", 1], [None, 2]], change=merge))
    assert pieces(reading) == [("表1!A1:A2", "沈临舟"), ("表1!B1", "1"), ("表1!B2", "2")]


def test_a_number_beyond_fifteen_digits_is_doubted_at_its_place_and_shown_as_it_is_stored() -> None:
    reading = sheets.read(workbook([["账号", 1234567890123456, "6222021001122334455", 999999999999999]]))
    (doubt,) = reading.doubts
    assert (doubt.flag, reading.text[doubt.start : doubt.end]) == ("numeric_over_15_digits", "1234567890123456")


def test_hidden_columns_are_read_and_flagged() -> None:
    def hide(book: Workbook) -> None:
        book.worksheets[0].column_dimensions["B"].hidden = True

    reading = sheets.read(workbook([["金额", 1]], change=hide))
    assert (reading.text, reading.flags) == ("金额\t1", ("hidden_columns",))


def test_pictures_in_a_workbook_are_documents_of_their_own() -> None:
    data = workbook([["见图"]])
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n")
    whole, picture = read_bytes("表.xlsx", out.getvalue())
    assert (whole.state, whole.flags, whole.text) == ("ready", ("embedded_images",), "见图")
    assert (picture.file, picture.format) == ("表.xlsx!图1.png", "image")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('#,##0.00"万元"', "12.5万元"),
        ("0.00\\万", "12.5万"),
        ('"¥"#,##0.00', "12.5"),
        ('0!.0,"万"', "12.5"),
        ('0.00,"千"', "12.5"),
        ("#,##0.00_);(#,##0.00)", "12.5"),
        ('0.0"%"', "12.5%"),
        ('[$-804]0.0"吨"', "12.5吨"),
        ("General", "12.5"),
    ],
)
def test_a_unit_that_the_format_writes_behind_a_number_is_kept(code: str, shown: str) -> None:
    assert sheets.shown_value(12.5, code) == shown


def test_words_that_lie_over_a_sheet_or_in_its_margin_are_read() -> None:
    def change(book: Workbook) -> None:
        book.worksheets[0].oddHeader.center.text = "单位：万元"
        book.worksheets[0].oddFooter.center.text = "第 &P 页"
        book.worksheets[0].add_chart(BarChart(), "A5")

    drawing = (
        '<xdr:wsDr xmlns:xdr="x" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:sp><xdr:txBody>'
        "<a:p><a:r><a:t>本表</a:t></a:r><a:r><a:t>仅供内部</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    )
    data = with_part(workbook([["金额", 1]], change=change), "xl/drawings/drawing1.xml", lambda _: drawing)
    assert sheets.read(data).text == "金额\t1\n文本框：本表仅供内部\n页眉：单位：万元"


def test_a_file_embedded_in_a_workbook_is_a_document_of_its_own() -> None:
    out = io.BytesIO(workbook([["见附件"]]))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/embeddings/Microsoft_Excel_Sheet1.xlsx", workbook([["合计", 5]]))
    whole, inner = read_bytes("表.xlsx", out.getvalue())
    assert (whole.state, whole.flags) == ("ready", ("embedded_object",))
    assert (inner.file, inner.text) == ("表.xlsx!嵌入文件1.xlsx", "合计\t5")


def test_an_object_in_a_workbook_that_is_no_file_is_said_aloud() -> None:
    out = io.BytesIO(workbook([["见附件"]]))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/embeddings/oleObject1.bin", compound({"Equation Native": b"x"}))
    reading = sheets.read(out.getvalue())
    assert (reading.state, reading.reason) == ("partial", "embedded_object")
