"""Divorce: a wife beaten (lawyer), a husband living apart after a first suit (own words), a ticked form."""

from __future__ import annotations

import pytest
from little_cases import Files, answered, cell, changed, extended, id_number, raised, reviewed, without

WIFE, HUSBAND = "虞听澜", "纪北辰"
WIFE_ID, HUSBAND_ID = id_number("19900412", "024"), id_number("19880730", "015")
COURT = "芷江市南浦区人民法院"

BEATEN: Files = {
    "起诉状.txt": f"""民事起诉状
原告：{WIFE}，女，1990年4月12日出生，汉族，住芷江市南浦区石榴巷3号，公民身份号码{WIFE_ID}，电话10060001001。
被告：{HUSBAND}，男，1988年7月30日出生，汉族，住芷江市南浦区望江路77号2单元501，公民身份号码{HUSBAND_ID}，电话10060001002。
案由：离婚纠纷
诉讼请求：
一、判令原告与被告离婚；
二、判令婚生女纪念由原告抚养，被告自判决生效之日起每月支付抚养费3,000元至其年满十八周岁；
三、依法分割夫妻共同财产：望江路77号2单元501室房屋归被告所有，被告支付原告房屋折价款600,000元；
四、判令被告支付离婚损害赔偿金50,000元；
五、诉讼费由被告承担。
事实与理由：
原、被告于2014年5月20日登记结婚，2016年9月8日生育女儿纪念。被告多次酒后殴打原告，2024年11月3日原告报警，公安机关出具告诫书。2025年1月原告带女儿搬离，双方分居至今，夫妻感情确已破裂。
望江路房屋于2017年购买，登记在被告名下，现值1,200,000元，贷款已还清。被告月收入12,000元。
女儿一直由原告照顾、接送上学。经社区多次调解无效。
此致
{COURT}
具状人：{WIFE}
2025年9月10日
""",
    "结婚证.txt": f"""结婚证
持证人：{WIFE}
登记日期：2014年5月20日
结婚证字号：J999999-2014-000321
姓名：{HUSBAND}  性别：男
姓名：{WIFE}  性别：女
婚姻登记机关：芷江市南浦区民政局
""",
    "出生医学证明.txt": f"""出生医学证明
新生儿姓名：纪念  性别：女
出生日期：2016年9月8日
母亲姓名：{WIFE}  父亲姓名：{HUSBAND}
芷江市妇幼保健院
""",
    "告诫书.txt": f"""家庭暴力告诫书
被告诫人：{HUSBAND}
2024年11月3日，你在家中酒后殴打妻子{WIFE}，致其面部软组织挫伤，构成家庭暴力。
现依法对你予以告诫，严禁再次实施家庭暴力。
芷江市公安局南浦分局
2024年11月5日
""",
    "诊断证明.txt": f"""疾病诊断证明书
姓名：{WIFE}
就诊日期：2024年11月3日
主诉：被丈夫打伤面部两小时
诊断：面部软组织挫伤
医师：谈笑
""",
    "学校证明.txt": f"""证明
兹证明我校三年级学生纪念，自入学以来由母亲{WIFE}接送，家长会由其参加。
负责人：桑榆
经办人：陆离
芷江市南浦区望江小学（章）
2025年8月30日
""",
    "收入证明.txt": f"""收入证明
兹证明{HUSBAND}系我公司员工，月收入12,000元。
负责人：贺兰
经办人：殷实
芷江市通衢物流有限公司（章）
2025年8月20日
""",
    "不动产权证.txt": f"""不动产权证书
权利人：{HUSBAND}
共有情况：单独所有
坐落：芷江市南浦区望江路77号2单元501室
登记时间：2017年6月15日
""",
    "评估报告.txt": """房地产评估报告
估价对象：望江路77号2单元501室
评估基准日：2025年7月1日
评估总价：1,200,000元
""",
    "调解记录.txt": f"""人民调解工作记录
申请人：{WIFE}  被申请人：{HUSBAND}
调解情况：2025年3月至6月调解三次，男方不同意分割房屋，调解未果。
调解员：闻人礼
2025年6月30日
""",
    "答辩状.txt": answered("请依法处理。", by=HUSBAND, court=COURT),
}

AGAIN: Files = {
    "离婚起诉书.txt": f"""离婚起诉书
原告：扈大川，男，1985年1月9日生，住遂林县东关镇河沿村5号，身份证{id_number("19850109", "031")}
被告：简小禾，女，1987年12月2日生，住遂林县东关镇新桥村8号，身份证{id_number("19871202", "042")}
我的请求：
1、我要跟简小禾离婚；
2、儿子扈小宝归我带，女方一个月给500块生活费；
3、欠我姐的三万块是盖房子借的，算共同债务一人一半。
事情经过：
我们2009年2月14日领的证，2010年10月1日生儿子。她老跟我吵，2022年就回了娘家再没回来。2023年4月我告过一次，法院没判离，到现在又分开两年多，没在一起过一天。
此致
遂林县人民法院
扈大川
2025年6月20日
""",
    "结婚登记档案.txt": """婚姻登记记录证明
男方：扈大川 女方：简小禾
登记日期：2009年2月14日
遂林县民政局婚姻登记处
""",
    "户口本.txt": f"""常住人口登记卡
户主：扈大川
姓名：扈小宝  与户主关系：子  出生日期：2010年10月1日
公民身份号码：{id_number("20101001", "013")}
""",
    "判决书.txt": """遂林县人民法院
民事判决书
（2023）遂林民初第0099号
原告：扈大川。被告：简小禾。
本院认为，双方婚后育有一子，经本院主持调解无效，但尚无证据证明夫妻感情确已破裂。判决如下：
不准予原告扈大川与被告简小禾离婚。
审判员 乔松年
2023年6月12日
""",
    "微信.txt": """微信聊天记录（手机为扈大川本人使用，可当庭出示）对方微信号：xiaohe_j87 备注：简小禾
[2024-02-09 20:11] 扈大川: 过年你回来不
[2024-02-09 20:30] 简小禾: 我在娘家住了两年了，不回去，没法过
[2024-09-01 12:05] 扈大川: 小宝住校我接送，你那边工资多少，给点生活费
[2024-09-01 12:40] 简小禾: 我在厂里一个月也就4000块
[2024-10-03 09:00] 扈大川: 姐那三万盖房子的钱啥时候还
[2024-10-03 09:21] 简小禾: 盖房子家里一起用的，一人还一半
""",
    "村委会证明.txt": """证明
兹证明简小禾自2022年起回娘家居住，与扈大川分居至今，儿子扈小宝随父亲生活，由其照顾。我村多次调解未果。
负责人：柏秀峰
经办人：汪小河
遂林县东关镇河沿村村民委员会（章）
2025年6月1日
""",
    "欠条.txt": "欠条\n今欠扈大妹人民币30000元，用于盖房。\n欠款人：扈大川\n2018年5月6日\n",
}


CONTESTED = extended(
    BEATEN,
    答辩状=answered(
        "一、答辩人不同意离婚，双方感情没有破裂。",
        "二、答辩人从未家暴，只是夫妻争吵。",
        "三、望江路房屋是答辩人婚前购买的个人财产。",
        by=HUSBAND,
        court=COURT,
    ),
)
NO_VIOLENCE = without(BEATEN, "告诫书.txt", "诊断证明.txt")
APART_UNTOLD = changed(NO_VIOLENCE, "起诉状.txt", ("2025年1月原告带女儿搬离，双方分居至今，", ""))
WORD = f"保证书\n我{HUSBAND}以后再也不打老婆了，上次喝酒动手是我不对。\n保证人：{HUSBAND}\n2024年11月6日\n"
HIDDEN = changed(BEATEN, "起诉状.txt", ("房屋折价款600,000元；", "房屋折价款600,000元；被告转移存款，应少分；"))
OUTFLOW = f"""户名：{HUSBAND},,,
交易日期,摘要,对方户名,支出
2024-12-20,直播打赏充值,星河直播,86000.00
2025-01-05,转给母亲,褚云,200000.00
"""
LIST = """证据目录
提交人：原告
序号	名称	形式	证明目的
1	结婚证	复印件，原件遗失	婚姻关系
2	告诫书	原件	家庭暴力
"""

MARKS = [
    # the clean cases
    *((BEATEN, e, "supported") for e in ("C1E1", "C1E2", "C1E3", "C2E1", "C2E2", "C2E3", "C3E1", "C3E2", "C5E1")),
    *((BEATEN, e, "not_applicable") for e in ("C3E3", "C5E2")),
    *((AGAIN, e, "supported") for e in ("C1E1", "C1E2", "C1E3", "C2E1", "C2E2", "C2E3", "C4E1")),
    # marriage
    (without(BEATEN, "结婚证.txt"), "C1E1", "missing"),
    (extended(BEATEN, 证据目录=LIST), "C1E1", "doubtful"),
    # the breakdown of the marriage
    (CONTESTED, "C1E2", "supported"),
    (NO_VIOLENCE, "C1E2", "doubtful"),
    (APART_UNTOLD, "C1E2", "missing"),
    (extended(APART_UNTOLD, 保证书=WORD), "C1E2", "supported"),
    (without(AGAIN, "微信.txt", "村委会证明.txt"), "C1E2", "doubtful"),
    # mediation
    (without(BEATEN, "调解记录.txt"), "C1E3", "missing"),
    # children
    (without(BEATEN, "出生医学证明.txt"), "C2E1", "missing"),
    (without(BEATEN, "学校证明.txt", "告诫书.txt"), "C2E2", "missing"),
    (
        without(changed(BEATEN, "学校证明.txt", ("负责人：桑榆\n经办人：陆离\n", "")), "告诫书.txt"),
        "C2E2",
        "doubtful",
    ),
    (without(BEATEN, "收入证明.txt"), "C2E3", "missing"),
    (changed(BEATEN, "收入证明.txt", ("12,000", "5,000")), "C2E3", "doubtful"),
    # property
    (without(BEATEN, "不动产权证.txt", "评估报告.txt"), "C3E1", "missing"),
    (without(BEATEN, "不动产权证.txt"), "C3E1", "doubtful"),
    (without(BEATEN, "评估报告.txt"), "C3E1", "doubtful"),
    (changed(BEATEN, "不动产权证.txt", ("2017年6月15日", "2012年6月15日")), "C3E2", "doubtful"),
    (HIDDEN, "C3E3", "missing"),
    ({**HIDDEN, "流水.csv": OUTFLOW}, "C3E3", "supported"),
    # debt, fault
    (without(AGAIN, "微信.txt"), "C4E1", "doubtful"),
    (without(AGAIN, "微信.txt", "欠条.txt"), "C4E1", "missing"),
    (without(BEATEN, "告诫书.txt", "诊断证明.txt"), "C5E1", "missing"),
    (extended(NO_VIOLENCE, 保证书=WORD), "C5E1", "supported"),
]


@pytest.mark.parametrize(("files", "element", "mark"), MARKS)
def test_an_element_stands_or_falls_with_the_papers(files: Files, element: str, mark: str) -> None:
    found = cell(reviewed(files), element)
    assert (found.mark, found.rule) == (mark, found.rule), found.why


@pytest.mark.parametrize(
    ("files", "defences"),
    [
        (BEATEN, set[str]()),
        (CONTESTED, {"D1", "D3"}),
        (extended(AGAIN, 答辩状=answered("那三万块我不知道他借过，是赌债。", by="简小禾")), {"D4"}),
        (extended(AGAIN, 答辩状=answered("判决后不到六个月又起诉，没有新情况。", by="简小禾")), {"D2"}),
        (extended(BEATEN, 答辩状=answered("那套房登记在我父母名下，应另案处理。", by=HUSBAND)), {"D5"}),
    ],
)
def test_a_defence_is_raised_by_the_words_of_the_answer(files: Files, defences: set[str]) -> None:
    assert raised(reviewed(files)) == defences


def test_each_head_of_relief_is_a_claim_of_its_own() -> None:
    claims = [(claim.pack_claim, claim.amount_fen) for claim in reviewed(BEATEN).claims]
    assert claims == [("C1", None), ("C2", 300_000), ("C3", 60_000_000), ("C5", 5_000_000)]
