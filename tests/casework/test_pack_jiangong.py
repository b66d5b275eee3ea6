"""Building works: a lawyer's case against a developer, a foreman's against a house owner, a subcontractor's."""

from __future__ import annotations

import pytest
from little_cases import cell, changed, credit_code, extended, id_number, pleaded_defences, reviewed, without

BUILDER, OWNER = "云栎市砥石建设有限公司", "云栎市鹭汀置业有限公司"
BUILDER_CODE, OWNER_CODE = credit_code("MA1BULD77"), credit_code("MA1WNER22")

TOWER = {
    "起诉状.txt": f"""民事起诉状
原告：{BUILDER}，住所地云栎市江北区塔吊路3号，统一社会信用代码{BUILDER_CODE}。法定代表人：容启山。
被告：{OWNER}，住所地云栎市江南区临水街8号，统一社会信用代码{OWNER_CODE}。法定代表人：施映雪。
案由：建设工程施工合同纠纷
诉讼请求：
1.判令被告支付工程款3,460,000元；
2.判令被告支付逾期付款利息（以3,460,000元为基数，自2024年7月1日起按同期一年期LPR计至付清之日）；
3.确认原告在3,460,000元工程款范围内就鹭汀花园二期工程折价或者拍卖的价款优先受偿；
4.判令被告返还质量保证金360,000元；
5.诉讼费由被告负担。
事实与理由：
2022年3月8日，原、被告签订《建设工程施工合同》，由原告承建鹭汀花园二期工程，地点云栎市江南区临水街。
工程于2023年5月20日竣工验收合格并交付使用。2024年5月31日双方办理结算，结算价12,000,000元。
被告已支付8,180,000元，扣除质量保证金360,000元后尚欠3,460,000元。
此致
云栎市江南区人民法院
具状人：{BUILDER}
2025年8月11日
""",
    "施工合同.txt": f"""建设工程施工合同
发包人（甲方）：{OWNER}
承包人（乙方）：{BUILDER}
一、工程名称：鹭汀花园二期；工程地点：云栎市江南区临水街。
二、承包范围：施工图范围内的土建及水电安装。
三、工期：360日历天。
四、价款：暂定12,500,000元，按实结算。
五、付款：按月进度付70%，竣工结算完成后30日内付至结算价的97%；余3%为质量保证金，缺陷责任期24个月，期满无息返还。
发包人（盖章）：{OWNER}
承包人（盖章）：{BUILDER}
2022年3月8日
""",
    "签证单.txt": f"""现场签证单
工程名称：鹭汀花园二期
签证原因：地库增加排水沟
施工内容：新增排水沟开挖及砌筑186米，情况属实，同意按实计量。
施工单位（章）：{BUILDER}
建设单位（章）：{OWNER}
2022年11月4日
""",
    "竣工验收报告.txt": f"""单位工程竣工验收报告
工程名称：鹭汀花园二期
验收日期：2023年5月20日
验收结论：各项符合设计及规范要求，质量验收合格，同意交付使用。
建设单位（章）：{OWNER}
施工单位（章）：{BUILDER}
2023年5月20日
""",
    "结算书.txt": f"""工程竣工结算书
工程名称：鹭汀花园二期
经双方核对，结算总价12,000,000元，已付8,180,000元，质量保证金360,000元，应付余额3,460,000元。
发包人（盖章）：{OWNER}
承包人（盖章）：{BUILDER}
2024年5月31日
""",
    "答辩状.txt": f"""答辩状
答辩人：{OWNER}，法定代表人施映雪。
一、工程质量存在外墙渗漏，应当扣减工程款。
二、请求依法裁判。
答辩人：{OWNER}
2025年9月2日
""",
}

MASON_ID, OWNER_ID = id_number("19810305", "015"), id_number("19760918", "033")
VILLA = {
    "诉状.txt": f"""起诉状
原告：仇大勇，男，1981年3月5日出生，住云栎市江北区砖窑村，身份证号{MASON_ID}。
被告：路见山，男，1976年9月18日出生，住云栎市江北区砖窑村，身份证号{OWNER_ID}。
案由：农村建房施工合同纠纷
我的请求：
1、叫路见山把盖房子的工程款8万6千元给我；
2、诉讼费他出。
事情经过：2023年开春路见山把他家三层小楼包给我盖，包工不包料，说好房子盖好一个月内结清。腊月里房子盖好他一家就搬进去了，2024年1月15号算的账，打了条子，到现在一分没给。
此致
云栎市江北区人民法院
仇大勇
2025年3月3日
""",
    "条子.txt": """欠条
我家三层小楼由仇大勇承包盖的，已经全部完工，工程款一共21万6千元，付了13万元，还欠仇大勇工程款86000元，年底前付清。
欠款人：路见山（捺印）
2024年1月15日
""",
    "微信.txt": """聊天记录导出
导出设备：仇大勇本人手机（可当庭出示） 对方微信号：lujs_76 备注名：路见山
路见山  2023-12-20 19:01:12
我们一家上礼拜住进去了，房子没问题

仇大勇  2024-11-02 08:20:33
哥，房子的工钱该结了吧

路见山  2024-11-02 12:40:10
再缓缓，年底给你凑
""",
}


@pytest.fixture(scope="module")
def tower():
    return reviewed(TOWER)


@pytest.mark.parametrize(
    "element", ["C1E1", "C1E2", "C1E3", "C1E4", "C1E5", "C3E1", "C4E1", "C4E2", "C4E3", "C4E4", "C6E1"]
)
def test_a_builder_with_all_its_papers_carries_every_element(tower, element: str) -> None:
    assert cell(tower, element).mark == "supported", cell(tower, element).why


def test_the_heads_of_the_builders_relief_are_told_apart(tower) -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in tower.claims] == [
        ("C1", 346_000_000),
        ("C3", None),
        ("C4", 346_000_000),
        ("C6", 36_000_000),
    ]


@pytest.mark.parametrize(
    ("gone", "element"),
    [
        ("竣工验收报告.txt", "C1E3"),
        ("竣工验收报告.txt", "C4E2"),
    ],
)
def test_what_its_paper_alone_showed_is_missing_without_it(gone: str, element: str) -> None:
    assert cell(reviewed(without(TOWER, gone)), element).mark == "missing"


def test_warranty_money_without_a_day_of_acceptance_is_in_doubt() -> None:
    assert cell(reviewed(without(TOWER, "竣工验收报告.txt")), "C6E1").mark == "doubtful"


def test_without_settlement_the_price_is_missing() -> None:
    assert cell(reviewed(without(TOWER, "结算书.txt")), "C1E4").mark == "missing"


def test_a_settlement_that_the_builder_alone_sealed_leaves_the_price_in_doubt() -> None:
    alone = changed(TOWER, "结算书.txt", (f"发包人（盖章）：{OWNER}\n", ""), ("经双方核对，", ""))
    assert cell(reviewed(alone), "C1E4").mark == "doubtful"


def test_a_settlement_with_a_smaller_balance_leaves_the_price_in_doubt() -> None:
    less = changed(TOWER, "结算书.txt", ("12,000,000", "11,800,000"), ("应付余额3,460,000", "应付余额3,260,000"))
    assert cell(reviewed(less), "C1E4").mark == "doubtful"


def test_silence_on_a_settlement_that_arrived_counts_where_the_contract_says_so() -> None:
    silent = changed(
        without(TOWER, "结算书.txt"),
        "施工合同.txt",
        ("期满无息返还。", "期满无息返还。发包人收到结算文件后28日内未答复的，视为认可承包人的结算文件。"),
    )
    sent = extended(
        silent,
        函=f"关于报送结算文件的函\n致：{OWNER}\n现向贵司提交鹭汀花园二期工程竣工结算书，结算价12,000,000元，请审核。运单号EX9990012399\n{BUILDER}（章）\n2024年3月1日\n",
        快递="快递签收单\n运单号EX9990012399\n内件：结算文件\n签收人：前台\n2024年3月3日 已签收\n",
    )
    assert cell(reviewed(silent), "C1E4").mark == "missing"
    assert cell(reviewed(sent), "C1E4").mark == "supported"


def test_an_unsigned_contract_leaves_the_agreement_in_doubt() -> None:
    blank = changed(
        TOWER,
        "施工合同.txt",
        (f"发包人（盖章）：{OWNER}\n承包人（盖章）：{BUILDER}\n", ""),
        (f"发包人（甲方）：{OWNER}\n", ""),
    )
    assert cell(reviewed(blank), "C1E1").mark == "doubtful"


def test_priority_claimed_after_eighteen_months_is_in_doubt() -> None:
    late = changed(TOWER, "起诉状.txt", ("2025年8月11日", "2026年3月11日"))
    assert cell(reviewed(late), "C4E3").rule == "priority_lapsed"


def test_priority_for_interest_too_is_in_doubt() -> None:
    wide = changed(TOWER, "起诉状.txt", ("3,460,000元工程款范围内", "上述第一、二项工程款及利息范围内"))
    assert cell(reviewed(wide), "C4E4").mark == "doubtful"


def test_warranty_money_asked_for_too_early_is_in_doubt() -> None:
    early = changed(TOWER, "施工合同.txt", ("缺陷责任期24个月", "缺陷责任期60个月"))
    assert cell(reviewed(early), "C6E1").rule == "retention_not_due"


def test_a_foreman_with_the_owners_note_carries_his_wages() -> None:
    result = reviewed(VILLA)
    assert [(claim.pack_claim, claim.amount_fen) for claim in result.claims] == [("C1", 8_600_000)]
    for element in ("C1E1", "C1E2", "C1E3", "C1E4", "C1E5"):
        assert cell(result, element).mark == "supported", (element, cell(result, element).why)


def test_a_foreman_without_the_note_has_no_settled_price() -> None:
    result = reviewed(without(VILLA, "条子.txt"))
    assert cell(result, "C1E4").mark == "missing"
    assert cell(result, "C1E3").mark == "supported"


def test_a_chat_of_an_unknown_leaves_the_use_of_the_house_in_doubt() -> None:
    nobody = {
        **without(VILLA, "条子.txt"),
        "微信.txt": "聊天记录\n小山\n12-20 19:01\n我们一家上礼拜住进去了，房子没问题\n\n勇\n12-20 19:05\n好\n",
    }
    assert cell(reviewed(nobody), "C1E3").mark in ("doubtful", "missing")


SUB = {
    "起诉状.txt": f"""民事起诉状
原告：郗长顺，男，1981年3月5日出生，住云栎市江北区竹编巷1号，公民身份号码{MASON_ID}。
被告一：{BUILDER}，住所地云栎市江北区塔吊路3号，统一社会信用代码{BUILDER_CODE}。
被告二：{OWNER}，住所地云栎市江南区临水街8号，统一社会信用代码{OWNER_CODE}。
案由：建设工程分包合同纠纷
诉讼请求：
一、请求判令被告一支付外墙工程款人民币伍拾贰万元（520000元）；
二、请求判令被告二在欠付工程价款范围内对上述款项承担付款责任。
事实和理由：2023年2月被告一将鹭汀花园外墙工程转包给原告，原告自带工人、自购材料施工，2023年12月6日被告一结算确认欠520000元。
此致
云栎市江南区人民法院
郗长顺
2024年9月9日
""",
    "分包协议.txt": f"""外墙工程劳务分包协议
发包方（甲方）：{BUILDER}
承包方（乙方）：郗长顺
工程名称：鹭汀花园外墙涂料；承包方式：包工包料。
甲方（盖章）：{BUILDER}
乙方（签字）：郗长顺
2023年2月10日
""",
    "结算单.txt": f"""工程结算单
郗长顺班组完成外墙涂料6,800平方米，验收合格，结算价720,000元，已付200,000元，尚欠520,000元。
{BUILDER}（盖章）
2023年12月6日
""",
    "答辩状.txt": f"""答辩状
答辩人：{OWNER}，法定代表人施映雪。
一、我公司与原告没有合同关系。
二、我公司尚欠总包单位工程款约300万元属实，待结算。
答辩人：{OWNER}
2024年10月8日
""",
}


def test_one_who_really_built_reaches_the_employer_who_still_owes() -> None:
    result = reviewed(SUB)
    assert [claim.pack_claim for claim in result.claims] == ["C1", "C5"]
    assert cell(result, "C5E1").mark == "supported"
    assert cell(result, "C5E2").mark == "supported"
    assert cell(result, "C5E3").mark == "not_applicable"
    assert cell(result, "C1E4").mark == "supported"


def test_a_borrowed_licence_is_an_open_question_of_law() -> None:
    lent = changed(SUB, "起诉状.txt", ("转包给原告", "以挂靠方式交原告施工，层层转包"))
    assert cell(reviewed(lent), "C5E3").mark == "contested_law"


def test_what_the_employer_owes_is_missing_where_it_does_not_say() -> None:
    mute = changed(SUB, "答辩状.txt", ("二、我公司尚欠总包单位工程款约300万元属实，待结算。\n", ""))
    assert cell(reviewed(mute), "C5E2").mark == "missing"


@pytest.mark.parametrize(
    ("words", "defence"),
    [
        ("屋面渗漏，墙体开裂，质量不合格。", "D1"),
        ("双方至今没有办理结算，付款条件未成就。", "D2"),
        ("答辩人已经用两套房抵了工程款，水电费也要扣除。", "D3"),
        ("答辩人与原告没有签过合同，他是挂靠别人的。", "D4"),
        ("优先受偿权早已超过十八个月。", "D5"),
        ("欠款已过三年诉讼时效。", "D6"),
    ],
)
def test_each_defence_is_known_by_its_words(words: str, defence: str) -> None:
    plain = {**TOWER, "答辩状.txt": f"答辩状\n答辩人：{OWNER}\n一、请求依法裁判。\n答辩人：{OWNER}\n2025年9月2日\n"}
    assert pleaded_defences(plain) == set()
    assert defence in pleaded_defences(changed(plain, "答辩状.txt", ("一、请求依法裁判。", words)))


def test_clean_papers_hold_no_error(tower) -> None:
    assert [(finding.code, finding.detail) for finding in tower.findings] == []
