"""Requests and their replies, with asyncio. How messages are carried is the caller's affair."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

from ._codec import Encodable, write_value
from ._envelope import Issue, Options, ValidationError, pointer
from ._members import UNSET
from ._session import KEY_MISSING, key_in
from ._tracker import Line

if TYPE_CHECKING:
    from ._arrival import Key, MessageKind
    from ._conversation import Conversation
    from ._progress import TurnPlan

T = TypeVar("T")

Send: TypeAlias = Callable[[str], Awaitable[object]]
"""Sends the text of a message."""

ExchangePlace: TypeAlias = "tuple[int, Key]"
"""The exchange of a request: its kind, and its key."""

_REPLY_ROOM: Final = Options(max_bytes=2**31 - 1, max_depth=256)

MOST_UNREAD: Final = 65536
"""How many replies to one request wait for whoever reads them."""


class RequestEnded(Exception):
    """Raised for a request that a message has ended which is no reply."""

    def __init__(self, message: object) -> None:
        super().__init__(f"ended by {message!r}")
        self.message: Final = message
        """That message."""


class ReplyError(RequestEnded):
    """Raised for a request that another reply has answered than one with a result, such as an error of the protocol."""

    def __init__(self, message: object, about: str = "") -> None:
        super().__init__(message)
        self.args = ("the reply has no result" + about,)


class Disconnected(ConnectionError):
    """Raised for requests that nothing can answer any more."""


class _Waiting:
    """A request that waits for replies."""

    __slots__ = ("_ended", "_error", "_replies", "_wake", "alone", "by", "typed")

    def __init__(self, *, alone: bool, typed: bool = False) -> None:
        self.typed: Final = typed
        """Whether the result is the member of the reply whose type follows from the request."""
        self.alone: Final = alone
        """Whether one reply is all."""
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

    async def next(self) -> object:
        """Return a reply, or UNSET behind the last one."""
        while not self._replies:
            if self._error:
                raise self._error
            if self._ended:
                return UNSET
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._replies.popleft()

    def _rouse(self) -> None:
        if self._wake and not self._wake.done():
            self._wake.set_result(None)


class Sender(Generic[T]):
    """Sends the messages of one side of a conversation: the common part of clients and peers."""

    __slots__ = ("_count", "_keys", "_requests", "_send", "_session", "_timeout", "_waiting")

    _failures: ClassVar[tuple[tuple[MessageKind, str, str], ...]] = ()
    """Replies that describe a failure, with the attributes of the code and of the text."""
    _typed: ClassVar[tuple[MessageKind, ...]] = ()
    """The requests whose result is the member of the reply whose type follows from the request."""
    _counters: ClassVar[tuple[tuple[MessageKind, str], ...]] = ()
    """Kinds of requests, each with the attribute in which the client numbers requests that have 0 there, or None if it is optional."""

    def __init__(
        self,
        conversation: Conversation[T],
        side: str,
        requests: Mapping[MessageKind, int],
        send: Send,
        options: Options | None,
        timeout: float | None = None,
    ) -> None:
        if timeout is not None and not timeout > 0:
            raise ValueError("timeout must be positive")
        self._session: Final = conversation.session(side, options=options)
        self._requests: Final = requests
        """By kind: which exchange it begins."""
        exchanges = self._session.progress.table.exchanges
        self._keys: Final = {number: exchanges[number].ways[0].at for number in dict.fromkeys(requests.values())}
        """By exchange: where requests have its key."""
        self._count = 0
        self._timeout: Final = timeout
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
        await self._deliver(data, plan, message)

    def _accept(self, message: bytes | str | T) -> tuple[Line[T], TurnPlan | None, bool]:
        """Process a message that has arrived. Returns its effects, too, and whether it was for a request."""
        line, plan = self._session.receive(message)
        if not line.ok:
            error = ValidationError(line.issues)
            if plan is None:
                self._fail(message, error)
            else:
                self._fail_alone(plan, error)
                self._settle(plan, error)
            return line, plan, False
        if plan is None:
            return line, None, False
        taken = self._give(plan, line.value)
        self._settle(plan, RequestEnded(line.value))
        return line, plan, taken

    def _sent(self, plan: TurnPlan) -> None:
        """Process the effects of a message of this side that has been sent."""

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
        place, waiting, data, plan = self._begin(message, alone=True)
        try:
            await self._deliver(data, plan, message, place, waiting)
            reply = await self._next(waiting)
            if reply is UNSET:
                raise RequestEnded(waiting.by)
            return reply
        finally:
            self._forget(place, waiting)

    async def _stream(self, message: T) -> AsyncGenerator[object, None]:
        place, waiting, data, plan = self._begin(message, alone=False)
        try:
            await self._deliver(data, plan, message, place, waiting)
            while (reply := await self._next(waiting)) is not UNSET:
                yield reply
        finally:
            self._forget(place, waiting)

    async def _next(self, waiting: _Waiting) -> object:
        async with asyncio.timeout(self._timeout):
            return await waiting.next()

    def _begin(self, message: T, *, alone: bool) -> tuple[ExchangePlace, _Waiting, bytes, TurnPlan]:
        number = next((number for kind, number in self._requests.items() if isinstance(message, kind)), None)
        counter = next((name for kind, name in self._counters if isinstance(message, kind)), None)
        required: tuple[str, ...] = getattr(type(message), "__envelope_counters__", ())
        if counter and getattr(message, counter) == (0 if counter in required else None):
            self._count += 1
            setattr(message, counter, self._count)
        data, plan = self._session.prepare(message, number, self._keys.get(number, ()) if number is not None else ())
        key = next((move.key for move in plan.moves if move.number == number and move.state), None)
        if number is not None and key is None and self._keys[number]:
            raise ValidationError([Issue("unexpected-message", pointer(self._keys[number]), "must", KEY_MISSING)])
        if number is None or key is None:
            raise ValueError(f"{type(message).__name__} begins no exchange in which a reply could come")
        typed = any(isinstance(message, kind) for kind in self._typed)
        return (number, key), _Waiting(alone=alone, typed=typed), data, plan

    def _forget(self, place: ExchangePlace, waiting: _Waiting) -> None:
        """Stop waiting. An exchange that goes on is abandoned."""
        if self._waiting.get(place) is waiting:
            del self._waiting[place]
            self._session.progress.running(place[0]).abandon(place[1])

    async def _deliver(
        self,
        data: bytes,
        plan: TurnPlan,
        message: object,
        place: ExchangePlace | None = None,
        waiting: _Waiting | None = None,
    ) -> None:
        """Send a message, and have it count; one that is not sent is taken back."""
        progress = self._session.progress
        before = progress.before(plan)
        progress.follow(plan)
        ended = self._ended_by(plan)
        if place and waiting:
            self._waiting[place] = waiting
            progress.running(place[0]).claim(place[1])
        try:
            await self._send(data.decode())
        except Exception:
            if place and self._waiting.get(place) is waiting:
                del self._waiting[place]
            progress.take_back(plan, before)
            raise
        for other, one in ended:
            if self._waiting.get(other) is one:
                del self._waiting[other]
                one.by = message
                one.end()
        self._settle(plan, RequestEnded(message))
        self._sent(plan)

    def _ended_by(self, plan: TurnPlan) -> list[tuple[ExchangePlace, _Waiting]]:
        """Return the requests that need not be answered behind a message of this side: their exchanges may end there."""
        places = [
            (move.number, move.key) for move in plan.moves if move.key is not None and move.state and not move.state.cut
        ]
        return [(place, self._waiting[place]) for place in places if place in self._waiting]

    def _fail(self, message: bytes | str | T, error: ValidationError) -> None:
        """End the requests whose keys are in a message that is invalid or may not come."""
        if not self._waiting:
            return
        text = (
            message if isinstance(message, bytes | str) else write_value(cast("Encodable", message), None, _REPLY_ROOM)
        )
        for number in self._keys:
            exchange = self._session.progress.table.exchanges[number]
            for way in [exchange.ways[way] for way in exchange.reply_ways]:
                key = None if way.through or way.reply else key_in(text, way.at, exchange.marks)
                if key is not None and (waiting := self._waiting.get((number, key))):
                    waiting.end(error)
                    self._forget((number, key), waiting)

    def _fail_alone(self, plan: TurnPlan, error: ValidationError) -> None:
        """End the requests whose only reply a check is against."""
        for move in plan.moves:
            waiting = self._waiting.get((move.number, move.key)) if move.key is not None else None
            if waiting and waiting.alone and move.key is not None:
                waiting.end(error)
                self._forget((move.number, move.key), waiting)

    def _give(self, plan: TurnPlan, message: object) -> bool:
        """Give a message to the requests that it answers, or ends; returns whether there are any."""
        taken = False
        for move in plan.moves:
            waiting = self._waiting.get((move.number, move.key)) if move.key is not None else None
            if waiting is None:
                continue
            taken = True
            if move.state:
                if not waiting.typed:
                    waiting.give(message)
                elif move.reply is None or move.reply[1] is UNSET:
                    waiting.end(ReplyError(message, self._about(message)))
                else:
                    waiting.give(move.reply[1])
                if not move.state.next or move.state.quiet:
                    waiting.end()
            else:
                waiting.end(RequestEnded(message))
        return taken

    def _about(self, message: object) -> str:
        """Return the code and the text of a failure, each behind a colon."""
        for kind, code, text in self._failures:
            if isinstance(message, kind):
                parts = [attrgetter(way)(message) for way in (code, text) if way]
                return "".join(f": {part}" for part in parts if part not in (None, UNSET, ""))
        return ""

    def _settle(self, plan: TurnPlan, error: Exception) -> None:
        """End the requests whose exchanges have ended."""
        for number, pending in plan.changes.items():
            ended: Sequence[tuple[int, Key]] = [(number, key) for key, course in pending.changed.items() if not course]
            if pending.cleared:
                ended = [*ended, *[place for place in self._waiting if place[0] == number]]
            for place in ended:
                if waiting := self._waiting.pop(place, None):
                    waiting.end(error)


class Client(Sender[T]):
    """Sends the messages of one side of a conversation, and returns the replies. It belongs to one event loop.

    Arriving messages are passed to `receive`. A request is given up if its task is cancelled, its iterator is closed or
    its time is over. It then sends nothing. Its exchange is abandoned: it does not count against the bound of open
    exchanges, and `receive` returns later replies to it. A request that a message of this side cancels ends with that
    message.
    """

    __slots__ = ()

    def receive(self, message: bytes | str | T) -> Line[T] | None:
        """Process a message that has arrived, or its text. Returns None if it was for a request.

        A message for no request is returned, and so is a message that ends all exchanges. An invalid message, or one
        out of order, gives `Refused`. A request raises ValidationError if such a message has its key or ends its
        exchange.
        """
        line, _, taken = self._accept(message)
        return None if taken else line
