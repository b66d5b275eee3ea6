"""From a PDF page's own coordinates to the page as a person sees it.

A page's own coordinates run to the right and up, from anywhere, before the
page is turned; what a person sees starts at the top left. Holds no state.
"""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2

from zuno.knowledge.records import Box

Sides = tuple[float, float, float, float]
"""Left, bottom, right, top in the page's own coordinates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The visible part of a page and how it is turned."""

    sides: Sides
    rotation: int
    """Clockwise degrees (0, 90, 180, 270)."""

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the page is seen, from the top left."""
        left, bottom, right, top = self.sides
        if self.rotation == 90:
            return y - bottom, x - left
        if self.rotation == 180:
            return right - x, y - bottom
        if self.rotation == 270:
            return top - y, right - x
        return x - left, top - y

    def box(self, sides: Sides) -> Box:
        """Return where a rectangle of the page is seen."""
        xs, ys = zip(self.point(sides[0], sides[1]), self.point(sides[2], sides[3]), strict=True)
        return Box(left=min(xs), top=min(ys), right=max(xs), bottom=max(ys))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as seen."""
        left, bottom, right, top = self.sides
        wide, high = right - left, top - bottom
        return (high, wide) if self.rotation in (90, 270) else (wide, high)


def frame_of(page: pypdfium2.PdfPage) -> Frame:
    """Return the frame of a page as it is turned now."""
    return Frame(sides=page.get_bbox(), rotation=page.get_rotation())
