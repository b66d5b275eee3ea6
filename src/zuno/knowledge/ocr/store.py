"""Page readings on disk, so that no page is recognised twice and a killed run resumes at the page.

Laid out as ``ocr/<sha256[:2]>/<sha256>/<config>/<page>.json`` below the store. Everything
here can be deleted and made again; it holds the text of confidential files, so only
its owner may read it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from zuno.disk import sync_folder

OCR_VERSION = 2
"""Raise it with every change in this room that changes a reading: stored pages are then made anew."""

_PACKAGES = ("onnxruntime", "opencv-python-headless", "pillow", "pillow-heif", "pypdfium2", "rapidocr")


def config_of_this_build() -> str:
    """Return a short hash of everything that decides what is read from a picture."""
    settings = [f"zuno-ocr {OCR_VERSION}"]
    for package in _PACKAGES:
        try:
            settings.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            settings.append(f"{package} -")
    return sha256("\n".join(settings).encode()).hexdigest()[:16]


class PageStore:
    """What was recognised in earlier runs by this very build."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._config = config_of_this_build()

    def load(self, digest: str, name: str) -> dict[str, Any] | None:
        """Return what was kept for a file and page; None if nothing was, or if it is damaged."""
        try:
            kept = json.loads(self._file(digest, name).read_bytes())
            content = kept["content"]
            whole = kept["sha256"] == _digest(content)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return content if whole else None

    def save(self, digest: str, name: str, content: dict[str, Any]) -> None:
        """Keep what was recognised; after the return it survives a power cut.

        Raises:
            OSError: The disk refused it.
        """
        file = self._file(digest, name)
        folder = self._root
        for part in file.parent.relative_to(self._root).parts:
            folder /= part
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".new-")  # readable by the owner alone
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                json.dump({"sha256": _digest(content), "content": content}, out, ensure_ascii=False)
                out.flush()
                os.fsync(out.fileno())
            Path(temporary).replace(file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        sync_folder(file.parent)

    def forget(self, digest: str) -> None:
        """Erase what was recognised in a file, by any build; repeating it is harmless.

        Raises:
            OSError: Something of it could not be deleted.
        """
        folder = self._root / "ocr" / digest[:2] / digest
        if folder.exists():
            shutil.rmtree(folder)

    def _file(self, digest: str, name: str) -> Path:
        return self._root / "ocr" / digest[:2] / digest / self._config / f"{name}.json"


def _digest(content: dict[str, Any]) -> str:
    return sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
