"""Plans: descriptions of types for the accelerator, made from the tables of readers that the generator writes.

Imported only where the accelerator is there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from . import _kinds as kinds
from ._envelope import Issues, Options
from ._patterns import AnyPattern, table_of
from ._record import Record
from ._rule import EachRule, Rule

if TYPE_CHECKING:
    from ._rule import Accepts, Rules

_Reader: TypeAlias = "Callable[[Any, Any, Any], Any]"
_Node: TypeAlias = tuple[object, ...]


class RecordRow(NamedTuple):
    """The reader of a record."""

    made: type[Record]
    members: tuple[tuple[str, _Reader | None] | tuple[str, _Reader, bool], ...]
    """Name, reader, whether null is accepted besides. No reader: the member must not be there."""
    rules: Rules[Any] | None = None  # only: given
    closed: bool = False
    nullable: bool = False


class TaggedRow(NamedTuple):
    """The reader of a union with a tag."""

    variants: kinds.Variants[Any]
    nullable: bool = False


class PresenceRow(NamedTuple):
    """The reader of a union whose variant depends on whether a member is there."""

    member: str
    there: _Reader
    absent: _Reader
    nullable: bool = False


class ChoiceRow(NamedTuple):
    """The reader of a choice by the JSON type of a value; the key of numbers is float."""

    options: Mapping[type, _Reader]
    nullable: bool = False


class SameRow(NamedTuple):
    """The reader of a type that is read as another."""

    read: _Reader
    nullable: bool = False


_Row: TypeAlias = "RecordRow | TaggedRow | PresenceRow | ChoiceRow | SameRow"
_Test: TypeAlias = "tuple[str, float] | str | AnyPattern | None"


class ReaderTables(NamedTuple):
    """The readers of one protocol."""

    readers: dict[_Reader, _Row]
    """Readers that are missing here are called."""
    checks: dict[object, tuple[_Test, ...]]
    """The conditions of a kind's checks, in their order: a limit, a pattern or its text, a format, or None for others."""


# The numbers of the accelerator.
_ANY: Final = 0
_STRING: Final = 1
_BOOLEAN: Final = 2
_INTEGER: Final = 3
_NUMBER: Final = 4
_NULL: Final = 5
_OBJECT: Final = 6
_CONSTANT: Final = 7
_WORDS: Final = 8
_LIST: Final = 9
_MAP: Final = 10
_RECORD: Final = 11
_TAGGED: Final = 12
_PRESENCE: Final = 13
_CHOICE: Final = 14
_READER: Final = 15
_PLAN_LIMITS: Final = {">=": 0, "<=": 1, ">": 2, "<": 3, "len>=": 4, "len<=": 5}
_TABLE: Final = 6
_WALK: Final = 7
_DATE_TIME: Final = 8
_FAILS: Final = 9
_PLAN_TYPES: Final = (str, bool, float, list, dict)
_OPS: Final[Mapping[type, int]] = {kinds.Anything: _ANY, kinds.Integer: _INTEGER, kinds.Number: _NUMBER}
_MOST_MEMBERS: Final = 64
_MOST_KINDS: Final = 4


class _UnfitError(Exception):
    """A reader that only Python can run."""


def _slots(cls: type) -> dict[str, object]:
    """Return the slots of a class by name."""
    found: dict[str, object] = {}
    for base in reversed(cls.__mro__):
        for name in cast("tuple[str, ...]", getattr(base, "__slots__", ())):
            if name in vars(base):
                found[name] = vars(base)[name]
    return found


class _Planner:
    def __init__(self) -> None:
        self.nodes: list[_Node | None] = []
        self.inputs: list[Callable[[Options], object]] = []
        self.reads = False
        """Whether readers in Python are called."""
        self._known: dict[tuple[object, bool], int] = {}
        self._checks: dict[object, tuple[_Test, ...]] = {}
        self._tables: dict[str, ReaderTables | None] = {}

    def node(self, read: _Reader, nullable: bool = False) -> int:
        key = (read, nullable)
        if key not in self._known:
            at = self._known[key] = len(self.nodes)
            self.nodes.append(None)  # in case it contains itself
            try:
                op, null, *rest = self._node(read)
            except _UnfitError:
                op, null, *rest = _READER, False, (), read
                self.reads = True
            self.nodes[at] = (op, bool(null) or nullable, *rest)
        return self._known[key]

    def _node(self, read: _Reader) -> _Node:
        kind = cast("kinds.Kind[Any] | None", getattr(read, "__self__", None))
        if kind is not None:
            return self._kind(kind)
        tables = self._tables_of(read.__module__)
        row = tables.readers.get(read) if tables else None
        if isinstance(row, RecordRow):
            return self._record(row)
        if isinstance(row, TaggedRow):
            variants = cast("dict[object, _Reader]", cast("Any", row.variants.get).__self__)
            if any(type(tag) is int for tag in variants):
                raise _UnfitError
            indexes = {tag: i for i, tag in enumerate(variants)}
            return _TAGGED, row.nullable, (), row.variants.tag, indexes, tuple(map(self.node, variants.values()))
        if isinstance(row, PresenceRow):
            return _PRESENCE, row.nullable, (), row.member, self.node(row.there), self.node(row.absent)
        if isinstance(row, ChoiceRow):
            options = row.options
            return _CHOICE, row.nullable, (), tuple(self.node(options[t]) if t in options else -1 for t in _PLAN_TYPES)
        if isinstance(row, SameRow):
            op, null, *rest = self._node(row.read)
            return op, bool(null) or row.nullable, *rest
        raise _UnfitError

    def _tables_of(self, module: str) -> ReaderTables | None:
        if module not in self._tables:
            made = cast("Callable[[], ReaderTables] | None", getattr(sys.modules[module], "tables", None))
            tables = self._tables[module] = made() if made else None
            if tables:
                self._checks.update(tables.checks)
        return self._tables[module]

    def _record(self, row: RecordRow) -> _Node:
        made, slots = row.made, _slots(row.made)
        attributes = {name: (attribute, absent) for name, attribute, absent, _ in made.__envelope_members__}
        fields: list[tuple[object, ...]] = []
        for name, read, *null in row.members:
            if read is None:
                fields.append((name, None, ..., -1))
                continue
            attribute, absent = attributes[name]
            slot = slots.get(attribute)
            if slot is None and absent is not ...:
                raise _UnfitError
            fields.append((sys.intern(name), slot, absent, self.node(read, bool(null))))
        if len(fields) > _MOST_MEMBERS:
            raise _UnfitError
        rules, inputs = self._rules(row.rules) if row.rules else ((), -1)  # only: given
        # without given: rules, inputs = (), -1
        extra = None if row.closed else slots["extra"]
        names = frozenset(name for name, *_ in fields)
        return _RECORD, row.nullable, (), made, extra, names, tuple(fields), rules, inputs

    # only: given {
    def _rules(self, rules: Rules[Any]) -> tuple[tuple[tuple[object, object], ...], int]:
        if rules.given not in self.inputs:
            if len(self.inputs) == _MOST_KINDS:
                raise _UnfitError
            self.inputs.append(rules.given)
        return tuple(map(_rule, rules.in_order())), self.inputs.index(rules.given)

    # }
    def _kind(self, kind: kinds.Kind[Any]) -> _Node:
        tests = self._tests(kind)
        of: type = type(kind)
        if of is kinds.Plain:
            return self._plain(cast("kinds.Plain[Any]", kind))
        if of in _OPS:
            return _OPS[of], False, tests
        if of is kinds.Constant:
            return _CONSTANT, False, (), cast("kinds.Constant[Any]", kind).wanted
        if of is kinds.Words:
            return _WORDS, False, tests, cast("Any", kind).get.__self__
        if of is kinds.ListOf and all(test[0] in _PLAN_LIMITS.values() for test in tests):
            return _LIST, False, tests, self.node(cast("kinds.ListOf[Any]", kind).items)
        if of is kinds.MapOf:
            return _MAP, False, (), self.node(cast("kinds.MapOf[Any]", kind).values)
        if of is kinds.NullOr:
            op, _, *rest = self._node(cast("kinds.NullOr[Any]", kind).others)
            return op, True, *rest
        raise _UnfitError

    def _plain(self, kind: kinds.Plain[Any]) -> _Node:
        if kind.kind is str:
            return _STRING, False, self._tests(kind)
        if kind.kind is type(None):
            return _NULL, True, ()
        if kind.checks:
            raise _UnfitError
        return (_BOOLEAN if kind.kind is bool else _OBJECT), False, ()

    def _tests(self, kind: kinds.Kind[Any]) -> tuple[tuple[int, object, object], ...]:
        data = self._checks.get(kind, (None,) * len(kind.checks))
        return tuple(_test(test, fails) for test, (fails, _, _) in zip(data, kind.checks, strict=True))


def _test(test: _Test, fails: Callable[[Any], bool]) -> tuple[int, object, object]:
    if isinstance(test, tuple):
        return _PLAN_LIMITS[test[0]], test[1], fails
    if test == "date-time":
        return _DATE_TIME, "", fails
    if isinstance(test, str) and test.startswith("walk"):
        return _WALK, test, fails
    table = test if isinstance(test, str) else test and table_of(test)
    return (_TABLE, table, fails) if table else (_FAILS, "", fails)


def _rule(rule: Rule[Any, Any] | EachRule[Any, Any]) -> tuple[object, object]:
    if isinstance(rule, Rule):
        return rule.holds, rule if rule.level == "should" else None
    # Python finds the member that fails.
    return partial(_each, rule), None


def _each(rule: EachRule[Any, Any], value: object, given: object) -> bool:
    return all(rule.holds(value, given, name) for name in rule.names(value))


# without given: def describe(read: _Reader, inputs: list[Callable[[Options], object]]) -> object:
# only: given {
def describe(read: _Reader, accepts: Accepts | None, inputs: list[Callable[[Options], object]]) -> object:
    # }
    """Return the plan of a type for the accelerator, or None. ``inputs`` gets the inputs of its rules."""
    planner = _Planner()
    root = planner.node(read)
    if planner.nodes[root] is None or cast("_Node", planner.nodes[root])[0] == _READER:
        return None
    inputs.extend(planner.inputs)
    return (
        tuple(planner.nodes),
        tuple(map(_copied, planner.inputs)),
        Issues if planner.reads or accepts else None,  # only: given
        accepts and accepts.allows,  # only: given
        accepts.at if accepts else (),  # only: given
        # without given: Issues if planner.reads else None,
        # without given: None,
        # without given: (),
    )


def _copied(inputs: Callable[[Options], object]) -> tuple[object, ...]:
    """Return how the inputs of rules are copied from a template."""
    slots = _slots(cast("type", inputs))
    own = tuple(slot for name, slot in slots.items() if name not in ("now", "longest"))
    return inputs, own, slots["now"], slots["longest"], time.time_ns
