"""人身损害: a beating, a fall in a shop, a hired hand and a dog, each told by other people."""

from __future__ import annotations

import pytest
from little_cases import Files, answered, cell, changed, id_number, raised, reviewed, without

BEATEN_ID = id_number("19880709", "013")
COURT = "荷州市青塘区人民法院"

BEATING = {
    "起诉状.txt": f"""民事起诉状
原告：宁致和，男，1988年7月9日出生，汉族，住荷州市青塘区米行街3号，公民身份号码{BEATEN_ID}。
被告：仇大鹏，男，1985年3月3日出生，汉族，住荷州市青塘区酱园弄8号。
案由：身体权纠纷
诉讼请求：
一、判令被告赔偿原告医疗费6,310元、误工费4,800元、护理费1,500元、交通费150元；
二、判令被告支付精神损害抚慰金3,000元；
三、诉讼费由被告负担。
事实与理由：
2025年6月8日21时许，原告与被告因停车发生口角，被告挥拳击打原告面部，致原告鼻骨骨折。原告当晚就医并住院8天。
公安机关对被告作出行政处罚。
此致
{COURT}
具状人：宁致和
2025年10月9日
""",
    "行政处罚决定书.txt": """行政处罚决定书
荷公（青）行罚决字〔2025〕第118号
违法行为人：仇大鹏
现查明：2025年6月8日21时许，仇大鹏在米行街停车场因停车纠纷用拳头击打宁致和面部，致其受伤。
以上事实有违法行为人陈述、被侵害人陈述、监控录像等证据证实。
根据《中华人民共和国治安管理处罚法》的规定，决定给予仇大鹏行政拘留七日。
荷州市公安局青塘分局
2025年6月20日
""",
    "出院记录.txt": """出院记录
姓名：宁致和
入院日期：2025年6月8日  出院日期：2025年6月16日
入院诊断：鼻骨骨折，面部软组织挫伤（外伤后2小时）
出院医嘱：休息一个月，住院期间陪护一人
荷州市人民医院
""",
    "住院票据.txt": """医疗住院收费票据
宁致和
西药费 2,310.00 手术费 4,000.00
金额合计：6,310.00元
荷州市人民医院
""",
    "精神科诊断.txt": """诊断证明书
宁致和 就诊日期：2025年7月2日
诊断：创伤后应激障碍，建议心理治疗
荷州市第四医院
""",
    "答辩状.txt": answered(
        "一、动手的事实答辩人承认，但原告先骂人，原告自己也有过错。",
        "二、误工费标准过高，没有依据。",
        by="仇大鹏",
        court=COURT,
    ),
}
UNANSWERED = without(BEATING, "答辩状.txt")

SLIP = {
    "诉状.txt": """民事起诉状
原告：池秋娘，女，1966年5月1日出生，住松屿市北门里7号。
被告：松屿市悦来百货有限公司，住所地松屿市解放路66号。法定代表人：辛茂。
案由：违反安全保障义务责任纠纷
诉讼请求：
1、请求判令被告赔偿医疗费12,080元、护理费2,400元、残疾赔偿金70,000元，合计84,480元；
2、精神抚慰金5000元；
事实和理由：
2025年1月12日下午，原告在被告超市生鲜区买菜时，因地面有水又没有警示牌滑倒，左腕骨折。
此致
松屿市河口区人民法院
具状人：池秋娘
2025年9月1日
""",
    "店方聊天.txt": """微信聊天记录 导出手机：池秋娘女儿（原始手机可当庭核对）
对方：悦来百货客服杜经理 微信号 ylbh_dm 手机100****6666

[2025-01-13 09:11:20] 杜经理（悦来百货）: 昨天那块地刚拖过，没来得及放警示牌，实在抱歉
[2025-01-13 09:15:02] 我: 我妈腕子都断了
[2025-01-13 09:16:44] 杜经理（悦来百货）: 公司会负责医药费的
""",
    "监控说明.txt": """超市监控录像内容说明
监控位置：生鲜区3号摄像头  录像时间：2025年1月12日
15:02:10 保洁拖地，地面有水，无警示牌
15:04:31 池秋娘经过时滑倒，左手撑地
""",
    "营业执照.txt": """营业执照
名称：松屿市悦来百货有限公司
统一社会信用代码：
类型：有限责任公司
经营范围：百货零售
成立日期：2015年2月3日
""",
    "病历.txt": """门诊病历
池秋娘 就诊日期：2025年1月12日
主诉：滑倒致左腕疼痛1小时
诊断：左桡骨远端骨折
""",
    "鉴定.txt": """司法鉴定意见书
鉴定意见：池秋娘左腕关节功能障碍构成十级伤残，护理期60日。
鉴定人：卓见
2025年6月2日
""",
}

HAND = {
    "起诉书.txt": """起诉书
原告：幸老三，男，1971年2月2日出生，住平泽县上河村。
被告：巴有才，男，1969年9月9日出生，住平泽县下河村。
请求：
一、要巴有才赔我住院的钱21,500元、误工费9,000元；
二、诉讼费他付。
事实：
2025年4月巴有才家盖房，叫我去给他砌墙，一天260元。4月18日跳板断了，我从架子上摔下来，腰骨折。他没给安全绳。
此致
平泽县人民法院
具状人：幸老三
2025年8月8日
""",
    "微信.txt": """聊天记录  导出设备：幸老三手机（可当庭出示）  对方微信号 bayoucai69  备注：巴有才  手机100****1212
巴有才  2025-04-10 19:02:11
老三明天来我家砌墙，一天260，管饭

我  2025-04-10 19:05:30
行

巴有才  2025-04-19 08:30:00
跳板是旧的断了，怪我没备安全绳，你先治着
""",
    "住院.txt": """出院记录
幸老三 入院日期：2025年4月18日 出院日期：2025年5月9日
诊断：腰1椎体压缩性骨折（高处坠落伤）
休息三个月
""",
    "收费.txt": """住院收费票据
幸老三 治疗费 21,500.00
合计：21,500.00元
""",
}

DOG = {
    "起诉状.txt": """民事起诉状
原告：水清浅，女，1995年12月1日出生，住临岚市花园路9号。
被告：祁连山，男，1980年10月10日出生，住临岚市花园路11号。
案由：饲养动物损害责任纠纷
诉讼请求：
1.赔偿疫苗、清创等医疗费2,860元；
2.诉讼费由被告承担。
事实与理由：2025年7月7日傍晚，被告饲养的金毛犬未拴绳，在花园路咬伤原告小腿。
此致
临岚市江心区人民法院
具状人：水清浅
2025年9月9日
""",
    "报警回执.txt": """接处警记录
报警时间：2025年7月7日19时20分
处警情况：民警到场，祁连山所养金毛犬将水清浅小腿咬伤，双方对事实无争议。
临岚市公安局江心派出所
""",
    "门诊病历.txt": """门诊病历
水清浅 就诊日期：2025年7月7日
诊断：犬咬伤（Ⅲ级暴露）
""",
    "票据.txt": """门诊收费票据
水清浅 西药费 2,860.00
合计 2,860.00元
""",
}


@pytest.mark.parametrize(
    ("files", "elements"),
    [
        (BEATING, ("C1E1", "C1E2", "C1E3", "C1E4", "C5E1")),
        (SLIP, ("C2E1", "C2E2", "C5E1")),
        (HAND, ("C3E1", "C3E2")),
        (DOG, ("C4E1",)),
    ],
    ids=["beating", "slip", "hand", "dog"],
)
def test_a_complete_case_has_every_element_supported(files: Files, elements: tuple[str, ...]) -> None:
    result = reviewed(files)
    assert result.cause == "renshen_sunhai"
    assert {element: cell(result, element).mark for element in elements} == dict.fromkeys(elements, "supported")
    assert not result.findings


@pytest.mark.parametrize(
    ("files", "claims"),
    [
        (BEATING, [("C1", 1_276_000), ("C5", 300_000)]),
        (SLIP, [("C2", 8_448_000), ("C5", 500_000)]),
        (HAND, [("C3", 3_050_000)]),
        (DOG, [("C4", 286_000)]),
    ],
    ids=["beating", "slip", "hand", "dog"],
)
def test_what_the_complaint_tells_says_which_claim_its_heads_are(files: Files, claims: list[tuple[str, int]]) -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(files).claims] == claims


ALLEGED = """报警回执
宁致和于2025年6月8日21时10分报警，称被人打伤。已受理。
荷州市公安局青塘分局
"""


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(UNANSWERED, "行政处罚决定书.txt"), "C1E1", "missing"),
        ({**without(UNANSWERED, "行政处罚决定书.txt"), "报警回执.txt": ALLEGED}, "C1E1", "doubtful"),
        (without(UNANSWERED, "行政处罚决定书.txt"), "C1E4", "missing"),
        (
            without(UNANSWERED, "行政处罚决定书.txt", "出院记录.txt", "精神科诊断.txt", "住院票据.txt"),
            "C1E2",
            "missing",
        ),
        (changed(BEATING, "住院票据.txt", ("金额合计：6,310.00元", "金额合计：5,110.00元")), "C1E2", "doubtful"),
        (
            changed(
                without(UNANSWERED, "行政处罚决定书.txt", "精神科诊断.txt"),
                "出院记录.txt",
                ("入院日期：2025年6月8日  出院日期：2025年6月16日", "入院日期：2025年7月28日  出院日期：2025年8月6日"),
                ("（外伤后2小时）", ""),
            ),
            "C1E3",
            "doubtful",
        ),
        (without(BEATING, "精神科诊断.txt"), "C5E1", "doubtful"),
        (without(SLIP, "营业执照.txt", "店方聊天.txt"), "C2E1", "doubtful"),
        (without(SLIP, "店方聊天.txt", "监控说明.txt"), "C2E2", "missing"),
        (without(SLIP, "鉴定.txt"), "C5E1", "doubtful"),
        (SLIP, "C2E3", "not_applicable"),
        (without(HAND, "微信.txt"), "C3E1", "missing"),
        (without(HAND, "微信.txt"), "C3E2", "missing"),
        (without(DOG, "报警回执.txt"), "C4E1", "missing"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files, named="renshen_sunhai"), element).mark == mark


@pytest.mark.parametrize(
    ("said", "defence"),
    [
        ("一、是原告先动手推人，他自己也有责任。", "D1"),
        ("一、双方是在打球对抗中碰撞，原告自愿参加，属自甘风险。", "D2"),
        ("一、打人的不是答辩人，是案外人，应由第三人承担。", "D3"),
        ("一、答辩人是正当防卫，被迫还手。", "D4"),
        ("一、护理费没有票据，不予认可。", "D5"),
        ("一、原告与公司是劳动关系，应先申请工伤认定。", "D6"),
        ("一、原告起诉已超过三年诉讼时效。", "D7"),
    ],
)
def test_a_defence_is_raised_in_its_own_words(said: str, defence: str) -> None:
    assert defence in raised(reviewed({**BEATING, "答辩状.txt": answered(said, by="仇大鹏", court=COURT)}))
    quiet = answered("一、请求法院依法处理。", by="仇大鹏", court=COURT)
    assert defence not in raised(reviewed({**BEATING, "答辩状.txt": quiet}))
