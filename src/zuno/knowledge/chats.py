"""Messages of chat exports and mail threads, and what an export says of itself.

Owns the layouts in which sender, time and words of a message are written, and
the header of an export (whose device, which accounts, what was left out).
Whether a chat proves anything is not asked here. Holds no state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from zuno.knowledge.numbers import fold
from zuno.knowledge.records import Document, Message
from zuno.knowledge.transfers import Cell, Row, read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatHeader:
    """What an export of messages says of itself; None where it says nothing."""

    start: int
    end: int
    """Span of the lines above the first message (0, 0 without any)."""
    text: str
    exporter: str | None
    """Who exported, or whose device it is."""
    device: str | None
    """The statement of the device as written: ``周砚秋本人手机（设备留存备查）``."""
    self_name: str | None
    self_account: str | None
    self_phone: str | None
    peer_name: str | None
    peer_account: str | None
    peer_remark: str | None
    peer_phone: str | None
    """As written, often masked."""
    real_names: bool
    """Whether the export says that the members' names are verified."""
    truncations: tuple[tuple[int, int], ...]
    """Spans of marks that something was left out, such as ……（中间部分未截）……."""
    has_years: bool
    """Whether the stamps of the messages show a year; False without stamps."""
    senders: tuple[str, ...]
    """Distinct senders in order of their first message."""


_DAY = (
    r"(?:(?P<y>\d{4}) ?[-/.年] ?(?P<mo>\d{1,2}) ?[-/.月] ?(?P<d>\d{1,2}) ?日?"
    r"|(?P<mo2>\d{1,2})[-/月](?P<d2>\d{1,2})日?|(?P<near>昨天|今天|前天))"
)
_WEEKDAY = r"(?: ?[（(]?(?:星期|周|礼拜)[一二三四五六日天][)）]?)?"
_CLOCK = (
    r"(?P<half>上午|下午|晚上|凌晨|中午|早上|傍晚|[AaPp][Mm])? ?"
    r"(?P<h>\d{1,2}):(?P<mi>\d{2})(?::(?P<s>\d{2})(?:\.\d{1,6})?|(?!:?\d))(?: ?(?P<half2>[AaPp][Mm]))?"
)
_STAMP = rf"(?P<stamp>(?:{_DAY}{_WEEKDAY}[ ,T]{{0,3}})?{_CLOCK})"
_SIGN = r"[^\s:\[\]【】,，。!?！？;；|<>=]"
_NAME = (
    rf"(?P<name>(?!\d{{1,4}}[-/.年月:]\d|(?:上午|下午|晚上|凌晨|中午|早上)\d){_SIGN}{{1,24}}"
    rf"(?: (?!\d|(?:上午|下午|晚上|凌晨|中午|早上)\d){_SIGN}{{1,12}}){{0,2}})"
)
_LAYOUTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"[\[【(]{_STAMP}[\]】)] *{_NAME} *(?::|>{{1,3}}|》) *(?P<text>.*)",
        rf"(?:\d{{1,4}}[.、] ?|[◇◆●○•▪*] ?)?{_STAMP}[ \t]+(?:- )?{_NAME} *(?::| -{{1,3}} ) *(?P<text>.+)",
        rf"[\[【]{_NAME}[\]】] *{_STAMP}:?",
        rf"(?:时间|日期) *: *{_STAMP}[ \t,，;；]+(?:发送[人者方]|发言人|姓名|昵称) *: *{_NAME}[ \t,，;；]+"
        r"(?:内容|消息) *: *(?P<text>.+)",
        rf"[\[【(]?{_STAMP}[\]】)]?[ \t]+{_NAME}:?",
        rf"{_NAME} *[\[(【]{_STAMP}[\])】] *:? *(?P<text>.*)",
        rf"{_NAME}[ \t]+{_STAMP} *: *(?P<text>.+)",
        rf"{_NAME}[ \t]*[ \t:]{_STAMP}:?",
    )
)
_LONE_STAMP = re.compile(rf"[-—–=~·*#\s]*{_STAMP}[-—–=~·*#\s]*")
_LONE_DAY = re.compile(rf"[-—–=~·*#\s\[【]*{_DAY}{_WEEKDAY}[-—–=~·*#\s\]】]*")
_SPOKEN = re.compile(rf"(?P<name>(?!\d){_SIGN}{{1,16}}) ?: ?(?P<text>\S.*)")
_LONE_NAME = re.compile(rf"{_NAME}[。.·~!？?]{{0,3}}")
"""A name alone on its line; nicknames may end in a mark."""
_NO_SENDER = re.compile(
    r"导出|设备|备注|对方|本方|我方|群名|成员|微信号|账号|日期|时间|主题|标题|地址|电话|金额|合计|编号|附件|说明"
    r"|签收|已|甲方|乙方|丙方"
    r"|原告|被告|问$|答$|姓名|名称|性别|单位|证人|案由|共\d|第\d|https?"
)
_LABEL_LIKE = re.compile(
    r".*(?:号码?|日期|时间|地址|名称|金额|数量|单价|品名|规格|识别号|内容|事项|目的|备注|类型|合计|大写|[^对]方|[人员])"
    r"(?:[（(].*)?"
)
_RULE = re.compile(r"[-—–=~·*#_\s]*")
_CUT_MARK = re.compile(
    r"(?:[.…—–\-*（(【\[~\s]{1,12}(?:[^\n]{0,14}?)|(?:中间|以下|以上|其余|后面|前面|其他|此处|部分)[^\n]{0,10}?)"
    r"(?:未截|未完整|省略|从略|中略|下略|上略|略去|略|未导出|未显示|未打印|未保存|不显示)[^\n]{0,10}"
)
_CUT_WORD = re.compile(r"节选|部分截[图取]|截取|部分省略|未截[图全]?|片段")
_LEAST_SPOKEN = 4


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    plain: str
    """Folded, without blanks at either end; ``start`` and ``end`` are its span."""


@dataclass(slots=True)
class _Open:
    """A message whose words are still being collected."""

    sender: str
    stamp: str
    at: datetime | None
    start: int
    end: int
    line_start: int


def find_messages(document: Document) -> list[Message]:
    """Find the messages of a chat export, a table of messages or a mail with its thread.

    Marks of omission, rules and lines that hold only a date belong to no
    message. A stamp without a year gives ``at`` None, never a guess. Mails are
    in local time of China.

    Returns:
        Messages by start; empty for a document that is no conversation.
    """
    messages = _read_mails(document) or _read_table(document) or _read_chat(document)[0]
    return sorted(messages, key=lambda message: message.start)


def _lines(text: str) -> list[_Line]:
    plain = fold(text)
    lines: list[_Line] = []
    start = 0
    for line in plain.split("\n"):
        bare = line.strip()
        begin = start + len(line) - len(line.lstrip())
        lines.append(_Line(begin, begin + len(bare), bare))
        start += len(line) + 1
    return lines


def _read_chat(document: Document) -> tuple[list[Message], int]:
    """Return the messages and where the first one opens."""
    lines = _lines(document.text)
    found, first = _read_stamped(document.text, lines)
    if len(found) < 2 and not (found and re.search(r"聊天|微信|会话|导出|QQ|钉钉|短信", document.text[:first])):
        found, first = _read_spoken(document.text, lines)
    return found, first


def _has_dates(lines: list[_Line]) -> bool:
    return any((match := _match_layout(line.plain)) and _dated(match) for line in lines)


def _dated(match: re.Match[str]) -> bool:
    return bool(match["y"] or match["mo2"])


def _match_layout(plain: str) -> re.Match[str] | None:
    if ":" not in plain or len(plain) > 2_000 or not re.search(r"\d:\d\d", plain[:80]):
        return None
    for layout in _LAYOUTS:
        match = layout.fullmatch(plain)
        if match and not _NO_SENDER.match(match["name"]):
            return match
    return None


def _read_stamped(text: str, lines: list[_Line]) -> tuple[list[Message], int]:
    reader = _StampedReader(text, needs_day=_has_dates(lines), two_lines=_names_above_stamps(lines))
    for at, line in enumerate(lines):
        if line.plain:
            reader.take(line, lines[at + 1] if at + 1 < len(lines) else None)
    reader.close()
    return reader.messages, reader.first


class _StampedReader:
    """Collects messages line by line; a line opens a message, parts messages, or goes on with one."""

    def __init__(self, text: str, *, needs_day: bool, two_lines: frozenset[str]) -> None:
        self._text = text
        self._needs_day = needs_day
        self._two_lines = two_lines
        self._day: date | None = None
        self._lone = ""
        self._name = ""
        self._current: _Open | None = None
        self.messages: list[Message] = []
        self.first = 0

    def take(self, line: _Line, below: _Line | None) -> None:
        """Take in the next line that is not blank."""
        match = _match_layout(line.plain)
        alone = _LONE_DAY.fullmatch(line.plain) or _LONE_STAMP.fullmatch(line.plain)
        if match and (_dated(match) or self._day is not None or not self._needs_day):
            self._start(_open(self._text, match, line, self._day))
        elif line.plain in self._two_lines and below is not None and _LONE_STAMP.fullmatch(below.plain):
            self.close()
            self._name, self._current = self._text[line.start : line.end], None
            self.first = self.first if self.messages else line.start
        elif self._name and alone:
            self._start(_open_below(self._name, alone, line))
            self._name = ""
        elif _CUT_MARK.fullmatch(line.plain) or _RULE.fullmatch(line.plain):
            self.close()
        elif alone and _dated(alone):
            self.close()
            self._day, self._lone = _day_of(alone), line.plain
        elif self._lone and (spoken := _SPOKEN.fullmatch(line.plain)) and _is_talker(spoken["name"]):
            self._start(_open_spoken(self._text, spoken, line, self._lone, self._day))
        elif self._current is not None:
            self._current.start = line.start if self._current.start < 0 else self._current.start
            self._current.end = line.end

    def _start(self, message: _Open) -> None:
        self.close()
        self._current = message
        if not self.messages and not self.first:
            self.first = message.line_start

    def close(self) -> None:
        """Keep the message at hand, if it has words."""
        current, self._current = self._current, None
        if current is not None and current.start >= 0:
            words = self._text[current.start : current.end]
            self.messages.append(
                Message(
                    start=current.start,
                    end=current.end,
                    sender=current.sender,
                    at=current.at,
                    stamp=current.stamp,
                    text=words,
                )
            )


def _is_talker(name: str) -> bool:
    """Tell a speaker from the label of a form."""
    return not _NO_SENDER.match(name) and not _LABEL_LIKE.fullmatch(name)


def _names_above_stamps(lines: list[_Line]) -> frozenset[str]:
    """Return the names that stand alone above a stamp that stands alone, again and again."""
    filled = [line.plain for line in lines if line.plain]
    names = Counter(
        name
        for name, stamp, words in zip(filled, filled[1:], filled[2:], strict=False)
        if _LONE_STAMP.fullmatch(stamp)
        and _LONE_NAME.fullmatch(name)
        and not _SPOKEN.fullmatch(words)
        and not _NO_SENDER.match(name)
    )
    enough = 2 if len(names) > 2 else 1
    return frozenset(name for name, count in names.items() if count >= enough)


def _open_below(name: str, match: re.Match[str], line: _Line) -> _Open:
    stamp = _LONE_STAMP.fullmatch(line.plain)
    at = _time_of(stamp, None) if stamp else None
    return _Open(sender=name, stamp=match.group().strip(), at=at, start=-1, end=-1, line_start=line.start)


def _written_name(text: str, match: re.Match[str], line: _Line) -> str:
    return text[line.start + match.start("name") : line.start + match.end("name")].strip()


def _open(text: str, match: re.Match[str], line: _Line, day: date | None) -> _Open:
    groups = match.groupdict()
    has_text = bool(groups.get("text"))
    start = line.start + match.start("text") if has_text else -1
    return _Open(
        sender=_written_name(text, match, line),
        stamp=match["stamp"].strip(),
        at=_time_of(match, day),
        start=start,
        end=line.end if has_text else -1,
        line_start=line.start,
    )


def _open_spoken(text: str, match: re.Match[str], line: _Line, lone: str, day: date | None) -> _Open:
    stamp = _LONE_STAMP.fullmatch(lone)
    return _Open(
        sender=_written_name(text, match, line),
        stamp=stamp["stamp"] if stamp else "",
        at=_time_of(stamp, day) if stamp else None,
        start=line.start + match.start("text"),
        end=line.end,
        line_start=line.start,
    )


def _day_of(match: re.Match[str]) -> date | None:
    if not match["y"]:
        return None
    try:
        return date(int(match["y"]), int(match["mo"]), int(match["d"]))
    except ValueError:
        return None


def _time_of(match: re.Match[str], day: date | None) -> datetime | None:
    """Return the moment of a stamp; the day of a line above counts for a stamp with a time only."""
    own = _day_of(match)
    if own is None and (match["mo2"] or match["near"] or match["y"]):
        return None
    base = own or day
    hour, minute = int(match["h"]), int(match["mi"])
    half = (match["half"] or match["half2"] or "").lower()
    if half in ("下午", "晚上", "傍晚", "pm") and hour < 12:
        hour += 12
    if half in ("凌晨", "am") and hour == 12:
        hour = 0
    if base is None or hour > 23 or minute > 59:
        return None
    return datetime(base.year, base.month, base.day, hour, minute, int(match["s"] or 0))  # noqa: DTZ001


def _read_spoken(text: str, lines: list[_Line]) -> tuple[list[Message], int]:
    """Read ``name: words`` without stamps, where a few names take turns through most of the lines."""
    turns = [(line, match) for line in lines if (match := _SPOKEN.fullmatch(line.plain)) and _is_talker(match["name"])]
    counts = Counter(match["name"] for _, match in turns)
    talkers = {name for name, count in counts.items() if count >= 2 and len(name) <= 10}
    spoken = [(line, match) for line, match in turns if match["name"] in talkers]
    filled = sum(1 for line in lines if line.plain)
    loudest = sum(count for _, count in counts.most_common(2))
    if len(spoken) < _LEAST_SPOKEN or not 2 <= len(talkers) <= 8 or len(spoken) * 2 < filled:
        return [], 0
    if loudest * 10 < len(turns) * 6:
        return [], 0
    messages = [
        Message(
            start=line.start + match.start("text"),
            end=line.end,
            sender=_written_name(text, match, line),
            at=None,
            stamp="",
            text=text[line.start + match.start("text") : line.end],
        )
        for line, match in spoken
    ]
    return messages, spoken[0][0].start


_COLUMNS = {
    "at": re.compile(r"(?:发送|消息|聊天)?(?:时间|日期)(?:戳)?"),
    "sender": re.compile(r"发送[人者方]|发言人|昵称|发信人|说话人|发送人昵称|成员|用户(?:名|昵称)?|姓名"),
    "text": re.compile(r"(?:消息|聊天|发送|会话)?内容|消息|文本|聊天记录"),
}


def _read_table(document: Document) -> list[Message]:
    columns: dict[str, int] = {}
    messages: list[Message] = []
    if not any(block.kind == "cell" for block in document.blocks) and not re.search(r"[\t|｜]", document.text):
        return []
    for row in read_rows(document):
        if not row.aligned:
            continue
        headings = _message_columns(row)
        if len(headings) == 3:
            columns = headings
        elif columns and (message := _message_of_row(row, columns)):
            messages.append(message)
    return messages


def _message_columns(row: Row) -> dict[str, int]:
    return {
        role: cell.column
        for cell in row.cells
        for role, pattern in _COLUMNS.items()
        if len(cell.text) <= 8 and pattern.fullmatch(cell.text.strip())
    }


def _message_of_row(row: Row, columns: dict[str, int]) -> Message | None:
    cells = {cell.column: cell for cell in row.cells}
    sender, words = cells.get(columns["sender"]), cells.get(columns["text"])
    stamp: Cell | None = cells.get(columns["at"])
    if sender is None or words is None or _RULE.fullmatch(words.text):
        return None
    match = _LONE_STAMP.fullmatch(fold(stamp.text)) if stamp else None
    return Message(
        start=words.start,
        end=words.end,
        sender=sender.text.strip(),
        at=_time_of(match, None) if match else None,
        stamp=stamp.text if stamp else "",
        text=words.text,
    )


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


def _read_mails(document: Document) -> list[Message]:
    lines = _lines(document.text)
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


def _mail_heads(lines: list[_Line]) -> Iterator[_Mail]:
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
    match = re.search(_STAMP, stamp)
    if match and match["y"]:
        local = _time_of(match, None)
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


_SIDE = re.compile(
    r"(?P<peer>对方|好友(?!\n)|聊天对象|消息对象|对端)|(?P<own>本方|我方|己方|本人|导出账号|导出人|导出者|机主|自己)"
    r"|(?:企业微信号|微信号|微信ID|微信账号|QQ号?|钉钉号|账号)[: ]{0,3}(?P<account>[A-Za-z][\w\-]{4,40}|\d{5,11})"
    r"|(?P<wxid>wxid_\w{3,40})"
    r"|备注(?:名称?|为)?[: ]{0,3}(?P<remark>[^\s,，;；|。、]{1,24})|(?P<phone>1\d{2}[\d*]{8})(?!\d)"
)
_SIDE_NAME = re.compile(r"(?:昵称|姓名|名称)?[: ]{1,3}(?P<name>[\u4e00-\u9fffA-Za-z][^\s,，;；|。、:（(]{0,15})")
_DEVICE = re.compile(
    r"(?:设备|导出设备|手机设备|使用设备|原始载体)[: ]{1,3}(?P<value>[^|\n;；]{2,40}?)(?= {2}|[|\n;；]|$)"
)
_PHONE_OF = re.compile(
    r"(?P<value>(?P<owner>[\u4e00-\u9fff]{2,8}?)(?:本人|业务|个人|自用|工作|名下)?(?:的)?手机)(?!号|[: ]?1\d)"
)
_EXPORTER = re.compile(r"导出(?:账号|人|者)[: ]{1,3}(?P<name>[\u4e00-\u9fff]{2,8})")


def chat_header(document: Document) -> ChatHeader:
    """Read what a chat export says of itself: device, accounts, names, omissions.

    An account, remark or phone belongs to the side named last before it (对方,
    本方); without one, to the exporter. Marks of omission are looked for in the
    whole document.
    """
    messages, first = _read_chat(document)
    head = document.text[:first].rstrip() if messages else ""
    plain = fold(head)
    start = len(head) - len(head.lstrip())
    sides = _read_sides(head, plain)
    device = _DEVICE.search(plain) or _PHONE_OF.search(plain)
    owner = _PHONE_OF.search(plain)
    exporter = _EXPORTER.search(plain)
    named = exporter["name"] if exporter else owner["owner"] if owner and owner["owner"] != "本人" else None
    return ChatHeader(
        start=start if head.strip() else 0,
        end=len(head) if head.strip() else 0,
        text=head.strip(),
        exporter=named or sides.get("own_name"),
        device=head[device.start("value") : device.end("value")].strip() if device else None,
        self_name=sides.get("own_name"),
        self_account=sides.get("own_account"),
        self_phone=sides.get("own_phone"),
        peer_name=sides.get("peer_name"),
        peer_account=sides.get("peer_account"),
        peer_remark=sides.get("peer_remark"),
        peer_phone=sides.get("peer_phone"),
        real_names=bool(re.search(r"实名", plain)),
        truncations=tuple(_find_cuts(document.text, first)),
        has_years=any(message.at is not None for message in messages),
        senders=tuple(dict.fromkeys(message.sender for message in messages)),
    )


def _read_sides(head: str, plain: str) -> dict[str, str]:
    sides: dict[str, str] = {}
    side = "own"
    for match in _SIDE.finditer(plain):
        if match["peer"] or match["own"]:
            side = "peer" if match["peer"] else "own"
            name = _SIDE_NAME.match(plain, match.end())
            if name and not re.match(r"手机|微信|账号", name["name"]):
                sides.setdefault(f"{side}_name", name["name"])
        elif match["remark"]:
            sides.setdefault("peer_remark", head[match.start("remark") : match.end("remark")])
        elif match["phone"]:
            sides.setdefault(f"{side}_phone", match["phone"])
        else:
            sides.setdefault(f"{side}_account", match["account"] or match["wxid"])
    return sides


def _find_cuts(text: str, first: int) -> Iterator[tuple[int, int]]:
    for line in _lines(text):
        if line.plain and len(line.plain) <= 40 and _CUT_MARK.fullmatch(line.plain):
            yield line.start, line.end
    for match in _CUT_WORD.finditer(text, 0, first):
        yield match.span()
