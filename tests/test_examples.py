"""The examples that ship: invented throughout, complete in form, and what was planted in them is found."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from zuno.application.preparing import Options, prepare
from zuno.casework import case_file
from zuno.casework.records import Mark, Review
from zuno.casework.review import review
from zuno.knowledge import intake
from zuno.knowledge.facts import find_numbers
from zuno.knowledge.records import Document

EXAMPLES = Path(__file__).parents[1] / "examples"
SIZE_LIMIT_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """What was put into an example, as examples/README.md tells it."""

    folder: str
    findings: dict[tuple[str, str | None], set[str]]
    """(code, expected) → documents that show it."""
    open_cells: dict[str, set[Mark]]
    """Cells that do not stand, with the marks a careful lawyer could give them; every other cell stands."""
    private_words: tuple[str, ...]
    wrong_number: str = ""


LOAN = Planted(
    folder="loan-tea-house",
    findings={
        ("amount_mismatch", "200000.00"): {"01民事起诉状.docx", "05云岫银行流水_梁素秋.xlsx"},
        ("identity_mismatch", "999999198410025177"): {"01民事起诉状.docx", "04借条.pdf"},
        ("repealed_law", "民法典第675条"): {"01民事起诉状.docx"},
        ("duplicate_or_excess_claim", "13.8%"): {"04借条.pdf", "01民事起诉状.docx"},
    },
    open_cells={
        "CL-1/C1E2": {"doubtful"},
        "CL-1/C1E4": {"doubtful"},
        "CL-2/C2E2": {"doubtful"},
        "CL-4/C4E1": {"missing", "doubtful"},
    },
    private_words=("二十二万", "家里也用了一点", "店员已经下班"),
    wrong_number="999999198410025173",
)
SALE = Planted(
    folder="sale-glass-jars",
    findings={
        ("amount_mismatch", "58000.00"): {"民事起诉状.docx", "催款邮件_往来.eml"},
        ("duplicate_or_excess_claim", "10405.58"): {"民事起诉状.docx"},
        ("authority_of_agent", None): {"授权委托书.docx", "庭前意见_违约金.docx"},
        ("evidence_form", None): {"书面证言_司机屠安国.docx"},
    },
    open_cells={
        "CL-1/C1E2": {"doubtful"},
        "CL-1/C1E3": {"doubtful"},
        "CL-2/C2E2": {"doubtful"},
        "CL-3/C2E2": {"doubtful"},
    },
    private_words=("门卫老荀", "封样罐", "一次付八万"),
)
BOTH = pytest.mark.parametrize("planted", [LOAN, SALE], ids=lambda planted: planted.folder)


@cache
def _documents(folder: str) -> list[Document]:
    return intake.read_case(EXAMPLES / folder)


@cache
def _review(folder: str) -> Review:
    return review(_documents(folder), case_file.read(EXAMPLES / folder))


def test_the_examples_are_small() -> None:
    assert sum(path.stat().st_size for path in EXAMPLES.rglob("*") if path.is_file()) < SIZE_LIMIT_BYTES


@BOTH
def test_an_example_has_ten_files_or_more_and_each_is_read_whole(planted: Planted) -> None:
    files = [path for path in (EXAMPLES / planted.folder / "materials").iterdir() if path.is_file()]
    assert len(files) >= 10
    assert [document.file for document in _documents(planted.folder) if document.state != "ready"] == []


@BOTH
def test_an_example_shows_the_formats_and_charsets_of_practice(planted: Planted) -> None:
    documents = _documents(planted.folder)
    assert {"docx", "pdf", "xlsx", "csv", "txt", "md", "eml", "zip"} <= {document.format for document in documents}
    assert {document.encoding for document in documents if document.format in ("csv", "txt")} >= {"gb18030"}


@BOTH
def test_names_inside_the_zip_are_plain_gbk_as_windows_writes_them(planted: Planted) -> None:
    (archive,) = (EXAMPLES / planted.folder / "materials").glob("*.zip")
    with zipfile.ZipFile(archive) as opened:
        infos = opened.infolist()
    assert all(not info.flag_bits & 0x800 for info in infos)
    assert all(re.search(r"[\u4e00-\u9fff]", info.filename.encode("cp437").decode("gbk")) for info in infos)


@BOTH
def test_every_number_in_an_example_is_an_invented_one(planted: Planted) -> None:
    for document in _documents(planted.folder):
        for fact in find_numbers(document.text):
            if fact.kind == "id_card":
                assert fact.value.startswith("999999"), document.file
                assert fact.valid or fact.value == planted.wrong_number, document.file
            elif fact.kind == "credit_code":
                assert fact.value[2:8] == "999999", document.file
                assert fact.valid, document.file
            elif fact.kind == "phone":
                assert fact.value.startswith("100"), document.file


@BOTH
def test_every_file_that_case_yaml_names_is_there(planted: Planted) -> None:
    settings = case_file.read(EXAMPLES / planted.folder)
    files = [document.file for document in _documents(planted.folder)]
    patterns = (*settings.served, *settings.to_submit, *settings.private)
    assert settings.private
    assert [name for name in patterns if not any(settings.names_file((name,), file) for file in files)] == []


@BOTH
def test_what_was_planted_is_found_at_its_documents(planted: Planted) -> None:
    found = {(finding.code, finding.expected): set(finding.documents) for finding in _review(planted.folder).findings}
    missed = {key: files for key, files in planted.findings.items() if not files <= found.get(key, set())}
    assert missed == {}


@BOTH
def test_nothing_else_is_reported_as_an_error(planted: Planted) -> None:
    found = {(finding.code, finding.expected) for finding in _review(planted.folder).findings}
    assert found - set(planted.findings) == set()


@BOTH
def test_the_cells_stand_as_the_material_lets_them(planted: Planted) -> None:
    cells = _review(planted.folder).cells
    open_now = {cell.id: cell.mark for cell in cells if cell.mark not in ("supported", "not_applicable")}
    assert set(open_now) == set(planted.open_cells)
    assert [cell for cell, mark in open_now.items() if mark not in planted.open_cells[cell]] == []


@BOTH
def test_an_example_is_prepared_whole_and_its_private_words_are_heard_by_nobody(
    planted: Planted, tmp_path: Path
) -> None:
    prepared = prepare(EXAMPLES / planted.folder, tmp_path / "out", Options())
    assert prepared.report.is_file()
    assert prepared.debrief.complete
    assert prepared.debrief.missing_acts == ()
    transcript = (tmp_path / "out" / "hearing" / "transcript.md").read_text("utf-8")
    assert [word for word in planted.private_words if word in transcript] == []
