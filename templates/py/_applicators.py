"""Keywords that apply subschemas to the same value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ._schema import Assertion, Evaluating, Schema, SchemaCheck, SchemaFailure, both
from ._values import JsonValue, integer_tag


class AllOf(Assertion):
    """``allOf``, or ``$ref`` with a single schema."""

    __slots__ = ("_schemas",)

    def __init__(self, schemas: Sequence[Schema]) -> None:
        self._schemas = schemas

    def join(self, schema: Schema) -> None:
        schema.appliers.append(self)

    def uses(self) -> Sequence[Schema]:
        return self._schemas

    def check(self) -> SchemaCheck:
        return both([schema.check for schema in self._schemas])

    def of_class(self, kind: type, /) -> bool | None:
        answers = {schema.of_class(kind) for schema in self._schemas}
        return False if False in answers else None if None in answers else True

    def applied(self, _value: JsonValue, /) -> Sequence[Schema]:
        """Return the schemas that apply to the value as well."""
        return self._schemas


class OrNull(AllOf):
    """A union of one schema and null."""

    __slots__ = ()

    def __init__(self, schema: Schema) -> None:
        super().__init__([schema])

    def check(self) -> SchemaCheck:
        inner = super().check()
        return lambda value: value is None or inner(value)

    def of_class(self, kind: type, /) -> bool | None:
        return kind is type(None) or super().of_class(kind)

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        return () if value is None else self._schemas


class DependentSchema(AllOf):
    """``dependentSchemas`` for one member."""

    __slots__ = ("_trigger",)

    def __init__(self, trigger: str, schema: Schema) -> None:
        super().__init__([schema])
        self._trigger = trigger

    def check(self) -> SchemaCheck:
        inner, trigger = super().check(), self._trigger
        return lambda value: type(value) is not dict or trigger not in value or inner(value)

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is dict else True

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        return self._schemas if type(value) is dict and self._trigger in value else ()


class Select(Assertion):
    """``oneOf`` with ``discriminator``: the string, boolean or integer at the tag selects the schema."""

    __slots__ = ("_cases", "_kind", "_mismatch", "_missing", "_other", "_refused", "_unknown", "tag")

    def __init__(
        self,
        tag: str,
        cases: Mapping[str, Schema],
        *,
        boolean: bool = False,
        integer: bool = False,
        other: Schema | None = None,
        refused: Sequence[str] = (),
        mismatch: SchemaFailure,
        missing_tag: SchemaFailure,
        unknown_tag: SchemaFailure,
    ) -> None:
        self.tag: Final = tag
        self._kind: Final[type] = bool if boolean else int if integer else str
        # Looked up with any value at the tag, once its class has been checked.
        self._cases: Mapping[object, Schema] = {
            name == "true" if boolean else int(name) if integer else name: schema for name, schema in cases.items()
        }
        self._other = other
        """The schema for strings or integers that are neither in the cases nor in ``_refused``."""
        self._refused: Sequence[object] = [int(name) for name in refused] if integer else refused
        self._mismatch = mismatch
        self._missing = missing_tag
        self._unknown = unknown_tag

    def join(self, schema: Schema) -> None:
        schema.hiders.append(self)
        schema.selects.append(self)
        schema.appliers.append(self)

    def uses(self) -> Sequence[Schema]:
        return [*self._cases.values(), *([self._other] if self._other else [])]

    def check(self) -> SchemaCheck:
        cases, tag, kind = {name: schema.check for name, schema in self._cases.items()}, self.tag, self._kind
        refused, other = self._refused, self._other.check if self._other else None

        def check(value: JsonValue) -> bool:
            name = value.get(tag) if type(value) is dict else None
            if kind is int:
                name = integer_tag(name)
            if type(name) is not kind:
                return False
            if name in cases:
                return cases[name](value)
            return other is not None and name not in refused and other(value)

        return check

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is dict else False

    def has_tag(self, value: JsonValue, /) -> bool:
        """Return whether the tag of a value selects a schema."""
        return bool(self.applied(value))

    def fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure for a value that cannot have a tag, if any."""
        return None if type(value) is dict else self._mismatch

    def tag_fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure for the tag of an object, if any."""
        if type(value) is not dict or self.applied(value):
            return None
        return self._unknown if self.tag in value else self._missing

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        """Return the schema that the tag selects, if any."""
        tag = value.get(self.tag) if type(value) is dict else None
        if self._kind is int:
            tag = integer_tag(tag)
        if type(tag) is not self._kind:
            return ()
        if tag in self._cases:
            return [self._cases[tag]]
        return [self._other] if self._other and tag not in self._refused else ()


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

    def check(self) -> SchemaCheck:
        condition, yes, no = (
            self._condition.check,
            both([s.check for s in self._yes]),
            both([s.check for s in self._no]),
        )
        return lambda value: yes(value) if condition(value) else no(value)

    def of_class(self, kind: type, /) -> bool | None:
        chosen = {True: self._yes, False: self._no, None: [*self._yes, *self._no]}[self._condition.of_class(kind)]
        answers = {schema.of_class(kind) for schema in chosen} | {True}
        return answers.pop() if len(answers) == 1 else None

    def applied(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas that apply to the value as well."""
        return self._yes if (yield self._condition, value) else self._no

    def seen(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas whose evaluated parts count for the value."""
        return [self._condition, *self._yes] if (yield self._condition, value) else self._no


class AnyOf(Assertion):
    """``anyOf``."""

    __slots__ = ("_failure", "_schemas")

    def __init__(self, schemas: Sequence[Schema], failure: SchemaFailure) -> None:
        self._schemas = schemas
        self._failure = failure

    def join(self, schema: Schema) -> None:
        schema.branches.append(self)

    def uses(self) -> Sequence[Schema]:
        return self._schemas

    def fault(self, value: JsonValue) -> Evaluating[SchemaFailure | None]:
        """Return the failure if too few or too many branches accept a value."""
        for schema in self._schemas:
            if (yield schema, value):
                return None
        return self._failure

    def check(self) -> SchemaCheck:
        checks = [schema.check for schema in self._schemas]

        def check(value: JsonValue) -> bool:
            for each in checks:
                if each(value):
                    break
            else:
                return False
            return True

        return check

    def of_class(self, kind: type, /) -> bool | None:
        answers = {schema.of_class(kind) for schema in self._schemas}
        return True if True in answers else None if None in answers else False

    def seen(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas whose evaluated parts count for the value."""
        accepting: list[Schema] = []
        for schema in self._schemas:
            accepting += [schema] if (yield schema, value) else ()
        return accepting


class ExactlyOne(AnyOf):
    """``oneOf``."""

    __slots__ = ()

    def fault(self, value: JsonValue) -> Evaluating[SchemaFailure | None]:
        return None if (yield from self.seen(value)) else self._failure

    def check(self) -> SchemaCheck:
        checks = [schema.check for schema in self._schemas]

        def check(value: JsonValue) -> bool:
            found = False
            for each in checks:
                if each(value):
                    if found:
                        return False
                    found = True
            return found

        return check

    def of_class(self, kind: type, /) -> bool | None:
        answers = [schema.of_class(kind) for schema in self._schemas]
        return None if None in answers else answers.count(True) == 1

    def seen(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        accepting: list[Schema] = []
        for schema in self._schemas:
            accepting += [schema] if (yield schema, value) else ()
            if len(accepting) > 1:
                return ()
        return accepting


class Not(Assertion):
    """``not``."""

    __slots__ = ("_failure", "_schema")

    def __init__(self, schema: Schema, failure: SchemaFailure) -> None:
        self._schema = schema
        self._failure = failure

    def join(self, schema: Schema) -> None:
        schema.choices.append(self)

    def uses(self) -> Sequence[Schema]:
        return [self._schema]

    def faults(self, value: JsonValue) -> Evaluating[Sequence[SchemaFailure]]:
        """Return the failure for a value that the schema accepts."""
        return [self._failure] if (yield self._schema, value) else ()

    def check(self) -> SchemaCheck:
        inner = self._schema.check
        return lambda value: not inner(value)

    def of_class(self, kind: type, /) -> bool | None:
        answer = self._schema.of_class(kind)
        return None if answer is None else not answer
