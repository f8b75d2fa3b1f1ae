"""Support for other libraries: plain values of records, and the hooks of pydantic. Imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import NoneType, UnionType
from typing import ClassVar, ForwardRef, Literal, Protocol, Union, cast, get_args, get_origin

from ._envelope import DEFAULTS, Options, ValidationError, refusal
from ._members import BaseRecord, RecordType, UnsetType
from ._plain import plain
from ._stack import with_room
from ._values import JsonError, JsonValue


class Converter(Protocol):
    """Converts values to records, as codecs do."""

    def convert(self, value: object, *, options: Options | None = None) -> BaseRecord:
        """Convert a value; raises ValidationError if it is invalid."""
        ...


def as_json(value: BaseRecord | JsonValue) -> JsonValue:
    """Return a value as ``json.loads`` would return it; raises ValidationError if JSON cannot represent it."""
    try:
        return with_room(lambda: plain(value, DEFAULTS.max_depth, True))
    except JsonError as error:
        raise refusal(error) from None


def package_of(module: str) -> str:
    """Return the module with the functions of a protocol: the package around a module, or a module that is a protocol by itself."""
    return module if hasattr(sys.modules[module], "lookup") else module.rpartition(".")[0]


def codec_of(cls: type[BaseRecord]) -> Converter:
    """Return the codec of a class or of the record that it derives from; raises TypeError if there is none."""
    name, package = "", ""
    for base in cls.__mro__:
        if "__envelope_type__" in vars(base):
            name, package = cast("RecordType", base).__envelope_type__, package_of(base.__module__)
            break
    found = cast("Converter | None", import_module(package).lookup(name)) if package else None
    if found is None:
        raise TypeError(f"{cls.__qualname__} is a part of another type and has no codec")
    return found


def core_schema(convert: Callable[[Mapping[str, object]], object]) -> object:
    """Return a pydantic schema that converts with ``convert``, reports its issues, and writes the result of `as_json`."""
    core = import_module("pydantic_core")

    def validate(value: Mapping[str, object]) -> object:
        try:
            return convert(value)
        except ValidationError as error:
            secrets = secret_names()  # only: secrets
            found: list[dict[str, object]] = []
            for issue in error.issues:
                steps, found_there = located(issue.path, value)
                made = {"type": core.PydanticCustomError(issue.rule, issue.message), "loc": steps}
                found.append(made | {"input": shown_input(steps, found_there, secrets)})  # only: secrets
                # without secrets: found.append(made | {"input": found_there if len(str(found_there)) <= _MOST_BYTES_SHOWN else None})
            raise core.ValidationError.from_exception_data("envelope", found) from None

    schemas = core.core_schema
    written = schemas.plain_serializer_function_ser_schema(as_json)
    return cast("object", schemas.no_info_plain_validator_function(validate, serialization=written))


def secret_names() -> frozenset[str]:
    """Return the names of members that a spec of this program calls secret. Which record a refused value is, is not sure."""
    names: set[str] = set()
    classes: list[type[BaseRecord]] = [BaseRecord]
    for cls in classes:
        classes.extend(cls.__subclasses__())
        if cls.__envelope_secrets__:
            names.update(
                [name for name, attribute, _, _ in cls.__envelope_members__ if attribute in cls.__envelope_secrets__]
            )
    return frozenset(names)


def shown_input(steps: tuple[str | int, ...], value: object, secrets: frozenset[str]) -> object:
    """Return the input that an error shows: without secrets, and None if it has more than 2 KB."""
    if not secrets.isdisjoint(steps):
        return None
    given = _without(value, secrets, 8)
    return given if len(str(given)) <= _MOST_BYTES_SHOWN else None


def _without(value: object, secrets: frozenset[str], room: int) -> object:
    if not isinstance(value, Mapping | list | tuple | BaseRecord):
        return value
    if room == 0 or isinstance(value, BaseRecord):
        return "…"
    if isinstance(value, Mapping):
        members = cast("Mapping[object, object]", value)
        return {
            name: "***" if name in secrets else _without(member, secrets, room - 1) for name, member in members.items()
        }
    return [_without(item, secrets, room - 1) for item in cast("list[object]", value)]


def located(path: str, value: object) -> tuple[tuple[str | int, ...], object]:
    """Return the steps of a JSON Pointer into a value, with indexes as ints, and the value at the location, or None."""
    steps: list[str | int] = []
    for step in path.split("/")[1:]:
        if isinstance(value, list | tuple):
            items = cast("list[object]", value)
            steps.append(int(step))
            value = items[int(step)] if int(step) < len(items) else None
        else:
            name = step.replace("~1", "/").replace("~0", "~")
            steps.append(name)
            value = cast("Mapping[str, object]", value).get(name) if isinstance(value, Mapping) else None
    return tuple(steps), value


def schema_of_type(package: str, name: str) -> dict[str, JsonValue]:
    """Return a JSON Schema of a type of a protocol, for documentation: it has the shapes, and not the constraints."""
    module = import_module(package)
    return {"title": name} | _schema(getattr(module, name, object), vars(module), ())


def json_schema(cls: type[BaseRecord], within: tuple[object, ...] = ()) -> dict[str, JsonValue]:
    """Return a JSON Schema of a record, for documentation: it has the shapes, and not the constraints."""
    made: dict[str, JsonValue] = {"type": "object", "title": cls.__name__}
    if cls in within:
        return made
    if cls.__doc__:
        made["description"] = cls.__doc__
    properties: dict[str, JsonValue] = {}
    required: list[JsonValue] = []
    for base in reversed(cls.__mro__):
        scope = vars(sys.modules[base.__module__])
        hints = cast("dict[str, str]", vars(base).get("__annotations__", {}))
        for name, attribute, absent, _ in vars(base).get("__envelope_members__", ()):
            properties[name] = _schema(hints[attribute], scope, (*within, cls), absent is None)
            if absent is ...:
                required.append(name)
    made["properties"], made["required"] = properties, required
    return made


_MOST_BYTES_SHOWN = 2048

_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def _schema(
    hint: object, scope: Mapping[str, object], within: tuple[object, ...], absent_none: bool = False
) -> dict[str, JsonValue]:
    """Return the schema of a type hint. It excludes None if None represents an absent member."""
    if isinstance(hint, str | ForwardRef):
        source = hint if isinstance(hint, str) else hint.__forward_arg__
        if source in within:
            return {}
        return _schema(eval(source, {"JsonValue": object, **scope}), scope, (*within, source), absent_none)
    if isinstance(hint, RecordType):
        return json_schema(cast("type[BaseRecord]", hint), within)
    if hint is None or (isinstance(hint, type) and hint in _NAMES):
        return {"type": _NAMES[NoneType if hint is None else hint]}
    arguments = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return {"enum": cast("list[JsonValue]", list(arguments))}
        case origin if origin is ClassVar:
            return _schema(arguments[0], scope, within)
        case origin if origin is list:
            return {"type": "array", "items": _schema(arguments[0], scope, within)}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": _schema(arguments[1], scope, within)}
        case origin if origin is Union or origin is UnionType:
            if set(get_args(JsonValue)) <= set(arguments):
                return {}
            options = [a for a in arguments if a is not UnsetType and not (absent_none and a is NoneType)]
            shapes: list[JsonValue] = [_schema(option, scope, within) for option in options]
            return cast("dict[str, JsonValue]", shapes[0]) if len(shapes) == 1 else {"anyOf": shapes}
        case _:
            return {}
