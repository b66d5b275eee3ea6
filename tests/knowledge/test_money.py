"""Amounts of money, their units and prices per something."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.knowledge.money import MoneyUnit, find_money, is_unit_price, unit_of_header

FORMAL_DIGITS = "零壹贰叁肆伍陆柒捌玖"


def in_formal_hanzi(fen: int) -> str:
    """Write fen as a cheque does, 壹佰零伍元叁角整."""
    yuan, tens, units = fen // 100, fen // 10 % 10, fen % 10
    groups = []
    for power, name in ((8, "亿"), (4, "万"), (0, "")):
        part = yuan // 10**power % 10**4
        if part:
            groups.append((part, name))
    written, lower = "", False
    for part, name in groups:
        if lower and part < 1000:
            written += "零"
        zero = False
        for place, unit in ((1000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
            digit = part // place % 10
            if digit:
                written += ("零" if zero else "") + FORMAL_DIGITS[digit] + unit
                zero = False
            elif written and part % place and part // place:
                zero = True
        written += name
        lower = True
    written = (written or "零") + "元"
    if not tens and not units:
        return written + "整"
    return written + (f"{FORMAL_DIGITS[tens]}角" if tens else "零") + (f"{FORMAL_DIGITS[units]}分" if units else "")


def yuan(text: str) -> list[Decimal]:
    return [Decimal(fact.fen) / 100 for fact in find_money(text)]


@pytest.mark.parametrize(
    ("text", "amount", "written"),
    [
        ("12.5万元", "125000", "mixed"),
        ("3541.07万元", "35410700", "mixed"),
        ("3541.07万元2.3", "35410700", "mixed"),
        ("壹亿贰仟万元", "120000000", "hanzi"),
        ("￥３，５００．５０元", "3500.50", "digits"),
        ("123元1角1分", "123.11", "digits"),
        ("300,000元", "300000", "digits"),
        ("3，500元", "3500", "digits"),
        ("300000.00元整", "300000", "digits"),
        ("人民币300,000.00元", "300000", "digits"),
        ("人民币 30 万元", "300000", "mixed"),
        ("RMB 5000", "5000", "digits"),
        ("CNY12,000", "12000", "digits"),
        ("¥-500.00", "500", "digits"),
        ("300,000.00", "300000", "digits"),
        ("61,978.40", "61978.40", "digits"),
        ("5万元整", "50000", "mixed"),
        ("1亿2千万元", "120000000", "mixed"),
        ("3万5千元", "35000", "mixed"),
        ("先扣的2万4", "24000", "mixed"),
        ("收到了，27万6，谢了", "276000", "mixed"),
        ("30余万元", "300000", "mixed"),
        ("本金30万没还", "300000", "mixed"),
        ("注册资本500万元人民币", "5000000", "mixed"),
        ("现金3千", "3000", "mixed"),
        ("借我30个，一年就还", "300000", "mixed"),
        ("借5k", "5000", "mixed"),
        ("转你30w", "300000", "mixed"),
        ("三千转过去了", "3000", "hanzi"),
        ("先给两千五吧", "2500", "hanzi"),
        ("一万二", "12000", "hanzi"),
        ("还了三万五千六", "35600", "hanzi"),
        ("一百二十万", "1200000", "hanzi"),
        ("借我三百", "300", "hanzi"),
        ("五千块", "5000", "hanzi"),
        ("十元", "10", "hanzi"),
        ("五元三角", "5.30", "hanzi"),
        ("三万元整", "30000", "hanzi"),
        ("叁拾万元整", "300000", "hanzi"),
        ("叁 拾 万 元 整", "300000", "hanzi"),
        ("人民币（大写）：柒拾叁万柒仟元整", "737000", "hanzi"),
        ("壹拾叁万捌仟玖佰壹拾贰元叁角柒分", "138912.37", "hanzi"),
        ("叁拾万零仟零佰零拾零元零角零分", "300000", "hanzi"),
        ("大写：伍拾萬圓正", "500000", "hanzi"),
        ("贰佰元", "200", "hanzi"),
        ("2250块", "2250", "digits"),
        ("5块钱", "5", "digits"),
    ],
)
def test_amounts_are_read(text: str, amount: str, written: str) -> None:
    facts = find_money(text)
    assert [(Decimal(fact.fen) / 100, fact.written) for fact in facts] == [(Decimal(amount), written)]
    assert text[facts[0].start : facts[0].end] == facts[0].text


def test_figures_and_words_of_one_sum_are_two_facts() -> None:
    assert yuan("人民币叁拾万元整（¥300,000.00）") == [300000, 300000]


@pytest.mark.parametrize(
    "text",
    [
        "18000.00",
        "每月收他1,500",
        "150吨",
        "1,204.50平方米",
        "30万件",
        "30万股",
        "年产50万吨",
        "3个月",
        "赔我5个",
        "借3个月",
        "借3个人",
        "年利率12%",
        "百分之三十",
        "日万分之五",
        "2024年3月5日",
        "20240305",
        "10055120076",
        "999999198307093139",
        "这个数千万别让人知道",
        "万一不还",
        "三千多人",
        "两万五千里",
        "一千零一夜",
        "第一百万",
        "第一千一百七十九条",
        "三块地",
        "一块儿去",
        "几万块",
        "三五万",
        "60W灯泡",
        "5万美元",
        "100万港币",
        "USD 300,000.00",
        "伍佰",
        "第3，500页",
        "12:30",
        "元",
        "十万火急",
        "HRB400E",
        "1,276天",
        "100,200.30.40",
    ],
)
def test_other_things_are_no_money(text: str) -> None:
    assert find_money(text) == []


def test_slang_counts_ten_thousands_where_ten_thousands_are_spoken_of() -> None:
    assert yuan("那三十五万不说，剩下25个年底还") == [350000, 250000]
    assert yuan("仓库剩下25个年底再发") == []


def test_a_count_that_follows_ends_the_amount() -> None:
    assert yuan("欠27万6个月没还") == [270000]
    assert yuan("借3万2024年还") == [30000]
    assert yuan("共付200-300元") == [300]


@pytest.mark.parametrize(
    ("text", "unit", "fen"),
    [
        ("3541.07", "万元", 3_541_070_000),
        ("294000", "元", 29_400_000),
        ("18000.00", "元", 1_800_000),
        ("-300000", "元", 30_000_000),
        ("1.2亿", "万元", 12_000_000_000),
        ("30", "千元", 3_000_000),
        ("¥3000.00", "万元", 300_000),
    ],
)
def test_a_header_gives_bare_numbers_their_unit(text: str, unit: MoneyUnit, fen: int) -> None:
    assert [fact.fen for fact in find_money(text, unit=unit)] == [fen]


@pytest.mark.parametrize("text", ["2024-03-15", "12:30", "3月", "2024年", "A17"])
def test_a_unit_makes_no_money_of_dates_and_names(text: str) -> None:
    assert find_money(text, unit="元") == []


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("金额（万元）", "万元"),
        ("单位：亿元", "亿元"),
        ("（亿）", "亿元"),
        ("金额(元)", "元"),
        ("单位：人民币元", "元"),
        ("（单位：千元）", "千元"),
        ("单价(元/吨)", None),
        ("余额", None),
        ("万元户", None),
    ],
)
def test_units_of_headers(text: str, unit: MoneyUnit | None) -> None:
    assert unit_of_header(text) == unit


@pytest.mark.parametrize(
    ("text", "is_price"),
    [
        ("4,900元/吨", True),
        ("每吨4,900元", True),
        ("单价4,950元", True),
        ("单价为每台3200元", True),
        ("每日300元计", True),
        ("按500元／天计算", True),
        ("2.8元/平方米·月", True),
        ("月租金9,000元", True),
        ("月工资为10,875元", True),
        ("12,500元×7个月×2", True),
        ("6天×500元×200%", True),
        ("每人每天150元", True),
        ("12月租金9,000元", False),
        ("三个月租金27,000元", False),
        ("货款437,000元", False),
        ("共计150元，每人一份", False),
    ],
)
def test_prices_are_told_from_sums(text: str, is_price: bool) -> None:
    (fact,) = find_money(text)
    assert is_unit_price(text, fact) is is_price


@given(st.integers(min_value=100, max_value=10**13))
def test_formal_hanzi_are_read_back(fen: int) -> None:
    text = f"人民币{in_formal_hanzi(fen)}。"
    assert [fact.fen for fact in find_money(text)] == [fen]


@given(st.integers(min_value=1, max_value=10**13))
def test_digits_are_read_back(fen: int) -> None:
    assert [fact.fen for fact in find_money(f"共{fen // 100:,}.{fen % 100:02}元")] == [fen]
    assert [fact.fen for fact in find_money(f"￥{fen // 100}.{fen % 100:02}")] == [fen]
