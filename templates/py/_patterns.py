"""Regular expressions that wait until they are needed, take linear time, and cope with strings of any length."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias


class Pattern:
    """A regular expression that is compiled when it is first used: a program imports many and uses few."""

    __slots__ = ("search", "source")

    source: str
    search: Callable[[str], re.Match[str] | None]

    def __init__(self, source: str) -> None:
        self.source = source

    def __getattr__(self, name: str) -> Callable[[str], re.Match[str] | None]:
        # Python asks here only while the slot is empty.
        if name != "search":
            raise AttributeError(name)
        self.search = re.compile(self.source, re.ASCII).search
        return self.search


_SHORT: Final = 256


def automaton(table: str) -> _Automaton:
    """Return a pattern for which re could take more than linear time.

    The table is a deterministic automaton: one step a character. Its first line says where runs of characters of one
    class begin, the second the class of each run. The others are states, the start first: 2 if it has matched whatever
    follows, else 1 if the text may end there or 0, then the next state by class; -1 and what is left out are none.
    """
    return _Automaton(table)


def of_any_length(source: str, table: str) -> _AnyLength:
    """Return a pattern with a repetition that has no limit."""
    return _AnyLength(source, table)


class _Automaton:
    __slots__ = ("_start", "_table")

    def __init__(self, table: str) -> None:
        self._table = table
        self._start: _State | None = None

    def search(self, text: str) -> object | None:
        """Return something if the pattern matches anywhere, else None."""
        if self._start is None:
            self._start = _start(self._table)
        return _run(self._start, text)


class _AnyLength:
    """For long strings re may need a hundred bytes a character, because it keeps a way back for every turn of a loop. An
    automaton does not, but is slower for short ones."""

    __slots__ = ("_long", "_short")

    def __init__(self, source: str, table: str) -> None:
        self._short = Pattern(source)
        self._long = _Automaton(table)

    def search(self, text: str) -> object | None:
        """Return something if the pattern matches anywhere, else None."""
        return self._short.search(text) if len(text) <= _SHORT else self._long.search(text)


AnyPattern: TypeAlias = Pattern | _Automaton | _AnyLength


class _State(dict[str, "_State"]):
    """The next state by character. It is filled in as characters come, up to a size."""

    __slots__ = ("accepts", "by_run", "starts", "steady")

    accepts: bool
    """Whether the text may end here."""
    steady: bool
    """Whether that is so whatever follows."""
    starts: Sequence[int]
    by_run: Sequence[_State]

    def __missing__(self, char: str) -> _State:
        state = self.by_run[bisect_right(self.starts, ord(char)) - 1]
        if len(self) < 1024:
            self[char] = state
        return state


def _start(table: str) -> _State:
    """Make the states of a table; returns the first."""
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
