"""How far a conversation has come: follows the tables of ``_orders``, message by message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

from ._arrival import Arrival, Failure, Key, MessageKind, Refusal, key_at
from ._exchanges import Move, PendingChanges, Running, free
from ._orders import AFTER_END, Course, Numbering
from ._stack import with_room
from ._table import Entry, ReplyKey, Table, Through, Way

if TYPE_CHECKING:
    from ._envelope import Options
    from ._rule import Given
    from ._unique import Past, UniqueParts


Before: TypeAlias = "tuple[Course, dict[int, dict[Key, Course | None]]]"
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

    __slots__ = ("_closed", "_past", "_running", "_side", "_whole", "table")

    def __init__(self, table: Table, side: str | None) -> None:
        if (side is not None or table.sided) and side not in table.sides:
            raise ValueError(f"the conversation has no side {side!r}")
        self.table: Final = table
        self._side: Final = side
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
        plan = self.plan(message, sent, given, options)
        self.follow(plan)
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
        if kind not in table.entries:
            kind = table.kind_of(message)
        arrival = Arrival(message, kind, given)
        letter = arrival.letter(table.whole.letters[kind])
        for numbering in table.whole.numbers:
            if letter in numbering.letters and kind in numbering.numbered:
                yield -1, None, numbering, kind
        for entry in table.entries[kind]:
            letter = arrival.letter(entry.letter)
            for numbering in entry.order.numbers:
                key = self._key(entry, arrival)
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
        table, kind = self.table, type(message)
        if kind not in table.entries:
            kind = table.kind_of(message)
        arrival, whole = Arrival(message, kind, given, self._sender(sent) if table.sided else ""), table.whole
        try:
            if self._closed or self._side:
                self._admit(kind, sent)
            letter = arrival.letter(whole.letters[kind])
            state = whole.follow(self._whole, letter)
            whole.guard(self._whole, letter, arrival, self._whole)
            entries, past = table.entries[kind], self._past
            moves = [move for entry in entries if (move := self._move(entry, arrival))] if entries else ()
            notes = [note for each in past if (note := each.admit(letter, arrival))] if past else ()
            news = whole.news(self._whole, letter, arrival)
            room = self._room(news.growth + sum([note[3] for note in notes]), moves, options.max_remembered)
        except Refusal as refusal:
            return TurnPlan([(table.tag if refusal.at is None else refusal.at, refusal.rule, refusal.message, "must")])
        course = whole.taken(self._whole, letter, state, arrival, None, 0, news)
        plan = TurnPlan(arrival.failures, course, moves, notes)
        for number, key in room:
            plan.changes.setdefault(number, PendingChanges(self._running[number])).put(key, None)
        for place, move in enumerate(moves):
            if move.number not in plan.changes:
                plan.changes[move.number] = PendingChanges(self._running[move.number])
            _advance(move, moves[:place], plan.changes[move.number], arrival, course, options)
        return plan

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

    def _sender(self, sent: bool) -> str:
        first, second = self.table.sides
        return first if (first == self._side) is sent else second

    def _admit(self, kind: MessageKind, sent: bool) -> None:
        if self._closed:
            raise Refusal("after-end", AFTER_END)
        sender = self.table.senders.get(kind)
        if sender and (sender == self._side) is not sent:
            raise Refusal("wrong-direction", f"must come from the {sender}")

    def _move(self, entry: Entry, arrival: Arrival) -> Move | None:
        """Return the effect of a message by one way, or None; raises Refusal if the message may not come."""
        number, order, way, written, _ = entry
        letter = arrival.letter(written)
        if letter < 0:
            return None
        if letter in order.all:
            return Move(entry, None)
        key = self._key(entry, arrival)
        if key is None:
            return None
        if letter in order.one:
            return Move(entry, key)
        running = self._running[number]
        before = running.courses.get(key)
        if before and letter not in before[0].next and letter in order.start[0].next:
            raise Refusal("unexpected-message", way.in_use)
        course = before or order.start
        state = order.follow(course, letter)
        if before is None and len(running.courses) >= order.most and not (running.resting or running.abandoned):
            raise Refusal("unexpected-message", f"must wait until one of {order.most} open exchanges has ended")
        order.guard(course, letter, arrival, self._whole)
        return Move(entry, key, before, letter, state, order.news(course, letter, arrival))

    def _key(self, entry: Entry, arrival: Arrival) -> Key | None:
        """Return the key of a message by a way: a member of the message, or of a message bound in its exchange."""
        way = entry.way
        if way.reply:
            return self._key_in_reply(way, way.reply, arrival)
        if way.through:
            return self._bound_key(way, way.through, arrival)
        return entry.key(arrival.message) if entry.key else None

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
        growth += sum([move.growth for move in moves])
        if growth <= 0:
            return []
        known = sum([running.size for running in self._running]) + sum([past.size for past in self._past])
        over = self._whole[3] + known + growth - most
        room = free(over, self._running, moves) if over > 0 else []
        if room is None:
            message = f"must wait until the conversation remembers less: at most {most} bytes"
            raise Refusal("unexpected-message", message)
        return room


def _advance(
    move: Move, earlier: Sequence[Move], pending: PendingChanges, arrival: Arrival, whole: Course, options: Options
) -> None:
    """Take a message into an exchange. It may enter several of a kind, or one of them several times."""
    key, state, order = move.key, move.state, move.order
    if key is None:
        pending.clear()
    elif state is None:
        pending.put(key, None)
    else:
        course = move.before or (*order.start[:3], move.size, -1)
        for other in earlier:
            if move.before and other.order is order and other.key == key and other.after:
                course = other.after
        replies = order.replies
        move.reply = reply = replies.judge(course[4], move.letter, arrival, options) if replies else None
        after = order.taken(course, move.letter, state, arrival, whole, pending.make_room(move), move.news, reply)
        move.after = (*after[:4], replies.asked(arrival.kind, course[4])) if replies else after
        pending.put(key, move.after if state.next else None)
