"""``case.yaml``: what is accepted, and how a wrong field is refused."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from zuno.casework.case_file import BadCaseFile, CaseFile, parse, read
from zuno.errors import Invalid

WHOLE = """title: 闵知秋诉卓远航
cause: minjian_jiedai
our_side: 原告
filing_date: 2026-03-16
court: 榆川市东浦区人民法院
case_no: （2026）云0901民初77号
hearing_date: 2026-05-12
evidence_deadline: 2026-04-30
procedure: simplified
agents:
  - {name: 温如是, authority: 特别授权}
people: {证据: 董一帆}
served: [答辩状.docx]
to_submit: ["证据/*"]
private: [内部备忘.docx]
"""
EXPECTED = CaseFile(
    title="闵知秋诉卓远航",
    cause="minjian_jiedai",
    our_side="plaintiff",
    filing_date=date(2026, 3, 16),
    court="榆川市东浦区人民法院",
    case_no="（2026）云0901民初77号",
    hearing_date=date(2026, 5, 12),
    evidence_deadline=date(2026, 4, 30),
    procedure="simplified",
    agents=(("温如是", "特别授权"),),
    people=(("证据", "董一帆"),),
    served=("答辩状.docx",),
    to_submit=("证据/*",),
    private=("内部备忘.docx",),
)


def saved(folder: Path, text: str, name: str = "case.yaml") -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder


def test_every_field_is_read(tmp_path: Path) -> None:
    assert read(saved(tmp_path, WHOLE)) == EXPECTED


@pytest.mark.parametrize("field", [item.name for item in fields(CaseFile)])
def test_no_field_is_left_at_its_default_by_that_file(field: str) -> None:
    assert getattr(EXPECTED, field) != getattr(CaseFile(), field)


@pytest.mark.parametrize("text", ["", "# 空\n", "---\n"])
def test_an_empty_file_says_nothing(tmp_path: Path, text: str) -> None:
    assert read(saved(tmp_path, text)) == CaseFile()


def test_an_absent_file_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path) == CaseFile()


def test_the_short_ending_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    assert read(saved(tmp_path, "\ufeffcourt: 榆川市东浦区人民法院\n", "case.yml")).court == "榆川市东浦区人民法院"


@pytest.mark.parametrize(("word", "side"), [("plaintiff", "plaintiff"), ("被告", "defendant"), (None, None)])
def test_a_side_is_named_in_either_language(word: str | None, side: str | None) -> None:
    assert parse({"our_side": word}).our_side == side


def test_a_number_where_a_text_is_meant_is_taken_as_text() -> None:
    assert parse({"case_no": 77}).case_no == "77"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"judge": "白"}, "case.yaml"),
        ({"filing_date": "2026年3月"}, "case.yaml:filing_date"),
        ({"hearing_date": "2026-02-30"}, "case.yaml:hearing_date"),
        ({"evidence_deadline": ["2026-04-30"]}, "case.yaml:evidence_deadline"),
        ({"procedure": "快审"}, "case.yaml:procedure"),
        ({"title": ["闵知秋"]}, "case.yaml:title"),
        ({"court": {"name": "榆川"}}, "case.yaml:court"),
        ({"served": "答辩状.docx"}, "case.yaml:served"),
        ({"to_submit": [1]}, "case.yaml:to_submit"),
        ({"private": {"备忘": True}}, "case.yaml:private"),
        ({"agents": "温如是"}, "case.yaml:agents"),
    ],
)
def test_a_wrong_field_is_refused_at_its_place_with_what_to_do(data: dict[str, Any], place: str) -> None:
    with pytest.raises(BadCaseFile) as refused:
        parse(data)
    assert refused.value.where == place
    assert refused.value.next_step
    assert refused.value.code == "bad_case_file"
    assert isinstance(refused.value, Invalid)


@pytest.mark.parametrize(("data", "place"), [({"our_side": "原告方"}, "our_side"), ({"people": ["董一帆"]}, "people")])
def test_a_wrong_side_or_list_of_people_is_refused_at_its_place(data: dict[str, Any], place: str) -> None:
    with pytest.raises(BadCaseFile) as refused:
        parse(data)
    assert refused.value.where == f"case.yaml:{place}"


@pytest.mark.parametrize("data", [{"our_side": "原告方"}, {"people": ["董一帆"]}])
def test_a_wrong_side_or_list_of_people_is_refused_with_what_to_do(data: dict[str, Any]) -> None:
    with pytest.raises(BadCaseFile) as refused:
        parse(data)
    assert refused.value.next_step


@pytest.mark.parametrize("data", [{"agents": ["温如是"]}, {1: "闵知秋"}, {"our_side": ["plaintiff"]}])
def test_a_field_of_an_unforeseen_shape_is_refused_too(data: dict[Any, Any]) -> None:
    with pytest.raises(BadCaseFile):
        parse(data)


def test_a_day_with_an_hour_is_a_day() -> None:
    hearing = parse({"hearing_date": datetime(2026, 5, 12, 9, 30)}).hearing_date  # noqa: DTZ001 - as YAML gives it
    assert hearing == date(2026, 5, 12)


def test_the_known_fields_are_listed_where_one_is_unknown() -> None:
    with pytest.raises(BadCaseFile) as refused:
        parse({"filing_data": "2026-03-16"})
    assert "filing_data" in str(refused.value)
    assert "filing_date" in (refused.value.next_step or "")


@pytest.mark.parametrize("text", ["- 一个列表\n", "our_side: [plaintiff\n", "只是一句话\n"])
def test_what_is_no_mapping_is_refused_with_its_path(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadCaseFile) as refused:
        read(saved(tmp_path, text))
    assert str(tmp_path) in (refused.value.where or "")
    assert refused.value.next_step


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_bytes("court: 榆川市东浦区人民法院".encode("gb18030"))
    with pytest.raises(BadCaseFile):
        read(tmp_path)


@pytest.mark.parametrize(
    ("pattern", "file", "named"),
    [
        ("备忘.docx", "备忘.docx", True),
        ("备忘.docx", "内部/备忘.docx", True),
        ("*备忘*", "（内部）原告备忘.docx", True),
        ("材料.zip", "材料.zip!备忘.docx", True),
        ("备忘.docx", "材料.zip!备忘.docx", True),
        ("备忘.docx", "备忘.docx.bak", False),
        ("备忘.docx", "内部/备忘.docx!图1.png", True),
        ("备忘.docx", "材料.zip!内部/备忘.docx!图1.png", True),
        ("*备忘*", "材料.zip!原告备忘.docx!嵌入文件1.xlsx", True),
        ("材料.zip!备忘.docx", "材料.zip!备忘.docx!图1.png", True),
        ("备忘.docx", "材料.zip!合同.docx!图1.png", False),
        ("内部/*", "内部/备忘.docx", True),
        ("备忘", "备忘.docx", False),
    ],
)
def test_a_file_is_named_by_name_glob_archive_or_member(pattern: str, file: str, named: bool) -> None:
    assert CaseFile().names_file((pattern,), file) is named
