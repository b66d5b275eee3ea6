"""The complaint cut into heads of relief, and the pack's claim that each is."""

from __future__ import annotations

from datetime import date

import pytest
from paper import source

from zuno.casework.packs.loading import pack
from zuno.casework.pleadings import default_claims, find_complaints, read_claims, read_complaint

LOAN, SALE = pack("minjian_jiedai"), pack("maimai")


def claims(relief: str, cause: str = "minjian_jiedai") -> list[tuple[str, int | None]]:
    complaint = read_complaint(
        source("complaint", f"民事起诉状\n诉讼请求\n{relief}\n事实与理由\n2024年3月10日借款。\n")
    )
    return [
        (claim.pack_claim, None if claim.amount_fen is None else claim.amount_fen // 100)
        for claim in read_claims(complaint, pack(cause))
    ]


@pytest.mark.parametrize(
    ("relief", "expected"),
    [
        ("一、判令被告归还借款本金200,000元；\n二、诉讼费由被告承担。", [("C1", 200_000)]),
        ("1. 判令被告偿还借款人民币20万元；\n2. 判令被告支付逾期利息8,000元。", [("C1", 200_000), ("C3", 8_000)]),
        ("（一）判令被告返还借款贰拾万元整；（二）判令被告支付借期利息12,000元。", [("C1", 200_000), ("C2", 12_000)]),
        ("判令被告归还借款本金200,000元。", [("C1", 200_000)]),
        ("一、判令被告归还借款本金200,000元及逾期利息24,000元；", [("C1", 200_000), ("C3", 24_000)]),
        ("一、判令被告支付逾期利息24,000元、罚息1,200元和复利300元；", [("C3", 25_500)]),
        ("一、判令被告支付逾期利息24,000元，其中2025年3月前12,000元；", [("C3", 24_000)]),
        (
            "一、判令被告支付逾期利息，以200,000元为基数按年利率12%自2025年3月10日计至清偿之日，暂计至2026年3月9日为24,000元；",
            [("C3", 24_000)],
        ),
        ("一、判令被告支付逾期利息，以200,000元为基数按年利率12%计至实际清偿之日；", [("C3", None)]),
        (
            "一、判令被告归还借款本金200,000元；\n二、判令被告赔礼道歉；\n三、判令被告承担律师费8,000元。",
            [("C1", 200_000)],
        ),
        (
            "一、判令被告归还借款本金200,000元；\n二、判令保证人对上述债务承担连带清偿责任；",
            [("C1", 200_000), ("C5", 200_000)],
        ),
        (
            "一、判令被告归还借款本金200,000元；\n二、判令被告支付借期利息12,000元；\n三、判令保证人对上述第一项债务承担连带清偿责任；",
            [("C1", 200_000), ("C2", 12_000), ("C5", 200_000)],
        ),
        (
            "一、判令被告归还借款本金200,000元；\n二、判令被告支付借期利息12,000元；\n"
            "三、判令被告支付逾期利息8,000元；\n四、判令保证人对第一、三项债务承担连带清偿责任；",
            [("C1", 200_000), ("C2", 12_000), ("C3", 8_000), ("C5", 208_000)],
        ),
        (
            "1. 判令被告归还借款本金200,000元；\n2. 判令被告支付借期利息12,000元；\n"
            "3. 判令被告支付逾期利息8,000元；\n4. 判令保证人对上述第1至2项债务承担连带清偿责任；",
            [("C1", 200_000), ("C2", 12_000), ("C3", 8_000), ("C5", 212_000)],
        ),
    ],
)
def test_the_relief_of_a_loan_is_read_as_claims(relief: str, expected: list[tuple[str, int | None]]) -> None:
    assert claims(relief) == expected


@pytest.mark.parametrize(
    ("relief", "expected"),
    [
        ("一、判令被告支付面料货款140,000元；\n二、判令被告支付违约金16,912元；", [("C1", 140_000), ("C2", 16_912)]),
        ("一、判令被告支付货款140,000元及逾期付款违约金16,912元；", [("C1", 140_000), ("C2", 16_912)]),
        ("一、判令被告返还货款30,000元；", [("C4", 30_000)]),
        ("一、判令被告赔偿质量问题造成的损失30,000元；", [("C3", 30_000)]),
        ("一、判令被告支付尾款140,000元；", [("C1", 140_000)]),
    ],
)
def test_the_relief_of_a_sale_is_read_as_claims(relief: str, expected: list[tuple[str, int | None]]) -> None:
    assert claims(relief, "maimai") == expected


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("以上合计236,000元。", 236_000),
        ("以上金额暂合计236,000元。", 236_000),
        ("（以上暂计236,000元）", 236_000),
        ("各项合计人民币236,000元", 236_000),
        ("", None),
    ],
)
def test_the_total_is_told_from_the_last_head(line: str, total: int | None) -> None:
    complaint = read_complaint(
        source(
            "complaint",
            f"民事起诉状\n诉讼请求\n一、判令被告归还借款本金200,000元；\n二、判令被告支付逾期利息36,000元。\n{line}\n事实与理由\n略。\n",
        )
    )
    assert (complaint.total[0] // 100 if complaint.total else None) == total
    assert [claim.amount_fen for claim in read_claims(complaint, LOAN)] == [20_000_000, 3_600_000]


def test_court_cause_and_day_of_a_complaint_are_read() -> None:
    complaint = read_complaint(
        source(
            "complaint",
            "民事起诉状\n案由：民间借贷纠纷\n诉讼请求\n一、判令被告归还借款200,000元。\n事实与理由\n2024年3月10日借款。\n"
            "此致\n榆川市东浦区人民法院\n具状人：闵知秋\n2026年3月16日\n",
        )
    )
    assert (complaint.cause, complaint.court) == ("民间借贷纠纷", "榆川市东浦区人民法院")
    assert complaint.signed_on == date(2026, 3, 16)


def test_costs_are_relief_and_no_claim() -> None:
    complaint = read_complaint(
        source(
            "complaint", "诉讼请求\n一、判令被告承担律师费8,000元；\n二、判令被告归还借款本金1,000元；\n事实与理由\n"
        )
    )
    assert [item.costs for item in complaint.relief] == [True, False]


def test_a_claim_is_quoted_verbatim_from_the_complaint() -> None:
    paper = source("complaint", "民事起诉状\n诉讼请求\n一、判令被告支付\n面料货款140,000元；\n事实与理由\n略\n")
    (claim,) = read_claims(read_complaint(paper), SALE)
    assert claim.quote is not None
    assert paper.text[claim.quote.start : claim.quote.end] == claim.quote.quote
    assert claim.text == "判令被告支付面料货款140,000元"


def test_without_a_complaint_the_first_claim_of_the_pack_is_reviewed_without_a_sum() -> None:
    assert [(claim.id, claim.pack_claim, claim.amount_fen) for claim in default_claims(SALE)] == [("CL-1", "C1", None)]


def test_a_counterclaim_is_no_complaint() -> None:
    sources = [source("complaint", "民事起诉状"), source("counterclaim", "民事反诉状"), source("complaint", " ")]
    assert [item.text for item in find_complaints(sources)] == ["民事起诉状"]


@pytest.mark.parametrize("heading", ["因民间借贷纠纷，要求：", "因借款一事，现请求法院判令："])
def test_a_sentence_that_ends_in_a_request_heads_the_relief(heading: str) -> None:
    relief = "一、被告把借款20万元还我；\n二、诉讼费他出。\n一共20万元。\n"
    text = f"民事诉状\n我叫闵知秋。\n{heading}\n{relief}说明：\n2024年3月10日借的。\n"
    complaint = read_complaint(source("complaint", text))
    assert [claim.amount_fen for claim in read_claims(complaint, LOAN)] == [20_000_000]
    assert complaint.total is not None


def test_the_price_of_a_day_is_not_the_sum_asked() -> None:
    (claim,) = claims("三、判令被告支付违约金，一天110元，先算51天，计5,610元；", "maimai")
    assert claim[1] == 5_610


@pytest.mark.parametrize(
    ("relief", "expected"),
    [
        ("一、判令被告赔偿医疗费28,417.3元、护理费7,500元，以上共计35,917.3元；", [("C1", 35_917)]),
        ("一、赔偿医疗费1万元、误工费5,000元，精神抚慰金3,000元；", [("C1", 15_000), ("C2", 3_000)]),
        ("一、赔偿医疗费8,000元、护理费2,000元；", [("C1", 10_000)]),
        ("一、赔偿医疗费、误工费、鉴定费等各项损失共计52,000元；", [("C1", 52_000)]),
        (
            "1.医疗费：☑主张 金额 ４１，２８６元\n2.精神损害抚慰金：☑主张 5,000元\n3.车损：☑主张 2,600元",
            [("C1", 41_286), ("C2", 5_000), ("C3", 2_600)],
        ),
    ],
)
def test_the_relief_of_an_accident_is_read_as_claims(relief: str, expected: list[tuple[str, int | None]]) -> None:
    assert claims(relief, "jiaotong") == expected


def test_two_heads_of_one_claim_with_one_sum_are_one_claim() -> None:
    assert claims("一、判令被告对借款本金350,000元及利息承担连带保证责任；", "baozheng") == [("C1", 350_000)]


def test_a_price_of_works_and_the_interest_on_it_are_two_claims() -> None:
    assert claims("1、判令被告支付工程款520,000元及利息8,000元；", "jiangong") == [("C1", 520_000), ("C3", 8_000)]


@pytest.mark.parametrize(
    ("relief", "expected"),
    [
        ("1. 拖欠工资　是☑ 明细：8,000元　否☐\n2. 加班费　是☐　否☑", [("C4", 8_000)]),
        ("1. 拖欠工资　☑是 明细：8,000元　□否\n2. 经济补偿　□是 ☑否", [("C4", 8_000)]),
        ("1. 拖欠工资　有□ 无√\n2. 解除劳动合同经济补偿　有√ 明细：9,000元 无□", [("C3", 9_000)]),
    ],
)
def test_a_head_whose_box_was_not_ticked_is_not_asked_for(relief: str, expected: list[tuple[str, int | None]]) -> None:
    assert claims(relief, "laodong") == expected


def test_heads_of_labour_and_divorce_meet_their_claims() -> None:
    assert claims(
        "一、支付违法解除赔偿金5万元；\n二、支付2024年5月工资6000元；\n三、支付二倍工资差额3万元；\n四、支付代通知金8000元。",
        "laodong",
    ) == [("C1", 50_000), ("C4", 6_000), ("C5", 30_000), ("C3", 8_000)]
    assert claims(
        "1、我要跟他离婚；\n2、孩子归我，每月给抚养费1500块；\n3、县城那套房子一人一半；\n4、外债6万元由男方还。",
        "lihun",
    ) == [("C1", None), ("C2", 1_500), ("C3", None), ("C4", 60_000)]
