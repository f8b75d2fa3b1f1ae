"""The orders of messages, as tables: automata over letters, and checks between messages.

A message's record is known by its number, its place in `Table.records`. What trackers know of the past is in courses,
which never change: a message that is refused, or a check that raises, leaves nothing behind.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from ._envelope import Issues, Level
    from ._rule import Given
    from ._values import Path

Key: TypeAlias = str | int | float
"""Distinguishes the exchanges of one kind."""
Letter: TypeAlias = "int | tuple[tuple[Callable[..., bool] | None, int], ...]"
"""The letter of a record's messages, or conditions with letters, of which the first that holds decides; -1 is none."""
SequenceKind: TypeAlias = Literal["first", "next", "each"]
"""Whether a check is made of the first of its messages, of every later one, or of all."""

MOST_EXCHANGES: Final = 65536
"""How many values of a key may have an exchange that has not ended."""


_AFTER_END: Final = "must not come after the end"


class Said(NamedTuple):
    """A message."""

    message: object
    record: int


class Course(NamedTuple):
    """How far an order has come."""

    state: int
    last: Sequence[Said | None]
    """By check: the last message that it is of."""
    bound: Sequence[Said | None]


class Refusal(Exception):
    """Raised for a message that may not come where it comes."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(rule)
        self.rule: Final = rule
        self.message: Final = message


class State:
    """What may follow: by letter, the next state or -1. Nothing follows a state without any."""

    __slots__ = ("cut", "expected", "next")

    def __init__(self, next: tuple[int, ...] = (), expected: str = "", *, cut: str = "") -> None:
        self.next: Final = next
        self.expected: Final = expected
        """The message of the issue of what may not follow."""
        self.cut: Final = cut
        """The message of the issue of an end here; empty if the order may end here."""


class Use:
    """A bound message that a check speaks of: of its own order, or of the order of the whole conversation."""

    __slots__ = ("number", "whole")

    def __init__(self, number: int, *, whole: bool = False) -> None:
        self.number: Final = number
        self.whole: Final = whole


class Case:
    """What a check demands of messages of certain records: of any, or for each message the records that it may be of."""

    __slots__ = ("holds", "records")

    def __init__(self, holds: Callable[..., bool], *records: tuple[int, ...]) -> None:
        self.holds: Final = holds
        self.records: Final = records


class SequenceCheck:
    """A rule between messages. Where none of its cases fits, or a message that it speaks of has not come yet, it holds."""

    __slots__ = ("at", "cases", "id", "kind", "letters", "level", "message", "uses")

    def __init__(
        self,
        id: str,
        message: str,
        kind: SequenceKind,
        letters: tuple[int, ...],
        *cases: Case,
        uses: tuple[Use, ...] = (),
        at: Path = (),
        level: Level = "must",
    ) -> None:
        self.id: Final = id
        self.message: Final = message
        self.kind: Final = kind
        self.letters: Final = letters
        """Of which messages it is a check."""
        self.cases: Final = cases
        self.uses: Final = uses
        self.at: Final = at
        """The path from the message to the place of the issue."""
        self.level: Final = level

    def holds(self, said: Said, last: Said | None, course: Course, whole: Course, given: Given | None) -> bool:
        """Return whether a message may follow the last one of the check, and what the courses have bound."""
        if self.kind != "each" and (self.kind == "next") == (last is None):
            return True
        known = [said]
        if self.kind == "next" and last:
            known.append(last)
        for use in self.uses:
            bound = (whole if use.whole else course).bound[use.number]
            if bound is None:
                return True
            known.append(bound)
        for case in self.cases:
            if not case.records or all(each.record in of for each, of in zip(known, case.records, strict=True)):
                messages = [each.message for each in known]
                return case.holds(*messages, given) if given else case.holds(*messages)
        return True


class Order:
    """An automaton over letters, with checks between messages."""

    __slots__ = ("bound", "checks", "letters", "start", "states")

    def __init__(
        self,
        letters: tuple[Letter, ...],
        states: tuple[State, ...],
        *,
        bound: tuple[tuple[int, ...], ...] = (),
        checks: tuple[SequenceCheck, ...] = (),
    ) -> None:
        self.letters: Final = letters
        """By record."""
        self.states: Final = states
        self.bound: Final = bound
        """For each message that is kept, the letters that it is the last one of."""
        self.checks: Final = checks
        self.start: Final = Course(0, (None,) * len(checks), (None,) * len(bound))

    def letter(self, said: Said, given: Given | None) -> int:
        """Return the letter of a message, or -1."""
        letter = self.letters[said.record]
        if isinstance(letter, int):
            return letter
        for holds, number in letter:
            if holds is None or (holds(said.message, given) if given else holds(said.message)):
                return number
        return -1

    def step(self, course: Course, letter: int) -> Step:
        """Return the step that a letter takes; raises Refusal if it may not come."""
        here = self.states[course.state]
        if not here.next:
            raise Refusal("after-end", _AFTER_END)
        state = here.next[letter] if letter >= 0 else -1
        if state < 0:
            raise Refusal("unexpected-message", here.expected)
        return Step(self, course, letter, state)


class Exchange(Order):
    """An order that holds for all messages with one value of a member."""

    __slots__ = ("all", "keys", "one")

    def __init__(
        self,
        letters: tuple[Letter, ...],
        states: tuple[State, ...],
        keys: tuple[Callable[..., Key | None] | None, ...],
        *,
        bound: tuple[tuple[int, ...], ...] = (),
        checks: tuple[SequenceCheck, ...] = (),
        one: tuple[int, ...] = (),
        all: tuple[int, ...] = (),
    ) -> None:
        super().__init__(letters, states, bound=bound, checks=checks)
        self.keys: Final = keys
        """By record: return the value, or None."""
        self.one: Final = one
        """Letters that end the exchange of their key."""
        self.all: Final = all
        """Letters that end all exchanges."""

    def enter(self, courses: Mapping[Key, Course], said: Said, given: Given | None) -> Entry | None:
        """Return what a message does to the exchanges, or None for nothing; raises Refusal if it may not come."""
        letter = self.letter(said, given)
        if letter < 0:
            return None
        if letter in self.all:
            return Entry(None, None)
        find = self.keys[said.record]
        key = find(said.message) if find else None
        if key is None:
            return None
        if letter in self.one:
            return Entry(key, None)
        course = courses.get(key)
        if course is None:
            if len(courses) >= MOST_EXCHANGES:
                raise Refusal("unexpected-message", f"must wait until one of {MOST_EXCHANGES} open exchanges has ended")
            course = self.start
        return Entry(key, self.step(course, letter))


class Step(NamedTuple):
    """One message on the course of an order."""

    order: Order
    course: Course
    letter: int
    state: int

    def taken(self, said: Said, whole: Course | None, given: Given | None, out: Issues) -> Course:
        """Return the course behind the message, and add the checks that fail.

        ``whole`` is the course of the whole conversation, if this is one of an exchange.
        """
        order, course, letter, state = self
        last, bound = [*course.last], [*course.bound]
        for number, check in enumerate(order.checks):
            if letter in check.letters:
                if not check.holds(said, last[number], course, whole or course, given):
                    out.add(check.at, check.id, check.message, check.level)
                last[number] = said
        for number, letters in enumerate(order.bound):
            if letter in letters:
                bound[number] = said
        return Course(state, last, bound)


class Entry(NamedTuple):
    """What a message does to the exchange of a key: a step, or without one the end. Without a key, all of them end."""

    key: Key | None
    step: Step | None


class Table:
    """The table of a conversation."""

    __slots__ = ("exchanges", "given", "records", "senders", "sides", "tag", "whole")

    def __init__(
        self,
        records: Mapping[type[object], int],
        whole: Order,
        *exchanges: Exchange,
        tag: Path = (),
        sides: tuple[str, ...] = (),
        senders: tuple[str, ...] = (),
        given: type[Given] | None = None,
    ) -> None:
        self.records: Final = records
        """What a message can be, by number."""
        self.whole: Final = whole
        self.exchanges: Final = exchanges
        self.tag: Final = tag
        """The place of what tells messages apart."""
        self.sides: Final = sides
        """Who takes part."""
        self.senders: Final = senders
        """By record: who sends it, or an empty text. Empty without sides."""
        self.given: Final = given
        """The inputs of conditions and checks, if any of them asks for some."""

    def begin(self, side: str | None) -> Progress:
        """Begin a conversation; raises ValueError for a side that it does not have."""
        if side is not None and side not in self.sides:
            raise ValueError(f"the conversation has no side {side!r}")
        return Progress(self, side)

    def said(self, message: object) -> Said:
        """Return a message with the number of its record; raises TypeError for a value that is none."""
        for kind in type(message).__mro__:  # the record itself, unless a program has made a subclass
            number = self.records.get(kind)
            if number is not None:
                return Said(message, number)
        raise TypeError(f"{type(message).__name__} is no message of this conversation")


class Progress:
    """How far a conversation has come."""

    __slots__ = ("_closed", "_courses", "_side", "_table", "_whole")

    def __init__(self, table: Table, side: str | None) -> None:
        self._table: Final = table
        self._side: Final = side
        self._whole = table.whole.start
        self._courses: Final[list[dict[Key, Course]]] = [{} for _ in table.exchanges]
        self._closed = False

    @property
    def open(self) -> int:
        """How many exchanges have begun and not ended."""
        return sum([len(courses) for courses in self._courses])

    @property
    def ended(self) -> bool:
        """Whether no further message may come."""
        return self._closed or not self._table.whole.states[self._whole.state].next

    def take(self, message: object, sent: bool, out: Issues) -> None:
        """Take a message into all orders that it belongs to, or add the failure that one of them refuses it."""
        table = self._table
        said = table.said(message)
        given = out.given(table.given) if table.given else None
        if given:
            given.longest = sys.maxsize  # checks measure other messages than the one that it was made for
        try:
            self._admit(said, sent)
            step = table.whole.step(self._whole, table.whole.letter(said, given))
            entries = [order.enter(courses, said, given) for order, courses in self._exchanges()]
        except Refusal as refusal:
            out.add(table.tag, refusal.rule, refusal.message)
            return
        whole = step.taken(said, None, given, out)
        made = [entry.step.taken(said, whole, given, out) if entry and entry.step else None for entry in entries]
        # Nothing raises behind this line.
        self._whole = whole
        for (order, courses), entry, course in zip(self._exchanges(), entries, made, strict=True):
            if entry is None:
                continue
            if entry.key is None:
                courses.clear()
            elif course and order.states[course.state].next:
                courses[entry.key] = course
            else:
                courses.pop(entry.key, None)

    def close(self, out: Issues) -> None:
        """End the conversation, and add failures if something still had to come."""
        if self._closed:
            return
        self._closed = True
        states = [self._table.whole.states[self._whole.state]]
        states += [order.states[course.state] for order, courses in self._exchanges() for course in courses.values()]
        for state in states:
            if state.cut:
                out.add((), "incomplete", state.cut)

    def _exchanges(self) -> Iterable[tuple[Exchange, dict[Key, Course]]]:
        return zip(self._table.exchanges, self._courses, strict=True)

    def _admit(self, said: Said, sent: bool) -> None:
        if self._closed:
            raise Refusal("after-end", _AFTER_END)
        sender = self._table.senders[said.record] if self._side and self._table.senders else ""
        if sender and (sender == self._side) is not sent:
            raise Refusal("wrong-direction", f"must come from the {sender}")
