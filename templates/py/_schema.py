"""Schemas that are kept as they stand because no class says the same, and the keywords that hold further schemas.

Generated modules build them, and `_evaluate` asks them. A keyword that depends on whether a value satisfies other
schemas yields these questions and is sent the answers, so that nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from ._assertions import Assertion, Equals, Failure, IsType, Requires, Test, UniqueItems
from ._patterns import AnyPattern
from ._values import JsonValue

S = TypeVar("S", bound=str | int)
T = TypeVar("T")

Asking: TypeAlias = "Generator[tuple[Schema, JsonValue], bool, T]"
"""Work that asks whether schemas accept values."""
Share: TypeAlias = "tuple[Sequence[Schema], Failure | None]"
"""Which schemas apply to one member or item, and what is wrong with its being there."""

NOTHING: Final[Share] = ((), None)


class Parts(Generic[S]):
    """What a schema says of members, or of items."""

    __slots__ = ("divisions", "others")

    def __init__(self) -> None:
        self.divisions: list[Division[S]] = []
        self.others: Division[S] | None = None
        """What applies to those that count as not evaluated."""


class Schema:
    """What several assertions say together, each listed by the parts that it plays."""

    __slots__ = (
        "appliers",
        "branches",
        "choices",
        "conditions",
        "contains",
        "hiders",
        "items",
        "members",
        "names",
        "required",
        "selects",
        "simple",
        "tests",
        "unique",
    )

    def __init__(self, *assertions: Assertion) -> None:
        self.hiders: list[IsType | Equals | Select] = []
        self.tests: list[Test] = []
        self.unique: list[UniqueItems] = []
        self.required: list[Requires] = []
        self.selects: list[Select] = []
        self.appliers: list[AllOf | Select] = []
        self.conditions: list[If] = []
        self.branches: list[AnyOf] = []
        self.choices: list[Not | Contains] = []
        self.contains: list[Contains] = []
        self.names: list[PropertyNames] = []
        self.members: Parts[str] = Parts()
        self.items: Parts[int] = Parts()
        self.define(*assertions)

    def define(self, *assertions: Assertion) -> None:
        """Add assertions. A schema that leads to itself is there before what it says."""
        for assertion in assertions:
            assertion.join(self)
        self.simple = not self.selects and len(self.hiders) + len(self.tests) == len(assertions)
        """Whether it holds no further schemas."""


class AllOf(Assertion):
    """``allOf``, and ``$ref`` as one of one."""

    __slots__ = ("_schemas",)

    def __init__(self, *schemas: Schema) -> None:
        self._schemas = schemas

    def join(self, schema: Schema) -> None:
        schema.appliers.append(self)

    def applied(self, _value: JsonValue, /) -> Sequence[Schema]:
        """Return the schemas that a value must satisfy as well."""
        return self._schemas


class Nullable(AllOf):
    """A union of one schema and null."""

    __slots__ = ()

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        return () if value is None else self._schemas


class DependentSchema(AllOf):
    """``dependentSchemas`` for one member."""

    __slots__ = ("_trigger",)

    def __init__(self, trigger: str, schema: Schema) -> None:
        super().__init__(schema)
        self._trigger = trigger

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        return self._schemas if type(value) is dict and self._trigger in value else ()


class Select(Assertion):
    """``oneOf`` with ``discriminator``: the string at the tag says which schema applies."""

    __slots__ = ("_cases", "_mismatch", "_missing", "_unknown", "tag")

    def __init__(
        self, tag: str, cases: Mapping[str, Schema], *, mismatch: Failure, missing: Failure, unknown: Failure
    ) -> None:
        self.tag: Final = tag
        self._cases = cases
        self._mismatch = mismatch
        self._missing = missing
        self._unknown = unknown

    def join(self, schema: Schema) -> None:
        schema.hiders.append(self)
        schema.selects.append(self)
        schema.appliers.append(self)

    def fault(self, value: JsonValue) -> Failure | None:
        """Return what is wrong with a value that can have no tag."""
        return None if type(value) is dict else self._mismatch

    def tag_fault(self, value: JsonValue) -> Failure | None:
        """Return what is wrong with the tag of a value that can have one."""
        if type(value) is not dict or self.applied(value):
            return None
        return self._unknown if self.tag in value else self._missing

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        """Return the schema that the tag selects, if any."""
        tag = value.get(self.tag) if type(value) is dict else None
        return [self._cases[tag]] if type(tag) is str and tag in self._cases else ()


class If(Assertion):
    """``if`` with ``then`` and ``else``."""

    __slots__ = ("_condition", "_no", "_yes")

    def __init__(self, condition: Schema, then: Schema | None = None, otherwise: Schema | None = None) -> None:
        self._condition = condition
        self._yes = [then] if then else []
        self._no = [otherwise] if otherwise else []

    def join(self, schema: Schema) -> None:
        schema.conditions.append(self)

    def applied(self, value: JsonValue) -> Asking[Sequence[Schema]]:
        """Return the schemas that a value must satisfy as well."""
        return self._yes if (yield self._condition, value) else self._no

    def seen(self, value: JsonValue) -> Asking[Sequence[Schema]]:
        """Return the schemas that evaluate parts of a value."""
        return [self._condition, *self._yes] if (yield self._condition, value) else self._no


class AnyOf(Assertion):
    """``anyOf``."""

    __slots__ = ("_failure", "_schemas")

    def __init__(self, schemas: Sequence[Schema], failure: Failure) -> None:
        self._schemas = schemas
        self._failure = failure

    def join(self, schema: Schema) -> None:
        schema.branches.append(self)

    def fault(self, value: JsonValue) -> Asking[Failure | None]:
        """Return what is wrong if too few or too many branches accept a value."""
        for schema in self._schemas:
            if (yield schema, value):
                return None
        return self._failure

    def seen(self, value: JsonValue) -> Asking[Sequence[Schema]]:
        """Return the schemas that evaluate parts of a value."""
        accepting: list[Schema] = []
        for schema in self._schemas:
            accepting += [schema] if (yield schema, value) else ()
        return accepting


class ExactlyOne(AnyOf):
    """``oneOf``."""

    __slots__ = ()

    def fault(self, value: JsonValue) -> Asking[Failure | None]:
        return None if (yield from self.seen(value)) else self._failure

    def seen(self, value: JsonValue) -> Asking[Sequence[Schema]]:
        accepting: list[Schema] = []
        for schema in self._schemas:
            accepting += [schema] if (yield schema, value) else ()
            if len(accepting) > 1:
                return ()
        return accepting


class Not(Assertion):
    """``not``."""

    __slots__ = ("_failure", "_schema")

    def __init__(self, schema: Schema, failure: Failure) -> None:
        self._schema = schema
        self._failure = failure

    def join(self, schema: Schema) -> None:
        schema.choices.append(self)

    def faults(self, value: JsonValue) -> Asking[Sequence[Failure]]:
        """Return what is wrong with a value that the schema accepts."""
        return [self._failure] if (yield self._schema, value) else ()


class Contains(Assertion):
    """``contains`` with ``minContains`` and ``maxContains``."""

    __slots__ = ("_few", "_least", "_many", "_most", "_schema")

    def __init__(
        self,
        schema: Schema,
        *,
        least: int = 1,
        few: Failure | None = None,
        most: int | None = None,
        many: Failure | None = None,
    ) -> None:
        self._schema = schema
        self._few = few
        self._many = many
        self._least = least
        self._most = most

    def join(self, schema: Schema) -> None:
        schema.choices.append(self)
        schema.contains.append(self)

    def faults(self, value: JsonValue) -> Asking[Sequence[Failure]]:
        """Return what is wrong if the schema accepts too few or too many items."""
        if type(value) is not list:
            return ()
        count = 0
        for item in value:
            if (yield self._schema, item):
                count += 1
        failures: list[Failure] = []
        if self._few is not None and count < self._least:
            failures.append(self._few)
        if self._many is not None and self._most is not None and count > self._most:
            failures.append(self._many)
        return failures

    def matches(self, items: Sequence[JsonValue]) -> Asking[set[int]]:
        """Return which items the schema accepts."""
        found: set[int] = set()
        for i, item in enumerate(items):
            if (yield self._schema, item):
                found.add(i)
        return found


class PropertyNames(Assertion):
    """``propertyNames``."""

    __slots__ = ("failure", "schema")

    def __init__(self, schema: Schema, failure: Failure) -> None:
        self.schema: Final = schema
        self.failure: Final = failure

    def join(self, schema: Schema) -> None:
        schema.names.append(self)


class Division(Generic[S]):
    """Says what applies to each member or item."""

    __slots__ = ()

    def share(self, _step: S, /) -> Share:
        """Return what applies to one."""
        raise NotImplementedError

    def knows(self, step: S, /) -> bool:
        """Tell whether anything does."""
        return self.share(step) != NOTHING


def _share(schema: Schema | None, closed: Failure | None) -> Share:
    return ((), closed) if schema is None else ((schema,), None)


class Properties(Assertion, Division[str]):
    """``properties``, ``patternProperties`` and ``additionalProperties``."""

    __slots__ = ("_named", "_others", "_patterns")

    def __init__(
        self,
        named: Mapping[str, Schema],
        *,
        patterns: Sequence[tuple[AnyPattern, Schema]] = (),
        others: Schema | None = None,
        closed: Failure | None = None,
    ) -> None:
        self._others = _share(others, closed)
        self._named = named
        self._patterns = patterns

    def join(self, schema: Schema) -> None:
        schema.members.divisions.append(self)

    def share(self, step: str, /) -> Share:
        schemas = [self._named[step]] if step in self._named else []
        for pattern, schema in self._patterns:
            if pattern.search(step) is not None:
                schemas.append(schema)
        return (schemas, None) if schemas else self._others


class ItemSchemas(Assertion, Division[int]):
    """``prefixItems`` and ``items``."""

    __slots__ = ("_first", "_others")

    def __init__(
        self, first: Sequence[Schema] = (), *, others: Schema | None = None, closed: Failure | None = None
    ) -> None:
        self._others = _share(others, closed)
        self._first = first

    def join(self, schema: Schema) -> None:
        schema.items.divisions.append(self)

    def share(self, step: int, /) -> Share:
        return ((self._first[step],), None) if step < len(self._first) else self._others


class UnevaluatedProperties(Assertion, Division[str]):
    """``unevaluatedProperties``."""

    __slots__ = ("_others",)

    def __init__(self, *, others: Schema | None = None, closed: Failure | None = None) -> None:
        self._others = _share(others, closed)

    def join(self, schema: Schema) -> None:
        schema.members.others = self

    def share(self, _step: str, /) -> Share:
        return self._others


class UnevaluatedItems(Assertion, Division[int]):
    """``unevaluatedItems``."""

    __slots__ = ("_others",)

    def __init__(self, *, others: Schema | None = None, closed: Failure | None = None) -> None:
        self._others = _share(others, closed)

    def join(self, schema: Schema) -> None:
        schema.items.others = self

    def share(self, _step: int, /) -> Share:
        return self._others
