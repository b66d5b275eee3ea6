from __future__ import annotations

import struct
from datetime import UTC, datetime

import pytest
from tiny_files import compound

from zuno.knowledge.chats import find_messages
from zuno.knowledge.intake import read_bytes
from zuno.knowledge.parsing import msg
from zuno.knowledge.parsing.reading import Refusal

HEADERS = {"message": 32, "inner": 24, "attachment": 8}


def storage(prefix: str, kind: str, texts: dict[int, str | bytes], fixed: dict[int, int]) -> dict[str, bytes]:
    """Streams of one storage: texts in Unicode, or as raw bytes in the page of the message; files end in 3701."""
    table = bytes(HEADERS[kind]) + b"".join(struct.pack("<HHIQ", 0x40, id, 6, value) for id, value in fixed.items())
    streams = {f"{prefix}__properties_version1.0": table}
    for id, value in texts.items():
        binary = id in (0x3701, 0x1009)
        ending = "0102" if binary else "001F" if isinstance(value, str) else "001E"
        data = value if isinstance(value, bytes) else value.encode("utf-16-le")
        streams[f"{prefix}__substg1.0_{id:04X}{ending}"] = data
    return streams


def ticks(moment: datetime) -> int:
    return int((moment - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10_000_000


SENT = datetime(2024, 3, 4, 17, 30, tzinfo=UTC)
LETTER: dict[int, str | bytes] = {
    0x0037: "关于货款的函告", 0x0C1A: "张喆",
    0x0C1F: "/O=EXCHANGE/CN=ZZ", 0x5D01: "zz@example.com", 0x0E04: "沈临舟; 周砚秋",
    0x1000: "喆总：\r\n请于3月5日前付清20万元。",
}  # fmt: skip


def letter(**files: bytes) -> dict[str, bytes]:
    streams = storage("", "message", LETTER, {0x0039: ticks(SENT)})
    for at, (name, data) in enumerate(files.items()):
        streams |= storage(
            f"__attach_version1.0_#0000000{at}/", "attachment", {0x3707: name.replace("_", "."), 0x3701: data}, {}
        )
    return streams


def test_a_message_tells_who_wrote_to_whom_and_when_in_the_time_of_china() -> None:
    document = read_bytes("函.msg", compound(letter()))[0]
    assert (document.format, document.state) == ("msg", "ready")
    assert document.text.split("\n") == [
        "发件人：张喆 <zz@example.com>", "收件人：沈临舟; 周砚秋", "日期：2024-03-05 01:30:00 +0800",
        "主题：关于货款的函告", "",
        "喆总：", "请于3月5日前付清20万元。",
    ]  # fmt: skip
    (message,) = find_messages(document)
    assert (message.sender, message.at) == ("张喆", datetime(2024, 3, 5, 1, 30))  # noqa: DTZ001


def test_attachments_are_documents_of_their_own() -> None:
    documents = read_bytes("函.msg", compound(letter(对账单_txt="尚欠20万元".encode("gbk"))))
    assert [(found.file, found.text) for found in documents[1:]] == [("函.msg!对账单.txt", "尚欠20万元")]


@pytest.mark.parametrize("page", [936, 1252, None])
def test_words_in_eight_bits_are_read_as_gb18030_whatever_page_is_named(page: int | None) -> None:
    body = "镕基大厦的货款请於３月５日前付清，喆总知悉。".encode("gb18030")
    fixed = {0x0039: ticks(SENT)} | ({0x3FFD: page} if page else {})
    document = read_bytes("函.msg", compound(storage("", "message", {0x1000: body}, fixed)))[0]
    assert document.text.endswith("镕基大厦的货款请於３月５日前付清，喆总知悉。")


def test_a_message_inside_a_message_is_read_with_what_is_attached_to_it() -> None:
    place = "__attach_version1.0_#00000000/"
    inner = f"{place}__substg1.0_3701000D/"
    streams = storage("", "message", {0x0037: "转发", 0x1000: "见附件"}, {}) | storage(
        place, "attachment", {0x3001: "原函"}, {}
    )
    streams |= storage(inner, "inner", LETTER, {0x0039: ticks(SENT)})
    streams |= storage(
        f"{inner}__attach_version1.0_#00000000/", "attachment", {0x3707: "明细.txt", 0x3701: b"data"}, {}
    )
    outer, forwarded, attached = read_bytes("转.msg", compound(streams))
    assert outer.text.endswith("见附件")
    assert (forwarded.file, "日期：2024-03-05 01:30:00 +0800" in forwarded.text) == ("转.msg!原函.eml", True)
    assert (attached.file, attached.text) == ("转.msg!原函.eml!明细.txt", "data")


def test_a_body_in_html_alone_is_read() -> None:
    document = read_bytes("a.msg", compound(storage("", "message", {0x1013: "<p>已付<b>20</b>万元</p>"}, {})))[0]
    assert document.text.endswith("已付20万元")


def test_a_body_in_rtf_alone_becomes_a_member_and_is_said_aloud() -> None:
    packed = struct.pack("<II4sI", 0, 0, b"LZFu", 0) + b"\x00{\\rtf1 a" + b"\x02b\x10\x60}" + bytes(2)
    streams = storage("", "message", {0x0037: "函", 0x1009: packed}, {})
    document, body = read_bytes("a.msg", compound(streams))
    assert (document.state, document.reason, document.flags) == ("partial", "rtf_body", ("rtf_body",))
    assert (body.file, body.format) == ("a.msg!正文.rtf", "rtf")


def test_an_attachment_that_is_only_a_link_is_said_aloud() -> None:
    streams = letter() | storage("__attach_version1.0_#00000000/", "attachment", {0x3707: "云盘.docx"}, {})
    document = read_bytes("a.msg", compound(streams))[0]
    assert (document.state, document.reason) == ("partial", "embedded_object")


def test_a_cut_off_message_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        msg.read(compound(letter())[:700])
    assert caught.value.reason == "broken"
