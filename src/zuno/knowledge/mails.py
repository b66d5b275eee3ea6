"""Mails and the threads they quote: who wrote, when, and the words.

Holds no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from zuno.knowledge.records import Document, Message
from zuno.knowledge.stamps import STAMP, Line, read_lines, time_of

_MAIL_LABELS = {
    "sender": r"发件人|寄件人|发信人|发送人|From",
    "at": r"发送时间|发送日期|发件时间|时间|日期|Date|Sent",
    "other": r"收件人|抄送|密送|To|Cc|Bcc|主题|Subject|标题|附件|重要性|回复",
}
_MAIL_WORDS = "|".join(f"(?P<{role}>{words})" for role, words in _MAIL_LABELS.items())
_MAIL_LABEL = re.compile(rf"[>\s]*(?:\*\*)?(?:{_MAIL_WORDS})(?:\*\*)? ?: ?(?P<value>.*)", re.IGNORECASE)
_WROTE = re.compile(
    r"[>\s]*(?:在|于|On )?\s*(?P<at>[^<>\n]{6,60}?\d:\d\d(?::\d\d)?(?: ?[AP]M)?)[,，\s]+(?P<value>[^,，<>\n]{1,30}?)\s*"
    r"(?:<[^>\n]{0,60}>)?\s*(?:写道|wrote|说)\s*:"
)
_MAIL_RULE = re.compile(
    r"[-—_=>\s]*(?:原始邮件|原邮件|原文|转发的?邮件(?:信息)?|回复的原邮件|Original Message"
    r"|Forwarded message)[-—_=\s:]*",
    re.IGNORECASE,
)
_CHINA = timezone(timedelta(hours=8))


@dataclass(slots=True)
class _Mail:
    sender: str
    stamp: str
    first: int
    """Line of its first label."""
    body: int
    """First line of its body."""


def read_mails(document: Document) -> list[Message]:
    """Find a mail and the mails that it quotes, in local time of China; empty where no head of a mail stands."""
    lines = read_lines(document.text)
    mails = list(_mail_heads(lines))
    messages: list[Message] = []
    for at, mail in enumerate(mails):
        stop = mails[at + 1].first if at + 1 < len(mails) else len(lines)
        body = [line for line in lines[mail.body : stop] if line.plain and not _MAIL_RULE.fullmatch(line.plain)]
        if body:
            start, end = body[0].start, body[-1].end
            messages.append(
                Message(
                    start=start,
                    end=end,
                    sender=mail.sender,
                    at=_mail_time(mail.stamp),
                    stamp=mail.stamp,
                    text=document.text[start:end],
                )
            )
    return messages


def _mail_heads(lines: list[Line]) -> Iterator[_Mail]:
    at = 0
    while at < len(lines):
        wrote = _WROTE.fullmatch(lines[at].plain)
        if wrote:
            yield _Mail(_sender(wrote["value"]), wrote["at"].strip(), at, at + 1)
            at += 1
            continue
        values: dict[str, str] = {}
        first = at
        while at < len(lines) and (label := _MAIL_LABEL.fullmatch(lines[at].plain)):
            role = label.lastgroup if label.lastgroup != "value" else None
            role = role or next(name for name in _MAIL_LABELS if label[name])
            values.setdefault(role, label["value"].strip())
            at += 1
        if at - first >= 2 and "sender" in values:
            yield _Mail(_sender(values["sender"]), values.get("at", ""), first, at)
        at = at if at > first else at + 1


def _sender(written: str) -> str:
    name = re.sub(r"\s*[<\[(][^<>\[\]()]*@[^<>\[\]()]*[>\])]\s*", "", written).strip(" \"'“”")
    return name or written.strip()


def _mail_time(stamp: str) -> datetime | None:
    """Return the local time in China of a mail's date, as headers and quotes write it."""
    match = re.search(STAMP, stamp)
    if match and match["y"]:
        local = time_of(match, None)
        zone = re.search(r"([+-])(\d{2}):?(\d{2})\s*$", stamp[match.end() :])
        if local is None or zone is None:
            return local
        offset = timedelta(hours=int(zone[2]), minutes=int(zone[3])) * (1 if zone[1] == "+" else -1)
        return local.replace(tzinfo=timezone(offset)).astimezone(_CHINA).replace(tzinfo=None)
    try:
        at = parsedate_to_datetime(stamp)
    except (ValueError, TypeError, IndexError):
        return None
    return at.astimezone(_CHINA).replace(tzinfo=None) if at.tzinfo else at
