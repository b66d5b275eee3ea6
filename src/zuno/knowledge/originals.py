"""The bytes of the files that must be looked at again: scans to read, pages to compare with their text.

Copies for the length of one run, named by content; they go when the run ends.
The case folder stays the only keeper of the files.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path
from types import TracebackType

from zuno.knowledge.records import Document

LOOKED_AT_AGAIN = frozenset({"pdf", "image", "ofd"})
"""Formats with pages to look at."""

STALE_S = 2 * 24 * 3600
"""Age after which copies are swept away whoever made them."""

_PREFIX = "originals-"


class Originals:
    """A folder of copies that only its owner may read; use it as a context."""

    def __init__(self, home: Path) -> None:
        """Make the folder below ``home`` and sweep away what killed runs left there."""
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in home.glob(f"{_PREFIX}*"):
            if _left_behind(old):
                shutil.rmtree(old, ignore_errors=True)
        self._folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=home))

    def __enter__(self) -> Originals:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def keep(self, document: Document, data: bytes) -> None:
        """Keep the bytes of a document whose pages may be looked at again; repeating it costs nothing."""
        path = self._folder / document.sha256
        if document.format in LOOKED_AT_AGAIN and not path.exists():
            path.write_bytes(data)

    def path(self, sha256: str) -> Path | None:
        """Return where the copy of a file lies, or None when it was not kept."""
        path = self._folder / sha256
        return path if path.is_file() else None  # what was never taken out of its archive has no digest


def _left_behind(folder: Path) -> bool:
    """Whether the program that made a folder has ended without taking it away."""
    try:
        if time.time() - folder.stat().st_mtime > STALE_S:
            return True
        maker = int(folder.name.removeprefix(_PREFIX).split("-")[0])
    except (OSError, ValueError):
        return False
    if os.name != "posix":  # elsewhere asking after a process can end it
        return False
    try:
        os.kill(maker, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
