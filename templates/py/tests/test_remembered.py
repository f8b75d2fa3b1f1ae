"""The memory of trackers: messages that must not repeat, and exchanges that messages enter by several members."""

from __future__ import annotations

import tracemalloc
import unittest
from collections.abc import Callable
from typing import Final, cast

from .._arrival import Arrival
from .._envelope import Issue, Options
from .._members import UNSET
from .._orders import Case, SequenceCheck, State, Use
from .._progress import Progress
from .._remembered import Slot, kept, owned, remembered_size
from .._rule import Given
from .._table import Exchange, Table, Way, Whole
from .._tracker import Tracker
from .._unique import Unique, UniqueParts
from .._values import JsonValue
from .talk import MESSAGE, Hello, Limits, Message, OwnStep, Step, names, step

LAST: Final = 2**80


def _until(this: Step, given: Limits) -> int:
    return given.now + this.number * 10**9


def _parts(this: Step) -> UniqueParts:
    return (this.say, this.id)


def _number(this: Hello) -> UniqueParts:
    return (this.number,)


def _always(_this: Hello, _given: Limits) -> int:
    return LAST


def _never(_this: Step, _bound: Hello) -> bool:
    return False


def unique(most: int = 3) -> Table:
    order = Whole(letters={Hello: 0, Step: 1}, states=(State({0: 0, 1: 0}, "x"),))
    message, full = "must not be said twice", f"must wait until one of {most} messages need no longer be remembered"
    steps = Unique(
        letters=(1,),
        at=("id",),
        parts={Step: _parts},
        until={Step: _until},
        most=most,
        message=message,
        full=full,
    )
    numbers = Unique(
        letters=(0, 1), parts={Hello: _number}, until={Hello: _always}, most=most, message=message, full=full
    )
    return Table(whole=order, unique=(steps, numbers), tag=("say",), given=Given)


def following(table: Table) -> Tracker[Message]:
    return Tracker(Progress(table, None), MESSAGE, Options())


def at(second: int) -> Options:
    return Options(now=f"2000-01-01T00:00:{second:02}Z")


class Uniqueness(unittest.TestCase):
    def test_windows(self) -> None:
        tracker = following(unique())
        self.assertEqual(tracker.receive(step("a", number=5), options=at(0)), [])
        again = [Issue("unique", "/id", "must", "must not be said twice")]
        self.assertEqual(tracker.receive(step("a", number=9), options=at(0)), again)
        self.assertEqual(tracker.receive(step("a", number=9), options=at(5)), again)  # that time included
        self.assertEqual(tracker.receive(step("a", number=1), options=at(6)), [])
        self.assertEqual(tracker.receive(step("a", number=1), options=at(7)), again)
        self.assertEqual(tracker.receive(step("a", number=1), options=at(8)), [])

    def test_times_in_any_order(self) -> None:
        tracker = following(unique(9))
        for number in (5, 1, 9, 3):
            self.assertEqual(tracker.receive(step("a", str(number), number), options=at(0)), [])
        found = [len(tracker.receive(step("a", str(number), 30), options=at(4))) for number in (5, 1, 9, 3)]
        self.assertEqual(found, [1, 0, 1, 0])

    def test_a_clock_that_goes_back(self) -> None:
        tracker = following(unique())
        tracker.receive(step("a", number=5), options=at(10))
        tracker.receive(step("b", number=5), options=at(20))  # the first one is forgotten
        self.assertEqual(tracker.receive(step("a"), options=at(10)), [])

    def test_keys_are_told_apart(self) -> None:
        tracker = following(unique(9))
        for say, id in (("a", "bc"), ("ab", "c"), ("", "abc"), ("abc", "")):
            self.assertEqual(tracker.receive(step(say, id, 9), options=at(0)), [])
            self.assertEqual(names(tracker.receive(step(say, id, 9), options=at(0))), ["/id unique"])

    def test_what_lacks_a_part(self) -> None:
        tracker = following(unique())
        for _ in range(5):
            self.assertEqual(tracker.receive(step("a", None, 9)), [])

    def test_bounds(self) -> None:
        tracker = following(unique(2))
        for id in "ab":
            tracker.receive(step("a", id, 1), options=at(0))
        full = "must wait until one of 2 messages need no longer be remembered"
        self.assertEqual(tracker.receive(step("a", "c", 1), options=at(0)), [Issue("unique", "/id", "must", full)])
        self.assertEqual(tracker.receive(step("a", "c", 1), options=at(2)), [])

    def test_refused_messages_are_not_remembered(self) -> None:
        table = unique()
        order = Whole(letters={Hello: 0, Step: 1}, states=(State({0: 1}, "first hello"), State({1: 1}, "then steps")))
        tracker = following(Table(whole=order, unique=table.unique, tag=("say",), given=Given))
        self.assertEqual(names(tracker.receive(step("a", number=9))), ["/say unexpected-message"])
        self.assertEqual(tracker.receive(Hello(number=1)) + tracker.receive(step("a", number=9)), [])
        self.assertEqual(names(tracker.receive(step("a", number=9))), ["/id unique"])

    def test_numbers(self) -> None:
        tracker = following(unique())
        self.assertEqual(tracker.receive(Hello(number=1)), [])
        self.assertEqual(names(tracker.receive(Hello(number=1))), [" unique"])
        self.assertEqual(tracker.receive(Hello(number=2)), [])

    def test_memory(self) -> None:
        """Forgotten messages leave nothing behind."""
        tracker = following(unique(10))
        tracemalloc.start()
        try:
            for number in range(20_000):
                options = Options(now=f"2000-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z")
                self.assertEqual(tracker.receive(step("a", str(number)), options=options), [])
            self.assertLess(tracemalloc.get_traced_memory()[0], 50_000)
        finally:
            tracemalloc.stop()


def _is(say: str) -> Callable[[Step], bool]:
    return lambda this: this.say == say


def _id(this: Step) -> str | None:
    return this.id


def _target(this: Step) -> str | None:
    target = this.extra.get("target")
    return target if isinstance(target, str) else None


def _few(_this: Step, open: int) -> bool:
    return open <= 2


def _later(this: Step, prev: Step) -> bool:
    return this.number > prev.number


def _near(this: Step, bound: Step) -> bool:
    return this.number - bound.number < 5


NOT_OPEN = "must have the /target of an open exchange: none has this one"


def calls(most: int = 9) -> Table:
    """For each id ``ask (stop | stopped)* reply?``; a message ``stop`` is ``stopped`` in the exchange of its target."""
    says = tuple([(letter, _is(say)) for letter, say in enumerate(("ask", "stop", "reply"))])
    states = State({0: 1}, "must be ask", cut="must not end before ask"), State({1: 1, 2: 2, 3: 1}, "x"), State()
    exchange = Exchange(
        ways=(
            Way(at=("id",), keys={Step: _id}, letters={Step: says}),
            Way(at=("target",), keys={Step: _target}, letters={Step: ((3, _is("stop")),)}),
        ),
        states=states,
        lines=(Slot((1, 3), {Step: (("number",),)}),),
        bound=(Slot((0,), {Step: (("number",),)}),),
        checks=(
            SequenceCheck(
                kind="each", letters=(0, 1, 2, 3), rule="few", message="must be few", cases=(Case(_few),), counts=True
            ),
            SequenceCheck(
                kind="next",
                letters=(1, 3),
                line=0,
                rule="later",
                message="must be later",
                cases=(Case(_later),),
                at=("number",),
            ),
            SequenceCheck(
                kind="each",
                letters=(3,),
                rule="near",
                message="must be near",
                cases=(Case(_near),),
                uses=(Use(0),),
                at=("id",),
            ),
        ),
        most=most,
    )
    return Table(whole=Whole(letters={Step: 0}, states=(State({0: 0}, "x"),)), exchanges=(exchange,), tag=("say",))


def stop(id: str | None, target: str, number: int = 1) -> Step:
    return Step(say="stop", id=id, number=number, extra={"target": target})


class Ways(unittest.TestCase):
    def test_other_members(self) -> None:
        tracker = following(calls())
        for id in "ab":
            self.assertEqual(tracker.receive(step("ask", id)), [])
        self.assertEqual(tracker.receive(stop("a", "b", 1)), [])
        self.assertEqual(names(tracker.receive(stop(None, "b", 1))), ["/number later"])
        self.assertEqual(names(tracker.receive(stop(None, "a", 1))), ["/number later"])
        self.assertEqual(names(tracker.receive(stop(None, "a", 6))), ["/id near"])

    def test_all_or_nothing(self) -> None:
        tracker = following(calls())
        tracker.receive(step("ask", "a"))
        self.assertEqual(tracker.receive(stop("a", "no such"))[0].message, NOT_OPEN)
        self.assertEqual(tracker.receive(stop("a", "a", 0)), [Issue("later", "/number", "must", "must be later")])

    def test_one_exchange_twice(self) -> None:
        """The second time starts from the result of the first one."""
        tracker = following(calls())
        tracker.receive(step("ask", "a"))
        self.assertEqual(names(tracker.receive(stop("a", "a", 1))), ["/number later"])
        self.assertEqual(tracker.open, 1)

    def test_open_exchanges(self) -> None:
        tracker = following(calls())
        found = [names(tracker.receive(step("ask", id))) for id in "abcd"]
        self.assertEqual(found, [[], [], [" few"], [" few"]])
        self.assertEqual(names(tracker.receive(step("reply", "a"))), [" few"])
        self.assertEqual(names(tracker.receive(step("reply", "b"))), [" few"])
        self.assertEqual(names(tracker.receive(step("reply", "c"))), [])  # two are open, its own included
        self.assertEqual(tracker.open, 1)

    def test_the_one_that_rests_longest_is_forgotten(self) -> None:
        tracker = following(calls(3))
        for message in (step("ask", "a"), step("ask", "b"), step("ask", "c"), stop("a", "a"), step("ask", "d")):
            tracker.receive(message)
        self.assertEqual(tracker.open, 3)
        self.assertEqual(tracker.receive(stop(None, "b"))[0].message, NOT_OPEN)
        for id in "acd":
            self.assertEqual(names(tracker.receive(step("reply", id)))[1:], [])
        self.assertEqual(tracker.open, 0)

    def test_what_may_not_end_is_not_forgotten(self) -> None:
        states = State({0: 1}, "must be ask", cut="x"), State({1: 1, 2: 2}, "x", cut="x"), State({1: 1}, "x")
        says = tuple([(letter, _is(say)) for letter, say in enumerate(("ask", "step", "rest"))])
        exchange = Exchange(ways=(Way(keys={Step: _id}, letters={Step: says}),), states=states, most=2)
        tracker = following(Table(whole=Whole(letters={Step: 0}, states=(State({0: 0}, "x"),)), exchanges=(exchange,)))
        tracker.receive(step("ask", "a"))
        tracker.receive(step("ask", "b"))
        wait = "must wait until one of 2 open exchanges has ended"
        self.assertEqual(tracker.receive(step("ask", "c"))[0].message, wait)
        tracker.receive(step("rest", "b"))
        tracker.receive(step("rest", "a"))
        tracker.receive(step("step", "b"))
        self.assertEqual(tracker.receive(step("ask", "c")), [])  # in the place of a
        self.assertEqual(names(tracker.receive(step("step", "a"))), [" unexpected-message"])
        self.assertEqual(tracker.receive(step("ask", "d"))[0].message, wait)


def _same(this: Step, bound: Step) -> bool:
    return this.number == bound.number


def bounded(cut: str = "") -> Table:
    """Return the table of ``ask step* reply?`` for each id.

    Each number is that of ``ask``. With ``cut``, the reply must come.
    """
    says = tuple([(letter, _is(say)) for letter, say in enumerate(("ask", "step", "reply"))])
    states = State({0: 1}, "x"), State({1: 1, 2: 2}, "x", cut=cut), State()
    check = SequenceCheck(
        kind="each",
        letters=(1,),
        rule="same",
        message="must be the same",
        cases=(Case(_same),),
        uses=(Use(0),),
        at=("number",),
    )
    ways = (Way(keys={Step: _id}, letters={Step: says}),)
    exchange = Exchange(ways=ways, states=states, bound=(Slot((0,), {Step: (("number",),)}),), checks=(check,))
    return Table(whole=Whole(letters={Step: 0}, states=(State({0: 0}, "x"),)), exchanges=(exchange,), tag=("say",))


class Absent(unittest.TestCase):
    """The memory of messages without the members that are read later."""

    def test_one_memory(self) -> None:
        slot = Slot((0,), {Step: (("id",),)})
        first, again = [slot.keep(Arrival(step("ask", None), Step, None)) for _ in range(2)]
        self.assertIs(first, again)
        present = slot.keep(Arrival(step("ask", "a"), Step, None))
        self.assertEqual([one and (cast("Step", one[0]).id, one[2]) for one in (first, present)], [(None, 0), ("a", 3)])

    def test_null_is_not_absent(self) -> None:
        slot, message = Slot((0,), {Step: (("id",),)}), step("ask", None)
        null = slot.keep(Arrival(message, Step, None))
        message.id = cast("None", UNSET)
        absent = slot.keep(Arrival(message, Step, None))
        self.assertEqual([one and cast("Step", one[0]).id for one in (null, absent)], [None, UNSET])

    def test_classes_on_the_way(self) -> None:
        slot, message = Slot((0,), {Step: (("id", "id"),)}), step("ask", None)
        for inner in (step("x", None), OwnStep(say="x", number=0), step("x", None)):
            message.id = cast("None", inner)
            memory = slot.keep(Arrival(message, Step, None))
            self.assertIs(memory and type(cast("Step", memory[0]).id), type(inner))


class Checks(unittest.TestCase):
    def test_cases_of_the_message_before(self) -> None:
        case = Case(_never, ((Step,), (Hello,)))
        check = SequenceCheck(kind="each", letters=(0,), rule="x", message="x", cases=(case,), uses=(Use(0),))
        arrival = Arrival(step("ask", "a"), Step, None)
        for message, holds in ((Hello(number=1), False), (step("x", "a"), True)):
            course = State(), (), (kept(message, type(message), ()),), 0, -1
            self.assertIs(check.holds(arrival, None, course, course, 0), holds)


class Remembered(unittest.TestCase):
    def test_a_message_that_is_changed(self) -> None:
        tracker = following(bounded())
        message = step("ask", "a", 7)
        tracker.receive(message)
        message.number = 8
        self.assertEqual(names(tracker.receive(step("step", "a", 8))), ["/number same"])
        self.assertEqual(tracker.receive(step("step", "a", 7)), [])

    def test_a_message_that_is_used_again(self) -> None:
        tracker = following(bounded())
        message = step("ask", "a", 0)
        for number, id in enumerate("abc"):
            message.id, message.number = id, number
            self.assertEqual(tracker.receive(message), [])
        for number, id in enumerate("abc"):
            self.assertEqual(tracker.receive(step("step", id, number)), [])

    def test_copies_share_nothing(self) -> None:
        inside: list[object] = ["a", {"b": [1]}]
        extra = {"list": cast("JsonValue", inside)}
        message = Step(say="ask", id="a", number=1, extra=extra)
        copy = cast("Step", owned(message))
        whole, _, size = kept(message, Step, ((),))
        inside.append(2)
        cast("dict[str, list[int]]", inside[1])["b"].append(3)
        for one in (copy, cast("Step", whole)):
            self.assertEqual(one.extra, {"list": ["a", {"b": [1]}]})
        self.assertEqual(size, len('{"say":"ask","id":"a","number":1,"list":["a",{"b":[1]}]}'))

    def test_sizes(self) -> None:
        values: tuple[tuple[object, str], ...] = (
            ("a", '"a"'),
            ('"', '"\\""'),
            ("é\n", '"é\\n"'),
            (-10, "-10"),
            (1.0, "1"),
            (True, "true"),
            ([], "[]"),
        )
        for value, text in values:
            self.assertEqual(remembered_size(value), len(text.encode()), value)

    def test_a_bound_in_bytes(self) -> None:
        tracker = following(bounded("must not end"))
        options = Options(max_remembered=9)
        self.assertEqual(tracker.receive(step("ask", "ab", 1), options=options), [])  # 4 and 1 bytes
        (issue,) = tracker.receive(step("ask", "cd", 1), options=options)
        self.assertEqual(issue.message, "must wait until the conversation remembers less: at most 9 bytes")
        self.assertEqual(tracker.receive(step("ask", "c", 1), options=options), [])
        self.assertEqual(tracker.open, 2)
        tracker.receive(step("step", "ab", 1), options=options)
        self.assertEqual(tracker.receive(step("reply", "ab", 1), options=options), [])
        self.assertEqual(tracker.receive(step("ask", "cd", 1), options=options), [])

    def test_what_rests_is_forgotten(self) -> None:
        """Where exchanges may end, those that have rested longest make room."""
        tracker = following(bounded())
        options = Options(max_remembered=9)
        for id in "ab":
            self.assertEqual(tracker.receive(step("ask", id, 1), options=options), [])
        self.assertEqual(tracker.receive(step("step", "a", 1), options=options), [])
        self.assertEqual(tracker.receive(step("ask", "c", 1), options=options), [])
        self.assertEqual([each.key for each in tracker.exchanges()], ["a", "c"])
        self.assertEqual(
            names(tracker.receive(step("ask", "too-long", 1), options=options)), ["/say unexpected-message"]
        )
        self.assertEqual([each.key for each in tracker.exchanges()], ["a", "c"])


if __name__ == "__main__":
    unittest.main()
