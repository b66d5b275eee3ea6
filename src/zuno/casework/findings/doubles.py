"""Heads of relief of which one alone can be granted, and the same sum asked for twice."""

from __future__ import annotations

import itertools
import re

from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Exclusive, Pack
from zuno.casework.records import Claim, Quote


def exclusive_heads(matter: Matter, pack: Pack) -> list[Draft]:
    """Two claims that the pack says exclude each other are both asked for; the sum of the one to drop is expected.

    An alternative (备位) is no double.
    """
    drafts: list[Draft] = []
    for rule in pack.exclusive:
        heads = [claim for claim in matter.claims if claim.pack_claim in rule.claims and _is_asked(claim)]
        kinds = {claim.pack_claim for claim in heads}
        if len(kinds) < 2 or (rule.drop and rule.drop not in kinds):
            continue
        dropped = [claim for claim in heads if claim.pack_claim == (rule.drop or heads[-1].pack_claim)]
        kept = [claim for claim in heads if claim not in dropped]
        fen = sum(claim.amount_fen or 0 for claim in dropped)
        quotes = [claim.quote for claim in (*dropped, *kept) if claim.quote]
        drafts.append(
            Draft(
                code="duplicate_or_excess_claim",
                detail=f"同时主张{kept[0].title}和{dropped[0].title}：{rule.why}，后者应删",
                quotes=(*quotes, *_where_asked_before(matter, pack, rule)),
                expected=f"{fen // 100}.{fen % 100:02d}" if fen else dropped[0].title,
                elements=tuple(e.id for claim in dropped[:1] for e in pack.claim(claim.pack_claim).elements),
                norms=rule.norms,
            )
        )
    return drafts


_ALTERNATIVE = re.compile(
    r"备位|备选|备用|或者|择一|(?:如|若|倘)[^。；]{0,24}(?:不(?:予|能|被)?支持|不成立|无法|不能)|退一步|次位"
)


def _is_asked(claim: Claim) -> bool:
    return claim.quote is not None and not _ALTERNATIVE.search(claim.text)


def _where_asked_before(matter: Matter, pack: Pack, rule: Exclusive) -> list[Quote]:
    """Where the procedure that came first was asked for the same."""
    if pack.precondition is None:
        return []
    patterns = [pattern for claim_id in rule.claims for pattern in pack.claim(claim_id).match]
    return [
        source.quote(*source.sentence_at(match.start()))
        for source in matter.of_kind("arbitration_application")
        if (match := next((m for p in patterns if (m := p.search(source.text))), None))
    ][:1]


_FIGURES = re.compile(r"[\d,，.．]+|[零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟]+元?")
_VERBS = re.compile(
    r"判令|判决|请求|依法|被告|原告|立即|共同|支付|给付|偿还|归还|返还|赔偿|承担|人民币|拖欠|尚欠|所欠|欠付|的|元|款项?"
)
_TELLS_APART = re.compile(
    r"第[一二三四五六七八九十\d]+(?:批|期|笔|次|季|年|标段|号)|\d+月|[一二三四五六七八九十]+月|\d{4}年|[上下]半年|[一二三四]季度"
    r"|被告[一二三四五\d]|尾款|首付|预付|定金|押金"
)


def same_sum_twice(matter: Matter) -> list[Draft]:
    """Two heads of one claim ask for the same sum in the same words, with nothing that tells them apart."""
    drafts: list[Draft] = []
    for one, other in itertools.combinations(matter.claims, 2):
        if (
            one.pack_claim != other.pack_claim
            or not one.amount_fen
            or not other.amount_fen
            or one.amount_fen != other.amount_fen
            or not (one.quote and other.quote)
            or re.search(r"连带|共同|补充(?:清偿|赔偿)?责任|范围内|优先受偿", one.text + other.text)
            or not (_is_asked(one) and _is_asked(other))
            or _apart(one.text, other.text)
        ):
            continue
        drafts.append(
            Draft(
                code="duplicate_or_excess_claim",
                detail=f"“{one.text[:24]}”与“{other.text[:24]}”为同一笔{one.amount_fen // 100:,}元，重复主张",
                quotes=(one.quote, other.quote),
                expected=f"{other.amount_fen // 100}.{other.amount_fen % 100:02d}",
            )
        )
    return drafts[:1]


def _apart(one: str, other: str) -> bool:
    """Whether the words of two heads name different things: other periods, batches, people or subjects."""
    if set(_TELLS_APART.findall(one)) != set(_TELLS_APART.findall(other)):
        return True
    bare = [_VERBS.sub("", _FIGURES.sub("", re.sub(r"[^\u4e00-\u9fff\d,.]", "", text))) for text in (one, other)]
    pairs = [{text[at : at + 2] for at in range(len(text) - 1)} for text in bare]
    if not all(pairs):
        return bare[0] != bare[1]
    return len(pairs[0] & pairs[1]) / len(pairs[0] | pairs[1]) < 0.6
