"""The six kinds of error, named by what the caller can do next.

Leaves live beside the code that raises them and carry a stable ``code``; the
message is for people and may change. Nothing here knows of exit codes or HTTP.
"""

from __future__ import annotations


class ZunoError(Exception):
    """Base of every error that Zuno raises on purpose."""

    code = "error"

    def __init__(self, message: str, *, where: str | None = None, next_step: str | None = None) -> None:
        super().__init__(message)
        self.where = where
        """The file, field or place that is wrong."""
        self.next_step = next_step
        """What the person can do now."""


class NotFound(ZunoError):
    """What was asked for does not exist: check the name or path."""

    code = "not_found"


class Invalid(ZunoError):
    """The input is wrong: correct it and call again."""

    code = "invalid"


class Conflict(ZunoError):
    """The world has moved on: read the present state, then decide again."""

    code = "conflict"


class Denied(ZunoError):
    """Not allowed: ask someone who may, or do without."""

    code = "denied"


class Unavailable(ZunoError):
    """A needed thing is not there now: the same call may pass later."""

    code = "unavailable"


class OutcomeUnknown(ZunoError):
    """The act may have happened: look before repeating it."""

    code = "outcome_unknown"
