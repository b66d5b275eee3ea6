"""Papers whose form fails: copies, chats of nobody, unsigned certificates, agents without power, lost notices."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zuno.casework import forms
from zuno.casework.checks.demands import proof_of_delivery
from zuno.casework.findings.drafts import Draft, unread_bearing
from zuno.casework.matter import Matter
from zuno.casework.records import Side
from zuno.casework.sources import PLEADINGS, Source
from zuno.casework.voices import signatures, voice_of_message

_KEY = frozenset(
    {
        "iou",
        "loan_contract",
        "sale_contract",
        "guarantee",
        "receipt",
        "delivery_note",
        "statement_of_account",
        "acceptance_note",
        "warehouse_note",
        "order",
    }
)


def no_original(matter: Matter) -> list[Draft]:
    """A key private paper of which the papers say only a copy exists.

    Source: 民诉法 art. 73; 证据规定 art. 61, 90.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind not in _KEY:
            continue
        if place := forms.missing_original(matter, source):
            quotes = (
                (place,)
                if place.file == source.file or not source.read
                else (place, source.quote(*source.sentences[0]))
            )
            drafts.append(
                Draft(
                    code="no_original",
                    detail=f"《{source.title}》只有复制件，材料未说明原件可供核对",
                    quotes=quotes,
                    hurts=matter.sides[source.file],
                    elements=_elements_of(source),
                )
            )
    return drafts


def _elements_of(source: Source) -> tuple[str, ...]:
    if source.kind in ("iou", "loan_contract", "guarantee"):
        return ("C1E1", "C1E3", "C2E1")
    return ("C1E1", "C1E2", "C1E3")


def chat_authenticity(matter: Matter) -> list[Draft]:
    """A chat that cannot be tied to a person, a year and a whole.

    Source: 证据规定 art. 15, 93, 94; 民诉解释 art. 116.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind != "chat" or not source.read or not forms.chat_unauthenticated(matter, source):
            continue
        defects = forms.chat_defects(matter, source)
        row = forms.list_row(matter, source)
        listed = (row[0].quote(row[1], row[2]),) if row else ()
        drafts.append(
            Draft(
                code="chat_authenticity",
                detail=f"《{source.title}》{'；'.join(defect.words for defect in defects)}，难以对应到本人",
                quotes=(*dict.fromkeys(defect.quote for defect in defects), *listed),
                hurts=matter.sides[source.file],
            )
        )
    return drafts


def evidence_form(matter: Matter) -> list[Draft]:
    """A unit's certificate without its signatures, or a written testimony without its witness.

    Source: 民诉解释 art. 115; 证据规定 art. 68.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        defects = forms.certificate_defects(source)
        testimony = forms.testimony_without_witness(matter, source)
        for defect in [*defects, *([testimony] if testimony else [])]:
            drafts.append(
                Draft(
                    code="evidence_form",
                    detail=f"《{source.title}》{defect.words}",
                    quotes=(defect.quote,),
                    hurts=matter.sides[source.file],
                    elements=("C1E2",),
                    urgency="yellow",
                )
            )
    return drafts


_ESIGN = re.compile(r"电子(?:签名|签章|签署|签约|合同|借条|借据)|线上签署|在线签|签名图")
_ESIGN_SOUND = re.compile(
    r"(?:数字)?证书(?:序列号|编号|颁发)|CA(?:证书|认证)|(?:可信)?时间戳(?:[：:](?!.{0,12}(?:未|无))|已)|哈希|验签|认证机构[：:]|电子认证服务|实名认证"
)


def signature_form(matter: Matter) -> list[Draft]:
    """An electronic signature without what makes it reliable; a notarial deed that proves less than claimed.

    Source: 电子签名法 art. 13, 14.
    """
    drafts: list[Draft] = []
    for source in matter.of_kind("sale_contract", "loan_contract", "iou", "contract", "guarantee", "order"):
        match = _ESIGN.search(source.text)
        if match and not any(
            _ESIGN_SOUND.search(other.text) for other in matter.open_sources if other.kind not in PLEADINGS
        ):
            drafts.append(
                Draft(
                    code="notarial_or_esign_form",
                    detail=f"《{source.title}》为电子签署，未见数字证书、认证机构或时间戳信息",
                    quotes=(source.quote(*source.sentence_at(match.start())),),
                    hurts=matter.sides[source.file],
                    elements=("C1E1",),
                )
            )
    for source in matter.open_sources:
        deed = source.kind == "notarial" or "公证" in source.title + source.text[:30]
        match = _COPY_ATTESTED.search(source.text) if deed else None
        listed = forms.list_row(matter, source) if match else None
        claimed = listed and re.search(r"真实|内容|属实", listed[0].text[listed[1] : listed[2]])
        if match and claimed and listed:
            drafts.append(
                Draft(
                    code="notarial_or_esign_form",
                    detail=f"《{source.title}》只公证复印件与原件相符，不能证明内容真实",
                    quotes=(source.quote(match.start(), match.end()), listed[0].quote(listed[1], listed[2])),
                    hurts=matter.sides[source.file],
                )
            )
    return drafts


_COPY_ATTESTED = re.compile(r"(?:复印件|影印件|副本)[^。\n]{0,40}(?:与[^。\n]{0,30}原件|相符)")


_SPECIAL = re.compile(r"特别授权|代为(?:承认|放弃|变更|和解|提起)|(?:承认|放弃|变更)[^。\n]{0,6}(?:诉讼)?请求|进行和解")
_GENERAL = re.compile(r"普通(?:代理|授权)|全权(?:代理|委托|处理)?|一般(?:授权|代理)")


def authority_of_agent(matter: Matter) -> list[Draft]:
    """An agent with no special power who waived, admitted, changed or settled.

    Source: 民诉法 art. 62; 民诉解释 art. 89.
    """
    drafts: list[Draft] = []
    for power in matter.of_kind("power_of_attorney"):
        general = _GENERAL.search(power.text)
        if general is None or _SPECIAL.search(power.text):
            continue
        side: Side = _principal(matter, power)
        acts = [
            s
            for s in matter.statements
            if s.act == "waive"
            and not s.negated
            and s.mood != "hypothetical"
            and s.source.kind in ("court_opinion", "case_file_note", "judgment", "other")
            and s.voice.who in (side, "unknown")
            and _by_agent(matter, s.source, power)
        ]
        if acts:
            act = acts[0]
            drafts.append(
                Draft(
                    code="authority_of_agent",
                    detail=f"《{power.title}》仅写“{general.group()}”，无具体的特别授权；《{act.source.title}》由代理人作出放弃、变更或和解，须补特别授权或由当事人确认",
                    quotes=(power.quote(*power.sentence_at(general.start())), act.source.quote(act.start, act.end)),
                    hurts=side,
                )
            )
    return drafts


def _principal(matter: Matter, power: Source) -> Side:
    match = re.search(r"委\s*托\s*人[：:]\s*([^\n，,。；;（(]{2,40})", power.text)
    return (matter.cast.side_of(match[1].strip()) if match else None) or matter.sides[power.file]


def _by_agent(matter: Matter, source: Source, power: Source) -> bool:
    """Whether a paper was signed by the agent and not by the party itself."""
    match = re.search(r"(?:受\s*(?:委\s*)?托|代\s*理)\s*人[：:]\s*([\u4e00-\u9fff]{2,4})", power.text) or re.search(
        r"委托[^，。；\n]{0,30}?(?:律师事务所|所)?([\u4e00-\u9fff]{2,3})律师(?!事务所)", power.text
    )
    return bool(re.search(r"代理人", source.text)) or bool(match and match[1] in source.text)


@dataclass(frozen=True, slots=True)
class _Notice:
    """A declaration that takes effect only on arrival."""

    name: str
    pleaded: re.Pattern[str]
    paper: re.Pattern[str]


_NOTICES = (
    _Notice(
        "解除通知",
        re.compile(r"解除[^。；\n]{0,12}(?:合同|协议)|(?:合同|协议)[^。；\n]{0,16}(?:已)?(?:于[^。；\n]{0,14})?解除"),
        re.compile(r"解除[^。\n]{0,10}(?:通知|函)|通知[^。\n]{0,14}解除"),
    ),
    _Notice(
        "债权转让通知",
        re.compile(r"债权(?:已)?转让|受让[^。；\n]{0,10}债权"),
        re.compile(r"债权转让[^。\n]{0,6}通知|通知[^。\n]{0,10}债权转让"),
    ),
    _Notice(
        "提前到期通知",
        re.compile(
            r"(?:宣布|主张)[^。；\n]{0,10}提前到期|加速到期"
            r"|(?:否则|逾期)[^。；\n]{0,12}(?:全部|剩余|其余)[^。；\n]{0,10}(?:到期|一次)|要求一次付清全部"
        ),
        re.compile(r"提前到期|加速到期|一次(?:性)?付清(?:全部|剩余|其余)|(?:全部|剩余)[^。\n]{0,10}到期"),
    ),
    _Notice(
        "质量异议通知",
        re.compile(r"(?:发|寄|提出|告知|书面)[^。；\n]{0,12}(?:质量)?异议"),
        re.compile(r"(?:质量)?异议[^。\n]{0,6}(?:函|通知|书)"),
    ),
)


def notice_missing(matter: Matter) -> list[Draft]:
    """The complaint rests on a notice of which no arrival is proven.

    Arrival is proven by a postal proof, by a message in a chat or mail, or by
    the other side's own words that it came.

    Source: 民法典 art. 137, 546, 565, 621.
    """
    if matter.complaint is None:
        return []
    source, start = matter.complaint.source, matter.complaint.facts_span[0]
    drafts: list[Draft] = []
    for notice in _NOTICES:
        match = notice.pleaded.search(source.text, start)
        if match is None or _arrived(matter, notice):
            continue
        if unread_bearing(matter, "letter", "postal_receipt"):
            continue
        letters = [
            paper.quote(found.start(), found.end())
            for paper in matter.of_kind("letter")
            if (found := notice.paper.search(paper.text))
        ]
        drafts.append(
            Draft(
                code="notice_missing",
                detail=f"起诉状主张“{match.group()}”，已读材料未见{notice.name}到达对方的证据",
                quotes=(source.quote(*source.sentence_at(match.start())), *letters[:2]),
                elements=("C4E2",) if notice.name == "解除通知" else ("C3E3",) if notice.name == "质量异议通知" else (),
            )
        )
    return drafts[:1]


def _arrived(matter: Matter, notice: _Notice) -> bool:
    for paper in matter.of_kind("letter"):
        proof, _day = proof_of_delivery(matter, paper.text, None)
        if proof is None or not notice.paper.search(paper.title + paper.text):
            continue
        receipt = matter.source(proof.file)
        if notice.paper.search(receipt.text) or not re.search(r"内件|物品|品名", receipt.text):
            return True
    for receipt in matter.of_kind("postal_receipt"):
        if notice.paper.search(receipt.text) and re.search(r"签收|妥投|投妥", receipt.text):
            return True
    for statement in matter.statements:
        if statement.voice.who != "defendant":
            continue
        words = statement.source.text[slice(*statement.sentence)]
        if (
            notice.paper.search(words)
            and re.search(r"(?<!没有)(?<!未)(?<!没)收(?:到|悉)", words)
            and "没有收到" not in words
        ):
            return True
    return any(
        notice.paper.search(message.text) or notice.pleaded.search(message.text)
        for paper in matter.of_kind("chat", "email")
        for message in paper.messages
        if voice_of_message(message, matter.senders.get(paper.file, {})).who == "plaintiff"
    )


def counterclaim_needed(matter: Matter) -> list[Draft]:
    """An answer that asks for damages, penalty or rescission of its own: that needs a counterclaim.

    Source: 买卖解释 art. 31.
    """
    if any(source.kind == "counterclaim" for source in matter.open_sources):
        return []
    drafts: list[Draft] = []
    for answer in matter.answers:
        match = _OWN_CLAIM.search(answer.text)
        if match and not re.search(r"反诉|另行(?:起诉|主张)|保留", answer.text):
            drafts.append(
                Draft(
                    code="procedure_precondition",
                    detail=f"《{answer.title}》要求对方赔偿或承担责任，须提起反诉，不能只作抗辩",
                    quotes=(answer.quote(*answer.sentence_at(match.start())),),
                    hurts="defendant",
                    urgency="yellow",
                )
            )
    return drafts


_OWN_CLAIM = re.compile(
    r"(?:请求|要求|判令|应当?|应)(?:法院)?(?:判令)?(?:原告|对方|其|出卖人|供方)[^。；\n]{0,10}(?:赔偿|支付违约金|承担违约|返还)[^。；\n]{0,24}(?:元|损失|违约金|货款|定金)"
)


def expired_authority(matter: Matter) -> list[Draft]:
    """A person signed for a side after the time for which that side had empowered them.

    Source: 民法典 art. 171, 172.
    """
    drafts: list[Draft] = []
    for power in matter.open_sources:
        term = (
            re.search(r"(?:授权|委托|有效)(?:期限|期)[^。；\n]{0,6}(?:自|从|为|至|：)?[^。；\n]{0,40}", power.text)
            if power.read
            else None
        )
        person = (
            re.search(
                r"授权(?:我司|本公司|我方|公司)?[^，。；\n]{0,10}?([\u4e00-\u9fff]{2,4})(?:（|\(|，|代表)", power.text
            )
            if term
            else None
        )
        ends = [f.value for f in power.dates if term and term.start() <= f.start < term.end() + 20 and f.value]
        if term is None or person is None or not ends:
            continue
        name, last = person[1][-3:], max(ends)
        late = [
            (paper, signed)
            for paper in matter.of_kind(
                "delivery_note", "acceptance_note", "warehouse_note", "statement_of_account", "receipt"
            )
            if paper is not power
            and any(name.endswith(signer) or signer.endswith(name) for signer in signatures(paper.text))
            and (signed := next((f for f in reversed(paper.dates) if f.value), None))
            and signed.value
            and signed.value > last
        ]
        if late:
            drafts.append(
                Draft(
                    code="authority_of_agent",
                    detail=f"《{power.title}》授权至{last}，其后由{name}签署的"
                    + "、".join(f"《{paper.title}》" for paper, _s in late[:3])
                    + "已在授权期外",
                    quotes=(power.quote(term.start(), term.end()), *(p.quote(f.start, f.end) for p, f in late[:3])),
                    hurts="plaintiff",
                    elements=("C1E2", "C1E3"),
                )
            )
    return drafts
