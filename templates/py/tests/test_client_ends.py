"""The ends of requests: with an issue, in time, or with the connection, and the state after them."""

from __future__ import annotations

import asyncio
import unittest

from .._conversation import Conversation
from .._envelope import Options, ValidationError
from .._orders import State
from .._progress import Progress
from .talk import MESSAGE, Bye, Limits, names, step
from .test_client import STATES, Caller, listing, settle, started, tables

MOST = Options(max_remembered=1 << 20)


class Failed(unittest.IsolatedAsyncioTestCase):
    async def test_a_message_with_the_key(self) -> None:
        for wrong, found in (
            ('{"say":1,"id":"a"}', [" type"]),
            (step("ask", "a"), ["/say unexpected-message"]),
            ('{"say":"ask","id":"a","number":1}', ["/say unexpected-message"]),
            (step("reply", "a", -1), None),  # the issue is no must
        ):
            client = Caller()
            asked, other = await started(client, "a", "b")
            line = client.receive(wrong)
            if found is None:
                self.assertEqual((await asked).number, -1)
                continue
            assert line is not None
            self.assertEqual(names(line.issues), found)
            with self.assertRaises(ValidationError) as raised:
                await asked
            self.assertEqual(names(raised.exception.issues), found)
            self.assertEqual(client.pending, 1)
            client.receive(step("reply", "b"))
            self.assertEqual((await other).id, "b")
            late = client.receive(step("reply", "a"))
            self.assertTrue(late and late.ok)

    async def test_a_stream(self) -> None:
        client = Caller()
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        client.receive('{"say":[],"id":"a"}')
        with self.assertRaises(ValidationError):
            await task

    async def test_a_stream_whose_exchange_goes_on(self) -> None:
        """Behind the reply, only the client may send more: one further step."""
        states = (*STATES[:2], State({1: 3}, "must be step", quiet=True), State())
        client = Caller(conversation=Conversation("calls", MESSAGE, lambda: tables(states)))
        task = asyncio.create_task(listing(client, "a"))
        await settle()
        client.receive(step("step", "a", 1))
        client.receive(step("reply", "a", 2))
        self.assertEqual(await asyncio.wait_for(task, 10), [1, 2])
        await client.send(step("step", "a", 3))
        self.assertEqual((client.pending, client.close()), (0, []))

    async def test_time(self) -> None:
        client = Caller(timeout=0.001)
        with self.assertRaises(TimeoutError):
            await client.request(step("ask", "a"))
        with self.assertRaises(TimeoutError):
            await listing(client, "b")
        self.assertEqual(client.pending, 0)
        for wrong in (0, -1, float("nan")):
            with self.assertRaisesRegex(ValueError, "timeout must be positive"):
                Caller(timeout=wrong)


class GivenUp(unittest.IsolatedAsyncioTestCase):
    async def test_many(self) -> None:
        """They never keep others from being sent, and the oldest is forgotten first."""
        client = Caller()
        (live,) = await started(client, "live")
        for number in range(66_000):
            request = client.request(step("ask", str(number))).__await__()
            next(request)
            request.close()
        self.assertEqual(client.pending, 1)
        for id, ok in (("65999", True), ("0", False), ("463", False), ("465", True), ("live", None)):
            line = client.receive(step("reply", id))
            self.assertEqual(line.ok if line is not None else None, ok, id)
        self.assertEqual((await live).id, "live")

    def test_late_steps(self) -> None:
        """An exchange that is abandoned stays so, until somebody waits for it again."""
        progress, given = Progress(tables()["calls"], None), Limits(Options())
        running = progress.running(0)
        progress.take(step("ask", "a"), True, given, MOST)
        running.abandon("a")
        progress.take(step("step", "a", 1), False, given, MOST)
        self.assertEqual((list(running.abandoned), list(running.resting)), (["a"], []))
        running.claim("a")
        self.assertEqual((list(running.abandoned), progress.open), ([], 1))
        running.abandon("b")  # which is not open
        self.assertEqual(list(running.abandoned), [])


class Unsent(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.fails = True
        self.client = Caller(self.send)

    async def send(self, _text: str) -> None:
        await asyncio.sleep(0)
        if self.fails:
            raise ConnectionError

    async def test_requests(self) -> None:
        for _ in range(3):
            with self.assertRaises(ConnectionError):
                await self.client.request(step("ask", "a"))
        self.fails = False
        (task,) = await started(self.client, "a")
        self.client.receive(step("reply", "a"))
        self.assertEqual((await task).id, "a")

    async def test_a_message_meanwhile(self) -> None:
        """An exchange that has moved since stays unchanged."""
        self.fails = False
        (other,) = await started(self.client, "b")
        self.fails = True
        task = asyncio.create_task(self.client.request(step("ask", "a")))
        await asyncio.sleep(0)
        self.client.receive(step("step", "b", 1))
        with self.assertRaises(ConnectionError):
            await task
        self.fails = False
        (again,) = await started(self.client, "a")
        self.client.receive(step("reply", "a"))
        self.client.receive(step("reply", "b", 2))
        self.assertEqual(((await again).id, (await other).number), ("a", 1))

    async def test_what_ends_an_exchange(self) -> None:
        self.fails = False
        (task,) = await started(self.client, "a")
        self.fails = True
        for last in (step("fail", "a"), step("drop", "a")):
            with self.assertRaises(ConnectionError):
                await self.client.send(last)
        self.assertEqual(self.client.pending, 1)
        self.client.receive(step("reply", "a"))
        self.assertEqual((await task).say, "reply")

    def test_what_ends_all(self) -> None:
        progress, given = Progress(tables()["calls"], None), Limits(Options())
        for id in "ab":
            progress.take(step("ask", id), True, given, MOST)
        plan = progress.plan(Bye(), False, given, MOST)
        before = progress.before(plan)
        progress.follow(plan)
        self.assertEqual((progress.open, progress.ended), (0, True))
        progress.take_back(plan, before)
        self.assertEqual((progress.open, progress.ended), (2, False))
        self.assertEqual([progress.take(step("reply", id), False, given, MOST) for id in "ab"], [[], []])


if __name__ == "__main__":
    unittest.main()
