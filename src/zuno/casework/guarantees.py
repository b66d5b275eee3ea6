"""The guarantee of a case: who gave it in what manner, until when it lasts, and when its right was exercised.

Used by the check of the element and by the finding alike. Does not know whether a resolution was genuine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from zuno.casework import figures
from zuno.casework.arithmetic import limits
from zuno.casework.arithmetic.holidays import rolled
from zuno.casework.matter import Matter
from zuno.casework.periods import period_in
from zuno.casework.records import Quote

PAPERS = ("guarantee", "iou", "loan_contract", "contract", "sale_contract", "statement_of_account")
"""Kinds of paper in which a guarantee is given."""

Manner = Literal["joint", "general", "unclear"]

_JOINT = re.compile(
    r"连带|无条件[^。；\n]{0,12}(?:承担|偿还|支付|代)"
    r"|(?:不履行|不还|不按[^。；\n]{0,6}还|未(?:能)?(?:按时|按期|按约|如期|到期)?(?:履行|偿还|归还|清偿|支付|还))[^。；\n]{0,24}"
    r"(?:即|就|便|由|立即|均由)[^。；\n]{0,14}(?:承担|代|偿|还|付|负责)"
)
_GENERAL = re.compile(
    r"一般(?:责任)?保证"
    r"|(?:不能|无力|无法|没(?:有)?能力|无能力|还不(?:上|起|了)|付不(?:起|了))[^。；\n]{0,30}(?:承担|代|偿|还|付|负责|补)"
    r"|(?:先|首先)[^。；\n]{0,16}(?:执行|追|要|向(?:债务人|借款人))|(?:强制执行|执行)后[^。；\n]{0,12}(?:不足|仍|还)"
)
_MANNERS: tuple[tuple[re.Pattern[str], Manner], ...] = ((_JOINT, "joint"), (_GENERAL, "general"))
_GIVES = re.compile(r"保证|担保|作保|兜底|代(?:为)?(?:偿|还|清偿)")


def manner(matter: Matter) -> tuple[Manner, Quote] | None:
    """The manner of the guarantee by its own words, with the place; None where no paper gives a guarantee.

    Words by which the debtor must be gone to first make it general; without clear words it is general in law and
    ``unclear`` here.

    Source: 民法典 art. 686; 担保解释 art. 25.
    """
    unclear: Quote | None = None
    for source in matter.of_kind(*PAPERS):
        spans = [span for span in source.sentences if _GIVES.search(source.text[slice(*span)])]
        for words, name in _MANNERS:
            for start, end in spans:
                if words.search(source.text, start, end):
                    return name, source.quote(start, end)
        if spans and unclear is None:
            unclear = source.quote(*spans[0])
    return ("unclear", unclear) if unclear else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The guarantee period of the case."""

    due: figures.Day
    ends: date
    agreed: Quote | None
    """The clause that agrees it; None for the six months of the law."""

    def holds(self, day: date) -> bool:
        """Whether a day lies within the period; a last day off runs on to the next working day."""
        return day <= rolled(self.ends)[0]


def period(matter: Matter) -> Period | None:
    """The guarantee period: as agreed, else six months from the due day; None where no due day is told.

    Source: 民法典 art. 692; 担保解释 art. 32.
    """
    due = figures.guaranteed_due(matter) or figures.payment_due(matter)
    if due is None:
        return None
    ends, agreed = _agreed_end(matter, due.on)
    return Period(due=due, ends=ends, agreed=agreed)


def _agreed_end(matter: Matter, due: date) -> tuple[date, Quote | None]:
    for source in matter.of_kind(*PAPERS):
        for match in re.finditer(r"保证(?:责任)?(?:的)?(?:期间|期限|期)[^。；]{0,60}", source.text):
            if re.search(r"本息|还清|清偿|全部|完毕", match.group()) and re.search(
                r"(?:还清|清偿|完毕|付清)(?:为止|时止|之日止|止)", match.group()
            ):
                continue  # "until all is paid" counts as not agreed (担保解释 art. 32)
            dates = [fact.value for fact in source.dates if match.start() <= fact.start < match.end() and fact.value]
            if dates and dates[-1] > due:
                end = limits.guarantee_end(due, agreed_end=dates[-1])
                return end, source.quote(match.start(), match.end())
            if not dates and (found := period_in(match.group())):
                years, months, _days = found
                if years or months:
                    end = limits.guarantee_end(due, agreed_months=years * 12 + months)
                    return end, source.quote(match.start(), match.end())
    return limits.guarantee_end(due), None


def first_demands(matter: Matter) -> list[tuple[date, Quote]]:
    """Demands on a guarantor by papers, earliest first: letters, messages, mails."""
    found: list[tuple[date, Quote]] = []
    for source in matter.open_sources:
        if not source.read or not any(name in source.text for name in matter.cast.guarantors):
            continue
        ours = source.kind == "letter" and matter.voices[source.file].who == "plaintiff"
        if ours and re.search(r"保证|担保", source.text) and _addressed_to_guarantor(matter, source.text):
            sent = [fact for fact in source.dates if fact.value]
            if sent:
                found.append((sent[-1].value or date.min, source.quote(sent[-1].start, sent[-1].end)))
        if source.kind in ("chat", "email"):
            for statement in matter.statements:
                if (
                    statement.source is source
                    and statement.act in ("demand", "guarantee")
                    and statement.on
                    and statement.voice.who == "plaintiff"
                    and _talks_to_guarantor(matter, source.file)
                ):
                    found.append((statement.on, source.quote(statement.start, statement.end)))
    return sorted(found, key=lambda item: item[0])


def _addressed_to_guarantor(matter: Matter, text: str) -> bool:
    head = text[:160]
    return any(name in head for name in matter.cast.guarantors)


def _talks_to_guarantor(matter: Matter, file: str) -> bool:
    voices = matter.senders.get(file, {})
    return any(name in sender for sender in voices for name in matter.cast.guarantors)


def debtor_sued(matter: Matter) -> bool:
    """Whether a defendant of this suit is no guarantor: the debtor is sued with them."""
    return any(name not in matter.cast.guarantors for name in matter.cast.names("defendant"))


def suits(matter: Matter) -> list[tuple[date, Quote]]:
    """Suits and arbitrations against the debtor, earliest first: as papers of courts have them, and this suit.

    Source: 民法典 art. 693.
    """
    found: list[tuple[date, Quote]] = []
    for source in matter.of_kind("judgment", "arbitration_award", "court_document"):
        for match in re.finditer(r"(?:立案|受理|起诉|申请仲裁|收到[^。；\n]{0,10}起诉)", source.text):
            near = [fact for fact in source.dates if fact.value and abs(fact.start - match.start()) <= 40]
            if near and near[0].value:
                found.append((near[0].value, source.quote(*source.sentence_at(match.start()))))
        if not found and source.dates and source.dates[-1].value:
            found.append((source.dates[-1].value, source.quote(*source.sentence_at(source.dates[-1].start))))
    if debtor_sued(matter) and matter.filing_date and matter.complaint:
        span = matter.complaint.relief[0] if matter.complaint.relief else None
        place = (span.start, span.end) if span else matter.complaint.relief_span
        found.append((matter.filing_date, matter.complaint.source.quote(*place)))
    return sorted(found, key=lambda item: item[0])
