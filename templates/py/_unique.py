"""What no two messages of a conversation may have in common, as long as the earlier one is remembered."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

from ._functions import json_size
from ._orders import Arrival, Key, Kind, Refusal

if TYPE_CHECKING:
    from ._rule import Given
    from ._values import Path

Parts: TypeAlias = tuple[Key | None, ...]
"""What tells messages apart."""


class Memory:
    """How messages of some kinds are remembered."""

    __slots__ = ("kinds", "parts", "until")

    def __init__(self, parts: Callable[..., Parts], until: Callable[..., int], kinds: tuple[Kind, ...]) -> None:
        self.parts: Final = parts
        """Returns what tells a message apart. One that lacks a part is not remembered."""
        self.until: Final = until
        """Returns up to when, that time included."""
        self.kinds: Final = kinds


class Unique:
    """A demand that messages do not repeat."""

    __slots__ = ("at", "letters", "memories", "message", "most")

    def __init__(
        self, message: str, letters: tuple[int, ...], *memories: Memory, at: Path = (), most: int = 65536
    ) -> None:
        self.message: Final = message
        self.letters: Final = letters
        """Of which messages of the conversation."""
        self.memories: Final = {kind: memory for memory in memories for kind in memory.kinds}
        self.at: Final = at
        """The path from the message to the place of the issue."""
        self.most: Final = most
        """How many messages are remembered at a time."""

    def begin(self) -> Past:
        """Begin with nothing to remember."""
        return Past(self)


class Past:
    """The messages that are remembered."""

    __slots__ = ("_count", "_due", "_known", "_unique", "size")

    def __init__(self, unique: Unique) -> None:
        self._unique: Final = unique
        self._known: Final[set[Parts]] = set()
        self._due: Final[list[tuple[int, int, Parts, int]]] = []
        """A heap of what is known: until when, which of all messages that were remembered it was, and how many bytes."""
        self._count = 0
        self.size = 0
        """How many bytes are remembered."""

    def admit(self, letter: int, arrival: Arrival) -> tuple[Past, Parts, int, int] | None:
        """Return what is to be remembered of a message, if anything; raises Refusal for one that repeats."""
        unique, given = self._unique, arrival.given
        memory = unique.memories.get(arrival.kind)
        if memory is None or letter not in unique.letters or given is None:
            return None
        parts = memory.parts(arrival.message)
        if None in parts:
            return None
        self._forget(given)
        if parts in self._known:
            raise Refusal("unique", unique.message, unique.at)
        if len(self._known) >= unique.most:
            message = f"must wait until one of {unique.most} messages need no longer be remembered"
            raise Refusal("unique", message, unique.at)
        return self, parts, memory.until(arrival.message, given), sum(map(json_size, parts))

    def remember(self, parts: Parts, until: int, size: int) -> None:
        """Remember a message that was admitted."""
        if parts not in self._known:  # what is done a second time changes nothing
            self._known.add(parts)
            self._count += 1
            self.size += size
            heappush(self._due, (until, self._count, parts, size))

    def take_back(self, parts: Parts) -> None:
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
