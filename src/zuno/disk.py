"""What the disk must have done before a fact counts: written through, and one writer at a time.

Knows nothing of what is written. (The clerk, one file of the standard library alone, has its own.)
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_POLL_S = 0.05
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What file systems say that cannot sync a folder."""


@contextlib.contextmanager
def locked(path: Path, *, wait_s: float) -> Generator[bool]:
    """Hold a lock file, which stays behind; a program that dies lets go of it.

    Args:
        path: Made if it was missing, readable by its owner alone.
        wait_s: How long to wait for another holder; 0 looks once.

    Yields:
        Whether the lock is held; False when another program held it all that time.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + wait_s
        held = _try_lock(descriptor)
        while not held and time.monotonic() < deadline:
            time.sleep(_POLL_S)
            held = _try_lock(descriptor)
        yield held
    finally:
        os.close(descriptor)  # lets the lock go


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut, where the system can.

    Raises:
        OSError: The disk refused it.
    """
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)
