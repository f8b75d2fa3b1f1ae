"""The members that builders fill in, and the sources of their values."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias, TypeVar, cast

from ._envelope import DEFAULTS, Options
from ._members import UNSET
from ._rule import Given, timestamp

if TYPE_CHECKING:
    from datetime import datetime

GivenT = TypeVar("GivenT", bound=Given)

IdKind: TypeAlias = Literal["uuid", "ulid"]
"""The kinds of ids that builders use: a UUID of version 4, or a ULID."""


class Secrets:
    """The texts that three asterisks replace, in addition to the members that the spec marks ``x-secret``.

    ``names`` are names of undeclared members, in any case of ASCII letters. ``values`` are parts of texts. A text that
    the spec lists (a constant, a word of a closed vocabulary) stays.
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
    """The sources of values that callers of builders leave out, and the options of checks."""

    __slots__ = (
        "clock",  # only: fills|given
        "environ",  # only: fills
        "new_id",  # only: fills
        "options",
        "secrets",  # only: secrets
        "started",  # only: fills
        "store",  # only: stores
    )

    def __init__(
        self,
        *,
        clock: Callable[[], datetime] | None = None,  # only: fills|given
        new_id: Callable[[IdKind], str] | None = None,  # only: fills
        environ: Mapping[str, str] | None = None,  # only: fills
        started: datetime | str | None = None,  # only: fills
        secrets: Secrets | None = None,  # only: secrets
        store: ArtifactStore | None = None,  # only: stores
        options: Options = DEFAULTS,
    ) -> None:
        # only: fills|given {
        self.clock = clock
        """Returns the time, aware, to fill in and to check rules at. None is ``options.now``, or the system clock."""
        # }
        # only: fills {
        self.new_id = new_id
        """Returns a new id. None makes them from the operating system's randomness."""
        self.environ = environ
        """The environment. None is ``os.environ``."""
        self.started = started
        """The start of the reported work, for members that contain its duration; an aware datetime or an RFC 3339 text.
        """
        # }
        # only: secrets {
        self.secrets = secrets
        """The secrets that are replaced in a message before it is checked. With None, none are."""
        # }
        # only: stores {
        self.store = store
        """Stores objects that are too large for a message, if the protocol declares so. With None, they stay."""
        # }
        self.options = options


SOURCES: Final = Sources()


class Run:
    """One run of a builder, with the values from the sources, each of which is taken at most once."""

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

    def given(self, kind: type[GivenT]) -> GivenT:
        """Return the inputs of expressions."""
        if self._given is None:
            seconds, rest = divmod(self.now, 10**9)
            self._given = kind(_at(self.options, f"{_second(seconds)}{rest:09}Z"))
        return cast("GivenT", self._given)


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


def date_time(run: Run, _this: object) -> str:
    """Return the time as a date-time with milliseconds."""
    seconds, rest = divmod(run.now, 10**9)
    return f"{_second(seconds)}{rest // 10**6:03}Z"


def unix_seconds(run: Run, _this: object) -> int:
    """Return the time as Unix seconds."""
    return run.now // 10**9


_MOST_SECONDS: Final = 2**63 - 1


def elapsed(run: Run, _this: object) -> object:
    """Return the milliseconds since the start, without fractions, if there is one."""
    if run.sources.started is None:
        return UNSET
    # Durations are int64.
    span = min(max(run.now - timestamp(run.sources.started, "started"), -_MOST_SECONDS - 1), _MOST_SECONDS)
    return span // 10**6 if span >= 0 else -(-span // 10**6)


def uuid(run: Run, _this: object) -> str:
    """Return a UUID of version 4."""
    if run.sources.new_id is not None:
        return run.sources.new_id("uuid")
    bits = int.from_bytes(os.urandom(16), "big") & ~(0xF << 76 | 0x3 << 62) | 0x4 << 76 | 0x2 << 62
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def ulid(run: Run, _this: object) -> str:
    """Return a ULID."""
    if run.sources.new_id is not None:
        return run.sources.new_id("ulid")
    bits = (run.now // 10**6 & 2**48 - 1) << 80 | int.from_bytes(os.urandom(10), "big")
    return "".join([_CROCKFORD[bits >> shift & 31] for shift in range(125, -1, -5)])


def param(kind: type[GivenT], of: Callable[[GivenT], object]) -> By:
    """Return a function that fills in a parameter."""
    return lambda run, _this: of(run.given(kind))


class Word:
    """Fills in the word of the first variable of the environment that is set and not empty."""

    __slots__ = ("_otherwise", "_words")

    def __init__(self, *, words: tuple[tuple[str, str], ...], otherwise: str) -> None:
        self._words: Final = words
        self._otherwise: Final = otherwise

    def __call__(self, run: Run, _this: object) -> str:
        environ = os.environ if run.sources.environ is None else run.sources.environ
        return next((word for variable, word in self._words if environ.get(variable)), self._otherwise)


# The errors of expressions for an incomplete message, or for one from a caller without type checker.
_FAULTS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Computed:
    """A value computed from the message, or ``zero`` if the computation fails; nothing if ``when`` is false.

    With ``given``, the functions take the caller's inputs as well.
    """

    __slots__ = ("_given", "_value", "_when", "_zero")

    def __init__(
        self,
        *,
        value: Callable[..., object],
        zero: object = (),
        when: Callable[..., bool] | None = None,
        given: type[Given] | None = None,
    ) -> None:
        self._value: Final = value
        self._zero: Final = zero
        self._when: Final = when
        self._given: Final = given

    def __call__(self, run: Run, this: object) -> object:
        args = (this,) if self._given is None else (this, run.given(self._given))
        holds = False
        try:
            if self._when is None or self._when(*args):
                holds = True
                return self._value(*args)
        except _FAULTS:
            pass
        return self._zero if holds else UNSET
