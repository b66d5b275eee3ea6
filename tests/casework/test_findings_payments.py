"""Payments that a claim must deduct and the complaint leaves out, for every cause; and payments that only look so."""

from __future__ import annotations

import pytest
from little_cases import Files, changed, extended
from little_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, claim, element, matter_with, pack_of

from zuno.casework.findings.drafts import Draft
from zuno.casework.findings.payments import payments, unaccounted_payments


def lease(files: Files) -> list[Draft]:
    return unaccounted_payments(matter_with(LEASE_PACK, files), LEASE_PACK)


def paid(*rows: str) -> dict[str, str]:
    return {**LEASE, "付款记录.csv": LEASE["付款记录.csv"] + "".join(f"{row}\n" for row in rows)}


PART = "2025-08-20,申柏舟,邱若岚,3000.00,先付一部分房租,成功"


def test_a_payment_within_the_time_of_the_claim_is_found_with_the_corrected_sum() -> None:
    (draft,) = lease(paid(PART))
    assert (draft.code, draft.expected, draft.unsettles) == ("amount_mismatch", "23000.00", ("CL-1/C1E3",))
    assert [quote.file for quote in draft.quotes] == ["起诉状.txt", "付款记录.csv"]


def test_all_payments_that_are_left_out_are_deducted_in_one_finding() -> None:
    (draft,) = lease(paid(PART, "2025-09-20,申柏舟,邱若岚,2000.00,,成功"))
    assert draft.expected == "21000.00"


def test_a_payment_of_the_monthly_sum_is_not_told_by_the_monthly_sum() -> None:
    (draft,) = lease(paid("2025-08-20,申柏舟,邱若岚,6500.00,房租,成功"))
    assert draft.expected == "19500.00"


CHAT = """聊天记录导出 设备：邱若岚手机 对方：申柏舟（微信号 shenbz）
申柏舟  2025-08-20 12:01:18
先给你打3000
"""


def test_the_message_that_speaks_of_a_payment_is_quoted_with_it() -> None:
    (draft,) = lease(extended(paid(PART), 微信聊天=CHAT))
    assert {quote.file for quote in draft.quotes} == {"起诉状.txt", "付款记录.csv", "微信聊天.txt"}


def test_a_receipt_of_the_claimant_is_a_payment() -> None:
    receipt = "收条\n今收到申柏舟交来房租人民币叁仟元整（3,000元）。\n收款人：邱若岚\n2025年8月20日\n"
    (draft,) = lease(extended(LEASE, 收条=receipt))
    assert draft.expected == "23000.00"


def test_a_payment_that_a_message_says_and_the_claimant_acknowledges_counts() -> None:
    said = CHAT.replace("先给你打3000", "我刚转给你3000元了") + "邱若岚  2025-08-20 12:30:00\n收到3000元了\n"
    (draft,) = lease(extended(LEASE, 微信聊天=said))
    assert draft.expected == "23000.00"


def test_a_message_that_nobody_acknowledges_is_no_payment() -> None:
    assert lease(extended(LEASE, 微信聊天=CHAT.replace("先给你打3000", "我刚转给你3000元了"))) == []


def test_one_payment_in_two_papers_is_one_payment() -> None:
    receipt = "收条\n今收到申柏舟交来房租3,000元。\n收款人：邱若岚\n2025年8月20日\n"
    matter = matter_with(LEASE_PACK, extended(paid(PART), 收条=receipt))
    assert [item.fen for item in payments(matter, "plaintiff") if item.on.month == 8] == [300000]


@pytest.mark.parametrize(
    "files",
    [
        LEASE,
        paid("2025-06-25,申柏舟,邱若岚,3000.00,房租,成功"),
        paid("2025-07-02,申柏舟,邱若岚,6500.00,补交6月房租,成功"),
        paid("2025-08-20,申柏舟,邱若岚,3000.00,押金补足,成功"),
        paid("2025-08-20,申柏舟,邱若岚,800.00,水电费,成功"),
        paid("2025-08-20,申柏舟,邱若岚,3000.00,货款,成功"),
        paid("2025-08-20,申柏舟,邱若岚,3000.00,房租,已退款"),
        paid("2026-01-20,申柏舟,邱若岚,3000.00,房租,成功"),
        paid("2025-08-20,魏无咎,邱若岚,3000.00,房租,成功"),
        paid("2025-08-20,邱若岚,申柏舟,3000.00,退水电,成功"),
        changed(paid(PART), "起诉状.txt", ("此后分文未付", "此后仅于2025年8月20日付了3,000元"), ("26,000", "23,000")),
        changed(paid(PART), "起诉状.txt", ("此后分文未付", "扣除其后付的3,000元外分文未付"), ("26,000", "23,000")),
        changed(paid(PART), "起诉状.txt", ("26,000元（6,500元/月×4个月）", "23,000元"), ("32,000", "29,000")),
    ],
    ids=[
        "clean",
        "before the period",
        "for the month before",
        "deposit",
        "another dealing",
        "goods",
        "given back",
        "after filing",
        "a stranger",
        "paid out",
        "told by its day",
        "told by its sum",
        "deducted without a word",
    ],
)
def test_payments_that_are_told_or_for_something_else_are_no_mismatch(files: Files) -> None:
    assert lease(files) == []


def test_wages_of_earlier_months_and_for_other_heads_are_no_payment_of_the_head() -> None:
    rows = "交易日期,对方户名,摘要,收入\n2025-09-10,云渡市长桥机电有限公司,代发工资2025年8月,7600.00\n"
    files = {**LABOUR, "银行流水.csv": "户名：石小满,,,\n" + rows}
    assert unaccounted_payments(matter_with(LABOUR_PACK, files), LABOUR_PACK) == []


def test_wages_of_the_very_month_are() -> None:
    rows = "交易日期,对方户名,摘要,收入\n2025-10-10,云渡市长桥机电有限公司,代发工资2025年9月,2500.00\n"
    files = {**LABOUR, "银行流水.csv": "户名：石小满,,,\n" + rows}
    files = changed(files, "起诉状.txt", ("2025年9月份工资", "2025年9月1日至2025年9月30日工资"))
    (draft,) = unaccounted_payments(matter_with(LABOUR_PACK, files), LABOUR_PACK)
    assert draft.expected == "5000.00"


# --- a price less what was paid ---------------------------------------------------------------------------------

WORKS_PACK = pack_of(
    "zhuangxiu",
    {"contractor": ["承包人"], "owner": ["发包人"]},
    [
        claim(
            "C1",
            "支付工程款",
            "工程款|装修款|尾款",
            element("C1E1", "合同成立"),
            element("C1E3", "欠付工程款金额"),
            claimant="contractor",
        )
    ],
    payments={"claims": ["C1"], "elements": ["C1E3"]},
)

WORKS: Files = {
    "起诉状.txt": """民事起诉状
原告：费长庚，男，1981年1月9日出生，住岩州市南山区石匠弄4号。
被告：宁秋朵，女，1990年4月4日出生，住岩州市南山区竹园5号。
诉讼请求：
一、判令被告支付装修款50,000元；
二、诉讼费由被告承担。
事实和理由：
2024年5月6日签了装修协议，总价20万元包工包料。活干完了，她陆续付了15万元，剩下5万元一直拖着。
此致
岩州市南山区人民法院
起诉人：费长庚
2025年3月3日
""",
    "装修协议.txt": """装修协议
发包人（甲方）：宁秋朵
承包人（乙方）：费长庚
总价人民币贰拾万元整（200,000元）。
甲方：宁秋朵
乙方：费长庚
2024年5月6日
""",
    "银行流水.csv": """户名：费长庚,,,
交易日期,对方户名,摘要,收入
2024-05-08,宁秋朵,装修款,60000.00
2024-07-01,宁秋朵,装修进度款,60000.00
2024-09-12,宁秋朵,,30000.00
""",
}


def works(*rows: str, **texts: str) -> list[Draft]:
    files = extended({**WORKS, "银行流水.csv": WORKS["银行流水.csv"] + "".join(f"{row}\n" for row in rows)}, **texts)
    return unaccounted_payments(matter_with(WORKS_PACK, files), WORKS_PACK)


def test_payments_up_to_the_total_that_the_complaint_states_are_accounted_for() -> None:
    assert works() == []


def test_a_payment_beyond_that_total_is_left_out() -> None:
    (draft,) = works("2024-11-30,宁秋朵,,8000.00")
    assert (draft.expected, draft.unsettles) == ("42000.00", ("CL-1/C1E3",))


def test_without_an_account_of_payments_the_price_less_the_payments_decides() -> None:
    silent = WORKS["起诉状.txt"].replace("她陆续付了15万元，剩下5万元一直拖着", "尾款5万元一直拖着")
    assert works(起诉状=silent) == []
    (draft,) = works("2024-11-30,宁秋朵,,8000.00", 起诉状=silent.replace("总价20万元", "总价款20万元"))
    assert draft.expected == "42000.00"


def test_the_price_that_follows_with_all_payments_leaves_nothing_out() -> None:
    silent = (
        WORKS["起诉状.txt"]
        .replace("50,000元", "42,000元")
        .replace("她陆续付了15万元，剩下5万元", "付了一些，尾款42,000元")
    )
    assert works("2024-11-30,宁秋朵,,8000.00", 起诉状=silent) == []


# --- records as people keep them --------------------------------------------------------------------------------


def test_a_record_with_a_column_of_income_and_expense_is_a_record_of_payments() -> None:
    rows = "时间,收支,金额,对方,说明\n2025/8/20 12:31,收入,3000.00,申柏舟,房租\n"
    rows += "2025/8/22 18:22,支出,247.60,水务缴费,水费\n"
    (draft,) = lease({**LEASE, "收租的卡.csv": rows})
    assert draft.expected == "23000.00"


def test_the_label_of_the_card_number_is_not_the_holder_of_the_account() -> None:
    rows = "户名,邱若岚,卡号,尾号6337\n交易日,交易类型,对方姓名,收入金额,备注\n2025-08-20,转账存入,申柏舟,3000,租金\n"
    (draft,) = lease({**LEASE, "租金收款流水.csv": rows + "2025-05-20,转账存入,申柏舟,6500,租金\n"})
    assert draft.expected == "23000.00"


def test_the_sum_that_a_head_asks_for_tells_of_no_payment() -> None:
    (draft,) = lease(
        changed(
            paid("2025-08-20,申柏舟,邱若岚,6500.00,房租,成功"),
            "起诉状.txt",
            ("2. 判令被告支付占有使用费", "2. 判令被告支付违约金6,500元；\n3. 判令被告支付占有使用费"),
            ("32,000", "38,500"),
        )
    )
    assert draft.expected == "19500.00"
