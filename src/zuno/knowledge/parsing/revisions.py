"""What to beware of in a Word text: words put in or struck out by tracked changes, dates that renew themselves.

While a paragraph is on its way through cells, text boxes and labels its place
is not known yet, so such marks travel inside it as signs that no document may
use, and are taken out when the text is put.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zuno.knowledge.parsing.reading import BlockKind, TextBuilder
from zuno.knowledge.records import Doubt

_FIRST_SIGN = 0xF0000
MARKS_LIMIT = 60_000
"""Marks that are told one by one; a document with more only has the flags."""

DELETED_SHOWN_CHARS = 200

_SIGNS = re.compile("([\ufdd0\ufdd1\ufdd2])([\U000f0000-\U000fffff])")
_ANY_SIGN = re.compile("[\ufdd0\ufdd1\ufdd2]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    flag: str
    detail: str


def without_signs(text: str) -> str:
    """Return text of a file without the characters that marks travel in; none may use them."""
    return _ANY_SIGN.sub("", text) if _ANY_SIGN.search(text) else text


def is_blank(text: str) -> bool:
    """Tell whether a reader of the final text sees nothing."""
    seen = _SIGNS.sub("", text)
    return not seen or seen.isspace()


def signs_of(text: str) -> str:
    """Return only the marks that travel in a text."""
    return "".join(match.group() for match in _SIGNS.finditer(text))


class RevisionText(TextBuilder):
    """A text builder that turns travelling marks into doubts."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: list[_Mark] = []
        self._open: dict[int, int] = {}
        self._doubts: list[Doubt] = []

    def around(self, flag: str, detail: str) -> tuple[str, str]:
        """Return the signs to put before and after words that are to be doubted."""
        sign = self._sign(_Mark(flag=flag, detail=detail))
        return (f"\ufdd0{sign}", f"\ufdd1{sign}") if sign else ("", "")

    def inserted(self, who: str) -> tuple[str, str]:
        """Return the signs to put before and after inserted words.

        Args:
            who: Author and day as the file tells them, or nothing.
        """
        return self.around("revision_inserted", f"修订中新增的文字{who}；请核对修订是否已被各方接受。")

    def deleted(self, words: str, who: str) -> str:
        """Return the sign to put where words were struck out; nothing for blank words."""
        words = without_signs(words).strip()
        shown = words[:DELETED_SHOWN_CHARS] + ("……" if len(words) > DELETED_SHOWN_CHARS else "")
        detail = f"此处修订删去“{shown}”{who}；请核对修订是否已被各方接受。"
        sign = self._sign(_Mark(flag="revision_deleted", detail=detail)) if words else ""
        return f"\ufdd2{sign}" if sign else ""

    def _sign(self, mark: _Mark) -> str:
        if len(self._marks) >= MARKS_LIMIT:
            return ""
        self._marks.append(mark)
        return chr(_FIRST_SIGN + len(self._marks) - 1)

    def raw(self, text: str) -> None:
        """Append text; the marks in it become doubts at their places."""
        if not _SIGNS.search(text):
            super().raw(text)
            return
        at = 0
        for match in _SIGNS.finditer(text):
            super().raw(text[at : match.start()])
            at = match.end()
            self._note(match[1], ord(match[2]) - _FIRST_SIGN)
        super().raw(text[at:])

    def put(self, text: str, kind: BlockKind, locator: str) -> None:
        """Append text as one block; text that nobody sees makes no block."""
        if is_blank(text):
            self.raw(text)
        else:
            super().put(text, kind, locator)

    def _note(self, sign: str, number: int) -> None:
        mark = self._marks[number]
        start = self._open.pop(number, self.length) if sign == "\ufdd1" else self.length
        if sign == "\ufdd0":
            self._open[number] = start
        elif sign == "\ufdd2" or start < self.length:
            self._doubts.append(Doubt(start=start, end=self.length, flag=mark.flag, detail=mark.detail))

    def doubts(self) -> tuple[Doubt, ...]:
        """Return the marks as doubts, ascending by start."""
        return tuple(sorted(self._doubts, key=lambda doubt: (doubt.start, doubt.end)))
