"""Streams of messages that are read with asyncio."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar, cast

from ._lines import PIECE, ended, reader

if TYPE_CHECKING:
    from ._lines import AsyncStream, LineTracker, Piece
    from ._tracker import Line

T = TypeVar("T")


class AsyncLines(Generic[T]):
    """Iterates over the lines of a stream; the last item may be the issues of its end.

    A step that is cancelled, as `asyncio.wait_for` does, loses nothing: the next step goes on with the same read. For an
    asynchronous generator, such as `aread` might be one, the cancellation would be the end.
    """

    __slots__ = ("__weakref__", "_ended", "_lines", "_next", "_ready", "_reading", "_survives")

    def __init__(self, lines: LineTracker[T], stream: AsyncStream) -> None:
        self._reading: asyncio.Future[Piece | None] | None = None
        """A read that goes on, perhaps since a step that was cancelled."""
        self._lines: Final = lines
        self._next: Final = _next_piece(stream)
        self._survives: Final = isinstance(stream, asyncio.StreamReader)
        """Whether its reads may be cancelled, and lose nothing."""
        self._ready: Final[deque[Line[T]]] = deque()
        """The lines that are read and not yet returned."""
        self._ended = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Line[T]:
        while not self._ready:
            if self._ended:
                raise StopAsyncIteration
            piece = None if self._lines.ended else await self._piece()
            if piece:
                self._ready.extend(self._lines.push(piece))
            elif piece is None:
                self._ended = True
                self._ready.extend(ended(self._lines))
        return self._ready.popleft()

    async def aclose(self) -> None:
        """Stop reading. A read that goes on is cancelled."""
        self._ended = True
        self._ready.clear()
        if self._reading:
            self._reading.cancel()
            await asyncio.wait([self._reading])
            self._reading = None

    async def _piece(self) -> Piece | None:
        if self._survives:
            return await self._next()
        reading = self._reading = self._reading or asyncio.ensure_future(self._next())
        await asyncio.wait([reading])  # which does not cancel the read
        self._reading = None
        return reading.result()

    def __del__(self) -> None:
        if self._reading and not self._reading.get_loop().is_closed():
            self._reading.cancel()


def _next_piece(stream: AsyncStream) -> Callable[[], Awaitable[Piece | None]]:
    """Return a function that reads the next piece, or None at the end; raises TypeError for an object of another type."""
    take: Callable[[int], Awaitable[Piece]] | None = reader(stream, "read")
    if take:
        return lambda: _awaited(take)
    if not hasattr(stream, "__aiter__"):
        name = type(cast("object", stream)).__name__
        raise TypeError(f"a stream is an asyncio.StreamReader or an asynchronous iterable of pieces, not {name}")
    pieces = aiter(stream)
    return lambda: _stepped(pieces)


async def _awaited(take: Callable[[int], Awaitable[Piece]]) -> Piece | None:
    return await take(PIECE) or None


async def _stepped(pieces: AsyncIterator[Piece]) -> Piece | None:
    try:
        return await anext(pieces)
    except StopAsyncIteration:
        return None
