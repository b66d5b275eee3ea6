"""What a role is: it gets a packet and a task, and speaks. The desk is what a role by rules works from.

A role never holds more than its packet and a review computed from documents
that it may see, so it cannot leak what it never had. On top of that the desk
cites public documents only: what only the own side can see guides no word.

Roles by rules live in ``counsel.py`` and ``bench.py``; roles by models or people
are other implementations of ``Role``. Nothing here is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Protocol

from zuno.casework.records import AmountLine, Cell, Defence, Finding, Issue, Quote, Review, ReviewedDocument
from zuno.hearing.agenda import Act, find_ids
from zuno.hearing.labels import close_quotations
from zuno.hearing.procedure import NORMS

Packet = dict[str, Any]
"""The clerk's packet, as the wire page describes it."""

QuestionKind = Literal["cell", "press", "finding", "amount", "guarantee", "limitation", "penalty", "pack", "party"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question planned from what is public."""

    id: str
    by: str
    to: str
    kind: QuestionKind
    text: str
    cells: tuple[str, ...] = ()
    issue: str | None = None
    finding: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One turn's task; holds nothing that is not public."""

    act: Act
    prompt: str
    """The task in words, for models and people."""
    cap: int
    """Most characters that the speech may have."""
    issues: tuple[Issue, ...] = ()
    question: Question | None = None
    follow_up: bool = False
    correction: str = ""
    """Why the last draft came back; empty on the first try."""
    plain: bool = False
    """Ask for the barest speech that does the act: the fuller one came back twice."""

    @property
    def issue(self) -> Issue | None:
        """The issue that the act is about."""
        return next((issue for issue in self.issues if issue.id in self.act.subjects), None)


@dataclass(frozen=True, slots=True)
class Draft:
    """A speech on its way to the clerk."""

    body: str
    citations: tuple[str, ...] = ()


class Role(Protocol):
    """Somebody who speaks for one seat: rules, a model or a person."""

    def speak(self, packet: Packet, task: Task) -> Draft:
        """Answer one task; called again with ``task.correction`` when the draft came back."""
        ...


def norm(name: str) -> str:
    """Print one of ``procedure.NORMS`` as people cite it: ``证据规定第61条``."""
    return article(NORMS[name])


def article(reference: str) -> str:
    """Print ``民法典#675|…`` as ``民法典第675条``."""
    law, _, rest = reference.partition("#")
    return f"{law}第{rest.partition('|')[0]}条"


def yuan(fen: int) -> str:
    """Print fen as people write sums in court: ``276,000元``, ``83,641.80元``."""
    whole, cents = divmod(abs(fen), 100)
    return f"{'-' if fen < 0 else ''}{whole:,}{f'.{cents:02d}' if cents else ''}元"


def flatten(text: str) -> str:
    """Put quoted words on one line; spaces go where Chinese needs none."""
    text = re.sub(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", "", text.strip())
    return " ".join(text.split())


def quote_inline(text: str, limit: int = 60) -> str:
    """Quote words inline, verbatim from their beginning, so that no label inside can stand at a line's start."""
    text = flatten(text)
    marks = "「」" if not re.search("[「」]", text) else "『』"
    text = re.split(f"[{marks}]", text)[0][:limit]
    return f"{marks[0]}{text}{marks[1]}"


@dataclass(slots=True)
class Desk:
    """One role's packet and review, laid out for citing."""

    role: str
    review: Review
    packet: Packet
    public: dict[str, dict[str, Any]] = field(init=False)
    """Public documents of the packet by id."""
    _ids: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Match the review's files to the public documents by digest."""
        documents: list[dict[str, Any]] = self.packet["documents"]
        self.public = {item["id"]: item for item in documents if item["visibility"] == "public"}
        self._ids = {}
        for file in self.review.documents:
            same = [item for item in self.public.values() if item.get("sha256") == file.sha256]
            titled = [item for item in same if file.title in item["title"]]
            if same:
                self._ids[file.file] = (titled or same)[0]["id"]

    def id_of(self, file: str) -> str | None:
        """Return the public id of a reviewed file; None for a private or unknown one."""
        return self._ids.get(file)

    def file_of(self, document_id: str) -> ReviewedDocument | None:
        """Return the reviewed file behind a public id."""
        return next((file for file in self.review.documents if self._ids.get(file.file) == document_id), None)

    def name(self, document_id: str) -> str:
        """Return how people call a public document: ``证3《送货单》``."""
        document = self.public[document_id]
        number = _LOCATOR.match(document.get("locator", ""))
        title = re.sub("[《》「」『』“”]", "", str(document["title"]))
        return f"{number[1]}《{title.removeprefix(number[1]).strip()}》" if number else f"《{title}》"

    def place(self, quote: Quote) -> str | None:
        """Return where a quote stands, ``证3第17页（D-003）``; None unless its document is public."""
        document_id = self.id_of(quote.file)
        if document_id is None:
            return None
        number = _LOCATOR.match(self.public[document_id].get("locator", ""))
        if number:
            return f"{number[1]}第{int(number[2]) + quote.page - 1}页（{document_id}）"
        return f"{self.name(document_id)}第{quote.page}页（{document_id}）"

    def cite(self, quotes: Iterable[Quote], most: int = 2) -> str:
        """Cite up to ``most`` public quotes, one per document first, joined by 、; empty when none is public."""
        placed = [quote for quote in quotes if self.place(quote) and quote.quote.strip()]
        firsts = {quote.file: quote for quote in reversed(placed)}
        chosen = [quote for quote in placed if firsts[quote.file] is quote]
        chosen += [quote for quote in placed if quote not in chosen]
        return "、".join(f"{self.place(quote)}{quote_inline(quote.quote)}" for quote in chosen[:most])

    def cite_stance(self, cell: Cell) -> str:
        """Cite the words in which the other side takes its stance: for an admission those that admit."""
        words = _ADMITTING if cell.opponent in ("admitted", "undisputed") else _DENYING
        return self.cite(sorted(cell.stance_quotes, key=lambda quote: not words.search(quote.quote)), 1)

    def exhibits_among(self, quotes: Iterable[Quote]) -> list[Quote]:
        """Return the quotes that stand in exhibits, not in papers of the proceedings."""
        return [quote for quote in quotes if self.review.document(quote.file).exhibit]

    def support(self, cell: Cell) -> list[Quote]:
        """Return the own side's exhibits for a cell, without the places that speak against it.

        Nobody has to read out what hurts; the other side has the paper too.
        """
        hurtful = [*cell.counter, *(quote for file in self.review.documents for quote in file.two_edged)]
        shown = self.exhibits_among(cell.evidence)
        kept = [quote for quote in shown if not any(_overlap(quote, other) for other in hurtful)]
        return kept or [quote for quote in shown if not HURTFUL.search(quote.quote)]

    def are_public(self, files: Iterable[str]) -> bool:
        """Tell whether every one of these files is public, so that words about them may be said."""
        return all(self.id_of(file) for file in files)

    def says_finding(self, finding: Finding) -> bool:
        """Tell whether a finding rests on public documents alone."""
        return self.are_public([*finding.documents, *(quote.file for quote in finding.evidence)])

    def cells_of(self, issue: Issue) -> list[Cell]:
        """Return the cells of a public issue that this role's own review has."""
        return [cell for cell in self.review.cells if cell.id in issue.cells]

    def defences_of(self, issue: Issue) -> list[Defence]:
        """Return the raised defences that belong to an issue."""
        return [
            item
            for item in self.review.defences
            if item.raised and (item.defence in issue.defences or set(item.cells) & set(issue.cells))
        ]

    def amounts_of(self, cells: Iterable[str], basis: str) -> list[AmountLine]:
        """Return the figures on these cells that rest on public papers."""
        wanted = {cell.split("/")[-1] for cell in cells} | set(cells)
        return [
            line
            for line in self.review.amounts
            if line.basis == basis
            and wanted & {name for source in line.source_cells for name in (source, source.split("/")[-1])}
            and self.are_public(quote.file for quote in line.evidence)
        ]

    def findings_on(self, file: str, *codes: str) -> list[Finding]:
        """Return the sayable findings that name a file, of the given codes or any."""
        return [
            item
            for item in self.review.findings
            if file in item.documents and (not codes or item.code in codes) and self.says_finding(item)
        ]

    def draft(self, lines: Sequence[str], cap: int) -> Draft:
        """Make a draft of whole lines, leaving out those that would break the cap, citing what it names."""
        kept: list[str] = []
        for line in map(close_quotations, filter(None, lines)):
            if not kept or sum(map(len, kept)) + len(kept) + len(line) <= cap:
                kept.append(line)
        body = "\n".join(kept)
        return Draft(body=body, citations=tuple(name for name in find_ids(body) if name in self.public))


def as_spoken(review: Review) -> Review:
    """Return the review with facts and defences named as people say them in court: without notes and signs."""
    return replace(
        review,
        cells=tuple(replace(cell, fact=_without_notes(cell.fact).replace("=", "等于")) for cell in review.cells),
        defences=tuple(replace(item, title=_without_notes(item.title)) for item in review.defences),
    )


def _without_notes(words: str) -> str:
    short = re.sub(r"（[^（）]*）", "", words).strip()
    return short if len(short) >= 2 else words


SHINGLE = 5
REPEATED = 0.8
REPEATABLE = 40
"""Speeches with fewer letters than this may resemble each other."""


def find_repeated(body: str, earlier: Iterable[tuple[int, str]]) -> int | None:
    """Return the seq of an earlier speech that holds most of this one's five-letter runs, None if it is new.

    Args:
        body: The new speech.
        earlier: (seq, body) of the same role's earlier speeches.
    """
    if len(bare(body)) < REPEATABLE:
        return None
    shingles = runs(body, SHINGLE)
    for seq, said in earlier:
        if len(bare(said)) >= REPEATABLE and len(shingles & runs(said, SHINGLE)) >= REPEATED * len(shingles):
            return seq
    return None


@lru_cache(maxsize=1024)
def runs(text: str, length: int) -> frozenset[str]:
    """Return all runs of this many letters and digits in a text, line breaks and punctuation aside."""
    plain = bare(text)
    return frozenset(plain[at : at + length] for at in range(len(plain) - length + 1))


def bare(text: str) -> str:
    """Drop everything but letters and digits, so that line breaks and punctuation hide nothing."""
    return "".join(char for char in text if char.isalnum())


HURTFUL = re.compile(r"扣|少|没|未|不|差")
"""Words of a quotation that its own side had better not read out."""


def _overlap(one: Quote, other: Quote) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end


_ADMITTING = re.compile(r"承认|认可|属实|无异议|收到|没有异议|不争")
_DENYING = re.compile(r"没有|未|不|否认|只")
_RECKONED = re.compile(r"[×＋−]")
_LOCATOR = re.compile(r"((?:对方|原告|被告)?证\d+)第(\d+)页")


def is_reckoned(line: AmountLine) -> bool:
    """Tell whether a figure shows how it was reckoned, not only where it is pleaded."""
    return bool(_RECKONED.search(line.formula))


def figure(line: AmountLine) -> str:
    """Print a figure with its formula, or with where it is from: ``借期利息：300000×12%÷12×6＝18,000元``."""
    name, value = _without_notes(line.name), _value(line)
    if is_reckoned(line):
        return f"{name}：{line.formula}＝{value}"
    return f"{name}：{value}" + (f"（{line.formula}）" if line.formula else "")


def reckoning(line: AmountLine) -> str:
    """Print how a figure was reckoned, without its name: ``300000×12%÷12×6＝18,000元``."""
    return f"{line.formula}＝{_value(line)}"


def _value(line: AmountLine) -> str:
    return line.value_text or (yuan(line.value_fen) if line.value_fen is not None else "待填")
