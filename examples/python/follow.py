"""Follows a command that writes foxctl envelopes: ``python follow.py COMMAND ARGUMENT...``.

It exits with 1 if the command failed or its stream violated a rule, such as that of the one terminal envelope.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from datetime import timedelta
from typing import assert_never

from envgen_protocols import foxctl


@dataclass
class Run:
    """The output of one command. ``outcome`` is its first terminal envelope; ``warnings`` do not make the run fail."""

    progress: list[str] = field(default_factory=list[str])
    outcome: foxctl.OkEnvelope | foxctl.ErrorEnvelope | None = None
    faults: list[str] = field(default_factory=list[str])
    warnings: list[str] = field(default_factory=list[str])
    took: timedelta | None = None


async def follow(*command: str) -> Run:
    """Run a command to its end. An invalid line is reported; the lines after it are read."""
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    run = Run()
    started = None
    async for line in foxctl.RUN.aread(process.stdout):
        for issue in line.issues:
            said = f"{issue.rule} {issue.path}: {issue.message}"
            (run.faults if issue.level == "must" else run.warnings).append(said)
        if not line:
            continue  # The tracker refused an invalid or misplaced line.
        started = started or foxctl.to_datetime(line.value.meta.ts)
        match line.value:
            case foxctl.ProgressEnvelope(meta=meta, data=data):
                run.progress.append(f"{meta.seq} {data.extra.get('note', '')}".rstrip())
            case foxctl.OkEnvelope() | foxctl.ErrorEnvelope() as outcome:
                run.outcome = outcome
                run.took = foxctl.to_datetime(outcome.meta.ts) - started
            case _:
                assert_never(line.value)
    await process.wait()
    return run


def advice(outcome: foxctl.ErrorEnvelope) -> str:
    """Return the hint of a failure, or the catalog's remediation."""
    entry = foxctl.error_code_entry(outcome.error.code)
    return outcome.data.hint or (entry.remediation if entry else "no advice")


def main(*command: str) -> int:
    """Print the progress, report the faults, and return the exit code."""
    run = asyncio.run(follow(*command))
    sys.stdout.writelines(f"{line}\n" for line in run.progress)
    sys.stderr.writelines(f"{line}\n" for line in [*run.warnings, *run.faults])
    if isinstance(run.outcome, foxctl.ErrorEnvelope):
        print(f"{run.outcome.error.code}: {advice(run.outcome)}", file=sys.stderr)
    return int(bool(run.faults) or not isinstance(run.outcome, foxctl.OkEnvelope))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
