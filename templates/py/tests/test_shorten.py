"""The parts that builders remove: ends of texts, the last items of lists, members; and whose objects change."""

from __future__ import annotations

import copy
import random
import unittest
from collections import UserDict, deque
from collections.abc import Callable
from typing import cast

from .._builder import Builder, Draft
from .._codec import Codec
from .._envelope import Issues
from .._fills import SOURCES, Computed, Run
from .._members import UNSET, UnsetType, new
from .._record import OpenRecord, Record
from .._shorten import Cut, Keep, Omit, cut_text, keep_items
from .._values import JsonValue, Path

TEXT = "aä世🦊b"  # characters of one to four bytes, 11 together


def cut_by_characters(text: str, head: int, tail: int, mark: str) -> str:
    """Cut by the definition, a character at a time."""
    if len(text.encode()) <= head + tail:
        return text
    first, last = "", ""
    for char in text:
        if len((first + char).encode()) > head:
            break
        first += char
    for char in reversed(text):
        if len((char + last).encode()) > tail:
            break
        last = char + last
    return first + mark + last


class Texts(unittest.TestCase):
    def test_every_byte_at_the_beginning(self) -> None:
        want = ["…", "a…", "a…", "aä…", "aä…", "aä…", "aä世…", "aä世…", "aä世…", "aä世…", "aä世🦊…", TEXT, TEXT]
        self.assertEqual([cut_text(TEXT, head, 0, "…") for head in range(13)], want)

    def test_every_byte_at_the_end(self) -> None:
        want = ["", "b", "b", "b", "b", "🦊b", "🦊b", "🦊b", "世🦊b", "世🦊b", "ä世🦊b", TEXT, TEXT]
        self.assertEqual([cut_text(TEXT, 0, tail, "") for tail in range(13)], want)

    def test_every_byte_at_both_ends(self) -> None:
        for text in (TEXT, "🦊" * 3, "世" * 3, "ä" * 5, "abc", "", "\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff"):
            size = len(text.encode()) + 2
            for head in range(size):
                for tail in range(size):
                    want = cut_by_characters(text, head, tail, "~")
                    self.assertEqual(cut_text(text, head, tail, "~"), want, (text, head, tail))

    def test_large_texts(self) -> None:
        text = "世" * 1_000_000
        self.assertEqual(cut_text(text, 1_000_000, 1_000_000, "~"), "世" * 333_333 + "~" + "世" * 333_333)
        self.assertEqual(cut_text(text, 2**63 - 1, 2**63 - 1, "~"), text)

    def test_no_unicode(self) -> None:
        self.assertEqual(cut_text("abc\ud800def", 1, 1, ""), "abc\ud800def")


def items(*texts: str | None) -> list[object]:
    """Make objects that each contain their place, with a member ``at`` where there is a text."""
    return [{"place": place} | ({} if text is None else {"at": text}) for place, text in enumerate(texts)]


def kept(given: list[object], most: int, by: str = "", times: bool = False) -> list[int]:
    return [cast("dict[str, int]", item)["place"] for item in keep_items(given, most, by, times)]


class Lists(unittest.TestCase):
    def test_by_place(self) -> None:
        given = items(None, None, None)
        self.assertEqual([kept(given, most) for most in range(5)], [[], [2], [1, 2], [0, 1, 2], [0, 1, 2]])
        self.assertEqual(kept([], 3), [])

    def test_texts(self) -> None:
        given = items("b", None, "a", "b", "", "\uffff", "😀", "ab")
        self.assertEqual(kept(given, 9, "at"), [6, 5, 0, 3, 7, 2, 4, 1])  # by code points; what is equal as it stands
        self.assertEqual(kept(given, 3, "at"), [6, 5, 0])
        self.assertEqual(kept(given, 0, "at"), [])

    def test_what_has_no_text_is_last(self) -> None:
        given: list[object] = [{"place": 0, "at": 9}, {"place": 1, "at": None}, {"place": 2, "at": "a"}, {"place": 3}]
        self.assertEqual(kept(given, 4, "at"), [2, 0, 1, 3])
        self.assertEqual(keep_items([1, None, "at", ["at"]], 3, "at", False), [1, None, "at"])

    def test_times(self) -> None:
        given = items(
            "2026-05-12T08:00:00Z",
            "2026-05-12T09:59:59.9+02:00",
            None,
            "2026-05-12t08:00:00.000000001z",
            "soon",
            "2026-05-12T08:00:00.0-00:00",
            "2026-05-11T23:30:00-09:00",
            "2026-05-12T04:00:00.000000002-04:00",
            "0000-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
        )
        self.assertEqual(kept(given, 99, "at", True), [6, 7, 3, 0, 5, 1, 9, 2, 4, 8])
        self.assertEqual(kept(given, 3, "at", True), [6, 7, 3])

    def test_leap_seconds(self) -> None:
        given = items(
            "2016-12-31T23:59:59.9Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2016-12-31T23:59:60.1Z"
        )
        self.assertEqual(kept(given, 4, "at", True), [3, 1, 2, 0])

    def test_large_lists(self) -> None:
        places = list(range(100_000))
        random.Random(1).shuffle(places)
        given: list[object] = [{"place": place, "at": f"{place:06}"} for place in places]
        self.assertEqual(kept(given, 3, "at"), [99_999, 99_998, 99_997])


class Entry(Record, names={"at_": "at"}):
    at_: str | None = None


class Inner(OpenRecord, names={"from_": "from"}):
    from_: str | None = None
    note: str | UnsetType | None = UNSET
    entries: list[Entry] | None = None


class Outer(Record):
    inner: Inner | None = None
    most: int


seen: list[object] = []


def read(value: JsonValue, _path: Path, _out: Issues) -> Outer | None:
    seen[:] = [value]
    return new(Outer)


def built(change: Callable[[Run, Record], object], inner: object, most: object = 0) -> object:
    """Return ``inner`` as a builder hands it to the check."""
    builder = Builder(of=Codec("Outer", read), draft=Draft(of=Outer), changes=(change,))
    before = copy.deepcopy(inner)
    builder.build(SOURCES, inner, most)
    if inner != before:
        raise AssertionError("what the caller gave has changed")
    return cast("dict[str, object]", seen[0]).get("inner")


def most(this: Outer) -> int:
    return this.most


class Changes(unittest.TestCase):
    def test_records_and_mappings(self) -> None:
        given = Inner(from_="abcdef", note=None, extra={"more": [1]})
        want = {"from": "abf", "note": None, "more": [1]}
        for inner in (given, want | {"from": "abcdef"}, UserDict(want | {"from": "abcdef"})):
            self.assertEqual(built(Cut(at=("inner", "from"), head=2, tail=1), inner), want)

    def test_what_is_not_there(self) -> None:
        others: list[object] = [None, Inner(), {}, {"from": None}, {"from": 7}, 7, [], "text"]
        for inner in others:
            want: object = {} if isinstance(inner, Inner) else inner
            self.assertEqual(built(Cut(at=("inner", "from")), inner), want)
            self.assertEqual(built(Keep(at=("inner", "from"), most=0), inner), want)
        self.assertEqual(built(Cut(at=("inner", "nobody", "knows")), Inner(from_="a")), {"from": "a"})

    def test_lists(self) -> None:
        entries = [Entry(at_="a"), Entry(), Entry(at_="b")]
        for inner in (Inner(entries=entries), {"entries": tuple(entries)}, {"entries": deque(entries)}):
            self.assertEqual(
                built(Keep(at=("inner", "entries"), most=2, member="at"), inner),
                {"entries": [{"at": "b"}, {"at": "a"}]},
            )
            self.assertEqual(built(Keep(at=("inner", "entries"), most=2), inner), {"entries": [{}, {"at": "b"}]})

    def test_members_that_are_left_out(self) -> None:
        def holds(_this: object) -> bool:
            return True

        def fails(_this: object) -> bool:
            return False

        always, never = Computed(value=holds), Computed(value=fails)
        for inner in (Inner(from_="a", note=None), {"from": "a", "note": None}):
            self.assertEqual(built(Omit(at=("inner", "note"), when=always), inner), {"from": "a"})
            self.assertEqual(built(Omit(at=("inner", "from"), when=always), inner), {"note": None})
            self.assertEqual(built(Omit(at=("inner", "note"), when=never), inner), {"from": "a", "note": None})
        self.assertIsNone(built(Omit(at=("inner",), when=always), Inner()))

    def test_numbers(self) -> None:
        change = Cut(at=("inner", "from"), head=Computed(value=most, zero=0))
        cases = ((2, "ab"), (2.0, "ab"), (2**70, "abc"), (0, ""), (-1, ""), (None, ""), ("x", ""), (float("inf"), ""))
        for number, want in cases:
            with self.subTest(number):
                self.assertEqual(_outer(change, number), {"from": want})

    def test_what_fails_is_nothing(self) -> None:
        def fails(this: Outer) -> int:
            raise LookupError(this.most)

        self.assertEqual(
            built(Cut(at=("inner", "from"), tail=Computed(value=fails, zero=0)), Inner(from_="abc")), {"from": ""}
        )
        self.assertEqual(
            built(Omit(at=("inner", "from"), when=Computed(value=fails, zero=False)), Inner(from_="abc")),
            {"from": "abc"},
        )

    def test_order(self) -> None:
        def short(this: Outer) -> bool:
            return this.inner is not None and this.inner.from_ == "c"

        changes = (
            Cut(at=("inner", "from"), tail=1),
            Omit(at=("inner", "note"), when=Computed(value=short, zero=False)),
        )
        builder = Builder(of=Codec("Outer", read), draft=Draft(of=Outer), changes=changes)
        builder.build(SOURCES, Inner(from_="abc", note="n"), 1)
        self.assertEqual(seen, [{"inner": {"from": "c"}, "most": 1}])


def _outer(change: Callable[[Run, Record], object], number: object) -> object:
    """Return the text that is cut by a number of the message, which no JSON may contain."""
    made = Outer(inner=Inner(from_="abc"), most=cast("int", number))
    change(Run(SOURCES), made)
    return {"from": made.inner.from_ if made.inner else None}


if __name__ == "__main__":
    unittest.main()
