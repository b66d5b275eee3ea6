"""质证 by rules: what one side says to each exhibit of the other, aspect by aspect, and how the offerer replies.

Authenticity, legality, relevance and purpose each get their own position and
reason, drawn from the exhibit's kind, origin, state and findings. Accepting the
paper is not accepting what it is offered for. Nobody attacks an own exhibit.
Source: 民诉解释 art. 104, 115, 116; 证据规定 art. 15, 61, 68, 89, 90, 92, 93.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zuno.casework.records import Cell, Defence, Quote, Review, ReviewedDocument
from zuno.hearing.agenda import SIDE_WORDS
from zuno.hearing.labels import ASPECTS, Aspect
from zuno.hearing.roles import Desk, article, norm

MESSAGE_KINDS = frozenset({"chat", "email", "sms"})
OWN_BOOK_KINDS = frozenset({"ledger"})
PHOTO_KINDS = frozenset({"photo", "video", "audio"})
REPORT_KINDS = frozenset({"quality_report", "appraisal"})
IDENTITY_KINDS = frozenset({"id_copy", "business_registry", "marriage_record", "lpr_page"})
"""Papers that identify a party or print a public rate: relevant without being evidence of an element."""
INSTRUMENT_KINDS = frozenset(
    {
        "iou",
        "loan_contract",
        "sale_contract",
        "contract",
        "guarantee",
        "order",
        "receipt",
        "delivery_note",
        "warehouse_note",
        "acceptance_note",
        "statement_of_account",
    }
)
KIND_FACTS = {
    "bank_statement": "款项往来",
    "bank_receipt": "款项往来",
    "payment_record": "款项往来",
    "receipt": "款项收付",
    "invoice": "开票情况",
    "delivery_note": "交付经过",
    "warehouse_note": "交付经过",
    "acceptance_note": "交付经过",
    "transport_certificate": "运输交付经过",
    "statement_of_account": "对账情况",
    "letter": "催告经过",
    "postal_receipt": "函件送达",
    "email": "往来沟通",
    "chat": "往来沟通",
}
"""What a paper of a kind plainly bears on, where no element was found to rest on it."""
AGREED = frozenset({"admitted", "undisputed"})
_ORIGIN_WORDS = {"original": "原件", "copy": "复印件", "electronic": "电子数据", "unknown": "形式待当庭核对"}


@dataclass(frozen=True, slots=True)
class Position:
    """What one side says to one aspect of an exhibit."""

    aspect: Aspect
    accepted: bool
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What an exhibit is offered for."""

    fact: str
    cell: Cell | None
    defence: Defence | None
    quotes: tuple[Quote, ...]


Cite = Callable[[Sequence[Quote]], str]


def offers(review: Review, document: ReviewedDocument) -> list[Offer]:
    """Return what its side offers an exhibit for: its elements, its defences, and facts against the other side's."""
    found: dict[str, Offer] = {}
    for cell in review.cells:
        quotes = cell.evidence if cell.burden_side == document.side else cell.counter
        here = tuple(quote for quote in quotes if quote.file == document.file)
        if here:
            fact = cell.fact if cell.burden_side == document.side else f"反驳“{cell.fact}”"
            found.setdefault(fact, Offer(fact, cell, None, here))
    if document.side == "defendant":
        for defence in review.defences:
            here = tuple(quote for quote in defence.evidence if quote.file == document.file)
            if here and defence.raised:
                found.setdefault(defence.title, Offer(f"{defence.title}（抗辩）", None, defence, here))
    return list(found.values())


def positions(desk: Desk, document: ReviewedDocument) -> tuple[Position, ...]:
    """Return the desk's side's position on each aspect of the other side's exhibit.

    Raises:
        ValueError: The exhibit is the side's own.
    """
    if document.side == desk.role:
        raise ValueError(f"{document.file} is {desk.role}'s own exhibit")
    offered = offers(desk.review, document)
    return (
        Position("真实性", *_authenticity(desk, document, offered)),
        Position("合法性", *_legality(desk, document)),
        Position("关联性", *_relevance(desk, document, offered)),
        Position("证明目的", *_purpose(desk, document, offered)),
    )


def is_disputed(desk: Desk, document: ReviewedDocument) -> bool:
    """Tell whether the other side's exhibit meets any objection, so that it is heard by itself."""
    return not all(position.accepted for position in positions(desk, document))


def _authenticity(desk: Desk, document: ReviewedDocument, offered: list[Offer]) -> tuple[bool, str]:
    if document.state == "refused":
        return False, f"该件内容未能读取，暂不确认；要求出示原件当庭核对后再发表意见（{norm('original')}）。"
    cells = [offer.cell for offer in offered if offer.cell]
    if cells and all(cell.opponent in AGREED for cell in cells):
        stance = next(filter(None, map(desk.cite_stance, cells)), "")
        return True, f"无异议，与{stance}一致。" if stance else "无异议。"
    if document.kind in MESSAGE_KINDS or desk.findings_on(document.file, "chat_authenticity"):
        return _message_authenticity(desk, document)
    if document.kind in PHOTO_KINDS:
        return (
            False,
            f"未见原始载体，形成的时间、地点和人员不明，要求以原始载体核对（{norm('electronic_original')}）。",
        )
    if document.kind == "witness_statement":
        return False, f"证人未到庭，无法核实系其本人真实陈述，要求证人出庭接受询问（{norm('witness')}）。"
    if document.kind in OWN_BOOK_KINDS:
        return (
            False,
            f"形式上不持异议，内容不认可：系{SIDE_WORDS[document.side]}单方形成，要求说明形成过程（{norm('not_alone_party')}第1项）。",
        )
    if desk.findings_on(document.file, "no_original") or document.origin == "copy":
        return (
            False,
            f"系复印件，未见原件，要求出示原件核对（{norm('original')}）；不能核对的不能单独作为认定事实的根据（{norm('not_alone_copy')}第5项）。",
        )
    if document.kind in REPORT_KINDS:
        return (
            False,
            f"系{SIDE_WORDS[document.side]}单方委托形成，检材来源未经双方确认，保留申请鉴定的权利（{norm('party_report')}）。",
        )
    if document.origin == "original":
        return True, "无异议。"
    return True, "请当庭出示原件核对；核对一致的，无异议。"


def _message_authenticity(desk: Desk, document: ReviewedDocument) -> tuple[bool, str]:
    doubts = desk.findings_on(document.file, "chat_authenticity")
    if not doubts:
        return True, f"请当庭以原始载体核对（{norm('electronic_original')}）；核对一致的，无异议。"
    return (
        False,
        f"不认可：{doubts[0].detail.rstrip('。')}。要求出示原始载体，核对账号归属、时间与完整性"
        f"（{norm('electronic_factors')}）；存有疑点的电子数据不能单独定案（{norm('not_alone_electronic')}第4项）。",
    )


def _legality(desk: Desk, document: ReviewedDocument) -> tuple[bool, str]:
    if document.kind == "witness_statement":
        return False, f"书面证言不能代替出庭作证，无正当理由不出庭的不得作为认定事实的根据（{norm('witness')}）。"
    if form := desk.findings_on(document.file, "evidence_form", "notarial_or_esign_form"):
        ground = article(form[0].norms[0]) if form[0].norms else norm("certificate")
        return False, f"形式不符合要求：{form[0].detail.rstrip('。')}（{ground}）。"
    return True, f"未见{norm('unlawful_evidence')}所列情形，无异议。"


def _relevance(desk: Desk, document: ReviewedDocument, offered: list[Offer]) -> tuple[bool, str]:
    if offered:
        return True, f"与“{offered[0].fact}”有关，无异议。"
    if document.kind in IDENTITY_KINDS:
        return True, "用于核对主体或公布的利率，无异议。"
    event = next((entry.event for entry in desk.review.chronology if entry.file == document.file), None)
    event = event or KIND_FACTS.get(document.kind)
    if event and document.state != "refused":
        return True, f"与“{event}”有关，无异议。"
    if document.state == "refused":
        return False, "内容未能读取，不能判断与何项待证事实有关，待核对原件后表态。"
    return False, "未见其与任何待证事实的对应关系，要求说明用于证明哪一项事实。"


def _purpose(desk: Desk, document: ReviewedDocument, offered: list[Offer]) -> tuple[bool, str]:
    answers = [_purpose_of(desk, document, offer) for offer in offered]
    refused = [text for accepted, text in answers if not accepted]
    if refused:
        return False, "".join(dict.fromkeys(refused[:2]))
    if document.state == "refused":
        return False, "内容未能读取，对其证明目的不予认可。"
    if offered and all(offer.cell and offer.cell.opponent in AGREED for offer in offered):
        return True, f"对“{offered[0].fact}”不持异议，不等于认可诉讼请求的数额。"
    return True, "限于其记载的内容，不等于认可对方主张。"


def _purpose_of(desk: Desk, document: ReviewedDocument, offer: Offer) -> tuple[bool, str]:
    cell = offer.cell
    if cell is None:
        return _defence_purpose(document, offer)
    if cell.opponent in AGREED:
        return True, ""
    target = f"“{offer.fact}”"
    if document.kind == "invoice" and ("交付" in cell.fact or cell.rule == "invoice_alone"):
        return False, f"不认可：发票是付款与税务凭证，仅凭发票证明不到{target}（{norm('invoice_alone')}）。"
    if document.kind in OWN_BOOK_KINDS:
        return False, f"不认可：单方记载证明不到{target}，需有我方签认的材料。"
    against = desk.cite([quote for quote in desk.exhibits_among(cell.counter) if quote.file != document.file], 1)
    if against:
        return False, f"不认可：就{target}，{against}的记载与之不一致。"
    contradictions = [
        finding
        for finding in desk.findings_on(document.file)
        if cell.id in finding.cells and finding.code not in ("limitation_lapsed", "guarantee_period")
    ]
    if contradictions:
        return False, f"不认可：就{target}，{contradictions[0].detail.rstrip('。')}。"
    if cell.mark in ("doubtful", "missing", "rebutted"):
        return (
            False,
            f"不认可：只能说明其记载的内容，单凭该件尚达不到证明{target}所需的高度可能性（{norm('standard')}）。",
        )
    if cell.opponent == "disputed":
        stance = desk.cite_stance(cell)
        basis = f"与我方意见{stance}相反" if stance else "我方已否认该事实"
        return False, f"不认可：{basis}，{target}仍须由举证方以全部证据证明（{norm('burden')}）。"
    return True, ""


def _defence_purpose(document: ReviewedDocument, offer: Offer) -> tuple[bool, str]:
    defence = offer.defence
    if defence is not None and defence.mark != "supported":
        return False, f"不认可：“{offer.fact}”应由抗辩方举证，该件不足以证明（{norm('burden_defence')}）。"
    if document.kind in OWN_BOOK_KINDS:
        return False, f"不认可：单方记载不足以证明“{offer.fact}”。"
    return False, f"不认可：该件只说明其记载的内容，不当然产生“{offer.fact}”的法律效果。"


_AGREED = (
    Position("真实性", True, "以当庭核对原件一致为前提，无异议。"),
    Position("合法性", True, "无异议。"),
    Position("关联性", True, "无异议。"),
    Position("证明目的", True, "限于其记载的内容，不等于认可对方主张。"),
)
"""What a side says to a group of exhibits that it does not dispute."""
_UNKNOWN = (
    Position("真实性", True, "请出示原件核对。"),
    Position("合法性", True, "无异议。"),
    Position("关联性", True, "由举证方说明。"),
    Position("证明目的", True, "限于其记载的内容。"),
)
"""What a side says to an exhibit that its own review does not have."""

# Speeches -----------------------------------------------------------------------------------------------------------


def present(desk: Desk, ids: Sequence[str], issue_of: Callable[[str], str | None]) -> list[str]:
    """Return the lines in which a side offers its exhibits: form, purpose and place of each."""
    lines: list[str] = []
    for name in ids:
        document = desk.file_of(name)
        if document is None:
            lines.append(f"【主张 {name}】出示{desk.name(name)}，证明目的见证据目录。")
            continue
        offered = offers(desk.review, document)
        form = _ORIGIN_WORDS[document.origin]
        lines.append(
            f"【主张 {name}】出示{desk.name(name)}，{form}。{_purpose_words(desk, document, offered, issue_of)}"
        )
    return lines


def _purpose_words(
    desk: Desk, document: ReviewedDocument, offered: list[Offer], issue_of: Callable[[str], str | None]
) -> str:
    if offered:
        parts: list[str] = []
        for offer in offered[:3]:
            issue = issue_of(offer.cell.id) if offer.cell else None
            where = desk.cite(offer.quotes, 1)
            parts.append(f"“{offer.fact}”{f'（{issue}）' if issue else ''}" + (f"，见{where}" if where else ""))
        return "证明" + "；".join(parts) + "。"
    entry = next((item for item in desk.review.chronology if item.file == document.file), None)
    if entry:
        return f"说明“{entry.event}”，见{desk.cite([entry.quote], 1)}。"
    if document.kind in IDENTITY_KINDS:
        return "用于核对当事人身份或公布的利率。"
    if document.kind in KIND_FACTS and document.state != "refused":
        return f"说明{KIND_FACTS[document.kind]}。"
    return "内容请当庭核对原件。" if document.state == "refused" else "用于说明事实经过。"


def answer(desk: Desk, ids: Sequence[str], *, plain: bool = False) -> list[str]:
    """Return the lines in which the other side answers: objections labelled one by one, the rest briefly.

    Exhibits that meet the very same words are answered together.
    """
    alike: dict[tuple[Position, ...], list[str]] = {}
    for name in ids:
        document = desk.file_of(name)
        known = document is not None and document.side != desk.role
        spoken = positions(desk, document) if document and known else _UNKNOWN
        if all(item.accepted for item in spoken) and len(ids) > 2:
            spoken = _AGREED
        alike.setdefault(spoken, []).append(name)
    lines: list[str] = []
    for spoken, names in alike.items():
        listed, numbers = "、".join(names), "、".join(desk.name(name).partition("《")[0] for name in names)
        lines += [
            f"【质疑 {listed} {item.aspect}】{numbers}{_short(item.text, plain)}"
            for item in spoken
            if not item.accepted
        ]
        accepted = [f"{item.aspect}：{_short(item.text, plain)}" for item in spoken if item.accepted]
        if accepted:
            lines.append(f"【回应 {listed}】{numbers}" + "".join(accepted))
    return lines


def _short(text: str, plain: bool) -> str:
    return text.partition("。")[0] + "。" if plain else text


def reply(desk: Desk, ids: Sequence[str], challenged: dict[str, set[Aspect]]) -> list[str]:
    """Return the offerer's reply, exhibit by exhibit, to what was challenged; what was accepted is fixed.

    Args:
        desk: The offerer's desk.
        ids: The exhibits of the item.
        challenged: The aspects that the other side's labels object to, by exhibit id.
    """
    lines: list[str] = []
    alike: dict[str, list[str]] = {}
    settled = [name for name in ids if not challenged.get(name)]
    for name in ids:
        document = desk.file_of(name)
        if not challenged.get(name):
            continue
        if document is not None and document.state == "refused":
            lines.append(f"【回应 {name}】请当庭核对原件（{norm('original')}），核对后再就内容和证明目的说明。")
            continue
        parts = [_reply_to(desk, document, aspect) for aspect in ASPECTS if aspect in challenged[name]]
        alike.setdefault("".join(parts), []).append(name)
    lines += [f"【回应 {'、'.join(names)}】{words}" for words, names in alike.items()]
    if settled:
        names = "、".join(settled)
        fixed = f"【回应 {names}】对方对真实性、合法性、关联性均无异议，请法庭记明（{norm('accepted_evidence')}）。"
        lines.insert(0, fixed)
    return lines


def _reply_to(desk: Desk, document: ReviewedDocument | None, aspect: Aspect) -> str:
    if document is None:
        return f"{aspect}：请当庭核对原件。"
    if aspect == "真实性":
        return f"真实性：{_reply_authenticity(desk, document)}"
    if aspect == "合法性":
        return (
            f"合法性：来源和形式方面的瑕疵可以补正，申请法庭酌定期限（{norm('cure_form')}第3款）；"
            "并申请制作人员到庭说明。"
        )
    offered = offers(desk.review, document)
    if aspect == "关联性":
        facts = "、".join(f"“{offer.fact}”" for offer in offered[:2])
        return f"关联性：该件对应{facts}。" if facts else "关联性：该件只用于说明事实经过，不单独证明要件。"
    return f"证明目的：{_reply_purpose(desk, document, offered)}"


def _reply_authenticity(desk: Desk, document: ReviewedDocument) -> str:
    support = desk.cite(_independent(desk, document, offers(desk.review, document)), 2)
    also = f"并与{support}相互印证。" if support else ""
    if document.kind in MESSAGE_KINDS | PHOTO_KINDS:
        return f"申请当庭以原始载体核对（{norm('electronic_original')}）；{also or '请法庭结合全案证据判断。'}"
    if document.kind in OWN_BOOK_KINDS:
        return f"该件只用于说明计算过程，不单独作为依据。{also}"
    if document.origin == "original":
        return f"原件在庭，请核对（{norm('original')}）。{also}"
    if document.kind == "witness_statement":
        return f"申请证人出庭作证（{norm('witness_application')}）。{also}"
    return f"原件情况当庭说明；出示原件确有困难的，请结合其他证据审查（{norm('copy_excused')}）。{also}"


def _reply_purpose(desk: Desk, document: ReviewedDocument, offered: list[Offer]) -> str:
    open_offers = [offer for offer in offered if offer.cell is None or offer.cell.opponent not in AGREED]
    if not open_offers:
        return "该件所证事实对方已经承认，无需再举证。" if offered else "该件只用于说明事实经过。"
    facts = "、".join(f"“{offer.fact}”" for offer in open_offers[:2])
    support = desk.cite(_independent(desk, document, open_offers), 2)
    if support:
        return f"该件不单独使用，与{support}结合证明{facts}（{norm('standard')}）。"
    if document.kind in INSTRUMENT_KINDS:
        return f"该件系双方往来中形成的书证，签名盖章真实即推定真实（{norm('private_paper')}），其记载可以证明{facts}。"
    if document.kind in OWN_BOOK_KINDS:
        return f"就{facts}，该件只说明计算过程，请结合交付和付款凭证审查。"
    wanted = dict.fromkeys(item for offer in open_offers if offer.cell for item in offer.cell.wanted)
    more = f"需要的，申请补充提交{'、'.join(list(wanted)[:2])}。" if wanted else ""
    return f"坚持就{facts}的证明目的。{more}"


def _independent(desk: Desk, document: ReviewedDocument, offered: list[Offer]) -> list[Quote]:
    """Return quotes for the same facts from other papers that are neither own books nor pleadings."""
    found: list[Quote] = []
    for offer in offered:
        quotes = (offer.cell.evidence if offer.cell else offer.defence.evidence if offer.defence else ()) or ()
        for quote in quotes:
            other = next((item for item in desk.review.documents if item.file == quote.file), None)
            if other and other.file != document.file and other.exhibit and other.kind not in OWN_BOOK_KINDS:
                found.append(quote)
    return found
