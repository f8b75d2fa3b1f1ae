"""Trackers of messages with several keys, with a table made by hand."""

from __future__ import annotations

import time
import unittest
from collections.abc import Callable
from typing import Final

from .._envelope import Options
from .._orders import Case, SequenceCheck, State
from .._progress import Progress
from .._remembered import Slot
from .._table import Exchange, Table, Way, Whole
from .._tracker import Tracker
from .talk import MESSAGE, Message, Step

KINDS: Final = ("open", "rest", "close", "cut")


def _is(kind: str) -> Callable[[Step], bool]:
    return lambda this: this.say == kind


def _keys(this: Step) -> list[str]:
    return this.id.split(",") if this.id else []


def _order(most: int, checks: tuple[SequenceCheck, ...]) -> Exchange:
    """Return the order ``open``, then ``rest`` any number of times, then ``close``. An exchange rests after ``rest``."""
    letters = tuple([(number, _is(kind)) for number, kind in enumerate(KINDS)])
    return Exchange(
        name="parts",
        names=KINDS,
        ways=(Way(at=("id", "*"), items={Step: _keys}, letters={Step: letters}, in_use="in use"),),
        most=most,
        one=(3,),
        states=(
            State({0: 1}, "no", cut="x"),
            State({1: 2, 2: 3}, "no", cut="x"),
            State({0: 1, 1: 2, 2: 3}, "no"),
            State(),
        ),
        bound=(Slot((0,), {Step: (("number",),)}),),
        checks=checks,
    )


def _progress(most: int = 65536, checks: tuple[SequenceCheck, ...] = ()) -> Progress:
    whole = Whole(letters={Step: 0}, states=(State({0: 0}, "x"),))
    return Progress(Table(whole=whole, exchanges=(_order(most, checks),), tag=("say",)), None)


def _said(event: str) -> Step:
    kind, _, keys = event.partition(" ")
    return Step(say=kind, id=keys)


def _open(progress: Progress) -> str:
    return " ".join(sorted([str(key) for _, key, _ in progress.exchanges()]))


class SeveralKeys(unittest.TestCase):
    def test_all_or_none(self) -> None:
        full = "must wait until one of 3 open exchanges has ended"
        for name, events, issue, keys in (
            ("equal keys are one", ["open a,b,a"], "", "a b"),
            ("no key", ["open a", "close "], "", "a"),
            ("some of them end", ["open a,b", "open c", "close b,c"], "", "a"),
            ("one is in use", ["open a", "open b,a"], "in use", "a"),
            (
                "one is not open",
                ["open a", "close a,b"],
                "must have the /id/* of an open exchange: none has this one",
                "a",
            ),
            ("cut off", ["open a,b,c", "cut c,x,a"], "", "b"),
            ("too many", ["open a,b,c,d"], full, ""),
            ("too many beside others", ["open a,b", "rest a", "open c,d,e"], full, "a b"),
            ("as many as may be", ["open a,b,c"], "", "a b c"),
            ("one makes room", ["open a,b,c", "rest b", "rest a", "open d"], "", "a c d"),
            ("two make room", ["open a,b,c", "rest b,c", "rest a", "open d,e"], "", "a d e"),
            ("that of the message makes none", ["open a,b,c", "rest a", "rest b", "open a,d"], "", "a c d"),
            ("those of the message make none", ["open a,b,c", "rest a,b", "open d,a,b"], full, "a b c"),
            ("there is room for one more", ["open a,b", "rest a,b", "open c,a"], "", "a b c"),
        ):
            with self.subTest(name):
                progress = _progress(3)
                tracker: Tracker[Message] = Tracker(progress, MESSAGE, Options())
                found = [tracker.receive(_said(event)) for event in events]
                self.assertEqual([issue for issues in found[:-1] for issue in issues], [])
                self.assertEqual("".join([each.message for each in found[-1]]), issue)
                self.assertEqual(_open(progress), keys)

    def test_checks_run_once(self) -> None:
        found: list[Step] = []

        def holds(this: Step) -> bool:
            found.append(this)
            return True

        check = SequenceCheck(kind="each", letters=(0,), rule="x", message="x", cases=(Case(holds),))
        _progress(checks=(check,)).take(_said("open a,b,a,a"), False, None, Options())
        self.assertEqual(len(found), 2)

    def test_taken_back(self) -> None:
        progress = _progress(3)
        for event in ("open a,b,c", "rest c", "rest a"):
            self.assertEqual(progress.take(_said(event), False, None, Options()), [])
        for event in ("open d,a", "open e,d", "close a,b", "cut c,a"):
            plan = progress.plan(_said(event), True, None, Options())
            self.assertEqual(plan.failures, [])
            before = progress.before(plan)
            progress.follow(plan)
            self.assertNotEqual(_open(progress), "a b c", event)
            progress.take_back(plan, before)
            self.assertEqual(_open(progress), "a b c", event)

    def test_order_behind_room(self) -> None:
        """A message moves exchanges of the first kind first, also where one of the second kind makes room."""

        def kind(name: str, key: Callable[[Step], str | None]) -> Exchange:
            way = Way(at=("id",), keys={Step: key}, letters={Step: 0})
            return Exchange(name=name, names=("say",), ways=(way,), states=(State({0: 0}, ""),))

        exchanges = (kind("all", lambda _: "k"), kind("own", lambda this: this.id))
        whole = Whole(letters={Step: 0}, states=(State({0: 0}, "x"),))
        progress = Progress(Table(whole=whole, exchanges=exchanges, tag=("say",)), None)
        for key in ("a", "b"):
            self.assertEqual(progress.take(_said(f"open {key}"), False, None, Options(max_remembered=6)), [])
        first, second = progress.running(0).resting, progress.running(1).resting
        self.assertEqual((list(first), list(second)), (["k"], ["b"]))
        self.assertLess(first["k"], second["b"])

    def test_taken_back_in_its_place(self) -> None:
        """A message that is taken back leaves the order in which exchanges make room."""
        progress = _progress(3)
        for event in ("open a,b,c", "rest a", "rest b", "rest c"):
            self.assertEqual(progress.take(_said(event), False, None, Options()), [])
        for event in ("rest a", "close a", "cut a,b"):
            plan = progress.plan(_said(event), True, None, Options())
            before = progress.before(plan)
            progress.follow(plan)
            progress.take_back(plan, before)
            self.assertEqual(list(progress.running(0).resting), ["a", "b", "c"], event)
        progress.take(_said("open d"), False, None, Options())
        self.assertEqual(_open(progress), "b c d")

    def test_very_many(self) -> None:
        """Comparing each key with each other one would take minutes."""
        count, begun = 20_000, time.monotonic()
        for remembered in (1 << 30, 20 * count):
            progress, options = _progress(2 * count), Options(max_remembered=remembered)
            for kind, keys in (
                ("open", [*range(2 * count)]),
                ("rest", [*range(2 * count)]),
                ("open", [*range(2 * count, 3 * count), *range(count)]),  # the others make room
                ("close", [*range(2 * count, 3 * count)]),
            ):
                message = _said(f"{kind} {','.join([str(key) for key in keys])}")
                self.assertEqual(progress.take(message, False, None, options), [])
            self.assertEqual(progress.open, count)
        self.assertLess(time.monotonic() - begun, 30)

    def test_one_copy(self) -> None:
        """The exchanges of a message share the copy of its members."""
        progress = _progress()
        progress.take(_said("open a,b,c"), False, None, Options())
        copies = {id(course[2][0]) for course in progress.running(0).courses.values()}
        self.assertEqual((len(copies), progress.open), (1, 3))
