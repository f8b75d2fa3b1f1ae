"""The API that all protocols share: issues, options, and codecs from text to typed values.

Validation is in the generated readers of each protocol; this module runs them.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from ._collect import Collector
from ._json import read_text, write_text
from ._stack import with_room
from ._values import JsonError, JsonValue, Path, Record, is_plain, plain, whole

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from ._rule import Accepts, Given, Rules

T = TypeVar("T")
G = TypeVar("G")
GivenT = TypeVar("GivenT", bound="Given")
T_co = TypeVar("T_co", covariant=True)

Level: TypeAlias = Literal["must", "should"]
ParamValue: TypeAlias = "bool | int | float | str | timedelta"
"""A parameter of a protocol. Sizes may be texts such as ``32KiB``, durations texts such as ``300s``."""
Encodable: TypeAlias = "Record | JsonValue | Sequence[Encodable] | Mapping[str, Encodable]"
"""The values that `encode` accepts."""


class Issue(NamedTuple):
    """A broken rule."""

    rule: str
    """The keyword of JSON Schema or the id of the rule."""
    path: str
    """The JSON Pointer (RFC 6901) of the value or member."""
    level: Level
    """``must`` makes the value invalid, ``should`` does not."""
    message: str
    """One English sentence. It never contains the value."""


class ValidationError(ValueError):
    """Raised for an invalid text or value; ``issues`` has the reasons."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__(issues)
        self.issues: Final = tuple(issues)

    def __str__(self) -> str:
        return "; ".join([f"{issue.path or 'the value'}: {issue.message} ({issue.rule})" for issue in self.issues])


# Maximum of ``max_depth``: every language can read and write this deep on its default stack, whatever the types are.
_DEEPEST: Final = 256
_MOST: Final = 2**31 - 1


def _limit(name: str, value: object, most: int) -> int:
    number = None if isinstance(value, bool) or not isinstance(value, int | float) else whole(value)
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name} must be an integer from 1 to {most}")
    return number


class Options:
    """Limits of a call and inputs of rules.

    Invalid options raise ValueError: limits in the constructor, parameters when a codec of the protocol receives them.
    """

    __slots__ = ("max_bytes", "max_depth", "max_issues", "now", "params", "strict")

    def __init__(
        self,
        *,
        max_bytes: int = 16 * 1024 * 1024,
        max_depth: int = 128,
        max_issues: int = 100,
        now: datetime | str | None = None,
        params: Mapping[str, ParamValue] | None = None,
        strict: bool = False,
    ) -> None:
        self.max_bytes = _limit("max_bytes", max_bytes, _MOST)
        """Maximum size of a text in bytes of UTF-8: 1 to 2147483647."""
        self.max_depth = _limit("max_depth", max_depth, _DEEPEST)
        """Maximum nesting depth of arrays and objects: 1 to 256."""
        self.max_issues = _limit("max_issues", max_issues, _MOST)
        """Maximum number of issues returned, 1 to 2147483647. Further issues still make a value invalid."""
        self.now = now
        """The current time for rules: an aware datetime or an RFC 3339 text. None is the system clock."""
        self.params = params or {}
        """Parameters of the protocol by name. Omitted ones have the defaults of the spec."""
        self.strict = strict
        """Whether issues of level ``should`` make a value invalid, too."""


DEFAULTS: Final = Options()


class Valid(Generic[T_co]):
    """The result of decoding a valid text."""

    __slots__ = ("issues", "value")
    __match_args__ = ("value",)

    ok: ClassVar[Literal[True]] = True

    def __init__(self, value: T_co, issues: Sequence[Issue]) -> None:
        self.value: Final = value
        self.issues: Final = tuple(issues)
        """Issues of level ``should``."""


class Invalid:
    """The result of decoding an invalid text."""

    __slots__ = ("issues",)
    __match_args__ = ("issues",)

    ok: ClassVar[Literal[False]] = False

    def __init__(self, issues: Sequence[Issue]) -> None:
        self.issues: Final = tuple(issues)


Result: TypeAlias = Valid[T] | Invalid
_Take: TypeAlias = Callable[[G, Options], tuple[JsonValue, int]]


class _Stage(NamedTuple):
    """Work deferred to one stage."""

    reads: list[Callable[[Issues], None]]
    rules: list[tuple[Rules[object], object, Path]]


class _Agenda:
    """Work deferred to the stages after structure, and the inputs of their rules."""

    __slots__ = ("given", "now", "stages")

    def __init__(self) -> None:
        self.given: dict[object, Any] = {}
        self.stages: dict[int, _Stage] = {}
        self.now = -1
        """The current stage."""

    def at(self, stage: int) -> _Stage:
        if stage not in self.stages:
            self.stages[stage] = _Stage([], [])
        return self.stages[stage]


class Issues(Collector):
    """Collects the failures of one check, and the work that it defers to later stages."""

    __slots__ = ("_agenda", "_aside", "_early", "_options", "invalid", "longest", "refused", "settled")

    def __init__(self, options: Options = DEFAULTS, longest: int = _MOST) -> None:
        Collector.__init__(self, options.max_issues)
        self._options = options
        self.longest: Final = longest
        """Upper bound of the size of the value, and so of its parts, as compact JSON in bytes."""
        self._agenda: _Agenda | None = None
        self._aside = False
        """Whether the value being read is discarded, so that nothing is deferred for it."""
        self._early: Issues | None = None
        """Failures of rules of the first stage, run early. They are reported only if the structure turns out valid."""
        self.invalid = False
        self.refused = False
        """Whether the value is invalid, or has ``should`` issues under ``strict``."""
        self.settled: Path | None = None
        """The path of the last value that a schema has accepted as a whole."""

    def add(self, path: Path, rule: str, message: str, level: Level = "must") -> None:
        """Add a failure."""
        if level == "must":
            self.invalid = self.refused = True
        elif self._options.strict:
            self.refused = True
        self.take(level != "must", path, rule, message)

    def given(self, kind: Callable[[Options], GivenT]) -> GivenT:
        """Return the inputs of a protocol's rules, created on first use."""
        known = (self._agenda or self._plan()).given
        if kind not in known:
            known[kind] = kind(self._options)
            known[kind].longest = self.longest
        return cast("GivenT", known[kind])

    def defer(
        self, stage: int, read: Callable[[T, JsonValue, Path, Issues], None], made: T, value: JsonValue, path: Path
    ) -> None:
        """Defer reading the value of a member to a later stage."""
        agenda = self._agenda or self._plan()
        if self.invalid and stage > agenda.now:
            return  # no later stage runs; a running stage completes all of its reads
        agenda.at(max(stage, agenda.now)).reads.append(partial(read, made, value, path))

    def ask(self, rules: Rules[T], value: T, path: Path) -> None:
        """Evaluate the rules of a value, or defer them to their stages."""
        if self.invalid or self._aside:
            return  # no later stage runs
        early = self._early
        if early and early.invalid and not early.is_open(path):
            return  # no stage after the first runs, and the first can report nothing more
        agenda = self._agenda or self._plan()
        for stage in rules.stages:
            if stage == 0 and agenda.now < 0 and 0 not in agenda.stages:
                # Not deferred: entries for millions of values take far more memory than the failures of their rules.
                early = early or self._ahead()
                if not rules.advisory or early.is_open(path, True):
                    rules.ask(0, value, path, early)
            elif stage >= agenda.now:
                agenda.at(stage).rules.append((cast("Rules[object]", rules), value, path))

    def narrows(self, read: Callable[[JsonValue, Path, Issues], object], value: JsonValue, path: Path) -> bool:
        """Return whether a value is valid for a narrower type than the one it is read as, and add the failures."""
        invalid, aside = self.invalid, self._aside
        self.invalid, self._aside = False, True
        read(value, path, self)
        narrower = not self.invalid
        self.invalid, self._aside = invalid or self.invalid, aside
        return narrower

    def finish(self) -> None:
        """Run the stages after structure, until one makes the value invalid."""
        agenda, early = self._agenda, self._early
        if early and agenda and agenda.stages:
            agenda.at(0)
        elif early and not self.invalid:
            self._join(early)
        while agenda and agenda.stages and not self.invalid:
            agenda.now = min(agenda.stages)
            stage = agenda.stages[agenda.now]
            for read in stage.reads:  # may append
                read(self)
            if not self.invalid:
                if early and agenda.now == 0:
                    self._join(early)
                for rules, value, path in stage.rules:
                    if not self.invalid or self.is_open(path):
                        rules.ask(agenda.now, value, path, self)
            del agenda.stages[agenda.now]

    def _ahead(self) -> Issues:
        early = self._early = Issues(self._options, self.longest)
        early._agenda = self._agenda  # shares the inputs, so that all stages see one time
        return early

    def _join(self, other: Issues) -> None:
        self.invalid, self.refused = other.invalid, self.refused or other.refused
        for found in other.in_order():
            self.take(*found)

    def _plan(self) -> _Agenda:
        self._agenda = _Agenda()
        return self._agenda

    def refuse(self, error: JsonError) -> None:
        """Replace all failures by the one that the text or value is not JSON."""
        self.forget()
        self.add(error.path, error.rule, error.cause)

    def report(self) -> list[Issue]:
        """Return the issues in report order."""
        return [
            Issue(found.rule, pointer(found.path), "should" if found.advisory else "must", found.message)
            for found in self.in_order()
        ]


def pointer(path: Path) -> str:
    """Format a path as a JSON Pointer."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in path])


class Codec(Generic[T_co]):
    """The operations on one type. Codecs are also available by name, for types chosen at run time."""

    __slots__ = ("_accepts", "_given", "_read", "name")

    def __init__(
        self,
        name: str,
        read: Callable[[JsonValue, Path, Issues], T_co | None],
        given: type[Given] | None = None,
        accepts: Accepts | None = None,
    ) -> None:
        self.name: Final = name
        """The name of the type in the spec."""
        # Readers check any value. They return None for null if the type allows it, and for invalid values, whose result
        # is not used.
        self._read: Final = cast("Callable[[object, Path, Issues], T_co]", read)
        self._given: Final = given
        self._accepts: Final = accepts

    def parse(self, data: bytes | str, *, options: Options = DEFAULTS) -> T_co:
        """Decode JSON text; raises ValidationError if it is invalid."""
        made, issues = self._judge(_from_text, data, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def decode(self, data: bytes | str, *, options: Options = DEFAULTS) -> Result[T_co]:
        """Decode JSON text; returns Valid or Invalid."""
        made, issues = self._judge(_from_text, data, options)
        return Invalid(issues.report()) if issues.refused else Valid(made, issues.report())

    def convert(self, value: object, *, options: Options = DEFAULTS) -> T_co:
        """Convert a value from ``json.loads``; raises ValidationError if it is invalid.

        Parts of open types are shared with the result, not copied.
        """
        made, issues = self._judge(_from_value, value, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def check(self, value: object, *, options: Options = DEFAULTS) -> list[Issue]:
        """Return the issues of a value from ``json.loads``, or of an object of this package.

        The whole value is checked; parts that JSON cannot represent, or cycles, give one issue ``json``.
        """
        return self._judge(_from_value, value, options)[1].report()

    def _judge(self, take: _Take[G], given: G, options: Options) -> tuple[T_co, Issues]:
        try:
            return with_room(lambda: self._attempt(take, given, options))
        except JsonError as error:
            issues = Issues(options)
            # Not used by callers: the value is invalid now.
            return cast("T_co", issues.refuse(error)), issues

    def _attempt(self, take: _Take[G], given: G, options: Options) -> tuple[T_co, Issues]:
        if options.params or options.now is not None:
            # Checked first, so that a wrong parameter raises for every message.
            for name in options.params:
                if self._given is None or name not in self._given.PARAMS:
                    raise ValueError(f"{name} is no parameter of the protocol")
            if self._given:
                self._given(options)
        value, longest = take(given, options)
        issues = Issues(options, longest)
        if self._accepts:
            self._accepts.ask(value, issues)
            if issues.invalid:
                return cast("T_co", None), issues
        made = self._read(value, (), issues)
        issues.finish()
        return made, issues


# Return a value and an upper bound of its size as compact JSON: 1e20 grows most in a text.
def _from_text(data: bytes | str, options: Options) -> tuple[JsonValue, int]:
    return read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth), 6 * len(data)


def _from_value(value: object, options: Options) -> tuple[JsonValue, int]:
    made = cast("JsonValue", value)
    if not is_plain(made, options.max_depth):
        made = plain(made, options.max_depth)
    # JSON is at most six times as long as the output of marshal, which takes a tenth of the time.
    longest = 6 * len(marshal.dumps(made, 2))
    if longest > options.max_bytes:
        _check_length(write_text(made).encode(), options)
    return made, longest


def _check_length(text: bytes, options: Options) -> None:
    if len(text) > options.max_bytes:
        raise JsonError(f"the text is longer than {options.max_bytes} bytes")


def encode(value: Encodable, *, indent: int | None = None, options: Options = DEFAULTS) -> bytes:
    """Write a value as JSON; raises ValidationError for parts that JSON cannot represent.

    Does not validate the value; ``check`` does.
    """

    def attempt() -> bytes:
        made = plain(cast("JsonValue", value), options.max_depth, True)
        text = write_text(made).encode()
        _check_length(text, options)
        return write_text(made, indent).encode() if indent else text

    try:
        return with_room(attempt)
    except JsonError as error:
        issues = Issues()
        issues.refuse(error)
        raise ValidationError(issues.report()) from None
