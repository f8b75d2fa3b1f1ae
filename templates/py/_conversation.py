"""Conversations: the order of messages is checked message by message, without reading or writing anything.

The machinery is in ``_progress``. It is loaded with the first tracker, like the tables of a protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from ._codec import Codec
from ._envelope import DEFAULTS, Options
from ._tracker import Tracker

if TYPE_CHECKING:
    from ._alines import AsyncLines
    from ._lines import AsyncStream, LineTracker, Stream
    from ._session import Session
    from ._sink import Sink
    from ._table import Table
    from ._tracker import Line
    from ._writer import Writer

T = TypeVar("T")

Tables: TypeAlias = "Mapping[str, Table]"
"""The tables of conversations by name."""


class Conversation(Generic[T]):
    """An order in which messages come.

    Without ``options``, methods use the defaults. They raise ValueError for a parameter that the protocol does not have
    or whose value it cannot use.
    """

    __slots__ = ("_codec", "_tables", "name")

    def __init__(self, name: str, codec: Codec[T], tables: Callable[[], Tables]) -> None:
        self.name: Final = name
        """The name of the conversation in the spec."""
        self._codec: Final = codec
        self._tables: Final = tables

    def __repr__(self) -> str:
        return f"<Conversation {self.name}>"

    @property
    def sides(self) -> tuple[str, ...]:
        """Who takes part; empty if it does not matter who sends."""
        return self._tables()[self.name].sides

    def track(self, side: str | None = None, *, options: Options | None = None) -> Tracker[T]:
        """Begin a conversation as one of the sides, or as somebody to whom no direction is wrong.

        Raises ValueError for a side that the conversation does not have.
        """
        from ._progress import Progress

        return Tracker(Progress(self._tables()[self.name], side), self._codec, options or DEFAULTS)

    def session(self, side: str | None = None, *, options: Options | None = None) -> Session[T]:
        """Begin a conversation for the layers above a tracker, such as clients and writers."""
        from ._session import Session

        return Session(self._tables()[self.name], side, self._codec, options or DEFAULTS)


class LineConversation(Conversation[T]):
    """An order of messages that come one a line (NDJSON)."""

    __slots__ = ()

    def lines(self, *, options: Options | None = None) -> LineTracker[T]:
        """Begin a conversation that is read line by line, for programs with ways of their own to read."""
        from ._lines import LineTracker

        options = options or DEFAULTS
        return LineTracker(self.track(options=options), options.max_bytes)

    def read(self, stream: Stream, *, options: Options | None = None) -> Iterator[Line[T]]:
        """Read messages, one a line, as they arrive.

        ``stream`` is an open file or pipe (best in binary mode), an iterable of pieces cut anywhere, or the whole
        stream. A line that is invalid or out of order gives `Refused`, and the following lines are read anyway. If
        something is missing at the end, the last result is a `Refused`. A line longer than ``max_bytes`` is not kept in
        memory.
        """
        from ._lines import read

        return read(self.lines(options=options), stream)

    def writer(self, file: Sink, *, numbered: bool = False, options: Options | None = None) -> Writer[T]:
        """Begin a conversation that is written to a file or pipe that takes bytes, line by line.

        With ``numbered``, the writer sets the members that count messages. Messages are written as copies with the
        numbers 0, 1, 2 and so on, which replace earlier numbers.
        """
        from ._writer import Writer

        return Writer(self.session(options=options), file, numbered)

    def aread(self, stream: AsyncStream, *, options: Options | None = None) -> AsyncLines[T]:
        """Read as `read` does from an asyncio.StreamReader, or an asynchronous iterable of pieces cut anywhere.

        A step that is cancelled or times out loses no line: the next step goes on.
        """
        from ._alines import AsyncLines

        return AsyncLines(self.lines(options=options), stream)


Conversations: TypeAlias = Mapping[str, Conversation[Any]]
"""Conversations by name."""
