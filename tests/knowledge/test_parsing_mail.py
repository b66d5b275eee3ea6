from __future__ import annotations

import base64

import pytest

from zuno.knowledge.parsing import mail
from zuno.knowledge.parsing.reading import Reading, Refusal


def word(text: str, charset: str, codec: str) -> str:
    return f"=?{charset}?B?{base64.b64encode(text.encode(codec)).decode()}?="


def part(kind: str, payload: bytes, more: str = "") -> str:
    body = base64.encodebytes(payload).decode()
    return f"--B\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n{more}\n{body}\n"


def message(*parts: str, kind: str = "mixed", headers: str = "") -> bytes:
    head = f"From: a@x.example\nTo: b@x.example\n{headers}MIME-Version: 1.0\n"
    return f'{head}Content-Type: multipart/{kind}; boundary="B"\n\n{"".join(parts)}--B--\n'.encode()


def body_of(reading: Reading) -> str:
    return reading.text.split("\n\n", 1)[1]


def test_the_text_is_four_header_lines_a_blank_line_and_the_body() -> None:
    data = message(
        part("text/plain; charset=utf-8", "卫总：\r\n货款我司认可。".encode()),
        headers=f"Subject: {word('回复：尾款', 'utf-8', 'utf-8')}\nDate: Wed, 22 May 2024 16:40:09 +0800\n",
    )
    reading = mail.read(data)
    assert reading.text == (
        "发件人：a@x.example\n收件人：b@x.example\n日期：2024-05-22 16:40:09 +0800\n主题：回复：尾款\n\n"
        "卫总：\n货款我司认可。"
    )
    assert [(block.kind, block.locator) for block in reading.blocks] == [
        ("header", "发件人"),
        ("header", "收件人"),
        ("header", "日期"),
        ("header", "主题"),
        ("paragraph", "正文行1"),
        ("paragraph", "正文行2"),
    ]


def test_copies_are_shown_where_there_are_any() -> None:
    reading = mail.read(message(part("text/plain", b"x"), headers="Cc: c@x.example\n"))
    assert reading.text.startswith("发件人：a@x.example\n收件人：b@x.example\n抄送：c@x.example\n日期：\n主题：\n\n")


def test_mail_declared_gb2312_that_holds_gbk_is_restored_in_body_headers_and_names() -> None:
    name = word("对账单喆.xlsx", "gb2312", "gbk")
    data = message(
        part("text/plain; charset=gb2312", "喆总：镕基大厦的货款".encode("gbk")),
        part("application/octet-stream", b"PK", f'Content-Disposition: attachment; filename="{name}"\n'),
        headers=f"Subject: {word('关于镕基大厦', 'gb2312', 'gbk')}\n",
    )
    reading = mail.read(data)
    assert "主题：关于镕基大厦\n" in reading.text
    assert body_of(reading) == "喆总：镕基大厦的货款"
    assert reading.encoding == "gb18030"
    assert [(member.name, member.data) for member in reading.members] == [("对账单喆.xlsx", b"PK")]


def test_headers_in_bare_bytes_are_decoded_by_their_look() -> None:
    for codec in ("gb18030", "utf-8"):
        reading = mail.read("From: 张三 <a@b>\nSubject: 关于货款的函\n\n正文喆".encode(codec))
        assert reading.text == "发件人：张三 <a@b>\n收件人：\n日期：\n主题：关于货款的函\n\n正文喆"


def test_a_character_split_over_two_encoded_words_is_joined() -> None:
    raw = "关于货款".encode("gbk")
    halves = " ".join(f"=?gbk?B?{base64.b64encode(half).decode()}?=" for half in (raw[:3], raw[3:]))
    assert "主题：关于货款\n" in mail.read(f"From: a@b\nSubject: {halves}\n\nx".encode()).text


def test_a_header_cannot_forge_lines_of_the_body() -> None:
    subject = word("货款\n\n伪造正文", "utf-8", "utf-8")
    reading = mail.read(f"From: a@b\nSubject: {subject}\n\n真正文".encode())
    assert body_of(reading) == "真正文"


def test_an_rfc2231_name_is_decoded_and_stripped_of_its_path() -> None:
    disposition = "Content-Disposition: attachment; filename*=gbk''..%5C%B6%D4%D5%CB.xlsx\n"
    reading = mail.read(message(part("text/plain", b"x"), part("application/octet-stream", b"1", disposition)))
    assert [member.name for member in reading.members] == ["对账.xlsx"]


def test_the_plain_version_is_preferred_and_html_is_stripped_otherwise() -> None:
    html = part("text/html; charset=gb2312", "<p>甲</p><div>乙<br>丙</div><style>x</style>".encode("gbk"))
    plain = part("text/plain; charset=utf-8", "纯文本".encode())
    blank = part("text/plain", b" \n")
    assert body_of(mail.read(message(plain, html, kind="alternative"))) == "纯文本"
    assert body_of(mail.read(message(blank, html, kind="alternative"))) == "甲\n乙\n丙"
    assert body_of(mail.read(message(html))) == "甲\n乙\n丙"


def test_a_forwarded_message_is_a_member_of_its_own() -> None:
    inner = "From: c@x.example\nSubject: old\n\ninner"
    forwarded = f"--B\nContent-Type: message/rfc822\n\n{inner}\n"
    (member,) = mail.read(message(part("text/plain", b"x"), forwarded)).members
    assert member.name == "附件1.eml"
    assert "inner" in mail.read(member.data).text


def test_an_inline_picture_without_a_name_is_not_dropped() -> None:
    reading = mail.read(message(part("text/plain", b"x"), part("image/png", b"\x89PNG"), kind="related"))
    assert [member.name for member in reading.members] == ["附件1.png"]


def test_a_date_that_is_no_date_is_kept_as_written() -> None:
    assert "日期：昨天\n" in mail.read("From: a@b\nDate: 昨天\n\nx".encode()).text


def test_bytes_without_any_header_are_refused() -> None:
    with pytest.raises(Refusal) as caught:
        mail.read(b"\n\nonly a body")
    assert caught.value.reason == "broken"


def test_endless_nesting_is_refused() -> None:
    data = b"From: a@b\n"
    for level in range(60):
        data += b'Content-Type: multipart/mixed; boundary="L%d"\n\n--L%d\n' % (level, level)
    with pytest.raises(Refusal) as caught:
        mail.read(data + b"Content-Type: text/plain\n\nx")
    assert caught.value.reason == "broken"
