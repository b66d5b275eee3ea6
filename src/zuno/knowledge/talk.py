"""Lines of talk: the layouts in which sender, time and words of a message are written.

Owns the reading of chat exports line by line, with stamps and without.
Whether a chat proves anything is not asked here. Holds no state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from zuno.knowledge.records import Document, Message
from zuno.knowledge.stamps import (
    CLOCK,
    CUT_MARK,
    DAY,
    HALF,
    LONE_DAY,
    LONE_STAMP,
    RULE,
    STAMP,
    WEEKDAY,
    Line,
    day_of,
    is_dated,
    read_lines,
    time_of,
)

_SIGN = r"[^\s:\[\],，。!?！？;；|<>=]"
_NAME = (
    rf"(?P<name>(?!\d{{1,4}}[-/.年月:时点]\d|{HALF}\d){_SIGN}{{1,24}}"
    rf"(?: (?!\d|-|{HALF}\d){_SIGN}{{1,12}}){{0,2}})(?: ?<[^<>\n]{{3,40}}>)?"
)
_CELL = r"(?:[ \t]*[|\t][ \t]*| / )"
_LAYOUTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"[\[(]{STAMP}[\])] *{_NAME} *(?::|>{{1,3}}|》| -{{1,3}} | ~ ) *(?P<text>.*)",
        rf"{STAMP}[ \t,]+(?:- )?{_NAME} *(?::|>{{1,3}}|》| -{{1,3}} | ~ ) *(?P<text>.+)",
        rf"{STAMP}{_CELL}{_NAME}{_CELL}(?P<text>[^|\t]+)\|?",
        rf"{_NAME}{_CELL}{STAMP}{_CELL}(?P<text>[^|\t]+)\|?",
        rf"\[{_NAME}\] *{STAMP}:?",
        rf"(?:时间|日期) *: *{STAMP}[ \t,，;；]+(?:发送[人者方]|发言人|姓名|昵称) *: *{_NAME}[ \t,，;；]+"
        r"(?:内容|消息) *: *(?P<text>.+)",
        rf"[\[(]?{STAMP}[\])]?[ \t]+{_NAME}:?",
        rf"{_NAME} *[\[(]{STAMP}[\])] *:? *(?P<text>.*)",
        rf"{_NAME}[ \t]+{STAMP} *: *(?P<text>.+)",
        rf"{_NAME}[ \t]*[ \t:]{STAMP}:?",
        rf"{_NAME} *: *(?P<text>[^\n]+?) *[\[(]{STAMP}[\])]",
    )
)
_DAY_LINE = re.compile(rf"\[?{DAY}{WEEKDAY}\]?[ \t,，:]{{0,3}}{_NAME} *(?::|>{{1,3}}) *(?P<text>\S.*)")
_COLUMN_LINES = (
    re.compile(rf"{STAMP}[ \t]+(?P<name>{_SIGN}{{1,16}})[ \t]+(?P<text>\S.*)"),
    re.compile(rf"(?P<name>(?!\d){_SIGN}{{1,16}})[ \t]+{STAMP}[ \t]+(?P<text>\S.*)"),
)
_SPOKEN = re.compile(rf"(?P<name>(?!\d){_SIGN}{{1,16}}) ?: ?(?P<text>\S.*)")
_NAME_ABOVE = re.compile(rf"(?P<name>(?!\d){_SIGN}{{1,16}}) ?:")
_LONE_NAME = re.compile(rf"{_NAME}[。.·~!？?]{{0,3}}")
"""A name alone on its line; nicknames may end in a mark."""
_NO_SENDER = re.compile(
    r"导出|设备|备注|群名|成员|微信号|账号|日期|时间|主题|标题|地址|电话|金额|合计|编号|附件|说明"
    r"|签收|已|甲方|乙方|丙方|原告|被告|问$|答$|姓名|名称|性别|单位|证人|案由|共\d|第\d|https?"
    r"|(?:收入?|支出?|付|借|贷|转入|转出|存|取)$"
)
_SIDES = re.compile(r"(?:对方|本方|我方)(?!$)")
_EVENT = re.compile(
    r"揽收|揽件|收寄|收件|寄件|派送|派件|妥投|签收|投递|快件|快递|包裹|转运|集散|退回|拒收|网点|站点|入库|出库|登录|打卡"
    r"|上班|下班|支付|转账|消费|支出|收入|工资|结息|取现|存入|退款|充值|盖章|录音|打印|审$"
)
"""Words that name what happened, where a name would stand if the line were talk."""
_COURIER_LINE = re.compile(
    rf"{DAY}[ ,T]{{0,3}}(?:{CLOCK})?[ \t,|]*(?:\[[^\]\n]{{1,20}}\])?(?:[^:\n|]{{0,14}}\|)?[^:\n]{{0,10}}?"
    r"(?:揽收|揽件|收寄|收件|派送|派件|妥投|签收|投递|转运|发往|到达|离开|退回|拒收|已发出|运输中|投柜|自提)"
)
_CARRIER_WORD = re.compile(
    r"揽收|收寄|妥投|派送|派件|投递|运单|快递|邮件号|单号|件号|快件|物流|轨迹|包裹|EMS|挂号|投递|速运|速递|速达|邮政"
)
_LABEL_LIKE = re.compile(
    r".*(?:号码?|日期|时间|地址|名称|金额|数量|单价|品名|规格|识别号|内容|事项|目的|备注|类型|合计|大写|[^对我本]方|[人员]"
    r"|.(?:[条单书函件表据]|合同|协议|记录|流水|发票|目录|照片|证明))(?:[（(].*)?"
)
_MONEY = re.compile(r"[-+¥]{0,2} ?[\d,]+(?:\.\d{1,2})?元?")
_LEAST_SPOKEN = 4
_TALK_WORD = re.compile(r"聊天|微信|会话|导出|QQ|钉钉|短信|飞书|群聊|对话")


@dataclass(slots=True)
class _Open:
    """A message whose words are still being collected."""

    sender: str
    stamp: str
    at: datetime | None
    start: int
    end: int
    line_start: int


def read_chat(document: Document) -> tuple[list[Message], int]:
    """Return the messages of a chat and where the first one opens; nothing for a courier's log."""
    lines = read_lines(document.text)
    if is_courier_log(document.text, lines):
        return [], 0
    reader = _read_stamped(document.text, lines, seen=any(page.layer == "ocr" for page in document.pages))
    found, first = reader.messages, reader.first
    named = _TALK_WORD.search(document.text[:first]) if found else None
    if len(found) < 2 and not named:
        return next((read for read in _read_otherwise(document, lines) if read[0]), ([], 0))
    if reader.opened >= _LEAST_SPOKEN and len(found) * 2 < reader.opened:
        columns = _read_by_columns(document, lines)
        found, first = columns if len(columns[0]) > len(found) else (found, first)
    return _without_verb(found), first


def _read_otherwise(document: Document, lines: list[Line]) -> Iterable[tuple[list[Message], int]]:
    readers: tuple[Callable[[Document, list[Line]], tuple[list[Message], int]], ...] = (
        _read_by_columns,
        _read_by_days,
        _read_spoken,
    )
    return (read(document, lines) for read in readers)


def is_courier_log(text: str, lines: list[Line] | None = None) -> bool:
    """Tell whether a text lists what happened to a parcel, line by line."""
    if not _CARRIER_WORD.search(text[:4_000]):
        return False
    lines = lines or read_lines(text[:4_000])
    return sum(1 for line in lines[:200] if _COURIER_LINE.match(line.plain, line.mark)) >= 2


def _without_verb(messages: list[Message]) -> list[Message]:
    """Drop 说 from senders where all of them are written so."""
    names = {message.sender for message in messages}
    if len(names) < 2 or not all(re.fullmatch(r".{2,}说", name) for name in names):
        return messages
    return [replace(message, sender=message.sender[:-1]) for message in messages]


def _has_dates(lines: list[Line]) -> bool:
    return any((match := _match_layout(line)) and is_dated(match) for line in lines)


def _match_layout(line: Line) -> re.Match[str] | None:
    plain = line.plain
    if len(plain) > 2_000 or not re.search(r"\d[:时点]\d\d", f"{plain[:80]} {plain[-24:]}"):
        return None
    for layout in _LAYOUTS:
        match = layout.fullmatch(plain, line.mark)
        if match and _is_sender_in(match) and not _MONEY.fullmatch((match.groupdict().get("text") or "").strip()):
            return match
    return None


def _is_sender_in(match: re.Match[str]) -> bool:
    groups = match.groupdict()
    words_first = bool(groups.get("text")) and match.start("text") < match.start("stamp") > match.start("name")
    return _is_sender(match["name"]) and not (words_first and _LABEL_LIKE.fullmatch(match["name"]))


def _is_sender(name: str) -> bool:
    return not (_NO_SENDER.match(name) or _SIDES.match(name) or _EVENT.search(name))


def _read_stamped(text: str, lines: list[Line], *, seen: bool) -> _StampedReader:
    above, below = _names_beside_stamps(lines, seen=seen)
    reader = _StampedReader(text, needs_day=_has_dates(lines), above=above, below=below)
    for at, line in enumerate(lines):
        if line.plain:
            reader.take(line, lines[at + 1] if at + 1 < len(lines) else None)
    reader.close()
    return reader


class _StampedReader:
    """Collects messages line by line; a line opens a message, parts messages, or goes on with one."""

    def __init__(self, text: str, *, needs_day: bool, above: frozenset[str], below: frozenset[str]) -> None:
        self._text = text
        self._needs_day = needs_day
        self._above = above
        self._below = below
        self._day: date | None = None
        self._lone = ""
        self._name = ""
        self._current: _Open | None = None
        self.messages: list[Message] = []
        self.first = 0
        self.opened = 0

    def take(self, line: Line, below: Line | None) -> None:
        """Take in the next line that is not blank."""
        match = _match_layout(line)
        alone = LONE_DAY.fullmatch(line.plain) or LONE_STAMP.fullmatch(line.plain)
        if match and (is_dated(match) or self._day is not None or not self._needs_day):
            self._start(_open(self._text, match, line, self._day))
        elif line.plain in self._above and below is not None and LONE_STAMP.fullmatch(below.plain):
            self.close()
            self._name, self._current = self._text[line.start : line.end], None
            self.first = self.first if self.messages else line.start
        elif self._name and alone:
            self._start(_open_below(self._name, alone, line))
            self._name = ""
        elif CUT_MARK.fullmatch(line.plain) or RULE.fullmatch(line.plain):
            self.close()
        elif alone and is_dated(alone):
            self.close()
            self._day, self._lone = day_of(alone), line.plain
        elif line.plain in self._below and (stamp := LONE_STAMP.fullmatch(self._lone)):
            self._start(_open_below(self._text[line.start : line.end], stamp, line))
        elif self._lone and (spoken := _SPOKEN.fullmatch(line.plain, line.mark)) and _is_talker(spoken["name"]):
            self._start(_open_spoken(self._text, spoken, line, self._lone, self._day))
        elif self._current is not None:
            quoted = line.mark if line.plain.startswith(">") else 0
            self._current.start = line.start + quoted if self._current.start < 0 else self._current.start
            self._current.end = line.end

    def _start(self, message: _Open) -> None:
        self.close()
        self._current = message
        self.opened += 1
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
    return _is_sender(name) and not _SIDES.match(name) and not _LABEL_LIKE.fullmatch(name)


def _names_beside_stamps(lines: list[Line], *, seen: bool) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that stand alone above, and alone below, a stamp that stands alone, again and again.

    On a screenshot (``seen``) the sides of the bubbles tell who speaks, and stamps stand between words.
    """
    filled = [line.plain for line in lines if line.plain]
    threes = list(zip(filled, filled[1:], filled[2:], strict=False))
    above = Counter(name for name, stamp, words in threes if LONE_STAMP.fullmatch(stamp) and _is_name_line(name, words))
    below = Counter(
        name
        for stamp, name, words in threes
        if LONE_STAMP.fullmatch(stamp) and not LONE_STAMP.fullmatch(words) and _is_name_line(name, words)
    )
    if sum(below.values()) < 2 or len(below) > 8 or set(above) & set(below):
        below.clear()
    if _come_back(below) and not _come_back(above):
        above.clear()  # what stands above a stamp are the words of the message before
    elif _come_back(above) and not _come_back(below):
        below.clear()
    for names in (above, below) if seen else ():
        if sum(count for count in names.values() if count > 1) * 2 <= sum(names.values()):
            names.clear()
    enough = 2 if seen or len(above) > 2 else 1
    return frozenset(name for name, count in above.items() if count >= enough), frozenset(below)


def _come_back(lines: Counter[str]) -> bool:
    """Tell whether any of the lines stands there more than once, as names do and words do not."""
    return any(count > 1 for count in lines.values())


def _is_name_line(name: str, words: str) -> bool:
    alone = _LONE_NAME.fullmatch(name) and not LONE_STAMP.fullmatch(name) and not LONE_DAY.fullmatch(name)
    return bool(alone) and not _SPOKEN.fullmatch(words) and _is_sender(name)


def _open_below(name: str, match: re.Match[str], line: Line) -> _Open:
    at = time_of(match, None) if "h" in match.groupdict() else None
    return _Open(sender=name, stamp=match.group().strip(), at=at, start=-1, end=-1, line_start=line.start)


def _written_name(text: str, match: re.Match[str], line: Line) -> str:
    name = text[line.start + match.start("name") : line.start + match.end("name")].strip()
    name = name.strip("“”\"'") or name
    return re.sub(r"(?<=.)[（(](?:\d{5,12}|wxid_\w{3,40})[)）]$", "", name)


def _open(text: str, match: re.Match[str], line: Line, day: date | None) -> _Open:
    groups = match.groupdict()
    words = groups.get("text") or ""
    start = line.start + match.start("text") if words else -1
    return _Open(
        sender=_written_name(text, match, line),
        stamp=match["stamp"].strip(),
        at=time_of(match, day),
        start=start,
        end=start + len(words.rstrip()) if words else -1,
        line_start=line.start,
    )


def _open_spoken(text: str, match: re.Match[str], line: Line, lone: str, day: date | None) -> _Open:
    stamp = LONE_STAMP.fullmatch(lone)
    return _Open(
        sender=_written_name(text, match, line),
        stamp=stamp["stamp"] if stamp else "",
        at=time_of(stamp, day) if stamp else None,
        start=line.start + match.start("text"),
        end=line.end,
        line_start=line.start,
    )


def _take_turns(names: Iterable[str], *, least: int) -> frozenset[str]:
    """Return the speakers that speak twice or more, where between two and eight do and they say ``least`` lines."""
    counts = Counter(names)
    talkers = frozenset(name for name, count in counts.items() if count >= 2 and len(name) <= 16)
    enough = sum(counts[name] for name in talkers) >= least
    return talkers if enough and 2 <= len(talkers) <= 8 else frozenset()


def _read_by_columns(document: Document, lines: list[Line]) -> tuple[list[Message], int]:
    """Read stamp, sender and words that only blanks part, in a text that says it is a chat."""
    if not _TALK_WORD.search(document.text[:400] + document.file):
        return [], 0
    found: list[tuple[Line, re.Match[str]]] = []
    times: dict[int, datetime | None] = {}
    day: date | None = None
    for line in lines:
        alone = LONE_DAY.fullmatch(line.plain)
        day = day_of(alone) if alone else day
        match = next((m for layout in _COLUMN_LINES if (m := layout.fullmatch(line.plain, line.mark))), None)
        if match and (is_dated(match) or day) and _is_sender(match["name"]):
            found.append((line, match))
            times[line.start] = time_of(match, day)
    counts = Counter(match["name"] for _, match in found)
    if len(found) < 3 or not 2 <= len(counts) <= 8 or max(counts.values()) < 2:
        return [], 0
    return _messages(document.text, found, lambda line, match: (match["stamp"], times[line.start]))


def _read_by_days(document: Document, lines: list[Line]) -> tuple[list[Message], int]:
    """Read messages whose stamp is a day alone; the day counts from midnight."""
    found = [
        (line, match)
        for line in lines
        if (match := _DAY_LINE.fullmatch(line.plain, line.mark))
        and _is_talker(match["name"])
        and not LONE_STAMP.fullmatch(line.plain)
    ]
    senders = {match["name"] for _, match in found}
    if len(found) < 3 or not 2 <= len(senders) <= 8:
        return [], 0

    def stamp(_: Line, match: re.Match[str]) -> tuple[str, datetime | None]:
        day = day_of(match)
        written = match.group()[: match.start("name") - match.start()].strip(" \t,，:[]")
        return written, datetime(day.year, day.month, day.day) if day else None  # noqa: DTZ001

    return _messages(document.text, found, stamp)


def _messages(
    text: str,
    found: list[tuple[Line, re.Match[str]]],
    stamp: Callable[[Line, re.Match[str]], tuple[str, datetime | None]],
) -> tuple[list[Message], int]:
    messages: list[Message] = []
    for line, match in found:
        written, at = stamp(line, match)
        start = line.start + match.start("text")
        sender = _written_name(text, match, line)
        messages.append(
            Message(start=start, end=line.end, sender=sender, at=at, stamp=written, text=text[start : line.end])
        )
    return messages, found[0][0].start if found else 0


def _read_spoken(document: Document, lines: list[Line]) -> tuple[list[Message], int]:
    """Read ``name: words`` without stamps, where a few names take turns through most of the lines."""
    filled = [line for line in lines if line.plain]
    turns = [
        (line, match)
        for line in filled
        if (match := _SPOKEN.fullmatch(line.plain, line.mark)) and _is_talker(match["name"])
    ]
    counts = Counter(match["name"] for _, match in turns)
    talkers = _take_turns((match["name"] for _, match in turns), least=_LEAST_SPOKEN)
    spoken = [(line, match) for line, match in turns if match["name"] in talkers and len(match["name"]) <= 10]
    loudest = sum(count for _, count in counts.most_common(2))
    if len(spoken) < _LEAST_SPOKEN or len(spoken) * 2 < len(filled) or loudest * 10 < len(turns) * 6:
        return _read_below_names(document.text, filled)
    return _messages(document.text, spoken, lambda _, __: ("", None))


def _read_below_names(text: str, filled: list[Line]) -> tuple[list[Message], int]:
    """Read words that stand below a name with a colon, where a few names take turns."""
    above = [
        (match["name"], at)
        for at, line in enumerate(filled)
        if (match := _NAME_ABOVE.fullmatch(line.plain, line.mark)) and _is_talker(match["name"])
    ]
    talkers = _take_turns((name for name, _ in above), least=_LEAST_SPOKEN)
    heads = [(name, at) for name, at in above if name in talkers]
    messages: list[Message] = []
    for place, (name, at) in enumerate(heads):
        stop = heads[place + 1][1] if place + 1 < len(heads) else min(at + 2, len(filled))
        if stop > at + 1:
            start, end = filled[at + 1].start, filled[stop - 1].end
            messages.append(Message(start=start, end=end, sender=name, at=None, stamp="", text=text[start:end]))
    return messages, filled[heads[0][1]].start if messages else 0
