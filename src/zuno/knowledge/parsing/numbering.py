"""Automatic numbering of Word paragraphs, rendered as Word prints it.

第一条 and 一、 are often not in the text of a contract but counted by Word;
without them a clause cannot be cited.
Source: ECMA-376 part 1, 17.9 (numbering) and 17.18.59 (number formats).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from zuno.knowledge.parsing.ooxml import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = 9
_LARGEST_WORD_NUMBER = 32_767
_STYLE_DEPTH = 20

_DIGITS = "〇一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_LEGAL_DIGITS = "零壹贰叁肆伍陆柒捌玖"
_LEGAL_UNITS = ("", "拾", "佰", "仟")
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int | None = None
    """Level (from 1) after which counting starts anew; 0 never, None after any higher level."""
    legal: bool = False
    """Show all numbers of the label as Arabic digits."""
    suffix: str = "tab"
    style: str | None = None


@dataclass(slots=True)
class _List:
    """A numbering instance: which levels it uses and where it starts anew."""

    abstract: str
    starts: dict[int, int] = field(default_factory=dict[int, int])
    levels: dict[int, _Level] = field(default_factory=dict[int, _Level])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    based_on: str | None
    list_id: str | None
    level: int | None


class Numbering:
    """The numbering of one document; labels must be asked for in reading order."""

    def __init__(self, numbering: Element | None, styles: Element | None) -> None:
        self._styles, self._default_style = _read_styles(styles)
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._linked: dict[str, str] = {}
        self._lists: dict[str, _List] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._started: set[tuple[str, int]] = set()
        if numbering is not None:
            self._read(numbering)

    def label(self, properties: Element | None) -> str:
        """Count one paragraph and return its printed number with what separates it from the text.

        Args:
            properties: The paragraph's ``w:pPr``, or None.

        Returns:
            For example ``第三条 `` or ``（1）``; empty for paragraphs without a number and for bullets.
        """
        list_id, level_index = self._place(properties)
        instance = self._lists.get(list_id or "")
        if instance is None or list_id is None:
            return ""
        levels = self._levels(instance)
        level = levels.get(level_index)
        if level is None:
            return ""
        counts = self._count(list_id, instance, levels, level_index)
        if level.format == "bullet" or not level.text:
            return ""
        return _with_gap(self._render(level, levels, counts), level.suffix)

    def _place(self, properties: Element | None) -> tuple[str | None, int]:
        """Return the list and level of a paragraph, from itself or from its style."""
        own_list = own_level = style = None
        if properties is not None:
            style = _value(properties.find(f"{W}pStyle"))
            own_list, own_level = _list_reference(properties)
        list_id, level = self._style_place(style or self._default_style)
        if own_list is not None:
            list_id, level = own_list, 0
        return (None if list_id == "0" else list_id), own_level if own_level is not None else level

    def _style_place(self, style_id: str | None) -> tuple[str | None, int]:
        for name in self._ancestry(style_id):
            style = self._styles[name]
            if style.list_id is None:
                continue
            if style.level is not None:
                return style.list_id, style.level
            instance = self._lists.get(style.list_id)
            levels = self._levels(instance) if instance else {}
            linked = [index for index, level in levels.items() if level.style in (style_id, name)]
            return style.list_id, linked[0] if linked else 0
        return None, 0

    def _ancestry(self, style_id: str | None) -> list[str]:
        names: list[str] = []
        while style_id in self._styles and style_id not in names and len(names) < _STYLE_DEPTH:
            names.append(style_id)
            style_id = self._styles[style_id].based_on
        return names

    def _levels(self, instance: _List) -> dict[int, _Level]:
        abstract = instance.abstract
        if not self._abstract.get(abstract) and abstract in self._linked:
            style = self._styles.get(self._linked[abstract])
            linked = self._lists.get(style.list_id or "") if style else None
            abstract = linked.abstract if linked else abstract
        return {**self._abstract.get(abstract, {}), **instance.levels}

    def _count(self, list_id: str, instance: _List, levels: dict[int, _Level], index: int) -> dict[int, int]:
        counts = self._counts.setdefault(instance.abstract, {})
        if index in instance.starts and (list_id, index) not in self._started:
            self._started.add((list_id, index))
            counts[index] = instance.starts[index]
        else:
            counts[index] = counts.get(index, levels[index].start - 1) + 1
        for deeper in range(index + 1, _LEVELS):
            restart = levels[deeper].restart if deeper in levels else None
            if restart is None or index < restart:
                counts.pop(deeper, None)
        return counts

    def _render(self, level: _Level, levels: dict[int, _Level], counts: dict[int, int]) -> str:
        def number(match: re.Match[str]) -> str:
            index = int(match.group(1)) - 1
            other = levels.get(index, _Level())
            return printed_number(counts.get(index, other.start), "decimal" if level.legal else other.format)

        return re.sub(r"%([1-9])", number, level.text)

    def _read(self, root: Element) -> None:
        for node in root.iter(f"{W}abstractNum"):
            name = str(node.get(f"{W}abstractNumId"))
            self._abstract[name] = dict(_read_level(level) for level in node.findall(f"{W}lvl"))
            link = _value(node.find(f"{W}numStyleLink"))
            if link:
                self._linked[name] = link
        for node in root.iter(f"{W}num"):
            instance = _List(_value(node.find(f"{W}abstractNumId")) or "")
            for override in node.findall(f"{W}lvlOverride"):
                index = _number(override.get(f"{W}ilvl"), 0)
                start = _value(override.find(f"{W}startOverride"))
                if start is not None:
                    instance.starts[index] = _number(start, 1)
                replaced = override.find(f"{W}lvl")
                if replaced is not None:
                    instance.levels[index] = _read_level(replaced)[1]
            self._lists[str(node.get(f"{W}numId"))] = instance


def _read_styles(root: Element | None) -> tuple[dict[str, _Style], str | None]:
    """Return paragraph and numbering styles by id, and the id of the default paragraph style."""
    styles: dict[str, _Style] = {}
    default = None
    for node in root.iter(f"{W}style") if root is not None else ():
        if node.get(f"{W}type") not in ("paragraph", "numbering"):
            continue
        name = str(node.get(f"{W}styleId"))
        properties = node.find(f"{W}pPr")
        list_id, level = _list_reference(properties) if properties is not None else (None, None)
        styles[name] = _Style(based_on=_value(node.find(f"{W}basedOn")), list_id=list_id, level=level)
        if node.get(f"{W}type") == "paragraph" and node.get(f"{W}default") in ("1", "true", "on"):
            default = name
    return styles, default


def _read_level(node: Element) -> tuple[int, _Level]:
    restart = _value(node.find(f"{W}lvlRestart"))
    legal = node.find(f"{W}isLgl")
    level = _Level(
        start=_number(_value(node.find(f"{W}start")), 1),
        format=_value(node.find(f".//{W}numFmt")) or "decimal",
        text=_value(node.find(f"{W}lvlText")) or "",
        restart=None if restart is None else _number(restart, 0),
        legal=legal is not None and legal.get(f"{W}val") not in ("0", "false", "off"),
        suffix=_value(node.find(f"{W}suff")) or "tab",
        style=_value(node.find(f"{W}pStyle")),
    )
    return _number(node.get(f"{W}ilvl"), 0), level


def _list_reference(properties: Element) -> tuple[str | None, int | None]:
    reference = properties.find(f"{W}numPr")
    if reference is None:
        return None, None
    level = _value(reference.find(f"{W}ilvl"))
    return _value(reference.find(f"{W}numId")), None if level is None else _number(level, 0)


def _value(node: Element | None) -> str | None:
    return None if node is None else node.get(f"{W}val")


def _number(text: str | None, otherwise: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return otherwise


def _with_gap(label: str, suffix: str) -> str:
    """Separate a label from the text as typed papers do: none after 、 and ）, else a space."""
    if suffix == "nothing" or not label or label[-1] in "、，．：）〕】 　":
        return label
    return f"{label} "


def printed_number(number: int, format: str) -> str:
    """Return ``number`` in a Word number format; unknown formats print Arabic digits.

    Args:
        number: The count, normally from 1.
        format: ``w:numFmt`` value, such as ``chineseCounting``.
    """
    render = _FORMATS.get(format)
    return render(number) if render and 0 < number <= _LARGEST_WORD_NUMBER else str(number)


def chinese_number(number: int, digits: str = _DIGITS, units: tuple[str, ...] = _UNITS, zero: str = "零") -> str:
    """Return a number below 10 000 in words: 12 → 十二, 105 → 一百零五, 20 → 二十."""
    if not 0 < number < 10_000:
        return str(number)
    words = ""
    gap = False
    for place in (3, 2, 1, 0):
        digit = number // 10**place % 10
        if digit:
            words += (zero if gap and words else "") + digits[digit] + units[place]
            gap = False
        else:
            gap = True
    return words.removeprefix("一") if words.startswith("一十") else words


def _positional(number: int) -> str:
    return "".join(_DIGITS[int(digit)] for digit in str(number)).replace("〇", "○")


def _counting(number: int) -> str:
    return chinese_number(number) if number < 100 else _positional(number)


def _letters(number: int) -> str:
    if number > 780:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    pairs = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
             (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
    text = ""
    for value, letters in pairs:
        text += letters * (number // value)
        number %= value
    return text


def _run(first: str, last: int) -> Callable[[int], str]:
    """Return a format made of consecutive code points, up to the number ``last``."""
    return lambda number: chr(ord(first) + number - 1) if number <= last else str(number)


def _cycle(signs: str) -> Callable[[int], str]:
    return lambda number: signs[(number - 1) % len(signs)]


def _legal(number: int) -> str:
    return chinese_number(number, _LEGAL_DIGITS, _LEGAL_UNITS)


def _full_width(number: int) -> str:
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))


def _circled(number: int) -> str:
    bands = ((20, "①", 0), (35, "㉑", 20), (50, "㊱", 35))
    for last, first, before in bands:
        if number <= last:
            return chr(ord(first) + number - before - 1)
    return str(number)


_FORMATS: dict[str, Callable[[int], str]] = {
    "chineseCounting": _counting,
    "taiwaneseCounting": _counting,
    "chineseCountingThousand": chinese_number,
    "taiwaneseCountingThousand": chinese_number,
    "japaneseCounting": chinese_number,
    "ideographDigital": _positional,
    "taiwaneseDigital": _positional,
    "japaneseDigitalTenThousand": _positional,
    "chineseLegalSimplified": _legal,
    "ideographLegalTraditional": _legal,
    "ideographTraditional": _cycle(_STEMS),
    "ideographZodiac": _cycle(_BRANCHES),
    "ideographEnclosedCircle": _run("㊀", 10),
    "decimalZero": lambda number: f"{number:02d}",
    "decimalFullWidth": _full_width,
    "decimalFullWidth2": _full_width,
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedParen": _run("⑴", 20),
    "decimalEnclosedFullstop": _run("⒈", 20),
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperRoman": _roman,
    "none": lambda _number: "",
}
