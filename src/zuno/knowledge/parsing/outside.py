"""Programs of the system that read what no package here reads: LibreOffice, unpackers.

They see one file in a folder of their own, no network where the system lets
us take it away, and limits of time, memory and size; what they leave behind
is killed with them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

try:
    import resource
except ImportError:  # no such limits outside Unix
    resource = None

MEMORY_LIMIT_BYTES = 4 * 1024**3
"""Address space of one program; LibreOffice maps about half of this at rest."""

ERRORS_KEPT_BYTES = 20_000
"""Words of complaint that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a program ended."""

    code: int
    output: bytes = b""
    errors: bytes = b""
    too_slow: bool = False


def find_program(*names: str) -> str | None:
    """Return the path of the first of the programs that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


def run(command: Sequence[str], folder: Path, limit_s: float, file_limit_bytes: int) -> Outcome:
    """Run a program without network and wait for it; its whole group is killed at the end.

    Args:
        command: The program's path and its arguments.
        folder: Where it runs; also its home.
        limit_s: Seconds until it is killed.
        file_limit_bytes: Size of the largest file that it may write, its output included.
    """
    environment = {
        "PATH": os.environ.get("PATH", ""), "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8", "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9",
    }  # fmt: skip
    with tempfile.TemporaryFile(dir=folder) as output, tempfile.TemporaryFile(dir=folder) as errors:
        process = subprocess.Popen(  # noqa: S603
            [*_without_network(), *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
            preexec_fn=partial(_set_limits, file_limit_bytes),
        )
        try:
            code, too_slow = process.wait(limit_s), False
        except subprocess.TimeoutExpired:
            code, too_slow = -1, True
        finally:
            _kill_group(process)
        output.seek(0)
        errors.seek(0)
        return Outcome(code=code, output=output.read(), errors=errors.read(ERRORS_KEPT_BYTES), too_slow=too_slow)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _set_limits(file_limit_bytes: int) -> None:
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit_bytes, file_limit_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@cache
def _without_network() -> tuple[str, ...]:
    """Return the command that takes the network away, where the system allows it."""
    unshare, nothing = shutil.which("unshare"), shutil.which("true")
    if unshare is None or nothing is None:
        return ()
    prefix = (unshare, "--map-root-user", "--net", "--")
    try:
        tried = subprocess.run([*prefix, nothing], capture_output=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return prefix if tried.returncode == 0 else ()
