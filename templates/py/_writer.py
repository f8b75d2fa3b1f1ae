"""Writes streams of messages, one a line (NDJSON) or in other frames."""

from __future__ import annotations

import errno
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Self, TypeVar, cast

from ._envelope import Issue, Options, ValidationError
from ._sink import Delivery

if TYPE_CHECKING:
    from ._arrival import Key
    from ._orders import Numbering
    from ._progress import TurnPlace, TurnPlan
    from ._session import Session
    from ._sink import Sink

T = TypeVar("T")


def as_line(data: bytes) -> bytes:
    """Return the bytes of a message as a line."""
    return data + b"\n"


class Taken(NamedTuple, Generic[T]):
    """A message that may be written."""

    message: T
    data: bytes
    plan: TurnPlan
    places: list[TurnPlace]
    """Where it is numbered."""


class Writer(Generic[T]):
    """Writes messages that are valid, by themselves and in their place; each line or frame is passed on at once.

    If the file fails before it has taken a byte of a line, the message does not count and may be written again. If it
    fails after a part of a line, every further `write` raises OSError, whose cause is the error of the file.

    As a context manager it ends the conversation, not the file, and raises ValidationError if something still had to
    come, unless another error is on its way.
    """

    __slots__ = ("_counts", "_file", "_framed", "_numbered", "_session", "_torn")

    def __init__(
        self, session: Session[T], file: Sink, numbered: bool, framed: Callable[[bytes], bytes] = as_line
    ) -> None:
        self._session: Final = session
        self._file: Final = file
        self._numbered: Final = numbered
        self._framed: Final = framed
        self._counts: Final[dict[tuple[int, Key | None], dict[Numbering, int]]] = {}
        """By kind of exchange, -1 for none, and key: how many messages have been numbered."""
        self._torn: BaseException | None = None
        """The error of the file after which it contains a part of a line."""

    def write(self, message: T) -> T:
        """Write a message, and return it as it was written.

        Raises ValidationError, and nothing is written, if it is invalid or may not come now. Also raises the exceptions
        of the file, and OSError after a line that was written in part.
        """
        taken = self._prepare(message)
        self._deliver(taken.data)
        self._count(taken)
        return taken.message

    def _expect_whole(self) -> None:
        if self._torn:
            raise OSError(errno.EIO, "an earlier line was written in part") from self._torn

    def _prepare(self, message: T, options: Options | None = None) -> Taken[T]:
        """Judge a message; raises ValidationError."""
        self._expect_whole()
        places = self._session.numberings(message) if self._numbered else []
        for number, key, numbering, kind in places:
            count = self._counts.get((number, key), {}).get(numbering, 0)
            message = cast("T", numbering.numbered[kind](message, count))
        data, plan = self._session.prepare(message, options=options)
        return Taken(message, data, plan, places)

    def _deliver(self, data: bytes) -> None:
        delivery = Delivery(self._file, self._framed(data))
        try:
            delivery.write()
        except BaseException as error:
            if delivery.begun:
                self._torn = error
            raise

    def _count(self, taken: Taken[T]) -> None:
        self._session.progress.follow(taken.plan)
        for number, key, numbering, _ in taken.places:
            counts = self._counts.setdefault((number, key), {})
            counts[numbering] = counts.get(numbering, 0) + 1
        if self._counts:
            self._forget(taken.plan)

    def close(self) -> list[Issue]:
        """End the conversation; returns an issue if something still had to come."""
        return self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        issues = self.close()
        if issues and error is None:
            raise ValidationError(issues)

    def _forget(self, plan: TurnPlan) -> None:
        """Forget the numbers of exchanges that have ended."""
        for number, pending in plan.changes.items():
            if pending.cleared:
                for place in [place for place in self._counts if place[0] == number]:
                    del self._counts[place]
            for key, course in pending.changed.items():
                if not course:
                    self._counts.pop((number, key), None)
