"""The seeded-defect benchmark: what is named counts, what is missed or invented shows, and all of it repeats."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tiny_content

from zuno import config
from zuno.observability import store
from zuno.observability.benchmark import KeepFolderInUse, Plan, measure_defects
from zuno.observability.content import BadContent, NoSuchContent, load, made
from zuno.observability.records import Evaluation, Outcome


def quiet(stage: str, done: int, total: int, what: str) -> None:
    del stage, done, total, what


def measured(**plan: Any) -> Evaluation:
    return measure_defects(Plan(**plan), on_progress=quiet)


def case_of(evaluation: Evaluation, defect: str) -> Outcome:
    return next(item for item in evaluation.result.cases if item.defect == defect)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_content.write(tmp_path_factory.mktemp("content"))


@pytest.fixture(scope="module")
def evaluation(tiny: Path) -> Evaluation:
    return measured(root=tiny)


def test_a_gap_and_an_error_that_are_named_count_as_found(evaluation: Evaluation) -> None:
    assert case_of(evaluation, "no_contract").gaps_found == 1
    assert case_of(evaluation, "old_law").findings_found == 1
    assert evaluation.result.total.finding_recall.value == 1


def test_a_gap_that_nobody_can_see_lowers_the_recall_and_is_listed(evaluation: Evaluation) -> None:
    missed = case_of(evaluation, "nothing_changes")
    assert (missed.gaps_planted, missed.gaps_found) == (1, 0)
    assert "gap C1E1 missing" in missed.missed[0]
    rate = evaluation.result.total.gap_recall
    assert (rate.part, rate.whole, rate.value) == (1, 2, 0.5)


def test_an_error_that_was_not_planted_lowers_the_precision(evaluation: Evaluation, tmp_path: Path) -> None:
    wrong = measured(root=tiny_content.write(tmp_path, law=tiny_content.REPEALED_LAW))
    assert evaluation.result.total.finding_precision.value == 1
    assert evaluation.result.total.false_findings_per_clean == 0
    # Found in all three defective cases; planted in one.
    rate = wrong.result.total.finding_precision
    assert (rate.part, rate.whole) == (1, 3)
    assert wrong.result.total.false_findings_per_clean == 1
    assert "repealed_law" in case_of(wrong, "clean").false[0]


def test_a_cell_that_the_defect_may_touch_is_neither_right_nor_wrong(evaluation: Evaluation) -> None:
    assert case_of(evaluation, "no_contract").gaps_false == 0


def test_the_same_plan_gives_the_same_result_in_one_process_and_in_two(evaluation: Evaluation, tiny: Path) -> None:
    assert measured(root=tiny, jobs=2).result == evaluation.result


def test_the_version_of_the_data_follows_from_the_content(evaluation: Evaluation, tmp_path: Path) -> None:
    again = measured(root=tiny_content.write(tmp_path / "same"), n=1)
    other = measured(root=tiny_content.write(tmp_path / "other", law=tiny_content.REPEALED_LAW), n=1)
    assert again.dataset.version == evaluation.dataset.version
    assert other.dataset.version != evaluation.dataset.version


def test_a_defective_case_has_the_persons_of_its_clean_copy_and_another_seed_has_others(tiny: Path) -> None:
    content = load("maimai", tiny)
    clean, defective, other = (
        {paper.key: paper.text for paper in made(content, "clerk", 0, seed, defect).papers}
        for seed, defect in ((1, None), (1, content.defects["no_contract"]), (2, None))
    )
    assert clean["complaint"] == defective["complaint"]
    assert "contract" not in defective
    assert clean["complaint"] != other["complaint"]


def test_cases_are_spread_evenly_over_styles_and_defects() -> None:
    cases = [item for item in measured(causes=("maimai",), n=10).result.cases if item.kind != "clean"]
    styles, defects = (Counter(getattr(item, field) for item in cases) for field in ("style", "defect"))
    assert len(cases) == 10
    assert max(styles.values()) - min(styles.values()) <= 1
    assert set(defects.values()) == {1}


def test_a_run_is_stored_with_seed_version_and_code_and_is_found_again(tiny: Path) -> None:
    evaluation = measured(root=tiny, seed=5)
    told = store.latest(("maimai",), ("clerk",))
    assert (told["run"]["seed"], told["run"]["n"]) == (5, 3)
    assert told["run"]["dataset"] == told["dataset"]["version"]
    assert told["run"]["code"] == config.code_digest()[:16]
    assert told == json.loads(json.dumps(store.as_json(evaluation)))
    assert list((config.home() / "evaluations").glob("*.new")) == []


def test_no_run_over_other_causes_is_taken_for_a_whole_one() -> None:
    with pytest.raises(store.NoStoredRun):
        store.latest(("maimai", "nothing"), ("clerk",))


def test_kept_cases_lie_in_the_folder_with_their_right_answer(tiny: Path, tmp_path: Path) -> None:
    measured(root=tiny, keep=tmp_path / "kept", n=1)
    case = tmp_path / "kept" / "maimai" / "clerk" / "0" / "no_contract"
    assert [path.name for path in (case / "materials").iterdir()] == ["起诉状.txt"]
    assert json.loads((case / "expected.json").read_text("utf-8"))["planted"] == ["C1E1"]
    with pytest.raises(KeepFolderInUse):
        measured(root=tiny, keep=tmp_path / "kept", n=1)


def test_a_case_that_is_refused_misses_its_cause_and_all_that_was_planted(tmp_path: Path) -> None:
    root = tiny_content.write(tmp_path)
    style = root / "maimai" / "clerk.txt"
    style.write_text("=== complaint | 便条.txt\n明天买菜\n=== contract | 歌词.txt\n啦啦啦\n", "utf-8")
    told = measured(root=root)
    assert told.result.total.cause.part == 0
    assert told.result.total.gap_recall.part == 0
    assert case_of(told, "old_law").findings_found == 0


def test_unknown_causes_and_styles_are_refused() -> None:
    with pytest.raises(NoSuchContent):
        measured(causes=("nothing",))
    with pytest.raises(NoSuchContent):
        measured(causes=("maimai",), styles=("nobody",))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: omit", "kind: sloppy"),
        ("[missing]", "[lost]"),
        ("omit: [contract]", "omit: [receipt]"),
        ("sum: between(20, 60)", "sum: betwen(20, 60)"),
        ("also_ok: [C1E4]", "also_ok: [C9E9]"),
        ("filed: months", "sued: months"),
        ("documents: [complaint]", "documents: [letter]"),
        ("what: 没有合同", "why: 没有合同"),
    ],
)
def test_a_mistake_in_a_content_file_is_refused(old: str, new: str, tmp_path: Path) -> None:
    path = tiny_content.write(tmp_path) / "maimai" / "cause.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadContent):
        measured(root=tmp_path)
