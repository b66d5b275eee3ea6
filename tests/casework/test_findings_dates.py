"""Dates that contradict each other, and dates that only look as if they did."""

from __future__ import annotations

import pytest
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE
from little_cases import changed, extended, findings, only, without

from zuno.casework.records import Finding

LOAN = only(WHOLE_LOAN, "起诉状.txt", "答辩状.txt", "借条.txt", "银行流水.csv", "催告函.txt")
SALE = without(WHOLE_SALE, "微信.txt", "委托书.txt", "企业信息.txt", "内部备忘.txt")
PAID = "2024年3月10日，原告通过榆川银行转账"


def dates(files: dict[str, str]) -> list[Finding]:
    return findings(files, "date_conflict")


def complaint(*swaps: tuple[str, str]) -> dict[str, str]:
    return changed(LOAN, "起诉状.txt", *swaps)


@pytest.mark.parametrize(
    ("files", "documents", "expected"),
    [
        (complaint((PAID, PAID.replace("10日", "12日"))), {"起诉状.txt", "银行流水.csv"}, "2024-03-10"),
        (changed(LOAN, "银行流水.csv", ("2024-03-10", "2024-03-15")), {"起诉状.txt", "银行流水.csv"}, "2024-03-15"),
        (
            complaint(("2025年6月2日向韩霁月邮寄", "2025年6月20日向韩霁月邮寄")),
            {"起诉状.txt", "催告函.txt"},
            "2025-06-02",
        ),
        (
            changed(without(LOAN, "银行流水.csv"), "起诉状.txt", ("卓远航同日出具借条", "2024年3月13日卓远航出具借条")),
            {"起诉状.txt", "借条.txt"},
            "2024-03-10",
        ),
        (
            changed(SALE, "起诉状.txt", ("2023年4月18日，双方签订", "2023年4月8日，双方签订")),
            {"起诉状.txt", "购销合同.txt"},
            "2023-04-18",
        ),
        (
            changed(SALE, "起诉状.txt", ("6月8日3,000米", "6月18日3,000米")),
            {"起诉状.txt", "送货单二.txt"},
            "2023-06-08",
        ),
        (
            changed(
                changed(LOAN, "借条.txt", ("以银行转账方式交付", "当日转账交付")),
                "银行流水.csv",
                ("2024-03-10", "2024-03-15"),
            ),
            {"起诉状.txt", "银行流水.csv"},
            "2024-03-15",
        ),
        (
            changed(
                changed(
                    changed(LOAN, "借条.txt", ("以银行转账方式交付", "当日转账交付")),
                    "银行流水.csv",
                    ("2024-03-10", "2024-03-15"),
                ),
                "起诉状.txt",
                (PAID, PAID.replace("10日", "15日")),
                ("卓远航同日出具借条一张", "卓远航此前出具借条一张"),
            ),
            {"借条.txt", "银行流水.csv"},
            "2024-03-15",
        ),
        (complaint(("2025年3月9日还清本金", "于2025年4月9日还清本金")), {"起诉状.txt", "借条.txt"}, "2025-03-09"),
        (
            changed(SALE, "起诉状.txt", ("2023年12月31日对账确认", "2024年1月31日对账确认")),
            {"起诉状.txt", "对账单.txt"},
            "2023-12-31",
        ),
        (
            changed(
                SALE,
                "起诉状.txt",
                (
                    "2023年5月10日5,000米、6月8日3,000米",
                    "头一车5,000米是2023年5月10日到的，第二车3,000米是2023年6月18日到的",
                ),
            ),
            {"起诉状.txt", "送货单二.txt"},
            "2023-06-08",
        ),
        (changed(LOAN, "借条.txt", ("\n2024年3月10日", "\n2024年2月30日")), {"借条.txt"}, None),
    ],
    ids=[
        "transfer",
        "bank",
        "letter",
        "iou",
        "contract",
        "delivery",
        "same day pleaded",
        "same day on the iou",
        "due day",
        "statement",
        "goods before the day",
        "no such day",
    ],
)
def test_a_date_that_its_papers_contradict_is_found_once(
    files: dict[str, str], documents: set[str], expected: str | None
) -> None:
    (finding,) = dates(files)
    assert set(finding.documents) == documents
    assert finding.expected == expected


def test_the_faulty_paper_stands_first() -> None:
    (finding,) = dates(complaint((PAID, PAID.replace("10日", "12日"))))
    assert finding.documents[0] == "起诉状.txt"


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        complaint(("此后再未付过", "2025年3月20日双方另签展期协议，此后再未付过")),
        extended(
            complaint(("此后再未付过", "2025年3月1日双方签订展期协议，此后再未付过")),
            展期协议="展期协议\n借款到期日延至2025年9月9日。\n借款人：卓远航\n2025年3月1日\n",
        ),
        complaint(("原告多次在微信上催要", "2025年5月8日原告与律师签订委托合同。原告多次在微信上催要")),
        changed(
            LOAN, "银行流水.csv", ("2024-04-10,转入", "2024-03-28,消费,榆川超市,300.00,,80700.00\n2024-04-10,转入")
        ),
        changed(
            LOAN, "银行流水.csv", ("2024-04-10,转入", "2024-03-28,代发工资,卓远航,6000.00,,80700.00\n2024-04-10,转入")
        ),
        complaint(("头半年卓远航按月付了息", "2024年9月10日卓远航最后一次付息")),
        complaint((PAID, "2024年3月8日卓远航开口借款。2024年3月10日，原告通过榆川银行转账")),
        changed(LOAN, "催告函.txt", ("2025年6月2日", "2025年6月1日拟稿，2025年6月2日寄出\n2025年6月5日留存")),
        changed(SALE, "起诉状.txt", ("2023年12月31日对账确认", "2023年12月31日签订对账单确认")),
        changed(SALE, "发票.txt", ("开票日期：2023年6月12日", "开票日期：2023年7月1日")),
        changed(SALE, "起诉状.txt", ("均由祝小满签收", "均由祝小满签收，2023年6月12日开具发票")),
    ],
    ids=[
        "loan",
        "sale",
        "renewal pleaded",
        "renewal with its paper",
        "lawyer engaged",
        "another row of the bank",
        "wages between the parties",
        "last interest",
        "talk before the loan",
        "another day in the same letter",
        "statement of account",
        "invoice day",
        "invoice pleaded",
    ],
)
def test_dates_of_other_events_are_no_conflict(files: dict[str, str]) -> None:
    assert dates(files) == []


DUE_BEFORE_SIGNING = changed(LOAN, "借条.txt", ("2025年3月9日前还清本金", "2023年3月9日前还清本金"))


def test_a_due_day_before_the_signing_is_found() -> None:
    assert {finding.documents for finding in dates(DUE_BEFORE_SIGNING)} == {("借条.txt",)}


def test_a_due_day_before_the_signing_is_found_once() -> None:
    assert len(dates(DUE_BEFORE_SIGNING)) == 1


AFTER_FILING = complaint(("2025年6月2日向韩霁月邮寄", "2026年6月2日向韩霁月邮寄"))


def test_an_event_after_filing_is_found() -> None:
    assert any("2026-03-16" in finding.detail for finding in dates(AFTER_FILING))


def test_an_event_after_filing_is_found_once() -> None:
    assert len(dates(AFTER_FILING)) == 1


@pytest.mark.parametrize(
    "words",
    ["被告承诺于2026年12月31日前还清", "利息应计至2026年12月31日", "原告保留2026年5月1日后的利息请求权"],
)
def test_a_day_to_come_is_no_event_after_filing(words: str) -> None:
    assert dates(complaint(("原告多次在微信上催要", f"{words}。原告多次在微信上催要"))) == []
