"""Every engine gives the issues of the binding, on mutants of fixtures: ``make test-engines``.

ENVGEN_MESSAGES is a folder of <protocol>.ndjson, whose lines have a text; ENVGEN_PROGRAM is the command envgen, and ENVGEN_ARROW is envgen-arrow.
"""

from __future__ import annotations

import gc
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
from pyarrow import parquet
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


def checkers(protocol: str) -> list[tuple[str, envgen_bulk.Checker]]:
    """Return the binding and the program, which have the same issues."""
    return [("binding", codec(protocol)), ("envgen-arrow", envgen_bulk.ArrowChecker(spec=protocol, now=NOW))]


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


def without_causes(found: list[Row]) -> list[Row]:
    """Return answers without the causes of texts that are no JSON: each parser has its own words."""
    return [
        (ok, [(rule, path, level, "" if rule == "json" else message) for rule, path, level, message in issues])
        for ok, issues in found
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
        """All engines agree with the binding, with both checkers."""
        connection = duckdb.connect()
        for protocol in ROOTS:
            messages, expected = texts(protocol), own(protocol)
            self.assertGreater(sum(not ok for ok, _ in expected), 50, protocol)
            self.assertGreater(sum(ok for ok, _ in expected), 50, protocol)
            table = pa.table({"n": range(len(messages)), "value": messages})
            for kind, of in checkers(protocol):
                same = without_causes if kind == "envgen-arrow" else list
                want = same(expected)
                with self.subTest(engine="Arrow", checker=kind, protocol=protocol):
                    checked = list(envgen_bulk.check_batches(table.to_batches(300), of, "value"))
                    self.assertEqual(same(rows(pa.Table.from_batches(checked).to_pylist())), want)
                with self.subTest(engine="Polars", checker=kind, protocol=protocol):
                    frame = pl.from_arrow(table)
                    assert isinstance(frame, pl.DataFrame)
                    self.assertEqual(same(rows(frames.check(frame, of, "value").to_dicts())), want)
                with self.subTest(engine="DuckDB", checker=kind, protocol=protocol):
                    name = f"check_{protocol}_{kind[-5:]}"
                    duck.register(connection, name, of)
                    connection.register("messages", table)
                    query = f"SELECT n, c.valid AS valid, c.issues AS issues FROM (SELECT n, {name}(value) AS c FROM messages)"
                    self.assertEqual(same(rows(connection.sql(query).to_arrow_table().to_pylist())), want)
                with self.subTest(engine="Spark", checker=kind, protocol=protocol):
                    frame = self.session.createDataFrame(table.to_pandas()).repartition(3)
                    found = [row.asDict(recursive=True) for row in spark.check(frame, of, "value").collect()]
                    self.assertEqual(same(rows(found)), want)

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
                self.assertEqual(found, [issues for _, issues in without_causes(own(protocol))])

    def test_parquet(self) -> None:
        """``envgen bulk`` writes the same issues as parquet, which DuckDB and pyarrow read."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("issues.ndjson", "issues.parquet"):
                args = ["bulk", "--spec", "agh", "--at", "/text", "--now", NOW, "--out", f"{folder}/{name}"]
                code = subprocess.run(
                    [os.environ["ENVGEN_PROGRAM"], *args, str(MESSAGES / "agh.ndjson")],
                    stdout=subprocess.DEVNULL,
                    check=False,
                ).returncode
                self.assertEqual(code, 1)
            lines = Path(folder, "issues.ndjson").read_text(encoding="utf-8").splitlines()
            want = [{"key": None, **json.loads(line)} for line in lines]
            self.assertGreater(len(want), 500)
            self.assertEqual(parquet.read_table(f"{folder}/issues.parquet").to_pylist(), want)
            found = duckdb.sql(f"SELECT * FROM '{folder}/issues.parquet'").to_arrow_table().to_pylist()
            self.assertEqual(found, want)

    def test_null(self) -> None:
        """A message that is null has no answer."""
        for kind, of in checkers("foxctl"):
            with self.subTest(checker=kind):
                batch = pa.RecordBatch.from_pydict({"value": pa.array([None, "{}"], pa.string())})
                checked = envgen_bulk.check_batch(batch, of, "value").to_pylist()
                self.assertEqual((checked[0]["valid"], checked[0]["issues"], checked[1]["valid"]), (None, None, False))

    def test_no_text(self) -> None:
        """A string that is no UTF-8, which engines do not check, has an issue, as the other messages have their own."""
        data = [b'{"\xff":1}', b"{}", None]
        array = pa.array(data, pa.binary())
        for kind in (pa.string(), pa.large_string(), pa.binary()):
            column = pa.Array.from_buffers(kind, 3, array.buffers()) if kind == pa.string() else array
            if kind == pa.large_string():
                large = pa.array(data, pa.large_binary())
                column = pa.Array.from_buffers(kind, 3, large.buffers())
            batch = pa.RecordBatch.from_arrays([column], names=["value"])
            answers = [envgen_bulk.check_batch(batch, of, "value") for _, of in checkers("foxctl")]
            for answer in answers:
                issues = answer.column("issues").to_pylist()
                self.assertEqual(issues[0][0]["rule"], "json")
                self.assertEqual(issues[1][0]["rule"], "required")
                self.assertIsNone(issues[2])

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

    def test_columns(self) -> None:
        """The program reads columns of all types of strings, empty tables, and times beside the messages."""
        line = '{"protocol":"agh-network/v0","id":"m","kind":"say","channel":"c","from":"ops","to":null,"ts":1000000000,"body":{},"proof":null}'
        checker = envgen_bulk.ArrowChecker(spec="agh", now=NOW)
        kinds = (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())
        for kind in (*kinds, pa.dictionary(pa.int32(), pa.string())):
            table = pa.table({"value": pa.array([line, "[", None], pa.string()).cast(kind)})
            with self.subTest(kind=str(kind)):
                found = frames.check_table(table, checker, "value").column("valid").to_pylist()
                self.assertEqual(found, [False, False, None])
                self.assertEqual(frames.check_table(table.slice(1), checker, "value").num_rows, 2)
                self.assertEqual(frames.check_table(table.slice(3), checker, "value").num_rows, 0)
        self.assertEqual(frames.check_table(pa.table({"value": pa.nulls(2)}), checker, "value")["valid"].null_count, 2)
        with self.assertRaisesRegex(TypeError, "has the type int64"):
            frames.check_table(pa.table({"value": [1]}), checker, "value")
        timed = envgen_bulk.ArrowChecker(spec="agh", now=NOW, now_column="at")
        table = pa.table({"value": [line, line], "at": [1_000_000_000, None]})
        self.assertEqual(frames.check_table(table, timed, "value").column("valid").to_pylist(), [True, False])
        batches = list(envgen_bulk.check_batches(table.to_batches(1), timed, "value"))
        self.assertEqual([batch.column("valid").to_pylist() for batch in batches], [[True], [False]])
        with self.assertRaisesRegex(ValueError, "no column of times"):
            duck.register(duckdb.connect(), "f", timed)

    def test_large_batch(self) -> None:
        """A batch beyond the limits is cut, and its answers are in order."""
        messages = texts("foxctl")[:400]
        long = json.dumps({"x": "x" * (1 << 20)})
        many = [*messages * 100, *[long] * 100, "[", *messages]
        table = pa.table({"value": many})
        checker = envgen_bulk.ArrowChecker(spec="foxctl", now=NOW)
        found = frames.check_table(table, checker, "value").column("issues")
        few = (
            frames.check_table(pa.table({"value": [*messages, long, "["]}), checker, "value")
            .column("issues")
            .to_pylist()
        )
        self.assertEqual(found.to_pylist(), [*few[:400] * 100, *[few[400]] * 100, few[401], *few[:400]])

    def test_dead_program(self) -> None:
        """A program that ends early, or gives other answers, is an error with its report, and never a count."""
        batch = pa.RecordBatch.from_pydict({"value": ["{}"] * 50})

        def script(text: str) -> str:
            path = Path(tempfile.mkdtemp()) / "program"
            path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            path.chmod(0o755)
            return str(path)

        real = os.environ["ENVGEN_ARROW"]
        for name, program, report in (
            ("missing", "/none/envgen-arrow", "cannot be started: No such file"),
            ("refusing", script("echo no memory >&2; exit 7"), "exit code 7\nno memory"),
            ("silent", script("head -c 10 >/dev/null"), "exit code 0"),
            ("other", script("echo hello; head -c 10 >/dev/null"), "program"),
            ("cut", script(f'head -c 100 | {real} "$@"'), "ends inside of a message"),
        ):
            with self.subTest(program=name):
                checker = envgen_bulk.ArrowChecker(spec="foxctl", program=program)
                with self.assertRaisesRegex(envgen_bulk.CheckerError, report):
                    list(envgen_bulk.check_batches([batch] * 200, checker, "value"))
        with self.assertRaisesRegex(envgen_bulk.CheckerError, "ships no protocol of that name"):
            envgen_bulk.check_batch(batch, envgen_bulk.ArrowChecker(spec="none"), "value")
        child = envgen_bulk.ArrowChecker(spec="foxctl").start()
        self.assertEqual(envgen_bulk.check_batch(batch, child, "value").num_rows, 50)
        child._process.kill()
        with self.assertRaisesRegex(envgen_bulk.CheckerError, "exit code -9"):
            for _ in range(100):
                envgen_bulk.check_batch(batch, child, "value")
        with self.assertRaisesRegex(envgen_bulk.CheckerError, "has ended"):
            envgen_bulk.check_batch(batch, child, "value")

    def test_wrong_answers(self) -> None:
        """An answer with another number of rows is an error."""
        other = Path(tempfile.mkdtemp()) / "program"
        other.write_text(
            f"#!{sys.executable}\nimport sys, pyarrow as pa\n"
            "r = pa.ipc.open_stream(sys.stdin.buffer)\n"
            "s = pa.schema([('valid', pa.bool_()), ('issues', pa.list_(pa.struct([(n, pa.string()) for n in ('rule', 'path', 'level', 'message')])))])\n"
            "w = pa.ipc.new_stream(sys.stdout.buffer, s)\n"
            "for b in r:\n"
            "    w.write_batch(pa.RecordBatch.from_pylist([{'valid': True, 'issues': []}] * (b.num_rows - 1), schema=s))\n"
            "    sys.stdout.flush()\n",
            encoding="utf-8",
        )
        other.chmod(0o755)
        checker = envgen_bulk.ArrowChecker(spec="foxctl", program=str(other))
        batch = pa.RecordBatch.from_pydict({"value": ["{}"] * 5})
        with self.assertRaisesRegex(envgen_bulk.CheckerError, "answered 4 of 5 messages"):
            envgen_bulk.check_batch(batch, checker, "value")

    def test_one_program(self) -> None:
        """A connection, and a task, has one program, which ends with it."""
        log = Path(tempfile.mkdtemp()) / "starts"
        program = log.parent / "program"
        program.write_text(f'#!/bin/sh\necho $$ >> {log}\nexec {os.environ["ENVGEN_ARROW"]} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        checker = envgen_bulk.ArrowChecker(spec="foxctl", now=NOW, program=str(program))
        messages = texts("foxctl")
        connection = duckdb.connect()
        duck.register(connection, "f", checker)
        connection.register("messages", pa.table({"value": messages * 5}))
        for _ in range(2):
            connection.sql("SELECT count(*) FROM messages WHERE NOT f(value).valid").fetchall()
        pids = log.read_text(encoding="utf-8").split()
        self.assertEqual(len(pids), 1)
        connection.close()
        del connection
        gc.collect()
        self.assertFalse(Path(f"/proc/{pids[0]}").exists())
        log.write_text("", encoding="utf-8")
        frame = self.session.createDataFrame([(text,) for text in messages], "value string").repartition(3).cache()
        frame.count()
        counted = spark.check(frame, checker, "value").where("not valid").count()
        self.assertEqual(counted, sum(not ok for ok, _ in own("foxctl")))
        pids = log.read_text(encoding="utf-8").split()
        self.assertTrue(3 <= len(pids) <= 6, pids)  # a task may be speculated
        for pid in pids:
            self.assertFalse(Path(f"/proc/{pid}").exists())

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
