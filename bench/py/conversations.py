# ruff: noqa: INP001  # lies beside a program
"""Conversations: a tracker's steps and a stream of lines, each beside the reading that they add to; and many exchanges."""

from __future__ import annotations

import gc
import importlib
import json
import platform
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from libraries import LeftOutError, Library, accelerated, envgen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from types import ModuleType

foxctl: Final = importlib.import_module("envgen_protocols.foxctl")
hotrepl: Final = importlib.import_module("envgen_protocols.hotrepl")

MANY: Final = 1_000_000
AT_ONCE: Final = 1000
PIECE: Final = 65536

Race = tuple[str, str, list[tuple[Library, "Callable[[Any], object]", "Sequence[object]"]]]
"""A message, a work, and for each library its function and the inputs."""


def exchange(number: int) -> tuple[Any, Any]:
    """Return a request and its reply."""
    asked = hotrepl.Eval(id=f"e{number}", code="1 + 1", timeout_ms=10_000.0)
    kind = "System.Int32"
    return asked, hotrepl.EvalResult(id=asked.id, has_value=True, value="2", value_type=kind, duration_ms=3.0)


def begun(folder: Path) -> Any:  # noqa: ANN401
    """Return a tracker that has seen a handshake."""
    tracker = hotrepl.CONNECTION.track("client")
    texts = (folder / "hotrepl.ndjson").read_bytes().splitlines()
    expect_none(tracker.receive(hotrepl.decode(next(text for text in texts if b'"handshake"' in text))))
    return tracker


def expect_none(issues: Sequence[object]) -> None:
    """Raise an error for issues of a conversation that is in order."""
    if issues:
        raise LeftOutError(f"a conversation that is in order has the issue {issues[0]}")


def races(folder: Path) -> Iterator[Race]:
    """Yield the races to measure."""
    own = Library(name="envgen", version=envgen("foxctl", "Envelope").version)
    alone = replace(own, name="envgen, no conversation", remark="reads the same messages")
    plain = Library(name="json", version=platform.python_version(), remark="checks nothing")
    tracker, messages = begun(folder), exchange(1)
    texts = [hotrepl.encode(message) for message in messages]

    def step(pair: tuple[Any, Any]) -> None:
        expect_none(tracker.send(pair[0]) or tracker.receive(pair[1]))

    def step_texts(pair: Sequence[bytes]) -> None:
        expect_none(tracker.send_text(pair[0]).issues or tracker.receive_text(pair[1]).issues)

    def each(read: Callable[[bytes], object]) -> Callable[[Sequence[bytes]], None]:
        def run(texts: Sequence[bytes]) -> None:
            for text in texts:
                read(text)

        return run

    yield (
        "hotrepl-exchange",
        "track",
        [
            (replace(own, remark="two steps on objects"), step, [messages]),
            (replace(own, name="envgen, texts", remark="two texts read, and their steps"), step_texts, [texts]),
            (alone, each(hotrepl.try_decode), [texts]),
            (plain, each(json.loads), [texts]),
        ],
    )
    stream = (folder / "foxctl-stream.ndjson").read_bytes()

    def steps(messages: list[Any]) -> None:
        tracker = foxctl.RUN.track()
        for message in messages:
            expect_none(tracker.receive(message))

    yield (
        "foxctl-stream",
        "track",
        [
            (
                replace(own, remark="a step for each of the objects"),
                steps,
                [list(map(foxctl.decode, stream.splitlines()))],
            ),
            (alone, each(foxctl.try_decode), [stream.splitlines()]),
        ],
    )
    pieces = [stream[start : start + PIECE] for start in range(0, len(stream), PIECE)]

    def lines(module: ModuleType) -> Callable[[list[bytes]], None]:
        def run(pieces: list[bytes]) -> None:
            for line in module.RUN.read(pieces):
                expect_none(() if line.ok else line.issues)

        return run

    yield (
        "foxctl-stream",
        "lines",
        [
            (replace(own, remark="bytes in pieces of 64 KiB"), lines(foxctl), [pieces]),
            (replace(own, name="envgen+accel"), lines(accelerated("foxctl")), [pieces]),
            (alone, each(foxctl.try_decode), [stream.splitlines()]),
            (plain, each(json.loads), [stream.splitlines()]),
        ],
    )


def many(folder: Path) -> tuple[Library, int]:
    """Open and close exchanges of different ids; return the remaining memory, and the nanoseconds."""
    tracker = begun(folder)
    before, start = blocks(), time.perf_counter_ns()
    for first in range(0, MANY, AT_ONCE):
        open = [exchange(number) for number in range(first, first + AT_ONCE)]
        for asked, _ in open:
            expect_none(tracker.send(asked))
        for _, answer in open:
            expect_none(tracker.receive(answer))
    ns = time.perf_counter_ns() - start
    del open, asked, answer
    remark = f"{MANY} exchanges, {AT_ONCE} open at a time; {before} blocks of memory before and {blocks()} after"
    return replace(envgen("hotrepl", "Message"), remark=f"{remark}, {tracker.open} open"), ns


def blocks() -> int:
    """Return how many blocks of memory are in use."""
    gc.collect()
    return sys.getallocatedblocks()
