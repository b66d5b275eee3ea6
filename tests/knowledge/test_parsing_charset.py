from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.knowledge.parsing import charset

CHAT = (
    "2024-03-15 14:27 周砚秋: 钱转过去了，三十万整，你查一下。\n2024-03-15 14:31 孟立川: 收到了，谢谢哥，明年三月还你。"
)
CONTRACT = (
    "第一条 借款金额：人民币壹拾贰万叁仟肆佰伍拾陆元柒角捌分（¥123,456.78）。第二条 借款期限自二〇二四年三月五日起。"
)
LEDGER = "交易日期,对方户名,借方,贷方,摘要\n2022-04-02,栾江恒岳建材有限公司,,200000.00,钢材款\n"
TRADITIONAL = "違約金之訴，原告請求判決被告給付新臺幣參拾萬元，並負擔訴訟費用；被告則抗辯時效已經消滅。"


@pytest.mark.parametrize("text", [CHAT, CONTRACT, LEDGER])
@pytest.mark.parametrize("length", [6, 12, 30, 60])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-8-sig", "utf-16"])
def test_chinese_text_of_any_length_is_read_in_the_encoding_it_was_written(
    text: str, length: int, encoding: str
) -> None:
    for start in range(0, len(text) - length, 7):
        piece = text[start : start + length]
        decoded = charset.decode(piece.encode(encoding))
        assert decoded is not None
        assert decoded.text == piece


@pytest.mark.parametrize("text", ["40吨Φ12", "吨Φ12", "为73,48", "为39,", "喆总来函"])
def test_a_few_characters_in_gbk_are_enough(text: str) -> None:
    decoded = charset.decode(text.encode("gbk"))
    assert decoded is not None
    assert decoded.text == text


def test_text_in_gbk_that_is_valid_utf8_is_read_as_gbk_and_marked() -> None:
    data = "转12,345.00元".encode("gbk")
    assert data.decode("utf-8") == "ת12,345.00Ԫ"
    decoded = charset.decode(data)
    assert decoded is not None
    assert (decoded.text, decoded.encoding, decoded.ambiguous) == ("转12,345.00元", "gb18030", True)


@pytest.mark.parametrize(
    "text", ["café menu", "Иванов Пётр", "שלום רב", "Φ16 HRB400", "10×20 ±5°C", "转账", "naïve — ok"]
)
def test_honest_utf8_is_not_taken_for_gbk(text: str) -> None:
    decoded = charset.decode(text.encode("utf-8"))
    assert decoded is not None
    assert (decoded.text, decoded.ambiguous) == (text, False)


@pytest.mark.parametrize("length", [8, 20, len(TRADITIONAL)])
def test_traditional_text_in_big5_is_read_as_big5(length: int) -> None:
    decoded = charset.decode(TRADITIONAL[:length].encode("big5"))
    assert decoded is not None
    assert (decoded.text, decoded.encoding) == (TRADITIONAL[:length], "cp950")


def test_traditional_text_in_gbk_is_read_as_gbk() -> None:
    decoded = charset.decode(TRADITIONAL.encode("gbk"))
    assert decoded is not None
    assert (decoded.text, decoded.ambiguous) == (TRADITIONAL, False)


def test_utf16_without_a_mark_is_recognised_by_its_line_ends() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        decoded = charset.decode(CHAT.encode(encoding))
        assert decoded is not None
        assert (decoded.text, decoded.encoding) == (CHAT, encoding)


def test_one_bad_byte_does_not_cost_the_whole_file() -> None:
    for encoding in ("utf-8", "gb18030"):
        data = (CHAT * 20).encode(encoding) + b"\xff\n" + CONTRACT.encode(encoding)
        decoded = charset.decode(data)
        assert decoded is not None
        assert decoded.encoding == encoding
        assert decoded.damaged == 1
        assert CONTRACT in decoded.text


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"\x00\x01\x02\x03" * 50, b"\x93\x8f\xff\xfe\xa0\x80" * 100])
def test_binary_bytes_are_no_text(data: bytes) -> None:
    assert charset.decode(data) is None


def test_a_declared_gb2312_is_read_as_gb18030() -> None:
    decoded = charset.decode_declared("喆总：镕基大厦".encode("gb18030"), "gb2312")
    assert decoded is not None
    assert decoded.text == "喆总：镕基大厦"


def test_a_false_declaration_is_not_believed() -> None:
    decoded = charset.decode_declared(CHAT.encode("gb18030"), "utf-8")
    assert decoded is not None
    assert decoded.text == CHAT


@pytest.mark.parametrize(
    ("name", "encoding"), [("陰謀.txt", "gbk"), ("借条.jpg", "gbk"), ("借条.jpg", "utf-8"), ("a.txt", "ascii")]
)
def test_file_names_are_decoded_by_their_look(name: str, encoding: str) -> None:
    assert charset.decode_name(name.encode(encoding)) == name


def test_the_common_hanzi_come_from_the_codecs() -> None:
    assert len(charset.simplified_hanzi()) == 3755
    assert "喆" not in charset.common_hanzi()
    assert {"约", "約"} <= charset.common_hanzi()


@given(st.binary(max_size=400))
def test_no_bytes_make_the_decoder_fail(data: bytes) -> None:
    decoded = charset.decode(data)
    assert decoded is None or isinstance(decoded.text.encode("utf-8"), bytes)
    assert isinstance(charset.decode_name(data), str)


@pytest.mark.parametrize("text", ["收據", "陰謀"])
def test_a_word_that_two_charsets_read_as_everyday_hanzi_is_marked(text: str) -> None:
    decoded = charset.decode(text.encode("cp950"))
    assert decoded is not None
    assert decoded.ambiguous


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["收到货款，已付清。", "租金已付请查收", "¥100元", "借款￥200.00"])
def test_utf16_without_a_mark_is_recognised_in_pure_chinese_too(text: str, encoding: str) -> None:
    decoded = charset.decode(text.encode(encoding))
    assert decoded is not None
    assert decoded.text == text


def test_a_western_charset_declared_by_habit_does_not_hide_chinese() -> None:
    chinese = charset.decode_declared("镕基大厦的货款请付清".encode("gb18030"), "iso-8859-1")
    western = charset.decode_declared("déjà payé à Zoé".encode("iso-8859-1"), "iso-8859-1")
    assert chinese is not None
    assert chinese.text == "镕基大厦的货款请付清"
    assert western is not None
    assert western.text == "déjà payé à Zoé"
