"""Whether a PDF's text layer says what its pages show, for the spans that evidence rests on.

A wrong character map gives fluent text that stands nowhere on the page; only
the picture tells. Reading the picture is the caller's; what is compared, and
which differences count, is told here. Holds no state.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zuno.knowledge.parsing.pdf.spots import Spot, find_spots
from zuno.knowledge.records import Box, Document, Doubt

ReadCrops = Callable[[int, Sequence[Box]], Sequence[str]]
"""Reads the picture of a page (number from 1) at rectangles; an empty string where it is not sure.

A rectangle lies on the page as a person sees it; text of a page with ``Page.turned``
lies on its side there until the crop is turned.
"""

READ_SHARE = 0.5
"""Share of the characters below which a crop was hardly read, and says nothing."""

NEIGHBOURS = 3
"""Characters around a span that a crop may take in."""

_LOOK_ALIKE = str.maketrans("o〇○◯li|丨己巳曰末土入干冶候囗", "00001111已已日未士人千治侯口")
"""Signs that readers of pictures mix up; digits are never folded into one another."""

_DASH = re.compile("[-—–－_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What came of comparing spans with the picture."""

    doubts: tuple[Doubt, ...]
    """``map_disagrees_with_raster``: the picture shows something else. Ascending by start."""
    unchecked: tuple[tuple[int, int], ...]
    """Spans without a verdict: no place, a font missing on this machine, or a crop nobody could read."""


def compare(document: Document, data: bytes, spans: Sequence[tuple[int, int]], read_crops: ReadCrops) -> Comparison:
    """Compare spans of a PDF's native layer with what its pages show.

    Args:
        document: As read from ``data``.
        data: The PDF.
        spans: Amounts, dates, names and numbers used as evidence: start and end in ``document.text``.
        read_crops: Called once per page.
    """
    native = {page.number for page in document.pages if page.layer == "native"}
    found = find_spots(document, data, spans)
    asked: dict[int, list[Spot]] = {}
    for spot in dict.fromkeys(spot for spots in found for spot in spots if spot.drawn):
        asked.setdefault(spot.page, []).append(spot)
    shown: dict[Spot, str] = {}
    for page in sorted(asked.keys() & native):
        crops = read_crops(page, [spot.box for spot in asked[page]])
        shown |= dict(zip(asked[page], crops, strict=True))
    doubts: list[Doubt] = []
    unchecked: list[tuple[int, int]] = []
    for (start, end), spots in zip(spans, found, strict=True):
        verdicts = [_verdict(document.text, spot, shown.get(spot, "")) for spot in spots]
        if True in verdicts:
            seen = "".join(shown.get(spot, "") for spot in spots)
            detail = f"文字层写作「{document.text[start:end]}」，页面图像看似「{seen}」；请对照原件。"
            doubts.append(Doubt(start=start, end=end, flag="map_disagrees_with_raster", detail=detail))
        elif None in verdicts or not verdicts:
            unchecked.append((start, end))
    return Comparison(doubts=tuple(sorted(doubts, key=lambda doubt: doubt.start)), unchecked=tuple(unchecked))


def _verdict(text: str, spot: Spot, shown: str) -> bool | None:
    if not spot.drawn:
        return None
    before, after = text[max(0, spot.start - NEIGHBOURS) : spot.start], text[spot.end : spot.end + NEIGHBOURS]
    return disagrees(text[spot.start : spot.end], shown, before=before, after=after)


def disagrees(written: str, shown: str, *, before: str = "", after: str = "") -> bool | None:
    """Tell whether a picture shows other digits, letters or hanzi than the text layer has.

    Punctuation, blanks, width, case and signs that look alike do not count. Nor does what the
    picture shows before or after, as a crop takes in some of its neighbours; but a number must
    not go on in the picture where it does not in the text.

    Args:
        written: What the text layer says.
        shown: What was read from the picture.
        before: What the text layer has before ``written``.
        after: What it has behind.

    Returns:
        None where there is nothing to compare, or too little was read.
    """
    if "一" in written:
        shown = _DASH.sub("一", shown)
    want, have = _bare(written), _bare(shown)
    if not want or len(have) < READ_SHARE * len(want):
        return None
    goes_on_before = not want[0].isdigit() or _bare(before)[-1:].isdigit()
    goes_on_after = not want[-1].isdigit() or _bare(after)[:1].isdigit()
    at = have.find(want)
    while at >= 0:
        end = at + len(want)
        if (goes_on_before or not have[:at][-1:].isdigit()) and (goes_on_after or not have[end : end + 1].isdigit()):
            return False
        at = have.find(want, at + 1)
    return True


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold().translate(_LOOK_ALIKE)))
