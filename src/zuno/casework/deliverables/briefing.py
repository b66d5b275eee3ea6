"""The two parts of the outline that decide a hearing: each issue prepared, and what must not be said."""

from __future__ import annotations

from zuno.casework.deliverables.drafts import draft_names
from zuno.casework.deliverables.model import Block, Heading, Inline, Listing, Table, body, box, join, line
from zuno.casework.deliverables.statutes import law
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import (
    HYPOTHETICAL,
    ROLE_TITLE,
    UNFILLED,
    amount,
    bare_fact,
    expected,
    mark_label,
    sentences,
    shorten,
    stop,
    worst_tone,
)
from zuno.casework.records import Action, Cell, Defence, Finding, Issue

MOST_ATTACKS = 3
PLEAS = {"时效": "limitation_lapsed", "保证期间": "guarantee_period"}
"""Words of an issue and the error that they are about."""


def issue_tables(view: CaseView) -> list[Block]:
    """Prepare each issue: conclusion, pages, attack, answer, way out, procedural step."""
    blocks: list[Block] = []
    for issue in view.review.issues:
        blocks += [Heading(text=f"{issue.id} {issue.title}", level=2), _issue(view, issue)]
    return blocks or [body("未归纳出争点；以双方当庭陈述为准。")]


def _issue(view: CaseView, issue: Issue) -> Block:
    cells = [view.cells[item] for item in issue.cells if item in view.cells]
    acts = _actions(view, issue)
    rows = (
        (box("结论", strong=True), box(_conclusion(view, issue, cells), tone=worst_tone(cells))),
        (box("页码", strong=True), box(_pages(view, issue, cells))),
        (box("对方攻击", strong=True), box(_attacks(view, issue, acts))),
        (box("应答（各≤3句）", strong=True), box(_answer(view, cells, acts))),
        (box("退路", strong=True), box(_way_out(view, cells, acts))),
        (box("程序动作", strong=True), box(_steps(view, acts))),
    )
    return Table(columns=(("项目", 2.6), ("内容", 14.8)), rows=rows)


def _actions(view: CaseView, issue: Issue) -> list[Action]:
    found = [action for cell in issue.cells for action in view.actions_of(cell)]
    found += [action for finding in _errors(view, issue) for action in view.actions_for_finding(finding.id)]
    return list(dict.fromkeys(found))


def _errors(view: CaseView, issue: Issue) -> list[Finding]:
    """List the errors an issue is about; a plea of time brings the error of time with it."""
    wanted = set(issue.findings)
    codes = {code for words, code in PLEAS.items() if words in issue.title}
    return [item for item in view.review.findings if item.id in wanted or item.code in codes]


def _conclusion(view: CaseView, issue: Issue, cells: list[Cell]) -> str:
    lines = [f"{view.short(cell.id)} {mark_label(cell)}：{stop(cell.why or cell.fact)}" for cell in cells]
    if not cells:
        lines += [f"{item.id} {view.finding_title(item)}：{stop(item.detail)}" for item in _errors(view, issue)]
        lines += [f"{item.defence} {item.title}：{stop(item.why or item.text)}" for item in _defences(view, issue)]
    return "\n".join(line for line in lines if line) or "本争点不挂要件，以当庭陈述为准。"


def _defences(view: CaseView, issue: Issue) -> list[Defence]:
    return [item for item in view.review.defences if item.defence in issue.defences and (item.why or item.text)]


def _pages(view: CaseView, issue: Issue, cells: list[Cell]) -> Inline:
    lines: list[Inline] = []
    if not cells:
        lines += [line(f"{item.id}：", view.places(item.evidence, 3)) for item in _errors(view, issue) if item.evidence]
    for cell in cells:
        proof, counter = view.places(cell.evidence, 3), view.places(cell.counter, 2)
        if proof or counter:
            lines.append(
                line(f"{view.short(cell.id)}：", proof or "（无）", line("；反证：", counter) if counter else "")
            )
    return join(lines, "\n") or ("现有材料无页可指。",)


def _attacks(view: CaseView, issue: Issue, acts: list[Action]) -> Inline:
    """Quote what the other side has said; what only might be said is labelled so."""
    lines: list[Inline] = [_raised(view, item) for item in _their_defences(view, issue)]
    lines += [(view.attack(action),) for action in acts if action.attack]
    if not lines:
        lines = [_expected_attack(view, issue)]
    return join(lines[:MOST_ATTACKS], "\n")


def _expected_attack(view: CaseView, issue: Issue) -> Inline:
    """Guess the attack from the other side's best page, and say that it is a guess."""
    for cell in (view.cells[item] for item in issue.cells if item in view.cells):
        theirs = cell.counter if cell.burden_side == view.us else cell.evidence
        if quotes := view.public_quotes(theirs):
            return line(f"{HYPOTHETICAL}凭", view.quoted(quotes[0]), "已足以证明。")
    return (f"{HYPOTHETICAL}“请说明依据并出示原件。”",)


def _their_defences(view: CaseView, issue: Issue) -> list[Defence]:
    if view.us == "defendant":
        return []
    return [item for item in view.review.defences if item.raised and item.defence in issue.defences]


def _raised(view: CaseView, defence: Defence) -> Inline:
    places = view.places(defence.evidence, 1, words=False)
    return line(f"“{shorten(defence.text or defence.title, 80)}”", line("（", places, "）") if places else "")


def _answer(view: CaseView, cells: list[Cell], acts: list[Action]) -> Inline:
    """Write answers to be said as they stand, each of at most three sentences, with the pages to point at."""
    proof = tuple(item for cell in cells for item in view.proof(cell)[:3])
    pages = view.places(proof, 4, words=False)
    pointing = line("（可指：", pages, "）") if pages else ()
    stances = [said for cell in cells if view.our_stance(cell) and (said := _spoken(view, cell))][:1]
    ready = list(dict.fromkeys(sentences(item.fallback, 3) for item in acts if item.fallback))
    if ready:
        lines: list[Inline] = [*stances, *((item,) for item in ready)]
        return line(join(lines[:MOST_ATTACKS], "\n"), pointing)
    spoken = [said for cell in cells if (said := _spoken(view, cell))]
    nothing = "否认，要求对方举证。" if view.us == "defendant" else f"{UNFILLED}：现有材料无可引之页。"
    return join(spoken[:3], "") or (nothing,)


def _spoken(view: CaseView, cell: Cell) -> Inline:
    if stance := view.our_stance(cell):
        return line("我方意见：", view.quoted(stance[0]), f"；应由{view.their_word}举证（{law('民诉解释', 90)}）。")
    if quotes := view.proof(cell):
        return line("见", view.quoted(quotes[0]), "。")
    if cell.burden_side == view.them and cell.mark in ("missing", "doubtful"):
        return (f"{view.their_word}就“{bare_fact(cell.fact)}”负举证责任，否认，要求举证（{law('民诉解释', 90)}）。",)
    return ()


def _way_out(view: CaseView, cells: list[Cell], acts: list[Action]) -> Inline:
    """Say what remains if the answer does not hold: other proof, then the figure that the papers support."""
    substitutes = list(dict.fromkeys(item.alternative for item in acts if item.alternative.strip("—－- 。无")))
    lines: list[Inline] = [(f"替代证明：{'；'.join(substitutes[:2])}。",)] if substitutes else []
    ids = {cell.id for cell in cells}
    figures = [item for item in view.review.amounts if item.basis == "as_supported" and ids & set(item.source_cells)]
    if figures:
        named = "；".join(f"{item.name}{amount(item)}" for item in figures[:2])
        lines.append((f"备选金额：{named}。" if view.us == "plaintiff" else f"退守数额（不构成认可）：{named}。",))
    return join(lines, "\n") or ("仍被追问的，答“庭后核实并书面答复”，不作推测。",)


def _steps(view: CaseView, acts: list[Action]) -> str:
    lines = [f"{item.id} {item.action}" for item in acts[:3]]
    papers = list(dict.fromkeys(name for item in acts for name in draft_names(view, item)))
    if papers:
        lines.append(f"交{'、'.join(f'《{name}》' for name in papers)}")
    return "\n".join(lines) or "无须程序动作。"


# careful words


def careful_words(view: CaseView) -> Block:
    """List what not to say and why; a private file is pointed at, never quoted."""
    items: list[Inline] = [
        (
            f"勿只说“真实性认可”：认可即确认证据（{law('证据规定', 89)}），须同时表明对证明目的的意见；"
            f"代理人自认视为当事人自认（{law('证据规定', 5)}）。",
        )
    ]
    items += _said_already(view)
    items += _two_edged(view)
    items += _open(view)
    items += _by_finding(view)
    items += _limitation(view)
    items += _private(view)
    return Listing(items=tuple(items))


def _said_already(view: CaseView) -> list[Inline]:
    debrief = view.debrief
    if debrief is None:
        return []
    return [
        (
            f"庭审第{item.seq}号{ROLE_TITLE.get(item.role, item.role)}已自认：“{shorten(item.text, 60)}”；"
            f"撤回须依{law('证据规定', 9)}，勿自相矛盾。",
        )
        for item in debrief.admissions
        if item.role == view.us and item.withdrawn_in is None
    ]


def _two_edged(view: CaseView) -> list[Inline]:
    return [
        line(f"双刃证据{view.label(item.file)}：勿主动展开", view.places(item.two_edged, 2), "；被问及只答该页所载。")
        for item in view.review.documents
        if item.two_edged and view.ours(item) and item.disclosure != "private"
    ]


def _open(view: CaseView) -> list[Inline]:
    """Name in one line each what we have not proved, and what the other side has."""
    ours = [cell for cell in view.open_cells() if cell.burden_side == view.us and cell.mark != "contested_law"]
    theirs = [cell for cell in view.open_cells() if cell.burden_side == view.them and cell.favours == "theirs"]
    items: list[Inline] = []
    if ours:
        items.append((f"下列事实尚未证成，勿称“已全部证明”，只说页上有的：{_named(view, ours)}。",))
    if theirs:
        items.append((f"下列事实对方有据，勿作无根据的否认，答“以证据为准”：{_named(view, theirs)}。",))
    return items


def _named(view: CaseView, cells: list[Cell]) -> str:
    return "；".join(f"{view.short(cell.id)} {bare_fact(cell.fact)}" for cell in cells)


def _by_finding(view: CaseView) -> list[Inline]:
    items: list[Inline] = []
    for finding in view.review.findings:
        if finding.favours != "theirs":
            continue
        if finding.code == "authority_of_agent":
            items.append((f"{finding.id}：未补特别授权前，勿当庭承认、放弃、变更请求或和解（{law('民诉法', 62)}）。",))
        elif finding.code == "amount_mismatch" and finding.expected:
            items.append((f"{finding.id}：勿称数额“已全部对清”；材料支持的是{expected(finding.expected)}。",))
    return items


def _limitation(view: CaseView) -> list[Inline]:
    if view.us == "plaintiff" and view.review.limitation and not view.review.limitation_pleaded:
        return [(f"时效：对方未提，我方不主动提及起算与届满日期（{law('时效规定', 2)}）。",)]
    return []


def _private(view: CaseView) -> list[Inline]:
    files = [item for item in view.review.documents if item.disclosure == "private" and view.ours(item)]
    if not files:
        return []
    names = "、".join(f"《{item.title}》" for item in files[:6])
    return [(f"见内部文件{names}：其中事项在庭上及调解中均不得提及；亦不得作与之相反的陈述，问及即答“庭后核实”。",)]
