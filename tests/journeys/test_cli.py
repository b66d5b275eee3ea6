"""The command line: what each command says, where it says it, and how it leaves."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from journey import EXAMPLES, LOAN, ROOT, SALE, Run, environment, events_of, fingerprint, prepare, zuno

from zuno import __version__
from zuno.interfaces.cli import main

SKILL = ROOT / "skills" / "moot-court"
SCRIPT = SKILL / "scripts" / "clerk.py"
BOTH = pytest.mark.parametrize("name", [LOAN, SALE])


def _commands(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, found in group.commands.items():
        yield (*above, name), found
        if isinstance(found, click.Group):
            yield from _commands(found, (*above, name))


COMMANDS = {" ".join(names): found for names, found in _commands(main)}


@pytest.fixture(scope="module")
def contract(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A case of one contract and one complaint, quick to prepare."""
    materials = tmp_path_factory.mktemp("contract") / "案件" / "materials"
    materials.mkdir(parents=True)
    for name in ("民事起诉状.docx", "玻璃罐购销合同.pdf"):
        shutil.copy(EXAMPLES / SALE / "materials" / name, materials)
    (materials / "空.txt").write_bytes(b"")
    return materials.parent


# Help ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "clerk"])
def test_every_command_explains_itself_and_each_of_its_options(name: str) -> None:
    exit_code, stdout, stderr = zuno(*name.split(), "--help")
    assert (exit_code, stderr) == (0, "")
    assert (COMMANDS[name].help or "").split("\n")[0][:40] in " ".join(stdout.split())
    options = [option for item in COMMANDS[name].params for option in item.opts if option.startswith("--")]
    assert [option for option in options if option not in stdout] == []


def test_the_program_lists_its_commands_and_its_version() -> None:
    known = {"prepare", "read", "search", "forget", "law", "calc", "bench", "clerk", "debrief", "skill"}
    assert set(main.commands) == known
    listed = zuno("--help")[1]
    assert [name for name in main.commands if name not in listed] == []
    assert __version__ in zuno("--version")[1]


def test_the_clerk_explains_itself_as_the_script_does() -> None:
    through, alone = _clerk("--help"), _script("--help")
    assert through == alone
    assert through[0] == 0
    assert "--run" in through[1]


# Preparing -----------------------------------------------------------------------------------------------------------


@BOTH
def test_an_example_is_prepared_and_everything_is_there(example: Callable[[str], Run], name: str) -> None:
    run = example(name)
    assert run.exit_code == 0, run.stderr
    names = {path.name for path in run.out.iterdir()}
    set_of = (
        "一页纸",
        "要件审查表",
        "漏洞与补强清单",
        "证据补强动作",
        "庭审提纲",
        "质证意见",
        "证据目录",
        "模拟庭审记录",
    )
    assert {f"{title}.{suffix}" for title in set_of for suffix in ("docx", "md")} <= names
    assert {"review.json", "report.html", "hearing"} <= names
    assert [found for found in names if found.startswith("草稿-")]
    assert [found for found in names if found.startswith(".")] == []


@BOTH
def test_json_is_one_object_on_stdout_and_agrees_with_the_review(example: Callable[[str], Run], name: str) -> None:
    run = example(name)
    told = json.loads(run.stdout)
    assert run.stdout.count("\n") == 1
    review = run.review
    assert (told["cause"], told["our_side"]) == (review["cause"], review["our_side"])
    assert sum(told["cells"].values()) == len(review["cells"])
    assert [finding["id"] for finding in told["findings"]] == [finding["id"] for finding in review["findings"]]
    assert told["actions"] == len(review["actions"])
    assert Path(told["report"]).is_file()
    assert told["hearing"]["complete"] is True
    assert told["hearing"]["missing_acts"] == []


@BOTH
def test_the_review_keeps_the_shipped_schema(example: Callable[[str], Run], name: str) -> None:
    schema = json.loads((resources.files("zuno.casework") / "review_schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(example(name).review, schema)
    assert example(name).review["schema_version"] == 1


@BOTH
def test_every_finding_and_every_open_cell_forces_an_action(example: Callable[[str], Run], name: str) -> None:
    review = example(name).review
    cells, findings = ({action[key] for action in review["actions"]} for key in ("cell", "finding"))
    open_cells = {cell["id"] for cell in review["cells"] if cell["mark"] not in ("supported", "not_applicable")}
    of_findings = {cell for item in review["findings"] if item["id"] in findings for cell in item.get("cells", ())}
    assert {item["id"] for item in review["findings"]} <= findings
    assert open_cells <= cells | of_findings


@BOTH
def test_the_hearing_of_an_example_is_whole_closed_and_ends_at_the_head_that_was_printed(
    example: Callable[[str], Run], name: str
) -> None:
    run = example(name)
    head = json.loads(run.stdout)["hearing"]["head"]
    exit_code, stdout, _ = _clerk("--run", run.hearing, "verify")
    verified = json.loads(stdout)
    assert exit_code == 0
    assert verified["head"] == head
    assert verified["events"] == len(events_of(run.hearing)) == head["seq"]
    status = json.loads(_clerk("--run", run.hearing, "status")[1])
    assert (status["phase"], status["pending"]) == ("closed", None)
    assert head["hash"] in (run.hearing / "transcript.md").read_text("utf-8").splitlines()[-1]


@BOTH
def test_the_summary_printed_for_an_example_is_a_receipt_of_its_record(
    example: Callable[[str], Run], name: str, tmp_path: Path
) -> None:
    run = example(name)
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(json.loads(run.stdout)["hearing"]), "utf-8")
    exit_code, stdout, _ = _clerk("--run", run.hearing, "verify", "--receipt", receipt)
    assert exit_code == 0
    assert [item["status"] for item in json.loads(stdout)["receipts"]] == ["included"]


def test_progress_with_counts_goes_to_stderr_and_the_summary_to_stdout(contract: Path, tmp_path: Path) -> None:
    run = prepare(contract, tmp_path / "out", "--lang", "zh")
    for stage in ("读取材料 3/3", "要件审查 1/1", "写出交付物 3/3"):
        assert stage in run.stderr
        assert stage not in run.stdout
    assert re.search(r"模拟庭审 (\d+)/\1\n", run.stderr)
    for line in ("案由：", "立场：", "已读 2 份，部分 0 份，未读 1 份", "未读：空.txt：", "要件：", "报告："):
        assert line in run.stdout
        assert line not in run.stderr


def test_without_an_output_folder_it_writes_beside_the_case(contract: Path, tmp_path: Path) -> None:
    case = Path(shutil.copytree(contract, tmp_path / "案件"))
    before = fingerprint(case)
    assert zuno("prepare", case, "--max-turns", "1")[0] == 0
    assert (tmp_path / "案件-zuno" / "report.html").is_file()
    assert fingerprint(case) == before


def test_the_side_can_be_chosen(contract: Path, tmp_path: Path) -> None:
    runs = [
        prepare(contract, tmp_path / side, "--side", side, "--max-turns", "1") for side in ("plaintiff", "defendant")
    ]
    ours, theirs = (run.review for run in runs)
    assert (ours["our_side"], theirs["our_side"]) == ("plaintiff", "defendant")
    assert [cell["mark"] for cell in ours["cells"]] == [cell["mark"] for cell in theirs["cells"]]
    favours = {(one["favours"], other["favours"]) for one, other in zip(ours["cells"], theirs["cells"], strict=True)}
    assert favours <= {("ours", "theirs"), ("theirs", "ours")}


# Languages -----------------------------------------------------------------------------------------------------------

ENGLISH, CHINESE = "Where: ", "位置："
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize(
    ("options", "env", "expected"),
    [
        (["--lang", "en"], {}, ENGLISH),
        (["--lang", "zh"], {"LANG": "en_US.UTF-8"}, CHINESE),
        ([], {"LANG": "en_GB.UTF-8"}, ENGLISH),
        ([], {"LANG": "zh_CN.UTF-8"}, CHINESE),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, ENGLISH),
        ([], {"LANG": "de_DE.UTF-8"}, CHINESE),
        ([], {}, CHINESE),
    ],
)
@pytest.mark.parametrize("name", ["prepare", "debrief"])
def test_the_language_is_the_options_else_the_environments_else_chinese(
    name: str, options: list[str], env: dict[str, str | None], expected: str
) -> None:
    exit_code, _, stderr = zuno(name, "nowhere", *options, env={"LANG": None, "LC_ALL": None, **env})
    assert exit_code == 2
    assert expected in stderr


@pytest.fixture(scope="module")
def in_english(contract: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return prepare(contract, tmp_path_factory.mktemp("english") / "out", "--lang", "en", "--max-turns", "1")


def test_progress_and_summary_come_in_english_too(in_english: Run) -> None:
    assert "Reading material 3/3" in in_english.stderr
    for line in ("Cause: ", "Side: plaintiff", "Elements: ", "Not read: 空.txt: ", "Report: "):
        assert line in in_english.stdout


def test_deliverables_stay_chinese_whatever_the_language(in_english: Run, contract: Path, tmp_path: Path) -> None:
    chinese = prepare(contract, tmp_path / "out", "--lang", "zh", "--max-turns", "1")
    for name in ("一页纸.md", "要件审查表.md", "review.json"):
        assert (in_english.out / name).read_bytes() == (chinese.out / name).read_bytes(), name


@pytest.mark.parametrize(
    "arguments",
    [
        ["prepare", "nowhere"],
        ["prepare", "{empty}"],
        ["debrief", "nowhere"],
        ["skill", "export", "{taken}"],
    ],
    ids=["missing", "empty", "no-hearing", "taken"],
)
def test_a_refusal_in_english_is_english(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "taken" / "moot-court").mkdir(parents=True)
    places = {"empty": str(tmp_path / "empty"), "taken": str(tmp_path / "taken")}
    exit_code, _, stderr = zuno(*(argument.format(**places) for argument in arguments), "--lang", "en")
    assert exit_code == 2
    assert HAN.findall(stderr) == []


def test_a_summary_in_english_is_english_but_for_what_the_material_says(in_english: Run) -> None:
    lines = [line for line in in_english.stdout.splitlines() if line.startswith(("Cause:", "Note:", "Not read:"))]
    plain = [re.sub(r"《[^》]*》|“[^”]*”|\S+\.\w+|买卖合同纠纷", "", line) for line in lines]
    assert [line for line in plain if HAN.search(line)] == []


# The clerk -----------------------------------------------------------------------------------------------------------


def _clerk(*arguments: str | Path) -> tuple[int, str, str]:
    return zuno("clerk", *arguments)


def _script(*arguments: str | Path) -> tuple[int, str, str]:
    """Run the skill's script in a process of its own."""
    started = [sys.executable, str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(started, capture_output=True, check=False, env=environment())
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ["status"],
        ["verify"],
        ["packet"],
        ["dispatch", "--role", "judge", "--stage", "opening", "--issue", "甲", "--prompt", "乙"],
        ["init", "--case-type", "civil", "--manifest", "nowhere.json"],
        ["no-such-command"],
        [],
    ],
    ids=lambda arguments: " ".join(arguments[:1]) or "nothing",
)
def test_the_clerk_answers_as_the_script_does(example: Callable[[str], Run], arguments: list[str]) -> None:
    given = ("--run", example(SALE).hearing, *arguments)
    assert _clerk(*given) == _script(*given)


def test_the_clerk_keeps_a_record_as_the_script_does(tmp_path: Path) -> None:
    manifest = SKILL / "assets" / "sample" / "materials.json"
    for who, clerk in (("through", _clerk), ("alone", _script)):
        for arguments in (
            ["init", "--case-type", "civil", "--manifest", manifest],
            ["dispatch", "--role", "judge", "--stage", "opening", "--issue", "程序·核对身份", "--prompt", "核对"],
            ["cancel", "--reason", "试一试"],
            ["close", "--incomplete", "--reason", "只试一回合"],
        ):
            exit_code, stdout, stderr = clerk("--run", tmp_path / who, *arguments)
            assert exit_code == 0, stderr
            assert json.loads(stdout)["head"]
    named = ("run_id", "at", "hash", "prev_hash")
    through, alone = (
        [{key: value for key, value in event.items() if key not in named} for event in events_of(tmp_path / who)]
        for who in ("through", "alone")
    )
    assert through == alone


# Debrief -------------------------------------------------------------------------------------------------------------


@BOTH
def test_the_record_of_an_example_is_debriefed_as_complete(example: Callable[[str], Run], name: str) -> None:
    run = example(name)
    exit_code, stdout, stderr = zuno("debrief", run.hearing, "--json")
    told = json.loads(stdout)
    assert (exit_code, stderr) == (0, "")
    assert told["complete"] is True
    assert told["missing_acts"] == []
    head = json.loads(run.stdout)["hearing"]["head"]
    assert (told["head_seq"], told["head_hash"]) == (head["seq"], head["hash"])


def test_a_debrief_is_a_page_to_read_and_can_be_kept(example: Callable[[str], Run], tmp_path: Path) -> None:
    hearing = example(LOAN).hearing
    before = fingerprint(hearing)
    exit_code, page, _ = zuno("debrief", hearing)
    assert exit_code == 0
    assert page.startswith("# 庭审复盘\n")
    assert "不得提交" in page
    exit_code, told, _ = zuno("debrief", hearing, "--out", tmp_path / "复盘")
    assert (exit_code, told.strip()) == (0, str(tmp_path / "复盘" / "庭审复盘.md"))
    assert (tmp_path / "复盘" / "庭审复盘.md").read_text("utf-8").rstrip() == page.rstrip()
    assert fingerprint(hearing) == before


def _missing(folder: Path) -> None:
    folder.rmdir()


def _no_events(folder: Path) -> None:
    (folder / "notes.txt").write_text("not a record", "utf-8")


def _empty_events(folder: Path) -> None:
    (folder / "events").mkdir()


def _foreign_event(folder: Path) -> None:
    (folder / "events").mkdir()
    (folder / "events" / "readme.md").write_text("hello", "utf-8")


def _garbage_event(folder: Path) -> None:
    (folder / "events").mkdir()
    (folder / "events" / "000001.json").write_bytes(b"\xff\x00 not json")


def _folder_for_event(folder: Path) -> None:
    (folder / "events" / "000001.json").mkdir(parents=True)


@pytest.mark.parametrize(
    "spoil", [_missing, _no_events, _empty_events, _foreign_event, _garbage_event, _folder_for_event]
)
def test_a_folder_that_holds_no_record_is_refused(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    folder = tmp_path / "record"
    folder.mkdir()
    spoil(folder)
    exit_code, stdout, stderr = zuno("debrief", folder, "--json")
    assert (exit_code, stdout) == (2, "")
    told = json.loads(stderr)
    assert told["error"]
    assert told["message"]


def test_a_record_that_was_touched_is_refused(example: Callable[[str], Run], tmp_path: Path) -> None:
    hearing = Path(shutil.copytree(example(LOAN).hearing, tmp_path / "hearing"))
    event = next(
        path for path in sorted((hearing / "events").glob("*.json")) if '"type":"speech"' in path.read_text("utf-8")
    )
    event.write_text(event.read_text("utf-8").replace("【", "［", 1), "utf-8")
    exit_code, stdout, stderr = zuno("debrief", hearing, "--json")
    assert (exit_code, stdout) == (2, "")
    assert json.loads(stderr)["error"] == "hearing_damaged"


def test_a_record_that_lost_its_tail_is_told_as_unfinished(example: Callable[[str], Run], tmp_path: Path) -> None:
    hearing = Path(shutil.copytree(example(LOAN).hearing, tmp_path / "hearing"))
    for path in sorted((hearing / "events").glob("*.json"))[40:]:
        path.unlink()
    exit_code, stdout, _ = zuno("debrief", hearing, "--json")
    told = json.loads(stdout)
    assert exit_code == 0
    assert told["complete"] is False
    assert told["missing_acts"]


# The skill -----------------------------------------------------------------------------------------------------------


def test_the_skill_is_exported_whole_once_and_then_refused(tmp_path: Path) -> None:
    exit_code, stdout, stderr = zuno("skill", "export", tmp_path / "skills")
    target = tmp_path / "skills" / "moot-court"
    assert (exit_code, stderr) == (0, "")
    assert str(target) in stdout
    assert fingerprint(target) == _without_caches(fingerprint(SKILL))
    (target / "SKILL.md").write_text("mine", "utf-8")
    exit_code, stdout, stderr = zuno("skill", "export", tmp_path / "skills", "--lang", "zh")
    assert (exit_code, stdout) == (2, "")
    assert str(target) in stderr
    assert "下一步：" in stderr
    assert (target / "SKILL.md").read_text("utf-8") == "mine"


def test_the_exported_clerk_runs_alone(tmp_path: Path, example: Callable[[str], Run]) -> None:
    zuno("skill", "export", tmp_path)
    script = tmp_path / "moot-court" / "scripts" / "clerk.py"
    started: list[Any] = [sys.executable, "-I", script, "--run", example(SALE).hearing, "verify"]
    done = subprocess.run(started, capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["head"] == json.loads(example(SALE).stdout)["hearing"]["head"]


def test_an_export_to_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    exit_code, stdout, stderr = zuno("skill", "export", tmp_path / "file")
    assert (exit_code, stdout) == (2, "")
    assert str(tmp_path / "file") in stderr


def test_a_debrief_into_a_place_that_cannot_be_written_is_refused(
    tmp_path: Path, example: Callable[[str], Run]
) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    exit_code, stdout, stderr = zuno("debrief", example(LOAN).hearing, "--out", tmp_path / "file")
    assert (exit_code, stdout) == (2, "")
    assert str(tmp_path / "file") in stderr


def _without_caches(files: dict[str, str]) -> dict[str, str]:
    return {name: mark for name, mark in files.items() if "__pycache__" not in name}
