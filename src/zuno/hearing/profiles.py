"""Which kind of hearing a record says it is: from its first agenda item or the judge's first words.

``程序·核对身份 适用简易程序``, or the judge opening with 「本案适用简易程序」. The
clerk writes the agenda and the judge says the words, so no party can choose.
Without either it is an ordinary hearing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zuno.hearing.agenda import ORDINARY, PROFILES, Profile, Record, read_item
from zuno.hearing.corrections import in_place
from zuno.hearing.labels import parse, unquoted

_NAMES = {
    "普通程序": "ordinary",
    "简易程序": "simplified",
    "小额诉讼程序": "simplified",
    "法官问答": "judge-questions",
    "赛事论辩": "competition",
    "指定赛事": "competition",
}
_SAID = re.compile(
    rf"(?<![不否未非])(?<![不否未].)(?:适用|按照?|依照?|转[为入]|变更为)(?:适用)?\s*({'|'.join(_NAMES)})(?!还是|或)"
)


def read_profile(record: Record) -> Profile:
    """Return the kind of hearing that a record names, the last one where it names several."""
    named = [match[1] for words in _openings(record) for match in _SAID.finditer(words)]
    return PROFILES[_NAMES[named[-1]]] if named else ORDINARY


def _openings(record: Record) -> Iterator[str]:
    for at, turn in enumerate(in_place(record).turns):
        item = read_item(turn.issue)
        opens = item.kind == "procedure" and item.name == "核对身份" and item.side is None
        if at and not opens:
            continue
        yield turn.issue
        if turn.role == "judge":
            yield "\n".join(unquoted(label.text) for label in parse(turn.body, "judge") if label.kind == "preside")
