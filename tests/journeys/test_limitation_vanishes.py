"""Limitation belongs to the defendant: plead it and the judge asks; leave it out and no judge says the word.

The judge neither raises nor explains limitation unless it is pleaded (时效规定 art. 2). Our own risk list may.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from journey import LOAN, SALE, SHARED_CASES, Run, copy_example, prepare, speeches_of

from conftest import gold_options

PLEA = "四、退一步说，原告的请求早已超过三年诉讼时效，答辩人据此抗辩。"


def rewrite(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Rewrite a Word file's paragraphs, keeping what the change keeps."""
    lines = change([paragraph.text for paragraph in docx.Document(str(path)).paragraphs])
    rewritten = docx.Document()
    for line in lines:
        rewritten.add_paragraph(line)
    rewritten.save(str(path))


def without_plea(lines: list[str]) -> list[str]:
    """Leave out the paragraphs that speak of limitation."""
    kept = [line for line in lines if "时效" not in line]
    assert len(kept) < len(lines)
    return kept


def with_plea(lines: list[str]) -> list[str]:
    """Add the plea before the relief sought."""
    at = next(number for number, line in enumerate(lines) if line.startswith("请求驳回"))
    return [*lines[:at], PLEA, *lines[at:]]


def heard(run: Run) -> list[str]:
    """Return the judge's lines that speak of limitation."""
    assert run.exit_code == 0, run.stderr
    speeches = speeches_of(run.hearing, "judge")
    assert speeches
    return [line for speech in speeches for line in speech.splitlines() if "时效" in line]


def asked(run: Run) -> list[str]:
    """Return the judge's questions about limitation."""
    return [line for line in heard(run) if line.startswith("【问题 ")]


@pytest.fixture(scope="module")
def steel_without_plea(
    tmp_path_factory: pytest.TempPathFactory, gold_case: Callable[[str, str], tuple[dict[str, Any], Run]]
) -> Run:
    gold, _ = gold_case("steel-sale", "defective")
    folder = tmp_path_factory.mktemp("steel")
    source = SHARED_CASES / "steel-sale" / "defective" / "materials"
    for path in source.iterdir():
        (folder / "materials").mkdir(exist_ok=True)
        (folder / "materials" / path.name).write_bytes(path.read_bytes())
    rewrite(folder / "materials" / "答辩状.docx", without_plea)
    return prepare(folder / "materials", folder / "out", *gold_options(gold))


@pytest.mark.parametrize("variant", ["clean", "defective"])
def test_the_judge_asks_about_limitation_where_the_answer_pleads_it(
    gold_case: Callable[[str, str], tuple[dict[str, Any], Run]], variant: str
) -> None:
    assert asked(gold_case("steel-sale", variant)[1])


def test_without_the_plea_the_judge_of_the_same_case_never_says_the_word(steel_without_plea: Run) -> None:
    assert heard(steel_without_plea) == []
    assert steel_without_plea.review["cells"]


def test_without_the_plea_no_issue_and_no_task_of_the_judge_speaks_of_limitation(steel_without_plea: Run) -> None:
    transcript = (steel_without_plea.hearing / "transcript.md").read_text("utf-8")
    headings = [line for line in transcript.splitlines() if line.startswith("## ")]
    assert [line for line in headings if "时效" in line] == []


def test_without_the_plea_our_own_page_still_holds_the_risk_with_every_reading(steel_without_plea: Run) -> None:
    readings = steel_without_plea.review["limitation"]
    own = (steel_without_plea.out / "一页纸.md").read_text("utf-8")
    assert readings
    assert [reading["ends"] for reading in readings if reading["ends"] not in own] == []


@pytest.fixture(scope="module")
def jars_with_plea(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("jars")
    case = copy_example(SALE, folder)
    rewrite(case / "materials" / "答辩状.docx", with_plea)
    return prepare(case, folder / "out")


def test_our_own_example_pleads_no_limitation_and_its_judge_never_says_the_word(
    example: Callable[[str], Run],
) -> None:
    assert heard(example(SALE)) == []
    assert heard(example(LOAN)) == []


def test_the_plea_added_to_our_own_example_makes_the_judge_ask(jars_with_plea: Run) -> None:
    assert asked(jars_with_plea)
    assert jars_with_plea.review["defences"]


def test_a_rewritten_answer_is_read_as_the_original_was(tmp_path: Path, example: Callable[[str], Run]) -> None:
    case = copy_example(SALE, tmp_path)
    rewrite(case / "materials" / "答辩状.docx", list)
    run = prepare(case, tmp_path / "out", "--max-turns", "1")
    marks = {cell["id"]: (cell["mark"], cell["rule"]) for cell in run.review["cells"]}
    assert marks == {cell["id"]: (cell["mark"], cell["rule"]) for cell in example(SALE).review["cells"]}
