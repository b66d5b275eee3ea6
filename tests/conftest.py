"""One home for all readings of a test run: a picture that many tests meet is recognised once."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is recognised out of the user's own home."""
    os.environ["ZUNO_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    del os.environ["ZUNO_HOME"]
