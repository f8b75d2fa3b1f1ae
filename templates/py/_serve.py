"""The texts of connections for peers, with asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from typing import TYPE_CHECKING

from ._cutter import FrameCutter, headed
from ._envelope import DEFAULTS, Options
from ._json import read_text
from ._lines import CUT_LINE, LineCutter
from ._values import JsonError

if TYPE_CHECKING:
    from ._client import Send
    from ._lines import AsyncStream
    from ._peer import ServedText

_PIECE = 64 * 1024
"""The size of one read from a stream."""


async def line_texts(
    stream: AsyncStream | asyncio.StreamReader, *, options: Options | None = None
) -> AsyncIterator[ServedText]:
    """Cut a stream into lines, each the text of one message. No line longer than ``max_bytes`` is kept."""
    options = options or DEFAULTS
    lines = LineCutter(options.max_bytes)
    async for piece in _stream_pieces(stream) if isinstance(stream, asyncio.StreamReader) else stream:
        for text in lines.push(piece):
            yield text
    for text in lines.finish():
        yield text if not isinstance(text, bytes) or _is_json(text, options) else CUT_LINE


async def frame_texts(
    stream: AsyncIterable[bytes] | asyncio.StreamReader, *, options: Options | None = None
) -> AsyncIterator[ServedText]:
    """Cut a stream into the texts behind its headers. No text longer than ``max_bytes`` is kept."""
    frames = FrameCutter((options or DEFAULTS).max_bytes)
    async for piece in _stream_pieces(stream) if isinstance(stream, asyncio.StreamReader) else stream:
        for text in frames.push(piece):
            yield text
        if frames.ended:
            return
    if issue := frames.finish():
        yield issue


async def _stream_pieces(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while piece := await stream.read(_PIECE):
        yield piece


def _is_json(text: bytes, options: Options) -> bool:
    try:
        read_text(text, max_bytes=options.max_bytes, max_depth=options.max_depth)
    except JsonError:
        return False
    return True


def line_sender(stream: asyncio.StreamWriter) -> Send:
    """Return a function that writes a text as a line, and waits while too much is unwritten."""

    async def send(text: str) -> None:
        stream.write(text.encode() + b"\n")
        await stream.drain()

    return send


def frame_sender(stream: asyncio.StreamWriter) -> Send:
    """Return a function that writes a text behind its header, and waits while too much is unwritten."""

    async def send(text: str) -> None:
        stream.write(headed(text.encode()))
        await stream.drain()

    return send
