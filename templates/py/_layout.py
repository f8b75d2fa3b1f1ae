"""How builders write the messages that they have made."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ._codec import Encodable, write_value
from ._envelope import Options
from ._record import Record
from ._sink import Delivery

if TYPE_CHECKING:
    from ._sink import Sink

# A message that was built may be as large as its options allowed.
_ROOM: Final = Options(max_bytes=2**31 - 1, max_depth=256)


def laid_out(message: Encodable, indent: int | None, end: bytes) -> bytes:
    """Return the text of a message."""
    return write_value(message, indent, _ROOM) + end


def put(text: bytes, file: Sink | None) -> None:
    """Write a text to a file, or to the standard output."""
    Delivery(sys.stdout.buffer if file is None else file, text).write()


def code_of(message: object, codes: Mapping[type[Record], int]) -> int:
    """Return the exit code of a message."""
    for cls in type(message).__mro__:
        if cls in codes:
            return codes[cls]
    raise TypeError(f"{type(message).__name__} has no exit code")
