"""What recognition is asked for and what it hands back, and how that is written down."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from zuno.knowledge.records import Box, Doubt, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One file whose pages are to be recognised."""

    path: Path
    sha256: str
    """Of the bytes at ``path``; what the store is keyed by."""
    format: str
    """``pdf`` or ``image``."""
    pages: tuple[int, ...]
    """Numbers from 1; a frame of a picture file is a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A red or blue stamp on the page; text under it may be missing altogether."""

    box: Box
    start: int
    end: int
    """Span of the page's text that it touches; empty (at the place where the text would stand) if none was read."""
    hides: bool
    """Whether a line seems to lie under it that was not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReading:
    """The text recognised on one page; boxes in the unit of the page (points or pixels)."""

    text: str
    """Rows joined by line feeds; pieces of one row by a tab."""
    lines: tuple[Line, ...]
    width: float
    height: float
    turned: int
    """Clockwise degrees by which the page had to be turned to be read; boxes are of the page as it came."""
    quality: float | None
    """Mean score of the characters; None on a page without any."""
    doubts: tuple[Doubt, ...]
    """Ascending by start."""
    seals: tuple[Seal, ...]
    flags: tuple[str, ...]
    """``ocr_low_char``, ``ocr_no_text``, ``stamp_overlap``, ``order_uncertain``, ``line_gap``, ``rotated_fixed``."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values; boxes and scores are rounded, the rest is exact."""
        plain = asdict(self)
        plain["lines"] = [
            {
                "start": line.start,
                "end": line.end,
                "box": _corners(line.box),
                "boxes": [_corners(box) for box in line.boxes],
                "scores": [round(score, 4) for score in line.scores],
            }
            for line in self.lines
        ]
        plain["seals"] = [
            {"box": _corners(seal.box), "start": seal.start, "end": seal.end, "hides": seal.hides}
            for seal in self.seals
        ]
        return plain

    @staticmethod
    def from_json(plain: dict[str, Any]) -> PageReading:
        """Return the reading that ``to_json`` wrote.

        Raises:
            KeyError, TypeError, ValueError: It was not written by ``to_json``; recognise the page anew.
        """
        text = str(plain["text"])
        lines = tuple(
            Line(
                start=line["start"],
                end=line["end"],
                box=_box(line["box"]),
                boxes=tuple(_box(box) for box in line["boxes"]),
                scores=tuple(line["scores"]),
            )
            for line in plain["lines"]
        )
        for line in lines:
            if not 0 <= line.start <= line.end <= len(text) or not (
                line.end - line.start == len(line.boxes) == len(line.scores)
            ):
                raise ValueError("line")
        return PageReading(
            text=text,
            lines=lines,
            width=plain["width"],
            height=plain["height"],
            turned=plain["turned"],
            quality=plain["quality"],
            doubts=tuple(Doubt(**doubt) for doubt in plain["doubts"]),
            seals=tuple(
                Seal(box=_box(seal["box"]), start=seal["start"], end=seal["end"], hides=seal["hides"])
                for seal in plain["seals"]
            ),
            flags=tuple(plain["flags"]),
        )


def _corners(box: Box) -> list[float]:
    return [round(box.left, 2), round(box.top, 2), round(box.right, 2), round(box.bottom, 2)]


def _box(corners: list[float]) -> Box:
    left, top, right, bottom = corners
    return Box(left=left, top=top, right=right, bottom=bottom)
