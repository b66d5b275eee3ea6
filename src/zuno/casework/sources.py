"""The case material as the legal methods read it: each document with its typed facts.

A ``Source`` is a rebuildable reading of one document. Nothing here weighs
anything; who said a thing is settled in ``voices.py``, what it proves in ``evidence.py``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from zuno.casework.records import Quote
from zuno.knowledge import chats, facts, kinds, parties, transfers
from zuno.knowledge.records import (
    CitationFact,
    DateFact,
    Document,
    Message,
    MoneyFact,
    NumberFact,
    PartyFact,
    QuantityFact,
    RateFact,
    Transfer,
)
from zuno.knowledge.tables import Row, read_rows

PLEADINGS = kinds.of_form("pleading")
PAPERWORK = PLEADINGS | kinds.of_form("paperwork")
"""Kinds that are part of the proceedings and never exhibits."""

CONTRACTS = kinds.of_form("contract")
INSTRUMENTS = CONTRACTS | kinds.of_form("instrument")
RECORDS = kinds.of_form("record")
OWN_BOOKS = kinds.of_form("own_book") | {"evidence_list"}
CERTIFICATES = kinds.of_form("certificate")
MESSAGES = kinds.of_form("message")
PRIVATE_KINDS = kinds.of_form("private")

_SENTENCE_END = re.compile(r"[。！？!?；;\n]+")
_MAX_QUOTE = 80


@dataclass(frozen=True)
class Source:
    """One document with what was found in it; facts are found on first use."""

    document: Document
    kind: str
    title: str

    @property
    def file(self) -> str:
        """Name of the file, as in the documents list."""
        return self.document.file

    @property
    def text(self) -> str:
        """The whole text; empty when nothing was read."""
        return self.document.text

    @property
    def read(self) -> bool:
        """Whether some text was read."""
        return bool(self.document.text.strip())

    @cached_property
    def dates(self) -> list[DateFact]:
        """Dates as written, in order."""
        return facts.find_dates(self.text)

    @cached_property
    def money(self) -> list[MoneyFact]:
        """Amounts as written, in order."""
        return facts.find_money(self.text)

    @cached_property
    def rates(self) -> list[RateFact]:
        """Interest and penalty rates."""
        return facts.find_rates(self.text)

    @cached_property
    def quantities(self) -> list[QuantityFact]:
        """Quantities of goods."""
        return facts.find_quantities(self.text)

    @cached_property
    def numbers(self) -> list[NumberFact]:
        """Identity numbers, credit codes, phones, accounts, case numbers."""
        return facts.find_numbers(self.text)

    @cached_property
    def citations(self) -> list[CitationFact]:
        """Citations of law."""
        return facts.find_citations(self.text)

    @cached_property
    def parties(self) -> list[PartyFact]:
        """Parties as this document introduces them."""
        return parties.find_parties(self.text)

    @cached_property
    def transfers(self) -> list[Transfer]:
        """Movements of money recorded here."""
        return transfers.find_transfers(self.document)

    @cached_property
    def rows(self) -> list[Row]:
        """The document as rows of cells."""
        return read_rows(self.document)

    @cached_property
    def messages(self) -> list[Message]:
        """Messages of a chat or mail thread."""
        return chats.find_messages(self.document) if self.kind in MESSAGES else []

    @cached_property
    def acts_found(self) -> dict[str, list[tuple[Any, ...]]]:
        """Acts found in the text, by the set of acts that was looked for (see ``statements.py``)."""
        return {}

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Spans of sentences: cells in sheets, messages in chats, sentences elsewhere."""
        if self.document.format in ("xlsx", "csv"):
            return [(block.start, block.end) for block in self.document.blocks if block.kind == "cell"]
        return list(_sentences(self.text, wrapped=self.document.format == "pdf"))

    def quote(self, start: int, end: int) -> Quote:
        """Return the words from ``start`` to ``end`` as a quote with its page, trimmed of white space."""
        start, end = _trim(self.text, start, min(end, start + 4 * _MAX_QUOTE))
        if end - start > _MAX_QUOTE:
            end = start + _MAX_QUOTE
        return Quote(
            file=self.file,
            page=self.document.page_at(start),
            start=start,
            end=end,
            quote=self.text[start:end],
        )

    def quote_cell(self, start: int, end: int) -> Quote:
        """Quote the whole block that holds a span, so that a sheet is quoted by single cells."""
        block = self.document.block_at(start)
        if block is not None and block.end - block.start <= _MAX_QUOTE:
            return self.quote(block.start, block.end)
        return self.quote(start, end)

    def sentence_at(self, offset: int) -> tuple[int, int]:
        """Return the sentence that holds ``offset``; the single point when none does."""
        at = bisect_right(self._sentence_starts, offset) - 1
        if at >= 0 and offset < self.sentences[at][1]:
            return self.sentences[at]
        return offset, offset

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [start for start, _end in self.sentences]


F = TypeVar("F", MoneyFact, DateFact, RateFact, QuantityFact)


def within(facts_in_order: list[F], start: int, end: int) -> list[F]:
    """Return the facts that lie between two offsets; the list is in order of start."""
    at = bisect_left(facts_in_order, start, key=lambda fact: fact.start)
    found: list[F] = []
    for fact in facts_in_order[at:]:
        if fact.start >= end:
            break
        if fact.end <= end:
            found.append(fact)
    return found


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _sentences(text: str, *, wrapped: bool) -> Iterable[tuple[int, int]]:
    """Cut a text into sentences; in a PDF a line break inside running text does not end one."""
    width = max((len(line) for line in text.split("\n")), default=0)
    start, line_start = 0, 0
    for match in _SENTENCE_END.finditer(text):
        broken = match.group().strip(" ") == "\n"
        if wrapped and broken and match.start() - line_start >= 0.8 * width >= 16:
            line_start = match.end()
            continue
        if text[start : match.start()].strip():
            yield start, match.end() if not broken else match.start()
        start = match.end()
        line_start = match.end()
    if text[start:].strip():
        yield start, len(text)


ANALYSED_LIMIT_CHARS = 500_000
"""Text of one document that is analysed, about 800 pages; what lies beyond is said to be unread."""


def within_budget(document: Document) -> Document:
    """Cut a document to what is analysed; one that was cut is ``partial`` and says so."""
    limit = ANALYSED_LIMIT_CHARS
    if len(document.text) <= limit:
        return document
    return replace(
        document,
        text=document.text[:limit],
        pages=tuple(replace(page, end=min(page.end, limit)) for page in document.pages if page.start < limit),
        blocks=tuple(block for block in document.blocks if block.end <= limit),
        state="partial",
        reason="over_budget",
        detail=f"文本{len(document.text):,}字，只分析前{limit:,}字；其余按未读处理，请拆分后放入。",
    )


def examine(documents: Iterable[Document], classify: Callable[[Document], str] = kinds.classify) -> list[Source]:
    """Classify and title every document; containers are kept, so that nothing is dropped.

    Args:
        documents: As they were read.
        classify: Returns the kind of a document.
    """
    seen: dict[str, int] = {}
    found: list[Source] = []
    for document in documents:
        kind = classify(document)
        if kind == "email" and re.search(r"主题[：:][^\n]{0,20}答辩", document.text[:400]):
            kind = "answer"  # an answer sent to the court by mail is an answer
        title = _title(document, kind)
        seen[title] = seen.get(title, 0) + 1
        if seen[title] > 1:
            title = f"{title}（{seen[title]}）"
        found.append(Source(document=document, kind=kind, title=title))
    return found


_NUMBERING = re.compile(r"^(?:证据?(?=\s*\d))?[\s\d._\-、]*(?:[（(]\d+[）)])?[\s._\-、]*(?=\D)")
_KIND_TITLES = {
    "complaint": "民事起诉状",
    "answer": "答辩状",
    "iou": "借条",
    "bank_statement": "银行流水",
    "bank_receipt": "银行回单",
    "chat": "聊天记录",
    "email": "电子邮件",
    "evidence_list": "证据目录",
    "power_of_attorney": "授权委托书",
    "memo": "内部备忘",
}


def _title(document: Document, kind: str) -> str:
    """Name a document as people would: its own title line, else its kind, else its tidied file name."""
    name = document.file.rsplit("!", 1)[-1].rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0] if "." in name else name
    stem = _NUMBERING.sub("", stem).replace("_", " ").strip()
    if re.search(r"[\u4e00-\u9fff]", stem):
        return stem
    return _KIND_TITLES.get(kind, stem or name)
