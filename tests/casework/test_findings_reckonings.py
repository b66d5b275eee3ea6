"""Reckonings that do not give their result, in any party's paper; and figures that only look like one."""

from __future__ import annotations

import pytest
from little_cases import Files, changed, extended
from little_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, matter_with

from zuno.casework.findings import reckonings as rule
from zuno.casework.findings.drafts import Draft


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("赔偿金179,200元（12,800元×7个月×2）", "179200"),
        ("12,800×7×2=179,200", "179200"),
        ("１２，８００×７×２＝１７９，２００", "179200"),
        ("9000元/月×4个月+300元/天×24天=43,200元", "43200"),
        ("9,000×4+300×24，合计43,200元", "43200"),
        ("加班费6,000元（6天×500元×200%）", "6000"),
        ("10,875元÷21.75天×12天=6,000元", "6000"),
        ("（50,000元－20,000元）×2＝60,000元", "60000"),
        ("110吨×4,900元/吨+40吨×4,950元/吨=737,000元", "737000"),
        ("5天*500块=2500块", "2500"),
        ("3万×12%×2=7200元", "7200"),
        ("残疾赔偿金：49,283元/年×20年×10%=98,566元", "98566"),
        ("2000+3000+500=5500元", "5500"),
        ("误工费1.8万元（150元/天×120天）", "18000"),
    ],
)
def test_a_formula_is_read_as_people_write_it_and_is_right(text: str, value: str) -> None:
    (formula,) = rule.formulas(text)
    assert formula.value == pytest.approx(float(value))
    assert not formula.wrong


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("赔偿金179,000元（12,800元×7个月×2）", 179200),
        ("12,800×7×2=192,000", 179200),
        ("9000元/月×4个月＋300元/天×24天，共计45,200元", 43200),
        ("加班费9,000元（6天×500元×200%）", 6000),
        ("误工费150元/天×120天，计1.9万元", 18000),
    ],
)
def test_a_wrong_result_is_told_from_the_right_one(text: str, right: int) -> None:
    (formula,) = rule.formulas(text)
    assert formula.wrong
    assert formula.value == right


@pytest.mark.parametrize(
    "text",
    [
        "367.82元×5天=1,839.08元，8,000÷21.75×5=1,839.08元",
        "437,000×3.7%×1.3×1276÷365=73,482.57元",
    ],
)
def test_rounding_on_the_way_is_no_error(text: str) -> None:
    assert all(not formula.wrong for formula in rule.formulas(text))


@pytest.mark.parametrize(
    "text",
    [
        "规格200×100×50毫米",
        "2024-05-01至2024-06-01共31天",
        "电话100-1234-5678",
        "账号6299 0000 4321 0099",
        "车牌8×2，价格另议",
        "暂计至2026年6月30日为15,900元",
        "医疗费12,000元+护理费3,000元=15,000元",
    ],
)
def test_sizes_days_and_numbers_are_no_formula(text: str) -> None:
    assert all(not formula.wrong for formula in rule.formulas(text))


def lease(files: Files) -> list[Draft]:
    matter = matter_with(LEASE_PACK, files)
    return [*rule.wrong_formulas(matter, LEASE_PACK), *rule.wrong_lists(matter), *rule.wrong_table_totals(matter)]


def test_clean_cases_reckon_rightly() -> None:
    matter = matter_with(LABOUR_PACK, LABOUR)
    assert lease(LEASE) == []
    assert rule.wrong_formulas(matter, LABOUR_PACK) == []
    assert rule.wrong_table_totals(matter) == []


def test_a_wrong_product_in_the_complaint_opens_the_cell_of_its_head() -> None:
    (draft,) = lease(changed(LEASE, "起诉状.txt", ("租金26,000元", "租金29,000元")))
    assert (draft.code, draft.expected, draft.unsettles) == ("amount_mismatch", "26000.00", ("CL-1/C1E3",))
    assert draft.quotes[0].file == "起诉状.txt"


ANSWER = "答辩状\n答辩人：申柏舟。\n押金应抵租金，{}。\n此致\n蓝汀市河西区人民法院\n答辩人：申柏舟\n2026年1月4日\n"


def test_a_wrong_product_in_the_answer_hurts_the_defendant() -> None:
    (draft,) = lease(extended(LEASE, 答辩状=ANSWER.format("6,500元×2=15,000元")))
    assert (draft.hurts, draft.unsettles) == ("defendant", ())


@pytest.mark.parametrize(
    ("written", "expected"), [("6,000", []), ("5,800", []), ("6,200", ["6000.00"]), ("9,000", ["6000.00"])]
)
def test_a_sum_a_day_must_give_the_figure_for_its_days(written: str, expected: list[str]) -> None:
    files = changed(LEASE, "起诉状.txt", ("暂计至2025年11月30日为6,000元", f"暂计至2025年11月30日为{written}元"))
    drafts = rule.wrong_day_counts(matter_with(LEASE_PACK, files), LEASE_PACK)
    assert [draft.expected for draft in drafts] == expected


# --- lists and tables -------------------------------------------------------------------------------------------


def letter(words: str) -> dict[str, str]:
    text = f"催款函\n申柏舟：\n{words}\n请于收到本函之日起七日内付清。\n邱若岚\n2025年11月3日\n"
    return extended(LEASE, 催款函=text)


def test_a_list_whose_total_is_wrong_is_found() -> None:
    (draft,) = lease(letter("你欠水费320元、电费1,180元、物业费2,400元，合计4,900元。"))
    assert (draft.expected, draft.quotes[0].file) == ("3900.00", "催款函.txt")


@pytest.mark.parametrize(
    "words",
    [
        "你欠水费320元、电费1,180元、物业费2,400元，合计3,900元。",
        "你欠水费320元、电费1,180元，扣除已付500元，共计1,000元。",
        "你应付总额8,000元，其中租金6,500元，物业费1,500元，合计8,000元。",
        "你欠物业费每月200元、公摊每月50元，共计3,000元。",
        "你于2025年7月欠6,500元。另查，此前共计欠6,000元。",
        "租金6,500元，水费320元，电费1,180元，水电费共1,500元。",
    ],
    ids=["right", "deducted", "of which", "prices", "two things", "the last two"],
)
def test_a_list_that_can_be_right_is_left_alone(words: str) -> None:
    assert lease(letter(words)) == []


LEDGER = "欠费明细表,,\n项目,数量,金额（元）\n租金,4,26000\n水费,12,320\n电费,900,1180\n合计,,{}\n"


def table(total: str, sheet: str = LEDGER) -> list[Draft]:
    return lease({**LEASE, "欠费台账.csv": sheet.format(total)})


def test_a_table_whose_total_is_wrong_is_found() -> None:
    (draft,) = table("28500")
    assert (draft.expected, draft.quotes[0].quote) == ("27500.00", "28500")


@pytest.mark.parametrize(
    ("total", "sheet"),
    [
        ("27500", LEDGER),
        ("27500.5", LEDGER),
        ("27500", LEDGER.replace("水费,12,320\n", "小计,,26000\n水费,12,320\n")),
        ("28000", LEDGER.replace("水费,12,320", "水费,12,见附表")),
        ("28500", LEDGER.replace("金额（元）", "累计余额")),
    ],
    ids=["right", "rounded", "subtotal", "a row without figure", "balances"],
)
def test_a_table_that_can_be_right_is_left_alone(total: str, sheet: str) -> None:
    assert table(total, sheet) == []
