"""Answers of counsel by rules to questions, of the bench or of the other side.

An answer points at material or takes a position; what the present material
cannot answer is said to be so. Nothing here evades, and nothing is invented.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from zuno.casework.records import Cell, Finding
from zuno.hearing.roles import Desk, Question, Task, article, figure, is_reckoned, norm, reckoning
from zuno.hearing.story import find_events

OPEN_MARKS = frozenset({"doubtful", "missing", "rebutted"})


def faulty_side(desk: Desk, finding: Finding) -> str | None:
    """Return the side whose document is at fault in a finding: the first one named."""
    first = next((item for item in desk.review.documents if finding.documents[:1] == (item.file,)), None)
    return first.side if first else None


def answer_question(desk: Desk, task: Task) -> list[str]:
    """Return the answer to the task's question under its label."""
    question = task.question
    if question is None:
        return []
    cells = [cell for cell in desk.review.cells if cell.id in question.cells]
    words = _ANSWERS[question.kind](desk, question, cells)
    return [f"【回应 {question.id}】{words}"]


def _answer_press(desk: Desk, _question: Question, cells: list[Cell]) -> str:
    parts: dict[str, None] = {}
    for cell in cells:
        stance = desk.cite_stance(cell)
        if cell.opponent == "admitted":
            words = "承认" + (f"，见{stance}" if stance else "")
        elif cell.opponent == "undisputed":
            words = "不持异议"
        else:
            against = desk.cite(cell.counter, 1)
            words = "否认，" + (f"理由见{against}" if against else "要求举证")
        parts[f"“{cell.fact}”：{words}"] = None
    return "；".join(parts) + "。"


def _answer_cell(desk: Desk, question: Question, cells: list[Cell]) -> str:
    own = [cell for cell in cells if cell.burden_side == desk.role]
    quotes = [quote for cell in own for quote in desk.support(cell)]
    where = desk.cite(quotes, 3)
    unread = _unread_papers(desk, own)
    if own and not where:
        facts = "、".join(dict.fromkeys(f"“{cell.fact}”" for cell in own))
        return f"就{facts}，现有材料不能回答，申请法庭准许补充提交{wanted(own)}。{unread}"
    if where:
        rest = ""
        if any(cell.mark in OPEN_MARKS for cell in own):
            rest = f"在案材料以上述为限，申请补充提交{wanted(own)}。"
        return f"依据{where}。{rest}{unread}"
    return _answer_press(desk, question, cells) if cells else "现有材料不能回答，待核实后书面说明。"


def _unread_papers(desk: Desk, cells: list[Cell]) -> str:
    """Name the own exhibits that were not read and may bear on these cells; nothing is claimed of what they say."""
    files = dict.fromkeys(file for cell in cells for file in cell.unread)
    own = [file for file in files if desk.review.document(file).side == desk.role]
    names = [f"{desk.name(name)}（{name}）" for file in own if (name := desk.id_of(file))]
    return f"{'、'.join(names[:3])}的内容以当庭核对的原件为准。" if names else ""


_ABOUT: tuple[tuple[str, set[str]], ...] = (
    ("催|主张权利", {"demand", "acknowledgement"}),
    ("每批|各批|签收", {"delivery"}),
    ("还过|付款|已付|收到被告|附言", {"transfer"}),
)
"""(what a standing question speaks of, kinds of events that answer it)."""


def _answer_standing(desk: Desk, question: Question, cells: list[Cell]) -> str:
    """Answer a standing question by what it is about: demands, payments, deliveries, else its cells."""
    for words, kinds in _ABOUT:
        if re.search(words, question.text):
            return _dated(desk, kinds, "现有材料不能回答，待核实后书面说明。")
    return _answer_cell(desk, question, cells)


def wanted(cells: list[Cell]) -> str:
    """Return what material would change these cells, in the pack's words."""
    kinds = dict.fromkeys(item for cell in cells for item in cell.wanted)
    return "、".join(list(kinds)[:3]) or "相应证据"


def _answer_finding(desk: Desk, question: Question, cells: list[Cell]) -> str:
    finding = next((item for item in desk.review.findings if item.id == question.finding), None)
    finding = finding or next((item for item in desk.review.findings if set(item.cells) & set(question.cells)), None)
    if finding is None:
        return _answer_cell(desk, question, cells)
    return _FINDING_ANSWERS.get(finding.code, _answer_conflict)(desk, finding)


def _answer_conflict(desk: Desk, finding: Finding) -> str:
    evidence = desk.exhibits_among(finding.evidence)
    where = desk.cite(evidence, 3)
    if not where:
        return "现有材料不能说明该处不一致的原因，待核实后书面说明。"
    own = [item for item in finding.documents if not desk.review.document(item).exhibit]
    titles = "、".join(f"《{desk.review.document(item).title}》" for item in own if desk.id_of(item))
    mend = f"；{titles}与之不一致之处，申请以书面更正" if titles and faulty_side(desk, finding) == desk.role else ""
    return f"以{where}的记载为准{mend}。"


def _answer_sum(desk: Desk, finding: Finding) -> str:
    """Explain a sum without conceding it: the formula, what the papers show, and that the rest is to be proved."""
    formulas = [figure(line) for line in desk.amounts_of(finding.cells, "as_pleaded") if is_reckoned(line)][:2]
    cells = [cell for cell in desk.review.cells if cell.id in finding.cells and cell.burden_side == desk.role]
    where = desk.cite([quote for cell in cells for quote in desk.support(cell)], 3)
    words = f"请求的计算式为{'；'.join(formulas)}。" if formulas else "请求数额以起诉状为准。"
    return f"{words}材料记载为{where}，差额部分由本方另行举证。" if where else words


def _answer_power(desk: Desk, finding: Finding) -> str:
    where = desk.cite(finding.evidence, 1)
    return f"委托手续见{where}；就具体权限申请补交写明特别授权的委托书（{norm('agent_power')}）。"


def _answer_party(desk: Desk, finding: Finding) -> str:
    evidence = desk.exhibits_among(finding.evidence)
    where = desk.cite(evidence, 3)
    words = f"主体信息见{where}。" if where else "现有材料不能确认。"
    return words + "就名称与登记信息不一致之处，申请更正当事人信息。"


def _answer_form(desk: Desk, finding: Finding) -> str:
    return f"形式瑕疵申请补正（{norm('cure_form')}第3款），并申请制作人员到庭说明。"


def _answer_law(desk: Desk, _finding: Finding) -> str:
    norms = dict.fromkeys(article(item) for claim in desk.review.claims for item in claim.norms)
    return f"请求权基础以现行规定为准：{'、'.join(norms)}；起诉状援引与之不符之处，申请以书面更正。"


def _answer_double(desk: Desk, finding: Finding) -> str:
    if "上限" in finding.detail:
        where = desk.cite(desk.exhibits_among(finding.evidence), 2)
        basis = f"利率依据{where}；" if where else ""
        return f"{basis}是否超过上限请依公布的利率核算（{norm('rate_cap')}），未超过部分坚持主张。"
    lines = [line for line in desk.amounts_of(finding.cells, "as_pleaded") if is_reckoned(line)]
    basis = f"计算式分别为{'；'.join(map(reckoning, lines[:3]))}。" if lines else ""
    return f"{basis}就同一期间的两项请求，请法庭择高支持其一，具体选择以书面确认。"


_FINDING_ANSWERS: dict[str, Callable[[Desk, Finding], str]] = {
    "amount_mismatch": _answer_sum,
    "authority_of_agent": _answer_power,
    "wrong_or_missing_party": _answer_party,
    "identity_mismatch": _answer_party,
    "evidence_form": _answer_form,
    "repealed_law": _answer_law,
    "duplicate_or_excess_claim": _answer_double,
}


def _answer_amount(desk: Desk, question: Question, cells: list[Cell]) -> str:
    formulas = [figure(line) for line in desk.amounts_of(question.cells, "as_pleaded") if is_reckoned(line)]
    where = desk.cite([quote for cell in cells for quote in desk.support(cell)], 2)
    if not formulas:
        return f"数额依据{where}。" if where else "现有材料不能说明计算过程，待核算后书面提交。"
    return f"计算式：{'；'.join(formulas[:3])}。" + (f"依据{where}。" if where else "")


def _answer_guarantee(desk: Desk, _question: Question, _cells: list[Cell]) -> str:
    kinds = {"demand", "due", "acknowledgement"}
    return _dated(desk, kinds, "现有材料不能确认在保证期间内向保证人主张权利的时间和方式。")


def _answer_limitation(desk: Desk, _question: Question, _cells: list[Cell]) -> str:
    kinds = {"demand", "acknowledgement", "due", "transfer"}
    return _dated(desk, kinds, "现有材料不能确认起诉前最后一次主张权利或者对方同意履行的时间。")


def _dated(desk: Desk, kinds: set[str], otherwise: str) -> str:
    placed = [(entry, desk.cite([entry.quote])) for entry in find_events(desk, kinds)]
    said = [f"{entry.date.isoformat()}{entry.event}，见{where}" for entry, where in placed if where]
    return "按在案材料：" + "；".join(said[-6:]) + "。" if said else otherwise


def _answer_penalty(desk: Desk, question: Question, cells: list[Cell]) -> str:
    if desk.role == "plaintiff":
        return _answer_amount(desk, question, cells)
    return (
        f"如前述抗辩不被支持，请求依法调减违约金；过高部分以在案材料计算，并保留补充举证（{norm('penalty_burden')}）。"
    )


_ANSWERS: dict[str, Callable[[Desk, Question, list[Cell]], str]] = {
    "press": _answer_press,
    "cell": _answer_cell,
    "finding": _answer_finding,
    "amount": _answer_amount,
    "guarantee": _answer_guarantee,
    "limitation": _answer_limitation,
    "penalty": _answer_penalty,
    "pack": _answer_standing,
    "party": _answer_press,
}
