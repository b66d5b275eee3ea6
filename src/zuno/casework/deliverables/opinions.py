"""质证意见: what we say to each exhibit of the other side, and the card that guards our own.

Authenticity is kept apart from purpose throughout: what is accepted as
authentic is evidence from then on (证据规定89), so the public words accept no
more than the papers force us to. A denial without evidence is 「否认，要求举证」.
"""

from __future__ import annotations

from dataclasses import dataclass

from zuno.casework.deliverables.model import (
    INTERNAL,
    PUBLIC,
    Block,
    Box,
    Deliverable,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Table,
    body,
    box,
    join,
    line,
    note,
)
from zuno.casework.deliverables.statutes import law, law_in_full
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import HYPOTHETICAL, ORIGIN_WORD, UNFILLED, bare_fact, disclaimer, shorten
from zuno.casework.records import Cell, Finding, Quote, ReviewedDocument

EXHIBIT_FAULTS = frozenset(
    {
        "date_conflict",
        "amount_mismatch",
        "identity_mismatch",
        "no_original",
        "chat_authenticity",
        "notarial_or_esign_form",
        "evidence_form",
        "notice_missing",
    }
)
"""Errors that are said to an exhibit; the others belong to the claim, the parties or the procedure."""
OPINION_COLUMNS = (
    ("对方证据／页", 3.4),
    ("真实性", 3.0),
    ("合法性", 1.8),
    ("关联性", 2.6),
    ("证明目的", 3.2),
    ("理由＋法条", 6.6),
    ("要求", 3.6),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What we say to one exhibit, and what we must not say."""

    document: ReviewedDocument
    authenticity: str
    legality: str
    relevance: str
    purpose: str
    reason: Inline
    demand: str
    risk: Inline
    """Internal alone: what an acceptance would cost."""


def their_exhibits(view: CaseView) -> list[ReviewedDocument]:
    """List the exhibits that the other side has handed in."""
    return [
        item
        for item in view.review.documents
        if not view.ours(item) and item.exhibit and item.disclosure not in ("pleading", "private")
    ]


def our_exhibits(view: CaseView) -> list[ReviewedDocument]:
    """List our exhibits that are or may be handed in."""
    return [
        item
        for item in view.review.documents
        if view.ours(item) and item.exhibit and item.disclosure not in ("pleading", "private")
    ]


def opinions(view: CaseView, *, public: bool = False) -> list[Opinion]:
    """Form an opinion on each exhibit of the other side.

    Args:
        view: The case.
        public: Leave out what rests on an exhibit of ours that also hurts us and is not yet handed in.
    """
    return [_opinion(view, document, public=public) for document in their_exhibits(view)]


def _opinion(view: CaseView, document: ReviewedDocument, *, public: bool) -> Opinion:
    usable = [
        item
        for item in view.review.findings
        if document.file in item.documents
        and item.favours == "ours"
        and not (public and _rests_on_two_edged(view, item))
    ]
    faults = [item for item in usable if item.documents[0] == document.file and _of_exhibit(item)]
    witnessed = [item for item in usable if item.documents[0] != document.file]
    codes = {item.code for item in faults}
    authenticity, form_reason, demand = _form(document, codes)
    against = _cells_used_against_us(view, document)
    reason, purpose = _purpose(view, document, against, faults)
    helping = _helping(view, document, witnessed)
    if helping and not against and not faults:
        reason, purpose = helping, "有利于我方的记载予以援引，其余待对方说明"
    elif helping:
        reason = join([reason, helping])
    cited = against or helping or faults
    return Opinion(
        document=document,
        authenticity=authenticity,
        legality="无异议",
        relevance="有关联" if cited else "未说明与何待证事实相关，请对方说明",
        purpose=purpose,
        reason=join([(form_reason,) if form_reason else (), reason]) or ("—",),
        demand=demand,
        risk=_risk(view, document, against),
    )


def _of_exhibit(finding: Finding) -> bool:
    """Say whether an error lies in an exhibit, not in the claim or the procedure."""
    return bool(finding.documents) and finding.code in EXHIBIT_FAULTS


def _rests_on_two_edged(view: CaseView, finding: Finding) -> bool:
    files = {*finding.documents, *(item.file for item in finding.evidence)}
    named = [view.documents[file] for file in files if file in view.documents]
    return any(
        view.private(item.file) or (view.ours(item) and item.two_edged and item.disclosure == "undecided")
        for item in named
    )


def _form(document: ReviewedDocument, codes: set[str]) -> tuple[str, str, str]:
    """Return the words on authenticity, their reason and what we ask for."""
    if "chat_authenticity" in codes or (document.origin == "electronic" and document.kind in ("chat", "email")):
        reason = f"电子数据须核其生成、存储与完整性（{law('证据规定', 93)}）"
        return "待核原始载体后确认", reason, "当庭出示原始载体，核对账号身份及完整上下文"
    if codes & {"evidence_form", "notarial_or_esign_form"}:
        reason = f"单位证明或证言欠缺法定形式（{law('民诉解释', 115)}、{law('证据规定', 68)}）"
        return "形式不完备，暂不确认", reason, "由负责人及制作人签名盖章；制作人或证人到庭接受询问"
    if document.origin == "copy" or "no_original" in codes:
        reason = f"复制件未与原件核对（{law('证据规定', 61, 90)}、{law('民诉解释', 111)}）"
        return "暂不确认，待核对原件", reason, "出示原件核对；不能出示的说明理由"
    if document.origin == "electronic":
        reason = f"电子数据须核其来源与完整性（{law('证据规定', 93)}）"
        return "待核原始载体后确认", reason, "出示原始载体或由保存平台确认"
    if document.origin == "original":
        return "形式真实性以当庭核对原件为准", "", "出示原件核对"
    return "待核对原件后发表", "", "出示原件核对，说明来源与形成过程"


def _cells_used_against_us(view: CaseView, document: ReviewedDocument) -> list[Cell]:
    """Find the cells where the exhibit serves the other side."""
    found: list[Cell] = []
    for cell in view.review.cells:
        serving = cell.evidence if cell.burden_side == view.them else cell.counter
        if any(item.file == document.file for item in serving):
            found.append(cell)
    return found


def _cells_that_help(view: CaseView, document: ReviewedDocument) -> list[Cell]:
    """Find the cells where the other side's own exhibit proves our fact."""
    found: list[Cell] = []
    for cell in view.review.cells:
        serving = cell.evidence if cell.burden_side == view.us else cell.counter
        if any(item.file == document.file for item in serving):
            found.append(cell)
    return found


def _purpose(
    view: CaseView, document: ReviewedDocument, against: list[Cell], faults: list[Finding]
) -> tuple[Inline, str]:
    """Return the reason and the word on the purpose: contradicted by our papers, unproved, or useful to us."""
    contrary = _contrary(view, document, against)
    shown_faults = [line(item.detail, "，见", view.places(view.public_quotes(item.evidence), 2)) for item in faults[:2]]
    if contrary or shown_faults:
        against_it = line("与我方证据不符：", join(contrary, "、")) if contrary else ()
        return join([*shown_faults, against_it]), "不认可"
    if against:
        return _bare_denial(view, against)
    return ("对方未说明证明目的",), "待对方说明后发表"


def _helping(view: CaseView, document: ReviewedDocument, witnessed: list[Finding]) -> Inline:
    """Cite what the other side's own exhibit says for us: our fact, against theirs, or an error in their papers."""
    quotes = [item for finding in witnessed for item in finding.evidence if item.file == document.file]
    said = witnessed[0].detail if witnessed else ""
    for cell in _cells_that_help(view, document):
        serving = cell.evidence if cell.burden_side == view.us else cell.counter
        quotes += [item for item in serving if item.file == document.file]
        fact = bare_fact(cell.fact)
        said = said or (f"可证明{fact}" if cell.burden_side == view.us else f"与对方主张的“{fact}”不符")
    return line("援引其记载：", view.places(tuple(quotes), 2), f"，{said}") if quotes else ()


def _bare_denial(view: CaseView, against: list[Cell]) -> tuple[Inline, str]:
    """Answer an exhibit that none of our papers contradicts: as far as we have already said, and no story."""
    if all(cell.burden_side == view.them and cell.opponent in ("admitted", "undisputed") for cell in against):
        return ("该事实双方无争议",), "无异议（以书面意见为限）"
    burden = f"应由对方举证（{law('民诉解释', 90)}）"
    said = [quote for cell in against for quote in view.our_stance(cell)]
    if said:
        return line(
            "只能证明其载明的内容；我方意见见", view.quoted(said[0]), f"，其余{burden}"
        ), "超出载明内容的部分不认可"
    theirs = [bare_fact(cell.fact) for cell in against if cell.burden_side == view.them]
    if theirs:
        return (f"不能单独证明“{'、'.join(dict.fromkeys(theirs[:2]))}”；否认，{burden}",), "不认可"
    ours = "、".join(dict.fromkeys(bare_fact(cell.fact) for cell in against[:2]))
    return (f"不足以反驳{view.our_word}主张的“{ours}”；其所称事实否认，{burden}",), "不认可"


def _contrary(view: CaseView, document: ReviewedDocument, against: list[Cell]) -> list[Inline]:
    """Cite our exhibits that say otherwise on the same fact, each place once."""
    found: dict[tuple[str, int], Inline] = {}
    for cell in against:
        ours = cell.counter if cell.burden_side == view.them else cell.evidence
        for quote in view.public_quotes(ours, side=view.us):
            source = view.documents[quote.file]
            if source.exhibit and quote.file != document.file and not source.two_edged:
                found.setdefault((quote.file, quote.page), view.quoted(quote, 24))
    return list(found.values())[:3]


def _risk(view: CaseView, document: ReviewedDocument, against: list[Cell]) -> Inline:
    facts = "、".join(view.short(cell.id) for cell in against[:4])
    spoken = f"勿只说“真实性认可”（{law('证据规定', 89)}）"
    if not facts:
        return (f"{spoken}；须同时表明对证明目的的意见",)
    places = [item for cell in against for item in (*cell.evidence, *cell.counter) if item.file == document.file]
    return line(f"{spoken}：一经认可，{facts}即失去争议；涉及", view.places(tuple(places), 2))


def opinion_public(view: CaseView) -> Deliverable:
    """Compose the 质证意见 that can be handed in."""
    blocks: list[Block] = _caption(view)
    formed = opinions(view, public=True)
    if formed:
        blocks.append(Heading(text="逐证意见"))
        blocks.append(Table(columns=OPINION_COLUMNS, rows=tuple(_public_row(item) for item in formed)))
        blocks += [Heading(text="综合意见"), Listing(items=_summary(view, formed))]
    else:
        blocks.append(Heading(text="意见"))
        blocks.append(
            body(
                f"截至本意见作成之日，{view.their_word}未向{view.our_word}提交证据。{view.our_word}保留在其提交证据后另行发表"
                f"质证意见的权利；{view.their_word}逾期提交的，请法庭责令其说明理由（{law_in_full('民诉解释', 101)}）。"
            )
        )
    blocks += signature(view, f"{view.our_word}：{view.names(view.us)}")
    return Deliverable(
        name="质证意见",
        title="质证意见",
        case=view.review.title,
        stamp=PUBLIC,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        landscape=bool(formed),
    )


def _caption(view: CaseView) -> list[Block]:
    review = view.review
    return [
        Paragraph(content=(f"{review.court or f'{UNFILLED}人民法院'}：",), style="flush"),
        body(f"案号：{review.case_no or UNFILLED}"),
        body(
            f"{view.names('plaintiff')}与{view.names('defendant')}{review.cause_name}一案，"
            f"{view.our_word}{view.names(view.us)}对{view.their_word}提交的证据，围绕真实性、合法性、关联性及证明目的"
            f"（{law_in_full('民诉解释', 104)}），发表如下意见："
        ),
    ]


def _public_row(opinion: Opinion) -> tuple[Box, ...]:
    document = opinion.document
    return (
        box(_pages(document), strong=True),
        box(opinion.authenticity),
        box(opinion.legality),
        box(opinion.relevance),
        box(opinion.purpose),
        Box(content=opinion.reason),
        box(opinion.demand),
    )


def _pages(document: ReviewedDocument) -> str:
    span = page_span(document)
    return f"{document.exhibit}《{document.title}》\n{span}" if span else f"{document.exhibit}《{document.title}》"


def page_span(document: ReviewedDocument) -> str:
    """Print the exhibit's pages in its side's continuous paging."""
    if document.first_page is None:
        return ""
    last = document.first_page + max(document.pages, 1) - 1
    return f"第{document.first_page}页" if last == document.first_page else f"第{document.first_page}–{last}页"


def _summary(view: CaseView, formed: list[Opinion]) -> tuple[Inline, ...]:
    contested = "、".join(item.document.exhibit or "" for item in formed if item.purpose == "不认可")
    items = [
        "以上意见以当庭核对原件、原始载体的结果为准，核对后另有意见的当庭补充。",
        "对证据形式的意见不构成对其证明目的及对方主张事实的承认。",
    ]
    if contested:
        items.insert(0, f"{contested}不能达到{view.their_word}的证明目的。")
    return tuple((item,) for item in items)


def signature(view: CaseView, signer: str) -> list[Block]:
    """End a paper for the court: to whom, by whom, when."""
    court = view.review.court or f"{UNFILLED}人民法院"
    return [
        body("此致"),
        Paragraph(content=(court,), style="flush"),
        Paragraph(content=(f"{signer}（签名或盖章）",), style="right"),
        Paragraph(content=(f"日期：{UNFILLED}",), style="right"),
    ]


def opinion_internal(view: CaseView) -> Deliverable:
    """Compose the internal 质证意见: the same rows with the price of an admission, and the defence card."""
    formed = opinions(view)
    blocks: list[Block] = [note("与提交版同行；自认风险与防守卡不得外传。"), Heading(text="逐证意见与自认风险")]
    if formed:
        columns = (*OPINION_COLUMNS, ("自认风险", 4.6))
        rows = tuple((*_public_row(item), Box(content=item.risk, tone="bad")) for item in formed)
        blocks.append(Table(columns=columns, rows=rows))
    else:
        blocks.append(
            body(f"{view.their_word}未交证据；当庭突袭举证的，先请法庭责令说明逾期理由，再要求核对原件与答辩期。")
        )
    blocks += [Heading(text="我方证据防守卡"), *defence_card(view)]
    return Deliverable(
        name="质证意见（内部版）",
        title="质证意见（内部版）",
        case=view.review.title,
        stamp=INTERNAL,
        blocks=tuple(blocks),
        closing=disclaimer(view.review),
        landscape=True,
    )


def defence_card(view: CaseView) -> list[Block]:
    """Tabulate each exhibit of ours that matters with the attack to expect and the answer ready."""
    exhibits = our_exhibits(view)
    if not exhibits:
        return [body("我方尚无编号证据。")]
    faulty = {item.documents[0] for item in view.review.findings if item.favours == "theirs" and _of_exhibit(item)}
    hung = [item for item in exhibits if item.file in faulty or item.two_edged or purposes(view, item)]
    hurting = {item.file: places for item in exhibits if item not in hung and (places := view.only_hurting(item))}
    idle = "、".join(item.exhibit or "" for item in exhibits if item not in hung and item.file not in hurting)
    columns = (("我方证据", 4), ("证明什么", 5), ("对方会说", 5.6), ("我方答", 6.6), ("庭前", 3.6))
    blocks: list[Block] = [Table(columns=columns, rows=tuple(_card(view, item) for item in hung))] if hung else []
    for file, places in hurting.items():
        blocks.append(
            note(f"{view.label(file)}只见不利内容：", view.places(places, 2), "；不主动出示，被调取时依防守口径。")
        )
    if idle:
        blocks.append(note(f"未挂要件的我方证据：{shorten(idle, 120)}；先定有无出示必要，不必要的不出示。"))
    return blocks


def _card(view: CaseView, document: ReviewedDocument) -> tuple[Box, ...]:
    faults = [
        item
        for item in view.review.findings
        if document.file in item.documents[:1] and item.favours == "theirs" and _of_exhibit(item)
    ]
    acts = [action for item in faults for action in view.actions_for_finding(item.id)]
    attack, answer = _guard(view, document)
    if faults:
        attack = "\n".join(view.attack(action) for action in acts[:2]) or faults[0].detail
        answer = line("\n".join(action.fallback for action in acts[:2]) or answer)
    hurting = line("\n不利处：", view.places(document.two_edged, 2)) if document.two_edged else ()
    return (
        box(_pages(document), strong=True),
        box("；".join(purposes(view, document)) or "未挂要件"),
        box(line(attack, hurting), tone="bad" if faults or document.two_edged else None),
        Box(content=line(answer)),
        box("、".join(action.id for action in acts) or ("核对原件" if document.origin in ("copy", "unknown") else "—")),
    )


def _guard(view: CaseView, document: ReviewedDocument) -> tuple[str, Inline]:
    """Return the attack its form invites and the answer to it."""
    origin = ORIGIN_WORD[document.origin]
    if document.kind == "invoice" or "发票" in document.title:
        return (f"{HYPOTHETICAL}“仅凭发票不能证明交付。”", ("与签收、对账等证据一并出示，不单独用以证明交付。",))
    if document.origin == "electronic":
        return (
            f"{HYPOTHETICAL}“电子数据来源不明、不完整。”",
            (f"当庭登录原始载体核对来源、账号与前后文（{law('证据规定', 93)}）。",),
        )
    if document.origin in ("copy", "unknown"):
        return (
            f"{HYPOTHETICAL}“没有原件（{origin}）。”",
            (f"出示原件；确无原件的说明{law('民诉解释', 111)}情形，并以其他证据印证。",),
        )
    return (f"{HYPOTHETICAL}“只认形式，不认证明目的。”", line("原件当庭核对；", _best_quote(view, document)))


def _best_quote(view: CaseView, document: ReviewedDocument) -> Inline:
    for cell in view.review.cells:
        for quote in (*cell.evidence, *cell.counter):
            if quote.file == document.file:
                return line("记载明确：", view.quoted(quote), "。")
    return ("与待证事实的关系当庭说明。",)


def purposes(view: CaseView, document: ReviewedDocument, *, ids: bool = True) -> list[str]:
    """Say what an exhibit of ours proves, by element; what it harms is not said here."""
    words: list[str] = []
    for cell in view.review.cells:
        mark = f"（{view.short(cell.id)}）" if ids else ""
        if cell.burden_side == view.us and _stands_in(document, cell.evidence):
            words.append(f"证明{bare_fact(cell.fact)}{mark}")
        elif cell.burden_side == view.them and _stands_in(document, cell.counter):
            words.append(f"反驳对方所称“{bare_fact(cell.fact)}”{mark}")
    for defence in view.review.defences:
        if view.us == "defendant" and defence.raised and _stands_in(document, defence.evidence):
            words.append(f"证明抗辩：{defence.title}")
    return list(dict.fromkeys(words))


def _stands_in(document: ReviewedDocument, quotes: tuple[Quote, ...]) -> bool:
    return any(item.file == document.file for item in quotes)
