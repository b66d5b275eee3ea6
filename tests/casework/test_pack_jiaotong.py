"""机动车交通事故: a small invented case in several people's words, and what takes each element away or weakens it."""

from __future__ import annotations

import pytest
from little_cases import Files, answered, cell, changed, found, id_number, raised, reviewed, without

VICTIM_ID = id_number("19900311", "024")
DRIVER_ID = id_number("19820607", "015")
COURT = "禾浦市东湾区人民法院"

CRASH = {
    "起诉状.txt": f"""民事起诉状
原告：乔念云，女，1990年3月11日出生，汉族，住禾浦市东湾区柳荫路6号，公民身份号码{VICTIM_ID}，联系电话10011110001。
被告一：封大勇，男，1982年6月7日出生，汉族，住禾浦市西埠区船台街2号，公民身份号码{DRIVER_ID}，联系电话10022220002。
被告二：长禾财产保险股份有限公司禾浦支公司，住所地禾浦市东湾区海关路18号。负责人：计成。
案由：机动车交通事故责任纠纷
诉讼请求：
1. 判令二被告赔偿原告医疗费23,456.70元、误工费21,000元、
护理费7,200元、营养费1,800元、住院伙食补助费1,200元、交通费460元、残疾赔偿金98,642元，共计153,758.70元；
2. 判令二被告赔偿精神损害抚慰金5,000元；
3. 判令二被告赔偿电动自行车维修费1,350元；
4. 保险公司在交强险和商业三者险范围内先行赔付，不足部分由封大勇承担；
5. 诉讼费由被告承担。
事实与理由：
2025年3月14日7时40分许，封大勇驾驶小型轿车由北向南行驶至滨湖大道与稻香路口右转时，与直行骑电动自行车的原告相撞，造成原告受伤、车辆损坏。
交警认定封大勇负全部责任，原告无责任。
原告当日入住禾浦市第二医院，诊断为左胫骨平台骨折，住院12天。经鉴定构成十级伤残。原告月工资7,000元，误工90日。
该车在被告二处投保交强险和商业第三者责任险100万元。
此致
{COURT}
具状人：乔念云
2025年11月20日
""",
    "事故认定书.txt": """道路交通事故认定书
第20250314号
事故时间：2025年3月14日7时40分  天气：晴
事故地点：禾浦市滨湖大道与稻香路口
当事人：封大勇，驾驶小型轿车；乔念云，骑电动自行车。
交通事故基本事实：封大勇驾驶小型轿车右转时未让直行车辆先行，与乔念云骑行的电动自行车发生碰撞，造成乔念云受伤、两车受损。
事故车辆在长禾财产保险股份有限公司禾浦支公司投保交强险。
当事人责任：封大勇负事故全部责任，乔念云无责任。
禾浦市公安局交通警察支队东湾大队
2025年3月20日
""",
    "出院记录.txt": """出院记录
姓名：乔念云  性别：女
入院日期：2025年3月14日  出院日期：2025年3月26日
入院诊断：左胫骨平台骨折，多处软组织挫伤
出院医嘱：全休三个月，加强营养，住院期间留陪护一人。
禾浦市第二医院
""",
    "住院票据.txt": """医疗住院收费票据
交款人：乔念云
西药费 8,200.00  手术费 9,800.00  治疗费 4,100.70  床位费 1,356.00
金额合计：23,456.70元
禾浦市第二医院
""",
    "司法鉴定意见书.txt": """司法鉴定意见书
委托人：禾浦市东湾区人民法院
鉴定事项：伤残等级、误工期、护理期、营养期
鉴定意见：乔念云左膝关节功能障碍构成十级伤残；误工期90日、护理期60日、营养期60日；与本次交通事故存在直接因果关系。
鉴定人：任远  2025年9月2日
""",
    "误工证明.txt": """误工及收入证明
兹证明乔念云系我公司质检员，月工资7,000元。2025年3月14日至6月11日因伤未上班，工资停发。
特此证明。
禾浦市青杉食品有限公司（公章）
负责人：蒲安  经办人：卜清
2025年9月10日
""",
    "工资流水.csv": """户名：乔念云,账号：6299 0000 1111 2222,,,
交易日期,摘要,对方户名,支出,收入
2024-12-10,工资,禾浦市青杉食品有限公司,,7000.00
2025-01-10,工资,禾浦市青杉食品有限公司,,7000.00
2025-02-10,工资,禾浦市青杉食品有限公司,,7000.00
""",
    "护工收据.txt": """收据
今收到乔念云护理费720元整，2025年3月14日至26日护工费。
收款人：苗护工
2025年3月26日
""",
    "打车票.txt": """出租车发票汇总
出租汽车客运定额发票 46张 合计460元
""",
    "交强险保单.txt": """机动车交通事故责任强制保险单
保险人：长禾财产保险股份有限公司禾浦支公司
被保险人：封大勇
保险期间：自2024年8月1日0时起至2025年7月31日24时止
死亡伤残赔偿限额180,000元 医疗费用赔偿限额18,000元 财产损失赔偿限额2,000元
""",
    "修车清单.txt": """电动自行车维修结算单
更换前叉、灯组，工时费
合计：1,350元
东湾区阿贵电动车行
2025年4月2日
""",
    "答辩状.txt": answered(
        "一、对事故发生的经过没有异议，对交警的责任认定没有异议。",
        "二、答辩人是事故车辆的车主，车辆投保了交强险和商业三者险，请求由保险公司赔。",
        "三、答辩人垫付过3,000元医疗费，应当扣除。",
        by="封大勇",
        court=COURT,
    ),
}

MAIN = ("C1E1", "C1E2", "C1E3", "C1E4", "C1E5", "C1E6", "C2E1", "C3E1")


def test_a_complete_case_has_every_element_supported() -> None:
    result = reviewed(CRASH)
    assert result.cause == "jiaotong"
    assert {element: cell(result, element).mark for element in MAIN} == dict.fromkeys(MAIN, "supported")


def test_heads_of_relief_are_the_claims_with_their_sums() -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(CRASH).claims][:3] == [
        ("C1", 15_375_870),
        ("C2", 500_000),
        ("C3", 135_000),
    ]


def test_one_item_that_lists_all_heads_is_cut_by_claim() -> None:
    files = changed(
        CRASH,
        "起诉状.txt",
        (
            "，共计153,758.70元；\n2. 判令二被告赔偿精神损害抚慰金5,000元；\n3. 判令二被告赔偿",
            "、精神损害抚慰金5,000元、",
        ),
        ("4. 保险公司", "2. 保险公司"),
    )
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(files).claims][:3] == [
        ("C1", 15_375_870),
        ("C2", 500_000),
        ("C3", 135_000),
    ]


UNANSWERED = without(CRASH, "答辩状.txt")
NO_SHARES = "当事人责任：因现场变动，当事人责任无法认定。"


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(UNANSWERED, "事故认定书.txt"), "C1E1", "missing"),
        (without(UNANSWERED, "事故认定书.txt"), "C1E2", "missing"),
        (
            changed(UNANSWERED, "事故认定书.txt", ("当事人责任：封大勇负事故全部责任，乔念云无责任。", NO_SHARES)),
            "C1E2",
            "doubtful",
        ),
        (without(CRASH, "司法鉴定意见书.txt"), "C1E3", "doubtful"),
        (changed(CRASH, "司法鉴定意见书.txt", ("构成十级伤残", "未构成伤残等级")), "C1E3", "doubtful"),
        (
            without(UNANSWERED, "司法鉴定意见书.txt", "出院记录.txt", "住院票据.txt", "事故认定书.txt"),
            "C1E3",
            "missing",
        ),
        (without(CRASH, "误工证明.txt", "工资流水.csv"), "C1E4", "doubtful"),
        (changed(CRASH, "住院票据.txt", ("金额合计：23,456.70元", "金额合计：21,456.70元")), "C1E4", "doubtful"),
        (changed(CRASH, "误工证明.txt", ("月工资7,000元", "月工资5,600元")), "C1E4", "doubtful"),
        (
            changed(CRASH, "交强险保单.txt", ("2024年8月1日0时起至2025年7月31日", "2023年8月1日0时起至2024年7月31日")),
            "C1E6",
            "doubtful",
        ),
        (
            without(
                changed(
                    UNANSWERED, "事故认定书.txt", ("事故车辆在长禾财产保险股份有限公司禾浦支公司投保交强险。\n", "")
                ),
                "交强险保单.txt",
            ),
            "C1E6",
            "missing",
        ),
        (without(CRASH, "司法鉴定意见书.txt"), "C2E1", "doubtful"),
        (without(CRASH, "修车清单.txt"), "C3E1", "missing"),
        (changed(CRASH, "修车清单.txt", ("合计：1,350元", "合计：980元")), "C3E1", "doubtful"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files), element).mark == mark


def test_an_owner_whom_no_paper_ties_to_the_car_is_in_doubt() -> None:
    files = changed(
        UNANSWERED,
        "起诉状.txt",
        ("被告二：长禾", "被告三：席广德，男，1975年1月2日出生，住禾浦市西埠区。\n被告二：长禾"),
    )
    assert cell(reviewed(files), "C1E5").mark == "doubtful"


@pytest.mark.parametrize(
    ("said", "defence"),
    [
        ("一、原告骑车闯红灯，自己也有过错，应减轻答辩人的责任。", "D1"),
        ("一、原告是搭顺风车，答辩人一分钱没收。", "D2"),
        ("一、该车早在事故前就卖给了别人，答辩人不是车主。", "D3"),
        ("一、被保险人从事网约车营运，改变使用性质，商业险不予赔偿。", "D4"),
        ("一、驾驶人系醉酒驾驶，我司赔付后有权向其追偿。", "D5"),
        ("一、医疗费中的自费药不属于医保范围，误工费标准过高。", "D6"),
        ("一、出事当天答辩人已经给了原告5,000元，这个钱要减去。", "D7"),
    ],
)
def test_a_defence_is_raised_in_its_own_words(said: str, defence: str) -> None:
    files = {**CRASH, "答辩状.txt": answered(said, by="封大勇", court=COURT)}
    assert defence in raised(reviewed(files))
    assert defence not in raised(
        reviewed({**CRASH, "答辩状.txt": answered("一、事情是有的。", by="封大勇", court=COURT)})
    )


RIDER = {
    "诉状.txt": """起 诉 状
原告：戚阿婆，女，1958年4月2日出生，住云岭县石桥镇。
被告：欧小兵，男，1993年8月9日出生，住云岭县石桥镇。
请求：
一、要被告赔我看病的钱8,640元、陪护费1,500元、来回车费200元；
二、诉讼费他出。
事实：
2025年5月6日早上，我在石桥镇菜市场门口过马路，欧小兵骑摩托车把我撞倒，当场报了警。交警定他全责。
我在镇卫生院住了10天。
此致
云岭县人民法院
具状人：戚阿婆
2025年8月1日
""",
    "交警认定.txt": """道路交通事故认定书（简易程序）
2025年5月6日6时50分，欧小兵驾驶二轮摩托车行经石桥镇菜市场门口，与行人戚阿婆相撞，致戚阿婆受伤。
欧小兵负全部责任，戚阿婆不负责任。
云岭县公安局交通管理大队
""",
    "卫生院出院小结.txt": """出院小结
戚阿婆 入院日期2025-05-06 出院日期2025-05-16
出院诊断：右侧第5、6肋骨骨折
住院期间需一人陪护
石桥镇卫生院
""",
    "住院收据.txt": "住院收费收据\n戚阿婆 治疗费 3,000.00 西药费 5,640.00\n合计 8640.00元\n石桥镇卫生院\n",
    "车票.txt": "客运车票 20张 合计200元\n",
    "聊天.txt": """聊天记录导出 导出设备：戚阿婆女儿手机（可当庭出示）
对方微信号：oxb_93 备注名：欧小兵 绑定手机：100****8888
欧小兵  2025-05-07 20:11:02
阿婆那事是我没刹住，医药费我认，等发了工资给

我  2025-05-07 20:20:02
好，你记着
""",
}


def test_a_case_told_by_a_pedestrian_in_her_own_words_stands() -> None:
    result = reviewed(RIDER)
    assert result.cause == "jiaotong"
    assert [(claim.pack_claim, claim.amount_fen) for claim in result.claims] == [("C1", 1_034_000)]
    got = {item.element: item.mark for item in result.cells}
    assert got == {
        "C1E1": "supported",
        "C1E2": "supported",
        "C1E3": "supported",
        "C1E4": "supported",
        "C1E5": "supported",
        "C1E6": "not_applicable",
    }


def test_the_drivers_own_message_carries_the_accident_when_the_police_report_is_gone() -> None:
    files = without(RIDER, "交警认定.txt")
    assert cell(reviewed(files, named="jiaotong"), "C1E2").mark == "supported"


def test_clean_material_has_no_finding() -> None:
    assert not reviewed(CRASH).findings
    assert not reviewed(RIDER).findings
    assert found(reviewed(CRASH), "date_conflict") == []
