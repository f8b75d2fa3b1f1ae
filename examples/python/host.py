"""A HotRepl host that evaluates Python literals instead of C#: ``python host.py PORT``.

It answers every request. An unsupported request gets the protocol's error ``unsupported_operation``.
"""

from __future__ import annotations

import ast
import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from envgen_protocols import hotrepl
from envgen_protocols.hotrepl import builders, errors
from envgen_protocols.hotrepl.servers import ConnectionServer, Disconnected, Serving, UnimplementedConnectionHandler
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

MOST_BYTES = 1 << 20
FRAMES_PER_SECOND = 60
WORDS = ["False", "None", "True"]
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


class Host(UnimplementedConnectionHandler):
    """Handlers of the requests of one client. Those that are left out get an error of the protocol."""

    async def eval(self, request: hotrepl.Eval) -> hotrepl.EvalReply:
        """Evaluate a literal."""
        return evaluated(request)

    async def complete(self, request: hotrepl.Complete) -> hotrepl.CompleteReply:
        """Complete a word."""
        words = [word for word in WORDS if word.startswith(request.code)]
        return builders.complete_result(request, completions=words, duration_ms=0)

    async def reset(self, request: hotrepl.Reset) -> hotrepl.ResetReply:
        """Reset nothing, because no literal depends on an earlier one."""
        return builders.reset_result(request, success=True)

    async def subscribe(self, request: hotrepl.Subscribe) -> AsyncIterator[hotrepl.SubscribeReply]:
        """Send results until the limit or a cancellation. A failure is the last result."""
        seq, final = 0, False
        while not final:
            final = request.limit is not None and seq + 1 >= request.limit
            result = evaluated(hotrepl.Eval(id=request.id, code=request.code))
            if isinstance(result, hotrepl.EvalError):
                yield builders.subscribe_error(request, seq=seq, error=result.error, final=True)
                return
            value, took = result.value, result.duration_ms
            yield builders.subscribe_result(
                request, seq=seq, has_value=True, value=value, duration_ms=took, final=final
            )
            seq += 1
            await asyncio.sleep((request.interval_frames or 1) / FRAMES_PER_SECOND)


def unsupported(request: hotrepl.Message) -> hotrepl.ProtocolError:
    """Return the answer to a request that this host does not support."""
    error = errors.unsupported_operation(f"{request.type} is not offered here", code=request.type, retryable=False)
    return builders.protocol_error(id=getattr(request, "id", None), error=error)


def job_request(text: bytes | str | None) -> hotrepl.Message | None:
    """Return the request for a job in a refused text: the tracker refuses the ids of unknown jobs."""
    try:
        request = hotrepl.decode(text or "")
    except hotrepl.ValidationError:
        return None
    return request if isinstance(request, hotrepl.JobStatus | hotrepl.JobCancel) else None


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

    async def refuse(text: bytes | str | None, issues: list[hotrepl.Issue]) -> None:
        request = job_request(text)
        answer = unsupported(request) if request else builders.protocol_error(error=errors.refusal(issues))
        await server.send(answer)

    serving = Serving[hotrepl.Message](fail=lambda request, _: unsupported(request), on_refused=refuse)
    server = ConnectionServer(socket.send, Host(), serving=serving)
    await server.send(HANDSHAKE)
    with suppress(ConnectionClosed, Disconnected):
        await server.serve(socket)


async def main(port: int) -> None:
    """Serve on loopback."""
    async with serve(play, "127.0.0.1", port, max_size=MOST_BYTES) as server:
        await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1])))
