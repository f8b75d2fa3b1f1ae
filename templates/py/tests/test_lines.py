"""Streams of lines: wherever they are cut, as long as they come, from wherever they are read."""

from __future__ import annotations

import asyncio
import gzip
import io
import os
import random
import tracemalloc
import unittest
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast

from .._envelope import Options, Valid
from .._tracker import Line
from .talk import TALK, Hello, Message, names

LONG = '{"say":"x","id":"' + "€" * 30 + '"}'
TEXT = "\r\n".join(
    [
        '{"say":"hello"}',
        "",
        '{"say":"ask","id":"é€😀"}',
        " \t\r",
        "{",
        LONG,
        '{"say":"step","id":"é€😀","number":9}',
        '{"say":"hello"}\n\n{"say":1}',
        '{"say":"bye"}\r',
        '{"sa',
    ]
)
FOUND: list[list[str]] = [
    [],
    [" blank-line"],
    [],
    [" blank-line"],
    [" json"],
    [" long-line"],
    [" near-ask", " near-hello"],
    ["/say unexpected-message"],
    [" blank-line"],
    [" type"],
    [],
    [" cut-line"],
]
OPTIONS = Options(max_bytes=60)


def judged(pieces: list[bytes] | list[str], options: Options = OPTIONS) -> list[list[str]]:
    lines = TALK.lines(options=options)
    found = [names(line.issues) for piece in pieces for line in lines.push(piece)]
    rest, issues = lines.finish()
    return [*found, *[names(line.issues) for line in rest], *([names(issues)] if issues else [])]


def cut(text: bytes, chance: random.Random) -> list[bytes]:
    places = sorted(chance.choices(range(len(text) + 1), k=chance.randrange(30)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


class Cutting(unittest.TestCase):
    def test_pieces(self) -> None:
        text = TEXT.encode()
        self.assertEqual(judged([TEXT]), FOUND)
        for place in range(len(text)):
            self.assertEqual(judged([text[:place], text[place:]]), FOUND, place)
        self.assertEqual(judged([text[place : place + 1] for place in range(len(text))]), FOUND)
        self.assertEqual(judged(list(TEXT)), FOUND)
        chance = random.Random(1)
        for _ in range(200):
            self.assertEqual(judged(cut(text, chance)), FOUND)

    def test_ends(self) -> None:
        hello, missing = '{"say":"hello"}', [" incomplete"]
        cases: dict[str, list[list[str]]] = {
            "": [],
            hello: [[]],
            hello + "\n": [[]],
            hello + "\r\n": [[]],
            hello + "\r": [[]],
            hello + "\n\n": [[], [" blank-line"]],
            hello + "\n\r": [[], [" blank-line"]],
            hello + "\n ": [[], [" blank-line"]],
            hello + "\n{": [[], [" cut-line"]],
            hello + "\n{\n": [[], [" json"]],
            hello + "\n" + "x" * 61: [[], [" long-line"]],
            "{}": [[" type"]],
            hello + "\r\r\n": [[]],
            "\n": [[" blank-line"]],
        }
        for text, found in cases.items():
            self.assertEqual(judged([text]), [*found, missing], text)
            self.assertEqual(judged(list(text)), [*found, missing], text)

    def test_length(self) -> None:
        """Of bytes, without the line's end."""
        text = '{"say":"hello","x":"€"}'
        size = len(text.encode())
        for end in ("\n", "\r\n", "", "\r"):
            self.assertEqual(judged([text + end], Options(max_bytes=size)), [[], [" incomplete"]])
            self.assertEqual(judged([text + end], Options(max_bytes=size - 1))[0], [" long-line"])
        (issue,) = TALK.lines(options=Options(max_bytes=9)).push(b"0123456789\n")[0].issues
        self.assertEqual(issue.message, "must be at most 9 bytes long")

    def test_what_is_no_unicode(self) -> None:
        self.assertEqual(judged(["\ud800\n", '{"say":"hello"}\n'])[:2], [[" json"], []])
        self.assertEqual(judged([b"\xff\n", b'{"say":"hello"}\n'])[:2], [[" json"], []])

    def test_memory(self) -> None:
        """A line that is too long is not kept, and the next one is read."""
        lines = TALK.lines(options=Options(max_bytes=1000))
        piece = b"x" * 65536
        tracemalloc.start()
        try:
            for _ in range(1000):
                self.assertEqual(lines.push(piece), [])
            self.assertLess(tracemalloc.get_traced_memory()[1], 500_000)
        finally:
            tracemalloc.stop()
        found = lines.push(b'\n{"say":"hello"}\n')
        self.assertEqual([names(line.issues) for line in found], [[" long-line"], []])

    def test_pieces_of_other_types(self) -> None:
        lines = TALK.lines()
        self.assertEqual(len(lines.push(bytearray(b'{"say":"hello"}\n'))), 1)
        with self.assertRaises(TypeError):
            lines.push(cast("bytes", 5))


WANTED: list[list[str]] = [[], [" blank-line"], [], [" incomplete"]]
STREAM = b'{"say":"hello"}\n\n{"say":"ask","id":"a"}\n'


def found(lines: Iterator[Line[Message]]) -> list[list[str]]:
    return [names(line.issues) for line in lines]


class Pipe:
    """Both ends of a pipe."""

    def __enter__(self) -> tuple[int, int]:
        self.ends = os.pipe()
        return self.ends

    def __exit__(self, *_: object) -> None:
        os.close(self.ends[0])


class Reading(unittest.TestCase):
    def test_sources(self) -> None:
        text = io.TextIOWrapper(io.BytesIO(STREAM), encoding="utf-8")
        for source in (STREAM, bytearray(STREAM), [STREAM.decode()], [STREAM], iter([STREAM[:9], STREAM[9:]])):
            self.assertEqual(found(TALK.read(source)), WANTED)
        for file in (io.BytesIO(STREAM), io.StringIO(STREAM.decode()), text):
            self.assertEqual(found(TALK.read(file)), WANTED)
        with gzip.open(io.BytesIO(gzip.compress(STREAM))) as packed:
            self.assertEqual(found(TALK.read(packed)), WANTED)

    def test_lines_arrive_at_once(self) -> None:
        for buffering in (0, -1):
            with Pipe() as (reader, writer), open(reader, "rb", buffering, closefd=False) as stream:
                lines = TALK.read(stream)
                for text in (b'{"say":"hello"}\n', b'{"say":"bye"}\n'):
                    os.write(writer, text)
                    self.assertTrue(next(lines))
                os.close(writer)
                self.assertEqual(list(lines), [])

    def test_files_of_one_line(self) -> None:
        """Their own iterators would keep all of it."""
        options = Options(max_bytes=1000)
        for file in (io.BytesIO(b"x" * 10_000_000), io.StringIO("x" * 10_000_000)):
            tracemalloc.start()
            try:
                self.assertEqual(found(TALK.read(file, options=options)), [[" long-line"], [" incomplete"]])
                self.assertLess(tracemalloc.get_traced_memory()[1], 1_000_000)
            finally:
                tracemalloc.stop()

    def test_what_is_no_stream(self) -> None:
        for wrong in ("run.ndjson", Path("run.ndjson"), 7, None):
            with self.assertRaisesRegex(TypeError, f"not {type(wrong).__name__}: open"):
                TALK.read(cast("bytes", wrong))
            with self.assertRaisesRegex(TypeError, f"asyncio.StreamReader .* not {type(wrong).__name__}"):
                TALK.aread(cast("asyncio.StreamReader", wrong))

    def test_errors_of_the_stream(self) -> None:
        def broken() -> Iterator[bytes]:
            yield STREAM
            raise OSError

        lines = TALK.read(broken())
        self.assertEqual([names(next(lines).issues) for _ in range(3)], WANTED[:3])
        with self.assertRaises(OSError):
            next(lines)

    def test_values(self) -> None:
        first, second, *_ = TALK.read(b'{"say":"hello","number":4}\n{"say":"hello"}\n')
        assert isinstance(first, Valid)
        self.assertEqual(first.value, Hello(number=4))
        self.assertEqual((second.ok, second.value), (False, Hello(number=0)))


class Asynchronous(unittest.IsolatedAsyncioTestCase):
    async def test_readers(self) -> None:
        reader = asyncio.StreamReader(limit=8)  # of its own lines, which no line of these fits
        lines = TALK.aread(reader)
        reader.feed_data(STREAM[:20])
        self.assertTrue(await anext(lines))
        reader.feed_data(STREAM[20:])
        reader.feed_eof()
        self.assertEqual([names(line.issues) async for line in lines], WANTED[1:])

    async def test_iterables(self) -> None:
        async def pieces() -> AsyncIterator[bytes | str]:
            yield STREAM[:20]
            yield STREAM[20:].decode()

        self.assertEqual([names(line.issues) async for line in TALK.aread(pieces())], WANTED)

    async def test_steps_that_time_out(self) -> None:
        """They lose nothing, for every kind of stream."""
        for kind in ("reader", "file", "iterable"):
            source = Slow(STREAM)
            lines = TALK.aread(cast("asyncio.StreamReader", source.as_a(kind)))
            seen: list[list[str]] = []
            idle = 0
            while True:
                try:
                    line = await asyncio.wait_for(anext(lines), 0.001)
                except TimeoutError:
                    idle += 1
                    source.go_on()
                except StopAsyncIteration:
                    break
                else:
                    seen.append(names(line.issues))
            self.assertEqual((seen, idle >= source.pieces), (WANTED, True), kind)

    async def test_closing(self) -> None:
        source = Slow(STREAM)
        lines = TALK.aread(source.iterable())
        for _ in range(2):
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(anext(lines), 0.001)
        await lines.aclose()
        await lines.aclose()
        self.assertEqual((source.cancelled, [line async for line in lines]), (True, []))
        other = TALK.aread(Slow(STREAM).iterable())
        with self.assertRaises(TimeoutError):
            await asyncio.wait_for(anext(other), 0.001)
        before = len(asyncio.all_tasks())
        del other  # who leaves it behind leaves no read behind
        await asyncio.sleep(0.001)
        self.assertEqual(len(asyncio.all_tasks()), before - 1)


class Slow:
    """A stream that gives a piece for each call of `go_on`."""

    def __init__(self, text: bytes) -> None:
        self._rest = [text[place : place + 40] for place in range(0, len(text), 40)]
        self.pieces = len(self._rest)
        self.cancelled = False
        self._reader = asyncio.StreamReader()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def go_on(self) -> None:
        piece = self._rest.pop(0) if self._rest else b""
        self._queue.put_nowait(piece)
        if piece:
            self._reader.feed_data(piece)
        else:
            self._reader.feed_eof()

    def as_a(self, kind: str) -> object:
        return {"reader": self._reader, "file": self, "iterable": self.iterable()}[kind]

    async def read(self, _most: int) -> bytes:
        piece = await self._queue.get()
        await asyncio.sleep(0.002)  # a step that is cancelled here would lose the piece
        return piece

    async def iterable(self) -> AsyncIterator[bytes]:
        try:
            while piece := await self.read(1):
                yield piece
        except asyncio.CancelledError:
            self.cancelled = True
            raise


if __name__ == "__main__":
    unittest.main()
