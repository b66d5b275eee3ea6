"""Parties whose numbers cannot be right, and defendants who are not the ones in the papers."""

from __future__ import annotations

import pytest
from little_cases import (
    BORROWER_ID,
    BUYER_CODE,
    GUARANTOR_ID,
    changed,
    credit_code,
    extended,
    findings,
    id_number,
    only,
    without,
)
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE

from zuno.casework.records import Finding

LOAN = only(WHOLE_LOAN, "起诉状.txt", "答辩状.txt", "借条.txt", "微信聊天.txt")
SALE = without(WHOLE_SALE, "内部备忘.txt")
BUYER = "柏临市砚北服饰有限公司"
WRONG_ID = id_number("19850203", "013", good=False)
OTHER_ID = id_number("19850203", "035")
STRANGERS_ID = id_number("19790101", "031")
WRONG_CODE = credit_code("MA5PX6QD1", good=False)


def mismatches(files: dict[str, str]) -> list[Finding]:
    return findings(files, "identity_mismatch")


def wrong_parties(files: dict[str, str]) -> list[Finding]:
    return findings(files, "wrong_or_missing_party")


def complaint(*swaps: tuple[str, str]) -> dict[str, str]:
    return changed(LOAN, "起诉状.txt", *swaps)


@pytest.mark.parametrize(
    ("files", "documents", "expected"),
    [
        (complaint((BORROWER_ID, WRONG_ID)), ("起诉状.txt", "借条.txt"), BORROWER_ID),
        (complaint((BORROWER_ID, OTHER_ID)), ("起诉状.txt", "借条.txt"), BORROWER_ID),
        (
            changed(complaint((BORROWER_ID, WRONG_ID)), "借条.txt", (f" {BORROWER_ID}", "")),
            ("起诉状.txt",),
            None,
        ),
        (complaint(("1985年2月3日出生", "1985年3月2日出生")), ("起诉状.txt",), None),
        (complaint(("韩霁月，女", "韩霁月，男")), ("起诉状.txt",), None),
        (changed(SALE, "起诉状.txt", (BUYER_CODE, WRONG_CODE)), ("起诉状.txt", "企业信息.txt"), BUYER_CODE),
        (
            changed(without(SALE, "企业信息.txt"), "起诉状.txt", (BUYER_CODE, WRONG_CODE)),
            ("起诉状.txt",),
            None,
        ),
    ],
    ids=["check digit", "another number", "no other paper", "birth", "sex", "credit code", "credit code alone"],
)
def test_a_number_that_cannot_be_right_is_found(
    files: dict[str, str], documents: tuple[str, ...], expected: str | None
) -> None:
    (finding,) = mismatches(files)
    assert (finding.documents, finding.expected) == (documents, expected)


def test_each_party_with_a_wrong_number_is_one_finding() -> None:
    files = complaint((BORROWER_ID, WRONG_ID), (GUARANTOR_ID, id_number("19900921", "024", good=False)))
    assert len(mismatches(files)) == 2


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        changed(
            LOAN, "微信聊天.txt", ("行，得打个借条", f"行，得打个借条，我表弟吴远的身份证{STRANGERS_ID}也给你看看")
        ),
        changed(LOAN, "借条.txt", (BORROWER_ID, f"{BORROWER_ID[:10]}****{BORROWER_ID[14:]}")),
        complaint((f"公民身份号码{BORROWER_ID}", f"公民身份号码{BORROWER_ID[:10]}********")),
        complaint((f"公民身份号码{BORROWER_ID}，", "")),
        extended(
            SALE,
            供应商信息=f"企业信用信息公示报告\n企业名称：青岸棉纺厂\n统一社会信用代码：{credit_code('MA1TR8WW5')}\n",
        ),
        changed(SALE, "发票.txt", ("购买方：", f"购买方纳税人识别号：{BUYER_CODE}\n购买方：")),
        changed(
            complaint(
                ("被告二：韩霁月", "案外人：韩霁月"),
                ("四、判令被告韩霁月对上述第一至三项债务承担连带清偿责任；\n五、", "四、"),
            ),
            "借条.txt",
            ("韩霁月自愿为上述借款提供连带责任保证。\n", ""),
        ),
    ],
    ids=[
        "loan",
        "sale",
        "number of another in a chat",
        "masked in the iou",
        "masked in the complaint",
        "no number",
        "another firm",
        "same code on the invoice",
        "co-signer who is not sued",
    ],
)
def test_numbers_that_are_right_masked_or_anothers_are_no_mismatch(files: dict[str, str]) -> None:
    assert mismatches(files) == []


# --- the wrong defendant ----------------------------------------------------------------------------------------

RENAMED = ("被告：柏临市砚北服饰有限公司", "被告：柏临市砚北制衣有限公司")


def test_one_code_under_two_names_is_found_with_the_registered_name() -> None:
    (finding,) = wrong_parties(changed(SALE, "起诉状.txt", RENAMED))
    assert finding.documents[:2] == ("起诉状.txt", "企业信息.txt")
    assert "购销合同.txt" in finding.documents
    assert finding.expected == BUYER


def test_another_buyer_in_the_contract_is_found() -> None:
    other = "榆川市远山制衣有限公司"
    files = without(SALE, "企业信息.txt", "对账单.txt", "收款流水.csv", "微信.txt")
    for file in ("购销合同.txt", "送货单一.txt", "送货单二.txt", "发票.txt"):
        files = changed(files, file, (BUYER, other))
    (finding,) = wrong_parties(files)
    assert finding.expected == other
    assert set(finding.documents) >= {"起诉状.txt", "购销合同.txt"}


def test_a_defendant_that_is_deregistered_is_found() -> None:
    (finding,) = wrong_parties(changed(SALE, "企业信息.txt", ("登记状态：存续", "登记状态：注销")))
    assert finding.documents == ("企业信息.txt",)


SHOP = "柏临市城南区小满布庄"
REGISTRY = f"""企业信用信息公示报告
企业名称：{SHOP}
类型：个体工商户
统一社会信用代码：{{}}
经营者：祝小满
登记状态：存续
"""
SHOP_CODE = credit_code("MA6AB2CD3", kind="92")


def shop(named: str) -> dict[str, str]:
    party = f"被告：{SHOP}（个体工商户），经营场所柏临市城南区针线街21号，统一社会信用代码{SHOP_CODE}。{named}"
    old = f"被告：{BUYER}，住所地柏临市城南区针线街21号，统一社会信用代码{BUYER_CODE}。法定代表人：路怀安。"
    files = changed(SALE, "起诉状.txt", (old, party))
    for file in (
        "答辩状.txt",
        "购销合同.txt",
        "送货单一.txt",
        "送货单二.txt",
        "发票.txt",
        "对账单.txt",
        "收款流水.csv",
        "委托书.txt",
    ):
        files = changed(files, file, (BUYER, SHOP))
    return extended(files, 企业信息=REGISTRY.format(SHOP_CODE))


def test_a_shop_sued_without_its_operator_is_found_with_the_operator() -> None:
    (finding,) = wrong_parties(shop(""))
    assert finding.documents == ("起诉状.txt", "企业信息.txt")
    assert finding.expected == "祝小满"


def test_a_shop_sued_with_another_operator_than_the_registered_one_is_found() -> None:
    (finding,) = wrong_parties(shop("经营者：路怀安。"))
    assert finding.expected == "祝小满"


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_SALE,
        WHOLE_LOAN,
        shop("经营者：祝小满。"),
        extended(
            SALE, 供应商信息="企业信用信息公示报告\n企业名称：青岸棉纺厂\n登记状态：注销\n打印日期：2025年3月9日\n"
        ),
        changed(
            SALE,
            "企业信息.txt",
            ("登记状态：存续", "登记状态：存续\n分支机构：柏临市砚北服饰有限公司城北店（状态：存续）"),
        ),
        changed(SALE, "送货单一.txt", (f"收货单位：{BUYER}", "收货单位：砚北服饰")),
        changed(
            changed(SALE, "企业信息.txt", ("登记状态：存续", "登记状态：存续\n曾用名：柏临市砚北制衣有限公司")),
            "购销合同.txt",
            (BUYER, "柏临市砚北制衣有限公司"),
        ),
    ],
    ids=[
        "sale",
        "loan",
        "operator named",
        "another firm deregistered",
        "branch",
        "short name on a slip",
        "former name",
    ],
)
def test_the_right_defendant_under_any_of_its_names_is_no_error(files: dict[str, str]) -> None:
    assert wrong_parties(files) == []


# --- another lender ---------------------------------------------------------------------------------------------


def lent_by(words: str) -> dict[str, str]:
    return changed(LOAN, "借条.txt", ("今借到闵知秋人民币贰拾万元整（", f"今借到{words}（"))


def test_a_lender_in_the_iou_who_does_not_sue_is_found() -> None:
    (finding,) = wrong_parties(lent_by("邹晚亭人民币贰拾万元整"))
    assert (finding.documents, finding.expected) == (("起诉状.txt", "借条.txt"), "邹晚亭")


NOTICE = "债权转让通知书\n卓远航：\n邹晚亭已将其对你的债权转让给闵知秋。\n邹晚亭\n2025年5月1日\n"


@pytest.mark.parametrize(
    "files",
    [
        lent_by("知秋人民币贰拾万元整"),
        lent_by("闵知秋女士人民币贰拾万元整"),
        lent_by("贰拾万元整"),
        extended(lent_by("邹晚亭人民币贰拾万元整"), 债权转让通知=NOTICE),
        lent_by("人民币贰拾万元整"),
        lent_by("现金人民币贰拾万元整"),
        lent_by("贰拾万"),
        lent_by("姐姐人民币贰拾万元整"),
        lent_by("闵女士人民币贰拾万元整"),
    ],
    ids=[
        "given name",
        "with a title",
        "nobody named",
        "assigned",
        "currency",
        "cash",
        "sum alone",
        "kinship",
        "surname",
    ],
)
def test_an_iou_that_names_the_plaintiff_or_nobody_names_no_other_lender(files: dict[str, str]) -> None:
    assert wrong_parties(files) == []
