# ruff: noqa: INP001  # a program
"""The functions that a coverage-guided fuzzer calls.

Each target turns the fuzzer's bytes into calls of the generated bindings and raises if the bindings do: they must
answer every input. It also raises if two ways to the same answer differ.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "gen" / "py"))

with atheris.instrument_imports(include=["envgen_protocols"]):
    from envgen_protocols import agh, delegator, foxctl, helper, hotrepl

NOW = "2026-04-16T12:00:00Z"
ALL = 2**31 - 1
CODECS: list[Any] = [p.lookup(p.ROOT_TYPE) for p in (agh, delegator, foxctl, helper, hotrepl)]


def same(a: object, b: object, what: str) -> None:
    if a != b:
        raise AssertionError(f"{what}: {a!r} and {b!r}")


def readers(data: bytes) -> None:
    """Take a protocol from the first byte; the rest is a text."""
    codec, text = CODECS[(data[0] if data else 0) % len(CODECS)], data[1:]
    read = codec.try_decode(text, options=foxctl.Options(now=NOW))
    if not read:
        return
    written = codec.encode_unchecked(read.value, options=foxctl.Options(max_bytes=ALL))
    again = codec.try_decode(written, options=foxctl.Options(now=NOW, max_bytes=ALL))
    if not again:
        raise AssertionError(f"the output of {codec} is refused: {again.issues}")
    same(codec.encode_unchecked(again.value, options=foxctl.Options(max_bytes=ALL)), written, "two outputs")
    same(
        codec.check(read.value, options=foxctl.Options(now=NOW)),
        list(read.issues),
        "the issues of a value and its text",
    )


def trackers(data: bytes) -> None:
    """Take each line as an event of a HotRepl connection: sent, received or the end by its first byte."""
    lines = data.decode(errors="replace").split("\n")[:64]

    def run() -> list[list[Any]]:
        tracker = hotrepl.CONVERSATIONS["connection"].track("client")
        found: list[list[Any]] = []
        for line in lines:
            if line.startswith("!"):
                issues = tracker.close()
            elif line.startswith(">"):
                issues = tracker.send_text(line[1:]).issues
            else:
                issues = tracker.receive_text(line[1:]).issues
            found.append(list(issues))
        return found

    same(run(), run(), "two runs of one conversation")


def lines(data: bytes) -> None:
    """Cut a stream by its first byte; whole or in pieces, its lines have the same issues."""
    step, most, stream = data[0] if data else 1, data[1] if len(data) > 1 else 64, data[2:]
    options = foxctl.Options(now=NOW, max_bytes=most + 1)

    def run(size: int) -> list[list[Any]]:
        tracker = foxctl.CONVERSATIONS["run"].lines(options=options)
        found = [line for at in range(0, len(stream), size) for line in tracker.push(stream[at : at + size])]
        rest, issues = tracker.finish()
        return [*[list(line.issues) for line in (*found, *rest)], list(issues)]

    same(run(step % 7 + 1), run(len(stream) + 1), "a stream in pieces and whole")


def main() -> None:
    """Fuzz the target that the first argument names; libFuzzer takes the others."""
    target = {"readers": readers, "trackers": trackers, "lines": lines}[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
