"""Calls the tools of an MCP server with the official SDK, as ``client.py`` does: ``python sdkclient.py COMMAND...``."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import (
    CallToolResult,
    CancelledNotification,
    CancelledNotificationParams,
    ClientNotification,
    CreateMessageRequestParams,
    CreateMessageResult,
    TextContent,
)

Streams: TypeAlias = tuple[Any, Any]


async def sample(_context: object, _params: CreateMessageRequestParams) -> CreateMessageResult:
    """Say always the same."""
    words = TextContent(type="text", text="Hello from a model")
    return CreateMessageResult(role="assistant", model="parrot", content=words)


async def show(progress: float, total: float | None, _message: str | None) -> None:
    """Print progress."""
    print(f"progress: {progress:g} of {total:g}")


def text_of(result: CallToolResult) -> str:
    """Return the text of a result."""
    return " ".join(block.text for block in result.content if isinstance(block, TextContent))


async def cancel(session: ClientSession) -> str:
    """Cancel a count after its first progress, and wait until the server has noticed that."""
    key = session._request_id
    async with anyio.create_task_group() as group:

        async def stop(*_: object) -> None:
            group.cancel_scope.cancel()

        await session.call_tool("count", {"to": 1_000_000}, progress_callback=stop)
    params = CancelledNotificationParams(requestId=key)
    await session.send_notification(ClientNotification(CancelledNotification(params=params)))
    while (count := text_of(await session.call_tool("cancellations", {}))) == "0":
        await anyio.sleep(0.01)
    return count


@asynccontextmanager
async def connected(*command: str) -> AsyncGenerator[Streams, None]:
    """Connect to the server of a URL, or of a command."""
    if command[0].startswith("http:"):
        async with streamablehttp_client(command[0]) as (read, write, _):
            yield read, write
    else:
        async with stdio_client(StdioServerParameters(command=command[0], args=command[1:])) as streams:
            yield streams


async def main(*command: str) -> None:
    """Call all tools."""
    async with connected(*command) as (read, write), ClientSession(read, write, sampling_callback=sample) as session:
        welcome = await session.initialize()
        print(welcome.serverInfo.name, welcome.serverInfo.version, "speaks", welcome.protocolVersion)
        print("tools:", ", ".join(sorted(tool.name for tool in (await session.list_tools()).tools)))
        total = await session.call_tool("sum", {"terms": [1, 2, 3]})
        print(f"sum: {total.structuredContent['sum']:g}")
        nothing = await session.call_tool("sum", {"terms": []})
        print("sum of nothing is an error:", "true" if nothing.isError else "false")
        print("count:", text_of(await session.call_tool("count", {"to": 3}, progress_callback=show)))
        print("greet:", text_of(await session.call_tool("greet", {})))
        print("cancelled:", await cancel(session))
        await session.send_ping()
        print("ping: pong")


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
