"""What builders take away of a message: parts of texts, items of lists, whole members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard, cast

from ._fills import By, Run
from ._functions import text_to_timestamp
from ._record import UNSET, Record
from ._values import JsonValue, whole


class Change:
    """What becomes of the member at the end of a way, by names in JSON, if it is there."""

    __slots__ = ("at",)

    def __init__(self, *at: str) -> None:
        self.at: Final = at

    def __call__(self, run: Run, made: Record) -> None:
        """Change the message, and none of the objects that its caller gave."""
        value: object = made
        for name in self.at:
            value = _member(value, name)
        if value is not UNSET:
            changed = self.of(value, run, made)
            if changed is not value:
                _put(made, self.at, changed)

    def of(self, value: object, run: Run, made: Record) -> object:
        """Return what the member becomes: itself where it stays, `UNSET` where it is left out."""
        raise NotImplementedError


class Cut(Change):
    """Keeps the beginning and the end of a text, with ``mark`` between them."""

    __slots__ = ("_head", "_mark", "_tail")

    def __init__(self, *at: str, head: int | By = 0, tail: int | By = 0, mark: str = "") -> None:
        super().__init__(*at)
        self._head: Final = head
        self._tail: Final = tail
        self._mark: Final = mark

    def of(self, value: object, run: Run, made: Record) -> object:
        if not isinstance(value, str):
            return value
        return cut_text(value, _number(self._head, run, made), _number(self._tail, run, made), self._mark)


class Keep(Change):
    """Keeps the last items of a list: by their place, or by a member, which ``times`` says to be date-times."""

    __slots__ = ("_by", "_most", "_times")

    def __init__(self, *at: str, most: int | By, by: str = "", times: bool = False) -> None:
        super().__init__(*at)
        self._most: Final = most
        self._by: Final = by
        self._times: Final = times

    def of(self, value: object, run: Run, made: Record) -> object:
        if not _is_list(value):
            return value
        return keep_items(list(value), _number(self._most, run, made), self._by, self._times)


class Omit(Change):
    """Leaves a member out where ``when`` holds."""

    __slots__ = ("_when",)

    def __init__(self, *at: str, when: By) -> None:
        super().__init__(*at)
        self._when: Final = when

    def of(self, value: object, run: Run, made: Record) -> object:
        return UNSET if self._when(run, made) is True else value


def cut_text(text: str, head: int, tail: int, mark: str) -> str:
    """Return no more than ``head`` and ``tail`` bytes of UTF-8 of a text's ends, without parting a character.

    A text with no more bytes than both stays. So does one that is no Unicode, for the check to refuse.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return text
    rest = len(data) - tail
    if rest <= head:
        return text
    # The parts of characters at the cuts are all that is ignored.
    return data[:head].decode(errors="ignore") + mark + data[rest:].decode(errors="ignore")


def keep_items(items: list[object], most: int, by: str, times: bool) -> list[object]:
    """Return the last ``most`` items as they stand, or the latest first by a member if ``by`` names one."""
    if not by:
        return items[max(len(items) - most, 0) :]

    def rank(item: object) -> tuple[bool, int, str]:
        value = _member(item, by)
        if not isinstance(value, str):
            return False, 0, ""
        if not times:
            return True, 0, value
        nanoseconds, valid = text_to_timestamp(value)
        return valid, nanoseconds, ""

    return sorted(items, key=rank, reverse=True)[:most]  # of equal items the first one stays the first


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))


def _number(amount: int | By, run: Run, made: Record) -> int:
    value = amount if isinstance(amount, int) else amount(run, made)
    return max(whole(cast("JsonValue", value)) or 0, 0)


def _member(value: object, name: str) -> object:
    """Return a member of an object, or `UNSET`. Without type checker, a caller may have given a mapping for a record."""
    if isinstance(value, Record):
        for json, attribute, absent, _ in value.__envelope_members__:
            if json == name:
                member: object = getattr(value, attribute, absent)
                return UNSET if member is absent else member
    elif isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).get(name, UNSET)
    return UNSET


def _put(made: Record, way: tuple[str, ...], value: object) -> None:
    """Change the member at the end of a way. The objects on it become copies, for they may be the caller's."""
    around: Record | dict[str, object] = made
    for name in way[:-1]:
        given = _member(around, name)
        inner = given.__copy__() if isinstance(given, Record) else dict(cast("Mapping[str, object]", given))
        _set(around, name, inner)
        around = inner
    _set(around, way[-1], value)


def _set(around: Record | dict[str, object], name: str, value: object) -> None:
    if isinstance(around, Record):
        for json, attribute, absent, _ in around.__envelope_members__:
            if json == name:
                setattr(around, attribute, absent if value is UNSET else value)
    elif value is UNSET:
        del around[name]
    else:
        around[name] = value
