"""Calls tools of an MCP server that is slow, and that ends: ``python patient.py COMMAND...``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress

from bindings.mcp import CallToolResult, JsonValue, ValidationError
from bindings.mcp.servers import Disconnected, line_sender, line_texts
from client import Caller, text_of

MOST_ATTEMPTS = 3
PAUSE = 0.1


class Patient:
    """A client that starts its server again if that ends."""

    def __init__(self, *command: str) -> None:
        """Note the command of the server. The first call starts it."""
        self._command = command
        self._caller: Caller | None = None
        self._served: asyncio.Task[None] | None = None
        self.server: asyncio.subprocess.Process | None = None

    async def _connected(self) -> Caller:
        """Return the session, or begin another one."""
        if self._caller and not self._caller.peer.closed:
            return self._caller
        pipe = asyncio.subprocess.PIPE
        self.server = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        if not self.server.stdin or not self.server.stdout:
            raise RuntimeError("the server has no pipes")
        self._caller = Caller(line_sender(self.server.stdin))
        self._served = asyncio.create_task(self._caller.peer.serve(line_texts(self.server.stdout)))
        await self._caller.initialize()
        return self._caller

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> CallToolResult:
        """Call a tool, and again if the server has ended: only a tool without lasting effects may be called twice."""
        for attempt in range(1, MOST_ATTEMPTS + 1):
            try:
                return await (await self._connected()).call(tool, arguments)
            except (Disconnected, ConnectionError):
                if attempt == MOST_ATTEMPTS:
                    raise
                print("the server has ended")
                await self.close()
                await asyncio.sleep(PAUSE * attempt)
        raise AssertionError

    async def sum(self, *terms: int) -> str:
        """Add numbers."""
        result = await self.call("sum", {"terms": list(terms)})
        return f"{result.structured_content['sum']:g}" if result.structured_content else "nothing"

    async def close(self) -> None:
        """End the session and the server."""
        if self.server and self.server.stdin:
            self.server.stdin.close()
        if self._served:
            with suppress(ValidationError, Disconnected):  # an answer is missing if the server ends
                await self._served
        if self.server:
            await self.server.wait()


async def main(*command: str) -> None:
    """Call tools under bad conditions."""
    patient = Patient(*command)
    print("sum:", await patient.sum(1, 2, 3))
    try:
        async with asyncio.timeout(0.1):
            await patient.call("count", {"to": 1_000_000})
    except TimeoutError:
        print("count: no result in time")
    print("sum:", await patient.sum(4))
    counting = asyncio.create_task(patient.call("count", {"to": 3}))
    await asyncio.sleep(0)
    if patient.server:
        patient.server.kill()
    print("count:", text_of(await counting))
    await patient.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
