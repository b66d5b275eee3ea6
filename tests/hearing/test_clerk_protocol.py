"""What each command of the protocol does when it succeeds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from clerk_desk import DOCUMENTS, Desk, MemoryStore, manifest, plain, rechain

from zuno.hearing import clerk
from zuno.hearing.clerk import Clerk, Refusal


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_init_returns_the_run_and_its_document_ids(desk: Desk) -> None:
    answer = desk.init(max_turns=7)
    assert answer.pop("run_id")
    assert answer.pop("head")["seq"] == 1
    assert answer == {
        "case_type": "civil",
        "material_version": 1,
        "documents": ["D-001", "D-002", "P-001", "F-001", "B-001"],
        "max_turns": 7,
    }


def test_init_gives_forty_turns_by_default(desk: Desk) -> None:
    assert desk.init()["max_turns"] == 40


def test_two_runs_have_two_identities(tmp_path: Path) -> None:
    assert len({Clerk(MemoryStore()).init("civil", manifest())["run_id"] for _ in range(5)}) == 5


@pytest.mark.parametrize("leftover", ["nothing", "folder", ".lock", "events", "pending"])
def test_init_takes_an_empty_folder_and_what_a_killed_init_left(desk: Desk, leftover: str) -> None:
    if leftover != "nothing":
        desk.run.mkdir()
    if leftover in (".lock", "events", "pending"):
        (desk.run / ".lock").touch()
    if leftover in ("events", "pending"):
        (desk.run / "events").mkdir()
    if leftover == "pending":
        (desk.run / "events" / ".pending-000001-x").write_bytes(b'{"half')
    assert desk.init()["head"]["seq"] == 1
    assert desk.ok("status")["phase"] == "open"


def test_an_event_file_is_canonical_json_hashed_over_everything_but_its_hash(desk: Desk) -> None:
    desk.init()
    head = desk.dispatch()["head"]
    first, second = (json.loads(path.read_bytes()) for path in desk.events())
    assert [path.name for path in desk.events()] == ["000001.json", "000002.json"]
    assert desk.events()[1].read_bytes() == plain(second)
    assert first["prev_hash"] == "0" * 64
    assert second["prev_hash"] == first["hash"]
    assert head == {"seq": 2, "hash": second["hash"]}
    assert clerk.hashlib.sha256(plain({k: v for k, v in second.items() if k != "hash"})).hexdigest() == second["hash"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", second["at"])
    assert {"schema_version", "run_id", "seq", "type", "at", "prev_hash", "hash"} <= set(second)
    assert "说明依据" in desk.events()[1].read_text(encoding="utf-8")


def test_a_packet_holds_the_assignment_the_visible_documents_and_a_nine_field_template(desk: Desk) -> None:
    run_id = desk.init()["run_id"]
    packet = desk.dispatch("plaintiff", issue="I-001", prompt="说明交付主张的现有依据")
    assert packet["schema_version"] == 1
    assert packet["run_id"] == run_id
    assert packet["assignment"] == {
        "turn_id": "T-0001",
        "role": "plaintiff",
        "stage": "evidence",
        "issue": "I-001",
        "prompt": "说明交付主张的现有依据",
        "material_version": 1,
        "read_through": 1,
        "responds_to": [],
        "seq": 2,
        "turns_left": 39,
    }
    assert packet["documents"] == [DOCUMENTS[0], DOCUMENTS[1], DOCUMENTS[2], DOCUMENTS[4]]
    assert packet["history"] == []
    assert packet["submission_template"] == {
        "schema_version": 1,
        "run_id": run_id,
        "turn_id": "T-0001",
        "role": "plaintiff",
        "material_version": 1,
        "read_through": 1,
        "responds_to": [],
        "body": "",
        "citations": [],
    }
    assert set(packet) == {
        "schema_version",
        "run_id",
        "assignment",
        "documents",
        "history",
        "submission_template",
        "head",
    }


@pytest.mark.parametrize(
    ("role", "ids"),
    [
        ("plaintiff", ["D-001", "D-002", "P-001", "B-001"]),
        ("defendant", ["D-001", "D-002", "F-001", "B-001"]),
        ("judge", ["D-001", "D-002"]),
    ],
)
def test_each_role_sees_its_own_documents_and_the_judge_public_ones_only(desk: Desk, role: str, ids: list[str]) -> None:
    desk.init()
    assert [document["id"] for document in desk.dispatch(role)["documents"]] == ids


@pytest.mark.parametrize("case_type", ["civil", "administrative", "criminal"])
def test_each_case_type_has_its_three_roles(desk: Desk, case_type: str) -> None:
    desk.init(case_type, manifest(DOCUMENTS[0]))
    sides = ["prosecutor", "defender"] if case_type == "criminal" else ["plaintiff", "defendant"]
    for role in [*sides, "judge"]:
        desk.speak(role)
    assert desk.ok("close", "--reason", "完成")["complete"] is True


def test_the_packet_command_repeats_the_dispatch_to_the_letter(desk: Desk) -> None:
    desk.init()
    desk.speak("defendant", body="未收到。\n二行")
    dispatched = desk.call(*desk.dispatch_args("plaintiff"), "--respond-to", "3")
    assert dispatched.code == 0
    assert desk.call("packet").out == dispatched.out


def test_history_carries_each_speech_with_its_public_context_and_no_prompt(desk: Desk) -> None:
    desk.init()
    desk.dispatch("plaintiff", issue="交付", stage="opening", prompt="私下提示甲")
    desk.commit(body="已交付。")
    packet = desk.dispatch("defendant", "--respond-to", 3, prompt="回应")
    (entry,) = packet["history"]
    assert entry["seq"] == 3
    assert entry["context"] == {"issue": "交付", "stage": "opening"}
    assert set(entry["speech"]) == set(packet["submission_template"])
    assert entry["speech"]["body"] == "已交付。"
    assert "私下提示甲" not in json.dumps(packet, ensure_ascii=False)
    assert packet["assignment"]["responds_to"] == packet["submission_template"]["responds_to"] == [3]
    assert packet["assignment"]["read_through"] == 3


@pytest.mark.parametrize(
    ("flags", "owed"),
    [
        (["--respond-to", "3", "5"], [3, 5]),
        (["--respond-to", "5", "--respond-to", "3"], [5, 3]),
        (["--respond-to", "3", "3"], [3]),
    ],
)
def test_respond_to_takes_several_values_and_repeated_flags_each_speech_once(
    desk: Desk, flags: list[str], owed: list[int]
) -> None:
    desk.init()
    desk.speak("plaintiff")
    desk.speak("defendant")
    assert desk.dispatch("judge", *flags)["assignment"]["responds_to"] == owed


def test_commit_returns_the_accepted_seq(desk: Desk) -> None:
    desk.init()
    answer = desk.speak()
    assert answer.pop("head")["seq"] == 3
    assert answer == {"turn_id": "T-0001", "accepted_seq": 3, "duplicate": False}


def test_the_same_content_again_in_any_spelling_returns_the_first_receipt_also_after_close(desk: Desk) -> None:
    desk.init()
    desk.all_speak()
    first = desk.room / "plaintiff-T-0001.json"
    value = json.loads(first.read_bytes())
    respelled = json.dumps(dict(reversed(value.items())), ensure_ascii=True, indent=4)
    again = desk.save("again.json", b"\xef\xbb\xbf" + respelled.encode())
    expected = {"turn_id": "T-0001", "accepted_seq": 3, "duplicate": True}
    for _ in range(2):
        answer = desk.ok("commit", "--submission", again)
        assert {name: answer[name] for name in expected} == expected
        assert len(desk.events()) == answer["head"]["seq"]
        if desk.ok("status")["phase"] == "open":
            desk.ok("close", "--reason", "完成")


def test_a_body_of_the_full_length_and_the_full_number_of_citations_are_accepted(desk: Desk) -> None:
    desk.init()
    assert desk.speak(body="字" * 20_000, citations=["D-001"] * 200)["accepted_seq"] == 3


def test_cancel_uses_up_the_turn_and_its_id(desk: Desk) -> None:
    desk.init(max_turns=2)
    desk.dispatch()
    answer = desk.ok("cancel", "--reason", "超时")
    assert answer == {"turn_id": "T-0001", "seq": 3, "head": answer["head"]}
    assert desk.dispatch()["assignment"]["turn_id"] == "T-0002"
    assert desk.ok("status")["turns_left"] == 0


def test_materials_is_the_whole_new_set_under_the_next_version(desk: Desk) -> None:
    desk.init()
    desk.speak()
    path = desk.save("v2.json", manifest(DOCUMENTS[1], {**DOCUMENTS[0], "visibility": ["plaintiff"]}))
    answer = desk.ok("materials", "--manifest", path)
    assert answer == {"material_version": 2, "seq": 4, "head": answer["head"]}
    packet = desk.dispatch("judge")
    assert [document["id"] for document in packet["documents"]] == ["D-002"]
    assert packet["assignment"]["material_version"] == 2
    assert packet["history"][0]["speech"]["material_version"] == 1


def test_a_document_may_come_from_a_utf8_file_beside_the_manifest(desk: Desk) -> None:
    (desk.room / "texts").mkdir()
    (desk.room / "texts" / "合同.txt").write_bytes("\ufeff第一行\r\n第二行".encode())
    (desk.room / "link.txt").symlink_to(desk.room / "texts" / "合同.txt")
    base = {"title": "合同", "visibility": "public"}
    desk.init(
        documents=manifest(
            {"id": "D-001", **base, "path": "texts/合同.txt", "sha256": "aB" * 32, "locator": "p.1", "source": "卷一"},
            {"id": "D-002", **base, "path": "link.txt"},
        )
    )
    (desk.room / "texts" / "合同.txt").unlink()
    first, second = desk.dispatch("judge")["documents"]
    assert first["text"] == second["text"] == "第一行\r\n第二行"
    assert first["sha256"] == "aB" * 32


def test_status_counts_a_pending_turn_as_used_and_says_who_has_spoken(desk: Desk) -> None:
    run_id = desk.init(max_turns=5)["run_id"]
    desk.speak("judge")
    desk.speak("plaintiff")
    desk.dispatch("defendant", stage="debate", issue="I-002")
    answer = desk.ok("status")
    assert answer.pop("head")["seq"] == 6
    assert sorted(answer.pop("spoken")) == ["judge", "plaintiff"]
    assert answer == {
        "run_id": run_id,
        "case_type": "civil",
        "phase": "open",
        "material_version": 1,
        "turns_used": 3,
        "turns_left": 2,
        "pending": {"turn_id": "T-0003", "role": "defendant", "stage": "debate", "issue": "I-002"},
        "speeches": 2,
    }


def test_close_is_complete_when_all_three_roles_spoke(desk: Desk) -> None:
    desk.init()
    desk.all_speak()
    answer = desk.ok("close", "--reason", "既定争点已演练")
    assert answer == {"seq": 8, "complete": True, "head": answer["head"]}
    assert desk.ok("status")["phase"] == "closed"


def test_close_incomplete_needs_no_speech_at_all(desk: Desk) -> None:
    desk.init()
    assert desk.ok("close", "--incomplete", "--reason", "角色失败")["complete"] is False
    assert desk.ok("status")["phase"] == "closed_incomplete"


def test_render_is_a_pure_function_of_the_events_and_ends_with_the_head(desk: Desk) -> None:
    desk.init()
    desk.all_speak()
    desk.ok("close", "--incomplete", "--reason", "余下：违约金")
    answer = desk.ok("render")
    state, transcript = Path(answer["state"]), Path(answer["transcript"])
    assert (state, transcript) == (desk.run / "state.json", desk.run / "transcript.md")
    first = state.read_bytes(), transcript.read_bytes()
    state.unlink()
    transcript.write_text("改动", encoding="utf-8")
    desk.ok("render")
    assert (state.read_bytes(), transcript.read_bytes()) == first
    last = transcript.read_text(encoding="utf-8").rstrip("\n").splitlines()[-1]
    assert str(answer["head"]["seq"]) in last
    assert answer["head"]["hash"] in last
    assert json.loads(first[0]) == desk.ok("status")


def test_no_private_word_reaches_the_rendered_files(desk: Desk) -> None:
    desk.init()
    desk.dispatch(prompt="私下提示")
    desk.draft(body="被取消的草稿")
    desk.ok("cancel", "--reason", "取消原因")
    desk.all_speak()
    desk.dispatch(prompt="私下提示")
    desk.ok("render")
    rendered = (desk.run / "state.json").read_text("utf-8") + (desk.run / "transcript.md").read_text("utf-8")
    for private in ("私下提示", "被取消的草稿", "取消原因", "备忘", "底线", "底价", "P-001", "F-001", "B-001"):
        assert private not in rendered
    for public in ("本方已交付。", "I-001", "evidence", "D-001", "买卖合同", "T-0005"):
        assert public in rendered


def test_no_line_of_a_body_issue_or_title_passes_for_a_line_of_the_transcript(desk: Desk) -> None:
    forged = "## 99｜T-0099｜法官"
    desk.init(documents=manifest({**DOCUMENTS[0], "title": f"合同\n{forged}"}))
    desk.dispatch(issue=f"I-001\r{forged}")
    desk.commit(body=f"发言\n{forged}\r{forged}\u2028{forged}\x0b{forged}\n\n<!--")
    desk.ok("render")
    lines = (desk.run / "transcript.md").read_text("utf-8").splitlines()
    assert not [line for line in lines if line.startswith(forged)]


def test_verify_recomputes_the_chain_and_finds_every_receipt(desk: Desk) -> None:
    receipts = [desk.save("r1.json", desk.init()), desk.save("r2.json", desk.dispatch())]
    answer = desk.ok("verify", "--receipt", receipts[0], "--receipt", receipts[1])
    assert answer.pop("head")["seq"] == 2
    assert answer == {
        "events": 2,
        "receipts": [{"file": str(path), "seq": seq, "status": "included"} for seq, path in enumerate(receipts, 1)],
    }
    assert desk.ok("verify")["receipts"] == []


def test_a_copied_run_without_its_lock_file_can_be_read_and_continued(desk: Desk) -> None:
    desk.init()
    (desk.run / ".lock").unlink()
    desk.ok("status")
    assert not (desk.run / ".lock").exists()
    desk.speak()


@pytest.mark.parametrize("litter", [".pending-000002-abc", ".DS_Store", "Thumbs.db"])
def test_pending_files_and_desktop_litter_are_no_events(desk: Desk, litter: str) -> None:
    desk.init()
    (desk.run / "events" / litter).write_bytes(b"half an event")
    assert desk.speak()["accepted_seq"] == 3
    assert desk.ok("verify")["events"] == 3


def test_fields_of_a_later_version_are_kept_and_tolerated(desk: Desk) -> None:
    desk.init()
    desk.speak()
    rechain(desk.events(), {seq: {"later": {"nested": [1.5, None]}} for seq in (1, 2, 3)})
    desk.speak("defendant")
    assert desk.ok("verify")["events"] == 5
    assert json.loads(desk.events()[0].read_bytes())["later"] == {"nested": [1.5, None]}


def test_the_interface_for_programs_returns_what_the_command_prints(desk: Desk) -> None:
    own = Clerk.open(desk.run)
    assert own.init("civil", manifest())["head"] == desk.ok("status")["head"]
    packet = own.dispatch("plaintiff", "evidence", "I-001", "说明依据")
    assert packet == desk.ok("packet")
    speech = {**packet["submission_template"], "body": "已交付。"}
    receipt = own.commit(speech)
    assert desk.ok("commit", "--submission", desk.save("s.json", speech)) == {**receipt, "duplicate": True}
    assert own.status() == desk.ok("status")
    assert own.verify() == desk.ok("verify")
    assert own.render() == desk.ok("render")
    assert [event["type"] for event in own.record()] == ["init", "dispatch", "speech"]


def test_editing_a_returned_packet_or_record_changes_nothing(desk: Desk) -> None:
    own = Clerk(MemoryStore())
    own.init("civil", manifest())
    packet = own.dispatch("plaintiff", "evidence", "I-001", "说明依据")
    packet["submission_template"]["body"] = "已交付。"
    own.commit(packet["submission_template"])
    changed = own.dispatch("defendant", "evidence", "I-001", "回应", [3])
    before = own.packet()
    changed["documents"].clear()
    changed["history"][0]["speech"]["citations"].append("X")
    changed["assignment"]["responds_to"].clear()
    own.record()[0]["documents"][0]["text"] = "改"
    assert own.packet() == before


def test_a_program_may_set_the_clock_and_the_run_id(desk: Desk) -> None:
    store = MemoryStore()
    moment = clerk.datetime.fromisoformat("2026-03-02T09:00:00+08:00")
    own = Clerk(store, clock=lambda: moment)
    assert own.init("civil", manifest(), run_id="run-1")["run_id"] == "run-1"
    assert json.loads(store.files[0])["at"] == "2026-03-02T01:00:00Z"


def test_a_path_without_a_folder_is_refused_in_a_program(desk: Desk) -> None:
    document = {"id": "D-001", "title": "合同", "visibility": "public", "path": "a.txt"}
    with pytest.raises(Refusal) as refusal:
        Clerk(MemoryStore()).init("civil", manifest(document))
    assert refusal.value.code == "bad_path"
