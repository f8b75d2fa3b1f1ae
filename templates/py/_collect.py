"""Keeps the least of the failures of a value, in memory that depends on how many are to be reported."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, cast

from ._values import Path

_Key: TypeAlias = tuple[int | str, ...]
"""A failure as failures are ordered: whether it is advisory, for each step 0 and an index or 1 and a name, -1, the rule and the
message."""


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

    __slots__ = ("_keys", "_last", "_limit", "_most", "dropped")

    def __init__(self, limit: int) -> None:
        self._limit: Final = limit
        self._most: Final = 2 * limit + 16
        self._keys: list[_Key] = []
        self._last: Found | None = None
        """The greatest of as many failures as are reported: nothing greater can be."""
        self.dropped = 0
        """How often nothing was kept because enough failures that are not advisory came before it.

        While a list is gone through, what follows comes later still, so that the rest need not be looked at.
        """

    def take(self, advisory: bool, path: Path, rule: str, message: str) -> None:
        """Take in one failure."""
        last = self._last
        if last is not None and _follows(advisory, path, rule, message, last):
            if not advisory:
                self.dropped += 1
            return
        key: list[int | str] = [advisory]
        for step in path:
            key += (0 if type(step) is int else 1, step)
        self._keys.append((*key, -1, rule, message))
        if len(self._keys) > self._most:
            self._cut()

    def is_open(self, path: Path) -> bool:
        """Tell whether anything at a path or below it could still be reported."""
        last = self._last
        if last is None or last.advisory or _order(path, last.path) <= 0:
            return True
        self.dropped += 1
        return False

    def in_order(self) -> list[Found]:
        """Return the failures to report, by path and rule."""
        self._cut()
        return [_found(key) for key in sorted(self._keys, key=_without_level)]

    def forget(self) -> None:
        """Drop all failures."""
        self._keys, self._last = [], None

    def _cut(self) -> None:
        keys = sorted(self._keys)
        # Of equal rule and path, the one that is not advisory stays, else the lesser message.
        known: set[_Key] = set()
        kept: list[_Key] = []
        for key in keys:
            if len(kept) == self._limit:
                break
            place = key[1:-1]
            if place not in known:
                known.add(place)
                kept.append(key)
        self._keys = kept
        if kept and len(kept) == self._limit:
            self._last = _found(kept[-1])


def _without_level(key: _Key) -> _Key:
    return key[1:]


def _found(key: _Key) -> Found:
    return Found(key[0] == 1, key[2:-3:2], cast("str", key[-2]), cast("str", key[-1]))


def _order(path: Path, other: Path) -> int:
    """Return less than 0 if a path goes before another, more if behind it, and 0 if they are equal."""
    for step, than in zip(path, other, strict=False):
        if step is than or step == than:
            continue
        if isinstance(step, str):
            return 1 if isinstance(than, int) or step > than else -1
        return 1 if isinstance(than, int) and step > than else -1
    return len(path) - len(other)


def _follows(advisory: bool, path: Path, rule: str, message: str, last: Found) -> bool:
    if advisory is not last.advisory:
        return advisory
    order = _order(path, last.path)
    return order > 0 or (order == 0 and (rule, message) >= (last.rule, last.message))
