"""Streams of texts behind headers, as language servers frame them."""

from __future__ import annotations

import re
from typing import Final

from ._envelope import Issue

_FIELD: Final = re.compile(rb"([-!#$%&'*+.^_`|~0-9A-Za-z]+):([\t -~]*)\r\n")
"""A line of a header: its name is a token (RFC 9110, section 5.6.2)."""
_HEADER_DIGITS: Final = re.compile(rb"[0-9]+")
_CHARSET: Final = re.compile(rb'utf-?8|"utf-?8"')
_MOST_HEADER: Final = 8192
_MOST_LENGTH: Final = 2**53 - 1
_MOST_DIGITS: Final = len(str(_MOST_LENGTH))


def headed(data: bytes) -> bytes:
    """Return the bytes of a message behind their header."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(data), data)


class FrameCutter:
    """Cuts a stream into the texts behind its headers, for programs that pass them to a client or a tracker.

    No frame that is too long is kept, and none costs memory before it arrives.
    """

    __slots__ = ("_header", "_held", "_length", "_most", "_skip", "ended")

    def __init__(self, max_bytes: int = 16 * 1024 * 1024) -> None:
        self._most: Final = max_bytes
        self._header = _Header()
        self._held: Final = bytearray()
        """The beginning of a body."""
        self._length: int | None = None
        """The length of the body, behind a header."""
        self._skip = 0
        """Bytes of a body that is too long."""
        self.ended = False
        """Whether a bad header has ended the stream. Further pieces are ignored."""

    def push(self, piece: bytes | bytearray) -> list[bytes | Issue]:
        """Take a piece of the stream, cut anywhere.

        Returns the texts of the frames that end in it, and the issues of frames without a text.
        """
        data = piece if isinstance(piece, bytes) else bytes(memoryview(piece))
        frames: list[bytes | Issue] = []
        at = 0
        while at < len(data) and not self.ended:
            if self._skip:
                count = min(self._skip, len(data) - at)
                self._skip -= count
                at += count
            elif self._length is None:
                at = self._header.take(data, at)
                if self._header.whole:
                    self._begin(frames)
            else:
                at = self._take(data, at, self._length, frames)
        return frames

    def finish(self) -> Issue | None:
        """End the stream; returns an issue if it ends inside of a frame."""
        self._held.clear()
        cut = not self.ended and (self._header.size > 0 or self._length is not None)
        self._header = _Header()
        self._length = None
        return _broken("cut-frame", "must not be cut off by the end of the stream") if cut else None

    def _begin(self, frames: list[bytes | Issue]) -> None:
        header, self._header = self._header, _Header()
        if header.fault is not None:
            self.ended = True
            frames.append(_broken("bad-header", header.fault))
        elif header.length > self._most:
            self._skip = header.length
            frames.append(_broken("long-frame", f"must be at most {self._most} bytes long"))
        elif header.length == 0:
            frames.append(b"")
        else:
            self._length = header.length

    def _take(self, data: bytes, at: int, length: int, frames: list[bytes | Issue]) -> int:
        """Take bytes of a body; returns the place behind them."""
        part = data[at : at + length - len(self._held)]
        if len(self._held) + len(part) == length:
            frames.append(bytes(self._held) + part if self._held else part)
            self._held.clear()
            self._length = None
        else:
            self._held.extend(part)
        return at + len(part)


def _broken(rule: str, message: str) -> Issue:
    return Issue(rule, "", "must", message)


class _Header:
    """The header of a frame."""

    __slots__ = ("_line", "fault", "length", "size", "whole")

    def __init__(self) -> None:
        self.size = 0
        self.length = -1
        self.fault: str | None = None
        """Why it is bad."""
        self.whole = False
        self._line = bytearray()

    def take(self, data: bytes, at: int) -> int:
        """Take bytes up to the end of a line; returns the place behind them."""
        end = data.find(b"\n", at) + 1
        to = end or len(data)
        self.size += to - at
        if self.size > _MOST_HEADER:
            self._refuse(f"must have a header of at most {_MOST_HEADER} bytes")
            return to
        self._line += data[at:to]
        if end:
            self._ended(bytes(self._line))
            self._line.clear()
        return to

    def _ended(self, line: bytes) -> None:
        if line != b"\r\n":
            self._field(line)
        elif self.length < 0:
            self._refuse("must have a Content-Length")
        else:
            self.whole = True

    def _field(self, line: bytes) -> None:
        field = _FIELD.fullmatch(line)
        if field is None:
            self._refuse("must have header lines of a name, a colon and a value, each ended by CR LF")
            return
        match field[1].lower():
            case b"content-length":
                self._length_is(field[2].strip(b" \t"))
            case b"content-type":
                self._type_is(field[2])
            case _:
                pass

    def _length_is(self, value: bytes) -> None:
        digits = value.lstrip(b"0")
        length = (
            int(digits or b"0") if _HEADER_DIGITS.fullmatch(value) and len(digits) <= _MOST_DIGITS else _MOST_LENGTH + 1
        )
        if length > _MOST_LENGTH:
            self._refuse("must have a decimal integer of at most 2^53-1 as Content-Length")
        elif self.length >= 0 and self.length != length:
            self._refuse("must not have two values of Content-Length")
        self.length = length

    def _type_is(self, value: bytes) -> None:
        """Look at the charset only. "utf8" is a name that the Language Server Protocol keeps for older peers."""
        for param in value.split(b";")[1:]:
            name, _, charset = param.partition(b"=")
            if name.strip(b" \t").lower() == b"charset" and not _CHARSET.fullmatch(charset.strip(b" \t").lower()):
                self._refuse("must have the charset utf-8")

    def _refuse(self, fault: str) -> None:
        self.fault = fault
        self.whole = True
