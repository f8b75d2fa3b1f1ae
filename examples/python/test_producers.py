"""Runs the programs of this folder that write messages."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import os
import signal
import socket
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
from envgen_protocols import agh, foxctl, helper, hotrepl
from envgen_protocols.agh import builders as agh_builders
from envgen_protocols.foxctl import builders as foxctl_builders
from envgen_protocols.foxctl import stores
from envgen_protocols.helper import builders
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

HERE = Path(__file__).resolve().parent
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SOURCES = builders.Sources(clock=lambda: NOON, environ={"CODEX_PROFILE": "", "GEMINI_PROFILE": "work"})


# Shells ignore interrupts in background jobs, and programs inherit that. The tests need the default handler.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Sends the interrupt during the import of the bindings.
INTERRUPTING = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path, target=None):
        if name == "envgen_protocols":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


def interrupted_import(program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program and interrupt its imports."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(INTERRUPTING)
        path = os.pathsep.join([folder, os.environ["PYTHONPATH"]])
        return subprocess.run(
            [sys.executable, HERE / program, *arguments],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            check=False,
        )


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

    def run_notes(self, *arguments: str | Path) -> tuple[int, helper.Envelope]:
        done = subprocess.run([sys.executable, HERE / "notes.py", *arguments], capture_output=True, check=False)
        return done.returncode, helper.decode(done.stdout)

    def test_an_unforeseen_exception(self) -> None:
        code, output = self.run_notes()
        self.assertEqual((code, output.error and output.error.code), (1, "internal"))
        (self.folder / os.fsdecode(b"\xff.md")).write_text("a name that is not UTF-8")
        code, output = self.run_notes(self.folder)
        self.assertEqual((code, output.error and output.error.code), (1, "internal"))

    def test_an_interrupt(self) -> None:
        """The interrupt comes while wc runs. This wc reports its start through a pipe."""
        ready, wc = self.folder / "ready", self.folder / "wc"
        os.mkfifo(ready)
        wc.write_text(f"#!/bin/sh\necho > {ready}\nexec sleep 60\n")
        wc.chmod(0o755)
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        command = [sys.executable, str(HERE / "notes.py"), str(self.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PATH": path}) as run:
            ready.read_text()
            run.send_signal(signal.SIGINT)
            output = helper.decode(run.communicate()[0])
        self.assertEqual((run.returncode, output.error and output.error.code), (1, "canceled"))

    def test_an_interrupt_of_the_imports(self) -> None:
        done = interrupted_import("notes.py", str(self.folder))
        output = helper.decode(done.stdout)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertEqual(output.error and output.error.code, "canceled")

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
            last = skill.count([__file__] * 700, lambda _: None, foxctl_builders.Sources(store=store))
            if not isinstance(last.data, foxctl.ArtifactData):
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

    def test_an_unforeseen_exception(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            odd = Path(folder) / os.fsdecode(b"\xff")
            odd.write_text("a name that is not UTF-8")
            run = self.run_skill(__file__, str(odd))
        if not isinstance(run.outcome, foxctl.ErrorEnvelope):
            self.fail(repr(run.outcome))
        self.assertEqual((run.progress, run.outcome.error.code, run.faults), (["0"], "ERUNTIME", []))

    def test_an_interrupt(self) -> None:
        """The interrupt comes while the program reads the second file, a pipe."""
        with tempfile.TemporaryDirectory() as folder:
            pipe = Path(folder) / "pipe"
            os.mkfifo(pipe)
            command = [sys.executable, str(HERE / "skill.py"), __file__, str(pipe)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run, pipe.open("wb"):
                run.send_signal(signal.SIGINT)
                assert run.stdout
                lines = list(foxctl.RUN.read(run.stdout))
        self.assertEqual((run.wait(), sum(len(line.issues) for line in lines)), (1, 0))
        last = lines[-1].value
        if not isinstance(last, foxctl.ErrorEnvelope):
            self.fail(repr(last))
        self.assertEqual(last.error.code, "ECANCELED")

    def test_an_interrupt_of_the_imports(self) -> None:
        done = interrupted_import("skill.py", __file__)
        last = foxctl.decode(done.stdout)
        self.assertEqual((done.returncode, b"Traceback" in done.stderr), (1, False))
        self.assertEqual(isinstance(last, foxctl.ErrorEnvelope) and last.error.code, "ECANCELED")

    def test_secrets(self) -> None:
        """Neither the output nor the log contains the token."""
        environ = {**os.environ, skill.TOKEN: "hunter2"}
        done = subprocess.run(
            [sys.executable, HERE / "skill.py", "hunter2.txt"], env=environ, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("***.txt is not there", done.stdout)
        self.assertIn("***.txt is not there", done.stderr)
        self.assertNotIn("hunter2", done.stdout + done.stderr)


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

    async def heard(self, *requests: str, last: type = object) -> list[hotrepl.Message]:
        """Return the messages of the host after its handshake, up to one of the type ``last``."""
        async with serve(host.play, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connect(f"ws://127.0.0.1:{port}") as client:
                self.assertIsInstance(hotrepl.decode(await client.recv()), hotrepl.Handshake)
                for request in requests:
                    await client.send(request)
                answers = [hotrepl.decode(await client.recv())]
                while not isinstance(answers[-1], last):
                    answers.append(hotrepl.decode(await client.recv()))
                return answers

    def test_ten_requests(self) -> None:
        """Each request has its answer, and only unsupported ones are refused."""
        answered: list[hotrepl.MessageFromClient] = [
            hotrepl.Eval(id="1", code="[1]"),
            hotrepl.Complete(id="2", code="T"),
            hotrepl.Reset(id="3"),
            hotrepl.Subscribe(id="4", code="1", limit=1),
        ]
        refused: list[hotrepl.MessageFromClient] = [
            hotrepl.CommandsList(id="5"),
            hotrepl.CommandDescribe(id="6", name="bake"),
            hotrepl.CommandCall(id="7", name="bake", args={}),
            hotrepl.JobStatus(id="8", job_id="j"),
            hotrepl.JobCancel(id="9", job_id="j"),
            hotrepl.JournalQuery(id="10"),
        ]
        for request in [*answered, *refused]:
            with self.subTest(request.type):
                (answer,) = asyncio.run(self.heard(hotrepl.encode(request).decode()))
                self.assertEqual(getattr(answer, "id", None), request.id)
                error = answer.error.kind if isinstance(answer, hotrepl.ProtocolError) else None
                self.assertEqual(error, "unsupported_operation" if request in refused else None)

    def test_a_cancelled_subscription(self) -> None:
        requests = [
            hotrepl.Subscribe(id="1", code="1"),
            hotrepl.Cancel(id="2", target_id="1"),
            hotrepl.Reset(id="3"),
        ]
        texts = [hotrepl.encode(request).decode() for request in requests]
        answers = asyncio.run(self.heard(*texts, last=hotrepl.ResetResult))
        self.assertLessEqual(len(answers), 2)

    def test_failures(self) -> None:
        for text, code in ("{", "malformedJson"), ('{"type":"eval"}', "invalidMessage"):
            (refused,) = asyncio.run(self.heard(text))
            if not isinstance(refused, hotrepl.ProtocolError):
                self.fail(repr(refused))
            self.assertEqual((refused.error.kind, refused.error.code), ("invalid_request", code))
        subscribe = hotrepl.encode(hotrepl.Subscribe(id="1", code="1 +")).decode()
        (last,) = asyncio.run(self.heard(subscribe))
        self.assertTrue(isinstance(last, hotrepl.SubscribeError) and last.final)

    def test_an_artifact(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"baked")
            file.flush()
            digest = "sha256:" + hashlib.sha256(b"baked").hexdigest()
            artifact = hotrepl.ArtifactRef(
                uri="file", path=file.name, sha256=digest, byte_size=5, content_type="text/plain", finalized=True
            )
            self.assertEqual(repl.content_of(artifact), b"baked")
            file.write(b"!")
            file.flush()
            with self.assertRaisesRegex(ValueError, "digest"):
                repl.content_of(artifact)


class Peers(unittest.TestCase):
    def test_work(self) -> None:
        for heard, other in zip(asyncio.run(peers.main()), ("ben", "ann"), strict=True):
            kinds = ["greet", "whois", "whois", "direct", "receipt"]
            self.assertEqual(heard, [f"{kind} of {other}" for kind in kinds])

    async def answers(self, *lines: bytes) -> tuple[list[str], list[agh.Envelope]]:
        """Return the log of a peer that reads some lines, and its messages after its greeting."""
        ours, theirs = socket.socketpair()
        peer = peers.Peer("ann", *await asyncio.open_connection(sock=theirs))
        reader, writer = await asyncio.open_connection(sock=ours)
        writer.writelines(line + b"\n" for line in lines)
        writer.write_eof()
        await peer.run()
        peer.writer.close()
        _, *sent = [agh.decode(line) async for line in reader]
        writer.close()
        return peer.log, sent

    def test_inbox(self) -> None:
        """A repeat, an invalid line and a message for another peer get no answer and do not end the peer."""
        whois = agh_builders.whois(channel="team", from_="ben", body={}, trace_id="trace")
        foreign = agh_builders.whois(channel="team", from_="ben", to="eve", body={})
        line, last = agh.encode(whois), agh.encode(agh_builders.whois(channel="team", from_="ben", body={}))
        log, sent = asyncio.run(self.answers(line, line, b"{", b"x" * 100_000, agh.encode(foreign), last))
        self.assertEqual([entry.partition(":")[0] for entry in log], ["whois of ben", *["refused"] * 4, "whois of ben"])
        self.assertEqual([message.kind for message in sent], ["whois", "whois"])
        answer = sent[0]
        self.assertEqual((answer.to, answer.reply_to, answer.causation_id), ("ben", whois.id, whois.id))
        self.assertEqual((answer.trace_id, answer.channel), ("trace", "team"))

    def test_answers_are_not_answered(self) -> None:
        direct = agh_builders.direct(channel="team", from_="ann", to="ben", interaction_id="i", body={"text": "Run."})
        answer = agh_builders.direct_response(direct, from_="ben", body={"text": "Done."})
        receipt = agh_builders.receipt(direct, from_="ben", body={"for_id": direct.id, "status": "accepted"})
        log, sent = asyncio.run(self.answers(agh.encode(answer), agh.encode(receipt)))
        self.assertEqual((log, sent), (["direct of ben", "receipt of ben"], []))


if __name__ == "__main__":
    unittest.main()
