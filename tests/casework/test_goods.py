"""Lines of goods: quantity, price and amount from tables and from running text."""

from __future__ import annotations

from decimal import Decimal

import pytest
from paper import source

from zuno.casework.goods import goods_lines

Line = tuple[str, str, str | None, str | None]


def lines(text: str) -> list[Line]:
    return [
        (
            str(line.quantity),
            line.unit,
            None if line.price is None else str(line.price),
            None if line.amount is None else str(line.amount),
        )
        for line in goods_lines(source("delivery_note", text))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("品名\t数量\t单价\t金额\n棉布\t5000米\t25\t125000", [("5000", "米", "25", "125000")]),
        ("品名 数量 单价 金额\n棉布 5000米 25 125,000.00", [("5000", "米", "25", "125000.00")]),
        (
            "品名\t规格\t数量(吨)\t单价\t价税合计\n螺纹钢\tΦ16\t60\t4900\t294,000.00",
            [("60", "吨", "4900", "294000.00")],
        ),
        ("品名\t箱数\n玻璃罐\t400", [("400", "箱", None, None)]),
        ("品名\t数量\t单价\t金额\n棉布\t5000米\t25\t125000\n合计\t5000米\t\t125000", [("5000", "米", "25", "125000")]),
        ("棉布860米，单价46元，计39,560元。", [("860", "米", "46", "39560")]),
        ("共收棉布860米。", []),
        ("品名 数量\n无", []),
    ],
)
def test_lines_of_goods_are_read(text: str, expected: list[Line]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("棉布\t5000米\t25\t125000", False),
        ("棉布\t5000米\t25\t135000", True),
        ("棉布\t3000.5米\t25.33\t76002.67", False),
        ("棉布\t3000.5米\t25.33\t76003", False),
        ("丝线\t3米\t25\t90", False),
        ("棉布\t5000米\t\t125000", False),
        ("棉布\t5000米\t25\t", False),
    ],
)
def test_a_product_is_wrong_only_beyond_rounding_and_only_where_all_three_stand(row: str, wrong: bool) -> None:
    (line,) = goods_lines(source("delivery_note", f"品名\t数量\t单价\t金额\n{row}"))
    assert line.wrong_product() is wrong


def test_a_line_is_quoted_where_it_stands() -> None:
    paper = source("delivery_note", "送货单\n品名 数量\n棉布 5000米\n")
    (line,) = goods_lines(paper)
    assert paper.text[line.start : line.end] == "棉布 5000米"
    assert line.quantity == Decimal(5000)


def test_a_table_of_fees_by_month_holds_no_lines_of_goods() -> None:
    assert lines("业主\t面积\t单价\t期间\t应收\n邰景行\t120\t3\t2022.7-2025.6\t12960") == []
