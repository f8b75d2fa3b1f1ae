"""Conversion of records and of values of other types to plain JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from ._members import BaseRecord
from ._values import MAX_SAFE, UNPLACED, WIDTHS, DepthError, JsonError, JsonValue, Width, beyond

_BYTES: Final = (bytes, bytearray, memoryview)

_LAST_INDEX: Final = 2**32 - 2


def real(value: JsonValue) -> float | None:
    """Return a number as the nearest double, or None if the value is not a number."""
    if type(value) is int or type(value) is float:
        return _double(value, False) + 0.0
    return None


def is_plain(value: JsonValue, room: int) -> bool:
    """Return whether a value is JSON with ordinary numbers only. If not, `plain` converts it or raises."""
    parts: Iterable[JsonValue] = (value,)
    if type(value) is dict:
        for name in value:
            if type(name) is not str or not (name.isascii() or _is_sound(name)):
                return False
        parts = value.values()
    elif type(value) is list:
        parts = value
    else:
        room = 1
    if room == 0:
        return False
    for part in parts:
        if type(part) is str:
            if not (part.isascii() or _is_sound(part)):
                return False
        elif type(part) is dict or type(part) is list:
            if not is_plain(part, room - 1):
                return False
        elif type(part) is int or type(part) is float:
            if not -MAX_SAFE <= part <= MAX_SAFE:
                return False
        elif part is not None and type(part) is not bool:
            return False
    return True


def plain(value: JsonValue | BaseRecord, room: int, exact: bool = False, integers: str = "") -> JsonValue:
    """Copy a value for output; raises JsonError if it is not JSON.

    BaseRecords become objects, with members in output order; so do mappings. Sequences become arrays. Instances of
    subclasses, such as members of a StrEnum, become the JSON values that they represent. Nesting beyond ``room`` is
    refused, and so are cycles. With ``exact``, integers that a double cannot represent are refused, too. ``integers``
    is the message for a number at this place outside the safe range, or UNPLACED.
    """
    if type(value) is str:
        return value if value.isascii() else _sound(value)
    if value is None or type(value) is bool:
        return value
    if type(value) is int or type(value) is float:
        if -MAX_SAFE <= value <= MAX_SAFE:
            # -0.0 + 0 is 0.0.
            return value + 0
        if integers:
            return _plain_integer(value, integers)
        return _double(value, exact)
    if room == 0:
        raise DepthError("a value is nested too deeply or holds itself")
    if type(value) is dict:
        return _entries(value, room - 1, exact, integers)
    if type(value) is list:
        return _plain_items(value, room - 1, exact, integers)
    if isinstance(value, BaseRecord):
        return _plain_members(value, room - 1, exact)
    return plain(_built_in(value), room, exact, integers)


def _plain_integer(value: float, integers: str) -> float:
    """Return an integer of 64 bits, or any number whose place is unknown; raises JsonError for integers out of range.

    ``integers`` is the width, UNPLACED, or the message for other integers, all of which are out of range here.
    """
    if integers == UNPLACED:
        _double(value, False)
        return value
    limits = WIDTHS.get(cast("Width", integers))
    if limits is None:
        raise JsonError(integers, rule="integer-range")
    if limits[0] <= value <= limits[1]:
        return int(value) if type(value) is int or value.is_integer() else value
    raise JsonError(beyond(limits), rule="integer-range")


def _built_in(value: object) -> JsonValue:
    """Return the value of a JSON type that a value of another type represents."""
    kind = type(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, JsonValue]", value))
    if isinstance(value, Sequence) and not isinstance(value, _BYTES):
        return list(cast("Sequence[JsonValue]", value))
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    raise JsonError(f"{name} is not a type that JSON has")


def _plain_items(values: list[JsonValue], room: int, exact: bool, integers: str) -> list[JsonValue]:
    items: list[JsonValue] = []
    for i, value in enumerate(values):
        try:
            items.append(plain(value, room, exact, integers))
        except JsonError as error:
            error.within(i)
            raise
    return items


def _entries(values: dict[str, JsonValue], room: int, exact: bool, integers: str) -> dict[str, JsonValue]:
    entries: dict[str, JsonValue] = {}
    indexes = False
    for given, value in values.items():
        name = given if type(given) is str and given.isascii() else _name(given)
        if name.isdigit():
            indexes = True
        if type(value) is str and value.isascii():
            # The fast path of `plain`, inlined.
            entries[name] = value
            continue
        try:
            entries[name] = plain(value, room, exact, integers)
        except JsonError as error:
            error.within(name)
            raise
    return _reordered(entries) if indexes else entries


def _plain_members(record: BaseRecord, room: int, exact: bool) -> dict[str, JsonValue]:
    members: dict[str, JsonValue] = {}
    for name, attribute, absent, integers in record.__envelope_members__:
        value = getattr(record, attribute, absent)  # one that nothing was assigned to is absent
        if value is absent:
            continue
        if type(value) is str and value.isascii():
            members[name] = value
            continue
        try:
            members[name] = plain(cast("JsonValue | BaseRecord", value), room, exact, integers)
        except JsonError as error:
            error.within(name)
            raise
    extra = getattr(record, "extra", None)
    if extra:
        _append(members, plain(extra, room + 1, exact), record.__envelope_names__)
    return members


def _append(members: dict[str, JsonValue], extra: JsonValue, declared: frozenset[str]) -> None:
    if type(extra) is not dict:
        raise JsonError("extra is no dict")
    for name, value in extra.items():
        if name in declared:
            raise JsonError("extra holds a member that has an attribute of its own", (name,))
        members[name] = value


def _reordered(members: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Order members as ECMAScript does: array indexes ascending, then names in insertion order."""
    indexes = sorted(filter(_is_index, members), key=int)
    return {name: members[name] for name in indexes} | members


def _is_index(name: str) -> bool:
    # Names of more than ten digits are no indexes, and int() is slow or raises for very long ones.
    if not (name.isdigit() and name.isascii() and len(name) <= 10):
        return False
    return int(name) <= _LAST_INDEX and (name == "0" or name[0] != "0")


_MET: Final[list[object]] = [None]
"""Another object since a number beyond 2**53 - 1 was met; not a count, which threads could lose."""


def last_met() -> object:
    """Return an object that changes whenever `plain` meets a number beyond 2**53 - 1."""
    return _MET[0]


def _double(value: float, exact: bool) -> float:
    """Return the double nearest to a number."""
    try:
        nearest = float(value)
    except OverflowError:
        raise JsonError("a number does not fit into a double") from None
    if nearest - nearest != 0.0:
        raise JsonError("a number is not finite")
    _MET[0] = object()
    if exact and nearest != value:
        raise JsonError("an integer does not fit into a double exactly")
    return nearest


def _is_sound(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sound(value: str) -> str:
    if not _is_sound(value):
        raise JsonError("a string holds a lone surrogate")
    return value


def _name(name: object) -> str:
    if isinstance(name, str):
        name = str.__str__(name)
        return name if name.isascii() else _sound(name)
    raise JsonError("the name of a member is not a string")
