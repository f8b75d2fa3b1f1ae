"""Consumes the output of a helper, as a skill does: ``python notes.py FOLDER | python consume.py``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from envgen_protocols import helper
from envgen_protocols.helper import dispatch


def footer(output: helper.PartialOutput) -> str:
    """Return the words of the output, and the skipped sources."""
    return f"{output.extra.get('words')}; without {', '.join(output.skipped_sources)}"


def manual(output: helper.ErrorOutput | None, issues: Sequence[helper.Issue]) -> str:
    """Return the reason why the output cannot be used."""
    if output is None:
        return f"gathering by hand: {issues[0].path} {issues[0].message}"
    return f"gathering by hand: {output.error.message}"


def consume(text: bytes) -> str:
    """Return the text for the user. A status that is forgotten here is an error of the type checker."""
    return dispatch.action_of_text(
        text,
        consume=lambda output: str(output.extra.get("words")),
        consume_and_flag=footer,
        fall_back=manual,
        show_install_hint=lambda output: output.error.message,
        options=helper.Options(params={"schema_version": "1.0.0"}),
    )


if __name__ == "__main__":
    print(consume(sys.stdin.buffer.read()))
