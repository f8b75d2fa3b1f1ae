"""Runs the programs of this folder."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import unittest
from contextlib import closing
from datetime import UTC, datetime, timedelta
from unittest import mock

import follow
import gateway
import pydantic
import tasks
from envgen_protocols import agh, delegator, foxctl
from fastapi.testclient import TestClient

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

SKILL = """
import sys
envelope = '{"version":1,"status":"%s","command":"fs/ls","data":%s,"meta":{"ts":"2026-05-01T12:00:%02dZ"%s},"error":%s}'
print(envelope % ("progress", '{"note":"listing"}', 0, ',"seq":0', "{}"))
print("not an envelope")
print(envelope % ("error", "{}", 2, "", '{"code":"EIO","message":"the disk is gone"}'))
"""

OK = '{"version":1,"status":"%s","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T12:00:%02dZ"%s},"error":{%s}}'
JOB = "0" * 26
NO_ERROR = '"code":null,"message":null'


class Following(unittest.TestCase):
    def test_command(self) -> None:
        run = asyncio.run(follow.follow(sys.executable, "-c", SKILL))
        faults = [fault.split(" ")[0] for fault in run.faults]
        self.assertEqual((run.progress, faults, run.took), (["0 listing"], ["json"], timedelta(seconds=2)))
        outcome = run.outcome
        if not isinstance(outcome, foxctl.ErrorEnvelope):
            self.fail(repr(outcome))
        self.assertEqual((outcome.error.code, follow.advice(outcome)), ("EIO", "Check permissions or disk space"))

    def test_terminals(self) -> None:
        """A stream has one terminal envelope, which is the last."""
        end = OK % ("ok", 1, "", NO_ERROR)
        for lines, rule in (
            ([], "incomplete"),
            ([OK % ("progress", 0, ',"seq":0', "")], "incomplete"),
            ([end, end], "after-end"),
            ([end, OK % ("progress", 2, ',"seq":0', "")], "after-end"),
            ([OK % ("progress", 0, ',"seq":1', ""), end], "seq-from-zero"),
        ):
            with self.subTest(rule, lines=lines):
                done = followed(*lines)
                self.assertEqual((done.returncode, done.stderr.split(" ")[0]), (1, rule))
        done = followed(OK % ("progress", 0, ',"seq":0', ""), end)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "0\n", ""))

    def test_advice_is_no_fault(self) -> None:
        """An issue of level should is reported, and the run succeeds."""
        done = followed(
            OK % ("progress", 0, f',"seq":0,"job_id":"{JOB}"', ""),
            OK % ("ok", 1, f',"job_id":"{JOB[1:]}1"', NO_ERROR),
        )
        self.assertEqual((done.returncode, done.stderr.split(" ")[0]), (0, "one-job"))


def followed(*lines: str) -> subprocess.CompletedProcess[str]:
    """Run follow.py with a command that prints some lines."""
    command = [sys.executable, follow.__file__, sys.executable, "-c", f"print({chr(10).join(lines)!r}, end='')"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Gateway(unittest.TestCase):
    client = TestClient(gateway.gateway(lambda: NOON))

    def test_record(self) -> None:
        answer = self.client.post("/jobs", json={"type": "job_status", "id": "1", "jobId": "j"})
        wanted = {"type": "job_status_result", "id": "1", "jobId": "j", "state": "running", "progress": {"steps": 3}}
        self.assertEqual((answer.status_code, answer.json()), (200, wanted))
        self.assertEqual(list(answer.json()), list(wanted))

    def test_issues(self) -> None:
        answer = self.client.post("/jobs", json={"type": "job_status", "id": 1})
        found = [(detail["loc"], detail["type"], detail["msg"]) for detail in answer.json()["detail"]]
        wanted = [(["body", "id"], "type", "must be a string"), (["body", "jobId"], "required", "is required")]
        self.assertEqual((answer.status_code, found), (422, wanted))

    def test_union(self) -> None:
        calls = [{"type": "reset", "id": "1"}, {"type": "reset", "id": 2}]
        answer = self.client.post("/batches", json={"sender": "ada", "calls": calls})
        self.assertEqual([detail["loc"] for detail in answer.json()["detail"]], [["body", "calls", 1, "id"]])
        answer = self.client.post("/batches", json={"sender": "ada", "calls": calls[:1]})
        self.assertEqual(answer.json(), ["ada: reset"])

    def test_index(self) -> None:
        meta = {"ts": "2026-05-12T00:00:00Z", "profiles": ["core/v1", 1]}
        with self.assertRaises(pydantic.ValidationError) as refused:
            pydantic.TypeAdapter(foxctl.Meta).validate_python(meta)
        found = [(error["loc"], error["input"]) for error in refused.exception.errors()]
        self.assertEqual(found, [(("profiles", 1), 1)])

    def test_text(self) -> None:
        message = {
            "protocol": "agh-network/v0", "id": "m1", "kind": "direct", "channel": "builders", "from": "a", "to": "b",
            "interaction_id": "i1", "ts": int(NOON.timestamp()), "body": {"text": "Run it."}, "proof": None,
        }  # fmt: skip
        answer = agh.RECEIPT.decode(self.client.post("/inbox", json=message).content, options=agh.Options(now=NOON))
        self.assertEqual((answer.to, answer.from_, answer.reply_to), ("a", "b", "m1"))
        late = self.client.post("/inbox", json=message | {"ts": 1})
        self.assertEqual((late.status_code, [issue["path"] for issue in late.json()["issues"]]), (422, ["/ts"]))

    def test_openapi(self) -> None:
        document = self.client.get("/openapi.json").json()
        body = document["paths"]["/jobs"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        self.assertEqual(sorted(body["required"]), ["id", "jobId", "type"])
        self.assertEqual(body["properties"]["type"], {"enum": ["job_status"]})
        calls = document["components"]["schemas"]["Batch"]["properties"]["calls"]["items"]
        self.assertIn("Eval", [option["title"] for option in calls["anyOf"]])


class Serving(unittest.TestCase):
    async def talk(self, known: tasks.Tasks, *lines: bytes) -> list[delegator.JsonEnvelope]:
        server = await asyncio.start_server(known.serve, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.writelines(lines)
        writer.write_eof()
        results = [json.loads(await reader.readline()) for _ in lines]
        writer.close()
        server.close()
        answers: list[delegator.JsonEnvelope] = []
        for result in results:
            [content] = result["content"]
            self.assertEqual(content["type"], "text")
            answers.append(delegator.decode(content["text"]))
            self.assertEqual(result.get("isError", False), answers[-1].status == "error")
        return answers

    def test_calls(self) -> None:
        known = tasks.Tasks(lambda: NOON, {"t1": NOON - timedelta(seconds=90)}, ["t2", "t3"])
        lines: tuple[object, ...] = (
            {"name": "_codex_local_status", "arguments": {"format": "json"}},
            {"name": "_codex_local_results", "arguments": {"format": "json", "task_id": "t9"}},
            {"name": "_codex_local_cancel", "arguments": {"format": "json"}},
            {"name": "rm", "arguments": {"format": "json"}},
            [],
        )
        answers = asyncio.run(self.talk(known, *[json.dumps(line).encode() + b"\n" for line in lines]))
        snapshot = answers[0]
        if not isinstance(snapshot, delegator.StatusSnapshot):
            self.fail(repr(snapshot))
        running, queue = snapshot.data.tasks or [], snapshot.data.queue or []
        self.assertEqual(([task.elapsed_seconds for task in running], snapshot.meta.total), ([90], 3))
        self.assertEqual([task.position for task in queue], [0, 1])
        codes = [answer.error.code for answer in answers if isinstance(answer, delegator.ErrorResponse)]
        self.assertEqual(codes, ["NOT_FOUND", "UNSUPPORTED", "VALIDATION", "VALIDATION"])
        for answer in answers:
            self.assertEqual(delegator.check(answer), [])
        for line, answer in zip(lines[:3], answers, strict=False):
            call = delegator.CALL.track()
            self.assertEqual(call.receive(delegator.TOOL_CALL.decode(json.dumps(line))), [])
            self.assertEqual(call.send(answer), [])

    def test_a_line_that_is_too_long(self) -> None:
        async def rest() -> bytes:
            server = await asyncio.start_server(tasks.Tasks(lambda: NOON).serve, "127.0.0.1", 0, limit=1000)
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(b"x" * 1001 + b"\n")
            with closing(server), closing(writer):
                return await reader.read()

        self.assertEqual(asyncio.run(rest()), b"")

    def test_markdown(self) -> None:
        """A call that does not require JSON gets none."""
        answer = tasks.Tasks(lambda: NOON).answer(b'{"name":"_codex_local_status","arguments":{}}')
        said = "**UNSUPPORTED**: call _codex_local_status with the format json"
        self.assertEqual(answer, said)
        result = json.loads(tasks.result_of(answer))
        self.assertEqual(result, {"content": [{"type": "text", "text": said}], "isError": True})

    def test_a_response_to_another_call(self) -> None:
        """The tracker refuses the response, and the caller gets a failure of its own tool."""
        known = tasks.Tasks(lambda: NOON)
        with mock.patch.object(known, "response", return_value=known.snapshot()):
            answer = known.answer(b'{"name":"_codex_local_wait","arguments":{"format":"json"}}')
        if not isinstance(answer, delegator.ErrorResponse):
            self.fail(repr(answer))
        self.assertEqual((answer.tool, answer.error.code), ("_codex_local_wait", "INTERNAL"))


if __name__ == "__main__":
    unittest.main()
