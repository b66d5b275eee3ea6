"""Which cause the case is: as named, as pleaded, as the papers look; or a refusal that says what there is."""

from __future__ import annotations

import pytest
from little_cases import LOAN, SALE, changed, reviewed

from zuno.casework.detection import UnknownCause
from zuno.casework.packs.loading import packs
from zuno.errors import NotFound

PACKS = ("民间借贷纠纷", "买卖合同纠纷")
UNNAMED_LOAN = changed(LOAN, "起诉状.txt", ("案由：民间借贷纠纷\n", ""))
UNNAMED_SALE = changed(SALE, "起诉状.txt", ("案由：买卖合同纠纷\n", ""))


@pytest.mark.parametrize(("files", "cause"), [(LOAN, "minjian_jiedai"), (SALE, "maimai")])
def test_the_cause_that_the_complaint_names_is_taken(files: dict[str, str], cause: str) -> None:
    result = reviewed(files)
    assert result.cause == cause
    assert result.cause_name in result.cause_why


@pytest.mark.parametrize(("files", "cause"), [(UNNAMED_LOAN, "minjian_jiedai"), (UNNAMED_SALE, "maimai")])
def test_else_the_papers_tell_and_the_runner_up_is_named(files: dict[str, str], cause: str) -> None:
    result = reviewed(files)
    assert result.cause == cause
    assert any(item.name in result.cause_why for item in packs() if item.id != cause)


@pytest.mark.parametrize("word", ["maimai", "买卖合同纠纷"])
def test_what_the_person_names_wins_over_the_complaint(word: str) -> None:
    assert reviewed(LOAN, named=word).cause == "maimai"
    assert reviewed(LOAN, cause=word).cause == "maimai"


def test_the_command_line_wins_over_the_case_file() -> None:
    assert reviewed(LOAN, cause="maimai", named="minjian_jiedai").cause == "minjian_jiedai"


def test_a_cause_without_a_pack_is_refused_with_those_that_exist() -> None:
    with pytest.raises(NotFound) as refused:
        reviewed(LOAN, named="海上保险合同纠纷")
    assert all(name in (refused.value.next_step or "") for name in PACKS)


@pytest.mark.parametrize(
    "files",
    [{"说明.txt": "今天天气很好，我们去了植物园。"}, {"内部备忘.txt": LOAN["内部备忘.txt"]}],
    ids=["nothing", "a private note alone"],
)
def test_where_nothing_fits_the_refusal_names_the_packs_and_the_option(files: dict[str, str]) -> None:
    with pytest.raises(UnknownCause) as refused:
        reviewed(files)
    assert all(name in (refused.value.next_step or "") for name in PACKS)
    assert "--cause" in (refused.value.next_step or "")
    assert refused.value.code == "unknown_cause"


@pytest.mark.parametrize(
    ("pleaded", "frame"),
    [
        ("保险合同纠纷", "generic_contract"),
        ("名誉权纠纷", "generic_tort"),
        ("产品责任纠纷", "generic_tort"),
        ("不当得利纠纷", "generic_restitution"),
    ],
)
def test_a_cause_without_a_pack_gets_a_frame_that_says_so_and_never_another_pack(pleaded: str, frame: str) -> None:
    result = reviewed(changed(SALE, "起诉状.txt", ("案由：买卖合同纠纷", f"案由：{pleaded}")))
    assert result.cause == frame
    assert "一般要件" in result.cause_name
    assert any(pleaded in warning for warning in result.warnings)
    assert all(cell.element.startswith("G") for cell in result.cells)


def test_a_name_of_a_whole_family_leaves_the_choice_to_the_papers() -> None:
    assert reviewed(changed(SALE, "起诉状.txt", ("案由：买卖合同纠纷", "案由：合同纠纷"))).cause == "maimai"


def test_a_pleaded_cause_that_the_papers_do_not_look_like_is_taken_and_doubted() -> None:
    result = reviewed(changed(SALE, "起诉状.txt", ("案由：买卖合同纠纷", "案由：民间借贷纠纷")))
    assert result.cause == "minjian_jiedai"
    assert any("买卖合同纠纷" in warning and "核对案由" in warning for warning in result.warnings)


def test_a_private_note_does_not_decide_the_cause() -> None:
    note = "内部备忘\n温律师：\n" + "借条、借款合同、年利率12%，今借到二十万元。\n" * 5
    assert reviewed(UNNAMED_SALE | {"内部备忘.txt": note}).cause == "maimai"


def test_a_cause_in_brackets_below_the_title_is_told_without_them() -> None:
    text = LOAN["起诉状.txt"].replace("民事起诉状", "民事起诉状\n（民间借贷纠纷）").replace("案由：民间借贷纠纷\n", "")
    assert "“民间借贷纠纷”" in reviewed({**LOAN, "起诉状.txt": text}).cause_why
