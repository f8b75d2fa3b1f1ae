"""Streams of messages, one a line (NDJSON)."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from ._cutter import CUT_LINE, Broken, LineCutter, Piece
from ._tracker import Refused

if TYPE_CHECKING:
    from ._envelope import Issue
    from ._tracker import Line, Tracker

T = TypeVar("T")

PIECE: Final = 64 * 1024
"""The size of one read from a stream."""


Stream: TypeAlias = Iterable[Piece] | bytes | bytearray
AsyncStream: TypeAlias = AsyncIterable[Piece]


class LineTracker(Generic[T]):
    """Checks a stream that arrives piece by piece.

    An invalid line does not stop the following ones. No part of a line that is too long is kept.
    """

    __slots__ = ("_lines", "_tracker")

    def __init__(self, tracker: Tracker[T], most: int) -> None:
        self._tracker: Final = tracker
        self._lines: Final = LineCutter(most)

    def push(self, piece: Piece) -> list[Line[T]]:
        """Take a piece of the stream, cut anywhere; returns the lines that end in it."""
        return [self._line(text) for text in self._lines.push(piece)]

    def finish(self) -> tuple[list[Line[T]], list[Issue]]:
        """End the stream; returns the last line if no line feed has ended it, and the issues of the end."""
        lines = [self._line(text, cut=True) for text in self._lines.finish()]
        return lines, self._tracker.close()

    def _line(self, text: bytes | Broken, *, cut: bool = False) -> Line[T]:
        if isinstance(text, Broken):
            return Refused(text.issues)
        line = self._tracker.receive_text(text)
        if cut and [issue.rule for issue in line.issues] == ["json"]:
            return Refused(CUT_LINE.issues)
        return line


def read(lines: LineTracker[T], stream: Stream) -> Iterator[Line[T]]:
    """Iterate over the lines of a stream and the issues of its end; raises TypeError for anything else than a stream."""
    return _read(lines, _pieces(stream))


def _read(lines: LineTracker[T], pieces: Iterator[Piece]) -> Iterator[Line[T]]:
    for piece in pieces:
        yield from lines.push(piece)
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
