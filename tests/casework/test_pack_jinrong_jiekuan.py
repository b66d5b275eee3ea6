"""Loans of banks and credit cards: a mortgage loan, an online loan, a card."""

from __future__ import annotations

import pytest
from little_cases import cell, changed, credit_code, extended, id_number, pleaded_defences, reviewed, without

BANK, BANK_CODE = "蘅州银行股份有限公司望江支行", credit_code("MA2BANK01")
DEBTOR, DEBTOR_ID = "游牧川", id_number("19880412", "031")
SURETY, SURETY_ID = "窦青禾", id_number("19900730", "042")

MORTGAGE = {
    "起诉状.txt": f"""民事起诉状
原告：{BANK}，住所地蘅州市望江区堤前路2号，统一社会信用代码{BANK_CODE}。负责人：司徒明。
被告一：{DEBTOR}，男，1988年4月12日出生，汉族，住蘅州市望江区柳浪巷6号，公民身份号码{DEBTOR_ID}。
被告二：{SURETY}，女，1990年7月30日出生，汉族，住蘅州市望江区柳浪巷6号，公民身份号码{SURETY_ID}。
案由：金融借款合同纠纷
诉讼请求：
一、判令被告一归还借款本金462,318.55元，利息8,906.12元、罚息1,204.30元（暂计至2025年6月20日，此后按合同约定计至清偿之日）；
二、判令原告就被告一名下蘅州市望江区柳浪巷6号房屋折价或者拍卖、变卖所得价款优先受偿；
三、判令被告二对上述第一项债务承担连带清偿责任；
四、诉讼费由被告负担。
事实与理由：
2021年7月5日，原告与被告一签订《个人购房借款合同》，贷款金额600,000元，期限120个月，自2021年7月12日至2031年7月12日，原告于2021年7月12日发放贷款600,000元。
被告一以房屋抵押并办理登记，被告二提供连带责任保证。自2024年12月起被告一未按约还款。原告于2025年5月8日寄送提前到期通知书，宣布贷款全部提前到期。
此致
蘅州市望江区人民法院
具状人：{BANK}
2025年7月1日
""",
    "借款合同.txt": f"""个人购房借款合同
贷款人：{BANK}
借款人：{DEBTOR}
借款金额：人民币600,000元，借款期限120个月，自2021年7月12日至2031年7月12日。
年利率4.65%，等额本息按月归还；逾期罚息利率为合同利率上浮50%。
借款人连续三期未还的，贷款人有权宣布借款提前到期。
贷款人（盖章）：{BANK}
借款人（签字）：{DEBTOR}
2021年7月5日
""",
    "抵押合同.txt": f"""抵押合同
抵押权人：{BANK}
抵押人：{DEBTOR}
抵押人以蘅州市望江区柳浪巷6号房屋为上述借款提供抵押担保。
抵押权人（盖章）：{BANK}
抵押人（签字）：{DEBTOR}
2021年7月5日
""",
    "不动产登记证明.txt": f"""不动产登记证明
证明权利或事项：抵押权
权利人：{BANK}
义务人：{DEBTOR}
坐落：蘅州市望江区柳浪巷6号
登记日期：2021年7月8日
""",
    "保证合同.txt": f"""保证合同
债权人：{BANK}
保证人：{SURETY}
保证人为{DEBTOR}的借款提供连带责任保证，保证期间为债务履行期限届满之日起三年。
保证人（签字）：{SURETY}
2021年7月5日
""",
    "放款凭证.txt": f"""贷款发放凭证
借款人：{DEBTOR}
放款日期：2021年7月12日
放款金额：600,000.00元
入账账号：6299 0000 1111 0022
""",
    "计息清单.csv": """贷款欠款明细清单（截至2025年6月20日）,,,,
客户名称,剩余本金,欠息,罚息,逾期天数
游牧川,462318.55元,8906.12元,1204.30元,201
""",
    "通知书.txt": f"""贷款提前到期通知书
{DEBTOR}：
因您连续六期未按合同还款，我行现宣布您名下贷款于2025年5月10日全部提前到期，请立即归还全部剩余本息。
运单号EX9990045678
{BANK}（章）
2025年5月8日
""",
    "签收.txt": f"""邮政快递签收单
运单号：EX9990045678
收件人：{DEBTOR}
内件：贷款提前到期通知书
签收人：{DEBTOR}本人
签收时间：2025年5月10日 已签收
""",
}

ONLINE = {
    "诉状.txt": f"""民事起诉状
原告：蘅州市拾穗小额贷款有限公司，住所地蘅州市望江区禾仓路1号，统一社会信用代码{credit_code("MA2XMA991")}。
被告：{DEBTOR}，男，1988年4月12日出生，住蘅州市望江区柳浪巷6号，身份证号{DEBTOR_ID}。
案由：小额借款合同纠纷
诉讼请求：1、被告偿还借款本金2万元；2、被告支付利息１,200元；3、诉讼费由被告承担。
事实和理由：被告通过手机APP借款，2024年3月1日放款，2025年3月1日到期，一直没还。
此致
蘅州市望江区人民法院
2025年8月1日
""",
    "借款合同.txt": f"""个人借款合同（电子合同，线上签署）
贷款人：蘅州市拾穗小额贷款有限公司
借款人：{DEBTOR}
借款本金20,000元，借款期限自2024年3月1日至2025年3月1日，年利率12%。
签署时间：2024年3月1日10:22
""",
    "电子签名验证报告.txt": f"""电子签名验证报告
签署人：{DEBTOR}，人脸核验比对通过
数字证书颁发机构：蘅州电子认证中心
验证结果：签名有效，文件未被篡改
""",
    "回单.txt": f"""电子回单
付款人：蘅州市拾穗小额贷款有限公司
收款人：{DEBTOR}
金额（小写）：20,000.00元
附言：贷款发放
交易日期：2024年3月1日
""",
    "欠款明细.txt": f"""贷款欠款明细
客户名称：{DEBTOR}
剩余本金20,000.00元，欠息1,200.00元，截至2025年7月31日。
""",
}

CARD = {
    "起诉状.txt": f"""民事起诉状
原告：{BANK}，住所地蘅州市望江区堤前路2号，统一社会信用代码{BANK_CODE}。
被告：{SURETY}，女，1990年7月30日出生，住蘅州市望江区柳浪巷6号，公民身份号码{SURETY_ID}。
案由：信用卡纠纷
诉讼请求
1. 判令被告偿还欠款本金48,216.37元，利息3,120.44元、违约金900.00元（截至2025年4月30日）；
2. 本案诉讼费由被告承担。
事实与理由
2019年9月6日被告向原告申请领用信用卡，开卡后透支消费，至今未还。
此致
蘅州市望江区人民法院
2025年6月3日
""",
    "申请表及领用合约.txt": f"""信用卡申请表及领用合约
主卡申请人：{SURETY}
申请人声明：本人已阅读全部申请材料，充分了解并清楚知晓该信用卡产品的相关信息，愿意遵守领用合约的各项规则。
透支日利率万分之五，违约金为最低还款额未还部分的5%（加粗提示）。
申请人签名：{SURETY}
2019年9月6日
""",
    "账单.txt": f"""信用卡账单
持卡人：{SURETY}
账单日：2025年4月30日
透支本金48,216.37元 利息3,120.44元 违约金900.00元
最低还款额 6,000.00元
""",
    "交易流水.csv": """信用卡交易流水,,
交易日期,摘要,金额
2024-06-01,消费 家电城,18000.00元
2024-07-12,消费 百货,12000.00元
2024-08-02,取现,10000.00元
""",
}


@pytest.fixture(scope="module")
def mortgage():
    return reviewed(MORTGAGE)


@pytest.mark.parametrize("element", ["C1E1", "C1E2", "C1E3", "C1E4", "C2E1"])
def test_a_bank_with_all_its_papers_carries_every_element(mortgage, element: str) -> None:
    assert cell(mortgage, element).mark == "supported", cell(mortgage, element).why


def test_heads_on_money_land_and_surety_are_told_apart(mortgage) -> None:
    assert [claim.pack_claim for claim in mortgage.claims] == ["C1", "C1", "C2", "C2"]
    assert mortgage.claims[0].amount_fen == 46_231_855


@pytest.mark.parametrize(
    ("gone", "element", "mark"),
    [
        (("借款合同.txt",), "C1E1", "doubtful"),
        (("借款合同.txt", "放款凭证.txt", "计息清单.csv"), "C1E1", "missing"),
        (("放款凭证.txt",), "C1E2", "missing"),
        (("签收.txt",), "C1E3", "doubtful"),
        (("签收.txt", "通知书.txt"), "C1E3", "doubtful"),
        (("签收.txt", "通知书.txt", "计息清单.csv"), "C1E3", "missing"),
        (("计息清单.csv",), "C1E4", "missing"),
        (("不动产登记证明.txt",), "C2E1", "doubtful"),
        (("抵押合同.txt", "保证合同.txt"), "C2E1", "doubtful"),
    ],
)
def test_what_is_taken_away_is_missed(gone: tuple[str, ...], element: str, mark: str) -> None:
    assert cell(reviewed(without(MORTGAGE, *gone)), element).mark == mark


def test_a_sheet_with_other_sums_leaves_the_reckoning_in_doubt() -> None:
    other = changed(MORTGAGE, "计息清单.csv", ("462318.55", "452318.55"))
    assert cell(reviewed(other), "C1E4").rule == "sums_not_reckoned"


def test_a_loan_by_app_stands_on_its_verified_signature() -> None:
    result = reviewed(ONLINE)
    for element in ("C1E1", "C1E2", "C1E3", "C1E4"):
        assert cell(result, element).mark == "supported", (element, cell(result, element).why)


def test_a_loan_by_app_without_verification_is_in_doubt() -> None:
    assert cell(reviewed(without(ONLINE, "电子签名验证报告.txt")), "C1E1").rule == "esign_unverified"


def test_the_borrowers_own_word_makes_verification_needless() -> None:
    owned = extended(
        without(ONLINE, "电子签名验证报告.txt"),
        答辩状=f"答辩状\n答辩人：{DEBTOR}\n借款是我自己在手机上借的，钱也收到了，就是利息太高。\n答辩人：{DEBTOR}\n2025年9月1日\n",
    )
    assert cell(reviewed(owned), "C1E1").mark == "supported"


def test_a_card_debt_without_the_word_in_its_head_is_one_of_the_card() -> None:
    result = reviewed(CARD)
    assert {claim.pack_claim for claim in result.claims} == {"C3"}
    assert result.claims[0].amount_fen == 5_223_681
    for element in ("C3E1", "C3E2", "C3E3"):
        assert cell(result, element).mark == "supported", (element, cell(result, element).why)


def test_a_card_without_application_or_bill() -> None:
    assert cell(reviewed(without(CARD, "申请表及领用合约.txt")), "C3E1").mark in ("missing", "doubtful")
    assert cell(reviewed(without(CARD, "申请表及领用合约.txt")), "C3E3").mark == "missing"
    assert cell(reviewed(without(CARD, "账单.txt", "交易流水.csv")), "C3E2").mark == "missing"


def test_terms_on_a_form_that_nobody_signed_are_in_doubt() -> None:
    blank = changed(CARD, "申请表及领用合约.txt", (f"申请人签名：{SURETY}\n", ""), (f"主卡申请人：{SURETY}\n", ""))
    assert cell(reviewed(blank), "C3E3").mark == "doubtful"


@pytest.mark.parametrize(
    ("words", "defence"),
    [
        ("领用合约的息费条款是格式条款，银行没有给我解释过。", "D1"),
        ("利息、违约金合计超过年24%，明显过高，请求调减。", "D2"),
        ("这几笔不是我刷的，卡被盗刷了。", "D3"),
        ("本案已过诉讼时效。", "D4"),
        ("我已经还了3万元，应先抵本金。", "D5"),
        ("我从没收到过任何通知。", "D6"),
    ],
)
def test_each_defence_is_known_by_its_words(words: str, defence: str) -> None:
    plain = extended(CARD, 答辩状=f"答辩状\n答辩人：{SURETY}\n请求依法裁判。\n答辩人：{SURETY}\n2025年7月2日\n")
    assert pleaded_defences(plain) == set()
    assert defence in pleaded_defences(changed(plain, "答辩状.txt", ("请求依法裁判。", words)))


@pytest.mark.parametrize("files", [MORTGAGE, ONLINE, CARD])
def test_clean_papers_hold_no_error(files) -> None:
    assert [(finding.code, finding.detail) for finding in reviewed(files).findings] == []
