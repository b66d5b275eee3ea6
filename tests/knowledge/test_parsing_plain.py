from __future__ import annotations

import resource
import time

import pytest

from zuno.knowledge.parsing import html, plain
from zuno.knowledge.parsing.reading import FINE_BLOCKS, Reading, Refusal


def pieces(reading: Reading) -> list[tuple[str, str]]:
    return [(block.locator, reading.text[block.start : block.end]) for block in reading.blocks]


def test_each_line_is_a_block_with_its_line_number() -> None:
    reading = plain.read_text("甲方\r\n\r\n乙方：王".encode(), "txt")
    assert reading.text == "甲方\n\n乙方：王"
    assert pieces(reading) == [("行1", "甲方"), ("行3", "乙方：王")]
    assert reading.state == "ready"


def test_rare_names_outside_the_basic_plane_count_as_one_character() -> None:
    reading = plain.read_text("甲𬭚乙\n丙".encode(), "txt")
    assert pieces(reading)[1] == ("行2", "丙")
    assert reading.blocks[1].start == 4


def test_ambiguous_encoding_is_said_aloud() -> None:
    reading = plain.read_text("转12,345.00元".encode("gbk"), "txt")
    assert (reading.state, reading.reason) == ("partial", "encoding_ambiguous")
    assert reading.flags == ("encoding_ambiguous",)
    assert reading.text == "转12,345.00元"


def test_damaged_bytes_are_counted() -> None:
    reading = plain.read_text("合同付款凭证".encode("gbk") * 50 + b"\xff\n", "txt")
    assert (reading.state, reading.reason) == ("partial", "undecodable_bytes")
    assert "1 处" in reading.detail


@pytest.mark.parametrize(("data", "reason"), [(b" \r\n\t", "empty"), (bytes(range(256)), "not_text")])
def test_what_is_no_text_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        plain.read_text(data, "txt")
    assert caught.value.reason == reason


def test_cells_are_marked_inside_their_quotes_in_the_very_text() -> None:
    text = '明细表\n日期,户名,"金额,元",备注\n2024-01-02,"张三""x""",="622208", 多 \n,,,\n'
    reading = plain.read_table(text.encode("gbk"))
    assert reading.text == text
    assert pieces(reading) == [
        ("行1列1", "明细表"),
        ("行2列1", "日期"),
        ("行2列2", "户名"),
        ("行2列3", "金额,元"),
        ("行2列4", "备注"),
        ("行3列1", "2024-01-02"),
        ("行3列2", '张三""x""'),
        ("行3列3", "622208"),
        ("行3列4", "多"),
    ]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("标题\na,b,c\n1,2,3\n4,5,6\n", ","),
        ("户名\t金额\n甲\t437,000.00\n乙\t1,000.00\n", "\t"),
        ("甲;乙;丙\n1,5;2,5;3\n", ";"),
        ('"a,b,c";x\n"d,e,f";y\n', ";"),
        ("全角，逗号，不是\n分隔符，而已，呢\n", ","),
        ("只有一列\n没有分隔\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_agrees_over_the_lines(text: str, delimiter: str) -> None:
    assert plain.delimiter_of(text) == delimiter


def test_an_unclosed_quote_costs_no_cell() -> None:
    reading = plain.read_table('甲,"乙\n丙,丁\n'.encode())
    assert [piece for _, piece in pieces(reading)] == ["甲", '"乙', "丙", "丁"]


def test_thirty_megabytes_of_chat_are_read_in_seconds_and_little_memory() -> None:
    line = "2024-01-02 10:22:31 张三: 车到了，60吨，单子签了，金额12,345.00元\n"
    data = (line * 500_000).encode("gb18030")
    assert len(data) > 30_000_000
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    reading = plain.read_text(data, "txt")
    assert time.process_time() - started < 3
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib < 300 * 1024
    assert len(reading.text) == len(line) * 500_000
    assert "blocks_coarse" in reading.flags
    assert len(reading.blocks) < FINE_BLOCKS * 1.1
    assert reading.blocks[-1].end == len(reading.text) - 1


def test_text_over_the_budget_is_refused_with_figures() -> None:
    with pytest.raises(Refusal) as caught:
        plain.read_text(b"a" * (plain.TEXT_LIMIT_BYTES + 1), "txt")
    assert caught.value.reason == "over_budget"
    assert "48.0 MB" in caught.value.detail


def test_a_huge_table_keeps_whole_rows_after_the_fine_blocks() -> None:
    reading = plain.read_table(b"a,b,c,d,e\n" * 30_000)
    assert reading.blocks[FINE_BLOCKS - 1].kind == "cell"
    assert reading.blocks[-1].kind == "paragraph"
    assert "blocks_coarse" in reading.flags


PAGE = """<html><head><meta charset="gb2312"><title>x</title><style>p{}</style></head><body>
<p>甲方<br>镕基 <b>大厦</b></p>之后<script>alert(1)</script>
<table><tr><th>日期</th><th></th><th>金额</th></tr><tr><td><p>2024-01-02</p></td><td>a</td><td>12,000.00</td></tr></table>
<table><tr><td>侧栏</td><td><div>一</div><div>二</div><table><tr><td>A</td><td>B</td></tr></table></td></tr></table>
"""


def test_a_page_gives_its_visible_text_and_its_tables_as_cells() -> None:
    reading = html.read(PAGE.encode("gbk"))
    assert reading.text.split("\n") == [
        "甲方",
        "镕基 大厦",
        "之后",
        "日期\t\t金额",
        "2024-01-02\ta\t12,000.00",
        "侧栏",
        "一",
        "二",
        "A\tB",
    ]
    assert ("行5列3", "12,000.00") in pieces(reading)


def test_a_name_and_the_stamp_beside_it_are_two_words_and_parts_of_a_word_are_one() -> None:
    stamps = "<p><b>周启明</b><i>2024-03-01 09:12:00</i></p><p><i>09:13</i><b>我</b></p>"
    page = f"{stamps}<p><b>叁</b><i>万元</i><i>30</i>,000</p>"
    assert html.read(page.encode()).text == "周启明 2024-03-01 09:12:00\n09:13 我\n叁万元30,000"


def test_a_page_without_words_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        html.read(b"<html><body><img src='a.png'></body></html>")
    assert caught.value.reason == "empty"


def test_a_page_nested_beyond_reading_is_refused_and_not_cut_short() -> None:
    with pytest.raises(Refusal) as caught:
        html.read(b"<div>" * 5000 + "深".encode())
    assert caught.value.reason == "broken"
