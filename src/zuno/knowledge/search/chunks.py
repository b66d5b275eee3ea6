"""Chunks: the pieces of a document's text that search ranks and quotes."""

from __future__ import annotations

import re
from bisect import bisect_left

from zuno.knowledge.records import Document

VERSION = "chunks-1"

TARGET_CHARS = 300
"""A chunk ends at the first good place after so many code points …"""
LONGEST_CHARS = 500
"""… and in any case here."""

_SENTENCE_END = re.compile(r"[。！？!?；;]+[”’」』）)]*|\n")


def cut(document: Document) -> list[tuple[int, int]]:
    """Return start and end of each chunk of a document, in order.

    No chunk crosses a page; each code point that is not white space is in exactly one.
    A chunk ends with a block where it can, else with a sentence.
    """
    text = document.text
    starts = sorted({0, *(page.start for page in document.pages if page.start < len(text))})
    block_ends = sorted({block.end for block in document.blocks})
    chunks: list[tuple[int, int]] = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        at = start
        while at < end:
            stop = _stop(text, at, end, block_ends)
            chunks.append((at, stop))
            at = stop
    return [(start, end) for start, end in (_trimmed(text, *chunk) for chunk in chunks) if start < end]


def _stop(text: str, at: int, end: int, block_ends: list[int]) -> int:
    """Return where the chunk that begins at ``at`` ends."""
    if end - at <= LONGEST_CHARS:
        return end
    low, high = at + TARGET_CHARS, at + LONGEST_CHARS
    place = bisect_left(block_ends, low)
    if place < len(block_ends) and block_ends[place] <= high:
        return block_ends[place]
    ends = [match.end() for match in _SENTENCE_END.finditer(text, at + TARGET_CHARS // 2, high)]
    late = [stop for stop in ends if stop >= low]
    return late[0] if late else ends[-1] if ends else high


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
