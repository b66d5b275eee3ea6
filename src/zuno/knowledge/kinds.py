"""What sort of document a file is: complaint, note of debt, bank statement, chat and so on.

Owns the list of kinds (``kinds.yaml``) and the scoring by title line, layout,
vocabulary and file name. A kind is a reading aid and proves nothing; it can be
computed again at any time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

from zuno.knowledge.looks import Look
from zuno.knowledge.records import ARCHIVE_FORMATS, Document
from zuno.knowledge.signs import FEATURES

_TITLE_SCORES = (20, 17, 12, 9, 7, 5, 4, 4)
"""What a title adds by the line it stands on."""

_HEAD_SHARE = 0.6
"""What a head noun alone (…函, …合同) adds, as a share of a title."""

_LINE_SCORE, _LINES_AT_MOST = 3, 3
_WORDS_AT_MOST = 5
_FILE_SCORE = 4
_LEAST_SCORE = 4
"""Below this the kind is ``other``."""

_TOLD_SCORE = 8
"""Below this a paper that talks of the suit is a memo: nothing else speaks for it."""

_SURE_SCORE = 15
"""Below this a paper with words of confidence is a memo: what is not plainly an exhibit is not handed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of document and the signs by which it is known."""

    id: str
    zh: str
    form: str
    """What sort of writing it is: ``contract``, ``record`` …; empty where nothing is known of it."""
    titles: tuple[re.Pattern[str], ...]
    heads: tuple[re.Pattern[str], ...]
    lines: tuple[re.Pattern[str], ...]
    words: tuple[str, ...]
    features: dict[str, int]
    files: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """Return the kinds by id, narrower ones first; ``archive`` and ``other`` have no signs."""
    raw = cast("dict[str, dict[str, Any]]", yaml.safe_load(_data_file().read_text(encoding="utf-8")))
    listed = {name: _kind(name, entry) for name, entry in raw.items()}
    return listed | {name: _kind(name, {"zh": zh}) for name, zh in (("archive", "压缩包"), ("other", "其他"))}


def of_form(*forms: str) -> frozenset[str]:
    """Return the kinds of these forms."""
    return frozenset(kind.id for kind in kinds().values() if kind.form in forms)


def _data_file() -> Path:
    return Path(__file__).with_name("kinds.yaml")


def _kind(name: str, entry: dict[str, Any]) -> Kind:
    def patterns(key: str, flags: int = 0) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(pattern, flags) for pattern in entry.get(key, ()))

    return Kind(
        id=name,
        zh=str(entry["zh"]),
        form=str(entry.get("form", "")),
        titles=patterns("titles"),
        heads=patterns("heads"),
        lines=patterns("lines", re.MULTILINE),
        words=tuple(str(word) for word in entry.get("words", ())),
        features=dict(entry.get("features", {})),
        files=patterns("files", re.IGNORECASE),
    )


def classify(document: Document) -> str:
    """Return the id of the kind that the document most likely is.

    A note in confidence to the lawyer is a memo whatever else it looks like.
    Else a title line weighs most, then layout, lines and words; the file name
    weighs least, and alone decides only where there is no text. Never raises.

    Args:
        document: Read or unread.

    Returns:
        An id of ``kinds()``; ``other`` where nothing speaks for any.
    """
    if document.format in ARCHIVE_FORMATS:
        return "archive"
    look = Look(document)
    scores = _score_all(look)
    best = max(scores, key=lambda name: scores[name], default="other")
    score = scores.get(best, 0)
    if (score < _SURE_SCORE and look.is_candid) or (score < _TOLD_SCORE and look.is_working_note):
        return "memo"
    if score >= _LEAST_SCORE:
        return best
    return "photo" if document.format == "image" and not document.text.strip() else "other"


def score_kinds(document: Document) -> dict[str, int]:
    """Return the score of every kind that has one, in the order of ``kinds()``."""
    return _score_all(Look(document))


def _score_all(look: Look) -> dict[str, int]:
    scored = {kind.id: _score(kind, look) for kind in kinds().values()}
    return {name: score for name, score in scored.items() if score > 0}


def _score(kind: Kind, look: Look) -> int:
    if kind.id == "photo" and look.text:
        return 0
    score = _score_file(kind, look.file)
    if not look.text:
        return score
    score += _score_title(kind, look)
    score += _LINE_SCORE * min(_LINES_AT_MOST, sum(1 for pattern in kind.lines if pattern.search(look.text)))
    score += min(_WORDS_AT_MOST, sum(1 for word in kind.words if word in look.text))
    return score + sum(weight for name, weight in kind.features.items() if FEATURES[name](look))


def _score_title(kind: Kind, look: Look) -> int:
    best = 0.0
    for weight, forms in zip(_TITLE_SCORES, look.titles, strict=False):
        if any(pattern.fullmatch(form) for pattern in kind.titles for form in forms):
            return max(int(best), weight)
        if any(pattern.fullmatch(form) for pattern in kind.heads for form in forms):
            best = max(best, weight * _HEAD_SHARE)
    return int(best)


def _score_file(kind: Kind, file: str) -> int:
    hits = sum(1 for pattern in kind.files for _ in pattern.finditer(file))
    return _FILE_SCORE + min(hits, 3) - 1 if hits else 0
