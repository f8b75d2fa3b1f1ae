"""Conversations: what may follow what, judged message by message, without reading or writing anything.

The machinery is in ``_progress``. It is loaded with the first tracker, as the tables of a protocol are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from ._codec import Codec
from ._envelope import DEFAULTS, Invalid, Issue, Issues, Options, Valid, refusal
from ._values import JsonError

if TYPE_CHECKING:
    from ._alines import AsyncLines
    from ._lines import AsyncStream, LineTracker, Stream
    from ._orders import Failure, Key
    from ._progress import Progress
    from ._session import Session
    from ._sink import Sink
    from ._table import Table
    from ._writer import Writer

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Refused(Invalid, Generic[T_co]):
    """The result for a message that is not valid, by itself or in its place."""

    __slots__ = ("value",)
    __match_args__ = ("issues", "value")

    def __init__(self, issues: Sequence[Issue], value: T_co | None = None) -> None:
        super().__init__(issues)
        self.value: Final = value
        """The message, if it is valid by itself: what is wrong is its place, or under ``strict`` an issue of ``should``."""

    def __repr__(self) -> str:
        return f"Refused({self.issues!r}, {self.value!r})"


Line: TypeAlias = Valid[T] | Refused[T]
"""The result for one message of a conversation; ``Invalid(issues)`` matches what is refused."""

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
        """Begin a conversation for what stands above a tracker, as clients and writers do."""
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

        ``stream`` is an open file or pipe (best in binary mode), an iterable of pieces cut anywhere, or all of it. A line
        that is not valid, by itself or in its place, gives `Refused`, and the lines behind it are read all the same. If
        something is missing at the end, that is a last `Refused`. A line longer than ``max_bytes`` is not held in memory.
        """
        from ._lines import read

        return read(self.lines(options=options), stream)

    def writer(self, file: Sink, *, numbered: bool = False, options: Options | None = None) -> Writer[T]:
        """Begin a conversation that is written to a file or pipe that takes bytes, line by line.

        With ``numbered``, the members by which messages are counted are set: messages are written as copies that have
        the numbers 0, 1, 2 and so on, whatever they had before.
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


class OpenExchange(NamedTuple):
    """An exchange that has begun and not ended."""

    name: str
    """Its name in the spec."""
    key: Key
    """The value of the member that its messages share."""
    expected: tuple[str, ...]
    """The letters that may come next in it."""


class Tracker(Generic[T]):
    """Follows a conversation: takes each message and returns the issues of its place.

    A message that may not come where it comes leaves the tracker as it was. A tracker belongs to one thread at a time.
    """

    __slots__ = ("_codec", "_options", "_progress")

    def __init__(self, progress: Progress, codec: Codec[T], options: Options) -> None:
        codec.settle(options)
        self._progress: Final = progress
        self._codec: Final = codec
        self._options: Final = options

    @property
    def open(self) -> int:
        """How many exchanges have begun and not ended."""
        return self._progress.open

    @property
    def ended(self) -> bool:
        """Whether no further message may come."""
        return self._progress.ended

    @property
    def expected(self) -> tuple[str, ...]:
        """The letters of the conversation as a whole that may come next."""
        return self._progress.expected

    def exchanges(self) -> list[OpenExchange]:
        """Return the exchanges that have begun and not ended."""
        return [OpenExchange(*exchange) for exchange in self._progress.exchanges()]

    def receive(self, message: T, *, options: Options | None = None) -> list[Issue]:
        """Take a message of the other side, valid by itself; returns the issues of its place."""
        return self._judge(message, False, options)

    def send(self, message: T, *, options: Options | None = None) -> list[Issue]:
        """Take a message before it is sent. With an issue of level ``must`` it is not to be sent."""
        return self._judge(message, True, options)

    def receive_text(self, data: bytes | str, *, options: Options | None = None) -> Line[T]:
        """Decode a message of the other side and, if it is valid, take it."""
        return self._decode(data, False, options)

    def send_text(self, data: bytes | str, *, options: Options | None = None) -> Line[T]:
        """Decode a message that is about to be sent and, if it is valid, take it."""
        return self._decode(data, True, options)

    def close(self, *, options: Options | None = None) -> list[Issue]:
        """End the conversation; returns an issue if something still had to come."""
        out = Issues(self._settled(options))
        return reported(self._progress.close(), out)

    def _settled(self, options: Options | None) -> Options:
        if options is None:
            return self._options
        self._codec.settle(options)
        return options

    def _judge(self, message: T, sent: bool, options: Options | None) -> list[Issue]:
        options = self._settled(options)
        given = self._progress.table.given
        try:
            failures = self._progress.take(message, sent, given(options) if given else None, options.max_remembered)
        except JsonError as error:
            return list(refusal(error, options).issues)
        return reported(failures, Issues(options)) if failures else []

    def _decode(self, data: bytes | str, sent: bool, options: Options | None) -> Line[T]:
        options = options or self._options
        message, out = self._codec.examine(data, options)
        if out.invalid:
            return Refused(out.report())
        given = self._progress.table.given
        try:
            failures = self._progress.take(message, sent, out.given(given) if given else None, options.max_remembered)
        except JsonError as error:
            out.refuse(error)
            failures = []
        issues = reported(failures, out) if failures else out.report()
        return Refused(issues, message) if out.refused else Valid(message, issues)


def reported(failures: Sequence[Failure], out: Issues) -> list[Issue]:
    """Add failures to issues, and return them all in report order."""
    for failure in failures:
        out.add(*failure)
    return out.report()
