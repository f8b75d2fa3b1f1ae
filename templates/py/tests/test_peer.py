"""Peers without a connection: the test passes messages to a peer, which keeps those that it sends."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any, ClassVar, Final, Literal, TypeAlias

from .._client import Disconnected
from .._codec import Codec
from .._conversation import Conversation, Tables
from .._envelope import Issue, Issues, Options, ValidationError
from .._orders import Case, SequenceCheck, State
from .._peer import Handled, Peer, RequestCancelled, ServedText, Serving
from .._record import OpenRecord
from .._rule import Given
from .._serve import line_texts
from .._table import Exchange, Table, Way, Whole
from .._values import JsonValue, Path


class Ask(OpenRecord):
    say: ClassVar[Literal["ask"]] = "ask"
    id: str | None = None
    bad: bool | None = None


def _is_good(this: Ask, _: object) -> bool:
    return not this.bad


class Watch(OpenRecord):
    say: ClassVar[Literal["watch"]] = "watch"
    id: str | None = None


class Cancel(OpenRecord):
    say: ClassVar[Literal["cancel"]] = "cancel"
    to: str | None = None


class Kill(OpenRecord):
    say: ClassVar[Literal["kill"]] = "kill"
    id: str | None = None


class Tick(OpenRecord):
    say: ClassVar[Literal["tick"]] = "tick"
    id: str | None = None


class Last(OpenRecord):
    say: ClassVar[Literal["last"]] = "last"
    id: str | None = None
    note: str | None = None


Message: TypeAlias = Ask | Watch | Cancel | Kill | Tick | Last
KINDS: Final[tuple[type[Message], ...]] = (Ask, Watch, Cancel, Kill, Tick, Last)


def read_message(value: JsonValue, path: Path, out: Issues) -> Message | None:
    members = value if type(value) is dict else {}
    for kind in KINDS:
        if kind.say == members.get("say"):
            return kind(**{name: member for name, member in members.items() if name != "say"})  # type: ignore[arg-type]
    out.add(path, "own", "must be a message")
    return None


MESSAGE: Final[Codec[Message]] = Codec("Message", read_message, Given)


def _id(this: Message) -> str | None:
    return getattr(this, "id", None)


def _to(this: Cancel) -> str | None:
    return this.to


def tables() -> Tables:
    """Per id ``ask cancel* last | watch tick* (last | cancel (tick | last)?)``; ``kill`` ends an exchange."""
    states = (
        State({0: 1, 1: 2}, "must be a request", cut="must not end"),
        State({2: 1, 5: 4}, "must be the answer", cut="must not end"),
        State({2: 3, 4: 2, 5: 4}, "must be an answer", cut="must not end"),
        State({4: 4, 5: 4}, "must be an answer"),
        State(),
    )
    keyed = (Ask, Watch, Kill, Tick, Last)
    calls = Exchange(
        ways=(
            Way(at=("id",), keys=dict.fromkeys(keyed, _id), letters={kind: KINDS.index(kind) for kind in keyed}),
            Way(at=("to",), keys={Cancel: _to}, letters={Cancel: 2}),
        ),
        states=states,
        checks=(
            SequenceCheck(
                kind="each",
                letters=(0,),
                rule="bad",
                message="must be good",
                cases=(Case(_is_good),),
            ),
        ),
        one=(3,),
    )
    senders: dict[type[object], str] = {
        Ask: "client",
        Watch: "client",
        Cancel: "client",
        Kill: "client",
        Tick: "server",
        Last: "server",
    }
    whole = Whole(letters=dict.fromkeys(KINDS, 0), states=(State({0: 0}, "x"),))
    return {
        "work": Table(
            whole=whole, exchanges=(calls,), tag=("say",), sides=("client", "server"), senders=senders, given=Given
        )
    }


WORK: Final[Conversation[Message]] = Conversation("work", MESSAGE, tables)


async def echo(request: Ask) -> Last:
    return Last(id=request.id)


async def none(request: Watch) -> AsyncIterator[Tick | Last]:
    for _ in ():
        yield Tick(id=request.id)


def failed(request: Message, error: Exception) -> Message:
    return Last(id=_id(request), note=f"{type(error).__name__} {error}")


def logged(errors: list[Exception]) -> Callable[[Message, Exception], None]:
    return lambda _, error: errors.append(error)


class Tap(Peer[Message]):
    """A peer with the messages that it has sent."""

    __slots__ = ("sent",)

    def __init__(
        self,
        ask: Callable[[Ask], Awaitable[object]] = echo,
        watch: Callable[[Watch], AsyncIterator[object]] = none,
        serving: Serving[Message] | None = None,
        send: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self.sent: list[dict[str, Any]] = []

        async def keep(text: str) -> None:
            self.sent.append(json.loads(text))

        handled: dict[type, Handled] = {Ask: (0, "one", ask), Watch: (0, "many", watch)}
        super().__init__(WORK, "server", {}, send or keep, None, None, handled, serving)

    async def hear(self, message: Message) -> bool:
        """Receive a message, and return whether a handler got it."""
        return await self.receive(message) is None


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class PeerTest(unittest.IsolatedAsyncioTestCase):
    async def test_handlers_answer(self) -> None:
        async def watch(request: Watch) -> AsyncGenerator[Tick | Last, None]:
            yield Tick(id=request.id)
            yield Last(id=request.id)
            raise AssertionError("the exchange has ended")

        peer = Tap(watch=watch)
        heard = [await peer.hear(each) for each in (Ask(id="a"), Watch(id="w"), Ask(), Cancel(to="x"))]
        self.assertEqual(heard, [True, True, False, False])
        self.assertEqual(await peer.drain(), [])
        await peer.wait()
        self.assertEqual(sorted([f"{m['say']} {m['id']}" for m in peer.sent]), ["last a", "last w", "tick w"])
        line = await peer.receive(Ask(id="b"))
        self.assertEqual([issue.rule for issue in line.issues] if line is not None else [], ["after-end"])

    async def test_failures_are_answered_or_close(self) -> None:
        async def own(_: Ask) -> Last:
            raise KeyError("own")

        async def nothing(_: Ask) -> None:
            return None

        async def other(_: Ask) -> Last:
            return Last(id="other")

        async def tick(request: Ask) -> Tick:
            return Tick(id=request.id)

        async def watch(request: Watch) -> AsyncGenerator[Tick, None]:
            yield Tick(id=request.id)
            await asyncio.sleep(60)

        cases: list[tuple[Callable[[Ask], Awaitable[object]], bool, str]] = [
            (own, False, "KeyError 'own'"),
            (nothing, False, "Disconnected the handler has returned no reply"),
            (other, False, "must be that of the request"),
            (tick, False, "must be the answer"),
            (echo, True, "must be good"),
        ]
        for ask, bad, want in cases:
            with self.subTest(want):
                errors: list[Exception] = []
                peer = Tap(ask, watch, Serving(fail=failed, on_error=logged(errors)))
                await peer.hear(Watch(id="other"))
                await turns()
                self.assertTrue(await peer.hear(Ask(id="a", bad=bad)))
                await turns()
                self.assertIn(want, peer.sent[-1]["note"])
                self.assertEqual(len(errors), 1)
                peer.close()
                alone = Tap(ask)
                self.assertEqual(await alone.hear(Ask(id="a", bad=bad)), not bad)
                if not bad:
                    with self.assertRaises(Exception) as raised:
                        await alone.wait()
                    self.assertIn("none has this one" if ask is other else want.split()[-1], str(raised.exception))

    async def test_a_reply_that_cannot_be_written_closes(self) -> None:
        async def torn(_: str) -> None:
            raise OSError("torn")

        peer = Tap(send=torn, serving=Serving(fail=failed))
        await peer.hear(Ask(id="a"))
        with self.assertRaisesRegex(OSError, "torn"):
            await peer.wait()

    async def test_handlers_are_cancelled(self) -> None:
        ended: list[str] = []

        async def ask(request: Ask) -> Last:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(str(request.id))
            return Last()

        async def watch(request: Watch) -> AsyncGenerator[Tick, None]:
            yield Tick(id=request.id)
            await ask(Ask(id=request.id))

        errors: list[Exception] = []
        peer = Tap(ask, watch, Serving(fail=failed, on_error=lambda _, error: errors.append(error)))
        await peer.hear(Ask(id="a"))
        await turns()
        self.assertTrue(await peer.hear(Cancel(to="a")))
        await turns()
        self.assertEqual((peer.sent[-1]["id"], ended), ("a", ["a"]))  # the grammar still needs a reply
        self.assertIsInstance(errors[0], RequestCancelled)
        await peer.hear(Watch(id="w"))
        await turns()
        await peer.hear(Cancel(to="w"))
        await turns()
        self.assertEqual((peer.sent[-1]["say"], ended), ("tick", ["a", "w"]))  # the exchange may end
        await peer.hear(Ask(id="k"))
        await turns()
        self.assertTrue(await peer.hear(Kill(id="k")))
        await turns()
        self.assertEqual(ended, ["a", "w", "k"])
        await peer.hear(Ask(id="k"))  # the key is free
        await turns()
        self.assertEqual([issue.rule for issue in peer.close(OSError("torn"))], ["incomplete"])
        with self.assertRaisesRegex(OSError, "torn"):
            await peer.wait()
        self.assertEqual((ended, len(peer.sent), len(errors)), (["a", "w", "k", "k"], 2, 1))

    async def test_a_cancelled_handler_may_answer(self) -> None:
        async def ask(request: Ask) -> Last:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                return Last(id=request.id, note="late")
            return Last()

        peer = Tap(ask)
        await peer.hear(Ask(id="a"))
        await turns()
        await peer.hear(Cancel(to="a"))
        await turns()
        self.assertEqual(peer.sent, [{"say": "last", "id": "a", "note": "late"}])

    async def test_handlers_are_bounded(self) -> None:
        working, greatest, release = 0, 0, asyncio.Event()

        async def ask(request: Ask) -> Last:
            nonlocal working, greatest
            working += 1
            greatest = max(greatest, working)
            await release.wait()
            working -= 1
            return Last(id=request.id)

        peer = Tap(ask, serving=Serving(most_handlers=3, most_queued=2))
        received = 0

        async def flood() -> None:
            nonlocal received
            for number in range(20):
                await peer.hear(Ask(id=str(number)))
                received += 1

        flooding = asyncio.create_task(flood())
        await turns()
        self.assertEqual(received, 5)
        release.set()
        await flooding
        self.assertEqual((await peer.drain(), greatest, len(peer.sent)), ([], 3, 20))

    async def test_draining(self) -> None:
        release = asyncio.Event()

        async def ask(request: Ask) -> Last:
            await release.wait()
            return Last(id=request.id)

        peer = Tap(ask, serving=Serving(fail=failed))
        await peer.hear(Ask(id="a"))
        draining = asyncio.create_task(peer.drain())
        await turns()
        await peer.hear(Ask(id="b"))
        await turns()
        self.assertIn("closing", peer.sent[0]["note"])
        release.set()
        self.assertEqual(await draining, [])
        await peer.wait()
        release.clear()
        peer = Tap(ask)
        await peer.hear(Ask(id="a"))
        self.assertEqual([issue.rule for issue in await peer.drain(0.001)], ["incomplete"])
        with self.assertRaisesRegex(Disconnected, "grace"):
            await peer.wait()


async def pieces(*lines: str, error: Exception | None = None) -> AsyncIterator[bytes]:
    for line in lines:
        yield line.encode()
    if error:
        raise error


def texts(*lines: str, error: Exception | None = None) -> AsyncIterator[ServedText]:
    return line_texts(pieces(*lines, error=error), options=Options(max_bytes=100))


class ServeTest(unittest.IsolatedAsyncioTestCase):
    async def test_texts_are_served_to_their_end(self) -> None:
        others: list[Message] = []
        rules: list[str] = []

        async def on_message(message: Message) -> None:
            others.append(message)

        async def on_refused(_: object, issues: list[Issue]) -> None:
            rules.extend([issue.rule for issue in issues])

        peer = Tap(serving=Serving(on_message=on_message, on_refused=on_refused))
        lines = [
            '{"say":"ask","id":"a"}\n',
            "\n",
            '{"say":"ask"}\n{"say":"last","id":"b"}\n',
            " " * 101 + "\n",
            '{"say":',
        ]
        await peer.serve(texts(*lines))
        self.assertEqual(rules, ["blank-line", "wrong-direction", "long-line", "cut-line"])
        self.assertEqual((len(others), len(peer.sent)), (1, 1))

    async def test_the_cause_of_the_end(self) -> None:
        async def never(_: Ask) -> Last:
            await asyncio.sleep(60)
            return Last()

        async def own(_: object) -> None:
            raise KeyError("own")

        asked = '{"say":"ask","id":"a"}\n'
        for peer, line, error, want in (
            (Tap(), '{"say":"last","id":"b"}\n', None, ValidationError),
            (Tap(serving=Serving(on_message=own)), '{"say":"ask"}\n', None, KeyError),
            (Tap(never, serving=Serving(grace=0.001)), asked, None, Disconnected),
            (Tap(never), asked, OSError("torn"), OSError),
        ):
            with self.subTest(want), self.assertRaises(want):
                await peer.serve(texts(line, error=error))

    async def test_serving_ends_with_its_peer_and_its_task(self) -> None:
        async def silence() -> AsyncIterator[ServedText]:
            await asyncio.sleep(60)
            yield b""

        peer = Tap()
        serving = asyncio.create_task(peer.serve(silence()))
        await turns()
        peer.close(OSError("torn"))
        with self.assertRaises(OSError):
            await serving
        peer = Tap()
        serving = asyncio.create_task(peer.serve(silence()))
        await turns()
        serving.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await serving
        self.assertTrue(peer.closed)
