"""Numbers in readers."""

from __future__ import annotations

import unittest

from .. import _kinds as kinds
from .._envelope import DEFAULTS, Issues
from .._json import read_text
from .._numbers import Numbers as Table
from .._numbers import Place, settle
from .._plain import plain, real
from .._values import UNPLACED, JsonError, JsonValue, whole


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

    def test_wide(self) -> None:
        cases: list[tuple[JsonValue, int | None, int | None]] = [
            (2**53 + 1, 2**53 + 1, 2**53 + 1),
            (2**63 - 1, 2**63 - 1, 2**63 - 1),
            (2**63, None, 2**63),
            (2**64, None, None),
            (-(2**63), -(2**63), None),
            (1e3, 1000, 1000),
            (0.5, None, None),
            (True, None, None),
            ("1", None, None),
        ]
        for value, signed, unsigned in cases:
            for kind, wanted in (
                (kinds.Wide("must be an integer", "int64"), signed),
                (kinds.Wide("must be an integer", "uint64"), unsigned),
            ):
                issues = Issues(DEFAULTS)
                made = kind.read(value, (), issues)
                self.assertEqual(issues.invalid, wanted is None, value)
                if wanted is not None:
                    self.assertEqual((made, type(made)), (wanted, int))

    def test_settle(self) -> None:
        table = Table(
            (Place(), Place(members={"id": 2, "ids": 3}), Place(declared=True, wide=True), Place(items=2)), {"T": 1}
        )
        text = '{"id":9007199254740993,"ids":[1e18,9007199254740995],"x":[9007199254740993]}'
        read, _, beyond = read_text(text, max_bytes=1000, max_depth=9, wide=True)
        self.assertTrue(beyond)
        made = settle(read, table, "T", False)
        self.assertEqual(repr(made), repr({"id": 2**53 + 1, "ids": [10**18, 2**53 + 3], "x": [2.0**53]}))
        with self.assertRaises(JsonError) as caught:
            settle(read, table, "T", True)
        self.assertEqual(caught.exception.path, ("x", 0))

    def test_unplaced(self) -> None:
        self.assertEqual(plain([2**53 + 1], 9, True, UNPLACED), [2**53 + 1])
        self.assertEqual(plain(2**64 - 1, 9, True, "uint64"), 2**64 - 1)
        for value, integers in ((2**64, "uint64"), (-1 - 2**63, "int64"), (2**53 + 1, "")):
            with self.assertRaises(JsonError):
                plain(value, 9, True, integers)


if __name__ == "__main__":
    unittest.main()
