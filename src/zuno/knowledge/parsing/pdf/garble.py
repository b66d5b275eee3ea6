"""Whether a text layer looks like the output of a wrong character map.

Judges by shares of kinds of characters; holds no state. A map that swaps only
a few characters cannot be seen this way: see ``raster_check``.
"""

from __future__ import annotations

import re

from zuno.knowledge.parsing.charset import HANZI, common_hanzi

JUDGED_CHARS = 20
"""Fewer characters than this say nothing about the text layer."""

SAMPLE_HANZI = 100
"""About as many hanzi of a page, spread over it, are looked up."""

COMMON_HANZI_SHARE = 0.7
"""Below this share of everyday hanzi a page is garbled; ordinary papers have 0.95 and more."""

DEBRIS_SHARE = 0.02
"""Share of control, replacement and lost characters above which a page is garbled: digits survive, names do not."""

DEBRIS_FLOOR = 3
"""So many such characters at least."""

ODD_SHARE = 0.2
"""Share of private-use characters or accented Latin letters above which a page is garbled."""

_DEBRIS_CHARS = "\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd"
_PRIVATE_CHARS = "\ue000-\uf8ff"
_ODD_LETTER_CHARS = "\u00a1-\u02af\u0370-\u058f\u05d0-\u06ff"
"""Accented Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic: what bytes of GBK look like elsewhere."""

_DEBRIS = re.compile(f"[{_DEBRIS_CHARS}]")
_AROUND = r"[^\s，。；、：]{0,12}"
_WITH_DEBRIS = re.compile(f"{_AROUND}{_DEBRIS.pattern}{_AROUND}")
_HANZI_RUN = re.compile(f"{HANZI.pattern}+")
_PRIVATE = re.compile(f"[{_PRIVATE_CHARS}]")
_ODD_LETTERS = re.compile(f"[{_ODD_LETTER_CHARS}]")
_ODD = re.compile(f"[{_DEBRIS_CHARS}{_PRIVATE_CHARS}{_ODD_LETTER_CHARS}]")
_RARE_LEADS = bytes([*range(0xB0), *range(0xD8, 0x100)])
"""First bytes in GB2312 of all that is not an everyday simplified hanzi."""


def is_garbled(bare: str, lost: int = 0) -> bool:
    """Tell whether text without white space looks like the output of a wrong character map.

    Args:
        bare: Text of one page.
        lost: Characters on the page for which the file gives no text at all.
    """
    if len(bare) + lost < JUDGED_CHARS:
        return False
    odd = "".join(_ODD.findall(bare))
    debris = len(_DEBRIS.findall(odd)) + lost
    if debris >= DEBRIS_FLOOR and debris > DEBRIS_SHARE * len(bare):
        return True
    if len(_PRIVATE.findall(odd)) > ODD_SHARE * len(bare):
        return True
    hanzi = "".join(_HANZI_RUN.findall(bare))
    if len(hanzi) >= JUDGED_CHARS:
        sample = hanzi[:: 1 + len(hanzi) // SAMPLE_HANZI]
        return not _has_common(sample, COMMON_HANZI_SHARE * len(sample))
    return len(_ODD_LETTERS.findall(odd)) > ODD_SHARE * len(bare)


def _has_common(hanzi: str, wanted: float) -> bool:
    """Tell whether so many hanzi are everyday ones; simplified ones are counted without looking each up."""
    simplified = len(hanzi.encode("gb2312", "ignore")[::2].translate(None, _RARE_LEADS))
    return simplified >= wanted or sum(map(common_hanzi().__contains__, hanzi)) >= wanted


def debris_spans(text: str) -> list[tuple[int, int]]:
    """Return the words in which single characters are lost, on a page that is not garbled as a whole."""
    return [match.span() for match in _WITH_DEBRIS.finditer(text)] if _DEBRIS.search(text) else []
