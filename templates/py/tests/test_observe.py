"""Observers: each call is reported once, without values of messages, and its result stays the same."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any, cast

from .._codec import Codec
from .._envelope import Options, ValidationError
from .._observe import Observation, ObservedNames, observe_codec, observe_tracker
from .._values import JsonValue
from .talk import MESSAGE, TALK, Bye, Hello, Message, OwnStep

NAMES = ObservedNames(
    "talks",
    '[{"Message":[0]},{"talk":["Message","Hello","Step","Bye"]},[[{"number":[],"say":[],"a/b":[1]},[]],[{},[0]]]]',
)
POSITIVE = ("positive", "/number", "should")


def seen(run: Callable[[Codec[Message]], None]) -> list[Observation]:
    """Return the observations of some calls."""
    events: list[Observation] = []
    run(observe_codec(NAMES, MESSAGE, events.append, iter(range(1000)).__next__))
    return events


def failing(_: Observation) -> None:
    raise RuntimeError("broken")


class Codecs(unittest.TestCase):
    def test_each_call_is_reported_once(self) -> None:
        def run(codec: Codec[Message]) -> None:
            self.assertEqual(codec.decode('{"say":"hello","é":1}'), Hello(number=0))
            with self.assertRaises(ValidationError):
                codec.decode(b"{}")
            self.assertFalse(codec.try_decode("{"))
            self.assertEqual(codec.convert({"say": "hello", "number": -1}), Hello(number=-1))
            self.assertFalse(codec.try_convert([]))
            self.assertEqual(len(codec.check({"say": "hello", "number": -1})), 1)
            self.assertEqual(codec.encode(Hello(number=-1)), b'{"say":"hello","number":-1}')
            with self.assertRaises(ValidationError):
                codec.encode(cast("Any", [1]))
            self.assertEqual(codec.encode_unchecked([1]), b"[1]")

        events = seen(run)
        self.assertEqual(
            {(e.protocol, e.type, e.duration, e.conversation) for e in events}, {("talks", "Message", 1, None)}
        )
        kind = ("type", "", "must")
        self.assertEqual(
            [(e.operation, e.outcome, e.bytes, *e.issues) for e in events],
            [
                ("decode", "valid", 22),
                ("decode", "invalid", 2, kind),
                ("decode", "invalid", 1, ("json", "", "must")),
                ("convert", "advised", None, POSITIVE),
                ("convert", "invalid", None, kind),
                ("check", "advised", None, POSITIVE),
                ("encode", "advised", 27, POSITIVE),
                ("encode", "invalid", None, kind),
                ("encode", "valid", 3),
            ],
        )

    def test_options(self) -> None:
        def run(codec: Codec[Message]) -> None:
            strict = codec.bind(Options(strict=True))
            self.assertFalse(strict.try_decode('{"say":"hello","number":-1}'))
            self.assertEqual(len(strict.check({"say": "hello", "number": -1})), 1)
            with self.assertRaises(ValueError) as raised:
                codec.decode("{}", options=Options(params={"none": 1}))
            self.assertNotIsInstance(raised.exception, ValidationError)

        events = [(e.operation, e.outcome, e.bytes, *e.issues) for e in seen(run)]
        self.assertEqual(
            events,
            [("decode", "invalid", 27, POSITIVE), ("check", "invalid", None, POSITIVE), ("decode", "error", 2)],
        )

    def test_undeclared_names_are_not_reported(self) -> None:
        for path, template in [
            ("", ""),
            ("/number", "/number"),
            ("/secret", "/*"),
            ("/a~1b/secret/a~1b/0/number", "/a~1b/*/a~1b/*/number"),
            ("/number/number", "/number/*"),
            ("/a/b", "/*/*"),
            ("/__class__", "/*"),
        ]:
            self.assertEqual(NAMES.template("Message", path), template)
        self.assertEqual(NAMES.template("Unknown", "/number"), "/*")

    def test_exceptions_of_the_hook_are_dropped(self) -> None:
        codec = observe_codec(NAMES, MESSAGE, failing)
        self.assertEqual(codec.decode('{"say":"bye"}'), Bye())
        with self.assertRaises(ValidationError):
            codec.decode("{}")
        with self.assertRaises(ValidationError):
            codec.encode(cast("JsonValue", [1]))


class Trackers(unittest.TestCase):
    def test_messages_are_reported_with_the_state_before(self) -> None:
        events: list[Observation] = []
        tracker = observe_tracker(NAMES, TALK, events.append, clock=iter(range(1000)).__next__)
        self.assertEqual(len(tracker.send(OwnStep(say="ask", number=0))), 1)
        self.assertEqual(tracker.receive(Hello(number=0)), [])
        self.assertFalse(tracker.receive_text("{}"))
        self.assertTrue(tracker.send_text('{"say":"ask","number":-1}'))
        with self.assertRaises(ValueError):
            tracker.receive(Bye(), options=Options(params={"none": 1}))
        self.assertEqual(tracker.receive(Bye()), [])
        self.assertEqual(tracker.close(), [])
        self.assertEqual({(e.duration, e.conversation and e.conversation[:2]) for e in events}, {(1, ("talk", None))})
        self.assertEqual(
            [
                (e.type, e.operation, e.outcome, e.bytes, e.conversation and e.conversation.expected, *e.issues)
                for e in events
            ],
            [
                ("Step", "send", "invalid", None, ("hello",), ("unexpected-message", "/say", "must")),
                ("Hello", "receive", "valid", None, ("hello",)),
                ("Message", "receive", "invalid", 2, ("other", "bye"), ("type", "", "must")),
                ("Step", "send", "advised", 25, ("other", "bye"), POSITIVE),
                ("Bye", "receive", "error", None, ("other", "bye")),
                ("Bye", "receive", "valid", None, ("other", "bye")),
                ("Message", "close", "valid", None, ()),
            ],
        )

    def test_options_of_the_tracker(self) -> None:
        events: list[Observation] = []
        tracker = observe_tracker(NAMES, TALK, events.append, options=Options(strict=True))
        self.assertFalse(tracker.receive_text('{"say":"hello","number":-1}'))
        self.assertEqual([(e.type, e.outcome) for e in events], [("Hello", "invalid")])
