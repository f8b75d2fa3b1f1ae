"""Hand-built schemas and the issues that they report."""

from __future__ import annotations

import unittest
from operator import ge, gt, le, lt

from .._applicators import AllOf, AnyOf, DependentSchema, ExactlyOne, If, Not, OrNull
from .._assertions import (
    Bound,
    DependentRequired,
    Equals,
    Format,
    JsonType,
    Matches,
    MultipleOf,
    Never,
    OfType,
    Requires,
    Size,
    UniqueItems,
)
from .._envelope import Issues, Options
from .._evaluate import accepted
from .._parts import Contains, Items, Properties, PropertyNames, Unevaluated
from .._patterns import Pattern
from .._schema import Schema
from .judged import ANYTHING, INTEGER, NOTHING, OBJECT, STRING, Judged, has, rule, select

MANY_DIGITS = 2**53
NO_ITEMS: list[object] = []
NO_MEMBERS: dict[str, object] = {}


class Keywords(Judged):
    def test_type(self) -> None:
        cases: tuple[tuple[tuple[JsonType, ...], list[object], list[object]], ...] = (
            (("null",), [None], [False, 0, "", NO_ITEMS, {}]),
            (("boolean",), [True, False], [None, 0, 1]),
            (("object", "array"), [NO_MEMBERS, NO_ITEMS], ["", None]),
            (("number",), [0, -1.5, 1e300], ["0", True]),
            (("integer", "string"), [1, 1.0, -0.0, "", float(MANY_DIGITS - 1)], [0.5, True, None]),
        )
        for names, good, bad in cases:
            schema = Schema(OfType(names, rule("type"), rule("integer-range") if "integer" in names else None))
            for value in good:
                self.judge(schema, value)
            for value in bad:
                self.judge(schema, value, " type")
        self.judge(INTEGER, float(MANY_DIGITS), " integer-range")
        self.judge(INTEGER, -1e300, " integer-range")

    def test_equals(self) -> None:
        schema = Schema(Equals((1, "a", None, False, {"a": [1, True], "b": {}}), rule("enum")))
        for good in (1, 1.0, "a", None, False, {"b": NO_MEMBERS, "a": [1.0, True]}):
            self.judge(schema, good)
        for bad in (
            True,
            0,
            "A",
            NO_MEMBERS,
            NO_ITEMS,
            {"a": [1, 1], "b": NO_MEMBERS},
            {"a": [1, True], "b": NO_MEMBERS, "c": 0},
            {"a": [1, True]},
        ):
            self.judge(schema, bad, " enum")
        self.judge(Schema(Equals(([],), rule("const"))), None, " const")

    def test_bounds(self) -> None:
        schema = Schema(Bound(ge, 1, rule("minimum")), Bound(lt, 3.5, rule("exclusiveMaximum")))
        for good in (1, 3, 1.0, 3.4, "x", None, True):
            self.judge(schema, good)
        self.judge(schema, 0.5, " minimum")
        self.judge(schema, 3.5, " exclusiveMaximum")
        self.judge(
            Schema(Bound(gt, 1, rule("exclusiveMinimum")), Bound(le, 0, rule("maximum"))),
            1,
            " exclusiveMinimum",
            " maximum",
        )

    def test_sizes(self) -> None:
        schema = Schema(
            Size("string", ge, 2, rule("minLength")),
            Size("array", ge, 1, rule("minItems")),
            Size("object", le, 1, rule("maxProperties")),
        )
        for good in ("\U0001f600é", [0], NO_MEMBERS, {"a": 1}, 0):
            self.judge(schema, good)
        self.judge(schema, "\U0001f600", " minLength")
        self.judge(schema, NO_ITEMS, " minItems")
        self.judge(schema, {"a": 1, "b": 2}, " maxProperties")

    def test_strings(self) -> None:
        schema = Schema(Matches(Pattern("^a"), rule("pattern")), Format(str.isupper, rule("format")))
        self.judge(schema, "abc", " format")
        self.judge(schema, "ABC", " pattern")
        self.judge(schema, "b", " format", " pattern")
        self.judge(schema, 1)

    def test_multiple_of(self) -> None:
        for number, divisor, holds in (
            (2.3, 0.1, True),
            (0.3, 0.1, True),
            (1.1e-7, 1e-8, True),
            (1.15e-7, 1e-8, False),
            (0, 7, True),
            (-9, 3, True),
            (10, 4, False),
            (1e308, 0.123456789, False),
            (1e308, 0.5, True),
            (1.7976931348623157e308, 5e-324, True),
            (5e-324, 1.7976931348623157e308, False),
            (5e-324, 5e-324, True),
            (float(2**70), 2, True),
            (9007199254740993.0, 3, False),
            (1e22, 3, False),
            (4.35, 0.01, True),
            (0.0075, 0.0001, True),
            (123456789.123, 1e-3, True),
        ):
            with self.subTest(f"{number} {divisor}"):
                self.judge(Schema(MultipleOf(divisor, rule("multipleOf"))), number, *([] if holds else [" multipleOf"]))
        self.judge(Schema(MultipleOf(2, rule("multipleOf"))), "3")

    def test_unique_items(self) -> None:
        schema = Schema(UniqueItems(rule("uniqueItems")))
        self.judge(schema, [1, True, "1", None, False, 0, NO_ITEMS, [1], [[1]], NO_MEMBERS, {"a": 1}, {"b": 1}])
        for good in (NO_ITEMS, [{"a": 1}, {"b": 1}], "aa", NO_MEMBERS):
            self.judge(schema, good)
        self.judge(schema, [{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}], " uniqueItems")
        for bad in ([1, 1.0], [0.0, -0.0], ["a", "b", "a"], [NO_ITEMS, NO_ITEMS]):
            self.judge(schema, bad, " uniqueItems")

    def test_required(self) -> None:
        schema = Schema(
            Requires(("a", "b/c"), rule("required")), DependentRequired("a", ("d", "a"), rule("dependentRequired"))
        )
        self.judge(schema, NO_MEMBERS, "/a required", "/b~1c required")
        self.judge(schema, {"a": None, "b/c": 0}, "/d dependentRequired")
        self.judge(schema, [])

    def test_properties(self) -> None:
        schema = Schema(
            Properties({"a": STRING}, patterns=[(Pattern("^x"), INTEGER), (Pattern("y$"), NOTHING)], additional=OBJECT)
        )
        self.judge(schema, {"a": "", "x": 1, "other": NO_MEMBERS})
        self.judge(schema, {"a": 1, "xy": "", "o": 0}, "/a type", "/o type", "/xy type")
        self.judge(schema, {"xy": 0}, "/xy false-schema")
        closed = Schema(Properties({"a": STRING}, closed=rule("additionalProperties")))
        self.judge(closed, {"a": 1, "b": 1, "c": 1}, "/a type", "/b additionalProperties", "/c additionalProperties")
        self.judge(closed, [1])

    def test_property_names(self) -> None:
        schema = Schema(PropertyNames(Schema(Size("string", le, 1, rule("maxLength"))), rule("propertyNames")))
        self.judge(schema, {"a": 0, "bb": 0, "ccc": 0}, "/bb propertyNames", "/ccc propertyNames")
        self.judge(schema, "bb")

    def test_items(self) -> None:
        schema = Schema(Items([STRING, INTEGER], rest=OBJECT))
        self.judge(schema, ["", 1, NO_MEMBERS, {}])
        self.judge(schema, [0, 0, 0, NO_MEMBERS, 1], "/0 type", "/2 type", "/4 type")
        self.judge(Schema(Items([STRING], closed=rule("items"))), [0, 1, "2"], "/0 type", "/1 items", "/2 items")
        self.judge(schema, {"0": 0})

    def test_contains(self) -> None:
        schema = Schema(Contains(STRING, least=2, too_few=rule("minContains"), most=3, too_many=rule("maxContains")))
        self.judge(schema, ["a", 1, "b"])
        self.judge(schema, ["a", 1], " minContains")
        self.judge(schema, ["a", "b", "c", "d"], " maxContains")
        self.judge(schema, NO_MEMBERS)
        self.judge(Schema(Contains(STRING, least=0, most=0, too_many=rule("maxContains"))), [1])
        never = Schema(Contains(STRING, least=2, too_few=rule("minContains"), most=0, too_many=rule("maxContains")))
        self.judge(never, ["a"], " maxContains", " minContains")

    def test_in_place(self) -> None:
        schema = Schema(AllOf([has("a"), has("b")]), OrNull(has("c")), DependentSchema("a", has("d")))
        self.judge(schema, {"a": 1}, "/b required", "/c required", "/d required")
        self.judge(Schema(OrNull(STRING)), None)
        self.judge(Schema(OrNull(STRING)), 0, " type")
        self.judge(schema, [])

    def test_choices(self) -> None:
        any_of = Schema(AnyOf((has("a"), has("b")), rule("anyOf")))
        one_of = Schema(ExactlyOne((has("a"), has("b")), rule("oneOf")))
        for schema, value, wanted in (
            (any_of, NO_MEMBERS, [" anyOf"]),
            (any_of, {"a": 1, "b": 1}, []),
            (one_of, NO_MEMBERS, [" oneOf"]),
            (one_of, {"a": 1}, []),
            (one_of, {"a": 1, "b": 1}, [" oneOf"]),
            (Schema(Not(has("a"), rule("not"))), {"a": 1}, [" not"]),
            (Schema(Not(has("a"), rule("not"))), NO_MEMBERS, []),
        ):
            self.judge(schema, value, *wanted)

    def test_if(self) -> None:
        schema = Schema(If(has("a"), then=has("b"), otherwise=has("c")))
        self.judge(schema, {"a": 1}, "/b required")
        self.judge(schema, NO_MEMBERS, "/c required")
        self.judge(Schema(If(has("a"), otherwise=has("c"))), {"a": 1})
        self.judge(Schema(If(has("a"), then=has("c"))), NO_MEMBERS)


class Hiding(Judged):
    def test_order(self) -> None:
        schema = Schema(
            Never(rule("false-schema")),
            Equals((1,), rule("enum")),
            Equals((2,), rule("const")),
            AllOf([INTEGER, Schema(OfType(("number",), rule("type")))]),
            Bound(ge, 10, rule("minimum")),
        )
        self.judge(schema, "x", " type")
        self.judge(schema, float(MANY_DIGITS), " integer-range")
        self.judge(schema, 3, " const")
        self.judge(schema, 2, " enum")
        self.judge(Schema(Never(rule("false-schema")), Bound(ge, 10, rule("minimum"))), 2, " false-schema", " minimum")

    def test_below(self) -> None:
        schema = Schema(
            Properties({"a": Schema(Properties({"b": STRING}), Requires(("c",), rule("required")))}),
            AllOf([Schema(Properties({"a": Schema(Equals((1,), rule("const")))}))]),
        )
        self.judge(schema, {"a": {"b": 0}}, "/a const")

    def test_what_stays(self) -> None:
        """Failures of a member's presence are not hidden by its value."""
        schema = Schema(
            PropertyNames(Schema(Size("string", le, 1, rule("maxLength"))), rule("propertyNames")),
            Properties({"a": ANYTHING}, closed=rule("additionalProperties")),
            Unevaluated("object", closed=rule("unevaluatedProperties")),
            AllOf([Schema(Properties({"bb": STRING}))]),
        )
        self.judge(schema, {"bb": 0}, "/bb additionalProperties", "/bb propertyNames", "/bb type")

    def test_what_does_not_stay(self) -> None:
        """A surplus item is an ordinary failure of that item."""
        schema = Schema(Items(closed=rule("items")), AllOf([Schema(Items(rest=STRING))]))
        self.judge(schema, ["a", 1], "/0 items", "/1 type")

    def test_discriminator(self) -> None:
        schema = Schema(select("t", a=has("x"), b=has("y")))
        self.judge(schema, [], " type")
        self.judge(schema, {}, "/t required")
        self.judge(schema, {"t": "c"}, "/t discriminator")
        self.judge(schema, {"t": 1}, "/t discriminator")
        self.judge(schema, {"t": "b"}, "/y required")

    def test_discriminator_with_other_tags(self) -> None:
        schema = Schema(select("t", other=has("y"), refused=["no"], a=has("x")))
        self.judge(schema, {"t": "a"}, "/x required")
        self.judge(schema, {"t": "b"}, "/y required")
        self.judge(schema, {"t": "b", "y": 1})
        self.judge(schema, {"t": "no", "y": 1}, "/t discriminator")
        self.judge(schema, {"t": 1}, "/t discriminator")
        self.judge(schema, {"y": 1}, "/t required")

    def test_discriminator_among_others(self) -> None:
        enum = Schema(Equals(("a",), rule("enum")), Size("string", ge, 9, rule("minLength")))
        others = Schema(Properties({"t": enum}), Requires(("t", "z"), rule("required")))
        schema = Schema(select("t", a=ANYTHING), AllOf([others]))
        self.judge(schema, {"t": "c"}, "/t discriminator", "/z required")
        self.judge(schema, {"z": 1}, "/t required")
        self.judge(Schema(select("t", a=ANYTHING), Properties({"t": STRING})), {"t": 1}, "/t type")

    def test_equal_failures_are_one(self) -> None:
        schema = Schema(AllOf([has("a"), has("a"), Schema(Requires(("a",), ("required", "a lesser message")))]))
        out = Issues(Options(max_issues=9))
        accepted(schema, {}, ("here",), out)
        self.assertEqual([(i.path, i.message) for i in out.report()], [("/here/a", "a lesser message")])


if __name__ == "__main__":
    unittest.main()
