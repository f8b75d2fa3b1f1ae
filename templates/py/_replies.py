"""The types of replies that follow from their requests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ._envelope import ValidationError, pointer
from ._members import UNSET

if TYPE_CHECKING:
    from ._arrival import Arrival, Key, MessageKind
    from ._codec import Codec, Encodable
    from ._envelope import Options
    from ._values import Path


Reply: TypeAlias = "tuple[int, object]"
"""A reply whose type follows from the request: the number of the type, and the member, which is UNSET if it is absent or not valid."""


class Replies:
    """The types of a member of replies. The type follows from the request: the last message of the exchange that has one."""

    __slots__ = ("_around", "_letters", "_members", "_nulls", "_types", "asked", "at")

    def __init__(
        self,
        *,
        letters: tuple[int, ...],
        at: Path = (),
        members: Mapping[MessageKind, tuple[str, ...]],
        asked: Mapping[MessageKind, int],
        types: tuple[Codec[object], ...],
        nulls: bool = False,
        around: tuple[str, ...] = (),
    ) -> None:
        self._letters: Final = letters
        self.at: Final = at
        self._members: Final = members
        """By kind of reply: the attributes on the way to the member."""
        self.asked: Final = asked
        """By kind of request: the number of the type."""
        self._nulls: Final = nulls
        """Whether None is null and no absent member."""
        self._types: Final = types
        self._around: Final = around
        """The texts around the key and the result in the reply that a peer makes of a result; two are around the result alone."""

    def judge(self, asked: int, letter: int, arrival: Arrival, options: Options) -> Reply | None:
        """Add the failures of the member to those of the message; returns None if the message is no such reply."""
        if asked < 0 or letter not in self._letters:
            return None
        member = self.member(arrival)
        if member is UNSET:
            return asked, UNSET
        made, failures = self._types[asked].examine_part(member, options)
        for path, rule, message, level in failures:
            arrival.failures.append(((*self.at, *path), rule, message, level))
        return asked, made

    def whole(self, kind: MessageKind, key: Key, result: object, options: Options) -> bytes:
        """Return the text of the reply that has a result. The issues of the result are at their places in the reply."""
        codec, around = self._types[self.asked[kind]], self._around
        head, tail = "", around[len(around) - 1]
        if len(around) > 2:
            head = f"{around[0]}{json.dumps(key)}{around[1]}"
        try:
            text = codec.encode(cast("Encodable", result), options=options)
        except ValidationError as error:
            place = pointer(self.at)
            raise ValidationError([issue._replace(path=place + issue.path) for issue in error.issues]) from None
        return b"%b%b%b" % (head.encode(), text, tail.encode())

    def member(self, arrival: Arrival) -> object:
        """Return the member of a reply, or UNSET."""
        way = self._members.get(arrival.kind)
        if way is None:
            return UNSET
        member = reduce(getattr, way, arrival.message)
        return UNSET if member is None and not self._nulls else member
