"""Amounts that do not agree and claims that ask too much; and sums that only look so."""

from __future__ import annotations

import pytest
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE
from little_cases import UNREAD, answered, changed, extended, findings, only, without

from zuno.casework.records import Finding

LOAN = only(WHOLE_LOAN, "起诉状.txt", "答辩状.txt", "借条.txt", "银行流水.csv", "微信聊天.txt")
SALE = without(WHOLE_SALE, "微信.txt", "委托书.txt", "企业信息.txt", "内部备忘.txt")
QUIET_LOAN = extended(LOAN, 答辩状=answered())
QUIET_SALE = extended(SALE, 答辩状=answered(by="柏临市砚北服饰有限公司"))
LAST = "2024-09-10,转入 9月利息,卓远航,,2000.00,93000.00\n"


def amounts(files: dict[str, str]) -> list[Finding]:
    return findings(files, "amount_mismatch")


def the_one(files: dict[str, str]) -> Finding:
    (finding,) = amounts(files)
    return finding


def loan(file: str, *swaps: tuple[str, str]) -> dict[str, str]:
    return changed(QUIET_LOAN, file, *swaps)


def sale(file: str, *swaps: tuple[str, str]) -> dict[str, str]:
    return changed(QUIET_SALE, file, *swaps)


def banked(row: str) -> dict[str, str]:
    return {**QUIET_SALE, "收款流水.csv": QUIET_SALE["收款流水.csv"] + row + "\n"}


# --- the total --------------------------------------------------------------------------------------------------

COSTS = (("五、本案诉讼费用", "五、判令被告承担律师费8,000元；\n六、本案诉讼费用"),)


def test_a_total_that_is_not_the_sum_of_the_heads_is_found() -> None:
    finding = the_one(loan("起诉状.txt", ("暂合计236,000元", "暂合计246,000元")))
    assert (finding.documents, finding.expected) == (("起诉状.txt",), "236000.00")


@pytest.mark.parametrize(
    "swaps",
    [
        (),
        COSTS,
        (*COSTS, ("暂合计236,000元", "暂合计244,000元")),
        (("以上金额暂合计236,000元。\n", ""),),
        (("支付借款期内欠付利息12,000元（", "支付借款期内欠付利息（"), ("暂合计236,000元", "暂合计224,000元")),
    ],
    ids=["right", "without costs", "with costs", "no total", "a head without a sum"],
)
def test_a_total_that_can_be_right_is_left_alone(swaps: tuple[tuple[str, str], ...]) -> None:
    assert amounts(loan("起诉状.txt", *swaps)) == []


def parts(total: str) -> dict[str, str]:
    head = f"一、判令被告支付面料货款，其中第一批为65,000元、第二批为75,000元，两项共计{total}元；"
    return sale("起诉状.txt", ("一、判令被告支付面料货款140,000元；", head), ("（以上暂计156,912元）\n", ""))


@pytest.mark.parametrize(("total", "expected"), [("140,000", []), ("150,000", ["140000.00"])])
def test_the_parts_of_one_head_must_add_up_to_it(total: str, expected: list[str]) -> None:
    inner = [finding.expected for finding in amounts(parts(total)) if "各项相加" in finding.detail]
    assert inner == expected


# --- capitals and digits ----------------------------------------------------------------------------------------


def test_a_sum_that_differs_between_capitals_and_digits_is_found_and_nothing_is_guessed() -> None:
    finding = the_one(loan("借条.txt", ("贰拾万元整", "贰拾伍万元整")))
    assert (finding.documents, finding.expected) == (("借条.txt",), None)


@pytest.mark.parametrize(
    "swap",
    [
        ("贰拾万元整（200,000元）", "贰拾万元整（￥200,000.00）"),
        ("贰拾万元整（200,000元）", "贰拾万元整（20万元）"),
        ("贰拾万元整（200,000元）", "贰拾万元整（小写：200000元）"),
        ("以银行转账方式交付", "以银行转账方式交付，另有定金伍万元整已于2023年3月退清"),
        ("以银行转账方式交付", "其中现金伍万元整，转账（150,000元）"),
    ],
)
def test_the_same_sum_written_twice_or_two_sums_are_no_conflict(swap: tuple[str, str]) -> None:
    assert not any("大写" in finding.detail for finding in amounts(loan("借条.txt", swap)))


# --- the principal ----------------------------------------------------------------------------------------------

SHORT = ("200000.00,,", "184000.00,,")
IN_CASH = (("200000.00,,", "150000.00,,"),)
RECEIPT = "收条\n今收到闵知秋现金人民币伍万元整（50,000元），系借款的一部分。\n收款人：卓远航\n2024年3月10日\n"


def test_less_paid_out_than_claimed_is_found_with_what_the_papers_support() -> None:
    finding = the_one(loan("银行流水.csv", SHORT))
    assert set(finding.documents) >= {"起诉状.txt", "银行流水.csv"}
    assert finding.expected == "184000.00"


def test_interest_deducted_in_advance_is_named_as_such() -> None:
    files = changed(
        loan("银行流水.csv", SHORT), "微信聊天.txt", ("收到了，20万，谢谢姐", "收到了，先扣的1万6就当头里的利息了")
    )
    assert "预扣" in the_one(files).detail


@pytest.mark.parametrize(
    "files",
    [
        loan(
            "银行流水.csv",
            ("卓远航,200000.00,,81000.00", "卓远航,120000.00,,1.00\n2024-03-11,借款,卓远航,80000.00,,1.00"),
        ),
        extended(loan("银行流水.csv", *IN_CASH), 收条=RECEIPT),
        changed(
            loan("银行流水.csv", *IN_CASH), "借条.txt", ("以银行转账方式交付", "其中现金50,000元已收到，余款银行转账")
        ),
        loan("银行流水.csv", ("2024-04-10,转入 4月", "2024-03-28,代发工资,卓远航,6000.00,,1.00\n2024-04-10,转入 4月")),
        loan(
            "银行流水.csv", ("2024-04-10,转入 4月", "2024-03-09,借款 已撤销,卓远航,50000.00,,1.00\n2024-04-10,转入 4月")
        ),
        changed(
            loan("银行流水.csv", (LAST, LAST + "2024-09-20,转入 还本金,卓远航,,50000.00,1.00\n")),
            "起诉状.txt",
            ("借款本金200,000元", "借款本金150,000元"),
            ("以200,000元为基数", "以150,000元为基数"),
            ("为24,000元", "为18,000元"),
            ("236,000元", "180,000元"),
            ("此后再未付过", "2024年9月20日还本金50,000元，此后再未付过"),
        ),
        without(QUIET_LOAN, "银行流水.csv"),
    ],
    ids=[
        "two transfers",
        "cash receipt",
        "cash in the iou",
        "wages",
        "undone",
        "repaid and accounted",
        "no bank record",
    ],
)
def test_a_principal_that_the_papers_carry_or_leave_open_is_no_mismatch(files: dict[str, str]) -> None:
    assert amounts(files) == []


def test_a_loan_paid_in_two_equal_transfers_of_one_day_is_paid_in_full() -> None:
    row = "2024-03-10,网银转账 借款,卓远航,100000.00,,1.00\n"
    assert amounts(loan("银行流水.csv", ("2024-03-10,网银转账 借款,卓远航,200000.00,,81000.00\n", row + row))) == []


@pytest.mark.parametrize("photo", ["收条.jpg", "转账回单.jpg"])
def test_while_a_proof_of_payment_is_unread_no_shortfall_is_found(photo: str) -> None:
    assert amounts(loan("银行流水.csv", *IN_CASH) | {photo: UNREAD}) == []


# --- payments ---------------------------------------------------------------------------------------------------


def test_a_repayment_that_the_complaint_leaves_out_is_found() -> None:
    finding = the_one(loan("银行流水.csv", (LAST, LAST + "2024-09-20,转入 还款,卓远航,,50000.00,143000.00\n")))
    assert finding.documents == ("起诉状.txt", "银行流水.csv")
    assert finding.expected == "150000.00"


def test_a_payment_of_the_buyer_that_the_complaint_leaves_out_is_found() -> None:
    finding = the_one(banked("2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款"))
    assert finding.documents == ("起诉状.txt", "收款流水.csv")
    assert finding.expected == "120000.00"


@pytest.mark.parametrize(
    "files",
    [
        banked("2024-03-01,港东布行,,20000.00,面料款"),
        banked("2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款 退回"),
        banked("2025-04-01,柏临市砚北服饰有限公司,,20000.00,面料款"),
        banked("2024-03-01,柏临市砚北服饰有限公司,20000.00,,退样品款"),
        changed(
            banked("2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款"),
            "起诉状.txt",
            ("140,000元", "120,000元"),
            ("尚欠120,000元", "2024年3月1日又付20,000元，尚欠120,000元"),
            ("16,912元", "14,496元"),
            ("156,912元", "134,496元"),
        ),
    ],
    ids=["another payer", "given back", "after filing", "paid out", "accounted for"],
)
def test_a_payment_that_is_accounted_for_or_not_the_buyers_is_no_mismatch(files: dict[str, str]) -> None:
    assert not any("未计入" in finding.detail for finding in amounts(files))


@pytest.mark.parametrize(
    "files",
    [
        loan("银行流水.csv", ("2024-03-10,网银", "2023-12-01,转入,卓远航,,50000.00,1.00\n2024-03-10,网银")),
        loan("银行流水.csv", ("2024-06-10,转入", "2024-06-01,转入 房租,卓远航,,3500.00,1.00\n2024-06-10,转入")),
        {
            **QUIET_SALE,
            "收款流水.csv": QUIET_SALE["收款流水.csv"].replace(
                "2023-05-02,", "2022-12-01,柏临市砚北服饰有限公司,,30000.00,去年货款\n2023-05-02,"
            ),
        },
    ],
    ids=["before the loan", "rent", "before the contract"],
)
def test_a_payment_before_the_contract_or_for_another_cause_is_no_mismatch(files: dict[str, str]) -> None:
    assert amounts(files) == []


def test_interest_paid_for_the_very_time_asked_is_found() -> None:
    files = loan(
        "起诉状.txt",
        ("支付借款期内欠付利息12,000元（自2024年9月10日", "支付借款期内利息24,000元（自2024年3月10日"),
        ("236,000元", "248,000元"),
    )
    finding = the_one(files)
    assert finding.documents == ("起诉状.txt", "银行流水.csv")
    assert finding.expected == "12000.00"


def test_interest_for_the_time_after_the_last_payment_is_no_mismatch() -> None:
    assert amounts(loan("起诉状.txt", ("欠付利息12,000元", "利息12,000元"))) == []


# --- the balance of the price -----------------------------------------------------------------------------------


def test_a_price_above_the_acknowledged_balance_is_found_with_the_balance() -> None:
    finding = the_one(sale("对账单.txt", ("140,000", "120,000"), ("已付60,000", "已付80,000")))
    assert set(finding.documents) == {"起诉状.txt", "对账单.txt"}
    assert finding.expected == "120000.00"


def test_a_balance_in_a_sheet_that_the_buyer_sealed_is_read_from_its_row() -> None:
    sheet = """对账表（到2023年12月31日）,,
送货,8000,米
货款合计,200000,元
已付,80000,元
还欠,120000,元
以上核对无误 柏临市砚北服饰有限公司（盖章） 经办：祝小满 2023年12月31日,,
"""
    files = {**without(QUIET_SALE, "对账单.txt"), "对账单.csv": sheet}
    assert "120000.00" in [finding.expected for finding in amounts(files)]


def test_our_ledger_that_carries_the_claimed_balance_is_named_with_it() -> None:
    ledger = "往来账\n日期\t摘要\t应收\t已收\t余额\n2023-06-08\t棉布\t200000\t60000\t140000\n制表：财务\n"
    files = extended(sale("对账单.txt", ("140,000", "120,000"), ("已付60,000", "已付80,000")), 往来账=ledger)
    assert "往来账.txt" in the_one(files).documents


def test_without_a_statement_the_contract_less_the_payments_is_the_measure() -> None:
    files = changed(
        without(QUIET_SALE, "对账单.txt"),
        "起诉状.txt",
        ("140,000元", "150,000元"),
        ("16,912元", "18,120元"),
        ("156,912元", "168,120元"),
    )
    assert the_one(files).expected == "140000.00"


@pytest.mark.parametrize(
    "files",
    [
        without(QUIET_SALE, "对账单.txt"),
        without(QUIET_SALE, "对账单.txt", "购销合同.txt"),
        changed(
            banked("2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款"),
            "起诉状.txt",
            ("140,000元", "120,000元"),
            ("尚欠120,000元", "2024年3月1日又付20,000元，现欠120,000元"),
            ("16,912元", "14,496元"),
            ("156,912元", "134,496元"),
        ),
    ],
    ids=["contract less payments", "invoices less payments", "statement with a later payment"],
)
def test_a_price_that_the_papers_give_is_no_mismatch(files: dict[str, str]) -> None:
    assert amounts(files) == []


def test_while_the_statement_of_account_is_unread_no_difference_is_found() -> None:
    files = changed(
        without(QUIET_SALE, "对账单.txt"),
        "起诉状.txt",
        ("140,000元", "150,000元"),
        ("16,912元", "18,120元"),
        ("156,912元", "168,120元"),
    )
    assert amounts(files | {"对账单.jpg": UNREAD}) == []


# --- products ---------------------------------------------------------------------------------------------------


def test_a_line_whose_product_is_wrong_is_found_with_the_right_product() -> None:
    finding = the_one(sale("送货单二.txt", ("75000", "85000")))
    assert (finding.documents, finding.expected) == (("送货单二.txt",), "75000.00")


def test_the_same_wrong_line_in_two_papers_is_one_finding() -> None:
    files = extended(
        sale("送货单二.txt", ("75000", "85000")),
        订单="采购订单\n订单编号：A-7\n品名 数量 单价 金额\n棉布 3000米 25 85000\n",
    )
    assert len([finding for finding in amounts(files) if finding.expected == "75000.00"]) == 1


@pytest.mark.parametrize(
    "swap",
    [("3000米 25 75000", "3000米 25 75,000.00"), ("棉布 3000米 25 75000", "棉布 3000米 25"), ("75000", "75000.4")],
)
def test_a_product_that_is_right_or_incomplete_is_no_mismatch(swap: tuple[str, str]) -> None:
    assert amounts(sale("送货单二.txt", swap)) == []


# --- interest ---------------------------------------------------------------------------------------------------


def test_interest_that_its_own_base_rate_and_days_do_not_give_is_found() -> None:
    finding = the_one(loan("起诉状.txt", ("为24,000元", "为34,000元"), ("236,000元", "246,000元")))
    assert (finding.documents, finding.expected) == (("起诉状.txt",), "24000.00")


@pytest.mark.parametrize(
    "swaps",
    [
        (("为24,000元", "为24,333.33元"), ("236,000元", "236,333.33元")),
        (("为24,000元", "为23,934.25元"), ("236,000元", "235,934.25元")),
        (("按年利率12%自", "按月利率1%自"),),
        (("按年利率12%自", "按月息一分自"),),
        (("按年利率12%自", "按一年期LPR3%的4倍自"),),
        (("按年利率12%自", "按一年期LPR自"),),
        (("按年利率12%自", "按约定利率自"),),
        (("按年利率12%自", "按一年期LPR3%的四倍自"),),
        (("按年利率12%自", "按一年期LPR加计50%自"),),
    ],
    ids=[
        "360 days",
        "one day less",
        "a month",
        "one fen",
        "four times",
        "LPR unstated",
        "no rate",
        "hanzi multiple",
        "surcharge",
    ],
)
def test_interest_by_any_usual_reckoning_is_no_mismatch(swaps: tuple[tuple[str, str], ...]) -> None:
    assert amounts(loan("起诉状.txt", *swaps)) == []


# --- claims that ask twice or too much --------------------------------------------------------------------------


def excess(files: dict[str, str]) -> list[Finding]:
    return findings(files, "duplicate_or_excess_claim")


def heads(*more: str) -> dict[str, str]:
    lines = "".join(f"{at}、{words}；\n" for at, words in zip("三四", more, strict=False))
    return sale("起诉状.txt", ("三、诉讼费", lines + "五、诉讼费"), ("（以上暂计156,912元）\n", ""))


def test_penalty_and_interest_for_the_same_default_are_asked_twice() -> None:
    (finding,) = excess(heads("判令被告支付逾期付款利息5,000元"))
    assert finding.documents == ("起诉状.txt", "购销合同.txt")
    assert finding.expected == "5000.00"


def test_interest_for_the_time_of_dragging_is_for_the_same_default() -> None:
    (finding,) = excess(heads("判令被告另付拖欠期间的利息5,000元"))
    assert finding.expected == "5000.00"


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_SALE,
        heads("判令被告承担律师费5,000元"),
        changed(SALE, "购销合同.txt", ("三、付款", "三、定金20,000元，交货后抵作货款。付款")),
        WHOLE_LOAN,
    ],
    ids=["penalty alone", "costs", "a deposit that became price", "interest of the term and after it"],
)
def test_one_head_for_one_default_is_not_asked_twice(files: dict[str, str]) -> None:
    assert excess(files) == []


@pytest.mark.parametrize(
    "words",
    [
        "判令没收被告所付定金20,000元",
        "判令定金20,000元归原告所有",
        "判令被告所付定金20,000元不予退还",
    ],
)
def test_penalty_and_forfeited_deposit_cannot_stand_together(words: str) -> None:
    (finding,) = excess(heads(words))
    assert finding.documents[0] == "起诉状.txt"


def rate(percent: str, figure: str, total: str) -> dict[str, str]:
    return changed(
        loan("借条.txt", ("年利率12%", f"年利率{percent}%")),
        "起诉状.txt",
        ("按年利率12%自", f"按年利率{percent}%自"),
        ("为24,000元", f"为{figure}元"),
        ("236,000元", f"{total}元"),
    )


def test_a_rate_above_four_times_the_lpr_of_the_day_is_found_with_the_cap() -> None:
    (finding,) = excess(rate("18", "36,000", "248,000"))
    assert set(finding.documents) >= {"起诉状.txt", "借条.txt"}
    assert finding.expected == "13.8%"


@pytest.mark.parametrize(
    "files",
    [
        rate("13.8", "27,600", "239,600"),
        rate("6", "12,000", "224,000"),
        changed(rate("15.4", "30,800", "242,800"), "借条.txt", ("\n2024年3月10日", "\n2020年9月1日")),
        changed(rate("24", "48,000", "260,000"), "借条.txt", ("\n2024年3月10日", "\n2019年5月1日")),
    ],
    ids=["at the cap", "below", "at the cap of its own day", "before the cap of LPR"],
)
def test_a_rate_within_the_cap_of_its_day_is_not_excessive(files: dict[str, str]) -> None:
    assert excess(files) == []


def test_a_rate_asked_as_a_multiple_of_the_lpr_is_measured_with_its_multiple() -> None:
    files = loan(
        "起诉状.txt",
        ("按年利率12%自", "按一年期LPR3.45%的5倍自"),
        ("为24,000元", "为34,500元"),
        ("236,000元", "246,500元"),
    )
    assert [finding.expected for finding in excess(files)] == ["13.8%"]
