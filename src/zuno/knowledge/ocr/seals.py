"""Red and blue seals on a page: found by colour and shape, taken off the picture, read by themselves.

A recogniser drops lines that a seal covers without a word. Ink of one colour over
black print can be told apart by colour, so the page is read without its seals, and
every seal's place is told whether or not text was read under it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from zuno.knowledge.ocr.engine import Pixels, Recogniser

LOOK_SIDE = 1_200
"""Longer side of the picture on which seals are looked for."""

INK_SHARE = 0.13
"""How far the strongest colour of an ink stands out from the next, as a share of its brightness."""

INK_LEVEL = 20
SMALLEST_SHARE = 0.05
LARGEST_SHARE = 0.5
"""Sides of a seal, as shares of the shorter side of the page."""

SMALLEST_SIDE = 40
"""In pixels of the shrunk picture: smaller ones cannot be told from red signs."""

SQUARENESS = 0.55
"""The shorter side over the longer: round, oval and square seals; no lines of writing."""

CUT_SQUARENESS = 0.25
"""The same for what the edge of the page cuts off, as a seal across the joint of pages (骑缝章)."""

HULL_SHARE = 0.68
"""Share of its box that a seal's outline fills: a circle fills 0.785, a square 1."""

FILLS = (0.06, 0.62)
"""Share of its box that a seal's ink fills; more is a picture or a banner."""

HEADING_SIGNS = 3
"""So many seals of one height in one row are the large signs of a red heading."""

PRINT_SHARE = 0.55
"""Brightness in the seal's own colour, as a share of the paper's, below which a spot is print."""

RING = (0.56, 0.94)
"""Where the curved writing of a round seal stands, in shares of its radius."""

ROUND_HULL = 0.87
"""Share of its box below which a seal is round."""

RIM = 0.9
CORE_ROWS = (0.28, 0.82)
CORE_HALF = 0.66
"""Where the straight line of a round seal stands: below the star, in shares of the radius."""

LEGIBLE = 0.85
"""Mean score from which a seal's writing is told."""

DARK = 110
"""Brightness below which a spot is print, not seal ink."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A seal's box in pixels and the channel (BGR) of its ink."""

    left: int
    top: int
    right: int
    bottom: int
    channel: int
    round: bool

    def covers(self, spot: NDArray[np.float64]) -> bool:
        """Whether it touches a box (left, top, right, bottom)."""
        left, top, right, bottom = (float(side) for side in spot)
        if not self.round:
            return left < self.right and right > self.left and top < self.bottom and bottom > self.top
        middle_x, middle_y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        across = (min(max(middle_x, left), right) - middle_x) / max(1, (self.right - self.left) / 2)
        down = (min(max(middle_y, top), bottom) - middle_y) / max(1, (self.bottom - self.top) / 2)
        return across * across + down * down < 1


def find_stamps(picture: Pixels) -> list[Stamp]:
    """Return the seals on a picture (BGR), from top to bottom."""
    height, width = picture.shape[:2]
    scale = min(1.0, LOOK_SIDE / max(height, width))
    # A long screenshot must not shrink its seals away.
    scale = max(scale, min(1.0, LOOK_SIDE / 2 / min(height, width)))
    small = picture
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    found: list[Stamp] = []
    for channel in (2, 0):
        ink = _ink(small, channel)
        if np.count_nonzero(ink) < SMALLEST_SIDE:
            continue
        boxes = _without_headings(_seal_boxes(ink))
        found += [
            Stamp(
                left=int(left / scale),
                top=int(top / scale),
                right=min(width, math.ceil((left + across) / scale)),
                bottom=min(height, math.ceil((top + down) / scale)),
                channel=channel,
                round=is_round,
            )
            for left, top, across, down, is_round in boxes
        ]
    return sorted(found, key=lambda stamp: (stamp.top, stamp.left))


def without_stamps(picture: Pixels, stamps: list[Stamp]) -> Pixels:
    """Return the picture with seal ink replaced by paper; print under it stays."""
    if not stamps:
        return picture
    clean = picture.copy()
    for stamp in stamps:
        rows, columns = _around(stamp, picture)
        part = clean[rows, columns]
        light = part[:, :, stamp.channel]
        paper = np.percentile(part.reshape(-1, 3), 90, axis=0)
        bright = float(paper[stamp.channel])
        # In the light of its own colour the ink is nearly as bright as the paper, and print is dark.
        stretched = np.clip((light.astype(np.float32) - DARK / 2) / max(1.0, 0.75 * bright - DARK / 2), 0, 1)
        ink = cv2.dilate(_ink(part, stamp.channel), np.ones((3, 3), np.uint8)) > 0
        part[ink] = (stretched[ink][:, None] * paper[None, :]).astype(np.uint8)
    return clean


def unread_print(clean: Pixels, stamp: Stamp, spots: list[NDArray[np.float64]]) -> bool:
    """Whether dark print stands under a seal where no text was read."""
    rows, columns = _around(stamp, clean)
    grey = cv2.cvtColor(clean[rows, columns], cv2.COLOR_BGR2GRAY)
    dark = (grey < DARK).astype(np.uint8)
    for left, top, right, bottom in spots:
        room = 0.25 * (bottom - top)
        dark[
            max(0, int(top - room) - rows.start) : max(0, int(bottom + room) - rows.start),
            max(0, int(left - room) - columns.start) : max(0, int(right + room) - columns.start),
        ] = 0
    # More than the specks that a fold, a crossing frame or the ink's own edge leave.
    side = min(dark.shape)
    opened = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return int(np.count_nonzero(opened)) > 0.004 * side * side


def seal_text(recogniser: Recogniser, picture: Pixels, stamp: Stamp) -> tuple[str, list[float]]:
    """Return what a seal says, its curved writing first, with a score per code point; empty if illegible."""
    ink = _seal_ink(picture, stamp)
    if not stamp.round:
        return _read_flat(recogniser, ink)
    ring, ring_scores, _centres = recogniser.read_crop(_unrolled(ink))
    if not ring_scores or float(np.mean(ring_scores)) < LEGIBLE:
        ring, ring_scores = "", []
    core, core_scores = _read_core(recogniser, ink)
    return ring + core, ring_scores + core_scores


def _ink(picture: Pixels, channel: int) -> NDArray[np.uint8]:
    colours = picture.astype(np.int16)
    strong = colours[:, :, channel]
    others = np.maximum(colours[:, :, 1], colours[:, :, 2 - channel])
    rest = strong - others
    return ((rest > INK_LEVEL) & (rest > INK_SHARE * strong)).astype(np.uint8)


def _seal_boxes(ink: NDArray[np.uint8]) -> list[tuple[int, int, int, int, bool]]:
    height, width = ink.shape
    shorter = min(height, width)
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _tree = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes: list[tuple[int, int, int, int, bool]] = []
    for outline in outlines:
        left, top, across, down = cv2.boundingRect(outline)
        small, large = sorted((across, down))
        if small < max(SMALLEST_SIDE, SMALLEST_SHARE * shorter) or large > LARGEST_SHARE * shorter:
            continue
        hull_share = cv2.contourArea(cv2.convexHull(outline)) / (across * down)
        fill = np.count_nonzero(ink[top : top + down, left : left + across]) / (across * down)
        cut = left <= 1 or left + across >= width - 1
        if (
            small < (CUT_SQUARENESS if cut else SQUARENESS) * large
            or hull_share < HULL_SHARE
            or not FILLS[0] < fill < FILLS[1]
        ):
            continue
        boxes.append((left, top, across, down, hull_share < ROUND_HULL))
    return boxes


def _without_headings(
    boxes: list[tuple[int, int, int, int, bool]],
) -> list[tuple[int, int, int, int, bool]]:
    """Return the boxes without those that stand in a row like the signs of a red heading."""
    kept: list[tuple[int, int, int, int, bool]] = []
    for box in boxes:
        _left, top, _across, down, _round = box
        alike = [
            other
            for other in boxes
            if abs(other[1] + other[3] / 2 - top - down / 2) < 0.3 * down and 0.7 < other[3] / down < 1.4
        ]
        if len(alike) < HEADING_SIGNS:
            kept.append(box)
    return kept


def _around(stamp: Stamp, picture: Pixels) -> tuple[slice, slice]:
    room = 3 + (stamp.right - stamp.left) // 50
    height, width = picture.shape[:2]
    return (
        slice(max(0, stamp.top - room), min(height, stamp.bottom + room)),
        slice(max(0, stamp.left - room), min(width, stamp.right + room)),
    )


def _seal_ink(picture: Pixels, stamp: Stamp) -> Pixels:
    """Return the seal alone, dark on white: its ink without the print under it."""
    part = picture[stamp.top : stamp.bottom, stamp.left : stamp.right].astype(np.float32)
    paper = np.percentile(part.reshape(-1, 3), 90, axis=0)
    # Brightness is kept finer than colour in photos, so the ink is seen as what dims the other colours.
    dimmed = np.minimum(part[:, :, 1] / paper[1], part[:, :, 2 - stamp.channel] / paper[2 - stamp.channel])
    ink = _ink(picture[stamp.top : stamp.bottom, stamp.left : stamp.right], stamp.channel) > 0
    depth = min(0.8, float(np.percentile(dimmed[ink], 20))) if ink.any() else 0.5
    grey = np.clip((dimmed - depth) / (0.95 - depth), 0, 1)
    grey[part[:, :, stamp.channel] < PRINT_SHARE * paper[stamp.channel]] = 1
    return cv2.cvtColor((255 * grey).astype(np.uint8), cv2.COLOR_GRAY2BGR).astype(np.uint8)


def _unrolled(ink: Pixels) -> Pixels:
    """Return the ring of a round seal as a straight line that starts and ends at its foot."""
    height, width = ink.shape[:2]
    size = max(height, width) / 2
    tall = max(48, round((RING[1] - RING[0]) * size))
    long = round(2 * math.pi * sum(RING) / 2 * size * tall / max(1.0, (RING[1] - RING[0]) * size))
    turn = math.pi / 2 + np.linspace(0, 2 * math.pi, long, endpoint=False)
    radius = np.linspace(RING[1], RING[0], tall)
    columns = (width / 2 + np.outer(radius, np.cos(turn)) * width / 2).astype(np.float32)
    rows = (height / 2 + np.outer(radius, np.sin(turn)) * height / 2).astype(np.float32)
    line = cv2.remap(ink, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(line).astype(np.uint8)


def _read_core(recogniser: Recogniser, ink: Pixels) -> tuple[str, list[float]]:
    """Return the straight line below the star of a round seal, such as what it is for."""
    height, width = ink.shape[:2]
    disc = np.zeros((height, width), np.uint8)
    cv2.ellipse(disc, (width // 2, height // 2), (int(RIM * width / 2), int(RIM * height / 2)), 0, 0, 360, 1, -1)
    alone = np.where(disc[:, :, None] > 0, ink, 255).astype(np.uint8)
    half = width / 2
    rows = slice(int((1 + CORE_ROWS[0]) * height / 2), int((1 + CORE_ROWS[1]) * height / 2))
    columns = slice(int((1 - CORE_HALF) * half), int((1 + CORE_HALF) * half))
    # What stands off the middle are the ends of the curved writing.
    return _read_flat(recogniser, np.ascontiguousarray(alone[rows, columns]), off_middle=0.3 * CORE_HALF * half)


def _read_flat(recogniser: Recogniser, ink: Pixels, off_middle: float = math.inf) -> tuple[str, list[float]]:
    middle = ink.shape[1] / 2
    pieces = [
        piece
        for piece in recogniser.read(ink).pieces
        if piece.score >= LEGIBLE and abs(float(piece.quad[:, 0].mean()) - middle) <= off_middle
    ]
    pieces.sort(key=lambda piece: float(piece.quad[:, 1].mean()))
    return "".join(piece.text for piece in pieces), [score for piece in pieces for score in piece.scores]
