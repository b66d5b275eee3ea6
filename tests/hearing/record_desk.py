"""A desk for records made by hand: what a host other than ours might have written."""

from __future__ import annotations

from typing import Any

from zuno.casework.records import Turn
from zuno.hearing.agenda import PublicDocument, Record

STAGES = {
    "程序·最后": "closing",
    "程序·调解": "closing",
    "程序·闭庭": "closing",
    "证据": "evidence",
    "询问": "questions",
    "发问": "questions",
    "争点": "debate",
}

DOCUMENTS = (
    PublicDocument(id="D-001", title="民事起诉状"),
    PublicDocument(id="D-002", title="借条"),
    PublicDocument(id="D-003", title="转账回单"),
)


class Speeches:
    """Collects turns; every turn takes two events, dispatch and speech."""

    def __init__(self, documents: tuple[PublicDocument, ...] = DOCUMENTS) -> None:
        self.documents = documents
        self.turns: list[Turn] = []

    @property
    def record(self) -> Record:
        return Record(documents=self.documents, turns=tuple(self.turns))

    def say(self, role: str, issue: str, body: str, **more: Any) -> int:
        """Add a speech and return its seq."""
        stage = more.get("stage") or next((code for head, code in STAGES.items() if issue.startswith(head)), "opening")
        seq = 3 + 2 * len(self.turns)
        self.turns.append(
            Turn(
                seq=seq,
                role=role,
                stage=stage,
                issue=issue,
                body=body,
                citations=tuple(more.get("citations", ())),
                responds_to=tuple(more.get("responds_to", ())),
            )
        )
        return seq


FULL: tuple[tuple[str, str, str], ...] = (
    ("judge", "程序·核对身份", "【主持】核对当事人身份。"),
    ("plaintiff", "程序·核对身份·原告", "【回应】原告本人到庭。"),
    ("defendant", "程序·核对身份·被告", "【回应】被告本人到庭。"),
    ("judge", "程序·权利告知", "【主持】告知诉讼权利义务。"),
    ("judge", "程序·回避·原告", "【主持】原告是否申请回避？"),
    ("plaintiff", "程序·回避·原告", "【回应】不申请回避。"),
    ("judge", "程序·回避·被告", "【主持】被告是否申请回避？"),
    ("defendant", "程序·回避·被告", "【回应】不申请回避。"),
    ("plaintiff", "程序·诉请", "【主张】请求归还借款。"),
    ("defendant", "程序·答辩", "【回应】不同意，款项已还。"),
    ("judge", "程序·归纳争点", "【主持】争议焦点：\nI-001 款项是否交付\nI-002 是否已经归还"),
    ("plaintiff", "程序·确认争点·原告", "【回应】无异议。"),
    ("defendant", "程序·确认争点·被告", "【回应】无异议。"),
    ("plaintiff", "证据·D-002、D-003", "【主张 D-002】出示借条。\n【主张 D-003】出示回单。"),
    (
        "defendant",
        "证据·D-002、D-003",
        "【回应 D-002】真实性、合法性、关联性无异议。证明目的：不等于认可请求。\n"
        "【质疑 D-003 真实性】未见原件。\n【回应 D-003】合法性、关联性无异议；证明目的无意见。",
    ),
    ("plaintiff", "证据·D-002、D-003", "【回应 D-003】原件在庭。"),
    ("judge", "询问·I-001", "【问题 Q-001→被告】款项是否收到？"),
    ("defendant", "询问·I-001", "【回应 Q-001】承认收到。"),
    ("plaintiff", "争点·I-001", "【主张 I-001】已经交付。"),
    ("defendant", "争点·I-001", "【质疑 I-001】否认。"),
    ("plaintiff", "争点·I-002", "【主张 I-002】没有归还。"),
    ("defendant", "争点·I-002", "【回应 I-002】已经归还。"),
    ("plaintiff", "程序·最后陈述·原告", "【主张】坚持请求。"),
    ("defendant", "程序·最后陈述·被告", "【主张】坚持答辩。"),
    ("judge", "程序·调解·原告", "【主持】原告是否愿意调解？"),
    ("plaintiff", "程序·调解·原告", "【回应】愿意。"),
    ("judge", "程序·调解·被告", "【主持】被告是否愿意调解？"),
    ("defendant", "程序·调解·被告", "【回应】愿意。"),
    ("judge", "程序·闭庭", "【主持】现在休庭。"),
)
"""A whole hearing, one act per turn, as short as it can be."""


def full(without: int | None = None) -> Speeches:
    """Speak the whole hearing, one turn left out if told so."""
    speeches = Speeches()
    for at, (role, issue, body) in enumerate(FULL):
        if at != without:
            speeches.say(role, issue, body)
    return speeches
