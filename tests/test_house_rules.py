"""What no tool checks: the habits of the house, over the source and the tracked files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "zuno"
MODULES = sorted(PACKAGE.rglob("*.py"))
BANNED_WORDS = ("Manager", "Helper", "Util", "Orchestrator", "Coordinator")
MACHINE_FOLDERS = ("work", "tmp", "home")
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+")


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def _name(path: Path) -> str:
    """Dotted name of a module, its package's for ``__init__``."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _tracked() -> list[Path]:
    """Files that are, or would be, under version control; everything below the root where there is no git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file()]


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        return None


def test_private_modules_are_imported_by_their_own_room_only() -> None:
    strangers = [
        f"{_name(path)} imports {target}"
        for path in MODULES
        for target in _imports(_tree(path))
        if (private := re.match(r"zuno\.(\w+)(?:\.\w+)*?\._[a-z]\w*", target))
        and (PACKAGE.parent / private.group().replace(".", "/")).with_suffix(".py").is_file()
        and not _name(path).startswith(f"zuno.{private[1]}")
    ]
    assert strangers == []


def test_the_clerk_imports_the_standard_library_alone() -> None:
    imported = {name.split(".")[0] for name in _imports(_tree(PACKAGE / "hearing" / "clerk.py"))}
    assert imported <= sys.stdlib_module_names


def test_nothing_but_the_interfaces_prints() -> None:
    printing = [
        f"{_name(path)}:{node.lineno}"
        for path in MODULES
        if "interfaces" not in path.relative_to(PACKAGE).parts
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert printing == []


def test_no_class_is_named_for_managing() -> None:
    named = [
        node.name
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ClassDef) and any(word in node.name for word in BANNED_WORDS)
    ]
    assert named == []


def test_no_tracked_text_names_a_folder_of_somebodys_machine() -> None:
    folders = re.compile(rf"(?<![\w.~}}\])])/(?:{'|'.join(MACHINE_FOLDERS)})/")
    naming = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in _tracked()
        if (text := _text(path)) is not None and (match := folders.search(text))
    ]
    assert naming == []


def test_the_lock_holds_exact_versions_and_nothing_else() -> None:
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#") and not PIN.fullmatch(line)] == []


def test_the_lock_pins_the_build_backend_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    locked = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    assert set(project["build-system"]["requires"]) <= set(locked)


def test_the_lock_names_every_package_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {_plain(re.split(r"[<>=!~\[; ]", requirement)[0]) for requirement in wanted}
    locked = {_plain(line.split("==")[0]) for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines()}
    assert names <= locked


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
