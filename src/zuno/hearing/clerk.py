#!/usr/bin/env python3
"""Hearing clerk, protocol v1: the only writer of a mock hearing's record.

Owns ``events/``, one canonical JSON file per event, chained by SHA-256. Nothing can rebuild it, so nothing in it is
ever overwritten. ``state.json`` and ``transcript.md`` are views, rebuilt from the events by ``render``.

Knows nothing of law, of models, of who plays a role, or of whether a speech is any good; never reads ``role-memory/``.
The chain proves edits and gaps. A cut tail shows only against a receipt that somebody kept (``verify``).

One file on the standard library, Python 3.9 or newer: the checks of outside data, the pure core (``replay`` folds
events into a ``State``, ``decide_*`` turns a state and a wish into the next event's payload or a ``Refusal``), the
views, the store, ``Clerk`` (the interface for programs) and ``main`` (the command line).
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import hashlib
import json
import os
import re
import secrets
import sys
import time
import unicodedata
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path, PureWindowsPath
from typing import Any, Callable, Protocol, TextIO, Union

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int, exclusive: bool) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int, exclusive: bool) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


Json = dict[str, Any]
PathLike = Union[str, Path]

ROLES = {
    "civil": ("plaintiff", "defendant", "judge"),
    "administrative": ("plaintiff", "defendant", "judge"),
    "criminal": ("prosecutor", "defender", "judge"),
}
STAGES = ("opening", "evidence", "questions", "debate", "closing")
CASE_NAMES = {"civil": "民事", "administrative": "行政", "criminal": "刑事"}
ROLE_NAMES = dict(plaintiff="原告", defendant="被告", judge="法官", prosecutor="公诉人", defender="辩护人")
STAGE_NAMES = dict(zip(STAGES, ("开庭", "举证质证", "法庭询问", "法庭辩论", "最后陈述")))
PHASE_NAMES = {"open": "进行中", "closed": "已关闭", "closed_incomplete": "未完成即关闭，本件为部分笔录"}

MAX_TURNS = 40
BODY_LIMIT = 20_000
"""Characters (code points) in one speech."""
CITATION_LIMIT = 200
LOCK_WAIT_S = 10.0
FIRST_PREV_HASH = "0" * 64

EMPTY_SPEECH: Json = {
    "schema_version": 1,
    "run_id": "",
    "turn_id": "",
    "role": "",
    "material_version": 1,
    "read_through": 1,
    "responds_to": [],
    "body": "",
    "citations": [],
}
"""The speech contract, field by field."""
SPEECH_FIELDS: dict[str, type] = {name: type(value) for name, value in EMPTY_SPEECH.items()}
TURN_FIELDS = ("turn_id", "role", "stage", "issue", "prompt", "material_version", "read_through", "responds_to")
DOCUMENT_FIELDS: dict[str, type] = {"id": str, "title": str, "visibility": object}
OPTIONAL_FIELDS: dict[str, type] = dict.fromkeys(("text", "path", "kind", "source", "locator", "sha256"), str)
VERSION_FIELDS: dict[str, type] = {"material_version": int, "documents": list}
EVENT_FIELDS: dict[str, dict[str, type]] = {
    "init": {"case_type": str, "max_turns": int, **VERSION_FIELDS},
    "materials": VERSION_FIELDS,
    "dispatch": {"stage": str, "issue": str, "prompt": str, **{n: SPEECH_FIELDS.get(n, str) for n in TURN_FIELDS}},
    "speech": {"turn_id": str, "speech": dict},
    "cancel": {"turn_id": str, "reason": str},
    "close": {"reason": str, "complete": bool},
}

DOCUMENT_ID = re.compile(r"[A-Z]{1,8}-[0-9]{3,6}")
SHA256 = re.compile(r"[0-9a-fA-F]{64}")
EVENT_NAME = re.compile(r"([0-9]{6,})\.json")
PENDING = ".pending-"
LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""Files that a desktop drops into a folder somebody looked at; not part of any record."""
NOT_SUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What file systems say that know no hard links, or cannot sync a folder."""

REASONS = {
    # Input that does not hold by itself: correct it.
    "unreadable_file": "{file}：读不到（{reason}）；请核对路径和权限。",
    "not_utf8": "{file}：不是 UTF-8 文本，或含孤立代理项；请另存为 UTF-8 后重试。",
    "duplicate_key": "{file}：同一对象里字段 {field} 重复；删去重复项后重试。",
    "bad_json": "{file}：不是可用的 JSON（{reason}）；请改正后重试。",
    "not_an_object": "{where}须是 JSON 对象；请改正后重试。",
    "missing_field": "{where}缺少字段 {field}；补上后重试。",
    "unknown_field": "{where}有未知字段 {field}；删去后重试。",
    "wrong_type": "{where}的 {field} 类型不对，应为 {expected}；请改正后重试。",
    "bad_schema_version": "{where}的 schema_version 须为 1；请按协议 v1 书写。",
    "bad_document_id": "{where}的编号不合格式；用如 D-001：1–8 个大写字母、连字符、3–6 位数字。",
    "duplicate_document": "材料编号 {document} 出现两次；每份材料用各自的编号。",
    "empty_title": "材料 {document} 没有标题；补上 title 后重试。",
    "bad_visibility": '材料 {document}：visibility 须是 "public" 或不重复的本案角色（{roles}）的数组；请改正。',
    "judge_sees_public": "材料 {document}：法官只看公开材料；改为 public，或从 visibility 去掉 judge。",
    "bad_sha256": "材料 {document}：sha256 须是 64 位十六进制；填原件的摘要，或删去该字段。",
    "text_or_path": "材料 {document}：text 与 path 须有且只有一个；请改正。",
    "bad_path": "path {path} 须指向清单文件夹之内可读的文件，用相对路径；把文件放进来再引用。",
    "bad_case_type": "没有案件类型 {case_type}；可用：{allowed}。",
    "bad_max_turns": "max-turns 须是 1 到 9999 的整数；请改正后重试。",
    "bad_role": "本案没有角色 {role}；可用：{allowed}。",
    "bad_stage": "没有阶段 {stage}；可用：{allowed}。",
    "empty_issue": "issue 不能为空；写明公开的争点编号或表述。",
    "empty_prompt": "prompt 不能为空；写明本回合要该角色做什么。",
    "empty_reason": "reason 不能为空；写明原因。",
    "bad_respond_to": "respond-to 的 {seqs} 不是已入卷发言；用 commit 回执里的 accepted_seq。",
    "empty_body": "正文为空；退回该角色，由其写出发言后再提交。",
    "body_too_long": "正文 {length} 字，超过 {limit}；退回该角色删减。",
    "too_many_citations": "引用 {length} 处，超过 {limit}；退回该角色删减。",
    # Input that does not fit the run: look at it, then decide again.
    "field_mismatch": "提交稿的 {field} 与派发不同；除 body、citations 外照抄当前 packet 的 submission_template。",
    "citation_not_public": "本回合材料版本中没有公开材料 {citations}；退回该角色，改引公开材料。",
    "turn_spoken": "{turn_id} 已有不同内容入卷；更正须另开回合，引用原发言。",
    "turn_cancelled": "{turn_id} 已取消，迟到稿不能入卷；重新 dispatch，由角色按新回合作答。",
    "turn_pending": "{turn_id} 待交稿；先用 packet 取回任务并 commit，或 cancel。",
    "no_pending_turn": "没有待交稿的回合；先看 status，需要时 dispatch。",
    "turns_used_up": "{max_turns} 个回合已用完；用 close 关闭（约定环节未完成时加 --incomplete）。",
    "roles_silent": "{roles} 尚未发言；继续派发，或用 close --incomplete 写明剩余事项。",
    "closed": "运行已关闭，只能 status、render、verify 或重取同稿回执；后续演练另建运行。",
    # The folder: choose another, or make it usable.
    "no_run": "--run 目录没有演练记录，或 init 未完成；核对目录，或先 init。",
    "run_exists": "--run 目录已有演练；用 status 查看，新演练另选目录。",
    "not_empty": "--run 目录须不存在或为空；另选目录，材料与日志放在其外。",
    "lock_timeout": "另一个书记员命令占用本运行，已等 {waited_s} 秒；待其结束后重试。",
    "conflict": "另一书记员先写入了事件 {seq}；先看 status，再决定是否重试。",
    "disk_full": "磁盘已满或超出配额（{reason}），未写入；腾出空间后重试同一命令。",
    "not_writable": "没有写入权限（{reason}），未写入；改目录权限或换磁盘后重试。",
    "not_readable": "没有读取权限（{reason}）；改目录权限后重试。",
    "io_error": "读写失败（{reason}），未写入；保留现场，查明后重试。",
    # The record: keep the folder as it is.
    "event_damaged": "{file} 损坏：{reason}。保留现场，不要手工修改；核对备份与回执后另建运行并说明缺口。",
    "event_missing": "缺少 {file}。保留现场，不要手工补写；核对备份与回执后另建运行并说明缺口。",
    "event_foreign": "{file} 不属于记录。保留现场，查明来历后再移出 events/。",
    "event_newer": "{file} 出自更新的版本，本工具不认识；用写下它的版本打开。",
    "receipt_without_head": "{file} 没有 head，不是成功命令的输出；用命令当时的 stdout 作回执。",
    "receipt_missing": "有回执不在现存记录中：尾部丢失、回滚、分叉或另一运行。不要续写；保留现场，另建运行并说明缺口。",
    "record_rolled_back": "记录已不含先前见过的事件 {seq}。不要续写；保留现场，另建运行并说明缺口。",
    # Done or perhaps done, exit 3: look before repeating.
    "outcome_unknown": "事件 {seq} 已写入，但未能确认落盘；先看 status，不要重复派发。",
    "output_lost": "命令已完成，但结果写不到 stdout；用 status、packet 或重交同稿取回，不要重新派发。",
}
"""Every reason for a refusal, by its stable code, and what to do next."""


class Refusal(Exception):
    """The command was refused and nothing changed; the message says what to do next."""

    def __init__(self, code: str, message: str, **extra: Any) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.extra = extra
        """Further facts for the caller, printed beside code and message."""

    def as_dict(self) -> Json:
        """Return the object that the command line prints on stderr."""
        return {"error": self.code, "message": self.message, **self.extra}


def refuse(code: str, **facts: Any) -> Refusal:
    """Return the refusal for one of ``REASONS``, its message filled with the facts."""
    words = {name: "、".join(map(str, fact)) if isinstance(fact, list) else fact for name, fact in facts.items()}
    return Refusal(code, REASONS[code].format(**words), **facts)


# Outside data ---------------------------------------------------------------------------------------------------------


def canonical(value: object, file: str = "文本") -> bytes:
    """Encode a value as canonical JSON: sorted keys, no spaces, newline at the end; or refuse half a surrogate pair."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        raise refuse("not_utf8", file=file) from error


def parse_json(data: bytes, file: str) -> Any:
    """Parse one JSON text, or refuse: UTF-8, no duplicate key, no NaN, nothing that cannot be written back."""

    def unique(pairs: list[tuple[str, Any]]) -> Json:
        found: Json = {}
        for name, value in pairs:
            if name in found:
                raise refuse("duplicate_key", file=file, field=name)
            found[name] = value
        return found

    def no_constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    try:
        value: Any = json.loads(data.decode("utf-8-sig"), object_pairs_hook=unique, parse_constant=no_constant)
        canonical(value, file)
    except UnicodeDecodeError as error:
        raise refuse("not_utf8", file=file) from error
    except RecursionError as error:
        raise refuse("bad_json", file=file, reason="nested too deep") from error
    except ValueError as error:
        raise refuse("bad_json", file=file, reason=str(error)) from error
    return value


def read_json(path: PathLike) -> Any:
    """Read and parse one JSON file, or refuse."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise refuse("unreadable_file", file=str(path), reason=_reason(error)) from error
    return parse_json(data, str(path))


def check_fields(value: object, required: Mapping[str, type], optional: Mapping[str, type] | None, where: str) -> Json:
    """Return an object that has these fields and types, or refuse; with ``optional=None`` any others may stand by."""
    if not isinstance(value, dict):
        raise refuse("not_an_object", where=where)
    known = {**(optional or {}), **required}
    for name in value:
        if optional is not None and name not in known:
            raise refuse("unknown_field", where=where, field=str(name))
    for name, kind in known.items():
        if name in value and not _is(value[name], kind):
            raise refuse("wrong_type", where=where, field=name, expected=kind.__name__)
        if name in required and name not in value:
            raise refuse("missing_field", where=where, field=name)
    if "schema_version" in required and value["schema_version"] != 1:
        raise refuse("bad_schema_version", where=where)
    return value


def _is(value: object, kind: type) -> bool:
    """Tell whether a JSON value is of a type; true is not 1."""
    return isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))


def is_blank(text: str) -> bool:
    """Tell whether a text shows nothing: empty, or only spaces, control and zero-width characters."""
    return all(unicodedata.category(char) in ("Zs", "Zl", "Zp", "Cc", "Cf") for char in text)


def _check_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise refuse("wrong_type", where="命令", field=name, expected="str")
    if is_blank(value):
        raise refuse(f"empty_{name}")
    canonical(value, name)
    return value


def check_documents(manifest: object, roles: Sequence[str], read_text: Callable[[str], str]) -> list[Json]:
    """Check a manifest and return its documents as they are stored, every one with its text.

    Args:
        manifest: The parsed manifest.
        roles: Roles of the run.
        read_text: Reads the file that a document's ``path`` names, or refuses.

    Raises:
        Refusal: The manifest is wrong; the message names the document.
    """
    top = check_fields(manifest, {"schema_version": int, "documents": list}, {}, "材料清单")
    documents: dict[str, Json] = {}
    for number, raw in enumerate(top["documents"], start=1):
        document = _check_document(raw, f"材料清单第 {number} 份材料", roles, read_text)
        if document["id"] in documents:
            raise refuse("duplicate_document", document=document["id"])
        documents[document["id"]] = document
    return list(documents.values())


def _check_document(raw: object, where: str, roles: Sequence[str], read_text: Callable[[str], str]) -> Json:
    document = dict(check_fields(raw, DOCUMENT_FIELDS, OPTIONAL_FIELDS, where))
    name = document["id"]
    if not DOCUMENT_ID.fullmatch(name):
        raise refuse("bad_document_id", where=where)
    if is_blank(document["title"]):
        raise refuse("empty_title", document=name)
    _check_visibility(document["visibility"], name, roles)
    if not SHA256.fullmatch(document.get("sha256", FIRST_PREV_HASH)):
        raise refuse("bad_sha256", document=name)
    if ("text" in document) == ("path" in document):
        raise refuse("text_or_path", document=name)
    if "path" in document:
        document["text"] = read_text(document.pop("path"))
    return document


def _check_visibility(value: object, name: str, roles: Sequence[str]) -> None:
    if value == "public":
        return
    if not isinstance(value, list) or not value or any(role not in roles or value.count(role) > 1 for role in value):
        raise refuse("bad_visibility", document=name, roles=list(roles))
    if "judge" in value:
        raise refuse("judge_sees_public", document=name)


def folder_reader(folder: Path | None) -> Callable[[str], str]:
    """Return a reader of text files inside ``folder``; with no folder, every path is refused."""

    def read_text(path: str) -> str:
        try:
            if folder is not None and not path.startswith("/") and not PureWindowsPath(path).anchor:
                target = (folder / path).resolve()
                if folder.resolve() in target.parents and target.is_file():
                    return target.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise refuse("not_utf8", file=path) from error
        except (OSError, RuntimeError, ValueError) as error:
            raise refuse("bad_path", path=path) from error
        raise refuse("bad_path", path=path)

    return read_text


def check_submission(value: object) -> Json:
    """Return a submission that holds by itself, or refuse it: nine fields, types, body, size limits."""
    speech = check_fields(value, SPEECH_FIELDS, {}, "提交稿")
    for name, kind in (("responds_to", int), ("citations", str)):
        if not all(_is(item, kind) for item in speech[name]):
            raise refuse("wrong_type", where="提交稿", field=name, expected=f"list[{kind.__name__}]")
    if is_blank(speech["body"]):
        raise refuse("empty_body")
    if len(speech["body"]) > BODY_LIMIT:
        raise refuse("body_too_long", length=len(speech["body"]), limit=BODY_LIMIT)
    if len(speech["citations"]) > CITATION_LIMIT:
        raise refuse("too_many_citations", length=len(speech["citations"]), limit=CITATION_LIMIT)
    canonical(speech, "提交稿")
    return speech


# Core: events, state, decisions ---------------------------------------------------------------------------------------


@dataclass
class State:
    """What the events say so far; the empty state stands before ``init``."""

    seq: int = 0
    hash: str = FIRST_PREV_HASH
    run_id: str = ""
    case_type: str = ""
    roles: tuple[str, ...] = ()
    turns_left: int = 0
    """Turns still to be dispatched; a pending or cancelled turn counts as used."""
    material_version: int = 0
    documents: list[Json] = field(default_factory=list)
    """The current material version, in manifest order."""
    turns: dict[str, Json] = field(default_factory=dict)
    """Every dispatch event by its turn id."""
    spoken: dict[str, Json] = field(default_factory=dict)
    """Every accepted speech event by its turn id, in order."""
    pending: Json | None = None
    """The dispatch event that waits for its speech."""
    closed: Json | None = None
    events: list[Json] = field(default_factory=list)

    @property
    def head(self) -> Json:
        """The receipt: number and hash of the last event."""
        return {"seq": self.seq, "hash": self.hash}


def seal(unsealed: Json) -> bytes:
    """Add the hash to an event and return its file's bytes."""
    return canonical({**unsealed, "hash": hashlib.sha256(canonical(unsealed)).hexdigest()})


def open_event(data: bytes, seq: int, prev_hash: str) -> Json:
    """Return the event in these bytes, unknown fields and all, or refuse what does not fit its place in the chain."""
    try:
        event = parse_json(data, _file_name(seq))
        whole = isinstance(event, dict) and canonical(event) == data
    except Refusal as refusal:
        raise _damaged(seq, refusal.message) from refusal
    if not whole:
        raise _damaged(seq, "字节不是规范写法")
    unsealed = {name: value for name, value in event.items() if name != "hash"}
    if event.get("hash") != hashlib.sha256(canonical(unsealed)).hexdigest():
        raise _damaged(seq, "内容与自身 hash 不符")
    if event.get("seq") != seq or event.get("prev_hash") != prev_hash:
        raise _damaged(seq, "编号或前序 hash 不相接")
    return event


def _damaged(seq: int, reason: str) -> Refusal:
    return refuse("event_damaged", seq=seq, file=_file_name(seq), reason=reason)


def _file_name(seq: int) -> str:
    return f"events/{seq:06d}.json"


def replay(events: Iterable[Json]) -> State:
    """Fold opened events into a state, or refuse events that could not have followed each other."""
    state = State()
    for event in events:
        advance(state, event)
    return state


def advance(state: State, event: Json) -> None:
    """Apply one opened event to the state, or refuse an event that could not have come next."""
    check_event(state, event)
    kind = event["type"]
    if kind == "init":
        state.run_id, state.case_type, state.turns_left = event["run_id"], event["case_type"], event["max_turns"]
        state.roles = roles_of(state.case_type)
    if kind in ("init", "materials"):
        state.documents, state.material_version = event["documents"], event["material_version"]
    elif kind == "dispatch":
        state.turns[event["turn_id"]] = state.pending = event
        state.turns_left -= 1
    elif kind == "speech":
        state.spoken[event["turn_id"]], state.pending = event, None
    elif kind == "cancel":
        state.pending = None
    else:
        state.closed = event
    state.events.append(event)
    state.seq, state.hash = event["seq"], event["hash"]


def check_event(state: State, event: Json) -> None:
    """Refuse an opened event that lacks its fields or could not have come next."""
    seq, kind = state.seq + 1, str(event.get("type"))
    if event.get("schema_version") != 1 or kind not in EVENT_FIELDS:
        raise refuse("event_newer", seq=seq, file=_file_name(seq))
    common = {"schema_version": int, "run_id": str, "seq": int, "at": str}
    try:
        check_fields(event, {**common, **EVENT_FIELDS[kind]}, None, kind)
        if kind == "speech":
            check_fields(event["speech"], SPEECH_FIELDS, None, kind)
        for document in event.get("documents", ()):
            check_fields(document, {**DOCUMENT_FIELDS, "text": str}, None, kind)
    except Refusal as refusal:
        raise _damaged(seq, refusal.message) from refusal
    if not _may_follow(state, event):
        raise _damaged(seq, f"{kind} 不能接在此处")


def _may_follow(state: State, event: Json) -> bool:
    kind = event["type"]
    if kind == "init":
        return state.seq == 0 and event["case_type"] in ROLES
    if state.seq == 0 or state.closed or event["run_id"] != state.run_id:
        return False
    if kind in ("speech", "cancel"):
        return state.pending is not None and event["turn_id"] == state.pending["turn_id"]
    return state.pending is None and (kind != "dispatch" or event["turn_id"] not in state.turns)


def roles_of(case_type: str) -> tuple[str, str, str]:
    """Return the three roles of a case type, or refuse an unknown one."""
    if case_type not in ROLES:
        raise refuse("bad_case_type", case_type=case_type, allowed=list(ROLES))
    return ROLES[case_type]


def decide_init(case_type: str, max_turns: int, documents: list[Json]) -> Json:
    """Decide the first event of a run."""
    roles_of(case_type)
    if not _is(max_turns, int) or not 1 <= max_turns <= 9999:
        raise refuse("bad_max_turns")
    return {"case_type": case_type, "max_turns": max_turns, "material_version": 1, "documents": documents}


def decide_materials(state: State, documents: list[Json]) -> Json:
    """Decide the next material version, the whole new set."""
    _require_idle(state)
    return {"material_version": state.material_version + 1, "documents": documents}


def decide_dispatch(state: State, role: str, stage: str, issue: str, prompt: str, respond_to: Iterable[int]) -> Json:
    """Decide the next turn; a speech named twice in ``respond_to`` counts once."""
    _require_idle(state)
    if role not in state.roles:
        raise refuse("bad_role", role=role, allowed=list(state.roles))
    if stage not in STAGES:
        raise refuse("bad_stage", stage=stage, allowed=list(STAGES))
    _check_text("issue", issue)
    _check_text("prompt", prompt)
    owed = list(respond_to)
    accepted = {event["seq"] for event in state.spoken.values()}
    unknown = [seq for seq in owed if not _is(seq, int) or seq not in accepted]
    if unknown:
        raise refuse("bad_respond_to", seqs=unknown)
    if state.turns_left < 1:
        raise refuse("turns_used_up", max_turns=len(state.turns))
    return {
        "turn_id": f"T-{len(state.turns) + 1:04d}",
        "role": role,
        "stage": stage,
        "issue": issue,
        "prompt": prompt,
        "material_version": state.material_version,
        "read_through": state.seq,
        "responds_to": list(dict.fromkeys(owed)),
    }


def find_accepted(state: State, speech: Json) -> Json | None:
    """Return the event that already holds this very speech, also after closing; None if the turn has not spoken.

    Raises:
        Refusal: The draft belongs to another run, or its turn has spoken differently.
    """
    if speech["run_id"] != state.run_id:
        raise refuse("field_mismatch", field="run_id", expected=state.run_id)
    event = state.spoken.get(speech["turn_id"])
    if event is not None and canonical(event["speech"]) != canonical(speech):
        raise refuse("turn_spoken", turn_id=speech["turn_id"], accepted_seq=event["seq"])
    return event


def decide_commit(state: State, speech: Json) -> Json:
    """Decide whether a checked, not yet accepted submission enters the record."""
    _require_open(state)
    turn_id = speech["turn_id"]
    if turn_id in state.turns and state.turns[turn_id] is not state.pending:
        raise refuse("turn_cancelled", turn_id=turn_id)
    for name, expected in submission_template(_require_pending(state)).items():
        if name not in ("body", "citations") and speech[name] != expected:
            raise refuse("field_mismatch", field=name, expected=expected)
    public = {document["id"] for document in state.documents if document["visibility"] == "public"}
    unknown = [name for name in speech["citations"] if name not in public]
    if unknown:
        raise refuse("citation_not_public", citations=unknown)
    return {"turn_id": turn_id, "speech": speech}


def decide_cancel(state: State, reason: str) -> Json:
    """Decide to give up the pending turn; its number stays used."""
    _require_open(state)
    return {"turn_id": _require_pending(state)["turn_id"], "reason": _check_text("reason", reason)}


def decide_close(state: State, reason: str, incomplete: bool) -> Json:
    """Decide to close the run; without ``incomplete`` all three roles must have spoken."""
    _require_idle(state)
    silent = [role for role in state.roles if role not in spoken_roles(state)]
    if silent and not incomplete:
        raise refuse("roles_silent", roles=silent)
    return {"reason": _check_text("reason", reason), "complete": not incomplete}


def _require_open(state: State) -> None:
    if state.closed:
        raise refuse("closed")


def _require_idle(state: State) -> None:
    _require_open(state)
    if state.pending:
        raise refuse("turn_pending", turn_id=state.pending["turn_id"])


def _require_pending(state: State) -> Json:
    if state.pending is None:
        raise refuse("no_pending_turn")
    return state.pending


# Views ----------------------------------------------------------------------------------------------------------------


def submission_template(turn: Json) -> Json:
    """Return the nine fields of the speech contract for one dispatch event, body and citations empty."""
    return {name: _copy(turn.get(name, empty)) for name, empty in EMPTY_SPEECH.items()}


def packet(state: State) -> Json:
    """Return all that the role of the pending turn may see, the same to the letter until its speech or cancel."""
    turn = _require_pending(state)
    history: list[Json] = []
    for event in state.spoken.values():
        asked = state.turns[event["turn_id"]]
        context = {"issue": asked["issue"], "stage": asked["stage"]}
        history.append({"seq": event["seq"], "speech": _copy(event["speech"]), "context": context})
    assignment = {name: _copy(turn[name]) for name in (*TURN_FIELDS, "seq")}
    return {
        "schema_version": 1,
        "run_id": state.run_id,
        "assignment": {**assignment, "turns_left": state.turns_left},
        "documents": [_copy(document) for document in state.documents if may_see(turn["role"], document)],
        "history": history,
        "submission_template": submission_template(turn),
        "head": state.head,
    }


def may_see(role: str, document: Json) -> bool:
    """Tell whether a role may see a document; the judge sees public ones only."""
    visibility = document["visibility"]
    return visibility == "public" or (isinstance(visibility, list) and role in visibility and role != "judge")


def spoken_roles(state: State) -> list[str]:
    """Return the roles that have an accepted speech, in the order of the case type."""
    heard = {event["speech"]["role"] for event in state.spoken.values()}
    return [role for role in state.roles if role in heard]


def status(state: State) -> Json:
    """Return the progress of the run; holds nothing private."""
    pending = state.pending and {name: state.pending[name] for name in ("turn_id", "role", "stage", "issue")}
    phase = "open" if not state.closed else "closed" if state.closed["complete"] else "closed_incomplete"
    return {
        "run_id": state.run_id,
        "case_type": state.case_type,
        "phase": phase,
        "material_version": state.material_version,
        "turns_used": len(state.turns),
        "turns_left": state.turns_left,
        "pending": pending,
        "spoken": spoken_roles(state),
        "speeches": len(state.spoken),
        "head": state.head,
    }


def transcript(state: State) -> str:
    """Return the public transcript as Markdown, a pure function of the events; its last line prints the head.

    Speeches are quoted, so that no line of a body can pass for a heading of the transcript.
    """
    now = status(state)
    lines = [
        "# 模拟庭审笔录",
        "",
        f"- 运行：{now['run_id']}",
        f"- 案件类型：{CASE_NAMES[now['case_type']]}（{now['case_type']}）",
        f"- 状态：{PHASE_NAMES[now['phase']]}",
        f"- 材料：第 {now['material_version']} 版",
        f"- 回合：已用 {now['turns_used']}，剩余 {now['turns_left']}",
    ]
    if now["pending"]:
        lines.append(f"- 待交稿：{_heading(now['pending'])}")
    for event in state.events:
        lines += _transcript_lines(state, event)
    lines += ["", "---", "", f"记录末尾：seq {state.seq}，hash {state.hash}"]
    return "\n".join(lines) + "\n"


def _transcript_lines(state: State, event: Json) -> list[str]:
    kind = event["type"]
    if kind in ("init", "materials"):
        public = [document for document in event["documents"] if document["visibility"] == "public"]
        listed = [f"- {document['id']} {_one_line(document['title'])}" for document in public]
        return ["", f"## 公开材料（第 {event['material_version']} 版）", "", *(listed or ["（无）"])]
    if kind == "speech":
        speech = event["speech"]
        basis = f"材料第 {speech['material_version']} 版；{event['at']}"
        owed = f"回应：{'、'.join(map(str, speech['responds_to'])) or '—'}"
        cited = f"引用：{'、'.join(map(str, speech['citations'])) or '—'}"
        title = f"## {event['seq']}｜{_heading(state.turns[event['turn_id']])}"
        return ["", title, "", *_quote(speech["body"]), "", f"{owed}；{cited}；{basis}"]
    if kind == "cancel":
        return ["", f"## {event['seq']}｜{event['turn_id']} 已取消"]
    if kind == "close":
        return ["", f"## {event['seq']}｜关闭", "", *_quote(event["reason"])]
    return []


def _heading(turn: Json) -> str:
    role, stage = turn["role"], turn["stage"]
    who = f"{ROLE_NAMES.get(role, role)}（{role}）"
    return f"{turn['turn_id']}｜{who}｜{STAGE_NAMES.get(stage, stage)}（{stage}）｜{_one_line(turn['issue'])}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _quote(text: str) -> list[str]:
    return [f"> {line}" if line else ">" for line in text.splitlines()]


def _copy(value: Any) -> Any:
    """Copy JSON data, so that a caller who edits a packet cannot edit the state."""
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


# Store ----------------------------------------------------------------------------------------------------------------


class EventStore(Protocol):
    """Where a run's events live, as bytes by number. Any method may raise OSError, which the clerk refuses with."""

    def create(self) -> None:
        """Make room for a new run, or refuse one that exists."""
        ...

    def hold(self, writing: bool) -> contextlib.AbstractContextManager[None]:
        """Keep other clerks out; readers may share, and may go on where nothing can be written."""
        ...

    def entries(self) -> list[object]:
        """Return one stamp per event, 1 first; an equal stamp means that the bytes have not changed."""
        ...

    def read(self, seq: int) -> bytes:
        """Return the bytes of one event."""
        ...

    def append(self, seq: int, data: bytes) -> object:
        """Add event ``seq`` whole if that number is free, else refuse with ``conflict``; return its stamp."""
        ...

    def publish(self, views: Mapping[str, bytes]) -> list[str]:
        """Replace the derived views and return where each one is."""
        ...


class FolderStore:
    """The events of one run as files in ``folder/events``, under an OS lock on ``folder/.lock``."""

    def __init__(self, folder: PathLike, lock_wait_s: float = LOCK_WAIT_S) -> None:
        self._folder = Path(folder).absolute()
        self._events = self._folder / "events"
        self._lock_wait_s = lock_wait_s

    def create(self) -> None:
        """Make the folders; what a killed ``init`` left counts as empty."""
        if self._events.is_dir() and any(_counts(path.name) for path in self._events.iterdir()):
            raise refuse("run_exists", run=str(self._folder))
        if self._folder.exists():
            names = {path.name for path in self._folder.iterdir()} if self._folder.is_dir() else {""}
            if names - LITTER - {".lock", "events"} or ("events" in names and not self._events.is_dir()):
                raise refuse("not_empty", run=str(self._folder))
        self._events.mkdir(parents=True, exist_ok=True)
        for folder in (self._folder, self._folder.parent):
            with contextlib.suppress(OSError):
                _sync_folder(folder)

    @contextlib.contextmanager
    def hold(self, writing: bool) -> Generator[None]:
        """Hold the OS lock, which a killed process gives up; a reader needs no lock where none can be opened."""
        if not self._events.is_dir():
            raise refuse("no_run", run=str(self._folder))
        descriptor = None
        try:
            descriptor = os.open(self._folder / ".lock", os.O_RDONLY | (os.O_CREAT if writing else 0), 0o666)
        except OSError:
            if writing:
                raise
        try:
            if descriptor is not None:
                self._wait_for(descriptor, writing)
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def _wait_for(self, descriptor: int, writing: bool) -> None:
        deadline = time.monotonic() + self._lock_wait_s
        while not _try_lock(descriptor, writing):
            if time.monotonic() >= deadline:
                raise refuse("lock_timeout", waited_s=self._lock_wait_s)
            time.sleep(0.02)

    def entries(self) -> list[object]:
        """List the event files in order, refusing a foreign file or a gap."""
        found: dict[int, object] = {}
        with os.scandir(self._events) as files:
            for file in files:
                if not _counts(file.name):
                    continue
                match = EVENT_NAME.fullmatch(file.name)
                seq = int(match.group(1)) if match else 0
                if seq < 1 or f"events/{file.name}" != _file_name(seq):
                    raise refuse("event_foreign", file=f"events/{file.name}")
                found[seq] = _stamp(file)
        for seq in range(1, len(found) + 1):
            if seq not in found:
                raise refuse("event_missing", seq=seq, file=_file_name(seq))
        return [found[seq] for seq in sorted(found)]

    def read(self, seq: int) -> bytes:
        """Return the bytes of one event file."""
        return self._path(seq).read_bytes()

    def append(self, seq: int, data: bytes) -> object:
        """Write and sync a pending file, link it to the event's name if that is free, sync the folder.

        A process killed on the way leaves no event or the whole one. If the folder cannot be synced the name is
        taken back, so that a refusal leaves nothing behind.
        """
        target = self._path(seq)
        pending = self._events / f"{PENDING}{seq:06d}-{secrets.token_hex(6)}"
        try:
            _write_synced(pending, data)
            _link_new(pending, target, seq)
        finally:
            with contextlib.suppress(OSError):
                pending.unlink()
        try:
            _sync_folder(self._events)
        except OSError:
            try:
                target.unlink()
            except OSError as error:
                raise refuse("outcome_unknown", seq=seq) from error
            raise
        return _stamp(target)

    def publish(self, views: Mapping[str, bytes]) -> list[str]:
        """Write every view beside its place first, then replace them."""
        drafts = {name: self._folder / f"{PENDING}{name}-{secrets.token_hex(6)}" for name in views}
        try:
            for name, data in views.items():
                _write_synced(drafts[name], data)
            for name, draft in drafts.items():
                draft.replace(self._folder / name)
        finally:
            for draft in drafts.values():
                with contextlib.suppress(OSError):
                    draft.unlink()
        return [str(self._folder / name) for name in views]

    def _path(self, seq: int) -> Path:
        return self._folder / _file_name(seq)


def _counts(name: str) -> bool:
    return not name.startswith(PENDING) and name not in LITTER


def _stamp(file: os.PathLike[str]) -> object:
    found = os.stat(file)  # noqa: PTH116 - asked of every event by every command
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _write_synced(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _link_new(pending: Path, target: Path, seq: int) -> None:
    try:
        os.link(pending, target)
    except FileExistsError as error:
        raise refuse("conflict", seq=seq) from error
    except OSError as error:
        if error.errno not in (errno.EPERM, *NOT_SUPPORTED):
            raise
        # A file system without hard links; the lock keeps other clerks out between the look and the move.
        if target.exists():
            raise refuse("conflict", seq=seq) from error
        pending.rename(target)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in NOT_SUPPORTED:
            raise
    finally:
        os.close(descriptor)


def _refuse_os_error(error: OSError, writing: bool) -> Refusal:
    code = "io_error"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        code = "disk_full"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        code = "not_writable" if writing else "not_readable"
    return refuse(code, reason=_reason(error))


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


# For programs ---------------------------------------------------------------------------------------------------------


class Clerk:
    """One run's clerk. Each method is one command: it takes the lock, and returns the very dict the command prints.

    Other clerks, in this process or another, may work on the same run. Events that this object has verified are not
    read again while their files are unchanged; ``verify`` reads everything anew. A clerk that has seen a head which
    the record has since lost refuses to go on.
    """

    def __init__(self, store: EventStore, clock: Callable[[], datetime] = lambda: datetime.now(timezone.utc)) -> None:
        self._store = store
        self._clock = clock
        self._state = State()
        self._stamps: list[object] = []
        self._seen: Json | None = None

    @classmethod
    def open(cls, run_dir: PathLike, lock_wait_s: float = LOCK_WAIT_S) -> Clerk:
        """Return the clerk of the run in a folder; touches nothing yet."""
        return cls(FolderStore(run_dir, lock_wait_s))

    def init(
        self,
        case_type: str,
        manifest: Json,
        max_turns: int = MAX_TURNS,
        folder: Path | None = None,
        run_id: str | None = None,
    ) -> Json:
        """Start a run in a folder that is missing or empty.

        Args:
            case_type: ``civil``, ``administrative`` or ``criminal``.
            manifest: The parsed material manifest.
            max_turns: Turns that may be dispatched, cancelled ones included.
            folder: The manifest's folder, to which each document's ``path`` is relative.
            run_id: Identity of the run; a random one by default.
        """
        documents = check_documents(manifest, roles_of(case_type), folder_reader(folder))
        payload = decide_init(case_type, max_turns, documents)
        canonical(payload, "材料清单")
        try:
            self._store.create()
        except OSError as error:
            raise _refuse_os_error(error, writing=True) from error
        with self._locked(writing=True, starting=True) as state:
            self._append("init", payload, run_id or f"run-{secrets.token_hex(8)}")
            return {
                "run_id": state.run_id,
                "case_type": case_type,
                "material_version": 1,
                "documents": [document["id"] for document in state.documents],
                "max_turns": max_turns,
                "head": state.head,
            }

    def dispatch(self, role: str, stage: str, issue: str, prompt: str, respond_to: Iterable[int] = ()) -> Json:
        """Give one role the next turn and return its packet."""
        with self._locked(writing=True) as state:
            self._append("dispatch", decide_dispatch(state, role, stage, issue, prompt, respond_to))
            return packet(state)

    def commit(self, submission: Json) -> Json:
        """Enter a submission in the record; the same content again returns the first receipt, also after closing."""
        speech = check_submission(submission)
        with self._locked(writing=True) as state:
            earlier = find_accepted(state, speech)
            event = earlier or self._append("speech", decide_commit(state, speech))
            receipt = {"turn_id": event["turn_id"], "accepted_seq": event["seq"], "duplicate": earlier is not None}
            return {**receipt, "head": state.head}

    def cancel(self, reason: str) -> Json:
        """Give up the pending turn."""
        with self._locked(writing=True) as state:
            event = self._append("cancel", decide_cancel(state, reason))
            return {"turn_id": event["turn_id"], "seq": event["seq"], "head": state.head}

    def materials(self, manifest: Json, folder: Path | None = None) -> Json:
        """Replace the whole material set by a new version."""
        with self._locked(writing=True) as state:
            documents = check_documents(manifest, state.roles, folder_reader(folder))
            event = self._append("materials", decide_materials(state, documents))
            return {"material_version": state.material_version, "seq": event["seq"], "head": state.head}

    def close(self, reason: str, incomplete: bool = False) -> Json:
        """Close the run for good; the reason is public and stands in the transcript."""
        with self._locked(writing=True) as state:
            event = self._append("close", decide_close(state, reason, incomplete))
            return {"seq": event["seq"], "complete": event["complete"], "head": state.head}

    def render(self) -> Json:
        """Rebuild ``state.json`` and ``transcript.md`` from the events."""
        with self._locked(writing=True) as state:
            progress = json.dumps(status(state), ensure_ascii=False, indent=2) + "\n"
            views = {"state.json": progress.encode(), "transcript.md": transcript(state).encode()}
            progress_path, transcript_path = self._store.publish(views)
            return {"state": progress_path, "transcript": transcript_path, "head": state.head}

    def status(self) -> Json:
        """Return the progress of the run, from the events."""
        with self._locked() as state:
            return status(state)

    def packet(self) -> Json:
        """Return the pending turn's packet again."""
        with self._locked() as state:
            return packet(state)

    def record(self) -> list[Json]:
        """Return a copy of all events, private ones included: for the clerk's own use, never for a role."""
        with self._locked() as state:
            return _copy(state.events)

    def verify(self, receipts: Iterable[PathLike] = ()) -> Json:
        """Read and recompute the whole chain, and look up earlier outputs in it.

        Args:
            receipts: Files that hold earlier success outputs.

        Raises:
            Refusal: ``receipt_missing`` (with ``receipts``): the record was cut, rolled back or forked.
        """
        heads = [(str(path), _receipt_head(path)) for path in receipts]
        with self._locked(anew=True) as state:
            found: list[Json] = []
            for name, head in heads:
                verdict = "included" if _includes(state, head) else "missing"
                found.append({"file": name, "seq": head["seq"], "status": verdict})
            if any(receipt["status"] == "missing" for receipt in found):
                raise refuse("receipt_missing", receipts=found)
            return {"events": state.seq, "receipts": found, "head": state.head}

    @contextlib.contextmanager
    def _locked(self, *, writing: bool = False, anew: bool = False, starting: bool = False) -> Generator[State]:
        try:
            with self._store.hold(writing):
                state = self._refresh(anew)
                if starting == bool(state.seq):
                    raise refuse("run_exists" if starting else "no_run")
                yield state
        except OSError as error:
            raise _refuse_os_error(error, writing) from error

    def _refresh(self, anew: bool) -> State:
        stamps = self._store.entries()
        if anew or stamps[: len(self._stamps)] != self._stamps:
            self._state, self._stamps = State(), []
        state = self._state
        for stamp in stamps[len(self._stamps) :]:
            seq = state.seq + 1
            advance(state, open_event(self._store.read(seq), seq, state.hash))
            self._stamps.append(stamp)
        if self._seen and not _includes(state, self._seen):
            raise refuse("record_rolled_back", seq=self._seen["seq"], seen=self._seen)
        self._seen = state.head if state.seq else None
        return state

    def _append(self, kind: str, payload: Json, run_id: str | None = None) -> Json:
        state = self._state
        seq = state.seq + 1
        data = seal(
            {
                **payload,
                "schema_version": 1,
                "run_id": run_id or state.run_id,
                "seq": seq,
                "type": kind,
                "at": self._clock().astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "prev_hash": state.hash,
            }
        )
        event = open_event(data, seq, state.hash)
        check_event(state, event)
        stamp = self._store.append(seq, data)
        advance(state, event)
        self._stamps.append(stamp)
        self._seen = state.head
        return event


def _includes(state: State, head: Json) -> bool:
    return 1 <= head["seq"] <= state.seq and state.events[head["seq"] - 1]["hash"] == head["hash"]


def _receipt_head(path: PathLike) -> Json:
    receipt = read_json(path)
    try:
        head = check_fields(receipt, {"head": dict}, None, "回执")["head"]
        return check_fields(head, {"seq": int, "hash": str}, None, "head")
    except Refusal as refusal:
        raise refuse("receipt_without_head", file=str(path)) from refusal


# Command line ---------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Prints its help in UTF-8, whatever the locale."""

    def print_help(self, file: Any = None) -> None:
        _write(file or sys.stdout, self.format_help())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="clerk", description="书记员文件协议 v1：模拟庭审记录的唯一写入者。", allow_abbrev=False)
    parser.add_argument("--run", required=True, metavar="DIR", help="演练目录，写在命令之前")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, text: str, perform: Callable[[Clerk, argparse.Namespace], Json]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.set_defaults(perform=perform)
        return added

    init = command("init", "在不存在或为空的目录里开始一次演练", _init)
    init.add_argument("--case-type", required=True, help="、".join(ROLES))
    init.add_argument("--manifest", required=True, metavar="FILE", help="材料清单 JSON")
    init.add_argument("--max-turns", type=int, default=MAX_TURNS, metavar="N", help="可派发的回合数，含取消的回合")
    dispatch = command("dispatch", "派发下一回合，输出该角色的 packet", _dispatch)
    dispatch.add_argument("--role", required=True, help="本案角色之一")
    dispatch.add_argument("--stage", required=True, help="、".join(STAGES))
    dispatch.add_argument("--issue", required=True, help="公开的争点编号或表述")
    dispatch.add_argument("--prompt", required=True, help="只给该角色的任务说明")
    many: Json = {"nargs": "+", "action": "extend", "default": []}
    dispatch.add_argument("--respond-to", type=int, metavar="SEQ", help="必答的已入卷发言", **many)
    commit = command("commit", "提交稿入卷", lambda clerk, args: clerk.commit(read_json(args.submission)))
    commit.add_argument("--submission", required=True, metavar="FILE", help="角色填好的 submission_template")
    cancel = command("cancel", "取消待交稿的回合，回合编号不再使用", lambda clerk, args: clerk.cancel(args.reason))
    cancel.add_argument("--reason", required=True, help="原因，不公开")
    materials = command("materials", "换成新一版的全部材料", _materials)
    materials.add_argument("--manifest", required=True, metavar="FILE", help="材料清单 JSON")
    close = command("close", "关闭演练", lambda clerk, args: clerk.close(args.reason, args.incomplete))
    close.add_argument("--reason", required=True, help="原因，写入公开笔录")
    close.add_argument("--incomplete", action="store_true", help="约定的环节尚未完成")
    command("render", "由事件重建 state.json 和 transcript.md", lambda clerk, _: clerk.render())
    command("status", "由事件得出进度", lambda clerk, _: clerk.status())
    command("packet", "重新取得待交稿回合的 packet", lambda clerk, _: clerk.packet())
    verify = command("verify", "重算整条链，并核对先前的回执", lambda clerk, args: clerk.verify(args.receipt))
    verify.add_argument("--receipt", metavar="FILE", help="先前成功命令的输出", **many)
    return parser


def _init(clerk: Clerk, args: argparse.Namespace) -> Json:
    manifest = read_json(args.manifest)
    return clerk.init(args.case_type, manifest, args.max_turns, folder=Path(args.manifest).parent)


def _dispatch(clerk: Clerk, args: argparse.Namespace) -> Json:
    return clerk.dispatch(args.role, args.stage, args.issue, args.prompt, args.respond_to)


def _materials(clerk: Clerk, args: argparse.Namespace) -> Json:
    return clerk.materials(read_json(args.manifest), folder=Path(args.manifest).parent)


def _write(stream: TextIO | None, text: str) -> None:
    """Write UTF-8, whatever the locale; half a surrogate pair in a file name comes out as its JSON escape."""
    if stream is None:
        raise OSError(errno.EBADF, "closed")
    data = text.encode("utf-8", "backslashreplace")
    binary = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(data.decode("utf-8"))
    else:
        binary.write(data)
    stream.flush()


def _tell(refusal: Refusal, exit_code: int) -> int:
    with contextlib.suppress(OSError):
        _write(sys.stderr, json.dumps(refusal.as_dict(), ensure_ascii=False) + "\n")
    return exit_code


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 with one JSON object on stdout; 2 for a refusal, one JSON object on stderr and nothing changed; 3 when the
        command may have been done but its answer was lost (look at ``status`` before repeating it). Wrong arguments
        leave by ``SystemExit(2)`` with the usage on stderr.
    """
    args = _parser().parse_args(argv)
    try:
        answer = args.perform(Clerk.open(args.run), args)
    except Refusal as refusal:
        return _tell(refusal, 3 if refusal.code == "outcome_unknown" else 2)
    try:
        _write(sys.stdout, json.dumps(answer, ensure_ascii=False) + "\n")
    except OSError:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # Else Python writes the rest again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _tell(refuse("output_lost"), 3)
    return 0


if __name__ == "__main__":
    sys.exit(main())
