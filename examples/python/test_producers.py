"""Runs the programs of this folder that write messages."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from datetime import UTC, datetime
from pathlib import Path

import consume
import follow
import host
import notes
import peers
import repl
import skill
from envgen_protocols import foxctl, helper, hotrepl
from envgen_protocols.foxctl import builders as foxctl_builders
from envgen_protocols.foxctl import stores
from envgen_protocols.helper import builders
from websockets.asyncio.server import serve

HERE = Path(__file__).resolve().parent
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SOURCES = builders.Sources(clock=lambda: NOON, environ={"CODEX_PROFILE": "", "GEMINI_PROFILE": "work"})


class Notes(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "a.md").write_text("three short words")

    def consumed(self, output: helper.Envelope) -> str:
        return consume.consume(builders.lay_out(output))

    def test_ok(self) -> None:
        output = notes.gather(self.folder, "wc", SOURCES)
        wanted = {
            "schema_version": "1.0.0", "status": "ok", "error": None, "agent": "gemini",
            "ts": "2026-05-01T12:00:00.000Z", "words": {"a": 3},
        }  # fmt: skip
        self.assertEqual(builders.lay_out(output).decode(), json.dumps(wanted, indent=2) + "\n")
        self.assertEqual(self.consumed(output), "{'a': 3}")

    def test_partial(self) -> None:
        (self.folder / "b.md").mkdir()
        output = notes.gather(self.folder, "wc", SOURCES)
        self.assertEqual((output.status, builders.exit_code(output)), ("partial", 0))
        self.assertEqual(self.consumed(output), "{'a': 3}; without b.md")

    def test_tool_missing(self) -> None:
        output = notes.gather(self.folder, "no-such-program", SOURCES)
        self.assertEqual((output.status, builders.exit_code(output)), ("tool-missing", 0))
        self.assertEqual(self.consumed(output), "install no-such-program, which counts words")

    def test_error(self) -> None:
        done = subprocess.run([sys.executable, HERE / "notes.py", "nowhere"], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        said = "gathering by hand: the notes are in a folder that is not there"
        self.assertEqual(consume.consume(done.stdout), said)

    def test_another_version(self) -> None:
        newer = builders.Sources(options=helper.Options(params={"schema_version": "2.0.0"}))
        output = notes.gather(self.folder, "wc", newer)
        self.assertIn("gathering by hand: /schema_version", self.consumed(output))
        self.assertIn("gathering by hand:", consume.consume(b"Traceback"))


class Skill(unittest.TestCase):
    def run_skill(self, *files: str) -> follow.Run:
        return asyncio.run(follow.follow(sys.executable, str(HERE / "skill.py"), *files))

    def test_count(self) -> None:
        run = self.run_skill(__file__, __file__)
        counted = {"file": __file__, "lines": Path(__file__).read_text().count("\n")}
        self.assertEqual((run.progress, run.faults), (["0", "1"], []))
        if not isinstance(run.outcome, foxctl.OkEnvelope) or not isinstance(run.outcome.data, foxctl.InlineData):
            self.fail(repr(run.outcome))
        self.assertEqual(run.outcome.data.extra, {"files": [counted, counted]})
        self.assertIsNotNone(run.outcome.meta.duration_ms)

    def test_artifact(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = stores.DirectoryStore(folder)
            *_, last = skill.count([__file__] * 700, foxctl_builders.Sources(store=store))
            if not isinstance(last, foxctl.OkEnvelope) or not isinstance(last.data, foxctl.ArtifactData):
                self.fail(repr(last))
            self.assertEqual(last.data.summary.record_count, 700)
            content = store.get(last.data.artifact)
            self.assertEqual(len(json.loads(content)["files"]), 700)

    def test_failures(self) -> None:
        for files, code in ([], "EARG"), ([str(HERE / "nowhere")], "ENOTFOUND"), ([str(HERE)], "EIO"):
            run = self.run_skill(*files)
            if not isinstance(run.outcome, foxctl.ErrorEnvelope):
                self.fail(repr(run.outcome))
            self.assertEqual((run.outcome.error.code, run.faults), (code, []))
            self.assertTrue(follow.advice(run.outcome))


class Host(unittest.TestCase):
    def test_with_a_client(self) -> None:
        async def talk() -> None:
            async with serve(host.play, "127.0.0.1", 0) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                await repl.main(f"ws://127.0.0.1:{port}", "[1, 2]", "None", "1 +")

        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            asyncio.run(talk())
        self.assertEqual(printed.getvalue(), "[1, 2]\nNone\nvalidation_failed: SyntaxError\n")

    def test_answers(self) -> None:
        reset = host.answer('{"type":"reset","id":"7"}')
        self.assertEqual(reset and hotrepl.encode(reset), b'{"type":"reset_result","id":"7","success":true}')
        self.assertIsNone(host.answer('{"type":"cancel","id":"8","targetId":"7"}'))
        for text, code in ("{", "malformedJson"), ('{"type":"eval"}', "invalidMessage"):
            refused = host.answer(text)
            if not isinstance(refused, hotrepl.ProtocolError):
                self.fail(repr(refused))
            self.assertEqual((refused.error.kind, refused.error.code), ("invalid_request", code))


class Peers(unittest.TestCase):
    def test_work(self) -> None:
        for heard, other in zip(asyncio.run(peers.main()), ("ben", "ann"), strict=True):
            kinds = ["greet", "whois", "whois", "direct", "receipt"]
            self.assertEqual(heard, [f"{kind} of {other}" for kind in kinds])


if __name__ == "__main__":
    unittest.main()
