"""Where Zuno keeps what it derives from case material, so that reading twice costs nothing.

Everything below the home can be deleted and made again; it holds the text of
confidential files, so only its owner may look into it.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

import platformdirs

from zuno.errors import Unavailable


class HomeUnwritable(Unavailable):
    """The home cannot be made: set ``ZUNO_HOME`` to a folder that can be written."""

    code = "home_unwritable"


def home() -> Path:
    """Return the folder of readings and indexes, made if it was missing.

    ``ZUNO_HOME`` if that is set, else the user's data folder of the system. Only the owner
    may list it (where the system knows owners).

    Raises:
        HomeUnwritable: It cannot be made or written.
    """
    named = os.environ.get("ZUNO_HOME")
    folder = Path(named) if named else Path(platformdirs.user_data_dir("zuno", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise _unwritable(folder) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unwritable(folder)
    return folder


def _unwritable(folder: Path) -> HomeUnwritable:
    return HomeUnwritable(
        f"无法在 {folder} 存放识别结果和索引", where=str(folder), next_step="把环境变量 ZUNO_HOME 设为可写的文件夹"
    )


@cache
def code_digest() -> str:
    """Return the SHA-256 of Zuno's own code and data: what is derived by other code may differ."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".yaml", ".json")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
