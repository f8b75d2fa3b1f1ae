"""Functions of rules, in the edge cases where languages differ."""

from __future__ import annotations

import math
import sys
import unittest

from .. import _functions as f
from .._functions import SECOND

MAX = 2**63 - 1
MIN = -(2**63)
FAILED = (0, False)


class Integers(unittest.TestCase):
    def test_64_bits(self) -> None:
        self.assertEqual(f.add_int(MAX - 1, 1), (MAX, True))
        self.assertEqual(f.sub_int(MIN + 1, 1), (MIN, True))
        self.assertEqual(f.mul_int(MIN // 2, 2), (MIN, True))
        self.assertEqual(f.neg_int(MAX), (MIN + 1, True))
        self.assertEqual(f.add_int(2**53, 1), (9007199254740993, True))
        for failed in (f.add_int(MAX, 1), f.sub_int(MIN, 1), f.mul_int(2**32, 2**31), f.neg_int(MIN)):
            self.assertEqual(failed, FAILED)

    def test_division_truncates(self) -> None:
        for left, right, quotient, rest in (
            (7, 2, 3, 1),
            (-7, 2, -3, -1),
            (7, -2, -3, 1),
            (-7, -2, 3, -1),
            (MIN, 1, MIN, 0),
        ):
            with self.subTest(left=left, right=right):
                self.assertEqual(f.div_int(left, right), (quotient, True))
                self.assertEqual(f.mod_int(left, right), (rest, True))
        for left, right in ((1, 0), (0, 0), (MIN, -1)):
            self.assertEqual((f.div_int(left, right), f.mod_int(left, right)), (FAILED, FAILED))

    def test_from_doubles(self) -> None:
        for number, integer in (
            (1.9, 1),
            (-1.9, -1),
            (-0.5, 0),
            (2.0**62, 2**62),
            (9223372036854774784.0, 9223372036854774784),
        ):
            self.assertEqual(f.double_to_int(number), (integer, True))
        for number in (2.0**63, -(2.0**63), math.inf, -math.inf, math.nan, 1e308):
            self.assertEqual(f.double_to_int(number), FAILED)

    def test_from_text(self) -> None:
        for text, number in (
            ("0", 0),
            ("-0", 0),
            ("+5", 5),
            ("-12", -12),
            (str(MAX), MAX),
            (str(MIN), MIN),
            ("0" * 5000 + "7", 7),
        ):
            self.assertEqual(f.text_to_int(text), (number, True))
        bad = ["", "+", "-", "1_000", " 1", "1 ", "1\n", "0x1", "1.0", "1e3", "٣", "--1", str(MAX + 1), str(MIN - 1), "9" * 5000]  # fmt: skip
        for text in bad:
            self.assertEqual(f.text_to_int(text), FAILED, text)


class Doubles(unittest.TestCase):
    def test_division_by_zero(self) -> None:
        self.assertEqual(f.div_double(1.0, 0.0), math.inf)
        self.assertEqual(f.div_double(-1.0, 0.0), -math.inf)
        self.assertEqual(f.div_double(1.0, -0.0), -math.inf)
        self.assertEqual(f.div_double(-math.inf, -0.0), math.inf)
        self.assertEqual(f.div_double(7.0, 2.0), 3.5)
        self.assertEqual(f.div_double(1e308, 1e-308), math.inf)
        self.assertTrue(math.isnan(f.div_double(0.0, 0.0)) and math.isnan(f.div_double(math.nan, 0.0)))

    def test_nan_equals_nothing(self) -> None:
        nan = math.nan
        self.assertFalse(f.equal(nan, nan) or f.equal([nan], [nan]) or f.equal({"a": [nan]}, {"a": [nan]}))
        self.assertFalse(f.among(nan, [nan]) or f.among([nan], [[nan]]))
        self.assertTrue(f.equal([1.0, [2.0]], [1.0, [2.0]]) and f.equal({"a": 0.0, "b": 1.0}, {"b": 1.0, "a": -0.0}))
        self.assertTrue(f.among(1.0, [0.0, 1.0]))
        for left, right in (([1.0], [1.0, 2.0]), ([1.0], [2.0]), ({"a": 1.0}, {"b": 1.0}), ({"a": 1.0}, {"a": 2.0})):
            self.assertFalse(f.equal(left, right))


class Times(unittest.TestCase):
    def test_timestamps(self) -> None:
        for text, seconds, nanoseconds in (
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
            ("2026-05-12T02:00:00.1234567891+02:00", 1778544000, 123_456_789),
            ("2016-12-31t23:59:60z", 1483228800, 0),
            ("0001-01-01T00:00:00Z", -62135596800, 0),
            ("9999-12-31T23:59:59.9999999999Z", 253402300799, 999_999_999),
        ):
            self.assertEqual(f.text_to_timestamp(text), (seconds * SECOND + nanoseconds, True), text)
        bad = ["", "2026-05-12", "2026-02-30T00:00:00Z", "2026-05-12 00:00:00Z", "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z", "2026-W01-1T00:00:00Z"]  # fmt: skip
        for text in bad:
            self.assertEqual(f.text_to_timestamp(text), FAILED, text)

    def test_years_1_to_9999(self) -> None:
        first, last = -62135596800 * SECOND, 253402300800 * SECOND - 1
        self.assertEqual(f.int_to_timestamp(-62135596800), (first, True))
        self.assertEqual(f.add_time(last - 1, 1), (last, True))
        self.assertEqual(f.sub_time(first + 1, 1), (first, True))
        self.assertEqual(f.time_between(0, MAX), (-MAX, True))
        self.assertEqual(f.sub_time(0, -MAX - 1), (MAX + 1, True))
        for failed in (
            f.int_to_timestamp(-62135596801),
            f.int_to_timestamp(253402300800),
            f.int_to_timestamp(MAX),
            f.time_between(last, first),
            f.add_time(last, 1),
            f.sub_time(first, 1),
        ):
            self.assertEqual(failed, FAILED)

    def test_durations(self) -> None:
        for text, nanoseconds in (
            ("300s", 300 * SECOND),
            ("1h30m", 5400 * SECOND),
            ("-1.5h", -5400 * SECOND),
            ("+.5s", SECOND // 2),
            ("1.s", SECOND),
            ("0", 0),
            ("-0", 0),
            ("1ms2us3µs4μs5ns", 1_009_005),
            ("1.9ns", 1),
            ("0.333333333333333333333h", 1_199_999_999_999),
            ("2m1h", 3720 * SECOND),
            ("0" * 30 + "1s", SECOND),
            ("0.00000000000027777777777777778h", 0),
            ("0.000000000000277778h", 1),  # the last of 18 decimals counts
            ("2562047h47m16.854775807s", MAX),
            ("-9223372036854775808ns", -MAX - 1),
        ):
            self.assertEqual(f.text_to_duration(text), (nanoseconds, True), text)
        bad = ["", "s", "1", "1d", ".s", "-", "1 s", " 1s", "1s ", "1s\n", "1S", "1e3s", "--1s", "1s-1s", "٣s", "9223372036854775808ns", "-9223372036.854775809s", "9" * 5000 + "s"]  # fmt: skip
        for text in bad:
            self.assertEqual(f.text_to_duration(text), FAILED, text)

    def test_parts(self) -> None:
        for seconds, nanoseconds, text in ((-1, 999_999_999, "1969-12-31T23:59:59.999999+00:00"), (-62135596800, 0, "0001-01-01T00:00:00+00:00")):  # fmt: skip
            self.assertEqual(f.date_of(seconds * SECOND + nanoseconds).isoformat(), text)
        self.assertEqual(
            [f.units_in(duration, 10) for duration in (29, -29, -9, MAX, -MAX - 1)], [2, -2, 0, MAX // 10, -(MAX // 10)]
        )

    def test_texts(self) -> None:
        for nanoseconds, text in ((0, "0s"), (1, "0.000000001s"), (-90_500_000_000, "-90.5s"), (MAX, "9223372036.854775807s"), (-MAX - 1, "-9223372036.854775808s")):  # fmt: skip
            self.assertEqual(f.duration_to_text(nanoseconds), text)
        for seconds, nanoseconds, text in (
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 10, "1969-12-31T23:59:59.00000001Z"),
            (-62135596800, 0, "0001-01-01T00:00:00Z"),
            (253402300799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
        ):
            self.assertEqual(f.timestamp_to_text(seconds * SECOND + nanoseconds), text)

    def test_longest_duration(self) -> None:
        self.assertEqual(f.add_duration(MAX - 1, 1), (MAX, True))
        self.assertEqual(f.sub_duration(-MAX, 1), (-MAX - 1, True))
        self.assertEqual((f.add_duration(MAX, 1), f.sub_duration(-MAX, 2)), (FAILED, FAILED))


class Conversions(unittest.TestCase):
    def test_doubles_of_texts(self) -> None:
        for text, number in (
            ("0", 0.0),
            ("+1.5e3", 1500.0),
            ("-.5", -0.5),
            ("1.", 1.0),
            ("007", 7.0),
            ("1E-400", 0.0),
            ("1.7976931348623157e308", sys.float_info.max),
            ("9" * 300, 1e300),
            ("0." + "0" * 100_000 + "1", 0.0),
        ):
            self.assertEqual(f.text_to_double(text), (number, True), text[:20])
        bad = ["", ".", "e1", "1e", "+", "--1", "1e309", "-1e309", "inf", "Infinity", "nan", "0x1", "1_0", " 1", "1\n", "٣", "1,5", "9" * 5000]  # fmt: skip
        for text in bad:
            self.assertEqual(f.text_to_double(text), (0.0, False), text[:20])

    def test_texts_of_doubles(self) -> None:
        for number, text in ((0.1 + 0.2, "0.30000000000000004"), (1e21, "1e+21"), (1e20, "1" + "0" * 20), (-1e-7, "-1e-7"), (-0.0, "0"), (math.nan, "NaN"), (math.inf, "Infinity"), (-math.inf, "-Infinity")):  # fmt: skip
            self.assertEqual(f.double_to_text(number), text)

    def test_booleans_of_texts(self) -> None:
        for text in ("1", "t", "T", "true", "TRUE", "True"):
            self.assertEqual(f.text_to_bool(text), (True, True))
        for text in ("0", "f", "F", "false", "FALSE", "False"):
            self.assertEqual(f.text_to_bool(text), (False, True))
        for text in ("", "tRUE", "yes", "2", "true "):
            self.assertEqual(f.text_to_bool(text), (False, False))


class Parts(unittest.TestCase):
    def test_items_and_members(self) -> None:
        self.assertEqual(f.item_at(["a", "b"], 1), ("b", True))
        self.assertEqual(f.value_at({"a": 0}, "a"), (0, True))
        self.assertEqual([f.item_at(["a"], index)[1] for index in (-1, 1, MAX)], [False] * 3)
        self.assertFalse(f.value_at({"a": 1}, "__class__")[1])

    def test_json_size(self) -> None:
        for value, size in (({"a": 1.0, "é": [None, True]}, 24), ("😀", 6), ("\n", 4), (1e21, 5), ({}, 2), (-0.0, 1)):
            self.assertEqual(f.json_size(value), size, value)

    def test_json_depth(self) -> None:
        values: list[tuple[object, int]] = [(1, 0), ("[", 0), ([], 1), ({"a": [1, {}], "b": 2}, 3), ([[], [[]]], 3)]
        for value, depth in values:
            self.assertEqual(f.json_depth(value), depth, value)

    def test_json_items(self) -> None:
        values: list[tuple[object, int]] = [
            (1, 0),
            ("[", 0),
            ({"a": [1, 2]}, 0),
            ([], 0),
            ([[1, 2], [","]], 2),
            (["a", {}, []], 3),
        ]
        for value, items in values:
            self.assertEqual(f.json_items(value), items, value)


if __name__ == "__main__":
    unittest.main()
