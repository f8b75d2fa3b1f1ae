"""Where messages are written to."""

from __future__ import annotations

from typing import Protocol


class Sink(Protocol):
    """A file or pipe in binary mode."""

    def write(self, data: bytes, /) -> object:
        """Write bytes."""
        ...

    def flush(self) -> object:
        """Pass on what has been written."""
        ...
