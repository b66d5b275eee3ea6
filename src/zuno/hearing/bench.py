"""The presiding judge by rules: conducts, states the issues, asks from what is open, and decides nothing.

Works from the public review alone. Questions come from open cells, conflicts in
the papers, sums, and the pack's standing questions. The bench clarifies penalty
reduction and examines the guarantee period of its own motion where the law says
so; of limitation it says no word unless the answer pleads it.
Source: 民诉法 art. 140, 144, 145; 民诉解释 art. 226; 证据规定 art. 4; 合同编通则 art. 66;
担保解释 art. 34; 时效规定 art. 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zuno.casework.records import AmountLine, Cell, Finding, Issue, Review
from zuno.hearing.agenda import OMITTED_SEATS, SIDE_WORDS
from zuno.hearing.answers import OPEN_MARKS, faulty_side
from zuno.hearing.exhibits import AGREED
from zuno.hearing.roles import Desk, Draft, Packet, Question, QuestionKind, Task, find_repeated, norm

MAX_ISSUES = 12
MAX_QUESTIONS = 20
PER_CELL = 2
MAX_STANDING = 3
"""Standing questions of the pack that one hearing takes up."""
_LIMITATION = "时效"
_SUMS = re.compile(r"数额|金额|利率|利息|违约金|本金")

_NOT_ASKED = frozenset({"limitation_lapsed", "guarantee_period", "no_original", "chat_authenticity", "evidence_form"})
"""Findings with a question of their own, or dealt with exhibit by exhibit."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The presiding judge by rules."""

    review: Review

    def speak(self, packet: Packet, task: Task) -> Draft:
        """Speak to one task, from the packet and the public review alone."""
        desk = Desk("judge", self.review, packet)
        return desk.draft(_SPEECHES[task.act.kind](desk, task), task.cap)


# Conduct --------------------------------------------------------------------------------------------------------------


def _identity(desk: Desk, task: Task) -> list[str]:
    review = desk.review
    kind = task.act.item.partition(" ")[2]
    sides = "；".join(
        f"{SIDE_WORDS[role]}{'、'.join(party.name for party in review.parties if party.role == role)}"
        for role in ("plaintiff", "defendant")
    )
    seats = "、".join(OMITTED_SEATS)
    return [
        f"【主持】现在开庭，核对当事人身份。案由：{review.cause_name}。{f'本次推演{kind}。' if kind else ''}{sides}。",
        f"请双方陈明身份、委托代理人及代理权限。本次未设{seats}席位，相关陈述从略，不由他人代言。",
    ]


def _rights(_desk: Desk, _task: Task) -> list[str]:
    return [
        f"【主持】告知诉讼权利义务：双方有权申请回避、提供证据、进行辩论、请求调解（{norm('rights')}）；"
        "应当如实陈述，遵守法庭秩序。对认可的证据和承认的事实，法庭将记入笔录。"
    ]


def _recusal(_desk: Desk, task: Task) -> list[str]:
    return [f"【主持】{_asked(task)}是否申请回避（{norm('recusal')}）？"]


def _asked(task: Task) -> str:
    return next((word for word in SIDE_WORDS.values() if word in task.act.item), "")


def _issues(desk: Desk, task: Task) -> list[str]:
    lines = [f"【主持】根据诉辩意见，归纳争议焦点如下（{norm('issues')}）："]
    lines += [f"{issue.id} {issue.title}" for issue in task.issues]
    settled = [cell for cell in desk.review.cells if cell.opponent in AGREED]
    facts = []
    for cell in settled[:8]:
        where = desk.cite_stance(cell)
        facts.append(f"“{cell.fact}”" + (f"（{where}）" if where else ""))
    if facts:
        lines.append(f"双方无争议的事实：{'；'.join(facts)}。")
    lines.append("请双方确认或者补充。以下围绕焦点举证、质证和辩论。")
    return lines


def _permit(_desk: Desk, task: Task) -> list[str]:
    return [f"【主持】准许{_asked(task)}向对方发问，一次一问，围绕焦点。"]


def _ask(_desk: Desk, task: Task) -> list[str]:
    question = task.question
    if question is None:
        return []
    to = SIDE_WORDS[question.to]
    if task.follow_up:
        ground = f"经说明仍不明确表示的，依{norm('neither_admit_nor_deny')}处理。" if question.kind == "press" else ""
        return [f"【问题 {question.id}→{to}】刚才的回答没有正面作答。请直接回答：是或者否，依据哪一份材料？{ground}"]
    clarifies = (
        ["【主持】释明：就抗辩不被支持时是否请求调整违约金，当事人应当表明意见，双方均可举证。"]
        if question.kind == "penalty" and question.to == "defendant"
        else []
    )
    return [*clarifies, f"【问题 {question.id}→{to}】{question.text}"]


def _mediation(_desk: Desk, task: Task) -> list[str]:
    return [f"【主持】{_asked(task)}是否愿意调解（{norm('mediation')}）？"]


def _closing(_desk: Desk, _task: Task) -> list[str]:
    return [
        f"【主持】双方意见已记录在案。请核对笔录，认为有遗漏或者差错的可以申请补正（{norm('record')}）。"
        "本次为模拟推演，不作认定，不作裁判。现在休庭。"
    ]


_SPEECHES: dict[str, Callable[[Desk, Task], list[str]]] = {
    "identity": _identity,
    "rights": _rights,
    "recusal_ask": _recusal,
    "issues": _issues,
    "permission": _permit,
    "ask": _ask,
    "mediation_ask": _mediation,
    "closing": _closing,
}


# Planning -------------------------------------------------------------------------------------------------------------


def plan_issues(review: Review) -> tuple[Issue, ...]:
    """Return the issues to be heard: the review's, at most twelve, never empty, silent where the law wants silence."""
    issues = tuple(issue for issue in review.issues if _may_say(review, issue.title))
    if issues:
        return issues[:MAX_ISSUES]
    cells = tuple(cell.id for cell in review.cells if cell.mark != "not_applicable")
    return (Issue(id="I-001", title="各项诉讼请求能否成立及其数额", cells=cells),)


def _may_say(review: Review, text: str) -> bool:
    return review.limitation_pleaded or _LIMITATION not in text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    kind: QuestionKind
    to: str
    text: str
    cells: tuple[str, ...] = ()
    finding: str | None = None


def plan_questions(desk: Desk, issues: tuple[Issue, ...]) -> tuple[Question, ...]:
    """Plan what the bench asks, in order of weight: own-motion matters, open cells, conflicts, sums, the rest.

    At most two questions go to one cell and twenty to the hearing.

    Args:
        desk: The bench's desk: its review holds public documents only.
        issues: The issues as the bench will state them.
    """
    review = desk.review
    asked: dict[str, int] = {}
    planned: list[Question] = []
    for wish in (
        *_own_motion(review),
        *_open_cells(desk),
        *_conflicts(desk),
        *_press(review, issues),
        *_rest(review),
    ):
        crowded = wish.cells and all(asked.get(cell, 0) >= PER_CELL for cell in wish.cells)
        same = any(question.text == wish.text for question in planned)
        if crowded or same or not _may_say(review, wish.text) or len(planned) >= MAX_QUESTIONS:
            continue
        text = wish.text + (f"（{'、'.join(wish.cells)}）" if wish.cells else "")
        if find_repeated(text, ((0, question.text) for question in planned)) is not None:
            facts = "、".join(f"“{review.cell(cell).fact}”" for cell in wish.cells)
            text = f"就{facts or '上述事项'}，同样请指明材料、页码和理由。（{'、'.join(wish.cells)}）"
        if wish.kind != "press":
            asked |= {cell: asked.get(cell, 0) + 1 for cell in wish.cells}
        issue = next((issue.id for issue in issues if set(issue.cells) & set(wish.cells)), None)
        planned.append(
            Question(
                id=f"Q-{len(planned) + 1:03d}",
                by="judge",
                to=wish.to,
                kind=wish.kind,
                text=text,
                cells=wish.cells,
                issue=issue,
                finding=wish.finding,
            )
        )
    return tuple(planned)


def _own_motion(review: Review) -> Iterator[_Wish]:
    if review.guarantee_in_play:
        cells = tuple(cell.id for cell in review.cells if "保证" in cell.fact)[:1]
        text = (
            f"保证期间是否届满属于应当查明的基本事实（{norm('guarantee_period')}）。"
            "保证期间从何日起算、何日届满？期间内哪一天、以何种方式要求保证人承担责任？请指明材料和页码。"
        )
        yield _Wish(kind="guarantee", to="plaintiff", text=text, cells=cells)
    agreed = [cell for cell in review.cells if cell.opponent in AGREED]
    if review.cause == "minjian_jiedai" and agreed and len(agreed) == len(review.cells):
        text = (
            f"双方对借贷事实没有争议，仍应审查（{norm('sham_loan')}）："
            "款项来源、交付经过、用途和双方关系如何？请指明材料和页码。"
        )
        yield _Wish(kind="cell", to="plaintiff", text=text, cells=(agreed[0].id,))
    if review.penalty_reduction_open:
        text = f"如前述抗辩不被支持，你方是否请求调整违约金？理由和依据是什么（{norm('penalty_clarified')}）？"
        yield _Wish(kind="penalty", to="defendant", text=text, cells=_cells_about(review, "违约金"))
    if review.limitation_pleaded:
        text = (
            "被告提出诉讼时效抗辩。起诉前最后一次主张权利，或者对方同意履行，在哪一天、以何种方式？请指明材料和页码。"
        )
        yield _Wish(kind="limitation", to="plaintiff", text=text)


def _cells_about(review: Review, word: str) -> tuple[str, ...]:
    return tuple(cell.id for cell in review.cells if word in cell.fact)[:1]


_RULE_QUESTIONS: tuple[tuple[str, str], ...] = (
    (r"copy|original", "原件由谁保管，能否当庭核对？不能出示的原因是什么？"),
    (r"chat|electronic", "账号由谁使用，原始载体能否当庭出示，各条信息的时间如何确定？"),
    (r"own_|ledger|pleading", "除本方制作的材料外，有没有对方签认的材料？"),
    (r"invoice", "除发票外，有什么材料证明已经交付、由谁签收？"),
    (r"certificate|form", "出具单位的负责人和制作人员是谁，能否到庭说明？"),
    (r"unread", "未能读取的材料记载了什么，原件能否当庭出示？"),
    (r"receiver|unsigned", "由谁签字或者签收，其身份和授权有什么材料？"),
    (r"batch", "没有签收单据的批次何时、由谁收到，有什么材料？"),
    (r"less_than|differs", "主张的数额与凭证记载的数额不一致，差额由什么构成，依据哪一份材料？"),
    (r"buyer_named", "合同和单据上的名称与被告名称不一致，被告为何应当承担责任？"),
    (r"arrival", "通知有没有送达、何时送达，有什么材料？"),
    (r"start_|not_yet_due", "起算日如何确定，依据合同或者单据的哪一处？"),
    (r"rate_above", "利率如何计算，是否超过合同成立时一年期贷款市场报价利率的四倍？"),
    (r"hedged", "该表述的确切含义是什么，有没有其他材料可以确认？"),
    (r"conflict|contradict|counter|finding|short", "上述记载不一致，以哪一份为准，理由是什么？"),
)


def _open_cells(desk: Desk) -> Iterator[_Wish]:
    """Ask the side that proves it about each open cell; one element of several claims is asked about once."""
    alike: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in desk.review.cells:
        alike.setdefault((cell.element, cell.fact, cell.rule), []).append(cell)
    for cells in alike.values():
        cell, ids = cells[0], tuple(item.id for item in cells)
        if cell.mark == "contested_law" or (cell.contested_law and cell.mark not in OPEN_MARKS):
            text = f"关于“{cell.fact}”，双方对法律适用有不同理解，请说明所依据的条文和理由。"
            yield _Wish(kind="cell", to=cell.burden_side, text=text, cells=ids)
        elif cell.mark in OPEN_MARKS and cell.opponent not in AGREED:
            yield _Wish(kind="cell", to=cell.burden_side, text=_cell_question(desk, cell), cells=ids)


def _cell_question(desk: Desk, cell: Cell) -> str:
    seen = _seen(desk, cell)
    if cell.mark == "missing":
        return f"关于“{cell.fact}”，{seen}依据哪一份材料、哪一页证明？没有的，是否申请补充？"
    asked = next((text for pattern, text in _RULE_QUESTIONS if re.search(pattern, cell.rule)), None)
    return f"关于“{cell.fact}”，{seen}{asked or '请逐份指明依据的材料和页码，并说明能否单独证明该事实。'}"


def _seen(desk: Desk, cell: Cell) -> str:
    """Say in neutral words which papers the bench has before it on a cell."""
    papers = desk.exhibits_among((*cell.evidence, *cell.counter))
    firsts = {quote.file: quote for quote in reversed(papers)}
    placed = [place for quote in firsts.values() if (place := desk.place(quote))][:3]
    unread = [f"《{desk.review.document(file).title}》" for file in cell.unread if desk.id_of(file)][:2]
    if placed:
        return f"在案见{'、'.join(placed)}。"
    return f"{'、'.join(unread)}尚未能读取。" if unread else "在案尚未见直接材料。"


def _conflicts(desk: Desk) -> Iterator[_Wish]:
    """Hold the papers that disagree before the side whose paper is at fault; the bench draws no conclusion itself."""
    for finding in desk.review.findings:
        seen = desk.cite(finding.evidence, 3)
        side = faulty_side(desk, finding)
        if finding.code not in _NOT_ASKED and seen and side:
            text = f"在案见{seen}。{_conflict_ask(finding)}"
            yield _Wish(kind="finding", to=side, text=text, cells=finding.cells[:1], finding=finding.id)


def _conflict_ask(finding: Finding) -> str:
    if finding.code == "duplicate_or_excess_claim" and "上限" in finding.detail:
        return "就可能超过司法保护上限的部分，是否变更请求，如何核算？"
    return {
        "amount_mismatch": "数额如何计算，差额由什么构成，各依据哪一份材料？",
        "authority_of_agent": "代理权限的具体范围是什么，是否补交特别授权？",
        "duplicate_or_excess_claim": "两项请求是否针对同一期间的同一笔款项，主张哪一项？",
        "repealed_law": "请求权基础以现行哪一部法律的哪一条为准？",
        "wrong_or_missing_party": "当事人是谁，是否申请更正或者追加？",
        "identity_mismatch": "以哪一份证件为准，是否申请更正？",
    }.get(finding.code, "以哪一处为准，是否需要更正？")


def _press(review: Review, issues: tuple[Issue, ...]) -> Iterator[_Wish]:
    """Press facts that a side neither admits nor denies, issue by issue, after explaining what silence means."""
    for issue in issues:
        silent = [cell for cell in review.cells if cell.id in issue.cells and cell.opponent == "not_stated"]
        for burden, to in (("plaintiff", "defendant"), ("defendant", "plaintiff")):
            cells = [cell for cell in silent if cell.burden_side == burden and cell.mark != "not_applicable"][:4]
            if cells:
                facts = "；".join(dict.fromkeys(f"“{cell.fact}”" for cell in cells))
                text = (
                    f"{facts}，是承认还是否认？经说明并询问仍不明确表示的，"
                    f"视为承认（{norm('neither_admit_nor_deny')}）。"
                )
                yield _Wish(kind="press", to=to, text=text, cells=tuple(cell.id for cell in cells))


def _rest(review: Review) -> Iterator[_Wish]:
    for line in review.amounts:
        claim = next((claim for claim in review.claims if claim.amount_fen == line.value_fen), None)
        cells = tuple(cell.id for cell in review.cells if claim and cell.claim == claim.id)
        supported = [
            other.value_fen
            for other in review.amounts
            if other.basis == "as_supported" and set(_elements(other)) & set(_elements(line))
        ]
        differs = any(value is not None and value != line.value_fen for value in supported)
        named = [cell for cell in cells if cell.split("/")[-1] in _elements(line)]
        counted = tuple(sorted(named, key=lambda cell: not _SUMS.search(review.cell(cell).fact)))[:1]
        if line.basis == "as_pleaded" and claim and counted and differs:
            text = f"请说明“{claim.title}”数额的计算式，起止日和基数各依据哪一份材料？"
            yield _Wish(kind="amount", to="plaintiff", text=text, cells=counted)
    standing = [text for text in review.judge_questions if _may_say(review, text)]
    for text in standing[:MAX_STANDING]:
        to = "defendant" if re.search("质量|被告为何|装修", text) else "plaintiff"
        yield _Wish(kind="pack", to=to, text=f"{text}？请指明材料和页码。", cells=_routed(review, text))


def _elements(line: AmountLine) -> list[str]:
    return [name.split("/")[-1] for name in line.source_cells]


def _routed(review: Review, text: str) -> tuple[str, ...]:
    """Return the cell whose fact shares most word pairs with a standing question."""
    pairs = {text[at : at + 2] for at in range(len(text) - 1)}

    def shared(cell: Cell) -> int:
        return sum(cell.fact[at : at + 2] in pairs for at in range(len(cell.fact) - 1))

    best = max(review.cells, key=shared, default=None)
    return (best.id,) if best and shared(best) else ()
