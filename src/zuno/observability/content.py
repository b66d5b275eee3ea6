"""The content of the seeded-defect data set: a folder a cause, made into cases.

``defects/<cause>/cause.yaml`` holds the facts, the right marks and the defects;
``defects/<cause>/<style>.txt`` the documents as one kind of person writes them.
How to write them: ``docs/howto/write-a-benchmark-case.md``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from decimal import Decimal
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import yaml
from jinja2 import Environment, StrictUndefined, TemplateError

from zuno.casework import review_json
from zuno.casework.periods import add_months
from zuno.errors import Invalid
from zuno.observability.drawing import Draws, misprinted
from zuno.observability.papers import BadPaper, Paper, papers_of
from zuno.observability.records import Dataset, Expected, Planted
from zuno.observability.wording import cents, filters

SHIPPED = Path(__file__).parent / "defects"

CLEAN = "clean"
GAP_KINDS = ("omit", "weaken")
STANDING = frozenset({"supported", "not_applicable"})
"""Marks of a cell that needs no work."""

# The text is no web page: what stands there is what a person wrote.
_JINJA = Environment(autoescape=False, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
_JINJA.filters.update(filters())


class BadContent(Invalid):
    """A content file of the benchmark is wrong: correct the place named."""

    code = "bad_benchmark_content"


class NoSuchContent(Invalid):
    """No cause or style of this name has content: choose among those that the message lists."""

    code = "no_such_content"


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """One thing removed or corrupted, and what must then be named."""

    id: str
    kind: str
    """``omit``, ``weaken`` or the finding code."""
    what: str
    omit: tuple[str, ...] = ()
    """Keys of documents left out; ``*`` is allowed."""
    set: Mapping[str, str]
    """Fact → expression that takes the place of its own."""
    cells: Mapping[str, tuple[str, ...]]
    """Element → marks that are right; these gaps must be named."""
    documents: tuple[str, ...] = ()
    """Keys of the documents that show the error; naming one is enough."""
    also_ok: frozenset[str]
    also_accept: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """All that is known of one cause."""

    cause: str
    our_side: str
    private: tuple[str, ...]
    """Keys of the documents that only our side may see."""
    facts: Mapping[str, str]
    """Fact → expression, in the order in which they are worked out."""
    cells: Mapping[str, tuple[str, ...]]
    """Element → right marks of the clean case."""
    also_accept: frozenset[str]
    defects: Mapping[str, Defect]
    styles: Mapping[str, str]
    """Style → template."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case as it would be handed in, with its right answer."""

    cause: str
    style: str
    copy: int
    defect: str
    """``clean`` or the id of the defect."""
    kind: str
    """``clean``, ``omit``, ``weaken`` or a finding code."""
    papers: tuple[Paper, ...]
    settings: Mapping[str, Any]
    """The fields of ``case.yaml``."""
    expected: Expected

    @property
    def id(self) -> str:
        """Name it: ``maimai/lawyer/0/no_receipt``."""
        return f"{self.cause}/{self.style}/{self.copy}/{self.defect}"

    def write(self, folder: Path) -> None:
        """Write the case as a folder that ``zuno prepare`` takes, its right answer beside the material."""
        materials = folder / "materials"
        materials.mkdir(parents=True)
        for paper in self.papers:
            (materials / paper.file).write_bytes(paper.data())
        (folder / "case.yaml").write_text(yaml.safe_dump(dict(self.settings), allow_unicode=True), "utf-8")
        answer = json.dumps(asdict(self.expected), ensure_ascii=False, indent=1, default=sorted)
        (folder / "expected.json").write_text(answer + "\n", "utf-8")


def finding_codes() -> frozenset[str]:
    """Return the codes that a finding of a review may have."""
    return _known("finding", "code")


def _known(record: str, field: str) -> frozenset[str]:
    return frozenset(review_json.schema()["$defs"][record]["properties"][field]["enum"])


# --- reading ----------------------------------------------------------------------------------------------------


def shipped_causes(root: Path = SHIPPED) -> tuple[str, ...]:
    """Return the ids of the causes that have content."""
    return tuple(sorted(path.parent.name for path in root.glob("*/cause.yaml")))


def shipped(root: Path = SHIPPED) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the causes that have content and the styles in which one of them is written."""
    return shipped_causes(root), tuple(sorted({path.stem for path in root.glob("*/*.txt")}))


@lru_cache(maxsize=32)
def load(cause: str, root: Path = SHIPPED) -> Content:
    """Read the content of a cause.

    Raises:
        NoSuchContent: The cause has none.
        BadContent: A file is not of the documented form; the message names the place.
    """
    folder = root / cause
    if cause not in shipped_causes(root):
        known = "、".join(shipped_causes(root))
        raise NoSuchContent(f"基准没有这个案由：{cause}", next_step=f"可选：{known}")
    data = cast("dict[str, Any]", yaml.safe_load((folder / "cause.yaml").read_text("utf-8")))
    styles = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.txt"))}
    where = f"{cause}/cause.yaml"
    _only(data, {"our_side", "private", "facts", "cells", "also_accept", "defects"}, where)
    if "filed" not in data["facts"]:
        raise BadContent("缺少事实 filed（起诉日）", where=where)
    return Content(
        cause=cause,
        our_side=data["our_side"],
        private=tuple(data.get("private", ())),
        facts={name: str(value) for name, value in data["facts"].items()},
        cells=_cells(data["cells"], where),
        also_accept=_codes(data.get("also_accept", ()), where),
        defects={row["id"]: _defect(row, data, f"{where}:{row['id']}") for row in data["defects"]},
        styles=styles,
    )


def _only(row: Mapping[str, Any], known: set[str], where: str) -> None:
    if unknown := sorted(set(row) - known):
        raise BadContent(f"不认识的项：{'、'.join(unknown)}", where=where)


def _cells(told: Mapping[str, str | Sequence[str]], where: str) -> dict[str, tuple[str, ...]]:
    cells = {element: (marks,) if isinstance(marks, str) else tuple(marks) for element, marks in told.items()}
    if wrong := {mark for marks in cells.values() for mark in marks} - _known("cell", "mark"):
        raise BadContent(f"不认识的标记：{'、'.join(sorted(wrong))}", where=where)
    return cells


def _codes(told: Sequence[str], where: str) -> frozenset[str]:
    if wrong := set(told) - finding_codes():
        raise BadContent(f"不认识的差错代码：{'、'.join(sorted(wrong))}", where=where)
    return frozenset(told)


def _defect(row: dict[str, Any], data: Mapping[str, Any], where: str) -> Defect:
    _only(row, {"id", "kind", "what", "omit", "set", "cells", "documents", "also_ok", "also_accept"}, where)
    kind = row["kind"]
    if kind in GAP_KINDS and (not row.get("cells") or row.get("documents")):
        raise BadContent("omit 和 weaken 写 cells，不写 documents", where=where)
    if kind not in GAP_KINDS and (kind not in finding_codes() or not row.get("documents")):
        raise BadContent("kind 应为 omit、weaken，或差错代码并写 documents", where=where)
    changed = {name: str(value) for name, value in row.get("set", {}).items()}
    if unknown := set(changed) - set(data["facts"]):
        raise BadContent(f"set 里有未声明的事实：{'、'.join(sorted(unknown))}", where=where)
    if unknown := {*row.get("cells", ()), *row.get("also_ok", ())} - set(data["cells"]):
        raise BadContent(f"cells 里没有的要件：{'、'.join(sorted(unknown))}", where=where)
    return Defect(
        id=row["id"],
        kind=kind,
        what=row["what"],
        omit=tuple(row.get("omit", ())),
        set=changed,
        cells=_cells(row.get("cells", {}), where),
        documents=tuple(row.get("documents", ())),
        also_ok=frozenset(row.get("also_ok", ())),
        also_accept=_codes(row.get("also_accept", ()), where),
    )


def dataset(causes: Sequence[str], styles: Sequence[str], root: Path = SHIPPED) -> Dataset:
    """Return the data set of some causes and styles; its version follows from the content files."""
    digest = hashlib.sha256()
    for cause in sorted(causes):
        for path in sorted((root / cause).iterdir()):
            if path.suffix == ".yaml" or path.stem in styles:
                digest.update(f"{cause}/{path.name}\0".encode() + path.read_bytes() + b"\0")
    return Dataset(
        name="seeded-defects",
        version=digest.hexdigest()[:16],
        causes=tuple(sorted(causes)),
        styles=tuple(sorted(styles)),
    )


# --- making a case ----------------------------------------------------------------------------------------------


def made(content: Content, style: str, copy: int, seed: int, defect: Defect | None) -> Case:
    """Make one case; the same arguments give the same case.

    The defective case draws the same persons and figures as its clean copy.

    Raises:
        BadContent: A fact or a template cannot be worked out; the message names the place.
    """
    name = defect.id if defect else CLEAN
    key = f"{seed}/{content.cause}/{style}/{copy}"
    facts = _facts(content, key, defect)
    where = f"{content.cause}/{style}.txt（{name}）"
    try:
        papers = papers_of(_template(content.styles[style]).render(facts | _in_templates(key)))
    except (TemplateError, BadPaper, TypeError) as error:
        raise BadContent(f"文书模板有误：{error}", where=where) from error
    gone = [paper for paper in papers if defect and _named(paper, defect.omit)]
    papers = [paper for paper in papers if paper not in gone]
    files = tuple(paper.file for paper in papers if defect and _named(paper, defect.documents))
    if defect and (bool(gone) != bool(defect.omit) or bool(files) != bool(defect.documents)):
        raise BadContent("omit 或 documents 指的文书不存在", where=where)
    return Case(
        cause=content.cause,
        style=style,
        copy=copy,
        defect=name,
        kind=defect.kind if defect else CLEAN,
        papers=tuple(papers),
        settings={
            "our_side": content.our_side,
            "filing_date": facts["filed"],
            "private": [paper.file for paper in papers if _named(paper, content.private)],
        },
        expected=_expected(content, defect, files),
    )


def _named(paper: Paper, keys: Sequence[str]) -> bool:
    return any(fnmatch(paper.key, key) for key in keys)


def _expected(content: Content, defect: Defect | None, files: tuple[str, ...]) -> Expected:
    return Expected(
        cause=content.cause,
        cells={**content.cells, **(defect.cells if defect else {})},
        planted=frozenset(defect.cells if defect else ()),
        free_cells=(defect.also_ok if defect else frozenset()),
        finding=Planted(code=defect.kind, files=files) if defect and defect.documents else None,
        free_findings=content.also_accept | (defect.also_accept if defect else frozenset()),
    )


def _facts(content: Content, key: str, defect: Defect | None) -> dict[str, Any]:
    expressions = {**content.facts, **(defect.set if defect else {})}
    facts: dict[str, Any] = {}
    used: set[str] = set()
    for name, expression in expressions.items():
        known = _REFERENCE | Draws(f"{key}/{name}", used).functions() | facts
        try:
            facts[name] = _expression(expression)(**known)
        except (TemplateError, TypeError, ValueError) as error:
            raise BadContent(f"事实 {name} 算不出来：{error}", where=f"{content.cause}/cause.yaml") from error
        if isinstance(facts[name], StrictUndefined):
            raise BadContent(f"事实 {name} 算不出来：{expression}", where=f"{content.cause}/cause.yaml")
    return facts


@lru_cache(maxsize=4096)
def _expression(source: str) -> Any:
    return _JINJA.compile_expression(source, undefined_to_none=False)


@lru_cache(maxsize=128)
def _template(source: str) -> Any:
    return _JINJA.from_string(source)


def _in_templates(key: str) -> dict[str, Any]:
    """What a template may call besides the facts."""

    def either(*wordings: str) -> str:
        """Choose a wording by the case and the wordings, wherever in the text it is asked."""
        return Draws(f"{key}/{'|'.join(wordings)}", set()).pick(wordings)

    return _REFERENCE | {"either": either}


_REFERENCE: dict[str, Any] = {
    "days": timedelta,
    "months": add_months,
    "date": date,
    "dec": Decimal,
    "cents": cents,
    "misprinted": misprinted,
    "true": True,
    "false": False,
    "none": None,
}
