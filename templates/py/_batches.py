"""Frames with several messages, in an array."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from ._envelope import Issue, Options, ValidationError
from ._json import read_text
from ._values import JsonError
from ._writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._session import Session
    from ._sink import Sink

T = TypeVar("T")

_TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},]')
_WHITE: Final = b" \t\r\n"


class Batches:
    """The batches of a conversation, each of at most so many messages."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        self.most: Final = most

    def split(self, data: bytes | str, options: Options) -> list[bytes] | Issue | None:
        """Return the texts of the messages of a batch, or its fault; None for another text."""
        text = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
        if not text.lstrip(_WHITE).startswith(b"["):
            return None
        try:
            read_text(data, max_bytes=options.max_bytes, max_depth=options.max_depth)
        except JsonError:
            return None  # its issue is that of a single message
        return self._items(text)

    def _items(self, text: bytes) -> list[bytes] | Issue:
        """Cut a well-formed array into its items."""
        start = text.index(b"[") + 1
        if text[start:].lstrip(_WHITE).startswith(b"]"):
            return fault("must have at least 1 message")
        items: list[bytes] = []
        depth = 0
        for token in _TOKEN.finditer(text, start):
            match token[0]:
                case b"[" | b"{":
                    depth += 1
                case b"]" | b"}" if depth:
                    depth -= 1
                case b"," | b"]" if not depth:
                    if len(items) == self.most:
                        return too_many(self.most)
                    items.append(text[start : token.start()])
                    start = token.end()
                case _:
                    pass
        return items


def fault(message: str) -> Issue:
    """Return the issue of a batch."""
    return Issue("batch", "", "must", message)


def too_many(most: int) -> Issue:
    """Return the issue of a batch with more messages than allowed."""
    return fault(f"must have at most {most} messages")


class BatchWriter(Writer[T]):
    """Writes messages that are valid, by themselves and in their place, one or several in each frame."""

    __slots__ = ("_batch", "_most", "_options", "_size")

    def __init__(
        self,
        session: Session[T],
        file: Sink,
        numbered: bool,
        framed: Callable[[bytes], bytes],
        options: Options,
    ) -> None:
        super().__init__(session, file, numbered, framed)
        batches = session.progress.table.batch
        self._most: Final = batches.most if batches else 1
        self._options: Final = options
        self._batch: Final[list[bytes]] = []
        self._size = 1
        """The bytes of the array up to its next message."""

    def write(self, message: T) -> T:
        """Write a message alone, as `Writer` does, behind the messages of `add`."""
        self.flush()
        return super().write(message)

    def add(self, message: T) -> T:
        """Put a message into the next frame, which `flush` writes, and return it as it will be written.

        The message counts from now on. Raises ValidationError, and leaves it out, if it is invalid or may not come now, or
        if the frame has no room for it. Raises OSError after a frame that was written in part.
        """
        self._expect_whole()
        if len(self._batch) == self._most:
            raise ValidationError([too_many(self._most)])
        taken = self._prepare(message, self._room())
        self._count(taken)
        self._batch.append(taken.data)
        self._size += len(taken.data) + 1
        return taken.message

    def _room(self) -> Options:
        """Return the options for the next message, whose frame is an array around it."""
        options = self._options
        return Options(
            max_bytes=1 if options.max_depth == 1 else max(1, options.max_bytes - self._size - 1),
            max_depth=max(1, options.max_depth - 1),
            max_issues=options.max_issues,
            max_remembered=options.max_remembered,
            now=options.now,
            params=options.params,
            strict=options.strict,
        )

    def flush(self) -> None:
        """Write the messages of `add` in one frame, if there are any.

        If the file fails before it has taken a byte, the frame may be flushed again. If it fails after a part, every
        further call raises OSError.
        """
        self._expect_whole()
        if self._batch:
            self._deliver(b"[" + b",".join(self._batch) + b"]")
            self._batch.clear()
            self._size = 1
