"""Transfers of shares: a lawyer's claim for the price, a shop share among friends, a buyer deceived, others' rights."""

from __future__ import annotations

import pytest
from little_cases import cell, changed, credit_code, extended, id_number, pleaded_defences, reviewed, without

SELLER, SELLER_ID = "褚砚之", id_number("19790211", "051")
BUYER, BUYER_ID = "晏清河", id_number("19830524", "037")
TARGET, TARGET_CODE = "槐陵市霁川食品有限公司", credit_code("MA3TARG17")
PEOPLE = f"""原告：{SELLER}，男，1979年2月11日出生，汉族，住槐陵市南塘区更楼巷3号，公民身份号码{SELLER_ID}。
被告：{BUYER}，男，1983年5月24日出生，汉族，住槐陵市北塘区石桥街7号，公民身份号码{BUYER_ID}。
"""

PRICE = {
    "起诉状.txt": f"""民事起诉状
{PEOPLE}案由：股权转让纠纷
诉讼请求：
一、判令被告支付股权转让款1,150,000元；
二、本案诉讼费用由被告承担。
事实与理由：
2024年9月3日双方签订《股权转让协议》，原告将持有的{TARGET}40%股权以2,400,000元转让给被告，2024年9月26日办理了变更登记。
被告先后支付650,000元、600,000元，余款至今未付。
此致
槐陵市北塘区人民法院
具状人：{SELLER}
2025年5月6日
""",
    "股权转让协议.txt": f"""股权转让协议
转让方（甲方）：{SELLER}
受让方（乙方）：{BUYER}
一、甲方将其持有的{TARGET}40%股权转让给乙方，转让价款为人民币贰佰肆拾万元（¥2,400,000元）。
二、签订之日付650,000元，变更登记完成后30日内付清余款。
三、甲方保证标的股权不存在质押、查封。
甲方（签字）：{SELLER}
乙方（签字）：{BUYER}
2024年9月3日
""",
    "变更登记通知书.txt": f"""准予变更登记通知书
企业名称：{TARGET}
统一社会信用代码：{TARGET_CODE}
变更事项：股东（投资人）
变更前：{SELLER}
变更后：{BUYER}
核准日期：2024年9月26日
""",
    "银行流水.csv": f"""户名：{SELLER},账号：6299 0000 7777 0001,,,,
交易日期,摘要,对方户名,支出,收入,余额
2024-09-03,转账 股权款,{BUYER},,650000.00,701000.00
2024-11-08,转账 股权款,{BUYER},,600000.00,1301000.00
""",
    "微信.txt": f"""聊天记录导出
导出设备：{SELLER}本人手机（可当庭出示） 对方微信号：yqh_83 备注名：{BUYER}
{SELLER}  2025-02-11 09:30:11
清河，剩下的115万什么时候打

{BUYER}  2025-02-11 10:02:45
褚哥再缓缓，年中给你凑
""",
}

SHOP = {
    "诉状.txt": f"""起诉状
{PEOPLE}案由：股权转让纠纷
要求：
1、被告把买我股份的钱还差的30万给我；
2、诉讼费被告出。
事情经过：去年我把霁川食品两成股卖给晏清河，说好80万，他付了50万，公章账本都交给他了，剩30万一直拖。
此致
槐陵市北塘区人民法院
{SELLER}
2025年5月6日
""",
    "欠条.txt": f"""欠条
本人受让{SELLER}持有的{TARGET}20%股权，作价80万元，已付50万元，尚欠股权转让款300000元，公司公章、账本已经交接给我。
欠款人：{BUYER}（捺印）
2024年8月8日
""",
}

HIDDEN = {
    "起诉状.txt": f"""民事起诉状
原告：{BUYER}，男，1983年5月24日出生，汉族，住槐陵市北塘区石桥街7号，公民身份号码{BUYER_ID}。
被告一：{SELLER}，男，1979年2月11日出生，汉族，住槐陵市南塘区更楼巷3号，公民身份号码{SELLER_ID}。
被告二：{TARGET}，住所地槐陵市南塘区酱园路1号，统一社会信用代码{TARGET_CODE}。
案由：股权转让纠纷
诉讼请求：
1.判令被告一赔偿原告损失380,000元；
2.判令被告二为原告办理股东变更登记并记载于股东名册。
事实与理由：被告一隐瞒公司对外担保债务，公司被判令清偿，原告代公司偿还380,000元；原告多次要求公司变更登记未果。
此致
槐陵市南塘区人民法院
{BUYER}
2025年6月6日
""",
    "股权转让协议.txt": f"""股权转让协议
转让方：{SELLER}
受让方：{BUYER}
转让方将{TARGET}60%股权转让给受让方，价款900,000元。
转让方保证目标公司不存在未披露的债务和对外担保，否则由转让方承担。
转让方（签字）：{SELLER}
受让方（签字）：{BUYER}
2024年10月9日
""",
    "尽调报告.txt": """财务尽职调查报告
基准日2025年1月31日。经核查，目标公司账外对外担保380,000元未入账，与转让方披露的报表不符。
澄江会计师事务所
2025年2月20日
""",
    "回单.txt": f"""电子回单
付款人：{BUYER}
收款人：槐陵市阡陌农资有限公司
金额（小写）：380,000.00元
附言：代霁川食品清偿担保款
交易日期：2025年3月3日
""",
    "函.txt": f"""关于请求办理变更登记的函
{TARGET}：
请贵公司于十日内为本人办理股东变更登记，并记载于股东名册。运单号EX9990077001
{BUYER}
2025年3月10日
""",
    "签收.txt": f"""快递签收回单
运单号：EX9990077001
收件人：{TARGET}
内件：请求办理变更登记的函
签收时间：2025年3月12日 已签收
""",
}

OTHER_ID = id_number("19860606", "024")
PREEMPTION = {
    "起诉状.txt": f"""民事起诉状
原告：蔚迟迟，女，1986年6月6日出生，汉族，住槐陵市南塘区更楼巷9号，公民身份号码{OTHER_ID}。
被告一：{SELLER}，男，1979年2月11日出生，汉族，住槐陵市南塘区更楼巷3号，公民身份号码{SELLER_ID}。
被告二：{BUYER}，男，1983年5月24日出生，汉族，住槐陵市北塘区石桥街7号，公民身份号码{BUYER_ID}。
案由：股权转让纠纷
诉讼请求：判令原告对被告一转让给被告二的40%股权按2,400,000元的同等条件优先购买。
事实与理由：原告是{TARGET}股东。2024年10月8日原告查档得知被告一把股权卖给了公司以外的被告二，事先没有通知原告。
此致
槐陵市南塘区人民法院
蔚迟迟
2024年10月28日
""",
    "股权转让协议.txt": PRICE["股权转让协议.txt"],
    "企业档案.txt": f"""企业登记信息查询单
企业名称：{TARGET}
统一社会信用代码：{TARGET_CODE}
股东：{BUYER}、蔚迟迟
变更日期：2024年9月26日
打印日期：2024年10月8日
""",
    "函.txt": f"""关于主张优先购买权的函
{SELLER}：
本人得知您对外转让股权，未征求本人意见。本人主张优先购买权，愿意按同等条件购买。
蔚迟迟
2024年10月15日
""",
}

CREDITOR = {
    "起诉状.txt": f"""民事起诉状
原告：{TARGET}，住所地槐陵市南塘区酱园路1号，统一社会信用代码{TARGET_CODE}。
被告：{SELLER}，男，1979年2月11日出生，汉族，住槐陵市南塘区更楼巷3号，公民身份号码{SELLER_ID}。
案由：股权转让纠纷
诉讼请求：判令被告在未缴纳出资1,000,000元范围内承担补充责任。
事实与理由：被告把未届期的股权转让他人，受让人未按期缴纳出资。
此致
槐陵市南塘区人民法院
2025年6月6日
""",
    "股权转让协议.txt": PRICE["股权转让协议.txt"],
}


def marks(files: dict[str, str], *elements: str) -> dict[str, str]:
    result = reviewed(files)
    return {element: cell(result, element).mark for element in elements}


def test_a_seller_with_all_papers_carries_every_element() -> None:
    assert set(marks(PRICE, "C1E1", "C1E2", "C1E3").values()) == {"supported"}
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(PRICE).claims] == [("C1", 115_000_000)]


def test_a_note_of_debt_for_shares_carries_every_element() -> None:
    assert set(marks(SHOP, "C1E1", "C1E2", "C1E3").values()) == {"supported"}
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(SHOP).claims] == [("C1", 30_000_000)]


@pytest.mark.parametrize(
    ("gone", "element", "mark"),
    [
        (("股权转让协议.txt",), "C1E1", "doubtful"),
        (("变更登记通知书.txt",), "C1E2", "missing"),
        (("股权转让协议.txt", "微信.txt"), "C1E3", "missing"),
    ],
)
def test_what_is_taken_away_is_missed(gone: tuple[str, ...], element: str, mark: str) -> None:
    assert cell(reviewed(without(PRICE, *gone)), element).mark == mark


def test_a_register_that_still_names_the_seller_is_in_doubt() -> None:
    old = changed(PRICE, "变更登记通知书.txt", (f"变更前：{SELLER}\n变更后：{BUYER}\n", f"股东：{SELLER}\n"))
    assert cell(reviewed(old), "C1E2").rule == "seller_still_registered"


def test_an_agreement_with_a_smaller_price_leaves_the_sum_in_doubt() -> None:
    less = changed(PRICE, "股权转让协议.txt", ("人民币贰佰肆拾万元（¥2,400,000元）", "人民币2,100,000元"))
    assert cell(reviewed(less), "C1E3").rule == "balance_differs"


def test_a_copy_of_the_agreement_is_in_doubt() -> None:
    listed = extended(
        PRICE,
        证据目录=f"证据目录\n提交人：原告{SELLER}\n序号\t名称\t形式\t证明目的\n1\t股权转让协议\t复印件（原件遗失）\t转让约定\n2\t变更登记通知书\t打印件\t变更登记\n",
    )
    assert cell(reviewed(listed), "C1E1").mark == "doubtful"


def test_a_deceived_buyer_shows_the_hidden_debt_the_loss_and_the_refusal() -> None:
    assert [claim.pack_claim for claim in reviewed(HIDDEN).claims] == ["C2", "C3"]
    assert set(marks(HIDDEN, "C2E1", "C2E2", "C3E1").values()) == {"supported"}


@pytest.mark.parametrize(
    ("gone", "element", "mark"),
    [
        (("尽调报告.txt",), "C2E1", "doubtful"),
        (("尽调报告.txt", "股权转让协议.txt"), "C2E1", "missing"),
        (("回单.txt",), "C2E2", "missing"),
        (("签收.txt",), "C3E1", "doubtful"),
        (("签收.txt", "函.txt"), "C3E1", "missing"),
    ],
)
def test_what_the_buyer_lacks_is_missed(gone: tuple[str, ...], element: str, mark: str) -> None:
    assert cell(reviewed(without(HIDDEN, *gone)), element).mark == mark


def test_another_shareholder_in_time_and_willing_to_pay_the_same() -> None:
    assert set(marks(PREEMPTION, "C4E1", "C4E2").values()) == {"supported"}


def test_another_shareholder_too_late_is_in_doubt() -> None:
    late = changed(PREEMPTION, "起诉状.txt", ("2024年10月28日", "2025年10月28日"))
    assert cell(reviewed(without(late, "函.txt")), "C4E2").rule == "preemption_late"


def test_asking_for_nullity_alone_is_in_doubt() -> None:
    null = changed(
        PREEMPTION,
        "起诉状.txt",
        ("判令原告对被告一转让给被告二的40%股权按2,400,000元的同等条件优先购买", "确认两被告之间的股权转让协议无效"),
    )
    assert cell(reviewed(without(null, "函.txt")), "C4E2").rule == "purchase_not_asked"


def test_a_transferor_who_says_that_he_gave_notice_is_disputed() -> None:
    said = extended(
        PREEMPTION,
        答辩状=f"答辩状\n答辩人：{SELLER}\n转让前已经书面通知过原告，原告放弃了优先购买权。\n答辩人：{SELLER}\n2024年11月20日\n",
    )
    assert cell(reviewed(said), "C4E1").mark == "doubtful"


def test_liability_for_contributions_turns_on_the_day_of_the_transfer() -> None:
    assert marks(CREDITOR, "C5E1") == {"C5E1": "supported"}
    early = changed(CREDITOR, "股权转让协议.txt", ("2024年9月3日", "2024年5月3日"))
    assert cell(reviewed(early), "C5E1").rule == "transferred_before_new_law"
    assert marks(without(CREDITOR, "股权转让协议.txt"), "C5E1") == {"C5E1": "missing"}


@pytest.mark.parametrize(
    ("words", "defence"),
    [
        ("转让没有通知过其他股东，侵害优先购买权，协议无效。", "D1"),
        ("工商登记至今未办理，公章账册也没有移交，答辩人有权拒绝付款。", "D2"),
        ("双方名为股权转让，实为民间借贷。", "D3"),
        ("答辩人已经付清了全部转让款。", "D4"),
        ("该股权是夫妻共同财产，他爱人不同意转让。", "D5"),
        ("原告只是代持，实际出资人另有其人。", "D6"),
    ],
)
def test_each_defence_is_known_by_its_words(words: str, defence: str) -> None:
    plain = extended(PRICE, 答辩状=f"答辩状\n答辩人：{BUYER}\n请求依法裁判。\n答辩人：{BUYER}\n2025年6月20日\n")
    assert pleaded_defences(plain) == set()
    assert defence in pleaded_defences(changed(plain, "答辩状.txt", ("请求依法裁判。", words)))


@pytest.mark.parametrize("files", [PRICE, SHOP])
def test_clean_papers_hold_no_error(files) -> None:
    assert [(finding.code, finding.detail) for finding in reviewed(files).findings] == []
