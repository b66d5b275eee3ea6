"""Every refusal of a command: exit 2, one JSON object on stderr, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clerk_desk import DOCUMENTS, Desk, MemoryStore, manifest

from zuno.hearing import clerk
from zuno.hearing.clerk import REASONS, Clerk, Refusal

DOCUMENT = DOCUMENTS[0]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def without(value: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: item for name, item in value.items() if name not in names}


DEEP = b'{"schema_version": 1, "documents": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"

MANIFESTS: list[tuple[str, object]] = [
    ("bad_json", b"{"),
    ("bad_json", b""),
    ("bad_json", b'{"schema_version": 1, "documents": []} {}'),
    ("bad_json", b'{"schema_version": NaN, "documents": []}'),
    ("bad_json", b'{"schema_version": 1, "documents": [Infinity]}'),
    ("bad_json", b'{"schema_version": 1, "documents": [1e999]}'),
    ("bad_json", b'{"schema_version": ' + b"9" * 5000 + b', "documents": []}'),
    ("bad_json", DEEP),
    ("not_utf8", "材料".encode("gbk")),
    ("not_utf8", json.dumps(manifest()).encode("utf-16")),
    ("not_utf8", json.dumps(manifest({**DOCUMENT, "text": "\ud800"})).encode()),
    ("duplicate_key", b'{"schema_version": 1, "documents": [], "documents": []}'),
    ("duplicate_key", b'{"schema_version": 1, "documents": [{"id": "D-001", "id": "D-002"}]}'),
    ("not_an_object", []),
    ("not_an_object", {"schema_version": 1, "documents": ["D-001"]}),
    ("missing_field", {"schema_version": 1}),
    ("missing_field", {"documents": []}),
    ("unknown_field", {**manifest(), "note": "x"}),
    ("wrong_type", {"schema_version": True, "documents": []}),
    ("wrong_type", {"schema_version": 1.0, "documents": []}),
    ("wrong_type", {"schema_version": "1", "documents": []}),
    ("wrong_type", {"schema_version": 1, "documents": {}}),
    ("bad_schema_version", {"schema_version": 2, "documents": []}),
    *(("missing_field", manifest(without(DOCUMENT, name))) for name in ("id", "title", "visibility")),
    ("text_or_path", manifest(without(DOCUMENT, "text"))),
    ("text_or_path", manifest({**DOCUMENT, "path": "a.txt"})),
    ("unknown_field", manifest({**DOCUMENT, "note": "x"})),
    *(
        ("wrong_type", manifest({**DOCUMENT, name: value}))
        for name in ("id", "title", "text", "kind", "source", "locator", "sha256")
        for value in (None, 1, True, ["x"])
    ),
    *(
        ("bad_document_id", manifest({**DOCUMENT, "id": name}))
        for name in ("", "D001", "d-001", "D-01", "D-0000001", "ABCDEFGHI-001", "D-001 ", "D-001\n", "D-００１", "证-1")
    ),
    ("duplicate_document", manifest(DOCUMENT, {**DOCUMENT, "title": "另一份"})),
    *(("empty_title", manifest({**DOCUMENT, "title": title})) for title in ("", " \u3000", "\u200b\n")),
    *(
        ("bad_visibility", manifest({**DOCUMENT, "visibility": value}))
        for value in (
            [],
            "private",
            "Public",
            None,
            1,
            {},
            ["public"],
            ["prosecutor"],
            ["plaintiff", "plaintiff"],
            ["plaintiff", 1],
            [["plaintiff"]],
        )
    ),
    ("judge_sees_public", manifest({**DOCUMENT, "visibility": ["judge"]})),
    ("judge_sees_public", manifest({**DOCUMENT, "visibility": ["plaintiff", "judge"]})),
    *(
        ("bad_sha256", manifest({**DOCUMENT, "sha256": value}))
        for value in ("", "abc", "g" * 64, "a" * 65, "a" * 64 + "\n")
    ),
    *(
        ("bad_path", manifest({**without(DOCUMENT, "text"), "path": path}))
        for path in ("../outside.txt", "missing.txt", "", ".", "sub", "link.txt", "/etc/hostname",
                     "sub/../../outside.txt", "C:\\a.txt", "\\\\host\\a.txt", "a\x00b", "loop")
    ),
    ("not_utf8", manifest({**without(DOCUMENT, "text"), "path": "gbk.txt"})),
]  # fmt: skip


@pytest.mark.parametrize("command", ["init", "materials"])
@pytest.mark.parametrize(("code", "content"), MANIFESTS)
def test_a_wrong_manifest_is_refused(tmp_path: Path, command: str, code: str, content: object) -> None:
    (tmp_path / "outside.txt").write_text("外", encoding="utf-8")
    room = tmp_path / "room"
    (room / "sub").mkdir(parents=True)
    (room / "link.txt").symlink_to(tmp_path / "outside.txt")
    (room / "loop").symlink_to(room / "loop")
    (room / "gbk.txt").write_bytes("材料".encode("gbk"))
    desk = Desk(room)
    if command == "materials":
        desk.init()
    args = ["--case-type", "civil"] if command == "init" else []
    desk.refused(code, command, *args, "--manifest", desk.save("wrong.json", content))
    assert desk.run.exists() == (command == "materials")


def pending(desk: Desk) -> None:
    desk.init(max_turns=2)
    desk.dispatch()


def changed(**changes: Any) -> Callable[[Desk], list[object]]:
    return lambda desk: ["commit", "--submission", desk.draft(**changes)]


def raw_submission(data: bytes) -> Callable[[Desk], list[object]]:
    return lambda desk: ["commit", "--submission", desk.save("raw.json", data)]


SUBMISSIONS: list[tuple[str, Callable[[Desk], list[object]]]] = [
    *(("empty_body", changed(body=body)) for body in ("", " \n\t", "\u3000", "\u200b\ufeff\u2060", "\x00\x07")),
    ("body_too_long", changed(body="字" * 20_001)),
    ("too_many_citations", changed(citations=["D-001"] * 201)),
    ("unknown_field", changed(note="x")),
    *(
        ("wrong_type", changed(**{name: value}))
        for name, values in {
            "schema_version": (True, 1.0),
            "run_id": (1,),
            "turn_id": (None,),
            "role": (["plaintiff"],),
            "material_version": (True, 1.0),
            "read_through": (True, "1"),
            "responds_to": (None, [True], ["3"], [1.0]),
            "body": (None, ["x"]),
            "citations": (None, "D-001", [1], [["D-001"]]),
        }.items()
        for value in values
    ),
    ("bad_schema_version", changed(schema_version=2)),
    *(("field_mismatch", changed(**{name: value}))
      for name, value in (("run_id", "run-other"), ("turn_id", "T-0002"), ("turn_id", "t-0001"), ("role", "defendant"),
                          ("material_version", 2), ("read_through", 2), ("read_through", 0), ("responds_to", [1]))),
    *(("citation_not_public", changed(citations=ids))
      for ids in (["D-999"], ["P-001"], ["F-001"], ["B-001"], ["D-001", "d-002"], [""])),
    ("not_utf8", changed(body="字\ud800")),
    ("not_utf8", raw_submission('{"body": "正文"}'.encode("gb18030"))),
    ("bad_json", raw_submission(b"[" * 200_000)),
    ("bad_json", raw_submission(b'{"body": NaN}')),
    ("bad_json", raw_submission(b'{"body": "a\nb"}')),
    ("duplicate_key", raw_submission(b'{"body": "a", "body": "a"}')),
    ("not_an_object", raw_submission(b'"body"')),
    ("not_an_object", raw_submission(b"null")),
    ("missing_field", raw_submission(b"{}")),
    ("unreadable_file", lambda desk: ["commit", "--submission", desk.room / "missing.json"]),
    ("unreadable_file", lambda desk: ["commit", "--submission", desk.room]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "args"), SUBMISSIONS)
def test_a_wrong_submission_is_refused(desk: Desk, code: str, args: Callable[[Desk], list[object]]) -> None:
    pending(desk)
    desk.refused(code, *args(desk))
    assert desk.commit()["accepted_seq"] == 3


@pytest.mark.parametrize("name", list(clerk.SPEECH_FIELDS))
def test_a_submission_without_one_of_its_nine_fields_is_refused(desk: Desk, name: str) -> None:
    pending(desk)
    value = without(json.loads(desk.draft().read_bytes()), name)
    assert desk.refused("missing_field", "commit", "--submission", desk.save("s.json", value))["field"] == name


def nothing(desk: Desk) -> None: ...


def started(desk: Desk) -> None:
    desk.init()


def spoken(desk: Desk) -> None:
    desk.init()
    desk.speak()


def cancelled(desk: Desk) -> None:
    desk.init(max_turns=2)
    desk.dispatch()
    desk.draft()
    desk.ok("cancel", "--reason", "超时")


def used_up(desk: Desk) -> None:
    cancelled(desk)
    desk.speak()


def closed(desk: Desk) -> None:
    cancelled(desk)
    desk.ok("close", "--incomplete", "--reason", "余下")


def dispatch(*more: object, **changes: Any) -> Callable[[Desk], list[object]]:
    return lambda desk: [*desk.dispatch_args(**changes), *more]


def line(*args: object) -> Callable[[Desk], list[object]]:
    return lambda desk: list(args)


def with_manifest(*args: object) -> Callable[[Desk], list[object]]:
    return lambda desk: [*args, "--manifest", desk.save("other.json", manifest())]


def first_draft(desk: Desk) -> list[object]:
    return ["commit", "--submission", desk.room / "plaintiff-T-0001.json"]


def other_draft(desk: Desk) -> list[object]:
    value = {**json.loads((desk.room / "plaintiff-T-0001.json").read_bytes()), "body": "改口。"}
    return ["commit", "--submission", desk.save("other.json", value)]


INIT = ("init", "--case-type", "civil")
COMMANDS: list[tuple[str, Callable[[Desk], None], Callable[[Desk], list[object]]]] = [
    ("no_run", nothing, line("status")),
    ("no_run", nothing, line("packet")),
    ("no_run", nothing, line("verify")),
    ("no_run", nothing, line("render")),
    ("no_run", nothing, line("cancel", "--reason", "x")),
    ("no_run", nothing, line("close", "--reason", "x")),
    ("no_run", nothing, dispatch()),
    ("no_run", nothing, with_manifest("materials")),
    ("bad_case_type", nothing, with_manifest("init", "--case-type", "tax")),
    ("unreadable_file", nothing, line(*INIT, "--manifest", "missing.json")),
    *(("bad_max_turns", nothing, with_manifest(*INIT, "--max-turns", number)) for number in (0, -1, 10_000)),
    ("run_exists", started, with_manifest(*INIT)),
    ("turn_pending", pending, dispatch()),
    ("turn_pending", pending, with_manifest("materials")),
    ("turn_pending", pending, line("close", "--reason", "x")),
    ("turn_pending", pending, line("close", "--incomplete", "--reason", "x")),
    ("no_pending_turn", started, line("packet")),
    ("no_pending_turn", started, line("cancel", "--reason", "x")),
    ("no_pending_turn", closed, line("packet")),
    ("turn_spoken", spoken, other_draft),
    ("turn_cancelled", cancelled, first_draft),
    ("turn_cancelled", used_up, first_draft),
    ("turns_used_up", used_up, dispatch()),
    ("roles_silent", spoken, line("close", "--reason", "x")),
    *(("empty_reason", pending, line("cancel", "--reason", reason)) for reason in ("", " ", "\u3000")),
    ("empty_reason", spoken, line("close", "--incomplete", "--reason", " ")),
    ("not_utf8", pending, line("cancel", "--reason", "x\udcff")),
    *(("bad_role", started, dispatch(role=role)) for role in ("prosecutor", "witness", "", "Judge")),
    *(("bad_stage", started, dispatch(stage=stage)) for stage in ("appeal", "", "Evidence")),
    *(("empty_issue", started, dispatch(issue=text)) for text in ("", " ")),
    *(("empty_prompt", started, dispatch(prompt=text)) for text in ("", "\n")),
    ("not_utf8", started, dispatch(prompt="x\udcff")),
    *(("bad_respond_to", spoken, dispatch("--respond-to", seq)) for seq in (0, 1, 2, 4, -3, 10**30)),
    ("bad_respond_to", spoken, dispatch("--respond-to", 3, 2)),
    ("bad_respond_to", started, dispatch("--respond-to", 3)),
    ("closed", closed, dispatch()),
    ("closed", closed, first_draft),
    ("closed", closed, line("cancel", "--reason", "x")),
    ("closed", closed, with_manifest("materials")),
    ("closed", closed, line("close", "--reason", "x")),
    ("closed", closed, line("close", "--incomplete", "--reason", "x")),
    ("unreadable_file", started, line("verify", "--receipt", "missing.json")),
]


@pytest.mark.parametrize(("code", "stage", "args"), COMMANDS)
def test_a_command_that_does_not_fit_the_run_is_refused(
    desk: Desk, code: str, stage: Callable[[Desk], None], args: Callable[[Desk], list[object]]
) -> None:
    stage(desk)
    desk.refused(code, *args(desk))


@pytest.mark.parametrize(
    "content", [{}, [], {"head": None}, {"head": {"seq": 1}}, {"head": {"seq": True, "hash": "0"}}]
)
def test_a_receipt_without_a_head_is_refused(desk: Desk, content: object) -> None:
    desk.init()
    desk.refused("receipt_without_head", "verify", "--receipt", desk.save("r.json", content))


@pytest.mark.parametrize("name", ["notes.txt", "state.json", "events/notes.txt", ".hidden", "submissions/"])
def test_init_refuses_a_folder_that_holds_anything(desk: Desk, name: str) -> None:
    target = desk.run / name
    target.parent.mkdir(parents=True)
    _ = target.mkdir() if name.endswith("/") else target.write_text("x")
    code = "run_exists" if name.startswith("events") else "not_empty"
    desk.refused(code, *INIT, "--manifest", desk.save("m.json", manifest()))


@pytest.mark.parametrize("place", ["run", "events"])
def test_init_refuses_a_file_where_a_folder_must_be(desk: Desk, place: str) -> None:
    if place == "run":
        desk.run.write_text("x")
    else:
        desk.run.mkdir()
        (desk.run / "events").write_text("x")
    desk.refused("not_empty", *INIT, "--manifest", desk.save("m.json", manifest()))


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["appeal"],
        ["dispatch", "--role", "judge"],
        ["init", "--case-type", "civil"],
        ["close"],
        ["status", "--verbose"],
        ["cancel", "--reas", "x"],
        ["verify", "--receipt"],
        ["init", "--case-type", "civil", "--manifest", "m.json", "--max-turns", "many"],
        ["dispatch", "--role", "judge", "--stage", "debate", "--issue", "i", "--prompt", "p", "--respond-to", "three"],
        ["dispatch", "--role", "judge", "--stage", "debate", "--issue", "i", "--prompt", "p", "--respond-to"],
    ],
)
def test_wrong_arguments_print_the_usage_and_leave_with_2(desk: Desk, args: list[str]) -> None:
    desk.init()
    before = desk.scene()
    answer = desk.call(*args)
    assert (answer.code, answer.out) == (2, b"")
    assert answer.err.startswith(b"usage: ")
    assert desk.scene() == before


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("bad_max_turns", lambda own: own.init("civil", manifest(), max_turns=True)),
        ("not_an_object", lambda own: own.commit("text")),
        ("unknown_field", lambda own: own.commit({1: 2})),
        ("wrong_type", lambda own: own.cancel(None)),
        ("wrong_type", lambda own: own.dispatch("plaintiff", "evidence", None, "p")),
        ("bad_respond_to", lambda own: own.dispatch("plaintiff", "evidence", "i", "p", [True])),
        ("bad_respond_to", lambda own: own.dispatch("plaintiff", "evidence", "i", "p", [[1]])),
    ],
)
def test_a_program_that_passes_a_wrong_type_is_refused(code: str, act: Callable[[Any], object]) -> None:
    own = Clerk(MemoryStore())
    if code != "bad_max_turns":
        own.init("civil", manifest())
    if code == "wrong_type" and "cancel" in act.__code__.co_names:
        own.dispatch("plaintiff", "evidence", "i", "p")
    with pytest.raises(Refusal) as refusal:
        act(own)
    assert refusal.value.code == code


TESTED_ELSEWHERE = {
    "conflict", "disk_full", "event_damaged", "event_foreign", "event_missing", "event_newer", "io_error",
    "lock_timeout", "not_empty", "not_readable", "not_writable", "outcome_unknown", "output_lost", "receipt_missing",
    "receipt_without_head", "record_rolled_back",
}  # fmt: skip


def test_every_reason_for_a_refusal_has_a_test() -> None:
    here = {code for code, *_ in [*MANIFESTS, *SUBMISSIONS, *COMMANDS]}
    assert here | TESTED_ELSEWHERE == set(REASONS)
