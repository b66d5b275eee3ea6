"""``case.yaml``: what the people of the case tell Zuno that no document says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from zuno.casework.records import Side
from zuno.errors import Invalid

Procedure = Literal["ordinary", "simplified", "small_claim", "labour"]

_SIDES: Mapping[str, Side] = {
    "plaintiff": "plaintiff",
    "defendant": "defendant",
    "原告": "plaintiff",
    "被告": "defendant",
}


class BadCaseFile(Invalid):
    """``case.yaml`` cannot be used: correct the field named."""

    code = "bad_case_file"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """The fields of ``case.yaml``; every one may be absent."""

    title: str | None = None
    cause: str | None = None
    our_side: Side | None = None
    filing_date: date | None = None
    court: str | None = None
    case_no: str | None = None
    hearing_date: date | None = None
    evidence_deadline: date | None = None
    procedure: Procedure = "ordinary"
    agents: tuple[tuple[str, str], ...] = ()
    """(name, authority)"""
    people: tuple[tuple[str, str], ...] = ()
    """(role, name): who does what before the hearing."""
    served: tuple[str, ...] = ()
    """File names or globs that the other side has handed in."""
    to_submit: tuple[str, ...] = ()
    private: tuple[str, ...] = ()

    def names_file(self, patterns: tuple[str, ...], file: str) -> bool:
        """Whether a file, or any file that holds it (archive, mail, document with pictures), is named by a pattern."""
        steps = file.split("!")
        holders = {"!".join(steps[:count]) for count in range(1, len(steps) + 1)} | set(steps)
        candidates = holders | {name.rsplit("/", 1)[-1] for name in holders}
        return any(name == pattern or fnmatch(name, pattern) for name in candidates for pattern in patterns)


def _text(value: object, key: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return str(value)
    raise BadCaseFile(f"case.yaml 的 {key} 应是文字", where=f"case.yaml:{key}", next_step="改成一行文字或删去该项")


def _date(value: object, key: str) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise BadCaseFile(
            f"case.yaml 的 {key} 不是日期：{value}", where=f"case.yaml:{key}", next_step="写成 2026-03-16 的形式"
        ) from error


def _names(value: object, key: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, list) and all(isinstance(item, str) for item in cast("list[object]", value)):
        return tuple(cast("list[str]", value))
    raise BadCaseFile(f"case.yaml 的 {key} 应是文件名的列表", where=f"case.yaml:{key}", next_step="每行写成 - 文件名")


def _agents(value: object) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in cast("list[object]", value)):
        raise BadCaseFile(
            "case.yaml 的 agents 应是代理人的列表",
            where="case.yaml:agents",
            next_step="每行写成 - {name: …, authority: …}",
        )
    rows = cast("list[dict[str, Any]]", value)
    return tuple((str(row.get("name", "")), str(row.get("authority", ""))) for row in rows)


def parse(data: Mapping[Any, Any]) -> CaseFile:
    """Check the fields of ``case.yaml``.

    Raises:
        BadCaseFile: A field is unknown or of the wrong form; the message names it.
    """
    known = {field.name for field in fields(CaseFile)}
    if unknown := sorted(str(key) for key in set(data) - known):
        raise BadCaseFile(
            f"case.yaml 有不认识的项：{'、'.join(unknown)}",
            where="case.yaml",
            next_step=f"可用的项：{'、'.join(sorted(known))}",
        )
    side = data.get("our_side")
    if side is not None and str(side) not in _SIDES:
        raise BadCaseFile(
            f"our_side 不认识：{side}",
            where="case.yaml:our_side",
            next_step="写成 plaintiff（原告）或 defendant（被告）",
        )
    procedure = data.get("procedure", "ordinary")
    if str(procedure) not in ("ordinary", "simplified", "small_claim", "labour"):
        raise BadCaseFile(
            f"procedure 不认识：{procedure}",
            where="case.yaml:procedure",
            next_step="ordinary、simplified、small_claim 或 labour",
        )
    people = data.get("people") or {}
    if not isinstance(people, dict):
        raise BadCaseFile(
            "case.yaml 的 people 应是 角色: 姓名 的对照", where="case.yaml:people", next_step="每行写成 角色: 姓名"
        )
    return CaseFile(
        title=_text(data.get("title"), "title"),
        cause=_text(data.get("cause"), "cause"),
        court=_text(data.get("court"), "court"),
        case_no=_text(data.get("case_no"), "case_no"),
        filing_date=_date(data.get("filing_date"), "filing_date"),
        hearing_date=_date(data.get("hearing_date"), "hearing_date"),
        evidence_deadline=_date(data.get("evidence_deadline"), "evidence_deadline"),
        served=_names(data.get("served"), "served"),
        to_submit=_names(data.get("to_submit"), "to_submit"),
        private=_names(data.get("private"), "private"),
        our_side=_SIDES[side] if side is not None else None,
        procedure=procedure,
        agents=_agents(data.get("agents")),
        people=tuple((str(role), str(name)) for role, name in cast("dict[str, str]", people).items()),
    )


def read(folder: Path) -> CaseFile:
    """Read ``case.yaml`` of a case folder; an absent one is an empty one.

    Raises:
        BadCaseFile: The file is no UTF-8 YAML mapping, or a field is wrong.
    """
    path = next((folder / name for name in ("case.yaml", "case.yml") if (folder / name).is_file()), None)
    if path is None:
        return CaseFile()
    try:
        data = yaml.safe_load(path.read_text("utf-8-sig"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise BadCaseFile(f"case.yaml 读不出来：{error}", where=str(path), next_step="存成 UTF-8 的 YAML") from error
    if data is None:
        return CaseFile()
    if not isinstance(data, dict):
        raise BadCaseFile(
            "case.yaml 应是 项: 值 的对照", where=str(path), next_step="每行写一项，如 our_side: plaintiff"
        )
    return parse(cast("dict[str, Any]", data))
