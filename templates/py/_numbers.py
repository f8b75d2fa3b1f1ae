"""Finds integers that may lose digits: those beyond 2**53 - 1 in places without a declared numeric type.

Only a value that has such an integer somewhere is searched, by a table of the places where numbers are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from ._envelope import Issues
from ._values import MAX_SAFE, JsonError, JsonValue, Path, integer_tag

_NONE: Final[Mapping[str, int]] = MappingProxyType({})


class NumbersTag(NamedTuple):
    """A member whose value selects; with ``presence``, its being there."""

    name: str
    presence: bool = False
    cases: Mapping[str, int] = _NONE
    other: int = 0
    """Of strings that are neither in ``cases`` nor in ``refused``."""
    refused: Sequence[str] = ()


class Place(NamedTuple):
    """A row of the table: where the numbers in a value have a declared type.

    Places refer to each other by index. Of the first one, nothing is known.
    """

    declared: bool = False
    """Whether a number here has a declared type."""
    wide: bool = False
    """Whether an integer here has 64 bits."""
    members: Mapping[str, int] = _NONE
    stages: Mapping[str, int] = _NONE
    """The stages that the values of members wait for."""
    patterns: Sequence[tuple[Any, int]] = ()
    rest: int = 0
    """Members that match neither ``members`` nor ``patterns``."""
    any: int = 0
    """Every member."""
    prefix: Sequence[int] = ()
    items: int = 0
    """The items behind ``prefix``."""
    tag: NumbersTag | None = None
    also: Sequence[int] = ()
    """Other places that apply to the same value."""


class Numbers(NamedTuple):
    """The places of a protocol, and the ones where its types begin."""

    places: Sequence[Place]
    types: dict[str, int]


NumbersOf: TypeAlias = Callable[[], Numbers]


def report_beyond(value: JsonValue, numbers: Numbers | None, name: str, out: Issues) -> None:
    """Add the issue of each of them. Parts that wait for a stage count if the check has reached it."""
    table = numbers.places if numbers else ()
    begin = numbers.types.get(name, 0) if numbers else 0
    search = _Search(table, out)
    search.value(value, (), search.places((begin,)))


def settle(value: JsonValue, numbers: Numbers, name: str, exact: bool) -> JsonValue:
    """Return a value in which only integers of 64 bits are integers beyond 2**53 - 1; other numbers there are doubles.

    With ``exact``, an integer that no double is equal to raises JsonError. Other integers become the nearest double.
    """
    search = _Search(numbers.places, None)
    return _Settler(search, exact).value(value, search.places((numbers.types.get(name, 0),)))


class _Settler:
    __slots__ = ("_exact", "_search")

    def __init__(self, search: _Search, exact: bool) -> None:
        self._search: Final = search
        self._exact: Final = exact

    def value(self, value: JsonValue, given: list[Place]) -> JsonValue:
        if type(value) is dict:
            applied = self._search.closure(value, given) or []
            return {
                name: self._part(name, part, [way for place in applied for way in _ways(place, name)])
                for name, part in value.items()
            }
        if type(value) is list:
            applied = self._search.closure(value, given) or []
            return [self._part(i, part, [_item(place, i) for place in applied]) for i, part in enumerate(value)]
        if (type(value) is int or type(value) is float) and not -MAX_SAFE <= value <= MAX_SAFE:
            return self._number(value, self._search.closure(value, given) or [])
        return value

    def _part(self, step: str | int, part: JsonValue, ways: list[int]) -> JsonValue:
        try:
            return self.value(part, self._search.places(ways))
        except JsonError as error:
            error.within(step)
            raise

    def _number(self, value: float, applied: list[Place]) -> float:
        if any(place.wide for place in applied):
            return int(value)  # no double beyond has a fraction
        nearest = float(value)
        if self._exact and nearest != value:
            raise JsonError("an integer does not fit into a double exactly")
        return nearest


class _Search:
    __slots__ = ("_out", "_table")

    def __init__(self, table: Sequence[Place], out: Issues | None) -> None:
        self._table: Final = table
        self._out: Final = cast("Issues", out)

    def places(self, numbers: Iterable[int]) -> list[Place]:
        found: list[Place] = []
        for number in numbers:
            if number and (place := self._table[number]) not in found:
                found.append(place)
        return found

    def value(self, value: JsonValue, path: Path, given: list[Place]) -> None:
        if type(value) is dict or type(value) is list:
            applied = self.closure(value, given)
            if applied is None:
                return
            if type(value) is dict:
                self._members(value, path, applied)
            else:
                for i, item in enumerate(value):
                    self.value(item, (*path, i), self.places([_item(place, i) for place in applied]))
        elif (type(value) is int or type(value) is float) and not -MAX_SAFE <= value <= MAX_SAFE:
            applied = self.closure(value, given) or []
            if not any(place.declared for place in applied):
                self._out.lose(path)

    def _members(self, value: dict[str, JsonValue], path: Path, applied: list[Place]) -> None:
        reached = self._out.reached
        for name, member in value.items():
            if any(place.stages.get(name, -1) > reached for place in applied):
                continue
            ways = [way for place in applied for way in _ways(place, name)]
            self.value(member, (*path, name), self.places(ways))

    def closure(self, value: JsonValue, given: list[Place]) -> list[Place] | None:
        """Add the places that apply to the same value, or return None if a tag is absent: no more places apply then."""
        applied = list(given)
        for place in applied:
            more = list(place.also)
            tag = place.tag
            if tag is not None and type(value) is dict:
                if tag.name not in value and not tag.presence:
                    return None
                word = tag.name in value if tag.presence else value[tag.name]
                if type(word) is bool:
                    word = "true" if word else "false"
                elif type(word) in (int, float):
                    word = str(integer_tag(word))
                if type(word) is str and word in tag.cases:
                    more.append(tag.cases[word])
                elif type(word) is str and word not in tag.refused:
                    more.append(tag.other)
            applied += [other for other in self.places(more) if other not in applied]
        return applied


def _item(place: Place, index: int) -> int:
    return place.prefix[index] if index < len(place.prefix) else place.items


def _ways(place: Place, name: str) -> list[int]:
    """Return where a member leads."""
    ways = [to for pattern, to in place.patterns if pattern.search(name) is not None]
    if name in place.members:
        ways.append(place.members[name])
    elif not ways:
        ways.append(place.rest)
    return [*ways, place.any]
