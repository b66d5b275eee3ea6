"""Progress on stderr: a bar with counts on a terminal, one line a stage elsewhere."""

from __future__ import annotations

import sys
from typing import TextIO

from zuno.interfaces.messages import Language, say

_WIDTH = 24


class ProgressLine:
    """Shows how far a stage has come; says nothing about what is in the files."""

    def __init__(self, language: Language, stream: TextIO | None = None) -> None:
        self._language: Language = language
        self._stream = stream if stream is not None else sys.stderr
        self._terminal = self._stream.isatty()
        self._stage = ""

    def show(self, stage: str, done: int, total: int, what: str) -> None:
        """Show ``done`` of ``total`` steps of a stage; ``what`` names the present one."""
        name = say(f"stage_{stage}", self._language)
        if self._terminal:
            if stage != self._stage:
                self._end_line()
            filled = _WIDTH * done // total if total else _WIDTH
            bar = "█" * filled + "░" * (_WIDTH - filled)
            self._stream.write(f"\r\x1b[K{name} {bar} {done}/{total} {what[:40]}")
        elif done == total:
            self._stream.write(f"{name} {done}/{total}\n")
        self._stage = stage
        self._stream.flush()

    def end(self) -> None:
        """Leave the last bar's line."""
        self._end_line()
        self._stage = ""

    def _end_line(self) -> None:
        if self._terminal and self._stage:
            self._stream.write("\n")
            self._stream.flush()
