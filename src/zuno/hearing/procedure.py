"""The order of a hearing: what is owed, who may do what next, and what a record lacks.

A state machine over the public record alone: the accepted speeches and the
public documents. It asks no model and no clock, so anybody who holds the record
gets the same answer. Knows nothing of reviews, private documents or the merits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zuno import errors
from zuno.casework.records import Turn
from zuno.hearing.agenda import (
    ORDINARY,
    PART_NAMES,
    ROLE_NAMES,
    SIDE_WORDS,
    SIDES,
    STEPS,
    Act,
    Key,
    Profile,
    PublicDocument,
    Record,
)
from zuno.hearing.labels import ASPECTS, Aspect
from zuno.hearing.progress import Progress, follow
from zuno.hearing.replies import wants_follow_up

NORMS: dict[str, str] = {
    "open_court": "民诉法#140|询问当事人是否提出回避申请",
    "rights": "民诉法#52|当事人有权委托代理人，提出回避申请",
    "recusal": "民诉法#47|当事人有权用口头或者书面方式申请他们回避",
    "agent_power": "民诉法#62|必须有委托人的特别授权",
    "issues": "民诉解释#226|归纳争议焦点",
    "cross_examination": "民诉解释#104|真实性、合法性以及与待证事实的关联性进行质证",
    "unlawful_evidence": "民诉解释#106|不得作为认定案件事实的根据",
    "burden": "民诉解释#91|产生该法律关系的基本事实承担举证证明责任",
    "burden_defence": "民诉解释#91|变更、消灭或者权利受到妨害的基本事实承担举证证明责任",
    "burden_failed": "民诉解释#90|由负有举证证明责任的当事人承担不利的后果",
    "standard": "民诉解释#108|高度可能性",
    "counter_proof": "民诉解释#108|真伪不明",
    "copy_excused": "民诉解释#111|提交书证原件确有困难",
    "certificate": "民诉解释#115|由单位负责人及制作证明材料的人员签名或者盖章",
    "electronic": "民诉解释#116|电子数据是指通过电子邮件、电子数据交换、网上聊天记录",
    "cure_form": "民诉解释#99|对证据来源、形式等方面的瑕疵进行补正",
    "witness_application": "民诉解释#117|当事人申请证人出庭作证的",
    "produce_document": "民诉解释#112|申请人民法院责令对方当事人提交",
    "mediation_safe": "民诉解释#107|不得在后续的诉讼中作为对其不利的根据",
    "final": "民诉法#144|征询各方最后意见",
    "mediation": "民诉法#145|判决前能够调解的，还可以进行调解",
    "record": "民诉法#150|有权申请补正",
    "admission": "证据规定#3|另一方当事人无需举证证明",
    "neither_admit_nor_deny": "证据规定#4|视为对该事实的承认",
    "withdraw_admission": "证据规定#9|在法庭辩论终结前撤销自认的",
    "electronic_original": "证据规定#15|视为电子数据的原件",
    "original": "证据规定#61|应当出示证据的原件或者原物",
    "party_report": "证据规定#41|自行委托有关机构或者人员出具的意见",
    "witness": "证据规定#68|无正当理由未出庭的证人以书面等方式提供的证言",
    "accepted_evidence": "证据规定#89|当事人在诉讼过程中认可的证据",
    "not_alone_copy": "证据规定#90|无法与原件、原物核对的复制件、复制品",
    "not_alone_electronic": "证据规定#90|存有疑点的视听资料、电子数据",
    "not_alone_party": "证据规定#90|当事人的陈述",
    "private_paper": "证据规定#92|推定为真实",
    "electronic_factors": "证据规定#93|电子数据是否被完整地保存、传输、提取",
    "electronic_presumed": "证据规定#94|在正常业务活动中形成的",
    "penalty_clarified": "合同编通则#66|进行释明",
    "penalty_burden": "合同编通则#64|应当承担举证责任",
    "guarantee_period": "担保解释#34|应当将保证期间是否届满",
    "limitation_silent": "时效规定#2|不应对诉讼时效问题进行释明",
    "invoice_alone": "买卖解释#5|仅以增值税专用发票及税款抵扣资料",
    "quality_defence": "买卖解释#31|属于提出抗辩",
    "quality_counterclaim": "买卖解释#31|应当提起反诉",
    "loan_happened": "民间借贷规定#15|综合判断查证借贷事实是否发生",
    "sham_loan": "民间借贷规定#18|应当严格审查借贷发生的原因、时间、地点、款项来源",
    "rate_cap": "民间借贷规定#25|利率超过合同成立时一年期贷款市场报价利率四倍的除外",
    "prepaid_interest": "民间借贷规定#26|将实际出借的金额认定为本金",
    "payment_order": "民法典#561|给付不足以清偿全部债务",
}
"""Every article that the hearing cites of its own motion: ``law#article|anchor``, the anchor verbatim."""


class OutOfOrder(errors.Conflict):
    """An act was tried before what must come first: do that, or leave the act out."""

    code = "hearing_out_of_order"

    def __init__(self, act: Act, missing: Sequence[str]) -> None:
        """Name the act and what is missing before it."""
        super().__init__(
            f"程序未到：{act.text}之前，尚缺：{'；'.join(missing[:3])}。",
            where=act.item,
            next_step=f"先完成：{missing[0]}。",
        )
        self.missing = tuple(missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """A question planned for part 5."""

    id: str
    to: str
    item: str
    by: str = "judge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How this run wants to go through the dynamic parts; a record needs none to be judged."""

    groups: tuple[tuple[str, ...], ...]
    """Exhibits by the turn that presents them."""
    inquiries: tuple[Inquiry, ...]
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    """Public titles of exhibits and issues, printed behind their ids."""


def acts_of(record: Record, profile: Profile = ORDINARY, plan: Plan | None = None) -> tuple[Act, ...]:
    """Return every act that this hearing needs, done or not, in order.

    Without a plan the dynamic parts come from the record itself: its exhibits,
    the issues that the judge stated, the questions that were asked. An exhibit
    that the other side accepted outright owes no reply.
    """
    return _acts(record, profile, plan, follow(record))


def _acts(record: Record, profile: Profile, plan: Plan | None, progress: Progress) -> tuple[Act, ...]:
    acts = [
        Act(
            kind=step.kind,
            role=step.role,
            part=step.part,
            item=step.item,
            keys=(step.key,),
            needs=step.needs,
            text=step.text,
        )
        for step in STEPS
    ]
    acts += _exhibit_acts(record, progress, plan)
    acts += _inquiry_acts(progress, plan)
    acts += _debate_acts(progress, plan)
    acts.sort(key=lambda act: act.part)
    acts = [act for act in acts if act.part in profile.parts and act.kind not in profile.without]
    if profile.said:
        acts[0] = replace(acts[0], item=f"{acts[0].item} {profile.said}")
    return tuple(acts)


def _titled(kind: str, ids: Sequence[str], plan: Plan | None) -> str:
    titles = [plan.titles[name] for name in ids if name in plan.titles] if plan else []
    more = f"等{len(titles)}份" if len(titles) > 2 else ""
    return f"{kind}·{'、'.join(ids)}" + (f" {'、'.join(titles[:2])}{more}" if titles else "")


def _exhibit_acts(record: Record, progress: Progress, plan: Plan | None) -> list[Act]:
    exhibits = {document.id: document for document in record.exhibits()}
    acts: list[Act] = []
    for group in plan.groups if plan else [(name,) for name in exhibits]:
        first = exhibits[group[0]]
        offers = progress.presented_by.get(first.id) or first.side or "plaintiff"
        answers = SIDES[1 - SIDES.index(offers)]
        item, titles = _titled("证据", group, plan), "、".join(_exhibit_name(exhibits[name]) for name in group)
        missing = _unspoken(progress, group)
        contested = tuple(name for name in group if not progress.is_uncontested(name))
        replied = "、".join(_exhibit_name(exhibits[name]) for name in contested)
        for kind, role, names, text in (
            ("present", offers, group, f"{SIDE_WORDS[offers]}出示{titles}并说明证明目的"),
            ("exhibit_answer", answers, group, f"{SIDE_WORDS[answers]}对{titles}质证（{missing}）"),
            ("exhibit_reply", offers, contested, f"{SIDE_WORDS[offers]}对{replied}的质证意见作出回应"),
        ):
            before = {"exhibit_answer": "present", "exhibit_reply": "exhibit_answer"}.get(kind)
            acts.append(
                Act(
                    kind=kind,
                    role=role,
                    part=4,
                    item=item,
                    keys=tuple((kind, name) for name in names),
                    needs=tuple((before, name) for name in names) if before else (),
                    text=text,
                    subjects=names,
                )
            )
    return [act for act in acts if act.keys]


def _exhibit_name(document: PublicDocument) -> str:
    return f"{document.id}《{document.title}》"


def _unspoken(progress: Progress, group: Sequence[str]) -> str:
    spoken = [progress.aspects.get(name, set[Aspect]()) for name in group]
    return "、".join(aspect for aspect in ASPECTS if any(aspect not in each for each in spoken)) or "已完成"


def _inquiry_acts(progress: Progress, plan: Plan | None) -> list[Act]:
    planned = {inquiry.id: inquiry for inquiry in plan.inquiries} if plan else {}
    acts: list[Act] = []
    for inquiry in planned.values():
        acts += _inquiry(inquiry, 1)
    for question in progress.questions.values():
        inquiry = planned.get(question.id) or Inquiry(
            id=question.id, to=question.to, item=question.item, by=question.by
        )
        first = 2 if question.id in planned else 1
        last = len(question.asked_in) + (question.id in planned and wants_follow_up(question))
        for round_ in range(first, last + 1):
            acts += _inquiry(inquiry, round_)
    if not acts and plan is None:
        text = "审判长就未明事实发问"
        acts.append(Act(kind="ask", role="judge", part=5, item="询问", keys=(("ask", "*"),), needs=(), text=text))
    return acts


def _inquiry(inquiry: Inquiry, round_: int) -> list[Act]:
    subject, again = f"{inquiry.id}#{round_}", "追问" if round_ > 1 else "发问"
    by, to = ROLE_NAMES[inquiry.by], ROLE_NAMES.get(inquiry.to, inquiry.to)
    needs: tuple[Key, ...] = (("answer", f"{inquiry.id}#{round_ - 1}"),) if round_ > 1 else ()
    acts: list[Act] = []
    if inquiry.by != "judge" and round_ == 1:
        needs = (("permission", inquiry.by),)
        text = f"审判长准许{by}发问"
        acts.append(Act(kind="permission", role="judge", part=5, item=inquiry.item, keys=needs, needs=(), text=text))
    for kind, role, text, before in (
        ("ask", inquiry.by, f"{by}就{inquiry.id}{again}", needs),
        ("answer", inquiry.to, f"{to}回答{inquiry.id}", (("ask", subject),)),
    ):
        acts.append(
            Act(
                kind=kind,
                role=role,
                part=5,
                item=inquiry.item,
                keys=((kind, subject),),
                needs=before,
                text=text,
                subjects=(inquiry.id,),
            )
        )
    return acts


def _debate_acts(progress: Progress, plan: Plan | None) -> list[Act]:
    acts: list[Act] = []
    for issue, title in progress.issues.items():
        item = _titled("争点", (issue,), plan)
        for role in SIDES:
            needs: tuple[Key, ...] = (("debate", f"{issue}:plaintiff"),) if role == "defendant" else ()
            acts.append(
                Act(
                    kind="debate",
                    role=role,
                    part=6,
                    item=item,
                    keys=(("debate", f"{issue}:{role}"),),
                    needs=needs,
                    text=f"{SIDE_WORDS[role]}就{issue}{title}发表辩论意见",
                    subjects=(issue,),
                )
            )
    return acts


def outstanding(
    record: Record,
    profile: Profile = ORDINARY,
    plan: Plan | None = None,
    waived: Collection[Key] = (),
) -> tuple[Act, ...]:
    """Return the acts not yet done, in order; the first one is what may come next.

    Args:
        record: The public record.
        profile: Kind of hearing.
        plan: The run's own plan, if it has one.
        waived: Acts given up for good, e.g. because a role failed twice; what depends on them is given up too.
    """
    progress = follow(record)
    waived = set(waived)
    left: list[Act] = []
    for act in _acts(record, profile, plan, progress):
        if all(key in progress.done for key in act.keys):
            continue
        if waived & {*act.keys, *act.needs} or _is_asked_somehow(act, progress):
            waived |= set(act.keys)
            continue
        left.append(act)
    return tuple(left)


def _is_asked_somehow(act: Act, progress: Progress) -> bool:
    return act.keys == (("ask", "*"),) and bool(progress.questions)


def missing_acts(record: Record, profile: Profile = ORDINARY) -> tuple[str, ...]:
    """Return in Chinese what the ordered procedure still lacks in this record, any host's.

    Includes breaches of order and questions lost for want of permission. What a
    corrected turn did counts only where the correction did it again. Says
    nothing about the merits.
    """
    texts = [f"{PART_NAMES[act.part]}：{act.text}" for act in outstanding(record, profile)]
    progress = follow(record)
    if 6 in profile.parts and not progress.issues:
        texts.append(f"{PART_NAMES[6]}：未见审判长列明的争议焦点，无从按焦点辩论")
    return (*texts, *progress.breaches)


def require_next(
    record: Record,
    act: Act,
    profile: Profile = ORDINARY,
    plan: Plan | None = None,
    waived: Collection[Key] = (),
) -> None:
    """Refuse an act whose turn has not come.

    Raises:
        OutOfOrder: Something that must come first is missing; do that first.
    """
    left = outstanding(record, profile, plan, waived)
    done = follow(record).done
    missing = [other.text for other in left if _comes_before(other, act, profile)]
    named = {key for other in left for key in other.keys}
    missing += [f"{kind} {subject}" for kind, subject in act.needs if (kind, subject) not in {*done, *waived, *named}]
    if missing:
        raise OutOfOrder(act, missing)


def _comes_before(other: Act, act: Act, profile: Profile) -> bool:
    if set(other.keys) & set(act.keys):
        return False
    if set(other.keys) & set(act.needs):
        return True
    if profile.merged and {other.part, act.part} <= {4, 5, 6}:
        return False
    return other.part < act.part or (other.part == act.part and act.part in (1, 2, 3, 7) and _earlier_step(other, act))


def _earlier_step(other: Act, act: Act) -> bool:
    order = [step.key for step in STEPS]
    return order.index(other.keys[0]) < order.index(act.keys[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """An answer that somebody owes right now."""

    role: str
    text: str
    to: tuple[int, ...]
    """Seqs of the turns that wait for it."""
    item: str


def obligations(record: Record, profile: Profile = ORDINARY, plan: Plan | None = None) -> tuple[Obligation, ...]:
    """Return who owes an answer to what, from the public record alone."""
    done = follow(record).done
    return tuple(
        Obligation(role=act.role, text=act.text, to=owed_turns(act, done), item=act.item)
        for act in outstanding(record, profile, plan)
        if act.needs and all(need in done for need in act.needs)
    )


def owed_turns(act: Act, done: Mapping[Key, int]) -> tuple[int, ...]:
    """Return the seqs that an act responds to."""
    return tuple(sorted({done[need] for need in act.needs if need in done}))


def fulfils(record: Record, act: Act, turn: Turn) -> bool:
    """Tell whether a turn, if it were accepted now, would fulfil the act."""
    after = follow(replace(record, turns=(*record.turns, turn)))
    return all(key in after.done for key in act.keys)
