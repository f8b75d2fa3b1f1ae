"""A HotRepl host that evaluates Python expressions instead of C#: ``python host.py PORT``."""

from __future__ import annotations

import ast
import asyncio
import sys
import time

from envgen_protocols import hotrepl
from envgen_protocols.hotrepl import builders, errors
from websockets.asyncio.server import ServerConnection, serve

HANDSHAKE = builders.handshake(
    host=hotrepl.Host(name="toy", version="0.1", platform="Python"),
    evaluator=hotrepl.Evaluator(
        name="literals",
        language_version="3",
        persistent_state=False,
        supports_completion=False,
        cancellation="unsupported",
    ),
    available_evaluators=["literals"],
    default_usings=[],
    helpers=[],
    control=hotrepl.Control(supported=False, commands_list_changed=False, schema_validation=False),
    limits=hotrepl.Limits(
        max_message_bytes=1 << 20,
        max_queued_commands=1,
        max_result_length=1000,
        max_enumerable_elements=100,
        default_eval_timeout_ms=1000,
        max_job_concurrency=1,
    ),
    enforces=["maxMessageBytes"],
)


def answer(text: bytes | str) -> hotrepl.Message | None:
    """Return what a request is answered with, if it is one that a toy knows. Answers take the ids of their requests."""
    match hotrepl.try_decode(text):
        case hotrepl.Invalid(issues):
            return builders.protocol_error(error=errors.refusal(issues))
        case hotrepl.Valid(hotrepl.Eval() as message):
            return evaluated(message)
        case hotrepl.Valid(hotrepl.Reset() as message):
            return builders.reset_result(message, success=True)
        case _:
            return None


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
    """Answer one client until it goes."""
    await socket.send(builders.lay_out(HANDSHAKE), text=True)
    async for text in socket:
        if made := answer(text):
            await socket.send(builders.lay_out(made), text=True)


async def main(port: int) -> None:
    """Play on loopback."""
    async with serve(play, "127.0.0.1", port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
