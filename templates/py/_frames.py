"""Streams of messages behind headers, as language servers frame them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from ._cutter import FrameCutter
from ._envelope import Issue
from ._lines import LineTracker, encoded
from ._tracker import Refused

if TYPE_CHECKING:
    from ._lines import Piece
    from ._tracker import Line, Tracker

T = TypeVar("T")


class FrameTracker(LineTracker[T]):
    """Checks a stream that arrives piece by piece.

    An invalid frame does not stop the following ones. Behind a bad header no frame can be found: further pieces are
    ignored. No frame that is too long is kept, and none costs memory before it arrives.
    """

    __slots__ = ("_cutter",)

    def __init__(self, tracker: Tracker[T], most: int) -> None:
        super().__init__(tracker, most)
        self._cutter: Final = FrameCutter(most)

    def push(self, piece: Piece) -> list[Line[T]]:
        """Take a piece of the stream, cut anywhere; returns the frames that end in it."""
        frames: list[Line[T]] = []
        for cut in self._cutter.push(encoded(piece)):
            if isinstance(cut, Issue):
                frames.append(Refused([cut]))
            else:
                frames.extend(self._tracker.receive_frame(cut))
        self.ended = self._cutter.ended
        return frames

    def finish(self) -> tuple[list[Line[T]], list[Issue]]:
        """End the stream; returns an issue if it ends inside of a frame, and the issues of the end."""
        cut = self._cutter.finish()
        return [Refused([cut])] if cut else [], self._tracker.close()
