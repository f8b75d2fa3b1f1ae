"""What clients and writers share: messages are sent only if nothing is wrong with them, by themselves and in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from ._codec import Codec
from ._conversation import Line, Refused, reported
from ._envelope import Encodable, Issue, Issues, Options, Valid, ValidationError, refusal
from ._progress import Place, Plan, Progress
from ._values import JsonError

if TYPE_CHECKING:
    from ._table import Table

T = TypeVar("T")


class Session(Generic[T]):
    """A conversation in which what a message does is known before it is done."""

    __slots__ = ("_codec", "_options", "progress")

    def __init__(self, table: Table, side: str | None, codec: Codec[T], options: Options) -> None:
        codec.settle(options)
        self.progress: Final = Progress(table, side)
        self._codec: Final = codec
        self._options: Final = options

    def prepare(self, message: T) -> tuple[bytes, Plan]:
        """Encode a message to be sent; raises ValidationError if it is invalid or may not be sent now."""
        data = self._codec.encode(cast("Encodable", message), options=self._options)
        plan, out = self._plan(message, True, Issues(self._options, len(data)))
        issues = reported(plan.failures, out)
        if out.refused:
            raise ValidationError(issues)
        return data, plan

    def receive(self, message: bytes | str | T) -> tuple[Line[T], Plan | None]:
        """Take a message of the other side, or its text; returns what it has done, unless it was refused."""
        if isinstance(message, bytes | str):
            value, out = self._codec.examine(message, self._options)
            if out.invalid:
                return Refused(out.report()), None
        else:
            value, out = message, Issues(self._options)
        try:
            plan, out = self._plan(value, False, out)
        except ValidationError as error:
            return Refused(error.issues, value), None
        self.progress.follow(plan)
        issues = reported(plan.failures, out)
        line = Refused(issues, value) if out.refused else Valid(value, issues)
        return line, plan if plan.course else None

    def numberings(self, message: T) -> list[Place]:
        """Return where a message is numbered."""
        given = self.progress.table.given
        return list(self.progress.numberings(message, given(self._options) if given else None))

    def close(self) -> list[Issue]:
        """End the conversation; returns an issue if something still had to come."""
        return reported(self.progress.close(), Issues(self._options))

    def _plan(self, message: T, sent: bool, out: Issues) -> tuple[Plan, Issues]:
        given = self.progress.table.given
        try:
            return self.progress.plan(
                message, sent, out.given(given) if given else None, self._options.max_remembered
            ), out
        except JsonError as error:
            raise refusal(error, self._options) from None
