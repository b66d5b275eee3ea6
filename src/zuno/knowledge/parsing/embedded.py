"""Files embedded in Office documents: taken out of the wrapping that OLE puts around them."""

from __future__ import annotations

import posixpath
import struct
from dataclasses import replace

from zuno.knowledge.parsing.charset import decode_name
from zuno.knowledge.parsing.compound import open_compound
from zuno.knowledge.parsing.reading import Member

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OWN_STREAMS = (("WordDocument", ".doc"), ("Workbook", ".xls"), ("Book", ".xls"), ("PowerPoint Document", ".ppt"))
_WRAPPED_STREAMS = ("Package", "CONTENTS")
"""Streams that hold a whole file: a new Office file, or a PDF."""


def embedded_file(member: Member, part: str) -> Member | None:
    """Return the file that an embedded part holds, with a name that says its kind.

    Args:
        member: The part as it lies in the document.
        part: Its name there; a part that is no OLE wrapping keeps its extension.

    Returns:
        The member to read, or None where the part holds no file (formulas, charts, controls).
    """
    ending = posixpath.splitext(part)[1].lower()
    if member.refusal is not None:
        return member
    if not member.data.startswith(_COMPOUND):
        return replace(member, name=f"{member.name}{ending}") if member.data else None
    try:
        with open_compound(member.data) as compound:
            for stream, own in _OWN_STREAMS:
                if compound.has(stream):
                    return replace(member, name=f"{member.name}{own}")
            for stream in _WRAPPED_STREAMS:
                if compound.has(stream):
                    return replace(member, data=compound.stream(stream))
            if compound.has("\x01Ole10Native"):
                return _native(member, compound.stream("\x01Ole10Native"))
    except (OSError, ValueError, struct.error):
        return None
    return None


def _native(member: Member, stream: bytes) -> Member | None:
    """Read what the packager of Windows wrote: label, two paths, then the file."""
    at = 6
    names: list[bytes] = []
    for _ in range(2):
        end = stream.index(b"\0", at)
        names.append(stream[at:end])
        at = end + 1
    at += 4
    skipped = struct.unpack_from("<I", stream, at)[0]
    at += 4 + skipped
    size = struct.unpack_from("<I", stream, at)[0]
    content = stream[at + 4 : at + 4 + size]
    if not content or len(content) < size:
        return None
    base = decode_name(names[0] or names[1]).replace("\\", "/").rsplit("/", 1)[-1]
    return replace(member, name=f"{member.name}-{base}" if base else member.name, data=content)
