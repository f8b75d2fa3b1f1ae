"""A server that answers calls of Delegator tools, one JSON line each: ``python tasks.py PORT``."""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from envgen_protocols import delegator


@dataclass
class Tasks:
    """The tasks of a machine. ``started`` has the running ones, ``waiting`` those in the queue."""

    clock: Callable[[], datetime]
    started: dict[str, datetime] = field(default_factory=dict[str, datetime])
    waiting: list[str] = field(default_factory=list[str])

    def answer(self, line: bytes) -> delegator.JsonEnvelope:
        """Return the response to one call, ``{"tool": ..., "task_id": ...}``."""
        try:
            call = json.loads(line)
            tool, task = call["tool"], call.get("task_id", "")
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            return self.failure("_codex_local_run", "VALIDATION", f"the call cannot be read: {type(error).__name__}")
        if not delegator.is_tool(tool):
            return self.failure("_codex_local_run", "VALIDATION", "there is no such tool")
        match tool:
            case "_codex_local_status":
                return self.snapshot()
            case "_codex_local_results" if task not in self.started:
                return self.failure(tool, "NOT_FOUND", "there is no such task")
            case _:
                return self.failure(tool, "UNSUPPORTED", "this server only knows what its tasks do")

    def snapshot(self) -> delegator.StatusSnapshot:
        """Return what the tasks do. The counts and the lists have one source."""
        now = self.clock()
        ts = delegator.from_datetime(now)
        running = [
            delegator.RunningTask(
                task_id=task,
                state="running",
                started_ts=delegator.from_datetime(started),
                elapsed_seconds=(now - started).total_seconds(),
                progress=None,
            )
            for task, started in self.started.items()
        ]
        queue = [
            delegator.QueuedTask(task_id=task, position=position, estimated_start_ms=1000 * position)
            for position, task in enumerate(self.waiting, 1)
        ]
        return delegator.StatusSnapshot(
            tool="_codex_local_status",
            request_id=str(uuid.uuid4()),
            ts=ts,
            meta=delegator.StatusSnapshotMeta(snapshot_ts=ts, total=len(running) + len(queue)),
            data=delegator.StatusSnapshotData(
                summary=delegator.StatusCounts(running=len(running), queued=len(queue), recently_completed=0),
                tasks=running or None,
                queue=queue or None,
            ),
        )

    def failure(self, tool: delegator.Tool, code: delegator.ErrorCode, message: str) -> delegator.ErrorResponse:
        """Return a failure; the catalogs know what belongs to the tool and to the code."""
        about, meaning = delegator.tool_entry(tool), delegator.error_code_entry(code)
        category = delegator.tool_category_entry(about.category) if about else None
        if category is None or meaning is None:
            raise ValueError(f"{tool} and {code} are in the catalogs")
        return delegator.ErrorResponse(
            schema_id=category.schema_id,
            tool=tool,
            tool_category=category.value,
            request_id=str(uuid.uuid4()),
            ts=delegator.from_datetime(self.clock()),
            meta={},
            error=delegator.JsonError(code=code, message=message, retryable=meaning.retryable == "yes"),
        )

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the calls of one connection until it ends."""
        while line := await reader.readline():
            writer.write(delegator.encode(self.answer(line)) + b"\n")
            await writer.drain()
        writer.close()


async def main(port: int) -> None:
    """Serve on loopback."""
    server = await asyncio.start_server(Tasks(lambda: datetime.now(UTC)).serve, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
