"""一页纸: what the partner reads, on one page, with the decisions that only a person can take."""

from __future__ import annotations

from zuno.casework.deliverables.matrix import LEGEND
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
    line,
    note,
)
from zuno.casework.deliverables.statutes import law
from zuno.casework.deliverables.view import CaseView, urgency_box
from zuno.casework.deliverables.wording import (
    BASIS_WORD,
    FAVOURS_WORD,
    LIMITATION_TITLE,
    PROCEDURE_WORD,
    UNFILLED,
    URGENCY_SYMBOL,
    URGENCY_WORD,
    amount,
    countdown,
    day,
    disclaimer,
    mark_label,
    reading,
    shorten,
    tone,
)
from zuno.casework.records import AmountLine, Cell, LimitationLine

MOST_ACTIONS = 5
MOST_DECISIONS = 3
HEAT_COLUMNS = 5


def one_page(view: CaseView) -> Deliverable:
    """Compose the 一页纸."""
    blocks: list[Block] = [facts(view)]
    blocks += [Heading(text=_actions_title(view)), _actions(view)]
    blocks += [Heading(text="要件热图"), _heat(view), note(LEGEND)]
    blocks += [Heading(text="主张与备选金额"), amounts(view, formulas=False)]
    blocks += [Heading(text=LIMITATION_TITLE), *limitation(view)]
    decisions = needed_decisions(view)
    if decisions:
        kept = decisions[:MOST_DECISIONS]
        blocks += [Heading(text="须由承办律师决定"), Listing(items=tuple(kept))]
        if len(decisions) > len(kept):
            blocks.append(note(f"另{len(decisions) - len(kept)}项见《漏洞与补强清单》。"))
    return Deliverable(
        name="一页纸",
        title="一页纸",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        compact=True,
    )


def facts(view: CaseView) -> Table:
    """Tabulate who, where and when."""
    review, counts = view.review, reading(view.review.documents)
    read = f"已读{counts['ready']}／部分{counts['partial']}／拒读{counts['refused']}（份）"
    pairs = [
        ("案由", review.cause_name, "立场", f"{view.our_word}：{view.names(view.us)}"),
        ("对方", view.names(view.them), "法院／案号", f"{review.court or UNFILLED}／{review.case_no or UNFILLED}"),
        ("开庭倒计时", countdown(review.hearing_date), "举证期限", day(review.evidence_deadline)),
        ("程序", PROCEDURE_WORD[review.procedure], "立案／起诉日", day(review.filing_date)),
        ("材料", read, "语料截至", day(review.corpus_as_of)),
    ]
    rows = tuple((box(a, strong=True), box(b), box(c, strong=True), box(d)) for a, b, c, d in pairs)
    return Table(columns=(("项目", 2.2), ("内容", 7.4), ("项目", 2.2), ("内容", 5.2)), rows=rows)


def _red(view: CaseView) -> int:
    return sum(action.urgency == "red" for action in view.actions)


def _actions_title(view: CaseView) -> str:
    reds = _red(view)
    if reds > MOST_ACTIONS:
        return f"五项红色动作（共{reds}项红色）"
    return "五项红色动作" if reds == MOST_ACTIONS else f"红色动作（{reds}项）及其后最要紧的动作"


def _actions(view: CaseView) -> Block:
    rows = tuple(
        (
            urgency_box(item, f"{URGENCY_SYMBOL[item.urgency]}{URGENCY_WORD[item.urgency]}"),
            box(item.id),
            box(view.coordinate(item)),
            box(shorten(item.action, 48)),
            box(item.person or UNFILLED),
            box(item.deadline or UNFILLED),
        )
        for item in view.actions[:MOST_ACTIONS]
    )
    if not rows:
        return body("审查未生成动作。")
    columns = (("级", 1.0), ("号", 1.3), ("坐标", 2.2), ("动作", 6.4), ("责任人", 1.5), ("截止", 4.6))
    return Table(columns=columns, rows=rows)


def _heat(view: CaseView) -> Block:
    """Lay the cells out by claim; long claims run on in the next row."""
    rows: list[tuple[Box, ...]] = []
    widest = 1
    for claim in view.review.claims:
        cells = [cell for cell in view.review.cells if cell.claim == claim.id]
        widest = max(widest, min(len(cells), HEAT_COLUMNS))
        for at in range(0, max(len(cells), 1), HEAT_COLUMNS):
            head = f"{claim.id} {claim.title}" if at == 0 else "（续）"
            rows.append((box(head), *(_tile(cell) for cell in cells[at : at + HEAT_COLUMNS])))
    if not rows:
        return body("未读出诉讼请求。")
    padded = tuple(row + (box(""),) * (widest + 1 - len(row)) for row in rows)
    return Table(columns=(("请求", 3.6), *((f"要件{n + 1}", 2.7) for n in range(widest))), rows=padded)


def _tile(cell: Cell) -> Box:
    return box(f"{cell.element} {mark_label(cell)} {FAVOURS_WORD[cell.favours]}", tone=tone(cell))


def amounts(view: CaseView, *, formulas: bool = True) -> Block:
    """Tabulate the figures: as pleaded, as the papers support, and what was under-claimed."""
    wanted = ("as_pleaded", "as_supported", "under_claimed")
    lines = [item for basis in wanted for item in view.review.amounts if item.basis == basis]
    if not lines:
        return body("已读材料未见可核算的金额。")
    columns = [("口径", 1.8), ("项目", 5.4), ("金额", 2.8), ("算式", 5.8), ("出处", 4.2)]
    rows = tuple(_amount(view, item)[: None if formulas else 4] for item in lines)
    return Table(columns=tuple(columns[: None if formulas else 4]), rows=rows)


def _amount(view: CaseView, item: AmountLine) -> tuple[Box, ...]:
    sources = view.places(item.evidence, 2, words=False) or (view.shorts(item.source_cells) or "—",)
    return (
        box(BASIS_WORD[item.basis]),
        box(item.name),
        box(amount(item), strong=True),
        box(item.formula or "—"),
        Box(content=sources),
    )


def limitation(view: CaseView) -> list[Block]:
    """Tabulate every start date that the papers allow, each with its end; none is called the right one."""
    review = view.review
    if not review.limitation:
        return [body("按现有材料未能确定起算日，或本案请求不适用诉讼时效。")]
    columns = (("起算日", 2.4), ("起算依据", 6.2), ("届满日", 2.4), ("起诉日", 3.6), ("出处", 4.0))
    rows = tuple(_limitation(view, item) for item in review.limitation)
    return [note(_plea(view)), Table(columns=columns, rows=rows)]


def _plea(view: CaseView) -> str:
    if view.us == "defendant":
        state = "我方已提时效抗辩" if view.review.limitation_pleaded else "我方尚未提出时效抗辩，是否提出须在一审决定"
        return f"{state}（{law('时效规定', 3)}）。"
    if view.review.limitation_pleaded:
        return "对方已提时效抗辩。"
    return f"对方未提时效抗辩，法院不予释明（{law('时效规定', 2)}）；本栏仅供内部掌握。"


def _limitation(view: CaseView, item: LimitationLine) -> tuple[Box, ...]:
    filed = view.review.filing_date
    relation = f"{filed.isoformat()}，在届满{'后' if filed > item.ends else '前'}" if filed else UNFILLED
    place = view.places(item.evidence, 2, words=False) or ("—",)
    return (box(day(item.start)), box(item.basis), box(day(item.ends)), box(relation), Box(content=place))


def needed_decisions(view: CaseView) -> list[Inline]:
    """List what a person must decide: warnings, two-edged exhibits, undecided exhibits, choices made by rule."""
    review = view.review
    decisions: list[Inline] = [(item,) for item in review.warnings]
    for document in review.documents:
        if document.two_edged and view.ours(document) and document.disclosure != "private":
            label = view.label(document.file)
            decisions.append(line(f"双刃证据{label}是否出示：不利处", view.places(document.two_edged, 2, words=False)))
    for document in review.documents:
        hurting = view.only_hurting(document) if document.exhibit and view.ours(document) else ()
        if hurting and document.disclosure == "undecided":
            decisions.append(line(f"{view.label(document.file)}只见不利内容，是否提交：", view.places(hurting, 2)))
    undecided = [
        item for item in review.documents if item.disclosure == "undecided" and item.exhibit and view.ours(item)
    ]
    if undecided:
        names = "、".join(item.exhibit or view.label(item.file) for item in undecided[:12])
        more = "等" if len(undecided) > 12 else ""
        decisions.append(
            (f"未定是否提交的我方材料{len(undecided)}份：{names}{more}；确定后改 case.yaml 的 to_submit 或 private。",)
        )
    decisions.extend((item,) for item in review.notices)
    return decisions
