"""Claims that exclude each other by their pack, and one sum asked for twice."""

from __future__ import annotations

import pytest
from invented_packs import LABOUR, LABOUR_PACK, LEASE, LEASE_PACK, found_in
from little_cases import changed

from zuno.casework.records import Finding

BOTH = changed(
    LABOUR,
    "起诉状.txt",
    (
        "2. 被告支付2026年1月工资5,200元；",
        "2. 被告支付2026年1月工资5,200元；\n5. 被告支付解除劳动合同经济补偿30,000元；",
    ),
)


def doubled(files: dict[str, str]) -> list[Finding]:
    return found_in(files, LABOUR_PACK, "duplicate_or_excess_claim")


def test_two_claims_that_exclude_each_other_are_found_with_the_sum_to_drop() -> None:
    (finding,) = doubled(BOTH)
    assert (finding.documents, finding.expected) == (("起诉状.txt", "仲裁申请书.txt"), "30000.00")
    assert [quote.quote for quote in finding.evidence[:2]] == [
        "被告支付解除劳动合同经济补偿30,000元",
        "被告支付违法解除劳动合同赔偿金60,000元",
    ]
    assert finding.norms == LABOUR_PACK.exclusive[0].norms


@pytest.mark.parametrize(
    "files",
    [
        LABOUR,
        changed(BOTH, "起诉状.txt", ("1. 被告支付违法解除劳动合同赔偿金60,000元；\n", "")),
        changed(BOTH, "起诉状.txt", ("5. 被告支付解除", "5. 如赔偿金不予支持，则被告支付解除")),
        changed(BOTH, "起诉状.txt", ("5. 被告支付解除劳动合同经济补偿30,000元；", "5. 被告支付高温津贴30,000元；")),
    ],
    ids=["one alone", "the other alone", "as an alternative", "something else"],
)
def test_one_of_them_or_an_alternative_is_no_error(files: dict[str, str]) -> None:
    assert doubled(files) == []


def rents(*heads: str) -> list[Finding]:
    files = changed(
        LEASE, "起诉状.txt", ("1. 判令被告支付2025年9月1日至2026年2月28日的租金36,000元；", "\n".join(heads))
    )
    return found_in(files, LEASE_PACK, "duplicate_or_excess_claim")


@pytest.mark.parametrize(
    "heads",
    [
        ("1. 判令被告支付拖欠的租金36,000元；", "4. 判令被告支付租金人民币36,000元；"),
        ("1. 被告支付所欠店铺租金36,000元；", "4. 被告立即给付尚欠店铺租金3.6万元；"),
    ],
)
def test_one_sum_under_two_heads_is_found(heads: tuple[str, str]) -> None:
    (finding,) = rents(*heads)
    assert finding.expected == "36000.00"


@pytest.mark.parametrize(
    "heads",
    [
        ("1. 判令被告支付2025年第三季租金18,000元；", "4. 判令被告支付2025年第四季租金18,000元；"),
        ("1. 判令被告一支付租金18,000元；", "4. 判令被告二支付租金18,000元；"),
        ("1. 判令被告支付租金18,000元；", "4. 判令被告支付违约金18,000元；"),
        ("1. 判令被告支付租金18,000元；", "4. 判令担保人对上述租金18,000元承担连带责任；"),
        ("1. 判令被告支付3月租金6,000元；", "4. 判令被告支付4月租金6,000元；"),
    ],
    ids=["quarters", "two defendants", "another claim", "joint liability", "months"],
)
def test_equal_sums_for_different_things_are_no_error(heads: tuple[str, str]) -> None:
    assert rents(*heads) == []
