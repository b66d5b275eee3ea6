"""保证合同: a bank's guarantor, a friend who vouched on a note of debt, and a guarantor who asks his money back."""

from __future__ import annotations

import pytest
from little_cases import Files, answered, cell, changed, credit_code, found, id_number, raised, reviewed, without

SURETY_CODE = credit_code("MA6RT3QX5")
DEBTOR_CODE = credit_code("MA6KD2WP1")
FRIEND_ID = id_number("19830404", "013")
COURT = "岭湾市南桥区人民法院"

TRADE = {
    "民事起诉状.txt": f"""民事起诉状
原告：岭湾市同创小额贷款有限公司，住所地岭湾市南桥区银杏路1号。法定代表人：桑明远。
被告一：岭湾市启元纸品有限公司，住所地岭湾市南桥区造纸路9号，统一社会信用代码{DEBTOR_CODE}。法定代表人：蔚东。
被告二：岭湾市博川实业有限公司，住所地岭湾市北渡区码头路3号，统一社会信用代码{SURETY_CODE}。法定代表人：皮远。
案由：保证合同纠纷
诉讼请求：
一、判令被告一归还借款本金800,000元；
二、判令被告二对上述债务承担连带清偿责任；
三、诉讼费由二被告负担。
事实与理由：
2024年5月6日，原告与启元公司签订《借款合同》，出借800,000元，期限一年，2025年5月5日到期。
同日，博川公司与原告签订《保证合同》，作为保证人提供连带责任保证。
到期后启元公司未还。2025年7月10日原告向博川公司寄送催告函，要求其承担保证责任。
此致
{COURT}
具状人：岭湾市同创小额贷款有限公司
2026年3月2日
""",
    "借款合同.txt": """借款合同
出借人：岭湾市同创小额贷款有限公司
借款人：岭湾市启元纸品有限公司
一、借款金额：人民币800,000元，用于购买纸浆。
二、借款期限一年，自2024年5月6日起至2025年5月5日止，到期一次还清本金。
三、年利率10%。
出借人（盖章）：岭湾市同创小额贷款有限公司
借款人（盖章）：岭湾市启元纸品有限公司
签订日期：2024年5月6日
""",
    "保证合同.txt": """保证合同
债权人：岭湾市同创小额贷款有限公司
保证人：岭湾市博川实业有限公司
一、保证人为启元纸品有限公司2024年5月6日借款合同项下债务提供连带责任保证。
二、保证范围：主债权本金、利息、违约金及实现债权的费用。
三、保证期间：主债务履行期限届满之日起一年。
债权人（盖章）：岭湾市同创小额贷款有限公司
保证人（盖章）：岭湾市博川实业有限公司
签订日期：2024年5月6日
""",
    "股东会决议.txt": """岭湾市博川实业有限公司股东会决议
会议时间：2024年4月28日
同意公司为启元纸品有限公司向同创小额贷款有限公司借款800,000元提供连带责任保证，全体股东一致同意。
股东（签字）：皮远、皮蓉
2024年4月28日
""",
    "放款回单.txt": """电子回单
付款人：岭湾市同创小额贷款有限公司
收款人：岭湾市启元纸品有限公司
交易日期：2024年5月6日
金额（小写）：800,000.00元
附言：放款
""",
    "催告函.txt": """催告函
岭湾市博川实业有限公司：
启元公司借款800,000元已于2025年5月5日到期未还，请贵司收到本函七日内承担连带保证责任。
运单号 EX9990077001
岭湾市同创小额贷款有限公司
2025年7月10日
""",
    "快递签收.txt": """国内快递签收回单
运单号：EX9990077001
收件人：岭湾市博川实业有限公司
内件：催告函
签收时间：2025年7月12日 已签收
""",
}

FRIEND = {
    "诉状.txt": f"""起诉状
原告：茅二喜，男，1979年8月8日出生，住沙坪县东街。
被告：骆长河，男，1983年4月4日出生，住沙坪县西街，公民身份号码{FRIEND_ID}。
案由：保证合同纠纷
请求：
一、要被告替他表弟还我借款60,000元，承担连带保证责任；
二、诉讼费他出。
事实和理由：
2025年1月5日骆长河的表弟郁小强找我借60,000元，约定2025年7月5日还。骆长河作为保证人在借条上签字按手印，讲好还不还都找他。
郁小强跑了。2025年9月1日我在微信上叫骆长河还钱。
此致
沙坪县人民法院
具状人：茅二喜
2025年11月11日
""",
    "借条.txt": f"""借条
今借到茅二喜现金60,000元（陆万元整），2025年7月5日前还清。到期不还，由担保人立即代还，担保人承担连带责任。
借款人：郁小强（捺印）
担保人：骆长河（捺印） {FRIEND_ID}
2025年1月5日
""",
    "微信.txt": """聊天记录导出 导出设备：茅二喜手机（设备可当庭出示）
对方微信号：luoch_83 备注名：骆长河 手机100****3131
我  2025-09-01 08:12:40
长河，你表弟的6万到期了，你是担保人，请你这个月还给我

骆长河  2025-09-01 12:03:15
字是我签的，我认，等我卖了稻子
""",
}

RECOURSE = {
    "起诉状.txt": """民事起诉状
原告：郎思齐，男，1976年3月3日出生，住云庄市东门里2号。
被告：佘景，男，1981年1月1日出生，住云庄市西门里5号。
案由：追偿权纠纷
诉讼请求：
1、判令被告偿还原告代偿款52,300元；
2、诉讼费由被告负担。
事实与理由：被告2023年向云庄农商银行贷款，原告作保证人。被告逾期，原告于2025年3月3日代为清偿52,300元。
此致
云庄市人民法院
具状人：郎思齐
2025年6月6日
""",
    "代偿证明.txt": """代偿证明
兹证明郎思齐作为保证人，于2025年3月3日代佘景偿还我行贷款本息52,300元，该笔贷款已结清。
云庄农商银行（公章） 负责人：季平 经办人：于安
2025年3月5日
""",
    "付款回单.txt": """电子回单
付款人：郎思齐
收款人：云庄农商银行股份有限公司
交易日期：2025年3月3日
金额（小写）：52,300.00元
附言：代佘景还贷款
""",
}


@pytest.mark.parametrize(
    ("files", "elements"),
    [
        (TRADE, ("C1E1", "C1E2", "C1E3", "C1E4", "C1E5", "C1E6")),
        (FRIEND, ("C1E1", "C1E2", "C1E3", "C1E4", "C1E6")),
        (RECOURSE, ("C2E1",)),
    ],
    ids=["trade", "friend", "recourse"],
)
def test_a_complete_case_has_every_element_supported(files: Files, elements: tuple[str, ...]) -> None:
    result = reviewed(files)
    assert result.cause == "baozheng"
    assert {element: cell(result, element).mark for element in elements} == dict.fromkeys(elements, "supported")
    assert not result.findings


def test_heads_of_relief_are_the_claims_with_their_sums() -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(TRADE).claims] == [
        ("C1", 80_000_000),
        ("C1", 80_000_000),
    ]
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(FRIEND).claims] == [("C1", 6_000_000)]
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(RECOURSE).claims] == [("C2", 5_230_000)]


def test_what_does_not_apply_is_left_out() -> None:
    assert cell(reviewed(FRIEND), "C1E5").mark == "not_applicable"
    assert cell(reviewed(RECOURSE), "C2E2").mark == "not_applicable"


COPY = """证据目录
提交人：原告
1\t保证合同\t复印件，原件遗失\t保证关系
2\t借款合同\t原件\t借款
"""
GENERAL = changed(
    TRADE,
    "保证合同.txt",
    ("提供连带责任保证", "提供一般保证，在债务人不能履行债务时由保证人承担保证责任"),
)
LATE = changed(TRADE, "保证合同.txt", ("主债务履行期限届满之日起一年", "主债务履行期限届满之日起一个月"))


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(TRADE, "借款合同.txt", "放款回单.txt"), "C1E1", "doubtful"),
        (without(TRADE, "放款回单.txt"), "C1E1", "doubtful"),
        (without(FRIEND, "借条.txt", "微信.txt"), "C1E1", "missing"),
        (without(TRADE, "保证合同.txt", "股东会决议.txt"), "C1E2", "missing"),
        (without(TRADE, "保证合同.txt"), "C1E2", "doubtful"),
        (without(TRADE, "保证合同.txt"), "C1E3", "missing"),
        (changed(TRADE, "保证合同.txt", ("保证人（盖章）：岭湾市博川实业有限公司\n", "")), "C1E2", "doubtful"),
        ({**TRADE, "证据目录.txt": COPY}, "C1E2", "doubtful"),
        (GENERAL, "C1E3", "doubtful"),
        (changed(TRADE, "保证合同.txt", ("提供连带责任保证", "提供保证")), "C1E3", "doubtful"),
        (without(TRADE, "快递签收.txt"), "C1E4", "supported"),
        (LATE, "C1E4", "doubtful"),
        (without(TRADE, "股东会决议.txt"), "C1E5", "missing"),
        (changed(TRADE, "股东会决议.txt", ("2024年4月28日", "2025年8月1日")), "C1E5", "doubtful"),
        (without(RECOURSE, "代偿证明.txt", "付款回单.txt"), "C2E1", "missing"),
        (changed(without(RECOURSE, "代偿证明.txt"), "付款回单.txt", ("52,300.00", "42,300.00")), "C2E1", "doubtful"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files), element).mark == mark


def test_a_demand_after_the_agreed_period_is_a_finding_on_its_element() -> None:
    (finding,) = found(reviewed(LATE), "guarantee_period")
    assert finding.expected == "2025-06-05"
    assert finding.cells == ("CL-1/C1E4", "CL-2/C1E4")


def test_a_general_guarantor_is_lost_where_the_debtor_was_sued_too_late() -> None:
    files = changed(GENERAL, "保证合同.txt", ("届满之日起一年", "届满之日起六个月"))
    (finding,) = found(reviewed(files), "guarantee_period")
    assert finding.expected == "2025-11-05"
    assert cell(reviewed(files), "C1E4").mark == "doubtful"


@pytest.mark.parametrize(
    ("said", "defence"),
    [
        ("一、保证期间已过，答辩人不再承担保证责任。", "D1"),
        ("一、应当先执行启元公司的财产，不够再来找答辩人。", "D2"),
        ("一、法定代表人越权，未经股东会决议，保证合同无效。", "D3"),
        ("一、借款展期答辩人不知情，未经答辩人书面同意。", "D4"),
        ("一、借款人早就还了大部分借款。", "D5"),
        ("一、答辩人只是见证人，没有担保的意思。", "D6"),
        ("一、违约金不属于约定的保证范围，超出保证范围的部分不认。", "D7"),
    ],
)
def test_a_defence_is_raised_in_its_own_words(said: str, defence: str) -> None:
    name = "岭湾市博川实业有限公司"
    assert defence in raised(reviewed({**TRADE, "答辩状.txt": answered(said, by=name, court=COURT)}))
    quiet = answered("一、请求依法处理。", by=name, court=COURT)
    assert defence not in raised(reviewed({**TRADE, "答辩状.txt": quiet}))
