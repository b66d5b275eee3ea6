"""Limitation and the guarantee period: every reading that the papers allow, and no more."""

from __future__ import annotations

import pytest
from little_cases import LOAN as WHOLE_LOAN
from little_cases import SALE as WHOLE_SALE
from little_cases import UNREAD, answered, changed, extended, findings, found, photographed, raised, reviewed, without

from zuno.casework.records import Finding, Review

LOAN = without(WHOLE_LOAN, "LPR公布页.txt", "证据目录.txt", "内部备忘.txt")
SALE = without(WHOLE_SALE, "委托书.txt", "企业信息.txt", "内部备忘.txt", "发票.txt")

# --- limitation -------------------------------------------------------------------------------------------------

Lines = list[tuple[str, str]]


def lines(result: Review) -> Lines:
    return [(str(line.start), str(line.ends)) for line in result.limitation]


def lapsed(files: dict[str, str], **fields: str) -> list[Finding]:
    return findings(files, "limitation_lapsed", **fields)


BARE = without(SALE, "微信.txt", "对账单.txt", "收款流水.csv")
"""The sale with nothing that interrupts."""


def test_every_start_that_the_papers_allow_is_listed() -> None:
    assert lines(reviewed(SALE)) == [
        ("2023-07-08", "2026-07-08"),
        ("2023-07-20", "2026-07-20"),
        ("2023-12-31", "2026-12-31"),
        ("2024-02-20", "2027-02-20"),
    ]


LETTER = """催款函
柏临市砚北服饰有限公司：
请于收到本函之日起十日内付清货款140,000元。
运单号 EX9990077001
青岸市禾川纺织有限公司
2024年5月6日
"""
RECEIPT = "国内快递签收回单\n运单号：EX9990077001\n内件：催款函\n签收人：前台\n签收时间：2024年5月8日 已签收\n"
PROMISE = "\n[2024-05-20 09:00:00] 祝小满: 路总说这个月底给你们安排\n"


@pytest.mark.parametrize(
    ("files", "interrupted"),
    [
        (BARE, []),
        (BARE | {"收款流水.csv": SALE["收款流水.csv"]}, ["2023-07-20"]),
        (BARE | {"对账单.txt": SALE["对账单.txt"]}, ["2023-12-31"]),
        (BARE | {"微信.txt": SALE["微信.txt"]}, ["2024-02-20"]),
        (BARE | {"微信.txt": SALE["微信.txt"] + PROMISE}, ["2024-02-20", "2024-05-20"]),
        (BARE | {"催款函.txt": LETTER, "快递.txt": RECEIPT}, ["2024-05-08"]),
        (BARE | {"催款函.txt": LETTER}, []),
        (BARE | {"收款流水.csv": SALE["收款流水.csv"].replace("柏临市砚北服饰有限公司", "港东布行")}, []),
    ],
    ids=[
        "nothing",
        "part payment",
        "acknowledgement",
        "demand by message",
        "plea for time",
        "letter delivered",
        "letter unproven",
        "a stranger's payment",
    ],
)
def test_only_acts_by_papers_interrupt(files: dict[str, str], interrupted: list[str]) -> None:
    assert [start for start, _ends in lines(reviewed(files))[1:]] == interrupted


def test_an_act_after_the_period_has_run_out_interrupts_nothing() -> None:
    late = BARE | {
        "微信.txt": "[2026-08-01 09:00:00] 董一帆: 砚北服饰的货款什么时候付？\n[2026-08-01 09:30:00] 祝小满: 月底安排\n"
    }
    result = reviewed(late, filing_date="2026-09-01")
    assert lines(result) == [("2023-07-08", "2026-07-08")]
    (finding,) = found(result, "limitation_lapsed")
    assert finding.expected == "2026-07-08"


@pytest.mark.parametrize(("filed", "count"), [("2027-02-20", 0), ("2027-02-21", 1)])
def test_the_last_day_of_the_period_is_still_in_time(filed: str, count: int) -> None:
    assert len(lapsed(SALE, filing_date=filed)) == count


def test_a_lapsed_period_names_the_last_reading_and_the_suit() -> None:
    (finding,) = lapsed(SALE, filing_date="2027-06-16")
    assert finding.expected == "2027-02-20"
    assert finding.documents == ("微信.txt", "起诉状.txt")


def test_where_the_answer_pleads_it_the_plea_is_quoted() -> None:
    files = extended(SALE, 答辩状=answered("一、欠款拖了这么久，已经过了诉讼时效。", by="柏临市砚北服饰有限公司"))
    result = reviewed(files, filing_date="2027-06-16")
    (finding,) = found(result, "limitation_lapsed")
    assert "答辩状.txt" in finding.documents
    assert result.limitation_pleaded


@pytest.mark.parametrize(
    ("words", "pleaded"),
    [
        ("一、欠款拖了这么久，已经过了诉讼时效。", True),
        ("一、即便欠款属实，也已过了诉讼时效。", True),
        ("一、原告早过了三年才来要。", True),
        ("一、答辩人不主张诉讼时效抗辩。", False),
        ("一、答辩人放弃时效抗辩，同意还款。", False),
        ("一、保证期间已过，请求驳回。", False),
        ("一、请求宽限。", False),
    ],
)
def test_limitation_is_pleaded_only_where_an_answer_raises_it(words: str, pleaded: bool) -> None:
    result = reviewed(extended(SALE, 答辩状=answered(words, by="柏临市砚北服饰有限公司")))
    assert result.limitation_pleaded is pleaded
    assert ("D5" in raised(result)) is pleaded


def test_without_the_plea_the_risk_stays_in_our_list() -> None:
    result = reviewed(without(SALE, "答辩状.txt"), filing_date="2027-06-16")
    assert not result.limitation_pleaded
    assert len(lines(result)) == 4


@pytest.mark.parametrize("photo", ["催款函.jpg", "对账单.jpg", "IMG_0001.jpg"])
def test_while_a_paper_that_may_interrupt_is_unread_an_unpleaded_lapse_is_no_finding(photo: str) -> None:
    files = without(BARE, "答辩状.txt") | {photo: UNREAD}
    assert lapsed(files, filing_date="2026-09-01") == []
    assert lapsed(without(BARE, "答辩状.txt"), filing_date="2026-09-01") != []


TERMLESS = changed(
    changed(
        without(LOAN, "催告函.txt", "快递签收.txt", "答辩状.txt", "银行流水.csv"),
        "借条.txt",
        ("借期一年，于2025年3月9日前还清本金。逾期未还的，仍按年利率12%计息到还清为止。\n", ""),
    ),
    "起诉状.txt",
    ("借期一年、", ""),
    ("，2025年3月9日还清本金", ""),
    ("到期亦未还本", "亦未还本"),
    ("原告于2025年6月2日向韩霁月邮寄催告函，要求其承担保证责任，快递由本人签收。\n", ""),
)


def test_a_loan_without_a_term_starts_no_period_before_somebody_asks() -> None:
    assert reviewed(without(TERMLESS, "微信聊天.txt")).limitation == ()


@pytest.mark.parametrize(
    ("asked", "replied", "start"),
    [
        ("那20万请你在2025年4月30日前还给我", "哦", "2025-04-30"),
        ("那20万请你还给我", "哦", "2025-03-12"),
        ("那20万请你在2025年4月30日前还给我", "那笔欠款我不会还的", "2025-03-12"),
        ("那20万请你在2025年4月30日前还给我", "我不会还的", "2025-03-12"),
        ("那20万请你在2025年4月30日前还给我", "我不会不还的", "2025-04-30"),
    ],
    ids=["time given", "asked", "refused", "refused in few words", "promised"],
)
def test_without_a_term_the_period_starts_with_refusal_or_the_time_that_a_demand_gives(
    asked: str, replied: str, start: str
) -> None:
    files = changed(
        TERMLESS,
        "微信聊天.txt",
        ("，一年就还", ""),
        ("前天就到期了，那20万本金你怎么安排？", asked),
        ("姐再缓缓，年中给你凑", replied),
    )
    assert lines(reviewed(files))[0][0] == start


def test_a_letter_to_the_guarantor_is_no_interruption_against_the_debtor() -> None:
    assert "2025-06-04" not in [start for start, _ends in lines(reviewed(LOAN))]


# --- the guarantee period ---------------------------------------------------------------------------------------

LATE = changed(
    changed(
        changed(LOAN, "催告函.txt", ("2025年6月2日", "2025年10月20日")),
        "快递签收.txt",
        ("2025年6月4日", "2025年10月22日"),
    ),
    "起诉状.txt",
    ("2025年6月2日", "2025年10月20日"),
)
"""The guarantor first asked seven months after the loan fell due."""

SURETY = "韩霁月自愿为上述借款提供连带责任保证"
TO_GUARANTOR = """聊天记录导出
导出设备：闵知秋本人手机（设备留存备查）
对方微信号：hjy_90  备注名：韩霁月  绑定手机：100****6666
我  2025-05-02 10:02:19
霁月，远航没还，你是担保人，请你把20万还了

韩霁月  2025-05-02 11:00:00
我再问问他
"""
EXTENSION = "展期协议\n借款到期日延至2025年9月9日，于2025年9月9日前还清本金。\n{}\n借款人：卓远航\n{}2025年3月1日\n"
UNASKED = changed(
    without(LOAN, "催告函.txt", "快递签收.txt"),
    "起诉状.txt",
    ("原告于2025年6月2日向韩霁月邮寄催告函，要求其承担保证责任，快递由本人签收。\n", ""),
)


def guaranteed(words: str, base: dict[str, str] = LATE) -> dict[str, str]:
    return changed(base, "借条.txt", (SURETY, SURETY + words))


def over(files: dict[str, str]) -> list[Finding]:
    return findings(files, "guarantee_period")


@pytest.mark.parametrize(
    ("files", "ends"),
    [
        (LATE, "2025-09-09"),
        (guaranteed("，保证期间至借款本息还清为止"), "2025-09-09"),
        (guaranteed("，保证期间至全部债务清偿完毕之日止"), "2025-09-09"),
        (guaranteed("，保证期间为借款到期后三个月"), "2025-06-09"),
        (guaranteed("，保证期间为借款到期后6个月"), "2025-09-09"),
        (guaranteed("，保证期间至2025年9月30日止"), "2025-09-30"),
        (UNASKED, "2025-09-09"),
    ],
    ids=["six months", "until paid off", "until all is settled", "three months", "six agreed", "a day", "never asked"],
)
def test_a_guarantor_first_asked_after_the_period_is_found_with_its_end(files: dict[str, str], ends: str) -> None:
    (finding,) = over(files)
    assert finding.expected == ends
    assert finding.documents[0] == "借条.txt"


@pytest.mark.parametrize(
    "files",
    [
        LOAN,
        guaranteed("，保证期间为主债务履行期届满之日起一年"),
        guaranteed("，保证期间两年"),
        guaranteed("，保证期间至2027年3月9日止"),
        guaranteed("，保证期间至借款本息还清为止", LOAN),
        extended(without(LATE, "催告函.txt", "快递签收.txt"), 微信聊天_韩霁月=TO_GUARANTOR),
        extended(LATE, 展期协议=EXTENSION.format("韩霁月继续承担连带责任保证。", "保证人：韩霁月\n")),
        without(UNASKED, "借条.txt") | {"借条.jpg": UNREAD, "催告函.jpg": UNREAD},
        SALE,
    ],
    ids=[
        "in time",
        "a year agreed",
        "two years agreed",
        "until a day agreed",
        "until paid off and asked in time",
        "asked by message in time",
        "extended with the guarantor's consent",
        "letter unread",
        "no guarantor",
    ],
)
def test_a_guarantor_who_was_asked_in_time_is_no_error(files: dict[str, str]) -> None:
    assert over(files) == []


def test_an_extension_without_the_guarantors_consent_leaves_the_period_as_it_was() -> None:
    (finding,) = over(extended(LATE, 展期协议=EXTENSION.format("其他条款不变。", "")))
    assert finding.expected == "2025-09-09"


def test_a_general_guarantor_is_held_only_by_a_suit_within_the_period() -> None:
    files = changed(LOAN, "借条.txt", ("提供连带责任保证", "提供一般保证"), ("连带责任保证人：", "一般保证人："))
    (finding,) = over(changed(files, "起诉状.txt", ("作为连带责任保证人", "作为一般保证人")))
    assert finding.expected == "2025-09-09"


@pytest.mark.parametrize(("day", "count"), [("2025年9月9日", 0), ("2025年9月10日", 1)])
def test_the_last_day_of_the_guarantee_period_is_in_time(day: str, count: int) -> None:
    files = changed(changed(LOAN, "催告函.txt", ("2025年6月2日", day)), "起诉状.txt", ("2025年6月2日", day))
    assert len(over(without(files, "快递签收.txt"))) == count


def test_the_judge_looks_into_the_period_only_where_a_guarantor_is_sued() -> None:
    assert reviewed(LOAN).guarantee_in_play
    assert not reviewed(SALE).guarantee_in_play


def test_the_guarantors_own_plea_is_a_defence_of_the_guarantee() -> None:
    plea = answered("一、保证期间只有六个月，原告没有在六个月内找过答辩人。", by="韩霁月")
    result = reviewed(extended(LATE, 答辩状二=plea))
    assert "baozheng:D1" in raised(result)
    assert "答辩状二.txt" in over(extended(LATE, 答辩状二=plea))[0].documents
    assert not result.limitation_pleaded


def test_a_photographed_iou_leaves_the_guarantee_open() -> None:
    assert reviewed(photographed(LATE, "借条.txt")).guarantee_in_play
