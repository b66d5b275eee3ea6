"""Records of the knowledge room: what was read, and where each thing stands.

All offsets are code points into ``Document.text``. Everything here is a
rebuildable derivation of the bytes named by ``sha256``.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

DocumentState = Literal["ready", "partial", "refused"]
ARCHIVE_FORMATS = frozenset(("zip", "tar", "gzip", "bzip2", "xz", "rar", "7z"))
"""Formats of documents that hold other files and no words of their own."""

LayerKind = Literal["native", "ocr"]
"""Where text comes from: the file's own text layer, or characters recognised on its picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on a page as a person sees it: origin top left, x to the right, y down.

    In points for PDF, millimetres for OFD, pixels for pictures (after the camera's own
    rotation mark was obeyed).
    """

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line as it was recognised on a picture, with the place of each character."""

    start: int
    end: int
    """Code points into the text that holds the line."""
    box: Box
    boxes: tuple[Box, ...]
    """One per code point of the line."""
    scores: tuple[float, ...]
    """The recogniser's confidence per code point, 0 to 1; a high one may still be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page (PDF), sheet (workbook) or the whole text (formats without pages)."""

    number: int
    """Counted from 1."""
    start: int
    end: int
    label: str = ""
    """Sheet name or printed page label where there is one."""
    layer: LayerKind = "native"
    """Which layer the page's text is."""
    width: float = 0.0
    height: float = 0.0
    """Size in the unit of its boxes; 0 where the format has no pages to look at."""
    turned: int = 0
    """Clockwise degrees (0, 90, 180, 270) by which the page had to be turned to be read."""
    lines: tuple[Line, ...] = ()
    """What was recognised, with places; empty for a native layer, whose places the file itself tells."""
    quality: float | None = None
    """Mean score of the recognised characters; no proof that they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The smallest piece that a quote should not cross."""

    start: int
    end: int
    kind: Literal["paragraph", "cell", "header"]
    locator: str
    """``¶3``, ``交易明细!F4``, ``正文``: how a person finds it in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A span of text that must not be relied on before a person has looked at its place."""

    start: int
    end: int
    flag: str
    """``ocr_low_char``, ``stamp_overlap``, ``map_disagrees_with_raster``, ``numeric_over_15_digits`` …"""
    detail: str = ""
    """What to compare, in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Text of one page that is kept beside the one in ``Document.text``: read, but not trusted."""

    page: int
    kind: LayerKind
    reader: str
    """Parser, version and settings that made it."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One file of the case material and the text that was read from it."""

    file: str
    """Path below the material folder with ``/``; a member is ``archive.zip!member/path``."""
    sha256: str
    size_bytes: int
    format: str
    """What the bytes are: ``docx``, ``pdf``, ``xlsx``, ``csv``, ``txt``, ``md``, ``eml``, ``zip``, ``image`` …"""
    state: DocumentState
    reason: str | None = None
    """Stable code for ``partial`` and ``refused``: ``needs_ocr``, ``empty``, ``broken``, ``encrypted``, …"""
    detail: str = ""
    """What a person should know and do, in Chinese; empty when ready."""
    flags: tuple[str, ...] = ()
    """Stable codes of what cannot be trusted, e.g. ``encoding_ambiguous``, ``revision_present``."""
    encoding: str | None = None
    text: str = ""
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    unread_pages: tuple[int, ...] = ()
    """Numbers of the pages whose picture holds text that no layer has."""
    doubts: tuple[Doubt, ...] = ()
    """Ascending by start."""
    layers: tuple[Layer, ...] = ()
    """Layers that another one replaced on their page."""

    def page_at(self, offset: int) -> int:
        """Return the number of the page that holds the code point at ``offset``."""
        starts = [page.start for page in self.pages]
        at = bisect_right(starts, offset) - 1
        return self.pages[at].number if at >= 0 else 1

    def block_at(self, offset: int) -> Block | None:
        """Return the block that holds the code point at ``offset``."""
        starts = [block.start for block in self.blocks]
        at = bisect_right(starts, offset) - 1
        if at < 0 or offset > self.blocks[at].end:
            return None
        return self.blocks[at]


@dataclass(frozen=True, slots=True, kw_only=True)
class DateFact:
    """A date as written."""

    start: int
    end: int
    text: str
    value: date | None
    """None when the writing has no year or no day, or names a day that does not exist."""
    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyFact:
    """An amount of money as written."""

    start: int
    end: int
    text: str
    fen: int
    written: Literal["digits", "hanzi", "mixed"]
    """``hanzi`` for 大写 and 三万元, ``mixed`` for 27万6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateFact:
    """An interest or penalty rate as written."""

    start: int
    end: int
    text: str
    percent: Decimal
    """Per ``unit``: 12 for 年利率12%, 0.015 for 日万分之一点五, 1 for 月息一分."""
    unit: Literal["year", "month", "day", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityFact:
    """A counted or weighed amount of goods, such as 60吨."""

    start: int
    end: int
    text: str
    value: Decimal
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFact:
    """An identity number, credit code, phone, bank account or court case number as written."""

    start: int
    end: int
    text: str
    kind: Literal["id_card", "credit_code", "phone", "account", "case_no"]
    value: str
    """Normalised: no spaces, upper case, half width."""
    valid: bool | None
    """Whether the check digit holds; None where the kind has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationFact:
    """A citation of a law in the material."""

    start: int
    end: int
    text: str
    law: str
    """Title as written, without 《》 and 中华人民共和国."""
    article: int | None
    paragraph: int | None = None
    item: int | None = None
    suffix: int = 0
    """之一 is 1."""
    edition: str | None = None
    """The mark behind the title, as written: ``2021修正``, ``法释〔2020〕17号``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyFact:
    """A party as a pleading or contract introduces it."""

    start: int
    end: int
    text: str
    role: Literal["plaintiff", "defendant", "third_party", "agent", "other"]
    name: str
    kind: Literal["person", "company", "sole_trader", "unknown"]
    id_number: str | None = None
    credit_code: str | None = None
    gender: str | None = None
    birth: date | None = None
    legal_representative: str | None = None
    address: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One movement of money in a bank export, ledger of payments or receipt slip."""

    start: int
    end: int
    """Span of the whole record (row or slip)."""
    date: date | None
    fen: int
    payer: str | None
    payee: str | None
    """Names; None where the record does not say."""
    memo: str
    amount_start: int
    amount_end: int
    """Span of the amount alone: a single cell in a sheet, to be quoted."""
    date_start: int
    date_end: int
    party_start: int
    party_end: int
    """Span of the counterparty's name (0, 0 where there is none)."""
    memo_start: int
    memo_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat export, a forum post or one mail of a thread."""

    start: int
    end: int
    """Span of the message's words, without the line that names sender and time."""
    sender: str
    """As written: a nickname, a real name, or 我/本人 for the exporter."""
    at: datetime | None
    """Naive local time; None when the stamp has no year or no stamp stands there."""
    stamp: str
    text: str
