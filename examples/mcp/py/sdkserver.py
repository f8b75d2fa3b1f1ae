"""Offers the tools of ``server.py`` with the official SDK: ``python sdkserver.py``, with a port for Streamable HTTP."""

from __future__ import annotations

import sys
from typing import TypedDict

import anyio
from mcp.server.fastmcp import Context, FastMCP
from mcp.types import SamplingMessage, TextContent

server = FastMCP("tools")
server._mcp_server.version = "1.0.0"  # FastMCP has no parameter for it
cancelled: list[int] = []


class Sum(TypedDict):
    """The result of a sum."""

    sum: float


@server.tool(name="sum")
def added(terms: list[float]) -> Sum:
    """Add numbers."""
    if not terms:
        raise ValueError("there are no terms")
    return {"sum": sum(terms)}


@server.tool()
async def count(to: int, context: Context) -> str:
    """Count, and report progress."""
    for n in range(1, to + 1):
        await context.report_progress(n, to)
        try:
            await anyio.sleep(0.05)
        except anyio.get_cancelled_exc_class():
            cancelled.append(n)
            raise
    return f"counted to {to}"


@server.tool()
async def greet(context: Context) -> str:
    """Have the client's model greet."""
    prompt = SamplingMessage(role="user", content=TextContent(type="text", text="Greet me."))
    sampled = await context.session.create_message([prompt], max_tokens=100)
    return sampled.content.text


@server.tool()
def cancellations() -> str:
    """Return how many counts were cancelled."""
    return str(len(cancelled))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.settings.port = int(sys.argv[1])
    server.run("streamable-http" if len(sys.argv) > 1 else "stdio")
