"""庭审提纲: what the advocate has on the lectern, from the one-page map to the bag to pack."""

from __future__ import annotations

from zuno.casework.deliverables.briefing import careful_words, issue_tables
from zuno.casework.deliverables.drafts import called_for
from zuno.casework.deliverables.model import (
    INTERNAL,
    Block,
    Box,
    Deliverable,
    Heading,
    Inline,
    Listing,
    Table,
    body,
    box,
)
from zuno.casework.deliverables.one_page import amounts, limitation
from zuno.casework.deliverables.opinions import defence_card, opinions, our_exhibits, page_span
from zuno.casework.deliverables.questioning import bench_questions, questions
from zuno.casework.deliverables.speech import last_words, opening_speech
from zuno.casework.deliverables.statutes import law
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import (
    KIND_DEVICE,
    LIMITATION_TITLE,
    ORIGIN_WORD,
    UNFILLED,
    day,
    disclaimer,
    mark_label,
    money,
    shorten,
    worst_tone,
)
from zuno.casework.records import Cell, ReviewedDocument

MOST_EVENTS = 12
MOST_RAISED = 3


def outline(view: CaseView) -> Deliverable:
    """Compose the 庭审提纲."""
    blocks: list[Block] = [Heading(text="一页图"), *_map(view)]
    blocks += [Heading(text="请求及备选金额"), *_claims(view)]
    blocks += [Heading(text="三分钟陈述"), *opening_speech(view)]
    blocks += [Heading(text="逐争点"), *issue_tables(view)]
    blocks += [Heading(text="逐证质证"), *_exhibits(view)]
    blocks += [Heading(text="发问"), questions(view)]
    blocks += [Heading(text="法官必问"), bench_questions(view)]
    blocks += [Heading(text="慎说"), careful_words(view)]
    blocks += [Heading(text="申请与保留"), Listing(items=tuple(_applications(view)))]
    blocks += [Heading(text="最后陈述"), last_words(view)]
    blocks += [Heading(text="携带清单"), *_bag(view)]
    return Deliverable(
        name="庭审提纲",
        title="庭审提纲",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
    )


# the map


def _map(view: CaseView) -> list[Block]:
    """Draw the case on one page: issues as a tree, dates as a line."""
    rows = tuple(
        (
            box(f"{issue.id} {issue.title}", strong=True),
            box(view.shorts(issue.cells) or "—"),
            box("、".join(_marks(view, issue.cells)) or "—", tone=worst_tone(_cells(view, issue.cells))),
            box("、".join((*issue.findings, *issue.defences)) or "—"),
        )
        for issue in view.review.issues
    )
    columns = (("争点", 7), ("要件", 3.4), ("现状", 4), ("差错／抗辩", 3))
    tree: Block = Table(columns=columns, rows=rows) if rows else body("未归纳出争点。")
    return [tree, Heading(text="时间轴", level=2), _dates(view)]


def _cells(view: CaseView, cell_ids: tuple[str, ...]) -> list[Cell]:
    return [view.cells[item] for item in cell_ids if item in view.cells]


def _marks(view: CaseView, cell_ids: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(mark_label(cell) for cell in _cells(view, cell_ids)))


def _dates(view: CaseView) -> Block:
    """Tabulate the dates that carry the case; routine messages give way when there are many."""
    entries = sorted(view.review.chronology, key=lambda item: item.date)
    if len(entries) > MOST_EVENTS:
        entries = [item for item in entries if item.kind not in ("message", "other")]
    left_out = max(0, len(entries) - MOST_EVENTS)
    entries = entries[: MOST_EVENTS // 2] + entries[-MOST_EVENTS // 2 :] if left_out else entries
    rows = tuple((box(day(item.date)), box(item.event), Box(content=view.ref(item.quote))) for item in entries)
    if not rows:
        return body("已读材料未见可确定的日期。")
    if left_out:
        rows += ((box("…"), box(f"中间另{left_out}项，见报告时间轴"), box("—")),)
    return Table(columns=(("日期", 2.6), ("事件", 10), ("出处", 4.8)), rows=rows)


def _claims(view: CaseView) -> list[Block]:
    rows = tuple(
        (
            box(claim.id, strong=True),
            box(shorten(claim.text, 120)),
            box(money(claim.amount_fen) if claim.amount_fen is not None else "—"),
            Box(content=view.ref(claim.quote) if claim.quote else ("—",)),
        )
        for claim in view.review.claims
    )
    whose = "我方" if view.us == "plaintiff" else "原告"
    table: Block = body("未读出诉讼请求。")
    if rows:
        table = Table(columns=(("号", 1.6), (f"{whose}请求（照录）", 9), ("金额", 3.2), ("出处", 3.6)), rows=rows)
    blocks: list[Block] = [table, Heading(text="备选金额", level=2), amounts(view)]
    if view.review.limitation:
        blocks += [Heading(text=LIMITATION_TITLE, level=2), *limitation(view)]
    return blocks


# exhibits


def _exhibits(view: CaseView) -> list[Block]:
    formed = opinions(view)
    blocks: list[Block] = []
    if formed:
        rows = tuple(
            (
                box(f"{item.document.exhibit}《{item.document.title}》\n{page_span(item.document)}", strong=True),
                box(
                    f"真实性：{item.authenticity}\n合法性：{item.legality}\n关联性：{item.relevance}\n证明目的：{item.purpose}"
                ),
                Box(content=item.reason),
                box(item.demand),
            )
            for item in formed
        )
        columns = (("对方证据", 3.4), ("三性与证明目的", 5.4), ("理由", 5.8), ("要求", 3.4))
        blocks.append(Table(columns=columns, rows=rows))
    else:
        blocks.append(body(f"{view.their_word}未交证据；其当庭提交的，先请法庭责令说明逾期理由，再逐证发表意见。"))
    blocks += [Heading(text="我方证据防守卡", level=2), *defence_card(view)]
    return blocks


# applications, last words, bag


def _applications(view: CaseView) -> list[Inline]:
    """List what to apply for and what to reserve, drafts first."""
    items: list[Inline] = [(f"提交《{name}》（{grounds}）。",) for name, grounds in called_for(view)]
    raised = view.debrief.applications if view.debrief else ()
    items += [(f"庭审第{seq}号已提：{shorten(text, 80)}",) for seq, text in raised[:MOST_RAISED]]
    if len(raised) > MOST_RAISED:
        items.append((f"庭审另提申请{len(raised) - MOST_RAISED}项，见《模拟庭审记录》索引。",))
    items.append((f"对方逾期举证：请求责令说明理由并依法处理（{law('民诉解释', 101)}、{law('民诉法', 68)}）。",))
    if view.us == "plaintiff":
        items.append((f"保留在法庭辩论结束前增加、变更请求的权利（{law('民诉解释', 232)}、{law('民诉法', 143)}）。",))
        return items
    if view.review.limitation and not view.review.limitation_pleaded:
        items.append((f"时效抗辩须在一审提出，否则二审一般不予支持（{law('时效规定', 3)}）；是否提出由承办律师决定。",))
    if any(item.code == "jurisdiction" for item in view.review.findings):
        items.append((f"管辖异议须在提交答辩状期间提出（{law('民诉法', 130)}）；已过期间的仅主张专属管辖。",))
    items.append(("主张抵销、减价以外的独立请求的，须提起反诉，不能只作抗辩。",))
    return items


def _bag(view: CaseView) -> list[Block]:
    rows = tuple(_packed(item) for item in our_exhibits(view))
    agents = "、".join(f"{name}（{authority}）" for name, authority in view.review.agents)
    copies = sum(party.role == view.them for party in view.review.parties)
    papers = [
        f"授权委托书、所函、律师证{f'：{agents}' if agents else ''}",
        "当事人身份证明；单位另带营业执照、法定代表人身份证明",
        f"证据目录及副本{copies or UNFILLED}套、本提纲、质证意见",
        *(
            [f"申请书原件及副本：{'、'.join(f'《{name}》' for name, _ in called_for(view))}"]
            if called_for(view)
            else []
        ),
    ]
    kinds = {item.kind for item in our_exhibits(view) if item.origin == "electronic"}
    devices = [KIND_DEVICE.get(kind, "电子证据的原始载体") for kind in sorted(kinds)]
    blocks: list[Block] = []
    if rows:
        blocks.append(Table(columns=(("证据", 6), ("原件情况", 3), ("要带什么", 8.4)), rows=rows))
    blocks.append(Listing(items=tuple((item,) for item in (*papers, *dict.fromkeys(devices))), ordered=False))
    return blocks


def _packed(document: ReviewedDocument) -> tuple[Box, ...]:
    bring = {
        "original": "原件",
        "copy": f"找到原件带来；找不到的准备说明（{law('民诉解释', 111)}）",
        "electronic": "原始载体，能当庭登录核对",
        "unknown": "先核是否有原件",
    }[document.origin]
    return (box(f"{document.exhibit}《{document.title}》"), box(ORIGIN_WORD[document.origin]), box(bring))
