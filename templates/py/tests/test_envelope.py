"""Issues, records, codecs and encoding, with readers written by hand."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import tracemalloc
import unittest
from typing import ClassVar, Literal, cast

from .._envelope import Codec, Invalid, Issue, Issues, Options, Valid, ValidationError, encode
from .._values import UNSET, JsonValue, Path, Record, UnsetType, new, real, surplus, whole


class Node(Record):
    __slots__ = ("count", "note", "children", "extra")
    __envelope_members__ = (
        ("kind", "kind", ..., ""),
        ("count", "count", ..., "must be a safe integer"),
        ("note", "note", UNSET, ""),
        ("children", "children", None, ""),
    )
    kind: ClassVar[Literal["node"]] = "node"
    count: int
    note: str | UnsetType | None
    children: list[Node] | None
    extra: dict[str, JsonValue]

    def __init__(
        self,
        *,
        count: int,
        note: str | UnsetType | None = UNSET,
        children: list[Node] | None = None,
        extra: dict[str, JsonValue] | None = None,
    ) -> None:
        self.count = count
        self.note = note
        self.children = children
        self.extra = {} if extra is None else extra


def read_node(value: JsonValue, path: Path, out: Issues) -> Node | None:
    if type(value) is not dict:
        out.add(path, "type", "must be an object")
        return None
    count = whole(value.get("count"))
    if count is None:
        out.add((*path, "count"), "type", "must be an integer")
        return None
    children: list[Node] = []
    items = value.get("children")
    if type(items) is list:
        for i, item in enumerate(items):
            child = read_node(item, (*path, "children", i), out)
            if child is not None:
                children.append(child)
    node = new(Node)
    node.count, node.note, node.children = count, UNSET, children
    node.extra = {name: value[name] for name in surplus(value, Node.__envelope_names__)}
    return node


NODE = Codec("Node", read_node)


def failure(value: object) -> tuple[str, str]:
    """Return rule and path of the one issue that encoding a value has, whatever a type checker would say to it."""
    try:
        encode(cast("JsonValue", value))
    except ValidationError as error:
        (issue,) = error.issues
        return issue.rule, issue.path
    return "", ""


class Collecting(unittest.TestCase):
    def report(self, limit: int, *failures: tuple[Path, str, str, Literal["must", "should"]]) -> list[Issue]:
        issues = Issues(Options(max_issues=limit))
        for path, rule, message, level in failures:
            issues.add(path, rule, message, level)
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
        for path, rule, message, _ in shuffled:
            issues.add(path, rule, message)
        pointers = [("".join(f"/{step}" for step in path).replace("~", "~0"), rule) for path, rule in wanted]
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

    def test_none_to_report(self) -> None:
        issues = Issues(Options(max_issues=0))
        for i in range(100):
            issues.add((i,), "r", "m")
        self.assertEqual((issues.report(), issues.invalid), ([], True))


class Codecs(unittest.TestCase):
    def test_results(self) -> None:
        match NODE.decode('{"count":1e0,"x":[1]}'):
            case Valid(node):
                self.assertEqual(node, Node(count=1, children=[], extra={"x": [1]}))
            case Invalid(issues):
                self.fail(str(issues))
        result = NODE.decode(b"[")
        self.assertFalse(result.ok)
        self.assertEqual([(issue.rule, issue.path, issue.level) for issue in result.issues], [("json", "", "must")])

    def test_error(self) -> None:
        with self.assertRaises(ValidationError) as caught:
            NODE.parse('{"count":1.5}')
        error = caught.exception
        self.assertEqual(error.issues, (Issue("type", "/count", "must", "must be an integer"),))
        self.assertEqual(str(error), "/count: must be an integer (type)")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.issues, str(again)), (error.issues, str(error)))

    def test_limits(self) -> None:
        deep = '{"count":1,"children":[' * 40 + '{"count":1}' + "]}" * 40
        NODE.parse(deep, options=Options(max_depth=81))
        for options in (Options(max_depth=80), Options(max_bytes=len(deep) - 1)):
            self.assertEqual([issue.rule for issue in NODE.decode(deep, options=options).issues], ["json"])
        many = '{"count":0,"children":[' + ",".join("1" * 9) + "]}"
        self.assertEqual(len(NODE.decode(many, options=Options(max_issues=4)).issues), 4)

    def test_values_that_are_no_json(self) -> None:
        cycle: list[object] = []
        cycle.extend([cycle, cycle])
        loop: dict[str, object] = {"count": 1}
        loop["children"] = [loop, loop]
        for value in (
            cycle,
            loop,
            {"count": object()},
            {"count": 1, 2: 3},
            {"count": 1, "x": {1}},
            {"count": 1, "x": (1,)},
        ):
            with self.subTest(str(value)[:40]):
                self.assertEqual([issue.rule for issue in NODE.check(value)], ["json"])
        for number in (float("nan"), float("inf"), 10**400):
            self.assertEqual([issue.path for issue in NODE.check({"count": 1, "x": number})], ["/x"])
        self.assertEqual([issue.path for issue in NODE.check({"count": 1, "x": ["\ud800"]})], ["/x/0"])

    def test_convert_ends(self) -> None:
        loop: dict[str, object] = {"count": 1}
        loop["children"] = [loop, loop]
        with self.assertRaises(ValidationError) as caught:
            NODE.convert(loop)
        self.assertEqual([issue.rule for issue in caught.exception.issues], ["json"])

    def test_check_takes_objects(self) -> None:
        self.assertEqual(NODE.check(Node(count=1, children=[Node(count=2)])), [])
        self.assertEqual([issue.path for issue in NODE.check(Node(count=2**53))], ["/count"])


class Encoding(unittest.TestCase):
    def test_order(self) -> None:
        node = Node(count=1, note=None, children=[Node(count=2)], extra={"b": 1, "7": 2, "a": {"z": 0, "3": 1}})
        wanted = b'{"kind":"node","count":1,"note":null,"children":[{"kind":"node","count":2}],"7":2,"b":1,"a":{"3":1,"z":0}}'
        self.assertEqual(encode(node), wanted)
        self.assertEqual(encode([node, "x", 1.0]), b"[" + wanted + b',"x",1]')
        self.assertEqual(encode(Node(count=0), indent=2), b'{\n  "kind": "node",\n  "count": 0\n}')

    def test_refusals(self) -> None:
        cycle: list[JsonValue] = []
        cycle.append(cycle)
        cases: list[tuple[dict[str, JsonValue], tuple[str, str]]] = [
            ({"x": float("nan")}, ("json", "/x")),
            ({"x": [0, float("-inf")]}, ("json", "/x/1")),
            ({"x": "\ud800"}, ("json", "/x")),
            ({"a": {"\udfff": 1}}, ("json", "/a")),
            ({"count": 1}, ("json", "/count")),
            ({"x": 2**53 + 1}, ("json", "/x")),
            ({"x": 2**60}, ("", "")),
        ]
        for extra, wanted in cases:
            with self.subTest(str(extra)):
                self.assertEqual(failure(Node(count=1, extra=extra)), wanted)
        self.assertEqual(failure(Node(count=2**53)), ("integer-range", "/count"))
        self.assertEqual(
            failure(Node(count=0, children=[Node(count=-(2**53))])), ("integer-range", "/children/0/count")
        )
        self.assertEqual(failure(cycle)[0], "json")
        for value in (object(), {1: 2}, {"x": {1}}, b"x", (1,)):
            self.assertEqual(failure(value)[0], "json")

    def test_depth(self) -> None:
        value: JsonValue = 1
        for _ in range(128):
            value = [value]
        self.assertEqual(encode(value), b"[" * 128 + b"1" + b"]" * 128)
        self.assertEqual(failure([value])[0], "json")
        self.assertEqual(encode([value], options=Options(max_depth=129))[:3], b"[[[")


class Records(unittest.TestCase):
    node = Node(count=1, children=[Node(count=2)], extra={"x": 1})

    def test_equality(self) -> None:
        self.assertEqual(self.node, Node(count=1, children=[Node(count=2)], extra={"x": 1}))
        self.assertNotEqual(self.node, Node(count=1))
        self.assertNotEqual(self.node, 1)
        with self.assertRaises(TypeError):
            hash(self.node)

    def test_copies(self) -> None:
        for twin in (copy.copy(self.node), copy.deepcopy(self.node), pickle.loads(pickle.dumps(self.node))):
            self.assertEqual(twin, self.node)
            self.assertIs(twin.note, UNSET)
        deep = copy.deepcopy(self.node)
        deep.extra["x"] = 2
        self.assertEqual(self.node.extra, {"x": 1})

    def test_dataclass(self) -> None:
        self.assertTrue(dataclasses.is_dataclass(self.node))
        fields = {field.name: field for field in dataclasses.fields(Node)}
        self.assertEqual(list(fields), ["count", "note", "children", "extra"])
        self.assertEqual((fields["note"].default, fields["count"].default), (UNSET, dataclasses.MISSING))
        self.assertEqual(
            dataclasses.replace(self.node, count=5), Node(count=5, children=[Node(count=2)], extra={"x": 1})
        )
        self.assertEqual(self.node.__replace__(note="n").note, "n")
        self.assertEqual(dataclasses.asdict(Node(count=3))["count"], 3)

    def test_repr(self) -> None:
        self.assertEqual(repr(Node(count=1)), "Node(count=1, note=UNSET, children=None, extra={})")

    def test_unset_is_false(self) -> None:
        self.assertFalse(UNSET)
        self.assertIs(pickle.loads(pickle.dumps(UNSET)), UNSET)


class Numbers(unittest.TestCase):
    def test_whole(self) -> None:
        cases: list[tuple[JsonValue, int | None]] = [
            (3, 3),
            (3.0, 3),
            (1e300, int(1e300)),
            (3.5, None),
            (True, None),
            ("3", None),
            (float("inf"), None),
        ]
        for value, wanted in cases:
            self.assertEqual(whole(value), wanted)
            self.assertIsNot(type(whole(value)), bool)

    def test_real(self) -> None:
        cases: list[tuple[JsonValue, float | None]] = [
            (3, 3.0),
            (2**53 + 1, 2.0**53),
            (0.5, 0.5),
            (False, None),
            (None, None),
        ]
        for value, wanted in cases:
            self.assertEqual(real(value), wanted)
            if wanted is not None:
                self.assertIs(type(real(value)), float)


if __name__ == "__main__":
    unittest.main()
