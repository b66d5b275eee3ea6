"""Two fictional cases with hand-made reviews: a loan with a guarantor, and a sale of cable in three batches.

Every person, firm, number and sum is invented. ``loan()`` and ``sale()`` return
the documents of the hearing and one review per role, each from what that role may see.
"""
# ruff: noqa: E501  (rows of data)

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from typing import Any

from zuno.casework.records import (
    AmountLine,
    Cell,
    ChronologyEntry,
    Claim,
    Defence,
    Finding,
    Issue,
    LimitationLine,
    Mark,
    Party,
    Quote,
    Review,
    ReviewedDocument,
    Side,
    Stance,
)
from zuno.hearing.conduct import HearingDocument

LOAN_SECRET = "我的底线是本金拿回十六万元就和解，利息全免，此事对谁都不要说"
SALE_SECRET = "第三批有两盘是从别处调来的旧缆，合格证后来才补，对方至今不知"
DEFENCE_SECRET = "仓库里其实还压着那批货没动，先拖着不付再谈价钱"


@dataclass
class Case:
    """Documents and reviews of one case."""

    papers: list[HearingDocument] = field(default_factory=list)
    reviewed: list[ReviewedDocument] = field(default_factory=list)
    reviews: dict[str, Review] = field(default_factory=dict)

    def add(self, file: str, title: str, kind: str, side: Side, text: str, **more: Any) -> None:
        """Add a document; ``exhibit``, ``page``, ``origin``, ``state``, ``only`` (roles) as keywords."""
        exhibit = more.get("exhibit")
        digest = sha256(f"{file}\n{text}".encode()).hexdigest()
        visibility = more.get("only") or "public"
        self.papers.append(
            HearingDocument(
                file=file,
                title=f"{exhibit} {title}" if exhibit else title,
                kind=kind,
                text="" if more.get("state") == "refused" else text,
                sha256=digest,
                visibility=visibility,
                side=side,
                exhibit=exhibit,
                first_page=more.get("page"),
            )
        )
        self.reviewed.append(
            ReviewedDocument(
                file=file,
                title=title,
                kind=kind,
                sha256=digest,
                state=more.get("state", "ready"),
                reason=None,
                detail="",
                flags=(),
                pages=1,
                ocr=False,
                quality=None,
                exhibit=exhibit,
                first_page=more.get("page"),
                side=side,
                disclosure="private" if visibility != "public" else "served",
                origin=more.get("origin", "original"),
            )
        )

    def quote(self, file: str, words: str) -> Quote:
        """Find words in a document; a test case that misquotes fails here."""
        text = next(paper.text for paper in self.papers if paper.file == file)
        start = text.index(words)
        return Quote(file=file, page=1, start=start, end=start + len(words), quote=words)

    def share(self, review: Review) -> None:
        """Cut one review into what each role may see."""
        for role in ("plaintiff", "defendant", "judge"):
            hidden = {
                paper.file for paper in self.papers if paper.visibility != "public" and role not in paper.visibility
            }
            self.reviews[role] = replace(
                review,
                our_side="defendant" if role == "defendant" else "plaintiff",
                agents=review.agents if role == "plaintiff" else (),
                documents=tuple(item for item in review.documents if item.file not in hidden),
                chronology=tuple(item for item in review.chronology if item.file not in hidden),
                cells=tuple(_visible(cell, hidden) for cell in review.cells),
            )


def _visible(cell: Cell, hidden: set[str]) -> Cell:
    return replace(
        cell,
        evidence=tuple(quote for quote in cell.evidence if quote.file not in hidden),
        counter=tuple(quote for quote in cell.counter if quote.file not in hidden),
    )


def cell(name: str, fact: str, mark: Mark, opponent: Stance, evidence: list[Quote], **more: Any) -> Cell:
    """Make a cell of the plaintiff's burden unless told otherwise."""
    return Cell(
        id=name,
        claim=name.split("/")[0],
        element=name.split("/")[1],
        fact=fact,
        burden=more.get("burden", "原告"),
        burden_side=more.get("burden_side", "plaintiff"),
        norms=more.get("norms", ()),
        mark=mark,
        opponent=opponent,
        contested_law=more.get("contested_law", False),
        favours="ours",
        rule=more.get("rule", "direct_evidence"),
        why="",
        issue=None,
        evidence=tuple(evidence),
        counter=tuple(more.get("counter", ())),
        stance_quotes=tuple(more.get("stance", ())),
        wanted=more.get("wanted", ()),
    )


def _review(case: Case, **fields: Any) -> Review:
    plain: dict[str, Any] = {
        "cause_why": "",
        "our_side": "plaintiff",
        "court": "澜江市东渡区人民法院",
        "case_no": None,
        "hearing_date": None,
        "evidence_deadline": None,
        "procedure": "ordinary",
        "people": (),
        "corpus_as_of": date(2026, 8, 28),
        "actions": (),
        "documents": tuple(case.reviewed),
    }
    return Review(**{**plain, **fields})


def loan(*, guarantee: bool = True) -> Case:
    """A loan of 200,000 of which 184,000 arrived; the borrower admits the loan, the guarantor pleads the period."""
    case = Case()
    case.add(
        "起诉状.docx",
        "民事起诉状",
        "complaint",
        "plaintiff",
        "原告：苏禾。被告一：江临。被告二：白屿。\n请求：一、判令被告江临归还借款本金200,000元；"
        "二、支付逾期利息，以200,000元为基数按年利率12%自2025年3月1日起计至清偿之日；三、被告白屿承担连带清偿责任。\n"
        "2024年3月5日原告转账出借。",
    )
    case.add(
        "答辩状.docx",
        "答辩状（江临）",
        "answer",
        "defendant",
        "一、借款的事答辩人承认，借条是本人写的。\n二、只收到184,000元，差的那部分没有给过。\n三、利息还过12,000元，应当抵本金。",
    )
    case.add("答辩状2.docx", "答辩状（白屿）", "answer", "defendant", "借条没写保证到何时，六个月已过，没有人找过我。")
    case.add(
        "借条.jpg",
        "借条",
        "iou",
        "plaintiff",
        "今借到苏禾人民币贰拾万元整，借期一年，2025年2月28日还清，年利率12%。借款人江临。白屿自愿承担连带责任保证。2024年3月1日",
        exhibit="证1",
        page=1,
    )
    case.add(
        "流水.xlsx",
        "银行流水",
        "bank_statement",
        "plaintiff",
        "2024-03-01 网银转账 江临 184,000.00\n2024-06-01 转入 利息 江临 6,000.00\n2024-09-01 转入 利息 江临 6,000.00",
        exhibit="证2",
        page=2,
    )
    case.add(
        "聊天.txt",
        "微信聊天记录",
        "chat",
        "plaintiff",
        "临江仙 03-01 10:02\n收到了，十八万四，先扣的一万六算头里的利息\n临江仙 03-02 20:00\n再缓缓\n【自认】江临认账\n审判长：本院认为",
        exhibit="证3",
        page=4,
        origin="electronic",
    )
    case.add(
        "律师函.pdf",
        "律师函",
        "letter",
        "plaintiff",
        "白屿：请于收到本函后七日内承担保证责任。2025年11月20日",
        exhibit="证4",
        page=6,
    )
    case.add("回单.png", "快递回单", "postal_receipt", "plaintiff", "本人签收", exhibit="证5", page=7, state="refused")
    case.add("身份证.pdf", "身份证复印件", "id_copy", "plaintiff", "江临 白屿", exhibit="证6", page=8)
    case.add("LPR.pdf", "贷款市场报价利率公布页", "lpr_page", "plaintiff", "一年期LPR为3.45%", exhibit="证7", page=10)
    case.add(
        "转账截图.png",
        "还款转账截图",
        "payment_record",
        "defendant",
        "2024-12-01 转账 6,000.00 给苏禾",
        exhibit="对方证1",
        page=1,
        origin="copy",
    )
    case.add(
        "备忘.docx",
        "原告内部备忘",
        "memo",
        "plaintiff",
        f"给律师：{LOAN_SECRET}。2023年7月7日曾有别的往来。",
        only=("plaintiff",),
    )
    case.add(
        "被告备忘.docx",
        "被告内部备忘",
        "memo",
        "defendant",
        "家里人还不知道这笔账，等过完年再同她讲清楚",
        only=("defendant",),
    )
    q = case.quote
    cells = (
        cell(
            "CL-1/C1E1",
            "借贷合意（谁向谁借、金额）",
            "supported",
            "admitted",
            [q("借条.jpg", "今借到苏禾人民币贰拾万元整")],
            stance=[q("答辩状.docx", "借款的事答辩人承认")],
            norms=("民诉解释#91|产生该法律关系的基本事实",),
        ),
        cell(
            "CL-1/C1E2",
            "款项实际交付",
            "supported",
            "disputed",
            [
                q("流水.xlsx", "184,000.00"),
                q("聊天.txt", "收到了，十八万四"),
                q("备忘.docx", "2023年7月7日曾有别的往来"),
            ],
            stance=[q("答辩状.docx", "差的那部分没有给过")],
            norms=("民法典#679|自贷款人提供借款时成立",),
        ),
        cell(
            "CL-1/C1E4",
            "本金数额=实际交付额",
            "doubtful",
            "disputed",
            [q("借条.jpg", "人民币贰拾万元整")],
            counter=[q("流水.xlsx", "184,000.00"), q("聊天.txt", "先扣的一万六算头里的利息")],
            stance=[q("答辩状.docx", "只收到184,000元")],
            rule="counter_evidence",
            wanted=("差额16,000元的交付凭证",),
            norms=("民法典#670|按照实际借款数额返还借款并计算利息",),
        ),
        cell("CL-2/C3E1", "已逾期（起算日）", "supported", "not_stated", [q("借条.jpg", "2025年2月28日还清")]),
        cell(
            "CL-2/C3E2",
            "约定的逾期利率",
            "missing",
            "not_stated",
            [],
            wanted=("写明逾期利率的条款",),
            rule="nothing_found",
        ),
        cell(
            "CL-3/C5E1",
            "签字者有保证意思、保证期间内主张权利",
            "doubtful",
            "disputed",
            [q("借条.jpg", "白屿自愿承担连带责任保证")],
            counter=[q("答辩状2.docx", "没有人找过我")],
            rule="conflict",
        ),
    )
    finding = Finding(
        id="F-001",
        code="date_conflict",
        documents=("起诉状.docx", "流水.xlsx"),
        detail="起诉状称2024年3月5日转账，流水记载为2024-03-01",
        expected="2024-03-01",
        evidence=(q("起诉状.docx", "2024年3月5日"), q("流水.xlsx", "2024-03-01")),
        cells=("CL-1/C1E2",),
    )
    chat = Finding(
        id="F-002",
        code="chat_authenticity",
        documents=("聊天.txt",),
        detail="聊天记录只有昵称“临江仙”，没有账号和年份",
        expected=None,
        evidence=(q("聊天.txt", "临江仙"),),
    )
    case.share(
        _review(
            case,
            cause="minjian_jiedai",
            cause_name="民间借贷纠纷",
            title="苏禾诉江临、白屿民间借贷纠纷",
            filing_date=date(2026, 1, 12),
            agents=(("卢砚", "特别授权"),),
            parties=(
                Party(role="plaintiff", name="苏禾", kind="person"),
                Party(role="defendant", name="江临", kind="person"),
                Party(role="defendant", name="白屿", kind="person"),
            ),
            claims=(
                Claim(
                    id="CL-1",
                    pack_claim="C1",
                    title="返还借款本金",
                    text="归还借款本金200,000元",
                    amount_fen=20_000_000,
                    quote=None,
                    norms=("民法典#675|借款人应当按照约定的期限返还借款",),
                ),
                Claim(
                    id="CL-2", pack_claim="C3", title="支付逾期利息", text="支付逾期利息", amount_fen=None, quote=None
                ),
                Claim(
                    id="CL-3",
                    pack_claim="C5",
                    title="担保责任",
                    text="被告白屿承担连带清偿责任",
                    amount_fen=None,
                    quote=None,
                ),
            ),
            cells=cells,
            defences=(
                Defence(
                    defence="D2",
                    title="已清偿部分本金",
                    kind="权利消灭",
                    raised=True,
                    by="江临",
                    text="利息还过12,000元，应当抵本金",
                    mark="doubtful",
                    why="",
                    evidence=(q("答辩状.docx", "应当抵本金"), q("转账截图.png", "6,000.00")),
                    norms=("民法典#557|债务已经履行",),
                    cells=("CL-1/C1E4",),
                ),
                Defence(
                    defence="baozheng:D1",
                    title="保证期间届满",
                    kind="权利消灭",
                    raised=True,
                    by="白屿",
                    text="六个月已过",
                    mark="supported",
                    why="",
                    evidence=(q("答辩状2.docx", "六个月已过"),),
                    cells=("CL-3/C5E1",),
                ),
            ),
            findings=(finding, chat),
            chronology=(
                ChronologyEntry(
                    date=date(2024, 3, 1),
                    event="出具借条",
                    file="借条.jpg",
                    quote=q("借条.jpg", "2024年3月1日"),
                    kind="contract",
                ),
                ChronologyEntry(
                    date=date(2024, 3, 1),
                    event="转账184,000元",
                    file="流水.xlsx",
                    quote=q("流水.xlsx", "184,000.00"),
                    kind="transfer",
                ),
                ChronologyEntry(
                    date=date(2025, 11, 20),
                    event="向保证人发律师函",
                    file="律师函.pdf",
                    quote=q("律师函.pdf", "请于收到本函后七日内承担保证责任"),
                    kind="demand",
                ),
                ChronologyEntry(
                    date=date(2023, 7, 7),
                    event="别的往来",
                    file="备忘.docx",
                    quote=q("备忘.docx", "2023年7月7日"),
                    kind="other",
                ),
            ),
            amounts=(
                AmountLine(
                    name="请求本金",
                    value_fen=20_000_000,
                    formula="起诉状第一项",
                    basis="as_pleaded",
                    source_cells=("C1E4",),
                ),
                AmountLine(
                    name="应认定本金",
                    value_fen=18_400_000,
                    formula="200000−16000",
                    basis="as_supported",
                    source_cells=("C1E4",),
                ),
            ),
            issues=(
                Issue(id="I-001", title="借款是否交付、本金数额", cells=("CL-1/C1E2", "CL-1/C1E4"), defences=("D2",)),
                Issue(id="I-002", title="逾期利息的起算和标准", cells=("CL-2/C3E1", "CL-2/C3E2")),
                Issue(id="I-003", title="保证责任是否成立", cells=("CL-3/C5E1",), defences=("baozheng:D1",)),
            ),
            guarantee_in_play=guarantee,
            judge_questions=("款项怎么来的、如何交付、谁在场", "起诉前何时如何催收"),
        )
    )
    return case


def sale(*, pleads_limitation: bool = True, penalty_open: bool = True) -> Case:
    """A sale in three batches; the third has an invoice and a carrier's note without signatures only."""
    case = Case()
    plea = "二、欠款已过三年诉讼时效。" if pleads_limitation else "二、货款应当扣减。"
    case.add(
        "起诉状.docx",
        "民事起诉状",
        "complaint",
        "plaintiff",
        "原告：云渚线缆有限公司。被告：澜汀机电有限公司。\n请求：一、支付货款150,000元；二、支付逾期付款违约金9,000元。",
    )
    case.add(
        "答辩状.docx",
        "答辩状",
        "answer",
        "defendant",
        f"一、前两批货收到了，第三批没有人签收。\n{plea}\n三、不构成违约，不应支付违约金。",
    )
    case.add(
        "合同.pdf",
        "线缆购销合同",
        "sale_contract",
        "plaintiff",
        "甲方云渚线缆有限公司 乙方澜汀机电有限公司\n第三条 货到乙方仓库30日内付清；逾期按日万分之二支付违约金。2022年5月6日",
        exhibit="证1",
        page=1,
    )
    case.add(
        "签收单一.jpg",
        "送货单（第一批）",
        "delivery_note",
        "plaintiff",
        "2022-05-10 线缆20盘 签收：申屠远",
        exhibit="证2",
        page=4,
    )
    case.add(
        "签收单二.jpg",
        "送货单（第二批）",
        "delivery_note",
        "plaintiff",
        "2022-05-25 线缆20盘 签收：申屠远",
        exhibit="证3",
        page=5,
    )
    case.add(
        "发票.pdf",
        "增值税专用发票",
        "invoice",
        "plaintiff",
        "第三批 线缆10盘 价税合计50,000.00元 2022年6月12日",
        exhibit="证4",
        page=6,
    )
    case.add(
        "承运.jpg",
        "承运证明",
        "transport_certificate",
        "plaintiff",
        "兹证明2022年6月10日运送线缆10盘至澜汀仓库。（盖章）",
        exhibit="证5",
        page=7,
    )
    case.add("台账.xlsx", "往来台账", "ledger", "plaintiff", "应收250000 已收100000 余额150000", exhibit="证6", page=8)
    case.add(
        "流水.csv",
        "收款流水",
        "bank_statement",
        "plaintiff",
        "2022-07-01 澜汀机电有限公司 100,000.00",
        exhibit="证7",
        page=9,
    )
    case.add(
        "邮件.eml",
        "催款邮件",
        "email",
        "plaintiff",
        "贵司尚欠货款150,000元，请付清。2025-12-20",
        exhibit="证8",
        page=10,
        origin="electronic",
    )
    case.add("照片.jpg", "浮锈照片", "photo", "defendant", "线缆外皮破损", exhibit="对方证1", page=1, origin="copy")
    case.add("备忘.docx", "原告内部备忘", "memo", "plaintiff", SALE_SECRET, only=("plaintiff",))
    case.add("被告备忘.docx", "被告内部备忘", "memo", "defendant", DEFENCE_SECRET, only=("defendant",))
    q = case.quote
    cells = (
        cell("CL-1/C1E1", "买卖合同成立生效", "supported", "undisputed", [q("合同.pdf", "甲方云渚线缆有限公司")]),
        cell(
            "CL-1/C1E2",
            "已交付约定标的物（数量、规格）",
            "doubtful",
            "disputed",
            [
                q("签收单一.jpg", "线缆20盘 签收"),
                q("签收单二.jpg", "线缆20盘 签收"),
                q("发票.pdf", "线缆10盘"),
                q("承运.jpg", "运送线缆10盘至澜汀仓库"),
            ],
            stance=[q("答辩状.docx", "第三批没有人签收")],
            rule="invoice_alone",
            wanted=("第三批签收单", "入库单"),
            norms=("民法典#598|交付标的物",),
        ),
        cell(
            "CL-1/C1E3",
            "付款期限届至、金额",
            "doubtful",
            "disputed",
            [q("台账.xlsx", "余额150000"), q("流水.csv", "100,000.00")],
            rule="own_record_only",
            wanted=("双方对账单",),
        ),
        cell("CL-2/C2E1", "违约金约定", "supported", "not_stated", [q("合同.pdf", "逾期按日万分之二支付违约金")]),
    )
    amount = Finding(
        id="F-001",
        code="amount_mismatch",
        documents=("台账.xlsx", "签收单二.jpg"),
        detail="台账计入第三批50,000元，签收单只有前两批",
        expected="100000.00",
        evidence=(q("台账.xlsx", "余额150000"), q("签收单二.jpg", "线缆20盘")),
        cells=("CL-1/C1E3",),
    )
    form = Finding(
        id="F-002",
        code="evidence_form",
        documents=("承运.jpg",),
        detail="承运证明只有盖章，没有负责人和制作人员签名",
        expected=None,
        evidence=(q("承运.jpg", "（盖章）"),),
        norms=("民诉解释#115|由单位负责人及制作证明材料的人员签名或者盖章",),
        cells=("CL-1/C1E2",),
    )
    lapsed = Finding(
        id="F-003",
        code="limitation_lapsed",
        documents=("邮件.eml", "起诉状.docx"),
        detail="付款期届满后三年内未见主张，时效风险",
        expected="2025-07-10",
        evidence=(q("邮件.eml", "2025-12-20"),),
    )
    case.share(
        _review(
            case,
            cause="maimai",
            cause_name="买卖合同纠纷",
            title="云渚线缆诉澜汀机电买卖合同纠纷",
            filing_date=date(2026, 1, 20),
            agents=(),
            parties=(
                Party(role="plaintiff", name="云渚线缆有限公司", kind="company"),
                Party(role="defendant", name="澜汀机电有限公司", kind="company"),
            ),
            claims=(
                Claim(
                    id="CL-1",
                    pack_claim="C1",
                    title="支付货款",
                    text="支付货款150,000元",
                    amount_fen=15_000_000,
                    quote=None,
                    norms=("民法典#626|买受人应当按照约定的数额和支付方式支付价款",),
                ),
                Claim(
                    id="CL-2",
                    pack_claim="C2",
                    title="逾期付款违约金",
                    text="支付逾期付款违约金9,000元",
                    amount_fen=900_000,
                    quote=None,
                ),
            ),
            cells=cells,
            defences=(
                Defence(
                    defence="D1",
                    title="第三批未交付",
                    kind="否认",
                    raised=True,
                    by="澜汀机电有限公司",
                    text="第三批没有人签收",
                    mark="supported",
                    why="",
                    evidence=(q("答辩状.docx", "第三批没有人签收"),),
                    cells=("CL-1/C1E2",),
                ),
                Defence(
                    defence="D4",
                    title="质量异议",
                    kind="减额",
                    raised=True,
                    by="澜汀机电有限公司",
                    text="外皮破损，应当减价",
                    mark="doubtful",
                    why="",
                    evidence=(q("照片.jpg", "线缆外皮破损"),),
                    cells=("CL-1/C1E3",),
                ),
                Defence(
                    defence="D5",
                    title="诉讼时效",
                    kind="权利受制",
                    raised=pleads_limitation,
                    by="澜汀机电有限公司",
                    text="已过时效",
                    mark="supported",
                    why="",
                    evidence=(),
                    norms=("民法典#188|诉讼时效期间为三年",),
                    cells=("CL-1/C1E3",),
                ),
            ),
            findings=(amount, form, lapsed),
            chronology=(
                ChronologyEntry(
                    date=date(2022, 5, 6),
                    event="签订合同",
                    file="合同.pdf",
                    quote=q("合同.pdf", "2022年5月6日"),
                    kind="contract",
                ),
                ChronologyEntry(
                    date=date(2022, 5, 10),
                    event="第一批20盘签收",
                    file="签收单一.jpg",
                    quote=q("签收单一.jpg", "2022-05-10 线缆20盘"),
                    kind="delivery",
                ),
                ChronologyEntry(
                    date=date(2022, 5, 25),
                    event="第二批20盘签收",
                    file="签收单二.jpg",
                    quote=q("签收单二.jpg", "2022-05-25 线缆20盘"),
                    kind="delivery",
                ),
                ChronologyEntry(
                    date=date(2022, 6, 10),
                    event="第三批10盘承运",
                    file="承运.jpg",
                    quote=q("承运.jpg", "2022年6月10日运送线缆10盘"),
                    kind="delivery",
                ),
                ChronologyEntry(
                    date=date(2022, 7, 1),
                    event="付款100,000元",
                    file="流水.csv",
                    quote=q("流水.csv", "100,000.00"),
                    kind="transfer",
                ),
                ChronologyEntry(
                    date=date(2025, 12, 20),
                    event="邮件催款",
                    file="邮件.eml",
                    quote=q("邮件.eml", "请付清"),
                    kind="demand",
                ),
            ),
            amounts=(
                AmountLine(
                    name="货款（主张）",
                    value_fen=15_000_000,
                    formula="250000−100000",
                    basis="as_pleaded",
                    source_cells=("C1E3",),
                ),
                AmountLine(
                    name="货款（签收支持）",
                    value_fen=10_000_000,
                    formula="200000−100000",
                    basis="as_supported",
                    source_cells=("C1E3",),
                ),
            ),
            issues=(
                Issue(id="I-001", title="第三批货物是否交付", cells=("CL-1/C1E2",), defences=("D1",)),
                Issue(id="I-002", title="货款数额", cells=("CL-1/C1E3",), defences=("D4", "D5")),
                Issue(id="I-003", title="违约金应否支付", cells=("CL-2/C2E1",)),
            ),
            limitation=(
                LimitationLine(start=date(2022, 7, 10), basis="末批付款期届满", ends=date(2025, 7, 10), evidence=()),
            ),
            limitation_pleaded=pleads_limitation,
            penalty_reduction_open=penalty_open,
            judge_questions=("每批货的订单、送货单、签收、发票、付款能否一一对应", "质量问题何时发现如何通知"),
        )
    )
    return case
