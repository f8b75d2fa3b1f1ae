"""Records as values: equality, copies, text and members."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import unittest
import weakref
from collections.abc import Callable
from typing import ClassVar, Literal, cast

from .._envelope import Issue, ValidationError
from .._members import UNSET, new
from .._record import Record
from .._show import show
from .._values import JsonValue
from .test_envelope import NODE, Child, Node, Own, Twin


class Other(Record):
    pass


class Fixed(Record):
    kind: ClassVar[Literal["a"]] = "a"
    count: int


class Records(unittest.TestCase):
    node = Node(count=1, children=[Node(count=2)], extra={"x": 1})

    def test_equality(self) -> None:
        self.assertEqual(self.node, Node(count=1, children=[Node(count=2)], extra={"x": 1}))
        self.assertNotEqual(self.node, Node(count=1))
        self.assertNotEqual(self.node, 1)
        self.assertEqual(Node(count=1, extra={"x": [1.0], "y": 0}), Node(count=1, extra={"y": -0.0, "x": [1]}))
        unlike: list[tuple[JsonValue, JsonValue]] = [(True, 1), ([True], [1]), ({"a": False}, {"a": 0.0})]
        for other, one in unlike:
            self.assertNotEqual(Node(count=1, extra={"x": other}), Node(count=1, extra={"x": one}))
        with self.assertRaises(TypeError):
            hash(self.node)

    def test_equality_of_classes(self) -> None:
        """Only the JSON counts: neither the class, nor the type of a sequence."""
        own = Child(count=1, children=[Own(count=2)], extra={"x": 1})
        self.assertEqual((own, self.node), (self.node, own))
        self.assertEqual(Node(count=1, children=cast("list[Node]", (Node(count=2),)), extra={"x": 1}), self.node)
        self.assertEqual(Twin(count=1, extra={"kind": "node"}), Node(count=1))
        self.assertNotEqual(Twin(count=1), Node(count=1))
        self.assertNotEqual(Twin(count=1, note=None, extra={"kind": "node"}), Node(count=1))
        self.assertEqual(
            Node(count=1, children=cast("list[Node]", [{"kind": "node", "count": 2}])),
            Node(count=1, children=[Node(count=2)]),
        )
        self.assertNotEqual(self.node, self.node.to_dict())
        self.assertNotEqual(Node(count=1, extra={"x": "a"}), Node(count=1, extra={"x": ["a"]}))

    def test_what_nothing_was_assigned_to(self) -> None:
        made = new(Node)
        self.assertEqual(NODE.check(made), [Issue("type", "/count", "must", "must be an integer")])
        with self.assertRaises(ValidationError):
            NODE.encode(made)
        self.assertEqual(NODE.encode_unchecked(made), b'{"kind":"node"}')
        self.assertEqual((repr(made), show(made)), ("<Node kind='node'>", '{"kind":"node"}'))
        self.assertEqual((made == new(Node), made == self.node), (True, False))

    def test_weak_references(self) -> None:
        node = Node(count=1)
        self.assertIs(weakref.ref(node)(), node)

    def test_subclasses_add_no_members(self) -> None:
        with self.assertRaisesRegex(TypeError, "Sub.more would be no member"):

            class Sub(Node):  # pyright: ignore[reportUnusedClass]
                more: int = 3

        class Kept(Node):
            most: ClassVar[int] = 3

            def twice(self) -> int:
                return 2 * self.count

        class Made(Node):
            more: int

            def __init__(self, more: int) -> None:
                super().__init__(count=more)
                self.more = more

        self.assertEqual((Kept(count=1).twice(), Made(2).more, Made(2)), (2, 2, Node(count=2)))

    def test_other_records(self) -> None:
        """The error of encoding names both classes: the absent members are not the cause."""
        with self.assertRaises(ValidationError) as raised:
            NODE.encode(Other())
        self.assertEqual(raised.exception.__notes__, ["The value is of Other, and the codec of Node."])

    def test_copies(self) -> None:
        for twin in (copy.copy(self.node), copy.deepcopy(self.node), pickle.loads(pickle.dumps(self.node))):
            self.assertEqual(twin, self.node)
            self.assertIs(twin.note, UNSET)
        twins = (
            copy.copy(self.node),
            copy.deepcopy(self.node),
            self.node.__replace__(count=2),
        )
        for twin in twins:
            twin.extra["x"] = 2
            self.assertEqual(self.node.extra, {"x": 1})

    def test_replace(self) -> None:
        self.assertEqual(self.node.__replace__(note="n").note, "n")
        self.assertEqual(self.node.note, UNSET)
        with self.assertRaisesRegex(TypeError, "Node has no attribute 'nota'"):
            self.node.__replace__(nota=1)
        with self.assertRaisesRegex(TypeError, "Fixed has a constant 'kind'"):
            Fixed(count=1).__replace__(kind="b")

    def test_no_dataclass(self) -> None:
        """Other libraries write dataclasses member by member, which would be wrong JSON."""
        self.assertFalse(dataclasses.is_dataclass(self.node))

    def test_constructor(self) -> None:
        self.assertEqual(str(inspect.signature(Twin)), "(*, count, note=UNSET, children=None, extra={})")
        self.assertEqual(Twin(count=1).extra, {})
        self.assertIsNot(Twin(count=1).extra, Twin(count=1).extra)
        for wrong in ({}, {"count": 1, "nota": 2}):
            with self.assertRaises(TypeError):
                cast("Callable[..., object]", Twin)(**wrong)
        with self.assertRaises(TypeError):
            cast("Callable[[int], object]", Twin)(1)

    def test_subclass(self) -> None:
        child = Child(count=1, note="n", extra={"x": 1})
        self.assertEqual(
            (child.note, child.double(), repr(child)),
            ("n", 2, "<Child kind='node'>"),
        )
        self.assertNotEqual(child, Child(count=2, note="n"))
        self.assertEqual(child, Node(count=1, note="n", extra={"x": 1}))
        vars(child)["mark"] = "seen"
        for twin in (copy.copy(child), copy.deepcopy(child), pickle.loads(pickle.dumps(child)), child.__replace__()):
            self.assertEqual((twin, twin.mark, type(twin)), (child, "seen", Child))
        self.assertEqual(child.__replace__(count=3).double(), 6)
        self.assertEqual(Own(4).count, 4)
        self.assertEqual(NODE.encode_unchecked(child), NODE.encode_unchecked(Node(count=1, note="n", extra={"x": 1})))

    def test_repr(self) -> None:
        self.assertEqual(repr(Node(count=1)), "<Node kind='node'>")

    def test_unset_is_false(self) -> None:
        self.assertFalse(UNSET)
        self.assertIs(pickle.loads(pickle.dumps(UNSET)), UNSET)


if __name__ == "__main__":
    unittest.main()
