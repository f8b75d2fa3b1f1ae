"""RFC 3339 dates and times: validation and parsing.

The reference for formats is the JSON Schema test suite. The parsers of the standard library accept more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ._patterns import Pattern

if TYPE_CHECKING:
    from datetime import datetime

_DAY_PATTERN: Final = r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_CLOCK_PATTERN: Final = (
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)"
    r"(?:\.([0-9]+))?(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
_DATE: Final = Pattern(rf"\A{_DAY_PATTERN}\Z")
_DATE_TIME_PATTERN: Final = Pattern(rf"\A{_DAY_PATTERN}[Tt]{_CLOCK_PATTERN}\Z")
_DAYS_BEFORE: Final = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
_DAY: Final = 86400


class Instant(NamedTuple):
    """A parsed RFC 3339 date-time. A leap second counts as the second after it."""

    epoch: int
    """Seconds since 1970-01-01T00:00:00Z."""
    nanosecond: int
    """Nanoseconds within the second; further digits are truncated."""
    offset: int
    """Offset from UTC in minutes, as written."""

    @classmethod
    def parse(cls, text: str) -> Instant:
        """Parse a date-time; raises ValueError."""
        instant = _read(text)
        if instant is None:
            raise ValueError("not an RFC 3339 date-time")
        return instant

    def datetime(self) -> datetime:
        """Return an aware datetime, truncated to microseconds; raises OverflowError outside the years 1 to 9999."""
        from datetime import UTC, datetime, timedelta, timezone

        start = datetime(1970, 1, 1, tzinfo=UTC)
        utc = start + timedelta(seconds=self.epoch, microseconds=self.nanosecond // 1000)
        return utc.astimezone(timezone(timedelta(minutes=self.offset)))


def to_datetime(text: str) -> datetime:
    """Return the time of an RFC 3339 date-time with its offset, truncated to microseconds; raises ValueError.

    A leap second is the second after it. The years are 1 to 9999, as far as a datetime reaches.
    """
    try:
        return Instant.parse(text).datetime()
    except OverflowError:
        raise ValueError("a datetime has the years 1 to 9999") from None


def from_datetime(time: datetime) -> str:
    """Return an aware datetime as RFC 3339 text in UTC, truncated to milliseconds; raises ValueError for a naive one."""
    from datetime import UTC

    if time.utcoffset() is None:
        raise ValueError("a time without an offset from UTC is ambiguous")
    try:
        utc = time.astimezone(UTC)
    except OverflowError:
        raise ValueError("a datetime has the years 1 to 9999") from None
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def is_date_time(text: str) -> bool:
    """Return whether a string is an RFC 3339 date-time."""
    if _DATE_TIME_PATTERN.search(text) is None:
        return False
    # Only days after the 28th and leap seconds need parsing.
    return (text[8:10] <= "28" and text[17:19] != "60") or _read(text) is not None


def is_date(text: str) -> bool:
    """Return whether a string is an RFC 3339 full-date."""
    match = _DATE.search(text)
    return match is not None and int(match[3]) <= _days_in(int(match[1]), int(match[2]))


def is_time(text: str) -> bool:
    """Return whether a string is an RFC 3339 full-time, that is, with an offset."""
    return is_date_time("2000-01-01T" + text)  # any date will do


def _read(text: str) -> Instant | None:
    match = _DATE_TIME_PATTERN.search(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    if day > _days_in(year, month):
        return None
    fraction, sign, hours, minutes = match.groups()[6:]
    offset = (int(hours) * 60 + int(minutes)) * (-1 if sign == "-" else 1) if sign else 0
    epoch = _days_since_1970(year, month, day) * _DAY + hour * 3600 + minute * 60 + second - offset * 60
    # A leap second ends a UTC day.
    if second == 60 and epoch % _DAY != 0:
        return None
    return Instant(epoch, int(fraction[:9].ljust(9, "0")) if fraction else 0, offset)


def _leaps(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year: int, month: int) -> int:
    days = _DAYS_BEFORE[month] - _DAYS_BEFORE[month - 1]
    return days + 1 if month == 2 and _leaps(year) else days


def _days_since_1970(year: int, month: int, day: int) -> int:
    # Leap days of the years before, counted from year 1; year 0 is a leap year, too.
    past = year - 1
    leap_days = past // 4 - past // 100 + past // 400
    days = past * 365 + leap_days + _DAYS_BEFORE[month - 1] + day - 1
    return days + (month > 2 and _leaps(year)) - 719162
