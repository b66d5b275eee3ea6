"""Where on its page a span of text is to be seen."""

from __future__ import annotations

from collections.abc import Sequence

from zuno.knowledge.records import Box, Document


def boxes(document: Document, data: bytes | None, start: int, end: int) -> tuple[tuple[int, Box], ...]:
    """Return page number and box of each line of a span that was recognised on a picture."""
    del data
    return tuple(
        (page.number, around(line.boxes[max(start, line.start) - line.start : min(end, line.end) - line.start]))
        for page in document.pages
        for line in page.lines
        if max(start, line.start) < min(end, line.end)
    )


def around(parts: Sequence[Box]) -> Box:
    """Return the box around several."""
    return Box(
        left=min(part.left for part in parts),
        top=min(part.top for part in parts),
        right=max(part.right for part in parts),
        bottom=max(part.bottom for part in parts),
    )
