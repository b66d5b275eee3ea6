"""Papers whose form fails: copies, chats of nobody, unsigned certificates, agents without power."""

from __future__ import annotations

import re

from zuno.casework import figures, forms
from zuno.casework.findings.drafts import Draft
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack
from zuno.casework.records import Side
from zuno.casework.sources import CONTRACTS, INSTRUMENTS, PLEADINGS, Source
from zuno.casework.voices import signatures


def no_original(matter: Matter, pack: Pack) -> list[Draft]:
    """A private paper, contract or slip of which the papers say only a copy exists.

    Source: 民诉法 art. 73; 证据规定 art. 61, 90.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        if source.kind not in INSTRUMENTS:
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
                    elements=pack.resting_on(source.kind),
                )
            )
    return drafts


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


def evidence_form(matter: Matter, pack: Pack) -> list[Draft]:
    """A unit's certificate without its signatures, or a written testimony without its witness.

    Source: 民诉解释 art. 115; 证据规定 art. 68.
    """
    drafts: list[Draft] = []
    for source in matter.open_sources:
        defects = [] if _issued_by_party(matter, source) else forms.certificate_defects(source)
        testimony = forms.testimony_without_witness(matter, source)
        for defect in [*defects, *([testimony] if testimony else [])]:
            drafts.append(
                Draft(
                    code="evidence_form",
                    detail=f"《{source.title}》{defect.words}",
                    quotes=(defect.quote,),
                    hurts=matter.sides[source.file],
                    elements=pack.resting_on(source.kind),
                    urgency="yellow",
                )
            )
    return drafts


def _issued_by_party(matter: Matter, source: Source) -> bool:
    """Whether a certificate is a party's own word, which is no certificate of a third unit."""
    return any(matter.cast.is_party(name) for name in signatures(source.text))


_ESIGN = re.compile(r"电子(?:签名|签章|签署|签约|合同|借条|借据)|线上签署|在线签|签名图")
_ESIGN_SOUND = re.compile(
    r"(?:数字)?证书(?:序列号|编号|颁发)|CA(?:证书|认证)|(?:可信)?时间戳(?:[：:](?!.{0,12}(?:未|无))|已)|哈希|验签|认证机构[：:]|电子认证服务|实名认证"
)


def signature_form(matter: Matter, pack: Pack) -> list[Draft]:
    """An electronic signature without what makes it reliable; a notarial deed that proves less than claimed.

    Source: 电子签名法 art. 13, 14.
    """
    drafts: list[Draft] = []
    for source in matter.of_kind(*CONTRACTS):
        match = _signed_electronically(source)
        if match and not any(
            _ESIGN_SOUND.search(other.text) for other in matter.open_sources if other.kind not in PLEADINGS
        ):
            drafts.append(
                Draft(
                    code="notarial_or_esign_form",
                    detail=f"《{source.title}》为电子签署，未见数字证书、认证机构或时间戳信息",
                    quotes=(source.quote(*source.sentence_at(match.start())),),
                    hurts=matter.sides[source.file],
                    elements=pack.resting_on(source.kind),
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


_AS_A_TERM = re.compile(
    r"可以?(?:采用|使用|通过)|也可|均可|同等(?:的)?(?:法律)?效力|视为|如(?:采用|使用|需)|有权|或(?:者)?电子|若"
)


def _signed_electronically(source: Source) -> re.Match[str] | None:
    """Where a paper shows that it was signed electronically; a clause that only allows it does not."""
    for match in _ESIGN.finditer(source.text):
        start, end = source.sentence_at(match.start())
        if not _AS_A_TERM.search(source.text[start:end]):
            return match
    return None


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


def expired_authority(matter: Matter, pack: Pack) -> list[Draft]:
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
            for paper in matter.of_kind(*INSTRUMENTS)
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
                    elements=pack.resting_on(*(paper.kind for paper, _s in late)),
                )
            )
    return drafts


_WITHOUT_POWER = re.compile(
    r"(?:取消|撤销|收回|终止|停止)[^。；\n]{0,12}(?:授权|代理权|权限)|(?:已(?:经)?|于[^。；\n]{2,16})(?:离职|辞职|免职|调离|解聘|被开除)"
    r"|(?:无权|不得|不能)(?:对外)?(?:代表|以)[^。；\n]{0,16}(?:签|订立)|不再(?:担任|代表|负责)"
)


def powerless_signer(matter: Matter, pack: Pack) -> list[Draft]:
    """Somebody signed for a company after that company had told the other side that the power was gone.

    The paper that ends the power must be older than the signature, name the
    signer, and not come from the other side.

    Source: 民法典 art. 171, 172.
    """
    drafts: list[Draft] = []
    for told in matter.open_sources:
        if not told.read or told.kind in PLEADINGS or told.kind == "evidence_list":
            continue
        for match in _WITHOUT_POWER.finditer(told.text):
            start, end = told.sentence_at(match.start())
            days = [fact.value for fact in told.dates if fact.value]
            ended = [fact.value for fact in told.dates if fact.value and start <= fact.start < end] or days[-1:]
            late = [
                (paper, signed, name)
                for paper in matter.of_kind(*INSTRUMENTS)
                if paper is not told
                for name in signatures(paper.text)
                if re.fullmatch(r"[\u4e00-\u9fff]{2,4}", name) and name in told.text[start:end]
                if (signed := figures.signing_day(paper)) and signed.value and ended and signed.value > ended[-1]
                if not any(party.name == name for party in matter.cast.parties)
            ]
            if late:
                paper, signed, name = late[0]
                drafts.append(
                    Draft(
                        code="authority_of_agent",
                        detail=f"《{told.title}》载明{name}自{ended[-1]}起无权代表，《{paper.title}》仍由其于{signed.value}签署，须有追认或足以相信其有权的事实",
                        quotes=(paper.quote(signed.start, signed.end), told.quote(start, end)),
                        hurts=matter.sides[paper.file],
                        elements=pack.resting_on(paper.kind),
                    )
                )
                break
    return drafts
