"""The bodies of the drafts, in the form that the article asks for.

Only what a court may read stands here: facts in issue, material, holders, and
words from papers that are not private. No risk, no fallback, no attack.
"""

from __future__ import annotations

import re

from zuno.casework.deliverables.model import (
    Block,
    Box,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Table,
    body,
    box,
    line,
    plain,
)
from zuno.casework.deliverables.opinions import signature
from zuno.casework.deliverables.statutes import law_in_full
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import UNFILLED, amount, bare_fact, long_day, money, shorten
from zuno.casework.records import Action, AmountLine, Claim, Finding

UNIT = re.compile(r"证人|公司|单位|银行|机构|部|局|院|所|厂|店|中心|平台|委员会|当事人|对方|原告|被告|我方|待填")


NOBODY = re.compile(r"当事人|代理|双方|持有人|公开|我方|待填")
ASSERTED = {"limitation_lapsed": "向对方主张权利的事实", "guarantee_period": "向保证人主张权利的事实"}
FETCHED = re.compile(r"申请(?:法院)?调取([^；。，]{2,})")


def party_correction(view: CaseView, findings: tuple[Finding, ...]) -> list[Block]:
    """Write the 当事人信息更正或变更申请: another party, or another number of the same party."""
    renamed = [item for item in findings if item.code == "wrong_or_missing_party"]
    asked = _new_party(view, renamed) if renamed else _new_number(findings)
    evidence = [line(view.quoted(quote, 60), "。") for item in findings for quote in view.public_quotes(item.evidence)]
    choice = body(
        "【同一主体、名称误写的】两处记载指向同一主体，请求更正其名称。"
        "【不是同一主体的】请求变更被告，由合同相对方应诉，并重新确定答辩及举证期限。（二者择一，删去另一项）"
    )
    return [
        *_opening(view),
        Heading(text="申请事项"),
        Listing(items=asked),
        Heading(text="事实与理由"),
        body("起诉材料与在案书证就当事人身份的记载如下："),
        Listing(items=tuple(dict.fromkeys(evidence)) or ((UNFILLED,),)),
        choice if renamed else body("上列记载与登记信息不一致，主体未变，请求更正，以利送达。"),
        body(f"依据：{law_in_full('民诉法', 122)}。附：登记信息或身份材料{UNFILLED}份。"),
        *_closing(view),
    ]


def _new_party(view: CaseView, findings: list[Finding]) -> tuple[Inline, ...]:
    wanted = next((item.expected for item in findings if item.expected), None) or UNFILLED
    named = view.names("defendant")
    return (
        (f"请求将本案被告“{named}”【更正／变更，择一】为“{wanted}”，并按下列信息送达。",),
        (f"统一社会信用代码或身份证号：{UNFILLED}；住所：{UNFILLED}；法定代表人或经营者：{UNFILLED}。",),
    )


def _new_number(findings: tuple[Finding, ...]) -> tuple[Inline, ...]:
    wanted = next((item.expected for item in findings if item.expected), None) or UNFILLED
    return (
        (f"请求将起诉状所载当事人（姓名或名称：{UNFILLED}）的身份证号或统一社会信用代码更正为：{wanted}。",),
        (f"住所及联系方式有误的一并更正为：{UNFILLED}。",),
    )


def witnesses(view: CaseView, actions: tuple[Action, ...]) -> list[Block]:
    """Write the 证人出庭作证申请 with what 证据规定69 asks for."""
    columns = (
        ("证人姓名", 3.0),
        ("职业、住所、联系方式", 3.6),
        ("作证的主要内容", 4.2),
        ("与待证事实的关联", 4.2),
        ("出庭的必要性", 3.4),
    )
    rows = _distinct(
        [
            (
                box(_witness(action)),
                box(f"职业{UNFILLED}\n住所{UNFILLED}\n电话{UNFILLED}"),
                box(f"其亲身经历的与“{_fact(view, action)}”有关的经过"),
                box(f"证明{_fact(view, action)}"),
                box("书证之外的经过须由经手人当庭陈述并接受询问"),
            )
            for action in actions
        ]
    )
    return [
        *_opening(view),
        Heading(text="申请事项"),
        body("请求通知下列证人出庭作证："),
        Table(columns=columns, rows=rows),
        Heading(text="事实与理由"),
        body(
            f"上列证人知悉案件情况，依{law_in_full('民诉解释', 117)}、{law_in_full('证据规定', 69)}，"
            f"于举证期限届满前（期限：{long_day(view.review.evidence_deadline)}）提出本申请。证人出庭费用由申请人依法预缴。"
        ),
        *_closing(view),
    ]


def inquiry(view: CaseView, actions: tuple[Action, ...]) -> list[Block]:
    """Write the 调查取证申请, which serves for a 调查令 as well."""
    columns = (
        ("被调查人（名称、住所）", 3.8),
        ("证据名称或内容", 4.2),
        ("要证明的事实", 4.0),
        ("不能自行收集的原因", 3.6),
        ("线索", 2.8),
    )
    rows = _distinct(
        [
            (
                box(f"{_third_party(action)}\n住所{UNFILLED}"),
                box(_to_fetch(action)),
                box(_fact(view, action)),
                box(f"由该单位保存，申请人无权自行查阅或已被拒绝（{UNFILLED}）"),
                Box(content=_clue(view, action)),
            )
            for action in actions
        ]
    )
    return [
        *_opening(view),
        Heading(text="申请事项"),
        body("请求人民法院调查收集下列证据；或签发调查令，由申请人的诉讼代理律师持令调查："),
        Table(columns=columns, rows=rows),
        Heading(text="事实与理由"),
        body(
            f"上列证据与待证事实直接相关，申请人及其诉讼代理人因客观原因不能自行收集。依{law_in_full('民诉法', 67)}、"
            f"{law_in_full('民诉解释', 94)}、{law_in_full('证据规定', 20)}，于举证期限届满前提出申请。"
        ),
        *_closing(view),
    ]


def production(view: CaseView, actions: tuple[Action, ...]) -> list[Block]:
    """Write the 书证提出命令申请 with the four points of 证据规定45."""
    columns = (
        ("书证名称或内容", 4.2),
        ("需以其证明的事实及重要性", 4.8),
        ("对方控制该书证的根据", 4.6),
        ("应当提交的理由", 4.6),
    )
    rows = _distinct(
        [
            (
                box(action.material or UNFILLED),
                box(f"{_fact(view, action)}；该事实为本案基本事实"),
                Box(content=_clue(view, action)),
                box(f"【择一】曾在诉讼中引用／为申请人利益制作／申请人依法有权查阅／账簿、记账原始凭证（{UNFILLED}）"),
            )
            for action in actions
        ]
    )
    return [
        *_opening(view),
        Heading(text="申请事项"),
        body(f"请求责令{view.their_word}{view.names(view.them)}提交下列书证："),
        Table(columns=columns, rows=rows),
        Heading(text="事实与理由"),
        body(
            f"依{law_in_full('民诉解释', 112)}、{law_in_full('证据规定', 45, 47)}提出申请。"
            f"{view.their_word}无正当理由拒不提交的，请求认定申请人所主张的书证内容为真实。"
        ),
        *_closing(view),
    ]


def appraisal(view: CaseView, actions: tuple[Action, ...]) -> list[Block]:
    """Write the 鉴定申请."""
    items = tuple(
        (f"鉴定事项：{action.material or UNFILLED}；待证事实：{_fact(view, action)}；检材：{UNFILLED}。",)
        for action in actions
    )
    return [
        *_opening(view),
        Heading(text="申请事项"),
        Listing(items=items),
        Heading(text="事实与理由"),
        body(
            f"上列事项系查明事实所需的专门性问题。依{law_in_full('民诉法', 79)}、{law_in_full('民诉解释', 121)}、"
            f"{law_in_full('证据规定', 31)}申请鉴定，请组织双方协商确定鉴定人；协商不成的，请依法指定。"
            "鉴定费用由申请人依法预交。"
        ),
        *_closing(view),
    ]


def authority(view: CaseView) -> list[Block]:
    """Write the power of attorney that names each special authority."""
    agents = "、".join(name for name, _ in view.review.agents) or UNFILLED
    case = f"{view.names('plaintiff')}与{view.names('defendant')}{view.review.cause_name}一案"
    return [
        body(f"委托人：{view.names(view.us)}"),
        body(f"受委托人：{agents}　　工作单位：{UNFILLED}　　电话：{UNFILLED}"),
        Heading(text="委托事项"),
        body(f"委托上列受委托人在{case}中，作为委托人的第一审诉讼代理人。"),
        Heading(text="代理权限：特别授权"),
        Listing(
            items=(
                ("代为承认、放弃、变更诉讼请求；【保留／删去】",),
                ("代为进行和解、接受调解；【保留／删去】",),
                ("代为提起反诉或者上诉；【保留／删去】",),
                ("代为签收诉讼文书。【保留／删去】",),
            )
        ),
        body(
            f"依据：{law_in_full('民诉法', 62)}。"
            f"此前代理人就诉讼请求所作意见，委托人【确认／不予确认，择一】：{UNFILLED}。"
        ),
        Paragraph(content=(f"委托人：{view.names(view.us)}（签名或盖章）",), style="right"),
        Paragraph(content=(f"日期：{UNFILLED}",), style="right"),
    ]


def claim_change(view: CaseView, findings: tuple[Finding, ...], figures: tuple[AmountLine, ...]) -> list[Block]:
    """Write the 变更诉讼请求申请: which heads change, and into what, as alternatives."""
    blocks: list[Block] = [*_opening(view), Heading(text="申请事项")]
    touched = _touched(view, findings)
    if findings:
        rows = tuple(
            (
                box(claim.id.replace("CL-", "第") + "项"),
                box(shorten(claim.text, 100)),
                box(_figure(claim)),
                box(f"【保留／撤回／变更为】{UNFILLED}"),
            )
            for claim in touched
        )
        blocks.append(body("请求准许变更下列诉讼请求："))
        blocks.append(
            Table(columns=(("请求", 1.8), ("原请求（照录）", 8.4), ("原金额", 3.2), ("变更后", 4.6)), rows=rows)
        )
    if figures:
        blocks.append(body("请求准许增加下列诉讼请求："))
        blocks.append(
            Listing(
                items=tuple((f"{item.name}：{amount(item)}（算式：{item.formula or UNFILLED}）。",) for item in figures)
            )
        )
    blocks += [
        Heading(text="事实与理由"),
        body(
            f"为明确诉讼请求及其计算，申请人依{law_in_full('民诉法', 143)}、{law_in_full('民诉解释', 232)}，"
            f"在法庭辩论结束前提出本申请，并请依{law_in_full('证据规定', 55)}重新确定举证期限。"
            f"变更后的诉讼标的总额：{UNFILLED}；诉讼费用依法补缴或退还。"
        ),
        *_closing(view),
    ]
    return blocks


def _touched(view: CaseView, findings: tuple[Finding, ...]) -> list[Claim]:
    ids = {view.cells[cell].claim for finding in findings for cell in finding.cells if cell in view.cells}
    return [claim for claim in view.review.claims if claim.id in ids] or list(view.review.claims)


def _figure(claim: Claim) -> str:
    return money(claim.amount_fen) if claim.amount_fen is not None else "—"


def extension(view: CaseView, actions: tuple[Action, ...]) -> list[Block]:
    """Write the 延期举证申请."""
    waiting = tuple(dict.fromkeys(action.material or action.action for action in actions))
    return [
        *_opening(view),
        Heading(text="申请事项"),
        body(f"请求将本案举证期限（现至{long_day(view.review.evidence_deadline)}）延长至{UNFILLED}。"),
        Heading(text="事实与理由"),
        body("下列证据须向他人收集或经法院调取，在原期限内提供确有困难："),
        Listing(items=tuple((item,) for item in waiting) or ((UNFILLED,),)),
        body(f"依{law_in_full('民诉解释', 100)}、{law_in_full('证据规定', 54)}，于举证期限届满前书面申请。"),
        *_closing(view),
    ]


def _opening(view: CaseView) -> list[Block]:
    agents = "、".join(name for name, _ in view.review.agents) or UNFILLED
    return [
        body(f"申请人（{view.our_word}）：{view.names(view.us)}"),
        body(f"委托诉讼代理人：{agents}"),
        body(f"对方当事人（{view.their_word}）：{view.names(view.them)}"),
        body(f"案由：{view.review.cause_name}　　案号：{view.review.case_no or UNFILLED}"),
    ]


def _closing(view: CaseView) -> list[Block]:
    return signature(view, f"申请人：{view.names(view.us)}")


def _fact(view: CaseView, action: Action) -> str:
    """Name the fact in issue an action serves, in public words."""
    cell = view.cells.get(action.cell or "")
    finding = view.findings.get(action.finding or "")
    if finding is not None and finding.code in ASSERTED:
        return ASSERTED[finding.code]
    if cell is None:
        cells = [view.cells[item] for item in (finding.cells if finding else ()) if item in view.cells]
        cell = cells[0] if cells else None
    return bare_fact(cell.fact) if cell else UNFILLED


def _witness(action: Action) -> str:
    """Print the witness's name if the holder is one, else the unit whose person must be named."""
    holder = action.holder.strip()
    if not holder or holder == UNFILLED:
        return UNFILLED
    if UNIT.search(holder) or len(holder) > 4:
        return f"{holder}经办人（姓名{UNFILLED}）"
    return holder


def _third_party(action: Action) -> str:
    """Print who is to be asked; our own side and a mere kind of holder are nobody a court can write to."""
    holder = action.holder.strip()
    return UNFILLED if not holder or NOBODY.search(holder) else holder


def _to_fetch(action: Action) -> str:
    """Print what is to be fetched: what the route names, else the material."""
    named = FETCHED.search(action.route)
    return named[1] if named else action.material or UNFILLED


def _clue(view: CaseView, action: Action) -> Inline:
    """Point at the papers of ours that show the material exists; what speaks against us is no clue to give."""
    cell = view.cells.get(action.cell or "")
    return (view.places(tuple(view.proof(cell)), 2) if cell else ()) or (UNFILLED,)


def _distinct(rows: list[tuple[Box, ...]]) -> tuple[tuple[Box, ...], ...]:
    """Keep one row of those that read the same."""
    return tuple({tuple(plain(cell.content) for cell in row): row for row in reversed(rows)}.values())[::-1]
