"""The contents of records: the tables of members, the base class that has them, and the value of an absent member."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, TypeGuard, cast, dataclass_transform

if TYPE_CHECKING:
    from inspect import Signature

    from ._values import JsonValue

new: Final = object.__new__
"""Creates an object without calling its constructor; readers set all attributes themselves."""


class UnsetType(enum.Enum):
    """The type of `UNSET`; an enum, because type checkers narrow ``x is UNSET`` only for enum members."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> Literal[False]:
        return False


UNSET: Final = UnsetType.UNSET
"""The value of an absent member of a nullable type, where ``None`` is null."""


NO_EXTRA: Final[dict[str, JsonValue]] = {}
"""The default of ``extra``: each object gets a dict of its own."""

BEGUN: Final = "__envelope_begun__"
"""An attribute of the classes of records that a builder has begun, and may change."""

_MOST_SHOWN: Final = 64
"""How many characters of an id are shown."""

_CLASS_VARIABLES: Final = ("ClassVar", "EnvgenClassVar")
"""The names of ClassVar in generated modules: the second one if the protocol has a type with the first one."""

_OUT_OF_RANGE: Final = f"must be between {1 - 2**53} and {2**53 - 1}"


@dataclass_transform(kw_only_default=True)
class RecordType(type):
    """Makes the slots, the table of members and the constructor of a record from its annotations.

    ``names`` are the names in JSON that differ from the attributes. ``integers`` are the attributes that contain
    integers. ``ranges`` are the integers with further restrictions, each with the message for one that is too
    large, or with the width of an integer of 64 bits. ``secrets`` are the attributes that are not to be shown.
    ``shows`` are those that identify a record, such as an id or a code. ``type_name`` is the name in the spec if the class has another.

    A subclass of a record has the record's members; it may add methods and attributes, which are no members. Type
    checkers take annotated attributes for arguments of the constructor, so a subclass without a constructor of its own
    has none.
    """

    __envelope_members__: tuple[tuple[str, str, object, str], ...]
    """JSON name, attribute, the value for an absent member (or ``...``), message for integers out of range."""
    __envelope_names__: frozenset[str]
    __envelope_attributes__: tuple[str, ...]
    __envelope_counters__: tuple[str, ...] = ()
    """Required attributes that are 0 by default, because a client counts."""
    __envelope_secrets__: Collection[str]
    """Attributes that are not to be shown."""
    __envelope_shows__: Collection[str]
    """Attributes that are shown, beside constants."""
    __envelope_type__: str
    """The name of the type in the spec."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, object],
        names: Mapping[str, str] | None = None,
        integers: Collection[str] = (),
        ranges: Mapping[str, str] | None = None,
        secrets: Collection[str] = (),
        shows: Collection[str] = (),
        type_name: str = "",
    ) -> RecordType:
        if bases and hasattr(bases[0], "__envelope_members__"):
            made = super().__new__(cls, name, bases, namespace)
            if "__init__" not in namespace:
                _refuse_members(made)
            return made
        if not bases or "__slots__" in namespace:
            return super().__new__(cls, name, bases, namespace)
        slots: list[str] = []
        counters: list[str] = []
        table: list[tuple[str, str, object, str]] = []
        for attribute, hint in cast("dict[str, str]", namespace.get("__annotations__", {})).items():
            absent: object = ...
            head, subscript, _ = hint.partition("[")
            if not (subscript and head.rstrip("_") in _CLASS_VARIABLES):
                slots.append(attribute)
                absent = namespace.pop(attribute, ...)
                if type(absent) is int:
                    counters.append(attribute)
                    absent = ...
            json_name = attribute if names is None else names.get(attribute, attribute)
            message = _OUT_OF_RANGE if attribute in integers else (ranges or {}).get(attribute, "")
            table.append((json_name, attribute, absent, message))
        made = super().__new__(cls, name, bases, namespace | {"__slots__": tuple(slots)})
        made.__envelope_type__ = type_name or name
        if counters:
            made.__envelope_counters__ = tuple(counters)
        if secrets:
            made.__envelope_secrets__ = secrets
        if shows:
            made.__envelope_shows__ = shows
        made.__envelope_members__ = tuple(table)
        made.__envelope_names__ = frozenset([member[0] for member in table])
        made.__envelope_attributes__ = (*slots, *(("extra",) if hasattr(made, "extra") else ()))

        # Compiled on first use, since most programs make few of the records: a protocol is imported in half the time.
        def init(self: BaseRecord, **values: object) -> None:
            made._compile()(self, **values)

        type.__setattr__(made, "__init__", init)
        return made

    def _compile(cls) -> Callable[..., None]:
        parameters: list[str] = []
        body = ["pass"]
        defaults = {attribute: absent for _, attribute, absent, _ in cls.__envelope_members__}
        for attribute in cls.__envelope_attributes__:
            if attribute == "extra":
                parameters.append("extra=NO_EXTRA")
                body.append("self.extra = {**extra}")
                continue
            default = {None: "=None", UNSET: "=UNSET"}.get(cast("None", defaults[attribute]), "")
            if attribute in cls.__envelope_counters__:
                default = "=0"
            parameters.append(attribute + default)
            body.append(f"self.{attribute} = {attribute}")
        star = "*, " if parameters else ""
        scope: dict[str, Callable[..., None]] = {}
        source = f"def __init__(self, {star}{', '.join(parameters)}):\n    " + "\n    ".join(body)
        exec(source, {"NO_EXTRA": NO_EXTRA, "UNSET": UNSET}, scope)
        type.__setattr__(cls, "__init__", scope["__init__"])
        return scope["__init__"]

    @property
    def __signature__(cls) -> Signature:
        """The parameters of the constructor, for ``inspect.signature`` and ``help``."""
        import inspect

        declared = [base for base in cls.__mro__ if "__init__" in vars(base)]
        if "__envelope_members__" in vars(declared[0]):
            cast("RecordType", declared[0])._compile()
        constructor = inspect.signature(cast("Callable[..., None]", vars(declared[0])["__init__"]))
        return constructor.replace(parameters=list(constructor.parameters.values())[1:])


class BaseRecord(metaclass=RecordType):
    """The members of a record, and how they are compared, shown and copied."""

    __slots__: ClassVar[tuple[str, ...]] = ("__weakref__",)
    __envelope_secrets__: ClassVar[Collection[str]] = ()
    __envelope_shows__: ClassVar[Collection[str]] = ()

    if TYPE_CHECKING:
        __envelope_members__: ClassVar[tuple[tuple[str, str, object, str], ...]]
        __envelope_names__: ClassVar[frozenset[str]]
        __envelope_attributes__: ClassVar[tuple[str, ...]]

        def __init_subclass__(
            cls,
            names: Mapping[str, str] | None = None,
            integers: Collection[str] = (),
            ranges: Mapping[str, str] | None = None,
            secrets: Collection[str] = (),
            shows: Collection[str] = (),
            type_name: str = "",
        ) -> None: ...

    def __eq__(self, other: object) -> bool:
        """Whether both are equal JSON, regardless of their classes. A record is not equal to a dict."""
        if not isinstance(other, BaseRecord):
            return NotImplemented
        if type(other) is not type(self):
            return _alike(_json_members(self), _json_members(other))
        for name in self.__envelope_attributes__:
            if not _alike(getattr(self, name, UNSET), getattr(other, name, UNSET)):
                return False
        return True

    def __repr__(self) -> str:
        """Name the class, its constants, such as the tag, and its id or code: no more of a message belongs into logs.

        Three asterisks represent each secret that is present. `show` shows more.
        """
        shown: list[str] = []
        for _, name, absent, _ in self.__envelope_members__:
            value: object = getattr(self, name, absent)
            if name not in self.__envelope_attributes__:
                shown.append(f" {name}={value!r}")
            elif name in self.__envelope_shows__ and isinstance(value, str):
                shown.append(f" {name}={value if len(value) <= _MOST_SHOWN else value[:_MOST_SHOWN] + '…'!r}")
            elif name in self.__envelope_secrets__ and value is not absent and value is not None:
                shown.append(f" {name}=***")
        return f"<{type(self).__qualname__}{''.join(shown)}>"

    def __replace__(self, **changes: object) -> Self:
        """Return a copy with other values for some attributes, as ``copy.replace`` does from Python 3.13 on."""
        twin = self.__copy__()
        for name, value in changes.items():
            if name not in self.__envelope_attributes__:
                kind = "a constant" if hasattr(type(self), name) else "no attribute"
                raise TypeError(f"{type(self).__qualname__} has {kind} {name!r}")
            setattr(twin, name, value)
        return twin

    def __copy__(self) -> Self:
        twin = new(type(self))
        for name in self.__envelope_attributes__:
            value: object = getattr(self, name)
            # Extra members are not shared between objects, like declared ones.
            if name == "extra":
                value = dict(cast("dict[str, JsonValue]", value))
            setattr(twin, name, value)
        if hasattr(self, "__dict__"):  # of a subclass
            vars(twin).update(vars(self))
        return twin


def others(value: dict[str, JsonValue], made: type[BaseRecord]) -> dict[str, JsonValue]:
    """Return the members that a record does not declare."""
    known = made.__envelope_names__
    return {name: member for name, member in value.items() if name not in known}


def names_of(record: BaseRecord) -> Iterator[str]:
    """Yield the names of the present members of a record."""
    for name, attribute, absent, _ in record.__envelope_members__:
        if getattr(record, attribute, absent) is not absent:
            yield name
    yield from getattr(record, "extra", ())


def _alike(one: object, other: object) -> bool:
    """Return whether values are equal in JSON, where true is not 1, and a tuple is an array as a list is."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, BaseRecord) or isinstance(other, BaseRecord):
        if isinstance(one, BaseRecord) and isinstance(other, BaseRecord):
            return one == other
        return _alike(_json_members(one), _json_members(other)) if _is_object(one) and _is_object(other) else False
    if _is_array(one) and _is_array(other):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        mine, theirs = cast("Mapping[str, object]", one), cast("Mapping[str, object]", other)
        return mine.keys() == theirs.keys() and all(_alike(value, theirs[name]) for name, value in mine.items())
    return one == other


def _is_object(value: object) -> bool:
    return isinstance(value, BaseRecord | Mapping)


def _is_array(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def _json_members(value: object) -> dict[str, object]:
    """Return the members of an object by their names in JSON."""
    if not isinstance(value, BaseRecord):
        return dict(cast("Mapping[str, object]", value))
    members: dict[str, object] = {}
    for name, attribute, absent, _ in value.__envelope_members__:
        member: object = getattr(value, attribute, absent)
        if member is not absent:
            members[name] = member
    return members | cast("dict[str, object]", getattr(value, "extra", {}))


def _refuse_members(made: type) -> None:
    """Raise TypeError for a subclass whose annotations promise arguments that the constructor does not take."""
    import inspect

    try:
        hints = inspect.get_annotations(made)
    except NameError:  # from Python 3.14 on, they are evaluated here
        return
    for attribute, hint in hints.items():
        if "ClassVar" not in str(hint):
            raise TypeError(
                f"{made.__qualname__}.{attribute} would be no member: annotate it with ClassVar, or not at all"
            )
