"""The recogniser: where text stands on a picture, which way up it is, and what it says.

Only the worker process imports this. Text is looked for on a picture of bounded size
and read from crops of the full one, so small print is not lost to shrinking. Every
crop is read alone, so its text does not depend on its neighbours.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import rapidocr
from numpy.typing import NDArray

from zuno.knowledge.ocr.raster import LONG_ASPECT

Pixels = NDArray[np.uint8]
Quad = NDArray[np.float64]
"""Four corners clockwise from the top left of the text as it stands on the picture."""

THREADS = 2

LOOK_PIXELS = 2_830_000
"""An A4 page with its long side at 2,000: what text is looked for on in one go."""

BAND_HEIGHT = 1_800
BAND_OVERLAP = 160
"""Bands of a long picture overlap by more than a line, so that each line is whole in one of them."""

BAND_WIDTH = 1_600
"""Width to which a long screenshot's bands are shrunk; phones have 720 to 1,440."""

SMALL_PRINT = 14
"""Height of text boxes on the shrunk picture below which it is looked at again in bands at full size."""

LARGEST_BAND_WIDTH = 4_000
MIN_BAND = 736
FLATTEST = 5
"""Flatter pictures get paper added: the finder enlarges the shorter side to 736, however long the other becomes."""


TALL = 1.5
"""A box this many times taller than wide holds turned or vertical text."""

PROBED_LINES = 5
SURE_TURN = 0.1
"""Mean score by which the reading of a page turned upside down must be better."""

UPRIGHT_SCORE = 0.8
"""Score from which the characters of a column, set side by side, stand upright (vertical text)."""

_LONE_DASH = re.compile("(?<=[\u4e00-\u9fff])—(?=[\u4e00-\u9fff])")
"""A dash in Chinese print is two signs long; one alone inside a word is the numeral 一."""

_DAY = r"\d{4}(?:[-/.]\d{1,2}[-/.]\d{1,2}|年\d{1,2}月\d{1,2}日)"
_LOST_BLANK = re.compile(
    r"(?<=\d{4}[-/.]\d{2}[-/.]\d{2})(?=[012]\d:[0-5]\d)|(?<=月\d日|\d\d日)(?=[012]?\d:[0-5]\d)"
    rf"|(?<=[\w)）」”])(?<!\d)(?={_DAY} ?[012]?\d:[0-5]\d)"
    r"|(?<=\d{2}[-/.]\d{2} \d{2}:\d{2}:\d{2}|.\d{2}[-/.]\d{2}\d{2}:\d{2}:\d{2})(?=[^\W\d])"
    r"|(?<=\.\d{2})(?=\d[\d,]+\.\d{2}(?!\d))"
)
"""Where the recogniser dropped a blank: 2024-05-0618:22 is no day, 我2024-05-06 18:22 no name, 68.0068.00 no number.
30.000.00 may be 30,000.00 with a comma that looked like a point, and stays."""

SURE_SCORE = 0.9
FULL_WIDTH_FROM = 0x2E7F
"""Code points above this are as wide as high."""


@dataclass(slots=True)
class Piece:
    """One stretch of text as found: per code point its place and score."""

    text: str
    quad: Quad
    """Its first edge runs along the text."""
    spots: NDArray[np.float64]
    """One row of left, top, right, bottom per code point, in pixels of the picture."""
    scores: list[float]

    @property
    def score(self) -> float:
        """Return the mean score."""
        return float(np.mean(self.scores)) if self.scores else 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """What was read on one picture."""

    pieces: list[Piece]
    """Placed on the picture after it was turned."""
    turned: int
    """Clockwise degrees."""
    vertical: bool
    """Whether the text is set in columns: turning it by 270 made lines of them, but the page is upright."""


class Recogniser:
    """The models in memory; one a process."""

    def __init__(self) -> None:
        models = Path(rapidocr.__file__).parent / "models"
        self._ocr = rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_preprocess_img": False,
                "Global.use_vertical_padding": False,
                "Global.return_word_box": True,
                "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                # Named files: what is not in the package is an error here, never fetched.
                "Det.model_path": str(models / "PP-OCRv6_det_small.onnx"),
                "Cls.model_path": str(models / "ch_ppocr_mobile_v2.0_cls_mobile.onnx"),
                "Rec.model_path": str(models / "PP-OCRv6_rec_small.onnx"),
            }
        )

    def read(self, picture: Pixels) -> Found:
        """Return the pieces of text on a picture (BGR)."""
        quads = self._find(picture)
        if not quads:
            return Found(pieces=[], turned=0, vertical=False)
        turned, vertical = self._orientation(picture, quads)
        upright = np.ascontiguousarray(np.rot90(picture, -(turned // 90)))
        height, width = picture.shape[:2]
        read = (self._read_quad(upright, _turn_quad(quad, turned, width, height)) for quad in quads)
        return Found(pieces=[piece for piece in read if piece is not None], turned=turned, vertical=vertical)

    def read_crop(self, crop: Pixels) -> tuple[str, list[float], list[float]]:
        """Return the text of one upright line, and per code point its score and centre (0 to 1 of the width)."""
        found: Any = self._ocr(crop, use_det=False, use_cls=False, use_rec=True)
        text = str(found.txts[0]) if found.txts else ""
        word = found.word_results[0] if text else None
        if not text or word is None:
            return "", [], []
        scores = [float(score) for score in word.confs]
        columns = [column for group in word.word_cols for column in group]
        if len(scores) != len(text) or len(columns) != sum(not sign.isspace() for sign in text):
            scores = [min(scores, default=0.0)] * len(text)
            return text, scores, [(at + 0.5) / len(text) for at in range(len(text))]
        text = _LONE_DASH.sub("一", text)
        return with_lost_blanks(text, scores, _centres(text, columns, float(word.line_txt_len)))

    def _find(self, picture: Pixels) -> list[Quad]:
        height, width = picture.shape[:2]
        if height > LONG_ASPECT * width and height * width > LOOK_PIXELS / 2:
            return self._find_in_bands(picture, min(1.0, BAND_WIDTH / width), BAND_HEIGHT, [])
        scale = min(1.0, math.sqrt(LOOK_PIXELS / (height * width)), LARGEST_BAND_WIDTH / max(height, width))
        quads = self._find_once(picture, scale)
        if scale > 0.9:
            return quads
        print_height = float(np.median([min(_sides(quad)) for quad in quads])) * scale if quads else SMALL_PRINT / 2
        finer = min(1.0, scale * 2 * SMALL_PRINT / print_height, LARGEST_BAND_WIDTH / width)
        if print_height >= SMALL_PRINT or finer < 1.1 * scale:
            return quads
        return self._find_in_bands(picture, finer, max(MIN_BAND, int(LOOK_PIXELS / (width * finer))), quads)

    def _find_once(self, picture: Pixels, scale: float) -> list[Quad]:
        height, width = picture.shape[:2]
        seen = picture
        if scale < 1:
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        stretch = np.array([width / seen.shape[1], height / seen.shape[0]])
        found: Any = self._ocr(_not_too_flat(seen), use_det=True, use_cls=False, use_rec=False)
        if found.boxes is None:
            return []
        edge = np.array([width, height], dtype=np.float64)
        return [np.minimum(np.asarray(quad, dtype=np.float64) * stretch, edge) for quad in found.boxes]

    def _find_in_bands(self, picture: Pixels, scale: float, band: int, before: list[Quad]) -> list[Quad]:
        """Return what is found in bands, and of what was found before whatever they miss."""
        height = picture.shape[0]
        tall = int(band / scale)
        step = tall - int(min(BAND_OVERLAP, band // 2) / scale)
        found = [(True, -_area(_rect(quad)), quad) for quad in before]
        for start in [*range(0, max(0, height - tall), step), max(0, height - tall)]:
            end = min(height, start + tall)
            for quad in self._find_once(np.ascontiguousarray(picture[start:end]), scale):
                quad = quad + np.array([0, start])
                slack = 3 / scale
                cut = (start > 0 and quad[:, 1].min() < start + slack) or (
                    end < height and quad[:, 1].max() > end - slack
                )
                found.append((cut, -_area(_rect(quad)), quad))
        return _without_doubles(found)

    def _orientation(self, picture: Pixels, quads: list[Quad]) -> tuple[int, bool]:
        """Return the clockwise turn that makes lines of the text, and whether it is set in columns.

        Only a few crops are tried, and only when the boxes are tall or the small classifier
        takes them for upside down; an upright page pays next to nothing.
        """
        sides = [_sides(quad) for quad in quads]
        tall = [quad for quad, (across, down) in zip(quads, sides, strict=True) if down >= TALL * across]
        wide = [quad for quad, (across, down) in zip(quads, sides, strict=True) if across >= TALL * down]
        if sum(_sides(quad)[1] for quad in tall) > sum(_sides(quad)[0] for quad in wide):
            return self._tall_orientation([_crop(picture, quad) for quad in _longest(tall)])
        return self._wide_orientation([_crop(picture, quad) for quad in _longest(wide)]), False

    def _tall_orientation(self, crops: list[Pixels]) -> tuple[int, bool]:
        # np.rot90 by 1 turns anticlockwise, which is 270 clockwise. Columns of vertical text become
        # lines in their reading order that way too, lying characters and all: the recogniser knows both.
        turned_270 = self._mean_score([np.rot90(crop, 1) for crop in crops])
        turned_90 = self._mean_score([np.rot90(crop, -1) for crop in crops])
        if turned_90 > turned_270:
            return 90, False
        return 270, self._mean_score([_unstacked(crop) for crop in crops]) > UPRIGHT_SCORE

    def _wide_orientation(self, crops: list[Pixels]) -> int:
        if not crops:
            return 0
        over = sum(self._looks_upside_down(crop) for crop in crops)
        if 2 * over < len(crops):
            return 0
        gain = self._mean_score([np.rot90(crop, 2) for crop in crops]) - self._mean_score(crops)
        return 180 if gain > SURE_TURN else 0

    def _looks_upside_down(self, crop: Pixels) -> bool:
        found: Any = self._ocr(crop, use_det=False, use_cls=True, use_rec=False)
        label, _score = found.cls_res[0]
        return str(label) == "180"

    def _mean_score(self, crops: list[Any]) -> float:
        """Return the mean score of characters; a crop that reads as nothing counts as 0."""
        means: list[float] = []
        for crop in crops:
            _text, scores, _centres = self.read_crop(np.ascontiguousarray(crop))
            means.append(float(np.mean(scores)) if scores else 0.0)
        return float(np.mean(means)) if means else 0.0

    def _read_quad(self, picture: Pixels, quad: Quad) -> Piece | None:
        crop = _crop(picture, quad)
        across, down = _sides(quad)
        if down < TALL * across:
            return _piece(quad, *self.read_crop(crop))
        downwards = _piece(quad[[1, 2, 3, 0]], *self.read_crop(np.ascontiguousarray(np.rot90(crop, 1))))
        if downwards is not None and downwards.score > SURE_SCORE:
            return downwards
        upwards = _piece(quad[[3, 0, 1, 2]], *self.read_crop(np.ascontiguousarray(np.rot90(crop, -1))))
        return max((downwards, upwards), key=lambda piece: piece.score if piece is not None else 0.0)


def _piece(quad: Quad, text: str, scores: list[float], centres: list[float]) -> Piece | None:
    """Return what was read along the quad's first edge, without blanks at its ends."""
    kept = text.strip()
    if not kept:
        return None
    first = text.index(kept)
    last = first + len(kept)
    return Piece(text=kept, quad=quad, spots=_spots(quad, text, centres)[first:last], scores=scores[first:last])


def _centres(text: str, columns: list[int], length: float) -> list[float]:
    """Return the centre of every code point, 0 to 1; a space stands midway between its neighbours."""
    known = iter(columns)
    centres = [math.nan if sign.isspace() else (next(known) + 0.5) / max(length, 1.0) for sign in text]
    at = np.arange(len(text))
    values = np.array(centres)
    solid = ~np.isnan(values)
    if not solid.all():
        values = np.interp(at, at[solid], values[solid]) if solid.any() else (at + 0.5) / len(text)
    return [min(1.0, float(value)) for value in values]


def with_lost_blanks(text: str, scores: list[float], centres: list[float]) -> tuple[str, list[float], list[float]]:
    """Give numbers that stand apart the blank between them."""
    for at in sorted((match.start() for match in _LOST_BLANK.finditer(text)), reverse=True):
        text = f"{text[:at]} {text[at:]}"
        scores = [*scores[:at], 1.0, *scores[at:]]
        centres = [*centres[:at], (centres[at - 1] + centres[at]) / 2, *centres[at:]]
    return text, scores, centres


def _spots(quad: Quad, text: str, centres: list[float]) -> NDArray[np.float64]:
    """Return a box per code point: halfway to its neighbours, but no wider than a character of that height."""
    length, thick = _sides(quad)
    middles = np.array(centres) * length
    reach = np.array([thick * (0.55 if ord(sign) > FULL_WIDTH_FROM else 0.35) for sign in text])
    between = (middles[1:] + middles[:-1]) / 2
    starts = np.maximum(np.concatenate([[0.0], between]), middles - reach) / max(length, 1e-6)
    ends = np.minimum(np.concatenate([between, [length]]), middles + reach) / max(length, 1e-6)
    spots = np.empty((len(text), 4))
    for at, (start, end) in enumerate(zip(starts, np.maximum(starts, ends), strict=True)):
        corners = np.array(
            [one + (other - one) * share for one, other in (quad[[0, 1]], quad[[3, 2]]) for share in (start, end)]
        )
        spots[at] = [*corners.min(axis=0), *corners.max(axis=0)]
    return spots


def _not_too_flat(picture: Pixels) -> Pixels:
    height, width = picture.shape[:2]
    below, beside = max(0, width // FLATTEST - height), max(0, height // FLATTEST - width)
    if not below and not beside:
        return picture
    return cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=(255, 255, 255)).astype(np.uint8)


def _sides(quad: Quad) -> tuple[float, float]:
    """Return how far a quad runs across and down."""
    across = max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[3] - quad[2]))
    down = max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2]))
    return float(across), float(down)


def _crop(picture: Pixels, quad: Quad) -> Pixels:
    across, down = (max(1, round(side)) for side in _sides(quad))
    target = np.array([[0, 0], [across, 0], [across, down], [0, down]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return cv2.warpPerspective(
        picture, warp, (across, down), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


def _unstacked(crop: Pixels) -> Pixels:
    """Return the characters of a column side by side; cut where the paper shows between them."""
    height, width = crop.shape[:2]
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    _level, ink = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    amount = np.asarray(ink, dtype=np.int64).sum(axis=1)
    cells: list[tuple[int, int]] = []
    top = 0
    while top < height:
        low, high = int(top + 0.6 * width), int(top + 1.25 * width)
        if high >= height:
            end = height
        else:
            gap = amount[low:high]
            lightest = np.flatnonzero(gap == gap.min())
            end = low + int(lightest[len(lightest) // 2]) + 1
        cells.append((top, end))
        top = end
    tallest = max(end - start for start, end in cells)
    row = [
        cv2.copyMakeBorder(crop[start:end], 0, tallest - (end - start), 0, 0, cv2.BORDER_REPLICATE)
        for start, end in cells
    ]
    return np.ascontiguousarray(np.hstack(row)).astype(np.uint8)


def _longest(quads: list[Quad]) -> list[Quad]:
    return sorted(quads, key=lambda quad: -max(_sides(quad)))[:PROBED_LINES]


def _turn_quad(quad: Quad, turned: int, width: int, height: int) -> Quad:
    """Return the quad on the picture turned clockwise, its corners again clockwise from the top left."""
    for _ in range(turned // 90):
        quad = np.stack([height - quad[:, 1], quad[:, 0]], axis=1)
        quad = np.roll(quad, 1, axis=0)
        width, height = height, width
    return quad


def _rect(quad: Quad) -> tuple[float, float, float, float]:
    return (*quad.min(axis=0), *quad.max(axis=0))


def _area(rect: tuple[float, float, float, float]) -> float:
    return max(0.0, rect[2] - rect[0]) * max(0.0, rect[3] - rect[1])


def _without_doubles(found: list[tuple[bool, float, Quad]]) -> list[Quad]:
    """Return each line of overlapping bands once: whole before cut, larger before smaller."""
    kept: list[Quad] = []
    for _cut, _size, quad in sorted(found, key=lambda one: one[:2]):
        rect = _rect(quad)
        covered = 0.0
        for other in map(_rect, kept):
            shared = (
                max(rect[0], other[0]),
                max(rect[1], other[1]),
                min(rect[2], other[2]),
                min(rect[3], other[3]),
            )
            if shared[0] < shared[2] and shared[1] < shared[3]:
                covered += _area(shared)
        if covered < 0.5 * _area(rect):
            kept.append(quad)
    return sorted(kept, key=lambda quad: (float(quad[:, 1].mean()), float(quad[:, 0].mean())))
