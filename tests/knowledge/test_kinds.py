"""Kinds of document by title, layout, words and file name."""

from __future__ import annotations

from pathlib import Path

import pytest

from zuno.knowledge.kinds import classify, kinds, score_kinds
from zuno.knowledge.records import Document

CASES = Path(__file__).parents[3] / "shared" / "cases"


def paper(text: str, file: str = "扫描0001.pdf", format: str = "pdf") -> Document:
    return Document(file=file, sha256="0", size_bytes=1, format=format, state="ready", text=text)


COMPLAINT = """民 事 起 诉 状
原告：罗晚舟，女，1991年4月18日出生，住岚汀市东岑区。
被告：孟立川，男，住栖川市南浦区。
诉讼请求
一、判令被告归还借款30万元；
二、诉讼费由被告负担。
事实与理由
被告向原告出具借条一张，双方又签订《借款合同》，原告持有银行流水、收据和对账单。贺小蓓签了保证书。
此致
栖川市南浦区人民法院
具状人：罗晚舟
"""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (COMPLAINT, "complaint"),
        (COMPLAINT.replace("民 事 起 诉 状", "民事起诉状（要素式）"), "complaint"),
        (
            "民事反诉状\n反诉原告（本诉被告）：孟立川\n反诉被告：罗晚舟\n反诉请求\n一、返还押金\n此致\n某法院",
            "counterclaim",
        ),
        (
            "民事答辩状\n答辩人：孟立川。\n就罗晚舟诉答辩人一案，答辩如下：\n一、借条和《借款合同》第三条不是答辩人所签。"
            "\n请求驳回原告的诉讼请求。\n此致\n某法院",
            "answer",
        ),
        ("劳动争议仲裁申请书\n申请人：林若筠\n被申请人：云檐公司\n仲裁请求\n一、支付赔偿金", "arbitration_application"),
        ("某市劳动人事争议仲裁委员会\n仲 裁 裁 决 书\n申请人：林若筠\n裁决如下：\n一、支付工资", "arbitration_award"),
        (
            "栖川市南浦区人民法院\n民 事 判 决 书\n（2024）云0102民初123号\n本院认为\n判决如下：\n如不服本判决",
            "judgment",
        ),
        ("传    票\n案号 （2024）云0102民初123号\n传唤事由 开庭\n应到时间 2024年5月6日", "court_document"),
        ("调查取证申请书\n申请人：罗晚舟\n申请事项：调取银行流水\n此致\n某人民法院", "court_opinion"),
        ("关于变更诉讼请求的申请\n某人民法院：\n原告申请将第一项变更为……\n申请人：罗晚舟", "court_opinion"),
        ("被告证据清单\n序号\t证据名称\t页数\t证明目的\n1\t借条\t1\t借款事实", "evidence_list"),
        ("授 权 委 托 书\n委托人：罗晚舟\n受委托人：顾以安\n代理权限：特别授权", "power_of_attorney"),
        ("借    条\n今借到周砚秋人民币叁拾万元整，借期一年。\n借款人：孟立川\n2024年3月15日", "iou"),
        ("今欠到王守仁材料款伍万元，年底还清。\n欠款人：李四海\n2024年1月2日", "iou"),
        ("还款计划书\n本人欠罗晚舟20万元，分四期归还。\n承诺人：孟立川", "iou"),
        ("收 条\n今收到孟立川交来租房押金伍仟元。\n收款人：姚静姝", "receipt"),
        ("押金收据\n交款单位：棠记面馆\n人民币壹万捌仟元\n经手人：王五", "receipt"),
        (
            "借 款 合 同\n出借人：周砚秋\n借款人：孟立川\n一、借款期限一年\n二、借款用途\n本合同一式两份",
            "loan_contract",
        ),
        (
            "工业品买卖合同\n供方：甲贸易有限公司\n需方：乙建材有限公司\n一、品名 规格 单价\n二、交货\n本合同一式两份",
            "sale_contract",
        ),
        (
            "房屋租赁合同\n出租方（甲方）：姚静姝\n承租方（乙方）：唐屿\n租期三年，租金每月9000元\n本合同一式两份",
            "lease_contract",
        ),
        (
            "劳 动 合 同 书\n甲方（用人单位）：云檐公司\n乙方（劳动者）：林若筠\n劳动报酬\n本合同一式两份",
            "labour_contract",
        ),
        ("股权转让协议\n甲方（转让方）：张三丰\n乙方（受让方）：李四海\n违约责任\n本协议一式三份", "contract"),
        ("补充协议\n甲方：姚静姝\n乙方：唐屿\n本协议自签字之日起生效", "contract"),
        ("最高额保证合同\n债权人：某银行\n保证人：贺小蓓\n保证期间三年，保证范围为主债权", "guarantee"),
        (
            "个人账户交易明细\n户名：周砚秋\t账号：6299\n交易日期\t对方户名\t支出\t收入\t余额\n"
            "2024-03-15\t孟立川\t300000\t\t61978.4\n2024-04-15\t孟立川\t\t3000\t64978.4",
            "bank_statement",
        ),
        (
            "微信支付账单明细\n微信昵称：[周砚秋]\n交易时间\t交易对方\t收/支\t金额(元)\t当前状态\n"
            "2024-03-15 10:00\t孟立川\t支出\t¥100.00\t支付成功\n2024-03-16 10:00\t孟立川\t支出\t¥100.00\t支付成功",
            "payment_record",
        ),
        (
            "账单详情\n转账-来自孟立川\n+3,000.00\n当前状态 已存入零钱\n转账时间 2024年4月15日 19:00:20",
            "payment_record",
        ),
        (
            "农商银行 客户回单\n付款人：周砚秋\n收款人：孟立川\n金额（小写）：300,000.00\n交易日期：2024-03-15",
            "bank_receipt",
        ),
        ("甲公司 2022年客户往来账\n日期\t摘要\t应收\t已收\t余额\n2022-03-15\t货\t294000\t\t294000", "ledger"),
        (
            "对 账 函\n致：乙公司\n截至2022年底，贵我双方往来核对如下：尚欠金额437,000元，核对无误。",
            "statement_of_account",
        ),
        (
            "云岚增值税电子普通发票\n发票代码：9990\n发票号码：99902201\n购买方：乙公司\n价税合计（大写）：贰拾玖万元整",
            "invoice",
        ),
        (
            "甲公司 送货单\nNo.0031\n收货单位：乙公司\n品名\t规格\t数量\n螺纹钢\tΦ16\t60吨\n收货人签字：谢某",
            "delivery_note",
        ),
        ("材料验收入库单\n日期：2022年3月15日\n品名 规格 实收\n螺纹钢 Φ16 60吨\n库管：谢某", "warehouse_note"),
        (
            "证    明\n兹证明我部受甲公司委托派车将螺纹钢运至乙公司仓库。\n特此证明。\n货运服务部",
            "transport_certificate",
        ),
        ("证  明\n兹证明王守仁系我单位职工，月收入8000元。\n特此证明。\n某公司", "certificate"),
        ("产品质量证明书\n炉号 批号 力学性能\n检验结论：合格", "quality_report"),
        ("工程竣工验收单\n施工单位：甲公司\n验收意见：合格\n验收人：王某", "acceptance_note"),
        ("房屋交接单\n钥匙 3把\n电表底数 1204\n交：姚静姝 接：唐屿", "handover_note"),
        ("采购订单\n订单编号：PO-1\n供应商：甲公司\n交货日期：2024年5月1日\n单价 数量", "order"),
        ("云岚律师事务所\n律 师 函\n贺小蓓女士：\n本所受周砚秋先生委托，现正式要求您七日内承担保证责任。", "letter"),
        ("催款通知书\n乙公司：\n贵司欠我司货款，请于收到本通知之日起十日内付清。\n甲公司", "letter"),
        ("解除劳动合同通知书\n林若筠：\n公司决定自2026年1月16日起解除劳动合同。\n云檐公司", "employment_notice"),
        ("被迫解除劳动合同通知书\n云檐公司：\n因贵司拖欠工资，本人现通知贵司解除劳动合同。\n林若筠", "letter"),
        ("离职申请表\n申请人：林若筠\n离职原因：个人发展\n审批：同意", "resignation"),
        ("工资欠条\n今欠林若筠工资 12,000元，月底付清。\n云檐公司（盖章）", "wage_settlement"),
        ("云岚速运 运单详情\n运单号 LT999\n寄件人 姚静姝\n收件人 唐屿\n2026-05-08 10:26 已签收", "postal_receipt"),
        ("发件人：恒岳\n收件人：卫承岳\n日期：2024-05-22 16:40:09\n主题：对账单\n\n请核对", "email"),
        ("川哥 2024-03-12 21:03\n借我30个，打借条\n我 2024-03-12 21:10\n行", "chat"),
        ("书面证言\n我叫郝临，身份证号……当时我在场，亲眼看见。\n证人：郝临", "witness_statement"),
        ("居民身份证复印件\n姓名 孟立川\n性别 男 民族 汉\n住址 栖川市\n公民身份号码 999999198611231575", "id_copy"),
        (
            "营 业 执 照\n统一社会信用代码 92999999MA5KQ7W338\n名称 棠记面馆\n经营者 唐屿\n注册日期 2023年4月11日",
            "business_registry",
        ),
        ("受托支付的2024年3月20日贷款市场报价利率（LPR）公布\n1年期LPR为3.45%，5年期以上LPR为3.95%", "lpr_page"),
        ("给顾律师的内部说明（不提交法院）\n顾律师：\n我的底线是24万。", "memo"),
        ("云檐公司 2025年11月考勤记录\n日期 姓名 上班打卡 下班打卡\n2025-11-01 林若筠 09:21 18:31", "attendance"),
        ("云檐公司工资条\n月份 基本工资 岗位工资 应发 实发\n2025-01 6000 4875 12300 10930.19", "payslip"),
        ("员工手册（2023版）\n第一条 员工应遵守制度\n第二十一条 连续旷工三天解除", "handbook"),
        ("社会保险个人参保缴费证明\n姓名：林若筠\n参保单位：云檐公司\n缴费截止：2026年1月", "social_insurance"),
        ("疾病诊断证明书\n姓名：林若筠\n诊断：急性腰肌扭伤\n建议：休息三天\n医师：骆某", "medical_record"),
        ("道路交通事故认定书\n驾驶人罗某\n负全部责任", "accident_report"),
        ("不动产权证书\n权利人 姚静姝\n坐落 柳荫路88号\n用途 商业", "property_certificate"),
        ("工程造价鉴定意见书\n鉴定事项：工程款\n鉴定意见：1387.6万元", "appraisal"),
        ("机动车交通事故责任强制保险单\n被保险人：罗某\n保险期间自2023年\n责任限额", "insurance_policy"),
        ("股东会决议\n会议时间：2024年5月1日\n全体股东一致同意", "resolution"),
        ("公 证 书\n（2024）云证字第1号\n公证员：王某\n某公证处", "notarial"),
        ("离婚证\n登记日期 2023年5月20日\n持证人 王某\n登记机关", "marriage"),
        ("今天天气很好，适合散步。", "other"),
    ],
)
def test_kinds_by_content(text: str, kind: str) -> None:
    assert classify(paper(text)) == kind


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("04借条.jpg", "iou"),
        ("钢材购销合同_扫描.pdf", "sale_contract"),
        ("商铺租赁合同.pdf", "lease_contract"),
        ("送货材料.zip!送货材料/入库单_0315.jpg", "warehouse_note"),
        ("承运证明.jpg", "transport_certificate"),
        ("08快递签收回单.png", "postal_receipt"),
        ("解除通知_快递签收.png", "postal_receipt"),
        ("签收单_第三批.jpg", "delivery_note"),
        ("对账单回传件.png", "statement_of_account"),
        ("被告身份证复印件.pdf", "id_copy"),
        ("病假证明.jpg", "medical_record"),
        ("转账回单0315.png", "bank_receipt"),
        ("微信聊天截图3.png", "chat"),
        ("现场照片2.jpg", "photo"),
        ("IMG_2034.jpg", "photo"),
        ("营业执照.jpg", "business_registry"),
        ("2.jpg", "photo"),
    ],
)
def test_an_unread_image_is_guessed_by_its_name(file: str, kind: str) -> None:
    assert classify(Document(file=file, sha256="0", size_bytes=1, format="image", state="refused")) == kind


def test_a_misleading_file_name_does_not_outweigh_the_title() -> None:
    assert classify(paper(COMPLAINT, file="借条和银行流水.pdf")) == "complaint"


def test_archives_notes_and_unknown_bytes() -> None:
    assert classify(Document(file="材料.zip", sha256="0", size_bytes=1, format="zip", state="ready")) == "archive"
    assert classify(Document(file="x.bin", sha256="0", size_bytes=1, format="unknown", state="refused")) == "other"
    assert classify(paper("顾律师：回单是从网银下的，跟流水是同一笔。", "说明.txt", "txt")) == "case_file_note"


def test_every_kind_has_a_name_and_signs_that_compile() -> None:
    listed = kinds()
    assert len(listed) > 40
    assert all(kind.zh for kind in listed.values())
    assert list(listed)[-2:] == ["archive", "other"]


def test_scores_show_the_runners_up() -> None:
    scores = score_kinds(paper(COMPLAINT))
    assert scores["complaint"] > 2 * max(score for name, score in scores.items() if name != "complaint")


EXPECTED = {
    "01民事起诉状.docx": "complaint",
    "03答辩状_贺小蓓.docx": "answer",
    "05农商行流水_周砚秋.xlsx": "bank_statement",
    "06微信聊天_孟立川.txt": "chat",
    "07律师函_致贺小蓓.pdf": "letter",
    "10LPR公布页打印件.pdf": "lpr_page",
    "11证据目录.docx": "evidence_list",
    "99原告内部备忘.docx": "memo",
    "补充材料.zip!银行电子回单/20240315转账回单.pdf": "bank_receipt",
    "补充材料.zip!说明.txt": "case_file_note",
}


@pytest.mark.skipif(not (CASES / "loan-zhou").is_dir(), reason="the shared example cases are not here")
@pytest.mark.parametrize("variant", ["clean", "defective"])
def test_kinds_of_the_example_loan_case(variant: str) -> None:
    from zuno.knowledge.intake import read_case

    found = {document.file: classify(document) for document in read_case(CASES / "loan-zhou" / variant)}
    assert {file: found[file] for file in EXPECTED} == EXPECTED
