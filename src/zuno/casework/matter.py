"""One case assembled for review: sources, sides, voices and statements.

Order matters and is kept here: parties before voices, voices before
statements, statements before anything that weighs them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import cast

from zuno.casework import pleadings, voices
from zuno.casework.case_file import CaseFile
from zuno.casework.packs.loading import Pack
from zuno.casework.pleadings import Complaint
from zuno.casework.records import Claim, Party, Side
from zuno.casework.sources import CONTRACTS, MESSAGES, PAPERWORK, PRIVATE_KINDS, Source
from zuno.casework.statements import Act, Statement, find_statements, lexicon, read_acts
from zuno.casework.voices import Cast, Voice
from zuno.knowledge import parties as names
from zuno.knowledge.records import ARCHIVE_FORMATS, PartyFact, Transfer

_GIVEN_BACK = re.compile(r"退还|退款|退回|已撤销|失败|已关闭|冲正")
"""Words in a record that say the money came back or never went."""


@dataclass(frozen=True)
class Matter:
    """The case, ready to be reviewed. Private files are listed and never read for evidence."""

    sources: tuple[Source, ...]
    cast: Cast
    case_file: CaseFile
    complaint: Complaint | None
    claims: tuple[Claim, ...]
    filing_date: date | None
    court: str | None
    sides: dict[str, Side] = field(default_factory=dict[str, Side])
    """Which side supplied each file."""
    private: frozenset[str] = frozenset()
    notices: tuple[str, ...] = ()
    lexemes: dict[str, Act] = field(default_factory=lambda: lexicon().acts)
    """The acts that are looked for: the shared ones and those of the pack."""
    looked_up: dict[tuple[str, str], object] = field(default_factory=dict[tuple[str, str], object], compare=False)
    """Answers about single documents that were worked out once (see ``forms.py``)."""

    @cached_property
    def open_sources(self) -> tuple[Source, ...]:
        """Documents that may be used in the case: read or not, never private, never a mere container."""
        return tuple(
            source
            for source in self.sources
            if source.file not in self.private and source.document.format not in ARCHIVE_FORMATS
        )

    @cached_property
    def voices(self) -> dict[str, Voice]:
        """The voice of each document as a whole."""
        return {
            source.file: voices.document_voice(source, self.cast, self.sides[source.file])
            for source in self.open_sources
        }

    @cached_property
    def senders(self) -> dict[str, dict[str, Voice]]:
        """The voice of each sender in each chat or mail."""
        return {
            source.file: voices.message_voices(source, self.cast, self.sides[source.file])
            for source in self.open_sources
            if source.kind in MESSAGES
        }

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Every act that the open documents state, in document order."""
        found: list[Statement] = []
        for source in self.open_sources:
            if source.read:
                found.extend(
                    find_statements(
                        source, self.voices[source.file], self.senders.get(source.file), self.lexemes.values()
                    )
                )
        return tuple(found)

    @cached_property
    def unread(self) -> tuple[Source, ...]:
        """Open documents of which some or all is still unread."""
        return tuple(source for source in self.open_sources if source.document.state != "ready")

    def of_kind(self, *kinds: str) -> list[Source]:
        """Return the open, read documents of these kinds."""
        return [source for source in self.open_sources if source.kind in kinds and source.read]

    def source(self, file: str) -> Source:
        """Return the document of that file name."""
        return next(source for source in self.sources if source.file == file)

    @cached_property
    def answers(self) -> list[Source]:
        """The defendants' answers that were read; what a defendant writes to the court about the suit is one."""
        return [
            source
            for source in self.of_kind("answer", "court_opinion")
            if source.kind == "answer"
            or (self.voices[source.file].who == "defendant" and _TELLS_OPINION.search(source.title + source.text[:80]))
        ]

    def acts(self, *acts: str, who: Iterable[str] = (), negated: bool | None = False) -> list[Statement]:
        """Return the statements of these acts, by these voices (any when empty)."""
        wanted = set(who)
        return [
            statement
            for statement in self.statements
            if statement.act in acts
            and (not wanted or statement.voice.who in wanted)
            and (negated is None or statement.negated == negated)
        ]

    @cached_property
    def bank_moves(self) -> list[tuple[Source, Transfer]]:
        """Transfers in neutral records, one per movement: a slip that repeats a statement's row is left out.

        Equal rows of one record are as many movements.
        """
        seen: Counter[tuple[date | None, int, str]] = Counter()
        moves: list[tuple[Source, Transfer]] = []
        for source in self.open_sources:
            if source.kind not in ("bank_statement", "bank_receipt", "payment_record"):
                continue
            here: Counter[tuple[date | None, int, str]] = Counter()
            for transfer in source.transfers:
                key = (transfer.date, transfer.fen, self._receiver(source, transfer))
                here[key] += 1
                if here[key] > seen[key]:
                    moves.append((source, transfer))
            seen |= here
        return moves

    def _receiver(self, source: Source, transfer: Transfer) -> str:
        """Who received: a party's side, else the name."""
        return self.side_at(source, transfer.payee) or (transfer.payee or "")[:4]

    def side_at(self, source: Source, name: str | None) -> Side | None:
        """The side at one end of a recorded transfer; an end without a name is who supplied the record."""
        return self.cast.side_of(name) if name else self.sides[source.file]

    def moves(self, payer: Side, payee: Side) -> list[tuple[Source, Transfer]]:
        """Return the recorded transfers from one side to the other, those given back left out."""
        key = (f"moves of {payer}", payee)
        if key not in self.looked_up:
            self.looked_up[key] = [
                (source, transfer)
                for source, transfer in self.bank_moves
                if [self.side_at(source, name) for name in (transfer.payer, transfer.payee)] == [payer, payee]
                and not _GIVEN_BACK.search(source.text[transfer.start : transfer.end])
            ]
        return list(cast("list[tuple[Source, Transfer]]", self.looked_up[key]))


_TELLS_OPINION = re.compile(r"(?<!质证)(?<!代理)意见|答复|看法|回应|我(?:就)?是")
"""Words of a defendant's paper to the court that speaks to the suit itself."""


def _party(fact: PartyFact, role: Side) -> Party:
    return Party(role=role, name=fact.name, kind=fact.kind, representative=fact.legal_representative)


def find_case_parties(sources: Sequence[Source], pack: Pack) -> tuple[Party, ...]:
    """Find the parties: from the complaint, then the answers; without pleadings, from the roles of the cause."""
    found: dict[tuple[str, str], Party] = {}

    def note(fact: PartyFact, role: Side) -> None:
        found.setdefault((role, names.name_key(fact.name)), _party(fact, role))

    for fact in _introduced(sources, "complaint"):
        if fact.role in ("plaintiff", "defendant"):
            note(fact, fact.role)
    if not any(party.role == "defendant" for party in found.values()):
        for fact in _introduced(sources, "answer"):
            if fact.text.startswith("答辩人"):
                note(fact, "defendant")
    if not found:
        claimant = pack.claims[0].claimant
        for fact in _introduced(sources):
            label = fact.text.split(fact.name)[0]
            for role, words in pack.sides:
                if any(word in label for word in words):
                    note(fact, "plaintiff" if role == claimant else "defendant")
    return tuple(found.values())


def _introduced(sources: Sequence[Source], kind: str = "") -> list[PartyFact]:
    return [fact for source in sources if not kind or source.kind == kind for fact in source.parties]


def _our_side(case_file: CaseFile, sources: Sequence[Source], parties: tuple[Party, ...]) -> tuple[Side, str]:
    if case_file.our_side:
        return case_file.our_side, ""
    cast = Cast(parties=parties, our_side="plaintiff")
    for source in sources:
        if source.kind == "power_of_attorney" and source.read:
            match = re.search(r"委\s*托\s*人[：:]\s*([^\n，,。；;]{2,40})", source.text)
            if match and (side := cast.side_of(match[1].strip())):
                return side, f"未指明立场：按《{source.title}》的委托人认定我方为{_side_name(side)}"
    for source in sources:
        if "我方" in source.file and source.kind in ("complaint", "answer"):
            named: Side = "plaintiff" if source.kind == "complaint" else "defendant"
            return named, f"未指明立场：按文件名认定我方为{_side_name(named)}"
    return "plaintiff", "未指明立场：按原告准备；如为被告，请加 --side defendant 或写入 case.yaml"


def _side_name(side: Side) -> str:
    return "原告" if side == "plaintiff" else "被告"


def _supplied_by(
    source: Source, case_file: CaseFile, our_side: Side, listed: dict[str, Side], parties: tuple[Party, ...]
) -> Side:
    theirs: Side = "defendant" if our_side == "plaintiff" else "plaintiff"
    if case_file.names_file(case_file.served, source.file):
        return theirs
    if case_file.names_file(case_file.to_submit, source.file) or case_file.names_file(case_file.private, source.file):
        return our_side
    if source.kind == "complaint":
        return "plaintiff"
    if source.kind in ("answer", "counterclaim"):
        return "defendant"
    if source.kind == "evidence_list":
        return listed.get(source.file, our_side)
    return listed.get(names.name_key(source.title)) or _handed_in_by(source, parties) or our_side


_HOLDER = re.compile(
    r"(?:用户|姓名|户名|账户(?:名称|实名)?|账号实名|导出账号|导出人|本机|本人微信|实名|账户)\s*[:：，,\[（(]\s*\[?([\u4e00-\u9fff·（）()]{2,30})"
)


def _handed_in_by(source: Source, parties: tuple[Party, ...]) -> Side | None:
    """The side that a file's own name says handed it in, or whose account or device it comes from."""
    name = source.file.rsplit("!", 1)[-1].rsplit("/", 1)[-1]
    if match := re.search(r"(原告|被告)(?:方)?(?:提交|提供|举证|证据)", name):
        return "plaintiff" if match[1] == "原告" else "defendant"
    for party in parties:
        if re.search(rf"{re.escape(party.name)}(?:方)?(?:提交|提供|举证)", name):
            return party.role
    if source.kind in ("chat", "payment_record", "bank_statement") and (match := _HOLDER.search(source.text[:300])):
        cast = Cast(parties=parties, our_side="plaintiff")
        return cast.side_of(match[1].strip("（）()"))
    return None


def _lists(sources: Sequence[Source], our_side: Side) -> dict[str, Side]:
    """Read whose evidence list names which documents; keys are list files and the titles they name."""
    listed: dict[str, Side] = {}
    for source in sources:
        if source.kind != "evidence_list" or not source.read:
            continue
        head = source.text[:120] + source.file
        side: Side = our_side
        if re.search(r"被告|答辩人", head) and not re.search(r"原告", head):
            side = "defendant"
        elif re.search(r"原告", head):
            side = "plaintiff"
        listed[source.file] = side
        for other in sources:
            if other.kind not in PAPERWORK and _named_in(source.text, other.title):
                listed.setdefault(names.name_key(other.title), side)
    return listed


def _named_in(text: str, title: str) -> bool:
    bare = re.sub(r"扫描件?|复印件|照片|截图|导出|回传件|_.*|（.*", "", title).strip()
    lead = re.match(r"[\u4e00-\u9fff]{2,}", bare)
    return (len(bare) >= 2 and bare in text) or (lead is not None and len(lead[0]) >= 3 and lead[0] in text)


def find_guarantors(sources: Sequence[Source], parties: tuple[Party, ...]) -> frozenset[str]:
    """Defendants whom the complaint or an instrument names beside words of suretyship."""
    found: set[str] = set()
    defendants = [party.name for party in parties if party.role == "defendant"]
    for source in sources:
        if source.kind not in ("complaint", "iou", "loan_contract", "guarantee", "contract"):
            continue
        for name in defendants:
            patterns = (
                rf"(?:保证人|担保人|担保方)[^：:，。\n]{{0,8}}[：:]\s*{re.escape(name)}",
                rf"{re.escape(name)}[^，。；\n]{{0,14}}(?:作为|自愿|为|提供|系|以)[^，。；\n]{{0,20}}(?:保证|担保)",
                rf"{re.escape(name)}[^。；\n]{{0,6}}是?(?:连带)?(?:责任)?(?:保证人|担保人)",
                rf"{re.escape(name)}对[^。；\n]{{0,30}}连带",
                rf"(?:由|让|找){re.escape(name)}[^，。；\n]{{0,8}}(?:担保|保证|作保)",
            )
            if any(re.search(pattern, source.text) for pattern in patterns):
                found.add(name)
    if defendants and len(found) == len(defendants) > 1 and not _debtor_apart(sources, defendants):
        found.discard(defendants[0])  # somebody owes the principal debt
    return frozenset(found)


_DEBTOR = re.compile(
    r"(?:借款人|主?债务人|借款单位|买受人|被保证人)[^：:，。\n]{0,6}[：:][ 　]*([\u4e00-\u9fff（）()]{2,30})"
)


def _debtor_apart(sources: Sequence[Source], defendants: Sequence[str]) -> bool:
    """Whether an instrument names a debtor who is not sued."""
    return any(
        not any(names.same_name(match[1], name) or name in match[1] for name in defendants)
        for source in sources
        if source.kind in ("iou", "loan_contract", "guarantee", "contract", "sale_contract")
        for match in _DEBTOR.finditer(source.text)
    )


def assemble(sources: Sequence[Source], case_file: CaseFile, pack: Pack, *, filing_date: date | None = None) -> Matter:
    """Assemble the case: sides, private files, parties, claims.

    A note to the lawyer is taken as private whether or not ``case.yaml`` says
    so; the choice is told in the notices.
    """
    notices: list[str] = []
    private = private_files(sources, case_file)
    unlisted = [s.title for s in sources if s.file in private and not case_file.names_file(case_file.private, s.file)]
    if unlisted:
        notices.append(f"按内容视为内部文件、不进入任何公开材料：{'、'.join(f'《{title}》' for title in unlisted)}")
    notices += names_that_fit_nothing(sources, case_file)
    usable = [source for source in sources if source.file not in private]
    parties = find_case_parties(usable, pack)
    our_side, notice = _our_side(case_file, usable, parties)
    if notice:
        notices.append(notice)
    former = voices.find_former_names(usable, parties)
    aliases = voices.find_aliases(usable, parties) | former
    known = Cast(parties=parties, our_side=our_side, aliases=aliases, former=former)
    cast = replace(known, guarantors=find_guarantors(usable, parties), affiliates=voices.find_affiliates(usable, known))
    listed = _lists(usable, our_side)
    sides: dict[str, Side] = {
        source.file: our_side if source.file in private else _supplied_by(source, case_file, our_side, listed, parties)
        for source in sources
    }
    receivers = voices.find_named_receivers(usable, cast, sides)
    cast = replace(cast, affiliates={**cast.affiliates, **receivers})
    complaints = pleadings.find_complaints(usable)
    complaint = pleadings.read_complaint(complaints[0]) if complaints else None
    if complaint is None:
        notices.append("未见可读的起诉状：按案由包的第一项请求审查，金额待填")
    labels: dict[str, Side] = {}
    for source in usable:
        if source.kind in CONTRACTS:
            labels = voices.contract_roles(source, cast) | labels
    role = pleadings.role_of_plaintiff(complaint, pack, labels) if complaint else ""
    claims = tuple(pleadings.read_claims(complaint, pack, role)) if complaint else ()
    if claims and complaint:
        notices += pleadings.heads_without_claim(complaint, claims)
    if not claims:
        if complaint is not None:
            notices.append("起诉状的诉讼请求未能对应到案由包的请求：按第一项请求审查，请核对案由")
        claims = tuple(pleadings.default_claims(pack))
    return Matter(
        sources=tuple(sources),
        cast=cast,
        case_file=case_file,
        complaint=complaint,
        claims=claims,
        filing_date=filing_date or case_file.filing_date or (complaint.signed_on if complaint else None),
        court=case_file.court or (complaint.court if complaint else None),
        sides=sides,
        private=private,
        notices=tuple(notices),
        lexemes=lexicon().acts | read_acts(pack.acts),
    )


def private_files(sources: Sequence[Source], case_file: CaseFile) -> frozenset[str]:
    """Return the files that only our side may see: named in ``case.yaml``, or notes to the lawyer by what they say.

    What lies inside a private file is private with it: pictures of a note, attachments of a mail.
    """
    holders = {
        source.file
        for source in sources
        if case_file.names_file(case_file.private, source.file) or _is_private_note(source)
    }
    inside = {s.file for s in sources if any(s.file.startswith(f"{holder}!") for holder in holders)}
    return frozenset(holders | inside)


def names_that_fit_nothing(sources: Sequence[Source], case_file: CaseFile) -> list[str]:
    """Say which names of private, served or submitted files fit no file: a slip of the pen there would disclose one."""
    named = {
        "private": ("保密文件", case_file.private),
        "served": ("对方提交的文件", case_file.served),
        "to_submit": ("拟提交的文件", case_file.to_submit),
    }
    return [
        f"{field} 中的“{pattern}”未对应到任何文件，未能按{what}处理：请核对文件名"
        for field, (what, patterns) in named.items()
        for pattern in patterns
        if not any(case_file.names_file((pattern,), source.file) for source in sources)
    ]


_OPINION = re.compile(r"法律意见|律师意见|案件(?:分析|评估)(?:意见|报告)?|诉讼(?:风险|可行性)")
_TO_THE_LAWYER = re.compile(r"律师|内部|底线|勿(?:外|提|传)|别(?:外传|说|提|让|写)|不要(?:写|说|提|放|外)|不提交|保密")


def _is_private_note(source: Source) -> bool:
    """A note to the lawyer, whatever its name: it speaks to the lawyer or asks for silence."""
    if source.kind in PRIVATE_KINDS:
        return True
    if source.kind not in ("complaint", "answer", "counterclaim", "letter") and _OPINION.search(source.text[:40]):
        return True
    return source.kind == "case_file_note" and bool(_TO_THE_LAWYER.search(source.file + source.text[:400]))
