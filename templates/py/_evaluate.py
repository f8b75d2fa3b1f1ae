"""Evaluates schemas on a stack of its own: neither schemas nor values can be too deep for Python.

A value is asked as a whole first. Only if it fails are the failures collected, place by place: at one place all schemas
that apply there are asked together, since some failures hide others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from ._assertions import Failure
from ._envelope import Issues
from ._schema import NOTHING, Asking, Division, Parts, PropertyNames, Schema, Share
from ._values import JsonError, JsonValue, Path, plain

S = TypeVar("S", bound=str | int)
T = TypeVar("T")

_HIDING: Final = ("type", "integer-range", "discriminator", "const", "enum")
"""The rules that hide the others at and below a place, the first of them first."""
_KEPT: Final = ("propertyNames", "additionalProperties", "unevaluatedProperties")
"""The rules that speak of a member's being there, of which its value hides nothing."""


def accepted(schema: Schema, value: JsonValue, path: Path, out: Issues) -> bool:
    """Tell whether a schema accepts a value, and say why if it does not."""
    # What stands inside of an accepted value needs no second look: schemas of parts are never stricter.
    settled = out.settled
    if settled is not None and path[: len(settled)] == settled:
        return True
    if out.room is not None:
        try:
            value = plain(value, max(out.room - len(path), 0))
        except JsonError as error:
            error.within(*path)
            raise
    evaluation = Evaluation()
    if evaluation.accepts(schema, value):
        out.settled = path
        return True
    evaluation.report(schema, value, path, out)
    return False


class _Place(NamedTuple):
    path: Path
    value: JsonValue
    schemas: Sequence[Schema]
    found: list[Failure]
    """What the value around it has said already."""


class Evaluation:
    """Answers whether schemas accept a value and its parts. It finds no answer twice, however schemas refer to each
    other, so that no value takes exponential time."""

    __slots__ = ("_answers", "_numbers", "_of_scalar", "_scalar")

    def __init__(self) -> None:
        # No two parts of the value share an id, because all of them live as long as this object.
        self._answers: dict[tuple[Schema, int], bool] = {}
        # Scalars are too many to remember. But what is asked of one is asked in a row.
        self._of_scalar: dict[Schema, bool] = {}
        self._scalar: JsonValue = None
        self._numbers = _Numbers()

    def accepts(self, schema: Schema, value: JsonValue) -> bool:
        """Tell whether a schema accepts a value."""
        answer = self._known(schema, value)
        waiting = [] if answer is not None else [(schema, value, self._find(schema, value))]
        while waiting:
            schema, value, work = waiting[-1]
            try:
                question = next(work) if answer is None else work.send(answer)
            except StopIteration as done:
                answer = bool(done.value)
                self._remember(schema, value, answer)
                waiting.pop()
                continue
            answer = self._known(*question)
            if answer is None:
                waiting.append((*question, self._find(*question)))
        return bool(answer)

    def _known(self, schema: Schema, value: JsonValue) -> bool | None:
        if schema.simple:
            return self._passes(schema, value)
        if type(value) is dict or type(value) is list:
            return self._answers.get((schema, id(value)))
        if value is not self._scalar:
            self._scalar = value
            self._of_scalar.clear()
        return self._of_scalar.get(schema)

    def _remember(self, schema: Schema, value: JsonValue, answer: bool) -> None:
        if type(value) is dict or type(value) is list:
            self._answers[schema, id(value)] = answer
        else:
            self._of_scalar[schema] = answer

    def _find(self, schema: Schema, value: JsonValue) -> Asking[bool]:
        """Find whether a schema accepts a value."""
        applied = [schema]
        for each in applied:
            if not self._passes(each, value):
                return False
            for branches in each.branches:
                if (yield from branches.fault(value)):
                    return False
            for choice in each.choices:
                if (yield from choice.faults(value)):
                    return False
            for names in each.names:
                for name in value if type(value) is dict else ():
                    if not (yield names.schema, name):
                        return False
            yield from _spread(each, value, applied)
        for _, part, schemas, failures in (yield from _shares_of(value, applied, ())):
            if failures:
                return False
            for each in schemas:
                if not (yield each, part):
                    return False
        return True

    def _passes(self, schema: Schema, value: JsonValue) -> bool:
        """Tell whether all is well that takes no answers of other schemas."""
        for hider in schema.hiders:
            if hider.fault(value):
                return False
        for test in schema.tests:
            if not test.holds(value):
                return False
        for requires in schema.required:
            if requires.missing(value):
                return False
        for select in schema.selects:
            if select.tag_fault(value):
                return False
        return not schema.unique or self._numbers.differ(value)

    def report(self, schema: Schema, value: JsonValue, path: Path, out: Issues) -> None:
        """Say why a schema does not accept a value."""
        # Each iterator yields the places with faults that are directly below one such place.
        waiting = [iter([_Place(path, value, [schema], [])])]
        while waiting:
            place = next(waiting[-1], None)
            if place is None:
                waiting.pop()
            else:
                waiting.append(self._judge(place, out))

    def _judge(self, place: _Place, out: Issues) -> Iterator[_Place]:
        path, value, schemas, found = place
        applied = list(schemas)
        for each in applied:
            self._run(_spread(each, value, applied))
        found += [fault for each in applied for hider in each.hiders if (fault := hider.fault(value))]
        rules = {rule for rule, _ in found}
        first = next((rule for rule in _HIDING if rule in rules), None)
        if first is not None:
            for rule, message in found:
                if rule == first or rule in _KEPT:
                    out.add(path, rule, message)
            return
        undecided = [fault for each in applied for b in each.branches if (fault := self._run(b.fault(value)))]
        for rule, message in (*found, *self._plain_faults(applied, value), *undecided):
            out.add(path, rule, message)
        untagged = any(select.tag_fault(value) for each in applied for select in each.selects)
        yield from self._places_below(path, value, applied, untagged or bool(undecided), out)

    def _plain_faults(self, applied: Sequence[Schema], value: JsonValue) -> Iterator[Failure]:
        for each in applied:
            for test in each.tests:
                if not test.holds(value):
                    yield test.failure
            for unique in each.unique:
                if not self._numbers.differ(value):
                    yield unique.failure
            for choice in each.choices:
                yield from self._run(choice.faults(value))

    def _places_below(
        self, path: Path, value: JsonValue, applied: Sequence[Schema], undecided: bool, out: Issues
    ) -> Iterator[_Place]:
        beside: list[Division[str]] = [_Names(self, names) for each in applied for names in each.names]
        for each in applied:
            for requires in each.required:
                for name in requires.missing(value):
                    out.add((*path, name), *requires.failure)
            for select in each.selects:
                fault = select.tag_fault(value)
                if fault and type(value) is dict and select.tag in value:
                    beside.append(_Tag(select.tag, fault))
                elif fault:
                    out.add((*path, select.tag), *fault)
        for step, part, schemas, found in self._run(_shares_of(value, applied, beside, undecided)):
            failing = [each for each in schemas if not self.accepts(each, part)]
            if failing or found:
                yield _Place((*path, step), part, failing, found)

    def _run(self, work: Asking[T]) -> T:
        """Do work that asks."""
        answer: bool | None = None
        while True:
            try:
                question = next(work) if answer is None else work.send(answer)
            except StopIteration as done:
                result: T = done.value
                return result
            answer = self.accepts(*question)


class _Names(Division[str]):
    """What ``propertyNames`` says of each member."""

    __slots__ = ("_evaluation", "_names")

    def __init__(self, evaluation: Evaluation, names: PropertyNames) -> None:
        self._evaluation = evaluation
        self._names = names

    def share(self, step: str, /) -> Share:
        return (), None if self._evaluation.accepts(self._names.schema, step) else self._names.failure


class _Tag(Division[str]):
    """What is wrong with the tag of a union."""

    __slots__ = ("_failure", "_tag")

    def __init__(self, tag: str, failure: Failure) -> None:
        self._tag = tag
        self._failure = failure

    def share(self, step: str, /) -> Share:
        return (), self._failure if step == self._tag else None


class _Unseen(Division[S]):
    """What applies to members or items that nothing has evaluated."""

    __slots__ = ("_others", "_seen")

    def __init__(self, others: Division[S], seen: Sequence[Callable[[S], bool]]) -> None:
        self._others = others
        self._seen = seen

    def share(self, step: S, /) -> Share:
        return NOTHING if any(seen(step) for seen in self._seen) else self._others.share(step)


def _members(schema: Schema) -> Parts[str]:
    return schema.members


def _items(schema: Schema) -> Parts[int]:
    return schema.items


def _add(schemas: list[Schema], more: Sequence[Schema]) -> None:
    schemas += [each for each in more if each not in schemas]


def _spread(schema: Schema, value: JsonValue, applied: list[Schema]) -> Asking[None]:
    """Add the schemas that a schema applies to the same value, each once."""
    for applier in schema.appliers:
        _add(applied, applier.applied(value))
    for condition in schema.conditions:
        _add(applied, (yield from condition.applied(value)))


def _shares_of(
    value: JsonValue, applied: Sequence[Schema], beside: Sequence[Division[str]], undecided: bool = False
) -> Asking[Iterable[tuple[str | int, JsonValue, list[Schema], list[Failure]]]]:
    """Return what applies to each part of a value, and what is wrong with its being there."""
    if type(value) is dict:
        divisions = yield from _divisions(_members, applied, value, undecided)
        return _shares(value.items(), [*divisions, *beside])
    if type(value) is list:
        return _shares(enumerate(value), (yield from _divisions(_items, applied, value, undecided)))
    return ()


def _shares(
    parts: Iterable[tuple[S, JsonValue]], divisions: Sequence[Division[S]]
) -> Iterator[tuple[S, JsonValue, list[Schema], list[Failure]]]:
    for step, part in parts if divisions else ():
        schemas: list[Schema] = []
        failures: list[Failure] = []
        for division in divisions:
            more, failure = division.share(step)
            schemas += more
            if failure:
                failures.append(failure)
        yield step, part, schemas, failures


def _divisions(
    parts: Callable[[Schema], Parts[S]], applied: Sequence[Schema], value: JsonValue, undecided: bool
) -> Asking[list[Division[S]]]:
    found = [division for each in applied for division in parts(each).divisions]
    for each in applied:
        others = parts(each).others
        if others is not None and not undecided:
            seen = yield from _seen(parts, each, value)
            if seen is not None:
                found.append(_Unseen(others, seen))
    return found


def _seen(
    parts: Callable[[Schema], Parts[S]], schema: Schema, value: JsonValue
) -> Asking[list[Callable[[S], bool]] | None]:
    """Return what tells whether a part counts as evaluated for a schema, or None if all do."""
    seen: list[Callable[[S], bool]] = []
    views: list[Schema] = [schema]
    for each in views:
        if parts(each).others is not None and each is not schema:
            return None
        seen += [division.knows for division in parts(each).divisions]
        if type(value) is list:
            for contains in each.contains:
                seen.append((yield from contains.matches(value)).__contains__)
        for applier in each.appliers:
            _add(views, applier.applied(value))
        for condition in each.conditions:
            _add(views, (yield from condition.seen(value)))
        for branches in each.branches:
            _add(views, (yield from branches.seen(value)))
    return seen


class _Numbers:
    """Numbers values so that equal ones, in the sense of JSON Schema, have the same number.

    No part is looked at twice, however deep arrays with unique items nest.
    """

    __slots__ = ("_of_key", "_of_part")

    def __init__(self) -> None:
        self._of_key: dict[object, int] = {}
        self._of_part: dict[int, int] = {}

    def differ(self, value: JsonValue) -> bool:
        """Tell whether no two items of an array are equal. Other values have none."""
        return type(value) is not list or len({self._of(item) for item in value}) == len(value)

    def _of(self, value: JsonValue) -> int:
        key: object
        if type(value) is dict or type(value) is list:
            known = self._of_part.get(id(value))
            if known is not None:
                return known
            if type(value) is dict:
                key = dict, frozenset([(name, self._of(member)) for name, member in value.items()])
            else:
                key = list, tuple([self._of(item) for item in value])
        else:
            # To Python True is 1.
            key = type(value) is bool, value
        number = self._of_key.setdefault(key, len(self._of_key))
        if type(value) is dict or type(value) is list:
            self._of_part[id(value)] = number
        return number
