"""Streams of messages, one a line (NDJSON), and reading of any stream."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from ._envelope import Issue
from ._tracker import Refused

if TYPE_CHECKING:
    from ._tracker import Line, Tracker

T = TypeVar("T")

Piece: TypeAlias = bytes | bytearray | str

PIECE: Final = 64 * 1024
"""The size of one read from a stream."""


Stream: TypeAlias = Iterable[Piece] | bytes | bytearray
AsyncStream: TypeAlias = AsyncIterable[Piece]


class LineCutter:
    """Cuts a stream that arrives piece by piece into lines. No part of a line that is too long is kept."""

    __slots__ = ("_held", "_long", "_most")

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._held = bytearray()
        """The beginning of a line whose end has not come."""
        self._long = False
        """Whether the line is too long to be kept."""

    def push(self, piece: Piece) -> list[bytes | Issue]:
        """Take a piece of the stream, cut anywhere; returns the lines that end in it, or their issues."""
        *ended, rest = encoded(piece).split(b"\n")
        lines = [self._line(part) for part in ended]
        self._hold(rest)
        return lines

    def finish(self) -> list[bytes | Issue]:
        """End the stream; returns the last line if no line feed has ended it."""
        return [self._line(b"")] if self._held or self._long else []

    def _hold(self, part: bytes) -> None:
        # One byte more than allowed may be the carriage return of the line's end.
        if self._long or len(self._held) + len(part) > self._most + 1:
            self._held.clear()
            self._long = True
        else:
            self._held += part

    def _line(self, part: bytes) -> bytes | Issue:
        if self._held or self._long:
            self._hold(part)
            part = bytes(self._held)
        long = self._long
        self._held.clear()
        self._long = False
        text = part.removesuffix(b"\r")
        if long or len(text) > self._most:
            return Issue("long-line", "", "must", f"must be at most {self._most} bytes long")
        if not text.strip(b" \t\r"):
            return Issue("blank-line", "", "must", "must not be blank")
        return text


CUT_LINE: Final = Issue("cut-line", "", "must", "must end with a line feed")
"""The issue of a last line that is no JSON text."""


class LineTracker(Generic[T]):
    """Checks a stream that arrives piece by piece.

    An invalid line does not stop the following ones. No part of a line that is too long is kept.
    """

    __slots__ = ("_lines", "_tracker", "ended")

    def __init__(self, tracker: Tracker[T], most: int) -> None:
        self._tracker: Final = tracker
        self._lines: Final = LineCutter(most)
        self.ended = False
        """Whether nothing behind the last piece can be read."""

    def push(self, piece: Piece) -> list[Line[T]]:
        """Take a piece of the stream, cut anywhere; returns the lines that end in it."""
        lines: list[Line[T]] = []
        for text in self._lines.push(piece):
            self._judge(text, lines)
        return lines

    def finish(self) -> tuple[list[Line[T]], list[Issue]]:
        """End the stream; returns the last line if no line feed has ended it, and the issues of the end."""
        lines: list[Line[T]] = []
        for text in self._lines.finish():
            self._judge(text, lines, cut=True)
        return lines, self._tracker.close()

    def _judge(self, text: bytes | Issue, lines: list[Line[T]], *, cut: bool = False) -> None:
        if isinstance(text, Issue):
            lines.append(Refused([text]))
            return
        found = self._tracker.receive_frame(text)
        if cut and [issue.rule for line in found for issue in line.issues] == ["json"]:
            lines.append(Refused([CUT_LINE]))
        else:
            lines.extend(found)


def encoded(piece: Piece) -> bytes:
    """Return the bytes of a piece."""
    # A line that is no Unicode is no JSON either. Its issue reports that.
    if isinstance(piece, str):
        return piece.encode("utf-8", "surrogatepass")
    return piece if isinstance(piece, bytes) else bytes(memoryview(piece))


def read(lines: LineTracker[T], stream: Stream) -> Iterator[Line[T]]:
    """Iterate over the lines of a stream and the issues of its end; raises TypeError for anything else than a stream."""
    return _read_lines(lines, _pieces(stream))


def _read_lines(lines: LineTracker[T], pieces: Iterator[Piece]) -> Iterator[Line[T]]:
    for piece in pieces:
        yield from lines.push(piece)
        if lines.ended:
            break
    yield from ended(lines)


def ended(lines: LineTracker[T]) -> list[Line[T]]:
    """End a stream; returns its last lines."""
    rest, issues = lines.finish()
    return [*rest, Refused(issues)] if issues else rest


def _pieces(stream: Stream) -> Iterator[Piece]:
    if isinstance(stream, bytes | bytearray):
        return iter((stream,))
    if isinstance(stream, str) or not (hasattr(stream, "__iter__") or reader(stream, "readline")):
        raise TypeError(
            f'a stream is an open file, bytes or pieces of these, not {type(stream).__name__}: open(path, "rb")'
        )
    if take := reader(stream, "readline"):
        return _taken(take)
    return iter(stream)


def _taken(take: Callable[[int], Piece]) -> Iterator[Piece]:
    while piece := take(PIECE):
        yield piece


# Files are iterables as well, but of lines, which may be of any length. ``read1`` does not wait for more than there is.
def reader(stream: object, other: str) -> Callable[[int], Any] | None:
    """Return the function that reads a file, or None for an object that is not a file."""
    if isinstance(stream, RawIOBase):
        return stream.read
    method: Callable[[int], Any] | None = getattr(stream, "read1", None) or getattr(stream, other, None)
    return method
