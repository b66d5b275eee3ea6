"""Runs shared by the journeys, each made once, and the scores that the summary prints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import yaml
from journey import EXAMPLES, SHARED_CASES, Run, prepare

SCORES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Run]:
    """Prepare an example of ours once; the output is only to be read."""

    @cache
    def prepared(name: str) -> Run:
        return prepare(EXAMPLES / name, tmp_path_factory.mktemp(name) / "out", "--json")

    return prepared


@pytest.fixture(scope="session")
def gold_case(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], tuple[dict[str, Any], Run]]:
    """Prepare a case that has a gold answer once, from its material alone; return the answer and the run."""

    @cache
    def prepared(name: str, variant: str) -> tuple[dict[str, Any], Run]:
        folder = SHARED_CASES / name / variant
        if not folder.is_dir():
            pytest.skip(f"no example case {name}/{variant}")
        gold = yaml.safe_load((folder / "gold.yaml").read_text("utf-8"))
        out = tmp_path_factory.mktemp(f"{name}-{variant}") / "out"
        return gold, prepare(folder / "materials", out, *gold_options(gold))

    return prepared


def gold_options(gold: dict[str, Any]) -> list[str]:
    """Return the options that a gold answer gives for its case."""
    private = [option for file in gold["private"] for option in ("--private", file)]
    return ["--side", gold["our_side"], "--filing-date", gold["filing_date"], *private]


@pytest.fixture(scope="session")
def scoreboard(request: pytest.FixtureRequest) -> list[str]:
    """Lines that the summary of the test run prints."""
    return request.config.stash.setdefault(SCORES, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the scores of the example cases."""
    lines = config.stash.get(SCORES, [])
    if lines:
        terminalreporter.section("example cases scored")
        for line in lines:
            terminalreporter.write_line(line)
