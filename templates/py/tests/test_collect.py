"""Issues in order and within their limit; the cost of a flood of violations, and that cutting it short loses nothing."""

from __future__ import annotations

import random
import tracemalloc
import unittest
from typing import ClassVar, Literal, cast

from .._assertions import Bound, Equals, Matches, NumberLimits, OfType, Requires, Size, Test
from .._envelope import Issue, Issues, Level, Options, pointer
from .._evaluate import accepted
from .._parts import Contains, Items, Properties, PropertyNames, Unevaluated
from .._patterns import Pattern
from .._schema import Schema
from .._values import JsonValue, Path
from .judged import rule

Raised = tuple[str, Path, Level, str]


def steps(path: Path) -> list[tuple[bool, int, bytes]]:
    return [(False, step, b"") if isinstance(step, int) else (True, 0, step.encode()) for step in path]


def least(raised: list[Raised], limit: int) -> list[Issue]:
    """Section 3.3 of the contract taken literally, regardless of memory: dedupe, cut, sort."""
    best: dict[tuple[str, Path], tuple[Level, str]] = {}
    for name, path, level, message in raised:
        best[name, path] = min((level, message), best.get((name, path), (level, message)))
    kept = sorted(best, key=lambda key: (best[key][0], steps(key[1]), key[0]))[:limit]
    kept.sort(key=lambda key: (steps(key[1]), key[0]))
    return [Issue(name, pointer(path), *best[name, path]) for name, path in kept]


class Kept(unittest.TestCase):
    def test_against_the_contract(self) -> None:
        chance = random.Random(1)
        names = ["a", "b", "", "0", "10", "a/b", "a~", "é", "\uffff", "😀"]
        for _ in range(2000):
            limit = chance.randint(1, 12)
            some: list[str | int] = [*names[: chance.randint(1, len(names))], *range(12)]
            raised: list[Raised] = [
                (
                    chance.choice("abc"),
                    tuple(chance.choices(some, k=chance.randrange(4))),
                    cast("Level", chance.choice(["must", "should"])),
                    chance.choice("abc"),
                )
                for _ in range(chance.randrange(150))
            ]
            issues = Issues(Options(max_issues=limit))
            for name, path, level, message in raised:
                issues.add(path, name, message, level)
            self.assertEqual(issues.report(), least(raised, limit))


class Counted(str):
    """A name that counts its comparisons."""

    __slots__ = ()
    compared: ClassVar[int] = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    def __gt__(self, other: str) -> bool:
        Counted.compared += 1
        return str.__gt__(self, other)

    __hash__ = str.__hash__


class Spy(Test):
    """Accepts no integer and counts its calls."""

    __slots__ = ("asked",)
    kinds = frozenset({int})

    def __init__(self) -> None:
        super().__init__(rule("spy"))
        self.asked = 0

    def holds(self, _value: JsonValue, /) -> bool:
        self.asked += 1
        return False


class Dropped(unittest.TestCase):
    def test_one_comparison(self) -> None:
        for limit in (10, 10_000):
            issues = Issues(Options(max_issues=limit))
            for i in range(2 * limit + 17):
                issues.add(("a", i), "r", "m")
            Counted.compared = 0
            for _ in range(1000):
                issues.add((Counted("b"), 0), "r", "m")
            self.assertEqual(issues.dropped, 1000)
            self.assertLessEqual(Counted.compared, 2000)
            self.assertEqual(len(issues.report()), limit)

    def test_open(self) -> None:
        issues = Issues(Options(max_issues=2))
        for path in (("m", 3), ("m", 4), *[("x", i) for i in range(30)]):
            issues.add(path, "r", "m")
        dropped = issues.dropped
        cases: list[tuple[Path, bool]] = [
            (("a",), True),
            (("m",), True),
            (("m", 4), True),
            (("m", 4, "a"), False),
            (("m", 5), False),
            (("m", "a"), False),
            (("m", 3, "a"), True),
            (("n",), False),
            ((0,), True),
        ]
        for place, wanted in cases:
            self.assertEqual(issues.is_open(place), wanted, place)
        self.assertEqual(issues.dropped, dropped + 4)
        self.assertFalse(issues.is_open((), True), "what must be comes first")

    def test_open_to_advice(self) -> None:
        issues = Issues(Options(max_issues=2))
        self.assertTrue(issues.is_open(("z",), True))
        for i in range(30):
            issues.add(("x", i), "r", "m", "should")
        for place, wanted in ((("a",), True), (("x", 1), True), (("x", 2), False), (("z",), False)):
            self.assertEqual(issues.is_open(place, True), wanted, place)
        self.assertTrue(issues.is_open(("z",)), "what must be displaces advice")
        self.assertEqual(issues.dropped, 0)

    def test_rest_of_a_list(self) -> None:
        spy, items = Spy(), cast("list[JsonValue]", [0] * 100_000)
        for keyword in (Items(rest=Schema(spy)), Unevaluated("array", schema=Schema(spy))):
            spy.asked = 0
            issues = Issues(Options(max_issues=10))
            self.assertFalse(accepted(Schema(keyword), items, (), issues))
            self.assertEqual(len(issues.report()), 10)
            self.assertLess(spy.asked, 200)

    def test_rest_of_a_closed_list(self) -> None:
        issues, items = Issues(Options(max_issues=10)), cast("list[JsonValue]", [0] * 100_000)
        self.assertFalse(accepted(Schema(Items(closed=rule("items"))), items, (), issues))
        self.assertEqual(len(issues.report()), 10)
        self.assertEqual(issues.dropped, 1)

    def test_items_before_the_last_that_is_evaluated(self) -> None:
        one = Contains(Schema(Equals([1], rule("const"))), least=1, too_few=rule("contains"))
        issues, items = Issues(Options(max_issues=10)), cast("list[JsonValue]", [*[0] * 100_000, 1])
        schema = Schema(one, Unevaluated("array", closed=rule("unevaluatedItems")))
        self.assertFalse(accepted(schema, items, (), issues))
        self.assertEqual(len(issues.report()), 10)
        self.assertEqual(issues.dropped, 1)


class Unique(unittest.TestCase):
    def test_against_each_pair(self) -> None:
        chance = random.Random(4)

        def value(depth: int) -> JsonValue:
            if depth == 0 or chance.randrange(3):
                return cast("JsonValue", chance.choice([0, 1, 1.0, True, False, None, "", "1", 0.5, 2]))
            if chance.randrange(2):
                return [value(depth - 1) for _ in range(chance.randrange(3))]
            return {name: value(depth - 1) for name in chance.sample("ab1", chance.randrange(3))}

        for _ in range(3000):
            numbers = NumberLimits()
            items = [value(3) for _ in range(chance.randrange(6))]
            wanted = not any(same(a, b) for i, a in enumerate(items) for b in items[:i])
            self.assertEqual(numbers.differ(items), wanted, items)
            self.assertEqual(numbers.differ([items, [*items]]), False)
            self.assertEqual(numbers.differ([items, [*items, 7]]), True)


def same(a: JsonValue, b: JsonValue) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    return isinstance(a, bool) == isinstance(b, bool) and type(a) not in (list, dict) and a == b


def node() -> Schema:
    """At most 3 items; a member a and none called x; numbers above 0."""
    made = Schema()
    made.define(
        OfType(("array", "object", "number"), rule("type")),
        Bound(float.__gt__, 0.0, rule("exclusiveMinimum")),
        Size("array", lambda count, limit: count <= limit, 3, rule("maxItems")),
        Requires(("a",), rule("required")),
        PropertyNames(Schema(Matches(Pattern(r"[^x]|^\Z"), rule("pattern"))), rule("propertyNames")),
        Items(rest=made),
        Properties({"a": made}),
        Unevaluated("object", schema=made),
    )
    return made


class First(unittest.TestCase):
    def value(self, chance: random.Random, depth: int) -> JsonValue:
        kind = chance.randrange(6) if depth else 5
        if kind < 2:
            return [self.value(chance, depth - 1) for _ in range(chance.randrange(7))]
        if kind > 3:
            return cast("JsonValue", chance.choice([0.0, 1.0, 2.0, "x"]))
        names = chance.sample(["a", "b", "", "0", "10", "a~", "é", "x"], chance.randrange(8))
        return {name: self.value(chance, depth - 1) for name in names}

    def test_first_of_all_issues(self) -> None:
        chance = random.Random(2)
        schema = node()
        cut = 0
        for _ in range(500):
            value: JsonValue = [self.value(chance, 4), self.value(chance, 4)]
            found: dict[int, list[Issue]] = {}
            for limit in (1, 2, 3, 5, 10**9):
                issues = Issues(Options(max_issues=limit))
                accepted(schema, value, (), issues)
                found[limit] = issues.report()
            every = found.pop(10**9)
            for limit, some in found.items():
                self.assertEqual(some, every[:limit])
                cut += len(every) > 2 * limit + 16
        self.assertGreater(cut, 150)


class Collecting(unittest.TestCase):
    def report(self, limit: int, *failures: tuple[Path, str, str, Literal["must", "should"]]) -> list[Issue]:
        issues = Issues(Options(max_issues=limit))
        for failure in failures:
            issues.add(*failure)
        return issues.report()

    def test_order(self) -> None:
        paths: list[Path] = [
            (),
            (0,),
            (2,),
            (10,),
            ("10",),
            ("2",),
            ("a",),
            ("a", 0),
            ("a", "b"),
            ("a~",),
            ("\uffff",),
            ("\U0001f600",),
        ]
        shuffled = [(path, rule, "", "must") for path in paths for rule in ("a", "b")]
        wanted = [(path, rule) for path, rule, _, _ in shuffled]
        random.Random(1).shuffle(shuffled)
        issues = Issues(Options(max_issues=100))
        for failure in shuffled:
            issues.add(*failure[:3])
        pointers = [("".join(f"/{step}" for step in path).replace("~", "~0"), name) for path, name in wanted]
        self.assertEqual([(issue.path, issue.rule) for issue in issues.report()], pointers)

    def test_pointer(self) -> None:
        (issue,) = self.report(9, (("a/b", "m~n", 3, ""), "r", "m", "must"))
        self.assertEqual(issue.path, "/a~1b/m~0n/3/")

    def test_equal_ones(self) -> None:
        report = self.report(
            9, ((), "r", "a", "should"), ((), "r", "z", "must"), ((), "r", "b", "must"), ((), "q", "x", "should")
        )
        self.assertEqual(report, [Issue("q", "", "should", "x"), Issue("r", "", "must", "b")])

    def test_cut(self) -> None:
        places = list(range(1000))
        random.Random(2).shuffle(places)
        issues = Issues(Options(max_issues=5))
        for i in places:
            issues.add((i,), "r", "m", "should" if i % 2 else "must")
        self.assertEqual([issue.path for issue in issues.report()], ["/0", "/2", "/4", "/6", "/8"])

    def test_memory(self) -> None:
        issues = Issues(Options(max_issues=5))
        tracemalloc.start()
        for i in range(20_000):
            issues.add((i,), "r", "m")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(peak, 100_000)

    def test_cut_keeps_the_last_must(self) -> None:
        issues = Issues(Options(max_issues=2))
        for i in range(500):
            issues.add((i,), "r", "m", "should")
        self.assertFalse(issues.invalid)
        issues.add((999,), "r", "m")
        self.assertEqual([issue.path for issue in issues.report()], ["/0", "/999"])
        self.assertTrue(issues.invalid)
