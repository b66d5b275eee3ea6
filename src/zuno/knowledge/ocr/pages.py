"""One page from its picture to a reading: recognise, order, place, doubt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from statistics import fmean

import cv2
import numpy as np

from zuno.knowledge.ocr.engine import Piece, Pixels, Recogniser
from zuno.knowledge.ocr.layout import Spot, missing_rows, rows_of
from zuno.knowledge.ocr.raster import Raster
from zuno.knowledge.ocr.readings import PageReading, Seal
from zuno.knowledge.ocr.seals import Stamp, find_stamps, seal_text, unread_print, without_stamps
from zuno.knowledge.records import Box, Doubt, Line

LOW_CHAR = 0.9
"""Below this a digit, letter or hanzi is doubted. On clean prints right ones lie above 0.97 but for about one a page;
of the wrong ones seen (龑 as 龔, 㛃 as 契, 蓓 as 信) all but one in noise lay below 0.87."""

EDGE = 25
"""The outer twenty-fifth of a picture is left out where ink is looked for: scanners shade it."""

INK_STEP = 60
"""Grey steps by which ink differs from the paper."""

INK_SHARE = 0.001
"""Share of a picture below which there is no ink on it: a short line of print is more."""

CROP_ROOM = 0.12
"""Share of a box's height that is added around it before it is read."""

_LOW = "识别不确定，请与原件核对此处。"
_COVERED = "印章压住此处，可能漏字或错字，请与原件核对。"
_SEAL = "印章文字由机器辨认，请与原件核对。"
_UNPLACED = "无法确定这个数字属于哪一栏，请与原件核对。"
_SUM = re.compile(r"[-+]?[¥￥]?\d[\d,，.]*元?")
_WEIGHTY = re.compile(r"[0-9０-９A-Za-z〇\u3400-\u9fff\U00020000-\U000323af]")


def read_page(recogniser: Recogniser, raster: Raster) -> PageReading:
    """Return what stands on a page's picture: its rows, then what each seal says."""
    picture = _pixels(raster)
    stamps = find_stamps(picture)
    clean = without_stamps(picture, stamps)
    found = recogniser.read(clean)
    if found.turned:
        picture = np.ascontiguousarray(np.rot90(picture, -(found.turned // 90)))
        stamps = find_stamps(picture)
        clean = without_stamps(picture, stamps)
    place = _Placer(raster, found.turned)
    written = _Written()
    spots = [_spot(index, piece) for index, piece in enumerate(found.pieces)]
    order = rows_of(spots)
    for row in order.rows:
        _put_row(written, [found.pieces[index] for index in row], [order.columns.get(index) for index in row], place)
    unplaced = {id(found.pieces[index]) for index in order.unplaced}
    doubts = _low_characters(written)
    doubts += [
        Doubt(start=start, end=end, flag="order_uncertain", detail=_UNPLACED)
        for start, end, piece in written.stretches
        if id(piece) in unplaced and _SUM.fullmatch(piece.text)
    ]
    seals: list[Seal] = []
    for stamp in stamps:
        seal, doubted = _under(stamp, written, place, clean)
        seals.append(seal)
        doubts += doubted
    for stamp, seal in zip(stamps, seals, strict=True):
        doubts.append(_put_seal(written, seal, *seal_text(recogniser, picture, stamp)))
    turned = 0 if found.vertical else found.turned
    flags = {doubt.flag for doubt in doubts}
    # Several tiers of columns can be meant in more than one order.
    if order.uncertain or (found.vertical and any(len(row) > 1 for row in order.rows)):
        flags.add("order_uncertain")
    if any(seal.hides for seal in seals):
        flags.add("stamp_overlap")
    if missing_rows(spots):
        flags.add("line_gap")
    if turned:
        flags.add("rotated_fixed")
    if not written.lines and not is_blank(picture):
        flags.add("ocr_no_text")
    return PageReading(
        text=written.text,
        lines=tuple(written.lines),
        width=raster.width,
        height=raster.height,
        turned=turned,
        quality=round(fmean(written.scores), 4) if written.scores else None,
        doubts=tuple(sorted(doubts, key=lambda doubt: (doubt.start, doubt.end, doubt.flag))),
        seals=tuple(seals),
        flags=tuple(sorted(flags)),
    )


@dataclass(slots=True)
class _Written:
    """The page's text while it is put together."""

    text: str = ""
    lines: list[Line] = field(default_factory=list[Line])
    stretches: list[tuple[int, int, Piece]] = field(default_factory=list[tuple[int, int, Piece]])
    """Where each piece stands in the text."""
    scores: list[float] = field(default_factory=list[float])

    def put_line(self, text: str, boxes: list[Box], scores: list[float]) -> int:
        """Append one line and return where it starts."""
        self.text += "\n" if self.lines else ""
        start = len(self.text)
        self.text += text
        whole = Box(
            left=min(box.left for box in boxes),
            top=min(box.top for box in boxes),
            right=max(box.right for box in boxes),
            bottom=max(box.bottom for box in boxes),
        )
        self.lines.append(Line(start=start, end=start + len(text), box=whole, boxes=tuple(boxes), scores=tuple(scores)))
        return start


def _put_row(written: _Written, row: list[Piece], columns: list[int | None], place: _Placer) -> None:
    """Append the pieces of one row; a tab (a blank where they are near) between two, one for each column in a table."""
    text = ""
    boxes: list[Box] = []
    scores: list[float] = []
    parts: list[tuple[int, int, Piece]] = []
    before: Piece | None = None
    at: int | None = None
    for piece, column in zip(row, columns, strict=True):
        if before is not None:
            gap, sign = _between(before, piece)
            if column is not None and at is not None and column > at:
                sign = "\t" * (column - at)
            text += sign
            boxes += [place.box(*gap)] * len(sign)
            scores += [1.0] * len(sign)
        elif column:
            text = "\t" * column
            edge = piece.spots[0]
            boxes = [place.box(edge[0], edge[1], edge[0], edge[3])] * column
            scores = [1.0] * column
        parts.append((len(text), len(text) + len(piece.text), piece))
        text += piece.text
        boxes += [place.box(*spot) for spot in piece.spots]
        scores += piece.scores
        before, at = piece, column
    start = written.put_line(text, boxes, scores)
    written.stretches += [(start + first, start + last, piece) for first, last, piece in parts]
    written.scores += [score for piece in row for score in piece.scores]


def _under(stamp: Stamp, written: _Written, place: _Placer, clean: Pixels) -> tuple[Seal, list[Doubt]]:
    """Return the seal with what it touches: text that was read there, and print that was not."""
    touched = [
        (start, end) for start, end, piece in written.stretches if any(stamp.covers(spot) for spot in piece.spots)
    ]
    spots = [spot for _start, _end, piece in written.stretches for spot in piece.spots]
    start = min((start for start, _end in touched), default=len(written.text))
    end = max((end for _start, end in touched), default=start)
    box = place.box(stamp.left, stamp.top, stamp.right, stamp.bottom)
    seal = Seal(box=box, start=start, end=end, hides=unread_print(clean, stamp, spots))
    return seal, [Doubt(start=first, end=last, flag="stamp_overlap", detail=_COVERED) for first, last in touched]


def _put_seal(written: _Written, seal: Seal, text: str, scores: list[float]) -> Doubt:
    """Append what a seal says as a line of its own, at the seal's place."""
    line = f"（印章：{text}）" if text else "（印章）"
    sure = [1.0] * (len(line) - len(text) - 1)
    start = written.put_line(line, [seal.box] * len(line), [*sure, *scores, 1.0])
    return Doubt(start=start, end=start + len(line), flag="seal_text", detail=_SEAL)


def is_blank(picture: Pixels) -> bool:
    """Tell whether a picture is paper with at most some dust, folds and the shadow of its edge."""
    height, width = picture.shape[:2]
    inner = picture[height // EDGE : height - height // EDGE, width // EDGE : width - width // EDGE]
    grey = cv2.cvtColor(np.ascontiguousarray(inner), cv2.COLOR_BGR2GRAY)
    ink = np.abs(cv2.medianBlur(grey, 5).astype(np.int16) - int(np.median(grey))) > INK_STEP
    return float(ink.mean()) < INK_SHARE


def _pixels(raster: Raster) -> Pixels:
    return np.ascontiguousarray(np.asarray(raster.image)[:, :, ::-1])


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
    return Spot(
        index=index,
        left=float(left),
        top=float(top),
        right=float(right),
        bottom=float(bottom),
        slope=slope,
        figure=_SUM.fullmatch(piece.text) is not None,
    )


def _between(before: Piece, after: Piece) -> tuple[tuple[float, float, float, float], str]:
    """Return the space between two pieces and the sign that stands for it in the text."""
    one, two = before.spots[-1], after.spots[0]
    low, high = sorted((float(one[2]), float(two[0])))
    gap = (low, float(min(one[1], two[1])), high, float(max(one[3], two[3])))
    thick = one[3] - one[1]
    reach = high - low
    numbers = before.text[-1].isdigit() and after.text[0].isdigit()
    return gap, "\t" if reach > 0.8 * thick else ("" if reach < 0.25 * thick and not numbers else " ")


def _low_characters(written: _Written) -> list[Doubt]:
    doubts: list[Doubt] = []
    for line in written.lines:
        for at, score in enumerate(line.scores, start=line.start):
            if score >= LOW_CHAR or not _WEIGHTY.match(written.text[at]):
                continue
            if doubts and doubts[-1].end == at:
                doubts[-1] = replace(doubts[-1], end=at + 1)
            else:
                doubts.append(Doubt(start=at, end=at + 1, flag="ocr_low_char", detail=_LOW))
    return doubts


def read_boxes(recogniser: Recogniser, raster: Raster, boxes: list[list[float]], turned: int = 0) -> list[str]:
    """Return what stands in each box (left, top, right, bottom in the page's unit), read as one line.

    Text of a page that must be ``turned`` clockwise to be read is turned that way first.
    """
    picture = _pixels(raster)
    height, width = picture.shape[:2]
    across, down = width / raster.width, height / raster.height
    texts: list[str] = []
    for left, top, right, bottom in boxes:
        # The recogniser was taught on lines with a little paper around them.
        room = CROP_ROOM * (right - left if turned in (90, 270) else bottom - top)
        columns = slice(max(0, int((left - room) * across)), min(width, int((right + room) * across) + 1))
        rows = slice(max(0, int((top - room) * down)), min(height, int((bottom + room) * down) + 1))
        crop = np.rot90(picture[rows, columns], -(turned // 90))
        texts.append(recogniser.read_crop(np.ascontiguousarray(crop))[0].strip() if crop.size else "")
    return texts
