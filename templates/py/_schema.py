"""Schemas that are kept as they stand because no class says the same, and the keywords that hold further schemas.

Generated modules build them, and `_evaluate` asks them. A keyword that depends on whether a value satisfies other
schemas yields these questions and is sent the answers, so that nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from ._assertions import Assertion, Equals, Failure, IsType, Requires, Test, UniqueItems
from ._parts import Contains, Division, PropertyNames
from ._values import JsonValue

S = TypeVar("S", bound=str | int)
T = TypeVar("T")

Asking: TypeAlias = "Generator[tuple[Schema, JsonValue], bool, T]"
"""Work that asks whether schemas accept values."""
Ask: TypeAlias = "Callable[[Schema, JsonValue], bool]"
"""Answers at once whether a schema accepts a value."""


class Parts(Generic[S]):
    """What a schema says of members, or of items."""

    __slots__ = ("divisions", "others")

    def __init__(self) -> None:
        self.divisions: list[Division[S]] = []
        self.others: Division[S] | None = None
        """What applies to those that count as not evaluated."""


_MOST: Final = 64


class Schema:
    """What several assertions say together, each listed by the parts that it plays."""

    __slots__ = (
        "_size",
        "appliers",
        "assertions",
        "branches",
        "choices",
        "conditions",
        "contains",
        "faults",
        "hiders",
        "holds",
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
        self.assertions: list[Assertion] = []
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
        self.faults: tuple[Callable[[JsonValue], object], ...] = ()
        """True of a value that breaks what takes no answers of other schemas."""
        self.holds: tuple[Callable[[JsonValue], bool], ...] = ()
        """Not true of such a value, likewise."""
        self.define(*assertions)

    def define(self, *assertions: Assertion) -> None:
        """Add assertions. A schema that leads to itself is there before what it says."""
        self.assertions += assertions
        for assertion in assertions:
            assertion.join(self)
        self.simple = not self.selects and len(self.hiders) + len(self.tests) == len(assertions)
        """Whether it holds no further schemas."""
        self.faults = (
            *[hider.fault for hider in self.hiders],
            *[requires.missing for requires in self.required],
            *[select.tag_fault for select in self.selects],
        )
        self.holds = tuple([test.holds for test in self.tests])
        self._size = 0

    @property
    def small(self) -> bool:
        """Whether it holds few enough schemas to be asked anew wherever it stands, none of which leads back to it."""
        return 0 < (self._size or self._measure()) <= _MOST

    def _measure(self) -> int:
        self._size = _MOST + 1  # if it leads back to itself
        size = 1
        if self.members.others or self.items.others:
            size = _MOST + 1
        for assertion in self.assertions:
            for used in assertion.uses():
                if size <= _MOST:
                    size += used._size or used._measure()
        self._size = size
        return size

    def fits(self, value: JsonValue) -> bool:
        """Tell whether a value satisfies a schema that is simple."""
        for fault in self.faults:
            if fault(value):
                return False
        for holds in self.holds:
            if not holds(value):
                break
        else:
            return True
        return False

    def misfits(self, values: Iterable[JsonValue]) -> Iterator[int]:
        """Go through the indexes of values that do not satisfy a schema that is simple."""
        if not self.tests and len(self.hiders) == 1:
            # The type alone decides about most values, without a call.
            hider = self.hiders[0]
            good: set[type] = set()
            for i, value in enumerate(values):
                if type(value) not in good:
                    if hider.fault(value):
                        yield i
                    elif isinstance(hider, IsType) and hider.takes({type(value)}):
                        good.add(type(value))
        else:
            for i, value in enumerate(values):
                if not self.fits(value):
                    yield i

    def all_fit(self, values: Callable[[], Iterable[JsonValue]]) -> bool:
        """Tell whether values satisfy a schema that is simple."""
        for hider in self.hiders:
            # Mostly a look at the classes that there are is enough.
            answer = hider.takes(set(map(type, values()))) if isinstance(hider, IsType) else None
            if answer is False or (answer is None and any(map(hider.fault, values()))):
                return False
        return all(all(map(holds, values())) for holds in self.holds)


class AllOf(Assertion):
    """``allOf``, and ``$ref`` as one of one."""

    __slots__ = ("_schemas",)

    def __init__(self, *schemas: Schema) -> None:
        self._schemas = schemas

    def join(self, schema: Schema) -> None:
        schema.appliers.append(self)

    def uses(self) -> Sequence[Schema]:
        return self._schemas

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

    def uses(self) -> Sequence[Schema]:
        return [*self._cases.values()]

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

    def uses(self) -> Sequence[Schema]:
        return [self._condition, *self._yes, *self._no]

    def applied(self, value: JsonValue) -> Asking[Sequence[Schema]]:
        """Return the schemas that a value must satisfy as well."""
        return self._yes if (yield self._condition, value) else self._no

    def chosen(self, value: JsonValue, ask: Ask) -> Sequence[Schema]:
        """Do the same without waiting for the answer."""
        return self._yes if ask(self._condition, value) else self._no

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

    def uses(self) -> Sequence[Schema]:
        return self._schemas

    def fault(self, value: JsonValue) -> Asking[Failure | None]:
        """Return what is wrong if too few or too many branches accept a value."""
        for schema in self._schemas:
            if (yield schema, value):
                return None
        return self._failure

    def passes(self, value: JsonValue, ask: Ask) -> bool:
        """Tell whether neither too few nor too many branches accept a value."""
        for schema in self._schemas:
            if ask(schema, value):
                break
        else:
            return False
        return True

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

    def passes(self, value: JsonValue, ask: Ask) -> bool:
        count = 0
        for schema in self._schemas:
            count += ask(schema, value)
        return count == 1

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

    def uses(self) -> Sequence[Schema]:
        return [self._schema]

    def faults(self, value: JsonValue) -> Asking[Sequence[Failure]]:
        """Return what is wrong with a value that the schema accepts."""
        return [self._failure] if (yield self._schema, value) else ()

    def passes(self, value: JsonValue, ask: Ask) -> bool:
        """Tell whether the schema does not accept a value."""
        return not ask(self._schema, value)
