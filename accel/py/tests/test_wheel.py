"""The package builds one wheel for Python 3.11 and all later versions."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


class Wheel(unittest.TestCase):
    """Builds a wheel in a copy of the package."""

    def test_wheel(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copytree(PACKAGE, Path(folder) / "py")
            command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(copy)]
            subprocess.run(command, check=True, capture_output=True)
            (wheel,) = Path(folder).glob("*.whl")
            self.assertIn("-cp311-abi3-", wheel.name)
            names = zipfile.ZipFile(wheel).namelist()
        for wanted in (
            "envgen_accel/__init__.py",
            "envgen_accel/_native.abi3.so",
            "envgen_accel/_native.pyi",
            "envgen_accel/py.typed",
        ):
            self.assertIn(wanted, names)
        self.assertTrue(any(name.endswith("/LICENSE") for name in names), names)


if __name__ == "__main__":
    unittest.main()
