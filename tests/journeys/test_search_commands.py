"""Searching a case from the command line, and what is left of it afterwards."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from journey import ROOT, zuno

from zuno import config
from zuno.knowledge.ocr.store import PageStore

SHARED_RETRIEVAL = ROOT.parent / "shared" / "retrieval"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZUNO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    materials = tmp_path / "案件" / "materials"
    materials.mkdir(parents=True)
    (materials / "借条.txt").write_text("借条\n今借到梁某人民币12,345.00元，月息一分。", "utf-8")
    (materials / "备忘.md").write_text("内部备忘（仅供律师）\n底线是一万元，勿外传。", "utf-8")
    (materials / "空.txt").write_bytes(b"")
    return materials.parent


def search(case: Path, query: str, *options: str) -> dict[str, Any]:
    exit_code, stdout, stderr = zuno("search", case, query, "--json", *options)
    assert exit_code == 0, stderr
    return json.loads(stdout)


def files(told: dict[str, Any]) -> list[str]:
    return [result["file"] for result in told["results"]]


def test_a_quote_is_found_with_its_place_and_what_was_not_searched_is_told(case: Path) -> None:
    told = search(case, "借款12345元")
    best = told["results"][0]
    assert (best["file"], best["page"], best["layer"], best["boxes"]) == ("借条.txt", 1, "native", None)
    assert [best["quote"][start:end] for start, end in best["matched"]] == ["12,345.00"]
    assert [(row["file"], row["reason"]) for row in told["not_searched"]] == [("空.txt", "empty")]


def test_words_for_people_name_file_and_page_on_stdout_and_the_unread_on_stderr(case: Path) -> None:
    exit_code, stdout, stderr = zuno("search", case, "月息", "--lang", "en")
    assert exit_code == 0
    assert "借条.txt, page 1" in stdout
    assert "月息一分" in stdout
    assert "空.txt" in stderr
    assert "空.txt" not in stdout


def test_a_note_to_the_lawyer_is_hidden_from_the_public_without_being_named(case: Path) -> None:
    assert files(search(case, "底线一万元"))[0] == "备忘.md"
    assert "备忘" not in json.dumps(search(case, "底线一万元", "--as", "public"), ensure_ascii=False)


def test_a_file_named_private_is_hidden_from_the_public_read_or_not(case: Path) -> None:
    told = search(case, "借条", "--as", "public", "--private", "借条*", "--private", "空*")
    assert (told["results"], told["not_searched"]) == ([], [])
    (case / "case.yaml").write_text("private: [借条.txt]\n", "utf-8")
    assert files(search(case, "借条", "--as", "public")) == []
    assert files(search(case, "借条")) == ["借条.txt"]


def test_a_private_name_that_fits_no_file_is_told(case: Path) -> None:
    assert "备忘录.md" in zuno("search", case, "借条", "--private", "备忘录.md")[2]


def test_files_added_changed_and_taken_away_count_at_once(case: Path, home: Path) -> None:
    assert search(case, "借条")["generation"] == search(case, "月息")["generation"]
    (case / "materials" / "收条.txt").write_text("今收到玻璃罐。", "utf-8")
    assert files(search(case, "玻璃罐")) == ["收条.txt"]
    (case / "materials" / "收条.txt").write_text("今收到陶土盆。", "utf-8")
    assert files(search(case, "陶土盆")) == ["收条.txt"]
    (case / "materials" / "收条.txt").unlink()
    assert files(search(case, "陶土盆")) == []
    assert "陶土盆".encode() not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_case_without_any_text_is_searched_and_says_what_was_not_read(case: Path) -> None:
    for name in ("借条.txt", "备忘.md"):
        (case / "materials" / name).unlink()
    told = search(case, "借条")
    assert (files(told), [row["file"] for row in told["not_searched"]]) == ([], ["空.txt"])


def test_the_limit_is_kept(case: Path) -> None:
    assert len(files(search(case, "元", "--limit", "1"))) == 1


def test_forgetting_erases_every_word_and_name_even_when_the_folder_is_gone(case: Path, home: Path) -> None:
    search(case, "借条")
    case.rename(case.with_name("移走"))
    for _ in range(2):
        assert zuno("forget", case)[0] == 0
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert [(path.name, path.stat().st_size) for path in kept] == [("lock", 0)]


def test_forgetting_a_case_that_was_never_searched_keeps_nothing(case: Path, home: Path) -> None:
    told = json.loads(zuno("forget", case, "--json")[1])
    assert told == {"forgotten": str(case)}
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_forgetting_one_case_leaves_the_others(case: Path, home: Path) -> None:
    other = case.with_name("另案")
    (other / "materials").mkdir(parents=True)
    (other / "materials" / "信.txt").write_text("另案的信", "utf-8")
    search(case, "借条")
    search(other, "信")
    zuno("forget", case)
    left = b"".join(path.read_bytes() for path in home.rglob("texts/*"))
    assert "另案的信".encode() in left
    assert "借条".encode() not in left


def test_what_was_recognised_goes_with_the_file_and_with_the_case(case: Path, home: Path) -> None:
    def recognised(name: str) -> Path:
        digest = hashlib.sha256((case / "materials" / name).read_bytes()).hexdigest()
        PageStore(home).save(digest, "1", {"words": "今借到"})
        return home / "ocr" / digest[:2] / digest

    first = recognised("借条.txt")
    search(case, "借条")
    (case / "materials" / "借条.txt").write_text("收条\n今收到货款一万元。", "utf-8")
    second = recognised("借条.txt")
    search(case, "收条")
    assert (first.exists(), second.exists()) == (False, True)
    assert zuno("forget", case)[0] == 0
    assert not second.exists()


def test_a_case_that_is_not_there_is_refused_and_nothing_is_kept(tmp_path: Path, home: Path) -> None:
    exit_code, _, stderr = zuno("search", tmp_path / "无", "借条", "--json")
    assert exit_code == 2
    assert json.loads(stderr)["error"] == "case_not_found"
    assert not (home / "matters").exists()


def test_a_kept_text_that_was_changed_is_not_quoted_and_forgetting_mends_it(case: Path, home: Path) -> None:
    search(case, "借条")
    for path in home.rglob("texts/*"):
        path.write_bytes(path.read_bytes().replace(b"12,345", b"92,345"))
    exit_code, stdout, stderr = zuno("search", case, "借条", "--json")
    assert (exit_code, stdout) == (2, "")
    assert json.loads(stderr.splitlines()[-1])["error"] == "index_damaged"
    zuno("forget", case)
    assert "12,345" in search(case, "12345")["results"][0]["quote"]


@pytest.mark.skipif(os.name != "posix", reason="owners are told otherwise there")
def test_only_the_owner_may_look_into_what_is_kept(case: Path) -> None:
    search(case, "借条")
    (kept,) = (config.home() / "matters").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


# Measuring -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    folder = tmp_path / "judged"
    folder.mkdir()
    rows = [
        {"id": number, "law": "甲法", "article": f"第{number}条", "text": text}
        for number, text in enumerate(("借款应当归还", "违约金过高可以减少", "玻璃"), start=1)
    ]
    with gzip.open(folder / "corpus.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "a.queries.tsv").write_text("q1\t违约金\nq2\t第3条 归还借款\nq3\t无人评过\n", "utf-8")
    (folder / "a.qrels").write_text("q1 0 2 1\nq2 0 1 1\nq2 0 9 1\n", "utf-8")
    return folder


def test_the_measurement_tells_every_figure_of_every_set(judged: Path) -> None:
    exit_code, stdout, _ = zuno("bench", "retrieval", judged, "--json")
    assert exit_code == 0
    (row,) = json.loads(stdout).values()
    names = "ndcg@10 mrr@10 recall@10 recall@100 p50_ms p95_ms vs_bare index_mb index_s"
    assert set(row) == set(names.split())
    assert (row["mrr@10"], row["recall@10"], row["recall@100"]) == (1.0, 0.75, 0.75)
    assert row["ndcg@10"] == pytest.approx((1 + 1 / (1 + 1 / 1.58496)) / 2, abs=1e-3)


@pytest.mark.parametrize("fault", ["no folder", "no qrels", "bad grade", "cut corpus", "nothing judged"])
def test_data_that_cannot_be_measured_on_is_refused(judged: Path, fault: str) -> None:
    if fault == "no qrels":
        (judged / "a.qrels").unlink()
    elif fault == "bad grade":
        (judged / "a.qrels").write_text("q1 0 2 gut\n")
    elif fault == "cut corpus":
        (judged / "corpus.jsonl.gz").write_bytes((judged / "corpus.jsonl.gz").read_bytes()[:-20])
    elif fault == "nothing judged":
        (judged / "a.qrels").write_text("")
    folder = judged / "nirgends" if fault == "no folder" else judged
    exit_code, _, stderr = zuno("bench", "retrieval", folder, "--json")
    assert exit_code == 2
    assert json.loads(stderr.splitlines()[-1])["error"] == "bench_data_unusable"


def test_questions_of_lay_people_find_their_articles_as_well_as_measured(tmp_path: Path) -> None:
    if not SHARED_RETRIEVAL.is_dir():
        pytest.skip("no shared retrieval data")
    for name in ("corpus.jsonl.gz", "stard_dev.queries.tsv", "stard_dev.qrels"):
        (tmp_path / name).symlink_to(SHARED_RETRIEVAL / name)
    exit_code, stdout, _ = zuno("bench", "retrieval", tmp_path)
    assert exit_code == 0
    told = {key: float(value) for key, value in re.findall(r"([\w@]+) ([\d.]+)", stdout)}
    assert told["ndcg@10"] > 0.36
    assert told["recall@100"] > 0.66
    assert told["index_mb"] < 20
