"""What all protocols share: issues and how they are collected, options, and the way from a text to a typed value.

Type by type, the readers beside each protocol know what is valid. This module only runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from ._json import read_text, write_text
from ._values import JsonError, JsonValue, Path, Record, plain

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Level: TypeAlias = Literal["must", "should"]
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
    """Limits on what is read."""

    __slots__ = ("max_bytes", "max_depth", "max_issues")

    def __init__(self, *, max_bytes: int = 16 * 1024 * 1024, max_depth: int = 128, max_issues: int = 100) -> None:
        self.max_bytes = max_bytes
        """How long a text may be, in bytes of UTF-8."""
        self.max_depth = max_depth
        """How deep arrays and objects may nest."""
        self.max_issues = max_issues
        """How many issues are reported. Those left out count all the same."""


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


class Issues:
    """Collects failures while a value is read, and keeps the least of them.

    Equal rule and path count as one failure. Memory is in proportion to the number of issues to report.
    """

    __slots__ = ("_found", "_limit", "invalid", "room", "settled")

    def __init__(self, limit: int, room: int | None = None) -> None:
        self._found: dict[tuple[Path, str], tuple[bool, str]] = {}
        self._limit = limit
        self.invalid = False
        self.room: Final = room
        """How deep the value may nest, if nobody has looked yet whether it is JSON."""
        self.settled: Path | None = None
        """The last place whose value a schema has accepted as a whole."""

    def add(self, path: Path, rule: str, message: str, level: Level = "must") -> None:
        """Take in one failure."""
        found = (level != "must", message)
        if level == "must":
            self.invalid = True
        key = (path, rule)
        self._found[key] = min(found, self._found.get(key, found))
        if len(self._found) > 2 * self._limit + 16:
            self._found = {key: self._found[key] for key in self._least()}

    def refuse(self, error: JsonError | RecursionError) -> None:
        """Take in that the text or value is no JSON, which makes it the only issue."""
        if isinstance(error, RecursionError):
            error = JsonError("a value is nested more deeply than this interpreter can follow")
        self._found = {(error.path, error.rule): (False, error.cause)}
        self.invalid = True

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
        return sorted(self._found, key=lambda key: (self._found[key][0], _place(key)))[: self._limit]


def _place(key: tuple[Path, str]) -> tuple[list[tuple[bool, int, str]], str]:
    """Order failures by path, indexes before names, and then by rule."""
    path, rule = key
    return [(False, step, "") if isinstance(step, int) else (True, 0, step) for step in path], rule


def pointer(path: Path) -> str:
    """Spell a path as a JSON Pointer."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in path])


class Codec(Generic[T_co]):
    """What can be done with one type. Programs that choose the type at run time get it by name."""

    __slots__ = ("_read", "name")

    def __init__(self, name: str, read: Callable[[JsonValue, Path, Issues], T_co | None]) -> None:
        self.name: Final = name
        """The name of the type in the spec."""
        # Readers look at all types themselves. They return None for null where it is of the type, and for broken
        # values, which nobody gets to see.
        self._read: Final = cast("Callable[[object, Path, Issues], T_co]", read)

    def parse(self, data: bytes | str, *, options: Options = DEFAULTS) -> T_co:
        """Read a value from JSON text; raises ValidationError."""
        issues = Issues(options.max_issues)
        made = self._from_text(data, options, issues)
        if issues.invalid:
            raise ValidationError(issues.report())
        return made

    def decode(self, data: bytes | str, *, options: Options = DEFAULTS) -> Result[T_co]:
        """Read a value from JSON text; returns Valid or Invalid."""
        issues = Issues(options.max_issues)
        made = self._from_text(data, options, issues)
        return Invalid(issues.report()) if issues.invalid else Valid(made, issues.report())

    def convert(self, value: object, *, options: Options = DEFAULTS) -> T_co:
        """Read a value from what ``json.loads`` returned; raises ValidationError.

        Parts that the type leaves open become the result's own without a look at them. `encode` looks.
        """
        issues = Issues(options.max_issues, options.max_depth)
        try:
            made = self._read(value, (), issues)
        except (JsonError, RecursionError) as error:
            made = cast("T_co", issues.refuse(error))
        if issues.invalid:
            raise ValidationError(issues.report())
        return made

    def check(self, value: object, *, options: Options = DEFAULTS) -> list[Issue]:
        """Return what is wrong with what ``json.loads`` returned, or with an object of this package.

        All of it is looked at: one issue ``json`` says that a part is nothing that JSON has, or holds itself.
        """
        issues = Issues(options.max_issues)
        try:
            self._read(plain(cast("JsonValue", value), options.max_depth), (), issues)
        except (JsonError, RecursionError) as error:
            issues.refuse(error)
        return issues.report()

    def _from_text(self, data: bytes | str, options: Options, issues: Issues) -> T_co:
        try:
            value = read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth)
            return self._read(value, (), issues)
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
        issues = Issues(1)
        issues.refuse(error)
        raise ValidationError(issues.report()) from None
