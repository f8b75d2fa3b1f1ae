"""Rules beyond the structure of a type, and the inputs that callers give to them."""

from __future__ import annotations

import marshal
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar, cast

from ._accel import accel
from ._functions import SECOND, add_duration, json_size, text_to_duration, text_to_timestamp
from ._members import UnsetType
from ._patterns import Pattern
from ._record import Record
from ._values import MAX_SAFE, JsonValue, Path

if TYPE_CHECKING:
    from datetime import datetime

    from ._envelope import Issues, Level, Options

T = TypeVar("T")
G = TypeVar("G", bound="Given")
T_contra = TypeVar("T_contra", contravariant=True)
G_contra = TypeVar("G_contra", contravariant=True)


class Given:
    """The inputs of rules. Each protocol with rules has a subclass with its parameters as attributes.

    An invalid parameter raises ValueError.
    """

    __slots__ = ("_params", "longest", "now")

    PARAMS: ClassVar[frozenset[str]] = frozenset()
    """The names of the parameters."""

    def __init__(self, options: Options) -> None:
        self._params = options.params
        self.now: Final = time.time_ns() if options.now is None else timestamp(options.now)
        """Nanoseconds since 1970-01-01T00:00:00Z."""
        self.longest = sys.maxsize
        """Upper bound of the size of the message, and so of its parts, as compact JSON in bytes."""

    def fits(self, part: object, limit: int) -> bool:
        """Return whether a part of the message takes at most ``limit`` bytes as compact JSON."""
        if self.longest <= limit:
            return True
        if accel is not None:  # only: accel
            return json_size(part) <= limit  # only: accel
        try:  # since the whole message is bounded
            fits = _bound(part) <= limit
        except ValueError:  # the part contains lists of records
            fits = False
        return fits or json_size(part) <= limit

    def _boolean(self, name: str, default: bool) -> bool:
        given = self._params.get(name, default)
        if isinstance(given, bool):
            return given
        raise ValueError(f"the parameter {name} must be a boolean")

    def _integer(self, name: str, default: int) -> int:
        given = _safe(self._params.get(name, default))
        if given is not None:
            return given
        raise ValueError(f"the parameter {name} must be an integer of at most 2**53 - 1 either way")

    def _number(self, name: str, default: float) -> float:
        given = self._params.get(name, default)
        if isinstance(given, int | float) and not isinstance(given, bool) and abs(given) <= sys.float_info.max:
            return float(given) + 0.0  # -0 becomes 0, as in messages
        raise ValueError(f"the parameter {name} must be a finite number")

    def _string(self, name: str, default: str) -> str:
        given = self._params.get(name, default)
        if isinstance(given, str):
            return given
        raise ValueError(f"the parameter {name} must be a string")

    def _version(self, name: str, default: str) -> str:
        if name not in self._params:
            return default
        given = self._params[name]
        if isinstance(given, str) and None not in _majors(given):
            return given
        raise ValueError(
            f"the parameter {name} must be a semantic version such as 1.0.0, or several with one space between"
        )

    def _size(self, name: str, default: int) -> int:
        """Convert a number of bytes, or a text such as ``32KiB``."""
        if name not in self._params:
            return default
        given = self._params[name]
        size = _safe(_bytes(given) if isinstance(given, str) else given)
        if size is not None and size >= 0:
            return size
        raise ValueError(f"the parameter {name} must be a size such as 32768 or 32KiB")

    def _duration(self, name: str, default: int) -> int:
        """Convert a timedelta, or a text such as ``300s``."""
        if name not in self._params:
            return default
        from datetime import timedelta

        given: object = self._params[name]
        duration, ok = 0, False
        if isinstance(given, str):
            duration, ok = text_to_duration(given)
        elif isinstance(given, timedelta):
            duration, ok = add_duration((given.days * 86400 + given.seconds) * SECOND, given.microseconds * 1000)
        if ok:
            return duration
        raise ValueError(f"the parameter {name} must be a duration such as 300s")


def _bound(part: object) -> int:
    """Return an upper bound of the size of a part as compact JSON; raises ValueError if there is none."""
    if not isinstance(part, Record):
        return 6 * len(marshal.dumps(cast("JsonValue", part), 2))
    kind = type(part)
    size, attributes = _names(kind)
    for attribute in attributes:
        value = getattr(part, attribute)
        if type(value) is str:
            size += 6 * len(value)
        elif type(value) not in _SHORT:
            size += _bound(value)
    extra = getattr(part, "extra", None)
    return size + _bound(extra) if extra else size


_SHORT: Final = {float, bool, type(None), UnsetType}
"""Types whose values take at most 25 bytes."""


@cache
def _names(kind: type[Record]) -> tuple[int, list[str]]:
    """Return the attributes of a record, and an upper bound of its size without the content of texts and parts."""
    members = kind.__envelope_members__
    return 2 + sum([6 * len(name) + 31 for name, *_ in members]), [attribute for _, attribute, *_ in members]


def _safe(value: object) -> int | None:
    """Return a number as an integer if it is one that every language can represent."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -MAX_SAFE <= value <= MAX_SAFE:
        return None
    return int(value) if value == int(value) else None


def timestamp(time: datetime | str, name: str = "now") -> int:
    """Return nanoseconds since 1970-01-01T00:00:00Z; raises ValueError for an invalid time."""
    if isinstance(time, str):
        timestamp, ok = text_to_timestamp(time)
        if not ok:
            raise ValueError(f"{name} must be an RFC 3339 date-time")
        return timestamp
    if time.tzinfo is None:
        raise ValueError(f"{name} must have a time zone")
    return round(time.replace(microsecond=0).timestamp()) * SECOND + time.microsecond * 1000


_SIZE: Final = Pattern(r"\A(0|[1-9][0-9]{0,15})(B|KiB|MiB|GiB)?\Z")
_FACTORS: Final = {None: 1, "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def _bytes(text: str) -> int | None:
    match = _SIZE.search(text)
    return int(match[1]) * _FACTORS[match[2]] if match else None


class _Statement:
    """The properties that all kinds of rules share."""

    __slots__ = ("at", "id", "level", "message", "stage")

    def __init__(self, stage: int, id: str, message: str, at: Path, level: Level) -> None:
        self.stage: Final = stage
        self.id: Final = id
        self.message: Final = message
        self.at: Final = at
        """The path from the value to the place of the issue."""
        self.level: Final = level


class Rule(_Statement, Generic[T_contra, G_contra]):
    """A rule about values of one type. Its issue is at ``at``."""

    __slots__ = ("holds",)

    def __init__(
        self,
        stage: int,
        id: str,
        message: str,
        holds: Callable[[T_contra, G_contra], bool],
        *,
        at: Path = (),
        level: Level = "must",
    ) -> None:
        super().__init__(stage, id, message, at, level)
        self.holds: Final = holds


class EachRule(_Statement, Generic[T_contra, G_contra]):
    """A rule about each member of the object at ``at``. Its issues are at the members."""

    __slots__ = ("holds", "names")

    def __init__(
        self,
        stage: int,
        id: str,
        message: str,
        holds: Callable[[T_contra, G_contra, str], bool],
        names: Callable[[T_contra], Iterable[str]],
        *,
        at: Path = (),
        level: Level = "must",
    ) -> None:
        super().__init__(stage, id, message, at, level)
        self.holds: Final = holds
        self.names: Final = names
        """Returns the names of the members; none if the object is absent."""

    def apply(self, value: T_contra, given: G_contra, path: Path, out: Issues) -> None:
        """Add a failure for each member that violates the rule."""
        path += self.at
        for name in self.names(value):
            if not self.holds(value, given, name):
                out.add(path + (name,), self.id, self.message, self.level)


class Rules(Generic[T_contra]):
    """The rules of one type, by stage."""

    __slots__ = ("_each", "_rules", "advisory", "given", "stages")

    def __init__(self, given: Callable[[Options], G], *rules: Rule[T_contra, G] | EachRule[T_contra, G]) -> None:
        self.given: Final = cast("Callable[[Options], Given]", given)
        self.stages: Final = tuple(sorted({rule.stage for rule in rules}))
        known = cast("tuple[Rule[T_contra, object] | EachRule[T_contra, object], ...]", rules)
        self._rules = [rule for rule in known if isinstance(rule, Rule)]
        self._each = [rule for rule in known if isinstance(rule, EachRule)]
        self.advisory: Final = all(rule.level == "should" for rule in rules if rule.stage == 0)
        """Whether all rules of the first stage are of level ``should``."""

    def in_order(self) -> list[Rule[T_contra, object] | EachRule[T_contra, object]]:
        """Return the rules in the order of their stages."""
        return sorted([*self._rules, *self._each], key=lambda rule: rule.stage)

    def apply(self, stage: int, value: T_contra, path: Path, out: Issues) -> None:
        """Add the failures of the rules of a stage."""
        given = out.given(self.given)
        for rule in self._rules:
            if rule.stage == stage and not rule.holds(value, given):
                out.add(path + rule.at, rule.id, rule.message, rule.level)
        for each in self._each:
            if each.stage == stage:
                each.apply(value, given, path, out)


_VERSION: Final = Pattern(
    r"\A(0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)"
    r"(?:-(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?"
    r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?\Z"
)


def _major(version: JsonValue) -> str | None:
    match = _VERSION.search(version) if type(version) is str else None
    return match[1] if match else None


def _majors(versions: str) -> list[str | None]:
    """Return the major versions in a text, with one space between versions; None for a word that is not a version."""
    return [_major(version) for version in versions.split(" ")]


class Accepts:
    """Accepted versions of messages: some major versions, by Semantic Versioning 2.0.0."""

    __slots__ = ("_message", "_wanted", "at")

    def __init__(self, given: Callable[[Options], G], wanted: Callable[[G], str], at: Path, message: str) -> None:
        self._wanted: Callable[[Issues], str] = lambda out: wanted(out.given(given))
        self.at: Final = at
        """The path of the version."""
        self._message = message

    def allows(self, version: JsonValue, out: Issues) -> bool:
        """Return whether a version is accepted, or malformed."""
        return _major(version) in (None, *_majors(self._wanted(out)))

    def apply(self, value: JsonValue, out: Issues) -> None:
        """Add a failure if a message has another major version. Malformed versions are left to structure."""
        for name in self.at:
            value = value.get(str(name)) if type(value) is dict else None
        if not self.allows(value, out):
            out.add(self.at, "version", self._message)
