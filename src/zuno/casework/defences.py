"""Defences: which the other side has raised, what carries them, and which stay open to be raised."""

from __future__ import annotations

import re
from dataclasses import replace

from zuno.casework import evidence, marks
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, PackDefence
from zuno.casework.records import Cell, Defence, Mark, Quote
from zuno.casework.sources import Source
from zuno.casework.statements import Statement, clauses, lexicon, polarity, taken_back


def answering(matter: Matter) -> list[Source]:
    """The pleadings in which the claims are answered: the answers, and a complaint that asks that nothing be owed."""
    reversed_suit = matter.complaint and all(claim.claimant == "defendant" for claim in matter.claims)
    return [*matter.answers, *([matter.complaint.source] if matter.complaint and reversed_suit else [])]


def _pleas(matter: Matter, defence: PackDefence) -> list[tuple[Statement | None, Quote, str]]:
    """Where an answer raises the defence: (statement, quote, party)."""
    found: list[tuple[Statement | None, Quote, str]] = []
    for answer in answering(matter):
        voice = matter.voices[answer.file]
        for statement in matter.statements:
            if statement.source is not answer:
                continue
            plea = statement.act in defence.plea and _stands(statement)
            denial = statement.act in defence.deny and statement.negated
            if plea or denial:
                found.append((statement, answer.quote(statement.start, statement.end), voice.name))
        for pattern in defence.plea_words:
            for match in pattern.finditer(answer.text):
                start, end = answer.sentence_at(match.start())
                clause = _clauses_of(answer, start, end, match)
                local = pattern.search(clause)
                if local and not polarity(clause, local, holds_negation=True)[0]:
                    found.append((None, answer.quote(start, end), voice.name))
    return found


def _clauses_of(source: Source, start: int, end: int, match: re.Match[str]) -> str:
    """The clauses of a sentence over which a match runs."""
    spans = [span for span in clauses(source.text, start, end) if span[0] < match.end() and span[1] > match.start()]
    return source.text[spans[0][0] : spans[-1][1]] if spans else ""


def _stands(statement: Statement) -> bool:
    """Whether words of a defence raise it: not taken back, and a payment said to be made, not denied or promised."""
    if statement.act != "repay":
        return not taken_back(statement)
    words = lexicon()
    refuted = words.denying.search(statement.words)  # 「未还款不属实」 says that it was paid
    twice = refuted and words.negation.search(words.denying.sub("", statement.words))
    return statement.mood == "said" and (not statement.negated or bool(twice))


def raised(matter: Matter, pack: Pack, cells: list[Cell]) -> list[Defence]:
    """List the pack's defences with whether each is raised, by whom, and how its own facts stand."""
    rows: list[Defence] = []
    for defence in pack.defences:
        pleas = _pleas(matter, defence)
        touched = tuple(cell.id for cell in cells if cell.element in defence.cells)
        if not pleas:
            rows.append(
                _row(
                    defence,
                    touched,
                    raised=False,
                    by=None,
                    text="",
                    mark="missing",
                    why="已读答辩材料未见此抗辩",
                    quotes=(),
                )
            )
            continue
        claimant = matter.claims[0].claimant
        found = marks.gather(matter, defence.routes, claimant, proponent=matter.cast.other(claimant))[0]
        items = evidence.chosen(found, 4)
        mark, why = _standing(defence, bool(items))
        quotes = tuple(dict.fromkeys([quote for _s, quote, _by in pleas[:3]] + [item.quote for item in items]))
        by = next((name for _s, _q, name in pleas if name), None)
        text = "；".join(dict.fromkeys(re.sub(r"\s+", "", quote.quote) for _s, quote, _b in pleas[:2]))
        rows.append(_row(defence, touched, raised=True, by=by, text=text, mark=mark, why=why, quotes=quotes))
    return rows


def disputed(cells: list[Cell], defences: list[Defence], matter: Matter, pack: Pack) -> list[Cell]:
    """Return the cells with those disputed on which the other side said nothing but which its defences attack.

    A denial, and a plea whose words the element knows, are left out: those are
    read from their own words (see ``marks.stance``).
    """
    known = {element.id: set(element.against) for claim in pack.claims for element in claim.elements}
    pleas = {defence.id: set(defence.plea) for defence in pack.defences}
    answers = {answer.file for answer in answering(matter)}
    settled: list[Cell] = []
    for cell in cells:
        attacks = [
            row
            for row in defences
            if row.raised
            and cell.id in row.cells
            and not row.kind.startswith("否认")
            and not known[cell.element] & pleas[row.defence]
        ]
        if attacks and cell.opponent == "not_stated":
            places = [quote for row in attacks for quote in row.evidence if quote.file in answers]
            cell = replace(cell, opponent="disputed", stance_quotes=tuple(dict.fromkeys(places))[:3])
        settled.append(cell)
    return settled


def _standing(defence: PackDefence, proven: bool) -> tuple[Mark, str]:
    if defence.kind.startswith("否认"):
        return "not_applicable", "属否认，由本证方举证" + (f"；{defence.trap}" if defence.trap else "")
    if proven:
        return "doubtful", "有相关记录，性质与指向待审" + (f"；{defence.trap}" if defence.trap else "")
    if defence.limitation or defence.guarantee_period:
        return "doubtful", "按现有材料另作期间计算"
    return "missing", "只有答辩陈述，已读材料未见抗辩事实的证据" + (f"；{defence.trap}" if defence.trap else "")


def _row(
    defence: PackDefence,
    cells: tuple[str, ...],
    *,
    raised: bool,
    by: str | None,
    text: str,
    mark: Mark,
    why: str,
    quotes: tuple[Quote, ...],
) -> Defence:
    return Defence(
        defence=defence.id,
        title=defence.title,
        kind=defence.kind,
        raised=raised,
        by=by,
        text=text,
        mark=mark,
        why=why,
        evidence=quotes,
        norms=defence.norms,
        cells=cells,
    )
