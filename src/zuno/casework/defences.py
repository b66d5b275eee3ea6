"""Defences: which the other side has raised, what carries them, and which stay open to be raised."""

from __future__ import annotations

import re

from zuno.casework import evidence, marks
from zuno.casework.matter import Matter
from zuno.casework.packs.loading import Pack, PackDefence
from zuno.casework.records import Cell, Defence, Mark, Quote
from zuno.casework.statements import Statement, polarity


def _pleas(matter: Matter, defence: PackDefence) -> list[tuple[Statement | None, Quote, str]]:
    """Where an answer raises the defence: (statement, quote, party)."""
    found: list[tuple[Statement | None, Quote, str]] = []
    for answer in matter.answers:
        voice = matter.voices[answer.file]
        for statement in matter.statements:
            if statement.source is not answer:
                continue
            plea = statement.act in defence.plea and not _waived(statement)
            denial = statement.act in defence.deny and statement.negated
            if plea or denial:
                found.append((statement, answer.quote(statement.start, statement.end), voice.name))
        for pattern in defence.plea_words:
            for match in pattern.finditer(answer.text):
                start, end = answer.sentence_at(match.start())
                local = pattern.search(answer.text[start:end])
                if local and not polarity(answer.text[start:end], local)[0]:
                    found.append((None, answer.quote(start, end), voice.name))
    return found


def _waived(statement: Statement) -> bool:
    """A plea taken back in its own clause (不主张时效) is none."""
    return bool(
        re.search(r"(?:不|未|放弃).{0,4}(?:主张|提出|抗辩|要求|援引)", statement.words)
    ) and statement.act.endswith("plea")


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
        items = evidence.chosen(marks.gather(matter, defence.routes, "defendant")[0], 4)
        mark, why = _standing(defence, bool(items))
        quotes = tuple(dict.fromkeys([quote for _s, quote, _by in pleas[:3]] + [item.quote for item in items]))
        by = next((name for _s, _q, name in pleas if name), None)
        text = "；".join(dict.fromkeys(re.sub(r"\s+", "", quote.quote) for _s, quote, _b in pleas[:2]))
        rows.append(_row(defence, touched, raised=True, by=by, text=text, mark=mark, why=why, quotes=quotes))
    return rows


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
