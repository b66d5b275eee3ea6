from __future__ import annotations

import random

import pytest
from tiny_files import compound, xls

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import old_sheets
from zuno.knowledge.parsing.reading import Reading, Refusal
from zuno.knowledge.transfers import find_transfers


def pieces(reading: Reading) -> list[tuple[str, str]]:
    return [(block.locator, reading.text[block.start : block.end]) for block in reading.blocks]


def test_numbers_texts_and_shares_come_out_as_written() -> None:
    reading = old_sheets.read(xls([(0, 0, "年利率"), (0, 1, "12%"), (1, 0, "0012345"), (1, 1, 200000), (1, 3, 0.5)]))
    assert reading.text == "年利率\t12%\n0012345\t200000\t\t0.5"
    assert pieces(reading)[-1] == ("表1!D2", "0.5")


def test_a_number_longer_than_a_sheet_keeps_is_doubted() -> None:
    reading = old_sheets.read(xls([(0, 0, "账号"), (0, 1, 6222021001122334455), (0, 2, 123456789012345)]))
    doubt = reading.doubts[0]
    assert (len(reading.doubts), doubt.flag) == (1, "numeric_over_15_digits")
    assert reading.text[doubt.start : doubt.end].startswith("622202100112233")


@pytest.mark.parametrize("never_worked_out", [b"=", b"=0"])
def test_formulas_that_no_program_worked_out_are_never_zero(never_worked_out: bytes) -> None:
    reading = old_sheets.read(xls([(0, 0, "合计"), (0, 1, never_worked_out)]))
    assert (reading.state, reading.reason, reading.text) == ("partial", "formula_uncached", "合计")


def test_a_zero_beside_formulas_that_were_worked_out_is_a_zero() -> None:
    reading = old_sheets.read(xls([(0, 0, "尚欠"), (0, 1, b"=0"), (0, 2, b"=5")]))
    assert (reading.state, reading.text) == ("ready", "尚欠\t0\t5")


def test_a_sum_below_a_merged_heading_keeps_its_side() -> None:
    cells: list[tuple[int, int, object]] = [
        (0, 0, "交易日期"), (0, 1, "发生额"), (0, 3, "对方户名"), (1, 1, "借方"), (1, 2, "贷方"),
        (2, 0, "2024-03-05"), (2, 2, 50000), (2, 3, "沈临舟"),
    ]  # fmt: skip
    document = read_bytes("流水.xls", xls(cells, merged=[(0, 0, 1, 2), (0, 1, 0, 0), (0, 1, 3, 3)]))[0]
    assert [(found.fen, found.payer, found.payee) for found in find_transfers(document)] == [(5000000, "沈临舟", None)]


def test_text_and_web_pages_named_xls_are_read_as_what_they_are() -> None:
    text = read_bytes("a.xls", "日期\t金额\n2024-03-05\t200.00\n".encode("gb18030"))[0]
    page = read_bytes("b.xls", "<html><table><tr><td>日期</td><td>金额</td></tr></table>".encode("gb18030"))[0]
    assert (text.format, text.text.split("\n")[0], page.format, page.text) == (
        "csv",
        "日期\t金额",
        "html",
        "日期\t金额",
    )


@pytest.mark.parametrize("kept", [0, 60, 150])
def test_a_workbook_that_was_cut_off_is_refused_and_not_read_short(kept: int) -> None:
    whole = xls([(0, 0, "借款"), (0, 1, 200000), (0, 2, 300000)])
    stream = whole[512 : 512 + kept] if kept else b""
    with pytest.raises(Refusal) as caught:
        old_sheets.read(compound({"Workbook": stream}))
    assert caught.value.reason == "broken"


def test_a_cell_in_the_farthest_corner_is_no_reason_to_fill_the_memory() -> None:
    with pytest.raises(Refusal) as caught:
        old_sheets.read(xls([(0, 0, "a"), (65000, 255, "b")]))
    assert caught.value.reason == "over_budget"


SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet"


def in_xml(rows: str) -> bytes:
    return (
        f'<?xml version="1.0" encoding="gb2312"?><Workbook xmlns="{SPREADSHEET}" xmlns:ss="{SPREADSHEET}"><Styles>'
        '<Style ss:ID="p"><NumberFormat ss:Format="0.0%"/></Style></Styles><Worksheet ss:Name="流水"><Table>'
        f"{rows}</Table></Worksheet></Workbook>"
    ).encode("gb18030")


def test_a_workbook_in_xml_is_read_with_its_gaps_and_merged_cells() -> None:
    rows = (
        '<Row><Cell ss:MergeAcross="1"><Data ss:Type="String">对方户名</Data></Cell>'
        '<Cell><Data ss:Type="String">金额镕</Data></Cell></Row>'
        '<Row ss:Index="3"><Cell ss:Index="3"><Data ss:Type="Number">200000.00</Data></Cell>'
        '<Cell ss:StyleID="p"><Data ss:Type="Number">0.12</Data></Cell>'
        '<Cell><Data ss:Type="DateTime">2024-03-05T00:00:00.000</Data></Cell>'
        '<Cell><Data ss:Type="Number">6222021001122334455</Data></Cell><Cell ss:Formula="=A1"/></Row>'
    )
    document = read_bytes("流水.xls", in_xml(rows))[0]
    assert document.text == "对方户名\t\t金额镕\n\t\t200000\t12%\t2024-03-05\t6222021001122334455"
    assert [block.locator for block in document.blocks][:3] == ["流水!A1:B1", "流水!C1", "流水!C3"]
    assert (document.reason, document.flags[:2]) == ("formula_uncached", ("formula_uncached", "numeric_over_15_digits"))


@pytest.mark.parametrize("size", [0x7FFFFFF0, 0x00FFFFFF])
def test_a_stream_that_claims_more_than_its_file_costs_no_time(size: int) -> None:
    data = xls([(0, 0, "借款")])
    at = data.index("Workbook".encode("utf-16-le")) + 120
    for place in (at, data.index("Root Entry".encode("utf-16-le")) + 120):
        claimed = data[:place] + size.to_bytes(4, "little") + data[place + 4 :]
        with pytest.raises(Refusal) as caught:
            old_sheets.read(claimed)
        assert caught.value.reason == "broken"


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_to_a_workbook_makes_its_reader_fail(seed: int) -> None:
    data = bytearray(xls([(0, 0, "借款"), (0, 1, 5), (1, 1, b"=5")], merged=[(0, 0, 0, 1)]))
    chosen = random.Random(seed)
    for _ in range(4):
        data[chosen.randrange(len(data))] = chosen.choice((0, 1, 128, 255))
    assert read_bytes("a.xls", bytes(data))[0].state in ("ready", "partial", "refused")
