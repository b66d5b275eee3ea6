"""Which cause of action the case is: as pleaded, else as the papers look, with the runner-up and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zuno.casework import pleadings
from zuno.casework.packs.loading import Pack, pack, packs
from zuno.casework.sources import PRIVATE_KINDS, Source
from zuno.casework.statements import lexicon
from zuno.errors import Invalid


class UnknownCause(Invalid):
    """No cause pack fits the case: name one with ``--cause``, or wait for its pack."""

    code = "unknown_cause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """The pack chosen and why."""

    pack: Pack
    why: str
    doubt: str = ""
    """What a person must know of the choice first: the complaint pleads a cause that has no pack."""


def _score(item: Pack, sources: Sequence[Source]) -> float:
    acts = lexicon().acts
    total = 0.0
    for source in sources:
        total += dict(item.detect_kinds).get(source.kind, 0)
        for act, weight in item.detect_acts:
            if acts[act].words.search(source.text[:20_000]):
                total += weight
    return total


def detect(sources: Sequence[Source], named: str | None) -> Detected:
    """Choose the cause pack.

    Args:
        sources: The case material.
        named: What the user said (``--cause`` or ``case.yaml``); it always wins.

    Raises:
        NotFound: The cause named has no pack.
        UnknownCause: The complaint pleads another cause than any pack's, or nothing points to one.
    """
    if named:
        return Detected(pack=pack(named), why="由使用者指定")
    open_sources = [source for source in sources if source.kind not in PRIVATE_KINDS and source.read]
    pleaded = [
        cause for source in pleadings.find_complaints(open_sources) if (cause := pleadings.read_complaint(source).cause)
    ]
    for cause in pleaded:
        for item in packs():
            if any(word in cause for word in item.detect_causes):
                return Detected(pack=item, why=f"起诉状写明案由“{cause}”")
    ranked = sorted(((_score(item, open_sources), item) for item in packs()), key=lambda pair: -pair[0])
    (best, first), (second, runner_up) = ranked[0], ranked[1]
    known = "、".join(item.name for item in packs())
    if pleaded and best < 6:
        raise UnknownCause(
            f"起诉状案由“{pleaded[0]}”没有对应的案由包",
            where="案由",
            next_step=f"现有案由包：{known}；如可归入其中之一，请加 --cause",
        )
    if best < 2:
        raise UnknownCause("从材料看不出案由", where="案由", next_step=f"请加 --cause；现有案由包：{known}")
    why = f"按材料判断（{first.name}{best:.1f}，次为{runner_up.name}{second:.1f}）"
    doubt = f"起诉状案由“{pleaded[0]}”没有对应的案由包，按{first.name}审查，请核对案由" if pleaded else ""
    return Detected(pack=first, why=why, doubt=doubt)
