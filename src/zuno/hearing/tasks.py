"""Tasks in words: what a turn asks of its role, so that rules, models and people get the same.

Every word comes from what is public. The prompt goes to one role alone; it
holds no hint that the other roles may not have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zuno.casework.records import Issue
from zuno.hearing.agenda import SIDE_WORDS, Act
from zuno.hearing.checks import CAPS, PER_EXHIBIT
from zuno.hearing.roles import Question, Task

_GENERAL = "只说本方的话；引文用「」并照录原文，注明材料编号；日期、金额、人名须见于材料；不引用不公开的材料。"
_WORDS: dict[str, str] = {
    "identity": "宣布开庭和案由{profile}，核对双方身份。行首用【主持】。",
    "identity_answer": "陈明本方身份、代理人和代理权限，对对方出庭人员有异议的说明理由。行首用【回应】。",
    "rights": "告知诉讼权利义务。行首用【主持】。",
    "recusal_ask": "询问{side}是否申请回避。行首用【主持】。",
    "recusal_answer": "答复是否申请回避，申请的说明理由。行首用【回应】。",
    "plea": "陈述诉讼请求、事实和理由，每项请求写明数额和计算式。行首用【主张】。",
    "defence": "逐项答辩：承认的用【自认】并引本方书面意见，否认的用【质疑】并写明要求举证，抗辩用【回应】。",
    "issues": "归纳争议焦点，每行一个编号和标题；列明双方无争议的事实。行首用【主持】。焦点：{issues}。",
    "issues_confirm": "确认或者补充争议焦点，可说明各焦点由谁举证。行首用【回应】。",
    "present": "出示{exhibits}：逐份写明形式、证明哪一项要件、见哪一页。行首用【主张 编号】。",
    "exhibit_answer": (
        "对{exhibits}逐份质证：真实性、合法性、关联性、证明目的分别表态并说明理由。"
        "有异议的行首用【质疑 编号 真实性】等，无异议的用【回应 编号】；不得概括否认三性。"
    ),
    "exhibit_reply": "就对方对{exhibits}的质证意见逐份回应。行首用【回应 编号】。",
    "permission": "准许{side}发问。行首用【主持】。",
    "ask": "发问。行首用【问题 {question}→{to}】。问题：{text}",
    "answer": "回答{question}，直接作答并指明材料；现有材料不能回答的如实说明。行首用【回应 {question}】。问题：{text}",
    "debate": "就焦点{issues}发表辩论意见，逐项要件说明证据和条文。原告行首用【主张】，被告用【质疑】或【回应】。",
    "final": "最后陈述。行首用【主张】。",
    "mediation_ask": "征询{side}是否愿意调解。行首用【主持】。",
    "mediation_answer": "答复是否愿意调解，不得说出任何底线。行首用【回应】。",
    "closing": "宣布休庭，不作认定。行首用【主持】。",
}


def make_task(
    act: Act,
    issues: Sequence[Issue],
    questions: Mapping[str, Question],
    names: Mapping[str, str],
    *,
    plain: bool = False,
) -> Task:
    """Make the task of one act.

    Args:
        act: The act that is due.
        issues: The public issues.
        questions: The planned questions by id.
        names: How people call the public documents, by id.
        plain: Whether only the barest speech is wanted.
    """
    question = questions.get(act.subjects[0]) if act.subjects else None
    about = [issue for issue in issues if issue.id in act.subjects] or issues
    profile = act.item.partition(" ")[2] if act.kind == "identity" else ""
    words = _WORDS[act.kind].format(
        profile=f"，说明本次推演{profile}" if profile else "",
        side=next((word for word in SIDE_WORDS.values() if word in act.item), ""),
        exhibits="、".join(f"{name}{names.get(name, '')}" for name in act.subjects),
        issues="；".join(f"{issue.id} {issue.title}" for issue in about),
        question=question.id if question else "",
        to=SIDE_WORDS.get(question.to, "") if question else "",
        text=question.text if question else "",
    )
    more = PER_EXHIBIT * (len(act.subjects) - 1) if act.part == 4 else 0
    cap = CAPS[act.kind] + more
    return Task(
        act=act,
        prompt=f"{words}{_GENERAL}不超过{cap}字。" + ("只说完成本项所必需的话。" if plain else ""),
        cap=cap,
        issues=tuple(issues),
        question=question,
        follow_up=act.kind == "ask" and not act.keys[0][1].endswith("#1"),
        plain=plain,
    )
