"""Search in a matter: generations that switch whole, quotes that hold, and nobody sees what is not theirs."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import search_driver
from search_driver import entries_of, entry

from zuno.knowledge.records import Box, Doubt, Line, Page
from zuno.knowledge.search.fusion import EmbeddingsUnavailable
from zuno.knowledge.search.generation import (
    Entry,
    ErasureIncomplete,
    GenerationStore,
    IndexBusy,
    IndexUnsound,
)
from zuno.knowledge.search.retrieval import IndexDamaged, NotIndexed, search

DRIVER = Path(search_driver.__file__)


@pytest.fixture
def store(tmp_path: Path) -> GenerationStore:
    return GenerationStore(tmp_path / "store", "案1", lock_wait_s=0.2)


def found(store: GenerationStore, query: str, viewer: str = "ours") -> list[str]:
    answer = search(store.current, query, viewer="ours" if viewer == "ours" else "public")
    return [result.lineage.file for result in answer.results]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# Results --------------------------------------------------------------------------------------------------------------


def test_a_result_leads_down_to_version_layer_page_and_place(store: GenerationStore) -> None:
    text = "第一页的话。\n第二页：逾期付款的，按日万分之五支付违约金。"
    made = entry("合同.pdf", text)
    pages = (
        Page(number=1, start=0, end=6, label="i"),
        Page(number=2, start=7, end=len(text), label="ii", layer="ocr"),
    )
    store.build([replace(made, document=replace(made.document, pages=pages))])
    (best, *_) = search(store.current, "违约金", viewer="ours").results
    lineage = best.lineage
    assert (lineage.file, lineage.sha256) == ("合同.pdf", made.document.sha256)
    assert (lineage.page, lineage.label, lineage.layer) == (2, "ii", "ocr")
    assert text[lineage.start : lineage.end] == best.quote == text[7:]
    assert hashlib.sha256(best.quote.encode()).hexdigest() == lineage.text_sha256
    assert [best.quote[start:end] for start, end in best.matched] == ["违约金"]
    assert lineage.boxes is None


def test_a_recognised_line_gives_the_box_of_the_matched_words(store: GenerationStore) -> None:
    text = "前言\n甲方支付违约金"
    boxes = tuple(Box(left=10 * at, top=50, right=10 * at + 9, bottom=60) for at in range(7))
    line = Line(start=3, end=10, box=Box(left=0, top=50, right=69, bottom=60), boxes=boxes, scores=(0.9,) * 7)
    page = Page(number=1, start=0, end=10, layer="ocr", lines=(line,))
    made = entry("扫描.pdf", text)
    doubts = (Doubt(start=5, end=7, flag="stamp_overlap"), Doubt(start=30, end=31, flag="elsewhere"))
    store.build([replace(made, document=replace(made.document, pages=(page,), doubts=doubts))])
    (best,) = search(store.current, "违约金", viewer="ours").results
    assert best.lineage.boxes == (Box(left=40, top=50, right=69, bottom=60),)
    assert [doubt.flag for doubt in best.doubts] == ["stamp_overlap"]


def test_a_title_finds_its_document_and_more_words_met_rank_higher(store: GenerationStore) -> None:
    store.build([entry("1.txt", "甲乙双方", title="玻璃罐购销合同"), entry("2.txt", "玻璃"), entry("3.txt", "无关")])
    assert found(store, "玻璃罐购销合同") == ["1.txt", "2.txt"]


def test_a_private_document_never_reaches_the_public_however_well_it_fits(store: GenerationStore) -> None:
    store.build(
        [
            entry("备忘.md", "底线是三十万元，底线不可告知对方", visibility="ours", title="底线"),
            entry("信.txt", "没有谈到底线"),
        ]
    )
    assert found(store, "底线三十万元") == ["备忘.md", "信.txt"]
    assert found(store, "底线三十万元", "public") == ["信.txt"]
    assert found(store, "三十万元", "public") == []


def test_a_document_made_private_is_hidden_from_the_next_search_on(store: GenerationStore) -> None:
    made = entry("信.txt", "底线")
    store.build([made])
    reader = GenerationStore(store._folder, "案1")
    assert found(reader, "底线", "public") == ["信.txt"]
    store.build([replace(made, visibility="ours")])
    assert found(reader, "底线", "public") == []


def test_two_files_of_the_same_bytes_are_both_found_and_kept_once(store: GenerationStore) -> None:
    store.build([entry("甲.txt", "同一份借条"), entry("乙.txt", "同一份借条")])
    assert sorted(found(store, "借条")) == ["乙.txt", "甲.txt"]
    assert len(names(store._folder / "texts")) == 1


@pytest.mark.parametrize("query", ["", "  ！？", "zzz"])
def test_a_query_that_meets_nothing_finds_nothing(store: GenerationStore, query: str) -> None:
    store.build([entry("1.txt", "借款")])
    assert found(store, query) == []


def test_half_a_surrogate_pair_in_a_text_is_indexed_and_quoted(store: GenerationStore) -> None:
    store.build([entry("1.txt", "借款\ud800合同")])
    assert search(store.current, "借款", viewer="ours").results[0].quote == "借款\ud800合同"


def test_changed_text_is_never_quoted(store: GenerationStore) -> None:
    store.build([entry("1.txt", "借款三万元")])
    (kept,) = (store._folder / "texts").iterdir()
    kept.write_text(kept.read_text("utf-8").replace("三", "八"), "utf-8")
    with pytest.raises(IndexDamaged):
        search(store.current, "借款", viewer="ours")


# A second ranker ------------------------------------------------------------------------------------------------------


class Liking:
    """Finds near what holds a word; what the words put first is far."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.handed: list[str] = []

    def embed(self, texts: Sequence[str], mode: Literal["query", "passage"]) -> Sequence[Sequence[float]]:
        self.handed += texts
        return [[1.0, 0.0] if mode == "query" or self.word in text else [0.0, 1.0] for text in texts]


class Silent:
    """Never there."""

    def embed(self, texts: Sequence[str], mode: Literal["query", "passage"]) -> Sequence[Sequence[float]]:
        raise EmbeddingsUnavailable("不在")


class Short:
    """Gives one vector too few."""

    def embed(self, texts: Sequence[str], mode: Literal["query", "passage"]) -> Sequence[Sequence[float]]:
        return [[1.0]] * (len(texts) - (mode == "passage"))


class Broken:
    """Gives vectors that are no numbers."""

    def embed(self, texts: Sequence[str], mode: Literal["query", "passage"]) -> Sequence[Sequence[float]]:
        return [[float("nan")]] * len(texts)


def three(store: GenerationStore) -> None:
    store.build([entry("1.txt", "违约金过高"), entry("2.txt", "违约"), entry("3.txt", "违约另议")])


def test_a_second_ranker_moves_what_it_finds_near_and_says_so(store: GenerationStore) -> None:
    three(store)
    alone = search(store.current, "违约金过高", viewer="ours")
    both = search(store.current, "违约金过高", viewer="ours", embedder=Liking("另议"))
    assert alone.dense == "absent"
    assert both.dense == "fused"
    words = [result.lineage.file for result in alone.results]
    place = words.index("3.txt")
    assert place > 0
    assert [result.lineage.file for result in both.results].index("3.txt") < place


def test_a_second_ranker_is_never_handed_what_the_asking_side_may_not_see(store: GenerationStore) -> None:
    store.build([entry("信.txt", "违约金另议"), entry("备忘.md", "违约金另议，底线", visibility="ours")])
    ranker = Liking("另议")
    search(store.current, "违约金", viewer="public", embedder=ranker)
    assert ranker.handed
    assert "底线" not in "".join(ranker.handed)


@pytest.mark.parametrize("fault", [Silent(), Short(), Broken()])
def test_a_second_ranker_that_fails_leaves_the_order_of_the_words(
    store: GenerationStore, fault: Silent | Short | Broken
) -> None:
    three(store)
    assert search(store.current, "违约金", viewer="ours", embedder=fault) == search(
        store.current, "违约金", viewer="ours"
    )


# Generations ----------------------------------------------------------------------------------------------------------


def test_before_the_first_build_there_is_nothing_to_search(store: GenerationStore) -> None:
    with pytest.raises(NotIndexed):
        search(store.current, "借款", viewer="ours")


def test_the_same_documents_make_no_new_generation(store: GenerationStore) -> None:
    assert store.build(entries_of("A")).name == store.build(entries_of("A")).name == "gen-1"


def test_a_later_reading_of_the_same_bytes_makes_a_new_generation(store: GenerationStore) -> None:
    made = entry("扫描.pdf", "")
    store.build([made, entry("1.txt", "借款")])
    late = replace(made, document=replace(made.document, text="后来识别出的收条"))
    assert store.build([late, entry("1.txt", "借款")]).name == "gen-2"
    assert found(store, "收条") == ["扫描.pdf"]


def test_a_reader_elsewhere_follows_the_switch(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    reader = GenerationStore(store._folder, "案1")
    assert len(found(reader, "初稿")) == 3
    store.build(entries_of("B"))
    assert found(reader, "初稿") == []
    assert len(found(reader, "改版")) == 3


def test_the_previous_generation_stays_for_readers_and_older_ones_go(store: GenerationStore) -> None:
    for number in range(1, 5):
        store.build([entry("1.txt", "借款"), *(entry(f"补{n}.txt", f"补充{n}") for n in range(number))])
    assert {name for name in names(store._folder) if name.startswith("gen-")} == {"gen-3", "gen-4"}


def test_what_was_taken_out_of_the_case_leaves_no_trace_in_the_store(store: GenerationStore) -> None:
    store.build([entry("1.txt", "借款"), entry("绝密.txt", "绝密的话")])
    store.build([entry("1.txt", "借款")])
    kept = b"".join(path.read_bytes() for path in store._folder.rglob("*") if path.is_file())
    assert "绝密".encode() not in kept
    assert json.dumps("绝密.txt")[1:-1].encode() not in kept
    assert len(names(store._folder / "texts")) == 1


def test_no_word_of_a_text_is_in_manifest_or_pointer(store: GenerationStore) -> None:
    store.build([entry("1.txt", "秘密的话")])
    told = (store._folder / "gen-1" / "manifest.json").read_text() + (store._folder / "CURRENT").read_text()
    assert "秘密" not in told
    assert json.dumps("秘密")[1:-1] not in told


def test_erasing_leaves_an_empty_lock_and_a_reader_finds_nothing(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    reader = GenerationStore(store._folder, "案1")
    found(reader, "初稿")
    store.erase()
    assert [(path.name, path.stat().st_size) for path in store._folder.iterdir()] == [("lock", 0)]
    with pytest.raises(NotIndexed):
        search(reader.current, "初稿", viewer="ours")
    store.build(entries_of("B"))
    assert len(found(reader, "改版")) == 3


def test_a_file_that_cannot_be_erased_is_told(store: GenerationStore) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may delete everything")
    store.build(entries_of("A"))
    (store._folder / "texts").chmod(0o500)
    with pytest.raises(ErasureIncomplete):
        store.erase()
    (store._folder / "texts").chmod(0o700)


def test_only_the_owner_may_read_what_is_kept(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    loose = [path for path in store._folder.rglob("*") if path.stat().st_mode & 0o077 and path.is_file()]
    assert loose == []
    assert store._folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["pointer", "manifest", "index"])
def test_a_damaged_generation_serves_nobody_and_is_built_again(store: GenerationStore, damage: str) -> None:
    store.build(entries_of("A"))
    folder = store._folder
    if damage == "pointer":
        (folder / "CURRENT").write_text("gen-7 nonsense\n")
    elif damage == "manifest":
        (folder / "gen-1" / "manifest.json").write_text("{}")
    else:
        (folder / "gen-1" / "index" / "meta.json").unlink()
    fresh = GenerationStore(folder, "案1")
    assert fresh.current() is None
    fresh.build(entries_of("A"))
    assert len(found(fresh, "初稿")) == 3


def test_the_store_of_one_matter_serves_no_other(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    assert GenerationStore(store._folder, "案2").current() is None


def test_a_builder_waits_for_another_and_says_so_when_it_takes_too_long(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    with store._locked(), pytest.raises(IndexBusy):
        GenerationStore(store._folder, "案1", lock_wait_s=0.1).build(entries_of("B"))
    assert len(found(store, "初稿")) == 3


def test_a_search_in_what_was_built_is_not_led_to_what_another_builds(store: GenerationStore) -> None:
    made = entry("信.txt", "底线")
    hiding = store.build([replace(made, visibility="ours")])
    GenerationStore(store._folder, "案1").build([made])
    assert search(lambda: hiding, "底线", viewer="public").results == ()


class Changing(list[Entry]):
    """Says one thing when it is read through and another when an entry is looked up."""

    def __getitem__(self, at: Any) -> Any:
        return entry("另.txt", "换成了别的话")


def test_an_index_that_does_not_hold_what_was_given_never_serves(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    with pytest.raises(IndexUnsound):
        store.build(Changing(entries_of("B")))
    assert len(found(store, "初稿")) == 3
    assert {name for name in names(store._folder) if name.startswith("gen-")} == {"gen-1"}


def test_builders_at_once_never_mix_what_they_build(store: GenerationStore) -> None:
    def build(which: str) -> None:
        for _ in range(3):
            GenerationStore(store._folder, "案1").build(entries_of(which))

    builders = [threading.Thread(target=build, args=(which,)) for which in "AB"]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert len(found(store, "初稿")) + len(found(store, "改版")) == 3


# Crashes and readers in other processes -------------------------------------------------------------------------------


def drive(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(DRIVER), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_kill_at_any_touch_of_the_disk_leaves_one_whole_generation_serving(tmp_path: Path) -> None:
    base = tmp_path / "base"
    GenerationStore(base, "案1").build(entries_of("A"))
    done = drive("kill-everywhere", base, tmp_path / "runs")
    told = done.communicate(timeout=120)[0]
    assert done.returncode == 0
    serving: list[str] = []
    for run in sorted((tmp_path / "runs").iterdir(), key=lambda path: int(path.name)):
        reader = GenerationStore(run, "案1")
        old, new = found(reader, "初稿"), found(reader, "改版")
        assert sorted((len(old), len(new))) == [0, 3], run
        serving.append("A" if old else "B")
        GenerationStore(run, "案1").build(entries_of("B"))
        assert len(found(reader, "改版")) == 3
        assert names(run) <= {"CURRENT", "lock", "texts", "gen-1", "gen-2", "gen-3", "gen-4"}
        assert len([name for name in names(run) if name.startswith("gen-")]) <= 2
    assert serving == sorted(serving)
    assert {"A", "B"} == set(serving)
    assert int(told) == len(serving) > 20


@pytest.mark.parametrize("largest_bytes", [0, 10, 200, 1000])
def test_a_full_disk_leaves_the_old_generation_serving_and_no_half_of_a_new_one(
    tmp_path: Path, largest_bytes: int
) -> None:
    store = GenerationStore(tmp_path / "store", "案1")
    store.build(entries_of("A"))
    done = drive("full", tmp_path / "store", largest_bytes)
    assert done.communicate(timeout=60)[0] in ('"OSError"', '"IndexUnwritable"')
    assert len(found(store, "初稿")) == 3
    assert {name for name in names(store._folder) if name.startswith("gen-")} == {"gen-1"}


def test_a_reader_in_another_process_meets_no_empty_and_no_mixed_result_while_generations_switch(
    tmp_path: Path,
) -> None:
    store = GenerationStore(tmp_path / "store", "案1")
    store.build(entries_of("A"))
    reader = drive("read", tmp_path / "store")
    assert reader.stdout is not None
    assert reader.stdout.readline() == "ready\n"
    for number in range(10):
        store.build(entries_of("BA"[number % 2]))
    (tmp_path / "store" / "lock").with_suffix(".stop").touch()
    told = json.loads(reader.communicate(timeout=60)[0])
    assert told["wrong"] == []
    assert told["searches"] > 10
    assert len(told["generations"]) > 1


def test_texts_that_went_missing_are_kept_again_by_the_next_build(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    shutil.rmtree(store._folder / "texts")
    with pytest.raises(NotIndexed):
        found(store, "初稿")
    store.build(entries_of("A"))
    assert len(found(store, "初稿")) == 3


def test_a_switch_between_ranking_and_quoting_starts_the_search_anew(store: GenerationStore) -> None:
    store.build(entries_of("A"))
    reader = GenerationStore(store._folder, "案1")
    slow = reader.current()
    assert slow is not None
    shutil.rmtree(store._folder / "texts")  # as two switches would do to what only the first generation quotes
    (store._folder / "texts").mkdir()
    store.build(entries_of("B"))
    assert len(found(reader, "改版")) == 3


def test_an_entry_without_text_is_part_of_the_generation_and_never_found(store: GenerationStore) -> None:
    built = store.build([Entry(document=entry("空.txt", "").document, title="空白", visibility="public")])
    assert [document.chunks for document in built.manifest.documents] == [0]
    assert found(store, "空白") == []
