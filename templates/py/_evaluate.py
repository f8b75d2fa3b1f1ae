"""Evaluates schemas, place by place, on a stack of its own: neither schemas nor values can be too deep for Python.

At one place of a value, all schemas that apply there are asked together, since some failures hide others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from ._assertions import Failure
from ._envelope import Issues
from ._schema import Asking, Division, PropertyNames, Schema, Share
from ._values import JsonError, JsonValue, Path, plain

S = TypeVar("S", str, int)
T = TypeVar("T")

_HIDING: Final = ("type", "integer-range", "discriminator", "const", "enum")
"""The rules that hide the others at and below a place, the first of them first."""
_KEPT: Final = ("propertyNames", "additionalProperties", "unevaluatedProperties")
"""The rules that speak of a member's being there. What its value is hides nothing of that."""


def accepted(schema: Schema, value: JsonValue, path: Path, out: Issues) -> bool:
    """Tell whether a schema accepts a value, and say why if it does not."""
    settled = out.settled
    if settled is not None and path[: len(settled)] == settled:
        return True
    evaluation = Evaluation()
    if out.room is not None:
        try:
            value = plain(value, out.room - len(path))
        except JsonError as error:
            error.within(*path)
            raise
    if evaluation.accepts(schema, value):
        out.settled = path
        return True
    evaluation.report(schema, value, path, out)
    return False


class _Place(NamedTuple):
    """What there is to judge in one place."""

    path: Path
    value: JsonValue
    schemas: list[Schema]
    failures: list[Failure]
    """What was found in the value around it."""


class Evaluation:
    """Answers what schemas say of one value and its parts, and remembers it: no answer is found twice."""

    __slots__ = ("_answers", "_numbers", "_of_scalar", "_scalar")

    def __init__(self) -> None:
        # The value lives as long as this object, so that no two of its parts share an id.
        self._answers: dict[tuple[Schema, int], bool] = {}
        self._scalar: JsonValue = None
        self._of_scalar: dict[Schema, bool] = {}
        self._numbers = _Numbers()

    def accepts(self, schema: Schema, value: JsonValue) -> bool:
        """Tell whether a schema accepts a value."""
        known = self._known(schema, value)
        return self._run(self._accepts(schema, value)) if known is None else known

    def _run(self, work: Asking[T]) -> T:
        """Do work, and whatever must be known for it."""
        waiting: list[tuple[Schema, JsonValue, Asking[bool]]] = []
        step = _advance(work, None)
        ...
