"""Where evaluations are kept: one JSON file each in ``evaluations/`` of the home, written once.

They are history: nothing here changes or deletes one. They hold fictional cases only.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from zuno import config
from zuno.errors import NotFound
from zuno.observability.records import Evaluation


class NoStoredRun(NotFound):
    """No run over the whole data set is stored: run ``zuno bench defects`` without choosing causes or styles."""

    code = "no_stored_run"


def as_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return an evaluation as JSON knows it: times in ISO form."""
    told = asdict(evaluation)
    told["run"]["started"] = evaluation.run.started.isoformat()
    told["run"]["finished"] = evaluation.run.finished.isoformat()
    return told


def keep(evaluation: Evaluation) -> Path:
    """Write an evaluation, whole or not at all; return its file."""
    run = evaluation.run
    folder = config.home() / "evaluations"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{run.started:%Y%m%dT%H%M%S%f}-{evaluation.dataset.name}-{run.dataset[:8]}.json"
    pending = path.with_suffix(".new")
    pending.write_text(json.dumps(as_json(evaluation), ensure_ascii=False, indent=1) + "\n", "utf-8")
    pending.replace(path)
    return path


def latest(causes: tuple[str, ...], styles: tuple[str, ...]) -> dict[str, Any]:
    """Return the last stored evaluation over exactly these causes and styles.

    Raises:
        NoStoredRun: There is none.
    """
    for path in sorted((config.home() / "evaluations").glob("*.json"), reverse=True):
        told = cast("dict[str, Any]", json.loads(path.read_text("utf-8")))
        if (tuple(told["dataset"]["causes"]), tuple(told["dataset"]["styles"])) == (causes, styles):
            return told
    raise NoStoredRun("没有存下的全量基准运行", next_step="先运行 zuno bench defects，不加 --causes 和 --styles")
