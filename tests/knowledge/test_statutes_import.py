"""Import of laws: two layouts, whole files or none, repeated, interrupted, damaged."""

from __future__ import annotations

import json
import sqlite3
from datetime import date
from pathlib import Path

import pytest
import sample_law

from zuno.knowledge.statutes import store
from zuno.knowledge.statutes.corpus import Corpus, open_corpus
from zuno.knowledge.statutes.importing import LawFolderNotFound, NoLawsFound, import_laws


def own(folder: Path) -> Corpus:
    return open_corpus(folder, packaged_laws=False)


def dump(folder: Path) -> list[str]:
    with sqlite3.connect(folder / store.FILE) as db:
        return list(db.iterdump())


def test_an_import_tells_laws_versions_and_articles_and_repeating_it_adds_nothing(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    (laws / "README.txt").write_text("no law", "utf-8")
    first = import_laws(laws, tmp_path / "own")
    assert (first.laws_added, first.versions_added, first.articles_added, first.skipped) == (3, 4, 16, 0)
    assert (first.ignored, first.faulty, first.corpus_as_of) == (1, (), date(2018, 10, 1))
    before = dump(tmp_path / "own")
    second = import_laws(laws, tmp_path / "own")
    assert (second.laws_added, second.versions_added, second.articles_added, second.skipped) == (0, 0, 0, 4)
    assert dump(tmp_path / "own") == before


def test_a_corrected_text_replaces_the_former_one(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    import_laws(laws, tmp_path / "own")
    sample_law.write_jsonl(
        laws / "new.jsonl", sample_law.rows("中华人民共和国样例法", "2018-10-01", "2019-01-01", "有效", ["只有一条。"])
    )
    assert import_laws(laws, tmp_path / "own").versions_updated == 1
    with own(tmp_path / "own") as corpus:
        (law,) = corpus.find("样例法").laws
        assert [len(corpus.articles(edition)) for edition in law.editions] == [5, 1]


def test_front_matter_markdown_keeps_articles_items_and_headings(tmp_path: Path) -> None:
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / "a.md").write_text(sample_law.MARKDOWN, "utf-8")
    report = import_laws(tmp_path / "laws", tmp_path / "own")
    assert (report.versions_added, report.articles_added) == (1, 3)
    with own(tmp_path / "own") as corpus:
        (edition,) = corpus.find("样例法").laws[0].editions
        held = corpus.articles(edition)
    assert (edition.effective, edition.status, edition.source) == (
        date(2019, 1, 1),
        "in_force",
        "https://law.example/sample",
    )
    assert held[2, 0].text.split("\n") == [
        "出借人隐瞒瑕疵的，承担下列责任：",
        "（一）更换样品；",
        "（二）赔偿损失。",
        "造成他人损害的，依照前款处理。",
    ]
    assert held[2, 0].path == ("第一章 总 则", "第一节 责 任")
    assert held[2, 1].text == "租用人不得转租样品。"


def test_the_info_block_layout_is_read_with_the_day_it_tells(tmp_path: Path) -> None:
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / "样例管理办法.md").write_text(sample_law.INFO_BLOCK, "utf-8")
    import_laws(tmp_path / "laws", tmp_path / "own")
    with own(tmp_path / "own") as corpus:
        (edition,) = corpus.find("样例管理办法").laws[0].editions
        assert (edition.published, edition.effective) == (date(2005, 6, 3), date(2005, 8, 1))
        assert corpus.articles(edition)[2, 0].text == "样品由所有人管理。\n所有人可以委托他人管理。"


def test_front_matter_with_windows_line_ends_and_dates_is_read(tmp_path: Path) -> None:
    (tmp_path / "laws").mkdir()
    text = sample_law.MARKDOWN.replace("'2018-10-01'", "2018-10-01").replace("\n", "\r\n")
    (tmp_path / "laws" / "a.md").write_bytes(text.encode())
    assert import_laws(tmp_path / "laws", tmp_path / "own").articles_added == 3


@pytest.mark.parametrize("title", ["[a, b]", "''", "5"])
def test_front_matter_without_a_usable_title_is_faulty(tmp_path: Path, title: str) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    text = sample_law.MARKDOWN.replace("title: 中华人民共和国样例法", f"title: {title}")
    (laws / "a.md").write_text(text, "utf-8")
    assert [fault.file for fault in import_laws(laws, tmp_path / "own").faulty] == ["a.md"]


def test_a_markdown_file_that_is_no_law_is_left_alone(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    (laws / "README.md").write_text("# About\n\nwords", "utf-8")
    (laws / "_index.md").write_text("---\ntitle: Home\n---\nwords", "utf-8")
    report = import_laws(laws, tmp_path / "own")
    assert (report.ignored, report.faulty) == (2, ())


def faulty_files() -> dict[str, tuple[bytes, int]]:
    good = sample_law.rows("样例法", "2018-10-01", "2019-01-01", "有效", ["一。", "二。", "三。"])
    lines = [json.dumps(row, ensure_ascii=False) for row in good]
    return {
        "broken json": ("\n".join([*lines[:2], lines[2][:-3], lines[3]]).encode(), 3),
        "an article is missing": ("\n".join(lines[:3]).encode(), 3),
        "no number": ("\n".join([*lines[:2], '{"type": "article", "text": "二。"}', lines[3]]).encode(), 3),
        "empty text": ("\n".join([*lines[:3], '{"type": "article", "no": 3, "text": " "}']).encode(), 4),
        "no meta line": ("\n".join(lines[1:]).encode(), 1),
        "twice the same article": ("\n".join([*lines[:3], lines[2]]).encode(), 1),
        "not utf-8": ("\n".join(lines).encode("gb18030"), 1),
        "a list": (b"[]\n", 1),
        "empty": (b"", 1),
        "a number that no law has": (
            "\n".join([*lines[:3], lines[3].replace('"no": 3', '"no": 99999999999999999999')]).encode(),
            4,
        ),
        "wrong date": ("\n".join([lines[0].replace("2018-10-01", "2018-13-01"), *lines[1:]]).encode(), 1),
    }


@pytest.mark.parametrize("name", faulty_files())
def test_a_faulty_file_is_named_with_its_line_and_left_out_whole(tmp_path: Path, name: str) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    data, line = faulty_files()[name]
    (laws / "zz.jsonl").write_bytes(data)
    report = import_laws(laws, tmp_path / "own")
    assert [(fault.file, fault.line) for fault in report.faulty] == [("zz.jsonl", line)]
    assert report.versions_added == 4


def test_two_files_of_one_edition_with_other_words_are_told(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    other = sample_law.rows("样例法", "2018-10-01", "2019-01-01", "有效", ["别的文字。"])
    sample_law.write_jsonl(laws / "zz.jsonl", other)
    report = import_laws(laws, tmp_path / "own")
    assert [fault.file for fault in report.faulty] == ["zz.jsonl"]


def test_a_folder_without_laws_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / "a.txt").write_text("words", "utf-8")
    with pytest.raises(NoLawsFound):
        import_laws(tmp_path / "laws", tmp_path / "own")
    with pytest.raises(LawFolderNotFound):
        import_laws(tmp_path / "nowhere", tmp_path / "own")
    assert not (tmp_path / "own").exists()


def test_an_import_that_breaks_off_leaves_the_former_state(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    import_laws(laws, tmp_path / "own")
    before = dump(tmp_path / "own")

    def interrupted():
        one = sample_law.rows("另一样例法", "2020-01-01", None, "有效", ["一。"])
        sample_law.write_jsonl(tmp_path / "more" / "a.jsonl", one)
        import_laws(tmp_path / "more", tmp_path / "scratch")
        with own(tmp_path / "scratch") as corpus:
            (edition,) = corpus.find("另一样例法").laws[0].editions
            articles = tuple(corpus.articles(edition).values())
        yield store.Imported(edition=edition, articles=articles, digest="x")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.write(tmp_path / "own" / store.FILE, interrupted(), [], as_of=None)
    assert dump(tmp_path / "own") == before


def test_a_file_that_is_no_store_is_refused_and_kept(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / store.FILE).write_bytes(b"not a database" * 100)
    with pytest.raises(store.StoreUnreadable):
        import_laws(laws, tmp_path / "own")
    with pytest.raises(store.StoreUnreadable):
        own(tmp_path / "own")
    assert (tmp_path / "own" / store.FILE).read_bytes() == b"not a database" * 100


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    import_laws(laws, tmp_path / "own")
    with sqlite3.connect(tmp_path / "own" / store.FILE) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(store.StoreOutdated):
        own(tmp_path / "own")
    with pytest.raises(store.StoreOutdated):
        import_laws(laws, tmp_path / "own")


def test_the_state_of_the_corpus_is_the_one_told(tmp_path: Path) -> None:
    laws = sample_law.write_sample_laws(tmp_path / "laws")
    assert import_laws(laws, tmp_path / "own", as_of=date(2024, 6, 1)).corpus_as_of == date(2024, 6, 1)
    assert import_laws(laws, tmp_path / "own").corpus_as_of == date(2024, 6, 1)
