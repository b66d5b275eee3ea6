"""Declarations that take effect when they arrive, and of which no arrival is proven."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zuno.casework import forms
from zuno.casework.checks.notices import signed_for
from zuno.casework.findings.drafts import Draft, unread_bearing
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import MustArrive, Pack, common
from zuno.casework.records import Quote
from zuno.casework.sources import CONTRACTS, Source
from zuno.casework.statements import Act, Statement


def notice_missing(matter: Matter, pack: Pack) -> list[Draft]:
    """The complaint rests on a declaration of its own side of which no arrival is proven.

    Arrival is proven by a postal proof, a signature for receipt, a message to
    the other side, or the other side's own words. What the other side declared
    needs no proof of ours; a suit that itself dissolves the contract is served
    by the court.

    Source: 民法典 art. 137, 546, 565, 621.
    """
    if matter.complaint is None or unread_bearing(matter, "letter", "postal_receipt"):
        return []
    drafts: list[Draft] = []
    for entry in (*pack.must_arrive, *common().must_arrive):
        act = matter.lexemes[entry.act]
        relied = _relied_on(matter, entry, act)
        letters = _letters(matter, act)
        if relied is None or _has_arrived(matter, act, letters):
            continue
        said, quote = relied
        drafts.append(
            Draft(
                code="notice_missing",
                detail=f"起诉状主张“{said}”，已读材料未见{entry.name}到达对方的证据",
                quotes=(quote, *_of_letters(matter, act, letters), *_denied(matter, act)),
                elements=entry.elements,
                norms=entry.norms,
            )
        )
    return drafts


# --- what the complaint rests on ---------------------------------------------------------------------------------

_NO_DECLARATION = re.compile(
    r"约定|载明|写明|有权|可以|可随时|请求|诉请|诉至|判令|判决|要求法院|协商|双方(?:一致)?同意|合意|同意|不得|(?:未|没有?|不)[^，。；]{0,4}$"
    r"|起诉状|副本|本案|第[一二三四五六七八九十百\d]+条"
)
_FOR_A_REASON = re.compile(r"以[^，。；]{0,40}?为由")
_OBJECT = r"(?:因|由于|鉴于|向|对|给|与|和|同|跟|通知|告知|要求|致函?)(?:了)?"
_ASKS_TO_CONFIRM = re.compile(r"确认[^。；]{0,60}")


def _relied_on(matter: Matter, entry: MustArrive, act: Act) -> tuple[str, Quote] | None:
    """Where the complaint says that its own side declared it, or asks for what follows from the declaration."""
    assert matter.complaint is not None  # noqa: S101
    source = matter.complaint.source
    for statement in _in_account(matter, entry.act):
        match = next(iter(act.search(statement.words)), None)
        if match is None or _NO_DECLARATION.search(statement.words) or _declared_by_other(matter, statement, match):
            continue
        return match.group(), source.quote(*statement.sentence)
    for claim in matter.claims:
        match = _ASKS_TO_CONFIRM.search(claim.text)
        confirmed = claim.pack_claim in entry.claims and claim.quote and match and act.search(match.group())
        if confirmed and claim.claimant == "plaintiff" and not re.search(r"起诉状|副本|判决|本案", claim.text):
            assert claim.quote is not None  # noqa: S101
            assert match is not None  # noqa: S101
            return match.group(), claim.quote
    return None


def _in_account(matter: Matter, act: str) -> Iterator[Statement]:
    """What the complaint's account of the facts says of an act as done."""
    assert matter.complaint is not None  # noqa: S101
    for statement in matter.acts(act, who=("plaintiff",)):
        told = statement.source is matter.complaint.source and statement.start >= matter.complaint.facts_span[0]
        if told and statement.mood == "said":
            yield statement


def _declared_by_other(matter: Matter, statement: Statement, match: re.Match[str]) -> bool:
    """Whether the complaint says that the other side did it: the subject named last before the words."""
    clause = statement.words[: max(match.start(), match.end() - 2)]
    earlier = statement.source.text[statement.sentence[0] : statement.start]
    subject = _last_subject(matter, clause)
    if subject is None and not re.match(r"\s*[^，]{0,6}(?:合同|协议|租约|双方|债权)", clause):
        subject = _last_subject(matter, earlier)
    return subject == "theirs"


def _last_subject(matter: Matter, words: str) -> str | None:
    persons = all(party.kind == "person" for party in matter.cast.parties if party.role == "plaintiff")
    theirs = ["被告", "对方", *matter.cast.names("defendant")]
    theirs += ["公司", "单位", "厂方", "老板", "店里"] if persons else []
    ours = ["原告", "我方", "我司", "我公司", "本公司", "本人", "我", "被迫", *matter.cast.names("plaintiff")]
    words = re.sub(rf"{_OBJECT}(?:{'|'.join(map(re.escape, ours + theirs))})", "", _FOR_A_REASON.sub("", words))
    last_theirs, last_ours = (max((words.rfind(name) for name in side), default=-1) for side in (theirs, ours))
    if max(last_theirs, last_ours) < 0:
        return None
    return "theirs" if last_theirs > last_ours else "ours"


# --- whether it arrived -----------------------------------------------------------------------------------------

_DELIVERED = re.compile(r"(?:已|本人|他人|代)?签收|妥投|投妥|已领取|送达(?:成功|完成|回证)")
_RETURNED = re.compile(r"退回|退件|未妥投|未签收|无人签收|投递失败")
_CONTENT_TOLD = re.compile(r"内件|物品|品名|托寄|寄递内容")
_IN_THE_LETTER = re.compile(r"(?:已|本人|他人)签收|妥投|签收(?:时间|日期)?[：:]\s*(?:\d{4}|20)")
_GOT_IT = re.compile(r"(?<!没有)(?<!未)(?<!没)(?<!不曾)(?<!从未)(?:收(?:到|悉)|接到|签收)")
_NEVER_GOT_IT = re.compile(r"(?:没有?|未|从未|从来没|不曾|并未)[^，。；\n]{0,14}(?:收到|收悉|接到|签收|送达)")
_ANY_PAPER = re.compile(r"函|通知|告知")


def _letters(matter: Matter, act: Act) -> list[Source]:
    """Letters and notices of the plaintiff that make the declaration, by their words or their title."""
    return [
        source
        for source in matter.open_sources
        if source.read
        and source.kind not in CONTRACTS
        and matter.voices[source.file].form in ("letter", "instrument")
        and matter.voices[source.file].who in ("plaintiff", "unknown", "both")
        and (act.words.search(source.title) or any(act.search(source.text[a:b]) for a, b in source.sentences))
    ]


def _has_arrived(matter: Matter, act: Act, letters: list[Source]) -> bool:
    return (
        any(signed_for(letter) or _IN_THE_LETTER.search(letter.text) for letter in letters)
        or any(_posted(matter, act, receipt, letters) for receipt in matter.of_kind("postal_receipt", "notarial"))
        or _sent_as_message(matter, act)
        or _owned(matter, act)
    )


def _posted(matter: Matter, act: Act, receipt: Source, letters: list[Source]) -> bool:
    """Whether a postal proof is that of the declaration: by waybill, by what it held, else by its day."""
    if not _DELIVERED.search(receipt.text) or _RETURNED.search(receipt.text):
        return False
    if any(number.value and number.value in letter.text for letter in letters for number in receipt.numbers):
        return not _CONTENT_TOLD.search(receipt.text) or _is_of(act, receipt, letters)
    if _is_of(act, receipt, letters):
        return True
    if _CONTENT_TOLD.search(receipt.text) or receipt.kind == "notarial":
        return False
    days = [fact.value for fact in receipt.dates if fact.value]
    sent = [fact.value for letter in letters for fact in letter.dates[-1:] if fact.value]
    return any(0 <= (day - first).days <= 30 for day in days for first in sent)


def _is_of(act: Act, receipt: Source, letters: list[Source]) -> bool:
    titles = [re.sub(r"[（(].*|[\s_\d]", "", letter.title) for letter in letters]
    return bool(act.words.search(receipt.text)) or any(
        len(title) >= 3 and title in re.sub(r"\s", "", receipt.text) for title in titles
    )


def _sent_as_message(matter: Matter, act: Act) -> bool:
    return any(
        statement.voice.form == "message" and statement.mood in ("said", "promise")
        for statement in matter.acts(act.name, who=("plaintiff",))
    )


def _owned(matter: Matter, act: Act) -> bool:
    """The other side's own words: that the paper came, or that it does not dispute the declaration."""
    for source in matter.open_sources:
        if source.kind in ("complaint", "evidence_list") or not source.read:
            continue
        if matter.voices[source.file].who == "defendant" and matter.voices[source.file].form == "pleading":
            for start, end in source.sentences:
                words = source.text[start:end]
                of_it = act.words.search(words) or _ANY_PAPER.search(words)
                got = of_it and _GOT_IT.search(words) and not re.search(r"起诉|传票|法院|应诉", words)
                if got and act.words.search(words) and not _NEVER_GOT_IT.search(words):
                    return True
    return any(
        statement.agreed
        or (_GOT_IT.search(statement.words) and not _NEVER_GOT_IT.search(statement.words))
        or (statement.voice.form == "message" and re.search(r"收到|同意|知道了|好的|行", statement.words))
        for statement in matter.acts(act.name, who=("defendant",))
    )


def _of_letters(matter: Matter, act: Act, letters: list[Source]) -> list[Quote]:
    """The letter that did not arrive, and the row of the evidence list that offers it."""
    quotes: list[Quote] = []
    for letter in letters[:1]:
        place = next((s for s in matter.statements if s.source is letter and s.act == act.name), None)
        quotes.append(letter.quote(*(place.sentence if place else letter.sentences[0])))
        if row := forms.list_row(matter, letter):
            quotes.append(row[0].quote(row[1], row[2]))
    return quotes


def _denied(matter: Matter, act: Act) -> list[Quote]:
    """Where the answer says that it never came."""
    found = [
        answer.quote(start, end)
        for answer in matter.answers
        for start, end in answer.sentences
        if _NEVER_GOT_IT.search(answer.text[start:end])
        and (act.words.search(answer.text[start:end]) or _ANY_PAPER.search(answer.text[start:end]))
    ]
    return found[:1]
