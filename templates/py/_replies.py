"""The types of replies that follow from their requests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Final

from ._members import UNSET

if TYPE_CHECKING:
    from ._arrival import Arrival, Kind
    from ._codec import Codec
    from ._envelope import Options
    from ._values import Path


class Replies:
    """The types of a member of replies. The type follows from the request: the last message of the exchange that has one."""

    __slots__ = ("_asked", "_at", "_letters", "_members", "_nulls", "_types")

    def __init__(
        self,
        *,
        letters: tuple[int, ...],
        at: Path = (),
        members: Mapping[Kind, tuple[str, ...]],
        asked: Mapping[Kind, int],
        types: tuple[Codec[object], ...],
        nulls: bool = False,
    ) -> None:
        self._letters: Final = letters
        self._at: Final = at
        self._members: Final = members
        """By kind of reply: the attributes on the way to the member."""
        self._asked: Final = asked
        """By kind of request: the number of the type."""
        self._nulls: Final = nulls
        """Whether None is null and no absent member."""
        self._types: Final = types

    def asked(self, kind: Kind, before: int) -> int:
        """Return the number of the type that replies have after a message, or -1."""
        return self._asked.get(kind, before)

    def judge(self, asked: int, letter: int, arrival: Arrival, options: Options) -> None:
        """Add the failures of the member to those of the message."""
        way = self._members.get(arrival.kind)
        if asked < 0 or way is None or letter not in self._letters:
            return
        member = reduce(getattr, way, arrival.message)
        if member is UNSET or (member is None and not self._nulls):
            return
        for failure in self._types[asked].failures(member, options):
            path, rule, message, level = failure
            arrival.failures.append(((*self._at, *path), rule, message, level))
