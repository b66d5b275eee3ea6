"""Issues: every open or disputed cell and every raised defence, in public words."""

from __future__ import annotations

import pytest
from little_cases import LOAN, LOAN_SECRET, SALE, SALE_SECRET, answered, extended, reviewed, without

from zuno.casework.issues import is_open
from zuno.casework.packs.loading import pack

BUYER = "柏临市砚北服饰有限公司"
POOR_LOAN = without(
    extended(LOAN, 答辩状=answered("一、答辩人没有收到过这笔钱。", "二、已过诉讼时效。")),
    "借条.txt",
    "银行流水.csv",
    "微信聊天.txt",
)
POOR_SALE = without(
    extended(SALE, 答辩状=answered("一、第二批货没有收到。", "二、面料有色差，应当减价。", by=BUYER)),
    "送货单二.txt",
    "对账单.txt",
    "微信.txt",
)
CASES = pytest.mark.parametrize(
    "files", [LOAN, SALE, POOR_LOAN, POOR_SALE], ids=["loan", "sale", "poor loan", "poor sale"]
)


@CASES
def test_every_open_cell_and_no_other_carries_an_issue(files: dict[str, str]) -> None:
    result = reviewed(files)
    carried = {item.id for item in result.cells if item.issue}
    assert {item.id for item in result.cells if is_open(item)} <= carried
    listed = {at for issue in result.issues for at in issue.cells}
    assert carried == listed


@CASES
def test_a_cell_and_its_issue_name_each_other(files: dict[str, str]) -> None:
    result = reviewed(files)
    for item in result.cells:
        if item.issue:
            assert item.id in next(issue.cells for issue in result.issues if issue.id == item.issue)


@CASES
def test_every_raised_defence_is_heard_somewhere(files: dict[str, str]) -> None:
    result = reviewed(files)
    assert {row.defence for row in result.defences if row.raised} <= {
        at for issue in result.issues for at in issue.defences
    }


@CASES
def test_issues_are_numbered_in_order(files: dict[str, str]) -> None:
    issues = reviewed(files).issues
    assert [issue.id for issue in issues] == [f"I-{at:03d}" for at in range(1, len(issues) + 1)]
    assert 1 <= len(issues) <= 12 + len(reviewed(files).defences)


@CASES
def test_the_words_of_an_issue_come_from_the_pack_alone(files: dict[str, str]) -> None:
    result = reviewed(files)
    titles = {element.issue for claim in pack(result.cause).claims for element in claim.elements}
    defences = {row.title for row in result.defences}
    for issue in result.issues:
        assert issue.title in titles or any(title in issue.title for title in defences) or "请求" in issue.title
        assert LOAN_SECRET not in issue.title
        assert SALE_SECRET not in issue.title


def test_one_element_of_two_claims_is_one_issue() -> None:
    twice = SALE["起诉状.txt"].replace("三、诉讼费", "三、判令被告支付逾期付款利息5,000元；\n四、诉讼费")
    result = reviewed(without(extended(SALE, 起诉状=twice), "送货单二.txt", "对账单.txt", "微信.txt", "答辩状.txt"))
    (issue,) = [issue for issue in result.issues if any(at.endswith("C2E2") for at in issue.cells)]
    assert issue.cells == ("CL-2/C2E2", "CL-3/C2E2")


def test_the_missing_stands_before_the_doubtful_and_the_disputed() -> None:
    result = reviewed(POOR_LOAN)
    order = {"missing": 0, "doubtful": 1, "supported": 2}
    marks = [order[result.cell(issue.cells[0]).mark] for issue in result.issues if issue.cells]
    assert marks == sorted(marks)


def test_a_case_without_a_quarrel_still_has_one_issue() -> None:
    result = reviewed(without(SALE, "答辩状.txt"))
    assert len(result.issues) == 1
    assert result.issues[0].cells


def test_an_issue_carries_the_findings_of_its_cells() -> None:
    paid = LOAN["银行流水.csv"].replace("200000.00,,", "184000.00,,")
    result = reviewed(extended(LOAN, 答辩状=answered()) | {"银行流水.csv": paid})
    (finding,) = result.findings
    assert [issue.findings for issue in result.issues if "CL-1/C1E4" in issue.cells] == [(finding.id,)]
