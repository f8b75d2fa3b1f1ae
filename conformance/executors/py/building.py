# ruff: noqa: INP001  # a part of a program
"""Calls builders with the values that a program would pass: records where the signatures require records.

Values of records are not checked here: the builder has to find their issues. In records, drafts and arguments ``None``
represents an absent member if the member may not be null. So an object with null in such a place is passed as a dict
from ``json.loads``, which builders take for whole members, and cannot be passed as a draft.
"""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Callable, Mapping
from types import ModuleType, NoneType, UnionType
from typing import Any, ClassVar, ForwardRef, Literal, Union, cast, get_args, get_origin, is_typeddict

from envgen_protocols._record import Record

Json = dict[str, object]


class Inexpressible(Exception):
    """The arguments contain a value that no caller of the builder can pass."""


class Types(dict[str, Any]):
    """The meanings of names in hints. An alias that is spelled as text means the type, and within itself any type."""

    def __init__(self, module: Mapping[str, Any]) -> None:
        super().__init__({"ClassVar": ClassVar, "EnvgenClassVar": ClassVar} | dict(module))
        self._spelling: set[str] = set()

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        if name not in self and not hasattr(builtins, name):
            return object  # of an alias, and not imported where it is used
        value = super().__getitem__(name)
        if not isinstance(value, str) or name.startswith("__"):
            return value
        if name in self._spelling:
            return object
        self._spelling.add(name)
        try:
            return eval(value, {}, self)
        finally:
            self._spelling.remove(name)


class Call:
    """A builder and how to call it."""

    def __init__(self, module: ModuleType, name: str) -> None:
        scope: dict[str, Any] = vars(module)
        self._function: Callable[..., Record] = scope["BUILDERS"][name]
        self._parameters = inspect.signature(self._function).parameters
        hints: dict[str, str] = self._function.__annotations__
        self._makes: type[Record] = eval(hints["return"], scope)
        self._hints: dict[str, Any] = {name: eval(hint, {}, Types(scope)) for name, hint in hints.items()}
        [self._sources] = [name for name, hint in hints.items() if hint in ("Sources | None", "EnvgenSources | None")]

    def run(self, args: Json, answers: Json | None, sources: object) -> Record:
        """Build a message."""
        given = _attributes(self._makes, self._hints, args)
        given[self._sources] = sources
        positional = [
            _typed(self._hints[name], self._makes, answers)
            for name, parameter in self._parameters.items()
            if parameter.kind is parameter.POSITIONAL_ONLY
        ]
        return self._function(*positional, **given)


def _attributes(cls: type[Record], hints: dict[str, Any], value: Json) -> dict[str, object]:
    """Return the members of an object by the attributes of the class, each as its hint has it."""
    rest = dict(value)
    made: dict[str, object] = {}
    for json_name, attribute, _, _ in cls.__envelope_members__:
        if json_name in rest and attribute in hints:
            if rest[json_name] is None and _absent(cls, attribute):
                raise Inexpressible(f"None for {json_name} is an absent member")
            made[attribute] = _typed(hints[attribute], _hints(cls)[attribute], rest.pop(json_name))
    if rest:
        made["extra"] = rest
    return made


def _absent(cls: type[Record], attribute: str) -> bool:
    """Return whether ``None`` is an absent member: where the member may not be null."""
    absent = next(absent for _, name, absent, _ in cls.__envelope_members__ if name == attribute)
    return absent is None or (absent is ... and NoneType not in get_args(_hints(cls)[attribute]))


def _hints(cls: type[Record]) -> dict[str, Any]:
    scope = Types(vars(sys.modules[cls.__module__]))
    return {name: eval(hint, {}, scope) for name, hint in inspect.get_annotations(cls).items()}


def _typed(hint: Any, record: Any, value: object) -> object:  # noqa: ANN401
    """Return a value as a hint has it. ``record`` is the class that a dict for a builder is a draft of."""
    whole = value
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if isinstance(value, dict):
        members = cast("Json", value)
        made = [one for option in options if (one := _object(option, record, members)) is not None]
        return max(made, key=_certainty)[0] if made else members
    lists = [option for option in options if get_origin(option) is list]
    if isinstance(value, list) and lists:
        return [_typed(get_args(lists[0])[0], None, item) for item in cast("list[object]", value)]
    return whole


def _certainty(made: tuple[object, int]) -> int:
    return made[1]


def _object(option: Any, record: Any, value: Json) -> tuple[object, int] | None:  # noqa: ANN401
    """Return an object as one type has it, and how many of its members show that it is of that type."""
    if isinstance(option, ForwardRef | str) or option is NoneType:
        return None
    if is_typeddict(option):
        scope = vars(sys.modules[option.__module__])
        hints = {name: _plain(hint, scope) for name, hint in option.__annotations__.items()}
        # The record may be absent, and may lack members.
        record = next((one for one in get_args(record) if isinstance(one, type) and issubclass(one, Record)), record)
        return _attributes(record, hints, value), sys.maxsize
    if get_origin(option) is dict:
        return {name: _typed(get_args(option)[1], None, member) for name, member in value.items()}, -1
    if not (isinstance(option, type) and issubclass(option, Record)):
        return None
    hints = _hints(option)
    certain = 0
    for name, attribute, absent, _ in option.__envelope_members__:
        if get_origin(hints[attribute]) is ClassVar:
            certain += 1
            if name not in value or value[name] != getattr(option, attribute):
                return None
        elif absent is ...:
            if name not in value:
                return None
            certain += _may_be(hints[attribute], value[name])
    own = _own(option)
    if any(
        name in own and value.get(name, ...) is None and _absent(option, at)
        for name, at, _, _ in option.__envelope_members__
    ):
        return None  # no record can have it
    fixed = {name for name, _, _, _ in option.__envelope_members__ if name not in own}
    given = _attributes(option, hints, {name: member for name, member in value.items() if name not in fixed})
    if "extra" in given and not hasattr(option, "extra"):
        return None
    return option(**given), certain


def _may_be(hint: Any, value: object) -> bool:  # noqa: ANN401
    """Return whether a value is one of the texts that a hint lists, if it lists any and no other text is possible."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    lists = [get_args(option) for option in options if get_origin(option) is Literal]
    return not lists or str in options or any(value in words for words in lists)


def _own(cls: type[Record]) -> set[str]:
    return {name for name, attribute, _, _ in cls.__envelope_members__ if attribute in cls.__envelope_attributes__}


def _plain(hint: Any, scope: dict[str, Any]) -> Any:  # noqa: ANN401
    """Return a hint of a member of a draft, which may be marked as one that is not required."""
    made = eval(hint.__forward_arg__ if isinstance(hint, ForwardRef) else hint, scope)
    return get_args(made)[0] if get_origin(made) not in (Union, UnionType, list, dict) and _marked(made) else made


def _marked(hint: Any) -> bool:  # noqa: ANN401
    return getattr(get_origin(hint), "__name__", getattr(get_origin(hint), "_name", "")) == "NotRequired"
