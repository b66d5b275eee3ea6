"""要件审查表: every element of every claim, with its evidence, its stance and what would change it."""

from __future__ import annotations

from zuno.casework.deliverables.model import (
    INTERNAL,
    Block,
    Box,
    Deliverable,
    Heading,
    Inline,
    Table,
    body,
    box,
    join,
    line,
    note,
)
from zuno.casework.deliverables.statutes import show_all
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import (
    FAVOURS_WORD,
    MARK_SYMBOL,
    MARK_WORD,
    ORIGIN_WORD,
    STATE_WORD,
    axis_word,
    disclaimer,
    mark_label,
    rule_label,
    tone,
)
from zuno.casework.records import Cell, Defence, Quote

LEGEND = (
    "图例：✓有据　△存疑　✗缺失　⊗有反证　⚖法律争议　—不适用；"
    "底色绿＝利我、红＝利彼、黄＝未定、蓝＝取决于法律，符号与“利我／利彼”同义重复，不以颜色为准。"
)
COLUMNS = (
    ("请求", 1.7),
    ("要件", 1.5),
    ("规范", 2.5),
    ("本证方", 1.3),
    ("待证事实", 2.7),
    ("证据（编号／页／引文／原件）", 5.2),
    ("反证", 3.3),
    ("对方态度", 2.0),
    ("标记＋规则", 2.6),
    ("何事可改变", 2.5),
    ("动作号", 1.4),
)


def matrix(view: CaseView) -> Deliverable:
    """Compose the 要件审查表."""
    review = view.review
    blocks: list[Block] = [note(LEGEND), Heading(text="请求与要件")]
    if review.cells:
        blocks.append(Table(columns=COLUMNS, rows=tuple(_row(view, cell) for cell in review.cells)))
        blocks.extend(_reasons(view))
    else:
        blocks.append(body("起诉材料中未读出诉讼请求，要件表待请求明确后生成。"))
    blocks.append(Heading(text="抗辩"))
    blocks.append(_defences(view) if review.defences else body("已读材料未见抗辩，案由包亦无待防抗辩。"))
    blocks.append(Heading(text="未读与部分读取的材料"))
    blocks.append(_unread(view))
    return Deliverable(
        name="要件审查表",
        title="要件审查表",
        case=review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(review),
        landscape=True,
    )


def _row(view: CaseView, cell: Cell) -> tuple[Box, ...]:
    claim = view.claim_of(cell)
    return (
        box(f"{cell.claim}\n{claim.title}" if claim else cell.claim),
        box(cell.element, strong=True),
        box(show_all(cell.norms) or "—"),
        box(cell.burden),
        box(cell.fact),
        Box(content=_evidence(view, cell.evidence)),
        Box(content=view.places(cell.counter) or ("—",)),
        Box(content=_stance(view, cell)),
        box(_mark(view, cell), tone=tone(cell), strong=True),
        box(_wanted(view, cell)),
        box(view.action_numbers(cell.id, "\n") or "—"),
    )


def _evidence(view: CaseView, quotes: tuple[Quote, ...], most: int = 3) -> Inline:
    """Cite evidence with whether the original is there, which the other side asks first."""
    lines: list[Inline] = []
    for quote in quotes[:most]:
        document = view.document(quote.file)
        origin = f"（{ORIGIN_WORD[document.origin]}）" if document and document.disclosure != "pleading" else ""
        lines.append(line(view.quoted(quote), origin))
    rest = f"\n另{len(quotes) - most}处" if len(quotes) > most else ""
    return line(join(lines, "\n"), rest) or ("—",)


def _stance(view: CaseView, cell: Cell) -> Inline:
    return line(view.stance(cell), _after_hearing(view, cell, "opponent"))


def _mark(view: CaseView, cell: Cell) -> str:
    """Print mark, whose it is, the rule that set it, and a person's override with its reason."""
    text = f"{mark_label(cell)}\n{FAVOURS_WORD[cell.favours]}｜{rule_label(cell.rule)}"
    if cell.set_by != "rules":
        before = f"，规则原标{MARK_WORD[cell.rule_mark]}" if cell.rule_mark else ""
        text += f"\n{cell.set_by}改定：{cell.reason}{before}"
    return text + _after_hearing(view, cell, "mark")


def _after_hearing(view: CaseView, cell: Cell, axis: str) -> str:
    lines = [
        f"\n庭审：{axis_word(change, change.before)}→{axis_word(change, change.after)}（第{change.seq}号）"
        for change in view.changes_of(cell.id)
        if change.axis == axis
    ]
    return "".join(lines)


def _wanted(view: CaseView, cell: Cell) -> str:
    """Say what would change the mark, and who would have to bring it."""
    named = "、".join(view.label(file) for file in cell.unread[:2])
    more = f"等{len(cell.unread)}份" if len(cell.unread) > 2 else ""
    unread = f"\n待读：{named}{more}" if cell.unread else ""
    if not cell.wanted:
        return f"—{unread}" if not unread else unread.strip()
    who = "我方补" if cell.burden_side == view.us else "对方若补"
    return f"{who}：{'、'.join(cell.wanted)}{unread}"


def _reasons(view: CaseView) -> list[Block]:
    """List why each open cell stands where it does: the table has no room for sentences."""
    rows = tuple(
        (box(view.short(cell.id), strong=True), box(mark_label(cell), tone=tone(cell)), box(cell.why))
        for cell in view.review.cells
        if cell.why
    )
    if not rows:
        return []
    return [Heading(text="标记理由", level=2), Table(columns=(("要件", 2), ("标记", 2.4), ("理由", 20)), rows=rows)]


def _defences(view: CaseView) -> Table:
    columns = (
        ("抗辩", 3.4),
        ("性质", 2.0),
        ("提出", 2.4),
        ("要旨", 4.6),
        ("出处与证据", 5.6),
        ("规范", 3.0),
        ("标记", 2.0),
        ("所攻要件", 2.4),
    )
    ordered = sorted(view.review.defences, key=lambda item: not item.raised)
    return Table(columns=columns, rows=tuple(_defence(view, item) for item in ordered))


def _defence(view: CaseView, defence: Defence) -> tuple[Box, ...]:
    raised = f"已提出（{defence.by}）" if defence.by else "已提出"
    return (
        box(f"{defence.defence} {defence.title}"),
        box(defence.kind),
        box(raised if defence.raised else "未提出（待防）"),
        box(defence.text or defence.why or "—"),
        Box(content=view.places(defence.evidence) or ("—",)),
        box(show_all(defence.norms) or "—"),
        box(f"{MARK_SYMBOL[defence.mark]} {MARK_WORD[defence.mark]}" if defence.raised else "—"),
        box(view.shorts(defence.cells) or "—"),
    )


def _unread(view: CaseView) -> Block:
    rows = tuple(
        (box(view.label(item.file)), box(STATE_WORD[item.state]), box(item.detail or item.reason or "—"))
        for item in view.review.documents
        if item.state != "ready"
    )
    if not rows:
        return body("全部材料已读。")
    return Table(columns=(("材料", 5), ("状态", 2.4), ("原因与处理", 14)), rows=rows)
