"""Keywords about the members or items of a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, cast

from ._schema import NO_SHARE, Assertion, Division, Evaluating, Schema, SchemaCheck, SchemaFailure, Share, both
from ._values import JsonValue

if TYPE_CHECKING:
    from ._patterns import AnyPattern


class Contains(Assertion):
    """``contains`` with ``minContains`` and ``maxContains``."""

    __slots__ = ("_few", "_least", "_many", "_most", "_schema")

    def __init__(
        self,
        schema: Schema,
        *,
        least: int = 0,
        too_few: SchemaFailure | None = None,
        most: int | None = None,
        too_many: SchemaFailure | None = None,
    ) -> None:
        self._schema = schema
        self._few = too_few
        self._many = too_many
        self._least = least
        self._most = most

    def join(self, schema: Schema) -> None:
        schema.choices.append(self)
        schema.contains.append(self)

    def uses(self) -> Sequence[Schema]:
        return [self._schema]

    def faults(self, value: JsonValue) -> Evaluating[Sequence[SchemaFailure]]:
        """Return the failures if the schema accepts too few or too many items."""
        if type(value) is not list:
            return ()
        if self._schema.small:
            return self._judge(sum(map(self._schema.check, value)))
        count = 0
        for item in value:
            if (yield self._schema, item):
                count += 1
        return self._judge(count)

    def check(self) -> SchemaCheck:
        inner = self._schema.check
        return lambda value: type(value) is not list or not self._judge(sum(map(inner, value)))

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is list else True

    def _judge(self, count: int) -> Sequence[SchemaFailure]:
        failures: list[SchemaFailure] = []
        if self._few is not None and count < self._least:
            failures.append(self._few)
        if self._many is not None and self._most is not None and count > self._most:
            failures.append(self._many)
        return failures

    def matches(self, items: Sequence[JsonValue]) -> Evaluating[bytearray]:
        """Return a byte per item, 1 if the schema accepts it."""
        if self._schema.small:
            return bytearray(map(self._schema.check, items))
        found = bytearray(len(items))
        for i, item in enumerate(items):
            found[i] = yield self._schema, item
        return found


class PropertyNames(Assertion):
    """``propertyNames``."""

    __slots__ = ("failure", "schema")

    def __init__(self, schema: Schema, failure: SchemaFailure) -> None:
        self.schema: Final = schema
        self.failure: Final = failure

    def join(self, schema: Schema) -> None:
        schema.names.append(self)

    def uses(self) -> Sequence[Schema]:
        return [self.schema]

    def check(self) -> SchemaCheck:
        inner = self.schema.check
        return lambda value: type(value) is not dict or all(map(inner, value))

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is dict else True


def _share(schema: Schema | None, closed: SchemaFailure | None) -> Share:
    return ((), closed) if schema is None else ((schema,), None)


class Properties(Assertion, Division[str]):
    """``properties``, ``patternProperties`` and ``additionalProperties``."""

    __slots__ = ("_named", "_others", "_patterns")

    def __init__(
        self,
        named: Mapping[str, Schema] = MappingProxyType({}),
        *,
        patterns: Sequence[tuple[AnyPattern, Schema]] = (),
        additional: Schema | None = None,
        closed: SchemaFailure | None = None,
    ) -> None:
        self._others = _share(additional, closed)
        self._named = named
        self._patterns = patterns

    def join(self, schema: Schema) -> None:
        schema.members.divisions.append(self)

    def uses(self) -> Sequence[Schema]:
        return [*self._named.values(), *[schema for _, schema in self._patterns], *self._others[0]]

    def check(self) -> SchemaCheck:
        named = {name: schema.check for name, schema in self._named.items()}

        def check(value: JsonValue) -> bool:
            if type(value) is dict:
                for name, inner in named.items():
                    if name in value and not inner(value[name]):
                        return False
            return True

        def check_all(value: JsonValue) -> bool:
            for name, member in value.items() if type(value) is dict else ():
                schemas, failure = self.share(name)
                if failure:
                    return False
                for each in schemas:
                    if not each.check(member):
                        return False
            return True

        return check_all if self._patterns or self._others != NO_SHARE else check

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is dict else True

    def knows(self, step: str, /) -> bool:
        if step in self._named or self._others != NO_SHARE:
            return True
        return bool(self._patterns) and any(pattern.search(step) is not None for pattern, _ in self._patterns)

    def share(self, step: str, /) -> Share:
        schemas = [self._named[step]] if step in self._named else []
        for pattern, schema in self._patterns:
            if pattern.search(step) is not None:
                schemas.append(schema)
        return (schemas, None) if schemas else self._others


class Items(Assertion, Division[int]):
    """``prefixItems`` and ``items``."""

    __slots__ = ("_first", "_others")

    def __init__(
        self, prefix: Sequence[Schema] = (), *, rest: Schema | None = None, closed: SchemaFailure | None = None
    ) -> None:
        self._others = _share(rest, closed)
        self._first = prefix

    def join(self, schema: Schema) -> None:
        schema.items.divisions.append(self)

    def uses(self) -> Sequence[Schema]:
        return [*self._first, *self._others[0]]

    def check(self) -> SchemaCheck:
        first = [schema.check for schema in self._first]
        schemas, closed = self._others
        rest = both([schema.check for schema in schemas])

        def check(value: JsonValue) -> bool:
            if type(value) is not list or not value:
                return True
            if closed and len(value) > len(first):
                return False
            for i, inner in enumerate(first[: len(value)]):
                if not inner(value[i]):
                    return False
            return not schemas or all(map(rest, islice(value, len(first), None)))

        return check

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is list else True

    def differing(self) -> int:
        return len(self._first)

    def share(self, step: int, /) -> Share:
        return ((self._first[step],), None) if step < len(self._first) else self._others


class Unevaluated(Assertion, Division[str | int]):
    """``unevaluatedProperties`` or ``unevaluatedItems``."""

    __slots__ = ("_of", "_others")

    def __init__(
        self, of: Literal["object", "array"], *, schema: Schema | None = None, closed: SchemaFailure | None = None
    ) -> None:
        self._of = of
        self._others = _share(schema, closed)

    def join(self, schema: Schema) -> None:
        if self._of == "object":
            schema.members.others = cast("Division[str]", self)
        else:
            schema.items.others = cast("Division[int]", self)

    def share(self, _step: str | int, /) -> Share:
        return self._others
