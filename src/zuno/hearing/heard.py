"""A hearing's public record, read from the clerk's events of any host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zuno.casework.records import Turn
from zuno.hearing.agenda import PublicDocument, Record
from zuno.hearing.clerk import Clerk


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A record as read from the clerk's events."""

    record: Record
    head_seq: int
    head_hash: str
    complete: bool
    cancelled: tuple[tuple[int, str, str], ...] = ()
    """(seq, role, reason) of cancelled turns; internal, the reason is not public."""
    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    """SHA-256 by document id, where the manifest gives it."""


def read_record(run_dir: Path) -> Heard:
    """Read a run folder through the clerk, which checks the chain.

    Only the current version of the material owes anything; what earlier
    versions had on top of it stands in the record as withdrawn.

    Raises:
        Refusal: There is no record, or it is damaged; the clerk's message says where.
    """
    clerk = Clerk.open(run_dir)
    events = clerk.record()
    dispatched = {event["turn_id"]: event for event in events if event["type"] == "dispatch"}
    versions = [_public(event) for event in events if "documents" in event]
    current = versions[-1]
    documents = {name: item for version in versions for name, item in version.items()}
    gone = [item for name, item in documents.items() if name not in current]
    turns = [_read_turn(event, dispatched[event["turn_id"]]) for event in events if event["type"] == "speech"]
    cancelled = [
        (event["seq"], str(dispatched[event["turn_id"]]["role"]), str(event["reason"]))
        for event in events
        if event["type"] == "cancel"
    ]
    return Heard(
        record=Record(
            documents=tuple(PublicDocument.read(item) for item in current.values()),
            turns=tuple(turns),
            withdrawn=tuple(PublicDocument.read(item) for item in gone),
        ),
        head_seq=int(events[-1]["seq"]),
        head_hash=str(events[-1]["hash"]),
        complete=events[-1]["type"] == "close" and bool(events[-1]["complete"]),
        cancelled=tuple(cancelled),
        digests={name: str(item["sha256"]) for name, item in documents.items() if "sha256" in item},
    )


def _public(event: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in event["documents"] if item["visibility"] == "public"}


def _read_turn(event: Mapping[str, Any], dispatch: Mapping[str, Any]) -> Turn:
    speech = event["speech"]
    return Turn(
        seq=event["seq"],
        role=speech["role"],
        stage=dispatch["stage"],
        issue=dispatch["issue"],
        body=speech["body"],
        citations=tuple(speech["citations"]),
        responds_to=tuple(speech["responds_to"]),
    )
