"""Values for developers: redacted JSON in logs of their own, and in the assertions of pytest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from ._envelope import ValidationError, pointer
from ._json import write_text
from ._plain import plain
from ._record import Record
from ._stack import with_room
from ._values import JsonError, JsonValue, Path

MOST_SHOWN: Final = 2048
"""How many bytes of JSON are shown."""

_MOST_DIFFERENCES: Final = 10


def show(value: object) -> str:
    """Return a value as JSON for developers: secrets of records are ``***``, and only the first 2 KB are shown.

    If JSON cannot represent the value, the reason is shown.
    """
    try:
        return _cut(write_text(_redacted(value)))
    except (JsonError, ValidationError) as error:
        return f"<{type(value).__qualname__}: {error}>"


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain to pytest why records are not equal, by their redacted JSON. To use it, import it in ``conftest.py``."""
    if op != "==" or not (_has_record(left) and _has_record(right)):
        return None
    lines = [f"{left!r} == {right!r}"[:200], f"left:  {show(left)}", f"right: {show(right)}"]
    try:
        differences = _differences(_redacted(left), _redacted(right), ())
        for _, line in zip(range(_MOST_DIFFERENCES), differences, strict=False):
            lines.append(line)
    except (JsonError, ValidationError):
        pass  # which the lines above show
    return lines


def _redacted(value: object) -> JsonValue:
    from ._secrets import redacted  # only: secrets

    return with_room(lambda: plain(cast("JsonValue", redacted(value)), 256))  # only: secrets
    # without secrets: return with_room(lambda: plain(cast("JsonValue", value), 256))


def _cut(text: str) -> str:
    data = text.encode()
    return text if len(data) <= MOST_SHOWN else data[:MOST_SHOWN].decode(errors="ignore") + "…"


def _has_record(value: object) -> bool:
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return any(isinstance(item, Record) for item in cast("Sequence[object]", value))
    return isinstance(value, Record)


def _differences(left: JsonValue, right: JsonValue, path: Path) -> Iterator[str]:
    """Yield the locations where two values differ, with both values."""
    if isinstance(left, dict) and isinstance(right, dict):
        for name in dict.fromkeys([*left, *right]):
            if name not in left or name not in right:
                where = "left" if name in left else "right"
                yield f"at {pointer((*path, name))}: only on the {where}"
            else:
                yield from _differences(left[name], right[name], (*path, name))
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for place, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _differences(one, other, (*path, place))
    elif write_text(left) != write_text(right):
        yield f"at {pointer(path) or 'the value'}: {_cut(write_text(left))} != {_cut(write_text(right))}"
