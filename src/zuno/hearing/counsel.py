"""Counsel by rules: plaintiff and defendant, each arguing fully and honestly for the own side.

Every sentence comes from the side's own review and cites public documents. What
the material cannot answer is said to be so; a denial without evidence is
「否认，要求举证」; an attack that the material does not ground is labelled
【假设攻击】; 【自认】 is said only where the side's own paper admits. No bottom line
and no private file guides a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import date

from zuno.casework.records import Cell, ChronologyEntry, Claim, Defence, Finding, Issue, Quote, Review
from zuno.hearing.agenda import SIDE_WORDS, read_item
from zuno.hearing.answers import OPEN_MARKS, answer_question, faulty_side, wanted
from zuno.hearing.exhibits import AGREED, INSTRUMENT_KINDS, MESSAGE_KINDS, OWN_BOOK_KINDS, answer, present, reply
from zuno.hearing.labels import ASPECTS, WORDS, Aspect, parse
from zuno.hearing.roles import (
    HURTFUL,
    Desk,
    Draft,
    Packet,
    Question,
    Task,
    article,
    figure,
    find_repeated,
    is_reckoned,
    norm,
    reckoning,
    yuan,
)
from zuno.hearing.story import find_chatter, find_events, is_by, tell


@dataclass(frozen=True, slots=True)
class Counsel:
    """One side's counsel by rules."""

    role: str
    review: Review

    def speak(self, packet: Packet, task: Task) -> Draft:
        """Speak to one task, from the packet and the own review alone."""
        desk = Desk(self.role, self.review, packet)
        lines = _SPEECHES[task.act.kind](desk, task)
        draft = desk.draft(lines, task.cap)
        own = (
            (item["seq"], item["speech"]["body"]) for item in packet["history"] if item["speech"]["role"] == self.role
        )
        seq = find_repeated(draft.body, own)
        return draft if seq is None else desk.draft(_refer_back(task, draft, seq), task.cap)


def _refer_back(task: Task, draft: Draft, seq: int) -> list[str]:
    """Say 意见同前 where the full words were said before: each label again, its words by reference."""
    where = f"，见{'、'.join(draft.citations)}" if draft.citations else ""
    lines: list[str] = []
    for label in parse(draft.body, task.act.role):
        targets = " ".join(filter(None, ["、".join(label.targets), *label.aspects]))
        spoken = [aspect for aspect in ASPECTS if aspect in label.text and not label.aspects]
        about = f"{'、'.join(spoken)}：" if spoken and task.act.kind == "exhibit_answer" else ""
        stance = next((word for word in ("现有材料不能回答", "否认", "承认") if word in label.text), "意见")
        shown = where if task.act.kind == "answer" else ""
        lines.append(
            f"【{_LABEL_WORDS[label.kind]}{f' {targets}' if targets else ''}】{about}{stance}同第{seq}号发言{shown}。"
        )
    return list(dict.fromkeys(lines))


_LABEL_WORDS = {kind: word for word, kind in WORDS.items()}


# Opening --------------------------------------------------------------------------------------------------------------


def _identity(desk: Desk, task: Task) -> list[str]:
    names = "、".join(party.name for party in desk.review.parties if party.role == desk.role)
    own = "\n".join(item["text"] for item in desk.public.values() if item.get("source") == desk.role)
    named = [f"{name}（{power}）" if power else name for name, power in desk.review.agents if name in own]
    agents = f"；委托诉讼代理人{'、'.join(named)}" if named else ""
    words = f"【回应】{SIDE_WORDS[desk.role]}{names}到庭{agents or '；代理人及权限以委托手续为准'}。"
    objection = next((item for item in desk.review.findings if _is_rival_power(desk, item)), None)
    if objection:
        return [words + f"对对方代理权限有异议：{objection.detail.rstrip('。')}（{norm('agent_power')}）。"]
    return [words + "对对方出庭人员身份无异议。"]


def _is_rival_power(desk: Desk, finding: Finding) -> bool:
    of_power = finding.code == "authority_of_agent" and desk.says_finding(finding)
    return of_power and faulty_side(desk, finding) != desk.role


def _recusal(desk: Desk, _task: Task) -> list[str]:
    return [f"【回应】权利义务已听清，{SIDE_WORDS[desk.role]}不申请回避。"]


def _plea(desk: Desk, _task: Task) -> list[str]:
    lines = ["【主张】诉讼请求："]
    lines += [f"（{at}）{_claim_words(desk, claim)}" for at, claim in enumerate(desk.review.claims, 1)]
    told = tell(desk)
    if told:
        lines.append("事实和理由：" + "。".join(told) + "。")
    norms = dict.fromkeys(article(norm_) for claim in desk.review.claims for norm_ in claim.norms)
    if norms:
        lines.append(f"请求权基础：{'、'.join(norms)}。")
    return lines


def _claim_words(desk: Desk, claim: Claim) -> str:
    amount = f"，计{yuan(claim.amount_fen)}" if claim.amount_fen and yuan(claim.amount_fen) not in claim.text else ""
    pleaded = [line for line in desk.review.amounts if line.basis == "as_pleaded" and is_reckoned(line)]
    sums = [line for line in pleaded if claim.amount_fen and line.value_fen == claim.amount_fen]
    sums.sort(key=lambda line: not any(cell.startswith(f"{claim.id}/") for cell in line.source_cells))
    formula = f"计算式：{reckoning(sums[0])}。" if sums else ""
    return f"{claim.text.strip('；。 ')}{amount}。{formula}"


def _defence(desk: Desk, _task: Task) -> list[str]:
    lines = _admissions(desk)
    raised = [item for item in desk.review.defences if item.raised]
    for at, item in enumerate(raised, 1):
        lines.append(f"【回应】答辩意见{at}：{_defence_words(desk, item)}")
    denied = [cell for cell in _against(desk) if cell.opponent == "disputed"]
    if denied:
        facts = "；".join(_denied_words(desk, cell) for cell in denied[:8])
        lines.append(f"【质疑】对下列事实否认，要求举证（{norm('burden')}）：{facts}。")
    if not lines:
        return ["【回应】答辩意见：请原告就各项请求的事实逐项举证，被告在质证时逐项表态。"]
    return lines


def _defence_words(desk: Desk, item: Defence) -> str:
    who = f"{item.by}提出" if item.by else ""
    where = desk.cite(item.evidence, 1)
    ground = f"（{article(item.norms[0])}）" if item.norms else ""
    return f"{who}{item.title}{ground}" + (f"，见{where}。" if where else "。")


def _denied_words(desk: Desk, cell: Cell) -> str:
    stance = desk.cite_stance(cell)
    return f"“{cell.fact}”" + (f"，本方意见见{stance}" if stance else "")


def _against(desk: Desk) -> list[Cell]:
    """Return the cells that the other side has to prove."""
    return [cell for cell in desk.review.cells if cell.burden_side != desk.role]


def _admissions(desk: Desk) -> list[str]:
    """Return an admission for each of the other side's facts that a paper of this side admits, with its words."""
    lines: list[str] = []
    for cell in _against(desk):
        own = any(desk.review.document(quote.file).side == desk.role for quote in cell.stance_quotes)
        where = desk.cite_stance(cell)
        if cell.opponent == "admitted" and own and where:
            lines.append(f"【自认】对“{cell.fact}”（{cell.id}）：承认，见{where}。")
    return lines


def _confirm(desk: Desk, task: Task) -> list[str]:
    lines = ["【回应】对归纳的争议焦点无异议。"]
    own, other = [], []
    for issue in task.issues:
        sides = {cell.burden_side for cell in desk.cells_of(issue)}
        sides |= {"defendant" for item in desk.defences_of(issue) if not re.search("否认|程序", item.kind)}
        if len(sides) == 1:
            (own if sides == {desk.role} else other).append(issue.id)
    rival = SIDE_WORDS["defendant" if desk.role == "plaintiff" else "plaintiff"]
    if other:
        lines.append(f"{'、'.join(other)}应由{rival}举证（{norm('burden')}）。")
    if own and not other:
        lines.append(f"{'、'.join(own)}由{SIDE_WORDS[desk.role]}举证，证据待逐份出示。")
    return ["".join(lines)] + (_admissions(desk) if desk.role == "plaintiff" else [])


# Evidence -------------------------------------------------------------------------------------------------------------


def _present(desk: Desk, task: Task) -> list[str]:
    return present(desk, task.act.subjects, _issue_finder(task))


def _issue_finder(task: Task) -> Callable[[str], str | None]:
    return lambda cell: next((issue.id for issue in task.issues if cell in issue.cells), None)


def _answer_exhibits(desk: Desk, task: Task) -> list[str]:
    return answer(desk, task.act.subjects, plain=task.plain)


def _reply_exhibits(desk: Desk, task: Task) -> list[str]:
    return reply(desk, task.act.subjects, _challenged(desk, task))


def _challenged(desk: Desk, task: Task) -> dict[str, set[Aspect]]:
    """Read from the public history which aspects the other side's labels object to."""
    found: dict[str, set[Aspect]] = {}
    numbers = {desk.name(name).partition("《")[0]: name for name in task.act.subjects}
    for entry in desk.packet["history"]:
        speech = entry["speech"]
        ids = read_item(entry["context"]["issue"]).ids
        if speech["role"] == desk.role or not set(ids) & set(task.act.subjects):
            continue
        for label in parse(speech["body"], speech["role"]):
            named = [numbers.get(target, target) for target in label.targets] or list(ids)
            for name in named if label.kind == "challenge" else ():
                found.setdefault(name, set()).update(label.aspects or ("证明目的",))
    return found


# Questions ------------------------------------------------------------------------------------------------------------


def _ask(desk: Desk, task: Task) -> list[str]:
    question = task.question
    return [f"【问题 {question.id}→{SIDE_WORDS[question.to]}】{question.text}"] if question else []


# Debate ---------------------------------------------------------------------------------------------------------------


def _debate(desk: Desk, task: Task) -> list[str]:
    issue = task.issue
    if issue is None:
        return []
    lines: list[str] = []
    for cell in desk.cells_of(issue):
        if cell.mark != "not_applicable":
            lines += _argue_own(desk, issue, cell) if cell.burden_side == desk.role else _attack(desk, issue, cell)
    lines += _walk(desk, issue)
    lines += [line for item in desk.defences_of(issue) for line in _argue_defence(desk, issue, item)]
    lines += _argue_sums(desk, issue)
    lines = list(dict.fromkeys(lines))
    if task.plain:
        lines = lines[:2]
    label = "主张" if desk.role == "plaintiff" else "回应"
    return lines or [f"【{label} {issue.id}】就该焦点，意见同质证意见，无补充。"]


def _argue_own(desk: Desk, issue: Issue, cell: Cell) -> list[str]:
    quotes = desk.support(cell)
    where = desk.cite(quotes, 3)
    ground = f"（{article(cell.norms[0])}）" if cell.norms else ""
    if not where and cell.opponent not in AGREED:
        return [f"【主张 {issue.id}】“{cell.fact}”{ground}：在案书面材料有限，申请补充提交{wanted([cell])}。"]
    words = f"【主张 {issue.id}】“{cell.fact}”{ground}" + (f"：有{where}。" if where else "。")
    stance = desk.cite_stance(cell)
    if cell.opponent == "admitted" and stance:
        words += f"对方{stance}已承认，无需再举证（{norm('admission')}）。"
    elif len({quote.file for quote in quotes}) > 1:
        words += f"各证相互印证，已达高度可能性（{norm('standard')}）。"
    return [words]


def _attack(desk: Desk, issue: Issue, cell: Cell) -> list[str]:
    if cell.opponent in AGREED:
        return []
    against = desk.cite(desk.exhibits_among(cell.counter), 2)
    findings = [item for item in desk.review.findings if cell.id in item.cells and desk.says_finding(item)]
    stance = desk.cite_stance(cell) if cell.opponent == "disputed" else ""
    reasons = [f"{against}的记载与该主张不符"] if against else []
    reasons += [f"本方意见见{stance}"] if stance and cell.mark in OPEN_MARKS else []
    reasons += [item.detail.rstrip("。") for item in findings if item.code != "limitation_lapsed"][:2]
    if cell.mark in OPEN_MARKS or reasons:
        reason = "；".join(reasons) or _weakness(desk, cell)
        return [
            f"【质疑 {issue.id}】“{cell.fact}”应由{SIDE_WORDS[cell.burden_side]}证明（{norm('burden')}）：{reason}。"
            f"不能证明的，由其承担不利后果（{norm('burden_failed')}）。"
        ]
    if cell.opponent == "disputed":
        stance = desk.cite_stance(cell)
        return [f"【质疑 {issue.id}】“{cell.fact}”：否认，要求举证" + (f"；本方意见见{stance}。" if stance else "。")]
    return _hypothesis(desk, issue, cell)


def _weakness(desk: Desk, cell: Cell) -> str:
    quotes = desk.exhibits_among(cell.evidence)
    where = desk.cite(quotes, 1)
    if not where:
        return "在案材料中未见直接证据"
    kind = desk.review.document(quotes[0].file).kind
    if kind == "invoice":
        return f"对方所举{where}只是发票，不能单独证明交付（{norm('invoice_alone')}）"
    if kind in OWN_BOOK_KINDS:
        return f"对方所举{where}系单方记载（{norm('not_alone_party')}第1项）"
    return f"对方所举{where}只说明其记载的内容，未达高度可能性（{norm('standard')}）"


def _hypothesis(desk: Desk, issue: Issue, cell: Cell) -> list[str]:
    """Attack what the material does not ground, labelled as such: everything rests on papers yet to be checked."""
    quotes = desk.exhibits_among(cell.evidence)
    shaky = [quote for quote in quotes if _needs_original(desk, quote)]
    where = desk.cite(shaky, 1)
    if not where or len(shaky) < len(quotes):
        return []
    return [f"【假设攻击 {issue.id}】若{where}当庭不能以原件或原始载体核对，则“{cell.fact}”失去依据。"]


def _needs_original(desk: Desk, quote: Quote) -> bool:
    document = desk.review.document(quote.file)
    return document.origin in ("copy", "electronic") or document.kind in MESSAGE_KINDS


def _walk(desk: Desk, issue: Issue) -> list[str]:
    """Go through deliveries batch by batch, or through money transfer by transfer, on the issue that they prove."""
    kind, unit = ("delivery", "批") if desk.review.cause == "maimai" else ("transfer", "笔")
    if not any(re.search("交付|本金", cell.fact) for cell in desk.cells_of(issue)):
        return []
    files = {quote.file for cell in desk.cells_of(issue) for quote in cell.evidence}
    entries = [entry for entry in find_events(desk, {kind}) if kind == "delivery" or is_by(desk, entry, "plaintiff")]
    days: dict[date, list[ChronologyEntry]] = {}
    for entry in entries:
        days.setdefault(entry.date, []).append(entry)
    if len(days) < 2 or not files & {entry.file for entry in entries}:
        return []
    batches = [(f"第{at}{unit}", days[day]) for at, day in enumerate(sorted(days), 1)]
    if desk.role == "plaintiff":
        most = 3 if len(batches) <= 4 else 1
        said = [
            f"{name}{batch[0].date.isoformat()}{batch[0].event}，见{desk.cite([entry.quote for entry in batch], most)}"
            for name, batch in batches[:12]
        ]
        also = desk.cite([entry.quote for entry in _loose(desk, kind, days) if not HURTFUL.search(entry.quote.quote)])
        return [f"【主张 {issue.id}】逐{unit}说明：{'；'.join(said)}{f'；此外见{also}' if also else ''}。"]
    if kind != "delivery" or all(cell.opponent in AGREED for cell in desk.cells_of(issue)):
        return []
    said = [f"{name}，{_batch_answer(desk, batch)}" for name, batch in batches[:12]]
    rest = list(dict.fromkeys(desk.place(entry.quote) for entry in _loose(desk, kind, days)))
    if rest:
        said.append(f"其余只见{rest[0]}，未见签收单据，否认交付，要求举证")
    return [f"【质疑 {issue.id}】逐批答复：{'；'.join(said)}。"]


def _loose(desk: Desk, kind: str, days: Container[date]) -> list[ChronologyEntry]:
    """Return the deliveries that only messages speak of, on days without a paper."""
    return [entry for entry in find_chatter(desk, kind) if kind == "delivery" and entry.date not in days]


def _batch_answer(desk: Desk, batch: list[ChronologyEntry]) -> str:
    """Admit nothing and deny by the papers: a batch with a signed paper is to be checked, one without is denied."""
    signed = [entry for entry in batch if desk.review.document(entry.file).kind in INSTRUMENT_KINDS]
    if signed:
        return f"有{desk.place(signed[0].quote)}，以答辩意见为准，请核对签收人和数量"
    return f"只见{desk.place(batch[0].quote)}，未见签收单据，否认交付，要求举证"


def _argue_defence(desk: Desk, issue: Issue, item: Defence) -> list[str]:
    where = desk.cite(desk.exhibits_among(item.evidence), 2)
    quality = re.search("质量|瑕疵|减价", item.title + item.text) is not None
    if desk.role == "defendant":
        border = f"；减价主张属于抗辩，不必反诉（{norm('quality_defence')}第1项）" if quality else ""
        basis = _defence_basis(desk, item, where)
        return [f"【回应 {issue.id}】抗辩“{item.title}”：{basis}{border}。"] if basis or border else []
    return [f"【质疑 {issue.id}】{words}。" for words in _against_defence(desk, item, where, quality)]


_OWN_CHECKS = (("保证期间", "guarantee_period"), ("时效", "limitation_lapsed"), ("重复", "duplicate_or_excess_claim"))
"""(word in a defence's title, finding that grounds it)."""


def _defence_basis(desk: Desk, item: Defence, where: str) -> str:
    codes = {code for word, code in _OWN_CHECKS if word in item.title}
    grounds = [_without_risk(f.detail) for f in desk.review.findings if f.code in codes and desk.says_finding(f)]
    if "时效" in item.title:
        grounds += [
            f"自{line.start.isoformat()}起算（{line.basis}），至{line.ends.isoformat()}届满"
            for line in desk.review.limitation[:2]
            if desk.are_public(quote.file for quote in line.evidence)
        ]
    if where:
        grounds.append(f"依据{where}")
    if not grounds:
        pleaded = desk.cite(item.evidence, 1)
        grounds = [f"意见见{pleaded}"] if pleaded else []
    return "；".join(dict.fromkeys(grounds))


def _without_risk(detail: str) -> str:
    """Take the review's own words of risk, and what it says of the speaker as the other side, out of a speech."""
    calm = re.sub(r"[，；]?时效风险(?:（[^）]*）)?[：，]?", "", detail).rstrip("。")
    return "；".join(clause for clause in calm.split("；") if not re.search(r"对方已提|未读材料.*可能", clause))


def _timely_acts(desk: Desk, limitation: bool) -> str:
    """Cite demands and acknowledgements with their days, and claim nothing of what the law makes of them.

    For limitation only those before every reading of the papers ends.
    """
    kinds = {"demand", "acknowledgement", *(["transfer"] if limitation else [])}
    last = max((line.ends for line in desk.review.limitation), default=None) if limitation else None
    entries = [
        entry
        for entry in desk.review.chronology
        if entry.kind in kinds and desk.exhibits_among([entry.quote]) and (last is None or entry.date <= last)
    ]
    return "、".join(
        f"{entry.date.isoformat()}{desk.cite([entry.quote])}" for entry in entries[-3:] if desk.place(entry.quote)
    )


def _against_defence(desk: Desk, item: Defence, where: str, quality: bool) -> list[str]:
    """Answer a defence with the burden that the law gives it: denials and own-motion matters carry none."""
    if "保证期间" in item.title or "时效" in item.title:
        acts = _timely_acts(desk, "时效" in item.title)
        return [f"“{item.title}”：主张权利和对方确认的时间见{acts}，请据此审查期间的起算和届满"] if acts else []
    if "否认" in item.kind or "程序" in item.kind:
        return []
    if re.search("利息|利率", item.title):
        return [
            f"“{item.title}”：请按合同成立时一年期贷款市场报价利率四倍核算，未超过部分应予支持（{norm('rate_cap')}）"
        ]
    if "违约金" in item.title:
        return [f"“{item.title}”应由违约方举证（{norm('penalty_burden')}），在案未见其损失方面的依据"]
    burden = f"“{item.title}”应由被告举证（{norm('burden_defence')}第2项）"
    words = [f"{burden}，{'其所举材料不足以证明' if where else '被告未举证'}"]
    if quality:
        words[0] += f"；要求赔偿、违约金或者解除的，应当另提反诉（{norm('quality_counterclaim')}第2项）"
    if re.search("清偿|抵|还款", item.title) and desk.review.cause == "minjian_jiedai":
        words[0] += f"；未约定顺序的给付先抵利息、后抵主债务（{norm('payment_order')}）"
    return words


def _argue_sums(desk: Desk, issue: Issue) -> list[str]:
    if not re.search("数额|金额|本金|利息|货款|违约金|起算", issue.title):
        return []
    basis = "as_pleaded" if desk.role == "plaintiff" else "as_supported"
    found = [line for line in desk.amounts_of(issue.cells, basis) if line.value_fen is not None]
    wanted_lines = [line for line in found if is_reckoned(line)] if desk.role == "plaintiff" else found
    lines = [figure(line) for line in wanted_lines if not re.search("差额|待证", line.name)][:4]
    if not lines:
        return []
    if desk.role == "plaintiff":
        return [f"【主张 {issue.id}】计算式：{'；'.join(lines)}。"]
    return [f"【质疑 {issue.id}】即使支持，数额也只能按在案材料计算：{'；'.join(lines)}。"]


# Closing --------------------------------------------------------------------------------------------------------------


def _final(desk: Desk, _task: Task) -> list[str]:
    if desk.role == "plaintiff":
        firm = [cell for cell in desk.review.cells if cell.burden_side == "plaintiff" and cell.opponent == "admitted"]
        facts = "、".join(f"“{cell.fact}”" for cell in firm[:3])
        fixed = f"{facts}被告已承认，请予确认；其余" if facts else ""
        return [f"【主张】坚持诉讼请求。{fixed}事实以当庭出示的证据为准，请依法支持。"]
    raised = "、".join(f"“{item.title}”" for item in desk.review.defences if item.raised)
    return [f"【主张】坚持答辩意见{f'：{raised}' if raised else ''}；举证责任在原告的事实，未证明部分请依法不予支持。"]


def _mediation(_desk: Desk, _task: Task) -> list[str]:
    safe = norm("mediation_safe")
    return [f"【回应】愿意在法庭主持下调解，方案庭下以书面提出；为调解所作的让步不作为事实承认（{safe}）。"]


_SPEECHES: dict[str, Callable[[Desk, Task], list[str]]] = {
    "identity_answer": _identity,
    "recusal_answer": _recusal,
    "plea": _plea,
    "defence": _defence,
    "issues_confirm": _confirm,
    "present": _present,
    "exhibit_answer": _answer_exhibits,
    "exhibit_reply": _reply_exhibits,
    "ask": _ask,
    "answer": answer_question,
    "debate": _debate,
    "final": _final,
    "mediation_answer": _mediation,
}


def plan_party_questions(reviews: Mapping[str, Review], issues: tuple[Issue, ...], first: int) -> list[Question]:
    """Plan at most one question that each side puts to the other: the disputed fact that it has to prove.

    Args:
        reviews: Each side's own review.
        issues: The public issues.
        first: Number of the first free question id.
    """
    planned: list[Question] = []
    for side, rival in (("plaintiff", "defendant"), ("defendant", "plaintiff")):
        cell = next((cell for cell in reviews[side].cells if _worth_asking(cell, side)), None)
        issue = next((issue for issue in issues if cell and cell.id in issue.cells), None)
        if cell is None or issue is None:
            continue
        text = f"就{issue.id}：对“{cell.fact}”（{cell.id}），你方是承认还是否认？否认的，依据哪一份材料？"
        planned.append(
            Question(
                id=f"Q-{first + len(planned):03d}",
                by=side,
                to=rival,
                kind="party",
                text=text,
                cells=(cell.id,),
                issue=issue.id,
            )
        )
    return planned


def _worth_asking(cell: Cell, side: str) -> bool:
    return cell.burden_side == side and cell.opponent in ("disputed", "not_stated") and cell.mark in OPEN_MARKS
