"""Private words stay private: what only our side may see reaches no other seat, no page and no log.

Planted are whole private files, named in ``case.yaml``, matched by ``--private``, and memos named nowhere. Looked for
are runs of eight letters, and every sum and day that only those files hold.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from journey import EXAMPLES, SALE, Run, change_settings, copy_example, events_of, packets_of, prepare, written_words
from secrets_planted import GLOB, PLOTS, Plot, Secret, Watch, bare, strings_in

from zuno.casework import case_file
from zuno.casework.review import review
from zuno.knowledge import intake

OVERRIDE_REASON = "承办人自己的判断依据是鹧鸪巷口那盘监控录像"


class Listener(logging.Handler):
    """Keeps every log record, down to the lowest level."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.name} {record.getMessage()} {record.args!r} {record.exc_text or ''}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A planted case, prepared twice: what was said and written, and what is looked for."""

    plot: Plot
    case: Path
    run: Run
    again: Run
    logged: str
    watch: Watch

    @property
    def others(self) -> list[str]:
        """The seats that may not see our private files."""
        return [role for role in ("plaintiff", "defendant", "judge") if role != self.plot.side]


@pytest.fixture(scope="module", params=PLOTS, ids=lambda plot: plot.id)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    plot: Plot = request.param
    folder = tmp_path_factory.mktemp(plot.id)
    case = plot.plant(folder)
    private = {secret.file for secret in plot.secrets}
    public = [item.text for item in intake.read_case(case) if item.file.split("!")[0] not in private]
    (folder / "out").mkdir()
    override = f"- {{cell: CL-1/C1E1, mark: doubtful, reason: {OVERRIDE_REASON}, name: 承办人}}\n"
    (folder / "out" / "overrides.yaml").write_text(override, "utf-8")
    listener, root = Listener(), logging.getLogger()
    before = root.level
    root.addHandler(listener)
    root.setLevel(logging.NOTSET)
    try:
        run = prepare(case, folder / "out", "--private", GLOB, "--lang", "zh")
        again = prepare(case, folder / "out", "--private", GLOB, "--lang", "en", "--json")
    finally:
        root.removeHandler(listener)
        root.setLevel(before)
    assert run.exit_code == again.exit_code == 0, run.stderr + again.stderr
    watch = Watch.over(plot, public)
    return Told(plot=plot, case=case, run=run, again=again, logged="\n".join(listener.heard), watch=watch)


def test_every_planted_file_counts_as_private(told: Told) -> None:
    disclosed = {item["file"]: item["disclosure"] for item in told.run.review["documents"]}
    assert [file for file, state in disclosed.items() if _is_planted(told.plot, file) and state != "private"] == []
    assert {secret.file for secret in told.plot.secrets} <= {file.split("!")[0] for file in disclosed}


def _is_planted(plot: Plot, file: str) -> bool:
    return file.split("!")[0] in {secret.file for secret in plot.secrets}


def test_private_files_move_no_mark_no_finding_and_no_figure(told: Told) -> None:
    documents, settings = intake.read_case(told.case), case_file.read(told.case)
    settings = replace(settings, private=(*settings.private, GLOB))
    open_ones = [item for item in documents if not _is_planted(told.plot, item.file)]
    with_them, without = review(documents, settings), review(open_ones, settings)
    for field in (
        "parties",
        "claims",
        "cells",
        "defences",
        "findings",
        "chronology",
        "amounts",
        "issues",
        "limitation",
    ):
        assert getattr(with_them, field) == getattr(without, field), field


def test_our_own_seat_receives_every_private_word(told: Told) -> None:
    own = bare(
        "\n".join(strings_in([packet for role, packet in packets_of(told.run.hearing) if role == told.plot.side]))
    )
    assert [run for run in told.watch.canaries if run not in own] == []


def test_no_other_seat_receives_a_private_word_in_any_packet(told: Told) -> None:
    received = _received(told)
    assert set(received) == set(told.others)
    assert {role: told.watch.leaks("\n".join(words)) for role, words in received.items()} == {
        role: [] for role in told.others
    }


def test_no_other_seat_learns_the_name_of_a_private_file(told: Told) -> None:
    words = {role: "\n".join(said) for role, said in _received(told).items()}
    names = [Path(secret.file).stem for secret in told.plot.secrets]
    assert [(role, name) for role in words for name in names if name in words[role]] == []


def test_no_task_and_no_issue_names_a_private_word(told: Told) -> None:
    dispatched = [event for event in events_of(told.run.hearing) if event["type"] == "dispatch"]
    assert dispatched
    assert told.watch.leaks("\n".join(event["prompt"] for event in dispatched)) == []
    assert told.watch.leaks("\n".join(event["issue"] for event in dispatched)) == []


def test_the_record_holds_private_words_in_the_private_documents_alone(told: Told) -> None:
    events = events_of(told.run.hearing)
    for event in events:
        if "documents" in event:
            event["documents"] = [item for item in event["documents"] if item["visibility"] == "public"]
    assert told.watch.leaks("\n".join(strings_in(events))) == []


def test_nothing_that_is_written_beside_the_record_holds_a_private_word(told: Told) -> None:
    files = [path for path in told.run.out.rglob("*") if path.is_file() and path.parent.name != "events"]
    names = {path.name for path in files}
    assert {"transcript.md", "state.json", "report.html", "review.json", "一页纸.md", "模拟庭审记录.docx"} <= names
    assert {path.name: leaks for path in files if (leaks := told.watch.leaks(written_words(path)))} == {}


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_nothing_that_is_printed_holds_a_private_word(told: Told, stream: str) -> None:
    said = getattr(told.run, stream) + getattr(told.again, stream)
    assert said
    assert told.watch.leaks(said) == []


def test_nothing_that_is_logged_holds_a_private_word(told: Told) -> None:
    assert told.watch.leaks(told.logged) == []


def test_the_summary_says_which_files_were_taken_as_private_unasked(told: Told) -> None:
    notices = "\n".join(json.loads(told.again.stdout)["notices"])
    titles = {item["file"]: item["title"] for item in _reviewed(told) if "title" in item}
    for secret in told.plot.unlisted:
        assert titles.get(secret.file, Path(secret.file).stem) in notices


def _reviewed(told: Told) -> list[dict[str, Any]]:
    return told.run.review["documents"]


def test_a_correction_by_a_person_is_heard_by_nobody_in_the_hearing(told: Told) -> None:
    cells = {cell["id"]: cell for cell in told.run.review["cells"]}
    assert OVERRIDE_REASON in json.dumps(cells["CL-1/C1E1"], ensure_ascii=False)
    assert OVERRIDE_REASON not in "\n".join(strings_in(events_of(told.run.hearing)))
    assert OVERRIDE_REASON not in (told.run.hearing / "transcript.md").read_text("utf-8")


def _received(told: Told) -> dict[str, set[str]]:
    """Every distinct string that each other seat was given in any packet."""
    received: dict[str, set[str]] = {}
    for role, packet in packets_of(told.run.hearing):
        if role in told.others:
            received.setdefault(role, set()).update(strings_in(packet))
    return received


# Memos named nowhere -------------------------------------------------------------------------------------------------

TO_THE_LAWYER = {
    "会见笔录.docx": "会见笔录\n段律师：以下只在律师这里说，不提交。\n季阿宁：第三车没人签字。",
    "客户自述.txt": "当事人自述\n货是送到了，但是签收那张是后补的，这个事不能让对面知道。",
    "和解方案（内部）.docx": "和解方案\n一、底线八万元。",
    "情况说明_季阿宁.docx": "情况说明\n段律师：\n第三车其实没有人签收，单子上的字是我补的，您心里有数就行。",
    "和段律师的微信.txt": (
        "段律师  2026-04-02 09:02:17\n第三车到底谁签的？你跟我说实话，法院那边不会知道。\n\n"
        "我  2026-04-02 09:05:02\n没人签，我后来自己补的字。\n"
    ),
    "给段律师的邮件.eml": "关于第三车\n段律师：第三车的单子是我补签的，不要让对方知道。",
    "与客户通话纪要.docx": "与客户通话纪要\n时间：2026年4月1日\n严总说八万就可以撤诉，但先不要说出去。",
    "诉讼策略.md": "# 诉讼策略\n\n先要求全额，庭上最多退到八万。",
    "法律意见书.docx": "法律意见书\n致：霁川市恒砾玻璃制品有限公司\n我们认为第三批交付举证困难，建议以八万元和解。",
}
EVIDENCE = {
    "律师函.docx": "律师函\n岚浦市晴谷食品有限公司：\n本所受恒砾公司委托，请贵司十日内付清货款。\n段西浔 律师",
    "情况说明_迅途货运.docx": "情况说明\n2023年11月15日我部司机将罐2,000箱送至食品园东路6号。\n迅途货运部（盖章）",
    "微信_葛总.txt": (
        "葛新苗  2024-01-08 09:02:17\n货款年后一定付，别告诉我们财务是我说的。\n\n我  2024-01-08 09:05:02\n好。\n"
    ),
}


def _disclosure(file: str, text: str) -> str:
    """Review the sale with one more file that is named nowhere; return where that file stands."""
    documents = intake.read_case(EXAMPLES / SALE)
    added = intake.read_bytes(file, Secret(file=file, text=text).data())
    told = review([*documents, *added], replace(case_file.read(EXAMPLES / SALE), private=()))
    return told.document(file).disclosure


@pytest.mark.parametrize("file", TO_THE_LAWYER)
def test_words_between_client_and_lawyer_are_private_though_nobody_says_so(file: str) -> None:
    assert _disclosure(file, TO_THE_LAWYER[file]) == "private"


@pytest.mark.parametrize("file", EVIDENCE)
def test_evidence_that_mentions_lawyers_or_secrecy_is_not_private(file: str) -> None:
    assert _disclosure(file, EVIDENCE[file]) != "private"


def test_a_private_name_that_fits_no_file_is_told(tmp_path: Path) -> None:
    case = copy_example(SALE, tmp_path)
    change_settings(case, private=["内部备忘-仅供律师.md"])
    told = json.loads(prepare(case, tmp_path / "out", "--json", "--max-turns", "1").stdout)
    assert "内部备忘-仅供律师.md" in "\n".join(told["notices"])
