"""Changes to the members of a message that a builder has filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from ._fills import By, Run
from ._members import BEGUN, UNSET
from ._record import Record
from ._values import JsonValue, whole


class Change:
    """Changes the member at the end of a way, by names in JSON, if the member is present."""

    __slots__ = ("at",)

    def __init__(self, *, at: tuple[str, ...]) -> None:
        self.at: Final = at

    def __call__(self, run: Run, made: Record) -> bool:
        return replace(made, self.at, lambda value: self.of(value, run, made))

    def of(self, value: object, run: Run, made: Record) -> object:
        """Return the new value of the member: the same value if it stays, `UNSET` if it is left out."""
        raise NotImplementedError


def replace(made: Record, at: tuple[str, ...], by: Callable[[object], object]) -> bool:
    """Change the message, and none of the objects that its caller gave. Return whether something changes."""
    value: object = made
    for name in at:
        value = member(value, name)
    changed = value if value is UNSET else by(value)
    if changed is value:
        return False
    _put_at(made, at, changed)
    return True


def number(amount: int | By, run: Run, made: Record) -> int:
    """Return a number that limits a builder: 0 for a number less than 0, or one that cannot be computed."""
    value = amount if isinstance(amount, int) else amount(run, made)
    return max(whole(cast("JsonValue", value)) or 0, 0)


def member(value: object, name: str) -> object:
    """Return a member of an object, or `UNSET`. Without type checker, a caller may have given a mapping for a record."""
    if isinstance(value, Record):
        for json, attribute, absent, _ in value.__envelope_members__:
            if json == name:
                found: object = getattr(value, attribute, absent)
                return UNSET if found is absent else found
    elif isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).get(name, UNSET)
    return UNSET


def _put_at(made: Record, way: tuple[str, ...], value: object) -> None:
    """Change the member at the end of a way. Of the objects on it, those that the caller may have given become copies."""
    around: Record | dict[str, object] = made
    for name in way[:-1]:
        inner = member(around, name)
        if not hasattr(inner, BEGUN):
            inner = inner.__copy__() if isinstance(inner, Record) else dict(cast("Mapping[str, object]", inner))
            _set(around, name, inner)
        around = cast("Record | dict[str, object]", inner)
    _set(around, way[-1], value)


def _set(around: Record | dict[str, object], name: str, value: object) -> None:
    if isinstance(around, Record):
        for json, attribute, absent, _ in around.__envelope_members__:
            if json == name and value is UNSET and hasattr(around, BEGUN):
                vars(around).pop(attribute, None)  # so that it may be filled in
            elif json == name:
                setattr(around, attribute, absent if value is UNSET else value)
    elif value is UNSET:
        del around[name]
    else:
        around[name] = value
