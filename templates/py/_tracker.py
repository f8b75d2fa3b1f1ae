"""Trackers, which follow a conversation, and the results for its messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

from ._codec import Codec
from ._envelope import Invalid, Issue, Issues, Options, Valid, refusal
from ._values import JsonError

if TYPE_CHECKING:
    from ._arrival import Failure, Key
    from ._progress import Progress

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Refused(Invalid, Generic[T_co]):
    """The result for a message that is not valid, by itself or in its place."""

    __slots__ = ("value",)
    __match_args__ = ("issues", "value")

    def __init__(self, issues: Sequence[Issue], value: T_co | None = None) -> None:
        super().__init__(issues)
        self.value: Final = value
        """The message, if it is valid by itself: its place is wrong, or under ``strict`` it has an issue of ``should``.
        """

    def __repr__(self) -> str:
        return f"Refused({self.issues!r}, {self.value!r})"


Line: TypeAlias = Valid[T] | Refused[T]
"""The result for one message of a conversation; ``Invalid(issues)`` matches a refused message."""


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

    def receive_frame(self, data: bytes | str, *, options: Options | None = None) -> list[Line[T]]:
        """Decode the messages of a frame of the other side, one or a batch, and take those that are valid.

        The paths of the issues of a message in a batch begin with its place.
        """
        return self._frame(data, False, options)

    def send_frame(self, data: bytes | str, *, options: Options | None = None) -> list[Line[T]]:
        """Decode the messages of a frame that is about to be sent, and take those that are valid."""
        return self._frame(data, True, options)

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
        options = self._options if options is None else self._settled(options)
        progress = self._progress
        given = progress.table.given
        try:
            failures = progress.take(message, sent, given(options) if given else None, options)
        except JsonError as error:
            return list(refusal(error, options).issues)
        return reported(failures, Issues(options)) if failures else []

    def _frame(self, data: bytes | str, sent: bool, options: Options | None) -> list[Line[T]]:
        batches = self._progress.table.batch
        items = batches.split(data, options or self._options) if batches else None
        if items is None:
            return [self._decode(data, sent, options)]
        if isinstance(items, Issue):
            return [Refused([items])]
        return [_below(place, self._decode(item, sent, options)) for place, item in enumerate(items)]

    def _decode(self, data: bytes | str, sent: bool, options: Options | None) -> Line[T]:
        options = options or self._options
        message, out = self._codec.examine(data, options)
        if out.invalid:
            return Refused(out.report())
        given = self._progress.table.given
        try:
            failures = self._progress.take(message, sent, out.given(given) if given else None, options)
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


def _below(place: int, line: Line[T]) -> Line[T]:
    issues = [Issue(issue.rule, f"/{place}{issue.path}", issue.level, issue.message) for issue in line.issues]
    return Valid(line.value, issues) if isinstance(line, Valid) else Refused(issues, line.value)
