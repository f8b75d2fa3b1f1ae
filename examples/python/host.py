"""A HotRepl host that evaluates Python literals instead of C#: ``python host.py PORT``.

It answers every request. An unsupported request gets the protocol's error ``unsupported_operation``.
"""

from __future__ import annotations

import ast
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from envgen_protocols import hotrepl
from envgen_protocols.hotrepl import builders, errors
from websockets.asyncio.server import ServerConnection, serve

MOST_BYTES = 1 << 20
FRAMES_PER_SECOND = 60
WORDS = ["False", "None", "True"]
CONTROL = (
    hotrepl.CommandsList,
    hotrepl.CommandDescribe,
    hotrepl.CommandCall,
    hotrepl.JobStatus,
    hotrepl.JobCancel,
)
"""Requests that the tracker refuses, because the handshake announces no control."""

HANDSHAKE = builders.handshake(
    host=hotrepl.Host(name="toy", version="0.1", platform="Python"),
    evaluator=hotrepl.Evaluator(
        name="literals",
        language_version="3",
        persistent_state=False,
        supports_completion=True,
        cancellation="unsupported",
    ),
    available_evaluators=["literals"],
    default_usings=[],
    helpers=[],
    control=hotrepl.Control(supported=False, commands_list_changed=False, schema_validation=False),
    limits=hotrepl.Limits(
        max_message_bytes=MOST_BYTES,
        max_queued_commands=1,
        max_result_length=1000,
        max_enumerable_elements=100,
        default_eval_timeout_ms=1000,
        max_job_concurrency=1,
    ),
    enforces=["maxMessageBytes"],
)


class Connection:
    """One client. The tracker refuses messages of both directions that the conversation does not allow."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._tracker = hotrepl.CONNECTION.track("server")
        self._ticking: dict[str, asyncio.Task[None]] = {}

    async def say(self, message: hotrepl.Message) -> None:
        """Send a message. Raises ValidationError if the conversation does not allow the message now."""
        if issues := [issue for issue in self._tracker.send(message) if issue.level == "must"]:
            raise hotrepl.ValidationError(issues)
        await self._send(builders.lay_out(message))

    async def receive(self, text: bytes | str) -> None:
        """Answer a text of the client."""
        line = self._tracker.receive_text(text)
        await (self._refuse(line) if isinstance(line, hotrepl.Invalid) else self._answer(line.value))

    async def _refuse(self, line: hotrepl.Refused[hotrepl.Message]) -> None:
        """Send an error with the request's id, unless a subscription has it: an error ends its exchange."""
        request = line.value
        if isinstance(request, CONTROL) and request.id not in self._ticking:
            await self.say(unsupported(request))
        else:
            await self.say(builders.protocol_error(error=errors.refusal(line.issues)))

    async def _answer(self, request: hotrepl.Message) -> None:
        match request:
            case hotrepl.Eval():
                await self.say(evaluated(request))
            case hotrepl.Complete(code=code):
                words = [word for word in WORDS if word.startswith(code)]
                await self.say(builders.complete_result(request, completions=words, duration_ms=0))
            case hotrepl.Reset():
                await self.say(builders.reset_result(request, success=True))
            case hotrepl.Subscribe(id=name):
                self._ticking[name] = asyncio.create_task(self._tick(request))
            case hotrepl.Cancel(target_id=name):
                if task := self._ticking.pop(name, None):
                    task.cancel()
            case _:
                await self.say(unsupported(request))

    async def _tick(self, request: hotrepl.Subscribe) -> None:
        """Send results until the limit or a cancellation. A failure is the last result."""
        seq, final = 0, False
        while not final:
            final = request.limit is not None and seq + 1 >= request.limit
            result = evaluated(hotrepl.Eval(id=request.id, code=request.code))
            if isinstance(result, hotrepl.EvalError):
                await self.say(builders.subscribe_error(request, seq=seq, error=result.error, final=True))
                break
            value, took = result.value, result.duration_ms
            await self.say(
                builders.subscribe_result(request, seq=seq, has_value=True, value=value, duration_ms=took, final=final)
            )
            seq += 1
            await asyncio.sleep((request.interval_frames or 1) / FRAMES_PER_SECOND)
        self._ticking.pop(request.id, None)

    def close(self) -> None:
        """End the subscriptions of a disconnected client."""
        for task in self._ticking.values():
            task.cancel()


def unsupported(request: hotrepl.Message) -> hotrepl.ProtocolError:
    """Return the answer to a request that this host does not support."""
    error = errors.unsupported_operation(f"{request.type} is not offered here", code=request.type, retryable=False)
    return builders.protocol_error(id=getattr(request, "id", None), error=error)


def evaluated(request: hotrepl.Eval) -> hotrepl.EvalResult | hotrepl.EvalError:
    """Evaluate a literal."""
    start = time.monotonic()
    try:
        value = ast.literal_eval(request.code)
    except (ValueError, SyntaxError) as error:
        failure = errors.validation_failed(type(error).__name__, code="evalSyntax", retryable=False)
        return builders.eval_error(request, error=failure)
    took = round(1000 * (time.monotonic() - start), 3)
    return builders.eval_result(request, has_value=True, value=value, duration_ms=took)


async def play(socket: ServerConnection) -> None:
    """Greet one client, and answer it until it disconnects."""
    client = Connection(lambda data: socket.send(data, text=True))
    try:
        await client.say(HANDSHAKE)
        async for text in socket:
            await client.receive(text)
    finally:
        client.close()


async def main(port: int) -> None:
    """Serve on loopback."""
    async with serve(play, "127.0.0.1", port, max_size=MOST_BYTES) as server:
        await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1])))
