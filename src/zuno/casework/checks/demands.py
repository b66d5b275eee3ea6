"""Checks on demands and notices: made, answered, and shown to have arrived."""

from __future__ import annotations

import re
from datetime import date

from zuno.casework import figures
from zuno.casework.checks.outcome import SILENT, Outcome, items_of
from zuno.casework.matter import Matter
from zuno.casework.records import Quote, Side
from zuno.casework.statements import Statement


def answered_demands(matter: Matter, claimant: Side = "plaintiff") -> list[tuple[Statement, Statement]]:
    """Demands by message that the other side answered with a plea for time or an acknowledgement."""
    other = matter.cast.other(claimant)
    pairs: list[tuple[Statement, Statement]] = []
    for demand in matter.acts("demand", "acknowledge_debt", "due_term", who=(claimant,)):
        if demand.voice.form != "message":
            continue
        for reply in matter.acts("plead_time", "acknowledge_debt", "repay", who=(other,)):
            if reply.source is demand.source and reply.start > demand.end and reply.mood != "question":
                pairs.append((demand, reply))
                break
    return pairs


def term_passed(matter: Matter) -> Outcome:
    """A term that the papers set has passed at filing; before that no demand makes the loan due, unless accelerated."""
    due, filed = figures.loan_due(matter), matter.filing_date
    if due is None or filed is None or due.pleaded or due.on < filed or _accelerated(matter):
        return SILENT
    return Outcome(
        verdict="doubtful", rule="not_yet_due", why=f"到期日{due.on}晚于起诉日{filed}", items=items_of(due.quotes)
    )


def _accelerated(matter: Matter) -> bool:
    return any(
        re.search(r"(?:提前|加速|立即|全部)[^。；]{0,6}到期", source.text)
        for source in matter.open_sources
        if source.read and matter.voices[source.file].form in ("letter", "message")
    )


def demand_answered(matter: Matter) -> Outcome:
    """The debtor answered a demand and asked for time: demanded, and not denied."""
    pairs = answered_demands(matter)
    if not pairs:
        return SILENT
    quotes = [part.source.quote(part.start, part.end) for pair in pairs[:2] for part in pair]
    return Outcome(
        verdict="carried", rule="demand_answered", why="催款后对方请求宽限", items=items_of(quotes, "message", "direct")
    )


def delivered_letters(
    matter: Matter, acts: tuple[str, ...] = ("demand",)
) -> list[tuple[Quote, Quote | None, date | None, str]]:
    """Letters that do these acts: (letter, proof of delivery, day delivered or sent, words of its head)."""
    found: list[tuple[Quote, Quote | None, date | None, str]] = []
    for source in matter.of_kind("letter"):
        said = [s for s in matter.statements if s.source is source and s.act in acts and not s.negated]
        if not said:
            continue
        sent = said[0].on
        proof, day = proof_of_delivery(matter, source.text, sent)
        found.append((source.quote(*said[0].sentence), proof, day or sent, source.text[:80]))
    return found


def to_guarantor_alone(matter: Matter, head: str) -> bool:
    """Whether a letter is addressed to a guarantor and to none of the debtors, by its salutation or its head."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    addressed = [line for line in lines[:4] if line.endswith(("：", ":")) or line.startswith(("致", "收件人"))]
    head = "".join(addressed) or head
    guarantors = matter.cast.guarantors
    debtors = [name for name in matter.cast.names("defendant") if name not in guarantors]
    return any(name in head for name in guarantors) and not any(name in head for name in debtors)


def proof_of_delivery(matter: Matter, letter: str, sent: date | None) -> tuple[Quote | None, date | None]:
    """Find the postal proof of a letter: by waybill number, else by what it says it held and the days."""
    inside = re.search(r"[^\n]{0,40}已?签收[^\n]{0,30}", letter)
    for source in matter.of_kind("postal_receipt"):
        waybill = [n.value for n in source.numbers if n.value and n.value in letter]
        signed = _SIGNED.search(source.text) or re.search(r"[^\n]{0,24}签收[^\n]{0,30}", source.text)
        days = [
            fact.value
            for fact in source.dates
            if fact.value
            and (sent is None or fact.value >= sent)
            and not re.search(
                r"(?:打印|查询|导出|复制|网页)[^\n]{0,12}$", source.text[max(0, fact.start - 14) : fact.start]
            )
        ]
        if signed and (waybill or (days and not _holds_another(source.text, letter))):
            return source.quote(signed.start(), signed.end()), days[-1] if days else None
    return None, None if inside is None else sent


_SIGNED = re.compile(r"[^\n]{0,24}(?:已[^\n]{0,6}签收|签收(?:人|时间)|妥投|投妥)[^\n]{0,30}")
_CONTENTS = re.compile(r"(?:物品|内件|内装|托寄物|寄递物|邮件内容|文件)(?:名称|品名|内容)?[：:\s（(]*([^\n]{2,40})")
_WAYBILL = re.compile(r"(?:运单|快递|邮件|单)号?码?[^A-Za-z0-9\n]{0,4}([A-Z]{0,3}\d{8,16}[A-Z]{0,2})")
_SUBJECT = re.compile(r"解除|终止|催|异议|维修|报修|转让|撤销|整改|交接|移交|腾|搬")


def _holds_another(receipt: str, letter: str) -> bool:
    """Whether a postal receipt is of another paper: by its waybill, or by the subject of what it says it holds."""
    named, carried = (set(_WAYBILL.findall(text)) for text in (letter, receipt))
    if named and carried:
        return not named & carried
    contents = _CONTENTS.search(receipt)
    subjects = set(_SUBJECT.findall(contents[1])) if contents else set[str]()
    title = letter.strip().split("\n")[0]
    head = title if _SUBJECT.search(title) else letter[:80]
    return bool(subjects) and not any(subject in head for subject in subjects)


def demand_delivered(matter: Matter) -> Outcome:
    """A letter of demand whose delivery is proven."""
    letters = [found for found in delivered_letters(matter) if not to_guarantor_alone(matter, found[3])]
    proven = [(letter, proof) for letter, proof, _day, _to in letters if proof]
    if proven:
        return Outcome(
            verdict="carried",
            rule="demand_delivered",
            why="催告函已送达",
            items=items_of([quote for pair in proven for quote in pair if quote]),
        )
    return SILENT


def demanded(matter: Matter) -> Outcome:
    """Where no term was set, a demand by message or letter sets one: its own words are the act."""
    papers = matter.of_kind("iou", "loan_contract")
    if any(s.act == "due_term" and s.source in papers for s in matter.statements):
        return SILENT
    said = [
        s
        for s in matter.acts("demand", who=("plaintiff",))
        if s.voice.form in ("message", "letter")
        and s.on
        and (matter.filing_date is None or s.on < matter.filing_date)
        and not (s.voice.form == "letter" and to_guarantor_alone(matter, s.source.text[:80]))
    ]
    if not said:
        return SILENT
    quotes = [s.source.quote(*s.sentence) for s in said[-3:]]
    return Outcome(
        verdict="carried",
        rule="demanded",
        why=f"已于{said[-1].on}催告",
        items=items_of(quotes, said[-1].voice.form, "direct"),
    )


def demand_arrived(matter: Matter) -> Outcome:
    """A demand that must have arrived: by proven letter or by message; a letter without proof leaves doubt."""
    outcome = demand_delivered(matter)
    if outcome.verdict == "carried":
        return outcome
    said = [s for s in matter.acts("demand", who=("plaintiff",)) if s.voice.form == "message"]
    if said:
        quotes = [s.source.quote(*s.sentence) for s in said[-3:]]
        return Outcome(
            verdict="carried", rule="demanded", why="已以消息催告", items=items_of(quotes, "message", "direct")
        )
    letters = delivered_letters(matter)
    if not letters:
        return SILENT
    return Outcome(
        verdict="doubtful",
        rule="no_proof_of_arrival",
        why="有催告函，未见到达对方的证据",
        items=items_of([letters[0][0]], "letter", "direct"),
    )


def notice_delivered(matter: Matter) -> Outcome:
    """A notice of termination whose arrival is proven."""
    letters = delivered_letters(matter, ("termination",))
    if not letters:
        return SILENT
    letter, proof, _day, _to = letters[0]
    if proof:
        return Outcome(
            verdict="carried", rule="notice_delivered", why="解除通知已到达", items=items_of([letter, proof])
        )
    return Outcome(
        verdict="doubtful",
        rule="no_proof_of_arrival",
        why="有解除通知，未见到达对方的证据",
        items=items_of([letter], "letter", "direct"),
    )
