"""Checks of Arrow arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from ._child import ArrowChecker, ArrowChild
from ._types import ISSUES, checked_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


class _Issue(Protocol):
    @property
    def rule(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def message(self) -> str: ...


class _Result(Protocol):
    @property
    def ok(self) -> bool: ...
    @property
    def issues(self) -> Sequence[_Issue]: ...


class Checks(Protocol):
    """A codec of a generated package; ``codec.bind(options)`` is one with options."""

    def try_decode(self, data: bytes | str) -> _Result:
        """Check a text."""


Checker = Checks | ArrowChecker | ArrowChild
"""The codec of a binding, or the program ``envgen-arrow``."""


class _Tracker(Protocol):
    def receive_text(self, data: bytes | str, *, options: Any = None) -> Any: ...
    def close(self, *, options: Any = None) -> Sequence[_Issue]: ...


class Conversing(Protocol):
    """A conversation of a generated package."""

    def track(self, side: str | None = None, *, options: Any = None) -> _Tracker:
        """Begin to follow a conversation."""


def _row(issue: _Issue) -> dict[str, str]:
    return {"rule": issue.rule, "path": issue.path, "level": issue.level, "message": issue.message}


def _list(texts: pa.Array | pa.ChunkedArray) -> list[Any]:
    """Return the texts. Engines do not check strings: one that is no UTF-8 makes all of them bytes, of which the codec reports it."""
    found: list[Any]
    try:
        found = texts.to_pylist()
    except UnicodeDecodeError:
        binary = pa.large_binary() if pa.types.is_large_string(texts.type) else pa.binary()
        found = texts.cast(binary).to_pylist()
    return found


def check_column(texts: pa.Array | pa.ChunkedArray, codec: Checks) -> tuple[pa.Array, pa.Array]:
    """Return whether each message of a column of strings or binaries is valid, and its issues."""
    valid: list[bool | None] = []
    issues: list[list[dict[str, str]] | None] = []
    for text in _list(texts):
        if text is None:
            valid.append(None)
            issues.append(None)
            continue
        result = codec.try_decode(text)
        valid.append(result.ok)
        issues.append([_row(issue) for issue in result.issues])
    return pa.array(valid, pa.bool_()), pa.array(issues, ISSUES)


def check_table(table: pa.Table | pa.RecordBatch, codec: Checker, column: str) -> tuple[pa.Array, pa.Array]:
    """Return whether each message of a table or a batch is valid, and its issues. An `ArrowChecker` is started for this call alone."""
    if isinstance(codec, ArrowChecker):
        with codec.start() as child:
            return check_table(table, child, column)
    if isinstance(codec, ArrowChild):
        times = table.column(codec.now_column) if codec.now_column is not None else None
        return codec.check_column(table.column(column), times)
    return check_column(table.column(column), codec)


def check_batch(batch: pa.RecordBatch, codec: Checker, column: str) -> pa.RecordBatch:
    """Return a batch with the columns ``valid`` and ``issues`` for the messages of a column."""
    schema = checked_schema(batch.schema)
    return pa.RecordBatch.from_arrays([*batch.columns, *check_table(batch, codec, column)], schema=schema)


def check_batches(batches: Iterable[pa.RecordBatch], codec: Checker, column: str) -> Iterator[pa.RecordBatch]:
    """Return batches with the columns. One program of an `ArrowChecker` checks all of them, on one core."""
    if isinstance(codec, ArrowChecker):
        with codec.start(jobs=1) as child:
            yield from child.check_batches(batches, column)
    else:
        for batch in batches:
            yield check_batch(batch, codec, column)


def follow(
    batches: Iterable[pa.RecordBatch],
    conversation: Conversing,
    column: str,
    key: str,
    *,
    at: Callable[[Any], Any] | None = None,
    time: str | None = None,
) -> Iterator[pa.RecordBatch]:
    """Check conversations, whose messages follow one another: all of one key, in order, before those of the next.

    One tracker is open at a time, so the memory does not depend on the number of conversations. The issues of the end of a conversation belong to its last
    message. ``time`` names a column with the time of each message, which ``at`` turns into options.
    """
    tracker: _Tracker | None = None
    current: object = None
    held: list[tuple[dict[str, Any], pa.Schema]] = []

    def options(row: dict[str, Any]) -> Any:
        return at(row[time]) if at is not None and time is not None else None

    def settle() -> None:
        if tracker is not None and held:
            row = held[-1][0]
            row["issues"] = [*row["issues"], *[_row(issue) for issue in tracker.close(options=options(row))]]
            row["valid"] = row["valid"] and not any(issue["level"] == "must" for issue in row["issues"])

    for batch in batches:
        schema = checked_schema(batch.schema)
        done: list[dict[str, Any]] = []
        for row in batch.to_pylist():
            if tracker is None or row[key] != current:
                settle()
                tracker, current = conversation.track(), row[key]
            done.extend(held_row for held_row, _ in held)
            held.clear()
            line = tracker.receive_text(row[column], options=options(row))
            row["issues"] = [_row(issue) for issue in line.issues]
            row["valid"] = not any(issue["level"] == "must" for issue in row["issues"])
            held.append((row, schema))
        if done:
            yield pa.RecordBatch.from_pylist(done, schema=schema)
    settle()
    if held:
        yield pa.RecordBatch.from_pylist([held[0][0]], schema=held[0][1])
