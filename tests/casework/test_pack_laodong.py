"""Labour disputes: a cook dismissed (lawyer), a fitter paid in promises (in his own words), an employer that sues."""

from __future__ import annotations

import pytest
from little_cases import Files, answered, cell, changed, credit_code, extended, id_number, raised, reviewed, without
from paper import source

from zuno.casework.packs.loading import pack
from zuno.casework.statements import find_statements, read_acts
from zuno.casework.voices import Voice

CODE = credit_code("MA7GK2WX4")
COOK_ID = id_number("19880517", "013")
FIRM = "澜浦市半山灶餐饮管理有限公司"

COOK: Files = {
    "起诉状.txt": f"""民事起诉状
原告：佟砚舟，男，1988年5月17日出生，汉族，住澜浦市江北区渡口巷7号，公民身份号码{COOK_ID}，电话10020003001。
被告：{FIRM}，住所地澜浦市江北区鼓楼路18号，统一社会信用代码{CODE}，法定代表人：舒未央。
案由：劳动争议
诉讼请求：
一、判令被告支付违法解除劳动合同赔偿金72,000元；
二、判令被告支付2025年6月工资7,200元；
三、判令被告支付2025年3月至5月休息日加班工资5,793.10元；
四、本案诉讼费由被告负担。
事实与理由：
原告于2021年3月1日入职被告处任中厨，双方签订书面劳动合同，约定月工资7,200元。2025年6月30日被告以原告不服从排班为由将原告辞退。离职前十二个月平均工资8,000元，工作年限四年四个月，应支付4.5个月的二倍即72,000元。
2025年6月的工资至今没有支付。2025年3月至5月原告有七个周六被安排上班，没有补休，也未付加班工资。
原告于2025年8月4日申请劳动仲裁，2025年10月9日收到裁决书，不服该裁决。
此致
澜浦市江北区人民法院
具状人：佟砚舟
2025年10月20日
""",
    "劳动合同.txt": f"""劳动合同书
甲方（用人单位）：{FIRM}
乙方（劳动者）：佟砚舟，公民身份号码{COOK_ID}
一、合同期限自2021年3月1日起至2026年2月28日止。
二、乙方担任中厨，在甲方鼓楼店工作。
三、实行标准工时，每周工作五天。
四、月工资7,200元，绩效另计，次月15日发放。
甲方（盖章）：{FIRM}
乙方（签字）：佟砚舟
签订日期：2021年3月1日
""",
    "辞退通知.txt": f"""辞退通知书
佟砚舟：
因你多次不服从排班安排，公司决定于2025年6月30日起与你解除劳动合同，请于当日办理交接。
{FIRM}（盖章）
2025年6月30日
""",
    "工资条.csv": """半山灶工资条 姓名：佟砚舟,,,,
月份,基本工资,绩效,应发合计,实发
2024-07,7200,700,7900,7310.20
2024-08,7200,900,8100,7495.00
2024-09,7200,800,8000,7402.60
2024-10,7200,800,8000,7402.60
2024-11,7200,600,7800,7217.80
2024-12,7200,1000,8200,7587.40
2025-01,7200,900,8100,7495.00
2025-02,7200,700,7900,7310.20
2025-03,7200,800,8000,7402.60
2025-04,7200,800,8000,7402.60
2025-05,7200,900,8100,7495.00
2025-06,7200,700,7900,
合计,86400,9600,96000,
""",
    "社保.txt": f"""社会保险个人参保证明
姓名：佟砚舟
参保单位：{FIRM}
参保起始：2021年3月  缴费截止：2025年6月
""",
    "打卡导出.csv": """半山灶打卡系统导出 姓名：佟砚舟,,,
日期,星期,上班,下班
2025-03-08,星期六,10:02,20:11
2025-03-10,星期一,10:01,18:05
2025-03-22,星期六,10:05,20:02
2025-04-12,星期六,10:00,20:14
2025-04-19,星期六,10:03,20:08
2025-05-10,星期六,10:06,20:05
2025-05-17,星期六,10:01,20:00
2025-05-24,星期六,09:58,20:09
""",
    "后厨群.txt": """企业微信群聊导出  群：半山灶鼓楼店后厨  导出账号：佟砚舟（手机100****3001，可当庭登录出示）

2025-03-21 21:10:02  厨师长 桂师傅：明天周六客满，佟砚舟、老许都来上班，别请假
2025-03-21 21:11:40  佟砚舟：好
2025-07-02 10:03:15  人事 阮青：你上月工资等交接完再发
""",
    "仲裁申请书.txt": f"""仲裁申请书
申请人：佟砚舟
被申请人：{FIRM}
仲裁请求：
1. 支付违法解除劳动合同赔偿金72,000元；
2. 支付2025年6月工资7,200元；
3. 支付休息日加班工资5,793.10元。
申请人：佟砚舟
2025年8月4日
""",
    "裁决书.txt": f"""澜浦市劳动人事争议仲裁委员会
仲裁裁决书
申请人：佟砚舟
被申请人：{FIRM}
本委查明，申请人2021年3月1日入职，2025年6月30日被申请人发出辞退通知。
裁决如下：驳回申请人的仲裁请求。
如不服本裁决，可自收到之日起十五日内起诉。
2025年9月30日
""",
    "答辩状.txt": answered(
        "一、原告入职时间和工资标准无异议。",
        "二、原告连续旷工，严重违反规章制度，公司依法解除劳动合同。",
        "三、公司没有安排加班，周六是原告自愿到店。",
        by=FIRM,
        court="澜浦市江北区人民法院",
    ),
}

SHOP = "明岑市拾光门窗有限公司"
FITTER: Files = {
    "起诉状.txt": f"""起诉状
原告：卞小满，男，1993年2月11日生，住明岑市南屏镇柳湾村2组，身份证{id_number("19930211", "037")}，电话10030004002
被告：{SHOP}，地址明岑市南屏镇工业路3号，统一社会信用代码{credit_code("MA2TQ8NC5")}，老板（法定代表人）：车广远
案由：追索劳动报酬纠纷
我的请求：
1、叫被告把欠我的工钱２３６００元给我；
2、没跟我签劳动合同，赔我双倍工资差额五万五千元；
3、车老板不给钱我才走的，给我经济补偿金5000元。
事情是这样的：
我2024年3月5日到拾光门窗上班，装门窗，讲好一个月5000块。车广远一直说合同过几天签，到走也没签。2024年10月开始工钱就一个月压一个月，2025年1月20日写了张条子说欠我23600。2025年2月6日我发微信说再不给工资我就不干了，合同解除。
找过劳动仲裁，说不归他们管，让来法院。
此致
明岑市南屏区人民法院
卞小满
2025年4月12日
""",
    "工资欠条.txt": f"""工资欠条
今欠卞小满工资贰万叁仟陆佰元整（23600元），系2024年10月至2025年1月工资，2025年春节前付清。
{SHOP}（盖章）
车广远
2025年1月20日
""",
    "微信.txt": """微信聊天记录（卞小满手机导出，手机在本人处可以核对） 对方微信号：che_gy66 备注：车老板
[2024-03-04 19:20] 车老板: 明天早上7点半来厂里上班，一个月5000，管中饭
[2024-03-04 19:22] 卞小满: 好，合同签不
[2024-03-04 19:30] 车老板: 合同过几天签，先干着
[2024-12-28 21:02] 卞小满: 三个月工钱没给了
[2024-12-28 21:40] 车老板: 工资等工程款到了一起结，不会少你的
[2025-02-06 09:11] 卞小满: 欠我四个月工资一直不给，我现在通知你解除劳动合同，不干了
[2025-02-06 09:30] 车老板: 随便你
""",
    "转账.csv": f"""微信支付账单,,,,
用户：卞小满,,,,
交易时间,交易对方,收/支,金额,备注
2024-04-10,车广远,收入,5000.00,3月工资
2024-05-11,车广远,收入,5000.00,4月工资
2024-06-10,车广远,收入,5000.00,5月工资
2024-07-12,车广远,收入,5000.00,6月工资
2024-08-10,{SHOP},收入,5000.00,7月工资
2024-09-10,{SHOP},收入,5000.00,8月工资
2024-10-13,{SHOP},收入,5000.00,9月工资
""",
    "不予受理.txt": f"""不予受理通知书
申请人：卞小满
你诉{SHOP}一案，本委决定不予受理。
明岑市劳动人事争议仲裁委员会
2025年3月28日
""",
}

MAKER = "临垣市澄湾塑胶制品有限公司"
MAKER_SUES: Files = {
    "起诉状.txt": f"""民事起诉状
原告：{MAKER}，住所地临垣市河西区创业路55号，统一社会信用代码{credit_code("MA9DB3JR6")}，法定代表人：焦望川。
被告：闻素秋，女，1985年9月3日出生，住临垣市河西区桃园里6号，公民身份号码{id_number("19850903", "028")}。
案由：劳动争议
诉讼请求：
1．请求判令原告无需向被告支付违法解除劳动合同赔偿金66,000元；
2．请求判令原告无需支付被告2025年4月工资差额1,200元；
3．诉讼费用由被告承担。
事实与理由：
被告2020年5月6日入职原告注塑车间。被告多次违反操作规程，原告于2025年4月30日解除劳动合同，程序合法。临垣市劳动人事争议仲裁委员会裁决原告支付赔偿金，原告不服。
此致
临垣市河西区人民法院
具状人：{MAKER}
2025年9月8日
""",
    "答辩状.txt": answered(
        "一、不同意原告的诉讼请求，原告说的违规没有任何证据。",
        "二、本案属终局裁决，用人单位不得起诉。",
        by="闻素秋",
        court="临垣市河西区人民法院",
    ),
    "劳动合同.txt": f"""劳动合同
甲方：{MAKER}
乙方：闻素秋
期限：2020年5月6日至2026年5月5日。
岗位：注塑操作工。工资：每月6,600元。
甲方（盖章）：{MAKER}
乙方（签名）：闻素秋
2020年5月6日
""",
    "解除通知.txt": f"""解除劳动合同通知书
闻素秋女士：
因你违反操作规程，公司自2025年4月30日解除与你的劳动合同。
{MAKER}（公章）
2025年4月30日
""",
    "工资流水.csv": f"""户名：闻素秋,,,,
交易日期,对方户名,摘要,收入,支出
2024-06-10,{MAKER},代发工资,6600.00,
2024-07-10,{MAKER},代发工资,6600.00,
2024-08-10,{MAKER},代发工资,6600.00,
2024-09-10,{MAKER},代发工资,6600.00,
2024-10-10,{MAKER},代发工资,6600.00,
2024-11-10,{MAKER},代发工资,6600.00,
2024-12-10,{MAKER},代发工资,6600.00,
2025-01-10,{MAKER},代发工资,6600.00,
2025-02-10,{MAKER},代发工资,6600.00,
2025-03-10,{MAKER},代发工资,6600.00,
2025-04-10,{MAKER},代发工资,6600.00,
2025-05-10,{MAKER},代发工资,5400.00,
""",
}


QUIET = extended(COOK, 答辩状=answered(by=FIRM, court="澜浦市江北区人民法院"))
"""The cook's case with an answer that admits and denies nothing."""
OVERTIME_DENIED = extended(
    COOK, 答辩状=answered("公司没有安排加班，周六是原告自愿到店。", by=FIRM, court="澜浦市江北区人民法院")
)
DISMISSED_BY = ("辞退通知.txt", "裁决书.txt")
WORKED = ("劳动合同.txt", "社保.txt", "工资条.csv", "打卡导出.csv", "后厨群.txt", *DISMISSED_BY)
LEFT = f"""被迫解除劳动合同通知书
{SHOP}：
因贵司拖欠本人2024年10月至今工资，未足额支付劳动报酬，现依据劳动合同法第三十八条通知解除劳动合同。
运单号 EX9990077001
卞小满
2025年2月6日
"""
DELIVERED = "国内快递签收回单\n运单号：EX9990077001\n内件：通知书\n签收人：前台\n签收时间：2025年2月8日 已签收\n"
OWN_REASONS = f"辞职申请\n{SHOP}：\n本人因个人原因申请辞职，请批准。\n申请人：卞小满\n2025年2月6日\n"
CONTRACT_IN_TIME = f"""劳动合同
甲方（用人单位）：{SHOP}
乙方（劳动者）：卞小满
岗位：安装工，月工资5,000元。
甲方（盖章）：{SHOP}
乙方（签字）：卞小满
签订日期：2024年3月20日
"""
NO_CHAT = without(FITTER, "微信.txt")
NICKNAME = changed(
    FITTER,
    "微信.txt",
    ("（卞小满手机导出，手机在本人处可以核对） 对方微信号：che_gy66 备注：车老板", ""),
    ("车老板:", "门窗老车:"),
)
TESTIMONY = (
    "证明\n我是同事老许，2025年3月到5月好几个周六佟砚舟都在后厨干活，是厨师长喊来加班的。\n许大川\n2025年9月1日\n"
)

MARKS = [
    # the clean cases
    *((QUIET, element, "supported") for element in ("C1E1", "C1E2", "C1E3", "C1E4", "C4E1", "C4E2")),
    *((FITTER, element, "supported") for element in ("C4E1", "C5E1", "C5E2", "C3E1", "C3E2")),
    *((MAKER_SUES, element, "supported") for element in ("C1E1", "C1E2", "C1E3", "C1E4", "C4E1")),
    (FITTER, "C4E2", "not_applicable"),
    # who employed, who dismissed
    (without(QUIET, *WORKED), "C1E1", "missing"),
    (without(QUIET, *DISMISSED_BY), "C1E2", "missing"),
    (changed(QUIET, "辞退通知.txt", (f"{FIRM}（盖章）\n", "")), "C1E2", "doubtful"),
    # years and wage
    (without(QUIET, "工资条.csv"), "C1E4", "doubtful"),
    (changed(QUIET, "起诉状.txt", ("72,000", "75,600"), ("8,000元", "8,400元")), "C1E4", "doubtful"),
    (changed(QUIET, "起诉状.txt", ("72,000", "80,000")), "C1E4", "doubtful"),
    (changed(QUIET, "起诉状.txt", ("月工资7,200元", "月工资8,600元")), "C4E1", "doubtful"),
    # overtime
    (OVERTIME_DENIED, "C4E2", "supported"),
    (without(OVERTIME_DENIED, "后厨群.txt"), "C4E2", "doubtful"),
    (without(QUIET, "后厨群.txt", "打卡导出.csv"), "C4E2", "missing"),
    (extended(without(QUIET, "后厨群.txt", "打卡导出.csv"), 同事证明=TESTIMONY), "C4E2", "doubtful"),
    # wages owed
    (without(FITTER, "工资欠条.txt"), "C4E1", "supported"),
    (without(NO_CHAT, "工资欠条.txt"), "C4E1", "doubtful"),
    (without(NO_CHAT, "工资欠条.txt", "转账.csv"), "C4E1", "missing"),
    (changed(NO_CHAT, "起诉状.txt", ("２３６００", "２６３００")), "C4E1", "doubtful"),
    # leaving because wages were owed
    (NO_CHAT, "C3E1", "missing"),
    (NICKNAME, "C3E1", "doubtful"),
    (extended(NO_CHAT, 离职申请=OWN_REASONS), "C3E1", "missing"),
    (extended(NO_CHAT, 通知书=LEFT), "C3E1", "doubtful"),
    (extended(NO_CHAT, 通知书=LEFT, 签收=DELIVERED), "C3E1", "supported"),
    # no written contract
    (NO_CHAT, "C5E1", "supported"),
    (extended(FITTER, 劳动合同=CONTRACT_IN_TIME), "C5E1", "doubtful"),
    (
        extended(FITTER, 劳动合同=CONTRACT_IN_TIME.replace("2024年3月20日", "2024年12月20日")),
        "C5E1",
        "supported",
    ),
    (
        changed(
            FITTER,
            "微信.txt",
            ("[2024-03-04 19:30] 车老板: 合同过几天签，先干着", "[2024-03-04 19:30] 卞小满: 我不想签合同"),
        ),
        "C5E2",
        "doubtful",
    ),
]


@pytest.mark.parametrize(("files", "element", "mark"), MARKS)
def test_an_element_stands_or_falls_with_the_papers(files: Files, element: str, mark: str) -> None:
    found = cell(reviewed(files), element)
    assert (found.mark, found.rule) == (mark, found.rule), found.why


def test_an_employer_that_asks_to_owe_nothing_leaves_the_claim_with_the_worker() -> None:
    result = reviewed(MAKER_SUES)
    assert [(claim.pack_claim, claim.claimant, claim.amount_fen) for claim in result.claims] == [
        ("C1", "defendant", 6_600_000),
        ("C4", "defendant", 120_000),
    ]


@pytest.mark.parametrize(
    ("files", "defences"),
    [
        (COOK, {"D2"}),
        (QUIET, set[str]()),
        (MAKER_SUES, {"D2", "D6"}),
        (
            extended(FITTER, 答辩状=answered("原告与我公司是承揽关系，不存在劳动关系。", by=SHOP)),
            {"D1"},
        ),
        (extended(FITTER, 答辩状=answered("双倍工资早就超过一年的仲裁时效。", by=SHOP)), {"D4"}),
        (extended(FITTER, 答辩状=answered("经济补偿没有经过仲裁，法院不该审。", by=SHOP)), {"D5"}),
        (extended(FITTER, 答辩状=answered("双方协商解除，工资已经结清，再无任何纠纷。", by=SHOP)), {"D3"}),
    ],
)
def test_a_defence_is_raised_by_the_words_of_who_answers(files: Files, defences: set[str]) -> None:
    assert raised(reviewed(files)) == defences


SAID = [
    ("你明天不用来了，去财务结账", "dismiss"),
    ("厂里效益不好，裁员名单里有你", "dismiss"),
    ("经研究对赵某予以除名", "dismiss"),
    ("工资再缓几天，等甲方回款", "owe_wages"),
    ("尚欠各班组人工费共计八万元", "owe_wages"),
    ("本月底薪4500元加提成", "wage_term"),
    ("国庆三天照常开工，不休", "overtime"),
    ("今晚通宵赶货，都别走", "overtime"),
    ("合同以后再签，先上班", "unsigned_contract"),
    ("贵司一直不交社保，本人据此解除劳动合同", "forced_resignation"),
    ("病假批了，好好休息", "approve_leave"),
    ("他是自己接单，不受公司管理", "no_employment"),
]
NOT_SAID = [
    ("公司从未辞退原告", "dismiss"),
    ("员工严重违纪的，公司可以解除劳动合同", "dismiss"),
    ("原告自动离职", "dismiss"),
    ("公司没有拖欠工资", "owe_wages"),
    ("工资已足额支付，不存在欠薪", "owe_wages"),
    ("加班须由部门负责人安排", "overtime"),
]


def _said(words: str, act: str) -> bool:
    return any(s.act == act and not s.negated for s in spoken(words))


def spoken(words: str):
    acts = read_acts(pack("laodong").acts)
    return find_statements(source("other", words), Voice(who="defendant", form="message"), acts=acts.values())


@pytest.mark.parametrize(("words", "act"), SAID)
def test_an_act_is_known_in_the_words_of_many_people(words: str, act: str) -> None:
    assert _said(words, act)


@pytest.mark.parametrize(("words", "act"), NOT_SAID)
def test_words_that_only_look_like_an_act_are_none(words: str, act: str) -> None:
    assert not _said(words, act)


CONTRACTOR = "宁川市磐远建筑劳务有限公司"
SITE: Files = {
    "起诉状.txt": f"""民事起诉状
原告：仇大壮，男，1975年8月8日出生，住临泽县柳树乡三合村，公民身份号码{id_number("19750808", "011")}。
被告一：鲁有财，男，1980年1月1日出生，住宁川市河口区建设街2号。
被告二：{CONTRACTOR}，住所地宁川市河口区振兴路9号，法定代表人：茅建国。
案由：追索劳动报酬纠纷
诉讼请求
一、判令被告鲁有财支付原告劳动报酬46,800元；
二、判令被告{CONTRACTOR}对上述款项承担用工主体责任，连带清偿。
事实与理由
2023年3月至10月，原告经鲁有财招用在安置房项目做钢筋工，每天360元，结算后尚欠46,800元。
此致
宁川市河口区人民法院
具状人：仇大壮
2024年9月2日
""",
    "欠条.txt": """欠 条
今欠仇大壮钢筋工工资肆万陆仟捌佰元整（46800元），春节后付清。
欠款人：鲁有财（捺印）
2024年1月31日
""",
    "分包协议.txt": f"""钢筋工程劳务承包协议
发包方（甲方）：{CONTRACTOR}
承包方（乙方）：鲁有财
甲方将安置房项目钢筋作业分包给乙方，乙方自行组织工人。
甲方（盖章）：{CONTRACTOR}
乙方（签字）：鲁有财
2023年2月20日
""",
}
RIDERS = "桐安市迅达同城配送有限公司"
RIDER: Files = {
    "起诉状.txt": f"""民事起诉状
原告：郗明远，男，1998年9月9日出生，住桐安市北城区，公民身份号码{id_number("19980909", "031")}。
被告：{RIDERS}，住所地桐安市北城区，法定代表人：柯一鸣。
案由：劳动争议
诉讼请求：
1、被告支付违法解除劳动关系赔偿金12,000元；
2、被告支付未签书面劳动合同二倍工资差额66,000元。
事实与理由：原告2023年6月1日起在被告北城站点做专职骑手，站长点名排班，工资每月6000元。2024年5月31日站长说不用干了。
此致
桐安市北城区人民法院
郗明远
2024年12月1日
""",
    "答辩状.txt": f"""答辩状
答辩人：{RIDERS}
原告自由接单，双方签的是合作协议，不存在劳动关系。站点撤并后合作终止，我司没有解除行为。
此致
桐安市北城区人民法院
2025年1月5日
""",
    "站点群.txt": """微信群：迅达北城站(38) 导出手机：郗明远本人 微信号xi_my98
2023-11-02 07:50 站长-巴图：今天早班名单：郗明远、小吴，8点点名不到罚50
2024-05-31 18:00 站长-巴图：北城站明天撤了，大家今天跑完就不用来了，工资15号发
""",
    "流水.csv": "户名：郗明远,,,,\n交易日期,对方户名,摘要,收入,支出\n"
    + "".join(
        f"{day},{RIDERS},工资,6000.00,\n"
        for day in (*(f"2023-{m:02d}-15" for m in range(7, 13)), *(f"2024-{m:02d}-15" for m in range(1, 7)))
    ),
}


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (SITE, "C4E1", "supported"),
        (SITE, "C6E1", "supported"),
        (without(SITE, "分包协议.txt"), "C6E1", "missing"),
        (RIDER, "C1E1", "supported"),
        (without(RIDER, "流水.csv"), "C1E1", "doubtful"),
        (RIDER, "C1E2", "supported"),
        (without(RIDER, "站点群.txt"), "C1E2", "missing"),
        (RIDER, "C1E4", "supported"),
        (RIDER, "C5E1", "supported"),
    ],
)
def test_a_contractor_and_a_platform_answer_for_those_who_work(files: Files, element: str, mark: str) -> None:
    found = cell(reviewed(files), element)
    assert (found.mark, found.rule) == (mark, found.rule), found.why
