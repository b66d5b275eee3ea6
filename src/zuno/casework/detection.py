"""Which cause of action the case is: as named, as pleaded, as the papers look; with the runner-up and why.

A cause that has no pack gets a general frame (contract, tort, restitution) and
is never pressed into the pack of another cause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zuno.casework import pleadings
from zuno.casework.packs.loading import Pack, frames, pack, packs
from zuno.casework.sources import PAPERWORK, PRIVATE_KINDS, Source
from zuno.casework.statements import lexicon, read_acts
from zuno.errors import Invalid


class UnknownCause(Invalid):
    """Nothing in the material points to a cause: add material that can be read, or name one with ``--cause``."""

    code = "unknown_cause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """The pack chosen and why."""

    pack: Pack
    why: str
    doubt: str = ""
    """What a person must know of the choice first."""


_NAMED = re.compile(r"[\u4e00-\u9fff、（）()]{2,24}?纠纷")
_WIDE = re.compile(
    r"(?:合同|债务|欠款|经济|民事|财产|侵权(?:责任)?|人身损害(?:赔偿)?|损害赔偿|赔偿|人格权|服务合同|借款合同|借款|借贷|银行卡"
    r"|租赁合同|租赁|与公司有关的|婚姻家庭|家事|劳动|劳务|工程款?|建设工程(?:合同)?|追偿权?|担保|给付|付款|追索欠款)(?:合同)?纠纷|劳动争议"
)
"""Names of whole families of causes, which leave open which one it is."""

_FRAMES = (
    ("generic_restitution", re.compile(r"不当得利|返还原物|无因管理|占有物|财物返还")),
    ("generic_tort", re.compile(r"侵权|侵害|责任纠纷|损害|人格|名誉|隐私|肖像|著作|商标|专利|相邻|产品责任|医疗")),
    (
        "generic_contract",
        re.compile(r"合同|协议|合伙|买卖|借|服务|承诺|居间|中介|委托|保险|运输|赠与|加盟|转让|债权|债务|欠款|款"),
    ),
)
_LEAST = 3.0
"""Below this the papers point to no pack."""
_TEXT_LIMIT = 20_000


def _pleaded(sources: Sequence[Source]) -> list[str]:
    """The causes that papers of the proceedings name, the complaint's own first, then the most frequent."""
    own: list[str] = []
    others: Counter[str] = Counter()
    for source in sources:
        if source.kind == "complaint":
            if cause := pleadings.read_complaint(source).cause:
                own.append(cause)
            elif heading := _NAMED.search(source.text[:60]):
                own.append(heading[0].lstrip("（("))
        elif source.kind in PAPERWORK:
            others.update({_trimmed(match[0]) for match in _NAMED.finditer(source.text[:1500])})
    return [*own, *(cause for cause, _times in others.most_common(3))]


def _trimmed(words: str) -> str:
    """The cause in a phrase such as 我与某某公司房屋租赁合同纠纷."""
    return re.split(r"[与诉、]|公司|之间的?|因|的(?=[\u4e00-\u9fff]{4,}纠纷)", words)[-1] or words


def _of_name(cause: str) -> list[tuple[int, Pack]]:
    """Packs whose words stand in a pleaded cause, with the length of the longest word."""
    found = [(max((len(word) for word in item.detect_causes if word in cause), default=0), item) for item in packs()]
    best = max(length for length, _item in found)
    return [(length, item) for length, item in found if length == best] if best else []


def _points(item: Pack, sources: Sequence[Source]) -> float:
    """How much the papers look like a cause: kinds of paper, words and heads of relief, acts."""
    kinds = Counter(source.kind for source in sources)
    total = sum(weight * min(kinds[kind], 2) for kind, weight in item.detect_kinds)
    complaints = [source for source in sources if source.kind == "complaint"]
    told = complaints or [source for source in sources if source.kind not in ("judgment", "court_document")]
    texts = [source.text[:_TEXT_LIMIT] for source in told]
    total += sum(weight for words, weight in item.detect_words if any(words.search(text) for text in texts))
    acts = lexicon().acts | read_acts(item.acts)
    total += sum(weight for act, weight in item.detect_acts if any(acts[act].words.search(text) for text in texts))
    return total + sum(_heads_matched(item, source) for source in complaints[:1])


def _heads_matched(item: Pack, source: Source) -> float:
    heads = [relief for relief in pleadings.read_complaint(source).relief if not relief.costs][:6]
    return (
        sum(1.0 for relief in heads if pleadings.pack_claim(item, relief.text, told=source.text))
        / max(1, len(heads))
        * 3
    )


def _ranked(sources: Sequence[Source]) -> Iterator[tuple[float, Pack]]:
    scored = [(_points(item, sources), item) for item in packs()]
    yield from sorted(scored, key=lambda pair: -pair[0])


def _frame(words: str) -> Pack:
    """The general frame that the words of a cause or a complaint fall under."""
    for name, pattern in _FRAMES:
        if pattern.search(words):
            return next(item for item in frames() if item.id == name)
    return frames()[0]


def _as_pleaded(cause: str, chosen: Pack, ranked: Sequence[tuple[float, Pack]], points: dict[str, float]) -> Detected:
    """The pack of the pleaded cause; with a doubt where the papers look far more like another."""
    best, likeliest = ranked[0]
    rival = next(item for _score, item in ranked if item.id != chosen.id)
    why = f"材料写明案由“{cause}”；按材料次为{rival.name}（{points[chosen.id]:.1f}比{points[rival.id]:.1f}）"
    strange = likeliest.id != chosen.id and best >= 2 * _LEAST and points[chosen.id] < best / 3
    doubt = f"写明的案由是“{cause}”，而材料更像{likeliest.name}，请核对案由" if strange else ""
    return Detected(pack=chosen, why=why, doubt=doubt)


def detect(sources: Sequence[Source], named: str | None) -> Detected:
    """Choose the cause pack.

    Args:
        sources: The case material.
        named: What the user said (``--cause`` or ``case.yaml``); it always wins.

    Raises:
        NotFound: The cause named has no pack.
        UnknownCause: Nothing that can be read points to a cause.
    """
    if named:
        return Detected(pack=pack(named), why="由使用者指定")
    open_sources = [source for source in sources if source.kind not in PRIVATE_KINDS and source.read]
    ranked = list(_ranked(open_sources))
    points = {item.id: score for score, item in ranked}
    (best, first), (second, runner_up) = ranked[0], ranked[1]
    pleaded = _pleaded(open_sources)
    for cause in pleaded:
        fitting = sorted((item for _length, item in _of_name(cause)), key=lambda item: -points[item.id])
        if fitting:
            return _as_pleaded(cause, fitting[0], ranked, points)
        if not _WIDE.fullmatch(cause):
            frame = _frame(cause)
            doubt = f"案由“{cause}”没有对应的案由包，按{frame.name}审查；专门规则请另行核对"
            return Detected(pack=frame, why=f"案由“{cause}”没有对应的案由包；材料最接近{first.name}", doubt=doubt)
    if best >= _LEAST:
        why = f"按材料判断（{first.name}{best:.1f}，次为{runner_up.name}{second:.1f}）"
        close = second >= 0.8 * best
        doubt = f"案由按材料判断为{first.name}，也可能是{runner_up.name}，请核对" if close else ""
        return Detected(pack=first, why=why, doubt=doubt)
    complaint = next((source.text for source in open_sources if source.kind == "complaint"), "")
    if complaint:
        frame = _frame((pleaded[0] if pleaded else "") + complaint)
        doubt = f"材料未对应到任何案由包，按{frame.name}的一般要件审查，请核对案由"
        return Detected(pack=frame, why=f"材料与各案由包都不相近（最近为{first.name}{best:.1f}）", doubt=doubt)
    known = "、".join(item.name for item in packs())
    raise UnknownCause("从材料看不出案由", where="案由", next_step=f"请加 --cause；现有案由包：{known}")
