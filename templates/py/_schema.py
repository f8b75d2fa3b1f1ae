"""Schemas as data, for constraints that generated classes do not express, and the parts of a schema as its lists see them.

The keywords are in ``_assertions``, ``_parts`` and ``_applicators``. Generated modules build them; `_evaluate` evaluates
them. A keyword that depends on subschemas is a generator: it yields pairs of schema and value and is sent the results,
so that nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from ._values import JsonValue

S = TypeVar("S", bound=str | int)
T = TypeVar("T")

SchemaFailure: TypeAlias = tuple[str, str]
"""The rule that failed, and the message."""
SchemaCheck: TypeAlias = "Callable[[JsonValue], bool]"
"""Returns whether a value satisfies a keyword."""
Evaluating: TypeAlias = "Generator[tuple[Schema, JsonValue], bool, T]"
"""A generator that yields schemas with values, and receives whether the schema accepts the value."""
Share: TypeAlias = "tuple[Sequence[Schema], SchemaFailure | None]"
"""The schemas that apply to a member or item, and the failure of its presence, if any."""

NO_SHARE: Final[Share] = ((), None)


class Assertion:
    """A keyword, or several that are evaluated together."""

    __slots__ = ()

    def join(self, schema: Schema) -> None:
        """Add this assertion to the lists of a schema."""
        raise NotImplementedError

    def uses(self) -> Sequence[Schema]:
        """Return the schemas that it evaluates or applies."""
        return ()

    def check(self) -> SchemaCheck:
        """Return a predicate for the assertion. None of the schemas that it uses may refer back to it."""
        raise NotImplementedError

    def of_class(self, _kind: type, /) -> bool | None:
        """Return True if all values of a class pass, False if none does, None if that depends on the value."""
        return None


def both(checks: Sequence[SchemaCheck]) -> SchemaCheck:
    """Combine predicates into one."""
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        first, second = checks
        return lambda value: first(value) and second(value)

    def check(value: JsonValue) -> bool:
        for each in checks:
            if not each(value):
                break
        else:
            return True
        return False

    return check


class Division(Generic[S]):
    """Assigns schemas to each member or item."""

    __slots__ = ()

    def share(self, _step: S, /) -> Share:
        """Return the schemas and the failure for a member or item."""
        raise NotImplementedError

    def knows(self, step: S, /) -> bool:
        """Return whether it evaluates a member or item."""
        return self.share(step) != NO_SHARE

    def differing(self) -> int:
        """Return the index from which on it treats all items alike."""
        return 0


class PartsOf(Generic[S]):
    """The keywords of a schema about members, or about items."""

    __slots__ = ("divisions", "others")

    def __init__(self) -> None:
        self.divisions: list[Division[S]] = []
        self.others: Division[S] | None = None
        """Applies to those that are unevaluated."""


class Hider(Protocol):
    """A keyword whose failure hides others at and below a place."""

    def check(self) -> SchemaCheck: ...

    def fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure of a value, if any."""
        ...


class TagSelection(Hider, Protocol):
    """``oneOf`` with ``discriminator``."""

    @property
    def tag(self) -> str: ...

    def has_tag(self, value: JsonValue, /) -> bool:
        """Return whether the tag of a value selects a schema."""
        ...

    def tag_fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure for the tag of an object, if any."""
        ...


class ValueTest(Protocol):
    """A keyword about a single value."""

    @property
    def failure(self) -> SchemaFailure: ...

    def holds(self, value: JsonValue, /) -> bool:
        """Return whether a value passes."""
        ...


class Uniqueness(Protocol):
    """``uniqueItems``."""

    @property
    def failure(self) -> SchemaFailure: ...


class RequiredNames(Protocol):
    """``required`` or ``dependentRequired``."""

    @property
    def failure(self) -> SchemaFailure: ...

    def check(self) -> SchemaCheck: ...

    def missing(self, value: JsonValue) -> list[str]:
        """Return the names of the missing members."""
        ...


class NameTest(Protocol):
    """``propertyNames``."""

    @property
    def schema(self) -> Schema: ...

    @property
    def failure(self) -> SchemaFailure: ...


class Applier(Protocol):
    """A keyword that applies schemas to the same value."""

    def applied(self, value: JsonValue, /) -> Sequence[Schema]:
        """Return the schemas that apply to the value as well."""
        ...


class Condition(Protocol):
    """``if``."""

    def applied(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas that apply to the value as well."""
        ...

    def seen(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas whose evaluated parts count for the value."""
        ...


class Branches(Protocol):
    """``anyOf`` or ``oneOf``."""

    def fault(self, value: JsonValue) -> Evaluating[SchemaFailure | None]:
        """Return the failure if too few or too many branches accept a value."""
        ...

    def seen(self, value: JsonValue) -> Evaluating[Sequence[Schema]]:
        """Return the schemas whose evaluated parts count for the value."""
        ...


class Choice(Protocol):
    """``not`` or ``contains``."""

    def faults(self, value: JsonValue) -> Evaluating[Sequence[SchemaFailure]]:
        """Return the failures of a value."""
        ...


class Containment(Protocol):
    """``contains``."""

    def matches(self, items: Sequence[JsonValue]) -> Evaluating[bytearray]:
        """Return a byte per item, 1 if the schema accepts it."""
        ...


_MOST_TREES: Final = 64
_OF_UNIQUE: Final = 16
"""The weight of ``uniqueItems`` in the size of a schema: it compares whole items, so only few may nest."""


class Schema:
    """Assertions that a value must satisfy, listed by how they are evaluated."""

    def __init__(self, *assertions: Assertion) -> None:
        self.assertions: list[Assertion] = []
        self.hiders: list[Hider] = []
        self.tests: list[ValueTest] = []
        self.unique: list[Uniqueness] = []
        self.required: list[RequiredNames] = []
        self.selects: list[TagSelection] = []
        self.appliers: list[Applier] = []
        self.conditions: list[Condition] = []
        self.branches: list[Branches] = []
        self.choices: list[Choice] = []
        self.contains: list[Containment] = []
        self.names: list[NameTest] = []
        self.members: PartsOf[str] = PartsOf()
        self.items: PartsOf[int] = PartsOf()
        self.checks: tuple[SchemaCheck, ...] = ()
        """The assertions that do not depend on other schemas."""
        self.define(*assertions)

    def define(self, *assertions: Assertion) -> None:
        """Add assertions. A recursive schema is created before they are."""
        self.assertions += assertions
        for assertion in assertions:
            assertion.join(self)
        self.checks = (
            *[hider.check() for hider in self.hiders if hider not in self.selects],
            *[select.has_tag for select in self.selects],
            *[requires.check() for requires in self.required],
            *[test.holds for test in self.tests],
        )
        self._size = 0

    @cached_property
    def small(self) -> bool:
        """Whether it contains few enough schemas to be evaluated without a cache, and none that refers back to it."""
        return 0 < (self._size or self._measure()) <= _MOST_TREES

    def _measure(self) -> int:
        self._size = _MOST_TREES + 1  # while measuring, for schemas that refer back to it
        size = 1 + _OF_UNIQUE * len(self.unique)
        if self.members.others or self.items.others:
            size = _MOST_TREES + 1
        for assertion in self.assertions:
            for used in assertion.uses():
                if size <= _MOST_TREES:
                    size += used._size or used._measure()
        self._size = size
        return size

    @cached_property
    def check(self) -> SchemaCheck:
        """A predicate for a small schema."""
        return both([assertion.check() for assertion in self.assertions])

    def of_class(self, kind: type) -> bool | None:
        """For a small schema, return True if it accepts all values of a class, False if none, None if it depends."""
        answers = {assertion.of_class(kind) for assertion in self.assertions}
        return False if False in answers else None if None in answers else True

    def misfits(self, values: Callable[[], Iterable[JsonValue]]) -> Iterator[int]:
        """Yield the indexes of the values that do not satisfy a small schema."""
        # The classes of the values decide most cases without a look at each value.
        answers = {kind: self.of_class(kind) for kind in set(map(type, values()))}
        if all(answers.values()):
            return
        check = self.check
        for i, value in enumerate(values()):
            answer = answers[type(value)]
            if answer is False or (answer is None and not check(value)):
                yield i
