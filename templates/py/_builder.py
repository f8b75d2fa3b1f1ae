"""Builders: they complete the caller's members to a message, and check the whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, Generic, TypeAlias, TypeVar, cast

from ._change import replace
from ._codec import Codec
from ._fills import SOURCES, By, Run, Sources
from ._members import BEGUN, NO_EXTRA, UNSET, RecordType, new
from ._record import Record
from ._values import JsonValue

T = TypeVar("T")

NOTHING: Final[Mapping[str, object]] = {}

_Step: TypeAlias = tuple[str, type[Record]]
"""An attribute, and the class that its record is begun as."""
_FillPlace: TypeAlias = tuple[tuple[_Step, ...], str, tuple[str, ...]]


class Draft:
    """How a record is begun. ``inner`` has the records inside that are completed as well, by their names in JSON.

    ``nulls`` are required members that may be null. A record that is ``wanted`` is not begun for the caller.
    """

    __slots__ = ("_blank", "_inner", "_members", "_names", "cls", "wanted")  # only: fills
    # without fills: __slots__ = ("_blank", "_members", "cls")

    def __init__(
        self,
        *,
        of: type[Record],
        inner: Mapping[str, Draft] | None = None,  # only: fills
        nulls: Collection[str] = (),
        wanted: bool = False,  # only: fills
    ) -> None:
        self.cls: Final = of
        self.wanted: Final = wanted  # only: fills
        members = [member for member in of.__envelope_members__ if member[1] in of.__envelope_attributes__]
        # Records of this class lack the members that are not given, even required ones. They have it in their __dict__.
        absents: dict[str, object] = {attribute: absent for _, attribute, absent, _ in members}
        self._names: Final = {name: attribute for name, attribute, _, _ in members}  # only: fills
        # only: fills {
        self._inner: Final = {self._names[name]: draft for name, draft in (inner or {}).items()}
        # }
        if "extra" in of.__envelope_attributes__:
            absents["extra"] = NO_EXTRA
        self._blank: Final = cast("type[Record]", RecordType(of.__name__, (of,), {**absents, BEGUN: True}))
        names = {name: attribute for name, attribute, _, _ in members}
        may_be_null = {names[name] for name in nulls}
        self._members: Final = {
            # without fills: attribute: absent is None or (absent is ... and attribute not in may_be_null)
            # only: fills {
            attribute: (
                absent is None or (absent is ... and attribute not in may_be_null),
                self._inner.get(attribute),
            )
            # }
            for attribute, absent in absents.items()
        }

    def begin(self, values: Iterable[object]) -> Record:
        """Begin a record. Values are in the order of its attributes."""
        return self._begun(zip(self._members, values, strict=True))

    # only: fills {
    def begin_from(self, given: Mapping[str, object]) -> Record:
        """Begin a record with attributes by their names."""
        return self._begun(given.items())

    # }
    def _begun(self, given: Iterable[tuple[str, object]]) -> Record:
        made = new(self._blank)
        members = vars(made)
        known = self._members
        for attribute, value in given:
            if attribute not in known:
                raise TypeError(f"{self.cls.__name__} has no attribute {attribute!r}")
            none_is_absent, inner = known[attribute]  # only: fills
            # without fills: if value is UNSET or (value is None and known[attribute]):
            if value is UNSET or (value is None and none_is_absent):  # only: fills
                continue
            members[attribute] = value if inner is None else inner.complete(value)  # only: fills
            # without fills: members[attribute] = value
        # only: fills {
        for attribute, inner in self._inner.items():
            if attribute not in members and not inner.wanted:
                members[attribute] = inner.begin_from(NOTHING)
        # }
        return made

    # only: fills {
    def complete(self, value: object) -> object:
        """Begin a record with the caller's members. The check reports a value that is no object."""
        if type(value) is dict:  # as most are
            return self.begin_from(cast("dict[str, object]", value))
        if isinstance(value, self.cls):
            return self.begin_from({name: getattr(value, name) for name in self.cls.__envelope_attributes__})
        return self.begin_from(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value

    def place(self, at: tuple[str, ...]) -> _FillPlace:
        """Find a member by names in JSON. Return the records around it, its attribute and the remaining names.

        Something is left where the caller gives an object as a whole.
        """
        attribute = self._names[at[0]]
        inner = self._inner.get(attribute)
        if len(at) == 1 or inner is None:
            return (), attribute, at[1:]
        around, name, rest = inner.place(at[1:])
        return ((attribute, inner._blank), *around), name, rest

    # }


def _members_at(made: Record, steps: tuple[_Step, ...]) -> dict[str, object] | None:
    """Return the members of a record inside of one that was begun, if it is there."""
    members: dict[str, object] = vars(made)
    for name, blank in steps:
        inner = members.get(name)
        if type(inner) is not blank:
            return None
        members = vars(inner)
    return members


class Fill:
    """A member that is filled in where it is absent, and the objects around it are there."""

    __slots__ = ("at", "by")

    def __init__(self, *, at: tuple[str, ...], by: By | JsonValue) -> None:
        self.at: Final = at
        self.by: Final[By] = by if callable(by) else lambda _run, _this: by


class Copy:
    """A member that is that of the answered message, which has it at ``origin``.

    Null is copied only where the member may be null.
    """

    __slots__ = ("at", "nullable", "origin")

    def __init__(self, *, at: tuple[str, ...], origin: tuple[str, ...], nullable: bool = False) -> None:
        self.at: Final = at
        self.origin: Final = origin
        self.nullable: Final = nullable


class Builder(Generic[T]):
    """Makes messages of one type. All ways are by names in JSON."""

    __slots__ = ("_changes", "_codec", "_copies", "_draft", "_drops", "_fills", "_stores", "_ways")  # only: fills
    # without fills: __slots__ = ("_codec", "_draft")

    def __init__(
        self,
        *,
        of: Codec[T],
        draft: Draft,
        # only: fills {
        copies: Iterable[Copy] = (),
        drops: Iterable[tuple[str, ...]] = (),
        fills: Iterable[Fill] = (),
        stores: Iterable[Callable[[Run, Record], bool]] = (),
        changes: Iterable[Callable[[Run, Record], object]] = (),
        # }
    ) -> None:
        self._codec: Final = of
        self._draft: Final = draft
        # only: fills {
        # The ways to the records that something is filled in of, and of each fill the number of its way.
        places = [(*draft.place(fill.at), fill.by) for fill in fills]
        self._ways: Final = list(dict.fromkeys(steps for steps, *_ in places))
        self._fills: Final = [(self._ways.index(steps), attribute, rest, by) for steps, attribute, rest, by in places]
        self._copies: Final = [(*draft.place(copy.at)[:2], copy) for copy in copies]
        self._drops: Final = tuple(drops)
        self._stores: Final = tuple(stores)  # of `_stored`, which say whether they have changed something
        self._changes: Final = tuple(changes)  # of `_shorten`; few protocols need either
        # }

    def build(self, sources: Sources | None, *values: object) -> T:
        """Return the message, finished and checked; raises ValidationError. Values are in the order of the attributes."""
        return self._finish(sources, self._draft.begin(values))

    # only: fills {
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
        for at in self._drops:
            replace(made, at, lambda value: UNSET if value == [] else value)
        run = Run(sources or SOURCES)
        self._fill(run, made)
        if sources is not None:  # only: secrets|stores
            self._put_away(run, made)  # only: secrets|stores
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

    # only: secrets|stores {
    def _put_away(self, run: Run, made: Record) -> None:
        """Hide secrets, and store large objects. Members that are filled in may depend on stored objects."""
        sources = run.sources
        if sources.secrets is not None:
            from ._secrets import hide

            hide(made, sources.secrets, run.options)
        if sources.store is not None:  # only: stores
            stored = [store(run, made) for store in self._stores]  # only: stores
            if True in stored:  # only: stores
                self._fill(run, made)  # only: stores

    # }
    # }
    # without fills: def _finish(self, sources: Sources | None, made: Record) -> T:
    # without fills:     return self._codec.convert(made, options=(sources or SOURCES).options)


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
