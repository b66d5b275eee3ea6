"""Scores a review against a gold answer: which planted errors it found, which cells it got right.

Takes the mapping of a ``gold.yaml`` and that of a ``review.json`` and knows no folder, so that it serves any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Json = Mapping[str, Any]

MOST_DOCUMENTS = 4
"""A finding that points to more documents than this points to none."""
STANDING = ("supported", "not_applicable")
"""Marks of a cell that needs no work."""
COMPARED_VALUES = ("amount_mismatch", "date_conflict")
"""Codes whose error is nothing but the difference between two papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How one review compares with one gold answer."""

    name: str
    """``loan-zhou/defective``"""
    planted: int
    found: int
    """Planted errors that a finding of the same code names at one of their documents."""
    missed: tuple[Json, ...]
    """Findings of the gold answer that were not found."""
    reported: int
    remarks: int
    """Findings that the gold answer accepts without asking for them."""
    false: tuple[Json, ...]
    """Findings of the review that no gold finding explains."""
    values: int
    """Planted errors found whose right value the gold answer gives."""
    values_right: int
    cells: int
    cells_right: int
    wrong: tuple[str, ...]
    """``C1E3: doubtful by unread_material, not supported`` for every cell at a mark that gold does not accept."""
    waiting: int
    """Of these, cells left open because a file that may bear on them was not read."""
    open_cells: int
    """Cells that do not stand in the gold answer."""
    open_right: int
    """Of these, how many the review leaves open at an accepted mark."""
    opened: int
    """Cells that the review leaves open."""
    opened_right: int
    """Of these, how many gold accepts at that mark."""

    @property
    def finding_recall(self) -> Decimal:
        """Planted errors found, of all planted."""
        return _share(self.found, self.planted)

    @property
    def finding_precision(self) -> Decimal:
        """Findings that are right or defensible, of all reported."""
        return _share(self.reported - len(self.false), self.reported)

    @property
    def cell_recall(self) -> Decimal:
        """Weak cells shown as weak, of all weak cells."""
        return _share(self.open_right, self.open_cells)

    @property
    def cell_precision(self) -> Decimal:
        """Cells rightly shown as weak, of all shown as weak."""
        return _share(self.opened_right, self.opened)

    def line(self) -> str:
        """Say the score in one line."""
        return (
            f"{self.name:<35} findings {self.found}/{self.planted}, recall {self.finding_recall:.2f}, "
            f"precision {self.finding_precision:.2f}, values {self.values_right}/{self.values}; "
            f"cells {self.cells_right}/{self.cells} (waiting for unread files {self.waiting}), "
            f"recall {self.cell_recall:.2f}, precision {self.cell_precision:.2f}"
        )


def score(gold: Json, review: Json) -> Score:
    """Compare a review with the gold answer of its case.

    A planted error counts as found where a finding has its code, names one of its documents and names at most
    ``MOST_DOCUMENTS``; one finding serves for one error. A cell is right where its mark is the gold mark or one of
    ``also_ok``; an element of a claim that is pleaded twice must be right both times.
    """
    pairs, left = _paired(gold["findings"], review["findings"])
    remarks, false = _paired(gold.get("also_accept_findings", ()), left)
    valued = [(planted, finding) for planted, finding in pairs if planted.get("expected_value") is not None]
    found = [planted for planted, _ in pairs]
    marks = _marks(gold, review)
    return Score(
        name=f"{gold['case']}/{gold['variant']}",
        planted=len(gold["findings"]),
        found=len(pairs),
        missed=tuple(planted for planted in gold["findings"] if planted not in found),
        reported=len(review["findings"]),
        remarks=len(remarks),
        false=tuple(false),
        values=len(valued),
        values_right=sum(_same_value(planted["expected_value"], finding["expected"]) for planted, finding in valued),
        cells=len(marks),
        cells_right=sum(cell.right for cell in marks),
        wrong=tuple(cell.fault for cell in marks if not cell.right),
        waiting=sum(not cell.right and cell.waits for cell in marks),
        open_cells=sum(cell.weak for cell in marks),
        open_right=sum(cell.weak and cell.opened and cell.right for cell in marks),
        opened=sum(cell.opened for cell in marks),
        opened_right=sum(cell.opened and cell.right for cell in marks),
    )


@dataclass(frozen=True, slots=True)
class _Marked:
    right: bool
    weak: bool
    opened: bool
    waits: bool
    fault: str


def _marks(gold: Json, review: Json) -> list[_Marked]:
    cells = cells_of(gold, review)
    return [_marked(planted, cells[planted["element"]]) for planted in gold["cells"]]


def _marked(planted: Json, cells: Sequence[Json]) -> _Marked:
    accepted = accepted_marks(planted)
    wrong = [cell for cell in cells if cell["mark"] not in accepted]
    told = "、".join(f"{cell['mark']} by {cell['rule']}" for cell in wrong) or "not reviewed"
    return _Marked(
        right=bool(cells) and not wrong,
        weak=planted["mark"] not in STANDING,
        opened=any(cell["mark"] not in STANDING for cell in cells),
        waits=any(cell["rule"] == "unread_material" for cell in wrong),
        fault=f"{planted['element']}: {told}, not {' or '.join(accepted)}",
    )


def accepted_marks(planted: Json) -> tuple[str, ...]:
    """Return the marks that a gold cell accepts, its own first."""
    return (planted["mark"], *planted.get("also_ok", ()))


def cells_of(gold: Json, review: Json) -> dict[str, list[Json]]:
    """Return the cells of a review by the elements of the gold answer; a claim pleaded twice has two for each."""
    pleaded = {claim["pack_claim"] for claim in gold["claims"]}
    claims = {claim["id"] for claim in review["claims"] if claim["pack_claim"] in pleaded}
    return {
        planted["element"]: [
            cell for cell in review["cells"] if cell["element"] == planted["element"] and cell["claim"] in claims
        ]
        for planted in gold["cells"]
    }


def _paired(planted: Iterable[Json], findings: Sequence[Json]) -> tuple[list[tuple[Json, Json]], list[Json]]:
    """Give every planted error the free finding that shares most documents with it; return the pairs and the rest."""
    errors, left = list(planted), list(findings)
    pairs: list[tuple[Json, Json]] = []
    ranked = sorted(
        (
            (_shared(error, finding), at, number)
            for at, error in enumerate(errors)
            for number, finding in enumerate(left)
        ),
        key=lambda item: -item[0],
    )
    served: set[int] = set()
    taken: set[int] = set()
    for shared, at, number in ranked:
        if shared and at not in served and number not in taken:
            served.add(at)
            taken.add(number)
            pairs.append((errors[at], left[number]))
    return pairs, [finding for number, finding in enumerate(left) if number not in taken]


def _shared(planted: Json, finding: Json) -> int:
    """Count the documents that a finding shares with a planted error; none when it cannot stand for it."""
    if planted["code"] != finding["code"] or len(finding["documents"]) > MOST_DOCUMENTS:
        return 0
    return len(set(planted["documents"]) & set(finding["documents"]))


def _same_value(expected: object, given: object) -> bool:
    """Tell whether two values name the same figures: 276000 and 276000.00, 第675条、第676条 and 民法典第675条、…"""
    figures = [[Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", str(value))] for value in (expected, given)]
    return figures[0] == figures[1] if figures[0] else str(expected) == str(given)


def _share(part: int, whole: int) -> Decimal:
    return Decimal(part) / whole if whole else Decimal(1)


def lies_in_text(planted: Json, texts: Mapping[str, str]) -> bool:
    """Tell whether a planted error can be seen without reading a picture.

    Not every document that the gold answer lists carries the error: some only repeat the wrong value. So an error
    lies in text if one of its documents was read and, where the error is nothing but the difference between two
    papers, the right value stands in one that was read. In ``steel-sale`` the complaint, the ledger and the mail all
    claim the same sum; the balance that contradicts them stands in a scanned statement alone, and the certificate
    without signatures is a photo.

    Args:
        planted: A finding of the gold answer.
        texts: The text of every document that was read, by file name.
    """
    read = [texts[file] for file in planted["documents"] if texts.get(file, "").strip()]
    if planted["code"] not in COMPARED_VALUES:
        return bool(read)
    return any(_states(text, str(planted["expected_value"])) for text in read)


def _states(text: str, value: str) -> bool:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        year, month, day = (int(part) for part in value.split("-"))
        return bool(re.search(rf"{year}\D0?{month}\D0?{day}(?!\d)", text))
    return bool(re.search(rf"(?<![\d.]){re.escape(value)}(?:\.0+)?(?!\d)", text.replace(",", "").replace("，", "")))


def unfaithful_quotes(review: Json, texts: Mapping[str, str]) -> list[str]:
    """Return the quotes of findings and cells that do not stand in their document, white space aside."""
    return [
        f"{owner['id']}: {quote['file']}: {quote['quote']}"
        for owner in (*review["findings"], *review["cells"])
        for quote in owner["evidence"]
        if not quote["quote"].strip() or dense(quote["quote"]) not in dense(texts[quote["file"]])
    ]


def dense(text: str) -> str:
    """Drop white space, which scans and wrapped lines put anywhere."""
    return "".join(text.split())
