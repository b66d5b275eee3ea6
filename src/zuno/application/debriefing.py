"""Debriefing a hearing record that any host made: what was done, what was left open."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from zuno.casework.records import Debrief, Gap, Review
from zuno.errors import Conflict, NotFound
from zuno.hearing import clerk
from zuno.hearing.debrief import debrief

_ENDED = {"answered": "已答", "evaded": "回避", "cannot_answer": "答不了", "open": "未了"}
_GAPS = {
    "material": "材料缺口",
    "argument": "论证缺口",
    "execution": "角色执行失误（不计入案件弱点）",
    "technical": "技术失败（另列）",
}


class NoHearing(NotFound):
    """The folder holds no hearing record: give the folder that holds ``events/``."""

    code = "no_hearing"


class HearingDamaged(Conflict):
    """The record's chain or an event is broken: restore it from a copy, or move it away."""

    code = "hearing_damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A debrief as data and as a page to read."""

    data: dict[str, Any]
    markdown: str


def debrief_record(run_dir: Path) -> Told:
    """Debrief the record in a folder, without any review of its case.

    Raises:
        NoHearing: The folder does not exist or holds no events.
        HearingDamaged: The record is damaged; the message says where.
    """
    if not (run_dir / "events").is_dir():
        raise NoHearing(f"没有庭审记录：{run_dir}", where=str(run_dir), next_step="给出含有 events/ 的演练目录")
    told = read_debrief(run_dir, None)
    return Told(data=asdict(told), markdown=_page(told))


def read_debrief(run_dir: Path, review: Review | None) -> Debrief:
    """Debrief the record in a folder, with the review of its case where there is one.

    Raises:
        HearingDamaged: The record is damaged; nothing was changed.
    """
    try:
        return debrief(run_dir, review)
    except clerk.Refusal as refusal:
        raise HearingDamaged(
            f"庭审记录已损坏：{refusal.message}", where=str(run_dir), next_step="从副本恢复，或把它移走；未作任何改动"
        ) from refusal


def _page(told: Debrief) -> str:
    lines = [
        "# 庭审复盘",
        "",
        "模拟推演，非法院笔录，不得提交；不代表任何法官意见。",
        "",
        f"- 记录末尾：seq {told.head_seq}，hash {told.head_hash}",
        f"- 状态：{'已关闭' if told.complete else '未完成'}",
        f"- 发言 {len(told.turns)} 轮；提问 {len(told.questions)} 个；自认 {len(told.admissions)} 处",
        f"- 缺席席位（未冒充）：{'、'.join(told.omitted_seats) or '无'}",
        "",
        "## 程序上缺的动作",
        "",
        *([f"- {act}" for act in told.missing_acts] or ["- 无"]),
        "",
        "## 提问与回答",
        "",
        *([f"- {q.id}→{q.to}（第{q.asked_in}号）：{_ENDED[q.ended]}。{q.text}" for q in told.questions] or ["- 无"]),
        "",
        "## 自认",
        "",
        *(
            [
                f"- 第{a.seq}号 {a.role}：{a.text}" + (f"（第{a.withdrawn_in}号撤回）" if a.withdrawn_in else "")
                for a in told.admissions
            ]
            or ["- 无"]
        ),
        "",
    ]
    for kind, title in _GAPS.items():
        found = [gap for gap in told.gaps if gap.kind == kind]
        lines += [f"## {title}", "", *([_gap(gap) for gap in found] or ["- 无"]), ""]
    return "\n".join(lines).rstrip() + "\n"


def _gap(gap: Gap) -> str:
    places = "、".join(f"第{seq}号" for seq in gap.seqs)
    return f"- {gap.text}" + (f"（{places}）" if places else "")
