"""Runs repl.py against a HotRepl server on loopback whose behavior each test defines."""

from __future__ import annotations

import asyncio
import contextlib
import io
import unittest
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias, assert_type

import repl
from envgen_protocols import hotrepl
from envgen_protocols.hotrepl.clients import ConnectionClient, Disconnected, RequestEnded
from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve

HANDSHAKE = hotrepl.Handshake(
    host=hotrepl.Host(name="BepInEx", version="0.x", platform="Unity Mono"),
    evaluator=hotrepl.Evaluator(
        name="Mono.CSharp",
        language_version="7.x",
        persistent_state=True,
        supports_completion=True,
        cancellation="hardAbort",
    ),
    available_evaluators=["Mono.CSharp"],
    default_usings=["System"],
    helpers=[],
    control=hotrepl.Control(supported=True, commands_list_changed=False, schema_validation=False),
    limits=hotrepl.Limits(
        max_message_bytes=4 << 20,
        max_queued_commands=32,
        max_result_length=102_400,
        max_enumerable_elements=100,
        default_eval_timeout_ms=10_000,
        max_job_concurrency=1,
    ),
    enforces=["maxMessageBytes"],
)
FAULT = hotrepl.ErrorEnvelope(kind="validation_failed", code="CS1002", message="; expected", retryable=False)


class Peer:
    """One connection of the server."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.tracker = hotrepl.CONNECTION.track("server")

    async def hear(self) -> hotrepl.Message:
        """Return the next message, which the conversation must allow."""
        line = self.tracker.receive_text(await self.socket.recv())
        assert line, line.issues
        return line.value

    async def say(self, *messages: hotrepl.Message) -> None:
        """Send messages, which the conversation must allow."""
        for message in messages:
            assert not self.tracker.send(message)
            await self.socket.send(hotrepl.encode(message).decode())


Part: TypeAlias = Callable[[Peer], Awaitable[None]]


def address(server: Server) -> str:
    host, port = next(iter(server.sockets)).getsockname()
    return f"ws://{host}:{port}"


class Playing(unittest.IsolatedAsyncioTestCase):
    """Tests with a server for one connection. The test defines its messages after the handshake."""

    def setUp(self) -> None:
        self.pushed: list[hotrepl.Line[hotrepl.Message]] = []

    @asynccontextmanager
    async def against(self, part: Part) -> AsyncGenerator[ConnectionClient, None]:
        played: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def serving(socket: ServerConnection) -> None:
            peer = Peer(socket)
            try:
                await peer.say(HANDSHAKE)
                await part(peer)
            except Exception as error:
                played.set_exception(error)
                raise
            played.set_result(None)
            await socket.wait_closed()

        async with (
            serve(serving, "127.0.0.1", 0, max_size=repl.MOST_BYTES) as server,
            repl.connected(address(server), self.pushed.append) as session,
        ):
            self.assertEqual(session.host, HANDSHAKE)
            yield session.client
            await played


class Requests(Playing):
    async def test_evaluations(self) -> None:
        """Two concurrent requests get their answers in the opposite order."""

        async def part(peer: Peer) -> None:
            first, second = await peer.hear(), await peer.hear()
            assert isinstance(first, hotrepl.Eval) and isinstance(second, hotrepl.Eval)
            await peer.say(
                hotrepl.EvalError(id=second.id, error=FAULT),
                hotrepl.EvalResult(id=first.id, has_value=True, value="2", duration_ms=1.0),
            )

        async with self.against(part) as client:
            found = await asyncio.gather(repl.evaluate(client, 1, "1 + 1"), repl.evaluate(client, 2, "1 +"))
            self.assertEqual(found, ["2", "validation_failed: ; expected"])
            self.assertEqual((client.pending, self.pushed), (0, []))

    async def test_completion_and_subscription(self) -> None:
        async def part(peer: Peer) -> None:
            asked = await peer.hear()
            assert isinstance(asked, hotrepl.Complete)
            await peer.say(hotrepl.CompleteResult(id=asked.id, completions=["Camera"], duration_ms=1.0))
            watched = await peer.hear()
            assert isinstance(watched, hotrepl.Subscribe)
            await peer.say(hotrepl.AssemblyReload(message="reloaded"))
            for seq in range(3):
                await peer.say(
                    hotrepl.SubscribeResult(id=watched.id, seq=seq, has_value=False, duration_ms=1.0, final=seq == 2)
                )

        async with self.against(part) as client:
            completed = await client.request(hotrepl.Complete(id="a", code="Cam"))
            assert_type(completed, hotrepl.CompleteReply)
            self.assertEqual(completed.completions, ["Camera"])
            ticks: list[float] = []
            async for tick in client.replies(hotrepl.Subscribe(id="b", code="Time.time", limit=3)):
                assert_type(tick, hotrepl.SubscribeReply)
                ticks.append(tick.seq)
            self.assertEqual(ticks, [0, 1, 2])
            (push,) = self.pushed
            self.assertIsInstance(push.value, hotrepl.AssemblyReload)

    async def test_a_cancelled_subscription(self) -> None:
        async def part(peer: Peer) -> None:
            await peer.hear()
            for seq in range(2):
                await peer.say(hotrepl.SubscribeResult(id="a", seq=seq, has_value=False, duration_ms=1.0, final=False))
            await peer.hear()

        async with self.against(part) as client:
            ticks: list[float] = []
            async for tick in client.replies(hotrepl.Subscribe(id="a", code="Time.time")):
                ticks.append(tick.seq)
                if tick.seq == 1:
                    await client.send(hotrepl.Cancel(id="b", target_id="a"))
            self.assertEqual((ticks, client.pending), ([0, 1], 0))

    async def test_a_command_with_a_job(self) -> None:
        async def part(peer: Peer) -> None:
            call = await peer.hear()
            assert isinstance(call, hotrepl.CommandCall)
            await peer.say(hotrepl.JobAccepted(id=call.id, job_id="j"))
            asked = await peer.hear()
            assert isinstance(asked, hotrepl.JobStatus)
            await peer.say(hotrepl.JobStatusResult(id=asked.id, job_id="j", progress={"percent": 50}))
            asked = await peer.hear()
            assert isinstance(asked, hotrepl.JobStatus)
            await peer.say(
                hotrepl.JobResult(id=asked.id, job_id="j", state="done", status="ok", artifacts={}, duration_ms=9.0)
            )

        async with self.against(part) as client:
            accepted = await client.request(hotrepl.CommandCall(id="a", name="bake", args={}))
            assert isinstance(accepted, hotrepl.JobAccepted)
            asked = [hotrepl.JobStatus(id=id, job_id=accepted.job_id) for id in "bc"]
            first = await client.request(asked[0])
            assert_type(first, hotrepl.CommandResult | hotrepl.JobStatusResult | hotrepl.JobResult)
            last = await client.request(asked[1])
            self.assertEqual([type(first), type(last)], [hotrepl.JobStatusResult, hotrepl.JobResult])

    async def test_program(self) -> None:
        async def serving(socket: ServerConnection) -> None:
            peer = Peer(socket)
            await peer.say(HANDSHAKE)
            asked = await peer.hear()
            assert isinstance(asked, hotrepl.Eval)
            await peer.say(hotrepl.EvalResult(id=asked.id, has_value=True, value="42", duration_ms=1.0))
            await socket.wait_closed()

        async with serve(serving, "127.0.0.1", 0) as server:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                await repl.main(address(server), "6 * 7")
        self.assertEqual(printed.getvalue(), "42\n")


class Ends(Playing):
    async def test_eviction(self) -> None:
        evicted = hotrepl.SessionEvicted(reason="new_connection")

        async def part(peer: Peer) -> None:
            await peer.hear()
            await peer.say(evicted)

        async with self.against(part) as client:
            with self.assertRaises(RequestEnded) as raised:
                await repl.evaluate(client, 1, "while (true) {}")
            self.assertEqual(raised.exception.message, evicted)
            self.assertEqual([line.value for line in self.pushed], [evicted])

    async def test_an_error_of_one_request(self) -> None:
        failed = hotrepl.ProtocolError(id="a", error=FAULT)

        async def part(peer: Peer) -> None:
            await peer.hear()
            await peer.say(failed)

        async with self.against(part) as client:
            with self.assertRaises(RequestEnded) as raised:
                await client.request(hotrepl.Reset(id="a"))
            self.assertEqual(raised.exception.message, failed)

    async def test_a_connection_that_breaks(self) -> None:
        """The connection ends within a subscription, an evaluation and a frame."""

        async def part(peer: Peer) -> None:
            for _ in range(2):
                await peer.hear()
            await peer.say(hotrepl.SubscribeResult(id="a", seq=0, has_value=False, duration_ms=1.0, final=False))
            peer.socket.transport.write(b"\x81\x7e\xff\xff{")
            await asyncio.sleep(0)
            peer.socket.transport.close()

        async with self.against(part) as client:
            stream = client.replies(hotrepl.Subscribe(id="a", code="Time.time"))
            first = asyncio.ensure_future(anext(stream))
            pending = asyncio.create_task(repl.evaluate(client, 1, "1"))
            self.assertEqual((await first).seq, 0)
            for rest in (anext(stream), pending):
                with self.assertRaises(Disconnected) as raised:
                    await rest
                self.assertIsNotNone(raised.exception.__cause__)
            with self.assertRaises(hotrepl.ValidationError):
                await repl.evaluate(client, 2, "1")
            self.assertEqual(client.pending, 0)

    async def test_no_handshake(self) -> None:
        async def serving(socket: ServerConnection) -> None:
            await socket.close()

        async with serve(serving, "127.0.0.1", 0) as server:
            with self.assertRaisesRegex(ConnectionError, "no handshake"):
                await repl.main(address(server))


class Faults(Playing):
    async def test_no_json_between_good_frames(self) -> None:
        async def part(peer: Peer) -> None:
            await peer.hear()
            for frame in ('{"type":', '{"type":"eval_result"}', '{"type":"reset_result","id":"z","success":true}'):
                await peer.socket.send(frame)
            await peer.say(hotrepl.EvalResult(id="eval-1", has_value=True, value="2", duration_ms=1.0))

        async with self.against(part) as client:
            self.assertEqual(await repl.evaluate(client, 1, "1 + 1"), "2")
            found = [[issue.rule for issue in line.issues] for line in self.pushed]
            self.assertEqual(found, [["json"], ["required"] * 3, ["unexpected-message"]])

    async def test_a_frame_that_is_too_long(self) -> None:
        async def part(peer: Peer) -> None:
            await peer.hear()
            await peer.socket.send("x" * (repl.MOST_BYTES + 1))

        async with self.against(part) as client:
            with self.assertRaises(Disconnected):
                await repl.evaluate(client, 1, "1")

    async def test_a_flood_of_answers_that_nobody_asked_for(self) -> None:
        async def part(peer: Peer) -> None:
            await peer.hear()
            for number in range(2000):
                await peer.socket.send(
                    f'{{"type":"job_accepted","id":"{number}","jobId":"j{number}","state":"running"}}'
                )
            await peer.say(hotrepl.EvalResult(id="eval-1", has_value=False, duration_ms=1.0))

        async with self.against(part) as client:
            self.assertEqual(await repl.evaluate(client, 1, ""), "")
            self.assertEqual([line.ok for line in self.pushed], [False] * 2000)
            self.assertEqual((client.pending, client.close()), (0, []))

    async def test_a_flood_of_requests(self) -> None:
        """A server's tracker stores a limited number of requests."""
        most, more = 65536, 64

        async def serving(socket: ServerConnection) -> None:
            tracker = hotrepl.CONNECTION.track("server")
            tracker.send(HANDSHAKE)
            refused = 0
            for _ in range(most + more):
                refused += not tracker.receive_text(await socket.recv())
            await socket.send(f"{tracker.open} {refused}")
            await socket.wait_closed()

        async with serve(serving, "127.0.0.1", 0) as server, connect(address(server)) as socket:
            for number in range(most + more):
                await socket.send(f'{{"type":"eval","id":"{number}","code":""}}')
            self.assertEqual(await socket.recv(), f"{most} {more}")


if __name__ == "__main__":
    unittest.main()
