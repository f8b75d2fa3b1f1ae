"""Regular expressions that are compiled on first use, take linear time, and work on strings of any length."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias


class Pattern:
    """A regular expression that is compiled on first use: programs import many and use few."""

    __slots__ = ("search", "source")

    source: str
    search: Callable[[str], re.Match[str] | None]

    def __init__(self, source: str) -> None:
        self.source = source

    def __getattr__(self, name: str) -> Callable[[str], re.Match[str] | None]:
        # Called only while the slot is empty.
        if name != "search":
            raise AttributeError(name)
        self.search = re.compile(self.source, re.ASCII).search
        return self.search


_SHORT_TEXT: Final = 256


def automaton(table: str) -> _Automaton:
    """Return a deterministic automaton for a pattern that could take re more than linear time.

    It takes one step per code point. Format of the table: line 1 contains the first code point of each range, line 2
    the class of each range. Every further line is a state, the start state first. Its first number is 2 if the state
    accepts every continuation, 1 if it accepts at the end of the text, else 0. The next state for each class follows;
    -1 or an omitted entry rejects.
    """
    return _Automaton(table)


def of_any_length(source: str, table: str) -> _AnyLength:
    """Return a matcher for a pattern with unbounded repetition."""
    return _AnyLength(source, table)


class _Automaton:
    __slots__ = ("_start", "table")

    def __init__(self, table: str) -> None:
        self.table: Final = table
        self._start: _State | None = None

    def search(self, text: str) -> object | None:
        """Return a non-None object if the pattern matches anywhere, else None."""
        if self._start is None:
            self._start = _start(self.table)
        return _run(self._start, text)


class _AnyLength:
    """On long strings re may need a hundred bytes per character to backtrack. The automaton is slower on short ones."""

    __slots__ = ("_short", "long")

    def __init__(self, source: str, table: str) -> None:
        self._short = Pattern(source)
        self.long: Final = _Automaton(table)

    def search(self, text: str) -> object | None:
        """Return a non-None object if the pattern matches anywhere, else None."""
        return self._short.search(text) if len(text) <= _SHORT_TEXT else self.long.search(text)


AnyPattern: TypeAlias = Pattern | _Automaton | _AnyLength


def table_of(pattern: AnyPattern) -> str:
    """Return the table of a pattern that has one, else an empty text."""
    if isinstance(pattern, _AnyLength):
        pattern = pattern.long
    if not isinstance(pattern, _Automaton):
        return ""
    return "\n".join(line.strip() for line in pattern.table.strip().splitlines())


class _State(dict[str, "_State"]):
    """Maps a character to the next state; filled on demand, up to a maximum size."""

    __slots__ = ("accepts", "by_run", "starts", "steady")

    accepts: bool
    """Whether the text may end in this state."""
    steady: bool
    """Whether it accepts every continuation."""
    starts: Sequence[int]
    by_run: Sequence[_State]

    def __missing__(self, char: str) -> _State:
        state = self.by_run[bisect_right(self.starts, ord(char)) - 1]
        if len(self) < 1024:
            self[char] = state
        return state


def _start(table: str) -> _State:
    """Create the states of a table; returns the start state."""
    starts, classes, *rows = ([int(number) for number in line.split()] for line in table.strip().splitlines())
    states = [_State() for _ in rows]
    none = _State()
    none.accepts, none.steady = False, True
    for state, (kind, *following) in zip(states, rows, strict=True):
        state.accepts, state.steady, state.starts = kind > 0, kind == 2, starts
        by_class = [states[number] if number >= 0 else none for number in following]
        state.by_run = [by_class[number] if number < len(by_class) else none for number in classes]
    return states[0]


def _run(state: _State, text: str) -> object | None:
    for char in text:
        if state.steady:
            break
        state = state[char]
    return True if state.accepts else None
