"""Finds the schemas that apply to a value and to its parts, including those of the unevaluated keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar, cast

from ._schema import NO_SHARE, Division, Evaluating, PartsOf, Schema, SchemaFailure, Share
from ._values import JsonValue

S = TypeVar("S", bound=str | int)


class _Unseen(Division[S]):
    """Applies to members or items that nothing has evaluated."""

    __slots__ = ("_others", "_seen")

    def __init__(self, others: Division[S], seen: Sequence[Division[S]]) -> None:
        self._others = others
        self._seen = seen

    def share(self, step: S, /) -> Share:
        for seen in self._seen:
            if seen.knows(step):
                return NO_SHARE
        return self._others.share(step)

    def differing(self) -> int:
        return max([seen.differing() for seen in self._seen], default=0)


class _Marked(Division[int]):
    """Evaluates the items that match ``contains``."""

    __slots__ = ("_marks",)

    def __init__(self, marks: bytearray) -> None:
        self._marks = marks

    def knows(self, step: int, /) -> bool:
        return step < len(self._marks) and self._marks[step] == 1

    def differing(self) -> int:
        return self._marks.rfind(1) + 1


def members_of(schema: Schema) -> PartsOf[str]:
    return schema.members


def items_of(schema: Schema) -> PartsOf[int]:
    return schema.items


def _add(schemas: list[Schema], more: Sequence[Schema]) -> None:
    schemas += [each for each in more if each not in schemas]


def spread(schema: Schema, value: JsonValue, applied: list[Schema]) -> Evaluating[None]:
    """Add the schemas that a schema applies to the same value, without duplicates."""
    for applier in schema.appliers:
        _add(applied, applier.applied(value))
    for condition in schema.conditions:
        _add(applied, (yield from condition.applied(value)))


def shares_of(
    value: JsonValue, applied: Sequence[Schema], beside: Sequence[Division[str]], undecided: bool = False
) -> Evaluating[Iterable[tuple[str | int, JsonValue, Sequence[Schema], list[SchemaFailure]]]]:
    """Return for each part of a value the schemas that apply to it and the failures of its presence."""
    if type(value) is dict:
        divisions = yield from divisions_of(members_of, applied, value, undecided)
        return shares(value.items(), [*divisions, *beside])
    if type(value) is list:
        return shares(enumerate(value), (yield from divisions_of(items_of, applied, value, undecided)))
    return ()


def shares(
    parts: Iterable[tuple[S, JsonValue]], divisions: Sequence[Division[S]]
) -> Iterator[tuple[S, JsonValue, Sequence[Schema], list[SchemaFailure]]]:
    if len(divisions) == 1:
        share = divisions[0].share
        for step, part in parts:
            schemas, failure = share(step)
            if schemas or failure:
                yield step, part, schemas, [failure] if failure else []
        return
    for step, part in parts if divisions else ():
        all_schemas: list[Schema] = []
        failures: list[SchemaFailure] = []
        for division in divisions:
            schemas, failure = division.share(step)
            all_schemas += schemas
            if failure:
                failures.append(failure)
        if all_schemas or failures:
            yield step, part, all_schemas, failures


def divisions_of(
    parts: Callable[[Schema], PartsOf[S]], applied: Sequence[Schema], value: JsonValue, undecided: bool
) -> Evaluating[list[Division[S]]]:
    found = [division for each in applied for division in parts(each).divisions]
    for each in applied:
        others = parts(each).others
        if others is not None and not undecided:
            seen = yield from _seen(parts, each, value)
            if seen is not None:
                found.append(_Unseen(others, seen))
    return found


def _seen(
    parts: Callable[[Schema], PartsOf[S]], schema: Schema, value: JsonValue
) -> Evaluating[list[Division[S]] | None]:
    """Return the divisions by which a schema evaluates parts of a value, or None if it evaluates all parts."""
    seen: list[Division[S]] = []
    views: list[Schema] = [schema]
    for each in views:
        if parts(each).others is not None and each is not schema:
            return None
        seen += parts(each).divisions
        if type(value) is list:
            for contains in each.contains:
                seen.append(cast("Division[S]", _Marked((yield from contains.matches(value)))))
        for applier in each.appliers:
            _add(views, applier.applied(value))
        for condition in each.conditions:
            _add(views, (yield from condition.seen(value)))
        for branches in each.branches:
            _add(views, (yield from branches.seen(value)))
    return seen
