"""The function ``satisfies`` of rules: whether a value satisfies a JSON Schema that came with a message."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Final, cast

from ._assertions import MultipleOf
from ._plain import plain
from ._values import JsonValue

_MOST_PARTS: Final = 4_000_000
"""The product of the numbers of parts up to which a value is looked at. Value and schema may come from strangers."""


def satisfies_schema(value: object, schema: object) -> bool:
    """Return whether a value satisfies a JSON Schema, as far as some keywords require.

    These are type, required, properties, additionalProperties, items, enum, const, and the limits of numbers and sizes.
    Other keywords of the schema are ignored.
    """
    made = plain(cast("JsonValue", value), sys.maxsize)
    given = plain(cast("JsonValue", schema), sys.maxsize)
    return _parts(made) * _parts(given) > _MOST_PARTS or _holds(made, given)


def _parts(value: JsonValue) -> int:
    if type(value) is dict:
        return 1 + sum(map(_parts, value.values()))
    return 1 + sum(map(_parts, value)) if type(value) is list else 1


def _holds(value: JsonValue, schema: JsonValue) -> bool:
    if type(schema) is bool:
        return schema
    if type(schema) is not dict:
        return True
    return all(_keeps(value, schema, keyword, of) for keyword, of in schema.items())


def _keeps(value: JsonValue, schema: dict[str, JsonValue], keyword: str, of: JsonValue) -> bool:
    if keyword in _KEYWORDS:
        return _KEYWORDS[keyword](value, schema, of)
    if keyword in _LIMITS and _is_number(of):
        return _LIMITS[keyword](value, cast("float", of))
    return True


def _is_number(value: JsonValue) -> bool:
    return type(value) is int or type(value) is float


def _equal(left: JsonValue, right: JsonValue) -> bool:
    if type(left) is list:
        return type(right) is list and len(left) == len(right) and all(map(_equal, left, right))
    if type(left) is dict:
        if type(right) is not dict or left.keys() != right.keys():
            return False
        return all(_equal(member, right[name]) for name, member in left.items())
    if _is_number(left):
        return _is_number(right) and left == right
    return type(left) is type(right) and left == right


def _type(value: JsonValue, _schema: dict[str, JsonValue], of: JsonValue) -> bool:
    names = of if type(of) is list else [of]
    known = [name for name in names if type(name) is str and name in _TYPES]  # names that are none pass
    return not known or any(_TYPES[name](value) for name in known)


def _required(value: JsonValue, _schema: dict[str, JsonValue], of: JsonValue) -> bool:
    if type(value) is not dict or type(of) is not list:
        return True
    return all(type(name) is not str or name in value for name in of)


def _properties(value: JsonValue, _schema: dict[str, JsonValue], of: JsonValue) -> bool:
    if type(value) is not dict or type(of) is not dict:
        return True
    return all(name not in of or _holds(member, of[name]) for name, member in value.items())


def _additional(value: JsonValue, schema: dict[str, JsonValue], of: JsonValue) -> bool:
    # Without an interpreter of patterns, the additional members are unknown.
    if type(value) is not dict or "patternProperties" in schema:
        return True
    properties = schema.get("properties")
    named = properties if type(properties) is dict else {}
    return all(name in named or _holds(member, of) for name, member in value.items())


def _items(value: JsonValue, schema: dict[str, JsonValue], of: JsonValue) -> bool:
    if type(value) is not list or type(of) is list:
        return True
    prefix = schema.get("prefixItems")
    start = len(prefix) if type(prefix) is list else 0
    return all(_holds(item, of) for item in value[start:])


def _is_integer(value: JsonValue) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


_KEYWORDS: Final[Mapping[str, Callable[[JsonValue, dict[str, JsonValue], JsonValue], bool]]] = {
    "type": _type,
    "const": lambda value, _, of: _equal(value, of),
    "enum": lambda value, _, of: type(of) is not list or any(_equal(value, item) for item in of),
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
}
_TYPES: Final[Mapping[str, Callable[[JsonValue], bool]]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: type(value) is bool,
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "number": _is_number,
    "integer": _is_integer,
    "string": lambda value: type(value) is str,
}


def _number(holds: Callable[[float, float], bool]) -> Callable[[JsonValue, float], bool]:
    return lambda value, limit: not _is_number(value) or holds(cast("float", value), limit)


def _sized(of: type, holds: Callable[[float, float], bool]) -> Callable[[JsonValue, float], bool]:
    return lambda value, limit: type(value) is not of or holds(len(cast("str", value)), limit)


def _at_least(have: float, limit: float) -> bool:
    return have >= limit


def _at_most(have: float, limit: float) -> bool:
    return have <= limit


_NO_FAILURE: Final = ("multipleOf", "")
_LIMITS: Final[Mapping[str, Callable[[JsonValue, float], bool]]] = {
    "minimum": _number(_at_least),
    "maximum": _number(_at_most),
    "exclusiveMinimum": _number(lambda have, limit: have > limit),
    "exclusiveMaximum": _number(lambda have, limit: have < limit),
    "multipleOf": _number(lambda have, limit: limit <= 0 or MultipleOf(limit, _NO_FAILURE).holds(have)),
    "minLength": _sized(str, _at_least),
    "maxLength": _sized(str, _at_most),
    "minItems": _sized(list, _at_least),
    "maxItems": _sized(list, _at_most),
    "minProperties": _sized(dict, _at_least),
    "maxProperties": _sized(dict, _at_most),
}
