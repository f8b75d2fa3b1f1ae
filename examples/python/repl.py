"""Evaluates code in a running game by HotRepl: ``python repl.py ws://127.0.0.1:18590 CODE...``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from envgen_protocols import hotrepl
from envgen_protocols.hotrepl.clients import ConnectionClient
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

MOST_BYTES = hotrepl.Options().max_bytes
"""The longest frame that the client reads: the limit of the binding."""

Push = Callable[[hotrepl.Line[hotrepl.Message]], None]


@dataclass
class Repl:
    """A connection after its handshake."""

    client: ConnectionClient
    host: hotrepl.Handshake


@asynccontextmanager
async def connected(url: str, pushed: Push) -> AsyncGenerator[Repl, None]:
    """Connect to a game. Unsolicited and invalid messages go to ``pushed``."""
    async with connect(url, max_size=MOST_BYTES) as socket:
        client = ConnectionClient(socket.send)
        host: asyncio.Future[hotrepl.Handshake] = asyncio.get_running_loop().create_future()
        reading = asyncio.create_task(_read(socket, client, host, pushed))
        try:
            yield Repl(client, await host)
        finally:
            await socket.close()
            await reading


async def _read(
    socket: ClientConnection, client: ConnectionClient, host: asyncio.Future[hotrepl.Handshake], pushed: Push
) -> None:
    cause: ConnectionClosed | None = None
    try:
        async for frame in socket:
            line = client.receive(frame)
            if line and isinstance(line.value, hotrepl.Handshake):
                host.set_result(line.value)
            elif line is not None:
                pushed(line)
    except ConnectionClosed as closed:
        cause = closed
    client.close(cause)
    if not host.done():
        host.set_exception(ConnectionError("no handshake has come"))


async def evaluate(client: ConnectionClient, number: int, code: str) -> str:
    """Evaluate code, and return the result in words."""
    reply = await client.request(hotrepl.Eval(id=f"eval-{number}", code=code))
    match reply:
        case hotrepl.EvalResult():
            return str(reply.value) if reply.has_value else ""
        case hotrepl.EvalError(error=error):
            return f"{error.kind}: {error.message}"


def content_of(artifact: hotrepl.ArtifactRef) -> bytes:
    """Read the file of a command's artifact. Raises ValueError if its content is not the announced one."""
    if not artifact.finalized or artifact.path is None:
        raise ValueError(f"{artifact.uri} is no finished file")
    content = Path(artifact.path).read_bytes()
    hotrepl.verify_digest(artifact.sha256, content)
    return content


async def main(url: str, *codes: str) -> None:
    """Evaluate all codes concurrently, and print their results in order."""
    async with connected(url, print) as repl:
        for answer in await asyncio.gather(*[evaluate(repl.client, *each) for each in enumerate(codes)]):
            print(answer)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
