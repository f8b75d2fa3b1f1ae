"""Requests and their replies, with asyncio. How messages are carried is the caller's affair."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from ._conversation import Line
from ._envelope import Issue, Options, ValidationError

if TYPE_CHECKING:
    from ._conversation import Conversation
    from ._orders import Key, Kind
    from ._progress import Plan

T = TypeVar("T")

Send: TypeAlias = Callable[[str], Awaitable[object]]
"""Sends the text of a message."""

MOST_UNREAD: Final = 65536
"""How many replies to one request wait for whoever reads them."""


class RequestEnded(Exception):
    """Raised for a request that a message has ended which is no reply."""

    def __init__(self, message: object) -> None:
        super().__init__(f"ended by {message!r}")
        self.message: Final = message
        """That message."""


class Disconnected(ConnectionError):
    """Raised for requests that nothing can answer any more."""


class _Waiting:
    """A request that waits for replies."""

    __slots__ = ("_ended", "_error", "_replies", "_wake", "by")

    def __init__(self) -> None:
        self.by: object = None
        """The message of this side behind which no reply has to come."""
        self._replies: Final[deque[object]] = deque()
        self._error: Exception | None = None
        self._ended = False
        self._wake: asyncio.Future[None] | None = None

    def give(self, reply: object) -> None:
        if len(self._replies) < MOST_UNREAD:
            self._replies.append(reply)
            self._rouse()
        else:
            self.end(BufferError(f"more than {MOST_UNREAD} replies wait to be read"))

    def end(self, error: Exception | None = None) -> None:
        if not self._ended:
            self._ended, self._error = True, error
            self._rouse()

    async def next(self) -> object | None:
        """Return a reply, or None behind the last one."""
        while not self._replies:
            if self._error:
                raise self._error
            if self._ended:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._replies.popleft()

    def _rouse(self) -> None:
        if self._wake and not self._wake.done():
            self._wake.set_result(None)


class Client(Generic[T]):
    """What one side of a conversation sends, and what comes back. It belongs to one event loop.

    What arrives is given to `receive`. A request that is given up, as its task is cancelled or its iterator closed,
    leaves nothing behind, and one that a message of this side cancels ends with it; what still answers them is returned
    by `receive`.
    """

    __slots__ = ("_requests", "_send", "_session", "_waiting")

    def __init__(
        self,
        conversation: Conversation[T],
        side: str,
        requests: Mapping[Kind, int],
        send: Send,
        options: Options | None,
    ) -> None:
        self._session: Final = conversation.session(side, options=options)
        self._requests: Final = requests
        """By kind: which exchange it begins."""
        self._send: Final = send
        self._waiting: Final[dict[tuple[int, Key], _Waiting]] = {}

    @property
    def pending(self) -> int:
        """How many requests wait for replies."""
        return len(self._waiting)

    async def send(self, message: T) -> None:
        """Send a message for which no reply is awaited.

        Raises ValidationError, and nothing is sent, if it is invalid or may not be sent now.
        """
        data, plan = self._session.prepare(message)
        self._follow(plan, message)
        await self._send(data.decode())

    def receive(self, message: bytes | str | T) -> Line[T] | None:
        """Take what has arrived: a message or its text. Returns None if it was for a request.

        A message that no request has asked for is returned, as is what ends all exchanges. One that is invalid or out
        of order gives `Refused` and reaches no request; a request whose exchange it ends raises ValidationError.
        """
        line, plan = self._session.receive(message)
        if plan is None:
            return line
        if not line.ok:
            self._settle(plan, ValidationError(line.issues))
            return line
        taken = self._deliver(plan, line.value)
        self._settle(plan, RequestEnded(line.value))
        return None if taken else line

    def close(self, cause: BaseException | None = None) -> list[Issue]:
        """End the conversation, as its connection has ended; pending requests raise Disconnected.

        Returns an issue if something still had to come.
        """
        waiting = list(self._waiting.values())
        self._waiting.clear()
        for each in waiting:
            error = Disconnected("the connection has ended")
            error.__cause__ = cause
            each.end(error)
        return self._session.close()

    async def _ask(self, message: T) -> object:
        place, waiting, text = self._begin(message)
        try:
            await self._send(text)
            reply = await waiting.next()
            if reply is None:
                raise RequestEnded(waiting.by)
            return reply
        finally:
            self._forget(place, waiting)

    async def _stream(self, message: T) -> AsyncGenerator[object, None]:
        place, waiting, text = self._begin(message)
        try:
            await self._send(text)
            while (reply := await waiting.next()) is not None:
                yield reply
        finally:
            self._forget(place, waiting)

    def _begin(self, message: T) -> tuple[tuple[int, Key], _Waiting, str]:
        data, plan = self._session.prepare(message)
        number = next((number for kind, number in self._requests.items() if isinstance(message, kind)), None)
        key = next((move.key for move in plan.moves if move.number == number and move.state), None)
        if number is None or key is None:
            raise ValueError(f"{type(message).__name__} begins no exchange in which a reply could come")
        self._follow(plan, message)
        waiting = self._waiting[number, key] = _Waiting()
        return (number, key), waiting, data.decode()

    def _forget(self, place: tuple[int, Key], waiting: _Waiting) -> None:
        if self._waiting.get(place) is waiting:
            del self._waiting[place]

    def _follow(self, plan: Plan, message: object) -> None:
        """Do what a message of this side does. A request need not be answered if its exchange may end behind it."""
        self._session.progress.follow(plan)
        for move in plan.moves:
            if move.key is not None and move.state and not move.state.cut:
                waiting = self._waiting.pop((move.number, move.key), None)
                if waiting:
                    waiting.by = message
                    waiting.end()
        self._settle(plan, RequestEnded(message))

    def _deliver(self, plan: Plan, message: object) -> bool:
        """Give a message to the requests that it answers, or ends; returns whether there are any."""
        taken = False
        for move in plan.moves:
            waiting = self._waiting.get((move.number, move.key)) if move.key is not None else None
            if waiting is None:
                continue
            taken = True
            if move.state:
                waiting.give(message)
                if not move.state.next:
                    waiting.end()
            else:
                waiting.end(RequestEnded(message))
        return taken

    def _settle(self, plan: Plan, error: Exception) -> None:
        """End the requests whose exchanges have ended."""
        for number, draft in plan.drafts.items():
            ended: Sequence[tuple[int, Key]] = [(number, key) for key, course in draft.changed.items() if not course]
            if draft.cleared:
                ended = [*ended, *[place for place in self._waiting if place[0] == number]]
            for place in ended:
                if waiting := self._waiting.pop(place, None):
                    waiting.end(error)
