"""Builds ``report.html``: one file, no network, the same input giving the same bytes.

The page is allowed nothing but its own style and script, each named by its
hash in the content security policy; every word from a document is escaped.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from zuno.casework.deliverables import one_page, record, wording, write
from zuno.casework.deliverables.guard import screen
from zuno.casework.deliverables.matrix import LEGEND
from zuno.casework.deliverables.model import PUBLIC, Block, Deliverable, printable
from zuno.casework.deliverables.statutes import show_all
from zuno.casework.deliverables.view import CaseView
from zuno.casework.records import Cell, Debrief, Quote, Review
from zuno.casework.report import blocks, timeline
from zuno.casework.report.passages import Passage, Sources, passages

QUOTE_LENGTH = 160
BACK_LINKS = 200
"""Quotes listed under a document with the way back to what cites them."""


def build(
    review: Review,
    debrief: Debrief | None,
    texts: Mapping[str, str],
    deliverables: Sequence[Deliverable] | None = None,
    *,
    page_starts: Mapping[str, Sequence[int]] | None = None,
    pictures: Mapping[tuple[str, int, int], bytes] | None = None,
) -> str:
    """Return the report as HTML.

    Args:
        review: The element review.
        debrief: What the hearing changed, or None before any hearing.
        texts: Every document's text by file name; private ones serve only to keep their words out.
        deliverables: The composed set; composed here when left out.
        page_starts: Offsets at which the pages of each document begin; without them a page is anchored at its
            first quote.
        pictures: By file, start and end of a quote, a JPEG of its words as they stand on a scan.

    Returns:
        The whole page; write it as UTF-8 with LF line ends, or its hashes no longer fit.
    """
    composed = write.compose(review, debrief, texts) if deliverables is None else deliverables
    view = CaseView(*screen(review, debrief, texts))
    sources = Sources(view.review, texts)
    cut = passages(view.review, texts, sources, page_starts or {})
    page = _Page(view, sources, {item.document.file for item in cut}, pictures or {})
    style, script = _asset("report.css"), _asset("report.js")
    return _template().render(
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        page=page,
        view=view,
        review=view.review,
        debrief=view.debrief,
        words=wording,
        legend=LEGEND,
        facts=page.block(one_page.facts(view)),
        counts=_counts(view),
        top_actions=view.actions[: one_page.MOST_ACTIONS],
        decisions=[page.inline(item) for item in one_page.needed_decisions(view)],
        amounts=page.block(one_page.amounts(view)),
        limitation=[page.block(item) for item in one_page.limitation(view)],
        drawing=timeline.draw(view.review),
        events=timeline.entries(view.review)[: timeline.MOST_ENTRIES],
        parts=_parts(view),
        internal=[item for item in composed if item.stamp != PUBLIC],
        public=[item for item in composed if item.stamp == PUBLIC],
        passages=cut,
        closing=wording.disclaimer(view.review),
    )


class _Page:
    """What the template calls: citations, labels and anchors of one page."""

    def __init__(
        self, view: CaseView, sources: Sources, shown: set[str], pictures: Mapping[tuple[str, int, int], bytes]
    ) -> None:
        self.view = view
        self.sources = sources
        self.href: Callable[[Quote], str | None] = sources.href
        self._uses = _uses(view)
        self._shown = shown
        self._pictures = pictures

    def block(self, block: Block) -> Markup:
        """Write one block of a deliverable."""
        return blocks.block(block, "", self.href)

    def inline(self, words: Any) -> Markup:
        """Write a line with its links."""
        return blocks.inline(words, self.href)

    def cite(self, quote: Quote) -> Markup:
        """Write a citation with its words, linked to them."""
        return blocks.inline(self.view.quoted(quote, QUOTE_LENGTH), self.href)

    def ref(self, quote: Quote) -> Markup:
        """Write a citation alone."""
        return blocks.inline(self.view.ref(quote), self.href)

    def deliverable(self, document: Deliverable) -> Markup:
        """Write a deliverable's body."""
        return blocks.deliverable(document, self.href)

    def stance(self, cell: Cell) -> Markup:
        """Write the stance to a cell."""
        return blocks.inline(self.view.stance(cell), self.href)

    def norms(self, norms: tuple[str, ...]) -> str:
        """Write norms as people do."""
        return show_all(norms)

    def safe(self, text: str) -> str:
        """Replace what a page cannot show; the template escapes the rest."""
        return printable(text)

    def slug(self, text: str) -> str:
        """Turn an id into an anchor."""
        return re.sub(r"[^0-9A-Za-z_-]", "-", text)

    def shorten(self, text: str, limit: int = 40) -> str:
        """Cut a text for a label."""
        return wording.shorten(printable(text), limit)

    def shown(self, file: str) -> bool:
        """Say whether a document's text is on the page."""
        return file in self._shown

    def uses(self, passage: Passage) -> list[tuple[str, str, list[tuple[str, str]], str | None]]:
        """List a document's quotes with what cites each: (anchor, words, [(anchor, label)], picture or None)."""
        file = passage.document.file
        listed: list[tuple[str, str, list[tuple[str, str]], str | None]] = []
        for start, end in self.sources.spans.get(file, [])[:BACK_LINKS]:
            words, users = self._uses.get((file, start, end), ("", []))
            picture = self._pictures.get((file, start, end))
            shown = None if picture is None else f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}"
            listed.append((self.sources.anchor(file, (start, end)), self.shorten(words, 48), users, shown))
        return listed


def _uses(view: CaseView) -> dict[tuple[str, int, int], tuple[str, list[tuple[str, str]]]]:
    """Index what cites each quote, for the way back from the words to the matrix."""
    found: dict[tuple[str, int, int], tuple[str, list[tuple[str, str]]]] = defaultdict(lambda: ("", []))

    def note(quotes: tuple[Quote, ...], anchor: str, label: str) -> None:
        for item in quotes:
            key = (item.file, item.start, item.end)
            users = found[key][1]
            if (anchor, label) not in users:
                users.append((anchor, label))
            found[key] = (item.quote, users)

    slug = re.compile(r"[^0-9A-Za-z_-]")
    for cell in view.review.cells:
        anchor, name = f"cell-{slug.sub('-', cell.id)}", view.short(cell.id)
        note(cell.evidence, anchor, f"{name} 证据")
        note(cell.counter, anchor, f"{name} 反证")
        note(cell.stance_quotes, anchor, f"{name} 态度")
    for finding in view.review.findings:
        note(finding.evidence, f"finding-{finding.id}", finding.id)
    for claim in view.review.claims:
        note((claim.quote,) if claim.quote else (), "matrix", claim.id)
    for defence in view.review.defences:
        note(defence.evidence, f"defence-{slug.sub('-', defence.defence)}", defence.defence)
    for entry in view.review.chronology:
        note((entry.quote,), "chronology", "时间轴")
    for line in view.review.amounts:
        note(line.evidence, "amounts", "金额")
    for reading in view.review.limitation:
        note(reading.evidence, "limitation", "时效")
    return found


def _counts(view: CaseView) -> list[tuple[str, int]]:
    """Count the cells by mark, in a fixed order, leaving out the empty ones."""
    counted = [
        (f"{wording.MARK_SYMBOL[mark]} {word}", sum(cell.mark == mark for cell in view.review.cells))
        for mark, word in wording.MARK_WORD.items()
    ]
    return [item for item in counted if item[1]]


def _parts(view: CaseView) -> list[tuple[str, list[Any]]]:
    """Sort the speeches into the seven parts."""
    if view.debrief is None:
        return []
    numbers = record.part_numbers(view.debrief.turns)
    return [
        (title, [turn for turn, number in zip(view.debrief.turns, numbers, strict=True) if number == place])
        for place, title in enumerate(record.PARTS)
    ]


@cache
def _asset(name: str) -> str:
    return (resources.files("zuno.casework.report") / name).read_text("utf-8").replace("\r\n", "\n")


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("report.html.j2"))


def _hash(text: str) -> str:
    """Name an inline block as a content security policy does."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
