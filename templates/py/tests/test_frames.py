"""Streams of frames: cut at each place, with good and bad headers, and read in all ways."""

from __future__ import annotations

import asyncio
import io
import random
import tracemalloc
import unittest
from collections.abc import AsyncIterator, Iterator
from typing import Final

from .._cutter import FrameCutter, headed
from .._envelope import Issue, Options, ValidationError
from .._headers import HeaderConversation
from .talk import MESSAGE, Bye, Hello, Message, names, step, tables

TALK: Final[HeaderConversation[Message]] = HeaderConversation("talk", MESSAGE, tables)


def framed(text: str) -> bytes:
    data = text.encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


HELLO: Final = framed('{"say":"hello"}')
FRAMES: Final[list[tuple[bytes, list[str]]]] = [
    (HELLO, []),
    (framed('{"say":"ask","id":"é€😀"}'), []),
    (framed("{"), [" json"]),
    (framed(""), [" json"]),
    (framed('{"say":"x","id":"' + "€" * 30 + '"}'), [" long-frame"]),
    (b"content-length:\t0014 \r\ncontent-type: x;charset=UTF8\r\n\r\n" + b'{"say":"bye" }', []),
    (HELLO, ["/say after-end"]),
]
STREAM: Final = b"".join(frame for frame, _ in FRAMES)
FOUND: Final = [issues for _, issues in FRAMES]
OPTIONS: Final = Options(max_bytes=60)


def judged(pieces: list[bytes], options: Options = OPTIONS) -> list[list[str]]:
    return [names(line.issues) for line in TALK.read(pieces, options=options)]


class Cutting(unittest.TestCase):
    def test_pieces(self) -> None:
        for place in range(len(STREAM)):
            self.assertEqual(judged([STREAM[:place], STREAM[place:]]), FOUND, place)
        self.assertEqual(judged([STREAM[place : place + 1] for place in range(len(STREAM))]), FOUND)
        chance = random.Random(1)
        for _ in range(200):
            places = sorted(chance.choices(range(len(STREAM) + 1), k=chance.randrange(30)))
            pieces = [STREAM[start:end] for start, end in zip([0, *places], [*places, len(STREAM)], strict=True)]
            self.assertEqual(judged(pieces), FOUND)

    def test_ends(self) -> None:
        for text in (b"C", b"Content-Length: 2\r\n", b"Content-Length: 2\r\n\r\n", b"Content-Length: 2\r\n\r\n1"):
            self.assertEqual(judged([HELLO, text]), [[], [" cut-frame"], [" incomplete"]], text)
        self.assertEqual(judged([]), [[" incomplete"]])

    def test_bad_headers(self) -> None:
        for text in (b"\r\n", b"{}\n", b"Content-Length: +2\r\n", b"x" * 8193, b"Content-Type: x; charset=latin1\r\n"):
            self.assertEqual(judged([HELLO, text, HELLO]), [[], [" bad-header"], [" incomplete"]], text)

    def test_nothing_is_read_behind_a_bad_header(self) -> None:
        pieces = 0

        def endless() -> Iterator[bytes]:
            nonlocal pieces
            while True:
                pieces += 1
                yield b"Content-Length: x\r\n"

        self.assertEqual([names(line.issues) for line in TALK.read(endless())], [[" bad-header"], [" incomplete"]])
        lines = TALK.lines()
        lines.push(b"\r\n")
        self.assertEqual((pieces, lines.ended, lines.push(HELLO)), (1, True, []))

    def test_memory(self) -> None:
        """Bytes that are only announced, or skipped, cost no memory."""
        piece = bytes(1 << 20)
        tracemalloc.start()
        try:
            lines = TALK.lines(options=OPTIONS)
            (long,) = lines.push(b"Content-Length: %d\r\n\r\n" % 2**31)
            for _ in range(2**11):
                self.assertEqual(lines.push(piece), [])
            (hello,) = lines.push(HELLO)
            self.assertEqual((names(long.issues), names(hello.issues)), ([" long-frame"], []))
            waiting = TALK.lines(options=Options(max_bytes=2**31 - 1))
            self.assertEqual(waiting.push(b"Content-Length: %d\r\n\r\nx" % (2**31 - 1)), [])
            self.assertLess(tracemalloc.get_traced_memory()[1], 500_000)
        finally:
            tracemalloc.stop()


class Texts(unittest.TestCase):
    def test_cutter(self) -> None:
        cutter = FrameCutter(8)
        cut = cutter.push(bytearray(framed("1") + framed("123456789") + framed("") + b"\r\n"))
        found = [frame.rule if isinstance(frame, Issue) else frame for frame in cut]
        self.assertEqual(found, [b"1", "long-frame", b"", "bad-header"])
        self.assertEqual((cutter.ended, cutter.finish()), (True, None))
        other = FrameCutter()
        self.assertEqual(other.push(b"C"), [])
        issue = other.finish()
        self.assertEqual(issue and issue.rule, "cut-frame")
        self.assertEqual(headed("€".encode()), framed("€"))


class Asynchronous(unittest.IsolatedAsyncioTestCase):
    async def test_readers(self) -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(STREAM)
        reader.feed_eof()
        self.assertEqual([names(line.issues) async for line in TALK.aread(reader, options=OPTIONS)], FOUND)

    async def test_bad_headers(self) -> None:
        async def endless() -> AsyncIterator[bytes]:
            yield HELLO
            while True:
                yield b"Content-Length: x\r\n"

        found = [names(line.issues) async for line in TALK.aread(endless())]
        self.assertEqual(found, [[], [" bad-header"], [" incomplete"]])


class Writing(unittest.TestCase):
    def test_frames(self) -> None:
        file = io.BytesIO()
        writer = TALK.writer(file)
        writer.write(Hello(number=0))
        writer.write(step("ask", "€"))
        with self.assertRaises(ValidationError):
            writer.write(Hello(number=0))
        writer.write(Bye())
        self.assertEqual(writer.close(), [])
        self.assertEqual([names(line.issues) for line in TALK.read(file.getvalue())], [[], [], []])
        self.assertTrue(file.getvalue().startswith(b"Content-Length: "))


if __name__ == "__main__":
    unittest.main()
