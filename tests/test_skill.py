"""The moot-court skill: valid for any host, every link, command and citation in it holds."""

import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from zuno.hearing.agenda import STAGES, STEPS, read_item
from zuno.hearing.labels import parse

ROOT = Path(__file__).resolve().parents[1]
SKILL = ROOT / "skills" / "moot-court"
CLERK = SKILL / "scripts" / "clerk.py"
SAMPLE = SKILL / "assets" / "sample" / "materials.json"
LAW = ROOT.parent / "shared" / "law"
STATUTES = LAW / "statutes"

PAGES = sorted(SKILL.rglob("*.md"))
FIELDS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
CITATION = re.compile(r"`([\u4e00-\u9fff（）]+)#(\d+)(?:\|([^`]+))?`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.M | re.S)
SAMPLE_SPEECH = re.compile(r"^\*\*(原告|被告|法官)，`([^`]+)`[^*]*\*\*\n\n```text\n(.*?)^```", re.M | re.S)
ROLES = {"原告": "plaintiff", "被告": "defendant", "法官": "judge"}
DOCUMENT_FIELDS = {"id", "title", "visibility", "text", "path", "kind", "source", "locator", "sha256"}

needs_statutes = pytest.mark.skipif(not STATUTES.is_dir(), reason="no statute corpus beside the checkout")
needs_clerk = pytest.mark.skipif(not CLERK.is_file(), reason="scripts/clerk.py is not there yet")


def by_path(page: Path) -> str:
    return page.relative_to(SKILL).as_posix()


def frontmatter() -> tuple[dict, str]:
    opening, head, body = (SKILL / "SKILL.md").read_text("utf-8").split("---\n", 2)
    assert opening == ""
    return yaml.safe_load(head), body


def fences(page: Path, language: str) -> list[str]:
    return [text for name, text in FENCE.findall(page.read_text("utf-8")) if name == language]


def clerk(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(CLERK), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def test_frontmatter_obeys_the_agent_skills_rules():
    head, body = frontmatter()
    assert set(head) <= FIELDS
    assert head["name"] == SKILL.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", head["name"])
    assert len(head["name"]) <= 64
    assert 1 <= len(head["description"]) <= 1024
    assert 1 <= len(head["compatibility"]) <= 500
    assert all(isinstance(key, str) and isinstance(value, str) for key, value in head["metadata"].items())
    assert body.strip()


def test_the_body_stays_under_five_hundred_lines():
    assert len(frontmatter()[1].splitlines()) < 500


@pytest.mark.parametrize("page", PAGES, ids=by_path)
def test_every_relative_link_leads_to_a_file_inside_the_skill(page):
    for target in LINK.findall(page.read_text("utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.is_relative_to(SKILL), target
        assert found.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ +(.+)$", found.read_text("utf-8"), re.M)
            assert anchor in {heading.strip().lower().replace(" ", "-") for heading in headings}, target


def test_every_page_is_linked_from_the_main_page():
    linked = {(SKILL / target).resolve() for target in LINK.findall((SKILL / "SKILL.md").read_text("utf-8"))}
    assert set(PAGES) - {SKILL / "SKILL.md"} <= linked


@pytest.mark.parametrize("page", PAGES, ids=by_path)
def test_json_examples_parse(page):
    for text in fences(page, "json"):
        json.loads(text)


@cache
def statute_files() -> dict[str, str]:
    """Short name to file, for law in force only."""
    entries = json.loads((STATUTES / "manifest.json").read_text("utf-8"))
    in_force = {entry["slug"]: entry for entry in entries if entry["status"] == "有效"}
    names = {name: entry["file"] for entry in in_force.values() for name in [entry["title"], *entry["aliases"]]}
    slugs = json.loads((LAW / "causes" / "verification.json").read_text("utf-8"))["law_slugs"]
    return names | {name: in_force[slug]["file"] for name, slug in slugs.items() if slug in in_force}


@cache
def articles(name: str) -> dict[int, str]:
    lines = (STATUTES / statute_files()[name]).read_text("utf-8").splitlines()
    return {row["no"]: row["text"] for row in map(json.loads, lines) if row["type"] == "article"}


def citations(page: Path) -> list[tuple[str, int, str]]:
    return [(name, int(number), anchor) for name, number, anchor in CITATION.findall(page.read_text("utf-8"))]


@needs_statutes
@pytest.mark.parametrize("page", PAGES, ids=by_path)
def test_every_citation_names_an_article_in_force(page):
    for name, number, _ in citations(page):
        assert name in statute_files(), name
        assert number in articles(name), f"{name}#{number}"


@needs_statutes
@pytest.mark.parametrize("page", PAGES, ids=by_path)
def test_every_anchor_stands_word_for_word_in_its_article_and_in_no_other(page):
    for name, number, anchor in citations(page):
        if anchor:
            assert [no for no, text in articles(name).items() if anchor in text] == [number], (
                f"{name}#{number}|{anchor}"
            )


def test_every_cited_article_is_anchored_somewhere():
    cited = [citation for page in PAGES for citation in citations(page)]
    assert {(name, number) for name, number, _ in cited} == {(name, number) for name, number, anchor in cited if anchor}


def commands() -> list[list[str]]:
    lines = [line.strip() for page in PAGES for text in fences(page, "bash") for line in text.splitlines()]
    words = [shlex.split(line.partition(" > ")[0]) for line in lines if line.startswith("python3 scripts/clerk.py ")]
    assert words
    return words


def test_commands_on_the_page_name_the_run_before_the_command():
    for words in commands():
        assert words[2] == "--run"
        assert re.fullmatch(r"[a-z]+", words[4])


@needs_clerk
def test_the_clerk_knows_every_command_and_option_on_the_page():
    known = re.findall(r"^ +([a-z]+)(?: {2,}|$)", clerk("--help").stdout, re.M)
    for words in commands():
        command, options = words[4], [word for word in words[5:] if word.startswith("--")]
        assert command in known
        described = clerk("--run", "unused", command, "--help").stdout
        assert not [option for option in options if option not in described]


def dispatches(page: Path) -> list[dict[str, str]]:
    """The dispatch commands of a page, by option."""
    lines = [line.strip() for text in fences(page, "bash") for line in text.splitlines() if " dispatch " in line]
    words = [shlex.split(line) for line in lines]
    return [dict(zip(line[5::2], line[6::2], strict=True)) for line in words]


def test_every_dispatch_on_the_pages_names_an_agenda_item_of_its_stage():
    stages = {"exhibit": "evidence", "inquiry": "questions", "party_inquiry": "questions", "issue": "debate"}
    steps = {step.name: STAGES[step.part] for step in STEPS}
    shown = [options for page in PAGES for options in dispatches(page)]
    assert shown
    for options in shown:
        item = read_item(options["--issue"])
        assert item.kind != "none", options["--issue"]
        assert options["--stage"] == (steps[item.name] if item.kind == "procedure" else stages[item.kind])


def test_the_pages_dispatch_every_fixed_act_of_a_hearing_in_order():
    shown = [
        (options["--role"], options["--issue"]) for options in dispatches(SKILL / "references/scheduling-rules.md")
    ]
    fixed = [(step.role, step.item) for step in STEPS]
    assert [turn for turn in shown if turn in fixed] == fixed


def sample_speeches() -> list[tuple[str, str, str]]:
    return SAMPLE_SPEECH.findall((SKILL / "references" / "roles.md").read_text("utf-8"))


def test_every_sample_speech_stands_under_its_role_and_agenda_item():
    assert len(sample_speeches()) == len(fences(SKILL / "references" / "roles.md", "text")) - 1


@pytest.mark.parametrize(("role", "issue", "body"), sample_speeches())
def test_every_line_of_a_sample_speech_that_looks_like_a_label_is_one(role, issue, body):
    item = read_item(issue)
    lines = [line for line in body.splitlines() if line.startswith("【")]
    assert item.kind != "none"
    assert lines
    assert len(parse(body, ROLES[role], item.kind == "party_inquiry")) == len(lines)


def sample() -> dict[str, dict]:
    manifest = json.loads(SAMPLE.read_text("utf-8"))
    assert set(manifest) == {"schema_version", "documents"}
    assert manifest["schema_version"] == 1
    return {document["id"]: document for document in manifest["documents"]}


def test_the_sample_manifest_keeps_the_manifest_rules():
    assert len(sample()) == len(json.loads(SAMPLE.read_text("utf-8"))["documents"])
    for name, document in sample().items():
        assert re.fullmatch(r"[A-Z]{1,8}-[0-9]{3,6}", name)
        assert set(document) <= DOCUMENT_FIELDS
        assert ("text" in document) != ("path" in document)
        assert document["visibility"] == "public" or set(document["visibility"]) <= {"plaintiff", "defendant"}


def test_identity_numbers_in_the_sample_belong_to_no_real_area():
    text = SAMPLE.read_text("utf-8")
    people = re.findall(r"(?<![0-9A-Z])(\d{6})\d{11}[\dX](?![0-9A-Z])", text)
    firms = re.findall(r"(?<![0-9A-Z])91(\d{6})[0-9A-Z]{10}(?![0-9A-Z])", text)
    assert people
    assert firms
    assert {*people, *firms} == {"999999"}


@needs_clerk
@pytest.mark.parametrize("role", ["plaintiff", "defendant", "judge"])
def test_a_packet_of_the_sample_holds_nothing_private_to_another(role, tmp_path):
    run = ["--run", str(tmp_path / "run")]
    begun = clerk(*run, "init", "--case-type", "civil", "--manifest", str(SAMPLE))
    assert begun.returncode == 0, begun.stderr
    turn = ["--role", role, "--stage", "opening", "--issue", "程序", "--prompt", "说明身份"]
    packet = clerk(*run, "dispatch", *turn)
    assert packet.returncode == 0, packet.stderr
    documents = {document["id"] for document in json.loads(packet.stdout)["documents"]}
    assert documents == {
        name
        for name, document in sample().items()
        if document["visibility"] == "public" or role in document["visibility"]
    }
