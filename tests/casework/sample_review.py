"""Two invented cases as the review engine and the hearing would leave them: a sale and a loan.

Every person, firm, court and number is made up. The sale is seen from the
plaintiff's side, the loan from the defendant's; ``turned`` shows the sale to
the other side.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from zuno.casework.records import (
    Action,
    AdmissionRecord,
    AmountLine,
    Cell,
    CellChange,
    ChronologyEntry,
    Claim,
    Debrief,
    Defence,
    Finding,
    Gap,
    Issue,
    LimitationLine,
    Party,
    QuestionOutcome,
    Quote,
    Review,
    ReviewedDocument,
    Turn,
)

CANARY = "第三批里有四台是返修机重新喷漆，买方至今不知道这件事"
"""A sentence of the private memo; it must never be printed."""

SALE_TEXTS = {
    "民事起诉状.docx": (
        "民事起诉状\n原告：澜洲市禾青泵阀有限公司。\n被告：溪泽市越衡水务设备有限公司，统一社会信用代码91999999MA2YH0010X。\n"
        "诉讼请求：\n一、判令被告支付水泵货款386,000元；\n二、判令被告支付违约金，按日万分之二自2023年7月1日起计至付清之日；\n"
        "三、判令被告支付逾期付款利息，按年利率3.7%的1.3倍计算。\n事实与理由：原告分三批交付水泵，被告仅付120,000元。\n"
    ),
    "答辩状.docx": (
        "答辩状\n一、答辩人与原告没有买卖关系，合同上盖章的是越衡环境工程。\n二、第三批水泵没有人签收。\n"
        "三、违约金与利息重复。\n四、前两批数量无异议。\n"
    ),
    "采购合同.pdf": (
        "水泵采购合同\n出卖人：澜洲市禾青泵阀有限公司\n买受人：溪泽市越衡环境工程有限公司\n水泵QW-80共46台，单价11,000元，合计506,000元。\n"
        "交货地点：溪泽市东渠路仓库，收货人封若川。\n全部货物交齐后30日内付清。\n逾期付款按日万分之二支付违约金。\n签订日期：2023年3月6日\n"
    ),
    "送货单.jpg": (
        "送货单 No.017\n2023年4月10日 水泵QW-80 16台\n收货人：封若川\n\n"
        "送货单 No.022\n2023年5月8日 水泵QW-80 12台\n收货人：封若川\n"
    ),
    "发票.pdf": "增值税专用发票\n2023年6月2日 水泵QW-80 18台 198,000.00元\n",
    "对账单.png": (
        "对账单\n截至2023年12月31日，供货28台，308,000.00元，已付120,000.00元，尚欠188,000.00元。\n"
        "溪泽市越衡环境工程有限公司（盖章）\n"
    ),
    "聊天记录.txt": "2023-05-31 封若川：第三批的车我没看见，那天我轮休\n2024-02-19 封若川：钱的事下个月安排\n",
    "承运证明.jpg": "证明\n兹证明我部于2023年5月31日将水泵18台运至溪泽市东渠路仓库。\n澜洲顺驰货运部（盖章）\n",
    "授权委托书.docx": "授权委托书\n委托人：澜洲市禾青泵阀有限公司\n受委托人：卞知白律师\n代理权限：全权代理。\n",
    "内部备忘.docx": f"内部备忘\n{CANARY}。\n",
    "仓库监控.pdf": "",
    "对账函.pdf": "对账函\n经我方核对，截至2023年12月31日尚欠158,000.00元。\n溪泽市越衡水务设备有限公司财务部制\n",
    "水泵照片.zip!照片1.jpg": "照片\n泵体铭牌：QW-80\n",
}

LOAN_TEXTS = {
    "起诉状.docx": (
        "民事起诉状\n原告：祁闻舟\n被告：岑小满\n请求判令被告返还借款200,000元，并支付利息24,000元。\n"
        "2022年1月5日以现金交付50,000元。\n"
    ),
    "答辩状.docx": "答辩状\n答辩人：岑小满。收到的是150,000元，50,000元现金没有收到。已还30,000元。\n",
    "借条.jpg": "借条\n今借到祁闻舟人民币贰拾万元整，借期一年。\n借款人：岑小满 2022年1月5日\n",
    "转账凭证.pdf": "电子回单\n2022-01-05 祁闻舟 转 岑小满 150,000.00元\n",
    "我方还款流水.csv": "2022-08-09,岑小满,祁闻舟,30000.00,还款\n",
    "被告自述.docx": "自述\n其实过年时他来家里给过两万元现金，没有别人看见\n",
}
LOAN_CANARY = "其实过年时他来家里给过两万元现金"


def quoting(texts: dict[str, str]):
    """Return a function that finds words in a document and quotes them."""

    def quote(file: str, words: str, page: int = 1) -> Quote:
        start = texts[file].index(words)
        return Quote(file=file, page=page, start=start, end=start + len(words), quote=words)

    return quote


def document(file: str, title: str, kind: str, **given: Any) -> ReviewedDocument:
    """Make a reviewed document with the commoner defaults."""
    fields: dict[str, Any] = {
        "sha256": "0" * 64,
        "state": "ready",
        "reason": None,
        "detail": "",
        "flags": (),
        "pages": 1,
        "ocr": False,
        "quality": None,
        "exhibit": None,
        "first_page": None,
        "side": "plaintiff",
        "disclosure": "undecided",
        "origin": "unknown",
    }
    return ReviewedDocument(file=file, title=title, kind=kind, **{**fields, **given})


def _sale_documents() -> tuple[ReviewedDocument, ...]:
    q = quoting(SALE_TEXTS)
    ours = {"side": "plaintiff"}
    return (
        document("民事起诉状.docx", "民事起诉状", "complaint", disclosure="pleading", **ours),
        document("答辩状.docx", "答辩状", "answer", side="defendant", disclosure="pleading"),
        document(
            "采购合同.pdf",
            "水泵采购合同",
            "contract",
            exhibit="证1",
            first_page=1,
            pages=3,
            origin="original",
            disclosure="to_submit",
        ),
        document(
            "送货单.jpg",
            "送货单",
            "delivery_note",
            exhibit="证2",
            first_page=4,
            pages=2,
            origin="original",
            flags=("ocr",),
        ),
        document("发票.pdf", "增值税专用发票", "invoice", exhibit="证3", first_page=6, origin="electronic"),
        document(
            "对账单.png",
            "对账单",
            "statement",
            exhibit="证4",
            first_page=7,
            origin="copy",
            two_edged=(q("对账单.png", "尚欠188,000.00元"),),
        ),
        document("聊天记录.txt", "微信聊天记录", "chat", exhibit="证5", first_page=8, origin="electronic"),
        document("承运证明.jpg", "承运证明", "certificate", exhibit="证6", first_page=9, origin="original"),
        document("授权委托书.docx", "授权委托书", "power_of_attorney", disclosure="pleading"),
        document("内部备忘.docx", "原告内部备忘", "memo", disclosure="private"),
        document(
            "仓库监控.pdf",
            "仓库监控截图",
            "photo",
            state="refused",
            reason="needs_ocr",
            detail="扫描件未能识别，请提供清晰版本。",
            exhibit="证7",
            first_page=10,
            pages=2,
        ),
        document(
            "对账函.pdf",
            "对账函",
            "statement",
            side="defendant",
            disclosure="served",
            exhibit="对方证1",
            first_page=1,
            origin="copy",
        ),
        document(
            "水泵照片.zip!照片1.jpg",
            "水泵照片",
            "photo",
            side="defendant",
            disclosure="served",
            exhibit="对方证2",
            first_page=2,
            origin="electronic",
        ),
    )


def _cell(cell_id: str, fact: str, mark: Any, **given: Any) -> Cell:
    claim, _, element = cell_id.partition("/")
    fields: dict[str, Any] = {
        "burden": "原告",
        "burden_side": "plaintiff",
        "norms": (),
        "opponent": "disputed",
        "contested_law": False,
        "favours": "ours" if mark == "supported" else "theirs",
        "rule": "direct_evidence" if mark == "supported" else "conflict",
        "why": "",
        "issue": None,
        "evidence": (),
    }
    return Cell(id=cell_id, claim=claim, element=element, fact=fact, mark=mark, **{**fields, **given})


def _sale_cells() -> tuple[Cell, ...]:
    q = quoting(SALE_TEXTS)
    return (
        _cell(
            "CL-1/C1E1",
            "买卖合同成立生效（主体、标的、数量可定）",
            "supported",
            why="采购合同载明标的、数量、单价，双方盖章",
            norms=("合同编通则#3|标的和数量",),
            evidence=(q("采购合同.pdf", "水泵QW-80共46台，单价11,000元"),),
            opponent="not_stated",
        ),
        _cell(
            "CL-1/C1E2",
            "已交付约定标的物（数量、规格）",
            "doubtful",
            why="前两批28台有封若川签收；第三批18台只有发票和仅盖章的承运证明",
            norms=("民法典#598|交付标的物", "买卖解释#5|仅以增值税专用发票及税款抵扣资料"),
            evidence=(
                q("送货单.jpg", "水泵QW-80 16台"),
                q("送货单.jpg", "水泵QW-80 12台", 2),
                q("承运证明.jpg", "水泵18台运至"),
            ),
            counter=(q("聊天记录.txt", "第三批的车我没看见"), q("对账单.png", "供货28台")),
            stance_quotes=(q("答辩状.docx", "第三批水泵没有人签收"),),
            issue="I-002",
            wanted=("签收单", "入库单", "司机证言"),
            unread=("仓库监控.pdf",),
        ),
        _cell(
            "CL-1/C1E3",
            "付款期限届至、金额=单价×数量−已付−扣减",
            "doubtful",
            why="对账单确认尚欠188,000元，与请求386,000元相差第三批198,000元",
            evidence=(q("对账单.png", "尚欠188,000.00元"),),
            counter=(q("对账函.pdf", "尚欠158,000.00元"),),
            issue="I-002",
            wanted=("第三批的签收与对账",),
        ),
        _cell(
            "CL-1/C1E4",
            "被告是买受人（挂靠/员工/关联公司下单的归属）",
            "missing",
            why="起诉状所列被告与合同买受人不是同一企业",
            evidence=(),
            counter=(q("采购合同.pdf", "买受人：溪泽市越衡环境工程有限公司"),),
            stance_quotes=(q("答辩状.docx", "答辩人与原告没有买卖关系"),),
            issue="I-001",
            rule="finding",
        ),
        _cell(
            "CL-2/C2E1",
            "违约金约定或无约定时LPR+30–50%",
            "supported",
            why="采购合同约定逾期付款按日万分之二支付违约金",
            evidence=(q("采购合同.pdf", "逾期付款按日万分之二支付违约金"),),
            opponent="undisputed",
        ),
        _cell(
            "CL-3/C2E1",
            "违约金约定或无约定时LPR+30–50%",
            "contested_law",
            why="同一期间同一欠款已主张违约金，能否并用利息取决于法律适用",
            evidence=(q("采购合同.pdf", "逾期付款按日万分之二支付违约金"),),
            stance_quotes=(q("答辩状.docx", "违约金与利息重复"),),
            contested_law=True,
            issue="I-003",
            rule="law_decides",
            set_by="卞知白",
            reason="以庭前会议意见为准",
            rule_mark="doubtful",
        ),
    )


def _action(number: int, **given: Any) -> Action:
    fields: dict[str, Any] = {
        "cell": None,
        "finding": None,
        "material": "",
        "holder": "待填",
        "person": "待填",
        "urgency": "red",
        "route": "自取",
        "deadline": "法定：2026-05-06；内部：2026-05-01",
        "overdue": "未逾期",
        "alternative": "—",
        "consequence": "该项主张可能不被支持",
        "fallback": "以现有证据为准，庭后补交。",
        "attack": "",
    }
    return Action(id=f"A-{number:03d}", **{**fields, **given})


def _sale_actions() -> tuple[Action, ...]:
    return (
        _action(
            1,
            cell="CL-1/C1E4",
            finding="F-001",
            action="提交更正或变更被告申请，附两家企业登记信息",
            material="两家企业登记信息",
            holder="登记机关",
            route="网上查询打印",
            consequence="可能被裁定驳回或重新送达",
            fallback="当庭说明合同相对方、代码与付款主体一致，并申请更正。",
            attack="“我不是买受人。”",
        ),
        _action(
            2,
            cell="CL-1/C1E2",
            action="申请司机出庭作证，说明第三批卸货经过",
            material="第三批运单与司机证言",
            holder="祝山河",
            route="申请证人出庭",
            alternative="运费凭证、车辆轨迹",
            consequence="第三批198,000元可能不被支持",
            fallback="运至合同约定仓库，见承运证明。现有材料不能确认实际签收人。已申请司机出庭。",
            attack="“第三批谁收的？”",
        ),
        _action(
            3,
            cell="CL-1/C1E2",
            finding="F-003",
            action="承运证明补负责人及制作人签名",
            material="承运证明补签名",
            holder="澜洲顺驰货运部",
            urgency="yellow",
            overdue="若已逾期：形式瑕疵补正，申请酌定期限（民诉解释99）",
            fallback="已请货运部补签，制作人可到庭说明。",
            attack="“证明只有章，没有人签名。”",
        ),
        _action(
            4,
            cell="CL-1/C1E2",
            action="申请法院调取仓库入库记录",
            material="2023年5月31日入库记录",
            holder="溪泽市东渠路仓库管理单位",
            route="申请法院调查取证或调查令",
            urgency="yellow",
            attack="“仓库没有这批货。”",
        ),
        _action(
            5,
            cell="CL-1/C1E3",
            finding="F-002",
            action="按有对账与待证两档列明货款",
            material="分批明细表",
            holder="原告财务",
            urgency="yellow",
            fallback="有对方盖章支持188,000元；差额198,000元待证。",
            attack="“你们自己的对账单只有188,000元。”",
        ),
        _action(
            6,
            finding="F-004",
            cell="CL-3/C2E1",
            action="在违约金与利息中择一，提交变更请求申请",
            material="变更诉讼请求申请",
            holder="原告",
            attack="“违约金和利息不能一起要。”",
            urgency="yellow",
        ),
        _action(
            7,
            finding="F-005",
            action="补交写明特别授权事项的委托书",
            material="特别授权委托书",
            holder="原告",
            urgency="green",
            attack="“代理人无权放弃请求。”",
        ),
        _action(
            8,
            finding="F-006",
            action="质证时指出对方对账函系单方制作、漏计30,000元",
            material="我方对账单",
            holder="原告",
            urgency="green",
            attack="",
        ),
    )


def _sale_findings() -> tuple[Finding, ...]:
    q = quoting(SALE_TEXTS)
    return (
        Finding(
            id="F-001",
            code="wrong_or_missing_party",
            documents=("民事起诉状.docx", "采购合同.pdf"),
            detail="起诉状被告写“越衡水务设备”，合同买受人是“越衡环境工程”",
            expected="溪泽市越衡环境工程有限公司",
            evidence=(
                q("民事起诉状.docx", "被告：溪泽市越衡水务设备有限公司"),
                q("采购合同.pdf", "买受人：溪泽市越衡环境工程有限公司"),
            ),
            norms=("民诉法#122|有明确的被告",),
            cells=("CL-1/C1E4",),
        ),
        Finding(
            id="F-002",
            code="amount_mismatch",
            documents=("民事起诉状.docx", "对账单.png"),
            detail="对账单尚欠188,000元，请求386,000元，差第三批198,000元",
            expected="有对方盖章支持188,000元；差额198,000元待证",
            evidence=(q("民事起诉状.docx", "支付水泵货款386,000元"), q("对账单.png", "尚欠188,000.00元")),
            cells=("CL-1/C1E3",),
        ),
        Finding(
            id="F-003",
            code="evidence_form",
            documents=("承运证明.jpg",),
            detail="单位证明仅盖章，缺负责人及制作人签名",
            expected=None,
            evidence=(q("承运证明.jpg", "澜洲顺驰货运部（盖章）"),),
            cells=("CL-1/C1E2",),
            urgency="yellow",
        ),
        Finding(
            id="F-004",
            code="duplicate_or_excess_claim",
            documents=("民事起诉状.docx",),
            detail="同一期间同一欠款同时主张违约金和利息",
            expected=None,
            evidence=(q("民事起诉状.docx", "三、判令被告支付逾期付款利息"),),
            cells=("CL-2/C2E1", "CL-3/C2E1"),
            urgency="yellow",
        ),
        Finding(
            id="F-005",
            code="authority_of_agent",
            documents=("授权委托书.docx",),
            detail="委托书仅写“全权代理”，无特别授权",
            expected=None,
            evidence=(q("授权委托书.docx", "代理权限：全权代理"),),
            urgency="green",
        ),
        Finding(
            id="F-006",
            code="amount_mismatch",
            documents=("对账函.pdf", "对账单.png"),
            detail="对账函尚欠158,000元，与其盖章的对账单相差30,000元",
            expected="188,000元",
            evidence=(q("对账函.pdf", "尚欠158,000.00元"), q("对账单.png", "尚欠188,000.00元")),
            cells=("CL-1/C1E3",),
            favours="ours",
            urgency="green",
        ),
    )


def _sale_chronology() -> tuple[ChronologyEntry, ...]:
    q = quoting(SALE_TEXTS)
    events = (
        (date(2023, 3, 6), "签订采购合同", q("采购合同.pdf", "签订日期：2023年3月6日"), "contract"),
        (date(2023, 4, 10), "第一批16台签收", q("送货单.jpg", "2023年4月10日 水泵QW-80 16台"), "delivery"),
        (date(2023, 5, 8), "第二批12台签收", q("送货单.jpg", "2023年5月8日 水泵QW-80 12台", 2), "delivery"),
        (date(2023, 5, 31), "第三批18台发运，签收不明", q("承运证明.jpg", "2023年5月31日将水泵18台"), "delivery"),
        (date(2023, 12, 31), "对账截止日", q("对账单.png", "截至2023年12月31日"), "acknowledgement"),
        (date(2024, 2, 19), "封若川称下月安排付款", q("聊天记录.txt", "钱的事下个月安排"), "message"),
    )
    return tuple(
        ChronologyEntry(date=at, event=event, file=quote.file, quote=quote, kind=kind)
        for at, event, quote, kind in events
    )


def sale() -> Review:
    """Return the sale, reviewed for the plaintiff."""
    q = quoting(SALE_TEXTS)
    claims = (
        Claim(
            id="CL-1",
            pack_claim="C1",
            title="支付货款",
            text="判令被告支付水泵货款386,000元",
            amount_fen=38600000,
            quote=q("民事起诉状.docx", "判令被告支付水泵货款386,000元"),
        ),
        Claim(
            id="CL-2",
            pack_claim="C2",
            title="违约金",
            text="判令被告支付违约金，按日万分之二自2023年7月1日起计至付清之日",
            amount_fen=None,
            quote=q("民事起诉状.docx", "判令被告支付违约金"),
        ),
        Claim(
            id="CL-3",
            pack_claim="C2",
            title="逾期利息",
            text="判令被告支付逾期付款利息，按年利率3.7%的1.3倍计算",
            amount_fen=None,
            quote=q("民事起诉状.docx", "判令被告支付逾期付款利息"),
        ),
    )
    defences = (
        Defence(
            defence="D1",
            title="未收到货/数量不符/签收人无权",
            kind="否认",
            raised=True,
            by="溪泽市越衡水务设备有限公司",
            text="第三批水泵没有人签收",
            mark="doubtful",
            why="",
            evidence=(q("答辩状.docx", "第三批水泵没有人签收"),),
            cells=("CL-1/C1E2",),
        ),
        Defence(
            defence="D5",
            title="时效",
            kind="权利受制",
            raised=False,
            by=None,
            text="",
            mark="missing",
            why="",
            evidence=(),
            norms=("民法典#188|诉讼时效期间为三年",),
        ),
    )
    amounts = (
        AmountLine(
            name="请求货款",
            value_fen=38600000,
            formula="46×11,000−120,000",
            basis="as_pleaded",
            source_cells=("CL-1/C1E3",),
            evidence=(q("民事起诉状.docx", "386,000元"),),
        ),
        AmountLine(
            name="有对账支持的货款余额",
            value_fen=18800000,
            formula="28×11,000−120,000",
            basis="as_supported",
            source_cells=("CL-1/C1E3",),
            evidence=(q("对账单.png", "尚欠188,000.00元"),),
        ),
        AmountLine(name="违约金利率", value_fen=None, formula="合同约定", basis="as_pleaded", value_text="日万分之二"),
        AmountLine(name="运费垫款", value_fen=420000, formula="3×1,400", basis="under_claimed"),
        AmountLine(name="已付货款", value_fen=12000000, formula="照录", basis="input"),
    )
    issues = (
        Issue(id="I-001", title="被告是否为合同买受人", cells=("CL-1/C1E4",), findings=("F-001",)),
        Issue(
            id="I-002",
            title="第三批水泵是否交付及尚欠货款数额",
            cells=("CL-1/C1E2", "CL-1/C1E3"),
            defences=("D1",),
            findings=("F-002", "F-003"),
        ),
        Issue(id="I-003", title="违约金与利息能否并用", cells=("CL-3/C2E1",), findings=("F-004",)),
    )
    return Review(
        cause="maimai",
        cause_name="买卖合同纠纷",
        cause_why="起诉状案由",
        our_side="plaintiff",
        title="禾青泵阀诉越衡水务设备买卖合同纠纷",
        court="澜洲市东浦区人民法院",
        case_no=None,
        filing_date=date(2026, 3, 20),
        hearing_date=date(2026, 5, 20),
        evidence_deadline=date(2026, 5, 6),
        procedure="ordinary",
        agents=(("卞知白", "全权代理"),),
        people=(),
        corpus_as_of=date(2026, 8, 28),
        parties=(
            Party(role="plaintiff", name="澜洲市禾青泵阀有限公司", kind="company"),
            Party(role="defendant", name="溪泽市越衡水务设备有限公司", kind="company"),
        ),
        documents=_sale_documents(),
        claims=claims,
        cells=_sale_cells(),
        defences=defences,
        findings=_sale_findings(),
        chronology=_sale_chronology(),
        amounts=amounts,
        issues=issues,
        actions=_sale_actions(),
        limitation=(
            LimitationLine(
                start=date(2023, 7, 1),
                basis="付款期届满次日",
                ends=date(2026, 7, 1),
                evidence=(q("采购合同.pdf", "全部货物交齐后30日内付清"),),
            ),
            LimitationLine(
                start=date(2024, 2, 20),
                basis="聊天中同意付款后重新计算",
                ends=date(2027, 2, 20),
                evidence=(q("聊天记录.txt", "钱的事下个月安排"),),
            ),
        ),
        judge_questions=("每批货的订单、送货单、签收、发票、付款能否一一对应", "签收人是谁什么身份"),
        warnings=("一份材料未能读取，可能影响第三批交付的判断。",),
        notices=("《原告内部备忘》按文件名归为内部文件。",),
    )


def hearing() -> Debrief:
    """Return the hearing of the sale."""
    speeches = (
        ("judge", "opening", "开庭", "【主持】核对当事人，告知权利义务，询问是否申请回避。"),
        ("plaintiff", "opening", "开庭", "不申请回避。"),
        ("plaintiff", "opening", "诉辩", "【主张 I-002】诉讼请求为支付货款386,000元，见证4第7页。"),
        ("defendant", "opening", "诉辩", "答辩：第三批没有签收，前两批数量无异议。"),
        ("judge", "opening", "焦点", "【主持】归纳争议焦点：第三批是否交付。"),
        ("plaintiff", "evidence", "I-002", "【主张 I-002】出示证2送货单。"),
        ("defendant", "evidence", "I-002", "【质疑 D-003 真实性】对承运证明不予确认。"),
        ("judge", "questions", "I-002", "【问题 Q-001→原告】第三批由谁签收？"),
        ("plaintiff", "questions", "I-002", "【回应 Q-001】运至约定仓库，现有材料不能确认签收人。"),
        ("judge", "questions", "I-002", "【问题 Q-002→被告】前两批数量是否认可？"),
        ("defendant", "questions", "I-002", "【回应 Q-002】认可。\n【自认】前两批共28台已收到。"),
        ("plaintiff", "debate", "I-002", "申请通知司机出庭作证。"),
        ("judge", "closing", "调解", "【主持】征询最后意见与调解。"),
        ("plaintiff", "closing", "最后陈述", "坚持诉讼请求。"),
    )
    turns = tuple(
        Turn(
            seq=2 * at + 3,
            role=role,
            stage=stage,
            issue=issue,
            body=words,
            citations=("D-003",) if "D-003" in words else (),
            responds_to=(),
        )
        for at, (role, stage, issue, words) in enumerate(speeches)
    )
    return Debrief(
        head_seq=31,
        head_hash="ab" * 32,
        complete=True,
        missing_acts=("双方确认争议焦点",),
        turns=turns,
        titles=(("D-003", "承运证明"),),
        questions=(
            QuestionOutcome(
                id="Q-001",
                to="plaintiff",
                text="第三批由谁签收？",
                ended="cannot_answer",
                asked_in=17,
                answered_in=(19,),
                cells=("CL-1/C1E2",),
            ),
            QuestionOutcome(
                id="Q-002",
                to="defendant",
                text="前两批数量是否认可？",
                ended="answered",
                asked_in=21,
                answered_in=(23,),
                cells=("CL-1/C1E2",),
            ),
        ),
        admissions=(
            AdmissionRecord(
                seq=23, role="defendant", text="前两批共28台已收到。", withdrawn_in=None, cells=("CL-1/C1E2",)
            ),
        ),
        changes=(
            CellChange(
                cell="CL-1/C1E2", axis="opponent", before="disputed", after="undisputed", seq=23, why="前两批自认"
            ),
        ),
        gaps=(
            Gap(kind="material", text="第三批签收人不能说明", cells=("CL-1/C1E2",), seqs=(19,)),
            Gap(kind="execution", text="重复发言一次", cells=(), seqs=(9,)),
        ),
        clarifications=(11,),
        applications=((25, "申请通知司机出庭作证"),),
        omitted_seats=("证人席",),
        rejected_drafts=1,
    )


def turned(review: Review) -> Review:
    """Show a review to the other side: whose cell it is, whose exhibit, and what is private change sides."""
    cells = tuple(replace(cell, favours="theirs" if cell.favours == "ours" else "ours") for cell in review.cells)
    findings = tuple(replace(item, favours="theirs" if item.favours == "ours" else "ours") for item in review.findings)
    swap = {True: "", False: "对方"}
    documents = tuple(
        replace(
            item,
            two_edged=(),
            exhibit=item.exhibit and swap[item.exhibit.startswith("对方")] + item.exhibit.removeprefix("对方"),
        )
        for item in review.documents
        if item.disclosure != "private"
    )
    actions = (
        _action(
            1,
            cell="CL-1/C1E2",
            action="坚持由原告举证第三批的签收，准备否认并要求出示签收单",
            material="质证意见",
            fallback="否认，要求举证。",
            attack="承运证明足以证明送到",
            route="当庭否认，要求举证",
        ),
        _action(
            2,
            finding="F-006",
            action="核对对账函与所盖章的对账单差异，准备说明",
            material="双方对账底稿",
            fallback="以双方盖章的对账单为准，差额正在核对。",
            attack="你们自己盖章的是188,000元",
        ),
    )
    return replace(review, our_side="defendant", cells=cells, findings=findings, documents=documents, actions=actions)


def loan() -> Review:
    """Return the loan, reviewed for the defendant."""
    q = quoting(LOAN_TEXTS)
    documents = (
        document("起诉状.docx", "民事起诉状", "complaint", disclosure="pleading"),
        document("答辩状.docx", "答辩状", "answer", side="defendant", disclosure="pleading"),
        document("借条.jpg", "借条", "iou", disclosure="served", exhibit="对方证1", first_page=1, origin="copy"),
        document(
            "转账凭证.pdf",
            "转账凭证",
            "transfer",
            disclosure="served",
            exhibit="对方证2",
            first_page=2,
            origin="electronic",
        ),
        document(
            "我方还款流水.csv",
            "还款流水",
            "statement",
            side="defendant",
            exhibit="证1",
            first_page=1,
            origin="electronic",
        ),
        document("被告自述.docx", "被告自述", "memo", side="defendant", disclosure="private"),
    )
    cells = (
        _cell(
            "CL-1/C1E1",
            "借贷合意（谁向谁借、金额）",
            "supported",
            favours="theirs",
            why="借条载明二十万元",
            evidence=(q("借条.jpg", "今借到祁闻舟人民币贰拾万元整"),),
            opponent="undisputed",
        ),
        _cell(
            "CL-1/C1E2",
            "款项实际交付（自然人借款为成立要件）",
            "doubtful",
            favours="ours",
            why="转账150,000元有凭证；50,000元现金无凭证",
            evidence=(q("转账凭证.pdf", "150,000.00元"),),
            stance_quotes=(q("答辩状.docx", "50,000元现金没有收到"),),
            issue="I-001",
            wanted=("取款记录", "在场证人"),
        ),
        _cell(
            "CL-1/C1E4",
            "本金数额=实际交付额（砍头息剔除、复利展期折回）",
            "rebutted",
            favours="ours",
            why="已还30,000元未冲抵",
            counter=(q("我方还款流水.csv", "30000.00"),),
            issue="I-001",
        ),
        _cell(
            "CL-2/C2E1",
            "有明确利息约定（自然人间约定不明=无息）",
            "missing",
            favours="ours",
            why="借条未写利息",
            evidence=(),
            rule="no_evidence",
        ),
    )
    return Review(
        cause="minjian_jiedai",
        cause_name="民间借贷纠纷",
        cause_why="起诉状案由",
        our_side="defendant",
        title="祁闻舟诉岑小满民间借贷纠纷",
        court=None,
        case_no="（2026）澜0199民初1号",
        filing_date=date(2026, 2, 1),
        hearing_date=None,
        evidence_deadline=None,
        procedure="simplified",
        agents=(),
        people=(),
        corpus_as_of=date(2026, 8, 28),
        parties=(
            Party(role="plaintiff", name="祁闻舟", kind="person"),
            Party(role="defendant", name="岑小满", kind="person"),
        ),
        documents=documents,
        claims=(
            Claim(
                id="CL-1",
                pack_claim="C1",
                title="返还借款本金",
                text="返还借款200,000元",
                amount_fen=20000000,
                quote=q("起诉状.docx", "返还借款200,000元"),
            ),
            Claim(
                id="CL-2",
                pack_claim="C2",
                title="支付借期利息",
                text="支付利息24,000元",
                amount_fen=2400000,
                quote=q("起诉状.docx", "支付利息24,000元"),
            ),
        ),
        cells=cells,
        defences=(
            Defence(
                defence="D2",
                title="已清偿",
                kind="权利消灭",
                raised=True,
                by="岑小满",
                text="已还30,000元",
                mark="supported",
                why="流水有载",
                evidence=(q("我方还款流水.csv", "30000.00"),),
                cells=("CL-1/C1E4",),
            ),
        ),
        findings=(
            Finding(
                id="F-001",
                code="no_original",
                documents=("借条.jpg",),
                detail="借条仅有复印件",
                expected=None,
                evidence=(q("借条.jpg", "借款人：岑小满 2022年1月5日"),),
                cells=("CL-1/C1E1",),
                favours="ours",
                urgency="yellow",
            ),
        ),
        chronology=(
            ChronologyEntry(
                date=date(2022, 1, 5),
                event="转账150,000元",
                file="转账凭证.pdf",
                quote=q("转账凭证.pdf", "2022-01-05"),
                kind="transfer",
            ),
        ),
        amounts=(AmountLine(name="请求本金", value_fen=20000000, formula="照录", basis="as_pleaded"),),
        issues=(Issue(id="I-001", title="实际交付与尚欠本金数额", cells=("CL-1/C1E2", "CL-1/C1E4"), defences=("D2",)),),
        actions=(
            _action(
                1,
                cell="CL-1/C1E1",
                action="申请核对借条原件",
                material="借条原件",
                holder="祁闻舟",
                route="庭前书面要求",
                urgency="yellow",
                attack="“借条是你签的。”",
            ),
            _action(
                2,
                cell="CL-1/C1E2",
                action="要求对方就现金来源、地点、在场人举证",
                material="—",
                holder="待填",
                attack="",
            ),
        ),
        limitation=(
            LimitationLine(
                start=date(2023, 1, 6),
                basis="借期届满次日",
                ends=date(2026, 1, 6),
                evidence=(q("借条.jpg", "借期一年"),),
            ),
        ),
    )


def bare() -> Review:
    """Return a review of almost nothing: no exhibit, no finding, no claim read."""
    return replace(
        loan(),
        title="材料不足",
        documents=(),
        claims=(),
        cells=(),
        defences=(),
        findings=(),
        chronology=(),
        amounts=(),
        issues=(),
        actions=(),
        limitation=(),
        parties=(),
        filing_date=None,
    )
