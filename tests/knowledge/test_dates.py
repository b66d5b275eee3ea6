"""Dates as written, and the years that they borrow."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zuno.knowledge.dates import find_dates


def values(text: str, year: int | None = None) -> list[date | None]:
    return [fact.value for fact in find_dates(text, year=year)]


MARCH_5 = date(2024, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-05",
        "2024/3/5",
        "2024.3.5",
        "2024. 3. 5",
        "2024年3月5日",
        "2024年03月05号",
        "2024 年 3 月 5 日",
        "２０２４年３月５日",
        "二〇二四年 三 月 五 日",
        "二 〇 二 四 年 三 月 五 日",
        "２０２４－０３－０５",
        "二〇二四年三月五日",
        "二○二四年三月五日",
        "二零二四年三月五日",
        "贰零贰肆年叁月伍日",
        "2024年三月五日",
        "24年3月5日",
        "2024年3\n月5日",
        "20240305转账回单",
        "20240305",
        "2024-03-05T10:11:12+08:00",
        "2024-03-05 14:27:08",
        "Tue, 5 Mar 2024 16:40:09 +0800",
        "March 5, 2024",
        "Mar 5th, 2024",
        "签于2024年3月5日内",
        "（2024年3月5日）",
        "自2024.3.5起",
    ],
)
def test_one_date_in_many_writings(text: str) -> None:
    (fact,) = find_dates(text)
    assert (fact.value, fact.year, fact.month, fact.day) == (MARCH_5, 2024, 3, 5)
    assert text[fact.start : fact.end] == fact.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("十二月三十一日", (None, 12, 31)),
        ("3月15日", (None, 3, 15)),
        ("12月1号交房", (None, 12, 1)),
        ("元月5日", (None, 1, 5)),
        ("今年3月5日", (None, 3, 5)),
        ("去年三月", (None, 3, None)),
        ("明年1月1日", (None, 1, 1)),
        ("2024 年 3 月", (2024, 3, None)),
        ("2025年11月份", (2025, 11, None)),
        ("2025-01", (2025, 1, None)),
        ("我  03-12 21:03", (None, 3, 12)),
        ("2024年2月30日", (2024, 2, 30)),
        ("2023-02-29", (2023, 2, 29)),
        ("98年6月1日", (1998, 6, 1)),
    ],
)
def test_a_date_without_all_its_parts_has_no_value(text: str, expected: tuple[int | None, int, int | None]) -> None:
    (fact,) = find_dates(text)
    assert (fact.year, fact.month, fact.day) == expected
    assert fact.value is None or expected[0] == 1998


@pytest.mark.parametrize(
    "text",
    [
        "同日出具收条",
        "当日转账",
        "999999198307093139",
        "账号：6299202403051234",
        "电话10020240305",
        "（2024）云0102民初123号",
        "合同编号：20240305",
        "订单 EX20240305",
        "20240305元",
        "金额2024.03元",
        "2024.3.5.1",
        "2023-2024学年",
        "2024年度",
        "2024年初",
        "2024-13-05",
        "3个月后",
        "15日内付清",
        "每月15日",
        "3月15号楼",
        "8月底",
        "1.12-1.14",
        "租期三年",
        "第3月台",
        "110:30",
        "2024年正月初八",
    ],
)
def test_other_things_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026年1月1日至16日工资", ["2026-01-01", "2026-01-16"]),
        ("2026年1月1日起至16日止", ["2026-01-01", "2026-01-16"]),
        ("2024年3月1-15日", ["2024-03-01", "2024-03-15"]),
        ("2024年6月15日至2027年6月14日", ["2024-06-15", "2027-06-14"]),
        ("2024年11月28日至3月1日", ["2024-11-28", "2025-03-01"]),
        ("2022年3月15日60吨、3月28日50吨", ["2022-03-15", "2022-03-28"]),
        ("2025年11月1日、8日及12月6日、13日", ["2025-11-01", "2025-11-08", "2025-12-06", "2025-12-13"]),
        ("2024年3月1日和15日内", ["2024-03-01"]),
        ("2024-03-05-2024-04-05", ["2024-03-05", "2024-04-05"]),
        ("2024年5月4日—2024年6月3日", ["2024-05-04", "2024-06-03"]),
        ("2022.1.1～2024.12.31", ["2022-01-01", "2024-12-31"]),
        ("签于2024年3月5日，次年3月4日到期", ["2024-03-05", "2025-03-04"]),
        ("2024年3月5日借款，同月20日还，同年9月1日又还", ["2024-03-05", "2024-03-20", "2024-09-01"]),
        ("2024年9月10日收到，5月2日的信早已寄出", ["2024-09-10", "2024-05-02"]),
    ],
)
def test_ranges_and_lists_borrow_within_a_sentence(text: str, expected: list[str]) -> None:
    assert [str(value) for value in values(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("于2024年6月1日签约。6月15日交付。", ["2024-06-01", "2024-06-15"]),
        ("于2024年6月1日签约。5月1日看房。", ["2024-06-01", "None"]),
        ("于2024年6月1日签约。\n6月15日交付。", ["2024-06-01", "None"]),
        ("甲，男，1983年7月9日出生，3月5日签收。", ["1983-07-09", "None"]),
        ("2024年6月1日签约，每年6月15日付租", ["2024-06-01", "None"]),
        ("2024年6月1日签约，去年8月已看房", ["2024-06-01", "None"]),
    ],
)
def test_a_later_sentence_borrows_only_forward_and_only_in_its_paragraph(text: str, expected: list[str]) -> None:
    assert [str(value) for value in values(text)] == expected


def test_a_wrapped_line_of_a_page_is_no_new_paragraph() -> None:
    text = "被告自2025年12月15日起不再交纳租金，经原告多次催告仍然没有支付，\n12月20日又请求宽限。"
    assert values(text) == [date(2025, 12, 15), date(2025, 12, 20)]


def test_the_callers_year_comes_last() -> None:
    assert values("3月15日到货", year=2022) == [date(2022, 3, 15)]
    assert values("2021年3月1日签约，3月15日到货", year=2022) == [date(2021, 3, 1), date(2021, 3, 15)]
    assert values("今年3月15日", year=2022) == [None]


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_read_back(day: date) -> None:
    for text in (day.isoformat(), f"{day.year}年{day.month}月{day.day}日", f"{day.year}/{day.month}/{day.day}"):
        assert values(f"于{text}签订") == [day]
