"""The common part of clients and writers: they send only messages that are valid by themselves and in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from ._arrival import key_at
from ._codec import Codec, Encodable
from ._envelope import Issue, Issues, Options, Valid, ValidationError, refusal
from ._json import read_text
from ._progress import Progress, TurnPlace, TurnPlan
from ._tracker import Line, Refused, reported
from ._values import JsonError

if TYPE_CHECKING:
    from ._arrival import Failure, Key
    from ._table import Table
    from ._values import Path

T = TypeVar("T")

KEY_TAKEN: Final = "must not be the key of an exchange that is open"
KEY_MISSING: Final = "is required here: it connects the request with its reply"


class Session(Generic[T]):
    """A conversation that plans the effects of a message before it applies them."""

    __slots__ = ("_codec", "_options", "progress")

    def __init__(self, table: Table, side: str | None, codec: Codec[T], options: Options) -> None:
        codec.settle(options)
        self.progress: Final = Progress(table, side)
        self._codec: Final = codec
        self._options: Final = options

    def prepare(
        self, message: T, number: int | None = None, at: Path = (), options: Options | None = None
    ) -> tuple[bytes, TurnPlan]:
        """Encode a message to be sent; raises ValidationError if it is invalid or may not be sent now.

        A request begins an exchange of ``number``, and has its key at ``at``. If an open exchange has the same key, the
        issue is at the key, since the order is correct.
        """
        options = options or self._options
        data = self._codec.encode(cast("Encodable", message), options=options)
        plan, out = self._plan(message, True, Issues(options, len(data)))
        failures = plan.failures
        if number is not None and [failure[1] for failure in failures] == ["unexpected-message"]:
            key = key_in(data, at)
            if key is not None and self.progress.is_open(number, key):
                taken: Failure = at, "unexpected-message", KEY_TAKEN, "must"
                failures = [taken]
        issues = reported(failures, out)
        if out.refused:
            raise ValidationError(issues)
        return data, plan

    def made(self, number: int, request: T, key: Key, result: object) -> T:
        """Return the reply to a request that has a result; raises ValidationError if there is none."""
        table = self.progress.table
        kind, replies = type(request), table.exchanges[number].replies
        if replies is None:
            raise TypeError("the exchange has no typed replies")
        text = replies.whole(
            kind if kind in table.whole.letters else table.kind_of(request), key, result, self._options
        )
        return self._codec.decode(text, options=self._options)

    def receive(self, message: bytes | str | T) -> tuple[Line[T], TurnPlan | None]:
        """Process a message of the other side, or its text; returns the executed plan too, unless it was refused."""
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

    def numberings(self, message: T) -> list[TurnPlace]:
        """Return where a message is numbered."""
        given = self.progress.table.given
        return list(self.progress.numberings(message, given(self._options) if given else None))

    def close(self) -> list[Issue]:
        """End the conversation; returns an issue if something still had to come."""
        return reported(self.progress.close(), Issues(self._options))

    def _plan(self, message: T, sent: bool, out: Issues) -> tuple[TurnPlan, Issues]:
        given = self.progress.table.given
        try:
            return self.progress.plan(message, sent, out.given(given) if given else None, self._options), out
        except JsonError as error:
            raise refusal(error, self._options) from None


def key_in(data: bytes | str, at: Path, without: tuple[str, ...] = ()) -> Key | None:
    """Return the key of an exchange in the text of a message, which need not be valid, or None.

    A message with one of the members of ``without`` has none.
    """
    try:
        value, *_ = read_text(data, max_bytes=2**31 - 1, max_depth=256)
    except JsonError:
        return None
    if isinstance(value, dict) and any(name in value for name in without):
        return None
    return key_at(value, at)
