"""Where messages are written to."""

from __future__ import annotations

import errno
from io import BufferedIOBase, BytesIO, IOBase, RawIOBase
from typing import Final, Protocol


class Sink(Protocol):
    """A file, pipe or socket in binary mode, or an object like one."""

    def write(self, data: bytes, /) -> object:
        """Write bytes; returns how many were taken. Any result but an integer means that all were.

        If it raises, none were taken, unless the exception has ``characters_written``. Raw files return None where they
        would block; buffered files may take a part before they raise, and are treated so.
        """
        ...

    def flush(self) -> object:
        """Pass on the bytes that have been written."""
        ...


class Delivery:
    """The bytes of one message on their way to a sink."""

    __slots__ = ("_data", "_sink", "begun")

    def __init__(self, sink: Sink, data: bytes) -> None:
        self._sink: Final = sink
        self._data: Final = data
        self.begun = False
        """Whether the sink has, or may have, taken a part."""

    def write(self) -> None:
        """Write all bytes, with as many calls as the sink needs; raises the sink's exceptions."""
        rest = self._data
        while rest:
            rest = rest[self._some(rest) :]
            self.begun = True
        self._sink.flush()

    def _some(self, rest: bytes) -> int:
        """Write a part, and return its size."""
        before = _position(self._sink)
        try:
            count = self._sink.write(rest)
        except BaseException as error:
            self.begun = self.begun or self._may_have_taken(error, before)
            raise
        if count is None and isinstance(self._sink, RawIOBase):
            raise BlockingIOError(errno.EAGAIN, "the sink would block", 0)
        if not isinstance(count, int) or isinstance(count, bool):
            return len(rest)
        if not 0 < count <= len(rest):
            raise OSError(errno.EIO, f"the sink has taken {count} of {len(rest)} bytes")
        return count

    def _may_have_taken(self, error: BaseException, before: int | None) -> bool:
        if not isinstance(error, Exception):
            return True  # an interrupt comes at any time
        taken: object = getattr(error, "characters_written", None)
        if taken is not None:
            return taken != 0
        if before is not None:
            return _position(self._sink) != before
        return isinstance(self._sink, BufferedIOBase)


def _position(sink: Sink) -> int | None:
    """Return the position of a file that is not raw, if it has one."""
    if not isinstance(sink, IOBase) or isinstance(sink, RawIOBase):
        return None
    try:
        return sink.tell() if isinstance(sink, BytesIO) or sink.seekable() else None
    except (OSError, ValueError):
        return None
