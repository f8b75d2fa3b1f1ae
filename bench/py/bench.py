# ruff: noqa: INP001  # a program
"""Measure the generated Python beside other libraries, and print one line of JSON for each message, work and library.

Works: "object" makes a checked object from the result of json.loads, "read" from a text, and "write" makes a text of
the object. Libraries with a wrong verdict or text are not measured: standard error reports them.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import re
import sys
import time
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conversations import many, races
from libraries import BUILDERS, LeftOutError, Library, envgen, standard_json
from producers import builds, stores
from rpc import rpc_races

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WORKS: Final = ("object", "read", "write")
FILES: Final = (
    "foxctl-full.json",
    "foxctl-artifact.json",
    "foxctl-large.json",
    "foxctl-faults.json",
    "hotrepl.ndjson",
    "agh-direct.json",
    "delegator-results.json",
    "foxctl-stream.ndjson",
)
INVALID: Final = ("foxctl-faults", "faults-8mb")
MANY_FAULTS: Final = "faults-8mb"
MANY_FAULTS_BYTES: Final = 8 * 1024 * 1024


class BenchError(Exception):
    """The benchmark cannot go on."""


@dataclass(frozen=True)
class Message:
    """One file: a text, or one a line."""

    name: str
    texts: Sequence[bytes]

    @property
    def protocol(self) -> str:
        """The protocol that the message belongs to."""
        return self.name.partition("-")[0]

    @property
    def valid(self) -> bool:
        """Whether the verdict has to be that it is valid."""
        return self.name not in INVALID


@dataclass
class Task:
    """One library at one work, and its time in each round."""

    library: Library
    remark: str
    run: Callable[[Any], object]
    inputs: Sequence[object]
    goes: int = 1
    ns: list[float] = field(default_factory=list)

    def spend(self, goes: int) -> int:
        """Go through the inputs a number of times; return the nanoseconds."""
        run, inputs = self.run, self.inputs
        start = time.perf_counter_ns()
        for _ in range(goes):
            for given in inputs:
                run(given)
        return time.perf_counter_ns() - start

    def calibrate(self, budget: int) -> None:
        """Warm up, and find how many goes take the budget of nanoseconds."""
        goes = 1
        while (spent := self.spend(goes)) * 4 < budget:
            goes *= 2
        self.goes = max(1, round(goes * budget / spent))

    def measure(self) -> None:
        """Measure one round."""
        self.ns.append(round(self.spend(self.goes) / self.goes, 1))


def note(text: str) -> None:
    """Print a note that is not a result."""
    sys.stderr.write(text + "\n")


def load(folder: Path, name: str) -> Message:
    """Read the messages of a file."""
    text = (folder / name).read_bytes()
    stem, _, extension = name.partition(".")
    return Message(stem, [line for line in text.split(b"\n") if line] if extension == "ndjson" else [text])


def many_faults() -> Message:
    """Make a text of foxctl's Meta in which millions of profiles are no strings."""
    head, tail = b'{"ts":"2026-05-12T00:00:00Z","profiles":[1', b"]}"
    return Message(MANY_FAULTS, [head + b",1" * ((MANY_FAULTS_BYTES - len(head) - len(tail)) // 2) + tail])


@functools.cache
def library_of(name: str, protocol: str) -> Library | LeftOutError:
    """Set a library up once for a protocol."""
    try:
        return BUILDERS[name](protocol)
    except LeftOutError as reason:
        note(f"{protocol}: {name} is left out: {reason}")
        return reason


def counted(issues: int, remark: str) -> str:
    """Put the number of issues before a remark."""
    return ", ".join(part for part in (f"{issues} issue" + "s" * (issues != 1), remark) if part)


def task_to_refuse(library: Library, work: str, inputs: Sequence[Any]) -> Task | None:
    """Return the task for invalid messages. All of them have to be refused."""
    if not library.checks:
        return Task(library, library.remark, library.read, inputs) if work == "read" and library.read else None
    run = {"object": library.convert_faults, "read": library.read_faults, "write": None}[work]
    if run is None:
        return None
    found = [len(run(given)) for given in inputs]
    if not all(found):
        raise LeftOutError("it accepts an invalid message")
    return Task(library, counted(sum(found), library.remark), run, inputs)


def task_to_accept(library: Library, work: str, inputs: Sequence[Any]) -> Task | None:
    """Return the task for valid messages. All of them have to be accepted."""
    run = library.convert if work == "object" else library.read
    if run is None:
        return None
    for given in inputs:
        run(given)
    return Task(library, library.remark, run, inputs)


def task_to_write(library: Library, values: Sequence[Any]) -> Task | None:
    """Return the task for objects of valid messages. The written JSON has to equal the JSON that was read."""
    if library.write is None:
        return None
    made = [library.convert(value) for value in values] if library.convert else values
    if any(json.loads(library.write(given)) != value for given, value in zip(made, values, strict=True)):
        raise LeftOutError("it writes another message than it has read")
    return Task(library, library.write_remark, library.write, made)


def task_of(library: Library, work: str, message: Message) -> Task | None:
    """Return the task of a library, or None where it has no such work."""
    inputs: Sequence[Any] = message.texts if work == "read" else [json.loads(text) for text in message.texts]
    try:
        if not message.valid:
            return task_to_refuse(library, work, inputs)
        return task_to_write(library, inputs) if work == "write" else task_to_accept(library, work, inputs)
    except Exception as reason:  # every library has errors of its own
        text = f"{message.name}: {work} with {library.name} is not measured: {reason}"
        if library.name == "envgen":
            raise BenchError(text) from reason
        note(text)
        return None


def line_of(message: str, work: str, task: Task) -> str:
    """Return the result of a task in one line of JSON."""
    return json.dumps(
        {
            "message": message,
            "work": work,
            "library": task.library.name,
            "version": task.library.version,
            "remark": task.remark,
            "ns": task.ns,
        },
        separators=(",", ":"),
    )


def compare(message: Message, work: str, libraries: Sequence[Library], options: argparse.Namespace) -> None:
    """Measure libraries in turn at one work, and print the results."""
    race(message.name, work, [task for library in libraries if (task := task_of(library, work, message))], options)


def race(message: str, work: str, tasks: Sequence[Task], options: argparse.Namespace) -> None:
    """Measure tasks in turn, and print the results."""
    # The inputs of all tasks stay alive. Frozen, they cost nothing in the collections that a task sets off.
    gc.collect()
    gc.freeze()
    for task in tasks:
        task.calibrate(options.time * 1_000_000)
    for _ in range(options.rounds):
        for task in tasks:
            task.measure()
    gc.unfreeze()
    for task in tasks:
        sys.stdout.write(line_of(message, work, task) + "\n")
    sys.stdout.flush()


def wanted(options: argparse.Namespace, message: str, work: str, names: Sequence[str]) -> list[str]:
    """Return those of the libraries that are to be measured."""
    return [name for name in names if options.only.search(f"{message}/{work}/{name}")]


def plan(options: argparse.Namespace) -> Iterator[tuple[Message, str, list[Library]]]:
    """Yield each message and work to measure, with the libraries."""
    for file in FILES:
        name = file.partition(".")[0]
        names = {work: wanted(options, name, work, list(BUILDERS)) for work in WORKS}
        if any(names.values()):
            message = load(options.messages, file)
            for work in WORKS:
                known = [library_of(library, message.protocol) for library in names[work]]
                yield message, work, [library for library in known if isinstance(library, Library)]
    few = wanted(options, MANY_FAULTS, "read", ["envgen", "json"])
    if few:
        yield many_faults(), "read", [envgen("foxctl", "Meta") if name == "envgen" else standard_json() for name in few]


def converse(options: argparse.Namespace) -> bool:
    """Measure builders and conversations; return whether any was selected."""
    measured = False
    for message, work, all_ in chain(builds(options.messages), stores(options.messages), races(options.messages), rpc_races()):
        names = wanted(options, message, work, [library.name for library, _, _ in all_])
        tasks = [Task(each, each.remark, run, inputs) for each, run, inputs in all_ if each.name in names]
        if tasks:
            race(message, work, tasks, options)
            measured = True
    if wanted(options, "hotrepl-exchange", "million", ["envgen"]):
        library, ns = many(options.messages)
        sys.stdout.write(line_of("hotrepl-exchange", "million", Task(library, library.remark, int, (), ns=[ns])) + "\n")
        measured = True
    return measured


def whole_from_1(text: str) -> int:
    """Read a number of rounds or milliseconds."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=Path, required=True, help="folder of the messages")
    parser.add_argument("--rounds", type=whole_from_1, default=5, help="how often each library has its turn")
    parser.add_argument("--time", type=whole_from_1, default=100, help="milliseconds of a turn")
    parser.add_argument(
        "--only", type=re.compile, default=re.compile(""), help="regex of a row: message, work and library"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark."""
    options = options_of(arguments)
    measured = False
    try:
        for message, work, libraries in plan(options):
            if libraries:
                compare(message, work, libraries, options)
                measured = True
        measured = converse(options) or measured
        if not measured:
            raise BenchError("nothing matches --only")
    except (BenchError, OSError) as error:
        note(f"bench.py: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
