"""Text files: TXT, Markdown and delimited tables (CSV, TSV, text behind ``.xls``).

Offsets count code points of the decoded text with one kind of line end; a cell
is marked inside its quotes, in the very text of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from zuno.knowledge.parsing.charset import SAMPLE_BYTES, Decoded, decode
from zuno.knowledge.parsing.reading import COARSE_BLOCK_CHARS, FINE_BLOCKS, Reading, Refusal, spoken_bytes
from zuno.knowledge.records import Block, Page

TEXT_LIMIT_BYTES = 48 * 1024 * 1024
"""Largest text file that is read; larger ones are refused as ``over_budget``."""

DIALECT_LINES = 60
"""Lines looked at to find the delimiter."""

_DELIMITERS = (",", "\t", ";")
_AMBIGUOUS = "编码无法确定：已按 {encoding} 读出，请核对文字；不符时请另存为 UTF-8 后重新放入。"
_DAMAGED = "有 {count} 处字节无法按 {encoding} 解码，已用 � 代替；请核对或重新导出。"


def read_text(data: bytes, format: str) -> Reading:
    """Read a text file, one block per line that is not blank.

    Args:
        data: The whole file.
        format: ``txt`` or ``md``.

    Raises:
        Refusal: ``over_budget``, ``not_text`` or ``empty``.
    """
    decoded = _decoded(data, format)
    blocks = mark_lines(decoded.text, 0, "行", FINE_BLOCKS)
    return _reading(decoded, format, blocks)


def read_table(data: bytes) -> Reading:
    """Read a delimited table, one block per cell that is not blank.

    Raises:
        Refusal: ``over_budget``, ``not_text`` or ``empty``.
    """
    decoded = _decoded(data, "csv")
    return _reading(decoded, "csv", _cells(decoded.text, delimiter_of(decoded.text)))


def delimiter_of(text: str) -> str:
    """Return the delimiter whose count per line, outside quotes, agrees on most lines.

    Title lines above the table do not count. Without any delimiter the comma is returned.
    """
    lines = [line for line in text[:200_000].split("\n")[:DIALECT_LINES] if line.strip()]
    bare = [re.sub(r'"[^"]*"', "", line) for line in lines]
    best: tuple[int, int, str] = (0, 0, ",")
    for delimiter in _DELIMITERS:
        counts = Counter(count for line in bare if (count := line.count(delimiter)))
        if counts:
            per_line, agreeing = counts.most_common(1)[0]
            best = max(best, (agreeing, per_line, delimiter), key=lambda found: found[:2])
    return best[2]


def _decoded(data: bytes, format: str) -> Decoded:
    large = len(data) > TEXT_LIMIT_BYTES
    decoded = decode(data[:SAMPLE_BYTES] if large else data)
    if decoded is None:
        raise Refusal("not_text", "不是可识别的文字（可能是二进制文件改了后缀）；请用原软件打开并另存。", format=format)
    if large:
        size, limit = spoken_bytes(len(data)), spoken_bytes(TEXT_LIMIT_BYTES)
        raise Refusal("over_budget", f"文本 {size}，超过上限 {limit}，未读；请拆分后重新放入。", format=format)
    text = decoded.text
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text or text.isspace():
        raise Refusal("empty", "文件里没有文字；请核对是否导出失败。", format=format)
    return Decoded(text=text, encoding=decoded.encoding, ambiguous=decoded.ambiguous, damaged=decoded.damaged)


def _reading(decoded: Decoded, format: str, blocks: list[Block]) -> Reading:
    reason, detail, flags = doubts(decoded)
    if len(blocks) > FINE_BLOCKS:
        flags = (*flags, "blocks_coarse")
    return Reading(
        format=format,
        state="partial" if reason else "ready",
        reason=reason,
        detail=detail,
        flags=flags,
        encoding=decoded.encoding,
        text=decoded.text,
        pages=(Page(number=1, start=0, end=len(decoded.text)),),
        blocks=tuple(blocks),
    )


def doubts(decoded: Decoded) -> tuple[str | None, str, tuple[str, ...]]:
    """Return reason, detail and flags for text whose decoding is not certain."""
    if decoded.ambiguous:
        return "encoding_ambiguous", _AMBIGUOUS.format(encoding=decoded.encoding), ("encoding_ambiguous",)
    if decoded.damaged:
        detail = _DAMAGED.format(count=decoded.damaged, encoding=decoded.encoding)
        return "undecodable_bytes", detail, ("undecodable_bytes",)
    return None, "", ()


def mark_lines(text: str, start: int, label: str, limit: int) -> list[Block]:
    """Mark each line that is not blank; after ``limit`` blocks, stretches of lines.

    Args:
        text: The whole text.
        start: Where the first line begins; it gets the number 1.
        label: What stands before the number in a locator.
        limit: Blocks that may be made line by line.
    """
    blocks: list[Block] = []
    number = 1
    while start < len(text):
        if len(blocks) >= limit:
            return blocks + _stretches(text, start, label, number)
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if line and not line.isspace():
            blocks.append(Block(start=start, end=end, kind="paragraph", locator=f"{label}{number}"))
        start, number = end + 1, number + 1
    return blocks


def _stretches(text: str, start: int, label: str, number: int) -> list[Block]:
    """Mark the rest of a huge text in stretches of whole lines."""
    blocks: list[Block] = []
    while start < len(text):
        end = text.find("\n", start + COARSE_BLOCK_CHARS)
        if end < 0:
            end = len(text)
        shown_end = end if end < len(text) else start + len(text[start:].rstrip())
        if shown_end > start:
            blocks.append(Block(start=start, end=shown_end, kind="paragraph", locator=f"{label}{number}起"))
        number += text.count("\n", start, end) + 1
        start = end + 1
    return blocks


def _cells(text: str, delimiter: str) -> list[Block]:
    """Mark each cell that is not blank; beyond the fine blocks, stretches of rows."""
    blocks: list[Block] = []
    row = column = 1
    for start, end, stop in _fields(text, delimiter):
        cell = text[start:end]
        if cell and not cell.isspace():
            start += len(cell) - len(cell.lstrip())
            end -= len(cell) - len(cell.rstrip())
            blocks.append(Block(start=start, end=end, kind="cell", locator=f"行{row}列{column}"))
        column += 1
        if text[stop : stop + 1] == "\n":
            row, column = row + 1, 1
            if len(blocks) >= FINE_BLOCKS:
                return blocks + _stretches(text, stop + 1, "行", row)
    return blocks


def _fields(text: str, delimiter: str) -> Iterator[tuple[int, int, int]]:
    """Yield each field as (start, end, stop): the span inside its quotes and where it stops."""
    plain = re.compile(f"[^{re.escape(delimiter)}\n]*")
    quoted = re.compile(r' *="([^"]*+(?:""[^"]*+)*+)"| *"([^"]*+(?:""[^"]*+)*+)"')
    at = 0
    while at <= len(text):
        match = quoted.match(text, at) if text.startswith(('"', " ", "="), at) else None
        if match:
            inner = 1 if match.group(1) is not None else 2
            stop = _end(plain, text, match.end())
            yield match.start(inner), match.end(inner), stop
        else:
            stop = _end(plain, text, at)
            yield at, stop, stop
        at = stop + 1


def _end(plain: re.Pattern[str], text: str, at: int) -> int:
    match = plain.match(text, at)
    return match.end() if match else at
