"""The unevaluated keywords."""

from __future__ import annotations

import unittest

from .._applicators import AllOf, AnyOf, DependentSchema, ExactlyOne, If, Not, OrNull
from .._assertions import Never
from .._parts import Contains, Items, Properties, Unevaluated
from .._patterns import Pattern
from .._schema import Schema
from .judged import ANYTHING, NOTHING, STRING, Judged, has, rule, select


class UnevaluatedParts(Judged):
    closed = Unevaluated("object", closed=rule("unevaluatedProperties"))

    def surplus(self, schema: Schema, value: dict[str, object], *names: str) -> None:
        self.judge(schema, value, *(f"/{name} unevaluatedProperties" for name in names))

    def test_own_and_in_place(self) -> None:
        a, b, c, d = (Schema(Properties({name: ANYTHING})) for name in "abcd")
        value: dict[str, object] = {"a": 0, "b": 0, "c": 0, "d": 0, "e": 0}
        self.surplus(Schema(Properties({"a": ANYTHING}), self.closed), value, "b", "c", "d", "e")
        self.surplus(Schema(AllOf([a, b]), AnyOf((c, NOTHING), rule("anyOf")), self.closed), value, "d", "e")
        self.surplus(Schema(ExactlyOne((c, NOTHING), rule("oneOf")), OrNull(a), self.closed), value, "b", "d", "e")
        self.surplus(Schema(Not(Schema(AllOf([a]), Never(rule("x"))), rule("not")), self.closed), value, *"abcde")
        self.surplus(Schema(DependentSchema("e", d), DependentSchema("z", a), self.closed), value, "a", "b", "c", "e")
        self.surplus(Schema(If(a, then=b, otherwise=c), self.closed), value, "c", "d", "e")
        self.surplus(Schema(If(NOTHING, then=b, otherwise=c), self.closed), value, "a", "b", "d", "e")
        self.surplus(Schema(Properties({}, patterns=[(Pattern("[abc]"), ANYTHING)]), self.closed), value, "d", "e")
        self.surplus(Schema(AllOf([Schema(Properties({}, additional=ANYTHING))]), self.closed), value)
        self.surplus(Schema(AllOf([Schema(Unevaluated("object", schema=ANYTHING))]), self.closed), value)

    def test_selected_case(self) -> None:
        schema = Schema(select("t", a=Schema(Properties({"t": ANYTHING}))), self.closed)
        self.surplus(schema, {"t": "a", "u": 0}, "u")

    def test_failing_schemas_evaluate_as_well(self) -> None:
        self.judge(Schema(AllOf([Schema(Properties({"a": STRING}))]), self.closed), {"a": 0}, "/a type")

    def test_cousins_see_nothing(self) -> None:
        schema = Schema(AllOf([Schema(Properties({"a": ANYTHING})), Schema(self.closed)]))
        self.surplus(schema, {"a": 0}, "a")
        self.surplus(Schema(Properties({"a": ANYTHING}), AllOf([Schema(self.closed)])), {"a": 0}, "a")

    def test_beside_what_hides(self) -> None:
        """Failures of a member's presence are not hidden by its value."""
        schema = Schema(AllOf([Schema(Properties({"a": STRING})), Schema(self.closed)]))
        self.judge(schema, {"a": 0}, "/a type", "/a unevaluatedProperties")

    def test_undecided(self) -> None:
        """If a choice at the same place failed, the evaluated parts are unknown."""
        schema = Schema(AllOf([Schema(AnyOf((has("b"), has("c")), rule("anyOf")))]), self.closed)
        self.judge(schema, {"a": 0}, " anyOf")

    def test_schema_for_the_rest(self) -> None:
        schema = Schema(Properties({"a": ANYTHING}), Unevaluated("object", schema=STRING))
        self.judge(schema, {"a": 0, "b": "", "c": 0}, "/c type")

    def test_items(self) -> None:
        closed = Unevaluated("array", closed=rule("unevaluatedItems"))
        self.judge(Schema(Items([STRING]), closed), ["", 1, 2], "/1 unevaluatedItems", "/2 unevaluatedItems")
        contains = Contains(STRING, least=1, too_few=rule("contains"))
        self.judge(Schema(contains, closed), ["a", 1, "b"], "/1 unevaluatedItems")
        self.judge(Schema(AllOf([Schema(contains)]), closed), ["a", 1], "/1 unevaluatedItems")
        self.judge(Schema(AllOf([Schema(Items(rest=ANYTHING))]), closed), [1])
        self.judge(Schema(Unevaluated("array", schema=STRING)), ["a", 1], "/1 type")
        hidden = Schema(closed, AllOf([Schema(Not(Schema(Items(rest=STRING)), rule("not")))]))
        self.judge(hidden, [1], "/0 unevaluatedItems")


if __name__ == "__main__":
    unittest.main()
