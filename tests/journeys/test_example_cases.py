"""The example cases with gold answers: what stands stays quiet, what was planted is found, what is unread is said.

Scored three ways: as the material is, its pictures recognised; with no picture read, as where no recogniser is
installed; and with the true text of each picture in its place, which tells faults of recognition from faults of law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from journey import SHARED_CASES, Run
from scorer import Score, cells_of, dense, lies_in_text, score, unfaithful_quotes

from zuno.application.reading import case_material
from zuno.casework import case_file, review_json
from zuno.casework.review import review
from zuno.hearing.debrief import debrief
from zuno.knowledge import intake
from zuno.knowledge.records import Block, Document, Page

NAMES = ("loan-zhou", "steel-sale")
BOTH = pytest.mark.parametrize("name", NAMES)
EACH = pytest.mark.parametrize(
    ("name", "variant"), [(name, variant) for name in NAMES for variant in ("clean", "defective")]
)
READ_ELSEWHERE = {("loan-zhou", "C2E3")}
"""Cells whose gold quote stands in a picture while a paper that was read says the same.

C2E3 asks on which side of 2020-08-20 the loan was formed. Gold quotes the note's date; a loan between persons is
formed when the money is paid out (民法典679), and the bank record of that day was read.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A case with its gold answer, its review and the texts that the review could read."""

    gold: dict[str, Any]
    review: dict[str, Any]
    texts: dict[str, str]
    score: Score


@pytest.fixture(scope="session")
def as_it_is(
    gold_case: Callable[[str, str], tuple[dict[str, Any], Run]], scoreboard: list[str]
) -> Callable[[str, str], Scored]:
    """Score a case as it was prepared from its material alone."""

    @cache
    def scored(name: str, variant: str) -> Scored:
        gold, run = gold_case(name, variant)
        assert run.exit_code == 0, run.stderr
        told = run.review
        result = score(gold, told)
        scoreboard.append(result.line())
        with case_material(SHARED_CASES / name / variant / "materials", on_progress=_quiet) as material:
            texts = {document.file: document.text for document in material.documents}
        return Scored(gold=gold, review=told, texts=texts, score=result)

    return scored


@pytest.fixture(scope="session")
def unread() -> Callable[[str, str], Scored]:
    """Review a case none of whose pictures was read."""

    @cache
    def scored(name: str, variant: str) -> Scored:
        gold, folder = _gold(name, variant)
        documents = intake.read_case(folder / "materials")
        return _reviewed(gold, documents)

    return scored


@pytest.fixture(scope="session")
def as_if_read(scoreboard: list[str]) -> Callable[[str, str], Scored]:
    """Review a case with the true text of each picture in its place."""

    @cache
    def scored(name: str, variant: str) -> Scored:
        gold, folder = _gold(name, variant)
        documents = [_with_true_text(item, folder / "rendered") for item in intake.read_case(folder / "materials")]
        case = _reviewed(gold, documents)
        scoreboard.append(replace(case.score, name=f"{case.score.name}, true text").line())
        return case

    return scored


def _quiet(stage: str, done: int, total: int, what: str) -> None:
    del stage, done, total, what


def _gold(name: str, variant: str) -> tuple[dict[str, Any], Path]:
    folder = SHARED_CASES / name / variant
    if not folder.is_dir():
        pytest.skip(f"no example case {name}/{variant}")
    return yaml.safe_load((folder / "gold.yaml").read_text("utf-8")), folder


def _reviewed(gold: dict[str, Any], documents: list[Document]) -> Scored:
    settings = {key: gold[key] for key in ("our_side", "filing_date", "private")}
    told = review_json.to_json(review(documents, case_file.parse(settings)))
    texts = {document.file: document.text for document in documents}
    return Scored(gold=gold, review=told, texts=texts, score=score(gold, told))


def _with_true_text(document: Document, rendered: Path) -> Document:
    """Put the true text of a picture in its place; a document that was read stays as it is."""
    path = rendered / f"{document.file.replace('/', '_')}.txt"
    if not path.is_file():
        return document
    text = path.read_text("utf-8")
    blocks: list[Block] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            blocks.append(Block(start=at, end=at + len(line), kind="paragraph", locator=f"¶{number}"))
        at += len(line) + 1
    pages = (Page(number=1, start=0, end=len(text)),)
    read = replace(document, state="ready", reason=None, detail="", flags=("ocr",), unread_pages=())
    return replace(read, text=text, pages=pages, blocks=tuple(blocks))


# As the material is --------------------------------------------------------------------------------------------------


@EACH
def test_every_file_of_a_case_is_read(as_it_is: Callable[[str, str], Scored], name: str, variant: str) -> None:
    documents = as_it_is(name, variant).review["documents"]
    assert {item["file"]: item["reason"] for item in documents if item["state"] != "ready"} == {}


@EACH
def test_every_cell_is_marked_as_the_gold_answer_marks_it(
    as_it_is: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    assert as_it_is(name, variant).score.wrong == ()


@EACH
def test_every_planted_error_is_found_and_no_other(
    as_it_is: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    result = as_it_is(name, variant).score
    assert [planted["code"] for planted in result.missed] == []
    assert [finding["detail"] for finding in result.false] == []


@BOTH
def test_every_finding_gives_the_right_value(as_it_is: Callable[[str, str], Scored], name: str) -> None:
    result = as_it_is(name, "defective").score
    assert result.values
    assert result.values_right == result.values


@EACH
def test_every_finding_quotes_its_documents_word_for_word(
    as_it_is: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    case = as_it_is(name, variant)
    assert unfaithful_quotes(case.review, case.texts) == []
    assert [finding["id"] for finding in case.review["findings"] if not finding["evidence"]] == []


@EACH
def test_every_quote_from_a_page_has_its_place_on_that_page(
    as_it_is: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    review = as_it_is(name, variant).review
    quotes = [quote for row in (*review["cells"], *review["findings"]) for quote in row["evidence"]]
    on_pages = [quote for quote in quotes if quote["file"].lower().endswith((".pdf", ".png", ".jpg"))]
    assert on_pages
    assert [quote for quote in on_pages if not quote["boxes"]] == []
    for quote in on_pages:
        assert quote["boxes"][0]["page"] == quote["page"]
        for place in quote["boxes"]:
            left, top, right, bottom = place["box"]
            assert 0 <= left < right
            assert 0 <= top < bottom


@EACH
def test_the_hearing_of_a_case_is_complete_and_leaves_no_question_open(
    gold_case: Callable[[str, str], tuple[dict[str, Any], Run]], name: str, variant: str
) -> None:
    told = debrief(gold_case(name, variant)[1].hearing, None)
    assert told.complete
    assert told.missing_acts == ()
    assert told.questions
    assert [question.id for question in told.questions if question.ended == "open"] == []


# With no picture read ------------------------------------------------------------------------------------------------


@BOTH
def test_unread_pictures_make_nothing_in_a_clean_case_wrong(unread: Callable[[str, str], Scored], name: str) -> None:
    assert unread(name, "clean").review["findings"] == []


@BOTH
def test_an_error_that_lies_in_text_is_found_though_no_picture_was_read(
    unread: Callable[[str, str], Scored], name: str
) -> None:
    case = unread(name, "defective")
    missed = [planted["code"] for planted in case.score.missed if lies_in_text(planted, case.texts)]
    assert missed == []


def test_what_only_pictures_show_is_told_from_what_lies_in_text(unread: Callable[[str, str], Scored]) -> None:
    hidden = {
        (name, planted["code"])
        for name in NAMES
        for case in [unread(name, "defective")]
        for planted in case.gold["findings"]
        if not lies_in_text(planted, case.texts)
    }
    assert hidden == {("steel-sale", "amount_mismatch"), ("steel-sale", "evidence_form")}


@EACH
def test_a_cell_whose_evidence_is_an_unread_picture_is_doubtful_for_that_reason(
    unread: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    case = unread(name, variant)
    cells = cells_of(case.gold, case.review)
    in_pictures = {cell["element"] for cell in case.gold["cells"] if not _has_text_evidence(case, cell)}
    waiting = {element for element in in_pictures if (name, element) not in READ_ELSEWHERE}
    assert waiting
    marks = {(element, cell["mark"], cell["rule"]) for element in waiting for cell in cells[element]}
    assert marks == {(element, "doubtful", "unread_material") for element in waiting}


@EACH
def test_a_cell_that_is_not_waiting_for_a_picture_is_marked_as_the_gold_answer_marks_it(
    unread: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    assert [fault for fault in unread(name, variant).score.wrong if "unread_material" not in fault] == []


@EACH
def test_a_cell_that_stands_without_its_picture_rests_on_a_paper_that_was_read(
    unread: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    case = unread(name, variant)
    standing = [cell for cell in case.review["cells"] if cell["mark"] == "supported"]
    assert [cell["id"] for cell in standing if not _rests_on_read_papers(case, cell)] == []


def _has_text_evidence(case: Scored, cell: dict[str, Any]) -> bool:
    return any(case.texts.get(item["file"], "").strip() for item in cell["evidence"])


def _rests_on_read_papers(case: Scored, cell: dict[str, Any]) -> bool:
    quotes = cell["evidence"]
    return bool(quotes) and all(dense(quote["quote"]) in dense(case.texts[quote["file"]]) for quote in quotes)


# With the true text of the pictures ----------------------------------------------------------------------------------


@EACH
def test_with_true_text_every_cell_is_marked_as_the_gold_answer_marks_it(
    as_if_read: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    case = as_if_read(name, variant)
    assert case.score.wrong == ()
    assert case.score.cells_right == len(case.gold["cells"])


@EACH
def test_with_true_text_every_planted_error_is_found_and_no_other(
    as_if_read: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    result = as_if_read(name, variant).score
    assert [planted["code"] for planted in result.missed] == []
    assert [finding["detail"] for finding in result.false] == []


@BOTH
def test_with_true_text_every_finding_gives_the_right_value(
    as_if_read: Callable[[str, str], Scored], name: str
) -> None:
    result = as_if_read(name, "defective").score
    assert (result.values_right, result.values) == (result.values, result.values)
    assert result.values


@EACH
def test_with_true_text_quotes_are_still_word_for_word(
    as_if_read: Callable[[str, str], Scored], name: str, variant: str
) -> None:
    case = as_if_read(name, variant)
    assert unfaithful_quotes(case.review, case.texts) == []


# The scorer itself ---------------------------------------------------------------------------------------------------

GOLD = {
    "case": "made-up",
    "variant": "defective",
    "claims": [{"pack_claim": "C1"}, {"pack_claim": "C2"}, {"pack_claim": "C2"}],
    "cells": [
        {"element": "C1E1", "mark": "supported"},
        {"element": "C1E2", "mark": "doubtful", "also_ok": ["missing"]},
        {"element": "C2E1", "mark": "doubtful"},
    ],
    "findings": [
        {"code": "amount_mismatch", "documents": ["诉状", "账"], "expected_value": 276000},
        {"code": "date_conflict", "documents": ["诉状", "流水"], "expected_value": "2024-03-15"},
    ],
    "also_accept_findings": [{"code": "identity_mismatch", "documents": ["诉状"]}],
}


def _review(marks: dict[str, str], findings: list[tuple[str, list[str], str | None]]) -> dict[str, Any]:
    return {
        "claims": [
            {"id": "CL-1", "pack_claim": "C1"},
            {"id": "CL-2", "pack_claim": "C2"},
            {"id": "CL-3", "pack_claim": "C2"},
        ],
        "cells": [
            {"id": cell, "claim": cell.split("/")[0], "element": cell.split("/")[1], "mark": mark, "rule": "made_up"}
            for cell, mark in marks.items()
        ],
        "findings": [{"code": code, "documents": files, "expected": value} for code, files, value in findings],
    }


def test_the_scorer_counts_what_is_right_missed_and_false() -> None:
    marks = {"CL-1/C1E1": "doubtful", "CL-1/C1E2": "missing", "CL-2/C2E1": "doubtful", "CL-3/C2E1": "doubtful"}
    found = [
        ("amount_mismatch", ["账"], "276000.00"),
        ("amount_mismatch", ["诉状"], None),
        ("notice_missing", ["账"], None),
    ]
    result = score(GOLD, _review(marks, found))
    assert (result.found, result.planted, len(result.false)) == (1, 2, 2)
    assert [planted["code"] for planted in result.missed] == ["date_conflict"]
    assert (result.cells_right, result.cells) == (2, 3)
    assert (result.open_right, result.open_cells, result.opened_right, result.opened) == (2, 2, 2, 3)


def test_the_scorer_wants_a_cell_right_for_each_time_that_its_claim_is_pleaded() -> None:
    marks = {"CL-1/C1E1": "supported", "CL-1/C1E2": "doubtful", "CL-2/C2E1": "doubtful", "CL-3/C2E1": "supported"}
    assert score(GOLD, _review(marks, [])).wrong == ("C2E1: supported by made_up, not doubtful",)


def test_the_scorer_takes_one_finding_for_one_error_and_leaves_remarks_in_peace() -> None:
    found: list[tuple[str, list[str], str | None]] = [("identity_mismatch", ["诉状"], None)] * 2
    result = score(GOLD, _review({}, found))
    assert (result.found, result.remarks, len(result.false)) == (0, 1, 1)


def test_the_scorer_gives_nothing_for_a_finding_that_points_everywhere() -> None:
    everywhere = ["诉状", "账", "流水", "借条", "回单"]
    result = score(GOLD, _review({}, [("amount_mismatch", everywhere, "276000")]))
    assert (result.found, len(result.false)) == (0, 1)


@pytest.mark.parametrize(
    ("given", "right"),
    [("276000.00", 1), ("276000", 1), ("300000.00", 0), (None, 0)],
    ids=["cents", "bare", "other", "none"],
)
def test_the_scorer_compares_values_as_figures(given: str | None, right: int) -> None:
    result = score(GOLD, _review({}, [("amount_mismatch", ["诉状"], given)]))
    assert (result.values_right, result.values) == (right, 1)


def test_a_difference_lies_in_text_only_where_the_right_value_was_read() -> None:
    amount, day = GOLD["findings"]
    assert lies_in_text(amount, {"诉状": "借款300,000元", "账": "转账 276,000.00"})
    assert not lies_in_text(amount, {"诉状": "借款300,000元", "账": ""})
    assert lies_in_text(day, {"流水": "2024年3月15日 转账"})
    assert not lies_in_text(day, {"流水": "2024年3月150日"})
