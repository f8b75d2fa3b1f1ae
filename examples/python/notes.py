"""A helper script: counts the words of the notes below a folder, with wc: ``python notes.py FOLDER``.

A skill runs it and reads one output from standard output. Unforeseen exceptions and interrupts end with an output too.
"""

from __future__ import annotations

import signal

if __name__ == "__main__":  # An interrupt during the imports is deferred, so that it has an output too.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from envgen_protocols import helper
from envgen_protocols.helper import builders


def gather(folder: Path, program: str, sources: builders.Sources | None = None) -> helper.Envelope:
    """Return the output of the run. Undeclared members are the helper's own."""
    wc = shutil.which(program)
    if wc is None:
        missing = helper.Failure(code="no-wc", message=f"install {program}, which counts words")
        return builders.tool_missing(error=missing, sources=sources)
    if not folder.is_dir():
        unknown = helper.Failure(code="no-folder", message="the notes are in a folder that is not there")
        return builders.error(error=unknown, sources=sources)
    words: dict[str, helper.JsonValue] = {}
    skipped: list[str] = []
    for note in sorted(folder.glob("*.md")):
        run = subprocess.run([wc, "-w", str(note)], capture_output=True, text=True, check=False)
        if run.returncode:
            skipped.append(note.name)
        else:
            words[note.stem] = int(run.stdout.split()[0])
    own: dict[str, helper.JsonValue] = {"words": words}
    if not skipped:
        return builders.ok(extra=own, sources=sources)
    some = helper.Failure(code="unreadable", message=f"{len(skipped)} of the notes cannot be read")
    return builders.partial(error=some, skipped_sources=skipped, extra=own, sources=sources)


def main(arguments: Sequence[str]) -> int:
    """Write one output in any case, and return its exit code."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        output = gather(folder_of(arguments), "wc")
    except KeyboardInterrupt:
        output = builders.error(error=helper.Failure(code="canceled", message="an interrupt stopped the run"))
    except Exception as error:  # noqa: BLE001 - every run ends with an output
        said = helper.Failure(code="internal", message=f"{type(error).__name__}: {error}")
        output = builders.error(error=said)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # A second interrupt must not cut the output.
    return builders.emit(output)


def folder_of(arguments: Sequence[str]) -> Path:
    """Return the folder in the caller's arguments."""
    if len(arguments) != 1:
        raise ValueError("name one folder of notes")
    return Path(arguments[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
