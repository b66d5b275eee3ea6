"""The property-service pack: managers with a lawyer or a clerk, owners who claim; one change at a time."""

from __future__ import annotations

import pytest
from little_cases import Files, cell, changed, credit_code, extended, id_number, pleaded_defences, reviewed, without

OWNER_ID = id_number("19840417", "035")
MANAGER_CODE = credit_code("MA6WY3NT2")

ESTATE: Files = {
    "起诉状.txt": f"""民事起诉状
原告：沐川市安栖物业服务有限公司，住所地沐川市江北区竹溪路2号，统一社会信用代码{MANAGER_CODE}。法定代表人：翟清和。
被告：邰景行，男，1984年4月17日出生，住沐川市江北区竹溪路6号云栖里3幢1202室，公民身份号码{OWNER_ID}。
案由：物业服务合同纠纷
诉讼请求：
1.判令被告支付2023年1月1日至2024年12月31日的物业费6,480元；
2.判令被告支付违约金，按日万分之三自2025年1月1日起计至付清之日，暂计500元；
3.本案受理费由被告承担。
事实与理由：
2021年5月10日，原告与建设单位签订《前期物业服务合同》，约定住宅物业费每月每平方米2.7元。被告系云栖里3幢1202室业主，建筑面积100平方米，2021年9月1日收房。
原告依约提供服务，被告自2023年1月起未交物业费，经催缴无果。
此致
沐川市江北区人民法院
具状人：沐川市安栖物业服务有限公司
2025年7月1日
""",
    "答辩状.txt": """答辩状
答辩人：邰景行。
请法院依法处理。
此致
沐川市江北区人民法院
答辩人：邰景行
2025年7月20日
""",
    "前期物业服务合同.txt": """前期物业服务合同
甲方（建设单位）：沐川市云栖房地产开发有限公司
乙方（物业服务人）：沐川市安栖物业服务有限公司
第一条 甲方选聘乙方为云栖里小区提供前期物业服务，服务内容包括共用部位维修养护、保洁、绿化、秩序维护。
第二条 住宅物业服务费标准为2.7元/㎡·月，业主按建筑面积交纳。
第三条 业主逾期交纳的，按欠费金额日万分之三支付违约金。
第四条 服务期限自2021年5月10日起至2026年5月9日止。
甲方（盖章）：沐川市云栖房地产开发有限公司
乙方（盖章）：沐川市安栖物业服务有限公司
2021年5月10日
""",
    "不动产登记查询.txt": """不动产登记信息查询结果
权利人 邰景行
坐落 沐川市江北区竹溪路6号云栖里3幢1202室
建筑面积 100平方米
用途 住宅
""",
    "收房单.txt": """云栖里收房单
房号：3幢1202室
钥匙 5把 水表 0011 电表 0230
收房人：邰景行
2021年9月1日
""",
    "保洁巡检台账.csv": """保洁巡检台账,,,
日期,区域,内容,值班人
2023-02-03,3幢楼道,保洁清扫,韦大妈
2023-08-14,3幢电梯,维保检查正常,郁工
2024-03-05,小区绿化,修剪养护,郁工
2024-11-20,地库,巡查照明,骆队
""",
    "欠费明细.csv": """云栖里分户欠费台账,,,
房号,业主,期间,欠费
3幢1202,邰景行,2023年1月至2024年12月,6480.00
""",
    "催缴函.txt": """物业费催缴函
邰景行业主：
您名下云栖里3幢1202室自2023年1月起欠交物业费，截至2024年12月共6,480元。
请于收到本函后三十日内缴清。
快递单号：EX9993300441
沐川市安栖物业服务有限公司
2025年2月10日
""",
    "催缴函签收.txt": """快递签收查询
运单号：EX9993300441
收件人：邰景行
物品：催缴函
2025年2月13日 已签收 签收人：本人
""",
}

CLERK: Files = {
    "诉状.txt": f"""民事诉状
原告 沐川市安栖物业服务有限公司 统一社会信用代码{MANAGER_CODE} 法定代表人翟清和
被告 邰景行 男 住沐川市江北区竹溪路6号3幢1202 身份证号{OWNER_ID}
诉求：
一、要求被告把欠的物业管理费3240元交了（2024年1月到12月）
二、诉讼费由被告出
理由：被告家一直住在小区，2024年物业费一分没交，打电话发微信都催过，就是不交。
此致
沐川市江北区人民法院
沐川市安栖物业服务有限公司
2025年5月6日
""",
    "物业协议.txt": """物业服务协议
甲方（业主）：邰景行
乙方：沐川市安栖物业服务有限公司
3幢1202室，面积100平方米，物业费每月每平米2.7元，每年12月底前交当年的。
乙方负责保安、保洁、绿化、公共维修。
甲方签字：邰景行
乙方盖章：沐川市安栖物业服务有限公司
2023年12月20日
""",
    "微信.txt": """聊天记录（安栖物业前台手机导出，手机可当庭核对）
本方：物业前台小宋（安栖物业）   对方：邰景行（3-1202业主）微信号 tai_jx  手机100****7788

[2024-05-11 09:10:00] 邰景行: 楼道灯修好了，谢谢，你们挺及时
[2024-12-28 10:00:00] 物业前台小宋: 邰先生，2024年物业费3240元还没交，请您1月15日前交一下
[2024-12-28 20:11:00] 邰景行: 我家的物业费过完年再交吧
""",
}

OWNERS: Files = {
    "起诉状.txt": f"""民事起诉状
原告：邰景行，男，1984年4月17日出生，住沐川市江北区竹溪路6号云栖里3幢1202室，公民身份号码{OWNER_ID}。
被告：沐川市安栖物业服务有限公司，住所地沐川市江北区竹溪路2号，统一社会信用代码{MANAGER_CODE}。法定代表人：翟清和。
案由：物业服务合同纠纷
诉讼请求：
1.判令被告退还违规收取的电梯使用费及多收的物业费1,200元；
2.诉讼费由被告承担。
事实与理由：
被告2024年擅自涨价并加收电梯使用费。
此致
沐川市江北区人民法院
具状人：邰景行
2025年3月1日
""",
    "收据.txt": """收据
今收到3幢1202室邰景行交来电梯使用费、涨价后物业费共1,200元。
收款单位：沐川市安栖物业服务有限公司
2024年3月2日
""",
    "涨价通知.txt": """关于调整物业费的通知
各位业主：
自2024年1月1日起，物业费由每月每平方米2.7元上调至3.2元，另收电梯使用费每户每年600元。
沐川市安栖物业服务有限公司
2023年12月20日
""",
}

COMMITTEE: Files = {
    "起诉状.txt": f"""民事起诉状
原告：云栖里小区业主委员会，住沐川市江北区竹溪路6号。负责人：贝小禾。
被告：沐川市安栖物业服务有限公司，住所地沐川市江北区竹溪路2号，统一社会信用代码{MANAGER_CODE}。法定代表人：翟清和。
案由：物业服务合同纠纷
诉讼请求：
1.判令被告退出云栖里小区并移交物业服务用房、档案资料；
2.诉讼费由被告承担。
此致
沐川市江北区人民法院
具状人：云栖里小区业主委员会
2025年3月1日
""",
    "业主大会决议.txt": """云栖里小区业主大会决议
会议时间：2024年10月12日
经专有部分面积和人数均过半数的业主同意，决定解聘沐川市安栖物业服务有限公司，另行选聘新的物业服务人。
云栖里小区业主大会（章）
2024年10月15日
""",
}


def marks(files: Files) -> dict[str, str]:
    return {item.element: item.mark for item in reversed(reviewed(files).cells)}


def test_a_manager_with_its_books_in_order_is_supported_throughout() -> None:
    assert marks(ESTATE) == dict.fromkeys(("C1E1", "C1E2", "C1E3", "C1E4", "C1E5", "C2E1"), "supported")
    claims = [(claim.pack_claim, claim.amount_fen) for claim in reviewed(ESTATE).claims]
    assert claims == [("C1", 648_000), ("C2", 50_000)]


def test_a_clerk_who_writes_as_he_talks_is_understood() -> None:
    result = reviewed(CLERK)
    assert result.cause == "wuye_fuwu"
    assert [(claim.pack_claim, claim.amount_fen) for claim in result.claims] == [("C1", 324_000)]
    assert marks(CLERK) == dict.fromkeys(("C1E1", "C1E2", "C1E3", "C1E4", "C1E5"), "supported")


def test_owners_claim_what_was_charged_without_ground_and_the_leaving_of_the_manager() -> None:
    assert [claim.pack_claim for claim in reviewed(OWNERS).claims] == ["C3"]
    assert marks(OWNERS) == {"C3E1": "supported"}
    assert [claim.pack_claim for claim in reviewed(COMMITTEE).claims] == ["C4"]
    assert marks(COMMITTEE) == {"C4E1": "supported"}


UNSIGNED = changed(ESTATE, "前期物业服务合同.txt", ("甲方（盖章）：沐川市云栖房地产开发有限公司\n", "甲方（盖章）：\n"))
COPY = extended(
    ESTATE,
    证据目录="""证据目录
提交人：原告沐川市安栖物业服务有限公司
序号	证据名称	形式	证明目的
1	前期物业服务合同	复印件（原件遗失）	合同关系
2	催缴函	原件	催告
""",
)
BROKEN_LIFT = extended(
    ESTATE,
    热线回复="""政务服务便民热线办理回复
诉求人：邰景行
经核实，云栖里3幢电梯2024年6月至9月停运，存在故障未及时维修问题，已责令物业公司整改。
沐川市江北区住房和城乡建设局
2024年10月9日
""",
)


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(ESTATE, "前期物业服务合同.txt"), "C1E1", "missing"),
        (UNSIGNED, "C1E1", "doubtful"),
        (COPY, "C1E1", "doubtful"),
        (without(ESTATE, "不动产登记查询.txt", "收房单.txt", "欠费明细.csv"), "C1E2", "missing"),
        (without(ESTATE, "不动产登记查询.txt", "收房单.txt"), "C1E2", "doubtful"),
        (changed(without(ESTATE, "收房单.txt"), "不动产登记查询.txt", ("邰景行", "宿小满")), "C1E2", "doubtful"),
        (without(ESTATE, "保洁巡检台账.csv"), "C1E3", "missing"),
        (BROKEN_LIFT, "C1E3", "doubtful"),
        (changed(ESTATE, "起诉状.txt", ("物业费6,480元", "物业费7,680元")), "C1E4", "doubtful"),
        (without(ESTATE, "前期物业服务合同.txt", "欠费明细.csv", "催缴函.txt"), "C1E4", "missing"),
        (without(ESTATE, "催缴函.txt", "催缴函签收.txt"), "C1E5", "missing"),
        (without(ESTATE, "催缴函签收.txt"), "C1E5", "doubtful"),
        (
            changed(ESTATE, "前期物业服务合同.txt", ("第三条 业主逾期交纳的，按欠费金额日万分之三支付违约金。\n", "")),
            "C2E1",
            "missing",
        ),
        (changed(ESTATE, "前期物业服务合同.txt", ("日万分之三", "日千分之三")), "C2E1", "doubtful"),
        (without(OWNERS, "收据.txt", "涨价通知.txt"), "C3E1", "missing"),
        (without(COMMITTEE, "业主大会决议.txt"), "C4E1", "missing"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files), element).mark == mark


@pytest.mark.parametrize(
    ("line", "defence"),
    [
        ("小区楼道卫生脏乱，电梯经常坏，保安形同虚设。", "D1"),
        ("房子买来一直空置，我从未入住。", "D2"),
        ("我没有签过物业合同，不是合同当事人。", "D3"),
        ("2022年以前的物业费已过诉讼时效。", "D4"),
        ("原告擅自涨价，属于违规收费。", "D5"),
        ("物业服务合同早已到期，新物业已经进场。", "D6"),
        ("原告为逼我交费停了我家的水电。", "D7"),
    ],
)
def test_a_defence_is_raised_by_its_words_and_not_by_a_plain_answer(line: str, defence: str) -> None:
    assert defence in pleaded_defences(changed(ESTATE, "答辩状.txt", ("请法院依法处理。", line)))
    assert pleaded_defences(ESTATE) == set()


def test_a_bare_plea_of_poor_service_does_not_shake_the_books() -> None:
    files = changed(ESTATE, "答辩状.txt", ("请法院依法处理。", "物业服务不到位，卫生很差，我不交费。"))
    assert cell(reviewed(files), "C1E3").mark == "supported"


@pytest.mark.parametrize("files", [ESTATE, CLERK, OWNERS], ids=["estate", "clerk", "owner"])
def test_clean_material_has_no_finding(files: Files) -> None:
    assert [(item.code, item.detail) for item in reviewed(files).findings] == []
