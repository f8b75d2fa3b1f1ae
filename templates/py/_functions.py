"""CEL functions of rules that differ from Python's own.

Integers have 64 bits; timestamps and durations are integers of nanoseconds. A function that can fail returns its result
and whether it succeeded.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar, cast

from ._accel import accel
from ._json import number_text, size_of, write_text
from ._patterns import Pattern
from ._plain import plain
from ._record import Record
from ._time import Instant

if TYPE_CHECKING:
    from datetime import datetime

    from ._values import JsonValue

T = TypeVar("T")

SECOND: Final = 1_000_000_000
"""One second in nanoseconds."""

_LIMIT: Final = 2**63
_FIRST: Final = -62_135_596_800 * SECOND
"""0001-01-01T00:00:00Z."""
LAST_TIME: Final = 253_402_300_800 * SECOND - 1
"""The last nanosecond of the year 9999."""
_FAILED: Final = (0, False)


def _integer_part(number: int) -> tuple[int, bool]:
    return (number, True) if -_LIMIT <= number < _LIMIT else _FAILED


def add_int(left: int, right: int) -> tuple[int, bool]:
    """Return left + right; fails on 64-bit overflow."""
    return _integer_part(left + right)


def sub_int(left: int, right: int) -> tuple[int, bool]:
    """Return left - right; fails on 64-bit overflow."""
    return _integer_part(left - right)


def mul_int(left: int, right: int) -> tuple[int, bool]:
    """Return left * right; fails on 64-bit overflow."""
    return _integer_part(left * right)


def neg_int(number: int) -> tuple[int, bool]:
    """Return -number; fails on 64-bit overflow."""
    return _integer_part(-number)


def div_int(left: int, right: int) -> tuple[int, bool]:
    """Divide, truncating towards zero (Python rounds down); fails for zero and on 64-bit overflow."""
    if right == 0:
        return _FAILED
    quotient = abs(left) // abs(right)
    return _integer_part(quotient if (left < 0) == (right < 0) else -quotient)


def mod_int(left: int, right: int) -> tuple[int, bool]:
    """Return the remainder of `div_int`, with the sign of left; fails if `div_int` fails."""
    quotient, ok = div_int(left, right)
    return (left - quotient * right, True) if ok else _FAILED


def div_double(left: float, right: float) -> float:
    """Divide as in IEEE 754; Python raises for zero."""
    if right != 0.0:
        return left / right
    if left == 0.0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def double_to_int(number: float) -> tuple[int, bool]:
    """Truncate towards zero; fails unless -2**63 < number < 2**63."""
    return (int(number), True) if -(2.0**63) < number < 2.0**63 else _FAILED


_DECIMAL: Final = Pattern(r"\A([+-]?)0*([0-9]{1,19})\Z")


def text_to_int(text: str) -> tuple[int, bool]:
    """Parse decimal digits with an optional sign."""
    match = _DECIMAL.search(text)
    return _integer_part(int(match[1] + match[2])) if match else _FAILED


_NOT_DECIMAL: Final = Pattern(r"[^0-9.eE+\-]")


def text_to_double(text: str) -> tuple[float, bool]:
    """Parse decimal digits with an optional sign, point and exponent; fails for numbers too large for a double."""
    try:
        number = math.nan if _NOT_DECIMAL.search(text) else float(text)
    except ValueError:
        number = math.nan
    return (number, True) if math.isfinite(number) else (0.0, False)


def double_to_text(number: float) -> str:
    """Format a double as ECMAScript does."""
    if math.isfinite(number):
        return number_text(number)
    return "NaN" if math.isnan(number) else "Infinity" if number > 0.0 else "-Infinity"


_BOOLEANS: Final = {
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}


def text_to_bool(text: str) -> tuple[bool, bool]:
    """Parse a boolean."""
    return (_BOOLEANS[text], True) if text in _BOOLEANS else (False, False)


def _timestamp(nanoseconds: int) -> tuple[int, bool]:
    return (nanoseconds, True) if _FIRST <= nanoseconds <= LAST_TIME else _FAILED


def text_to_timestamp(text: str) -> tuple[int, bool]:
    """Parse an RFC 3339 date-time of the years 1 to 9999."""
    try:
        instant = Instant.parse(text)
    except ValueError:
        return _FAILED
    return _timestamp(instant.epoch * SECOND + instant.nanosecond)


def int_to_timestamp(seconds: int) -> tuple[int, bool]:
    """Convert seconds since 1970 to a timestamp."""
    return _timestamp(seconds * SECOND)


def date_of(timestamp: int) -> datetime:
    """Convert a timestamp to a datetime in UTC, truncated to microseconds."""
    return Instant(*divmod(timestamp, SECOND), 0).datetime()


def units_in(duration: int, unit: int) -> int:
    """Return a duration in whole units, truncated towards zero; Python rounds down."""
    count = abs(duration) // unit
    return -count if duration < 0 else count


def timestamp_to_text(timestamp: int) -> str:
    """Format a timestamp as an RFC 3339 date-time in UTC."""
    seconds, rest = divmod(timestamp, SECOND)
    second = date_of(seconds * SECOND).replace(tzinfo=None).isoformat()
    return f"{second}{_decimals(rest)}Z"


def duration_to_text(duration: int) -> str:
    """Format a duration in seconds, such as ``-1.5s``."""
    seconds, rest = divmod(abs(duration), SECOND)
    return f"{'-' if duration < 0 else ''}{seconds}{_decimals(rest)}s"


def _decimals(nanoseconds: int) -> str:
    return f".{nanoseconds:09}".rstrip("0") if nanoseconds else ""


_UNITS: Final = {
    "h": 3600 * SECOND,
    "m": 60 * SECOND,
    "s": SECOND,
    "ms": 1_000_000,
    "us": 1000,
    "\u00b5s": 1000,
    "\u03bcs": 1000,
    "ns": 1,
}
_PART: Final = r"(?=\.?[0-9])0*([0-9]{0,19})(?:\.([0-9]*))?(h|m?s|m|[u\u00b5\u03bc]s|ns)"
_DURATION: Final = Pattern(rf"\A([+-]?)(?:0|(?:{_PART})+)\Z")
_PARTS: Final = Pattern(_PART)


def text_to_duration(text: str) -> tuple[int, bool]:
    """Parse a duration such as ``300s`` or ``1h30m``.

    Uses at most 18 decimals and truncates to nanoseconds.
    """
    match = _DURATION.search(text)
    if match is None:
        return _FAILED
    total, start = 0, match.end(1)
    while part := _PARTS.search(text[start:]):
        unit = _UNITS[part[3]]
        total += int(part[1] or "0") * unit
        fraction = (part[2] or "")[:18]
        total += int(fraction or "0") * unit // 10 ** len(fraction)
        start += part.end()
    return _integer_part(-total if match[1] == "-" else total)


def add_time(timestamp: int, duration: int) -> tuple[int, bool]:
    """Return timestamp + duration; fails outside the years 1 to 9999."""
    return _timestamp(timestamp + duration)


def sub_time(timestamp: int, duration: int) -> tuple[int, bool]:
    """Return timestamp - duration; fails outside the years 1 to 9999."""
    return _timestamp(timestamp - duration)


def time_between(later: int, earlier: int) -> tuple[int, bool]:
    """Return the duration from earlier to later; fails beyond 64 bits of nanoseconds."""
    return _integer_part(later - earlier)


def add_duration(left: int, right: int) -> tuple[int, bool]:
    """Return left + right; fails beyond 64 bits of nanoseconds."""
    return _integer_part(left + right)


def sub_duration(left: int, right: int) -> tuple[int, bool]:
    """Return left - right; fails beyond 64 bits of nanoseconds."""
    return _integer_part(left - right)


def item_at(items: Sequence[T], index: int) -> tuple[T, bool]:
    """Return an item; fails if the index is out of range. Python counts negative ones from the end."""
    # The value is not used if the call fails.
    return (items[index], True) if 0 <= index < len(items) else (cast("T", None), False)


def value_at(members: Mapping[str, T], name: str) -> tuple[T, bool]:
    """Return a member; fails if it is absent."""
    return (members[name], True) if name in members else (cast("T", None), False)


def equal(left: object, right: object) -> bool:
    """Compare values that contain doubles. Python's lists compare by identity first, so NaN equals itself in them."""
    if isinstance(left, list) and isinstance(right, list):
        items, others = cast("list[object]", left), cast("list[object]", right)
        return len(items) == len(others) and all(map(equal, items, others))
    if isinstance(left, dict) and isinstance(right, dict):
        members, rest = cast("dict[str, object]", left), cast("dict[str, object]", right)
        return members.keys() == rest.keys() and all(equal(member, rest[name]) for name, member in members.items())
    return left == right


def among(value: object, items: Sequence[object]) -> bool:
    """Return whether a list contains a value, for values that contain doubles."""
    return any(equal(value, item) for item in items)


_ACCELERATED_DEPTH: Final = 256
"""Deeper values are measured in Python."""


def json_size(value: object) -> int:
    """Return the size of a value as compact JSON in bytes. Rules see only JSON-representable values."""
    # only: accel {
    if accel is not None and (size := accel.size(value, _ACCELERATED_DEPTH, Record)) is not NotImplemented:
        return cast("int", size)
    # }
    if (size := size_of(value)) is not None:
        return size
    text = write_text(plain(cast("JsonValue", value), sys.maxsize))
    return len(text) if text.isascii() else len(text.encode())


def json_depth(value: object) -> int:
    """Return the depth of nested arrays and objects, 0 for a scalar."""
    return _value_depth(plain(cast("JsonValue", value), sys.maxsize))


def json_items(value: object) -> int:
    """Return how many items an array has, 0 for any other value."""
    array = plain(cast("JsonValue", value), sys.maxsize)
    return len(array) if type(array) is list else 0


def _value_depth(value: JsonValue) -> int:
    if type(value) is dict:
        return 1 + max(map(_value_depth, value.values()), default=0)
    if type(value) is list:
        return 1 + max(map(_value_depth, value), default=0)
    return 0
