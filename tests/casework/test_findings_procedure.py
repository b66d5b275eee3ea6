"""Steps that come before a suit: what was asked in arbitration, the days after an award, suing again."""

from __future__ import annotations

import pytest
from invented_packs import LABOUR, LABOUR_PACK, element, found_in, pack_of
from little_cases import changed, extended, photographed, without

from zuno.casework.records import Finding

LEAVE = "\n4. 支付未休年休假工资2,400元。"


def new(files: dict[str, str]) -> list[Finding]:
    return found_in(files, LABOUR_PACK, "procedure_precondition")


def left_out(*swaps: tuple[str, str], files: dict[str, str] = LABOUR) -> dict[str, str]:
    return changed(files, "仲裁申请书.txt", *swaps)


WITHOUT_LEAVE = changed(left_out((LEAVE, "")), "仲裁裁决书.txt", ("；四、支付未休年休假工资2,400元", ""))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (WITHOUT_LEAVE, "2400.00"),
        (without(WITHOUT_LEAVE, "仲裁裁决书.txt"), "2400.00"),
        (without(WITHOUT_LEAVE, "仲裁申请书.txt"), "2400.00"),
        (
            changed(
                WITHOUT_LEAVE,
                "仲裁裁决书.txt",
                ("有据。", "有据。申请人庭后提及年休假，因未列入仲裁请求，本委不予处理。"),
            ),
            "2400.00",
        ),
        (
            changed(
                WITHOUT_LEAVE,
                "起诉状.txt",
                (
                    "3. 被告支付休息日加班费3,000元；\n4. 被告支付未休年休假工资2,400元。",
                    "3. 加班费3,000元、年休假工资2,400元。",
                ),
            ),
            "2400.00",
        ),
    ],
    ids=["both papers", "application alone", "award alone", "mentioned in passing", "one head for two sums"],
)
def test_a_head_that_was_not_asked_in_arbitration_is_found_with_its_sum(files: dict[str, str], expected: str) -> None:
    (finding,) = new(files)
    assert (finding.documents[0], finding.expected) == ("起诉状.txt", expected)


@pytest.mark.parametrize(
    "files",
    [
        LABOUR,
        changed(LABOUR, "起诉状.txt", ("年休假工资2,400元", "年休假工资2,800元")),
        photographed(WITHOUT_LEAVE, "仲裁裁决书.txt"),
        changed(LABOUR, "起诉状.txt", ("4. 被告支付未休年休假工资2,400元。", "4. 诉讼费由被告承担。")),
        changed(
            LABOUR,
            "起诉状.txt",
            ("1. 被告支付违法解除劳动合同赔偿金60,000元；", "1. 被告支付经济补偿30,000元；"),
        ),
        extended(
            WITHOUT_LEAVE,
            增加仲裁请求申请书="增加仲裁请求申请书\n申请人：岳小满。\n被申请人：舒州云檐食品有限公司。\n仲裁请求\n1. 支付未休年休假工资2,400元。\n此致\n舒州市劳动人事争议仲裁委员会\n申请人：岳小满\n2026年3月10日\n",
        ),
        without(LABOUR, "仲裁申请书.txt", "仲裁裁决书.txt"),
    ],
    ids=[
        "all asked",
        "another sum",
        "award unread",
        "costs",
        "the alternative for one dismissal",
        "asked later",
        "arbitration told by the complaint",
    ],
)
def test_what_was_asked_or_hangs_together_with_it_is_no_error(files: dict[str, str]) -> None:
    assert new(files) == []


TOLD = "原告于2026年2月24日申请仲裁，2026年5月6日收到裁决书，不服裁决。"
NO_ARBITRATION = changed(without(LABOUR, "仲裁申请书.txt", "仲裁裁决书.txt"), "起诉状.txt", (TOLD, "故起诉。"))


def test_a_suit_without_any_arbitration_is_found_unless_it_rests_on_an_acknowledged_wage_debt() -> None:
    assert len(new(NO_ARBITRATION)) == 1
    assert (
        new(
            extended(
                NO_ARBITRATION,
                欠条="欠条\n今欠岳小满工资5,200元。\n欠款人：舒州云檐食品有限公司（盖章）\n2026年1月20日\n",
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("filed", "expected"),
    [
        ("2026年5月18日", []),
        ("2026年5月21日", []),
        ("2026年5月22日", ["2026-05-21"]),
        ("2026年6月30日", ["2026-05-21"]),
    ],
)
def test_the_suit_must_follow_the_award_in_its_days(filed: str, expected: list[str]) -> None:
    found = new(changed(LABOUR, "起诉状.txt", ("2026年5月18日", filed)))
    assert [finding.expected for finding in found] == expected


@pytest.mark.parametrize(
    "words",
    ["2026年5月6日仲裁委作出裁决书", "2026年5月6日收到裁决书，后于2026年6月20日再次收到裁决书补正"],
)
def test_a_day_that_is_not_that_of_receipt_starts_nothing(words: str) -> None:
    files = changed(LABOUR, "起诉状.txt", ("2026年5月6日收到裁决书", words), ("2026年5月18日", "2026年6月30日"))
    assert new(files) == []


DIVORCE_PACK = pack_of(f"""
id: lihun_lizi
name: 离婚纠纷
sides: {{one: [男方], other: [女方]}}
jurisdiction: {{norms: ["民诉法#22|被告住所地"], places: [defendant], agreement: false}}
refile:
  papers: [judgment]
  words: '不准予?[^。；]{{0,16}}离婚|驳回[^。；]{{0,20}}离婚'
  months: 6
  unless: '新(?:的)?(?:情况|理由)'
  norms: ["民诉法#127|六个月内又起诉的"]
claims:
  - {{id: C1, title: 离婚, claimant: one, match: {{any: ['离婚']}}, elements: [{element("C1E1", "marriage")}]}}
""")
DIVORCE = {
    "起诉状.txt": """民事起诉状
原告：宁采薇，女，1988年3月3日出生，住青泽县城关镇柳堤路3号。
被告：房子衡，男，1986年9月9日出生，住青泽县城关镇柳堤路3号。
案由：离婚纠纷
诉讼请求：
1. 判令原、被告离婚。
事实与理由：
双方长期分居，感情破裂。
此致
青泽县人民法院
具状人：宁采薇
2026年3月1日
""",
    "民事判决书.txt": """青泽县人民法院
民事判决书
（2025）云0999民初1234号
原告：宁采薇，女，住青泽县城关镇柳堤路3号。
被告：房子衡，男，住青泽县城关镇柳堤路3号。
本院认为，双方感情尚未破裂。
判决如下：不准予原告宁采薇与被告房子衡离婚。
审判员 祝一
二〇二五年十一月十日
""",
}


def again(*swaps: tuple[str, str], file: str = "起诉状.txt") -> list[str | None]:
    return [f.expected for f in found_in(changed(DIVORCE, file, *swaps), DIVORCE_PACK, "procedure_precondition")]


def test_a_plaintiff_who_sues_again_within_the_months_is_found() -> None:
    assert again() == ["2026-05-10"]


@pytest.mark.parametrize(
    ("file", "swap"),
    [
        ("起诉状.txt", ("2026年3月1日", "2026年6月1日")),
        ("起诉状.txt", ("感情破裂。", "感情破裂；判决后被告又动手打人，属新情况、新理由。")),
        ("民事判决书.txt", ("原告：宁采薇，女", "原告：房子衡，男")),
        ("民事判决书.txt", ("不准予原告宁采薇与被告房子衡离婚", "准予原告宁采薇与被告房子衡离婚")),
    ],
    ids=["later", "new facts", "the other one had sued", "another outcome"],
)
def test_who_waits_has_new_facts_or_had_not_sued_is_no_error(file: str, swap: tuple[str, str]) -> None:
    assert again(swap, file=file) == []
