"""Builders: they complete what a caller gives of a message, and check the whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Generic, TypeVar, cast

from ._codec import Codec
from ._fills import SOURCES, By, Run, Sources
from ._record import NO_EXTRA, UNSET, Record, RecordType, new

T = TypeVar("T")


class Draft:
    """How a record is begun. ``inner`` has the records inside that are completed as well.

    ``nulls`` are required members that may be null, by attribute. A record that is ``wanted`` is not begun for the caller.
    """

    __slots__ = ("_blank", "_members", "_names", "cls", "inner", "wanted")

    def __init__(
        self,
        cls: type[Record],
        inner: Mapping[str, Draft] | None = None,
        *,
        nulls: Collection[str] = (),
        wanted: bool = False,
    ) -> None:
        self.cls: Final = cls
        self.inner: Final[Mapping[str, Draft]] = inner or {}
        self.wanted: Final = wanted
        members = [member for member in cls.__envelope_members__ if member[1] in cls.__envelope_attributes__]
        # A record of this class lacks what it is not given, even if that is required: it is not finished.
        absents: dict[str, object] = {attribute: absent for _, attribute, absent, _ in members}
        if "extra" in cls.__envelope_attributes__:
            absents["extra"] = NO_EXTRA
        self._blank: Final = cast("type[Record]", RecordType(cls.__name__, (cls,), absents))
        self._members: Final = [
            (attribute, absent is None or (absent is ... and attribute not in nulls), self.inner.get(attribute))
            for attribute, absent in absents.items()
        ]
        self._names: Final = frozenset(absents)

    def begin(self, values: Iterable[object]) -> Record:
        """Begin a record. Values are in the order of its attributes."""
        made = new(self._blank)
        for (attribute, none_is_absent, inner), value in zip(self._members, values, strict=True):
            if value is UNSET or (value is None and none_is_absent):
                if inner is not None and not inner.wanted:
                    setattr(made, attribute, inner.begin_from({}))
            else:
                setattr(made, attribute, value if inner is None else inner.complete(value))
        return made

    def begin_from(self, given: Mapping[str, object]) -> Record:
        """Begin a record with attributes by their names."""
        if not given and not self.inner:
            return new(self._blank)
        if not given.keys() <= self._names:
            unknown = min(map(str, given.keys() - self._names))
            raise TypeError(f"{self.cls.__name__} has no attribute {unknown!r}")
        return self.begin([given.get(member[0], UNSET) for member in self._members])

    def complete(self, value: object) -> object:
        """Begin a record with what a caller gives of it. What is no object is left to the check."""
        if isinstance(value, self.cls):
            return self.begin_from({name: getattr(value, name) for name in self.cls.__envelope_attributes__})
        return self.begin_from(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value

    def at(self, way: tuple[str, ...]) -> type[Record]:
        """Return the class of unfinished records around the end of a way."""
        return self.inner[way[0]].at(way[1:]) if len(way) > 1 else self._blank


class Fill:
    """A member that is filled in where it is absent, and the record around it is there."""

    __slots__ = ("at", "by")

    def __init__(self, *at: str, by: By) -> None:
        self.at: Final = at
        """Attributes, from the message to the member."""
        self.by: Final = by


class Copy:
    """A member that is that of the answered message, which has it at ``origin``, by the names in JSON."""

    __slots__ = ("at", "origin")

    def __init__(self, *at: str, origin: tuple[str, ...]) -> None:
        self.at: Final = at
        self.origin: Final = origin


class Builder(Generic[T]):
    """Makes messages of one type."""

    __slots__ = ("_codec", "_copies", "_draft", "_drops", "_fills")

    def __init__(
        self,
        codec: Codec[T],
        draft: Draft,
        *fills: Fill,
        copies: Iterable[Copy] = (),
        drops: Iterable[tuple[str, ...]] = (),
    ) -> None:
        self._codec: Final = codec
        self._draft: Final = draft
        # Attributes to the record, its class, the attribute that is filled in, and what that holds where it is absent.
        self._fills: Final = [(*_place(draft, fill.at), fill.by) for fill in fills]
        self._copies: Final = [(*_place(draft, copy.at), copy.origin) for copy in copies]
        self._drops: Final = tuple(drops)

    def build(self, sources: Sources | None, *values: object) -> T:
        """Return the message, finished and checked; raises ValidationError. Values are in the order of the attributes."""
        return self._finish(sources, self._draft.begin(values))

    def answer(self, answered: object, sources: Sources | None, *values: object) -> T:
        """Build a message that answers another one."""
        made = self._draft.begin(values)
        for way, cls, last, absent, origin in self._copies:
            around = _follow(made, way)
            if type(around) is cls and getattr(around, last) is absent:
                value = _found(answered, origin)
                if value is not None:
                    setattr(around, last, value)
        return self._finish(sources, made)

    def _finish(self, sources: Sources | None, made: Record) -> T:
        for way in self._drops:
            _drop(made, way)
        run = Run(sources or SOURCES)
        for way, cls, last, absent, by in self._fills:
            around = _follow(made, way)
            if type(around) is cls and getattr(around, last) is absent:
                value = by(run, made)
                if value is not UNSET:
                    setattr(around, last, value)
        return self._codec.convert(made, options=run.options)


def _place(draft: Draft, at: tuple[str, ...]) -> tuple[tuple[str, ...], type[Record], str, object]:
    cls = draft.at(at)
    return at[:-1], cls, at[-1], _absent(cls, at[-1])


def _absent(cls: type[Record], attribute: str) -> object:
    """Return what an attribute holds where the member is absent."""
    return next(absent for _, name, absent, _ in cls.__envelope_members__ if name == attribute)


def _follow(made: object, way: tuple[str, ...]) -> object:
    for name in way:
        made = getattr(made, name, None)
    return made


def _found(message: object, way: tuple[str, ...]) -> object:
    """Return a member of an answered message, by names in JSON, or None. The message may be an object from ``json.loads``."""
    for name in way:
        if isinstance(message, Record):
            members = {json: attribute for json, attribute, _, _ in message.__envelope_members__}
            others: Mapping[str, object] = getattr(message, "extra", NO_EXTRA)
            message = getattr(message, members[name], None) if name in members else others.get(name)
        else:
            message = cast("Mapping[str, object]", message).get(name) if isinstance(message, Mapping) else None
    return None if message is UNSET else message


def _drop(made: object, way: tuple[str, ...]) -> None:
    for name in way[:-1]:
        # A record that the caller gave as a whole stays as it is.
        inner = getattr(made, name, None)
        if not isinstance(inner, Record):
            return
        inner = inner.__copy__()
        setattr(made, name, inner)
        made = inner
    if isinstance(made, Record) and getattr(made, way[-1]) == []:
        setattr(made, way[-1], _absent(type(made), way[-1]))
