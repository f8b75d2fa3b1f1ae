"""Calls tools of the delegator with the official SDK, and reads their envelopes: ``python sdkdelegator.py COMMAND...``."""

from __future__ import annotations

import json
import sys

import anyio
from bindings import delegator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import TextContent


async def call(session: ClientSession, tool: str, **arguments: object) -> delegator.JsonEnvelope:
    """Call a tool, and read the envelope in its result. The text and the structured content are the same envelope."""
    result = await session.call_tool(tool, {**arguments, "format": "json"})
    [block] = result.content
    if not isinstance(block, TextContent):
        raise TypeError("the result has no text")
    envelope = delegator.decode(block.text)
    if envelope != delegator.decode(json.dumps(result.structuredContent)):
        raise ValueError("the structured content differs from the text")
    if result.isError != isinstance(envelope, delegator.ErrorResponse):
        raise ValueError("isError differs from the status")
    return envelope


def shown(envelope: delegator.JsonEnvelope) -> str:
    """Return an envelope in words."""
    match envelope:
        case delegator.LocalExecutionAck(data=data, meta=meta):
            return f"{data.task_id} is accepted at position {meta.queue_position}"
        case delegator.StatusSnapshot(data=data):
            return f"the queue is {' '.join(task.task_id for task in data.queue or []) or 'empty'}"
        case delegator.ErrorResponse(error=error):
            return f"{error.code}: {error.message}"
    return type(envelope).__name__


async def main(command: str, *args: str) -> None:
    """Submit tasks, and list the queue."""
    parameters = StdioServerParameters(command=command, args=list(args))
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        welcome = await session.initialize()
        print(
            welcome.serverInfo.name, welcome.serverInfo.version, "has", len((await session.list_tools()).tools), "tools"
        )
        print(shown(await call(session, "_codex_local_status")))
        print(shown(await call(session, "_codex_local_run", task="Mend the tests.")))
        print(shown(await call(session, "_codex_local_run", task="Write the guide.")))
        print(shown(await call(session, "_codex_local_status")))
        print(shown(await call(session, "_codex_cloud_submit", task="Deploy.")))


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
