"""Reading of the YAML data that ships with this room."""

from __future__ import annotations

from importlib import resources
from typing import Any, cast

import yaml

# libyaml where it was built in; the same loader in Python elsewhere.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(*path: str) -> dict[str, Any]:
    """Return the mapping in a data file of the room, such as ``read("tables", "lpr.yaml")``."""
    text = resources.files("zuno.casework").joinpath(*path).read_text("utf-8")
    return cast("dict[str, Any]", yaml.load(text, Loader=_LOADER))  # noqa: S506  (a safe loader)
