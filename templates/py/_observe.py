"""Observers: codecs and trackers that report each call to a hook.

An observation contains no value and no undeclared name of a message. Imported where somebody observes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar, cast

from ._codec import Codec, Encodable
from ._envelope import Invalid, Issue, Level, Options, Result, ValidationError

if TYPE_CHECKING:
    from ._conversation import Conversation
    from ._tracker import Line, Tracker

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
FoundT = TypeVar("FoundT")

Operation: TypeAlias = Literal["decode", "convert", "check", "encode", "send", "receive", "close"]
"""``decode`` reads a text, ``convert`` and ``check`` take a value, ``encode`` writes a text. The others are a tracker's."""

Outcome: TypeAlias = Literal["valid", "advised", "invalid", "error"]
"""``advised`` is valid, with issues of level ``should``. ``error`` is an exception other than ValidationError."""


class ObservedIssue(NamedTuple):
    """An issue without the values of the message."""

    rule: str
    path: str
    """The path of the issue with ``*`` for indices and for names that the spec does not declare: ``/items/*/id``."""
    level: Level


class ObservedConversation(NamedTuple):
    """The conversation of a message."""

    name: str
    side: str | None
    """The side of the tracker, if it has one."""
    expected: tuple[str, ...]
    """The state before the call: the letters of the conversation as a whole that could come next."""


class Observation(NamedTuple):
    """One call of a codec or tracker."""

    protocol: str
    type: str
    """The type of the codec. For a tracker, the type of the message, or that of all its messages if the message is not
    valid by itself."""
    operation: Operation
    outcome: Outcome
    issues: tuple[ObservedIssue, ...]
    bytes: int | None
    """The size of the JSON text in bytes of UTF-8; None if there was none."""
    duration: float
    """The time of the call in seconds."""
    conversation: ObservedConversation | None
    """For a tracker."""


Observe: TypeAlias = Callable[[Observation], object]
"""Receives each observation. An exception that it raises is dropped: the result of the call stays the same."""

Clock: TypeAlias = Callable[[], float]
"""The time in seconds."""

_Places: TypeAlias = list[int]
_Table: TypeAlias = tuple[dict[str, _Places], dict[str, list[str]], list[tuple[dict[str, _Places], _Places]]]

_Seen: TypeAlias = tuple[bool, Sequence[Issue]]
"""Whether a call has accepted its message, and the issues."""


class ObservedNames:
    """The declared names of a protocol.

    ``text`` is a table in JSON: places by type, types by conversation, and places by name.
    """

    __slots__ = ("_table", "_text", "protocol")

    def __init__(self, protocol: str, text: str) -> None:
        self.protocol: Final = protocol
        self._text: Final = text
        self._table: _Table | None = None

    def table(self) -> _Table:
        """Return the table, which is parsed on first use."""
        if self._table is None:
            self._table = cast("_Table", json.loads(self._text))
        return self._table

    def over(self, conversation: str) -> str:
        """Return the type of the messages of a conversation."""
        return self.table()[1][conversation][0]

    def template(self, of: str, path: str) -> str:
        """Return a path of a message of a type with ``*`` for its indices and undeclared names."""
        types, _, places = self.table()
        at: Iterable[int] = types.get(of, [])
        template = ""
        for segment in path.split("/")[1:]:
            name = segment.replace("~1", "/").replace("~0", "~")
            below: dict[int, None] = {}
            declared = False
            for members, rest in [places[place] for place in at]:
                declared = declared or name in members
                below.update(dict.fromkeys([*members.get(name, []), *rest]))
            template += "/" + segment if declared else "/*"
            at = below
        return template


class _Watch(NamedTuple):
    """How calls are reported."""

    names: ObservedNames
    observe: Observe
    clock: Clock

    def call(
        self,
        operation: Operation,
        call: Callable[[], FoundT],
        see: Callable[[FoundT], _Seen],
        of: str | Callable[[FoundT | None], str],
        size: Callable[[FoundT | None], int | None],
        conversation: ObservedConversation | None = None,
    ) -> FoundT:
        """Return the result of a call, after it has been reported."""

        def report(find: Callable[[], tuple[FoundT | None, _Seen | None, int | None]]) -> None:
            try:
                found, seen, size = find()
                self._report(operation, of if isinstance(of, str) else of(found), seen, size, end - begin, conversation)
            except Exception:  # noqa: BLE001  # an observer does not change the result of a call
                pass

        begin = self.clock()
        try:
            found = call()
        except ValidationError as error:
            end, issues = self.clock(), error.issues
            report(lambda: (None, (False, issues), size(None)))
            raise
        except Exception:
            end = self.clock()
            report(lambda: (None, None, size(None)))
            raise
        end = self.clock()
        report(lambda: (found, see(found), size(found)))
        return found

    def _report(
        self,
        operation: Operation,
        of: str,
        seen: _Seen | None,
        size: int | None,
        duration: float,
        conversation: ObservedConversation | None,
    ) -> None:
        accepted, issues = seen or (True, ())
        outcome: Outcome = "error" if seen is None else "invalid" if not accepted else "advised" if issues else "valid"
        over = self.names.over(conversation.name) if conversation else of
        observed = [ObservedIssue(i.rule, self.names.template(over, i.path), i.level) for i in issues]
        self.observe(
            Observation(self.names.protocol, of, operation, outcome, tuple(observed), size, duration, conversation)
        )


class ObservedCodec(Codec[T_co]):
    """A codec that reports each call. Its results and exceptions are those of the codec."""

    __slots__ = ("_codec", "_watch")

    def __init__(self, codec: Codec[T_co], watch: _Watch) -> None:
        # A codec for everybody else, such as a tracker, whose calls are reported by itself.
        for slot in Codec.__slots__:
            if hasattr(codec, slot):
                setattr(self, slot, getattr(codec, slot))
        self._codec: Final = codec
        self._watch: Final = watch

    def bind(self, options: Options) -> Self:
        """Return a codec that reports, too, and uses ``options`` unless a call passes others."""
        return type(self)(self._codec.bind(options), self._watch)

    def decode(self, data: bytes | str, *, options: Options | None = None) -> T_co:
        """Decode JSON text; raises ValidationError if it is invalid."""
        return _value(self.try_decode(data, options=options))

    def try_decode(self, data: bytes | str, *, options: Options | None = None) -> Result[T_co]:
        """Decode JSON text; returns Valid or Invalid."""

        def size(_: object) -> int:
            return _size(data)

        return self._watch.call(
            "decode", lambda: self._codec.try_decode(data, options=options), _verdict, self.name, size
        )

    def convert(self, value: object, *, options: Options | None = None) -> T_co:
        """Convert as the codec does; raises ValidationError if the value is invalid."""
        return _value(self.try_convert(value, options=options))

    def try_convert(self, value: object, *, options: Options | None = None) -> Result[T_co]:
        """Convert as `convert` does; returns Valid or Invalid."""
        return self._watch.call(
            "convert", lambda: self._codec.try_convert(value, options=options), _verdict, self.name, _none
        )

    def check(self, value: object, *, options: Options | None = None) -> list[Issue]:
        """Return the issues of a value."""
        strict = (options or self._options).strict
        return self._watch.call(
            "check",
            lambda: self._codec.check(value, options=options),
            lambda issues: (_accepted(issues, strict), issues),
            self.name,
            _none,
        )

    def encode(self, value: Encodable, *, indent: int | None = None, options: Options | None = None) -> bytes:
        """Check a value as `check` does and write it as JSON; raises ValidationError if it is invalid."""
        return self._watch.call(
            "encode",
            lambda: self._codec.encode(value, indent=indent, options=options),
            lambda _: (True, self._codec.check(value, options=options)),  # the writer does not return advice
            self.name,
            _written_size,
        )

    def encode_unchecked(self, value: Encodable, *, indent: int | None = None, options: Options | None = None) -> bytes:
        """Write a value as JSON; raises ValidationError only for parts that JSON cannot represent."""
        return self._watch.call(
            "encode",
            lambda: self._codec.encode_unchecked(value, indent=indent, options=options),
            lambda _: (True, ()),
            self.name,
            _written_size,
        )


class ObservedTracker(Generic[T]):
    """A tracker that reports each call."""

    __slots__ = ("_over", "_side", "_strict", "_watch", "name", "tracker")

    def __init__(self, conversation: Conversation[T], side: str | None, options: Options | None, watch: _Watch) -> None:
        self.name: Final = conversation.name
        """The name of the conversation in the spec."""
        self.tracker: Final[Tracker[T]] = conversation.track(side, options=options)
        """The tracker that is observed. Its own methods report nothing."""
        self._over: Final = watch.names.over(conversation.name)
        self._side: Final = side
        self._strict: Final = bool(options and options.strict)
        self._watch: Final = watch

    def receive(self, message: T, *, options: Options | None = None) -> list[Issue]:
        """Take a message of the other side, valid by itself; returns the issues of its place."""
        return self._issues("receive", lambda: self.tracker.receive(message, options=options), message, options)

    def send(self, message: T, *, options: Options | None = None) -> list[Issue]:
        """Take a message before it is sent. With an issue of level ``must`` it is not to be sent."""
        return self._issues("send", lambda: self.tracker.send(message, options=options), message, options)

    def receive_text(self, data: bytes | str, *, options: Options | None = None) -> Line[T]:
        """Decode a message of the other side and, if it is valid, take it."""
        return self._line("receive", lambda: self.tracker.receive_text(data, options=options), data)

    def send_text(self, data: bytes | str, *, options: Options | None = None) -> Line[T]:
        """Decode a message that is about to be sent and, if it is valid, take it."""
        return self._line("send", lambda: self.tracker.send_text(data, options=options), data)

    def close(self, *, options: Options | None = None) -> list[Issue]:
        """End the conversation; returns an issue if something still had to come."""
        return self._issues("close", lambda: self.tracker.close(options=options), None, options)

    def _issues(
        self, operation: Operation, call: Callable[[], list[Issue]], message: T | None, options: Options | None
    ) -> list[Issue]:
        strict = options.strict if options else self._strict

        def seen(issues: list[Issue]) -> _Seen:
            return _accepted(issues, strict), issues

        return self._watch.call(operation, call, seen, lambda _: self._type(message), _none, self._conversation())

    def _line(self, operation: Operation, call: Callable[[], Line[T]], data: bytes | str) -> Line[T]:
        def size(_: object) -> int:
            return _size(data)

        def of(line: Line[T] | None) -> str:
            return self._type(line.value if line is not None else None)

        return self._watch.call(operation, call, lambda line: (line.ok, line.issues), of, size, self._conversation())

    def _conversation(self) -> ObservedConversation:
        return ObservedConversation(self.name, self._side, self.tracker.expected)

    def _type(self, message: object) -> str:
        """Return the name of the record in the spec, also of an instance of a program's subclass."""
        known = self._watch.names.table()[1][self.name]
        names = [getattr(cls, "__envelope_type__", "") for cls in type(message).__mro__]
        return next((name for name in names if name in known[1:]), self._over)


def _value(result: Result[T]) -> T:
    if isinstance(result, Invalid):
        raise ValidationError(list(result.issues))
    return result.value


def _verdict(result: Result[object]) -> _Seen:
    return result.ok, result.issues


def _accepted(issues: Sequence[Issue], strict: bool) -> bool:
    return not any(strict or issue.level == "must" for issue in issues)


def _size(data: bytes | str) -> int:
    return len(data.encode(errors="surrogatepass") if isinstance(data, str) else data)


def _written_size(text: bytes | None) -> int | None:
    return None if text is None else len(text)


def _none(_: object) -> None:
    return None


def observe_codec(names: ObservedNames, codec: Codec[T], observe: Observe, clock: Clock = perf_counter) -> Codec[T]:
    """Return a codec that reports each call."""
    return ObservedCodec(codec, _Watch(names, observe, clock))


def observe_tracker(
    names: ObservedNames,
    conversation: Conversation[T],
    observe: Observe,
    side: str | None = None,
    *,
    options: Options | None = None,
    clock: Clock = perf_counter,
) -> ObservedTracker[T]:
    """Begin a conversation whose tracker reports each call."""
    return ObservedTracker(conversation, side, options, _Watch(names, observe, clock))
