"""Strict JSON parser and canonical writer.

The parser refuses texts that I-JSON (RFC 7493) excludes; the writer formats strings and numbers as RFC 8785. Both are
independent of any spec.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring as _quote
from typing import Final, cast

from ._accel import accel
from ._members import BaseRecord
from ._patterns import Pattern
from ._values import MAX_SAFE, JsonError, JsonValue

# Escaped lone surrogates. Escaped backslashes must be removed first.
_LONE: Final = Pattern(
    r"\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD])[c-fC-F])"
)
# Leaves digits and e's only, to find numbers that may exceed 2**53 - 1. (A regular expression takes as long as parsing.)
_DIGITS: Final = bytes(
    ord("0") if chr(byte) in "0123456789" else ord("e" if chr(byte) in "eE" else " ") for byte in range(256)
)
_LONG: Final = b"0" * 16
_EXPONENT: Final = re.compile(rb"(?<![0-9A-Za-z_+-])-?[0-9]+(?:\.[0-9]+)?[eE]")
"""Matches numbers with an exponent, and similar parts of some strings."""
_STEPS: Final = {ord("["): 1, ord("]"): -1}
_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_WINDOW: Final = 2**16
_FEW: Final = 50
_WIDTH: Final = 36
"""Bytes in front of an e that are looked at. A longer number has 16 digits in a row, exponent or not."""
_LONGER: Final = 6
"""How many times as long as a text its canonical form is at most: that of the number 1e20 has 21 digits."""
_MANY: Final = 10_000
"""From this many objects on, counting their members afterwards is faster than a hook per object."""
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[{]}"))


def read_text(data: bytes | str, *, max_bytes: int, max_depth: int, wide: bool = False) -> tuple[JsonValue, int, bool]:
    """Parse a JSON text; raises JsonError with the reason.

    With ``wide``, integers beyond 2**53 - 1 that are spelled in digits alone stay integers.

    Returns an upper bound of the size of the value as canonical JSON, and whether it may have a number beyond 2**53 - 1,
    too.
    """
    # only: accel {
    if accel is not None and not wide and (made := accel.read(data, max_bytes, max_depth)) is not NotImplemented:
        return cast("JsonValue", made), _LONGER * len(data), False
    # }
    text, raw = _decode(data, max_bytes)
    if raw.count(b"[") + raw.count(b"{") > max_depth and _depth(raw) > max_depth:
        raise JsonError(f"a value is nested more than {max_depth} deep")
    if "\\" in text and (lone := _LONE.search(text.replace("\\\\", "  "))):
        raise JsonError(_placed("a lone surrogate", text, lone.start()))
    # only: fast {
    digits = raw.translate(_DIGITS)
    exact = _LONG in digits
    powers = _has_powers(raw, digits)
    # Escapes shrink, and of numbers only those with an exponent grow.
    longest = _LONGER * len(raw) if powers else len(raw)
    # }
    try:
        # only: fast {
        if raw.count(b"{") > _MANY:
            value: JsonValue = _decoder(exact, None, wide).decode(text)
            if _members_in(value) == sum([piece.count(b":") for piece in _outside(raw)]):
                return value, longest, exact or powers
        if exact:
            value = (_DECODER_OF_WIDE if wide else _DECODER_OF_LONG).decode(text)
        else:
            value = (_DECODER if powers or b"-0." in raw else _DECODER_OF_PLAIN).decode(text)
        # }
        # without fast: value: JsonValue = (_DECODER_OF_WIDE if wide else _DECODER_OF_LONG).decode(text)
    except _SecondMemberError:
        raise JsonError(_second_member(text)) from None
    except json.JSONDecodeError as error:
        raise JsonError(_placed(f"no JSON ({error.msg})", text, error.pos)) from None
    return value, longest, exact or powers  # only: fast
    # without fast: return value, _LONGER * len(raw), True


def _has_powers(raw: bytes, digits: bytes) -> bool:
    """Return whether a text may have a number with an exponent. Few texts have many digits before an e."""
    at = digits.find(b"0e")
    for _ in range(_FEW):
        if at < 0:
            return False
        if _EXPONENT.search(raw, max(0, at - _WIDTH), at + 2) is not None:
            return True
        at = digits.find(b"0e", at + 2)
    return at >= 0 and _EXPONENT.search(raw, at) is not None


def _decode(data: bytes | str, max_bytes: int) -> tuple[str, bytes]:
    given = cast("object", data)  # untyped callers may pass anything
    if not isinstance(given, str | bytes | bytearray):
        raise TypeError(f"a text is bytes or str, not {type(given).__name__}; convert takes what json.loads returned")
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > max_bytes:
            raise JsonError(f"the text is longer than {max_bytes} bytes")
        return data if isinstance(data, str) else data.decode(), raw
    except UnicodeEncodeError as error:
        raise JsonError(f"a lone surrogate at character {error.start}") from None
    except UnicodeDecodeError as error:
        raise JsonError(f"no UTF-8 at byte {error.start}") from None


def _outside(raw: bytes) -> Iterator[bytes]:
    """Yield the parts of a text outside strings. The result for invalid JSON is unspecified."""
    # Without escaped backslashes and quotes, every second piece between quotes is outside.
    plain = raw.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in raw else raw
    inside = 0
    for start in range(0, len(plain), _WINDOW):
        pieces = plain[start : start + _WINDOW].split(b'"')
        yield b"".join(pieces[inside::2])
        inside ^= len(pieces) & 1 ^ 1


def _depth(raw: bytes) -> int:
    """Return the nesting depth of a text. The result for invalid JSON is unspecified."""
    brackets = b"".join([piece.translate(_SQUARE, _NO_BRACKETS) for piece in _outside(raw)])
    depth = 0
    for _ in range(2):  # most arrays and objects contain no others
        without = brackets.replace(b"[]", b"")
        depth += len(without) < len(brackets)
        brackets = without
    return max(itertools.accumulate(map(_STEPS.__getitem__, brackets)), default=0) + depth


def _members_in(value: JsonValue) -> int:
    """Return the total number of members of all objects."""
    count = 0
    waiting: list[list[JsonValue] | dict[str, JsonValue]] = [[value]]
    while waiting:
        holder = waiting.pop()
        for part in holder.values() if type(holder) is dict else holder:
            if type(part) is list and part:
                waiting.append(part)
            elif type(part) is dict and part:
                count += len(part)
                for member in part.values():
                    if type(member) is list or type(member) is dict:
                        waiting.append(part)
                        break
    return count


def _object_of(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _SecondMemberError
    return members


class _SecondMemberError(Exception):
    """An object has two members of one name. The decoder does not pass the position of the object to its hook."""


_TOKENS: Final = r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{},:]'
_MOST_OF_NAME: Final = 80


def _second_member(text: str) -> str:
    """Name the first second member of a text that has one and is well-formed up to there."""
    names: list[set[str] | None] = []  # of the objects around; None is an array
    before = ""
    for token in re.finditer(_TOKENS, text):
        word = token[0]
        if word == "{" or word == "[":
            names.append(set() if word == "{" else None)
        elif word == "}" or word == "]":
            names.pop()
        elif word[0] == '"' and (before == "{" or before == ",") and (known := names[-1]) is not None:
            name = json.loads(word)
            if name in known:
                shown = name if len(name) <= _MOST_OF_NAME else name[:_MOST_OF_NAME] + "…"
                return _placed(f"a second member {_quote(shown)}", text, token.start())
            known.add(name)
        before = word
    raise AssertionError("the text has no second member")


def _fraction(text: str) -> float:
    # -0.0 + 0.0 is 0.0.
    number = float(text) + 0.0
    if number - number != 0.0:
        raise JsonError("a number does not fit into a double")
    return number


def _integer_of(text: str) -> int | float:
    if len(text) < 16:
        return int(text)
    number = _fraction(text)
    return int(text) if -MAX_SAFE <= number <= MAX_SAFE else number


def _whole(text: str) -> int:
    if len(text) >= 16:
        _fraction(text)  # raises if it is too large
    return int(text)


def _constant(text: str) -> JsonValue:
    raise JsonError(f"{text} is no JSON")


def _decoder(
    exact: bool, members: Callable[[list[tuple[str, JsonValue]]], JsonValue] | None, wide: bool = False
) -> json.JSONDecoder:
    integer = _whole if wide else _integer_of
    return json.JSONDecoder(
        object_pairs_hook=members,
        parse_float=_fraction,
        parse_int=integer if exact else None,
        parse_constant=_constant,
    )


_DECODER: Final = _decoder(False, _object_of)
# Faster; the only decoder that checks no fractions: of few digits and without exponent, all but -0.0 are as they should be.
_DECODER_OF_PLAIN: Final = json.JSONDecoder(object_pairs_hook=_object_of, parse_constant=_constant)
# Slower; the only decoder that checks for integers that a double cannot represent.
_DECODER_OF_LONG: Final = _decoder(True, _object_of)
_DECODER_OF_WIDE: Final = _decoder(True, _object_of, True)


_CONSTANTS: Final = {None: "null", True: "true", False: "false"}


def _placed(cause: str, text: str, position: int) -> str:
    before = text[:position]
    line, column = before.count("\n") + 1, position - before.rfind("\n")
    return f"{cause} at line {line}, column {column} (byte {len(before.encode())})"


_encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_ODD_DOUBLE: Final = Pattern(r"[0-9](?:\.0(?![0-9])|e[-+])")
"""Matches doubles whose format in Python and ECMAScript differs, and some strings."""
_ODD_DOUBLE_IN: Final = re.compile(rb"[0-9](?:\.0(?![0-9])|e[-+])")
_MOST_FRAMES: Final = 5_000
"""With a higher recursion limit, the C encoder could overflow its stack."""


def write_text(value: JsonValue, indent: int | None = None) -> str:
    """Format a value from `plain`, in one line or as ``JSON.stringify(value, null, indent)`` does."""
    if indent:
        return _spell(value, " " * indent, "\n")
    if sys.getrecursionlimit() <= _MOST_FRAMES:
        text = _encode(value)
        if _ODD_DOUBLE.search(text) is None:
            return text
    return _spell(value, "", "")


def _members_of(record: object) -> dict[str, object]:
    """Return the members of a record, for the encoder; raises TypeError for other objects."""
    if not isinstance(record, BaseRecord):
        raise TypeError
    members: dict[str, object] = {}
    for name, attribute, absent, _ in record.__envelope_members__:
        member: object = getattr(record, attribute, absent)
        if member is not absent:
            members[name] = member
    return members | cast("dict[str, object]", getattr(record, "extra", {}))


_encode_records: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":"), default=_members_of
).encode


def size_of(value: object) -> int | None:
    """Return the size of a value or record as canonical JSON in bytes, or None if only `write_text` can determine it.

    The value has the classes that reading makes.
    """
    if sys.getrecursionlimit() > _MOST_FRAMES:
        return None
    try:
        raw = _encode_records(value).encode()
    except (TypeError, ValueError, RecursionError):
        return None
    return None if _LONG in raw.translate(_DIGITS) or _ODD_DOUBLE_IN.search(raw) else len(raw)


def _spell(value: JsonValue, gap: str, line: str) -> str:
    if type(value) is str:
        return _quote(value)
    if type(value) is dict and value:
        inner = line + gap
        colon = ": " if gap else ":"
        members = [_quote(name) + colon + _spell(member, gap, inner) for name, member in value.items()]
        return "{" + inner + f",{inner}".join(members) + line + "}"
    if type(value) is list and value:
        inner = line + gap
        return "[" + inner + f",{inner}".join([_spell(item, gap, inner) for item in value]) + line + "]"
    if type(value) is float:
        return number_text(value)
    if value is None or type(value) is bool:
        return _CONSTANTS[value]
    # Integers and empty containers.
    return str(value)


def number_text(number: float) -> str:
    """Format a double as ECMAScript's Number::toString does."""
    if number == 0.0:
        return "0"
    text = repr(number)
    if "e" not in text:
        return text.removesuffix(".0")
    mantissa, _, power = text.partition("e")
    sign = "-" if number < 0 else ""
    digits = mantissa.removeprefix("-").replace(".", "")
    point = int(power) + 1
    # Python switches to exponents earlier than ECMAScript: at 1e16 and below 1e-4.
    if 0 < point <= 21:
        return sign + digits.ljust(point, "0")
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"
