# ruff: noqa: INP001  # a program
"""Checks lines of foxctl in engines: engines.py WORK FILE... prints a line of JSON with the counts, and the seconds of the wall clock and of all CPUs.

The works are `loop` and `spark`, with a generated binding, and `loop-arrow` and `spark-arrow`, with the program envgen-arrow. All use two processes.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
from envgen_bulk import ArrowChecker, check_batches
from envgen_protocols import foxctl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from envgen_bulk import Checker

NOW: Final = "2026-05-12T08:41:07Z"
PROCESSES: Final = 2
LINES: Final = 10_000
"""Lines in a batch, which is Spark's default."""

Counts = tuple[int, int, int]


def checker(work: str) -> Checker:
    """Return the checker of a work."""
    if work.endswith("-arrow"):
        return ArrowChecker(spec="foxctl", now=NOW)
    return foxctl.ENVELOPE.bind(foxctl.Options(now=NOW))


def loop(files: list[str]) -> Counts:
    """Check each line with the binding, as a program without an engine does. Return the numbers of lines, of invalid ones, and of issues."""
    codec = foxctl.ENVELOPE.bind(foxctl.Options(now=NOW))
    records = invalid = issues = 0
    for file in files:
        with Path(file).open("rb") as lines:
            for line in lines:
                result = codec.try_decode(line)
                records += 1
                invalid += not result.ok
                issues += len(result.issues)
    return records, invalid, issues


def loop_arrow(files: list[str]) -> Counts:
    """Do the same with a program for each process."""

    def batches() -> Iterator[pa.RecordBatch]:
        for file in files:
            texts: list[bytes] = []
            with Path(file).open("rb") as lines:
                for line in lines:
                    texts.append(line)
                    if len(texts) == LINES:
                        yield pa.RecordBatch.from_pydict({"value": pa.array(texts, pa.binary())})
                        texts = []
            if texts:
                yield pa.RecordBatch.from_pydict({"value": pa.array(texts, pa.binary())})

    records = invalid = issues = 0
    for batch in check_batches(batches(), checker("loop-arrow"), "value"):
        valid, found = batch.column("valid"), batch.column("issues")
        records += len(valid)
        invalid += len(valid) - valid.true_count
        issues += len(found.flatten())
    return records, invalid, issues


def in_processes(work: str, files: list[str]) -> Counts:
    """Run a loop in each process."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        each = list(pool.map(loop if work == "loop" else loop_arrow, [files[i::PROCESSES] for i in range(PROCESSES)]))
    records, invalid, issues = (sum(counts) for counts in zip(*each, strict=True))
    return records, invalid, issues


def in_spark(work: str, files: list[str]) -> tuple[Counts, float]:
    """Run a task of Spark for each part of a file. Return the CPU seconds until Spark runs tasks, too."""
    from envgen_bulk import spark
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master(f"local[{PROCESSES}]")
        .config("spark.ui.enabled", "false")
        .config("spark.local.dir", tempfile.mkdtemp())
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    session.range(1).count()
    start = cpu()
    checked = spark.check(session.read.text(files), checker(work), "value")
    row = checked.selectExpr("count(*)", "count_if(not valid)", "sum(size(issues))").collect()[0]
    return (row[0], row[1], row[2]), start


def cpu() -> float:
    """Return the CPU seconds of this process and of all processes below it, which may still run."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
        used[int(stat.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def below(process: int) -> bool:
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return sum(seconds for process, seconds in used.items() if below(process))


def main() -> None:
    """Run a work."""
    work, *files = sys.argv[1:]
    begin = time.monotonic()
    counts, start = in_spark(work, files) if work.startswith("spark") else (in_processes(work, files), 0.0)
    wall = time.monotonic() - begin
    result = dict(zip(("records", "invalid", "issues"), counts, strict=True))
    print(json.dumps({**result, "wall": wall, "cpu": cpu(), "start": start}))  # noqa: T201


if __name__ == "__main__":
    main()
