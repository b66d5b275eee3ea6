"""What the clerk says of a record that was damaged, cut or rolled back, and of two clerks at one record."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from clerk_desk import Desk, manifest, plain, rechain

from zuno.hearing.clerk import Clerk, FolderStore, Refusal


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.init()
    desk.speak("plaintiff")
    desk.speak("defendant")
    return desk


def edited(path: Path, **changes: object) -> None:
    path.write_bytes(plain({**json.loads(path.read_bytes()), **changes}))


def replaced(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


def swapped(events: list[Path]) -> None:
    second, third = events[1].read_bytes(), events[2].read_bytes()
    events[1].write_bytes(third)
    events[2].write_bytes(second)


DAMAGES: list[tuple[str, Callable[[list[Path]], object]]] = [
    ("event_missing", lambda events: events[1].unlink()),
    ("event_missing", lambda events: events[0].unlink()),
    ("event_missing", lambda events: events[4].rename(events[4].with_name("000006.json"))),
    ("event_missing", lambda events: shutil.copy(events[4], events[4].with_name("1000000.json"))),
    ("event_foreign", lambda events: events[4].rename(events[4].with_name("000005.json.bak"))),
    ("event_foreign", lambda events: events[4].rename(events[4].with_name("5.json"))),
    ("event_foreign", lambda events: events[4].rename(events[4].with_name("0000005.json"))),
    ("event_foreign", lambda events: shutil.copy(events[0], events[0].with_name("000000.json"))),
    ("event_foreign", lambda events: events[0].with_name("notes.txt").write_text("x")),
    ("event_foreign", lambda events: events[0].with_name("old").mkdir()),
    ("event_damaged", swapped),
    ("event_damaged", lambda events: shutil.copy(events[4], events[4].with_name("000006.json"))),
    ("event_damaged", lambda events: events[2].write_bytes(b"")),
    ("event_damaged", lambda events: events[2].write_bytes(events[2].read_bytes()[:-40])),
    ("event_damaged", lambda events: events[2].write_bytes(events[2].read_bytes()[:-1])),
    ("event_damaged", lambda events: events[2].write_bytes(events[2].read_bytes() + b"\n")),
    ("event_damaged", lambda events: events[2].write_bytes(b"\xef\xbb\xbf" + events[2].read_bytes())),
    ("event_damaged", lambda events: events[2].write_bytes(b"\xff\xfe")),
    ("event_damaged", lambda events: events[2].write_bytes(b"[1]\n")),
    ("event_damaged", lambda events: events[2].write_bytes(b"[" * 200_000)),
    ("event_damaged", lambda events: events[2].write_text(json.dumps(json.loads(events[2].read_bytes()), indent=1))),
    ("event_damaged", lambda events: replaced(events[2], "交付".encode(), "收到".encode())),
    ("event_damaged", lambda events: replaced(events[2], b'"seq":3', b'"seq":3,"seq":3')),
    ("event_damaged", lambda events: replaced(events[2], "交".encode(), b"\\u4ea4")),
    ("event_damaged", lambda events: edited(events[2], hash="0" * 64)),
    ("event_damaged", lambda events: edited(events[4], note="x")),
    ("event_damaged", lambda events: rechain(events[2:], {})),
    ("event_damaged", lambda events: rechain(events, {3: {"seq": 4}})),
    ("event_damaged", lambda events: rechain(events, {3: {"seq": 3.0}})),
    ("event_damaged", lambda events: rechain(events, {2: {"run_id": "run-other"}})),
    ("event_damaged", lambda events: rechain(events, {3: {"turn_id": "T-0009"}})),
    ("event_damaged", lambda events: rechain(events, {2: {"role": 5}})),
    ("event_damaged", lambda events: rechain(events, {3: {"speech": {}}})),
    ("event_damaged", lambda events: rechain(events, {1: {"documents": [{}]}})),
    ("event_damaged", lambda events: rechain(events, {1: {"case_type": "tax"}})),
    ("event_damaged", lambda events: rechain(events, {4: {"turn_id": "T-0001"}})),
    ("event_damaged", lambda events: rechain(events, {3: {"type": "init", "case_type": "civil", "max_turns": 1,
                                                          "material_version": 1, "documents": []}})),
    ("event_damaged", lambda events: rechain(events, {3: {"type": "close", "reason": "x", "complete": True}})),
    ("event_newer", lambda events: rechain(events, {5: {"type": "ruling"}})),
    ("event_newer", lambda events: rechain(events, {5: {"type": ["speech"]}})),
    ("event_newer", lambda events: rechain(events, {5: {"schema_version": 2}})),
]  # fmt: skip


@pytest.mark.parametrize(("code", "damage"), DAMAGES)
def test_a_damaged_record_is_refused_by_every_command_and_left_as_it_is(
    desk: Desk, code: str, damage: Callable[[list[Path]], object]
) -> None:
    draft = desk.room / "plaintiff-T-0001.json"
    path = desk.save("m.json", manifest())
    damage(desk.events())
    for args in (
        ["status"],
        ["packet"],
        ["verify"],
        ["render"],
        ["commit", "--submission", draft],
        ["materials", "--manifest", path],
        ["cancel", "--reason", "x"],
        ["close", "--incomplete", "--reason", "x"],
        desk.dispatch_args("judge"),
    ):
        desk.refused(code, *args)
    desk.refused("run_exists", "init", "--case-type", "civil", "--manifest", path)


def test_every_single_changed_byte_of_an_event_is_found(desk: Desk) -> None:
    path = desk.events()[2]
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(Refusal):
            Clerk.open(desk.run).verify()
    path.write_bytes(whole)
    assert Clerk.open(desk.run).verify()["events"] == 5


def test_a_cut_tail_shows_against_a_kept_receipt_only(desk: Desk) -> None:
    early, late = desk.save("early.json", desk.ok("status")), desk.save("late.json", desk.dispatch("judge"))
    desk.events()[-1].unlink()
    assert desk.ok("verify")["events"] == 5
    refusal = desk.refused("receipt_missing", "verify", "--receipt", early, late)
    assert refusal["receipts"] == [
        {"file": str(early), "seq": 5, "status": "included"},
        {"file": str(late), "seq": 6, "status": "missing"},
    ]


def test_a_rolled_back_and_regrown_record_shows_against_a_kept_receipt(desk: Desk) -> None:
    kept = desk.save("kept.json", desk.dispatch("judge"))
    desk.events()[-1].unlink()
    desk.dispatch("judge", prompt="另一任务")
    assert desk.refused("receipt_missing", "verify", "--receipt", kept)["receipts"][0]["status"] == "missing"


@pytest.mark.parametrize("seq", [0, -1, 99])
def test_a_receipt_with_an_impossible_number_is_missing(desk: Desk, seq: int) -> None:
    kept = desk.save("kept.json", {"head": {"seq": seq, "hash": "0" * 64}})
    desk.refused("receipt_missing", "verify", "--receipt", kept)


def test_a_receipt_of_another_run_is_missing(desk: Desk, tmp_path: Path) -> None:
    room = tmp_path / "other"
    room.mkdir()
    kept = desk.save("kept.json", Desk(room).init())
    desk.refused("receipt_missing", "verify", "--receipt", kept)


def test_a_clerk_that_saw_a_later_head_does_not_go_on_after_a_rollback(desk: Desk) -> None:
    own = Clerk.open(desk.run)
    own.dispatch("judge", "questions", "I-001", "发问")
    desk.events()[-1].unlink()
    for act in (own.status, own.verify, lambda: own.dispatch("judge", "questions", "I-001", "发问")):
        with pytest.raises(Refusal) as refusal:
            act()
        assert refusal.value.code == "record_rolled_back"
    assert len(desk.events()) == 5


def test_a_clerk_sees_what_another_clerk_wrote_and_what_was_edited_meanwhile(desk: Desk) -> None:
    own, other = Clerk.open(desk.run), Clerk.open(desk.run)
    assert own.status()["turns_used"] == 2
    other.dispatch("judge", "questions", "I-001", "发问")
    assert own.packet() == other.packet()
    own.cancel("超时")
    assert other.status() == own.status()
    replaced(desk.events()[2], "本方".encode(), "对方".encode())
    for clerk in (own, other):
        with pytest.raises(Refusal) as refusal:
            clerk.dispatch("judge", "questions", "I-001", "发问")
        assert refusal.value.code == "event_damaged"


def test_the_store_never_writes_a_number_twice(desk: Desk) -> None:
    store = FolderStore(desk.run)
    before = desk.scene()
    with pytest.raises(Refusal) as refusal:
        store.append(5, b"other")
    assert refusal.value.code == "conflict"
    assert desk.scene() == before


@pytest.mark.parametrize("view", ["state.json", "transcript.md"])
def test_a_view_that_cannot_be_replaced_is_a_refusal(desk: Desk, view: str) -> None:
    (desk.run / view / "x").mkdir(parents=True)
    answer = desk.call("render")
    assert answer.code == 2
    assert json.loads(answer.err)["error"] == "io_error"
    assert not list(desk.run.glob(".pending-*"))
