"""Questions: those we put, and those the bench will put to us."""

from __future__ import annotations

from zuno.casework.deliverables.model import Block, Box, Inline, Table, body, box, line, plain
from zuno.casework.deliverables.statutes import law
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import ENDED_WORD, ROLE_TITLE, UNFILLED, bare_fact, sentences, shorten
from zuno.casework.records import Cell, QuestionOutcome, Quote

MOST_QUESTIONS = 8
MOST_BENCH = 14


def questions(view: CaseView) -> Block:
    """Tabulate the questions whose answer we can prove: purpose, page, answer expected, what if not."""
    asked: dict[str, tuple[Box, ...]] = {}
    for cell in _worth_asking(view):
        if row := _question(view, cell):
            asked.setdefault(plain(row[0].content), row)
    rows = list(asked.values())[:MOST_QUESTIONS]
    if not rows:
        return body(f"现有材料没有有把握的发问；不问不知道答案的问题，不诱导（{law('证据规定', 78)}）。")
    columns = (("问", 5.4), ("目的", 3.2), ("依托页", 3.6), ("预期", 2.6), ("答否则", 4.0))
    return Table(columns=columns, rows=tuple(rows))


def _worth_asking(view: CaseView) -> list[Cell]:
    """Put disputed facts first, then those on which the other side has kept silent; admitted ones need no question."""
    order = {"disputed": 0, "not_stated": 1}
    settled = ("not_applicable", "contested_law")
    cells = [cell for cell in view.review.cells if cell.opponent in order and cell.mark not in settled]
    return sorted(cells, key=lambda cell: order[cell.opponent])


def _question(view: CaseView, cell: Cell) -> tuple[Box, ...] | None:
    denials = view.public_quotes(cell.stance_quotes, side=view.them)
    if cell.opponent == "disputed" and denials:
        return _narrowing(view, cell, denials[0])
    pages = [item for item in view.proof(cell) if view.documents[item.file].disclosure != "pleading"]
    if pages:
        return _with_page(view, cell, pages[0])
    if cell.burden_side == view.them and cell.mark in ("missing", "doubtful"):
        return _their_burden(view, cell)
    return None


def _narrowing(view: CaseView, cell: Cell, denial: Quote) -> tuple[Box, ...]:
    """Ask how far a denial goes: what it leaves untouched is no longer in dispute."""
    asked = line(view.ref(denial), f"称“{shorten(denial.quote, 30)}”：除此以外是否无异议？否认的依据和凭证是什么？")
    pages = view.proof(cell)
    against = line("；出示", view.ref(pages[0])) if pages else ()
    return (
        Box(content=asked),
        box(f"限缩{view.short(cell.id)}争议：{bare_fact(cell.fact)}"),
        Box(content=view.ref(denial)),
        box("其余无异议；无凭证"),
        box(f"记明其否认范围，请求限期举证（{law('民诉解释', 90)}）", against),
    )


def _with_page(view: CaseView, cell: Cell, quote: Quote) -> tuple[Box, ...]:
    asked = line(
        "请看", view.ref(quote), f"“{shorten(quote.quote, 30)}”：{view.their_word}是否认可该记载？不符之处在哪里？"
    )
    silent = cell.opponent == "not_stated"
    otherwise = "要求说明依据，出示该页"
    if silent:
        otherwise = f"请法庭说明后再问；仍不表态的视为承认（{law('证据规定', 4)}）"
    return (
        Box(content=asked),
        box(f"固定{view.short(cell.id)}：{bare_fact(cell.fact)}"),
        Box(content=view.ref(quote)),
        box("认可，或说不出不符之处"),
        box(otherwise),
    )


def _their_burden(view: CaseView, cell: Cell) -> tuple[Box, ...]:
    return (
        box(f"{view.their_word}主张“{bare_fact(cell.fact)}”，何时何地、何人经办？有何凭证？"),
        box(f"固定{view.short(cell.id)}的举证缺口"),
        box("—（对方负举证责任）"),
        box("说不清或无凭证"),
        box(f"要求限期举证；仍无的依{law('民诉解释', 90)}陈述"),
    )


# the bench


def bench_questions(view: CaseView) -> Block:
    """Tabulate what the bench asks: from the hearing with how it ended, else from the open cells and the pack."""
    rows = [_asked(view, item) for item in _pressing(view)]
    known = {cell for item in (view.debrief.questions if view.debrief else ()) for cell in item.cells}
    rows += [_expected(view, cell) for cell in view.open_cells() if cell.id not in known]
    heard = [item.text for item in (view.debrief.questions if view.debrief else ())]
    standing = [text for text in view.review.judge_questions if not any(text.rstrip("？?") in item for item in heard)]
    rows += [_standing(text) for text in standing]
    if not rows:
        return body("未见法庭必问事项。")
    columns = (("问", 6.4), ("来源与结果", 2.8), ("要件", 2.4), ("备答", 6.4), ("动作号", 1.8))
    return Table(columns=columns, rows=tuple(rows[:MOST_BENCH]))


def _pressing(view: CaseView) -> list[QuestionOutcome]:
    """List the questions put to us in the hearing, those left unanswered first."""
    asked = [
        item for item in (view.debrief.questions if view.debrief else ()) if item.to in ("", view.us, view.our_word)
    ]
    order = {"open": 0, "evaded": 1, "cannot_answer": 2, "answered": 3}
    return sorted(asked, key=lambda item: order[item.ended])


def _asked(view: CaseView, item: QuestionOutcome) -> tuple[Box, ...]:
    bad = item.ended != "answered"
    numbers = [action.id for cell in item.cells for action in view.actions_of(cell)]
    return (
        box(shorten(item.text, 120)),
        box(
            f"庭审第{item.asked_in}号问{ROLE_TITLE.get(item.to, item.to)}\n{ENDED_WORD[item.ended]}",
            tone="bad" if bad else "good",
        ),
        box(view.shorts(item.cells) or "—"),
        Box(content=_ready(view, item.cells) if bad else (_kept(item),)),
        box("\n".join(dict.fromkeys(numbers)) or "—"),
    )


def _kept(item: QuestionOutcome) -> str:
    turns = "、".join(f"第{seq}号" for seq in item.answered_in)
    return f"已答（{turns}），口径不改。" if turns else "已答，口径不改。"


def _expected(view: CaseView, cell: Cell) -> tuple[Box, ...]:
    fact = bare_fact(cell.fact)
    if cell.mark == "contested_law":
        asked = f"{view.our_word}，“{fact}”一节的法律依据是什么？"
    elif cell.burden_side == view.us:
        asked = f"{view.our_word}，“{fact}”有何证据？"
    else:
        asked = f"{view.our_word}对“{fact}”是承认还是否认？"
    return (
        box(asked),
        box("要件未定"),
        box(view.short(cell.id)),
        Box(content=_ready(view, (cell.id,))),
        box(view.action_numbers(cell.id, "\n") or "—"),
    )


def _standing(text: str) -> tuple[Box, ...]:
    return (box(f"{text.rstrip('？?')}？"), box("本案由常问"), box("—"), box(f"{UNFILLED}（问当事人）"), box("—"))


def _ready(view: CaseView, cell_ids: tuple[str, ...]) -> Inline:
    """Prepare an answer: the page first, else the way out; never a story."""
    for cell_id in cell_ids:
        cell = view.cells.get(cell_id)
        if cell is None:
            continue
        quotes = view.our_stance(cell) or view.proof(cell)
        fallback = next((item.fallback for item in view.actions_of(cell_id) if item.fallback), "")
        if fallback:
            return line(sentences(fallback, 3), line("（", view.ref(quotes[0]), "）") if quotes else "")
        if quotes:
            return line("见", view.quoted(quotes[0]), "。")
        if cell.burden_side == view.them and cell.mark == "supported":
            return ("以当庭核对原件为准；核对无误的，对该页所载不持异议。",)
    return ("庭后核实并书面答复；不作推测。",)
