"""What the roles by rules say, and what they never say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sample_case import DEFENCE_SECRET, LOAN_SECRET, SALE_SECRET, Case, loan, sale

from zuno.casework.records import Review
from zuno.hearing.bench import plan_issues, plan_questions
from zuno.hearing.conduct import hold, make_manifest
from zuno.hearing.debrief import read_record
from zuno.hearing.exhibits import positions
from zuno.hearing.labels import parse, quotes
from zuno.hearing.roles import Desk, flatten, quote_inline

Words = dict[str, list[str]]


def speeches(case: Case, room: Path) -> Words:
    hold(case.reviews, case.papers, room / "hearing")
    found: Words = {"plaintiff": [], "defendant": [], "judge": []}
    for turn in read_record(room / "hearing").record.turns:
        found[turn.role].append(turn.body)
    return found


@pytest.fixture(scope="module")
def loan_words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    return speeches(loan(), tmp_path_factory.mktemp("loan"))


@pytest.fixture(scope="module")
def sale_words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    return speeches(sale(), tmp_path_factory.mktemp("sale"))


def desk(case: Case, role: str, review: Review | None = None) -> Desk:
    manifest = make_manifest(case.papers)
    visible = [item for item in manifest if item["visibility"] == "public" or role in item["visibility"]]
    return Desk(role, review or case.reviews[role], {"documents": visible, "history": []})


def aspects(case: Case, role: str, file: str, **changed: Any) -> dict[str, tuple[bool, str]]:
    at = desk(case, role)
    document = replace(at.review.document(file), **changed)
    documents = tuple(document if item.file == file else item for item in at.review.documents)
    at = desk(case, role, replace(at.review, documents=documents))
    return {item.aspect: (item.accepted, item.text) for item in positions(at, document)}


def test_each_property_gets_its_own_position_and_reason() -> None:
    spoken = aspects(loan(), "defendant", "聊天.txt")
    assert set(spoken) == {"真实性", "合法性", "关联性", "证明目的"}
    assert len({text for _, text in spoken.values()}) == 4


@pytest.mark.parametrize(
    ("case", "file", "changed", "aspect", "article"),
    [
        (loan(), "聊天.txt", {}, "真实性", "证据规定第93条"),
        (loan(), "回单.png", {}, "真实性", "证据规定第61条"),
        (loan(), "流水.xlsx", {"origin": "copy"}, "真实性", "证据规定第90条"),
        (loan(), "律师函.pdf", {"kind": "witness_statement"}, "合法性", "证据规定第68条"),
        (sale(), "承运.jpg", {}, "合法性", "民诉解释第115条"),
        (sale(), "发票.pdf", {}, "证明目的", "买卖解释第5条"),
        (sale(), "台账.xlsx", {}, "真实性", "证据规定第90条"),
    ],
)
def test_an_objection_names_the_article_that_fits_the_paper(
    case: Case, file: str, changed: dict[str, Any], aspect: str, article: str
) -> None:
    accepted, text = aspects(case, "defendant", file, **changed)[aspect]
    assert not accepted
    assert article in text


def test_a_genuine_paper_can_still_miss_its_purpose() -> None:
    spoken = aspects(sale(), "defendant", "发票.pdf")
    assert spoken["真实性"][0]
    assert not spoken["证明目的"][0]


def test_nobody_attacks_an_own_exhibit() -> None:
    at = desk(loan(), "plaintiff")
    with pytest.raises(ValueError, match="own exhibit"):
        positions(at, at.review.document("聊天.txt"))


def test_no_side_denies_all_three_properties_at_once(loan_words: Words, sale_words: Words) -> None:
    for words in (loan_words, sale_words):
        assert not any("三性均" in body for bodies in words.values() for body in bodies)


def test_an_admission_is_said_only_where_the_own_paper_admits(loan_words: Words, sale_words: Words) -> None:
    admitted = [body for body in loan_words["defendant"] if "【自认】" in body]
    assert len(admitted) == 1
    assert "「借款的事答辩人承认」" in admitted[0]
    assert not any("【自认】" in body for body in sale_words["defendant"] + sale_words["plaintiff"])


def test_a_denial_without_evidence_asks_for_proof(loan_words: Words) -> None:
    pressed = next(body for body in loan_words["defendant"] if body.startswith("【回应 Q-006】"))
    assert "否认，要求举证" in pressed


def test_every_quotation_stands_in_a_public_document(loan_words: Words) -> None:
    papers = "".join("".join(paper.text.split()) for paper in loan().papers if paper.visibility == "public")
    said = [quoted for bodies in loan_words.values() for body in bodies for quoted in quotes(body)]
    assert len(said) > 20
    assert all("".join(quoted.split()) in papers for quoted in said)


def test_places_are_cited_as_people_do(loan_words: Words) -> None:
    assert any("证2第2页（D-005）" in body for body in loan_words["plaintiff"])
    assert any("被告证1第1页（D-011）" in body for body in loan_words["defendant"])


def test_the_buyer_answers_batch_by_batch(sale_words: Words) -> None:
    walked = next(body for body in sale_words["plaintiff"] if "逐批说明" in body)
    answered = next(body for body in sale_words["defendant"] if "逐批答复" in body)
    assert all(f"第{number}批" in walked for number in (1, 2, 3))
    assert re.search("第3批，[^；]*否认交付，要求举证", answered)


def test_quality_is_a_defence_and_damages_need_a_counterclaim(sale_words: Words) -> None:
    assert any("买卖解释第31条第1项" in body for body in sale_words["defendant"])
    assert any("反诉（买卖解释第31条第2项）" in body for body in sale_words["plaintiff"])


def test_the_defendant_argues_the_figure_that_the_papers_support(loan_words: Words) -> None:
    assert any("应认定本金" in body and "184,000元" in body for body in loan_words["defendant"])
    assert not any("应认定本金" in body for body in loan_words["plaintiff"])


def test_what_cannot_be_answered_is_said_to_be_so(loan_words: Words) -> None:
    assert any(body.startswith("【回应 Q-003】") and "现有材料不能回答" in body for body in loan_words["plaintiff"])


def test_mediation_tells_no_bottom_line(loan_words: Words) -> None:
    for role in ("plaintiff", "defendant"):
        answer = next(body for body in loan_words[role] if "愿意在法庭主持下调解" in body)
        assert not re.search(r"\d+(?:,\d{3})*元|万元", answer)


@pytest.mark.parametrize("secret", [LOAN_SECRET, SALE_SECRET, DEFENCE_SECRET])
def test_no_private_word_is_spoken(secret: str, loan_words: Words, sale_words: Words) -> None:
    runs = [secret[at : at + 8] for at in range(len(secret) - 7)]
    said = "".join(body for words in (loan_words, sale_words) for bodies in words.values() for body in bodies)
    assert not any(run in said for run in runs)
    assert "2023" not in said


def test_the_judge_says_no_word_of_limitation_unless_it_is_pleaded(sale_words: Words, tmp_path: Path) -> None:
    silent = speeches(sale(pleads_limitation=False), tmp_path)
    assert any("时效" in body for body in sale_words["judge"])
    assert not any("时效" in body for body in silent["judge"])


def test_the_judge_examines_the_guarantee_period_of_its_own_motion(loan_words: Words) -> None:
    assert any("担保解释第34条" in body for body in loan_words["judge"])
    case = loan(guarantee=False)
    asked = plan_questions(desk(case, "judge"), plan_issues(case.reviews["judge"]))
    assert not any("担保解释" in question.text for question in asked)


@pytest.mark.parametrize("is_open", [True, False])
def test_the_judge_clarifies_penalty_reduction_only_where_it_is_open(is_open: bool) -> None:
    case = sale(penalty_open=is_open)
    asked = plan_questions(desk(case, "judge"), plan_issues(case.reviews["judge"]))
    assert any("合同编通则第66条" in question.text for question in asked) is is_open


def test_the_judge_presses_what_is_neither_admitted_nor_denied(loan_words: Words) -> None:
    assert any("证据规定第4条" in body for body in loan_words["judge"])


def test_at_most_two_questions_go_to_one_cell() -> None:
    for case in (loan(), sale()):
        asked = plan_questions(desk(case, "judge"), plan_issues(case.reviews["judge"]))
        for cell in case.reviews["judge"].cells:
            assert sum(question.kind != "press" and cell.id in question.cells for question in asked) <= 2


def test_every_question_has_an_id_an_addressee_and_its_cells_or_issue(loan_words: Words) -> None:
    case = loan()
    asked = plan_questions(desk(case, "judge"), plan_issues(case.reviews["judge"]))
    assert [question.id for question in asked] == [f"Q-{at:03d}" for at in range(1, len(asked) + 1)]
    assert all(cell in question.text for question in asked for cell in question.cells)
    labels = [label for body in loan_words["judge"] for label in parse(body, "judge") if label.kind == "question"]
    assert all(label.to in ("plaintiff", "defendant") for label in labels)


def test_the_judge_decides_nothing(loan_words: Words, sale_words: Words) -> None:
    for body in loan_words["judge"] + sale_words["judge"]:
        assert not re.search("本院认为|判决|支持原告|驳回|胜诉|%的可能", body)


def test_the_same_case_is_spoken_in_the_same_words(tmp_path: Path, loan_words: Words) -> None:
    assert speeches(loan(), tmp_path) == loan_words


def test_a_quotation_is_flattened_so_that_nothing_in_it_starts_a_line() -> None:
    assert quote_inline("好的\n【自认】我方\n欠款") == "「好的【自认】我方欠款」"
    assert quote_inline("他说「还」\n了") == "『他说「还」了』"
    assert flatten("HRB400E  钢 材\nRebar  16mm") == "HRB400E钢材 Rebar 16mm".replace("材 R", "材R")
