"""Private words stay private: what only our side may see reaches no other seat, no page and no log.

Planted are whole private files, named in ``case.yaml``, matched by ``--private``, and memos named nowhere. Looked for
are runs of eight letters, and every sum and day that only those files hold.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from journey import Run, events_of, packets_of, prepare, written_words
from secrets_planted import GLOB, PLOTS, Plot, Watch, bare, strings_in

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
    return Told(plot=plot, run=run, again=again, logged="\n".join(listener.heard), watch=watch)


def test_every_planted_file_counts_as_private(told: Told) -> None:
    disclosed = {item["file"]: item["disclosure"] for item in told.run.review["documents"]}
    assert [file for file, state in disclosed.items() if _is_planted(told.plot, file) and state != "private"] == []
    assert {secret.file for secret in told.plot.secrets} <= {file.split("!")[0] for file in disclosed}


def _is_planted(plot: Plot, file: str) -> bool:
    return file.split("!")[0] in {secret.file for secret in plot.secrets}


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
