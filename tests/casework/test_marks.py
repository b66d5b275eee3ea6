"""The marks of the cells: which rule sets which mark, and what must never set one."""

from __future__ import annotations

import pytest
from little_cases import (
    BUYER_CODE,
    GUARANTOR_ID,
    LOAN,
    SALE,
    SELLER_CODE,
    UNREAD,
    answered,
    cell,
    changed,
    credit_code,
    extended,
    photographed,
    reviewed,
    without,
)

from zuno.casework.records import Cell

BUYER = "柏临市砚北服饰有限公司"
QUIET_LOAN = without(extended(LOAN, 答辩状=answered()), "内部备忘.txt")
"""The loan with an answer that admits and denies nothing."""
QUIET_SALE = without(extended(SALE, 答辩状=answered(by=BUYER)), "内部备忘.txt", "委托书.txt", "企业信息.txt")


def loan_answer(*lines: str) -> dict[str, str]:
    return extended(LOAN, 答辩状=answered(*lines))


def sale_answer(*lines: str) -> dict[str, str]:
    return extended(SALE, 答辩状=answered(*lines, by=BUYER))


NO_TERM = (("借期一年，于2025年3月9日前还清本金。", ""), ("逾期未还的，仍按年利率12%计息到还清为止。", ""))
NO_RATE = (("，年利率12%，每月10日付息", ""), ("，仍按年利率12%计息到还清为止", ""))
STRANGER = (("；乙方指定收货人为祝小满", ""),)
NAMELESS = changed(
    changed(LOAN, "证据目录.txt", ("，原始手机可当庭核对", "")),
    "微信聊天.txt",
    ("对方微信号：zhuo_yh85  备注名：卓远航  绑定手机：100****4444\n", ""),
    ("导出设备：闵知秋本人手机（设备留存备查）  ", ""),
    ("卓远航  20", "远方的船  20"),
)
"""The loan's chat with a mere nickname, no account, no device."""
CERTIFICATE = "证明\n兹证明我部于2023年6月8日将棉布3000米运至柏临市城南区针线街21号。\n青岸顺途货运部（盖章）\n"
SLIPS = ("送货单一.txt", "送货单二.txt")
PAPERS_OF_DELIVERY = (*SLIPS, "对账单.txt", "微信.txt", "发票.txt")
QUALITY_SUIT = f"""民事起诉状
原告：{BUYER}，住所地柏临市城南区针线街21号，统一社会信用代码{BUYER_CODE}。法定代表人：路怀安。
被告：青岸市禾川纺织有限公司，住所地青岸市港东区织造路6号，统一社会信用代码{SELLER_CODE}。法定代表人：纪明礼。
案由：买卖合同纠纷
诉讼请求：
一、判令被告赔偿因质量问题造成的损失30,000元；
二、判令解除双方签订的《面料购销合同》；
三、诉讼费由被告承担。
事实和理由：
2023年4月18日，双方签订《面料购销合同》。第二批棉布有色差。
此致
青岸市港东区人民法院
具状人：{BUYER}
2025年3月16日
"""
BUYER_SUES = without(
    extended(
        SALE,
        起诉状=QUALITY_SUIT,
        答辩状=answered("一、货物质量合格。", by="青岸市禾川纺织有限公司"),
    ),
    "委托书.txt",
)
OBJECTION = f"""质量异议函
青岸市禾川纺织有限公司：
第二批棉布有色差，质量不合格，现书面通知贵司。
运单号 EX9990055667
{BUYER}
2023年6月20日
"""
TERMINATION = f"""解除合同通知函
青岸市禾川纺织有限公司：
因面料色差，现通知解除合同。
运单号 EX9990055668
{BUYER}
2023年8月1日
"""
ACCELERATED = changed(
    QUIET_SALE,
    "起诉状.txt",
    ("三、诉讼费", "三、判令被告支付未到期的剩余货款，宣布合同提前到期；\n四、诉讼费"),
)
DEMAND = f"催款函\n{BUYER}：\n请于十日内付清货款140,000元。\n青岸市禾川纺织有限公司\n2024年5月6日\n"
RECEIPT = "国内快递签收回单\n运单号：{}\n内件：{}\n签收人：前台\n签收时间：{} 已签收\n"

MARKS = [
    # what the other side admits, and what its own papers say
    (LOAN, "C1E1", "supported", "admitted"),
    (QUIET_LOAN, "C1E1", "supported", "direct_evidence"),
    (QUIET_LOAN, "C1E4", "supported", "principal_matches_delivery"),
    (without(QUIET_LOAN, "借条.txt"), "C1E1", "supported", "agreeing_evidence"),
    (without(QUIET_SALE, *SLIPS, "对账单.txt", "发票.txt"), "C1E2", "supported", "agreeing_evidence"),
    (without(sale_answer("一、货没有收到。"), *SLIPS, "对账单.txt", "发票.txt"), "C1E2", "doubtful", "single_source"),
    (QUIET_SALE, "C1E3", "supported", "balance_acknowledged"),
    (without(QUIET_SALE, "对账单.txt"), "C1E3", "supported", "price_less_payments"),
    (QUIET_SALE, "C1E4", "supported", "named_as_buyer"),
    (QUIET_SALE, "C2E2", "supported", "start_after_due"),
    (QUIET_LOAN, "C2E2", "supported", "rate_within_cap"),
    (QUIET_LOAN, "C2E3", "supported", "formed_after_cap"),
    (QUIET_LOAN, "C3E1", "supported", "overdue_unpaid"),
    (QUIET_LOAN, "C1E3", "supported", "demand_answered"),
    (
        changed(without(QUIET_LOAN, "微信聊天.txt"), "催告函.txt", ("韩霁月女士：", "卓远航先生：")),
        "C1E3",
        "supported",
        "demand_delivered",
    ),
    # figures that do not agree
    (
        changed(QUIET_LOAN, "银行流水.csv", ("200000.00,,", "184000.00,,")),
        "C1E4",
        "doubtful",
        "delivered_less_than_claimed",
    ),
    (
        changed(
            changed(QUIET_LOAN, "银行流水.csv", ("200000.00,,", "150000.00,,")),
            "微信聊天.txt",
            ("收到了，20万，", "收到了，"),
        ),
        "C1E2",
        "doubtful",
        "part_without_proof",
    ),
    (changed(QUIET_LOAN, "起诉状.txt", ("按年利率12%自", "按年利率18%自")), "C2E2", "doubtful", "rate_above_cap"),
    (
        changed(QUIET_LOAN, "借条.txt", ("\n2024年3月10日", "\n2020年5月10日"), ("2025年3月9日", "2021年5月9日")),
        "C2E3",
        "doubtful",
        "formed_before_cap",
    ),
    (changed(QUIET_LOAN, "借条.txt", ("2025年3月9日", "2027年3月9日")), "C3E1", "doubtful", "not_yet_due"),
    (changed(QUIET_SALE, "对账单.txt", ("140,000", "120,000")), "C1E3", "doubtful", "balance_differs"),
    (
        changed(without(QUIET_SALE, "对账单.txt"), "起诉状.txt", ("面料货款140,000", "面料货款150,000")),
        "C1E3",
        "doubtful",
        "balance_differs",
    ),
    (
        changed(QUIET_SALE, "起诉状.txt", ("自2023年7月21日起", "自2023年6月21日起")),
        "C2E2",
        "doubtful",
        "start_before_due",
    ),
    (without(QUIET_SALE, "送货单二.txt", "对账单.txt", "微信.txt"), "C1E2", "doubtful", "batch_without_receipt"),
    (without(QUIET_SALE, "送货单二.txt", "对账单.txt", "微信.txt"), "C2E2", "doubtful", "rests_on_C1E2"),
    (
        changed(
            without(QUIET_SALE, "对账单.txt", *SLIPS, "收款流水.csv", "发票.txt"),
            "购销合同.txt",
            (BUYER, "榆川市远山制衣有限公司"),
        ),
        "C1E4",
        "doubtful",
        "buyer_named_otherwise",
    ),
    (changed(QUIET_LOAN, "借条.txt", ("今借到闵知秋", "今借到邹晚亭")), "C1E1", "doubtful", "lender_is_another"),
    # words of the other side before the suit
    (changed(QUIET_LOAN, "微信聊天.txt", ("收到了，20万，谢谢姐", "钱没收到啊")), "C1E2", "doubtful", "contradicted"),
    (
        changed(
            without(QUIET_LOAN, "借条.txt", "银行流水.csv"), "微信聊天.txt", ("收到了，20万，谢谢姐", "好像收到了20万")
        ),
        "C1E2",
        "doubtful",
        "hedged",
    ),
    # evidence with a flaw of form
    (
        changed(without(QUIET_LOAN, "微信聊天.txt"), "证据目录.txt", ("原件（1页）", "复印件")),
        "C1E1",
        "doubtful",
        "copy_without_original",
    ),
    (
        changed(without(QUIET_LOAN, "微信聊天.txt"), "证据目录.txt", ("原件（1页）", "复印件（与原件核对无异）")),
        "C1E1",
        "supported",
        "direct_evidence",
    ),
    (extended(without(NAMELESS, "借条.txt"), 答辩状=answered()), "C1E1", "doubtful", "chat_unauthenticated"),
    (
        changed(
            without(QUIET_LOAN, "微信聊天.txt"),
            "借条.txt",
            ("借款人：卓远航（捺印）", ""),
            ("连带责任保证人：韩霁月（捺印）", ""),
        ),
        "C1E1",
        "doubtful",
        "unsigned",
    ),
    (
        extended(without(sale_answer("一、货没有收到。"), *PAPERS_OF_DELIVERY), 承运证明=CERTIFICATE),
        "C1E2",
        "doubtful",
        "certificate_form",
    ),
    (
        extended(
            without(sale_answer("一、货没有收到。"), *PAPERS_OF_DELIVERY),
            承运证明=CERTIFICATE + "负责人：荣广田\n经办人：习文海\n",
        ),
        "C1E2",
        "doubtful",
        "only_pointers",
    ),
    (
        changed(
            changed(
                changed(without(QUIET_SALE, "对账单.txt", "微信.txt"), "购销合同.txt", *STRANGER),
                "送货单一.txt",
                (f"收货单位：{BUYER}\n", ""),
            ),
            "送货单二.txt",
            (f"收货单位：{BUYER}\n", ""),
        ),
        "C1E2",
        "doubtful",
        "receiver_unknown",
    ),
    # what only points, and nothing at all
    (without(sale_answer("一、货没有收到。"), *SLIPS, "对账单.txt", "微信.txt"), "C1E2", "missing", "invoice_alone"),
    (without(QUIET_SALE, *SLIPS, "对账单.txt", "微信.txt"), "C1E2", "doubtful", "invoice_alone"),
    (without(QUIET_SALE, *PAPERS_OF_DELIVERY), "C1E2", "missing", "nothing_found"),
    (without(QUIET_LOAN, "借条.txt", "微信聊天.txt"), "C1E1", "doubtful", "only_pointers"),
    (without(QUIET_LOAN, "借条.txt", "微信聊天.txt", "银行流水.csv"), "C1E1", "missing", "nothing_found"),
    (changed(QUIET_LOAN, "借条.txt", *NO_RATE), "C2E1", "doubtful", "only_pointers"),
    (without(QUIET_LOAN, "借条.txt", "微信聊天.txt"), "C3E1", "doubtful", "pleaded_only"),
    # where the law's standard needs no proof
    (
        changed(changed(QUIET_LOAN, "借条.txt", *NO_RATE), "起诉状.txt", ("为基数按年利率12%", "为基数按一年期LPR")),
        "C3E2",
        "supported",
        "statutory_rate",
    ),
    (
        changed(without(QUIET_SALE, "购销合同.txt"), "起诉状.txt", ("按日万分之二自", "按一年期LPR的1.5倍自")),
        "C2E1",
        "supported",
        "statutory_rate",
    ),
    (
        changed(QUIET_SALE, "起诉状.txt", ("自2023年7月21日起计至付清之日，暂计至2025年3月15日共604天", "计算，合计")),
        "C2E2",
        "supported",
        "start_by_term",
    ),
    # the whole price before its time
    (extended(without(ACCELERATED, "微信.txt"), 催款函=DEMAND), "C5E1", "doubtful", "no_proof_of_arrival"),
    (ACCELERATED, "C5E2", "not_applicable", "not_claimed"),
    # the buyer sues
    (BUYER_SUES, "C3E3", "missing", "nothing_found"),
    (extended(BUYER_SUES, 质量异议函=OBJECTION), "C3E3", "doubtful", "no_proof_of_arrival"),
    (
        extended(BUYER_SUES, 质量异议函=OBJECTION, 快递=RECEIPT.format("EX9990055667", "质量异议函", "2023年6月22日")),
        "C3E3",
        "supported",
        "quality_notified",
    ),
    (extended(BUYER_SUES, 解除合同通知=TERMINATION), "C4E2", "doubtful", "no_proof_of_arrival"),
    (
        extended(
            BUYER_SUES, 解除合同通知=TERMINATION, 快递=RECEIPT.format("EX9990055668", "解除合同通知函", "2023年8月3日")
        ),
        "C4E2",
        "supported",
        "notice_delivered",
    ),
]


@pytest.mark.parametrize(("files", "element", "mark", "rule"), MARKS, ids=[f"{row[1]}-{row[3]}" for row in MARKS])
def test_one_named_rule_sets_the_mark(files: dict[str, str], element: str, mark: str, rule: str) -> None:
    judged = cell(reviewed(files), element)
    assert (judged.mark, judged.rule) == (mark, rule)


@pytest.mark.parametrize(
    ("files", "element", "rule"),
    [
        (
            extended(BUYER_SUES, 收据="收据\n今收到砚北服饰交来返工费30,000元。\n收款人：青岸检测站\n2023年7月1日\n"),
            "C3E4",
            "loss_papers",
        ),
        (
            extended(BUYER_SUES, 微信=SALE["微信.txt"] + "[2023-06-20 10:00:00] 祝小满: 第二批棉布有色差，没法用\n"),
            "C3E3",
            "quality_notified",
        ),
        (ACCELERATED, "C5E1", "demanded"),
    ],
)
def test_a_check_that_carries_an_element_gives_its_name(files: dict[str, str], element: str, rule: str) -> None:
    judged = cell(reviewed(files), element)
    assert (judged.mark, judged.rule) == ("supported", rule)


def test_the_little_cases_as_they_stand_are_supported_throughout() -> None:
    for files in (LOAN, SALE):
        assert {
            (judged.element, judged.mark) for judged in reviewed(files).cells if judged.mark != "supported"
        } == set()


# --- unread material --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "element"),
    [
        (photographed(QUIET_LOAN, "借条.txt"), "C1E1"),
        (photographed(QUIET_LOAN, "借条.txt"), "C2E1"),
        (photographed(without(QUIET_LOAN, "微信聊天.txt"), "银行流水.csv"), "C1E2"),
        (photographed(QUIET_SALE, "购销合同.txt"), "C1E1"),
        (photographed(QUIET_SALE, "购销合同.txt"), "C2E1"),
        (photographed(without(QUIET_SALE, "对账单.txt", "微信.txt"), *SLIPS), "C1E2"),
        (without(sale_answer("一、货没有收到。"), *PAPERS_OF_DELIVERY) | {"IMG_2201.jpg": UNREAD}, "C1E2"),
        (photographed(without(QUIET_SALE, "对账单.txt", "微信.txt"), "送货单二.txt"), "C1E2"),
    ],
)
def test_a_cell_on_which_an_unread_paper_may_bear_is_doubtful_by_that_rule(files: dict[str, str], element: str) -> None:
    judged = cell(reviewed(files), element)
    assert (judged.mark, judged.rule) == ("doubtful", "unread_material")
    assert judged.unread


@pytest.mark.parametrize(
    "base", [LOAN, QUIET_LOAN, SALE, QUIET_SALE, BUYER_SUES], ids=["loan", "quiet", "sale", "quiet sale", "buyer"]
)
def test_while_a_photo_of_unknown_content_is_unread_nothing_is_missing(base: dict[str, str]) -> None:
    proofs = [file for file in base if file not in ("起诉状.txt", "答辩状.txt")]
    judged = reviewed(without(base, *proofs) | {"IMG_0001.jpg": UNREAD}).cells
    assert {item.mark for item in judged} & {"missing"} == set()


def test_an_unread_paper_does_not_unsettle_what_is_proven_without_it() -> None:
    judged = cell(reviewed(photographed(LOAN, "催告函.txt")), "C1E1")
    assert judged.mark == "supported"


def test_an_answer_that_admits_settles_the_cell_though_the_paper_is_unread() -> None:
    judged = cell(reviewed(photographed(LOAN, "借条.txt")), "C1E1")
    assert (judged.mark, judged.rule) == ("supported", "admitted")


# --- pleadings, own papers, admissions --------------------------------------------------------------------------


@pytest.mark.parametrize("base", [LOAN, SALE], ids=["loan", "sale"])
def test_pleadings_alone_prove_no_debt(base: dict[str, str]) -> None:
    judged = reviewed({"起诉状.txt": base["起诉状.txt"]}).cells
    assert {item.mark for item in judged if item.element.startswith("C1")} <= {"missing", "doubtful"}


def test_no_cell_is_supported_by_the_claimants_complaint_alone() -> None:
    carried = {
        item.id
        for base in (LOAN, SALE)
        for item in reviewed({"起诉状.txt": base["起诉状.txt"]}).cells
        if item.mark == "supported"
    }
    assert carried == set()


LEDGER = """往来账
日期	摘要	应收	已收	余额
2023-05-10	棉布	125000		125000
2023-06-08	棉布	75000	60000	140000
制表：财务
"""


def test_a_partys_own_ledger_does_not_corroborate_itself() -> None:
    bare = without(QUIET_SALE, *PAPERS_OF_DELIVERY, "购销合同.txt", "收款流水.csv")
    judged = {item.element: item.mark for item in reviewed(extended(bare, 往来账=LEDGER)).cells}
    assert judged["C1E3"] == "doubtful"
    assert "supported" not in judged.values()


def test_an_invoice_of_our_own_is_no_proof_that_the_buyer_bought() -> None:
    bare = without(QUIET_SALE, *SLIPS, "对账单.txt", "微信.txt", "购销合同.txt", "收款流水.csv")
    assert cell(reviewed(bare), "C1E1").mark == "doubtful"


def test_an_admission_in_the_answer_ends_the_need_for_proof() -> None:
    bare = without(LOAN, "借条.txt", "银行流水.csv", "微信聊天.txt")
    judged = cell(reviewed(bare), "C1E1")
    assert (judged.mark, judged.rule, judged.opponent) == ("supported", "admitted", "admitted")
    assert {quote.file for quote in judged.stance_quotes} == {"答辩状.txt"}


@pytest.mark.parametrize("words", ["一、三批货都收到了，数量没有异议。", "一、货已收到，对数量没有意见。"])
def test_no_objection_to_the_quantity_is_undisputed_or_admitted(words: str) -> None:
    assert cell(reviewed(sale_answer(words)), "C1E2").opponent in ("admitted", "undisputed")


@pytest.mark.parametrize(
    ("words", "element"),
    [
        ("一、答辩人没有向原告借过钱。", "C1E1"),
        ("一、该款是双方合伙的投资款，不是借款。", "C1E1"),
        ("一、答辩人没有收到过这笔钱。", "C1E2"),
        ("一、当时只收到十八万元。", "C1E2"),
    ],
)
def test_a_denial_in_the_answer_disputes_the_cell(words: str, element: str) -> None:
    judged = cell(reviewed(loan_answer(words)), element)
    assert judged.opponent == "disputed"
    assert {quote.file for quote in (*judged.counter, *judged.stance_quotes)} == {"答辩状.txt"}


def test_a_denial_without_evidence_does_not_rebut_what_the_papers_prove() -> None:
    judged = cell(reviewed(loan_answer("一、答辩人没有收到过这笔钱。")), "C1E2")
    assert (judged.mark, judged.opponent) == ("supported", "disputed")


def test_silence_in_the_answer_is_not_stated() -> None:
    assert {item.opponent for item in reviewed(QUIET_LOAN).cells} == {"not_stated"}


@pytest.mark.parametrize(
    "words",
    [
        "一、即便借款属实，也早已过了诉讼时效。",
        "一、欠款拖了这么久，已经过了诉讼时效。",
        "一、如果认定是借款，利息也过高。",
    ],
)
def test_a_plea_in_the_alternative_admits_nothing(words: str) -> None:
    stances = {item.element: (item.rule, item.opponent) for item in reviewed(loan_answer(words)).cells}
    assert {rule for rule, _stance in stances.values()} & {"admitted"} == set()
    assert {stance for _rule, stance in stances.values()} <= {"not_stated", "disputed"}


@pytest.mark.parametrize("base", [LOAN, SALE], ids=["loan", "sale"])
def test_what_is_marked_as_admitted_shows_the_other_side_as_admitting(base: dict[str, str]) -> None:
    admitted = [item for item in reviewed(base).cells if item.rule == "admitted"]
    assert admitted
    assert {item.id for item in admitted if item.opponent not in ("admitted", "undisputed")} == set()


def test_the_borrowers_admission_does_not_bind_the_guarantor() -> None:
    files = changed(
        LOAN,
        "借条.txt",
        (f"连带责任保证人：韩霁月（捺印） {GUARANTOR_ID}\n", ""),
        ("韩霁月自愿为上述借款提供连带责任保证。\n", ""),
    )
    assert cell(reviewed(files), "C5E1").mark != "supported"


def test_an_instrument_whose_signature_is_denied_does_not_stand_alone() -> None:
    files = without(loan_answer("一、借条上的签名不是答辩人签的。"), "微信聊天.txt", "银行流水.csv")
    judged = cell(reviewed(files), "C1E1")
    assert (judged.mark, judged.opponent) == ("doubtful", "disputed")


@pytest.mark.parametrize("files", [SALE, without(SALE, "对账单.txt", "购销合同.txt")], ids=["proven", "unproven"])
def test_an_admission_of_less_is_no_admission_of_the_sum_claimed(files: dict[str, str]) -> None:
    owned = answered("一、货收到了，但只欠80,000元。", by=BUYER)
    judged = cell(reviewed(extended(files, 答辩状=owned)), "C1E3")
    assert judged.rule != "admitted"
    assert judged.opponent == "disputed"


@pytest.mark.xfail(strict=True, reason="naming the paper whose seal is denied is read as owning it")
@pytest.mark.parametrize("element", ["C1E2", "C1E3"])
def test_a_seal_that_is_denied_admits_nothing(element: str) -> None:
    judged = cell(reviewed(sale_answer("一、对账单上的印章不是我司公章。")), element)
    assert judged.opponent not in ("admitted", "undisputed")


@pytest.mark.xfail(
    strict=True, reason="the denial of a signature is held against the loan and not against the guarantee"
)
def test_a_guarantor_who_denies_the_signature_disputes_the_guarantee() -> None:
    files = extended(QUIET_LOAN, 答辩状二=answered("一、借条上保证人一栏的签名不是答辩人签的。", by="韩霁月"))
    assert cell(reviewed(files), "C5E1").opponent == "disputed"


@pytest.mark.parametrize("words", ["一、原告所述全部事实均不属实。", "一、对原告主张的事实全部不予认可。"])
def test_a_general_denial_disputes_the_cells(words: str) -> None:
    assert {item.opponent for item in reviewed(loan_answer(words)).cells if item.element.startswith("C1")} == {
        "disputed"
    }


@pytest.mark.xfail(strict=True, reason="a general admission is not read")
@pytest.mark.parametrize("words", ["一、对原告主张的事实和请求均无异议。", "一、原告所述全部属实，答辩人均予认可。"])
def test_a_general_admission_admits_the_cells(words: str) -> None:
    stances = {item.opponent for item in reviewed(loan_answer(words)).cells if item.element in ("C1E1", "C1E2")}
    assert stances <= {"admitted", "undisputed"}


# --- what must not carry a cell ---------------------------------------------------------------------------------


def test_a_loan_without_a_term_and_without_a_demand_is_not_due_by_its_paper() -> None:
    files = changed(without(QUIET_LOAN, "微信聊天.txt", "催告函.txt", "快递签收.txt"), "借条.txt", *NO_TERM)
    assert cell(reviewed(files), "C1E3").mark != "supported"


def test_a_loan_without_a_term_is_due_by_demand() -> None:
    files = changed(
        changed(without(QUIET_LOAN, "催告函.txt", "快递签收.txt"), "借条.txt", *NO_TERM),
        "微信聊天.txt",
        ("，一年就还", ""),
        ("前天就到期了，那20万本金你怎么安排？", "那20万请你月底前还给我"),
        ("姐再缓缓，年中给你凑", "哦"),
    )
    assert cell(reviewed(files), "C1E3").rule == "demanded"


def test_a_loan_whose_term_ends_after_filing_is_not_due() -> None:
    assert cell(reviewed(changed(QUIET_LOAN, "借条.txt", ("2025年3月9日", "2027年3月9日"))), "C1E3").mark != "supported"


def test_a_loan_called_in_before_its_term_is_due_by_the_letter_that_calls_it() -> None:
    called = changed(
        changed(QUIET_LOAN, "借条.txt", ("2025年3月9日", "2027年3月9日")),
        "催告函.txt",
        ("韩霁月女士：", "卓远航先生："),
        ("该借款已于2025年3月9日到期", "因利息逾期，宣布借款全部提前到期"),
    )
    assert cell(reviewed(called), "C1E3").mark == "supported"


def test_a_demand_on_the_guarantor_is_no_demand_on_the_borrower() -> None:
    assert cell(reviewed(without(QUIET_LOAN, "借条.txt", "微信聊天.txt")), "C1E3").mark != "supported"


def test_a_chat_of_nobody_proves_no_answered_demand() -> None:
    files = extended(without(NAMELESS, "借条.txt", "催告函.txt", "快递签收.txt"), 答辩状=answered())
    assert cell(reviewed(files), "C1E3").mark == "doubtful"


def test_a_rate_that_nobody_agreed_is_not_the_laws_rate() -> None:
    assert cell(reviewed(changed(QUIET_LOAN, "借条.txt", *NO_RATE)), "C3E2").mark != "supported"


def test_a_term_of_payment_that_only_the_complaint_states_is_not_proven() -> None:
    assert cell(reviewed(without(QUIET_SALE, "购销合同.txt")), "C2E2").mark != "supported"


def test_a_slip_signed_by_a_stranger_only_points_though_it_prints_the_buyer() -> None:
    files = changed(without(QUIET_SALE, "对账单.txt", "微信.txt"), "购销合同.txt", *STRANGER)
    judged = cell(reviewed(files), "C1E2")
    assert (judged.mark, judged.rule) == ("doubtful", "receiver_unknown")


def test_a_statement_of_account_that_the_buyer_never_signed_acknowledges_nothing() -> None:
    unsigned = changed(
        without(QUIET_SALE, "微信.txt", "购销合同.txt", "发票.txt"),
        "对账单.txt",
        (f"以上核对无误。\n{BUYER}（盖章）\n经办：祝小满\n", ""),
    )
    assert cell(reviewed(unsigned), "C1E3").mark != "supported"


def test_the_agreed_rate_of_the_loan_holds_after_default_wherever_it_was_agreed() -> None:
    files = changed(
        changed(QUIET_LOAN, "借条.txt", *NO_RATE),
        "微信聊天.txt",
        ("借我20万，一年就还", "借我20万，利息一年12%，一年就还"),
    )
    marks = {element: cell(reviewed(files), element).mark for element in ("C2E1", "C3E2")}
    assert marks == {"C2E1": "supported", "C3E2": "supported"}


# --- whose cell it is -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "base", [QUIET_LOAN, without(QUIET_LOAN, "银行流水.csv", "微信聊天.txt")], ids=["strong", "weak"]
)
def test_the_defendants_screen_shows_every_cell_the_other_way_round(base: dict[str, str]) -> None:
    ours, theirs = (
        reviewed(base),
        reviewed(base, our_side="defendant", served=[file for file in base if file != "答辩状.txt"]),
    )

    def favoured(cells: tuple[Cell, ...]) -> dict[str, tuple[str, str]]:
        return {item.id: (item.mark, item.favours) for item in cells}

    turned = {"ours": "theirs", "theirs": "ours"}
    mine = favoured(ours.cells)
    assert {at: (mark, turned[side]) for at, (mark, side) in mine.items()} == favoured(theirs.cells)
    assert {side for _mark, side in mine.values() if _mark == "supported"} == {"ours"}


def test_a_plaintiffs_supported_cell_never_favours_the_defendant_whom_we_serve() -> None:
    cells = reviewed(LOAN, our_side="defendant", served=["借条.txt", "银行流水.csv"]).cells
    assert {item.favours for item in cells if item.mark == "supported" and item.burden_side == "plaintiff"} == {
        "theirs"
    }


def test_the_buyer_who_sues_over_quality_bears_that_proof() -> None:
    assert {item.burden_side for item in reviewed(BUYER_SUES).cells if item.element.startswith("C3")} == {"plaintiff"}


def test_a_doubt_about_delivery_carries_over_to_the_start_of_the_penalty() -> None:
    cells = {
        item.element: item for item in reviewed(without(QUIET_SALE, "送货单二.txt", "对账单.txt", "微信.txt")).cells
    }
    assert cells["C2E2"].mark == "doubtful"
    assert cells["C2E2"].favours == "theirs"
    assert cells["C2E1"].mark == "supported"


SPOUSE = changed(
    QUIET_LOAN,
    "起诉状.txt",
    ("判令被告韩霁月对上述第一至三项债务承担连带清偿责任", "判令被告韩霁月共同偿还上述债务"),
)


def test_an_element_for_companies_does_not_apply_to_persons() -> None:
    judged = cell(reviewed(SPOUSE), "C4E2")
    assert (judged.mark, judged.rule) == ("not_applicable", "not_this_kind_of_party")


def test_it_applies_where_a_company_is_sued() -> None:
    person = f"韩霁月，女，1990年9月21日出生，汉族，住榆川市西岭区文庙巷5号，公民身份号码{GUARANTOR_ID}"
    firm = f"榆川市远山茶业有限公司，住所地榆川市西岭区文庙巷5号，统一社会信用代码{credit_code('MA7QW2XH1')}"
    assert cell(reviewed(changed(SPOUSE, "起诉状.txt", (person, firm))), "C4E2").mark != "not_applicable"


def test_a_spouse_whom_nothing_ties_to_the_debt_is_a_missing_element() -> None:
    assert cell(reviewed(SPOUSE), "C4E1").mark == "missing"


def test_a_spouse_who_says_she_knew_nothing_disputes_it() -> None:
    files = extended(SPOUSE, 答辩状二=answered("一、答辩人对借款不知情，借款没有用于家庭生活。", by="韩霁月"))
    assert cell(reviewed(files), "C4E1").opponent == "disputed"
