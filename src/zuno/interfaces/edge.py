"""What every command shares at its edge: language, JSON, and how a refusal is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NoReturn

import click

from zuno.errors import Unavailable, ZunoError
from zuno.interfaces.messages import Language, language_of, refusal_words, say

LANGUAGE_OPTION = click.option(
    "--lang", type=click.Choice(["zh", "en"]), help="Language of messages; default from LANG."
)
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON object; errors are JSON on stderr.")


class DiskRefused(Unavailable):
    """The disk refused to read or write: check space and rights, then call again."""

    code = "disk_refused"


def chosen_language(option: str | None) -> Language:
    """Return the language asked for, else that of the terminal."""
    return language_of(option, os.environ.get("LC_ALL") or os.environ.get("LANG"))


def _fail(error: ZunoError, language: Language, *, as_json: bool) -> NoReturn:
    """Report a refusal (what, where, what next) and leave with exit code 2."""
    what, step = refusal_words(error.code, str(error), error.next_step, language)
    if as_json:
        fail_as_json(error.code, what, error.where, step)
    click.echo(what, err=True)
    if error.where:
        click.echo(say("where", language, where=error.where), err=True)
    if step:
        click.echo(say("next", language, step=step), err=True)
    sys.exit(2)


def fail_as_json(code: str, what: str, where: str | None, step: str | None) -> NoReturn:
    """Print one error object on stderr and leave with exit code 2."""
    told = {"error": code, "message": what, "where": where, "next": step}
    click.echo(json.dumps(told, ensure_ascii=False), err=True)
    sys.exit(2)


@contextmanager
def refusals(language: Language, *, as_json: bool = False, after: Callable[[], None] = lambda: None) -> Generator[None]:
    """Turn what Zuno and the disk refuse into a message and exit code 2; ``after`` is called first."""
    try:
        yield
    except ZunoError as error:
        after()
        _fail(error, language, as_json=as_json)
    except OSError as error:
        after()
        _fail(DiskRefused(f"{error.strerror or error}", where=error.filename), language, as_json=as_json)
