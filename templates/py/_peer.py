"""Peers: the side of a conversation that answers requests, with asyncio."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar, cast

from ._client import Disconnected, RequestEnded, Send, Sender
from ._envelope import Issue, Options, ValidationError, pointer
from ._tracker import Refused

if TYPE_CHECKING:
    from ._arrival import Key, MessageKind
    from ._client import ExchangePlace
    from ._conversation import Conversation
    from ._exchanges import Move
    from ._progress import TurnPlan
    from ._tracker import Line

T = TypeVar("T")

ServedText: TypeAlias = bytes | str | Issue
"""A text of a connection, or the issue of a part that is none."""

Handled: TypeAlias = "tuple[int, str, Callable[..., Awaitable[object] | AsyncIterator[object]]]"
"""The exchange that a request begins, the values that its handler returns, and the handler.

The values are one reply ("one"), many replies ("many"), or the result of which the reply is made ("result").
"""


class RequestCancelled(RequestEnded):
    """The error of a handler after a message in the exchange of its request. A reply may still be needed."""


@dataclass(frozen=True, kw_only=True)
class Serving(Generic[T]):
    """How a peer answers requests."""

    fail: Callable[[T, Exception], T | None] | None = None
    """Returns the reply to a request whose handler has failed, or None. It may be a message that ends the exchange.

    The error is that of the handler; ValidationError if its reply may not be sent, or if the request may not come here;
    RequestCancelled; or ConnectionError without a reply. Without ``fail``, and without a reply, it closes the peer.
    """
    on_error: Callable[[T, Exception], object] | None = None
    """Takes each error that ``fail`` gets, before it, such as for a log."""
    on_message: Callable[[T], Awaitable[object]] | None = None
    """Takes the messages in `serve` that are for no handler and no request. If it raises, the peer is closed."""
    on_refused: Callable[[bytes | str | None, list[Issue]], Awaitable[object]] | None = None
    """Takes the texts in `serve` that are not valid, with their issues. Without it, the first one closes the peer."""
    most_handlers: int = 64
    """How many handlers may be at work."""
    most_queued: int = 64
    """How many requests may wait for a handler. Beyond, `receive` waits."""
    grace: float = 5.0
    """How many seconds `serve` lets handlers work after the last text."""


class _Job(Generic[T]):
    """A received request that a handler answers."""

    __slots__ = ("cancelled", "handled", "handling", "over", "place", "request", "task", "waits")

    def __init__(self, request: T, place: ExchangePlace, handled: Handled) -> None:
        self.request: Final = request
        self.place: Final = place
        self.handled: Final = handled
        self.cancelled: Exception | None = None
        """Instead of the handler's: a message that cancels it, or why it may not begin."""
        self.over = False
        """Whether no reply may be sent any more."""
        self.task: asyncio.Task[None] | None = None
        self.handling = False
        """Whether the task is in the handler, which may be cancelled."""
        self.waits = False
        """Whether the task is to be cancelled once it is in the handler again."""

    def cancel(self) -> None:
        """Cancel the handler."""
        if self.task and self.handling:
            self.task.cancel()
        else:
            self.waits = True

    def enter(self, inside: bool) -> None:
        """Note whether the task is in the handler."""
        self.handling = inside
        if inside and self.waits and self.task:
            self.waits = False
            self.task.cancel()


class Peer(Sender[T]):
    """One side of a conversation that answers requests, and may send some. It belongs to one event loop.

    Pass each arriving message to `receive`, or all texts of a connection to `serve`. A handler runs in a task, which is
    cancelled if the exchange of the request ends, if the other side sends a further message in it, or if the peer is
    closed.
    """

    __slots__ = (
        "_cause",
        "_changes",
        "_closed",
        "_closing",
        "_handled",
        "_jobs",
        "_queue",
        "_room",
        "_serving",
        "_tasks",
    )

    def __init__(
        self,
        conversation: Conversation[T],
        side: str,
        requests: Mapping[MessageKind, int],
        send: Send,
        options: Options | None,
        timeout: float | None,
        handled: Mapping[MessageKind, Handled],
        serving: Serving[T] | None,
    ) -> None:
        super().__init__(conversation, side, requests, send, options, timeout)
        self._serving: Final[Serving[T]] = serving or Serving()
        self._handled: Final = handled
        self._room: Final = asyncio.Semaphore(self._serving.most_handlers + self._serving.most_queued)
        self._jobs: Final[dict[ExchangePlace, _Job[T]]] = {}
        self._queue: Final[deque[_Job[T]]] = deque()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._changes: Final[list[asyncio.Future[None]]] = []
        self._closing = False
        self._closed = False
        self._cause: BaseException | None = None

    @property
    def closed(self) -> bool:
        """Whether the peer is closed."""
        return self._closed

    async def receive(self, message: bytes | str | T) -> Line[T] | None:
        """Process a message that has arrived, or its text. Returns None if it was for a handler or a request.

        Any other message is returned. An invalid message, or one out of order, gives `Refused`. If no more requests may
        be queued, it waits: receive nothing further before it returns.
        """
        await self._room.acquire()
        job = None
        try:
            line, plan, taken = self._accept(message)
            if plan is None or line.value is None:
                return line
            job = self._begin_job(line, plan)
            taken = self._moved(plan, line.value) or taken
        finally:
            if job is None:
                self._room.release()
        if job:
            self._jobs[job.place] = job
            self._start(job)
        return None if taken or job else line

    def close(self, cause: BaseException | None = None) -> list[Issue]:
        """End the conversation at once. All handlers are cancelled, and pending requests raise Disconnected.

        Returns an issue if something still had to come.
        """
        if self._closed:
            return []
        self._closed, self._cause = True, cause
        issues = super().close(cause)
        for job in list(self._jobs.values()):
            self._end_job(job)
        self._notify()
        return issues

    async def drain(self, grace: float | None = None) -> list[Issue]:
        """End the conversation in order, and return the issues of `close`.

        Handlers at work continue for some seconds, and requests that arrive meanwhile fail.
        """
        self._closing = True
        try:
            async with asyncio.timeout(self._serving.grace if grace is None else grace):
                await self._until(lambda: self._closed or not self._tasks)
        except TimeoutError:
            return self.close(Disconnected("handlers were at work after the grace time"))
        return self.close()

    async def wait(self) -> None:
        """Wait until the peer is closed and all handlers have ended. Raises the cause of `close`, if it had one."""
        await self._until(lambda: self._closed and not self._tasks)
        if self._cause:
            raise self._cause

    async def serve(self, texts: AsyncIterable[ServedText]) -> None:
        """Pass texts to `receive` until they end or the peer is closed. At their end it drains the peer.

        Raises the cause of the end, or ValidationError if a message is missing.
        """
        reader = asyncio.get_running_loop().create_task(self._read(texts))
        reader.add_done_callback(lambda _: self._notify())
        issues: list[Issue] = []
        try:
            await self._until(lambda: self._closed or reader.done())
            if not self._closed:
                error = reader.exception()
                issues = await self.drain() if error is None else self.close(error)
        finally:
            reader.cancel()
            self.close(Disconnected("serving was cancelled"))
            await asyncio.wait([reader])
        await self.wait()
        if issues:
            raise ValidationError(issues)

    async def _read(self, texts: AsyncIterable[ServedText]) -> None:
        serving = self._serving
        async for text in texts:
            line = Refused[T]([text]) if isinstance(text, Issue) else await self.receive(text)
            if line is None or self._closed:
                continue
            if not isinstance(line, Refused):
                if serving.on_message:
                    await serving.on_message(line.value)
            elif serving.on_refused:
                await serving.on_refused(None if isinstance(text, Issue) else text, list(line.issues))
            else:
                raise ValidationError(line.issues)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            change = asyncio.get_running_loop().create_future()
            self._changes.append(change)
            await change

    def _notify(self) -> None:
        for change in self._changes:
            if not change.done():
                change.set_result(None)
        self._changes.clear()

    def _begin_job(self, line: Line[T], plan: TurnPlan) -> _Job[T] | None:
        """Return the job of a request, if it begins one that can be answered."""
        request = cast("T", line.value)
        kind, table = type(request), self._session.progress.table
        handled = self._handled.get(kind if kind in table.whole.letters else table.kind_of(request))
        if handled is None:
            return None
        move = next(
            (move for move in plan.moves if move.number == handled[0] and move.key is not None and move.after), None
        )
        if move is None:
            return None
        place: ExchangePlace = move.number, cast("Key", move.key)
        if earlier := self._jobs.get(place):
            if move.before:
                return None
            earlier.over = True  # its last reply is under way
        job = _Job(request, place, handled)
        if not line.ok:
            job.cancelled = ValidationError(line.issues)
        elif self._closing:
            job.cancelled = Disconnected("the conversation is closing")
        return None if job.cancelled and not self._serving.fail else job

    def _sent(self, plan: TurnPlan) -> None:
        self._moved(plan, None)

    def _moved(self, plan: TurnPlan, by: T | None) -> bool:
        """End or cancel the jobs in the exchanges that a message has moved. Returns whether there are any."""
        heard = False
        for move in plan.moves:
            for job in self._jobs_of(move):
                if move.state and move.state.next and (by is not None or not move.state.quiet):
                    if by is not None and job.cancelled is None:
                        job.cancelled = RequestCancelled(by)
                        job.cancel()
                else:
                    self._end_job(job)
                heard = heard or by is not None
        for number, pending in plan.changes.items():
            for key, course in pending.changed.items():
                forgotten = None if course else self._jobs.get((number, key))
                if forgotten:
                    self._end_job(forgotten)
        return heard

    def _jobs_of(self, move: Move) -> list[_Job[T]]:
        if move.key is None:
            return [job for place, job in self._jobs.items() if place[0] == move.number]
        job = self._jobs.get((move.number, move.key))
        return [job] if job else []

    def _end_job(self, job: _Job[T]) -> None:
        job.over = True
        if self._jobs.get(job.place) is job:
            del self._jobs[job.place]
        job.cancel()

    def _start(self, job: _Job[T]) -> None:
        if len(self._tasks) >= self._serving.most_handlers:
            self._queue.append(job)
            return
        job.task = asyncio.get_running_loop().create_task(self._work(job))
        self._tasks.add(job.task)
        job.task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()
        if self._queue:
            self._start(self._queue.popleft())
        elif not self._tasks:
            self._notify()

    async def _work(self, job: _Job[T]) -> None:
        try:
            if not job.over:
                await self._answer(job)
        except asyncio.CancelledError:
            if not job.over and job.cancelled is None:
                raise  # the program ends
            cast("asyncio.Task[None]", asyncio.current_task()).uncancel()
            if not job.over and job.cancelled:
                await self._failed(job, job.cancelled)
        except Exception as error:  # noqa: BLE001
            await self._failed(job, error)
        finally:
            job.handling = False
            if self._jobs.get(job.place) is job:
                del self._jobs[job.place]

    async def _answer(self, job: _Job[T]) -> None:
        if job.cancelled:
            raise job.cancelled
        number, returns, handler = job.handled
        job.enter(True)
        result = handler(job.request)
        if returns == "many":
            await self._answer_many(job, cast("AsyncIterator[T]", result))
            return
        reply = await cast("Awaitable[T]", result)
        job.enter(False)
        if not job.over:
            if returns == "result":
                reply = self._session.made(number, job.request, job.place[1], reply)
            await self._reply(job, reply)

    async def _answer_many(self, job: _Job[T], replies: AsyncIterator[T]) -> None:
        try:
            async for reply in replies:
                job.enter(False)
                if job.over:
                    return
                await self._reply(job, reply)
                job.enter(True)
        finally:
            job.enter(False)
            if isinstance(replies, AsyncGenerator):
                await replies.aclose()
        if not job.over and not self._accepts(job):
            raise Disconnected("the handler has ended without the last reply")

    async def _reply(self, job: _Job[T], reply: T) -> None:
        if reply is None:
            raise Disconnected("the handler has returned no reply")
        data, plan = self._session.prepare(reply)
        if not any((move.number, move.key) == job.place for move in plan.moves):
            at = pointer(self._session.progress.table.exchanges[job.place[0]].ways[0].at)
            raise ValidationError([Issue("unexpected-message", at, "must", "must be that of the request")])
        try:
            await self._deliver(data, plan, reply)
        except Exception as error:
            self.close(error)
            raise

    async def _failed(self, job: _Job[T], error: Exception) -> None:
        """Handle the error of a job. Nothing has to be sent if the exchange may end and the request was cancelled."""
        job.handling = False
        if job.over or (isinstance(job.cancelled, RequestCancelled) and self._accepts(job)):
            return
        try:
            if self._serving.on_error:
                self._serving.on_error(job.request, error)
            reply = self._serving.fail(job.request, error) if self._serving.fail else None
            if reply is None:
                self.close(error)
            else:
                await self._reply(job, reply)
        except Exception as another:  # noqa: BLE001
            self.close(another)

    def _accepts(self, job: _Job[T]) -> bool:
        """Return whether the exchange of a job may end where it is."""
        number, key = job.place
        course = self._session.progress.running(number).courses.get(key)
        return course is None or not course[0].cut
