"""The open exchanges of a conversation: the effects of messages, the memory, and the dropped exchanges."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, TypeAlias

from ._arrival import Key, Refusal
from ._orders import NO_NEWS, Course, News, State
from ._remembered import remembered_size
from ._table import Entry, Exchange

if TYPE_CHECKING:
    from ._replies import Reply


class Move:
    """The effect of a message on the exchange of a key, or on all exchanges of a kind."""

    __slots__ = ("after", "before", "growth", "key", "letter", "news", "number", "order", "reply", "size", "state")

    def __init__(
        self,
        entry: Entry,
        key: Key | None,
        before: Course | None = None,
        letter: int = -1,
        state: State | None = None,
        news: News = NO_NEWS,
    ) -> None:
        self.number: Final = entry.number
        """Of the kind of exchange."""
        self.order: Final[Exchange] = entry.order
        self.key: Final = key
        """None for all exchanges, which end."""
        self.before: Final = before
        """The course of the exchange, if it has begun."""
        self.letter: Final = letter
        self.state: Final = state
        """Where it leads; None if the message ends the exchange from outside."""
        self.news: Final = news
        self.size: Final = remembered_size(key) if state and not before else 0
        """Of the key, if the exchange begins."""
        growth = news.growth + self.size if state and state.next else -before[3] if state and before else 0
        self.growth: Final = growth
        """By how many bytes more are remembered."""
        self.reply: Reply | None = None
        """The reply whose type follows from the request, if the message is one."""
        self.after: Course | None = None
        """The course behind the message, whether or not the exchange ends."""


Was: TypeAlias = "tuple[Course | None, int | None, bool]"
"""How far an exchange has come, if it is open; its turn, if it rests; whether it is abandoned."""


class Running:
    """The open exchanges of one kind."""

    __slots__ = ("_turns", "abandoned", "courses", "resting", "size")

    def __init__(self, turns: Iterator[int]) -> None:
        self._turns: Final = turns
        self.courses: Final[dict[Key, Course]] = {}
        self.abandoned: Final[OrderedDict[Key, None]] = OrderedDict()
        """Those that nobody waits for any more. They make room first, and are not among those that rest."""
        self.resting: Final[OrderedDict[Key, int]] = OrderedDict()
        """Those that may end where they are, with the turn of their last message, which are ascending."""
        self.size = 0
        """How many bytes they remember."""

    def set(self, key: Key, course: Course | None) -> None:
        """Set how far an exchange has come, which rests last then, or end it."""
        old, abandoned = self.courses.get(key), False
        if old:
            self.size -= old[3]
            self.resting.pop(key, None)
            abandoned = key in self.abandoned
            if abandoned:
                del self.abandoned[key]
        if course is None:
            if old:
                del self.courses[key]
            return
        self.courses[key] = course
        self.size += course[3]
        if abandoned:
            self.abandoned[key] = None
        elif not course[0].cut:
            self.resting[key] = next(self._turns)

    def place(self, key: Key) -> Was:
        """Return how far an exchange has come, its turn if it rests, and whether it is abandoned."""
        return self.courses.get(key), self.resting.get(key), key in self.abandoned

    def put_back(self, key: Key, was: Was) -> None:
        """Set an exchange to an earlier place, also among those that rest."""
        course, turn, abandoned = was
        self.set(key, course)
        if abandoned:
            self.abandon(key)
        elif turn is not None:
            self.resting[key] = turn
            for later in [other for other, at in self.resting.items() if at > turn]:
                self.resting.move_to_end(later)

    def clear(self) -> None:
        """End all of them."""
        self.courses.clear()
        self.resting.clear()
        self.abandoned.clear()
        self.size = 0

    def abandon(self, key: Key) -> None:
        """Note that nobody waits for an exchange any more, if it is open."""
        if key in self.courses:
            self.resting.pop(key, None)
            self.abandoned[key] = None

    def claim(self, key: Key) -> None:
        """Note that somebody waits for an exchange."""
        if key in self.abandoned:
            del self.abandoned[key]
            self.set(key, self.courses[key])


class PendingChanges:
    """The changes that a message makes to the open exchanges of one kind."""

    __slots__ = ("_count", "_drops", "_running", "after", "changed", "cleared")

    def __init__(self, running: Running, drops: Iterable[Key]) -> None:
        self._running: Final = running
        self._drops: Final = iter(drops)
        """The exchanges that make room for those that begin."""
        self._count = -1
        """How many are open, once that has been counted."""
        self.after: Final[dict[Key, Course]] = {}
        """By key: the courses behind a message of several exchanges."""
        self.cleared = False
        """Whether all of them end, before ``changed`` applies."""
        self.changed: Final[dict[Key, Course | None]] = {}
        """By key: the course behind the message, or None if the exchange has ended; in the order of the changes."""

    def make_room(self, move: Move) -> int:
        """Forget an exchange if a new one would be too many; returns how many are open then, the own one included."""
        if not self.changed and not self.cleared:
            size = len(self._running.courses) + (move.before is None)
            if size <= move.order.most:
                return size
        if self._count < 0:
            self._count = self._size()
        is_open = self._has(move.key)
        if move.before is None and not is_open and self._count >= move.order.most:
            self._forget_one()
        return self._count + (not is_open)

    def put(self, key: Key, course: Course | None) -> None:
        """Change one exchange."""
        if self._count >= 0:
            self._count += (course is not None) - self._has(key)
        if self.changed:
            self.changed.pop(key, None)
        self.changed[key] = course

    def clear(self) -> None:
        """End all of them."""
        self.cleared = True
        self.changed.clear()
        self._count = -1

    def commit(self) -> None:
        """Make it so."""
        running = self._running
        if self.cleared:
            running.clear()
        for key, course in self.changed.items():
            running.set(key, course)

    def before(self) -> dict[Key, Was]:
        """Return the places of the exchanges that `commit` changes."""
        running = self._running
        return {key: running.place(key) for key in (*(running.courses if self.cleared else ()), *self.changed)}

    def take_back(self, before: dict[Key, Was]) -> None:
        """Undo `commit`, but for exchanges that have moved since."""
        for key, was in before.items():
            if self._running.courses.get(key) is self.changed.get(key):
                self._running.put_back(key, was)

    def _has(self, key: Key | None) -> bool:
        if key in self.changed:
            return self.changed[key] is not None
        return not self.cleared and key in self._running.courses

    def _size(self) -> int:
        courses: dict[Key, Course] = {} if self.cleared else self._running.courses
        size = len(courses)
        for key, course in self.changed.items():
            size += (course is not None) - (key in courses)
        return size

    def _forget_one(self) -> None:
        """Forget the exchange that has rested longest."""
        for key in self._drops:
            if key not in self.changed:
                self.put(key, None)
                return


NO_DROPS: Final[dict[int, list[Key]]] = {}


def dropped(kinds: Sequence[Running], moves: Sequence[Move]) -> dict[int, list[Key]]:
    """Return the exchanges that make room for those that a message begins, by kind; raises Refusal if they are not enough.

    They may end where they are, and have rested longest. The message does not concern them.
    """
    concerned = {(move.number, move.key) for move in moves}
    begun: dict[int, tuple[Exchange, set[Key | None]]] = {}
    for move in moves:
        if move.size:
            begun.setdefault(move.number, (move.order, set()))[1].add(move.key)
    drops: dict[int, list[Key]] = {}
    for number, (order, keys) in begun.items():
        running = kinds[number]
        over = len(running.courses) + len(keys) - order.most
        if over <= 0:
            continue
        resting = (key for key in chain(running.abandoned, running.resting) if (number, key) not in concerned)
        drops[number] = list(islice(resting, over))
        if len(drops[number]) < over:
            raise Refusal("unexpected-message", f"must wait until one of {order.most} open exchanges has ended")
    return drops


def free(over: int, kinds: Sequence[Running], moves: Sequence[Move]) -> list[tuple[int, Key]] | None:
    """Return the exchanges that free so many bytes when they are forgotten, or None if all of them are not enough.

    They may end where they are, and have rested longest. The exchanges of the moves stay.
    """
    concerned = {(move.number, move.key) for move in moves}
    room: list[tuple[int, Key]] = []
    for _, number, key in merge(*[_resting(n, running) for n, running in enumerate(kinds)]):
        if (number, key) in concerned:
            continue
        room.append((number, key))
        over -= kinds[number].courses[key][3]
        if over <= 0:
            return room
    return None


def _resting(number: int, running: Running) -> Iterator[tuple[int, int, Key]]:
    """Yield the exchanges of a kind that make room: those that nobody waits for, then those that rest, by their turns, which differ."""
    for key in running.abandoned:
        yield -1, number, key
    for key, turn in running.resting.items():
        yield turn, number, key
