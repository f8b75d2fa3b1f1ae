"""Codecs and encoding, with hand-written readers."""

from __future__ import annotations

import enum
import inspect
import json
import pickle
import sys
import threading
import unittest
from collections import OrderedDict
from types import MappingProxyType
from typing import ClassVar, Literal, cast

from .._codec import Codec
from .._envelope import Invalid, Issue, Issues, Options, Valid, ValidationError
from .._members import UNSET, UnsetType, new
from .._record import OpenRecord
from .._stack import with_room
from .._values import JsonError, JsonValue, Path, whole


class Twin(OpenRecord):
    count: int
    note: str | UnsetType | None = UNSET
    children: list[Node] | None = None


class Node(OpenRecord, integers=("count",)):
    kind: ClassVar[Literal["node"]] = "node"
    count: int
    note: str | UnsetType | None = UNSET
    children: list[Node] | None = None


class Child(Node):
    """A user's: it has a ``__dict__``."""

    mark: ClassVar[str] = ""

    def double(self) -> int:
        return 2 * self.count


class Own(Node):
    __slots__ = ()

    def __init__(self, count: int) -> None:
        super().__init__(count=count)


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
    node.extra = {name: each for name, each in value.items() if name not in Node.__envelope_names__}
    return node


NODE = Codec("Node", read_node)


def failure(value: object) -> tuple[str, str]:
    """Return rule and path of the single issue of encoding a value, which need not be well-typed."""
    try:
        NODE.encode_unchecked(cast("JsonValue", value))
    except ValidationError as error:
        (issue,) = error.issues
        return issue.rule, issue.path
    return "", ""


class Codecs(unittest.TestCase):
    def test_results(self) -> None:
        match NODE.try_decode('{"count":1e0,"x":[1]}'):
            case Valid(node):
                self.assertEqual(node, Node(count=1, children=[], extra={"x": [1]}))
            case Invalid(issues):
                self.fail(str(issues))
        result = NODE.try_decode(b"[")
        self.assertFalse(result.ok)
        self.assertEqual([(issue.rule, issue.path, issue.level) for issue in result.issues], [("json", "", "must")])

    def test_error(self) -> None:
        with self.assertRaises(ValidationError) as caught:
            NODE.decode('{"count":1.5}')
        error = caught.exception
        self.assertEqual(error.issues, (Issue("type", "/count", "must", "must be an integer"),))
        self.assertEqual(str(error), "/count: must be an integer (type)")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.issues, str(again)), (error.issues, str(error)))

    def test_limits(self) -> None:
        deep = '{"count":1,"children":[' * 40 + '{"count":1}' + "]}" * 40
        NODE.decode(deep, options=Options(max_depth=81))
        for options in (Options(max_depth=80), Options(max_bytes=len(deep) - 1)):
            self.assertEqual([issue.rule for issue in NODE.try_decode(deep, options=options).issues], ["json"])
        many = '{"count":0,"children":[' + ",".join("1" * 9) + "]}"
        self.assertEqual(len(NODE.try_decode(many, options=Options(max_issues=4)).issues), 4)

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
            {"count": 1, "x": b"x"},
        ):
            with self.subTest(str(value)[:40]):
                self.assertEqual([issue.rule for issue in NODE.check(value)], ["json"])
        for number in (float("nan"), float("inf"), 10**400):
            self.assertEqual([issue.path for issue in NODE.check({"count": 1, "x": number})], ["/x"])
        self.assertEqual([issue.path for issue in NODE.check({"count": 1, "x": ["\ud800"]})], ["/x/0"])

    @staticmethod
    def limited(name: str, value: object) -> Options:
        limit = cast("int", value)
        match name:
            case "max_depth":
                return Options(max_depth=limit)
            case "max_bytes":
                return Options(max_bytes=limit)
            case _:
                return Options(max_issues=limit)

    def test_bad_limits(self) -> None:
        for name, most in (("max_depth", 256), ("max_bytes", 2**31 - 1), ("max_issues", 2**31 - 1)):
            for good in (1, 2, 129, most, 2.0):
                self.limited(name, good)
            for bad in (0, -1, most + 1, 0.5, 10**400, float("nan"), float("inf"), "1", "1kb", True, None):
                with self.subTest(name=name, bad=bad), self.assertRaisesRegex(ValueError, name):
                    self.limited(name, bad)

    def test_what_is_no_text(self) -> None:
        values: list[object] = [{}, None, 1, memoryview(b"1")]
        for value in values:
            with self.assertRaisesRegex(TypeError, f"not {type(value).__name__}"):
                NODE.try_decode(cast("str", value))

    def test_limits_of_values(self) -> None:
        # A value and its text have the same issues.
        values: list[JsonValue] = [
            {"count": 1, "children": [{"count": 2, "x": [1.5, True, None, "é\n"]}], "x": {}},
            {"count": 1, "x": [False, [], {}, "\x01\x02", 1e20]},
        ]
        for value in values:
            size = len(NODE.encode_unchecked(value))
            for options in (
                Options(max_bytes=size),
                Options(max_bytes=size - 1),
                Options(max_depth=3),
                Options(max_depth=4),
            ):
                text = NODE.encode_unchecked(value)
                issues = NODE.try_decode(text, options=options).issues
                self.assertEqual(
                    [issue[:3] for issue in NODE.check(value, options=options)], [issue[:3] for issue in issues]
                )
                wanted = [issue.rule for issue in issues if issue.level == "must"]
                for act in (NODE.convert, NODE.encode_unchecked):
                    with self.subTest(act=act, options=options):
                        try:
                            act(value, options=options)
                            found: list[str] = []
                        except ValidationError as error:
                            found = [issue.rule for issue in error.issues]
                        self.assertEqual(found, wanted)

    def test_convert_takes_what_parse_takes(self) -> None:
        for value in (
            {"count": 1, "note": "\ud800"},
            {"count": 1, "\udfff": 1},
            {"count": 1, "x": ["a\udc00"]},
            {"x": float("inf")},
        ):
            with self.assertRaises(ValidationError) as caught:
                NODE.convert(value)
            self.assertEqual([issue.rule for issue in caught.exception.issues], ["json"])
        self.assertEqual(NODE.convert({"count": 1, "x": "é😀"}).extra, {"x": "é😀"})

    def test_any_stack(self) -> None:
        """Results do not depend on the depth of the caller."""
        text = '{"count":1,"children":[' * 127 + '{"count":1,"x":[]}' + "]}" * 127
        options = Options(max_depth=256)

        def deeper(levels: int) -> list[object]:
            if levels:
                return deeper(levels - 1)
            node = NODE.decode(text, options=options)
            return [
                NODE.encode_unchecked(node, options=options).count(b"count"),
                NODE.check(node, options=options),
                NODE.check(raw, options=options),
                NODE.encode_unchecked(NODE.convert(raw, options=options), options=options).count(b"count"),
                [issue.rule for issue in NODE.try_decode(text + "]", options=options).issues],
                [issue.rule for issue in NODE.try_decode(text).issues],
            ]

        raw: JsonValue = json.loads(text)
        room = sys.getrecursionlimit() - len(inspect.stack())
        for levels in (0, room - 300, room - 100, room - 20):
            self.assertEqual(deeper(levels), [128, [], [], 128, ["json"], ["json"]])

    def test_errors_cross_stacks(self) -> None:
        def fails() -> None:
            calls.append(threading.get_ident())
            raise RecursionError if len(calls) == 1 else KeyError("x")

        calls: list[int] = []
        with self.assertRaises(KeyError):
            with_room(fails)
        self.assertEqual(len(set(calls)), 2)

        def never_ends() -> None:
            never_ends()

        with self.assertRaises(JsonError):
            with_room(never_ends)

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
        self.assertEqual(NODE.encode_unchecked(node), wanted)
        self.assertEqual(NODE.encode_unchecked([node, "x", 1.0]), b"[" + wanted + b',"x",1]')
        self.assertEqual(NODE.encode_unchecked(Node(count=0), indent=2), b'{\n  "kind": "node",\n  "count": 0\n}')

    def test_encode_checks(self) -> None:
        node = NODE.decode('{"count":1}')
        self.assertEqual(NODE.encode(node), NODE.encode_unchecked(node))
        node.count = cast("int", "one")
        with self.assertRaises(ValidationError) as caught:
            NODE.encode(node)
        self.assertEqual(list(caught.exception.issues), NODE.check(node))
        self.assertIn(b'"count":"one"', NODE.encode_unchecked(node))

    def test_bind(self) -> None:
        small = NODE.bind(Options(max_bytes=20))
        self.assertTrue(small.try_decode('{"count":1}'))
        self.assertFalse(small.try_decode('{"count":1}' + " " * 20))
        self.assertTrue(small.try_decode('{"count":1}' + " " * 20, options=Options()))
        self.assertFalse(small.try_convert({"count": 1, "next": {"count": 22222222}}))
        self.assertRaises(ValueError, NODE.bind, Options(params={"age": 1}))

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
        for value in (object(), {1: 2}, {"x": {1}}, b"x", bytearray(b"x"), memoryview(b"x")):
            self.assertEqual(failure(value)[0], "json")

    def test_values_of_the_program(self) -> None:
        class Word(enum.StrEnum):
            N = "n"

        class Number(enum.IntEnum):
            ONE = 1

        class Half(float):
            def __str__(self) -> str:
                return "half"

        given: dict[str, object] = {
            "count": Number.ONE,
            "note": Word.N,
            "x": MappingProxyType({Word.N: (1, range(2))}),
            "y": OrderedDict([("h", Half(0.5))]),
        }
        text = b'{"count":1,"note":"n","x":{"n":[1,[0,1]]},"y":{"h":0.5}}'
        self.assertEqual(NODE.encode(cast("JsonValue", given)), text)
        node = NODE.convert(given)
        self.assertEqual((type(node.count), node.extra["x"]), (int, {"n": [1, [0, 1]]}))
        self.assertEqual(
            NODE.encode_unchecked(Node(count=Number.ONE, note=Word.N, extra={"x": Word.N})),
            b'{"kind":"node","count":1,"note":"n","x":"n"}',
        )

    def test_depth(self) -> None:
        value: JsonValue = 1
        for _ in range(128):
            value = [value]
        self.assertEqual(NODE.encode_unchecked(value), b"[" * 128 + b"1" + b"]" * 128)
        self.assertEqual(failure([value])[0], "json")
        self.assertEqual(NODE.encode_unchecked([value], options=Options(max_depth=129))[:3], b"[[[")


if __name__ == "__main__":
    unittest.main()
