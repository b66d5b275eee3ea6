"""What a pack may say beyond acts: the burden on the other side, notices, sums, what does not apply, open law."""

from __future__ import annotations

import pytest
from little_cases import documents

from zuno.casework import marks
from zuno.casework.case_file import parse
from zuno.casework.matter import assemble
from zuno.casework.packs.loading import BadPack, Pack, read_pack
from zuno.casework.records import Cell
from zuno.casework.sources import examine

COMPLAINT = """民事起诉状
原告：温知夏，女，1990年3月2日出生，汉族，住榆川市东浦区竹影路1号，公民身份号码999999199003020021。
被告：榆川市青禾园艺有限公司，住所地榆川市东浦区竹影路9号，统一社会信用代码91999999MA00000XXX。
诉讼请求：
1.判令被告返还押金6,000元；
事实与理由：2024年3月1日双方约定养护服务，原告交了押金，2025年3月2日发函解除，被告不退。
此致
榆川市东浦区人民法院
具状人：温知夏
2025年6月1日
"""
RECEIPT = "收据\n今收到温知夏养护押金人民币6,000元。\n收款人：榆川市青禾园艺有限公司（章）\n2024年3月1日\n"
NOTICE = "解除通知书\n榆川市青禾园艺有限公司：\n现通知贵司解除养护合同，请退还押金。\n通知人：温知夏\n2025年3月2日\n"
POSTED = "邮政快递查询单\n单号：EX99\n2025年3月4日 已签收，签收人：前台\n"
ANSWER = "答辩状\n答辩人：榆川市青禾园艺有限公司\n答辩人不同意退还押金。\n"


def element(**fields: object) -> dict[str, object]:
    base = {
        "id": "X1",
        "fact": "事实",
        "issue": "争点",
        "burden": "主张方",
        "norms": ["民法典#566|恢复原状"],
        "evidence": ["凭证"],
    }
    return base | fields


def pack_of(*elements: dict[str, object], **fields: object) -> Pack:
    claim = {
        "id": "C1",
        "title": "返还押金",
        "match": {"any": ["押金"]},
        "claimant": "client",
        "elements": list(elements),
    }
    head = {"schema": "cause-pack/1", "id": "little", "name": "小案由", "corpus_as_of": "2026-05-16", "claims": [claim]}
    return read_pack(head | fields, "little.yaml")


def judged(item: dict[str, object], complaint: str = COMPLAINT, /, **files: str) -> Cell:
    pack = pack_of(item)
    papers = {"民事起诉状.txt": complaint} | {f"{name}.txt": text for name, text in files.items()}
    matter = assemble(examine(documents(papers)), parse({"our_side": "plaintiff"}), pack)
    return marks.cells(matter, pack)[0]


NOTIFIED = element(proof=[{"notice": ["termination"]}])
SUMMED = element(proof=[{"figure": "claimed", "in": ["receipt", "bank_receipt", "ledger", "statement_of_account"]}])
BORNE = element(
    burden="被告（扣减事由）",
    borne_by="respondent",
    rebuttal=[{"document": ["statement_of_account", "quality_report"], "words": "损坏"}],
)


def test_a_notice_with_postal_proof_has_arrived() -> None:
    assert judged(NOTIFIED, 解除通知书=NOTICE, 快递签收=POSTED).mark == "supported"


def test_a_notice_without_proof_leaves_doubt_and_none_at_all_is_missing() -> None:
    alone = judged(NOTIFIED, 解除通知书=NOTICE)
    assert (alone.mark, alone.rule) == ("doubtful", "no_proof_of_arrival")
    assert judged(NOTIFIED).mark == "missing"


def test_a_notice_that_the_answer_owns_to_has_arrived_and_one_that_it_denies_has_not() -> None:
    owned = ANSWER + "解除通知我司已收到。\n"
    assert judged(NOTIFIED, 解除通知书=NOTICE, 答辩状=owned).mark == "supported"
    assert judged(NOTIFIED, 解除通知书=NOTICE, 答辩状=ANSWER + "我司从未收到解除通知。\n").mark == "doubtful"


def test_a_sum_that_the_other_sides_receipt_states_is_carried() -> None:
    cell = judged(SUMMED, 押金收据=RECEIPT)
    assert cell.mark == "supported"
    assert "6,000" in cell.evidence[0].quote


def test_another_total_in_the_papers_leaves_the_sum_in_doubt() -> None:
    other = "结算单\n应退押金合计：5,200元\n榆川市青禾园艺有限公司（章）\n2025年3月9日\n"
    cell = judged(SUMMED, 结算单=other)
    assert (cell.mark, cell.rule) == ("doubtful", "figure_differs")


def test_what_the_other_side_must_prove_stands_until_it_shows_something() -> None:
    cell = judged(BORNE, 押金收据=RECEIPT)
    assert (cell.mark, cell.rule, cell.burden_side) == ("supported", "burden_not_met", "defendant")
    damage = "检测报告\n经检测，草坪损坏三处。\n检测单位：榆川市测量所（章）\n2025年3月9日\n"
    shown = judged(BORNE, 押金收据=RECEIPT, 检测报告=damage)
    assert (shown.mark, shown.rule) == ("doubtful", "shown_by_the_other_side")


def test_the_burden_stays_where_a_plaintiff_asks_to_owe_nothing() -> None:
    turned = COMPLAINT.replace("判令被告返还押金6,000元", "确认原告无需向被告返还押金6,000元")
    cell = judged(element(proof=[{"act": ["receive_money"], "by": "respondent"}]), turned)
    assert cell.burden_side == "defendant"


@pytest.mark.parametrize(
    ("applies", "mark"),
    [
        ({"party": "company"}, "missing"),
        ({"party": "person"}, "not_applicable"),
        ({"claim": "利息"}, "not_applicable"),
        ({"text": "养护"}, "missing"),
        ({"text": "住宅"}, "not_applicable"),
        ({"unless": "养护"}, "not_applicable"),
    ],
)
def test_an_element_that_does_not_fit_the_case_does_not_apply(applies: dict[str, str], mark: str) -> None:
    assert judged(element(applies=applies, proof=[{"document": ["appraisal"]}])).mark == mark


def test_where_the_papers_raise_an_open_question_what_is_not_carried_is_contested_in_law() -> None:
    clause = "养护服务合同\n甲方：温知夏\n乙方：榆川市青禾园艺有限公司\n甲方无须催告即可解除。\n2024年3月1日\n"
    question = {"words": "无须催告", "why": "约定与法定程序何者优先有争议", "norms": ["民法典#565|通知到达对方时解除"]}
    item = element(proof=[{"notice": ["termination"]}], contested=[question])
    open_law = judged(item, 养护服务合同=clause)
    assert (open_law.mark, open_law.contested_law) == ("contested_law", True)
    assert "无须催告" in open_law.evidence[-1].quote
    assert judged(item, 养护服务合同=clause, 解除通知书=NOTICE, 快递签收=POSTED).mark == "supported"


@pytest.mark.parametrize(
    "broken",
    [
        element(proof=[{"figure": "claimed", "notice": ["termination"]}]),
        element(proof=[{"document": ["receipt"], "word": "押金"}]),
        element(borne_by="court", proof=[{"document": ["receipt"]}]),
        element(),
        element(applies={"colour": "red"}, proof=[{"document": ["receipt"]}]),
    ],
    ids=["two ways", "unknown field", "unknown bearer", "no proof", "unknown condition"],
)
def test_a_pack_that_breaks_the_schema_is_refused_with_its_place(broken: dict[str, object]) -> None:
    with pytest.raises(BadPack) as refused:
        pack_of(broken)
    assert "C1" in str(refused.value.where) or "little.yaml" in str(refused.value.where)


def test_an_act_of_the_pack_is_read_like_those_of_the_lexicon() -> None:
    own = {"hand_back": {"any": ["(?:交还|还回)[^，。；]{0,6}钥匙"]}}
    pack = pack_of(element(proof=[{"act": ["hand_back"], "by": "respondent"}]), acts=own)
    said = ANSWER + "原告确已交还钥匙。\n"
    for words, mark in ((said, "supported"), (ANSWER + "原告没有交还钥匙。\n", "missing")):
        papers = {"民事起诉状.txt": COMPLAINT, "答辩状.txt": words}
        matter = assemble(examine(documents(papers)), parse({"our_side": "plaintiff"}), pack)
        assert marks.cells(matter, pack)[0].mark == mark
