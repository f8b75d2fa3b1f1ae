"""The API that all protocols share: issues, options, and codecs from text to typed values.

Validation is in the generated readers of each protocol; this module runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from ._collect import Collector
from ._values import JsonError, JsonValue, Path, whole

if TYPE_CHECKING:
    from datetime import datetime, timedelta

T = TypeVar("T")
InputsT = TypeVar("InputsT", bound="Inputs")
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)

Level: TypeAlias = Literal["must", "should"]
ParamValue: TypeAlias = "bool | int | float | str | timedelta"
"""A parameter of a protocol. Sizes may be texts such as ``32KiB``, durations texts such as ``300s``."""


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


# Maximum of ``max_depth``: every language can read and write this deep on its default stack, for all types.
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

    __slots__ = ("max_bytes", "max_depth", "max_issues", "max_remembered", "now", "params", "strict")

    def __init__(
        self,
        *,
        max_bytes: int = 16 * 1024 * 1024,
        max_depth: int = 128,
        max_issues: int = 100,
        max_remembered: int = 64 * 1024 * 1024,
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
        self.max_remembered = _limit("max_remembered", max_remembered, _MOST)
        """Maximum memory of a conversation, in bytes of JSON: 1 to 2147483647."""
        self.now = now
        """The current time for rules: an aware datetime or an RFC 3339 text. None is the system clock."""
        self.params = params or {}
        """Parameters of the protocol by name. Omitted ones have the defaults of the spec."""
        self.strict = strict
        """Whether issues of level ``should`` make a value invalid, too."""

    def __repr__(self) -> str:
        return f"Options({', '.join([f'{name}={getattr(self, name)!r}' for name in self.__slots__])})"


DEFAULTS: Final = Options()


class Valid(Generic[T_co]):
    """The result of decoding or converting a valid text or value."""

    __slots__ = ("issues", "value")
    __match_args__ = ("value",)

    ok: ClassVar[Literal[True]] = True
    """Whether there is a value. mypy narrows by ``result.ok``; pyright needs ``if result`` or ``result.ok is True``."""

    def __init__(self, value: T_co, issues: Sequence[Issue]) -> None:
        self.value: Final = value
        self.issues: Final = tuple(issues)
        """Issues of level ``should``."""

    def __bool__(self) -> Literal[True]:
        return True

    def __repr__(self) -> str:
        return f"Valid({self.value!r}, {self.issues!r})"


class Invalid:
    """The result of decoding or converting an invalid text or value; it is false, as `Valid` is true."""

    __slots__ = ("issues",)
    __match_args__ = ("issues",)

    ok: ClassVar[Literal[False]] = False

    def __init__(self, issues: Sequence[Issue]) -> None:
        self.issues: Final = tuple(issues)

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return f"Invalid({self.issues!r})"


Result: TypeAlias = Valid[T] | Invalid


class Inputs(Protocol):
    """The inputs of a protocol's rules."""

    longest: int


class StagedRules(Protocol[T_contra]):
    """The rules of one type, by stage."""

    @property
    def stages(self) -> tuple[int, ...]: ...

    @property
    def advisory(self) -> bool:
        """Whether all rules of the first stage are of level ``should``."""
        ...

    def apply(self, stage: int, value: T_contra, path: Path, out: Issues) -> None:
        """Add the failures of the rules of a stage."""
        ...


class _Stage(NamedTuple):
    """Work deferred to one stage."""

    reads: list[Callable[[Issues], None]]
    rules: list[tuple[StagedRules[object], object, Path]]


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


_BURYING: Final = frozenset({
    "type", "integer-range", "const", "enum", "discriminator", "additionalProperties", "unevaluatedProperties",
    "items", "unevaluatedItems", "false-schema",
})  # fmt: skip
"""The rules of a value of the wrong kind, and of one that is too many."""


class Issues(Collector):
    """Collects the failures of one check, and the work that it defers to later stages."""

    __slots__ = ("_agenda", "_aside", "_early", "_options", "invalid", "longest", "refused", "settled")

    def __init__(self, options: Options = DEFAULTS, longest: int = _MOST) -> None:
        Collector.__init__(self, options.max_issues)
        self._options = options
        self.longest: Final = longest
        """Upper bound of the size of the value, and so of its parts, as compact JSON in bytes."""
        self._agenda: _Agenda | None = None  # only: given
        self._aside = False
        """Whether the value being read is discarded, so that nothing is deferred for it."""
        # only: given {
        self._early: Issues | None = None
        """Failures of rules of the first stage, run early. They are reported only if the structure turns out valid."""
        # }
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

    # only: given {
    def given(self, kind: Callable[[Options], InputsT]) -> InputsT:
        """Return the inputs of a protocol's rules, created on first use."""
        known = (self._agenda or self._plan()).given
        if kind not in known:
            known[kind] = kind(self._options)
            known[kind].longest = self.longest
        return cast("InputsT", known[kind])

    def defer(
        self, stage: int, read: Callable[[T, JsonValue, Path, Issues], None], made: T, value: JsonValue, path: Path
    ) -> None:
        """Defer reading the value of a member to a later stage."""
        agenda = self._agenda or self._plan()
        if self.invalid and stage > agenda.now:
            return  # no later stage runs; a running stage completes all of its reads
        agenda.at(max(stage, agenda.now)).reads.append(partial(read, made, value, path))

    def apply(self, rules: StagedRules[T], value: T, path: Path) -> None:
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
                    rules.apply(0, value, path, early)
            elif stage >= agenda.now:
                agenda.at(stage).rules.append((cast("StagedRules[object]", rules), value, path))

    # }
    def narrows(self, read: Callable[[JsonValue, Path, Issues], object], value: JsonValue, path: Path) -> bool:
        """Return whether a value is valid for a narrower type than the one it is read as, and add the failures."""
        invalid, aside = self.invalid, self._aside
        self.invalid, self._aside = False, True
        read(value, path, self)
        narrower = not self.invalid
        self.invalid, self._aside = invalid or self.invalid, aside
        return narrower

    def trial(self) -> Issues:
        """Return a collector for a value that may turn out to be of another type."""
        trial = Issues(self._options, self.longest)
        trial._aside = self._aside or self.invalid
        # only: given {
        if self._agenda:
            trial._agenda = _Agenda()
            trial._agenda.given, trial._agenda.now = self._agenda.given, self._agenda.now
        # }
        return trial

    def keeps(self, trial: Issues) -> bool:
        """Return whether a trial's value is valid, and add the failures and the deferred work of the trial if it is."""
        if trial.invalid:
            return False
        if trial._entries:
            self.refused = self.refused or trial.refused
            self.join(trial)
        # only: given {
        if trial._early:
            early = self._early or self._ahead()
            early.invalid, early.refused = early.invalid or trial._early.invalid, early.refused or trial._early.refused
            early.join(trial._early)
        if trial._agenda:
            agenda = self._agenda or self._plan()
            agenda.given.update(trial._agenda.given)
            for stage, work in trial._agenda.stages.items():
                agenda.at(stage).reads.extend(work.reads)
                agenda.at(stage).rules.extend(work.rules)
        # }
        return True

    # only: given {
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
                        rules.apply(agenda.now, value, path, self)
            del agenda.stages[agenda.now]

    def settle(self) -> bool:
        """Run the stages after structure, and return whether there is nothing to report."""
        self.finish()
        return not self._entries and not self.invalid

    def _ahead(self) -> Issues:
        early = self._early = Issues(self._options, self.longest)
        early._agenda = self._agenda  # shares the inputs, so that all stages see one time
        return early

    def _join(self, other: Issues) -> None:
        self.invalid, self.refused = other.invalid, self.refused or other.refused
        self.join(other)

    def _plan(self) -> _Agenda:
        self._agenda = _Agenda()
        return self._agenda

    # }
    @property
    def reached(self) -> int:
        """The last stage that the check has reached; -1 for the structure."""
        return self._agenda.now if self._agenda else -1  # only: given
        # without given: return -1

    def lose(self, path: Path) -> None:
        """Add an integer that may lose digits, unless a failure of structure covers its location."""
        if self.invalid and any(not entry[0] and _buries(entry[2], entry[1], path) for entry in self._entries):
            return
        self.add(path, "integer-range", "may lose digits: an integer beyond 2^53-1", "should")

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


def _buries(rule: str, at: Path, path: Path) -> bool:
    """Return whether a failure covers a location. The failure of a tag covers the value around the tag."""
    if rule not in _BURYING:
        return False
    around = at[:-1] if rule == "discriminator" else at
    return path[: len(around)] == around


def refusal(error: JsonError, options: Options = DEFAULTS) -> ValidationError:
    """Return the exception for a value that JSON cannot represent."""
    issues = Issues(options)
    issues.refuse(error)
    return ValidationError(issues.report())


def pointer(path: Path) -> str:
    """Format a path as a JSON Pointer."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in path])


def verify_digest(digest: str, content: bytes) -> None:
    """Raise ValueError unless a digest is that of some content: ``sha256:`` and 64 hexadecimal digits, or these alone."""
    wanted = digest.removeprefix("sha256:").lower()
    if len(wanted) != 64 or wanted.strip("0123456789abcdef"):
        raise ValueError("a digest has 64 hexadecimal digits")
    from hashlib import sha256

    if sha256(content).hexdigest() != wanted:
        raise ValueError(f"the content does not have the digest {digest}")
