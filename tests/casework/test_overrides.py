"""A person's marks: kept through every run, shown as theirs, refused where they cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from little_cases import LOAN, SALE, cell, reviewed, reviewed_anew, without

from zuno.casework.overrides import BadOverrides, Override, read

WEAK = without(SALE, "送货单二.txt", "对账单.txt", "微信.txt", "答辩状.txt")
PROVEN = Override(cell="CL-1/C1E2", mark="supported", reason="司机已到庭作证", name="温如是")


def saved(folder: Path, text: str) -> Path:
    path = folder / "overrides.yaml"
    path.write_text(text, "utf-8")
    return path


def test_an_edit_is_read(tmp_path: Path) -> None:
    path = saved(tmp_path, "- {cell: CL-1/C1E2, mark: supported, reason: 司机已到庭作证, name: 温如是}\n")
    assert read(path) == (PROVEN,)


@pytest.mark.parametrize("text", ["", "# 无\n"])
def test_an_empty_file_holds_no_edit(tmp_path: Path, text: str) -> None:
    assert read(saved(tmp_path, text)) == ()


def test_an_absent_file_holds_no_edit(tmp_path: Path) -> None:
    assert read(tmp_path / "overrides.yaml") == ()


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("- {cell: CL-1/C1E2, mark: supported, name: 温如是}\n", "第1项", "reason"),
        ("- {cell: CL-1/C1E2, mark: supported, reason: '  ', name: 温如是}\n", "第1项", "reason"),
        ("- {cell: CL-1/C1E2, mark: supported, reason: 司机到庭}\n", "第1项", "name"),
        (
            "- {cell: A, mark: missing, reason: 无, name: 温如是}\n- {cell: B, mark: 有据, reason: 有, name: 温如是}\n",
            "第2项",
            "有据",
        ),
        ("- CL-1/C1E2\n", "第1项", "cell"),
        ("cell: CL-1/C1E2\n", "overrides.yaml", "列表"),
        ("- {cell: [\n", "overrides.yaml", ""),
    ],
    ids=["no reason", "blank reason", "no name", "unknown mark", "no fields", "no list", "no YAML"],
)
def test_a_malformed_edit_is_refused_at_its_place_with_what_to_do(
    tmp_path: Path, text: str, place: str, said: str
) -> None:
    with pytest.raises(BadOverrides) as refused:
        read(saved(tmp_path, text))
    assert place in (refused.value.where or "")
    assert said in str(refused.value)
    assert refused.value.next_step
    assert refused.value.code == "bad_overrides"


def test_an_edit_stands_with_name_reason_and_what_the_rules_had_said() -> None:
    before = cell(reviewed(WEAK), "C1E2")
    after = cell(reviewed(WEAK, edits=(PROVEN,)), "C1E2")
    assert (before.mark, before.rule) == ("doubtful", "batch_without_receipt")
    assert (after.mark, after.rule, after.rule_mark) == ("supported", "human_override", "doubtful")
    assert (after.set_by, after.reason) == ("温如是", "司机已到庭作证")
    assert all(part in after.why for part in ("温如是", "司机已到庭作证", "doubtful", before.why))
    assert after.evidence == before.evidence


def test_an_edit_survives_another_run_and_new_material() -> None:
    again = cell(reviewed_anew(WEAK, edits=(PROVEN,)), "C1E2")
    more = cell(reviewed(without(SALE, "答辩状.txt"), edits=(PROVEN,)), "C1E2")
    assert again == cell(reviewed(WEAK, edits=(PROVEN,)), "C1E2")
    assert (more.set_by, more.rule_mark) == ("温如是", "supported")


def test_only_the_cell_named_and_what_rests_on_it_change() -> None:
    before, after = reviewed(WEAK), reviewed(WEAK, edits=(PROVEN,))
    changed = {item.id for item, other in zip(before.cells, after.cells, strict=True) if item.mark != other.mark}
    assert "CL-1/C1E2" in changed
    assert all(item.rule == "rests_on_C1E2" for item in before.cells if item.id in changed - {"CL-1/C1E2"})


def test_what_rests_on_a_cell_that_a_person_settled_is_settled_too() -> None:
    assert cell(reviewed(WEAK, edits=(PROVEN,)), "C2E2").mark == "supported"


@pytest.mark.parametrize(
    ("mark", "favours", "action"),
    [
        ("supported", "ours", False),
        ("missing", "theirs", True),
        ("rebutted", "theirs", True),
        ("not_applicable", "ours", False),
    ],
)
def test_actions_and_favour_follow_the_mark_of_the_person(mark: str, favours: str, action: bool) -> None:
    edit = Override(cell="CL-1/C1E1", mark=mark, reason="当事人说明", name="温如是")  # type: ignore[arg-type]
    result = reviewed(LOAN, edits=(edit,))
    assert cell(result, "C1E1").favours == favours
    assert any(item.cell == "CL-1/C1E1" for item in result.actions) is action


def test_a_point_of_law_set_by_a_person_is_shown_as_contested() -> None:
    edit = Override(cell="CL-1/C1E1", mark="contested_law", reason="两种裁判口径", name="温如是")
    judged = cell(reviewed(LOAN, edits=(edit,)), "C1E1")
    assert judged.contested_law
    assert judged.issue is not None


def test_an_edit_of_a_cell_that_no_longer_exists_is_kept_and_said() -> None:
    edit = Override(cell="CL-9/C9E9", mark="supported", reason="旧请求", name="温如是")
    result = reviewed(LOAN, edits=(edit,))
    assert any("CL-9/C9E9" in notice and "温如是" in notice for notice in result.notices)
    assert result.cells == reviewed(LOAN).cells


def test_the_defendants_favour_turns_with_the_side() -> None:
    result = reviewed(WEAK, edits=(PROVEN,), our_side="defendant")
    assert cell(result, "C1E2").favours == "theirs"
