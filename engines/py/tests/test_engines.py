"""Every engine gives the issues of the binding, on mutants of fixtures: ``make test-engines``.

ENVGEN_MESSAGES is a folder of <protocol>.ndjson, whose lines have a text; ENVGEN_PROGRAM is the command envgen.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Final

import duckdb
import envgen_bulk
import polars as pl
import pyarrow as pa
from envgen_bulk import duck, frames, spark
from envgen_protocols import foxctl
from pyspark.sql import SparkSession

MESSAGES: Final = Path(os.environ["ENVGEN_MESSAGES"])
ROOTS: Final = {
    "agh": "ENVELOPE",
    "delegator": "JSON_ENVELOPE",
    "foxctl": "ENVELOPE",
    "helper": "ENVELOPE",
    "hotrepl": "MESSAGE",
}
NOW: Final = "2026-05-12T08:41:07Z"


def codec(protocol: str) -> Any:
    """Return the codec of the root, with the time that the tests share."""
    package = importlib.import_module(f"envgen_protocols.{protocol}")
    return getattr(package, ROOTS[protocol]).bind(package.Options(now=NOW))


def texts(protocol: str) -> list[str]:
    """Read the messages of a protocol."""
    with (MESSAGES / f"{protocol}.ndjson").open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


Row = tuple[bool, list[tuple[str, str, str, str]]]


def own(protocol: str) -> list[Row]:
    """Return the binding's own answers."""
    of = codec(protocol)
    return [
        (result.ok, [(i.rule, i.path, i.level, i.message) for i in result.issues])
        for result in map(of.try_decode, texts(protocol))
    ]


def rows(table: list[dict[str, Any]]) -> list[Row]:
    """Return the answers of an engine, in the order of the column ``n``."""
    ordered = sorted(table, key=lambda row: row["n"])
    return [
        (row["valid"], [(i["rule"], i["path"], i["level"], i["message"]) for i in row["issues"]]) for row in ordered
    ]


class Engines(unittest.TestCase):
    """Messages by themselves."""

    session: SparkSession

    @classmethod
    def setUpClass(cls) -> None:
        """Start Spark with two tasks at once. A task may fail three times."""
        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.session = (
            SparkSession.builder.master("local[2,4]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "500")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.speculation", "true")
            .config("spark.local.dir", tempfile.mkdtemp())
            .getOrCreate()
        )
        cls.session.sparkContext.setLogLevel("ERROR")

    @classmethod
    def tearDownClass(cls) -> None:
        """Stop Spark."""
        cls.session.stop()

    def test_all(self) -> None:
        """All engines agree with the binding."""
        connection = duckdb.connect()
        for protocol in ROOTS:
            of, messages, want = codec(protocol), texts(protocol), own(protocol)
            self.assertGreater(sum(not ok for ok, _ in want), 50, protocol)
            self.assertGreater(sum(ok for ok, _ in want), 50, protocol)
            table = pa.table({"n": range(len(messages)), "value": messages})
            with self.subTest(engine="Arrow", protocol=protocol):
                checked = [envgen_bulk.check_batch(batch, of, "value") for batch in table.to_batches(300)]
                self.assertEqual(rows(pa.Table.from_batches(checked).to_pylist()), want)
            with self.subTest(engine="Polars", protocol=protocol):
                frame = pl.from_arrow(table)
                assert isinstance(frame, pl.DataFrame)
                self.assertEqual(rows(frames.check(frame, of, "value").to_dicts()), want)
            with self.subTest(engine="DuckDB", protocol=protocol):
                duck.register(connection, f"check_{protocol}", of)
                connection.register("messages", table)
                query = f"SELECT n, c.valid AS valid, c.issues AS issues FROM (SELECT n, check_{protocol}(value) AS c FROM messages)"
                self.assertEqual(rows(connection.sql(query).to_arrow_table().to_pylist()), want)
            with self.subTest(engine="Spark", protocol=protocol):
                frame = self.session.createDataFrame(list(enumerate(messages)), "n long, value string").repartition(3)
                found = [row.asDict(recursive=True) for row in spark.check(frame, of, "value").collect()]
                self.assertEqual(rows(found), want)

    def test_bulk(self) -> None:
        """``envgen bulk`` reports the issues of the binding, but for the causes of texts that are no JSON."""
        for protocol in ROOTS:
            with self.subTest(protocol=protocol), tempfile.TemporaryDirectory() as folder:
                out = Path(folder) / "issues"
                args = [
                    "bulk",
                    "--spec",
                    protocol,
                    "--at",
                    "/text",
                    "--now",
                    NOW,
                    "--out",
                    str(out),
                    str(MESSAGES / f"{protocol}.ndjson"),
                ]
                code = subprocess.run(
                    [os.environ["ENVGEN_PROGRAM"], *args], stdout=subprocess.DEVNULL, check=False
                ).returncode
                self.assertEqual(code, 1)
                found: list[list[tuple[str, str, str, str]]] = [[] for _ in texts(protocol)]
                for line in out.read_text(encoding="utf-8").splitlines():
                    row = json.loads(line)
                    message = "" if row["rule"] == "json" else row["message"]
                    found[row["line"] - 1].append((row["rule"], row["path"], row["level"], message))
                want = [
                    [(rule, path, level, "" if rule == "json" else message) for rule, path, level, message in issues]
                    for _, issues in own(protocol)
                ]
                self.assertEqual(found, want)

    def test_null(self) -> None:
        """A message that is null has no answer."""
        batch = pa.RecordBatch.from_pydict({"value": pa.array([None, "{}"], pa.string())})
        checked = envgen_bulk.check_batch(batch, codec("foxctl"), "value").to_pylist()
        self.assertEqual((checked[0]["valid"], checked[0]["issues"], checked[1]["valid"]), (None, None, False))

    def test_taken_name(self) -> None:
        """A column of the result's name is refused."""
        batch = pa.RecordBatch.from_pydict({"value": ["{}"], "issues": [1]})
        with self.assertRaisesRegex(ValueError, "has a column 'issues' already"):
            envgen_bulk.check_batch(batch, codec("foxctl"), "value")

    def test_streams(self) -> None:
        """The order of messages, with many conversations in one table, equals that of one tracker for each."""
        steps = [
            json.dumps(
                {
                    "version": 1,
                    "status": status,
                    "command": "fs/ls",
                    "data": {},
                    "meta": {"ts": NOW, "seq": n},
                    "error": {"code": None, "message": None, "details": None},
                }
            )
            for n, status in enumerate(["progress", "progress", "ok", "ok"])
        ]
        table, want = [], {}
        for key in range(40):
            chosen = [steps[0], steps[1], steps[2], steps[3]][: 1 + key % 4] if key % 3 else [steps[2], steps[0]]
            tracker = foxctl.RUN.track()
            answers = [[i.rule for i in tracker.receive_text(text).issues] for text in chosen]
            answers[-1] += [i.rule for i in tracker.close()]
            for place, (text, answer) in enumerate(zip(chosen, answers, strict=True)):
                table.append((f"run-{key}", place, text))
                want[f"run-{key}", place] = answer
        self.assertTrue(any(want.values()))
        self.assertFalse(all(want.values()))
        frame = self.session.createDataFrame(table[::-1], "run string, place int, text string").repartition(5)
        checked = spark.check_streams(frame, foxctl.RUN, "text", "run", "place")
        found = {(row["run"], row["place"]): [i["rule"] for i in row["issues"]] for row in checked.collect()}
        self.assertEqual(found, want)

    def test_lost_worker(self) -> None:
        """A worker that dies is started again, and no count changes."""
        marker = Path(tempfile.mkdtemp()) / "died"
        own_codec = codec("foxctl")

        class Dying:
            """A codec whose process dies once."""

            def try_decode(self, data: bytes | str) -> Any:
                if not marker.exists():
                    marker.touch()
                    os._exit(1)
                return own_codec.try_decode(data)

        messages = texts("foxctl")[:400]
        frame = self.session.createDataFrame(list(enumerate(messages)), "n long, value string").repartition(2)
        found = [row.asDict(recursive=True) for row in spark.check(frame, Dying(), "value").collect()]
        self.assertTrue(marker.exists())
        self.assertEqual(rows(found), own("foxctl")[:400])


if __name__ == "__main__":
    unittest.main()
