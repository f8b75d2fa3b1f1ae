"""What all protocols share: issues and how they are collected, options, and the way from a text to a typed value.

Type by type, the readers beside each protocol know what is valid. This module only runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from ._json import read_text, write_text
from ._values import JsonError, JsonValue, Path, Record, plain

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from ._rule import Accepts, Given, Rules

T = TypeVar("T")
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


class Options:
    """Limits on what is read, and what rules go by."""

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
        self.max_bytes = max_bytes
        """How long a text may be, in bytes of UTF-8."""
        self.max_depth = max_depth
        """How deep arrays and objects may nest."""
        self.max_issues = max_issues
        """How many issues are reported. Those left out count all the same."""
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


class _Stage(NamedTuple):
    """What is left to one stage."""

    reads: list[Callable[[Issues], None]]
    rules: list[Callable[[Issues], None]]


class _Agenda:
    """What is left to the stages after structure, and what their rules get from the caller."""

    __slots__ = ("given", "now", "stages")

    def __init__(self) -> None:
        self.given: dict[object, object] = {}
        self.stages: dict[int, _Stage] = {}
        self.now = -1
        """The stage that runs."""

    def at(self, stage: int) -> _Stage:
        return self.stages.setdefault(stage, _Stage([], []))


class Issues:
    """Collects failures while a value is read, and keeps the least of them.

    Equal rule and path count as one failure. Memory is in proportion to the number of issues to report.
    """

    __slots__ = ("_agenda", "_found", "_options", "invalid", "refused", "room", "settled")

    def __init__(self, options: Options = DEFAULTS, room: int | None = None) -> None:
        self._options = options
        self._found: dict[tuple[Path, str], tuple[bool, str]] = {}
        self._agenda: _Agenda | None = None
        self.invalid = False
        self.refused = False
        """Whether the value is invalid, or not what a strict caller asked for."""
        self.room: Final = room
        """How deep the value may nest, if nobody has looked yet whether it is JSON."""
        self.settled: Path | None = None
        """The last place whose value a schema has accepted as a whole."""

    def add(self, path: Path, rule: str, message: str, level: Level = "must") -> None:
        """Take in one failure."""
        found = (level != "must", message)
        if level == "must":
            self.invalid = self.refused = True
        elif self._options.strict:
            self.refused = True
        key = (path, rule)
        self._found[key] = min(found, self._found.get(key, found))
        if len(self._found) > 2 * self._options.max_issues + 16:
            self._found = {key: self._found[key] for key in self._least()}

    def given(self, kind: Callable[[Options], T]) -> T:
        """Return what the rules of a protocol get from the caller."""
        known = self._plan().given
        if kind not in known:
            known[kind] = kind(self._options)
        return cast("T", known[kind])

    def defer(
        self, stage: int, read: Callable[[T, JsonValue, Path, Issues], None], made: T, value: JsonValue, path: Path
    ) -> None:
        """Leave the value of a member to a stage after structure."""
        agenda = self._plan()
        agenda.at(max(stage, agenda.now)).reads.append(partial(read, made, value, path))

    def ask(self, rules: Rules[T], value: T, path: Path) -> None:
        """Note a value that rules speak of."""
        agenda = self._plan()
        for stage in rules.stages:
            if stage >= agenda.now:
                agenda.at(stage).rules.append(partial(rules.ask, stage, value, path))

    def finish(self) -> None:
        """Run the stages after structure, up to the first that leaves the value invalid."""
        agenda = self._agenda
        while agenda and agenda.stages and not self.invalid:
            agenda.now = min(agenda.stages)
            stage = agenda.stages[agenda.now]
            for read in stage.reads:  # may note more
                read(self)
            if not self.invalid:
                for ask in stage.rules:
                    ask(self)
            del agenda.stages[agenda.now]

    def _plan(self) -> _Agenda:
        if self._agenda is None:
            self._agenda = _Agenda()
        return self._agenda

    def refuse(self, error: JsonError | RecursionError) -> None:
        """Take in that the text or value is no JSON, which makes it the only issue."""
        if isinstance(error, RecursionError):
            error = JsonError("a value is nested more deeply than this interpreter can follow")
        self._found = {(error.path, error.rule): (False, error.cause)}
        self.invalid = self.refused = True

    def report(self) -> list[Issue]:
        """Return the issues to report in the order of reports."""
        if not self._found:
            return []
        issues: list[Issue] = []
        for path, rule in sorted(self._least(), key=_place):
            advisory, message = self._found[path, rule]
            issues.append(Issue(rule, pointer(path), "should" if advisory else "must", message))
        return issues

    def _least(self) -> list[tuple[Path, str]]:
        # `must` goes before `should`, then what stands earlier.
        return sorted(self._found, key=lambda key: (self._found[key][0], _place(key)))[: self._options.max_issues]


def _place(key: tuple[Path, str]) -> tuple[list[tuple[bool, int, str]], str]:
    """Order failures by path, indexes before names, and then by rule."""
    path, rule = key
    return [(False, step, "") if isinstance(step, int) else (True, 0, step) for step in path], rule


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
        issues = self._issues(options)
        made = self._from_text(data, options, issues)
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def decode(self, data: bytes | str, *, options: Options = DEFAULTS) -> Result[T_co]:
        """Read a value from JSON text; returns Valid or Invalid."""
        issues = self._issues(options)
        made = self._from_text(data, options, issues)
        return Invalid(issues.report()) if issues.refused else Valid(made, issues.report())

    def convert(self, value: object, *, options: Options = DEFAULTS) -> T_co:
        """Read a value from what ``json.loads`` returned; raises ValidationError.

        Parts that the type leaves open become the result's own without a look at them. `encode` looks.
        """
        issues = self._issues(options, options.max_depth)
        try:
            made = self._run(value, issues)
        except (JsonError, RecursionError) as error:
            made = cast("T_co", issues.refuse(error))
        if issues.refused:
            raise ValidationError(issues.report())
        return made

    def check(self, value: object, *, options: Options = DEFAULTS) -> list[Issue]:
        """Return what is wrong with what ``json.loads`` returned, or with an object of this package.

        All of it is looked at: one issue ``json`` says that a part is nothing that JSON has, or holds itself.
        """
        issues = self._issues(options)
        try:
            self._run(plain(cast("JsonValue", value), options.max_depth), issues)
        except (JsonError, RecursionError) as error:
            issues.refuse(error)
        return issues.report()

    def _issues(self, options: Options, room: int | None = None) -> Issues:
        issues = Issues(options, room)
        if options.params or options.now is not None:
            # At once, so that a mistake of the caller shows whatever the message is.
            for name in options.params:
                if self._given is None or name not in self._given.PARAMS:
                    raise ValueError(f"{name} is no parameter of the protocol")
            if self._given:
                issues.given(self._given)
        return issues

    def _run(self, value: object, issues: Issues) -> T_co:
        if self._accepts:
            self._accepts.ask(cast("JsonValue", value), issues)
            if issues.invalid:
                return cast("T_co", None)
        made = self._read(value, (), issues)
        issues.finish()
        return made

    def _from_text(self, data: bytes | str, options: Options, issues: Issues) -> T_co:
        try:
            value = read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth)
            return self._run(value, issues)
        except (JsonError, RecursionError) as error:
            # None, which nobody gets to see: the issues are invalid now.
            return cast("T_co", issues.refuse(error))


def encode(value: Encodable, *, indent: int | None = None, options: Options = DEFAULTS) -> bytes:
    """Write a value as JSON; raises ValidationError where it holds what JSON cannot say.

    Nothing but that is checked. Whether a value is valid, ``check`` tells.
    """
    try:
        return write_text(plain(cast("JsonValue", value), options.max_depth, True), indent).encode()
    except (JsonError, RecursionError) as error:
        issues = Issues()
        issues.refuse(error)
        raise ValidationError(issues.report()) from None
