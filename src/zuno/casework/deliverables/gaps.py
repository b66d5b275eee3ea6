"""漏洞与补强清单, 证据补强动作 and the client's list of what to bring: what to do before the hearing."""

from __future__ import annotations

import re

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
from zuno.casework.deliverables.statutes import law, show_all
from zuno.casework.deliverables.view import CaseView, urgency_box
from zuno.casework.deliverables.wording import (
    GAP_WORD,
    UNFILLED,
    URGENCY_RANK,
    URGENCY_SYMBOL,
    URGENCY_TONE,
    URGENCY_WORD,
    disclaimer,
    expected,
    sentences,
)
from zuno.casework.records import Action, Cell, Debrief, Finding

MOST_ROWS = 24
"""Rows of the main table; red and yellow are always shown, green ones give way first."""

GAP_COLUMNS = (
    ("序", 0.9),
    ("级", 1.1),
    ("坐标", 2.3),
    ("对方一句话", 4.0),
    ("理由＋出处", 6.2),
    ("庭前动作", 4.2),
    ("不补后果", 3.4),
    ("当庭退路", 4.4),
)
ACTION_COLUMNS = (
    ("号", 1.4),
    ("要件", 2.0),
    ("材料", 4.0),
    ("持有人", 2.2),
    ("途径", 3.2),
    ("责任人", 1.6),
    ("截止（法定／内部）", 3.8),
    ("是否逾期及理由", 3.8),
    ("替代", 4.0),
)


ALREADY_HERE = re.compile(r"(?:《[^》]*》、?)+")
"""A material that only names files we have: nothing for the client to look for."""


def gaps(view: CaseView) -> Deliverable:
    """Compose the 漏洞与补强清单: one weakness and one action a row, red first."""
    weak = view.weaknesses()
    shown = _most_urgent(weak)
    rows = _rows(view, shown)
    blocks: list[Block] = [
        note("按红、黄、绿排序；一行一件事。【假设攻击】指现有材料未见对方提出。"),
        Heading(text="须补强的漏洞"),
    ]
    blocks.append(Table(columns=GAP_COLUMNS, rows=tuple(rows)) if rows else body("按已读材料未见须补强的漏洞。"))
    if len(weak) > len(shown):
        blocks.append(note(f"另有{len(weak) - len(shown)}项绿色事项，见《证据补强动作》。"))
    blocks += _conceded_or_fought(view)
    blocks += _theirs(view)
    blocks += _left_by_hearing(view)
    return Deliverable(
        name="漏洞与补强清单",
        title="漏洞与补强清单",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        landscape=True,
    )


def _most_urgent(actions: list[Action]) -> list[Action]:
    pressing = [item for item in actions if item.urgency != "green"]
    green = [item for item in actions if item.urgency == "green"]
    return pressing + green[: max(0, MOST_ROWS - len(pressing))]


def _rows(view: CaseView, actions: list[Action]) -> list[tuple[Box, ...]]:
    """Number the rows by urgency; what has no action yet stands among the rest, its action 待填."""
    entries: list[Action | Finding | Cell] = sorted([*actions, *_unanswered(view)], key=_rank)
    first: dict[str, int] = {}
    return [
        _gap(view, item, place, first) if isinstance(item, Action) else _bare(view, item, place)
        for place, item in enumerate(entries, 1)
    ]


def _rank(item: Action | Finding | Cell) -> int:
    return URGENCY_RANK["yellow" if isinstance(item, Cell) else item.urgency]


def _gap(view: CaseView, action: Action, place: int, first: dict[str, int]) -> tuple[Box, ...]:
    return (
        box(str(place)),
        urgency_box(action, f"{URGENCY_SYMBOL[action.urgency]}{URGENCY_WORD[action.urgency]}"),
        box(view.coordinate(action), strong=True),
        box(view.attack(action)),
        Box(content=_grounds(view, action, place, first)),
        box(f"{action.id} {action.action}"),
        box(action.consequence or UNFILLED),
        box(sentences(action.fallback, 3) or UNFILLED),
    )


def _grounds(view: CaseView, action: Action, place: int, first: dict[str, int]) -> Inline:
    """Say why, with the places: the finding's words first, else the cell's; said once, pointed back to after."""
    source = action.finding if action.finding in view.findings else action.cell or ""
    if source in first:
        return (f"同序{first[source]}",)
    first[source or ""] = place
    finding = view.findings.get(action.finding or "")
    if finding is not None:
        return finding_grounds(view, finding)
    cell = view.cells.get(action.cell or "")
    return cell_grounds(view, cell) if cell is not None else ("—",)


def finding_grounds(view: CaseView, finding: Finding) -> Inline:
    """Print a finding with what the papers support, its places and its norms."""
    supported = f"材料支持：{expected(finding.expected)}。" if finding.expected else ""
    places = view.places(finding.evidence) or ("、".join(view.label(file) for file in finding.documents) or "—",)
    norms = f"［{show_all(finding.norms)}］" if finding.norms else ""
    return line(f"{view.finding_title(finding)}：{finding.detail}\n{supported}", places, norms)


def cell_grounds(view: CaseView, cell: Cell) -> Inline:
    """Print why a cell stands where it does, with its places and norms."""
    norms = f"［{show_all(cell.norms)}］" if cell.norms else ""
    places = view.places((*cell.evidence[:2], *cell.counter[:2]), 4)
    return line(cell.why, "\n" if places else "", places, norms)


def _unanswered(view: CaseView) -> list[Finding | Cell]:
    """List what the review found without naming an action, so that nothing falls through."""
    findings = [item for item in view.review.findings if item.favours == "theirs"]
    bare: list[Finding | Cell] = [item for item in findings if not view.actions_for_finding(item.id)]
    unsettled = [cell for cell in view.open_cells() if cell.favours == "theirs" and cell.mark != "supported"]
    bare.extend(cell for cell in unsettled if not view.actions_of(cell.id))
    return bare


def _bare(view: CaseView, item: Finding | Cell, place: int) -> tuple[Box, ...]:
    if isinstance(item, Finding):
        where, why, urgency = item.id, finding_grounds(view, item), item.urgency
    else:
        where, why, urgency = view.short(item.id), cell_grounds(view, item), "yellow"
    level = box(f"{URGENCY_SYMBOL[urgency]}{URGENCY_WORD[urgency]}", tone=URGENCY_TONE[urgency])
    unfilled = (box(UNFILLED), box(UNFILLED), box(UNFILLED))
    return (box(str(place)), level, box(where, strong=True), box("—"), Box(content=why), *unfilled)


def _conceded_or_fought(view: CaseView) -> list[Block]:
    """List what the other side has proved so far: to be fought with a page, or not fought at all."""
    cells = [cell for cell in view.review.cells if cell.favours == "theirs" and cell.mark == "supported"]
    if not cells:
        return []
    rows = tuple(
        (
            box(view.short(cell.id), strong=True),
            Box(content=cell_grounds(view, cell)),
            Box(content=view.places(cell.counter) or ("无反证：核对原件后决定不争，集中于数额与期限",)),
        )
        for cell in cells
    )
    columns = (("坐标", 2.3), ("对方依据", 14), ("可争之处", 8))
    return [Heading(text="对方已有据的要件（决定争与不争）"), Table(columns=columns, rows=rows)]


def _theirs(view: CaseView) -> list[Block]:
    """List the other side's errors and gaps: to be used, not mended."""
    findings = [item for item in view.review.findings if item.favours == "ours"]
    cells = [
        cell
        for cell in view.review.cells
        if cell.burden_side == view.them and cell.favours == "ours" and cell.mark != "not_applicable"
    ]
    if not findings and not cells:
        return []
    rows = [
        (box(item.id, strong=True), Box(content=finding_grounds(view, item)), box(_use(view, item.id, None)))
        for item in findings
    ]
    rows += [
        (box(view.short(cell.id), strong=True), Box(content=cell_grounds(view, cell)), box(_use(view, None, cell.id)))
        for cell in cells
    ]
    return [
        Heading(text="对方的漏洞（可用，不代对方补）"),
        Table(columns=(("坐标", 2.3), ("要点＋出处", 14), ("何时用", 8)), rows=tuple(rows)),
    ]


def _use(view: CaseView, finding: str | None, cell: str | None) -> str:
    actions = view.actions_for_finding(finding) if finding else view.actions_of(cell or "")
    return "\n".join(f"{item.id} {item.action}" for item in actions[:2]) or "质证与辩论时指出，要求对方就此举证。"


def _left_by_hearing(view: CaseView) -> list[Block]:
    """List what the hearing left open; a role's slip and a technical fault are no weakness of the case."""
    debrief = view.debrief
    if debrief is None:
        return []
    rows = tuple(
        (
            box(GAP_WORD[gap.kind]),
            box(view.shorts(gap.cells) or "全案", strong=True),
            box(gap.text),
            box("、".join(f"第{seq}号" for seq in gap.seqs) or "—"),
            box(_numbers(view, gap.cells) or UNFILLED),
        )
        for gap in debrief.gaps
        if gap.kind in ("material", "argument")
    )
    if not rows:
        return []
    columns = (("类别", 2.2), ("坐标", 3), ("留下的问题", 13), ("序号", 3), ("动作号", 3.6))
    return [Heading(text="模拟庭审留下的缺口"), Table(columns=columns, rows=rows), *_slips(debrief)]


def _numbers(view: CaseView, cells: tuple[str, ...]) -> str:
    return "、".join(dict.fromkeys(action.id for cell in cells for action in view.actions_of(cell)))


def _slips(debrief: Debrief) -> list[Block]:
    slips = sum(gap.kind == "execution" for gap in debrief.gaps) + debrief.rejected_drafts
    return [note(f"推演差错{slips}次已退回重作，不计为案件漏洞。")] if slips else []


def actions(view: CaseView) -> Deliverable:
    """Compose the 证据补强动作: every action, the most urgent first."""
    rows = tuple(_action(view, item) for item in view.actions)
    blocks: list[Block] = [
        note(
            "勿补造、勿删改；形式瑕疵的补正可请求另定期限"
            f"（{law('民诉解释', 99)}），逾期者说明理由（{law('民诉解释', 101)}、{law('民诉法', 68)}）。"
        ),
        Table(columns=ACTION_COLUMNS, rows=rows) if rows else body("按已读材料未生成补强动作。"),
    ]
    return Deliverable(
        name="证据补强动作",
        title="证据补强动作",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        landscape=True,
    )


def _action(view: CaseView, action: Action) -> tuple[Box, ...]:
    return (
        urgency_box(action, f"{action.id}\n{URGENCY_SYMBOL[action.urgency]}{URGENCY_WORD[action.urgency]}"),
        box(view.coordinate(action), strong=True),
        box(action.material or action.action),
        box(action.holder or UNFILLED),
        box(action.route or UNFILLED),
        box(action.person or UNFILLED),
        box(action.deadline or UNFILLED),
        box(action.overdue or "—"),
        box(action.alternative or "—"),
    )


def client_list(view: CaseView) -> Deliverable:
    """Compose the client's list: what to look for and bring, without a word of analysis."""
    ours = [item for item in view.review.documents if view.ours(item) and item.disclosure != "private"]
    materials = [action.material for action in view.weaknesses() if "申请" not in action.material]
    wanted = [item for item in dict.fromkeys(materials) if item.strip("—－- ") and not ALREADY_HERE.fullmatch(item)]
    unclear = [view.label(item.file) for item in ours if item.state != "ready" and item.exhibit]
    originals = [
        f"{view.label(item.file)}的原件" for item in ours if item.exhibit and item.origin in ("copy", "unknown")
    ]
    identity = [
        "身份证明（自然人：身份证；单位：营业执照、法定代表人身份证明）",
        "已签收的法院文书（传票、举证通知书等）",
    ]
    blocks: list[Block] = [
        body("请按原样提供，勿补造、勿删改，不要自行补签补盖；有疑问先来电。原件请随身携带，不要邮寄。"),
        Heading(text="请查找并带来"),
        _ticked(wanted) if wanted else body("目前无需补充材料。"),
    ]
    if unclear:
        blocks += [Heading(text="请提供清晰版本（扫描或拍照看不清）"), _ticked(unclear)]
    blocks += [Heading(text="请带原件"), _ticked([*originals, *identity])]
    told = ["以上材料没有的，请直接说没有，并说明可能在谁手里。", "手机、电脑请勿换机、重装或清理聊天记录。"]
    blocks += [Heading(text="请告知我们"), _ticked(told)]
    return Deliverable(
        name="客户材料清单",
        title="请准备的材料",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
    )


def _ticked(items: list[str]) -> Listing:
    return Listing(items=tuple((item,) for item in items))
