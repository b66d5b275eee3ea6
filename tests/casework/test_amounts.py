"""The figures as people must say them: as pleaded, as supported, and what was under-claimed."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, Files, answered, changed, extended, reviewed, without
from little_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, matter_with

from zuno.casework import marks
from zuno.casework.amounts import amount_lines
from zuno.casework.findings import rules
from zuno.casework.packs.loading import Pack
from zuno.casework.records import AmountLine, Review

QUIET_LOAN = extended(LOAN, 答辩状=answered())
QUIET_SALE = extended(SALE, 答辩状=answered(by="柏临市砚北服饰有限公司"))


def values(result: Review, basis: str) -> list[tuple[str, int | None]]:
    return [
        (line.name, None if line.value_fen is None else line.value_fen // 100)
        for line in result.amounts
        if line.basis == basis
    ]


def line(result: Review, name: str) -> AmountLine:
    return next(item for item in result.amounts if name in item.name)


@pytest.mark.parametrize(
    ("files", "sums"), [(LOAN, [200_000, 12_000, 24_000, 236_000, 236_000]), (SALE, [140_000, 16_912, 156_912])]
)
def test_every_head_and_the_total_are_listed_as_pleaded(files: dict[str, str], sums: list[int]) -> None:
    assert [value for _name, value in values(reviewed(files), "as_pleaded")] == sums


def test_a_head_without_a_sum_is_listed_without_one() -> None:
    result = reviewed(changed(QUIET_SALE, "起诉状.txt", ("面料货款140,000元", "面料货款")))
    assert values(result, "as_pleaded")[0][1] is None


@pytest.mark.parametrize(("name", "fen"), [("合同总价", 20_000_000), ("发票合计", 20_000_000), ("已付货款", 6_000_000)])
def test_the_inputs_of_a_sale_are_listed(name: str, fen: int) -> None:
    assert line(reviewed(SALE), name).value_fen == fen


@pytest.mark.parametrize(("name", "fen"), [("实际交付", 20_000_000), ("已付利息", 1_200_000)])
def test_the_inputs_of_a_loan_are_listed(name: str, fen: int) -> None:
    assert line(reviewed(LOAN), name).value_fen == fen


def test_the_cap_is_a_rate_and_not_a_sum() -> None:
    cap = line(reviewed(LOAN), "利率上限")
    assert (cap.value_fen, cap.value_text) == (None, "13.8%")
    assert "3.45" in cap.formula


def test_a_loan_formed_before_the_cap_has_no_cap_line() -> None:
    result = reviewed(changed(QUIET_LOAN, "借条.txt", ("\n2024年3月10日", "\n2019年5月1日")))
    assert not any("利率上限" in item.name for item in result.amounts)


def test_less_paid_out_gives_the_supported_principal_and_the_interest_on_it() -> None:
    result = reviewed(changed(QUIET_LOAN, "银行流水.csv", ("200000.00,,", "184000.00,,")))
    assert values(result, "as_supported") == [
        ("本金（材料支持）", 184_000),
        ("支付借期利息（按材料支持的本金）", 11_040),
        ("支付逾期利息/违约金（按材料支持的本金）", 22_080),
    ]


def test_more_paid_out_than_claimed_is_under_claimed() -> None:
    result = reviewed(changed(QUIET_LOAN, "银行流水.csv", ("200000.00,,", "230000.00,,")))
    assert [value for _name, value in values(result, "under_claimed")] == [30_000]


def test_an_acknowledged_balance_below_the_claim_leaves_the_difference_to_be_proven() -> None:
    result = reviewed(changed(QUIET_SALE, "对账单.txt", ("140,000", "120,000"), ("已付60,000", "已付80,000")))
    assert [value for _name, value in values(result, "as_supported")] == [120_000, 20_000]
    assert "待证" in result.amounts[-1].name


def test_an_acknowledged_balance_above_the_claim_is_under_claimed() -> None:
    result = reviewed(changed(QUIET_SALE, "对账单.txt", ("140,000", "160,000")))
    assert [value for _name, value in values(result, "under_claimed")] == [20_000]


def test_without_a_statement_the_contract_less_the_payments_is_the_alternative() -> None:
    files = changed(without(QUIET_SALE, "对账单.txt"), "起诉状.txt", ("面料货款140,000", "面料货款150,000"))
    assert [value for _name, value in values(reviewed(files), "as_supported")] == [140_000]


@pytest.mark.parametrize("files", [LOAN, SALE])
def test_a_claim_that_the_papers_give_has_no_alternative(files: dict[str, str]) -> None:
    assert values(reviewed(files), "as_supported") == []
    assert values(reviewed(files), "under_claimed") == []


def test_the_supported_balance_takes_off_what_was_paid_after_the_statement() -> None:
    row = "2024-03-01,柏临市砚北服饰有限公司,,20000.00,面料款\n"
    result = reviewed(
        changed(
            QUIET_SALE | {"收款流水.csv": SALE["收款流水.csv"] + row},
            "起诉状.txt",
            ("140,000元", "120,000元"),
            ("尚欠120,000元", "2024年3月1日又付20,000元，现欠120,000元"),
        )
    )
    assert values(result, "under_claimed") == []


@pytest.mark.parametrize("files", [LOAN, SALE])
def test_every_line_has_a_formula_and_names_cells_that_exist(files: dict[str, str]) -> None:
    result = reviewed(files)
    known = {item.id for item in result.cells}
    for item in result.amounts:
        assert item.formula
        assert set(item.source_cells) <= known


def test_a_head_that_states_its_reckoning_shows_it() -> None:
    formula = line(reviewed(SALE), "逾期付款违约金").formula
    assert all(part in formula for part in ("140,000", "604", "2023-07-21", "2025-03-15"))


# --- every cause ------------------------------------------------------------------------------------------------


def lines(pack: Pack, files: Files) -> dict[str, AmountLine]:
    matter = matter_with(pack, files)
    drafts = rules.drafted(matter, pack, [])
    return {item.name: item for item in amount_lines(matter, pack, marks.cells(matter, pack), drafts)}


def test_the_told_sums_stand_with_the_papers_that_have_them() -> None:
    rent = lines(LEASE_PACK, LEASE)["月租金"]
    assert (rent.value_fen, rent.basis, rent.source_cells) == (650_000, "input", ("CL-1/C1E3",))
    assert [quote.file for quote in rent.evidence] == ["房屋租赁合同.txt", "起诉状.txt"]


def test_a_told_sum_that_no_paper_has_is_said_to_be_pleaded() -> None:
    rent = lines(LEASE_PACK, without(LEASE, "房屋租赁合同.txt"))["月租金"]
    assert (rent.value_fen, rent.basis) == (650_000, "as_pleaded")


def test_an_average_is_listed_with_its_formula() -> None:
    mean = lines(LABOUR_PACK, LABOUR)["月平均工资"]
    assert (mean.value_fen, mean.formula) == (800_000, "96000÷12")


def test_a_head_keeps_the_formula_that_it_writes_out() -> None:
    assert lines(LABOUR_PACK, LABOUR)["违法解除赔偿金（请求）"].formula == "8,000元×5个月×2"


def test_payments_that_a_claim_must_deduct_are_added_up() -> None:
    assert lines(LEASE_PACK, LEASE)["对方已付（记录合计）"].value_fen == 2_600_000


def test_a_head_that_rests_on_a_faulty_figure_is_listed_as_it_should_be() -> None:
    files = changed(LEASE, "房屋租赁合同.txt", ("月租金6,500元", "月租金6,000元"))
    corrected = lines(LEASE_PACK, files)["支付租金（更正后）"]
    assert (corrected.value_fen, corrected.basis, corrected.source_cells) == (2_400_000, "as_supported", ("CL-1/C1E3",))
