"""Where the external test suites are."""

from __future__ import annotations

import os
import unittest
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
_FOLDER = Path(os.environ.get("ENVGEN_SUITES", CHECKOUT.parent / "shared" / "suites"))


def suite(*parts: str) -> Path:
    """Return a file or folder of the suites; skips the test that asks if it is not here."""
    path = _FOLDER.joinpath(*parts)
    if not path.exists():
        raise unittest.SkipTest(f"{'/'.join(parts)} is not here; set ENVGEN_SUITES")
    return path
