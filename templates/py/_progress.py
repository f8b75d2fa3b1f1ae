"""How far a conversation has come: follows the tables of ``_orders``, message by message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

from ._arrival import Arrival, Failure, Key, MessageKind, Refusal, key_at
from ._envelope import pointer
from ._exchanges import NO_DROPS, Move, PendingChanges, Running, Was, dropped, free
from ._orders import AFTER_END, NO_NEWS, Course, News, Numbering, enter, unexpected
from ._stack import with_room
from ._table import Entry, ReplyKey, Table, Through, Way

if TYPE_CHECKING:
    from ._envelope import Options
    from ._rule import Given
    from ._unique import Past, UniqueParts


Before: TypeAlias = "tuple[Course, dict[int, dict[Key, Was]]]"
"""How far a conversation and some of its exchanges, by kind and key, were before a message."""


Note: TypeAlias = "tuple[Past, UniqueParts, int, int]"
"""The memory of repeated messages, the parts to remember there, the last time to remember them, and their bytes."""


TurnPlace: TypeAlias = tuple[int, Key | None, Numbering, MessageKind]
"""The numbering of a message: the kind of exchange (-1 for none), the key, the numbering, the kind of the message."""


class TurnPlan:
    """The effects of a message. Nothing has changed yet."""

    __slots__ = ("course", "changes", "failures", "moves", "notes")

    def __init__(
        self,
        failures: list[Failure],
        course: Course | None = None,
        moves: Sequence[Move] = (),
        notes: Sequence[Note] = (),
    ) -> None:
        self.failures: Final = failures
        """The issues of the place of the message."""
        self.course: Final = course
        """Of the whole conversation, behind the message; None if it is refused."""
        self.moves: Final = moves
        self.notes: Final = notes
        self.changes: Final[dict[int, PendingChanges]] = {}
        """The result of the moves, by kind of exchange."""


class Progress:
    """How far a conversation has come."""

    __slots__ = ("_closed", "_past", "_routes", "_running", "_side", "_whole", "table")

    def __init__(self, table: Table, side: str | None) -> None:
        if (side is not None or table.sided) and side not in table.sides:
            raise ValueError(f"the conversation has no side {side!r}")
        self.table: Final = table
        self._side: Final = side
        senders = self._senders() if table.sided else ("", "")
        self._routes: Final = [table.routes(sender) for sender in senders]
        """Of received messages, and of sent ones."""
        self._whole = table.whole.start
        turns = count()
        self._running: Final = [Running(turns) for _ in table.exchanges]
        self._past: Final = [unique.begin() for unique in table.unique]
        self._closed = False

    @property
    def open(self) -> int:
        """How many exchanges have begun and not ended."""
        return sum([len(running.courses) for running in self._running])

    @property
    def ended(self) -> bool:
        """Whether no further message may come."""
        return self._closed or not self._whole[0].next

    @property
    def expected(self) -> tuple[str, ...]:
        """The letters of the conversation as a whole that may come next."""
        return () if self._closed else self.table.whole.expected(self._whole)

    def exchanges(self) -> Iterator[tuple[str, Key, tuple[str, ...]]]:
        """Yield the name, the key and the letters that may come next of each open exchange."""
        for order, running in zip(self.table.exchanges, self._running, strict=True):
            for key, course in running.courses.items():
                yield order.name, key, order.expected(course)

    def take(self, message: object, sent: bool, given: Given | None, options: Options) -> list[Failure]:
        """Take a message, unless it is refused; returns the issues of its place."""
        try:
            plan = self._plan(message, sent, given, options)
        except RecursionError:
            plan = with_room(self._plan, message, sent, given, options)
        try:
            self._follow(plan)
        except RecursionError:
            with_room(self._follow, plan)
        return plan.failures

    def plan(self, message: object, sent: bool, given: Given | None, options: Options) -> TurnPlan:
        """Return the effects of a message on all of its orders; raises JsonError if the stack is too small."""
        try:
            return self._plan(message, sent, given, options)
        except RecursionError:
            return with_room(self._plan, message, sent, given, options)

    def numberings(self, message: object, given: Given | None) -> Iterator[TurnPlace]:
        """Yield where a message is numbered."""
        table, kind = self.table, type(message)
        routes = table.routes("")
        if kind not in routes:
            kind = table.kind_of(message)
        arrival = Arrival(message, kind, given)
        letter = arrival.letter(routes[kind].letter)
        for numbering in table.whole.numbers:
            if letter in numbering.letters and kind in numbering.numbered:
                yield -1, None, numbering, kind
        for entry in routes[kind].entries:
            letter = arrival.letter(entry.letter)
            for numbering in entry.order.numbers:
                key = entry.key(message) if entry.key else self._key(entry.way, arrival)
                if key is not None and letter in numbering.letters and kind in numbering.numbered:
                    yield entry.number, key, numbering, kind

    def follow(self, plan: TurnPlan) -> None:
        """Execute a plan, before anything else has changed."""
        try:
            self._follow(plan)
        except RecursionError:
            with_room(self._follow, plan)  # what is done a second time changes nothing

    def _follow(self, plan: TurnPlan) -> None:
        if plan.course is None:
            return
        self._whole = plan.course
        for pending in plan.changes.values():
            pending.commit()
        for past, parts, until, size in plan.notes:
            past.remember(parts, until, size)

    def _plan(self, message: object, sent: bool, given: Given | None, options: Options) -> TurnPlan:
        table, kind, course = self.table, type(message), self._whole
        route = self._routes[sent].get(kind)
        if route is None:
            kind = table.kind_of(message)
            route = self._routes[sent][kind]
        arrival, whole, past = Arrival(message, kind, given), table.whole, self._past
        letter, entries, only = route
        moves: list[Move] = []
        try:
            if self._closed:
                raise Refusal("after-end", AFTER_END)
            if only and self._side and (only == self._side) is not sent:
                raise Refusal("wrong-direction", f"must come from the {only}")
            if type(letter) is not int:
                letter = arrival.letter(letter)
            next = course[0].next.get(letter)
            if next is None:
                raise unexpected(course[0])
            transition = whole.transitions.get(letter)
            news = enter(transition, course, arrival, course) if transition else NO_NEWS
            for entry in entries:
                if entry.items:
                    moves.extend(self._moves(entry, entry.items, arrival))
                    continue
                move = self._move(entry, arrival)
                if move:
                    moves.append(move)
            growth, full = news.growth, False
            for move in moves:
                growth += move.growth
                if move.size and len(self._running[move.number].courses) + len(moves) > move.order.most:
                    full = True
            drops = dropped(self._running, moves) if full else NO_DROPS
            notes = [note for each in past if (note := each.admit(letter, arrival))] if past else ()
            for note in notes:
                growth += note[3]
            room = self._room(growth, moves, options.max_remembered) if growth > 0 else ()
        except Refusal as refusal:
            return TurnPlan([(table.tag if refusal.at is None else refusal.at, refusal.rule, refusal.message, "must")])
        open = self.open if transition else 0
        course = whole.taken(course, transition, whole.states[next], arrival, None, open, news)
        plan = TurnPlan(arrival.failures, course, moves, notes)
        changes = plan.changes
        if room:  # the kinds of exchanges move in their order, those of the room among them
            for number in sorted({*(number for number, _ in room), *(move.number for move in moves)}):
                self._pending(changes, number, drops)
            for number, key in room:
                changes[number].put(key, None)
        for move in moves:
            pending = changes.get(move.number) or self._pending(changes, move.number, drops)
            _advance(move, len(moves) > 1, pending, arrival, course, options)
        return plan

    def _pending(
        self, changes: dict[int, PendingChanges], number: int, drops: Mapping[int, list[Key]]
    ) -> PendingChanges:
        """Return the changes of one kind of exchanges, to add to them."""
        pending = changes.get(number)
        if pending is None:
            pending = changes[number] = PendingChanges(self._running[number], drops.get(number, ()))
        return pending

    def before(self, plan: TurnPlan) -> Before:
        """Return the values that a plan changes, for `take_back`."""
        return self._whole, {number: pending.before() for number, pending in plan.changes.items()}

    def take_back(self, plan: TurnPlan, before: Before) -> None:
        """Undo a plan whose message was not sent, except for values that have changed since."""
        if self._whole is plan.course:
            self._whole = before[0]
        for number, pending in plan.changes.items():
            pending.take_back(before[1][number])
        for past, parts, _, _ in plan.notes:
            past.take_back(parts)

    def is_open(self, number: int, key: Key) -> bool:
        """Return whether an exchange has begun and not ended."""
        return key in self._running[number].courses

    def running(self, number: int) -> Running:
        """Return the open exchanges of one kind."""
        return self._running[number]

    def close(self) -> list[Failure]:
        """End the conversation; returns failures if something still had to come."""
        if self._closed:
            return []
        self._closed = True
        states = [self._whole[0], *[course[0] for running in self._running for course in running.courses.values()]]
        return [((), "incomplete", cut, "must") for cut in {state.cut for state in states if state.cut}]

    def _senders(self) -> tuple[str, str]:
        """Return the other side and the own one."""
        first, second = self.table.sides
        return (second, first) if first == self._side else (first, second)

    def _moves(self, entry: Entry, items: Callable[..., Sequence[Key]], arrival: Arrival) -> Iterator[Move]:
        """Yield the effects of a message on the exchanges whose keys are in the items of an array."""
        letter = arrival.letter(entry.letter)
        if letter < 0:
            return
        entry = entry._replace(letter=letter)
        if letter in entry.order.all:
            yield Move(entry, None)
            return
        news: News | None = None
        for key in dict.fromkeys(items(arrival.message)):
            move = self._move(entry, arrival, key, news)
            if move:
                news = news or move.news
                yield move

    def _move(self, entry: Entry, arrival: Arrival, key: Key | None = None, known: News | None = None) -> Move | None:
        """Return the effect of a message by one way, or None; raises Refusal if the message may not come.

        ``known`` are the parts to remember, if another key has the same ones.
        """
        number, order, way, letter, find, _ = entry
        if type(letter) is not int:
            letter = arrival.letter(letter)
            if letter < 0:
                return None
        if letter in order.all:
            return Move(entry, None)
        if key is None:
            key = find(arrival.message) if find else self._key(way, arrival)
            if key is None:
                return None
        if letter in order.one:
            return Move(entry, key)
        running = self._running[number]
        before = running.courses.get(key)
        course = before or order.start
        next = course[0].next.get(letter)
        if next is None:
            if before and letter in order.start[0].next:
                raise Refusal("unexpected-message", way.in_use)
            if before is None and way.at:
                missing = f"must have the {self._place(way)} of an open exchange: none has this one"
                raise Refusal("unexpected-message", way.none or missing)
            raise unexpected(course[0])
        transition = order.transitions.get(letter)
        news = enter(transition, course, arrival, self._whole, known) if transition else NO_NEWS
        return Move(entry, key, before, letter, order.states[next], news)

    def _place(self, way: Way) -> str:
        """Return the place of a way's member, as a JSON Pointer."""
        replies = self.table.exchanges[way.reply.exchange].replies if way.reply else None
        return pointer((*replies.at, *way.at) if replies else way.at)

    def _key(self, way: Way, arrival: Arrival) -> Key | None:
        """Return the key of a message by a way: a member of a message bound in its exchange, or of a typed reply."""
        if way.reply:
            return self._key_in_reply(way, way.reply, arrival)
        return self._bound_key(way, way.through, arrival) if way.through else None

    def _bound_key(self, way: Way, through: Through, arrival: Arrival) -> Key | None:
        for other in self.table.exchanges[through.exchange].ways:
            find = None if other.through or other.reply else other.keys.get(arrival.kind)
            own = find(arrival.message) if find else None
            course = None if own is None else self._running[through.exchange].courses.get(own)
            bound = course and course[2][through.number]
            if bound:
                return way.keys[bound[1]](bound[0]) if bound[1] in way.keys else None
        return None

    def _key_in_reply(self, way: Way, reply: ReplyKey, arrival: Arrival) -> Key | None:
        """Return the key in the member of a typed reply, or None."""
        order, courses = self.table.exchanges[reply.exchange], self._running[reply.exchange].courses
        for other in order.ways:
            if other.reply or order.replies is None:
                continue
            if other.through:
                own = self._bound_key(other, other.through, arrival)
            else:
                find = other.keys.get(arrival.kind)
                own = find(arrival.message) if find else None
            course = None if own is None else courses.get(own)
            if course and course[4] in reply.types:
                return key_at(order.replies.member(arrival), way.at)
        return None

    def _room(self, growth: int, moves: Sequence[Move], most: int) -> list[tuple[int, Key]]:
        """Return the exchanges that are forgotten to make room for a message; raises Refusal if they are not enough."""
        over = self._whole[3] + growth - most
        for running in self._running:
            over += running.size
        for past in self._past:
            over += past.size
        room = free(over, self._running, moves) if over > 0 else []
        if room is None:
            message = f"must wait until the conversation remembers less: at most {most} bytes"
            raise Refusal("unexpected-message", message)
        return room


def _advance(
    move: Move, several: bool, pending: PendingChanges, arrival: Arrival, whole: Course, options: Options
) -> None:
    """Take a message into an exchange. It may enter several of a kind, or one of them several times."""
    key, state, order = move.key, move.state, move.order
    if key is None:
        pending.clear()
    elif state is None:
        pending.put(key, None)
    else:
        first, lines, bound, _, _ = order.start
        course = move.before or (first, lines, bound, move.size, -1)
        if move.before and several:
            course = pending.after.get(key, course)
        replies = order.replies
        reply = None
        if replies and course[4] >= 0:
            move.reply = reply = replies.judge(course[4], move.letter, arrival, options)
        after = order.taken(
            course, order.transitions.get(move.letter), state, arrival, whole, pending.make_room(move), move.news, reply
        )
        if replies:
            asked = replies.asked.get(arrival.kind, after[4])
            if asked != after[4]:
                after = (*after[:4], asked)
        move.after = after
        if several:
            pending.after[key] = after
        pending.put(key, after if state.next else None)
