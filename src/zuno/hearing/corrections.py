"""Turns that their speakers took back with 【更正 31】, and the record that stands without them.

What a corrected turn did is undone, unless the correction says it again. A
correction on the same agenda item stands in the place of the turn that it
corrects, so that setting a word right late is no breach of order.
"""

from __future__ import annotations

from dataclasses import replace

from zuno.casework.records import Turn
from zuno.hearing.agenda import Record, read_item
from zuno.hearing.labels import parse


def find_corrected(record: Record) -> dict[int, int]:
    """Return the turns that a later turn of the same role corrects, with the turn that does.

    A correction names its turn in the label, ``【更正 12】``, or carries the
    label and responds to it.
    """
    roles = {turn.seq: turn.role for turn in record.turns}
    found: dict[int, int] = {}
    for turn in record.turns:
        for label in parse(turn.body, turn.role):
            if label.kind == "correction":
                named = [int(target) for target in label.targets if target.isdigit()] or list(turn.responds_to)
                found |= {seq: turn.seq for seq in named if roles.get(seq) == turn.role and seq < turn.seq}
    return found


def without_corrected(record: Record) -> Record:
    """Return the record without corrected turns, in the order in which everything was said."""
    corrected = find_corrected(record)
    return replace(record, turns=tuple(turn for turn in record.turns if turn.seq not in corrected))


def in_place(record: Record) -> Record:
    """Return the record without corrected turns, each correction where the turn stood that it corrects."""
    corrected = find_corrected(record)
    if not corrected:
        return record
    turns = {turn.seq: turn for turn in record.turns}
    places = {seq: seq for seq in turns}
    for old, new in sorted(corrected.items()):
        if _same_item(turns[old], turns[new]):
            places[new] = min(places[new], places[old])
    kept = [turn for turn in record.turns if turn.seq not in corrected]
    return replace(record, turns=tuple(sorted(kept, key=lambda turn: places[turn.seq])))


def _same_item(old: Turn, new: Turn) -> bool:
    item = read_item(old.issue)
    if item.kind == "none":
        return (old.stage, old.issue) == (new.stage, new.issue)
    return item == read_item(new.issue)
