"""The words for a text or value that is not valid."""

from __future__ import annotations

from collections.abc import Sequence

from ._envelope import Issue, ValidationError


def first_of(found: ValidationError | Sequence[Issue]) -> Issue:
    """Return the first issue that makes something invalid, or else the first one; raises ValueError if there is none."""
    issues = found.issues if isinstance(found, ValidationError) else found
    if not issues:
        raise ValueError("nothing is wrong")
    return next((issue for issue in issues if issue.level == "must"), issues[0])


def said_of(issue: Issue) -> str:
    """Return the location and the message of an issue."""
    return f"{issue.path} {issue.message}" if issue.path else issue.message
