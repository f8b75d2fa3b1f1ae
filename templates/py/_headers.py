"""Conversations whose messages come behind headers, as language servers frame them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ._conversation import LineConversation
from ._envelope import DEFAULTS, Options

if TYPE_CHECKING:
    from ._frames import FrameTracker
    from ._sink import Sink
    from ._writer import Writer

T = TypeVar("T")


class HeaderConversation(LineConversation[T]):
    """An order of messages that come each behind a header with its Content-Length.

    `read` and `aread` give one result for each frame. An invalid frame does not stop the following ones. Behind a bad
    header no frame can be found: it ends the sequence. No frame longer than ``max_bytes`` is kept in memory.
    """

    __slots__ = ()

    def lines(self, *, options: Options | None = None) -> FrameTracker[T]:
        """Begin a conversation that is read frame by frame, for programs with ways of their own to read."""
        from ._frames import FrameTracker

        options = options or DEFAULTS
        return FrameTracker(self.track(options=options), options.max_bytes)

    def writer(self, file: Sink, *, numbered: bool = False, options: Options | None = None) -> Writer[T]:
        """Begin a conversation that is written to a file or pipe that takes bytes, frame by frame.

        With ``numbered``, the writer sets the members that count messages. Messages are written as copies with the
        numbers 0, 1, 2 and so on, which replace earlier numbers.
        """
        from ._cutter import headed
        from ._writer import Writer

        return Writer(self.session(options=options), file, numbered, headed)
