"""Calls the tools of an MCP server: ``python client.py COMMAND...``."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable, Mapping

from bindings.mcp import (
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    CancelledNotification,
    CancelledNotificationParams,
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageResult,
    Implementation,
    InitializedNotification,
    InitializeRequest,
    InitializeRequestParams,
    InitializeResult,
    JSONRPCError,
    JSONRPCErrorError,
    JsonValue,
    ListToolsRequest,
    Message,
    PingRequest,
    ProgressNotification,
    ProgressNotificationParams,
    RequestHeadParamsMeta,
    Result,
    TextContent,
)
from bindings.mcp.servers import (
    Send,
    Serving,
    SessionClient,
    UnimplementedSessionClientHandler,
    line_sender,
    line_texts,
)

Progress = Callable[[ProgressNotificationParams], object]


class Model(UnimplementedSessionClientHandler):
    """Handlers of the requests of a server."""

    async def ping_request(self, _: PingRequest) -> Result:
        """Answer."""
        return Result()

    async def create_message_request(self, _: CreateMessageRequest) -> CreateMessageResult:
        """Say always the same."""
        return CreateMessageResult(role="assistant", model="parrot", content=TextContent(text="Hello from a model"))


def failed(request: Message, error: Exception) -> Message | None:
    """Return the error of JSON-RPC."""
    key = getattr(request, "id", None)
    return None if key is None else JSONRPCError(id=key, error=JSONRPCErrorError(code=-32601, message=str(error)))


class Caller:
    """A session of a client, which sends texts through a function."""

    def __init__(self, send: Send, *, timeout: float = 10) -> None:
        """Begin a session. A request takes at most ``timeout`` seconds."""
        serving = Serving[Message](fail=failed, on_message=self._heard)
        self.peer = SessionClient(send, Model(), serving=serving, timeout=timeout)
        self._ids = itertools.count(1)
        self._progress: Progress | None = None

    async def _heard(self, message: Message) -> None:
        if isinstance(message, ProgressNotification) and self._progress:
            self._progress(message.params)

    async def initialize(self) -> InitializeResult:
        """Agree on the version of the protocol."""
        params = InitializeRequestParams(
            protocol_version="2025-06-18",
            capabilities=ClientCapabilities(sampling={}),
            client_info=Implementation(name="caller", version="1.0.0"),
        )
        welcome = await self.peer.request(InitializeRequest(id=next(self._ids), params=params))
        if welcome.protocol_version != "2025-06-18":
            raise ValueError(f"the server speaks {welcome.protocol_version}")
        await self.peer.send(InitializedNotification())
        return welcome

    async def tools(self) -> list[str]:
        """Return the names of the tools."""
        listed = await self.peer.request(ListToolsRequest(id=next(self._ids)))
        return sorted(tool.name for tool in listed.tools)

    async def call(
        self, tool: str, arguments: Mapping[str, JsonValue], progress: Progress | None = None
    ) -> CallToolResult:
        """Call a tool. A call that is cancelled, or takes too long, is cancelled on the server, too."""
        key = next(self._ids)
        params = CallToolRequestParams(name=tool, arguments=dict(arguments))
        if progress:
            self._progress = progress
            params.meta = RequestHeadParamsMeta(progress_token=key)
        try:
            return await self.peer.request(CallToolRequest(id=key, params=params))
        except (asyncio.CancelledError, TimeoutError):
            if not self.peer.closed:
                await self.peer.send(CancelledNotification(params=CancelledNotificationParams(request_id=key)))
            raise

    async def ping(self) -> None:
        """Wait for an answer of the server."""
        await self.peer.request(PingRequest(id=next(self._ids)))


def text_of(result: CallToolResult) -> str:
    """Return the text of a result."""
    return " ".join(block.text for block in result.content if isinstance(block, TextContent))


async def cancelled(caller: Caller) -> str:
    """Cancel a count after its first progress, and wait until the server has noticed that."""
    counting = asyncio.ensure_future(caller.call("count", {"to": 1_000_000}, lambda _: counting.cancel()))
    await asyncio.wait([counting])
    if not counting.cancelled():
        raise RuntimeError("the count has ended") from counting.exception()
    while (count := text_of(await caller.call("cancellations", {}))) == "0":
        await asyncio.sleep(0.01)
    return count


async def play(caller: Caller) -> None:
    """Call all tools."""
    welcome = await caller.initialize()
    print(welcome.server_info.name, welcome.server_info.version, "speaks", welcome.protocol_version)
    print("tools:", ", ".join(await caller.tools()))
    total = (await caller.call("sum", {"terms": [1, 2, 3]})).structured_content
    print(f"sum: {total['sum']:g}" if total else "")
    nothing = await caller.call("sum", {"terms": []})
    print("sum of nothing is an error:", "true" if nothing.is_error else "false")
    counted = await caller.call(
        "count", {"to": 3}, lambda news: print(f"progress: {news.progress:g} of {news.total:g}")
    )
    print("count:", text_of(counted))
    print("greet:", text_of(await caller.call("greet", {})))
    print("cancelled:", await cancelled(caller))
    await caller.ping()
    print("ping: pong")


async def main(*command: str) -> None:
    """Start a server, and call its tools."""
    server = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    if not server.stdin or not server.stdout:
        raise RuntimeError("the server has no pipes")
    caller = Caller(line_sender(server.stdin))
    served = asyncio.create_task(caller.peer.serve(line_texts(server.stdout)))
    await play(caller)
    server.stdin.close()  # the server ends
    await served
    await server.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
