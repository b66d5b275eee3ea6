"""The statute corpus beside the checkout, for tests that verify citations; absent elsewhere."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

CORPUS = Path(__file__).parents[3] / "shared" / "law"


@cache
def slugs() -> dict[str, str]:
    laws = json.loads((CORPUS / "statutes" / "manifest.json").read_text("utf-8"))
    titles = {name: law["slug"] for law in laws for name in (law["title"], *law["aliases"])}
    return titles | json.loads((CORPUS / "causes" / "verification.json").read_text("utf-8"))["law_slugs"]


@cache
def articles(slug: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in (CORPUS / "statutes" / f"{slug}.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if entry.get("type") == "article":
            found[entry["no"]] = re.sub(r"\s", "", entry["text"])
    return found


def holds(reference: str) -> bool:
    """Whether ``law#article|anchor`` stands in the corpus."""
    law, rest = reference.split("#", 1)
    number, anchor = rest.split("|", 1)
    if law not in slugs():
        return False
    return re.sub(r"\s", "", anchor) in articles(slugs()[law]).get(int(number), "")
