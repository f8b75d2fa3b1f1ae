"""The base classes of records, and what stands for an absent member."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, cast, dataclass_transform

if TYPE_CHECKING:
    from inspect import Signature

    from ._envelope import Options
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
"""Stands for an absent member of a nullable type, where ``None`` is null."""


NO_EXTRA: Final[dict[str, JsonValue]] = {}
"""The default of ``extra``: each object gets a dict of its own."""

BEGUN: Final = "__envelope_begun__"
"""What classes of records have that a builder has begun, and may change."""

_OUT_OF_RANGE: Final = f"must be between {1 - 2**53} and {2**53 - 1}"


@dataclass_transform(kw_only_default=True)
class RecordType(type):
    """Makes the slots, the table of members and the constructor of a record from its annotations.

    ``names`` are the names in JSON that differ from the attributes, ``integers`` the attributes that hold integers,
    ``ranges`` those that hold integers of which more is said, with the message for one that is too large, ``secrets``
    those that are not to be shown, ``type_name`` is the name in the spec where the class has another. A subclass of a
    record has the record's members; it may add methods and attributes, which are no members.
    """

    __envelope_members__: tuple[tuple[str, str, object, str], ...]
    """JSON name, attribute, the value for an absent member (or ``...``), message for integers out of range."""
    __envelope_names__: frozenset[str]
    __envelope_attributes__: tuple[str, ...]
    __envelope_secrets__: Collection[str]
    """Attributes that are not to be shown."""
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
        type_name: str = "",
    ) -> RecordType:
        if not bases or "__slots__" in namespace or hasattr(bases[0], "__envelope_members__"):
            return super().__new__(cls, name, bases, namespace)
        slots: list[str] = []
        table: list[tuple[str, str, object, str]] = []
        for attribute, hint in cast("dict[str, str]", namespace.get("__annotations__", {})).items():
            absent: object = ...
            if not hint.startswith("ClassVar["):
                slots.append(attribute)
                absent = namespace.pop(attribute, ...)
            json_name = attribute if names is None else names.get(attribute, attribute)
            message = _OUT_OF_RANGE if attribute in integers else (ranges or {}).get(attribute, "")
            table.append((json_name, attribute, absent, message))
        made = super().__new__(cls, name, bases, namespace | {"__slots__": tuple(slots)})
        made.__envelope_type__ = type_name or name
        if secrets:
            made.__envelope_secrets__ = secrets
        made.__envelope_members__ = tuple(table)
        made.__envelope_names__ = frozenset([member[0] for member in table])
        made.__envelope_attributes__ = (*slots, *(("extra",) if hasattr(made, "extra") else ()))

        # Compiled on first use, since most programs make few of the records: a protocol is imported in half the time.
        def init(self: Record, **values: object) -> None:
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


class Record(metaclass=RecordType):
    """Base of the classes for JSON objects. It has no public attributes, since a member may have any name."""

    __slots__: ClassVar[tuple[str, ...]] = ()
    __envelope_secrets__: ClassVar[Collection[str]] = ()

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
            type_name: str = "",
        ) -> None: ...

    @classmethod
    def from_dict(cls, value: Mapping[str, object], *, options: Options | None = None) -> Self:
        """Convert an object from ``json.loads`` as `Codec.convert` does; raises ValidationError if it is invalid."""
        from ._interop import codec_of

        made = codec_of(cls).convert(value, options=options)
        if type(made) is cls:
            return made
        own = new(cls)
        for name in cls.__envelope_attributes__:
            setattr(own, name, getattr(made, name))
        return own

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the object that `Codec.encode_unchecked` writes, as ``json.loads`` would return it."""
        from ._interop import as_json

        return cast("dict[str, JsonValue]", as_json(self))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        from ._interop import core_schema

        return core_schema(cls.from_dict)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: object, handler: object) -> dict[str, JsonValue]:
        from ._interop import json_schema

        return json_schema(cls)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        for name in self.__envelope_attributes__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs or not _alike(mine, theirs):
                return False
        return True

    def __repr__(self) -> str:
        """Name the class and its constants, such as the tag: what a message brings does not belong into logs.

        Of its secrets, it tells which ones are there.
        """
        shown: list[str] = []
        for _, name, absent, _ in self.__envelope_members__:
            value: object = getattr(self, name)
            if name not in self.__envelope_attributes__:
                shown.append(f" {name}={value!r}")
            elif name in self.__envelope_secrets__ and value is not absent and value is not None:
                shown.append(f" {name}=***")
        return f"<{type(self).__qualname__}{''.join(shown)}>"

    def __replace__(self, **changes: object) -> Self:
        """Return a copy with other values for some attributes, as ``copy.replace`` does from Python 3.13 on."""
        twin = self.__copy__()
        for name, value in changes.items():
            if name not in self.__envelope_attributes__:
                raise TypeError(f"{type(self).__qualname__} has no attribute {name!r}")
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


def _alike(one: object, other: object) -> bool:
    """Return whether values that are equal in Python are equal in JSON, too, where true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        mine, theirs = cast("dict[str, object]", one), cast("dict[str, object]", other)
        return all(_alike(value, theirs[name]) for name, value in mine.items())
    if isinstance(one, list) and isinstance(other, list):
        return all(map(_alike, cast("list[object]", one), cast("list[object]", other)))
    return True
