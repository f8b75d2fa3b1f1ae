"""Messages that arrive in a conversation: their letters, and the failures of their place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ._record import Record

if TYPE_CHECKING:
    from ._envelope import Level
    from ._rule import Given
    from ._values import Path

MessageKind: TypeAlias = type[object]
"""The kind of a message: the class of its record."""
Key: TypeAlias = str | int | float
"""Distinguishes the exchanges of one kind."""
OwnLetter: TypeAlias = "int | tuple[int | tuple[int, Callable[..., bool]], ...]"
"""The letter of messages, or letters with conditions. The first true condition decides; -1 is none."""
Letter: TypeAlias = "OwnLetter | dict[str, OwnLetter]"
"""The letter of messages, or letters by the side that sends them."""
Failure: TypeAlias = "tuple[Path, str, str, Level]"
"""Path, rule, message and level of a failure."""


def key_at(value: object, at: Path) -> Key | None:
    """Return the key at a member of a value, or None."""
    for name in at:
        if isinstance(value, Record):
            value = value.to_dict()
        if not isinstance(value, dict):
            return None
        value = cast("dict[str | int, object]", value).get(name)
    return value if isinstance(value, str | int | float) and not isinstance(value, bool) else None


class Refusal(Exception):
    """Raised for a message that is not allowed at its place."""

    def __init__(self, rule: str, message: str, at: Path | None = None) -> None:
        super().__init__(rule)
        self.rule: Final = rule
        self.message: Final = message
        self.at: Final = at
        """The place of the issue, if it is not the message's tag."""


class Arrival:
    """A message that has come."""

    __slots__ = ("failures", "given", "kind", "message")

    def __init__(self, message: object, kind: MessageKind, given: Given | None) -> None:
        self.message: Final = message
        self.kind: Final = kind
        self.given: Final = given
        """The inputs of conditions and checks, if any of them needs inputs."""
        self.failures: Final[list[Failure]] = []

    def letter(self, letter: OwnLetter) -> int:
        """Return the letter that the message is, or -1."""
        if isinstance(letter, int):
            return letter
        given = self.given
        for one in letter:
            if isinstance(one, int):
                return one
            number, holds = one
            if holds(self.message, given) if given else holds(self.message):
                return number
        return -1
