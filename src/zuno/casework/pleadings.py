"""The complaint read as claims: each head of relief, its amount, and the pack's claim that it is."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from zuno.casework.packs.loading import Pack, PackClaim
from zuno.casework.records import Claim, Side
from zuno.casework.sources import Source, within
from zuno.knowledge.numbers import read_int
from zuno.knowledge.records import MoneyFact

_RELIEF = re.compile(
    r"(?:诉\s*讼\s*请\s*求|请\s*求\s*事\s*项|仲\s*裁\s*请\s*求|诉\s*求|请求判令)\s*(?:事项)?\s*[：:】]?"
    r"|^[ 　]*(?:[一二三四]\s*[、.]|【)?\s*(?:我的?)?(?:请\s*求|要\s*求)\s*[：:】]?[ 　]*$"
    r"|^[^\n。]{2,24}[，,](?:现|特)?(?:要求|请求|诉求|请)(?:法院|贵院|法庭)?(?:判|判令|判决)?[：:][ 　]*$"
    r"|^[^\n，。]{0,8}(?:要|求)[^\n，。]{0,6}(?:给|还|付|赔)[^\n，。]{0,6}[：:][ 　]*$"
    r"|^[^\n。]{0,30}(?:要|求|请)[^\n，。]{0,12}(?:判|裁|给|还|付|赔|退|补|搬|离|支持)[^\n，。]{0,10}[：:][ 　]*$",
    re.M,
)
_ASKS = re.compile(
    r"(?:我|原告)?(?:现在?)?(?:要求|请求|请|要)(?:法院|贵院|法庭|政府)?(?:给我)?(?:判令?|判决|叫|让|责令)?"
    r"[^，。；\n]{0,12}(?:还|给|付|赔|偿|归还|支付)"
)
"""How a complaint without a heading for its relief asks for money; the last such place counts."""
_FACTS = re.compile(
    r"(?:事\s*实\s*(?:和|与|及|、)?\s*(?:理\s*由|依据)|事\s*实\s*[：:\n]|理\s*由\s*[：:\n]|此\s*[致呈])"
    r"|^[ 　]*(?:[一二三四]\s*[、.]|【)\s*(?:事\s*实|事情|经\s*过|案情|缘由|起因|情况|理由)"
    r"|^[ 　]*(?:(?:金额|费用|利息|诉请)?(?:金额)?计算(?:表|清单|明细)|约定管辖|咋回事|怎么回事|事情[^\n]{0,6})"
    r"[^\n]{0,10}$"
    r"|^[ 　]*事\s*[实情]?\s*(?:的\s*)?(?:经\s*过|情\s*况|缘\s*由|起\s*因|原\s*委)[^\n，。]{0,6}[：:\n]",
    re.M,
)
_ITEM = re.compile(
    r"(?:^|(?<=[\n；;。：:]))[ \t　]*"
    r"(?:第?[一二三四五六七八九十]{1,3}[、.．项：:，,]|(?:第|头)[一二三四五六七八九十]{0,2}(?:样|条|项|个|件)?[，,]|[（(][一二三四五六七八九十\d]{1,3}[）)]|\d{1,2}\s*[、.．)）]|[①②③④⑤⑥⑦⑧⑨⑩])"
    r"[ \t　]*"
)
_TOTAL = re.compile(
    r"(?:以上|上述|前述|上面|各项|本案|全部|标的).{0,10}(?:合计|共计|总计|总额|暂计|计|加起来|总共)"
    r"|^[（(]?(?:合计|共计|总计|标的|总共|拢共|一共|统共)"
)
_COSTS = re.compile(
    r"(?:诉讼|受理|保全|律师|鉴定|公告|担保|保函|差旅|评估|仲裁).{0,8}(?:费|费用)|费用由|打官司.{0,6}(?:钱|费|花)"
)
_TENTATIVE = re.compile(
    r"(?:暂计|暂算|暂定|共计|合计|计|为|是|共(?!同)|尚欠|仍欠|还差|下欠|余|剩余|实际主张|仅主张)\D{0,24}$"
)
_OTHER_HEADS = re.compile(
    r"上述|以上|前述|上面|前面|这些|第[一二三四五六七八九十\d](?![一二三四五六七八九十\d]*[条款人方者])|[（(][一二三四五六七八九十\d][）)]"
)
"""Words with which a head of relief points at those before it."""
_NAMED_HEADS = re.compile(r"[第（(][第（(）)项\s、和及与至到~—\-\d一二三四五六七八九十]*[项）)]")
"""Heads of relief named by number: 第一项, 第一至三项, 第1、2项, （一）（二）."""
_REQUEST = re.compile(
    r"\s*(?:[^，。；]{0,16}(?:支付|返还|归还|偿还|赔偿|赔|给付|承担|负担|解除|确认|撤销|交付|退还|付|还|判令|连带)"
    r"|[^，。；\d]{0,8}(?:利息|违约金|本金|货款|价款|诉讼费|保全费|律师费|费用))"
)
"""How a request begins, as against a clause that says how the sum before it is reckoned."""
_BOX = re.compile(r"[□☐☑√✓✔■]")
_OPTION_BEFORE_BOX = re.compile(r"(?:是|否|有|无)[^\s，。；]{0,6}\s*$")
"""How a form stands that has its boxes behind the options (是☑ 否□), as against ☑是 □否."""
_TICKED = {
    True: (re.compile(r"(?:否|无)[^\s□☐☑√✓✔■]{0,6}\s*[☑√✓✔■]"), re.compile(r"(?:是|有)[^\s□☐☑√✓✔■]{0,6}\s*[☑√✓✔■]")),
    False: (re.compile(r"[☑√✓✔■]\s*(?:否|无)"), re.compile(r"[☑√✓✔■]\s*(?:是|有)")),
}
_NOT_ASKED = re.compile(
    r"^[^，。；]{0,40}(?:不(?:再)?主张|放弃)|^[^，。；]{0,16}(?:其他|补充)[^，。；]{0,6}(?:请求|事项)[\s：:]*无$", re.S
)
"""An item of a printed form that was ticked 否, or one that says that it is not asked for."""
_PASSING_CUT = re.compile(
    r"[，；。]\s*(?=再|还要|另|并|以及|同时|(?:要|请)[^，]{0,8}(?:担保|保证)|[^，；。]{0,14}(?:一块儿?|一起|共同|连带)[^，；。]{0,6}[担还承负])"
)
"""Where, in running words, one request ends and the next begins."""
_PASSING_END = re.compile(
    r"[，；。]\s*(?=[^，；。]{0,12}(?:加起来|总共|拢共|合计|共计|总计)|打官司|诉讼费|此致|[^，；。]{0,12}民法典|求法院)"
)
"""Where, in running words, what is asked for ends."""
_BASE = re.compile(r"以(?!上|下)[^，。；]{0,12}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relief:
    """One numbered item of the relief sought."""

    start: int
    end: int
    text: str
    costs: bool
    """Court or lawyer's costs: no claim of the pack."""
    number: int = 1
    """Its place in the numbered list, by which later heads name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """The complaint, cut into its parts."""

    source: Source
    relief: tuple[Relief, ...]
    relief_span: tuple[int, int]
    facts_span: tuple[int, int]
    total: tuple[int, int, int] | None
    """(fen, start, end) of the total that the complaint states."""
    signed_on: date | None
    cause: str | None
    court: str | None


def read_complaint(source: Source) -> Complaint:
    """Cut a complaint into relief, facts, total, cause, court and date."""
    text = source.text
    opening = _RELIEF.search(text)
    if opening:
        relief_start = opening.end()
        closing = _FACTS.search(text, relief_start)
        relief_end = closing.start() if closing else len(text)
        items = tuple(_relief_items(text, relief_start, relief_end))
        facts_start = relief_end
    else:
        relief_start, relief_end, items = _asked_in_passing(text)
        facts_start = 0
    return Complaint(
        source=source,
        relief=items,
        relief_span=(relief_start, relief_end),
        facts_span=(facts_start, len(text)),
        total=_total(source, relief_start, relief_end),
        signed_on=_signed_on(source),
        cause=_cause(text),
        court=court_named(text),
    )


def _relief_items(text: str, start: int, end: int) -> list[Relief]:
    marks = [match for match in _ITEM.finditer(text, start, end)]
    if not marks:
        found = re.finditer(r"[^\n；;。]+", text[start:end])
        spans = [(number, start + match.start(), start + match.end()) for number, match in enumerate(found, 1)]
    else:
        stops = [match.start() for match in marks[1:]] + [end]
        spans = [(number, match.end(), stop) for number, (match, stop) in enumerate(zip(marks, stops, strict=True), 1)]
    items: list[Relief] = []
    for number, item_start, item_end in _split_at_semicolons(text, spans):
        item_end = _cut_total(text, item_start, item_end)
        words = text[item_start:item_end].strip("；;。 \n\t　（(")
        if not words or _TOTAL.search(words[:14]) or _not_asked(words):
            continue
        at = text.index(words, item_start)
        costs = bool(_COSTS.search(words)) and not re.search(
            r"本金|货款|价款|借款|违约金|利息|医疗|误工|赔偿金|抚慰金|损失", words
        )
        items.append(Relief(start=at, end=at + len(words), text=words, costs=costs, number=number))
    return items


def _not_asked(words: str) -> bool:
    """Whether an item says that it is not asked for, in words or by the box that was ticked."""
    if _NOT_ASKED.search(words):
        return True
    box = _BOX.search(words)
    if box is None:
        return False
    no, yes = _TICKED[bool(_OPTION_BEFORE_BOX.search(words[: box.start()]))]
    return bool(no.search(words)) and not yes.search(words)


def _split_at_semicolons(text: str, spans: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """An item that joins several requests with ； is several items; how a sum is reckoned stays with its sum."""
    parts: list[tuple[int, int, int]] = []
    for number, start, end in spans:
        at = start
        for mark in re.finditer(r"；(?=\s*\S)", text[start:end]):
            if _REQUEST.match(text[start + mark.end() : end]):
                parts.append((number, at, start + mark.start()))
                at = start + mark.end()
        parts.append((number, at, end))
    return parts


def _asked_in_passing(text: str) -> tuple[int, int, tuple[Relief, ...]]:
    """Find what a complaint without headings asks for: its last sentence asking for money, cut where heads change."""
    asks = list(_ASKS.finditer(text))
    if not asks:
        return len(text), len(text), ()
    start = asks[-1].start()
    stop = _PASSING_END.search(text, asks[-1].end()) or re.compile(r"[。\n]").search(text, asks[-1].end())
    end = stop.start() if stop else len(text)
    cuts = [match.start() for match in _PASSING_CUT.finditer(text, start, end)]
    items: list[Relief] = []
    for at, until in itertools.pairwise([start, *cuts, end]):
        words = text[at:until].strip("，；,;。 ")
        if words:
            begin = text.index(words, at)
            costs = bool(_COSTS.search(words)) and not re.search(r"本金|货款|借款|利", words)
            items.append(Relief(start=begin, end=begin + len(words), text=words, costs=costs))
    return start, end, tuple(items)


def _cut_total(text: str, start: int, end: int) -> int:
    """A line with the total, standing after the last item, is no part of that item."""
    for match in re.finditer(r"\n", text[start:end]):
        following = text[start + match.end() : end].strip()
        if re.match(r"[（(][^（）()]{0,60}(?:加起来|合计|共计|一共|暂计|总计|不主张)", following):
            return start + match.start()
        if _TOTAL.search(text[start + match.end() : end].strip("（( 　")[:14]):
            return start + match.start()
    return end


def _total(source: Source, start: int, end: int) -> tuple[int, int, int] | None:
    for match in re.finditer(
        r"(?:合计|共计|总计|总额|总共|拢共|一共|统共|加起来|标的额?|(?:以上|上述|各项)[^。\n]{0,8}(?:暂计|计))",
        source.text[start : end + 200],
    ):
        at = start + match.end()
        line_start = max(source.text.rfind("\n", 0, at) + 1, end + 1 if at > end else 0)
        if not _TOTAL.search(source.text[line_start:at].strip("（( 　0123456789、.")[:16]):
            continue
        for fact in source.money:
            if at <= fact.start <= at + 24:
                return fact.fen, fact.start, fact.end
    return None


def _signed_on(source: Source) -> date | None:
    values = [fact.value for fact in source.dates if fact.value and fact.start > len(source.text) * 0.6]
    return values[-1] if values else None


def _cause(text: str) -> str | None:
    match = re.search(r"案\s*由\s*[：:]\s*([^\n，,。；;]{2,30})", text)
    return match[1].strip() if match else None


def court_named(text: str) -> str | None:
    """Return the court a pleading is addressed to, or None."""
    match = re.search(r"此\s*致\s*\n?\s*([\u4e00-\u9fff]{2,30}?人民法院)", text) or re.search(
        r"^[ 　]*([\u4e00-\u9fff]{2,30}?人民法院)[：:]?[ 　]*$", text, re.M
    )
    return match[1].strip() if match else None


_ASKS_FOR_NOTHING = re.compile(
    r"(?:无需|无须|不需要?|不必|不应当?|不予|不用|没有义务)(?:再|向[^，。；]{1,20})?[^，。；]{0,12}(?:支付|给付|承担|赔偿|返还|补发|补足|发放|付)"
    r"|(?:不存在|不成立|无)[^，。；]{0,10}(?:关系|义务|债务)"
)
"""Relief by which a plaintiff asks that a claim of the defendant be held not to exist: the burdens stay as they are."""


def _matches(claim: PackClaim, words: str) -> bool:
    return any(pattern.search(words) for pattern in claim.match) and not any(
        pattern.search(words) for pattern in claim.match_not
    )


def relief_parts(relief: Relief) -> list[tuple[int, int, str]]:
    """Split an item that joins several heads (本金…及利息…) where a second head begins."""
    cut = re.search(
        r"(?:，|,(?!\d)|；|、|并|及|和|以及)(?=(?:[^，。；]{0,6}(?:支付|赔偿|承担|给付))?[^，。；]{0,12}(?:逾期)?(?:利息|违约金|资金占用|滞纳金))",
        relief.text,
    )
    if cut is None or not re.search(r"本金|(?<![付还])款", relief.text[: cut.start()]):
        return [(relief.start, relief.end, relief.text)]
    if re.search(r"以[^，。；]{0,20}$", relief.text[: cut.start()]):
        return [(relief.start, relief.end, relief.text)]
    head, tail = relief.text[: cut.start()], relief.text[cut.end() :]
    return [(relief.start, relief.start + len(head), head), (relief.end - len(tail), relief.end, tail)]


_HEAD_END = re.compile(r"[（(][^（）()\n]*[）)]|[、，；;。\n]|,(?!\d)|(?:以及|并|及|和)(?=[\u4e00-\u9fff])")
_NOT_A_HEAD = re.compile(r"合计|共计|总计|总共|共(?=[\d¥￥人])|暂|基数|每(?:个)?[月日天年期次]|/|％|%|分|利率")
"""Words in a head of relief by which its sum is a total, a base or a rate."""


def _heads_with_sums(source: Source, relief: Relief, pack: Pack, role: str) -> list[tuple[int, int, str, int]]:
    """Split an item that lists heads, each with its own sum (医疗费…元、修车费…元), by the claim they are of.

    Returns:
        (start, end, words, fen) of each claim's heads that stand side by side; empty where the item is another thing.
    """
    parts: list[tuple[int, int, str, int]] = []
    claims: list[PackClaim] = []
    at, heads = relief.start, 0
    ends = [match for match in _HEAD_END.finditer(source.text, relief.start, relief.end) if match[0][0] not in "（("]
    for match in (*ends, None):
        end = match.start() if match else relief.end
        words, own = source.text[at:end], _outside_brackets(source, at, end)
        if len(own) > 1 or (own and _NOT_A_HEAD.search(words)):
            break
        if own and (claim := pack_claim(pack, words, role, source.text)):
            heads += 1
            if claims and claims[-1] is claim:
                begin, _end, _words, fen = parts.pop()
                parts.append((begin, end, source.text[begin:end], fen + own[0].fen))
            else:
                parts.append((at, end, words, own[0].fen))
                claims.append(claim)
        at = match.end() if match else end
    else:
        return parts if heads > 1 else []
    return parts if len({claim.id for claim in claims}) > 1 else []


def _outside_brackets(source: Source, start: int, end: int) -> list[MoneyFact]:
    """The sums between two offsets without those in brackets, which say how a sum is reckoned."""
    inside = [match.span() for match in re.finditer(r"[（(][^（）()]*[）)]", source.text[start:end])]
    return [
        fact
        for fact in within(source.money, start, end)
        if not any(start + first < fact.start < start + last for first, last in inside)
    ]


def _parts(source: Source, relief: Relief, pack: Pack, role: str) -> list[tuple[int, int, str, int | None]]:
    """The heads of claim in one item with their sums; two of one claim are one where only the first has a sum."""
    listed = _heads_with_sums(source, relief, pack, role)
    if listed:
        return [*listed]
    parts = [(start, end, words, amount_of(source, start, end)) for start, end, words in relief_parts(relief)]
    claims = [pack_claim(pack, words, role, source.text) for _start, _end, words, _amount in parts]
    if len(parts) == 2 and parts[1][3] is None and claims[0] in (None, claims[1]):
        return [(relief.start, relief.end, relief.text, parts[0][3])]
    return parts


def amount_of(source: Source, start: int, end: int) -> int | None:
    """Return the sum claimed in a head of relief, in fen: the figure after 暂计/共计/为, never a base (以…为基数)."""
    money = [fact for fact in source.money if start <= fact.start and fact.end <= end]
    money = [
        fact
        for fact in money
        if not source.text[fact.end : fact.end + 4].lstrip("元").startswith(("/", "每", "为基数"))
        and not re.search(
            r"(?:每|一)(?:个)?(?:月|期|日|年|天|季|次)[^，。；]{0,2}$|单价\D{0,3}$", source.text[start : fact.start]
        )
    ]
    named = [
        fact
        for fact in money
        if _TENTATIVE.search(source.text[max(start, fact.start - 30) : fact.start])
        and not _BASE.search(source.text[max(start, fact.start - 14) : fact.start])
    ]
    free = [fact for fact in money if not _is_base(source.text, fact.start, fact.end, start)]
    if named:
        return named[-1].fen
    return sum(fact.fen for fact in _listed(source.text, free)) if free else None


_NEXT_ITEM = re.compile(
    r"(?:元|圆)?[整正]?\s*[、，及和与]+\s*(?:逾期|未付|欠付|分期)?(?:利息|罚息|复利|违约金|滞纳金|手续费|费用|年费)[：:]?"
)


def _listed(text: str, facts: Sequence[MoneyFact]) -> list[MoneyFact]:
    """The first sum and those that follow it item by item: 利息…元、罚息…元、复利…元."""
    listed = list(facts[:1])
    for fact in facts[1:]:
        if not _NEXT_ITEM.fullmatch(text[listed[-1].end : fact.start].strip()):
            break
        listed.append(fact)
    return listed


def _is_base(text: str, start: int, end: int, floor: int) -> bool:
    before, after = text[max(floor, start - 14) : start], text[end : end + 8]
    return bool(_BASE.search(before)) or after.lstrip("元").startswith(("为基数", "为本金", "为计算"))


def role_of_plaintiff(complaint: Complaint, pack: Pack, labels: Mapping[str, Side]) -> str:
    """Return which of the cause's roles the plaintiff has; empty where nothing tells it.

    Contracts tell it first, then the complaint's own words, then those heads of
    relief that only one of the roles can raise.

    Args:
        complaint: The complaint.
        pack: The cause.
        labels: Labels of contracts (出租人, 业主 …) with the side whose name they stand before.
    """
    for role, words in pack.sides:
        if any(labels.get(word) == "plaintiff" for word in words):
            return role
    for role, words in pack.sides:
        if any(
            re.search(rf"原告[^，。；\n]{{0,12}}(?:系|是|为|[（(])[^，。；\n]{{0,16}}{word}", complaint.source.text)
            for word in words
        ):
            return role
    votes: Counter[str] = Counter()
    for relief in complaint.relief:
        roles = {claim.claimant for claim in pack.claims if not relief.costs and _matches(claim, relief.text)}
        votes.update(roles if len(roles) == 1 else ())
    return votes.most_common(1)[0][0] if votes else ""


def read_claims(complaint: Complaint, pack: Pack, role: str = "") -> list[Claim]:
    """Read the heads of relief as claims of the pack; those of the plaintiff's own ``role`` go first.

    A head that no pack claim fits (costs, apologies) is no claim; joint
    liability for other heads takes the sum of those it names, else of all
    before it.
    """
    claims: list[Claim] = []
    sums: dict[int, int] = {}
    for relief in complaint.relief:
        if relief.costs:
            continue
        for start, end, words, amount in _parts(complaint.source, relief, pack, role):
            matched = pack_claim(pack, words, role, complaint.source.text)
            if matched is None:
                continue
            if amount is None and matched.elements and _OTHER_HEADS.search(words):
                amount = sum(sums[number] for number in _heads_named(words, sums)) or None
            else:
                sums[relief.number] = sums.get(relief.number, 0) + (amount or 0)
            claims.append(
                Claim(
                    id=f"CL-{len(claims) + 1}",
                    pack_claim=matched.id,
                    title=matched.title,
                    text=re.sub(r"\s+", "", words),
                    amount_fen=amount,
                    quote=complaint.source.quote(start, end),
                    claimant="defendant" if _ASKS_FOR_NOTHING.search(words) else "plaintiff",
                    against=(),
                    norms=matched.norms,
                )
            )
    return claims


def heads_without_claim(complaint: Complaint, claims: Sequence[Claim]) -> list[str]:
    """Say which heads of relief no claim of the pack fits: they are not reviewed, and a person must know it."""
    starts = [claim.quote.start for claim in claims if claim.quote is not None]
    return [
        f"诉讼请求“{''.join(relief.text.split())[:30]}”未对应到案由包的请求，要件未审查"
        for relief in complaint.relief
        if not relief.costs and not any(relief.start <= start < relief.end for start in starts)
    ]


def _heads_named(words: str, known: Iterable[int]) -> list[int]:
    """The numbers of the heads that these words point at; all that are known where they name none of them."""
    named: set[int] = set()
    for run in _NAMED_HEADS.findall(words):
        last: int | None = None
        up_to = False
        for token in re.findall(r"[至到~—\-]|\d+|[一二三四五六七八九十]+", run):
            number = read_int(token)
            if number is None:
                up_to = True
                continue
            named |= set(range(last, number + 1)) if up_to and last is not None else {number}
            last, up_to = number, False
    return [number for number in known if number in named] or list(known)


def pack_claim(pack: Pack, words: str, role: str = "", told: str = "") -> PackClaim | None:
    """Return the pack's claim that a head of relief is, or None.

    Claims of the plaintiff's own ``role`` go first; where heads of several
    claims read alike (赔偿医疗费), what the whole complaint tells decides.
    """
    fitting = [(claim, _told(claim, told)) for claim in pack.claims if _matches(claim, words)]
    fitting = [(claim, often) for claim, often in fitting if claim.when is None or often]
    if not fitting:
        return None
    fitting = [(claim, often) for claim, often in fitting if role and claim.claimant == role] or fitting
    # The narrower head wins: the one that the complaint tells of most, else whose first matching words are the longest.
    return max(fitting, key=lambda pair: (pair[1], _fit(pair[0], words)))[0]


def _told(claim: PackClaim, text: str) -> int:
    """How often the words of a claim stand in the complaint; the cause that it names counts as three."""
    if claim.when is None:
        return 0
    named = _cause(text)
    return len(claim.when.findall(text)) + (3 if named and claim.when.search(named) else 0)


def _fit(claim: PackClaim, words: str) -> int:
    return max((len(match.group()) for pattern in claim.match if (match := pattern.search(words))), default=0)


def default_claims(pack: Pack) -> list[Claim]:
    """Claims to review when there is no complaint yet: the pack's first."""
    first = pack.claims[0]
    return [
        Claim(
            id="CL-1",
            pack_claim=first.id,
            title=first.title,
            text=first.title,
            amount_fen=None,
            quote=None,
            norms=first.norms,
        )
    ]


def find_complaints(sources: Sequence[Source]) -> list[Source]:
    """Return the complaints in the material, counterclaims left out."""
    return [source for source in sources if source.kind == "complaint" and source.read]
