"""Steps that come before a suit, or instead of a plea: arbitration of labour disputes, waiting times, counterclaims."""

from __future__ import annotations

import itertools
import re
from datetime import date, timedelta

from zuno.casework import pleadings
from zuno.casework.arithmetic.holidays import rolled
from zuno.casework.findings.drafts import Draft, unread_bearing
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, Precondition
from zuno.casework.periods import after
from zuno.casework.records import Quote
from zuno.casework.sources import Source, within
from zuno.knowledge import parties as names


def not_asked_before(matter: Matter, pack: Pack) -> list[Draft]:
    """A head of relief whose topic the procedure that must come first has not dealt with.

    What hangs together with a topic that was asked (compensation instead of
    damages for the same dismissal) is not new.

    Source: 调解仲裁法 art. 5; 劳动解释一 art. 14.
    """
    rule = pack.precondition
    if rule is None or matter.complaint is None or unread_bearing(matter, *rule.kinds):
        return []
    papers = [source for source in matter.open_sources if source.read and _is_of(source, rule)]
    if not papers:
        return _never_begun(matter, rule)
    asked = [(source, words) for source in papers for words in _asked_in(source)]
    if not asked:
        return []
    held = {name for name, topic in rule.topics for _source, words in asked if topic.search(words)}
    drafts: list[Draft] = []
    for start, end in _parts(matter):
        words = matter.complaint.source.text[start:end]
        topics = [name for name, topic in rule.topics if topic.search(words)]
        if not topics or held & set(topics) or _hangs_together(pack, words, [words for _source, words in asked]):
            continue
        fen = pleadings.amount_of(matter.complaint.source, start, end)
        named = "、".join(f"《{paper.title}》" for paper in papers[:2])
        drafts.append(
            Draft(
                code="procedure_precondition",
                detail=f"起诉请求“{topics[0]}”未在{named}中提出，未经前置程序",
                quotes=(matter.complaint.source.quote(start, end), *(_opening(paper) for paper in papers[:2])),
                expected=f"{fen // 100}.{fen % 100:02d}" if fen is not None else topics[0],
                norms=rule.norms,
            )
        )
    return drafts


_LATER_REQUEST = re.compile(
    r"(?:增加|变更|补充)[^\n]{0,6}仲裁(?:请求|申请)|仲裁(?:请求|申请)[^\n]{0,6}(?:增加|变更|补充)"
)


def _is_of(source: Source, rule: Precondition) -> bool:
    """Whether a paper belongs to the earlier procedure: of its kinds, or a request that was added to it."""
    return source.kind in rule.kinds or bool(_LATER_REQUEST.search(source.title + source.text[:40]))


def _never_begun(matter: Matter, rule: Precondition) -> list[Draft]:
    """No paper at all speaks of the procedure that must come first, and no paper makes it needless."""
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    spared = rule.unless_words and any(rule.unless_words.search(p.text) for p in matter.of_kind(*rule.unless_kinds))
    if spared or any("仲裁" in other.text for other in matter.open_sources if other.read):
        return []
    topical = [
        relief for relief in matter.complaint.relief if any(topic.search(relief.text) for _name, topic in rule.topics)
    ]
    if not topical:
        return []
    return [
        Draft(
            code="procedure_precondition",
            detail="材料中未见劳动争议仲裁的申请或裁决，起诉前应先申请仲裁",
            quotes=tuple(source.quote(relief.start, relief.end) for relief in topical[:2]),
            norms=rule.norms,
        )
    ]


_CLAIMED = re.compile(
    r"(?:申请人[^。；\n]{0,16}(?:请求|诉称|称|要求)|仲裁请求|请求事项|请求(?:裁决|如下))"
    r"(?P<asked>.*?)(?=事实\s*[与和]\s*理由|被申请人[^。；\n]{0,12}(?:辩称|答辩|未到)|经(?:审理)?查明|本委(?:经审理)?(?:认为|查明)|审理查明|此致|$)",
    re.S,
)
_DECIDED = re.compile(r"(?:裁决如下|裁决结果)[：:]?(?P<asked>.*?)(?=如不服|不服本|本裁决|当事人(?:如)?不服|$)", re.S)


def _asked_in(source: Source) -> list[str]:
    """What was asked, or decided, in the earlier procedure: no mention in passing."""
    if source.kind != "arbitration_award":
        items = [item.text for item in pleadings.read_complaint(source).relief]
        return items or [source.text]
    return [match["asked"] for pattern in (_CLAIMED, _DECIDED) for match in pattern.finditer(source.text)]


def _opening(source: Source) -> Quote:
    """The place where a paper begins to tell what was asked."""
    match = _CLAIMED.search(source.text)
    return source.quote(*source.sentence_at(match.start())) if match else source.quote(*source.sentences[0])


_JOINT = re.compile(r"[，,、；;]|以及|及|和|并")


def _parts(matter: Matter) -> list[tuple[int, int]]:
    """The heads of relief, those that join several sums cut where each begins."""
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    found: list[tuple[int, int]] = []
    for relief in matter.complaint.relief:
        if relief.costs:
            continue
        money = [fact for fact in source.money if relief.start <= fact.start < relief.end]
        cuts = [
            relief.start + mark.end()
            for mark in _JOINT.finditer(relief.text)
            if any(fact.end <= relief.start + mark.start() for fact in money)
            and any(fact.start >= relief.start + mark.end() for fact in money)
            and not re.match(r"\d{3}", relief.text[mark.end() :])
        ]
        bounds = [relief.start, *cuts, relief.end]
        depth = 0
        for start, end in itertools.pairwise(bounds):
            words = source.text[start:end]
            if depth > 0 and found:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
            depth += len(re.findall(r"[（(]", words)) - len(re.findall(r"[）)]", words))
    return found


def _hangs_together(pack: Pack, words: str, asked: list[str]) -> bool:
    """Whether a head is the alternative, by the pack, of a claim that was asked."""
    own = pleadings.pack_claim(pack, words)
    before = {claim.id for text in asked if (claim := pleadings.pack_claim(pack, text))}
    return own is not None and any(
        own.id in pair.claims and set(pair.claims) & before - {own.id} for pair in pack.exclusive
    )


_RECEIVED = re.compile(
    r"(?:收到|收悉|签收|领取|送达)[^。；\n]{0,20}裁决|裁决书?[^。；\n]{0,24}(?:收到|收悉|签收|领取|送达)"
)


def late_after_decision(matter: Matter, pack: Pack) -> list[Draft]:
    """The suit came after the days that the law gives from the receipt of the decision.

    Where the papers tell several days of receipt, the last counts.

    Source: 调解仲裁法 art. 50; 民诉法 art. 85.
    """
    rule, filed = pack.precondition, matter.filing_date
    if rule is None or not rule.days or filed is None:
        return []
    received: list[tuple[date, Quote]] = []
    for source in matter.open_sources:
        if not source.read or source.kind in ("evidence_list", "arbitration_application"):
            continue
        for match in _RECEIVED.finditer(source.text):
            start, end = source.sentence_at(match.start())
            if re.search(r"之日起|日内|不服本", source.text[start:end]):
                continue
            near = [f for f in source.dates if f.value and start <= f.start < end]
            beside = [f for f in near if f.end <= match.end()][-1:] or near[:1]
            received += [(fact.value, source.quote(start, end)) for fact in beside if fact.value]
    if not received:
        return []
    day, quote = max(received, key=lambda pair: pair[0])
    last = rolled(day + timedelta(days=rule.days))[0]
    if filed <= last:
        return []
    assert matter.complaint is not None or matter.case_file.filing_date  # noqa: S101
    return [
        Draft(
            code="procedure_precondition",
            detail=f"{day}收到裁决，{rule.days}日至{last}届满，{filed}起诉已逾期",
            quotes=(*_signed(matter), quote),
            expected=str(last),
            norms=rule.norms,
        )
    ]


def _signed(matter: Matter) -> list[Quote]:
    """Where the complaint bears its day."""
    if matter.complaint is None:
        return []
    source = matter.complaint.source
    return [source.quote(f.start, f.end) for f in reversed(source.dates) if f.value == matter.complaint.signed_on][:1]


def sued_again_too_soon(matter: Matter, pack: Pack) -> list[Draft]:
    """The same plaintiff sues again within the months after a decision that bar it.

    Source: 民诉法 art. 127 no. 7.
    """
    rule, filed = pack.refile, matter.filing_date
    if rule is None or filed is None or matter.complaint is None or rule.unless.search(matter.complaint.source.text):
        return []
    for source in matter.of_kind(*rule.kinds):
        ended = rule.words.search(source.text)
        days = [fact for fact in source.dates if fact.value and fact.value < filed]
        same = any(
            fact.role == "plaintiff" and any(names.same_name(fact.name, own) for own in matter.cast.names("plaintiff"))
            for fact in source.parties
        )
        if not ended or not days or not same:
            continue
        decided = max(fact.value for fact in days if fact.value)
        free = after(decided, (0, rule.months, 0))
        if filed < free:
            return [
                Draft(
                    code="procedure_precondition",
                    detail=f"《{source.title}》于{decided}作出，原告{filed}又起诉，未满{rule.months}个月且未见新情况、新理由",
                    quotes=(*_signed(matter), source.quote(*source.sentence_at(ended.start()))),
                    expected=str(free),
                    norms=rule.norms,
                )
            ]
    return []


_OWN_CLAIM = re.compile(
    r"(?:请求|要求|判令|应当?|应)(?:法院)?(?:判令)?(?:原告|对方|其|出卖人|供方|出租人|承租人|承包人|发包人|甲方|乙方)[^。；\n]{0,10}"
    r"(?:赔偿|支付违约金|承担违约|返还)[^。；\n]{0,24}(?:元|损失|违约金|货款|定金|押金|租金)"
)


def counterclaim_needed(matter: Matter, pack: Pack) -> list[Draft]:
    """An answer that asks for a sum of damages or penalty of its own: that needs a counterclaim.

    Who withholds performance until a loss is made good, without a sum, only defends.

    Source: 买卖解释 art. 31; 民诉解释 art. 233.
    """
    if pack.precondition or "accident" in pack.places or matter.of_kind("counterclaim"):
        return []
    drafts: list[Draft] = []
    for answer in matter.answers:
        match = _OWN_CLAIM.search(answer.text)
        if match is None or re.search(r"反诉|另行(?:起诉|主张)|保留", answer.text):
            continue
        start, end = answer.sentence_at(match.start())
        if within(answer.money, start, end) or re.search(r"判令|请求(?:贵院|法院)", answer.text[start:end]):
            drafts.append(
                Draft(
                    code="procedure_precondition",
                    detail=f"《{answer.title}》要求对方赔偿或承担责任，须提起反诉，不能只作抗辩",
                    quotes=(answer.quote(start, end),),
                    hurts="defendant",
                    urgency="yellow",
                )
            )
    return drafts
