"""Messages in the layouts of chat exports and mails, and what an export says of itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from zuno.knowledge.chats import chat_header, find_messages
from zuno.knowledge.intake import read_bytes
from zuno.knowledge.records import Block, Document, Page


def chat(text: str, format: str = "txt") -> Document:
    return Document(file=f"聊天.{format}", sha256="0", size_bytes=1, format=format, state="ready", text=text)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


ASK, GRANT = "周哥，借我30个，一年就还", "行，得打个条子"

LAYOUTS = {
    "name and stamp above": "川哥🐟  2024-03-12 21:03:11\n{ask}\n\n我  2024-03-12 21:10:45\n{grant}\n",
    "stamp and name above": "2024-03-12 21:03:11 川哥🐟\n  {ask}\n2024-03-12 21:10:45 我\n  {grant}\n",
    "stamp in brackets": "[2024-03-12 21:03:11] 川哥🐟: {ask}\n[2024-03-12 21:10:45] 我: {grant}\n",
    "stamp before": "2024-03-12 21:03:11  川哥🐟：{ask}\n2024-03-12 21:10:45  我：{grant}\n",
    "stamp with slashes": "2024/3/12 21:03:11 川哥🐟: {ask}\n2024/3/12 21:10:45 我: {grant}",
    "name with bracketed stamp": "川哥🐟(2024-03-12 21:03:11): {ask}\n我(2024-03-12 21:10:45): {grant}",
    "name before stamp on the line": "川哥🐟 2024-03-12 21:03:11: {ask}\n我 2024-03-12 21:10:45: {grant}",
    "dash after the stamp": "2024/3/12 21:03:11 - 川哥🐟: {ask}\n2024/3/12 21:10:45 - 我: {grant}",
    "numbered": "1. 2024-03-12 21:03:11 川哥🐟：{ask}\n2. 2024-03-12 21:10:45 我：{grant}",
    "labelled": "时间：2024-03-12 21:03:11 发送人：川哥🐟 内容：{ask}\n"
    "时间：2024-03-12 21:10:45 发送人：我 内容：{grant}",
    "under rules": "消息分组:好友\n=====\n消息对象:川哥\n=====\n\n"
    "2024-03-12 21:03:11 川哥🐟\n{ask}\n\n2024-03-12 21:10:45 我\n{grant}",
    "a table with bars": "| 时间 | 发送人 | 内容 |\n|---|---|---|\n"
    "| 2024-03-12 21:03:11 | 川哥🐟 | {ask} |\n| 2024-03-12 21:10:45 | 我 | {grant} |",
    "full width": "［2024－03－12　21：03：11］　川哥🐟：{ask}\n［2024－03－12　21：10：45］　我：{grant}",
    "name line, stamp line": "川哥🐟\n2024-03-12 21:03:11\n{ask}\n我\n2024-03-12 21:10:45\n{grant}",
    "halves of the day": "川哥🐟 2024年3月12日 下午9:03:11\n{ask}\n我 2024年3月12日 晚上9:10:45\n{grant}",
    "day lines": "—— 2024年3月12日 ——\n21:03:11 川哥🐟\n{ask}\n21:10:45 我\n{grant}\n",
    "day lines with weekday": "2024年3月12日 星期二\n川哥🐟 21:03:11\n{ask}\n我 21:10:45\n{grant}\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_talk_in_many_layouts(layout: str) -> None:
    document = chat(LAYOUTS[layout].format(ask=ASK, grant=GRANT))
    messages = find_messages(document)
    assert [(one.sender, one.text, one.at) for one in messages] == [
        ("川哥🐟", ASK, moment("2024-03-12T21:03:11")),
        ("我", GRANT, moment("2024-03-12T21:10:45")),
    ]
    assert all(document.text[one.start : one.end] == one.text for one in messages)


def test_a_lone_stamp_holds_for_the_talk_below_it() -> None:
    messages = find_messages(chat("2024-03-12 21:03\n川哥：借我30个\n我：行\n2024-03-13 09:00\n我：发你了"))
    assert [(one.sender, one.at and one.at.isoformat()) for one in messages] == [
        ("川哥", "2024-03-12T21:03:00"),
        ("我", "2024-03-12T21:03:00"),
        ("我", "2024-03-13T09:00:00"),
    ]


def test_words_may_take_several_lines() -> None:
    messages = find_messages(chat("川哥 2024-03-12 21:03\n第一行\n\n第三行：续\n我 2024-03-12 21:10\n好\n"))
    assert [one.text for one in messages] == ["第一行\n\n第三行：续", "好"]


def test_a_stamp_without_a_year_gives_no_time() -> None:
    messages = find_messages(chat("川哥🐟  03-12 21:03\n借我30个\n\n我  03-12 21:10\n行\n"))
    assert [(one.stamp, one.at) for one in messages] == [("03-12 21:03", None), ("03-12 21:10", None)]
    assert not chat_header(chat("川哥🐟  03-12 21:03\n借我\n我  03-12 21:10\n行\n")).has_years


def test_marks_of_omission_belong_to_nobody() -> None:
    text = "川哥 03-12 21:03\n借我30个\n……（中间部分未截）……\n我 03-16 10:02\n到期了\n（以下略）\n"
    document = chat(text)
    assert [one.text for one in find_messages(document)] == ["借我30个", "到期了"]
    header = chat_header(document)
    assert [text[start:end] for start, end in header.truncations] == ["……（中间部分未截）……", "（以下略）"]


@pytest.mark.parametrize("talk", ["省略号的用法我不懂", "我略懂一点", "你先说，我听着……", "（笑）"])
def test_talk_of_omission_is_talk(talk: str) -> None:
    document = chat(f"川哥 2024-03-12 21:03\n{talk}\n我 2024-03-12 21:10\n行\n")
    assert find_messages(document)[0].text == talk
    assert chat_header(document).truncations == ()


def test_a_dialogue_without_stamps_needs_speakers_that_take_turns() -> None:
    messages = find_messages(chat("周：那三十万什么时候还\n孟：再缓缓\n周：到底哪天\n孟：年底\n周：好"))
    assert [one.sender for one in messages] == ["周", "孟", "周", "孟", "周"]
    assert {one.at for one in messages} == {None}


def test_a_table_of_messages() -> None:
    cells = [["时间", "发送人", "内容"], ["2024-03-12 21:03:11", "川哥", ASK], ["2024-03-12 21:10:45", "我", GRANT]]
    text, blocks = "", []
    for row, line in enumerate(cells, start=1):
        for column, cell in enumerate(line, start=1):
            blocks.append(Block(start=len(text), end=len(text) + len(cell), kind="cell", locator=f"行{row}列{column}"))
            text += cell + ("\n" if column == len(line) else "\t")
    document = Document(
        file="a.csv", sha256="0", size_bytes=1, format="csv", state="ready", text=text, blocks=tuple(blocks)
    )
    assert [(one.sender, one.text) for one in find_messages(document)] == [("川哥", ASK), ("我", GRANT)]


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-06 15:02 已揽收\n2026-05-07 08:30 到达河西区站点\n2026-05-08 10:26 已签收\n签收人：唐屿（本人）",
        "甲方：姚静姝\n乙方：唐屿\n甲方（签字）：\n乙方（签字）：\n地址：某市\n电话：123",
        "发票号码：1\n购买方：甲公司\n销售方：乙公司\n发票号码：2\n购买方：甲公司\n销售方：乙公司",
        "2024-03-11 09:12:40 工资 某测绘院 6299****8801 9,860.00 361,978.40\n2024-03-15 14:27 转账 孟立川 300,000.00",
        "2026-01-16 14:20 企业邮箱登录提示：账号已被管理员停用。",
        "催租函\n2026年4月10日\n运单号：LT999 寄件：姚静姝\n收件地址：岚汀市柳荫路",
        "原告：周砚秋，男。\n被告：孟立川，男。\n诉讼请求\n一、还款。",
        "",
    ],
)
def test_other_papers_are_no_talk(text: str) -> None:
    assert find_messages(chat(text, "pdf")) == []


MAIL = """发件人：恒岳财务 <caiwu@hengyue.example>
收件人：卫承岳 <wei@tieyuan.example>
日期：2024-05-22 16:40:09 +0800
主题：回复：尾款

卫总：

货款我司认可。

---- 原始邮件 ----
发件人：卫承岳
时间：2024年5月20日 10:15
主题：尾款

请十日内付清。
"""


def test_a_mail_and_the_mail_it_answers() -> None:
    document = chat(MAIL, "eml")
    messages = find_messages(document)
    assert [(one.sender, one.at, one.text) for one in messages] == [
        ("恒岳财务", moment("2024-05-22T16:40:09"), "卫总：\n\n货款我司认可。"),
        ("卫承岳", moment("2024-05-20T10:15:00"), "请十日内付清。"),
    ]
    assert all(document.text[one.start : one.end] == one.text for one in messages)


@pytest.mark.parametrize(
    ("head", "sender", "at"),
    [
        (
            "From: Ke <k@x.example>\nSent: Mon, 20 May 2024 01:15:00 +0000\nSubject: x",
            "Ke",
            "2024-05-20T09:15:00",
        ),
        ("From: k@x.example\nDate: 2024-05-20 10:15\nTo: y", "k@x.example", "2024-05-20T10:15:00"),
        ("在 2024年5月20日 10:15，卫承岳 <w@x.example> 写道：", "卫承岳", "2024-05-20T10:15:00"),
        ('2024-05-20 10:15:00，"卫承岳" <w@x.example> 写道：', "卫承岳", "2024-05-20T10:15:00"),
        ("> 发件人：卫承岳\n> 发送时间：2024/5/20 10:15\n> 主题：x", "卫承岳", "2024-05-20T10:15:00"),
        ("发件人：卫承岳\n主题：没有时间", "卫承岳", None),
    ],
)
def test_heads_of_quoted_mails(head: str, sender: str, at: str | None) -> None:
    (one,) = find_messages(chat(f"{head}\n\n请付款\n", "eml"))
    assert (one.sender, one.at, one.text) == (sender, at and moment(at), "请付款")


TALK = "川哥  2024-03-12 21:03:11\n借我\n\n我  2024-03-12 21:10:45\n行\n"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (
            "聊天记录导出\n导出设备：周砚秋本人手机（设备留存备查）  导出时间：2026-04-03 20:15:22\n"
            "对方微信号：mlc_chuanwei86  备注名：孟立川（渡口小馆）  绑定手机：100****0033\n"
            "本方微信号：zyq_ruler83\n-----\n",
            {
                "exporter": "周砚秋",
                "device": "周砚秋本人手机（设备留存备查）",
                "self_account": "zyq_ruler83",
                "peer_account": "mlc_chuanwei86",
                "peer_remark": "孟立川（渡口小馆）",
                "peer_phone": "100****0033",
                "self_phone": None,
            },
        ),
        (
            "# 微信导出  设备：铁原公司业务手机（可出示）\n"
            "# 本方：俞小满（业务） wxid_yxm_ty22   对方：谢春山（仓库） wxid_xcs1966  手机100****0045\n",
            {
                "self_name": "俞小满",
                "self_account": "wxid_yxm_ty22",
                "peer_name": "谢春山",
                "peer_account": "wxid_xcs1966",
                "peer_phone": "100****0045",
            },
        ),
        (
            "导出说明：唐屿手机，微信号 tang_noodle90，可出示；对方微信号 yaojs_0314，备注 房东姚姐，手机100****0064\n",
            {
                "exporter": "唐屿",
                "device": "唐屿手机",
                "self_account": "tang_noodle90",
                "peer_account": "yaojs_0314",
                "peer_remark": "房东姚姐",
                "peer_phone": "100****0064",
            },
        ),
        (
            "企业微信会话导出｜群：策划组(7人)｜导出账号：林若筠（企业微信号 linruoyun，手机100****0051）"
            "｜设备：本人手机，可当庭登录｜成员实名：程骁、郝临\n",
            {
                "exporter": "林若筠",
                "device": "本人手机，可当庭登录",
                "self_account": "linruoyun",
                "self_phone": "100****0051",
                "real_names": True,
                "peer_account": None,
            },
        ),
        ("", {"exporter": None, "device": None, "peer_account": None, "real_names": False, "start": 0, "end": 0}),
        ("微信聊天记录（节选）\n", {"exporter": None, "truncations": ((7, 9),)}),
    ],
)
def test_an_export_says_whose_it_is(head: str, expected: dict[str, object]) -> None:
    header = chat_header(chat(head + TALK))
    assert {name: getattr(header, name) for name in expected} == expected
    assert header.has_years
    assert header.senders == ("川哥", "我")


def test_the_header_is_the_text_above_the_first_message() -> None:
    document = chat("导出设备：唐屿手机\n\n" + TALK)
    header = chat_header(document)
    assert document.text[header.start : header.end] == header.text == "导出设备：唐屿手机"


SAID = [
    ("沈临舟", datetime(2024, 3, 5, 10, 11, 12), "借我二十万"),  # noqa: DTZ001
    ("我", datetime(2024, 3, 5, 10, 12), "好的"),  # noqa: DTZ001
    ("沈临舟", datetime(2024, 3, 6, 9, 0), "收到"),  # noqa: DTZ001
]


@pytest.mark.parametrize(
    "export",
    [
        "localId,IsSender,CreateTime,StrContent,StrTime,NickName,Sender\n"
        "1,0,1709604672,借我二十万,2024-03-05 10:11:12,沈临舟,wxid_shen\n"
        "2,1,1709604720,好的,2024-03-05 10:12:00,秋水,wxid_qiu\n"
        "3,0,1709690400,收到,2024-03-06 09:00:00,沈临舟,wxid_shen\n",
        "id,type_name,is_sender,talker,msg,CreateTime\n1,文本,0,沈临舟,借我二十万,2024-03-05 10:11:12\n"
        "2,文本,1,秋水,好的,2024-03-05 10:12:00\n3,文本,0,沈临舟,收到,2024-03-06 09:00:00\n",
    ],
)
def test_tables_of_export_programs_tell_own_messages_from_the_others(export: str) -> None:
    document = read_bytes("聊天.csv", export.encode("utf-8-sig"))[0]
    assert [(found.sender, found.at, found.text) for found in find_messages(document)] == SAID


def test_a_page_with_time_name_and_words_below_one_another_keeps_its_first_message() -> None:
    said = "".join(f"<div class=m><div>{at}</div><div>{name}</div><div>{words}</div></div>" for name, at, words in SAID)
    document = read_bytes("聊天.html", f"<html><meta charset=utf-8><body>{said}</body></html>".encode())[0]
    assert [(found.sender, found.at, found.text) for found in find_messages(document)] == SAID


def test_messages_that_only_a_script_shows_are_said_not_to_be_read() -> None:
    script = "<script>const chatMessages=[{text:'借我二十万，三月五日还',displayname:'沈临舟'}]</script>"
    empty = read_bytes("a.html", f"<html><body><div id=app></div>{script}</body></html>".encode())[0]
    titled = read_bytes("a.html", f"<html><body>聊天记录{script}</body></html>".encode())[0]
    assert (empty.state, empty.reason) == ("refused", "script_content")
    assert (titled.state, titled.reason, titled.flags) == ("partial", "script_content", ("script_content",))


def test_words_around_the_stamps_of_a_screenshot_are_no_speakers() -> None:
    stamps = ("2024年3月1日09:12", "2024年3月1日10:05", "2024年9月3日20:41")
    words = ("周启明", "行，我转你", "收到", "什么时候还？")
    text = "\n".join(line for pair in zip(words, (*stamps, ""), strict=True) for line in pair)
    document = chat(text)
    seen = replace(document, pages=(Page(number=1, start=0, end=len(text), layer="ocr"),))
    assert find_messages(seen) == []
    assert all("日" not in message.sender for message in find_messages(document))
