"""The members of messages that trackers remember, to read later. They are copied, so that a message may be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ._functions import json_size
from ._members import UNSET, new
from ._record import Record

if TYPE_CHECKING:
    from ._arrival import Arrival, MessageKind

Kept: TypeAlias = "tuple[object, MessageKind, int]"
"""A message with only the members that are read later, its kind, and the size of the members as JSON."""
Ways: TypeAlias = tuple[tuple[str, ...], ...]
"""The attributes on the ways to members. A way without any is the whole message."""
Keeping: TypeAlias = Sequence[tuple[int, Kept]]
"""The remembered members of a message, by place."""


class Slot:
    """A message that is remembered: the last one of some letters."""

    __slots__ = ("_absent", "keeps", "letters", "when")

    def __init__(
        self,
        letters: tuple[int, ...],
        keeps: Mapping[MessageKind, Ways] | None = None,
        *,
        when: Mapping[MessageKind, Callable[..., bool]] | None = None,
    ) -> None:
        self.letters: Final = letters
        self.keeps: Final = keeps or {}
        """The members that are read later."""
        self.when: Final = when
        """The conditions of messages; without one, all are remembered."""
        self._absent: Final[dict[MessageKind, tuple[list[object], Kept]]] = {}
        """The memory of messages without any of the members, with the objects on the ways."""

    def keep(self, arrival: Arrival) -> Kept | None:
        """Return the remembered members of a message, or None."""
        kind = arrival.kind
        if self.when:
            holds, given = self.when[kind], arrival.given
            if not (holds(arrival.message, given) if given else holds(arrival.message)):
                return None
        ways = self.keeps.get(kind, ())
        trace = absent(arrival.message, ways)
        if trace is None:
            return kept(arrival.message, kind, ways)
        known = self._absent.get(kind)
        if known is None or known[0] != trace:
            known = self._absent[kind] = trace, kept(arrival.message, kind, ways)
        return known[1]


def keeping(slots: Sequence[tuple[int, Slot]], arrival: Arrival) -> Keeping:
    """Return the members of a message that some slots remember."""
    found: list[tuple[int, Kept]] = []
    for place, slot in slots:
        one = slot.keep(arrival)
        if one:
            found.append((place, one))
    return found


def growth(before: Sequence[Kept | None], news: Keeping) -> int:
    """Return by how many bytes more are remembered."""
    size = 0
    for place, one in news:
        old = before[place]
        size += one[2] - old[2] if old else one[2]
    return size


def replaced(list: tuple[Kept | None, ...], news: Keeping) -> tuple[Kept | None, ...]:
    """Return a list of the remembered members of a message."""
    if len(list) == 1 and news:
        return (news[0][1],)
    changed = [*list]
    for place, one in news:
        changed[place] = one
    return tuple(changed)


def absent(message: object, ways: Ways) -> list[object] | None:
    """Return the classes of records on the ways and the values at their ends, or None if a message has one of the members.

    Messages for which these are equal have the same memory. Most messages have none of the members.
    """
    trace: list[object] = []
    for way in ways:
        value = message
        for name in way:
            trace.append(type(value))
            value = cast("object", getattr(value, name))
        if value is not None and value is not UNSET:
            return None
        trace.append(value)
    return trace


def kept(message: object, kind: MessageKind, ways: Ways) -> Kept:
    """Return the members of a message at some ways."""
    size = 0
    copy = new(kind)
    for way in ways:
        if not way:
            return owned(message), kind, json_size(message)
        source, target = message, copy
        for name in way[:-1]:
            source = cast("object", getattr(source, name))
            inner: object = getattr(target, name, None)
            if inner is None:
                inner = new(type(source))
                setattr(target, name, inner)
            target = inner
        value: object = getattr(source, way[-1])
        setattr(target, way[-1], owned(value))
        if value is not None and value is not UNSET:
            size += remembered_size(value)
    return copy, kind, size


def owned(value: object) -> object:
    """Return a copy of a value that shares nothing with it that could be changed."""
    if isinstance(value, list):
        return [owned(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {name: owned(member) for name, member in cast("dict[str, object]", value).items()}
    if isinstance(value, Record):
        copy = new(type(value))
        for name in value.__envelope_attributes__:
            setattr(copy, name, owned(getattr(value, name)))
        return copy
    return value


def remembered_size(value: object) -> int:
    """Return the size of a value as compact JSON in bytes."""
    if type(value) is int:
        return len(str(value))
    if type(value) is str and value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return len(value) + 2
    return json_size(value)
