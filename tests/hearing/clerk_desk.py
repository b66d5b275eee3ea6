"""A desk for clerk tests: one run folder, the command line in this process, and what a refusal must look like."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from zuno.hearing import clerk

Json = dict[str, Any]

DOCUMENTS: list[Json] = [
    {"id": "D-001", "title": "买卖合同", "visibility": "public", "text": "货款十五万三千元"},
    {"id": "D-002", "title": "送货单", "visibility": "public", "text": "收货人张三", "kind": "delivery_note"},
    {"id": "P-001", "title": "原告内部备忘", "visibility": ["plaintiff"], "text": "原告底线十二万"},
    {"id": "F-001", "title": "被告内部备忘", "visibility": ["defendant"], "text": "被告确已收货"},
    {"id": "B-001", "title": "双方和解意向", "visibility": ["plaintiff", "defendant"], "text": "和解底价"},
]


def manifest(*documents: Json) -> Json:
    return {"schema_version": 1, "documents": list(documents or DOCUMENTS)}


class Answer:
    """What one command printed."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code, self.out, self.err = code, out, err


class Desk:
    """One run folder and a room beside it for manifests, submissions and receipts."""

    def __init__(self, room: Path) -> None:
        self.room = room
        self.run = room / "hearing"

    def call(self, *args: object) -> Answer:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = clerk.main(["--run", str(self.run), *map(str, args)])
            except SystemExit as leaving:
                code = int(leaving.code or 0)
        for stream in (out, err):
            stream.flush()
        return Answer(code, out.buffer.getvalue(), err.buffer.getvalue())

    def ok(self, *args: object) -> Json:
        answer = self.call(*args)
        assert (answer.code, answer.err) == (0, b"")
        assert answer.out.count(b"\n") == 1
        result = json.loads(answer.out)
        assert set(result["head"]) == {"seq", "hash"}
        return result

    def refused(self, code: str, *args: object) -> Json:
        """Run a command that must be refused with this code and change nothing."""
        before = self.scene()
        answer = self.call(*args)
        assert answer.code == 2, answer.out
        assert answer.out == b""
        assert answer.err.count(b"\n") == 1
        refusal = json.loads(answer.err)
        assert refusal["error"] == code, refusal
        assert refusal["message"]
        assert self.scene() == before
        return refusal

    def scene(self) -> dict[str, bytes | None]:
        """Every file and folder of the room, byte for byte."""
        return {
            str(path.relative_to(self.room)): path.read_bytes() if path.is_file() else None
            for path in sorted(self.room.rglob("*"))
        }

    def save(self, name: str, value: object) -> Path:
        path = self.room / name
        path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
        return path

    def init(self, case_type: str = "civil", documents: object = None, **options: object) -> Json:
        path = self.save("materials.json", documents or manifest())
        extra = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", value)]
        return self.ok("init", "--case-type", case_type, "--manifest", path, *extra)

    def dispatch_args(self, role: str = "plaintiff", **changes: Any) -> list[object]:
        wanted = {"role": role, "stage": "evidence", "issue": "I-001", "prompt": "说明依据", **changes}
        return ["dispatch", *(part for name, value in wanted.items() for part in (f"--{name}", value))]

    def dispatch(self, role: str = "plaintiff", *more: object, **changes: Any) -> Json:
        return self.ok(*self.dispatch_args(role, **changes), *more)

    def draft(self, **changes: Any) -> Path:
        """Fill the pending packet's template and save it."""
        template = self.ok("packet")["submission_template"]
        filled = {**template, "body": "本方已交付。", "citations": ["D-001"], **changes}
        return self.save(f"{template['role']}-{template['turn_id']}.json", filled)

    def commit(self, **changes: Any) -> Json:
        return self.ok("commit", "--submission", self.draft(**changes))

    def speak(self, role: str = "plaintiff", *more: object, **changes: Any) -> Json:
        self.dispatch(role, *more)
        return self.commit(**changes)

    def all_speak(self) -> None:
        for role in ("plaintiff", "defendant", "judge"):
            self.speak(role)

    def events(self) -> list[Path]:
        return sorted((self.run / "events").glob("[0-9]*.json"))


def rechain(events: list[Path], changes: Mapping[int, Json]) -> None:
    """Rewrite events as a forger or a later version would: with fields changed and every hash recomputed."""
    previous = "0" * 64
    for seq, path in enumerate(events, start=1):
        event = {**json.loads(path.read_bytes()), **changes.get(seq, {}), "prev_hash": previous}
        del event["hash"]
        event["hash"] = previous = hashlib.sha256(plain(event)).hexdigest()
        path.write_bytes(plain(event))


def plain(value: object) -> bytes:
    """Canonical JSON, written out again here so that the clerk is not its own judge."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()


class MemoryStore:
    """The events of one run in a list, for the same behaviour without a disk."""

    def __init__(self) -> None:
        self.files: list[bytes] = []
        self.views: dict[str, bytes] = {}

    def create(self) -> None:
        if self.files:
            raise clerk.refuse("run_exists")

    @contextlib.contextmanager
    def hold(self, writing: bool) -> Iterator[None]:
        yield

    def entries(self) -> list[object]:
        return list(self.files)

    def read(self, seq: int) -> bytes:
        return self.files[seq - 1]

    def append(self, seq: int, data: bytes) -> object:
        if seq != len(self.files) + 1:
            raise clerk.refuse("conflict", seq=seq)
        self.files.append(data)
        return data

    def publish(self, views: Mapping[str, bytes]) -> list[str]:
        self.views = dict(views)
        return list(views)
