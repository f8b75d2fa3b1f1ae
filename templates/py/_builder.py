"""Builders: they complete the caller's members to a message, and check the whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, Generic, TypeVar, cast

from ._codec import Codec
from ._fills import SOURCES, By, Run, Sources
from ._record import BEGUN, NO_EXTRA, UNSET, Record, RecordType, new

T = TypeVar("T")

NOTHING: Final[Mapping[str, object]] = {}


class Draft:
    """How a record is begun. ``inner`` has the records inside that are completed as well.

    ``nulls`` are required members that may be null, by attribute. A record that is ``wanted`` is not begun for the caller.
    """

    __slots__ = ("_blank", "_members", "cls", "inner", "wanted")

    def __init__(
        self,
        cls: type[Record],
        inner: Mapping[str, Draft] | None = None,
        *,
        nulls: Collection[str] = (),
        wanted: bool = False,
    ) -> None:
        self.cls: Final = cls
        self.wanted: Final = wanted
        self.inner: Final[Mapping[str, Draft]] = inner or {}
        members = [member for member in cls.__envelope_members__ if member[1] in cls.__envelope_attributes__]
        # Records of this class lack what they are not given, even if that is required. They have it in their __dict__.
        absents: dict[str, object] = {attribute: absent for _, attribute, absent, _ in members}
        if "extra" in cls.__envelope_attributes__:
            absents["extra"] = NO_EXTRA
        self._blank: Final = cast("type[Record]", RecordType(cls.__name__, (cls,), {**absents, BEGUN: True}))
        self._members: Final = {
            attribute: (absent is None or (absent is ... and attribute not in nulls), self.inner.get(attribute))
            for attribute, absent in absents.items()
        }

    def begin(self, values: Iterable[object]) -> Record:
        """Begin a record. Values are in the order of its attributes."""
        return self._begun(zip(self._members, values, strict=True))

    def begin_from(self, given: Mapping[str, object]) -> Record:
        """Begin a record with attributes by their names."""
        return self._begun(given.items())

    def _begun(self, given: Iterable[tuple[str, object]]) -> Record:
        made = new(self._blank)
        members = vars(made)
        known = self._members
        for attribute, value in given:
            if attribute not in known:
                raise TypeError(f"{self.cls.__name__} has no attribute {attribute!r}")
            none_is_absent, inner = known[attribute]
            if value is UNSET or (value is None and none_is_absent):
                continue
            members[attribute] = value if inner is None else inner.complete(value)
        for attribute, inner in self.inner.items():
            if attribute not in members and not inner.wanted:
                members[attribute] = inner.begin_from(NOTHING)
        return made

    def complete(self, value: object) -> object:
        """Begin a record with the caller's members. The check reports a value that is no object."""
        if type(value) is dict:  # as most are
            return self.begin_from(cast("dict[str, object]", value))
        if isinstance(value, self.cls):
            return self.begin_from({name: getattr(value, name) for name in self.cls.__envelope_attributes__})
        return self.begin_from(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value

    def steps(self, way: tuple[str, ...]) -> list[tuple[str, type[Record]]]:
        """Return the attributes on a way to a record inside, each with the class that its record is begun as."""
        if not way:
            return []
        inner = self.inner[way[0]]
        return [(way[0], inner._blank), *inner.steps(way[1:])]


def _members_at(made: Record, steps: list[tuple[str, type[Record]]]) -> dict[str, object] | None:
    """Return the members of a record inside of one that was begun, if it is there."""
    members: dict[str, object] = vars(made)
    for name, blank in steps:
        inner = members.get(name)
        if type(inner) is not blank:
            return None
        members = vars(inner)
    return members


class Fill:
    """A member that is filled in where it is absent, and the record around it is there."""

    __slots__ = ("at", "by", "inside")

    def __init__(self, *at: str, by: By, inside: tuple[str, ...] = ()) -> None:
        self.at: Final = at
        """Attributes, from the message to the member, or to an object that the caller gives as a whole."""
        self.inside: Final = inside
        """Names in JSON, from that object to the member; empty without such an object."""
        self.by: Final = by


class Copy:
    """A member that is that of the answered message, which has it at ``origin``, by the names in JSON.

    Null is copied only where the member may be null.
    """

    __slots__ = ("at", "nullable", "origin")

    def __init__(self, *at: str, origin: tuple[str, ...], nullable: bool = False) -> None:
        self.at: Final = at
        self.origin: Final = origin
        self.nullable: Final = nullable


class Builder(Generic[T]):
    """Makes messages of one type."""

    __slots__ = ("_changes", "_codec", "_copies", "_draft", "_drops", "_fills", "_stores", "_ways")

    def __init__(
        self,
        codec: Codec[T],
        draft: Draft,
        *fills: Fill,
        copies: Iterable[Copy] = (),
        drops: Iterable[tuple[str, ...]] = (),
        stores: Iterable[Callable[[Run, Record], bool]] = (),
        changes: Iterable[Callable[[Run, Record], object]] = (),
    ) -> None:
        self._codec: Final = codec
        self._draft: Final = draft
        # The ways to the records that something is filled in of, and of each fill the number of its way.
        ways = list(dict.fromkeys([fill.at[:-1] for fill in fills]))
        self._ways: Final = [draft.steps(way) for way in ways]
        self._fills: Final = [(ways.index(fill.at[:-1]), fill.at[-1], fill.inside, fill.by) for fill in fills]
        self._copies: Final = [(draft.steps(copy.at[:-1]), copy.at[-1], copy) for copy in copies]
        self._drops: Final = tuple(drops)
        self._stores: Final = tuple(stores)  # of `_stored`, which say whether they have changed something
        self._changes: Final = tuple(changes)  # of `_shorten`; few protocols need either

    def build(self, sources: Sources | None, *values: object) -> T:
        """Return the message, finished and checked; raises ValidationError. Values are in the order of the attributes."""
        return self._finish(sources, self._draft.begin(values))

    def answer(self, answered: object, sources: Sources | None, *values: object) -> T:
        """Build a message that answers another one."""
        made = self._draft.begin(values)
        for steps, attribute, copy in self._copies:
            members = _members_at(made, steps)
            if members is not None and attribute not in members:
                value = _found(answered, copy.origin)
                if value is not UNSET and (value is not None or copy.nullable):
                    members[attribute] = value
        return self._finish(sources, made)

    def _finish(self, sources: Sources | None, made: Record) -> T:
        for way in self._drops:
            _drop(made, way)
        run = Run(sources or SOURCES)
        self._fill(run, made)
        if sources is not None and (sources.secrets is not None or sources.store is not None):
            self._put_away(run, made)
        for change in self._changes:
            change(run, made)
        return self._codec.convert(made, options=run.options)

    def _fill(self, run: Run, made: Record) -> None:
        records = [_members_at(made, steps) for steps in self._ways]
        for number, attribute, inside, by in self._fills:
            members = records[number]
            if members is None:
                continue
            if inside:
                if _lacks(members.get(attribute), inside):
                    members[attribute] = _filled(members[attribute], inside, by(run, made))
            elif attribute not in members:
                value = by(run, made)
                if value is not UNSET:
                    members[attribute] = value

    def _put_away(self, run: Run, made: Record) -> None:
        """Hide secrets, and store what is large. What is filled in may depend on what is stored."""
        sources = run.sources
        if sources.secrets is not None:
            from ._secrets import hide

            hide(made, sources.secrets, run.options)
        if sources.store is not None:
            stored = [store(run, made) for store in self._stores]
            if True in stored:
                self._fill(run, made)


def _found(message: object, way: tuple[str, ...]) -> object:
    """Return a member of an answered message, by names in JSON, or UNSET. It may be an object from ``json.loads``."""
    for name in way:
        if isinstance(message, Record):
            for json, attribute, absent, _ in message.__envelope_members__:
                if json == name:
                    value = getattr(message, attribute)
                    message = UNSET if value is absent else value
                    break
            else:
                message = getattr(message, "extra", NO_EXTRA).get(name, UNSET)
        else:
            message = cast("Mapping[str, object]", message).get(name, UNSET) if isinstance(message, Mapping) else UNSET
    return message


def _attribute_of(record: Record, name: str) -> tuple[str, object] | None:
    """Return the attribute of a member, by its name in JSON, and its value where it is absent."""
    return next(
        ((attribute, absent) for json, attribute, absent, _ in record.__envelope_members__ if json == name), None
    )


def _lacks(given: object, way: tuple[str, ...]) -> bool:
    """Return whether an object lacks the member at a way, and has the objects around it."""
    for name in way:
        if isinstance(given, Record):
            known = _attribute_of(given, name)
            if known is None:
                return False
            value = getattr(given, known[0])
            given = UNSET if value is known[1] else value
        elif isinstance(given, Mapping):
            given = cast("Mapping[str, object]", given).get(name, UNSET)
        else:
            return False
        if given is UNSET:
            return name is way[-1]
    return False


def _filled(given: object, way: tuple[str, ...], value: object) -> object:
    """Return a copy of the caller's value with a member that it lacks. The value itself does not change."""
    if value is UNSET:
        return given
    name, *rest = way
    if isinstance(given, Record):
        attribute = cast("tuple[str, object]", _attribute_of(given, name))[0]
        copy = given.__copy__()
        setattr(copy, attribute, _filled(getattr(given, attribute), tuple(rest), value) if rest else value)
        return copy
    members = dict(cast("Mapping[str, object]", given))
    members[name] = _filled(members[name], tuple(rest), value) if rest else value
    return members


def _drop(made: Record, way: tuple[str, ...]) -> None:
    for name in way[:-1]:
        inner = getattr(made, name, None)
        if not isinstance(inner, Record):
            return
        if not hasattr(inner, BEGUN):  # the caller gave it as a whole, and keeps it as it is
            inner = inner.__copy__()
            setattr(made, name, inner)
        made = inner
    if getattr(made, way[-1], None) == []:
        setattr(made, way[-1], next(absent for _, name, absent, _ in made.__envelope_members__ if name == way[-1]))
