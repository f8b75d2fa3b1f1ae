"""Type checkers report mistakes in programs that use generated code, and nothing in the code itself."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[2]
MISTAKES = HERE / "must_fail" / "mistakes.py"
MARK = re.compile(r"# E: ([a-z -]+)$")


def marked() -> dict[int, set[str]]:
    lines = enumerate(MISTAKES.read_text().splitlines(), start=1)
    return {number: set(match[1].split()) for number, line in lines if (match := MARK.search(line))}


def run(*command: str, folder: str = ".") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT / folder, check=False)


class Mistakes(unittest.TestCase):
    maxDiff = None

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed for this interpreter")
    def test_mypy(self) -> None:
        mypy = (sys.executable, "-m", "mypy", "--config-file", "tools/mypy.ini")
        done = run(*mypy, "--output", "json", str(MISTAKES))
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        errors: dict[int, set[str]] = {}
        for report in reports:
            if report["severity"] == "error":
                errors.setdefault(report["line"], set()).add(report["code"])
        self.assertEqual(errors, marked(), done.stdout + done.stderr)

    @unittest.skipUnless(shutil.which("pyright"), "pyright is not on the path")
    def test_pyright(self) -> None:
        done = run("pyright", "--outputjson", "--pythonpath", sys.executable, str(MISTAKES), folder="gen/py")
        reports = json.loads(done.stdout)["generalDiagnostics"]
        lines = {report["range"]["start"]["line"] + 1 for report in reports if report["severity"] == "error"}
        self.assertEqual(lines, set(marked()), done.stdout)


@unittest.skipUnless(shutil.which("go"), "go is not on the path")
class HostileSpec(unittest.TestCase):
    """What comes out of a spec with the worst names and texts is as clean as any."""

    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        spec = str(HERE.parent / "testdata" / "nasty.yaml")
        done = run("go", "run", "./cmd/envgen", "gen", "--spec", spec, "--py", f"{folder.name}/generated")
        if done.returncode:
            raise AssertionError(done.stderr)
        (cls.folder / "generated" / "__init__.py").touch()

    def assert_clean(self, *command: str) -> None:
        done = run(*command)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed for this interpreter")
    def test_mypy(self) -> None:
        self.assert_clean(sys.executable, "-m", "mypy", "--config-file", "tools/mypy.ini", f"{self.folder}/generated")

    @unittest.skipUnless(shutil.which("pyright"), "pyright is not on the path")
    def test_pyright(self) -> None:
        config = self.folder / "pyrightconfig.json"
        config.write_text(json.dumps({"include": ["generated"], "typeCheckingMode": "strict", "pythonVersion": "3.11"}))
        self.assert_clean("pyright", "-p", str(config), "--pythonpath", sys.executable)

    @unittest.skipUnless(importlib.util.find_spec("ruff"), "ruff is not installed for this interpreter")
    def test_ruff(self) -> None:
        ruff = [sys.executable, "-m", "ruff"]
        self.assert_clean(*ruff, "check", "--no-cache", "--config", "tools/ruff.toml", f"{self.folder}/generated")
        self.assert_clean(
            *ruff, "format", "--no-cache", "--check", "--config", "tools/ruff.toml", f"{self.folder}/generated"
        )


if __name__ == "__main__":
    unittest.main()
