"""``zuno law`` from the outside: what it prints, what it refuses, what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sample_law
from click.testing import CliRunner, Result

from zuno.interfaces.cli import main


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZUNO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["law", *arguments], input=stdin)


def data(*arguments: str, stdin: str | None = None) -> dict[str, Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def imported(home: Path, tmp_path: Path) -> Path:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    assert data("import", str(laws))["versions_added"] == 4
    return home


@pytest.mark.usefixtures("imported")
def test_words_a_file_and_standard_input_are_checked_alike(tmp_path: Path) -> None:
    words = "依照《样例法》第三条、第九条"
    (tmp_path / "起诉状.txt").write_text(words, "utf-8")
    told = [
        data("check", words, "--on", "2024-01-01"),
        data("check", str(tmp_path / "起诉状.txt"), "--on", "2024-01-01"),
        data("check", "-", "--on", "2024-01-01", stdin=words),
    ]
    assert [one.pop("read") for one in told] == [None, {"file": "起诉状.txt", "state": "ready", "reason": None}, None]
    assert told[0] == told[1] == told[2]
    assert [one["status"] for one in told[0]["citations"]] == ["in_force_on_date", "wrong_number"]
    first = told[0]["citations"][0]
    assert {
        "law",
        "article",
        "status",
        "effective",
        "ended",
        "text",
        "start",
        "end",
        "as_written",
        "version",
        "why",
    } <= {*first}
    assert (first["article"], first["effective"], first["ended"]) == (3, "2019-01-01", None)
    assert told[0]["corpus_as_of"] == "2018-10-01"


@pytest.mark.usefixtures("imported")
def test_an_article_is_shown_as_it_stood_that_day() -> None:
    shown = data("show", "样例法", "第三条", "--on", "2012-01-01")
    assert (shown["text"], shown["ended"], len(shown["versions"])) == (sample_law.CARE, "2019-01-01", 2)
    referring = data("show", "样例规定", "1", "--on", "2024-01-01")
    assert [(one["article"], one["now"]) for one in referring["references"]] == [(2, 3)]


@pytest.mark.usefixtures("imported")
def test_search_keeps_to_its_limit() -> None:
    found = data("search", "租用样品的人", "--limit", "2")
    assert len(found["hits"]) == 2
    assert found["hits"][0]["score"] >= found["hits"][1]["score"]


@pytest.mark.usefixtures("imported")
def test_people_are_told_the_same_in_both_languages() -> None:
    for language, word in (("zh", "条号有误"), ("en", "no such article")):
        result = run("check", "《样例法》第九条", "--on", "2024-01-01", "--lang", language)
        assert result.exit_code == 0
        assert word in result.stdout
        assert run("show", "样例规定", "1", "--lang", language).exit_code == 0
        assert run("search", "样品", "--lang", language).exit_code == 0


@pytest.mark.usefixtures("home")
def test_faulty_files_are_told_and_the_rest_is_taken(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    (laws / "zz.jsonl").write_text('{"type": "meta"', "utf-8")
    result = run("import", str(laws))
    assert result.exit_code == 0
    assert "zz.jsonl" in result.stdout


@pytest.mark.usefixtures("imported")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("show", "样例税法", "3"), "law_not_found"),
        (("show", "样例法", "30"), "law_not_found"),
        (("show", "样例法", "前言"), "bad_article"),
        (("import", "nowhere"), "law_folder_not_found"),
    ],
)
def test_refusals_have_their_code_and_say_what_next(arguments: tuple[str, ...], code: str) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code == 2
    error = json.loads(result.stderr)
    assert error["error"] == code
    assert error["next"]


@pytest.mark.usefixtures("home")
def test_a_file_without_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "空.txt").write_bytes(b"")
    result = run("check", str(tmp_path / "空.txt"), "--json")
    assert (result.exit_code, json.loads(result.stderr)["error"]) == (2, "text_not_read")


@pytest.mark.usefixtures("imported")
def test_a_file_that_is_not_there_is_not_taken_for_words() -> None:
    result = run("check", "没有的起诉状.docx", "--json")
    assert (result.exit_code, json.loads(result.stderr)["error"]) == (2, "text_not_read")


@pytest.mark.usefixtures("imported")
def test_a_file_that_was_read_in_part_is_told(tmp_path: Path) -> None:
    (tmp_path / "诉状.txt").write_bytes("依照《样例法》第三条起诉。".encode("gbk") * 50 + b"\xff\n")
    told = data("check", str(tmp_path / "诉状.txt"), "--on", "2024-01-01")
    assert told["read"]["state"] == "partial"
    assert "诉状.txt" in run("check", str(tmp_path / "诉状.txt"), "--lang", "en").stdout


def test_a_damaged_store_is_refused(home: Path) -> None:
    (home / "law").mkdir(parents=True)
    (home / "law" / "laws.sqlite3").write_bytes(b"no database" * 100)
    result = run("check", "《样例法》第三条", "--json")
    assert (result.exit_code, json.loads(result.stderr)["error"]) == (2, "law_store_unreadable")
