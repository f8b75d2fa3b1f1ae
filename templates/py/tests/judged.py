"""Shared schemas, and a base class that compares issues."""

from __future__ import annotations

import unittest
from collections.abc import Sequence
from typing import cast

from .._applicators import Select
from .._assertions import Never, OfType, Requires
from .._envelope import Issues, Options
from .._evaluate import accepted
from .._schema import Schema
from .._values import JsonValue


def rule(name: str) -> tuple[str, str]:
    return name, f"breaks {name}"


STRING = Schema(OfType(("string",), rule("type")))
INTEGER = Schema(OfType(("integer",), rule("type"), rule("integer-range")))
NUMBER = Schema(OfType(("number",), rule("type")))
OBJECT = Schema(OfType(("object",), rule("type")))
ANYTHING = Schema()
NOTHING = Schema(Never(rule("false-schema")))


def has(*names: str) -> Schema:
    return Schema(Requires(names, rule("required")))


class Judged(unittest.TestCase):
    maxDiff = None

    def judge(self, schema: Schema, value: object, *wanted: str) -> None:
        """Compare the issues of a value, each as path and rule."""
        out = Issues(Options(max_issues=100))
        answer = accepted(schema, cast("JsonValue", value), (), out)
        found = [f"{issue.path} {issue.rule}" for issue in out.report()]
        self.assertEqual(found, list(wanted))
        self.assertEqual(answer, not wanted)


def select(tag: str, other: Schema | None = None, refused: Sequence[str] = (), **cases: Schema) -> Select:
    return Select(
        tag,
        cases,
        other=other,
        refused=refused,
        mismatch=rule("type"),
        missing_tag=rule("required"),
        unknown_tag=rule("discriminator"),
    )
