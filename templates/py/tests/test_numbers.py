"""Numbers in readers."""

from __future__ import annotations

import unittest

from .._plain import real
from .._values import JsonValue, whole


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
