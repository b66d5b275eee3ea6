"""A person's edits to marks: ``OUT/overrides.yaml``, kept through every re-run and shown as theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import yaml

from zuno.casework.records import Cell, Mark
from zuno.errors import Invalid

_MARKS = ("supported", "doubtful", "missing", "rebutted", "contested_law", "not_applicable")
_FIELDS = {"cell", "mark", "reason", "name"}


class BadOverrides(Invalid):
    """``overrides.yaml`` cannot be used: correct the entry named; nothing was changed."""

    code = "bad_overrides"


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """One mark set by a person."""

    cell: str
    mark: Mark
    reason: str
    name: str


def read(path: Path) -> tuple[Override, ...]:
    """Read a person's edits; an absent file is none.

    Raises:
        BadOverrides: An entry lacks a field, names no person or an unknown mark.
    """
    if not path.is_file():
        return ()
    try:
        data = yaml.safe_load(path.read_text("utf-8-sig"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise BadOverrides(
            f"overrides.yaml 读不出来：{error}", where=str(path), next_step="存成 UTF-8 的 YAML 列表"
        ) from error
    if data is None:
        return ()
    if not isinstance(data, list):
        raise BadOverrides("overrides.yaml 应是列表", where=str(path), next_step="写成 - {cell, mark, reason, name}")
    return tuple(_override(item, at, path) for at, item in enumerate(cast("list[Any]", data), 1))


def _override(item: object, at: int, path: Path) -> Override:
    where = f"{path}:第{at}项"
    if not isinstance(item, dict):
        raise BadOverrides(f"第{at}项应是 {{cell, mark, reason, name}}", where=where, next_step="改成四个项的对照")
    data = cast("dict[str, Any]", item)
    if lacking := sorted(_FIELDS - {key for key, value in data.items() if str(value or "").strip()}):
        raise BadOverrides(
            f"第{at}项缺少 {'、'.join(lacking)}", where=where, next_step="补上后再运行；修改须写明理由和姓名"
        )
    if data["mark"] not in _MARKS:
        raise BadOverrides(
            f"第{at}项的 mark 不认识：{data['mark']}", where=where, next_step="可用：" + "、".join(_MARKS)
        )
    return Override(cell=str(data["cell"]), mark=data["mark"], reason=str(data["reason"]), name=str(data["name"]))


def apply(cells: list[Cell], overrides: tuple[Override, ...], our_side: str) -> tuple[list[Cell], list[str]]:
    """Set the marks that persons set, keeping what the rules had said.

    Returns:
        The cells, and a notice for each edit whose cell no longer exists (the
        edit stays in the file).
    """
    by_cell = {override.cell: override for override in overrides}
    notices = [
        f"overrides.yaml 的 {item.cell}（{item.name}）在本次要件表中不存在，保留未用"
        for item in overrides
        if all(item.cell != cell.id for cell in cells)
    ]
    return [_with(cell, by_cell[cell.id], our_side) if cell.id in by_cell else cell for cell in cells], notices


def _with(cell: Cell, override: Override, our_side: str) -> Cell:
    proven = override.mark in ("supported", "not_applicable")
    return replace(
        cell,
        mark=override.mark,
        contested_law=cell.contested_law or override.mark == "contested_law",
        favours="ours" if (cell.burden_side == our_side) == proven else "theirs",
        rule="human_override",
        why=f"{override.name}：{override.reason}（规则原标记 {cell.mark}：{cell.why}）",
        set_by=override.name,
        reason=override.reason,
        rule_mark=cell.mark,
    )
