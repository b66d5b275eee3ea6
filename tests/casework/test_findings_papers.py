"""Papers whose form fails: copies, chats of nobody, unsigned certificates, agents without power, lost notices."""

from __future__ import annotations

import pytest
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE
from little_cases import UNREAD, answered, changed, extended, findings, only, photographed, without

LOAN = only(WHOLE_LOAN, "起诉状.txt", "借条.txt", "银行流水.csv", "微信聊天.txt", "LPR公布页.txt", "证据目录.txt")
SALE = only(WHOLE_SALE, "起诉状.txt", "答辩状.txt", "购销合同.txt", "微信.txt", "委托书.txt")


def codes(files: dict[str, str], code: str) -> list[tuple[str, ...]]:
    return [finding.documents for finding in findings(files, code)]


def listed(swap: tuple[str, str], base: dict[str, str] = LOAN) -> dict[str, str]:
    return changed(base, "证据目录.txt", swap)


# --- originals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files",
    [
        listed(("原件（1页）", "复印件（1页）")),
        listed(("原件（1页）", "照片，原件已遗失")),
        listed(("原件（1页）", "手机照片")),
        changed(
            listed(("1	借条	原件（1页）	卓远航出具	借款约定、利率、还款日、保证\n", "")),
            "借条.txt",
            ("借条\n", "借条\n（原件已遗失，仅存照片）\n"),
        ),
        photographed(listed(("原件（1页）", "复印件")), "借条.txt"),
    ],
    ids=["copy", "lost", "photo", "said on the paper", "unread copy"],
)
def test_a_key_paper_of_which_only_a_copy_exists_is_found(files: dict[str, str]) -> None:
    (documents,) = codes(files, "no_original")
    assert "证据目录.txt" in documents or "借条.txt" in documents


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        listed(("原件（1页）", "复印件（与原件核对无异）")),
        listed(("原件（1页）", "复印件，原件可当庭出示")),
        listed(("网页打印", "复印件")),
        listed(("银行打印盖章件", "复印件")),
        photographed(LOAN, "借条.txt"),
        without(LOAN, "证据目录.txt"),
    ],
    ids=["original", "no list", "compared", "at hand", "web page", "bank record", "photo of an original", "list gone"],
)
def test_an_original_or_a_paper_that_needs_none_is_no_error(files: dict[str, str]) -> None:
    assert codes(files, "no_original") == []


# --- chats ------------------------------------------------------------------------------------------------------

HEADER = LOAN["微信聊天.txt"][: LOAN["微信聊天.txt"].index("卓远航  2024")]
DEVICE_GONE = ("，原始手机可当庭核对", "")


def chat(*swaps: tuple[str, str], base: dict[str, str] = LOAN) -> dict[str, str]:
    return changed(base, "微信聊天.txt", *swaps)


@pytest.mark.parametrize(
    "files",
    [
        chat((HEADER, ""), ("卓远航  20", "远方的船  20")),
        chat((HEADER, ""), ("卓远航  20", "老卓  20"), ("  2024-", "  "), ("  2025-", "  "), base=listed(DEVICE_GONE)),
        chat(
            (HEADER, "聊天记录导出\n对方微信号：zhuo_yh85  备注名：卓远航\n----\n"),
            ("我  2025-03-12", "（中间部分未截）\n我  2025-03-12"),
            base=listed(DEVICE_GONE),
        ),
    ],
    ids=["nickname only", "nickname without a year or a device", "cut, without the device"],
)
def test_a_chat_that_cannot_be_tied_to_a_person_is_found(files: dict[str, str]) -> None:
    (documents,) = codes(files, "chat_authenticity")
    assert documents[0] == "微信聊天.txt"


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_LOAN,
        WHOLE_SALE,
        chat(("  绑定手机：100****4444", "")),
        chat((HEADER, "")),
        chat(("我  2025-03-12", "我  2025-03-11 08:00:00\n这两天别忘了\n\n我  2025-03-12")),
        chat(("（设备留存备查）", "")),
    ],
    ids=["loan", "sale", "no phone", "real name, device in the list", "longer", "device in the list"],
)
def test_a_chat_with_one_small_gap_is_no_error(files: dict[str, str]) -> None:
    assert codes(files, "chat_authenticity") == []


# --- certificates and testimony ---------------------------------------------------------------------------------

CERTIFICATE = (
    "证明\n兹证明我部于2023年6月8日将棉布3000米运至柏临市城南区针线街21号。\n青岸顺途货运部（盖章）\n{}2025年3月1日\n"
)
TESTIMONY = "书面证言\n证人：习文海，我是司机，2023年6月8日我亲眼看见祝小满签收。\n习文海\n2025年3月1日\n"
STATEMENT = "情况说明\n祝小满系我仓库租户的收货员。\n{}青岸港东仓储中心（公章）\n2025年3月1日\n"
APPLICATION = (
    "证人出庭作证申请书\n申请人：青岸市禾川纺织有限公司\n申请事项：申请习文海出庭作证。\n此致\n青岸市港东区人民法院\n"
)


@pytest.mark.parametrize(
    ("signed", "count"),
    [
        ("", 1),
        ("经办人：习文海\n", 1),
        ("负责人：荣广田\n", 1),
        ("负责人：荣广田\n经办人：习文海\n", 0),
        ("单位负责人（签名）：荣广田\n制作人：习文海\n", 0),
    ],
)
def test_a_units_certificate_needs_its_head_and_its_maker(signed: str, count: int) -> None:
    assert codes(extended(SALE, 承运证明=CERTIFICATE.format(signed)), "evidence_form") == [("承运证明.txt",)] * count


@pytest.mark.parametrize(
    ("files", "count"),
    [
        (extended(SALE, 书面证言=TESTIMONY), 1),
        (extended(SALE, 书面证言=TESTIMONY, 证人出庭申请书=APPLICATION), 0),
        (extended(SALE, 情况说明=STATEMENT.format("负责人：荣广田\n经办人：习文海\n")), 0),
        (extended(SALE, 情况说明=STATEMENT.format("")), 1),
        (extended(SALE, 承运证明=UNREAD), 0),
        (SALE, 0),
    ],
    ids=["alone", "with an application", "of a unit", "of a unit without its people", "unread", "none"],
)
def test_a_written_testimony_needs_its_witness_in_court(files: dict[str, str], count: int) -> None:
    assert len(codes(files, "evidence_form")) == count


# --- electronic signatures and notarial deeds -------------------------------------------------------------------

ESIGNED = "本合同双方以电子签名方式签署{}。\n签订日期："
DEED = "公证书\n公证事项：复印件与原件相符\n兹证明前面的复印件与原件相符。\n柏临市城南公证处\n公证员：习文海\n"
DEED_LISTED = "证据目录\n提交人：原告青岸市禾川纺织有限公司\n序号\t名称\t形式\t证明目的\n1\t公证书\t原件\t{}\n"


@pytest.mark.parametrize(
    ("proof", "count"),
    [
        ("", 1),
        ("，附时间戳：未加盖", 1),
        ("，CA证书编号CA9917", 0),
        ("，附时间戳：2023-04-18 10:00", 0),
        ("，经实名认证", 0),
    ],
)
def test_an_electronic_signature_needs_what_makes_it_reliable(proof: str, count: int) -> None:
    files = changed(SALE, "购销合同.txt", ("签订日期：", ESIGNED.format(proof)))
    assert codes(files, "notarial_or_esign_form") == [("购销合同.txt",)] * count


@pytest.mark.parametrize(
    ("purpose", "count"), [("证明合同内容真实", 1), ("证明签名属实", 1), ("证明复印件与原件一致", 0)]
)
def test_a_deed_on_a_copy_proves_no_content(purpose: str, count: int) -> None:
    files = extended(SALE, 公证书=DEED, 证据目录=DEED_LISTED.format(purpose))
    assert codes(files, "notarial_or_esign_form") == [("公证书.txt", "证据目录.txt")] * count


def test_a_deed_need_not_repeat_that_it_is_one() -> None:
    bare = DEED.replace("公证事项：复印件与原件相符\n", "")
    files = extended(SALE, 公证书=bare, 证据目录=DEED_LISTED.format("证明合同内容真实"))
    assert codes(files, "notarial_or_esign_form") == [("公证书.txt", "证据目录.txt")]


# --- agents -----------------------------------------------------------------------------------------------------

SPECIAL = "特别授权：代为承认、放弃、变更诉讼请求，进行和解，代收法律文书"
WAIVER = "关于部分诉讼请求的意见\n青岸市港东区人民法院：\n{}\n{}\n2025年4月20日\n"
WAIVED = "原告方表示：同意放弃2025年3月16日之后继续计算的违约金。"
AGENT = "原告代理人：温如是"
GENERAL = changed(SALE, "委托书.txt", (SPECIAL, "全权代理"))


@pytest.mark.parametrize(
    "files",
    [
        extended(GENERAL, 庭前意见=WAIVER.format(WAIVED, AGENT)),
        extended(changed(SALE, "委托书.txt", (SPECIAL, "一般代理")), 庭前意见=WAIVER.format(WAIVED, AGENT)),
        extended(GENERAL, 庭前意见=WAIVER.format("原告方撤回关于违约金的请求。", AGENT)),
    ],
    ids=["waiver", "general power", "withdrawal"],
)
def test_an_agent_without_special_power_who_gives_up_a_right_is_found(files: dict[str, str]) -> None:
    assert codes(files, "authority_of_agent") == [("委托书.txt", "庭前意见.txt")]


@pytest.mark.parametrize(
    "files",
    [
        GENERAL,
        SALE,
        extended(SALE, 庭前意见=WAIVER.format(WAIVED, AGENT)),
        extended(GENERAL, 庭前意见=WAIVER.format(WAIVED.replace("原告方", "我公司"), "青岸市禾川纺织有限公司（盖章）")),
        extended(GENERAL, 庭前意见=WAIVER.format("原告方不放弃任何诉讼请求。", AGENT)),
        extended(GENERAL, 庭前意见=WAIVER.format("原告方请求本案适用普通程序审理。", AGENT)),
    ],
    ids=[
        "general power alone",
        "no opinion",
        "special power",
        "the party itself",
        "nothing given up",
        "another request",
    ],
)
def test_an_agent_who_gives_nothing_up_or_may_do_so_is_no_error(files: dict[str, str]) -> None:
    assert codes(files, "authority_of_agent") == []


POWER = """收货授权书
现授权我司祝小满（仓库管理员）收货，授权期限自2023年4月18日至{}。
柏临市砚北服饰有限公司（盖章）
2023年4月18日
"""


@pytest.mark.parametrize(
    ("until", "late"), [("2023年5月31日", ["送货单二.txt"]), ("2023年6月8日", []), ("2023年12月31日", [])]
)
def test_who_signs_after_the_end_of_the_power_is_found_with_the_papers(until: str, late: list[str]) -> None:
    slips = {file: WHOLE_SALE[file] for file in ("送货单一.txt", "送货单二.txt")}
    found = codes(extended(SALE | slips, 收货授权书=POWER.format(until)), "authority_of_agent")
    assert found == ([("收货授权书.txt", *late)] if late else [])


# --- what only a counterclaim can ask ---------------------------------------------------------------------------

COUNTERCLAIM = """民事反诉状
反诉原告：柏临市砚北服饰有限公司
反诉被告：青岸市禾川纺织有限公司
反诉请求：判令反诉被告赔偿损失30,000元。
"""
DAMAGES = "一、面料有色差，请求原告赔偿损失30,000元。"


@pytest.mark.parametrize(
    ("words", "more", "count"),
    [
        (DAMAGES, {}, 1),
        ("一、面料有色差，要求原告支付违约金30,000元。", {}, 1),
        (DAMAGES, {"反诉状.txt": COUNTERCLAIM}, 0),
        ("一、面料有色差，答辩人保留要求原告赔偿损失的权利。", {}, 0),
        ("一、面料有色差，请求减少价款10,000元。", {}, 0),
        ("一、答辩人无须向原告赔偿任何损失。", {}, 0),
        ("一、面料有色差，要求原告先赔偿损失，再谈货款。", {}, 0),
    ],
    ids=["damages", "penalty", "counterclaim filed", "reserved", "reduction", "denial", "withholding"],
)
def test_an_answer_that_asks_for_damages_needs_a_counterclaim(words: str, more: dict[str, str], count: int) -> None:
    files = extended(SALE, 答辩状=answered(words, by="柏临市砚北服饰有限公司")) | more
    assert codes(files, "procedure_precondition") == [("答辩状.txt",)] * count


# --- notices ----------------------------------------------------------------------------------------------------

PLEADED = changed(SALE, "起诉状.txt", ("原告依据", "被告拒不付款，原告已通知被告解除合同。原告依据"))
NOTICE = """解除合同通知函
柏临市砚北服饰有限公司：
贵司逾期付款，现通知解除《面料购销合同》。
运单号 EX9990098765
青岸市禾川纺织有限公司
"""
POST = "国内快递签收回单\n运单号：EX9990098765\n内件：{}\n签收时间：2024年5月8日 已签收\n"
TOLD = "\n[2024-05-06 09:00:00] 董一帆: 现通知你司解除合同，请路总知悉\n"


@pytest.mark.parametrize(
    ("files", "documents"),
    [
        (PLEADED, ("起诉状.txt",)),
        (extended(PLEADED, 解除合同通知函=NOTICE), ("起诉状.txt", "解除合同通知函.txt")),
        (extended(PLEADED, 解除合同通知函=NOTICE, 快递=POST.format("面料样品")), ("起诉状.txt", "解除合同通知函.txt")),
        (changed(SALE, "起诉状.txt", ("原告依据", "青岸棉纺厂的债权已转让给原告。原告依据")), ("起诉状.txt",)),
    ],
    ids=["nothing", "letter alone", "receipt of another parcel", "assignment"],
)
def test_a_notice_on_which_the_suit_rests_and_whose_arrival_nothing_proves_is_found(
    files: dict[str, str], documents: tuple[str, ...]
) -> None:
    assert codes(files, "notice_missing") == [documents]


@pytest.mark.parametrize(
    "files",
    [
        WHOLE_SALE,
        WHOLE_LOAN,
        extended(PLEADED, 解除合同通知函=NOTICE, 快递=POST.format("解除合同通知函")),
        changed(PLEADED, "答辩状.txt", ("三、违约金", "三、解除合同通知答辩人收到了。四、违约金")),
        PLEADED | {"微信.txt": PLEADED["微信.txt"] + TOLD},
        photographed(extended(PLEADED, 快递=POST.format("解除合同通知函")), "快递.txt"),
        changed(SALE, "购销合同.txt", ("四、违约责任", "甲方有权在乙方逾期三十日时解除合同。四、违约责任")),
        changed(SALE, "购销合同.txt", ("三、付款", "乙方对质量有异议的，应在收货后七日内书面提出。三、付款")),
    ],
    ids=[
        "sale",
        "loan",
        "letter and receipt",
        "the other side admits it",
        "by message",
        "receipt unread",
        "a right in the contract",
        "boilerplate on quality",
    ],
)
def test_a_notice_that_arrived_or_is_only_a_clause_is_no_error(files: dict[str, str]) -> None:
    assert codes(files, "notice_missing") == []
