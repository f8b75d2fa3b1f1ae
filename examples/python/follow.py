"""Follows a command that writes foxctl envelopes: ``python follow.py COMMAND ARGUMENT...``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import assert_never

from envgen_protocols import foxctl


@dataclass
class Run:
    """What has been seen of one command."""

    progress: list[str] = field(default_factory=list[str])
    outcome: foxctl.OkEnvelope | foxctl.ErrorEnvelope | None = None
    faults: list[str] = field(default_factory=list[str])
    took: timedelta | None = None


async def envelopes(lines: asyncio.StreamReader) -> AsyncIterator[foxctl.Valid[foxctl.Envelope] | foxctl.Invalid]:
    """Yield what each line is. One that is no envelope does not end the stream."""
    while line := await lines.readline():
        yield foxctl.try_decode(line.rstrip(b"\r\n"))


async def follow(*command: str) -> Run:
    """Run a command to its end."""
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, limit=16 << 20)
    assert process.stdout
    run = Run()
    started = None
    async for result in envelopes(process.stdout):
        if not result:
            run.faults.extend(f"{issue.path} {issue.rule}" for issue in result.issues)
            continue
        started = started or foxctl.to_datetime(result.value.meta.ts)
        match result.value:
            case foxctl.ProgressEnvelope(meta=meta, data=data):
                run.progress.append(f"{meta.seq} {data.extra.get('note', '')}".rstrip())
            case foxctl.OkEnvelope() | foxctl.ErrorEnvelope() as outcome:
                run.outcome = outcome
                run.took = foxctl.to_datetime(outcome.meta.ts) - started
            case _:
                assert_never(result.value)
    await process.wait()
    return run


def advice(outcome: foxctl.ErrorEnvelope) -> str:
    """Say what the catalog recommends for a failure."""
    entry = foxctl.error_code_entry(outcome.error.code)
    return outcome.data.hint or (entry.remediation if entry else "no advice")


if __name__ == "__main__":
    seen = asyncio.run(follow(*sys.argv[1:]))
    print("\n".join([*seen.progress, *seen.faults]))
    if isinstance(seen.outcome, foxctl.ErrorEnvelope):
        sys.exit(f"{seen.outcome.error.code}: {advice(seen.outcome)}")
