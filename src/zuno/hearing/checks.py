"""What every draft must pass before it is committed; a draft that fails goes back to its role with the reason.

The checks read the draft against what is public, the role's own review and the
private documents that nobody may hear. They never rewrite a word and never
judge the merits. All state is derived from the documents of the run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from zuno.casework.records import Review, Turn
from zuno.hearing.agenda import Record, find_ids, read_item
from zuno.hearing.labels import Label, parse, quotation_mask, quotes, trespasses, unquoted
from zuno.hearing.procedure import fulfils
from zuno.hearing.progress import follow
from zuno.hearing.roles import Draft, Packet, Task, find_repeated, runs
from zuno.hearing.stances import is_blanket_denial
from zuno.knowledge.facts import find_dates, find_money, find_numbers

CAPS: dict[str, int] = {
    "identity": 600,
    "identity_answer": 500,
    "rights": 400,
    "recusal_ask": 120,
    "recusal_answer": 200,
    "plea": 1600,
    "defence": 1600,
    "issues": 1800,
    "issues_confirm": 800,
    "present": 700,
    "exhibit_answer": 1200,
    "exhibit_reply": 900,
    "permission": 120,
    "ask": 600,
    "answer": 1000,
    "debate": 1600,
    "final": 600,
    "mediation_ask": 120,
    "mediation_answer": 300,
    "closing": 400,
}
"""Most characters of a speech, by act."""
PER_EXHIBIT = 450
"""Added for each further exhibit of a group."""
CANARY = 8
"""A run of this many characters of a private document is a leak."""

_OTHER_SPEAKER = re.compile(
    r"^[ 　*>-]{0,4}(审判长|审判员|法官|书记员|原告|被告|证人|第三人|鉴定人|审|原|被|judge|plaintiff|defendant)"
    r"(?:方|人)?(?:委托)?(?:诉讼)?(?:代理人)?(?:[（(][^）)\n]{0,12}[）)])?\s*[：:]",
    re.MULTILINE | re.IGNORECASE,
)
_OWN_SPEAKER = {
    "judge": ("审判长", "审判员", "法官", "审", "judge"),
    "plaintiff": ("原告", "原", "plaintiff"),
    "defendant": ("被告", "被", "defendant"),
}
_EXHIBIT = re.compile(r"(?:对方|原告|被告)?(?<![保公验佐认份])证\s?(\d{1,3})(?!\d)")
_GROUND = re.compile(r"证\s?\d|[A-Z]-\d{3}|第[\d一二三四五六七八九十百]+条|要件")
_NUMBER = re.compile(r"(?<![\d.,，])\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|(?<![\d.,，])\d+(?:\.\d+)?")
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙朱胡郭林罗郑梁谢宋唐韩冯邓曹彭肖田董袁潘蔡蒋杜叶苏魏吕丁沈姚卢傅钟"
    "姜崔谭廖范汪陆石戴贾韦夏邱侯邹熊孟秦薛雷黎龙陶贺顾毛郝龚邵覃武汤尹俞柏柯卫闻"
)
_NAME = rf"(?!陈述|陈明|周转|周期|张贴|毛利|毛重|石材)[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}"
_CUED_NAME = re.compile(
    r"(?:证人|司机|签收人|经办人|收货人|会计|出纳|仓管员|库管员?|经理|法定代表人|负责人|代理人|介绍人|配偶|妻子|丈夫"
    rf"|员工|律师|同事|邻居|中间人|收款人|付款人|名叫|叫做)(?:为|是|系|即|[：:])?({_NAME})"
)
_TITLED_NAME = re.compile(rf"({_NAME})(?:先生|女士|经理|师傅|律师|会计|总(?=[，。、说称]))")
_COMPANY = re.compile(r"[\u4e00-\u9fff]{2,24}?(?:有限责任公司|股份有限公司|有限公司|合伙企业|合作社|律师事务所|经营部)")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a draft comes back."""

    code: str
    text: str
    """What to correct, in Chinese, for the role."""


@dataclass(frozen=True, slots=True)
class Papers:
    """The texts of a run, split by who may hear them, with the facts in them."""

    public: str
    private: str
    canaries: frozenset[str]
    """Runs of private text that stand in no public text."""
    numbers: frozenset[str]
    """Exhibit numbers of the public documents."""
    public_ids: frozenset[str]
    all_ids: frozenset[str]
    reviews: Mapping[str, Review]
    figures: Mapping[str, str]
    """Per role, the words and figures of its review that rest on public documents."""


def lay_out(documents: Sequence[Mapping[str, Any]], reviews: Mapping[str, Review], words: Iterable[str]) -> Papers:
    """Prepare the papers of a run for checking.

    Args:
        documents: The documents of the manifest.
        reviews: Each role's own review.
        words: Further public words: titles of issues, facts of the pack.
    """
    public = [item for item in documents if item["visibility"] == "public"]
    open_text = "\n".join([*(f"{item['title']}\n{item['text']}" for item in public), *words])
    hidden = "\n".join(str(item["text"]) for item in documents if item["visibility"] != "public")
    digests = frozenset(str(item.get("sha256", "")) for item in public)
    locators = [str(item.get("locator", "")) for item in public]
    return Papers(
        public=open_text,
        private=hidden,
        canaries=frozenset(runs(hidden, CANARY) - runs(open_text, CANARY)),
        numbers=frozenset(match[1] for text in locators if (match := _EXHIBIT.match(text))),
        public_ids=frozenset(str(item["id"]) for item in public),
        all_ids=frozenset(str(item["id"]) for item in documents),
        reviews=reviews,
        figures={role: _review_words(review, digests) for role, review in reviews.items()},
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """One draft under examination."""

    draft: Draft
    role: str
    task: Task
    packet: Packet
    record: Record
    papers: Papers

    @property
    def earlier(self) -> list[Turn]:
        return [turn for turn in self.record.turns if turn.role == self.role]


def check(draft: Draft, task: Task, packet: Packet, record: Record, papers: Papers) -> tuple[Fault, ...]:
    """Return what is wrong with a draft; empty when it may be committed.

    Args:
        draft: The speech as the role wrote it.
        task: What it was asked to do.
        packet: What it was given.
        record: The public record so far.
        papers: The run's documents, laid out.
    """
    if not draft.body.strip():
        return (Fault("empty", "正文为空，请写出发言。"),)
    case = _Case(draft, task.act.role, task, packet, record, papers)
    return tuple(fault for rule in _RULES for fault in rule(case))


def _check_length(case: _Case) -> Iterator[Fault]:
    if len(case.draft.body) > case.task.cap:
        yield Fault("too_long", f"发言{len(case.draft.body)}字，超过本环节{case.task.cap}字，请删减。")


def _check_speaker(case: _Case) -> Iterator[Fault]:
    hidden = quotation_mask(case.draft.body)
    for match in _OTHER_SPEAKER.finditer(case.draft.body):
        if not hidden[match.start()] and match[1].lower() not in _OWN_SPEAKER.get(case.role, ()):
            yield Fault("speaks_for_other", f"“{match.group().strip()}”替他人发言，请只说本方的话。")
    may_ask = read_item(case.task.act.item).kind == "party_inquiry"
    for label in trespasses(case.draft.body, case.role, may_ask):
        yield Fault("speaks_for_other", f"{label}不是本角色可用的标签，请改用本角色的标签。")


def _check_act(case: _Case) -> Iterator[Fault]:
    act = case.task.act
    turn = Turn(
        seq=max((turn.seq for turn in case.record.turns), default=0) + 1,
        role=case.role,
        stage=act.stage,
        issue=act.item,
        body=case.draft.body,
        citations=case.draft.citations,
        responds_to=tuple(case.packet["assignment"]["responds_to"]),
    )
    labelled = act.kind != "answer" or any(name in label.targets for name in act.subjects for label in _labels(case))
    if not labelled or not fulfils(case.record, act, turn):
        yield Fault("owed", f"本回合应当完成：{act.text}。请用行首标签逐项作出。")


def _labels(case: _Case) -> tuple[Label, ...]:
    return parse(case.draft.body, case.role, read_item(case.task.act.item).kind == "party_inquiry")


def _check_ids(case: _Case) -> Iterator[Fault]:
    families = {name.partition("-")[0] for name in case.papers.all_ids}
    progress = follow(case.record)
    known = {
        "I": {*progress.issues, *(issue.id for issue in case.task.issues)},
        "Q": {*progress.questions, *case.task.act.subjects},
    }
    named = [*find_ids(unquoted(case.draft.body)), *case.draft.citations]
    for name in dict.fromkeys(named):
        family = name.partition("-")[0]
        if family in families and name not in case.papers.public_ids:
            yield Fault("not_public", f"{name}不是公开材料，请改引公开材料。")
        elif family in known and name not in known[family]:
            yield Fault("unknown_id", f"{name}不在本案的争点或问题中，请核对编号。")
    numbers = {match[1] for match in _EXHIBIT.finditer(unquoted(case.draft.body))}
    if case.papers.numbers:
        for number in sorted(numbers - case.papers.numbers):
            yield Fault("unknown_id", f"没有证{number}这份证据，请核对编号。")


def _check_quotes(case: _Case) -> Iterator[Fault]:
    heard = _squeeze(case.papers.public) + _squeeze("\n".join(turn.body for turn in case.record.turns))
    for quoted in quotes(case.draft.body):
        words = _squeeze(quoted)
        if len(words) >= 6 and words not in heard:
            yield Fault("misquoted", f"「{quoted[:20]}」不是公开材料中的原文，请照录或改为转述。")


@lru_cache(maxsize=64)
def _squeeze(text: str) -> str:
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class _Facts:
    days: frozenset[tuple[int | None, int | None, int | None]]
    sums: frozenset[int]
    numbers: frozenset[str]


@lru_cache(maxsize=512)
def _facts(text: str) -> _Facts:
    """Find the facts of a text; plain numbers count as sums, for sheets that write no 元."""
    plain = [Decimal(re.sub("[,，]", "", match.group())) for match in _NUMBER.finditer(text)]
    return _Facts(
        days=frozenset((fact.year, fact.month, fact.day) for fact in find_dates(text)),
        sums=frozenset([fact.fen for fact in find_money(text)] + [int(value * 100) for value in plain]),
        numbers=frozenset(fact.value for fact in find_numbers(text)),
    )


def _check_facts(case: _Case) -> Iterator[Fault]:
    own = _without_checked_quotes(case.draft.body)
    heard = [_facts(case.papers.public), *(_facts(turn.body) for turn in case.record.turns)]
    hidden = _facts(case.papers.private)
    figures = _facts(case.papers.figures.get(case.role, ""))
    for fact in find_dates(own):
        day = (fact.year, fact.month, fact.day)
        if any(_same_day(day, known) for facts in heard for known in facts.days):
            continue
        if any(_same_day(day, known) for known in hidden.days):
            yield Fault("private", f"日期“{fact.text}”只见于不公开的材料，不得在庭上说出。")
        elif not any(_same_day(day, known) for known in figures.days):
            yield Fault("invented", f"日期“{fact.text}”在可见材料中没有出处。")
    for fact in find_money(own):
        if any(fact.fen in facts.sums for facts in heard):
            continue
        if fact.fen in hidden.sums:
            yield Fault("private", f"金额“{fact.text}”只见于不公开的材料，不得在庭上说出。")
        elif fact.fen not in figures.sums:
            yield Fault("invented", f"金额“{fact.text}”在可见材料和计算结果中没有出处。")
    for fact in find_numbers(own):
        if not any(fact.value in facts.numbers for facts in heard):
            yield Fault("invented", f"号码“{fact.text}”在公开材料中没有出处。")


def _without_checked_quotes(body: str) -> str:
    """Take out verbatim quotations, which have a check of their own; 『…』 and 「…」 only."""
    for quoted in quotes(body):
        body = body.replace(f"「{quoted}」", " ").replace(f"『{quoted}』", " ")
    return re.sub(r"第\d+页|证\s?\d+|[A-Z]{1,8}-\d+", " ", body)


def _same_day(
    said: tuple[int | None, int | None, int | None], known: tuple[int | None, int | None, int | None]
) -> bool:
    return all(one is None or one == other for one, other in zip(said, known, strict=True))


def _review_words(review: Review, digests: frozenset[str]) -> str:
    """Return the words and figures of a review that rest on public files alone."""
    public = {item.file for item in review.documents if item.sha256 in digests}
    parts = [cell.fact for cell in review.cells]
    parts += [f"{claim.text} {claim.amount_fen or 0} {(claim.amount_fen or 0) / 100:.2f}元" for claim in review.claims]
    for line in review.amounts:
        if public.issuperset(quote.file for quote in line.evidence):
            parts.append(f"{line.formula} {(line.value_fen or 0) / 100:.2f}元 {line.value_text or ''}")
    for finding in review.findings:
        if public.issuperset(finding.documents):
            parts.append(f"{finding.detail} {finding.expected or ''}")
    parts += [f"{entry.date} {entry.event}" for entry in review.chronology if entry.file in public]
    parts += [f"{line.start} {line.ends} {line.basis}" for line in review.limitation]
    parts += [str(day) for day in (review.filing_date, review.hearing_date) if day]
    parts += [f"{defence.title} {defence.text}" for defence in review.defences]
    parts += list(review.judge_questions)
    return "\n".join(parts)


def _check_names(case: _Case) -> Iterator[Fault]:
    own = _without_checked_quotes(case.draft.body)
    review = case.papers.reviews.get(case.role)
    people = [party.name for party in review.parties] if review else []
    people += [name for name, _ in (*review.agents, *review.people)] if review else []
    heard = case.papers.public + "\n".join([*people, *(turn.body for turn in case.record.turns)])
    for pattern in (_CUED_NAME, _TITLED_NAME):
        for match in pattern.finditer(own):
            if match[1] not in heard and match[1][:2] not in heard:
                yield Fault(*_unheard(match[1][:2], match[1], case.papers))
    for match in _COMPANY.finditer(own):
        if not any(match.group()[at:] in heard for at in range(max(1, len(match.group()) - 7))):
            yield Fault(*_unheard(match.group(), match.group(), case.papers))


def _unheard(key: str, name: str, papers: Papers) -> tuple[str, str]:
    if key in papers.private:
        return "private", f"“{name}”只见于不公开的材料，不得在庭上说出。"
    return "invented", f"“{name}”在可见材料中没有出处。"


def _check_canaries(case: _Case) -> Iterator[Fault]:
    leaked = runs(case.draft.body, CANARY) & case.papers.canaries
    if leaked:
        yield Fault("private", "发言含有不公开材料中的文字，请删去，不要转述。")


def _check_repetition(case: _Case) -> Iterator[Fault]:
    seq = find_repeated(case.draft.body, ((turn.seq, turn.body) for turn in case.earlier))
    if seq is not None:
        yield Fault("repeats", f"与本方第{seq}号发言重复，请只说新的理由或新的材料。")


def _check_challenges(case: _Case) -> Iterator[Fault]:
    for label in _labels(case):
        if label.kind not in ("challenge", "hypothesis"):
            continue
        if not label.targets and not _GROUND.search(label.text):
            yield Fault("empty_challenge", "质疑没有落到证据、要件或者条文，请指明后再提。")
        if is_blanket_denial(unquoted(label.text)):
            yield Fault("empty_challenge", "不得概括否认三性，请就真实性、合法性、关联性和证明目的分别说明理由。")


def _check_limitation(case: _Case) -> Iterator[Fault]:
    if case.role != "judge" or "时效" not in case.draft.body:
        return
    review = case.papers.reviews.get("judge")
    spoken = any("时效" in turn.body for turn in case.record.turns if turn.role == "defendant")
    if not (review.limitation_pleaded if review else spoken):
        yield Fault("limitation", "当事人未提出诉讼时效抗辩，法庭不得释明或者询问时效（时效规定第2条）。")


_RULES: tuple[Callable[[_Case], Iterator[Fault]], ...] = (
    _check_length,
    _check_speaker,
    _check_act,
    _check_ids,
    _check_quotes,
    _check_facts,
    _check_names,
    _check_canaries,
    _check_repetition,
    _check_challenges,
    _check_limitation,
)
