"""Keywords of JSON Schema whose result depends on the value alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from ._schema import Assertion, Schema, SchemaCheck, SchemaFailure
from ._values import MAX_SAFE, WIDTHS, JsonValue, Width, whole

if TYPE_CHECKING:
    from ._patterns import AnyPattern

Operator: TypeAlias = Callable[[float, float], bool]
"""Compares a measure with a limit."""
JsonType: TypeAlias = Literal["null", "boolean", "object", "array", "number", "integer", "string"]

_CLASSES: Final[dict[JsonType, tuple[type, ...]]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "number": (int, float),
    "integer": (int,),
    "string": (str,),
}


class OfType(Assertion):
    """``type``. Integers outside the safe range have a failure of their own if only safe ones are allowed."""

    __slots__ = ("_classes", "_failure", "_limits", "_range")

    def __init__(
        self,
        types: Sequence[JsonType],
        failure: SchemaFailure,
        integers: SchemaFailure | None = None,
        width: Width | None = None,
    ) -> None:
        self._classes = frozenset([kind for name in types for kind in _CLASSES[name]])
        self._failure = failure
        self._range = integers
        self._limits = WIDTHS[width] if width else (-MAX_SAFE, MAX_SAFE)
        if width:
            self._classes -= {int}

    def join(self, schema: Schema) -> None:
        schema.hiders.append(self)

    def check(self) -> SchemaCheck:
        if self._range is None:
            classes = self._classes
            return lambda value: type(value) in classes
        return lambda value: self.fault(value) is None

    def of_class(self, kind: type, /) -> bool | None:
        if kind in self._classes:
            return True
        return None if (kind is float or kind is int) and self._range is not None else False

    def fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure for the type of a value, if any."""
        if type(value) in self._classes:
            return None
        number = whole(value)
        if self._range is None or number is None:
            return self._failure
        return None if self._limits[0] <= number <= self._limits[1] else self._range


class Equals(Assertion):
    """``const`` or ``enum``."""

    __slots__ = ("_booleans", "_containers", "_failure", "_scalars")

    def __init__(self, values: Sequence[JsonValue], failure: SchemaFailure) -> None:
        self._containers = [value for value in values if _is_container(value)]
        # True == 1 in Python.
        self._booleans = frozenset([value for value in values if type(value) is bool])
        self._scalars = frozenset([value for value in values if not _is_container(value) and type(value) is not bool])
        self._failure = failure

    def join(self, schema: Schema) -> None:
        schema.hiders.append(self)

    def check(self) -> SchemaCheck:
        scalars = self._scalars
        if self._containers or self._booleans or not all(type(wanted) is str for wanted in scalars):
            return lambda value: self.fault(value) is None
        return lambda value: type(value) is str and value in scalars

    def fault(self, value: JsonValue) -> SchemaFailure | None:
        """Return the failure for a value that is not among the allowed ones, if any."""
        if type(value) is list or type(value) is dict:
            found = any(_same(value, wanted) for wanted in self._containers)
        else:
            found = value in (self._booleans if type(value) is bool else self._scalars)
        return None if found else self._failure


def _is_container(value: JsonValue) -> bool:
    return type(value) is list or type(value) is dict


def _scalar(value: JsonValue) -> tuple[bool, JsonValue]:
    """Return a key that is equal for equal scalars only; True == 1 in Python."""
    return type(value) is bool, value


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Compare two values as JSON Schema defines equality, in time proportional to the smaller one."""
    if type(one) is dict:
        if type(other) is not dict or len(one) != len(other):
            return False
        return all(name in other and _same(value, other[name]) for name, value in one.items())
    if type(one) is list:
        if type(other) is not list or len(one) != len(other):
            return False
        return all(_same(value, other[i]) for i, value in enumerate(one))
    return not _is_container(other) and _scalar(one) == _scalar(other)


class Test(Assertion):
    """An assertion on a single value. Values of other JSON types than the keyword's pass."""

    __slots__ = ("failure",)
    kinds: frozenset[type] = frozenset()
    """The Python classes of the values that it checks."""

    def __init__(self, failure: SchemaFailure) -> None:
        self.failure: Final = failure

    def join(self, schema: Schema) -> None:
        schema.tests.append(self)

    def check(self) -> SchemaCheck:
        return self.holds

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind in self.kinds else True

    def holds(self, value: JsonValue, /) -> bool:
        """Return whether a value passes."""
        raise NotImplementedError


class Never(Test):
    """The schema ``false``."""

    __slots__ = ()

    def of_class(self, _kind: type, /) -> bool | None:
        return False

    def holds(self, _value: JsonValue, /) -> bool:
        return False


class Bound(Test):
    """``minimum``, ``maximum`` and their exclusive variants. The operator is ``ge``, ``le``, ``gt`` or ``lt``."""

    __slots__ = ("_limit", "_operator")
    kinds = frozenset({int, float})

    def __init__(self, op: Operator, limit: float, failure: SchemaFailure, digits: str = "") -> None:
        super().__init__(failure)
        self._operator = op
        # Python compares an integer of 64 bits with either one exactly.
        self._limit = int(digits) if digits else limit

    def holds(self, value: JsonValue, /) -> bool:
        return (type(value) is not int and type(value) is not float) or self._operator(value, self._limit)


_length: Final = cast("Callable[[JsonValue], int]", len)


class Size(Test):
    """Compares the number of code points of a string, items of an array or members of an object with a limit."""

    __slots__ = ("_kind", "_limit", "_operator", "kinds")

    def __init__(
        self, of: Literal["string", "array", "object"], op: Operator, limit: int, failure: SchemaFailure
    ) -> None:
        super().__init__(failure)
        self.kinds = frozenset(_CLASSES[of])
        self._kind: type = _CLASSES[of][0]
        self._operator = op
        self._limit = limit

    def holds(self, value: JsonValue, /) -> bool:
        return type(value) is not self._kind or self._operator(_length(value), self._limit)


class Matches(Test):
    """``pattern``."""

    __slots__ = ("_pattern",)
    kinds = frozenset({str})

    def __init__(self, test: AnyPattern, failure: SchemaFailure) -> None:
        super().__init__(failure)
        self._pattern = test

    def holds(self, value: JsonValue, /) -> bool:
        return type(value) is not str or self._pattern.search(value) is not None


class Format(Test):
    """``format``."""

    __slots__ = ("_test",)
    kinds = frozenset({str})

    def __init__(self, test: Callable[[str], bool], failure: SchemaFailure) -> None:
        super().__init__(failure)
        self._test = test

    def holds(self, value: JsonValue, /) -> bool:
        return type(value) is not str or self._test(value)


class MultipleOf(Test):
    """``multipleOf``, exact on the shortest decimal representations of both numbers."""

    __slots__ = ("_digits", "_power", "_whole")
    kinds = frozenset({int, float})

    def __init__(self, divisor: float, failure: SchemaFailure, digits: str = "") -> None:
        super().__init__(failure)
        self._digits, self._power = _decimal(divisor)
        self._whole = int(digits) if digits else 0

    def holds(self, value: JsonValue, /) -> bool:
        if self._whole and type(value) is int:
            return value % self._whole == 0
        if type(value) is not int and type(value) is not float:
            return True
        digits, power = _decimal(value)
        if power >= self._power:
            return digits * pow(10, power - self._power, self._digits) % self._digits == 0
        divisor: int = self._digits * 10 ** (self._power - power)
        return digits % divisor == 0


def _decimal(number: float) -> tuple[int, int]:
    """Return a number as an integer and a power of ten, from its shortest decimal representation."""
    mantissa, _, power = repr(number).partition("e")
    integer, _, fraction = mantissa.partition(".")
    return int(integer + fraction), int(power or "0") - len(fraction)


class UniqueItems(Assertion):
    """``uniqueItems``."""

    __slots__ = ("failure",)

    def __init__(self, failure: SchemaFailure) -> None:
        self.failure: Final = failure

    def join(self, schema: Schema) -> None:
        schema.unique.append(self)

    def check(self) -> SchemaCheck:
        return lambda value: NumberLimits().differ(value)

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is list else True


_TRUTHS: Final = {True: object(), False: object()}
"""Stand-ins for booleans among other scalars, since True == 1 in Python."""
_SCALARS: Final = frozenset({type(None), int, float, str})


class NumberLimits:
    """Compares items by JSON Schema's equality.

    Each nested array or object gets a number, the same for equal ones, so that each part is visited at most twice,
    however deep arrays with unique items nest.
    """

    __slots__ = ("_names", "_of_key", "_of_part")

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._of_key: dict[object, tuple[int]] = {}
        self._of_part: dict[int, tuple[int]] = {}

    def differ(self, value: JsonValue) -> bool:
        """Return whether no two items of an array are equal. Other values pass."""
        if type(value) is not list:
            return True
        if set(map(type, value)) <= _SCALARS:
            return len(set(cast("list[str]", value))) == len(value)
        return len({self._key(item) for item in value}) == len(value)

    def _key(self, value: JsonValue) -> object:
        """Return a key that is equal for equal values only."""
        if type(value) is dict:
            names = tuple(sorted(value))
            return (self._names.setdefault(names, names), *[self._part(value[name]) for name in names])
        if type(value) is list:
            return (None, *[self._part(item) for item in value])
        return _TRUTHS[value] if type(value) is bool else value

    def _part(self, value: JsonValue) -> object:
        if type(value) is not dict and type(value) is not list:
            return self._key(value)
        number = self._of_part.get(id(value))
        if number is None:
            number = self._of_key.setdefault(self._key(value), (len(self._of_key),))
            self._of_part[id(value)] = number
        return number


class Requires(Assertion):
    """``required``."""

    __slots__ = ("_names", "failure")

    def __init__(self, members: Sequence[str], failure: SchemaFailure) -> None:
        self._names = members
        self.failure: Final = failure

    def join(self, schema: Schema) -> None:
        schema.required.append(self)

    def check(self) -> SchemaCheck:
        return lambda value: not self.missing(value)

    def of_class(self, kind: type, /) -> bool | None:
        return None if kind is dict else True

    def missing(self, value: JsonValue) -> list[str]:
        """Return the names of the missing members."""
        return [name for name in self._names if name not in value] if type(value) is dict else []


class DependentRequired(Requires):
    """``dependentRequired`` for one member."""

    __slots__ = ("_trigger",)

    def __init__(self, trigger: str, members: Sequence[str], failure: SchemaFailure) -> None:
        super().__init__(members, failure)
        self._trigger = trigger

    def missing(self, value: JsonValue) -> list[str]:
        return super().missing(value) if type(value) is dict and self._trigger in value else []
