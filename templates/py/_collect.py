"""Keeps the least of the failures of a value, in memory that depends on how many are to be reported."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ._values import Path

_Failure: TypeAlias = tuple[bool, Path, str, str]
"""Whether it is advisory, the path, the rule and the message: failures are kept in this order."""


class Found(NamedTuple):
    """A failure."""

    advisory: bool
    path: Path
    rule: str
    message: str


class Collector:
    """Collects failures. Equal rule and path count as one.

    One that cannot be among those to report costs one comparison.
    """

    __slots__ = ("_failures", "_last", "_limit", "dropped")

    def __init__(self, limit: int) -> None:
        self._limit: Final = limit
        self._failures: list[_Failure] = []
        self._last: _Failure | None = None
        """The greatest of as many failures as are reported: nothing greater can be."""
        self.dropped = 0
        """How often nothing was kept because enough failures that are not advisory came before it.

        While a list is gone through, what follows comes later still, so that the rest need not be looked at.
        """

    def take(self, advisory: bool, path: Path, rule: str, message: str) -> None:
        """Take in one failure."""
        failure = (advisory, path, rule, message)
        last = self._last
        if last is not None:
            try:
                follows = failure >= last
            except TypeError:  # an index beside a name
                follows = _key(failure) >= _key(last)
            if follows:
                if not advisory:
                    self.dropped += 1
                return
        self._failures.append(failure)
        # After a cut, what comes in is in descending order, which must not cost a cut each time.
        if len(self._failures) > (2 if last is None else 8) * (self._limit + 8):
            self._cut()

    def is_open(self, path: Path, advisory: bool = False) -> bool:
        """Tell whether anything at a path or below it could still be reported, or anything advisory."""
        last = self._last
        if last is None:
            return True
        if last[0] is not advisory:
            return not advisory
        try:
            follows = path > last[1]
        except TypeError:  # an index beside a name
            follows = _steps(path) > _steps(last[1])
        if follows and not advisory:
            self.dropped += 1
        return not follows

    def in_order(self) -> list[Found]:
        """Return the failures to report, by path and rule."""
        if not self._failures:
            return []
        self._cut()
        by_place = sorted(self._failures, key=lambda failure: (_steps(failure[1]), failure[2:]))
        return [Found(*failure) for failure in by_place]

    def forget(self) -> None:
        """Drop all failures."""
        self._failures, self._last = [], None

    def _cut(self) -> None:
        try:
            self._failures.sort()
        except TypeError:  # an index beside a name
            self._failures.sort(key=_key)
        # Of equal rule and path, the one that is not advisory stays, else the lesser message.
        known: set[tuple[Path, str]] = set()
        kept: list[_Failure] = []
        for failure in self._failures:
            if len(kept) == self._limit:
                break
            place = failure[1:3]
            if place not in known:
                known.add(place)
                kept.append(failure)
        self._failures = kept
        if kept and len(kept) == self._limit:
            self._last = kept[-1]


def _key(failure: _Failure) -> tuple[bool, list[tuple[bool, int | str]], str, str]:
    advisory, path, rule, message = failure
    return advisory, _steps(path), rule, message


def _steps(path: Path) -> list[tuple[bool, int | str]]:
    """Return a path as paths are ordered: indexes before names."""
    return [(isinstance(step, str), step) for step in path]
