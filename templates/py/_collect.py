"""Collects failures in bounded memory and keeps the first of them in report order."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ._values import Path

_Failure: TypeAlias = tuple[bool, Path, str, str]
"""Advisory (``should``), path, rule, message; failures sort in this order."""


class Found(NamedTuple):
    """A collected failure."""

    advisory: bool
    path: Path
    rule: str
    message: str


class Collector:
    """Collects failures, one for each rule and path.

    A failure that can no longer be among the reported ones costs one comparison.
    """

    __slots__ = ("_failures", "_last", "_limit", "dropped")

    def __init__(self, limit: int) -> None:
        self._limit: Final = limit
        self._failures: list[_Failure] = []
        self._last: _Failure | None = None
        """The last failure kept once there are as many as the limit; later ones are dropped."""
        self.dropped = 0
        """The number of failures dropped because as many ``must`` failures as the limit precede them.

        If it grows within a list, later items cannot be reported either, and the rest of the list is skipped.
        """

    def take(self, advisory: bool, path: Path, rule: str, message: str) -> None:
        """Add a failure."""
        failure = (advisory, path, rule, message)
        last = self._last
        if last is not None:
            try:
                follows = failure >= last
            except TypeError:  # indexes and names in one comparison
                follows = _key(failure) >= _key(last)
            if follows:
                if not advisory:
                    self.dropped += 1
                return
        self._failures.append(failure)
        # A larger buffer after the first cut: failures in descending order must not cause a cut each.
        if len(self._failures) > (2 if last is None else 8) * (self._limit + 8):
            self._cut()

    def is_open(self, path: Path, advisory: bool = False) -> bool:
        """Return whether a failure at or below a path (an advisory one, if asked for) could still be reported."""
        last = self._last
        if last is None:
            return True
        if last[0] is not advisory:
            return not advisory
        try:
            follows = path > last[1]
        except TypeError:  # indexes and names in one comparison
            follows = _steps(path) > _steps(last[1])
        if follows and not advisory:
            self.dropped += 1
        return not follows

    def in_order(self) -> list[Found]:
        """Return the failures to report, sorted by path and rule."""
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
        except TypeError:  # indexes and names in one comparison
            self._failures.sort(key=_key)
        # For equal rule and path, keep ``must`` before ``should``, then the lesser message.
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
    """Return the sort key of a path: indexes before names."""
    return [(isinstance(step, str), step) for step in path]
