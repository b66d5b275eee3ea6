"""The figures of a case: interest, rates, deliveries, repayments, terms, balances."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from little_cases import LOAN, SALE, answered, changed, extended, matter_of, without

from zuno.casework import figures
from zuno.casework.arithmetic.interest import interest_fen, yearly
from zuno.casework.arithmetic.reckoning import yuan
from zuno.casework.figures import multiple

BASE = st.integers(0, 10**12)
PERCENT = st.decimals(min_value=0, max_value=100, places=3)
DAYS = st.integers(0, 3660)


@given(BASE, PERCENT, DAYS, st.sampled_from([360, 365]))
def test_interest_is_base_times_rate_times_days_rounded_half_up(
    base: int, percent: Decimal, days: int, year: int
) -> None:
    wanted = (Decimal(base) * percent * days / (100 * year)).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    assert interest_fen(base, percent, days, year) == wanted


@given(BASE, PERCENT, st.lists(st.integers(0, 400), min_size=1, max_size=6))
def test_interest_over_parts_of_a_period_adds_up_within_a_fen_a_part(
    base: int, percent: Decimal, parts: list[int]
) -> None:
    whole = interest_fen(base, percent, sum(parts))
    assert abs(sum(interest_fen(base, percent, part) for part in parts) - whole) <= len(parts)


@given(BASE, PERCENT, DAYS, st.integers(0, 10**6), st.integers(0, 400))
def test_interest_never_falls_with_more_money_or_more_days(
    base: int, percent: Decimal, days: int, more: int, longer: int
) -> None:
    least = interest_fen(base, percent, days)
    assert least <= interest_fen(base + more, percent, days)
    assert least <= interest_fen(base, percent, days + longer)


@pytest.mark.parametrize(
    ("base", "percent", "days", "year", "fen"),
    [
        (20_000_000, "12", 365, 365, 2_400_000),
        (20_000_000, "12", 365, 360, 2_433_333),
        (14_000_000, "7.3", 604, 365, 1_691_200),
        (100, "1", 182, 365, 0),
        (100, "1", 183, 365, 1),
        (0, "12", 365, 365, 0),
    ],
)
def test_a_known_sum_of_interest(base: int, percent: str, days: int, year: int, fen: int) -> None:
    assert interest_fen(base, Decimal(percent), days, year) == fen


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        (0, "0"),
        (5, "0.05"),
        (100, "1"),
        (12_345, "123.45"),
        (20_000_000, "200,000"),
        (123_456_789_00, "123,456,789"),
        (-150, "-1.50"),
    ],
)
def test_fen_are_written_as_yuan(fen: int, text: str) -> None:
    assert yuan(fen) == text


@pytest.mark.parametrize(
    ("percent", "unit", "a_year"),
    [("12", "year", "12"), ("1", "month", "12"), ("0.02", "day", "7.3"), ("3.45", "none", "3.45")],
)
def test_a_rate_is_turned_into_a_rate_a_year(percent: str, unit: str, a_year: str) -> None:
    assert yearly(Decimal(percent), unit) == Decimal(a_year)


@pytest.mark.parametrize(
    ("words", "factor"),
    [
        ("按LPR的1.3倍计算", "1.3"),
        ("按一年期LPR的4倍计算", "4"),
        ("按LPR加计50%计算", "1.5"),
        ("在LPR基础上上浮30%", "1.3"),
        ("按年利率12%计算", "1"),
        ("按一年期LPR的四倍计算", "4"),
        ("按LPR的一点五倍计算", "1.5"),
    ],
)
def test_the_factor_on_a_rate_is_read(words: str, factor: str) -> None:
    assert multiple(words) == Decimal(factor)


# --- loan -------------------------------------------------------------------------------------------------------

LENT = "2024-03-10,网银转账 借款,卓远航,200000.00,,81000.00\n"
LAST = "2024-09-10,转入 9月利息,卓远航,,2000.00,93000.00\n"


def lent(*rows: str) -> list[int]:
    matter = matter_of(changed(LOAN, "银行流水.csv", (LENT, "".join(row + "\n" for row in rows))))
    return [item.fen for _source, item in figures.deliveries(matter)]


def test_the_sum_of_the_borrowers_paper_is_the_one_borrowed() -> None:
    figure = figures.instrument_amount(matter_of(LOAN))
    assert figure is not None
    assert figure.fen == 20_000_000
    assert {quote.file for quote in figure.quotes} == {"借条.txt"}


def test_a_loan_paid_in_two_transfers_is_two_deliveries() -> None:
    assert lent("2024-03-10,借款,卓远航,120000.00,,1.00", "2024-03-11,借款,卓远航,80000.00,,1.00") == [
        12_000_000,
        8_000_000,
    ]


def test_two_equal_transfers_on_one_day_are_two_deliveries() -> None:
    assert lent("2024-03-10,借款,卓远航,100000.00,,1.00", "2024-03-10,借款,卓远航,100000.00,,2.00") == [
        10_000_000,
        10_000_000,
    ]


def test_a_slip_of_a_transfer_that_the_statement_shows_is_not_counted_again() -> None:
    slip = "电子回单\n交易日期：2024-03-10\n付款人：闵知秋\n收款人：卓远航\n金额（小写）：200,000.00\n附言：借款\n"
    matter = matter_of(extended(LOAN, 转账回单=slip))
    assert [item.fen for _source, item in figures.deliveries(matter)] == [20_000_000]


THEIRS = "交易日期,摘要,对方户名,支出,收入,余额\n2024-03-10,网银转入 借款,闵知秋,,200000.00,201000.00\n"


@pytest.mark.parametrize(
    "export",
    [
        "户名：卓远航,账号：6299 0000 7777 0011,,,,\n" + THEIRS,
        THEIRS,
    ],
    ids=["with its holder", "without its holder"],
)
def test_a_transfer_that_both_sides_records_show_is_one_delivery(export: str) -> None:
    matter = matter_of(LOAN | {"被告流水.csv": export}, served=["被告流水.csv"])
    assert [item.fen for _source, item in figures.deliveries(matter)] == [20_000_000]


@pytest.mark.parametrize("memo", ["代发工资", "房租", "红包", "货款"])
def test_a_transfer_for_another_cause_is_no_delivery_of_the_loan(memo: str) -> None:
    other = f"2024-03-28,{memo},卓远航,6000.00,,80700.00"
    assert lent(LENT.strip(), other) == [20_000_000]


@pytest.mark.parametrize("memo", ["退回", "已撤销", "交易失败 冲正"])
def test_money_that_came_back_was_not_delivered(memo: str) -> None:
    assert lent(LENT.strip(), f"2024-03-09,网银转账 借款 {memo},卓远航,200000.00,,1.00") == [20_000_000]


def test_a_transfer_to_a_stranger_is_no_delivery() -> None:
    assert lent(LENT.strip(), "2024-03-12,网银转账,邹晚亭,50000.00,,1.00") == [20_000_000]


def test_every_payment_of_the_borrower_is_a_repayment_and_interest_is_told_by_its_memo() -> None:
    rows = LAST + "2024-09-20,转入 还款,卓远航,,50000.00,1.00\n"
    matter = matter_of(changed(LOAN, "银行流水.csv", (LAST, rows)))
    paid = [(item.fen, figures.is_interest(item)) for _source, item in figures.repayments(matter)]
    assert paid == [(200_000, True)] * 6 + [(5_000_000, False)]


def test_cash_that_a_receipt_names_is_received_once() -> None:
    receipt = "收条\n今收到闵知秋现金人民币伍万元整（50,000元）。\n收款人：卓远航\n2024年3月10日\n"
    cash = figures.cash_received(matter_of(extended(LOAN, 收条=receipt)))
    assert [fact.fen for _statement, fact in cash] == [5_000_000]


def test_a_receipt_of_the_lender_proves_no_cash_to_the_borrower() -> None:
    receipt = "收条\n今收到卓远航现金人民币伍万元整（50,000元）。\n收款人：闵知秋\n2024年9月10日\n"
    assert figures.cash_received(matter_of(extended(LOAN, 收条=receipt))) == []


def test_the_highest_rate_asked_and_the_rate_agreed_are_yearly() -> None:
    matter = matter_of(changed(LOAN, "起诉状.txt", ("为基数按年利率12%", "为基数按月利率1.5%")))
    asked, agreed = figures.claimed_rate(matter), figures.agreed_rate(matter)
    assert asked is not None
    assert agreed is not None
    assert (asked[0], agreed[0]) == (Decimal("18.0"), Decimal(12))


@pytest.mark.parametrize(
    ("swaps", "due", "pleaded"),
    [
        ((), "2025-03-09", False),
        ((("，于2025年3月9日前还清本金", ""),), "2025-03-10", False),
        ((("借期一年，于2025年3月9日前还清本金", "借期六个月"),), "2024-09-10", False),
        (
            (("借期一年，于2025年3月9日前还清本金。", ""), ("逾期未还的，仍按年利率12%计息到还清为止。", "")),
            "2025-03-09",
            True,
        ),
    ],
)
def test_the_due_day_is_the_papers_and_only_else_the_complaints(
    swaps: tuple[tuple[str, str], ...], due: str, pleaded: bool
) -> None:
    day = figures.loan_due(
        matter_of(without(changed(LOAN, "借条.txt", *swaps), "微信聊天.txt", "催告函.txt", "快递签收.txt"))
    )
    assert day is not None
    assert (str(day.on), day.pleaded) == (due, pleaded)


def test_a_due_day_without_a_year_is_not_counted_in_days() -> None:
    matter = matter_of(changed(LOAN, "借条.txt", ("借期一年，于2025年3月9日前还清本金", "于12月20日前还清本金")))
    day = figures.loan_due(matter)
    assert day is None or str(day.on) != "2024-03-30"


def test_an_extension_moves_the_due_day() -> None:
    paper = "展期协议\n借款到期日延至2025年9月9日，于2025年9月9日前还清本金。\n借款人：卓远航\n2025年3月1日\n"
    day = figures.loan_due(matter_of(extended(LOAN, 展期协议=paper)))
    assert day is not None
    assert str(day.on) == "2025-09-09"


def test_the_loan_is_formed_on_the_day_of_the_paper_else_of_the_first_transfer() -> None:
    days = [figures.formed_on(matter_of(files)) for files in (LOAN, without(LOAN, "借条.txt"))]
    assert [(str(day.on), day.pleaded) for day in days if day] == [("2024-03-10", False), ("2024-03-10", False)]


def test_without_papers_the_loan_is_formed_on_the_day_that_the_complaints_facts_tell() -> None:
    day = figures.formed_on(matter_of(without(LOAN, "借条.txt", "银行流水.csv")))
    assert day is not None
    assert (str(day.on), day.pleaded) == ("2024-03-10", True)


# --- sale -------------------------------------------------------------------------------------------------------


def test_the_sums_of_a_sale_come_from_contract_invoice_and_bank() -> None:
    matter = matter_of(SALE)
    total, invoiced, paid = figures.contract_total(matter), figures.invoices_total(matter), figures.paid(matter)
    assert [figure.fen for figure in (total, invoiced, paid) if figure] == [20_000_000, 20_000_000, 6_000_000]


def test_the_unit_price_is_not_the_contracts_total() -> None:
    matter = matter_of(changed(SALE, "购销合同.txt", ("，合计人民币200,000元", "")))
    assert figures.contract_total(matter) is None


def test_the_price_falls_due_after_the_last_delivery_that_is_proven() -> None:
    day = figures.payment_due(matter_of(SALE))
    assert day is not None
    assert (day.on, day.pleaded) == (date(2023, 7, 8), False)


def test_without_the_contract_the_due_day_is_only_pleaded() -> None:
    day = figures.payment_due(matter_of(without(SALE, "购销合同.txt")))
    assert day is not None
    assert day.pleaded


def test_the_balance_is_the_one_that_the_buyer_acknowledged() -> None:
    balances = figures.statement_balances(matter_of(without(SALE, "答辩状.txt")))
    assert {balance.fen for balance in balances} == {14_000_000}


def test_a_question_about_a_balance_acknowledges_nothing() -> None:
    chat = "[2024-02-20 12:40:00] 祝小满: 还欠你们300,000元吗？"
    matter = matter_of(
        without(changed(SALE, "微信.txt", ("[2024-02-20 12:31:19]", chat + "\n[2024-02-20 12:31:19]")), "对账单.txt")
    )
    assert figures.statement_balances(matter) == []


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款\n", 12_000_000),
        ("2023-12-01,柏临市砚北服饰有限公司,,20000.00,面料款\n", 14_000_000),
        ("2024-03-01,港东布行,,20000.00,面料款\n", 14_000_000),
    ],
)
def test_only_what_the_buyer_paid_after_the_statement_lowers_its_balance(row: str, left: int) -> None:
    matter = matter_of({**SALE, "收款流水.csv": SALE["收款流水.csv"] + row})
    balance = next(item for item in figures.statement_balances(matter) if item.quotes[0].file == "对账单.txt")
    assert figures.balance_after_payments(matter, balance).fen == left


def test_each_slip_is_a_batch_with_its_day_and_quantity() -> None:
    matter = matter_of(SALE)
    batches = [batch for source in matter.of_kind("delivery_note") for batch in figures.batches(source)]
    assert [(str(batch.on), batch.quantity, batch.unit) for batch in batches] == [
        ("2023-05-10", Decimal(5000), "米"),
        ("2023-06-08", Decimal(3000), "米"),
    ]


def test_the_complaint_pleads_two_batches() -> None:
    assert [(str(batch.on), batch.quantity) for batch in figures.pleaded_batches(matter_of(SALE))] == [
        ("2023-05-10", Decimal(5000)),
        ("2023-06-08", Decimal(3000)),
    ]


def test_a_sum_claimed_is_none_where_the_complaint_states_none() -> None:
    matter = matter_of(changed(SALE, "起诉状.txt", ("面料货款140,000元", "面料货款")))
    assert figures.claimed(matter, "C1") is None


def test_an_answer_is_no_paper_of_acknowledgement() -> None:
    files = extended(without(SALE, "对账单.txt"), 答辩状=answered("尚欠140,000元。", by="柏临市砚北服饰有限公司"))
    assert figures.statement_balances(matter_of(files)) == []
