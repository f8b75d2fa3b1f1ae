"""Trackers of conversations, with a table made by hand."""

from __future__ import annotations

import contextlib
import inspect
import sys
import unittest
from typing import cast

from .._envelope import Issue, Options, Valid
from .._orders import Case, SequenceCheck, State, Use
from .._progress import Progress
from .._remembered import Slot
from .._table import Exchange, Table, Way, Whole
from .._tracker import Refused, Tracker
from .talk import MESSAGE, TALK, Bye, Hello, Message, OwnStep, Step, names, step


def following(table: Table) -> Tracker[Message]:
    return Tracker(Progress(table, None), MESSAGE, Options())


def begun(side: str | None = None) -> Tracker[Message]:
    tracker = TALK.track(side)
    tracker.receive(Hello(number=0))
    return tracker


class Orders(unittest.TestCase):
    def test_refused_messages_change_nothing(self) -> None:
        tracker = TALK.track()
        self.assertEqual(tracker.receive(Bye()), [Issue("unexpected-message", "/say", "must", "must be hello")])
        self.assertEqual(tracker.receive(Hello(number=0)), [])
        self.assertEqual(tracker.receive(Hello(number=0))[0].message, "must be other or bye")
        self.assertFalse(tracker.ended)
        self.assertEqual(tracker.receive(Bye()), [])
        self.assertTrue(tracker.ended)
        self.assertEqual(
            tracker.receive(step("ask")), [Issue("after-end", "/say", "must", "must not come after the end")]
        )
        self.assertEqual(tracker.close(), [])

    def test_state_can_be_inspected(self) -> None:
        tracker = TALK.track()
        self.assertEqual((tracker.expected, tracker.exchanges()), (("hello",), []))
        tracker.receive(Hello(number=0))
        tracker.receive(step("ask"))
        self.assertEqual(tracker.expected, ("other", "bye"))
        (open_one,) = tracker.exchanges()
        self.assertEqual(open_one, ("call", open_one.key, ("step", "reply", "fail")))
        self.assertEqual(open_one.expected, ("step", "reply", "fail"))
        tracker.receive(Bye())
        self.assertEqual((tracker.expected, tracker.exchanges()), ((), []))
        cut = begun()
        cut.close()
        self.assertEqual(cut.expected, ())

    def test_close(self) -> None:
        tracker = begun()
        self.assertEqual(tracker.close(), [Issue("incomplete", "", "must", "must not end before bye")])
        self.assertEqual(tracker.close(), [])
        self.assertTrue(tracker.ended)
        self.assertEqual(names(tracker.receive(Bye())), ["/say after-end"])

    def test_direction(self) -> None:
        tracker = TALK.track("client")
        wrong = [Issue("wrong-direction", "/say", "must", "must come from the client")]
        self.assertEqual(tracker.receive(Hello(number=0)), wrong)
        self.assertEqual(tracker.send(Hello(number=0)), [])
        for take in (tracker.send, tracker.receive):
            self.assertEqual(take(step("other")), [])
        self.assertEqual(names(tracker.send(Bye())), ["/say wrong-direction"])
        self.assertEqual(tracker.receive(Bye()), [])
        other = TALK.track()
        self.assertEqual(other.receive(Hello(number=0)) + other.send(Bye()), [])
        with self.assertRaisesRegex(ValueError, "no side 'servant'"):
            TALK.track("servant")
        self.assertEqual(TALK.sides, ("client", "server"))

    def test_exchanges(self) -> None:
        tracker = begun()
        self.assertEqual(
            tracker.receive(step("reply"))[0].message, "must have the /id of an open exchange: none has this one"
        )
        for message in (step("ask"), step("ask", "b"), step("step", number=1), step("ask", None)):
            self.assertEqual(tracker.receive(message), [])
        self.assertEqual(tracker.open, 2)
        self.assertEqual(tracker.receive(step("reply")), [])
        self.assertEqual(tracker.open, 1)
        self.assertEqual(
            tracker.receive(step("step"))[0].message, "must have the /id of an open exchange: none has this one"
        )

    def test_exchanges_begin_again_where_nothing_can_follow(self) -> None:
        tracker = begun()
        for message in (step("ask", number=9), step("step", number=9)):
            tracker.receive(message)
        self.assertEqual(
            tracker.receive(step("ask", number=1))[0].message, "must be of another /id: this one is in use"
        )
        for message in (step("reply", number=10), step("ask", number=1)):
            self.assertEqual(tracker.receive(message), [])
        self.assertEqual(tracker.receive(step("step", number=2)), [])  # of the new one alone
        self.assertEqual(tracker.open, 1)

    def test_what_ends_exchanges(self) -> None:
        tracker = begun()
        for key in "abc":
            tracker.receive(step("ask", key))
        keys: list[str | None] = ["a", "no such", None]
        for id in keys:
            self.assertEqual(tracker.receive(step("drop", id)), [])
        self.assertEqual(tracker.open, 2)
        tracker.receive(Bye())
        self.assertEqual(tracker.open, 0)

    def test_open_exchanges_may_be_incomplete(self) -> None:
        order = Whole(letters={Hello: 0}, states=(State({0: 0}, "must be hello"),))
        states = State({0: 1}, "x", cut="must be asked"), State({0: 0}, "x", cut="must be told")
        tracker = following(
            Table(
                whole=order,
                exchanges=(Exchange(ways=(Way(keys={Hello: _number}, letters={Hello: 0}),), states=states),),
            )
        )
        self.assertEqual(tracker.receive(Hello(number=1)) + tracker.receive(Hello(number=2)), [])
        self.assertEqual(tracker.close(), [Issue("incomplete", "", "must", "must be told")])  # of equal ones, one


def _number(this: Hello) -> int:
    return this.number


class Checks(unittest.TestCase):
    def test_kinds(self) -> None:
        tracker = begun()
        tracker.receive(step("ask", number=5))
        first = tracker.receive(step("step", number=1))
        self.assertEqual(names(first), [" near-ask"])
        self.assertEqual(names(tracker.receive(step("step", number=1))), [" near-ask", "/number grows"])
        self.assertEqual(names(tracker.receive(step("step", number=9))), [" near-ask"])  # near-hello is of the first
        self.assertEqual(names(tracker.receive(step("step", number=8))), ["/number grows"])

    def test_parameters(self) -> None:
        tracker = TALK.track(options=Options(params={"most": 1}))
        tracker.receive(Hello(number=0))
        tracker.receive(step("ask"))
        self.assertEqual(names(tracker.receive(step("step", number=2))), [" near-ask", " near-hello"])
        self.assertEqual(tracker.receive(step("step", number=5), options=Options(params={"most": 5})), [])
        self.assertEqual(len(tracker.receive(step("step", number=3), options=Options(max_issues=1))), 1)

    def test_wrong_options(self) -> None:
        wrong = Options(params={"least": 1})
        tracker = begun()
        for call in (
            lambda: TALK.track(options=wrong),
            lambda: TALK.read([], options=wrong),
            lambda: tracker.receive(Bye(), options=wrong),
            lambda: tracker.receive_text("{}", options=wrong),
            lambda: tracker.close(options=wrong),
        ):
            with self.assertRaisesRegex(ValueError, "least is no parameter"):
                call()
        self.assertFalse(tracker.ended)

    def test_unbound_messages(self) -> None:
        """A check passes if a message that it uses has not come."""
        check = SequenceCheck(
            kind="each", letters=(0,), rule="never", message="never", cases=(Case(_never),), uses=(Use(0),)
        )
        order = Whole(
            letters={Hello: 0, Bye: 1}, states=(State({0: 0, 1: 0}, "x"),), bound=(Slot((1,)),), checks=(check,)
        )
        tracker = following(Table(whole=order))
        self.assertEqual(tracker.receive(Hello(number=1)) + tracker.receive(Bye()), [])
        self.assertEqual(names(tracker.receive(Hello(number=1))), [" never"])

    def test_cases(self) -> None:
        cases = Case(_never, ((Hello,), (Step,))), Case(_never, ((Step,), (Hello, Step)))
        check = SequenceCheck(kind="next", letters=(0, 1, 2), line=0, rule="never", message="never", cases=cases)
        order = Whole(
            letters={Hello: 0, Step: 1, Bye: 2},
            states=(State({0: 0, 1: 0, 2: 0}, "x"),),
            lines=(Slot((0, 1, 2)),),
            checks=(check,),
        )
        tracker = following(Table(whole=order))
        said: list[Message] = [
            Hello(number=1),
            Hello(number=1),
            step("x"),
            step("x"),
            Hello(number=1),
            Bye(),
            step("x"),
            Bye(),
        ]
        found = ["never" in "".join(names(tracker.receive(message))) for message in said]
        self.assertEqual(found, [False, False, True, True, True, False, False, False])

    def test_failures_of_checks_change_nothing(self) -> None:
        tracker = begun()
        tracker.receive(step("ask"))
        with self.assertRaises(TypeError):
            tracker.receive(step("step", number=cast("int", "one")))
        self.assertEqual(tracker.receive(step("reply")), [])

    def test_messages(self) -> None:
        tracker = begun()
        self.assertEqual(tracker.receive(OwnStep(say="ask", number=0, id="a")), [])
        self.assertEqual(tracker.open, 1)
        with self.assertRaisesRegex(TypeError, "dict is no message"):
            tracker.receive(cast("Bye", {"say": "bye"}))

    def test_deep_callers(self) -> None:
        def below(depth: int) -> list[Issue]:
            return below(depth - 1) if depth else tracker.receive(Hello(number=0))

        taken = 0
        for room in range(10, 60):  # whatever is left of the stack, the message is taken, and once
            tracker = TALK.track()
            with contextlib.suppress(RecursionError):  # before the tracker is reached
                self.assertEqual(below(sys.getrecursionlimit() - len(inspect.stack(0)) - room), [])
                self.assertEqual(names(tracker.receive(Hello(number=0))), ["/say unexpected-message"])
                taken += 1
        self.assertGreater(taken, 40)


def _never(*_messages: object) -> bool:
    return False


class Texts(unittest.TestCase):
    def test_own_issues_and_those_of_the_place(self) -> None:
        tracker = TALK.track()
        own = tracker.receive_text('{"say":"hello","number":-5}')
        self.assertIsInstance(own, Valid)
        self.assertEqual(names(own.issues), ["/number positive"])
        tracker.receive(step("ask"))
        both = tracker.receive_text('{"say":"step","id":"a","number":-9}')
        assert isinstance(both, Refused)
        self.assertEqual(names(both.issues), [" near-ask", " near-hello", "/number positive"])
        self.assertEqual(both.value and type(both.value), Step)
        cut = tracker.receive_text('{"say":"step","id":"a","number":-9}', options=Options(max_issues=1))
        self.assertEqual(names(cut.issues), ["/number grows"])

    def test_invalid_messages_have_no_place(self) -> None:
        tracker = TALK.track()
        for text in ('{"say":1}', "{"):
            match tracker.send_text(text):
                case Valid():
                    self.fail(text)
                case Refused(issues, value):
                    self.assertEqual((len(issues), value), (1, None))
        self.assertEqual(names(tracker.send_text('{"say":"bye"}').issues), ["/say unexpected-message"])

    def test_strict(self) -> None:
        tracker = TALK.track(options=Options(strict=True))
        line = tracker.receive_text('{"say":"hello","number":-1}')
        assert isinstance(line, Refused)
        self.assertEqual((line.ok, bool(line), line.value), (False, False, Hello(number=-1)))
        self.assertEqual(repr(line).partition("(")[0], "Refused")
        self.assertEqual(tracker.receive(Bye()), [])  # the message had its place


if __name__ == "__main__":
    unittest.main()
