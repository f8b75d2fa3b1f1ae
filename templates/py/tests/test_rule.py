"""Rules, stages, parameters and accepted versions, with a hand-written type."""

from __future__ import annotations

import time
import unittest
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import ClassVar, Final, cast

from .._codec import Codec
from .._envelope import Invalid, Issue, Issues, Options, ParamValue, Valid, ValidationError
from .._functions import SECOND, json_size
from .._members import UNSET, UnsetType, names_of, new
from .._record import OpenRecord, Record
from .._rule import Accepts, EachRule, Given, Rule, Rules
from .._values import JsonValue, Path


class Note(Record):
    text: str
    size: JsonValue = None
    body: Note | None = None


class Bag(OpenRecord):
    text: str | UnsetType | None = UNSET


class Parameters(Given):
    __slots__ = ("age", "count", "flag", "limit", "version", "weight")
    PARAMS: ClassVar[frozenset[str]] = frozenset(["age", "count", "flag", "limit", "version", "weight"])

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.limit: Final = self._size("limit", 8)
        self.age: Final = self._duration("age", 300 * SECOND)
        self.count: Final = self._integer("count", -1)
        self.weight: Final = self._number("weight", 0.5)
        self.flag: Final = self._boolean("flag", True)
        self.version: Final = self._version("version", "1.2.3")


asked: list[str] = []


def _short(this: Note, given: Parameters) -> bool:
    asked.append("short")
    return json_size(this.text) <= given.limit


def _polite(this: Note, _given: Parameters) -> bool:
    asked.append("polite")
    return "please" in this.text or this.body is not None


def _late(this: Note, _given: Parameters) -> bool:
    asked.append("late")
    return this.text != "late"


RULES: Final[Rules[Note]] = Rules(
    Parameters,
    Rule(0, "short", "must be short", _short, at=("text",)),
    Rule(0, "polite", "should be polite", _polite, level="should"),
    Rule(1, "late", "must not be late", _late),
)
ACCEPTS: Final = Accepts(Parameters, lambda given: given.version, ("meta", "version"), "must be accepted")


def read_note(value: JsonValue, path: Path, out: Issues) -> Note | None:
    if type(value) is not dict:
        out.add(path, "type", "must be an object")
        return None
    made = new(Note)
    text = value.get("text")
    made.text = text if type(text) is str else ""
    made.size = value.get("size")
    if type(text) is not str:
        out.add((*path, "text"), "type", "must be a string")
    made.body = None
    if "body" in value:
        out.defer(1, read_note_body, made, value["body"], path)
    out.apply(RULES, made, path)
    return made


def read_note_body(made: Note, value: JsonValue, path: Path, out: Issues) -> None:
    if (body := read_note(value, (*path, "body"), out)) is not None:
        made.body = body


CODEC: Final = Codec("Note", read_note, Parameters, ACCEPTS)


def found(value: JsonValue, **params: ParamValue) -> list[str]:
    issues = CODEC.check(value, options=Options(params=params))
    return [f"{issue.path} {issue.rule}" for issue in issues]


class Members(unittest.TestCase):
    """Rules about each member of an object."""

    def apply(self, names: Iterable[str], *, text: str = "a") -> list[str]:
        def holds(this: Note, given: Parameters, name: str) -> bool:
            return len(name) < given.limit and name not in this.text

        note = new(Note)
        note.text = text
        rules = Rules(
            Parameters, EachRule(0, "each", "must be so", holds, lambda _: names, at=("size",), level="should")
        )
        out = Issues()
        rules.apply(0, note, ("notes", 1), out)
        rules.apply(1, note, ("notes", 1), out)
        return [f"{issue.level} {issue.path}" for issue in out.report()]

    def test_the_issue_stands_at_the_member(self) -> None:
        self.assertEqual(self.apply(["b", "a", "", "a/b"]), ["should /notes/1/size/", "should /notes/1/size/a"])
        self.assertEqual(
            self.apply({"x/~y": 1, "x": 2}, text="x/~y"), ["should /notes/1/size/x", "should /notes/1/size/x~1~0y"]
        )

    def test_nothing_is_asked_of_nobody(self) -> None:
        self.assertEqual(self.apply(()), [])

    def test_names_of_a_record(self) -> None:
        note = Note(text="a")
        self.assertEqual(list(names_of(note)), ["text"])
        note.size = 1
        self.assertEqual(list(names_of(note)), ["text", "size"])

    def test_names_of_an_open_record(self) -> None:
        bag = Bag(text=None, extra={"toString": 1, "text ": 2})
        self.assertEqual(list(names_of(bag)), ["text", "toString", "text "])


class Stages(unittest.TestCase):
    def setUp(self) -> None:
        asked.clear()

    def test_rules_are_asked_of_sound_values_only(self) -> None:
        self.assertEqual(found({"text": 1, "body": {}}), ["/text type"])
        self.assertEqual(asked, [])

    def test_all_rules_of_a_stage_are_asked(self) -> None:
        self.assertEqual(found({"text": "0123456789"}), [" polite", "/text short"])
        self.assertEqual(asked, ["short", "polite"])

    def test_a_failure_ends_the_check(self) -> None:
        self.assertEqual(found({"text": "0123456789", "body": 1}), [" polite", "/text short"])

    def test_advice_does_not(self) -> None:
        self.assertEqual(found({"text": "late"}), [" late", " polite"])

    def test_a_staged_value_is_structure_of_its_stage(self) -> None:
        self.assertEqual(found({"text": "late", "body": 1}), [" polite", "/body type"])
        self.assertEqual(asked, ["short", "polite"])

    def test_values_in_a_staged_value(self) -> None:
        # In a staged value, rules of earlier stages are skipped and those of its own stage run, at any depth.
        value: JsonValue = {"text": "a", "body": {"text": "0123456789", "body": {"text": "late"}}}
        self.assertEqual(found(value), [" polite", "/body/body late"])
        self.assertEqual(asked, ["short", "polite", "late", "late", "late"])

    def test_what_is_late_goes_before_rules(self) -> None:
        order: list[str] = []

        def read(made: str, _value: JsonValue, _path: Path, out: Issues) -> None:
            order.append(made)
            if made == "outer":
                out.defer(0, read, "inner", None, ())

        def holds(_this: None, _given: Parameters) -> bool:
            order.append("rule")
            return True

        issues = Issues()
        issues.apply(Rules(Parameters, Rule(1, "rule", "must hold", holds)), None, ())
        issues.defer(1, read, "outer", None, ())
        issues.finish()
        self.assertEqual(order, ["outer", "inner", "rule"])

    def test_a_staged_value_is_made(self) -> None:
        made = CODEC.decode('{"text":"a","body":{"text":"b"}}')
        self.assertEqual(made.body.text if made.body else None, "b")


class Narrowing(unittest.TestCase):
    def test_rules_aside(self) -> None:
        """Testing whether a value is narrower evaluates no rules, and reports its failures."""

        def holds(_value: JsonValue, _given: Parameters) -> bool:
            return False

        never = Rules(Parameters, Rule(0, "never", "must not be asked", holds))

        def read(value: JsonValue, path: Path, out: Issues) -> None:
            out.apply(never, value, path)
            if type(value) is not int:
                out.add(path, "type", "must be an integer")

        for value, rules in ((1, list[str]()), ("x", ["type"])):
            issues = Issues()
            self.assertEqual(issues.narrows(read, value, ()), not rules)
            issues.finish()
            self.assertEqual([issue.rule for issue in issues.report()], rules)


class Callers(unittest.TestCase):
    def test_advice(self) -> None:
        advice = (Issue("polite", "", "should", "should be polite"),)
        result = CODEC.try_decode('{"text":"a"}')
        self.assertTrue(isinstance(result, Valid) and result.issues == advice)
        self.assertEqual(CODEC.decode('{"text":"a"}').text, CODEC.convert({"text": "a"}).text)

    def test_strict(self) -> None:
        strict = Options(strict=True, max_issues=1)
        self.assertIsInstance(CODEC.try_decode('{"text":"a"}', options=strict), Invalid)
        self.assertRaises(ValidationError, CODEC.decode, '{"text":"a"}', options=strict)
        self.assertRaises(ValidationError, CODEC.convert, {"text": "a"}, options=strict)
        self.assertEqual(CODEC.decode('{"text":"please"}', options=strict).text, "please")

    def test_accepted_versions(self) -> None:
        sound: list[JsonValue] = [
            "1.0.0",
            "1.9.9-rc.1+b",
            "01.0.0",
            "2",
            "2.0",
            "2.0.0\n",
            "v2.0.0",
            "2.0.0-",
            "2.0.0-01",
            2,
            None,
        ]
        for version in sound:
            value: JsonValue = {"text": "please", "meta": {"version": version}}
            self.assertEqual(found(value), [], version)
        for version in ("2.0.0", "0.0.0", "11.0.0-alpha", f"1{'0' * 99}.0.0"):
            value = {"text": 1, "meta": {"version": version}}
            self.assertEqual(found(value), ["/meta/version version"], version)
        self.assertEqual(found({"text": "please", "meta": {"version": "2.0.0"}}, version="2.7.0"), [])
        self.assertEqual(found([]), [" type"])

    def test_a_part_that_is_no_json(self) -> None:
        with self.assertRaises(ValidationError) as caught:
            CODEC.convert({"text": "please", "size": object()})
        self.assertEqual([(issue.rule, issue.path) for issue in caught.exception.issues], [("json", "/size")])


class Sizes(unittest.TestCase):
    def test_fits(self) -> None:
        """For every content of a part, the answer is that of its exact size."""
        texts = "", "a", "é€😀", '"\n\x00', "x" * 50
        parts: list[object] = [1e20, -1.5, None, True, [1, "a"], {"\x00": None}, [Note(text="a")]]
        sizes: list[JsonValue] = [None, 1e21, {"é": [1]}, "é"]
        parts += [Note(text=text, size=size) for text in texts for size in sizes]
        parts += [Note(text=text, body=Note(text=text)) for text in texts]
        parts += [Bag(), Bag(text=None), Bag(text="\x00", extra={"\x00": "\x00"})]
        given = Given(Options())
        for part in parts:
            size = json_size(part)
            for limit in (0, size - 1, size, size + 1, 6 * size, 100 * size):
                self.assertEqual(given.fits(part, limit), size <= limit, (part, limit))


class Params(unittest.TestCase):
    def test_defaults(self) -> None:
        given = Parameters(Options())
        self.assertEqual((given.limit, given.age, given.count), (8, 300 * SECOND, -1))
        self.assertEqual((given.weight, given.flag, given.version), (0.5, True, "1.2.3"))
        before = time.time_ns()
        self.assertTrue(before <= Parameters(Options()).now <= time.time_ns())

    def test_values(self) -> None:
        for name, value, wanted in (
            ("limit", 9, 9),
            ("limit", "32KiB", 32768),
            ("limit", "7", 7),
            ("limit", "1B", 1),
            ("limit", "2GiB", 2**31),
            ("age", "1.5s", 1_500_000_000),
            ("age", timedelta(days=-1, microseconds=1), -86400 * SECOND + 1000),
            ("limit", 9.0, 9),
            ("count", 1 - 2**53, 1 - 2**53),
            ("count", -3.0, -3),
            ("weight", 2, 2.0),
            ("flag", False, False),
            ("version", "2.0.0-rc.1", "2.0.0-rc.1"),
        ):
            given = Parameters(Options(params={name: value}))
            self.assertEqual(getattr(given, name), wanted)
        self.assertEqual(str(Parameters(Options(params={"weight": -0.0})).weight), "0.0")

    def test_mistakes(self) -> None:
        nothing = cast("ParamValue", None)
        mistakes: list[tuple[str, ParamValue]] = [
            ("limit", -1), ("limit", True), ("limit", 1.5), ("limit", "1kB"), ("limit", "-1"), ("limit", "1 KiB"),
            ("limit", "01"), ("limit", 2**53), ("limit", "9007199254740992"), ("limit", "8388608GiB"), ("limit", nothing),
            ("age", 5), ("age", "5"), ("age", True), ("age", "2562048h"), ("age", timedelta.max), ("age", nothing),
            ("count", 2**53), ("count", False), ("count", "1"), ("count", 0.5), ("count", float("nan")), ("count", nothing),
            ("weight", float("nan")), ("weight", float("inf")), ("weight", 10**400), ("weight", True), ("weight", "1"),
            ("flag", 1), ("version", 1), ("version", "1"), ("version", "1.0"), ("version", ""), ("limits", 1),
        ]  # fmt: skip
        for name, value in mistakes:
            with self.subTest(name=name, value=value):
                # For every message.
                self.assertRaises(ValueError, CODEC.decode, "{", options=Options(params={name: value}))
        self.assertRaises(ValueError, Codec("Note", read_note).decode, "{}", options=Options(params={"limit": 1}))

    def test_now(self) -> None:
        for now, nanoseconds in (
            ("1970-01-01T00:00:01.5Z", 1_500_000_000),
            (datetime(1970, 1, 1, 1, 0, 0, 7, timezone(timedelta(hours=1))), 7000),
            (datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC), -1000),
            (datetime(9999, 12, 31, 23, 59, 59, 999_999, UTC), 253402300799_999_999_000),
            (datetime(1, 1, 1, tzinfo=UTC), -62135596800 * SECOND),
        ):
            self.assertEqual(Given(Options(now=now)).now, nanoseconds)
        for now in (datetime(2026, 1, 1), "2026-01-01", "0000-01-01T00:00:00Z"):
            self.assertRaises(ValueError, Given, Options(now=now))

    def test_one_time_for_all_stages(self) -> None:
        times: list[int] = []

        def holds(_this: None, given: Parameters) -> bool:
            times.append(given.now)
            return True

        issues = Issues()
        issues.apply(
            Rules(Parameters, Rule(0, "first", "must hold", holds), Rule(1, "second", "must hold", holds)), None, ()
        )
        issues.finish()
        self.assertEqual((len(times), len(set(times))), (2, 1))


if __name__ == "__main__":
    unittest.main()
