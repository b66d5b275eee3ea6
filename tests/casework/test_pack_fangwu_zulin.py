"""The lease pack: a shop by a lawyer, a home by its landlady, deposits and repairs by tenants; one change at a time."""

from __future__ import annotations

import pytest
from little_cases import (
    Files,
    cell,
    changed,
    extended,
    findings,
    id_number,
    matter_of,
    pleaded_defences,
    reviewed,
    without,
)

LANDLORD_ID = id_number("19710812", "033")
TENANT_ID = id_number("19920605", "051")

SHOP: Files = {
    "起诉状.txt": f"""民事起诉状
原告：施砚青，男，1971年8月12日出生，汉族，住云泊市南苑区桂花巷3号，公民身份号码{LANDLORD_ID}。
被告：戚望舒，男，1992年6月5日出生，汉族，住云泊市南苑区书院街9号，公民身份号码{TENANT_ID}。
案由：房屋租赁合同纠纷
诉讼请求：
一、判令被告支付2025年7月1日至2025年12月31日期间的租金36,000元；
二、确认双方签订的《铺面租赁合同》于2026年1月15日解除，被告将铺面腾空并交还原告；
三、判令被告自2026年1月16日起至实际交还之日按每日200元支付占有使用费，暂计至2026年2月14日为6,000元；
四、诉讼费由被告承担。
事实与理由：
2024年12月20日，原告与被告签订《铺面租赁合同》，约定被告承租云泊市南苑区长堤路17号底层铺面，每月租金6,000元。2025年1月1日原告把铺面交付被告使用。
2025年7月起被告分文未付。原告于2025年12月22日书面催告，被告仍未支付，原告遂于2026年1月14日发出解除通知，1月15日送达。
此致
云泊市南苑区人民法院
具状人：施砚青
2026年2月20日
""",
    "答辩状.txt": """答辩状
答辩人：戚望舒。
近来客流少，请求法院酌情处理。
此致
云泊市南苑区人民法院
答辩人：戚望舒
2026年3月10日
""",
    "铺面租赁合同.txt": """铺面租赁合同
甲方（出租方）：施砚青
乙方（承租方）：戚望舒
第一条 甲方将其所有的云泊市南苑区长堤路17号底层铺面（45平方米）出租给乙方经营茶饮。
第二条 租赁期限自2025年1月1日至2027年12月31日。
第三条 租金标准为每月人民币陆仟元整（6,000元），按月支付，每月1日前付清。
第四条 乙方拖欠租金的，经甲方催告仍不支付，甲方可以解除合同。
甲方（签字）：施砚青
乙方（签字）：戚望舒
2024年12月20日
""",
    "交接清单.txt": """铺面交接清单
地址：云泊市南苑区长堤路17号底层铺面
钥匙 4把 已交
电表 00812 水表 00133
乙方确认铺面已验收，可以使用。
移交人：施砚青
接收人：戚望舒
2025年1月1日
""",
    "不动产权证书.txt": """不动产权证书
权利人 施砚青
坐落 云泊市南苑区长堤路17号底层
用途 商业
附记 建设工程规划许可证号 云规（2012）0041
""",
    "收款流水.csv": """户名：施砚青,账号：6299 0000 7788 0011,,,,
交易日期,摘要,对方户名,支出,收入,余额
2025-05-01,5月铺租,戚望舒,,6000.00,16000.00
2025-06-01,6月铺租,戚望舒,,6000.00,22000.00
""",
    "催租函.txt": """催租函
戚望舒：
你承租的长堤路17号铺面自2025年7月起未交租金，已欠36,000元。
请于收到本函之日起十五日内付清，逾期我将解除租赁合同。
运单号 EX9991122001
施砚青
2025年12月22日
""",
    "催租函签收.txt": """国内快递签收单
运单号：EX9991122001
寄件人：施砚青
收件人：戚望舒
内件：催租函
2025年12月24日 已签收 签收人：戚望舒本人
""",
    "解除通知.txt": """解除租赁合同通知书
戚望舒：
因你经催告仍不付租，本人通知你解除《铺面租赁合同》，请在收到后十日内搬离并交还铺面。
运单号 EX9991122002
施砚青
2026年1月14日
""",
    "解除通知签收.txt": """国内快递签收单
运单号：EX9991122002
寄件人：施砚青
收件人：戚望舒
内件：解除租赁合同通知书
2026年1月15日 已签收 签收人：戚望舒本人
""",
}

HOME: Files = {
    "诉状.txt": f"""起诉状
原告：卞月桂，女，1966年2月11日生，住禾屿市湾前区榕树里2号，身份证号{id_number("19660211", "046")}，电话10022223333。
被告：裘一帆，男，1995年9月9日生，住禾屿市湾前区榕树里5号，身份证号{id_number("19950909", "033")}，电话10044445555。
请求：
1、要被告把欠我的房租8400元给我；
2、跟他解除租房合同，叫他搬走，把房子还给我；
3、打官司的钱他出。
事实经过：
我家榕树里5号三室一厅的房子，去年3月租给裘一帆住，一个月2800块。从9月份开始就没给过房租，三个月了。我发微信催了好几回，他一直拖。
此致
禾屿市湾前区人民法院
起诉人：卞月桂
2025年12月8日
""",
    "租房合同.txt": """租房合同
房东：卞月桂
租客：裘一帆
房东把榕树里5号三室一厅住房租给租客居住，每月房租2800元，每月5号前付，押金2800元。
租期一年，2025年3月5日到2026年3月4日。
房东：卞月桂（签字）
租客：裘一帆（签字）
2025年3月1日
""",
    "微信.txt": """聊天记录（卞月桂手机导出，手机在可以当庭看）
对方微信号：qyf_95  备注：裘一帆  手机100****5555

2025-03-05 18:20:11 裘一帆
阿姨钥匙拿到了，今晚就住进来

2025-10-08 09:12:30 卞月桂
小裘，9月的房租什么时候给？

2025-10-08 20:44:02 裘一帆
阿姨不好意思，厂里没发工资，房租缓几天

2025-11-20 10:05:00 卞月桂
三个月房租8400了，请你这个月底前付清，再不付我就收房了

2025-11-20 22:31:45 裘一帆
知道欠你8400，我想办法

2025-12-01 08:30:00 卞月桂
合同解除，房子我不租给你了，给你半个月时间找房，15号前搬走
""",
}

DEPOSIT: Files = {
    "起诉状.txt": f"""民事起诉状
原告：戚望舒，男，1992年6月5日出生，住云泊市南苑区书院街9号，公民身份号码{TENANT_ID}。
被告：施砚青，男，1971年8月12日出生，住云泊市南苑区桂花巷3号，公民身份号码{LANDLORD_ID}。
案由：房屋租赁合同纠纷
诉讼请求：
1.判令被告退还租房押金5,000元；
2.本案诉讼费由被告负担。
事实和理由：
2024年1月原告承租被告名下公寓，交了押金5,000元。2025年1月3日租期届满，原告腾空房屋并交还钥匙，被告拒不退押金。
此致
云泊市南苑区人民法院
具状人：戚望舒
2025年3月6日
""",
    "租赁合同.txt": """房屋租赁合同
出租人：施砚青
承租人：戚望舒
一、出租人将桂花巷11号公寓602室出租给承租人居住，月租金2,500元。
二、押金5,000元，期满结清费用后退还。
三、租期至2025年1月3日止。
出租人（签字）：施砚青
承租人（签字）：戚望舒
2024年1月4日
""",
    "收条.txt": """收条
今收到戚望舒租房押金人民币伍仟元整（¥5,000.00）。
收款人：施砚青
2024年1月4日
""",
    "退租交接单.txt": """退租交接单
桂花巷11号公寓602室，家具家电完好，水电费已结清。
钥匙2把交还出租人，房屋已收回。
交房人：戚望舒
收房人：施砚青
2025年1月3日
""",
}

LEAK: Files = {
    "起诉状.txt": f"""民事起诉状
原告：戚望舒，男，1992年6月5日出生，住云泊市南苑区书院街9号，公民身份号码{TENANT_ID}。
被告：施砚青，男，1971年8月12日出生，住云泊市南苑区桂花巷3号，公民身份号码{LANDLORD_ID}。
案由：房屋租赁合同纠纷
诉讼请求：
1.判令被告对出租铺面的屋顶进行维修；
2.判令解除双方的租赁合同；
3.判令被告赔偿原告装修损失20,000元；
4.判令被告返还押金6,000元；
事实和理由：
原告承租被告铺面后，屋顶多次漏水，被告不修。
此致
云泊市南苑区人民法院
具状人：戚望舒
2025年9月6日
""",
    "铺面租赁合同.txt": SHOP["铺面租赁合同.txt"].replace("第四条", "第四条 甲方同意乙方按图纸装修铺面。\n第五条"),
    "微信.txt": """聊天记录（戚望舒手机导出，手机在可当庭核对）
对方微信号：syq_71  备注：施砚青

2025-06-08 09:12:30 戚望舒
施叔，铺子屋顶又漏水了，麻烦来修

2025-06-08 20:44:02 施砚青
知道漏水，最近没空找师傅
""",
    "评估报告.txt": """资产评估报告
委托评估事项：长堤路17号铺面装修残值
评估结论：剩余租期内装饰装修残值20,000元。
评估机构：云泊诚评资产评估所（盖章）
2025年8月20日
""",
}


def marks(files: Files, **fields: str) -> dict[str, str]:
    return {item.element: item.mark for item in reversed(reviewed(files, **fields).cells)}


def test_a_clean_shop_lease_is_supported_throughout_and_the_rule_for_homes_does_not_apply() -> None:
    assert marks(SHOP) == {
        "C1E1": "supported",
        "C1E2": "supported",
        "C1E3": "supported",
        "C2E1": "supported",
        "C2E2": "supported",
        "C2E3": "not_applicable",
    }
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(SHOP).claims] == [
        ("C1", 3_600_000),
        ("C2", None),
        ("C2", 600_000),
    ]


def test_a_landlady_who_writes_as_she_talks_is_understood() -> None:
    result = reviewed(HOME)
    assert result.cause == "fangwu_zulin"
    assert [(claim.pack_claim, claim.amount_fen) for claim in result.claims] == [("C1", 840_000), ("C2", None)]
    assert marks(HOME) == dict.fromkeys(("C1E1", "C1E2", "C1E3", "C2E1", "C2E2", "C2E3"), "supported")


def test_a_tenant_who_wants_the_deposit_back_has_paid_and_returned_and_the_landlord_shows_no_damage() -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(DEPOSIT).claims] == [("C3", 500_000)]
    assert marks(DEPOSIT) == dict.fromkeys(("C3E1", "C3E2", "C3E3"), "supported")


def test_heads_that_either_side_may_raise_are_those_of_the_side_that_sues() -> None:
    assert [claim.pack_claim for claim in reviewed(LEAK).claims] == ["C5", "C5", "C4", "C3"]
    result = marks(LEAK)
    assert [result[e] for e in ("C4E1", "C4E2", "C5E1", "C5E2")] == ["supported"] * 4
    assert result["C3E1"] == "missing"


WITHOUT_CONTRACT = without(SHOP, "铺面租赁合同.txt")
UNSIGNED_HANDOVER = changed(SHOP, "交接清单.txt", ("接收人：戚望舒\n", "接收人：\n"))
PAID_AFTER = changed(SHOP, "收款流水.csv", ("22000.00\n", "22000.00\n2025-08-20,铺租,戚望舒,,6000.00,28000.00\n"))
ANOTHER_SUM = changed(SHOP, "起诉状.txt", ("租金36,000元", "租金42,000元"))
LEAK_REPORTED = extended(
    SHOP,
    微信="""聊天记录（戚望舒手机，手机可当庭核对）
对方微信号：syq_71  备注：施砚青

2025-07-03 08:11:00 戚望舒
施叔铺子吊顶漏水，生意做不了
""",
)
REPAIRED = changed(
    LEAK_REPORTED, "微信.txt", ("生意做不了\n", "生意做不了\n\n2025-07-09 18:00:00 戚望舒\n师傅来过，已经修好了\n")
)


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(WITHOUT_CONTRACT, "收款流水.csv", "交接清单.txt", "不动产权证书.txt"), "C1E1", "missing"),
        (WITHOUT_CONTRACT, "C1E1", "doubtful"),
        (without(SHOP, "交接清单.txt", "收款流水.csv"), "C1E2", "missing"),
        (without(SHOP, "交接清单.txt"), "C1E2", "doubtful"),
        (UNSIGNED_HANDOVER, "C1E2", "doubtful"),
        (LEAK_REPORTED, "C1E2", "doubtful"),
        (REPAIRED, "C1E2", "supported"),
        (PAID_AFTER, "C1E3", "doubtful"),
        (ANOTHER_SUM, "C1E3", "doubtful"),
        (without(SHOP, "铺面租赁合同.txt", "收款流水.csv"), "C1E3", "missing"),
        (without(SHOP, "催租函.txt", "催租函签收.txt"), "C2E1", "missing"),
        (without(SHOP, "催租函签收.txt"), "C2E1", "doubtful"),
        (without(SHOP, "解除通知.txt", "解除通知签收.txt"), "C2E2", "missing"),
        (without(SHOP, "解除通知签收.txt"), "C2E2", "doubtful"),
        (changed(HOME, "微信.txt", ("，给你半个月时间找房，15号前搬走", "")), "C2E3", "missing"),
        (without(HOME, "微信.txt"), "C1E2", "missing"),
        (without(DEPOSIT, "收条.txt"), "C3E1", "doubtful"),
        (without(DEPOSIT, "收条.txt", "租赁合同.txt"), "C3E1", "missing"),
        (without(DEPOSIT, "退租交接单.txt"), "C3E2", "missing"),
        (changed(DEPOSIT, "退租交接单.txt", ("家具家电完好", "主卧门板损坏一处")), "C3E3", "doubtful"),
        (changed(LEAK, "铺面租赁合同.txt", ("甲方同意乙方按图纸装修铺面。", "其他事项另议。")), "C4E1", "missing"),
        (without(LEAK, "评估报告.txt"), "C4E2", "missing"),
        (without(LEAK, "微信.txt"), "C5E2", "missing"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files), element).mark == mark


def test_a_clause_that_dispenses_with_the_demand_leaves_a_question_of_law() -> None:
    clause = ("经甲方催告仍不支付，甲方可以解除合同", "甲方无需另行催告即可解除合同")
    files = without(changed(SHOP, "铺面租赁合同.txt", clause), "催租函.txt", "催租函签收.txt")
    assert cell(reviewed(files), "C2E1").mark == "contested_law"


def test_a_receipt_for_the_notice_of_termination_does_not_prove_the_demand() -> None:
    files = changed(without(SHOP, "催租函签收.txt"), "催租函.txt", ("运单号 EX9991122001\n", ""))
    assert cell(reviewed(files), "C2E1").rule == "no_proof_of_arrival"


def test_a_payment_that_the_complaint_accounts_for_raises_no_doubt() -> None:
    told = changed(
        PAID_AFTER,
        "起诉状.txt",
        ("租金36,000元", "租金30,000元"),
        ("被告分文未付", "被告只在2025年8月20日付过一个月"),
    )
    assert cell(reviewed(told), "C1E3").mark == "doubtful"  # 36,000 by the months pleaded, and the papers show 6,000
    assert (
        cell(reviewed(changed(PAID_AFTER, "起诉状.txt", ("租金36,000元", "租金30,000元"))), "C1E3").mark == "supported"
    )


@pytest.mark.parametrize(
    ("line", "defence"),
    [
        ("铺面系违法建筑，没有规划许可，合同无效。", "D1"),
        ("铺子一直漏水，原告不修，我有权不交租。", "D2"),
        ("原告早就知道转租的事，一直没有提出异议。", "D3"),
        ("买卖不破租赁，新房东应当继续履行。", "D4"),
        ("剩余租期的租金不应全部由我承担。", "D5"),
        ("双方是不定期租赁，随时可以走。", "D6"),
    ],
)
def test_a_defence_is_raised_by_its_words_and_not_by_a_plain_answer(line: str, defence: str) -> None:
    files = changed(SHOP, "答辩状.txt", ("近来客流少，请求法院酌情处理。", line))
    assert defence in pleaded_defences(files)
    assert pleaded_defences(SHOP) == set()


def test_the_permit_is_asked_for_where_the_tenant_pleads_that_there_is_none() -> None:
    files = changed(SHOP, "答辩状.txt", ("近来客流少", "铺面没有规划许可，合同无效"))
    assert cell(reviewed(files), "C1E1").mark == "supported"
    assert cell(reviewed(without(files, "不动产权证书.txt")), "C1E1").rule == "permit_not_shown"


@pytest.mark.parametrize("files", [SHOP, HOME, DEPOSIT], ids=["shop", "home", "deposit"])
def test_clean_material_has_no_finding(files: Files) -> None:
    assert [(item.code, item.detail) for item in reviewed(files).findings] == []


def test_only_the_court_of_the_place_is_competent() -> None:
    assert matter_of(SHOP).court == "云泊市南苑区人民法院"
    assert findings(SHOP, "jurisdiction") == []
