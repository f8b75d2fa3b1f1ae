"""The executor as the suite sees it: a process that answers every request."""

from __future__ import annotations

import json
import subprocess
import unittest
from pathlib import Path
from typing import Any

RUN = Path(__file__).resolve().with_name("run")
CASES = RUN.parents[2] / "cases"
PACKAGES = RUN.parents[3] / "gen" / "py" / "envgen_protocols"
FAILURE: dict[str, object] = {"op": "check", "protocol": "helper", "type": "Failure"}


def ask(*requests: dict[str, object]) -> list[dict[str, Any]]:
    """Send requests, numbered from 1, and return the answers without their numbers."""
    lines = [json.dumps({"seq": number, **request}) for number, request in enumerate(requests, start=1)]
    done = subprocess.run([RUN], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    if [answer.pop("seq") for answer in answers] != list(range(1, len(answers) + 1)):
        raise AssertionError(done.stdout)
    return answers


class Executor(unittest.TestCase):
    def test_start_and_stop(self) -> None:
        start, stop = ask({"op": "start", "contract": 1}, {"op": "stop"}, {"op": "start", "contract": 1})
        self.assertEqual((start["executor"], start["language"], start["contract"]), ("envgen-py", "python", 1))
        self.assertEqual(start["protocols"], sorted(readers.parent.name for readers in PACKAGES.glob("*/_readers.py")))
        self.assertIn("agh", start["protocols"])
        self.assertEqual(stop, {})

    def test_check(self) -> None:
        good, bad, raw = ask(
            {**FAILURE, "text": '{"message":"m","code":"c","1":1.0}'},
            {**FAILURE, "text": "{}", "params": {"max_issues": 1}, "now": "2026-01-01T00:00:00Z"},
            {**FAILURE, "base64": "/w=="},
        )
        self.assertEqual(good, {"issues": [], "output": '{"code":"c","message":"m","1":1}'})
        issue = {"rule": "required", "path": "/code", "level": "must", "message": "is required"}
        self.assertEqual(bad, {"issues": [issue]})
        self.assertEqual(
            raw, {"issues": [{"rule": "json", "path": "", "level": "must", "message": "no UTF-8 at byte 0"}]}
        )

    def test_root_is_the_default(self) -> None:
        (answer,) = ask({"op": "check", "protocol": "agh", "text": "[]"})
        self.assertEqual([issue["rule"] for issue in answer["issues"]], ["type"])

    def test_build(self) -> None:
        failure = {"code": "c", "message": "m"}
        snapshot = {"tool": "_codex_local_status", "data": {"tasks": [], "queue": [{"task_id": "t"}]}}
        error, response, refused = ask(
            {"op": "build", "protocol": "helper", "builder": "error", "args": {"error": failure, "x": 1}, "env": {}},
            {
                "op": "build",
                "protocol": "hotrepl",
                "builder": "reset_result",
                "args": {"success": True},
                "answers": {"type": "reset", "id": "7"},
            },
            {"op": "build", "protocol": "delegator", "builder": "status_snapshot", "args": snapshot, "ids": ["1"]},
        )
        self.assertEqual(error["exit"], 1)
        self.assertEqual(json.loads(error["output"])["ts"], "2000-01-01T00:00:00.000Z")
        self.assertEqual(list(json.loads(error["output"]))[-1], "x")
        self.assertEqual(response, {"issues": [], "output": '{"type":"reset_result","id":"7","success":true}'})
        self.assertEqual(list(refused), ["issues"])
        self.assertIn(
            {"rule": "format", "path": "/request_id"}, [{k: i[k] for k in ("rule", "path")} for i in refused["issues"]]
        )

    def test_null_that_is_given(self) -> None:
        def failure(**args: object) -> dict[str, object]:
            whole = {"command": "fs/ls", "data": {}, "error": {"code": "EIO", "message": "m"}}
            return {"op": "build", "protocol": "foxctl", "builder": "error", "args": {**whole, **args}}

        hint, meta, details = ask(
            failure(data={"hint": None}),
            failure(meta={"trace_id": None}),
            failure(error={"code": "EIO", "message": "m", "details": {"attempts": None}}),
        )
        issue = {"rule": "type", "path": "/data/hint", "level": "must", "message": "must be a string"}
        self.assertEqual(hint, {"issues": [issue]})
        self.assertEqual([(i["rule"], i["path"]) for i in details["issues"]], [("type", "/error/details/attempts")])
        # In a draft None is an absent member, so that no caller can give null there.
        self.assertEqual(meta, {"skipped": "None for trace_id is an absent member"})

    def test_builders_make_what_their_fixtures_expect(self) -> None:
        def told(answer: dict[str, Any]) -> object:
            issues = [(i["rule"], i["path"], i["level"]) for i in answer.get("issues", ())]
            return "error" in answer, issues, answer.get("output"), answer.get("exit")

        files = sorted(CASES.glob("*/build.json"))
        cases: list[dict[str, Any]] = [
            {**case, "protocol": file.parent.name} for file in files for case in json.loads(file.read_text("utf-8"))
        ]
        self.assertGreater(len(cases), 100)
        for case, answer in zip(cases, ask(*cases), strict=True):
            with self.subTest(case["id"]):
                self.assertEqual(told(answer), told(case["expect"]))

    def test_what_cannot_be_answered(self) -> None:
        cases: list[tuple[dict[str, object], str]] = [
            ({"op": "dance"}, "skipped"),
            ({"op": "build", "protocol": "helper", "builder": "nothing", "args": {}}, "error"),
            ({"op": "build", "protocol": "agh", "builder": "say", "args": {}}, "error"),
            ({"op": "start", "contract": 2}, "error"),
            ({"op": "check"}, "error"),
            ({"op": "check", "protocol": "nobody", "text": ""}, "error"),
            ({**FAILURE, "type": "Nothing", "text": ""}, "error"),
            ({**FAILURE, "type": 1, "text": ""}, "error"),
            ({**FAILURE}, "error"),
            ({**FAILURE, "text": "", "base64": ""}, "error"),
            ({**FAILURE, "base64": "?"}, "error"),
            ({**FAILURE, "text": "", "params": []}, "error"),
            ({**FAILURE, "text": "", "params": {"max_depth": "1"}}, "error"),
            ({**FAILURE, "text": "", "params": {"no_parameter": 1}}, "error"),
            ({**FAILURE, "text": "", "params": {"max_bytes": []}}, "error"),
            ({**FAILURE, "text": "", "now": 1}, "error"),
        ]
        for request, key in cases:
            with self.subTest(request):
                answer, after = ask(request, {**FAILURE, "text": "1"})
                self.assertEqual(list(answer), [key])
                self.assertEqual(list(after), ["issues"])


if __name__ == "__main__":
    unittest.main()
