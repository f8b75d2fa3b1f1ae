"""Checks by the program ``envgen-arrow``, in which no message becomes an object of Python."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import weakref
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Final, Self

import pyarrow as pa

from ._types import ISSUES, checked_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import TracebackType

MOST_ROWS: Final = 1 << 14
MOST_BYTES: Final = 1 << 26
"""The size of a batch that the program reads at once. Larger ones are cut."""


class CheckerError(RuntimeError):
    """The program has ended, or its answer does not belong to the messages. No message of the batch has an answer."""


@dataclass(frozen=True, kw_only=True)
class ArrowChecker:
    """Settings of ``envgen-arrow``, in the place of a codec.

    The program and the file of the spec must be present on each machine that checks messages.
    """

    spec: str
    """A file, or the name of a protocol that ships with envgen."""
    type: str | None = None
    """Type of the messages. Default: the root of the spec."""
    now: str | None = None
    """Time of the variable ``now`` in rules, in RFC 3339. Default: the current time."""
    now_column: str | None = None
    """Column of the time of each message: timestamps, seconds since 1970 or texts in RFC 3339. A null is replaced by ``now``."""
    params: Mapping[str, str] = field(default_factory=dict)
    """Values of parameters, as ``envgen bulk --param`` reads them."""
    jobs: int | None = None
    """Messages that are checked at once. Default: one in a task of Spark, otherwise the number of cores."""
    program: str | None = None
    """Default: the environment variable ENVGEN_ARROW, or ``envgen-arrow`` on the PATH."""

    def start(self, *, jobs: int | None = None) -> ArrowChild:
        """Start the program. ``jobs`` applies unless the settings have their own."""
        return ArrowChild(self, jobs)

    def command(self, jobs: int | None) -> list[str]:
        """Return the command line."""
        jobs = self.jobs if self.jobs is not None else jobs
        line = [self.program or os.environ.get("ENVGEN_ARROW") or "envgen-arrow", "check", "--column", "message"]
        for flag, value in {"spec": self.spec, "type": self.type, "now": self.now, "jobs": jobs}.items():
            if value is not None:
                line.append(f"--{flag}={value}")
        if self.now_column is not None:
            line += ["--now-column", "now"]
        return line + [f"--param={name}={value}" for name, value in self.params.items()]


def _end(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """End a program whose answers nobody reads."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()
    errors.close()


class ArrowChild:
    """A running program. It is for one thread at a time; others wait."""

    def __init__(self, settings: ArrowChecker, jobs: int | None = None) -> None:
        """Start the program."""
        self.now_column: Final = settings.now_column
        self._command: Final = settings.command(jobs)
        self._errors: Final[IO[bytes]] = tempfile.TemporaryFile()  # noqa: SIM115  # a pipe could fill up
        try:
            self._process: Final = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError as error:
            message = (
                f"{self._command[0]} cannot be started: {error.strerror}. Install it, or set ENVGEN_ARROW to its path"
            )
            self._errors.close()
            raise CheckerError(message) from error
        self._finalizer: Final = weakref.finalize(self, _end, self._process, self._errors)
        self._lock: Final = threading.Lock()
        self._writer: pa.RecordBatchStreamWriter | None = None
        self._reader: pa.RecordBatchStreamReader | None = None
        self._schema: pa.Schema | None = None
        self._waiting: Final[deque[int]] = deque()

    def __enter__(self) -> Self:
        """Return the program itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program."""
        if kind is None:
            self.close()
        else:
            self._finalizer()

    def close(self) -> None:
        """End the program. It raises CheckerError if the program reports an error."""
        if not self._finalizer.alive:
            return
        assert self._process.stdin is not None
        try:
            if self._writer is not None and not self._waiting:
                self._writer.close()
            self._process.stdin.close()
            if self._writer is not None and not self._waiting and self._process.wait(timeout=10) != 0:
                raise self._failure()
        except (OSError, subprocess.TimeoutExpired) as error:
            raise self._failure() from error
        finally:
            self._finalizer()

    def check_column(
        self, texts: pa.Array | pa.ChunkedArray, times: pa.Array | pa.ChunkedArray | None = None
    ) -> tuple[pa.Array, pa.Array]:
        """Return whether each message is valid, and its issues."""
        valid, issues = [], []
        with self._lock:
            for answer in self._answers(_pieces(texts, times)):
                valid.append(answer.column(0))
                issues.append(answer.column(1))
        if not valid:
            return pa.array([], pa.bool_()), pa.array([], ISSUES)
        return pa.concat_arrays(valid), pa.concat_arrays(issues)

    def check_batches(self, batches: Iterable[pa.RecordBatch], column: str) -> Iterator[pa.RecordBatch]:
        """Return the batches with the columns ``valid`` and ``issues``. The program checks a batch while the caller uses the one before."""
        asked: deque[pa.RecordBatch] = deque()

        def pieces() -> Iterator[pa.RecordBatch]:
            for batch in batches:
                times = batch.column(self.now_column) if self.now_column is not None else None
                for piece, message in zip(*_cut(batch, times, column), strict=True):
                    asked.append(piece)
                    yield message

        for answer in self._answers(pieces()):
            batch = asked.popleft()
            yield pa.RecordBatch.from_arrays([*batch.columns, *answer.columns], schema=checked_schema(batch.schema))

    def _answers(self, pieces: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Send pieces, and return their answers. Two pieces are with the program at most: it reads a third one only after an answer."""
        for piece in pieces:
            self._send(piece)
            if len(self._waiting) > 1:
                yield self._receive()
        while self._waiting:
            yield self._receive()

    def _send(self, piece: pa.RecordBatch) -> None:
        assert self._process.stdin is not None
        if not self._finalizer.alive:
            raise CheckerError(f"{self._command[0]} has ended")
        try:
            if self._writer is None:
                self._schema = piece.schema
                self._writer = pa.ipc.new_stream(self._process.stdin, piece.schema)
            self._writer.write_batch(piece if piece.schema == self._schema else piece.cast(self._schema))
            self._process.stdin.flush()
        except OSError as error:
            raise self._failure() from error
        self._waiting.append(piece.num_rows)

    def _receive(self) -> pa.RecordBatch:
        try:
            if self._reader is None:
                self._reader = pa.ipc.open_stream(self._process.stdout)
            answer = self._reader.read_next_batch()
        except (OSError, pa.ArrowInvalid, StopIteration) as error:
            raise self._failure() from error
        rows = self._waiting.popleft()
        if answer.num_rows != rows:
            raise self._failure(f"it has answered {answer.num_rows} of {rows} messages")
        return pa.RecordBatch.from_arrays([answer.column(0), answer.column(1).cast(ISSUES)], names=["valid", "issues"])

    def _failure(self, reason: str | None = None) -> CheckerError:
        """End the program, and return its error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        code = self._process.poll()
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        self._finalizer()
        ended = reason or (f"it has ended with exit code {code}" if code is not None else "it does not answer")
        return CheckerError(f"{' '.join(self._command)}: {ended}" + (f"\n{text}" if text else ""))


def _messages(texts: pa.Array) -> pa.Array:
    """Return an array of a type that the program reads."""
    kind = texts.type
    if pa.types.is_dictionary(kind):
        return _messages(texts.cast(kind.value_type))
    if pa.types.is_null(kind):
        return texts.cast(pa.string())
    readable = (
        pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view,
        pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view,
    )  # fmt: skip
    if not any(test(kind) for test in readable):
        raise TypeError(f"a column of messages has the type {kind}, and not one of strings or binaries")
    return texts


def _cut(
    batch: pa.RecordBatch, times: pa.Array | None, column: str
) -> tuple[list[pa.RecordBatch], list[pa.RecordBatch]]:
    """Return the parts of a batch that are small enough, and their messages."""
    sent: dict[str, Any] = {"message": _messages(batch.column(column))}
    if times is not None:
        sent["now"] = times
    messages = pa.RecordBatch.from_pydict(sent)
    places = list(_places(messages, 0, messages.num_rows))
    return [batch.slice(*place) for place in places], [messages.slice(*place) for place in places]


def _places(messages: pa.RecordBatch, begin: int, rows: int) -> Iterator[tuple[int, int]]:
    """Return the beginnings and lengths of parts."""
    if rows <= 1 or (rows <= MOST_ROWS and messages.slice(begin, rows).nbytes <= MOST_BYTES):
        yield begin, rows
        return
    half = rows // 2
    yield from _places(messages, begin, half)
    yield from _places(messages, begin + half, rows - half)


def _pieces(texts: pa.Array | pa.ChunkedArray, times: pa.Array | pa.ChunkedArray | None) -> Iterator[pa.RecordBatch]:
    """Return the batches of a column, and of the times beside it."""
    columns = {"message": texts} if times is None else {"message": texts, "now": times}
    for batch in pa.table(columns).to_batches():
        yield from _cut(batch, batch.column("now") if times is not None else None, "message")[1]
