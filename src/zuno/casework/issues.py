"""Issues for the hearing: every open or disputed cell and every raised defence, in neutral public words."""

from __future__ import annotations

from dataclasses import replace

from zuno.casework.packs.loading import Pack
from zuno.casework.records import Cell, Defence, Finding, Issue

_MAX_ISSUES = 12


def is_open(cell: Cell) -> bool:
    """Whether a cell must be heard: not carried, or carried and disputed."""
    return cell.mark not in ("supported", "not_applicable") or cell.opponent == "disputed"


def draw_issues(
    cells: list[Cell], defences: list[Defence], findings: list[Finding], pack: Pack
) -> tuple[list[Issue], list[Cell]]:
    """Draw the issues and return them with the cells that now carry their ids.

    One issue for each element that is open, whatever number of claims it
    stands in; raised defences that attack no open cell get one each. The
    words come from the pack alone, so that no private file can show in them.
    """
    titles = {element.id: element.issue for claim in pack.claims for element in claim.elements}
    groups: dict[str, list[Cell]] = {}
    for cell in sorted(cells, key=_weight):
        if is_open(cell):
            groups.setdefault(cell.element, []).append(cell)
    ordered = list(groups.items())
    issues: list[Issue] = []
    for element, members in ordered[: _MAX_ISSUES - 1]:
        issues.append(_issue(len(issues) + 1, titles.get(element, members[0].fact), tuple(members), defences, findings))
    rest = [cell for _element, members in ordered[_MAX_ISSUES - 1 :] for cell in members]
    if rest:
        issues.append(_issue(len(issues) + 1, "其余要件是否成立", tuple(rest), defences, findings))
    covered = {defence for issue in issues for defence in issue.defences}
    for defence in defences:
        if defence.raised and defence.defence not in covered:
            issues.append(
                Issue(
                    id=f"I-{len(issues) + 1:03d}",
                    title=f"被告的抗辩是否成立：{defence.title}",
                    cells=defence.cells,
                    defences=(defence.defence,),
                    findings=(),
                )
            )
    if not issues and cells:
        issues.append(_issue(1, "原告的请求应否支持", (cells[0],), defences, findings))
    by_cell = {cell: issue.id for issue in reversed(issues) for cell in issue.cells}
    return issues, [replace(cell, issue=by_cell.get(cell.id)) for cell in cells]


def _weight(cell: Cell) -> tuple[int, int]:
    order = {"missing": 0, "rebutted": 0, "doubtful": 1, "contested_law": 1, "supported": 2, "not_applicable": 3}
    return order[cell.mark], 0 if cell.opponent == "disputed" else 1


def _issue(number: int, title: str, cells: tuple[Cell, ...], defences: list[Defence], findings: list[Finding]) -> Issue:
    ids = tuple(cell.id for cell in cells)
    return Issue(
        id=f"I-{number:03d}",
        title=title,
        cells=ids,
        defences=tuple(d.defence for d in defences if d.raised and set(d.cells) & set(ids)),
        findings=tuple(f.id for f in findings if set(f.cells) & set(ids)),
    )
