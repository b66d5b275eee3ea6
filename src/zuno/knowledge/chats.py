"""Messages of chat exports and mail threads, and what an export says of itself.

The face of the readers: lines of talk in ``talk.py``, mails in ``mails.py``, the
header of an export in ``exports.py``; tables and labelled records of messages
stand here. Whether a chat proves anything is not asked here. Holds no state.
"""

from __future__ import annotations

import re

from zuno.knowledge.exports import ChatHeader, chat_header
from zuno.knowledge.mails import read_mails
from zuno.knowledge.records import Document, Message
from zuno.knowledge.stamps import LONE_STAMP, RULE, make_plain, read_lines, time_of
from zuno.knowledge.tables import Cell, Row, read_rows
from zuno.knowledge.talk import is_courier_log, read_chat

__all__ = ["ChatHeader", "chat_header", "find_messages", "is_courier_log"]


def find_messages(document: Document) -> list[Message]:
    """Find the messages of a chat export, a table of messages or a mail with its thread.

    Marks of omission, rules and lines that hold only a date belong to no
    message. A stamp without a year gives ``at`` None, never a guess. Mails are
    in local time of China. A courier's log of a parcel is no conversation.

    Returns:
        Messages by start; empty for a document that is no conversation.
    """
    messages = _read_labelled(document) or read_mails(document) or _read_table(document) or read_chat(document)[0]
    return sorted(messages, key=lambda message: message.start)


_COLUMNS = {
    "day": re.compile(r"日期|年月日|date", re.IGNORECASE),
    "at": re.compile(
        r"(?:发送|消息|聊天|日期)?时间(?:戳)?|何时|(?:date|str|create_?|send_?|msg_?)?time", re.IGNORECASE
    ),
    "sender": re.compile(
        r"发送[人者方]|发言[人者]|昵称|发信人|说话[人者]|讲话人|对话人|发送人昵称|成员|用户(?:名|昵称)?|姓名|谁|谁说的?"
        r"|人物?|角色|号码|sender|talker|from|name|nick_?name|display_?name",
        re.IGNORECASE,
    ),
    "text": re.compile(
        r"(?:消息|聊天|发送|会话|短信|发言|说话|对话)?内容|消息|文本|聊天记录|正文|原话|说(?:了什么|的话?|什么)|话"
        r"|(?:str)?content|message|msg|text",
        re.IGNORECASE,
    ),
    "way": re.compile(r"方向|收发|类型|is_?send(?:er)?", re.IGNORECASE),
}
_NEEDED = frozenset({"sender", "text"})


def _read_table(document: Document) -> list[Message]:
    columns: dict[str, int] = {}
    messages: list[Message] = []
    if not any(block.kind == "cell" for block in document.blocks) and not re.search(r"[\t|｜]", document.text):
        return []
    for row in read_rows(document):
        if not row.aligned:
            continue
        headings = _message_columns(row)
        if headings.keys() >= _NEEDED and headings.keys() & {"at", "day"}:
            columns = headings
        elif columns and (message := _message_of_row(row, columns)):
            messages.append(message)
    return messages


def _message_columns(row: Row) -> dict[str, int]:
    found: dict[str, int] = {}
    for cell in row.cells:
        for role, pattern in _COLUMNS.items():
            if len(cell.text) <= 12 and pattern.fullmatch(cell.text.strip()):
                found.setdefault(role, cell.column)
                if cell.text.strip().lower() == "strtime":  # beside it a time in seconds stands
                    found[role] = cell.column
    return found


def _message_of_row(row: Row, columns: dict[str, int]) -> Message | None:
    cells = {columns[role]: role for role in columns}
    found: dict[str, Cell] = {cells[cell.column]: cell for cell in row.cells if cell.column in cells}
    sender, words = found.get("sender"), found.get("text")
    if sender is None or words is None or words.above or RULE.fullmatch(words.text):
        return None
    stamp = " ".join(found[role].text for role in ("day", "at") if role in found)
    match = LONE_STAMP.fullmatch(make_plain(stamp))
    way = found["way"].text if "way" in found else ""
    return Message(
        start=words.start,
        end=words.end,
        sender="我" if re.match(r"发|出|1$", way) else sender.text.strip(),
        at=time_of(match, None) if match else None,
        stamp=stamp,
        text=words.text,
    )


_LABELLED = re.compile(r"(?P<label>[\u4e00-\u9fffA-Za-z]{1,6}) ?: ?(?P<value>\S.*)")


def _read_labelled(document: Document) -> list[Message]:
    """Read records whose time, sender and words stand each on a line of its own, behind their labels."""
    messages: list[Message] = []
    record: dict[str, tuple[str, int, int]] = {}
    for line in read_lines(document.text):
        match = _LABELLED.fullmatch(line.plain, line.mark)
        role = match and next((role for role, name in _COLUMNS.items() if name.fullmatch(match["label"])), None)
        if match is None or role is None:
            continue
        record = {} if role in record else record
        record[role] = (match["value"], line.start + match.start("value"), line.end)
        stamp = " ".join(record[role][0] for role in ("day", "at") if role in record)
        at = LONE_STAMP.fullmatch(stamp)
        if record.keys() >= _NEEDED and at is not None:
            _, start, end = record["text"]
            sender = document.text[record["sender"][1] : record["sender"][2]]
            words = document.text[start:end]
            messages.append(Message(start=start, end=end, sender=sender, at=time_of(at, None), stamp=stamp, text=words))
            record = {}
    return messages if len(messages) >= 2 else []
