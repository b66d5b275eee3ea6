"""OLE compound files: what lies under XLS, DOC, MSG and embedded objects, opened without believing its sizes."""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import olefile


class Compound:
    """The storages and streams of one file."""

    def __init__(self, files: olefile.OleFileIO[str], size_bytes: int) -> None:
        self._files = files
        self._size_bytes = size_bytes

    def has(self, *path: str) -> bool:
        """Tell whether there is such a storage or stream."""
        return bool(self._files.exists(list(path)))

    def stream(self, *path: str) -> bytes:
        """Return a stream; nothing where there is none.

        Raises:
            ValueError: The stream says that it is larger than the file.
            OSError: It is damaged.
        """
        if not self._files.exists(list(path)):
            return b""
        if self._files.get_size(list(path)) > self._size_bytes:
            raise ValueError("stream larger than its file")
        return self._files.openstream(list(path)).read()

    def storages(self) -> Sequence[list[str]]:
        """Return the paths of all storages."""
        return self._files.listdir(streams=False, storages=True)


@contextmanager
def open_compound(data: bytes) -> Generator[Compound]:
    """Open a compound file.

    Raises:
        OSError: It is damaged.
        ValueError: A part says that it is larger than the file.
    """
    with olefile.OleFileIO(io.BytesIO(data)) as files:
        root: Any = files.root
        if root is None or root.size > len(data):
            raise ValueError("root larger than its file")
        yield Compound(files, len(data))
