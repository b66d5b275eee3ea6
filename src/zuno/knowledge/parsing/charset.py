"""Which characters the bytes mean: UTF-8, UTF-16, GB18030 or Big5.

The rule is strict UTF-8 first, then the reading with the larger share of
common hanzi. Short GBK text can be valid UTF-8 by accident (「转12,345.00元」
reads as ``ת12,345.00Ԫ``); such text is read as GB18030 and marked ambiguous.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

SAMPLE_BYTES = 32 * 1024
"""Bytes taken at the start, the middle and the end to judge a reading."""

BIG5_MARGIN = 0.2
"""How much larger the share of common hanzi must be before Big5 beats GB18030."""

DAMAGE_SHARE = 0.01
"""Largest share of undecodable places that is still text (flag ``undecodable_bytes``)."""

WEAK_SHARE = 0.5
"""Below this share of common hanzi no reading is trusted."""

FEW_HANZI = 3
"""With more, everyday hanzi in one reading are no accident, whatever the other gives."""

ACCIDENT_LETTERS = 16
"""Accidental UTF-8 has few distinct letters; more than this is a real script."""

HANZI = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_CHINESE_SIGNS = re.compile("[\u3001-\u303f\uff01-\uffee]")
_GREEK = re.compile("[\u0391-\u03a9\u03b1-\u03c9]")
"""Plain Greek letters: units and diameters (Φ16, μ), ordinary in Chinese papers of every encoding."""
_CONTROLS = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")

_DECLARED = {
    "gb2312": "gb18030",
    "gb_2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "cp936": "gb18030",
    "936": "gb18030",
    "big5": "cp950",
    "x-x-big5": "cp950",
    "us-ascii": "ascii",
}
"""Charset names as mail and web pages declare them; gb2312 in practice holds GBK and more."""

_FITS_ANYTHING = {"iso-8859-1", "latin-1", "latin1", "iso-8859-15", "windows-1252", "cp1252"}
"""Western charsets that old programs declare by habit; any bytes fit them, so Chinese bytes outweigh them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Text with the encoding that was chosen and how sure the choice is."""

    text: str
    encoding: str
    ambiguous: bool = False
    damaged: int = 0
    """Places that could not be decoded and hold U+FFFD now."""


@cache
def common_hanzi() -> frozenset[str]:
    """Return the everyday hanzi: GB2312 level 1 (simplified) and Big5 level 1 (traditional)."""
    return simplified_hanzi() | traditional_hanzi()


@cache
def simplified_hanzi() -> frozenset[str]:
    """Return GB2312 level 1, derived from the codec (rows 16 to 55)."""
    return _decodable("gb2312", range(0xB0, 0xD8), [*range(0xA1, 0xFF)])


@cache
def traditional_hanzi() -> frozenset[str]:
    """Return Big5 level 1, derived from the codec (A440 to C67E)."""
    return _decodable("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])


def _decodable(codec: str, leads: range, trails: list[int]) -> frozenset[str]:
    found: set[str] = set()
    for lead in leads:
        for trail in trails:
            try:
                found.add(bytes((lead, trail)).decode(codec))
            except UnicodeDecodeError:
                continue
    return frozenset(found)


def hanzi_share(text: str, common: frozenset[str]) -> float:
    """Return the share of ``common`` among the non-ASCII letters of ``text`` (0 when there are none).

    Signs and full-width forms count for nothing; letters of other scripts and
    private-use characters count against the reading.
    """
    counted = hits = 0
    for char in text:
        if char in common:
            hits += 1
        elif char < "\x80" or _CHINESE_SIGNS.match(char) or _GREEK.match(char) or not _is_letterlike(char):
            continue
        counted += 1
    return hits / counted if counted else 0.0


def _is_letterlike(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMC"


def decode(data: bytes) -> Decoded | None:
    """Decode the bytes of a text file.

    Args:
        data: The whole file.

    Returns:
        The text and how it was read, or None when the bytes are not text.
    """
    marked = _by_mark(data)
    if marked is not None:
        return marked
    if b"\x00" in data:
        return _utf16_without_mark(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        decoded = _not_utf8(data)
    else:
        decoded = _settle_accident(data, text)
    if decoded is None or decoded.ambiguous or _CONTROLS.search(decoded.text):
        wide = _utf16_without_mark(data)  # pure Chinese has no zero bytes even there
        if wide is not None and len(HANZI.findall(wide.text[:SAMPLE_BYTES])) >= 2:
            return Decoded(text=wide.text, encoding=wide.encoding, ambiguous=decoded is not None, damaged=wide.damaged)
    if decoded is None or _looks_binary(decoded.text):
        return None
    return decoded


def decode_declared(data: bytes, charset: str | None) -> Decoded | None:
    """Decode bytes whose charset was declared; the declaration is believed only if it decodes.

    Args:
        data: Raw bytes of a mail part or header word.
        charset: Name as declared, or None.
    """
    name = _DECLARED.get((charset or "").lower().strip("'\" "), (charset or "").lower().strip("'\" "))
    looked = decode(data) if name in _FITS_ANYTHING else None
    if looked is not None and not looked.ambiguous and HANZI.search(looked.text):
        return looked
    if name and name != "ascii":
        try:
            return Decoded(text=data.decode(name), encoding=name)
        except (LookupError, ValueError):
            pass
    return decode(data)


def decode_name(raw: bytes) -> str:
    """Decode a file name stored without a charset mark (zip entries, GBK disks); never fails."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return _settle_accident(raw, text).text
    for encoding in ("gb18030", "cp437"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _by_mark(data: bytes) -> Decoded | None:
    marks = (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    )
    for mark, encoding in marks:
        if not data.startswith(mark):
            continue
        text = data.decode(encoding, "replace")
        damaged = text.count("\ufffd")
        if damaged > max(2, len(text) * DAMAGE_SHARE) or _looks_binary(text):
            return None
        return Decoded(text=text, encoding=encoding, damaged=damaged)
    return None


def _utf16_without_mark(data: bytes) -> Decoded | None:
    """Read NUL-holding bytes as UTF-16 if nearly everything in it is Chinese or ASCII."""
    if len(data) % 2:
        return None
    best: tuple[float, str] = (0.0, "")
    for encoding in ("utf-16-le", "utf-16-be"):
        sample = data[: SAMPLE_BYTES * 2].decode(encoding, "replace")
        plausible = sum(" " <= char < "\x7f" or char in "\r\n\t" or char in common_hanzi() for char in sample)
        plausible += len(_CHINESE_SIGNS.findall(sample)) + sum(char in "¥·×°±—…“”‘’" for char in sample)
        best = max(best, (plausible / len(sample), encoding))
    if best[0] < 0.8:
        return None
    text = data.decode(best[1], "replace")
    return Decoded(text=text, encoding=best[1], damaged=text.count("\ufffd"))


def _settle_accident(data: bytes, text: str) -> Decoded:
    """Decide between the UTF-8 reading and the chance that the bytes are GBK."""
    as_utf8 = Decoded(text=text, encoding="utf-8")
    if text.isascii() or len(text) > SAMPLE_BYTES or HANZI.search(text) or _CHINESE_SIGNS.search(text):
        return as_utf8
    strange = _strange_letters(text)
    if not strange or len(set(strange)) > ACCIDENT_LETTERS or _is_word_of_one_script(text):
        return as_utf8
    try:
        other = data.decode("gb18030")
    except UnicodeDecodeError:
        return as_utf8
    if hanzi_share(other, simplified_hanzi()) < 0.75:
        return as_utf8
    return Decoded(text=other, encoding="gb18030", ambiguous=True)


def _strange_letters(text: str) -> list[str]:
    """Return letters that two GBK bytes read as UTF-8 give and Chinese papers do not hold.

    Latin letters inside a Latin word (café) and Greek ones (Φ16) are ordinary.
    """
    found: list[str] = []
    for at, char in enumerate(text):
        if char < "\u00c0" or char > "\u07ff" or _GREEK.match(char) or not _is_letterlike(char):
            continue
        if char < "\u0250" and (text[at - 1 : at].isalpha() or text[at + 1 : at + 2].isalpha()):
            continue
        found.append(char)
    return found


_ONE_SCRIPT: tuple[re.Pattern[str], ...] = (
    re.compile("[\u0400-\u04ff]{3}"),
    re.compile("[\u0531-\u058f]{3}"),
    re.compile("[\u0590-\u05ff]{3}"),
    re.compile("[\u0600-\u06ff]{3}"),
)


def _is_word_of_one_script(text: str) -> bool:
    letters = re.findall("[\u0400-\u06ff]", text)
    return len(letters) > 3 and any(
        pattern.search(text) and all(pattern.match(letter * 3) for letter in letters) for pattern in _ONE_SCRIPT
    )


def _not_utf8(data: bytes) -> Decoded | None:
    """Choose among damaged UTF-8, GB18030 and Big5 by their share of common hanzi."""
    readings = [
        _score(data, "gb18030", simplified_hanzi),
        _score(data, "cp950", traditional_hanzi),
        _score(data, "utf-8", common_hanzi),
    ]
    gb, big5, utf8 = readings
    chosen = gb
    if big5.damage <= DAMAGE_SHARE and (big5.share > gb.share + BIG5_MARGIN or gb.damage > DAMAGE_SHARE):
        chosen = big5
    if utf8.damage <= DAMAGE_SHARE and utf8.share >= WEAK_SHARE and utf8.damage < chosen.damage + DAMAGE_SHARE:
        chosen = max((chosen, utf8), key=lambda reading: reading.share - 10 * reading.damage)
    if chosen.damage > DAMAGE_SHARE:
        return _western(data)
    text = data.decode(chosen.encoding, "replace")
    weak = hanzi_share(text[:SAMPLE_BYTES], common_hanzi()) < WEAK_SHARE
    return Decoded(
        text=text,
        encoding=chosen.encoding,
        ambiguous=weak or (len(HANZI.findall(text[:SAMPLE_BYTES])) <= FEW_HANZI and _fit_alike(gb, big5)),
        damaged=text.count("\ufffd"),
    )


def _fit_alike(gb: _Score, big5: _Score) -> bool:
    """Tell whether both readings give nothing but everyday hanzi, as a word or two may."""
    return gb.damage == big5.damage == 0 and gb.share == big5.share == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Score:
    encoding: str
    share: float
    damage: float
    """Undecodable places per character."""


def _score(data: bytes, encoding: str, common: Callable[[], frozenset[str]]) -> _Score:
    sample = _sample(data)
    text = sample.decode(encoding, "replace")
    cut_marks = 4 if len(sample) < len(data) else 0  # a cut through a character is not damage
    damage = max(0, text.count("\ufffd") - cut_marks) / max(1, len(text))
    return _Score(encoding=encoding, share=hanzi_share(text.replace("\ufffd", ""), common()), damage=damage)


def _sample(data: bytes) -> bytes:
    if len(data) <= 3 * SAMPLE_BYTES:
        return data
    middle = len(data) // 2
    return b"\n".join((data[:SAMPLE_BYTES], data[middle : middle + SAMPLE_BYTES], data[-SAMPLE_BYTES:]))


def _western(data: bytes) -> Decoded | None:
    """Read mostly-ASCII bytes with a few 8-bit letters as Windows Latin, marked ambiguous."""
    sample = _sample(data)
    high = sum(byte >= 0x80 for byte in sample)
    if high > len(sample) * 0.1:
        return None
    return Decoded(text=data.decode("cp1252", "replace"), encoding="cp1252", ambiguous=True)


def _looks_binary(text: str) -> bool:
    sample = text[:SAMPLE_BYTES]
    return len(_CONTROLS.findall(sample)) > max(1, len(sample) // 100)
