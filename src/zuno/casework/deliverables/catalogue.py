"""证据目录: our exhibits as 证据规定19 wants them, ready to be signed and handed in."""

from __future__ import annotations

from zuno.casework.deliverables.model import PUBLIC, Block, Box, Deliverable, Table, body, box
from zuno.casework.deliverables.opinions import our_exhibits, page_span, purposes, signature
from zuno.casework.deliverables.statutes import law_in_full
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import ORIGIN_WORD, UNFILLED, disclaimer
from zuno.casework.records import ReviewedDocument

COLUMNS = (
    ("编号", 1.6),
    ("名称", 4.2),
    ("来源", 3.6),
    ("原件／复印件（页数）", 2.8),
    ("连续页码", 2.4),
    ("证明目的（要件）", 8.0),
    ("备注", 2.8),
)


def catalogue(view: CaseView) -> Deliverable:
    """Compose the 证据目录."""
    review = view.review
    exhibits = our_exhibits(view)
    copies = sum(party.role == view.them for party in review.parties)
    blocks: list[Block] = [
        body(f"案号：{review.case_no or UNFILLED}　　案由：{review.cause_name}"),
        body(f"提交人：{view.our_word}{view.names(view.us)}　　对方当事人：{view.names(view.them)}"),
    ]
    if exhibits:
        pages = sum(max(item.pages, 1) for item in exhibits)
        blocks.append(Table(columns=COLUMNS, rows=tuple(_row(view, item) for item in exhibits)))
        blocks.append(
            body(
                f"以上证据共{len(exhibits)}份{pages}页；副本按对方当事人人数提出：{copies or UNFILLED}套"
                f"（{law_in_full('证据规定', 19)}）。"
            )
        )
    else:
        blocks.append(body("暂无提交的证据。"))
    blocks += signature(view, f"提交人：{view.names(view.us)}")
    return Deliverable(
        name="证据目录",
        title="证据目录",
        case=review.title,
        stamp=PUBLIC,
        blocks=tuple(blocks),
        closing=disclaimer(review),
        landscape=True,
    )


def _row(view: CaseView, document: ReviewedDocument) -> tuple[Box, ...]:
    source = f"{view.our_word}提供；取得经过{UNFILLED}"
    origin = ORIGIN_WORD[document.origin] if document.origin != "unknown" else f"原件／复印件（{UNFILLED}）"
    remark = "原始载体当庭出示" if document.origin == "electronic" else ""
    return (
        box(document.exhibit or UNFILLED, strong=True),
        box(document.title),
        box(source),
        box(f"{origin}，{max(document.pages, 1)}页"),
        box(page_span(document) or UNFILLED),
        Box(content=("\n".join(purposes(view, document, ids=False)) or UNFILLED,)),
        box(remark or ("拟提交" if document.disclosure == "undecided" else "—")),
    )
