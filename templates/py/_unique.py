"""The values that no two messages of a conversation may share, as long as the earlier message is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

from ._arrival import Arrival, Key, MessageKind, Refusal
from ._functions import json_size

if TYPE_CHECKING:
    from ._rule import Given
    from ._values import Path

UniqueParts: TypeAlias = tuple[Key | None, ...]
"""The values that distinguish messages."""


class Unique:
    """A demand that messages do not repeat."""

    __slots__ = ("at", "full", "letters", "message", "most", "parts", "until")

    def __init__(
        self,
        *,
        letters: tuple[int, ...],
        parts: Mapping[MessageKind, Callable[..., UniqueParts]],
        until: Mapping[MessageKind, Callable[..., int]],
        most: int,
        message: str,
        full: str,
        at: Path = (),
    ) -> None:
        self.letters: Final = letters
        """Of which messages of the conversation."""
        self.parts: Final = parts
        """Return the parts that distinguish messages. A message that lacks one is not remembered."""
        self.until: Final = until
        """Return the time up to which a message is remembered, that time included."""
        self.most: Final = most
        """How many messages are remembered at a time."""
        self.message: Final = message
        self.full: Final = full
        """The message of the issue for a message that comes where ``most`` messages are remembered."""
        self.at: Final = at
        """The path from the message to the place of the issue."""

    def begin(self) -> Past:
        """Begin with nothing to remember."""
        return Past(self)


class Past:
    """The messages that are remembered."""

    __slots__ = ("_count", "_due", "_known", "_unique", "size")

    def __init__(self, unique: Unique) -> None:
        self._unique: Final = unique
        self._known: Final[set[UniqueParts]] = set()
        self._due: Final[list[tuple[int, int, UniqueParts, int]]] = []
        """A heap of the remembered messages: last time, number among all that were ever remembered, parts, and bytes.
        """
        self._count = 0
        self.size = 0
        """How many bytes are remembered."""

    def admit(self, letter: int, arrival: Arrival) -> tuple[Past, UniqueParts, int, int] | None:
        """Return the parts of a message to remember, if any; raises Refusal for a message that repeats."""
        unique, given = self._unique, arrival.given
        parts_of = unique.parts.get(arrival.kind)
        if parts_of is None or letter not in unique.letters or given is None:
            return None
        parts = parts_of(arrival.message)
        if None in parts:
            return None
        self._forget(given)
        if parts in self._known:
            raise Refusal("unique", unique.message, unique.at)
        if len(self._known) >= unique.most:
            raise Refusal("unique", unique.full, unique.at)
        return self, parts, unique.until[arrival.kind](arrival.message, given), sum(map(json_size, parts))

    def remember(self, parts: UniqueParts, until: int, size: int) -> None:
        """Remember a message that was admitted."""
        if parts not in self._known:  # what is done a second time changes nothing
            self._known.add(parts)
            self._count += 1
            self.size += size
            heappush(self._due, (until, self._count, parts, size))

    def take_back(self, parts: UniqueParts) -> None:
        """Forget a message that was not sent."""
        self._known.discard(parts)
        self.size -= sum([entry[3] for entry in self._due if entry[2] == parts])
        self._due[:] = [entry for entry in self._due if entry[2] != parts]
        heapify(self._due)

    def _forget(self, given: Given) -> None:
        while self._due and self._due[0][0] < given.now:
            _, _, parts, size = heappop(self._due)
            self._known.discard(parts)
            self.size -= size
