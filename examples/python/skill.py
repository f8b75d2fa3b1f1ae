"""A foxctl skill that counts the lines of files: ``python skill.py FILE...``. Each line is an envelope.

A list that is too long for an envelope goes to the folder ``artifacts``. Every run ends with one terminal envelope: an
unforeseen exception becomes ERUNTIME, and an interrupt ECANCELED.
"""

from __future__ import annotations

import signal

if __name__ == "__main__":  # An interrupt during the imports is deferred, so that it has an output too.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from envgen_protocols import foxctl
from envgen_protocols.foxctl import builders, errors, redaction, stores

COMMAND = "text/count-lines"
TOKEN = "FOXCTL_TOKEN"

Report = Callable[[foxctl.Envelope], object]


def count(files: Sequence[str], report: Report, sources: builders.Sources) -> foxctl.OkEnvelope:
    """Count the lines of files and report each. Raises FoxctlError for a failure of the catalog."""
    if not files:
        raise errors.FoxctlError(errors.arg("no file is named"))
    counted: list[foxctl.JsonValue] = []
    for file in files:
        counted.append({"file": file, "lines": lines_of(file)})
        at = foxctl.InlineData(extra={"file": file})
        report(builders.progress(command=COMMAND, data=at, meta={"seq": 0}, sources=sources))  # The writer numbers it.
    return builders.ok(command=COMMAND, data=foxctl.InlineData(extra={"files": counted}), sources=sources)


def lines_of(file: str) -> int:
    """Count the lines of a file."""
    try:
        return Path(file).read_bytes().count(b"\n")
    except FileNotFoundError as error:
        raise errors.FoxctlError(errors.not_found(f"{file} is not there")) from error
    except OSError as error:
        raise errors.FoxctlError(errors.io(str(error))) from error


def outcome(
    files: Sequence[str], report: Report, sources: builders.Sources
) -> foxctl.OkEnvelope | foxctl.ErrorEnvelope:
    """Count the lines, and return the terminal envelope in any case."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return count(files, report, sources)
    except errors.FoxctlError as error:
        failure = error.failure
    except KeyboardInterrupt:
        failure = errors.canceled("an interrupt stopped the run")
    except Exception as error:  # noqa: BLE001 - every run ends with an output
        failure = errors.runtime(f"{type(error).__name__}: {error}")
    # The builder writes the catalog's remediation as the hint.
    return builders.error(command=COMMAND, data=foxctl.FailureInlineData(), error=failure, sources=sources)


@contextmanager
def whole_lines() -> Generator[None, None, None]:
    """Defer an interrupt while a line is written, because half a line corrupts the stream."""
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


def main(files: Sequence[str]) -> int:
    """Write the envelopes immediately. Returns 1 if the last one reports an error."""
    token = os.environ.get(TOKEN)
    secrets = redaction.Secrets(names=["token", "password"], values=[token] if token else [])
    store = stores.DirectoryStore("artifacts")
    sources = builders.Sources(started=datetime.now(UTC), store=store, secrets=secrets)
    with foxctl.RUN.writer(sys.stdout.buffer, numbered=True) as out:

        def report(envelope: foxctl.Envelope) -> None:
            with whole_lines():
                out.write(envelope)

        last = outcome(files, report, sources)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # A second interrupt must not cut the terminal envelope.
        out.write(last)
    print(foxctl.show(last), file=sys.stderr)  # A log shows redacted text only.
    return int(isinstance(last, foxctl.ErrorEnvelope))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
