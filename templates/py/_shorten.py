"""The parts of a message that builders remove: parts of texts, items of lists, whole members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard

from ._change import Change, member, number
from ._fills import By, Run
from ._functions import text_to_timestamp
from ._members import UNSET
from ._record import Record


class Cut(Change):
    """Keeps the beginning and the end of a text, with ``mark`` between them."""

    __slots__ = ("_head", "_mark", "_tail")

    def __init__(self, *, at: tuple[str, ...], head: int | By = 0, tail: int | By = 0, mark: str = "") -> None:
        super().__init__(at=at)
        self._head: Final = head
        self._tail: Final = tail
        self._mark: Final = mark

    def of(self, value: object, run: Run, made: Record) -> object:
        if not isinstance(value, str):
            return value
        return cut_text(value, number(self._head, run, made), number(self._tail, run, made), self._mark)


class Keep(Change):
    """Keeps the last items of a list: by their place, or by a member. With ``times``, the member is a date-time."""

    __slots__ = ("_member", "_most", "_times")

    def __init__(self, *, at: tuple[str, ...], most: int | By, member: str = "", times: bool = False) -> None:
        super().__init__(at=at)
        self._most: Final = most
        self._member: Final = member
        self._times: Final = times

    def of(self, value: object, run: Run, made: Record) -> object:
        if not _is_sequence(value):
            return value
        return keep_items(list(value), number(self._most, run, made), self._member, self._times)


class Omit(Change):
    """Leaves a member out if ``when`` is true."""

    __slots__ = ("_when",)

    def __init__(self, *, at: tuple[str, ...], when: By) -> None:
        super().__init__(at=at)
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
    """Return the last ``most`` items in their order, or the latest first by a member if ``by`` names one."""
    if not by:
        return items[max(len(items) - most, 0) :]

    def rank(item: object) -> tuple[bool, int, str]:
        value = member(item, by)
        if not isinstance(value, str):
            return False, 0, ""
        if not times:
            return True, 0, value
        nanoseconds, valid = text_to_timestamp(value)
        return valid, nanoseconds, ""

    return sorted(items, key=rank, reverse=True)[:most]  # of equal items the first one stays the first


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))
