"""Writers: messages that they refuse are not written, and messages that they number have the required numbers."""

from __future__ import annotations

import io
import os
import tracemalloc
import unittest
from typing import TYPE_CHECKING, Final, cast
from unittest import mock

from .._conversation import LineConversation, Tables
from .._envelope import Issue, Options, ValidationError
from .._layout import put
from .._orders import Case, Numbering, SequenceCheck, State
from .._remembered import Slot
from .._table import Exchange, Table, Way, Whole
from .talk import MESSAGE, SAYS, TALK, Bye, Hello, Limits, Message, OwnStep, Step, names, step

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer


def _id(this: Step) -> str | None:
    return this.id


def _numbered(this: Step, number: int) -> Step:
    return this.__replace__(number=number)


def _zero(this: Step, _given: Limits) -> bool:
    return this.number == 0


def _next(this: Step, prev: Step, _given: Limits) -> bool:
    return this.number == prev.number + 1


def tables() -> Tables:
    """``hello step* bye``, in which steps are counted; and beside it, per id, ``ask step* reply``, too."""
    checks = (
        SequenceCheck(
            kind="first",
            letters=(1,),
            line=0,
            rule="from-zero",
            message="must be 0",
            cases=(Case(_zero),),
            at=("number",),
        ),
        SequenceCheck(
            kind="next",
            letters=(1,),
            line=0,
            rule="in-steps",
            message="must be one more",
            cases=(Case(_next),),
            at=("number",),
        ),
    )
    states = State({0: 1}, "must be hello", cut="must not end before hello"), State({1: 1, 2: 2}, "x", cut="x"), State()
    lines = (Slot((1,), {Step: (("number",),)}),)
    counted = (Numbering((1,), {Step: _numbered}),)
    whole = Whole(letters={Hello: 0, Step: 1, Bye: 2}, states=states, lines=lines, checks=checks, numbers=counted)
    any_order = Whole(letters={Hello: 0, Step: 0, Bye: 0}, states=(State({0: 0}, "x"),))
    exchange = Exchange(
        ways=(Way(keys={Step: _id}, letters={Step: SAYS}), Way(letters={Bye: 5})),
        states=(State({0: 1}, "must be ask"), State({1: 1, 2: 2}, "must be step or reply"), State()),
        lines=lines,
        checks=checks,
        numbers=counted,
        all=(5,),
    )
    return {
        "run": Table(whole=whole, tag=("say",), given=Limits),
        "calls": Table(whole=any_order, exchanges=(exchange,), given=Limits),
    }


RUN: Final[LineConversation[Message]] = LineConversation("run", MESSAGE, tables)
CALLS: Final[LineConversation[Message]] = LineConversation("calls", MESSAGE, tables)


class Writing(unittest.TestCase):
    def test_lines(self) -> None:
        file = io.BytesIO()
        with RUN.writer(file) as writer:
            for message in (Hello(number=3), step("a", number=0), step("€", number=1), Bye()):
                self.assertIs(writer.write(message), message)
        self.assertEqual(
            file.getvalue().decode().splitlines(),
            [
                '{"say":"hello","number":3}',
                '{"say":"a","number":0,"id":"a"}',
                '{"say":"€","number":1,"id":"a"}',
                '{"say":"bye"}',
            ],
        )

    def test_what_is_refused_is_not_written(self) -> None:
        file = io.BytesIO()
        writer = RUN.writer(file)
        refused: list[tuple[Message, str]] = [
            (Bye(), "/say unexpected-message"),
            (Hello(number=cast("int", "one")), " type"),
            (Hello(number=2**60), "/number integer-range"),
        ]
        for message, found in refused:
            with self.assertRaises(ValidationError) as raised:
                writer.write(message)
            self.assertEqual(names(raised.exception.issues), [found])
        self.assertEqual(file.getvalue(), b"")
        writer.write(Hello(number=0))
        for number in (1, 2):
            with self.assertRaises(ValidationError) as raised:
                writer.write(step("a", number=number))
            self.assertEqual(names(raised.exception.issues), ["/number from-zero"])
        writer.write(step("a", number=0))  # which is still the first one
        writer.write(step("a", number=1))
        self.assertEqual(len(file.getvalue().splitlines()), 3)

    def test_ends(self) -> None:
        writer = RUN.writer(io.BytesIO())
        self.assertEqual(writer.close(), [Issue("incomplete", "", "must", "must not end before hello")])
        with self.assertRaises(ValidationError) as raised:
            writer.write(Hello(number=0))
        self.assertEqual(names(raised.exception.issues), ["/say after-end"])
        with self.assertRaises(ValidationError) as raised, RUN.writer(io.BytesIO()):
            pass
        self.assertEqual(names(raised.exception.issues), [" incomplete"])
        with self.assertRaises(OSError), RUN.writer(io.BytesIO()):  # which is not hidden
            raise OSError

    def test_advice(self) -> None:
        """Issues of level should refuse nothing, unless it is strict."""
        file = io.BytesIO()
        TALK.writer(file).write(Hello(number=-1))
        self.assertEqual(len(file.getvalue().splitlines()), 1)
        with self.assertRaises(ValidationError):
            TALK.writer(file, options=Options(strict=True)).write(Hello(number=-1))

    def test_lines_are_passed_on_at_once(self) -> None:
        reader, end = os.pipe()
        os.set_blocking(reader, False)  # so that a line that waits in a buffer fails the test, which would wait for it
        with open(reader, "rb", buffering=0) as read, open(end, "wb") as file:
            RUN.writer(file).write(Hello(number=3))
            self.assertEqual(read.read(100), b'{"say":"hello","number":3}\n')


class Numbers(unittest.TestCase):
    def test_of_the_conversation(self) -> None:
        file = io.BytesIO()
        first = step("a", number=7)
        with RUN.writer(file, numbered=True) as writer:
            writer.write(Hello(number=4))
            written = [writer.write(message) for message in (first, first, OwnStep(say="b", number=7))]
            writer.write(Bye())
        self.assertEqual([message.number for message in written if isinstance(message, Step)], [0, 1, 2])
        self.assertEqual((type(written[2]), first.number), (OwnStep, 7))
        self.assertEqual(file.getvalue().splitlines()[0], b'{"say":"hello","number":4}')

    def test_refused_messages_have_no_number(self) -> None:
        writer = RUN.writer(io.BytesIO(), numbered=True)
        with self.assertRaises(ValidationError):
            writer.write(step("a"))
        writer.write(Hello(number=0))
        self.assertEqual(writer.write(step("a", number=5)), step("a", number=0))

    def test_of_exchanges(self) -> None:
        writer = CALLS.writer(io.BytesIO(), numbered=True)

        def numbers(*says: str) -> list[int]:
            messages = [writer.write(step(say, id, 9)) for say, id in (text.split() for text in says)]
            return [message.number for message in messages if isinstance(message, Step)]

        self.assertEqual(numbers("ask a", "ask b", "step a", "step a", "step b", "step a"), [9, 9, 0, 1, 0, 2])
        self.assertEqual(numbers("reply a", "ask a", "step a", "step b"), [9, 9, 0, 1])
        writer.write(Bye())
        self.assertEqual(numbers("ask b", "step b"), [9, 0])
        self.assertEqual(writer.write(step("step", None, 4)), step("step", None, 4))

    def test_memory(self) -> None:
        """Of exchanges that have ended nothing is left."""

        with open(os.devnull, "wb") as nowhere:
            writer = CALLS.writer(nowhere, numbered=True)
            tracemalloc.start()
            for number in range(3000):
                for say in ("ask", "step", "reply"):
                    writer.write(step(say, str(number)))
            self.assertLess(tracemalloc.get_traced_memory()[0], 30_000)
            tracemalloc.stop()


class Raw(io.RawIOBase):
    """Takes a few bytes a call; one call raises, or would block, after it has taken some bytes or none."""

    def __init__(self, fails: int, tears: int = 0, *, blocks: bool = False) -> None:
        super().__init__()
        self.text = b""
        self.calls = 0
        self._fails, self._tears, self._blocks = fails, tears, blocks

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int | None:
        self.calls += 1
        if self.calls == self._fails and self._blocks:
            return None
        if self.calls == self._fails and not self._tears:
            raise OSError(28, "disk full")
        part = bytes(data)[: self._tears if self.calls == self._fails else 7]
        if self.calls == self._fails:
            self._fails, self._tears = self.calls + 1, 0  # as a disk does that is full
        self.text += part
        return len(part)


class Flushing(io.BytesIO):
    """One of its calls fails: of those of write before a byte is taken, or behind some, or of those of flush."""

    def __init__(self, fails: int, tears: int) -> None:
        super().__init__()
        self.calls = 0
        self._fails, self._tears = fails, tears

    def write(self, data: Buffer, /) -> int:
        if self._fail():
            super().write(bytes(data)[: self._tears])
            raise OSError(28, "disk full")
        return super().write(data)

    def flush(self) -> None:
        if self._fail():
            raise OSError(28, "disk full")

    def _fail(self) -> bool:
        self.calls += 1
        return self.calls == self._fails


class Anomalies(unittest.TestCase):
    """Each call of a sink fails in turn, until a run passes."""

    WANTED = (
        b'{"say":"hello","number":3}\n{"say":"a","number":0,"id":"a"}\n{"say":"a","number":1,"id":"a"}\n{"say":"bye"}\n'
    )

    def run_with(self, sink: Raw | Flushing) -> bool:
        """Write messages, each twice if it fails. Returns whether all were written."""

        def text() -> bytes:
            return sink.getvalue() if isinstance(sink, Flushing) else sink.text

        writer = RUN.writer(sink, numbered=True)
        torn = False
        for message in (Hello(number=3), step("a", number=7), step("a", number=7), Bye()):
            try:
                writer.write(message)
                continue
            except OSError as error:
                first = error
            before = text()
            try:
                writer.write(message)
            except OSError as error:
                torn = True
                self.assertEqual((text(), error.__cause__ is not None), (before, True))
                self.assertRegex(str(error), "an earlier line was written in part")
            else:
                self.assertTrue(before == b"" or before.endswith(b"\n"), first)
        self.assertTrue(torn or text() == self.WANTED)
        self.assertTrue(self.WANTED.startswith(text()), text())
        return not torn

    def test_raw_files(self) -> None:
        for tears in (0, 3):
            for blocks in (False, True):
                passed, fails = 0, 1
                while True:
                    sink = Raw(fails, tears, blocks=blocks)
                    passed += self.run_with(sink)
                    if sink.calls < fails:
                        break
                    fails += 1
                self.assertGreater(fails, 10)
                self.assertEqual(passed, 1 if tears and not blocks else 5)

    def test_files(self) -> None:
        for tears, wanted in ((0, 5), (3, 1)):
            passed, fails = 0, 1
            while True:
                sink = Flushing(fails, tears)
                passed += self.run_with(sink)
                if sink.calls < fails:
                    break
                fails += 1
            self.assertEqual(passed, wanted)

    def test_pipes_that_would_block(self) -> None:
        reader, end = os.pipe()
        os.set_blocking(end, False)
        with open(reader, "rb"), open(end, "wb", buffering=0) as file:
            writer = RUN.writer(file)
            writer.write(Hello(number=3))
            with self.assertRaises(BlockingIOError):
                for number in range(100_000):
                    writer.write(step("a", number=number))

    def test_wrong_counts(self) -> None:
        for count in (0, -1, 10**6):
            sink = mock.Mock()
            sink.write.return_value = count
            with self.assertRaisesRegex(OSError, "the sink has taken"):
                RUN.writer(sink).write(Hello(number=3))

    def test_builders(self) -> None:
        sink = Raw(0)
        put(b"0123456789" * 3, sink)
        self.assertEqual(sink.text, b"0123456789" * 3)
        with self.assertRaises(BlockingIOError):
            put(b"0123456789", Raw(1, blocks=True))


if __name__ == "__main__":
    unittest.main()
