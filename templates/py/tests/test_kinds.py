"""Tests of the tables by which generated readers read values that are not plainly valid."""

from __future__ import annotations

import json
import re
from typing import Final, TypeVar
from unittest import TestCase

from .._envelope import Issues, Options
from .._kinds import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    Constant,
    Integer,
    ListOf,
    MapOf,
    Member,
    NullOr,
    Plain,
    Reader,
    Variants,
    Words,
    no_object,
)
from .._members import UNSET
from .._record import OpenRecord
from .._values import JsonValue, Path

T = TypeVar("T")

WORD: Final = Words(("a", "b"), "must be a string", "must be a or b")
SHORT: Final = Plain(
    str,
    "must be a string",
    (lambda v: v not in ("ab", "", "xyz"), "enum", "must be known"),
    (lambda v: not v, "minLength", "must not be empty"),
    (lambda v: re.search("^x", v) is not None, "pattern", "must not begin with x"),
)
STRINGS: Final = ListOf(
    STRING.read, "must be an array", (lambda v: len(v) > 3, "maxItems", "must have at most 3 items")
)


class Pair(OpenRecord):
    """A record."""


def read_pair(value: Member, path: Path, out: Issues) -> Pair:
    """Accept every object that is not empty."""
    if type(value) is not dict or not value:
        return no_object(Pair, value, path, out)
    return Pair(extra=value)


def found(read: Reader[object], value: Member, limit: int = 100) -> list[tuple[str, str]]:
    """Return the rules that a value breaks, with the places."""
    out = Issues(Options(max_issues=limit))
    read(value, ("m",), out)
    issues = [(issue.rule, issue.path) for issue in out.report()]
    if bool(issues) is not out.refused or out.refused is not out.invalid:
        raise AssertionError(f"{issues}, but invalid is {out.invalid} and refused {out.refused}")
    return issues


def made(read: Reader[T], value: Member) -> T:
    """Return the Python form of a valid value."""
    out = Issues()
    one = read(value, (), out)
    if out.invalid:
        raise AssertionError(out.report())
    return one


class TestKinds(TestCase):
    """Values of one kind."""

    def test_another_type(self) -> None:
        kinds: list[tuple[Reader[object], str]] = [
            (ANY.read, 'null true 1 1.5 "a" [] {}'),
            (BOOLEAN.read, "true"),
            (INTEGER.read, "1"),
            (NULL.read, "null"),
            (NUMBER.read, "1 1.5"),
            (OBJECT.read, "{}"),
            (STRING.read, '"a"'),
            (WORD.read, '"a"'),
            (STRINGS.read, "[]"),
            (MapOf(STRING.read, "must be an object").read, "{}"),
            (Constant(1, "must be a number", "must be 1").read, "1"),
            (Constant(True, "must be true or false", "must be true").read, "true"),
            (Constant("a", "must be a string", "must be a").read, '"a"'),
        ]
        for read, taken in kinds:
            for text in ("null", "true", "1", '"a"', "[]", "{}"):
                issues = [] if text in taken.split() else [("type", "/m")]
                self.assertEqual(found(read, json.loads(text)), issues, (taken, text))
        self.assertEqual(found(Constant(1, "must be a number", "must be 1").read, 1.5), [("const", "/m")])

    def test_an_absent_member(self) -> None:
        for read in (ANY.read, INTEGER.read, NUMBER.read, WORD.read, STRINGS.read, NullOr(STRING.read).read, read_pair):
            self.assertEqual(found(read, UNSET), [("required", "/m")])

    def test_integers(self) -> None:
        for double, integer in ((1.0, 1), (-0.0, 0), (9007199254740991.0, 2**53 - 1)):
            read = made(INTEGER.read, double)
            self.assertEqual((read, type(read)), (integer, int))
        for large in (2**53, -(2**53), 1e300):
            self.assertEqual(found(INTEGER.read, large), [("integer-range", "/m")])
        untyped = Integer("must be 1 or 2", (lambda v: v not in (1, 2), "enum", "must be 1 or 2"), rule="enum")
        others: list[JsonValue] = [2**53, 3, 0.5, "1"]
        for value in others:
            self.assertEqual(found(untyped.read, value), [("enum", "/m")])

    def test_numbers_are_doubles(self) -> None:
        for value, text in ((1, "1.0"), (-0.0, "0.0"), (2**53 + 1, "9007199254740992.0"), (0, "0.0"), (0.5, "0.5")):
            self.assertEqual(repr(made(NUMBER.read, value)), text)

    def test_a_large_constant_is_compared_as_a_double(self) -> None:
        large = Constant(2.0**53, "must be a number", "must be 9007199254740992")
        self.assertEqual(found(large.read, 2**53 + 1), [])
        self.assertEqual(found(large.read, 2**53 + 2), [("const", "/m")])

    def test_checks(self) -> None:
        self.assertEqual(found(SHORT.read, "ab"), [])
        self.assertEqual(found(SHORT.read, "xyz"), [("pattern", "/m")])
        # A literal that is none of the known ones hides the rest.
        self.assertEqual(found(SHORT.read, "xyz1"), [("enum", "/m")])
        self.assertEqual(found(WORD.read, "c"), [("enum", "/m")])

    def test_records(self) -> None:
        self.assertEqual(made(read_pair, {"a": 1}).extra, {"a": 1})
        self.assertEqual(found(read_pair, []), [("type", "/m")])


class TestParts(TestCase):
    """Arrays, objects and unions."""

    def test_items(self) -> None:
        self.assertEqual(
            found(STRINGS.read, ["a", 1, "b", None]), [("maxItems", "/m"), ("type", "/m/1"), ("type", "/m/3")]
        )
        kinds: list[tuple[Reader[object], list[JsonValue]]] = [
            (STRING.read, ["a", ""]),
            (INTEGER.read, [1, 2.0, -3]),
            (WORD.read, ["b", "a"]),
            (SHORT.read, ["ab"]),
            (NullOr(INTEGER.read).read, [None, 1]),
            (ANY.read, [{}, None]),
        ]
        for read, values in kinds:
            self.assertEqual(made(ListOf(read, "").read, values), values)
            members = {str(i): value for i, value in enumerate(values)}
            self.assertEqual(made(MapOf(read, "").read, members), members)

    def test_a_copy_is_made(self) -> None:
        items: list[JsonValue] = ["a"]
        self.assertIsNot(made(STRINGS.read, items), items)

    def test_unsafe_items(self) -> None:
        self.assertEqual(
            found(ListOf(INTEGER.read, "").read, [1, 2**53, True]), [("integer-range", "/m/1"), ("type", "/m/2")]
        )

    def test_members(self) -> None:
        of_words = MapOf(WORD.read, "must be an object")
        self.assertEqual(found(of_words.read, {"x": "a", "y": 1, "z": "c"}), [("type", "/m/y"), ("enum", "/m/z")])
        self.assertEqual(
            found(MapOf(read_pair, "").read, {"b": {}, "a": {"c": 1}, "c": 1}), [("type", "/m/b"), ("type", "/m/c")]
        )

    def test_items_behind_a_dropped_failure_are_not_read(self) -> None:
        count = 0

        def read(value: Member, path: Path, out: Issues) -> Pair:
            nonlocal count
            count += 1
            return no_object(Pair, value, path, out)

        self.assertEqual(len(found(ListOf(read, "").read, [1 for _ in range(1000)], limit=3)), 3)
        self.assertLess(count, 100)
        numbers: list[JsonValue] = [1] * 1000
        self.assertLess(len(ListOf(STRING.read, "").read(numbers, (), Issues(Options(max_issues=3)))), 100)

    def test_members_that_cannot_be_reported_are_not_read(self) -> None:
        count = 0

        def read(value: Member, path: Path, out: Issues) -> Pair:
            nonlocal count
            count += 1
            return no_object(Pair, value, path, out)

        members: dict[str, JsonValue] = {f"{i:04}": 1 for i in range(1000)}
        self.assertEqual(found(MapOf(read, "").read, members, limit=2), [("type", "/m/0000"), ("type", "/m/0001")])
        self.assertLess(count, 100)

    def test_variants(self) -> None:
        union: Variants[Pair] = Variants("kind", {"p": read_pair, True: read_pair}, "must be p or true")
        self.assertIs(union.get("p"), read_pair)
        self.assertIsNone(union.get("q"))
        faults: list[tuple[Member, tuple[str, str]]] = [
            ({"kind": "q"}, ("discriminator", "/m/kind")),
            ({"kind": None}, ("discriminator", "/m/kind")),
            ({}, ("required", "/m/kind")),
            (1, ("type", "/m")),
            (UNSET, ("required", "/m")),
        ]
        for value, issue in faults:
            self.assertEqual(found(union.refuse, value), [issue])
