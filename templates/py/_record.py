"""The base classes of the classes that are generated for JSON objects, with conversion from and to other values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self, cast

from ._members import NO_EXTRA, BaseRecord, new
from ._values import JsonValue  # typing.get_type_hints evaluates the hints of open records

if TYPE_CHECKING:
    from ._envelope import Options


class Record(BaseRecord):
    """Base of the classes for JSON objects. It has no public attributes, since a member may have any name."""

    __slots__: ClassVar[tuple[str, ...]] = ()

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


class OpenRecord(Record):
    """Base of the classes for JSON objects that may have undeclared members."""

    __slots__ = ("extra",)

    if TYPE_CHECKING:
        extra: dict[str, JsonValue] = NO_EXTRA
        """Undeclared members, in insertion order."""
    else:
        extra: dict[str, JsonValue]
