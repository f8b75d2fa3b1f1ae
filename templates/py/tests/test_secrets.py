"""Copies without secrets: of records, and of dicts that a caller passes in place of records."""

from __future__ import annotations

import unittest
from typing import ClassVar, Final, Literal, cast

from .._envelope import ValidationError
from .._fills import Secrets
from .._members import UnsetType
from .._record import OpenRecord, Record
from .._secrets import redacted
from .._values import JsonValue


class Key(OpenRecord, secrets=("key",)):
    key: str
    note: str | UnsetType | None = None


class Plain(Record):
    is_: ClassVar[Literal["plain"]] = "plain"
    key: str = ""


class Login(Record, secrets=("token",)):
    token: str | UnsetType | None
    inner: Key
    many: list[Key]
    by_name: dict[str, Key]
    one: Key | Plain
    meta: JsonValue = None


class Worded(OpenRecord):
    kind: Literal["a", "b"]


class Tagged(OpenRecord, secrets=("key",)):
    kind: ClassVar[Literal["tagged"]] = "tagged"
    key: str | None = None


class Holder(Record):
    one: Worded | Tagged


HIDDEN: Final = {"key": "***", "note": "n"}


def key() -> Key:
    """Return a dict in place of a record, as callers without a type checker pass it."""
    return cast("Key", {"key": "k", "note": "n"})


class Redacted(unittest.TestCase):
    def test_records_given_as_dicts(self) -> None:
        given = Login(token="t", inner=key(), many=[key(), key()], by_name={"a": key(), "b": key()}, one=key())
        shown = redacted(given)
        self.assertEqual(shown.token, "***")
        self.assertEqual(shown.inner, HIDDEN)
        self.assertEqual(shown.many, [HIDDEN, HIDDEN])
        self.assertEqual(shown.by_name, {"a": HIDDEN, "b": HIDDEN})
        self.assertEqual(shown.one, HIDDEN)
        self.assertEqual(given.inner, {"key": "k", "note": "n"})

    def test_variants_given_as_dicts(self) -> None:
        """The words of a tag show that an object is of another variant."""
        for kind, expected in (("tagged", "***"), ("a", "k"), ("c", "k")):
            given = Holder(one=cast("Worded", {"kind": kind, "key": "k"}))
            self.assertEqual(redacted(given).one, {"kind": kind, "key": expected})

    def test_records(self) -> None:
        """The extra members of a record are no declared ones; an absent or null member is no secret."""
        one = Key(key="k", extra={"key": "in", "other": None})
        shown = redacted(
            Login(token=None, inner=one, many=[], by_name={}, one=Plain(key="k"), meta={"key": "k"}),
            Secrets(names=["OTHER"]),
        )
        self.assertEqual((shown.token, shown.inner.key, shown.inner.extra), (None, "***", {"key": "in", "other": None}))
        self.assertEqual((cast("Plain", shown.one).key, shown.meta), ("k", {"key": "k"}))

    def test_names(self) -> None:
        """They have no case in ASCII letters, and in others they have."""
        open = {
            "PASSWORD": 1,
            "password": [2],
            "straße": "a",
            "STRASSE": "b",
            "\u212aey": "c",
            "key": "d",
            "ÄRGER": "e",
        }
        shown = redacted(open, Secrets(names=["Password", "STRAßE", "Key", "ärger"]))
        self.assertEqual(
            shown,
            {
                "PASSWORD": "***",
                "password": "***",
                "straße": "***",
                "STRASSE": "b",
                "\u212aey": "c",
                "key": "***",
                "ÄRGER": "e",
            },
        )

    def test_values(self) -> None:
        """Of several at one place the longest is replaced, so that nothing of it is left."""
        for values in (["ab", "abcd", "b"], ["b", "ab", "abcd"], ["abcd", "b", "ab"]):
            self.assertEqual(redacted("abcd abc b", Secrets(values=values)), "*** ***c ***")
        self.assertEqual(redacted("a.c abc", Secrets(values=["a.c", ""])), "*** abc")

    def test_depth(self) -> None:
        cycle: list[object] = []
        cycle.append(cycle)
        with self.assertRaises(ValidationError):
            redacted(cycle)


if __name__ == "__main__":
    unittest.main()
