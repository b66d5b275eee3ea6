"""模拟庭审记录: the mock hearing as it went, in seven parts, with its indexes.

The banner says on every page that this is no court record. Speeches stand as
the clerk accepted them; the indexes carry the cells and the actions.
"""

from __future__ import annotations

from collections.abc import Iterable

from zuno.casework.deliverables.model import (
    INTERNAL,
    Block,
    Box,
    Deliverable,
    Heading,
    Listing,
    Paragraph,
    Table,
    body,
    box,
    lead,
    note,
)
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import (
    ENDED_WORD,
    MOCK_BANNER,
    ROLE_TITLE,
    ROLE_WORD,
    UNFILLED,
    disclaimer,
    shorten,
)
from zuno.casework.records import Debrief, Turn

PARTS = ("开庭准备", "诉辩", "归纳并确认争议焦点", "举证质证", "法庭询问", "法庭辩论", "最后陈述、调解征询与闭庭")
OPENING = (
    (("核对身份", "权利告知", "回避"), 0),
    (("诉请", "答辩"), 1),
    (("归纳争点", "确认争点"), 2),
)
"""Names of agenda items and the part they belong to."""
LATER = {"evidence": 3, "questions": 4, "debate": 5, "closing": 6}


def record(view: CaseView) -> Deliverable:
    """Compose the 模拟庭审记录."""
    blocks: list[Block] = [lead(f"【{MOCK_BANNER}】")]
    blocks += _heard(view, view.debrief) if view.debrief else _not_heard(view)
    return Deliverable(
        name="模拟庭审记录",
        title="模拟庭审记录",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        banner=MOCK_BANNER,
    )


def _not_heard(view: CaseView) -> list[Block]:
    issues = tuple((f"{item.id} {item.title}（{view.shorts(item.cells) or '程序'}）",) for item in view.review.issues)
    return [
        body("尚未进行模拟庭审；以下为拟审理的争点，庭审后本记录自动补全七部分及索引。"),
        Heading(text="拟审理的争点"),
        Listing(items=issues) if issues else body("未归纳出争点。"),
    ]


def _heard(view: CaseView, debrief: Debrief) -> list[Block]:
    review = view.review
    blocks: list[Block] = [
        body(f"案由：{review.cause_name}　　案号：{review.case_no or UNFILLED}　　审判组织：模拟"),
        body(f"原告：{view.names('plaintiff')}　　被告：{view.names('defendant')}"),
        note(f"记录至第{debrief.head_seq}号事件，校验值{debrief.head_hash[:16]}…；{_completeness(debrief)}。"),
    ]
    if debrief.missing_acts:
        blocks.append(note(f"缺少的程序：{'、'.join(debrief.missing_acts)}。"))
    if debrief.omitted_seats:
        blocks.append(note(f"未到席、不由他人代演：{'、'.join(debrief.omitted_seats)}。"))
    blocks += _parts(debrief)
    blocks += [Heading(text="索引"), *_indexes(view, debrief)]
    return blocks


def _completeness(debrief: Debrief) -> str:
    return "程序完整" if debrief.complete and not debrief.missing_acts else "程序未完整"


def _parts(debrief: Debrief) -> list[Block]:
    blocks: list[Block] = []
    parts = part_numbers(debrief.turns)
    for number, title in enumerate(PARTS):
        blocks.append(Heading(text=title))
        item = ""
        turns = [turn for turn, part in zip(debrief.turns, parts, strict=True) if part == number]
        for turn in turns:
            if turn.issue != item:
                item = turn.issue
                blocks.append(note(f"〔{item}〕"))
            blocks += _turn(debrief, turn)
        if not turns:
            blocks.append(note("（记录中无此部分）"))
    return blocks


def part_numbers(turns: tuple[Turn, ...]) -> list[int]:
    """Sort the speeches into the seven parts; the record's ``opening`` stage holds the first three.

    The agenda item names the act where the host follows the agenda; else the
    part moves forward only, at the first pleading and at the bench's words on
    the issues.
    """
    numbers: list[int] = []
    opening = 0
    for turn in turns:
        if turn.stage in LATER:
            numbers.append(LATER[turn.stage])
            continue
        opening = max(opening, _opening_part(turn, opening))
        numbers.append(opening)
    return numbers


def _opening_part(turn: Turn, reached: int) -> int:
    for words, part in OPENING:
        if any(word in turn.issue for word in words):
            return part
    head = f"{turn.issue} {turn.body[:120]}"
    if "焦点" in head:
        return 2
    pleads = any(word in head for word in ("诉讼请求", "答辩", "诉称", "辩称", "事实与理由", "诉辩"))
    return 1 if pleads and (turn.role != "judge" or reached) else reached


def _turn(debrief: Debrief, turn: Turn) -> Iterable[Block]:
    titles = dict(debrief.titles)
    who = ROLE_WORD.get(turn.role, turn.role)
    cited = "、".join(f"{item}《{titles[item]}》" if item in titles else item for item in turn.citations)
    answers = f"（应第{'、'.join(str(seq) for seq in turn.responds_to)}号）" if turn.responds_to else ""
    yield Paragraph(content=(f"［{turn.seq}］{who}：{answers}{turn.body.strip()}",))
    if cited:
        yield note(f"　　引证：{cited}")


# indexes


def _indexes(view: CaseView, debrief: Debrief) -> list[Block]:
    blocks: list[Block] = [Heading(text="自认与撤回", level=2)]
    blocks.append(
        _table(_admissions(view, debrief), ("序号", 1.6), ("谁", 1.8), ("内容", 9), ("撤回", 2.4), ("要件", 2.6))
    )
    blocks += [Heading(text="释明", level=2), _clarified(debrief)]
    blocks.append(Heading(text="法庭与当事人的提问", level=2))
    blocks.append(_table(_questions(view, debrief, all_of_them=True), *QUESTION_COLUMNS))
    blocks.append(Heading(text="未答", level=2))
    blocks.append(_table(_questions(view, debrief, all_of_them=False), *QUESTION_COLUMNS))
    blocks.append(Heading(text="申请", level=2))
    applied = tuple((box(f"第{seq}号"), box(shorten(text, 200))) for seq, text in debrief.applications)
    blocks.append(_table(applied, ("序号", 2), ("申请", 15)))
    return blocks


QUESTION_COLUMNS = (("问题", 2.0), ("问谁", 1.6), ("内容", 7.6), ("结果", 2.6), ("要件", 2.4), ("动作号", 2.2))


def _table(rows: tuple[tuple[Box, ...], ...], *columns: tuple[str, float]) -> Block:
    return Table(columns=columns, rows=rows) if rows else body("无。")


def _admissions(view: CaseView, debrief: Debrief) -> tuple[tuple[Box, ...], ...]:
    return tuple(
        (
            box(f"第{item.seq}号"),
            box(ROLE_TITLE.get(item.role, item.role)),
            box(shorten(item.text, 160)),
            box(f"第{item.withdrawn_in}号" if item.withdrawn_in is not None else "未撤回"),
            box(view.shorts(item.cells) or "—"),
        )
        for item in debrief.admissions
    )


def _clarified(debrief: Debrief) -> Block:
    bodies = {turn.seq: turn.body for turn in debrief.turns}
    rows = tuple(
        (box(f"第{seq}号"), box(shorten(bodies.get(seq, "（见正文）"), 160))) for seq in debrief.clarifications
    )
    return _table(rows, ("序号", 2), ("释明", 15))


def _questions(view: CaseView, debrief: Debrief, *, all_of_them: bool) -> tuple[tuple[Box, ...], ...]:
    rows: list[tuple[Box, ...]] = []
    for item in debrief.questions:
        if not all_of_them and item.ended == "answered":
            continue
        numbers = dict.fromkeys(action.id for cell in item.cells for action in view.actions_of(cell))
        answered = f"（第{'、'.join(str(seq) for seq in item.answered_in)}号）" if item.answered_in else ""
        rows.append(
            (
                box(f"{item.id}\n第{item.asked_in}号"),
                box(ROLE_TITLE.get(item.to, item.to)),
                box(shorten(item.text, 160)),
                box(f"{ENDED_WORD[item.ended]}{answered}"),
                box(view.shorts(item.cells) or "—"),
                box("\n".join(numbers) or "—"),
            )
        )
    return tuple(rows)
