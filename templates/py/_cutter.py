"""Cuts streams into lines, each the text of one message (NDJSON)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ._envelope import Issue

Piece: TypeAlias = bytes | bytearray | str


class Broken(NamedTuple):
    """A part of a stream that is no text of a message."""

    issues: tuple[Issue, ...]
    """What is wrong with it."""


ServedText: TypeAlias = bytes | str | Broken
"""A text of a connection, or a part that is none."""


class LineCutter:
    """Cuts a stream that arrives piece by piece. No part of a line that is too long is kept."""

    __slots__ = ("_held", "_long", "_most")

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._held = bytearray()
        """The beginning of a line whose end has not come."""
        self._long = False
        """Whether the line is too long to be kept."""

    def push(self, piece: Piece) -> list[bytes | Broken]:
        """Take a piece of the stream, cut anywhere; returns the lines that end in it."""
        *ended, rest = _encoded(piece).split(b"\n")
        lines = [self._line(part) for part in ended]
        self._hold(rest)
        return lines

    def finish(self) -> list[bytes | Broken]:
        """End the stream; returns the last line if no line feed has ended it."""
        return [self._line(b"")] if self._held or self._long else []

    def _hold(self, part: bytes) -> None:
        # One byte more than allowed may be the carriage return of the line's end.
        if self._long or len(self._held) + len(part) > self._most + 1:
            self._held.clear()
            self._long = True
        else:
            self._held += part

    def _line(self, part: bytes) -> bytes | Broken:
        if self._held or self._long:
            self._hold(part)
            part = bytes(self._held)
        long = self._long
        self._held.clear()
        self._long = False
        text = part.removesuffix(b"\r")
        if long or len(text) > self._most:
            return _broken("long-line", f"must be at most {self._most} bytes long")
        if not text.strip(b" \t\r"):
            return _broken("blank-line", "must not be blank")
        return text


def _broken(rule: str, message: str) -> Broken:
    return Broken((Issue(rule, "", "must", message),))


CUT_LINE: Final = _broken("cut-line", "must end with a line feed")


def _encoded(piece: Piece) -> bytes:
    # A line that is no Unicode is no JSON either. Its issue reports that.
    if isinstance(piece, str):
        return piece.encode("utf-8", "surrogatepass")
    return piece if isinstance(piece, bytes) else bytes(memoryview(piece))
