"""Conversations whose frames have one or several messages behind a header."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ._envelope import DEFAULTS, Options
from ._headers import HeaderConversation

if TYPE_CHECKING:
    from ._batches import BatchWriter
    from ._sink import Sink

T = TypeVar("T")


class HeaderBatchConversation(HeaderConversation[T]):
    """An order of messages that come behind headers with their Content-Length, one or several in each frame."""

    __slots__ = ()

    def writer(self, file: Sink, *, numbered: bool = False, options: Options | None = None) -> BatchWriter[T]:
        """Begin a conversation that is written to a file or pipe that takes bytes, frame by frame.

        With ``numbered``, the writer sets the members that count messages, as that of `LineConversation` does.
        """
        from ._batches import BatchWriter
        from ._cutter import headed

        options = options or DEFAULTS
        return BatchWriter(self.session(options=options), file, numbered, headed, options)
