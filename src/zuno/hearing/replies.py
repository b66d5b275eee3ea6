"""Questions put in a hearing and how each one ended: told from the answer's own words, never from its truth.

An answer states a fact, takes a position or points at material. Saying that the
present material cannot answer is an honest end of its own. Nothing here makes a
finding of fact: an unanswered question proves nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from zuno.hearing.labels import quotation_mask, quotes

Ending = Literal["answered", "evaded", "cannot_answer", "open"]
FOLLOW_UPS = 1
"""How often an evaded question is put again."""

_CANNOT = re.compile(
    r"(?:不能|无法|没法|难以)(?:当庭|当场|现在|目前|马上|立即|一一|准确|具体)*"
    r"(?:回答|作答|答复|确认|说明|说清|核实|查明|确定|判断|提供)"
    r"|答不(?:了|上来|出)|不清楚|说不清|不知道|不知情|不晓得|不了解|不掌握|记不(?:清|得|住|起)|不记得|想不起"
    r"|待(?:进一步|庭后)?核实|庭后(?:书面)?(?:核实|补充|提交|答复|说明)"
)
_EVASIVE = re.compile(
    r"与本案无关|不便回答|无可奉告|不置可否|拒绝回答|不予回应|既?不承认[，,、]?(?:也|亦)?不否认"
    r"|以书面(?:意见|材料)为准|请?法庭(?:依法)?(?:认定|裁判|判断)|不发表意见|不做回答|不作回答"
)
_POSITION = re.compile(
    r"承认|否认|认可|属实|收到|未收|异议|同意|坚持|为准|没有|是|否|请求|依据|见|有|放弃|无需|不主张|主张"
)
_FIRM = re.compile(r"承认|否认|认可|属实|收到|未收|异议|同意|坚持|放弃|主张")
"""Positions that stand even beside 不清楚."""
_FIGURE = re.compile(
    r"\d{4}年|\d{1,2}月\d{1,2}日|\d{4}-\d{1,2}-\d{1,2}|\d[\d,，.]*\s*[万千]?元"
    r"|\d[\d,，.]*\s*(?:件|箱|吨|批|笔|次|盘|台|套|张|天|个月)"
)
_DEED = re.compile(
    r"交[付货给]|送[货到达]|[运收发装卸退提]货|运[到走]|签[收字名订了]|盖章|捺印|[付收还]款|支付|付[清了]|转账|汇款|打款"
    r"|转给|给了|借[给了]|出借|[归偿]还|还[清了]|抵[扣销]|订立|出具|书写|写的|开具|通知|告知|催[款告收要]|发函|验收|入库"
    r"|约定|商定|协商|维修|安装|经手|代收|授权|在场|到场"
)
"""What people do with goods, money and papers: a sentence that tells of it states a fact."""
_NOT_TOLD = re.compile(
    r"是否|有没有|有无|是不是|能否|可否|何[时人处]|哪|谁|什么|怎么|如何|如果|倘若|假如|假设|若(?!干)|可能|也许|大概|好像"
    r"|申请|补[充交]|待|核实|答复|庭后|再说|改日|另行|届时|应[当该由]|理应|(?<![邀聘])请(?!求)|前(?:书面)?提交|[？?]$"
)
"""Clauses that ask, suppose, guess, promise or argue: they tell nothing."""
_CLAUSE_END = re.compile(r"[。；;！!\n]|(?<=[？?])|[，,](?!\d{3})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A turn that was meant to answer a question."""

    seq: int
    text: str
    """The words under the answer's label; empty where the addressee spoke without it."""
    citations: tuple[str, ...]
    asked: int = 1
    """How often the question had been put when this was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the record has it; every time that it is put asks for a reply of its own."""

    id: str
    by: str
    to: str
    item: str
    texts: tuple[str, ...]
    asked_in: tuple[int, ...]
    replies: tuple[Reply, ...] = ()

    @property
    def ended(self) -> Ending:
        """How the question stands: by its last reply, evaded when it was put again after that, open without any."""
        if not self.replies:
            return "open"
        last = self.replies[-1]
        return judge_reply(last) if last.asked == len(self.asked_in) else "evaded"

    @property
    def waiting(self) -> tuple[int, ...]:
        """Seqs of the askings that no reply has been given to, oldest first."""
        return self.asked_in[len(self.replies) :]


def wants_follow_up(question: Asked) -> bool:
    """Tell whether a question was evaded and may still be put again."""
    return not question.waiting and question.ended == "evaded" and len(question.asked_in) <= FOLLOW_UPS


def judge_reply(reply: Reply) -> Ending:
    """Tell an answer from an evasion by the speaker's own words; says nothing about its truth.

    One 不清楚 does not undo what the rest of the reply answers, and one dodge
    does not undo a plain admission or denial.
    """
    own = _with_marks(reply.text)
    if not own.replace("「", "").strip():
        return "evaded"
    told = _EVASIVE.sub("。", own)
    clauses = [clause for clause in _CLAUSE_END.split(told) if clause.strip()]
    rest = [clause for clause in clauses if not _CANNOT.search(clause)]
    if any(map(_tells, rest)):
        return "answered"
    if len(rest) < len(clauses):
        return "answered" if any("「" in clause for clause in rest) else "cannot_answer"
    if reply.citations or quotes(reply.text):
        return "answered"
    spoken = [clause for clause in clauses if not clause.endswith(("？", "?"))]
    return "answered" if told == own and any(map(_POSITION.search, spoken)) else "evaded"


def _tells(clause: str) -> bool:
    told = _FIRM.search(clause) or _FIGURE.search(clause) or _DEED.search(clause)
    return told is not None and not _NOT_TOLD.search(clause)


def _with_marks(text: str) -> str:
    """Return the speaker's own words with a bare 「 where a document is quoted."""
    mask = quotation_mask(text)
    kept: list[str] = []
    for at, char in enumerate(text):
        if not mask[at]:
            kept.append(char)
        elif char in "「『" and (at == 0 or not mask[at - 1]):
            kept.append("「")
    return "".join(kept)
