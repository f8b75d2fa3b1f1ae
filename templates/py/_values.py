"""JSON values in Python: their types, and the errors for other values.

Independent of JSON texts (see ``_json``), of records (see ``_plain``) and of specs.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

JsonValue: TypeAlias = bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"] | None
"""The values of ``json.loads``, except that integers beyond 2**53 - 1 are floats."""

Path: TypeAlias = tuple[str | int, ...]
"""The path to a value. Indexes are ints and names strings, because they sort differently."""

MAX_SAFE: Final = 2**53 - 1


Width: TypeAlias = Literal["int64", "uint64"]
"""An integer of 64 bits."""
WIDTHS: Final[dict[Width, tuple[int, int]]] = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}
"""The least and the greatest integer."""
UNPLACED: Final = "unplaced"
"""In the place of a width: the place of the integer is not known yet."""


def beyond(limits: tuple[int, int]) -> str:
    """Return the message for an integer out of range."""
    return f"must be between {limits[0]} and {limits[1]}"


class JsonError(Exception):
    """Raised for a text or value that is not JSON by the contract; becomes an issue before callers see it."""

    def __init__(self, cause: str, path: Path = (), rule: str = "json") -> None:
        super().__init__(cause)
        self.cause: Final = cause
        self.path = path
        self.rule: Final = rule

    def within(self, *outer: str | int) -> None:
        """Prefix the path of the flaw."""
        self.path = (*outer, *self.path)


class DepthError(JsonError):
    """Raised for a value that is nested too deeply. It has no path: where the limit is exceeded is not meaningful."""

    def within(self, *outer: str | int) -> None:
        """Keep the path empty."""


def whole(value: JsonValue) -> int | None:
    """Return a number with an integer value as an int, else None."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return None


def integer_tag(value: JsonValue) -> int | None:
    """Return a number that is an integer within ±(2**53 - 1) as an int, else None."""
    found = whole(value)
    return found if found is not None and -MAX_SAFE <= found <= MAX_SAFE else None
