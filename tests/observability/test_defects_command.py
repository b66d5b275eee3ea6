"""``zuno bench defects``: one object for programs, a table and lines for people, refusals with a next step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zuno.interfaces.cli import main
from zuno.observability import publishing
from zuno.observability.content import shipped


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", "defects", *map(str, arguments), "--lang", "en"])


def test_json_holds_what_was_stored() -> None:
    told = json.loads(bench("--causes", "maimai", "--styles", "lawyer", "--n", "1", "--json").stdout)
    assert (told["dataset"]["causes"], told["dataset"]["styles"], told["run"]["n"]) == (["maimai"], ["lawyer"], 1)
    assert {case["defect"] for case in told["result"]["cases"]} == {"clean", "no_receipt"}


def test_the_table_has_all_groups_and_misses_have_their_case() -> None:
    told = bench("--causes", "maimai", "--n", "4", "--misses").stdout
    assert {"all", "cause maimai", "kind omit", "style lawyer"} <= {line.split("  ")[0] for line in told.splitlines()}


@pytest.mark.parametrize("arguments", [("--causes", "nothing"), ("--styles", "nobody")])
def test_an_unknown_part_is_refused_with_those_that_exist(arguments: tuple[str, str]) -> None:
    result = bench(*arguments, "--json")
    assert result.exit_code == 2
    refusal = json.loads(result.stderr)
    assert refusal["error"] == "no_such_content"
    assert ("maimai" in refusal["next"]) or ("lawyer" in refusal["next"])


def test_the_readme_takes_the_last_run_over_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZUNO_HOME", str(tmp_path / "home"))
    for name in publishing.READMES:
        (tmp_path / name).write_text(f"{publishing.BEGIN}\n{publishing.END}\n", "utf-8")
    assert json.loads(bench("--readme", tmp_path, "--json").stderr)["error"] == "no_stored_run"
    bench("--n", "1")
    assert bench("--readme", tmp_path).exit_code == 0
    text = (tmp_path / "README.md").read_text("utf-8")
    assert all(f"cause {cause}" in text for cause in shipped()[0][:1])
