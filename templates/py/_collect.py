"""Collects violations in bounded memory and keeps the first of them in report order."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ._values import Path

_Entry: TypeAlias = tuple[bool, Path, str, str]
"""Advisory (``should``), path, rule, message; violations sort in this order."""


class Violation(NamedTuple):
    """A collected violation."""

    advisory: bool
    path: Path
    rule: str
    message: str


class Collector:
    """Collects violations, one for each rule and path.

    A violation that can no longer be among the reported ones costs one comparison.
    """

    __slots__ = ("_entries", "_last", "_limit", "dropped")

    def __init__(self, limit: int) -> None:
        self._limit: Final = limit
        self._entries: list[_Entry] = []
        self._last: _Entry | None = None
        """The last violation kept once there are as many as the limit; later ones are dropped."""
        self.dropped = 0
        """Counts ``must`` violations dropped, and places skipped, because as many such violations as the limit precede
        them.

        If it grows within a list, later items cannot be reported either, and the rest of the list is skipped.
        """

    def take(self, advisory: bool, path: Path, rule: str, message: str) -> None:
        """Add a violation."""
        violation = (advisory, path, rule, message)
        last = self._last
        if last is not None:
            try:
                follows = violation >= last
            except TypeError:  # indexes and names in one comparison
                follows = _key(violation) >= _key(last)
            if follows:
                if not advisory:
                    self.dropped += 1
                return
        self._entries.append(violation)
        # A larger buffer after the first cut: violations in descending order must not cause a cut each.
        if len(self._entries) > (2 if last is None else 8) * (self._limit + 8):
            self._cut()

    def is_open(self, path: Path, advisory: bool = False) -> bool:
        """Return whether a violation (an advisory one, if ``advisory``) at or below a path could still be reported."""
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

    def in_order(self) -> list[Violation]:
        """Return the violations to report, sorted by path and rule."""
        if len(self._entries) < 2:
            return [Violation(*violation) for violation in self._entries]
        self._cut()
        by_place = sorted(self._entries, key=lambda violation: (_steps(violation[1]), violation[2:]))
        return [Violation(*violation) for violation in by_place]

    def join(self, other: Collector) -> None:
        """Add the violations of another collector of the same limit, which is not used any more."""
        if self._entries:
            for found in other.in_order():
                self.take(*found)
        else:
            self._entries, self._last = other._entries, other._last

    def forget(self) -> None:
        """Drop all violations."""
        self._entries, self._last = [], None

    def _cut(self) -> None:
        try:
            self._entries.sort()
        except TypeError:  # indexes and names in one comparison
            self._entries.sort(key=_key)
        # For equal rule and path, keep ``must`` before ``should``, then the lesser message.
        known: set[tuple[Path, str]] = set()
        kept: list[_Entry] = []
        for violation in self._entries:
            if len(kept) == self._limit:
                break
            place = violation[1:3]
            if place not in known:
                known.add(place)
                kept.append(violation)
        self._entries = kept
        if kept and len(kept) == self._limit:
            self._last = kept[-1]


def _key(violation: _Entry) -> tuple[bool, list[tuple[bool, int | str]], str, str]:
    advisory, path, rule, message = violation
    return advisory, _steps(path), rule, message


def _steps(path: Path) -> list[tuple[bool, int | str]]:
    """Return the sort key of a path: indexes before names."""
    return [(isinstance(step, str), step) for step in path]
