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
SPECS = HERE.parent / "testdata"
MARK = re.compile(r"# E: ([a-z -]+)$")


def marked(program: Path) -> dict[int, set[str]]:
    lines = enumerate(program.read_text().splitlines(), start=1)
    return {number: set(match[1].split()) for number, line in lines if (match := MARK.search(line))}


def run(*command: str, folder: str = ".") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT / folder, check=False)


class Generated(unittest.TestCase):
    """Generates packages from the specs in the generator's folder."""

    folder: Path
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        missing = [name for name in ("mypy", "ruff") if not importlib.util.find_spec(name)]
        missing += [name for name in ("go", "pyright") if not shutil.which(name)]
        if missing:
            raise AssertionError(
                f"{', '.join(missing)} not found: `make tools` installs them, and `make test` runs this"
            )
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        specs = [f"--spec={SPECS / name}.yaml" for name in ("nasty", "general", "importing", "building")]
        done = run("go", "run", "./cmd/envgen", "gen", *specs, "--py", f"{folder.name}/generated")
        if done.returncode:
            raise AssertionError(done.stderr)
        (cls.folder / "generated" / "__init__.py").touch()


class Mistakes(Generated):
    """Type checkers report the mistakes in a program, and nothing else."""

    def programs(self) -> list[tuple[Path, str]]:
        """Return the programs, each with the folder of its imports."""
        folder = HERE / "must_fail"
        return [(folder / "mistakes.py", str(CHECKOUT / "gen" / "py")), (folder / "forgotten.py", str(self.folder))]

    def test_mypy(self) -> None:
        for program, imported in self.programs():
            with self.subTest(program.name):
                mypy = (sys.executable, "-m", "mypy", "--config-file", str(CHECKOUT / "tools" / "mypy.ini"))
                done = run(*mypy, "--output", "json", str(program), folder=imported)
                reports = [json.loads(line) for line in done.stdout.splitlines()]
                errors: dict[int, set[str]] = {}
                for report in reports:
                    if report["severity"] == "error":
                        errors.setdefault(report["line"], set()).add(report["code"])
                self.assertEqual(errors, marked(program), done.stdout + done.stderr)

    def test_pyright(self) -> None:
        for program, imported in self.programs():
            with self.subTest(program.name):
                done = run("pyright", "--outputjson", "--pythonpath", sys.executable, str(program), folder=imported)
                reports = json.loads(done.stdout)["generalDiagnostics"]
                lines = {report["range"]["start"]["line"] + 1 for report in reports if report["severity"] == "error"}
                self.assertEqual(lines, set(marked(program)), done.stdout)


class OddSpecs(Generated):
    """Code from difficult names and texts, and from features outside the shipped specs, has no reports either."""

    def assert_clean(self, *command: str) -> None:
        done = run(*command)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy(self) -> None:
        self.assert_clean(sys.executable, "-m", "mypy", "--config-file", "tools/mypy.ini", f"{self.folder}/generated")

    def test_pyright(self) -> None:
        config = self.folder / "pyrightconfig.json"
        config.write_text(json.dumps({"include": ["generated"], "typeCheckingMode": "strict", "pythonVersion": "3.11"}))
        self.assert_clean("pyright", "-p", str(config), "--pythonpath", sys.executable)

    def test_ruff(self) -> None:
        ruff = [sys.executable, "-m", "ruff"]
        self.assert_clean(*ruff, "check", "--no-cache", "--config", "tools/ruff.toml", f"{self.folder}/generated")
        self.assert_clean(
            *ruff, "format", "--no-cache", "--check", "--config", "tools/ruff.toml", f"{self.folder}/generated"
        )


if __name__ == "__main__":
    unittest.main()
