"""草稿: the applications that the gaps call for, and only those.

Each draft names the actions and findings that ground it; where nothing grounds
it, it is not written. What a court must be told and the papers do not say is 待填.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from zuno.casework.deliverables import forms
from zuno.casework.deliverables.model import PUBLIC, Block, Deliverable
from zuno.casework.deliverables.view import CaseView
from zuno.casework.deliverables.wording import disclaimer
from zuno.casework.records import Action, AmountLine, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What calls for a draft."""

    actions: tuple[Action, ...] = ()
    findings: tuple[Finding, ...] = ()
    figures: tuple[AmountLine, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.actions or self.findings or self.figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftKind:
    """One kind of application: when it is called for and what it says."""

    name: str
    called_by: re.Pattern[str] | None = None
    """Words in an action's doing, material or route that call for it."""
    codes: frozenset[str] = frozenset()
    """Findings against us that call for it."""
    plaintiff_only: bool = False
    write: Callable[[CaseView, Grounds], list[Block]]


def _party(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.party_correction(view, grounds.findings)


def _witness(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.witnesses(view, grounds.actions)


def _inquiry(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.inquiry(view, grounds.actions)


def _production(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.production(view, grounds.actions)


def _appraisal(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.appraisal(view, grounds.actions)


def _authority(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.authority(view)


def _claims(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.claim_change(view, grounds.findings, grounds.figures)


def _extension(view: CaseView, grounds: Grounds) -> list[Block]:
    return forms.extension(view, grounds.actions)


EXTENSION = "草稿-延期举证申请"
CLAIMS = "草稿-变更诉讼请求申请"
NEEDS_TIME = re.compile(r"延期举证|延长举证期限|申请延期")
KINDS = (
    DraftKind(
        name="草稿-当事人信息更正或变更申请",
        codes=frozenset({"wrong_or_missing_party", "identity_mismatch"}),
        plaintiff_only=True,
        write=_party,
    ),
    DraftKind(
        name="草稿-证人出庭作证申请", called_by=re.compile(r"(?<!保)证人|出庭|到庭作证|到庭说明"), write=_witness
    ),
    DraftKind(
        name="草稿-调查取证申请（含调查令）",
        called_by=re.compile(r"调查令|调查取证|调查收集|法院调取|申请调取"),
        write=_inquiry,
    ),
    DraftKind(
        name="草稿-书证提出命令申请",
        called_by=re.compile(r"书证提出|提出命令|责令[^，。；]{0,12}提交|对方(?:持有|控制|保管)"),
        write=_production,
    ),
    DraftKind(name="草稿-鉴定申请", called_by=re.compile(r"(?<!无需)(?<!不必)鉴定"), write=_appraisal),
    DraftKind(name="草稿-补充授权委托（特别授权）", codes=frozenset({"authority_of_agent"}), write=_authority),
    DraftKind(name=CLAIMS, codes=frozenset({"duplicate_or_excess_claim"}), plaintiff_only=True, write=_claims),
    DraftKind(name=EXTENSION, write=_extension),
)
SLOW = {"草稿-调查取证申请（含调查令）", "草稿-书证提出命令申请", "草稿-鉴定申请"}
"""Material that comes through the court seldom comes before the evidence deadline."""


def drafts(view: CaseView) -> list[Deliverable]:
    """Write every draft that something grounds."""
    return [
        Deliverable(
            name=kind.name,
            title=kind.name.removeprefix("草稿-"),
            case=view.review.title,
            stamp=PUBLIC,
            blocks=tuple(kind.write(view, grounds)),
            closing=disclaimer(view.review),
            numbered=False,
        )
        for kind in KINDS
        if (grounds := _grounds(view, kind))
    ]


def called_for(view: CaseView) -> list[tuple[str, str]]:
    """Name each draft with the actions, findings and figures that ground it."""
    named: list[tuple[str, str]] = []
    for kind in KINDS:
        grounds = _grounds(view, kind)
        if grounds:
            ids = [item.id for item in (*grounds.findings, *grounds.actions)] + [item.name for item in grounds.figures]
            named.append((kind.name, "、".join(ids)))
    return named


def draft_names(view: CaseView, action: Action) -> list[str]:
    """Name the drafts that an action calls for, itself or through its finding."""
    names: list[str] = []
    for kind in KINDS:
        grounds = _grounds(view, kind)
        if action in grounds.actions or any(item.id == action.finding for item in grounds.findings):
            names.append(kind.name)
    return names


def _grounds(view: CaseView, kind: DraftKind) -> Grounds:
    if kind.plaintiff_only and view.us != "plaintiff":
        return Grounds()
    if kind.name == EXTENSION:
        return Grounds(actions=tuple(_needing_time(view)))
    findings = tuple(item for item in view.review.findings if item.code in kind.codes and item.favours == "theirs")
    pattern = kind.called_by
    calling = tuple(
        item for item in view.actions if pattern and pattern.search(_doing(item)) and _speakable(view, item)
    )
    figures = tuple(item for item in view.review.amounts if kind.name == CLAIMS and item.basis == "under_claimed")
    return Grounds(actions=calling, findings=findings, figures=figures)


def _speakable(view: CaseView, action: Action) -> bool:
    """Say whether a paper for the court may rest on the action: a plea nobody has raised is not mentioned."""
    finding = view.findings.get(action.finding or "")
    return finding is None or finding.code != "limitation_lapsed" or view.review.limitation_pleaded


def _doing(action: Action) -> str:
    return f"{action.action} {action.material} {action.route}"


def _needing_time(view: CaseView) -> list[Action]:
    """List the actions that ask for time, or whose material comes through the court while a deadline runs."""
    actions = [item for item in view.actions if _speakable(view, item)]
    asked = [item for item in actions if NEEDS_TIME.search(f"{_doing(item)} {item.overdue} {item.alternative}")]
    if asked or view.review.evidence_deadline is None:
        return asked
    slow = [kind.called_by for kind in KINDS if kind.name in SLOW and kind.called_by]
    return [item for item in actions if any(pattern.search(_doing(item)) for pattern in slow)]
