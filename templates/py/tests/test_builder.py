"""The parts of builders. Generated builders are tested beside the generator."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import unittest
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar, Literal, cast

from .._builder import Builder, Copy, Draft, Fill
from .._codec import Codec
from .._envelope import Issue, Issues, Options, ValidationError
from .._fills import Computed, Run, Sources, Word, date_time, elapsed, ulid, unix_seconds, uuid
from .._layout import code_of, laid_out, put
from .._members import UNSET, UnsetType, new, others
from .._record import OpenRecord, Record
from .._refusal import first_of, said_of
from .._values import JsonValue
from .._values import Path as Way

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Inner(Record):
    n: int
    note: str | UnsetType | None = UNSET
    items: list[JsonValue] | None = None


class Outer(OpenRecord, names={"from_": "from"}):
    kind: ClassVar[Literal["outer"]] = "outer"
    id: str
    from_: str | None = None
    inner: Inner


def read_outer(value: JsonValue, path: Way, out: Issues) -> Outer | None:
    """Read an object with a string as id, and share nothing."""
    if type(value) is not dict or type(value.get("id")) is not str:
        out.add((*path, "id"), "required", "is required")
        return None
    inner = cast("dict[str, JsonValue]", value["inner"])
    made = new(Outer)
    made.id, made.extra = cast("str", value["id"]), others(value, Outer)
    made.from_ = cast("str | None", value.get("from"))
    made.inner = Inner(
        n=cast("int", inner.get("n", 0)),
        note=cast("str | None", inner["note"]) if "note" in inner else UNSET,
        items=cast("list[JsonValue] | None", inner.get("items")),
    )
    return made


class Whole(Record, names={"hint": "other"}):
    n: int
    hint: str | None = None


def built_whole(given: object, fill: Fill) -> object:
    """Return, as JSON, the object that a builder makes of one that is passed as a whole."""
    read: list[JsonValue] = []

    def keep(value: JsonValue, _path: Way, _out: Issues) -> Outer:
        read.append(cast("dict[str, JsonValue]", value)["inner"])
        return Outer(id="i", inner=Inner(n=1))

    Builder(of=Codec("Outer", keep), draft=Draft(of=Outer), fills=(fill,)).build(SOURCES, "i", None, given, {})
    return read[0]


def count(this: Outer) -> int:
    return len(this.inner.items or [])


CODEC = Codec("Outer", read_outer)
BUILDER = Builder(
    of=CODEC,
    draft=Draft(of=Outer, inner={"inner": Draft(of=Inner)}),
    copies=(Copy(at=("from",), origin=("by", "name")),),
    drops=(("inner", "items"),),
    fills=(
        Fill(at=("id",), by=uuid),
        Fill(at=("inner", "n"), by=Computed(value=count, zero=0)),
        Fill(at=("inner", "note"), by=None),
    ),
)
SOURCES = Sources(new_id=str)


class Building(unittest.TestCase):
    def test_fills(self) -> None:
        made = BUILDER.build(SOURCES, None, None, None, {})
        self.assertEqual(made, Outer(id="uuid", inner=Inner(n=0, note=None)))
        made = BUILDER.build(SOURCES, "i", "f", {"items": [1, 2], "note": "x"}, {"from_": 1})
        self.assertEqual(made, Outer(id="i", from_="f", inner=Inner(n=2, note="x", items=[1, 2]), extra={"from_": 1}))

    def test_integers_that_no_double_holds(self) -> None:
        for given in ({"x": 2**53 + 1}, {"x": [{"y": 1234567890123456789}]}, {"x": 10**400}):
            extra = cast("dict[str, JsonValue]", given)
            record = Outer(id="i", inner=Inner(n=1), extra=extra)
            for act in (
                lambda: BUILDER.build(SOURCES, "i", None, {}, extra),  # noqa: B023
                lambda: CODEC.convert(record),  # noqa: B023
                lambda: CODEC.encode(record),  # noqa: B023
            ):
                with self.assertRaisesRegex(
                    ValidationError, "a number does not fit|does not fit into a double exactly"
                ):
                    act()
            self.assertEqual([issue.rule for issue in CODEC.check(record)], ["json"])
        self.assertEqual(BUILDER.build(SOURCES, "i", None, {}, {"x": 2**60}).extra, {"x": 2.0**60})

    def test_given_records_stay(self) -> None:
        for inner in Inner(n=3, items=[]), type("Own", (Inner,), {})(n=3, items=[]):
            made = BUILDER.build(SOURCES, "i", None, inner, {})
            self.assertEqual(made.inner, Inner(n=3, note=None))
            self.assertEqual((inner.items, inner.note), ([], UNSET))

    def test_drops_inside_of_what_is_no_draft(self) -> None:
        builder = Builder(
            of=Codec("Outer", read_outer), draft=Draft(of=Outer), drops=(("inner", "items"), ("from", "items"))
        )
        inner = Inner(n=3, items=[])
        self.assertEqual(builder.build(SOURCES, "i", "f", inner, {}).inner, Inner(n=3))
        self.assertEqual(inner.items, [])

    def test_fills_inside_of_what_is_given_as_a_whole(self) -> None:
        def built(given: object, *inside: str) -> object:
            return built_whole(given, Fill(at=("inner", *(inside or ("other",))), by="h"))

        whole, members = Whole(n=1), {"n": 1}
        self.assertEqual((built(whole), whole), ({"n": 1, "other": "h"}, Whole(n=1)))
        self.assertEqual((built(members), members), ({"n": 1, "other": "h"}, {"n": 1}))
        self.assertEqual(built(Whole(n=1, hint="")), {"n": 1, "other": ""})
        self.assertEqual(built({"other": None}), {"other": None})
        outer = Outer(id="o", inner=Inner(n=1))
        self.assertEqual(built(outer, "inner", "note"), {"kind": "outer", "id": "o", "inner": {"n": 1, "note": "h"}})
        self.assertEqual(outer.inner, Inner(n=1))
        self.assertEqual(built({"inner": {}}, "inner", "note"), {"inner": {"note": "h"}})
        others: list[object] = [{}, {"inner": 1}, {"inner": {"note": 1}}, 1, "text", []]
        for given in others:
            self.assertEqual(built(given, "inner", "note"), given)
        self.assertEqual(built(Inner(n=1), "inner", "note"), {"n": 1})

    def test_fills_nothing_inside_without_a_value(self) -> None:
        fill = Fill(at=("inner", "other"), by=lambda _run, _this: UNSET)
        self.assertEqual(built_whole(Whole(n=1), fill), {"n": 1})

    def test_answers(self) -> None:
        named = Outer(id="o", inner=Inner(n=1), extra={"by": {"name": "ada"}})
        self.assertEqual(BUILDER.answer(named, SOURCES, None, None, None, {}).from_, "ada")
        self.assertEqual(BUILDER.answer(named, SOURCES, None, "bob", None, {}).from_, "bob")
        strangers: list[object] = [Outer(id="o", inner=Inner(n=1)), {"by": None}, {"by": {"name": None}}, [], None]
        for nobody in strangers:
            self.assertIsNone(BUILDER.answer(nobody, SOURCES, None, None, None, {}).from_)

    def test_mistakes(self) -> None:
        with self.assertRaisesRegex(TypeError, "Inner has no attribute 'm'"):
            BUILDER.build(SOURCES, "i", None, {"m": 1}, {})
        with self.assertRaises(ValidationError):
            BUILDER.build(SOURCES, 7, None, None, {})


class Filling(unittest.TestCase):
    def test_time_is_taken_once(self) -> None:
        times = iter([NOON, NOON + timedelta(days=1)])
        run = Run(Sources(clock=lambda: next(times), started=NOON - timedelta(seconds=2)))
        got = [by(run, None) for by in (date_time, unix_seconds, elapsed)]
        self.assertEqual(got, ["2026-05-01T12:00:00.000Z", 1777636800, 2000])
        self.assertEqual(run.options.now, NOON)

    def test_options_have_the_time(self) -> None:
        run = Run(Sources(options=Options(now="2026-05-01T14:00:00.0019+02:00")))
        self.assertEqual(date_time(run, None), "2026-05-01T12:00:00.001Z")

    def test_no_start(self) -> None:
        self.assertIs(elapsed(Run(Sources()), None), UNSET)

    def test_ids(self) -> None:
        run = Run(Sources())
        self.assertRegex(uuid(run, None), r"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
        self.assertRegex(ulid(run, None), r"\A[0-7][0-9A-HJKMNP-TV-Z]{25}\Z")
        self.assertEqual([uuid(Run(SOURCES), None), ulid(Run(SOURCES), None)], ["uuid", "ulid"])

    def test_words(self) -> None:
        by = Word(words=(("A", "a"), ("B", "b")), otherwise="none")
        for environ, wanted in ({}, "none"), ({"A": "", "B": "1"}, "b"), ({"B": "1", "A": "1"}, "a"):
            self.assertEqual(by(Run(Sources(environ=environ)), None), wanted)

    def test_what_cannot_be_computed(self) -> None:
        for fault in AttributeError, KeyError, TypeError, ZeroDivisionError:

            def fail(_this: object, fault: type[Exception] = fault) -> bool:
                raise fault

            self.assertEqual(Computed(value=fail, zero=7)(Run(Sources()), None), 7)
            self.assertIs(Computed(value=fail, zero=7, when=fail)(Run(Sources()), None), UNSET)

        def never(_this: object) -> bool:
            return False

        self.assertIs(Computed(value=repr, zero=7, when=never)(Run(Sources()), None), UNSET)


class Writing(unittest.TestCase):
    def test_layout(self) -> None:
        inner = Inner(n=1, items=[])
        self.assertEqual(laid_out(inner, None, b"\n"), b'{"n":1,"items":[]}\n')
        self.assertEqual(laid_out(inner, 2, b""), b'{\n  "n": 1,\n  "items": []\n}')
        with self.assertRaises(ValidationError):
            laid_out(Inner(n=1, items=[float("nan")]), None, b"")

    def test_put(self) -> None:
        file = io.BytesIO()
        put(b"text", file)
        self.assertEqual(file.getvalue(), b"text")
        bytes_ = io.BytesIO()
        printed = io.TextIOWrapper(bytes_)
        with contextlib.redirect_stdout(printed):
            put(b"\xff\n", None)
        self.assertEqual(bytes_.getvalue(), b"\xff\n")

    def test_put_to_a_pipe_that_stays_open(self) -> None:
        program = "from py._layout import put; put(b'x', None); input(); put(b'y', None)"
        folder = Path(__file__).resolve().parents[2]
        command = [sys.executable, "-c", program]
        with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
            self.assertEqual(running.stdout and running.stdout.read(1), b"x")
            self.assertEqual(running.communicate(b"\n")[0], b"y")

    def test_exit_codes(self) -> None:
        codes: dict[type[Record], int] = {Inner: 3, Outer: 4}
        self.assertEqual(code_of(Inner(n=1), codes), 3)
        self.assertEqual(code_of(type("Own", (Inner,), {})(n=1), codes), 3)
        with self.assertRaisesRegex(TypeError, "int has no exit code"):
            code_of(1, codes)


class Refusing(unittest.TestCase):
    def test_first(self) -> None:
        advice, demand = Issue("r", "", "should", "should"), Issue("r", "/a", "must", "must")
        self.assertEqual(first_of([advice, demand]), demand)
        self.assertEqual(first_of(ValidationError([advice])), advice)
        self.assertEqual((said_of(advice), said_of(demand)), ("should", "/a must"))
        with self.assertRaises(ValueError):
            first_of([])


if __name__ == "__main__":
    unittest.main()
