"""What builders fill in, and where they take it from."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias, TypeVar, cast

from ._envelope import DEFAULTS, Options
from ._record import UNSET
from ._rule import Given, timestamp

if TYPE_CHECKING:
    from datetime import datetime

T = TypeVar("T")
G = TypeVar("G", bound=Given)

IdKind: TypeAlias = Literal["uuid", "ulid"]
"""The kinds of ids that builders ask for: a UUID of version 4, or a ULID."""


class Secrets:
    """What three asterisks replace, beside the members that the spec marks ``x-secret``.

    ``names`` are names of undeclared members, in any case of ASCII letters. ``values`` are parts of texts. A text that the
    spec lists (a constant, a word of a closed vocabulary) stays.
    """

    __slots__ = ("mask", "names", "values")

    def __init__(self, *, names: Iterable[str] = (), values: Iterable[str] = ()) -> None:
        if isinstance(names, str) or isinstance(values, str):
            raise TypeError("names and values are lists of texts, not one text")
        self.names: Final = frozenset(names)
        self.values: Final = frozenset(values)
        self.mask: Callable[[str], str] | None = None
        """Replaces the values in a text; made on first use."""


class ArtifactStore(Protocol):
    """Where the texts of objects go that are too large for a message."""

    def put(self, content: bytes, /) -> str:
        """Keep a text and return its digest, ``sha256:`` and 64 hexadecimal digits."""
        ...


class Sources:
    """Where builders take from what their callers leave out, and the options of their checks."""

    __slots__ = ("clock", "environ", "new_id", "options", "secrets", "started", "store")

    def __init__(
        self,
        *,
        clock: Callable[[], datetime] | None = None,
        new_id: Callable[[IdKind], str] | None = None,
        environ: Mapping[str, str] | None = None,
        started: datetime | str | None = None,
        secrets: Secrets | None = None,
        store: ArtifactStore | None = None,
        options: Options = DEFAULTS,
    ) -> None:
        self.clock = clock
        """Returns the time, aware, that is filled in and at which rules hold. None is ``options.now``, or the system clock."""
        self.new_id = new_id
        """Returns a new id. None makes them from the operating system's randomness."""
        self.environ = environ
        """The environment. None is ``os.environ``."""
        self.started = started
        """When what is reported began, for members that hold how long it took; an aware datetime or an RFC 3339 text."""
        self.secrets = secrets
        """What is replaced in a message before it is checked. With None, nothing is."""
        self.store = store
        """Takes what is too large for a message, of protocols that say so. With None, it stays."""
        self.options = options


SOURCES: Final = Sources()


class Run:
    """One run of a builder: what it has taken from the sources, each no more than once."""

    __slots__ = ("_given", "_now", "options", "sources")

    def __init__(self, sources: Sources) -> None:
        self.sources: Final = sources
        self.options: Final = sources.options if sources.clock is None else _at(sources.options, sources.clock())
        self._now: int | None = None
        self._given: Given | None = None

    @property
    def now(self) -> int:
        """Nanoseconds since 1970-01-01T00:00:00Z."""
        if self._now is None:
            self._now = time.time_ns() if self.options.now is None else timestamp(self.options.now)
        return self._now

    def given(self, kind: type[G]) -> G:
        """Return the inputs of expressions."""
        if self._given is None:
            seconds, rest = divmod(self.now, 10**9)
            self._given = kind(_at(self.options, f"{_second(seconds)}{rest:09}Z"))
        return cast("G", self._given)


By: TypeAlias = Callable[[Run, Any], object]
"""Returns the value of a member of a message, or `UNSET` where that is left out."""


def _at(options: Options, now: datetime | str) -> Options:
    return Options(
        max_bytes=options.max_bytes,
        max_depth=options.max_depth,
        max_issues=options.max_issues,
        max_remembered=options.max_remembered,
        now=now,
        params=options.params,
        strict=options.strict,
    )


@lru_cache(1)  # most messages of a second before share it
def _second(seconds: int) -> str:
    year, month, day, hour, minute, second = time.gmtime(seconds)[:6]
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}."


def now_text(run: Run, _this: object) -> str:
    """Return the time as a date-time with milliseconds."""
    seconds, rest = divmod(run.now, 10**9)
    return f"{_second(seconds)}{rest // 10**6:03}Z"


def now_seconds(run: Run, _this: object) -> int:
    """Return the time as Unix seconds."""
    return run.now // 10**9


_MOST: Final = 2**63 - 1


def elapsed(run: Run, _this: object) -> object:
    """Return the milliseconds since the start, without fractions, if there is one."""
    if run.sources.started is None:
        return UNSET
    span = min(max(run.now - timestamp(run.sources.started, "started"), -_MOST - 1), _MOST)  # durations are int64
    return span // 10**6 if span >= 0 else -(-span // 10**6)


def new_uuid(run: Run, _this: object) -> str:
    """Return a UUID of version 4."""
    if run.sources.new_id is not None:
        return run.sources.new_id("uuid")
    bits = int.from_bytes(os.urandom(16), "big") & ~(0xF << 76 | 0x3 << 62) | 0x4 << 76 | 0x2 << 62
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_ulid(run: Run, _this: object) -> str:
    """Return a ULID."""
    if run.sources.new_id is not None:
        return run.sources.new_id("ulid")
    bits = (run.now // 10**6 & 2**48 - 1) << 80 | int.from_bytes(os.urandom(10), "big")
    return "".join([_CROCKFORD[bits >> shift & 31] for shift in range(125, -1, -5)])


def constant(value: object) -> By:
    """Return what fills in a scalar."""
    return lambda _run, _this: value


def param(kind: type[G], of: Callable[[G], object]) -> By:
    """Return what fills in a parameter."""
    return lambda run, _this: of(run.given(kind))


def word(words: Mapping[str, str], otherwise: str) -> By:
    """Return what fills in the word of the first variable of the environment that is set and not empty."""

    def by(run: Run, _this: object) -> str:
        environ = os.environ if run.sources.environ is None else run.sources.environ
        return next((word for variable, word in words.items() if environ.get(variable)), otherwise)

    return by


# What expressions raise about a message that is not complete, or that a caller without type checker gave.
_FAULTS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def computed(value: Callable[[T], object], zero: object, when: Callable[[T], bool] | None = None) -> By:
    """Return what fills in a value computed of the message, or ``zero`` where that fails; nothing unless ``when`` holds."""

    def by(_run: Run, this: T) -> object:
        holds = False
        try:
            if when is None or when(this):
                holds = True
                return value(this)
        except _FAULTS:
            pass
        return zero if holds else UNSET

    return by


def asking(
    kind: type[G],
    value: Callable[[T, G], object],
    zero: object,
    when: Callable[[T, G], bool] | None = None,
) -> By:
    """Return what `computed` does, of the message and of what the caller gives to rules."""

    def by(run: Run, this: T) -> object:
        given, holds = run.given(kind), False
        try:
            if when is None or when(this, given):
                holds = True
                return value(this, given)
        except _FAULTS:
            pass
        return zero if holds else UNSET

    return by
