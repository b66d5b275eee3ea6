"""Rates, quantities of goods, and what all finders promise together."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zuno.knowledge import facts
from zuno.knowledge.facts import find_quantities, find_rates

FINDERS = (
    facts.find_citations,
    facts.find_dates,
    facts.find_money,
    facts.find_numbers,
    facts.find_quantities,
    facts.find_rates,
)

SCRAPS = [
    "2024年3月15日",
    "3月28日",
    "至16日",
    "03-12 21:03",
    "３，５００．５０元",
    "27万6",
    "叁拾万元整",
    "999999199104185281",
    "6299 0000 1234 0718",
    "100****0045",
    "年利率12%",
    "日万分之五",
    "一分利",
    "60吨",
    "《民法典》第五百七十七条",
    "、第五百八十五条第一款",
    "合同法第52条",
    "（2024）云0102民初123号",
    "，",
    "。",
    "\n",
    "\t",
    " ",
    "被告",
    "𬭚🐟",
    "第",
    "条",
    "万",
    "元",
    "%",
    "《",
    "》",
    "1",
    "零",
]


@pytest.mark.parametrize(
    ("text", "percent", "unit"),
    [
        ("年利率12%", "12", "year"),
        ("年利率为百分之十二", "12", "year"),
        ("年化１５．４％", "15.4", "year"),
        ("利率12%/年", "12", "year"),
        ("年息一分", "10", "year"),
        ("1年期LPR为3.45%", "3.45", "year"),
        ("按年利率3.7%的1.3倍", "3.7", "year"),
        ("月利率1%", "1", "month"),
        ("月息2%", "2", "month"),
        ("每月2%的利息", "2", "month"),
        ("月息1分", "1", "month"),
        ("月息1.5分", "1.5", "month"),
        ("月息两分五", "2.5", "month"),
        ("利息照一分算", "1", "month"),
        ("一分半的利", "1.5", "month"),
        ("2分利", "2", "month"),
        ("利息按三分，现在改成两分", "3", "month"),
        ("5厘利", "0.5", "month"),
        ("日万分之一点五", "0.015", "day"),
        ("每日万分之五", "0.05", "day"),
        ("日千分之一", "0.1", "day"),
        ("万分之五/日", "0.05", "day"),
        ("按日0.05%", "0.05", "day"),
        ("日利率0.5‰", "0.05", "day"),
        ("按日加收欠费金额万分之五的滞纳金", "0.05", "day"),
        ("每逾期一日按合同总价的千分之三支付", "0.3", "day"),
        ("每逾期一天，应向甲方支付未付款项0.3‰的违约金", "0.03", "day"),
        ("下浮10%", "10", "none"),
        ("按月进度的80%支付", "80", "none"),
        ("LPR上浮50%", "50", "none"),
        ("500元×200%", "200", "none"),
        ("质保金3%年底付", "3", "none"),
        ("利息2个点", "2", "none"),
    ],
)
def test_rates_are_read(text: str, percent: str, unit: str) -> None:
    fact = find_rates(text)[0]
    assert (fact.percent, fact.unit) == (Decimal(percent), unit)
    assert text[fact.start : fact.end] == fact.text


def test_a_rate_starts_at_the_word_of_its_period() -> None:
    assert [fact.text for fact in find_rates("按欠付金额每日万分之一点五向甲方支付")] == ["每日万分之一点五"]
    assert [fact.text for fact in find_rates("首付30%，年利率5%")] == ["30%", "年利率5%"]


@pytest.mark.parametrize(
    "text",
    [
        "利息一分不要也行",
        "一分钱利息都没有",
        "10分钟",
        "9点30分",
        "5分",
        "LPR四倍",
        "三个点钟",
        "考了90分",
        "万分感谢",
        "充分之后",
        "12",
    ],
)
def test_other_things_are_no_rates(text: str) -> None:
    assert find_rates(text) == []


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("60吨", "60", "吨"),
        ("１５０　吨", "150", "吨"),
        ("2,000公斤", "2000", "公斤"),
        ("1,200.5 kg", "1200.5", "kg"),
        ("1.5万吨", "15000", "吨"),
        ("六十吨", "60", "吨"),
        ("三台挖机", "3", "台"),
        ("十余台", "10", "台"),
        ("500件", "500", "件"),
        ("30万件", "300000", "件"),
        ("500个垫圈", "500", "个"),
        ("烟50条", "50", "条"),
        ("建筑面积62.00平方米", "62.00", "平方米"),
        ("98.6㎡", "98.6", "㎡"),
        ("钥匙3把", "3", "把"),
        ("200方混凝土", "200", "方"),
        ("钢筋Φ12 40吨", "40", "吨"),
        ("单价4900，110吨", "110", "吨"),
        ("3车次", "3", "车次"),
    ],
)
def test_quantities_are_read(text: str, value: str, unit: str) -> None:
    (fact,) = find_quantities(text)
    assert (fact.value, fact.unit) == (Decimal(value), unit)
    assert text[fact.start : fact.end] == fact.text


@pytest.mark.parametrize(
    "text",
    [
        "第三条",
        "第3条",
        "民法典675条",
        "3个月",
        "5个工作日",
        "借我30个",
        "一张借条",
        "4,900元/吨",
        "甲方",
        "三方协议",
        "3方面",
        "一式两份",
        "5台湾",
        "2250块",
        "三件事",
    ],
)
def test_other_things_are_no_goods(text: str) -> None:
    assert find_quantities(text) == []


@settings(max_examples=300)
@given(st.lists(st.sampled_from(SCRAPS), max_size=40).map("".join))
def test_offsets_are_exact_and_facts_of_a_kind_do_not_overlap(text: str) -> None:
    for find in FINDERS:
        end = 0
        for fact in find(text):
            assert text[fact.start : fact.end] == fact.text != ""
            assert fact.start >= end
            end = fact.end


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=200))
def test_no_text_breaks_a_finder(text: str) -> None:
    for find in FINDERS:
        assert all(text[fact.start : fact.end] == fact.text for fact in find(text))


@pytest.mark.parametrize(
    "scrap", ["1", "一", "1,", "三万", "第一条、", "《", " ", "\n", "2024年", "3月1日、", "1234 ", "一千零", "*1"]
)
def test_repetition_costs_no_more_than_its_length(scrap: str) -> None:
    short, long = scrap * (20_000 // len(scrap)), scrap * (80_000 // len(scrap))

    def cpu_s(text: str) -> float:
        start = time.process_time()
        for find in FINDERS:
            find(text)
        return time.process_time() - start

    cpu_s(short)
    assert cpu_s(long) < 12 * max(cpu_s(short), 0.02)
