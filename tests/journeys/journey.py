"""Whole runs through the command line, and how tests look at what they left."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import yaml
from click.testing import CliRunner

from zuno.hearing import clerk
from zuno.interfaces.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
LOAN, SALE = "loan-tea-house", "sale-glass-jars"
SHARED_CASES = ROOT.parent / "shared" / "cases"
"""Further example cases with gold answers; tests that need them are skipped where they are absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one command said and where it wrote."""

    exit_code: int
    stdout: str
    stderr: str
    out: Path

    @property
    def review(self) -> dict[str, Any]:
        """The machine contract."""
        return json.loads((self.out / "review.json").read_text("utf-8"))

    @property
    def hearing(self) -> Path:
        """The clerk's run folder."""
        return self.out / "hearing"


def zuno(*arguments: str | Path, env: dict[str, str | None] | None = None) -> tuple[int, str, str]:
    """Run a command in this process; return exit code, stdout, stderr. A traceback fails the test."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], env=env)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def prepare(case: Path, out: Path, *options: str | Path) -> Run:
    """Run ``zuno prepare`` in this process."""
    exit_code, stdout, stderr = zuno("prepare", case, "--out", out, *options)
    return Run(exit_code=exit_code, stdout=stdout, stderr=stderr, out=out)


def command(*arguments: str | Path) -> list[str]:
    """The command line of ``zuno`` for a process of its own."""
    return [sys.executable, "-m", "zuno.interfaces.cli", *map(str, arguments)]


def environment(**changes: str) -> dict[str, str]:
    """The environment of this process, with changes; nothing of it asks for a language."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG", "LANGUAGE")}
    return {**kept, "PYTHONIOENCODING": "utf-8", **changes}


def prepare_apart(case: Path, out: Path, *options: str | Path, **env: str) -> Run:
    """Run ``zuno prepare`` in a process of its own."""
    done = subprocess.run(
        command("prepare", case, "--out", out, *options),
        capture_output=True,
        check=False,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    return Run(exit_code=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode(), out=out)


def copy_example(name: str, folder: Path) -> Path:
    """Copy an example, to be changed."""
    return Path(shutil.copytree(EXAMPLES / name, folder / name))


def change_settings(case: Path, **changes: Any) -> None:
    """Change fields of ``case.yaml``; None takes a field out."""
    path = case / "case.yaml"
    settings = {**yaml.safe_load(path.read_text("utf-8")), **changes}
    kept = {name: value for name, value in settings.items() if value is not None}
    path.write_text(yaml.safe_dump(kept, allow_unicode=True, sort_keys=False), "utf-8")


def fingerprint(folder: Path) -> dict[str, str]:
    """Name everything below a folder with its kind and digest, so that any change shows."""
    return {str(path.relative_to(folder)): _mark_of(path) for path in sorted(folder.rglob("*"))}


def _mark_of(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return "folder" if path.is_dir() else "special"


def events_of(hearing: Path) -> list[dict[str, Any]]:
    """Return the events of a hearing record in order."""
    return [json.loads(path.read_text("utf-8")) for path in sorted((hearing / "events").glob("*.json"))]


def packets_of(hearing: Path) -> list[tuple[str, dict[str, Any]]]:
    """Rebuild every packet that was given out, with its role, by the clerk's own functions."""
    state = clerk.State()
    packets: list[tuple[str, dict[str, Any]]] = []
    for event in events_of(hearing):
        clerk.advance(state, event)
        if event["type"] == "dispatch":
            packets.append((event["role"], clerk.packet(state)))
    return packets


def speeches_of(hearing: Path, role: str) -> list[str]:
    """Return what a role said, turn by turn."""
    return [
        event["speech"]["body"]
        for event in events_of(hearing)
        if event["type"] == "speech" and event["speech"]["role"] == role
    ]


def written_words(path: Path) -> str:
    """Return all the words in a file as a reader or a search would meet them, whatever its format."""
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as package:
            return "\n".join(_without_tags(package.read(name).decode("utf-8")) for name in _parts(package))
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        return f"{_without_tags(text)}\n{unescape(text)}"
    if path.suffix == ".json":
        return f"{text}\n{json.dumps(json.loads(text), ensure_ascii=False)}"
    return text


def _parts(package: zipfile.ZipFile) -> list[str]:
    return [name for name in package.namelist() if name.endswith((".xml", ".rels"))]


def _without_tags(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", markup))
