"""The values that are allowed at a location, as tables: the reporter of all generated readers.

Generated readers accept plainly valid values. This module reads all others: invalid values, absent members that are
required, and valid values of unusual form, such as 1.0 for an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

from ._members import UNSET, UnsetType
from ._plain import real
from ._record import Record
from ._values import MAX_SAFE, WIDTHS, JsonValue, Path, Width, beyond, whole

if TYPE_CHECKING:
    from ._envelope import Issues

T = TypeVar("T")
R = TypeVar("R", bound=Record)

Member: TypeAlias = "JsonValue | UnsetType"
"""A value, or UNSET for a required member that is absent."""
Reader: TypeAlias = "Callable[[Member, Path, Issues], T]"
"""Checks a value and returns its Python form. The result for an invalid value is never used."""
Check: TypeAlias = "tuple[Callable[[Any], bool], str, str]"
"""Returns whether a value of the right type fails; the rule and the message."""

_HIDING: Final = ("const", "enum")
"""The rules whose failure hides those of the checks behind."""


class Kind(Generic[T]):
    """The values that are allowed at a location."""

    __slots__ = ("checks", "_mismatch", "_nothing", "_rule")

    def __init__(self, mismatch: str, *checks: Check, rule: str = "type") -> None:
        self._mismatch: Final = mismatch
        """The message for a value of another type, whose rule is ``rule``."""
        self._rule: Final = rule
        self.checks: Final = checks
        self._nothing: Final = cast("T", None)
        """The result for an invalid value."""

    def read(self, value: Member, path: Path, out: Issues) -> T:
        """Check a value and return its Python form."""
        raise NotImplementedError

    def refuse(self, value: Member, path: Path, out: Issues) -> T:
        """Add the failure of a value of another type."""
        out.invalid = out.refused = True
        if value is UNSET:
            out.take(False, path, "required", "is required")
        else:
            out.take(False, path, self._rule, self._mismatch)
        return self._nothing

    def _check(self, value: T, path: Path, out: Issues) -> T:
        for fails, rule, message in self.checks:
            if fails(value):
                out.add(path, rule, message)
                if rule in _HIDING:
                    break
        return value


def no_object(_made: type[R], value: Member, path: Path, out: Issues, mismatch: str = "must be an object") -> R:
    """Add the failure of a value that is not an object, at the location of a record."""
    if value is UNSET:
        out.add(path, "required", "is required")
    else:
        out.add(path, "type", mismatch)
    return cast("R", None)


class Scalar(Kind[T]):
    """Base of the kinds without parts."""

    __slots__ = ("_same",)

    def __init__(self, mismatch: str, *checks: Check, rule: str = "type", same: type | None = None) -> None:
        super().__init__(mismatch, *checks, rule=rule)
        self._same: Final = None if checks else same
        """The class of values that stay unchanged, if the only check is that integers are safe."""

    def parts(self, values: Iterable[tuple[str | int, JsonValue]], path: Path, out: Issues, ordered: bool) -> list[T]:
        """Read items or members. Of items, which are ``ordered``, those behind a dropped failure are left out."""
        made: list[Any] = []
        same, dropped = self._same, out.dropped
        for step, value in values:
            if type(value) is same and (type(value) is not int or -MAX_SAFE <= value <= MAX_SAFE):
                made.append(value)
            elif same is None and (part := self.plain(value)) is not None:
                made.append(part)
            else:
                made.append(self.read(value, path + (step,), out))
                if ordered and out.dropped != dropped:
                    break
        return made

    def plain(self, _value: JsonValue, /) -> T | None:
        """Return the Python form of a plainly valid value, or None if the value needs a closer check."""
        return None


class Plain(Scalar[T]):
    """Strings, booleans, and objects with any members: they stay as they are."""

    __slots__ = ("kind",)

    def __init__(self, kind: type[T], mismatch: str, *checks: Check, rule: str = "type") -> None:
        super().__init__(mismatch, *checks, rule=rule, same=kind)
        self.kind: Final = kind

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) is self.kind:
            return self._check(value, path, out)
        return self.refuse(value, path, out)

    def plain(self, value: JsonValue, /) -> T | None:
        if type(value) is not self.kind:
            return None
        for fails, _, _ in self.checks:
            if fails(value):
                return None
        return value


class Anything(Scalar[JsonValue]):
    """All values."""

    __slots__ = ()

    def read(self, value: Member, path: Path, out: Issues) -> JsonValue:
        return self.refuse(value, path, out) if value is UNSET else value


class Integer(Scalar[int]):
    """Integers in the range that every language represents; 1.0 is one."""

    __slots__ = ()

    def __init__(self, mismatch: str, *checks: Check, rule: str = "type") -> None:
        super().__init__(mismatch, *checks, rule=rule, same=int)

    def read(self, value: Member, path: Path, out: Issues) -> int:
        if type(value) is int:
            number = value
        elif type(value) is float and value.is_integer():
            number = int(value)
        else:
            return self.refuse(value, path, out)
        if not -MAX_SAFE <= number <= MAX_SAFE:
            if self._rule != "type":
                return self.refuse(value, path, out)
            out.add(path, "integer-range", f"must be between {-MAX_SAFE} and {MAX_SAFE}")
            return self._nothing
        return self._check(number, path, out)


class Wide(Scalar[int]):
    """Integers of 64 bits."""

    __slots__ = ("_limits",)

    def __init__(self, mismatch: str, width: Width, *checks: Check) -> None:
        super().__init__(mismatch, *checks)
        self._limits: Final = WIDTHS[width]

    def read(self, value: Member, path: Path, out: Issues) -> int:
        number = None if value is UNSET else whole(value)
        if number is None:
            return self.refuse(value, path, out)
        if not self._limits[0] <= number <= self._limits[1]:
            out.add(path, "integer-range", beyond(self._limits))
            return self._nothing
        return self._check(number, path, out)


class Number(Scalar[float]):
    """Numbers, as doubles."""

    __slots__ = ()

    def read(self, value: Member, path: Path, out: Issues) -> float:
        if not (type(value) is int or type(value) is float):
            return self.refuse(value, path, out)
        # The sum makes a double of an integer, and 0 of -0.
        number = value + 0.0 if -MAX_SAFE <= value <= MAX_SAFE else real(value)
        return self._check(number or 0.0, path, out) if self.checks else number or 0.0


class Constant(Scalar[T]):
    """One scalar. ``message`` is for another value of its type."""

    __slots__ = ("_classes", "_message", "wanted")

    def __init__(self, wanted: T, mismatch: str, message: str, *, rule: str = "type") -> None:
        super().__init__(mismatch, rule=rule)
        self.wanted: Final = wanted
        self._classes: Final = (type(wanted),) if isinstance(wanted, bool | str) else (int, float)
        self._message: Final = message

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) not in self._classes:
            return self.refuse(value, path, out)
        if type(value) is int and not -MAX_SAFE <= value <= MAX_SAFE:
            value = real(value)  # Python compares a large integer with a double exactly
        if value != self.wanted:
            out.add(path, "const", self._message)
        return self.wanted


class Words(Scalar[T]):
    """A vocabulary: strings that are the words of a type."""

    __slots__ = ("_message", "_unknown", "get")

    def __init__(
        self,
        words: tuple[T, ...],
        mismatch: str,
        message: str,
        *checks: Check,
        rule: str = "type",
        unknown: str = "enum",
    ) -> None:
        super().__init__(mismatch, *checks, rule=rule)
        self._unknown: Final = unknown
        """The rule for a string that is no word."""
        self.get: Final[Callable[[str], T | None]] = {cast("str", word): word for word in words}.get
        """Returns the word that a string is, or None."""
        self._message: Final = message

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) is not str:
            return self.refuse(value, path, out)
        word = self.get(value)
        if word is None:
            out.add(path, self._unknown, self._message)
            return self._nothing
        return self._check(word, path, out)

    def plain(self, value: JsonValue, /) -> T | None:
        return self.get(value) if type(value) is str and not self.checks else None


class NullOr(Kind[T | None]):
    """Values of another kind, and null."""

    __slots__ = ("others",)

    def __init__(self, others: Reader[T]) -> None:
        super().__init__("")
        self.others: Final = others

    def read(self, value: Member, path: Path, out: Issues) -> T | None:
        return None if value is None else self.others(value, path, out)


class Checked(Kind[T]):
    """Values of another kind. Arrays are checked further."""

    __slots__ = ("others",)

    def __init__(self, others: Reader[T], *checks: Check) -> None:
        super().__init__("", *checks)
        self.others: Final = others

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) is list:
            self._check(cast("T", value), path, out)
        return self.others(value, path, out)


def _scalar_of(read: Reader[T]) -> Scalar[T] | None:
    """Return the kind without parts that a reader is a method of."""
    owner = cast("Scalar[T] | None", getattr(read, "__self__", None))
    return owner if isinstance(owner, Scalar) else None


class ListOf(Kind[list[T]]):
    """Arrays whose items are of one kind."""

    __slots__ = ("items", "_scalar")

    def __init__(self, items: Reader[T], mismatch: str, *checks: Check, rule: str = "type") -> None:
        super().__init__(mismatch, *checks, rule=rule)
        self.items: Final = items
        self._scalar: Final = _scalar_of(items)

    def read(self, value: Member, path: Path, out: Issues) -> list[T]:
        if type(value) is not list:
            return self.refuse(value, path, out)
        if self.checks:
            self._check(cast("list[T]", value), path, out)
        if self._scalar is not None:
            return self._scalar.parts(enumerate(value), path, out, True)
        made: list[T] = []
        read = self.items
        dropped = out.dropped
        for i, item in enumerate(value):
            # No failure behind a dropped one can be reported.
            if out.dropped != dropped:
                break
            made.append(read(item, path + (i,), out))
        return made


class MapOf(Kind[dict[str, T]]):
    """Objects whose members are of one kind."""

    __slots__ = ("_scalar", "values")

    def __init__(self, values: Reader[T], mismatch: str, *, rule: str = "type") -> None:
        super().__init__(mismatch, rule=rule)
        self.values: Final = values
        self._scalar: Final = _scalar_of(values)

    def read(self, value: Member, path: Path, out: Issues) -> dict[str, T]:
        if type(value) is not dict:
            return self.refuse(value, path, out)
        if self._scalar is not None:
            return dict(zip(value, self._scalar.parts(value.items(), path, out, False), strict=True))
        made: dict[str, T] = {}
        read = self.values
        for name, item in value.items():
            place = path + (name,)
            if not out.invalid or out.is_open(place):
                made[name] = read(item, place, out)
        return made


def _open(
    variants: Mapping[str | int, Reader[T]], other: Reader[T], refused: Sequence[str | int]
) -> Callable[[str | int], Reader[T] | None]:
    known: Mapping[str | int, Reader[T] | None] = {**variants, **dict.fromkeys(refused)}
    return lambda tag: known.get(tag, other)


class Variants(Kind[T]):
    """Objects of a union, of which the member ``tag`` selects the variant.

    ``other`` reads those whose tag is a string or an integer that is neither in ``variants`` nor ``refused``.
    """

    __slots__ = ("_message", "tag", "get")

    def __init__(
        self,
        tag: str,
        variants: Mapping[str | int, Reader[T]],
        message: str,
        mismatch: str = "must be an object",
        *,
        rule: str = "type",
        other: Reader[T] | None = None,
        refused: Sequence[str | int] = (),
    ) -> None:
        super().__init__(mismatch, rule=rule)
        self.tag: Final = tag
        self.get: Final[Callable[[str | int], Reader[T] | None]] = (
            variants.get if other is None else _open(variants, other, refused)
        )
        """Returns the reader of the variant for a tag, or None."""
        self._message: Final = message

    def refuse(self, value: Member, path: Path, out: Issues) -> T:
        """Add the failure of a value that no variant is selected for."""
        if type(value) is not dict:
            return super().refuse(value, path, out)
        if self.tag in value:
            out.add((*path, self.tag), "discriminator", self._message)
        else:
            out.add((*path, self.tag), "required", "is required")
        return self._nothing


ANY: Final = Anything("")
BOOLEAN: Final = Plain(bool, "must be true or false")
INTEGER: Final = Integer("must be an integer")
NULL: Final[Plain[None]] = Plain(type(None), "must be null")
NUMBER: Final = Number("must be a number")
OBJECT: Final[Plain[dict[str, JsonValue]]] = Plain(dict, "must be an object")
STRING: Final = Plain(str, "must be a string")
