"""Locations of the external test suites."""

from __future__ import annotations

import os
import unittest
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
# The pinned ones come from registries; those beside the checkout may be newer.
_FOLDERS = {
    "pinned": CHECKOUT / "build" / "suites",
    "beside": Path(os.environ.get("ENVGEN_SUITES") or CHECKOUT.parent / "shared" / "suites"),
}
_UNPUBLISHED = ("json-texts.ndjson", "JSONTestSuite/test_transform")


def suites(*parts: str) -> dict[str, Path]:
    """Return the pinned folder of a part of the suites and the one beside the checkout.

    If a part is missing, the test is skipped with the command that installs it, or fails if ENVGEN_REQUIRE is set.
    Parts that are in no registry may be missing.
    """
    name = "/".join(parts)
    if not _FOLDERS["beside"].exists() and (own := os.environ.get("ENVGEN_SUITES")):
        raise AssertionError(f"ENVGEN_SUITES names {own}, which is not there")
    found = {state: path for state, folder in _FOLDERS.items() if (path := folder / name).exists()}
    if name in _UNPUBLISHED:
        if not found:
            raise unittest.SkipTest(f"not published: {name} is in no registry, and there is no ../shared/suites")
        return found
    reason = f"build/suites/{name} is not here: `make tools` installs it"
    if "pinned" not in found and os.environ.get("ENVGEN_REQUIRE"):
        raise AssertionError(reason)
    if not found:
        raise unittest.SkipTest(reason)
    return found


def suite(*parts: str) -> Path:
    """Return the first folder of a part of the suites."""
    return next(iter(suites(*parts).values()))
