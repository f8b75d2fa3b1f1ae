"""Conversations whose lines have one or several messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ._conversation import LineConversation
from ._envelope import DEFAULTS, Options

if TYPE_CHECKING:
    from ._batches import BatchWriter
    from ._sink import Sink

T = TypeVar("T")


class BatchConversation(LineConversation[T]):
    """An order of messages that come one a line, or several in an array (NDJSON)."""

    __slots__ = ()

    def writer(self, file: Sink, *, numbered: bool = False, options: Options | None = None) -> BatchWriter[T]:
        """Begin a conversation that is written to a file or pipe that takes bytes, line by line.

        With ``numbered``, the writer sets the members that count messages, as that of `LineConversation` does.
        """
        from ._batches import BatchWriter
        from ._writer import as_line

        options = options or DEFAULTS
        return BatchWriter(self.session(options=options), file, numbered, as_line, options)
