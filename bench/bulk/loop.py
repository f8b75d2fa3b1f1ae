# ruff: noqa: INP001  # a program
"""Reads a file line by line, and checks each line with a library: loop.py LIBRARY PROTOCOL BUNDLE FILE."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def judge(library: str, protocol: str, bundle: str) -> Callable[[bytes], bool]:
    """Return the function that decides about a line."""
    if library == "jsonschema_rs":
        import jsonschema_rs

        schema = json.loads(Path(bundle).read_text(encoding="utf-8"))
        validator = jsonschema_rs.validator_for(schema, validate_formats=True)
        return lambda line: validator.is_valid(json.loads(line))
    sys.path.insert(0, str(Path(__file__).parent.parent / "py"))
    import pydantic_models

    adapter = pydantic_models.ADAPTERS[protocol]

    def validates(line: bytes) -> bool:
        adapter.validate_json(line, strict=True)
        return True

    return validates


def main() -> None:
    """Count the refused lines."""
    library, protocol, bundle, file = sys.argv[1:]
    accepts, refused = judge(library, protocol, bundle), 0
    with Path(file).open("rb") as lines:
        for line in lines:
            try:
                refused += not accepts(line)
            except ValueError:
                refused += 1
    print(refused)  # noqa: T201


main()
