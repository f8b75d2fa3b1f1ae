"""Copies of messages without their secrets. Imported where somebody has some."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import GenericAlias, ModuleType, UnionType
from typing import (
    ClassVar,
    Final,
    ForwardRef,
    Literal,
    TypeGuard,
    TypeVar,
    TypeVarTuple,
    Union,
    cast,
    get_args,
    get_origin,
)

from ._envelope import Options, refusal
from ._fills import Secrets
from ._members import BEGUN, RecordType, new
from ._record import OpenRecord, Record
from ._stack import with_room
from ._values import DepthError, JsonError, JsonValue

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_MASK: Final = "***"
_DEEPEST_OPTIONS: Final = Options(max_depth=256)
_LOWER: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


class _Shape:
    """The possible values at a location: the options of the type hint, and the scope of their names."""

    __slots__ = ("_inside", "is_listed", "is_open", "options", "scope")

    def __init__(self, hint: object, scope: _Names) -> None:
        self.scope: Final = scope
        self.options: Final = tuple(_options(hint, scope, ()))
        self.is_open: Final = set(get_args(JsonValue)) <= set(self.options)
        """Whether the spec allows any value."""
        self.is_listed: Final = str not in self.options and any(
            get_origin(option) is Literal for option in self.options
        )
        """Whether the spec lists the texts that the value may be. They are public, so no secrets are replaced in them."""
        self._inside: Final[dict[type, _Shape]] = {}

    def inside(self, of: type) -> _Shape:
        """Return the shape of the items of a list, or of the members of a dict."""
        if self.is_open:
            return self
        if of not in self._inside:
            hints = [get_args(option)[-1] for option in self.options if get_origin(option) is of]
            self._inside[of] = _Shape(hints[0], self.scope) if hints else _OPEN
        return self._inside[of]

    def lists(self, value: object) -> bool:
        """Return whether a value is one of the listed texts, where the spec lists any."""
        return not self.is_listed or any(
            get_origin(option) is Literal and value in get_args(option) for option in self.options
        )

    def record(self, members: Mapping[str, object]) -> type[Record] | None:
        """Return the class of an object that a caller has given as a mapping: the one that most members identify."""
        certain = [(_certainty(option, members), option) for option in self.options if isinstance(option, RecordType)]
        best = max(certain, key=lambda pair: pair[0], default=(-1, None))
        return cast("type[Record]", best[1]) if best[0] >= 0 else None


class _Alias:
    """Represents an alias that is spelled as text. With the text and its module as arguments, a union may contain it."""


class _Names(dict[str, object]):
    """The meanings of names in the hints of a module."""

    def __init__(self, module: str) -> None:
        super().__init__(vars(sys.modules[module]))
        self._module: Final = module

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        return _Package(value) if isinstance(value, ModuleType) else _named(value, self._module)

    def __missing__(self, name: str) -> object:
        if name == "JsonValue":
            return JsonValue
        raise KeyError(name)


class _Package:
    """The package of another protocol, in hints."""

    def __init__(self, package: ModuleType) -> None:
        self._package: Final = package

    def __getattr__(self, name: str) -> object:
        return _named(getattr(self._package, name), self._package.__name__ + "._models")


def _named(value: object, module: str) -> object:
    return GenericAlias(_Alias, (value, module)) if isinstance(value, str) else value


def _options(hint: object, scope: _Names, within: tuple[str, ...]) -> list[object]:
    """Return the types that a hint lists."""
    if isinstance(hint, str | ForwardRef):
        source = hint if isinstance(hint, str) else hint.__forward_arg__
        if source in within:
            return []
        return _options(eval(source, {}, scope), scope, (*within, source))
    if get_origin(hint) is _Alias:
        text, module = get_args(hint)
        return _options(text, _Names(module), within)
    if get_origin(hint) not in (Union, UnionType, ClassVar):
        return [hint]
    return [option for argument in get_args(hint) for option in _options(argument, scope, within)]


_OPEN: Final = _Shape(JsonValue, _Names(__name__))


def _certainty(cls: RecordType, members: Mapping[str, object]) -> int:
    """Return how many members show that an object is of a class, or -1 if one shows that it is not."""
    certain = 0
    for name, attribute, absent, _ in cls.__envelope_members__:
        if attribute not in cls.__envelope_attributes__:
            certain += 1
            if members.get(name) != getattr(cls, attribute):
                return -1
        elif absent is ...:
            if name not in members:
                return -1
            certain += _shapes(cls)[attribute].lists(members[name])
    return certain


@lru_cache(256)
def _shapes(cls: RecordType) -> dict[str, _Shape]:
    """Return the shapes of a record's members by their attributes."""
    made: dict[str, _Shape] = {}
    for base in reversed(cls.__mro__):
        if "__envelope_members__" in vars(base):
            scope = _Names(base.__module__)
            for attribute, hint in vars(base).get("__annotations__", {}).items():
                made[attribute] = _Shape(hint, scope)
    return made


def redacted(message: T, secrets: Secrets | None = None) -> T:
    """Return a copy of a message that shares nothing with it, with three asterisks for each secret.

    Secrets are the members that the spec declares as secret, and those of ``secrets``. A value that is not a record,
    such as an object from ``json.loads``, has no declared members. Raises ValidationError for a value that is nested
    too deeply.
    """
    redactor = _Redactor(secrets or Secrets())
    return cast("T", _attempt(_DEEPEST_OPTIONS, redactor.value, message, _OPEN, _DEEPEST_OPTIONS.max_depth))


def hide(made: Record, secrets: Secrets, options: Options) -> None:
    """Replace the secrets of a message that a builder has begun; objects that its caller gave become copies."""
    vars(made).update(vars(_attempt(options, _Redactor(secrets).record, made, options.max_depth - 1)))


def _attempt(options: Options, attempt: Callable[[*Ts], T], *given: *Ts) -> T:
    try:
        return with_room(attempt, *given)
    except JsonError as error:
        raise refusal(error, options) from None


def _masking(secrets: Secrets) -> Callable[[str], str]:
    """Return a function that masks values in a text, from left to right, the longest of several at a place."""
    values = sorted(filter(None, secrets.values), key=len, reverse=True)
    if not values:
        return lambda text: text
    replace = re.compile("|".join(map(re.escape, values))).sub
    return lambda text: replace(_MASK, text)


class _Redactor:
    """Makes copies of values."""

    __slots__ = ("_mask", "_names")

    def __init__(self, secrets: Secrets) -> None:
        self._names: Final = {name.translate(_LOWER) for name in secrets.names}
        if secrets.mask is None:
            secrets.mask = _masking(secrets)
        self._mask: Final = secrets.mask

    def value(self, value: object, shape: _Shape, room: int) -> object:
        """Return a value without secrets, which has room for more levels of arrays and objects."""
        if isinstance(value, str):
            return value if shape.is_listed else self._mask(value)
        if not isinstance(value, Record | Mapping) and not _is_list(value):
            return value
        if room == 0:
            raise DepthError("a value is nested too deeply or holds itself")
        if isinstance(value, Record):
            return self.record(value, room - 1)
        if isinstance(value, Mapping):
            return self._object(cast("Mapping[str, object]", value), shape, room - 1)
        inner = shape.inside(list)
        return [self.value(item, inner, room - 1) for item in value]

    def record(self, given: Record, room: int) -> Record:
        """Return a record without secrets."""
        made = new(type(given))
        if hasattr(given, "__dict__"):  # of a subclass, or of one that a builder has begun
            vars(made).update(vars(given))
        begun = hasattr(given, BEGUN)  # so what is absent may be filled in
        shapes = _shapes(type(given))
        for _, attribute, absent, _ in given.__envelope_members__:
            if attribute not in given.__envelope_attributes__:
                continue
            value = getattr(given, attribute, absent)
            if attribute in given.__envelope_secrets__ and value is not absent and value is not None:
                setattr(made, attribute, _MASK)
            elif value is ...:  # nothing was assigned to it
                continue
            elif value is not absent or not begun:
                setattr(made, attribute, self.value(value, shapes[attribute], room))
        extra: object = getattr(given, "extra", None)
        if isinstance(extra, Mapping) and "extra" in given.__envelope_attributes__:
            extra = self._object(cast("Mapping[str, object]", extra), _OPEN, room)
        if isinstance(given, OpenRecord):
            cast("OpenRecord", made).extra = cast("dict[str, JsonValue]", extra)
        return made

    def _object(self, members: Mapping[str, object], shape: _Shape, room: int) -> dict[str, object]:
        cls = shape.record(members)
        if cls is None:
            inner = shape.inside(dict)
            return {name: self._undeclared(name, member, inner, room) for name, member in members.items()}
        known = {name: attribute for name, attribute, _, _ in cls.__envelope_members__}
        made: dict[str, object] = {}
        for name, member in members.items():
            if name not in known:
                made[name] = self._undeclared(name, member, _OPEN, room)
            elif known[name] in cls.__envelope_secrets__ and member is not None:
                made[name] = _MASK
            else:
                made[name] = self.value(member, _shapes(cls)[known[name]], room)
        return made

    def _undeclared(self, name: object, member: object, shape: _Shape, room: int) -> object:
        hidden = isinstance(name, str) and name.translate(_LOWER) in self._names and member is not None
        if hidden and (shape.is_open or isinstance(member, str)):
            return _MASK
        return self.value(member, shape, room)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview))
