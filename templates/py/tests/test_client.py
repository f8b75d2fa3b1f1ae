"""Requests and their replies, without a connection: sent messages are kept, and the test chooses those that arrive."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import AsyncGenerator, Awaitable
from typing import Final, cast
from unittest import mock

from .. import _client
from .._client import Client, Disconnected, RequestEnded, Send
from .._conversation import Conversation, Tables
from .._envelope import Issue, Options, Valid, ValidationError
from .._orders import Case, SequenceCheck, State
from .._remembered import Slot
from .._table import Exchange, Table, Way, Whole
from .talk import MESSAGE, SAYS, TABLE, Bye, Hello, Limits, Message, Step, names, step


def _id(this: Step) -> str | None:
    return this.id


def _grows(this: Step, prev: Step, _given: Limits) -> bool:
    return this.number > prev.number


def _low(this: Step, _given: Limits) -> bool:
    return this.number < 100


STATES: Final = (
    State({0: 1}, "must be ask", cut="must not end before ask"),
    State({1: 1, 2: 2, 4: 3}, "must be step or reply", cut="must not end before reply"),
    State(),
    State({2: 2}, "must be reply"),
)


def tables(states: tuple[State, ...] = STATES) -> Tables:
    """Per id ``ask step* (reply | fail reply?)``; ``drop`` ends an exchange, and ``bye`` all."""
    checks = (
        SequenceCheck(
            kind="next",
            letters=(1, 2),
            line=0,
            rule="grows",
            message="must grow",
            cases=(Case(_grows),),
            at=("number",),
        ),
        SequenceCheck(
            kind="each", letters=(0,), rule="low", message="must be low", cases=(Case(_low),), at=("number",)
        ),
    )
    lines = (Slot((1, 2), {Step: (("number",),)}),)
    calls = Exchange(
        ways=(Way(at=("id",), keys={Step: _id}, letters={Step: SAYS}), Way(letters={Bye: 5})),
        states=states,
        lines=lines,
        checks=checks,
        one=(3,),
        all=(5,),
    )
    whole = Whole(letters={Hello: 0, Step: 0, Bye: 1}, states=(State({0: 0, 1: 1}, "x"), State()))
    return {
        "calls": Table(
            whole=whole,
            exchanges=(calls,),
            tag=("say",),
            sides=("client", "server"),
            senders={Bye: "server"},
            given=Limits,
        ),
        "talk": TABLE,
    }


CALLS: Final[Conversation[Message]] = Conversation("calls", MESSAGE, tables)


class Caller(Client[Message]):
    __slots__ = ("sent",)

    def __init__(
        self,
        send: Send | None = None,
        options: Options | None = None,
        timeout: float | None = None,
        conversation: Conversation[Message] = CALLS,
    ) -> None:
        self.sent: Final[list[str]] = []
        super().__init__(conversation, "client", {Step: 0}, send or self._keep, options, timeout)

    async def request(self, message: Step) -> Step:
        return cast("Step", await self._ask(message))

    def replies(self, message: Step) -> AsyncGenerator[Step, None]:
        return cast("AsyncGenerator[Step, None]", self._stream(message))

    def _keep(self, text: str) -> Awaitable[object]:
        self.sent.append(text)
        return asyncio.sleep(0)


class Counting(Caller):
    __slots__ = ()

    _counters = ((Step, "number"),)


async def settle() -> None:
    """Let all tasks go on until they wait."""
    for _ in range(5):
        await asyncio.sleep(0)


async def started(client: Caller, *ids: str) -> list[asyncio.Task[Step]]:
    tasks = [asyncio.create_task(client.request(step("ask", id))) for id in ids]
    await settle()
    return tasks


async def listing(client: Caller, id: str) -> list[int]:
    return [reply.number async for reply in client.replies(step("ask", id))]


class Requests(unittest.IsolatedAsyncioTestCase):
    async def test_replies_in_any_order(self) -> None:
        client = Caller()
        first, second = await started(client, "a", "b")
        self.assertEqual(client.sent, [f'{{"say":"ask","number":0,"id":"{id}"}}' for id in "ab"])
        self.assertIsNone(client.receive(step("reply", "b", 2)))
        self.assertIsNone(client.receive('{"say":"reply","id":"a","number":1}'))
        self.assertEqual([(await first).number, (await second).number], [1, 2])
        self.assertEqual((client.pending, client.close()), (0, []))

    async def test_numbers(self) -> None:
        client = Counting()
        given = [step("ask", "a"), step("ask", "b", 7), step("ask", "c")]
        tasks = [asyncio.create_task(client.request(each)) for each in given]
        await settle()
        self.assertEqual([each.number for each in given], [1, 7, 2])
        self.assertEqual(json.loads(client.sent[2])["number"], 2)
        with self.assertRaises(ValidationError):
            await client.request(cast("Step", None))
        client.close()
        for task in tasks:
            with self.assertRaises(Disconnected):
                await task

    async def test_what_may_not_be_sent(self) -> None:
        client = Caller()
        await started(client, "a")
        with self.assertRaises(ValidationError) as raised:
            await client.request(step("ask", "a"))
        self.assertEqual(names(raised.exception.issues), ["/id unexpected-message"])
        with self.assertRaises(ValidationError) as raised:
            await client.request(step("ask", "b", 100))
        self.assertEqual(names(raised.exception.issues), ["/number low"])
        with self.assertRaises(ValidationError):
            await client.request(step("ask", "b", cast("int", "one")))
        with self.assertRaises(ValidationError) as raised:
            await client.send(Bye())
        self.assertEqual(names(raised.exception.issues), ["/say wrong-direction"])
        with self.assertRaises(ValidationError) as raised:
            await client.request(step("ask", None))
        self.assertEqual(names(raised.exception.issues), ["/id unexpected-message"])
        self.assertEqual((len(client.sent), client.pending), (1, 1))
        (other,) = await started(client, "b")  # nothing of what was refused is left
        client.receive(step("reply", "b"))
        self.assertEqual((await other).id, "b")

    async def test_what_arrives_out_of_order(self) -> None:
        client = Caller()
        (task,) = await started(client, "a")
        for wrong in (step("reply", "b"), "{", '{"say":1}', '{"say":1,"id":1}', '{"say":1,"id":"a","id":"a"}'):
            line = client.receive(wrong)
            assert line is not None
            self.assertFalse(line.ok)
        self.assertFalse(task.done())
        client.receive(step("reply", "a"))
        self.assertEqual((await task).say, "reply")

    async def test_pushes(self) -> None:
        client = Caller()
        line = client.receive('{"say":"hello","number":-4}')
        assert isinstance(line, Valid)
        self.assertEqual((line.value, names(line.issues)), (Hello(number=-4), ["/number positive"]))
        await client.send(step("ask", "a"))
        line = client.receive(step("reply", "a"))
        assert isinstance(line, Valid)
        self.assertEqual(line.value, step("reply", "a"))

    async def test_what_ends_exchanges(self) -> None:
        client = Caller()
        tasks = await started(client, "a", "b", "c")
        self.assertIsNone(client.receive(step("drop", "b")))
        with self.assertRaises(RequestEnded) as raised:
            await tasks[1]
        self.assertEqual(raised.exception.message, step("drop", "b"))
        line = client.receive(Bye())
        self.assertTrue(line and line.ok)
        for task in (tasks[0], tasks[2]):
            with self.assertRaises(RequestEnded) as raised:
                await task
            self.assertEqual(raised.exception.message, Bye())
        self.assertEqual(client.pending, 0)

    async def test_connections_end(self) -> None:
        client, cause = Caller(), OSError("cut")
        tasks = await started(client, "a", "b")
        self.assertEqual(client.close(cause), [Issue("incomplete", "", "must", "must not end before reply")])
        self.assertEqual(client.pending, 0)  # before their tasks go on
        for task in tasks:
            with self.assertRaises(Disconnected) as raised:
                await task
            self.assertIs(raised.exception.__cause__, cause)
        with self.assertRaises(ValidationError) as refused:
            await client.request(step("ask", "c"))
        self.assertEqual(names(refused.exception.issues), ["/say after-end"])
        self.assertEqual(client.close(), [])

    async def test_sending_fails(self) -> None:
        async def broken(_text: str) -> None:
            raise OSError

        client = Caller(broken)
        with self.assertRaises(OSError):
            await client.request(step("ask"))
        self.assertEqual(client.pending, 0)

    async def test_given_up(self) -> None:
        client = Caller()
        task, stays = await started(client, "a", "b")
        task.cancel()
        await settle()
        self.assertEqual(client.pending, 1)
        line = client.receive(step("reply", "a"))
        self.assertTrue(line and line.ok)
        client.receive(step("reply", "b"))
        self.assertEqual((await stays).id, "b")

    async def test_a_reply_while_it_is_sent(self) -> None:
        async def echo(_text: str) -> None:
            client.receive(step("reply", "a", 7))

        client = Caller(echo)
        self.assertEqual((await client.request(step("ask"))).number, 7)

    async def test_wrong_options(self) -> None:
        with self.assertRaisesRegex(ValueError, "no_such is no parameter"):
            Caller(options=Options(params={"no_such": 1}))


class Streams(unittest.IsolatedAsyncioTestCase):
    async def test_replies_until_the_end(self) -> None:
        client = Caller()
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        for number in range(3):
            self.assertIsNone(client.receive(step("step", "a", number)))
        client.receive(step("reply", "a", 9))
        self.assertEqual(await task, [0, 1, 2, 9])
        self.assertEqual((client.pending, client.close()), (0, []))

    async def test_replies_out_of_order(self) -> None:
        """They are not given, and do not end the stream."""
        client = Caller()
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        found = [client.receive(step("step", "a", number)) for number in (5, 5, 6)]
        self.assertEqual(
            [names(line.issues) if line is not None else None for line in found], [None, ["/number grows"], None]
        )
        client.receive(step("reply", "a", 7))
        self.assertEqual(await task, [5, 6, 7])

    async def test_a_last_reply_out_of_order(self) -> None:
        client = Caller()
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        client.receive(step("step", "a", 5))
        client.receive(step("reply", "a", 5))
        with self.assertRaises(ValidationError) as raised:
            await task
        self.assertEqual(names(raised.exception.issues), ["/number grows"])

    async def test_nothing_is_sent_before_the_first_step(self) -> None:
        client = Caller()
        replies = client.replies(step("ask"))
        await settle()
        self.assertEqual((client.sent, client.pending), ([], 0))
        task = asyncio.ensure_future(anext(replies))
        await settle()
        client.receive(step("step", number=1))
        self.assertEqual((await task).number, 1)

    async def test_given_up(self) -> None:
        client = Caller()
        replies = client.replies(step("ask"))
        task = asyncio.ensure_future(anext(replies))
        await settle()
        client.receive(step("step", number=1))
        await task
        await replies.aclose()
        self.assertEqual(client.pending, 0)
        self.assertTrue(client.receive(step("step", number=2)))

    async def test_what_ends_streams(self) -> None:
        client = Caller()
        tasks = [asyncio.create_task(listing(client, id)) for id in "ab"]
        await settle()
        client.receive(step("drop", "a"))
        with self.assertRaises(RequestEnded):
            await tasks[0]
        client.close()
        with self.assertRaises(Disconnected):
            await tasks[1]

    async def test_cancelled(self) -> None:
        client = Caller()
        stream = asyncio.create_task(listing(client, "a"))
        (task,) = await started(client, "b")
        client.receive(step("step", "a", 1))
        for id in "ab":
            await client.send(step("fail", id))
        self.assertEqual(await stream, [1])
        with self.assertRaises(RequestEnded) as raised:
            await task
        self.assertEqual(raised.exception.message, step("fail", "b"))
        line = client.receive(step("reply", "a", 2))  # which was on its way
        self.assertTrue(line and line.ok)
        self.assertEqual((client.pending, client.close()), (0, []))

    async def test_floods(self) -> None:
        client = Caller()
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        with mock.patch.object(_client, "MOST_UNREAD", 3):
            for number in range(5):
                client.receive(step("step", "a", number))
        await settle()
        self.assertTrue(task.done())  # a stream without a bound would wait for more
        with self.assertRaisesRegex(BufferError, "wait to be read"):
            await task


if __name__ == "__main__":
    unittest.main()
