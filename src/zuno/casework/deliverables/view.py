"""One look at a case for all deliverables: who is who, what hangs on what, and how a place is cited.

Built once from a screened review; everything is an index that can be built again.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from zuno.casework.deliverables.model import Box, Inline, Ref, box, join, line, printable
from zuno.casework.deliverables.wording import (
    FINDING_WORD,
    HYPOTHETICAL,
    SIDE_WORD,
    STANCE_WORD,
    UNFILLED,
    URGENCY_RANK,
    URGENCY_TONE,
    shorten,
)
from zuno.casework.records import (
    Action,
    Cell,
    CellChange,
    Claim,
    Debrief,
    Defence,
    Finding,
    Quote,
    Review,
    ReviewedDocument,
    Side,
)

QUOTE_LENGTH = 36
"""Characters of a quote that a table cell shows."""


class CaseView:
    """Indexes over one review and, if there was one, its hearing."""

    def __init__(self, review: Review, debrief: Debrief | None) -> None:
        self.review = review
        self.debrief = debrief
        self.us: Side = review.our_side
        self.them: Side = "defendant" if review.our_side == "plaintiff" else "plaintiff"
        self.documents = {item.file: item for item in review.documents}
        self.cells = {item.id: item for item in review.cells}
        self.claims = {item.id: item for item in review.claims}
        self.findings = {item.id: item for item in review.findings}
        self.actions = sorted(review.actions, key=lambda item: URGENCY_RANK[item.urgency])
        self._by_cell: dict[str, list[Action]] = defaultdict(list)
        self._by_finding: dict[str, list[Action]] = defaultdict(list)
        for action in self.actions:
            if action.cell:
                self._by_cell[action.cell].append(action)
            if action.finding:
                self._by_finding[action.finding].append(action)
        self._elements = Counter(cell.element for cell in review.cells)
        self._defences: dict[str, list[Defence]] = defaultdict(list)
        for defence in review.defences:
            for cell in defence.cells if defence.raised else ():
                self._defences[cell].append(defence)
        self._touching: dict[str, list[Finding]] = defaultdict(list)
        for finding in review.findings:
            for cell in finding.cells:
                self._touching[cell].append(finding)
        self._changes: dict[str, list[CellChange]] = defaultdict(list)
        for change in debrief.changes if debrief else ():
            self._changes[change.cell].append(change)
        self._cited: dict[tuple[str, int], str] = {}

    # who is who

    @property
    def our_word(self) -> str:
        """原告 or 被告, as we are called in court."""
        return SIDE_WORD[self.us]

    @property
    def their_word(self) -> str:
        """What the other side is called in court."""
        return SIDE_WORD[self.them]

    def names(self, side: Side) -> str:
        """Name the parties of a side, or 待填."""
        return "、".join(party.name for party in self.review.parties if party.role == side) or UNFILLED

    def ours(self, document: ReviewedDocument) -> bool:
        """Say whether our side supplied the document."""
        return document.side == self.us

    # documents and citations

    def document(self, file: str) -> ReviewedDocument | None:
        """Return the document of that file name, or None for a stray name."""
        return self.documents.get(file)

    def private(self, file: str) -> bool:
        """Say whether only our side may see the file; a file that is not listed counts as private."""
        document = self.documents.get(file)
        return document is None or document.disclosure == "private"

    def label(self, file: str) -> str:
        """Name a document as people do: ``证3《送货单》``."""
        document = self.documents.get(file)
        if document is None:
            return "未列材料"
        return f"{document.exhibit or ''}《{printable(document.title)}》"

    def cite(self, quote: Quote) -> str:
        """Cite a place; a private file is pointed at, never quoted."""
        if self.private(quote.file):
            return f"见内部文件{self.label(quote.file)}"
        key = (quote.file, quote.page)
        if key not in self._cited:
            self._cited[key] = self.review.cite(quote)
        return self._cited[key]

    def ref(self, quote: Quote) -> Inline:
        """Cite a place with a link to its words."""
        text = self.cite(quote)
        return (text,) if self.private(quote.file) else (Ref(text, quote),)

    def quoted(self, quote: Quote, limit: int = QUOTE_LENGTH) -> Inline:
        """Cite a place with its words: 证3第17页“……”."""
        if self.private(quote.file):
            return self.ref(quote)
        return line(self.ref(quote), f"“{shorten(quote.quote, limit)}”")

    def places(self, quotes: tuple[Quote, ...], most: int = 3, *, words: bool = True) -> Inline:
        """Cite up to that many places, each page once, and say how many were left out."""
        shown = self._each_once(quotes, words=words)
        lines = [self.quoted(item) if words else self.ref(item) for item in shown[:most]]
        rest = f"；另{len(shown) - most}处" if len(shown) > most else ""
        return line(join(lines), rest)

    def public_quotes(self, quotes: tuple[Quote, ...], *, side: Side | None = None) -> tuple[Quote, ...]:
        """Keep what may be shown in court, of one side if asked."""
        kept = [item for item in quotes if not self.private(item.file)]
        return tuple(item for item in kept if side is None or self.documents[item.file].side == side)

    def sayable(self, quotes: tuple[Quote, ...]) -> list[Quote]:
        """Keep the places that can be pointed at aloud: not private, not where our own exhibit hurts us."""
        hurting = {(item.file, item.start) for document in self.review.documents for item in document.two_edged}
        return [item for item in self.public_quotes(quotes) if (item.file, item.start) not in hurting]

    def proof(self, cell: Cell) -> list[Quote]:
        """Return the places that speak for us on a cell: its evidence where we prove it, else what counters it."""
        return self.sayable(cell.evidence if cell.burden_side == self.us else cell.counter)

    def our_stance(self, cell: Cell) -> list[Quote]:
        """Return our own words on a fact that the other side must prove."""
        return list(self.public_quotes(cell.stance_quotes, side=self.us)) if cell.burden_side == self.them else []

    def _each_once(self, quotes: tuple[Quote, ...], *, words: bool) -> list[Quote]:
        seen: dict[tuple[str, int, str], Quote] = {}
        for item in quotes:
            key = (item.file, item.page, item.quote if words and not self.private(item.file) else "")
            seen.setdefault(key, item)
        return list(seen.values())

    def only_hurting(self, document: ReviewedDocument) -> tuple[Quote, ...]:
        """Return where an exhibit of ours speaks against us, if it speaks for us nowhere."""
        helping = [item for finding in self.review.findings if finding.favours == "ours" for item in finding.evidence]
        if self.us == "plaintiff":
            helping += [item for reading in self.review.limitation for item in reading.evidence]
        if any(item.file == document.file for item in helping):
            return ()
        against: list[Quote] = []
        for cell in self.review.cells:
            mine, theirs = (
                (cell.evidence, cell.counter) if cell.burden_side == self.us else (cell.counter, cell.evidence)
            )
            if any(item.file == document.file for item in mine):
                return ()
            against += [item for item in theirs if item.file == document.file]
        return tuple(against)

    # cells, findings, actions

    def short(self, cell_id: str) -> str:
        """Print a cell's id as people read it; the claim is named where two claims share the element."""
        cell = self.cells.get(cell_id)
        if cell is None:
            return cell_id
        return cell.element if self._elements[cell.element] == 1 else cell.id

    def shorts(self, cell_ids: tuple[str, ...]) -> str:
        """Print several cells."""
        return "、".join(self.short(item) for item in cell_ids)

    def claim_of(self, cell: Cell) -> Claim | None:
        """Return the claim a cell belongs to."""
        return self.claims.get(cell.claim)

    def actions_of(self, cell_id: str) -> list[Action]:
        """List the actions for a cell, the most urgent first, those of its findings included."""
        own = list(self._by_cell.get(cell_id, ()))
        for finding in self.findings_of(cell_id):
            own.extend(item for item in self.actions_for_finding(finding.id) if item not in own)
        return own

    def actions_for_finding(self, finding_id: str) -> list[Action]:
        """List the actions for a finding, the most urgent first."""
        return list(self._by_finding.get(finding_id, ()))

    def findings_of(self, cell_id: str) -> list[Finding]:
        """List the findings that bear on a cell."""
        return list(self._touching.get(cell_id, ()))

    def defences_of(self, cell_id: str) -> list[Defence]:
        """List the raised defences that attack a cell."""
        return list(self._defences.get(cell_id, ()))

    def changes_of(self, cell_id: str) -> list[CellChange]:
        """List what the hearing changed about a cell."""
        return list(self._changes.get(cell_id, ()))

    def coordinate(self, action: Action) -> str:
        """Say where an action belongs: the cell, the finding, or both."""
        cell = self.short(action.cell) if action.cell else ""
        return "／".join(part for part in (cell, action.finding or "") if part) or "全案"

    def action_numbers(self, cell_id: str, separator: str = "、") -> str:
        """Print the numbers of a cell's actions."""
        return separator.join(action.id for action in self.actions_of(cell_id))

    def helps_us(self, action: Action) -> bool:
        """Say whether an action only uses an error or a gap of the other side."""
        finding = self.findings.get(action.finding or "")
        if finding is not None:
            return finding.favours == "ours"
        cell = self.cells.get(action.cell or "")
        return cell is not None and cell.favours == "ours"

    def weaknesses(self) -> list[Action]:
        """List the actions that mend a weakness of ours, red first."""
        return [action for action in self.actions if not self.helps_us(action)]

    def open_cells(self) -> list[Cell]:
        """List the cells that are not settled in our favour."""
        return [
            cell
            for cell in self.review.cells
            if cell.mark in ("doubtful", "contested_law")
            or (cell.favours == "theirs" and cell.mark != "not_applicable")
        ]

    # sentences

    def attack(self, action: Action) -> str:
        """Print the other side's sentence, labelled as hypothetical unless the papers ground it."""
        text = action.attack.strip() or f"请就{self.coordinate(action)}举证。"
        if text.startswith(HYPOTHETICAL) or self._grounded(action):
            return text
        return f"{HYPOTHETICAL}{text}"

    def _grounded(self, action: Action) -> bool:
        """Say whether the other side has said it, or an error in the papers stands behind it."""
        finding = self.findings.get(action.finding or "")
        if finding is not None:
            return finding.favours == "theirs"
        cell = self.cells.get(action.cell or "")
        if cell is None:
            return False
        theirs = self.public_quotes(cell.stance_quotes, side=self.them)
        raised = any(item.by is None or item.by in self.names(self.them) for item in self.defences_of(cell.id))
        return (cell.opponent == "disputed" and bool(theirs)) or raised or bool(self.findings_of(cell.id))

    def stance(self, cell: Cell) -> Inline:
        """Print the stance to a cell, with whose words and where; ours is named as ours."""
        quotes = self.public_quotes(cell.stance_quotes)
        whose = self.our_word if quotes and self.documents[quotes[0].file].side == self.us else ""
        place = line("（", self.places(quotes, 2, words=False), "）") if quotes else ()
        return line(f"我方（{whose}）" if whose else "", STANCE_WORD[cell.opponent], place)

    def finding_title(self, finding: Finding) -> str:
        """Name a finding's kind in words."""
        return FINDING_WORD.get(finding.code, finding.code)


def urgency_box(action: Action, text: str) -> Box:
    """Colour a cell by urgency; the word stands beside the colour."""
    return box(text, tone=URGENCY_TONE[action.urgency], strong=action.urgency == "red")
