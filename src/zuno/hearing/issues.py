"""The issues as the presiding judge states them, one id and title a line, and takes them back.

``I-002 并入 I-001`` and ``I-002 撤回`` take an issue off the list; nobody but the
judge, on 程序·归纳争点, can do that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from zuno.hearing.agenda import find_ids

_ID = r"(?<![A-Z])I-\d{1,6}"
_IDS = rf"{_ID}(?:\s*[、，,和及与]\s*{_ID})*"
_END = r"\s*(?=[。；;，,（(\n]|$)"
_MERGED = re.compile(
    rf"({_IDS})\s*(?:已经?|予以)?(?:并入|归入|合并[到至入])\s*({_ID})(?:\s*(?:一并)?(?:审理|辩论))?{_END}"
)
_WITHDRAWN = re.compile(rf"({_IDS})\s*(?:已经?|予以)?(?:撤回|撤销|不再列为(?:争议)?焦点){_END}")
_STATED = rf"({_IDS})[\s：:、.．）)]*((?:(?!{_ID})[^\n；;。]){{0,60}})"
_AT_LINE = re.compile(rf"^[\s\-*•·（(）)、.．\d一二三四五六七八九十]*{_STATED}", re.MULTILINE)
_ANYWHERE = re.compile(_STATED)


def read_issues(known: Mapping[str, str], words: str) -> dict[str, str]:
    """Return the issues with their titles after one statement of the judge.

    A title stands at a line's start; ids that stand side by side share it. A
    mention in passing names an issue that has no title yet and changes no other.

    Args:
        known: The issues stated before, by id.
        words: The judge's own words.
    """
    rest = _WITHDRAWN.sub("", _MERGED.sub("", words))
    stated = _read(_AT_LINE, rest)
    passing = {name: title for name, title in _read(_ANYWHERE, rest).items() if name not in known}
    issues = {**known, **passing, **stated}
    for match in _MERGED.finditer(words):
        into = find_ids(match[2])[0]
        if into in issues:
            _drop(issues, match[1], keep=into)
    for match in _WITHDRAWN.finditer(words):
        _drop(issues, match[1])
    return issues


def _read(pattern: re.Pattern[str], words: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in pattern.finditer(words):
        for name in find_ids(match[1]):
            found.setdefault(name, match[2].strip(" 　，,、"))
    return found


def _drop(issues: dict[str, str], ids: str, keep: str = "") -> None:
    for name in find_ids(ids):
        if name != keep:
            issues.pop(name, None)
