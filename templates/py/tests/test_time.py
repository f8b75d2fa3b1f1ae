"""The meaning of date-times."""

from __future__ import annotations

import unittest
from datetime import UTC, datetime, timedelta, timezone

from .._time import Instant, from_datetime, is_date_time, to_datetime


class DateTimes(unittest.TestCase):
    def test_grammar(self) -> None:
        for text, valid in (
            ("2024-02-29T00:00:00Z", True),
            ("2023-02-29T00:00:00Z", False),
            ("1900-02-29T00:00:00Z", False),
            ("2000-02-29T00:00:00Z", True),
            ("2026-04-31T00:00:00Z", False),
            ("2026-00-10T00:00:00Z", False),
            ("0000-01-01T00:00:00Z", True),
            ("2026-01-01 00:00:00Z", False),
            ("2026-01-01T00:00:00", False),
            ("2026-01-01T00:00:00.Z", False),
            ("2026-01-01T00:00:00,5Z", False),
            ("2026-01-01T00:00:00+24:00", False),
            ("2017-01-01T08:59:60+09:00", True),
            ("2016-12-31T23:59:60+09:00", False),
            ("2026-01-01T00:00:00Z\n", False),
            ("2026-01-01T00:00:0\u0663Z", False),
        ):
            with self.subTest(text):
                self.assertEqual(is_date_time(text), valid)

    def test_datetimes(self) -> None:
        east = timezone(timedelta(minutes=90))
        self.assertEqual(
            to_datetime("2026-05-12T01:30:00.1234567+01:30"), datetime(2026, 5, 12, 1, 30, 0, 123456, east)
        )
        self.assertEqual(to_datetime("2016-12-31T23:59:60Z"), datetime(2017, 1, 1, tzinfo=UTC))
        self.assertEqual(from_datetime(datetime(2026, 5, 12, 1, 30, 0, 123999, east)), "2026-05-12T00:00:00.123Z")
        self.assertEqual(from_datetime(datetime(1, 1, 1, tzinfo=UTC)), "0001-01-01T00:00:00.000Z")
        for text in ("0000-01-01T00:00:00Z", "2026-05-12", "2026-05-12T00:00:00"):
            self.assertRaises(ValueError, to_datetime, text)
        for time in (datetime(2026, 5, 12), datetime(1, 1, 1, tzinfo=east)):
            self.assertRaises(ValueError, from_datetime, time)

    def test_meaning(self) -> None:
        for text, wanted in (
            ("1970-01-01T00:00:00Z", Instant(0, 0, 0)),
            ("1969-12-31T23:59:59.999999999Z", Instant(-1, 999999999, 0)),
            ("2026-05-12T01:30:00.1234567899+01:30", Instant(1778544000, 123456789, 90)),
            ("2016-12-31T23:59:60Z", Instant(1483228800, 0, 0)),
            ("0000-01-01T00:00:00Z", Instant(-62167219200, 0, 0)),
            ("9999-12-31T23:59:59-00:01", Instant(253402300859, 0, -1)),
        ):
            with self.subTest(text):
                self.assertEqual(Instant.parse(text), wanted)
        with self.assertRaises(ValueError):
            Instant.parse("today")

    def test_days_agree_with_the_standard_library(self) -> None:
        day = datetime(1, 1, 1, tzinfo=UTC)
        for _ in range(3000):
            instant = Instant.parse(day.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0"))
            self.assertEqual(instant.datetime(), day)
            day += timedelta(days=1213, seconds=4567)

    def test_datetime(self) -> None:
        instant = Instant.parse("2026-05-12T01:30:00.1234567-07:00").datetime()
        self.assertEqual(instant.isoformat(), "2026-05-12T01:30:00.123456-07:00")
        with self.assertRaises(OverflowError):
            Instant.parse("0000-01-01T00:00:00Z").datetime()


if __name__ == "__main__":
    unittest.main()
