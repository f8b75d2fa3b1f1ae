"""The orders of messages, as tables: automata over letters, and checks between messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from ._arrival import Arrival, MessageKind, Refusal
from ._members import UNSET
from ._remembered import Keeping, Kept, Slot, growth, keeping, replaced

if TYPE_CHECKING:
    from ._arrival import Failure
    from ._envelope import Level
    from ._replies import Reply
    from ._values import Path

SequenceKind: TypeAlias = Literal["first", "next", "each"]
"""Whether a check is made of the first of its messages, of every later one, or of all."""
Course: TypeAlias = "tuple[State, tuple[Kept | None, ...], tuple[Kept | None, ...], int, int]"
"""The progress of an order: its state, the messages remembered for checks, the bound messages, and two numbers.

The first one is that of the bytes of the remembered messages with the key, the second one that of the type of replies, or -1. Courses never change: a message that is refused, or a check
that raises, leaves no trace.
"""

AFTER_END: Final = "must not come after the end"


class State:
    """The letters that may follow, each with the next state. Nothing follows a state without letters."""

    __slots__ = ("cut", "expected", "next", "quiet")

    def __init__(
        self, next: Mapping[int, int] | None = None, expected: str = "", *, cut: str = "", quiet: bool = False
    ) -> None:
        self.next: Final = next or {}
        self.expected: Final = expected
        """The message of the issue for a message that may not follow."""
        self.cut: Final = cut
        """The message of the issue of an end here; empty if the order may end here."""
        self.quiet: Final = quiet
        """Whether nobody but the sender of requests may send more in the exchange, without a further request."""


class Use:
    """A bound message that a check uses: of its own order, or of the order of the whole conversation."""

    __slots__ = ("number", "whole")

    def __init__(self, number: int, *, whole: bool = False) -> None:
        self.number: Final = number
        self.whole: Final = whole


class Case:
    """The condition of a check for messages of certain kinds: of any, or for each message the kinds that it may be of."""

    __slots__ = ("holds", "kinds")

    def __init__(self, holds: Callable[..., bool], of: tuple[tuple[MessageKind, ...], ...] = ()) -> None:
        self.holds: Final = holds
        self.kinds: Final = of


class SequenceCheck:
    """A rule between messages. It passes if none of its cases fits, or if a message that it uses has not come yet."""

    __slots__ = (
        "_single",
        "cases",
        "counts",
        "failure",
        "kind",
        "letters",
        "line",
        "pair",
        "reads",
        "refuses",
        "reply",
        "uses",
        "without",
    )

    def __init__(
        self,
        *,
        kind: SequenceKind,
        letters: tuple[int, ...],
        rule: str,
        message: str,
        cases: tuple[Case, ...],
        line: int = -1,
        uses: tuple[Use, ...] = (),
        without: tuple[Use, ...] = (),
        counts: bool = False,
        refuses: bool = False,
        reply: int = -1,
        reads: bool = False,
        at: Path = (),
        level: Level = "must",
    ) -> None:
        self.kind: Final = kind
        self.letters: Final = letters
        """Of which messages it is a check."""
        self.line: Final = line
        """The slot of the message that it compares with, or -1."""
        self.cases: Final = cases
        self.uses: Final = uses
        self.without: Final = without
        """The bound messages after which it does not apply."""
        self.counts: Final = counts
        """Whether it uses the number of open exchanges."""
        self.reply: Final = reply
        """The number of the type of the replies that it is of, or -1."""
        self.reads: Final = reads
        """Whether it uses the member of the reply, as the last message."""
        self.refuses: Final = refuses
        """Whether it is decided before a message has any effect, and refuses the message; also where it uses a message that has not come,
        or does not apply.
        """
        self.failure: Final[Failure] = at, rule, message, level
        """The failure that it reports; the path leads from the message."""
        self._single: Final = not counts and not reads and reply < 0 and len(uses) + (kind == "next") < 2
        """Whether it uses at most one message beside its own."""
        plain = len(cases) == 1 and not cases[0].kinds and not uses and not without and not counts and reply < 0
        self.pair: Final = cases[0].holds if plain and kind == "next" else None
        """A condition on a message and the one before alone, as most checks have. It decides whether the check passes."""

    def holds(
        self,
        arrival: Arrival,
        last: Kept | None,
        course: Course,
        whole: Course,
        open: int,
        reply: Reply | None = None,
    ) -> bool:
        """Return whether a message may follow the last one, unless that is None, and the bound messages of the courses."""
        for use in self.without:
            if (whole if use.whole else course)[2][use.number] is not None:
                return not self.refuses
        if self._single:
            return self._holds_of_one(arrival, last, course, whole)
        if self.reply >= 0 and (reply is None or reply[0] != self.reply or (self.reads and reply[1] is UNSET)):
            return True  # it is of other replies, or the member has failures of its own
        inputs: list[object] = [arrival.message]
        kinds = [arrival.kind]
        if last:
            inputs.append(last[0])
            kinds.append(last[1])
        for use in self.uses:
            bound = (whole if use.whole else course)[2][use.number]
            if bound is None:
                return not self.refuses
            inputs.append(bound[0])
            kinds.append(bound[1])
        if self.reads and reply:
            inputs.append(reply[1])
            kinds.append(type(reply[1]))
        if arrival.given:
            inputs.append(arrival.given)
        if self.counts:
            inputs.append(open)
        for case in self.cases:
            if not case.kinds or all(kind in of for kind, of in zip(kinds, case.kinds, strict=True)):
                return case.holds(*inputs)
        return True

    def _holds_of_one(self, arrival: Arrival, other: Kept | None, course: Course, whole: Course) -> bool:
        for use in self.uses:
            other = (whole if use.whole else course)[2][use.number]
            if other is None:
                return not self.refuses
        for case in self.cases:
            of, given = case.kinds, arrival.given
            if of and not (arrival.kind in of[0] and (other is None or other[1] in of[1])):
                continue
            if other:
                return case.holds(arrival.message, other[0], given) if given else case.holds(arrival.message, other[0])
            return case.holds(arrival.message, given) if given else case.holds(arrival.message)
        return True


class Numbering:
    """A member by which a sender counts messages, from 0 on."""

    __slots__ = ("letters", "numbered")

    def __init__(self, letters: tuple[int, ...], numbered: Mapping[MessageKind, Callable[..., object]]) -> None:
        self.letters: Final = letters
        self.numbered: Final = numbered
        """By kind: returns a copy of a message with a number."""


class Transition(NamedTuple):
    """The effects of a message of a letter on an order, apart from its state."""

    guards: tuple[SequenceCheck, ...]
    """Checks that refuse the message."""
    each: tuple[SequenceCheck, ...]
    lines: tuple[tuple[int, tuple[SequenceCheck, ...], tuple[SequenceCheck, ...]], ...]
    """Lines of checks of the same letters: their place in courses, and the checks of the first message and of later ones."""
    kept: tuple[tuple[int, Slot], ...]
    """The slots of the lines."""
    bound: tuple[tuple[int, Slot], ...]


class News(NamedTuple):
    """The parts of a message to remember."""

    lines: Keeping
    bound: Keeping
    growth: int
    """The number of bytes that are remembered in addition."""


NO_NEWS: Final = News((), (), 0)


class Order:
    """An automaton over letters, with checks between messages."""

    __slots__ = ("names", "numbers", "start", "states", "transitions")

    def __init__(
        self,
        names: tuple[str, ...],
        states: tuple[State, ...],
        lines: tuple[Slot, ...],
        bound: tuple[Slot, ...],
        checks: tuple[SequenceCheck, ...],
        numbers: tuple[Numbering, ...],
    ) -> None:
        self.names: Final = names
        """The names of the letters."""
        self.states: Final = states
        self.numbers: Final = numbers
        self.start: Final[Course] = (states[0], (None,) * len(lines), (None,) * len(bound), 0, -1)
        self.transitions: Final = _transitions(checks, lines, bound)
        """By letter; without one, a message has no other effect than its state."""

    def expected(self, course: Course) -> tuple[str, ...]:
        """Return the letters that lead on from a course."""
        return tuple([name for letter, name in enumerate(self.names) if letter in course[0].next])

    def taken(
        self,
        course: Course,
        transition: Transition | None,
        state: State,
        arrival: Arrival,
        whole: Course | None,
        open: int,
        news: News,
        reply: Reply | None = None,
    ) -> Course:
        """Return the course after a message. If checks fail, their failures are added to those of the message.

        ``whole`` is the course of the whole conversation, if this is one of an exchange. ``open`` is the number of open
        exchanges.
        """
        _, last, bound, size, asked = course
        if transition is None:
            return course if state is course[0] else (state, last, bound, size, asked)
        message, given = arrival.message, arrival.given
        whole = whole or course
        for check in transition.each:
            if not check.holds(arrival, None, course, whole, open, reply):
                arrival.failures.append(check.failure)
        for number, first, later in transition.lines:
            before = last[number]
            for check in later if before else first:
                pair = check.pair
                if pair and before and not given:  # needs no list of what it is called with
                    holds = pair(message, before[0])
                else:
                    holds = check.holds(arrival, before, course, whole, open, reply)
                if not holds:
                    arrival.failures.append(check.failure)
        lines, named, _ = news
        if lines:
            size += growth(last, lines)
            last = replaced(last, lines)
        if named:
            size += growth(bound, named)
            bound = replaced(bound, named)
        return state, last, bound, size, asked


def enter(transition: Transition, course: Course, arrival: Arrival, whole: Course, known: News | None = None) -> News:
    """Return the parts of a message to remember; raises Refusal if a check refuses the message.

    ``known`` are those of another exchange by the same letter.
    """
    guards, _, _, kept, bound = transition
    for check in guards:
        if not check.holds(arrival, None, course, whole, 0):
            raise Refusal("unexpected-message", check.failure[2])
    if not (kept or bound):
        return NO_NEWS
    if known:
        last, named, _ = known
    else:
        last, named = keeping(kept, arrival) if kept else (), keeping(bound, arrival) if bound else ()
    return News(last, named, growth(course[1], last) + growth(course[2], named))


def unexpected(here: State) -> Refusal:
    """Return the refusal of a message that may not come in a state."""
    return Refusal("unexpected-message", here.expected) if here.next else Refusal("after-end", AFTER_END)


def _transitions(
    checks: tuple[SequenceCheck, ...], lines: Sequence[Slot], bound: Sequence[Slot]
) -> dict[int, Transition]:
    """Return, by letter, the effects of its messages."""
    all = [*[check.letters for check in checks], *[slot.letters for slot in (*lines, *bound)]]
    letters = {letter for of in all for letter in of}
    return {letter: _transition(letter, checks, lines, bound) for letter in letters}


def _transition(
    letter: int, checks: tuple[SequenceCheck, ...], lines: Sequence[Slot], bound: Sequence[Slot]
) -> Transition:
    def of(kind: SequenceKind, line: int) -> tuple[SequenceCheck, ...]:
        return tuple([check for check in checks if check.kind == kind and check.line == line])

    def slots(all: Sequence[Slot]) -> tuple[tuple[int, Slot], ...]:
        return tuple([(n, slot) for n, slot in enumerate(all) if letter in slot.letters])

    each = [check for check in checks if check.kind == "each" and letter in check.letters]
    return Transition(
        tuple([check for check in each if check.refuses]),
        tuple([check for check in each if not check.refuses]),
        tuple([(n, of("first", n), of("next", n)) for n, _ in slots(lines)]),
        slots(lines),
        slots(bound),
    )
