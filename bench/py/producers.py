# ruff: noqa: INP001  # lies beside a program
"""What it costs to build messages, beside writing them alone."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from libraries import envgen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conversations import Race

foxctl: Final = importlib.import_module("envgen_protocols.foxctl")
builders: Final = importlib.import_module("envgen_protocols.foxctl.builders")


def builds(folder: Path) -> Iterator[Race]:
    """Yield the races: message, work, and who runs what."""
    own = envgen("foxctl", "Envelope")
    full = foxctl.OK_ENVELOPE.decode((folder / "foxctl-full.json").read_bytes())
    meta = {"runner": full.meta.runner, "trace_id": full.meta.trace_id}
    for name, data in (("foxctl-ok-small", foxctl.InlineData(extra={"count": 1})), ("foxctl-ok", full.data)):

        def build(data: object) -> bytes:
            return builders.lay_out(builders.ok(command=full.command, data=data, meta=meta))

        writes = replace(own, name="envgen, encode", remark="checks and writes the message")
        message = builders.ok(command=full.command, data=data, meta=meta)
        yield (
            name,
            "build",
            [(replace(own, remark="builds and writes it"), build, [data]), (writes, foxctl.encode, [message])],
        )
