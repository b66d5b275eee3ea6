"""The pack of network services and of works: a gamer, a singer, a software house, a smith; one change at a time."""

from __future__ import annotations

import pytest
from little_cases import Files, cell, changed, credit_code, extended, id_number, pleaded_defences, reviewed, without

USER_ID = id_number("19980316", "017")
PLATFORM_CODE = credit_code("MA7TQ4XB1")
MAKER_CODE = credit_code("MA8RD2YK5")
BUYER_CODE = credit_code("MA9EN6WC3")
PLATFORM = "宁渚市星槎网络科技有限公司"
MAKER = "宁渚市墨砚软件有限公司"
BUYER = "宁渚市丰穗食品有限公司"

GAMER: Files = {
    "起诉状.txt": f"""民事起诉状
原告：褚一鸣，男，1998年3月16日出生，住宁渚市东湖区杏林路3号，公民身份号码{USER_ID}，电话10066667777。
被告：{PLATFORM}，住所地宁渚市高新区云海路1号，统一社会信用代码{PLATFORM_CODE}。法定代表人：班若水。
案由：网络服务合同纠纷
诉讼请求：
一、判令被告解除对原告星槎账号的封禁，恢复使用；
二、如不能恢复，判令被告返还充值款3,000元；
三、确认《星槎用户协议》第九条“封禁后余额清零”条款无效；
四、诉讼费由被告承担。
事实与理由：
原告2023年注册星槎账号并充值3,000元。2025年4月2日被告无故封禁该账号。
此致
宁渚市东湖区人民法院
具状人：褚一鸣
2025年5月9日
""",
    "答辩状.txt": f"""答辩状
答辩人：{PLATFORM}，法定代表人班若水。
请求依法裁判。
此致
宁渚市东湖区人民法院
答辩人：{PLATFORM}
2025年6月1日
""",
    "星槎用户协议.txt": f"""星槎用户协议
本协议由您与{PLATFORM}订立。您点击“同意”并完成注册，即视为接受本协议全部条款。
一、平台向用户提供网络游戏服务。
九、账号被封禁的，账户余额清零，平台不予退还。
""",
    "账号页面.txt": """账号与安全
昵称：孤舟 UID 88012345
实名认证：褚*鸣（已认证） 绑定手机：100****7777
账号状态：已封禁（永久）
封禁时间：2025年4月2日
""",
    "支付账单.csv": f"""微信支付账单明细,,,,,
微信昵称：[孤舟],姓名：[褚一鸣],,,,
交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态
2023-09-01 10:00:00,商户消费,{PLATFORM},星槎充值,支出,¥1000.00,零钱,支付成功
2024-01-05 21:30:00,商户消费,{PLATFORM},星槎充值,支出,¥2000.00,零钱,支付成功
""",
}

SINGER: Files = {
    "诉状.txt": f"""民事起诉状
原告：褚一鸣，男，住宁渚市东湖区杏林路3号，公民身份号码{USER_ID}。
被告：{PLATFORM}，住所地宁渚市高新区云海路1号，统一社会信用代码{PLATFORM_CODE}。法定代表人：班若水。
请求事项：
1.平台立刻删除盗我歌曲的视频链接；
2.平台对扩大的损失5000元承担连带责任；
事实和理由：我写的歌被人搬到星槎平台上，我发了侵权通知，平台一直不处理。
宁渚市东湖区人民法院
2025年5月9日
""",
    "侵权通知.txt": f"""侵权通知函
{PLATFORM}：
贵平台用户发布的视频盗用本人作品《杏林夜雨》，链接见附件，附作品登记证及本人身份证。请立即删除该链接。
运单号 EX9994400551
褚一鸣
2025年3月1日
""",
    "签收.txt": f"""快递签收查询
运单号：EX9994400551
收件人：{PLATFORM}
物品：侵权通知函
2025年3月4日 已签收 签收人：前台
""",
}

SOFTWARE: Files = {
    "起诉状.txt": f"""民事起诉状
原告：{MAKER}，住所地宁渚市高新区软件园5号，统一社会信用代码{MAKER_CODE}。法定代表人：凌若谷。
被告：{BUYER}，住所地宁渚市西山区米市街8号，统一社会信用代码{BUYER_CODE}。法定代表人：乌兰舟。
案由：承揽合同纠纷
诉讼请求：
1.判令被告支付开发费尾款52,000元；
2.诉讼费由被告承担。
事实与理由：
2024年3月1日双方签订《小程序开发合同》，总价80,000元；期间被告确认增项12,000元。2024年8月20日验收交付。被告只付40,000元。
此致
宁渚市西山区人民法院
具状人：{MAKER}
2025年2月10日
""",
    "答辩状.txt": f"""答辩状
答辩人：{BUYER}，法定代表人乌兰舟。
公司资金周转困难，请法院酌情处理。
此致
宁渚市西山区人民法院
答辩人：{BUYER}
2025年3月2日
""",
    "小程序开发合同.txt": f"""小程序开发合同
甲方（定作方）：{BUYER}
乙方（承揽方）：{MAKER}
一、甲方委托乙方设计开发订货小程序一套。
二、合同总价80,000元，签约付一半，验收后付清。
三、乙方交付源代码及部署文档。
甲方（盖章）：{BUYER}
乙方（盖章）：{MAKER}
2024年3月1日
""",
    "增项确认单.txt": f"""增项确认单
增项内容：积分商城模块
增项费用：12,000元
定作方确认：{BUYER}（盖章）
2024年6月11日
""",
    "验收单.txt": f"""小程序项目验收单
项目：订货小程序（含积分商城模块）
源代码、部署文档已交付，测试通过，验收合格。
验收人：{BUYER}（盖章）
2024年8月20日
""",
    "收款流水.csv": f"""交易日期,对方户名,借方,贷方,摘要
2024-03-05,{BUYER},,40000.00,小程序款
""",
}

METAL: Files = {
    "起诉状.txt": f"""起诉状
原告：游大勇，男，1979年6月1日生，住宁渚市西山区铁匠巷4号，身份证号{id_number("19790601", "019")}。
被告：{BUYER}，住所地宁渚市西山区米市街8号，统一社会信用代码{BUYER_CODE}。法定代表人：乌兰舟。
请求：
1、要被告给我焊货架的加工费8600元；
2、诉讼费被告出。
事实经过：去年被告叫我给他仓库焊货架，说好8600块，焊好装好都用上了，钱一直不给。
宁渚市西山区人民法院
游大勇
2025年4月7日
""",
    "微信.txt": """聊天记录（游大勇手机导出，手机可以当庭看）
本方：游大勇   对方：乌兰舟（丰穗食品老板）微信号 wlz_fs  手机100****3321

[2024-10-02 08:12:00] 乌兰舟: 游师傅，给我们仓库做12组货架，8600包工包料行不
[2024-10-02 08:20:00] 游大勇: 行
[2024-10-20 18:40:00] 乌兰舟: 货架装好了，挺结实，已经用上了
[2025-01-15 10:00:00] 游大勇: 乌总，8600工钱该结了吧
[2025-01-15 12:10:00] 乌兰舟: 8600是欠着你，过完年给
""",
}

BUYER_SUES: Files = {
    "起诉状.txt": f"""民事起诉状
原告：{BUYER}，住所地宁渚市西山区米市街8号，统一社会信用代码{BUYER_CODE}。法定代表人：乌兰舟。
被告：{MAKER}，住所地宁渚市高新区软件园5号，统一社会信用代码{MAKER_CODE}。法定代表人：凌若谷。
案由：承揽合同纠纷
诉讼请求：
1.判令解除双方的《小程序开发合同》；
2.判令被告返还已付开发款40,000元；
3.确认被告将主要开发工作转交第三人完成，原告有权解除合同；
事实与理由：
被告擅自把开发工作外包，交付的小程序无法使用。
此致
宁渚市高新区人民法院
具状人：{BUYER}
2025年2月10日
""",
    "小程序开发合同.txt": SOFTWARE["小程序开发合同.txt"],
    "解除函.txt": f"""解除合同通知书
{MAKER}：
贵司交付的小程序功能缺失、频繁报错，现通知贵司解除《小程序开发合同》。
运单号 EX9995500662
{BUYER}（盖章）
2024年12月2日
""",
    "签收.txt": f"""快递签收查询
运单号：EX9995500662
收件人：{MAKER}
物品：解除合同通知书
2024年12月4日 已签收 签收人：凌若谷
""",
    "微信.txt": """聊天记录（丰穗食品手机导出，手机可当庭核对）
本方：乌兰舟（丰穗食品）   对方：凌若谷（墨砚软件）微信号 lrg_my  手机100****9911

[2024-11-02 08:12:00] 乌兰舟: 小程序打不开，下单就报错
[2024-11-02 09:20:00] 凌若谷: 确实有bug，下单功能还没实现
[2024-11-03 10:00:00] 凌若谷: 开发是外包给一个工作室做的，我催他们
""",
}


def marks(files: Files) -> dict[str, str]:
    return {item.element: item.mark for item in reversed(reviewed(files).cells)}


def test_a_gamer_with_page_terms_and_bills_is_supported_throughout() -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(GAMER).claims] == [
        ("W1", None),
        ("W1", 300_000),
        ("W2", None),
    ]
    assert marks(GAMER) == dict.fromkeys(("W1E1", "W1E2", "W1E3", "W1E4", "W2E1"), "supported")


def test_a_notice_of_infringement_that_arrived_carries_the_liability_of_the_platform() -> None:
    assert [claim.pack_claim for claim in reviewed(SINGER, named="wangluo_fuwu_chenglan").claims] == ["W3", "W3"]
    assert cell(reviewed(SINGER, named="wangluo_fuwu_chenglan"), "W3E1").mark == "supported"


def test_a_software_house_with_contract_change_and_acceptance_is_supported_throughout() -> None:
    assert [(claim.pack_claim, claim.amount_fen) for claim in reviewed(SOFTWARE).claims] == [("K1", 5_200_000)]
    assert marks(SOFTWARE) == dict.fromkeys(("K1E1", "K1E2", "K1E3"), "supported")
    assert "12,000" in cell(reviewed(SOFTWARE), "K1E3").why


def test_a_smith_with_nothing_but_a_chat_is_understood() -> None:
    result = reviewed(METAL)
    assert result.cause == "wangluo_fuwu_chenglan"
    assert [(claim.pack_claim, claim.amount_fen) for claim in result.claims] == [("K1", 860_000)]
    assert marks(METAL) == dict.fromkeys(("K1E1", "K1E2", "K1E3"), "supported")


def test_a_customer_who_terminates_for_faults_and_for_the_work_of_others() -> None:
    assert [claim.pack_claim for claim in reviewed(BUYER_SUES).claims] == ["K2", "K2", "K3"]
    assert marks(BUYER_SUES) == dict.fromkeys(("K2E1", "K2E2", "K3E1"), "supported")


NICKNAME = changed(GAMER, "账号页面.txt", ("实名认证：褚*鸣（已认证） 绑定手机：100****7777\n", ""))
UNCONFIRMED = changed(SOFTWARE, "增项确认单.txt", (f"定作方确认：{BUYER}（盖章）", f"承揽方：{MAKER}（盖章）"))
SILENT_CHAT = changed(
    METAL,
    "微信.txt",
    ("[2024-10-20 18:40:00] 乌兰舟: 货架装好了，挺结实，已经用上了", "[2024-10-20 18:40:00] 游大勇: 货架装好了"),
)
PAID_MORE = changed(SOFTWARE, "收款流水.csv", ("小程序款\n", f"小程序款\n2024-09-01,{BUYER},,20000.00,小程序款\n"))


@pytest.mark.parametrize(
    ("files", "element", "mark"),
    [
        (without(GAMER, "星槎用户协议.txt", "账号页面.txt", "支付账单.csv"), "W1E1", "missing"),
        (without(GAMER, "星槎用户协议.txt"), "W1E1", "doubtful"),
        (without(GAMER, "账号页面.txt", "支付账单.csv"), "W1E2", "missing"),
        (NICKNAME, "W1E2", "doubtful"),
        (without(GAMER, "账号页面.txt"), "W1E3", "missing"),
        (without(GAMER, "支付账单.csv", "账号页面.txt"), "W1E4", "missing"),
        (changed(GAMER, "起诉状.txt", ("返还充值款3,000元", "返还充值款5,000元")), "W1E4", "doubtful"),
        (without(GAMER, "星槎用户协议.txt"), "W2E1", "missing"),
        (without(SOFTWARE, "小程序开发合同.txt", "收款流水.csv", "验收单.txt", "增项确认单.txt"), "K1E1", "missing"),
        (without(SOFTWARE, "验收单.txt"), "K1E2", "missing"),
        (changed(SOFTWARE, "验收单.txt", (f"验收人：{BUYER}（盖章）", "验收人：")), "K1E2", "doubtful"),
        (SILENT_CHAT, "K1E2", "doubtful"),
        (UNCONFIRMED, "K1E3", "doubtful"),
        (PAID_MORE, "K1E3", "doubtful"),
        (without(BUYER_SUES, "解除函.txt", "签收.txt"), "K2E1", "missing"),
        (without(BUYER_SUES, "签收.txt"), "K2E1", "doubtful"),
        (without(BUYER_SUES, "微信.txt"), "K2E2", "doubtful"),
        (without(BUYER_SUES, "微信.txt", "解除函.txt", "签收.txt"), "K2E2", "missing"),
        (without(BUYER_SUES, "微信.txt"), "K3E1", "missing"),
    ],
)
def test_an_element_falls_with_its_papers(files: Files, element: str, mark: str) -> None:
    assert cell(reviewed(files), element).mark == mark


def test_without_its_notice_the_platform_is_not_liable() -> None:
    named = "wangluo_fuwu_chenglan"
    assert cell(reviewed(without(SINGER, "侵权通知.txt", "签收.txt"), named=named), "W3E1").mark == "missing"
    assert cell(reviewed(without(SINGER, "签收.txt"), named=named), "W3E1").mark == "doubtful"


@pytest.mark.parametrize(
    ("line", "defence"),
    [
        ("原告至今未交付源代码，付款条件没有成就。", "D1"),
        ("原告中途随意修改方案，且不配合提供接口资料。", "D2"),
        ("因对方未付款，我方有权拒绝交付并行使留置权。", "D3"),
        ("双方实为技术开发合同关系，不是承揽。", "D4"),
        ("该款早已超过诉讼时效。", "D5"),
    ],
)
def test_a_defence_is_raised_by_its_words_and_not_by_a_plain_answer(line: str, defence: str) -> None:
    files = changed(SOFTWARE, "答辩状.txt", ("公司资金周转困难，请法院酌情处理。", line))
    assert defence in pleaded_defences(files)
    assert pleaded_defences(SOFTWARE) == set()


def test_a_user_who_owned_to_cheating_leaves_the_ban_in_doubt() -> None:
    files = extended(
        GAMER,
        微信="""聊天记录（星槎客服系统导出，服务器留存可核对）
本方：星槎客服   对方：褚一鸣 手机100****7777

[2025-04-03 09:00:00] 星槎客服: 系统检测到异常
[2025-04-03 09:05:00] 褚一鸣: 我就用过两次外挂，能不能解封
""",
    )
    assert cell(reviewed(files), "W1E3").rule == "ban_has_ground"


@pytest.mark.parametrize("files", [GAMER, SOFTWARE, METAL], ids=["gamer", "software", "metal"])
def test_clean_material_has_no_finding(files: Files) -> None:
    assert [(item.code, item.detail) for item in reviewed(files).findings] == []


def test_the_service_desk_of_the_company_itself_is_no_mere_nickname() -> None:
    files = extended(
        GAMER,
        客服会话="""星槎APP客服会话（原告手机，可当庭登录核对）
对方：星槎客服-阿宁（宁渚市星槎网络科技有限公司）
本人：褚一鸣

2025-04-03 10:00:12 褚一鸣
我的号怎么被封了

2025-04-03 10:05:40 星槎客服-阿宁
您的账号已被永久封禁，无法解除
""",
    )
    assert [item.code for item in reviewed(files).findings] == []
    quotes = [quote.file for quote in cell(reviewed(files), "W1E3").evidence]
    assert "客服会话.txt" in quotes
