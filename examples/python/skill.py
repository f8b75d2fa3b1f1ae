"""A foxctl skill that counts the lines of files: ``python skill.py FILE...``. It writes one envelope a line.

A list that is too long for an envelope goes to the folder ``artifacts``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from envgen_protocols import foxctl
from envgen_protocols.foxctl import builders, errors, stores

COMMAND = "text/count-lines"


def count(files: Sequence[str], sources: builders.Sources) -> Iterator[foxctl.Envelope]:
    """Yield progress, and then what has come of it."""
    counted: list[foxctl.JsonValue] = []
    try:
        if not files:
            raise errors.FoxctlError(errors.arg("no file is named"))
        for number, file in enumerate(files):
            counted.append({"file": file, "lines": lines_of(file)})
            at = foxctl.InlineData(extra={"file": file})
            yield builders.progress(command=COMMAND, data=at, meta={"seq": number}, sources=sources)
        yield builders.ok(command=COMMAND, data=foxctl.InlineData(extra={"files": counted}), sources=sources)
    except errors.FoxctlError as error:
        # The builder writes the catalog's remediation as the hint.
        yield builders.error(command=COMMAND, data=foxctl.FailureInlineData(), error=error.failure, sources=sources)


def lines_of(file: str) -> int:
    """Count the lines of a file."""
    try:
        return Path(file).read_bytes().count(b"\n")
    except FileNotFoundError as error:
        raise errors.FoxctlError(errors.not_found(f"{file} is not there")) from error
    except OSError as error:
        raise errors.FoxctlError(errors.io(str(error))) from error


def main(files: Sequence[str]) -> int:
    """Write the envelopes as they come. The process exits with 1 where the last one tells of an error."""
    sources = builders.Sources(started=datetime.now(UTC), store=stores.DirectoryStore("artifacts"))
    envelope = None
    for envelope in count(files, sources):
        builders.emit(envelope)
    return int(isinstance(envelope, foxctl.ErrorEnvelope))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
