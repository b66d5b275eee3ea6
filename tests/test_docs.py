"""The reference is complete: whatever a user can type or meet has its place in docs/reference.

Everything is found by looking at the program, so that a new command, error,
finding, reason or rule fails here until somebody has written it down.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

import zuno
from zuno.casework import case_file, overrides
from zuno.errors import ZunoError
from zuno.hearing import clerk

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "zuno"
CODE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
SENTENCE = re.compile(r"[\u4e00-\u9fff][^\n]*[；。]")


def _reference(name: str) -> str:
    return (DOCS / "reference" / name).read_text("utf-8")


def _sections(text: str) -> dict[str, str]:
    """Cut a page at its second-level headings: heading without backticks → what stands below it."""
    parts = re.split(r"^## +(.+)$", text, flags=re.M)
    return {head.replace("`", "").strip(): body for head, body in zip(parts[1::2], parts[2::2], strict=True)}


def _coded(text: str) -> set[str]:
    """Everything that a page sets in backticks, and each word of it."""
    spans = re.findall(r"`([^`\n]+)`", text)
    return {word for span in spans for word in (span, *re.split(r"[\s,|=]+", span))}


def _first_column(text: str) -> set[str]:
    return set(re.findall(r"^\| *`([^`]+)`", text, re.M))


def _trees(folder: str) -> Iterator[ast.AST]:
    for path in sorted((SOURCE / folder).rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def _literals(node: ast.AST | None) -> Iterator[str]:
    """The codes that an expression can give, as far as they are written out in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _literals(value)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for element in node.elts:
            yield from _literals(element)


def _keywords(folder: str, name: str) -> Iterator[str]:
    for node in _trees(folder):
        if isinstance(node, ast.keyword) and node.arg == name:
            yield from _literals(node.value)


def _only_codes(found: Iterator[str]) -> set[str]:
    return {code for code in found if CODE.fullmatch(code)}


# --- the command line -------------------------------------------------------------------------------------------


def _main() -> click.Group:
    return importlib.import_module("zuno.interfaces.cli").main


def _commands(command: click.Command, path: str = "zuno") -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _commands(inner, f"{path} {name}")


def test_every_command_has_its_section_with_every_argument_and_option() -> None:
    sections = _sections(_reference("cli.md"))
    lacking: list[str] = []
    for path, command in _commands(_main()):
        section = sections.get(path)
        if section is None:
            lacking.append(path)
            continue
        named = _coded(section)
        for parameter in command.params:
            shown = [*parameter.opts, *parameter.secondary_opts]
            if isinstance(parameter, click.Argument):
                shown = [parameter.metavar or parameter.name.upper()] if parameter.nargs == 1 else []
            if isinstance(parameter.type, click.Choice):
                shown += [str(choice) for choice in parameter.type.choices]
            lacking += [f"{path} {word}" for word in shown if word not in named]
    assert lacking == []


def _clerk_commands() -> dict[str, argparse.ArgumentParser]:
    parser = clerk._parser()  # the command line has no other list of itself
    return next(dict(action.choices) for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def test_every_command_of_the_clerk_is_described_with_its_options() -> None:
    named = _coded(_sections(_reference("cli.md"))["zuno clerk"])
    lacking: list[str] = []
    for name, parser in _clerk_commands().items():
        options = [
            option for action in parser._actions for option in action.option_strings if option not in ("-h", "--help")
        ]
        lacking += [word for word in (name, *options) if word not in named]
    assert lacking == []


# --- codes ------------------------------------------------------------------------------------------------------


def _errors() -> dict[str, str]:
    """Code → class of every error, leaves and kinds."""
    for module in pkgutil.walk_packages(zuno.__path__, "zuno."):
        importlib.import_module(module.name)
    waiting, found = [ZunoError], dict[str, str]()
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("zuno.") and "code" in vars(kind):
            found[kind.code] = kind.__name__
    return found


def test_every_error_code_is_in_the_errors_page() -> None:
    assert set(_errors()) - _first_column(_reference("errors.md")) == set()


def test_the_errors_page_names_no_error_that_is_gone() -> None:
    assert _first_column(_reference("errors.md")) - set(_errors()) - set(clerk.REASONS) == set()


def test_every_refusal_of_the_clerk_is_in_the_errors_page() -> None:
    assert set(clerk.REASONS) - _first_column(_reference("errors.md")) == set()


def test_the_findings_page_has_every_finding_code_and_no_other() -> None:
    schema = importlib.import_module("zuno.casework.review_json").schema()
    assert _first_column(_reference("findings.md")) == set(schema["$defs"]["finding"]["properties"]["code"]["enum"])


def _reasons() -> set[str]:
    """Why a document was not read whole: what parsers raise or pair with words for a person, what intake says."""
    found = set(_only_codes(_keywords("knowledge", "reason")))
    for node in _trees("knowledge"):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal" and node.args:
            found |= _only_codes(_literals(node.args[0]))
        if isinstance(node, ast.Tuple) and len(node.elts) >= 2 and SENTENCE.search(ast.unparse(node.elts[1])):
            found |= _only_codes(_literals(node.elts[0]))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
            found |= _only_codes(_literals(node.value.elts[0]))
    return found


def _flags() -> set[str]:
    """What cannot be trusted in a reading: whatever is added to flags or passed as flags."""
    found = set[str]()
    for node in _trees("knowledge"):
        if isinstance(node, ast.Call) and re.search(r"flags\.add$", ast.unparse(node.func)):
            found |= _only_codes(code for argument in node.args for code in _literals(argument))
        if isinstance(node, ast.keyword) and node.arg == "flags":
            found |= _only_codes(_literals(node.value))
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "flags" for target in node.targets):
            found |= _only_codes(_literals(node.value))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
            found |= _only_codes(_literals(node.value.elts[2]))
    return found


def test_every_reason_and_flag_of_a_document_is_described() -> None:
    sections = _sections(_reference("reasons-and-flags.md"))
    assert _reasons() - _first_column(sections["Reasons"]) == set()
    assert _flags() - _first_column(sections["Flags"]) == set()


def _mark_rules() -> set[str]:
    """Names of the rules that set marks: written as ``rule=`` or passed to a function whose parameter is ``rule``."""
    found = set(_only_codes(_keywords("casework", "rule")))
    for node in _trees("casework"):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_supported":
            found |= _only_codes(code for argument in node.args for code in _literals(argument))
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "rule" for target in node.targets):
            parts = node.value.args if isinstance(node.value, ast.Call) else [node.value]
            found |= _only_codes(code for part in parts for code in _literals(part))
        if isinstance(node, ast.keyword) and node.arg == "flaw":
            found |= _only_codes(_literals(node.value))
    return found | set(importlib.import_module("zuno.casework.marks")._FLAWS)


def test_every_rule_that_sets_a_mark_is_described() -> None:
    assert _mark_rules() - _coded(_reference("marks.md")) == set()


# --- files that people and programs write and read --------------------------------------------------------------


def test_every_field_of_case_yaml_is_described() -> None:
    named = {field.name for field in fields(case_file.CaseFile)}
    assert named - _first_column(_reference("case-yaml.md")) == set()


def test_every_field_of_an_override_is_described() -> None:
    assert overrides._FIELDS - _first_column(_reference("overrides.md")) == set()


def _properties(schema: dict[str, Any], path: str = "") -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        yield f"{path}{name}"
        yield from _properties(inner, f"{path}{name}.")
        yield from _properties(inner.get("items", {}), f"{path}{name}.")
    for name, inner in schema.get("$defs", {}).items():
        yield from (field.rsplit(".", 1)[-1] for field in _properties(inner, f"{name}."))


def test_every_field_of_review_json_is_described() -> None:
    schema = importlib.import_module("zuno.casework.review_json").schema()
    names = {field.rsplit(".", 1)[-1] for field in _properties(schema)}
    assert names - _coded(_reference("review-json.md")) == set()


def test_every_value_of_a_mark_and_a_stance_is_in_the_glossary() -> None:
    glossary = (DOCS / "glossary.md").read_text("utf-8")
    wording = importlib.import_module("zuno.casework.deliverables.wording")
    words = {*wording.MARK_WORD.values(), *wording.STANCE_WORD.values(), *wording.MARK_WORD, *wording.STANCE_WORD}
    assert {word for word in words if word not in glossary} == set()


# --- the pages themselves ---------------------------------------------------------------------------------------


def _pages() -> list[Path]:
    return [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md")), *sorted((ROOT / "examples").glob("*.md"))]


def test_every_link_between_pages_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)} → {target}"
        for page in _pages()
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists()
    ]
    assert broken == []


def test_every_page_can_be_reached_from_the_index() -> None:
    reached, waiting = set[Path](), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or not page.is_file():
            continue
        reached.add(page)
        targets = re.findall(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)", page.read_text("utf-8"))
        waiting += [(page.parent / target).resolve() for target in targets]
    assert [page.relative_to(ROOT) for page in DOCS.rglob("*.md") if page.resolve() not in reached] == []


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = {
        word
        for page in _pages()
        for span in re.findall(r"`([^`\n]+)`|^\s*(make .+)$", page.read_text("utf-8"), re.M)
        for word in re.findall(r"\bmake ([a-z]+)", " ".join(span))
    }
    assert named - targets == set()
