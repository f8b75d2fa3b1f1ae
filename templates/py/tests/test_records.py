"""Records as values: equality, copies, text and members."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import unittest
from collections.abc import Callable
from typing import cast

from .._record import UNSET
from .._values import JsonValue
from .test_envelope import NODE, Child, Node, Own, Twin


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
        self.assertNotEqual(child, Node(count=1, note="n", extra={"x": 1}))
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
