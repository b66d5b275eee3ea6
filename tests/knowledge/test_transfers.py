"""Transfers and ledger rows from tables, lines and slips."""

from __future__ import annotations

import io
from datetime import date

import openpyxl
import pytest

from zuno.knowledge.intake import read_bytes
from zuno.knowledge.records import Block, Document, Page, Transfer
from zuno.knowledge.transfers import find_ledger_rows, find_transfers, read_rows

Short = tuple[str, int, str | None, str | None]


def paper(text: str, file: str = "材料.pdf") -> Document:
    """A document that has lines only, as PDF text has."""
    page = Page(number=1, start=0, end=len(text))
    return Document(file=file, sha256="0", size_bytes=1, format="pdf", state="ready", text=text, pages=(page,))


def sheet(
    rows: list[str], file: str = "表.xlsx", title: str = "Sheet1", locator: str = "{title}!{letter}{row}"
) -> Document:
    """A document with a block for each cell; ``rows`` part their cells with a comma."""
    text, blocks = "", []
    for row, line in enumerate(rows, start=1):
        for column, cell in enumerate(line.split(","), start=1):
            if column > 1:
                text += "\t"
            if cell:
                place = locator.format(title=title, letter=chr(64 + column), row=row, column=column)
                blocks.append(Block(start=len(text), end=len(text) + len(cell), kind="cell", locator=place))
            text += cell
        text += "\n"
    page = Page(number=1, start=0, end=len(text), label=title)
    return Document(
        file=file,
        sha256="0",
        size_bytes=1,
        format="xlsx",
        state="ready",
        text=text,
        pages=(page,),
        blocks=tuple(blocks),
    )


def short(document: Document) -> list[Short]:
    return [(str(one.date), one.fen, one.payer, one.payee) for one in find_transfers(document)]


LENT: Short = ("2024-03-15", 30_000_000, "周砚秋", "孟立川")
INTEREST: Short = ("2024-04-15", 300_000, "孟立川", "周砚秋")


@pytest.mark.parametrize(
    "rows",
    [
        [
            "户名：周砚秋",
            "交易日期,摘要,对方户名,支出,收入,余额",
            "2024-03-15,借款,孟立川,300000,,1",
            "2024-04-15,利息,孟立川,,3000,2",
        ],
        [
            "户名,周砚秋",
            "余额,贷方发生额,借方发生额,交易对手名称,记账日期",
            "1,,300000.00,孟立川,20240315",
            "2,3000.00,,孟立川,20240415",
        ],
        [
            "账户名称：周砚秋",
            "日期,交易对方,发生额,用途",
            "2024.3.15,孟立川,-300000,借款",
            "2024.4.15,孟立川,+3000,利息",
        ],
        [
            "姓名：周砚秋",
            "交易时间,收/支,金额,交易对方",
            "2024/3/15 9:00,支出,300000.00,孟立川",
            "2024/4/15 9:01,收入,3000.00,孟立川",
        ],
        [
            "客户姓名：周砚秋",
            "交易日,借贷标志,交易金额（万元）,对方名称",
            "2024-03-15,借,30,孟立川",
            "2024-04-15,贷,0.3,孟立川",
        ],
        [
            "序号,付款人,收款人,付款时间,金额",
            "1,周砚秋,孟立川,2024年3月15日,30万元",
            "2,孟立川,周砚秋,2024年4月15日,叁仟元整",
        ],
        [
            "户名：周砚秋",
            "日期,对方户名,交易金额,余额",
            "2024-03-15,孟立川,300000,61978.40",
            "2024-04-15,孟立川,3000,64978.40",
        ],
        [
            "户名：周砚秋",
            "日期,对方户名,交易金额,余额",
            "2024-04-15,孟立川,3000,64978.40",
            "2024-03-15,孟立川,300000,61978.40",
        ],
        ["户名：周砚秋", "日期,对方户名,金额,摘要", "2024-03-15,孟立川,300000,网银转出", "2024-04-15,孟立川,3000,转入"],
        [
            "户名：周砚秋",
            "日期,发生额,,对方户名",
            ",借方,贷方,",
            "2024-03-15,300000,,孟立川",
            "2024-04-15,,3000,孟立川",
        ],
        ["2024年", "户名：周砚秋", "日期,支出,收入,对方户名", "3月15日,300000,,孟立川", "04-15,,3000,孟立川"],
    ],
)
def test_columns_of_any_order_and_wording_tell_who_paid_whom(rows: list[str]) -> None:
    assert sorted(short(sheet(rows))) == sorted([LENT, INTEREST])


@pytest.mark.parametrize("locator", ["{title}!{letter}{row}", "行{row}列{column}", "表1 行{row}列{column}"])
def test_cells_of_every_format_are_read(locator: str) -> None:
    rows = ["户名：周砚秋", "交易日期,对方户名,支出,收入", "2024-03-15,孟立川,300000.00,", "合计,,300000.00,"]
    assert short(sheet(rows, locator=locator)) == [LENT]


def test_spans_point_at_single_cells() -> None:
    document = sheet(["户名：周砚秋", "交易日期,摘要,对方户名,支出,收入", "2024-03-15 14:27:08,借款,孟立川,300000.00,"])
    (one,) = find_transfers(document)
    text = document.text
    assert text[one.amount_start : one.amount_end] == "300000.00"
    assert text[one.date_start : one.date_end] == "2024-03-15"
    assert text[one.party_start : one.party_end] == "孟立川"
    assert text[one.memo_start : one.memo_end] == one.memo == "借款"
    assert text[one.start : one.end].startswith("2024-03-15")
    assert text[one.start : one.end].endswith("300000.00")


def test_lines_of_a_page_are_read_by_what_each_field_looks_like() -> None:
    document = paper(
        "某某农商银行账户交易明细\n户名：周砚秋 账号：6299 0000 1234 0718\n"
        "交易日期 交易时间 摘要 对方户名 对方账号 支出 收入 余额\n"
        "2024-03-11 09:12:40 工资 栖川市江堤测绘院 6299****8801 9,860.00 361,978.40\n"
        "2024-03-15 14:27:08 网银转账 借款 孟立川 6299****5512 300,000.00 61,978.40\n"
        "2024-04-15 19:00:20 转入 4月利息 孟立川 6299****5512 3,000.00 64,978.40\n"
    )
    assert short(document)[1:] == [LENT, INTEREST]
    memo = find_transfers(document)[2]
    assert document.text[memo.memo_start : memo.memo_end] == memo.memo == "转入 4月利息"


@pytest.mark.parametrize(
    ("memo", "sides"), [("网银", (None, None)), ("付款", (None, None)), ("转入", ("孟立川", "周砚秋"))]
)
def test_a_single_amount_below_two_columns_gets_no_side_from_purpose_or_title(
    memo: str, sides: tuple[str | None, str | None]
) -> None:
    document = paper(
        "付款明细\n户名：周砚秋 账号：6299 0000 1234 0718\n日期 摘要 对方户名 支出 收入\n"
        f"2024-03-15 {memo} 孟立川 300,000.00\n"
    )
    assert [(transfer.payer, transfer.payee) for transfer in find_transfers(document)] == [sides]


def test_both_amounts_printed_on_a_line_are_told_by_their_order() -> None:
    document = paper(
        "客户姓名: 周砚秋\n记账日 借方发生额 贷方发生额 余额 对手户名 摘要\n"
        "20240315 300,000.00 0.00 61,978.40 孟立川 转账\n20240415 0.00 3,000.00 64,978.40 孟立川 利息\n"
    )
    assert short(document) == [LENT, INTEREST]


def test_a_heading_holds_on_the_next_page_and_for_lines_with_tabs() -> None:
    document = paper(
        "户名\t周砚秋\n日期\t支出\t收入\t对方户名\n2024-03-15\t300000\t\t孟立川\n第2页\n2024-04-15\t\t3000\t孟立川\n"
    )
    assert short(document) == [LENT, INTEREST]


def test_debit_and_credit_of_a_cash_book_are_turned_round() -> None:
    rows = [
        "银行存款日记账",
        "日期,摘要,对方单位,借方,贷方,余额",
        "2024-01-05,货款,甲公司,50000,,50000",
        "2024-01-08,材料,乙厂,,20000,30000",
    ]
    assert short(sheet(rows)) == [("2024-01-05", 5_000_000, "甲公司", None), ("2024-01-08", 2_000_000, None, "乙厂")]


def test_equal_sums_that_run_backwards_are_told_by_the_balance() -> None:
    rows = ["户名：周砚秋", "日期,对方户名,交易金额,余额"]
    rows += [f"2024-{month:02}-15,孟立川,3000,{61978 + 3000 * (month - 3)}" for month in (6, 5, 4)]
    assert {(payer, payee) for _, _, payer, payee in short(sheet([*rows, "2024-03-15,孟立川,300000,61978"]))[:3]} == {
        ("孟立川", "周砚秋")
    }


def test_without_a_holder_that_side_stays_open() -> None:
    rows = ["日期,收款方,金额,附言,状态", "2024-06-15,姚静姝,27000.00,季度租金,成功"]
    assert short(sheet(rows, file="付款记录.csv")) == [("2024-06-15", 2_700_000, None, "姚静姝")]


def test_rows_that_failed_are_no_transfers() -> None:
    rows = ["微信昵称：[周砚秋]", "交易时间,交易对方,收/支,金额(元),当前状态,备注"]
    rows += ["2024-04-15 19:00,孟立川,收入,¥3000.00,已存入零钱,/", "2024-05-03 10:00,孟立川,支出,¥5000.00,对方已退还,/"]
    (one,) = find_transfers(sheet(rows))
    assert (one.fen, one.payer, one.payee, one.memo) == (300_000, "孟立川", "周砚秋", "")


def test_an_amount_without_any_sign_of_direction_names_the_counterparty_only() -> None:
    (one,) = find_transfers(sheet(["日期,对方户名,金额", "2024-03-15,孟立川,300000"], file="表.xlsx"))
    assert (one.payer, one.payee) == (None, None)
    assert one.party_end > one.party_start


def test_wages_come_in() -> None:
    rows = [
        "工资条 姓名：林若筠",
        "交易日期,对方户名,摘要,金额",
        "2025-02-10,舒陵云檐文化传播有限公司,代发工资,10930.19",
    ]
    assert short(sheet(rows)) == [("2025-02-10", 1_093_019, "舒陵云檐文化传播有限公司", "林若筠")]


SLIPS = {
    "labels": "农商银行 电子回单\n交易日期：2024-03-15 14:27:08\n"
    "付款人：周砚秋 6299 0000 1234 0718\n收款人：孟立川\n"
    "金额（小写）：300,000.00\n金额（大写）：人民币叁拾万元整\n附言：借款\n",
    "two columns": "网上银行电子回单\n付款方 户名 周砚秋 收款方 户名 孟立川\n"
    "账号 6299000012340718 账号 6299000077405512\n"
    "金额 人民币（大写）：叁拾万元整 ¥300,000.00元\n摘要 借款\n交易时间 2024-03-15 14:27:08\n",
    "stacked": "转账凭证\n付款人\n全称：周砚秋\n账号：6299\n收款人\n全称：孟立川\n"
    "大写金额：叁拾万元整\n小写金额：300,000.00\n"
    "交易日期：2024年3月15日\n用途：借款\n",
    "only words": "业务凭证\n汇款人：周砚秋\n收款人户名：孟立川\n金额：叁拾万元整\n汇款日期：2024/3/15\n用途：借款\n",
}


@pytest.mark.parametrize("layout", SLIPS)
def test_slips_name_both_sides(layout: str) -> None:
    document = paper(SLIPS[layout])
    assert short(document) == [LENT]
    (one,) = find_transfers(document)
    assert document.text[one.memo_start : one.memo_end] == one.memo == "借款"
    assert document.text[one.date_start : one.date_end].startswith("2024")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "账单详情\n转账-来自孟立川\n+3,000.00\n当前状态 已存入零钱\n"
            "转账说明 四月利息\n转账时间 2024年4月15日 19:00:20\n",
            ("2024-04-15", 300_000, "孟立川", None),
        ),
        (
            "扫二维码付款-给唐屿\n-1,500.00\n当前状态 支付成功\n"
            "支付时间 2026年2月15日 12:00:20\n收款方备注 二维码收款\n",
            ("2026-02-15", 150_000, None, "唐屿"),
        ),
        (
            "账单详情\n孟立川\n-20,000.00\n交易成功\n付款方式 余额宝\n转账备注 借款\n创建时间 2024-04-16 19:00:11\n",
            ("2024-04-16", 2_000_000, None, "孟立川"),
        ),
    ],
)
def test_bills_of_wallets_are_read_by_their_sign(text: str, expected: Short) -> None:
    assert short(paper(text)) == [expected]


def test_two_slips_on_one_page_are_two_transfers() -> None:
    document = paper(SLIPS["labels"] + SLIPS["labels"].replace("2024-03-15", "2024-04-15"))
    assert [one.date for one in find_transfers(document)] == [date(2024, 3, 15), date(2024, 4, 15)]


LEDGERS = {
    "receivable": [
        "甲公司往来账",
        "日期,摘要,数量(吨),应收,已收,余额",
        "2022-03-15,第一批,60,294000,,294000",
        "2022-04-02,转来,,,200000,94000",
    ],
    "debit and credit": [
        "应收账款明细账",
        "日期,摘要,借方,贷方,余额",
        "2022-03-15,第一批,294000,,294000",
        "2022-04-02,转来,,200000,94000",
    ],
    "goods and returns": [
        "台账",
        "日期,备注,货款,回款金额,尚欠金额",
        "2022-03-15,第一批,294000,,294000",
        "2022-04-02,转来,,200000,94000",
    ],
}


@pytest.mark.parametrize("layout", LEDGERS)
def test_a_partys_own_ledger_is_no_bank_record(layout: str) -> None:
    document = sheet([*LEDGERS[layout], "合计,,294000,200000,94000"])
    assert find_transfers(document) == []
    rows = find_ledger_rows(document)
    assert [(str(row.date), row.charged_fen, row.settled_fen, row.balance_fen) for row in rows] == [
        ("2022-03-15", 29_400_000, None, 29_400_000),
        ("2022-04-02", None, 20_000_000, 9_400_000),
    ]
    assert [document.text[row.balance_start : row.balance_end] for row in rows] == ["294000", "94000"]


@pytest.mark.parametrize(
    "rows",
    [
        ["开票日期,货物名称,数量,单价,金额", "2022-03-16,螺纹钢,60,4900,294000"],
        ["月份,基本工资,绩效,实发", "2025-01,6000,1425,10930.19"],
        ["日期,姓名,上班打卡,下班打卡", "2025-11-01,林若筠,09:21:08,18:31:12"],
        ["序号,名称,形式,证明目的", "1,借条,原件,借款"],
        ["借款日期是2024年3月15日,金额300000元"],
    ],
)
def test_other_tables_hold_no_transfers(rows: list[str]) -> None:
    assert find_transfers(sheet(rows)) == []
    assert find_ledger_rows(sheet(rows)) == []


@pytest.mark.parametrize(
    "text",
    [
        "借条\n今借到周砚秋人民币叁拾万元整（¥300,000.00）。\n借款人：孟立川\n2024年3月15日",
        "合同\n付款方式：合同签订后付款。收款账户：农商银行。\n签订日期：2024年3月15日",
        "原告于2024年3月15日向被告转账300,000元，收款人为被告。",
        "",
    ],
)
def test_prose_is_no_slip(text: str) -> None:
    assert find_transfers(paper(text)) == []


def test_rows_keep_columns_of_tabs_and_bars_and_lose_them_at_blanks() -> None:
    rows = read_rows(paper("a\t\tb\n| c | | d |\ne  f g\nh i\n\n"))
    assert [[(cell.text, cell.column) for cell in row.cells] for row in rows] == [
        [("a", 1), ("b", 3)],
        [("c", 2), ("d", 4)],
        [("e", 1), ("f g", 2)],
        [("h", 1), ("i", 2)],
    ]
    assert [row.aligned for row in rows] == [True, True, False, False]


def test_every_span_is_exact() -> None:
    for text in SLIPS.values():
        document = paper(text)
        for one in find_transfers(document):
            check_spans(document, one)


def check_spans(document: Document, one: Transfer) -> None:
    assert 0 <= one.start < one.end <= len(document.text)
    for start, end in (
        (one.amount_start, one.amount_end),
        (one.date_start, one.date_end),
        (one.party_start, one.party_end),
        (one.memo_start, one.memo_end),
    ):
        assert one.start <= start < end <= one.end


ALIPAY = """导出信息：
姓名：周砚秋
支付宝账户：138****0001
------------------------示例  电子客户回单------------------------
交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,
2024-03-05 10:11:12,转账红包,沈临舟,shl***@example.com,借款,支出,20000.00,储蓄卡,交易成功,2024030522001\t,\t,,
2024-03-06 10:11:12,转账红包,沈临舟,138****0002,还款,收入,5000.00,,交易成功,2024030622001\t,\t,还第一期,
2024-03-07 09:00:00,日用百货,示例超市,abc***@example.com,购物,支出,100.00,花呗,交易关闭,2024030722001\t,M1\t,,
2024-03-08 09:00:00,日用百货,示例超市,abc***@example.com,退款-购物,不计收支,100.00,花呗,退款成功,2024030722001\t,M1\t,,
2024-03-09 09:00:00,日用百货,示例超市,abc***@example.com,退款-水果,不计收支,30.00,花呗,退款成功,2024030122001\t,M1\t,,
2024-03-10 09:00:00,投资理财,示例基金,fund@example.com,余额宝-自动转入,不计收支,1900.00,余额,交易成功,202403\t,\t,,
2024-03-11 09:00:00,转账红包,沈临舟,138****0002,转账,支出,2000.00,余额宝,等待对方收款,2024031122001\t,\t,,
"""


def moved(name: str, text: str) -> list[tuple[str, int, str | None, str | None]]:
    document = read_bytes(name, text.encode("gb18030"))[0]
    return [(str(found.date), found.fen, found.payer, found.payee) for found in find_transfers(document)]


def test_a_bill_of_alipay_tells_who_paid_and_leaves_out_what_was_never_paid() -> None:
    assert moved("支付宝交易明细.csv", ALIPAY) == [
        ("2024-03-05", 2000000, "周砚秋", "沈临舟"),
        ("2024-03-06", 500000, "沈临舟", "周砚秋"),
        ("2024-03-09", 3000, "示例超市", "周砚秋"),
        ("2024-03-10", 190000, None, None),
    ]


WECHAT = """微信支付账单明细,,,,,,,,
微信昵称：[秋水],,,,,,,,
----------------------微信支付账单明细列表--------------------,,,,,,,,
交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2024-03-05 10:11:12,转账,沈临舟,"转账备注:借款",支出,¥20000.00,零钱,对方已收钱,"10000500\t","100005\t","/"
2024-03-06 10:11:12,转账,沈临舟,"转账备注:微信转账",收入,¥5000.00,/,已存入零钱,"10000501\t","/","/"
2024-03-07 10:11:12,商户消费,示例超市,"购物",支出,¥1000.00,零钱,已全额退款,"4200001\t","1000\t","/"
2024-03-07 11:11:12,示例超市-退款,示例超市,"/",收入,¥1000.00,/,已全额退款,"4200001\t","/","/"
2024-03-08 10:11:12,商户消费,示例超市,"购物",支出,¥1000.00,零钱,已退款(￥300.00),"4200002\t","1000\t","/"
2024-03-08 11:11:12,示例超市-退款,示例超市,"/",收入,¥300.00,/,已退款￥300.00,"4200002\t","/","/"
2024-03-09 10:11:12,转账,沈临舟,"转账备注:微信转账",支出,¥3000.00,零钱,已退还,"10000502\t","/","/"
2024-03-10 10:11:12,零钱提现,示例银行,"/",/,¥3000.00,示例银行(1234),提现已到账,"6000\t","/","服务费¥3.00"
2024-03-11 10:11:12,转账,沈临舟,"转账备注:借款",支出,¥700.00,零钱,待对方收款,"7001\t","/","/"
"""


def test_a_bill_of_wechat_counts_a_part_refund_and_leaves_out_what_was_given_back_whole() -> None:
    assert moved("微信支付账单.csv", WECHAT) == [
        ("2024-03-05", 2000000, "秋水", "沈临舟"),
        ("2024-03-06", 500000, "沈临舟", "秋水"),
        ("2024-03-08", 100000, "秋水", "示例超市"),
        ("2024-03-08", 30000, "示例超市", "秋水"),
        ("2024-03-10", 300000, None, None),
    ]


def test_a_minus_in_a_column_of_payments_takes_one_back_unless_all_stand_so() -> None:
    head = "户名,周砚秋\n交易日期,支出金额,收入金额,对方户名,摘要\n"
    rows = "2024-03-05,{}3000.00,,沈临舟,转账\n2024-03-06,-3000.00,,沈临舟,冲正\n"
    assert [found[2] for found in moved("a.csv", head + rows.format(""))] == ["周砚秋", "沈临舟"]
    assert [found[2] for found in moved("a.csv", head + rows.format("-"))] == ["周砚秋", "周砚秋"]


def test_the_unit_of_a_heading_counts() -> None:
    text = "户名：周砚秋\n交易日期\t收入（万元）\t支出（万元）\t对方户名\n2024/3/5\t\t2.5\t沈临舟\n"
    assert moved("a.txt", text) == [("2024-03-05", 2500000, "周砚秋", "沈临舟")]


def test_a_merged_name_holds_for_every_row_and_a_merged_sum_counts_once() -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (
        ["交易日期", "支出金额", "对方户名"],
        ["2024-03-05", 100, "沈临舟"],
        ["2024-03-06"],
        ["2024-03-07", 50],
    ):
        sheet.append(row)
    sheet.merge_cells("B2:B3")
    sheet.merge_cells("C2:C4")
    out = io.BytesIO()
    book.save(out)
    document = read_bytes("流水.xlsx", out.getvalue())[0]
    found = find_transfers(document)
    assert [(transfer.fen, transfer.payee) for transfer in found] == [(10000, "沈临舟"), (5000, "沈临舟")]
    assert document.text[found[1].start : found[1].end] == "2024-03-07\t50"


def test_a_page_whose_headings_span_columns_and_rows_keeps_sums_on_their_side() -> None:
    head = (
        "<tr><td colspan=6>交易明细 户名：周砚秋</td></tr><tr><th rowspan=2>交易日期</th><th colspan=2>发生额</th>"
        "<th rowspan=2>余额</th><th rowspan=2>对方户名</th></tr><tr><th>借方</th><th>贷方</th></tr>"
    )
    rows = (
        "<tr><td>2024-03-05</td><td></td><td>300.00</td><td>900.00</td><td rowspan=2>沈临舟</td></tr>"
        "<tr><td>2024-03-06</td><td>100.00</td><td></td><td>800.00</td></tr>"
    )
    assert moved("明细.xls", f"<html><meta charset=gbk><table>{head}{rows}</table></html>") == [
        ("2024-03-05", 30000, "沈临舟", "周砚秋"),
        ("2024-03-06", 10000, "周砚秋", "沈临舟"),
    ]
