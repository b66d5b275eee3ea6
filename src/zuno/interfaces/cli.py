"""The command line: parse, call one use case, say what happened."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Any

import click

from zuno import __version__
from zuno.application.changes import Changes, to_json
from zuno.application.debriefing import debrief_record
from zuno.application.preparing import Options, Prepared, prepare
from zuno.casework.records import Review, Side
from zuno.errors import Conflict
from zuno.hearing import clerk
from zuno.interfaces.bench_commands import bench_group
from zuno.interfaces.calc_commands import calc_group
from zuno.interfaces.edge import JSON_OPTION, LANGUAGE_OPTION, chosen_language, fail_as_json, refusals
from zuno.interfaces.law_commands import law_group
from zuno.interfaces.messages import Language, not_read_words, say, within_quotes
from zuno.interfaces.progress import ProgressLine
from zuno.interfaces.read_commands import read_command
from zuno.interfaces.search_commands import forget_command, search_command


class TargetExists(Conflict):
    """Something already stands where the skill would be written: choose another folder."""

    code = "target_exists"


class _Program(click.Group):
    """The command line, which tells even a wrong option as JSON where JSON was asked for."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Note whether the caller asked for JSON."""
        wants_json = "--json" in args
        context = super().make_context(info_name, args, parent, **extra)
        context.obj = wants_json
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command named."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if not ctx.obj:
                raise
            command = error.ctx.command_path if error.ctx else "zuno"
            fail_as_json("usage", error.format_message(), command, f"{command} --help")


@click.group(
    cls=_Program,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="zuno")
def main() -> None:
    """Prepare a civil case: element matrix, errors in the material, mock hearing, actions."""


main.add_command(read_command)


@main.command("prepare")
@click.argument("case", type=click.Path(path_type=Path))
@click.option("--side", type=click.Choice(["plaintiff", "defendant"]), help="Whose case we prepare.")
@click.option("--cause", help="Id or Chinese name of a cause pack; default from the complaint.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write into; default CASE-zuno beside CASE.")
@click.option("--filing-date", type=click.DateTime(["%Y-%m-%d"]), help="Day of filing; default from the complaint.")
@click.option("--private", multiple=True, metavar="GLOB", help="Files that only our side may see; repeatable.")
@click.option("--max-turns", type=click.IntRange(1, 10_000), help="Turns of the mock hearing; default from the case.")
@JSON_OPTION
@LANGUAGE_OPTION
def prepare_command(
    case: Path,
    side: Side | None,
    cause: str | None,
    out: Path | None,
    filing_date: datetime | None,
    private: tuple[str, ...],
    max_turns: int | None,
    *,
    as_json: bool,
    lang: str | None,
) -> None:
    """Prepare the case in folder CASE and write everything into the output folder."""
    language = chosen_language(lang)
    options = Options(
        side=side,
        cause=cause,
        filing_date=filing_date.date() if filing_date else None,
        private=private,
        max_turns=max_turns,
    )
    target = out or case.resolve().with_name(f"{case.resolve().name}-zuno")
    progress = ProgressLine(language)
    with refusals(language, as_json=as_json, after=progress.end):
        prepared = prepare(case, target, options, on_progress=progress.show)
    progress.end()
    if as_json:
        click.echo(json.dumps(_summary(prepared), ensure_ascii=False))
    else:
        _tell(prepared, language)


def _counts(review: Review) -> dict[str, int]:
    marks = Counter(cell.mark for cell in review.cells)
    named = {key: marks.get(key, 0) for key in ("supported", "doubtful", "missing")}
    return {**named, "other": sum(marks.values()) - sum(named.values())}


def _summary(prepared: Prepared) -> dict[str, Any]:
    review, debrief = prepared.review, prepared.debrief
    return {
        "out": str(prepared.out),
        "report": str(prepared.report),
        "cause": review.cause,
        "our_side": review.our_side,
        "documents": dict(Counter(document.state for document in review.documents)),
        "not_read": [{"file": d.file, "reason": d.reason} for d in review.documents if d.state != "ready"],
        "cells": _counts(review),
        "findings": [{"id": f.id, "code": f.code, "documents": list(f.documents)} for f in review.findings],
        "actions": len(review.actions),
        "hearing": {
            "complete": debrief.complete,
            "turns": len(debrief.turns),
            "missing_acts": list(debrief.missing_acts),
            "head": {"seq": debrief.head_seq, "hash": debrief.head_hash},
            "reused": prepared.hearing_reused,
        },
        "changes": None if prepared.changes is None else to_json(prepared.changes),
        "notices": [*review.warnings, *review.notices],
    }


def _tell(prepared: Prepared, language: Language) -> None:
    review, debrief = prepared.review, prepared.debrief
    states = Counter(document.state for document in review.documents)
    click.echo(say("cause", language, name=review.cause_name, why=within_quotes(review.cause_why, language)))
    click.echo(say("side", language, side=say(review.our_side, language)))
    click.echo(say("read", language, **{key: states.get(key, 0) for key in ("ready", "partial", "refused")}))
    for document in review.documents:
        if document.state != "ready":
            key = "not_read" if document.state == "refused" else "partly_read"
            click.echo(
                "  "
                + say(
                    key, language, file=document.file, detail=not_read_words(document.reason, document.detail, language)
                )
            )
    click.echo(say("cells", language, **_counts(review)))
    click.echo(say("findings", language, count=len(review.findings)))
    for finding in review.findings:
        click.echo(f"  {finding.id} {finding.code}  {finding.detail}")
    red = sum(action.urgency == "red" for action in review.actions)
    click.echo(say("actions", language, count=len(review.actions), red=red))
    click.echo(say("hearing", language, turns=len(debrief.turns), questions=len(debrief.questions)))
    if prepared.hearing_reused:
        click.echo(say("hearing_reused", language))
    _tell_changes(prepared.changes, language)
    if not debrief.complete or debrief.missing_acts:
        click.echo(say("hearing_incomplete", language, what="；".join(debrief.missing_acts[:6])))
    for notice in (*review.warnings, *review.notices):
        click.echo(say("notice", language, text=within_quotes(notice, language)))
    click.echo(say("folder", language, path=prepared.out))
    click.echo(say("report", language, path=prepared.report))
    click.echo(say("advice", language))


def _tell_changes(changes: Changes | None, language: Language) -> None:
    if changes is None:
        return
    counts = {"added": len(changes.added), "replaced": len(changes.replaced), "removed": len(changes.removed)}
    click.echo(say("changed", language, **counts, count=len(changes.changes)))
    for change in changes.changes[:_CHANGES_SHOWN]:
        click.echo(f"  {change.id} {within_quotes(change.what, language)}: {change.before} → {change.after}")


_CHANGES_SHOWN = 12


@main.command(
    "clerk", context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def clerk_command(arguments: tuple[str, ...]) -> None:
    """Keep the record of a hearing: the same commands as the skill's clerk.py."""
    sys.exit(clerk.main(list(arguments)))


@main.command("debrief")
@click.argument("hearing_dir", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the debrief as a file; default prints it.")
@JSON_OPTION
@LANGUAGE_OPTION
def debrief_command(hearing_dir: Path, out: Path | None, *, as_json: bool, lang: str | None) -> None:
    """Debrief a hearing record made by any host."""
    with refusals(chosen_language(lang), as_json=as_json):
        told = debrief_record(hearing_dir)
        text = json.dumps(told.data, ensure_ascii=False, indent=1) if as_json else told.markdown
        if out is None:
            click.echo(text)
            return
        out.mkdir(parents=True, exist_ok=True)
        path = out / ("debrief.json" if as_json else "庭审复盘.md")
        path.write_text(text + "\n", "utf-8")
        click.echo(str(path))


@main.group("skill")
def skill_group() -> None:
    """The moot-court Agent Skill."""


@skill_group.command("export")
@click.argument("folder", type=click.Path(path_type=Path))
@LANGUAGE_OPTION
def skill_export(folder: Path, lang: str | None) -> None:
    """Copy the skill into FOLDER/moot-court for a host that runs skills."""
    language = chosen_language(lang)
    target = folder / "moot-court"
    with refusals(language):
        if target.exists():
            raise TargetExists("要导出的位置已有东西", where=str(target), next_step="换一个文件夹，或先移走它")
        shutil.copytree(_skill_folder(), target, ignore=shutil.ignore_patterns("__pycache__"))
    click.echo(say("exported", language, path=target))


main.add_command(search_command)
main.add_command(forget_command)
main.add_command(bench_group)
main.add_command(calc_group)


def _skill_folder() -> Path:
    """The skill's files: beside this module in an installed package, at the repository's root in a checkout."""
    packaged = Path(str(resources.files("zuno.interfaces") / "skill"))
    checkout = Path(__file__).parents[3] / "skills" / "moot-court"
    return packaged if packaged.is_dir() else checkout


main.add_command(law_group)


if __name__ == "__main__":
    main()
