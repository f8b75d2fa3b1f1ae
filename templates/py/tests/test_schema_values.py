"""Recursive schemas, deep values, and values that are not JSON."""

from __future__ import annotations

import sys
import unittest
from typing import cast

from .._applicators import AllOf, AnyOf, Not
from .._assertions import Equals, Never, OfType
from .._codec import Codec
from .._envelope import Invalid, Issues, Options, ValidationError
from .._evaluate import accepted
from .._parts import Items, Properties
from .._schema import Schema
from .._values import JsonValue, Path
from .judged import ANYTHING, INTEGER, NOTHING, STRING, Judged, has, rule

TREE = Schema()
TREE.define(
    OfType(("object",), rule("type")),
    Properties({"left": TREE, "right": TREE, "value": ANYTHING}, closed=rule("additionalProperties")),
)


def chain(length: int, end: object = None) -> object:
    value = end
    for _ in range(length):
        value = {"next": value}
    return value


class Depth(Judged):
    def test_recursive(self) -> None:
        self.judge(TREE, {"left": {"right": {"value": 1}}, "right": {}})
        self.judge(
            TREE, {"left": {"right": {"walue": 1}}, "right": 0}, "/left/right/walue additionalProperties", "/right type"
        )

    def test_no_exponential_time(self) -> None:
        """Two paths at every level: 2**100 evaluations without a cache."""
        node = Schema()
        step = Schema(OfType(("object",), rule("type")), Properties({"next": node}))
        node.define(AnyOf((step, Schema(AllOf([step])), STRING), rule("anyOf")))
        self.judge(node, chain(100, end="x"))
        self.judge(node, chain(100, end=1), " anyOf")

    def test_no_exponential_time_in_one_place(self) -> None:
        schema = STRING
        for _ in range(60):
            schema = Schema(AnyOf((Schema(AllOf([schema]), Never(rule("x"))), Schema(AllOf([schema]))), rule("anyOf")))
        self.judge(schema, "x")
        self.judge(schema, 0, " anyOf")
        for _ in range(60):
            schema = Schema(AllOf([Schema(AllOf([schema])), Schema(AllOf([schema]))]))
        self.judge(schema, {}, " anyOf")

    def test_deeper_than_python_recurses(self) -> None:
        node = Schema()
        wrapped = node
        for _ in range(20):
            wrapped = Schema(Not(Schema(Not(wrapped, rule("not"))), rule("not")))
        node.define(Properties({"next": wrapped}), Properties({}, additional=wrapped))
        node.define(Not(Schema(Equals((1,), rule("const"))), rule("not")))
        self.assertGreater(20 * 2 * 127, sys.getrecursionlimit())
        self.judge(node, chain(127))
        self.judge(node, chain(127, end=1), "/next not")

    def test_many_failing_places_are_not_kept(self) -> None:
        schema = Schema(Items(rest=Schema(Items(rest=STRING))))
        out = Issues(Options(max_issues=2))
        self.assertFalse(accepted(schema, cast("JsonValue", [[0] * 1000] * 1000), (), out))
        self.assertEqual([issue.path for issue in out.report()], ["/0/0", "/0/1"])


def read_tree(value: JsonValue, path: Path, out: Issues) -> object:
    return value if accepted(TREE, value, path, out) else None


class Hiding(Judged):
    """At a place, the first of these rules that fails hides all others: type with integer-range, const, enum."""

    def test_precedence(self) -> None:
        large = 2.0**53
        self.judge(Schema(AllOf([STRING]), AllOf([INTEGER])), large, " integer-range", " type")
        one, two = Schema(Equals([1], rule("const"))), Schema(Equals([1, 2], rule("enum")))
        self.judge(Schema(AllOf([two]), AllOf([INTEGER]), AllOf([one])), large, " integer-range")
        self.judge(Schema(AllOf([two]), AllOf([one])), large, " const")
        self.judge(Schema(AllOf([two]), AllOf([has("a")])), {}, " enum")


class Values(unittest.TestCase):
    """Values from programs may be anything."""

    codec = Codec("Tree", read_tree)

    def rules(self, value: object) -> list[tuple[str, str]]:
        try:
            self.codec.convert(value)
        except ValidationError as error:
            return [(issue.rule, issue.path) for issue in error.issues]
        return []

    def test_no_json(self) -> None:
        cycle: dict[str, object] = {}
        cycle["left"] = cycle
        deep: object = {}
        for _ in range(100_000):
            deep = {"left": deep}
        for value, path in (
            (cycle, ""),
            (deep, ""),
            ({"value": float("nan")}, "/value"),
            ({"left": {"value": object()}}, "/left/value"),
            ({"value": "\ud800"}, "/value"),
            ({1: 2}, ""),
            ({"value": 10**300}, "/value"),
            ({"value": 2**53 + 1}, "/value"),
        ):
            self.assertEqual(self.rules(value), [("json", path)])
            self.assertEqual([issue.rule for issue in self.codec.check(value)], ["json"])
        self.assertEqual(self.rules({"left": 1}), [("type", "/left")])
        self.assertEqual(self.rules({"value": 2**60}), [])
        self.assertEqual(
            [issue[:3] for issue in self.codec.check({"value": 2**60})], [("integer-range", "/value", "should")]
        )

    def test_text(self) -> None:
        text = '{"left":' * 127 + "{}" + "}" * 127
        self.assertTrue(self.codec.try_decode(text).ok)
        match self.codec.try_decode(text.replace("{}", '{"x":0}')):
            case Invalid(issues):
                self.assertEqual([issue.rule for issue in issues], ["additionalProperties"])
            case valid:
                self.fail(repr(valid))

    def test_parts_of_an_accepted_value_are_not_asked_again(self) -> None:
        out = Issues(Options(max_issues=9))
        self.assertTrue(accepted(TREE, {"left": {}}, ("a",), out))
        self.assertTrue(accepted(NOTHING, 0, ("a", "left"), out))
        self.assertFalse(accepted(NOTHING, 0, ("ab",), out))
        self.assertFalse(accepted(NOTHING, 0, (), out))
        self.assertEqual([issue.path for issue in out.report()], ["", "/ab"])


if __name__ == "__main__":
    unittest.main()
