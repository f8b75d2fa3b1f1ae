"""What all protocols share: issues and how they are collected, options, and the way from a text to a typed value.

Type by type, the readers beside each protocol know what is valid. This module only runs them.
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
"""What a parameter of a protocol may be: a size also a text such as ``32KiB``, a duration a text such as ``300s``."""
Encodable: TypeAlias = "Record | JsonValue | Sequence[Encodable] | Mapping[str, Encodable]"
"""What `encode` takes: any value of any type of a protocol."""


class Issue(NamedTuple):
    """One finding about a value."""

    rule: str
    """What was broken: a keyword of JSON Schema or the id of a rule."""
    path: str
    """Where, as a JSON Pointer (RFC 6901)."""
    level: Level
    """``must`` makes the value invalid, ``should`` does not."""
    message: str
    """One English sentence. It holds nothing of the value."""


class ValidationError(ValueError):
    """A text or value is not what its type demands; ``issues`` says why."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__(issues)
        self.issues: Final = tuple(issues)

    def __str__(self) -> str:
        return "; ".join([f"{issue.path or 'the value'}: {issue.message} ({issue.rule})" for issue in self.issues])


# How deep every language can read and write on the stack that it has, whatever the types are.
_DEEPEST: Final = 256
_MOST: Final = 2**31 - 1


def _limit(name: str, value: object, most: int) -> int:
    number = None if isinstance(value, bool) or not isinstance(value, int | float) else whole(value)
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name} must be an integer from 1 to {most}")
    return number


class Options:
    """Limits on what is read, and what rules go by.

    Whatever makes no sense raises ValueError: a limit at once, a parameter when a codec of the protocol gets it.
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
        """How long a text may be, in bytes of UTF-8: 1 to 2147483647."""
        self.max_depth = _limit("max_depth", max_depth, _DEEPEST)
        """How deep arrays and objects may nest: 1 to 256."""
        self.max_issues = _limit("max_issues", max_issues, _MOST)
        """How many issues are reported, 1 to 2147483647. Those left out count all the same."""
        self.now = now
        """The time that rules compare with: a datetime with its zone, or RFC 3339. None is the clock's."""
        self.params = params or {}
        """Parameters of the protocol by name. Those left out have the spec's default."""
        self.strict = strict
        """Whether an issue of level ``should`` is enough to refuse a value."""


DEFAULTS: Final = Options()


class Valid(Generic[T_co]):
    """The outcome of decoding a valid text."""

    __slots__ = ("issues", "value")
    __match_args__ = ("value",)

    ok: ClassVar[Literal[True]] = True

    def __init__(self, value: T_co, issues: Sequence[Issue]) -> None:
        self.value: Final = value
        self.issues: Final = tuple(issues)
        """Issues of level ``should``."""


class Invalid:
    """The outcome of decoding an invalid text."""

    __slots__ = ("issues",)
    __match_args__ = ("issues",)

    ok: ClassVar[Literal[False]] = False

    def __init__(self, issues: Sequence[Issue]) -> None:
        self.issues: Final = tuple(issues)


Result: TypeAlias = Valid[T] | Invalid
_Take: TypeAlias = Callable[[G, Options], tuple[JsonValue, int]]


class _Stage(NamedTuple):
    """What is left to one stage."""

    reads: list[Callable[[Issues], None]]
    rules: list[tuple[Rules[object], object, Path]]


class _Agenda:
    """What is left to the stages after structure, and what their rules get from the caller."""

    __slots__ = ("given", "now", "stages")

    def __init__(self) -> None:
        self.given: dict[object, Any] = {}
        self.stages: dict[int, _Stage] = {}
        self.now = -1
        """The stage that runs."""

    def at(self, stage: int) -> _Stage:
        if stage not in self.stages:
            self.stages[stage] = _Stage([], [])
        return self.stages[stage]


class Issues(Collector):
    """Collects failures while a value is read, and what its reading leaves to later stages."""

    __slots__ = ("_agenda", "_aside", "_early", "_options", "invalid", "longest", "refused", "settled")

    def __init__(self, options: Options = DEFAULTS, longest: int = _MOST) -> None:
        Collector.__init__(self, options.max_issues)
        self._options = options
        self.longest: Final = longest
        """No part of the value takes more bytes as compact JSON."""
        self._agenda: _Agenda | None = None
        self._aside = False
        """Whether what is read is dropped: nothing of it is left to later stages."""
        self._early: Issues | None = None
        """What rules of the first stage say. It counts if all that is read up to then is valid."""
        self.invalid = False
        self.refused = False
        """Whether the value is invalid, or not what a strict caller asked for."""
        self.settled: Path | None = None
        """The last place whose value a schema has accepted as a whole."""

    def add(self, path: Path, rule: str, message: str, level: Level = "must") -> None:
        """Take in one failure."""
        if level == "must":
            self.invalid = self.refused = True
        elif self._options.strict:
            self.refused = True
        self.take(level != "must", path, rule, message)

    def given(self, kind: Callable[[Options], GivenT]) -> GivenT:
        """Return what the rules of a protocol get from the caller."""
        known = (self._agenda or self._plan()).given
        if kind not in known:
            known[kind] = kind(self._options)
            known[kind].longest = self.longest
        return cast("GivenT", known[kind])

    def defer(
        self, stage: int, read: Callable[[T, JsonValue, Path, Issues], None], made: T, value: JsonValue, path: Path
    ) -> None:
        """Leave the value of a member to a stage after structure."""
        agenda = self._agenda or self._plan()
        if self.invalid and stage > agenda.now:
            return  # the check ends before; a stage that runs goes through all of its reads
        agenda.at(max(stage, agenda.now)).reads.append(partial(read, made, value, path))

    def ask(self, rules: Rules[T], value: T, path: Path) -> None:
        """Ask the rules of a value, or note it until its stage comes."""
        if self.invalid or self._aside:
            return  # the check ends before
        early = self._early
        if early and early.invalid and not early.is_open(path):
            return  # the check ends with the first stage, and all that it reports is known
        agenda = self._agenda or self._plan()
        for stage in rules.stages:
            if stage == 0 and agenda.now < 0 and 0 not in agenda.stages:
                # At once: a note of each of millions of values is far larger than what its rules say.
                early = early or self._ahead()
                if not rules.advisory or early.is_open(path, True):
                    rules.ask(0, value, path, early)
            elif stage >= agenda.now:
                agenda.at(stage).rules.append((cast("Rules[object]", rules), value, path))

    def narrows(self, read: Callable[[JsonValue, Path, Issues], object], value: JsonValue, path: Path) -> bool:
        """Tell whether a value is of a type, too, that narrows the one that it is read as, and add what is wrong if not."""
        invalid, aside = self.invalid, self._aside
        self.invalid, self._aside = False, True
        read(value, path, self)
        narrower = not self.invalid
        self.invalid, self._aside = invalid or self.invalid, aside
        return narrower

    def finish(self) -> None:
        """Run the stages after structure, up to the first that leaves the value invalid."""
        agenda, early = self._agenda, self._early
        if early and agenda and agenda.stages:
            agenda.at(0)
        elif early and not self.invalid:
            self._join(early)
        while agenda and agenda.stages and not self.invalid:
            agenda.now = min(agenda.stages)
            stage = agenda.stages[agenda.now]
            for read in stage.reads:  # may note more
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
        early._agenda = self._agenda  # for what is given: one time for all stages
        return early

    def _join(self, other: Issues) -> None:
        self.invalid, self.refused = other.invalid, self.refused or other.refused
        for found in other.in_order():
            self.take(*found)

    def _plan(self) -> _Agenda:
        self._agenda = _Agenda()
        return self._agenda

    def refuse(self, error: JsonError) -> None:
        """Take in that the text or value is no JSON, which makes it the only issue."""
        self.forget()
        self.add(error.path, error.rule, error.cause)

    def report(self) -> list[Issue]:
        """Return the issues to report in the order of reports."""
        return [
            Issue(found.rule, pointer(found.path), "should" if found.advisory else "must", found.message)
            for found in self.in_order()
        ]


def pointer(path: Path) -> str:
    """Spell a path as a JSON Pointer."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in path])


class Codec(Generic[T_co]):
    """What can be done with one type. Programs that choose the type at run time get it by name."""

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
        # Readers look at all types themselves. They return None for null where it is of the type, and for broken
        # values, which nobody gets to see.
        self._read: Final = cast("Callable[[object, Path, Issues], T_co]", read)
        self._given: Final = given
        self._accepts: Final = accepts

    def parse(self, data: bytes | str, *, options: Options = DEFAULTS) -> T_co:
        """Read a value from JSON text; raises ValidationError."""
        made, issues = self._judge(_from_text, data, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def decode(self, data: bytes | str, *, options: Options = DEFAULTS) -> Result[T_co]:
        """Read a value from JSON text; returns Valid or Invalid."""
        made, issues = self._judge(_from_text, data, options)
        return Invalid(issues.report()) if issues.refused else Valid(made, issues.report())

    def convert(self, value: object, *, options: Options = DEFAULTS) -> T_co:
        """Read a value from what ``json.loads`` returned; raises ValidationError.

        Parts that the type leaves open become the result's own without a copy.
        """
        made, issues = self._judge(_from_value, value, options)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def check(self, value: object, *, options: Options = DEFAULTS) -> list[Issue]:
        """Return what is wrong with what ``json.loads`` returned, or with an object of this package.

        All of it is looked at: one issue ``json`` says that a part is nothing that JSON has, or holds itself.
        """
        return self._judge(_from_value, value, options)[1].report()

    def _judge(self, take: _Take[G], given: G, options: Options) -> tuple[T_co, Issues]:
        try:
            return with_room(lambda: self._attempt(take, given, options))
        except JsonError as error:
            issues = Issues(options)
            # None, which nobody gets to see: the issues are invalid now.
            return cast("T_co", issues.refuse(error)), issues

    def _attempt(self, take: _Take[G], given: G, options: Options) -> tuple[T_co, Issues]:
        if options.params or options.now is not None:
            # At once, so that a mistake of the caller shows whatever the message is.
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


# A value, and how many bytes it takes at most as compact JSON: nothing grows more than 1e20 does in a text.
def _from_text(data: bytes | str, options: Options) -> tuple[JsonValue, int]:
    return read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth), 6 * len(data)


def _from_value(value: object, options: Options) -> tuple[JsonValue, int]:
    made = cast("JsonValue", value)
    if not is_plain(made, options.max_depth):
        made = plain(made, options.max_depth)
    # The text is at most six times as long as what marshal writes, which takes a tenth of the time.
    longest = 6 * len(marshal.dumps(made, 2))
    if longest > options.max_bytes:
        _check_length(write_text(made).encode(), options)
    return made, longest


def _check_length(text: bytes, options: Options) -> None:
    if len(text) > options.max_bytes:
        raise JsonError(f"the text is longer than {options.max_bytes} bytes")


def encode(value: Encodable, *, indent: int | None = None, options: Options = DEFAULTS) -> bytes:
    """Write a value as JSON; raises ValidationError where it holds what JSON cannot say.

    Nothing but that is checked. Whether a value is valid, ``check`` tells.
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
