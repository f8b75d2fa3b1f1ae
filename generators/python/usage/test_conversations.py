"""Programs that use foxctl's conversation. The tests run them; mypy and pyright check their types."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import assert_never

import envgen_protocols
from envgen_protocols import foxctl, helper
from envgen_protocols.foxctl import RUN, Envelope, Line, Refused, Tracker, Valid

PROGRESS = (
    '{"version":1,"status":"progress","command":"http/openapi","data":{},'
    '"meta":{"ts":"2026-05-12T08:41:07Z","seq":%d},"error":{"code":null,"message":null}}\n'
)
OK = (
    '{"version":1,"status":"ok","command":"http/openapi","data":{},"meta":{"ts":"2026-05-12T08:41:07Z"},'
    '"error":{"code":null,"message":null}}\n'
)
STREAM = PROGRESS % 0 + PROGRESS % 0 + "\n" + PROGRESS % 1 + OK + "{"


def summary(line: Line[Envelope]) -> str:
    """Narrow lines by class. Type checkers report an omitted class."""
    match line:
        case Valid(message):
            return message.status
        case Refused(issues, message):
            return f"{message.status if message else 'nothing'}, but {issues[0].rule}"
        case _:
            assert_never(line)


SUMMARIES = [
    "progress",
    "progress, but seq-increases",
    "nothing, but blank-line",
    "progress",
    "ok",
    "nothing, but cut-line",
]


class Conversations(unittest.TestCase):
    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.ndjson")
            path.write_text(STREAM)
            with path.open("rb") as file:
                self.assertEqual([summary(line) for line in RUN.read(file)], SUMMARIES)
            with path.open() as file:
                self.assertEqual([summary(line) for line in RUN.read(file)], SUMMARIES)

    def test_processes(self) -> None:
        echo = [sys.executable, "-c", "import sys; sys.stdout.write(sys.argv[1])", STREAM]
        with subprocess.Popen(echo, stdout=subprocess.PIPE) as process:
            assert process.stdout
            self.assertEqual([summary(line) for line in RUN.read(process.stdout)], SUMMARIES)

    def test_asynchronous_processes(self) -> None:
        async def run() -> list[str]:
            echo = "import sys; sys.stdout.write(sys.argv[1])"
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", echo, STREAM, stdout=pipe)
            assert process.stdout
            found = [summary(line) async for line in RUN.aread(process.stdout)]
            await process.wait()
            return found

        self.assertEqual(asyncio.run(run()), SUMMARIES)

    def test_lines_are_true_or_false(self) -> None:
        messages = [line.value for line in RUN.read(STREAM.encode()) if line]
        self.assertEqual([message.status for message in messages], ["progress", "progress", "ok"])
        (last,) = RUN.read(b"")
        self.assertEqual([issue.rule for issue in last.issues], ["incomplete"])

    def test_pieces(self) -> None:
        lines = RUN.lines()
        found = [line for byte in STREAM.encode() for line in lines.push(bytes([byte]))]
        rest, issues = lines.finish()
        self.assertEqual([summary(line) for line in (*found, *rest)], SUMMARIES)
        self.assertEqual(issues, [])

    def test_writing(self) -> None:
        """A tracker validates messages before they are sent."""
        tracker: Tracker[Envelope] = RUN.track()
        sent: list[bytes] = []
        first = foxctl.PROGRESS_ENVELOPE.decode(PROGRESS % 0)
        for seq in (0, 0, 1):
            message = first.__replace__(meta=first.meta.__replace__(seq=seq))
            if not tracker.send(message):
                sent.append(foxctl.encode(message))
        self.assertEqual(sent, [(PROGRESS % seq).strip().encode() for seq in (0, 1)])
        self.assertEqual([issue.rule for issue in tracker.close()], ["incomplete"])

    def test_writers(self) -> None:
        """Writers refuse misplaced messages, and number the progress."""
        progress, file = foxctl.PROGRESS_ENVELOPE.decode(PROGRESS % 7), io.BytesIO()
        with RUN.writer(file, numbered=True) as writer:
            for _ in range(2):
                writer.write(progress)
            writer.write(foxctl.decode(OK))
            with self.assertRaises(foxctl.ValidationError) as raised:
                writer.write(progress)
            self.assertEqual([issue.rule for issue in raised.exception.issues], ["after-end"])
        self.assertEqual(file.getvalue().decode(), PROGRESS % 0 + PROGRESS % 1 + OK)
        with self.assertRaises(foxctl.ValidationError), RUN.writer(file) as writer:
            writer.write(progress)

    def test_options(self) -> None:
        strict = foxctl.Options(strict=True)
        text = PROGRESS % 0 + OK.replace("http/openapi", "gh/prs")
        self.assertEqual([line.ok for line in RUN.read([text])], [True, True])
        self.assertEqual([line.ok for line in RUN.read([text], options=strict)], [True, False])
        with self.assertRaisesRegex(ValueError, "no parameter"):
            RUN.read(b"", options=foxctl.Options(params={"no_such": 1}))
        with self.assertRaisesRegex(ValueError, "no side"):
            RUN.track("client")

    def test_by_name(self) -> None:
        for protocol in (foxctl, helper):
            self.assertEqual(
                {name: conversation.name for name, conversation in protocol.CONVERSATIONS.items()}, {"run": "run"}
            )
            self.assertIs(protocol.CONVERSATIONS["run"], protocol.RUN)
            self.assertEqual(protocol.RUN.sides, ())

    def test_the_machinery_comes_with_the_first_tracker(self) -> None:
        program = (
            "import sys; sys.path.insert(0, sys.argv[1]); from envgen_protocols import foxctl; "
            "found = lambda: [name for name in ('_conversations', '_orders', '_progress', '_lines') if name in str(list(sys.modules))]; "
            "print(found()); foxctl.RUN.track(); print(found()); foxctl.RUN.read(b''); print(found()); "
            "print('asyncio' in sys.modules); import envgen_protocols.hotrepl.clients; print('asyncio' in sys.modules)"
        )
        folder = str(Path(envgen_protocols.__path__[0]).parent)
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", program, folder], capture_output=True, text=True, check=True
        )
        self.assertEqual(
            done.stdout.splitlines(),
            [
                "[]",
                "['_conversations', '_orders', '_progress']",
                "['_conversations', '_orders', '_progress', '_lines']",
                "False",
                "True",
            ],
        )


if __name__ == "__main__":
    unittest.main()
