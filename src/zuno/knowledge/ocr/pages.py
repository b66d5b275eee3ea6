"""One page from its picture to a reading: recognise, order, place, doubt."""

from __future__ import annotations

import re
from statistics import fmean

import numpy as np

from zuno.knowledge.ocr.engine import Piece, Recogniser
from zuno.knowledge.ocr.layout import Spot, rows_of
from zuno.knowledge.ocr.raster import Raster
from zuno.knowledge.ocr.readings import PageReading
from zuno.knowledge.records import Box, Doubt, Line

LOW_CHAR = 0.9
"""Below this a digit or hanzi is doubted."""

CROP_ROOM = 0.12
"""Share of a box's height that is added around it before it is read."""

_WEIGHTY = re.compile(r"[0-9０-９A-Za-z\u3400-\u9fff\U00020000-\U000323af]")


def read_page(recogniser: Recogniser, raster: Raster) -> PageReading:
    """Return what stands on a page's picture."""
    picture = np.ascontiguousarray(np.asarray(raster.image)[:, :, ::-1])
    found = recogniser.read(picture)
    pieces = found.pieces
    place = _Placer(raster, found.turned)
    order = rows_of([_spot(index, piece) for index, piece in enumerate(pieces)])
    # Several tiers of columns can be meant in more than one order.
    uncertain = order.uncertain or (found.vertical and any(len(row) > 1 for row in order.rows))
    turned = 0 if found.vertical else found.turned
    lines: list[Line] = []
    text = ""
    for row in order.rows:
        line = _line([pieces[index] for index in row], place, start=len(text) + 1 if lines else 0)
        text += ("\n" if lines else "") + line[0]
        lines.append(line[1])
    doubts = _low_characters(text, lines)
    flags = sorted(
        {doubt.flag for doubt in doubts}
        | ({"order_uncertain"} if uncertain else set())
        | ({"rotated_fixed"} if turned else set())
    )
    scores = [score for line in lines for score in line.scores]
    return PageReading(
        text=text,
        lines=tuple(lines),
        width=raster.width,
        height=raster.height,
        turned=turned,
        quality=round(fmean(scores), 4) if scores else None,
        doubts=tuple(doubts),
        seals=(),
        flags=tuple(flags),
    )


class _Placer:
    """Maps boxes of the upright picture to the page as it came, in the page's unit."""

    def __init__(self, raster: Raster, turned: int) -> None:
        self._turned = turned
        self._size = raster.image.size
        self._unit = raster.width / raster.image.width, raster.height / raster.image.height

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        width, height = self._size
        if self._turned == 90:
            left, top, right, bottom = top, height - right, bottom, height - left
        elif self._turned == 180:
            left, top, right, bottom = width - right, height - bottom, width - left, height - top
        elif self._turned == 270:
            left, top, right, bottom = width - bottom, left, width - top, right
        across, down = self._unit
        return Box(
            left=max(0.0, left * across),
            top=max(0.0, top * down),
            right=min(width * across, right * across),
            bottom=min(height * down, bottom * down),
        )


def _spot(index: int, piece: Piece) -> Spot:
    left, top = piece.quad.min(axis=0)
    right, bottom = piece.quad.max(axis=0)
    run = piece.quad[1] - piece.quad[0]
    slope = float(run[1] / run[0]) if abs(run[0]) > abs(run[1]) else 0.0
    return Spot(index=index, left=float(left), top=float(top), right=float(right), bottom=float(bottom), slope=slope)


def _line(row: list[Piece], place: _Placer, start: int) -> tuple[str, Line]:
    """Join the pieces of one row; a tab (a blank where they nearly touch) between two."""
    text = ""
    boxes: list[Box] = []
    scores: list[float] = []
    before: Piece | None = None
    for piece in row:
        if before is not None:
            gap, sign = _between(before, piece)
            if sign:
                text += sign
                boxes.append(place.box(*gap))
                scores.append(1.0)
        text += piece.text
        boxes += [place.box(*spot) for spot in piece.spots]
        scores += piece.scores
        before = piece
    whole = Box(
        left=min(box.left for box in boxes),
        top=min(box.top for box in boxes),
        right=max(box.right for box in boxes),
        bottom=max(box.bottom for box in boxes),
    )
    return text, Line(start=start, end=start + len(text), box=whole, boxes=tuple(boxes), scores=tuple(scores))


def _between(before: Piece, after: Piece) -> tuple[tuple[float, float, float, float], str]:
    """Return the space between two pieces and the sign that stands for it in the text."""
    one, two = before.spots[-1], after.spots[0]
    low, high = sorted((float(one[2]), float(two[0])))
    gap = (low, float(min(one[1], two[1])), high, float(max(one[3], two[3])))
    thick = one[3] - one[1]
    reach = high - low
    return gap, "\t" if reach > 0.8 * thick else ("" if reach < 0.25 * thick else " ")


def _low_characters(text: str, lines: list[Line]) -> list[Doubt]:
    doubts: list[Doubt] = []
    for line in lines:
        for at, score in enumerate(line.scores, start=line.start):
            if score >= LOW_CHAR or not _WEIGHTY.match(text[at]):
                continue
            if doubts and doubts[-1].end == at:
                doubts[-1] = Doubt(start=doubts[-1].start, end=at + 1, flag="ocr_low_char", detail=doubts[-1].detail)
            else:
                doubts.append(Doubt(start=at, end=at + 1, flag="ocr_low_char", detail="识别不确定，请与原件核对此处。"))
    return doubts


def read_boxes(recogniser: Recogniser, raster: Raster, boxes: list[list[float]]) -> list[str]:
    """Return what stands in each box (left, top, right, bottom in the page's unit), read as one line."""
    picture = np.ascontiguousarray(np.asarray(raster.image)[:, :, ::-1])
    height, width = picture.shape[:2]
    across, down = width / raster.width, height / raster.height
    texts: list[str] = []
    for left, top, right, bottom in boxes:
        # The recogniser was taught on lines with a little paper around them.
        room = CROP_ROOM * (bottom - top)
        columns = slice(max(0, int((left - room) * across)), min(width, int((right + room) * across) + 1))
        rows = slice(max(0, int((top - room) * down)), min(height, int((bottom + room) * down) + 1))
        crop = picture[rows, columns]
        texts.append(recogniser.read_crop(np.ascontiguousarray(crop))[0].strip() if crop.size else "")
    return texts
