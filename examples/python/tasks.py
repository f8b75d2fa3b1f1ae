"""A server that answers calls of Delegator tools: ``python tasks.py PORT``.

Each line of input is a ToolCall, the parameters of an MCP ``tools/call``. Each line of output is the result of a call.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from envgen_protocols import delegator
from envgen_protocols.delegator import builders, errors


@dataclass
class Tasks:
    """The tasks of a machine. ``started`` has the running ones, ``waiting`` those in the queue."""

    clock: Callable[[], datetime]
    started: dict[str, datetime] = field(default_factory=dict[str, datetime])
    waiting: list[str] = field(default_factory=list[str])

    def answer(self, text: bytes) -> delegator.JsonEnvelope | str:
        """Answer the text of one ToolCall: with Markdown, or with JSON that the tracker accepts."""
        result = delegator.TOOL_CALL.try_decode(text)
        if isinstance(result, delegator.Invalid):
            return self.failed("_codex_local_run", errors.refusal(result.issues))
        call = result.value
        if call.arguments.format != "json":
            return f"**UNSUPPORTED**: call {call.name} with the format json"
        conversation = delegator.CALL.track()
        conversation.receive(call)
        response = self.response(call)
        if issues := [issue for issue in conversation.send(response) if issue.level == "must"]:
            response = self.failed(call.name, errors.internal(f"the response breaks a rule: {issues[0].message}"))
            conversation.send(response)
        return response

    def response(self, call: delegator.ToolCall) -> delegator.JsonEnvelope:
        """Execute a call."""
        if call.name == "_codex_local_status":
            return self.snapshot()
        if call.name == "_codex_local_results" and call.arguments.task_id not in self.started:
            return self.failed(call.name, errors.not_found("there is no such task"))
        return self.failed(call.name, errors.unsupported("this server reports tasks only"))

    def snapshot(self) -> delegator.StatusSnapshot:
        """Return the states of the tasks. The builder counts the lists."""
        now = self.clock()
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
            for position, task in enumerate(self.waiting)
        ]
        sources = builders.Sources(clock=lambda: now)
        data: builders.StatusSnapshotDataDraft = {"tasks": running, "queue": queue}  # empty lists are omitted
        return builders.status_snapshot(tool="_codex_local_status", data=data, sources=sources)

    def failed(
        self, tool: delegator.Tool, failure: delegator.JsonError | builders.JsonErrorDraft
    ) -> delegator.ErrorResponse:
        """Return a failure. The builder adds the members that depend on the tool and the code."""
        return builders.error_response(tool=tool, meta={}, error=failure, sources=builders.Sources(clock=self.clock))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the calls of one connection until its end or a line that is too long."""
        with closing(writer):
            while line := await line_of(reader):
                writer.write(result_of(self.answer(line)) + b"\n")
                await writer.drain()


async def line_of(reader: asyncio.StreamReader) -> bytes:
    """Return the next line, or nothing at the end and for a line that is too long."""
    try:
        return await reader.readline()
    except ValueError:
        return b""


def result_of(answer: delegator.JsonEnvelope | str) -> bytes:
    """Return the result of an MCP ``tools/call``. The answer is the text of its only content."""
    text = answer if isinstance(answer, str) else builders.lay_out(answer).decode()
    result: dict[str, object] = {"content": [{"type": "text", "text": text}]}
    if isinstance(answer, str | delegator.ErrorResponse):
        result["isError"] = True
    return json.dumps(result).encode()


async def main(port: int) -> None:
    """Serve on loopback. The maximum length of a line is the binding's default for texts."""
    known = Tasks(lambda: datetime.now(UTC))
    server = await asyncio.start_server(known.serve, "127.0.0.1", port, limit=delegator.Options().max_bytes)
    await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1])))
