"""What new material changed: cells and findings of the last run against this one, each with the reason.

Compares two ``review.json`` of one case. Knows nothing of why the law counts a
paper; the reason it gives is which files moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["cell", "finding_new", "finding_gone"]

_MARKS = {
    "supported": "有据",
    "doubtful": "存疑",
    "missing": "缺失",
    "rebutted": "被推翻",
    "contested_law": "法律有争议",
    "not_applicable": "不适用",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One cell or finding that is not as it was."""

    kind: Kind
    id: str
    """Of the cell, or of the finding in the run that has it."""
    what: str
    before: str
    after: str
    files: tuple[str, ...]
    """The changed files that it rests or rested on; empty where it follows from others."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs between two runs."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    replaced: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def files(self) -> frozenset[str]:
        """Every file that moved."""
        return frozenset((*self.added, *self.removed, *self.replaced))


def between(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """Compare two reviews as ``review.json`` has them.

    Args:
        before: The earlier one.
        after: The later one.
    """
    old = {item["file"]: item["sha256"] for item in before["documents"]}
    new = {item["file"]: item["sha256"] for item in after["documents"]}
    moved = Changes(
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        replaced=tuple(sorted(file for file in old.keys() & new.keys() if old[file] != new[file])),
        changes=(),
    )
    found = (*_cells(before, after, moved.files), *_findings(before, after, moved.files))
    return Changes(added=moved.added, removed=moved.removed, replaced=moved.replaced, changes=found)


def _cells(before: Mapping[str, Any], after: Mapping[str, Any], moved: frozenset[str]) -> list[Change]:
    old, new = _by_claim(before), _by_claim(after)
    found: list[Change] = []
    for key in [*old, *(key for key in new if key not in old)]:
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None and (was["mark"], was["rule"]) == (now["mark"], now["rule"]):
            continue
        cell = now or was or {}
        files = _resting_on(was, now) & moved
        found.append(
            Change(
                kind="cell",
                id=cell["id"],
                what=cell["fact"],
                before=_mark(was),
                after=_mark(now),
                files=tuple(sorted(files)),
                reason=_reason(files, moved, cell["why"] if now else "该请求已不在起诉状中"),
            )
        )
    return found


def _by_claim(review: Mapping[str, Any]) -> dict[tuple[str, int, str], Mapping[str, Any]]:
    """Cells by pack claim, which of its heads, and element: the ids of heads may have moved."""
    heads: dict[str, tuple[str, int]] = {}
    seen: dict[str, int] = {}
    for claim in review["claims"]:
        number = seen[claim["pack_claim"]] = seen.get(claim["pack_claim"], 0) + 1
        heads[claim["id"]] = (claim["pack_claim"], number)
    return {(*heads[cell["claim"]], cell["element"]): cell for cell in review["cells"]}


def _mark(cell: Mapping[str, Any] | None) -> str:
    return "无" if cell is None else _MARKS[cell["mark"]]


def _resting_on(*cells: Mapping[str, Any] | None) -> set[str]:
    quotes = [
        quote
        for cell in cells
        if cell
        for key in ("evidence", "counter", "stance_quotes")
        for quote in cell.get(key, ())
    ]
    unread = [file for cell in cells if cell for file in cell.get("unread", ())]
    return {quote["file"] for quote in quotes} | set(unread)


def _reason(files: set[str], moved: frozenset[str], why: str) -> str:
    if files:
        return f"{_names(sorted(files))}变动：{why}"
    if moved:
        return f"随其他要件或材料变动重新判断：{why}"
    return f"材料未变，因设置、规则或语料变动：{why}"


def _findings(before: Mapping[str, Any], after: Mapping[str, Any], moved: frozenset[str]) -> list[Change]:
    def key(finding: Mapping[str, Any]) -> tuple[str, str]:
        return finding["code"], finding["detail"]

    old, new = {key(item) for item in before["findings"]}, {key(item) for item in after["findings"]}
    found: list[Change] = []
    for review, others, kind in ((after, old, "finding_new"), (before, new, "finding_gone")):
        for item in review["findings"]:
            if key(item) in others:
                continue
            files = set(item["documents"]) & moved
            told = item["detail"] if kind == "finding_new" else "原有错误已不再成立"
            found.append(
                Change(
                    kind="finding_new" if kind == "finding_new" else "finding_gone",
                    id=item["id"],
                    what=f"{item['code']}：{item['detail']}",
                    before="无" if kind == "finding_new" else "有",
                    after="有" if kind == "finding_new" else "无",
                    files=tuple(sorted(files)),
                    reason=_reason(files, moved, told),
                )
            )
    return found


def _names(files: Sequence[str]) -> str:
    return "、".join(f"《{file}》" for file in files[:4])


def to_json(changes: Changes) -> dict[str, Any]:
    """Return the changes as plain data."""
    return {
        "added": list(changes.added),
        "removed": list(changes.removed),
        "replaced": list(changes.replaced),
        "changes": [
            {
                "kind": item.kind,
                "id": item.id,
                "what": item.what,
                "before": item.before,
                "after": item.after,
                "files": list(item.files),
                "reason": item.reason,
            }
            for item in changes.changes
        ],
    }


def to_markdown(changes: Changes) -> str:
    """Return the changes as a page for the lawyer."""
    lines = ["# 材料变动后的变化", ""]
    for title, files in (("新增材料", changes.added), ("替换材料", changes.replaced), ("撤出材料", changes.removed)):
        if files:
            lines.append(f"- {title}：{'、'.join(f'《{file}》' for file in files)}")
    lines += ["", "| 编号 | 事项 | 原来 | 现在 | 原因 |", "|---|---|---|---|---|"]
    for item in changes.changes:
        cells = (item.id, item.what, item.before, item.after, item.reason)
        lines.append("| " + " | ".join(cell.replace("|", "｜").replace("\n", " ") for cell in cells) + " |")
    if not changes.changes:
        lines[-2:] = ["要件标记和错误清单没有变化。"]
    return "\n".join(lines) + "\n"
