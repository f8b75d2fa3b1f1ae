"""Offers tools over MCP on standard input and output."""

from __future__ import annotations

import asyncio
import itertools
import json
import sys

from bindings.mcp import (
    LIST_TOOLS_RESULT,
    CallToolRequest,
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    Implementation,
    InitializeRequest,
    InitializeResult,
    Issue,
    JSONRPCError,
    JSONRPCErrorError,
    JsonValue,
    ListToolsRequest,
    ListToolsResult,
    Message,
    PingRequest,
    ProgressNotification,
    ProgressNotificationParams,
    Result,
    SamplingMessage,
    ServerCapabilities,
    ServerCapabilitiesTools,
    TextContent,
    UnknownCall,
    ValidationError,
    decode,
)
from bindings.mcp.servers import Send, Serving, SessionServer, UnimplementedSessionServerHandler, line_texts

TOOLS = LIST_TOOLS_RESULT.decode("""{"tools": [
    {"name": "sum", "description": "Adds numbers.",
     "inputSchema": {"type": "object", "properties": {"terms": {"type": "array", "items": {"type": "number"}}}, "required": ["terms"]},
     "outputSchema": {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}},
    {"name": "count", "description": "Counts, and reports its progress.",
     "inputSchema": {"type": "object", "properties": {"to": {"type": "integer"}}, "required": ["to"]}},
    {"name": "greet", "description": "Has the client's model greet.", "inputSchema": {"type": "object"}},
    {"name": "cancellations", "description": "Returns how many counts were cancelled.", "inputSchema": {"type": "object"}}
]}""")


class InvalidParamsError(Exception):
    """The parameters of a request are not those of its tool."""


class Tools(UnimplementedSessionServerHandler):
    """Handlers of the requests of one client. Those that are left out get an error of JSON-RPC."""

    def __init__(self, send: Send) -> None:
        """Begin a session that sends texts through a function."""
        serving = Serving[Message](fail=failed, on_refused=self._refuse)
        self.peer = SessionServer(send, self, serving=serving)
        self._send = send
        self._ids = itertools.count(1)
        self._cancelled = 0

    async def initialize_request(self, _: InitializeRequest) -> InitializeResult:
        """Announce tools."""
        return InitializeResult(
            protocol_version="2025-06-18",
            capabilities=ServerCapabilities(tools=ServerCapabilitiesTools()),
            server_info=Implementation(name="tools", version="1.0.0"),
        )

    async def ping_request(self, _: PingRequest) -> Result:
        """Answer."""
        return Result()

    async def list_tools_request(self, _: ListToolsRequest) -> ListToolsResult:
        """List the tools."""
        return TOOLS

    async def call_tool_request(self, request: CallToolRequest) -> CallToolResult:
        """Call a tool."""
        arguments = request.params.arguments or {}
        match request.params.name:
            case "sum":
                return added(arguments.get("terms"))
            case "count":
                return await self._count(request, arguments.get("to"))
            case "greet":
                return await self._greet()
            case "cancellations":
                return text(str(self._cancelled))
        raise InvalidParamsError(f"there is no tool {request.params.name}")

    async def _count(self, request: CallToolRequest, to: JsonValue) -> CallToolResult:
        """Count, and report progress if the request has a token for that."""
        if not isinstance(to, int):
            raise InvalidParamsError("to must be an integer")
        token = request.params.meta.progress_token if request.params.meta else None
        for n in range(1, to + 1):
            if token is not None:
                news = ProgressNotificationParams(progress_token=token, progress=n, total=to)
                await self.peer.send(ProgressNotification(params=news))
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                self._cancelled += 1
                raise
        return text(f"counted to {to}")

    async def _greet(self) -> CallToolResult:
        """Send a request to the client, and return the words of its model."""
        prompt = SamplingMessage(role="user", content=TextContent(text="Greet me."))
        params = CreateMessageRequestParams(messages=[prompt], max_tokens=100)
        sampled = await self.peer.request(CreateMessageRequest(id=next(self._ids), params=params))
        if not isinstance(sampled.content, TextContent):
            raise TypeError("the model has sent no text")
        return text(sampled.content.text)

    async def _refuse(self, refused: bytes | str | None, issues: list[Issue]) -> None:
        """Answer a request that is not valid, by itself or in its place. The answer is no part of the conversation."""
        print("refused:", *issues, file=sys.stderr)
        try:
            request = json.loads(refused or "")
        except ValueError:
            return
        if not isinstance(request, dict) or not {"id", "method"} <= request.keys():
            return
        try:
            code = -32601 if isinstance(decode(refused or ""), UnknownCall) else -32600
        except ValidationError:
            code = -32602
        failure = {"code": code, "message": issues[0].message}
        await self._send(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": failure}))


def added(terms: JsonValue) -> CallToolResult:
    """Add numbers."""
    if not isinstance(terms, list):
        raise InvalidParamsError("terms must be numbers")
    numbers = [term for term in terms if isinstance(term, int | float)]
    if len(numbers) < len(terms):
        raise InvalidParamsError("terms must be numbers")
    if not numbers:
        return CallToolResult(content=[TextContent(text="there are no terms")], is_error=True)
    total = sum(numbers)
    return CallToolResult(content=[TextContent(text=str(total))], structured_content={"sum": total})


def text(words: str) -> CallToolResult:
    """Return a result that is a text."""
    return CallToolResult(content=[TextContent(text=words)])


def failed(request: Message, error: Exception) -> Message | None:
    """Return the error of JSON-RPC."""
    code = -32603
    if isinstance(error, NotImplementedError):
        code = -32601
    elif isinstance(error, InvalidParamsError):
        code = -32602
    key = getattr(request, "id", None)
    return None if key is None else JSONRPCError(id=key, error=JSONRPCErrorError(code=code, message=str(error)))


async def send_line(line: str) -> None:
    """Write a message."""
    print(line, flush=True)


async def main() -> None:
    """Serve one client."""
    reader = asyncio.StreamReader(limit=1 << 20)
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    await Tools(send_line).peer.serve(line_texts(reader))


if __name__ == "__main__":
    asyncio.run(main())
