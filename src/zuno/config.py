"""Where Zuno keeps what it derives from case material, so that reading twice costs nothing.

Everything below the home can be deleted and made again; it holds the text of
confidential files, so only its owner may look into it.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Return the folder of readings and indexes, made if it was missing.

    ``ZUNO_HOME`` if that is set, else the user's data folder of the system. Only the owner
    may list it (where the system knows owners).

    Raises:
        OSError: It cannot be made; set ``ZUNO_HOME`` to a folder that can be written.
    """
    named = os.environ.get("ZUNO_HOME")
    folder = Path(named) if named else Path(platformdirs.user_data_dir("zuno", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
