"""Tokens of Chinese text for search: every character and every adjacent pair; words and numbers whole.

Needs no dictionary, so names and places that no dictionary has are found as well.
The same function serves index and query; a change in it is a new ``VERSION``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from operator import add

VERSION = "unibi-1"

_LONGEST = 64
"""Code points of a word or number that count; what is longer is no word that anybody types."""

_RADICALS = (
    "⺟母⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟⼾户"
)
"""Radical signs that fonts of simplified Chinese put for the hanzi beside them, and NFKC does not know as such."""

_FOLDED_RANGES = ((0x2E80, 0x2FD5), (0xF900, 0xFAFF), (0xFF01, 0xFF5E), (0xFFA0, 0xFFDC), (0x2F800, 0x2FA1F))


def _folds() -> dict[int, str]:
    """Full-width letters and digits, radicals and compatibility ideographs that PDF fonts put for plain hanzi.

    Only what becomes exactly one character, so that offsets stay what they were.
    """
    folds = {
        code: plain
        for first, last in _FOLDED_RANGES
        for code in range(first, last + 1)
        if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1 and plain != chr(code)
    }
    return folds | dict(zip(map(ord, _RADICALS[::2]), _RADICALS[1::2], strict=True))


_FOLDS = _folds()
_FOLDABLE = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _FOLDED_RANGES) + "]")
_RUN = re.compile(
    "([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af]+)"
    r"|([0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![0-9A-Za-z])|[A-Za-z0-9]+(?:\.[0-9]+)?"
    "|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u052f]+)"
)
_FIRST_OF_RUN = "\u3005"
_ROUND = re.compile(r"[0-9]+\.0+")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, repeated as often as they stand there.

    An amount is the same token with or without thousands separators and with or without ``.00``.
    """
    found: list[str] = []
    for run, word in _RUN.findall(_folded(text)):
        if run:
            found.extend(run)
            found.extend(map(add, run, run[1:]))
        else:
            found.append(_word(word))
    return found


def paired(words: Iterable[str]) -> set[str]:
    """Return the characters of the pairs among tokens: alone, they say less than the pairs do."""
    return {char for word in words if len(word) == 2 and word >= _FIRST_OF_RUN for char in word}


def matches(text: str, wanted: Container[str]) -> list[tuple[int, int]]:
    """Return the stretches of a text that hold wanted tokens, joined where they touch.

    Single characters count only where no pair and no word is met: alone they are chance.

    Args:
        text: Any text; offsets are code points into it.
        wanted: Tokens of a query.
    """
    spans = list(_spans(text))
    long = [(start, end) for start, end, token in spans if token in wanted and (end - start > 1 or token.isascii())]
    return _joined(long or [(start, end) for start, end, token in spans if token in wanted])


def _folded(text: str) -> str:
    return text.translate(_FOLDS) if _FOLDABLE.search(text) else text


def _word(word: str) -> str:
    plain = word.replace(",", "")
    if _ROUND.fullmatch(plain):
        plain = plain.partition(".")[0]
    return plain[:_LONGEST].lower()


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _RUN.finditer(_folded(text)):
        run, start = match[1], match.start()
        if run is None:
            yield start, match.end(), _word(match[2])
            continue
        for at, char in enumerate(run):
            yield start + at, start + at + 1, char
            if at + 1 < len(run):
                yield start + at, start + at + 2, run[at : at + 2]


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
