"""The tables of a score: for a terminal, and for the README between its markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zuno.errors import Invalid

BEGIN, END = "<!-- score: begin -->", "<!-- score: end -->"
READMES = ("README.md", "README.zh-CN.md")
RATES = ("gap_recall", "gap_precision", "finding_recall", "finding_precision")
MEANS = ("false_findings_per_clean", "false_gaps_per_clean")

Json = Mapping[str, Any]


class NoMarkers(Invalid):
    """A README has no place for the score: put the two marker lines where it shall stand."""

    code = "no_score_markers"


def rows(result: Json) -> list[list[str]]:
    """Return the table of a result: head, total, then causes, kinds and styles."""
    head = ["", "n", *RATES, *MEANS, "clean_cells", "cause"]
    groups = [("all", result["total"])]
    for group in ("by_cause", "by_kind", "by_style"):
        groups += [(f"{group[3:]} {name}", score) for name, score in result[group].items()]
    return [head, *(_row(name, score) for name, score in groups)]


def _row(name: str, score: Json) -> list[str]:
    rates = [_rate(score[rate]) for rate in RATES]
    means = ["" if score[mean] is None else f"{score[mean]:.2f}" for mean in MEANS]
    return [name, str(score["defective"]), *rates, *means, _rate(score["clean_cells"]), _rate(score["cause"])]


def _rate(rate: Json) -> str:
    """Write 0.93 [0.88–0.96]."""
    if rate["value"] is None:
        return ""
    value, low, high = (f"{rate[key]:.2f}" for key in ("value", "low", "high"))
    return f"{value} [{low}–{high}]"


def table(result: Json) -> str:
    """Return the table with its columns under each other."""
    told = rows(result)
    widths = [max(len(row[at]) for row in told) for at in range(len(told[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in told
    )


def misses(result: Json) -> list[str]:
    """Return a line for every miss and every false alarm, with the id of its case."""
    return [
        f"{item['case']}  {word} {what}"
        for item in result["cases"]
        for word in ("missed", "false")
        for what in item[word]
    ]


def write_score(evaluation: Json, folder: Path) -> list[Path]:
    """Write the score of an evaluation between the markers of the READMEs of a folder; repeating it changes nothing.

    Raises:
        NoMarkers: One of them lacks the markers; none was changed.
    """
    texts = {folder / name: (folder / name).read_text("utf-8") for name in READMES}
    for path, text in texts.items():
        if text.count(BEGIN) != 1 or text.count(END) != 1:
            raise NoMarkers(f"{path.name} 没有放成绩的两行标记", where=str(path), next_step=f"加上 {BEGIN} 和 {END}")
    for path, text in texts.items():
        before, _, rest = text.partition(BEGIN)
        path.write_text(f"{before}{BEGIN}\n{_block(evaluation)}\n{END}{rest.partition(END)[2]}", "utf-8")
    return list(texts)


def _block(evaluation: Json) -> str:
    run, data, result = evaluation["run"], evaluation["dataset"], evaluation["result"]
    shown = [row for row in rows(result) if not row[0].startswith("kind")]
    return "\n".join(
        [
            f"`zuno bench defects --n {run['n']} --seed {run['seed']}` · {run['started'][:10]} · "
            f"data {data['version'][:8]} · code {run['code'][:8]} · "
            f"{result['total']['defective']} defective + {result['total']['clean']} clean",
            "",
            *_markdown(shown),
        ]
    )


def _markdown(told: Sequence[Sequence[str]]) -> list[str]:
    head, *body = (f"| {' | '.join(row)} |" for row in told)
    return [head, "|" + "---|" * len(told[0]), *body]
