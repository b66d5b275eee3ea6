"""The element review, from documents to a complete ``Review``.

Read it as the procedure it is: classify, assemble, mark the cells, hear the
defences, look for errors, set the overrides, draw the issues, force the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from zuno.casework import actions, amounts, chronology, defences, exhibits, issues, legibility, marks, overrides
from zuno.casework import matter as matters
from zuno.casework.case_file import CaseFile
from zuno.casework.detection import detect
from zuno.casework.findings import periods, rules
from zuno.casework.findings.drafts import number, unsettled
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, common
from zuno.casework.readings import Readings
from zuno.casework.records import Cell, Defence, Review
from zuno.casework.sources import examine
from zuno.knowledge.records import Document
from zuno.knowledge.statutes.corpus import Corpus


def review(
    documents: Sequence[Document],
    case_file: CaseFile,
    *,
    cause: str | None = None,
    filing_date: date | None = None,
    edits: Sequence[overrides.Override] = (),
    laws: Corpus | None = None,
    readings: Readings | None = None,
) -> Review:
    """Review a case by rules.

    Deterministic: the same documents, case file and corpus give the same review.

    Args:
        documents: Every file of the case, read or refused.
        case_file: What ``case.yaml`` and the command line say.
        cause: Id or name of a cause pack; overrides ``case.yaml`` and detection.
        filing_date: Day of filing; overrides ``case.yaml`` and the complaint.
        edits: Marks that persons set.
        laws: The statute corpus; without it citations are checked against the table of repeals alone.
        readings: What was worked out about these documents before; what is new is kept there.

    Returns:
        The complete review; ``Review.warnings`` says what a person must know first.

    Raises:
        NotFound: The cause named has no pack.
        UnknownCause: No pack fits the case.
    """
    sources = examine(documents) if readings is None else readings.examined(documents)
    detected = detect(sources, cause or case_file.cause)
    pack = detected.pack
    matter = matters.assemble(sources, case_file, pack, filing_date=filing_date)
    alone = marks.cells(matter, pack)
    raised = defences.raised(matter, pack, alone)
    alone = defences.disputed(alone, raised, matter, pack)
    alone = legibility.doubted(alone, matter)
    drafts = rules.drafted(matter, pack, raised, laws)
    alone = unsettled(alone, drafts)
    cells = marks.followed(alone, pack)
    found = legibility.cautioned(number(drafts, matter.cast.our_side, cells), matter)
    edited, unused = overrides.apply(cells, tuple(edits), matter.cast.our_side)
    # What rests on a cell that a person set is judged again by that mark.
    cells = marks.followed(
        [after if after.set_by != "rules" else before for before, after in zip(alone, edited, strict=True)], pack
    )
    drawn, cells = issues.draw_issues(cells, raised, found, pack)
    limitation_pleaded = _limitation_pleaded(pack, raised)
    result = Review(
        cause=pack.id,
        cause_name=pack.name,
        cause_why=detected.why,
        our_side=matter.cast.our_side,
        title=case_file.title or _title(matter, pack),
        court=matter.court,
        case_no=case_file.case_no,
        filing_date=matter.filing_date,
        hearing_date=case_file.hearing_date,
        evidence_deadline=case_file.evidence_deadline,
        procedure=case_file.procedure,
        agents=case_file.agents,
        people=case_file.people,
        corpus_as_of=_corpus_as_of(pack, laws),
        parties=matter.cast.parties,
        documents=tuple(exhibits.reviewed_documents(matter, cells, found)),
        claims=matter.claims,
        cells=tuple(cells),
        defences=tuple(raised),
        findings=tuple(found),
        chronology=tuple(chronology.chronology(matter, pack)),
        amounts=tuple(amounts.amount_lines(matter, pack, cells, drafts)),
        issues=tuple(drawn),
        actions=(),
        limitation=tuple(periods.lines(matter, pack.id)),
        limitation_pleaded=limitation_pleaded,
        guarantee_in_play=bool(matter.cast.guarantors),
        penalty_reduction_open=_penalty_reduction_open(matter),
        judge_questions=pack.judge_questions,
        warnings=tuple(filter(None, [detected.doubt, *_warnings(matter, pack)])),
        notices=(*matter.notices, *unused),
    )
    if readings is not None:
        readings.keep(sources)
    return actions.with_actions(result)


def _title(matter: Matter, pack: Pack) -> str:
    ours, theirs = matter.cast.names("plaintiff"), matter.cast.names("defendant")
    if len(ours) == 0 or len(theirs) == 0:
        return pack.name
    more = "等" if len(theirs) > 1 else ""
    return f"{ours[0]}诉{theirs[0]}{more}{pack.name}"


def _corpus_as_of(pack: Pack, laws: Corpus | None) -> date:
    """The oldest state of the law that the review rests on: that of the packs, and of the corpus where there is one."""
    days = [pack.corpus_as_of, common().corpus_as_of]
    if laws is not None and laws.as_of is not None:
        days.append(laws.as_of)
    return min(days)


def _limitation_pleaded(pack: Pack, raised: list[Defence]) -> bool:
    return any(row.raised for row, rule in zip(raised, pack.defences, strict=True) if rule.limitation)


def _penalty_reduction_open(matter: Matter) -> bool:
    """The defendant fights liability for a penalty and has not asked for its reduction.

    Source: 合同编通则 art. 66 (the court then clarifies).
    """
    claimed = any("违约金" in claim.text for claim in matter.claims)
    asked = matter.acts("penalty_plea", who=("defendant",))
    fights = [
        s
        for s in matter.statements
        if s.voice.who == "defendant"
        and s.voice.form == "pleading"
        and (s.act in ("no_penalty_plea", "buyer_identity", "duplicate_plea") or s.negated)
    ]
    return claimed and bool(matter.answers) and bool(fights) and not any(s.voice.form == "pleading" for s in asked)


def _warnings(matter: Matter, pack: Pack) -> list[str]:
    told: list[str] = []
    if pack.new_law_warning:
        told.append(pack.new_law_warning)
    unread = [source for source in matter.open_sources if source.document.state == "refused"]
    partly = [source for source in matter.open_sources if source.document.state == "partial"]
    if unread:
        told.append(f"{len(unread)}份材料未读：" + "、".join(f"《{source.title}》" for source in unread[:8]))
    if partly:
        told.append(f"{len(partly)}份材料只读了一部分：" + "、".join(f"《{source.title}》" for source in partly[:8]))
    if not matter.answers:
        told.append("未见答辩状：对方态度按未表态处理")
    return told


def open_cells(result: Review) -> list[Cell]:
    """Return the cells that still need work."""
    return [cell for cell in result.cells if cell.mark not in ("supported", "not_applicable")]
