"""Records of the legal methods: the element review and all that hangs on it.

One id spine runs through them: ``Cell.id`` (claim/element) is carried by the
issue, the judge's question, the answering turn, the finding and the action.
Everything here is a proposal by rules that can be computed again from the
documents; a person's override is the only part that cannot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Side = Literal["plaintiff", "defendant"]
SIDES: tuple[Side, Side] = ("plaintiff", "defendant")
Mark = Literal["supported", "doubtful", "missing", "rebutted", "contested_law", "not_applicable"]
Stance = Literal["admitted", "undisputed", "disputed", "not_stated"]
Urgency = Literal["red", "yellow", "green"]
Disclosure = Literal["pleading", "served", "to_submit", "undecided", "private"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words that stand in a document, verbatim, with their place."""

    file: str
    page: int
    start: int
    end: int
    """Code points into the document's text; ``text[start:end] == quote``."""
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDocument:
    """A document as the review sees it: what it is, whose it is, whether it was read."""

    file: str
    title: str
    """What people call it: 借条, 民事起诉状; never the bare file name."""
    kind: str
    sha256: str
    state: Literal["ready", "partial", "refused"]
    reason: str | None
    detail: str
    flags: tuple[str, ...]
    pages: int
    ocr: bool
    """Whether some of the text was recognised on a picture."""
    quality: float | None
    """Mean score of what was recognised; None where nothing was."""
    exhibit: str | None
    """``证3`` (ours) or ``对方证1``; None for pleadings, powers of attorney, private notes and containers."""
    first_page: int | None
    """First page in the continuous paging of that side's exhibits."""
    side: Side
    """Who supplied it."""
    disclosure: Disclosure
    origin: Literal["original", "copy", "electronic", "unknown"]
    two_edged: tuple[Quote, ...] = ()
    """Places where an exhibit of ours also hurts us; empty when it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A party to the case."""

    role: Side
    name: str
    kind: Literal["person", "company", "sole_trader", "unknown"]
    representative: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One head of claim, as pleaded."""

    id: str
    """``CL-1``"""
    pack_claim: str
    title: str
    """The pack's name of the claim."""
    text: str
    """As pleaded."""
    amount_fen: int | None
    quote: Quote | None
    claimant: Side = "plaintiff"
    """Who raises it: the defendant where the plaintiff asks that it be held not to exist."""
    against: tuple[str, ...] = ()
    norms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One element of one claim: the unit of the matrix."""

    id: str
    """``CL-1/C1E2``"""
    claim: str
    element: str
    fact: str
    """待证事实, in the pack's words."""
    burden: str
    """Who proves it, in the pack's words."""
    burden_side: Side
    norms: tuple[str, ...]
    """``民法典#675|借款人应当按照约定的期限返还借款``: law, article, anchor."""
    mark: Mark
    opponent: Stance
    contested_law: bool
    favours: Literal["ours", "theirs"]
    rule: str
    """Name of the rule that set the mark, e.g. ``direct_evidence``, ``unread_material``."""
    why: str
    """One or two sentences in Chinese, naming documents by title."""
    issue: str | None
    evidence: tuple[Quote, ...]
    counter: tuple[Quote, ...] = ()
    stance_quotes: tuple[Quote, ...] = ()
    """Where the other side admits or disputes it."""
    wanted: tuple[str, ...] = ()
    """Kinds of material that would change the mark (何事可改变)."""
    unread: tuple[str, ...] = ()
    """Files not yet read that may bear on it."""
    set_by: str = "rules"
    """``rules``, or the name of the person whose override stands."""
    reason: str = ""
    """The person's reason for the override."""
    rule_mark: Mark | None = None
    """What the rules had set, when a person overrode it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """A defence of the pack, raised or open to be raised."""

    defence: str
    """``D5``, or ``baozheng:D1`` for one of another pack."""
    title: str
    kind: str
    """否认, 权利消灭, 权利受制, 权利妨碍, 程序, 减额 …"""
    raised: bool
    by: str | None
    """Name of the party that raised it."""
    text: str
    mark: Mark
    why: str
    evidence: tuple[Quote, ...]
    norms: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    """Cells that the defence attacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An error in the material."""

    id: str
    """``F-001``"""
    code: str
    documents: tuple[str, ...]
    """At most four, the faulty one first."""
    detail: str
    expected: str | None
    evidence: tuple[Quote, ...]
    norms: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    favours: Literal["ours", "theirs"] = "theirs"
    urgency: Urgency = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChronologyEntry:
    """One dated event."""

    date: date
    event: str
    file: str
    quote: Quote
    kind: str
    """``contract``, ``transfer``, ``delivery``, ``demand``, ``acknowledgement``, ``due``, ``filing``, ``other``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountLine:
    """A figure with its formula and the cells and places its inputs come from."""

    name: str
    value_fen: int | None
    """None prints 待填."""
    formula: str
    basis: Literal["as_pleaded", "as_supported", "under_claimed", "input"]
    source_cells: tuple[str, ...] = ()
    evidence: tuple[Quote, ...] = ()
    value_text: str | None = None
    """For figures that are not money, such as a rate; None otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """A point that the hearing must hear from both sides."""

    id: str
    """``I-001``"""
    title: str
    """Neutral and public: no word of it comes from a private file."""
    cells: tuple[str, ...]
    defences: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing to do before the hearing."""

    id: str
    """``A-001``"""
    cell: str | None
    finding: str | None
    action: str
    material: str
    holder: str
    """Who has it: a name from the material, a kind of institution, or 待填."""
    person: str
    """Who does it; 待填 unless the case file says."""
    urgency: Urgency
    route: str
    deadline: str
    """``法定：…；内部：…`` from case.yaml or 待填."""
    overdue: str
    alternative: str
    """What if it cannot be had."""
    consequence: str
    """不补后果"""
    fallback: str
    """当庭退路, at most three sentences."""
    attack: str
    """对方一句话"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitationLine:
    """One reading of when limitation started and ends, by the present papers."""

    start: date
    basis: str
    ends: date
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The element review of one case, complete."""

    cause: str
    cause_name: str
    cause_why: str
    our_side: Side
    title: str
    court: str | None
    case_no: str | None
    filing_date: date | None
    hearing_date: date | None
    evidence_deadline: date | None
    procedure: Literal["ordinary", "simplified", "small_claim", "labour"]
    agents: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    corpus_as_of: date
    parties: tuple[Party, ...]
    documents: tuple[ReviewedDocument, ...]
    claims: tuple[Claim, ...]
    cells: tuple[Cell, ...]
    defences: tuple[Defence, ...]
    findings: tuple[Finding, ...]
    chronology: tuple[ChronologyEntry, ...]
    amounts: tuple[AmountLine, ...]
    issues: tuple[Issue, ...]
    actions: tuple[Action, ...]
    limitation: tuple[LimitationLine, ...] = ()
    limitation_pleaded: bool = False
    guarantee_in_play: bool = False
    """A guarantor is sued: the judge examines the guarantee period of its own motion."""
    penalty_reduction_open: bool = False
    """The other side fights the penalty without asking for reduction: the judge clarifies it."""
    judge_questions: tuple[str, ...] = ()
    """The pack's standing questions for the bench, still to be made concrete."""
    warnings: tuple[str, ...] = ()
    """What a person must know first: law too new for the corpus, cause uncertain, unread files."""
    notices: tuple[str, ...] = field(default=())
    """Choices made by rule that a person may want to change, e.g. a file taken as private."""

    def document(self, file: str) -> ReviewedDocument:
        """Return the reviewed document of that file name."""
        return next(item for item in self.documents if item.file == file)

    def cell(self, cell_id: str) -> Cell:
        """Return the cell of that id."""
        return next(item for item in self.cells if item.id == cell_id)

    def cite(self, quote: Quote) -> str:
        """Cite a quote as people do: ``证3第17页``, or the document's title and page where it is no exhibit."""
        document = self.document(quote.file)
        if document.exhibit and document.first_page is not None:
            return f"{document.exhibit}第{document.first_page + quote.page - 1}页"
        return f"{document.title}第{quote.page}页"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One accepted speech of a hearing, read from the clerk's record."""

    seq: int
    role: str
    stage: str
    issue: str
    body: str
    citations: tuple[str, ...]
    responds_to: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOutcome:
    """How one question of the bench (or of a party) ended."""

    id: str
    """``Q-004``"""
    to: str
    text: str
    ended: Literal["answered", "evaded", "cannot_answer", "open"]
    asked_in: int
    answered_in: tuple[int, ...]
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionRecord:
    """An admission or its withdrawal, by label, in the record."""

    seq: int
    role: str
    text: str
    withdrawn_in: int | None
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChange:
    """A cell's change by an event of the hearing."""

    cell: str
    axis: Literal["mark", "opponent"]
    before: str
    after: str
    seq: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A weakness that the hearing left open, or an execution error that is not one."""

    kind: Literal["material", "argument", "execution", "technical"]
    text: str
    cells: tuple[str, ...]
    seqs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Debrief:
    """What the hearing changed and what it left open."""

    head_seq: int
    head_hash: str
    complete: bool
    missing_acts: tuple[str, ...]
    """Acts of the ordered procedure that the record lacks, in Chinese."""
    turns: tuple[Turn, ...]
    titles: tuple[tuple[str, str], ...]
    """(document id in the record, its public title)."""
    questions: tuple[QuestionOutcome, ...]
    admissions: tuple[AdmissionRecord, ...]
    changes: tuple[CellChange, ...]
    gaps: tuple[Gap, ...]
    clarifications: tuple[int, ...]
    """释明: seqs of the judge's clarifying turns."""
    applications: tuple[tuple[int, str], ...]
    """申请 raised in the hearing: (seq, text)."""
    omitted_seats: tuple[str, ...]
    rejected_drafts: int
    """Execution errors caught before commit."""


def quotes_of(review: Review) -> frozenset[Quote]:
    """Return everything that a review quotes."""
    pleaded = [claim.quote for claim in review.claims if claim.quote is not None]
    dated = [entry.quote for entry in review.chronology]
    weighed = [quote for cell in review.cells for quote in (*cell.evidence, *cell.counter, *cell.stance_quotes)]
    rows = (*review.findings, *review.defences, *review.amounts, *review.limitation)
    return frozenset((*pleaded, *dated, *weighed, *(quote for row in rows for quote in row.evidence)))
