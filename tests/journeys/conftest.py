"""Runs shared by the journeys, each made once, and the scores that the summary prints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from journey import EXAMPLES, Run, prepare

SCORES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Run]:
    """Prepare an example once; the output is only to be read."""

    @cache
    def prepared(name: str) -> Run:
        return prepare(EXAMPLES / name, tmp_path_factory.mktemp(name) / "out")

    return prepared


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
