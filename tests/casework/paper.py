"""Small papers for tests: a text becomes a Document as the parsers would make it."""

from __future__ import annotations

import hashlib

from zuno.casework.sources import Source
from zuno.knowledge.records import Block, Document, Page


def document(file: str, text: str, *, format: str = "txt", state: str = "ready", reason: str | None = None) -> Document:
    """A read document whose paragraphs are its blocks; a refused one when ``state`` says so."""
    blocks: list[Block] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            blocks.append(Block(start=at, end=at + len(line), kind="paragraph", locator=f"¶{number}"))
        at += len(line) + 1
    return Document(
        file=file,
        sha256=hashlib.sha256(text.encode() or file.encode()).hexdigest(),
        size_bytes=len(text.encode()),
        format=format,
        state=state,  # type: ignore[arg-type]
        reason=reason,
        detail="" if state == "ready" else "需要文字识别",
        text=text,
        pages=(Page(number=1, start=0, end=len(text)),) if text else (),
        blocks=tuple(blocks),
    )


def unread(file: str) -> Document:
    """A photo or scan that has not been read."""
    return document(file, "", format="image", state="refused", reason="needs_ocr")


def source(kind: str, text: str) -> Source:
    """A source of a known kind."""
    return Source(document=document(f"{kind}.txt", text), kind=kind, title=kind)
