"""Evaluates schemas on an explicit stack, so that no schema or value is too deep for Python's.

A value is first evaluated as a whole. Only if it is invalid are failures collected, place by place and for all schemas
that apply there together, since some failures hide others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Generic, NamedTuple, TypeVar

from ._assertions import NumberLimits
from ._envelope import Issues
from ._kinds import Kind, Member, Reader
from ._members import UNSET
from ._schema import Division, Evaluating, NameTest, Schema, SchemaFailure, Share
from ._spread import divisions_of, items_of, shares, shares_of, spread
from ._values import JsonValue, Path

T = TypeVar("T")

_HIDING_RULES: Final = {"type": 0, "integer-range": 0, "discriminator": 1, "const": 2, "enum": 3}
"""The rules that hide others at and below a place, with their precedence."""
_KEPT: Final = ("propertyNames", "additionalProperties", "unevaluatedProperties")
"""The rules about the presence of a member, which failures of its value do not hide."""


class Judged(Kind[T]):
    """Values that a schema judges. The reader only builds those that the schema accepts."""

    __slots__ = ("_build", "_schema")

    def __init__(self, schema: Schema, build: Reader[T]) -> None:
        super().__init__("")
        self._schema: Final = schema
        self._build: Final = build

    def read(self, value: Member, path: Path, out: Issues) -> T:
        return self._build(value, path, out) if accepted(self._schema, value, path, out) else self._nothing


class Alternatives(Generic[T]):
    """The branches of a union without a tag: schemas with readers. The first schema that accepts a value selects the reader."""

    __slots__ = ("_branches", "_last")

    def __init__(self, *branches: tuple[Schema, Reader[T]]) -> None:
        self._branches: Final = branches[:-1]
        self._last: Final = branches[-1][1]

    def read(self, value: Member, path: Path, out: Issues) -> T:
        """Build a value that one of the branches accepts. The last branch needs no test."""
        evaluation = Evaluation()
        for schema, read in self._branches:
            if value is not UNSET and evaluation.accepts(schema, value):
                return read(value, path, out)
        return self._last(value, path, out)


def accepted(schema: Schema, value: Member, path: Path, out: Issues) -> bool:
    """Return whether a schema accepts a value, and add the failures if not."""
    if value is UNSET:
        out.add(path, "required", "is required")
        return False
    # Parts of an accepted value need no check: their schemas are never stricter.
    settled = out.settled
    if settled is not None and path[: len(settled)] == settled:
        return True
    if schema.small and schema.check(value):
        return True
    evaluation = Evaluation()
    if not schema.small and evaluation.accepts(schema, value):
        out.settled = path
        return True
    evaluation.report(schema, value, path, out)
    return False


class _EvaluatedPlace(NamedTuple):
    path: Path
    value: JsonValue
    schemas: Sequence[Schema]
    found: list[SchemaFailure]
    """The failures that the parent found for the value."""


class Evaluation:
    """Evaluates schemas against a value and its parts. Cached results keep recursive schemas from exponential time."""

    __slots__ = ("_answers", "_numbers", "_of_scalar", "_scalar")

    def __init__(self) -> None:
        # Ids are unique, because all parts of the value live as long as this object.
        self._answers: dict[tuple[Schema, int], bool] = {}
        # For scalars, only the last value's results are cached: one scalar's evaluations follow each other.
        self._of_scalar: dict[Schema, bool] = {}
        self._scalar: JsonValue = None
        self._numbers: NumberLimits | None = None

    def accepts(self, schema: Schema, value: JsonValue) -> bool:
        """Return whether a schema accepts a value."""
        if schema.small:
            return schema.check(value)
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
        if schema.small:
            return schema.check(value)
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

    def _find(self, schema: Schema, value: JsonValue) -> Evaluating[bool]:
        """Evaluate a schema."""
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
                if type(value) is dict and not (yield from self._all(names.schema, lambda: value)):
                    return False
            yield from spread(each, value, applied)
        if type(value) is list:
            return (yield from self._find_items(value, applied))
        return (yield from self._find_parts((yield from shares_of(value, applied, ()))))

    def _find_items(self, value: list[JsonValue], applied: Sequence[Schema]) -> Evaluating[bool]:
        divisions = yield from divisions_of(items_of, applied, value, False)
        start = _differing(divisions)
        if start < len(value) and not (yield from self._rest_holds(value, start, divisions)):
            return False
        return (yield from self._find_parts(shares(enumerate(islice(value, start)), divisions)))

    def _find_parts(
        self, parts: Iterable[tuple[object, JsonValue, Sequence[Schema], list[SchemaFailure]]]
    ) -> Evaluating[bool]:
        for _, part, schemas, failures in parts:
            if failures:
                return False
            for each in schemas:
                if not (yield each, part):
                    return False
        return True

    def _rest_holds(self, value: list[JsonValue], start: int, divisions: Sequence[Division[int]]) -> Evaluating[bool]:
        """Evaluate the items from ``start`` on, to which all divisions apply the same schemas."""
        for division in divisions:
            schemas, failure = division.share(start)
            if failure:
                return False
            for each in schemas:
                if not (yield from self._all(each, lambda: islice(value, start, None))):
                    return False
        return True

    def _all(self, schema: Schema, values: Callable[[], Iterable[JsonValue]]) -> Evaluating[bool]:
        """Return whether a schema accepts all values."""
        if schema.small:
            return next(schema.misfits(values), None) is None
        for value in values():
            if not (yield schema, value):
                return False
        return True

    def _passes(self, schema: Schema, value: JsonValue) -> bool:
        """Evaluate the keywords that do not depend on other schemas."""
        for check in schema.checks:
            if not check(value):
                return False
        return not schema.unique or self._differ(value)

    def _differ(self, value: JsonValue) -> bool:
        if self._numbers is None:
            self._numbers = NumberLimits()
        return self._numbers.differ(value)

    def report(self, schema: Schema, value: JsonValue, path: Path, out: Issues) -> None:
        """Add the failures of a value that a schema does not accept."""
        # A stack of iterators over the invalid places directly below a place.
        waiting = [iter([_EvaluatedPlace(path, value, [schema], [])])]
        while waiting:
            place = next(waiting[-1], None)
            if place is None:
                waiting.pop()
            else:
                waiting.append(self._judge(place, out))

    def _judge(self, place: _EvaluatedPlace, out: Issues) -> Iterator[_EvaluatedPlace]:
        path, value, schemas, found = place
        applied = list(schemas)
        for each in applied:
            self._run(spread(each, value, applied))
        found += [fault for each in applied for hider in each.hiders if (fault := hider.fault(value))]
        if any(rule in _HIDING_RULES for rule, _ in found):
            _say(path, found, out)
            return
        undecided = [fault for each in applied for b in each.branches if (fault := self._run(b.fault(value)))]
        for rule, message in (*found, *self._plain_faults(applied, value), *undecided):
            out.add(path, rule, message)
        untagged = any(select.tag_fault(value) for each in applied for select in each.selects)
        yield from self._places_below(path, value, applied, untagged or bool(undecided), out)

    def _plain_faults(self, applied: Sequence[Schema], value: JsonValue) -> Iterator[SchemaFailure]:
        for each in applied:
            for test in each.tests:
                if not test.holds(value):
                    yield test.failure
            for unique in each.unique:
                if not self._differ(value):
                    yield unique.failure
            for choice in each.choices:
                yield from self._run(choice.faults(value))

    def _places_below(
        self, path: Path, value: JsonValue, applied: Sequence[Schema], undecided: bool, out: Issues
    ) -> Iterator[_EvaluatedPlace]:
        beside: list[Division[str]] = [_DividedNames(self, names) for each in applied for names in each.names]
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
        if type(value) is list:
            yield from self._places_of_items(
                path, value, self._run(divisions_of(items_of, applied, value, undecided)), out
            )
            return
        for step, part, schemas, found in self._run(shares_of(value, applied, beside, undecided)):
            failing = [each for each in schemas if not self.accepts(each, part)]
            if not failing:
                _say((*path, step), found, out)
            elif out.is_open((*path, step)):
                yield _EvaluatedPlace((*path, step), part, failing, found)

    def _places_of_items(
        self, path: Path, value: list[JsonValue], divisions: Sequence[Division[int]], out: Issues
    ) -> Iterator[_EvaluatedPlace]:
        dropped = out.dropped
        start = _differing(divisions)
        for i, part, schemas, found in shares(enumerate(islice(value, start)), divisions):
            failing = [each for each in schemas if not self.accepts(each, part)]
            if failing:
                yield _EvaluatedPlace((*path, i), part, failing, found)
            else:
                _say((*path, i), found, out)
            if out.dropped != dropped:
                return  # later items cannot be reported either
        if start >= len(value):
            return
        shared = [division.share(start) for division in divisions]
        closed = [failure for _, failure in shared if failure]
        doubtful = [each for schemas, _ in shared for each in schemas]
        if not closed:
            doubtful = [each for each in doubtful if not self._run(self._all(each, lambda: islice(value, start, None)))]
        for i in self._misfits(value, start, doubtful, bool(closed)):
            failing = [each for each in doubtful if not self.accepts(each, value[i])]
            if failing:
                yield _EvaluatedPlace((*path, i), value[i], failing, [*closed])
            else:
                _say((*path, i), closed, out)
            if out.dropped != dropped:
                return

    def _misfits(self, value: list[JsonValue], start: int, schemas: Sequence[Schema], all_are: bool) -> Iterator[int]:
        """Yield the indexes of the items from ``start`` on that the schemas do not accept."""
        if all_are:
            yield from range(start, len(value))
        elif len(schemas) == 1 and schemas[0].small:
            for i in schemas[0].misfits(lambda: islice(value, start, None)):
                yield start + i
        elif schemas:
            for i in range(start, len(value)):
                for each in schemas:
                    if not self.accepts(each, value[i]):
                        yield i
                        break

    def _run(self, work: Evaluating[T]) -> T:
        """Run a generator, answering its questions."""
        answer: bool | None = None
        while True:
            try:
                question = next(work) if answer is None else work.send(answer)
            except StopIteration as done:
                result: T = done.value
                return result
            answer = self.accepts(*question)


class _DividedNames(Division[str]):
    """The failures of ``propertyNames`` for each member."""

    __slots__ = ("_evaluation", "_names")

    def __init__(self, evaluation: Evaluation, names: NameTest) -> None:
        self._evaluation = evaluation
        self._names = names

    def share(self, step: str, /) -> Share:
        return (), None if self._evaluation.accepts(self._names.schema, step) else self._names.failure


class _Tag(Division[str]):
    """The failure of a discriminator."""

    __slots__ = ("_failure", "_tag")

    def __init__(self, tag: str, failure: SchemaFailure) -> None:
        self._tag = tag
        self._failure = failure

    def share(self, step: str, /) -> Share:
        return (), self._failure if step == self._tag else None


def _say(path: Path, found: Sequence[SchemaFailure], out: Issues) -> None:
    """Add the failures of a place that are not hidden."""
    if len(found) == 1:
        out.add(path, *found[0])
        return
    first = min([_HIDING_RULES[rule] for rule, _ in found if rule in _HIDING_RULES], default=None)
    for rule, message in found:
        if first is None or _HIDING_RULES.get(rule) == first or rule in _KEPT:
            out.add(path, rule, message)


def _differing(divisions: Sequence[Division[int]]) -> int:
    """Return the index from which on every division treats all items alike."""
    return max([division.differing() for division in divisions], default=0)
